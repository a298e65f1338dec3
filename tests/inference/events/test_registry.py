"""What Module classes register, against the classes themselves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from torch import nn

from flake8_torch_effective.inference.events.event import Answer
from flake8_torch_effective.inference.events.registry import Member, Registry, registries
from tests.inference.events.asked import PREAMBLE, Asked

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN

# A statement of `__init__`, and the name that it sets.
STATEMENTS = {
    "self.{n} = nn.Linear(2, 2)": YES,
    "self.{n} = nn.Parameter(torch.zeros(2))": YES,
    "self.{n} = nn.Parameter(torch.zeros(2), requires_grad=False)": YES,
    "self.{n} = nn.Buffer(torch.zeros(2))": YES,
    "self.{n} = torch.zeros(2)": NO,
    "self.{n} = torch.zeros(2, requires_grad=True)": NO,
    "self.{n} = nn.Parameter(torch.zeros(2)) * 2": NO,
    "self.register_buffer('{n}', torch.zeros(2))": YES,
    "self.register_buffer(name='{n}', tensor=torch.zeros(2), persistent=False)": YES,
    "self.register_buffer('{n}', None)": UNKNOWN,
    "self.register_parameter('{n}', nn.Parameter(torch.zeros(2)))": YES,
    "self.register_parameter('{n}', None)": UNKNOWN,
    "self.add_module('{n}', nn.ReLU())": YES,
    "self.register_module('{n}', nn.ReLU())": YES,
    "self.{n} = [nn.Linear(2, 2), nn.ReLU()]": NO,
    "self.{n} = (nn.Linear(2, 2), nn.ReLU())": NO,
    "self.{n} = {{'a': nn.Linear(2, 2)}}": NO,
    "self.{n} = [nn.Linear(2, 2) for _ in range(3)]": NO,
    "self.{n} = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])": YES,
    "self.{n} = nn.ModuleDict({{'a': nn.Linear(2, 2)}})": YES,
    "self.{n} = nn.Sequential(nn.Linear(2, 2), nn.ReLU())": YES,
    "self.{n} = nn.ParameterList([nn.Parameter(torch.zeros(2))])": YES,
    "self.{n} = [nn.Parameter(torch.zeros(2))]": NO,
    "self.{n} = 3": NO,
    "self.{n} = None": UNKNOWN,
    "self.{n} = nn.Linear": NO,
    "self.{n} = Inner()": YES,
    "self.{n} = F.relu": NO,
    "setattr(self, '{n}', nn.Linear(2, 2))": YES,
    "self.{n}, self.rest_{n} = nn.Linear(2, 2), 3": YES,
}
INNER = """
class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

"""


def registry(source: str, name: str = "Net") -> Registry:
    """What is read of one class of a program."""
    program = Asked(source).program
    return next(found for found in registries(program) if found.cls.name == name)


def built(source: str, name: str = "Net") -> nn.Module:
    """An object of a class of a program."""
    scope: dict[str, Any] = {}
    exec(PREAMBLE + source, scope)
    made = scope[name]()
    assert isinstance(made, nn.Module)
    return made


def registered_names(module: nn.Module) -> set[str]:
    """What torch itself registers directly in a module."""
    named = (module.named_parameters(recurse=False), module.named_buffers(recurse=False), module.named_children())
    return {name for names in named for name, _ in names}


def contradictions(source: str, name: str = "Net") -> list[str]:
    """The names of which the registry says another thing than torch."""
    known, real = registry(source, name), registered_names(built(source, name))
    names = {entry.name for entry in known.entries if entry.name is not None}
    answers = {one: known.is_registered(one) for one in names}
    wrong = [one for one, answer in answers.items() if answer is not UNKNOWN and (one in real) != (answer is YES)]
    unseen = real - names if all(entry.name is not None for entry in known.entries) else set()
    return sorted(wrong) + sorted(unseen)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_one_statement(statement: str) -> None:
    line = statement.format(n="item")
    source = INNER + f"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        {line}\n"
    assert registry(source).is_registered("item") is STATEMENTS[statement]
    assert contradictions(source) == []


@pytest.mark.parametrize("seed", range(60))
def test_random_classes(seed: int) -> None:
    draw = random.Random(seed)
    names = ["a", "b", "c", "d"]
    lines = ["class Base(nn.Module):", "    def __init__(self):", "        super().__init__()"]
    flag = draw.random() < 0.5

    def add(count: int) -> None:
        depth = 8
        for _ in range(count):
            if draw.random() < 0.2:
                lines.append(" " * 8 + f"if {flag if draw.random() < 0.5 else 'len(names) > 1'}:")
                depth = 12
            lines.append(" " * depth + draw.choice(list(STATEMENTS)).format(n=names[draw.randrange(len(names))]))
            depth = 8

    add(3)
    lines += ["class Net(Base):", "    def __init__(self):", "        super().__init__()", "        self.build()"]
    add(3)
    lines += ["    def build(self):"]
    add(2)
    source = INNER + "names = ['x', 'y']\n" + "\n".join(lines) + "\n"
    try:
        module = built(source)
    except (TypeError, KeyError):  # torch refuses a second value of another kind under a registered name
        return
    known = registry(source)
    real = registered_names(module)
    for name in names:
        # Which of several places comes last, and which condition holds, the registry leaves open.
        places = known.assigned(name)
        if len({entry.registered for entry in places}) == 1 and not any(entry.conditions for entry in places):
            answer = known.is_registered(name)
            assert answer is UNKNOWN or (name in real) == (answer is YES), f"{name}: {answer}\n{source}"


LISTED = """
class Net(nn.Module):
    def __init__(self, depth=3):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.append(nn.Linear(2, 2))
        layers += [nn.ReLU()]
        self.layers = layers
        self.net = nn.Sequential(*layers)
        self.alone = [nn.Linear(2, 2), nn.Linear(2, 2)]
"""
NAMED = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = [nn.Linear(2, 2) for _ in range(3)]
        for i, head in enumerate(self.heads):
            self.add_module(f"head{i}", head)
"""
KEPT = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(2, 2), nn.Linear(2, 2)
        self.both = [self.first, self.second]
        self.net = nn.Sequential(self.first, nn.ReLU())
"""


def test_lists_that_are_registered_in_another_way_too() -> None:
    assert registry(LISTED).is_registered("layers") is not NO
    assert registry(NAMED).is_registered("heads") is not NO
    assert registry(KEPT).is_registered("both") is YES


READ = """
class Net(nn.Module):
    def __init__(self, wide: bool):
        self.size = 3
        super().__init__()
        if wide:
            self.fc = nn.Linear(2, 8)
        else:
            self.fc = nn.Linear(2, 4)
        self.mask = torch.ones(2)
        self.unused = nn.Dropout()

    def forward(self, x):
        self.last = x
        return self.fc(x * self.mask)

net = Net(True)
net.written = 3
print(net.size, net(torch.ones(2)))
"""


def test_when_where_and_who_reads() -> None:
    known = registry(READ)
    first, second = known.assigned("fc")
    assert [one.conditions[0].holds for one in (first, second)] == [True, False]
    assert first.kind is Member.MODULE
    assert known.assigned("size")[0].initialised is NO
    assert first.initialised is YES
    assert known.initialises is YES
    assert known.assigned("last")[0].method.name == "forward"
    assert [read.method and read.method.name for read in known.readers("mask")] == ["forward"]
    assert [read.method for read in known.readers("size")] == [None]
    assert known.readers("unused") == known.readers("written") == []
    assert len(known.instances) == 1


NO_SUPER = """
class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(2, 2)

class Sometimes(nn.Module):
    def __init__(self, deep=False):
        if deep:
            super().__init__()
        self.size = 3

class Old(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.fc = nn.Linear(2, 2)
"""


def test_whether_the_base_is_initialised() -> None:
    assert registry(NO_SUPER).initialises is NO
    assert registry(NO_SUPER).assigned("fc")[0].initialised is NO
    with pytest.raises(AttributeError):
        built(NO_SUPER)
    assert registry(NO_SUPER, "Sometimes").initialises is UNKNOWN
    assert registry(NO_SUPER, "Old").assigned("fc")[0].initialised is YES
    assert contradictions(NO_SUPER, "Old") == []


LIGHTNING = """
import lightning.pytorch as pl

class Net(pl.LightningModule):
    pass

class Manual(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False

class Plain(nn.Module):
    pass
"""


def test_lightning_optimises_by_itself_unless_told_otherwise() -> None:
    answers = [registry(LIGHTNING, name).optimises_itself for name in ("Net", "Manual", "Plain")]
    assert answers == [YES, NO, NO]


def test_a_wrong_registry_is_a_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.t = torch.ones(1)\n"
    )
    monkeypatch.setattr(Registry, "is_registered", lambda self, name: YES)
    assert contradictions(source) == ["t"]


def test_classes_that_are_no_modules_have_no_registry() -> None:
    program = Asked("class Plain:\n    def __init__(self):\n        self.x = 1\n").program
    assert registries(program) == []
