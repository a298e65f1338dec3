"""Events: one call of a training program each, the object it is about, and how to ask for some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

import libcst as cst

from ..interpreter.inference import alternatives
from ..knowledge.training import EventKind, Role
from ..values import UNKNOWN, Identity, Instance, Module, Number, Reference, Sequence, Tensor, Text, Value
from .scope import split


class Answer(Enum):
    """The answer to a question about all runs of a program; UNKNOWN where it depends on what is not seen.

    >>> loop.happens(EventKind.STEP).every is Answer.YES
    True
    """

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    @staticmethod
    def of(fact: bool) -> Answer:
        """YES or NO.

        >>> Answer.of(3 > 2)
        <Answer.YES: 'yes'>
        """
        return Answer.YES if fact else Answer.NO


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """An object that events are about, as one place in the program names it.

    ``path`` is how it is reached (``"optimizer"``, ``"self.optimizers[0]"``, ``"optimizers[]"`` for each of them),
    ``scope`` the function or class that the path belongs to, None for the module's own names.  ``value`` is what
    inference knows of it there.  ``by_name`` where only its name and its uses say what it is.  ``apart`` for what an
    unknown call gets and reaches no object of another name by: an item of data, an imported logger.  ``each`` is the
    loop that draws it from a collection, where it stands for each object of that.

    >>> step.subject.role
    <Role.OPTIMIZER: 'optimizer'>
    """

    path: str
    scope: cst.CSTNode | None
    value: Value
    role: Role = Role.OTHER
    by_name: bool = False
    apart: bool = False
    each: cst.CSTNode | None = None

    def __repr__(self) -> str:
        return f"<{self.role.value} {self.path}>"

    def is_same(self, other: Subject) -> Answer:
        """Whether two subjects are one object.

        >>> step.subject.is_same(zero_grad.subject)
        <Answer.YES: 'yes'>
        """
        if self.path == other.path and self.scope is other.scope:
            return Answer.YES
        first, second = _identity(self.value), _identity(other.value)
        if first is None or second is None:
            return Answer.UNKNOWN
        if first is second:
            return Answer.YES
        if _may_be(self.value, second) or _may_be(other.value, first):
            return Answer.UNKNOWN
        made = _is_made_here(self.value) and _is_made_here(other.value)
        return Answer.NO if made or self._stands_beside(other) else Answer.UNKNOWN

    def marks(self) -> tuple[object, ...]:
        """What two subjects have in common if and only if they certainly are one object: to look many up at once.

        >>> set(step.subject.marks()).isdisjoint(zero_grad.subject.marks())
        False
        """
        identity = _identity(self.value)
        place = self.path, None if self.scope is None else id(self.scope)
        return (place,) if identity is None else (place, id(identity))

    def _stands_beside(self, other: Subject) -> bool:
        """Whether two unknown objects have names of one kind: two parameters, or two attributes of one object.

        Those are two objects by all custom; ``optimizer`` and ``trainer.optimizer`` may well be one.
        """
        ends = [max(path.rfind("."), path.rfind("[")) + 1 for path in (self.path, other.path)]
        return self.scope is other.scope and self.path[: ends[0]] == other.path[: ends[1]]

    def may_reach(self, other: Subject) -> bool:
        """Whether who gets this object may get at another one: it may be that one, or hold it.

        >>> trainer.may_reach(inner_scheduler)
        True
        """
        if other.is_part_of(self):
            return True
        if isinstance(self.value, Number | Text):
            return False
        if self.apart and not isinstance(other.value, Reference) and split(self.path)[0] != split(other.path)[0]:
            return False
        return self.is_same(other) is not Answer.NO

    def is_part_of(self, other: Subject) -> bool:
        """Whether who holds ``other`` can reach this one: ``trainer.optimizer`` through ``trainer``.

        >>> inner_scheduler.is_part_of(trainer)
        True
        """
        if self.scope is other.scope and self.path.startswith((other.path + ".", other.path + "[")):
            return True
        identity = _identity(self.value)
        parts = other.value.parts() if isinstance(other.value, Sequence) else []
        return identity is not None and any(_identity(part) is identity for part in parts)


def _identity(value: Value) -> Identity | None:
    return None if value is UNKNOWN else value.identity


def _is_made_here(value: Value) -> bool:
    """Whether a value is an object whose making inference saw, or a tensor."""
    return isinstance(value, Tensor) or (isinstance(value, Instance) and bool(value.arguments))


def _may_be(value: Value, identity: Identity) -> bool:
    """Whether a value may be the object with that identity: one of several where branches meet, or around it."""
    if any(_identity(one) is identity for one in alternatives(value)):
        return True
    if isinstance(value, Module):
        inner = [*(value.children or []), *value.arguments.values()]
        return any(_identity(one) is identity for one in inner)
    return isinstance(value, Instance) and value.name is None and value.cls is None


@dataclass(frozen=True, slots=True)
class Condition:
    """A test around an event, and whether it holds there; ``periodic`` where it counts: ``(i + 1) % 4 == 0``."""

    test: cst.CSTNode
    holds: bool
    periodic: bool


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """One thing that a program does: its ``kind``, the ``subject`` it is about, and where it stands.

    ``node`` is the call, in ``function`` (None at the module's level) under ``loops`` and ``conditions``, outermost
    first.  ``calls`` are the calls of helpers that lead to it, outermost first.  ``takes`` are further objects: what an
    unknown call gets, the modules whose parameters an optimizer holds.  ``flag`` is the mode that a grad-mode event
    switches to, where that is known.  ``certain`` is False where names and habits say what it is.
    """

    kind: EventKind
    subject: Subject | None
    node: cst.CSTNode
    function: cst.CSTNode | None
    loops: tuple[cst.CSTNode, ...] = ()
    conditions: tuple[Condition, ...] = ()
    calls: tuple[cst.Call, ...] = ()
    takes: tuple[Subject, ...] = ()
    flag: bool | None = None
    certain: bool = True

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.subject.path if self.subject is not None else ''}>"

    @property
    def at(self) -> cst.CSTNode:
        """Where it happens in the function that was asked: the call itself, or the call of the helper it stands in.

        >>> called = main.find(EventKind.STEP)[0]
        >>> called.at is called.node, called.at.func.value
        (False, 'accumulate')
        """
        return self.calls[0] if self.calls else self.node

    @property
    def periodic(self) -> bool:
        """Whether it happens in some iterations only, by count: every fourth, say.

        >>> accumulate.find(EventKind.STEP)[0].periodic
        True
        """
        return any(condition.periodic for condition in self.conditions)

    def takes_part(self, subject: Subject) -> bool:
        """Whether an unknown call gets a subject, or something through which it can reach it.

        >>> [call.takes_part(inner_optimizer) for call in accumulate.find(EventKind.UNKNOWN_CALL)]
        [True]
        """
        return any(taken.may_reach(subject) for taken in self.takes)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events a question is about: of one of these kinds, about this subject where one is given.

    An unknown call that takes the subject may do all of it, unless ``seen_only``.  ``among`` are single events that
    are wanted as well, ``known`` the answers given so far.

    >>> either = Wanted.of(EventKind.ZERO_GRAD, subject=optimizer) | Wanted.of(EventKind.ZERO_GRAD, subject=model)
    >>> either.matches(zero_grad)
    <Answer.YES: 'yes'>
    """

    kinds: frozenset[EventKind]
    subject: Subject | None = None
    seen_only: bool = False
    others: tuple[Wanted, ...] = ()
    among: frozenset[Event] = frozenset()
    known: dict[Event, Answer] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def of(*kinds: EventKind, subject: Subject | None = None, seen_only: bool = False) -> Wanted:
        """Events of these kinds, about one subject where it is given.

        >>> loop.happens(Wanted.of(EventKind.ZERO_GRAD, subject=step.subject)).never
        False
        """
        return Wanted(frozenset(kinds), subject, seen_only)

    @staticmethod
    def exactly(*events: Event) -> Wanted:
        """These very events.

        >>> timeline.before(Wanted.of(EventKind.BACKWARD), Wanted.exactly(step)).every
        <Answer.YES: 'yes'>
        """
        return Wanted(frozenset(), seen_only=True, among=frozenset(events))

    def __or__(self, other: Wanted) -> Wanted:
        if not other.kinds and other.seen_only and not other.others:
            return Wanted(self.kinds, self.subject, self.seen_only, self.others, self.among | other.among)
        return Wanted(self.kinds, self.subject, self.seen_only, (*self.others, other), self.among)

    def matches(self, event: Event) -> Answer:
        """Whether an event is one of those: UNKNOWN for a call that may do it and for what may be another object.

        >>> Wanted.of(EventKind.STEP).matches(zero_grad)
        <Answer.NO: 'no'>
        """
        found = self.known.get(event)
        if found is None:
            found = self._matches(event)
            for other in self.others:
                if found is Answer.YES:
                    break
                answer = other.matches(event)
                found = found if answer is Answer.NO else answer
            self.known[event] = found
        return found

    def concerns(self, event: Event) -> bool:
        """Whether an event is or may be one of those.

        >>> Wanted.of(EventKind.STEP).concerns(step)
        True
        """
        return self.matches(event) is not Answer.NO

    def _matches(self, event: Event) -> Answer:
        if event in self.among:
            return Answer.YES
        if event.kind in self.kinds:
            if self.subject is None:
                return Answer.YES
            return Answer.UNKNOWN if event.subject is None else event.subject.is_same(self.subject)
        if event.kind is EventKind.UNKNOWN_CALL and not self.seen_only:
            return Answer.NO if self.subject is not None and not event.takes_part(self.subject) else Answer.UNKNOWN
        return Answer.NO


What: TypeAlias = "Wanted | EventKind | Event"


def wanted(what: What) -> Wanted:
    """A question's subject matter in one form: a kind stands for all events of that kind, an event for itself."""
    if isinstance(what, Wanted):
        return what
    return Wanted.exactly(what) if isinstance(what, Event) else Wanted.of(what)


def of_kind(events: Iterable[Event], kinds: tuple[EventKind, ...], subject: Subject | None) -> list[Event]:
    """The events of some kinds, about one subject where it is given."""
    return [
        event
        for event in events
        if event.kind in kinds
        and (subject is None or (event.subject is not None and event.subject.is_same(subject) is Answer.YES))
    ]
