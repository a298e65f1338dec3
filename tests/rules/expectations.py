"""Reads the ``# expect: TEF302`` marks in a program, and compares them with what the linter finds there.

``# expect: TEF302?`` marks a tentative finding: one that is reported only with ``--torch-tentative``.
``# expect: TEF305 "use torch.expm1(x)"`` marks a finding whose message has these words.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from flake8_torch_effective.finding import Finding
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules

_MARK = re.compile(r"#\s*expect:\s*(?P<codes>.+)$")
_CODE = re.compile(r"TEF\d{3}\??")
_WORDS = re.compile(r'(?P<code>TEF\d{3}\??) "(?P<words>.*)"$')
# Names that may stay for now are tentative findings of this rule.
_WAITS = "TEF902"


def expected(source: str) -> list[tuple[int, str]]:
    """The line and code of every mark, the code with a question mark where the finding is tentative."""
    return sorted(
        (number, code[0])
        for number, line in enumerate(source.split("\n"), 1)
        for mark in [_MARK.search(line)]
        if mark is not None
        for code in _CODE.finditer(mark["codes"])
    )


def said(source: str) -> list[tuple[int, str, str]]:
    """The line, the code and the words of every mark with words."""
    return [
        (number, mark["code"], mark["words"])
        for number, line in enumerate(source.split("\n"), 1)
        for mark in [_WORDS.search(line)]
        if mark is not None
    ]


@lru_cache(maxsize=512)  # of one rule, whose tests follow each other
def found(source: str) -> tuple[Finding, ...]:
    """All findings in a program, under all rules."""
    return tuple(lint(source))


@cache
def _opt_in() -> frozenset[str]:
    return frozenset(rule.code for rule in all_rules() if rule.opt_in)


def code_of(finding: Finding) -> str:
    """The code of a finding as a mark has it."""
    return finding.code + "?" * finding.tentative


def disagreement(source: str, about: str = "") -> str:
    """What is missing and what is too much, with the program's lines; empty where findings and marks agree exactly.

    In a program about one rule, those opt-in rules do not count that it does not mark: they speak of what is common, as
    does TEF902 of the names that may stay for now, such as `torch.jit.script`.
    """
    wanted = expected(source)
    marked = {code.rstrip("?") for _, code in wanted} | {about}
    silent = _opt_in() - marked if about else frozenset()
    if about and _WAITS not in marked:
        silent |= {_WAITS + "?"}
    findings = [finding for finding in found(source) if silent.isdisjoint({finding.code, code_of(finding)})]
    got = sorted((finding.line, code_of(finding)) for finding in findings)
    messages = {(finding.line, code_of(finding)): finding.message for finding in findings}
    unsaid = [
        f"line {line}: {code} does not say: {words}"
        for line, code, words in said(source)
        if words not in messages.get((line, code), words)
    ]
    if got == wanted and not unsaid:
        return ""
    missing = [f"line {line}: no {code}" for line, code in wanted if (line, code) not in got]
    extra = [
        f"line {finding.line}: {code_of(finding)} {finding.message}"
        for finding in findings
        if (finding.line, code_of(finding)) not in wanted or got.count((finding.line, code_of(finding))) > 1
    ]
    numbered = [f"{number:4} {line}" for number, line in enumerate(source.rstrip("\n").split("\n"), 1)]
    return "\n".join([*missing, *extra, *unsaid, *numbered])
