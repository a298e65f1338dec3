"""The plugin inside the real flake8, in a process of its own: columns, noqa, options, stdin, jobs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_torch_effective.codes import slugs
from flake8_torch_effective.rules import all_rules, slug
from tests.packaging.installation import CHECKOUT
from tests.plugin.started import flake8, started
from tests.readme import shown

SAMPLE = """\
import torch


def loss(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1)).mean(None)
"""
FIXED = SAMPLE.replace("torch.log(torch.softmax(logits, dim=-1))", "torch.log_softmax(logits, dim=-1)")
FINDING = (
    "5:12: TEF302 torch.log(torch.softmax(logits, dim=-1)) rounds small probabilities to log 0; "
    "use torch.log_softmax(logits, dim=-1)"
)


def test_finding_with_its_column(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    done = started("a.py", folder=tmp_path)
    assert done.stdout == f"a.py:{FINDING}\n"
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [["-v", "-"], ["--select=nothing"], ["-j3", ".", "a.py"]])
def test_what_is_forked_does_what_is_started(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    (tmp_path / ".flake8").write_text("[flake8]\nextend-ignore = TEF32\n")
    forked, fresh = (run(*arguments, folder=tmp_path, given=SAMPLE) for run in (flake8, started))
    assert (forked.stdout, forked.returncode) == (fresh.stdout, fresh.returncode)
    untimed = [re.sub(r"[\d.]+|0x\w+| +", " ", done.stderr) for done in (forked, fresh)]
    assert untimed[0] == untimed[1]


def test_standard_input(tmp_path: Path) -> None:
    done = started("-", folder=tmp_path, given=SAMPLE)
    assert done.stdout == f"stdin:{FINDING}\n"


def test_noqa(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE.replace("dim=-1))", "dim=-1))  # noqa: TEF302"))
    assert flake8("a.py", folder=tmp_path).stdout == ""


def test_select_and_ignore(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    assert "TEF302" in flake8("--select=TEF3", "a.py", folder=tmp_path).stdout
    assert flake8("--select=TEF1", "a.py", folder=tmp_path).stdout == ""
    assert flake8("--extend-ignore=TEF302", "a.py", folder=tmp_path).stdout == ""
    (tmp_path / ".flake8").write_text("[flake8]\nper-file-ignores = a.py: TEF302\n")
    assert flake8("a.py", folder=tmp_path).stdout == ""


def test_several_jobs_give_the_same(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"m{number}.py").write_text(SAMPLE)
    serial = flake8("-j1", ".", folder=tmp_path)
    parallel = flake8("-j4", ".", folder=tmp_path)
    assert sorted(serial.stdout.splitlines()) == sorted(parallel.stdout.splitlines())
    assert serial.stdout.count("TEF302") == 8


@pytest.mark.parametrize("version", ["2.3", "1.13.1", "2"])
def test_target_version_is_taken(tmp_path: Path, version: str) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    assert "TEF302" in flake8(f"--torch-target-version={version}", "a.py", folder=tmp_path).stdout
    (tmp_path / ".flake8").write_text(f"[flake8]\ntorch-target-version = {version}\n")
    assert "TEF302" in flake8("a.py", folder=tmp_path).stdout


def test_target_version_silences_newer_advice(tmp_path: Path) -> None:
    program = SAMPLE.replace("torch.log(torch.softmax(logits, dim=-1))", "logits / logits.max()")
    (tmp_path / "a.py").write_text(program)
    assert "TEF102" in flake8("--select=TEF1", "a.py", folder=tmp_path).stdout
    assert flake8("--select=TEF1", "--torch-target-version=1.6", "a.py", folder=tmp_path).stdout == ""


def test_opt_in_rules_speak_when_selected_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE.replace("torch.log(torch.softmax(logits, dim=-1))", "logits / logits.max()"))
    assert flake8("a.py", folder=tmp_path).stdout == ""
    assert "TEF102" in flake8("--extend-select=TEF102", "a.py", folder=tmp_path).stdout
    assert "TEF102" in flake8("--select=TEF1", "a.py", folder=tmp_path).stdout
    for whole in ("--select=TEF", "--select=E,F,T", "--extend-select=TEF", "--extend-select=TE,TEF2"):
        assert flake8(whole, "a.py", folder=tmp_path).stdout == ""
    (tmp_path / ".flake8").write_text("[flake8]\nextend-select = TEF102\n")
    assert "TEF102" in flake8("a.py", folder=tmp_path).stdout


def test_malformed_target_version_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    done = flake8("--torch-target-version=new", "a.py", folder=tmp_path)
    assert done.returncode != 0
    assert "--torch-target-version must be a version such as 2.3, not 'new'" in done.stdout + done.stderr


def test_the_target_is_told_where_flake8_is_asked_to_say_more(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    (tmp_path / "requirements.txt").write_text("torch==2.1.0\n")
    told = f"the oldest torch is 2.1, by torch==2.1.0 in {tmp_path / 'requirements.txt'}\n"
    assert told in flake8("-v", "a.py", folder=tmp_path).stderr
    assert flake8("a.py", folder=tmp_path).stderr == ""


@pytest.mark.parametrize("jobs", ["-j1", "-j3"])
def test_the_target_that_a_project_states(tmp_path: Path, jobs: str) -> None:
    for name in "abc":
        (tmp_path / f"{name}.py").write_text("import torch\n\nx = torch.load('x')\n")
    assert flake8(jobs, ".", folder=tmp_path).stdout == ""
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\ndependencies = ['torch~=2.5']\n")
    assert flake8(jobs, ".", folder=tmp_path).stdout.count("TEF806") == 3
    assert flake8(jobs, "--torch-target-version=2.6", ".", folder=tmp_path).stdout == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [([], 1), (["--isolated"], 0), (["--config", "own/flake8"], 0), (["--config=own/flake8", "--isolated"], 0)],
)
def test_what_locates_the_configuration_locates_the_project(tmp_path: Path, arguments: list[str], told: int) -> None:
    (tmp_path / "a.py").write_text("import torch\n\nx = torch.load('x')\n")
    (tmp_path / "requirements.txt").write_text("torch==2.5.0\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "flake8").write_text("[flake8]\n")
    (tmp_path / "own" / "requirements.txt").write_text("torch==2.6.0\n")
    assert flake8(*arguments, "a.py", folder=tmp_path).stdout.count("TEF806") == told


def test_tentative_findings_are_told_when_they_are_asked_for(tmp_path: Path) -> None:
    body = "def f(a: torch.Tensor) -> torch.Tensor:\n    return torch.log(torch.softmax(a, dim=-1))\n"
    (tmp_path / "certain.py").write_text("import torch\n\n\n" + body)
    (tmp_path / "tentative.py").write_text("import torch\n\n\n@torch.no_grad()\n" + body)
    assert "certain.py:5:12: TEF302" in flake8(".", folder=tmp_path).stdout
    assert "tentative.py" not in flake8(".", folder=tmp_path).stdout
    for selected in ("--select=TEF", "--select=TEF302", "--extend-select=TEF3"):
        assert "tentative.py" not in flake8(selected, ".", folder=tmp_path).stdout
    asked = flake8("--torch-tentative", ".", folder=tmp_path).stdout
    assert "tentative.py:6:12: TEF302" in asked
    assert flake8("--torch-tentative", "--select=TEF1", ".", folder=tmp_path).stdout == ""
    for key in ("torch-tentative", "torch_tentative"):
        (tmp_path / ".flake8").write_text(f"[flake8]\n{key} = true\n")
        assert flake8(".", folder=tmp_path).stdout == asked


def test_all_findings_in_a_copy_of_another_project_are_tentative(tmp_path: Path) -> None:
    paths = ("own.py", "vendor.py", "net/_vendor/clip/model.py", "third_party/a.py", "external/a.py")
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(SAMPLE)

    def told(*arguments: str, folder: Path = tmp_path) -> set[str]:
        return {line.partition(":")[0] for line in flake8(*arguments, folder=folder).stdout.splitlines()}

    cached = f"--torch-cache-dir={tmp_path / 'kept'}"  # the same text, found once, is not the same finding everywhere
    for arguments in ((), (cached,), (cached,)):
        assert told(*arguments, ".") == {"./external/a.py", "./own.py", "./vendor.py"}
    assert told(cached, "--torch-tentative", ".") == {f"./{path}" for path in paths}
    assert told(cached, str(tmp_path / "third_party" / "a.py"), str(tmp_path / "own.py")) == {str(tmp_path / "own.py")}
    assert told(cached, ".", folder=tmp_path / "third_party") == {"./a.py"}
    for name, finds in (("net/vendor/a.py", False), ("net/a.py", True)):
        done = flake8(f"--stdin-display-name={name}", "-", folder=tmp_path, given=SAMPLE)
        assert ("TEF302" in done.stdout) == finds


def test_an_existing_selection_gets_what_is_on_by_default(tmp_path: Path) -> None:
    for name in ("bad", "good"):
        for path in (CHECKOUT / "fixtures").glob(f"*/*/{name}.py"):
            (tmp_path / f"{path.parent.name}_{name}.py").write_bytes(path.read_bytes())
    by_default = flake8("--isolated", "--extend-ignore=E,W,F,C", ".", folder=tmp_path).stdout
    assert len(set(re.findall(r" (TEF\d{3}) ", by_default))) > 40
    (tmp_path / ".flake8").write_text(shown("options: an existing select"))
    selected = flake8(".", folder=tmp_path).stdout
    assert [line for line in selected.splitlines() if " TEF" in line] == by_default.splitlines()


@pytest.mark.parametrize("jobs", ["-j1", "-j3"])
def test_a_typo_is_told_once(tmp_path: Path, jobs: str) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text(SAMPLE)
    (tmp_path / ".flake8").write_text(
        "[flake8]\nextend-ignore = TEF32,E501,TEF4\nextend-select = TEF3022\nper-file-ignores = a.py: TEF31,TEF999\n"
    )
    done = flake8(jobs, ".", folder=tmp_path)
    assert done.stdout.count("TEF302") == 4
    lines = done.stderr.splitlines()
    assert [line.partition("; ")[0] for line in lines] == [
        "flake8-torch-effective: extend-select: no rule's code begins with 'TEF3022'",
        "flake8-torch-effective: extend-ignore: no rule's code begins with 'TEF32'",
        "flake8-torch-effective: per-file-ignores: no rule's code begins with 'TEF999'",
    ]
    assert "did you mean TEF302 log-of-softmax?" in lines[0]


def test_codes_and_slugs_are_those_of_the_rules() -> None:
    assert slugs() == {rule.code: slug(rule) for rule in all_rules()}


def test_libcst_is_not_imported_for_files_without_torch(tmp_path: Path) -> None:
    (tmp_path / ".flake8").write_text("[flake8]\nextend-select = TEF102\n")
    (tmp_path / "a.py").write_text("import numpy as np\n\n# torch is only mentioned here\nx = np.zeros(3)\n")
    program = (
        "import sys\nfrom flake8.main.cli import main\nmain(['-j1', 'a.py'])\n"
        "print('libcst' in sys.modules, 'flake8_torch_effective.plugin' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "False True"


def test_torch_is_never_imported(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    program = "import sys\nfrom flake8.main.cli import main\nmain(['-j1', 'a.py'])\nprint('torch' in sys.modules)\n"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "False"
