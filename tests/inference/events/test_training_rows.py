"""The rows about training programs, against torch itself."""

from __future__ import annotations

import importlib
import inspect
import random
import subprocess
import sys
import time
import warnings

import numpy
import pytest
import torch
from torch import nn

from flake8_torch_effective.inference.knowledge.training import (
    CONTEXT_EVENTS,
    FUNCTION_EVENTS,
    METHOD_EVENTS,
    OPTIMIZERS,
    SAMPLERS,
    SCHEDULERS,
    TRAINING_LOADERS,
    WRAPPERS,
    Closure,
    EventKind,
    Gradients,
    Role,
)

OF_TORCH = {"torch", "numpy", "random", "time", "timeit"}


def found(name: str) -> object:
    """What a dotted name refers to, its module imported."""
    path, _, rest = name.rpartition(".")
    if not path:
        return importlib.import_module(rest)
    holder = found(path)
    return getattr(holder, rest) if hasattr(holder, rest) else importlib.import_module(name)


def installed(names: object) -> list[str]:
    return sorted(name for name in names if name.split(".")[0] in OF_TORCH)  # type: ignore[attr-defined]


def optimizer_of(name: str, parameters: object) -> torch.optim.Optimizer:
    return found(name)(parameters, lr=0.1)  # type: ignore[operator,no-any-return]


def test_all_optimizers_and_schedulers_of_torch_have_rows() -> None:
    optimizers = {
        f"torch.optim.{name}"
        for name, cls in vars(torch.optim).items()
        if isinstance(cls, type) and issubclass(cls, torch.optim.Optimizer) and cls is not torch.optim.Optimizer
    }
    base = torch.optim.lr_scheduler.LRScheduler
    schedulers = {
        f"torch.optim.lr_scheduler.{name}"
        for name, cls in vars(torch.optim.lr_scheduler).items()
        if isinstance(cls, type) and issubclass(cls, base) and cls is not base and not name.startswith("_")
    }
    assert optimizers == OPTIMIZERS.keys()
    assert schedulers == SCHEDULERS.keys() - {"torch.optim.swa_utils.SWALR"}


@pytest.mark.parametrize(
    "name",
    installed(
        FUNCTION_EVENTS.keys() | CONTEXT_EVENTS.keys() | WRAPPERS.keys() | TRAINING_LOADERS.keys() | SAMPLERS.keys()
    ),
)
def test_the_names_exist(name: str) -> None:
    assert callable(found(name))


@pytest.mark.parametrize("name", installed(FUNCTION_EVENTS))
def test_what_a_function_is_about_is_one_of_its_parameters(name: str) -> None:
    row = FUNCTION_EVENTS[name]
    if row.about is not None:
        if name.startswith("torch._foreach_"):  # written in C++, which has a schema in the place of a signature
            schema = getattr(torch.ops.aten, name.rpartition(".")[2]).default._schema
            parameters = [argument.name for argument in schema.arguments]
        else:
            parameters = list(inspect.signature(found(name)).parameters)  # type: ignore[arg-type]
        assert parameters[row.position] == row.about


CLASSES: dict[Role, list[type]] = {
    Role.OPTIMIZER: [torch.optim.SGD],
    Role.SCHEDULER: [torch.optim.lr_scheduler.StepLR, torch.optim.lr_scheduler.ReduceLROnPlateau],
    Role.SCALER: [torch.amp.GradScaler],
    Role.MODULE: [nn.Module],
    Role.TENSOR: [torch.Tensor],
}


@pytest.mark.parametrize(("role", "method"), [key for key in METHOD_EVENTS if key[0] in CLASSES], ids=str)
def test_methods_exist_and_take_what_they_are_about(role: Role, method: str) -> None:
    for cls in CLASSES[role]:
        parameters = inspect.signature(getattr(cls, method)).parameters if method != "forward" else {}
        for row in METHOD_EVENTS[role, method]:
            assert row.about is None or row.about in parameters


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_the_closure_is_required_where_the_row_says_so(name: str) -> None:
    closure = inspect.signature(found(name).step).parameters["closure"]  # type: ignore[attr-defined]
    assert (closure.default is inspect.Parameter.empty) == (OPTIMIZERS[name].closure is Closure.REQUIRED)


def accepts(name: str, sparse: bool) -> bool:
    layer = nn.Embedding(4, 3, sparse=sparse)
    optimizer = optimizer_of(name, layer.parameters())

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = layer(torch.tensor([1, 2])).sum()
        loss.backward()
        return loss  # type: ignore[no-any-return]

    before = layer.weight.detach().clone()
    try:
        closure()
        optimizer.step(closure)  # type: ignore[arg-type]
    except (RuntimeError, NotImplementedError, ValueError):
        return False
    return not torch.equal(before, layer.weight)


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_the_gradients_that_an_optimizer_takes(name: str) -> None:
    gradients = OPTIMIZERS[name].gradients
    assert accepts(name, sparse=False) == (gradients is not Gradients.SPARSE)
    assert accepts(name, sparse=True) == (gradients is not Gradients.DENSE)


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_when_an_optimizer_makes_its_state(name: str) -> None:
    optimizer = optimizer_of(name, nn.Linear(3, 3, bias=False).parameters())
    made = any(isinstance(value, torch.Tensor) for state in optimizer.state.values() for value in state.values())
    assert made == OPTIMIZERS[name].state_when_built


ARGUMENTS: dict[str, dict[str, object]] = {
    "LambdaLR": {"lr_lambda": lambda step: 0.5},
    "MultiplicativeLR": {"lr_lambda": lambda step: 0.5},
    "StepLR": {"step_size": 1},
    "MultiStepLR": {"milestones": [1]},
    "ExponentialLR": {"gamma": 0.5},
    "CosineAnnealingLR": {"T_max": 5},
    "CosineAnnealingWarmRestarts": {"T_0": 5},
    "CyclicLR": {"base_lr": 0.1, "max_lr": 0.5},
    "OneCycleLR": {"max_lr": 0.5, "total_steps": 10},
    "SWALR": {"swa_lr": 0.5},
}


@pytest.mark.parametrize("name", sorted(SCHEDULERS))
def test_schedulers_step_as_their_rows_say(name: str) -> None:
    row = SCHEDULERS[name]
    optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1, momentum=0.9)
    cls: type = found(name)  # type: ignore[assignment]
    if row.combines:
        parts = [torch.optim.lr_scheduler.ConstantLR(optimizer), torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)]
        made = cls(parts) if name.endswith("ChainedScheduler") else cls(optimizer, parts, milestones=[2])
    else:
        assert next(iter(inspect.signature(cls).parameters)) == "optimizer"
        made = cls(optimizer, **ARGUMENTS.get(row.name, {}))
    first = next(iter(inspect.signature(made.step).parameters), None)
    assert (first == "metrics") == row.takes_metric
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if row.takes_metric:
            with pytest.raises(TypeError):
                made.step()
        else:
            made.step()


def test_seeds_set_the_generator_that_they_name() -> None:
    seeds = [name for name, row in FUNCTION_EVENTS.items() if row.kind is EventKind.SEED]
    assert {"torch.manual_seed", "random.seed", "numpy.random.seed"} <= set(seeds)
    torch.manual_seed(3)
    first = torch.rand(3)
    torch.manual_seed(3)
    assert torch.equal(first, torch.rand(3))
    random.seed(3)
    numpy.random.seed(3)
    assert time.perf_counter() > 0


@pytest.mark.parametrize("name", sorted(name for name, row in SAMPLERS.items() if row.set_epoch))
def test_the_order_of_a_distributed_sampler_changes_with_set_epoch_only(name: str) -> None:
    sampler = found(name)(range(50), num_replicas=1, rank=0, shuffle=True)  # type: ignore[operator]
    first, again = list(sampler), list(sampler)
    sampler.set_epoch(1)
    assert first == again != list(sampler)


# What the functions that are about a device are given, and what lists no GPU.
OF_DEVICE = {"torch.cuda.set_device": (0,)}
LISTS_NONE = ("torch.cuda.is_initialized", "torch.cuda.device_count", "torch.cuda.manual_seed", "torch.manual_seed")


class Listed(Exception):
    """The driver is asked for the GPUs."""


def asks_driver(name: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a function has the driver list the GPUs, where NVML can count them without it."""

    def ask(*arguments: object) -> int:
        raise Listed

    monkeypatch.setattr("torch.cuda._is_compiled", lambda: True)
    monkeypatch.setattr("torch.cuda._device_count_nvml", lambda: 2)
    monkeypatch.setattr("torch.cuda._lazy_init", ask)
    monkeypatch.setattr("torch.cuda._initialized", False)
    monkeypatch.setattr("torch.accelerator.current_accelerator", lambda: torch.device("cuda"), raising=False)
    for name_of_c in ("_cuda_getDeviceCount", "_cuda_setDevice", "_cuda_getDevice"):
        monkeypatch.setattr(f"torch._C.{name_of_c}", ask, raising=False)
    monkeypatch.delenv("PYTORCH_NVML_BASED_CUDA_CHECK", raising=False)
    try:
        found(name)(*OF_DEVICE.get(name, (0,) if name.endswith("seed") else ()))  # type: ignore[operator]
    except Listed:
        return True
    return False


@pytest.mark.parametrize("name", [name for name, row in FUNCTION_EVENTS.items() if row.kind is EventKind.START_DEVICES])
def test_what_has_the_driver_list_the_gpus(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asks_driver(name, monkeypatch)


@pytest.mark.parametrize("name", LISTS_NONE)
def test_what_lists_no_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert FUNCTION_EVENTS.get(name) is None or FUNCTION_EVENTS[name].kind is not EventKind.START_DEVICES
    assert not asks_driver(name, monkeypatch)


@pytest.mark.parametrize(
    "code", ["torch.zeros(3).cuda()", "torch.zeros(3).to('cuda')", "torch.zeros(3, device='cuda')"]
)
def test_a_tensor_on_a_gpu_has_the_driver_list_them(code: str) -> None:
    run = subprocess.run([sys.executable, "-c", ASKS.format(code=code)], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "listed", run.stderr


# torch asks in C++, and but once in a process.
ASKS = """
import torch
class Listed(Exception): pass
def ask(): raise Listed
torch.cuda._lazy_init = ask
try: {code}
except Listed: print("listed")
"""
