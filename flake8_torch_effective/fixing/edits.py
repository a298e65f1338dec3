"""A fix as changes of text, for programs that apply it themselves."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import partial
from typing import NamedTuple

from ..cache.key import Wanted
from ..finding import Finding
from ..lint import Examined, examine
from ..syntax.deep_stack import on_deep_stack
from ..syntax.parsing import source_lines
from ..syntax.positions import Position
from .editing import Editing
from .pieces import Pieces


class TextEdit(NamedTuple):
    """The characters between two places, and what takes their place: 1-based lines, 0-based columns."""

    start: Position
    end: Position
    text: str


def edits_of(source: str, findings: Iterable[Finding], wanted: Wanted) -> dict[Finding, tuple[TextEdit, ...]]:
    """What the fix of each of some findings changes, made alone; none for a finding that has no fix.

    Args:
        source: the module's text.
        findings: what `lint` found in it.
        wanted: the options of `lint`.
    """
    asked = [finding for finding in findings if finding.fix is not None]
    if not asked:
        return {}
    mark = "\ufeff" if source.startswith("\ufeff") else ""
    text = source.removeprefix(mark)
    return edits_in(text, examine(text, None, None, *wanted), asked)


def edits_in(text: str, examined: Examined, findings: Iterable[Finding]) -> dict[Finding, tuple[TextEdit, ...]]:
    """The same for a text without a byte order mark that has been examined already."""
    if examined.module is None:
        return {}
    editing = Editing(text, examined.module)
    pieces = Pieces(editing)
    found: dict[Finding, tuple[TextEdit, ...]] = {}
    for finding in findings:
        fix = examined.fixes.get(finding)
        if fix is None:
            continue
        changes = on_deep_stack(partial(pieces.changes, fix))
        if changes is not None:
            edits = (edit for one in changes for edit in differences(one.old, one.new, one.above))
            found[finding] = tuple(sorted(edits))
            continue
        changed = on_deep_stack(partial(editing.attempt, [fix]))
        if changed is not None:
            found[finding] = tuple(differences(text, changed))
    return found


def differences(before: str, after: str, above: int = 0) -> Iterable[TextEdit]:
    """The edits that make one text into another, from the top down, with so many lines above it.

    >>> list(differences("a\\nb(1)\\n", "a\\nb(2)\\n"))
    [TextEdit(start=(2, 2), end=(2, 3), text='2')]
    """
    old, new = source_lines(before), source_lines(after)
    for tag, first, last, new_first, new_last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _trimmed(above + first, "".join(old[first:last]), "".join(new[new_first:new_last]))


def _trimmed(line: int, old: str, new: str) -> TextEdit:
    """The edit of lines, the first of this 0-based number, without the words that are the same at both ends."""
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    return TextEdit(_place(line, old, head), _place(line, old, len(old) - tail), new[head : len(new) - tail])


def _same(old: str, new: str) -> int:
    """How many characters are the same at the beginning of two texts, up to the end of a word in both."""
    count = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    if count is None:
        count = min(len(old), len(new))
    while count and old[count - 1].isidentifier() | old[count - 1].isdigit():
        count -= 1
    return count


def _place(line: int, text: str, offset: int) -> Position:
    """The place of a character in lines that begin at this 0-based number."""
    before = text[:offset]
    return line + 1 + before.count("\n"), offset - (before.rfind("\n") + 1)
