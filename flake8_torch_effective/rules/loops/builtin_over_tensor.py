from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Signature
from ...inference.knowledge.python_operations import BUILTINS
from ...inference.queries.gains import is_few, is_test, only_checks, runs_once
from ...inference.queries.provenance import is_shown_a_tensor
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
    same_result and fewer_dispatches (from growing with the rows to constant), same_gradient, fewer_syncs.

    Fix safety
    Tentative, and so reported only if the rule is selected by name, where only an annotation or a convention suggests
    that it is a tensor, in tests and `__init__`, for a tensor that `__init__`, `unique` or `topk` made, for a
    parameter or buffer, for what is only asked to raise an error, and for `any` and `all`, which stop early.
    Unsafe: floating-point numbers are added in another order, equal extrema share the gradient, nan propagates, and
    torch sums small integers in int64 where Python keeps their dtype (which the fix passes where it is known).
    `sum(x)` is `x.sum(dim=0)`, not `x.sum()`. For the others a tensor of unknown rank is assumed to be a vector. None
    with a `key` or `default`, nor for `max`, `min` and `sorted` where the tensor or the result is modified in place
    afterwards: an entry is a view. `sorted` becomes `list(x.sort().values)`, without the list where the result is
    stacked or a single entry is read.

    Source
    Effective PyTorch, section 4 (operator overloading); https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """

    code = "TEF206"
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
            tentative=not self.is_felt(operation, source),
            call=self.text(operation.node, 30),
            tensor=self.text(node, 20),
            words=self.listed if operation.given("key", "default") else self.words,
            method=METHODS[operation.name],
            fix=lambda write: reduction(write, operation, source),
        )

    def is_felt(self, operation: Operation, source: Tensor) -> bool:
        """Whether it is a tensor for certain, of more than a few entries, in code that runs often."""
        inference, made = self.inference, source.origin
        if not is_shown_a_tensor(inference, source) or is_test(inference) or runs_once(operation.frame):
            return False
        if is_few(source) or (made is not None and runs_once(made.frame)):
            return False
        if source.parameter and type(operation.nodes.get("source")) is cst.Attribute:  # a table that an object keeps
            return False
        return operation.signature not in _STOPS_EARLY and not only_checks(operation.frame, operation.node)


_STOPS_EARLY = (BUILTINS["any"], BUILTINS["all"])
