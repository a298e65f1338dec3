"""Questions about one file may cost so much together, and what comes after that is not answered."""

from __future__ import annotations

from flake8_torch_effective.inference.events.event import Answer
from flake8_torch_effective.inference.events.timeline import Order
from flake8_torch_effective.inference.knowledge.training import EventKind
from tests.inference.events.asked import Asked

UNANSWERED = Order(Answer.UNKNOWN, Answer.UNKNOWN)
PROGRAM = """\
def train(model, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
"""


def test_each_question_costs_the_states_that_it_follows() -> None:
    timeline = Asked(PROGRAM).function("train")
    (loop,) = timeline.loops
    before = timeline.effort.states
    assert loop.happens(EventKind.STEP).always
    once = before - timeline.effort.states
    assert once > 0
    assert loop.happens(EventKind.STEP).always
    assert before - timeline.effort.states == 2 * once
    loop.carried(EventKind.STEP, EventKind.BACKWARD)
    assert before - timeline.effort.states > 2 * once


def test_a_question_is_not_answered_when_nothing_is_left() -> None:
    timeline = Asked(PROGRAM).function("train")
    (loop,) = timeline.loops
    assert loop.happens(EventKind.STEP).always
    timeline.effort.states = 0
    backward, step = EventKind.BACKWARD, EventKind.STEP
    assert loop.happens(step) == UNANSWERED
    assert loop.before(backward, step) == UNANSWERED
    assert loop.followed(backward, step) == UNANSWERED
    assert loop.between(backward, step, EventKind.ZERO_GRAD) == UNANSWERED
    assert loop.between(backward, step, EventKind.ZERO_GRAD, across=True) == UNANSWERED
    assert loop.carried(step, backward) == UNANSWERED
