"""What a call does beside its values: traits of its result, and traces in its arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import torch

from .comparison import map_tensors
from .subjects import is_comparable, tensors


def requires_gradient(result: Any) -> bool:
    """Whether a tensor of a result requires a gradient."""
    return any(tensor.requires_grad for tensor in tensors(result))


def requires_grad(tensor: torch.Tensor) -> bool:
    """Whether a tensor requires a gradient."""
    return tensor.requires_grad


def is_trained_leaf(value: object) -> bool:
    """Whether a value is a tensor in whose `grad` a gradient would arrive."""
    return isinstance(value, torch.Tensor) and value.requires_grad and value.is_leaf


def is_parameter(tensor: torch.Tensor) -> bool:
    """Whether a tensor is a parameter, which a module registers."""
    return isinstance(tensor, torch.nn.Parameter)


def overlaps_itself(tensor: torch.Tensor) -> bool:
    """Whether one element in memory stands for several, so that a change of one in place changes them all."""
    if tensor.layout != torch.strided or not tensor.numel():
        return False
    return any(step == 0 and size > 1 for step, size in zip(tensor.stride(), tensor.shape, strict=True))


Trait = Callable[[torch.Tensor], bool]
TRAITS: Mapping[str, Trait] = {
    "is a parameter": is_parameter,
    "requires a gradient": requires_grad,
    "is a leaf that gets one": is_trained_leaf,
    "is one of inference mode": torch.Tensor.is_inference,
    "has one element in memory for several": overlaps_itself,
}
"""What a result is beside its values, tensor by tensor."""
OF_GRAPHS = (requires_grad, is_trained_leaf)


def of_each(result: Any, traits: Sequence[Trait]) -> list[tuple[bool, ...]]:
    """Each tensor's traits, twice of one that stands in a result twice."""
    found: list[tuple[bool, ...]] = []

    def note(tensor: torch.Tensor) -> torch.Tensor:
        found.append(tuple(trait(tensor) for trait in traits))
        return tensor

    map_tensors(result, note)
    return found


def traits_apart(actual: Any, expected: Any, meant: Collection[Trait]) -> str | None:
    """How two results differ beside their values, but for what is meant; None where they do not."""
    kinds = [trait for trait in TRAITS.values() if trait not in meant]
    one, other = of_each(actual, kinds), of_each(expected, kinds)
    if one == other:
        return None
    for what, trait in TRAITS.items():
        one, other = of_each(actual, [trait]), of_each(expected, [trait])
        if one != other and trait not in meant:
            return f"the result {what}: {shown_each(one)} where {shown_each(other)} is expected"
    return None


def shown_each(traits: Sequence[tuple[bool, ...]]) -> str:
    """`yes`, or `yes, no` for two tensors with one trait each."""
    return ", ".join("yes" if trait else "no" for (trait,) in traits) or "no tensor"


def comparable(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Those of the arguments that can be compared: tensors, numbers, sequences of them, and the state of modules.

    Other objects have no equality of their own.
    """
    return tuple(
        {**value.state_dict(), "training": value.training} if isinstance(value, torch.nn.Module) else value
        for value in arguments
        if isinstance(value, torch.nn.Module) or is_comparable(value)
    )


def traces(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a call can have changed of its arguments: values, whether they require gradients, and those they have."""
    return comparable(arguments), [
        (tensor.requires_grad, tensor.grad if tensor.is_leaf else None) for tensor in tensors(arguments)
    ]
