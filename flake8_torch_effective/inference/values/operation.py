"""One operation on tensors, with the values that it takes and gives."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from ..knowledge.columns import Formula, Signature
from . import circles
from .base import UNKNOWN, Value
from .python import parts_of_index
from .tensor import Tensor


class Notation(Enum):
    """How the program writes an operation."""

    FUNCTION = "function"
    METHOD = "method"
    IN_PLACE = "in-place"  # x.add_(y)
    OPERATOR = "operator"
    AUGMENTED = "augmented"  # x += y
    SUBSCRIPT = "subscript"
    ATTRIBUTE = "attribute"  # x.T
    MODULE = "module"  # the call of an object of torch.nn
    BUILTIN = "builtin"  # float(x)

    @property
    def modifies(self) -> bool:
        """Whether the first operand is changed: ``x.add_(y)``, ``x += y``."""
        return self is Notation.IN_PLACE or self is Notation.AUGMENTED


class Operation:
    """One operation on tensors, however it is written: as function, method, operator, in-place or as a module call.

    ``signature`` is its row of the knowledge base; ``name`` is the canonical name there (``"softmax"`` for
    ``torch.softmax``, ``x.softmax``, ``F.softmax`` and a call of ``nn.Softmax``); ``operands`` maps parameter names to
    values; ``nodes`` maps them to the expressions that were written.  ``complete`` is False where ``*args`` or
    ``**kwargs`` may carry more arguments.
    ``loops`` are the loops around it, ``frame`` the function it stands in, ``grad_enabled`` the grad mode there
    (None where it is not known), and ``chosen`` says that the caller asked for this reduction (it stands under
    ``if reduction == "mean"``).
    """

    __slots__ = (
        "chosen",
        "complete",
        "frame",
        "grad_enabled",
        "loops",
        "name",
        "node",
        "nodes",
        "notation",
        "operands",
        "result",
        "signature",
    )

    def __init__(
        self,
        signature: Signature,
        node: cst.CSTNode,
        operands: dict[str, Value],
        nodes: dict[str, cst.CSTNode] | None = None,
        notation: Notation = Notation.FUNCTION,
        complete: bool = True,
    ) -> None:
        self.name = signature.name
        self.signature = signature
        self.node = node
        self.operands = operands
        self.nodes: dict[str, cst.CSTNode] = {} if nodes is None else nodes
        self.notation = notation
        self.complete = complete
        self.result: Value = UNKNOWN
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.grad_enabled: bool | None = True
        self.chosen = False
        self.frame: cst.CSTNode | None = None
        if circles.made is not None:  # not `note`, since there are so many
            circles.made.append(self)

    def take_apart(self) -> None:
        """Forget the values, which refer back to it."""
        del self.operands, self.result

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.operands.items())})"

    @property
    def formula(self) -> Formula | None:
        """The function it computes, however it is written; None where the knowledge base names none."""
        return self.signature.formula

    def operand(self, name: str = "input") -> Value:
        """The value bound to a parameter; unknown where none was given."""
        return self.operands.get(name, UNKNOWN)

    def tensors(self) -> Iterator[Tensor]:
        """The operands that are tensors, in parameter order."""
        for value in self.operands.values():
            if isinstance(value, Tensor):
                yield value

    @property
    def index_parts(self) -> list[Value]:
        """The parts of a subscript: one for each that stands between commas."""
        return parts_of_index(self.operand("index"))

    def given(self, *names: str) -> bool:
        """Whether one of these parameters was, or may have been, passed."""
        if not self.complete:
            return True
        operands = self.operands
        return any(name in operands for name in names)
