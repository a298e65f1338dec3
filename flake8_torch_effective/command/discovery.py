"""The files that the command line names, as flake8 finds them."""

from __future__ import annotations

import argparse
import os

from flake8.discover_files import expand_paths


def paths_of(options: argparse.Namespace) -> list[str]:
    """The paths of all files to look at, ``-`` for standard input; one that does not exist is among them too."""
    return list(
        expand_paths(
            paths=options.filenames,
            stdin_display_name=options.stdin_display_name,
            filename_patterns=options.filename,
            exclude=(*options.exclude, *options.extend_exclude),
        )
    )


def name_of(path: str, options: argparse.Namespace) -> str:
    """The name of a path in messages and for ``per-file-ignores``."""
    return options.stdin_display_name if path == "-" else path


def portable(path: str) -> str:
    """A path in portable form, for other tools: without ``./``, and with forward slashes."""
    return os.path.normpath(path).replace(os.sep, "/")
