"""Interprets loops: what iterating yields, and what a name holds from iteration to iteration."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from operator import is_not
from typing import TYPE_CHECKING, TypeAlias

import libcst as cst

from .. import transfer
from ..knowledge.python_operations import ELEMENT, LATER, PHI, ROW
from ..values import (
    NONE,
    UNKNOWN,
    Array,
    Batch,
    Dataset,
    Identity,
    Instance,
    Loader,
    Module,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    another,
    anything,
    claim_the_same,
    consume_deeply,
    covers,
    is_anything,
    join,
    join_all,
    one_of,
    storages,
    widen_storages,
    widened,
)
from .frame import GRAD_MODE, Environment, changes, forgotten_paths, join_environments, unbound
from .inference import LoopFacts

if TYPE_CHECKING:
    from .interpreter import Interpreter

# After so many iterations what still changes keeps its kind only, and after so many more not even that: a chain of
# names that hand their values on would otherwise take as many iterations as it has names.
_EXACT = 4
_KINDS = 4
# Lists that are nested deeper than this are not looked into.
_DEPTH = 4
# Nothing is left to change after that; if something did, a file would still have to come to its end.
_ENOUGH = 40
# So often a loop is read again as names may hold more of what is at its head: loops in loops multiply their rounds.
_MEETINGS = 2

# The identity of a value at the head of a loop, its storages, and those of what an iteration leaves under its name.
HandedOn: TypeAlias = tuple[Identity, frozenset[Identity], frozenset[Identity] | None]


class Loops:
    """Interprets loops: what iterating yields, and what a name holds from iteration to iteration."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def for_(self, node: cst.For) -> bool:
        interpreter = self.interpreter
        iterable = interpreter.evaluate(node.iter)
        interpreter.uncalled.iterated(iterable, node.iter)
        facts = LoopFacts(iterable, interpreter.frame.modules())

        # What is iterated over may change although no name holds it: `for x in [*xs]: y.unsqueeze_(0)`.
        may_change = isinstance(iterable, Tensor) or (isinstance(iterable, Sequence) and not iterable.is_range)
        unnamed = f"iter({id(node)})" if may_change else None
        if unnamed is not None:
            interpreter.frame.env[unnamed] = iterable

        def head() -> None:
            now = interpreter.frame.env[unnamed] if unnamed is not None else iterable
            interpreter.assignments.assign(node.target, self.element_of(now, node.iter, node))

        before = interpreter.frame.env
        end, exits = self.fixpoint(node, lambda: self.iteration(node, head, node.body), facts)
        interpreter.frame.env = (
            dict(before) if end is None else join_environments(before, end, node, interpreter.frame.kept)
        )
        if unnamed is not None:
            facts.carried.pop(unnamed, None)
            facts.before.pop(unnamed, None)
            for env in (interpreter.frame.env, *exits):
                env.pop(unnamed, None)
        return self.leave(node, exits)

    def while_(self, node: cst.While) -> bool:
        interpreter = self.interpreter
        facts = LoopFacts(UNKNOWN, interpreter.frame.modules())
        tested: Environment = {}

        def head() -> None:
            entered = dict(interpreter.frame.env)
            interpreter.statements.test(node.test)
            tested.clear()
            tested.update(changes(entered, interpreter.frame.env))
            interpreter.narrowing.narrow(node.test, True)

        before = interpreter.frame.env
        end, exits = self.fixpoint(node, lambda: self.iteration(node, head, node.body), facts)
        if type(node.test) is cst.Name and node.test.value == "True":
            if not exits:
                interpreter.frame.env = dict(before)
                return True
            interpreter.branches.meet_environments(exits, node)
            return False
        interpreter.frame.env = (
            dict(before) if end is None else join_environments(before, end, node, interpreter.frame.kept)
        )
        interpreter.frame.env.update(tested)  # the test runs once more than the body
        interpreter.narrowing.narrow(node.test, False)
        return self.leave(node, exits)

    def leave(self, node: cst.For | cst.While, exits: list[Environment]) -> bool:
        """Run the ``else`` of a loop, which a ``break`` passes over; True where control does not come out behind it."""
        frame = self.interpreter.frame
        if node.orelse is not None and self.interpreter.statements.suite(node.orelse.body):
            if not exits:
                return True
            self.interpreter.branches.meet_environments(exits, node)
        elif exits:
            self.interpreter.branches.meet_environments([frame.env, *exits], node)
        return False

    def iteration(
        self, node: cst.CSTNode, head: Callable[[], None], body: cst.BaseSuite
    ) -> tuple[Environment | None, list[Environment]]:
        """One iteration from the current environment: what holds at its end, if it gets there, and at each break."""
        frame = self.interpreter.frame
        outer = frame.exits, frame.continues
        frame.exits, frame.continues = [], []
        head()
        ended = self.interpreter.statements.suite(body)
        ends = frame.continues if ended else [*frame.continues, frame.env]
        exits = frame.exits
        frame.exits, frame.continues = outer
        if not ends:
            return None, exits
        joined = ends[0]
        for env in ends[1:]:
            joined = join_environments(joined, env, node, frame.missed)
        for env in exits:
            frame.missed.update(unbound(env, joined))
        return joined, exits

    def fixpoint(
        self,
        node: cst.CSTNode,
        iteration: Callable[[], tuple[Environment | None, list[Environment]]],
        facts: LoopFacts,
    ) -> tuple[Environment | None, list[Environment]]:
        """Interpret iterations until what holds at the head of the loop covers what holds at the end of its body.

        Only the last iteration is recorded, so that no claim of an earlier one, which need not hold in all, is left.
        """
        interpreter = self.interpreter
        frame = interpreter.frame
        before = frame.env
        changed_in_place = interpreter.changes.count
        loops, missed = frame.loops, frame.missed
        frame.loops, frame.missed = (*loops, node), set()
        returns, yields = len(frame.returns), len(frame.yields)
        start, carried = dict(before), {}
        for name, value in frame.heads.get(node, {}).items():
            old = self.before_loop(before, name)
            if old is not None or name.isidentifier():  # a place in a list may hold something else by now
                start[name] = carried[name] = value if old is None else join(old, value, node)
        rounds, meetings = 0, _MEETINGS
        records = interpreter.records()
        while True:
            del frame.returns[returns:], frame.yields[yields:]
            interpreter.record_anew()
            frame.env = dict(start)
            gradients, changes_in_place = interpreter.gradients.known, interpreter.changes.count
            end, exits = iteration()
            handed: list[HandedOn] = []
            changed = {} if end is None else self.uncovered(before, start, carried, end)
            forgotten = () if end is None else forgotten_paths(start, end)
            again = interpreter.gradients.known != gradients or bool(forgotten)
            if end is not None and interpreter.changes.count != changed_in_place and not changed:
                handed = handed_on(carried, end)
                if meetings and interpreter.changes.count != changes_in_place:
                    again |= meets_more(start, handed, interpreter.changes.met[changes_in_place:])
                    meetings -= 1
            if not (changed or again) or rounds > _ENOUGH:
                break
            rounds += 1
            for name in forgotten:
                del start[name]
                carried.pop(name, None)
            for name, value in changed.items():
                head = self.next_head(before, start, carried, name, value, node, rounds)
                start[name] = carried[name] = head
            self.renew(before, start, carried)
        interpreter.add_records(records)
        frame.heads[node] = dict(carried)
        frame.loops = loops
        frame.missed |= missed
        if handed:
            note_storages(carried, handed, [end or {}, *exits])
        self.note_carried(before, carried, end or {}, facts)
        interpreter.loop_facts[node] = facts
        return end, exits

    def renew(self, before: Environment, start: Environment, carried: Environment) -> None:
        """Take what the names hold at the head of the loop for other objects than in the round before.

        What that round made of them is of an earlier iteration, where a name hands it on.
        """
        renewed: dict[int, Value] = {}
        for name, value in carried.items():
            start[name] = carried[name] = of_next_iteration(value, self.before_loop(before, name), renewed)

    def before_loop(self, before: Environment, name: str) -> Value | None:
        """What a name or path holds in front of a loop, None where it is bound first by the loop itself."""
        old = before.get(name)
        return self.interpreter.frame.reads.get(name) if old is None and not name.isidentifier() else old

    def uncovered(self, before: Environment, start: Environment, carried: Environment, end: Environment) -> Environment:
        """The names that an iteration leaves with more than is claimed of them at its head, and what they hold."""
        found: Environment = {}
        for name, value in changes(start, end):
            if name in carried:
                head = carried[name]
                if not covers(head, value) or is_replaced(before.get(name), head, value):
                    found[name] = value
            elif self.before_loop(before, name) is not None or name in self.interpreter.frame.missed:
                if not is_as_before(before.get(name), value):
                    found[name] = value
        return found

    def next_head(
        self,
        before: Environment,
        start: Environment,
        carried: Environment,
        name: str,
        end: Value,
        node: cst.CSTNode,
        rounds: int,
    ) -> Value:
        """What a name holds at the head of the next iteration that is looked at."""
        if rounds > _EXACT + _KINDS:
            return anything()
        old = self.before_loop(before, name)
        if (old is NONE or old is None) and type(end) is Tensor:
            end = another(end)  # by then other names, and what is iterated over, hold that of the next iteration
        head = end if old is None else join(old, end, node)
        if name in carried and not covers(head, carried[name]):
            head = join(carried[name], end, node)
        return widened(head) if rounds > _EXACT else head

    def note_carried(self, before: Environment, carried: Environment, end: Environment, facts: LoopFacts) -> None:
        """Remember the names that one iteration hands to the next, and add what it hands on to what they may hold."""
        for name, value in carried.items():
            final = end.get(name)
            if final is None or final is value or name == GRAD_MODE:
                continue
            if isinstance(final, Module) and final.identity is value.identity:  # the same, in another mode
                continue
            facts.carried[name] = (value, final)
            if name in before:
                facts.before[name] = before[name]
            if isinstance(value, Sequence) and isinstance(final, Sequence):
                hand_on(value.element, final.element)
            if hand_on(value, final):
                if value.identity is not None and Use.BACKWARD in value.identity.uses:
                    consume_deeply(final, Use.BACKWARD)

    def break_(self, node: cst.Break) -> bool:
        self.interpreter.frame.exits.append(self.interpreter.frame.env)
        return True

    def continue_(self, node: cst.Continue) -> bool:
        self.interpreter.frame.continues.append(self.interpreter.frame.env)
        return True

    def element_of(self, value: Value, node: cst.BaseExpression | None, loop: cst.CSTNode | None = None) -> Value:
        """What iterating over a value yields."""
        interpreter = self.interpreter
        if isinstance(value, Instance):
            for name in ("__iter__", "__next__", "__getitem__"):
                interpreter.unfollowed.special(value, name, [], loop or node or cst.Pass())
        if isinstance(value, Tensor):
            operation = interpreter.record(
                Operation(
                    ROW,
                    loop or node or cst.Pass(),
                    {"input": value},
                    {} if node is None else {"input": node},
                )
            )
            row = transfer.row_of(value, operation)
            operation.result = row
            return row
        if isinstance(value, Sequence):
            if value.type is SequenceType.DICT:
                return Unknown()
            found = join_all(value.parts(), loop) or Unknown()
            found = one_of(value, found)
            holder = container(value).identity
            if isinstance(found, Tensor) and found.grad is not False:
                interpreter.taken.setdefault(id(found.identity), []).append(holder)
            elif isinstance(found, Sequence):
                for part in found.parts():
                    if isinstance(part, Tensor) and part.grad is not False:
                        interpreter.taken.setdefault(id(part.identity), []).append(holder)
            return found
        if isinstance(value, Loader):
            if value.arguments.get("collate_fn", NONE) is NONE and holds_tensors(value.arguments.get("dataset")):
                made = interpreter.record(Operation(ELEMENT, loop or node or cst.Pass(), {"input": value}))
                return Sequence(SequenceType.LIST, element=Tensor(grad=False, origin=made))
            return Batch()
        if isinstance(value, Array):
            return Array()
        if isinstance(value, Module):
            if value.is_dict:
                return Text()
            return join_all(value.children or [], loop) or Module()
        if isinstance(value, Batch):
            return Batch()
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Unknown) and value is not UNKNOWN:
            return Unknown(interpreter.record(Operation(ELEMENT, loop or node or cst.Pass(), {"input": value})))
        return Unknown()


def holds_tensors(dataset: Value | None) -> bool:
    """Whether the samples of a dataset are tuples of tensors: a TensorDataset, or a part of one."""
    while isinstance(dataset, Dataset) and dataset.name == "torch.utils.data.Subset":
        dataset = dataset.arguments.get("dataset")
    return isinstance(dataset, Dataset) and dataset.name == "torch.utils.data.TensorDataset"


def container(value: Sequence) -> Sequence:
    """The list or dict that an iterator hands out the elements of; the iterator itself where there are several."""
    while value.origin is not None and value.origin.signature is LATER:
        source = value.origin.operands.get("input")
        if not isinstance(source, Sequence):
            break
        value = source
    return value


def of_next_iteration(value: Value, before: Value | None, renewed: dict[int, Value], depth: int = _DEPTH) -> Value:
    """What is known of the value of a name in one iteration, of what it holds in another.

    It stays the same object where it is the one that the name held ``before`` the loop.
    """
    if not isinstance(value, (Tensor, Unknown, Sequence)) or value is UNKNOWN or is_anything(value):
        return value
    if before is not None and value.identity is before.identity and not isinstance(value, Sequence):
        return value
    found = renewed.get(id(value))
    if found is None:
        found = value
        if isinstance(value, Tensor):
            own = value.shape_identity is value.identity
            origin = value.origin
            if origin is not None and origin.signature is PHI:
                origin = Operation(PHI, origin.node, origin.operands, origin.nodes)
            shape_identity = None if own else value.shape_identity
            found = value.refined(identity=Identity(), shape_identity=shape_identity, origin=origin)
            found.identity.optional = value.identity.optional
            if origin is not None and origin is not value.origin:
                origin.result = found
                found.identity.storages = value.identity.storages  # else its operands say so when asked
            else:
                found.identity.storages = storages(value)
        elif isinstance(value, Unknown):
            found = Unknown(value.origin or Operation(PHI, cst.Pass(), {"0": value}))
            joined = value.origin is None or value.origin.signature is PHI
            found.identity.storages = value.identity.storages if joined else storages(value)
        elif depth:
            old = {id(part.identity): part for part in before.parts()} if isinstance(before, Sequence) else {}
            parts = [of_next_iteration(part, old.get(id(part.identity)), renewed, depth - 1) for part in value.parts()]
            if any(map(is_not, parts, value.parts())):
                found = value.learnt(parts, None) if value.items is not None else value.learnt(None, parts[0])
        renewed[id(value)] = found
    return found


def is_as_before(before: Value | None, end: Value) -> bool:
    """Whether a tensor is after an iteration what it was, although a test within it showed more of it meanwhile."""
    if type(before) is not Tensor or end.identity is not before.identity:
        return False
    return claim_the_same(before, end)


def is_replaced(before: Value | None, head: Value, end: Value) -> bool:
    """Whether an iteration leaves another object under a name whose object earlier ones only knew less of."""
    if before is None or type(head) is not Tensor or head.identity is not before.identity:
        return False
    return end is not NONE and end.identity is not head.identity


def hand_on(value: Value | None, final: Value | None) -> bool:
    """Add what an iteration leaves to what a value at the head of its loop may be."""
    if value is None or final is None or value.origin is None or value.origin.signature is not PHI:
        return False
    value.origin.operands["2"] = final
    return True


def handed_on(carried: Environment, end: Environment) -> list[HandedOn]:
    """The values at the head of a loop to whose names an iteration hands what may have other storages."""
    handed: list[HandedOn] = []
    for name, value in carried.items():
        final = end.get(name, value)
        known = storages(value) if final is not value else None
        if value.identity is None or not known:
            continue
        more = storages(final)
        if more is None or not more <= known:
            handed.append((value.identity, known, more))
    return handed


def meets_more(start: Environment, handed: list[HandedOn], met: list[frozenset[Identity] | None]) -> bool:
    """Whether a change in place meets more of the objects that there are at the head of a loop than was known.

    The storages of the names there have grown by them then: what a change meets has to be looked at again.

    Args:
        start: what the names hold at the head.
        handed: what an iteration hands on.
        met: the storages that each change in the iteration met, None for any.
    """
    if not handed:
        return False
    here: set[Identity] = set()
    for value in start.values():
        here |= storages(value) or frozenset()  # what may share any storage, each change meets already
    grown: list[tuple[Identity, frozenset[Identity] | None]] = []
    for identity, known, more in handed:
        own = None if more is None else known | (more & here)
        if own != known:
            grown.append((identity, own))
    if not any(own is None or one is None or not own.isdisjoint(one) for _, own in grown for one in met):
        return False
    for identity, own in grown:
        widen_storages(identity, own)
    return True


def note_storages(carried: Environment, handed: list[HandedOn], left: list[Environment]) -> None:
    """Add what an iteration hands on to what the values of a loop may be, where that was asked for within the loop."""
    values = [value for env in (carried, *left) for value in env.values()]
    asked = dict.fromkeys(one for value in values if (one := value.identity) is not None and one.storages)
    receives: dict[Identity, list[int]] = defaultdict(list)
    for place, (_, known, _) in enumerate(handed):
        for identity in known:
            receives[identity].append(place)
    reached: dict[frozenset[Identity], frozenset[Identity] | None] = {}
    for identity in asked:
        own = identity.storages or frozenset()
        if own not in reached:
            reached[own] = all_handed_on(own, handed, receives)
        widen_storages(identity, reached[own])


def all_handed_on(
    own: frozenset[Identity], handed: list[HandedOn], receives: Mapping[Identity, list[int]]
) -> frozenset[Identity] | None:
    """What objects with these storages may be after any number of iterations; None where these are too many.

    Args:
        own: the storages.
        handed: what an iteration hands on.
        receives: the places in ``handed`` at which something is handed on to an object that may have a storage.
    """
    found, pending = set(own), list(own)
    done: set[int] = set()
    while pending:  # what is handed on from name to name takes several steps
        for place in receives.get(pending.pop(), ()):
            if place not in done:
                done.add(place)
                more = handed[place][2]
                if more is None:
                    return None
                pending += more - found
                found |= more
    return frozenset(found)
