"""Which tests run in one worker, one after another, where pytest-xdist runs several.

Together run all tests of one rule, whose fixture, programs and claims are loaded once; all tests of a file with a
fixture for the module or the session, which is made once; and else the cases of one test function. xdist by itself
hands out each of seventeen thousand tests, in a time that grows with their square, and loses its groups under pytest
9.2 (https://github.com/pytest-dev/pytest-xdist/issues/1386).
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.by_rule import ROOT

_RULE = re.compile(r"\[(TEF\d{3})-")
_SHARED = re.compile(r'^@pytest\.fixture\(.*scope="(?:module|session)"', re.MULTILINE)


class Together(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out the units of work in the order of collection."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # units with many tests are not those that take long

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)


@cache
def unit(nodeid: str) -> str:
    """What a test runs together with: a rule, a file or a function."""
    path, _, name = nodeid.partition("::")
    if shares(path):
        return path
    rule = _RULE.search(name)
    return rule[1] if rule else nodeid.partition("[")[0]


@cache
def shares(path: str) -> bool:
    """Whether the tests of a file have a fixture that is made once for all of them."""
    return _SHARED.search((ROOT / path).read_text(encoding="utf-8")) is not None
