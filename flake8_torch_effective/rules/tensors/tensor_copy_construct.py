from __future__ import annotations

from ...inference.knowledge.columns import Formula, Signature
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.queries.trials import is_trial
from ...inference.values import Operation, Tensor
from ...rewriting.writing.copies import copied_or_made
from ..rule import Rule


class TensorCopyConstruct(Rule):
    """torch.tensor of a tensor.

    What it does
    Finds `torch.tensor(t)`, `x.new_tensor(t)` and `nn.Parameter(torch.tensor(t))` where t is already a tensor that
    torch made in the same file.

    The finding is tentative, and so reported only with `--torch-tentative`, where only an annotation says that t is a
    tensor: `torch.tensor(x)` is often written because callers pass lists and arrays anyway. It is also tentative in
    tests and demonstrations.

    Why it is bad
    It copies, drops the graph silently, and warns at run time. A factory call needs no copy at all: it takes
    `requires_grad`, `dtype` and `device` itself.

    Example
        def random_weights() -> torch.Tensor:
            w = torch.tensor(torch.randn([3, 1]), requires_grad=True)
            return w

    Use instead
        def random_weights() -> torch.Tensor:
            w = torch.randn([3, 1], requires_grad=True)
            return w

    Evidence
    warns: the bad form gives a UserWarning, the good one none; same_result: the same numbers, in memory of
    their own, for integers too.

    Fix safety
    Safe: `t.detach().clone()`, with `.to(device, dtype)` and `.requires_grad_()` for the given arguments, or the
    factory with the keywords. A random factory draws different numbers for another dtype or device, so its result is
    converted instead. Unsafe where t is not computed in the same function from nothing but torch's own factories, such
    as `torch.randn(3)`, without `device`: a parameter, an attribute, the result of a layer or of another function may
    be a list elsewhere, or be on another device than the default one, to which `torch.tensor` moves its copy. Unsafe
    where an argument is more than a name or a text. Unsafe in a file that may set the default device, that mentions
    complex numbers, that catches or filters warnings, or that replaces or watches torch's operations. None with
    `pin_memory`, where `*args` or `**kwargs` may hold more, and for a tentative finding.

    Source
    Effective PyTorch, section 1, whose curve fit does this;
    https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """

    code = "TEF401"
    message = "{call} copies a tensor, drops its graph and warns"
    advice = "use {fixed}"
    words = "copy it with detach and clone"
    words_if_tensor = "if it is one, copy it with detach and clone"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.formula is Formula.TENSOR and not signature.may_share

    def check(self, operation: Operation) -> None:
        data = operation.operand("data")
        if not isinstance(data, Tensor) or not data.certain:
            return
        made = is_shown_a_tensor(self.inference, data)
        self.report(
            operation.node,
            tentative=not made or is_trial(self.inference, operation),
            words=self.words if made else self.words_if_tensor,
            call=self.text(operation.node),
            fix=lambda write: copied_or_made(write, operation, data) if made else None,
        )
