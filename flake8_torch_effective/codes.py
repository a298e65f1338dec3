"""The codes and slugs of all rules, read from their files: to import the rules takes a second."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

# Why a rule was given up and in which version, by its code, which no other rule will ever have.
RETIRED: Final[Mapping[str, str]] = {}
# What all codes begin with; a file that could not be parsed belongs to no rule.
PREFIX: Final = "TEF"
NOT_PARSED: Final = "TEF000"
LEFT_OUT: Final = "left-out"


@cache
def slugs() -> dict[str, str]:
    """Every rule's slug by its code; TEF000 is not a rule."""
    found = {}
    for file in Path(__file__).parent.joinpath("rules").glob("*/[!_]*.py"):
        code = re.search(r'^    code = "(TEF\d{3})"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        if code is not None:
            found[code[1]] = file.stem.replace("_", "-")
    return dict(sorted(found.items()))


def code_named(word: str) -> str | None:
    """The code of the rule, or the beginning of codes, that a word names: ``TEF302``, ``tef3`` or a slug.

    None where the word names nothing of ours.
    """
    upper, slug = word.upper(), word.lower().replace("_", "-")
    if upper.startswith(PREFIX):
        known = (NOT_PARSED, *slugs()) if len(upper) > len(PREFIX) else (PREFIX,)
        return upper if any(code.startswith(upper) for code in known) else None
    if "-" not in slug and not slug.isalnum():
        return None
    return next((code for code, known in slugs().items() if known == slug), None)


def is_mistaken(word: str) -> bool:
    """Whether a word was meant for a rule, or is no code of any plugin's, and names no rule.

    The codes of other plugins are none of ours: flake8 may use the same configuration.
    """
    code = re.fullmatch(r"([A-Za-z]{1,3})\d{0,3}", word)
    ours = code is None or sorted(code[1].upper()) == sorted(PREFIX)
    return ours and code_named(word) is None


def nearest(word: str) -> str | None:
    """The code and the slug of the rule whose code or slug is most like a word; None where none is like it."""
    # Letters that look like digits, and those that changed places, are what people mistype.
    digits = re.fullmatch(r"[A-Za-z]{3}([0-9OoIlL]+)", word)
    wanted = word.lower().replace("_", "-")
    if digits is not None:
        wanted = PREFIX.lower() + digits[1].upper().replace("O", "0").replace("I", "1").replace("L", "1")
    names = {name: code for code, slug in slugs().items() for name in (code.lower(), slug)}
    for near in difflib.get_close_matches(wanted, names, n=1, cutoff=0.7):
        return f"{names[near]} {slugs()[names[near]]}"
    return None


def without_rule(word: str) -> str | None:
    """What is said of a whole code that no rule has: that its rule was retired, or that it is free.

    None for what is no such code.
    """
    code = word.upper()
    if not re.fullmatch(rf"{PREFIX}\d{{3}}", code, re.ASCII) or code == NOT_PARSED or code in slugs():
        return None
    if code in RETIRED:
        return f"the rule {code} was retired: {RETIRED[code]}; its code will not be used again"
    beginning = code[: len(PREFIX) + 1]
    others = [known for known in slugs() if known.startswith(beginning)]
    listed = f"torch-effective rules --select {beginning} lists {others[0]} to {others[-1]}" if others else ""
    return f"{code} is a free number, which no rule has had; {listed or 'torch-effective rules lists those of rules'}"


def complaint(word: str) -> str:
    """What is said of a word that names no rule: what to write instead."""
    if word.upper() in RETIRED:
        return str(without_rule(word))
    told = f"no rule's code begins with {word!r}" if re.search(r"\d|^$", word) else f"no rule is called {word!r}"
    near = nearest(word)
    return f"{told}; {'torch-effective rules lists them all' if near is None else f'did you mean {near}?'}"
