"""What rules can ask about events has a docstring with an example."""

from __future__ import annotations

import pytest

from tests.inference.examples import Question, event_questions

QUESTIONS = {question.name: question for question in event_questions()}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_have_an_example(question: Question) -> None:
    assert ">>> " in question.docstring


def test_questions_are_found() -> None:
    assert {"Timeline.before", "Registry.is_registered", "program_of", "Event.at", "Answer"} <= QUESTIONS.keys()
