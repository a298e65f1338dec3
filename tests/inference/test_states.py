"""What changes in one object while the program runs: a module's mode and children, what a list is known to hold."""

from __future__ import annotations

import libcst as cst

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import Module, Sequence, Tensor, Value

HEADER = "import torch\nfrom torch import nn\nmodel = nn.Linear(2, 2)\n"


def exported(program: str, name: str) -> Value:
    return infer(cst.parse_module(HEADER + program)).exported[name]


def mode(program: str) -> bool | None:
    module = exported(program, "model")
    assert isinstance(module, Module)
    return module.training


def test_a_mode_holds_from_its_line_on() -> None:
    assert mode("") is None
    assert mode("model.eval()\n") is False
    assert mode("model.eval()\nmodel.train()\n") is True
    assert mode("model.train(False)\n") is False
    assert mode("model.train(flag)\n") is None


def test_a_mode_holds_under_each_name_of_the_module() -> None:
    assert mode("other = model\nother.train()\nmodel.eval()\n") is False
    other = exported("other = model\nother.train()\nmodel.eval()\n", "other")
    assert isinstance(other, Module)
    assert other.training is False


def test_a_mode_holds_for_what_the_module_holds() -> None:
    part = exported("model.part = nn.ReLU()\nmodel.part.eval()\nmodel.train()\n", "model.part")
    assert isinstance(part, Module)
    assert part.training is True


def test_a_mode_of_one_branch_is_not_known_after_it() -> None:
    assert mode("if flag:\n    model.eval()\n") is None
    assert mode("if flag:\n    model.eval()\nelse:\n    model.train(False)\n") is False
    assert mode("for step in steps:\n    model.eval()\n") is None


def test_modules_appended_one_by_one_are_its_children() -> None:
    layers = exported("layers = nn.ModuleList()\nlayers.append(nn.ReLU())\nlayers.append(model)\n", "layers")
    assert isinstance(layers, Module)
    assert [getattr(child, "name", None) for child in layers.children or []] == ["torch.nn.ReLU", "torch.nn.Linear"]
    assert "..." not in layers.arguments


def test_of_modules_appended_in_a_loop_only_the_kind_is_known() -> None:
    layers = exported("layers = nn.ModuleList()\nfor n in sizes:\n    layers.append(nn.Linear(n, n))\n", "layers")
    assert isinstance(layers, Module)
    assert [getattr(child, "name", None) for child in layers.children or []] == ["torch.nn.Linear"]
    assert "..." in layers.arguments


def test_a_list_that_torch_stacks_holds_tensors_from_there_on() -> None:
    program = "from elsewhere import make\nparts = [make(1), make(2)]\nbefore = list(parts)\ntorch.stack(parts)\n"
    parts, before = exported(program, "parts"), exported(program, "before")
    assert isinstance(parts, Sequence)
    assert isinstance(before, Sequence)
    assert all(isinstance(part, Tensor) for part in parts.parts())
    assert not any(isinstance(part, Tensor) for part in before.parts())
