"""Calls of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import NONE, Array, Value, consume
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter

NUMPY_SCALARS = frozenset(
    {
        "float16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "bool_",
        "prod",
        "sum",
        "mean",
        "std",
        "var",
        "min",
        "max",
        "median",
        "argmax",
        "argmin",
        "dot",
        "isclose",
        "allclose",
        "any",
        "all",
    }
)


class NumPy:
    """Calls of NumPy."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_numpy(self, name: str, arguments: Arguments) -> Value:
        """Everything from NumPy is an array or a NumPy scalar."""
        if name.startswith(("random.seed", "testing.", "save", "set_printoptions")):
            return NONE
        if name == "ndarray" or name[:1].isupper():
            return Array()
        for value in arguments.positional:
            consume(value, "numpy")
        wraps = name.partition(".")[0] in ("asarray", "ascontiguousarray", "reshape", "transpose", "squeeze", "ravel")
        scalar = (
            name in NUMPY_SCALARS
            and not {"axis", "keepdims"} & arguments.keywords.keys()
            and len(arguments.positional) < 2
        )
        made = Array(temporary=not wraps, scalar=scalar)
        if name in ("float16", "half", "float32", "single"):
            self.interpreter.modules.construct(f"numpy.{name}", made, arguments.named(("value",)), arguments)
        return made
