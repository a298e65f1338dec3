"""Programs of a test as inference reads them, and their functions and objects by name."""

from __future__ import annotations

import libcst as cst

from flake8_torch_effective.inference.events.event import Event, Subject
from flake8_torch_effective.inference.events.program import Program, program_of
from flake8_torch_effective.inference.events.registry import registries, registry_of
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


# What the examples in docstrings are about.
EXAMPLE = """\
from lib import tune

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4), nn.ReLU()]

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.mask = torch.ones(4)

    def forward(self, x):
        return self.fc(x * self.mask)

def accumulate(loss, optimizer, trainer, i):
    loss.backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
    trainer.scheduler.step()
    trainer.backward()
    tune(optimizer)

def main(loss, optimizer, trainer):
    for i in range(100):
        accumulate(loss, optimizer, trainer, i)

def finetune(net: nn.Module):
    return torch.optim.SGD([{"params": net.parameters(), "lr": 0.1}])

def placed(net: nn.Module):
    adam = torch.optim.Adam(net.parameters())
    return net.cuda()

model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()
"""


def named_in_examples() -> dict[str, object]:
    """What the names in an example stand for: objects and events of EXAMPLE."""
    asked = Asked(EXAMPLE)
    program, timeline = asked.program, asked.function("")
    loop = asked.loop("", "x, y")
    zero_grad, backward, step = (
        asked.event(loop, kind) for kind in (EventKind.ZERO_GRAD, EventKind.BACKWARD, EventKind.STEP)
    )
    accumulate = asked.function("accumulate")
    net = next(cls for cls in program.classes() if cls.name == "Net")
    return {
        "EventKind": EventKind,
        "program": program,
        "timeline": timeline,
        "loop": loop,
        "zero_grad": zero_grad,
        "backward": backward,
        "step": step,
        "optimizer": step.subject,
        "grouped": asked.event(asked.function("finetune"), EventKind.BUILD_OPTIMIZER),
        "early": asked.event(asked.function("placed"), EventKind.BUILD_OPTIMIZER),
        "model": asked.event(timeline, EventKind.TRAIN_MODE).subject,
        "accumulate": accumulate,
        "main": asked.function("main"),
        "inner_optimizer": asked.event(accumulate, EventKind.STEP).subject,
        "inner_scheduler": asked.event(accumulate, EventKind.SCHEDULER_STEP).subject,
        "trainer": asked.event(accumulate, EventKind.BACKWARD, 1).subject,
        "inference": program.inference,
        "net": net,
        "registries": registries,
        "registry": registry_of(program, net),
        "expression": cst.parse_expression,
    }


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
