"""The value of an operation: one tensor with all that its operands tell, or what it returns instead."""

from __future__ import annotations

import libcst as cst

from ..knowledge.columns import Contiguity, Family, Formula, ResultTransfer, ShapeTransfer
from ..knowledge.python_operations import SHAPE
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Dtype,
    Notation,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Shape,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
)
from . import dtypes, reductions, shapes
from .autograd import graph_of
from .devices import device_of
from .dtypes import dtype_of
from .shape_identity import shape_identity_of
from .sizes import broadcast, dims_of, flag_of, integer, named_as_axis, shape_of

# Families whose results have the size-1 dims of their operands, but for two formulas.
_KEEPS_ONES = frozenset(
    {
        Family.POINTWISE,
        Family.ARITHMETIC,
        Family.COMPARISON,
        Family.VIEW,
        Family.SOFTMAX,
        Family.CONVERSION,
        Family.COPY,
        Family.WHERE,
        Family.BITWISE,
    }
)
_TAKES_ONES_AWAY = (Formula.SQUEEZE, Formula.FLATTEN)
# Families whose results are a loss where an operand is one.
_KEEPS_LOSS = frozenset({Family.ARITHMETIC, Family.POINTWISE, Family.CONVERSION, Family.COPY})
# Families whose results nobody else can hold.
_TEMPORARY = (Family.FACTORY, Family.RANDOM)


def _spells_out(op: Operation, shape: Shape) -> bool:
    """Whether the program wrote the size-1 dims of this result itself, here or in what it is made of."""
    signature = op.signature
    if signature.explicit_one:
        return True
    keepdim = op.operands.get("keepdim")
    if isinstance(keepdim, Number) and keepdim.number:
        return True
    if signature.formula is Formula.RESHAPE:
        dims = dims_of(op.operands.get("size", op.operand("shape"))) or []
        return 1 in dims
    if signature.family in _KEEPS_ONES and signature.formula not in _TAKES_ONES_AWAY:
        return True in [value.explicit_one for value in op.operands.values() if type(value) is Tensor]
    return False


def tensor_result(op: Operation, shape: Shape, dtype: str | None = None) -> Tensor:
    """The tensor that an operation returns, with all that its operands tell."""
    signature = op.signature
    family = signature.family
    if signature.inplace or op.notation is Notation.IN_PLACE:
        dtype = dtype_of(op.operand())
    elif dtype is None:
        explicit = op.operands.get("dtype")
        if explicit is not None and explicit is not NONE and signature.dtype is not dtypes.type_of:
            dtype = explicit.name if isinstance(explicit, Dtype) else None
        elif not op.complete and _may_name_dtype(op):
            dtype = None
        else:
            transfer = signature.dtype
            dtype = None if transfer is None else transfer(op)
    grad, leaf = graph_of(op, dtype)
    shape_identity = shape_identity_of(op)
    return Tensor(
        shape=shape,
        dtype=dtype,
        device=device_of(op),
        grad=grad,
        origin=op,
        leaf=leaf,
        loss=family is Family.LOSS or (family in _KEEPS_LOSS and _has_loss(op)),
        temporary=family in _TEMPORARY,
        explicit_one=_spells_out(op, shape),
        shape_identity=shape_identity,
    )


def _has_loss(op: Operation) -> bool:
    """Whether an operand is a loss."""
    return True in [value.loss for value in op.operands.values() if type(value) is Tensor]


def _may_name_dtype(op: Operation) -> bool:
    """Whether ``**options`` may carry keywords, ``dtype`` among them."""
    if type(op.node) is not cst.Call or "dtype" not in (*op.signature.keywords, *op.signature.parameters):
        return False
    return any(argument.star == "**" for argument in op.node.args)


def apply(op: Operation) -> Value:
    """The value of an operation whose operands are bound."""
    signature = op.signature
    if signature.result is not None:
        return signature.result(op)
    result = tensor_result(op, None if signature.shape is None else signature.shape(op))
    return _keeping_storage(result, op) if signature.inplace else result


def initialised(op: Operation) -> Tensor:
    """What the functions of ``torch.nn.init`` return: the very tensor that they filled, under ``no_grad``."""
    target, made = op.operand("tensor"), tensor_result(op, None)
    if not isinstance(target, Tensor):
        return made.refined(dtype=None, grad=None, leaf=False)
    return target.refined(origin=op, temporary=made.temporary, identity=made.identity)


def _keeping_storage(result: Tensor, op: Operation) -> Tensor:
    """``torch.relu_(x)`` changes ``x`` itself: its dtype stays, and broadcasting cannot enlarge it."""
    target = op.operand()
    dtype = dtype_of(target)
    if isinstance(target, Tensor) and op.signature.contiguity is not Contiguity.RESTRIDES:
        return result.refined(dtype=dtype, shape=target.shape, shape_identity=target.shape_identity)
    return result.refined(dtype=dtype)


def pair(shape_of_parts: ShapeTransfer, second_dtype: str | None, whole: bool = False) -> ResultTransfer:
    """Two tensors of one shape; with ``whole``, one tensor where no ``dim`` is given (``max``, ``median``)."""

    def result(op: Operation) -> Value:
        if whole:
            if not op.complete:
                return Unknown(op)
            other = op.operands.get("dim", op.operands.get("other"))
            if other is None:
                return tensor_result(op, ())
            if isinstance(other, Tensor):  # torch.max(a, b) is the elementwise maximum
                shape = broadcast((shape_of(op.operand()), other.shape))
                dtype = dtypes.promote_operands(op, ("input", "dim", "other"))
                made = tensor_result(op, shape, dtype).refined(dtype=dtype, certain=other.certain)  # else a dim
                is_known = dtype is not None or made.grad or all(one.grad is False for one in op.tensors())
                return made if is_known else made.refined(grad=None)
            if not isinstance(other, Number) and not named_as_axis(op.nodes.get("dim")):
                return Unknown(op)
        shape = shape_of_parts(op)
        values = tensor_result(op, shape)
        indices = tensor_result(op, shape, second_dtype)
        if second_dtype is not None:
            indices = indices.refined(grad=False)
        return Sequence(SequenceType.TUPLE, [values, indices], origin=op)

    return result


def unique(op: Operation) -> Value:
    flags = [flag_of(op, "return_inverse"), flag_of(op, "return_counts")]
    if None in flags:
        return Unknown(op)
    dim = op.operands.get("dim", NONE)
    shape = (None,) if dim is NONE else shapes.same_rank(op)
    values = tensor_result(op, shape)
    if not any(flags):
        return values
    rest: list[Value] = []
    if flags[0]:
        inverse = shapes.same(op) if dim is NONE else (None,)
        rest.append(Tensor(shape=inverse, dtype="int64", device=values.device, grad=False, origin=op))
    if flags[1]:
        rest.append(Tensor(shape=(None,), dtype="int64", device=values.device, grad=False, origin=op))
    return Sequence(SequenceType.TUPLE, [values, *rest], origin=op)


def frexp(op: Operation) -> Value:
    mantissa = tensor_result(op, shapes.same(op))
    exponent = tensor_result(op, shapes.same(op), "int32")
    return Sequence(SequenceType.TUPLE, [mantissa, exponent], origin=op)


def where(op: Operation) -> Value:
    if not op.complete:
        return Unknown(op)
    if "input" not in op.operands and "other" not in op.operands:
        return indices(op, op.operand("condition"))
    return tensor_result(op, shapes.elementwise(op))


def indices(op: Operation, source: Value) -> Value:
    """``nonzero`` as a tuple: a vector of positions for each dim."""
    shape = shape_of(source)
    device = source.device if isinstance(source, Tensor) else None

    def vector() -> Tensor:
        return Tensor(shape=(None,), dtype="int64", device=device, grad=False, origin=op)

    items: list[Value] | None = None if not shape else [vector() for _ in shape]
    return Sequence(SequenceType.TUPLE, items, vector(), origin=op)


def nonzero(op: Operation) -> Value:
    flag = flag_of(op, "as_tuple")
    if flag is None:
        return Unknown(op)
    if flag:
        return indices(op, op.operand())
    return tensor_result(op, shapes.nonzero(op))


def tensors(count: int | None) -> ResultTransfer:
    def result(op: Operation) -> Value:
        if count is None:
            return Sequence(SequenceType.TUPLE, element=tensor_result(op, None), origin=op)
        parts = [tensor_result(op, None).refined(shape_identity=None) for _ in range(count)]
        return Sequence(SequenceType.TUPLE, [*parts], origin=op)

    return result


def type_of(op: Operation) -> Value:
    if "dtype" not in op.operands:
        return Text()
    made, wanted = tensor_result(op, shapes.same(op)), op.operand("dtype")
    if isinstance(wanted, Dtype):
        return made
    legacy = dtypes.named_legacy_type(wanted)
    return made.refined(device=None if legacy is None else "cuda" if legacy.on_cuda else "cpu")


def python_list(op: Operation) -> Value:
    tensor = op.operand()
    if isinstance(tensor, Tensor) and tensor.rank == 0:
        return Number(origin=op)
    if isinstance(tensor, Tensor) and tensor.rank == 1:
        return Sequence(SequenceType.LIST, element=Number(tensor.category), origin=op)
    if not isinstance(tensor, Tensor) or tensor.rank is None:
        return Unknown(op)  # a 0-d tensor gives a number
    return Sequence(SequenceType.LIST, origin=op)


def python_number(op: Operation) -> Value:
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
    op.name, op.signature = SHAPE.name, SHAPE
    items: list[Value] | None = None
    if isinstance(tensor, Tensor) and tensor.shape is not None:
        items = [dim_number(tensor.dim(axis), op) for axis in range(len(tensor.shape))]
    return Sequence(SequenceType.SHAPE, items, Number("int"), origin=op)


def rank_number(op: Operation) -> Value:
    tensor = op.operand()
    if isinstance(tensor, Tensor) and tensor.rank is not None:
        return Number("int", tensor.rank, origin=op)
    return Number("int", origin=op)


def python_bool(op: Operation) -> Value:
    return Number("bool", origin=op)


def python_int(op: Operation) -> Value:
    return Number("int", origin=op)


def array(op: Operation) -> Value:
    return Array(origin=op)


def nothing(op: Operation) -> Value:
    return NONE


def no_tensor(op: Operation) -> Value:
    """An object that is no tensor, though it has some of its methods: a storage."""
    return OTHER


def unknown(op: Operation) -> Value:
    return Unknown(op)


def handed_back(op: Operation) -> Value:
    """What an operation is given, of whatever kind; a tensor of that operation where it is one."""
    given = op.operand()
    if isinstance(given, Tensor):
        return tensor_result(op, given.shape).refined(certain=given.certain, loss=given.loss)
    return Unknown(op) if isinstance(given, Unknown) else given


def size(op: Operation) -> Value:
    return size_of(op.operand(), op, op.operands.get("dim"))


def _with_dtype_of_input(made: ResultTransfer) -> ResultTransfer:
    """The second of two results has the dtype of the input: the mean of complex numbers is complex."""

    def result(op: Operation) -> Value:
        both = made(op)
        first, second = both.items if isinstance(both, Sequence) and both.items else (UNKNOWN, UNKNOWN)
        if not isinstance(second, Tensor):
            return both
        return Sequence(SequenceType.TUPLE, [first, second.refined(dtype=dtype_of(op.operand()))], origin=op)

    return result


values_and_indices = pair(reductions.over_dim, "int64", whole=True)
values_and_indices_of_last = pair(reductions.over_last_dim, "int64")
spread_and_mean = _with_dtype_of_input(pair(reductions.over_dim_or_all, None))
two_reductions = pair(reductions.over_dim, None)
values_and_indices_of_same_shape = pair(shapes.same, "int64")
topk = pair(shapes.topk, "int64")
two_tensors = tensors(2)
three_tensors = tensors(3)
tensor_tuple = tensors(None)
