"""Sizes, axes and shapes as values tell them: what an argument names, what broadcasting makes of two sizes."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from ..values import UNKNOWN, Dim, Dtype, Number, Operation, Sequence, Shape, Tensor, Unknown, Value


def integer(value: Value) -> int | None:
    """The number a value is known to be, None for anything else."""
    number: object = value.number if isinstance(value, Number) else None
    return int(number) if isinstance(number, int) else None


def dims_of(value: Value) -> list[Dim] | None:
    """The sizes a ``size``-like argument names: one number, or a list, tuple or shape of numbers."""
    if isinstance(value, Number):
        return [value.dim]
    if isinstance(value, Sequence) and value.items is not None:
        if len(value.items) == 1 and isinstance(value.items[0], Sequence):
            return dims_of(value.items[0])
        return [_size_of_item(item) for item in value.items]
    return None


def sizes_of(op: Operation, *names: str) -> list[Dim] | None:
    """The sizes that an operation is given: ``f(2, n)``, ``f((2, n))``; of a lone unknown ``f(n)`` nothing is known.

    It may be a number as well as a whole shape.
    """
    if not op.complete:
        return None
    name = next((name for name in names if name in op.operands), None)
    if name is None:
        return None
    value = op.operands[name]
    if isinstance(value, Sequence) and value.items is not None and len(value.items) == 1:
        literal = type(op.nodes.get(name)) in (cst.Tuple, cst.List)
        if not literal and not isinstance(value.items[0], Number | Sequence):
            return None
    return dims_of(value)


def _size_of_item(item: Value) -> Dim:
    """One size in a list of sizes; an unknown object is the same size wherever it is used."""
    if isinstance(item, Number):
        return item.dim
    if type(item) is Unknown and item is not UNKNOWN:
        return item.identity.symbol(0)
    return None


def axes_of(value: Value) -> list[int] | None:
    """The axes a ``dim`` argument names, None where they are not known numbers."""
    if isinstance(value, Number):
        axis = integer(value)
        return None if axis is None else [axis]
    if isinstance(value, Sequence) and value.items is not None:
        if len(value.items) == 1 and isinstance(value.items[0], Sequence):
            return axes_of(value.items[0])
        axes = [integer(item) for item in value.items]
        return None if None in axes else [axis for axis in axes if axis is not None]
    return None


def broadcast_dim(a: Dim, b: Dim) -> Dim:
    """The size that two aligned sizes broadcast to."""
    if a == 1:
        return b
    if b == 1:
        return a
    if a is b:
        return a
    if isinstance(a, int):
        return a
    if isinstance(b, int):
        return b
    return None


def broadcast(shapes: Iterable[Shape]) -> Shape:
    """The shape that shapes broadcast to; None where one of the ranks is unknown."""
    result: tuple[Dim, ...] = ()
    for shape in shapes:
        if shape is None:
            return None
        if not result or not shape:
            result = result or shape
            continue
        if len(shape) < len(result):
            shape = (1,) * (len(result) - len(shape)) + shape
        elif len(result) < len(shape):
            result = (1,) * (len(shape) - len(result)) + result
        result = tuple(broadcast_dim(a, b) for a, b in zip(result, shape, strict=True))
    return result


def shape_of(value: Value) -> Shape:
    """The shape of an operand: a tensor's, and that of a Python number, which broadcasts like a 0-d tensor."""
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Number):
        return ()
    return None


def elements(value: Value) -> list[Value] | None:
    if isinstance(value, Sequence):
        return value.items if value.items is not None else ([value.element] if value.element is not None else None)
    return None


def product(a: Dim, b: Dim) -> Dim:
    return a * b if isinstance(a, int) and isinstance(b, int) else None


def flag_of(op: Operation, name: str) -> bool | None:
    """A flag that is False where it is not given; None where it is not a known bool."""
    value = op.operands.get(name)
    if value is None:
        return False if op.complete else None
    if isinstance(value, Number) and value.number is not None:
        return bool(value.number)
    return None


def named_as_axis(node: cst.CSTNode | None) -> bool:
    """Whether an argument is written ``dim``, ``axis``, ``self.dim``, ...: an axis by its name."""
    if type(node) is cst.Attribute:
        node = node.attr
    return type(node) is cst.Name and node.value.lower().endswith(("dim", "axis"))


def holds_dtype(value: Value) -> bool:
    return isinstance(value, Sequence) and any(isinstance(item, Dtype) for item in value.parts())
