"""What findings depend on, as one digest."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from .. import __version__

_PROGRAM: Final = Path(__file__).resolve().parent.parent


class Wanted(NamedTuple):
    """The options that decide what is found: the arguments of `lint` of the same names."""

    target: tuple[int, ...] | None = None
    named: tuple[str, ...] | None = None
    tentative: bool = True
    copied: bool = False


def key_of(source: str, wanted: Wanted) -> str:
    """The name of what is kept for a text, in hexadecimal digits; nobody can tell the text's path from it."""
    named = None if wanted.named is None else sorted(set(wanted.named))
    options = json.dumps([wanted.target, named, wanted.tentative, wanted.copied])
    digest = hashlib.sha256(f"{program()}\n{options}\n".encode())
    digest.update(source.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


@cache
def program() -> str:
    """A digest of this program, its libraries and its Python.

    The version alone would not do: in a checkout the rules change while it stays the same.
    """
    parts = [__version__, version("libcst"), sys.version, sys.implementation.name]
    parts += sorted(_stamps(str(_PROGRAM)))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _stamps(folder: str) -> Iterator[str]:
    """The name, the size and the time of each file of the program."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _stamps(entry.path)
        else:
            told = entry.stat()
            yield f"{entry.path.removeprefix(str(_PROGRAM))} {told.st_size} {told.st_mtime_ns}"
