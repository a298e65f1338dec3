"""A list or dict of modules as the container that registers them."""

from __future__ import annotations

import builtins

import libcst as cst

from ...inference.events.collections import modules_in
from ...inference.events.event import Answer
from ...inference.events.registry import Entry, Registry
from ...inference.knowledge.module_methods import MODULE_DICT_NAMES
from ...inference.values import Module, Reference, Sequence, SequenceType, Text
from ..fix import Edit, Fix
from ..surroundings import children_of
from ..writer import Rewriting
from .code import parsed

_LISTS = frozenset({SequenceType.LIST, SequenceType.TUPLE})
# What a ModuleList and a ModuleDict do as a list and a dict do.
_LIST_METHODS = frozenset({"append", "extend", "insert"})
_DICT_METHODS = frozenset({"items", "keys", "values"})
_PASSES = frozenset(
    {"enumerate", "zip", "len", "reversed", "iter", "list", "tuple", "next", "map", "sum", "any", "all"}
)


def in_container(write: Rewriting, registry: Registry, entry: Entry) -> Fix | None:
    """The fix that puts ``nn.ModuleList(...)`` or ``nn.ModuleDict(...)`` around what is put on ``self``.

    None where one of these would not do: for what is no module, keys that it does not take, methods that it lacks, an
    attribute that is set in several places or before ``super().__init__()``, a list that is used by another name too.
    """
    node, final = entry.expression, registry.cls.attributes.get(entry.name or "")
    if node is None or not isinstance(final, Sequence) or not _is_set_once(write, registry, entry):
        return None
    is_dict = final.type is SequenceType.DICT
    if not (is_dict or final.type in _LISTS) or not _holds_only_modules(registry, final):
        return None
    if is_dict and not _has_plain_keys(final):
        return None
    if type(node) is cst.Name and _is_read_later(write, node):
        return None
    if not all(_does_as_before(write, read.node, is_dict) for read in registry.readers(entry.name or "")):
        return None
    name = container(write, node, "ModuleDict" if is_dict else "ModuleList")
    if name is None:
        return None
    callee, missing = name

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        if isinstance(updated, cst.List | cst.Dict | cst.Tuple) and not updated.elements:
            return parsed(write.module, f"{callee}()")
        call = cst.ensure_type(parsed(write.module, f"{callee}(x)"), cst.Call)
        return call.with_changes(args=[cst.Arg(_in_parentheses(updated))])

    return Fix((Edit(node, change, tuple(child for _, _, child in children_of(node))),), False, missing)


def container(write: Rewriting, node: cst.CSTNode, name: str) -> tuple[str, bool] | None:
    """How a class of torch.nn is written at a node, and whether torch must be imported; None where it has no name."""
    known = write.module_names.name_of(f"torch.nn.{name}", node)
    nn = write.module_names.name_of("torch.nn", node)
    if known is not None or nn is not None:
        return known or f"{nn}.{name}", False
    torch = write.module_names.modules(node)
    return None if torch is None else (f"{torch.texts['torch']}.nn.{name}", torch.missing)


def _in_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression as an argument: a tuple keeps its parentheses, or gets some."""
    if type(node) is cst.Tuple and not node.lpar:
        return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return node


def _is_set_once(write: Rewriting, registry: Registry, entry: Entry) -> bool:
    """Whether one statement, with that target alone and no type, gives the attribute its value, once torch can."""
    places = [one for one in registry.assigned(entry.name or "") if one.expression is not None]
    assign = write.surroundings.statement(entry.node)
    small = assign.body[0] if type(assign) is cst.SimpleStatementLine and len(assign.body) == 1 else None
    alone = type(small) is cst.Assign and len(small.targets) == 1
    ready = entry.initialised is Answer.YES or entry.method.name != "__init__"
    return places == [entry] and alone and ready


def _holds_only_modules(registry: Registry, collection: Sequence) -> bool:
    parts = [*collection.parts(), *modules_in(registry.program, collection)]
    return bool(parts) and all(isinstance(part, Module) for part in parts)


def _has_plain_keys(collection: Sequence) -> bool:
    """Whether all keys are texts that a ModuleDict takes."""
    texts = [key.text if isinstance(key, Text) else None for key in collection.keys or []]
    return bool(texts) and all(
        text and "." not in text and text not in MODULE_DICT_NAMES and not text.startswith("_") for text in texts
    )


def _is_read_later(write: Rewriting, name: cst.Name) -> bool:
    """Whether a list is used by its first name after it has been put on ``self``."""
    around = write.surroundings
    mentions = around.mentions(around.scope(name), name.value)
    return any(other is not name and around.before(name, other) for other in mentions)


def _does_as_before(write: Rewriting, node: cst.CSTNode, is_dict: bool) -> bool:
    """Whether a place that reads the attribute can read the container in its stead."""
    around = write.surroundings
    parent = around.parent(node)
    above = None if parent is None else around.parent(parent)
    if type(parent) is cst.Attribute:
        known = _DICT_METHODS if is_dict else _LIST_METHODS
        return parent.attr.value in known and type(above) is cst.Call and above.func is parent
    if type(parent) is cst.Arg and type(above) is cst.Call:
        callee = write.inference.value(above.func)
        return isinstance(callee, Reference) and callee.name.removeprefix(f"{builtins.__name__}.") in _PASSES
    if type(parent) is cst.Subscript:
        return parent.value is node
    if type(parent) is cst.Assign:
        return parent.value is node and isinstance(parent.targets[0].target, cst.Tuple | cst.List)
    if isinstance(parent, cst.For | cst.CompFor):
        return parent.iter is node
    return isinstance(parent, cst.ComparisonTarget | cst.StarredElement | cst.If | cst.Not)
