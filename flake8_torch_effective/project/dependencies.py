"""The oldest torch that a project's own pyproject.toml, setup.cfg, setup.py or requirements files ask for."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from .companions import needed_by, needed_by_constraint, which_needs
from .python import needed_by_python
from .setuptools import Requirements, setup_cfg, setup_py
from .table import text_of
from .toml import NoReader, parsed
from .versions import Version, lowest, runs_on, specifier_of

_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_INCLUDED: Final = r"(?:-r|--requirement)(?:\s+|\s*=\s*|(?=[^\s-]))(.+)"


class _Asked(NamedTuple):
    """What one requirement asks: the release, the requirement, and whether that is a lower bound."""

    version: Version
    requirement: str
    lower: bool


class Bound(NamedTuple):
    """A bound of torch: the oldest release, the requirement, where it is written, and whether it is a lower bound."""

    version: Version
    requirement: str
    place: str
    lower: bool


def stated_in(folder: Path) -> Bound | None:
    """The bound of torch that the files of a project's folder state: a lower one, or where there is none an upper one.

    What is installed with the project, by pyproject.toml, setup.cfg or setup.py, comes before requirements files. The
    Python that these files ask for may raise it.
    """
    bound = _written_in(folder)
    needed = None if bound is None else needed_by_python(folder)
    if bound is None or needed is None or bound.version >= needed[0]:
        return bound
    return Bound(*needed, lower=True)


def _written_in(folder: Path) -> Bound | None:
    """The bound that a requirement states."""
    upper = None
    for bound in chain(
        _in_pyproject(folder / "pyproject.toml"),
        _in_setup(folder / "setup.cfg", setup_cfg),
        _in_setup(folder / "setup.py", setup_py),
        _in_requirements(folder),
    ):
        if bound.lower:
            return bound
        upper = upper or bound
    return upper


def has_dependencies(folder: Path) -> bool:
    """Whether a folder has a file that may state one."""
    return os.path.isfile(folder / "pyproject.toml") or bool(_requirements_of(folder))


def _in_pyproject(file: Path) -> Iterator[Bound]:
    """The lowest bound in each part of pyproject.toml that states one.

    What is always installed comes before what is optional, and that before what only developers need.
    """
    text = text_of(file)
    if text is None or "torch" not in text.lower():
        return
    try:
        values = parsed(text)
    except (ValueError, NoReader):
        return
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
        yield from _lowest_of(bounds, f"{place} of {file}")


def _in_setup(file: Path, read: Callable[[str], Iterable[Requirements]]) -> Iterator[Bound]:
    """The lowest bound of the requirements of each kind that state one, in a file of setuptools'."""
    text = text_of(file)
    if text is None or "torch" not in text.lower():
        return
    for requirements in read(text):
        yield from _lowest_of(_of_list(requirements.lines), f"{requirements.place} of {file}")


def _table(values: object, *path: str) -> dict[str, Any]:
    """What stands under some keys, where those of other tools may be anything."""
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return values if isinstance(values, dict) else {}


def _lowest_of(bounds: list[_Asked], place: str) -> Iterator[Bound]:
    """The lowest of the bounds in one place, where there are any."""
    if bounds:
        oldest = min(bounds, key=lambda bound: bound.version)
        yield Bound(oldest.version, oldest.requirement, place, any(bound.lower for bound in bounds))


def _of_list(requirements: object) -> list[_Asked]:
    """The bounds in a list of requirements, which may include other groups."""
    found: list[_Asked] = []
    written = [one for one in requirements if isinstance(one, str)] if isinstance(requirements, list) else []
    for requirement in written:
        specifier = specifier_of(requirement)
        found.extend(_asked(specifier or "", f"torch{specifier}"))
    return _raised(found, needed_by(written) if found else None)


def _asked(specifier: str, requirement: str) -> Iterator[_Asked]:
    """What a specifier asks of torch's version, where it asks anything."""
    version = runs_on(specifier)
    if version is not None:
        yield _Asked(version, requirement, lowest(specifier) is not None)


def _raised(bounds: list[_Asked], needed: tuple[Version, str] | None) -> list[_Asked]:
    """The bounds of torch, where what is installed beside it needs a newer one."""
    if needed is None:
        return bounds
    return [_Asked(*needed, lower=True) if bound.version < needed[0] else bound for bound in bounds]


def _of_lists(groups: dict[str, Any]) -> list[_Asked]:
    return [bound for group in groups.values() for bound in _of_list(group)]


def _of_poetry(dependencies: dict[str, Any]) -> list[_Asked]:
    """The bounds in a table of Poetry's: a constraint, a table with one, or a list of such tables."""
    found: list[_Asked] = []
    needed = []
    for name, constraints in dependencies.items():
        for constraint in constraints if isinstance(constraints, list) else [constraints]:
            written = constraint.get("version") if isinstance(constraint, dict) else constraint
            if not isinstance(written, str):
                continue
            if specifier_of(name) is not None:
                found.extend(_asked(written, f'torch = "{written}"'))
            elif constraint is constraints and not isinstance(constraint, dict):  # else it may not be installed
                needed.append((needed_by_constraint(name, written), f'{name} = "{written}"'))
    known = [(version, which_needs(text, version)) for version, text in needed if version is not None]
    return _raised(found, max(known, key=lambda one: one[0], default=None))


def _requirements_of(folder: Path) -> list[Path]:
    """The requirements files right in a folder."""
    return sorted(path for path in folder.glob("requirements*.txt") if os.path.isfile(path))


def _in_requirements(folder: Path) -> Iterator[Bound]:
    """The lowest bound that requirements.txt states, then the lowest that any of these files states."""
    files = _requirements_of(folder)
    first = [file for file in files if file.name == "requirements.txt"]
    for group in (first, files):
        seen: set[Path] = set()
        bounds = [bound for file in group for bound in _of_file(file, seen)]
        if bounds:
            oldest = min(bounds, key=lambda bound: bound.version)
            yield oldest._replace(lower=any(bound.lower for bound in bounds))


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
    for asked in _of_list(own):
        yield Bound(asked.version, asked.requirement, str(file), asked.lower)


def _lines(file: Path) -> list[str]:
    """The lines of a requirements file, joined where a backslash ends one."""
    try:
        data = file.read_bytes()
    except (OSError, ValueError):
        return []
    text = data.decode("utf-16" if data.startswith(_MARKS) else "utf-8-sig", "replace")
    return [line.strip() for line in re.sub(r"\\\r?\n", " ", text).splitlines()]
