from __future__ import annotations

import libcst as cst

from ...inference.values import Number, Operation, Tensor
from ..rule import Rule


class TensorCopyConstruct(Rule):
    """torch.tensor of a tensor.

    What it does
    Finds `torch.tensor(t)`, `x.new_tensor(t)` and `nn.Parameter(torch.tensor(t))` where t is a tensor already.

    Why it is bad
    It copies, drops the graph without saying so, and warns at run time. A fresh factory needs no copy at all:
    it takes `requires_grad`, `dtype` and `device` itself.

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
    Safe: `t.detach().clone()`, with `.requires_grad_()` and `.to(dtype, device)` for the arguments that were
    given.

    Source
    Effective PyTorch, section 1, whose curve fit does this;
    https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """

    code = "TEF401"
    message = "{call} copies a tensor by way of its data and warns; use {fixed}"
    operations = frozenset({"tensor", "new_tensor"})

    def check(self, operation: Operation) -> None:
        data = operation.operand("data")
        if not isinstance(data, Tensor) or not data.certain:
            return
        self.report(operation.node, call=self.text(operation.node), fixed=self.replacement(operation, data))

    def replacement(self, operation: Operation, data: Tensor) -> str:
        """The code to write: the factory with the keyword, or a detached clone with what was asked of it."""
        node = operation.nodes.get("data")
        text = self.text(node, 40)
        wanted = operation.operands.get("requires_grad")
        grad = isinstance(wanted, Number) and bool(wanted.number)
        origin = data.origin
        if data.fresh and origin is not None and origin.node is node and "requires_grad" not in origin.operands:
            return text[:-1] + ", requires_grad=True)" if grad and text.endswith(")") else text
        if not isinstance(node, (cst.Name, cst.Attribute, cst.Call, cst.Subscript)):
            text = f"({text})"
        fixed = f"{text}.detach().clone()"
        moves = [self.text(operation.nodes[name], 20) for name in ("device", "dtype") if name in operation.nodes]
        if moves:
            fixed += f".to({', '.join(moves)})"
        return fixed + (".requires_grad_()" if grad else "")
