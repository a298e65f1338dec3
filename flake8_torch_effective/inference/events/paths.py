"""All paths through a statement tree at once: which facts can hold at an event, and at the end.

A fact is one state of a small automaton that a question brings along, stepped by the events of a path.  Along with it a
path carries what it assumed of conditions that are met again (``if amp:`` here and ``if amp:`` there), and whether
it is doubtful: it needs something that the text does not show to be possible, such as a loader without batches or
an exception that nothing raises in so many words.  An answer that rests on doubtful paths alone is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..knowledge.training import EventKind
from .event import Event
from .pruning import Pruned, touches
from .steps import (
    Bind,
    Block,
    Branch,
    Choice,
    Exit,
    Finally,
    Guard,
    Handled,
    Inline,
    Jump,
    Loop,
    Perhaps,
)

Fact: TypeAlias = int
# Beyond so many states at one point, what was assumed of conditions is forgotten, and all paths are doubtful.
_STATES = 24
# So many states of paths are followed for all questions about one file: half a second, and forty times what training
# scripts need. Questions about many steps of many helpers, each called in many places, would take minutes.
_STATES_FOLLOWED = 40_000


class Assumption(NamedTuple):
    """A condition by its text, whether it held, and whether nothing can have changed it since."""

    text: str
    held: bool
    firm: bool = True


class State(NamedTuple):
    """Where one path stands."""

    fact: Fact
    doubtful: bool = False
    assumed: frozenset[Assumption] = frozenset()


States: TypeAlias = "frozenset[State]"
NOWHERE: States = frozenset()


class Effort:
    """What may still be spent on the questions about one file; those that come after that are not answered."""

    def __init__(self, states: int = _STATES_FOLLOWED) -> None:
        self.states = states

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.states <= 0


class Paths:
    """Runs one automaton along all paths through a block; ``followed`` counts the states at all its steps.

    Args:
        block: the steps.
        transition: the fact after an event, from the fact before it and whether the path is doubtful.
        matters: whether an event can change a fact.
        repeats: whether the block is run again with the states that it ends in.
    """

    def __init__(
        self,
        block: Block,
        transition: Callable[[Event, Fact, bool], Fact],
        matters: Callable[[Event], bool],
        repeats: bool = False,
    ) -> None:
        pruned = Pruned(block, matters, repeats)
        self.block = pruned.block
        self.repeated = pruned.repeated
        self.dotted = {text for text, reads in pruned.repeated.items() if any("." in name for name in reads)}
        self.followed = 0
        self.looping = repeats
        self.reading: dict[str, set[str]] = {}
        self.transition = transition
        self.exits: list[dict[Exit, States]] = []
        # For each `try` around the current point, the states in which an exception may leave its body.
        self.raising: list[set[State]] = []

    def run(self, start: States) -> tuple[States, dict[Exit, States]]:
        """The states at the block's end, and those in which it is left by jumps."""
        return self.confined(self.block, start)

    def confined(self, block: Block, states: States) -> tuple[States, dict[Exit, States]]:
        """The states at the end of a block, and its jumps, which do not reach the blocks around it yet."""
        self.exits.append({})
        end = self.go(block, states)
        return end, self.exits.pop()

    def leave(self, way: Exit, states: States) -> None:
        """A jump leaves the innermost block that looks at jumps."""
        exits = self.exits[-1]
        exits[way] = merge(exits.get(way, NOWHERE), states)

    def go(self, block: Block, states: States) -> States:
        """The states at the end of a block."""
        for step in block.steps:
            if not states:
                break
            self.followed += len(states)
            if self.raising:
                self.raising[-1] |= states
            states = limited(self.HANDLERS[type(step)](self, step, states))
        if self.raising:
            self.raising[-1] |= states
        return states

    def event(self, step: Event, states: States) -> States:
        after = {
            (fact, unsure): self.transition(step, fact, unsure)
            for fact, unsure in {(state.fact, state.doubtful) for state in states}
        }
        if any(fact != before for (before, _), fact in after.items()):
            states = frozenset(
                State(after[state.fact, state.doubtful], state.doubtful, state.assumed) for state in states
            )
        return self.softened(states) if step.kind is EventKind.UNKNOWN_CALL else states

    def bind(self, step: Bind, states: States) -> States:
        changed = set().union(*(self.conditions_on(name) for name in step.names))
        if not changed or not any(one.text in changed for state in states for one in state.assumed):
            return states
        return frozenset(
            State(state.fact, state.doubtful, frozenset(one for one in state.assumed if one.text not in changed))
            for state in states
        )

    def conditions_on(self, name: str) -> set[str]:
        """The conditions whose outcome may change with a name's value."""
        found = self.reading.get(name)
        if found is None:
            found = self.reading[name] = {text for text, reads in self.repeated.items() if touches(reads, name)}
        return found

    def jump(self, step: Jump, states: States) -> States:
        self.leave(step.exit, states)
        return NOWHERE

    def branch(self, step: Branch, states: States) -> States:
        if step.always is not None:
            return self.go(step.then if step.always else step.otherwise, states)
        ends: States = NOWHERE
        for guards, block in ((step.guards, step.then), (step.others, step.otherwise)):
            possible = states
            for guard in guards:
                if guard.text in self.repeated:
                    possible = assume(possible, guard)
            ends = merge(ends, self.go(block, possible))
        return ends

    def choice(self, step: Choice, states: States) -> States:
        ends = NOWHERE if step.exhaustive else states
        for arm in step.arms:
            ends = merge(ends, self.go(arm, states))
        return ends

    def loop(self, step: Loop, states: States) -> States:
        heads: States = NOWHERE
        left: States = NOWHERE
        first = self.go(step.head, states)
        pending = first
        after: States = NOWHERE
        around, self.looping = self.looping, True
        while True:
            new = pending - heads
            if not new:
                break
            heads |= new
            end, jumps = self.confined(step.body, frozenset(new))
            left = merge(left, jumps.pop(Exit.BREAK, NOWHERE))
            again = self.go(step.head, merge(end, jumps.pop(Exit.CONTINUE, NOWHERE)))
            for way, gone in jumps.items():
                self.leave(way, gone)
            after = merge(after, again)
            pending = again
            if len(heads) > 4 * _STATES:  # assumptions that change from iteration to iteration
                pending = frozenset(State(state.fact, True) for state in pending)
        self.looping = around
        done = NOWHERE if step.endless else after
        if not (step.endless or step.once):
            done = merge(done, first if step.possible else doubtful(first))
        return merge(left, self.go(step.orelse, done) if done else NOWHERE)

    def handled(self, step: Handled, states: States) -> States:
        self.raising.append(set())
        end, jumps = self.confined(step.body, states)
        implicit = doubtful(frozenset(self.raising.pop()))
        explicit = jumps.pop(Exit.RAISE, NOWHERE)
        for way, gone in jumps.items():
            self.leave(way, gone)
        if self.raising:
            self.raising[-1] |= implicit
        caught = merge(implicit, explicit if step.catches_all else doubtful(explicit))
        if explicit and not step.catches_all:
            self.leave(Exit.RAISE, doubtful(explicit))
        ends = self.go(step.orelse, end)
        for handler in step.handlers:
            ends = merge(ends, self.go(handler, caught if len(step.handlers) == 1 else doubtful(caught)))
        return ends

    def finally_(self, step: Finally, states: States) -> States:
        self.raising.append(set())
        end, jumps = self.confined(step.body, states)
        raised = doubtful(frozenset(self.raising.pop()))
        for way, gone in jumps.items():
            self.leave(way, self.go(step.last, gone))
        after = self.go(step.last, raised)  # an exception passes through; where it goes on is seen outside
        if self.raising:
            self.raising[-1] |= after
        return self.go(step.last, end)

    def inline(self, step: Inline, states: States) -> States:
        end, jumps = self.confined(step.body, states)
        end = merge(end, jumps.pop(Exit.RETURN, NOWHERE))
        raised = jumps.get(Exit.RAISE)
        if raised:
            self.leave(Exit.RAISE, raised)
        # What the helper's own names were assumed to be is read again only where it is called again.
        return self.softened(end if self.looping else self.without_names_of(step, end))

    def without_names_of(self, step: Inline, states: States) -> States:
        """The states without what was assumed of conditions on the names of a helper."""
        own = f"{id(step.call)}:"
        if not any(own in one.text for state in states for one in state.assumed):
            return states
        return frozenset(
            State(state.fact, state.doubtful, frozenset(one for one in state.assumed if own not in one.text))
            for state in states
        )

    def softened(self, states: States) -> States:
        """The states after code that may have changed what conditions on attributes read."""
        if not self.dotted:
            return states
        return frozenset(
            State(
                state.fact,
                state.doubtful,
                frozenset(
                    Assumption(one.text, one.held, False) if one.firm and one.text in self.dotted else one
                    for one in state.assumed
                ),
            )
            if state.assumed
            else state
            for state in states
        )

    def perhaps(self, step: Perhaps, states: States) -> States:
        found: set[State] = set()
        for state in states:
            seen = pending = doubtful(frozenset({state}))
            while pending:
                end, jumps = self.confined(step.body, pending)
                pending = doubtful(merge(end, jumps.get(Exit.RETURN, NOWHERE))) - seen
                seen |= pending
            # Whether it runs or not is all the same where it changes no fact.
            found |= {state} if {one.fact for one in seen} == {state.fact} else seen
        return frozenset(found)

    HANDLERS: dict[type, Callable[..., States]] = {  # noqa: RUF012
        Event: event,
        Bind: bind,
        Jump: jump,
        Branch: branch,
        Choice: choice,
        Loop: loop,
        Handled: handled,
        Finally: finally_,
        Inline: inline,
        Perhaps: perhaps,
    }


def merge(first: States, second: States) -> States:
    """The states of either."""
    return first | second if first and second else first or second


def doubtful(states: States) -> States:
    """The same states on paths that may not exist."""
    return frozenset(State(state.fact, True, state.assumed) for state in states)


def assume(states: States, guard: Guard) -> States:
    """The states of those paths on which a guard can hold."""
    found: set[State] = set()
    held = not guard.negated
    for state in states:
        known = next((one for one in state.assumed if one.text == guard.text), None)
        unsure = state.doubtful
        if known is not None and known.held != held:
            if known.firm:
                continue
            unsure = True
        rest = state.assumed if known is None else state.assumed - {known}
        found.add(State(state.fact, unsure, rest | {Assumption(guard.text, held)}))
    return frozenset(found)


def limited(states: States) -> States:
    """The states without what they assumed where there are too many, and without doubtful copies of sure ones."""
    if len(states) > _STATES:
        states = frozenset(State(state.fact, True) for state in states)
    if len(states) > 1 and any(state.doubtful for state in states):
        return frozenset(
            state for state in states if not state.doubtful or State(state.fact, False, state.assumed) not in states
        )
    return states
