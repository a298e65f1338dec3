"""Whether a file tells infinite or very large numbers from others.

A form that overflows or underflows gives infinities that the new one does not, and programs use them as marks: of what
is masked, of a batch to skip.
"""

from __future__ import annotations

import re
from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.values import Number, Text
from ..syntax.walking import Visit
from .mentions import HUGE, Mentions, Topic
from .surroundings import Surroundings

# A part of a name, or of a text, that means an infinity.
_INFINITE = re.compile(
    r"(?:^|[^a-z])(?:neg|pos|n|is|isneg|ispos)?inf(?:ty|s)?(?:$|[^a-z])|infinit|finite", re.IGNORECASE
)
# What compares numbers, bounds them, puts others in their place or fails for infinite ones.
_TELLING = Topic.INFINITIES.names | frozenset(
    """
    GradScaler LBFGS ReduceLROnPlateau allclose amax amin anomaly_mode argmax argmin argsort bucketize clamp clamp_
    clamp_max clamp_min clip clip_ clip_grad_norm_ clip_grad_value_ cummax cummin error_if_nonfinite
    fill_ finfo fmax fmin full full_like get_total_norm histc index_fill index_fill_ isclose kthvalue masked_fill
    masked_fill_ masked_scatter max maximum median min minimum msort nan nan_to_num_ nanmean nanmedian
    nanquantile nansum percentile quantile searchsorted sort sorted threshold topk tril triu where
    """.split()
)


class Extremes:
    """What a file says of extreme numbers."""

    def __init__(
        self, module: cst.Module, inference: Inference, surroundings: Surroundings, mentions: Mentions
    ) -> None:
        self.module = module
        self.mentions = mentions
        self.inference = inference
        self.surroundings = surroundings

    @cached_property
    def are_told(self) -> bool:
        """Whether the file names an infinity, writes a very large number, or compares numbers that may be such."""
        names = self.surroundings.names(self.module)
        if not _TELLING.isdisjoint(names) or any(map(_INFINITE.search, names)):
            return True
        found: list[cst.CSTNode] = []

        def text(node: cst.CSTNode) -> None:
            assert type(node) is cst.SimpleString
            written = node.value.strip("rRbBuU'\"")
            number = _number(written)
            word = written.isidentifier() and (written in _TELLING or _INFINITE.search(written))
            if word or (number is not None and not abs(number) < HUGE):
                found.append(node)

        def literal(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Float | cst.Integer)
            number = _number(node.value.replace("_", ""))
            parent = self.surroundings.parent(node)
            whole = type(node) is cst.Integer
            if whole and not (type(parent) is cst.UnaryOperation and type(parent.operator) is cst.Minus):
                return
            if number is None or number >= HUGE:
                found.append(node)

        def power(node: cst.CSTNode) -> None:
            assert type(node) is cst.BinaryOperation
            if type(node.operator) is cst.Power and isinstance(node.left, cst.Float | cst.Integer):
                found.append(node)

        def compare(node: cst.CSTNode) -> None:
            assert type(node) is cst.Comparison
            left = node.left
            for target in node.comparisons:
                if not self._is_of_others(left, target.operator, target.comparator):
                    found.append(node)
                left = target.comparator

        visitors: dict[type, list[Visit]] = {
            cst.SimpleString: [text],
            cst.Float: [literal],
            cst.Integer: [literal],
            cst.BinaryOperation: [power],
            cst.Comparison: [compare],
        }
        self.mentions.visit(visitors)
        return bool(found)

    def _is_of_others(self, left: cst.BaseExpression, operator: cst.BaseCompOp, right: cst.BaseExpression) -> bool:
        """Whether a comparison is of objects, text or whole numbers."""
        if isinstance(operator, cst.Is | cst.IsNot | cst.In | cst.NotIn):
            return True
        both = (left, right)
        if isinstance(operator, cst.Equal | cst.NotEqual) and any(type(one) is cst.Integer for one in both):
            return True
        values = [self.inference.value(one) for one in both if type(one) is not cst.Integer]
        return any(isinstance(one, Text) or (isinstance(one, Number) and one.type in ("int", "bool")) for one in values)


def _number(text: str) -> float | None:
    """The number that a text stands for; None for other text."""
    try:
        return float(text)
    except ValueError:
        return None
