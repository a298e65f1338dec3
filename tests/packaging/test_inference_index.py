"""What inference's README says there is to ask, and of columns, is what the code has."""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from flake8_torch_effective.inference.knowledge import columns
from flake8_torch_effective.inference.knowledge.columns import ModuleSignature, Signature
from flake8_torch_effective.inference.knowledge.signatures import TABLE
from flake8_torch_effective.inference.transfer import dtypes, results, shapes
from tests.inference.examples import Question, operation, query_questions
from tests.packaging.inference_index import README, RENEW, asked, written
from tests.packaging.installation import CHECKOUT

# --- questions -------------------------------------------------------------------------------------------------------


def test_every_question_stands_in_the_index() -> None:
    missing = sorted(set(asked()) - set(written()))
    assert missing == [], f"write them under the heading where they belong, then run: {RENEW}"


def test_nothing_else_stands_in_the_index() -> None:
    assert sorted(set(written()) - set(asked())) == []


def test_the_index_has_the_words_of_the_docstrings() -> None:
    assert written() == {path: asked()[path] for path in written()}, f"renew it: {RENEW}"


FUNCTIONS = {question.path: question for question in query_questions() if "." not in question.name}


@cache
def imported() -> set[tuple[str, str]]:
    """The names that modules of the package import from others, each with the last word of its module's name."""
    found = set()
    for path in (CHECKOUT / "flake8_torch_effective").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found |= {((node.module or "").rpartition(".")[2], alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("question", FUNCTIONS.values(), ids=FUNCTIONS)
def test_another_module_asks_it(question: Question) -> None:
    assert (question.module.__name__.rpartition(".")[2], question.name) in imported(), "make it private, or remove it"


# --- columns ---------------------------------------------------------------------------------------------------------


class Column(NamedTuple):
    """One line of the tables of columns."""

    name: str
    kind: str
    says: str
    code: str
    question: str


def tables() -> Iterator[list[Column]]:
    """The tables of columns: that of functions, that of modules."""
    _, _, text = README.read_text(encoding="utf-8").partition("\n## Columns\n")
    for table in re.findall(r"^\| column \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        yield [
            Column(*found)
            for found in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \| `([^`]+)`: `(.+)` \|$", table, re.MULTILINE)
        ]


FUNCTION_COLUMNS, MODULE_COLUMNS = tables()
ENUMS = {name: kind for name, kind in vars(columns).items() if isinstance(kind, enum.EnumMeta)}
# The words of these are too many for a table.
_LONG = {"Family", "Formula"}


@pytest.mark.parametrize(("record", "table"), [(Signature, FUNCTION_COLUMNS), (ModuleSignature, MODULE_COLUMNS)])
def test_the_columns_are_those_of_the_rows(record: type, table: list[Column]) -> None:
    types = {name: kind.replace(" | ", " or ") for name, kind in record.__annotations__.items()}
    assert {column.name: column.kind for column in table} == types
    assert len(table) == len(types)


@pytest.mark.parametrize("column", [*FUNCTION_COLUMNS, *MODULE_COLUMNS], ids=lambda column: column.name)
def test_the_words_of_a_column_are_named(column: Column) -> None:
    kind = ENUMS.get(column.kind.partition(" or ")[0])
    if kind is not None and kind.__name__ not in _LONG:
        assert set(re.findall(r"\b[A-Z][A-Z_]{2,}\b", column.says)) == set(kind.__members__)


@pytest.mark.parametrize("column", FUNCTION_COLUMNS, ids=lambda column: column.name)
def test_the_example_of_a_column_is_true(column: Column) -> None:
    assert f"signature.{column.name}" in column.question
    names: dict[str, Any] = {**vars(columns), "shapes": shapes, "dtypes": dtypes, "results": results}
    assert eval(column.question, {**names, "signature": operation(column.code).signature}) is True


@pytest.mark.parametrize("column", MODULE_COLUMNS, ids=lambda column: column.name)
def test_the_example_of_a_module_column_is_true(column: Column) -> None:
    assert f"module.{column.name}" in column.question
    assert eval(column.question, {**vars(columns), "module": TABLE.modules[f"torch.{column.code}"]}) is True
