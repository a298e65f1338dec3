"""Calls that may give arguments of the past: by a subclass, or on behalf of a caller."""

from __future__ import annotations

from collections.abc import Container, Iterator

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..values import Reference


def calls_of_base(inference: Inference, node: cst.ClassDef, names: Container[str]) -> Iterator[tuple[cst.Call, str]]:
    """The calls of the ``__init__`` of a base from outside the file, if it is one of these, in that of a class.

    >>> p = program("class Layer(torch.nn.Module):", "    def __init__(self): super().__init__(n)")
    >>> node = p.module.body[-1].body.body[0]
    >>> [base for _, base in calls_of_base(p.inference, node, ["torch.nn.Module"])]
    ['torch.nn.Module']
    """
    cls = inference.classes.get(node)
    own = None if cls is None else cls.functions.get("__init__")
    if cls is None or own is None or len(cls.bases) != 1:
        return
    base = cls.bases[0]
    name = canonical(base.name) if isinstance(base, Reference) else ""
    if name not in names:
        return
    calls: list[cst.CSTNode] = []
    walk(own.node, {cst.Call: [calls.append]})
    for call in calls:
        func = call.func if type(call) is cst.Call else None
        if type(call) is cst.Call and type(func) is cst.Attribute and func.attr.value == "__init__":
            if called_name(func.value) == "super":
                yield call, name


def is_handed_on(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is named like a parameter of the file that is None by default: a wrapper hands it on.

    >>> p = program("def wrap(z, size=None): return z.sum(size)", "return wrap(x)")
    >>> is_handed_on(p.inference, p.node("size"))
    True
    """
    name = last_name(node)
    if not name:
        return False
    for function in inference.functions:
        if isinstance(function, cst.FunctionDef | cst.Lambda):
            for parameter in (*function.params.params, *function.params.kwonly_params):
                default = parameter.default
                if parameter.name.value == name and type(default) is cst.Name and default.value == "None":
                    return True
    return False
