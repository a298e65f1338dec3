"""Which names of a file hold what the file puts on a GPU, as its text shows where devices are chosen at run time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import last_name
from ...syntax.walking import CHILDREN
from ..events.program import program_of
from ..events.recognition import callee_of
from ..events.scope import plain_path, split
from ..interpreter.inference import Inference
from ..values import Function, Tensor
from .cuda_devices import GPU, CudaDevices, chooses_gpu, says_gpu

_ROOM = "names on a GPU"
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


@dataclass
class CudaNames:
    """The names that hold tensors and modules on a GPU, by the function or class they stand in, and its ``devices``."""

    inference: Inference
    devices: CudaDevices
    placed: set[tuple[int | None, str]] = field(default_factory=set)
    placing: set[int] = field(default_factory=set)
    calls: list[tuple[Function, cst.Call, cst.CSTNode | None]] = field(default_factory=list)

    def is_device(self, function: cst.CSTNode | None, node: cst.BaseExpression | None) -> bool:
        """Whether an expression in a function, or in the script, is a GPU, or may be one where there is one.

        >>> p = program("device = 'cuda' if torch.cuda.is_available() else 'cpu'", "y = x.to(device)")
        >>> cuda_names(p.inference).is_device(p.operation("x.to(device)").frame, p.node("device"))
        True
        """
        return self.devices.is_gpu(function, node)

    def is_placing(self, node: cst.CSTNode) -> bool:
        """Whether a call puts a tensor or a module on a GPU.

        >>> p = program("y = x.cuda()", "z = x.to('cpu')")
        >>> names = cuda_names(p.inference)
        >>> names.is_placing(p.node("x.cuda()")), names.is_placing(p.node("x.to('cpu')"))
        (True, False)
        """
        return id(node) in self.placing

    def holds(self, function: cst.CSTNode | None, node: cst.CSTNode | None) -> bool:
        """Whether an expression in a function, or in the script, is known to be on a GPU.

        >>> p = program("y = x.cuda()", "z = y + x")
        >>> names, function = cuda_names(p.inference), p.operation("y + x").frame
        >>> names.holds(function, p.node("y")), names.holds(function, p.node("x"))
        (True, False)
        """
        if node is None or id(node) in self.placing:
            return node is not None
        path = plain_path(node)
        value = self.inference.value(node)
        if path is None or (isinstance(value, Tensor) and value.device == "cpu"):
            return False
        if path.startswith("self."):
            method = self.devices.owner(function)
            classes = () if method is None or method.cls is None else method.cls.ancestry()
            return any((id(cls.node), path) in self.placed for cls in classes)
        if (None if function is None else id(function), path) in self.placed:
            return True
        known = self.inference.functions.get(function) if function is not None else None
        if known is None or split(path)[0] in program_of(self.inference).names(known.node).bound:
            return False
        outer = known.analysis.scope.function
        return self.holds(None if outer is None else outer.node, node)

    def note(self, function: cst.CSTNode | None, target: cst.CSTNode) -> None:
        """Note that a name in a function, or an attribute of its class, holds what is on a GPU.

        >>> p = program("y = x.exp()")
        >>> names, function = cuda_names(p.inference), p.operation("x.exp()").frame
        >>> names.note(function, p.node("x"))
        >>> names.holds(function, p.node("x"))
        True
        """
        path = plain_path(target)
        if path is None:
            return
        at = function
        if path.startswith("self."):
            method = self.devices.owner(function)
            at = None if method is None or method.cls is None else method.cls.node
        self.placed.add((None if at is None else id(at), path))


def own_nodes(body: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes of a function's own lines, in the order of the text, without those of functions in it.

    >>> [type(node).__name__ for node in own_nodes(program("y = x.exp()").node("x.exp()"))]
    ['Call', 'Attribute', 'Name', 'Name']
    """
    stack: list[cst.CSTNode] = [body]
    while stack:
        node = stack.pop()
        yield node
        if node is not body and isinstance(node, _SCOPES):
            continue
        for name in CHILDREN.get(type(node), ()):  # the last field first
            child = getattr(node, name)
            if isinstance(child, (tuple, list)):
                stack.extend(reversed(child))
            elif child is not None:
                stack.append(child)


def cuda_names(inference: Inference) -> CudaNames:
    """The names of a file that hold what is on a GPU, worked out once.

    >>> p = program("y = x.cuda()")
    >>> len(cuda_names(p.inference).placed)
    1
    """
    known = inference.rooms.get(_ROOM)
    if isinstance(known, CudaNames):
        return known
    found = inference.rooms[_ROOM] = CudaNames(inference, CudaDevices(inference))
    _find_devices(found)
    for cls in inference.classes.values():
        found.devices.note_attributes(cls)
    parts = {function: _parts(found, function) for function in (None, *inference.functions)}
    for function, nodes in parts.items():
        _find_placed(found, function, nodes)
    _hand_on(found)
    return found


def _parts(names: CudaNames, function: cst.CSTNode | None) -> list[cst.Call | cst.Assign]:
    """The calls and assignments in a function's own lines, or in those of the script, noted for what is a device."""
    body = names.inference.module if function is None else function
    assert body is not None
    found: list[cst.Call | cst.Assign] = []
    for node in own_nodes(body):
        if type(node) is cst.Call:
            found.append(node)
            callee, _ = callee_of(names.inference, node)
            if callee is not None:
                names.devices.calls.setdefault(callee, []).append((node, function))
                names.calls.append((callee, node, function))
        elif type(node) is cst.Assign or type(node) is cst.AnnAssign:
            names.devices.note(function, node)
            if type(node) is cst.Assign:
                found.append(node)
    return found


def _find_devices(names: CudaNames) -> None:
    """Note what the file calls a GPU: assigned names, defaults of parameters and of the command line."""
    inference = names.inference
    for assign in inference.nodes_of(cst.Assign):
        if type(assign) is cst.Assign and type(assign.value) is not cst.Lambda and chooses_gpu(assign.value):
            names.devices.named.update(last_name(target.target) for target in assign.targets)
    for parameter in inference.nodes_of(cst.Param):
        if type(parameter) is cst.Param and parameter.default is not None and chooses_gpu(parameter.default):
            names.devices.named.add(parameter.name.value)
    for call in inference.nodes_of(cst.Call):
        if type(call) is cst.Call and last_name(call.func) == "add_argument" and call.args and says_gpu(call):
            option = call.args[0].value
            if type(option) is cst.SimpleString:
                names.devices.named.add(str(option.raw_value).lstrip("-").replace("-", "_"))
    names.devices.named.discard("")


def _places(names: CudaNames, function: cst.CSTNode | None, call: cst.Call) -> bool:
    """Whether a call gives something on a GPU: ``x.cuda()``, ``x.to(device)``, ``torch.ones(3, device=device)``."""
    method = call.func.attr.value if type(call.func) is cst.Attribute else ""
    if method == GPU:
        return True
    for argument in call.args:
        named = None if argument.keyword is None else argument.keyword.value
        if (named == "device" or (method == "to" and named is None)) and names.is_device(function, argument.value):
            return True
    return False


def _find_placed(names: CudaNames, function: cst.CSTNode | None, nodes: list[cst.Call | cst.Assign]) -> None:
    """Note the names of a function that get what is on a GPU, and those whose module is moved there."""

    def gives(value: cst.BaseExpression) -> bool:
        while type(value) is cst.Call:
            if _places(names, function, value):
                return True
            if type(value.func) is not cst.Attribute:
                return False
            value = value.func.value
        return False

    def call(node: cst.Call) -> None:
        if _places(names, function, node):
            names.placing.add(id(node))
            if type(node.func) is cst.Attribute and names.inference.is_discarded(node):
                names.note(function, node.func.value)

    def assign(node: cst.Assign) -> None:
        for target in (one.target for one in node.targets):
            if type(target) is cst.Tuple and type(node.value) is cst.Tuple:
                for one, value in zip(target.elements, node.value.elements, strict=False):
                    if gives(value.value):
                        names.note(function, one.value)
            elif gives(node.value):
                names.note(function, target)

    for node in nodes:
        if type(node) is cst.Call:
            call(node)
        elif type(node) is cst.Assign:
            assign(node)


def _hand_on(names: CudaNames) -> None:
    """Note the parameters of the file's functions that are given what is on a GPU."""
    for function, call, around in names.calls:
        if not call.args:
            continue
        rows = [row.name.value for row in function.node.params.params]
        if function.cls is not None and "staticmethod" not in function.decorators:
            rows = rows[1:]
        given = zip(rows, (one for one in call.args if one.keyword is None and not one.star), strict=False)
        named = [(one.keyword.value, one) for one in call.args if one.keyword is not None]
        for name, argument in [*given, *named]:
            if names.holds(around, argument.value):
                names.placed.add((id(function.node), name))
    names.calls.clear()
