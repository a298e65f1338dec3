from __future__ import annotations

from collections.abc import Sequence as Parts

import libcst as cst

from ...inference import transfer
from ...inference.idioms import is_downward, reversed_range, starts_at_end
from ...inference.values import NONE, Number, Operation, Sequence, Tensor, Value
from ..rule import Rule


class NegativeStep(Rule):
    """Negative step.

    What it does
    Finds a slice with a negative step on a tensor, and indexing by a range that counts down to 0.

    Why it is bad
    torch has no negative strides, so `x[::-1]`, which lists and arrays take, raises ValueError. An index made by
    `arange(n - 1, -1, -1)` works: it makes the index, copies it to the device and gathers element by element
    what `flip` copies in one operation.

    Example
        def mirrored(images: torch.Tensor) -> torch.Tensor:
            return images[:, :, ::-1]

    Use instead
        def mirrored(images: torch.Tensor) -> torch.Tensor:
            return torch.flip(images, dims=[2])

    Evidence
    raises: the slice raises and flip does not. For the index same_result, same_gradient and fewer_dispatches.

    Fix safety
    Safe: `flip` gives the same values. Tentative, and so told only where the rule is selected by name, for an
    index that is not known to start at the end of the dim: it may leave entries out. Silent where the value may
    be a list, as `x[::-1]` on a parameter of `forward` that nothing shows to be a tensor.

    Source
    a collection of common PyTorch snippets (horizontal flip);
    https://docs.pytorch.org/docs/stable/generated/torch.flip.html
    """

    code = "TEF110"
    message = "{subscript} {wrong}; use {fixed}"
    operations = frozenset({"getitem", "setitem", "index_select"})

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor):
            return
        if operation.name == "index_select":
            axis = transfer.integer(operation.operand("dim"))
            if axis is not None:
                self.check_index(operation, tensor, operation.operand("index"), axis)
            return
        parts = operation.index_parts
        down = [is_downward(part) for part in parts]
        if any(down):
            if len(parts) > 1 or tensor.certain or self.inference.feeds_layer(operation.result):
                self.say(operation, "raises ValueError", self.flipped_slices(operation, parts, down))
            return
        turned = [reversed_range(part) is not None for part in parts]
        if operation.name == "getitem" and sum(turned) == 1 == sum(is_list(part) for part in parts):
            axis = self.axes(parts, turned)[0]
            self.check_index(operation, tensor, parts[turned.index(True)], axis, self.rest(operation, turned))

    def check_index(self, operation: Operation, tensor: Tensor, index: Value, axis: int, rest: str = "") -> None:
        """Report an index that counts down over a dim, unless it is known to start elsewhere than at its end."""
        backward = reversed_range(index)
        whole = None if backward is None else starts_at_end(self.inference, backward, tensor, axis)
        if backward is not None and whole is not False:
            fixed = self.flip(operation, [axis], rest)
            self.say(operation, "gathers what one flip copies", fixed, tentative=whole is None)

    def say(self, operation: Operation, wrong: str, fixed: str, tentative: bool = False) -> None:
        """Report a subscript with the code to write."""
        subscript = self.text(operation.node, 44)
        self.report(
            operation.node, parts=[operation], tentative=tentative, subscript=subscript, wrong=wrong, fixed=fixed
        )

    def flip(self, operation: Operation, axes: list[int], rest: str = "") -> str:
        """``torch.flip(x, dims=[0])``, with the subscript that is left to do."""
        return f"{self.file.torch}.flip({self.text(operation.nodes.get('input'), 30)}, dims={axes}){rest}"

    def axes(self, parts: Parts[Value], chosen: list[bool], of_result: bool = False) -> list[int]:
        """The dims of the tensor, or of what the subscript gives, that the chosen parts speak of."""
        found: list[int] = []
        axis = 0
        for position, part in enumerate(parts):
            if chosen[position]:
                found.append(axis)
            if part.kind == "other":  # after an ellipsis dims count from the end
                later = parts[position + 1 :]
                axis = -sum((not isinstance(x, Number)) if of_result else (x is not NONE) for x in later)
            elif not isinstance(part, Number) if of_result else part is not NONE:
                axis += 1
        return found

    def flipped_slices(self, operation: Operation, parts: Parts[Value], down: list[bool]) -> str:
        """The code for negative steps: flip, then take what is left; or take a slice, then flip it."""
        whole = self.rest(operation, down)
        slices = [part.items or [] for part, yes in zip(parts, down, strict=True) if yes and isinstance(part, Sequence)]
        if operation.name == "setitem":
            text = self.text(operation.nodes.get("input"), 30)
            axes = self.axes(parts, down, of_result=True)
            return f"{text}{whole or '[:]'} = {self.file.torch}.flip(value, dims={axes})"
        if all(lower is upper is NONE for lower, upper, _ in slices):
            return self.flip(operation, self.axes(parts, down), whole)
        node = operation.node
        if not isinstance(node, cst.Subscript) or any(transfer.integer(step) != -1 for _, _, step in slices):
            return f"{self.file.torch}.flip with a slice that counts up"
        text = self.text(node.value, 30) + whole
        return f"{self.file.torch}.flip({text}, dims={self.axes(parts, down, of_result=True)})"

    def rest(self, operation: Operation, turned: list[bool]) -> str:
        """The subscript without what a flip does: ``x[0, ::-2]`` leaves ``[0, ::2]``, ``x[5:2:-1]`` ``[3:6]``."""
        node = operation.node
        if not isinstance(node, cst.Subscript) or len(node.slice) != len(turned):
            return ""
        parts = [
            forward(part.slice) if done else self.text(part.slice)
            for part, done in zip(node.slice, turned, strict=True)
        ]
        while parts and parts[-1] in (":", "..."):
            parts.pop()
        return f"[{', '.join(parts)}]" if parts else ""


def forward(part: cst.BaseSlice) -> str:
    """A slice that counts up over the entries that this one counts down over."""
    if not isinstance(part, cst.Slice):
        return ":"
    step = part.step.expression if isinstance(part.step, cst.UnaryOperation) else None
    by = step.value if isinstance(step, cst.Integer) and step.value != "1" else ""
    return f"{one_more(part.upper)}:{one_more(part.lower)}" + (f":{by}" if by else "")


def one_more(bound: cst.BaseExpression | None) -> str:
    """The text of a bound plus one, as a bound."""
    if bound is None:
        return ""
    text = cst.Module([]).code_for_node(bound)
    number = int(text) + 1 if text.lstrip("-").isdigit() else None
    return f"{text} + 1" if number is None else "" if number == 0 else str(number)


def is_list(part: Value) -> bool:
    """Whether a part of a subscript picks, or may pick, entries one by one."""
    if isinstance(part, Sequence):
        return part.type != "slice"
    return part is not NONE and part.kind != "other" and not isinstance(part, Number)
