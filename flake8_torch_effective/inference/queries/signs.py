"""Whether a value can be above or below zero, judged by the form of the operation that made it."""

from __future__ import annotations

from .. import transfer
from ..patterns.softmax import LAYOUT
from ..values import Number, Tensor, Value, same

_NEVER_NEGATIVE = frozenset(
    {
        "abs",
        "square",
        "exp",
        "sqrt",
        "relu",
        "sigmoid",
        "softmax",
        "norm",
        "vector_norm",
        "linalg_norm",
        "cdist",
        "dist",
        "pairwise_distance",
        "softplus",
        "var",
        "std",
        "rand",
        "rand_like",
        "one_hot",
        "count_nonzero",
        "relu6",
    }
)
_KEEPS_SIGN = frozenset(
    {
        "sum",
        "mean",
        "amax",
        "amin",
        "max",
        "min",
        "getitem",
        "row",
        "gather",
        "index_select",
        "cumsum",
        "detach",
        "cat",
        "stack",
        "diag",
        "trace",
        "median",
        *LAYOUT,
    }
)


def never_negative(value: Value, depth: int = 8) -> bool:
    """Whether a value cannot be below zero, by its form: a square, an absolute value, a distance."""
    if isinstance(value, Number):
        return isinstance(value.number, (int, float)) and value.number >= 0
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    name = origin.name
    if name in _NEVER_NEGATIVE:
        return True
    if name == "pow":
        exponent = transfer.integer(origin.operand("exponent"))
        number = origin.operand("exponent")
        even = exponent is not None and exponent % 2 == 0
        return even or (isinstance(number, Number) and number.number == 2.0)
    if name == "mul":
        first, second = origin.operand(), origin.operand("other")
        if same(first, second):
            return True
        return (never_negative(first, depth - 1) and never_negative(second, depth - 1)) or (
            never_positive(first, depth - 1) and never_positive(second, depth - 1)
        )
    if name == "div":
        second = origin.operand("other")
        return never_negative(origin.operand(), depth - 1) and (
            never_negative(second, depth - 1) or not _may_be_negative_number(second)
        )
    if name == "add":
        return never_negative(origin.operand(), depth - 1) and never_negative(origin.operand("other"), depth - 1)
    if name == "neg":
        return never_positive(origin.operand(), depth - 1)
    if name == "clamp":
        low = origin.operands.get("min")
        return isinstance(low, Number) and isinstance(low.number, (int, float)) and low.number >= 0
    if name == "clamp_min":
        return never_negative(origin.operand("min"), depth - 1)
    if name == "arange":
        start = origin.operands.get("start")
        return "end" not in origin.operands or (isinstance(start, Number) and (start.number or 0) >= 0)
    if name in ("mse_loss", "l1_loss", "cross_entropy", "huber_loss", "smooth_l1_loss"):
        return True
    if name in _KEEPS_SIGN:
        return never_negative(origin.operand(), depth - 1)
    return False


def _may_be_negative_number(value: Value) -> bool:
    """A divisor that is a Python number: scales are positive unless a literal says otherwise."""
    if isinstance(value, Number):
        return isinstance(value.number, (int, float)) and value.number < 0
    return True


def never_positive(value: Value, depth: int = 8) -> bool:
    """Whether a value cannot be above zero, by its form: ``-d ** 2``, ``-0.5 * x.square() / s``, ``log_softmax``."""
    if isinstance(value, Number):
        if value.number is None and value.origin is not None and value.origin.name == "neg":
            return _positive_scale(value.origin.operand())
        return isinstance(value.number, (int, float)) and value.number <= 0
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    name = origin.name
    if name in ("log_softmax", "logsigmoid"):
        return True
    if name == "linspace":
        end = origin.operand("end")
        return isinstance(end, Number) and end.number is not None and end.number <= 0
    if name == "neg":
        return never_negative(origin.operand(), depth - 1)
    if name == "mul":
        for first, second in (
            (origin.operand(), origin.operand("other")),
            (origin.operand("other"), origin.operand()),
        ):
            if never_positive(first, depth - 1) and (never_negative(second, depth - 1) or _positive_scale(second)):
                return True
        return False
    if name == "div":
        second = origin.operand("other")
        if never_positive(origin.operand(), depth - 1):
            return never_negative(second, depth - 1) or not _may_be_negative_number(second) or _positive_scale(second)
        return False
    if name in ("add", "sub"):
        second = origin.operand("other")
        first_ok = never_positive(origin.operand(), depth - 1)
        return first_ok and (never_positive(second, depth - 1) if name == "add" else never_negative(second, depth - 1))
    if name == "clamp":
        high = origin.operands.get("max")
        return isinstance(high, Number) and isinstance(high.number, (int, float)) and high.number <= 0
    if name == "clamp_max":
        return never_positive(origin.operand("max"), depth - 1)
    if name in _KEEPS_SIGN:
        return never_positive(origin.operand(), depth - 1)
    return False


# The largest whole number whose exponential float32 still holds.
_LARGEST_EXPONENT = 88


def is_bounded(value: Value) -> bool:
    """Whether the exponential of a value cannot overflow, by its form: never positive, clamped or masked."""
    origin = value.origin
    if origin is None:
        return False
    if origin.name in ("where", "masked_fill") or never_positive(value):
        return True
    negative = origin.name == "neg"
    clamp = origin.operand().origin if negative else origin
    if clamp is None or clamp.name not in ("clamp", "clamp_min", "clamp_max"):
        return False
    bound = clamp.operands.get("min" if negative else "max")
    return isinstance(bound, Number) and bound.number is not None and abs(bound.number) <= _LARGEST_EXPONENT


def _positive_scale(value: Value) -> bool:
    """An unknown scale such as a bandwidth: positive unless it is a negative literal."""
    if isinstance(value, Number):
        return not (isinstance(value.number, (int, float)) and value.number < 0)
    return not isinstance(value, Tensor) or value.parameter or value.shape == ()
