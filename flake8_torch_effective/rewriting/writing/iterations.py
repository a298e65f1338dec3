"""Loops that index a tensor with a counter, as fixes see them: the counter, and what each iteration reads with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Formula
from ...inference.knowledge.python_operations import ROW
from ...inference.queries.loops import COMPREHENSIONS
from ...inference.values import ELLIPSIS, NONE, Dim, Notation, Number, Tensor
from ..surroundings import children_of, inside
from ..writer import Rewriting
from .code import is_call_of

Clause: TypeAlias = "cst.For | cst.CompFor"


@dataclass(frozen=True)
class Count:
    """``for name in range(start, stop, step)``, in a loop or in a clause of a comprehension."""

    clause: Clause
    name: str
    start: int
    stop: cst.BaseExpression
    step: int


@dataclass(frozen=True)
class Share:
    """What one iteration reads of a tensor: a slice of ``whole`` along ``dim``, indexed further by ``rest``.

    ``uncut`` is the whole without cut-off ends; the same where the iterations cover all of it.
    """

    whole: str
    uncut: str
    dim: int
    rest: str


def clauses(loop: cst.CSTNode) -> Iterator[Clause]:
    """The ``for`` of a loop, or those of a comprehension."""
    if type(loop) is cst.For:
        yield loop
    clause = loop.for_in if isinstance(loop, COMPREHENSIONS) else None
    while clause is not None:
        yield clause
        clause = clause.inner_for_in


def counts_by(write: Rewriting, loop: cst.CSTNode, subscript: cst.Subscript) -> Count | None:
    """The clause of a loop whose counter indexes an expression, where it counts from 0 in steps of 1."""
    for clause in clauses(loop):
        count = count_of(write, clause)
        if count is None or (count.start, count.step) != (0, 1):
            continue
        if any(is_by(part, count.name) for part in subscript.slice) and not is_rebound(write, loop, clause, count.name):
            return count
    return None


def count_of(write: Rewriting, clause: Clause) -> Count | None:
    """The counter of a clause that counts up from a literal; None for other clauses."""
    call, target = clause.iter, clause.target
    if type(call) is not cst.Call or type(target) is not cst.Name or not 1 <= len(call.args) <= 3:
        return None
    if not is_call_of(call, "range"):
        return None
    if any(argument.keyword is not None or argument.star for argument in call.args):
        return None
    values = [argument.value for argument in call.args]
    start = 0 if len(values) == 1 else transfer.integer(write.inference.value(values[0]))
    step = 1 if len(values) < 3 else transfer.integer(write.inference.value(values[2]))
    if start is None or step is None or start < 0 or step < 1:
        return None
    return Count(clause, target.value, start, values[0] if len(values) == 1 else values[1], step)


def iteration_nodes(loop: cst.CSTNode, clause: Clause) -> Iterator[cst.CSTNode]:
    """Every node that an iteration of a clause evaluates, and, in a comprehension, the clauses before it."""
    if type(loop) is cst.For:
        yield from inside(loop.body)
        return
    stack: list[cst.CSTNode] = [loop]
    while stack:
        node = stack.pop()
        if node is not clause.target and node is not clause.iter:
            yield node
            stack.extend(child for _, _, child in children_of(node))


def reads(loop: cst.CSTNode, clause: Clause, name: str) -> list[cst.Name]:
    """Where an iteration mentions a name."""
    return [node for node in iteration_nodes(loop, clause) if type(node) is cst.Name and node.value == name]


def is_rebound(write: Rewriting, loop: cst.CSTNode, clause: Clause, name: str) -> bool:
    """Whether an iteration binds a name itself."""
    bound = write.surroundings.bindings(write.surroundings.scope(loop)).get(name, ())
    region = {id(node) for node in iteration_nodes(loop, clause)}
    return any(id(node) in region and node is not clause for node in bound)


def is_read_after(write: Rewriting, loop: cst.CSTNode, name: str) -> bool:
    """Whether the function around a loop may read its name elsewhere, outside loops that bind it themselves."""
    around = write.surroundings
    return any(
        not around.encloses(loop, node) or any(around.encloses(part, node) for part in _after(loop))
        for node in _not_of_loops(write, around.scope(loop), name)
    )


def _not_of_loops(write: Rewriting, scope: cst.CSTNode, name: str) -> list[cst.Name]:
    """Where a function mentions a name outside all loops that bind it themselves."""
    known = write.not_of_loops.get((id(scope), name))
    if known is None:
        known = []
        for node in write.surroundings.mentions(scope, name):
            others = (other for other in write.surroundings.ancestors(node) if _binds_for(write, other, node))
            own = (part for other in others for clause in clauses(other) for part in inside(clause.target))
            if not any(type(part) is cst.Name and part.value == name for part in own):
                known.append(node)
        write.not_of_loops[id(scope), name] = known
    return known


def is_sure(write: Rewriting, loop: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether every iteration of a loop reaches an expression."""
    around, inner = write.surroundings, node
    for outer in around.ancestors(node):
        if isinstance(outer, cst.If | cst.IfExp | cst.While) and inner is not outer.test:
            return False
        if type(outer) is cst.BooleanOperation and inner is outer.right:
            return False
        if isinstance(outer, cst.Try | cst.TryStar | cst.Match | cst.FunctionDef | cst.Lambda):
            return False
        if isinstance(outer, COMPREHENSIONS) and type(inner) is not cst.CompFor:
            if any(clause.ifs for clause in clauses(outer) if type(clause) is cst.CompFor):
                return False
        if outer is loop:
            break
        inner = outer
    return not any(
        type(part) is cst.Continue and around.before(part, node) and _ends_iteration(write, part, node)
        for part in inside(loop)
    )


def _ends_iteration(write: Rewriting, node: cst.Continue, other: cst.CSTNode) -> bool:
    """Whether the loop that a ``continue`` belongs to also contains another node."""
    own = next(outer for outer in write.surroundings.ancestors(node) if isinstance(outer, cst.For | cst.While))
    return write.surroundings.encloses(own, other)


def _binds_for(write: Rewriting, loop: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether the targets of a loop or comprehension are bound where a node inside it runs."""
    if type(loop) is cst.For:
        return any(write.surroundings.encloses(part, node) for part in (loop.target, loop.body))
    return isinstance(loop, COMPREHENSIONS) and not write.surroundings.encloses(loop.for_in.iter, node)


def _after(loop: cst.CSTNode) -> list[cst.CSTNode]:
    """The part of a loop that runs after its iterations."""
    return [loop.orelse] if type(loop) is cst.For and loop.orelse is not None else []


def varies(write: Rewriting, node: cst.CSTNode, loop: cst.CSTNode) -> bool:
    """Whether something that an expression reads is bound or changed in place in the iterations of a loop."""
    names = names_read(node)
    bound = {name for clause in clauses(loop) for name in names_read(clause.target)}
    return bool(names & bound) or changes(write, names, loop.body if type(loop) is cst.For else loop)


def changes(write: Rewriting, names: set[str], node: cst.CSTNode) -> bool:
    """Whether a node binds one of the names or changes its object in place, but for ``total.add_(row)``."""
    for name in names:
        for change in write.surroundings.changes_inside(name, node):
            operation = write.inference.operation(change)
            changed = None if operation is None else operation.nodes.get("input")
            if operation is None or operation.notation is not Notation.IN_PLACE or changed is None:
                return True
            if any(write.surroundings.may_share(name, other, change) for other in names_read(changed)):
                return True
    return False


def names_read(node: cst.CSTNode) -> set[str]:
    """The names in an expression."""
    return {part.value for part in inside(node) if type(part) is cst.Name}


def share(
    write: Rewriting, subscript: cst.Subscript, count: Count, loop: cst.CSTNode, fold: bool = False
) -> Share | None:
    """What ``x[i]`` reads, ``i`` being the counter; None where that cannot be written for all iterations at once.

    With ``fold`` the index after the counter goes into the whole if it is the same in every iteration, so that
    ``x[i, 0]`` is a share of ``x[:, 0]``; without, it is the rest.
    """
    source = write.inference.value(subscript.value)
    places = [place for place, element in enumerate(subscript.slice) if is_by(element, count.name)]
    if (
        not isinstance(source, Tensor)
        or len(places) != 1
        or not is_plain(subscript.value)
        or varies(write, subscript.value, loop)
    ):
        return None
    before, after = subscript.slice[: places[0]], subscript.slice[places[0] + 1 :]
    base = write.module.code_for_node(subscript.value)
    kinds = {_kind(write, element) for element in before}
    if kinds == {"ellipsis"} and not after:
        bounds = _bounds(write, count, source, -1)
        return None if bounds is None else Share(base if bounds == ":" else f"{base}[..., {bounds}]", base, -1, "")
    fixed = kinds == {"number"} and not any(varies(write, element, loop) for element in before)
    bounds = _bounds(write, count, source, len(before))
    if bounds is None or not (fixed or kinds <= {"whole"}):
        return None
    ahead, behind = ([_text(write, element) for element in part] for part in (before, after))
    folds = fold and all(
        _kind(write, element) == "whole" or (_kind(write, element) == "number" and not varies(write, element, loop))
        for element in after
    )
    rest = [] if folds else [*([] if fixed else ahead), *behind]
    whole, uncut = (_subscripted(base, [*ahead, part, *(behind if folds else [])]) for part in (bounds, ":"))
    return Share(whole, uncut, 0 if fixed else len(before), ", ".join(_cut(rest)))


def is_by(element: cst.SubscriptElement, name: str) -> bool:
    """Whether a part of a subscript is a name."""
    index = element.slice.value if type(element.slice) is cst.Index else None
    return type(index) is cst.Name and index.value == name


def is_plain(node: cst.CSTNode) -> bool:
    """Whether an expression is a name or an attribute of one."""
    while type(node) is cst.Attribute:
        node = node.value
    return type(node) is cst.Name and not node.lpar


def _kind(write: Rewriting, element: cst.SubscriptElement) -> str:
    if type(element.slice) is cst.Slice:
        bounds = (element.slice.lower, element.slice.upper, element.slice.step)
        return "whole" if bounds == (None, None, None) else "slice"
    assert type(element.slice) is cst.Index
    value = write.inference.value(element.slice.value)
    if value is ELLIPSIS:
        return "ellipsis"
    if isinstance(value, Number):
        return "number"
    return "none" if value is NONE else "other"


def _text(write: Rewriting, element: cst.SubscriptElement) -> str:
    return write.module.code_for_node(element.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip()


def _subscripted(base: str, taken: list[str]) -> str:
    cut = _cut(taken)
    return f"{base}[{', '.join(cut)}]" if cut else base


def _cut(taken: list[str]) -> list[str]:
    """The parts of a subscript without the full slices at its end."""
    while taken and taken[-1] == ":":
        taken = taken[:-1]
    return taken


def _bounds(write: Rewriting, count: Count, source: Tensor, axis: int) -> str | None:
    """The slice over the range of a counter, ``:`` where that is the whole axis."""
    stop = write.inference.value(count.stop)
    size = stop.dim if isinstance(stop, Number) else None
    if isinstance(size, int) and size < 0:
        return None
    whole = size is not None and size in _sizes(source, axis)
    text = "" if whole else write.module.code_for_node(count.stop)
    gap = "" if whole or isinstance(count.stop, cst.Name | cst.Integer) else " "
    step = f":{count.step}" if count.step != 1 else ""
    return f"{count.start or ''}{gap if count.start else ''}:{gap}{text}{step}"


def covers(write: Rewriting, loop: cst.CSTNode, source: Tensor, axis: int) -> bool:
    """Whether the iterations take the entries of a tensor along an axis from the first to the last, as far as known.

    Those of a counter do where it is known to run to the size of the tensor.
    """
    clause = next(clauses(loop), None)
    count = None if clause is None else count_of(write, clause)
    if count is None:
        return clause is not None
    return (count.start, count.step) == (0, 1) and _bounds(write, count, source, axis) == ":"


def _sizes(tensor: Tensor, axis: int) -> list[Dim]:
    """The known sizes of a tensor along an axis, including that of the tensor it is a slice of."""
    sizes: list[Dim] = [tensor.dim(axis)]
    origin = tensor.origin
    if (
        origin is not None
        and (origin.signature is ROW or origin.formula is Formula.UNBIND)
        and isinstance(origin.operand(), Tensor)
    ):
        dim = transfer.integer(origin.operands.get("dim", Number("int", 0)))
        source = origin.operand()
        assert isinstance(source, Tensor)
        if dim is not None and dim >= 0 and axis >= 0:
            sizes.append(source.dim(axis + (axis >= dim)))
    return sizes
