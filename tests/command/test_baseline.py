"""``check --baseline``: findings of an earlier day are hidden wherever they move, others are told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command.run import Shell

HEAD = "import torch\n\n\n"
LOSS = (
    "def loss(logits: torch.Tensor) -> torch.Tensor:\n    return torch.log(torch.softmax(logits, dim=-1)).mean(None)\n"
)
OTHER = "\n\ndef other(x: torch.Tensor) -> torch.Tensor:\n    return torch.log(torch.softmax(x, dim=0))\n"
FILE = "base.json"
KEPT = f"--baseline={FILE}"


def written(shell: Shell, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    """The findings by file, after they were written."""
    done = shell("check", KEPT, "--write-baseline", *(arguments or ["."]))
    assert (done.status, done.out) == (0, "")
    document = json.loads((shell.folder / FILE).read_text(encoding="ascii"))
    assert document["version"] == 1
    told = re.fullmatch(
        rf"Wrote (\d+) findings? to {FILE}(?:, and kept (\d+) that this run did not look for)?\.\n", done.err
    )
    assert told is not None
    total = sum(row["count"] for rows in document["findings"].values() for row in rows)
    assert total == sum(map(int, filter(None, told.groups())))
    found: dict[str, list[dict[str, Any]]] = document["findings"]
    return found


def test_what_is_written(shell: Shell) -> None:
    shell.write({"sub/b.py": HEAD + LOSS + OTHER, "a.py": HEAD + LOSS + LOSS, "c.py": HEAD})
    row = {
        "code": "TEF302",
        "function": "loss",
        "statement": "return torch.log(torch.softmax(logits, dim=-1)).mean(None)",
        "count": 1,
    }
    second = {**row, "function": "other", "statement": "return torch.log(torch.softmax(x, dim=0))"}
    found = written(shell)
    assert list(found) == ["a.py", "sub/b.py"]
    assert found == {"a.py": [{**row, "count": 2}], "sub/b.py": [row, second]}
    before = (shell.folder / FILE).read_bytes()
    assert written(shell, "sub", "./a.py", str(shell.folder / "c.py")) == found
    assert (shell.folder / FILE).read_bytes() == before


def test_what_is_in_it_is_not_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": HEAD + LOSS, "sub/b.py": HEAD + OTHER})
    written(shell)
    for arguments in (["."], ["-j2", "sub", "a.py"], [str(shell.folder)]):
        done = shell("check", KEPT, *arguments)
        assert (done.status, done.out, done.err) == (0, "", f"2 findings in {FILE} not shown.\n")
    assert shell("check", KEPT, "--format=json", ".").out == "[]\n"
    assert shell("check", KEPT, "-q", ".").err == ""
    monkeypatch.chdir(shell.folder / "sub")
    assert shell("check", f"--baseline=../{FILE}", "b.py").err == f"1 finding in ../{FILE} not shown.\n"


@pytest.mark.parametrize("file", [".flake8", "pyproject.toml"])
def test_it_can_be_configured(shell: Shell, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    line = f"[flake8]\nbaseline = {FILE}\n"
    shell.write({"a.py": HEAD + LOSS, "sub/b.py": HEAD + OTHER})
    shell.write({file: line if file == ".flake8" else f'[tool.torch-effective]\nbaseline = "{FILE}"\n'})
    assert shell("check", ".").status == 2  # it is not there yet
    assert shell("check", "--write-baseline", ".").status == 0
    assert (shell.folder / FILE).exists()
    assert shell("check", ".").status == 0
    assert shell("check", "--no-baseline", ".").status == 1
    assert shell("check", "--unused-noqa", ".").status == 0
    assert shell("cache", "info").status == 0
    monkeypatch.chdir(shell.folder / "sub")
    arguments = [] if file == "pyproject.toml" else [f"--config={Path('..', file)}"]
    assert shell("check", *arguments, "b.py").status == 0
    assert shell("fix", *arguments, "b.py").status == 1  # what is known is left all the same


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_lines_move_and_new_findings_are_told(shell: Shell, jobs: str) -> None:
    shell.write({"a.py": HEAD + LOSS, "b.py": HEAD + LOSS})
    written(shell)
    moved = (
        'import torch\n\nprint("é")  # more\n\n\n'
        "def loss(logits: torch.Tensor) -> torch.Tensor:\n    # why\n"
        "    return torch.log(\n        torch.softmax(logits, dim=-1),  # soft\n    ).mean(None)\n"
    )
    shell.write({"a.py": moved + OTHER})
    done = shell("check", jobs, KEPT, ".")
    assert [line.split(" ")[:2] for line in done.out.splitlines()] == [["./a.py:14:12:", "TEF302"]]
    assert done.status == 1
    assert done.err.startswith("Found 1 finding.")
    assert done.err.splitlines()[2:] == [f"2 findings in {FILE} not shown."]


def test_each_entry_hides_as_many_as_it_counts(shell: Shell) -> None:
    twice = LOSS + "\n\n" + LOSS
    shell.write({"a.py": HEAD + LOSS})
    written(shell)
    shell.write({"a.py": HEAD + twice})
    done = shell("check", KEPT, "a.py")
    assert (done.status, done.out.count("TEF302")) == (1, 1)
    assert written(shell)["a.py"][0]["count"] == 2
    assert shell("check", KEPT, "a.py").status == 0


def test_what_is_gone_is_told_and_dropped(shell: Shell) -> None:
    shell.write({"a.py": HEAD + LOSS + OTHER, "gone.py": HEAD + LOSS, "b.py": HEAD + LOSS})
    written(shell)
    (shell.folder / "gone.py").unlink()
    shell.write({"a.py": HEAD + LOSS, "b.py": HEAD})
    done = shell("check", KEPT, "a.py")
    assert (done.status, done.out) == (0, "")
    assert done.err.splitlines() == [
        f"1 finding in {FILE} not shown.",
        f"No longer found, so --write-baseline would drop from {FILE}:",
        "  a.py: TEF302 in other: return torch.log(torch.softmax(x, dim=0))",
        "  gone.py: TEF302 in loss: return torch.log(torch.softmax(logits, dim=-1)).mean(None)",
    ]
    assert set(written(shell, "a.py")) == {"a.py", "b.py"}  # b.py was not looked at
    assert set(written(shell)) == {"a.py"}


@pytest.mark.parametrize(
    "narrower",
    [["--select=TEF1"], ["--ignore=TEF302"], ["--per-file-ignores=a.py:TEF3"], ["--torch-target-version=1.0"]],
    ids=str,
)
def test_what_a_run_does_not_look_for_is_not_gone(shell: Shell, narrower: list[str]) -> None:
    sums = "\n\ndef g(x: torch.Tensor) -> torch.Tensor:\n    return x.sum(), torch.log(1 + x.abs())\n"
    shell.write({"a.py": HEAD + (LOSS + sums)})
    wide = ["--extend-select=TEF1", "--torch-tentative"]
    found = written(shell, *wide, "a.py")
    assert {row["code"] for row in found["a.py"]} >= {"TEF102", "TEF302"}
    for arguments in (narrower, []):
        done = shell("check", KEPT, *arguments, "a.py")
        assert "No longer found" not in done.err
        assert written(shell, *arguments, "a.py") == found
    shell.write({"a.py": HEAD})
    assert shell("check", KEPT, *wide, "a.py").err.count("\n  a.py: ") == len(found["a.py"])


def test_tentative_findings_are_gone_only_for_who_asks_for_them(shell: Shell) -> None:
    log = "torch.log(torch.softmax(logits, dim=-1)).sum().item()"
    tentative = f"def f(logits: torch.Tensor) -> float:\n    with torch.no_grad():\n        return {log}\n"
    shell.write({"a.py": HEAD + tentative})
    found = written(shell, "--torch-tentative", "a.py")
    assert [row.get("tentative") for row in found["a.py"]] == [True] * len(found["a.py"])
    assert found["a.py"]
    assert shell("check", KEPT, "a.py").err == ""
    assert written(shell, "a.py") == found
    shell.write({"a.py": HEAD})
    assert shell("check", KEPT, "a.py").err == ""
    assert "No longer found" in shell("check", KEPT, "--torch-tentative", "a.py").err


def test_what_cannot_be_read_stays_in_it(shell: Shell) -> None:
    shell.write({"a.py": HEAD + LOSS, "b.py": HEAD + LOSS})
    found = written(shell)
    shell.write({"a.py": "import torch\n("})
    done = shell("check", KEPT, ".")
    assert (done.status, done.out) == (2, "")
    assert "No longer found" not in done.err
    assert shell("check", KEPT, "--write-baseline", ".").status == 2
    assert json.loads((shell.folder / FILE).read_bytes())["findings"] == found


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "is not there; --write-baseline writes it"),
        ("{", "is no JSON, so no baseline"),
        ("[" * 100_000, "is no JSON, so no baseline"),
        (b"\xff\xff", "is no JSON, so no baseline"),
        ("[]", "is no baseline"),
        ('{"version": 1}', "is no baseline"),
        ('{"version": 2, "findings": {}}', "was written by another version of torch-effective; write it again"),
        ('{"version": 1, "findings": {"a.py": [{"code": 1}]}}', 'has an entry of a.py that is none: {"code": 1}'),
        ('{"version": 1, "findings": {"a.py": 3}}', "has an entry of a.py that is none: 3"),
    ],
)
def test_a_file_that_is_no_baseline(shell: Shell, content: str | bytes | None, told: str) -> None:
    shell.write({"a.py": HEAD + LOSS, **({} if content is None else {FILE: content})})
    arguments = [KEPT, *([] if content is None else ["--write-baseline"]), "a.py"]
    done = shell("check", *arguments)
    assert (done.status, done.out, done.err) == (2, "", f"torch-effective: --baseline: {FILE} {told}\n")
    if content is not None:
        assert (shell.folder / FILE).read_bytes() == (content.encode() if isinstance(content, str) else content)


def test_a_folder_is_no_baseline(shell: Shell) -> None:
    (shell.folder / "d").mkdir()
    done = shell("check", "--baseline=d", ".")
    assert (done.status, done.err) == (2, "torch-effective: --baseline: d is no file\n")
    assert shell("check", "--write-baseline", ".").err == "torch-effective: --write-baseline needs --baseline FILE\n"


def test_it_is_written_as_a_whole_or_not_at_all(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": HEAD + LOSS})
    written(shell)
    before = (shell.folder / FILE).read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    shell.write({"a.py": HEAD})
    monkeypatch.setattr("flake8_torch_effective.command.replacement.os.replace", fail)
    assert shell("check", KEPT, "--write-baseline", "a.py").status == 2
    monkeypatch.undo()
    assert (shell.folder / FILE).read_bytes() == before
    assert sorted(path.name for path in Path(shell.folder).iterdir()) == ["a.py", FILE]


def test_standard_input(shell: Shell) -> None:
    text = (HEAD + LOSS).encode()
    shell.write({"a.py": text})
    written(shell)
    done = shell("check", KEPT, "--stdin-display-name=a.py", "-", given=b"\n" + text)
    assert (done.status, done.out) == (0, "")
    assert shell("check", KEPT, "-", given=text).status == 1
