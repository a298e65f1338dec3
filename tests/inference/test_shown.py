"""Which calls show that the unknown object they are made on is a tensor."""

from __future__ import annotations

import libcst as cst
import pytest
import torch

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import Tensor, Value

SHOWN = """
x.long()
x.exp()
x.norm()
x.norm(2)
x.ne(0)
x.eq(i)
x.gather(1, i)
x.nonzero(as_tuple=True)
x.chunk(2, 1)
x.split(1, 1)
x.flatten(1)
x.flip(1)
x.roll(1, 0)
x.select(1, 0)
x.clamp(0, 1)
x.clamp(min=0)
x.expand(-1, -1, 2)
x.repeat(1, 1, 2)
x.view(2, 8)
x.mean([0, 1])
x.max(1, True)
x.argsort(descending=True)
x.to(torch.long)
x.type(torch.int64)
x.index_fill_(0, i[0, 0], 1)
x.unflatten(1, (2, 2))
x.float().unsqueeze(0)
x.to("cpu").softmax(-1)
x.abs().neg()
x.clone().detach()
x[:, 0].detach()
x[..., None].log_softmax(-1)
b, c, d = x.size()
b, *rest = x.size(0), 1
""".strip().splitlines()

NOT_SHOWN = """
x.float()
x.half()
x.cuda()
x.cpu()
x.to("cuda")
x.to(torch.float16)
x.type(torch.float32)
x.requires_grad_()
x.clone()
x.size()
n = x.size()
x.exp(i)
x.log()
x.abs()
x.mean(1)
x.mean((0, 1))
x.max(1)
x.sum(axis=0)
x.cumsum(0)
x.clamp(i, 0, 1)
x.expand(i)
x.repeat(2)
x.repeat(2, 1)
x.gather(i)
x.scatter(i, 0)
x.split(",", 1)
x.split(i)
x.flatten()
x.chunk(i)
x.norm(i)
x.normal_(i, 0, 1)
x.unflatten(i)
x.unbind("<Key>")
x.ne("a")
x.sum(dim="time")
x.view("i4")
x[0].float()
x.shape.numel()
batch_shape.numel()
x["a"].to("cpu")
""".strip().splitlines()

SHARED = {
    "import pandas as pd": "x.ne(0)",
    "import polars as pl": "x.exp()",
    "from polars import Series": "x.sort(descending=True)",
    "import xarray": "x.chunk(2, 1)",
    "import scipy.sparse": "x.log1p()",
    "from scipy import sparse": "x.sqrt()",
    "import tensorflow as tf": "x.numpy()",
    "from tensordict import TensorDict": "x.unsqueeze(0)",
    "from torch_geometric.data import Data": "x.detach()",
}


def value_behind(statement: str, imports: str = "import torch") -> Value:
    """What ``x`` is behind a statement."""
    source = f"import torch\n{imports}\n\ndef f(x, i, batch_shape):\n    {statement}\n    here = x\n"
    module = cst.parse_module(source)
    inference = infer(module, source)
    assert not inference.failures
    function = module.body[-1]
    assert isinstance(function, cst.FunctionDef)
    last = function.body.body[-1]
    assert isinstance(last, cst.SimpleStatementLine)
    assert isinstance(last.body[0], cst.Assign)
    return inference.value(last.body[0].value)


@pytest.mark.parametrize("statement", SHOWN)
def test_a_call_that_shows_a_tensor(statement: str) -> None:
    exec(statement, {"torch": torch, "x": torch.rand(2, 4, 2), "i": torch.zeros(2, 4, 2, dtype=torch.long)})
    assert isinstance(value_behind(statement), Tensor)


@pytest.mark.parametrize("statement", NOT_SHOWN)
def test_a_call_that_others_take_too(statement: str) -> None:
    assert not isinstance(value_behind(statement), Tensor)


@pytest.mark.parametrize(("imports", "statement"), SHARED.items())
def test_a_call_that_objects_of_an_imported_package_take(imports: str, statement: str) -> None:
    assert isinstance(value_behind(statement), Tensor)
    assert not isinstance(value_behind(statement, imports), Tensor)
