"""The groups of parameters that an optimizer is given, and where they are written."""

from __future__ import annotations

from flake8_torch_effective.inference.events.groups import Group, groups_of
from flake8_torch_effective.inference.knowledge.training import EventKind
from tests.inference.events.asked import Asked


def groups(source: str) -> list[Group]:
    """The groups of all optimizers of a program."""
    program = Asked(source).program
    events = program.events(EventKind.BUILD_OPTIMIZER, EventKind.ADD_PARAMETERS)
    return [group for event in events for group in groups_of(program.inference, event)]


def test_in_the_call_or_elsewhere() -> None:
    source = "def f(m, o):\n    g = {'lr': 1}\n    torch.optim.SGD([g, {'a': 2}])\n    o.add_param_group(dict(b=3))\n"
    found = groups(source)
    assert [(group.keys, group.in_call, group.certain) for group in found] == [
        (["lr"], False, True),
        (["a"], True, True),
        (["b"], True, True),
    ]
    assert all(group.node is not None for group in found)


def test_one_of_several() -> None:
    source = "def f(m, c):\n    g = {'lr': 1}\n    if c:\n        g = {'wd': 1}\n    torch.optim.SGD([g])\n"
    assert sorted((group.keys, group.certain) for group in groups(source)) == [(["lr"], False), (["wd"], False)]


def test_a_dict_that_a_function_returns() -> None:
    source = "def g():\n    return {'lr': 1}\n\ndef f(o):\n    o.add_param_group(g())\n"
    (group,) = groups(source)
    assert group.node is not None
    assert not group.in_call


def test_two_alike_have_no_place() -> None:
    source = "def g():\n    return {'lr': 1}\n\nh = {'lr': 2}\n\ndef f(o):\n    o.add_param_group(g())\n"
    assert [group.node for group in groups(source)] == [None]


def test_no_groups() -> None:
    assert groups("def f(m, **k):\n    torch.optim.SGD(m, lr=1)\n    torch.optim.SGD({'a': 1})\n") == []
    assert groups("def f(a, k):\n    torch.optim.SGD(*a)\n    torch.optim.SGD([{k: 1}, {'lr': 1, **k}])\n") == []


def test_what_holds_the_parameters() -> None:
    source = "def f(m: nn.Module, w):\n    torch.optim.SGD([{'lr': 1, 'all': m.parameters(), ' Param': w}])\n"
    assert [group.for_parameters for group in groups(source)] == [[1, 2]]
