"""``torch-effective check``: the plugin's findings without flake8's other checks, in several processes."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ..cache.findings import findings_of
from ..codes import NOT_PARSED
from ..plugin import TorchEffectivePlugin
from ..printable import printable
from .baseline import Anchored
from .baseline import read as read_baseline
from .baseline import write as write_baseline
from .decisions import current, prepare
from .discovery import discovered, name_of
from .edited import edits_shown
from .formats import rendered
from .formats.text import statistics, summary
from .found import Found, Report
from .overview import show
from .processes import Work, over_files, process_count
from .progress import shown
from .replacement import replacement
from .settings import CHOICE, settings
from .sought import Sought
from .source_file import decoded, lines_of, may_use_torch, read, trouble_with
from .statements import anchors_of
from .terminal import warn
from .unused_noqa import list_unused
from .usage import UsageError

FOUND: Final = 1
UNREADABLE: Final = 2


@dataclass(frozen=True)
class Checked:
    """The result for one file: its findings, or why it could not be checked, and what else is to be told."""

    path: str
    found: tuple[Found, ...] = ()
    trouble: str | None = None
    warning: str | None = None
    # With a baseline, where each finding is; None for those that no baseline hides.
    anchored: tuple[Anchored | None, ...] = ()


def check(arguments: Sequence[str]) -> int:
    """Print what is found; the exit status is 0 without findings, 1 with some, 2 where a file could not be read.

    Raises:
        UsageError: the request cannot be carried out.
    """
    options = settings("torch-effective check", arguments, CHOICE | {"--exit-zero", "--color"}, _declare)
    options.baseline = None if options.baseline is None else Path(options.baseline)
    if options.show_settings:
        return show(options)
    if options.write_baseline and options.baseline is None:
        raise UsageError("--write-baseline needs --baseline FILE")
    if options.unused_noqa:
        return list_unused(options)
    work = Work(prepare, _checked, _lost)
    with nullcontext() if options.output_file is None else replacement(options.output_file) as file:
        named = discovered(options)
        done = shown(
            over_files(work, named.paths, options, process_count(options, named.paths)), len(named.paths), options
        )
        unread = [Checked(trouble, trouble=trouble) for trouble in named.troubles]
        files = sorted([*done, *unread], key=lambda checked: checked.path)
        told: list[str] = []
        if options.baseline is not None:
            files, told = _against_baseline(files, options)
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
    warn(f"not checked: {trouble}" for trouble in report.troubles)
    if options.output_format == "text" and not options.quiet:
        for line in (*summary(report.found), *told):
            print(line, file=sys.stderr)
    if options.statistics and options.output_format != "text":
        sys.stderr.write(statistics(report.found))
    if report.troubles:
        return UNREADABLE
    return FOUND if report.found and not options.exit_zero else 0


def _findings(count: int) -> str:
    return f"{count} finding{'' if count == 1 else 's'}"


def _declare(manager: Any) -> None:
    parser = manager.parser
    parser.description = (
        "Print what the rules find. The exit status is 0 without findings, 1 with findings, and 2 if a file could not "
        "be checked or the command could not run."
    )
    manager.add_option(
        "--baseline",
        metavar="FILE",
        default=None,
        parse_from_config=True,
        help="report only findings that FILE does not list, and name the entries of FILE that no longer match",
    )
    parser.add_argument(
        "--no-baseline",
        dest="baseline",
        action="store_const",
        const=None,
        help="use no baseline, even if one is configured",
    )
    parser.add_argument(
        "--write-baseline",
        action="store_true",
        help="write all findings to FILE of --baseline instead of reporting them",
    )
    parser.add_argument(
        "--unused-noqa",
        action="store_true",
        help='instead of findings, report TEF codes in "# noqa" comments that no longer silence anything',
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
        findings = findings_of("".join(lines), None, plugin.wanted(name), plugin.store)
        # flake8 sorts no further, so findings of one place stay in the order of the rules.
        findings.sort(key=lambda finding: (finding.line, finding.column))
        findings = list(filter(decisions, findings))
        edits = edits_shown(name, "".join(lines), findings)
    found = tuple(Found.of(name, finding, edits.get(finding, ())) for finding in findings)
    if current().options.baseline is None:
        return Checked(name, found)
    anchors = anchors_of("".join(lines), [(finding.line, finding.column) for finding in findings])
    anchored = (
        None if finding.code == NOT_PARSED else Anchored(each, anchor, finding.tentative)
        for finding, each, anchor in zip(findings, found, anchors, strict=True)
    )
    return Checked(name, found, anchored=tuple(anchored))


def _against_baseline(files: Sequence[Checked], options: argparse.Namespace) -> tuple[list[Checked], list[str]]:
    """The results without the findings that the baseline holds, and what to tell of it.

    Raises:
        UsageError: the baseline cannot be read or written.
    """
    baseline = read_baseline(options.baseline, may_miss=options.write_baseline)
    new = []
    for file in files:
        hidden = [one is not None and (baseline.hides(one) or options.write_baseline) for one in file.anchored]
        told = tuple(found for found, is_hidden in zip(file.found, hidden, strict=True) if not is_hidden)
        new.append(replace(file, found=told))
    sought = Sought(options, {baseline.name_of(file.path): file.path for file in files if file.trouble is None})
    shown = printable(str(options.baseline))
    if options.write_baseline:
        everything = (one for file in files for one in file.anchored if one is not None)
        count, kept = write_baseline(baseline, everything, lambda entry: baseline.exists(entry) and not sought(entry))
        more = f", and kept {kept} that this run did not look for" if kept else ""
        return new, [f"Wrote {_findings(count)} to {shown}{more}."]
    count = sum(len(file.found) for file in files) - sum(len(file.found) for file in new)
    remarks = [f"{_findings(count)} in {shown} not shown."] if count else []
    stale = [
        f"  {entry.path}: {entry.code} in {entry.function or 'the module'}: {entry.statement}"
        for entry, _ in baseline.left()
        if sought(entry) or not baseline.exists(entry)
    ]
    if stale:
        remarks += [f"No longer found, so --write-baseline would drop from {shown}:", *map(printable, stale)]
    return new, remarks
