"""What rules can ask about events has a docstring with an example."""

from __future__ import annotations

import pytest

from flake8_torch_effective.inference.events import event, program, registry, timeline
from tests.inference.examples import Question, questions

ROOMS = (event, program, registry, timeline)
# Not asked by rules: how programs are read, and how answers are made.
INNER = {
    *("Program.steps_of", "Program.function_of", "Program.shown", "Program.scope_of", "Program.bound"),
    *("Program.elsewhere", "Program.paths_of", "Program.names", "Program", "Registry", "Timeline", "Event"),
    *("split", "replaced", "order_of", "iterations", "of_kind", "wanted", "Condition", "Entry", "Read", "Member"),
    *("calls_of", "attributes_of", "MethodReader", "kind_of", "registered_by_assignment"),
}
QUESTIONS = {
    question.name: question
    for room in ROOMS
    for question in questions(room)
    if question.name not in INNER and not question.name.startswith("MethodReader.")
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_have_an_example(question: Question) -> None:
    assert ">>> " in question.docstring


def test_questions_are_found() -> None:
    assert {"Timeline.before", "Registry.is_registered", "program_of", "Event.at", "Answer"} <= QUESTIONS.keys()
