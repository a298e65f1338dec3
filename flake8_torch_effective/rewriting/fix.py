"""What a fix is: edits of nodes, and the parts of the user's own code that the new code reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import libcst as cst

from ..finding import Safety
from ..inference.values import UNKNOWN, Operation, Value

Changed: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"


@dataclass(frozen=True)
class Edit:
    """One node to change.

    ``change`` takes the node with the fixes inside it already made, and returns its replacement.  ``keeps`` are the
    inner nodes that the replacement keeps, with the fixes made in them.
    """

    node: cst.CSTNode
    change: Callable[[cst.CSTNode], Changed]
    keeps: tuple[cst.CSTNode, ...] = ()


@dataclass(frozen=True)
class Fix:
    """The edits that remove a finding, made together or not at all.

    ``safe`` where values, gradients, dtype and device stay the same.  ``needs_torch`` where the new code uses ``torch``
    and the module has no name for it.  ``shows`` is the expression whose new code a message prints, where the fix
    changes several of which none contains the others.
    """

    edits: tuple[Edit, ...]
    safe: bool
    needs_torch: bool = False
    shows: cst.CSTNode | None = None

    @property
    def safety(self) -> Safety:
        """``"safe"`` or ``"unsafe"``."""
        return "safe" if self.safe else "unsafe"


@dataclass(frozen=True)
class Part:
    """Something that the new code reads: where it is written, its value, and whether it is negated."""

    node: cst.CSTNode | None
    value: Value = UNKNOWN
    negative: bool = False


def operand(operation: Operation, name: str = "input", negative: bool = False) -> Part | None:
    """An operand of an operation as a part of new code; None where none was given."""
    if name not in operation.operands and name not in operation.nodes:
        return None
    node = operation.nodes.get(name)
    return Part(None if node is operation.node else node, operation.operand(name), negative)
