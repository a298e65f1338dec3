"""The wheel at work where there is no checkout, and but for its evidence no torch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.version import Version

from flake8_torch_effective.rules import all_rules
from tests.packaging.installation import Environment, Wheel, pythons

SAMPLE = """\
import torch


def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1)).mean(dim=None)
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
    checked = environment.run("torch-effective", "check", "--isolated", "-j2", sample.name, sample.name)
    assert (checked.stdout.replace("TEF302 [*]", "TEF302"), checked.returncode) == (done.stdout * 2, 1)
    assert checked.stderr.startswith("Found 2 findings. [*] 2 fixable")
    fixed = environment.run("torch-effective", "fix", "--isolated", sample.name)
    assert (fixed.stdout, fixed.returncode) == ("", 0), fixed.stderr
    assert "torch.log_softmax(logits, dim=-1)" in sample.read_text(encoding="utf-8")


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


def test_explains_its_rules_from_the_installed_files(wheel: Wheel, tmp_path: Path) -> None:
    environment = _installed(sys.executable, tmp_path / "environment", wheel)
    done = environment.run("torch-effective", "explain", "TEF302")
    assert done.returncode == 0, done.stderr
    assert "log-of-softmax" in done.stdout
    assert done.stdout == environment.run("torch-effective", "explain", "log-of-softmax").stdout
    listed = environment.run("torch-effective", "rules", "--format", "json")
    assert [entry["code"] for entry in json.loads(listed.stdout)] == [rule.code for rule in all_rules()]
    assert environment.run("python", "-m", "torch-effective", "explain", "TEF302").stdout == done.stdout
    fixtures = "import flake8_torch_effective as f, pathlib; print(pathlib.Path(f.__file__).parent)"
    package = Path(environment.run("python", "-c", fixtures).stdout.strip())
    assert (package / "fixtures" / "numerics" / "log_of_softmax" / "bad.py").is_file()
    _assert_has_no_torch(environment)
    done = environment.run("torch-effective", "verify", "TEF302")
    assert done.returncode == 2
    assert "No module named 'torch'" in done.stderr
    assert "pip install 'flake8-torch-effective[verify]'" in done.stderr


def test_verifies_its_rules_from_the_installed_files(wheel: Wheel, tmp_path: Path) -> None:
    # torch is this environment's: to install it once more would take minutes.
    installed = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(installed)]
    subprocess.run([*install, str(wheel.path)], stdin=subprocess.DEVNULL, check=True)
    program = (
        "import sys, flake8_torch_effective as package\n"
        "from flake8_torch_effective.cli import main\n"
        "from flake8_torch_effective.verification import fixtures_root\n"
        "status = main(['verify', 'TEF302', '--output', 'x.json'])\n"
        "print(package.__file__, fixtures_root(), status, sep='\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    package = installed / "flake8_torch_effective"
    expected = [str(package / "__init__.py"), str(package.resolve() / "fixtures"), "0"]
    assert done.stdout.splitlines()[-3:] == expected
    (rule,) = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["rules"]
    assert rule["code"] == "TEF302"
    assert {outcome["verdict"] for outcome in rule["outcomes"]} == {"passed"}
