"""What speaks against a gain: few iterations by default, code that runs once, a test, a loop that saves memory."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..values import Class, Function, Reference, Tensor, Unknown, Value, origins, reaches
from .loops import COMPREHENSIONS, holds, is_same
from .waits import is_light

_ONCE = frozenset({"__init__", "__post_init__", "__new__", "__repr__", "__str__", "extra_repr"})
_TEST_LIBRARIES = frozenset({"pytest", "unittest"})


def runs_once(frame: cst.CSTNode | None) -> bool:
    """Whether a function runs once an object, or to print it: ``__init__``, ``__repr__``.

    >>> runs_once(cst.parse_statement("def __init__(self): pass"))
    True
    """
    return type(frame) is cst.FunctionDef and frame.name.value in _ONCE


def is_test(inference: Inference) -> bool:
    """Whether a file holds tests: it imports pytest or unittest, or most of what it defines is named ``test_...``.

    >>> is_test(program("return x").inference)
    False
    """
    exported = inference.exported
    defined = [name for name, value in exported.items() if isinstance(value, (Function, Class))]
    if 2 * sum(name.startswith("test_") for name in defined) > len(defined):
        return True
    names = (value.name for value in exported.values() if isinstance(value, Reference))
    return any(name.partition(".")[0] in _TEST_LIBRARIES for name in names)


def is_few(value: Value) -> bool:
    """Whether a tensor holds what ``topk`` or ``unique`` left: few entries.

    >>> is_few(value("x.topk(2).values")), is_few(value("x.exp()"))
    (True, False)
    """
    made = [value.origin] if value.origin is not None else []
    return any(operation.name in _LEAVE_FEW for operation in [*made, *origins(value, 4)])


_LEAVE_FEW = frozenset({"topk", "unique", "unique_consecutive"})


def is_asked_early(frame: cst.CSTNode | None, loop: cst.CSTNode) -> bool:
    """Whether ``any``, ``all`` or ``next`` runs a generator, and so stops it at the first answer.

    >>> p = program("return all(v.item() in labels for v in x)")
    >>> is_asked_early(next(iter(p.inference.functions)), p.loop)
    True
    """
    found: list[cst.CSTNode] = []

    def look(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        if call.args and call.args[0].value is loop and any(_is_named(call, name) for name in ("any", "all", "next")):
            found.append(call)

    if frame is not None and type(loop) is cst.GeneratorExp:
        walk(frame, {cst.Call: [look]})
    return bool(found)


def is_called_on(frame: cst.CSTNode | None, call: cst.Call, argument: cst.CSTNode | None) -> bool:
    """Whether a function makes a call a second time, on something else: ``model(x)`` beside ``model(row)``.

    >>> p = program("y = model(x) if n else [model(row) for row in x]")
    >>> is_called_on(next(iter(p.inference.functions)), p.node("model(row)"), p.node("x"))
    True
    """
    others: list[cst.CSTNode] = []

    def look(other: cst.CSTNode) -> None:
        assert type(other) is cst.Call
        if other.args and argument is not None and other.func.deep_equals(call.func):
            if other.args[0].value.deep_equals(argument):
                others.append(other)

    if frame is not None:
        walk(frame, {cst.Call: [look]})
    return bool(others)


def counts_something_else(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop counts the items of what is no tensor: ``enumerate(names)``, ``range(len(names))``.

    >>> p = program("names = [1, 2, 3, 4]", "for i in range(len(names)): y = x[i]")
    >>> counts_something_else(p.inference, p.loop)
    True
    >>> p = program("for i in range(len(x)): y = x[i]")
    >>> counts_something_else(p.inference, p.loop)
    False
    """
    node: cst.BaseExpression | None = _counted_to(loop)
    if type(node) is not cst.Call or not _is_named(node, "len"):
        node = _iterated(loop)
        if type(node) is not cst.Call or not _is_named(node, "enumerate"):
            return False
    return bool(node.args) and not _holds_tensor(inference, node.args[0].value)


def _holds_tensor(inference: Inference, node: cst.BaseExpression) -> bool:
    if isinstance(inference.value(node), Tensor):
        return True
    return type(node) is cst.Call and any(_holds_tensor(inference, argument.value) for argument in node.args)


def prints_or_cuts(loop: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether an iteration reads a value to format it, to index with it, or to slice: the rest of it costs more.

    >>> p = program("for i in range(len(x)): print(f'{x[i].item():.3f}')")
    >>> prints_or_cuts(p.loop, p.operation("x[i].item()").node)
    True
    """
    found: list[cst.CSTNode] = []

    def look(part: cst.CSTNode) -> None:
        if holds(part, node):
            found.append(part)

    walk(loop, {cst.FormattedString: [look], cst.Slice: [look], cst.Index: [look]})
    return bool(found)


def _iterated(loop: cst.CSTNode) -> cst.BaseExpression | None:
    """What stands after ``in``."""
    return loop.iter if type(loop) is cst.For else loop.for_in.iter if isinstance(loop, COMPREHENSIONS) else None


def _counted_to(loop: cst.CSTNode) -> cst.BaseExpression | None:
    """The bound of a ``range``, without what is added to it."""
    node = _iterated(loop)
    if type(node) is not cst.Call or not _is_named(node, "range") or not 1 <= len(node.args) <= 2:
        return None
    bound = node.args[-1].value
    while type(bound) is cst.BinaryOperation and type(bound.right) is cst.Integer:
        bound = bound.left
    return bound


def _is_named(call: cst.Call, name: str) -> bool:
    return type(call.func) is cst.Name and call.func.value == name


def feeds_itself(inference: Inference, loop: cst.CSTNode, but: Value) -> bool:
    """Whether a layer or an unknown call gets what an earlier iteration left, as in decoding; ``but`` is not meant.

    >>> p = program("for _ in range(n): y = torch.relu(model(y))")
    >>> feeds_itself(p.inference, p.loop, p.value("x"))
    True
    """
    facts = inference.loops.get(loop)
    if facts is None:
        return False
    left = [head for head, final in facts.carried.values() if not is_same(head, final) and not is_same(head, but)]
    left = [head for head in left if isinstance(head, (Tensor, Unknown))]
    if not left:
        return False
    found: list[cst.CSTNode] = []

    def look(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        if not is_light(inference, call):
            given = [inference.value(argument.value) for argument in call.args]
            if any(is_same(made, head) for value in given for made in reaches(value, 100) for head in left):
                found.append(call)

    walk(loop, {cst.Call: [look]})
    return bool(found)
