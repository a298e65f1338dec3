from __future__ import annotations

import libcst as cst

from ...inference.events.event import Answer
from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.leaves import changes_in_place, is_given_plain, leaf_of, may_be_frozen, records
from ...inference.queries.purposes import expects_error
from ...inference.values import Operation
from ...rewriting.file import File
from ..rule import Rule

_IN_PLACE = frozenset(TABLE.inplace.values())


class InPlaceOnLeaf(Rule):
    """Leaf that requires grad, changed in place.

    What it does
    Finds `w += ...`, `w.add_(...)`, `w[...] = ...`, `w[0].zero_()` and other in-place operations, where `w` is a leaf
    that requires grad: a tensor made with `requires_grad=True`, an `nn.Parameter`, a weight of a layer, or one of
    `model.parameters()`.

    Not reported: code that runs under `no_grad` or works on `.data` or `.detach()`; `nn.init`; parameters of a module
    for which the file sets `requires_grad`; attributes that the file also sets to a plain tensor, as the `weight` of a
    loss may be; and code that expects the error.

    The finding is tentative, and so reported only with `--torch-tentative`, for parameters in a function that may be
    called under `no_grad`: one that does not train, is neither `__init__` nor `forward`, and is not called by such a
    function or by a script. Calls in a lambda, in a function that is passed on, or in one that nothing in the file
    calls, do not count.

    Why it is bad
    torch raises "a leaf Variable that requires grad is being used in an in-place operation": the change would be
    recorded, and the tensor would no longer be a leaf.

    Example
        def step(weight: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            parameter.square().sum().backward()
            assert parameter.grad is not None
            parameter -= 0.25 * parameter.grad
            return parameter.detach()

    Use instead
        def step(weight: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            parameter.square().sum().backward()
            assert parameter.grad is not None
            with torch.no_grad():
                parameter -= 0.25 * parameter.grad
            return parameter.detach()

    Evidence
    raises: the error; right_result: the entries that are written out by hand.

    Fix safety
    None: the change belongs under `no_grad` where it sets or updates the leaf, and into a new tensor where it is a part
    of the computation.

    Source
    Effective PyTorch, section 1; https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-operations-with-autograd
    """

    code = "TEF514"
    message = "{change} changes a leaf that requires grad, which torch refuses; do it under no_grad, or on a copy"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.changing: set[int] = set()

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return (
            signature in _IN_PLACE
            or signature.inplace
            or signature.formula is Formula.SUBSCRIPT_WRITE
            or signature.family is Family.ARITHMETIC
            or "inplace" in signature.parameters
        )

    def check(self, operation: Operation) -> None:
        if operation.grad_enabled is not True or not changes_in_place(operation):
            return
        self.changing.add(id(operation.node))
        if id(operation.nodes.get("input")) in self.changing:
            return  # the statement's first operation is reported: `w[0]` of `w[0] += 1`, `w.mul_(2)` of a chain
        leaf = leaf_of(operation.operand())
        if leaf is None or may_be_frozen(self.inference, leaf):
            return
        if leaf.parameter and is_given_plain(self.inference, operation.nodes.get("input")):
            return
        recorded = records(self.inference, operation)
        if recorded is Answer.NO or expects_error(self.inference, operation.node, operation.frame):
            return
        self.report(
            operation.node,
            parts=[operation],
            tentative=leaf.parameter and recorded is Answer.UNKNOWN,
            change=self.text(operation.node, 60) + (" = ..." if type(operation.node) is cst.Subscript else ""),
        )
