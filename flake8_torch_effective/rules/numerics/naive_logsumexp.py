from __future__ import annotations

from ...inference.idioms import may_be_shifted, shift, sum_of_exp
from ...inference.signs import never_positive
from ...inference.values import Operation, Tensor
from ..rule import Rule

_SUMS = frozenset({"sum", "mean"})


class NaiveLogsumexp(Rule):
    """Hand-written log-sum-exp.

    What it does
    Finds `log(sum(exp(x)))` and the log of a mean of exponentials, in one expression or through names.

    Why it is bad
    The exponentials overflow above 88.7 and all underflow below -103, so the result is inf or -inf where x
    itself is an ordinary number.

    Example
        def log_partition(x: torch.Tensor) -> torch.Tensor:
            return torch.log(torch.sum(torch.exp(x), dim=-1))

    Use instead
        def log_partition(x: torch.Tensor) -> torch.Tensor:
            return torch.logsumexp(x, dim=-1)

    Evidence
    stable at 1000 and at -1000; same_result and same_gradient on small inputs.

    Fix safety
    Tentative, and so told only where the rule is selected by name, for a total over exponents that are never positive.
    Safe where the sum names its dim; without one there is no direct form, so none. A mean needs `- log(n)`.

    Source
    Effective PyTorch, section 7; https://docs.pytorch.org/docs/stable/generated/torch.logsumexp.html
    """

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
        elif may_be_shifted(found.argument):
            return
        exp = next(part for part in found.operations if part.name == "exp")
        argument = self.text(exp.nodes.get("input"), 30)
        dim = found.reduction.nodes.get("dim")
        rank = found.exp.rank if isinstance(found.exp, Tensor) else None
        where = self.text(dim) if dim is not None else ("0" if rank == 1 else "...")
        fixed = f"{self.file.torch}.logsumexp({argument}, dim={where})"
        if found.reduction.name == "mean":
            fixed += " - log(n)"
        tentative = found.dim is None and never_positive(found.argument)
        self.report(
            operation.node,
            tentative=tentative,
            parts=parts,
            call=self.text(operation.node, 40),
            argument=argument,
            fixed=fixed,
        )
