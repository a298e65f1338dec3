"""What operators give."""

from __future__ import annotations

from typing import TypeGuard

import libcst as cst


def gives_operand(node: cst.CSTNode | None) -> TypeGuard[cst.UnaryOperation]:
    """Whether an operator gives the very tensor that it stands before, as ``+x`` does, and ``-x`` does not."""
    return type(node) is cst.UnaryOperation and type(node.operator) is cst.Plus
