"""What rules can ask of values, operations and loops has a docstring with an example that is true."""

from __future__ import annotations

import pytest

from tests.inference.examples import Question, failures, modules, questions

QUESTIONS = {
    question.path: question
    for room in ("queries", "patterns")
    for module in modules(room)
    for question in questions(module)
    if not question.is_class
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_have_an_example_that_is_true(question: Question) -> None:
    assert ">>> " in question.docstring
    assert failures(question) == ""


def test_questions_are_found() -> None:
    found = {"queries.signs.is_bounded", "queries.loops.is_ragged", "patterns.sigmoid.Sigmoid.made"}
    assert found <= QUESTIONS.keys()


def test_an_example_that_is_false_is_noticed() -> None:
    signs = QUESTIONS["queries.signs.is_bounded"]
    assert "Got:\n    True" in failures(signs._replace(docstring='>>> is_bounded(value("-x.abs()"))\nFalse\n'))
