"""The README's example: what flake8 says of it, and its fixes.

``python -m tests.plugin.readme_example`` writes both anew.
"""

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
_FIXED = re.compile(r"<!-- fixed:begin -->\n```diff\n(?P<output>.*?)```\n<!-- fixed:end -->", re.S)


def example() -> re.Match[str]:
    """The example in the README: its program and its output."""
    found = _EXAMPLE.search(README.read_text(encoding="utf-8"))
    assert found is not None, "README.md has no <!-- example:begin --> program and output <!-- example:end -->"
    return found


def shown_fixed() -> re.Match[str]:
    """The patch in the README."""
    found = _FIXED.search(README.read_text(encoding="utf-8"))
    assert found is not None, "README.md has no <!-- fixed:begin --> patch <!-- fixed:end -->"
    return found


def said(program: str) -> str:
    """What a user sees who saves the program as train.py and runs flake8 on it."""
    return "$ flake8 train.py\n" + _run(program, "flake8", "train.py").stdout


def patched(program: str) -> str:
    """What a user sees who asks for all fixes to the program as a patch, and then for how many they are."""
    arguments = ["fix", "--diff", "--unsafe", "train.py"]
    done = _run(program, "flake8_torch_effective", *arguments)
    return f"$ torch-effective {' '.join(arguments)}\n{done.stdout}{done.stderr}"


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "train.py").write_text(program, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, timeout=120
        )


def renew() -> None:
    """Write what the commands say today."""
    program = example()["program"]
    for find, output in ((example, said(program)), (shown_fixed, patched(program))):
        text = README.read_text(encoding="utf-8")
        start, end = find().span("output")
        README.write_text(text[:start] + output + text[end:], encoding="utf-8")


if __name__ == "__main__":
    renew()
