"""What changed and unchanged files cost, as ratios measured in one run on one machine.

    python -m benchmarks.unchanged [--files N] [--repeat N] [--chart docs/assets/unchanged.svg] [--markdown FILE]

The site's page on speed shows that chart.

On a sample of the files that import torch of each of five packages:

plugin   the plugin, as flake8 calls it with a ready syntax tree, over `libcst.parse_module`: with every rule and
         tentative findings, with what is on by default, and a second time, with the cache
flake8   flake8 with the plugin over flake8 alone: with an empty cache, and a second time

and for all samples together

shell    `torch-effective check` over flake8 alone, on one file of one line and on one of 500 lines
jobs     `torch-effective check -j2` over `-j1`, seconds on the clock
memory   the most that `torch-effective check -j1` takes

But for the clock of `jobs` all times are processor time, the two sides in turn, the fastest of the repetitions.
"""

from __future__ import annotations

import argparse
import functools
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import libcst

from benchmarks.packages import benchmark_parser, default_cache, fetch, imports_torch, machine, parse, python_files
from benchmarks.speed import (
    CHECKOUT,
    Plugin,
    Row,
    concatenated,
    environment,
    flake8_seconds,
    row,
    table,
    timed,
    with_bytecode,
)
from flake8_torch_effective.cache.place import FOLDER, OFF

PACKAGES = ("timm==1.0.31", "kornia==0.9.0", "torchmetrics==1.9.0", "diffusers==0.42.1", "transformers==5.23.0")
# Only its models: the rest of it hardly uses torch.
ONLY = {"transformers": "models"}
GOALS = {"cold": 1.1, "warm": 0.03, "flake8 cold": 1.5, "flake8 warm": 1.05}


def sample(package: str, cache: Path, count: int) -> list[Path]:
    """Some files of a package that import torch, the same ones in each run."""
    name = package.partition("==")[0]
    files = [
        file for file in python_files(fetch(package, cache)) if ONLY.get(name, "") in file.parts or name not in ONLY
    ]
    random.Random(0).shuffle(files)
    found = (file for file in files if imports_torch(parse(file.read_text(encoding="utf-8"))))
    return [file for file, _ in zip(found, range(count), strict=False)]


@contextmanager
def empty_cache() -> Iterator[Path]:
    """A new folder for the cache, here and in what is started."""
    with tempfile.TemporaryDirectory() as folder:
        before = dict(os.environ)
        os.environ.pop(OFF, None)
        os.environ[FOLDER] = folder
        try:
            yield Path(folder)
        finally:
            os.environ.clear()
            os.environ.update(before)


def plugin_rows(name: str, files: Sequence[Path], repeat: int) -> list[Row]:
    """The plugin over the parser."""
    best: dict[str, float] = dict.fromkeys(("parse", "every rule", "cold", "warm"), 0.0)
    with empty_cache():
        plugins = {"every rule": Plugin(every_rule=True), "cold": Plugin(every_rule=False)}
        plugins["cold"].seconds("import torch\n")  # imports LibCST and the rules
        for file in files:
            fastest = dict.fromkeys(best, float("inf"))
            for repetition in range(repeat):
                text = f"{file.read_text(encoding='utf-8')}\n# repetition {repetition}\n"
                seconds = {"parse": timed(functools.partial(libcst.parse_module, text))}
                seconds |= {which: plugin.seconds(text) for which, plugin in plugins.items()}
                seconds["warm"] = plugins["cold"].seconds(text)
                fastest = {which: min(fastest[which], seconds[which]) for which in best}
            best = {which: best[which] + fastest[which] for which in best}
    return [
        row(f"{name}: the plugin, {which}", best[which], "the parse", best["parse"], GOALS.get(which))
        for which in ("every rule", "cold", "warm")
    ]


def flake8_rows(name: str, files: Sequence[Path], pythons: dict[str, Path], repeat: int) -> list[Row]:
    """flake8 with the plugin over flake8 alone."""
    best = dict.fromkeys(("alone", "cold", "warm"), float("inf"))
    for _ in range(repeat):
        with empty_cache():
            seconds = {"alone": flake8_seconds(pythons["flake8"], files)}
            seconds |= {which: flake8_seconds(pythons["the plugin"], files) for which in ("cold", "warm")}
        best = {which: min(best[which], seconds[which]) for which in best}
    return [
        row(
            f"{name}: flake8 with the plugin, {which}",
            best[which],
            "flake8 alone",
            best["alone"],
            GOALS[f"flake8 {which}"],
        )
        for which in ("cold", "warm")
    ]


def shell_rows(sources: Sequence[str], python: Path, repeat: int) -> list[Row]:
    """One file from the shell, over flake8 alone."""
    rows = []
    texts = {"1 line": "import torch\n", "500 lines": concatenated(sources, 500)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "one.py")
        for what, text in texts.items():
            file.write_text(text, encoding="utf-8")
            best = dict.fromkeys(("alone", "cold", "warm"), float("inf"))
            for _ in range(repeat):
                with empty_cache():
                    seconds = {"alone": flake8_seconds(python, [file])}
                    seconds |= {which: _check([file], "-j1")[0] for which in ("cold", "warm")}
                best = {which: min(best[which], seconds[which]) for which in best}
            rows += [
                row(f"a file of {what}: check, {which}", best[which], "flake8 alone", best["alone"])
                for which in ("cold", "warm")
            ]
    return rows


def job_rows(files: Sequence[Path], repeat: int) -> list[Row]:
    """Two processes over one, on the clock, without a cache."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(repeat):
        for jobs in best:
            best[jobs] = min(best[jobs], _check(files, f"-j{jobs}", "--no-cache")[1])
    return [row(f"check -j2, {len(files)} files, on the clock", best[2], "check -j1", best[1])]


def _check(files: Sequence[Path], *options: str) -> tuple[float, float]:
    """Processor seconds and seconds on the clock of ``torch-effective check``."""
    command = [sys.executable, "-m", "flake8_torch_effective", "check", "--isolated", "--exit-zero", *options]
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [*command, *map(str, files)],
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
        env=with_bytecode(),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, time.perf_counter() - clock


def draw(rows: Sequence[Row], file: Path) -> None:
    """A chart of the ratios as SVG, light or dark as its reader prefers, a bar for each row."""
    from website.charts import of_ratios

    chart = of_ratios([(f"{one.what} / {one.baseline}", one.ratio, one.target) for one in rows])
    file.write_text(chart.adaptive, encoding="utf-8")


def sampling_parser(name: str, documentation: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark over a sample of each package; the arguments are those of `benchmark_parser`."""
    parser = benchmark_parser(name, documentation)
    parser.add_argument("--files", type=int, default=60, help="files of each package (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=3, help="repetitions (default: %(default)s)")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where downloads stay")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table as Markdown")
    return parser


def _arguments() -> argparse.Namespace:
    parser = sampling_parser("unchanged", __doc__)
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw the ratios as SVG")
    return parser.parse_args()


def main() -> int:
    """Measure, print the table, and write and draw it where requested."""
    arguments = _arguments()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    facts = machine()
    flake8 = f"flake8=={facts['flake8']}"
    ours = ["--editable", str(CHECKOUT), flake8, f"libcst=={facts['libcst']}"]
    pythons = {
        "flake8": environment(arguments.cache, "flake8", [flake8]),
        "the plugin": environment(arguments.cache, "plugin", ours),
    }
    samples = {package: sample(package, arguments.cache, arguments.files) for package in PACKAGES}
    rows: list[Row] = []
    for package, files in samples.items():
        rows += plugin_rows(package.partition("==")[0], files, arguments.repeat)
        rows += flake8_rows(package.partition("==")[0], files, pythons, arguments.repeat)
    every = [file for files in samples.values() for file in files]
    rows += shell_rows([file.read_text(encoding="utf-8") for file in every], pythons["flake8"], arguments.repeat)
    rows += job_rows(every, arguments.repeat)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    header = ", ".join(
        [
            f"{arguments.files} files of each package, the best of {arguments.repeat}",
            *(f"{key} {value}" for key, value in facts.items()),
            f"at most {memory:.0f} MiB a process",
        ]
    )
    text = f"{header}\n\n{table(rows)}\n"
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")
    if arguments.chart:
        draw(rows, arguments.chart)
    return 0


if __name__ == "__main__":
    sys.exit(main())
