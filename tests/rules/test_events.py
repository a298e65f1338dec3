"""A rule that asks for kinds of events gets each of them once, by both walks."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from flake8_torch_effective.inference.events.event import Event
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.training import EventKind
from flake8_torch_effective.lint import apply
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rules.rule import Rule

PROGRAM = """
import torch

def update(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

def train(model, loader, optimizer):
    for x in loader:
        update(optimizer, model(x).mean())
    for x in loader:
        update(optimizer, model(x).sum())
"""


class EveryStep(Rule):
    """Reports each step."""

    code = "TEF599"
    message = "{name} steps"
    events: ClassVar[frozenset[EventKind]] = frozenset({EventKind.STEP})

    def check_event(self, event: Event) -> None:
        assert event.subject is not None
        self.report(event.node, name=event.subject.path)


def file_of(source: str) -> File:
    module = cst.parse_module(source)
    return File(module, infer(module))


def test_each_event_is_seen_once_where_it_is_written() -> None:
    file = file_of(PROGRAM)
    (report,) = apply(file, [EveryStep])
    assert report.message == "optimizer steps"
    batched = EveryStep(file)
    cst.visit_batched(file.module, [batched])
    assert [found.node for found in batched.reports] == [report.node]


def test_files_without_events_are_not_read() -> None:
    file = file_of("import torch\n\ndef f(x):\n    return x.sum()\n")
    assert apply(file, [EveryStep]) == []
    assert file.inference.event_calls == {}
