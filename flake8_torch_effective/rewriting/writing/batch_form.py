"""The code that does for all rows at once what a loop iteration does for one, with the user's own names."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from ...inference.queries.iterations import IterationSlice, RowWork, is_elementwise
from ...rewriting.file import File
from ...syntax.walking import walk
from ..fix import Edit, Fix
from ..shown import names_of
from ..surroundings import inside
from ..writer import Rewriting
from .code import from_text

_ROWS = ("row", "other", "third", "fourth")
_TIGHT = (cst.Name, cst.Attribute, cst.Subscript, cst.Call)


class _Swap(cst.CSTTransformer):
    """Replaces some expressions with others."""

    def __init__(self, swaps: dict[cst.CSTNode, cst.BaseExpression]) -> None:
        super().__init__()
        self.swaps = swaps

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        return self.swaps.get(original_node, updated_node)


def instead_of_loop(
    write: Rewriting,
    code: str,
    loop: cst.CSTNode,
    node: cst.CSTNode,
    parts: Iterable[cst.CSTNode | None],
    written: cst.CSTNode | None = None,
) -> Fix | None:
    """The fix, only to be shown, that puts code which runs once in the place of ``node``, in or after a loop.

    Args:
        write: what writes the fixes of the module.
        code: the expression.
        loop: the loop that it saves.
        node: the expression that it is written for.
        parts: the user's own expressions in it.
        written: the target of the assignment that it takes over.

    Returns:
        None where a part is written outside the loop, and where an iteration, or a statement between the loop and
        ``node``, binds one of the names or visibly changes its object in place.
    """
    around, made = write.surroundings, from_text(write.module, code)
    if not all(part is not None and around.encloses(loop, part) for part in parts):
        return None
    own = {part.name.value for part in inside(made) if type(part) is cst.Param}
    for name in names_of(made) - own:
        if around.changes_between(name, loop, node) and written is None:
            return None
        if any(getattr(change, "target", loop) is not written for change in around.changes_inside(name, loop)):
            return None
    return Fix((Edit(node, lambda _: made),), safe=False)


def over_all_rows(file: File, node: cst.CSTNode | None, work: RowWork, dim: int | None = 0) -> str | None:
    """The expression at ``node`` for all rows, which are along ``dim`` in the result; None if there is no such form.

    Elementwise work is the same expression on the whole tensors, all other work goes through ``vmap``.
    """
    places = {} if node is None else _places(file, node, work)
    sources = _distinct(work)
    if node is None or dim is None or len(sources) > len(_ROWS) or any(found.node is None for found in sources):
        return None
    if not all(found.whole for found in work.slices):
        return None
    if {id(found.source) for found in places.values()} != {id(found.source) for found in sources}:
        return None
    if dim == 0 and is_elementwise(work):
        return _swapped(file, node, {place: _whole(found.node) for place, found in places.items()})
    if not work.operations and len(sources) == 1:
        moved = "" if sources[0].axis == dim else f".movedim({sources[0].axis}, {dim})"
        return file.text(sources[0].node or node, 200) + moved
    table = _indexed_by_row(file, node, work) if dim == 0 else None
    if table is not None:
        return f"{table}[{file.text(sources[0].node or node, 200)}]"
    names = {id(found.source): cst.Name(name) for name, found in zip(_ROWS, sources, strict=False)}
    row = _swapped(file, node, {place: names[id(found.source)] for place, found in places.items()})
    axes = [found.axis for found in sources]
    dims = "" if not any(axes) else f", in_dims={axes[0] if len(axes) == 1 else tuple(axes)}"
    dims += f", out_dims={dim}" if dim else ""
    rows = ", ".join(name.value for name in names.values())
    called = node.func if type(node) is cst.Call and len(node.args) == 1 and node.args[0].value in places else None
    function = f"lambda {rows}: {row}" if called is None or called in places else file.text(called, 200)
    others = {part.value for part in inside(node) if type(part) is cst.Name and part not in places}
    if function.startswith("lambda") and others & {name.value for name in names.values()}:
        return None
    whole = ", ".join(file.text(found.node, 200) for found in sources if found.node is not None)
    return f"{file.torch}.vmap({function}{dims})({whole})"


def _indexed_by_row(file: File, node: cst.CSTNode, work: RowWork) -> str | None:
    """The table of ``table[row]``, which all rows can index at once."""
    if len(work.operations) != 1 or len(work.slices) != 1 or type(node) is not cst.Subscript:
        return None
    operation, row = work.operations[0], work.slices[0]
    if operation.node is not node or row.axis or operation.operand("index") is not row.value:
        return None
    return file.text(node.value, 200) if isinstance(node.value, (cst.Name, cst.Attribute)) else None


def _places(file: File, node: cst.CSTNode, work: RowWork) -> dict[cst.CSTNode, IterationSlice]:
    """Where an expression reads the slices of an iteration."""
    places: dict[cst.CSTNode, IterationSlice] = {}

    def look(part: cst.CSTNode) -> None:
        value = file.inference.value(part)
        for found in work.slices:
            if value is found.value:
                places[part] = found

    walk(node, {cst.Name: [look], cst.Subscript: [look], cst.Call: [look]})
    return places


def _distinct(work: RowWork) -> list[IterationSlice]:
    """One slice for each tensor, in the order of reading."""
    sources: dict[int, IterationSlice] = {}
    for found in work.slices:
        sources.setdefault(id(found.source), found)
    return list(sources.values())


def _whole(node: cst.CSTNode | None) -> cst.BaseExpression:
    assert isinstance(node, cst.BaseExpression)
    if isinstance(node, _TIGHT) or node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _swapped(file: File, node: cst.CSTNode, swaps: dict[cst.CSTNode, cst.BaseExpression]) -> str:
    changed = node.visit(_Swap(swaps))
    assert isinstance(changed, cst.CSTNode)
    return file.text(changed, 200)
