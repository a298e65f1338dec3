"""The names of rules, by code."""

from __future__ import annotations

from functools import cache

from ...rules import all_rules, slug


@cache
def slugs() -> dict[str, str]:
    """Every rule's slug by its code; TEF000 is not a rule."""
    return {rule.code: slug(rule) for rule in all_rules()}
