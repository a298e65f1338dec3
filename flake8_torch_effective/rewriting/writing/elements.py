"""Numbers that a loop reads from a tensor one by one, read with one ``tolist()`` before it."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Creates, Family, Formula
from ...inference.knowledge.kinds import NUMBER_TYPES
from ...inference.knowledge.python_operations import SUBSCRIPT
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.iterations import IterationSlice, sliced_in
from ...inference.queries.loops import is_plain_comprehension
from ...inference.transfer import results
from ...inference.values import NONE, Number, Tensor
from ..fix import Edit, Fix
from ..writer import Rewriting
from .code import Code, from_text
from .iterations import (
    changes,
    clauses,
    counts_by,
    is_by,
    is_read_after,
    is_rebound,
    iteration_nodes,
    names_read,
    reads,
)
from .walk import Place, Style, walk_over

# Functions that do not change the value of a single element.
_SAME_NUMBER: Final = (Formula.CLONE, Formula.CONTIGUOUS, Formula.DETACH, Formula.SQUEEZE)


def read_at_once(write: Rewriting, found: IterationSlice, walked: cst.CSTNode | None) -> Fix | None:
    """The loop over ``x.tolist()``, or that list itself where the loop only built it.

    Args:
        found: the slice of an iteration from which the number is read.
        walked: the expression of the tensor that the loop iterates over, where it has no counter.
    """
    operation, loop = found.operation, found.loop
    if operation.signature is not SUBSCRIPT:
        return None if walked is None else _walked(write, found, walked)
    node = operation.node
    count = counts_by(write, loop, node) if type(node) is cst.Subscript else None
    if count is None or type(node) is not cst.Subscript:
        return None
    places = []
    for part in iteration_nodes(loop, count.clause):
        if type(part) is cst.Subscript and any(is_by(index, count.name) for index in part.slice):
            read = _read(write, part)
            if read is not None:
                places.append(Place(read[0], part, read[1]))
    made = _collects(write, loop, [(place.node, place.form) for place in places])
    fix = walk_over(write, loop, count, places, node, Style(_listed, _taken, ("value", "number"), fold=True))
    if fix is None or made is None or len(fix.edits) != 3:
        return fix
    iterable = fix.edits[-1].change(count.clause.iter)
    return _made(made, iterable) if isinstance(iterable, cst.BaseExpression) else None


def _listed(whole: str, dim: int) -> str | None:
    return f"{whole}.tolist()" if dim == 0 else None


def _taken(name: str, rest: str) -> str | None:
    return None if ":" in rest or "..." in rest else name + "".join(f"[{part.strip()}]" for part in rest.split(","))


def _read(write: Rewriting, entry: cst.CSTNode) -> tuple[cst.CSTNode, str] | None:
    """The expression that reads an entry as a number, and its form for a Python number; None for anything else."""
    around = write.surroundings
    value = write.inference.value(entry)
    kind = value.category if isinstance(value, Tensor) else None
    dims = (_least_rank(value) if value.rank is None else value.rank) if isinstance(value, Tensor) else None
    node, form = entry, "{}"
    while True:
        parent = around.parent(node)
        call = None if parent is None else around.parent(parent)
        if type(parent) is cst.Subscript and parent.value is node and _is_number(write, parent):
            form += f"[{write.module.code_for_node(parent.slice[0].slice).strip()}]"
            dims = None if dims is None else dims - 1
            node = parent
        elif type(parent) is cst.Attribute and type(call) is cst.Call and call.func is parent and not call.args:
            row = TABLE.methods.get(parent.attr.value)
            if row is None:
                return None
            if row.formula is Formula.ITEM or row.result is results.python_list:
                return (call, form) if row.formula is not Formula.ITEM or not dims else None
            if row.formula not in _SAME_NUMBER and row.creates is not Creates.ON_CPU:
                return None
            node = call
        elif type(parent) is cst.Arg and type(call) is cst.Call and len(call.args) == 1 and not parent.star:
            name = call.func.value if type(call.func) is cst.Name else None
            if name not in NUMBER_TYPES or parent.keyword is not None or dims:
                return None
            form = form if kind == name else f"{name}({form})"
            return call, form
        else:
            return None


def _least_rank(entry: Tensor) -> int | None:
    """The least rank of an entry of a tensor of unknown rank that was reduced along a later dim.

    Its ``item()`` then reads a single element, which ``tolist()`` returns in a list.
    """
    made = None if entry.origin is None else entry.origin.operand().origin
    if made is None or made.signature.family is not Family.REDUCTION:
        return None
    axes = [] if made.operand("dim") is NONE else transfer.axes_of(made.operand("dim"))
    keeps = made.operands.get("keepdim")
    gone = 0 if isinstance(keeps, Number) and keeps.number is True else len(axes or [])
    least = max(axes) - gone if axes else 0
    return least if least > 0 else None


def _is_number(write: Rewriting, subscript: cst.Subscript) -> bool:
    index = subscript.slice[0].slice
    return (
        len(subscript.slice) == 1
        and type(index) is cst.Index
        and isinstance(write.inference.value(index.value), Number)
    )


def _collects(write: Rewriting, loop: cst.CSTNode, taken: list[tuple[cst.CSTNode, str]]) -> cst.CSTNode | None:
    """The comprehension, where it builds a list of only what it reads, and only that list is used."""
    if len(taken) != 1 or taken[0][1] != "{}" or not is_plain_comprehension(loop):
        return None
    if not isinstance(loop, cst.ListComp | cst.SetComp | cst.GeneratorExp) or loop.elt is not taken[0][0]:
        return None
    parent = write.surroundings.parent(loop)
    unpacked = type(parent) is cst.Assign and isinstance(parent.targets[0].target, cst.Tuple | cst.List)
    iterated = isinstance(parent, cst.Arg | cst.For | cst.CompFor | cst.StarredElement) or unpacked
    return None if type(loop) is cst.GeneratorExp and not iterated else loop


def _made(comprehension: cst.CSTNode, numbers: cst.BaseExpression) -> Fix:
    """The fix that replaces a comprehension with a list of numbers, or their set."""
    made = cst.Call(cst.Name("set"), [cst.Arg(numbers)]) if type(comprehension) is cst.SetComp else numbers
    return Fix((Edit(comprehension, lambda _: made),), safe=False)


def _walked(write: Rewriting, found: IterationSlice, source: cst.CSTNode) -> Fix | None:
    """The same loop over numbers instead of tensors."""
    loop, around, inference = found.loop, write.surroundings, write.inference
    clause = next((clause for clause in clauses(loop) if around.encloses(clause.iter, source)), None)
    if clause is None or not isinstance(source, cst.BaseExpression):
        return None
    if type(loop) is cst.For and changes(write, names_read(source), loop.body):
        return None
    if found.operation.formula is Formula.UNBIND:
        if found.axis or not around.encloses(clause.iter, found.operation.node):
            return None
    names = [
        name
        for target in _names(clause.target)
        if (name := target.value)
        and (own := sliced_in(inference, inference.value(target), loop)) is not None
        and own.node is found.node
    ]
    edits: list[Edit] = []
    places: list[tuple[cst.CSTNode, str]] = []
    for name in names:
        if is_rebound(write, loop, clause, name) or (type(loop) is cst.For and is_read_after(write, loop, name)):
            return None
        for read in reads(loop, clause, name):
            taken = _read(write, read)
            if taken is None:
                return None
            places.append(taken)
            edits.append(Edit(taken[0], write.code(taken[1].format(name))))
    if not edits:
        return None
    replaced = found.operation.node if found.operation.formula is Formula.UNBIND else source

    def listed(updated: cst.CSTNode) -> cst.BaseExpression:
        node = source if replaced is not source else updated
        assert isinstance(node, cst.BaseExpression)
        code = Code(node, write.module.code_for_node(node))
        return from_text(write.module, f"{code:tight}.tolist()")

    made = _collects(write, loop, places)
    if made is not None and clause.iter is replaced and type(clause.target) is cst.Name:
        return _made(made, listed(replaced))
    return Fix((*edits, Edit(replaced, listed)), safe=False, shows=replaced)


def _names(target: cst.CSTNode) -> list[cst.Name]:
    if isinstance(target, cst.Tuple | cst.List):
        return [name for element in target.elements for name in _names(element.value)]
    return [target] if type(target) is cst.Name else []
