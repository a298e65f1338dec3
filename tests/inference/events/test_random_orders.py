"""The answers about order, against all runs of random programs: YES and NO must be true, UNKNOWN must stay rare."""

from __future__ import annotations

import os
import random
from collections import Counter

import libcst as cst
import pytest

from flake8_torch_effective.inference.events.event import Answer, Wanted
from flake8_torch_effective.inference.events.program import program_of
from flake8_torch_effective.inference.events.timeline import Order, Timeline
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.training import EventKind
from tests.inference.events.random_orders import MARKS, Run, Trace, Writer, iterations_of, runs

KINDS = {"a": EventKind.ZERO_GRAD, "b": EventKind.BACKWARD, "c": EventKind.STEP}
WANTED = {mark: Wanted.of(kind, seen_only=True) for mark, kind in KINDS.items()}
PROGRAMS = 40 * int(os.environ.get("FUZZ", "1"))


def main_of(source: str) -> Timeline:
    """The timeline of a program's ``main``."""
    program = program_of(infer(cst.parse_module(source)))
    functions = program.inference.functions
    (main,) = [node for node in functions if isinstance(node, cst.FunctionDef) and node.name.value == "main"]
    return program.timeline(main)


def happens_before(traces: list[Trace], first: str, then: str) -> list[bool]:
    """For each ``then``, whether a ``first`` stands before it."""
    return [first in trace[:place] for trace in traces for place, mark in enumerate(trace) if mark == then]


def happens_between(traces: list[Trace], first: str, last: str, what: str) -> list[bool]:
    """For each way from a ``first`` to the next ``last``, whether ``what`` is on it."""
    found: list[bool] = []
    for trace in traces:
        since: Trace | None = None
        for mark in trace:
            if mark == last and since is not None:
                found.append(what in since)
                since = None
            if mark == first:
                since = []
            elif since is not None:
                since.append(mark)
    return found


def is_followed(traces: list[Trace], first: str, then: str) -> list[bool]:
    """For each trace with a ``first``, whether ``then`` stands after the last one."""
    return [then in trace[len(trace) - trace[::-1].index(first) :] for trace in traces if first in trace]


def disagreement(order: Order, facts: list[bool], complete: bool) -> str | None:
    """What an answer says that the runs do not bear out; None where it is right."""
    if order.every is Answer.YES and not all(facts):
        return "every path, but not in a run"
    if order.some is Answer.NO and any(facts):
        return "no path, but in a run"
    if complete and order.every is Answer.NO and all(facts):
        return "not every path, but in all runs"
    if complete and order.some is Answer.YES and not any(facts):
        return "some path, but in no run"
    return None


def marks(run: Run) -> Trace:
    return [entry for entry in run.trace if entry in MARKS]


def questions(timeline: Timeline, found: list[Run]) -> dict[str, tuple[Order, list[bool]]]:
    """Each question about a function with the answer and what is true in the runs."""
    traces = [marks(run) for run in found]
    ended = [marks(run) for run in found if run.ended]
    asked: dict[str, tuple[Order, list[bool]]] = {}
    for x in "abc":
        asked[f"happens {x}"] = timeline.happens(WANTED[x]), [x in trace for trace in ended]
        for y in "abc":
            asked[f"{x} before {y}"] = timeline.before(WANTED[x], WANTED[y]), happens_before(traces, x, y)
            if x != y:
                asked[f"{x} followed by {y}"] = timeline.followed(WANTED[x], WANTED[y]), is_followed(ended, x, y)
        y, z = sorted(set("abc") - {x})
        asked[f"{x} between {y} {z}"] = (
            timeline.between(WANTED[y], WANTED[z], WANTED[x]),
            happens_between(traces, y, z, x),
        )
    return asked


def loop_questions(timeline: Timeline, found: list[Run], number: int) -> dict[str, tuple[Order, list[bool]]]:
    """The same about the iterations of one loop."""
    loops = [loop for run in found for loop in iterations_of(run, number)]
    whole = [[mark for iteration in loop for mark in iteration] for loop in loops]
    each = [iteration for loop in loops for iteration in loop]
    pairs = [(loop[place], loop[place + 1]) for loop in loops for place in range(len(loop) - 1)]
    asked: dict[str, tuple[Order, list[bool]]] = {}
    for x in "abc":
        for y in "abc":
            asked[f"{number}: {x} before {y}"] = timeline.before(WANTED[x], WANTED[y]), happens_before(each, x, y)
            asked[f"{number}: {x} before {y} across"] = (
                timeline.before(WANTED[x], WANTED[y], across=True),
                happens_before(whole, x, y),
            )
            asked[f"{number}: {x} carried to {y}"] = (
                timeline.carried(WANTED[x], WANTED[y]),
                [x in one for one, two in pairs for mark in two if mark == y],
            )
        y, z = sorted(set("abc") - {x})
        asked[f"{number}: {x} between {y} {z} across"] = (
            timeline.between(WANTED[y], WANTED[z], WANTED[x], across=True),
            happens_between(whole, y, z, x),
        )
    return asked


def number_of(loop: Timeline) -> int | None:
    """The number in ``for _ in items(3)``."""
    node = loop.node
    if isinstance(node, cst.For) and isinstance(node.iter, cst.Call) and isinstance(node.iter.func, cst.Name):
        number = node.iter.args[0].value
        if node.iter.func.value == "items" and isinstance(number, cst.Integer):
            return int(number.value)
    return None


def check(source: str, counts: Counter[Answer]) -> None:
    """Compare all answers about one program with its runs.

    A question about a loop is about all ways in which it can be entered, also where this program never enters it so:
    only where nothing can keep it from that must a run bear it out.
    """
    found, complete = runs(source)
    timeline = main_of(source)
    asked = questions(timeline, found)
    numbers = [number_of(loop) for loop in timeline.loops]
    in_main = source.partition("def main")[2].partition(":")[2]
    for loop, number in zip(timeline.loops, numbers, strict=True):
        if number is not None and f"items({number})" in in_main:
            asked |= loop_questions(loop, found, number)
    free = "try" not in source and not any(f"{name}" in in_main for name in (" p", " q", " r is"))
    for question, (order, facts) in asked.items():
        problem = disagreement(order, facts, complete and (free or ":" not in question))
        assert problem is None, f"{question}: {order} {problem}\n{source}"
        if facts:
            counts[order.every] += 1
            counts[order.some] += 1


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_answers_hold_in_all_runs(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(5):
        check(Writer(draw, draw.random() < 0.6).program(), Counter())


def test_most_questions_are_answered() -> None:
    counts: Counter[Answer] = Counter()
    draw = random.Random(0)
    for _ in range(60):
        check(Writer(draw).program(), counts)
    share = counts[Answer.UNKNOWN] / counts.total()
    print(f"{counts.total()} answers, {share:.0%} of them UNKNOWN")
    assert share < 0.4


@pytest.mark.parametrize(
    ("order", "facts"),
    [
        (Order(Answer.YES, Answer.YES), [True, False]),
        (Order(Answer.NO, Answer.NO), [True]),
        (Order(Answer.NO, Answer.UNKNOWN), [True, True]),
        (Order(Answer.UNKNOWN, Answer.YES), [False]),
    ],
)
def test_a_wrong_answer_is_a_disagreement(order: Order, facts: list[bool]) -> None:
    assert disagreement(order, facts, complete=True) is not None
