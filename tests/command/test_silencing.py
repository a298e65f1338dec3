"""``fix --add-noqa``: every finding silenced where flake8 looks for the comment, and nothing else changed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.command.run import EVERY_GROUP, Shell

HEAD = "import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n"
LOG = "torch.log(torch.softmax(x, dim=-1))"
ROOT = "torch.log(1 + x.exp())"
# What stands in a function, and what it becomes; {log} is a finding of TEF302, {root} one of TEF306.
CASES = {
    "plain": ("    return {log}\n", "    return {log}  # noqa: TEF302\n"),
    "two codes": ("    return {root}, {log}, {log}\n", "    return {root}, {log}, {log}  # noqa: TEF302,TEF306\n"),
    "a comment": ("    return {log} # because\n", "    return {log}  # because  # noqa: TEF302\n"),
    "a noqa": ("    return {log}  # noqa: E501\n", "    return {log}  # noqa: E501,TEF302\n"),
    "a noqa in its own style": (
        "    return {log}, {root}  # NOQA:E501, W291 why\n",
        "    return {log}, {root}  # NOQA:E501, W291, TEF302, TEF306 why\n",
    ),
    "a noqa after a comment": (
        "    return {log}  # why # noqa: E501\n",
        "    return {log}  # why # noqa: E501,TEF302\n",
    ),
    "a noqa of one of two": (
        "    return {log}, {root}  # noqa: TEF302\n",
        "    return {log}, {root}  # noqa: TEF302,TEF306\n",
    ),
    "a call of many lines": (
        "    return print(\n        torch.log(\n            torch.softmax(x, dim=-1)), y)\n",
        "    return print(\n        torch.log(  # noqa: TEF302\n            torch.softmax(x, dim=-1)), y)\n",
    ),
    "backslashes": (
        "    return y + \\\n        {log} + \\\n        y\n",
        "    return y + \\\n        {log} + \\\n        y  # noqa: TEF302\n",
    ),
    "backslashes with two findings": (
        "    return {root} + \\\n        {log}\n",
        "    return {root} + \\\n        {log}  # noqa: TEF302,TEF306\n",
    ),
    "a string of many lines": (
        '    return print({log}, """a\n    b""", [\n        y])\n',
        '    return print({log}, """a\n    b""", [  # noqa: TEF302\n        y])\n',
    ),
    "a string of many lines before it": (
        '    return print("""a\n    b""", {log})\n',
        '    return print("""a\n    b""", {log})  # noqa: TEF302\n',
    ),
    "a decorator": (
        "    @torch.no_grad()\n    @print({log})\n    def g():\n        return y\n",
        "    @torch.no_grad()\n    @print({log})  # noqa: TEF302\n    def g():\n        return y\n",
    ),
    "a default": ("    def g(z={log}): return z\n", "    def g(z={log}): return z  # noqa: TEF302\n"),
    "no end of line": ("    return {log}", "    return {log}  # noqa: TEF302"),
    "white space at the end": ("    return {log} \t\n", "    return {log}  # noqa: TEF302\n"),
    "silenced already": ("    return {log}  # noqa\n", "    return {log}  # noqa\n"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_where_the_comment_stands(shell: Shell, name: str, newline: str) -> None:
    old, new = (
        (HEAD + text.replace("{log}", LOG).replace("{root}", ROOT)).replace("\n", newline).encode()
        for text in CASES[name]
    )
    shell.write({"a.py": old})
    done = shell("fix", "--add-noqa", "a.py")
    assert (shell.folder / "a.py").read_bytes() == new
    assert (done.status, done.out) == (0, "")
    assert ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))
    assert shell.flake8("--isolated", "--select=TEF", "a.py").out == ""
    shell("fix", "--add-noqa", "a.py")
    assert (shell.folder / "a.py").read_bytes() == new


def test_what_is_told_and_what_comes_later_is_still_found(shell: Shell) -> None:
    shell.write({"a.py": f"{HEAD}    return {LOG}\n", "b.py": f"{HEAD}    return {LOG}, {ROOT}\n"})
    done = shell("fix", "--add-noqa", ".")
    assert done.err == "Silenced 3 (TEF302 2, TEF306 1) in 2 files; nothing left\n"
    with (shell.folder / "a.py").open("a") as file:
        file.write(f"\n\ndef g(x: torch.Tensor):\n    return {LOG}\n")
    assert [line.split(" ")[:2] for line in shell.flake8("--select=TEF", "a.py", "b.py").out.splitlines()] == [
        ["a.py:9:12:", "TEF302"]
    ]


def test_only_what_is_selected_and_told(shell: Shell) -> None:
    text = f"{HEAD}    return {LOG}, {ROOT}, x.mean() + 1\n"
    shell.write({"a.py": text, ".flake8": "[flake8]\nextend-ignore = TEF306\n"})
    assert shell("fix", "--add-noqa", "a.py").status == 0
    assert (shell.folder / "a.py").read_text() == text[:-1] + "  # noqa: TEF302\n"


def test_a_diff_writes_nothing(shell: Shell) -> None:
    text = f"{HEAD}    return {LOG}\n"
    shell.write({"a.py": text})
    done = shell("fix", "--add-noqa", "--diff", "a.py")
    assert f"\n-    return {LOG}\n+    return {LOG}  # noqa: TEF302\n" in done.out
    assert (done.status, done.err) == (1, "Would silence 1 (TEF302 1) in 1 file; nothing would be left\n")
    assert (shell.folder / "a.py").read_text() == text


def test_standard_input(shell: Shell) -> None:
    text = f"{HEAD}    return {LOG}\n"
    done = shell("fix", "--add-noqa", "-", given=text.encode())
    assert done.raw.decode() == text[:-1] + "  # noqa: TEF302\n"


def test_a_noqa_in_a_string_is_left_alone_and_said(shell: Shell) -> None:
    text = f'{HEAD}    return print("# noqa: E501", {LOG})\n'
    shell.write({"a.py": text})
    done = shell("fix", "--add-noqa", "a.py")
    assert (shell.folder / "a.py").read_text() == text
    assert done.out.startswith("a.py:5:34: TEF302 [!] ")
    assert (done.status, done.err) == (
        1,
        (
            "Nothing silenced; 1 left, 1 of them fixable with --unsafe\n"
            "Run `torch-effective explain TEF302` for the page of a rule.\n"
        ),
    )


@pytest.mark.parametrize("other", ["--unsafe", "--disable-noqa"])
def test_what_it_does_not_go_with(shell: Shell, other: str) -> None:
    done = shell("fix", "--add-noqa", other, ".")
    assert (done.status, done.err) == (2, f"torch-effective: --add-noqa does not go with {other}\n")


def test_its_own_rules_bad_examples(shell: Shell) -> None:
    fixtures = Path(__file__).resolve().parents[2] / "fixtures"
    for path in sorted(fixtures.glob("*/*/bad.py")):
        shell.write({f"{path.parent.name}.py": path.read_bytes()})
    before = {path: ast.dump(ast.parse(path.read_bytes())) for path in shell.folder.glob("*.py")}
    everything = (f"--select={EVERY_GROUP}", "--torch-tentative")
    assert shell("fix", "--add-noqa", *everything, ".").out == ""
    assert {path: ast.dump(ast.parse(path.read_bytes())) for path in shell.folder.glob("*.py")} == before
    assert shell("check", *everything, ".").out == ""
    assert shell("check", *everything, "--disable-noqa", ".").out.count("\n") > len(before)
