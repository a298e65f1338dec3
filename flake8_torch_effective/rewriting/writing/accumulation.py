"""Loops that add, multiply or compare the rows of a tensor, rewritten as one reduction."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Formula
from ...inference.knowledge.kinds import BOOL, FLOAT, INT
from ...inference.knowledge.python_operations import SUBSCRIPT
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.iterations import sliced_in
from ...inference.queries.loops import skips_iterations
from ...inference.values import Number, Operation, Tensor, Value
from ..fix import Edit, Fix
from ..surroundings import follow, inside
from ..writer import Rewriting
from .code import Code, from_text, is_call_of
from .iterations import count_of, is_plain, is_read_after, is_rebound, names_read, share, varies

# torch's sum and prod return int64 for these, where adding row by row keeps their dtype.
_SMALL_INTEGERS = frozenset({"uint8", "int8", "int16", "int32"})


@dataclass(frozen=True)
class Accumulation:
    """A loop that adds each row of ``source`` to a total, by ``operation``; ``start`` is the total before."""

    loop: cst.For
    operation: Operation
    source: Tensor
    start: Value | None
    reduction: str

    @property
    def formula(self) -> Formula | None:
        """What the reduction computes."""
        return TABLE.methods[self.reduction].formula


@dataclass(frozen=True)
class _Rows:
    """The expression of one row, that of all of them along ``dim``, and the statement that only names the row."""

    node: cst.BaseExpression
    whole: str
    dim: int
    named: cst.BaseStatement | None = None


def reduced(write: Rewriting, found: Accumulation) -> Fix | None:
    """The accumulating statement, once, with the reduction instead of the row; the rest stays in the loop."""
    loop, operation, body = found.loop, found.operation, found.loop.body
    if loop.orelse is not None or skips_iterations(loop) or not operation.complete or not _is_linear(found):
        return None
    if any(isinstance(node, cst.Yield | cst.Await) for node in inside(loop)):
        return None
    rows = _rows(write, found)
    if rows is None:
        return None
    small: cst.BaseSmallStatement | None = None
    others: list[cst.BaseStatement] = []
    if type(body) is cst.IndentedBlock:
        line = next((line for line in body.body if any(node is operation.node for node in inside(line))), None)
        small = line.body[0] if type(line) is cst.SimpleStatementLine and len(line.body) == 1 else None
        others = [other for other in body.body if other is not line and other is not rows.named and not _is_pass(other)]
    elif type(body) is cst.SimpleStatementSuite and len(body.body) == 1:
        small = body.body[0]
    if small is None or not _is_only(small, operation.node):
        return None
    total = small.target if type(small) is cst.AugAssign else None
    if type(small) is cst.Assign:
        total = small.targets[0].target
    modules, dtype = write.module_names.modules(loop), ""
    if found.source.dtype in _SMALL_INTEGERS and found.formula in (Formula.SUM, Formula.PROD):
        if modules is None:
            return None
        dtype = f", dtype={modules.texts['torch']}.{found.source.dtype}"
    text = f"{rows.whole}.{found.reduction}(dim={rows.dim}{dtype})"
    path = write.surroundings.path(loop, small)
    if path is None:
        return None

    def once(updated: cst.CSTNode) -> cst.SimpleStatementLine:
        made = follow(updated, path)
        assert isinstance(made, cst.BaseSmallStatement)
        return cst.SimpleStatementLine([made.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])

    reduction = Edit(rows.node, write.code(text))
    targets = names_read(loop.target)
    needs_torch = bool(dtype) and modules is not None and modules.missing
    if not others:
        if any(is_read_after(write, loop, name) for name in targets):
            return None
        edits = (reduction, Edit(loop, once, (rows.node,)))
        return Fix(edits, safe=False, needs_torch=needs_torch, shows=rows.node)
    names = names_read(total) if type(total) is cst.Name else set()
    if not names or any(names & names_read(other) for other in others):
        return None
    read = names_read(from_text(write.module, rows.whole))
    if any(write.surroundings.is_handed_on(name, other) for name in read for other in others):
        return None
    if type(rows.node) is cst.Name and rows.named is None and not _walks_plainly(loop):
        return None
    shorter = loop.with_changes(body=body.with_changes(body=others))
    whole = Edit(loop, lambda updated: cst.FlattenSentinel([shorter, once(updated)]), (rows.node,))
    return Fix((reduction, whole), safe=False, needs_torch=needs_torch, shows=rows.node)


def _is_linear(found: Accumulation) -> bool:
    """Whether the iterations combine plain rows, and torch reduces them to the same kind of numbers."""
    name = found.operation.name
    if found.operation.operands.keys() - {"input", "other", "dim"} or name in ("fmax", "fmin"):
        return False
    if found.source.category == BOOL and found.formula in (Formula.SUM, Formula.PROD):
        start = found.start
        counts = isinstance(start, Number) or (isinstance(start, Tensor) and start.category in (INT, FLOAT))
        return found.operation.formula is Formula.ADD and counts
    return True


def _rows(write: Rewriting, found: Accumulation) -> _Rows | None:
    for node in found.operation.nodes.values():
        value = write.inference.value(node)
        taken = sliced_in(write.inference, value, found.loop)
        if taken is None or taken.source is not found.source or not isinstance(node, cst.BaseExpression):
            continue
        if type(node) is cst.Subscript:
            return _counted(write, found, node, node)
        if type(node) is not cst.Name:
            return None
        if any(part is value for part in map(write.inference.value, inside(found.loop.target))):
            return _walked(write, found, node)
        named = _named(write, found, node)
        return None if named is None else _counted(write, found, node, *named)
    return None


def _counted(
    write: Rewriting,
    found: Accumulation,
    node: cst.BaseExpression,
    subscript: cst.Subscript,
    named: cst.BaseStatement | None = None,
) -> _Rows | None:
    loop = found.loop
    count = count_of(write, loop)
    if count is None or is_rebound(write, loop, loop, count.name):
        return None
    taken = share(write, subscript, count, loop, fold=True)
    if taken is None or taken.rest:
        return None
    whole = taken.whole
    if found.formula in (Formula.MAXIMUM, Formula.MINIMUM) and count.start:
        # An empty tensor has no maximum; where the total starts with the first row, that row can be compared again.
        if count.step != 1 or count.start != 1 or not _is_first_row(found, found.source):
            return None
        whole = taken.uncut
    return _Rows(node, whole, taken.dim, named)


def _is_first_row(found: Accumulation, source: Value) -> bool:
    """Whether the total starts with the first row of a tensor."""
    origin = None if found.start is None else found.start.origin
    while origin is not None and origin.formula is Formula.CLONE:
        origin = origin.operand().origin
    if origin is None or origin.signature is not SUBSCRIPT or origin.operand().identity is not source.identity:
        return False
    parts = origin.index_parts
    return len(parts) == 1 and transfer.integer(parts[0]) == 0


def _walked(write: Rewriting, found: Accumulation, node: cst.Name) -> _Rows | None:
    loop = found.loop
    walked: cst.BaseExpression = loop.iter
    while type(walked) is cst.Call and walked.args:
        first = walked.args[0].value
        enumerates = is_call_of(walked, "enumerate") and len(walked.args) == 1
        if not enumerates and write.inference.value(first) is not write.inference.value(walked):
            break
        walked = first
    if write.inference.value(walked) is not found.source or is_rebound(write, loop, loop, node.value):
        return None
    if varies(write, walked, loop):
        return None
    if found.formula in (Formula.MAXIMUM, Formula.MINIMUM) and type(walked) is cst.Subscript:
        # x[1:] may be empty; the total starts with the first row, which can be compared again.
        if write.module.code_for_node(walked).replace(" ", "").endswith("[1:]"):
            walked = walked.value
        if not _is_first_row(found, write.inference.value(walked)):
            return None
    return _Rows(node, f"{Code(walked, write.module.code_for_node(walked)):tight}", 0)


def _walks_plainly(loop: cst.For) -> bool:
    """Whether the iterable of the loop may be evaluated a second time."""
    walked: cst.BaseExpression = loop.iter
    while type(walked) is cst.Call and walked.args:
        walked = walked.args[0].value
    return is_plain(walked)


def _named(write: Rewriting, found: Accumulation, node: cst.Name) -> tuple[cst.Subscript, cst.BaseStatement] | None:
    """The statement of the loop that names the row, for this one reader, and the subscript in it."""
    around, loop = write.surroundings, found.loop
    mentions = around.mentions(around.scope(loop), node.value)
    if len(mentions) != 2 or mentions[1] is not node:
        return None
    target = around.parent(mentions[0])
    assign = None if target is None else around.parent(target)
    if type(assign) is not cst.Assign or len(assign.targets) != 1 or type(assign.value) is not cst.Subscript:
        return None
    statement = around.statement(assign)
    alone = type(statement) is cst.SimpleStatementLine and len(statement.body) == 1
    return (assign.value, statement) if alone and around.parent(statement) is loop.body else None


def _is_only(small: cst.BaseSmallStatement, node: cst.CSTNode) -> bool:
    """Whether a statement is a single operation, whose result is bound to at most one name."""
    if small is node:
        return True
    if type(small) is cst.Assign:
        return small.value is node and len(small.targets) == 1
    return type(small) is cst.Expr and small.value is node


def _is_pass(statement: cst.BaseStatement) -> bool:
    return type(statement) is cst.SimpleStatementLine and all(type(small) is cst.Pass for small in statement.body)
