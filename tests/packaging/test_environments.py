"""The wheel at work where there is no checkout and no torch."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from packaging.version import Version

from tests.packaging.installation import Environment, Wheel, pythons

pytestmark = pytest.mark.xdist_group("packaging")

SAMPLE = """\
import torch


def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1))
"""
EXPECTED = "sample.py:5:12: TEF302 "


def _installed(python: str, folder: Path, wheel: Wheel, *pins: str) -> Environment:
    environment = Environment(python, folder)
    environment.install(str(wheel.path), *pins)
    return environment


def _assert_lints(environment: Environment) -> None:
    sample = environment.folder / "sample.py"
    sample.write_text(SAMPLE, encoding="utf-8")
    done = environment.run("flake8", "--isolated", sample.name)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    assert line.startswith(EXPECTED)
    assert done.returncode == 1


def _assert_has_no_torch(environment: Environment) -> None:
    done = environment.run("python", "-c", "import torch")
    assert done.returncode == 1
    assert "No module named 'torch'" in done.stderr


@pytest.mark.parametrize("python", pythons(), ids=lambda path: "-".join(Path(path).parts[-3:]))
def test_lints_without_torch(python: str, wheel: Wheel, tmp_path: Path) -> None:
    environment = _installed(python, tmp_path / "environment", wheel)
    _assert_has_no_torch(environment)
    _assert_lints(environment)


def test_lints_with_the_oldest_releases_it_admits(wheel: Wheel, tmp_path: Path) -> None:
    floors: dict[str, Version] = {}
    for requirement in wheel.requirements():
        for clause in requirement.specifier:
            floor = Version(clause.version)
            floors[requirement.name] = max(floor, floors.get(requirement.name, floor))
    pins = [f"{name}=={version}" for name, version in floors.items()]
    environment = _installed(sys.executable, tmp_path / "environment", wheel, *pins)
    _assert_lints(environment)


def test_explains_a_rule_from_the_installed_files(wheel: Wheel, tmp_path: Path) -> None:
    environment = _installed(sys.executable, tmp_path / "environment", wheel)
    done = environment.run("torch-effective", "explain", "TEF302")
    assert done.returncode == 0, done.stderr
    assert "log-of-softmax" in done.stdout
    assert done.stdout == environment.run("torch-effective", "explain", "log-of-softmax").stdout
    fixtures = "import flake8_torch_effective as f, pathlib; print(pathlib.Path(f.__file__).parent)"
    package = Path(environment.run("python", "-c", fixtures).stdout.strip())
    assert (package / "fixtures" / "numerics" / "log_of_softmax" / "bad.py").is_file()
