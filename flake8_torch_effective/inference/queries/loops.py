"""What rules ask about loops: which slice of a tensor one iteration reads, and what it leaves to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import libcst as cst

from ...syntax.walking import Visit, holds, walk
from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Asks, Family, Formula
from ..knowledge.kinds import BOOL
from ..knowledge.python_operations import ELEMENT, ITEM_OF, RANGE, ROW
from ..transfer import results
from ..values import (
    Bound,
    Function,
    Module,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Value,
    reaches,
)

# A loop over a literal number of iterations is worth a word when there are more than this.
MANY = 3

COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp)

_Loop = TypeVar("_Loop", bound=cst.CSTNode)
_Further = ParamSpec("_Further")


def once_a_loop(
    question: Callable[Concatenate[Inference, _Loop, _Further], bool],
) -> Callable[Concatenate[Inference, _Loop, _Further], bool]:
    """A question about a whole loop that is asked for everything in it, and worked out once.

    What else is asked with must depend on the loop alone.

    >>> @once_a_loop
    ... def has_target(inference: Inference, loop: cst.For) -> bool:
    ...     return bool(targets(inference, loop))
    >>> p = program("for row in x: y = row")
    >>> has_target(p.inference, p.loop)
    True
    """

    @wraps(question)
    def asked(inference: Inference, loop: _Loop, /, *further: _Further.args, **named: _Further.kwargs) -> bool:
        key = (question.__name__, id(loop))
        if key not in inference.answers:
            inference.answers[key] = question(inference, loop, *further, **named)
        return inference.answers[key]

    return asked


def targets(inference: Inference, loop: cst.CSTNode) -> list[Value]:
    """What the names after ``for`` hold in an iteration.

    >>> p = program("for i, row in enumerate(x): y = row")
    >>> targets(p.inference, p.loop)
    [int, Tensor(?)]
    """
    if type(loop) is cst.For:
        return list(_names(inference, loop.target))
    if isinstance(loop, COMPREHENSIONS):
        found: list[Value] = []
        clause: cst.CompFor | None = loop.for_in
        while clause is not None:
            found.extend(_names(inference, clause.target))
            clause = clause.inner_for_in
        return found
    return []


def _names(inference: Inference, target: cst.CSTNode) -> Iterator[Value]:
    if type(target) is cst.Tuple or type(target) is cst.List:
        for element in target.elements:
            yield from _names(inference, element.value)
    else:
        yield inference.value(target)


def index_loop(inference: Inference, operation: Operation) -> tuple[cst.CSTNode, int, Number] | None:
    """The loop whose counter a subscript uses as a whole index, the dim it indexes, and the counter.

    ``x[i]`` gives dim 0, ``x[:, i]`` dim 1; ``x[i + 1]`` and ``x[perm[i]]`` give None.

    >>> p = program("for i in range(len(x)): y = x[:, i]")
    >>> loop, axis, counter = index_loop(p.inference, p.operation("x[:, i]"))
    >>> loop is p.loop, axis
    (True, 1)
    """
    parts = operation.index_parts
    for axis, part in enumerate(parts):
        if not isinstance(part, Number) or part.origin is None or part.origin.signature.family is not Family.ITERATION:
            continue
        for loop in reversed(operation.loops):
            if any(part is target for target in targets(inference, loop)):
                return loop, axis, part
    return None


def iterable_of(inference: Inference, loop: cst.CSTNode) -> Value | None:
    """What a loop iterates over; None for a ``while``.

    >>> p = program("for row in x: y = row")
    >>> iterable_of(p.inference, p.loop) is p.value("x")
    True
    """
    if type(loop) is cst.For:
        return inference.value(loop.iter)
    if isinstance(loop, COMPREHENSIONS):
        return inference.value(loop.for_in.iter)
    return None


def iterates_range(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop counts: over a ``range``, alone or zipped with others; not over a list that holds counters.

    >>> p = program("for i in range(n): y = x[i]")
    >>> iterates_range(p.inference, p.loop)
    True
    """
    value = iterable_of(inference, loop)
    return isinstance(value, Sequence) and (value.is_range or value.type is SequenceType.GENERATOR)


def iteration_slice(inference: Inference, value: Value, loop: cst.CSTNode) -> Value | None:
    """The tensor of which a value is the slice that one iteration reads: ``x[i]``, or ``r`` in ``for r in x``.

    >>> p = program("for i in range(len(x)): y = x[i]")
    >>> iteration_slice(p.inference, p.value("x[i]"), p.loop) is p.value("x")
    True
    """
    origin = value.origin
    if origin is None:
        return None
    if origin.signature is ROW and any(value is target for target in targets(inference, loop)):
        return origin.operand()
    if origin.formula is Formula.SUBSCRIPT:
        found = index_loop(inference, origin)
        if found is not None and found[0] is loop and not isinstance(origin.operand("index"), Sequence):
            return origin.operand()
    if origin.signature is ELEMENT and any(value is target for target in targets(inference, loop)):
        return origin.operand()
    return None


def collected(tensors: Sequence) -> list[Value]:
    """What a list was filled with, through the joins of loop iterations.

    >>> p = program("rows = []", "for row in x: rows.append(row.exp())", "return torch.stack(rows)")
    >>> {item.origin.name for item in collected(p.operation("torch.stack(rows)").operand("tensors"))}
    {'exp'}
    """
    found: list[Value] = []
    queue: list[Value] = [tensors]
    seen: set[int] = set()
    while queue and len(seen) < 40:
        value = queue.pop(0)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Sequence):
            queue.extend(value.parts())
            continue
        origin = value.origin
        if origin is not None and origin.signature.family is Family.PHI:
            queue.extend(origin.operands.values())
        else:
            found.append(value)
    return found


def few_iterations(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop counts to a small literal number, which is no more than a way to write.

    >>> p = program("for i in range(3): y = x[i]")
    >>> few_iterations(p.inference, p.loop)
    True
    """
    for target in targets(inference, loop):
        if isinstance(target, Number) and target.origin is not None and target.origin.signature is RANGE:
            stop, start = (transfer.integer(target.origin.operand(name)) for name in ("stop", "start"))
            return stop is not None and start is not None and stop - start <= MANY
    return False


def changes_in(inference: Inference, value: Value, loop: cst.CSTNode) -> bool:
    """Whether a value differs from iteration to iteration because the loop rebinds or writes it.

    >>> p = program("for row in x: y = y + row")
    >>> changes_in(p.inference, p.value("y"), p.loop)
    True
    >>> changes_in(p.inference, p.value("x"), p.loop)
    False
    """
    facts = inference.loops.get(loop)
    if facts is None:
        return False
    for head, final in facts.carried.values():
        if value is head or value is final:
            return True
        if value.identity is not None and value.identity in (head.identity, final.identity):
            return True
    return False


def stops_early(loop: cst.For | cst.While) -> bool:
    """Whether a ``break`` or ``return`` may end the loop before its last iteration.

    >>> stops_early(program("for row in x:", "    if n: return row").loop)
    True
    """
    stack: list[cst.CSTNode] = list(loop.body.body)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is cst.Break or kind is cst.Return:
            return True
        if kind in (cst.SimpleStatementLine, cst.IndentedBlock, cst.SimpleStatementSuite):
            stack.extend(node.body)  # type: ignore[attr-defined]
        elif type(node) is cst.If:
            stack.append(node.body)
            if node.orelse is not None:
                stack.append(node.orelse)
        elif kind in (cst.Else, cst.Finally, cst.ExceptHandler, cst.With):
            stack.append(node.body)  # type: ignore[attr-defined]
        elif type(node) is cst.Try:
            stack.extend([node.body, *node.handlers])
    return False


def reads_elsewhere(loop: cst.For, name: str, operation: Operation) -> bool:
    """Whether an iteration uses the accumulated ``name`` for more than to add to it: then it is a recurrence.

    >>> p = program("for row in x:", "    y = y + row", "    print(y)")
    >>> reads_elsewhere(p.loop, "y", p.operation("y + row"))
    True
    """
    uses = 0

    def visit(node: cst.CSTNode) -> None:
        nonlocal uses
        if type(node) is cst.Name and node.value == name:
            uses += 1

    for statement in loop.body.body:
        if holds(statement, operation.node):
            continue
        walk(statement, {cst.Name: [visit]})
    return uses > 0


def sized_by_tensor(inference: Inference, counter: Number) -> bool:
    """Whether a counter runs over ``range(len(x))``, ``range(x.size(0))``, ``range(x.shape[0])`` or ``range(500)``.

    >>> p = program("for i in range(x.size(0)): y = x[i]")
    >>> sized_by_tensor(p.inference, p.value("i"))
    True
    """
    origin = counter.origin
    if origin is None:
        return False
    if origin.signature is not RANGE:
        return False
    if transfer.integer(origin.operand("start")) != 0 or transfer.integer(origin.operand("step")) != 1:
        return False
    stop = origin.operand("stop")
    if not isinstance(stop, Number):
        return False
    if isinstance(stop.number, int):
        return stop.number > MANY
    if stop.size is not None:
        return True
    return stop.origin is not None and stop.origin.signature.asks in (Asks.SIZE, Asks.SHAPE)


_ON_HOST = (results.python_number, results.python_list)


@once_a_loop
def is_ragged(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether iterations work on different amounts of data: masks, ``nonzero``, numbers read back, an early end.

    Such a loop cannot become one operation on the whole tensor.

    >>> p = program("for row in x: y = row[row > 0].sum()")
    >>> is_ragged(p.inference, p.loop)
    True
    """
    if type(loop) is cst.For and (stops_early(loop) or skips_iterations(loop)):
        return True
    if _meets_other_items(inference, loop):
        return True
    for operation in inference.inside(loop):
        if operation.signature.sized_by_values or operation.signature.result in _ON_HOST:
            return True
        if operation.formula in (Formula.SUBSCRIPT, Formula.SUBSCRIPT_WRITE) and isinstance(
            operation.operand(), Tensor
        ):
            parts = operation.index_parts
            if any(is_mask(part) or _cuts_by_data(part) for part in parts):
                return True
    return False


def _meets_other_items(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether an iteration's tensor work takes what the same counter picks from a list, modules or an unknown."""
    picked: set[int] = set()
    for operation in inference.inside(loop):
        if (operation.signature is ITEM_OF or operation.formula is Formula.SUBSCRIPT) and not isinstance(
            operation.operand(), Tensor
        ):
            found = index_loop(inference, operation)
            if found is not None and found[0] is loop:
                if isinstance(operation.operand(), Module):
                    return True
                picked.add(id(operation.result))
                continue
        if operation.signature.family is Family.COLLECTION:
            continue
        for value in operation.operands.values():
            for part in value.parts() if isinstance(value, Sequence) else (value,):
                if any(id(made) in picked for made in reaches(part, 12)):
                    return True
    return False


def is_mask(value: Value) -> bool:
    """Whether an index is a mask: a tensor of booleans, or what comparisons and logic made.

    >>> is_mask(value("x > 0")), is_mask(value("x.argmax(1)"))
    (True, False)
    """
    if not isinstance(value, Tensor):
        return False
    if value.category == BOOL:
        return True
    origin = value.origin
    while origin is not None and origin.formula is Formula.SUBSCRIPT:
        value = origin.operand()
        if isinstance(value, Tensor) and value.category == BOOL:
            return True
        origin = value.origin
    return origin is not None and origin.signature.family in (Family.COMPARISON, Family.BITWISE)


def _cuts_by_data(part: Value) -> bool:
    """Whether a slice's bound is read from a tensor."""
    if not (isinstance(part, Sequence) and part.type is SequenceType.SLICE):
        return False
    return any(
        isinstance(bound, (Tensor, Unknown))
        or (bound.origin is not None and bound.origin.signature.family is Family.EXTRACTION)
        for bound in part.items or []
    )


def skips_iterations(loop: cst.For) -> bool:
    """Whether a ``continue`` may end an iteration early.

    >>> skips_iterations(program("for row in x:", "    if n: continue").loop)
    True
    """
    found: list[cst.CSTNode] = []
    walk(loop.body, {cst.Continue: [found.append]})
    return bool(found)


def _is_literal(inference: Inference, call: cst.Call) -> bool:
    """Whether a call only converts literals, as ``float("-inf")`` does."""
    return all(isinstance(inference.value(argument.value), (Number, Text)) for argument in call.args)


def is_pure_tensor_work(inference: Inference, loop: cst.CSTNode, helpers: bool = False) -> bool:
    """Whether an iteration is only known tensor operations, names and list appends: no branch, no unknown call.

    With ``helpers`` a call of a function of this file is as good as the operations it returns.

    >>> p = program("for row in x: y = row.exp() + y")
    >>> is_pure_tensor_work(p.inference, p.loop)
    True
    """
    impure: list[cst.CSTNode] = []
    bodies: list[cst.CSTNode] = []

    def look_at_call(node: cst.CSTNode) -> None:
        operation = inference.operation(node)
        if operation is not None and operation.signature.family not in (Family.CALL, Family.OBJECT):
            return
        assert type(node) is cst.Call
        if isinstance(inference.value(node), Number) and _is_literal(inference, node):
            return
        helper = _function_of(inference.value(node.func)) if helpers else None
        if helper is None:
            impure.append(node)
        elif helper.node.body not in bodies:
            bodies.append(helper.node.body)

    visitors: dict[type, list[Visit]] = {cst.Call: [look_at_call]}
    for branch in (cst.If, cst.IfExp, cst.Try, cst.With, cst.For, cst.While, cst.Raise, cst.Yield):
        visitors[branch] = [impure.append]
    if type(loop) is cst.For:
        bodies.append(loop.body)
    elif type(loop) is cst.DictComp:
        bodies.append(loop.value)
    elif isinstance(loop, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
        bodies.append(loop.elt)
    for body in bodies:  # to which helpers add theirs
        walk(body, visitors)
    return not impure and not _compares_with_whole(inference, loop)


def _compares_with_whole(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether an iteration compares its row with a whole tensor from before the loop, to save memory."""
    for operation in inference.inside(loop):
        if operation.signature.family is Family.COMPARISON:
            if any(
                tensor.shape != () and (tensor.origin is None or loop not in tensor.origin.loops)
                for tensor in operation.tensors()
            ):
                return True
    return False


def is_plain_comprehension(loop: cst.CSTNode) -> bool:
    """Whether a comprehension has one ``for`` and no ``if``; a statement passes.

    >>> is_plain_comprehension(program("return [row for row in x if n]").loop)
    False
    """
    if isinstance(loop, COMPREHENSIONS):
        return loop.for_in.inner_for_in is None and not loop.for_in.ifs
    return True


def is_same(value: Value, other: Value) -> bool:
    """Whether two values are one object at run time.

    >>> p = program("z = x", "return z, x.clone()")
    >>> is_same(p.value("z"), p.value("x")), is_same(p.value("x.clone()"), p.value("x"))
    (True, False)
    """
    return value is other or (value.identity is not None and value.identity is other.identity)


def _function_of(callee: Value) -> Function | None:
    """The function of this file that a call runs: itself, a method, or the ``forward`` of a module."""
    if isinstance(callee, Function):
        return callee
    if isinstance(callee, Bound):
        return callee.function
    if isinstance(callee, Module) and callee.cls is not None:
        return callee.cls.function("forward")
    return None
