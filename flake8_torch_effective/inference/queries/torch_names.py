"""The names of torch that a file reads and imports, and which of them its torch does not have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import libcst as cst

from ...syntax.naming import all_names, called_name
from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..knowledge.obsolete_names import METHODS, NOW_MODULES, Obsolete, Stage, came_with, obsolete_names
from ..knowledge.releases import MODULES, OF_OTHER_BUILDS, OTHER_BACKENDS, Life, names
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from ..values import Reference, Tensor, Value
from .annotated import evaluated_names
from .callers import function_around
from .outside_calls import is_replaced
from .provenance import is_declared_or_made

_ROOM = "names in a file"
_STRANGE = "tensors with attributes that no tensor has"
# So many words of an option are read as a name.
_WORDS = 6


class Absent(NamedTuple):
    """A name that a module of torch does not have: where it stands, both, and when the module had it."""

    node: cst.CSTNode
    module: str
    name: str
    life: Life | None


def statements_of_imports(inference: Inference) -> dict[int, cst.CSTNode]:
    """The statement that imports each name, by the name's ``id``: ``from torch.amp import custom_fwd, custom_bwd``.

    >>> p = program("from torch.amp import custom_fwd, custom_bwd")
    >>> found = list(statements_of_imports(p.inference).values())
    >>> found[-1] is found[-2]
    True
    """
    found: dict[int, cst.CSTNode] = {}
    for node in inference.nodes_of(cst.ImportFrom):
        assert type(node) is cst.ImportFrom
        if not isinstance(node.names, cst.ImportStar):
            found.update({id(alias): node for alias in node.names})
    return found


def _torch_names(inference: Inference) -> Iterator[tuple[cst.CSTNode, str]]:
    """The attributes and imports that name something of torch, with its dotted name; no module that is imported too.

    >>> p = program("a = torch.ger(x, y)", "b = F.relu(x)")
    >>> "torch.ger" in [name for _, name in _torch_names(p.inference)]
    True
    """
    found = inference.references.values()
    imported = {name for node, name in found if type(node) is cst.ImportAlias and type(node.name) is cst.Attribute}
    return ((node, name) for node, name in found if type(node) is cst.ImportAlias or name not in imported)


def absent_names(inference: Inference, target: tuple[int, ...] | None) -> Iterator[Absent]:
    """The public names that torch does not have: no release, none from the target's on, or none before a later one.

    >>> p = program("a = torch.reduce_max(x, 1)", "b = torch.amax(x, 1)")
    >>> [[absent.name for absent in absent_names(p.inference, target)] for target in (None, (1, 6))]
    [['reduce_max'], ['reduce_max', 'amax']]
    """
    annotated = ((node, name) for node, name in evaluated_names(inference) if name.startswith("torch."))
    for node, full in chain(_torch_names(inference), annotated):
        if target is None and full in TABLE.functions:
            continue
        if full in obsolete_names():
            continue
        module, _, name = full.rpartition(".")
        found = _absent(module, name, target)
        if found is None or is_replaced(inference, full) or _is_given(inference, name):
            continue
        yield Absent(node, canonical(module), name, found.life)


def options_for(inference: Inference, absent: Collection[Absent]) -> set[cst.CSTNode]:
    """The nodes, of names that torch does not have, that run only under an option that is called after the name.

    >>> p = program("if use_frobnicate: a = torch.frobnicate(x)", "b = torch.frobnicate(x)")
    >>> len(options_for(p.inference, list(absent_names(p.inference, None))))
    1
    """
    wanted: dict[cst.CSTNode, str] = {one.node: one.name for one in absent if type(one.node) is cst.Attribute}
    found: set[cst.CSTNode] = set()
    if not wanted:
        return found
    names = set(wanted.values())
    for branch in inference.nodes_of(cst.If):
        assert type(branch) is cst.If
        options = {part for option in all_names(branch.test) for part in _parts(option)} & names
        if options:
            inside: list[cst.CSTNode] = []
            walk(branch.body, {cst.Attribute: [inside.append]})
            found.update(node for node in inside if wanted.get(node) in options)
    return found


def devices_of_others(inference: Inference, absent: Collection[Absent]) -> set[cst.CSTNode]:
    """The nodes, of names in ``torch`` itself, from which is read what the module of a device has.

    Such a module is put there by the package that brings the device.

    >>> p = program("torch.frob.synchronize()", "torch.frobnicate(x)")
    >>> len(devices_of_others(p.inference, list(absent_names(p.inference, None))))
    1
    """
    wanted = {one.node for one in absent if one.module == "torch" and type(one.node) is cst.Attribute}
    if not wanted:
        return set()
    of_devices = names().modules["torch.cuda"]
    return {
        holder.value
        for holder in inference.nodes_of(cst.Attribute)
        if type(holder) is cst.Attribute and holder.value in wanted and holder.attr.value in of_devices
    }


def asked_of_objects(inference: Inference, absent: Collection[Absent]) -> set[cst.CSTNode]:
    """The nodes, of names that torch does not have, that run only where an object says that it is of that kind.

    >>> p = program("if getattr(x, 'is_frob', False): a = torch.frob.tensor(x)", "b = torch.frob.tensor(x)")
    >>> len(asked_of_objects(p.inference, list(absent_names(p.inference, None))))
    1
    """
    wanted: dict[cst.CSTNode, str] = {one.node: f"is_{one.name}" for one in absent if type(one.node) is cst.Attribute}
    found: set[cst.CSTNode] = set()
    if not wanted or not any(word in (inference.source or word) for word in wanted.values()):
        return found
    names = set(wanted.values())
    for branch in chain(inference.nodes_of(cst.If), inference.nodes_of(cst.IfExp)):
        assert isinstance(branch, cst.If | cst.IfExp)
        calls: list[cst.CSTNode] = []
        walk(branch.test, {cst.Call: [calls.append]})
        asked = {_asked(call) for call in calls} & names
        if asked:
            inside: list[cst.CSTNode] = []
            walk(branch.body, {cst.Attribute: [inside.append]})
            found.update(node for node in inside if wanted.get(node) in asked)
    return found


def _asked(call: cst.CSTNode) -> str | None:
    """The attribute that ``hasattr(x, "is_nested")`` asks for, or ``getattr(x, "is_nested", False)``."""
    if type(call) is not cst.Call or called_name(call) not in ("hasattr", "getattr") or len(call.args) < 2:
        return None
    text = call.args[1].value
    return str(text.evaluated_value) if type(text) is cst.SimpleString else None


def _parts(option: str) -> Iterator[str]:
    """The names of a few words that a longer one holds: ``ring_exchange`` of ``use_ring_exchange_p2p``."""
    words = option.split("_")
    for start in range(len(words)):
        for end in range(start + 1, min(start + _WORDS, len(words)) + 1):
            yield "_".join(words[start:end])


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
    modules = {name: row for name, row in NOW_MODULES.items() if row.stage(target) is stage}
    if any(f"{name.rpartition('.')[2]}(" in (inference.source or f"{name}(") for name in modules):
        for call in inference.nodes_of(cst.Call):
            callee = inference.value(call.func) if type(call) is cst.Call else None
            if type(call) is cst.Call and isinstance(callee, Reference) and callee.name in modules:
                if not is_replaced(inference, callee.name):
                    yield call.func, modules[callee.name]
    words = [word for word in METHODS if known[f"torch.{word}"].stage(target) is stage]
    if any(f".{word}(" in (inference.source or f".{word}(") for word in words):
        for call in inference.nodes_of(cst.Call):
            method = call.func if type(call) is cst.Call else None
            if type(method) is cst.Attribute and method.attr.value in words:
                parts = (inference.value(method.value), inference.value(call))
                if isinstance(parts[0], Tensor) and not any(_has_foreign(inference, one) for one in parts):
                    yield method, known[f"torch.{method.attr.value}"]


def may_be_other_method(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether an obsolete name is a method of what only the methods that it has make a tensor.

    Another package's object may have the same ones, such as a linear operator.

    >>> p = program("def f(z): return z.unsqueeze(0).cholesky()", "y = x.cholesky()")
    >>> found = [node for node, _ in outdated_names(p.inference, None, Stage.DEPRECATED)]
    >>> sorted(may_be_other_method(p.inference, node) for node in found)
    [False, True]
    """
    value = inference.value(node.value) if type(node) is cst.Attribute else None
    if type(node) is not cst.Attribute or not isinstance(value, Tensor):
        return False
    calls = (one for one in inference.nodes_of(cst.Call) if type(one) is cst.Call and one.func is node)
    frame = next((function_around(inference, one) for one in calls), None)
    return not is_declared_or_made(inference, value, node.value, frame)


def _has_foreign(inference: Inference, value: Value) -> bool:
    """Whether the file reads an attribute of a tensor that none has, not even a private one."""
    if not isinstance(value, Tensor):
        return False
    strange = inference.rooms.get(_STRANGE)
    if not isinstance(strange, set):
        attributes = [one for one in inference.nodes_of(cst.Attribute) if type(one) is cst.Attribute]
        read = [inference.value(one.value) for one in attributes if one.attr.value not in TENSOR_ATTRIBUTES]
        strange = inference.rooms[_STRANGE] = {one.identity for one in read if isinstance(one, Tensor)}
    return value.identity in strange


def reads_parts(inference: Inference, row: Obsolete) -> bool:
    """Whether a file reads what its obsolete form has and the new one lacks, so that more than the name must change.

    A text may name it, too, as the key of a state dict does.

    >>> p = program("a = torch.nn.utils.weight_norm(net)", "torch.nn.utils.remove_weight_norm(a)")
    >>> [reads_parts(p.inference, row) for _, row in outdated_names(p.inference, None, Stage.DEPRECATED)]
    [True]
    """
    if not row.parts or inference.module is None:
        return False
    names = inference.rooms.get(_ROOM)
    if not isinstance(names, set):
        names = inference.rooms[_ROOM] = all_names(inference.module)
    if not names.isdisjoint(row.parts):
        return True
    texts = (one.value for one in inference.nodes_of(cst.SimpleString) if type(one) is cst.SimpleString)
    return any(part in text for text in texts for part in row.parts)


def unneeded(inference: Inference, node: cst.CSTNode, row: Obsolete) -> str:
    """What to do with a call that asks torch for what it does anyway; nothing for any other.

    >>> p = program("torch.set_default_tensor_type(torch.FloatTensor)", "torch.set_default_tensor_type(name)")
    >>> found = outdated_names(p.inference, None, Stage.DEPRECATED)
    >>> [unneeded(p.inference, node, row) for node, row in found]
    ['delete the call: that is the default', '']
    """
    if not row.restates:
        return ""
    calls = (one for one in inference.nodes_of(cst.Call) if type(one) is cst.Call and one.func is node)
    call = next(calls, None)
    if call is None or len(call.args) != 1:
        return ""
    argument = call.args[0].value
    given = inference.value(argument)
    name = given.name if isinstance(given, Reference) else inference.references.get(id(argument), (None, ""))[1]
    if type(argument) is cst.SimpleString:
        name = str(argument.evaluated_value)
    return "delete the call: that is the default" if name in row.restates else ""


class _Found(NamedTuple):
    life: Life | None


@lru_cache(maxsize=4096)
def _absent(module: str, name: str, target: tuple[int, ...] | None) -> _Found | None:
    """When a module had a name that it does not have; None where it has it, or is not known."""
    since = came_with(f"{module}.{name}")
    if since is not None:
        return _Found(Life(since, None)) if target is not None and target < since else None
    if module not in MODULES or name.startswith("_") or name in OTHER_BACKENDS | OF_OTHER_BUILDS:
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
