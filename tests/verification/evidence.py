"""The tests' way to the rules' evidence: each fixture is loaded once, and only where its rule is selected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from flake8_torch_effective.verification import Claim, Fixture, load_fixture
from flake8_torch_effective.verification.cost import Cost, FewerNodes
from tests.by_rule import RuleFiles, by_rule

_COUNTS = {kind: cache(kind.count) for kind in (Cost, FewerNodes)}


@contextmanager
def counted_once() -> Iterator[None]:
    """While it lasts, what a form costs at a place is counted once a process, however often the pair is turned around.

    A count takes most of the time of a claim, and starts from the same seed every time.
    """
    with pytest.MonkeyPatch.context() as patch:
        for kind, count in _COUNTS.items():
            patch.setattr(kind, "count", count)
        yield


@cache
def fixture_of(files: RuleFiles) -> Fixture:
    """The loaded fixture of a rule."""
    return load_fixture(files.group, files.name)


def fixtures(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture]]]:
    """The fixture of a rule."""
    yield "", (fixture_of(files),)


def claims(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Claim]]]:
    """Each claim of a rule with its fixture."""
    fixture = fixture_of(files)
    return ((name_of(claim), (fixture, claim)) for claim in fixture.claims)


def name_of(claim: Claim) -> str:
    """`stable-row_softmax`."""
    return f"{claim.title}-{claim.subject}"


each_fixture = by_rule(fixtures, "fixture")
