"""What must hold of linting and fixing any program: each breach is told in a sentence."""

from __future__ import annotations

import ast
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest import mock

import libcst as cst

from benchmarks.damage import compiled, damage
from flake8_torch_effective import fixing
from flake8_torch_effective import lint as linting
from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing import Fixed, fix
from flake8_torch_effective.fixing.editing import Editing, Editor
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import examine, lint
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import MESSAGE_LIMIT, Rule
from flake8_torch_effective.syntax.bare_nodes import Lacking
from flake8_torch_effective.syntax.parsing import Unparsable, parse, source_lines

CODES = frozenset(rule.code for rule in all_rules())


class Run:
    """What the programs of one run showed: breaches, and how often each rule spoke and each fix was made."""

    def __init__(self) -> None:
        self.findings: Counter[str] = Counter()
        self.fixes: Counter[str] = Counter()
        self.unchanged = 0
        self.refused = 0

    def problems(self, source: str) -> list[str]:
        """Everything that is wrong with what is done to a program; nothing where CPython does not accept it."""
        try:
            compiled(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self.refused += 1
            return list(_rejected(source))
        # Both kinds of fixes begin with what is found in the text itself.
        with nothing_swallowed() as errors, mock.patch.object(fixing, "examine", cache(examine)):
            found = list(self._breaches(source))
        return [*dict.fromkeys(errors), *found]

    def _breaches(self, source: str) -> Iterator[str]:
        try:
            findings = lint(source)
            self.findings.update(finding.code for finding in findings)
            yield from told_wrongly(source, findings)
            for unsafe in (False, True):
                fixed = fix(source, unsafe=unsafe)
                if unsafe:
                    self.fixes.update(finding.code for finding in fixed.applied)
                self.unchanged += not fixed.applied
                breaches = list(damage(source, fixed, unsafe))
                if fixed.applied and not breaches:
                    breaches += touched(source, findings, fixed)
                    new = Counter(one.code for one in fixed.left) - Counter(one.code for one in findings)
                    made = {finding.code for finding in fixed.applied}
                    breaches += [f"{code} was not there" for code in sorted(made & new.keys())]
                yield from (f"{'unsafe' if unsafe else 'safe'} fixes: {breach}" for breach in breaches)
        except Exception:
            yield traceback.format_exc()


@contextmanager
def nothing_swallowed() -> Iterator[list[str]]:
    """The errors that linting and fixing keep to themselves for the sake of the rest of a file, as they come."""
    errors: list[str] = []

    def telling(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            try:
                return function(*arguments, **named)
            except Lacking:  # LibCST parses the file then, and all is done again
                raise
            except Exception:
                errors.append(traceback.format_exc())
                raise

        return call

    def report(rule: Rule, node: cst.CSTNode, **named: Any) -> None:
        write = named.pop("fix", None)
        reported(rule, node, **named, fix=None if write is None else telling(write))

    def edited(editing: Editing, editor: Editor, needs_torch: bool) -> str | None:
        try:
            return making(editing, editor, needs_torch)
        except cst.CSTValidationError:
            if editor.keep_parentheses:  # before, the parentheses were tried without, which may not do
                errors.append(traceback.format_exc())
            raise
        except Exception:
            errors.append(traceback.format_exc())
            raise

    reported, making = Rule.report, Editing._edited
    with (
        mock.patch.object(Rule, "report", report),
        mock.patch.object(linting, "infer", telling(infer)),
        mock.patch.object(linting, "apply", telling(linting.apply)),
        mock.patch.object(Editing, "_edited", edited),
    ):
        yield errors


def _rejected(source: str) -> Iterator[str]:
    """What is wrong with how a text that is no Python is turned down."""
    try:
        lint(source)
    except SyntaxError:
        return
    except Exception:
        yield traceback.format_exc()


def told_wrongly(source: str, findings: list[Finding]) -> Iterator[str]:
    """Findings that no file can have, or that no terminal shows well."""
    lines = [line.rstrip("\r\n") for line in source_lines(source.removeprefix("\ufeff"))]
    if findings != sorted(set(findings)):
        yield "the findings are not sorted, or one is there twice"
    for finding in findings:
        if not 1 <= finding.line <= len(lines) or not 0 <= finding.column < max(1, len(lines[finding.line - 1])):
            yield f"there is no such place: {finding}"
        if len(finding.message) > MESSAGE_LIMIT or not finding.message.isprintable():
            yield f"not one short line: {finding.message!r}"
        if finding.code == "TEF000":
            try:
                parse(source)
            except Unparsable:
                continue
            yield f"LibCST parses it: {finding.message}"
        elif finding.code not in CODES:
            yield f"no rule has this code: {finding}"


# The end of a module and the loss that it is given to need not stand in one function, nor do a class and its methods.
_IMPORTS = (ast.Import, ast.ImportFrom)
ELSEWHERE = frozenset({"TEF309", "TEF310", "TEF701"})


def touched(before: str, findings: list[Finding], fixed: Fixed) -> Iterator[str]:
    """The functions in which nothing was found and whose text has changed."""
    if not ELSEWHERE.isdisjoint(finding.code for finding in fixed.applied):
        return
    if not {finding.code for finding in fixed.applied} <= {finding.code for finding in findings}:
        return  # a later round has fixed what an earlier one laid open
    places = {finding.line for finding in findings}
    if not places.isdisjoint(node.lineno for node in ast.walk(ast.parse(before)) if isinstance(node, _IMPORTS)):
        return  # another name is imported, which all uses take
    kept = Counter(text for _, text in _functions(fixed.source))
    for function, text in _functions(before):
        lines = range(function.lineno, (function.end_lineno or function.lineno) + 1)
        if places.isdisjoint(lines) and not kept[text]:
            yield f"line {function.lineno}: nothing was found in {function.name}, and yet it has changed"


def _functions(source: str) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    lines = source_lines(source.removeprefix("\ufeff"))
    for node in ast.walk(ast.parse(source.removeprefix("\ufeff"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node, "".join(lines[node.lineno - 1 : node.end_lineno]).strip()
