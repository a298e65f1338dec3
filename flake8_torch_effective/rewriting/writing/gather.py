"""A loop that selects one entry of every row, rewritten as one subscript with an index for every row."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Formula
from ...inference.knowledge.python_operations import SUBSCRIPT
from ...inference.queries.elements import least_rank
from ...inference.queries.loops import is_plain_comprehension, skips_iterations, stops_early
from ...inference.values import Number, Operation, Tensor, Value
from ..fix import Edit, Fix
from ..writer import Rewriting
from .iterations import clauses, count_of, is_plain, is_read_after, names_read, varies


@dataclass(frozen=True)
class Gather:
    """Entries that ``pick`` selects from ``source`` by ``indices`` in ``loop``, ``joined`` after it.

    ``picks_integers`` says that the indices are known to be no masks.
    """

    joined: Operation
    pick: Operation
    loop: cst.CSTNode
    source: Value
    source_node: cst.CSTNode | None
    indices: Value
    indices_node: cst.CSTNode | None
    picks_integers: bool


def gathered_at_once(write: Rewriting, found: Gather) -> Fix | None:
    """The subscript instead of the ``stack``, without the loop where that did nothing else."""
    source, indices, node = found.source_node, found.indices_node, found.joined.node
    modules = write.module_names.modules(node)
    if modules is None or not isinstance(source, cst.BaseExpression) or not isinstance(indices, cst.BaseExpression):
        return None
    if not (is_plain(source) and is_plain(indices)) or found.pick.loops[-1] is not found.loop:
        return None
    if found.joined.loops != found.pick.loops[:-1]:
        return None
    spread = spread_of(found)
    rows = None if spread is None else _rows(write, found)
    removed = None if rows is None else _without_list(write, found)
    if spread is None or rows is None or removed is None:
        return None
    names = names_read(source) | names_read(indices) | names_read(cst.parse_expression(rows[0]))
    if any(write.surroundings.changes_between(name, found.loop, node) for name in names):
        return None
    if varies(write, source, found.loop) or varies(write, indices, found.loop):
        return None
    tensor = write.module.code_for_node(source)
    each, after = spread
    text = f"{tensor}[{modules.texts['torch']}.arange({rows[0]}, device={tensor}.device){each}, {rows[1]}]{after}"
    edits = (Edit(node, write.code(text)), *(Edit(line, lambda _: cst.RemoveFromParent()) for line in removed))
    return Fix(edits, safe=False, needs_torch=modules.missing)


def spread_of(found: Gather) -> tuple[str, str] | None:
    """What broadcasts the row numbers against the indices, and what joins the rows, depending on how they were joined.

    None where that is unknown.
    """
    joined = found.joined
    dim = transfer.integer(joined.operands.get("dim", Number("int", 0)))
    if not joined.complete or joined.operands.keys() - {"tensors", "dim"} or dim != 0:
        return None
    rank = found.indices.rank if isinstance(found.indices, Tensor) else None
    if found.pick.formula is Formula.INDEX_SELECT:
        if transfer.integer(found.pick.operand("dim")) != 0 or rank == 1:  # one index keeps its dim
            return None
        rank = 2
    elif found.pick.signature is not SUBSCRIPT:
        return None
    if joined.formula is Formula.CAT and rank in (None, 2):
        return ".unsqueeze(1)", ".flatten(0, 1)"
    if rank is None and least_rank(found.indices) > 1:  # several for each row, in how many dims is not known
        return None
    if joined.formula is Formula.STACK and rank in (None, 1, 2):
        return (".unsqueeze(1)" if rank == 2 else ""), ""
    return None


def _rows(write: Rewriting, found: Gather) -> tuple[str, str] | None:
    """The number of rows, and the index of each."""
    loop, code = found.loop, write.module.code_for_node
    clause = next(clauses(loop), None)
    assert found.source_node is not None
    assert found.indices_node is not None
    tensor, indices = code(found.source_node), code(found.indices_node)
    if clause is None:
        return None
    count = count_of(write, clause)
    if count is None:
        walked = write.inference.value(clause.iter)
        return (f"len({indices})" if walked is not found.source else f"len({tensor})"), indices
    stop = write.inference.value(count.stop)
    size = stop.dim if isinstance(stop, Number) else None
    if (count.start, count.step) != (0, 1):
        return None
    known = [value.dim(0) for value in (found.source, found.indices) if isinstance(value, Tensor)]
    text = code(count.stop)
    if size is not None and size in known:
        return text, indices
    gap = "" if isinstance(count.stop, cst.Name | cst.Integer) else " "
    return text, f"{indices}[:{gap}{text}]"


def _without_list(write: Rewriting, found: Gather) -> list[cst.CSTNode] | None:
    """The statements that only filled the list; None where it holds more, or other code reads it."""
    loop, around = found.loop, write.surroundings
    listed = found.joined.nodes.get("tensors")
    while type(listed) is cst.Call and len(listed.args) == 1:  # tuple(...), list(...)
        listed = listed.args[0].value
    if type(loop) is not cst.For:
        if not is_plain_comprehension(loop) or write.inference.operation(_element(loop)) is not found.pick:
            return None
        if listed is loop:
            return []
    elif loop.orelse is not None or stops_early(loop) or skips_iterations(loop):
        return None
    if type(listed) is not cst.Name:
        return None
    if type(loop) is cst.For:
        return _without_loop(write, found, loop, listed)
    target = around.parent(loop)
    made = around.statement(loop)
    if type(target) is not cst.Assign or target.value is not loop or _target(made) != listed.value:
        return None
    return [made] if _mentions(write, found, listed.value, [made]) else None


def _without_loop(write: Rewriting, found: Gather, loop: cst.For, listed: cst.Name) -> list[cst.CSTNode] | None:
    around = write.surroundings
    block = around.parent(loop)
    body = getattr(block, "body", ())
    before = [line for line in body if around.before(line, loop)]
    start = next((line for line in reversed(before) if _target(line) == listed.value), None)
    if (
        start is None
        or not isinstance(block, cst.IndentedBlock | cst.Module)
        or not around.encloses(block, found.joined.node)
    ):
        return None
    empty = write.module.code_for_node(start.body[0].value)
    if empty not in ("[]", "list()") or not _mentions(write, found, listed.value, [start, loop]):
        return None
    if type(loop.body) is not cst.IndentedBlock:
        return None
    fills = [line for line in loop.body.body if listed.value in names_read(line)]
    if len(fills) != 1 or type(fills[0]) is not cst.SimpleStatementLine or len(fills[0].body) != 1:
        return None
    own = {name for line in loop.body.body if (name := _target(line)) is not None}
    if any(_target(line) is None for line in loop.body.body if line is not fills[0]):
        return None
    names = (own | names_read(loop.target)) - {listed.value}
    return None if any(is_read_after(write, loop, name) for name in names) else [start, loop]


def _mentions(write: Rewriting, found: Gather, name: str, lines: list[cst.CSTNode]) -> bool:
    """Whether only some statements and the ``stack`` mention a name, until the latter rebinds it."""
    around, node = write.surroundings, found.joined.node
    joins = around.statement(node)
    rebinds = _target(joins) == name and around.parent(joins) is around.parent(lines[-1])
    for mention in around.mentions(around.scope(node), name):
        if around.encloses(node, mention) or any(around.encloses(line, mention) for line in lines):
            continue
        if not rebinds or (around.before(mention, joins) and not around.encloses(joins, mention)):
            return False
    return True


def _target(statement: cst.CSTNode) -> str | None:
    """The only name that a single-assignment statement binds."""
    if type(statement) is not cst.SimpleStatementLine or len(statement.body) != 1:
        return None
    assign = statement.body[0]
    if type(assign) is cst.Assign and len(assign.targets) == 1:
        target = assign.targets[0].target
    elif type(assign) is cst.AnnAssign and assign.value is not None:
        target = assign.target
    else:
        return None
    return target.value if type(target) is cst.Name else None


def _element(loop: cst.CSTNode) -> cst.CSTNode:
    return loop.elt if isinstance(loop, cst.ListComp | cst.GeneratorExp) else loop
