from __future__ import annotations

import libcst as cst

from ...inference.events.collections import gives_module, holds_state, makes_result
from ...inference.events.event import Answer
from ...inference.events.program import program_of
from ...inference.events.registry import calls_of
from ...inference.interpreter.inference import module_row
from ...inference.knowledge.columns import Container
from ...inference.queries.callers import function_around
from ...inference.queries.repeats import is_once
from ...inference.queries.trials import is_trial_at
from ...inference.values import Class, Identity, Module, Reference, Sequence, Unknown
from ...rewriting.file import File
from ...rewriting.writing.repetition import one_each
from ...syntax.naming import last_name
from ..rule import Rule


class SharedByMultiplication(Rule):
    """One module, many times.

    What it does
    Finds lists and tuples of modules that are multiplied, `[nn.Linear(4, 4)] * n`, if the module is made in the list,
    by its class or a helper, or if one that was made before is multiplied and passed to `nn.Sequential`. The list may
    have a name before it is multiplied: `heads *= n`.

    Not reported: modules without parameters and buffers, such as `nn.ReLU`, `nn.Dropout` and an `nn.Sequential` of
    these; a list times a bool, a comparison, or `1 if deep else 0`, which only decides whether the module is there; and
    a module with a name in any other place, since giving one head to every level of a network is a choice.

    The class of another file is tentative, and so reported only with `--torch-tentative`, because it may have no
    weights.

    A module with a name in `nn.Sequential` is tentative, too, as its author may want to run it several times. So is a
    list that a test or a demonstration gives to a function of another file, and keeps in no container of modules.

    Why it is bad
    Python copies the reference, not the module: n layers share one set of weights. The network has only a fraction of
    the parameters that it seems to have, an update of one layer is an update of all, and a checkpoint with n sets of
    weights is loaded without an error, with the last set in every layer.

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
    that has a name, in the body of a class, for a tuple, for several modules in one list, for a list with a name, and
    where the new code would bind a name.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html
    """

    code = "TEF608"
    message = "{list} * {times} is one module with one set of weights"
    advice = "use {fixed}"
    words = "make a new one for each place"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        # The lists that a name gets where they are written, by the identity of their value.
        self.written: dict[Identity, cst.List | cst.Tuple] = {}
        # The calls that are given a product, by its id.
        self.given: dict[int, cst.Call] = {}

    def visit_Call(self, node: cst.Call) -> None:
        for argument in node.args:
            if type(argument.value) is cst.BinaryOperation:
                self.given[id(argument.value)] = node

    def visit_Assign(self, node: cst.Assign) -> None:
        value = node.value
        if (type(value) is cst.List or type(value) is cst.Tuple) and len(node.targets) == 1:
            known = self.inference.value(value)
            if isinstance(known, Sequence) and any(isinstance(part, Module) for part in known.items or ()):
                self.written[known.identity] = value

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> None:
        if type(node.operator) is not cst.Multiply:
            return
        for listed, times in ((node.left, node.right), (node.right, node.left)):
            if (type(listed) is cst.List or type(listed) is cst.Tuple) and not is_once(self.inference, times):
                answers = {self.is_shared(node, element.value) for element in listed.elements}
                if answers - {Answer.NO}:
                    self.report_product(node, listed, times, tentative=Answer.YES not in answers)
            elif self.is_shared_by_name(node, listed, times):
                self.report_product(node, listed, times, tentative=False)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        if type(node.operator) is cst.MultiplyAssign and self.is_shared_by_name(node, node.target, node.value):
            self.report_product(node, node.target, node.value, tentative=False)

    def is_shared_by_name(self, node: cst.CSTNode, listed: cst.BaseExpression, times: cst.BaseExpression) -> bool:
        """Whether what is multiplied is the name of a list that was written before, with a module made in it."""
        known = self.inference.value(listed) if type(listed) is cst.Name else None
        written = self.written.get(known.identity) if isinstance(known, Sequence) else None
        if written is None or is_once(self.inference, times):
            return False
        return any(self.is_shared(node, element.value) is Answer.YES for element in written.elements)

    def report_product(
        self, node: cst.CSTNode, listed: cst.BaseExpression, times: cst.BaseExpression, tentative: bool
    ) -> None:
        """Report a multiplication, with a fix where the list is written there."""
        there = type(node) is cst.BinaryOperation and isinstance(listed, cst.List | cst.Tuple)
        self.report(
            node,
            parts=[],
            tentative=tentative or self.is_tried(node),
            list=self.text(listed, 50),
            times=self.text(times, 20),
            fix=(lambda write: one_each(write, node, listed, times)) if there else None,  # type: ignore[arg-type]
        )

    def is_tried(self, node: cst.CSTNode) -> bool:
        """Whether a test hands a product to a function that the file does not show, and to nothing else."""
        call = self.given.get(id(node))
        callee = None if call is None else self.inference.value(call.func)
        if call is None or not isinstance(callee, Reference) or callee.name.startswith("builtins."):
            return False
        named = last_name(call.func)[:1].islower()  # the object of a class may keep it
        return named and is_trial_at(self.inference, function_around(self.inference, call), call)

    def is_shared(self, node: cst.CSTNode, element: cst.BaseExpression) -> Answer:
        """Whether an element is a module with weights that is made there, or is multiplied into a Sequential."""
        value = self.inference.value(element)
        while type(element) is cst.Call and element.args and gives_module(program_of(self.inference), element):
            element = element.args[0].value
        callee = self.inference.value(element.func) if type(element) is cst.Call else None
        if isinstance(value, Module):
            made = isinstance(callee, Class | Reference)
            made = made or (type(element) is cst.Call and makes_result(program_of(self.inference), element))
            if made or self.container_of(node) is not Container.SEQUENTIAL:
                return self.has_weights(value) if made else Answer.NO
            return Answer.UNKNOWN if self.has_weights(value) is Answer.YES else Answer.NO  # it may be meant
        # The class of another file, in a container that takes nothing but modules.
        unknown = isinstance(callee, Reference) and isinstance(value, Unknown)
        return Answer.UNKNOWN if unknown and self.container_of(node) is not None else Answer.NO

    def has_weights(self, module: Module) -> Answer:
        """Whether a module has parameters or buffers; a mode alone, as that of dropout, may be shared."""
        return Answer.of(holds_state(program_of(self.inference), module, modes=False) is Answer.YES)

    def container_of(self, node: cst.CSTNode) -> Container | None:
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
