"""Where a module updates a buffer with what carries a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ...syntax.equality import same_code
from ...syntax.naming import all_names, without_subscripts
from ...syntax.walking import holds, walk
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..knowledge.names import canonical
from ..knowledge.signatures import TABLE
from ..knowledge.training import CONTEXT_EVENTS, EventKind
from ..values import UNKNOWN, Class, Function, Identity, Operation, Reference, Sequence, Tensor, Text, Value
from .at_work import calls_in, methods_at_work
from .program import Program
from .recognition import argument_of, receiver_name
from .registry import Member, Registry, registries

# What a module keeps of the steps of a generation, and what says whether it is trained.
_CACHE, _MODE = "cache", "training"
# The last names of what says which computation is to have a graph.
_MODES = frozenset(
    name.rpartition(".")[2] for name, kinds in CONTEXT_EVENTS.items() if EventKind.GRAD_MODE_ENTER in kinds
)
_WHOLE = frozenset({"int", "bool"})
# Operands that pass on no graph.
_INDICES = ("index", "indices", "mask")
_PARTS = frozenset({Family.INDEXING, Family.VIEW})
# What autograd passes through on its way from the new value to the batch.
_DEPTH = 24
_SCALES = frozenset({"mul", "lerp", "div", "addcmul"})
_SCALED = frozenset({"mul_", "lerp_", "lerp", "div_", "alpha"})


@dataclass(frozen=True, slots=True)
class BufferUpdate:
    """A statement or call, ``node``, that gives the buffer ``name`` a new value out of ``batch``, which has a graph.

    ``sure`` where a layer computed it, or where it is scaled, as in a moving average: a mere count often has none.  Not
    where all that the module gives is a comparison, or its class turns autograd off or on somewhere.

    >>> BufferUpdate("mean", loop.node, expression("x.mean(0)"), sure=True).name
    'mean'
    """

    name: str
    node: cst.CSTNode
    batch: cst.BaseExpression
    sure: bool


def updates_with_graph(program: Program) -> list[BufferUpdate]:
    """The updates of registered buffers in ``forward``, or in what it calls, that keep the graph of each batch.

    Not with autograd off, nor of a buffer that the class detaches by itself, nor where the new value is not computed
    from the old one. A part that is written, ``self.queue[i] = key``, leaves the graphs of the others where they are.

    >>> updates_with_graph(program)
    []
    """
    found: list[BufferUpdate] = []
    if not _may_update(program):
        return found
    for registry in registries(program):
        buffers = _buffers(registry)
        if buffers:
            buffers -= _detached(registry.cls)
            doubtful = _keeps_no_graph(program.inference, registry, buffers) or _minds_graphs(registry.cls)
            for function in methods_at_work(registry):
                found += _Reader(program, registry, function, buffers, doubtful).read()
    return found


def _may_update(program: Program) -> bool:
    """Whether a name of a buffer gets a new value, or is changed in place: most files only read theirs."""
    inference = program.inference
    bases = {base.name for cls in program.classes() for base in cls.bases if isinstance(base, Reference)}
    names = {name for base in bases for name in _of_base(base)}
    if inference.source is None or "uffer" in inference.source:  # nn.Buffer and register_buffer
        for call in inference.nodes_of(cst.Call):
            assert type(call) is cst.Call
            callee = inference.value(call.func)
            if isinstance(callee, Reference) and canonical(callee.name) == "torch.nn.Buffer":
                return True
            if type(call.func) is cst.Attribute and call.func.attr.value == "register_buffer":
                given = argument_of(call, "name", 0)
                value = UNKNOWN if given is None else inference.value(given)
                if isinstance(value, Text) and value.text is not None:
                    names.add(value.text)
    return bool(names) and any(name in names for name in _changed(inference))


def _changed(inference: Inference) -> Iterator[str]:
    """The attributes that the file gives a computed value or changes in place, by their names."""
    changed: list[cst.CSTNode] = []
    for node in inference.nodes_of(cst.AugAssign):
        assert type(node) is cst.AugAssign
        changed.append(node.target)
    for node in inference.nodes_of(cst.Assign):
        assert type(node) is cst.Assign
        if len(node.targets) == 1 and inference.value(node.value).origin is not None:
            changed.append(node.targets[0].target)
    changed += (base for node in inference.nodes_of(cst.Call) if (base := _changed_in_place(node)) is not node)
    for target in changed:
        whole = without_subscripts(target)
        if type(whole) is cst.Attribute:
            yield whole.attr.value


def _changed_in_place(node: cst.CSTNode) -> cst.CSTNode:
    """What a chain of methods that work in place changes: ``self.mean`` of ``self.mean.mul_(0.9).add_(x)``."""
    while type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value.endswith("_"):
        node = node.func.value
    return node


def _of_base(base: str) -> frozenset[str]:
    """The names of the buffers of a class of torch.nn."""
    row = TABLE.modules.get(canonical(base))
    return frozenset(row.buffers) if row is not None else frozenset()


def _buffers(registry: Registry) -> set[str]:
    """The names of the buffers of a class, those of a base of torch.nn included."""
    names = {entry.name for entry in registry.entries if entry.kind is Member.BUFFER and entry.name is not None}
    for base in registry.cls.outside_bases():
        names |= _of_base(base)
    return names


def _keeps_no_graph(inference: Inference, registry: Registry, buffers: set[str]) -> bool:
    """Whether a module gives nothing but comparisons, as a neuron that fires: nobody trains through it.

    One that returns nothing may keep in an attribute which of its buffers' entries fire.
    """
    forward = registry.cls.functions.get("forward")
    if forward is None:
        return False
    returned: list[cst.CSTNode | None] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Return
        returned.append(node.value)

    walk(forward.node, {cst.Return: [look]})
    if not any(returned):
        return _compares(registry.cls, buffers)
    return all(one is not None and _is_compared(inference.value(one)) for one in returned)


def _minds_graphs(cls: Class) -> bool:
    """Whether a class says of other code what is to have a graph: its author may have minded the buffers, too."""
    return any(one.node is not None and not _MODES.isdisjoint(all_names(one.node)) for one in cls.ancestry())


def _compares(cls: Class, buffers: set[str]) -> bool:
    """Whether a class compares one of its buffers: ``self.fired = self.v >= self.threshold``."""
    found: list[bool] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Comparison
        sides = (node.left, *(one.comparator for one in node.comparisons))
        found.extend(type(one) is cst.Attribute and one.attr.value in buffers for one in sides)

    for one in cls.ancestry():
        walk(one.node, {cst.Comparison: [look]})
    return any(found)


def _is_compared(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a value is the result of a comparison, as it is or converted."""
    made = value.origin
    if made is None or not depth:
        return False
    if made.signature.family is Family.CONVERSION:
        return _is_compared(made.operand(), depth - 1)
    return made.signature.family is Family.COMPARISON


def _detached(cls: Class) -> set[str]:
    """The attributes that a class detaches: ``self.mean.detach_()``, ``self.mean = 0.9 * self.mean.detach() + ...``."""
    found: set[str] = set()

    def look(node: cst.CSTNode) -> None:
        call = node.value if type(node) is cst.Expr else None
        if type(call) is cst.Call and type(buffer := _receiver_of(call, "detach_")) is cst.Attribute:
            found.add(buffer.attr.value)

    def look_at_assignment(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        target = node.targets[0].target
        if type(target) is cst.Attribute:
            detached = [_receiver_of(call, "detach") for call in calls_in(node.value)]
            if any(one is not None and same_code(target, one) for one in detached):
                found.add(target.attr.value)

    for one in cls.ancestry():
        walk(one.node, {cst.Expr: [look], cst.Assign: [look_at_assignment]})
    return found


def _receiver_of(call: cst.Call, method: str) -> cst.BaseExpression | None:
    """What a call calls this method of."""
    func = call.func
    return func.value if type(func) is cst.Attribute and func.attr.value == method else None


class _Reader:
    """Reads one function for its updates of buffers."""

    def __init__(
        self, program: Program, registry: Registry, function: Function, buffers: set[str], doubtful: bool
    ) -> None:
        self.program = program
        self.registry = registry
        self.inference = program.inference
        self.doubtful = doubtful
        self.function = function
        self.buffers = buffers
        self.receiver = receiver_name(function)
        values = (entry.value for entry in registry.entries if entry.kind is Member.BUFFER)
        self.identities: set[Identity | None] = {value.identity for value in values}
        self.found: list[BufferUpdate] = []

    def read(self) -> list[BufferUpdate]:
        """The updates, in the order of the text."""
        walk(
            self.function.node,
            {cst.Assign: [self.look_at_assignment], cst.AugAssign: [self.look_at_sum], cst.Call: [self.look_at_call]},
        )
        return self.found

    def buffer(self, node: cst.CSTNode) -> str | None:
        """The name of the buffer that ``self.mean``, or a part of it, is."""
        node = without_subscripts(node)
        if type(node) is cst.Attribute and type(node.value) is cst.Name and node.value.value == self.receiver:
            return node.attr.value if node.attr.value in self.buffers else None
        return None

    def look_at_assignment(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        target = node.targets[0].target
        name = self.buffer(target)
        made = self.inference.value(node.value).origin
        if name is None or len(node.targets) > 1 or made is None:
            return
        if type(target) is cst.Subscript and not self.reads(node.value, name):
            self.look_at_part(node, name, target)
            return
        if not self.reads(node.value, name):
            return
        if made.grad_enabled is not False and self.carries(self.inference.value(node.value)):
            self.add(name, node, node.value)

    def look_at_part(self, node: cst.Assign, name: str, target: cst.Subscript) -> None:
        """``self.queue[i] = key``: what a layer has computed, where the module certainly is trained."""
        written, value = self.inference.operation(target), self.inference.value(node.value)
        if written is None or written.grad_enabled is False or not isinstance(value, Tensor) or value.grad is not True:
            return
        sure = self.is_trained() and not self.doubtful and _CACHE not in name
        self.found.append(BufferUpdate(name, node, node.value, sure))

    def is_trained(self) -> bool:
        """Whether the file trains something, or the class asks for its mode: others may be there for inference."""
        if self.program.functions(EventKind.BACKWARD):
            return True
        return self.registry.cls.node is not None and _MODE in all_names(self.registry.cls.node)

    def look_at_sum(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.AugAssign
        self.look_at_operands(node, self.buffer(node.target), [node.value])

    def look_at_call(self, node: cst.CSTNode) -> None:
        """``self.mean.mul_(0.9).add_(0.1 * batch)``: each method that works in place."""
        assert type(node) is cst.Call
        base = _changed_in_place(node)
        if base is not node:
            self.look_at_operands(node, self.buffer(base), [argument.value for argument in node.args])

    def look_at_operands(self, node: cst.CSTNode, name: str | None, given: list[cst.BaseExpression]) -> None:
        operation = None if name is None else self.inference.operation(node)
        if name is None or operation is None or operation.grad_enabled is False:
            return
        indices = [operation.nodes.get(name) for name in _INDICES]
        carrying = [one for one in given if one not in indices and self.carries(self.inference.value(one))]
        if carrying:
            self.add(name, node, next((one for one in carrying if self.is_sure(node, one)), carrying[0]))

    def add(self, name: str, node: cst.CSTNode, batch: cst.BaseExpression) -> None:
        sure = self.is_sure(node, batch) and not self.doubtful and not self.is_state(node, name)
        self.found.append(BufferUpdate(name, node, batch, sure))

    def is_state(self, node: cst.CSTNode, name: str) -> bool:
        """Whether a loop goes on with the new value, as with the state of a filter: ``out[:, t] = self.state``."""
        loops: list[cst.CSTNode] = []
        walk(self.function.node, {kind: [loops.append] for kind in (cst.For, cst.While)})
        return any(self.count(loop, name) > self.count(node, name) for loop in loops if holds(loop, node))

    def count(self, node: cst.CSTNode, name: str) -> int:
        """How often code reads or binds a buffer."""
        found: list[cst.CSTNode] = []
        walk(node, {cst.Attribute: [lambda one: found.append(one) if self.buffer(one) == name else None]})
        return len(found)

    def is_sure(self, node: cst.CSTNode, batch: cst.BaseExpression) -> bool:
        value = self.inference.value(batch)
        return (isinstance(value, Tensor) and value.grad is True) or self.is_scaled(node, value)

    def is_scaled(self, node: cst.CSTNode, value: Value) -> bool:
        """Whether the batch, or the buffer, is multiplied on the way: ``0.9 * self.mean``, ``mul_``, ``alpha=0.1``."""
        made = [one.origin for one in _operands(value) if one.origin is not None]
        names: list[str] = []

        def look(call: cst.CSTNode) -> None:
            assert type(call) is cst.Call
            if type(call.func) is cst.Attribute:
                names.append(call.func.attr.value)
            names.extend(one.keyword.value for one in call.args if one.keyword is not None)

        walk(node, {cst.Call: [look]})
        return any(one.signature.name in _SCALES for one in made) or not _SCALED.isdisjoint(names)

    def reads(self, node: cst.CSTNode, name: str) -> bool:
        """Whether an expression, or what its names hold, is computed from the buffer."""
        found: list[bool] = []
        walk(node, {cst.Attribute: [lambda one: found.append(self.buffer(one) == name)]})
        value = self.inference.value(node)
        return any(found) or any(self.is_of_buffer(made) for made in _operands(value))

    def is_of_buffer(self, value: Value) -> bool:
        """Whether a value is a buffer or a part of one: ``old = self.bank[i]``."""
        made = value.origin
        if self.is_buffer(value) or made is None or made.signature.family not in _PARTS:
            return self.is_buffer(value)
        return self.is_named_buffer(made, "input") or self.is_buffer(made.operand())

    def is_buffer(self, value: Value) -> bool:
        return value.identity is not None and value.identity in self.identities

    def carries(self, value: Value, depth: int = _DEPTH) -> bool:
        """Whether a value has the graph of what the function is given, or of a layer, apart from buffers."""
        if not isinstance(value, Tensor) or value.grad is False or self.is_buffer(value) or not depth:
            return False
        if value.category in _WHOLE:
            return False
        made = value.origin
        if made is None:
            return value.grad is True or not value.parameter
        if made.signature.nograd or made.grad_enabled is False:
            return False
        if made.signature.layer or (made.signature.family is Family.NN and not self.computes_only(made)):
            return True
        return any(
            self.carries(part, depth - 1)
            for name, operand in made.operands.items()
            if name not in (*made.signature.metadata_of, *_INDICES) and not self.is_named_buffer(made, name)
            for part in (operand.parts() if isinstance(operand, Sequence) else [operand])
        )

    def computes_only(self, made: Operation) -> bool:
        """Whether a function of torch.nn.functional is given a known tensor, and no weights: ``F.normalize(x)``."""
        return isinstance(made.operand(), Tensor) and not made.given("weight", "bias")

    def is_named_buffer(self, made: Operation, name: str) -> bool:
        node = made.nodes.get(name)
        return node is not None and self.buffer(node) is not None


def _operands(value: Value, depth: int = _DEPTH) -> list[Value]:
    """A value and the values it is computed from by arithmetic."""
    found = [value]
    if depth and value.origin is not None and value.origin.signature.family is Family.ARITHMETIC:
        for operand in value.origin.operands.values():
            found += _operands(operand, depth - 1)
    return found
