"""Long runs: ``python -m tests.inference.differential --start 0 --count 100000 --jobs 2``.

Programs run in processes of their own, since one in many thousands makes torch itself crash, and another never ends: its
seed is named, and the run goes on behind it.
"""

from __future__ import annotations

import argparse
import gc
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import torch

from tests.inference.differential.causes import kind, outline, smallest
from tests.inference.differential.running import disagreements, runnable

_CHUNK = 2000  # a process takes some seconds to start
_AT = "at"
_LIMIT = 20.0  # seconds of processor time, which other work on the machine does not use up


class _Outcome(NamedTuple):
    """Which seeds disagree, each with the kind of its first disagreement; at which a process crashed or was stopped."""

    found: list[tuple[int, str]]
    crashed: list[int]
    stopped: list[int]


def main() -> int:
    """Run the programs of some seeds; 1 where inference is contradicted."""
    parser = argparse.ArgumentParser(prog="python -m tests.inference.differential", description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many programs to run")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes run them")
    parser.add_argument("--limit", type=float, default=_LIMIT, help="seconds of processor time for each program")
    parser.add_argument("--reduce", type=int, default=3, help="how many programs of each kind to make small")
    parser.add_argument("--here", action="store_true", help="run them in this process, and print what each says")
    arguments = parser.parse_args()
    end = arguments.start + arguments.count
    if arguments.here:
        _run_here(arguments.start, end, arguments.limit)
        return 0
    chunks = [(first, min(first + _CHUNK, end)) for first in range(arguments.start, end, _CHUNK)]
    began = time.perf_counter()
    seeds: dict[str, list[int]] = defaultdict(list)
    crashed: list[int] = []
    stopped: list[int] = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for outcome in pool.map(lambda chunk: _run_apart(chunk, arguments.limit), chunks):
            crashed += outcome.crashed
            stopped += outcome.stopped
            for seed, wanted in outcome.found:
                seeds[wanted].append(seed)
    spent = time.perf_counter() - began
    wrong = sum(map(len, seeds.values()))
    print(f"{arguments.count} programs in {spent:.0f} s ({arguments.count / spent:.0f} a second): {wrong} disagree")
    for what, ended in (("crashed", crashed), ("stopped at the time limit", stopped)):
        if ended:
            print(f"{len(ended)} {what} and say nothing: {', '.join(map(str, ended))}")
    for wanted, those in sorted(seeds.items(), key=lambda item: -len(item[1])):
        print(f"\n## {len(those)} programs: {wanted}\n   seeds {', '.join(map(str, those[:12]))}")
        for text in _distinct(_reduced((seed, wanted)) for seed in those[: arguments.reduce]):
            print(text)
    return 1 if seeds else 0


def _run_here(first: int, end: int, limit: float) -> None:
    """Run programs one after the other; each seed is printed before, and the kind of its first disagreement after.

    A program that takes longer than the limit ends the process by SIGPROF: nothing else ends a loop inside of torch.
    """
    torch.set_num_threads(1)
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # syntax trees are many small objects and no cycles worth looking for
    for seed in range(first, end):
        print(_AT, seed, flush=True)
        signal.setitimer(signal.ITIMER_PROF, limit)
        disagree = disagreements(runnable(seed), seed)
        if disagree:
            print(seed, kind(disagree[0]), flush=True)


def _run_apart(chunk: tuple[int, int], limit: float) -> _Outcome:
    """Run the programs of a chunk of seeds, in another process behind each that ends one."""
    first, end = chunk
    outcome = _Outcome([], [], [])
    command = [sys.executable, "-m", __package__, "--here", "--limit", str(limit)]
    while first < end:
        done = subprocess.run(
            [*command, "--start", str(first), "--count", str(end - first)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            check=False,
        )
        last = first - 1
        for line in done.stdout.splitlines():
            word, _, rest = line.partition(" ")
            if word == _AT:
                last = int(rest)
            else:
                outcome.found.append((int(word), rest))
        if done.returncode == 0:
            break
        if last < first:
            raise RuntimeError(f"no program could be run from seed {first} on: exit status {done.returncode}")
        (outcome.stopped if done.returncode == -signal.SIGPROF else outcome.crashed).append(last)
        first = last + 1
    return outcome


def _reduced(case: tuple[int, str]) -> tuple[int, str]:
    seed, wanted = case
    return seed, smallest(runnable(seed), seed, wanted)


def _distinct(cases: Iterator[tuple[int, str]]) -> Iterator[str]:
    known = set()
    for seed, source in cases:
        shape = outline(source)
        if shape not in known:
            known.add(shape)
            claims = "".join(f"# {one}\n" for one in disagreements(source, seed)[:3])
            yield f"\n# seed {seed}\n{source}{claims}"
