"""The requirements that setup.cfg and setup.py state for setuptools, read and never run."""

from __future__ import annotations

import ast
import configparser
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple


class Requirements(NamedTuple):
    """Some requirements as they are written, and in words where."""

    place: str
    lines: list[str]


# What is always installed, then what is optional.
_INSTALLED = ("install_requires", "extras_require")


def setup_cfg(text: str, names: Sequence[str] = _INSTALLED) -> Iterator[Requirements]:
    """What the text of a setup.cfg says under these names, in their order."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    for name in names:
        if name != "extras_require":
            yield Requirements(name, _lines(parser.get("options", name, fallback="")))
        elif parser.has_section("options.extras_require"):
            extras = parser["options.extras_require"].values()
            yield Requirements("[options.extras_require]", [line for value in extras for line in _lines(value)])


def setup_py(text: str, names: Sequence[str] = _INSTALLED) -> Iterator[Requirements]:
    """What the text of a setup.py hands to ``setup``, where it is written out there or bound to a name before."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    bound = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == "setup"]
    for name in names:
        given = [keyword.value for call in calls for keyword in call.keywords if keyword.arg == name]
        yield Requirements(name, [line for value in given for line in _texts(value, bound)])


def _lines(value: str) -> list[str]:
    return [line for line in map(str.strip, value.splitlines()) if line]


def _called(call: ast.Call) -> str | None:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else None


def _texts(value: ast.expr, bound: Mapping[str, ast.expr]) -> Iterator[str]:
    """The texts in a list, or in the lists of a dict, that is written out; nothing of what is computed."""
    if isinstance(value, ast.Name):
        value = bound.get(value.id, value)
    if isinstance(value, ast.Dict):
        for one in value.values:
            if isinstance(one, (ast.List, ast.Tuple)):
                yield from _texts(one, bound)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for one in value.elts:
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield from _lines(one.value)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield from _lines(value.value)
