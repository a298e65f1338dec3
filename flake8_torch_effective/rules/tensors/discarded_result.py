from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.queries.moves import converts_nothing, move_of
from ...inference.queries.pure_results import only_returns
from ...inference.queries.purposes import may_be_tried
from ...inference.values import Notation, Operation, Tensor, Value
from ...syntax.equality import same_code
from ..rule import Rule

# What objects other than tensors have a method for, which is called for its effect.
_ELSEWHERE = frozenset({Formula.DETACH, Formula.UNBIND})
_PLACES = (cst.Name, cst.Attribute, cst.Subscript)


class DiscardedResult(Rule):
    """Result of a tensor method that is never used.

    What it does
    Finds statements that only call a method or function of torch which returns a new tensor and leaves its operand
    unchanged: `x.to(device)`, `x.squeeze(0)`, `x.clamp(0, 1)`, `x.sort(dim=1)`, `torch.sigmoid(x)`, `F.normalize(x)`.

    Not reported: modules, whose `to` works in place; methods with a trailing underscore; code that may expect an error,
    in `try`, under `pytest.raises` or another context manager that is not torch's own, or in tests; code that measures
    time; products, convolutions and attention, which may warm up the device; decompositions, which may be there to
    raise; and norms that update running statistics.

    The finding is tentative, and so reported only with `--torch-tentative`, where only a convention, or only a call of
    `detach` or `unbind`, says that x is a tensor. It is also tentative where a slice is moved, as `x[:1].to(device)` to
    see whether that works; where a tensor already has the dtype; where a parameter without dims is only moved; and
    outside functions, since a notebook shows the last expression of a cell.

    However many calls of `detach` or `unbind` there are, they do not show a tensor by themselves.

    Why it is bad
    The statement does nothing: the tensor keeps its device, its shape and its range. The code reads as if it were
    otherwise, and the mistake shows up elsewhere or not at all.

    Example
        def clamped(x: torch.Tensor) -> torch.Tensor:
            x.clamp(0, 1)
            return x

    Use instead
        def clamped(x: torch.Tensor) -> torch.Tensor:
            x = x.clamp(0, 1)
            return x

    Evidence
    wrong_result: what is returned is the operand as it was; right_result: after the assignment it is what a loop or the
    definition gives, in value and gradient.

    Fix safety
    None: only the author knows whether to assign the result or to remove the call.

    Source
    https://docs.pytorch.org/docs/stable/tensors.html: a method with a trailing underscore changes the tensor, one
    without returns another
    """

    code = "TEF411"
    message = "{call} leaves {operand} as it is, and its result is dropped; assign it or delete the line"
    # A module refuses a tensor in the place of a parameter, and a loop's name is not where it has it.
    message_of_parameter = "{call} leaves the parameter {operand} as it is; assign the result to {operand}.data"

    message_of_shape = "{call} leaves the parameter {operand} as it is, and its result is dropped; delete the line"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return only_returns(signature)

    def check(self, operation: Operation) -> None:
        if not self.inference.is_discarded(operation.node) or not self.only_computes(operation):
            return
        operand, tensor = first_operand(operation)
        if (
            not isinstance(operand, _PLACES)
            or not isinstance(tensor, Tensor)
            or may_be_tried(self.inference, operation)
        ):
            return
        self.report(
            operation.node,
            parts=[operation],
            # A notebook shows the last expression of a cell, and an interactive session every one.
            tentative=operation.frame is None
            or not tensor.certain
            or self.is_shown_here_only(operation, operand, tensor)
            or is_probe(operation, operand)
            or converts_nothing(self.inference, operation)
            # Nobody takes a sum of weights for a change of them: it is there to read the memory.
            or (tensor.parameter and operation.signature.family is Family.REDUCTION)
            # Without dims it goes with tensors of every device.
            or (tensor.parameter and tensor.shape == () and move_of(self.inference, operation) is not None),
            message=self.message_for(operation, tensor),
            call=self.text(operation.node, 48),
            operand=self.text(operand, 30),
        )

    def message_for(self, operation: Operation, tensor: Tensor) -> str:
        """What to do: the data of a parameter may be replaced by numbers of the same shape."""
        if not tensor.parameter:
            return self.message
        reshapes = operation.signature.family in (Family.INDEXING, Family.LAYOUT, Family.VIEW)
        return self.message_of_shape if reshapes else self.message_of_parameter

    def is_shown_here_only(self, operation: Operation, operand: cst.CSTNode, tensor: Tensor) -> bool:
        """Whether only such calls show a tensor, and other objects have the method: a finalizer its ``detach``."""
        if operation.formula not in _ELSEWHERE or tensor.parameter:
            return False
        parameters = operation.frame.params.params if type(operation.frame) is cst.FunctionDef else ()
        if any(one.annotation is not None and same_code(one.name, operand) for one in parameters):
            return False
        origin = tensor.origin
        made = origin is not None and origin.signature.family not in (Family.CALL, Family.ITERATION)
        if origin is not None and origin.signature.family is Family.PHI:
            made = any(isinstance(one, Tensor) for one in origin.operands.values())
        users = self.inference.consumers.get(tensor.identity, ())
        return not made and all(user.formula in _ELSEWHERE for user in users)

    def only_computes(self, operation: Operation) -> bool:
        """Whether an operation is a call of a method or function that changes nothing."""
        if operation.notation not in (Notation.METHOD, Notation.FUNCTION):
            return False
        if operation.name == "type" and not operation.given("dtype"):
            return False  # it gives the name of the type
        return type(operation.node) is cst.Call and not operation.given("out", "inplace", "running_mean")


def is_probe(operation: Operation, operand: cst.CSTNode) -> bool:
    """Whether a slice is moved or converted, to see whether that works: `x[:1].to(device)`."""
    parts = operand.slice if type(operand) is cst.Subscript else ()
    sliced = any(type(part.slice) is cst.Slice for part in parts)
    return sliced and operation.signature.family in (Family.CONVERSION, Family.COPY)


def first_operand(operation: Operation) -> tuple[cst.CSTNode | None, Value | None]:
    """What a chain of calls starts from, as it is written, and its value: ``x`` in ``x.float().to(device)``."""
    while operation.signature.parameters:
        name = operation.signature.parameters[0]
        node, value = operation.nodes.get(name), operation.operands.get(name)
        before = None if value is None else value.origin
        if before is None or before.node is not node or type(node) is not cst.Call:
            return node, value
        if before.notation.modifies:
            return None, None  # x.add_(1).float() changes x
        if before.notation not in (Notation.METHOD, Notation.FUNCTION) or not only_returns(before.signature):
            return node, value
        operation = before
    return None, None
