from __future__ import annotations

from ...inference.idioms import LAYOUT, softmax_of
from ...inference.values import Number, Operation, Tensor, Value
from ..rule import Rule

_SELECTION = frozenset(
    {"getitem", "gather", "index_select", "take_along_dim", "row", "unbind", "detach", "select", *LAYOUT}
)


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
        value, passed = under_guards(operation.operand())
        softmax = softmax_of(value)
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
        )


def under_guards(value: Value) -> tuple[Value, list[Operation]]:
    """The value under an added epsilon, a clamp, a selection of entries, and the operations passed."""
    passed: list[Operation] = []
    for _ in range(10):
        if softmax_of(value) is not None:
            break
        origin = value.origin
        if origin is None:
            break
        inner: Value | None = None
        if origin.name in ("add", "maximum"):
            first, second = origin.operand(), origin.operand("other")
            if is_epsilon(second):
                inner = first
            elif is_epsilon(first):
                inner = second
        elif origin.name in ("clamp", "clamp_min", "clamp_max", "nan_to_num") or origin.name in _SELECTION:
            inner = origin.operand()
        if inner is None:
            break
        passed.append(origin)
        value = inner
    return value, passed


def is_epsilon(value: Value) -> bool:
    """A small number added to keep a logarithm finite; one without a literal value counts as one."""
    if isinstance(value, Number):
        return value.number is None or (isinstance(value.number, int | float) and abs(value.number) < 0.01)
    return not isinstance(value, Tensor) or value.shape == ()
