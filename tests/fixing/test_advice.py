"""What a message says to write is what the fix writes, so that nobody is misled who types it."""

from __future__ import annotations

import re

import pytest

from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, each_fixing_rule
from tests.fixing.programs import programs_of

ADVICE = re.compile(r"; (?:use|write) (?P<code>.+)$")

# Where the two are different ways of saying the same.
OTHERWISE = {
    "TEF203": "the fix takes the number of rows as the loop has it: t.size(0) for len(t)",
    "TEF310": "the fix keeps the loss module, the keywords and the reduction",
    "TEF317": "the fix names the dim: amax(dim=1) for amax(1)",
}
CASES_OTHERWISE = {
    ("TEF105", "a tensor that has a name"): "the fix is at the name",
    ("TEF105", "a name that changes before it is read"): "the fix is at the name",
    ("TEF105", "a name of the module"): "the fix is at the name",
    ("TEF108", "a flag among masks"): "another finding in the same expression",
    ("TEF108", "over several lines with comments"): "comments stand in between",
    ("TEF110", "a target"): "the value that is assigned is called value",
    ("TEF110", "a target and its value"): "the value that is assigned is called value",
    ("TEF110", "one around the other"): "another finding in the same expression",
    ("TEF112", "an index that was made before"): "the index has a name",
    ("TEF201", "a minimum of the rows after the first"): "the first row is one more row to the minimum",
    ("TEF206", "any in a condition"): "a condition needs no bool",
    ("TEF302", "written out"): "logits stands for what has no name in the expression",
    ("TEF303", "a mean"): "n stands for the number of elements",
    ("TEF303", "the maximum of all rows is put back"): "the shift is undone as well",
    ("TEF304", "one inside the other"): "another finding in the same expression",
    ("TEF305", "one inside the other"): "another finding in the same expression",
    ("TEF306", "one inside the other"): "another finding in the same expression",
    ("TEF308", "times minus one"): "the fix leaves out a factor of 1",
    ("TEF311", "labels made by one_hot"): "the fix takes the labels themselves",
    ("TEF312", "one inside the other"): "another finding in the same expression",
    ("TEF401", "in each other"): "another finding in the same expression",
    ("TEF401", "data over several lines"): "comments stand in between",
}


def normal(code: str) -> str:
    """Code without what a place in an expression may ask for: spaces and parentheses."""
    return re.sub(r"[\s()]", "", code)


@each_fixing_rule
def test_the_fix_writes_what_the_message_advises(files: RuleFiles, rule: type[Rule]) -> None:
    if rule.code in OTHERWISE:
        pytest.skip(OTHERWISE[rule.code])
    differing = set()
    for name, (before, after) in programs_of(files).fixes.items():
        for finding in lint(before):
            advice = ADVICE.search(finding.message)
            if finding.code == rule.code and advice is not None and "..." not in advice["code"]:
                if normal(advice["code"]) not in normal(after):
                    differing.add((rule.code, name))
    assert differing == {case for case in CASES_OTHERWISE if case[0] == rule.code}
