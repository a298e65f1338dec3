from __future__ import annotations

from ...inference.knowledge.columns import Formula, Signature
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.queries.trials import is_trial
from ...inference.values import Operation, Tensor
from ...rewriting.writing.copies import copied_or_made, is_fresh
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
    Safe: `t.detach().clone()`, with `.to(device, dtype)` and `.requires_grad_()` for the given arguments and `.to(x)`
    for `x.new_tensor(t)`, without `clone` where t is computed right there, as in `torch.tensor(x + y)`, or the factory
    with the keywords. A random factory draws different numbers for another dtype or device, so its result is converted
    instead. Unsafe where t is not computed in the same function from nothing but torch's own factories, such as
    `torch.randn(3)`, without `device`: a parameter, an attribute, the result of a layer or of another function may be a
    list elsewhere, or be on another device than the default one, to which `torch.tensor` moves its copy. Unsafe where
    an argument is more than a name or a text. Unsafe in a function where t may have no dim and another dtype than
    float32, or gets `requires_grad`, as TorchScript compiles these calls differently. Unsafe in a file that may set the
    default device, that mentions complex numbers, that catches or filters warnings, or that replaces or watches torch's
    operations. None with `pin_memory`, where `*args` or `**kwargs` may hold more, and for a tentative finding.

    Source
    Effective PyTorch, section 1, whose curve fit does this;
    https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """

    code = "TEF401"
    message = "{call} copies a tensor, drops its graph and warns"
    advice = "use {fixed}"
    words = "copy it with detach and clone"
    words_of_new = "copy it with detach().clone().to({other})"
    words_of_fresh = "detach it, which needs no copy"
    words_of_new_fresh = "convert it with detach().to({other})"
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
            words=self.words_for(operation, data) if made else self.words_if_tensor,
            call=self.text(operation.node),
            other=self.text(operation.nodes.get("input"), 30),
            fix=lambda write: copied_or_made(write, operation, data) if made else None,
        )

    def words_for(self, operation: Operation, data: Tensor) -> str:
        """What to write for a copy: `new_tensor` also gives it the dtype and the device of another tensor."""
        other, fresh = operation.operand(), is_fresh(operation, data)
        if isinstance(other, Tensor) and other.identity is not data.identity:
            return self.words_of_new_fresh if fresh else self.words_of_new
        return self.words_of_fresh if fresh else self.words
