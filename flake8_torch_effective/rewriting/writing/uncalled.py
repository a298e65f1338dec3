"""The call that a method lacks, ``x.item()`` for ``x.item``, or that a property has too much, ``x.shape()``."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Number, Sequence, Text
from ..fix import Edit, Fix
from ..writer import Rewriting


def stands_for_number(write: Rewriting, node: cst.Attribute) -> bool:
    """Whether ``x.size`` is meant as of an array, ``x.size == 0``, ``x.size * 4``: the number of entries.

    A ``torch.Size`` equals no number, and ``*`` repeats it.
    """
    around = write.surroundings.parent(node)
    if type(around) is cst.ComparisonTarget:
        around = write.surroundings.parent(around)
    if type(around) is cst.Comparison:
        sides = (around.left, *(one.comparator for one in around.comparisons))
        return any(isinstance(write.inference.value(side), Number) for side in sides)
    return is_computed_with(write, node)


def is_computed_with(write: Rewriting, node: cst.Attribute) -> bool:
    """Whether arithmetic is done with what a method should give, other than joining it to a list or a tuple."""
    around = write.surroundings.parent(node)
    if type(around) is cst.UnaryOperation:
        return type(around.operator) is not cst.Not
    if type(around) is cst.BinaryOperation:
        other, adds = around.right if around.left is node else around.left, type(around.operator) is cst.Add
    elif type(around) is cst.AugAssign:
        other, adds = around.target, type(around.operator) is cst.AddAssign
    else:
        return False
    value = write.inference.value(other)  # `"%s" % x.size` is no arithmetic either
    return not isinstance(value, Text) and not (adds and isinstance(value, Sequence))


def called(updated: cst.CSTNode) -> cst.CSTNode:
    """``x.item()`` for ``x.item``."""
    return cst.Call(cst.ensure_type(updated, cst.Attribute))


def counted(updated: cst.CSTNode) -> cst.CSTNode:
    """``x.numel()`` for ``x.size``."""
    return cst.Call(cst.ensure_type(updated, cst.Attribute).with_changes(attr=cst.Name("numel")))


def without_call(node: cst.Call, safe: bool) -> Fix | None:
    """``x.shape`` for ``x.shape()``, and ``x.shape[0]`` for ``x.shape(0)``."""
    if len(node.args) > 1 or any(argument.star or argument.keyword for argument in node.args):
        return None
    if node.args and not (type(node.func) is cst.Attribute and node.func.attr.value == "shape"):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(updated, cst.Call)
        if not call.args:
            return call.func.with_changes(lpar=call.lpar, rpar=call.rpar)
        index = cst.SubscriptElement(cst.Index(call.args[0].value))
        return cst.Subscript(call.func, [index], lpar=call.lpar, rpar=call.rpar)

    return Fix((Edit(node, change, tuple(node.children)),), safe=safe)


def called_twice(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether the result of what the method is called for is called itself: ``x.detach.clone()()``."""
    parent = write.surroundings.parent
    call = parent(parent(node) or node)
    again = None if call is None else parent(call)
    return type(call) is cst.Call and type(again) is cst.Call and again.func is call
