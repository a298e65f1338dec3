"""Which expression of a program each value of inference belongs to, by where it starts and ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import libcst as cst

from flake8_torch_effective.syntax.positions import RecordingState
from tests.inference.differential.api import CHECKED, Inference, Value

# First line, first column, last line, column after the last; parentheses around the expression not counted.
Place = tuple[int, int, int, int]


@dataclass
class _Spans(RecordingState):
    values: dict[int, Value] = field(default_factory=dict)
    places: dict[Place, Value] = field(default_factory=dict)

    def before_codegen(self, node: cst.CSTNode) -> None:
        """Only the place without white space and parentheses is asked for."""

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        value = self.values.get(id(node))
        line, column = self.line, self.column
        yield
        if value is not None and type(value) in CHECKED:
            self.places[line, column, self.line, self.column] = value


def places(module: cst.Module, inference: Inference) -> dict[Place, Value]:
    """What inference says of each expression of which something can be checked."""
    state = _Spans(
        default_indent=module.default_indent, default_newline=module.default_newline, values=inference.values
    )
    module._codegen(state)
    return state.places
