from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Formula, Tiles
from ...inference.patterns.pairwise import Pairwise, Side, pairwise_difference, single_axis
from ...inference.patterns.softmax import under_guards
from ...inference.patterns.squares import squared
from ...inference.values import Notation, Number, Operation, Tensor, Text, Unknown, Value
from ...rewriting.fix import Fix, Part
from ...rewriting.writer import Rewriting
from ..rule import Rule

_TURNED = ".transpose(-2, -1)"
_EXACT = 'compute_mode="donot_use_mm_for_euclid_dist"'


class PairwiseDistanceByExpansion(Rule):
    """Pairwise distances from all differences.

    What it does
    Finds Euclidean distances between all rows of two tensors, computed from the tensor of all their differences.

    Why it is bad
    For m and n rows of d numbers, the differences and their squares hold m * n * d numbers each where the distances
    hold m * n, and autograd keeps them. Where two rows are equal, the gradient of the square root is nan.

    Example
        def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return torch.sqrt(((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=2))

    Use instead
        def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")

    Evidence
    less_memory: m * n * d numbers become m * n; same_result and same_gradient on rows that differ, also where many
    are near each other and far from 0; stable: at a distance of 0 the gradient is finite.

    Fix safety
    Unsafe: rounding differs, an epsilon under the root is dropped, `cdist` raises for integers, float16 and bfloat16,
    and its gradient cannot itself be differentiated. In its default mode it uses a matrix product for more than 25
    rows, and loses small distances to cancellation. Tensors of unknown rank are assumed to be matrices. None where the
    summed dim is kept, or where something else lies between the difference and a view that puts in the axis and may
    split or merge dims. The rule is opt-in, because many such distances are between a few points, or their code depends
    on the epsilon under the root.

    Source
    a collection of common PyTorch snippets (pairwise Euclidean distances);
    https://docs.pytorch.org/docs/stable/generated/torch.cdist.html;
    https://github.com/pytorch/pytorch/issues/136748 (half precision)
    """

    code = "TEF111"
    opt_in = True
    message = "{call} stores all differences"
    advice = "unless half, use {fixed}"
    since = (1, 4)  # compute_mode
    words = "unless half, call {torch}.cdist on the two sets of points, with their other dims as they are"
    formulas = frozenset({Formula.SQRT, Formula.POWER, Formula.NORM})
    supersedes = frozenset({"TEF105", "TEF314"})

    def check(self, operation: Operation) -> None:
        if operation.formula is Formula.NORM:
            self.check_norm(operation)
        elif operation.formula is Formula.SQRT or is_number(operation.operand("exponent"), 0.5):
            self.check_root(operation)

    def check_norm(self, operation: Operation) -> None:
        """``(a[:, None] - b[None]).norm(dim=-1)``."""
        source, power, *_ = operation.signature.parameters
        order = operation.operands.get(power)
        if order is None or is_number(order, 2) or (isinstance(order, Text) and order.text == "fro"):
            self.found(operation, operation, operation.operand(source), 1, [operation])

    def check_root(self, operation: Operation) -> None:
        """``((a[:, None] - b[None]) ** 2).sum(-1).sqrt()``."""
        reduction, parts = under_guards(operation.operand(), summation, selection=False)
        square = None if reduction is None else squared(reduction.operand())
        if reduction is not None and square is not None and self.only(reduction.operand(), 1):
            difference, squaring = square
            readers = 2 if squaring.formula is Formula.MULTIPLY else 1
            self.found(operation, reduction, difference, readers, [operation, *parts, reduction, squaring])

    def only(self, value: Value, readers: int) -> bool:
        """Whether a value is used nowhere else; one made inside a helper is not visible here and counts as such."""
        made = value.origin is not None and self.inference.operation(value.origin.node) is value.origin
        return not made or (isinstance(value, Tensor | Unknown) and self.inference.goes_only_to(value, readers))

    def found(
        self, root: Operation, reduction: Operation, difference: Value, readers: int, parts: list[Operation]
    ) -> None:
        """Report ``root`` where ``difference`` pairs the rows of two tensors and is not used again."""
        axis = single_axis(reduction)
        origin = difference.origin
        if axis is None or origin is None or not isinstance(root.result, Tensor) or not self.only(difference, readers):
            return
        pair = pairwise_difference(origin, axis)
        if pair is not None:
            self.report(
                root.node,
                parts=[*parts, *pair.operations],
                call=self.text(root.node, 24),
                fix=lambda write: fixed(write, root, reduction, pair, ".mT" if self.can_use((1, 11)) else _TURNED),
            )


def fixed(write: Rewriting, root: Operation, reduction: Operation, pair: Pairwise, turn: str) -> Fix | None:
    """`cdist` of the two tensors, of which `turn` makes rows of the columns."""
    if any(step.given("out", "keepdim", "dtype") for step in (root, reduction)):
        return None
    sides = (pair.first, pair.second)
    if any(changes_rows(step, side) for side in sides for step in side.operations):
        return None
    codes: list[str] = []
    parts: dict[str, Part | str | None] = {}
    for name, side, turned in zip(("first", "second"), sides, pair.transposed, strict=True):
        points = points_of(side, name)
        if points is None:
            return None
        code, read = points
        codes.append(f"{{{name}:tight}}{turn}" if turned and not side.reshaped else code + turn * turned)
        parts |= read
    return write.expression(root.node, f"{{torch}}.cdist({', '.join(codes)}, {_EXACT})", safe=False, **parts)


def points_of(side: Side, name: str) -> tuple[str, dict[str, Part]] | None:
    """The code of one set of points and what it reads: the tensor, or the view of it without the axis put in."""
    tensor = {name: Part(side.node, side.value)}
    if not side.reshaped:
        return f"{{{name}}}", tensor
    [view, *others] = side.operations
    sizes = transfer.sizes_of(view, "size", "shape")
    if others or sizes is None or view.notation is not Notation.METHOD or type(view.node) is not cst.Call:
        return None
    given = view.node.args
    if len(given) != len(sizes) or any(one.star or one.keyword is not None for one in given):
        return None
    read = {f"{name}_{place}": Part(one.value) for place, one in enumerate(given) if place != side.axis}
    arguments = ", ".join(f"{{{size}}}" for size in read)
    return f"{{{name}:tight}}.{view.name}({arguments})", tensor | read


def changes_rows(tiling: Operation, side: Side) -> bool:
    """Whether repeating a tensor may also repeat the points themselves, judging by the repeat counts."""
    if tiling.signature.tiles is not Tiles.AS_COPY:
        return False
    counts = transfer.sizes_of(tiling, "repeats", "dims")
    return counts is None or any(count != 1 for axis, count in enumerate(counts) if axis != side.axis)


def summation(value: Value) -> Operation | None:
    """The sum that made a value, if one did."""
    return value.origin if value.origin is not None and value.origin.formula is Formula.SUM else None


def is_number(value: Value, number: float) -> bool:
    """Whether a value is this Python number."""
    return isinstance(value, Number) and value.number == number
