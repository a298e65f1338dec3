from __future__ import annotations

from typing import ClassVar

import libcst as cst

from ...inference.events.backwards import back_propagated
from ...inference.events.event import Event
from ...inference.events.program import program_of
from ...inference.knowledge.training import EventKind
from ...inference.queries.detachment import CutKind, cut_of
from ...inference.queries.purposes import expects_error
from ...inference.values import Array, Bound, Function, Number, Value
from ...syntax.walking import walk
from ..rule import Rule

_NO_TENSOR = "{call} fails: {cut} is a number, which has no graph; call it on the tensor"
_MESSAGES = {
    CutKind.DETACHED: "{call} reaches no parameter: {cut} left the graph; call it on the tensor before that",
    CutKind.NUMBER: _NO_TENSOR,
    CutKind.COPIED: "{call} reaches no parameter: {cut} is a copy outside of the graph; call it on the original",
    CutKind.NOT_RECORDED: "{call} reaches no parameter: {cut} ran under no_grad; run it with gradients",
    CutKind.NOT_DIFFERENTIABLE: "{call} reaches no parameter: {cut} has no gradient; use what it is computed from",
}


class DetachedBackward(Rule):
    """`backward()` on a value that has left the graph.

    What it does
    Finds `backward()`, also through a `GradScaler`, Accelerate or Fabric, on a value whose graph does not lead to
    anything that is trained. The value, or the prediction that it is computed from, went through `.detach()`, `.data`,
    `.item()`, `.numpy()` or `torch.tensor(loss)`, was computed under `no_grad`, or comes from `argmax` or a comparison.
    Calling `requires_grad_()` on such a value does not help, unless an optimizer, or code that reads its gradient, is
    passed it.

    Not reported: a value that is connected to a parameter in another way, and code that expects the error.

    Why it is bad
    torch raises that the tensor "does not require grad and does not have a grad_fn". Where `requires_grad_()` silences
    this, `backward()` ends at the loss itself: no parameter gets a gradient, and the optimizer changes nothing.

    Example
        def gradient(weight: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            prediction = (x * parameter).detach()
            loss = F.mse_loss(prediction, y, reduction="sum")
            loss.requires_grad_()
            loss.backward()
            return torch.zeros_like(weight) if parameter.grad is None else parameter.grad

    Use instead
        def gradient(weight: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            prediction = x * parameter
            loss = F.mse_loss(prediction, y, reduction="sum")
            loss.backward()
            return torch.zeros_like(weight) if parameter.grad is None else parameter.grad

    Evidence
    raises: the error where nothing silences it; wrong_result: no gradient where something does; right_result: the
    gradient that is written out by hand.

    Fix safety
    None: what was detached may have been detached for another use, and only the author knows which value to train on.

    Source
    Effective PyTorch, section 1; https://docs.pytorch.org/docs/stable/notes/autograd.html
    """

    code = "TEF516"
    message = "{call} reaches no parameter: {cut} left the graph"
    events: ClassVar[frozenset[EventKind]] = frozenset({EventKind.BACKWARD})

    def check_event(self, event: Event) -> None:
        node = back_propagated(program_of(self.inference), event)
        if node is None:
            return
        value = self.inference.value(node)
        cut = cut_of(self.inference, value)
        if cut is not None:
            message, place = _MESSAGES[cut.kind], cut.operation.node
        elif self.is_number(node, value, event):
            message, place = _NO_TENSOR, node
        else:
            return
        if not expects_error(self.inference, event.node, event.function):
            self.report(event.node, parts=[], message=message, call=self.text(event.node, 28), cut=self.text(place, 36))

    def is_number(self, node: cst.BaseExpression, value: Value, event: Event) -> bool:
        """Whether an expression is a number or an array, by what is computed here and not by what is promised."""
        if not isinstance(value, Number | Array):
            return False
        handed_on = (
            [one.value for one in node.args if self.inference.value(one.value) is value]
            if type(node) is cst.Call
            else []
        )
        if handed_on:  # scaler.scale(self.total): what an attribute is, other methods may change
            return self.is_number(handed_on[0], value, event)
        if type(node) is not cst.Name:
            return type(node) is cst.Call
        scope = event.function or self.inference.module
        given = assigned_to(node.value, scope) if isinstance(scope, cst.FunctionDef | cst.Module) else []
        return bool(given) and not any(self.comes_from_helper(one) for one in given)

    def comes_from_helper(self, node: cst.BaseExpression) -> bool:
        """Whether a function of the file is called for a value."""
        callee = self.inference.value(node.func) if type(node) is cst.Call else None
        return isinstance(callee, Function) or (isinstance(callee, Bound) and callee.function is not None)


def assigned_to(name: str, scope: cst.FunctionDef | cst.Module) -> list[cst.BaseExpression]:
    """What a function assigns to a name of its own; nothing where it is a parameter."""
    found: list[cst.BaseExpression] = []

    def assign(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        if any(type(one.target) is cst.Name and one.target.value == name for one in node.targets):
            found.append(node.value)

    if type(scope) is cst.FunctionDef and any(one.name.value == name for one in scope.params.params):
        return []
    walk(scope, {cst.Assign: [assign]})
    return found
