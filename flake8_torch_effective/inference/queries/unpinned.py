"""Which loaders give batches in ordinary memory that the file then copies to a GPU."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import walk
from ..events.collections import called
from ..events.program import program_of
from ..interpreter.inference import Inference, met
from ..knowledge.training import TRAINING_LOADERS
from ..values import Function, Identity, Loader, LoaderCall
from .cuda_in_workers import reads_on_gpu
from .cuda_names import CudaNames, cuda_names, own_nodes
from .loaders import has_no_workers
from .trials import is_trial_at

_DEPTH = 4
_COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp)


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
            head = loop if type(loop) is cst.For else loop.for_in if isinstance(loop, _COMPREHENSIONS) else None
            if head is None:
                continue
            read = [one for one in _read_by(inference, function, head.iter) if one in made]
            inside = loop.body if type(loop) is cst.For else loop
            move = _move(names, inside, _names_in(head.target)) if read else None
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


def _read_by(inference: Inference, function: Function | None, node: cst.BaseExpression) -> list[Identity]:
    """The loaders that a loop is over, also under ``enumerate`` and ``tqdm``; of a parameter, those that calls give."""
    depth = _DEPTH
    found: list[Identity] = []
    while depth > 0:
        values = met(inference.value(node))
        if type(node) is cst.Name and function is not None:
            values += function.analysis.given.get(node.value, ())
        found = [one.identity for one in values if isinstance(one, Loader)]
        if found or type(node) is not cst.Call or not node.args:
            break
        node, depth = node.args[0].value, depth - 1
    return list(dict.fromkeys(found))


def _move(names: CudaNames, body: cst.CSTNode, batch: set[str], depth: int = 2) -> cst.Call | None:
    """The first call in a loop that puts a part of its batch on a GPU, where it is as the loader has made it.

    Also one in a function of the file that the loop gives the batch to.
    """
    for node in own_nodes(body):
        if type(node) is cst.Assign and _is_part(node.value, batch):
            batch |= {name for target in node.targets for name in _names_in(target.target)}
        elif type(node) is cst.Assign:  # what is computed of a part is no part any more
            found = _move(names, node.value, set(batch), depth)
            if found is not None:
                return found
            batch -= {target.target.value for target in node.targets if type(target.target) is cst.Name}
        elif isinstance(node, _COMPREHENSIONS):
            over = node.for_in
            source = over.iter.func if type(over.iter) is cst.Call else over.iter
            batch |= _names_in(over.target) if _is_part(source, batch) else set()
        elif type(node) is cst.Call:
            if names.is_placing(node):
                if type(node.func) is cst.Attribute and _is_part(node.func.value, batch):
                    return node
            elif depth > 0 and any(_is_part(one.value, batch) for one in node.args):
                helper, given = _given(names.inference, node, batch)
                found = None if helper is None else _move(names, helper.node.body, given, depth - 1)
                if found is not None:
                    return found
    return None


def _given(inference: Inference, call: cst.Call, batch: set[str]) -> tuple[Function | None, set[str]]:
    """The function of the file that a call runs, and its parameters that get a part of a batch."""
    helper = called(program_of(inference), call)
    if helper is None:
        return None, set()
    rows = [row.name.value for row in (*helper.node.params.posonly_params, *helper.node.params.params)]
    if helper.cls is not None and "staticmethod" not in helper.decorators:
        rows = rows[1:]
    given: set[str] = set()
    for place, argument in enumerate(call.args):
        if argument.star:
            break
        if _is_part(argument.value, batch):
            given |= {argument.keyword.value} if argument.keyword is not None else set(rows[place : place + 1])
    return helper, given


def _names_in(target: cst.CSTNode) -> set[str]:
    found: set[str] = set()
    walk(target, {cst.Name: [lambda name: found.add(name.value)]})  # type: ignore[attr-defined]
    return found


def _is_part(node: cst.CSTNode, batch: set[str]) -> bool:
    """Whether an expression is a batch or an entry of one: ``batch["image"]``, not what is computed of it."""
    while isinstance(node, cst.Subscript | cst.Attribute):
        node = node.value
    return type(node) is cst.Name and node.value in batch
