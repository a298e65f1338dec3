"""The tutorial, done again: its script, its commands and what they say.

``python -m tests.plugin.tutorial`` writes what they say today.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.readme import show, shown

PROGRAM = "tutorial: train.py"
BY_HAND = "tutorial: by hand"
STEPS = (
    "tutorial: naive",
    "tutorial: findings",
    "tutorial: safe fixes",
    "tutorial: patch",
    "tutorial: unsafe fixes",
    "tutorial: loops",
    BY_HAND,
    "tutorial: fixed",
)


def replay() -> dict[str, str]:
    """What each step's commands say, one after the other in one folder that holds train.py."""
    said: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "train.py").write_text(shown(PROGRAM), encoding="utf-8")
        for step in STEPS:
            if step == BY_HAND:
                said[step] = shown(step)
                apply(said[step], folder)
            else:
                commands = [line for line in shown(step).splitlines() if line.startswith("$ ")]
                said[step] = "".join(f"{command}\n{run(command[2:], folder)}" for command in commands)
    return said


def run(command: str, folder: Path) -> str:
    """What a command prints; what torch warns of while the script runs is left out, since it names the folder."""
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=variables, capture_output=True, text=True, timeout=300, check=False
    )
    return done.stdout + ("" if command.startswith("python ") else done.stderr)


def apply(patch: str, folder: Path) -> None:
    """Make the changes of a patch."""
    done = subprocess.run(["git", "apply", "-p0"], cwd=folder, input=patch, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def renew() -> None:
    """Write what the commands say today."""
    for step, text in replay().items():
        show(step, text)


if __name__ == "__main__":
    renew()
