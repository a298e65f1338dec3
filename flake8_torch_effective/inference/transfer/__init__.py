"""How shape, dtype, device and graph pass through an operation: one small function per column entry of the table.

A shape function takes the bound operation and gives the shape of its result, None where even the rank is unknown.
A result function serves operations that return something else than one tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst

from ..knowledge.signatures import Signature
from ..values import (
    DTYPE_CATEGORY,
    NONE,
    UNKNOWN,
    Array,
    Device,
    Dim,
    Dtype,
    Identity,
    Number,
    Operation,
    Reference,
    Sequence,
    Shape,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
    parts_of_index,
)
from ..values import equal_dims as equal_dims
from ..values import join_dims as join_dims

# --- sizes -----------------------------------------------------------------------------------------------------------


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
        literal = isinstance(op.nodes.get(name), cst.Tuple | cst.List)
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
        if len(shape) < len(result):
            shape = (1,) * (len(result) - len(shape)) + shape
        elif len(result) < len(shape):
            result = (1,) * (len(shape) - len(result)) + result
        result = tuple(broadcast_dim(a, b) for a, b in zip(result, shape, strict=True))
    return result


_AT_MOST_SINGLE = frozenset({"bfloat16", "float16", "float32"})


def promoted(a: str | None, b: str | None) -> str | None:
    """The dtype of arithmetic between tensors of rank >= 1 of these dtypes (exact names or classes).

    Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
    """
    if a == b:
        return a
    if a is None or b is None:
        return None
    ranks = {"bool": 0, "int": 1, "float": 2, "complex": 3}
    first, second = DTYPE_CATEGORY.get(a), DTYPE_CATEGORY.get(b)
    if first is None or second is None:
        return None
    if first != second:
        higher, other = (a, b) if ranks[first] > ranks[second] else (b, a)
        if DTYPE_CATEGORY[higher] == "complex" and DTYPE_CATEGORY[other] == "float":
            return higher if higher == "complex128" or other in _AT_MOST_SINGLE else "complex"
        return higher
    order = ["bfloat16", "float16", "float32", "float64"]
    if a in order and b in order:
        if {a, b} == {"bfloat16", "float16"}:
            return "float32"
        return order[max(order.index(a), order.index(b))]
    widths = ["int8", "int16", "int32", "int64"]
    if a in widths and b in widths:
        return widths[max(widths.index(a), widths.index(b))]
    if "complex64" in (a, b) and "complex128" in (a, b):
        return "complex128"
    return first


# --- shapes ----------------------------------------------------------------------------------------------------------


def shape_of(value: Value) -> Shape:
    """The shape of an operand: a tensor's, and that of a Python number, which broadcasts like a 0-d tensor."""
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Number):
        return ()
    return None


def _same(op: Operation) -> Shape:
    return shape_of(op.operand())


def _like(name: str) -> Callable[[Operation], Shape]:
    return lambda op: shape_of(op.operand(name))


def _unknown(op: Operation) -> Shape:
    return None


def _same_rank(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * len(shape)


def _rank(count: int) -> Callable[[Operation], Shape]:
    shape: Shape = (None,) * count
    return lambda op: shape


def _broadcast(op: Operation) -> Shape:
    names = ("input", "other", "exponent", "end", "weight", "tensor1", "tensor2", "condition")
    return broadcast(shape_of(op.operands[name]) for name in names if name in op.operands)


def _broadcast_of(*names: str) -> Callable[[Operation], Shape]:
    return lambda op: broadcast(shape_of(op.operands[name]) for name in names if name in op.operands)


def _clamp(op: Operation) -> Shape:
    bounds = [op.operands[name] for name in ("min", "max") if name in op.operands]
    shapes = [shape_of(value) for value in bounds if value is not NONE]
    return broadcast((shape_of(op.operand()), *shapes))


def _broadcast_mask(op: Operation) -> Shape:
    return broadcast((shape_of(op.operand()), shape_of(op.operand("mask"))))


def reduced(shape: Shape, dim: Value | None, keepdim: Value | None) -> Shape:
    """The shape after a reduction over ``dim`` (None: not given, all dims)."""
    keeps: bool | None = False
    if keepdim is not None:
        keeps = bool(keepdim.number) if isinstance(keepdim, Number) and keepdim.number is not None else None
    if keeps is None:
        return None
    if dim is None or dim is NONE:
        if keeps:
            return None if shape is None else (1,) * len(shape)
        return ()
    axes = axes_of(dim)
    if isinstance(dim, Number) and dim.type == "bool":  # std(unbiased), norm(p): not an axis
        axes = None
    if shape is None:
        return None
    if axes is None:
        if isinstance(dim, Number):
            return (None,) * (len(shape) if keeps else max(len(shape) - 1, 0))
        return (None,) * len(shape) if keeps else None
    if not axes:
        return tuple(1 for _ in shape) if keeps else ()
    if any(not -len(shape) <= axis < len(shape) for axis in axes):
        return () if not shape else None
    gone = {axis % len(shape) for axis in axes}
    if keeps:
        return tuple(1 if axis in gone else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in gone)


def _reduce(name: str, last: bool = False) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        if not op.complete:
            return None
        if last and "dim" not in op.operands:
            return reduced(shape_of(op.operand(name)), Number("int", -1), op.operands.get("keepdim"))
        dim = op.operands.get("dim")
        if op.name in ("std", "var", "std_mean", "var_mean") and isinstance(dim, Number) and dim.type == "bool":
            return ()
        return reduced(shape_of(op.operand(name)), op.operands.get("dim"), op.operands.get("keepdim"))

    return shape


def _scalar(op: Operation) -> Shape:
    return ()


def _size(*names: str) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        dims = sizes_of(op, *names)
        return None if dims is None else tuple(dims)

    return shape


def _factory(op: Operation) -> Shape:
    if op.complete and "size" not in op.operands:
        return ()
    dims = sizes_of(op, "size")
    return None if dims is None else tuple(dims)


def _count(name: str) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        value = op.operand(name)
        return (value.dim if isinstance(value, Number) else None,)

    return shape


def _arange(op: Operation) -> Shape:
    if not op.complete:
        return (None,)
    start, end, step = op.operand("start"), op.operands.get("end"), op.operands.get("step")
    if end is None or end is NONE:
        return (start.dim if isinstance(start, Number) else None,)
    first, last = integer(start), integer(end)
    stride = 1 if step is None else integer(step)
    if first == 0 and stride == 1 and isinstance(end, Number):
        return (end.dim,)
    if first is None or last is None or not stride:
        return (None,)
    return (len(range(first, last, stride)),)


def _eye(op: Operation) -> Shape:
    n = op.operand("n")
    m = op.operands.get("m", n)
    return (n.dim if isinstance(n, Number) else None, m.dim if isinstance(m, Number) else None)


def _normal(op: Operation) -> Shape:
    if not op.complete:
        return None
    if "size" in op.operands:
        return _size("size")(op)
    return broadcast((shape_of(op.operand("mean")), shape_of(op.operands.get("std", Number("float")))))


def _unsqueeze(op: Operation) -> Shape:
    shape, axis = shape_of(op.operand()), integer(op.operand("dim"))
    if shape is None:
        return None
    if axis is None or not -len(shape) - 1 <= axis <= len(shape):
        return (None,) * (len(shape) + 1)
    axis %= len(shape) + 1
    return (*shape[:axis], 1, *shape[axis:])


def _squeeze(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None or not op.complete:
        return None
    dim = op.operands.get("dim")
    if dim is None:
        return tuple(size for size in shape if size != 1) if all(isinstance(size, int) for size in shape) else None
    axes = axes_of(dim)
    if axes is None or any(not -len(shape) <= axis < len(shape) for axis in axes):
        return None
    gone = {axis % len(shape) for axis in axes}
    if any(not isinstance(shape[axis], int) for axis in gone):
        return None
    return tuple(size for axis, size in enumerate(shape) if axis not in gone or size != 1)


def _view(op: Operation) -> Shape:
    if not op.complete:
        return None
    target = op.operands.get("size", op.operands.get("shape"))
    if (target is not None and _holds_dtype(target)) or isinstance(op.operands.get("dtype"), Dtype):
        own = shape_of(op.operand())
        return own if not own else (*own[:-1], None)
    dims = sizes_of(op, "size", "shape")
    if dims is None:
        return None
    if -1 in dims:
        rest = 1
        for size in dims:
            if not isinstance(size, int):
                return tuple(None if size == -1 else size for size in dims)
            rest *= 1 if size == -1 else size
        total = 1
        for size in shape_of(op.operand()) or (None,):
            if not isinstance(size, int):
                total = -1
                break
            total *= size
        guess = total // rest if total >= 0 and rest and total % rest == 0 else None
        return tuple(guess if size == -1 else size for size in dims)
    return tuple(dims)


def _flatten(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    start = integer(op.operands.get("start_dim", Number("int", 0)))
    end = integer(op.operands.get("end_dim", Number("int", -1)))
    if start is None or end is None:
        return None
    if shape is None:
        return (None,) if start == 0 and end == -1 else ((None, None) if start == 1 and end == -1 else None)
    if not shape:
        return (1,)
    if not (-len(shape) <= start < len(shape) and -len(shape) <= end < len(shape)):
        return None
    start, end = start % len(shape), end % len(shape)
    if start > end:
        return None
    if start == end:
        return shape
    merged: Dim = 1
    for size in shape[start : end + 1]:
        merged = merged * size if isinstance(size, int) and isinstance(merged, int) else None
    return (*shape[:start], merged, *shape[end + 1 :])


def permutation_of(op: Operation, rank: int) -> tuple[int, ...] | None:
    """For each dim of a transposed tensor of ``rank`` dims, which dim of the operand it is; None where not known."""
    if op.name == "t":
        ranked = op.spelling == "attribute" and shape_of(op.operand()) is not None
        return tuple(reversed(range(rank))) if rank <= 2 or ranked else None
    if op.name == "permute":
        axes = axes_of(op.operand("dims"))
        if axes is None or not rank or sorted(axis % rank for axis in axes) != list(range(rank)):
            return None
        return tuple(axis % rank for axis in axes)
    if op.name == "movedim":
        moved, to = axes_of(op.operand("source")), axes_of(op.operand("destination"))
        if moved is None or to is None or len(moved) != len(to):
            return None
    elif op.name == "adjoint":
        moved, to = [-2, -1], [-1, -2]
    else:
        first = integer(op.operands.get("dim0", op.operand("axis0")))
        second = integer(op.operands.get("dim1", op.operand("axis1")))
        if first is None or second is None:
            return None
        moved, to = [first, second], [second, first]
    if any(not -rank <= axis < rank for axis in (*moved, *to)):
        return None
    given = dict(zip((axis % rank for axis in to), (axis % rank for axis in moved), strict=True))
    rest = iter(axis for axis in range(rank) if axis not in given.values())
    if op.name != "movedim":
        return tuple(given.get(axis, axis) for axis in range(rank))
    if len(given) != len(moved) or len(set(given.values())) != len(moved):
        return None
    return tuple(given[axis] if axis in given else next(rest) for axis in range(rank))


def _transposed(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None:
        return None
    axes = permutation_of(op, len(shape))
    return (None,) * len(shape) if axes is None else tuple(shape[axis] for axis in axes)


def _permute(op: Operation) -> Shape:
    operand, axes = op.operand(), axes_of(op.operand("dims"))
    if isinstance(operand, Tensor) and operand.shape is None and axes is not None:
        return tuple(operand.dim(axis) if axis >= 0 else None for axis in axes)
    return _transposed(op)


def _expand(*names: str) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        dims = sizes_of(op, *names)
        if dims is None:
            return None
        own = shape_of(op.operand())
        offset = len(dims) - len(own) if own is not None else 0
        return tuple(
            (own[axis - offset] if own is not None and axis >= offset else None) if size == -1 else size
            for axis, size in enumerate(dims)
        )

    return shape


def _repeat(op: Operation) -> Shape:
    dims = sizes_of(op, "repeats", "dims")
    own = shape_of(op.operand())
    if dims is None:
        return None
    if own is None:
        return None if op.name == "tile" else (None,) * len(dims)
    length = max(len(dims), len(own))
    own = (1,) * (length - len(own)) + own
    times: list[Dim] = [*([1] * (length - len(dims))), *dims]
    return tuple(
        size if count == 1 else (count if size == 1 else _product(size, count))
        for size, count in zip(own, times, strict=True)
    )


def _product(a: Dim, b: Dim) -> Dim:
    return a * b if isinstance(a, int) and isinstance(b, int) else None


def _repeat_interleave(op: Operation) -> Shape:
    if not op.complete:
        return None
    dim = op.operands.get("dim", NONE)
    if dim is NONE:
        return (None,)
    return _with_axis(op, None) if isinstance(dim, Number) else None


def _diag(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None:
        return None
    return (None,) * {1: 2, 2: 1}.get(len(shape), len(shape))


def _one_more(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None:
        return None
    return (*shape, None) if op.family == "nn" else (None,) * (len(shape) + 1)


def _one_more_rank(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * (len(shape) + 1)


def _embedding(op: Operation) -> Shape:
    shape, width = shape_of(op.operand()), op.operand("embedding_dim")
    return None if shape is None else (*shape, width.dim if isinstance(width, Number) else None)


def _spatial_dims(op: Operation) -> int:
    return next((int(character) for character in op.name if character.isdigit()), 0)


def _spatial(op: Operation) -> Shape:
    """Batch and channels stay, the image's own sizes change."""
    shape, count = shape_of(op.operand()), _spatial_dims(op)
    if shape is None:
        return None
    if op.name.startswith("conv"):
        return (None,) * len(shape)
    return shape[:-count] + (None,) * min(count, len(shape))


def _conv(op: Operation) -> Shape:
    """The batch stays; the channels are the layer's."""
    shape, count = shape_of(op.operand()), _spatial_dims(op)
    if shape is None:
        return None
    channels: Dim = None
    given, weight = op.operand("out_channels"), shape_of(op.operand("weight"))
    if isinstance(given, Number):
        channels = given.dim
    elif weight:
        channels = weight[0]
    if len(shape) not in (count + 1, count + 2):
        return (None,) * len(shape)
    return shape[: len(shape) - count - 1] + (channels,) + (None,) * count


def _pad(op: Operation) -> Shape:
    shape, padding = shape_of(op.operand()), op.operands.get("pad", op.operand("padding"))
    if shape is None or not isinstance(padding, Sequence) or padding.items is None:
        return None if shape is None else (None,) * len(shape)
    count = min((len(padding.items) + 1) // 2, len(shape))
    return shape[: len(shape) - count] + (None,) * count


def _channels_kept(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else shape[:2] + (None,) * max(len(shape) - 2, 0)


def _attention(op: Operation) -> Shape:
    query, value = shape_of(op.operand("query")), shape_of(op.operand("value"))
    if query is None:
        return None
    return (None,) * (len(query) - 1) + (value[-1] if value else None,)


def _affine_grid(op: Operation) -> Shape:
    size = dims_of(op.operand("size"))
    return None if size is None else (None,) * len(size)


def _unflatten(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    sizes = op.operands.get("sizes", op.operand("unflattened_size"))
    dims, axis = dims_of(sizes), integer(op.operand("dim"))
    if shape is None or dims is None:
        return None
    if axis is None or not -len(shape) <= axis < len(shape):
        return (None,) * (len(shape) - 1 + len(dims))
    axis %= len(shape)
    new = tuple(None if size == -1 else size for size in dims)
    return shape[:axis] + new + shape[axis + 1 :]


def _view_as_real(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (*shape, 2)


def _view_as_complex(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else shape[:-1]


def _two_rows(op: Operation) -> Shape:
    return (2, None)


def _fewer(name: str, count: int) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        own = shape_of(op.operand(name))
        return None if own is None else own[: max(len(own) - 2, 0)] + (None,) * (2 - count)

    return shape


def _same_rank_of(name: str) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        own = shape_of(op.operand(name))
        return None if own is None else (None,) * len(own)

    return shape


def _quantile(op: Operation) -> Shape:
    if not op.complete:
        return None
    inner = reduced(shape_of(op.operand()), op.operands.get("dim"), op.operands.get("keepdim"))
    q = shape_of(op.operand("q"))
    return None if inner is None or q is None else q + inner


def _matrix_norm(op: Operation) -> Shape:
    if not op.complete:
        return None
    last = Sequence("tuple", [Number("int", -2), Number("int", -1)])
    return reduced(shape_of(op.operand("A")), op.operands.get("dim", last), op.operands.get("keepdim"))


def _distance(op: Operation) -> Shape:
    shape = broadcast((shape_of(op.operand("x1")), shape_of(op.operand("x2"))))
    dim = op.operands.get("dim", Number("int", 1)) if op.name == "cosine_similarity" else Number("int", -1)
    return reduced(shape, dim, op.operands.get("keepdim")) if op.complete else None


def _take_along_dim(op: Operation) -> Shape:
    dim = op.operands.get("dim", NONE)
    if dim is NONE:
        return (None,)
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * len(shape)


def _index_select(op: Operation) -> Shape:
    index = shape_of(op.operand("index"))
    return _with_axis(op, (index[0] if index else 1) if index is not None else None)


def _multinomial(op: Operation) -> Shape:
    shape, count = shape_of(op.operand()), op.operand("num_samples")
    if shape is None:
        return None
    return (*shape[:-1], count.dim if isinstance(count, Number) else None)


def _inner(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("other"))
    if a is None or b is None:
        return None
    if not a or not b:
        return a + b
    return a[:-1] + b[:-1]


def _tensordot(op: Operation) -> Shape:
    a, b = shape_of(op.operand("a")), shape_of(op.operand("b"))
    dims = integer(op.operands.get("dims", Number("int", 2)))
    if a is None or b is None or dims is None or not 0 <= dims <= min(len(a), len(b)):
        return None
    return a[: len(a) - dims] + b[dims:]


def _kron(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("other"))
    return None if a is None or b is None else (None,) * max(len(a), len(b))


def _product_of(first: str, second: str, rank: int, batch: bool) -> Callable[[Operation], Shape]:
    """The shape of ``first @ second``, to which an input was added: ``addmm`` and its kind."""

    def shape(op: Operation) -> Shape:
        a, b = shape_of(op.operand(first)), shape_of(op.operand(second))
        size = rank if batch else 2
        lead = None if a is None or len(a) < 2 else a[-2]
        trail = None if b is None or len(b) < 2 else b[-1]
        found: tuple[Dim, ...] = (lead, trail)
        if batch and size == 3:
            found = (a[0] if a else None, *found)
        return found

    return shape


def _addmv(op: Operation) -> Shape:
    mat = shape_of(op.operand("mat"))
    return (mat[0] if mat else None,)


def _addr(op: Operation) -> Shape:
    a, b = shape_of(op.operand("vec1")), shape_of(op.operand("vec2"))
    return (a[0] if a else None, b[0] if b else None)


def _one_less(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * max(len(shape) - 1, 0)


def _with_axis(op: Operation, size: Dim) -> Shape:
    shape, axis = shape_of(op.operand()), integer(op.operands.get("dim", Number("int", -1)))
    if shape is None:
        return None
    if axis is None or not -len(shape) <= axis < len(shape):
        return (None,) * len(shape)
    axis %= len(shape)
    return (*shape[:axis], size, *shape[axis + 1 :])


def _narrow(op: Operation) -> Shape:
    length = op.operand("length")
    return _with_axis(op, length.dim if isinstance(length, Number) else None)


def _topk(op: Operation) -> Shape:
    k = op.operand("k")
    return _with_axis(op, k.dim if isinstance(k, Number) else None)


def _select(op: Operation) -> Shape:
    return reduced(shape_of(op.operand()), op.operand("dim"), None)


def _one_hot(op: Operation) -> Shape:
    shape, classes = shape_of(op.operand("tensor")), op.operand("num_classes")
    return None if shape is None else (*shape, classes.dim if isinstance(classes, Number) else None)


def _elements(value: Value) -> list[Value] | None:
    if isinstance(value, Sequence):
        return value.items if value.items is not None else ([value.element] if value.element is not None else None)
    return None


def _cat(op: Operation) -> Shape:
    parts = _elements(op.operand("tensors"))
    if not parts:
        return None
    # cat takes an empty vector for "nothing yet" beside tensors of any rank
    shapes = [shape for part in parts if (shape := shape_of(part)) != (0,)] or [(0,)]
    known = next((shape for shape in shapes if shape is not None), None)
    if known is None:
        return None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if axis is None or not -len(known) <= axis < len(known):
        return (None,) * len(known)
    axis %= len(known)
    total: Dim = 0
    tensors = op.operand("tensors")
    for shape in shapes:
        size = None if shape is None or len(shape) != len(known) else shape[axis]
        total = total + size if isinstance(total, int) and isinstance(size, int) else None
    if not (isinstance(tensors, Sequence) and tensors.items is not None):
        total = None
    return (*known[:axis], total, *known[axis + 1 :])


def _stack(op: Operation) -> Shape:
    tensors = op.operand("tensors")
    parts = _elements(tensors)
    if not parts:
        return None
    known = next((shape for shape in map(shape_of, parts) if shape is not None), None)
    if known is None:
        return None
    count = len(tensors.items) if isinstance(tensors, Sequence) and tensors.items is not None else None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if axis is None or not -len(known) - 1 <= axis <= len(known):
        return (None,) * (len(known) + 1)
    axis %= len(known) + 1
    return (*known[:axis], count, *known[axis:])


def _hstack(op: Operation) -> Shape:
    parts = _elements(op.operand("tensors"))
    known = _known_of(parts)
    return None if known is None else (None,) * max(len(known), 1)


def _vstack(op: Operation) -> Shape:
    parts = _elements(op.operand("tensors"))
    known = _known_of(parts)
    return None if known is None else (None,) * max(len(known), 2)


def _dstack(op: Operation) -> Shape:
    known = _known_of(_elements(op.operand("tensors")))
    return None if known is None else (None,) * max(len(known), 3)


def _known_of(parts: list[Value] | None) -> Shape:
    """The shape of the tensor among these that decides the rank."""
    shapes = [shape for part in parts or [] if (shape := shape_of(part)) not in (None, (0,))]
    return max(shapes, key=lambda shape: len(shape or ()), default=None)


def matmul_shape(a: Shape, b: Shape) -> Shape:
    """The shape of ``a @ b``.  Source: https://docs.pytorch.org/docs/stable/generated/torch.matmul.html"""
    if a is None or b is None:
        return None
    if not a or not b:
        return None
    if len(a) == 1 and len(b) == 1:
        return ()
    if len(b) == 1:
        return a[:-1]
    if len(a) == 1:
        return (*b[:-2], b[-1])
    batch = broadcast((a[:-2], b[:-2]))
    return None if batch is None else (*batch, a[-2], b[-1])


def _matmul(second: str) -> Callable[[Operation], Shape]:
    return lambda op: matmul_shape(shape_of(op.operand()), shape_of(op.operand(second)))


def _fixed_matmul(second: str, rank: int) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        a, b = shape_of(op.operand()), shape_of(op.operand(second))
        first: Shape = a if a is not None and len(a) == rank else (None,) * rank
        other: Shape = b if b is not None and len(b) == rank else (None,) * rank
        assert first is not None
        assert other is not None
        return (*first[:-1], other[-1])

    return shape


def _mv(op: Operation) -> Shape:
    a = shape_of(op.operand())
    return (a[0] if a else None,)


def _outer(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("vec2"))
    return (a[0] if a else None, b[0] if b else None)


def _einsum(op: Operation) -> Shape:
    equation = op.operand("equation")
    if not isinstance(equation, Text) or equation.text is None or "..." in equation.text or "->" not in equation.text:
        return None
    inputs, _, output = equation.text.replace(" ", "").partition("->")
    sizes: dict[str, Dim] = {}
    operands = op.operand("operands")
    for letters, value in zip(
        inputs.split(","), operands.items or [] if isinstance(operands, Sequence) else [], strict=False
    ):
        shape = shape_of(value)
        if shape is not None and len(shape) == len(letters):
            for letter, size in zip(letters, shape, strict=True):
                if size is not None:
                    sizes.setdefault(letter, size)
    return tuple(sizes.get(letter) for letter in output)


def _cdist(op: Operation) -> Shape:
    a, b = shape_of(op.operand("x1")), shape_of(op.operand("x2"))
    if a is None or b is None or len(a) < 2 or len(b) < 2:
        return None
    batch = broadcast((a[:-2], b[:-2]))
    return None if batch is None else (*batch, a[-2], b[-2])


def _linear(op: Operation) -> Shape:
    shape, out = shape_of(op.operand()), op.operand("out_features")
    size = out.dim if isinstance(out, Number) else None
    if shape is None:
        return None
    return (*shape[:-1], size)


def _linear_weight(op: Operation) -> Shape:
    shape, weight = shape_of(op.operand()), shape_of(op.operand("weight"))
    if shape is None:
        return None
    if weight is None:
        return None
    return (*shape[:-1], weight[0]) if len(weight) == 2 else shape[:-1]


def reduction_of(op: Operation) -> str | None:
    """What a loss does with its terms: ``"mean"``, ``"sum"``, ``"none"``, or None where that is not known."""
    reduction = op.operands.get("reduction")
    if reduction is not None:
        return reduction.text if isinstance(reduction, Text) else None
    if not op.complete:
        return None
    legacy = op.operands.get("reduce")
    if legacy is not None and legacy is not NONE:
        return "none" if isinstance(legacy, Number) and legacy.number is False else None
    return "mean"


def _loss(kind: str) -> Callable[[Operation], Shape]:
    def shape(op: Operation) -> Shape:
        reduction = reduction_of(op)
        if reduction in ("mean", "sum", "batchmean"):
            return ()
        if reduction == "none" and kind == "broadcast":
            return broadcast((shape_of(op.operand()), shape_of(op.operand("target"))))
        if reduction == "none" and kind == "same":
            return shape_of(op.operand())
        return None

    return shape


def data_shape(value: Value) -> Shape:
    """The shape ``torch.tensor`` gives to Python data."""
    if isinstance(value, Number):
        return ()
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Array):
        return () if value.scalar else None
    if isinstance(value, Sequence) and value.type in ("list", "tuple", "shape", "range"):
        parts = _elements(value)
        count = len(value.items) if value.items is not None else None
        if count == 0:
            return (0,)
        if not parts:
            return None
        inner = data_shape(parts[0])
        return None if inner is None else (count, *inner)
    return None


def _data(op: Operation) -> Shape:
    return data_shape(op.operand("data"))


def _nonzero(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return (None, None if shape is None else len(shape))


def _randint(op: Operation) -> Shape:
    if "size" not in op.operands and isinstance(op.operands.get("high"), Sequence):
        return _size("high")(op)  # randint(high, size)
    return _size("size")(op)


SHAPES: dict[str, Callable[[Operation], Shape]] = {
    "same": _same,
    "same_tensor": _like("tensor"),
    "like_other": _like("other"),
    "like_index": _like("index"),
    "like_logits": _like("logits"),
    "like_elements": _like("elements"),
    "unknown": _unknown,
    "same_rank": _same_rank,
    "attention": _attention,
    "like_template": _like("the_template"),
    "like_a": _like("A"),
    "rank_a": _same_rank_of("A"),
    "batch": _fewer("input", 2),
    "batch_a": _fewer("A", 2),
    "less_a": _fewer("A", 1),
    "matrix_norm": _matrix_norm,
    "quantile": _quantile,
    "distance": _distance,
    "cosine": _distance,
    "clamp": _clamp,
    "broadcast_values": _broadcast_of("input", "values"),
    "broadcast_complex": _broadcast_of("real", "imag"),
    "broadcast_polar": _broadcast_of("abs", "angle"),
    "with_axis": lambda op: _with_axis(op, None),
    "given_size": _size("size"),
    "unflatten": _unflatten,
    "view_as_real": _view_as_real,
    "view_as_complex": _view_as_complex,
    "two_rows": _two_rows,
    "dstack": _dstack,
    "take_along_dim": _take_along_dim,
    "index_select": _index_select,
    "multinomial": _multinomial,
    "inner": _inner,
    "tensordot": _tensordot,
    "kron": _kron,
    "addmm": _product_of("mat1", "mat2", 2, False),
    "addbmm": _product_of("batch1", "batch2", 2, False),
    "baddbmm": _product_of("batch1", "batch2", 3, True),
    "addmv": _addmv,
    "addr": _addr,
    "one_more_rank": _one_more_rank,
    "embedding": _embedding,
    "spatial": _spatial,
    "conv": _conv,
    "pad": _pad,
    "channels_kept": _channels_kept,
    "affine_grid": _affine_grid,
    "vector": _rank(1),
    "matrix": _rank(2),
    "cube": _rank(3),
    "broadcast": _broadcast,
    "broadcast_mask": _broadcast_mask,
    "reduce": _reduce("input"),
    "reduce_x": _reduce("x"),
    "scalar": _scalar,
    "factory": _factory,
    "factory_size": _size("size"),
    "count_n": _count("n"),
    "count_steps": _count("steps"),
    "arange": _arange,
    "eye": _eye,
    "normal": _normal,
    "randint": _randint,
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "view": _view,
    "flatten": _flatten,
    "permute": _permute,
    "transpose": _transposed,
    "matrix_transpose": _transposed,
    "movedim": _transposed,
    "t": _transposed,
    "expand": _expand("size"),
    "expand_to": _expand("size"),
    "repeat": _repeat,
    "repeat_interleave": _repeat_interleave,
    "diag": _diag,
    "one_more": _one_more,
    "one_less": _one_less,
    "narrow": _narrow,
    "select": _select,
    "one_hot": _one_hot,
    "cat": _cat,
    "stack": _stack,
    "hstack": _hstack,
    "vstack": _vstack,
    "matmul": _matmul("other"),
    "mm": _fixed_matmul("mat2", 2),
    "bmm": _fixed_matmul("mat2", 3),
    "mv": _mv,
    "outer": _outer,
    "einsum": _einsum,
    "cdist": _cdist,
    "linear": _linear,
    "linear_weight": _linear_weight,
    "loss": _loss("other"),
    "loss_same": _loss("same"),
    "loss_broadcast": _loss("broadcast"),
    "data": _data,
}

KEEPS_SHAPE = {
    "same": "input",
    "same_tensor": "tensor",
    "like_other": "other",
    "like_index": "index",
    "like_logits": "logits",
    "like_elements": "elements",
    "like_template": "the_template",
    "like_a": "A",
}


# --- dtypes ----------------------------------------------------------------------------------------------------------

_FLOATS = frozenset({"float16", "bfloat16", "float32", "float64", "float"})
_REAL_OF = {"complex64": "float32", "complex128": "float64", "complex": "float"}


def dtype_of(value: Value) -> str | None:
    """The dtype of a tensor operand, None for unknown ones and Python numbers."""
    return value.dtype if isinstance(value, Tensor) else None


def _to_float(dtype: str | None) -> str | None:
    if dtype is None or dtype in _FLOATS or dtype.startswith("complex"):
        return dtype
    return "float32"


def _promote(op: Operation, names: Iterable[str]) -> str | None:
    """Type promotion between tensors and Python numbers; 0-d tensors count as weaker, so they make it unknown."""
    result: str | None = None
    first = True
    weaker: list[Value] = []
    vague = any(tensor.shape is None for tensor in op.tensors())
    for name in names:
        value = op.operands.get(name)
        if value is None:
            continue
        if isinstance(value, Tensor):
            if value.dtype is None:
                return None
            if vague:
                result = value.dtype if first else _either_way(result, value.dtype)
                first = False
                continue
            if value.shape == () and any(isinstance(other, Tensor) and other.shape != () for other in op.tensors()):
                weaker.append(value)
                continue
            result = value.dtype if first else promoted(result, value.dtype)
            first = False
        elif isinstance(value, Number):
            weaker.append(value)
        else:
            return None
    category = {"bool": 0, "int": 1, "float": 2, "complex": 3}
    for value in weaker:
        type_ = value.type if isinstance(value, Number) else DTYPE_CATEGORY.get(dtype_of(value) or "")
        if type_ not in category or result is None:
            return None
        if category[type_] > category[DTYPE_CATEGORY[result]]:
            if type_ == "complex" and DTYPE_CATEGORY[result] == "float":
                result = {"float64": "complex128", "float32": "complex64"}.get(result, "complex")
            elif isinstance(value, Tensor):
                result = value.dtype
            elif type_ == "complex":
                result = "complex64"
            else:
                result = {"bool": "bool", "int": "int64", "float": "float32"}[type_]
    return result


def _either_way(a: str | None, b: str | None) -> str | None:
    """The dtype of arithmetic between tensors of these dtypes, of which either may be 0-d and so the weaker."""
    if a is None or b is None or a == b:
        return a if a == b else None
    first, second = DTYPE_CATEGORY.get(a), DTYPE_CATEGORY.get(b)
    if first is None or second is None or first == second:
        return first if first == second else None
    ranks = ["bool", "int", "float", "complex"]
    if ranks.index(first) < ranks.index(second):
        a, first, second = b, second, first
    return "complex" if first == "complex" and second == "float" else a


_OPERANDS = ("input", "other", "exponent", "end", "weight", "tensor1", "tensor2")


def _dtype_promote(op: Operation) -> str | None:
    return _promote(op, (*_OPERANDS, "mat1", "mat2", "vec2", "tensor", "min", "max"))


def _dtype_divide(op: Operation) -> str | None:
    mode = op.operands.get("rounding_mode", NONE)
    if mode is NONE and op.complete:
        return _to_float(_promote(op, ("input", "other")))
    return _promote(op, ("input", "other")) if isinstance(mode, Text) else None


def _dtype_index(op: Operation) -> str | None:
    flag = op.operands.get("out_int32")
    if flag is None:
        return "int64" if op.complete else None
    if isinstance(flag, Number) and flag.number is not None:
        return "int32" if flag.number else "int64"
    return "int"


def _complex_of(name: str) -> Callable[[Operation], str | None]:
    def dtype(op: Operation) -> str | None:
        return {"float32": "complex64", "float64": "complex128"}.get(dtype_of(op.operand(name)) or "", "complex")

    return dtype


def _dtype_float_power(op: Operation) -> str | None:
    found = _promote(op, ("input", "exponent"))
    if found is None:
        return None
    return "complex128" if DTYPE_CATEGORY.get(found) == "complex" else "float64"


def _dtype_bincount(op: Operation) -> str | None:
    return "float" if op.given("weights") else "int64"


def _dtype_normal(op: Operation) -> str | None:
    if "size" in op.operands:
        return "float32"
    return "float"


def _dtype_diff(op: Operation) -> str | None:
    return dtype_of(op.operand()) if not op.given("prepend", "append") else None


def _dtype_pair(first: str, second: str) -> Callable[[Operation], str | None]:
    return lambda op: promoted(dtype_of(op.operand(first)), dtype_of(op.operand(second)))


def _dtype_loss(op: Operation) -> str | None:
    own = dtype_of(op.operand("input1" if "input1" in op.operands else "input"))
    if own is not None and own not in _FLOATS:
        return None  # integers and complex numbers, which few losses take
    if op.name in _TARGETS_PROMOTE:
        dtype = promoted(own, dtype_of(op.operand("target")))  # broadcast first, so 0-d is not weaker
        return dtype if dtype in _FLOATS else None if dtype is not None else "float"
    return own or "float"


_TARGETS_PROMOTE = frozenset({"mse_loss", "l1_loss", "smooth_l1_loss", "binary_cross_entropy_with_logits"})


def _dtype_list(op: Operation) -> str | None:
    parts = _elements(op.operand("tensors"))
    if not parts:
        return None
    result = dtype_of(parts[0])
    for part in parts[1:]:
        result = promoted(result, dtype_of(part))
    return result


def _dtype_varargs(op: Operation) -> str | None:
    """The dtype that all operands of ``einsum`` have: it does not promote."""
    operands = op.operand("operands")
    parts: list[Value] = operands.parts() if isinstance(operands, Sequence) else []
    if len(parts) == 1 and isinstance(parts[0], Sequence):
        parts = parts[0].parts()
    found = {dtype_of(part) for part in parts}
    return found.pop() if len(found) == 1 else None


def _dtype_sum(op: Operation) -> str | None:
    dtype = dtype_of(op.operand())
    if dtype is not None and (dtype == "bool" or dtype.startswith(("int", "uint"))):
        return "int64"
    return dtype


def _real(dtype: str | None) -> str | None:
    return _REAL_OF.get(dtype, dtype) if dtype is not None else None


def _dtype_real(op: Operation) -> str | None:
    return _real(dtype_of(op.operand()))


def data_dtype(value: Value) -> str | None:
    """The dtype ``torch.tensor`` gives to Python data: float32, int64, bool, or what the array or tensor has."""
    if isinstance(value, Number):
        return {"float": "float32", "int": "int64", "bool": "bool", "complex": "complex64"}.get(value.type or "")
    if isinstance(value, Tensor):
        return value.dtype
    if isinstance(value, Sequence):
        parts = _elements(value)
        if not parts:
            return "float32" if value.items is not None and not value.items else None
        found = {data_dtype(part) for part in parts}
        if None in found or not found:
            return None
        if value.items is None and found != {"float32"}:  # of no numbers at all it makes float32
            return None
        if len(found) == 1:
            return found.pop()
        if any(isinstance(part, Tensor) for part in parts):
            return None
        for dtype in ("complex64", "float32", "int64"):
            if dtype in found:
                return dtype
    return None


def _dtype_full(op: Operation) -> str | None:
    return data_dtype(op.operand("fill_value"))


def _dtype_arange(op: Operation) -> str | None:
    found = [op.operands[name] for name in ("start", "end", "step") if name in op.operands]
    types = {value.type if isinstance(value, Number) else None for value in found}
    if None in types:
        return None
    return "float32" if "float" in types else "int64"


def _fixed(name: str | None) -> Callable[[Operation], str | None]:
    return lambda op: name


def _dtype_named(name: str) -> Callable[[Operation], str | None]:
    return lambda op: dtype_of(op.operand(name))


def _dtype_to(op: Operation) -> str | None:
    arguments = op.operand("args")
    given = list(arguments.items or []) if isinstance(arguments, Sequence) else []
    for value in given:
        if isinstance(value, Tensor) and value.origin is not None and value.origin.name == "grad":
            return None  # a gradient may be None
        if isinstance(value, Dtype | Tensor):
            return value.name if isinstance(value, Dtype) else value.dtype
    for position, value in enumerate(given):
        if position == 0 and _named_as_device(op.nodes.get("args")):
            continue
        if isinstance(value, Unknown | Reference):
            return None
    return dtype_of(op.operand()) if op.complete else None


def _named_as_device(node: cst.CSTNode | None) -> bool:
    """Whether an argument is written ``device``, ``self.device``, ``args.device``, ...: a device by its name."""
    if isinstance(node, cst.Attribute):
        node = node.attr
    return isinstance(node, cst.Name) and "device" in node.value.lower()


def _dtype_type(op: Operation) -> str | None:
    value = op.operand("dtype")
    return value.name if isinstance(value, Dtype) else None


def _dtype_number(op: Operation) -> str | None:
    dtype = dtype_of(op.operand())
    return "int64" if dtype == "bool" else dtype


DTYPES: dict[str, Callable[[Operation], str | None]] = {
    "same": _dtype_named("input"),
    "view": lambda op: None if _holds_dtype(op.operand("size")) else dtype_of(op.operand()),
    "given_or_same": _dtype_named("input"),
    "like_other": _dtype_named("other"),
    "like_logits": _dtype_named("logits"),
    "like_weight": _dtype_named("weight"),
    "like_query": _dtype_named("query"),
    "like_tensor": _dtype_named("tensor"),
    "real": _dtype_real,
    "real_float": lambda op: _to_float(_dtype_real(op)),
    "real_x": lambda op: _real(dtype_of(op.operand("x"))),
    "float": lambda op: _to_float(dtype_of(op.operand())),
    "number": _dtype_number,
    "promote": _dtype_promote,
    "promote_float": lambda op: _to_float(_dtype_promote(op)),
    "promote_where": lambda op: _promote(op, ("input", "other")),
    "promote_list": _dtype_list,
    "promote_varargs": _dtype_varargs,
    "divide": _dtype_divide,
    "sum": _dtype_sum,
    "factory": _fixed("float32"),
    "full": _dtype_full,
    "integer_factory": _fixed("int64"),
    "arange": _dtype_arange,
    "data": lambda op: data_dtype(op.operand("data")),
    "loss": _dtype_loss,
    "index": _dtype_index,
    "normal": _dtype_normal,
    "bincount": _dtype_bincount,
    "float_power": _dtype_float_power,
    "sum_to_size": lambda op: found if (found := dtype_of(op.operand())) != "bool" else None,
    "promote_real": lambda op: _real(_dtype_promote(op)),
    "distance": lambda op: _to_float(_real(promoted(dtype_of(op.operand("x1")), dtype_of(op.operand("x2"))))),
    "diff": _dtype_diff,
    "complex_of": _complex_of("input"),
    "complex_real": _complex_of("real"),
    "complex_abs": _complex_of("abs"),
    "like_theta": _dtype_named("theta"),
    "like_a": _dtype_named("A"),
    "real_a": lambda op: _real(dtype_of(op.operand("A"))),
    "promote_x": _dtype_pair("x1", "x2"),
    "promote_ab": _dtype_pair("a", "b"),
    "promote_dims": _dtype_pair("input", "other"),
    "to": _dtype_to,
    "type": _dtype_type,
    "float_class": _fixed("float"),
    "complex": _fixed("complex"),
    "none": _fixed(None),
    **{name: _fixed(name) for name in ("bool", "float16", "bfloat16", "float32", "float64")},
    **{name: _fixed(name) for name in ("complex64", "complex128")},
    **{name: _fixed(name) for name in ("uint8", "int8", "int16", "int32", "int64")},
}


def _holds_dtype(value: Value) -> bool:
    return isinstance(value, Sequence) and any(isinstance(item, Dtype) for item in value.parts())


# --- results ---------------------------------------------------------------------------------------------------------


def device_of(op: Operation) -> str | None:
    """The device type of the result: what was asked for, else where the operands are."""
    if op.name == "cuda":
        return "cuda"
    if op.name == "cpu":
        return "cpu"
    candidates: list[Value] = []
    if "device" in op.operands:
        candidates = [op.operands["device"]]
    elif op.name == "to":
        arguments = op.operand("args")
        items = list(arguments.items or []) if isinstance(arguments, Sequence) else []
        candidates = [item for item in items if not isinstance(item, Dtype | Number)]
        if items and isinstance(items[0], Number) and items[0].type == "int":
            candidates = items[:1]
    for value in candidates:
        if value is NONE:
            break
        return device_type(value)
    if op.name in ("from_numpy", "frombuffer"):
        return "cpu"
    if op.family == "factory" and not op.name.endswith("_like") and not op.name.startswith("new_"):
        return "cpu" if op.complete else None
    if op.name in ("tensor", "as_tensor"):
        data = op.operand("data")
        return data.device if isinstance(data, Tensor) else "cpu"
    devices = {tensor.device for tensor in op.tensors() if tensor.shape != ()}
    if not devices:
        devices = {tensor.device for tensor in op.tensors()}
    operands = op.operands.get("tensors", op.operands.get("operands"))
    if isinstance(operands, Sequence):
        devices = {part.device if isinstance(part, Tensor) else None for part in operands.parts()}
    return devices.pop() if len(devices) == 1 else None


def device_type(value: Value) -> str | None:
    """The device type that a ``device`` argument names."""
    if isinstance(value, Device):
        return value.type
    if isinstance(value, Text) and value.text is not None:
        return value.text.partition(":")[0]
    if isinstance(value, Tensor):
        return value.device
    if isinstance(value, Number) and value.type == "int":
        return "cuda"
    return None


def graph_of(op: Operation, signature: Signature, dtype: str | None) -> tuple[bool | None, bool]:
    """Whether the result carries a graph (or None), and whether it is a leaf that requires grad."""
    wanted = op.operands.get("requires_grad")
    if op.name == "requires_grad":
        return _made_leaf(op.operand(), wanted)
    if signature.family in ("factory", "construction"):
        if wanted is None:
            return (False, False) if op.complete and op.name not in ("as_tensor", "asarray") else (None, False)
        if isinstance(wanted, Number) and wanted.number is not None:
            return bool(wanted.number), bool(wanted.number)
        return None, False
    in_place = signature.inplace or op.spelling == "in-place" or (op.spelling == "augmented" and op.name != "matmul")
    if in_place and op.name != "detach":
        source = op.operand()
        if not op.grad_enabled:  # an optimizer's step: what required grad before still does
            return (source.grad, source.leaf) if isinstance(source, Tensor) else (None, False)
    elif signature.nograd:
        return False, False
    elif not op.grad_enabled:
        kept = signature.family in ("view", "conversion") or op.name in _MAY_RETURN_OPERAND or "dropout" in op.name
        return (None, False) if kept and any(t.grad is not False for t in op.tensors()) else (False, False)
    if signature.layer and _trains(op):
        return True, False
    if dtype is None and op.name in ("to", "type", "type_as", "view"):
        return None if any(tensor.grad is not False for tensor in op.tensors()) else False, False
    if dtype is not None and (dtype == "bool" or dtype.startswith(("int", "uint"))):
        return False, False
    states: set[bool | None] = set()
    for name, value in op.operands.items():
        if name in ("other", "the_template", "args") and op.name in _SHAPE_ONLY:
            continue
        if isinstance(value, Tensor):
            states.add(value.grad)
        elif isinstance(value, Sequence):
            states.update(
                part.grad if isinstance(part, Tensor) else None
                for part in value.parts()
                if not isinstance(part, Number)
            )
        elif isinstance(value, Unknown):
            states.add(None)
    if True in states:
        return True, False
    return (None, False) if None in states else (False, False)


# Besides views and conversions, these may return their operand or a view of it, which keeps what it had without grad.
_MAY_RETURN_OPERAND = frozenset({"einsum", "positive", "sum_to_size"})


def grad_of_view(tensor: Tensor, op: Operation) -> bool | None:
    """Whether a view requires grad: made without grad mode, it may still say what its base says."""
    return tensor.grad if op.grad_enabled or tensor.grad is False else None


def _made_leaf(source: Value, wanted: Value | None) -> tuple[bool | None, bool]:
    """What ``requires_grad_()`` makes of a tensor: a leaf, unless the tensor is a result that carries a graph."""
    if wanted is not None and not (isinstance(wanted, Number) and wanted.number is not None):
        return None, False
    if isinstance(wanted, Number) and not wanted.number:
        return False, False
    leaf = isinstance(source, Tensor) and (source.leaf or source.grad is False)
    return True, leaf


_SHAPE_ONLY = frozenset({"expand_as", "view_as", "reshape_as", "type_as", "resize_as", "to"})


def _trains(op: Operation) -> bool:
    """Whether a layer has parameters of its own: normalisation may have none."""
    affine = op.operands.get("affine", op.operands.get("elementwise_affine"))
    if isinstance(affine, Number) and affine.number is not None:
        return bool(affine.number)
    return op.name != "instance_norm"


_SPELLS = frozenset({"unsqueeze", "expand", "expand_as", "broadcast_to"})


def _spells_out(op: Operation, signature: Signature, shape: Shape) -> bool:
    """Whether the program wrote the size-1 dims of this result itself, here or in what it is made of."""
    if op.name in _SPELLS:
        return True
    keepdim = op.operands.get("keepdim")
    if isinstance(keepdim, Number) and keepdim.number:
        return True
    if op.name in ("view", "reshape"):
        dims = dims_of(op.operands.get("size", op.operand("shape"))) or []
        return 1 in dims
    if op.name in ("squeeze", "flatten") or signature.family in ("factory", "construction", "loss", "matmul", "nn"):
        return False
    if signature.family in (
        "pointwise",
        "arithmetic",
        "comparison",
        "view",
        "softmax",
        "conversion",
        "copy",
        "where",
        "bitwise",
    ):
        return any(tensor.explicit_one for tensor in op.tensors())
    return False


def tensor_result(op: Operation, signature: Signature, shape: Shape, dtype: str | None = None) -> Tensor:
    """The tensor that an operation returns, with all that its operands tell."""
    if signature.inplace or op.spelling == "in-place":
        dtype = dtype_of(op.operand())
    elif dtype is None:
        explicit = op.operands.get("dtype")
        if explicit is not None and explicit is not NONE and signature.dtype != "type":
            dtype = explicit.name if isinstance(explicit, Dtype) else None
        elif "dtype" in (*signature.keywords, *signature.parameters) and _passes_keywords(op):
            dtype = None
        else:
            dtype = DTYPES[signature.dtype](op)
    grad, leaf = graph_of(op, signature, dtype)
    shape_identity = None
    if signature.shape in KEEPS_SHAPE:
        source = op.operand(KEEPS_SHAPE[signature.shape])
        shape_identity = source.shape_identity if isinstance(source, Tensor) else None
    elif signature.shape == "broadcast":
        shape_identity = _shared_shape_identity(op)
    elif signature.shape in ("factory", "factory_size"):
        shape_identity = _shape_identity_of_size(op.operand("size"))
    elif signature.shape in ("view", "expand", "expand_to"):
        shape_identity = _shape_identity_of_size(op.operands.get("size", op.operand("shape")))
    if shape_identity is None:
        shape_identity = derived_shape_identity(op)
    return Tensor(
        shape=shape,
        dtype=dtype,
        device=device_of(op),
        grad=grad,
        origin=op,
        leaf=leaf,
        loss=signature.family == "loss"
        or (
            signature.family in ("arithmetic", "pointwise", "conversion", "copy") and any(t.loss for t in op.tensors())
        ),
        temporary=signature.family in ("factory", "random"),
        explicit_one=_spells_out(op, signature, shape),
        shape_identity=shape_identity,
    )


def _passes_keywords(op: Operation) -> bool:
    """Whether ``**options`` may carry keywords, ``dtype`` among them."""
    if op.complete or not isinstance(op.node, cst.Call):
        return False
    return any(argument.star == "**" for argument in op.node.args)


def _shape_identity_of_size(value: Value) -> Identity | None:
    if isinstance(value, Sequence):
        if value.items is not None and len(value.items) == 1 and isinstance(value.items[0], Sequence):
            value = value.items[0]
        origin = value.origin
        if origin is not None and origin.name == "shape":
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
                return None if token is None else item.identity.derived.setdefault(("size", token), Identity())
    elif type(value) is Unknown and value is not UNKNOWN:
        return value.identity
    return None


def _shared_shape_identity(op: Operation) -> Identity | None:
    """The shape_identity of an elementwise result: the one its operands share, else the one they broadcast to.

    An unknown operand is taken for a number here: what it broadcasts to is nobody's business until it is known.
    """
    members: set[Identity] = set()
    for name in ("condition", *_OPERANDS):
        value = op.operands.get(name)
        if isinstance(value, Tensor) and value.shape != ():
            members |= value.shape_identity.members or {value.shape_identity}
    if not members:
        return None
    for tensor in op.tensors():
        if members == (tensor.shape_identity.members or {tensor.shape_identity}):
            return tensor.shape_identity
    holder = next(iter(sorted(members, key=id)))
    key = ("broadcast", frozenset(members))
    found = holder.derived.get(key)
    if found is None:
        found = holder.derived[key] = Identity()
        found.members = frozenset(members)
    return found


# Operations whose result's shape depends on values, or on what is not among the operands.
_SHAPED_BY_VALUES = frozenset(
    {"nonzero", "argwhere", "unique", "masked_select", "bincount", "repeat_interleave", "item", "tensor", "as_tensor"}
)


def derived_shape_identity(op: Operation) -> Identity | None:
    """The identity of a result's shape: one object for the same operation on operands of the same shapes.

    So ``a.sum(-1)`` and ``(2 * a).sum(-1)`` are known to have one shape although nobody knows which.
    """
    if op.name in _SHAPED_BY_VALUES or not op.complete or op.family in ("factory", "construction", "call", "loss"):
        return None
    if op.spelling == "module" and op.name != "linear":
        return None
    holder: Identity | None = None
    key: list[object] = [op.name]
    for name, value in op.operands.items():
        if holder is None and isinstance(value, Tensor):
            holder = value.shape_identity
        elif holder is None and isinstance(value, Sequence) and name == "tensors":
            holder = next((part.shape_identity for part in value.parts() if isinstance(part, Tensor)), None)
        token = _index_tokens(value) if name == "index" and op.name == "getitem" else _token(value)
        if token is None:
            return None
        key.append((name, token))
    if holder is None:
        return None
    return holder.derived.setdefault(tuple(key), Identity())


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
        if value.items is None:
            return value.identity if value.type != "slice" else None
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
        elif isinstance(part, Sequence) and part.type == "slice" and part.items is not None:
            lower, upper, step = part.items
            first, last = integer(lower), integer(upper)
            if step is NONE and lower is not NONE and upper is NONE and first is not None and first >= 0:
                tokens.append(("shorter by", first))
            elif step is NONE and lower is NONE and last is not None and last < 0:
                tokens.append(("shorter by", -last))
            else:
                tokens.append(_token(part))
        elif isinstance(part, Tensor) and part.category != "int":
            tokens.append(part.identity)
        else:
            tokens.append(_token(part))
    return None if None in tokens else tuple(tokens)


def _pair(
    shape_of_parts: Callable[[Operation], Shape], second_dtype: str | None, whole: bool = False
) -> Callable[[Operation, Signature], Value]:
    """Two tensors of one shape; with ``whole``, one tensor where no ``dim`` is given (``max``, ``median``)."""

    def result(op: Operation, signature: Signature) -> Value:
        if whole:
            if not op.complete:
                return Unknown(op)
            other = op.operands.get("dim", op.operands.get("other"))
            if other is None:
                return tensor_result(op, signature, ())
            if isinstance(other, Tensor):  # torch.max(a, b) is the elementwise maximum
                shape = broadcast((shape_of(op.operand()), other.shape))
                dtype = _promote(op, ("input", "dim", "other"))
                return tensor_result(op, signature, shape, dtype).refined(dtype=dtype)
            if not isinstance(other, Number) and not _named_as_axis(op.nodes.get("dim")):
                return Unknown(op)
        shape = shape_of_parts(op)
        values = tensor_result(op, signature, shape)
        indices = tensor_result(op, signature, shape, second_dtype)
        if op.name in ("std_mean", "var_mean"):
            indices = indices.refined(dtype=dtype_of(op.operand()))
        if second_dtype is not None:
            indices = indices.refined(grad=False)
        return Sequence("tuple", [values, indices], origin=op)

    return result


def _named_as_axis(node: cst.CSTNode | None) -> bool:
    """Whether an argument is written ``dim``, ``axis``, ``self.dim``, ...: an axis by its name."""
    if isinstance(node, cst.Attribute):
        node = node.attr
    return isinstance(node, cst.Name) and node.value.lower().endswith(("dim", "axis"))


def flag_of(op: Operation, name: str) -> bool | None:
    """A flag that is False where it is not given; None where it is not a known bool."""
    value = op.operands.get(name)
    if value is None:
        return False if op.complete else None
    if isinstance(value, Number) and value.number is not None:
        return bool(value.number)
    return None


def _unique(op: Operation, signature: Signature) -> Value:
    flags = [flag_of(op, "return_inverse"), flag_of(op, "return_counts")]
    if None in flags:
        return Unknown(op)
    dim = op.operands.get("dim", NONE)
    shape = (None,) if dim is NONE else _same_rank(op)
    values = tensor_result(op, signature, shape)
    if not any(flags):
        return values
    rest: list[Value] = []
    if flags[0]:
        inverse = _same(op) if dim is NONE else (None,)
        rest.append(Tensor(shape=inverse, dtype="int64", device=values.device, grad=False, origin=op))
    if flags[1]:
        rest.append(Tensor(shape=(None,), dtype="int64", device=values.device, grad=False, origin=op))
    return Sequence("tuple", [values, *rest], origin=op)


def _frexp(op: Operation, signature: Signature) -> Value:
    mantissa = tensor_result(op, signature, _same(op))
    exponent = tensor_result(op, signature, _same(op), "int32")
    return Sequence("tuple", [mantissa, exponent], origin=op)


def _where(op: Operation, signature: Signature) -> Value:
    if not op.complete:
        return Unknown(op)
    if "input" not in op.operands and "other" not in op.operands:
        return _indices(op, op.operand("condition"))
    return tensor_result(op, signature, _broadcast(op))


def _indices(op: Operation, source: Value) -> Value:
    """``nonzero`` as a tuple: a vector of positions for each dim."""
    shape = shape_of(source)
    device = source.device if isinstance(source, Tensor) else None

    def vector() -> Tensor:
        return Tensor(shape=(None,), dtype="int64", device=device, grad=False, origin=op)

    items: list[Value] | None = None if not shape else [vector() for _ in shape]
    return Sequence("tuple", items, vector(), origin=op)


def _many(op: Operation, shapes: list[Shape] | None, common: Shape) -> Value:
    """A tuple of tensors, each made of one of the operands ``tensors``."""
    parts = _elements(_spread(op.operand("tensors"))) or []
    grads = {part.grad if isinstance(part, Tensor) else None for part in parts}
    grad = False if grads == {False} else None
    items: list[Value] | None = None
    if shapes is not None:
        items = [
            Tensor(shape=shape, dtype=dtype_of(part), grad=grad, origin=op)
            for shape, part in zip(shapes, parts, strict=True)
        ]
    return Sequence("tuple", items, Tensor(shape=common, grad=grad, origin=op), origin=op)


def _spread(tensors: Value) -> Value:
    """``f(*tensors)`` called with one list is the call with its elements."""
    if isinstance(tensors, Sequence) and tensors.items is not None and len(tensors.items) == 1:
        first = tensors.items[0]
        if isinstance(first, Sequence):
            return first
    return tensors


def _shapes_of_many(op: Operation) -> list[Shape] | None:
    tensors = _spread(op.operand("tensors"))
    if not op.complete or not isinstance(tensors, Sequence) or tensors.items is None:
        return None
    return [shape_of(part) for part in tensors.items]


def _meshgrid(op: Operation, signature: Signature) -> Value:
    shapes = _shapes_of_many(op)
    if shapes is None:
        return _many(op, None, None)
    sizes = [None if shape is None else (shape[0] if shape else 1) for shape in shapes]
    indexing = op.operands.get("indexing")
    if len(sizes) >= 2 and indexing is not None:
        if not (isinstance(indexing, Text) and indexing.text is not None):
            sizes = [None] * len(sizes)
        elif indexing.text == "xy":
            sizes[0], sizes[1] = sizes[1], sizes[0]
    common = tuple(sizes)
    return _many(op, [common] * len(shapes), common)


def _broadcast_tensors(op: Operation, signature: Signature) -> Value:
    shapes = _shapes_of_many(op)
    if shapes is None:
        return _many(op, None, None)
    common = broadcast(shapes)
    return _many(op, [common] * len(shapes), common)


def _at_least(op: Operation, signature: Signature) -> Value:
    least = int(op.name[len("atleast_")])
    tensors = op.operand("tensors")
    if not op.complete or not isinstance(tensors, Sequence) or tensors.items is None:
        return Unknown(op)

    def shape(value: Value) -> Shape:
        own = shape_of(value)
        if own is None or len(own) >= least:
            return own
        if least - len(own) == 1 and least < 3:
            return (1, *own)
        return (1,) * least if not own else (None,) * least

    if len(tensors.items) == 1 and isinstance(tensors.items[0], Tensor):
        only = tensors.items[0]
        grad = grad_of_view(only, op)
        return Tensor(shape=shape(only), dtype=only.dtype, device=only.device, grad=grad, origin=op)
    if len(tensors.items) == 1:
        return Unknown(op) if not isinstance(tensors.items[0], Sequence) else _many(op, None, None)
    return _many(op, [shape(value) for value in tensors.items], None)


def _nonzero_result(op: Operation, signature: Signature) -> Value:
    flag = flag_of(op, "as_tuple")
    if flag is None:
        return Unknown(op)
    if flag:
        return _indices(op, op.operand())
    return tensor_result(op, signature, _nonzero(op))


def _pieces(op: Operation, signature: Signature) -> Value:
    tensor = op.operand("tensor" if "tensor" in op.operands else "input")
    shape = shape_of(tensor)
    size: Dim = None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if shape is not None:
        if axis is None or not -len(shape) <= axis < len(shape) or signature.shape == "pieces_any":
            axis, shape = None, (None,) * len(shape)
        else:
            axis %= len(shape)
            size = shape[axis]
    sizes = _piece_sizes(op, size) if op.complete else None

    def piece(length: Dim) -> Tensor:
        return Tensor(
            shape=None if shape is None else shape if axis is None else (*shape[:axis], length, *shape[axis + 1 :]),
            dtype=dtype_of(tensor),
            device=tensor.device if isinstance(tensor, Tensor) else None,
            grad=grad_of_view(tensor, op) if isinstance(tensor, Tensor) else None,
            origin=op,
        )

    items: list[Value] | None = None
    if sizes is not None and len(sizes) <= 16:
        items = [piece(length) for length in sizes]
    return Sequence("tuple", items, piece(None), origin=op)


def _piece_sizes(op: Operation, size: Dim) -> list[Dim] | None:
    """How long the pieces are along the split axis, where their number is known."""
    for name in ("split_size_or_sections", "split_size", "split_sizes"):
        sections = op.operands.get(name)
        if isinstance(sections, Sequence):
            if sections.items is None:
                return None
            return [item.dim if isinstance(item, Number) else None for item in sections.items]
        length = integer(sections) if sections is not None else None
        if length is not None:
            if not isinstance(size, int) or length <= 0:
                return None
            whole: list[Dim] = [length] * (size // length)
            return [*whole, size % length] if size % length else whole or [0]
    chunks = integer(op.operand("chunks"))
    if chunks is not None and isinstance(size, int) and chunks > 0 and size > 0:
        length = -(-size // chunks)
        return [*([length] * (size // length)), *([size % length] if size % length else [])]
    sections = op.operands.get("indices_or_sections")
    if isinstance(sections, Sequence) and sections.items is not None:
        return [None] * (len(sections.items) + 1)
    count = integer(sections) if sections is not None else None
    return [None] * count if count is not None and 0 < count <= 16 else None


def row_of(tensor: Tensor, op: Operation, axis: int = 0) -> Tensor:
    """One slice of a tensor along ``axis``: what iteration, ``unbind`` and an integer index give."""
    shape = tensor.shape
    if shape is not None:
        shape = (
            shape[:axis] + shape[axis + 1 :]
            if -len(shape) <= axis < len(shape) and axis >= 0
            else (None,) * max(len(shape) - 1, 0)
        )
    return Tensor(
        shape=shape,
        dtype=tensor.dtype,
        device=tensor.device,
        grad=grad_of_view(tensor, op),
        origin=op,
        loss=tensor.loss,
        certain=tensor.certain,
    )


def _unbind(op: Operation, signature: Signature) -> Value:
    tensor = op.operand()
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if not isinstance(tensor, Tensor):
        return Sequence("tuple", element=Tensor(origin=op), origin=op)
    shape = tensor.shape
    if axis is not None and axis < 0:
        axis = axis + len(shape) if shape is not None else None
    known = shape is not None and axis is not None and 0 <= axis < len(shape)

    def row() -> Tensor:
        found = row_of(tensor, op, axis if axis is not None else 0)
        if known:
            return found
        return found.refined(shape=None if shape is None else (None,) * max(len(shape) - 1, 0))

    count = shape[axis] if known and shape is not None and axis is not None else None
    items: list[Value] | None = None
    if isinstance(count, int) and count <= 16:
        items = [row() for _ in range(count)]
    return Sequence("tuple", items, row(), origin=op)


def _recurrent(cells: int) -> Callable[[Operation, Signature], Value]:
    """The output of an LSTM, GRU or RNN and its last state; a packed sequence gives one back."""

    def result(op: Operation, signature: Signature) -> Value:
        source = op.operand("sequence")
        output: Value = Unknown(op)
        state_shape: Shape = None
        dtype = dtype_of(source)
        if isinstance(source, Tensor) and source.certain:
            shape = None if source.shape is None else (*source.shape[:-1], None)
            state_shape = None if source.shape is None else (None,) * len(source.shape)
            output = tensor_result(op, signature, shape, dtype)
        states: list[Value] = [tensor_result(op, signature, state_shape, dtype) for _ in range(cells)]
        state: Value = states[0] if cells == 1 else Sequence("tuple", states)
        return Sequence("tuple", [output, state], origin=op)

    return result


def _attention_module(op: Operation, signature: Signature) -> Value:
    """``nn.MultiheadAttention``: what was attended to, and the weights unless they are not wanted."""
    output = tensor_result(op, signature, _same(op))
    needed = op.operands.get("need_weights")
    weights: Value = Unknown(op)
    if needed is None or (isinstance(needed, Number) and needed.number):
        weights = tensor_result(op, signature, None)
    elif isinstance(needed, Number) and needed.number is not None:
        weights = NONE
    return Sequence("tuple", [output, weights], origin=op)


def _tensors(count: int | None) -> Callable[[Operation, Signature], Value]:
    def result(op: Operation, signature: Signature) -> Value:
        if count is None:
            return Sequence("tuple", element=tensor_result(op, signature, None), origin=op)
        return Sequence("tuple", [tensor_result(op, signature, None) for _ in range(count)], origin=op)

    return result


def _pool(op: Operation, signature: Signature) -> Value:
    flag = flag_of(op, "return_indices")
    if flag is None:
        return Unknown(op)
    pooled = tensor_result(op, signature, _spatial(op))
    if not flag:
        return pooled
    indices = tensor_result(op, signature, _spatial(op), "int64")
    return Sequence("tuple", [pooled, indices], origin=op)


def _type_result(op: Operation, signature: Signature) -> Value:
    if "dtype" not in op.operands:
        return Text()
    return tensor_result(op, signature, _same(op))


def _python_list(op: Operation, signature: Signature) -> Value:
    tensor = op.operand()
    if isinstance(tensor, Tensor) and tensor.rank == 0:
        return Number(origin=op)
    if isinstance(tensor, Tensor) and tensor.rank == 1:
        return Sequence("list", element=Number(tensor.category), origin=op)
    if not isinstance(tensor, Tensor) or tensor.rank is None:
        return Unknown(op)  # a 0-d tensor gives a number
    return Sequence("list", origin=op)


def _python_number(op: Operation, signature: Signature) -> Value:
    tensor = op.operand()
    return Number(tensor.category if isinstance(tensor, Tensor) else None, origin=op)


def size_of(tensor: Value, op: Operation, axis: Value | None) -> Value:
    """``x.size()``, ``x.size(axis)``: a shape, or one number that is symbolic where unknown."""
    if axis is None or axis is NONE:
        return shape_value(tensor, op)
    number = integer(axis)
    if number is None or not isinstance(tensor, Tensor):
        return Number("int", origin=op)
    return dim_number(tensor.dim(number), op)


def dim_number(dim: int | Symbol, op: Operation | None) -> Number:
    """A size as a Python number."""
    return Number("int", dim, origin=op) if isinstance(dim, int) else Number("int", size=dim, origin=op)


def shape_value(tensor: Value, op: Operation) -> Value:
    """``x.shape``: a tuple of sizes that remembers whose shape it is."""
    op.name = "shape"
    items: list[Value] | None = None
    if isinstance(tensor, Tensor) and tensor.shape is not None:
        items = [dim_number(tensor.dim(axis), op) for axis in range(len(tensor.shape))]
    return Sequence("shape", items, Number("int"), origin=op)


RESULTS: dict[str, Callable[[Operation, Signature], Value]] = {
    "reduce_pair": _pair(_reduce("input"), "int64", whole=True),
    "reduce_last_pair": _pair(_reduce("input", last=True), "int64"),
    "reduce_two": _pair(_reduce("input"), None),
    "same_pair": _pair(_same, "int64"),
    "topk": _pair(_topk, "int64"),
    "frexp": _frexp,
    "meshgrid": _meshgrid,
    "broadcast_tensors": _broadcast_tensors,
    "at_least": _at_least,
    "unique": _unique,
    "nonzero": _nonzero_result,
    "pieces": _pieces,
    "pieces_tensor": _pieces,
    "pieces_any": _pieces,
    "where": _where,
    "unbind": _unbind,
    "lstm": _recurrent(2),
    "gru": _recurrent(1),
    "attention_module": _attention_module,
    "three_tensors": _tensors(3),
    "pair_of_tensors": _tensors(2),
    "tuple_of_tensors": _tensors(None),
    "pool": _pool,
    "type": _type_result,
    "python_bool": lambda op, signature: Number("bool", origin=op),
    "python_int": lambda op, signature: Number("int", origin=op),
    "python_number": _python_number,
    "python_list": _python_list,
    "ndarray": lambda op, signature: Array(origin=op),
    "nothing": lambda op, signature: NONE,
    "unknown_value": lambda op, signature: Unknown(op),
    "rank_number": lambda op, signature: _rank_number(op),
    "size": lambda op, signature: size_of(op.operand(), op, op.operands.get("dim")),
}


def _rank_number(op: Operation) -> Value:
    tensor = op.operand()
    if isinstance(tensor, Tensor) and tensor.rank is not None:
        return Number("int", tensor.rank, origin=op)
    return Number("int", origin=op)


def apply(signature: Signature, op: Operation) -> Value:
    """The value of an operation whose operands are bound."""
    special = RESULTS.get(signature.shape)
    if special is not None:
        return special(op, signature)
    result = tensor_result(op, signature, SHAPES[signature.shape](op))
    return _keeping_storage(result, op) if signature.inplace else result


def _keeping_storage(result: Tensor, op: Operation) -> Tensor:
    """``torch.relu_(x)`` changes ``x`` itself: its dtype stays, and broadcasting cannot enlarge it."""
    target = op.operand()
    dtype = dtype_of(target)
    if isinstance(target, Tensor) and op.name not in ("as_strided", "resize_as"):
        return result.refined(dtype=dtype, shape=target.shape, shape_identity=target.shape_identity)
    return result.refined(dtype=dtype)
