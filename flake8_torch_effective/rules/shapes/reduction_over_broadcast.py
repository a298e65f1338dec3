from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Signature
from ...inference.knowledge.python_operations import BUILTINS
from ...inference.patterns.softmax import comes_from_outside, sources
from ...inference.values import Number, Operation, Symbol, Tensor, Value, same
from ..rule import Rule
from .reduction_without_dim import is_total_reduction, over_all_dims


class ReductionOverBroadcast(Rule):
    """Reduction over a broadcast.

    What it does
    Finds a reduction to one number whose operand is elementwise arithmetic between two tensors that are not known to
    have the same shape. A binary cross entropy of the same two tensors shows that they have, as it raises otherwise.

    Why it is bad
    Shapes that differ broadcast silently, and the reduction hides it: `(2, 1)` plus `(2,)` is a 2 x 2 matrix, so four
    numbers are summed instead of two. The result is a plausible number, but both it and its gradient are wrong.

    Example
        def sum_of_both(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return torch.sum(a + b)

    Use instead
        def sum_of_both(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return torch.sum(a.view_as(b) + b, dim=None)

    Evidence
    wrong_result: on the shapes (2, 1) and (2,) the sum is 12 where 6 is meant. right_result: on a column and a
    row of any length good gives, in value and gradient, what a product of matrices gives for the pairs that are meant.
    same_result and same_gradient where the shapes match; less_memory, because the broadcast matrix is never built.

    Fix safety
    None: only the author knows which shape is right. `view_as`, an assertion on the shapes, a named dim, or a loss
    function that checks its operands all make it explicit; `dim=None` means every dim, and torch accepts it for all
    reductions but prod, max, min and median. The rule is opt-in, because two tensors of unknown shapes mostly agree:
    other code has checked them or made them so. Shapes that are known to broadcast each other are reported by TEF104.

    Source
    Effective PyTorch, section 3 (broadcasting); https://docs.pytorch.org/docs/stable/notes/broadcasting.html
    """

    code = "TEF101"
    opt_in = True
    message = (
        "{left} and {right} may broadcast before {name}(); make the shapes equal or name the dim ({everything} for all)"
    )
    since = (1, 13)  # sum(dim=None) and mean(dim=None)
    supersedes = frozenset({"TEF102"})

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.over_all is not None

    def check(self, operation: Operation) -> None:
        if not is_total_reduction(operation):
            return
        pair = broadcasting_pair(operation.operand())
        if pair is None or any(pair.node in report.parts for report in self.reports):
            return
        if frozenset(one.shape_identity for one in pair.tensors()) in self.inference.shapes_of_losses:
            return
        left, right = self.operand_nodes(pair)
        self.report(
            operation.node,
            parts=[*self.made_of(operation.node), pair],
            left=self.text(left, 24),
            right=self.text(right, 24),
            name=operation.name,
            everything=over_all_dims(operation),
        )

    def operand_nodes(self, pair: Operation) -> tuple[cst.CSTNode | None, cst.CSTNode | None]:
        """The two expressions that may broadcast."""
        nodes = [pair.nodes.get(name) for name, value in pair.operands.items() if isinstance(value, Tensor)]
        return nodes[0], nodes[1]


def broadcasting_pair(value: Value, depth: int = 8) -> Operation | None:
    """The arithmetic on two tensors of possibly different shapes that a value is computed from elementwise."""
    origin = value.origin
    if origin is None or depth <= 0 or not isinstance(value, Tensor):
        return None
    if origin.signature.family in (Family.POINTWISE, Family.CONVERSION, Family.COPY):
        return broadcasting_pair(origin.operand(), depth - 1)
    if origin.signature.family is not Family.ARITHMETIC or origin.signature in BUILTINS.values():
        return None
    if origin.notation.modifies:  # modifies its left side in place, which cannot change its shape
        return broadcasting_pair(origin.operand(), depth - 1)
    tensors = [operand for operand in origin.operands.values() if isinstance(operand, Tensor)]
    if len(tensors) == 2 and may_broadcast_silently(tensors[0], tensors[1]) and are_strangers(*tensors):
        known = all(isinstance(operand, Tensor | Number) for operand in origin.operands.values())
        return origin if known else None
    for tensor in tensors:
        found = broadcasting_pair(tensor, depth - 1)
        if found is not None:
            return found
    return None


def are_strangers(a: Tensor, b: Tensor) -> bool:
    """Whether each operand depends on a tensor that the other does not: shapes derived from one tensor agree."""
    first, second = sources(a), sources(b)
    if first and second and (first <= second or second <= first):
        return False
    return comes_from_outside(a) and comes_from_outside(b)


def may_broadcast_silently(a: Tensor, b: Tensor) -> bool:
    """Whether two operands may differ in shape without the code making that explicit."""
    if a.shape_identity is b.shape_identity or same(a, b):
        return False
    if a.shape == () or b.shape == ():
        return False
    if a.explicit_one or b.explicit_one or a.single or b.single:
        return False
    if any(side.parameter and side.rank == 1 for side in (a, b)):  # a bias or a scale
        return False
    if a.shape is not None and b.shape is not None:
        named = [
            (x, y) for x, y in zip(a.shape, b.shape, strict=False) if isinstance(x, Symbol) and isinstance(y, Symbol)
        ]
        return len(a.shape) == len(b.shape) and any(x is not y and x.owner is y.owner is None for x, y in named)
    return True
