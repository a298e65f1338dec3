from __future__ import annotations

from ...inference.knowledge.columns import Signature
from ...inference.knowledge.python_operations import BUILTINS
from ...inference.values import Operation, Tensor
from ...rewriting.writing.builtins import METHODS, reduction
from ..rule import Rule


class BuiltinOverTensor(Rule):
    """Python's sum, max or any over a tensor.

    What it does
    Finds Python's `sum`, `max`, `min`, `any`, `all` and `sorted` applied to a tensor.

    Why it is bad
    The builtin iterates over the tensor one row at a time: a slice and an operation per row, and for all but `sum` a
    read back to the host, so it synchronises with the GPU n times.

    Example
        def total(x: torch.Tensor) -> torch.Tensor:
            return sum(x)

    Use instead
        def total(x: torch.Tensor) -> torch.Tensor:
            return x.sum(dim=0)

    Evidence
    same_result, of integers too, fewer_dispatches (from growing with the rows to constant) and fewer_syncs;
    same_gradient where no two extrema are equal; right_result: `sum` gives what adding the rows to zeros gives, and the
    zeros where there are no rows.

    Fix safety
    Unsafe: floating-point numbers are added in another order, equal extrema share the gradient, nan propagates, the sum
    of no rows is a tensor of zeros where Python's is the int 0, and torch sums small integers in int64 where Python
    keeps their dtype (which the fix passes where it is known). `sum(x)` is `x.sum(dim=0)`, not `x.sum()`. For the
    others a tensor of unknown rank is assumed to be a vector. None with a `key` or `default`, nor for `max`, `min` and
    `sorted` where the tensor or the result is modified in place afterwards: an entry is a view. `sorted` becomes
    `list(x.sort().values)`, without the list where the result is stacked or a single entry is read. The rule is opt-in,
    because such tensors in published code are mostly short.

    Source
    Effective PyTorch, section 4 (operator overloading); https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """

    code = "TEF206"
    opt_in = True
    message = "{call} iterates over {tensor} in Python, one operation per row"
    advice = "use {fixed}"
    words = "call the tensor's own {method}"
    listed = "call tolist() first"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature in BUILTINS.values()

    def check(self, operation: Operation) -> None:
        source = operation.operand("source")
        if not isinstance(source, Tensor) or source.shape == ():
            return
        node = operation.nodes.get("source")
        if node is None or node is operation.node or not operation.complete:
            return
        keyed = "key" in operation.operands
        if keyed and source.rank != 1:  # the key may take whole rows
            return
        self.report(
            operation.node,
            parts=[operation],
            call=self.text(operation.node, 30),
            tensor=self.text(node, 20),
            words=self.listed if operation.given("key", "default") else self.words,
            method=METHODS[operation.name],
            fix=lambda write: reduction(write, operation, source),
        )
