"""Methods that are read and not called, as inference notes them, and what torch says of methods without arguments."""

from __future__ import annotations

import warnings

import libcst as cst
import pytest
import torch

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.columns import Signature
from flake8_torch_effective.inference.knowledge.python_operations import (
    CALLED_PROPERTY,
    UNCALLED,
    UNCALLED_COMPARED,
    UNCALLED_CONDITION,
    UNCALLED_STATEMENT,
    UNCALLED_TEXT,
)
from flake8_torch_effective.inference.knowledge.tensor_attributes import CALLED_ALONE
from flake8_torch_effective.inference.knowledge.training import TRAINING_ALONE

USES = {
    UNCALLED,
    UNCALLED_COMPARED,
    UNCALLED_CONDITION,
    UNCALLED_STATEMENT,
    UNCALLED_TEXT,
    CALLED_PROPERTY,
}


@pytest.mark.parametrize(
    ("statement", "use"),
    [
        ("y = x.detach.clone()", UNCALLED),
        ("y = x.size[0]", UNCALLED),
        ("y = 2 * x.dim", UNCALLED),
        ("y = x.dim > 2", UNCALLED),
        ("y = float(x.item)", UNCALLED),
        ("y = x.dim == 2", UNCALLED_COMPARED),
        ("y = not x.any", UNCALLED_CONDITION),
        ("y = x if x.any else None", UNCALLED_CONDITION),
        ("assert x.all", UNCALLED_CONDITION),
        ("y = x.any or x", UNCALLED_CONDITION),
        ("y = f'{x.item}'", UNCALLED_TEXT),
        ("y = '%s' % x.item", UNCALLED_TEXT),
        ("print(x.item)", UNCALLED_TEXT),
        ("x.backward", UNCALLED_STATEMENT),
        ("unknown.backward", UNCALLED_STATEMENT),
        ("y = x.is_cuda()", CALLED_PROPERTY),
        ("y = x or x.any", None),
        ("y = x.sum is None", None),
        ("y = x.sum", None),
        ("y = x.sum.__name__", None),
        ("unknown.any", None),
        ("y = unknown.size[0]", None),
    ],
)
def test_uses(statement: str, use: Signature | None) -> None:
    source = f"import torch\n\ndef f(unknown):\n    x = torch.rand(3)\n    {statement}\n"
    inference = infer(cst.parse_module(source), source)
    found = [operation.signature for operation in inference.operations.values() if operation.signature in USES]
    assert found == ([] if use is None else [use])


def refuses(tensor: torch.Tensor, method: str) -> bool:
    """Whether a method of a tensor asks for an argument; other errors are about its numbers or this machine."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            getattr(tensor, method)()
    except TypeError:
        return True
    except Exception:
        return False
    return False


def test_methods_that_are_called_alone() -> None:
    def tensors() -> list[torch.Tensor]:
        return [torch.eye(2), torch.ones(3, dtype=torch.int64), torch.ones((), requires_grad=True).square()]

    assert [name for name in CALLED_ALONE if all(refuses(tensor, name) for tensor in tensors())] == []


def test_methods_of_training_that_are_called_alone() -> None:
    layer = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    for name in TRAINING_ALONE - {"cuda"}:
        owners: list[object] = [one for one in (layer, optimizer, scheduler) if hasattr(one, name)]
        owners += [scaler] if name == "update" else []
        assert owners
        for owner in owners:
            getattr(owner, name)()
