"""Loops over ``range(len(x))`` that read ``x[i]``, rewritten to iterate over the entries of ``x``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import libcst as cst

from ..fix import Edit, Fix
from ..writer import Rewriting
from .code import has_comment
from .iterations import Clause, Count, Share, is_read_after, is_sure, iteration_nodes, reads, share
from .naming import singular, stem, unused_name

# The longest first line of a loop, as formatters have it by default.
_WIDTH = 88


@dataclass(frozen=True)
class Place:
    """An expression around ``x[i]`` that is replaced by ``form``, with the iteration's entry as ``{}``."""

    node: cst.CSTNode
    subscript: cst.Subscript
    form: str = "{}"


@dataclass(frozen=True)
class Style:
    """How to iterate over a tensor: the code for that, the code for a part of an entry, and names for an entry.

    ``fold`` is passed to `iterations.share`.
    """

    apart: Callable[[str, int], str | None]
    part: Callable[[str, str], str | None]
    names: tuple[str, ...]
    fold: bool = False
    needs_torch: bool = False


def walk_over(
    write: Rewriting, loop: cst.CSTNode, count: Count, places: Sequence[Place], main: cst.Subscript, style: Style
) -> Fix | None:
    """The fix that makes a loop iterate over the entries that it read with its counter.

    The counter is kept, with ``enumerate``, where it has other uses.  Tensors that are read in the same way are
    included with ``zip``.

    Args:
        places: everything that an iteration reads with the counter and that may be replaced. main: the subscript among
        them that must be.
        style: how the tensors are taken apart.
    """
    groups: dict[tuple[str, int], list[tuple[Place, Share]]] = {}
    for place in places:
        found = share(write, place.subscript, count, loop, style.fold)
        if found is not None:
            groups.setdefault((found.whole, found.dim), []).append((place, found))
    if not any(place.subscript is main for members in groups.values() for place, _ in members):
        return None
    entries: list[str] = []
    walked: list[Share] = []
    edits: list[Edit] = []
    replaced = 0
    for members in groups.values():
        first = members[0][1]
        alias = _alias(write, loop, members)
        if alias is not None and len(groups) > 1 and has_comment(alias[1].trailing_whitespace):
            alias = None  # with several it would be unclear what each comment is about
        wanted = _names(first, style.names, len(groups) > 1)
        name = alias[0] if alias else unused_name(write.surroundings, loop, wanted, set(entries))
        texts = [None if name is None else _entry(name, place, found, style) for place, found in members]
        sliced = style.apart(first.whole, first.dim) is not None and not _is_read_otherwise(write, loop, count, members)
        # What only some iterations read may be None, or shorter than the others.
        sliced = sliced and (first.whole == first.uncut or any(is_sure(write, loop, one.node) for one, _ in members))
        if name is None or None in texts or not sliced:
            if any(place.subscript is main for place, _ in members):
                return None
            continue
        entries.append(name)
        walked.append(first)
        replaced += len(members)
        for (place, _), text in zip(members, texts, strict=True):
            if alias is None or write.surroundings.statement(place.node) is not alias[1]:
                edits.append(Edit(place.node, write.code(text or "")))
        if alias is not None:
            edits.append(Edit(alias[1], lambda _: cst.RemoveFromParent()))
    # A zip stops at the shortest, so one that is iterated to its end cuts off the others.
    ends = any(found.whole == found.uncut for found in walked)
    iterables = [style.apart(found.uncut if ends else found.whole, found.dim) or "" for found in walked]
    rest = len(reads(loop, count.clause, count.name)) - replaced
    counts = rest > 0 or (type(loop) is cst.For and is_read_after(write, loop, count.name))
    target = ", ".join(entries)
    if counts:
        target = f"{count.name}, {target}" if len(entries) == 1 else f"{count.name}, ({target})"
    iterable = _iterable(write, count.clause, target, iterables, counts)
    edits += [Edit(count.clause.target, write.code(target)), Edit(count.clause.iter, write.code(iterable))]
    return Fix(tuple(edits), safe=False, needs_torch=style.needs_torch, shows=count.clause.iter)


def _iterable(write: Rewriting, clause: Clause, target: str, iterables: list[str], counts: bool) -> str:
    """The iterable of a clause, one tensor per line where a single line would be long."""
    zipped = iterables[0] if len(iterables) == 1 else f"zip({', '.join(iterables)})"
    text = f"enumerate({zipped})" if counts else zipped
    around = write.surroundings
    blocks = [block for block in around.ancestors(clause) if type(block) is cst.IndentedBlock]
    margin = sum(len(block.indent or write.module.default_indent) for block in blocks)
    start = ""
    if type(clause) is cst.CompFor:
        if type(clause.whitespace_before) is not cst.ParenthesizedWhitespace:
            return text
        start = clause.whitespace_before.last_line.value
    if len(iterables) == 1 or margin + len(f"{start}for {target} in {text}:") <= _WIDTH:
        return text
    further = start + write.module.default_indent
    if counts and margin + len(further + zipped) <= _WIDTH:
        return f"enumerate(\n{further}{zipped}\n{start})"
    inner = further if counts else start
    lines = "".join(f"\n{inner}{write.module.default_indent}{one}," for one in iterables)
    zipped = f"zip({lines}\n{inner})"
    return f"enumerate(\n{further}{zipped}\n{start})" if counts else zipped


def _entry(name: str, place: Place, found: Share, style: Style) -> str | None:
    part = style.part(name, found.rest) if found.rest else name
    return None if part is None else place.form.format(part)


def _names(found: Share, names: tuple[str, ...], several: bool) -> list[str]:
    own = stem(found.uncut).lstrip("_").lower()
    one = "" if "," in found.uncut else singular(own)  # a column of boxes is not a box
    words = ["row", *names] if found.rest else [*names]
    longer = [f"{own}_{word}" for word in words]
    return [one, *longer, *words] if several else [one, *words, *longer]


def _is_read_otherwise(write: Rewriting, loop: cst.CSTNode, count: Count, members: list[tuple[Place, Share]]) -> bool:
    """Whether an iteration reads other entries of a tensor than its own: ``x[i + 1]``."""
    own = {id(place.subscript) for place, _ in members}
    base = write.module.code_for_node(members[0][0].subscript.value)
    for node in iteration_nodes(loop, count.clause):
        if type(node) is cst.Subscript and id(node) not in own and write.module.code_for_node(node.value) == base:
            return True
    return False


def _alias(
    write: Rewriting, loop: cst.CSTNode, members: list[tuple[Place, Share]]
) -> tuple[str, cst.SimpleStatementLine] | None:
    """The name that an iteration binds to its entry before all reads of it; and the statement."""
    if type(loop) is not cst.For or len(loop.body.body) < 2:
        return None
    around = write.surroundings
    for statement in loop.body.body:
        if type(statement) is not cst.SimpleStatementLine or len(statement.body) != 1:
            continue
        assign = statement.body[0]
        if type(assign) is not cst.Assign or len(assign.targets) != 1:
            continue
        target = assign.targets[0].target
        if type(target) is not cst.Name or not any(
            assign.value is place.node and place.form == "{}" and not found.rest for place, found in members
        ):
            continue
        bound = around.bindings(around.scope(loop)).get(target.value, ())
        inner = [node for node in bound if around.encloses(loop, node)]
        if len(inner) == 1 and not any(around.before(name, statement) for name in reads(loop, loop, target.value)):
            return target.value, statement
    return None
