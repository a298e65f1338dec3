from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.queries.leaves import may_freeze, replaces_weights, shows_gradients
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.queries.purposes import may_be_tried
from ...inference.values import Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.receivers import is_held
from ..rule import Rule


class NumpyFromGrad(Rule):
    """numpy() of a tensor that requires a gradient.

    What it does
    Finds `numpy()` of a parameter, of what a module computes, of a tensor made with `requires_grad=True`, and of what
    is computed from these, also after `cpu()`. Reported by default is code that the file shows to run with gradients
    on: in a script, in a function that calls `backward`, steps an optimizer or makes a leaf that requires grad, and in
    whatever one of these calls outside `no_grad`.

    Not reported: tensors that are detached or computed under `torch.no_grad()`, a `numpy()` that is itself called under
    it, `numpy(force=True)`, and code that may expect the error, in `try`, under `pytest.raises` or in tests.

    In all other functions and methods, including `forward`, the finding is tentative, and so reported only with
    `--torch-tentative`, because a caller in another file may run them under `no_grad`. It is also tentative in a file
    that freezes parameters, passes frozen ones to modules, or sets the grad mode anywhere.

    Why it is bad
    It raises where graphs are recorded: an array cannot carry one.

    Example
        def weight(x: torch.Tensor) -> torch.Tensor:
            scale = nn.Parameter(x)
            return torch.from_numpy(scale.cpu().numpy())

    Use instead
        def weight(x: torch.Tensor) -> torch.Tensor:
            scale = nn.Parameter(x)
            return torch.from_numpy(scale.detach().cpu().numpy())

    Evidence
    raises: RuntimeError; right_result: the good form gives the numbers.

    Fix safety
    Safe: `detach()` before `numpy()`, and before a `cpu()` directly in front of it; with a `cpu()` of its own in a file
    that mentions CUDA. Unsafe for what an attribute of an object holds or computes, as `self.weight`, which a subclass
    may set to something else, and in a file that may catch errors, or that replaces or watches torch's operations.

    Source
    a collection of common PyTorch snippets (conversion between torch.Tensor and np.ndarray);
    https://docs.pytorch.org/docs/stable/generated/torch.Tensor.numpy.html
    """

    code = "TEF406"
    message = "{call} raises, as the tensor requires a gradient"
    advice = "use {fixed}"
    words = "detach it first"
    formulas = frozenset({Formula.NUMPY})

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor) or not tensor.certain or tensor.grad is not True:
            return
        if operation.grad_enabled is not True:  # torch refuses only where it records graphs
            return
        if operation.given("force") or may_be_tried(self.inference, operation):
            return
        self.report(
            operation.node,
            parts=[operation],
            tentative=may_freeze(self.inference)
            or replaces_weights(self.inference)
            or not shows_gradients(self.inference, operation),
            call=self.text(operation.node),
            fix=lambda write: detached(write, operation),
        )


def detached(write: Rewriting, operation: Operation) -> Fix | None:
    """The call after ``detach()``, which stands before ``cpu()``."""
    source, tensor = operation, operation.operand()
    before = tensor.origin
    moved = before is not None and before.node is operation.nodes.get("input") and before.formula is Formula.CPU
    if before is not None and moved and isinstance(before.operand(), Tensor) and not before.given("memory_format"):
        source, tensor = before, before.operand()
    part = operand(source)
    if part is None or not isinstance(tensor, Tensor):
        return None
    mentions = write.elsewhere.mentions
    safe = is_shown_a_tensor(write.inference, tensor)
    safe = safe and not (mentions.expects_any_errors or mentions.replaces_operations or is_held(write, operation.node))
    elsewhere = source is not operation or (tensor.device != "cpu" and "cuda" in (write.inference.source or ""))
    text = "{x:tight}.detach().cpu().numpy()" if elsewhere else "{x:tight}.detach().numpy()"
    return write.expression(operation.node, text, safe=safe, x=part)
