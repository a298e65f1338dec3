"""Whether the call of a method shows that its receiver is a tensor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import libcst as cst

from ....syntax.naming import called_name
from ... import transfer
from ...knowledge.kinds import BOOL, is_integral
from ...knowledge.signatures import TABLE
from ...knowledge.tensor_evidence import (
    GIVES_NO_MODULE,
    SHOWS_BY_ARGUMENTS,
    TENSOR_ONLY_KEYWORDS,
    TENSOR_ONLY_METHODS,
    Shows,
)
from ...values import NONE, Dtype, Number, Sequence, SequenceType, Tensor, Text, Unknown, Value
from .arguments import Arguments


def shows_a_tensor(name: str, arguments: Arguments, receiver: cst.CSTNode | None) -> bool:
    """Whether such a method call shows its receiver, which is written so, to be a tensor."""
    positional = arguments.positional
    if positional and isinstance(positional[0], Text):
        return False
    if name in TENSOR_ONLY_METHODS:
        return not (name == "numel" and _is_called_a_size(receiver))
    if name not in TABLE.methods and name not in TABLE.inplace:
        return False
    if name == "requires_grad_" and type(receiver) is cst.Call and called_name(receiver) in GIVES_NO_MODULE:
        return True
    keywords = arguments.keywords
    if any(keyword in TENSOR_ONLY_KEYWORDS and not isinstance(value, Text) for keyword, value in keywords.items()):
        return True
    if not arguments.complete:
        return False
    return any(name in forms and _FORMS[forms[name]](arguments) for forms in SHOWS_BY_ARGUMENTS)


def _is_called_a_size(node: cst.CSTNode | None) -> bool:
    """Whether something is named as a ``torch.Size``, which has ``numel`` too: ``batch_shape``."""
    name = node.attr.value if type(node) is cst.Attribute else node.value if type(node) is cst.Name else ""
    return name.lower().endswith(("shape", "size"))


def _is_integer(value: Value) -> bool:
    return transfer.integer(value) is not None


def _no_arguments(arguments: Arguments) -> bool:
    return not arguments.positional and not arguments.keywords


def _one_argument(arguments: Arguments) -> bool:
    positional = arguments.positional
    return len(positional) == 1 and not arguments.keywords and isinstance(positional[0], (Number, Tensor, Unknown))


def _one_number(arguments: Arguments) -> bool:
    return len(arguments.positional) == 1 and isinstance(arguments.positional[0], Number)


def _limits(arguments: Arguments) -> bool:
    limits = [*arguments.positional, *arguments.keywords.values()]
    return 1 <= len(limits) <= 2 and all(isinstance(limit, Number) or limit is NONE for limit in limits)


def _number_first(arguments: Arguments) -> bool:
    return not arguments.positional or isinstance(arguments.positional[0], Number)


def _sizes(arguments: Arguments) -> bool:
    positional = arguments.positional
    return _all_sizes(positional) and (len(positional) > 1 or transfer.integer(positional[0]) == -1)


def _many_sizes(arguments: Arguments) -> bool:
    return len(arguments.positional) > 2 and _all_sizes(arguments.positional)


def _all_sizes(values: list[Value]) -> bool:
    return bool(values) and all(isinstance(value, (Number, Unknown)) for value in values)


def _integers(arguments: Arguments) -> bool:
    return bool(arguments.positional) and all(map(_is_integer, arguments.positional))


def _two_integers(arguments: Arguments) -> bool:
    return len(arguments.positional) >= 2 and _integers(arguments)


def _two_axes(arguments: Arguments) -> bool:
    axes = [transfer.integer(value) for value in arguments.positional]
    return len(axes) == 2 and None not in axes and not {0, 1} >= set(axes)


def _axis_and_other(arguments: Arguments) -> bool:
    positional = arguments.positional
    return len(positional) >= 2 and _is_integer(positional[0]) and isinstance(positional[1], (Tensor, Unknown))


def _axis_and_sizes(arguments: Arguments) -> bool:
    positional = arguments.positional
    return len(positional) == 2 and _is_integer(positional[0]) and isinstance(positional[1], Sequence)


def _axis_and_flag(arguments: Arguments) -> bool:
    positional = arguments.positional
    if len(positional) != 2 or not _is_integer(positional[0]):
        return False
    flag = positional[1]
    return isinstance(flag, Number) and flag.type == BOOL


def _list_of_axes(arguments: Arguments) -> bool:
    axes = arguments.positional[0] if arguments.positional else NONE
    if not isinstance(axes, Sequence) or axes.type is not SequenceType.LIST:
        return False
    return bool(axes.items) and all(map(_is_integer, axes.items or []))


def _integer_dtype(arguments: Arguments) -> bool:
    legacy = map(transfer.named_legacy_type, arguments.values())
    named = [value.name for value in arguments.values() if isinstance(value, Dtype)]
    return any(name is not None and is_integral(name) for name in (*named, *(one.dtype for one in legacy if one)))


_FORMS: Final[Mapping[Shows, Callable[[Arguments], bool]]] = {
    Shows.NO_ARGUMENTS: _no_arguments,
    Shows.ONE_ARGUMENT: _one_argument,
    Shows.ONE_NUMBER: _one_number,
    Shows.LIMITS: _limits,
    Shows.NUMBER_FIRST: _number_first,
    Shows.SIZES: _sizes,
    Shows.MANY_SIZES: _many_sizes,
    Shows.INTEGERS: _integers,
    Shows.TWO_INTEGERS: _two_integers,
    Shows.TWO_AXES: _two_axes,
    Shows.AXIS_AND_OTHER: _axis_and_other,
    Shows.AXIS_AND_SIZES: _axis_and_sizes,
    Shows.AXIS_AND_FLAG: _axis_and_flag,
    Shows.LIST_OF_AXES: _list_of_axes,
    Shows.INTEGER_DTYPE: _integer_dtype,
}
