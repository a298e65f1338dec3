"""What fixing does to published packages: how much it fixes, how long it takes, and that it damages nothing.

    python -m benchmarks.fixing [FOLDER …] [--unsafe] [--diff FILE]

Every Python file of the packages (by default a pinned set from PyPI, fetched once) is fixed in
memory, by all rules at once, and nothing is written but the diff to FILE. A fixed file must
compile, keep every comment, differ only in lines of changed statements, and stay the same in a
second run; otherwise the exit status is 1.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import difflib
import os
import sys
import time
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.damage import damage
from benchmarks.packages import REAL_CODE, default_cache, fetch, folders_parser, machine, parse, python_files
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.syntax.relevance import uses_torch

SLOWEST_SHOWN = 3


@dataclass(frozen=True)
class FixedFile:
    """The result of fixing one file; ``codes`` are those of the fixed findings, ``seconds`` processor time."""

    package: str
    path: str
    lines: int
    seconds: float = 0.0
    codes: tuple[str, ...] = ()
    left: int = 0
    diff: str = ""
    problems: tuple[str, ...] = ()


def fix_file(package: str, path: str, unsafe: bool) -> FixedFile | None:
    """Fix one file and check the result; None for a file that CPython rejects or that does not use torch."""
    try:
        source = Path(path).read_bytes().decode()
        relevant = uses_torch(parse(source.removeprefix("\ufeff")), source)
    except (SyntaxError, ValueError):
        return None
    if not relevant:
        return None
    lines = source.count("\n")
    start = time.process_time()
    try:
        fixed = fix(source, unsafe=unsafe)
        seconds = time.process_time() - start
        problems = tuple(damage(source, fixed, unsafe))
    except Exception:
        return FixedFile(package, path, lines, problems=(traceback.format_exc(),))
    codes = tuple(finding.code for finding in fixed.applied)
    diff = difflib.unified_diff(source.splitlines(True), fixed.source.splitlines(True), path, f"{path} fixed")
    return FixedFile(package, path, lines, seconds, codes, len(fixed.left), "".join(diff), problems)


def fix_packages(folders: Sequence[Path], unsafe: bool, jobs: int) -> list[FixedFile]:
    """Fix every Python file of the folders that uses torch, in the order of folders and files."""
    work = [(folder.name, str(file)) for folder in folders for file in python_files(folder)]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(fix_file, package, path, unsafe) for package, path in work]
        return [made for future in futures if (made := future.result()) is not None]


def table(files: Iterable[FixedFile], packages: Sequence[str]) -> str:
    """Fixes of each rule in each package, as a Markdown table."""
    counts = collections.Counter((code, file.package) for file in files for code in file.codes)
    rows = [f"| rule | {' | '.join(packages)} | all |", f"|---|{'--:|' * (len(packages) + 1)}"]
    for code in sorted({code for code, _ in counts}):
        row = [counts[code, package] for package in packages]
        rows.append(f"| {code} | {' | '.join(map(str, row))} | {sum(row)} |")
    column = [sum(counts[key] for key in counts if key[1] == package) for package in packages]
    rows.append(f"| all | {' | '.join(map(str, column))} | {sum(column)} |")
    return "\n".join(rows)


def main() -> int:
    """Fix, count, and report damage."""
    options = _arguments()
    folders = options.folders or [fetch(name, options.cache) for name in REAL_CODE]
    files = fix_packages(folders, options.unsafe, options.jobs)
    changed = [file for file in files if file.codes]
    seconds = sum(file.seconds for file in files)
    lines = sum(file.lines for file in files)
    here = machine()
    print(f"{here['python']}, LibCST {here['libcst']}, {here['processor']}\n")
    print(
        f"{len(files)} files with torch, {lines:,} lines, {seconds:.0f} s of processor time: "
        f"{sum(len(file.codes) for file in files)} findings fixed in {len(changed)} files, "
        f"{sum(file.left for file in files)} left\n"
    )
    print(table(files, [folder.name for folder in folders]))
    print("\nslowest:")
    for file in sorted(files, key=lambda file: -file.seconds)[:SLOWEST_SHOWN]:
        print(f"  {file.seconds:.1f} s for {file.lines} lines, {len(file.codes)} fixes: {file.path}")
    if options.diff:
        options.diff.write_text("".join(file.diff for file in files), encoding="utf-8")
    damaged = [(file, problem) for file in files for problem in file.problems]
    for file, problem in damaged:
        print(f"{file.path}: {problem}", file=sys.stderr)
    return 1 if damaged else 0


def _arguments() -> argparse.Namespace:
    parser = folders_parser("fixing", __doc__)
    parser.add_argument("--unsafe", action="store_true", help="make unsafe fixes too")
    parser.add_argument("--diff", type=Path, metavar="FILE", help="write the differences")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where downloads stay")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
