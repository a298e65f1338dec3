"""In which floating dtype a value may be computed, and where its exponential overflows."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.kinds import KINDS
from ..values import Tensor, Value

_ROOM = "doubles"
# What a file calls dtypes of 64 bits for each number, and what makes tensors of them.
_DOUBLES = frozenset({"DoubleTensor", "cdouble", "complex128", "double", "float64"})
# The largest whole number whose exponential is finite.
_LARGEST = {"float16": "11", "float64": "709", "complex128": "709"}


def may_be_double(inference: Inference, value: Value) -> bool:
    """Whether a value is computed in 64 bits for each number, or may be, in a file that mentions such a dtype.

    Rounding then costs a billionth of what it costs in float32, and exponentials overflow above 709 only.

    >>> p = program("z = y.double()", "return x.exp(), x.float().exp(), z.exp()")
    >>> [may_be_double(p.inference, p.value(name)) for name in ("x", "x.float()", "z")]
    [True, False, True]
    >>> p = program("return x.exp()")
    >>> may_be_double(p.inference, p.value("x"))
    False
    """
    dtype = value.dtype if isinstance(value, Tensor) else None
    if dtype is not None and dtype not in KINDS:
        return dtype in _DOUBLES
    if inference.module is None:
        return False
    mentioned = inference.rooms.get(_ROOM)
    if mentioned is None:
        may_mention = inference.source is None or any(word in inference.source for word in _DOUBLES)
        mentioned = inference.rooms[_ROOM] = may_mention and _mentions_doubles(inference.module)
    return bool(mentioned)


def largest_exponent(inference: Inference, value: Value) -> str:
    """The largest number whose exponential is finite in the dtype of a value, in words.

    >>> p = program("z = y.half()", "return z.exp()")
    >>> largest_exponent(p.inference, p.value("x")), largest_exponent(p.inference, p.value("z"))
    ('88', '11')
    """
    dtype = value.dtype if isinstance(value, Tensor) else None
    if dtype in _LARGEST:
        return _LARGEST[dtype]
    return "88 (709 in float64)" if may_be_double(inference, value) else "88"


def _mentions_doubles(module: cst.Module) -> bool:
    found: set[str] = set()

    def look_at_name(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        found.add(node.value)

    def look_at_text(node: cst.CSTNode) -> None:
        assert type(node) is cst.SimpleString
        found.add(node.raw_value.rpartition(".")[2])

    walk(module, {cst.Name: [look_at_name], cst.SimpleString: [look_at_text]})
    return not _DOUBLES.isdisjoint(found)
