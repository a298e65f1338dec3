"""What rules can ask about events has a docstring with an example."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from flake8_torch_effective.inference.events import event, program, registry, timeline

ROOMS = (event, program, registry, timeline)
# Not asked by rules: how programs are read, and how answers are made.
INNER = {
    *("Program.steps_of", "Program.function_of", "Program.shown", "Program.scope_of", "Program.bound"),
    *("Program.elsewhere", "Program.paths_of", "Program.names", "Program", "Registry", "Timeline", "Event"),
    *("split", "replaced", "order_of", "iterations", "of_kind", "wanted", "Condition", "Entry", "Read", "Member"),
    *("calls_of", "attributes_of", "MethodReader", "kind_of", "registered_by_assignment"),
}


def questions() -> Iterator[tuple[str, str]]:
    """The public functions, methods and properties of the modules, with their docstrings."""
    for room in ROOMS:
        for name, value in vars(room).items():
            if name.startswith("_") or getattr(value, "__module__", None) != room.__name__ or not callable(value):
                continue
            if name not in INNER:
                yield name, inspect.getdoc(value) or ""
            if inspect.isclass(value) and name != "MethodReader":
                for method, member in vars(value).items():
                    inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
                    inner = getattr(inner, "__func__", inner)
                    if not method.startswith("_") and inspect.isfunction(inner) and f"{name}.{method}" not in INNER:
                        yield f"{name}.{method}", inspect.getdoc(inner) or ""


QUESTIONS = dict(questions())


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_have_an_example(question: str) -> None:
    assert ">>> " in QUESTIONS[question]


def test_questions_are_found() -> None:
    assert {"Timeline.before", "Registry.is_registered", "program_of", "Event.at", "Answer"} <= QUESTIONS.keys()
