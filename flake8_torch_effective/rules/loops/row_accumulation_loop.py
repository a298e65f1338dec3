from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.python_operations import ROW
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.loops import changes_in, index_loop, reads_elsewhere, stops_early, targets
from ...inference.values import Operation, Tensor, Value
from ...rewriting.writing.accumulation import Accumulation, reduced
from ..rule import Rule

# Reductions that came with torch 1.7.
_SINCE_1_7 = frozenset({"amax", "amin"})
# What the loop computes, as one reduction of the rows.
_REDUCTIONS = frozenset({Formula.SUM, Formula.PROD, Formula.MAXIMUM, Formula.MINIMUM})


class RowAccumulationLoop(Rule):
    """Rows accumulated in a Python loop.

    What it does
    Finds a Python loop that adds, multiplies or compares the rows of a tensor one at a time.

    Why it is bad
    Each iteration dispatches a slice and an addition of a few numbers, each with microseconds of overhead (and a kernel
    launch on a GPU); under autograd each iteration also adds two nodes to the graph.

    Example
        def sum_rows(x: torch.Tensor) -> torch.Tensor:
            z = torch.zeros_like(x[0])
            for i in range(x.size(0)):
                z += x[i]
            return z

    Use instead
        def sum_rows(x: torch.Tensor) -> torch.Tensor:
            return torch.sum(x, dim=0)

    Evidence
    same_result, of integers too, same_gradient where no two rows are equal, and fewer_dispatches: the number of
    operators grows with the rows in the loop and stays constant in the reduction. `verify --bench` shows loop, unbind
    and sum side by side.

    Fix safety
    Unsafe: one reduction adds floating-point numbers in another order, equal extrema share the gradient, `amax` over no
    rows is an error, and the sum over no rows is a tensor. Small integers keep their dtype where it is known. Whatever
    else the loop does stays in a loop. None where that may change the rows, for `fmax` and `fmin`, which skip nan, and
    for products of masks. Where the loop has to stay, `for row in torch.unbind(x)` slices only once. The rule is
    opt-in, because such loops in published code mostly have few iterations or other work to do.

    Source
    Effective PyTorch, section 4 (slicing); https://docs.pytorch.org/docs/stable/generated/torch.unbind.html
    """

    code = "TEF201"
    opt_in = True
    message = "{total} accumulates {rows} row by row, two dispatches per row"
    advice = "use {fixed}"
    words = "reduce all rows at once with {reduction}(dim={dim})"
    without_nan = "reduce all rows at once"
    supersedes = frozenset({"TEF202", "TEF207"})

    def visit_For(self, node: cst.For) -> None:
        facts = self.inference.loops.get(node)
        if facts is None or not facts.carried or stops_early(node):
            return
        for name, (head, final) in facts.carried.items():
            found = self.accumulated(head, final, node)
            if found is None:
                continue
            operation, row = found
            source, dim, text = row
            if not isinstance(source, Tensor) or changes_in(self.inference, source, node):
                continue
            if reads_elsewhere(node, name, operation):
                continue
            reduction = operation.signature.folds_to
            assert reduction is not None
            if reduction in _SINCE_1_7 and not self.can_use((1, 7)):
                continue
            accumulation = Accumulation(node, operation, source, facts.before.get(name), reduction)
            self.report(
                node,
                parts=[operation],
                words=self.without_nan if operation.name in ("fmax", "fmin") else self.words,
                total=name,
                rows=text,
                reduction=reduction,
                dim=str(dim),
                fix=partial(reduced, found=accumulation),
            )
            return

    def accumulated(self, head: Value, final: Value, loop: cst.For) -> tuple[Operation, tuple[Value, int, str]] | None:
        """The operation that combines a row of a tensor with the result of the earlier iterations."""
        operation = final.origin
        if operation is None or operation.loops[-1:] != (loop,):
            return None
        reduction = TABLE.operations.get(operation.signature.folds_to or "")
        if reduction is None or reduction.formula not in _REDUCTIONS:
            return None
        first = operation.operand()
        second = operation.operand("dim" if operation.signature.family is Family.REDUCTION else "other")
        pairs = [(first, second)] if operation.formula is Formula.SUBTRACT else [(first, second), (second, first)]
        for total, row in pairs:
            if total is head or (total.identity is not None and total.identity is head.identity):
                found = self.row(row, loop)
                if found is not None:
                    return operation, found
        return None

    def row(self, value: Value, loop: cst.For) -> tuple[Value, int, str] | None:
        """The tensor whose slice of this iteration ``value`` is, along which dim, and its text."""
        origin = value.origin
        if origin is None:
            return None
        if origin.signature is ROW and any(value is target for target in targets(self.inference, loop)):
            walked = origin.nodes.get("input")
            while type(walked) is cst.Call and walked.args:  # tqdm(x)
                first = walked.args[0].value
                if self.inference.value(first) is not origin.operand():
                    break
                walked = first
            return origin.operand(), 0, self.text(walked, 30)
        if origin.formula is Formula.SUBSCRIPT:
            found = index_loop(self.inference, origin)
            if found is not None and found[0] is loop:
                return origin.operand(), found[1], self.text(origin.nodes.get("input"), 30)
        return None
