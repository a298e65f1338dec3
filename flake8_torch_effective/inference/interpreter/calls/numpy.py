"""Calls of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import transfer
from ...knowledge.columns import Formula
from ...knowledge.numpy import (
    ALLOCATES,
    ARRAYS,
    COPYING_METHODS,
    DOUBLE,
    DRAWS,
    DTYPE_PLACES,
    DTYPES,
    ENTRY_BY_ENTRY,
    GENERATORS,
    INTEGERS,
    KEEPS_DIMS,
    MAY_GIVE_NUMBERS,
    MAY_HAVE_NO_DIM,
    MAY_SHARE,
    NARROW_FLOATS,
    REORDERS,
    SCALARS,
    SIZED,
    VIEW_METHODS,
)
from ...knowledge.signatures import TABLE
from ...values import NONE, Array, NoneValue, Number, Reference, Sequence, SequenceType, Text, Use, Value, consume
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter


class NumPy:
    """Calls of NumPy."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_numpy(self, name: str, arguments: Arguments) -> Value:
        """Everything from NumPy is an array or a NumPy scalar."""
        if name.startswith(("random.seed", "testing.", "save", "set_printoptions")):
            return NONE
        if name in GENERATORS:
            return Reference("numpy.random")
        if name == "ndarray" or name[:1].isupper():
            return Array()
        for value in arguments.positional:
            consume(value, Use.NUMPY)
        wraps = name.partition(".")[0] in MAY_SHARE
        scalar = (
            name in SCALARS and not {"axis", "keepdims"} & arguments.keywords.keys() and len(arguments.positional) < 2
        )
        if name == "nonzero" or (name == "where" and len(arguments.values()) == 1):
            return Sequence(SequenceType.TUPLE, element=Array(temporary=True, sized=True, dtype="int64"))
        new = is_new(name, arguments)
        made = Array(
            temporary=new or (wraps and is_new_in(arguments)),
            scalar=scalar,
            sized=name in SIZED or (new and name not in MAY_HAVE_NO_DIM) or (name in REORDERS and is_sized(arguments)),
            certain=name in ARRAYS,
            dtype=dtype_of(name, arguments),
        )
        if name in NARROW_FLOATS:
            self.interpreter.modules.construct(f"numpy.{name}", made, arguments.named(("value",)), arguments)
        return made


def is_new(name: str, arguments: Arguments) -> bool:
    """Whether a function of NumPy certainly gives an array, and one of its own memory."""
    first = arguments.positional[0] if arguments.positional else None
    if not arguments.complete or {"copy", "out", "mmap_mode"} & arguments.keywords.keys():
        return False
    last = name.removeprefix("random.")
    if last is not name and last in DRAWS:
        place = DRAWS[last]
        size = arguments.keywords.get(
            "size", arguments.positional[place] if len(arguments.positional) > place else NONE
        )
        return not isinstance(size, NoneValue) or (last != "choice" and draws_for_each(arguments))
    if name in ENTRY_BY_ENTRY:
        return any(isinstance(value, Array) and value.sized for value in arguments.positional)
    if name == "where":
        return len(arguments.positional) == 3 and any(
            isinstance(value, Array) and value.sized for value in arguments.positional
        )
    if name == "asarray":
        return isinstance(first, Sequence) and first.type in (SequenceType.LIST, SequenceType.TUPLE)
    if name == "gradient":  # one array for each dim, unless one is named
        return isinstance(arguments.keywords.get("axis"), Number)
    return name in ALLOCATES


def draws_for_each(arguments: Arguments) -> bool:
    """Whether a distribution is given several means or bounds, and so draws a number for each."""
    return any(
        (isinstance(value, Sequence) and value.type in (SequenceType.LIST, SequenceType.TUPLE))
        or (isinstance(value, Array) and value.sized)
        for value in arguments.values()
    )


def is_new_in(arguments: Arguments) -> bool:
    """Whether the array that a function may give a view of was new itself."""
    first = arguments.positional[0] if arguments.positional else None
    return isinstance(first, Array) and first.temporary


def is_sized(arguments: Arguments) -> bool:
    """Whether the first argument has a dim."""
    first = arguments.positional[0] if arguments.positional else None
    return isinstance(first, Array) and first.sized


def dtype_of(name: str, arguments: Arguments) -> str | None:
    """The dtype of what a function of NumPy gives; None where it is not known."""
    if not arguments.complete:
        return None
    last = name.removeprefix("random.")
    place = DTYPE_PLACES.get(name)
    given = arguments.keywords.get("dtype")
    if given is None and place is not None and len(arguments.positional) > place:
        given = arguments.positional[place]
    if given is not None:
        return named_dtype(given)
    if last in DOUBLE:
        return "float64"
    if last in INTEGERS:
        return "int64"
    if name == "arange":
        whole = [isinstance(value, Number) and value.type == "int" for value in arguments.positional]
        return "int64" if whole and all(whole) else None
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(first, Array) and first.dtype is not None and first.dtype.startswith("float"):
        kept = name in ("array", "asarray", "copy", "reshape", "transpose", "expand_dims", "exp", "sqrt", "log")
        return first.dtype if kept else None
    return None


def named_dtype(value: Value) -> str | None:
    """The dtype that an argument names: `np.float32`, `"float32"`, `float`."""
    name = value.name if isinstance(value, Reference) else value.text if isinstance(value, Text) else None
    if name is None:
        return None
    last = name.rpartition(".")[2]
    return DTYPES.get(last, last)


def call_array_method(receiver: Array, name: str, arguments: Arguments) -> Value:
    """A method of a NumPy array."""
    row = TABLE.methods.get(name)
    if row is not None and row.formula is Formula.ITEM:
        return Number()
    if row is not None and row.result is transfer.results.python_list:
        return Sequence(SequenceType.LIST)
    sized = name in SIZED or (receiver.sized and name in KEEPS_DIMS)
    certain = receiver.certain and (receiver.sized or name not in MAY_GIVE_NUMBERS)
    copies = name in COPYING_METHODS and not {"copy", "out"} & arguments.keywords.keys() and arguments.complete
    dtype = receiver.dtype
    if name == "astype":
        named = arguments.named(("dtype",)).get("dtype")
        dtype = None if named is None else named_dtype(named)
    elif name not in COPYING_METHODS and name not in VIEW_METHODS:
        dtype = None
    return Array(
        scalar=name in SCALARS and not arguments.positional and not arguments.keywords,
        sized=sized,
        temporary=(copies and (certain or name == "flatten")) or (name in VIEW_METHODS and receiver.temporary),
        dtype=dtype,
        certain=certain and name in KEEPS_DIMS | VIEW_METHODS,
    )
