from __future__ import annotations

import libcst as cst

from ...inference.values import Number, Operation, Tensor
from ...syntax.surroundings import follow
from ..fix import Edit, Fix, Part, operand
from ..fixes.arguments import with_arguments
from ..fixes.code import Code
from ..rewriting import Rewriting
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
    Safe: `t.detach().clone()`, with `.to(device, dtype)` and `.requires_grad_()` for the arguments that were given, or
    the factory with the keywords. A random factory asked for in another dtype or on another device draws other numbers
    there, so its tensor is moved. None with `pin_memory` and where `*args` or `**kwargs` may hold more.

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
        self.report(
            operation.node,
            call=self.text(operation.node),
            fixed=self.replacement(operation, data),
            fix=lambda write: fixed(write, operation, data),
        )

    def replacement(self, operation: Operation, data: Tensor) -> str:
        """The code to write: the factory with the keyword, or a detached clone with what was asked of it."""
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


# Factories whose numbers do not depend on the dtype and device that they are made with.
_CONSTANT = frozenset(f"{prefix}{name}" for prefix in ("", "new_") for name in ("empty", "ones", "zeros")) | frozenset(
    {"empty_like", "eye", "ones_like", "zeros_like"}
)
_KEYWORDS = ("dtype", "device", "requires_grad")


def asked(operation: Operation) -> dict[str, cst.CSTNode]:
    """The keywords that were given to ``torch.tensor`` to some effect."""
    wanted = operation.operands.get("requires_grad")
    idle = isinstance(wanted, Number) and wanted.number is False
    return {
        name: operation.nodes[name]
        for name in _KEYWORDS
        if name in operation.nodes and not (name == "requires_grad" and idle)
    }


def makes(operation: Operation, data: Tensor) -> bool:
    """Whether a factory, called on the spot, can make the tensor as it is wanted."""
    factory = data.origin
    if factory is None or factory.node is not operation.nodes.get("data"):
        return False
    if not isinstance(factory.node, cst.Call) or not factory.node.args:
        return False
    keywords = asked(operation)
    if factory.family != "factory" or factory.given("requires_grad", "out", *keywords):
        return False
    return operation.name == "tensor" and (factory.name in _CONSTANT or not keywords.keys() - {"requires_grad"})


def source_of(operation: Operation, data: Tensor) -> cst.CSTNode | None:
    """The expression to copy: under a ``clone()`` or ``detach()`` that the copy makes needless."""
    node, origin = operation.nodes.get("data"), data.origin
    while origin is not None and origin.node is node and origin.name in ("clone", "detach"):
        inner = origin.nodes.get("input")
        if not isinstance(node, cst.Call) or inner is None or len(origin.operands) > 1 or not origin.complete:
            break
        node, origin = inner, origin.operand().origin
    return node


def copied(operation: Operation, data: Tensor) -> str:
    """What follows the expression, with a field for each argument of ``torch.tensor``."""
    keywords = asked(operation)
    moves = [f"{{{name}}}" for name in ("device", "dtype") if name in keywords]
    other = operation.operand()
    if operation.name == "new_tensor" and other.identity is not data.identity and len(moves) < 2:
        moves = [f"{{{name}}}" if name in keywords else f"{{input:tight}}.{name}" for name in ("device", "dtype")]
        moves = moves if keywords.keys() & {"device", "dtype"} else ["{input}"]
    grad = operation.operands.get("requires_grad")
    literal = isinstance(grad, Number) and grad.number is True
    text = ".detach().clone()" + (f".to({', '.join(moves)})" if moves else "")
    if "requires_grad" in keywords:
        text += ".requires_grad_()" if literal else ".requires_grad_({requires_grad})"
    return text


def fixed(write: Rewriting, operation: Operation, data: Tensor) -> Fix | None:
    """The factory with the keywords, or the detached clone."""
    node, source = operation.node, source_of(operation, data)
    if not isinstance(source, cst.BaseExpression) or not isinstance(node, cst.Call) or not operation.complete:
        return None
    if operation.operands.keys() - {"input", "data", *_KEYWORDS}:
        return None
    if not makes(operation, data):
        parts = {name: operand(operation, name) for name in ("input", *asked(operation)) if name in operation.nodes}
        return write.expression(node, "{data:tight}" + copied(operation, data), safe=True, data=Part(source), **parts)
    path = write.surroundings.path(node, source)
    if path is None:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        factory = follow(updated, path)
        assert isinstance(updated, cst.Call)
        assert isinstance(factory, cst.Call)
        keywords = [arg for arg in updated.args if arg.keyword is not None and arg.keyword.value in asked(operation)]
        return with_arguments(factory, keywords)

    return Fix((Edit(node, change, (source,)),), safe=True)
