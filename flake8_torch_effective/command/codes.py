"""The codes that the options name: slugs and lower case as well, and no typo, which would silently disable a rule."""

from __future__ import annotations

import argparse
import configparser
import os
import re
from collections.abc import Sequence
from typing import Any, Final

from flake8.exceptions import ExecutionError
from flake8.style_guide import Decision, DecisionEngine
from flake8.utils import parse_comma_separated_list, parse_files_to_codes_mapping

from ..codes import NOT_PARSED, code_named, complaint, is_mistaken, slugs
from ..project.table import NAME, Table
from .usage import UsageError

_LISTS: Final = ("select", "extend-select", "ignore", "extend-ignore")
_BY_FILE: Final = "per-file-ignores"
_SECTION: Final = "flake8"
# In the order in which flake8 looks for them.
_FILES: Final = ("setup.cfg", "tox.ini", ".flake8")


def named_in_configuration(
    configuration: configparser.RawConfigParser, first: argparse.Namespace, folder: str, table: Table | None
) -> None:
    """Put codes in the place of what a configuration calls rules by, as flake8 would not know them.

    Args:
        configuration: as flake8 has read it, or as it was made of our table.
        first: the options that locate the configuration.
        folder: where flake8 found it.
        table: ours, where it is the configuration.

    Raises:
        UsageError: no rule is called so.
    """
    for key in (*_LISTS, _BY_FILE):
        for name in {key, key.replace("-", "_")}:
            if configuration.has_option(_SECTION, name):
                value: Any = configuration.get(_SECTION, name)
                where = place(name, first, folder, table)
                # The parser keeps a list as it is, as it does one that was made of our table.
                value = _by_file(value, where) if key == _BY_FILE else _codes(value, where)
                configuration.set(_SECTION, name, value)


def named_in_options(options: argparse.Namespace, where: str | None) -> None:
    """Do the same with the options as parsed, of which only those of the command line can still be wrong.

    Args:
        options: the options, which are changed.
        where: what selects in the configuration; None where nothing does.

    Raises:
        UsageError: no rule is called so, or none is selected.
    """
    for key in _LISTS:
        name = key.replace("-", "_")
        words = getattr(options, name)
        setattr(options, name, None if words is None else _codes(words, f"--{key}"))
    options.per_file_ignores = _by_file(options.per_file_ignores, f"--{_BY_FILE}")
    if options.select is not None:
        selected = (*options.select, *(options.extend_select or ()))
        if not any(code.startswith(selected) for code in (NOT_PARSED, *slugs())):
            told = ", ".join(selected) or "nothing"
            raise UsageError(f"{where or '--select'}: no rule is selected by {told}; add TEF for what is on by default")
    engine = DecisionEngine(options)
    if not any(engine.decision_for(code) is Decision.Selected for code in slugs()):
        told = ", ".join([*(options.ignore or ()), *(options.extend_ignore or ())])
        raise UsageError(f"every selected rule is ignored, by {told}")


def place_of_selection(
    configuration: configparser.RawConfigParser,
    first: argparse.Namespace,
    folder: str,
    table: Table | None,
    arguments: Sequence[str],
) -> str | None:
    """In words, where the configuration selects rules; None where it does not, or the command line does."""
    if any(argument.split("=")[0] == "--select" for argument in arguments):
        return None
    return place("select", first, folder, table) if configuration.has_option(_SECTION, "select") else None


def _codes(value: str | Sequence[str], where: str) -> list[str]:
    """The codes of a list as flake8 reads it."""
    words = parse_comma_separated_list(value) if isinstance(value, str) else value
    return [_code(word, where) for word in words]


def _code(word: str, where: str) -> str:
    if is_mistaken(word):
        raise UsageError(f"{where}: {complaint(word)}")
    return code_named(word) or word


def _by_file(text: str, where: str) -> str:
    """``per-file-ignores`` with codes in the place of slugs; a word before a colon is a file."""

    def coded(word: re.Match[str]) -> str:
        is_file = text[word.end() :].lstrip(" \t").startswith(":") or ":" not in text[: word.start()]
        return word[0] if is_file else code_named(word[0]) or word[0]

    codes = re.sub(r"[^\s,:]+", coded, text)
    try:
        mapping = parse_files_to_codes_mapping(codes)
    except ExecutionError as error:
        raise UsageError(f"{where}: {' '.join(str(error).split())}") from error
    for _, listed in mapping:
        _codes(listed, where)
    return codes


def place(key: str, first: argparse.Namespace, folder: str, table: Table | None) -> str:
    """Where a key of the configuration is written: the last of the files that has it."""
    if table is not None:
        return f"{key} in [tool.{NAME}] of {table.file}"
    found = [first.config] if first.config is not None else [os.path.join(folder, name) for name in _FILES]
    for file in (*reversed(first.append_config), *found):
        parser = configparser.RawConfigParser()
        try:
            parser.read(file, encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError):  # flake8 passes such a file over
            continue
        if parser.has_option(_SECTION, key):
            return f"{key} in {file}"
    return f"{key} in flake8's configuration"
