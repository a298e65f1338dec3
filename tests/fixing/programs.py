"""A rule's own programs before and after fixing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from tests.by_rule import RuleFiles


@dataclass(frozen=True)
class Programs:
    """What ``tests/fixing/cases/<rule>.py`` holds.

    Attributes:
        fixes: programs before and after, by what they are about.
        safe: the names of those whose fix is safe.
        left: programs with a finding and no fix.
    """

    fixes: Mapping[str, tuple[str, str]]
    safe: frozenset[str]
    left: Mapping[str, str]


def programs_of(files: RuleFiles) -> Programs:
    """The programs of a rule, none for one without a fix.

    Raises:
        ModuleNotFoundError: the rule writes a fix and there is no such file.
    """
    if not files.fixes:
        return Programs({}, frozenset(), {})
    module = import_module(f"tests.fixing.cases.{files.name}")
    return Programs(module.FIXES, frozenset(module.SAFE), module.LEFT)
