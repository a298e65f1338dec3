"""Deep recursion runs on a stack of its own, and a system that grants no large stack gets a smaller one."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from flake8_torch_effective.syntax.deep_stack import STACK_BYTES, on_deep_stack


def depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + depth(levels - 1)


def test_recursion_beyond_the_default_limit() -> None:
    limit = sys.getrecursionlimit()
    assert on_deep_stack(lambda: depth(20_000)) == 20_000
    assert sys.getrecursionlimit() == limit


def test_exceptions_come_through() -> None:
    def fail() -> None:
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        on_deep_stack(fail)


def test_smaller_stack_where_no_large_one_is_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    refused: list[int] = []

    def limited(thread: threading.Thread) -> None:
        size = threading.stack_size()  # reading it sets it to the default
        threading.stack_size(size)
        if size == STACK_BYTES[0]:
            refused.append(size)
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    assert on_deep_stack(lambda: 7) == 7
    assert refused == [STACK_BYTES[0]]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to threads")
def test_an_interrupted_thread_is_waited_for_at_the_end() -> None:
    go_on = threading.Event()
    threads: list[threading.Thread] = []

    def interrupted() -> None:
        threads.append(threading.current_thread())
        time.sleep(0.2)  # by then the main thread waits for this one
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        go_on.wait(60)

    with pytest.raises(KeyboardInterrupt):
        on_deep_stack(interrupted)
    (thread,) = threads
    try:
        assert thread.is_alive()
        assert thread in threading.enumerate()
    finally:
        go_on.set()
    thread.join(60)
    assert not thread.is_alive()
