"""What a message prints to be copied is what the fix writes there, and code in any case."""

from __future__ import annotations

import ast
import re

from flake8_torch_effective.fixing import fix
from flake8_torch_effective.lint import Finding, lint
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, each_fixing_rule, each_rule, require
from tests.fixing.programs import programs_of
from tests.rules.programs import flagged

# Rules of which a message still prints code of its own making; no more may join them.
OF_THEIR_OWN = frozenset(
    """
    TEF106
    """.split()
)


def printed(finding: Finding, rule: type[Rule]) -> str | None:
    """The code in a message that comes from the fix; None where the message says in words what to do."""
    before, _, after = (re.sub(r"\\{\w+\\}", ".*?", re.escape(part)) for part in rule.advice.partition("{fixed}"))
    found = re.search(rf"; {before}(.+){after}$", finding.message)
    return None if found is None else found[1]


def normal(code: str) -> str:
    """Code without what a place in an expression may ask for: spaces, parentheses, commas at the end."""
    return re.sub(r"[\s()]|,(?=\s*[)\]])", "", code)


@each_fixing_rule
def test_a_rule_with_a_fix_prints_what_it_writes(files: RuleFiles, rule: type[Rule]) -> None:
    assert ("{fixed}" in rule.advice) is (rule.code not in OF_THEIR_OWN)
    assert bool(rule.words) is bool(rule.advice)


@each_fixing_rule
def test_the_fix_writes_what_the_message_prints(files: RuleFiles, rule: type[Rule]) -> None:
    if not rule.advice:
        return
    for name, (source, _) in programs_of(files).fixes.items():
        for finding in lint(source, rules=[rule]):
            code = printed(finding, rule)
            if code is not None:
                after = fix(source, lambda text, one=finding: lambda other: other == one, unsafe=True)  # type: ignore[misc]
                require(normal(code) in normal(after.source), f"{name}: {code} is not in\n{after.source}")


@each_rule
def test_what_is_printed_is_code(files: RuleFiles, rule: type[Rule]) -> None:
    for name, source in flagged(files).items():
        for finding in lint(source, rules=[rule]):
            code = printed(finding, rule) if rule.advice else None
            if code is not None:
                ast.parse(code, mode="eval")
                require("..." not in code.replace("[...", ""), f"{name}: {code} is shortened")
