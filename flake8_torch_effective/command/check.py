"""``torch-effective check``: the plugin's findings without flake8's other checks, in several processes."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..cache.findings import findings_of
from ..plugin import TorchEffectivePlugin
from .decisions import current, prepare
from .discovery import discovered, name_of
from .formats import rendered
from .formats.text import statistics, summary
from .found import Found, Report
from .overview import show
from .processes import Work, over_files, process_count
from .progress import shown
from .replacement import replacement
from .settings import CHOICE, settings
from .source_file import decoded, lines_of, may_use_torch, read, trouble_with
from .terminal import warn

FOUND: Final = 1
UNREADABLE: Final = 2


@dataclass(frozen=True)
class Checked:
    """The result for one file: its findings, or why it could not be checked, and what else is to be told."""

    path: str
    found: tuple[Found, ...] = ()
    trouble: str | None = None
    warning: str | None = None


def check(arguments: Sequence[str]) -> int:
    """Print what is found; the exit status is 0 without findings, 1 with some, 2 where a file could not be read.

    Raises:
        UsageError: the request cannot be carried out.
    """
    options = settings("torch-effective check", arguments, CHOICE | {"--exit-zero", "--color"}, _declare)
    if options.show_settings:
        return show(options)
    if options.output_file is not None and options.color == "auto":
        options.color = "never"
    work = Work(prepare, _checked, _lost)
    with nullcontext() if options.output_file is None else replacement(options.output_file) as file:
        named = discovered(options)
        done = shown(
            over_files(work, named.paths, options, process_count(options, named.paths)), len(named.paths), options
        )
        unread = [Checked(trouble, trouble=trouble) for trouble in named.troubles]
        files = sorted([*done, *unread], key=lambda checked: checked.path)
        report = _report(files)
        output = rendered(report, options).encode("utf-8", "surrogateescape")
        if file is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(output)
            sys.stdout.buffer.flush()
        else:
            file.write(output)
    if not options.quiet:
        warn((*named.remarks(), *(checked.warning for checked in files)))
    for trouble in report.troubles:
        print(f"torch-effective: not checked: {trouble}", file=sys.stderr)
    if options.output_format == "text" and not options.quiet:
        for line in summary(report.found):
            print(line, file=sys.stderr)
    if options.statistics and options.output_format != "text":
        sys.stderr.write(statistics(report.found))
    if report.troubles:
        return UNREADABLE
    return FOUND if report.found and not options.exit_zero else 0


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print what the rules find. The exit status is 0 without findings, 1 with findings, and 2 if a file could not "
        "be checked or the command could not run."
    )
    parser.add_argument(
        "--output-file", type=Path, metavar="FILE", help="write the findings to FILE, which is replaced at the end"
    )


def _report(files: Sequence[Checked]) -> Report:
    return Report(
        tuple(found for file in files for found in file.found),
        tuple(file.trouble for file in files if file.trouble is not None),
    )


def _checked(path: str) -> Checked:
    name = name_of(path, current().options)
    try:
        return _looked_at(name, read(path))
    except Exception as error:  # an error in one file must not end the run over all the others
        return Checked(name, trouble=trouble_with(name, error))


def _lost(path: str) -> Checked:
    return Checked(path, trouble=f"{path}: the process that worked on it ended; please report it")


def _looked_at(name: str, data: bytes) -> Checked:
    if not may_use_torch(data):
        return Checked(name)
    lines = lines_of(decoded(data)[0])
    decisions = current().on(name, lines)
    if decisions.ignores_all:
        return Checked(name, warning=decisions.warning)
    with warnings.catch_warnings():
        # CPython warns about invalid escapes in the code it parses, which this command does not report.
        warnings.simplefilter("ignore")
        plugin = TorchEffectivePlugin
        findings = findings_of("".join(lines), None, plugin.wanted(), plugin.store)
    # flake8 sorts no further, so findings of one place stay in the order of the rules.
    findings.sort(key=lambda finding: (finding.line, finding.column))
    return Checked(name, tuple(Found.of(name, finding) for finding in findings if decisions(finding)))
