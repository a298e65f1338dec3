"""``fix``: what it writes, what it leaves alone, what it prints, and how it ends."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command.run import Shell

HEAD = """\
import torch


def loss(logits: torch.Tensor) -> torch.Tensor:
"""
BAD = HEAD + "    return torch.log(torch.softmax(logits, dim=-1)).mean()  # größer\n"
GOOD = HEAD + "    return torch.log_softmax(logits, dim=-1).mean()  # größer\n"
# Of its two findings one has a fix, which changes values.
UNSAFE = HEAD + "    return torch.nn.functional.softmax(logits) + torch.log(torch.softmax(logits, dim=-1) + 1e-8)\n"
FIXED_UNSAFELY = HEAD + "    return torch.nn.functional.softmax(logits) + torch.log_softmax(logits, dim=-1)\n"
LEFT = [
    (
        "5:12: TEF316 torch.nn.functional.softmax(logits) names no dim: torch chooses 0 or 1 by rank; "
        "name the one to normalise over"
    ),
    (
        "5:50: TEF302 [!] torch.log(torch.softmax(logits, dim=-... rounds small probabilities to log 1e-08; "
        "use torch.log_softmax(logits, dim=-1)"
    ),
]
POINTER = "Run `torch-effective explain TEF316` for the page of a rule.\n"
CLEAN = "import torch\n"


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    """What the files of a folder hold, and when each was written, in nanoseconds."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_files_are_fixed_and_the_rest_is_told(shell: Shell, jobs: str) -> None:
    shell.write({"a.py": BAD, "b.py": UNSAFE, "c.py": CLEAN, "sub/d.py": BAD, "e.py": ""})
    done = shell("fix", jobs, ".")
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == GOOD
    assert (shell.folder / "sub" / "d.py").read_text(encoding="utf-8") == GOOD
    assert (shell.folder / "b.py").read_text(encoding="utf-8") == UNSAFE
    assert done.out.splitlines() == [f"./b.py:{finding}" for finding in LEFT]
    assert done.err == f"Fixed 2 (TEF302 2) in 2 files; 2 left, 1 of them fixable with --unsafe\n{POINTER}"
    assert done.status == 1


def test_a_second_run_changes_nothing(shell: Shell) -> None:
    shell.write({"a.py": BAD, "b.py": UNSAFE, "c.py": CLEAN})
    shell("fix", ".")
    before = state(shell.folder)
    done = shell("fix", ".")
    assert state(shell.folder) == before
    assert done.err == f"Nothing fixed; 2 left, 1 of them fixable with --unsafe\n{POINTER}"


def test_nothing_to_do(shell: Shell) -> None:
    shell.write({"a.py": CLEAN, "b.py": "x = 1\n"})
    before = state(shell.folder)
    done = shell("fix", ".")
    assert (done.status, done.out, done.err) == (0, "", "Nothing to fix; nothing left\n")
    assert state(shell.folder) == before


def test_unsafe_fixes(shell: Shell) -> None:
    shell.write({"a.py": UNSAFE})
    done = shell("fix", "--unsafe", "a.py")
    assert (shell.folder / "a.py").read_text() == FIXED_UNSAFELY
    assert done.err == f"Fixed 1 (TEF302 1) in 1 file; 1 left\n{POINTER}"
    assert done.status == 1


@pytest.mark.parametrize(
    ("arguments", "fixed"),
    [
        (["--select=TEF4"], False),
        (["--ignore=TEF302"], False),
        (["--extend-ignore=TEF3"], False),
        (["--per-file-ignores=a.py:TEF302"], False),
        (["--extend-exclude=a.py"], False),
        (["--select=TEF302"], True),
        (["--per-file-ignores=b.py:TEF302"], True),
    ],
    ids=str,
)
def test_only_what_is_selected(shell: Shell, arguments: list[str], fixed: bool) -> None:
    shell.write({"a.py": BAD})
    done = shell("fix", *arguments, ".")
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == (GOOD if fixed else BAD)
    assert (done.status, done.out) == (0, "")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".flake8", "[flake8]\nextend-ignore = TEF302\n"),
        ("setup.cfg", "[flake8]\nextend-exclude = a.py\n"),
        ("pyproject.toml", "[tool.torch-effective]\nper-file-ignores = {'a.py' = ['TEF3']}\n"),
    ],
)
def test_the_folder_is_configured(shell: Shell, file: str, text: str) -> None:
    shell.write({"a.py": BAD, "b.py": BAD.replace("TEF302", ""), file: text})
    shell("fix", ".")
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == BAD
    assert shell("fix", "--isolated", ".").status == 0
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == GOOD


def test_noqa_is_honoured(shell: Shell) -> None:
    line = "    {} = torch.log(torch.softmax(logits, dim=-1)).mean()"
    fixed = "    {} = torch.log_softmax(logits, dim=-1).mean()"
    text = [HEAD, *(line.format(name) for name in "abcd"), "    return a + b + c + d\n"]
    text[1] += "  # noqa"
    text[3] += "  # noqa: TEF302"
    text[4] += "  # noqa: TEF1"
    shell.write({"a.py": "\n".join(text), "whole.py": f"# flake8: noqa\n{BAD}"})
    done = shell("fix", ".")
    text[2] = fixed.format("b")
    text[4] = fixed.format("d") + "  # noqa: TEF1"
    assert (shell.folder / "a.py").read_text() == "\n".join(text)
    assert (shell.folder / "whole.py").read_text(encoding="utf-8") == f"# flake8: noqa\n{BAD}"
    assert (done.status, done.err) == (0, "Fixed 2 (TEF302 2) in 1 file; nothing left\n")


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def cr(text: str) -> bytes:
    return text.replace("\n", "\r").encode()


def mixed(text: str) -> bytes:
    return text.replace("\n", "\r\n", 2).encode()


def marked(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.encode()


def latin(text: str) -> bytes:
    return f"# -*- coding: latin-1 -*-\n{text}".encode("latin-1")


def open_ended(text: str) -> bytes:
    return text.rstrip("\n").encode()


def marked_crlf(text: str) -> bytes:
    return b"\xef\xbb\xbf" + crlf(text)


def odd_white_space(text: str) -> bytes:
    return f"\f\n\t\n  \n{text}# end \t\n\n\n".encode()


FORMS = pytest.mark.parametrize(
    "form", [crlf, cr, mixed, marked, latin, open_ended, marked_crlf, odd_white_space], ids=lambda form: form.__name__
)


@FORMS
def test_every_other_byte_stays(shell: Shell, form: Callable[[str], bytes]) -> None:
    shell.write({"a.py": form(BAD)})
    assert shell("fix", "a.py").status == 0
    assert (shell.folder / "a.py").read_bytes() == form(GOOD)


@FORMS
def test_a_diff_can_be_applied(shell: Shell, form: Callable[[str], bytes]) -> None:
    shell.write({"a.py": form(BAD)})
    before = state(shell.folder)
    done = shell("fix", "--diff", "a.py")
    assert (done.status, done.err) == (1, "Would fix 1 (TEF302 1) in 1 file; nothing would be left\n")
    assert state(shell.folder) == before
    assert applied(form(BAD), done.raw) == form(GOOD)


def applied(old: bytes, patch: bytes) -> bytes:
    """What ``patch`` makes of a file by a patch of one hunk, without fuzz."""
    before_name, after_name, hunk, body = patch.split(b"\n", 3)
    assert (before_name, after_name) == (b"--- a.py", b"+++ a.py")
    records = re.findall(rb"([ +-])([^\n]*\n)(\\ No newline at end of file\n)?", body)
    assert b"".join(mark + line + end for mark, line, end in records) == body
    lines = [(mark, line.removesuffix(b"\n") if end else line) for mark, line, end in records]
    before = b"".join(line for mark, line in lines if mark in b" -")
    after = b"".join(line for mark, line in lines if mark in b" +")
    skipped = int(hunk.split()[1].lstrip(b"-").split(b",")[0]) - 1
    start = len(b"".join(io.BytesIO(old).readlines()[:skipped]))
    assert old[start : start + len(before)] == before
    return old[:start] + after + old[start + len(before) :]


def test_a_diff_in_full(shell: Shell) -> None:
    shell.write({"sub/a.py": BAD, "b.py": CLEAN, "c.py": UNSAFE})
    done = shell("fix", "--diff", ".")
    assert done.out == (
        "--- sub/a.py\n"
        "+++ sub/a.py\n"
        "@@ -2,4 +2,4 @@\n"
        " \n"
        " \n"
        " def loss(logits: torch.Tensor) -> torch.Tensor:\n"
        "-    return torch.log(torch.softmax(logits, dim=-1)).mean()  # größer\n"
        "+    return torch.log_softmax(logits, dim=-1).mean()  # größer\n"
    )
    assert done.err == "Would fix 1 (TEF302 1) in 1 file; 2 would be left, 1 of them fixable with --unsafe\n"
    assert done.status == 1
    assert shell("fix", "--diff", "c.py").status == 0


@FORMS
def test_a_diff_in_colour(shell: Shell, form: Callable[[str], bytes]) -> None:
    shell.write({"a.py": form(BAD)})
    plain, coloured = (shell("fix", "--diff", f"--color={when}", "a.py").raw for when in ("never", "always"))
    assert re.sub(rb"\x1b\[\d*m", b"", coloured) == plain
    lines = coloured.split(b"\n")
    assert lines[:2] == [b"\x1b[1m--- a.py\x1b[m", b"\x1b[1m+++ a.py\x1b[m"]
    assert re.fullmatch(rb"\x1b\[36m@@ [^\x1b]*\x1b\[m", lines[2])
    if form is not cr:  # git's lines end in line feeds alone
        assert any(re.match(rb"\x1b\[31m-    return [^\x1b]*\x1b\[m\r?$", line) for line in lines)
        assert any(re.match(rb"\x1b\[32m\+    return [^\x1b]*\x1b\[m\r?$", line) for line in lines)
    assert not re.search(rb"\x1b\[\d+m[^\x1b]*\n", coloured)


@pytest.mark.parametrize("form", ["json", "github", "sarif"])
def test_what_is_left_in_other_formats(shell: Shell, form: str) -> None:
    shell.write({"a.py": UNSAFE, "b.py": BAD, "c.py": "import torch\n("})
    done = shell("fix", f"--output-format={form}", "--statistics", ".")
    assert (shell.folder / "b.py").read_text(encoding="utf-8") == GOOD
    assert done.out == shell("check", f"--format={form}", ".").out
    assert done.err.splitlines() == [
        "torch-effective: not fixed: ./c.py:2:1: '(' was never closed",
        "Fixed 1 (TEF302 1) in 1 file; 2 left, 1 of them fixable with --unsafe; 1 file not fixed",
        "1     TEF302 log-of-softmax",
        "1     TEF316 softmax-without-dim",
    ]
    from_input = shell("fix", f"--output-format={form}", "-q", "-", given=UNSAFE.encode())
    assert (from_input.out, from_input.err) == (
        UNSAFE,
        shell("check", f"--format={form}", "-", given=UNSAFE.encode()).out,
    )
    refused = shell("fix", "--diff", f"--format={form}", ".")
    assert (refused.status, refused.out) == (2, "")
    assert "--diff prints a patch" in refused.err


def test_what_is_left_goes_to_a_file(shell: Shell) -> None:
    shell.write({"a.py": UNSAFE, "b.py": BAD})
    refused = shell("fix", "--output-file=no/out", ".")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "torch-effective: cannot write no/out: No such file or directory\n"
    assert (shell.folder / "b.py").read_text(encoding="utf-8") == BAD
    for arguments in (["--color=auto", "."], ["--format=json", "."], ["-"]):
        given = UNSAFE.encode() if arguments == ["-"] else b""
        printed = shell("fix", *arguments, given=given)
        done = shell("fix", "--output-file=out", *arguments, given=given)
        assert (done.out, done.status) == (UNSAFE if given else "", 1)
        told = printed.err if given else printed.out
        assert told.startswith((shell.folder / "out").read_text(encoding="utf-8"))
        assert "TEF316" in (shell.folder / "out").read_text(encoding="utf-8")
    refused = shell("fix", "--diff", "--output-file=out", ".")
    assert (refused.status, "--diff prints a patch" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["a.py"], 1),
        (["--exit-zero", "a.py"], 0),
        (["--exit-zero", "--diff", "b.py"], 0),
        (["--exit-zero", "gone.py"], 2),
    ],
)
def test_exit_zero(shell: Shell, arguments: list[str], status: int) -> None:
    shell.write({"a.py": UNSAFE, "b.py": BAD})
    assert shell("fix", *arguments).status == status


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
def test_a_diff_quotes_names_that_would_end_its_lines(shell: Shell) -> None:
    name = 'a\n+++ "b\\c\x1b.py'
    shell.write({name: BAD, "plain name.py": BAD})
    done = shell("fix", "--diff", ".")
    heads = [line for line in done.out.splitlines() if line.startswith(("---", "+++"))]
    quoted = r'"a\012+++ \"b\\c\033.py"'
    assert heads == [f"--- {quoted}", f"+++ {quoted}", "--- plain name.py", "+++ plain name.py"]
    subprocess.run(["git", "apply", "-p0"], cwd=shell.folder, input=done.raw, check=True, timeout=60)
    assert (shell.folder / name).read_text(encoding="utf-8") == GOOD


@FORMS
def test_standard_input(shell: Shell, form: Callable[[str], bytes]) -> None:
    done = shell("fix", "-", given=form(BAD))
    assert (done.status, done.raw) == (0, form(GOOD))
    assert done.err == "Fixed 1 (TEF302 1) in 1 file; nothing left\n"


@pytest.mark.parametrize(
    ("given", "arguments", "status", "error"),
    [
        (UNSAFE, [], 1, "".join(f"stdin:{finding}\n" for finding in LEFT)),
        (UNSAFE, ["--stdin-display-name=x.py", "-q"], 1, "x.py\n"),
        (CLEAN, [], 0, "Nothing to fix; nothing left\n"),
        ("x = 1\n", [], 0, "Nothing to fix; nothing left\n"),
        (f"# flake8: noqa\n{BAD}", [], 0, "Nothing to fix; nothing left\n"),
        (BAD, ["--stdin-display-name=out/x.py", "--extend-exclude=x*"], 0, "Nothing to fix; nothing left\n"),
        ("import torch\nx = (\n", [], 2, "torch-effective: not fixed: stdin:2:5: '(' was never closed\n"),
        (b"import torch\n\xff\n", [], 2, "torch-effective: not fixed: stdin:2: byte 0xff is not utf-8\n"),
    ],
)
def test_standard_input_that_stays(
    shell: Shell, given: str | bytes, arguments: list[str], status: int, error: str
) -> None:
    data = given.encode() if isinstance(given, str) else given
    done = shell("fix", *arguments, "-", given=data)
    assert (done.status, done.raw) == (status, data)
    assert done.err.startswith(error)


@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (["-q"], "b.py\n", ""),
        (["-qq"], "", ""),
        (["-q", "--statistics"], "b.py\n1     TEF302 log-of-softmax\n1     TEF316 softmax-without-dim\n", ""),
    ],
)
def test_quiet(shell: Shell, arguments: list[str], out: str, err: str) -> None:
    shell.write({"a.py": BAD, "b.py": UNSAFE})
    done = shell("fix", *arguments, "a.py", "b.py")
    assert (done.status, done.out, done.err) == (1, out, err)
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == GOOD


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_a_file_that_cannot_be_read_keeps_no_other_from_being_fixed(shell: Shell, jobs: str) -> None:
    broken: dict[str, str | bytes] = {"b.py": "import torch\nx = (\n", "c.py": b"import torch\n'\xff'\n"}
    shell.write({"a.py": BAD, **broken, "d.py": BAD})
    done = shell("fix", jobs, "a.py", "b.py", "gone.py", "c.py", "d.py")
    assert done.status == 2
    assert done.err.splitlines() == [
        "torch-effective: not fixed: b.py:2:5: '(' was never closed",
        "torch-effective: not fixed: c.py:2: byte 0xff is not utf-8",
        "torch-effective: not fixed: gone.py: No such file or directory",
        "Fixed 2 (TEF302 2) in 2 files; nothing left; 3 files not fixed",
    ]
    assert [(shell.folder / name).read_text(encoding="utf-8") for name in ("a.py", "d.py")] == [GOOD, GOOD]
    assert (shell.folder / "b.py").read_text() == broken["b.py"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o775, 0o664])
def test_permissions_stay(shell: Shell, mode: int) -> None:
    shell.write({"a.py": BAD})
    (shell.folder / "a.py").chmod(mode)
    assert shell("fix", "a.py").status == 0
    assert stat.S_IMODE((shell.folder / "a.py").stat().st_mode) == mode


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_stays(shell: Shell) -> None:
    shell.write({"a.py": BAD})
    os.chown(shell.folder / "a.py", 1234, 5678)
    assert shell("fix", "a.py").status == 0
    status = (shell.folder / "a.py").stat()
    assert (status.st_uid, status.st_gid) == (1234, 5678)


def test_a_write_protected_file_is_left(shell: Shell) -> None:
    shell.write({"a.py": BAD, "b.py": BAD})
    (shell.folder / "a.py").chmod(0o444)
    before = state(shell.folder)["a.py"]
    done = shell("fix", "a.py", "b.py")
    assert state(shell.folder)["a.py"] == before
    assert done.status == 2
    assert done.err.splitlines() == [
        "torch-effective: not fixed: a.py: it is write-protected, so it is left as it was",
        "Fixed 1 (TEF302 1) in 1 file; nothing left; 1 file not fixed",
    ]


def test_a_symbolic_link_stays_one(shell: Shell) -> None:
    shell.write({"real/a.py": BAD, "other/x": ""})
    link = shell.folder / "other" / "a.py"
    link.symlink_to(Path("..") / "real" / "a.py")
    done = shell("fix", "-j2", "other", "real", "other/a.py", "./real/../real/a.py")
    assert link.is_symlink()
    assert (shell.folder / "real" / "a.py").read_text(encoding="utf-8") == GOOD
    assert (done.status, done.err) == (0, "Fixed 1 (TEF302 1) in 1 file; nothing left\n")


def test_a_link_out_of_the_folder_is_left_unless_named(shell: Shell) -> None:
    shell.write({"other/a.py": BAD, "src/b.py": BAD})
    (shell.folder / "src" / "a.py").symlink_to(Path("..") / "other" / "a.py")
    (shell.folder / "src" / "c.py").symlink_to("b.py")
    done = shell("fix", "src")
    assert (shell.folder / "other" / "a.py").read_text(encoding="utf-8") == BAD
    assert (shell.folder / "src" / "b.py").read_text(encoding="utf-8") == GOOD
    told = f"src/a.py: left as it is, a link to {shell.folder / 'other' / 'a.py'}; name it to fix that file"
    assert done.err == f"torch-effective: {told}\nFixed 1 (TEF302 1) in 1 file; nothing left\n"
    assert (done.status, shell("check", "src").status) == (0, 1)
    assert shell("fix", "src/a.py").status == 0
    assert (shell.folder / "other" / "a.py").read_text(encoding="utf-8") == GOOD


def test_hard_links_part(shell: Shell) -> None:
    shell.write({"a.py": BAD})
    os.link(shell.folder / "a.py", shell.folder / "kept")
    assert shell("fix", ".").status == 0
    assert (shell.folder / "a.py").read_text(encoding="utf-8") == GOOD
    assert (shell.folder / "kept").read_text(encoding="utf-8") == BAD


@pytest.mark.parametrize(
    ("function", "error", "told"),
    [
        (
            "os.replace",
            OSError(5, "Input/output error"),
            "it cannot be written, so it is left as it was: Input/output error",
        ),
        ("os.fsync", OSError(28, "No space left on device"), "No space left on device"),
        ("tempfile.mkstemp", PermissionError(13, "Permission denied"), "Permission denied"),
        ("shutil.copystat", ValueError("strange"), "a.py: ValueError, please report it: strange"),
    ],
)
def test_a_file_that_cannot_be_written(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, function: str, error: Exception, told: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    shell.write({"a.py": BAD})
    before = state(shell.folder)
    monkeypatch.setattr(f"flake8_torch_effective.command.rewriting.{function}", fail)
    done = shell("fix", "a.py")
    monkeypatch.undo()
    assert state(shell.folder) == before
    assert done.status == 2
    assert told in done.err
    assert "Nothing to fix" in done.err


def test_an_interrupt_leaves_the_old_file_alone(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    shell.write({"a.py": BAD})
    before = state(shell.folder)
    monkeypatch.setattr("flake8_torch_effective.command.rewriting.os.fsync", interrupt)
    done = shell("fix", "a.py")
    monkeypatch.undo()
    assert state(shell.folder) == before
    assert (done.status, done.out, done.err) == (130, "", "")


def test_a_file_that_changes_meanwhile_is_left(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": BAD})

    def edit(_: int) -> None:
        shell.write({"a.py": "import torch  # the user was faster\n"})

    monkeypatch.setattr("flake8_torch_effective.command.rewriting.os.fsync", edit)
    done = shell("fix", "a.py")
    monkeypatch.undo()
    assert {name: data for name, (data, _) in state(shell.folder).items()} == {
        "a.py": b"import torch  # the user was faster\n"
    }
    assert done.status == 2
    assert "a.py: it changed while it was being fixed, so it is left as it is now\n" in done.err


@pytest.mark.parametrize("encoding", ["iso2022_jp", "utf-7", "hz"])
def test_an_encoding_with_several_ways_to_say_a_text(shell: Shell, encoding: str) -> None:
    old = f"# coding: {encoding}\n{BAD.replace('größer', '日')}".encode(encoding)
    shell.write({"a.py": old})
    done = shell("fix", "a.py")
    new = (shell.folder / "a.py").read_bytes()
    if done.status == 0:
        assert new == old.replace(
            b"torch.log(torch.softmax(logits, dim=-1)).mean()", b"torch.log_softmax(logits, dim=-1).mean()"
        )
    else:
        assert (done.status, new) == (2, old)
        assert f"in {encoding}, so it is left as it was" in done.err.replace("-", "_").replace("utf_7", "utf-7")


def test_a_text_that_would_not_keep_its_bytes_is_left(shell: Shell) -> None:
    # In this encoding a character can be introduced once more without a change of meaning.
    old = b"# coding: iso2022_jp\n# \x1b$BF|\x1b(B\x1b(B\n" + BAD.replace("größer", "").encode()
    shell.write({"a.py": old})
    done = shell("fix", "a.py")
    assert (shell.folder / "a.py").read_bytes() == old
    assert done.status == 2
    assert "a.py: lines without a finding would not keep their bytes in iso2022_jp" in done.err


def test_a_fix_that_the_encoding_cannot_hold_is_left(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from flake8_torch_effective import fixing

    monkeypatch.setattr(fixing, "fix", lambda source, *_: fixing.Fixed(source + "# 日\n", [], []))
    old = f"# coding: latin-1\n{BAD}".encode("latin-1")
    shell.write({"a.py": old})
    done = shell("fix", "a.py")
    assert (shell.folder / "a.py").read_bytes() == old
    assert done.status == 2
    assert "a.py: the fixed text cannot be written in iso-8859-1, so it is left as it was" in done.err


@pytest.mark.skipif(os.name == "nt", reason="Windows kills in another way")
@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_killed_at_any_moment(shell: Shell, jobs: str) -> None:
    names = [f"m{number:03}.py" for number in range(150)]
    old, new = BAD.encode(), GOOD.encode()
    shell.write(dict.fromkeys(names, old))
    program = "import sys; from flake8_torch_effective.cli import main; sys.exit(main())"
    moments = random.Random(jobs)
    for reached in (0, 1, 20, 40, 60):
        process = subprocess.Popen(
            [sys.executable, "-c", program, "fix", jobs, "."], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        wait_until(shell, names, len(new), reached, process)
        time.sleep(moments.uniform(0, 0.02))
        process.kill()
        # The end of the streams is that of all processes.
        process.communicate(timeout=60)
        held = [contents(shell, name) for name in names]
        assert held.count(old) + held.count(new) == len(names)
        assert held.count(new) >= reached
    assert held.count(old) > 0
    assert not [path for path in shell.folder.glob("*.py") if path.name not in names]
    done = shell("fix", jobs, ".")
    assert (done.status, done.out) == (0, "")
    assert {contents(shell, name) for name in names} == {new}


def wait_until(shell: Shell, names: list[str], size: int, reached: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until so many files have the size that they will have in the end."""
    end = time.monotonic() + 60
    while sum((shell.folder / name).stat().st_size == size for name in names) < reached:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)


def contents(shell: Shell, name: str) -> bytes:
    return (shell.folder / name).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other interrupts")
def test_an_interrupt_ends_all_processes(shell: Shell) -> None:
    names = [f"m{number:03}.py" for number in range(150)]
    shell.write(dict.fromkeys(names, BAD))
    program = "import sys; from flake8_torch_effective.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "fix", "-j2", "."],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(shell, names, len(GOOD.encode()), 1, process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    held = [contents(shell, name) for name in names]
    assert held.count(GOOD.encode()) + held.count(BAD.encode()) == len(names)
    assert held.count(BAD.encode()) > 0
    assert sorted(path.name for path in shell.folder.iterdir()) == names
