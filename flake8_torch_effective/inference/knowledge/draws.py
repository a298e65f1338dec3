"""Functions of Python, NumPy and torch that choose at random which items are taken.

Each is called by ``tests/inference/test_draws.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Draws(Enum):
    """What is drawn: one of the items that are given, or a number below a bound."""

    ITEM = "item"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class DrawRow:
    """A function that draws; ``bound`` is the place of the number below which, or up to which, it does.

    ``size`` is the place of the argument that asks for several, ``several`` whether it draws several anyway.
    """

    name: str
    draws: Draws
    bound: tuple[int, ...] = ()
    size: int | None = None
    several: bool = False


DRAWS: Final = {
    row.name: row
    for row in (
        DrawRow("random.choice", Draws.ITEM),
        DrawRow("random.choices", Draws.ITEM, several=True),
        DrawRow("random.randint", Draws.NUMBER, bound=(1,)),
        DrawRow("random.randrange", Draws.NUMBER, bound=(0, 1)),
        DrawRow("random.sample", Draws.ITEM, several=True),
        DrawRow("secrets.choice", Draws.ITEM),
        DrawRow("secrets.randbelow", Draws.NUMBER, bound=(0,)),
        DrawRow("numpy.random.choice", Draws.ITEM, size=1),
        DrawRow("numpy.random.integers", Draws.NUMBER, bound=(0, 1), size=2),
        DrawRow("numpy.random.randint", Draws.NUMBER, bound=(0, 1), size=2),
        DrawRow("torch.randint", Draws.NUMBER, bound=(0, 1)),
    )
}

# Functions that draw a fraction, which a number of items makes an index.
FRACTIONS: Final = frozenset({"random.random", "numpy.random.rand", "numpy.random.random"})

# Classes whose objects have the functions of the module random as methods.
GENERATORS: Final = frozenset({"random.Random", "random.SystemRandom"})

# Arguments by which a draw prefers some items: these are meant to come more often than others.
WEIGHTS: Final = frozenset({"cum_weights", "p", "weights"})
