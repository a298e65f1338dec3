"""What speaks against a gain: few iterations by default, code that runs once, a test, a loop that saves memory."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from .. import transfer
from ..interpreter.inference import Inference
from ..values import Class, Function, Reference, Tensor, Unknown, Value, origins, reaches
from .loops import COMPREHENSIONS, MANY, holds, is_same
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


def is_work_left(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop over rows holds another loop, or calls what may take longer than to take a row.

    >>> p = program("for row in x: y = y + row")
    >>> is_work_left(p.inference, p.loop)
    False
    >>> p = program("for row in x: y = y + model(row)")
    >>> is_work_left(p.inference, p.loop)
    True
    """
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        if node is not loop and not (type(node) is cst.Call and is_light(inference, node)):
            found.append(node)

    if isinstance(loop, (cst.For, cst.While)):
        walk(loop.body, {cst.For: [look], cst.While: [look], cst.Call: [look]})
    return bool(found)


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


def only_checks(frame: cst.CSTNode | None, node: cst.CSTNode) -> bool:
    """Whether a function asks for a value only to raise an error: ``if min(x) < 0: raise ...``.

    >>> p = program("if min(x) < 0: raise ValueError")
    >>> only_checks(next(iter(p.inference.functions)), p.node("min(x)"))
    True
    """
    found: list[cst.CSTNode] = []

    def look(part: cst.CSTNode) -> None:
        assert isinstance(part, cst.If)
        first = part.body.body[0]
        inner = first.body[0] if isinstance(first, cst.SimpleStatementLine) else first
        if isinstance(inner, cst.Raise) and holds(part.test, node):
            found.append(part)

    if frame is not None:
        walk(frame, {cst.If: [look]})
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


def few_by_default(inference: Inference, loop: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether a loop counts to a parameter, or an attribute set from one, whose default is a small number.

    >>> p = program("for i in range(n): y = x[i]")
    >>> few_by_default(p.inference, p.loop, None)
    False
    """
    counted = _counted_to(loop)
    function = None if frame is None else inference.functions.get(frame)
    if counted is None or function is None:
        return False
    return any(number is not None and number <= MANY for number in _defaults(function, counted))


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


def counts_from_elsewhere(loop: cst.CSTNode) -> bool:
    """Whether a ``range`` starts at what is computed: ``range(last, n)`` may have one iteration, or none.

    >>> counts_from_elsewhere(cst.parse_statement("for i in range(last + 1, n): pass"))
    True
    >>> counts_from_elsewhere(cst.parse_statement("for i in range(1, n): pass"))
    False
    """
    node = _iterated(loop)
    if type(node) is not cst.Call or not _is_named(node, "range") or len(node.args) < 2:
        return False
    return type(node.args[0].value) is not cst.Integer


def _is_named(call: cst.Call, name: str) -> bool:
    return type(call.func) is cst.Name and call.func.value == name


def _defaults(function: Function, counted: cst.BaseExpression) -> list[int | None]:
    """The numbers that an expression stands for where nobody passes another."""
    if type(counted) is cst.Name:
        return [transfer.integer(function.defaults[counted.value])] if counted.value in function.defaults else []
    made = function.cls.function("__init__") if function.cls is not None else None
    if type(counted) is not cst.Attribute or made is None:
        return []
    found: list[int | None] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        if type(node.value) is cst.Name and any(_is_same_place(target.target, counted) for target in node.targets):
            found.extend(_defaults(made, node.value))

    walk(made.node, {cst.Assign: [look]})
    return found


def _is_same_place(target: cst.BaseExpression, attribute: cst.Attribute) -> bool:
    return type(target) is cst.Attribute and target.attr.value == attribute.attr.value


def saves_memory(inference: Inference, loop: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether a comment at a loop says that it is there to save memory.

    >>> p = program("# one at a time to reduce peak memory", "for row in x: y.append(row.exp())")
    >>> saves_memory(p.inference, p.loop, next(iter(p.inference.functions)))
    True
    """
    around = frame if frame is not None else loop
    commented = inference.commented_on_memory.get(id(around))
    if commented is None:
        commented = inference.commented_on_memory[id(around)] = []

        def look(node: cst.CSTNode) -> None:
            if any("mem" in comment.lower() for comment in _comments(node)):
                commented.append(node)

        walk(around, {cst.For: [look], cst.SimpleStatementLine: [look]})
    return any(holds(node, loop) for node in commented)


def _comments(statement: cst.CSTNode) -> list[str]:
    """The comments above a statement and at the end of its first line."""
    assert isinstance(statement, (cst.For, cst.SimpleStatementLine))
    comments = [line.comment for line in statement.leading_lines]
    if isinstance(statement, cst.SimpleStatementLine):
        comments.append(statement.trailing_whitespace.comment)
    elif isinstance(statement.body, cst.IndentedBlock):
        comments.append(statement.body.header.comment)
    return [comment.value for comment in comments if comment is not None]


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
