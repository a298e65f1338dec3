"""Activations, and the softmaxes among them."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, shapes
from .columns import Contiguity, Family, Formula, Literals, Range, Saves
from .rows import Theme, functional, functional_, special, tensor, tensor_, torch, torch_

activation: Final = Theme(Family.POINTWISE, shape=shapes.same, dtype=dtypes.same)


ROWS: Final = (
    activation(
        "relu(input)",
        torch,
        tensor,
        tensor_,
        torch_,
        formula=Formula.RELU,
        range=Range.NON_NEGATIVE,
        saves=Saves.OUTPUT,
        limits=True,
        degree=1,
    ),
    activation(
        "relu(input, inplace=False)",
        functional,
        functional_,
        formula=Formula.RELU,
        range=Range.NON_NEGATIVE,
        saves=Saves.OUTPUT,
        limits=True,
        degree=1,
    ),
    activation("relu6(input, inplace=False)", functional, range=Range.NON_NEGATIVE, saves=Saves.INPUT),
    activation('gelu(input, approximate="none")', functional, saves=Saves.INPUT),
    activation("silu(input, inplace=False)", functional, saves=Saves.INPUT),
    activation("mish(input, inplace=False)", functional, saves=Saves.INPUT),
    activation("elu(input, alpha=1.0, inplace=False)", functional, functional_, saves=Saves.INPUT),
    activation("selu(input)", torch, torch_, saves=Saves.INPUT),
    activation("selu(input, inplace=False)", functional, functional_, saves=Saves.INPUT),
    activation("celu(input, alpha=1.0)", torch, torch_, saves=Saves.INPUT),
    activation("celu(input, alpha=1.0, inplace=False)", functional, functional_, saves=Saves.INPUT),
    activation("leaky_relu(input, negative_slope=0.01, inplace=False)", functional, functional_, saves=Saves.INPUT),
    activation("prelu(input, weight)", functional, torch, tensor, saves=Saves.INPUT),
    activation("hardshrink(input, lambd=0.5)", functional, torch, tensor, saves=Saves.INPUT),
    activation("softshrink(input, lambd=0.5)", functional, saves=Saves.INPUT),
    activation("hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False)", functional, functional_, saves=Saves.INPUT),
    activation("hardswish(input, inplace=False)", functional, saves=Saves.INPUT),
    activation("hardsigmoid(input, inplace=False)", functional, range=Range.UNIT, saves=Saves.INPUT),
    activation(
        "softplus(input, beta=1, threshold=20)",
        functional,
        formula=Formula.SOFTPLUS,
        real_only=True,
        range=Range.POSITIVE,
        saves=Saves.INPUT,
    ),
    activation("softsign(input)", functional, dtype=dtypes.floating, range=Range.SYMMETRIC_UNIT, saves=Saves.INPUT),
    activation("tanhshrink(input)", functional, dtype=dtypes.floating, saves=Saves.NOTHING),
    activation(
        "logsigmoid(input)",
        functional,
        formula=Formula.LOG_SIGMOID,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_POSITIVE,
        real_only=True,
        saves=Saves.INPUT,
    ),
    activation(
        "threshold(input, threshold, value, inplace=False)",
        functional,
        functional_,
        formula=Formula.THRESHOLD,
        saves=Saves.INPUT,
        literals=Literals.AS_DTYPE,
    ),
    activation(
        "softmax(input, dim, dtype=None)",
        torch,
        tensor,
        special,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.PROBABILITY,
        saves=Saves.OUTPUT,
    ),
    activation(
        "softmax(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.PROBABILITY,
        saves=Saves.OUTPUT,
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
        saves=Saves.OUTPUT,
    ),
    activation(
        "log_softmax(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.LOG_SOFTMAX,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_POSITIVE,
        saves=Saves.OUTPUT,
    ),
    activation(
        "softmin(input, dim=None, _stacklevel=3, dtype=None)",
        functional,
        family=Family.SOFTMAX,
        formula=Formula.SOFTMIN,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.PROBABILITY,
        saves=Saves.OUTPUT,
    ),
)
