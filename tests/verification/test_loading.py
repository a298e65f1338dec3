"""Fixtures are found in a checkout and in a wheel, and a broken one says what is wrong with it."""

import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from flake8_torch_effective.verification import (
    Address,
    Fixture,
    FixtureError,
    Sample,
    callables,
    discover,
    fixtures_root,
    load_evidence,
    load_fixture,
    module_from_source,
    time_bench,
)
from tests.by_rule import RuleFiles, by_rule
from tests.verification.evidence import fixtures

torch.set_num_threads(1)

FORM = "import torch\n\n\ndef total(x: torch.Tensor) -> torch.Tensor:\n    return {}\n"
EVIDENCE = """
from flake8_torch_effective.verification import WrongResult

def two(sample):
    return (sample.values([[1.0], [2.0]]),)

CODE = "TEF999"
CLAIMS = (WrongResult("total", two, wrong=3.0, right=[3.0]),)
"""


def write_fixture(root: Path, evidence: str = EVIDENCE) -> None:
    """A small fixture `shapes/example`."""
    folder = root / "shapes" / "example"
    folder.mkdir(parents=True)
    (folder / "bad.py").write_text(FORM.format("x.sum(dim=None)"), "utf-8")
    (folder / "good.py").write_text(FORM.format("x.sum(dim=0)"), "utf-8")
    (folder / "evidence.py").write_text(evidence, "utf-8")


def test_a_fixture_of_ones_own(tmp_path: Path) -> None:
    write_fixture(tmp_path)
    assert discover(tmp_path) == [Address("shapes", "example")]
    fixture = load_fixture("shapes", "example", tmp_path)
    assert fixture.code == "TEF999"
    assert [outcome.passed for outcome in fixture.verify()] == [True]
    assert load_evidence("shapes", "example", tmp_path)[0].subject == "total"


def test_what_a_fixer_made_can_stand_in_for_good(tmp_path: Path) -> None:
    write_fixture(tmp_path)
    fixture = load_fixture("shapes", "example", tmp_path)
    fixed = module_from_source(FORM.format("torch.sum(x, 0)"), "fixed")
    unfixed = module_from_source(FORM.format("x.sum(dim=None)"), "unfixed")
    assert fixture.verify(good=fixed)[0].passed
    assert fixture.verify(good=unfixed)[0].verdict == "failed"


@pytest.mark.parametrize(
    ("evidence", "complaint"),
    [
        (EVIDENCE + "\nNO_SAME_GRADIENT = {'total': ''}\n", "NO_SAME_GRADIENT"),
        ("CLAIMS = ()", "CODE"),
        ("CODE = 'TEF999'", "CLAIMS"),
        ("CODE = 'TEF999'\nCLAIMS = ()", "CLAIMS"),
        ("CODE = 'TEF999'\nCLAIMS = (1,)", "no claim"),
        (EVIDENCE + "\nBENCH = 3\n", "BENCH"),
    ],
)
def test_a_wrong_declaration_is_told(tmp_path: Path, evidence: str, complaint: str) -> None:
    write_fixture(tmp_path, evidence)
    with pytest.raises(FixtureError, match=complaint):
        load_fixture("shapes", "example", tmp_path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    write_fixture(tmp_path)
    (tmp_path / "shapes" / "example" / "good.py").unlink()
    assert discover(tmp_path) == [Address("shapes", "example")]
    with pytest.raises(FixtureError, match=r"no good\.py"):
        load_fixture("shapes", "example", tmp_path)


def test_fixtures_lie_inside_an_installed_package_and_beside_a_checkout(tmp_path: Path) -> None:
    package = tmp_path / "flake8_torch_effective"
    package.mkdir()
    with pytest.raises(FixtureError):
        fixtures_root(package)
    beside = tmp_path / "fixtures"
    beside.mkdir()
    assert fixtures_root(package) == beside
    inside = package / "fixtures"
    inside.mkdir()
    assert fixtures_root(package) == inside


def test_callables_name_what_a_module_defines_itself() -> None:
    source = (
        "import math\nfrom json import dumps\n\n"
        "def f(x: int, *, y: int = 1) -> int: ...\n"
        "def _hidden() -> None: ...\n"
        "class Meter:\n    def update(self, x: int) -> None: ...\n"
    )
    assert callables(module_from_source(source, "surface")) == {
        "f": "(x: int, *, y: int = 1) -> int",
        "Meter": "class",
        "Meter.update": "(self, x: int) -> None",
    }


def test_a_module_that_does_not_run_is_not_left_behind() -> None:
    with pytest.raises(ZeroDivisionError):
        module_from_source("1 / 0", "broken")
    assert "flake8_torch_effective_fixture.broken" not in sys.modules


def benches(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture]]]:
    """The fixture of a rule that has times to show."""
    return (case for case in fixtures(files) if case[1][0].bench is not None)


@by_rule(benches, "fixture")
def test_times_are_reported(fixture: Fixture) -> None:
    assert fixture.bench is not None
    timings = fixture.time(min_run_time=0.001)
    assert [timing.variant for timing in timings] == list(fixture.bench.variants)
    assert timings[0].speedup == 1
    assert all(timing.seconds > 0 and timing.calls > 0 for timing in timings)
    json.dumps([timing.as_json() for timing in timings])


def test_a_fake_device_takes_no_time() -> None:
    fixture = load_fixture("loops", "row_accumulation_loop")
    assert fixture.bench is not None
    with pytest.raises(ValueError, match="fake"):
        time_bench(fixture.bench, fixture.bad, fixture.good, "fake")


@by_rule(benches, "fixture")
def test_a_bench_runs_the_same_computation_in_every_variant(fixture: Fixture) -> None:
    assert fixture.bench is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # scripting
        forms = [make(fixture.bad, fixture.good) for make in fixture.bench.variants.values()]
    inputs = fixture.bench.inputs
    results = [form(*inputs(Sample(fixture.bench.size))) for form in forms]
    for result in results[1:]:
        torch.testing.assert_close(result, results[0], rtol=1e-4, atol=1e-4)
