"""A rule's own programs: what it must find, and what it must leave alone."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from tests.by_rule import RuleFiles


class Whole(str):
    """A program that stands as it is, with its own imports or none."""

    __slots__ = ()


def flagged(files: RuleFiles) -> dict[str, str]:
    """The programs that hold a finding, by what they are about."""
    return _programs(files, "FLAG")


def left(files: RuleFiles) -> dict[str, str]:
    """The programs that hold none."""
    return _programs(files, "LEAVE")


def _programs(files: RuleFiles, name: str) -> dict[str, str]:
    module = import_module(f"tests.variants.{files.group}.{files.name}")
    programs: Mapping[str, str] = getattr(module, name)
    return {
        reason: program if isinstance(program, Whole) else module.HEADER + program
        for reason, program in programs.items()
    }
