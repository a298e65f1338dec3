"""The statement tree of a function with nothing left in it but events and what decides whether they happen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

import libcst as cst

from .event import Event


class Exit(Enum):
    """How control leaves a block other than at its end."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition that can be met again: its text, the names it reads, and whether it is negated.

    The paths in the text stand between backticks, so that they can be renamed.
    """

    text: str
    reads: frozenset[str]
    negated: bool = False


@dataclass(slots=True)
class Bind:
    """Names, or paths such as ``self.count``, get new values."""

    names: frozenset[str]


@dataclass(slots=True)
class Jump:
    """``break``, ``continue``, ``return`` or ``raise``."""

    exit: Exit


@dataclass(slots=True)
class Branch:
    """One of two blocks; ``guards`` hold in the first, ``others`` in the second.

    ``always`` says which of them it is where the condition is a constant.
    """

    then: Block
    otherwise: Block
    guards: tuple[Guard, ...] = ()
    others: tuple[Guard, ...] = ()
    always: bool | None = None


@dataclass(slots=True)
class Choice:
    """One of several blocks, or none of them unless ``exhaustive``: ``match``."""

    arms: list[Block]
    exhaustive: bool


@dataclass(slots=True)
class Loop:
    """``head`` and ``body`` any number of times, then ``orelse``.

    ``once`` where there is certainly an iteration, ``endless`` where only a jump leaves, ``possible`` where zero
    iterations are as likely as others (``while``).
    """

    node: cst.CSTNode
    head: Block
    body: Block
    orelse: Block
    once: bool = False
    endless: bool = False
    possible: bool = False


@dataclass(slots=True)
class Handled:
    """``try`` with its handlers; ``catches_all`` where one of them takes every exception."""

    body: Block
    handlers: list[Block]
    orelse: Block
    catches_all: bool


@dataclass(slots=True)
class Finally:
    """A block after which another one runs, however the first is left."""

    body: Block
    last: Block


@dataclass(slots=True)
class Inline:
    """A helper of the same file that is called here: its ``return`` ends it alone."""

    call: cst.CSTNode
    body: Block


@dataclass(slots=True)
class Perhaps:
    """A block that an unknown call may run, any number of times."""

    body: Block


@dataclass(slots=True)
class Block:
    """Steps in order; ``depth`` is how many helpers they reach through, ``size`` how many steps there are in all.

    ``changed`` are the names that each block and loop in it binds, once that was asked.
    """

    steps: list[Step] = field(default_factory=list)
    depth: int = 0
    size: int = 0
    generator: bool = False
    changed: dict[int, set[str]] | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return bool(self.steps)


Step: TypeAlias = "Event | Bind | Jump | Branch | Choice | Loop | Handled | Finally | Inline | Perhaps"


def blocks_of(step: Step) -> tuple[Block, ...]:
    """The blocks in a step, in the order of the text."""
    if type(step) is Branch:
        return (step.then, step.otherwise)
    if type(step) is Loop:
        return (step.head, step.body, step.orelse)
    if type(step) is Handled:
        return (step.body, *step.handlers, step.orelse)
    if type(step) is Finally:
        return (step.body, step.last)
    if type(step) is Choice:
        return tuple(step.arms)
    return (step.body,) if type(step) is Inline or type(step) is Perhaps else ()


def walk_steps(block: Block) -> Iterator[Step]:
    """All steps of a block and of the blocks in it, in the order of the text."""
    stack: list[Step] = block.steps[::-1]
    while stack:
        step = stack.pop()
        yield step
        for inner in reversed(blocks_of(step)):
            stack.extend(reversed(inner.steps))


_PATH = re.compile("`([^`]*)`")


def rewritten(block: Block, change: Callable[[Event], Event], rename: Callable[[str], str]) -> Block:
    """A copy of a block with its events changed and the paths in its conditions renamed."""
    steps = [_rewritten_step(step, change, rename) for step in block.steps]
    return Block(steps, block.depth, block.size, block.generator)


def _rewritten_step(step: Step, change: Callable[[Event], Event], rename: Callable[[str], str]) -> Step:
    if type(step) is Event:
        return change(step)
    if type(step) is Bind:
        return Bind(frozenset(rename(name) for name in step.names))

    def copy(inner: Block) -> Block:
        return rewritten(inner, change, rename)

    if type(step) is Branch:
        guards, others = (tuple(_renamed(guard, rename) for guard in found) for found in (step.guards, step.others))
        return Branch(copy(step.then), copy(step.otherwise), guards, others, step.always)
    if type(step) is Choice:
        return Choice([copy(arm) for arm in step.arms], step.exhaustive)
    if type(step) is Loop:
        return replace(step, head=copy(step.head), body=copy(step.body), orelse=copy(step.orelse))
    if type(step) is Handled:
        handlers = [copy(handler) for handler in step.handlers]
        return Handled(copy(step.body), handlers, copy(step.orelse), step.catches_all)
    if type(step) is Finally:
        return Finally(copy(step.body), copy(step.last))
    if type(step) is Inline:
        return Inline(step.call, copy(step.body))
    if type(step) is Perhaps:
        return Perhaps(copy(step.body))
    return step


def _renamed(guard: Guard, rename: Callable[[str], str]) -> Guard:
    text = _PATH.sub(lambda found: f"`{rename(found[1])}`", guard.text)
    return Guard(text, frozenset(rename(name) for name in guard.reads), guard.negated)
