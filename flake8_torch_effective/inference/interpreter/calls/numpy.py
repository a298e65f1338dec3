"""Calls of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...knowledge.numpy import MAY_SHARE, NARROW_FLOATS, SCALARS, SIZED
from ...values import NONE, Array, Use, Value, consume
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
        if name == "ndarray" or name[:1].isupper():
            return Array()
        for value in arguments.positional:
            consume(value, Use.NUMPY)
        wraps = name.partition(".")[0] in MAY_SHARE
        scalar = (
            name in SCALARS and not {"axis", "keepdims"} & arguments.keywords.keys() and len(arguments.positional) < 2
        )
        made = Array(temporary=not wraps, scalar=scalar, sized=name in SIZED)
        if name in NARROW_FLOATS:
            self.interpreter.modules.construct(f"numpy.{name}", made, arguments.named(("value",)), arguments)
        return made
