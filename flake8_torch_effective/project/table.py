"""``[tool.torch-effective]`` in pyproject.toml, as it is written there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from .toml import NoReader, parsed

NAME: Final = "torch-effective"
_HEADER: Final = r"(?m)^\s*\[\s*tool\s*\.\s*[\"']?torch-effective\b"


class Unusable(Exception):
    """What a project's file says cannot be used; the message says in one line what, where, and what to do."""


class Table(NamedTuple):
    """The table as written in its file."""

    file: Path
    values: Mapping[str, Any]


def upward(start: Path) -> Iterator[Path]:
    """A folder and those around it, up to but without the home directory, where flake8's search ends too."""
    home = Path(os.path.realpath(os.path.expanduser("~")))
    for folder in (start, *start.parents):
        if folder == home and folder != start:
            return
        yield folder


def nearest_table(start: Path) -> Table | None:
    """The table of the nearest pyproject.toml that has one, from a folder upwards; None without one.

    Raises:
        Unusable: a pyproject.toml that has it is not TOML, or this Python cannot read TOML.
    """
    for folder in upward(start):
        table = table_in(folder)
        if table is not None:
            return table
    return None


def table_in(folder: Path) -> Table | None:
    """The table of the pyproject.toml in a folder; None where there is none.

    Raises:
        Unusable: it is not TOML although it has the table, or this Python cannot read TOML.
    """
    return table_at(folder / "pyproject.toml")


def table_at(file: Path) -> Table | None:
    """The table of a file of any name; None where it has none.

    Raises:
        Unusable: it is not TOML although it has the table, or this Python cannot read TOML.
    """
    text = text_of(file)
    if text is None or NAME not in text:
        return None
    try:
        tools = parsed(text).get("tool")
    except NoReader:
        if re.search(_HEADER, text) is None:
            return None
        raise Unusable(f"reading {file.name} under Python 3.10 needs tomli: pip install tomli") from None
    except ValueError as error:
        if re.search(_HEADER, text) is None:
            return None
        raise Unusable(f"{file}: {error}") from error
    values = tools.get(NAME) if isinstance(tools, dict) else None
    if values is not None and not isinstance(values, dict):
        raise Unusable(f"{file}: tool.{NAME} must be a table")
    return None if values is None else Table(file, values)


def text_of(file: Path) -> str | None:
    """The text of a file in UTF-8; None where there is none that can be read, as nobody may ever write to a pipe."""
    try:
        if not file.is_file():
            return None
        return file.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
