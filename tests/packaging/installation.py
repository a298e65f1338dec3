"""A wheel and environments to install it in, as pip makes them for a user."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

from packaging.requirements import Requirement

CHECKOUT = Path(__file__).resolve().parents[2]


class Wheel:
    """The built distribution and what it says of itself."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as archive:
            self.names = frozenset(archive.namelist())
            self.metadata: Message = Parser().parsestr(self._read(archive, "METADATA"))
            self.entry_points = self._read(archive, "entry_points.txt")

    def _read(self, archive: zipfile.ZipFile, file: str) -> str:
        (name,) = (name for name in self.names if name.endswith(f".dist-info/{file}"))
        return archive.read(name).decode()

    def requirements(self, extra: str = "") -> list[Requirement]:
        """What this Python installs with the wheel."""
        declared = map(Requirement, self.metadata.get_all("Requires-Dist", []))
        return [r for r in declared if r.marker is None or r.marker.evaluate({"extra": extra})]


class Environment:
    """A virtual environment of its own, in which nothing of this checkout can be seen.

    Args:
        python: the interpreter that it is made of.
        folder: where it is made.
        with_pip: whether it has a pip of its own, which takes longer to install than most things.
    """

    def __init__(self, python: str, folder: Path, *, with_pip: bool = False) -> None:
        self.folder = folder
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        pip = [] if with_pip else ["--without-pip"]
        subprocess.run([python, "-m", "venv", *pip, str(folder)], check=True, stdin=subprocess.DEVNULL)

    def install(self, *requirements: str) -> None:
        """Install what a user would, with this process's pip; only what is then imported is compiled."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.programs / "python")]
        done = subprocess.run(
            [*pip, "install", "--quiet", "--no-compile", "--disable-pip-version-check", *requirements],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def run(self, program: str, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        return subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=cwd or self.folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


def pythons() -> Sequence[str]:
    """The interpreters to try the wheel under: TEST_PYTHONS (a path list), else this one."""
    listed = os.environ.get("TEST_PYTHONS", "")
    return [python for python in listed.split(os.pathsep) if python] or [sys.executable]


def build(folder: Path) -> Wheel:
    """The wheel of this checkout, built into a folder."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    done = subprocess.run(
        [*command, str(CHECKOUT)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.whl")
    return Wheel(path)
