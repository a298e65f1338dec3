from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.queries.gains import feeds_itself
from ...inference.queries.loops import changes_in, index_loop, is_ragged, iterates_range, sized_by_tensor
from ...inference.queries.recurrences import is_recurrent
from ...inference.values import Notation, Operation, Tensor, Use
from ...rewriting.fix import Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing.iterations import Count, counts_by, is_by, iteration_nodes
from ...rewriting.writing.walk import Place, Style, walk_over
from ..rule import Rule

_NO_WORK = frozenset({Family.RANDOM, Family.QUERY, Family.EXTRACTION}).union(
    {Family.COLLECTION, Family.CALL, Family.ITERATION, Family.PHI}
)


class RowIndexingLoop(Rule):
    """Rows read by index in a Python loop.

    What it does
    Finds a loop over `range(len(x))`, `range(x.size(0))` or a literal range that indexes a tensor with its counter and
    works on the slice.

    Why it is bad
    Every `x[i]` is a separate dispatch and, under autograd, a graph node whose backward allocates a zero tensor as
    large as x: the backward pass of the loop is quadratic. The rule is opt-in, because in most such loops of published
    code no gradient flows through the slices, or the rest of an iteration takes far longer than a slice.

    Example
        def moving_average(x: torch.Tensor) -> torch.Tensor:
            average = torch.zeros_like(x[0])
            for i in range(x.size(0)):
                average = 0.9 * average + 0.1 * x[i]
            return average

    Use instead
        def moving_average(x: torch.Tensor) -> torch.Tensor:
            average = torch.zeros_like(x[0])
            for row in torch.unbind(x):
                average = 0.9 * average + 0.1 * row
            return average

    Evidence
    same_result, same_gradient and fewer_dispatches: `unbind` slices the whole tensor in one operation.

    Fix safety
    Unsafe: a loop over `torch.unbind(x)`, with `enumerate` where the counter has other uses and with `zip` where it
    indexes several tensors, stops at the shortest of them where `x[i]` raised an error. None where an iteration
    modifies the row in place or also reads `x[i + 1]`. A loop whose iterations do not depend on each other is better
    written as one operation on the whole tensor.

    Source
    Effective PyTorch, section 4; https://docs.pytorch.org/docs/stable/generated/torch.unbind.html
    """

    code = "TEF202"
    opt_in = True
    message = "{read} slices {tensor} in every iteration"
    advice = "{instead}iterate over {fixed}"
    words = "{instead}unbind it before the loop"
    formulas = frozenset({Formula.SUBSCRIPT})

    def works_on(self, row: Tensor) -> bool:
        """Whether a tensor operation has the row as an operand."""
        return any(
            consumer.signature.family not in _NO_WORK
            and not (consumer.notation is Notation.IN_PLACE or consumer.formula is Formula.SUBSCRIPT_WRITE)
            and not (consumer.formula is Formula.SUBSCRIPT and not isinstance(consumer.operand(), Tensor))
            for consumer in self.inference.consumers.get(row.identity, ())
        )

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor) or not isinstance(operation.result, Tensor) or not operation.loops:
            return
        found = index_loop(self.inference, operation)
        if found is None:
            return
        loop, _, counter = found
        if not sized_by_tensor(self.inference, counter) or changes_in(self.inference, tensor, loop):
            return
        if operation.result.identity.uses & {Use.NUMBER, Use.TOLIST} or not iterates_range(self.inference, loop):
            return
        if not self.works_on(operation.result) or any(report.node is loop for report in self.reports):
            return
        if is_ragged(self.inference, loop):
            return
        recurrent = is_recurrent(self.inference, loop) or feeds_itself(self.inference, loop, tensor)
        self.report(
            loop,
            parts=[operation],
            read=self.text(operation.node, 30),
            tensor=self.text(operation.nodes.get("input"), 24),
            instead="" if recurrent else "work on the whole tensor, or ",
            fix=lambda write: unbound(write, operation, loop),
        )


def unbound(write: Rewriting, operation: Operation, loop: cst.CSTNode) -> Fix | None:
    """The loop over the rows themselves."""
    node = operation.node
    modules = write.module_names.modules(node)
    count = counts_by(write, loop, node) if type(node) is cst.Subscript else None
    if modules is None or count is None or type(node) is not cst.Subscript:
        return None

    def apart(whole: str, dim: int) -> str:
        along = f"dim={dim}" if dim else ""
        if modules.missing:
            return f"{whole}.unbind({along})"
        return f"{modules.texts['torch']}.unbind({whole}{', ' if along else ''}{along})"

    places = [
        Place(part, part)
        for part in iteration_nodes(loop, count.clause)
        if type(part) is cst.Subscript and any(is_by(index, count.name) for index in part.slice)
        if is_only_read(write, part)
    ]
    names = (word(operation, node, count), "entry", "part")
    return walk_over(write, loop, count, places, node, Style(apart, "{}[{}]".format, names))


def word(operation: Operation, node: cst.Subscript, count: Count) -> str:
    """What to name a slice where the tensor's own name suggests nothing."""
    row, tensor = operation.result, operation.operand()
    if isinstance(row, Tensor) and row.rank == 0:
        return "value"
    if is_by(node.slice[0], count.name):
        return "row"
    if isinstance(tensor, Tensor) and tensor.rank == 2:
        return "column"
    return "step" if count.name.startswith("t") else "part"


def is_only_read(write: Rewriting, node: cst.Subscript) -> bool:
    """Whether a slice is neither assigned to nor modified in place, which torch forbids for results of ``unbind``."""
    parent = write.surroundings.parent(node)
    if isinstance(parent, cst.AugAssign | cst.AssignTarget | cst.Del) and parent.target is node:
        return False
    identity = write.inference.value(node).identity
    return not any(
        consumer.operand().identity is identity
        and (consumer.notation.modifies or consumer.formula is Formula.SUBSCRIPT_WRITE)
        for consumer in (write.inference.consumers.get(identity, ()) if identity is not None else ())
    )
