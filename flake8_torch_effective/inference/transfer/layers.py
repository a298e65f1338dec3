"""The shapes and results of neural network layers."""

from __future__ import annotations

from ..knowledge.columns import ResultTransfer
from ..values import NONE, Dim, NotTensor, Number, Operation, Sequence, SequenceType, Shape, Tensor, Unknown, Value
from . import shapes
from .dtypes import dtype_of
from .results import tensor_result
from .sizes import dims_of, flag_of, integer, shape_of


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


class _Sizes:
    """The sizes that the constructor of a recurrent layer says; None where it does not tell them."""

    def __init__(self, op: Operation) -> None:
        hidden, given = op.operand("hidden_size"), op.operands
        known = op.complete and "hidden_size" in given
        flags = {name: flag_of(op, name) if known else None for name in ("batch_first", "bidirectional")}
        self.batch_first = flags["batch_first"]
        directions = {None: None, False: 1, True: 2}[flags["bidirectional"]]
        self.cell: Dim = hidden.dim if isinstance(hidden, Number) else None
        projected = integer(given["proj_size"]) if "proj_size" in given else 0
        self.hidden: Dim = self.cell if projected == 0 else projected
        self.output: Dim = self.hidden if directions == 1 else None
        if isinstance(self.hidden, int) and directions is not None:
            self.output = directions * self.hidden
        layers = integer(given["num_layers"]) if "num_layers" in given else 1
        self.states: Dim = layers * directions if known and layers is not None and directions is not None else None

    def state(self, source: Shape, size: Dim) -> Shape:
        """The shape of a last state."""
        if source is None:
            return None
        if len(source) != 3:
            return (self.states, size)
        batch = None if self.batch_first is None else source[0 if self.batch_first else 1]
        return (self.states, batch, size)


def recurrent(cells: int) -> ResultTransfer:
    """The output of an LSTM, GRU or RNN and its last state; a packed sequence gives one back.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html
    """

    def result(op: Operation) -> Value:
        source = op.operand("sequence")
        sizes = _Sizes(op)
        output: Value = Unknown(op)
        shape: Shape = None
        dtype = dtype_of(source)
        if isinstance(source, Tensor):
            shape = source.shape
            output = tensor_result(op, None if shape is None else (*shape[:-1], sizes.output), dtype)
            output = output.refined(shape_identity=None, certain=source.certain)
        states: list[Value] = [
            tensor_result(op, sizes.state(shape, size), dtype).refined(shape_identity=None)
            for size in (sizes.hidden, sizes.cell)[:cells]
        ]
        state: Value = states[0] if cells == 1 else Sequence(SequenceType.TUPLE, states)
        return Sequence(SequenceType.TUPLE, [output, state], origin=op)

    return result


def recurrent_cell(cells: int) -> ResultTransfer:
    """The next state of an LSTMCell, GRUCell or RNNCell."""

    def result(op: Operation) -> Value:
        source, size = shape_of(op.operand()), _Sizes(op).cell
        shape = None if source is None else (*source[:-1], size)
        states: list[Value] = [tensor_result(op, shape).refined(shape_identity=None) for _ in range(cells)]
        return states[0] if cells == 1 else Sequence(SequenceType.TUPLE, states, origin=op)

    return result


def padded(op: Operation) -> Shape:
    """Sequences of different lengths as one tensor: a dim more than each."""
    sequences = op.operand("sequences")
    ranks = [shape_of(part) for part in sequences.parts()] if isinstance(sequences, Sequence) else []
    known = {None if shape is None else len(shape) for shape in ranks}
    rank = known.pop() if len(known) == 1 else None
    return None if rank is None else (None,) * (rank + 1)


def unpacked(op: Operation) -> Value:
    """``pad_packed_sequence``: the padded sequences, and the length of each."""
    lengths = Tensor(shape=(None,), dtype="int64", device="cpu", grad=False, origin=op)
    return Sequence(SequenceType.TUPLE, [tensor_result(op, None).refined(grad=None), lengths], origin=op)


def packed(op: Operation) -> Value:
    """A ``PackedSequence`` is no tensor."""
    return NotTensor(op)


def attention_module(op: Operation) -> Value:
    """``nn.MultiheadAttention``: what was attended to, and the weights unless they are not wanted."""
    output = tensor_result(op, shapes.same(op))
    needed = op.operands.get("need_weights")
    weights: Value = Unknown(op)
    if needed is None or (isinstance(needed, Number) and needed.number):
        weights = tensor_result(op, _attention_weights(op, output.shape)).refined(shape_identity=None)
    elif isinstance(needed, Number) and needed.number is not None:
        weights = NONE
    return Sequence(SequenceType.TUPLE, [output, weights], origin=op)


def _attention_weights(op: Operation, query: Shape) -> Shape:
    """``(batch, queries, keys)``, with the heads behind the batch where they are not averaged."""
    averaged = op.operands.get("average_attn_weights")
    if query is None or not op.complete:
        return None
    if averaged is None:
        return (None,) * len(query)
    if not isinstance(averaged, Number) or averaged.number is None:
        return None
    return (None,) * (len(query) + (not averaged.number))


def pool(op: Operation) -> Value:
    flag = flag_of(op, "return_indices")
    if flag is None:
        return Unknown(op)
    pooled = tensor_result(op, spatial(op))
    if not flag:
        return pooled
    indices = tensor_result(op, spatial(op), "int64")
    return Sequence(SequenceType.TUPLE, [pooled, indices], origin=op)


lstm = recurrent(2)
gru = recurrent(1)
lstm_cell = recurrent_cell(2)
gru_cell = recurrent_cell(1)
