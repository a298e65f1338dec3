"""One operation on tensors, with the values that it takes and gives."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ..knowledge.columns import Formula, Signature
from ..knowledge.python_operations import python_operation
from .base import UNKNOWN, Value
from .python import parts_of_index
from .tensor import Tensor


class Operation:
    """One operation on tensors, whatever its spelling: function, method, operator, in-place form or module call.

    ``signature`` is its row of the knowledge base; ``name`` is the canonical name there (``"softmax"`` for
    ``torch.softmax``, ``x.softmax``, ``F.softmax`` and a call of ``nn.Softmax``); ``operands`` maps parameter names to
    values; ``nodes`` maps them to the expressions that were written.  ``complete`` is False where ``*args`` or
    ``**kwargs`` may carry more arguments.
    ``loops`` are the loops around it, ``frame`` the function it stands in, ``grad_enabled`` the grad mode there, and
    ``chosen`` says that the caller asked for this reduction (it stands under ``if reduction == "mean"``).
    """

    __slots__ = (
        "chosen",
        "complete",
        "family",
        "frame",
        "grad_enabled",
        "loops",
        "name",
        "node",
        "nodes",
        "operands",
        "result",
        "signature",
        "spelling",
    )

    def __init__(
        self,
        name: str,
        node: cst.CSTNode,
        operands: dict[str, Value],
        nodes: dict[str, cst.CSTNode] | None = None,
        family: str = "",
        spelling: str = "function",
        complete: bool = True,
        signature: Signature | None = None,
    ) -> None:
        self.name = name
        self.signature = python_operation(name) if signature is None else signature
        self.node = node
        self.operands = operands
        self.nodes: dict[str, cst.CSTNode] = {} if nodes is None else nodes
        self.family: str = self.signature.family.value
        self.spelling = spelling
        self.complete = complete
        self.result: Value = UNKNOWN
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.grad_enabled = True
        self.chosen = False
        self.frame: cst.CSTNode | None = None

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.operands.items())})"

    @property
    def formula(self) -> Formula | None:
        """The function it computes, whatever its spelling; None where the knowledge base names none."""
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
