from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula, Signature
from ...inference.values import Operation, Tensor
from ...rewriting.writing.code import Code
from ...rewriting.writing.copies import asked, copied, copied_or_made, makes, source_of
from ..rule import Rule


class TensorCopyConstruct(Rule):
    """torch.tensor of a tensor.

    What it does
    Finds `torch.tensor(t)`, `x.new_tensor(t)` and `nn.Parameter(torch.tensor(t))` where t is a tensor already.

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
    warns: the bad form gives a UserWarning, the good one none; same_result.

    Fix safety
    Safe: `t.detach().clone()`, with `.to(device, dtype)` and `.requires_grad_()` for the given arguments, or the
    factory with the keywords. A random factory draws different numbers for another dtype or device, so its result is
    converted instead. None with `pin_memory`, and where `*args` or `**kwargs` may hold more.

    Source
    Effective PyTorch, section 1, whose curve fit does this;
    https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """

    code = "TEF401"
    message = "{call} copies a tensor, drops its graph and warns; use {fixed}"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.formula is Formula.TENSOR and not signature.may_share

    def check(self, operation: Operation) -> None:
        data = operation.operand("data")
        if not isinstance(data, Tensor) or not data.certain:
            return
        self.report(
            operation.node,
            call=self.text(operation.node),
            fixed=self.replacement(operation, data),
            fix=lambda write: copied_or_made(write, operation, data),
        )

    def replacement(self, operation: Operation, data: Tensor) -> str:
        """The code to write: the factory with the keywords, or a detached clone with the requested conversions."""
        keywords = [f"{name}={self.text(node, 20)}" for name, node in asked(operation).items()]
        source = source_of(operation, data)
        text = self.text(source, 40)
        if makes(operation, data):
            return f"{text[:-1]}, {', '.join(keywords)})" if keywords and text.endswith(")") else text
        if not isinstance(source, (cst.Name, cst.Attribute, cst.Call, cst.Subscript)):
            text = f"({text})"
        return text + copied(operation, data).format(
            **{
                name: Code(node, self.text(node, 20))
                for name, node in operation.nodes.items()
                if isinstance(node, cst.BaseExpression)
            }
        )
