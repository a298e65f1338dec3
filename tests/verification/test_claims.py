"""Each claim accepts a pair of which it is true and rejects every pair of which it is not."""

import json
from types import ModuleType
from typing import Any

import pytest
import torch

from flake8_torch_effective.verification import (
    AtLeast,
    BoundedGraph,
    Claim,
    FewerDispatches,
    FewerNodes,
    FewerSyncs,
    LessMemory,
    Loosened,
    MadeOnDevice,
    Raises,
    Registers,
    RightResult,
    SameDevice,
    SameGradient,
    SameResult,
    Sample,
    Stable,
    Unnoticed,
    Values,
    Warns,
    WrongResult,
    module_from_source,
    no_inputs,
    placement,
)

torch.set_num_threads(1)


def module(body: str) -> ModuleType:
    """A module that defines `f`."""
    return module_from_source(f"import warnings\nimport torch\n\n{body}\n", "test_claims")


def rows(sample: Sample) -> tuple[torch.Tensor, ...]:
    """n rows of three numbers."""
    return (sample.normal(sample.size, 3),)


def hard(sample: Sample) -> tuple[torch.Tensor, ...]:
    """Numbers whose exponential is more than float32 holds."""
    return (sample.values([[1000.0, 999.0]]),)


def exact_logsumexp(x: torch.Tensor) -> torch.Tensor:
    """Shifted by the row's maximum."""
    highest = x.amax(dim=1, keepdim=True)
    return highest.squeeze(1) + (x - highest).exp().sum(dim=1).log()


def exact_sum(x: torch.Tensor) -> torch.Tensor:
    """As a product with ones."""
    return x.new_ones(len(x)) @ x


LOOP = "def f(x):\n    z = torch.zeros_like(x[0])\n    for row in x:\n        z = z + row\n    return z"
SUM = "def f(x):\n    return x.sum(dim=0)"
MEAN = "def f(x):\n    return x.mean(dim=0)"
DETACHED_SUM = "def f(x):\n    return x.sum(dim=0) + 0 * x.detach().sum(dim=0) - x[0] + x[0].detach()"
NO_GRAPH = "def f(x):\n    return x.detach().sum(dim=0)"
DOUBLE = "def f(x):\n    return x.double().sum(dim=0)"
WIDE = "def f(x):\n    return x.sum(dim=0, keepdim=True)"
NAIVE = "def f(x):\n    return x.exp().sum(dim=1).log()"
STABLE = "def f(x):\n    return torch.logsumexp(x, dim=1)"
NO_GRADIENT = "def f(x):\n    return torch.logsumexp(x, dim=1).detach() + 0 * x.sum(dim=1)"
ONE = "def f():\n    return torch.tensor(1.0)"
TWO = "def f():\n    return torch.tensor(2.0)"
ONE_ROW = "def f():\n    return torch.tensor([1.0])"
ONE_INTEGER = "def f():\n    return torch.tensor(1)"
QUIET = "def f():\n    return 0"
VALUE_ERROR = "def f():\n    raise ValueError('bad shape')"
UNICODE_ERROR = "def f():\n    raise UnicodeError('bad shape')"
WARNING = "def f():\n    warnings.warn('slow path', UserWarning)"
FUTURE_WARNING = "def f():\n    warnings.warn('slow path', FutureWarning)"
READS = "def f(x):\n    return [row[0].item() for row in x]"
READS_ONCE = "def f(x):\n    return x[:, 0].sum(dim=0).item()"
GRID = "def f(x):\n    return x[:, 0] + x[:, :1]"
COLUMN = "def f(x):\n    return x[:, 0] + x[:, 0]"
TRAIN = (
    "def f(x):\n"
    "    w = torch.ones(3, device=x.device, requires_grad=True)\n"
    "    total = torch.zeros((), device=x.device)\n"
    "    for row in x:\n"
    "        total = total + (w * row).sum(dim=0){detach}\n"
    "    return [total]"
)
KEEPS = TRAIN.format(detach="")
DROPS = TRAIN.format(detach=".detach()")
STRAY = "def f(x):\n    return torch.zeros(3)"
MIXED = "def f(x):\n    return x + torch.zeros(3)"
MOVED = "def f(x):\n    return x + torch.zeros(3).to(x.device)"
AT_HOME = "def f(x):\n    return x + torch.zeros(3, device=x.device)"
NET = "def f(x):\n    net = torch.nn.Module()\n    {kept}\n    return net"
LAYER = "torch.nn.Linear(3, 3, bias=False)"
LISTED = NET.format(kept=f"net.layers = [{LAYER}, {LAYER}]")
REGISTERED = NET.format(kept=f"net.layers = torch.nn.ModuleList([{LAYER}, {LAYER}])")
ONE_OF_TWO = NET.format(kept=f"net.layers = torch.nn.ModuleList([{LAYER}])")
ONE_TWICE = NET.format(kept=f"net.layers = torch.nn.ModuleList([{LAYER}] * 2)")
OTHER_NAME = NET.format(kept=f"net.blocks = torch.nn.ModuleList([{LAYER}, {LAYER}])")

FULL_ROWS = "def f(x):\n    return x.sum(dim=0) if len(x) else x[0]"
SIZED = "def f(x):\n    return x.sum(dim=0) if len(x) < 14 else x.mean(dim=0)"
CONTIGUOUS = "def f(x):\n    return x.view(-1).view(x.shape).sum(dim=0)"
EXPANDED = "def f(x):\n    return x.sum(dim=0) if x.stride(0) else x[0]"
HALF_WRONG = "def f(x):\n    return x.sum(dim=0) * (1.5 if x.dtype.itemsize == 2 else 1)"
ZEROED = "def f(x):\n    total = x.sum(dim=0)\n    x.zero_()\n    return total"
KEPT = "kept = []\n\n\ndef f(x):\n    kept.append(x.sum(dim=0))\n    return kept[-1]"
KEPT_ON_ITSELF = "def f(x):\n    f.kept = x.sum(dim=0)\n    return f.kept"
KEPT_IN_A_CLOSURE = (
    "def build():\n    kept = {}\n\n    def f(x):\n        kept[id(x)] = x.sum(dim=0)\n        return kept[id(x)]\n"
    "    return f\n\n\nf = build()"
)
KEPT_BY_A_CACHE = "import functools\n\n\n@functools.cache\ndef f(x):\n    return x.sum(dim=0)"
HOST = "def f(x):\n    return torch.tensor(x.tolist(), dtype=x.dtype).sum(dim=0) + 0 * x.sum(dim=0)"
NOTHING = "def f(x):\n    return None"
TIES_ONCE = "def f(x):\n    return x.sum(dim=0) - (x[:1] == x[1:2]).sum(dim=0)"
WRONG_SUMS = [MEAN, NO_GRAPH, DOUBLE, WIDE, SIZED, CONTIGUOUS, EXPANDED, HALF_WRONG, ZEROED, KEPT,
              KEPT_ON_ITSELF, KEPT_IN_A_CLOSURE, KEPT_BY_A_CACHE, NOTHING]  # fmt: skip

RECORDED = "def f(x):\n    return x.exp().clone().detach()"
UNRECORDED = "def f(x):\n    return x.exp().detach().clone()"
HIDDEN = "def f(x):\n    y = x.exp()\n    return y, y.data"
SHOWN = "def f(x):\n    y = x.exp()\n    return y, y.detach()"
COPIED = "def f(x):\n    y = x.exp()\n    return y, y.detach().clone()"
LINEAR = "def f(x):\n    y = 2 * x\n    return y, y.detach()"

FEWER = FewerDispatches("f", rows)


def name_of(value: object) -> str:
    """The claim's name; nothing of the forms."""
    return value.title if isinstance(value, Claim) else ""


CASES: list[tuple[Claim, str, str, list[str]]] = [
    # the claim, a bad form, a good one, and forms that must not pass as good
    (FEWER, LOOP, SUM, [LOOP]),
    (SameResult("f", rows, gain=FEWER), LOOP, SUM, [LOOP, HOST, *WRONG_SUMS]),
    (RightResult("f", rows, gain=FEWER, reference=exact_sum, families=(Values.TIES,)), LOOP, SUM,
     [LOOP, HOST, DETACHED_SUM, FULL_ROWS, TIES_ONCE, *WRONG_SUMS]),
    (SameGradient("f", rows, gain=FEWER), LOOP, SUM, [LOOP, MEAN, DETACHED_SUM, NO_GRAPH]),
    (Stable("f", hard, exact_logsumexp, gradient_within=Loosened(300, "1000 is rounded")), NAIVE, STABLE,
     [NAIVE, NO_GRADIENT, MEAN]),
    (WrongResult("f", no_inputs, wrong=2.0, right=1.0), TWO, ONE, [TWO, ONE_ROW]),
    (Raises("f", no_inputs, ValueError, "shape"), VALUE_ERROR, QUIET,
     [VALUE_ERROR, UNICODE_ERROR]),
    (Unnoticed("f", rows), HIDDEN, SHOWN, [HIDDEN, COPIED, LINEAR]),
    (Warns("f", no_inputs, UserWarning, "slow"), WARNING, QUIET, [WARNING, FUTURE_WARNING]),
    (FewerNodes("f", rows, bad_order=0), RECORDED, UNRECORDED, [RECORDED]),
    (FewerSyncs("f", rows), READS, READS_ONCE, [READS]),
    (LessMemory("f", rows, bad_order=2, good_order=1), GRID, COLUMN, [GRID]),
    (BoundedGraph("f", rows), KEEPS, DROPS, [KEEPS]),
    (SameDevice("f", rows), STRAY, AT_HOME, [STRAY, MIXED]),
    (SameDevice("f", rows), MIXED, AT_HOME, [STRAY, MIXED]),
    (MadeOnDevice("f", rows), MOVED, AT_HOME, [MOVED, STRAY, MIXED]),
    (Registers("f", rows, ("layers.0.weight", "layers.1.weight")), LISTED, REGISTERED,
     [ONE_OF_TWO, ONE_TWICE, OTHER_NAME]),
    (Registers("f", rows, ("layers.1.weight",)), ONE_TWICE, REGISTERED, [ONE_OF_TWO, LISTED, OTHER_NAME]),
    (Registers("f", rows, fewer=("layers.1.weight",)), REGISTERED, ONE_OF_TWO, [REGISTERED, LISTED, OTHER_NAME]),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "bad", "good", "wrong"), CASES, ids=name_of)
def test_claim_tells_good_from_wrong(claim: Claim, bad: str, good: str, wrong: list[str]) -> None:
    right = claim.check(module(bad), module(good))
    assert right.passed, right
    json.dumps(right.as_json(), allow_nan=False)
    for pair in [(good, bad), (bad, bad), (good, good), *((bad, form) for form in wrong)]:
        outcome = claim.check(module(pair[0]), module(pair[1]))
        assert outcome.verdict == "failed", (pair, outcome)


WRONG_BAD: list[tuple[Claim, str, str]] = [
    # the claim, a form that is not bad in the claimed way, and a good one
    (Raises("f", no_inputs, ValueError, "shape"), UNICODE_ERROR, QUIET),
    (Raises("f", no_inputs, ValueError, "device"), VALUE_ERROR, QUIET),
    (Warns("f", no_inputs, UserWarning, "slow"), FUTURE_WARNING, QUIET),
    (Warns("f", no_inputs, UserWarning, "deprecated"), WARNING, QUIET),
    (WrongResult("f", no_inputs, wrong=3.0, right=1.0), TWO, ONE),
    (FewerDispatches("f", rows, bad_order=2), LOOP, SUM),
    (FewerDispatches("f", rows, good_order=1), LOOP, SUM),
    (LessMemory("f", rows, bad_order=1, good_order=1), GRID, COLUMN),
]


@pytest.mark.parametrize(("claim", "bad", "good"), WRONG_BAD, ids=name_of)
def test_claim_rejects_what_is_bad_in_another_way(claim: Claim, bad: str, good: str) -> None:
    outcome = claim.check(module(bad), module(good))
    assert outcome.verdict == "failed", outcome


def test_every_claim_is_tried_here() -> None:
    def leaves(claim: Any) -> set[Any]:
        below = {leaf for child in claim.__subclasses__() for leaf in leaves(child)}
        return below or {claim}

    ours = {claim for claim in leaves(Claim) if claim.__module__.startswith("flake8_torch_effective")}
    assert {type(case[0]) for case in CASES} == ours


def test_a_reference_must_be_met() -> None:
    right = RightResult("f", rows, gain=FEWER, reference=exact_sum)
    wrong = RightResult("f", rows, gain=FEWER, reference=lambda x: x.mean(dim=0))
    assert right.check(module(LOOP), module(SUM)).passed
    outcome = wrong.check(module(LOOP), module(SUM))
    assert outcome.verdict == "failed"
    assert "float64 gives another result" in outcome.sentence


def test_a_reference_that_raises_on_everything_proves_nothing() -> None:
    claim = RightResult("f", rows, gain=FEWER, reference=lambda x: x.no_such_method())
    outcome = claim.check(module(LOOP), module(SUM))
    assert outcome.verdict == "failed"
    assert "only 0 inputs can be compared" in outcome.sentence


def test_a_reference_that_is_not_finite_proves_nothing() -> None:
    claim = Stable("f", hard, lambda x: x.exp().sum(dim=1).log())  # noqa: TEF303 - the bad half of a pair
    outcome = claim.check(module(NAIVE), module(STABLE))
    assert outcome.verdict == "failed"
    assert "reference" in outcome.sentence


def test_a_gradient_that_is_zero_everywhere_proves_nothing() -> None:
    zero = LOOP.replace("return z", "return 0 * z")
    outcome = SameGradient("f", rows, gain=FEWER).check(module(zero), module("def f(x):\n    return 0 * x.sum(dim=0)"))
    assert outcome.verdict == "failed"
    assert "zero" in outcome.sentence


def test_code_that_breaks_is_neither_passed_nor_failed() -> None:
    outcome = FEWER.check(module(LOOP), module("def f(x):\n    return x.no_such_method()"))
    assert outcome.verdict == "broken"
    assert "no_such_method" in outcome.sentence


def test_a_missing_callable_is_broken() -> None:
    assert FEWER.check(module(LOOP), module("")).verdict == "broken"


def test_a_fake_device_shows_counts_and_no_values() -> None:
    bad, good = module(LOOP), module(SUM)
    here, there = FEWER.check(bad, good, "cpu"), FEWER.check(bad, good, "fake")
    assert there.passed
    assert there.measured == here.measured
    assert there.device.startswith("fake ")
    assert SameGradient("f", rows, gain=FEWER).check(bad, good, "fake").verdict == "skipped"


@pytest.mark.parametrize(("good", "verdict"), [(SUM, "passed"), (DOUBLE, "failed"), (WIDE, "failed")])
@pytest.mark.parametrize(
    "claim",
    [SameResult("f", rows, gain=FEWER), RightResult("f", rows, gain=FEWER, reference=exact_sum)],
    ids=name_of,
)
def test_a_fake_device_shows_shapes_and_dtypes_of_a_result(claim: Claim, good: str, verdict: str) -> None:
    assert claim.check(module(LOOP), module(good), "fake").verdict == verdict


def test_a_host_read_on_a_fake_device_is_skipped_with_its_reason() -> None:
    outcome = FEWER.check(module(READS), module(READS_ONCE), "fake")
    assert outcome.verdict == "skipped"
    assert "_local_scalar_dense" in outcome.sentence


@pytest.mark.parametrize(("form", "verdict"), [(AT_HOME, "passed"), (STRAY, "failed"), (MIXED, "failed")])
def test_placement_of_one_form(form: str, verdict: str) -> None:
    assert placement(module(form), "f", rows).verdict == verdict


def test_placement_needs_a_tensor_that_goes_in() -> None:
    outcome = placement(module(ONE), "f", no_inputs)
    assert outcome.verdict == "skipped"
    assert outcome.sentence


@pytest.mark.parametrize(
    ("build", "error"),
    [
        (lambda: WrongResult("f", no_inputs, wrong=1.0, right=1.0), ValueError),
        (lambda: SameResult("g", rows, gain=FEWER), ValueError),
        (lambda: SameResult("f", rows, gain=FEWER, sizes=()), ValueError),
        (lambda: SameResult("f", rows, gain=FEWER, dtypes=()), ValueError),
        (lambda: RightResult("f", rows, gain=FEWER), ValueError),
        (lambda: AtLeast(1), ValueError),
        (lambda: Loosened(100, ""), ValueError),
        (lambda: SameResult("f", rows, gain=SameGradient("f", rows, gain=FEWER)), TypeError),
    ],
)
def test_a_claim_that_cannot_fail_cannot_be_written(build: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        build()


def test_checking_leaves_the_random_state_alone() -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    SameResult("f", rows, gain=FEWER).check(module(LOOP), module(SUM))
    assert torch.equal(torch.rand(3), expected)


HALVES_IN_TRAINING = """
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x / 2 if self.training else x
"""
HALVES = HALVES_IN_TRAINING.replace("x / 2 if self.training else x", "x / 2")


def test_a_module_is_in_the_mode_that_its_claim_says() -> None:
    bad, good = module(HALVES), module(HALVES_IN_TRAINING)

    def right(in_gain: bool, in_claim: bool) -> bool:
        gain = WrongResult("Net", lambda _: (torch.ones(2),), [0.5, 0.5], [1.0, 1.0], evaluating=in_gain)
        return RightResult("Net", rows, gain=gain, reference=lambda x: x, evaluating=in_claim).check(bad, good).passed

    assert right(True, True)
    assert not right(True, False)
    assert not right(False, True)
