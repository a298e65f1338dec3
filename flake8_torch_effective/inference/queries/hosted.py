"""Which tensors are on the CPU in each run that a file shows, though their device is given nowhere."""

from __future__ import annotations

import re

import libcst as cst

from ...syntax.naming import all_names, imported_packages
from ..events.at_work import calls_in
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import argument_of
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..values import Class, Function, Identity, Module, Operation, Reference, Tensor, Value, reaches
from .assigned import assigned_in
from .callers import calls_to, function_around
from .moves import is_made_by_default, move_of
from .places import places_of

_LOADING = "functions that load data"
_MADE_THERE = "outputs of models that are made in the same function"
_GIVEN_FROM_CPU = "arguments from the CPU"
_DEPTH = 8
# Through so many calls an argument is followed.
_CALLS = 3
_LOADS = re.compile(r"^(?:__getitem__|_*collate.*)$")
# How names look that say where something runs, or that something else decides it.
_ROOM = "names a device"
_DEVICES = re.compile(r"^to$|cuda|device|gpu|Accelerat|Fabric|Lightning|Trainer|^mps$|^xpu$|default_tensor_type")
# Libraries whose images, sounds and tables are on the CPU, as is what torch makes of them.
_OF_HOST = frozenset("PIL cv2 imageio librosa matplotlib numpy pandas pydicom rasterio scipy skimage soundfile".split())
_DRAWS = frozenset("PIL cv2 matplotlib plotly seaborn skimage visdom".split())
_REACH = 60
_OTHERS = (Family.CALL, Family.CONVERSION, Family.INDEXING)


def is_made_on_cpu(inference: Inference, value: Value) -> bool:
    """Whether a tensor is computed, by one step after the other, from one that was made on the CPU and never moved.

    >>> p = program("a = torch.tensor(rows)", "h = torch.tanh(a.exp())", "b = torch.tanh(a.to(device))")
    >>> is_made_on_cpu(p.inference, p.value("h")), is_made_on_cpu(p.inference, p.value("b"))
    (True, False)
    """
    for _ in range(_DEPTH):
        if isinstance(value, Tensor) and value.device == "cpu":
            return True
        made = value.origin
        if not isinstance(value, Tensor) or made is None:
            return False
        if is_made_by_default(inference, made):
            return True
        given = [one for one in made.tensors() if not one.parameter]
        if len(given) != 1 or made.signature.family in _OTHERS or move_of(inference, made) is not None:
            return False
        value = given[0]
    return False


def is_given_from_cpu(inference: Inference, operation: Operation, device: cst.BaseExpression | None) -> bool:
    """Whether a device is that of an argument, and all calls in the file give that a tensor on the CPU.

    >>> code = "def shifted(z):", "    return z + torch.ones(3).to(z.device)"
    >>> p = program(*code, "y = shifted(torch.from_numpy(array))")
    >>> move = p.operation("torch.ones(3).to(z.device)")
    >>> is_given_from_cpu(p.inference, move, move.node.args[0].value)
    True
    """
    frame = operation.frame
    return type(frame) is cst.FunctionDef and gets_from_cpu(inference, frame, _owner(inference, frame, device))


def gets_from_cpu(inference: Inference, frame: cst.CSTNode | None, name: str) -> bool:
    """Whether all calls of a function in the file, and there are some, give an argument a tensor on the CPU.

    So they do where they hand on an argument of their own that is on the CPU in all calls.

    >>> p = program("def shifted(z): return z + torch.ones(z.shape)", "y = shifted(torch.from_numpy(array))")
    >>> gets_from_cpu(p.inference, p.operation("torch.ones(z.shape)").frame, "z")
    True
    """
    return _gets_from_cpu(inference, frame, name, _CALLS)


def _gets_from_cpu(inference: Inference, frame: cst.CSTNode | None, name: str, depth: int) -> bool:
    function = None if frame is None else inference.functions.get(frame)
    if type(frame) is not cst.FunctionDef or function is None:
        return False
    rows = [row.name.value for row in frame.params.params]
    if name not in rows:
        return False
    room = inference.rooms.setdefault(_GIVEN_FROM_CPU, {})
    assert isinstance(room, dict)
    if (frame, name, depth) not in room:
        own = 0 if function.cls is None or "staticmethod" in function.decorators else 1
        calls = calls_to(inference, function)
        given = [argument_of(call, name, rows.index(name) - own) for call in calls]
        room[frame, name, depth] = bool(calls) and all(
            one is not None
            and (is_made_on_cpu(inference, inference.value(one)) or _is_handed_on(inference, call, one, depth))
            for call, one in zip(calls, given, strict=True)
        )
    return bool(room[frame, name, depth])


def _is_handed_on(inference: Inference, call: cst.Call, node: cst.BaseExpression, depth: int) -> bool:
    """Whether a call hands on an argument of the function that it stands in, which is on the CPU in all its calls."""
    if type(node) is not cst.Name or not depth or inference.value(node).origin is not None:
        return False
    return _gets_from_cpu(inference, function_around(inference, call), node.value, depth - 1)


def is_of_unmoved_model(inference: Inference, value: Value, frame: cst.CSTNode | None) -> bool:
    """Whether a model computes a tensor that is made in the same function, in a file that names no device at all.

    >>> p = program("net = nn.Linear(2, 3)", "h = net(x) * 2", "b = model(x) * 2")
    >>> frame = p.operation("net(x) * 2").frame
    >>> is_of_unmoved_model(p.inference, p.value("h"), frame), is_of_unmoved_model(p.inference, p.value("b"), frame)
    (True, False)
    """
    body = frame or inference.module
    if body is None or _names_device(inference):
        return False
    room = inference.rooms.setdefault(_MADE_THERE, {})
    assert isinstance(room, dict)
    if body not in room:
        made = [(call, inference.value(call)) for call in calls_in(body)]
        models = {one.identity for call, one in made if isinstance(one, Module) and _is_class(inference, call)}
        run = (one for call, one in made if models and _identity(inference.value(call.func)) in models)
        room[body] = {one.identity for one in run if isinstance(one, Tensor)}
    return bool(room[body]) and any(one.identity in room[body] for one in reaches(value, _REACH))


def works_on_host(inference: Inference) -> bool:
    """Whether a file works on images, sounds or arrays, which are on the CPU, and names no device at all.

    >>> works_on_host(program("y = x.exp()").inference)
    False
    """
    module = inference.module
    if module is None or _OF_HOST.isdisjoint(imported_packages(module)):
        return False
    return not _names_device(inference)


def _names_device(inference: Inference) -> bool:
    """Whether a name in the file is one of a device, or there is no file to look at."""
    found = inference.rooms.get(_ROOM)
    if not isinstance(found, bool):
        module = inference.module
        found = module is None or any(map(_DEVICES.search, all_names(module)))
        inference.rooms[_ROOM] = found
    return found


def draws(inference: Inference, frame: cst.CSTNode | None) -> bool:
    """Whether a function calls a library that draws, or works on images, on the CPU.

    >>> p = program("import matplotlib.pyplot as plt", "plt.plot(x.exp())")
    >>> draws(p.inference, p.operation("x.exp()").frame)
    True
    """
    if frame is None:
        return False
    called = (inference.value(call.func) for call in calls_in(frame))
    return any(isinstance(one, Reference) and one.name.partition(".")[0] in _DRAWS for one in called)


def meets_cpu(inference: Inference, value: Value, depth: int = 3) -> bool:
    """Whether a tensor, or what is made of it alone, meets another one that a factory makes on the CPU.

    >>> p = program("a = labels.type(torch.LongTensor)", "y = torch.zeros(n, 3).scatter_(1, a.view(-1, 1), 1.0)")
    >>> meets_cpu(p.inference, p.value("a")), meets_cpu(p.inference, p.value("x"))
    (True, False)
    """
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in inference.consumers.get(value.identity, ()):
        others = [one for one in user.tensors() if one.identity is not value.identity]
        if any(is_made_on_cpu(inference, one) and not _comes_from(one, value) for one in others):
            return True
        if not others and meets_cpu(inference, user.result, depth - 1):
            return True
    return False


def _comes_from(made: Tensor, value: Tensor, depth: int = 5) -> bool:
    """Whether the entries of a tensor are computed from another one; to have its sizes is not enough."""
    if made.identity is value.identity:
        return True
    return (
        made.origin is not None
        and depth > 0
        and any(_comes_from(one, value, depth - 1) for one in made.origin.tensors())
    )


def _is_class(inference: Inference, call: cst.Call) -> bool:
    return isinstance(inference.value(call.func), Class | Reference)


def _identity(value: Value) -> Identity | None:
    return value.identity if isinstance(value, Module) else None


def is_under_device_test(inference: Inference, call: cst.CSTNode) -> bool:
    """Whether a call stands under an ``if`` that asks on which device a tensor is.

    >>> p = program("if x.is_cuda:", "    a = x.type(torch.cuda.LongTensor)", "b = y.type(torch.cuda.LongTensor)")
    >>> [is_under_device_test(p.inference, p.value(name).origin.node) for name in "ab"]
    [True, False]
    """
    place = places_of(inference).get(id(call))
    tests = [] if place is None else [one.test for one in place.outwards() if one.test is not None]
    return any("is_cuda" in all_names(test) for test in tests)


def may_be_on_cuda(inference: Inference, moved: Operation) -> bool:
    """Whether what is moved to the CPU may well be elsewhere: a layer's result, what goes back, or any caller's tensor.

    Not an argument of which only parts are read, such as the entries of a matrix of counts.

    >>> p = program("y = nn.Linear(3, 3)(x)", "a = y.cpu()", "b = torch.ones(3).cpu()")
    >>> [may_be_on_cuda(p.inference, p.value(name).origin) for name in "ab"]
    [True, False]
    """
    receiver, result = moved.operand(), inference.value(moved.node)
    if isinstance(receiver, Module) or (receiver.origin is not None and receiver.origin.signature.layer):
        return True
    if isinstance(receiver, Tensor) and receiver.device == "cuda":
        return True
    users = inference.consumers.get(result.identity, ()) if result.identity is not None else ()
    devices = [move.device for one in users if (move := move_of(inference, one)) is not None]
    if any(type(device) is cst.Attribute and device.attr.value == "device" for device in devices):
        return True
    parts = bool(users) and all(one.signature.selects for one in users)
    return not devices and not parts and _is_from_argument(inference, moved)


def _is_from_argument(inference: Inference, moved: Operation, depth: int = 4) -> bool:
    """Whether an operation's operand is an argument of its function, as it was given, or computed from one."""
    node, frame, made = moved.nodes.get("input"), moved.frame, moved.operand().origin
    if made is not None and depth:
        return _is_from_argument(inference, made, depth - 1)
    if type(node) is not cst.Name or type(frame) is not cst.FunctionDef:
        return False
    given = (row.name.value for row in (*frame.params.params, *frame.params.kwonly_params))
    return node.value in given and node.value not in assigned_in(inference, frame).values


def _owner(inference: Inference, frame: cst.FunctionDef, device: cst.BaseExpression | None) -> str:
    """The name of what a device is that of, as in ``x.device``, also where a name holds it; empty if there is none."""
    if type(device) is cst.Name:
        found = assigned_in(inference, frame).values.get(device.value, [])
        device = found[0] if len(found) == 1 else None
    if type(device) is cst.Attribute and device.attr.value == "device" and type(device.value) is cst.Name:
        return device.value.value
    return ""


def loads_data(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands in a dataset or a collate function, or what only they call: on the CPU.

    >>> p = program("class Rows(torch.utils.data.Dataset):", "    def one(self, i): return x.exp()")
    >>> loads_data(p.inference, p.operation("x.exp()"))
    True
    """
    loading = inference.rooms.get(_LOADING)
    if not isinstance(loading, set):
        loading = inference.rooms[_LOADING] = _loading(inference)
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    while function is not None:
        if function in loading:
            return True
        function = function.analysis.scope.function
    return False


def _loading(inference: Inference) -> set[Function]:
    """The functions that make the samples of a dataset, and those that only they call."""
    program = program_of(inference)
    functions = list(inference.functions.values())
    found = {function for function in functions if _is_named_for_data(function)}
    new = set(found)
    inside: set[cst.Call] = set()
    while new:
        calls = {call for function in new for call in calls_in(function.node)}
        inside |= calls
        reached = {function for call in calls if (function := called(program, call)) is not None} - found
        new = {function for function in reached if all(call in inside for call in calls_to(inference, function))}
        found |= new
    return found


def _is_named_for_data(function: Function) -> bool:
    if _LOADS.search(function.name):
        return True
    names = () if function.cls is None else (function.cls.name, *function.cls.outside_bases())
    return any(name.endswith("Dataset") for name in names)
