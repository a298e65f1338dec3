"""Whether a program computes with memory that nothing wrote to yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Family
from ..knowledge.python_operations import PHI, SUBSCRIPT_WRITE
from ..values import Identity, Notation, Operation, Sequence, Tensor, Use, Value

_ROOM = "users by what they may be given"
# What has the entries of its operand, or only where they lie: nothing reads them yet.
_HANDED_ON = frozenset({Family.VIEW, Family.LAYOUT, Family.CONVERSION, Family.COPY, Family.JOINING})
_DEPTH = 4


def is_read_unwritten(inference: Inference, made: Operation) -> bool:
    """Whether the first thing that becomes of the memory that an operation makes is that its entries are read.

    An augmented assignment and most methods that work in place read before they write: ``total += x``.

    >>> p = program("a = torch.empty(3)", "a += x", "b = torch.empty(3)", "b.zero_()", "c = b + 1")
    >>> is_read_unwritten(p.inference, p.value("a").origin), is_read_unwritten(p.inference, p.value("b").origin)
    (True, False)
    """
    return _is_read(inference, made, _DEPTH)


@dataclass(slots=True)
class _Uses:
    """By tensor: the operations that take it, and the expressions that are it, in the order of evaluation.

    What branches and iterations may hand on in its place counts as well.
    """

    users: dict[Identity, list[Operation]] = field(default_factory=dict)
    mentions: dict[Identity, list[int]] = field(default_factory=dict)


def _uses(inference: Inference) -> _Uses:
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, _Uses):
        known = inference.rooms[_ROOM] = _Uses()
        for operation in inference.operations.values():
            for value in operation.operands.values():
                for part in value.parts() if isinstance(value, Sequence) else (value,):
                    for one in _tensors(part):
                        known.users.setdefault(one.identity, []).append(operation)
        for place, value in inference.values.items():
            for one in _tensors(value):
                known.mentions.setdefault(one.identity, []).append(place)
    return known


def _tensors(value: Value) -> list[Tensor]:
    joined = value.origin is not None and value.origin.signature is PHI
    return [one for one in (alternatives(value) if joined else (value,)) if isinstance(one, Tensor)]


def _is_read(inference: Inference, made: Operation, depth: int) -> bool:
    memory, uses = made.result, _uses(inference)
    if not isinstance(memory, Tensor) or depth == 0 or Use.STORED in memory.identity.uses:
        return False
    users = uses.users.get(memory.identity, [])
    if not users or not _comes_first(users[0], uses.mentions.get(memory.identity, [])):
        return False
    first = users[0]
    if len(first.loops) > len(made.loops) and not _is_read_by_all(users, memory):
        return False
    if first.signature.family in _HANDED_ON and not first.notation.modifies:
        return _is_read(inference, first, depth - 1)
    return _reads(first, memory)


def _comes_first(user: Operation, mentions: list[int]) -> bool:
    """Whether an operation takes memory where it is made, or where its name stands first: no call has filled it."""
    given = {id(node) for node in user.nodes.values()}
    return any(place in given for place in (mentions[0], *mentions[2:3]))


def _is_read_by_all(users: list[Operation], memory: Tensor) -> bool:
    """Whether no earlier iteration can have written what the first user takes, or put something else in its place."""
    first = users[0]
    if not all(_reads(user, memory) for user in users if user.loops[: len(first.loops)] == first.loops):
        return False
    for operand in first.operands.values():
        taken = alternatives(operand)
        if any(one.identity is memory.identity for one in taken):
            others = [one.origin for one in taken if one.identity is not memory.identity]
            return all(made is not None and (made.signature is PHI or made.node is first.node) for made in others)
    return True


def _reads(user: Operation, memory: Tensor) -> bool:
    """Whether an operation computes with entries of memory that it is given, be it to change them."""
    row = user.signature
    if row is SUBSCRIPT_WRITE:
        value = user.operand("value").origin  # counts[i] += 1
        adds = value is not None and value.notation is Notation.AUGMENTED
        return adds and any(one.identity is memory.identity for one in _tensors(user.operand()))
    if row.scatters or user.given("out"):
        return False
    if not user.notation.modifies:
        return row.elementwise or row.family is Family.REDUCTION
    return row.family is Family.ARITHMETIC  # t.add_(x); what else works in place may fill it
