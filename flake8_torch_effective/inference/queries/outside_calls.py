"""Calls of what another package defines, by its dotted name, with the arguments that reach it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..values import Partial, Reference, Sequence, Text, Value

_REPLACED = "names of other packages that the file gives a value"
_AROUND = "statements around calls"


@dataclass(frozen=True)
class OutsideCall:
    """A call of what another package defines: its ``name``, and the arguments, first those that ``partial`` bound.

    ``stars`` are those behind which there may be more arguments: ``*`` of ``*args``, ``**`` of ``**kwargs``.
    """

    node: cst.Call
    name: str
    positional: tuple[Value, ...]
    keywords: Mapping[str, Value]
    stars: frozenset[str]

    def argument(self, name: str, position: int | None = None) -> Value | None:
        """What is given for a parameter, by keyword or at a position; None where nothing is known to be.

        >>> p = program("y = torch.hub.load('hub', 'dino')")
        >>> outside_call(p.inference, p.node("torch.hub.load('hub', 'dino')"), ["torch.hub.load"]).argument("model", 1)
        str
        """
        if name in self.keywords:
            return self.keywords[name]
        return self.positional[position] if position is not None and position < len(self.positional) else None

    def may_hold(self, position: int | None = None) -> bool:
        """Whether an argument that stands nowhere may be given by ``**kwargs``, or at a position by ``*args``.

        >>> p = program("y = torch.hub.load(*names)")
        >>> call = outside_call(p.inference, p.node("torch.hub.load(*names)"), ["torch.hub.load"])
        >>> call.may_hold(1), call.may_hold()
        (True, False)
        """
        return "**" in self.stars or (position is not None and "*" in self.stars)

    def written(self, name: str) -> cst.Arg | None:
        """The argument of the call itself that is written with this keyword.

        >>> p = program("y = torch.hub.load('hub', 'dino')")
        >>> call = outside_call(p.inference, p.node("torch.hub.load('hub', 'dino')"), ["torch.hub.load"])
        >>> call.written("model") is None
        True
        """
        named = (arg for arg in self.node.args if arg.keyword is not None and arg.keyword.value == name)
        return next(named, None)

    def spread(self, inference: Inference, name: str) -> cst.Arg | None:
        """The ``**options`` of the call itself by which a dict that is known gives this keyword.

        >>> p = program("options = {'verbose': True}", "y = torch.hub.load('hub', **options)")
        >>> call = outside_call(p.inference, p.node("torch.hub.load('hub', **options)"), ["torch.hub.load"])
        >>> call.spread(p.inference, "verbose").star
        '**'
        """
        return next((arg for arg in self.node.args if name in spread_keywords(inference, arg)), None)


def spread_keywords(inference: Inference, argument: cst.Arg) -> dict[str, Value]:
    """The keywords that ``**options`` gives, of which the dict is known.

    >>> p = program("options = {'verbose': True}", "y = torch.hub.load('hub', **options)")
    >>> spread_keywords(p.inference, p.node("torch.hub.load('hub', **options)").args[1])
    {'verbose': bool=True}
    """
    value = inference.value(argument.value) if argument.star == "**" else None
    if not isinstance(value, Sequence) or value.items is None or value.keys is None:
        return {}
    pairs = zip(value.keys, value.items, strict=False)
    return {key.text: item for key, item in pairs if isinstance(key, Text) and key.text is not None}


def outside_call(inference: Inference, node: cst.Call, names: Container[str]) -> OutsideCall | None:
    """The call that a node is, if it calls one of these functions of other packages, perhaps through ``partial``.

    >>> p = program("from functools import partial", "f = partial(torch.hub.load, 'hub')", "f('dino', verbose=True)")
    >>> call = outside_call(p.inference, p.node("f('dino', verbose=True)"), ["torch.hub.load"])
    >>> call.name, len(call.positional), call.argument("verbose")
    ('torch.hub.load', 2, bool=True)
    """
    callee = inference.value(node.func)
    bound = callee if isinstance(callee, Partial) else None
    outside = callee if bound is None else bound.callee
    name = canonical(outside.name) if isinstance(outside, Reference) else ""
    if name not in names:
        return None
    positional: list[Value] = [] if bound is None else [*bound.positional]
    keywords: dict[str, Value] = {} if bound is None else dict(bound.arguments)
    stars: set[str] = set()
    for argument in node.args:
        value = inference.value(argument.value)
        if argument.keyword is not None:
            keywords[argument.keyword.value] = value
        elif not argument.star:
            if "*" not in stars:  # where it stands is not known
                positional.append(value)
        elif not isinstance(value, Sequence) or value.items is None:
            stars.add(argument.star)
        elif argument.star == "*":
            positional.extend(value.items if "*" not in stars else ())
        else:
            words = [key.text for key in value.keys or [] if isinstance(key, Text) and key.text is not None]
            if len(words) != len(value.items):
                stars.add("**")
            keywords.update(zip(words, value.items, strict=False))
    return OutsideCall(node, name, tuple(positional), keywords, frozenset(stars))


def is_of_module(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a name is read from a module, or is one itself, and not from an object, whose class may have another.

    >>> p = program("class Net:", "    lib = torch", "    def f(self): return torch.ger(x, y), self.lib.outer(x, y)")
    >>> [is_of_module(p.inference, p.node(name)) for name in ("torch.ger", "self.lib.outer")]
    [True, False]
    """
    while type(node) is cst.Attribute:
        node = node.value
    return isinstance(inference.value(node), Reference)


def is_replaced(inference: Inference, name: str) -> bool:
    """Whether the file puts something of its own in the place of what another package defines.

    >>> p = program("torch.hub.load = print", "torch.hub.load('facebookresearch/hub', 'dino')")
    >>> is_replaced(p.inference, "torch.hub.load"), is_replaced(p.inference, "torch.hub.list")
    (True, False)
    """
    known = inference.rooms.get(_REPLACED)
    if not isinstance(known, set):
        known = inference.rooms[_REPLACED] = set(_replaced(inference))
    return name in known


def _replaced(inference: Inference) -> Iterator[str]:
    for node in inference.nodes_of(cst.Assign):
        assert type(node) is cst.Assign
        for target in (one.target for one in node.targets):
            if type(target) is cst.Attribute:
                value = inference.value(target.value)
                if isinstance(value, Reference):
                    yield f"{value.name}.{target.attr.value}"


def is_tried_with(inference: Inference, node: cst.Call, keyword: str) -> bool:
    """Whether code around a call gives the same function an argument that the call lacks, where the release takes it.

    That is a ``try``, and an ``if`` whose condition names the argument.

    >>> p = program("try: y = torch.sum(x, axis=0)", "except TypeError: y = torch.sum(x, 0)")
    >>> is_tried_with(p.inference, p.node("torch.sum(x, 0)"), "axis")
    True
    """
    callee, module = inference.value(node.func), inference.module
    if not isinstance(callee, Reference) or module is None:
        return False
    known = inference.rooms.get(_AROUND)
    if not isinstance(known, dict):
        known = inference.rooms[_AROUND] = _blocks_around(inference)
    for block in known.get(id(node), ()):
        if type(block) is cst.If and keyword not in inference.code(block.test):
            continue
        calls: list[cst.CSTNode] = []
        walk(block, {cst.Call: [calls.append]})
        if any(type(call) is cst.Call and _gives(inference, call, callee, keyword) for call in calls):
            return True
    return False


def _blocks_around(inference: Inference) -> dict[int, list[cst.CSTNode]]:
    """The ``try`` and ``if`` statements around each call, by its ``id``."""
    found: dict[int, list[cst.CSTNode]] = defaultdict(list)
    for block in (*inference.nodes_of(cst.Try), *inference.nodes_of(cst.If)):
        walk(block, {cst.Call: [lambda call, block=block: found[id(call)].append(block)]})  # type: ignore[misc]
    return found


def _gives(inference: Inference, call: cst.Call, callee: Reference, keyword: str) -> bool:
    """Whether a call gives a function an argument."""
    other = inference.value(call.func)
    named = any(argument.keyword is not None and argument.keyword.value == keyword for argument in call.args)
    return named and isinstance(other, Reference) and other.name == callee.name
