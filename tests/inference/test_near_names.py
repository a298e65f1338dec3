"""Which name is near one that torch does not have, and that what is said of torch's names is true of the installed one."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch

from flake8_torch_effective.inference.knowledge.name_natures import Nature, nature
from flake8_torch_effective.inference.knowledge.near_names import FOREIGN, Use, nearest
from flake8_torch_effective.inference.knowledge.releases import MODULES, names, version_of


def found(full: str) -> object:
    module, _, name = full.rpartition(".")
    return getattr(importlib.import_module(module), name)


NEAR = [
    ("torch", "reduce_max", "torch.amax"),
    ("torch", "arrange", "torch.arange"),
    ("torch", "tnesor", "torch.tensor"),
    ("torch", "Linear", "torch.nn.Linear"),
    ("torch", "ReLU", "torch.nn.ReLU"),  # not the function torch.relu
    ("torch", "Normal", "torch.distributions.Normal"),  # not torch.normal
    ("torch", "ModuleDcit", None),  # torch.ModuleDict is TorchScript's
    ("torch", "Devce", None),  # torch.Device is in torch's stubs only
    ("torch.nn", "CrossEntropy", "torch.nn.CrossEntropyLoss"),
    ("torch.nn", "BatchNorm2D", "torch.nn.BatchNorm2d"),
    ("torch.nn.functional", "leakyrelu", "torch.nn.functional.leaky_relu"),
    ("torch.optim", "adamW", "torch.optim.AdamW"),
    ("torch.nn", "module", "torch.nn.Module"),  # not the package torch.nn.modules
    ("torch.nn", "Linears", "torch.nn.Linear"),
    ("torch.nn", "linear", None),  # nn.Linear, F.linear
    ("torch", "frobnicate", None),
    ("torch", "foo", None),
    ("torch.optim", "Adamm", None),  # Adam, AdamW
]


@pytest.mark.parametrize(("module", "wrong", "meant"), NEAR)
def test_the_near_name(module: str, wrong: str, meant: str | None) -> None:
    assert nearest(module, wrong, None) == meant
    if meant is not None:
        assert found(meant) is not None


@pytest.mark.parametrize(
    ("module", "wrong", "use", "meant"),
    [
        ("torch", "rint", Use.CALL, "torch.round"),
        ("torch", "lint", Use.CALL, None),  # torch.int is a dtype
        ("torch", "lint", Use.DTYPE, "torch.int"),
        ("torch", "Parameter", Use.CALL, "torch.nn.Parameter"),  # not torch.ParameterDict
        ("torch", "Parameter", Use.TYPE, "torch.nn.Parameter"),
        ("torch", "parameter", Use.CALL, "torch.nn.Parameter"),  # not the module torch.nn.parameter
        ("torch", "pad_sequence", Use.CALL, "torch.nn.utils.rnn.pad_sequence"),
        ("torch", "reduce_max", Use.DTYPE, None),
        ("torch", "flaot32", Use.DTYPE, "torch.float32"),
        ("torch", "tensro", Use.TYPE, None),
        ("torch", "optm", Use.HOLD, "torch.optim"),
        ("torch", "optm", Use.CALL, None),
        ("torch.distributed", "init", Use.CALL, None),  # torch.cuda.init is about another thing
        ("torch", "no_grdas", Use.CALL, "torch.no_grad"),
        ("torch", "sum_", Use.CALL, None),  # torch.sum does not work in place
        ("torch.nn", "Modul", Use.TYPE, "torch.nn.Module"),
    ],
)
def test_the_near_name_can_do_the_same(module: str, wrong: str, use: Use, meant: str | None) -> None:
    assert nearest(module, wrong, None, use) == meant


def test_a_near_name_is_one_that_the_target_has() -> None:
    assert nearest("torch.nn", "GeLU", (1, 0)) in ("torch.nn.functional.gelu", None)
    assert nearest("torch.nn", "GeLU", (1, 4)) == "torch.nn.GELU"


def things() -> Iterator[tuple[str, str, object]]:
    for module in MODULES:
        for name, life in names().modules[module].items():
            there = getattr(importlib.import_module(module), name, None)
            if there is not None and life.first is not None:
                yield module, name, there


def is_one(there: object, module: str, told: Nature) -> bool:
    if told is Nature.MODULE:
        return isinstance(there, types.ModuleType) and there.__name__.startswith(f"{module}.")
    if told is Nature.DTYPE:
        return isinstance(there, torch.dtype)
    if told is Nature.CLASS:
        return inspect.isclass(there)
    if told is Nature.FUNCTION:
        return callable(there) and not inspect.isclass(there)
    return (not callable(there) and not isinstance(there, types.ModuleType | torch.dtype)) or inspect.isclass(there)


@pytest.mark.filterwarnings("ignore")
def test_what_names_are() -> None:
    told = [(module, name, nature(module, name), there) for module, name, there in things()]
    wrong = [one[:3] for one in told if one[2] is not Nature.INTERNAL and not is_one(one[3], one[0], one[2])]
    assert wrong == []


@pytest.mark.filterwarnings("ignore")
def test_what_is_not_there_is_not_near() -> None:
    """Stubs have names that the running torch lacks: none of them is a function, a class or a dtype."""
    absent = [
        f"{module}.{name}"
        for module in MODULES
        for name, life in names().modules[module].items()
        if life.had_by(version_of(torch.__version__)) and life.first is not None
        if nature(module, name) in (Nature.CLASS, Nature.DTYPE, Nature.FUNCTION)
        if not hasattr(importlib.import_module(module), name)
    ]
    assert absent == ["torch.distributed.ProcessGroupNCCL"]  # only where torch has CUDA


# What each function of NumPy is called with; torch's gets the same as tensors.
ROWS = np.array([[0.5, 1.5], [2.5, 3.0]])
WHOLE = np.array([5, 3])
SAMPLES: dict[str, tuple[object, ...]] = {
    **dict.fromkeys(["rint", "around", "fabs", "degrees", "radians", "conjugate", "copy", "average", "array"], (ROWS,)),
    **dict.fromkeys(["cumproduct", "alltrue", "sometrue"], ()),  # gone from NumPy 2
    **dict.fromkeys(["power", "array_equal"], (ROWS, ROWS)),
    **dict.fromkeys(["mod", "left_shift", "right_shift"], (WHOLE, WHOLE)),
    **dict.fromkeys(["invert", "bitwise_invert"], (WHOLE,)),
    "permute_dims": (ROWS, (1, 0)),
    "expand_dims": (ROWS, 1),
    "identity": (3,),
    "in1d": (),
}


@pytest.mark.parametrize("name", [name for name, given in SAMPLES.items() if given])
def test_what_numpy_calls_a_function(name: str) -> None:
    given = SAMPLES[name]
    theirs: Callable[..., Any] | None = getattr(np, name, None)
    if theirs is None:
        pytest.skip("not in this NumPy")
    ours = getattr(torch, FOREIGN[name])
    tensors = [torch.from_numpy(one) if isinstance(one, np.ndarray) else one for one in given]
    if name == "array":
        tensors = [ROWS.tolist()]
    np.testing.assert_allclose(np.asarray(ours(*tensors)), theirs(*given))


def test_foreign_names() -> None:
    assert [name for name in FOREIGN if hasattr(torch, name)] == []
    assert [name for name in FOREIGN.values() if not hasattr(torch, name)] == []
