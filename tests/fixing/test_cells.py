"""Fixing a notebook as nbQA shows it: the cells' code, with the same comment above each to tell them apart."""

from __future__ import annotations

import ast
import re
from textwrap import dedent

from flake8_torch_effective.fixing import fix
from tests.by_rule import RuleFiles, each_fixing_rule
from tests.fixing.programs import programs_of

MARK = "# %%NBQA-CELL-SEP"


def cells(program: str) -> list[str]:
    """A program as someone would write it into a notebook: functions opened, each statement a cell of its own."""
    lines = program.splitlines()
    found: list[str] = []
    for statement in ast.parse(program).body:
        opened = _opened(statement, lines) if isinstance(statement, ast.FunctionDef) else None
        found += opened or ["\n".join(lines[statement.lineno - 1 : statement.end_lineno])]
    return found


def _opened(function: ast.FunctionDef, lines: list[str]) -> list[str] | None:
    """A function's parameters and statements at the top of a module; None where they cannot stand there."""
    found = [f"{ast.unparse(parameter)} = given()" for parameter in function.args.args]
    last = function.body[0].lineno - 1
    for statement in function.body:
        code = dedent("\n".join(lines[last : statement.end_lineno])).strip("\n")
        found.append(re.sub(r"^return\b", "result =", code, flags=re.M))
        last = statement.end_lineno or last
    try:
        compile("\n".join(found), "cells", "exec")
    except SyntaxError:
        return None
    return found


def notebook(parts: list[str], *, numbered: bool) -> str:
    """The cells as one module."""
    marked = [f"{MARK}{number if numbered else ''}\n{part}\n" for number, part in enumerate(parts)]
    return "\n\n".join(marked)


@each_fixing_rule
def test_cells_stay_cells(files: RuleFiles) -> None:
    changed = 0
    for before, _ in programs_of(files).fixes.values():
        if changed == 2:
            break
        parts = cells(before)
        given = notebook(parts, numbered=True)
        made = fix(given, unsafe=True).source
        changed += made != given
        assert re.findall(rf"^{MARK}(\d+)$", made, re.M) == [str(number) for number in range(len(parts))]
        assert made.count(MARK) == len(parts)
        assert made.startswith(MARK)
        made_alike = fix(notebook(parts, numbered=False), unsafe=True).source
        assert made_alike == re.sub(rf"^({MARK})\d+$", r"\1", made, flags=re.M)
    assert changed
