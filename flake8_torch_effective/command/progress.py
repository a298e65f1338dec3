"""Shows the progress of a long run on a terminal."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from .terminal import is_watched

Result = TypeVar("Result")
# Seconds before the first update, and between updates.
SILENCE: Final = 1.0
PAUSE: Final = 0.1


def shown(results: Iterable[Result], total: int, options: argparse.Namespace) -> Iterator[Result]:
    """The results, counted on a line of the terminal; not with ``-q``, and not where nobody is watching."""
    if options.quiet or not is_watched(sys.stderr):
        yield from results
        return
    next_word = time.monotonic() + SILENCE
    width = 0
    try:
        for number, result in enumerate(results, 1):
            yield result
            if time.monotonic() >= next_word:
                text = f"{number} of {total} files"
                width = max(width, len(text))
                print(f"\r{text:<{width}}", end="", file=sys.stderr, flush=True)
                next_word = time.monotonic() + PAUSE
    finally:
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)
