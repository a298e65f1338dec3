"""The findings of a text, from the cache or made anew."""

from __future__ import annotations

import ast
from typing import Any

from ..codes import NOT_PARSED
from ..finding import Finding
from .key import Wanted, key_of
from .store import Store


def findings_of(source: str, tree: ast.Module | None, wanted: Wanted, store: Store | None) -> list[Finding]:
    """What `lint` finds in a text.

    Args:
        source: the module's text.
        tree: the same text as ``ast`` parsed it, where the caller has it already.
        wanted: the options of `lint`.
        store: what is kept; None where nothing is. LibCST and the rules are imported only where it lacks the text.

    Raises:
        SyntaxError: CPython does not accept the text.
    """
    key = "" if store is None else key_of(source, wanted)
    found = None if store is None else _read(store.read(key))
    if found is not None:
        return found
    from ..lint import lint

    found = lint(source, tree, None, *wanted)
    # What went wrong may go right next time, with more memory, say.
    if store is not None and all(finding.code != NOT_PARSED for finding in found):
        store.write(key, {"findings": [_written(finding) for finding in found]})
    return found


def _written(one: Finding) -> list[object]:
    return [one.line, one.column, one.code, one.message, one.tentative, one.fix, *(one.end or (None, None))]


def _read(document: Any) -> list[Finding] | None:
    """The findings that a document holds; None where it is not one of ours."""
    rows = document.get("findings") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        return None
    found = []
    for row in rows:
        match row:
            case [
                int(line),
                int(column),
                str(code),
                str(text),
                bool(tentative),
                None | "safe" | "unsafe" as fix,
                *end,
            ]:
                if end != [None, None] and [type(part) for part in end] != [int, int]:
                    return None
                behind = None if None in end else (end[0], end[1])
                found.append(Finding(line, column, code, text, tentative, fix, behind))
            case _:
                return None
    return found
