"""The part of a statement tree that can change the answer to one question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from ..knowledge.training import EventKind
from .event import Event
from .steps import (
    Bind,
    Block,
    Branch,
    Choice,
    Finally,
    Handled,
    Inline,
    Jump,
    Loop,
    Perhaps,
    Step,
    blocks_of,
    walk_steps,
)


class Pruned:
    """A block without the events, branches and loops that a question does not depend on.

    ``repeated`` are the conditions, as text, that one path can meet more than once and that decide about what is left,
    and the names that each reads.

    Args:
        block: the steps.
        matters: whether an event can change the answer.
        repeats: whether the block is run again with the states that it ends in.
    """

    def __init__(self, block: Block, matters: Callable[[Event], bool], repeats: bool = False) -> None:
        self.matters = matters
        self.reads: frozenset[str] = frozenset()
        self.read: dict[str, bool] = {}
        self.dotted = False
        first = self.block_of(block)
        decides = any(type(step) is Event for step in walk_steps(first))
        self.repeated = self.met_again(first, block, repeats) if decides else {}
        if self.repeated:
            self.dotted = any("." in name for name in self.reads)
            self.read.clear()
            first = self.block_of(block)
        self.block = first

    def block_of(self, block: Block) -> Block:
        """What is left of a block."""
        steps = [kept for step in block.steps for kept in (self.step(step),) if kept is not None]
        return Block(steps) if steps else _EMPTY

    def step(self, step: Step) -> Step | None:
        """What is left of a step; None where that is nothing."""
        cls = type(step)
        if isinstance(step, Event):
            softens = self.dotted and step.kind is EventKind.UNKNOWN_CALL
            return step if softens or self.matters(step) else None
        if cls is Jump:
            return step
        if isinstance(step, Bind):
            return step if any(self.is_read(name) for name in step.names) else None
        parts = [self.block_of(part) for part in blocks_of(step)]
        if not any(parts) and not (isinstance(step, Inline) and self.dotted):
            return None
        if isinstance(step, Branch):
            return replace(step, then=parts[0], otherwise=parts[1])
        if isinstance(step, Loop):
            return replace(step, head=parts[0], body=parts[1], orelse=parts[2])
        if isinstance(step, Handled):
            return Handled(parts[0], parts[1:-1], parts[-1], step.catches_all)
        if isinstance(step, Finally):
            return Finally(*parts)
        if isinstance(step, Choice):
            return Choice(parts, step.exhaustive)
        return replace(step, body=parts[0]) if isinstance(step, Inline | Perhaps) else step

    def is_read(self, name: str) -> bool:
        """Whether a condition that is met again may depend on a name."""
        found = self.read.get(name)
        if found is None:
            found = self.read[name] = touches(self.reads, name)
        return found

    def met_again(self, block: Block, whole: Block, repeats: bool) -> dict[str, frozenset[str]]:
        """The conditions that one path can meet again: in two places, or in a loop that does not change them."""
        found: Counter[str] = Counter()
        reads: dict[str, frozenset[str]] = {}
        if whole.changed is None:
            whole.changed = {}
            names_bound(whole, whole.changed)
        changed = whole.changed
        outer = changed[id(whole)] if repeats else None
        stack: list[tuple[Step, set[str] | None]] = [(step, outer) for step in block.steps]
        while stack:
            step, around = stack.pop()
            if isinstance(step, Loop):
                around = changed.get(id(step.node), set())
            elif isinstance(step, Branch):
                for guard in {guard.text: guard for guard in (*step.guards, *step.others)}.values():
                    stays = around is not None and not any(touches(guard.reads, name) for name in around)
                    found[guard.text] += 2 if stays else 1
                    reads[guard.text] = guard.reads
            stack.extend((inner, around) for part in blocks_of(step) for inner in part.steps)
        repeated = {text: reads[text] for text, count in found.items() if count > 1}
        self.reads = frozenset(name for names in repeated.values() for name in names)
        return repeated


_EMPTY = Block()


def names_bound(block: Block, changed: dict[int, set[str]]) -> set[str]:
    """The names that a block binds; for each block and, by the ``id`` of its node, each loop in ``changed``."""
    names: set[str] = set()
    for step in block.steps:
        if isinstance(step, Bind):
            names |= step.names
            continue
        inner: set[str] = set()
        for part in blocks_of(step):
            inner |= names_bound(part, changed)
        if isinstance(step, Loop):
            changed[id(step.node)] = changed.get(id(step.node), set()) | inner
        names |= inner
    changed[id(block)] = names
    return names


def touches(reads: frozenset[str], name: str) -> bool:
    """Whether giving ``name`` a value can change what ``reads`` give: ``self`` changes ``self.count``."""
    return name in reads or any(read.startswith(name + ".") for read in reads)
