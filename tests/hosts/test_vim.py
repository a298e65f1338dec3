"""The plugin in Vim with ALE, in a terminal that is read as a person reads it."""

from __future__ import annotations

import json
import os
import select
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pyte
import pytest

from tests.plugin.test_flake8 import FIXED, SAMPLE
from tests.readme import shown

ROWS, COLUMNS = 24, 160
PATIENCE = 120
T = TypeVar("T")

FIND_ALE = "verbose echo globpath(&packpath, 'pack/*/opt/ale')"
# Says on disk, where no terminal can garble it, what ALE knows after each of its runs.
PROBE = """\
function! Tell(event) abort
  call writefile([json_encode({'event': a:event, 'found': ale#engine#GetLoclist(bufnr(''))})], $TOLD, 'a')
endfunction
autocmd User ALELintPost call Tell('linted')
autocmd User ALEFixPost call Tell('fixed')
"""


class Vim:
    """Vim on a file in a terminal of its own."""

    def __init__(self, folder: Path, name: str, vimrc: str) -> None:
        import fcntl
        import pty
        import termios

        home = folder / "home"
        home.mkdir()
        (home / "vimrc").write_text(vimrc)
        (home / "probe.vim").write_text(PROBE)
        self.told = home / "told"
        self.told.touch()
        self._heard = 0
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        # ALE takes the flake8 of an active virtual environment before that on PATH, which is the one to be tested.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
        kept = {key: value for key, value in os.environ.items() if key not in ("VIRTUAL_ENV", "VIMINIT", "EXINIT")}
        own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_CACHE_HOME": str(home), "TOLD": str(self.told)}
        self.process = subprocess.Popen(
            ["vim", "-N", "-i", "NONE", "-n", "--cmd", f"source {home}/probe.vim", "-u", f"{home}/vimrc", name],
            cwd=folder,
            env={**kept, **own, "PATH": path, "TERM": "linux", "LC_ALL": "C.UTF-8"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._terminal, keys.encode())

    def sees(self, text: str) -> bool:
        """Whether a line of the screen shows a text, if not now, then soon."""
        return self.once(lambda: any(text in line for line in self._screen.display))

    def hears(self, event: str) -> list[dict[str, Any]]:
        """What ALE has found by the next event of this name."""

        def next_one() -> list[list[dict[str, Any]]]:
            lines = self.told.read_text(encoding="utf-8").split("\n")[:-1]  # the last may be half written
            for number, line in enumerate(lines[self._heard :], self._heard + 1):
                told = json.loads(line)
                if told["event"] == event:
                    self._heard = number
                    return [told["found"]]
            return []

        return self.once(next_one)[0]

    def once(self, fact: Callable[[], T]) -> T:
        """A fact as soon as it holds; the terminal is read meanwhile, or Vim would wait for us."""
        end = time.monotonic() + PATIENCE
        while not (holds := fact()):
            assert time.monotonic() < end, "on the screen:\n" + "\n".join(self._screen.display)
            if select.select([self._terminal], [], [], 0.1)[0]:
                try:
                    self._stream.feed(os.read(self._terminal, 65536))
                except OSError:  # Linux ends a terminal whose other side is closed so
                    self.process.wait(PATIENCE)
                    assert fact(), "Vim has ended"
        return holds

    def leave(self) -> None:
        """Quit without saving, whatever Vim is doing."""
        try:
            if self.process.poll() is None:
                self.type("\x1b:qa!\r")
                self.once(lambda: self.process.poll() is not None)
        finally:
            self.process.kill()
            self.process.wait(PATIENCE)
            os.close(self._terminal)


@pytest.fixture(scope="module", autouse=True)
def _ale() -> None:
    """Vim has ALE, or the reason why these tests say nothing."""
    pytest.importorskip("pty", reason="this platform has no pseudo-terminals")
    if shutil.which("vim") is None:
        pytest.skip("there is no vim: apt-get install vim vim-ale")
    done = subprocess.run(
        ["vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-c", FIND_ALE, "-c", "qa!"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if "ale" not in done.stdout + done.stderr:
        pytest.skip("this vim has no ALE: apt-get install vim vim-ale")


@pytest.fixture
def vim(tmp_path: Path) -> Iterator[Vim]:
    (tmp_path / "model.py").write_text(SAMPLE)
    started = Vim(tmp_path, "model.py", shown("settings: vim"))
    yield started
    started.leave()


def test_finding_is_on_the_screen_and_goes_with_its_cause(vim: Vim, tmp_path: Path) -> None:
    (found,) = vim.hears("linted")
    assert (found["lnum"], found["col"], found["type"], found["code"]) == (5, 12, "W", "TEF302")
    assert found["text"].startswith("torch.log(torch.softmax(logits, dim=-1)) rounds small")
    assert vim.sees("--    return torch.log(")
    vim.type("5G")
    assert vim.sees("TEF302: torch.log(torch.softmax(logits, dim=-1)) rounds small probabilities to log 0; use ")
    vim.type(":lopen\r")
    assert vim.sees("model.py|5 col 12 warning| TEF302: torch.log(torch.softmax(logits, dim=-1)) rounds small")
    vim.type(":lclose\r")
    vim.type(":s/torch.log(torch.softmax(logits, dim=-1))/torch.log_softmax(logits, dim=-1)/ | w\r")
    while vim.hears("linted"):
        pass
    assert vim.sees("    return torch.log_softmax(logits, dim=-1)")
    assert (tmp_path / "model.py").read_text() == FIXED


def test_fix_changes_the_buffer(vim: Vim, tmp_path: Path) -> None:
    assert vim.hears("linted")
    vim.type(":ALEFix\r")
    vim.hears("fixed")
    assert vim.sees("    return torch.log_softmax(logits, dim=-1)")
    assert (tmp_path / "model.py").read_text() == SAMPLE
    vim.type(":w\r")
    vim.once(lambda: (tmp_path / "model.py").read_text() == FIXED)
    while vim.hears("linted"):
        pass


def test_saving_fixes_where_that_is_wanted(vim: Vim, tmp_path: Path) -> None:
    assert vim.hears("linted")
    vim.type(":let g:ale_fix_on_save = 1\r:w\r")
    vim.once(lambda: (tmp_path / "model.py").read_text() == FIXED)


def test_fix_leaves_what_the_configuration_leaves(vim: Vim, tmp_path: Path) -> None:
    assert vim.hears("linted")
    (tmp_path / "setup.cfg").write_text("[flake8]\nper-file-ignores =\n    tried/*: TEF302\n")
    (tmp_path / "tried").mkdir()
    (tmp_path / "tried" / "model.py").write_text(SAMPLE)
    vim.type(":edit tried/model.py\r")
    assert vim.hears("linted") == []
    vim.type(":ALEFix\r")
    vim.hears("fixed")
    vim.type(":write fixed.py\r")
    assert vim.sees('"fixed.py" [New] 5L')
    assert (tmp_path / "fixed.py").read_text() == SAMPLE


def test_fix_leaves_an_unfinished_buffer(vim: Vim, tmp_path: Path) -> None:
    assert vim.hears("linted")
    vim.type("Gox = (\x1b:ALEFix\r")
    vim.hears("fixed")
    vim.type(":w\r")
    vim.once(lambda: (tmp_path / "model.py").read_text() == SAMPLE + "x = (\n")
    while "E999" not in {found["code"] for found in vim.hears("linted")}:
        pass
