"""Values refer to each other in circles: a tensor to the operation that made it, and that to the tensor.

Only garbage collection could free those, and the nodes of the file with them, at a tenth of the time that parsing it
takes.  Whoever needs nothing of a file any more takes the circles apart instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Circular(Protocol):
    """A part of circles, which they hang together by."""

    def take_apart(self) -> None:
        """Refer to nothing that may refer back."""


# The parts that were made since it is known that they are to be taken apart; None where it is not.
made: list[Circular] | None = None


def note(part: Circular) -> None:
    """Remember a part of circles, where they are to be taken apart."""
    if made is not None:
        made.append(part)


@contextmanager
def taken_apart() -> Iterator[None]:
    """Nothing that is inferred meanwhile is of use afterwards."""
    global made
    parts: list[Circular] = []
    made = parts
    try:
        yield
    finally:
        made = None
        for part in parts:
            part.take_apart()
