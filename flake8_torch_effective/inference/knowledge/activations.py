"""Activations, and the softmaxes among them."""

from __future__ import annotations

from typing import Any, Final

from ..transfer import dtypes, shapes
from .columns import Contiguity, Family, Formula, Range
from .rows import Home, Row, functional, functional_, row, special, tensor, tensor_, torch, torch_


def activation(text: str, *homes: Home, **columns: Any) -> Row:
    """A row of this file, which say so where they are none of these."""
    return row(text, *homes, **{"family": Family.POINTWISE, "shape": shapes.same, "dtype": dtypes.same, **columns})


ROWS: Final = (
    activation(
        "relu(input)",
        torch,
        tensor,
        tensor_,
        torch_,
        formula=Formula.RELU,
        range=Range.NON_NEGATIVE,
        limits=True,
        degree=1,
    ),
    activation(
        "relu(input, inplace=False)",
        functional,
        functional_,
        formula=Formula.RELU,
        range=Range.NON_NEGATIVE,
        limits=True,
        degree=1,
    ),
    activation("relu6(input, inplace=False)", functional, range=Range.NON_NEGATIVE),
    activation('gelu(input, approximate="none")', functional),
    activation("silu(input, inplace=False)", functional),
    activation("mish(input, inplace=False)", functional),
    activation("elu(input, alpha=1.0, inplace=False)", functional, functional_),
    activation("selu(input)", torch, torch_),
    activation("selu(input, inplace=False)", functional, functional_),
    activation("celu(input, alpha=1.0)", torch, torch_),
    activation("celu(input, alpha=1.0, inplace=False)", functional, functional_),
    activation("leaky_relu(input, negative_slope=0.01, inplace=False)", functional, functional_),
    activation("prelu(input, weight)", functional, torch, tensor),
    activation("hardshrink(input, lambd=0.5)", functional, torch, tensor),
    activation("softshrink(input, lambd=0.5)", functional),
    activation("hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False)", functional, functional_),
    activation("hardswish(input, inplace=False)", functional),
    activation("hardsigmoid(input, inplace=False)", functional),
    activation("softplus(input, beta=1, threshold=20)", functional, formula=Formula.SOFTPLUS, range=Range.POSITIVE),
    activation("softsign(input)", functional, dtype=dtypes.floating),
    activation("tanhshrink(input)", functional, dtype=dtypes.floating),
    activation(
        "logsigmoid(input)",
        functional,
        formula=Formula.LOG_SIGMOID,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_POSITIVE,
    ),
    activation("threshold(input, threshold, value, inplace=False)", functional, functional_, formula=Formula.THRESHOLD),
    activation(
        "softmax(input, dim, dtype=None)",
        torch,
        tensor,
        special,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.PROBABILITY,
    ),
    activation(
        "softmax(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.PROBABILITY,
    ),
    activation(
        "log_softmax(input, dim, dtype=None)",
        torch,
        tensor,
        special,
        family=Family.SOFTMAX,
        formula=Formula.LOG_SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_POSITIVE,
    ),
    activation(
        "log_softmax(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.LOG_SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_POSITIVE,
    ),
    activation(
        "softmin(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMIN,
        contiguity=Contiguity.CONTIGUOUS,
    ),
)
