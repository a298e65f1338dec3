from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.queries.gains import calls_in
from ...inference.queries.iterations import (
    Sample,
    differs_by_iteration,
    is_collected,
    leaves_off,
    row_work,
    sample_of,
    takes_gradients,
)
from ...inference.queries.loops import few_iterations
from ...inference.queries.losses import is_loss_module
from ...inference.values import Bound, Module, Notation, Value
from ...rewriting.file import File
from ...rewriting.fix import Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing.batch_form import instead_of_loop
from ...rewriting.writing.iterations import covers
from ..rule import Rule


class PerSampleForward(Rule):
    """A module called on one sample at a time.

    What it does
    Finds a module called on a single sample in a loop over a tensor's samples: `model(x[i:i+1])`,
    `model(x[i].unsqueeze(0))`, `model(row[None])`.

    Why it is bad
    Every layer is dispatched once per sample, on matrices with one row: a GPU idles, and even a CPU spends its time on
    overhead. The module accepts the whole batch.

    Example
        def predictions(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
            outputs = []
            for i in range(len(x)):
                outputs.append(model(x[i : i + 1]))
            return torch.cat(outputs)

    Use instead
        def predictions(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
            return model(x)

    Evidence
    same_result in evaluation mode, same_gradient, and fewer_dispatches: from growing with the samples to constant.

    Fix safety
    None. In training mode a layer that uses batch statistics computes different ones over a batch, which is what it is
    designed for, than over one sample. Where memory is short, `x.split(64)` gives batches that fit. Not reported: a
    loss, whose result for a batch is another number, a loop that takes the gradient of each sample, and a module that
    the same function also calls on the whole batch. The rule is opt-in, because samples in published code often differ
    in length, so that there is no batch to call the module on.

    Source
    Effective PyTorch, section 5; https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    """

    code = "TEF209"
    opt_in = True
    message = "{call} runs the module on one sample at a time"
    advice = "call it on the batch: {fixed}"
    words = "call it on the batch"
    supersedes = frozenset({"TEF202", "TEF204", "TEF205", "TEF207"})

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.reported: list[tuple[cst.CSTNode, Module]] = []
        self.calls: dict[int, Counter[tuple[str, str]]] = {}

    def is_called_on(self, frame: cst.CSTNode | None, call: cst.Call, rows: cst.CSTNode | None) -> bool:
        """Whether a function makes a call a second time, on all rows: ``model(x)`` beside ``model(row)``."""
        if frame is None or rows is None:
            return False
        if id(frame) not in self.calls:
            self.calls[id(frame)] = calls_in(self.inference, frame)
        code = self.inference.code
        return (code(call.func), code(rows)) in self.calls[id(frame)]

    def visit_Call(self, node: cst.Call) -> None:
        module = self.called(self.inference.value(node.func))
        if module is None or not node.args or is_loss_module(module):
            return
        made = self.inference.value(node)
        given = [self.inference.value(argument.value) for argument in node.args]
        looped = next((value.origin for value in (made, *given) if value.origin and value.origin.loops), None)
        if looped is None:
            return
        loops = looped.loops
        samples = [sample_of(self.inference, value, loops) for value in given]
        found = next((sample for sample in samples if sample is not None), None)
        if found is None or few_iterations(self.inference, found.loop) or leaves_off(self.inference, found.loop):
            return
        if takes_gradients(self.inference, found.loop, looped.frame):
            return
        for argument, sample in zip(node.args, samples, strict=True):
            if sample is None and differs_by_iteration(self.inference, argument.value, found.loop):
                return
        if differs_by_iteration(self.inference, node.func, found.loop) or (found.loop, module) in self.reported:
            return
        self.reported.append((found.loop, module))
        if made.origin is not None and self.is_called_on(made.origin.frame, node, found.node):
            return
        if not found.batched:  # a row passed as it is may itself be a batch
            layer = made.origin
            if found.unbound or (len(node.args) > 1 and row_work(self.inference, made, found.loop) is None):
                return
            if (
                layer is not None
                and layer.notation is Notation.MODULE
                and (layer.signature.family is not Family.NN or layer.formula is Formula.BATCH_NORM)
            ):
                return  # an activation is like any other operation; batch norm needs a batch
            if found.source.rank != 2 and not is_collected(self.inference, node, found.loop):
                return
        self.report(
            node,
            parts=loops,
            call=self.text(node, 40),
            shown=lambda write: on_batch(write, node, samples, found.loop),
        )

    def called(self, callee: Value) -> Module | None:
        """The module whose ``forward`` is called."""
        if isinstance(callee, Bound) and callee.name == "forward" and isinstance(callee.receiver, Module):
            return callee.receiver
        return callee if isinstance(callee, Module) else None


def on_batch(write: Rewriting, call: cst.Call, samples: Sequence[Sample | None], loop: cst.CSTNode) -> Fix | None:
    """The call with the whole batch for each sample."""
    taken = [sample for sample in samples if sample is not None]
    if not all(sample.bare for sample in taken) or not any(covers(write, loop, one.source, 0) for one in taken):
        return None
    parts = [call, *(sample.node for sample in taken)]
    arguments = [
        argument if sample is None else argument.with_changes(value=sample.node)
        for argument, sample in zip(call.args, samples, strict=True)
    ]
    code = write.module.code_for_node(call.with_changes(args=arguments, lpar=[], rpar=[]))
    return instead_of_loop(write, code, loop, call, parts)
