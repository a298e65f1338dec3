"""The files that the command line names, as flake8 finds them, but for folders that nobody means."""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from flake8 import utils
from flake8.discover_files import expand_paths

# Other people's code, what was built, and the caches of tools: entered only where a path on the command line names one.
CLOSED: Final = tuple(
    (
        ".direnv .eggs .git .hg .ipynb_checkpoints .mypy_cache .nox .pytest_cache .ruff_cache .svn .tox .venv "
        "__pycache__ __pypackages__ build dist node_modules site-packages venv"
    ).split()
)
_LOG: Final = logging.getLogger("flake8.torch_effective")


@dataclass
class Discovered:
    """The paths of all files to look at, ``-`` for standard input; one that does not exist is among them too.

    ``troubles`` has a line for each folder that could not be read, and ``empty`` the named folders without a file.
    """

    paths: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)

    def remarks(self) -> Iterator[str]:
        """What to tell of folders that were named in vain."""
        return (f"{folder}: no Python file in it that is not excluded" for folder in self.empty)


def discovered(options: argparse.Namespace) -> Discovered:
    """The files that the options name and do not exclude."""
    found = Discovered()

    def note(error: OSError) -> None:
        found.troubles.append(f"{error.filename}: {error.strerror or error}")

    for path in options.filenames or ["."]:
        patterns = excluded_for(path, options)
        if options.force_exclude and _stands_in_excluded(name_of(path, options), patterns):
            continue
        if os.path.isdir(path):
            inside = list(_in_folder(path, patterns, options.filename, note))
            found.paths += inside
            if not inside:
                found.empty.append(path)
        else:
            found.paths += expand_paths(
                paths=[path],
                stdin_display_name=options.stdin_display_name,
                filename_patterns=options.filename,
                exclude=patterns,
            )
    return found


def excluded_for(path: str, options: argparse.Namespace) -> Sequence[str]:
    """What is left out below a path that the command line names; a name in it opens the closed folders."""
    named = not options.force_exclude and not set(CLOSED).isdisjoint(Path(path).parts)
    return (*options.exclude, *options.extend_exclude, *(() if named else CLOSED))


def _is_excluded(path: str, patterns: Sequence[str]) -> bool:
    excluded: bool = utils.matches_filename(
        path, patterns=patterns, log_message='"%(path)s" has %(whether)sbeen excluded', logger=_LOG
    )
    return excluded


def _stands_in_excluded(path: str, patterns: Sequence[str]) -> bool:
    """Whether a pattern leaves out a path or a folder that it stands in, as a walk from here would."""
    parents = (str(parent) for parent in Path(path).parents if parent.name)
    return any(_is_excluded(each, patterns) for each in (path, *parents))


def _in_folder(
    folder: str, patterns: Sequence[str], names: Iterable[str], note: Callable[[OSError], None]
) -> Iterator[str]:
    """The files in a folder, as flake8's own walk finds them, which passes over what it cannot read."""
    if _is_excluded(folder, patterns):
        return
    for root, folders, files in os.walk(folder, onerror=note):
        folders[:] = [name for name in folders if not _is_excluded(os.path.join(root, name), patterns)]
        for path in (os.path.join(root, name) for name in files):
            if not _is_excluded(path, patterns) and utils.fnmatch(path, names):
                yield path


def name_of(path: str, options: argparse.Namespace) -> str:
    """The name of a path in messages and for ``per-file-ignores``."""
    return options.stdin_display_name if path == "-" else path


def portable(path: str) -> str:
    """A path in portable form, for other tools: without ``./``, and with forward slashes."""
    return os.path.normpath(path).replace(os.sep, "/")
