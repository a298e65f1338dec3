"""The files for CI in docs/ci.md: valid for their services, and their steps run by bash in an own environment."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.command.test_check import sarif_schema
from tests.packaging.installation import Environment, Wheel
from tests.readme import shown

GITHUB = ".github/workflows/lint.yml"
GITLAB = ".gitlab-ci.yml"
BAD = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log(torch.softmax(x % 2, dim=-1))\n"
CLEAN = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log_softmax(x % 2, dim=-1)\n"
MESSAGE = (
    "torch.log(torch.softmax(x % 2, dim=-1)) rounds small probabilities to log 0; use torch.log_softmax(x % 2, dim=-1)"
)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Empty: the steps install what they need."""
    return Environment(sys.executable, tmp_path_factory.mktemp("ci") / "environment", with_pip=True)


def run(step: str, folder: Path, environment: Environment, wheel: Wheel) -> subprocess.CompletedProcess[str]:
    """A step as a runner starts it, but with this checkout's wheel in place of the release."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    variables |= {"PATH": f"{environment.programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder.parent)}
    variables |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run(
        ["bash", "-e", "-c", re.sub(r"\bflake8-torch-effective\b", str(wheel.path), step)],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def steps(job: str) -> list[str]:
    """What a job of the workflow runs."""
    return [step["run"] for step in yaml.safe_load(shown(GITHUB))["jobs"][job]["steps"] if "run" in step]


@pytest.mark.parametrize(("name", "schema"), [(GITHUB, "vendor.github-workflows"), (GITLAB, "vendor.gitlab-ci")])
def test_its_service_takes_it(tmp_path: Path, name: str, schema: str) -> None:
    file = tmp_path / Path(name).name
    file.write_text(shown(name), encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("text", "status"), [(BAD, 1), (CLEAN, 0)], ids=["bad", "clean"])
def test_the_workflow_annotates_and_fails(
    tmp_path: Path, environment: Environment, wheel: Wheel, text: str, status: int
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text(text, encoding="utf-8")
    install, lint = steps("flake8")
    installed = run(install, folder, environment, wheel)
    assert installed.returncode == 0, installed.stderr
    done = run(lint, folder, environment, wheel)
    # The formatter escapes nothing; GitHub turns back no more than %25, %0D and %0A, so this percent sign stays.
    annotation = f"::error file=a.py,line=5,col=12,title=TEF302::{MESSAGE}\n"
    assert (done.stdout, done.stderr, done.returncode) == (annotation if status else "", "", status)


def test_the_second_job_passes_and_leaves_its_findings(tmp_path: Path, environment: Environment, wheel: Wheel) -> None:
    (tmp_path / "a.py").write_text(BAD, encoding="utf-8")
    for step in steps("code-scanning"):
        done = run(step, tmp_path, environment, wheel)
        assert done.returncode == 0, done.stderr
    upload = yaml.safe_load(shown(GITHUB))["jobs"]["code-scanning"]["steps"][-1]
    document = json.loads((tmp_path / upload["with"]["sarif_file"]).read_text(encoding="utf-8"))
    if sys.version_info >= (3, 11):  # the package that carries the schema needs it
        assert list(sarif_schema().iter_errors(document)) == []
    (result,) = document["runs"][0]["results"]
    (location,) = result["locations"]
    region = location["physicalLocation"]["region"]
    assert (result["ruleId"], result["message"]["text"]) == ("TEF302", MESSAGE)
    assert location["physicalLocation"]["artifactLocation"]["uri"].removeprefix("./") == "a.py"
    assert (region["startLine"], region["startColumn"]) == (5, 12)


@pytest.mark.parametrize(("text", "status"), [(BAD, 1), (CLEAN, 0)], ids=["bad", "clean"])
def test_gitlab_reports_and_fails(
    tmp_path: Path, environment: Environment, wheel: Wheel, text: str, status: int
) -> None:
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    job = yaml.safe_load(shown(GITLAB))["flake8"]
    install, lint = job["script"]
    installed = run(install, tmp_path, environment, wheel)
    assert installed.returncode == 0, installed.stderr
    assert run(lint, tmp_path, environment, wheel).returncode == status
    issues = json.loads((tmp_path / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    told = [(issue["description"], issue["location"]["path"], issue["location"]["lines"]["begin"]) for issue in issues]
    assert told == ([(f"{MESSAGE} [TEF302]", "a.py", 5)] if status else [])


def test_an_old_code_base(tmp_path: Path, environment: Environment, wheel: Wheel) -> None:
    (tmp_path / "legacy").mkdir()
    (tmp_path / "legacy" / "a.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "a.py").write_text(BAD.replace("return", "return x + \\\n       "), encoding="utf-8")
    (tmp_path / ".flake8").write_text(shown("old code base: configuration"), encoding="utf-8")
    assert run("python -m pip install flake8-torch-effective yesqa", tmp_path, environment, wheel).returncode == 0
    lint = "python -m flake8 --extend-ignore=E,W,TEF2 ."
    before = ast.dump(ast.parse((tmp_path / "a.py").read_bytes()))
    assert run(lint, tmp_path, environment, wheel).stdout == f"./a.py:6:9: TEF302 {MESSAGE}\n"

    done = run(shown("old code base: silence"), tmp_path, environment, wheel)
    assert done.stderr == "Silenced 1 (TEF302 1) in 1 file; nothing left\n"
    silenced = (tmp_path / "a.py").read_text(encoding="utf-8")
    assert silenced.endswith("  # noqa: TEF302\n")
    assert ast.dump(ast.parse(silenced)) == before
    assert (tmp_path / "legacy" / "a.py").read_text(encoding="utf-8") == BAD
    assert run(lint, tmp_path, environment, wheel).stdout == ""

    run("git init -q . && git add .", tmp_path, environment, wheel)
    clean_up = shown("old code base: clean up")
    assert run(clean_up, tmp_path, environment, wheel).returncode == 0
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == silenced
    (tmp_path / "a.py").write_text(silenced.replace("torch.log(torch.softmax", "torch.exp(torch.softmax"), "utf-8")
    run(clean_up, tmp_path, environment, wheel)
    assert "noqa" not in (tmp_path / "a.py").read_text(encoding="utf-8")
