"""Which expressions of a file are a GPU, by what is nearest: a local name, an attribute of the class, a parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import walk
from ..events.program import program_of
from ..events.recognition import argument_of, receiver_name
from ..events.scope import is_none
from ..interpreter.inference import Inference
from ..values import Class, Function, Text

GPU: Final = "cuda"
_DEPTH: Final = 12

# A name by what binds it: a function, a class for its attributes, None for the script.
_Key = tuple[int | None, str]


@dataclass
class CudaDevices:
    """What a file calls a GPU: ``named`` anywhere in it, ``given`` in one function, class or the script.

    ``calls`` has the calls of each function of the file. All calls and assignments must be noted before the first
    question.
    """

    inference: Inference
    named: set[str] = field(default_factory=set)
    given: dict[_Key, list[tuple[cst.BaseExpression, cst.CSTNode | None]]] = field(default_factory=dict)
    calls: dict[Function, list[tuple[cst.Call, cst.CSTNode | None]]] = field(default_factory=dict)
    known: dict[_Key, bool | None] = field(default_factory=dict)

    def is_gpu(self, function: cst.CSTNode | None, node: cst.BaseExpression | None) -> bool:
        """Whether an expression in a function, or in the script, is a GPU, or may be one where there is one.

        >>> p = program("y = x.to('cpu')", "z = x.to(torch.device('cuda'))")
        >>> devices, function = CudaDevices(p.inference), p.operation("x.to('cpu')").frame
        >>> [devices.is_gpu(function, p.node(code)) for code in ("'cpu'", "torch.device('cuda')")]
        [False, True]
        """
        return node is not None and self._says(function, node, _DEPTH) is True

    def note(self, function: cst.CSTNode | None, node: cst.Assign | cst.AnnAssign) -> None:
        """Note what the names and the attributes of ``self`` get from an assignment in a function, or in the script.

        >>> p = program("place = torch.device('cuda')", "y = x.to(place)")
        >>> devices, function = CudaDevices(p.inference), p.operation("x.to(place)").frame
        >>> for assign in p.inference.nodes_of(cst.Assign): devices.note(function, assign)
        >>> devices.is_gpu(function, p.node("place"))
        True
        """
        if node.value is None:
            return
        targets = [node.target] if isinstance(node, cst.AnnAssign) else [one.target for one in node.targets]
        for target in targets:
            if type(target) is cst.Tuple and type(node.value) is cst.Tuple:
                for one, value in zip(target.elements, node.value.elements, strict=False):
                    self._note(function, one.value, value.value)
            else:
                self._note(function, target, node.value)

    def _note(self, function: cst.CSTNode | None, target: cst.CSTNode, value: cst.BaseExpression) -> None:
        key: _Key | None = None
        if type(target) is cst.Name:
            around = self._binder(function, target.value)
            key = (None if around is None else id(around), target.value)
        elif type(target) is cst.Attribute:
            cls = self._class_of(function, target.value)
            key = None if cls is None else (id(cls.node), target.attr.value)
        if key is not None:
            self.given.setdefault(key, []).append((value, function))

    def note_attributes(self, cls: Class) -> None:
        """Note what the body of a class gives its attributes.

        >>> devices = CudaDevices(program("class Rows:", "    device = 'cuda'").inference)
        >>> for cls in devices.inference.classes.values(): devices.note_attributes(cls)
        >>> [name for _, name in devices.given]
        ['device']
        """
        for line in cls.node.body.body:
            parts = line.body if type(line) is cst.SimpleStatementLine else ()
            for assign in (part for part in parts if type(part) is cst.Assign):
                for target in assign.targets:
                    self.given.setdefault((id(cls.node), last_name(target.target)), []).append((assign.value, None))

    def owner(self, function: cst.CSTNode | None) -> Function | None:
        """The method that a function is, or stands in.

        >>> p = program("class Net(nn.Module):", "    def forward(self, z): return z.exp()")
        >>> CudaDevices(p.inference).owner(p.operation("z.exp()").frame).name
        'forward'
        """
        known = None if function is None else self.inference.functions.get(function)
        while known is not None and known.cls is None:
            known = known.analysis.scope.function
        return known

    def _class_of(self, function: cst.CSTNode | None, node: cst.CSTNode) -> Class | None:
        """The class of the object that a method's first parameter is."""
        method = self.owner(function) if type(node) is cst.Name else None
        is_own = method is not None and last_name(node) == receiver_name(method)
        return method.cls if method is not None and is_own else None

    def _binder(self, function: cst.CSTNode | None, name: str) -> cst.CSTNode | None:
        """The function that binds a name which it, or one in it, reads; None for the script."""
        known = None if function is None else self.inference.functions.get(function)
        if function is None or known is None:
            return None
        program = program_of(self.inference)
        return function if name in program.names(known.node).bound else program.scope_of(name, known)

    def _says(self, function: cst.CSTNode | None, node: cst.BaseExpression, depth: int) -> bool | None:
        """Whether an expression is a GPU; None where the file does not show it."""
        value = self.inference.value(node)
        if isinstance(value, Text) and value.text is not None:
            return value.text.startswith(GPU)
        if chooses_gpu(node):
            return True
        if type(node) is cst.SimpleString or is_none(node):
            return False
        if depth == 0:
            return None
        if type(node) is cst.IfExp:
            return _any(self._says(function, one, depth - 1) for one in (node.body, node.orelse))
        if type(node) is cst.BooleanOperation:
            return _any(self._says(function, one, depth - 1) for one in (node.left, node.right))
        if called_name(node) == "device" and type(node) is cst.Call and node.args:
            return self._says(function, node.args[0].value, depth - 1)
        found: bool | None = None
        if type(node) is cst.Name:
            found = self._name_says(function, node.value, depth)
        elif type(node) is cst.Attribute:
            found = self._attribute_says(self._class_of(function, node.value), node.attr.value, depth)
        if found is None:  # only then by what the whole file calls so
            return True if last_name(node) in self.named or says_gpu(node) else None
        return found

    def _name_says(self, function: cst.CSTNode | None, name: str, depth: int) -> bool | None:
        around = self._binder(function, name)
        key = (None if around is None else id(around), name)
        if key not in self.known:
            self.known[key] = False  # what it is given of itself adds nothing: ``device = device or other``
            found = [self._says(at, value, depth - 1) for value, at in self.given.get(key, ())]
            handed = None if around is None else self.inference.functions.get(around)
            if handed is not None and _parameter(handed, name) is not None:
                found.append(self._parameter_says(handed, name, depth))
            scope = self.inference.module if handed is None else handed.node
            if scope is None or len(found) < program_of(self.inference).names(scope).bound.get(name, 1):
                found.append(None)  # it is bound in another way, too
            self.known[key] = _any(found)
        return self.known[key]

    def _parameter_says(self, function: Function, name: str, depth: int) -> bool | None:
        """Whether a parameter gets a GPU in a call of the file, or by its default where a call leaves it."""
        parameter = _parameter(function, name)
        default = None if parameter is None else parameter.default
        around = function.analysis.scope.function
        left = None if default is None else self._says(None if around is None else around.node, default, depth - 1)
        parameters = (*function.node.params.posonly_params, *function.node.params.params)
        rows = [one.name.value for one in parameters]
        bound = function.cls is not None and "staticmethod" not in function.decorators
        place = rows.index(name) - bound if name in rows else len(rows)
        found: list[bool | None] = []
        for call, at in self.calls.get(function, ()):
            given = argument_of(call, name, place)
            if given is not None:
                found.append(self._says(at, given, depth - 1))
            else:
                found.append(None if any(one.star for one in call.args) else left)
        return _any(found) if found else left

    def _attribute_says(self, cls: Class | None, name: str, depth: int) -> bool | None:
        for one in () if cls is None else cls.ancestry():
            key = (id(one.node), name)
            if key in self.given:
                if key not in self.known:
                    self.known[key] = False
                    self.known[key] = _any(self._says(at, value, depth - 1) for value, at in self.given[key])
                return self.known[key]
        return None


def chooses_gpu(node: cst.BaseExpression) -> bool:
    """Whether an expression is a device: text, `torch.device`, or a choice of them, one of which is a GPU.

    >>> p = program("device = torch.device('cuda' if n else 'cpu')", "y = x.cuda()")
    >>> chooses_gpu(p.node("torch.device('cuda' if n else 'cpu')")), chooses_gpu(p.node("x.cuda()"))
    (True, False)
    """
    if type(node) is cst.IfExp:
        return chooses_gpu(node.body) or chooses_gpu(node.orelse)
    if type(node) is cst.SimpleString:
        return str(node.raw_value).startswith(GPU)
    if type(node) is cst.FormattedString:
        first = node.parts[0] if node.parts else None
        return type(first) is cst.FormattedStringText and first.value.startswith(GPU)
    return called_name(node) == "device" and says_gpu(node)


def says_gpu(node: cst.CSTNode) -> bool:
    """Whether the text of an expression names a GPU: ``torch.device("cuda:0" if ... else "cpu")``.

    >>> p = program("a = torch.device('cuda:0')", "b = torch.device('cpu')")
    >>> says_gpu(p.node("torch.device('cuda:0')")), says_gpu(p.node("torch.device('cpu')"))
    (True, False)
    """
    said: list[bool] = []

    def look(part: cst.CSTNode) -> None:
        assert type(part) is cst.SimpleString
        said.append(part.raw_value.startswith(GPU))

    walk(node, {cst.SimpleString: [look]})
    return any(said)


def _parameter(function: Function, name: str) -> cst.Param | None:
    params = function.node.params
    parameters = (*params.posonly_params, *params.params, *params.kwonly_params)
    return next((one for one in parameters if one.name.value == name), None)


def _any(said: Iterable[bool | None]) -> bool | None:
    """True where one of them is a GPU; None where one is not known."""
    found = list(said)
    return True if True in found else None if None in found or not found else False
