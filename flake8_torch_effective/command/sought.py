"""What a run would have found, had it been there."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import cached_property

from ..codes import slugs
from ..plugin import TorchEffectivePlugin
from .baseline import Entry
from .decisions import Decisions


class Sought:
    """Whether a run with some options looks for what an entry of a baseline holds.

    ``names`` has the files that it looked at, as messages and ``per-file-ignores`` name them, by the entries' paths.
    """

    def __init__(self, options: argparse.Namespace, names: Mapping[str, str]) -> None:
        self._options = options
        self._names = names

    def __call__(self, entry: Entry) -> bool:
        """Whether it would have found it."""
        if entry.path not in self._names or (entry.tentative and not self._options.torch_tentative):
            return False
        if entry.code not in slugs():  # the rule is gone
            return True
        return self._decisions.seeks(self._names[entry.path], entry.code) and entry.code in self._codes

    @cached_property
    def _decisions(self) -> Decisions:
        return Decisions(self._options)

    @cached_property
    def _codes(self) -> frozenset[str]:
        """The codes of the rules that are applied; only to tell opt-in rules are they imported."""
        from ..inference.knowledge.releases import known_release
        from ..lint import applicable
        from ..rules import all_rules

        plugin = TorchEffectivePlugin
        target = None if plugin.target is None else known_release(plugin.target)
        return frozenset(rule.code for rule in applicable(all_rules(), target, plugin.named))
