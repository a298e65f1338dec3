"""Programs that nobody wrote: linted and fixed without an error, and as the properties demand."""

from __future__ import annotations

import ast

import libcst as cst
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.damage import compiled
from tests.fuzzing.cases import TIMES, WORKERS, checked
from tests.fuzzing.properties import Run
from tests.fuzzing.torch_programs import torch_program
from tests.plugin.test_flake8 import SAMPLE


def statements() -> st.SearchStrategy[str]:
    """Statements with all that the grammar has: odd names, numbers and strings, comments, continued lines."""
    from hypothesmith import from_grammar, from_node  # reads Python's grammar, for seconds

    kinds = (cst.FunctionDef, cst.Assign, cst.Expr, cst.For, cst.If, cst.With, cst.Try, cst.ClassDef)
    return st.one_of(from_grammar(auto_target=False), *(from_node(kind, auto_target=False) for kind in kinds))


def raises_at_once(node: ast.AST) -> bool:
    """Whether code has a ``raise`` outside of functions."""
    inner = (one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return isinstance(node, ast.Raise) or any(map(raises_at_once, inner))


STATEMENTS = st.deferred(statements)
FINDING = SAMPLE.removeprefix("import torch\n")


@pytest.mark.parametrize("worker", WORKERS)
def test_programs_over_torchs_vocabulary(worker: int) -> None:
    run = checked(torch_program, 40, worker)
    assert len(run.findings) > 5
    assert len(run.fixes) > 4


@settings(
    max_examples=8 * TIMES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(before=STATEMENTS, after=STATEMENTS)
def test_all_that_pythons_grammar_has(before: str, after: str) -> None:
    source = f"import torch\n{before}\n\n{FINDING}\n\n{after}\n"
    run = Run()
    assert run.problems(source) == []
    try:
        compiled(source)
    except (SyntaxError, ValueError):
        return
    if raises_at_once(ast.parse(before)):
        return  # what stands behind it may never run
    assert run.findings["TEF302"] == run.fixes["TEF302"] == 1
