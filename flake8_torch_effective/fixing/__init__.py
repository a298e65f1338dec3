"""Source text to fixed source text: rounds of linting and editing until nothing more changes.

Nothing here deals with files, options or flake8: the caller decides which findings count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..finding import Finding
from ..lint import Examined, examine
from ..syntax.deep_stack import on_deep_stack
from .editing import Editing
from .leftovers import Leftovers

# Given a module's text: which of the findings in it count.
Judge: TypeAlias = "Callable[[str], Callable[[Finding], bool]]"

# In addition to one for each finding: nested fixes and names that became unused each take a round.
MAX_ROUNDS = 50


@dataclass(frozen=True)
class Fixed:
    """A fixed module: its text, the findings that were fixed and those that remain.

    ``applied`` has the places of the round in which each was fixed; ``left`` those in ``source``.
    """

    source: str
    applied: list[Finding]
    left: list[Finding]


def everything(source: str) -> Callable[[Finding], bool]:
    """The judge that accepts every finding."""
    return lambda finding: True


def fix(
    source: str,
    judge: Judge = everything,
    unsafe: bool = False,
    target: tuple[int, ...] | None = None,
    named: tuple[str, ...] | None = None,
    tentative: bool = True,
    copied: bool = False,
) -> Fixed:
    """Fix what counts and can be fixed, in as many rounds as it takes; layout and comments are kept.

    Args:
        source: the module's text, with whatever line endings it has.
        judge: which findings count; asked again for the text of every round.
        unsafe: whether to apply fixes that change something the program could observe.
        target: the oldest torch the code must run on, as `lint` takes it.
        named: the codes of the opt-in rules that count, as `lint` takes them.
        tentative: whether tentative findings count.
        copied: whether all findings are tentative, as `lint` takes it.

    Raises:
        SyntaxError: CPython does not accept the text.
    """
    mark = "\ufeff" if source.startswith("\ufeff") else ""
    text = source.removeprefix(mark)
    applied: list[Finding] = []
    seen = {text}
    leftovers = Leftovers()
    most = MAX_ROUNDS
    while True:
        examined = examine(text, target=target, named=named, tentative=tentative, copied=copied)
        left = list(filter(judge(mark + text), examined.findings)) if examined.findings else []
        if len(seen) == 1:
            most += len(left)
        if len(seen) > most:
            break
        done, changed = one_round(text, examined, left, unsafe, leftovers)
        if changed is None or changed in seen:
            break
        applied += done
        seen.add(changed)
        text = changed
    return Fixed(mark + text, applied, left)


def one_round(
    text: str, examined: Examined, wanted: list[Finding], unsafe: bool, leftovers: Leftovers
) -> tuple[list[Finding], str | None]:
    """What one round fixes, and the text it leaves; None where it changes nothing."""
    if examined.module is None or examined.inference is None:
        return [], None
    module, inference = examined.module, examined.inference
    chosen = {
        finding: examined.fixes[finding]
        for finding in wanted
        if finding in examined.fixes and (unsafe or examined.fixes[finding].safe)
    }

    def work() -> tuple[list[Finding], str | None]:
        swept = leftovers.edits(module, inference)
        if not chosen and not swept:
            return [], None
        editing = Editing(text, module)
        done, changed = editing.apply(chosen, swept)
        leftovers.note(editing.dropped)
        return done, changed

    return on_deep_stack(work)
