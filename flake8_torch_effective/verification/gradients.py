"""Gradients of the code under a claim, and numbers in float64 to compare them with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

import torch

from .comparison import table
from .effects import is_trained_leaf
from .places import Place
from .registration import held
from .samples import Inputs, Sample, fresh
from .subjects import found, seed, start, tensors


def gradient_rounding(leaves: list[torch.Tensor], sample: Sample) -> float:
    """The difference of gradients that rounding accounts for: of terms as large as a weight, 1, times an input."""
    return table(sample.dtype) * max(1.0, largest(leaves))


def largest(values: Iterable[torch.Tensor]) -> float:
    """The largest finite magnitude in some tensors; 0 where there is none."""
    found = (value.detach().abs().nan_to_num(0.0, 0.0, 0.0) for value in values if value.numel())
    return max((float(value.max()) for value in found), default=0.0)


def widen(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor, in float64 if it is floating-point; on the CPU where its device has no float64."""
    here = tensor if Place(tensor.device).can(torch.float64) else tensor.cpu()
    return here.double() if here.is_floating_point() else here


def all_finite(value: Any) -> bool:
    """Whether every tensor in `value` holds only finite numbers."""
    return all(bool(torch.isfinite(tensor).all()) for tensor in tensors(value))


def require_gradients(arguments: tuple[Any, ...]) -> list[torch.Tensor]:
    """Make leaves of the floating tensors among the arguments, in place, and return them."""
    leaves = [tensor for tensor in tensors(arguments) if tensor.is_floating_point()]
    for leaf in leaves:
        leaf.requires_grad_(True)
    return leaves


def weighted_gradients(result: Any, leaves: list[torch.Tensor], seed: int) -> tuple[torch.Tensor, ...]:
    """Gradients of the result, weighted by normal numbers drawn from `seed`.

    A leaf on which the result does not depend gets zeros, and so do all where nothing in the
    result carries a graph.
    """
    generator = torch.Generator().manual_seed(seed + 1)  # the seed itself has drawn the inputs
    outputs = [tensor for tensor in tensors(result) if tensor.requires_grad]
    if not outputs:
        return tuple(torch.zeros_like(leaf) for leaf in leaves)
    weights = [torch.randn(output.shape, generator=generator, dtype=torch.float64).to(output) for output in outputs]
    found = torch.autograd.grad(outputs, leaves, weights, allow_unused=True)
    return tuple(
        torch.zeros_like(leaf) if gradient is None else gradient for leaf, gradient in zip(leaves, found, strict=True)
    )


def gradients(
    module: ModuleType, name: str, inputs: Inputs, sample: Sample, owned: Sequence[str] = ()
) -> tuple[torch.Tensor, ...]:
    """The weighted gradients of `name` in the floating tensors among its arguments, and in parameters of its Module.

    Args:
        owned: the parameters' names.
    """
    arguments = inputs(fresh(sample))
    leaves = require_gradients(arguments)
    seed(sample)
    this = found(module, name, sample)
    leaves += [held(this.owner, own) for own in owned]
    return weighted_gradients(start(this.run, arguments, sample), leaves, sample.seed)


@lru_cache(maxsize=1)  # each sample of a claim asks again
def trained_in_both(bad: ModuleType, good: ModuleType, name: str) -> Sequence[str]:
    """The parameters that good's Module trains and bad's could: leaves with a gradient, registered or not."""
    one, other = (found(module, name, Sample(1)).owner for module in (bad, good))
    if not isinstance(one, torch.nn.Module) or not isinstance(other, torch.nn.Module):
        return []
    trained = [own for own, parameter in other.named_parameters() if parameter.requires_grad]
    return [own for own in trained if is_trained_leaf(held(one, own))]
