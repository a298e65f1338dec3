"""What a message prints to be copied is what the fix writes there, and code in any case."""

from __future__ import annotations

import ast
import builtins
import re

from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, each_fixing_rule, each_rule, require
from tests.fixing.programs import programs_of
from tests.rules.expectations import found
from tests.rules.programs import flagged


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
    assert "{fixed}" in rule.advice
    assert rule.words


@each_fixing_rule
def test_the_fix_writes_what_the_message_prints(files: RuleFiles, rule: type[Rule]) -> None:
    for name, (source, fixed) in programs_of(files).fixes.items():
        findings = lint(source, rules=[rule])
        for finding in findings:
            code = printed(finding, rule)
            if code is not None:
                # Where there is one finding, its fix makes what test_cases.py compares.
                after = fixed if len(findings) == 1 else fixed_alone(source, finding)
                require(normal(code) in normal(after), f"{name}: {code} is not in\n{after}")


def fixed_alone(source: str, finding: Finding) -> str:
    """A program with one of its findings fixed."""
    return fix(source, lambda text: lambda other: other == finding, unsafe=True).source


@each_rule
def test_what_is_printed_is_code(files: RuleFiles, rule: type[Rule]) -> None:
    for name, source in flagged(files).items():
        for finding in found(source):
            code = printed(finding, rule) if rule.advice and finding.code == rule.code else None
            if code is not None:
                require("..." not in code.replace("[...", ""), f"{name}: {code} is shortened")
                there = bound(ast.parse(source), (finding.line, finding.column)) | {"torch"}
                unbound = read(ast.parse(code, mode="eval")) - there
                require(not unbound, f"{name}: {unbound} of {code} is not bound in line {finding.line}")


def read(code: ast.AST) -> set[str]:
    """The names that code reads and does not bind itself."""
    names = [node for node in ast.walk(code) if isinstance(node, ast.Name)]
    own = {name.id for name in names if isinstance(name.ctx, ast.Store)}  # of a comprehension
    return {name.id for name in names} - own - {node.arg for node in ast.walk(code) if isinstance(node, ast.arg)}


def bound(node: ast.AST, place: tuple[int, int]) -> set[str]:
    """The names that code at a line and column can read: of the builtins, the module and the scopes around it.

    A comprehension that starts there is not around it.
    """
    names = set(dir(builtins))
    queue: list[ast.AST] = [node]
    for part in queue:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(part.name)
        elif isinstance(part, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).partition(".")[0] for alias in part.names}
        elif isinstance(part, ast.arg):
            names.add(part.arg)
        elif isinstance(part, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and part.name:
            names.add(part.name)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        if not isinstance(part, _SCOPES) or is_around(part, place):
            queue += ast.iter_child_nodes(part)
    return names


def is_around(scope: ast.expr | ast.stmt, place: tuple[int, int]) -> bool:
    """Whether a place is inside a scope, not at its start."""
    end = (scope.end_lineno or 0, scope.end_col_offset or 0)
    return (scope.lineno, scope.col_offset) < place < end


_SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
