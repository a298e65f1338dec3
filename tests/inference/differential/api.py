"""All that the fuzzer takes from inference, in one place: where inference moves, only this file changes."""

from __future__ import annotations

from flake8_torch_effective.inference.interpreter.inference import Inference
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import (
    UNKNOWN,
    Array,
    Device,
    Dtype,
    Identity,
    NoneValue,
    NotTensor,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
    reaches,
    same,
)

__all__ = [
    "UNKNOWN",
    "Array",
    "Device",
    "Dtype",
    "Identity",
    "Inference",
    "NoneValue",
    "NotTensor",
    "Number",
    "Operation",
    "Sequence",
    "SequenceType",
    "Symbol",
    "Tensor",
    "Text",
    "Unknown",
    "Value",
    "as_large_as",
    "infer",
    "reaches",
    "same",
    "shape_identity",
]

# The values of which something can be checked at run time.
CHECKED = frozenset({Array, Device, Dtype, NoneValue, NotTensor, Number, Sequence, Tensor, Text})


def shape_identity(tensor: Tensor) -> Identity:
    """The identity of the shape that a tensor certainly has in common with others."""
    return tensor.shape_identity


def as_large_as(tensor: Tensor, dtype: str | None = None) -> Tensor:
    """Another tensor that certainly has the shape of this one."""
    return Tensor(dtype=dtype, shape_identity=tensor.shape_identity)
