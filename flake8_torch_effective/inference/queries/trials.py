"""Whether code only tries something out: a test, the demonstration at the end of a module, a loop of few iterations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import libcst as cst

from ...syntax.naming import imported_packages, last_name
from ...syntax.walking import children, walk
from ..events.program import program_of
from ..interpreter.inference import Inference
from ..knowledge.function_names import TEST_LIBRARIES, Work, does
from ..knowledge.training import EventKind
from ..values import Loader, Operation

_ROOM = "demonstrations"
_DEFINED = "what demonstrations define"
_TESTS = "file of tests"
_ASKED = "functions that are tests"
_CALLED = "called with arguments"
# What a demonstration at the end of a file consists of.
_LOOKED_AT = (cst.Call, cst.AugAssign, cst.BinaryOperation, cst.Subscript, cst.UnaryOperation)
# So few iterations, entries or numbers are no burden.
FEW: Final = 16


def is_trial(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands in a test, or under ``if __name__ == "__main__":`` where no optimizer is made.

    What runs once, on a few entries that its author has chosen, gains nothing from a form for long runs.

    >>> p = program("def test_loss():", "    return x.exp()")
    >>> is_trial(p.inference, p.operation("x.exp()"))
    False
    """
    return is_trial_at(inference, operation.frame, operation.node)


def is_trial_at(inference: Inference, frame: cst.CSTNode | None, node: cst.CSTNode) -> bool:
    """The same of a place in a function, or in the module's own lines, where ``frame`` is None.

    >>> p = program("def test_loss():", "    return x.exp()")
    >>> is_trial_at(p.inference, p.operation("x.exp()").frame, p.node("x.exp()"))
    False
    """
    if _tests(inference):
        return True
    if type(frame) is cst.FunctionDef:
        asked = inference.rooms.setdefault(_ASKED, {})
        assert isinstance(asked, dict)
        if frame not in asked:
            asked[frame] = _is_test(inference, frame)
        return bool(asked[frame])
    if inference.module is None:
        return False
    shown = inference.rooms.get(_ROOM)
    if not isinstance(shown, set):
        shown = inference.rooms[_ROOM] = _demonstrated(inference.module)
    return id(node) in shown


def _tests(inference: Inference) -> bool:
    """Whether a whole file is there to test something: it imports what tests are written with, or is made of tests.

    What stands beside the tests there are the models and the data that they need.
    """
    known = inference.rooms.get(_TESTS)
    if isinstance(known, bool):
        return known
    module = inference.module
    found = module is not None and (
        not TEST_LIBRARIES.isdisjoint(imported_packages(module)) or _consists_of_tests(module)
    )
    inference.rooms[_TESTS] = found
    return found


def _consists_of_tests(module: cst.Module) -> bool:
    """Whether most functions and classes of a file are tests, of which there are at least two, with no arguments.

    One is enough where there is nothing else but a demonstration of it.
    """
    defined = [one for one in module.body if isinstance(one, (cst.FunctionDef, cst.ClassDef))]
    tests = [one for one in defined if _is_named_test(one)]
    if len(tests) == len(defined) == 1:
        return bool(_demonstrated(module))
    return len(tests) > 1 and 2 * len(tests) >= len(defined)


def _is_named_test(node: cst.FunctionDef | cst.ClassDef) -> bool:
    if isinstance(node, cst.ClassDef):
        return node.name.value.startswith("Test")
    return node.name.value.startswith("test_") and not node.params.params


def _is_test(inference: Inference, frame: cst.FunctionDef) -> bool:
    """Whether a function is a test by its name, in a class of tests if in any, or a method of what tests derive from.

    What a file that trains calls with arguments is its evaluation: ``test_loop(dataloader, model, loss_fn)``.
    """
    function = inference.functions.get(frame)
    if function is None:
        return False
    cls = function.cls
    if does(frame.name.value, Work.TRIAL) or (cls is not None and does(cls.name, Work.TRIAL)):
        return True
    if is_in_test_case(inference, frame):
        return True
    if not frame.name.value.startswith("test") or gives_loader(inference, frame):
        return False
    if cls is None:
        return function.analysis.scope.function is None and frame.name.value not in _evaluations(inference)
    return cls.name.startswith("Test") or any(base.endswith("TestCase") for base in cls.outside_bases())


def is_in_test_case(inference: Inference, frame: cst.CSTNode | None) -> bool:
    """Whether a function is a method of a class that tests derive from, by its name.

    >>> p = program("class ModelTestCase:", "    def compare(self): return x.exp()")
    >>> is_in_test_case(p.inference, p.operation("x.exp()").frame)
    True
    """
    function = None if frame is None else inference.functions.get(frame)
    return function is not None and function.cls is not None and function.cls.name.endswith("TestCase")


def gives_loader(inference: Inference, frame: cst.FunctionDef) -> bool:
    """Whether a function returns a loader, as no test does: ``test_loader`` gives the one of the data for testing.

    >>> p = program("def test_loader(): return torch.utils.data.DataLoader(x)", "def test_rows(): return x")
    >>> [gives_loader(p.inference, one.node) for one in p.inference.functions.values() if one.name != "f"]
    [True, False]
    """
    found: list[cst.Return] = []
    walk(frame.body, {cst.Return: [found.append]})  # type: ignore[list-item]
    return any(one.value is not None and isinstance(inference.value(one.value), Loader) for one in found)


def _evaluations(inference: Inference) -> Collection[str]:
    """The names that a file calls with arguments, if it trains."""
    known = inference.rooms.get(_CALLED)
    if isinstance(known, frozenset):
        return known
    trains = bool(program_of(inference).functions(EventKind.BACKWARD))
    calls = inference.nodes_of(cst.Call) if trains else ()
    found = inference.rooms[_CALLED] = frozenset(
        call.func.value for call in calls if type(call) is cst.Call and type(call.func) is cst.Name and call.args
    )
    return found


def is_defined_for_trial(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a node stands in a function or class that a demonstration defines, below what its module is there for.

    >>> demo = "if __name__ == '__main__':", "    def g(x): return x.log()", "    print(g(x))"
    >>> p = program(*demo)
    >>> is_defined_for_trial(p.inference, p.node("x.log()"))
    False
    """
    known = inference.rooms.get(_DEFINED)
    if not isinstance(known, set):
        known = inference.rooms[_DEFINED] = set() if inference.module is None else _defined_for_trial(inference.module)
    return id(node) in known


def _defined_for_trial(module: cst.Module) -> set[int]:
    if not any(isinstance(one, cst.FunctionDef | cst.ClassDef) for one in module.body) or not _demonstrated(module):
        return set()
    mains = [one for one in module.body if type(one) is cst.If and _asks_whether_main(one.test)]
    stack = [part for one in mains for part in one.body.body if isinstance(part, cst.FunctionDef | cst.ClassDef)]
    found: set[int] = set()
    while stack:
        node: cst.CSTNode = stack.pop()
        found.add(id(node))
        stack.extend(children(node))  # type: ignore[arg-type]
    return found


def _demonstrated(module: cst.Module) -> set[int]:
    """The nodes under ``if __name__ == "__main__":``, unless it trains something: steps, or makes an optimizer to."""
    found: set[int] = set()
    steps: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        found.add(id(node))
        if type(node) is cst.Call and type(node.func) is cst.Attribute:
            if node.func.attr.value == "step" or last_name(node.func.value) == "optim":
                steps.append(node)

    for statement in module.body:
        if type(statement) is cst.If and _asks_whether_main(statement.test):
            walk(statement.body, {kind: [look] for kind in _LOOKED_AT})
    return set() if steps else found


def _asks_whether_main(test: cst.BaseExpression) -> bool:
    return type(test) is cst.Comparison and type(test.left) is cst.Name and test.left.value == "__name__"


def has_few_iterations(operation: Operation) -> bool:
    """Whether the loops around an operation run a few times only, over what is written out in their heads.

    >>> p = program("for row in [x, y]: z = row.exp()", "for row in x: z = row.log()")
    >>> has_few_iterations(p.operation("row.exp()")), has_few_iterations(p.operation("row.log()"))
    (True, False)
    """
    number = 1
    for loop in operation.loops:
        if type(loop) is not cst.For or not isinstance(loop.iter, cst.List | cst.Tuple):
            return False
        number *= len(loop.iter.elements)
    return number <= FEW
