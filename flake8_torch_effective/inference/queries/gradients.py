"""Whether a number is worth getting exactly right: whether gradients flow through it, and what it is read for."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import all_names
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..knowledge.kinds import BOOL, INT
from ..values import Number, Operation, Tensor, Use, Value

_DEPTH = 6
# What hands on the same entries, or sums of them and the like, which may be read in their place.
_HANDED_ON = frozenset({Family.VIEW, Family.COPY, Family.CONVERSION, Family.LAYOUT, Family.ARITHMETIC})
_KEPT = {Use.STORED, Use.BACKWARD}
_NAMES_TRAINING = "names what trains"
# Not `grad`, which a program may also fill by hand.
_TRAINING = frozenset({"autograd", "backward", "nn", "optim", "requires_grad", "requires_grad_"})
_STARTING = frozenset(
    {"init", "initial", "initialisation", "initialise", "initialization", "initialize", "initializer", "reset"}
)


def is_only_read(inference: Inference, value: Value, sums: bool = False, depth: int = _DEPTH) -> bool:
    """Whether a tensor is only detached, compared, or its entries are only read as numbers, as a report does.

    With ``sums`` also where sums, means and the like of it are read in this way.

    >>> p = program("a = x.log().cpu().tolist()", "b = y.log()", "c = x.exp() + 1 > y", "return a, b, b.item(), c")
    >>> [is_only_read(p.inference, p.value(code)) for code in ("x.log()", "y.log()", "x.exp()")]
    [True, False, True]
    """
    if not isinstance(value, Tensor) or depth == 0 or not value.identity.uses.isdisjoint(_KEPT):
        return False
    handed_on = _HANDED_ON | {Family.REDUCTION} if sums else _HANDED_ON
    users = inference.consumers.get(value.identity, ())
    # Returning a number marks the tensor that it is of, so what else mentions the tensor has to tell.
    made_and_named = inference.mentions[value.identity] - len(users)
    return (
        bool(users)
        and made_and_named in (0, 2)
        and all(
            user.formula is Formula.DETACH
            or user.signature.family is Family.EXTRACTION
            or (isinstance(user.result, Tensor) and user.result.category in (BOOL, INT))
            or (
                (user.signature.family in handed_on or user.signature.selects)
                and is_only_read(inference, user.result, sums, depth - 1)
            )
            for user in users
        )
    )


def is_tested(inference: Inference, value: Value) -> bool:
    """Whether the program asks if a tensor is above or below a number, and goes on by the answer.

    >>> p = program("if x > 20: return x", "return torch.log1p(x.exp())")
    >>> is_tested(p.inference, p.value("x"))
    True
    """
    users = inference.consumers.get(value.identity, ()) if isinstance(value, Tensor) else ()
    return any(
        user.signature.family is Family.COMPARISON
        and any(isinstance(operand, Number) for operand in user.operands.values())
        and isinstance(user.result, Tensor)
        and not inference.consumers.get(user.result.identity)
        for user in users
    )


def is_initial_value(operation: Operation) -> bool:
    """Whether an operation computes what training starts from: in ``__init__``, ``reset_parameters``, ``_init_bias``.

    >>> is_initial_value(operation("x.exp()"))
    False
    """
    frame = operation.frame
    return type(frame) is cst.FunctionDef and not _STARTING.isdisjoint(frame.name.value.lower().split("_"))


def names_training(inference: Inference) -> bool:
    """Whether a file names modules, gradients or optimizers anywhere, so that a gradient may be wanted in it.

    The functions of ``torch.nn.functional`` alone do not say so.

    >>> names_training(program("x.sum().backward()").inference)
    True
    """
    found = inference.rooms.get(_NAMES_TRAINING)
    if not isinstance(found, bool):
        found = inference.module is None or _names_more_than_functions(inference, inference.module)
        inference.rooms[_NAMES_TRAINING] = found
    return found


def _names_more_than_functions(inference: Inference, module: cst.Module) -> bool:
    named = _TRAINING & all_names(module)
    if named != {"nn"}:
        return bool(named)
    functional = {
        id(_last(node.value))
        for node in inference.nodes_of(cst.Attribute)
        if type(node) is cst.Attribute and node.attr.value == "functional"
    }
    return any(
        type(node) is cst.Name and node.value == "nn" and id(node) not in functional
        for node in inference.nodes_of(cst.Name)
    )


def _last(node: cst.CSTNode) -> cst.CSTNode:
    return node.attr if type(node) is cst.Attribute else node
