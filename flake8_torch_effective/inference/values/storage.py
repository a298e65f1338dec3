"""Which values may share one storage: views, and what an operation returns as it is."""

from __future__ import annotations

from collections.abc import Iterator

from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import (
    BUILTINS,
    CALL,
    CHANGED,
    DATA_WRITE,
    ELEMENT,
    PHI,
    SOME_OBJECT,
    SUBSCRIPT,
    SUBSCRIPT_WRITE,
    YIELDED,
)
from . import circles
from .base import Identity, Unknown, Value
from .operation import Notation, Operation
from .python import Number, Reference, Sequence, SequenceType
from .tensor import Tensor

# Results that may be one of several operands.
_ANY_OPERAND = (PHI, SOME_OBJECT, BUILTINS["max"], BUILTINS["min"])
_CHANGES = (SUBSCRIPT_WRITE, DATA_WRITE)
_REDUCTIONS = (BUILTINS["sum"], BUILTINS["max"], BUILTINS["min"])
_FAMILIES = (Family.VIEW, Family.CONVERSION, Family.CONSTRUCTION)
_ALIASES = (Formula.SELECT, Formula.REQUIRES_GRAD)
_OPERATORS = (Notation.OPERATOR, Notation.AUGMENTED)
_SOURCES = ("input", "tensor", "tensors", "data", "obj")

# Generators within generators are not followed deeper than this.
_DEPTH = 8

# Arithmetic within more arithmetic than this may give a number.
_NESTED = 4

# Longer chains of views may start anywhere, which costs precision, never truth.
_LONGEST = 64

# Who may have more storages than this may have any: what loops hand on from name to name would grow with each round.
_MOST = 128


def share(a: Value, b: Value) -> bool:
    """Whether two tensors may share their storage, or two lists be one."""
    first, second = storages(a), storages(b)
    return first is None or second is None or not first.isdisjoint(second)


def storages(value: Value) -> frozenset[Identity] | None:
    """The objects whose storage a tensor may have; for a list those that it may be. None where these are too many."""
    identity = value.identity
    if identity is None:
        return frozenset()
    if identity.anywhere:
        return None
    if identity.storages is None:
        if value.origin is None:  # most lists
            identity.storages = frozenset((identity,))
            circles.note(identity)
            return identity.storages
        found: set[Identity] = set()
        queue = [value]
        seen: set[int] = set()
        for current in queue:
            own = current.identity
            if own is None or id(current) in seen:
                continue
            seen.add(id(current))
            if len(seen) > _LONGEST or own.anywhere or is_anything(current):
                identity.anywhere = True
                return None
            if own.storages is not None:
                found |= own.storages
                continue
            sources = [source for source in _sources(current) if source.identity is not None]  # no numbers
            if not sources:
                found.add(own)
            queue.extend(sources)
        widen_storages(identity, frozenset(found))
        if identity in found:
            circles.note(identity)
    return identity.storages


def widen_storages(identity: Identity, found: frozenset[Identity] | None) -> None:
    """An object may have one of these storages, or any where they are None or too many."""
    identity.anywhere |= found is None or len(found) > _MOST
    identity.storages = None if identity.anywhere else found


def is_joined(value: Value) -> bool:
    """Whether a value may be one of several, or a view of one of several, of which some facts hold on one path only."""
    queue, seen = [value], {id(value)}
    for current in queue:
        if current.origin is not None and current.origin.signature in _ANY_OPERAND:
            return True
        unseen = [source for source in _sources(current) if id(source) not in seen]
        seen.update(map(id, unseen))
        queue += unseen
        if len(queue) > _LONGEST:
            return True
    return False


def is_anything(value: Value) -> bool:
    """Whether a value may be any object of the program."""
    origin = value.origin
    return origin is not None and origin.signature is SOME_OBJECT and not origin.operands


def may_be_anything(value: Value) -> bool:
    """Whether a value may be any object, of the program or of a pattern's subject, or what Python makes of one."""
    queue = [value]
    for current in queue:
        if current.origin is not None and current.origin.signature is SOME_OBJECT:
            return True
        if isinstance(current, Unknown) and current.origin is not None and len(queue) < _LONGEST:
            queue += current.origin.operands.values()
    return False


def may_be(value: Value, kind: type[Value] | tuple[type[Value], ...], depth: int = _NESTED) -> bool:
    """Whether a value that is not known is of a kind, or of one of several, on one of the paths that meet in it."""
    queue = [value]
    for current in queue:
        if isinstance(current, kind):
            return True
        if kind is Number and isinstance(current, Tensor) and not current.certain:
            return True
        origin = current.origin if isinstance(current, Unknown) else None
        if origin is None or len(queue) >= _LONGEST:
            continue
        if origin.signature is PHI:
            queue += origin.operands.values()
        elif origin.signature is CHANGED:
            queue.append(origin.operand())
        elif origin.signature in _REDUCTIONS and kind is Number:  # of no items, or of numbers
            return True
        elif origin.signature is CALL and "result" in origin.operands:
            queue.append(origin.operands["result"])
        elif _takes(origin):
            queue += _taken(origin)
        elif kind is Number and origin.notation in _OPERATORS:  # of numbers it is one
            if not depth or all(may_be(operand, kind, depth - 1) for operand in origin.operands.values()):
                return True
    return False


def elements(value: Value, depth: int = _DEPTH) -> list[Value]:
    """What iterating over a list, or over a generator of the file, gives; nothing where that is not known."""
    if isinstance(value, Sequence):
        return value.parts() if value.type is not SequenceType.DICT else []
    origin = value.origin if isinstance(value, Unknown) else None
    if origin is None or not depth:
        return []
    if origin.signature is YIELDED:
        return list(origin.operands.values())
    if origin.signature is CALL and "result" in origin.operands:
        return elements(origin.operands["result"], depth - 1)
    sources: list[Value] = []
    if origin.signature is PHI:
        sources = list(origin.operands.values())
    elif _takes(origin):
        sources = _taken(origin, depth - 1)
    return [part for source in sources for part in elements(source, depth - 1)][:_LONGEST]


def _takes(origin: Operation) -> bool:
    """Whether an operation takes an item out of an unknown object: by iteration, by a subscript, by ``next``."""
    if origin.signature in (ELEMENT, SUBSCRIPT):
        return True
    callee = origin.operands.get("callee") if origin.signature is CALL else None
    return isinstance(callee, Reference) and callee.name == "builtins.next"


def _taken(origin: Operation, depth: int = _DEPTH) -> list[Value]:
    """What such an operation may take out of its operand; the default of ``next`` among it."""
    if origin.signature is not CALL:
        return elements(origin.operand(), depth)
    default = [origin.operands["1"]] if "1" in origin.operands else []
    return [*elements(origin.operand("0"), depth), *default]


def _sources(value: Value) -> Iterator[Value]:
    """What a value may be, or be a view of."""
    origin = value.origin
    if origin is None:
        return
    signature = origin.signature
    if signature in _ANY_OPERAND or signature.family is Family.CALL:
        operands = list(origin.operands.values())
    elif isinstance(value, Sequence):
        return
    elif origin.notation.modifies or signature in _CHANGES:
        operands = list(origin.operands.values())[:1]
    elif signature.may_share or signature.family in _FAMILIES or origin.formula in _ALIASES or _is_plain_index(origin):
        operands = [origin.operands[name] for name in _SOURCES if name in origin.operands]
    else:
        return
    for operand in operands:
        if isinstance(operand, Sequence) and not isinstance(value, Sequence):
            yield from _parts(operand)
        else:
            yield operand


def _parts(sequence: Sequence, depth: int = 4) -> Iterator[Value]:
    """What is in a list, and in the lists in it."""
    for part in sequence.parts():
        if isinstance(part, Sequence) and depth:
            yield from _parts(part, depth - 1)
        else:
            yield part


def _is_plain_index(origin: Operation) -> bool:
    """Whether a subscript makes a view: it has no tensors or lists in it, which make a copy."""
    if origin.signature is not SUBSCRIPT:
        return False
    return not any(
        isinstance(part, Tensor) or (isinstance(part, Sequence) and part.type is SequenceType.LIST)
        for part in origin.index_parts
    )
