"""What a good form of less memory holds at its highest: not more than the bad one, as the CPU's allocator tells."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import torch
from torch.profiler import ProfilerActivity, profile

from flake8_torch_effective.verification import Fixture, LessMemory, Sample, module_from_source
from flake8_torch_effective.verification.places import CPU
from flake8_torch_effective.verification.samples import fresh
from flake8_torch_effective.verification.subjects import apply, sample_on
from tests.by_rule import RuleFiles, by_rule
from tests.verification.evidence import claims

torch.set_num_threads(1)


def memories(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, LessMemory]]]:
    """Each claim that good takes less memory."""
    for name, (fixture, claim) in claims(files):
        if isinstance(claim, LessMemory):
            yield name, (fixture, claim)


def peak(module: ModuleType, claim: LessMemory) -> int:
    """Bytes that are held at the highest during a call at the claim's largest size, those inside of operators too."""
    sample = sample_on(CPU, claim.sizes[-1])
    apply(module, claim.subject, claim.inputs(fresh(sample)), sample)  # makes what is kept for all later calls
    arguments = claim.inputs(fresh(sample))
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        apply(module, claim.subject, arguments, sample)
    events = [event for event in profiler.profiler.kineto_results.events() if event.name() == "[memory]"]
    held = highest = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        held += event.nbytes()
        highest = max(highest, held)
    return highest


@by_rule(memories, "fixture", "claim")
def test_good_holds_no_more_than_bad_at_its_peak_but_for_a_reason(fixture: Fixture, claim: LessMemory) -> None:
    assert (peak(fixture.good, claim) > peak(fixture.bad, claim)) == bool(claim.higher_peak)


def rows(sample: Sample) -> tuple[torch.Tensor, ...]:
    """n rows of three numbers."""
    return (sample.normal(sample.size, 3),)


def test_a_peak_inside_an_operator_is_seen() -> None:
    one_by_one = module_from_source("def f(x):\n    return [int(row.count_nonzero()) for row in x]", "test_peaks")
    at_once = module_from_source("def f(x):\n    return x.count_nonzero(dim=1)", "test_peaks")
    claim = LessMemory("f", rows, bad_order=1, good_order=1)
    assert peak(at_once, claim) > 40 * 3 * 8 > peak(one_by_one, claim)
