"""Which names of a file hold what the file puts on a GPU, as its text shows where devices are chosen at run time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import last_name
from ...syntax.walking import CHILDREN, walk
from ..events.program import program_of
from ..events.recognition import callee_of
from ..events.scope import plain_path, split
from ..interpreter.inference import Inference
from ..values import Tensor, Text

_ROOM = "names on a GPU"
_GPU = "cuda"
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


@dataclass
class CudaNames:
    """The names that hold tensors and modules on a GPU, by the function they stand in; ``devices`` are those of it."""

    inference: Inference
    devices: set[str] = field(default_factory=set)
    placed: set[tuple[int | None, str]] = field(default_factory=set)
    placing: set[int] = field(default_factory=set)
    calls: list[tuple[int | None, cst.Call]] = field(default_factory=list)

    def is_device(self, node: cst.BaseExpression | None) -> bool:
        """Whether an expression is a GPU, or may be one where there is one.

        >>> p = program("device = 'cuda' if torch.cuda.is_available() else 'cpu'", "y = x.to(device)")
        >>> cuda_names(p.inference).is_device(p.node("device"))
        True
        """
        if node is None:
            return False
        value = self.inference.value(node)
        if isinstance(value, Text) and value.text is not None:
            return value.text.startswith(_GPU)
        return last_name(node) in self.devices or _says_gpu(node)

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
        at = None if function is None or path.startswith("self.") else id(function)
        if (at, path) in self.placed:
            return True
        known = self.inference.functions.get(function) if function is not None else None
        if known is None or split(path)[0] in program_of(self.inference).names(known.node).bound:
            return False
        outer = known.analysis.scope.function
        return self.holds(None if outer is None else outer.node, node)


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
    found = inference.rooms[_ROOM] = CudaNames(inference)
    _find_devices(found)
    for function in (None, *inference.functions):
        _find_placed(found, function)
    _hand_on(found)
    return found


def _says_gpu(node: cst.CSTNode) -> bool:
    """Whether the text of an expression names a GPU: ``torch.device("cuda:0" if ... else "cpu")``."""
    said: list[bool] = []

    def look(part: cst.CSTNode) -> None:
        assert type(part) is cst.SimpleString
        said.append(part.raw_value.startswith(_GPU))

    walk(node, {cst.SimpleString: [look]})
    return any(said)


def _find_devices(names: CudaNames) -> None:
    """Note what the file calls a GPU: assigned names, defaults of parameters and of the command line."""
    inference = names.inference
    for assign in inference.nodes_of(cst.Assign):
        if type(assign) is cst.Assign and type(assign.value) is not cst.Lambda and _chooses(assign.value):
            names.devices.update(last_name(target.target) for target in assign.targets)
    for parameter in inference.nodes_of(cst.Param):
        if type(parameter) is cst.Param and parameter.default is not None and _chooses(parameter.default):
            names.devices.add(parameter.name.value)
    for call in inference.nodes_of(cst.Call):
        if type(call) is cst.Call and last_name(call.func) == "add_argument" and call.args and _says_gpu(call):
            option = call.args[0].value
            if type(option) is cst.SimpleString:
                names.devices.add(str(option.raw_value).lstrip("-").replace("-", "_"))
    names.devices.discard("")


def _chooses(node: cst.BaseExpression) -> bool:
    """Whether an expression is a device: text, `torch.device`, or a choice of them, one of which is a GPU."""
    if type(node) is cst.IfExp:
        return _chooses(node.body) or _chooses(node.orelse)
    if type(node) is cst.SimpleString:
        return str(node.raw_value).startswith(_GPU)
    if type(node) is cst.FormattedString:
        first = node.parts[0] if node.parts else None
        return type(first) is cst.FormattedStringText and first.value.startswith(_GPU)
    return type(node) is cst.Call and last_name(node.func) == "device" and _says_gpu(node)


def _places(names: CudaNames, call: cst.Call) -> bool:
    """Whether a call gives something on a GPU: ``x.cuda()``, ``x.to(device)``, ``torch.ones(3, device=device)``."""
    method = call.func.attr.value if type(call.func) is cst.Attribute else ""
    if method == _GPU:
        return True
    for argument in call.args:
        named = None if argument.keyword is None else argument.keyword.value
        if (named == "device" or (method == "to" and named is None)) and names.is_device(argument.value):
            return True
    return False


def _find_placed(names: CudaNames, function: cst.CSTNode | None) -> None:
    """Note the names of a function that get what is on a GPU, and those whose module is moved there."""
    module = names.inference.module
    assert module is not None
    at = None if function is None else id(function)

    def note(target: cst.CSTNode) -> None:
        path = plain_path(target)
        if path is not None:
            names.placed.add((None if path.startswith("self.") else at, path))

    def gives(value: cst.BaseExpression) -> bool:
        while type(value) is cst.Call:
            if _places(names, value):
                return True
            if type(value.func) is not cst.Attribute:
                return False
            value = value.func.value
        return False

    def call(node: cst.Call) -> None:
        names.calls.append((at, node))
        if _places(names, node):
            names.placing.add(id(node))
            if type(node.func) is cst.Attribute and names.inference.is_discarded(node):
                note(node.func.value)

    def assign(node: cst.Assign) -> None:
        for target in (one.target for one in node.targets):
            if type(target) is cst.Tuple and type(node.value) is cst.Tuple:
                for one, value in zip(target.elements, node.value.elements, strict=False):
                    if gives(value.value):
                        note(one.value)
            elif gives(node.value):
                note(target)

    for node in own_nodes(module if function is None else function):
        if type(node) is cst.Call:
            call(node)
        elif type(node) is cst.Assign:
            assign(node)


def _hand_on(names: CudaNames) -> None:
    """Note the parameters of the file's functions that are given what is on a GPU."""
    for at, call in names.calls:
        function, _ = callee_of(names.inference, call)
        if function is None or not call.args:
            continue
        rows = [row.name.value for row in function.node.params.params]
        if function.cls is not None and "staticmethod" not in function.decorators:
            rows = rows[1:]
        given = zip(rows, (one for one in call.args if one.keyword is None and not one.star), strict=False)
        named = [(one.keyword.value, one) for one in call.args if one.keyword is not None]
        for name, argument in [*given, *named]:
            path = plain_path(argument.value)
            known = path is not None and (None if path.startswith("self.") else at, path) in names.placed
            if known or id(argument.value) in names.placing:
                names.placed.add((id(function.node), name))
    names.calls.clear()
