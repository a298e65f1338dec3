"""Random numbers drawn from tensors and written into them."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, results, shapes
from .columns import Contiguity, Family, Formula, Range, Saves
from .rows import Theme, functional, functional_, init, tensor, tensor_, torch, torch_

draw: Final = Theme(Family.RANDOM, shape=shapes.same, dtype=dtypes.same)
initialise: Final = Theme(Family.RANDOM, result=results.initialised)


ROWS: Final = (
    draw("bernoulli(input, *, generator=None)", torch, tensor, range=Range.UNIT, saves=Saves.NOTHING),
    draw(
        "rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)",
        functional,
        functional_,
        contiguity=Contiguity.CONTIGUOUS,
        saves=Saves.INPUT,
        training=False,
    ),
    draw(
        "dropout(input, p=0.5, training=True, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        may_share=True,
        training=True,
    ),
    draw(
        "dropout(input, p, train)",
        torch,
        torch_,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        may_share=True,
    ),
    draw(
        "dropout1d(input, p=0.5, training=True, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        training=True,
    ),
    draw(
        "dropout2d(input, p=0.5, training=True, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        training=True,
    ),
    draw(
        "dropout3d(input, p=0.5, training=True, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        training=True,
    ),
    draw(
        "alpha_dropout(input, p=0.5, training=False, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        may_share=True,
        training=False,
    ),
    draw(
        "feature_alpha_dropout(input, p=0.5, training=False, inplace=False)",
        functional,
        formula=Formula.DROPOUT,
        contiguity=Contiguity.KEEPS,
        saves=Saves.NOTHING,
        may_share=True,
        training=False,
    ),
    draw(
        "gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1)",
        functional,
        shape=shapes.like_logits,
        dtype=dtypes.like_logits,
        range=Range.UNIT,
        saves=Saves.OUTPUT,
    ),
    draw(
        "normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None, device=None)",
        torch,
        shape=shapes.normal,
        dtype=dtypes.normal,
        saves=Saves.NOTHING,
    ),
    draw("poisson(input, generator=None)", torch, saves=Saves.NOTHING),
    draw(
        "multinomial(input, num_samples, replacement=False, *, generator=None)",
        torch,
        tensor,
        shape=shapes.multinomial,
        dtype=dtypes.int64,
        nograd=True,
    ),
    draw("normal(input, mean=0, std=1, *, generator=None)", tensor_, saves=Saves.NOTHING),
    draw("uniform(input, *args, generator=None)", tensor_),
    draw("random(input, *args, generator=None)", tensor_),
    draw("exponential(input, lambd=1, *, generator=None)", tensor_),
    draw("log_normal(input, mean=1, std=2, *, generator=None)", tensor_),
    draw("cauchy(input, median=0, sigma=1, *, generator=None)", tensor_),
    draw("geometric(input, p, *, generator=None)", tensor_),
    draw("bernoulli(input, p=0.5, *, generator=None)", tensor_, range=Range.UNIT, saves=Saves.NOTHING),
    initialise(
        'kaiming_normal(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None)',
        init("kaiming_normal_"),
    ),
    initialise(
        'kaiming_uniform(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None)',
        init("kaiming_uniform_"),
    ),
    initialise(
        "xavier_normal(tensor, gain=1.0, generator=None)",
        init("xavier_normal_"),
    ),
    initialise(
        "xavier_uniform(tensor, gain=1.0, generator=None)",
        init("xavier_uniform_"),
    ),
    initialise(
        "init_normal(tensor, mean=0.0, std=1.0, generator=None)",
        init("normal_"),
    ),
    initialise(
        "init_uniform(tensor, a=0.0, b=1.0, generator=None)",
        init("uniform_"),
    ),
    initialise(
        "init_zeros(tensor)",
        init("zeros_"),
        random=False,
        fills_with=0,
    ),
    initialise(
        "init_ones(tensor)",
        init("ones_"),
        random=False,
        fills_with=1,
    ),
    initialise("init_eye(tensor)", init("eye_"), random=False),
    initialise(
        "orthogonal(tensor, gain=1, generator=None)",
        init("orthogonal_"),
    ),
    initialise(
        "init_constant(tensor, val)",
        init("constant_"),
        random=False,
        fill_operand="val",
    ),
    initialise(
        "trunc_normal(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None)",
        init("trunc_normal_"),
        synchronises=True,
    ),
)
