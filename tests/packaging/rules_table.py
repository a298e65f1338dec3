"""The README's table of rules: `python -m tests.packaging.rules_table` writes it anew."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"
BEGIN = "<!-- rules:begin -->\n"
END = "<!-- rules:end -->\n"
RENEW = "python -m tests.packaging.rules_table"


def generated() -> str:
    """What the installed command prints."""
    program = shutil.which("torch-effective", path=str(Path(sys.executable).parent))
    assert program is not None, "the package is not installed in this environment"
    command = [program, "rules", "--format", "markdown"]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.rstrip() + "\n"


def written() -> str:
    """What stands between the markers."""
    _, _, after = README.read_text(encoding="utf-8").partition(BEGIN)
    table, end, _ = after.partition(END)
    assert end, f"README.md has no {BEGIN.strip()} … {END.strip()}"
    return table


def renew() -> None:
    """Put the generated table between the markers."""
    old, new = written(), generated()
    text = README.read_text(encoding="utf-8")
    README.write_text(text.replace(BEGIN + old + END, BEGIN + new + END), encoding="utf-8")


if __name__ == "__main__":
    renew()
