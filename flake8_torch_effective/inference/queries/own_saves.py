"""Whether what a class loads may hold more than tensors and plain data, by what it saves and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import called_name, without_subscripts
from ...syntax.walking import walk
from ..events.at_work import calls_in
from ..events.program import program_of
from ..events.recognition import argument_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.training import EventKind, Role, role_by_name
from ..values import Array, Class, Function, Instance, Module, Optimizer, Sequence, Value
from .assigned import assigned_in
from .callers import function_around

_SAVES = "what classes save"
_METHODS = "methods by name"
_RETURNS = "what functions return"
_CALLED = "attributes that classes call"
_MODULES = "names of modules in functions"
_MANY = 200
_DEPTH = 3
_BEYOND = 3  # names in `self.trainer.state`: what another file keeps in an object of this one
_COPIES = frozenset(("copy", "deepcopy"))
# What only modules have, and no state dict.
_OF_MODULES = frozenset(("eval", "train", "load_state_dict", "state_dict", "parameters", "named_parameters", "modules"))


def holds_object(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a value is an object of a class of the file or of NumPy, or a container that has one.

    >>> p = program("class A: pass", "a = {'a': A()}", "b = {'b': 3}")
    >>> [holds_object(p.value(name)) for name in "ab"]
    [True, False]
    """
    for one in alternatives(value):
        if isinstance(one, Array) or (isinstance(one, Instance) and not isinstance(one, Optimizer) and one.cls):
            return True
        if isinstance(one, Sequence) and depth and any(holds_object(part, depth - 1) for part in one.parts()):
            return True
    return False


def may_read_objects(inference: Inference, call: cst.Call) -> bool:
    """Whether the class of a call saves what may hold objects: what it calls, arrays, or items of others' attributes.

    >>> save = "    def save(self, n): torch.save({'loss': self.loss}, n)", "    def f(self, x): return self.loss(x)"
    >>> p = program("class A:", *save, "    def load(self, n): return torch.load(n)", "x = torch.load(m)")
    >>> [may_read_objects(p.inference, p.node(f"torch.load({name})")) for name in "nm"]
    [True, False]
    """
    around = function_around(inference, call)
    function = None if around is None else inference.functions.get(around)
    if function is None or function.cls is None:
        return False
    known = inference.rooms.get(_SAVES)
    if not isinstance(known, dict):
        known = inference.rooms[_SAVES] = _classes_that_save_objects(inference)
    return any(one in known for one in function.cls.ancestry())


def is_taken_for_module(inference: Inference, call: cst.Call) -> bool:
    """Whether what a call loads gets the name of a module, or is returned as one, by the name or beside one.

    >>> p = program("def load_model(n): return torch.load(n)", "def f(m):", "    a = torch.load(m)", "    net = a",
    ...             "    net.eval()", "def load_weights(k): return torch.load(k)")
    >>> [is_taken_for_module(p.inference, p.node(f"torch.load({name})")) for name in "nmk"]
    [True, True, False]
    """
    around = function_around(inference, call)
    frame = inference.module if around is None else around
    assert frame is not None
    assigned = assigned_in(inference, frame)
    name = assigned.names.get(id(call))
    if name is not None and any(
        type(node) is cst.Name and node.value == name
        for other in _modules_in(inference, frame)
        for node in assigned.values.get(other, ())
    ):
        return True
    function = None if around is None else inference.functions.get(around)
    return function is not None and _is_returned_as_module(inference, function, call, name)


def _modules_in(inference: Inference, frame: cst.CSTNode) -> set[str]:
    """The names in a function of which something is read that only modules have."""
    room = inference.rooms.setdefault(_MODULES, {})
    assert isinstance(room, dict)
    if id(frame) not in room:
        found: set[str] = set()

        def look(node: cst.CSTNode) -> None:
            if type(node) is cst.Attribute and type(node.value) is cst.Name and node.attr.value in _OF_MODULES:
                found.add(node.value.value)

        walk(frame, {cst.Attribute: [look]})
        room[id(frame)] = found
    known = room[id(frame)]
    assert isinstance(known, set)
    return known


def _is_returned_as_module(inference: Inference, function: Function, call: cst.Call, name: str | None) -> bool:
    places = {
        (place, length)
        for place, length, node in _returned(inference, function)
        if node is call or (name is not None and type(node) is cst.Name and node.value == name)
    }
    if not places:
        return False
    if (0, 1) in places and _ends_in_module(function.name):
        return True
    return any(
        (place, length) in places and node is not call and _is_module(inference, node)
        for one in _overrides(inference, function)
        for place, length, node in _returned(inference, one)
    )


def _overrides(inference: Inference, function: Function) -> list[Function]:
    """A function, and what overrides it or is overridden by it in the file."""
    if function.cls is None:
        return [function]
    known = inference.rooms.get(_METHODS)
    if not isinstance(known, dict):
        methods: dict[str, list[Function]] = {}
        for one in inference.functions.values():
            if one.cls is not None:
                methods.setdefault(one.name, []).append(one)
        known = inference.rooms[_METHODS] = methods
    family = set(function.cls.ancestry())
    same = (one for one in known.get(function.name, ())[:_MANY] if one is not function)
    return [function, *(one for one in same if one.cls is not None and not family.isdisjoint(one.cls.ancestry()))]


def _returned(inference: Inference, function: Function) -> list[tuple[int, int, cst.BaseExpression]]:
    """What a function returns: the place of each among how many."""
    room = inference.rooms.setdefault(_RETURNS, {})
    assert isinstance(room, dict)
    if id(function.node) not in room:
        room[id(function.node)] = list(_returns_in(function))
    known = room[id(function.node)]
    assert isinstance(known, list)
    return known


def _returns_in(function: Function) -> Iterator[tuple[int, int, cst.BaseExpression]]:
    found: list[cst.CSTNode] = []
    walk(function.node.body, {cst.Return: [found.append]})
    for node in found:
        value = node.value if type(node) is cst.Return else None
        if type(value) is cst.Tuple:
            yield from ((place, len(value.elements), one.value) for place, one in enumerate(value.elements))
        elif value is not None:
            yield 0, 1, value


def _is_module(inference: Inference, node: cst.BaseExpression) -> bool:
    if type(node) is cst.Name and _ends_in_module(node.value):
        return True
    return any(isinstance(one, Module) for one in alternatives(inference.value(node)))


def _ends_in_module(name: str) -> bool:
    """Whether the last word of a name is that of a module: ``load_model``, but not ``model_state``."""
    return role_by_name(name.rpartition("_")[2]) is Role.MODULE


def _classes_that_save_objects(inference: Inference) -> dict[Class, None]:
    """The classes with a method that saves what may hold objects."""
    found: dict[Class, None] = {}
    for event in program_of(inference).events(EventKind.SAVE):
        function = None if event.function is None else inference.functions.get(event.function)
        saved = argument_of(event.node, "obj", 0) if type(event.node) is cst.Call else None
        if function is None or function.cls is None or function.cls in found or saved is None:
            continue
        if any(_may_be_object(inference, owner, node) for owner, node in _parts(inference, function, saved)):
            found[function.cls] = None
    return found


def _parts(
    inference: Inference, function: Function, saved: cst.BaseExpression
) -> Iterator[tuple[Function, cst.BaseExpression]]:
    """What the container holds that is saved: of names what they are assigned, of methods what they return."""
    queue = [(function, saved, 0, False)]
    seen = {id(saved)}
    for owner, node, depth, held in queue:
        inside: list[tuple[Function, cst.BaseExpression]] = []
        written: list[cst.BaseExpression] = []
        if type(node) is cst.Name:
            inside = [(owner, one) for one in assigned_in(inference, owner.node).values.get(node.value, ())]
            written = _written_into(owner, node.value) if depth == 0 else []
        elif isinstance(node, cst.Dict | cst.List | cst.Tuple):
            written = [one.value for one in node.elements]
        elif type(node) is cst.IfExp:
            inside = [(owner, node.body), (owner, node.orelse)]
        elif type(node) is cst.Call and called_name(node) == "dict":
            written = [one.value for one in node.args]
        elif type(node) is cst.Call and owner.cls is not None and _of_self(node.func) is not None:
            method = next((one.functions.get(called_name(node)) for one in owner.cls.ancestry()), None)
            inside = [] if method is None else [(method, one) for _, _, one in _returned(inference, method)]
        if held:
            yield owner, node
        within = [(*one, depth + 1, held) for one in inside] + [(owner, one, depth + 1, True) for one in written]
        for part in within:
            if id(part[1]) not in seen and len(queue) < _MANY and depth < 2 * _DEPTH:
                seen.add(id(part[1]))
                queue.append(part)


def _written_into(function: Function, name: str) -> list[cst.BaseExpression]:
    """What is written into the items of a name: ``state["loss"] = x``."""
    found: list[cst.BaseExpression] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        for one in node.targets:
            root = without_subscripts(one.target)
            if root is not one.target and type(root) is cst.Name and root.value == name:
                found.append(node.value)

    walk(function.node, {cst.Assign: [look]})
    return found


def _may_be_object(inference: Inference, owner: Function, node: cst.BaseExpression) -> bool:
    if type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value in _COPIES:
        node = node.func.value
    if holds_object(inference.value(node)):
        return True
    if type(node) is cst.Subscript:
        root = without_subscripts(node)
        names = 1
        while type(root) is cst.Attribute:
            root, names = root.value, names + 1
        return type(root) is cst.Name and names >= _BEYOND
    name = _of_self(node)
    if name is None or owner.cls is None:
        return False
    written = [value for one in owner.cls.ancestry() for value in one.writes.get(name, {}).values()]
    return any(holds_object(value) for value in written) or _is_called(inference, owner.cls, name)


def _is_called(inference: Inference, cls: Class, name: str) -> bool:
    """Whether a class calls an attribute that is none of its methods."""
    if any(name in one.functions for one in cls.ancestry()):
        return False
    room = inference.rooms.setdefault(_CALLED, {})
    assert isinstance(room, dict)
    if cls not in room:
        room[cls] = {_of_self(one.func) for one in calls_in(cls.node)}
    return name in room[cls]


def _of_self(node: cst.BaseExpression) -> str | None:
    if type(node) is cst.Attribute and type(node.value) is cst.Name and node.value.value == "self":
        return node.attr.value
    return None
