"""Not looking for garbage where there is none."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .syntax.deep_stack import Result


def without_garbage_collection(function: Callable[[], Result]) -> Result:
    """The result of ``function()``, run with garbage collection off.

    For what makes hundreds of thousands of objects that are kept, as parsing and imports do: scanning them again and
    again takes up to a third of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return function()
    finally:
        if enabled:
            gc.enable()


@contextmanager
def scanned_no_more() -> Iterator[None]:
    """No garbage is looked for in what exists already."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
