"""flake8's entry point."""

from __future__ import annotations

import ast
import logging
import sys
from argparse import Namespace
from collections.abc import Iterator
from multiprocessing import parent_process
from typing import Any, ClassVar, Final

from flake8.exceptions import ExecutionError
from flake8.utils import parse_files_to_codes_mapping

from . import __version__
from .cache.findings import findings_of
from .cache.key import Wanted
from .cache.place import place_of
from .cache.store import Store
from .codes import PREFIX, complaint, is_mistaken
from .project.copies import is_copy
from .project.own_torch import imports_own_torch
from .project.table import Unusable
from .project.target import Target, target_of
from .syntax.relevance import uses_torch

# The option for findings on weaker evidence.
TENTATIVE: Final = "--torch-tentative"
# flake8 shows what is said under its own name where it is asked to say more, with -v.
_LOG = logging.getLogger("flake8.torch_effective")


def _warn_of_typos(options: Namespace) -> None:
    """Say once which codes belong to no rule: flake8 itself would let a typo silently disable a rule."""
    if parent_process() is not None:  # another process has said so
        return
    for name in ("select", "extend_select", "ignore", "extend_ignore"):
        for code in getattr(options, name) or ():
            _warn_of_typo(code, name)
    for _, codes in parse_files_to_codes_mapping(options.per_file_ignores):
        for code in codes:
            _warn_of_typo(code, "per_file_ignores")


def _warn_of_typo(code: str, name: str) -> None:
    if code.upper().startswith(PREFIX) and is_mistaken(code):
        print(f"flake8-torch-effective: {name.replace('_', '-')}: {complaint(code)}", file=sys.stderr)


class TorchEffectivePlugin:
    """The plugin as flake8 sees it: made with a file's tree and lines, run once.

    LibCST and the rules are imported only when a file uses torch.
    """

    name: ClassVar[str] = "flake8-torch-effective"
    version: ClassVar[str] = __version__
    target: ClassVar[tuple[int, ...] | None] = None
    named: ClassVar[tuple[str, ...]] = ()
    tentative: ClassVar[bool] = False
    store: ClassVar[Store | None] = None
    stdin_name: ClassVar[str] = ""

    def __init__(self, tree: ast.Module, lines: list[str], filename: str = "") -> None:
        self.tree = tree
        self.lines = lines
        self.filename = filename

    @classmethod
    def add_options(cls, manager: Any) -> None:
        """Declare the options."""
        manager.add_option(
            "--torch-target-version",
            default=None,
            metavar="VERSION",
            parse_from_config=True,
            help=(
                "the oldest torch the code must run on, such as 2.3, instead of what the project's "
                "own files ask for; advice that needs a newer one is not reported"
            ),
        )
        manager.add_option(
            TENTATIVE,
            action="store_true",
            default=False,
            parse_from_config=True,
            help=(
                "also report tentative findings: those of which a rule's page says that correct programs often have "
                "the same evidence"
            ),
        )
        manager.add_option(
            "--torch-cache-dir",
            default=None,
            metavar="DIR",
            parse_from_config=True,
            normalize_paths=True,
            help=(
                "the folder that keeps what was found in each file, so that unchanged files are not looked at again "
                "(default: the system's folder for caches)"
            ),
        )
        manager.add_option(
            "--torch-no-cache",
            action="store_true",
            default=False,
            parse_from_config=True,
            help="look at each file anew, and keep nothing",
        )

    @classmethod
    def parse_options(cls, options: Namespace) -> None:
        """Check the options, and remember the target, which opt-in rules are named, and whether to be tentative.

        Not the prefix alone: who selects ``TEF`` beside other plugins wants what flake8 shows without a selection.
        flake8's default ignore list would do the same, but to fill it every rule would have to be imported at each
        start, for files without torch as well.

        Raises:
            flake8.exceptions.ExecutionError: the target version is not a version.
        """
        selected = (*(options.select or ()), *(options.extend_select or ()))
        cls.named = tuple(code for code in selected if code.startswith(PREFIX) and code != PREFIX)
        cls.tentative = options.torch_tentative
        cls.stdin_name = options.stdin_display_name
        _warn_of_typos(options)
        if not hasattr(options, "torch_target"):  # the options that our own processes get have it
            try:
                options.torch_target = target_of(options)
            except Unusable as error:
                raise ExecutionError(str(error)) from error
        place = place_of(options)
        cls.store = None if place is None else Store(place)
        found: Target | None = options.torch_target
        cls.target = None if found is None else found.version
        if found is not None:
            _LOG.info("the oldest torch is %s, by %s", ".".join(map(str, found.version)), found.source)

    def run(self) -> Iterator[tuple[int, int, str, type[TorchEffectivePlugin]]]:
        """The findings of the file: line, 0-based column, text, and this class."""
        source = "".join(self.lines)
        if not uses_torch(self.tree, source):
            return
        # Of standard input flake8 itself tells plugins no name.
        path = self.stdin_name if self.filename == "-" else self.filename
        for finding in findings_of(source, self.tree, self.wanted(path), self.store):
            yield finding.line, finding.column, f"{finding.code} {finding.message}", type(self)

    @classmethod
    def wanted(cls, path: str) -> Wanted:
        """What the options say of what is to be found in the file of this path."""
        return Wanted(cls.target, cls.named, cls.tentative, is_copy(path) or imports_own_torch(path))
