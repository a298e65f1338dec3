"""How long linting takes, as ratios measured in one run on one machine.

    python -m benchmarks.speed [PACKAGE_FOLDER] [--repeat N] [--only WHAT …]

Four things, each against its own baseline, the two sides interleaved so that load on the machine
affects both:

parse     the plugin, as flake8 calls it with a ready syntax tree, over `libcst.parse_module`,
          on every file that imports torch
flake8    flake8 with the plugin, and flake8 with TorchFix, over flake8 alone, on every file of
          the package
no-torch  flake8 with the plugin over flake8 alone on files that do not use torch, a long one
          and a short one
growth    the plugin over `libcst.parse_module` on one long file and on one short file: the
          ratios are alike where the plugin's time grows no faster than the parser's

flake8 runs in virtual environments made for the purpose, with one flake8 version, in one process
(`-j1`). All times are processor time, so that other work on the machine counts little; the fastest
of the repetitions is taken, for `no-torch` the median of the paired ratios. Every repetition uses a
new source text, so that nothing can be cached from the one before.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import os
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import libcst
from flake8.options.parse_args import parse_args

from benchmarks.packages import (
    SPEED_PACKAGE,
    benchmark_parser,
    default_cache,
    fetch,
    imports_torch,
    machine,
    parse,
    python_files,
)
from flake8_torch_effective.cache.place import OFF
from flake8_torch_effective.rules import GROUPS

CHECKOUT = Path(__file__).resolve().parent.parent
TORCHFIX = "torchfix==0.7.0"
MEASURES = ("parse", "flake8", "no-torch", "growth")
STDLIB_LINES = 30_000
NO_TORCH_ROUNDS = 15
GROWTH_LINES = (5_000, 50_000)


@dataclasses.dataclass(frozen=True)
class Row:
    """One measured thing and what it is compared with."""

    what: str
    seconds: float
    baseline: str
    baseline_seconds: float
    ratio: float
    target: float | None = None


class Plugin:
    """The plugin as flake8 loads and calls it, with every rule and tentative findings."""

    def __init__(self, every_rule: bool = True) -> None:
        groups = ",".join(f"TEF{number}" for number in GROUPS.values())
        plugins, self.options = parse_args(
            ["--isolated", *([f"--select={groups}", "--torch-tentative"] if every_rule else [])]
        )
        (self.loaded,) = (p for p in plugins.checkers.tree if p.entry_name == "TEF")

    def seconds(self, source: str) -> float:
        """Time of one run over a source with its syntax tree ready, as inside flake8."""
        values: dict[str, Any] = {
            "tree": parse(source),
            "lines": source.splitlines(keepends=True),
            "filename": "benchmark.py",
            "options": self.options,
        }
        self.loaded.obj.parse_options(self.options)  # another instance may have set the class's options since
        arguments = {name: values[name] for name in self.loaded.parameters}
        return timed(lambda: list(self.loaded.obj(**arguments).run()))


def plugin_over_parse(what: str, sources: Sequence[str], repeat: int) -> Row:
    """The plugin over LibCST's parser, summed over the sources, each one's best repetition."""
    plugin = Plugin()
    best_plugin = [float("inf")] * len(sources)
    best_parse = [float("inf")] * len(sources)
    for repetition in range(repeat):
        for index, source in enumerate(sources):
            text = f"{source}\n# repetition {repetition}\n"
            parsing = timed(functools.partial(libcst.parse_module, text))
            best_parse[index] = min(best_parse[index], parsing)
            best_plugin[index] = min(best_plugin[index], plugin.seconds(text))
    lines = sum(source.count("\n") for source in sources)
    what = f"plugin, {what}, {lines:,} lines"
    return row(what, sum(best_plugin), "libcst.parse_module", sum(best_parse), target=1.5)


def flake8_over_flake8(environments: dict[str, Path], files: Sequence[Path], repeat: int) -> list[Row]:
    """flake8 with each plugin over flake8 alone, on the same files."""
    rounds = _interleaved(environments, files, repeat)
    best = {name: min(one[name] for one in rounds) for name in environments}
    bare = best.pop("flake8")
    return [
        row(f"flake8 with {name}, {len(files)} files", seconds, "flake8 alone", bare) for name, seconds in best.items()
    ]


def flake8_without_torch(environments: dict[str, Path], repeat: int) -> list[Row]:
    """flake8 with the plugin over flake8 alone where the plugin has nothing to do."""
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        long, short = Path(scratch, "long.py"), Path(scratch, "short.py")
        long.write_text(concatenated(_standard_library(), STDLIB_LINES), encoding="utf-8")
        short.write_text('"""Nothing to see."""\n\nANSWER = 42\n', encoding="utf-8")
        for file, target in ((long, 1.03), (short, None)):
            lines = file.read_text(encoding="utf-8").count("\n")
            rounds = _interleaved(environments, [file], repeat)
            ratio = statistics.median(one["the plugin"] / one["flake8"] for one in rounds)
            ours = statistics.median(one["the plugin"] for one in rounds)
            bare = statistics.median(one["flake8"] for one in rounds)
            what = f"flake8 with the plugin, {lines:,} lines without torch"
            rows.append(Row(what, ours, "flake8 alone", bare, ratio, target))
    return rows


def concatenated(sources: Iterable[str], lines: int) -> str:
    """One source of at least this many lines: whole files, starting over when they run out."""
    usable = [source for source in sources if "from __future__" not in source]
    parts: list[str] = []
    total = 0
    while total < lines:
        part = usable[len(parts) % len(usable)].rstrip() + "\n\n\n"
        parts.append(part)
        total += part.count("\n")
    return "".join(parts)


def environment(cache: Path, name: str, requirements: Sequence[str]) -> Path:
    """The Python of a virtual environment with the requirements, made on first use."""
    folder = cache / "environments" / f"{name}-{sysconfig.get_python_version()}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", *requirements]
    subprocess.run(install, check=True, stdin=subprocess.DEVNULL, cwd=cache)
    return python


def _interleaved(environments: dict[str, Path], files: Sequence[Path], repeat: int) -> list[dict[str, float]]:
    """Processor seconds of flake8 in every environment, a round at a time, in changing order."""
    rounds = []
    names = list(environments)
    for repetition in range(repeat):
        rotated = names[repetition % len(names) :] + names[: repetition % len(names)]
        rounds.append({name: flake8_seconds(environments[name], files) for name in rotated})
    return rounds


def with_bytecode() -> dict[str, str]:
    """The environment, without what would make each process compile every module again, which users' do not."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def flake8_seconds(python: Path, files: Sequence[Path]) -> float:
    """Processor seconds of flake8 on some files, start-up included."""
    command = [str(python), "-m", "flake8", "-j1", "--isolated", "--exit-zero"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [*command, *map(str, files)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=with_bytecode(),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        raise SystemExit(f"flake8 failed under {python}:\n{run.stderr[-2000:]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def row(what: str, seconds: float, baseline: str, over: float, target: float | None = None) -> Row:
    return Row(what, seconds, baseline, over, seconds / over, target)


def _standard_library() -> list[str]:
    root = Path(sysconfig.get_path("stdlib"))
    sources = [file.read_text(encoding="utf-8") for file in sorted(root.glob("*.py"))]
    return [source for source in sources if "torch" not in source]


def table(rows: Sequence[Row]) -> str:
    lines = ["| what | seconds | over | seconds | ratio | target |", "|---|--:|---|--:|--:|--:|"]
    for row in rows:
        target = "" if row.target is None else f"≤ {row.target:g}"
        lines.append(
            f"| {row.what} | {row.seconds:.3f} | {row.baseline} | {row.baseline_seconds:.3f} "
            f"| {row.ratio:.3f} | {target} |"
        )
    return "\n".join(lines)


def _arguments() -> argparse.Namespace:
    parser = benchmark_parser("speed", __doc__)
    parser.add_argument(
        "package",
        nargs="?",
        type=Path,
        help=f"folder of Python files to measure on (default: {SPEED_PACKAGE}, fetched)",
    )
    parser.add_argument(
        "--repeat",
        type=int,
        default=3,
        help=f"repetitions (default: 3; no-torch, which is short, at least {NO_TORCH_ROUNDS})",
    )
    parser.add_argument("--only", nargs="+", choices=MEASURES, default=MEASURES, help="measure just these")
    parser.add_argument("--without-torchfix", action="store_true", help="leave TorchFix out")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where downloads stay")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table as Markdown")
    return parser.parse_args()


def main() -> int:
    """Measure, print the table, and write it where requested."""
    arguments = _arguments()
    os.environ[OFF] = "1"  # what changes in a file is what is measured here; `benchmarks.unchanged` measures the rest
    arguments.cache.mkdir(parents=True, exist_ok=True)
    package = arguments.package or fetch(SPEED_PACKAGE, arguments.cache)
    files = python_files(package)
    sources = [file.read_text(encoding="utf-8") for file in files]
    torch_sources = [source for source in sources if imports_torch(parse(source))]
    facts = {"package": package.name, **machine()}

    flake8 = f"flake8=={facts['flake8']}"
    environments: dict[str, Path] = {}
    if "flake8" in arguments.only or "no-torch" in arguments.only:
        ours = ["--editable", str(CHECKOUT), flake8, f"libcst=={facts['libcst']}"]
        environments["flake8"] = environment(arguments.cache, "flake8", [flake8])
        environments["the plugin"] = environment(arguments.cache, "plugin", ours)

    rows: list[Row] = []
    if "parse" in arguments.only:
        what = f"{len(torch_sources)} torch files"
        rows.append(plugin_over_parse(what, torch_sources, arguments.repeat))
    if "growth" in arguments.only:
        for lines in GROWTH_LINES:
            text = concatenated(torch_sources, lines)
            rows.append(plugin_over_parse("one torch file", [text], arguments.repeat))
    if "no-torch" in arguments.only:
        rows += flake8_without_torch(environments, max(arguments.repeat, NO_TORCH_ROUNDS))
    if "flake8" in arguments.only:
        neighbours = dict(environments)
        if not arguments.without_torchfix:
            python = environment(arguments.cache, "torchfix", [flake8, TORCHFIX])
            neighbours[TORCHFIX.replace("==", " ")] = python
        rows += flake8_over_flake8(neighbours, files, arguments.repeat)

    header = ", ".join(f"{key} {value}" for key, value in facts.items())
    print(f"{header}\n\n{table(rows)}")
    if arguments.json:
        figures = {"machine": facts, "rows": [dataclasses.asdict(row) for row in rows]}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if arguments.markdown:
        arguments.markdown.write_text(f"{header}\n\n{table(rows)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
