"""Long runs: ``python -m tests.inference.differential --start 0 --count 100000 --jobs 2``."""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import torch

from tests.inference.differential.causes import kind, outline, smallest
from tests.inference.differential.running import disagreements, runnable

_CHUNK = 200


def main() -> int:
    """Run the programs of some seeds; 1 where inference is contradicted."""
    parser = argparse.ArgumentParser(prog="python -m tests.inference.differential", description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many programs to run")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes run them")
    parser.add_argument("--reduce", type=int, default=3, help="how many programs of each kind to make small")
    arguments = parser.parse_args()
    end = arguments.start + arguments.count
    chunks = [(first, min(first + _CHUNK, end)) for first in range(arguments.start, end, _CHUNK)]
    began = time.perf_counter()
    seeds: dict[str, list[int]] = defaultdict(list)
    with ProcessPoolExecutor(arguments.jobs, get_context("spawn"), initializer=_prepare) as pool:
        for found in pool.map(_contradicted, chunks):
            for seed, wanted in found:
                seeds[wanted].append(seed)
        spent = time.perf_counter() - began
        wrong = sum(map(len, seeds.values()))
        print(f"{arguments.count} programs in {spent:.0f} s ({arguments.count / spent:.0f} a second): {wrong} disagree")
        for wanted, those in sorted(seeds.items(), key=lambda item: -len(item[1])):
            print(f"\n## {len(those)} programs: {wanted}\n   seeds {', '.join(map(str, those[:12]))}")
            for text in _distinct(pool.map(_reduced, [(seed, wanted) for seed in those[: arguments.reduce]])):
                print(text)
    return 1 if seeds else 0


def _prepare() -> None:
    torch.set_num_threads(1)
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # syntax trees are many small objects and no cycles worth looking for


def _contradicted(chunk: tuple[int, int]) -> list[tuple[int, str]]:
    """The seeds whose programs disagree, each with the kind of its first disagreement."""
    found = []
    for seed in range(*chunk):
        disagree = disagreements(runnable(seed), seed)
        if disagree:
            found.append((seed, kind(disagree[0])))
    return found


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
