"""Which expression of a program each value of inference belongs to, by where it starts and ends."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from flake8_torch_effective.syntax.positions import RecordingState
from tests.inference.differential.api import CHECKED, Inference, Value

# First line, first column, last line, column after the last; parentheses around the expression not counted.
Place = tuple[int, int, int, int]


class _Unasked:
    """Stands around an expression whose place nobody asks for."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing is to be remembered."""

    def __exit__(self, *error: object) -> None:
        """Nothing is to be recorded."""


class _Asked:
    """Records where an expression starts and ends."""

    __slots__ = ("column", "line", "spans", "value")

    def __init__(self, spans: _Spans, value: Value) -> None:
        self.spans = spans
        self.value = value

    def __enter__(self) -> None:
        self.line, self.column = self.spans.line, self.spans.column

    def __exit__(self, *error: object) -> None:
        spans = self.spans
        spans.places[self.line, self.column, spans.line, spans.column] = self.value


_UNASKED = _Unasked()


@dataclass
class _Spans(RecordingState):
    values: dict[int, Value] = field(default_factory=dict)
    places: dict[Place, Value] = field(default_factory=dict)

    def before_codegen(self, node: cst.CSTNode) -> None:
        """Only the place without white space and parentheses is asked for."""

    def record_syntactic_position(  # type: ignore[override]
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> _Unasked | _Asked:
        value = self.values.get(id(node))
        return _UNASKED if value is None or type(value) not in CHECKED else _Asked(self, value)


def places(module: cst.Module, inference: Inference) -> dict[Place, Value]:
    """What inference says of each expression of which something can be checked."""
    state = _Spans(
        default_indent=module.default_indent, default_newline=module.default_newline, values=inference.values
    )
    module._codegen(state)
    return state.places
