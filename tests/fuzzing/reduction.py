"""A failing program made smaller, for whoever has to read it."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.damage import compiled
from tests.fuzzing.mutations import Program, Span, moved

TRIES = 400


def reduced(text: str, fails: Callable[[str], bool]) -> str:
    """The program without the statements that it fails without as well, and with simple ones for its expressions."""
    tries = 0
    place = 0
    while tries < TRIES:
        candidates = _smaller(text)
        for step in range(len(candidates)):
            at = (place + step) % len(candidates)
            tries += 1
            if tries > TRIES:
                break
            if fails(candidates[at]):
                text, place = candidates[at], at
                break
        else:
            break
    return text


def _smaller(text: str) -> list[str]:
    try:
        program = Program(text)
    except (SyntaxError, ValueError):
        lines = text.splitlines(keepends=True)
        return ["".join(lines[:i] + lines[i + 1 :]) for i in range(len(lines))]
    found: list[str] = []
    spans = sorted(program.statements, key=lambda span: span.first - span.last)
    for span in spans:
        found += [program.replaced(span, ""), program.replaced(span, " " * span.indent + "pass\n")]
        inner = [one for one in spans if span.first < one.first and one.last <= span.last and one.indent > span.indent]
        if inner:
            level = min(one.indent for one in inner)
            kept = sorted((one for one in inner if one.indent == level), key=lambda one: one.first)
            found.append(program.replaced(span, moved("".join(map(program.code, kept)), span.indent)))
    for span in sorted(program.expressions, key=lambda span: span.first - span.last):
        if span.last - span.first > 1:
            parts = [one for one in program.expressions if _within(one, span)]
            found += [program.replaced(span, code) for code in ("x", *map(program.code, parts[:4]))]
    return [candidate for candidate in found if len(candidate) < len(text) and _compiles(candidate)]


def _within(inner: Span, outer: Span) -> bool:
    return outer.first <= inner.first and inner.last <= outer.last and inner != outer


def _compiles(text: str) -> bool:
    try:
        compiled(text)
    except (SyntaxError, ValueError):
        return False
    return True
