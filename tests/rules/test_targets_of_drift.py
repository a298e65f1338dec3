"""What an oldest torch still takes, or has under no public name, is not reported to a project that supports it."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules.drift.checkpoint_reentrant import CheckpointReentrant
from flake8_torch_effective.rules.drift.deprecated_argument import DeprecatedArgument
from flake8_torch_effective.rules.drift.non_public_name import NonPublicName
from flake8_torch_effective.rules.drift.torchvision_drift import TorchvisionDrift
from flake8_torch_effective.rules.drift.unknown_name import UnknownName

RULES = (CheckpointReentrant, DeprecatedArgument, NonPublicName, TorchvisionDrift)
VERBOSE = (
    "from torch.optim.lr_scheduler import StepLR\n\n\ndef main(optimizer):\n    StepLR(optimizer, 3, verbose=True)\n"
)
AVERAGE = "from torch import nn\n\ncriterion = nn.MSELoss(size_average=False)\n"
SCHEDULER = "from torch.optim.lr_scheduler import _LRScheduler\n"
COLLATE = "from torch.utils.data._utils.collate import default_collate\n"
DTENSOR = "from torch.distributed._tensor import DTensor\n"
CHECKPOINT = "from torch.utils.checkpoint import checkpoint\n\n\ndef main(f, x):\n    return checkpoint(f, x)\n"
PRETRAINED = "from torchvision import models\n\nmodel = models.resnet18(pretrained=True)\n"
TO_TENSOR = "from torchvision.transforms import v2\n\nstep = v2.ToTensor()\n"


@pytest.mark.parametrize(
    ("source", "target", "reported"),
    [
        (VERBOSE, None, True),
        (VERBOSE, (2, 2), True),
        (VERBOSE, (2, 1), False),
        (AVERAGE, (1, 4), True),
        (SCHEDULER, (2, 0), True),
        (SCHEDULER, (1, 13), False),
        (COLLATE, (1, 11), True),
        (COLLATE, (1, 10), False),
        (DTENSOR, None, True),
        (AVERAGE, (0, 4), False),
        (DTENSOR, (2, 4), False),
        (CHECKPOINT, (1, 11), True),
        (CHECKPOINT, (1, 10), False),
        (PRETRAINED, None, True),
        (PRETRAINED, (1, 12), True),
        (PRETRAINED, (1, 11), False),
        (TO_TENSOR, (2, 1), True),
        (TO_TENSOR, (2, 0), False),  # whose torchvision has no ToImage
    ],
)
def test_target(source: str, target: tuple[int, int] | None, reported: bool) -> None:
    assert bool(lint(source, rules=RULES, target=target)) == reported


@pytest.mark.parametrize(("target", "tentative"), [(None, True), ((2, 5), False)])
def test_a_public_name_of_a_recent_torch_is_sure_with_a_target_only(
    target: tuple[int, int] | None, tentative: bool
) -> None:
    found = lint(DTENSOR + "\n\nKINDS = (DTensor,)\n", rules=RULES, target=target)
    assert [finding.tentative for finding in found] == [tentative]


ATTENTION = "F.scaled_dot_product_attention(q, k, v)"
HEAD = "import torch.nn.functional as F\n\n\ndef attend(q, k, v, fused, old, slow):\n"


@pytest.mark.parametrize(
    ("body", "tentative"),
    [
        (f"    if fused:\n        x = {ATTENTION}\n    else:\n        x = slow(q, k, v)\n    return x\n", True),
        (f"    if old:\n        y = x = slow(q)\n    elif fused:\n        x = {ATTENTION}\n    return x\n", True),
        (f"    if fused:\n        return {ATTENTION}\n    else:\n        return slow(q, k, v)\n", True),
        (f"    if fused:\n        x = {ATTENTION}\n    else:\n        y = slow(q, k, v)\n    return y\n", False),
        (f"    x = q\n    if fused:\n        x = {ATTENTION}\n    return x\n", False),
        (f"    if fused:\n        x = q\n    else:\n        x = k\n    return x + {ATTENTION}\n", False),
    ],
)
def test_a_newer_name_beside_another_way_to_the_same_result_is_tentative(body: str, tentative: bool) -> None:
    assert [finding.tentative for finding in lint(HEAD + body, rules=[UnknownName], target=(1, 13))] == [tentative]
    assert lint(HEAD + body, rules=[UnknownName], target=(2, 0)) == []


NEWER = "torch.nn.functional.rms_norm(x, (3,))"
FUSED = "torch.nn.functional.scaled_dot_product_attention(x, x, x)"
TOP = "import torch\n\n\n"
TRIED = f"def f(x):\n    try:\n        a = len(x)\n        b = a + 1\n        return {NEWER}\n    {{}}\n"
UNDER_FLAG = """\
class Net(torch.nn.Module):
    def __init__(self, flag=False):
        super().__init__()
        self.fused = {}

    def forward(self, x):
        if self.fused:
            return torch.nn.functional.rms_norm(x, (3,))
        return x

{}
"""
OUT_OF_MEMORY = "def f(x):\n    try:\n        {}\n    except torch.OutOfMemoryError:\n        return x\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"def f(x):\n    print({NEWER}, {NEWER})\n    return {FUSED}\n", ["rms_norm"]),
        ("def f(x):\n    torch.compile(x)\n    return torch.vmap(x), torch.func.vmap(x)\n", ["compile"]),
        ("def f(x):\n    return torch.vmap(x), torch.compile(x)\n", ["vmap"]),
    ],
)
def test_of_the_newer_names_one_is_told(body: str, found: list[str]) -> None:
    assert newer_names(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"def f(x):\n    if hasattr(torch.nn.functional, 'rms_norm'):\n        x = {NEWER}\n    {FUSED}\n", [FUSED]),
        (OUT_OF_MEMORY.format(FUSED), [FUSED]),
        (OUT_OF_MEMORY.format("x.inverse()"), ["torch.OutOfMemoryError?"]),
        (TRIED.format("except Exception:\n        return x"), []),
        (TRIED.format("except:\n        return x"), []),
        (TRIED.format("except (ValueError, Exception):\n        return x"), []),
        (TRIED.format("except ValueError:\n        return x"), [NEWER]),
        (TRIED.format("except Exception as e:\n        print(x)\n        raise OSError from e"), [NEWER]),
        (TRIED.format("except Exception:\n        print(x)\n        exit(1)"), [NEWER]),
        (UNDER_FLAG.format("False", ""), [f"{NEWER}?"]),
        (UNDER_FLAG.format("flag", ""), [NEWER]),
        (UNDER_FLAG.format("False", "    def fuse(self):\n        self.fused = True\n"), [NEWER]),
        (UNDER_FLAG.format("False", "    def fuse(self):\n        setattr(self, name(), True)\n"), [NEWER]),
        (UNDER_FLAG.format("False", "net = Net(fused=True)"), [NEWER]),
        (UNDER_FLAG.format("False", "set(net, 'fused', True)"), [NEWER]),
        (UNDER_FLAG.format("False", "net.set_fused()"), [NEWER]),
    ],
)
def test_a_newer_name_that_may_not_be_read_does_not_stand_before_one_that_is(body: str, found: list[str]) -> None:
    names = [code.partition("(")[0].rpartition(".")[2] + "?" * code.endswith("?") for code in found]
    assert newer_names(body) == [name.replace("??", "?") for name in names]


def newer_names(body: str) -> list[str]:
    """The names that are told, with a mark where that is tentative."""
    found = lint(TOP + body, rules=[UnknownName], target=(1, 13))
    return [f"{one.message.split()[0].rpartition('.')[2]}{'?' * one.tentative}" for one in found]
