"""Which readings of a clock time work on a GPU without waiting for its end."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import all_names, called_name
from ..events.host_reads import copied_into, is_formatted_read, is_host_read, is_implicit_read, is_print
from ..events.program import Program, program_of
from ..events.recognition import callee_of
from ..events.scope import plain_path
from ..interpreter.inference import Inference
from ..knowledge.clocks import RUNS_KERNELS, WAITS, WALL_CLOCKS
from ..knowledge.names import canonical
from ..knowledge.tensor_attributes import PROPERTIES, Property, asks_of, is_backward
from ..knowledge.training import EventKind
from ..values import Module, Reference, Tensor, Unknown, Value
from .cuda_names import CudaNames, cuda_names, own_nodes

_DEPTH = 3
# What asks for no numbers: comparisons of objects, and functions about one.
_OF_OBJECTS = (cst.Is, cst.IsNot)
_OF_OBJECT = frozenset({"callable", "hasattr", "isinstance", "len", "type"})
# Attributes of a tensor that hold its numbers.
_HOLDS = (Property.DATA, Property.GRADIENT, Property.VIEW)


@dataclass(frozen=True)
class Timing:
    """The readings of a clock before and after ``work`` on a GPU.

    ``trains`` where it is a loop of training steps, or one step for each batch, ``helped`` where a function of the file
    does the work, ``chunked`` where a model of another file runs in a loop on other data each time, and ``light`` where
    only a batch is made ready.
    """

    first: cst.Call
    second: cst.Call
    work: cst.CSTNode
    trains: bool
    helped: bool
    chunked: bool
    light: bool


@dataclass
class _Scope:
    """What a function does, in the order of the text: its nodes, and the pairs of readings that are subtracted."""

    nodes: list[cst.CSTNode] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    pairs: list[tuple[cst.Call, cst.Call]] = field(default_factory=list)


def unsynchronised_timings(inference: Inference) -> list[Timing]:
    """The pairs of clock readings around work on a GPU that nothing waits for before the second.

    >>> lines = ["import time", "a = time.time()", "y = x.cuda() @ x.cuda()", "b = time.time() - a"]
    >>> [p.code(one.second) for one in unsynchronised_timings(program(*lines).inference) for p in [program(*lines)]]
    ['time.time()']
    """
    program = program_of(inference)
    found: list[Timing] = []
    names: CudaNames | None = None
    for function in program.functions(EventKind.CLOCK):
        scope = _scope(inference, function)
        if not scope.pairs:
            continue
        names = names or cuda_names(inference)
        results = _Results(names, function, scope.nodes)
        unknown = {
            id(event.calls[0] if event.calls else event.node)
            for event in program.timeline(function).find(EventKind.UNKNOWN_CALL)
        }
        steps, clocks = (program.timeline(function).find(kind) for kind in (EventKind.STEP, EventKind.CLOCK))
        for first, second in scope.pairs:
            begin, end = scope.places[id(first)], scope.places[id(second)]
            between = scope.nodes[begin + 1 : end]
            work = _work(program, results, between)
            asks = _Asking(results, between)
            waits = (node for node in between if asks.of(node) or _may_wait(program, names, function, node, unknown))
            if work is None or any(all(one is not second for one in own_nodes(_begun(node))) for node in waits):
                continue
            inside = {id(node) for node in between}
            around = {id(loop) for clock in clocks if clock.node is first for loop in clock.loops}
            trains = any(
                id(step.at) in inside and any(id(one) not in around or _is_over_data(one) for one in step.loops)
                for step in steps
            )
            helped = not results.queues(work)
            heavy = work if helped else next((node for node in between if results.is_heavy(node)), None)
            work = heavy or work
            chunked = _is_chunked(inference, work, between)
            found.append(Timing(first, second, work, trains, helped, chunked, light=heavy is None))
    return found


class _Results:
    """Which names of a function hold what it has computed on a GPU, and which of its nodes compute there.

    What a model of another file returns, and what is computed of a parameter, is not known to be a tensor.
    """

    def __init__(self, names: CudaNames, function: cst.CSTNode | None, nodes: list[cst.CSTNode]) -> None:
        self.names = names
        self.function = function
        self.computed: set[str] = set()
        for node in nodes:
            if type(node) is cst.Assign and (self.queues(node.value) or self.reads(node.value, self.computed)):
                self.computed |= _names_in(node)

    def queues(self, node: cst.CSTNode) -> bool:
        """Whether a node queues kernels on a GPU itself: an operation, the call of a model, ``loss.backward()``."""
        inference = self.names.inference
        operation = inference.operation(node)
        if operation is not None and operation.signature.family in RUNS_KERNELS:
            if any(_is_on_gpu(one) for one in (*operation.tensors(), operation.result)):
                return True
            if any(self.names.holds(self.function, one) for one in operation.nodes.values()):
                return True
        if type(node) is not cst.Call:
            return False
        if type(node.func) is cst.Attribute and is_backward(node.func.attr.value):
            loss = node.func.value
            return _is_on_gpu(inference.value(loss)) or self.reads(loss, self.computed)
        return self.names.holds(self.function, node.func)

    def is_heavy(self, node: cst.CSTNode) -> bool:
        """Whether a node queues more than what prepares a batch, as filling a tensor and scattering into it do."""
        operation = self.names.inference.operation(node)
        return not (operation is not None and operation.notation.modifies) and self.queues(node)

    def reads(self, node: cst.CSTNode, among: set[str]) -> bool:
        """Whether an expression is about the numbers of a result: not about its shape, or whether it is there."""
        if type(node) is cst.Name:
            value = self.names.inference.value(node)
            on_host = isinstance(value, Tensor) and value.device == "cpu"
            return node.value in among and isinstance(value, Unknown | Tensor) and not on_host
        if type(node) is cst.Attribute:
            asks = PROPERTIES.get(node.attr.value, Property.DATA) not in _HOLDS or asks_of(node.attr.value) is not None
            return not asks and self.reads(node.value, among)
        parts: tuple[cst.CSTNode, ...] = ()
        if type(node) is cst.Comparison:
            if all(isinstance(one.operator, _OF_OBJECTS) for one in node.comparisons):
                return False
            parts = (node.left, *(one.comparator for one in node.comparisons))
        elif type(node) is cst.Call:
            if type(node.func) is cst.Name and node.func.value in _OF_OBJECT:
                return False
            if self.names.holds(self.function, node.func):
                return True
            parts = (node.func, *(one.value for one in node.args))
        elif isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
            parts = (node.left, node.right)
        elif type(node) is cst.UnaryOperation:
            parts = (node.expression,)
        elif type(node) is cst.Subscript:
            parts = (node.value,)
        return any(self.reads(one, among) for one in parts)


def _is_on_gpu(value: Value) -> bool:
    return isinstance(value, Tensor) and (value.device or "").startswith("cuda")


def _names_in(assign: cst.Assign) -> set[str]:
    """The names in the targets of an assignment."""
    targets = [one.target for one in assign.targets]
    return {one.value for target in targets for one in own_nodes(target) if type(one) is cst.Name}


class _Asking:
    """Which tests between two readings may ask for the numbers of what a model, or a function, has computed there.

    What a model of another file returns is not known to be a tensor: ``out = model(x)``, ``if out.max() > 0``. Nor is
    what is computed of a parameter: ``out = x @ x``, ``print(out)``.
    """

    def __init__(self, results: _Results, nodes: list[cst.CSTNode]) -> None:
        self.results = results
        self.made: set[str] = set()
        for node in nodes:
            if type(node) is cst.Assign and any(type(one) is cst.Call for one in own_nodes(node.value)):
                self.made |= _names_in(node)

    def of(self, node: cst.CSTNode) -> bool:
        """Whether a statement or an expression asks for the truth of such a result, or shows its numbers."""
        if isinstance(node, cst.If | cst.While | cst.Assert | cst.IfExp | cst.CompIf):
            return self.results.reads(node.test, self.made)
        if type(node) is cst.FormattedStringExpression:
            return self.results.reads(node.expression, self.results.computed)
        if type(node) is cst.Call and is_print(self.results.names.inference, node):
            return any(self.results.reads(one.value, self.results.computed) for one in node.args)
        return isinstance(node, cst.BooleanOperation | cst.UnaryOperation) and self.results.reads(node, self.made)


def _begun(node: cst.CSTNode) -> cst.CSTNode:
    """What a statement does first: its test, whatever stands under that."""
    return node.test if isinstance(node, cst.If | cst.While) else node


def _is_chunked(inference: Inference, work: cst.CSTNode, between: list[cst.CSTNode]) -> bool:
    """Whether a model of another file runs on what a loop between the readings hands out."""
    if type(work) is not cst.Call:
        return False
    model = inference.value(work.func)
    if isinstance(model, Module) and (model.name is not None or model.cls is not None):
        return False
    given: set[str] = set().union(*(all_names(one.value) for one in work.args))
    return any(
        any(one is work for one in own_nodes(loop)) and not all_names(head.target).isdisjoint(given)
        for loop in between
        for head in ((loop,) if type(loop) is cst.For else _heads(loop))
    )


def _is_over_data(loop: cst.CSTNode) -> bool:
    """Whether a loop goes over batches; one that only counts may be there to measure."""
    return type(loop) is cst.For and called_name(loop.iter) != "range"


def _heads(node: cst.CSTNode) -> list[cst.CompFor]:
    """The loops of a comprehension."""
    found: list[cst.CompFor] = []
    head = node.for_in if isinstance(node, cst.BaseComp) else None
    while head is not None:
        found.append(head)
        head = head.inner_for_in
    return found


def _scope(inference: Inference, function: cst.CSTNode | None) -> _Scope:
    """What a function, or the script, does in its own lines."""
    assert inference.module is not None
    scope = _Scope()
    read: dict[str, cst.Call] = {}

    def reading(node: cst.BaseExpression) -> cst.Call | None:
        if type(node) is cst.Call and _is_clock(inference, node):
            return node
        path = plain_path(node)
        return None if path is None else read.get(path)

    for node in own_nodes(inference.module if function is None else function):
        scope.places[id(node)] = len(scope.nodes)
        scope.nodes.append(node)
        if type(node) is cst.Assign:
            for target in node.targets:
                path = plain_path(target.target)
                if path is not None and type(node.value) is cst.Call and _is_clock(inference, node.value):
                    read[path] = node.value
        elif type(node) is cst.BinaryOperation and type(node.operator) is cst.Subtract:
            first, second = reading(node.right), reading(node.left)
            if first is not None and second is not None and first is not second:
                scope.pairs.append((first, second))
    return _Scope(scope.nodes, scope.places, [pair for pair in scope.pairs if _in_order(scope, pair)])


def _in_order(scope: _Scope, pair: tuple[cst.Call, cst.Call]) -> bool:
    places = [scope.places.get(id(call)) for call in pair]
    if None in places or pair in scope.pairs[: scope.pairs.index(pair)]:
        return False
    return scope.places[id(pair[0])] < scope.places[id(pair[1])]


def _is_clock(inference: Inference, node: cst.Call) -> bool:
    callee = inference.value(node.func)
    return type(callee) is Reference and canonical(callee.name) in WALL_CLOCKS


def _work(program: Program, results: _Results, nodes: list[cst.CSTNode], depth: int = _DEPTH) -> cst.CSTNode | None:
    """The first node that queues kernels on a GPU, also in a helper that is called."""
    for node in nodes:
        if results.queues(node):
            return node
        helper, _ = callee_of(program.inference, node) if type(node) is cst.Call else (None, None)
        if helper is not None and depth:
            body = list(own_nodes(helper.node.body))
            if _work(program, _Results(results.names, helper.node, body), body, depth - 1) is not None:
                return node
    return None


def _may_wait(
    program: Program,
    names: CudaNames,
    function: cst.CSTNode | None,
    node: cst.CSTNode,
    unknown: set[int],
    depth: int = _DEPTH,
) -> bool:
    """Whether something waits until the GPU has done its work, or is not known not to."""
    inference = program.inference
    if type(node) is cst.FormattedStringExpression:
        return is_formatted_read(inference, node.expression)
    operation = inference.operation(node)
    if operation is not None and operation.signature.synchronises:
        return True
    if is_implicit_read(inference, node) or any(_may_be_on_host(names, function, one) for one in copied_into(node)):
        return True
    if type(node) is not cst.Call:
        return False
    name = called_name(node).lower()
    if any(word in name for word in WAITS) or is_host_read(inference, node):
        return True
    helper, _ = callee_of(inference, node)
    if helper is not None and depth:
        inner = own_nodes(helper.node.body)
        return any(_may_wait(program, names, helper.node, one, unknown, depth - 1) for one in inner)
    return id(node) in unknown and not names.is_placing(node)


def _may_be_on_host(names: CudaNames, function: cst.CSTNode | None, node: cst.BaseExpression) -> bool:
    """Whether a tensor is one that is not known to be on a GPU; what is no tensor holds what it is given as it is."""
    value = names.inference.value(node)
    on_gpu = (value.device or "").startswith("cuda") if isinstance(value, Tensor) else True
    return not on_gpu and not names.holds(function, node)
