"""Which results certainly share a shape that nobody knows, by the identity that stands for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..knowledge.columns import Family, Formula, ShapeTransfer
from ..knowledge.kinds import INT
from ..knowledge.parameters import OPERANDS
from ..knowledge.python_operations import SHAPE
from ..values import (
    NONE,
    UNKNOWN,
    Device,
    Dtype,
    Identity,
    Notation,
    Number,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Value,
    limits,
    parts_of_index,
)
from . import shapes, views
from .sizes import integer


def of_size(value: Value) -> Identity | None:
    if isinstance(value, Sequence):
        if value.items is not None and len(value.items) == 1 and isinstance(value.items[0], Sequence):
            value = value.items[0]
        origin = value.origin
        if origin is not None and origin.signature is SHAPE:
            of = origin.operand()
            if isinstance(of, Tensor):
                return of.shape_identity
        if value.items is not None and len(value.items) == 1 and type(value.items[0]) is Unknown:
            return value.items[0].identity
        if value.items is None:
            return value.identity
        for item in value.items:
            if type(item) is Unknown and item is not UNKNOWN:
                token = _token(value)
                return None if token is None else item.identity.derive(("size", token))
    elif type(value) is Unknown and value is not UNKNOWN:
        return value.identity
    return None


_BROADCAST = ("condition", *OPERANDS)


def shared(op: Operation) -> Identity | None:
    """The shape_identity of an elementwise result: the one its operands share, else the one they broadcast to.

    An unknown operand may be a tensor that the others are broadcast to, or a number: it is one of them.
    """
    members: set[Identity] = set()
    for name in _BROADCAST:
        value = op.operands.get(name)
        if isinstance(value, Tensor) and value.shape != ():
            members |= value.shape_identity.members or {value.shape_identity}
        elif value is UNKNOWN:
            return None
        elif type(value) is Unknown:
            members.add(value.identity)
    if not members or len(members) > limits.BROADCAST:
        return None
    for tensor in op.tensors():
        if members == (tensor.shape_identity.members or {tensor.shape_identity}):
            return tensor.shape_identity
    holder = next(iter(sorted(members, key=id)))
    key = ("broadcast", frozenset(members))
    found = holder.derive(key)
    if found.members is None:
        found.members = frozenset(members)
    return found


# Objects that hold the same items as long as they live.
_UNCHANGEABLE = (SequenceType.TUPLE, SequenceType.SHAPE, SequenceType.RANGE, SequenceType.FROZENSET)
# Families whose results have shapes that their operands' shapes do not decide.
_NOT_FROM_SHAPES = (Family.FACTORY, Family.CONSTRUCTION, Family.CALL, Family.LOSS)


def derived_shape_identity(op: Operation) -> Identity | None:
    """The identity of a result's shape: one object for the same operation on operands of the same shapes.

    So ``a.sum(-1)`` and ``(2 * a).sum(-1)`` are known to have one shape although nobody knows which.
    """
    if op.signature.sized_by_values or not op.complete or op.signature.family in _NOT_FROM_SHAPES:
        return None
    if op.notation is Notation.MODULE and op.signature.formula is not Formula.LINEAR:
        return None
    holder: Identity | None = None
    key: list[object] = [op.name]
    for name, value in op.operands.items():
        if holder is None:
            if isinstance(value, Tensor):
                holder = value.shape_identity
            elif name == "tensors" and isinstance(value, Sequence):
                holder = next((part.shape_identity for part in value.parts() if isinstance(part, Tensor)), None)
        if name == "index" and op.signature.formula is Formula.SUBSCRIPT:
            token = _index_tokens(value)
        else:
            token = value.shape_identity if isinstance(value, Tensor) else _token(value)
        if token is None:
            return None
        key.append((name, token))
    if holder is None:
        return None
    return holder.derive(tuple(key))


def _token(value: Value) -> object:
    """What of an argument decides a shape, comparable; None where that cannot be told."""
    if isinstance(value, Tensor):
        return value.shape_identity
    if isinstance(value, Number):
        if value.size is not None:
            return value.size
        return (value.type, value.number) if value.number is not None else value
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Sequence):
        if value.items is None:  # a list may have been changed in between, and stays the same object
            return value.identity if value.type in _UNCHANGEABLE else None
        return tuple(_token(item) for item in value.items)
    if value is NONE or isinstance(value, Dtype | Device | Reference):
        return "none" if value is NONE else "other"
    if isinstance(value, Unknown) and value is not UNKNOWN:
        return value.identity
    return None if value is UNKNOWN else "other"


def _index_tokens(index: Value) -> object:
    """What of a subscript decides the shape: that a part is a number, not which; how much a slice cuts off."""
    parts = parts_of_index(index)
    tokens: list[object] = []
    for part in parts:
        if isinstance(part, Number):
            tokens.append("number")
        elif isinstance(part, Sequence) and part.type is SequenceType.SLICE and part.items is not None:
            lower, upper, step = part.items
            first, last = integer(lower), integer(upper)
            if step is NONE and lower is not NONE and upper is NONE and first is not None and first >= 0:
                tokens.append(("shorter by", first))
            elif step is NONE and lower is NONE and last is not None and last < 0:
                tokens.append(("shorter by", -last))
            else:
                tokens.append(_token(part))
        elif isinstance(part, Tensor) and part.category != INT:
            tokens.append(part.identity)
        else:
            tokens.append(_token(part))
    return None if None in tokens else tuple(tokens)


def shape_identity_of(op: Operation) -> Identity | None:
    """The identity of the shape of an operation's result."""
    shape = op.signature.shape
    find = None if shape is None else _SHARED.get(shape)
    return (None if find is None else find(op)) or derived_shape_identity(op)


def _of(name: str) -> Callable[[Operation], Identity | None]:
    def find(op: Operation) -> Identity | None:
        source = op.operand(name)
        return source.shape_identity if isinstance(source, Tensor) else None

    return find


def _of_the_size(op: Operation) -> Identity | None:
    return of_size(op.operand("size"))


def _of_the_size_or_shape(op: Operation) -> Identity | None:
    return of_size(op.operands.get("size", op.operand("shape")))


# Where the shape is that of an operand or of a size: whose.
_SHARED: Final[dict[ShapeTransfer, Callable[[Operation], Identity | None]]] = {
    shapes.same: _of("input"),
    shapes.like_other: _of("other"),
    shapes.like_index: _of("index"),
    shapes.like_logits: _of("logits"),
    shapes.like_elements: _of("elements"),
    shapes.like_template: _of("the_template"),
    shapes.like_a: _of("A"),
    shapes.elementwise: shared,
    shapes.factory: _of_the_size,
    shapes.made_size: _of_the_size,
    views.view: _of_the_size_or_shape,
    views.expand_to_size: _of_the_size_or_shape,
}
