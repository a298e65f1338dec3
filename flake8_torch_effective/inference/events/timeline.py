"""Questions about the order of events in one function, in the module's script, or in one loop.

An `Order` answers twice: for *every* path and for *some* path.  YES and NO are facts about the text; UNKNOWN is said
where a call that cannot be followed may do what is asked, or where only a doubtful path decides.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import libcst as cst

from ..knowledge.training import EventKind
from .event import Answer, Event, Subject, Wanted, What, of_kind, wanted
from .paths import Effort, Fact, Paths, State, States
from .steps import Bind, Block, Exit, Loop, walk_steps

# The facts of the questions: what was asked for has not happened, may have, or has; nothing to answer for yet.
_NOT, _MAYBE, _DONE, _IDLE = 0, 1, 2, 3
_FACT_AFTER = {Answer.YES: _DONE, Answer.UNKNOWN: _MAYBE}

Seen = set[tuple[Fact, bool]]


@dataclass(frozen=True, slots=True)
class Order:
    """Whether something holds on every path, and whether it does on some path.

    >>> loop.before(EventKind.BACKWARD, EventKind.STEP)
    Order(every=<Answer.YES: 'yes'>, some=<Answer.YES: 'yes'>)
    """

    every: Answer
    some: Answer

    @property
    def always(self) -> bool:
        """Whether it certainly holds on every path.

        >>> loop.happens(EventKind.ZERO_GRAD).always
        True
        """
        return self.every is Answer.YES

    @property
    def never(self) -> bool:
        """Whether it certainly holds on no path.

        >>> loop.happens(EventKind.ZERO_GRAD).never
        False
        """
        return self.some is Answer.NO

    @property
    def fails(self) -> bool:
        """Whether it certainly holds on no path, though some path gives occasion for it.

        >>> loop.before(EventKind.STEP, EventKind.BACKWARD).fails, NO_OCCASION.fails
        (True, False)
        """
        return self.every is Answer.NO and self.never


# What is asked about something that does not occur.
NO_OCCASION = Order(Answer.UNKNOWN, Answer.NO)

# What is said where nothing was looked at.
_UNANSWERED = Order(Answer.UNKNOWN, Answer.UNKNOWN)


def order_of(seen: Seen, perhaps: Seen) -> Order:
    """The answer from what was seen where the question arises, and where it perhaps arises."""
    if not seen:
        return Order(Answer.UNKNOWN, Answer.UNKNOWN) if perhaps else NO_OCCASION
    if (_NOT, False) in seen:
        every = Answer.NO
    elif all(fact == _DONE for fact, _ in seen | perhaps):
        every = Answer.YES
    else:
        every = Answer.UNKNOWN
    if (_DONE, False) in seen:
        some = Answer.YES
    elif all(fact == _NOT for fact, _ in seen | perhaps):
        some = Answer.NO
    else:
        some = Answer.UNKNOWN
    return Order(every, some)


class Timeline:
    """The events of a function, of the module's script, or of a loop, on all its paths.

    Args:
        block: the steps; for a loop those of one iteration.
        effort: what questions about the file may cost.
        loop: the loop that repeats them, where there is one.
    """

    def __init__(self, block: Block, effort: Effort, loop: Loop | None = None) -> None:
        self.block = block
        self.effort = effort
        self.loop_step = loop

    @property
    def node(self) -> cst.CSTNode | None:
        """The node of the loop; None for functions and scripts.

        >>> timeline.loops[0].node.target.value
        'epoch'
        """
        return None if self.loop_step is None else self.loop_step.node

    @cached_property
    def events(self) -> list[Event]:
        """All events, those of helpers included, in the order of the text.

        >>> [event.kind.value for event in loop.events]
        ['zero_grad', 'forward', 'backward', 'step']
        """
        return [step for step in walk_steps(self.block) if type(step) is Event]

    def find(self, *kinds: EventKind, subject: Subject | None = None) -> list[Event]:
        """The events of some kinds, certainly about ``subject`` where it is given.

        >>> timeline.find(EventKind.STEP, EventKind.ZERO_GRAD, subject=optimizer)
        [<zero_grad optimizer>, <step optimizer>]
        """
        return of_kind(self.events, kinds, subject)

    @cached_property
    def of_node(self) -> Mapping[int, list[Event]]:
        """The events that are written as each node, by its ``id``.

        >>> [event.kind for event in timeline.of_node[id(step.node)]]
        [<EventKind.STEP: 'step'>]
        """
        found: dict[int, list[Event]] = defaultdict(list)
        for event in self.events:
            found[id(event.node)].append(event)
        return found

    @cached_property
    def places(self) -> Mapping[int, int]:
        """Where each event comes in the order of the text, by its ``id``.

        >>> timeline.places[id(timeline.events[0])]
        0
        """
        return {id(event): place for place, event in enumerate(self.events)}

    @cached_property
    def loops(self) -> list[Timeline]:
        """The loops in it, outer ones first, those of helpers included; a comprehension is a loop as well.

        >>> epochs, batches = timeline.loops
        """
        found = [step for step in walk_steps(self.block) if type(step) is Loop]
        return [iterations(step, self.effort) for step in found]

    def loop(self, node: cst.CSTNode) -> Timeline | None:
        """The loop with this node; None where it is not in here.

        >>> timeline.loop(step.loops[-1]).happens(EventKind.STEP).every
        <Answer.YES: 'yes'>
        """
        return next((loop for loop in self.loops if loop.node is node), None)

    def around(self, event: Event) -> list[Timeline]:
        """The loops in here that an event stands in, inner ones first, and all of this last.

        >>> [one.node is None for one in timeline.around(step)]
        [False, False, True]
        """
        loops = (self.loop(node) for node in reversed(event.loops))
        return [*(loop for loop in loops if loop is not None), self]

    def records(self, event: Event) -> Answer:
        """Whether autograd records where an event happens, as far as this function, loop or script says it.

        >>> timeline.records(backward)
        <Answer.YES: 'yes'>
        """
        return self._recording.get(id(event), Answer.UNKNOWN)

    @cached_property
    def _recording(self) -> dict[int, Answer]:
        # In the order of the text a context manager's two events stand around what happens under it.
        found: dict[int, Answer] = {}
        modes = [Answer.YES]
        for event in self.events:
            mode = Answer.UNKNOWN if event.flag is None else Answer.of(event.flag)
            if event.kind is EventKind.GRAD_MODE_ENTER:
                modes.append(mode)
            elif event.kind is EventKind.GRAD_MODE_EXIT and len(modes) > 1:
                modes.pop()
            elif event.kind is EventKind.SET_GRAD_MODE:
                modes[-1] = mode
            found[id(event)] = modes[-1]
        return found

    def rebinds(self, subject: Subject) -> bool:
        """Whether a name on the way to an object gets a new value here, so that the object may be another one after.

        >>> timeline.rebinds(model), loop.rebinds(model)
        (True, False)
        """
        parts = re.split(r"[.\[\]]+", subject.path)
        names = {*parts, subject.path} | {".".join(parts[:end]) for end in range(1, len(parts))}
        return any(type(step) is Bind and not names.isdisjoint(step.names) for step in walk_steps(self.block))

    def happens(self, what: What) -> Order:
        """Whether something happens on every path from beginning to end; for a loop in each iteration.

        A path that ends in an exception does not count.  ``break``, ``continue`` and ``return`` end an iteration.

        >>> loop.happens(EventKind.STEP)
        Order(every=<Answer.YES: 'yes'>, some=<Answer.YES: 'yes'>)
        >>> accumulate.happens(EventKind.STEP).every  # tune(optimizer) may step
        <Answer.UNKNOWN: 'unknown'>
        """
        asked = wanted(what)
        if self.effort.is_spent:
            return _UNANSWERED

        def transition(event: Event, fact: Fact, unsure: bool) -> Fact:
            return max(fact, _FACT_AFTER.get(asked.matches(event), _NOT))

        return order_of(self._ends(transition, _NOT, asked), set())

    def before(self, first: What, then: What, across: bool = False) -> Order:
        """Whether ``first`` has happened wherever ``then`` happens.

        In a loop this is about one iteration, or with ``across`` about all: what an earlier iteration did counts.

        >>> loop.before(EventKind.BACKWARD, EventKind.STEP).always
        True
        """
        a, b = wanted(first), wanted(then)
        if self.effort.is_spent:
            return _UNANSWERED
        seen: Seen = set()
        perhaps: Seen = set()

        def transition(event: Event, fact: Fact, unsure: bool) -> Fact:
            answer = b.matches(event)
            if answer is not Answer.NO:
                (seen if answer is Answer.YES else perhaps).add((fact, unsure))
            return max(fact, _FACT_AFTER.get(a.matches(event), _NOT))

        if self._answered(b):
            self._run(transition, _NOT, a | b, across)
        return order_of(seen, perhaps)

    def followed(self, first: What, then: What, across: bool = False) -> Order:
        """Whether ``then`` happens after the last ``first``, before the end (of the iteration, in a loop).

        >>> timeline.followed(EventKind.EVAL_MODE, EventKind.TRAIN_MODE).never
        True
        """
        a, b = wanted(first), wanted(then)
        if self.effort.is_spent:
            return _UNANSWERED

        def transition(event: Event, fact: Fact, unsure: bool) -> Fact:
            if a.matches(event) is Answer.YES:
                return _NOT
            return fact if fact == _IDLE else max(fact, _FACT_AFTER.get(b.matches(event), _NOT))

        seen = {end for end in self._ends(transition, _IDLE, a | b, across) if end[0] != _IDLE}
        return order_of(seen, set())

    def between(self, first: What, last: What, what: What, across: bool = False) -> Order:
        """Whether ``what`` happens on the way from a ``first`` to the next ``last``.

        In a loop, ``across`` follows the way from one iteration into the next.

        >>> loop.between(EventKind.BACKWARD, EventKind.STEP, EventKind.ZERO_GRAD).never
        True
        """
        a, b, c = wanted(first), wanted(last), wanted(what)
        if self.effort.is_spent:
            return _UNANSWERED
        seen: Seen = set()
        perhaps: Seen = set()

        def transition(event: Event, fact: Fact, unsure: bool) -> Fact:
            if fact != _IDLE:
                reached = b.matches(event)
                if reached is not Answer.NO:
                    (seen if reached is Answer.YES else perhaps).add((fact, unsure))
                if reached is Answer.YES:
                    fact = _IDLE
            if a.matches(event) is Answer.YES:
                return _NOT
            return fact if fact == _IDLE else max(fact, _FACT_AFTER.get(c.matches(event), _NOT))

        if self._answered(a) and self._answered(b):
            self._run(transition, _IDLE, a | b | c, across)
        return order_of(seen, perhaps)

    def unknown_between(self, first: What, last: What, subject: Subject, across: bool = False) -> bool:
        """Whether between the two a call that cannot be followed gets an object.

        >>> loop.unknown_between(EventKind.BACKWARD, EventKind.STEP, optimizer)
        False
        """
        calls = [event for event in self.find(EventKind.UNKNOWN_CALL) if event.takes_part(subject)]
        return any(not self.between(first, last, call, across).never for call in calls)

    def carried(self, first: What, then: What) -> Order:
        """Whether ``first`` happened in the iteration before, wherever ``then`` happens in a later one than the first.

        >>> loop.carried(EventKind.STEP, EventKind.BACKWARD).always
        True
        """
        a, b = wanted(first), wanted(then)
        if self.effort.is_spent:
            return _UNANSWERED
        seen: Seen = set()
        perhaps: Seen = set()

        def does(event: Event, fact: Fact, unsure: bool) -> Fact:
            return max(fact, _FACT_AFTER.get(a.matches(event), _NOT))

        def observes(event: Event, fact: Fact, unsure: bool) -> Fact:
            answer = b.matches(event)
            if answer is not Answer.NO:
                (seen if answer is Answer.YES else perhaps).add((fact, unsure))
            return fact

        matters = (a | b).concerns
        end, exits = self._follow(Paths(self.block, does, matters, repeats=True), frozenset({State(_NOT)}))
        again = end | exits.get(Exit.CONTINUE, frozenset())
        self._follow(Paths(self.block, observes, matters, repeats=True), again)
        return order_of(seen, perhaps)

    # --- running -----------------------------------------------------------------------------------------------------

    def _answered(self, asked: Wanted) -> bool:
        """Whether anything here may be what is asked for: else there are no paths to follow."""
        return any(asked.concerns(event) for event in self.events)

    def _run(
        self, transition: Callable[[Event, Fact, bool], Fact], start: Fact, asked: Wanted, across: bool
    ) -> tuple[States, dict[Exit, States]]:
        block = Block([self.loop_step]) if across and self.loop_step is not None else self.block
        return self._follow(Paths(block, transition, asked.concerns), frozenset({State(start)}))

    def _follow(self, paths: Paths, start: States) -> tuple[States, dict[Exit, States]]:
        found = paths.run(start)
        self.effort.states -= paths.followed
        return found

    def _ends(
        self, transition: Callable[[Event, Fact, bool], Fact], start: Fact, asked: Wanted, across: bool = False
    ) -> Seen:
        end, exits = self._run(transition, start, asked, across)
        states = set(end)
        for way in (Exit.CONTINUE, Exit.BREAK, Exit.RETURN):
            states |= exits.get(way, frozenset())
        return {(state.fact, state.doubtful) for state in states}


def iterations(step: Loop, effort: Effort) -> Timeline:
    """What one iteration of a loop does."""
    return Timeline(Block([*step.head.steps, *step.body.steps]), effort, replace(step, orelse=Block()))
