from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.program import program_of
from ...inference.events.recognition import argument_of
from ...inference.events.scope import last
from ...inference.interpreter.inference import alternatives
from ...inference.knowledge.tensor_attributes import PROPERTIES, Property
from ...inference.knowledge.training import EventKind
from ...inference.queries.leaves import always_refuses, leaf_names, made_from_leaf
from ...inference.queries.modes import is_read_of_module
from ...inference.queries.outside_calls import is_of_module
from ...inference.queries.purposes import expects_error
from ...inference.values import Operation, Sequence, Tensor, Value, reaches
from ...rewriting.file import File
from ...rewriting.writing.leaves import made_there
from ...syntax.naming import last_name
from ..rule import Rule

_OPTIMISED = (EventKind.BUILD_OPTIMIZER, EventKind.ADD_PARAMETERS)
# How many values of an optimizer are looked at.
_MOST = 200


class NonLeafParameter(Rule):
    """Tensor to be optimised that is computed from a leaf.

    What it does
    Finds a tensor that is computed from a leaf that requires grad, such as `torch.randn(3, requires_grad=True).cuda()`
    or `... * 0.1`, if the result is passed to an optimizer, or if its `.grad` is read and the leaf has no name of its
    own. Also finds `nn.Parameter(...).cuda()` under a name.

    Such a name is tentative, and so reported only with `--torch-tentative`, if it is not an attribute of a module that
    the file reads, and the file shows neither an optimizer that is passed it nor a read of its `.grad`:
    `torch.autograd.grad` accepts tensors that are not leaves.

    Not reported: a conversion that changes nothing, such as moving a CPU tensor to the CPU; a tensor whose
    `retain_grad` is called; a tensor that is detached again; what is assigned to the `.data` of a parameter, which
    stays the leaf that it was; and code that expects the error.

    Why it is bad
    Moving, converting or scaling makes another tensor, with a graph that leads to the leaf. Gradients arrive at the
    leaf, which nothing refers to: the optimizer raises "can't optimize a non-leaf Tensor", `.grad` stays None, and a
    Module registers no parameter. A move to the device where the tensor already is returns the leaf itself, so the
    mistake shows only on a GPU.

    Example
        def fitted(target: torch.Tensor) -> torch.Tensor:
            w = torch.ones_like(target, requires_grad=True) * 0.5
            optimizer = torch.optim.SGD([w], lr=0.25)
            (w - target).square().sum(dim=None).backward()
            optimizer.step()
            return w.detach()

    Use instead
        def fitted(target: torch.Tensor) -> torch.Tensor:
            w = (torch.ones_like(target) * 0.5).requires_grad_()
            optimizer = torch.optim.SGD([w], lr=0.25)
            (w - target).square().sum(dim=None).backward()
            optimizer.step()
            return w.detach()

    Evidence
    raises: the optimizer refuses it; wrong_result: no gradient arrives; registers: the module has its parameter;
    right_result: what is trained, and the gradient, written out by hand; same_result and same_gradient: what the module
    computes.

    Fix safety
    Safe (`device=`, `dtype=`) for a factory that makes the same numbers on each device, such as `torch.zeros`, in an
    expression that moves it to something known to be a device, or converts zeros and ones, where an optimizer in the
    same function is passed the result on every path: with any device or dtype other than the current one, the program
    would end there.

    Unsafe where the gradient is read, the optimizer is built elsewhere or by an attribute, or a module keeps the
    parameter, since these programs run and will then see another result. Unsafe, too, for random numbers; for something
    that is a device by its name only; and in files that name a grad mode or `retain_grad`, catch errors, leave early,
    set a default device, or replace or watch torch's operations.

    None for arithmetic, where only the author knows what the leaf should be, and for a tensor that is moved under a
    name.

    Source
    Effective PyTorch, section 1; https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_leaf.html
    """

    code = "TEF515"
    message = "{made} is no leaf and gets no .grad"
    advice = "use {fixed}"
    words = "set requires_grad on it last"
    supersedes = frozenset({"TEF409"})

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.found: dict[int, Operation] = {}
        # Those that an optimizer certainly gets, which raises, in the same function.
        self.refused: set[int] = set()
        # Those that the file neither optimises nor reads the gradient of: `torch.autograd.grad` takes them as they are.
        self.unused: set[int] = set()
        # The last names of what keeps its gradient.
        self.kept: set[str] = set()
        self.read: list[tuple[str, Operation]] = []

    def visit_Call(self, node: cst.Call) -> None:
        if type(node.func) is cst.Attribute and keeps_gradient(node.func.attr.value):
            self.kept.add(last_name(node.func.value))

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if PROPERTIES.get(node.attr.value) is not Property.GRADIENT:
            return
        for value in alternatives(self.inference.value(node.value)):
            operation = made_from_leaf(self.inference, value)
            names = None if operation is None else leaf_names(operation)
            if operation is not None and names is not None and names <= {last_name(node.value)}:
                self.read.append((last_name(node.value), operation))

    def visit_Assign(self, node: cst.Assign) -> None:
        operation = made_from_leaf(self.inference, self.inference.value(node.value))
        if operation is None or operation.node is not node.value or leaf_names(operation) != set():
            return
        names = [one.target.attr.value for one in node.targets if type(one.target) is cst.Attribute]
        if any(PROPERTIES.get(name) is Property.DATA for name in names):
            return  # the `.data` of a tensor, which stays the leaf that it was
        if any(is_parameter(one) for one in reaches(self.inference.value(node.value), 8)):
            self.found[id(operation.node)] = operation
            if not is_read_of_module(self.inference, operation, names):
                self.unused.add(id(operation.node))

    def finish(self) -> None:
        if self.inference.event_calls:
            for event in program_of(self.inference).events(*_OPTIMISED):
                self.look_at(event)
        for name, operation in self.read:
            if name not in self.kept:
                self.found[id(operation.node)] = operation
                self.unused.discard(id(operation.node))
        for operation in self.found.values():
            if not expects_error(self.inference, operation.node, operation.frame):
                of_parameter = any(is_parameter(one) for one in operation.operands.values())
                self.report(
                    operation.node,
                    made=self.text(operation.node, 48),
                    tentative=id(operation.node) in self.unused,
                    words="wrap it in nn.Parameter last" if of_parameter else None,
                    fix=lambda write, made=operation: made_there(write, made, id(made.node) in self.refused),  # type: ignore[misc]
                )

    def look_at(self, event: Event) -> None:
        """Note what an optimizer gets that is no leaf."""
        assert type(event.node) is cst.Call
        names = {last(taken.path) for taken in event.takes}
        name = "params" if event.kind is EventKind.BUILD_OPTIMIZER else "param_group"
        argument = argument_of(event.node, name, 0)
        if argument is None or not self.kept.isdisjoint(names):
            return
        queue = [(self.inference.value(argument), True)]
        for value, known in queue:
            if len(queue) > _MOST:
                break
            if isinstance(value, Sequence):
                queue.extend((part, known and value.items is not None) for part in value.parts())
            for one in alternatives(value):
                operation = made_from_leaf(self.inference, one)
                if operation is None:
                    continue
                self.found[id(operation.node)] = operation
                self.unused.discard(id(operation.node))
                here = known and one is value and operation.frame is event.function and not operation.loops
                # What an attribute of an object holds, a subclass may set to what takes any tensor.
                if here and is_of_module(self.inference, event.node.func) and always_refuses(self.inference, event):
                    self.refused.add(id(operation.node))


def is_parameter(value: Value) -> bool:
    """Whether a value is an `nn.Parameter`."""
    return isinstance(value, Tensor) and value.parameter and value.leaf and bool(value.grad)


def keeps_gradient(method: str) -> bool:
    """Whether the method of a tensor makes it keep its gradient though it is no leaf."""
    return method == "retain_grad"
