"""Runs a function on a stack deep enough for any code that CPython itself compiles.

LibCST's parser and code generation, and inference, recurse as deeply as the code is nested: a sum of 900 terms or a
chain of 900 calls overflows Python's default limit, and LibCST's native parser would end the process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

# Tried from the largest down: only the part that is used takes memory, but some systems grant no large stack.
STACK_BYTES = tuple(size * 1024 * 1024 for size in (512, 128, 32))
RECURSION_LIMIT = 60_000
# What the names of our own threads begin with.
OWN_THREADS = "torch-effective"
_lock = threading.Lock()


def on_deep_stack(function: Callable[[], Result]) -> Result:
    """The result of ``function()``, run in a separate thread with a large stack; its exceptions are raised here."""
    results: list[Result] = []
    errors: list[BaseException] = []
    finished = threading.Event()

    def target() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)
        finally:
            finished.set()

    with _lock:
        size, limit = threading.stack_size(), sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
        try:
            _start(target)
            # Not join: until Python 3.12 a join that an interrupt ends takes the thread for ended too, so that Python
            # does not wait for it before it shuts down, and aborts where LibCST's native code was at work.
            finished.wait()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]


def _start(target: Callable[[], None]) -> None:
    """Start a thread with the largest stack that the system grants.

    Raises:
        RuntimeError: no thread can be started at all.
    """
    for size in STACK_BYTES:
        threading.stack_size(size)
        thread = threading.Thread(target=target, name=OWN_THREADS)
        try:
            thread.start()
        except RuntimeError:
            if size == STACK_BYTES[-1]:
                raise
            continue
        return
    raise RuntimeError("no stack size to try")
