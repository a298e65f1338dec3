"""Which loaders keep the program waiting: they read data that may take a while in the process that trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from ...syntax.naming import called_name, last_name, words_of
from ..events.collections import called
from ..events.program import program_of
from ..interpreter.inference import Inference, met
from ..knowledge.data import QUICK_LIBRARIES, QUICK_METHODS, TAKES_TIME, State, Style
from ..knowledge.names import canonical
from ..knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from ..knowledge.training import TRAINING_LOADERS
from ..values import Array, Class, Dataset, Function, LoaderCall, Reference, Sequence, Tensor, Value
from .cuda_in_workers import reached, reads_on_gpu
from .cuda_names import own_nodes
from .datasets import read_by, style_of
from .loaders import conflicts, has_no_workers
from .trials import is_trial_at

_READING: Final = ("__getitem__", "__getitems__", "__iter__", "__next__")
# What is asked by an iterable data set that shares its items among workers.
_SHARES: Final = "get_worker_info"
_TENSORS: Final = "torch.utils.data.TensorDataset"
_PARTS: Final = ("dataset", "datasets")
# What makes a list or an array of whatever it is given.
_LISTS: Final = frozenset({"list", "tuple", "sorted", "array", "asarray", "tolist"})
_DEPTH: Final = 6


def synchronous_loaders(inference: Inference) -> Iterator[LoaderCall]:
    """The loaders, but for those in tests, that read data in the process that trains which is not known to be at hand.

    >>> lines = ["class Rows(torch.utils.data.Dataset):", "    def __getitem__(self, i): return torch.load(paths[i])"]
    >>> p = program(*lines, "a = torch.utils.data.DataLoader(Rows())", "b = torch.utils.data.DataLoader(x)")
    >>> [p.code(loader.node) for loader in synchronous_loaders(p.inference)]
    ['torch.utils.data.DataLoader(Rows())']
    """
    once: set[int] | None = None
    needs_workers = {id(one.node) for one, row in conflicts(inference) if row.second_is is State.ABSENT}
    for loader in inference.loaders.values():
        if not TRAINING_LOADERS[loader.name].plain or not has_no_workers(loader) or _is_chosen(inference, loader):
            continue
        frame = None if loader.function is None else loader.function.node
        if is_trial_at(inference, frame, loader.node) or not _may_take_time(inference, loader):
            continue
        once = needs_workers | _iterators(inference) if once is None else once
        if id(loader.node) not in once and not reads_on_gpu(inference, loader):
            yield loader


def _is_chosen(inference: Inference, loader: LoaderCall) -> bool:
    """Whether another place decides about the workers, or there is one batch for all items.

    A constant of the file, which it sets once and nowhere else, decides as its number would.
    """
    number = loader.nodes.get("num_workers")
    if type(number) is cst.Name and inference.module is not None:
        bound = loader.function is not None and number.value in program_of(inference).names(loader.function.node).bound
        number = number if bound else program_of(inference).names(inference.module).aliases.get(number.value, number)
    return (number is not None and type(number) is not cst.Integer) or (
        called_name(loader.nodes.get("batch_size")) == "len"
    )


def _iterators(inference: Inference) -> set[int]:
    """What ``iter`` is called on, by ``id``: a loader that stands there gives a batch or two."""
    calls = (call for call in inference.nodes_of(cst.Call) if type(call) is cst.Call)
    return {id(one.value) for call in calls if last_name(call.func) == "iter" for one in call.args[:1]}


def _may_take_time(inference: Inference, loader: LoaderCall) -> bool:
    """Whether the items of a loader are not known to be in memory, whatever branch or caller the data set is from."""
    found = read_by(inference, loader)
    if not found or any(_is_at_hand(inference, one) for one in found):
        return False
    return not _is_list(inference, loader, loader.nodes.get("dataset"))


def _is_list(inference: Inference, loader: LoaderCall, node: cst.CSTNode | None) -> bool:
    """Whether a data set is written as a list, an array or what makes one, also under a name of its function."""
    if type(node) is cst.Name:
        scope = inference.module if loader.function is None else loader.function.node
        node = None if scope is None else program_of(inference).names(scope).aliases.get(node.value)
    return isinstance(node, cst.List | cst.ListComp | cst.Tuple | cst.Dict) or called_name(node) in _LISTS


def _is_at_hand(inference: Inference, data: Value, depth: int = _DEPTH) -> bool:
    """Whether an item of a data set is only looked up, or whether workers could not share its items."""
    if isinstance(data, Sequence | Tensor | Array) or depth == 0:
        return True
    if not isinstance(data, Dataset):
        return False
    if data.cls is not None:
        return not _may_be_shared(inference, data) or _looks_up(inference, data.cls) or _has_no_items(data.cls)
    if data.name == _TENSORS:
        return True
    parts = [one for name in _PARTS if (given := data.arguments.get(name)) is not None for one in _parts(given)]
    return bool(parts) and all(_is_at_hand(inference, one, depth - 1) for one in parts)


def _parts(given: Value) -> list[Value]:
    """The data sets that are joined, or the one of which a part is taken."""
    joined = given.parts() if isinstance(given, Sequence) else [given]
    return [one for part in joined for one in met(part)]


def _may_be_shared(inference: Inference, data: Dataset) -> bool:
    """Whether workers give each item once: by index, or by asking which worker they are."""
    return style_of(data) is Style.MAP or _SHARES in (inference.source or "")


def _has_no_items(cls: Class) -> bool:
    """Whether a class that derives from torch's alone lacks the methods by which it would be read."""
    own = all(name.partition(".")[0] == "torch" for name in map(canonical, cls.outside_bases()))
    return own and all(cls.function(name) is None for name in _READING)


def _looks_up(inference: Inference, cls: Class) -> bool:
    """Whether a class only looks its items up, by all that it calls for one."""
    starts = [function for name in _READING if (function := cls.function(name)) is not None]
    return bool(starts) and all(
        _is_quick(inference, node)
        for start in starts
        for function in reached(inference, start)
        for node in own_nodes(function.node.body)
        if type(node) is cst.Call
    )


def _is_quick(inference: Inference, call: cst.Call) -> bool:
    """Whether a call only computes: a function of the file, of Python or torch, or a method of a tensor or a list."""
    name = called_name(call)
    if not TAKES_TIME.isdisjoint(words_of(name)):
        return False
    callee = inference.value(call.func)
    if isinstance(callee, Reference):
        return canonical(callee.name).partition(".")[0] in QUICK_LIBRARIES
    if isinstance(callee, Function) or called(program_of(inference), call) is not None:
        return True
    return type(call.func) is cst.Attribute and (name in TENSOR_ATTRIBUTES or name in QUICK_METHODS)
