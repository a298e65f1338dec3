"""What the linter finds in published packages, for a person to read and judge.

    python -m benchmarks.real_code [FOLDER …] --output findings.jsonl
    python -m benchmarks.real_code --findings findings.jsonl --code TEF102 --sample 10 --seed 1
    python -m benchmarks.real_code [FOLDER …] --output new.jsonl --since findings.jsonl --sample 10

The first runs the linter over packages (by default a pinned set from PyPI, fetched once) in
several processes, writes one JSON line per finding and prints how many each rule has in each
package. The second prints a sample of earlier findings, spread over the packages, with the code
around them. The third prints a sample of what is found now and was not found before.

A file that crashes the linter is reported with its traceback and makes the exit status 1, and so
does a TEF000 for a file that CPython does not compile either, which flake8 should report.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import random
import signal
import sys
import time
import tokenize
import traceback
import warnings
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

from benchmarks.packages import REAL_CODE, default_cache, fetch, folders_parser, parse, python_files
from flake8_torch_effective.lint import lint

UNPARSABLE = "TEF000"
LINES_STORED = 1  # before and after the finding, in the JSON
LINES_SHOWN = 6  # before and after the finding, in a sample
SLOWEST_SHOWN = 5
SECONDS_PER_FILE = 120


class TooLong(BaseException):
    """The linter did not return in time. Not an Exception, so that no handler in between catches it."""


@dataclasses.dataclass(frozen=True)
class Located:
    """A finding with its location."""

    package: str
    path: str
    line: int
    column: int
    code: str
    message: str
    tentative: bool
    context: list[str]

    @property
    def label(self) -> str:
        """The rule as it counts in a table: tentative findings count separately."""
        return f"{self.code} tentative" if self.tentative else self.code

    @property
    def key(self) -> tuple[str, str, int, int, str]:
        """What identifies the finding in another run over the same sources."""
        return self.package, self.path, self.line, self.column, self.code


@dataclasses.dataclass(frozen=True)
class Report:
    """All results for one file."""

    package: str
    path: str
    lines: int = 0
    seconds: float = 0.0
    findings: tuple[Located, ...] = ()
    skipped: str = ""
    crash: str = ""


def lint_file(package: str, path: str) -> Report:
    """Lint one file; whatever happens is reported, never raised."""
    try:
        with warnings.catch_warnings(), tokenize.open(path) as file:
            warnings.simplefilter("ignore")
            source = file.read()
            parse(source)
    except (OSError, SyntaxError, UnicodeDecodeError, ValueError) as error:
        return Report(package, path, skipped=f"{type(error).__name__}: {error}")
    lines = source.split("\n")
    start = time.process_time()
    try:
        with _limited(SECONDS_PER_FILE):
            found = lint(source)
    except (Exception, TooLong):
        return Report(package, path, len(lines), crash=traceback.format_exc())
    seconds = time.process_time() - start
    findings = tuple(
        Located(
            package,
            path,
            finding.line,
            finding.column,
            finding.code,
            finding.message,
            finding.tentative,
            _around(lines, finding.line, LINES_STORED),
        )
        for finding in found
    )
    return Report(package, path, len(lines), seconds, findings)


def lint_packages(folders: Sequence[Path], jobs: int) -> list[Report]:
    """Lint every Python file of the folders, in the order of folders and files."""
    work = [(folder.name, str(file)) for folder in folders for file in python_files(folder)]
    reports: dict[tuple[str, str], Report] = {}
    waiting = work
    while waiting:
        reports |= _reports(waiting, jobs, len(work))
        waiting = [item for item in waiting if item not in reports]
        # A process died and broke the pool: the file is one of the first in the queue.
        for package, path in waiting[: jobs + 1]:
            died = Report(package, path, crash="the process died\n")
            reports[package, path] = _reports([(package, path)], 1, 1).get((package, path), died)
        waiting = waiting[jobs + 1 :]
    return [reports[item] for item in work]


def _reports(work: Sequence[tuple[str, str]], jobs: int, total: int) -> dict[tuple[str, str], Report]:
    """The reports of the files that were linted before a process died, or of all."""
    reports: dict[tuple[str, str], Report] = {}
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        futures = {item: pool.submit(lint_file, *item) for item in work}
        for item, future in futures.items():
            with contextlib.suppress(BrokenProcessPool):
                reports[item] = future.result()
            if sys.stderr.isatty():
                done = total - len(work) + len(reports)
                print(f"\r{done}/{total} files", end="", file=sys.stderr, flush=True)
    return reports


def counts(findings: Iterable[Located], packages: Sequence[str]) -> str:
    """Findings of each rule in each package, as a Markdown table."""
    table: collections.Counter[tuple[str, str]] = collections.Counter(
        (finding.label, finding.package) for finding in findings
    )
    lines = [
        f"| rule | {' | '.join(packages)} | all |",
        f"|---|{'--:|' * (len(packages) + 1)}",
    ]
    codes = sorted({code for code, _ in table})
    for code in codes:
        row = [table[code, package] for package in packages]
        lines.append(f"| {code} | {' | '.join(map(str, row))} | {sum(row)} |")
    column = [sum(table[code, package] for code in codes) for package in packages]
    lines.append(f"| all | {' | '.join(map(str, column))} | {sum(column)} |")
    return "\n".join(lines)


def sample(findings: Iterable[Located], size: int, seed: int) -> list[Located]:
    """A number of findings, drawn from the packages in rotation so that none outweighs the others."""
    source = random.Random(seed)
    piles: dict[str, list[Located]] = {}
    for finding in findings:
        piles.setdefault(finding.package, []).append(finding)
    for pile in piles.values():
        source.shuffle(pile)
    drawn: list[Located] = []
    while len(drawn) < size and any(piles.values()):
        drawn += [pile.pop() for pile in piles.values() if pile]
    return drawn[:size]


def page(finding: Located) -> str:
    """A finding with the code around it, for reading."""
    with tokenize.open(finding.path) as file:
        lines = file.read().split("\n")
    first = max(1, finding.line - LINES_SHOWN)
    shown = _around(lines, finding.line, LINES_SHOWN)
    numbered = (
        f"{'>' if number == finding.line else ' '} {number:5d} | {line}" for number, line in enumerate(shown, first)
    )
    head = f"{finding.path}:{finding.line}:{finding.column}: {finding.code} {finding.message}"
    return "\n".join([head, *numbered, ""])


def problems(reports: Iterable[Report]) -> Iterator[str]:
    """What must not happen: crashes, and TEF000 where CPython too rejects the file."""
    for report in reports:
        if report.crash:
            yield f"crash: {report.path}\n{report.crash}"
        if any(finding.code == UNPARSABLE for finding in report.findings):
            error = _compile_error(report.path)
            if error:
                yield f"{UNPARSABLE} for a file that CPython rejects: {report.path}: {error}"


def read_findings(path: Path) -> list[Located]:
    """The findings of an earlier run."""
    with path.open(encoding="utf-8") as file:
        return [Located(**json.loads(line)) for line in file]


def write_findings(path: Path, findings: Iterable[Located]) -> None:
    """One JSON object per line."""
    with path.open("w", encoding="utf-8") as file:
        for finding in findings:
            file.write(json.dumps(dataclasses.asdict(finding), ensure_ascii=False) + "\n")


@contextlib.contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Raise TooLong in a body that runs longer, where the system has alarms."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal: int, _frame: object) -> NoReturn:
        raise TooLong(f"longer than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def _around(lines: Sequence[str], line: int, margin: int) -> list[str]:
    return list(lines[max(0, line - 1 - margin) : line + margin])


def _compile_error(path: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            return str(error)
    return ""


def _print_run(reports: Sequence[Report], packages: Sequence[str]) -> None:
    findings = [finding for report in reports for finding in report.findings]
    lines = sum(report.lines for report in reports)
    seconds = sum(report.seconds for report in reports)
    skipped = [report for report in reports if report.skipped]
    unparsable = [finding for finding in findings if finding.code == UNPARSABLE]
    print(f"{len(reports)} files, {lines:,} lines, {len(findings)} findings, {seconds:.1f} s of processor time\n")
    print(counts(findings, packages))
    print("\nslowest:")
    for report in sorted(reports, key=lambda report: -report.seconds)[:SLOWEST_SHOWN]:
        print(f"  {report.seconds:.2f} s for {report.lines} lines: {report.path}")
    for report in skipped:
        print(f"not linted, {report.skipped}: {report.path}")
    for finding in unparsable:
        print(f"{finding.path}:{finding.line}: {finding.code} {finding.message}")


def _print_sample(findings: Sequence[Located], arguments: argparse.Namespace) -> None:
    wanted = [f for f in findings if not arguments.code or f.label in arguments.code]
    for finding in sample(wanted, arguments.sample, arguments.seed):
        print(page(finding))
    print(f"{min(arguments.sample, len(wanted))} of {len(wanted)} findings")


def _arguments() -> argparse.Namespace:
    parser = folders_parser("real_code", __doc__)
    parser.add_argument("--output", type=Path, metavar="FILE", help="write findings as JSON lines")
    parser.add_argument("--findings", type=Path, metavar="FILE", help="read these, lint nothing")
    parser.add_argument("--since", type=Path, metavar="FILE", help="compare with these findings")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="print N findings")
    parser.add_argument(
        "--code", action="append", help="sample only this rule: TEF102, or 'TEF405 tentative' (repeatable)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where downloads stay")
    return parser.parse_args()


def main() -> int:
    """Lint or read, print, compare, sample."""
    arguments = _arguments()
    broken: list[str] = []
    if arguments.findings:
        findings = read_findings(arguments.findings)
    else:
        folders = [folder for folder in arguments.folders if folder.is_dir()]
        folders = folders or [fetch(name, arguments.cache) for name in REAL_CODE]
        reports = lint_packages(folders, arguments.jobs)
        findings = [finding for report in reports for finding in report.findings]
        _print_run(reports, [folder.name for folder in folders])
        if arguments.output:
            write_findings(arguments.output, findings)
        broken = list(problems(reports))
    if arguments.since:
        before = read_findings(arguments.since)
        known = {finding.key for finding in before}
        remaining = {finding.key for finding in findings}
        gone = [finding for finding in before if finding.key not in remaining]
        findings = [finding for finding in findings if finding.key not in known]
        for title, changed in (("new", findings), ("gone", gone)):
            packages = sorted({finding.package for finding in changed})
            print(f"\n{title}: {len(changed)}\n\n{counts(changed, packages)}")
    if arguments.sample:
        print()
        _print_sample(findings, arguments)
    for problem in broken:
        print(problem, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
