"""Which torch comes with the oldest Python that a project takes: there are no older wheels for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .companions import torch_of, which_needs
from .setuptools import setup_cfg, setup_py
from .table import text_of
from .toml import NoReader, parsed
from .versions import Version

# The oldest torch that has wheels for these releases of Python and for later ones.  Source: the files on PyPI.
_WHEELS: Final = (
    ((3, 8), (1, 4)),
    ((3, 9), (1, 7)),
    ((3, 10), (1, 10)),
    ((3, 11), (1, 13)),
    ((3, 12), (2, 2)),
    ((3, 13), (2, 5)),
    ((3, 14), (2, 9)),
)


def needed_by_python(folder: Path) -> tuple[Version, str, str] | None:
    """The oldest torch for the Python that a project's files ask for, what asks for it, and where; None where nothing.

    Args:
        folder: that of pyproject.toml, setup.cfg or setup.py, which are asked in this order.
    """
    for name, specifier, place in _stated(folder):
        version = torch_of(specifier, _WHEELS)
        if version is not None:
            return version, which_needs(f"{name} {specifier}", version), place
    return None


def _stated(folder: Path) -> Iterator[tuple[str, str, str]]:
    file = folder / "pyproject.toml"
    text = text_of(file)
    if text is not None and "python" in text:
        try:
            values: dict[str, Any] = parsed(text)
        except (ValueError, NoReader):
            values = {}
        for name, path in (("requires-python", ("project",)), ("python", ("tool", "poetry", "dependencies"))):
            written: Any = values
            for key in (*path, name):
                written = written.get(key) if isinstance(written, dict) else None
            if isinstance(written, str):
                yield name, written, str(file)
    for file, read in ((folder / "setup.cfg", setup_cfg), (folder / "setup.py", setup_py)):
        text = text_of(file)
        if text is not None and "python_requires" in text:
            for one in read(text, ("python_requires",)):
                for written in one.lines:
                    yield one.place, written, str(file)
