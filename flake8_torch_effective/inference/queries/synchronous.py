"""Which loaders keep the program waiting: they read data that takes a while in the process that trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from ...syntax.naming import called_name, last_name, words_of
from ..interpreter.inference import Inference, met
from ..knowledge.data import TAKES_TIME, Style
from ..knowledge.python_operations import CALL
from ..knowledge.training import TRAINING_LOADERS
from ..values import Class, Dataset, LoaderCall, Reference, Sequence, Unknown, Value
from .cuda_in_workers import reached, reads_on_gpu
from .cuda_names import own_nodes
from .datasets import style_of
from .loaders import has_no_workers
from .trials import is_trial_at

_READING: Final = ("__getitem__", "__getitems__", "__iter__", "__next__")
# What is asked by an iterable data set that shares its items among workers.
_SHARES: Final = "get_worker_info"
_PARTS: Final = ("dataset", "datasets")
_DEPTH: Final = 6


def synchronous_loaders(inference: Inference) -> Iterator[LoaderCall]:
    """The loaders, but for those in tests, that read data in the process that trains, where an item takes a while.

    >>> lines = ["class Rows(torch.utils.data.Dataset):", "    def __getitem__(self, i): return torch.load(paths[i])"]
    >>> p = program(*lines, "a = torch.utils.data.DataLoader(Rows())", "b = torch.utils.data.DataLoader(x)")
    >>> [p.code(loader.node) for loader in synchronous_loaders(p.inference)]
    ['torch.utils.data.DataLoader(Rows())']
    """
    once: set[int] | None = None
    for loader in inference.loaders.values():
        if not TRAINING_LOADERS[loader.name].plain or not has_no_workers(loader) or _is_chosen(loader):
            continue
        frame = None if loader.function is None else loader.function.node
        if is_trial_at(inference, frame, loader.node) or not _takes_time(inference, loader.arguments.get("dataset")):
            continue
        once = _iterators(inference) if once is None else once
        if id(loader.node) not in once and not reads_on_gpu(inference, loader):
            yield loader


def _is_chosen(loader: LoaderCall) -> bool:
    """Whether the number of workers has a name, so that another place decides, or there is one batch for all items."""
    number = loader.nodes.get("num_workers")
    return (number is not None and not isinstance(number, cst.Integer)) or (
        called_name(loader.nodes.get("batch_size")) == "len"
    )


def _iterators(inference: Inference) -> set[int]:
    """What ``iter`` is called on, by ``id``: a loader that stands there gives a batch or two."""
    calls = (call for call in inference.nodes_of(cst.Call) if isinstance(call, cst.Call))
    return {id(one.value) for call in calls if last_name(call.func) == "iter" for one in call.args[:1]}


def _takes_time(inference: Inference, data: Value | None, depth: int = _DEPTH) -> bool:
    """Whether an item of a data set takes a while, as its class says, and whatever branch the data set is from."""
    if data is None or depth == 0:
        return False
    found = met(data)
    return bool(found) and all(_is_slow(inference, one, depth) for one in found)


def _is_slow(inference: Inference, data: Value, depth: int) -> bool:
    if isinstance(data, Sequence):
        return any(_takes_time(inference, part, depth - 1) for part in data.parts())
    if not isinstance(data, Dataset):
        return _is_of_other_file(data)
    if data.cls is not None:
        return _may_be_shared(inference, data) and _works(inference, data.cls)
    if style_of(data) is None:  # torchvision's, which decode images
        return True
    return any(_takes_time(inference, data.arguments.get(name), depth - 1) for name in _PARTS)


def _is_of_other_file(data: Value) -> bool:
    """Whether a value is an object of a class of another file, by the name of the class."""
    origin = data.origin
    if not isinstance(data, Unknown) or origin is None or origin.signature is not CALL:
        return False
    callee = origin.operand("callee")
    return isinstance(callee, Reference) and "dataset" in words_of(callee.name.rpartition(".")[2])


def _may_be_shared(inference: Inference, data: Dataset) -> bool:
    """Whether workers give each item once: by index, or by asking which worker they are."""
    return style_of(data) is Style.MAP or _SHARES in (inference.source or "")


def _works(inference: Inference, cls: Class) -> bool:
    """Whether a class reads or transforms something for an item, by the names of what it calls."""
    starts = [function for name in _READING if (function := cls.function(name)) is not None]
    for start in starts:
        for function in reached(inference, start):
            for node in own_nodes(function.node.body):
                if isinstance(node, cst.Call) and not TAKES_TIME.isdisjoint(words_of(called_name(node))):
                    return True
    return False
