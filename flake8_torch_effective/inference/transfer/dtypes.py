"""The dtypes of results: promotion between operands, and what factories and conversions name.

A function takes the bound operation and gives an exact name, a class (``"float"``) or None where it is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from ..knowledge.columns import DtypeTransfer
from ..knowledge.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    FLOAT_WIDTHS,
    HALVES,
    INT,
    INT_WIDTHS,
    KIND_OF,
    OF_PYTHON,
    RANKS,
    is_integral,
)
from ..knowledge.legacy_types import LegacyType, legacy_type
from ..knowledge.parameters import PROMOTED
from ..values import (
    NONE,
    Device,
    Dtype,
    Number,
    Operation,
    Reference,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    may_be_none,
)
from .sizes import elements, holds_dtype, integer

_AT_MOST_SINGLE = frozenset({"bfloat16", "float16", "float32"})


def promoted(a: str | None, b: str | None) -> str | None:
    """The dtype of arithmetic between tensors of rank >= 1 of these dtypes (exact names or classes).

    Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
    """
    if a == b:
        return a
    if a is None or b is None:
        return None
    first, second = KIND_OF.get(a), KIND_OF.get(b)
    if first is None or second is None:
        return None
    if first != second:
        higher, other = (a, b) if RANKS[first] > RANKS[second] else (b, a)
        if KIND_OF[higher] == COMPLEX and KIND_OF[other] == FLOAT:
            return higher if higher == "complex128" or other in _AT_MOST_SINGLE else "complex"
        return higher
    if a in FLOAT_WIDTHS and b in FLOAT_WIDTHS:
        if a in HALVES and b in HALVES:  # neither holds the other
            return "float32"
        return FLOAT_WIDTHS[max(FLOAT_WIDTHS.index(a), FLOAT_WIDTHS.index(b))]
    if a in INT_WIDTHS and b in INT_WIDTHS:
        return INT_WIDTHS[max(INT_WIDTHS.index(a), INT_WIDTHS.index(b))]
    if "complex64" in (a, b) and "complex128" in (a, b):
        return "complex128"
    return first


FLOATS = frozenset({"float16", "bfloat16", "float32", "float64", "float"})


_REAL_OF = {"complex64": "float32", "complex128": "float64", "complex": "float"}


def dtype_of(value: Value) -> str | None:
    """The dtype of a tensor operand, None for unknown ones and Python numbers."""
    return value.dtype if isinstance(value, Tensor) else None


def to_float(dtype: str | None) -> str | None:
    if dtype is None or dtype in FLOATS or dtype.startswith("complex"):
        return dtype
    return "float32"


def promote_operands(op: Operation, names: Iterable[str]) -> str | None:
    """Type promotion between tensors and Python numbers; 0-d tensors count as weaker, so they make it unknown."""
    result: str | None = None
    first = True
    weaker: list[Value] = []
    operands = op.operands
    tensors = [value for value in operands.values() if isinstance(value, Tensor)]
    vague = None in [tensor.shape for tensor in tensors]
    for name in names:
        value = operands.get(name)
        if value is None:
            continue
        if isinstance(value, Tensor):
            if value.dtype is None:
                return None
            if vague:
                result = value.dtype if first else _either_way(result, value.dtype)
                first = False
                continue
            if value.shape == () and any(other.shape != () for other in tensors):
                weaker.append(value)
                continue
            result = value.dtype if first else promoted(result, value.dtype)
            first = False
        elif isinstance(value, Number):
            weaker.append(value)
        else:
            return None
    for value in weaker:
        type_ = value.type if isinstance(value, Number) else KIND_OF.get(dtype_of(value) or "")
        if type_ is None or type_ not in RANKS or result is None:
            return None
        if RANKS[type_] > RANKS[KIND_OF[result]]:
            if type_ == COMPLEX and KIND_OF[result] == FLOAT:
                result = {"float64": "complex128", "float32": "complex64"}.get(result, "complex")
            elif isinstance(value, Tensor):
                result = value.dtype
            else:
                result = OF_PYTHON[type_]
    return result


def _either_way(a: str | None, b: str | None) -> str | None:
    """The dtype of arithmetic between tensors of these dtypes, of which either may be 0-d and so the weaker."""
    if a is None or b is None or a == b:
        return a if a == b else None
    first, second = KIND_OF.get(a), KIND_OF.get(b)
    if first is None or second is None or first == second:
        return first if first == second else None
    if RANKS[first] < RANKS[second]:
        a, first, second = b, second, first
    return COMPLEX if first == COMPLEX and second == FLOAT else a


def promote(op: Operation) -> str | None:
    return promote_operands(op, PROMOTED)


def divide(op: Operation) -> str | None:
    mode = op.operands.get("rounding_mode", NONE)
    if mode is NONE and op.complete:
        return to_float(promote_operands(op, ("input", "other")))
    return promote_operands(op, ("input", "other")) if isinstance(mode, Text) else None


def index(op: Operation) -> str | None:
    flag = op.operands.get("out_int32")
    if flag is None:
        return "int64" if op.complete else None
    if isinstance(flag, Number) and flag.number is not None:
        return "int32" if flag.number else "int64"
    return "int"


def complex_of(name: str) -> DtypeTransfer:
    def dtype(op: Operation) -> str | None:
        return {"float32": "complex64", "float64": "complex128"}.get(dtype_of(op.operand(name)) or "", "complex")

    return dtype


def float_power(op: Operation) -> str | None:
    found = promote_operands(op, ("input", "exponent"))
    if found is None:
        return None
    return "complex128" if KIND_OF.get(found) == COMPLEX else "float64"


def bincount(op: Operation) -> str | None:
    return "float" if op.given("weights") else "int64"


def normal(op: Operation) -> str | None:
    return FLOAT if op.operands.get("size") is None else "float32"


def diff(op: Operation) -> str | None:
    return dtype_of(op.operand()) if not op.given("prepend", "append") else None


def pair(first: str, second: str) -> DtypeTransfer:
    return lambda op: promoted(dtype_of(op.operand(first)), dtype_of(op.operand(second)))


def loss(op: Operation) -> str | None:
    own = dtype_of(op.operand("input1" if "input1" in op.operands else "input"))
    if own is not None and own not in FLOATS:
        return None  # integers and complex numbers, which few losses take
    return own or "float"


def loss_with_target(op: Operation) -> str | None:
    """The dtype of a loss that broadcasts input and target first, so that 0-d is not weaker."""
    own = dtype_of(op.operand())
    if own is not None and own not in FLOATS:
        return None
    dtype = promoted(own, dtype_of(op.operand("target")))
    return dtype if dtype in FLOATS else None if dtype is not None else "float"


def of_list(op: Operation) -> str | None:
    parts = elements(op.operand("tensors"))
    if not parts:
        return None
    result = dtype_of(parts[0])
    for part in parts[1:]:
        result = promoted(result, dtype_of(part))
    return result


def of_operands(op: Operation) -> str | None:
    """The dtype that all operands of ``einsum`` have: it does not promote."""
    operands = op.operand("operands")
    parts: list[Value] = operands.parts() if isinstance(operands, Sequence) else []
    if len(parts) == 1 and isinstance(parts[0], Sequence):
        parts = parts[0].parts()
    found = {dtype_of(part) for part in parts}
    return found.pop() if len(found) == 1 else None


def sum_of(op: Operation) -> str | None:
    dtype = dtype_of(op.operand())
    if dtype is not None and is_integral(dtype):
        return "int64"
    return dtype


def to_real(dtype: str | None) -> str | None:
    return _REAL_OF.get(dtype, dtype) if dtype is not None else None


def real(op: Operation) -> str | None:
    return to_real(dtype_of(op.operand()))


def _counts_something(value: Sequence) -> bool:
    """Whether it is a ``range`` with certainly a number in it."""
    if not value.is_range or value.origin is None:
        return False
    start, stop, step = (integer(value.origin.operand(name)) for name in ("start", "stop", "step"))
    return start is not None and stop is not None and step is not None and bool(step) and (stop - start) * step > 0


def data_dtype(value: Value) -> str | None:
    """The dtype ``torch.tensor`` gives to Python data: float32, int64, bool, or what the array or tensor has."""
    if isinstance(value, Number):
        return OF_PYTHON.get(value.type or "")
    if isinstance(value, Tensor):
        return value.dtype
    if isinstance(value, Sequence):
        parts = elements(value)
        if not parts:
            return "float32" if value.items is not None and not value.items else None
        found = {data_dtype(part) for part in parts}
        if None in found or not found:
            return None
        if value.items is None and found != {"float32"} and not _counts_something(value):
            return None  # of no numbers at all it makes float32
        if len(found) == 1:
            return found.pop()
        if any(isinstance(part, Tensor) for part in parts):
            return None
        for dtype in ("complex64", "float32", "int64"):
            if dtype in found:
                return dtype
    return None


def full(op: Operation) -> str | None:
    return data_dtype(op.operand("fill_value"))


def arange(op: Operation) -> str | None:
    found = [op.operands[name] for name in ("start", "end", "step") if name in op.operands]
    types = {value.type if isinstance(value, Number) else None for value in found}
    if None in types:
        return None
    return "float32" if FLOAT in types else "int64"


def fixed(name: str | None) -> DtypeTransfer:
    return lambda op: name


def like(name: str) -> DtypeTransfer:
    return lambda op: dtype_of(op.operand(name))


def to(op: Operation) -> str | None:
    arguments = op.operand("args")
    given = list(arguments.items or []) if isinstance(arguments, Sequence) else []
    for value in given:
        if may_be_none(value):
            return None  # of which nothing is taken
        if isinstance(value, Dtype | Tensor):
            return value.name if isinstance(value, Dtype) else value.dtype
    for position, value in enumerate(given):
        if position == 0 and _named_as_device(op.nodes.get("args")):
            continue
        if isinstance(value, Unknown | Reference) or (position == 0 and _may_be_bool(value)):
            return None
    return dtype_of(op.operand()) if op.complete else None


def may_ask(op: Operation) -> bool:
    """Whether an argument of ``to``, ``view`` or ``type`` may be the dtype of the result: no device or size is one."""
    if op.signature.dtype is viewed:
        sizes = op.operand("size")
        one = sizes.items[0] if isinstance(sizes, Sequence) and sizes.items and len(sizes.items) == 1 else NONE
        return not isinstance(sizes, Sequence) or isinstance(one, Dtype | Unknown | Reference)
    arguments = op.operand("args")
    given = arguments.items if isinstance(arguments, Sequence) else []
    if op.signature.dtype is not to or given is None or op.given("dtype"):
        return True
    if given and isinstance(given[0], Unknown | Reference) and _named_as_device(op.nodes.get("args")):
        given = given[1:]
    if given and _may_be_bool(given[0]):
        return True
    return not all(isinstance(value, Device | Number | Text) for value in given)


def _may_be_bool(value: Value) -> bool:
    """Whether a first argument of ``to`` may be True or False, which torch takes for the dtype ``bool``."""
    return isinstance(value, Number) and value.type not in (INT, FLOAT)


def _named_as_device(node: cst.CSTNode | None) -> bool:
    """Whether an argument is written ``device``, ``self.device``, ``args.device``, ...: a device by its name."""
    if type(node) is cst.Attribute:
        node = node.attr
    return type(node) is cst.Name and "device" in node.value.lower()


def type_of(op: Operation) -> str | None:
    value = op.operand("dtype")
    legacy = named_legacy_type(value)
    return legacy.dtype if legacy is not None else value.name if isinstance(value, Dtype) else None


def named_legacy_type(value: Value) -> LegacyType | None:
    """The legacy type that an argument of ``x.type(...)`` is, or whose name it is."""
    if isinstance(value, Reference):
        return legacy_type(value.name)
    return legacy_type(value.text) if isinstance(value, Text) and value.text is not None else None


def number(op: Operation) -> str | None:
    dtype = dtype_of(op.operand())
    return "int64" if dtype == BOOL else dtype


def viewed(op: Operation) -> str | None:
    return None if holds_dtype(op.operand("size")) else dtype_of(op.operand())


def real_float(op: Operation) -> str | None:
    return to_float(real(op))


def floating(op: Operation) -> str | None:
    return to_float(dtype_of(op.operand()))


def promote_float(op: Operation) -> str | None:
    return to_float(promote(op))


def promote_real(op: Operation) -> str | None:
    return to_real(promote(op))


def where(op: Operation) -> str | None:
    return promote_operands(op, ("input", "other"))


def data(op: Operation) -> str | None:
    return data_dtype(op.operand("data"))


def sum_to_size(op: Operation) -> str | None:
    dtype = dtype_of(op.operand())
    return dtype if dtype != BOOL else None


def distance(op: Operation) -> str | None:
    return to_float(to_real(promoted(dtype_of(op.operand("x1")), dtype_of(op.operand("x2")))))


def real_of_x(op: Operation) -> str | None:
    return to_real(dtype_of(op.operand("x")))


def real_of_a(op: Operation) -> str | None:
    return to_real(dtype_of(op.operand("A")))


same = like("input")
like_other = like("other")
like_logits = like("logits")
like_weight = like("weight")
like_query = like("query")
like_theta = like("theta")
like_a = like("A")
complex_of_input = complex_of("input")
complex_of_real = complex_of("real")
complex_of_abs = complex_of("abs")
of_x1_and_x2 = pair("x1", "x2")
of_a_and_b = pair("a", "b")
of_input_and_other = pair("input", "other")
factory = fixed("float32")
some_float = fixed("float")
some_complex = fixed("complex")
boolean = fixed("bool")
float16 = fixed("float16")
bfloat16 = fixed("bfloat16")
float32 = fixed("float32")
float64 = fixed("float64")
complex64 = fixed("complex64")
complex128 = fixed("complex128")
uint8 = fixed("uint8")
int8 = fixed("int8")
int16 = fixed("int16")
int32 = fixed("int32")
int64 = fixed("int64")
