"""Which loaders give batches in ordinary memory that the file then copies to a GPU."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference, met
from ..knowledge.training import TRAINING_LOADERS
from ..values import Function, Identity, Loader, LoaderCall
from .cuda_in_workers import reads_on_gpu
from .cuda_names import CudaNames, cuda_names, own_nodes
from .loaders import has_no_workers
from .trials import is_trial_at

_DEPTH = 4


def unpinned_loaders(inference: Inference) -> Iterator[tuple[LoaderCall, cst.Call]]:
    """The loaders with workers, or perhaps with some, of unpinned memory, with the move of their batches to a GPU.

    >>> p = program("for z in torch.utils.data.DataLoader(x, num_workers=n):", "    z = z.cuda()")
    >>> [p.code(move) for _, move in unpinned_loaders(p.inference)]
    ['z.cuda()']
    """
    made: dict[Identity, LoaderCall] = {}
    for node, loader in inference.loaders.items():
        identity = inference.value(node).identity
        if identity is not None and _is_unpinned(loader):
            made[identity] = loader
    if not made:
        return
    names = cuda_names(inference)
    for function in (None, *inference.functions.values()):
        body = inference.module if function is None else function.node.body
        for loop in own_nodes(body) if body is not None else ():
            if not isinstance(loop, cst.For):
                continue
            read = [one for one in _read_by(inference, function, loop) if one in made]
            move = _move(names, loop) if read else None
            if move is not None:
                found = [made.pop(identity) for identity in read]
                yield from ((loader, move) for loader in found if _may_be_pinned(inference, loader))


def _is_unpinned(loader: LoaderCall) -> bool:
    """Whether a loader is certainly not asked about its memory, and may have workers to read for it."""
    plain = TRAINING_LOADERS[loader.name].plain and loader.complete
    return plain and "pin_memory" not in loader.arguments and not has_no_workers(loader)


def _may_be_pinned(inference: Inference, loader: LoaderCall) -> bool:
    """Whether a loader is none of a test, and its data is not on a GPU, where torch refuses to pin it."""
    frame = None if loader.function is None else loader.function.node
    return not is_trial_at(inference, frame, loader.node) and not reads_on_gpu(inference, loader)


def _read_by(inference: Inference, function: Function | None, loop: cst.For) -> list[Identity]:
    """The loaders that a loop is over, also under ``enumerate`` and ``tqdm``; of a parameter, those that calls give."""
    node, depth = loop.iter, _DEPTH
    found: list[Identity] = []
    while depth > 0:
        values = met(inference.value(node))
        if isinstance(node, cst.Name) and function is not None:
            values += function.analysis.given.get(node.value, ())
        found = [one.identity for one in values if isinstance(one, Loader)]
        if found or not isinstance(node, cst.Call) or not node.args:
            break
        node, depth = node.args[0].value, depth - 1
    return list(dict.fromkeys(found))


def _move(names: CudaNames, loop: cst.For) -> cst.Call | None:
    """The first call in a loop that puts a part of its batch on a GPU, where it is as the loader has made it."""
    batch = _names_in(loop.target)
    for node in own_nodes(loop.body):
        if isinstance(node, cst.Assign) and _is_part(node.value, batch):
            batch |= {name for target in node.targets for name in _names_in(target.target)}
        elif isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp):
            over = node.for_in
            source = over.iter.func if isinstance(over.iter, cst.Call) else over.iter
            batch |= _names_in(over.target) if _is_part(source, batch) else set()
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            if names.is_placing(node) and _is_part(node.func.value, batch):
                return node
    return None


def _names_in(target: cst.CSTNode) -> set[str]:
    found: set[str] = set()
    walk(target, {cst.Name: [lambda name: found.add(name.value)]})  # type: ignore[attr-defined]
    return found


def _is_part(node: cst.CSTNode, batch: set[str]) -> bool:
    """Whether an expression is a batch or an entry of one: ``batch["image"]``, not what is computed of it."""
    while isinstance(node, cst.Subscript | cst.Attribute):
        node = node.value
    return isinstance(node, cst.Name) and node.value in batch
