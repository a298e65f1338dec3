"""TOML as a dictionary, by the reader that this Python has."""

from __future__ import annotations

import importlib
from typing import Any


class NoReader(Exception):
    """This Python cannot read TOML."""


def parsed(text: str) -> dict[str, Any]:
    """What a text holds.

    Raises:
        ValueError: it is not TOML.
        NoReader: no module that reads it is installed.
    """
    for reader in ("tomllib", "tomli"):
        try:
            toml = importlib.import_module(reader)
        except ModuleNotFoundError:
            continue
        try:
            values: dict[str, Any] = toml.loads(text)
        except RecursionError as error:
            raise ValueError("too deeply nested") from error
        return values
    raise NoReader
