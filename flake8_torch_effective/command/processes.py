"""The same work on many files, in several processes."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from typing import Generic, TypeVar

from ..syntax.deep_stack import OWN_THREADS

Result = TypeVar("Result")
# More than 61 processes are refused on Windows.
MOST_PROCESSES = 61
# What a process looks at in the time that it takes to start: it imports LibCST and the rules for itself.
BYTES_PER_PROCESS = 150_000


@dataclass(frozen=True)
class Work(Generic[Result]):
    """What is done with each file; the functions are at the top level of a module, where a new process finds them.

    ``prepare`` is called once in each process, ``each`` with every path, and ``lost`` with a path whose process ended
    before it was done.
    """

    prepare: Callable[[argparse.Namespace], None]
    each: Callable[[str], Result]
    lost: Callable[[str], Result]


def process_count(options: argparse.Namespace, paths: Sequence[str]) -> int:
    """How many processes ``--jobs`` asks for, or pay; standard input is for the first process alone."""
    if "-" in options.filenames:
        return 1
    if not options.jobs.is_auto:
        return int(options.jobs.n_jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, 1 + sum(map(_size, paths)) // BYTES_PER_PROCESS)


def largest_first(paths: Sequence[str]) -> list[str]:
    """The paths in an order that leaves no process alone with a large file at the end."""
    return sorted(paths, key=_size, reverse=True)


def _size(path: str) -> int:
    """A file's bytes; none for what cannot be read, about which there is little to do."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0


def over_files(work: Work[Result], paths: Sequence[str], options: argparse.Namespace, count: int) -> Iterator[Result]:
    """The result for every path, in the order of completion.

    A process that ends, as one does whose native code overflows its stack, costs only the file it worked on.
    """
    count = min(count, len(paths), MOST_PROCESSES)
    left = largest_first(paths) if count > 1 else list(paths)
    if count > 1:
        try:
            left = yield from _in_processes(work, left, options, count)
        except _NoProcesses:
            count = 1
    if count < 2:
        work.prepare(options)
        yield from map(work.each, left)
        return
    while left:
        # One process takes them in order, so that the first without a result is the one that ended it.
        left = yield from _in_processes(work, left, options, 1)
        if left:
            yield work.lost(left[0])
            left = left[1:]


class _NoProcesses(Exception):
    """This system allows no processes, or no communication with them."""


def _in_processes(
    work: Work[Result], paths: Sequence[str], options: argparse.Namespace, count: int
) -> Generator[Result, None, list[str]]:
    """The results, as they come; returned are the paths that a process left undone, in the order given."""
    try:
        pool = ProcessPoolExecutor(count, initializer=_start, initargs=(work.prepare, options))
    except (OSError, ImportError, NotImplementedError) as error:
        raise _NoProcesses from error
    futures: list[Future[Result]] = []
    try:
        with suppress(BrokenProcessPool):
            futures.extend(pool.submit(work.each, path) for path in paths)
        for future in as_completed(futures):
            if not _broken(future):
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    undone = [path for path, future in zip(paths, futures, strict=False) if _broken(future)]
    return [*undone, *paths[len(futures) :]]


def _broken(future: Future[Result]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _start(prepare: Callable[[argparse.Namespace], None], options: argparse.Namespace) -> None:
    # An interrupt from the terminal reaches every process; the first one ends the others after their current file.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name=OWN_THREADS, daemon=True).start()
    prepare(options)


def _end_with_parent() -> None:
    """Wait for the first process to end: if it is killed, no more files will come."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
