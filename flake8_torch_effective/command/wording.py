"""Help texts for flake8's options that are correct here: flake8's own refer to its other checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "--quiet": "print only the names of the files with findings; -qq prints nothing",
    "--color": "colour the output; auto, the default, does so on a terminal",
    "--exclude": "files and folders to leave out, instead of the default: {excluded}",
    "--extend-exclude": "files and folders to leave out in addition to those",
    "--filename": "which files of a folder to check (default: *.py)",
    "--stdin-display-name": "the name of standard input in messages and for --per-file-ignores (default: stdin)",
    "--ignore": "leave out findings whose code begins with one of these, instead of the configured ones: TEF2,TEF302",
    "--extend-ignore": "leave out these in addition",
    "--per-file-ignores": "leave out findings in some files: tests/*:TEF1 model.py:TEF302",
    "--select": (
        "only findings whose code begins with one of these: TEF2,TEF302, or TEF for what is on by default; a group or "
        "a code switches opt-in rules on"
    ),
    "--extend-select": "also switch on the opt-in rules of these groups and codes: TEF2,TEF102",
    "--disable-noqa": 'ignore "# noqa" comments',
    "--statistics": "also print the number of findings of each rule, on standard error unless the output is text",
    "--exit-zero": "exit with 0 even if there are findings",
    "--jobs": "number of processes; auto, the default, uses one per processor",
}
