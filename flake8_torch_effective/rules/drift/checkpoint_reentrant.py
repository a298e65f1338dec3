from __future__ import annotations

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.arguments import CHECKPOINT_OPTIONS, CHECKPOINTS, REENTRANT
from ...inference.queries.guards import is_guarded
from ...inference.queries.never_on import is_never_on
from ...inference.queries.occasions import is_optional
from ...inference.queries.outside_calls import OutsideCall, is_replaced, is_tried_with, outside_call
from ...inference.values import NONE, UNKNOWN, Function
from ...rewriting.writing.arguments import with_keyword
from ..rule import Rule


class CheckpointReentrant(Rule):
    """Activation checkpointing without `use_reentrant`.

    What it does
    Finds calls of `torch.utils.checkpoint.checkpoint` and `checkpoint_sequential` without `use_reentrant`, or with
    `use_reentrant=None`, also through `functools.partial` and other names.

    Not reported: a call that may get it from `**kwargs`; one for releases that do not take it, after a test of torch's
    version or in a `try` that passes it first; and files that replace torch's function with their own.

    A call is tentative, and so reported only with `--torch-tentative`, if it has a keyword that the function does not
    take, since it raises in either form. It is also tentative under an option of its class, `if self.use_checkpoint:`,
    that is False by default and that no call in the file sets. A condition that also checks `self.training` shows what
    training runs. It is tentative under a switch, too, that the file sets to False only, as in
    `self.gradient_checkpointing = False`, or only asks for with that default, as in `getattr(config,
    "gradient_checkpointing", False)`, unless something in it can switch it on: a parameter or a text of that name,
    `setattr`, or a longer name such as `gradient_checkpointing_enable` or `supports_gradient_checkpointing`.

    Why it is bad
    Every run of it warns, and torch will reject the call in a later release. Until then the reentrant form runs. It
    finds no tensors in lists and dicts, takes no keyword arguments for the function, does not work with
    `torch.autograd.grad`, and gives no gradients if no input requires them.

    Example
        def checkpointed(x: torch.Tensor) -> torch.Tensor:
            return checkpoint(torch.sin, x)

    Use instead
        def checkpointed(x: torch.Tensor) -> torch.Tensor:
            return checkpoint(torch.sin, x, use_reentrant=False)

    Evidence
    warns: torch asks for the argument; wrong_result: the reentrant form gives no gradients to the weights of a module
    whose input requires none; raises: it does not work with `torch.autograd.grad`; right_result: what the same function
    gives without a checkpoint, with its gradient.

    Fix safety
    Unsafe (`use_reentrant=False`): gradients then reach what got none before, and the function is run again at another
    time and only as far as needed, which its hooks and prints show. None where `None` is given by position, by
    `partial` or in a dict.

    Source
    https://docs.pytorch.org/docs/stable/checkpoint.html; TorchFix, TOR003
    """

    code = "TEF907"
    message = "{call} without use_reentrant warns, and will raise in a later torch"
    advice = "write {fixed}"
    words = "pass use_reentrant=False"
    since = (1, 11)
    mentions = frozenset({"checkpoint"})

    def visit_Call(self, node: cst.Call) -> None:
        call = outside_call(self.inference, node, CHECKPOINTS)
        if call is None or call.may_hold(CHECKPOINTS[call.name]):
            return
        given = call.argument(REENTRANT, CHECKPOINTS[call.name])
        written = call.written(REENTRANT)
        if given is not None and (given is not NONE or (written is not None and not is_plain(written.value))):
            return
        if is_guarded(self.inference, node) or is_tried_with(self.inference, node, REENTRANT):
            return
        if is_replaced(self.inference, call.name):
            return
        function = None if not node.args else function_of(self.inference, node.args[0].value)
        elsewhere = given is not None and written is None  # where a second one would raise
        self.report(
            node,
            tentative=(function is not None and lacks_keyword(function, call))
            or is_optional(self.inference, node)
            or is_never_on(self.inference, node),
            call=self.text(node),
            fix=None if elsewhere else lambda write: with_keyword(node, REENTRANT, cst.Name("False")),
        )


def function_of(inference: Inference, node: cst.BaseExpression) -> cst.FunctionDef | cst.Lambda | None:
    """The function that an expression gives, also as the only one that a function of the file defines within it."""
    value = inference.value(node)
    if isinstance(value, Function):
        return value.node
    maker = inference.value(node.func) if type(node) is cst.Call else UNKNOWN
    block = maker.node.body.body if isinstance(maker, Function) and type(maker.node) is cst.FunctionDef else ()
    inner = [one for one in block if type(one) is cst.FunctionDef]
    return inner[0] if len(inner) == 1 else None


def lacks_keyword(function: cst.FunctionDef | cst.Lambda, call: OutsideCall) -> bool:
    """Whether a function does not take a keyword that it is given, which no form of checkpointing can run."""
    params = function.params
    taken = {one.name.value for one in (*params.params, *params.kwonly_params)} | CHECKPOINT_OPTIONS
    return params.star_kwarg is None and not taken.issuperset(call.keywords)


def is_plain(node: cst.BaseExpression) -> bool:
    """Whether an expression is None itself or a name for it, and no attribute that other code may set."""
    return type(node) is cst.Name
