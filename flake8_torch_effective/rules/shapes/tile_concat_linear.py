from __future__ import annotations

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula
from ...inference.patterns.tiling import filled_dims, fills_single_dims, only_in, tiling_of
from ...inference.values import Operation, Sequence, Tensor, Value
from ..rule import Rule

_COPIES_AS_IS = frozenset({Formula.CONTIGUOUS, Formula.CLONE, Formula.DETACH})


class TileConcatLinear(Rule):
    """Linear layer on a concatenation with a tiled tensor.

    What it does
    Finds `cat` along the features of a tensor with one that was repeated or expanded to match, where only a linear
    layer uses the result.

    Why it is bad
    The tiled features are written once per row and multiplied by the same weights every time. A linear layer on a
    concatenation equals the sum of two linear layers on its parts, and a sum broadcasts: nothing is tiled or
    concatenated, and the smaller part is multiplied only once.

    Example
        def merged(a: Tensor, b: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
            tiled = b.repeat([1, a.size(1), 1])
            return F.linear(torch.cat([a, tiled], dim=2), weight, bias)

    Use instead
        def merged(a: Tensor, b: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
            width = a.size(2)
            return F.linear(a, weight[:, :width]) + F.linear(b, weight[:, width:], bias)

    Evidence
    same_result and same_gradient with the weight split in two; less_memory, for a layer that gives fewer features than
    it takes: the split keeps two results where the concatenation keeps the wider input.

    Fix safety
    None: the layer's weight has to be split, in checkpoints too. The rule is opt-in, since one such layer is seldom
    more than a hundredth of a model's time; what counts is the memory.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/notes/broadcasting.html
    """

    code = "TEF106"
    message = "this cat copies {tiled} into every row; give each part its own linear layer and add the results"
    opt_in = True
    formulas = frozenset({Formula.CAT})

    def check(self, operation: Operation) -> None:
        result, tensors = operation.result, operation.operand("tensors")
        if not isinstance(result, Tensor) or not isinstance(tensors, Sequence) or not tensors.items:
            return
        tilings = [(part, tiling) for part in tensors.items if (tiling := tiled_part(part)) is not None]
        if not tilings or len(tensors.items) < 2 or not is_along_features(operation):
            return
        layers = self.inference.consumers.get(result.identity, [])
        if not layers or any(not takes_features(layer, result) for layer in layers):
            return
        if not only_in(self.inference, result, operation, layers):
            return
        if any(fills_single_dims(tiling) is False for _, tiling in tilings):
            return
        if not all(is_filled_by_another(part, tensors.items) for part, _ in tilings):
            return
        self.report(
            operation.node,
            parts=[operation, *layers, *(tiling for _, tiling in tilings)],
            tiled=self.text(tilings[0][1].nodes.get("input"), 30),
        )


def tiled_part(value: Value) -> Operation | None:
    """The tiling that made a part of a concatenation, perhaps copied or converted since."""
    for _ in range(4):
        tiling = tiling_of(value)
        origin = value.origin
        if tiling is not None:
            return tiling
        if origin is None or (origin.formula not in _COPIES_AS_IS and origin.signature.family is not Family.CONVERSION):
            return None
        value = origin.operand()
    return None


def is_filled_by_another(part: Value, parts: list[Value]) -> bool:
    """Whether, for each dim that a part was tiled along, another part has the full size without tiling."""
    tiling = tiled_part(part)
    wanted = filled_dims(tiling) if tiling is not None else None
    others = [tiled_part(other) for other in parts if other is not part]
    if None in others:
        return True
    filled = [filled_dims(other) for other in others if other is not None]
    return bool(wanted) and all(any(have is not None and axis not in have for have in filled) for axis in wanted or {})


def is_along_features(operation: Operation) -> bool:
    """Whether tensors are joined along their last dim."""
    axis = operation.signature.joins_dim
    axis = transfer.integer(operation.operand("dim")) if axis is None else axis
    rank = operation.result.rank if isinstance(operation.result, Tensor) else None
    if axis is None:
        return False
    # Where the rank is unknown, the third dim is assumed to be the last: inputs of linear layers seldom have four.
    return axis == -1 or axis == (2 if rank is None else rank - 1)


def takes_features(layer: Operation, value: Tensor) -> bool:
    """Whether an operation is a linear layer on this tensor."""
    return layer.formula is Formula.LINEAR and layer.operand().identity is value.identity
