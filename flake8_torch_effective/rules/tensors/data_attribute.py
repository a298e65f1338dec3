from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from ...inference.events.program import program_of
from ...inference.knowledge.columns import Family, Signature
from ...inference.knowledge.python_operations import DATA, SUBSCRIPT
from ...inference.queries.graph_nodes import is_before_backward, is_computed
from ...inference.queries.hosted import loads_data
from ...inference.queries.purposes import may_be_tried
from ...inference.queries.saved_numbers import change_of, is_kept_for_backward
from ...inference.queries.trials import is_trial
from ...inference.values import Notation, Operation, Tensor, Use
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class DataAttribute(Rule):
    """Attribute .data of a tensor, read or changed in place.

    What it does
    Finds `loss.data`, `model(x).data.max(1)`, `y.data.clamp_(max=1)` and `w.data -= lr * w.grad`.

    Not reported: a new value, as in `p.data = q`; initialisation of a weight, in `__init__`, in `reset_parameters` or
    another function with `init` in its name, by `nn.init`, or by `normal_`, `fill_` and the like; and reading the
    shape, dtype or device.

    Reported by default are the index of a loss, in-place changes of a tensor that was computed with a graph and is
    certainly saved for backward (by methods, functions, item assignment and `out=`, also through a view), and changes
    of weights between a run of the model and `backward`. Saved for backward are the results of `exp`, `softmax`,
    `sigmoid` and the like, the inputs that `log`, `gelu` and the like took before the change, and factors of a product
    with something that requires grad.

    The following are tentative, and so reported only with `--torch-tentative`, because `.data` then does nothing, or
    what its author means. Tensors that are only read. Tensors that are not known to be saved for backward, such as the
    output of `nn.Linear` or of an unknown module, and the values of `max(dim)`. Tensors that are saved only after the
    change. Other changes of weights. Gradients, and tensors without a graph. And code under `torch.no_grad()`, samples
    of a dataset, and tests.

    Why it is bad
    An in-place change through `.data` is hidden from autograd. If backward needs the old numbers, it uses the new ones
    and computes a wrong gradient. `detach()` shares the memory too, but lets backward notice the change and raise.
    `loss.data[0]` raises, because a loss has no dim.

    Example
        def scores(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            y = x.exp()
            return y, y.data

    Use instead
        def scores(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            y = x.exp()
            return y, y.detach()

    Evidence
    unnoticed: after a change of what the bad form returns backward gives another gradient, after one of what the good
    form returns it raises; wrong_result: the gradient after a clamp in place; raises: the index of a loss; same_result
    and same_gradient of what is read; right_result where the bad form is wrong.

    Fix safety
    Unsafe: `detach()`, after which backward may raise where the old form gave a wrong gradient, and `loss.item()` for
    `loss.data[0]`. None for an in-place change of a tensor that is not a weight, for `w.data -= g`, and for an item
    assignment.

    Source
    a collection of common PyTorch snippets (training);
    https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html
    """

    code = "TEF405"
    message = "{data} hides changes in place from autograd"
    advice = "use {fixed}"
    words = "use detach()"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature is DATA

    def check(self, operation: Operation) -> None:
        tensor, data = operation.operand(), self.inference.value(operation.node)
        if not isinstance(tensor, Tensor) or not isinstance(data, Tensor) or not tensor.certain:
            return
        users = self.inference.consumers.get(data.identity, ())
        change = change_of(self.inference, data)
        if is_initial(operation, tensor, users, change):
            return
        if self.is_only_asked(data, users):
            return
        index = next(
            (one for one in users if one.signature is SUBSCRIPT and one.nodes.get("input") is operation.node), None
        )
        text = self.text(operation.node)
        if index is not None and tensor.rank == 0:
            self.report(
                index.node,
                parts=[operation, index],
                message="{data} has no dim, so its index raises",
                words="use item()",
                data=text,
                fix=lambda write: write.expression(index.node, "{x:tight}.item()", safe=False, x=operand(operation)),
            )
            return
        self.report(
            operation.node,
            parts=[operation],
            message=self.message
            if change is None
            else "{data} hides this change in place from autograd, which may need the old numbers",
            words=self.words if change is None else "change it under {torch}.no_grad(), or make a new tensor",
            tentative=self.is_doubtful(operation, tensor, change),
            data=text,
            fix=lambda write: detached(write, operation, tensor, change),
        )

    def is_doubtful(self, operation: Operation, tensor: Tensor, change: Operation | None) -> bool:
        """Whether `.data` does no harm, as far as can be seen."""
        if change is None or operation.grad_enabled is False or tensor.grad is False:
            return True
        tried = may_be_tried(self.inference, operation) or is_trial(self.inference, operation)
        if tried or (tensor.grad is None and loads_data(self.inference, operation)):
            return True
        if not is_computed(tensor):
            return not is_before_backward(program_of(self.inference), operation)
        if not is_kept_for_backward(self.inference, operation, tensor):
            return True
        return change.notation.modifies and change.name == "copy" and tensor.grad is not True

    def is_only_asked(self, data: Tensor, users: Sequence[Operation]) -> bool:
        """Whether nothing but the shape, dtype or device is read through `.data`."""
        asked = [one for one in users if one.signature.family is Family.QUERY]
        if not asked and Use.ASKED not in data.identity.uses:
            return False
        return len(asked) == len(users) and self.inference.mentions[data.identity] - len(users) < 2


def is_initial(operation: Operation, tensor: Tensor, users: Sequence[Operation], change: Operation | None) -> bool:
    """Whether weights get their first values."""
    return is_in(operation, "init", "reset") or any(
        fills(user) and (tensor.parameter or user is not change) for user in users
    )


def is_in(operation: Operation, *words: str) -> bool:
    """Whether the function around an operation has one of these words in its name."""
    frame = operation.frame
    return type(frame) is cst.FunctionDef and any(word in frame.name.value.lower() for word in words)


def fills(user: Operation) -> bool:
    """Whether an operation draws or sets every number anew: `normal_`, `fill_`, those of nn.init."""
    row = user.signature
    changes = user.notation.modifies or row.parameters[:1] == ("tensor",)  # as all of nn.init call it
    return changes and (row.random or row.fills_with is not None or row.fill_operand is not None)


def detached(write: Rewriting, operation: Operation, tensor: Tensor, change: Operation | None) -> Fix | None:
    """`x.detach()` for `x.data`, where that is read, or changed by a method of a weight."""
    if change is not None and (change.notation is not Notation.IN_PLACE or not tensor.parameter):
        return None
    return write.expression(operation.node, "{x:tight}.detach()", safe=False, x=operand(operation))
