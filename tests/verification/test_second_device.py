"""What was written for the CPU and would fail on an accelerator: tried on a second device with numbers, made up."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

import pytest
import torch

from flake8_torch_effective.verification import (
    EXACT,
    Claim,
    FewerDispatches,
    Fixture,
    LessMemory,
    Memory,
    Raises,
    RightResult,
    SameDevice,
    SameGradient,
    SameResult,
    Sample,
    Unnoticed,
    Warns,
    WrongResult,
    load_fixture,
    module_from_source,
    no_inputs,
    sample_size,
)
from flake8_torch_effective.verification.agreement import Refused
from flake8_torch_effective.verification.fixtures import Address
from flake8_torch_effective.verification.placement import Placed
from flake8_torch_effective.verification.places import Place, full_precision, mixes_devices
from flake8_torch_effective.verification.samples import placed
from tests.by_rule import RuleFiles, by_rule
from tests.verification.accelerator import wrong_on
from tests.verification.evidence import claims
from tests.verification.second_device import HERE, PLACE, SecondDevice

torch.set_num_threads(1)

Agreed = SameResult | RightResult
UNSHOWN = {
    ("TEF404", "totals"): "torch.tensor asks a list's entries for their numbers where no wrapper can answer",
}
UNSHOWN_RULES = {"TEF907": "a checkpoint asks for the module of its device, and there is no torch.lazy"}
UNSHOWN_FAULTS = {"TEF807": "no wrapper can be saved", **UNSHOWN_RULES}
Fault = WrongResult | Raises | Warns | Unnoticed


def agreements(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Agreed]]]:
    """Each claim about what a callable computes."""
    for name, (fixture, claim) in claims(files):
        if isinstance(claim, (SameResult, RightResult)) and not claim.cpu_only:
            yield name, (fixture, claim)


def faults(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Fault]]]:
    """Each claim that bad is visibly wrong."""
    for name, (fixture, claim) in claims(files):
        if isinstance(claim, (WrongResult, Raises, Warns, Unnoticed)):
            yield name, (fixture, claim)


def gradient_claims(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, SameGradient | RightResult]]]:
    """Each claim about a gradient."""
    for name, (fixture, claim) in claims(files):
        if not isinstance(claim, (SameGradient, RightResult)) or claim.cpu_only or not set(EXACT) & set(claim.dtypes):
            continue
        if isinstance(claim, SameGradient) or (claim.gradient and not claim.families):
            yield name, (fixture, claim)


@by_rule(faults, "fixture", "claim")
def test_what_is_wrong_in_bad_alone_is_so_on_another_device(fixture: Fixture, claim: Fault) -> None:
    unshown = UNSHOWN.get((fixture.code, claim.subject)) or UNSHOWN_FAULTS.get(fixture.code)
    if unshown:
        pytest.skip(unshown)
    with SecondDevice():
        outcome = claim.check_at(fixture.bad, fixture.good, PLACE)
    assert outcome.verdict in ("passed", "skipped"), outcome


@by_rule(gradient_claims, "fixture", "claim")
def test_gradients_agree_on_another_device_also_where_all_rows_are_one(
    fixture: Fixture, claim: SameGradient | RightResult
) -> None:
    unshown = UNSHOWN.get((fixture.code, claim.subject)) or UNSHOWN_RULES.get(fixture.code)
    if unshown:
        pytest.skip(unshown)
    exact = [dtype for dtype in claim.dtypes if dtype in EXACT]
    size = claim.sizes[-1] if claim.sizes else max(claim.smallest.size, 6)
    drawn = Sample(size, exact[-1], seed=9, memory=Memory.EXPANDED)
    sample = placed(drawn, HERE, fake=False, evaluating=claim.evaluating)
    with SecondDevice(), torch.random.fork_rng(devices=[]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a bad form may warn
        try:
            apart = claim.disagreement(fixture.bad, fixture.good, sample)
        except Refused:  # bad is of no use for such an input, or has no gradient there
            apart = None
    assert apart is None


@by_rule(agreements, "fixture", "claim")
def test_both_forms_compute_the_same_on_another_device(fixture: Fixture, claim: Agreed) -> None:
    unshown = UNSHOWN.get((fixture.code, claim.subject)) or UNSHOWN_RULES.get(fixture.code)
    if unshown:
        pytest.skip(unshown)
    size = claim.sizes[0] if claim.sizes else max(claim.smallest.size, 5)
    sample = replace(placed(Sample(size, claim.dtypes[0], seed=3), HERE, fake=False), evaluating=claim.evaluating)
    with SecondDevice(), torch.random.fork_rng(devices=[]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a bad form may warn
        try:
            apart = claim.disagreement(fixture.bad, fixture.good, sample)
        except Refused as reason:
            mixing = isinstance(claim.gain, Placed) and mixes_devices(str(reason))
            apart = None if mixing else str(reason)
    assert apart is None


def module(body: str) -> ModuleType:
    """A module that defines `f`."""
    return module_from_source(f"import numpy as np\nimport torch\n\n{body}\n", "test_second_device")


def rows(sample: Sample) -> tuple[torch.Tensor, ...]:
    """n rows of three numbers."""
    return (sample.normal(sample.size, 3),)


TWO = "def f():\n    return torch.tensor([2.0])"
ONE = "def f():\n    return torch.tensor([1.0])"
TWO_OF_NUMPY = "def f():\n    return float(np.float64(2))"
ONE_OF_NUMPY = "def f():\n    return float(np.float64(1))"


@pytest.mark.parametrize(
    ("bad", "good", "wrong", "right", "verdict"),
    [(TWO, ONE, [2.0], [1.0], "passed"), (TWO_OF_NUMPY, ONE_OF_NUMPY, 2.0, 1.0, "skipped")],
)
def test_what_never_touches_the_device_is_skipped_there(
    bad: str, good: str, wrong: list[float], right: list[float], verdict: str
) -> None:
    claim = WrongResult("f", no_inputs, wrong=wrong, right=right)
    with SecondDevice():
        outcome = claim.check_at(module(bad), module(good), PLACE)
    assert outcome.verdict == verdict, outcome
    assert ("nothing of it is computed on lazy" in outcome.sentence) == (verdict == "skipped")
    assert claim.check(module(bad), module(good)).passed


STRAY = "def f(x):\n    return x + torch.ones(3)"
AT_HOME = "def f(x):\n    return x + torch.ones(3, device=x.device)"


@pytest.mark.parametrize("kind", [SameResult, SameGradient])
def test_a_bad_form_that_mixes_devices_leaves_nothing_to_compare(kind: type[SameResult]) -> None:
    claim = kind("f", rows, gain=SameDevice("f", rows))
    with SecondDevice():
        there = claim.check_at(module(STRAY), module(AT_HOME), PLACE)
    assert there.verdict == "skipped"
    assert "bad mixes devices here" in there.sentence
    assert claim.check(module(STRAY), module(AT_HOME)).passed


def test_a_good_form_that_mixes_devices_fails() -> None:
    claim = RightResult("f", rows, gain=SameDevice("f", rows), reference=lambda x: x + 1)
    with SecondDevice():
        outcome = claim.check_at(module(AT_HOME), module(STRAY), PLACE)
    assert outcome.verdict == "failed"


STAYS = SameDevice("f", rows)
COMPARED = RightResult("f", rows, gain=STAYS, reference=lambda x: x + 1, dtypes=EXACT)
NOT_THERE = "each device draws other numbers"


@pytest.mark.parametrize(
    ("claims", "bad", "good", "told"),
    [
        ((STAYS, SameResult("f", rows, gain=STAYS), COMPARED), STRAY, AT_HOME, []),
        ((replace(COMPARED, cpu_only=NOT_THERE), STAYS), STRAY, AT_HOME, []),
        ((replace(COMPARED, cpu_only=NOT_THERE),), STRAY, AT_HOME, ["no claim about f is shown"]),
        ((replace(STAYS, since="99.0"),), STRAY, AT_HOME, []),
        ((STAYS,), AT_HOME, STRAY, ["good for bad: failed", "placement(f)"]),
        ((WrongResult("f", no_inputs, wrong=2.0, right=1.0),), TWO_OF_NUMPY, ONE_OF_NUMPY, ["no claim about f"]),
    ],
)
def test_an_accelerator_may_skip_with_a_reason_but_not_all_about_a_callable(
    claims: tuple[Claim, ...], bad: str, good: str, told: list[str]
) -> None:
    fixture = Fixture(Address("tests", "made_up"), "TEF000", module(bad), module(good), claims, None, {})
    with SecondDevice():
        wrong = wrong_on(PLACE, fixture)
    assert len(wrong) == len(told), wrong
    assert all(part in line for part, line in zip(told, wrong, strict=True)), wrong


OF_WORKERS = """from torch.utils.data import DataLoader

def f(count):
    loader = DataLoader(range(count), batch_size=2, num_workers=1, multiprocessing_context="fork")
    return torch.cat([batch.to(torch.ones(1).device) for batch in loader])
"""


def test_a_worker_forked_inside_makes_its_tensors_on_the_cpu() -> None:
    claim = WrongResult("f", sample_size, size=3, wrong=[1.0], right=[0, 1, 2], dtype=torch.int64)
    ones = module("def f(count):\n    return torch.ones(1)")
    with SecondDevice():
        outcome = claim.check_at(ones, module(OF_WORKERS), PLACE)
    assert outcome.passed, outcome


UNSTEADY = """def f(x):
    more = 20 if x.device.type != "cpu" and len(x) < 20 else 0
    for _ in range(len(x) + more):
        x = x + 1
"""
HIDDEN = """def f(x):
    for row in x:
        if x.device.type == "cpu":
            x = x + row
        else:
            row[0]
"""
AT_ONCE = "def f(x):\n    x + len(x)"


@pytest.mark.parametrize("form", [UNSTEADY, HIDDEN])
@pytest.mark.parametrize(("reason", "verdict"), [("", "failed"), ("a fuser hides it", "passed")])
def test_what_cannot_be_counted_of_bad_elsewhere_needs_a_reason(form: str, reason: str, verdict: str) -> None:
    claim = FewerDispatches("f", rows, uncounted=reason)
    bad, good = module(form), module(AT_ONCE)
    assert claim.check(bad, good).passed
    with SecondDevice():
        there = claim.check_at(bad, good, PLACE)
        swapped = claim.check_at(good, bad, PLACE)
        same = claim.check_at(bad, bad, PLACE)
    assert there.verdict == verdict, there
    assert ("not all is counted, as a fuser hides it" in there.sentence) == bool(reason)
    assert (swapped.verdict, same.verdict) == ("failed", "failed")


MORE_WORK = "def f(x):\n    x.repeat(len(x), 99)"


def test_what_cannot_be_counted_elsewhere_is_counted_on_the_cpu() -> None:
    claim = FewerDispatches("f", rows, uncounted="a fuser hides it")
    outcome = claim.check(module(HIDDEN), module(MORE_WORK))
    assert outcome.verdict == "failed"
    assert "; but good reads and writes" in outcome.sentence


DRAWN_HERE = (
    "def f(x):\n    return x[torch.randperm(len(x)).to(x.device)] + torch.zeros(len(x), 3, dtype=x.dtype).to(x.device)"
)
DRAWN_THERE = "def f(x):\n    return x[torch.randperm(len(x), device=x.device)]"


def test_what_each_device_draws_by_itself_is_compared_on_the_cpu() -> None:
    gain = LessMemory("f", rows, bad_order=1, good_order=1)
    told = SameResult("f", rows, gain=gain, cpu_only="each device draws other numbers")
    untold = SameResult("f", rows, gain=gain)
    outcomes = []
    for claim in (told, untold):
        assert claim.check(module(DRAWN_HERE), module(DRAWN_THERE)).passed
        with SecondDevice():
            outcomes.append(claim.check_at(module(DRAWN_HERE), module(DRAWN_THERE), PLACE))
    assert outcomes[0].verdict == "skipped"
    assert outcomes[0].sentence == "each device draws other numbers"
    assert outcomes[1].verdict == "failed"


@pytest.mark.parametrize(
    ("group", "rule"), [("numerics", "naive_softmax"), ("shapes", "negative_step"), ("training", "missing_zero_grad")]
)
def test_a_device_without_float64_is_compared_with_references_on_the_cpu(
    group: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Place, "can", lambda place, dtype: place.device != HERE or dtype != torch.float64)
    fixture = load_fixture(group, rule)
    tried: Sequence[Claim] = [claim for claim in fixture.claims if isinstance(claim, RightResult)][:3]
    assert tried
    for claim in tried:
        with SecondDevice(doubles=False):
            outcome = claim.check_at(fixture.bad, fixture.good, PLACE)
        assert outcome.passed, outcome


def test_cuda_computes_in_full_precision() -> None:
    backend = torch.backends.cudnn
    before = backend.allow_tf32
    with Place(torch.device("cuda")).entered():  # noqa: TEF801 - nothing is put there
        assert not backend.allow_tf32
        assert not torch.backends.cuda.matmul.allow_tf32
    assert backend.allow_tf32 == before
    with Place(torch.device("cpu")).entered():
        assert backend.allow_tf32 == before
    with full_precision():
        assert not torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction


@pytest.mark.parametrize("device", ["cpu", "cpu:0"])
def test_the_cpu_by_its_index_is_the_cpu(device: str) -> None:
    stays = SameDevice("f", rows)
    for claim in (stays, SameResult("f", rows, gain=stays)):
        assert claim.check(module(STRAY), module(AT_HOME), device).passed
    assert (
        SameResult("f", sample_size, gain=LessMemory("f", sample_size, bad_order=1, good_order=1))
        .check(
            module("def f(n):\n    return torch.zeros(n).clone()"),
            module("def f(n):\n    return torch.zeros(n)"),
            device,
        )
        .passed
    )
