"""The oldest torch that a project's own pyproject.toml, setup.cfg, setup.py or requirements files ask for."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from .companions import needed_by, needed_by_constraint, which_needs
from .setuptools import Requirements, setup_cfg, setup_py
from .table import text_of
from .toml import NoReader, parsed
from .versions import Version, lowest, specifier_of

_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_INCLUDED: Final = r"(?:-r|--requirement)(?:\s+|\s*=\s*|(?=[^\s-]))(.+)"


class Bound(NamedTuple):
    """A lower bound of torch: the release, the requirement, and where it is written."""

    version: Version
    requirement: str
    place: str


def stated_in(folder: Path) -> Bound | None:
    """The lower bound of torch that the files of a project's folder state.

    What is installed with the project, by pyproject.toml, setup.cfg or setup.py, comes before requirements files.
    """
    return (
        _in_pyproject(folder / "pyproject.toml")
        or _in_setup(folder / "setup.cfg", setup_cfg)
        or _in_setup(folder / "setup.py", setup_py)
        or _in_requirements(folder)
    )


def has_dependencies(folder: Path) -> bool:
    """Whether a folder has a file that may state one."""
    return os.path.isfile(folder / "pyproject.toml") or bool(_requirements_of(folder))


def _in_pyproject(file: Path) -> Bound | None:
    """The lowest bound in the first part of pyproject.toml that states one.

    What is always installed comes before what is optional, and that before what only developers need.
    """
    text = text_of(file)
    if text is None or "torch" not in text.lower():
        return None
    try:
        values = parsed(text)
    except (ValueError, NoReader):
        return None
    project, poetry = _table(values, "project"), _table(values, "tool", "poetry")
    groups = (_table(group, "dependencies") for group in _table(poetry, "group").values())
    for place, bounds in (
        ("[project] dependencies", _of_list(project.get("dependencies"))),
        ("[tool.poetry.dependencies]", _of_poetry(_table(poetry, "dependencies"))),
        ("[project.optional-dependencies]", _of_lists(_table(project, "optional-dependencies"))),
        (
            "a group of [tool.poetry]",
            [bound for group in (_table(poetry, "dev-dependencies"), *groups) for bound in _of_poetry(group)],
        ),
        ("[dependency-groups]", _of_lists(_table(values, "dependency-groups"))),
    ):
        found = _lowest_of(bounds)
        if found is not None:
            return Bound(*found, f"{place} of {file}")
    return None


def _in_setup(file: Path, read: Callable[[str], Iterable[Requirements]]) -> Bound | None:
    """The lowest bound of the first requirements that state one, in a file of setuptools'."""
    text = text_of(file)
    if text is None or "torch" not in text.lower():
        return None
    for requirements in read(text):
        found = _lowest_of(_of_list(requirements.lines))
        if found is not None:
            return Bound(*found, f"{requirements.place} of {file}")
    return None


def _table(values: object, *path: str) -> dict[str, Any]:
    """What stands under some keys, where those of other tools may be anything."""
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return values if isinstance(values, dict) else {}


def _lowest_of(bounds: Iterable[tuple[Version, str]]) -> tuple[Version, str] | None:
    return min(bounds, key=lambda bound: bound[0], default=None)


def _of_list(requirements: object) -> list[tuple[Version, str]]:
    """The bounds in a list of requirements, which may include other groups."""
    found = []
    written = [one for one in requirements if isinstance(one, str)] if isinstance(requirements, list) else []
    for requirement in written:
        specifier = specifier_of(requirement)
        version = lowest(specifier) if specifier else None
        if version is not None:
            found.append((version, f"torch{specifier}"))
    return _raised(found, needed_by(written) if found else None)


def _raised(bounds: list[tuple[Version, str]], needed: tuple[Version, str] | None) -> list[tuple[Version, str]]:
    """The bounds of torch, where what is installed beside it needs a newer one."""
    return bounds if needed is None else [max(bound, needed, key=lambda one: one[0]) for bound in bounds]


def _of_lists(groups: dict[str, Any]) -> list[tuple[Version, str]]:
    return [bound for group in groups.values() for bound in _of_list(group)]


def _of_poetry(dependencies: dict[str, Any]) -> list[tuple[Version, str]]:
    """The bounds in a table of Poetry's: a constraint, a table with one, or a list of such tables."""
    found, needed = [], []
    for name, constraints in dependencies.items():
        for constraint in constraints if isinstance(constraints, list) else [constraints]:
            written = constraint.get("version") if isinstance(constraint, dict) else constraint
            if not isinstance(written, str):
                continue
            if specifier_of(name) is not None:
                found.append((lowest(written), f'torch = "{written}"'))
            elif constraint is constraints and not isinstance(constraint, dict):  # else it may not be installed
                needed.append((needed_by_constraint(name, written), f'{name} = "{written}"'))
    known = [(version, which_needs(text, version)) for version, text in needed if version is not None]
    return _raised(
        [(version, text) for version, text in found if version is not None],
        max(known, key=lambda one: one[0], default=None),
    )


def _requirements_of(folder: Path) -> list[Path]:
    """The requirements files right in a folder."""
    return sorted(path for path in folder.glob("requirements*.txt") if os.path.isfile(path))


def _in_requirements(folder: Path) -> Bound | None:
    """The lowest bound that requirements.txt states, or else that the others state."""
    files = _requirements_of(folder)
    first = [file for file in files if file.name == "requirements.txt"]
    for group in (first, files):
        seen: set[Path] = set()
        bounds = [bound for file in group for bound in _of_file(file, seen)]
        if bounds:
            return min(bounds, key=lambda bound: bound.version)
    return None


def _of_file(file: Path, seen: set[Path]) -> Iterator[Bound]:
    """The bounds in a requirements file and in those that it includes, each read once."""
    file = Path(os.path.abspath(file))
    if file in seen:
        return
    seen.add(file)
    own: list[str] = []
    for line in _lines(file):
        included = re.match(_INCLUDED, line)
        if included is not None:
            yield from _of_file(file.parent / re.split(r"\s#", included[1])[0].strip().strip("\"'"), seen)
        else:
            own.append(line)
    for version, requirement in _of_list(own):
        yield Bound(version, requirement, str(file))


def _lines(file: Path) -> list[str]:
    """The lines of a requirements file, joined where a backslash ends one."""
    try:
        data = file.read_bytes()
    except (OSError, ValueError):
        return []
    text = data.decode("utf-16" if data.startswith(_MARKS) else "utf-8-sig", "replace")
    return [line.strip() for line in re.sub(r"\\\r?\n", " ", text).splitlines()]
