"""Compares what inference says of an expression with the object that torch computes for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy
import torch

from flake8_torch_effective.inference.values import (
    Array,
    Device,
    Dim,
    Dtype,
    Identity,
    NoneValue,
    NotTensor,
    Number,
    Sequence,
    SequenceType,
    Symbol,
    Tensor,
    Text,
    Value,
)

_CATEGORIES: dict[str, Callable[[torch.dtype], bool]] = {
    "bool": lambda dtype: dtype is torch.bool,
    "int": lambda dtype: not (dtype.is_floating_point or dtype.is_complex or dtype is torch.bool),
    "float": lambda dtype: dtype.is_floating_point,
    "complex": lambda dtype: dtype.is_complex,
}
_NUMBERS = {"bool": bool, "int": int, "float": float, "complex": complex}
_SEQUENCES: dict[SequenceType, tuple[type, ...]] = {
    SequenceType.LIST: (list,),
    SequenceType.TUPLE: (tuple,),
    SequenceType.SHAPE: (torch.Size, tuple),
    SequenceType.SET: (set, frozenset),
    SequenceType.DICT: (dict,),
    SequenceType.RANGE: (range,),
}


class Sizes:
    """The real sizes behind symbols: by name (``Float[Tensor, "n"]``) and by the tensor they were read from."""

    def __init__(
        self,
        named: Mapping[str, int] | None = None,
        tensors: Mapping[Identity, torch.Tensor] | None = None,
    ) -> None:
        self.named = dict(named or {})
        self.tensors = dict(tensors or {})

    def size(self, dim: Dim) -> int | None:
        """The real size, None where it is not known here."""
        if not isinstance(dim, Symbol):
            return dim
        if isinstance(dim.axis, str):
            return self.named.get(dim.axis)
        tensor = self.tensors.get(dim.owner) if dim.owner is not None else None
        return tensor.shape[dim.axis] if tensor is not None else None


def contradictions(value: Value, real: object, sizes: Sizes | None = None) -> Iterator[str]:
    """Every fact of ``value`` that is not true of ``real``."""
    sizes = Sizes() if sizes is None else sizes
    if isinstance(value, Tensor):
        yield from _tensor(value, real, sizes)
    elif isinstance(value, Sequence):
        yield from _sequence(value, real, sizes)
    elif isinstance(value, Number):
        yield from _number(value, real, sizes)
    elif isinstance(value, Text):
        if not isinstance(real, str) or value.text not in (None, real):
            yield f"says the text {value.text!r}, is {real!r}"
    elif isinstance(value, NoneValue):
        if real is not None:
            yield f"says None, is a {type(real).__name__}"
    elif isinstance(value, Array):
        if not isinstance(real, numpy.ndarray | numpy.generic):
            yield f"says a NumPy array, is a {type(real).__name__}"
        elif value.scalar and numpy.ndim(real):
            yield f"says a NumPy scalar, has the shape {numpy.shape(real)}"
        elif value.temporary and not isinstance(real, numpy.ndarray):
            yield "says a new array, is a NumPy scalar"
        elif value.dtype not in (None, str(real.dtype)):
            yield f"says an array of {value.dtype}, is one of {real.dtype}"
    elif isinstance(value, Dtype):
        if not isinstance(real, torch.dtype) or f"torch.{value.name}" not in ("torch.None", str(real)):
            yield f"says the dtype {value.name}, is {real!r}"
    elif isinstance(value, Device):
        if not isinstance(real, torch.device) or value.type not in (None, real.type):
            yield f"says the device {value.type}, is {real!r}"
    elif isinstance(value, NotTensor) and isinstance(real, torch.Tensor):
        yield "says no tensor, is one"


def _tensor(value: Tensor, real: object, sizes: Sizes) -> Iterator[str]:
    if not isinstance(real, torch.Tensor):
        if value.certain:
            yield f"says a tensor, is a {type(real).__name__}"
        return
    if value.shape is not None:
        if len(value.shape) != real.dim():
            yield f"says rank {len(value.shape)}, is {real.dim()}"
        else:
            for axis, (dim, true) in enumerate(zip(value.shape, real.shape, strict=True)):
                if sizes.size(dim) not in (None, true):
                    yield f"says size {sizes.size(dim)} along {axis}, is {true} ({dim})"
    if value.dtype is not None:
        category = _CATEGORIES.get(value.dtype)
        exact = str(real.dtype).removeprefix("torch.")
        fits = exact == value.dtype or (category is not None and value.dtype != "bool" and category(real.dtype))
        if not fits:
            yield f"says {value.dtype}, is {exact}"
    if value.device is not None and value.device != real.device.type:
        yield f"says on {value.device}, is on {real.device.type}"
    if value.grad is not None and value.grad is not real.requires_grad:
        yield f"says grad={value.grad}, requires_grad is {real.requires_grad}"
    if value.leaf and not (real.is_leaf and real.requires_grad):
        yield "says a leaf that requires grad, is none"
    if value.single and real.numel() != 1:
        yield f"says one element, has {real.numel()}"
    twin = sizes.tensors.get(value.shape_identity)
    if twin is not None and twin.shape != real.shape:
        yield f"says as large as a tensor of shape {tuple(twin.shape)}, has {tuple(real.shape)}"


def _sequence(value: Sequence, real: object, sizes: Sizes) -> Iterator[str]:
    expected = _SEQUENCES.get(value.type)
    if expected is not None and not isinstance(real, expected):
        yield f"says a {value.type.value}, is a {type(real).__name__}"
        return
    if not isinstance(real, list | tuple | dict | range):
        return
    parts = list(real.values()) if isinstance(real, dict) else list(real)
    if value.items is not None:
        if len(value.items) != len(parts):
            yield f"says {len(value.items)} items, has {len(parts)}"
            return
        pairs = list(zip(value.items, parts, strict=True))
    elif value.element is not None:
        pairs = [(value.element, part) for part in parts]
    else:
        return
    for position, (item, part) in enumerate(pairs):
        for problem in contradictions(item, part, sizes):
            yield f"item {position}: {problem}"


def _number(value: Number, real: object, sizes: Sizes) -> Iterator[str]:
    if isinstance(real, torch.Tensor) or not isinstance(real, int | float | complex):
        yield f"says a number, is a {type(real).__name__}"
        return
    if value.type is not None and type(real) is not _NUMBERS[value.type]:
        yield f"says a Python {value.type}, is a {type(real).__name__}"
    if value.number is not None and value.number != real:
        yield f"says {value.number}, is {real}"
    if value.size is not None and sizes.size(value.size) not in (None, real):
        yield f"says {sizes.size(value.size)}, is {real}"
