"""Wrong good forms that were tried on the evidence: one callable of a real good.py is written anew, and is refused.

A cheat names the claim that must refuse it and a part of that claim's sentence, so that it is refused for its own
reason and not by chance.
"""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import torch

from flake8_torch_effective.verification import Claim, Fixture, load_fixture, module_from_source

torch.set_num_threads(1)


@dataclass(frozen=True)
class Cheat:
    """One wrong form of one callable.

    Attributes:
        name: what is wrong with it.
        pair: the fixture, `group/rule`.
        subject: what the claim is about; its first name is that of the function or class that the source defines.
        source: takes the place of that function or class in good.py.
        claim: the title of the claim that refuses it.
        reason: stands in the sentence of that claim.
        seed: where the draws of inputs start.
    """

    name: str
    pair: str
    subject: str
    source: str
    claim: str
    reason: str
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.pair.partition('/')[2]}-{self.name}"


@cache
def pair(name: str) -> Fixture:
    """A fixture by `group/rule`."""
    group, rule = name.split("/")
    return load_fixture(group, rule)


def with_form(good: ModuleType, name: str, source: str) -> ModuleType:
    """A good.py in which one function or class is written in another way."""
    text = Path(str(good.__file__)).read_text("utf-8")
    (old,) = (
        statement
        for statement in ast.parse(text).body
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and statement.name == name
    )
    lines = text.splitlines()
    first = min(statement.lineno for statement in (old, *old.decorator_list))
    lines[first - 1 : old.end_lineno] = textwrap.dedent(source).strip("\n").splitlines()
    return module_from_source("\n".join(lines) + "\n", f"cheat.{name}", f"<{name} as a cheat, {id(source)}>")


def claims_about(cheat: Cheat) -> list[Claim]:
    """The claims of a cheat's kind about its subject."""
    return [claim for claim in pair(cheat.pair).claims if (claim.title, claim.subject) == (cheat.claim, cheat.subject)]


def refuse(cheat: Cheat) -> None:
    """Assert that the claim named refuses a cheat for the reason named."""
    fixture = pair(cheat.pair)
    claims = claims_about(cheat)
    assert claims, f"no {cheat.claim} is about {cheat.subject}"
    form = with_form(fixture.good, cheat.subject.partition(".")[0], cheat.source)
    if all(claim.too_old for claim in claims):
        pytest.skip(claims[0].too_old)
    outcomes = [claim.check(fixture.bad, form, seed=cheat.seed) for claim in claims]
    refused = [outcome for outcome in outcomes if outcome.verdict == "failed" and cheat.reason in outcome.sentence]
    assert refused, outcomes
