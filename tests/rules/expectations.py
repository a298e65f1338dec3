"""Reads the ``# expect: TEF302`` marks in a program, and compares them with what the linter finds there."""

from __future__ import annotations

import re

from flake8_torch_effective.lint import Finding, lint

_MARK = re.compile(r"#\s*expect:\s*(?P<codes>.+)$")
_CODE = re.compile(r"(?P<code>TEF\d{3})(?::(?P<column>\d+))?")


def expected(source: str) -> list[tuple[int, str]]:
    """The line and code of every mark."""
    return sorted(
        (number, code["code"])
        for number, line in enumerate(source.split("\n"), 1)
        for mark in [_MARK.search(line)]
        if mark is not None
        for code in _CODE.finditer(mark["codes"])
    )


def found(source: str) -> list[Finding]:
    """All findings in a program, under all rules."""
    return lint(source)


def disagreement(source: str) -> str:
    """What is missing and what is too much, with the program's lines; empty where findings and marks agree exactly."""
    wanted = expected(source)
    findings = found(source)
    got = sorted((finding.line, finding.code) for finding in findings)
    if got == wanted:
        return ""
    missing = [f"line {line}: no {code}" for line, code in wanted if (line, code) not in got]
    extra = [
        f"line {finding.line}: {finding.code} {finding.message}"
        for finding in findings
        if (finding.line, finding.code) not in wanted or got.count((finding.line, finding.code)) > 1
    ]
    numbered = [f"{number:4} {line}" for number, line in enumerate(source.rstrip("\n").split("\n"), 1)]
    return "\n".join([*missing, *extra, *numbered])
