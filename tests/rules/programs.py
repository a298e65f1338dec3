"""A rule's own programs: what it must find, and what it must leave alone."""

from __future__ import annotations

from importlib import import_module

from tests.by_rule import RuleFiles


def flagged(files: RuleFiles) -> dict[str, str]:
    """The programs that hold a finding, by what they are about."""
    return dict(import_module(f"tests.variants.{files.group}.{files.name}").FLAG)


def left(files: RuleFiles) -> dict[str, str]:
    """The programs that hold none."""
    return dict(import_module(f"tests.variants.{files.group}.{files.name}").LEAVE)
