"""pre-commit as its users have it: the hooks of this project, and the plugin in flake8's own hook."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from flake8_torch_effective import __version__
from tests.packaging.installation import CHECKOUT
from tests.plugin.test_flake8 import FINDING, FIXED, SAMPLE
from tests.readme import shown

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

TOLD = (
    f"model.py:{FINDING.replace('TEF302', 'TEF302 [*]')}\n"
    "Found 1 finding. [*] 1 fixable with `torch-effective fix`.\n"
    "Run `torch-effective explain TEF302` for the page of a rule."
)
OURS = shown("pre-commit")
IN_FLAKE8 = shown("pre-commit: flake8")
# What flake8's repository says of its hook.
HOOK_OF_FLAKE8 = """\
- id: flake8
  name: flake8
  entry: flake8
  language: python
  types: [python]
  require_serial: true
"""
INSTALLS_FLAKE8 = """\
[build-system]
requires = ["hatchling>=1.25"]
build-backend = "hatchling.build"

[project]
name = "stands-for-flake8"
version = "0"
dependencies = ["flake8=={version}"]

[tool.hatch.build.targets.wheel]
bypass-selection = true
"""
# What is found here has no safe fix.
LEFT = """\
import torch


def scaled(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.log(1 + torch.exp(x))
"""


def run(*command: str, folder: Path, variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """A program, with both of its outputs in one, as on a screen."""
    return subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def publish(repository: Path, files: Path, tag: str, variables: Mapping[str, str], *names: str) -> None:
    """Put files as they are now, committed or not, into a git repository of their own, under a tag."""
    there = {**variables, "GIT_DIR": str(repository), "GIT_WORK_TREE": str(files)}
    for command in (["init", "--quiet"], ["add", "--", *names], ["commit", "--quiet", "-m", tag], ["tag", tag]):
        done = run("git", *command, folder=files, variables=there)
        assert done.returncode == 0, done.stdout


def said(key: str, configuration: str) -> str:
    """The value of a key that a configuration has once."""
    (value,) = re.findall(rf"\b{key}: (\S+)$", configuration, re.M)
    return str(value)


@dataclass(frozen=True)
class Machine:
    """The environment of git and pre-commit, and where pip finds the plugin as it is now."""

    variables: Mapping[str, str]
    plugin: str


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Nobody's settings, and local repositories behind the addresses in docs/pre-commit.md.

    What stands behind flake8's address has flake8's hook, and installs flake8 from PyPI instead of from its sources.
    """
    folder = tmp_path_factory.mktemp("pre-commit")
    meddling = ("GIT_", "PRE_COMMIT", "PYTHON", "VIRTUALENV_", "SKIP", "TERM", "NO_COLOR")
    variables = {
        **{key: value for key, value in os.environ.items() if not key.startswith(meddling)},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_NAME": "A. Tester" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "tester@example.org" for who in ("AUTHOR", "COMMITTER")},
        "PRE_COMMIT_HOME": str(folder / "home"),
        "VIRTUALENV_OVERRIDE_APP_DATA": str(folder / "virtualenv"),
    }
    ours = folder / "ours.git"
    installed = ("pyproject.toml", "README.md", "LICENSE", "flake8_torch_effective", "fixtures")
    publish(ours, CHECKOUT, f"v{__version__}", variables, ".gitignore", ".pre-commit-hooks.yaml", *installed)
    flake8 = folder / "flake8"
    flake8.mkdir()
    (flake8 / ".pre-commit-hooks.yaml").write_text(HOOK_OF_FLAKE8)
    (flake8 / "pyproject.toml").write_text(INSTALLS_FLAKE8.replace("{version}", said("rev", IN_FLAKE8)))
    publish(flake8 / ".git", flake8, said("rev", IN_FLAKE8), variables, ".")
    for number, (repository, configuration) in enumerate(((ours, OURS), (flake8, IN_FLAKE8))):
        variables[f"GIT_CONFIG_KEY_{number}"] = f"url.{repository}.insteadOf"
        variables[f"GIT_CONFIG_VALUE_{number}"] = said("repo", configuration)
    variables["GIT_CONFIG_COUNT"] = "2"
    return Machine(variables, f"git+{ours.as_uri()}@v{__version__}")


class Project:
    """Somebody's repository, in which pre-commit is installed."""

    def __init__(self, folder: Path, machine: Machine, configuration: str) -> None:
        self.folder = folder
        self._variables = machine.variables
        self.write({".pre-commit-config.yaml": configuration})
        assert self.git("init", "--quiet").returncode == 0
        done = self.pre_commit("install", "--install-hooks")
        assert done.returncode == 0, done.stdout

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """git in the repository."""
        return run("git", *arguments, folder=self.folder, variables=self._variables)

    def pre_commit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """pre-commit in the repository."""
        return run(sys.executable, "-m", "pre_commit", *arguments, folder=self.folder, variables=self._variables)

    def write(self, files: Mapping[str, str]) -> None:
        """Files by their paths."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    def read(self, name: str) -> str:
        """What a file of the working tree holds."""
        return (self.folder / name).read_bytes().decode()

    def stage(self, files: Mapping[str, str]) -> None:
        """Write files and add them to the next commit."""
        self.write(files)
        assert self.git("add", "--", *files).returncode == 0

    def commit(self) -> subprocess.CompletedProcess[str]:
        """Commit what is staged; the output tells the hooks' part only."""
        return self.git("commit", "--quiet", "-m", "Add the loss")

    @property
    def commits(self) -> int:
        """How many commits there are."""
        done = self.git("rev-list", "--count", "--all")
        return int(done.stdout)


def screen(hook: str, verdict: str, *details: str) -> str:
    """What pre-commit prints of one hook."""
    title = f"{hook}{verdict:.>{79 - len(hook)}}\n"
    if not details:
        return title
    *facts, told = details
    return "".join(
        [title, f"- hook id: {hook.replace(' ', '-')}\n", *(f"- {fact}\n" for fact in facts), f"\n{told}\n\n"]
    )


@pytest.fixture
def checking(tmp_path: Path, machine: Machine) -> Project:
    """A repository with the hook that checks."""
    return Project(tmp_path, machine, OURS.replace("torch-effective-fix", "torch-effective-check"))


@pytest.fixture
def fixing(tmp_path: Path, machine: Machine) -> Project:
    """A repository with the hook that fixes."""
    return Project(tmp_path, machine, OURS)


def test_a_commit_with_a_finding_is_refused_and_one_without_is_made(checking: Project) -> None:
    checking.stage({"model.py": SAMPLE})
    refused = checking.commit()
    assert refused.stdout == screen("torch-effective check", "Failed", "exit code: 1", TOLD)
    assert (refused.returncode, checking.commits) == (1, 0)
    assert checking.read("model.py") == SAMPLE
    checking.stage({"model.py": FIXED})
    made = checking.commit()
    assert made.stdout == screen("torch-effective check", "Passed")
    assert (made.returncode, checking.commits) == (0, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="pre-commit gives its hooks no terminal on Windows")
def test_on_a_terminal_the_finding_is_coloured_and_no_progress_is_shown(checking: Project) -> None:
    checking.stage({"model.py": SAMPLE})
    told = checking.pre_commit("run", "--color", "always").stdout
    assert "\x1b[31mTEF302\x1b[m" in told
    plain = re.sub(r"\x1b\[\d*m", "", told)
    assert plain == screen("torch-effective check", "Failed", "exit code: 1", TOLD)


def test_a_commit_without_python_files_is_made(checking: Project) -> None:
    checking.stage({"notes.md": SAMPLE})
    made = checking.commit()
    assert made.stdout == screen("torch-effective check", "(no files to check)Skipped")
    assert (made.returncode, checking.commits) == (0, 1)
    everything = checking.pre_commit("run", "--all-files")
    assert everything.stdout == screen("torch-effective check", "(no files to check)Skipped")
    assert everything.returncode == 0


def test_files_are_found_by_whatever_name(checking: Project) -> None:
    names = ["a b.py", "bin/train", "modèle/perte_η.py", "pkg/model.py"]
    checking.write({"bin/train": ""})
    (checking.folder / "bin" / "train").chmod(0o755)  # a script is told by its first line where it is executable
    checking.stage({name: "#!/usr/bin/env python3\n" * (name == "bin/train") + SAMPLE for name in names})
    told = checking.commit().stdout
    assert re.findall(r"^(.+):\d+:\d+: TEF302 ", told, re.M) == names
    checking.git("rm", "--quiet", "--cached", "--", *names)
    checking.stage(dict.fromkeys(names, FIXED))
    assert checking.commit().returncode == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.cfg", "[flake8]\nextend-exclude = old\nper-file-ignores =\n    tests/*: TEF3\n"),
        pytest.param(
            "pyproject.toml",
            '[tool.torch-effective]\nextend-exclude = ["old"]\nper-file-ignores = {"tests/*" = ["TEF3"]}\n',
            marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python reads TOML only with tomli"),
        ),
    ],
    ids=["setup.cfg", "pyproject.toml"],
)
def test_the_configuration_leaves_out_files_that_pre_commit_names(checking: Project, name: str, text: str) -> None:
    checking.stage({name: text, "old/model.py": SAMPLE, "tests/model.py": SAMPLE, "model.py": SAMPLE})
    refused = checking.commit()
    assert refused.stdout == screen("torch-effective check", "Failed", "exit code: 1", TOLD)


def test_what_is_staged_is_checked_and_not_what_is_beside_it(checking: Project) -> None:
    checking.stage({"model.py": FIXED})
    checking.write({"model.py": SAMPLE})
    assert checking.commit().returncode == 0
    assert checking.read("model.py") == SAMPLE
    checking.stage({"model.py": SAMPLE + "\n\n"})
    checking.write({"model.py": FIXED})
    refused = checking.commit()
    assert f"\n{TOLD}\n" in refused.stdout
    assert (refused.returncode, checking.commits) == (1, 1)
    assert checking.read("model.py") == FIXED


def test_a_file_is_fixed_and_committed_at_the_second_try(fixing: Project) -> None:
    fixing.stage({"model.py": SAMPLE})
    refused = fixing.commit()
    assert "$ git commit -m 'Add the loss'\n" + refused.stdout.strip() == shown("output: pre-commit").strip()
    assert (refused.returncode, fixing.commits) == (1, 0)
    assert fixing.read("model.py") == FIXED
    assert fixing.git("show", ":model.py").stdout == SAMPLE
    fixing.git("add", "model.py")
    made = fixing.commit()
    assert made.stdout == screen("torch-effective fix", "Passed")
    assert (made.returncode, fixing.commits) == (0, 1)


def test_what_is_not_safe_to_fix_is_told_and_refused(fixing: Project) -> None:
    fixing.stage({"scale.py": LEFT})
    refused = fixing.commit()
    told = (
        "scale.py:5:12: TEF306 [!] torch.log(1 + torch.exp(x)) overflows to inf above 88; "
        "use torch.nn.functional.softplus(x)\n"
        "Nothing fixed; 1 left, 1 of them fixable with --unsafe\n"
        "Run `torch-effective explain TEF306` for the page of a rule."
    )
    assert refused.stdout == screen("torch-effective fix", "Failed", "exit code: 1", told)
    assert (refused.returncode, fixing.commits) == (1, 0)
    assert fixing.read("scale.py") == LEFT


def test_a_fix_goes_beside_changes_that_are_not_staged(fixing: Project) -> None:
    later = "\n\n# to do\n"
    fixing.stage({"model.py": SAMPLE + "\n\nN = 1\n\n\nM = 1\n"})
    fixing.write({"model.py": fixing.read("model.py") + later})
    refused = fixing.commit()
    assert "- files were modified by this hook\n" in refused.stdout
    assert (refused.returncode, fixing.commits) == (1, 0)
    assert fixing.read("model.py") == FIXED + "\n\nN = 1\n\n\nM = 1\n" + later


def test_flake8s_hook_has_the_plugin_as_one_more_dependency(tmp_path: Path, machine: Machine) -> None:
    released = f"flake8-torch-effective=={__version__}"
    assert released in IN_FLAKE8
    configuration = IN_FLAKE8.replace(released, f"flake8-torch-effective @ {machine.plugin}")
    project = Project(tmp_path, machine, configuration)
    project.stage({"model.py": "import os\n" + FIXED, "loss.py": SAMPLE})
    refused = project.commit()
    told = f"loss.py:{FINDING}\nmodel.py:1:1: F401 'os' imported but unused"
    assert refused.stdout == screen("flake8", "Failed", "exit code: 1", told)
    assert (refused.returncode, project.commits) == (1, 0)
    project.stage({"model.py": FIXED, "loss.py": FIXED})
    assert project.commit().stdout == screen("flake8", "Passed")
