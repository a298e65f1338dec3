"""Whether autograd keeps the numbers of a tensor for the backward pass, and what changes them in place."""

from __future__ import annotations

from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Saves
from ..values import Operation, Tensor
from .leaves import changes_in_place, is_view


def is_kept_for_backward(inference: Inference, operation: Operation, tensor: Tensor) -> bool:
    """Whether what made a tensor, or took it before, certainly keeps its numbers: what takes it later keeps new ones.

    >>> p = program("y = x.exp()", "y.data.clamp_(0)", "z = x + 1", "z.data.clamp_(0)")
    >>> [is_kept_for_backward(p.inference, p.operation(f"{name}.data"), p.value(name)) for name in ("y", "z")]
    [True, False]
    """
    made = tensor.origin
    while made is not None and is_view(made) and isinstance(made.operand(), Tensor):
        made = made.operand().origin
    if made is not None and _saved_by(made).keeps_output and made.grad_enabled is not False:
        return True
    for user in inference.consumers.get(tensor.identity, ()):
        if user is operation:
            return False
        if user.grad_enabled is not False and _keeps(user, tensor):
            return True
    return False


def _keeps(user: Operation, tensor: Tensor) -> bool:
    """Whether an operation keeps this operand: its only one, or one beside another that requires grad, as in ``x * w``.

    A number in place of the other does not need it: ``x * 2``.
    """
    if not _saved_by(user).keeps_input or user.signature.family is Family.QUERY:
        return False
    others = [one for one in user.tensors() if one.identity is not tensor.identity]
    if others:
        return any(one.grad is True for one in others)
    return user.signature.family is not Family.ARITHMETIC or len(list(user.tensors())) > 1


def _saved_by(made: Operation) -> Saves:
    """What an operation keeps, given its arguments."""
    row = made.signature
    return Saves.NOTHING if row.saves_indices and made.given("dim") else row.saves


def change_of(inference: Inference, data: Tensor, depth: int = 3) -> Operation | None:
    """The first change in place of a tensor, or of a view of it: by a method, a function, a store, or `out=`.

    >>> p = program("y = x.exp()", "y.view(-1).clamp_(0)", "z = x + 1")
    >>> change_of(p.inference, p.value("y")).name, change_of(p.inference, p.value("z"))
    ('clamp', None)
    """
    for user in inference.consumers.get(data.identity, ()):
        if user.operand().identity is not data.identity:
            if user.operand("out").identity is data.identity:
                return user
        elif changes_in_place(user):
            return user
        elif depth and isinstance(user.result, Tensor) and is_view(user):
            change = change_of(inference, user.result, depth - 1)
            if change is not None:
                return change
    return None
