"""Help texts for flake8's options that are correct here: flake8's own refer to its other checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "--quiet": "print only the names of the files with findings; -qq prints nothing",
    "--color": "colour what is printed; auto, which is the default, does where it goes to a terminal",
    "--exclude": "files and folders to leave out, in place of those left out by default: {excluded}",
    "--extend-exclude": "files and folders to leave out besides those",
    "--filename": "which files of a folder to look at (default: *.py)",
    "--stdin-display-name": "what standard input is called in messages and for --per-file-ignores (default: stdin)",
    "--ignore": "leave out findings whose code begins so, in place of the configured ones: TEF2,TEF302",
    "--extend-ignore": "leave out these besides",
    "--per-file-ignores": "leave out findings of some files: tests/*:TEF1 model.py:TEF302",
    "--select": (
        "only findings whose code begins so: TEF2,TEF302; switches opt-in rules on and adds tentative findings, "
        "TEF for all there are"
    ),
    "--extend-select": "add opt-in rules and tentative findings of these codes to the others",
    "--disable-noqa": 'take no notice of "# noqa" comments',
    "--statistics": "also print how many findings there are of each code",
    "--exit-zero": "exit with 0 where there are findings too",
    "--jobs": "how many processes work at once; auto, which is the default, takes one for each processor",
}
