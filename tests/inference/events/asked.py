"""Programs of a test as inference reads them, and their functions and objects by name."""

from __future__ import annotations

import libcst as cst

from flake8_torch_effective.inference.events.event import Event, Subject
from flake8_torch_effective.inference.events.program import Program, program_of
from flake8_torch_effective.inference.events.timeline import Timeline
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.training import EventKind

PREAMBLE = """\
import torch
import torch.nn.functional as F
from torch import nn
"""


class Asked:
    """One program and its parts.

    Args:
        source: the program's text without the imports of torch.
    """

    def __init__(self, source: str) -> None:
        self.module = cst.parse_module(PREAMBLE + source)
        self.program: Program = program_of(infer(self.module))

    def function(self, name: str) -> Timeline:
        """The timeline of the function with a name; of the script where the name is empty."""
        if not name:
            return self.program.timeline()
        nodes = self.program.inference.functions
        found = [node for node in nodes if isinstance(node, cst.FunctionDef) and node.name.value == name]
        assert len(found) == 1, f"{len(found)} functions are called {name}"
        return self.program.timeline(found[0])

    def loop(self, name: str, target: str) -> Timeline:
        """The loop of a function whose ``for`` has that target."""
        code = self.module.code_for_node
        found = [
            loop
            for loop in self.function(name).loops
            if isinstance(loop.node, cst.For) and code(loop.node.target) == target
        ]
        assert len(found) == 1, f"{len(found)} loops over {target}"
        return found[0]

    def event(self, timeline: Timeline, kind: EventKind, number: int = 0) -> Event:
        """One event of a kind."""
        return timeline.find(kind)[number]


def subject(event: Event) -> Subject:
    """What an event is about."""
    assert event.subject is not None
    return event.subject


def listed(timeline: Timeline) -> list[str]:
    """The events as ``kind path``, the likely ones with a question mark."""
    return [
        f"{event.kind.value} {event.subject.path if event.subject is not None else ''}".strip()
        + ("" if event.certain else "?")
        for event in timeline.events
    ]
