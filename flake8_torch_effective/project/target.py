"""The oldest torch that the linted code must run on, and where that was said."""

from __future__ import annotations

import configparser
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final, NamedTuple

from flake8.main.options import stage1_arg_parser
from flake8.options.config import load_config

from .dependencies import has_dependencies, stated_in
from .table import Table, Unusable, nearest_table, table_at, table_in, upward
from .versions import Version, version_in

OPTION: Final = "torch-target-version"
# What stands in the folder that a project begins with.
_ROOTS: Final = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
_SECTIONS: Final = ("flake8", "flake8:local-plugins")


class Target(NamedTuple):
    """The oldest torch, and in words what says so."""

    version: Version
    source: str


class _Place(NamedTuple):
    """Where a run is configured: flake8's configuration, our table, and the project's folder, where there are any."""

    configuration: configparser.RawConfigParser
    table: Table | None
    folder: Path | None


def target_of(options: Namespace) -> Target | None:
    """The target that flake8's options give or else the project's own files; None where nothing says one.

    Args:
        options: as flake8 parsed them, from its command line and its configuration.

    Raises:
        Unusable: what is given is not a version, or a file that gives it cannot be read.
        flake8.exceptions.ExecutionError: a configuration file that the options name is not there.
    """
    given = options.torch_target_version
    located = _located(options)
    if located.isolated:
        return None if given is None else _checked(given, f"--{OPTION}")
    place = _place_of(located)
    if given is not None:
        return _checked(given, _source_of(given, place))
    if place.table is not None:
        written = place.table.values.get(OPTION, place.table.values.get(OPTION.replace("-", "_")))
        if written is not None:
            return _checked(written, in_table(place.table))
    bound = None if place.folder is None else stated_in(place.folder)
    return None if bound is None else Target(bound.version, f"{bound.requirement} in {bound.place}")


def _located(options: Namespace) -> Namespace:
    """The options that locate the configuration, which flake8 parses first and keeps to itself."""
    program = Path(sys.argv[0])
    if program.stem != "flake8" and (program.parent.name, program.name) != ("flake8", "__main__.py"):
        return options
    located: Namespace = stage1_arg_parser().parse_known_args(sys.argv[1:])[0]
    return located


def _checked(value: object, source: str) -> Target:
    version = version_in(value) if isinstance(value, str) else None
    if version is None:
        wanted = 'a version in quotes, such as "2.3"' if not isinstance(value, str) else "a version such as 2.3"
        raise Unusable(f"{source} must be {wanted}, not {value!r}: the oldest torch that the code must run on")
    return Target(version, source)


def _source_of(value: object, place: _Place) -> str:
    """Where flake8 has a value from: what its configuration does not say, the command line does."""
    for name in (OPTION, OPTION.replace("-", "_")):
        if place.configuration.get("flake8", name, fallback=None) == value:
            return f"{OPTION} in flake8's configuration"
        if place.table is not None and place.table.values.get(name) == value:
            return in_table(place.table)
    return f"--{OPTION}"


def in_table(table: Table) -> str:
    """In words, that our table says it."""
    return f"{OPTION} in [tool.torch-effective] of {table.file}"


def _place_of(options: Namespace) -> _Place:
    """Where a run is configured.

    A configuration file that the command line names is the only one that is read.  Without one of flake8's the nearest
    table of ours is it.
    """
    given = None if options.config is None else table_at(Path(options.config))
    if given is not None:
        folder = str(given.file.parent)
        project = _project_of(Path(folder).absolute(), configured=True)
        return _Place(configparser.RawConfigParser(), given, project)
    configuration, folder = load_config(options.config, options.append_config)
    start = Path(folder).absolute()
    if options.config is not None:
        return _Place(configuration, None, _project_of(start, configured=True))
    if any(section in configuration for section in _SECTIONS):
        project = _project_of(start, configured=True)
        return _Place(configuration, None if project is None else table_in(project), project)
    table = nearest_table(start)
    project = _project_of(start, configured=False) if table is None else table.file.parent
    return _Place(configuration, table, project)


def _project_of(start: Path, configured: bool) -> Path | None:
    """The folder of the project that a folder belongs to.

    It is that of the configuration if there are dependencies next to it; else the nearest upwards in which a project
    begins, or, where none does, that has dependencies.
    """
    if configured and has_dependencies(start):
        return start
    folders = list(upward(start))
    roots = (folder for folder in folders if any(os.path.exists(folder / name) for name in _ROOTS))
    return next(roots, None) or next(filter(has_dependencies, folders), None)
