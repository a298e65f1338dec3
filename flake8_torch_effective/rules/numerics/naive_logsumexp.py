from __future__ import annotations

from ...inference.idioms import shift, sum_of_exp
from ...inference.values import Operation, Tensor
from ..rule import Rule

_SUMS = frozenset({"sum", "mean"})


class NaiveLogsumexp(Rule):
    """Hand-written log-sum-exp."""

    code = "TEF303"
    message = "{call} overflows above 88 and gives -inf for very negative {argument}; use {fixed}"
    operations = frozenset({"log"})
    supersedes = frozenset({"TEF102", "TEF301", "TEF304", "TEF317"})

    def check(self, operation: Operation) -> None:
        found = sum_of_exp(operation.operand(), _SUMS)
        if found is None or not isinstance(operation.result, Tensor):
            return
        parts = [operation, *found.operations]
        shifted = shift(found.argument)
        if shifted is not None:
            if shifted.maximum.per_row is not False or found.dim is None:
                return
            parts += [shifted.operation, *shifted.maximum.operations]
        exp = next(part for part in found.operations if part.name == "exp")
        argument = self.text(exp.nodes.get("input"), 30)
        dim = found.reduction.nodes.get("dim")
        rank = found.exp.rank if isinstance(found.exp, Tensor) else None
        where = self.text(dim) if dim is not None else ("0" if rank == 1 else "...")
        fixed = f"{self.file.torch}.logsumexp({argument}, dim={where})"
        if found.reduction.name == "mean":
            fixed += " - log(n)"
        self.report(operation.node, parts=parts, call=self.text(operation.node, 40), argument=argument, fixed=fixed)
