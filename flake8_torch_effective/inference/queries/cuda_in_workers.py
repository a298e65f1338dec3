"""Which lines put tensors on a GPU in the worker processes of a loader, and which loaders read what is on one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import libcst as cst

from ...syntax.naming import all_names, called_name, last_name, words_of
from ...syntax.walking import walk
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import argument_of, receiver_name
from ..events.scope import names_of
from ..interpreter.inference import Inference, met
from ..values import (
    NONE,
    Bound,
    Class,
    Dataset,
    Function,
    Instance,
    LoaderCall,
    Partial,
    Reference,
    Tensor,
    Text,
    Unknown,
    Value,
)
from .callers import calls_to, function_around
from .cuda_names import CudaNames, cuda_names, own_nodes
from .datasets import datasets, loaders_of
from .loaders import has_no_workers
from .trials import is_trial_at

_DEPTH: Final = 60
_NAMES: Final = 8
_GPU: Final = "cuda"
# The methods of a data set that run in a worker, and those that its class gives to a loader by this name.
_READING: Final = ("__getitem__", "__getitems__", "__iter__", "__next__")
_COLLATING: Final = ("collate_fn", "collate")
_GIVEN: Final = ("collate_fn", "worker_init_fn")
_NAMED: Final = re.compile(r"^_*(?:\w+_)?collate(?:_fn|_batch)?$")
# Ways to start processes that can use CUDA, and what tells a worker from the process that trains.
_OTHERWISE: Final = re.compile(r"\bspawn\b|forkserver|set_start_method")
_WORKER: Final = "get_worker_info"
_MOVES: Final = frozenset({"cpu", "to"})
# A condition about these is the caller's decision, unless it asks whether there is a GPU.
_DECIDES: Final = frozenset({"cuda", "device", "devices", "gpu", "gpus"})
_ASKS: Final = "is_available"


@dataclass(frozen=True, slots=True)
class MoveInWorker:
    """A call that puts something on a GPU in ``function``, which a worker runs for the method or function ``start``.

    It is ``certain`` unless nothing but a name says that a loader runs it, or a caller decides about the GPU. ``parts``
    are the calls of its statement that do so, itself included, and the texts in these.
    """

    call: cst.Call
    start: Function
    certain: bool
    parts: tuple[cst.CSTNode, ...]


def moves_in_workers(inference: Inference) -> Iterator[MoveInWorker]:
    """The first call of each statement that puts something on a GPU where a worker of a loader reads data.

    >>> lines = ["class Rows(torch.utils.data.Dataset):", "    def __getitem__(self, i): return x[i].cuda()"]
    >>> [one.start.name for one in moves_in_workers(program(*lines).inference)]
    ['__getitem__']
    """
    names: CudaNames | None = None
    told: set[int] = set()
    starts = _starts(inference)
    if starts and _OTHERWISE.search(inference.source or ""):
        return
    asking = _asking(inference) if starts else frozenset()
    for start, certain in starts.items():
        for function in reached(inference, start):
            if id(function.node) in told:
                continue
            told.add(id(function.node))
            if is_trial_at(inference, function.node, function.node) or _reads_loader(function.node):
                continue
            if asking and _is_decided_by(asking, function.node):
                continue
            names = names or cuda_names(inference)
            for calls, decided in _moves(names, function):
                parts = [part for call in calls for part in (call, *_texts(call))]
                yield MoveInWorker(calls[0], start, certain and not decided, tuple(parts))


def _texts(call: cst.Call) -> Iterator[cst.CSTNode]:
    """The texts among the arguments of a call."""
    return (node for one in call.args for node in own_nodes(one.value) if type(node) is cst.SimpleString)


def _asking(inference: Inference) -> frozenset[str]:
    """The names by which a file says whether it runs in a worker: ``get_worker_info``, and what is worked out by it."""
    if _WORKER not in (inference.source or ""):
        return frozenset()
    found = {_WORKER}
    while True:
        before = len(found)
        for function in inference.functions.values():
            if not found.isdisjoint(all_names(function.node)):
                found.add(function.name)
        for assign in inference.nodes_of(cst.Assign):
            if type(assign) is cst.Assign and not found.isdisjoint(all_names(assign.value)):
                for target in (one.target for one in assign.targets):
                    parts = [one.value for one in target.elements] if type(target) is cst.Tuple else [target]
                    found.update(map(last_name, parts))
        if len(found) == before:
            return frozenset(found - {""})


def _is_decided_by(asking: frozenset[str], function: cst.CSTNode) -> bool:
    """Whether a function leaves, or takes another device, where a condition over some names holds.

    One that only tells the share of a worker is none: ``1 if info is None else info.num_workers``.
    """
    for node in own_nodes(function):
        if isinstance(node, cst.If | cst.IfExp) and not asking.isdisjoint(all_names(node.test)):
            parts = [node.body] if node.orelse is None else [node.body, node.orelse]
            if any(map(_is_of_device, (one for part in parts for one in own_nodes(part)))):
                return True
        elif type(node) is cst.BooleanOperation and not asking.isdisjoint(all_names(node.left)):
            return True
    return False


def _is_of_device(node: cst.CSTNode) -> bool:
    if type(node) is cst.SimpleString:
        return str(node.raw_value).startswith((_GPU, "cpu"))
    if type(node) is cst.Name:
        return not _DECIDES.isdisjoint(words_of(node.value)) or node.value in _MOVES
    return isinstance(node, cst.Return | cst.Raise | cst.Continue)


def _starts(inference: Inference) -> dict[Function, bool]:
    """The functions that a worker runs, and whether the file shows more of that than a name."""
    found: dict[Function, bool] = {}
    given: set[Function] = set()
    for loader in inference.loaders.values():
        for name in _GIVEN:
            function = _function(loader.arguments.get(name))
            if function is None:
                continue
            given.add(function)
            if _may_fork(loader):
                found[function] = True
    for dataset in datasets(inference):
        cls = dataset.cls
        loaders = loaders_of(inference, cls)
        if loaders and not any(map(_may_fork, loaders)):
            continue
        found |= dict.fromkeys(_own(cls, _READING), True)
        found |= dict.fromkeys([one for one in _own(cls, _COLLATING) if one not in given], True)
    for function in inference.functions.values():
        if function not in given and _NAMED.search(function.name):
            found.setdefault(function, False)
    return found


def _own(cls: Class, names: tuple[str, ...]) -> list[Function]:
    return [cls.functions[name] for name in names if name in cls.functions]


def _may_fork(loader: LoaderCall) -> bool:
    """Whether a loader has workers, or may, that are forked unless the system does otherwise."""
    context = loader.arguments.get("multiprocessing_context")
    forks = context is None or context is NONE or (isinstance(context, Text) and context.text == "fork")
    return forks and not has_no_workers(loader)


def _function(value: Value | None) -> Function | None:
    """The function of the file that is run where a value is called."""
    if isinstance(value, Partial):
        value = value.callee
    if isinstance(value, Bound):
        value = value.function
    if isinstance(value, Instance) and value.cls is not None:
        value = value.cls.function("__call__")
    return value if isinstance(value, Function) else None


def reached(inference: Inference, start: Function) -> list[Function]:
    """The functions of the file that a function calls, itself included, and those that these call.

    >>> p = program("def read(i): return x[i]", "def item(i): return read(i)", "z = item(0)")
    >>> [one.name for one in reached(p.inference, p.value("item"))]
    ['item', 'read']
    """
    program = program_of(inference)
    found = [start]
    seen = {start}
    for function in found:
        if len(found) > _DEPTH:
            break
        for node in own_nodes(function.node.body):
            helper = called(program, node) if type(node) is cst.Call else None
            if helper is not None and helper not in seen:
                seen.add(helper)
                found.append(helper)
    return found


def _made_beside(inference: Inference, loader: LoaderCall) -> list[cst.CSTNode]:
    """The data set of a loader as it is written, and the calls in the same function that make data sets."""
    frame = inference.module if loader.function is None else loader.function.node.body
    found = [node for node in (loader.nodes.get("dataset"),) if node is not None]
    if frame is not None:
        calls = (node for node in own_nodes(frame) if type(node) is cst.Call)
        found += [call for call in calls if isinstance(inference.value(call), Dataset)]
    return found


def reads_on_gpu(inference: Inference, loader: LoaderCall) -> bool:
    """Whether a loader gives what is on a GPU already, or its data set has it there: in a worker, that would raise.

    >>> p = program("a = torch.utils.data.DataLoader(x, collate_fn=lambda rows: torch.stack(rows).cuda())")
    >>> [reads_on_gpu(p.inference, loader) for loader in p.inference.loaders.values()]
    [True]
    """
    parts = [one for name in ("dataset", "collate_fn") for one in met(loader.arguments.get(name) or Unknown())]
    nodes: list[cst.CSTNode] = []
    for part in parts:
        function = _function(part)
        if function is not None:
            nodes += [one.node for one in reached(inference, function)]
        elif isinstance(part, Dataset) and part.cls is not None:
            nodes += [one.node for one in part.cls.ancestry()]
        elif isinstance(part, Dataset | Tensor):
            nodes += _made_beside(inference, loader)
    names = cuda_names(inference)
    found: list[cst.CSTNode] = []
    frame = None if loader.function is None else loader.function.node

    def look(node: cst.CSTNode) -> None:
        if names.is_placing(node) or (isinstance(node, cst.Name | cst.Attribute) and names.holds(frame, node)):
            found.append(node)

    for node in nodes:
        walk(node, {kind: [look] for kind in (cst.Call, cst.Name, cst.Attribute)})
    return bool(found)


def _reads_loader(node: cst.CSTNode) -> bool:
    """Whether a function goes over a loader itself, which is no work for a worker."""
    return any("loader" in word for name in all_names(node) for word in words_of(name))


def _moves(names: CudaNames, function: Function) -> Iterator[tuple[list[cst.Call], bool]]:
    """The calls of each statement that put something on a GPU, and whether a caller decides about that."""
    stack: list[tuple[cst.CSTNode, bool]] = [(function.node.body, False)]
    local = _Local(names, function)
    while stack:
        node, decided = stack.pop()
        if type(node) is cst.If:
            stack.append((node.orelse, decided) if node.orelse is not None else (node.test, decided))
            stack.append((node.body, decided or _is_decision(node.test)))
        elif isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite) or not hasattr(node, "body"):
            calls = [one for one in own_nodes(node) if type(one) is cst.Call and local.places(one)]
            if calls:
                yield (
                    calls,
                    decided or any(type(one) is cst.IfExp and _is_decision(one.test) for one in own_nodes(node)),
                )
        else:
            stack += [(one, decided) for one in reversed(_blocks(node))]


def _blocks(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The statements right under a statement, and the expressions in its head."""
    if type(node) is cst.IndentedBlock:
        return list(node.body)
    heads = [getattr(node, name, None) for name in ("iter", "test", "items")]
    blocks = [getattr(node, name, None) for name in ("body", "handlers", "orelse", "finalbody")]
    found: list[cst.CSTNode] = []
    for part in (*heads, *blocks):
        if isinstance(part, cst.CSTNode):
            found.append(part)
        elif part is not None:
            found += part
    return found


def _is_decision(test: cst.BaseExpression) -> bool:
    """Whether a condition is about the device, and does not just ask whether there is a GPU."""
    names = all_names(test)
    return _ASKS not in names and any(not _DECIDES.isdisjoint(words_of(name)) for name in names)


class _Local:
    """Which calls of one function put something on a GPU."""

    def __init__(self, names: CudaNames, function: Function) -> None:
        self.names = names
        self.function = function
        self.bound = names_of(function.node)
        self.receiver = receiver_name(function) if function.cls is not None else None

    def places(self, call: cst.Call) -> bool:
        """Whether a call is ``x.cuda()``, ``x.to("cuda")``, ``torch.ones(3, device="cuda")`` or the like."""
        callee = self.names.inference.value(call.func)
        if type(callee) is Reference and callee.name.startswith("torch.cuda."):
            return callee.name.endswith("Tensor")
        method = called_name(call) if type(call.func) is cst.Attribute else ""
        if method == _GPU:
            return type(callee) is not Reference
        for argument in call.args:
            named = None if argument.keyword is None else argument.keyword.value
            if (named == "device" or (method == "to" and named is None)) and self.is_gpu(argument.value):
                return called_name(call) != "device"
        return False

    def is_gpu(self, node: cst.BaseExpression, depth: int = _NAMES) -> bool:
        """Whether an expression is a GPU, or may be one where there is one; not ``x.device`` of a tensor."""
        value = self.names.inference.value(node)
        if isinstance(value, Text) and value.text is not None:
            return value.text.startswith(_GPU)
        if type(node) is cst.FormattedString:
            first = node.parts[0] if node.parts else None
            return type(first) is cst.FormattedStringText and first.value.startswith(_GPU)
        if type(node) is cst.Name:
            alias = self.bound.aliases.get(node.value)
            if alias is not None:
                return depth > 0 and self.is_gpu(alias, depth - 1)
            if node.value in self.bound.bound:
                return self.is_handed(node.value)
            return self.names.is_device(self.function.node, node)
        if type(node) is cst.Attribute:
            return last_name(node.value) == self.receiver and self.is_kept(node)
        return isinstance(node, cst.Call | cst.IfExp) and self.names.is_device(self.function.node, node)

    def is_handed(self, name: str) -> bool:
        """Whether a name is a parameter that gets a GPU in each call, and itself where the function runs itself."""
        parameters = self.function.node.params.params
        rows = [parameter.name.value for parameter in parameters]
        if name not in rows or self.bound.bound[name] != 1:
            return False
        inference = self.names.inference
        position = rows.index(name) - (self.receiver is not None)
        calls = calls_to(inference, self.function)
        own = [call for call in calls if function_around(inference, call) is self.function.node]
        again = [argument_of(call, name, position) for call in own]
        given = [argument_of(call, name, position) for call in calls if call not in own]
        values = [None if one is None else inference.value(one) for one in given]
        handed = all(type(one) is cst.Name and one.value == name for one in again)
        gpus = [isinstance(one, Text) and one.text is not None and one.text.startswith(_GPU) for one in values]
        return bool(own) and handed and bool(gpus) and all(gpus)

    def is_kept(self, node: cst.Attribute) -> bool:
        """Whether the class keeps a device that is a GPU under this name."""
        cls = self.function.cls
        kept = cls is not None and cls.attribute(node.attr.value) is not None
        return kept and self.names.is_device(self.function.node, node)
