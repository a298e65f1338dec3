"""Subscripts that count down, written with `torch.flip` and a subscript that counts up."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Parts

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.kinds import INT
from ...inference.knowledge.python_operations import SUBSCRIPT_WRITE
from ...inference.patterns.softmax import is_downward
from ...inference.values import NONE, Number, Operation, Sequence, SequenceType, Tensor, Value
from ..fix import Fix, Part, operand
from ..writer import Rewriting
from ..written_into import Use


def axes(parts: Parts[Value], chosen: Parts[bool], of_result: bool = False) -> list[int]:
    """The dims of the tensor, or of the subscript's result, to which the chosen parts apply."""
    found: list[int] = []
    axis = 0
    for position, part in enumerate(parts):
        if chosen[position]:
            found.append(axis)
        if part.kind == "other":  # after an ellipsis, dims count from the end
            later = parts[position + 1 :]
            axis = -sum((not isinstance(x, Number)) if of_result else (x is not NONE) for x in later)
        elif not isinstance(part, Number) if of_result else part is not NONE:
            axis += 1
    return found


def slices_as_flip(operation: Operation, text: Callable[[cst.CSTNode], str]) -> str | None:
    """A template for the subscript, with ``{torch}`` and ``{x}``: flip, then index; or slice, then flip.

    None where it has bounds and a step other than -1.
    """
    parts = operation.index_parts
    down = [is_downward(part) for part in parts]
    slices = [part.items or [] for part in parts if is_downward(part) and isinstance(part, Sequence)]
    rest = forward(operation, down, text)
    if rest is None:
        return None
    if all(lower is upper is NONE for lower, upper, _ in slices):
        return index_as_flip(axes(parts, down), rest)
    if not steps_by_one(operation):
        return None
    return f"{{torch}}.flip({{x:tight}}{rest}, dims={axes(parts, down, of_result=True)})"


def steps_by_one(operation: Operation) -> bool:
    """Whether the slices that count down skip no entry between their bounds."""
    slices = [
        part.items or [NONE] for part in operation.index_parts if isinstance(part, Sequence) and is_downward(part)
    ]
    return all(transfer.integer(items[-1]) == -1 for items in slices)


def index_as_flip(dims: list[int], rest: str) -> str:
    """A template for the flip of some dims, and the remaining subscript."""
    return f"{{torch}}.flip({{x}}, dims={dims}){rest}"


def forward(operation: Operation, turned: Parts[bool], text: Callable[[cst.CSTNode], str]) -> str | None:
    """The subscript without what a flip does: ``x[0, ::-2]`` leaves ``[0, ::2]``, ``x[5:2:-1]`` ``[3:6]``.

    ``text`` returns the code of the parts that are kept.  None where a part has no such form.
    """
    node = operation.node
    if type(node) is not cst.Subscript:
        return ""
    if len(node.slice) != len(turned):
        return None
    written: list[str] = []
    for element, value, done in zip(node.slice, operation.index_parts, turned, strict=True):
        part = _counting_up(element.slice, value) if done else text(element.slice).strip()
        if part is None:
            return None
        written.append(part.replace("{", "{{").replace("}", "}}"))  # it goes into a template
    anchored = written[written.index("...") + 1 :] if "..." in written else []
    if all(part == ":" for part in anchored):  # else these count from the end: `x[..., 0, :]`
        while written and written[-1] in (":", "..."):
            written.pop()
    return f"[{', '.join(written)}]" if written else ""


def _counting_up(part: cst.BaseSlice, value: Value) -> str | None:
    """The slice that counts up over the same entries."""
    if not isinstance(value, Sequence) or value.type is not SequenceType.SLICE:
        return ":"  # an index that counts down over all entries
    lower, upper, step = value.items or [NONE, NONE, NONE]
    number = transfer.integer(step) or -1
    by = f":{-number}" if number != -1 else ""
    if lower is upper is NONE:
        return f":{by}"
    if type(part) is not cst.Slice or transfer.integer(upper) == -1:
        return None
    return f"{_one_more(part.upper)}:{_one_more(part.lower)}{by}"


def _one_more(bound: cst.BaseExpression | None) -> str:
    """The text of a bound plus one."""
    if bound is None:
        return ""
    text = cst.Module([]).code_for_node(bound)
    number = int(text) + 1 if text.lstrip("-").isdigit() else None
    return f"{text} + 1" if number is None else "" if number == 0 else str(number)


def fixed_slices(write: Rewriting, operation: Operation) -> Fix | None:
    """`torch.flip` for negative steps; None where a bound, or the dim of a part of the subscript, is unknown."""
    tensor, node, parts = operation.operand(), operation.node, operation.index_parts
    if not isinstance(tensor, Tensor) or type(node) is not cst.Subscript or not all(map(takes_one_dim, parts)):
        return None
    down = [element.slice for element, part in zip(node.slice, parts, strict=False) if is_downward(part)]
    bounds = [part for part in down if type(part) is cst.Slice]
    if not all(is_literal(bound) for part in bounds for bound in (part.lower, part.upper)):
        return None
    if operation.signature is SUBSCRIPT_WRITE:
        return fixed_write(write, operation, tensor)
    template = slices_as_flip(operation, write.module.code_for_node)
    if template is None or isinstance(write.surroundings.parent(node), cst.AugAssign | cst.Del):
        return None
    use = write.written_into.use(node)
    # What is written into the copy that `flip` makes is missing in the tensor.
    if use is Use.WRITTEN or write.writes(operation.result):
        return None
    return write.expression(node, template, safe=use is Use.READ and raises(write, operation), x=operand(operation))


def raises(write: Rewriting, operation: Operation) -> bool:
    """Whether the slice is certain to raise: torch makes the tensor in the function, which is no list or array."""
    source = operation.nodes.get("input")
    return source is not None and write.made_here.is_torchs(source) and not write.elsewhere.mentions.expects_errors


def fixed_write(write: Rewriting, operation: Operation, tensor: Tensor) -> Fix | None:
    """A flipped value instead of a flipped target; a number needs no flip."""
    node, parts, value = operation.node, operation.index_parts, operation.operand("value")
    down = [is_downward(part) for part in parts]
    target = write.surroundings.parent(node)
    assign = write.surroundings.parent(target) if type(target) is cst.AssignTarget else None
    rest = forward(operation, down, write.module.code_for_node)
    if type(assign) is not cst.Assign or len(assign.targets) != 1 or rest is None:
        return None
    if not steps_by_one(operation):
        return None
    safe = raises(write, operation)
    left = write.expression(node, f"{{x:tight}}{rest or '[:]'}", safe=safe, x=operand(operation))
    if left is None or isinstance(value, Number):
        return left
    taken = sum(isinstance(part, Number) for part in parts) - sum(part is NONE for part in parts)
    if not isinstance(value, Tensor) or value.rank is None or tensor.rank is None or value.rank != tensor.rank - taken:
        return None
    template = index_as_flip(axes(parts, down, of_result=True), "")
    right = write.expression(assign.value, template, safe=safe, x=Part(assign.value, value))
    return None if right is None else Fix(left.edits + right.edits, left.safe, right.needs_torch)


def takes_one_dim(part: Value) -> bool:
    """Whether a part of a subscript is known to be an integer, a slice, ``...`` or ``None``, and which of them.

    A bool is a mask: it takes no dim, and adds one.
    """
    return (isinstance(part, Number) and part.type == INT) or part is NONE or part.kind == "other" or is_slice(part)


def is_slice(part: Value) -> bool:
    """Whether a part of a subscript is a slice."""
    return isinstance(part, Sequence) and part.type is SequenceType.SLICE


def is_literal(bound: cst.BaseExpression | None) -> bool:
    """Whether a bound is omitted or a literal number."""
    if type(bound) is cst.UnaryOperation:
        return type(bound.operator) is cst.Minus and type(bound.expression) is cst.Integer
    return bound is None or type(bound) is cst.Integer
