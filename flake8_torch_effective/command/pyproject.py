"""``[tool.torch-effective]`` in pyproject.toml, for projects without a flake8 configuration."""

from __future__ import annotations

import configparser
import difflib
import os
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

from ..project.table import NAME, Table
from .formats import SEVERITIES
from .usage import UsageError

# Separators in flake8's list of files and codes, which a pattern therefore cannot contain.
_SEPARATOR: Final = re.compile(r"[\s,:]")
_EXAMPLES: Final = {
    "severity": f"one of {', '.join(map(repr, SEVERITIES))}",
    "baseline": "a string, the path of a file",
    "torch-cache-dir": "a string, the path of a folder",
}


def section(table: Table, options: Mapping[str, Any], others: Collection[str]) -> configparser.RawConfigParser:
    """The table as the section that flake8 would have read from its own configuration file.

    Args:
        table: the table.
        options: flake8's options by the names that a configuration file gives them.
        others: the keys that are for other commands.

    Raises:
        UsageError: a key is unknown, or a value is not of its option's type.
    """
    parser = configparser.RawConfigParser()
    parser.add_section("flake8")
    for key, value in table.values.items():
        option = options.get(key)
        if option is None and key.replace("_", "-") in others:
            continue
        if option is None:
            keys = sorted(name for name in options if "_" not in name)
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"the nearest is {near[0]!r}" if near else f"it has {', '.join(keys)}"
            raise UsageError(f"{table.file}: [tool.{NAME}] has no key {key!r}; {hint}")
        name = key.replace("_", "-")
        if name == "per-file-ignores":
            setting: Any = _files_and_codes(table.file, value)
        elif option.comma_separated_list:
            # The parser keeps a list as it is, so that a pattern may contain spaces, at which flake8 would split it.
            setting = value if isinstance(value, str) or _is_list_of_text(value) else None
            _require(setting is not None, table.file, name, "a list of strings")
        elif option.action in ("store_true", "store_false"):
            _require(isinstance(value, bool), table.file, name, "true or false")
            setting = str(value)
        elif option.action == "count":
            _require(type(value) is int and value >= 0, table.file, name, "a whole number from 0 on")
            setting = str(value)
        elif name == "jobs":
            _require(
                (type(value) is int and value >= 0) or value == "auto", table.file, name, 'a whole number or "auto"'
            )
            setting = str(value)
        else:
            _require(isinstance(value, str), table.file, name, _EXAMPLES.get(name, 'a string, such as "2.3"'))
            setting = str(table.file.parent / value) if option.normalize_paths else value
        parser.set("flake8", name, setting)
    return parser


def require_values(
    configuration: configparser.RawConfigParser, options: Mapping[str, Any], place: Callable[[str], str]
) -> None:
    """Check numbers and switches in a configuration of flake8's, of which flake8 says neither file nor key.

    Raises:
        UsageError: a value is none of its option; ``place`` tells where it is.
    """
    for key, value in configuration.items("flake8") if configuration.has_section("flake8") else ():
        option = options.get(key)
        if option is None:
            continue
        if option.action in ("store_true", "store_false"):
            holds, wanted = value.lower() in configuration.BOOLEAN_STATES, "true or false"
        elif option.action == "count":
            holds, wanted = re.fullmatch("[0-9]+", value) is not None, "a whole number from 0 on"
        elif key == "jobs":
            holds, wanted = re.fullmatch("[0-9]+|auto", value) is not None, "a whole number or auto"
        elif key == "severity":
            holds, wanted = value in SEVERITIES, f"one of {', '.join(SEVERITIES)}"
        else:
            continue
        if not holds:
            raise UsageError(f"{place(key)} must be {wanted}, not {value!r}")


def _require(holds: bool, file: Path, key: str, wanted: str) -> None:
    if not holds:
        raise UsageError(f"{file}: {key} in [tool.{NAME}] must be {wanted}")


def _is_list_of_text(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _files_and_codes(file: Path, value: Any) -> str:
    """``per-file-ignores`` as flake8 writes it: ``pattern: code, code`` a line.

    flake8 takes a pattern with a slash from the working directory, so that is where it leads from here.
    """
    _require(isinstance(value, dict), file, "per-file-ignores", 'a table such as {"tests/*" = ["TEF102"]}')
    lines = []
    for pattern, codes in value.items():
        listed = [codes] if isinstance(codes, str) else codes
        _require(_is_list_of_text(listed), file, "per-file-ignores", 'a table such as {"tests/*" = ["TEF102"]}')
        if _SEPARATOR.search(pattern):
            raise UsageError(f"{file}: the pattern {pattern!r} of per-file-ignores may hold no blank, comma or colon")
        if "/" in pattern:
            pattern = os.path.relpath(file.parent / pattern)
        if listed:
            lines.append(f"{pattern}: {', '.join(listed)}")
    return "\n".join(lines)
