"""The README's example and what flake8 says of it: ``python -m tests.plugin.readme_example`` writes its output anew."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"
_EXAMPLE = re.compile(
    r"<!-- example:begin -->\n```python\n(?P<program>.*?)```\n(?P<between>.*?)```\n(?P<output>.*?)```\n"
    r"<!-- example:end -->",
    re.S,
)


def example() -> re.Match[str]:
    """The example in the README: its program and its output."""
    found = _EXAMPLE.search(README.read_text(encoding="utf-8"))
    assert found is not None, "README.md has no <!-- example:begin --> program and output <!-- example:end -->"
    return found


def said(program: str) -> str:
    """What a user sees who saves the program as train.py and runs flake8 on it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "train.py").write_text(program, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "flake8", "train.py"], cwd=folder, capture_output=True, text=True, timeout=120
        )
    return "$ flake8 train.py\n" + done.stdout


def renew() -> None:
    """Write what flake8 says today."""
    found = example()
    text = README.read_text(encoding="utf-8")
    start, end = found.span("output")
    README.write_text(text[:start] + said(found["program"]) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    renew()
