"""What is in the wheel, and what it asks for."""

from __future__ import annotations

from pathlib import Path

from tests.packaging.installation import CHECKOUT, Wheel


def _sources(folder: str) -> set[str]:
    found = (CHECKOUT / folder).rglob("*.py")
    return {str(path.relative_to(CHECKOUT).as_posix()) for path in found}


def test_carries_the_package(wheel: Wheel) -> None:
    sources = _sources("flake8_torch_effective")
    assert sources
    assert sources - wheel.names == set()
    assert "flake8_torch_effective/py.typed" in wheel.names


def test_carries_every_fixture(wheel: Wheel) -> None:
    fixtures = _sources("fixtures")
    assert fixtures
    assert {f"flake8_torch_effective/{path}" for path in fixtures} - wheel.names == set()


def test_carries_nothing_else(wheel: Wheel) -> None:
    tops = {Path(name).parts[0] for name in wheel.names}
    assert sorted(top for top in tops if not top.endswith(".dist-info")) == [
        "flake8_torch_effective",
        "torch-effective.py",
    ]
    assert not [name for name in wheel.names if name.endswith(".pyc")]


def test_names_its_entry_points(wheel: Wheel) -> None:
    assert "TEF = flake8_torch_effective.plugin:TorchEffectivePlugin" in wheel.entry_points
    assert "torch-effective = flake8_torch_effective.cli:main" in wheel.entry_points


def test_requires_three_packages_only_and_never_an_older_release(wheel: Wheel) -> None:
    requirements = wheel.requirements()
    assert {requirement.name for requirement in requirements} == {"flake8", "libcst", "platformdirs"}
    operators = {clause.operator for requirement in requirements for clause in requirement.specifier}
    assert operators == {">="}


def test_brings_torch_with_the_extra_that_needs_it(wheel: Wheel) -> None:
    assert "torch" in {requirement.name for requirement in wheel.requirements("verify")}
