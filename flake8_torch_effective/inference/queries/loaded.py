"""Whether what a file loads holds more than tensors, containers, numbers and text: an object of a class of its own."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import libcst as cst

from ...syntax.equality import same_code
from ...syntax.naming import all_names, called_name
from ...syntax.walking import walk
from ..events.at_work import calls_in
from ..events.program import program_of
from ..events.recognition import argument_of, callee_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.arguments import KEYS_OF_TRAINERS, OTHER_LOADS
from ..knowledge.releases import TENSOR, names
from ..knowledge.training import EventKind
from ..values import UNKNOWN, Reference, Unknown, Value
from .assigned import assigned_in
from .callers import calls_to, function_around
from .own_saves import holds_object
from .saved_files import reads_saved_module

_ROOM = "what is read of objects"
_UNPICKLING = "what unpickles files"
_REACHED = "what unpickles files with its helpers"
_SAVERS = "calls inside functions that save"
_MANY = 60
# What ``weights_only=True`` reads; NumPy's arrays are not among it, but have an attribute that tensors lack.
_PLAIN = (dict, OrderedDict, Counter, list, tuple, set, str, bytes, int, float, complex)
_TAKES_STATES = "load_state_dict"
_LOOKS_UP = frozenset(("get", "pop"))
# Data sets of other packages keep graphs of a class of their own in files.
_GRAPH_LIBRARIES = ("torch_geometric.", "dgl.")


@dataclass
class _Read:
    """What a file reads of the objects of unknown class in it, and what it saves."""

    # The expressions that are called, or of which an attribute is read that nothing plain has, and their values.
    nodes: set[int] = field(default_factory=set)
    values: set[Value] = field(default_factory=set)
    # What a `load_state_dict` gets as it is.
    states: set[int] = field(default_factory=set)
    saves_objects: bool = False


def is_loaded_object(inference: Inference, call: cst.Call) -> bool:
    """Whether what a call loads is an object of some class: it is called, or has an attribute that nothing plain has.

    So is what a file loads that itself saves an object of one of its classes or of NumPy, or ``vars()`` of something,
    what it reads where it has saved a module, what a data set of graphs keeps, a checkpoint of Lightning's,
    and a list or dict of which an item is read like an object: ``saved["args"].lr``, ``batch.x`` of each batch; and one
    whose items become the attributes of an object, which holds more than weights.

    >>> p = program(*(f"{one} = torch.load('{one}.pt')" for one in "abc"), "a.test_agent()", "b.items()", "c(x)")
    >>> [is_loaded_object(p.inference, p.node(f"torch.load('{name}.pt')")) for name in "abc"]
    [True, False, True]
    """
    read = inference.rooms.get(_ROOM)
    if not isinstance(read, _Read):
        read = inference.rooms[_ROOM] = _look(inference)
    if id(call) in read.nodes or inference.value(call) in read.values:
        return True
    if id(call) in read.states:
        return False
    return read.saves_objects or reads_saved_module(inference, call) or _is_in_data_set_of_graphs(inference, call)


def is_beside_pickle(inference: Inference, call: cst.Call) -> bool:
    """Whether the function around a call unpickles a file in another way, which runs code as well, or its class does.

    So does what it calls in the file, as for the data that the loaded model is for, or each function that calls it.

    >>> lines = ["def f(a, b): return pickle.load(a), torch.load(b)", "def g(c): return torch.load(c)"]
    >>> p = program("import pickle", *lines, "def h(d): return f(d, d), torch.load(d)")
    >>> [is_beside_pickle(p.inference, p.node(f"torch.load({name})")) for name in "bcd"]
    [True, False, True]
    """
    around = function_around(inference, call)
    unpickling = _unpickling(inference)
    if around is None or not unpickling:
        return False
    known = inference.rooms.setdefault(_REACHED, {})
    assert isinstance(known, dict)

    def unpickles(one: cst.CSTNode) -> bool:
        if id(one) not in known:
            known[id(one)] = any(place in unpickling for place in _reached(inference, one))
        return bool(known[id(one)])

    if unpickles(around):
        return True
    callers = [function_around(inference, one) for one in calls_to(inference, inference.functions.get(around))]
    return bool(callers) and all(one is not None and unpickles(one) for one in callers)


def _unpickling(inference: Inference) -> set[cst.CSTNode | None]:
    """The functions and classes of a file that unpickle what ``torch.save`` has not written."""
    known = inference.rooms.get(_UNPICKLING)
    if isinstance(known, set):
        return known
    found: set[cst.CSTNode | None] = set()
    for call in inference.nodes_of(cst.Call):
        value = inference.value(call.func) if type(call) is cst.Call else UNKNOWN
        if type(call) is cst.Call and isinstance(value, Reference) and value.name in OTHER_LOADS:
            found.add(_place_of(inference, function_around(inference, call)))
    inference.rooms[_UNPICKLING] = found
    return found


def _reached(inference: Inference, start: cst.CSTNode) -> Iterator[cst.CSTNode | None]:
    """A function, and those that it calls in the file, directly or through others; of methods their classes."""
    reached = [start]
    for function in reached:
        yield _place_of(inference, function)
        for call in calls_in(function):
            callee, _ = callee_of(inference, call)
            if callee is not None and callee.node not in reached and len(reached) < _MANY:
                reached.append(callee.node)


def _place_of(inference: Inference, around: cst.CSTNode | None) -> cst.CSTNode | None:
    function = None if around is None else inference.functions.get(around)
    return around if function is None or function.cls is None else function.cls.node


def is_saved_there(inference: Inference, call: cst.Call) -> bool:
    """Whether the function around a call saves to the same path: its own file holds no code.

    So does an inner function that is given the path of what the function around it has saved, as for another process.

    >>> p = program("def f(x, path): torch.save(x, path); return torch.load(path)", "y = torch.load(other)")
    >>> [is_saved_there(p.inference, p.node(f"torch.load({name})")) for name in ("path", "other")]
    [True, False]
    """
    around = function_around(inference, call)
    path = call.args[0].value if call.args else None
    if around is None or path is None:
        return False
    if isinstance(around, cst.FunctionDef | cst.Lambda) and type(path) is cst.Name:
        if path.value in {one.name.value for one in around.params.params} and id(call) in _inside_savers(inference):
            return True
    saves = [one.node for one in program_of(inference).events(EventKind.SAVE)]
    inside = {id(one) for one in calls_in(around)}
    return any(
        type(one) is cst.Call and id(one) in inside and len(one.args) > 1 and same_code(one.args[1].value, path)
        for one in saves
    )


def _inside_savers(inference: Inference) -> set[int]:
    """The calls, by their ``id``, in inner functions of those that save a file."""
    found = inference.rooms.get(_SAVERS)
    if not isinstance(found, set):
        saving = {one.function for one in program_of(inference).events(EventKind.SAVE)} - {None}
        calls = (call for one in saving if one is not None for call in calls_in(one))
        found = {id(call) for call in calls if function_around(inference, call) not in saving}
        inference.rooms[_SAVERS] = found
    return found


def _is_in_data_set_of_graphs(inference: Inference, call: cst.Call) -> bool:
    around = function_around(inference, call)
    function = None if around is None else inference.functions.get(around)
    bases = () if function is None or function.cls is None else function.cls.outside_bases()
    return any(base.startswith(_GRAPH_LIBRARIES) and base.endswith("Dataset") for base in bases)


def _look(inference: Inference) -> _Read:
    found = _Read()
    written: set[int] = set()  # a tensor takes any attribute
    for kind in (cst.Assign, cst.AugAssign, cst.AnnAssign):
        for node in inference.nodes_of(kind):
            if type(node) is cst.Assign:
                written.update(id(one.target) for one in node.targets)
            elif isinstance(node, cst.AugAssign | cst.AnnAssign):
                written.add(id(node.target))
    attributes = (node for node in inference.nodes_of(cst.Attribute) if type(node) is cst.Attribute)
    strange = (node for node in attributes if node.attr.value not in _plain_attributes())
    objects = [node.value for node in strange if id(node) not in written]
    objects += _gone_through(inference, {id(one) for one in objects})
    objects += _made_attributes(inference)
    objects += [one.value for one in objects if type(one) is cst.Subscript]  # what has an item that is an object
    for node in inference.nodes_of(cst.Call):
        if type(node) is not cst.Call:
            continue
        if called_name(node) == _TAKES_STATES:
            found.states.update(id(one.value) for one in node.args)
        if type(node.func) is not cst.Attribute:
            objects.append(node.func)
        elif node.func.attr.value in _LOOKS_UP and node.args and _is_of_trainer(node.args[0].value):
            objects.append(node.func.value)
    for node in inference.nodes_of(cst.Subscript):
        index = node.slice[0].slice if type(node) is cst.Subscript and len(node.slice) == 1 else None
        if type(node) is cst.Subscript and type(index) is cst.Index and _is_of_trainer(index.value):
            objects.append(node.value)
    for one in objects:
        found.nodes.add(id(one))
        for value in alternatives(inference.value(one)):
            if isinstance(value, Unknown) and value is not UNKNOWN:
                found.values.add(value)
    found.saves_objects = any(
        type(event.node) is cst.Call and _saves_object(inference, event.function, event.node)
        for event in program_of(inference).events(EventKind.SAVE)
    )
    return found


def _gone_through(inference: Inference, objects: set[int]) -> list[cst.BaseExpression]:
    """What loops and comprehensions go through whose items are objects: ``batch.x``, in ``for batch in batches``."""
    found: list[cst.BaseExpression] = []
    for kind in (cst.For, cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp):
        for node in inference.nodes_of(kind):
            head = node if type(node) is cst.For else getattr(node, "for_in", None)
            if not isinstance(head, cst.For | cst.CompFor) or type(head.target) is not cst.Name:
                continue
            names: list[cst.CSTNode] = []
            walk(node, {cst.Name: [names.append]})
            target = head.target.value
            if any(type(one) is cst.Name and one.value == target and id(one) in objects for one in names):
                found.append(head.iter)
    return found


def _made_attributes(inference: Inference) -> list[cst.BaseExpression]:
    """What holds the state of an object: ``setattr(self, k, v)`` for each item, or ``self.__dict__.update(saved)``."""
    found: list[cst.BaseExpression] = []
    held: set[int] = set()
    for call in inference.nodes_of(cst.Call):
        if type(call) is not cst.Call:
            continue
        if called_name(call) == "setattr" and len(call.args) == len(("object", "name", "value")):
            held.add(id(call.args[2].value))
        elif called_name(call) == "update" and type(call.func) is cst.Attribute and len(call.args) == 1:
            if "__dict__" in all_names(call.func.value) or called_name(call.func.value) == "vars":
                found.append(call.args[0].value)
    for loop in inference.nodes_of(cst.For) if held else ():
        if type(loop) is not cst.For or type(loop.iter) is not cst.Call or type(loop.iter.func) is not cst.Attribute:
            continue
        values: list[cst.CSTNode] = []
        walk(loop.body, {cst.Name: [values.append]})
        targets = all_names(loop.target)
        if any(type(one) is cst.Name and one.value in targets and id(one) in held for one in values):
            found.append(loop.iter.func.value)
    return found


def _is_of_trainer(key: cst.BaseExpression) -> bool:
    """Whether a key is one under which a trainer of Lightning's keeps objects in its checkpoints."""
    return type(key) is cst.SimpleString and key.evaluated_value in KEYS_OF_TRAINERS


@cache
def _plain_attributes() -> frozenset[str]:
    """The attributes of tensors and of Python's own containers, numbers and text."""
    return frozenset(names().modules[TENSOR]).union(*map(dir, _PLAIN))


def _saves_object(inference: Inference, function: cst.CSTNode | None, save: cst.Call) -> bool:
    saved = argument_of(save, "obj", 0)
    if saved is None:
        return False
    if holds_object(inference.value(saved)):
        return True
    frame = inference.module if function is None else function
    assert frame is not None
    written = assigned_in(inference, frame).values.get(saved.value, []) if type(saved) is cst.Name else [saved]
    calls: list[cst.CSTNode] = []
    for node in written:
        walk(node, {cst.Call: [calls.append]})
    return any(type(call) is cst.Call and type(call.func) is cst.Name and call.func.value == "vars" for call in calls)
