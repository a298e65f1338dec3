from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.knowledge.kinds import BOOL, COMPLEX, INT
from ...inference.patterns.squares import SumOfSquares, holds_exponentials, sum_of_squares
from ...inference.queries.gradients import is_only_read
from ...inference.values import Number, Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class SqrtAtZero(Rule):
    """Square root of a sum of squares.

    What it does
    Finds the square root of a sum or mean of squares, as a function, a method or a power of 0.5, and the root of
    `mse_loss`.

    Why it is bad
    At 0 the derivative of the root is infinite and that of the squares is 0, so the gradient, their product, is nan:
    one pair of equal points, one row of padding or one perfect prediction, and every weight behind it is nan.
    `vector_norm` has the gradient 0 there. An epsilon under the root does as well where the dtype can hold it: in
    float16 1e-8 and 1e-12 are 0, and squares of 256 and more are inf, where `vector_norm` is right for both, as it adds
    in float32. It does not scale: in float32 and bfloat16 entries of 1e20 still give inf, and those of 1e-23 give 0.
    The rule is opt-in, because much published code takes such roots where no gradient flows, or where no entry is 0.

    Example
        def length(x: torch.Tensor) -> torch.Tensor:
            return torch.sqrt(torch.sum(x**2, dim=-1))

    Use instead
        def length(x: torch.Tensor) -> torch.Tensor:
            return torch.linalg.vector_norm(x, dim=-1)

    Evidence
    stable: a row of zeros (two equal points, a perfect prediction) has the gradient nan before and 0 after, in
    float32, float64 and bfloat16; same_result and same_gradient on ordinary rows; right_result: with numbers from 10 to
    900, ties and a row of 1e4, and in float16 with subnormal numbers too, the good form is the root of an einsum in
    float64.

    Fix safety
    Unsafe
    (`torch.linalg.vector_norm(x, dim=...)`): the gradient is 0 where it was nan, the last digits differ, and an integer
    x is rejected. None for a mean and for `mse_loss`, which need a division by the root of the count, nor for squares
    that are added one by one or an in-place root.

    Source
    Effective PyTorch, section 7, and a collection of common PyTorch snippets (pairwise Euclidean distances);
    https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html
    """

    code = "TEF314"
    opt_in = True
    message = "{call} has a nan gradient where all the squares are 0"
    advice = "use {fixed}"
    words = "add a small epsilon under the root"
    since = (1, 9)  # torch.linalg.vector_norm
    formulas = frozenset({Formula.SQRT, Formula.POWER})

    def check(self, operation: Operation) -> None:
        if operation.formula is Formula.POWER:
            exponent = operation.operand("exponent")
            if not (isinstance(exponent, Number) and exponent.number == 0.5):
                return
        result = operation.result
        if not isinstance(result, Tensor) or operation.grad_enabled is False or result.grad is False:
            return
        found = sum_of_squares(operation.operand())
        if found is None or not may_be_trained(found) or is_only_read(self.inference, result):
            return
        self.report(
            operation.node,
            parts=[operation, *found.operations],
            call=self.text(operation.node, 40),
            fix=lambda write: fixed(write, found, operation),
        )


def fixed(write: Rewriting, found: SumOfSquares, root: Operation) -> Fix | None:
    """`vector_norm` of the squared tensor, over the dims of the sum."""
    total = found.reduction
    if found.square is None or total is None or total.formula is not Formula.SUM or len(found.operations) != 2:
        return None
    if root.given("out") or total.given("out", "dtype") or found.square.given("out"):
        return None
    dim, keepdim = (operand(total, name) if name in total.operands else "" for name in ("dim", "keepdim"))
    options = "".join(f", {name}={{{name}}}" for name in ("dim", "keepdim") if name in total.operands)
    template = f"{{torch}}.linalg.vector_norm({{base}}{options})"
    return write.expression(root.node, template, safe=False, base=operand(found.square), dim=dim, keepdim=keepdim)


def may_be_trained(found: SumOfSquares) -> bool:
    """Whether a gradient may flow into what is squared, and nothing keeps it from zero."""
    bases = [base for base in found.bases if isinstance(base, Tensor)]
    trained = [base for base in bases if base.grad is not False and base.category not in (INT, BOOL)]
    if not found.may_vanish or any(base.category == COMPLEX for base in bases):
        return False
    return bool(trained) and not any(holds_exponentials(base) for base in bases)
