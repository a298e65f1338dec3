"""Calls of the functions that build torchvision's models, and the old arguments in them that ask for weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.torchvision_builders import (
    BACKBONE,
    BY_NAME,
    LEGACY,
    NEW_ARGUMENT,
    OLD_ARGUMENT,
    PACKAGE,
    QUANTIZE,
    Builder,
    Member,
    builder_of,
    builders,
)
from ..values import NONE, Number, Partial, Reference, Text, Value
from .outside_calls import is_replaced, spread_keywords

_PARAMETERS = "names of parameters"


class Built(NamedTuple):
    """A call that builds a model, or ``partial`` of one.

    ``builder`` is None where it is one of torchvision's, but not known which, and ``called`` the expression for it;
    ``by_name`` is whether the call names it in a text, so that its weights are named by one too. ``own`` are the
    arguments that the builder gets in this call, and ``first`` is at which of its positions they begin. ``bound`` is
    whether a ``partial`` that is called there adds others.
    """

    node: cst.Call
    builder: Builder | None
    called: cst.BaseExpression
    own: tuple[cst.Arg, ...]
    by_name: bool = False
    first: int = 0
    bound: bool = False


class OldArgument(NamedTuple):
    """An argument that a builder takes for the sake of old programs only, and the parameter that it is meant for now.

    ``asks`` is whether it asks for weights by what is true or not: ``pretrained=True``, ``resnet18(True)``.  ``word``
    is the keyword that ``**options`` gives.
    """

    argument: cst.Arg
    parameter: str
    value: Value
    asks: bool
    word: str = ""


def built(inference: Inference, node: cst.Call) -> Built | None:
    """What a call builds, if it is a model of torchvision.

    >>> p = program("import torchvision", "torchvision.models.resnet18(pretrained=True)")
    >>> built(p.inference, p.node("torchvision.models.resnet18(pretrained=True)")).builder.name
    'resnet18'
    """
    callee = inference.value(node.func)
    if isinstance(callee, Reference):
        if callee.name == "functools.partial" and node.args and not node.args[0].star:
            called = node.args[0].value
            inner = _called(inference, called)
            return None if inner is None else Built(node, inner[0], called, tuple(node.args[1:]))
        if callee.name in BY_NAME and node.args and not is_replaced(inference, callee.name):
            name = inference.value(node.args[0].value)
            known = name.text if isinstance(name, Text) else None
            builder = builders().registered.get((known or "").lower())
            return Built(node, builder, node.func, tuple(node.args[1:]), by_name=True)
    if isinstance(callee, Partial):
        if not isinstance(callee.callee, Reference):
            return None
        builder = builder_of(callee.callee.name)
        if builder is None:
            return None
        return Built(node, builder, node.func, tuple(node.args), False, len(callee.positional), True)
    found = _called(inference, node.func)
    return None if found is None else Built(node, found[0], node.func, tuple(node.args))


def _called(inference: Inference, node: cst.BaseExpression) -> tuple[Builder | None] | None:
    """The builder that an expression names, in a tuple: None where it is one of ``torchvision.models``, unknown which.

    That is ``models.resnet18``, ``getattr(models, name)`` and ``models.__dict__[name]``.
    """
    value = inference.value(node)
    if isinstance(value, Reference):
        builder = builder_of(value.name)
        return None if builder is None or is_replaced(inference, value.name) else (builder,)
    holder: cst.BaseExpression | None = None
    key: cst.BaseExpression | None = None
    if type(node) is cst.Call and len(node.args) == 2 and _names(inference, node.func, "builtins.getattr"):
        holder, key = node.args[0].value, node.args[1].value
    elif type(node) is cst.Subscript and len(node.slice) == 1 and type(node.slice[0].slice) is cst.Index:
        key, holder = node.slice[0].slice.value, node.value
        if type(holder) is cst.Attribute and holder.attr.value == "__dict__":
            holder = holder.value
        elif type(holder) is cst.Call and len(holder.args) == 1 and _names(inference, holder.func, "builtins.vars"):
            holder = holder.args[0].value
        else:
            return None
    if holder is None or key is None:
        return None
    package = inference.value(holder)
    if not isinstance(package, Reference):
        return None
    named = inference.value(key)
    # What an attribute is by default, whoever makes the object may set otherwise.
    if type(key) is cst.Attribute or not isinstance(named, Text) or named.text is None:
        return (None,) if package.name == PACKAGE else None
    builder = builder_of(f"{package.name}.{named.text}")
    return None if builder is None else (builder,)


def _names(inference: Inference, node: cst.BaseExpression, name: str) -> bool:
    value = inference.value(node)
    return isinstance(value, Reference) and value.name == name


def old_arguments(inference: Inference, call: Built) -> Iterator[OldArgument]:
    """The arguments of a call that only old programs give so: by position, ``pretrained=``, ``weights=True``.

    >>> p = program("import torchvision", "torchvision.models.resnet18(True, progress=False)")
    >>> call = built(p.inference, p.node("torchvision.models.resnet18(True, progress=False)"))
    >>> [(old.parameter, old.asks) for old in old_arguments(p.inference, call)]
    [('weights', True)]
    """
    takes = () if call.builder is None or call.by_name else call.builder.takes[call.first :]
    old = NEW_ARGUMENT if call.builder is None else [name for name in NEW_ARGUMENT if name in call.builder.old]
    starred = False
    for position, argument in enumerate(call.own):
        starred = starred or bool(argument.star)
        for name, item in spread_keywords(inference, argument).items():
            if name in old:
                yield OldArgument(argument, NEW_ARGUMENT[name], item, True, name)
        value = inference.value(argument.value)
        if argument.keyword is not None:
            name = argument.keyword.value
            if name in old:
                yield OldArgument(argument, NEW_ARGUMENT[name], value, True)
            elif OLD_ARGUMENT.get(name) in old and isinstance(value, Number):
                yield OldArgument(argument, name, value, True)
        elif not starred and position < len(takes):
            asks = OLD_ARGUMENT.get(takes[position]) in old and not _is_new(value)
            yield OldArgument(argument, takes[position], value, asks)


def _is_new(value: Value) -> bool:
    """Whether a value is one that is given for weights today."""
    return value is NONE or isinstance(value, Reference | Text)


def truth(old: OldArgument) -> bool | None:
    """Whether an old argument asks for weights, if that is written there: ``True``, ``0``, ``None``.

    >>> p = program("import torchvision", "torchvision.models.resnet18(pretrained=n > 1)")
    >>> call = built(p.inference, p.node("torchvision.models.resnet18(pretrained=n > 1)"))
    >>> [truth(old) for old in old_arguments(p.inference, call)]
    [None]
    """
    if old.word:
        return bool(old.value.number) if isinstance(old.value, Number) and old.value.number is not None else None
    node = old.argument.value
    if type(node) is cst.Name and node.value in ("True", "False", "None"):
        return node.value == "True"
    if type(node) is cst.Integer:
        return bool(node.evaluated_value)
    return True if type(node) is cst.SimpleString and node.evaluated_value == LEGACY else None


def asked(inference: Inference, call: Built, old: OldArgument) -> Member | None:
    """The weights that an old argument asks for where it is true; None where they are not known, or there are none.

    >>> p = program("import torchvision", "torchvision.models.resnet18(pretrained=n > 1)")
    >>> call = built(p.inference, p.node("torchvision.models.resnet18(pretrained=n > 1)"))
    >>> [str(asked(p.inference, call, old)) for old in old_arguments(p.inference, call)]
    ['ResNet18_Weights.IMAGENET1K_V1']
    """
    if call.builder is None:
        return None
    quantize: bool | None = False
    backbone: str | None = None
    legacy = type(old.argument.value) is cst.SimpleString and old.argument.value.evaluated_value == LEGACY
    for position, argument in enumerate(call.own, call.first):
        if argument.star:
            quantize = None
            continue
        takes = call.builder.takes
        name = argument.keyword.value if argument.keyword is not None else (takes[position : position + 1] or [""])[0]
        value = inference.value(argument.value)
        if name == QUANTIZE:
            quantize = bool(value.number) if isinstance(value, Number) and value.number is not None else None
        elif name == BACKBONE and isinstance(value, Text):
            backbone = value.text
    return call.builder.weights(OLD_ARGUMENT[old.parameter], quantize, legacy, backbone)


def home_read(inference: Inference, call: Built, member: Member) -> cst.BaseExpression | None:
    """The module that has the enum of some weights, as the call itself reads it: ``models`` of ``models.resnet18()``.

    >>> p = program("import torchvision", "torchvision.models.resnet18(pretrained=True)")
    >>> call = built(p.inference, p.node("torchvision.models.resnet18(pretrained=True)"))
    >>> home_read(p.inference, call, Member("ResNet18_Weights", "DEFAULT")) is call.called.value
    True
    """
    homes = builders().homes[member.enum]
    base = call.called.value if type(call.called) is cst.Attribute else None
    while isinstance(base, cst.Attribute | cst.Name):
        value = inference.value(base)
        if isinstance(value, Reference) and value.name in homes:
            return base
        base = base.value if type(base) is cst.Attribute else None
    return None


def home_to_import(inference: Inference, member: Member) -> str | None:
    """The module from which the enum of some weights is to be imported; None where the file reads it already.

    >>> p = program("import torchvision", "torchvision.models.resnet18(pretrained=True)")
    >>> home_to_import(p.inference, Member("ResNet18_Weights", "DEFAULT"))
    'torchvision.models'
    """
    homes = builders().homes[member.enum]
    names = {f"{home}.{member.enum}" for home in homes}
    return None if any(name in names for _, name in inference.references.values()) else homes[0]


def is_handed_on(inference: Inference, old: OldArgument) -> bool:
    """Whether an argument is what a function of the file was given itself, so that its callers decide.

    >>> p = program("import torchvision", "def make(old): return torchvision.models.resnet18(pretrained=old)")
    >>> call = built(p.inference, p.node("torchvision.models.resnet18(pretrained=old)"))
    >>> [is_handed_on(p.inference, old) for old in old_arguments(p.inference, call)]
    [True]
    """
    node = old.argument.value
    return type(node) is cst.Name and node.value in _parameters(inference)


def _parameters(inference: Inference) -> frozenset[str]:
    known = inference.rooms.get(_PARAMETERS)
    if not isinstance(known, frozenset):
        known = inference.rooms[_PARAMETERS] = frozenset(
            parameter.name.value
            for function in inference.functions
            if isinstance(function, cst.FunctionDef | cst.Lambda)
            for parameter in (*function.params.params, *function.params.kwonly_params, *function.params.posonly_params)
        )
    return known
