"""The names of torch that a file reads and imports, and which of them its torch does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..knowledge.obsolete_names import METHODS, Obsolete, Stage, obsolete_names
from ..knowledge.releases import MODULES, OTHER_BACKENDS, Life, names
from ..knowledge.signatures import TABLE
from ..values import Tensor
from .outside_calls import is_replaced


class Absent(NamedTuple):
    """A name that a module of torch does not have: where it stands, both, and when the module had it."""

    node: cst.CSTNode
    module: str
    name: str
    life: Life | None


def _torch_names(inference: Inference) -> Iterator[tuple[cst.CSTNode, str]]:
    """The attributes and imports that name something of torch, with its dotted name; no module that is imported too.

    >>> p = program("a = torch.ger(x, y)", "b = F.relu(x)")
    >>> "torch.ger" in [name for _, name in _torch_names(p.inference)]
    True
    """
    found = inference.references.values()
    imported = {
        name for node, name in found if isinstance(node, cst.ImportAlias) and isinstance(node.name, cst.Attribute)
    }
    return ((node, name) for node, name in found if isinstance(node, cst.ImportAlias) or name not in imported)


def absent_names(inference: Inference, target: tuple[int, ...] | None) -> Iterator[Absent]:
    """The public names that torch does not have: no release, none from the target's on, or none before a later one.

    >>> p = program("a = torch.reduce_max(x, 1)", "b = torch.amax(x, 1)")
    >>> [[absent.name for absent in absent_names(p.inference, target)] for target in (None, (1, 6))]
    [['reduce_max'], ['reduce_max', 'amax']]
    """
    for node, full in _torch_names(inference):
        if target is None and full in TABLE.functions:
            continue
        if full in obsolete_names():
            continue
        module, _, name = full.rpartition(".")
        found = _absent(module, name, target)
        if found is None or is_replaced(inference, full) or _is_given(inference, name):
            continue
        yield Absent(node, canonical(module), name, found.life)


def outdated_names(
    inference: Inference, target: tuple[int, ...] | None, stage: Stage
) -> Iterator[tuple[cst.CSTNode, Obsolete]]:
    """The names at a stage of their way out of torch, where they are read or imported; methods of tensors too.

    >>> p = program("a = torch.ger(x, y)", "b, c = x.symeig()")
    >>> [row.name for _, row in outdated_names(p.inference, None, Stage.REMOVED)]
    ['torch.symeig']
    """
    known = obsolete_names()
    for node, full in _torch_names(inference):
        row = known.get(full) or known.get(canonical(full))
        if row is not None and row.stage(target) is stage and not is_replaced(inference, full):
            yield node, row
    words = [word for word in METHODS if known[f"torch.{word}"].stage(target) is stage]
    if any(f".{word}(" in (inference.source or f".{word}(") for word in words):
        for call in inference.nodes_of(cst.Call):
            method = call.func if isinstance(call, cst.Call) else None
            if isinstance(method, cst.Attribute) and method.attr.value in words:
                if isinstance(inference.value(method.value), Tensor):
                    yield method, known[f"torch.{method.attr.value}"]


class _Found(NamedTuple):
    life: Life | None


@lru_cache(maxsize=4096)
def _absent(module: str, name: str, target: tuple[int, ...] | None) -> _Found | None:
    """When a module had a name that it does not have; None where it has it, or is not known."""
    if module not in MODULES or name.startswith("_") or name in OTHER_BACKENDS:
        return None
    life = names().modules[module].get(name)
    if life is None:
        return _Found(None)
    if target is None:
        return None if life.last is None else _Found(life)
    return None if life.had_by(target) or (life.last is not None and target[:2] < life.last) else _Found(life)


def _is_given(inference: Inference, name: str) -> bool:
    """Whether the file gives an object an attribute of this name by a text, or ``torch_name`` gives it to torch."""
    return re.search(rf"setattr\([^)]*[\"']{name}[\"']|\btorch_{name}\b", inference.source or "") is not None
