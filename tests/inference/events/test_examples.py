"""What rules can ask about events has a docstring with an example that is true of the program in asked.py."""

from __future__ import annotations

import pytest

from tests.inference.events.asked import named_in_examples
from tests.inference.examples import Question, event_questions, failures, modules, questions

QUESTIONS = {question.name: question for question in event_questions()}
SHOWN = {
    question.path: question
    for module in modules("events")
    for question in questions(module)
    if ">>> " in question.docstring
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_have_an_example(question: Question) -> None:
    assert question.path in SHOWN


@pytest.mark.parametrize("question", SHOWN.values(), ids=SHOWN)
def test_examples_are_true(question: Question) -> None:
    assert failures(question, named_in_examples()) == ""


def test_questions_are_found() -> None:
    assert {"Timeline.before", "Registry.is_registered", "program_of", "Event.at", "Answer"} <= QUESTIONS.keys()


def test_an_example_that_is_false_is_noticed() -> None:
    question = QUESTIONS["Event.periodic"]._replace(docstring=">>> step.periodic\nTrue\n")
    assert "Got:\n    False" in failures(question, named_in_examples())
