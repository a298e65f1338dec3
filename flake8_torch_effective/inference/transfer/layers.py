"""The shapes and results of neural network layers."""

from __future__ import annotations

from ..knowledge.columns import ResultTransfer
from ..values import NONE, Dim, Number, Operation, Sequence, Shape, Tensor, Unknown, Value
from . import shapes
from .dtypes import dtype_of
from .results import tensor_result
from .sizes import dims_of, flag_of, shape_of


def embedded(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (*shape, None)


def one_more_rank(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * (len(shape) + 1)


def embedding(op: Operation) -> Shape:
    shape, width = shape_of(op.operand()), op.operand("embedding_dim")
    return None if shape is None else (*shape, width.dim if isinstance(width, Number) else None)


def _spatial_dims(op: Operation) -> int:
    return op.signature.spatial_dims or 0


def spatial(op: Operation) -> Shape:
    """Batch and channels stay, the image's own sizes change."""
    shape, count = shape_of(op.operand()), _spatial_dims(op)
    if shape is None:
        return None
    return shape[:-count] + (None,) * min(count, len(shape))


def conv(op: Operation) -> Shape:
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


def pad(op: Operation) -> Shape:
    shape, padding = shape_of(op.operand()), op.operands.get("pad", op.operand("padding"))
    if shape is None or not isinstance(padding, Sequence) or padding.items is None:
        return None if shape is None else (None,) * len(shape)
    count = min((len(padding.items) + 1) // 2, len(shape))
    return shape[: len(shape) - count] + (None,) * count


def channels_kept(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else shape[:2] + (None,) * max(len(shape) - 2, 0)


def attention(op: Operation) -> Shape:
    query, value = shape_of(op.operand("query")), shape_of(op.operand("value"))
    if query is None:
        return None
    return (None,) * (len(query) - 1) + (value[-1] if value else None,)


def affine_grid(op: Operation) -> Shape:
    size = dims_of(op.operand("size"))
    return None if size is None else (None,) * len(size)


def linear(op: Operation) -> Shape:
    shape, out = shape_of(op.operand()), op.operand("out_features")
    size = out.dim if isinstance(out, Number) else None
    if shape is None:
        return None
    return (*shape[:-1], size)


def linear_of_weight(op: Operation) -> Shape:
    shape, weight = shape_of(op.operand()), shape_of(op.operand("weight"))
    if shape is None:
        return None
    if weight is None:
        return None
    return (*shape[:-1], weight[0]) if len(weight) == 2 else shape[:-1]


def recurrent(cells: int) -> ResultTransfer:
    """The output of an LSTM, GRU or RNN and its last state; a packed sequence gives one back."""

    def result(op: Operation) -> Value:
        source = op.operand("sequence")
        output: Value = Unknown(op)
        state_shape: Shape = None
        dtype = dtype_of(source)
        if isinstance(source, Tensor) and source.certain:
            shape = None if source.shape is None else (*source.shape[:-1], None)
            state_shape = None if source.shape is None else (None,) * len(source.shape)
            output = tensor_result(op, shape, dtype)
        states: list[Value] = [tensor_result(op, state_shape, dtype) for _ in range(cells)]
        state: Value = states[0] if cells == 1 else Sequence("tuple", states)
        return Sequence("tuple", [output, state], origin=op)

    return result


def attention_module(op: Operation) -> Value:
    """``nn.MultiheadAttention``: what was attended to, and the weights unless they are not wanted."""
    output = tensor_result(op, shapes.same(op))
    needed = op.operands.get("need_weights")
    weights: Value = Unknown(op)
    if needed is None or (isinstance(needed, Number) and needed.number):
        weights = tensor_result(op, None)
    elif isinstance(needed, Number) and needed.number is not None:
        weights = NONE
    return Sequence("tuple", [output, weights], origin=op)


def pool(op: Operation) -> Value:
    flag = flag_of(op, "return_indices")
    if flag is None:
        return Unknown(op)
    pooled = tensor_result(op, spatial(op))
    if not flag:
        return pooled
    indices = tensor_result(op, spatial(op), "int64")
    return Sequence("tuple", [pooled, indices], origin=op)


lstm = recurrent(2)
gru = recurrent(1)
