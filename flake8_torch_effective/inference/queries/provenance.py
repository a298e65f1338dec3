"""Whether torch itself made a tensor in sight of the program, or only a promise says that it is one."""

from __future__ import annotations

import libcst as cst

from ..knowledge.columns import Family
from ..knowledge.python_operations import (
    BUILTIN_MAX,
    BUILTIN_MIN,
    BUILTIN_SUM,
    CHANGED,
    DATA,
    REARRANGE,
    ROW,
    SUBSCRIPT,
)
from ..knowledge.tensor_attributes import TENSOR_ONLY_KEYWORDS, TENSOR_ONLY_METHODS
from ..values import Notation, Operation, Sequence, Tensor, Value

_DEPTH = 12
# What gives an array of an array, and a number of a list.
_OF_ANYTHING = frozenset({ROW, SUBSCRIPT, CHANGED, DATA, REARRANGE})
_OF_MANY = frozenset({BUILTIN_SUM, BUILTIN_MAX, BUILTIN_MIN})
_SHARED = (Notation.METHOD, Notation.ATTRIBUTE, Notation.IN_PLACE)


def is_made_by_torch(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a value comes from a factory, an operation, a layer or a loader that the file shows.

    An annotated parameter does not, nor does what arithmetic or a method that arrays have too makes of it alone:
    callers may pass a list, a number or an array all the same.

    >>> p = program("y = torch.exp(x)")
    >>> is_made_by_torch(p.value("y"))
    True
    >>> is_made_by_torch(p.value("x"))
    False
    """
    origin = value.origin
    if not isinstance(value, Tensor) or not value.certain or depth == 0:
        return False
    if value.parameter or origin is None:
        return value.parameter
    signature = origin.signature
    if signature.family is Family.PHI:
        return all(is_made_by_torch(operand, depth - 1) for operand in origin.operands.values())
    if signature in _OF_MANY:
        source = origin.operand("source")
        items = source.parts() if isinstance(source, Sequence) else [source]
        return any(is_made_by_torch(item, depth - 1) for item in items)
    if (origin.notation in _SHARED and not _only_tensors_have(origin)) or signature in _OF_ANYTHING:
        return is_made_by_torch(origin.operand(), depth - 1)
    if origin.notation in (Notation.OPERATOR, Notation.AUGMENTED):
        return any(is_made_by_torch(operand, depth - 1) for operand in origin.operands.values())
    return True


def _only_tensors_have(method: Operation) -> bool:
    if method.name in TENSOR_ONLY_METHODS:
        return True
    arguments = method.node.args if type(method.node) is cst.Call else ()
    return any(one.keyword is not None and one.keyword.value in TENSOR_ONLY_KEYWORDS for one in arguments)
