"""A finding, apart from what finds it: whoever shows findings need import neither LibCST nor the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Safety: TypeAlias = "Literal['safe', 'unsafe']"


@dataclass(frozen=True, order=True)
class Finding:
    """One finding: 1-based line, 0-based column in characters, the rule's code and the text without the code.

    ``tentative`` findings are reported only where they are asked for.  ``fix`` says whether there is a safe or
    an unsafe fix.  ``end`` is the line and the column behind the code that the finding is about, of a compound
    statement behind the first line; None where a whole file is meant.
    """

    line: int
    column: int
    code: str
    message: str
    tentative: bool = False
    fix: Safety | None = field(default=None, compare=False)
    end: tuple[int, int] | None = field(default=None, compare=False)
