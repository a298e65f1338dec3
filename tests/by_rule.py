"""Tests that run once or more for each rule: their ids, and which of them a selection can ask for.

The id of such a test begins with the rule's code and slug, so that ``-k`` takes either. Where no test is selected, all
cases of one rule are one test, as thousands of tests cost more than most of them do: it says which cases failed, and
with ``-k`` each is a test of its own. A rule's programs, fixtures
and evidence are loaded only where the selection can ask for that rule, and by what their folders hold, so that a file
that is missing or broken is one failing test, not the end of the collection.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from flake8_torch_effective.rules.rule import Rule

ROOT = Path(__file__).resolve().parents[1]
_RULES = ROOT / "flake8_torch_effective" / "rules"
_CODE = re.compile(r'^    code = "(TEF\d{3})"$', re.MULTILINE)
_WORD = re.compile(r"[\w:+\-.\[\]\\/]+")  # as pytest reads the words of -k


@dataclass(frozen=True, order=True)
class RuleFiles:
    """One rule by its files; ``name`` is the slug as a module has it, such as ``log_of_softmax``."""

    code: str
    group: str
    name: str

    def __str__(self) -> str:
        return f"{self.code}-{self.name}"

    @property
    def source(self) -> Path:
        """The rule itself."""
        return _RULES / self.group / f"{self.name}.py"

    @property
    def fixture(self) -> Path:
        """The folder of bad.py, good.py and evidence.py."""
        return ROOT / "fixtures" / self.group / self.name

    @property
    def variants(self) -> str:
        """The file of programs to find and to leave, as it is called in the checkout."""
        return f"tests/variants/{self.group}/{self.name}.py"

    @property
    def fixes(self) -> bool:
        """Whether the rule writes a fix."""
        return "fix=" in self.source.read_text(encoding="utf-8")

    def load(self) -> type[Rule]:
        """The rule's class."""
        module = importlib.import_module(f"flake8_torch_effective.rules.{self.group}.{self.name}")
        rules = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Rule)]
        return next(rule for rule in rules if rule.__module__ == module.__name__)


@cache
def every_rule() -> tuple[RuleFiles, ...]:
    """All rules by code, found without importing any."""
    found = []
    for path in _RULES.glob("*/*.py"):
        code = _CODE.search(path.read_text(encoding="utf-8"))
        if code is not None:
            found.append(RuleFiles(code[1], path.parent.name, path.stem))
    return tuple(sorted(found))


Cases = Callable[[RuleFiles], Iterable[tuple[str, tuple[object, ...]]]]
"""Gives for a rule the name and the values of each case."""


def by_rule(cases: Cases, *names: str) -> pytest.MarkDecorator:
    """Run a test for every case of every rule.

    The test may take ``files`` (RuleFiles), ``rule`` (the class), and what ``names`` name, which are the values of a
    case. Where the cases of a rule cannot be loaded, one test fails for it and says why.
    """
    return pytest.mark.by_rule(names, cases)


def once(files: RuleFiles) -> Iterable[tuple[str, tuple[object, ...]]]:
    """One case a rule."""
    yield "", ()


def once_where_it_fixes(files: RuleFiles) -> Iterable[tuple[str, tuple[object, ...]]]:
    """One case for a rule that writes a fix."""
    if files.fixes:
        yield "", ()


each_rule = by_rule(once)
each_fixing_rule = by_rule(once_where_it_fixes)


def require(there: bool, otherwise: str) -> None:
    """Fail with a sentence for the rule's author, and nothing else, where something is not there."""
    if not there:
        pytest.fail(otherwise, pytrace=False)


@dataclass(frozen=True)
class Selection:
    """What the command line asks for: the expression of -k, and what its arguments name in brackets."""

    expression: str = ""
    arguments: tuple[str, ...] = ()

    def rules(self) -> tuple[RuleFiles, ...]:
        """The rules of which a test may be asked for."""
        return _asked_for(self)

    def tells_cases(self, files: RuleFiles) -> bool:
        """Whether each case of a rule may be asked for by itself: by words of -k, or where one is named in brackets."""
        named = (argument.partition("[")[2] for argument in self.arguments)
        return bool(self.expression) or any(name.startswith(f"{files}-") for name in named)

    def other_tests(self) -> bool:
        """Whether tests that are about no rule may be asked for: not where the expression names rules and no more."""
        return can_hold(self.expression, dict.fromkeys(_rule_words(), False))


@cache  # each test by rule asks
def _asked_for(selection: Selection) -> tuple[RuleFiles, ...]:
    named = [argument.partition("[")[2] for argument in selection.arguments]
    return tuple(
        files
        for files in every_rule()
        if can_hold(selection.expression, {word: word in str(files).lower() for word in _rule_words()})
        and (not named or not all(named) or any(name.startswith((f"{files}-", f"{files}]")) for name in named))
    )


@cache
def _rule_words() -> frozenset[str]:
    """The words of -k that stand for a rule: codes, slugs and both together."""
    return frozenset(word.lower() for files in every_rule() for word in (files.code, files.name, str(files)))


def can_hold(expression: str, words: Mapping[str, bool]) -> bool:
    """Whether an expression of -k can be true, where nothing is known of the words that are not given."""
    found: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        if match[0] in ("and", "or", "not"):
            return match[0]
        found.append(match[0].lower())
        return f"_{len(found) - 1}"

    def value(node: ast.expr) -> bool | None:
        if isinstance(node, ast.Name):
            return words.get(found[int(node.id[1:])])
        if isinstance(node, ast.UnaryOp):
            operand = value(node.operand)
            return None if operand is None else not operand
        if isinstance(node, ast.BoolOp):
            decides = isinstance(node.op, ast.Or)
            operands = [value(operand) for operand in node.values]
            return decides if decides in operands else None if None in operands else not decides
        return None

    try:
        return value(ast.parse(_WORD.sub(numbered, expression).strip(), mode="eval").body) is not False
    except SyntaxError:  # an empty one, or one that pytest itself complains about
        return True
