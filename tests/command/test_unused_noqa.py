"""``check --unused-noqa``: the TEF codes in comments that silence nothing any more, and no others."""

from __future__ import annotations

import pytest

from tests.command.run import Shell

HEAD = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n"
LOG = "torch.log(torch.softmax(x, dim=-1))"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (f"    return {LOG}  # noqa: TEF302\n", []),
        (f"    return {LOG}  # noqa\n", []),
        ("    return x  # noqa\n", []),
        ("    return x  # noqa: E501\n", []),
        (f"    return {LOG}  # noqa: TEF3\n", []),
        ("    return x  # noqa: TEF302\n", ["5:23: TEF302"]),
        ("    return x  # why  # NOQA:E501, TEF302,TEF1 # more\n", ["5:35: TEF302", "5:42: TEF1"]),
        (f"    return {LOG}  # noqa: TEF302,TEF304\n", ["5:64: TEF304"]),
        ("    return x  # noqa: TEF999\n", ["5:23: TEF999"]),
        # Opt-in rules and tentative findings are silenced for other runs.
        ("    return x.sum()  # noqa: TEF102\n", []),
        # A comment counts for all lines that it is read for, and one that flake8 does not read silences nothing.
        (f"    return {LOG} + \\\n        1  # noqa: TEF302\n", []),
        (f'    return {LOG}, """\n    """  # noqa: TEF302\n', []),
        ("    return x + (  # noqa: TEF302\n        1\n    )\n", ["5:27: TEF302"]),
        ('    return x, "# noqa: TEF302"\n', []),
        ('    return x, "# noqa: E501"  # noqa: TEF302\n', []),
    ],
)
def test_a_comment(shell: Shell, body: str, told: list[str]) -> None:
    shell.write({"a.py": HEAD + body})
    done = shell("check", "--unused-noqa", "a.py")
    lines = [
        f"a.py:{place}: noqa: {code} silences nothing" for place, _, code in (each.rpartition(": ") for each in told)
    ]
    assert (done.out.splitlines(), done.err) == (lines, "")
    assert done.status == bool(told)
    assert shell("check", "--unused-noqa", "--exit-zero", "a.py").status == 0
    assert shell("check", "--unused-noqa", "-q", "a.py").out == ("a.py\n" if told else "")


@pytest.mark.parametrize(
    "arguments", [["--select=TEF1"], ["--disable-noqa"], ["--extend-ignore=TEF302"], ["-j2"]], ids=str
)
def test_what_is_selected_does_not_matter(shell: Shell, arguments: list[str]) -> None:
    used = f"{HEAD}    return {LOG}  # noqa: TEF302\n"
    shell.write({"a.py": used, "b.py": used, "c.py": "x = 1  # noqa: TEF302\n"})
    done = shell("check", "--unused-noqa", *arguments, ".")
    assert (done.status, done.out) == (1, "./c.py:1:16: noqa: TEF302 silences nothing\n")


def test_files_that_need_no_looking_at(shell: Shell) -> None:
    shell.write(
        {
            "whole.py": "# flake8: noqa\nimport torch\nx = 1  # noqa: TEF302\n",
            "broken.py": "x = (  # noqa: TEF302\n",
            "torch_broken.py": "import torch\nx = (  # noqa: TEF302\n",
            "none.py": "import torch\n(\n",
        }
    )
    done = shell("check", "--unused-noqa", ".", "gone.py")
    assert (done.status, done.out) == (2, "")
    assert [line.partition(": ")[2] for line in done.err.splitlines()] == [
        "not checked: ./torch_broken.py:2:5: '(' was never closed",
        "not checked: gone.py: No such file or directory",
    ]


@pytest.mark.parametrize("option", ["--format=json", "--output-file=x"])
def test_what_does_not_go_with_it(shell: Shell, option: str) -> None:
    done = shell("check", "--unused-noqa", option, ".")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("torch-effective: --unused-noqa prints text alone")


def test_after_a_fix_the_comment_is_told(shell: Shell) -> None:
    shell.write({"a.py": f"{HEAD}    return {LOG}\n"})
    assert shell("fix", "--add-noqa", "a.py").status == 0
    assert shell("check", "--unused-noqa", "a.py").status == 0
    assert shell("fix", "--unsafe", "--disable-noqa", "a.py").status == 0
    assert "TEF302 silences nothing" in shell("check", "--unused-noqa", "a.py").out
