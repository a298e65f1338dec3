"""In one environment with flake8-bugbear, TorchFix and ruff: nobody's findings change, and who says the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from flake8_torch_effective.codes import NOT_PARSED
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules
from tests.command.run import EVERY_GROUP
from tests.packaging.installation import CHECKOUT, Environment, Wheel
from tests.readme import everything as all_pages
from tests.readme import shown

# Exact versions: a new release may have new advice, for which somebody then looks at docs/other-linters.md.
EVERYTHING = ("--isolated", f"--extend-select={EVERY_GROUP}", "--torch-tentative")
OTHERS = ("flake8-bugbear==26.10.27", "TorchFix==0.7.0")

# What has to do with none of our rules.
PROGRAM = """\
import os
import torch


def loss(logits: torch.Tensor, seen=[]):
    for row in torch.log(torch.softmax(logits, dim=-1)):
        seen.append(1)
    state = torch.load("a.pt")
    return undefined
"""
BOTH_AT = "    for row in torch.log(torch.softmax(logits, dim=-1)):"

# On the same line as one of our findings, for another reason: how code is laid out, named or documented.
OTHER_REASONS = {
    "COM812": "a comma at the end of a call",
    "D103": "a docstring",
    "E203": "a space",
    "E501": "a long line",
    "FBT003": "a flag without a name",
    "PERF401": "append in a loop or a comprehension, which calls the model as often",
    "PLC0415": "an import inside a function",
    "PLR2004": "a number without a name",
    "PLR6104": "a = a + b or a += b, which keep the graph alike",
}


@dataclass(frozen=True)
class Found:
    """A finding of whatever linter."""

    path: str
    line: int
    code: str
    text: str = ""

    @property
    def ours(self) -> bool:
        """Whether it is this plugin's."""
        return self.code.startswith("TEF")


@dataclass(frozen=True)
class Place:
    """Files to lint, the environment with all plugins, and what flake8 said in it before ours was installed."""

    environment: Environment
    folder: Path
    without_ours: list[Found]

    def flake8(self, *arguments: str) -> list[Found]:
        """What the flake8 of the environment finds."""
        done = self.environment.run("flake8", *arguments, cwd=self.folder)
        assert done.stderr == ""
        return findings(done.stdout)


def findings(output: str) -> list[Found]:
    """flake8's lines."""
    lines = [re.fullmatch(r"(.+?):(\d+):\d+: ([A-Z]+\d+) (.*)", line) for line in output.splitlines()]
    return [Found(line[1], int(line[2]), line[3], line[0]) for line in lines if line is not None]


def ours_alone(folder: Path) -> list[Found]:
    """What a flake8 without the others finds in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "flake8", *EVERYTHING, "--select=TEF"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return findings(done.stdout)


def ruff(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """ruff as a user starts it in a folder."""
    program = shutil.which("ruff", path=str(Path(sys.executable).parent))
    assert program is not None, "ruff is not installed in this environment"
    return subprocess.run(
        [program, *arguments],
        cwd=folder,
        env={**os.environ, "RUFF_NO_CACHE": "true"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory, wheel: Wheel) -> Place:
    """The environment, and in its folder the bad halves of all fixtures and a program with other faults."""
    folder = tmp_path_factory.mktemp("files")
    for path in (CHECKOUT / "fixtures").glob("*/*/bad.py"):
        shutil.copyfile(path, folder / f"bad_{path.parent.name}.py")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    environment = Environment(sys.executable, tmp_path_factory.mktemp("environment"))
    environment.install(*OTHERS)
    alone = environment.run("flake8", "--isolated", cwd=folder)
    environment.install(str(wheel.path))
    return Place(environment, folder, findings(alone.stdout))


@pytest.fixture(scope="session")
def everything(place: Place) -> list[Found]:
    """What flake8 says with all plugins."""
    return place.flake8(*EVERYTHING)


def test_flake8_lists_all_plugins_and_each_code_is_ones(place: Place) -> None:
    version = " ".join(place.environment.run("flake8", "--version").stdout.split())
    for plugin in ("TorchFix: 0.7.0", "flake8-bugbear: 26.10.27", "flake8-torch-effective: "):
        assert plugin in version
    program = (
        "from importlib.metadata import entry_points\n"
        "for entry in entry_points(group='flake8.extension'): print(entry.name)\n"
    )
    prefixes = place.environment.run("python", "-c", program).stdout.split()
    assert {"TEF", "TOR", "B", "F"} <= set(prefixes)
    for one in prefixes:
        assert [other for other in prefixes if other.startswith(one)] == [one]


def test_the_others_find_the_same_with_and_without_ours(place: Place, everything: list[Found]) -> None:
    assert not [found for found in place.without_ours if found.ours]
    assert {"B006", "F821", "E501", "TOR102", "TOR106"} <= {found.code for found in place.without_ours}
    assert [found for found in everything if not found.ours] == place.without_ours


def test_ours_finds_the_same_with_and_without_the_others(place: Place, everything: list[Found]) -> None:
    ours = ours_alone(place.folder)
    assert {found.code for found in ours} == {rule.code for rule in all_rules()}
    assert [found for found in everything if found.ours] == ours


COMMENTS = {
    "": {"B007", "TEF302"},
    "  # noqa: TEF302,B007": set(),
    "  # noqa: TEF302": {"B007"},
    "  # noqa: B007": {"TEF302"},
}


def test_a_comment_names_codes_of_several(place: Place, tmp_path: Path) -> None:
    paths = [tmp_path / f"program{number}.py" for number in range(len(COMMENTS))]
    for path, comment in zip(paths, COMMENTS, strict=True):
        path.write_text(PROGRAM.replace(BOTH_AT, BOTH_AT + comment), encoding="utf-8")
    found = place.flake8("--isolated", *map(str, paths))
    left = [{one.code for one in found if one.path == str(path) and one.line == 6} for path in paths]
    assert left == [*COMMENTS.values()]


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (("--select=TEF",), {"TEF302"}),
        (("--select=TEF,TEF8,TOR",), {"TEF302", "TEF805", "TEF806", "TOR102"}),
        (("--select=B",), {"B006", "B007"}),
        (("--extend-ignore=TEF,B",), {"F401", "F821", "F841", "TOR102"}),
    ],
)
def test_what_is_selected_of_several(place: Place, options: tuple[str, ...], codes: set[str]) -> None:
    assert {found.code for found in place.flake8("--isolated", *options, "program.py")} == codes


def test_the_page_says_who_gives_the_same_advice(place: Place, everything: list[Found], tmp_path: Path) -> None:
    ours: dict[tuple[str, int], set[str]] = defaultdict(set)
    for found in everything:
        if found.ours:
            ours[found.path, found.line].add(found.code)
    select = ("check", "--isolated", "--select", "ALL", "--preview", "--output-format", "json")
    told = json.loads(ruff(*select, folder=place.folder).stdout)
    assert len(told) > 100
    theirs = [found for found in everything if not found.ours]
    theirs += [Found(f"./{Path(one['filename']).name}", one["location"]["row"], one["code"]) for one in told]
    same: dict[str, set[str]] = defaultdict(set)
    for found in theirs:
        if found.path.startswith("./bad_") and ours[found.path, found.line]:
            same[found.code] |= ours[found.path, found.line]
    rows = re.findall(r"^\| `([A-Z]+\d+)` \| (`TEF\d{3}`(?:, `TEF\d{3}`)*) \|$", all_pages(), re.M)
    assert set(OTHER_REASONS) < set(same)
    assert {code: codes for code, codes in same.items() if code not in OTHER_REASONS} == {
        code: set(re.findall(r"TEF\d{3}", codes)) for code, codes in rows
    }

    configuration = tmp_path / ".flake8"
    configuration.write_text(shown("other linters: no advice twice"), encoding="utf-8")
    # A file for each code of the others, and for each group of ours.
    paths = sorted({found.code[:4] if found.ours else found.code: found.path for found in everything}.values())
    quiet = place.flake8("--config", str(configuration), *EVERYTHING[1:], *dict.fromkeys(paths))
    assert quiet == [found for found in everything if found.path in paths and found.code not in dict(rows)]


def test_ruff_leaves_the_comments_that_are_ours(tmp_path: Path) -> None:
    text = BOTH_AT.strip().replace("for row in ", "x = ").rstrip(":") + "  # noqa: TEF302\n"
    path = tmp_path / "a.py"
    path.write_text(text, encoding="utf-8")
    rules = ("--select", "RUF100,RUF102", "--preview", "--fix")
    (tmp_path / "pyproject.toml").write_text(shown("other linters: ruff"), encoding="utf-8")
    assert ruff("check", *rules, folder=tmp_path).stdout == "All checks passed!\n"
    assert path.read_text(encoding="utf-8") == text

    (tmp_path / "pyproject.toml").unlink()
    ruff("check", *rules, folder=tmp_path)
    assert path.read_text(encoding="utf-8") == text.replace("  # noqa: TEF302", "")


def test_ruff_has_no_code_of_ours(tmp_path: Path) -> None:
    told = ruff("rule", "--all", "--output-format", "json", folder=tmp_path).stdout
    codes = [rule["code"] for rule in json.loads(told)]
    assert len(codes) > 500
    ours = {NOT_PARSED, *(rule.code for rule in all_rules())}
    assert not ours & set(codes)


def test_ruff_formats_what_is_fixed_without_bringing_findings_back(tmp_path: Path) -> None:
    left: dict[Path, list[str]] = {}
    for path in (CHECKOUT / "fixtures").glob("*/*/bad.py"):
        made = fix(path.read_text(encoding="utf-8"), unsafe=True)
        fixed = tmp_path / f"{path.parent.name}.py"
        fixed.write_text(made.source, encoding="utf-8")
        left[fixed] = sorted(finding.code for finding in made.left)
    formatted = ruff("format", "--isolated", folder=tmp_path)
    assert "reformatted" in formatted.stdout
    assert {path: sorted(one.code for one in lint(path.read_text(encoding="utf-8"))) for path in left} == left
    assert ruff("format", "--isolated", "--check", folder=tmp_path).returncode == 0
