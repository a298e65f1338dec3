from __future__ import annotations

from ...inference.idioms import SELECTION, Softmax, changes_layout, softmax_of, under_guards
from ...inference.values import Number, Operation, Tensor
from ..fix import Fix, Part, Rewriting, operand
from ..rule import Rule


class LogOfSoftmax(Rule):
    """Logarithm of a softmax.

    What it does
    Finds the logarithm of a softmax: torch's, a module's, a helper's or one written out; also with an epsilon
    or a clamp in between.

    Why it is bad
    A probability below 1e-45 is rounded to 0, its logarithm is -inf and its gradient nan. An epsilon makes that
    finite and wrong: the loss of the worst samples is capped and their gradient vanishes.

    Example
        def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
            return torch.log(torch.softmax(logits, dim=-1))

    Use instead
        def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
            return torch.log_softmax(logits, dim=-1)

    Evidence
    stable: -inf becomes the right value, the gradient finite; same_result and same_gradient on small logits.

    Fix safety
    Safe where the dim is known, unsafe with an epsilon or clamp: those values change, which is the point.

    Source
    Effective PyTorch, section 7;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html
    """

    code = "TEF302"
    message = "{call} rounds small probabilities to log 0; use {torch}.log_softmax({logits}, dim={dim})"
    operations = frozenset({"log"})
    supersedes = frozenset({"TEF301", "TEF304"})

    def check(self, operation: Operation) -> None:
        softmax, passed = under_guards(operation.operand(), softmax_of)
        if softmax is None or not isinstance(operation.result, Tensor):
            return
        dim = softmax.operation.nodes.get("dim")
        here = softmax.operation.frame is operation.frame
        logits = softmax.operation.nodes.get("input") if softmax.operation.name == "softmax" and here else None
        given = softmax.dim
        number = given.number if isinstance(given, Number) else None
        self.report(
            operation.node,
            parts=[part for part in (operation, *passed, *softmax.operations) if part.frame is operation.frame],
            call=self.text(operation.node, 40),
            logits=self.text(logits, 30) if logits is not None else "logits",
            dim=self.text(dim) if dim is not None and here else ("..." if number is None else str(number)),
            fix=lambda write: fixed(write, operation, softmax, passed),
        )


def fixed(write: Rewriting, log: Operation, softmax: Softmax, guards: list[Operation]) -> Fix | None:
    """`log_softmax` of the same logits along the same dim."""
    made = softmax.operation
    written = made.name != "softmax"
    if softmax.dim is None or changes_layout([*guards, *softmax.operations]) or log.given("out"):
        return None
    if any(guard.name in SELECTION for guard in guards) or (made.given("dtype") and not written):
        return None
    along = next((part for part in softmax.operations if part.name == "sum"), made)
    return write.expression(
        log.node,
        "{torch}.log_softmax({logits}, dim={dim})",
        safe=not guards and not written,
        logits=Part(None if written else made.nodes.get("input"), softmax.logits),
        dim=operand(along, "dim"),
    )
