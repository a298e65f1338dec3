"""What a fix is: edits of nodes, and the parts of the user's own code that the new code reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import libcst as cst

from ..inference.values import UNKNOWN, Operation, Value

Safety: TypeAlias = "Literal['safe', 'unsafe']"
Changed: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"


@dataclass(frozen=True)
class Edit:
    """One node to change.

    ``change`` is given the node as the fixes inside it have left it, and gives what takes its place.  ``keeps`` are the
    nodes inside that live on in that: what is fixed in them stays fixed.
    """

    node: cst.CSTNode
    change: Callable[[cst.CSTNode], Changed]
    keeps: tuple[cst.CSTNode, ...] = ()


@dataclass(frozen=True)
class Fix:
    """What makes a finding go away: edits that are made together or not at all.

    ``safe`` where values, gradients, dtype and device stay what they were.  ``needs_torch`` where the new code says
    ``torch`` and the module has no name for it.
    """

    edits: tuple[Edit, ...]
    safe: bool
    needs_torch: bool = False

    @property
    def safety(self) -> Safety:
        """The word for it."""
        return "safe" if self.safe else "unsafe"


@dataclass(frozen=True)
class Part:
    """Something the new code reads: where it is written, what it is, and whether it is read negated."""

    node: cst.CSTNode | None
    value: Value = UNKNOWN
    negative: bool = False


def operand(operation: Operation, name: str = "input", negative: bool = False) -> Part | None:
    """An operand of an operation as a part of new code; None where none was given."""
    if name not in operation.operands and name not in operation.nodes:
        return None
    node = operation.nodes.get(name)
    return Part(None if node is operation.node else node, operation.operand(name), negative)
