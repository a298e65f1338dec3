"""Linting frees a file's nodes by itself: to find circles among them, garbage collection takes a tenth of the time."""

from __future__ import annotations

import gc
from collections import Counter

import libcst as cst

from flake8_torch_effective.lint import lint
from tests.by_rule import RuleFiles, each_rule


@each_rule
def test_no_node_is_left_in_a_circle(files: RuleFiles) -> None:
    source = (files.fixture / "bad.py").read_text(encoding="utf-8")
    lint(source)  # what a process keeps from its first file on is made now
    enabled = gc.isenabled()
    gc.disable()
    gc.freeze()  # what was there before is not looked through
    try:
        lint(source)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect(0)
        left = Counter(type(value).__name__ for value in gc.garbage if isinstance(value, cst.CSTNode))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        if enabled:
            gc.enable()
    assert not left
