from __future__ import annotations

import libcst as cst

from ...inference.events.collections import holds_state
from ...inference.events.event import Answer
from ...inference.events.program import program_of
from ...inference.events.registry import calls_of
from ...inference.interpreter.inference import module_row
from ...inference.knowledge.columns import Container
from ...inference.knowledge.kinds import BOOL
from ...inference.values import Class, Module, Number, Reference, Sequence, Unknown
from ...rewriting.writing.repetition import one_each
from ..rule import Rule


class SharedByMultiplication(Rule):
    """One module, many times.

    What it does
    Finds lists and tuples of modules that are multiplied, `[nn.Linear(4, 4)] * n`, where the module is made in the
    list, and where one that was made before is multiplied and given to `nn.Sequential`. Modules without parameters and
    buffers, such as `nn.ReLU` and `nn.Dropout`, are left, as is a list times a bool, which is there or not. So is a
    module with a name in any other place: to give one head to every level of a network is a choice. Tentative, and so
    reported only if the rule is selected by name, for the class of another file, which may have no weights.

    Why it is bad
    Python copies the reference, not the module: n layers have one set of weights. The network has an n-th of the
    parameters that it seems to have, an update for one layer is one for all, and a checkpoint with n sets of weights is
    loaded without an error, the last set into every layer.

    Example
        class Stack(nn.Module):
            def __init__(self, features: int = 4) -> None:
                super().__init__()
                self.layers = nn.ModuleList([nn.Linear(features, features, bias=False)] * 3)

            def forward(self, weights: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
                self.load_state_dict({f"layers.{i}.weight": weight for i, weight in enumerate(weights)})
                for layer in self.layers:
                    x = layer(x)
                return x

    Use instead
        class Stack(nn.Module):
            def __init__(self, features: int = 4) -> None:
                super().__init__()
                self.layers = nn.ModuleList([nn.Linear(features, features, bias=False) for _ in range(3)])

            def forward(self, weights: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
                self.load_state_dict({f"layers.{i}.weight": weight for i, weight in enumerate(weights)})
                for layer in self.layers:
                    x = layer(x)
                return x

    Evidence
    registers: the weights of all layers but the first are parameters in good only; right_result: with three weights
    loaded, good multiplies by all three.

    Fix safety
    Unsafe (`[nn.Linear(4, 4) for _ in range(n)]`): the layers have weights of their own from then on. None for a module
    that has a name, in the body of a class, for a tuple, for several modules in one list, and where the new code would
    bind a name.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html
    """

    code = "TEF608"
    message = "{list} * {times} is one module with one set of weights"
    advice = "use {fixed}"
    words = "make a new one for each place"

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> None:
        if not isinstance(node.operator, cst.Multiply):
            return
        for listed, times in ((node.left, node.right), (node.right, node.left)):
            if isinstance(listed, cst.List | cst.Tuple) and not self.is_once(times):
                answers = {self.is_shared(node, element.value) for element in listed.elements}
                if answers - {Answer.NO}:
                    self.report_product(node, listed, times, tentative=Answer.YES not in answers)

    def report_product(
        self, node: cst.BinaryOperation, listed: cst.List | cst.Tuple, times: cst.BaseExpression, tentative: bool
    ) -> None:
        """Report a multiplication."""
        self.report(
            node,
            parts=[],
            tentative=tentative,
            list=self.text(listed, 50),
            times=self.text(times, 20),
            fix=lambda write: one_each(write, node, listed, times),
        )

    def is_once(self, times: cst.BaseExpression) -> bool:
        """Whether a list is certainly multiplied by less than two: ``use_norm * [nn.LayerNorm(n)]``."""
        count = self.inference.value(times)
        if not isinstance(count, Number):
            return False
        return count.type == BOOL or (count.number is not None and count.number < 2)

    def is_shared(self, node: cst.BinaryOperation, element: cst.BaseExpression) -> Answer:
        """Whether an element is a module with weights that is made there, or is multiplied into a Sequential."""
        value = self.inference.value(element)
        callee = self.inference.value(element.func) if isinstance(element, cst.Call) else None
        if isinstance(value, Module):
            made = isinstance(callee, Class | Reference) or self.container_of(node) is Container.SEQUENTIAL
            return self.has_weights(value) if made else Answer.NO
        # The class of another file, in a container that takes nothing but modules.
        unknown = isinstance(callee, Reference) and isinstance(value, Unknown)
        return Answer.UNKNOWN if unknown and self.container_of(node) is not None else Answer.NO

    def has_weights(self, module: Module) -> Answer:
        """Whether a module has parameters or buffers; a mode alone, as that of dropout, may be shared."""
        row = module_row(module)
        if row is not None and row.operation is not None and not (row.operation.layer or row.buffers):
            return Answer.NO
        return Answer.of(holds_state(program_of(self.inference), module) is Answer.YES)

    def container_of(self, node: cst.BinaryOperation) -> Container | None:
        """What kind of container gets a list, at once or by a name."""
        identity = self.inference.value(node).identity
        for call in calls_of(program_of(self.inference)):
            made = self.inference.value(call)
            row = module_row(made)
            if row is not None and row.container is not None:
                given = (self.inference.value(argument.value) for argument in call.args)
                if any(isinstance(one, Sequence) and one.identity is identity for one in given):
                    return row.container
        return None
