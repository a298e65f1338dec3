"""Whether torch itself made a tensor in sight of the program, or only a promise says that it is one."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import all_names
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..knowledge.modules import IDENTITY
from ..knowledge.python_operations import (
    BUILTIN_MAX,
    BUILTIN_MIN,
    BUILTIN_SUM,
    CHANGED,
    DATA,
    REARRANGE,
    ROW,
    SUBSCRIPT,
)
from ..knowledge.tensor_evidence import TENSOR_ONLY_KEYWORDS, TENSOR_ONLY_METHODS
from ..values import Array, Notation, Operation, Sequence, Tensor, Unknown, Use, Value

_DEPTH = 12
_SET_TO_OTHER = "arrays of attributes that are set to something else"
# How annotations end that may stand for a tensor.
_TENSORS = ("Tensor", "Parameter", "Any", "object")
_SURE = ("Tensor", "Parameter")
# What gives an array of an array, and a number or a list of a list.
_OF_ANYTHING = frozenset({ROW, SUBSCRIPT, CHANGED, DATA, REARRANGE, IDENTITY})
_OF_MANY = frozenset({BUILTIN_SUM, BUILTIN_MAX, BUILTIN_MIN})
_TAKES_ANYTHING = (
    Family.CONSTRUCTION,
    Family.FACTORY,
    Family.PHI,
    Family.CALL,
    Family.OBJECT,
    Family.COLLECTION,
    Family.ITERATION,
)
# What torch calls the tensor that a function is about; the functions of torch.linalg call it a matrix.
_TAKEN = ("input", "A")
_SHARED = (Notation.METHOD, Notation.ATTRIBUTE, Notation.IN_PLACE)


def is_shown_a_tensor(inference: Inference, value: Value, by_methods: bool = True) -> bool:
    """Whether the code shows a value to be a tensor: torch makes it, or takes it where nothing else will do.

    So does a test with ``isinstance``. An annotation does not, nor does what arithmetic or a method that arrays have
    too makes of an annotated parameter: callers may pass a list, a number or an array all the same.
    Without ``by_methods`` nor do methods whose names other packages seldom use.

    >>> p = program("y = torch.tensor(x)", "z = torch.relu(y)")
    >>> is_shown_a_tensor(p.inference, p.value("y"))
    True
    >>> is_shown_a_tensor(p.inference, p.value("x"))
    False
    """
    return _is_shown(inference, value, _DEPTH, [], by_methods)


def _is_shown(inference: Inference, value: Value, depth: int, joins: list[Operation], by_methods: bool) -> bool:
    """The same; `joins` are those on the way, and those shown to be tensors if these are.

    What a loop hands on is a tensor in each iteration if it is one at first, and is made one of a tensor.
    """
    origin = value.origin
    if not isinstance(value, Tensor) or not value.certain or depth == 0:
        return False
    if value.parameter or Use.TYPE_TESTED in value.identity.uses:
        return True
    users = inference.consumers.get(value.identity, ())
    if any(user.formula is Formula.SPLIT and user.operand().identity is not value.identity for user in users):
        return False  # the sizes to split by are a list
    if any(_takes_only_tensors(user, value, by_methods) for user in users):
        return True
    if origin is None:
        return False
    signature = origin.signature
    if signature.family is Family.PHI:
        if any(one is origin for one in joins):
            return True
        before = len(joins)
        joins.append(origin)
        if all(_is_shown(inference, operand, depth - 1, joins, by_methods) for operand in origin.operands.values()):
            return True
        del joins[before:]
        return False
    if signature in _OF_MANY:
        source = origin.operand("source")
        items = source.parts() if isinstance(source, Sequence) else [source]
        return bool(items) and all(_is_shown(inference, item, depth - 1, joins, by_methods) for item in items)
    if (origin.notation in _SHARED and not _only_tensors_have(origin)) or signature in _OF_ANYTHING:
        return _is_shown(inference, origin.operand(), depth - 1, joins, by_methods)
    if origin.notation in (Notation.OPERATOR, Notation.AUGMENTED):
        return any(_is_shown(inference, operand, depth - 1, joins, by_methods) for operand in origin.operands.values())
    return True


def is_declared_or_made(inference: Inference, value: Value, node: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether more than the names of methods says that a value is a tensor: torch makes or takes it, or an annotation.

    Args:
        inference: what is known of the file.
        value: what is asked of, or what it is made of by methods.
        node: where it is read.
        frame: the function in which that is.

    >>> p = program("def f(z):", "    y = z.unsqueeze(0)", "    return y.cholesky()", "a = x.t()")
    >>> [is_declared_or_made(p.inference, p.value(one), p.node(one), p.operation("x.t()").frame) for one in "xya"]
    [True, False, True]
    """
    for _ in range(_DEPTH):
        if not isinstance(value, Tensor):
            return False
        origin = value.origin
        if origin is None or (origin.notation not in _SHARED and origin.signature not in _OF_ANYTHING):
            break
        inner = origin.nodes.get("input")
        if _is_used_as_tensor(inference, value) or inner is None:
            return True
        value, node, frame = origin.operand(), inner, origin.frame
    if not isinstance(value, Tensor) or _is_used_as_tensor(inference, value):
        return isinstance(value, Tensor)
    if value.origin is not None:
        return value.origin.signature.family is not Family.PHI or is_shown_a_tensor(inference, value, by_methods=False)
    return type(node) is cst.Name and any(one.endswith(_SURE) for one in _annotation(inference, node.value, frame))


def _is_used_as_tensor(inference: Inference, value: Tensor) -> bool:
    if value.parameter or Use.TYPE_TESTED in value.identity.uses:
        return True
    return any(_takes_only_tensors(user, value, False) for user in inference.consumers.get(value.identity, ()))


def _annotation(inference: Inference, name: str, frame: cst.CSTNode | None) -> set[str]:
    """The names in the annotation of a parameter of a function, or of one around it."""
    function = None if frame is None else inference.functions.get(frame)
    while function is not None:
        listed = function.node.params
        for parameter in (*listed.posonly_params, *listed.params, *listed.kwonly_params):
            if parameter.name.value == name:
                return set() if parameter.annotation is None else all_names(parameter.annotation.annotation)
        function = function.analysis.scope.function
    return set()


def is_set_to_other(inference: Inference, value: Value) -> bool:
    """Whether an array is what a method puts into an attribute that another one sets to something else, as setters do.

    >>> is_set_to_other(program("y = x.numpy()").inference, program("y = x.numpy()").value("y"))
    False
    """
    known = inference.rooms.get(_SET_TO_OTHER)
    if not isinstance(known, dict):
        classes = {one.cls for one in inference.functions.values() if one.cls is not None}
        sets = [list(written.values()) for cls in classes for written in cls.writes.values() if len(written) > 1]
        known = inference.rooms[_SET_TO_OTHER] = {
            id(one): one
            for values in sets
            if any(type(other) is Unknown for other in values)
            for one in values
            if isinstance(one, Array)
        }
    return id(value) in known


def is_of_other_type(inference: Inference, operation: Operation) -> bool:
    """Whether an operation is called on a parameter, perhaps of a function around, whose annotation names no tensor.

    A type of another package may have attributes that are methods of a tensor.

    >>> p = program("def f(z: TensorLike): return z.exp()", "return f(x)")
    >>> is_of_other_type(p.inference, p.operation("z.exp()"))
    True
    """
    node = operation.node.value if type(operation.node) is cst.Attribute else operation.nodes.get("input")
    names = _annotation(inference, node.value, operation.frame) if type(node) is cst.Name else set()
    return bool(names) and not any(name.endswith(_TENSORS) for name in names)


def _takes_only_tensors(user: Operation, value: Tensor, by_methods: bool) -> bool:
    """Whether an operation shows its input to be a tensor: a function of torch, or a method that nothing else has."""
    names = _TAKEN if user.notation is Notation.FUNCTION else _TAKEN[:1]
    taken = any(user.operand(name).identity is value.identity for name in names)
    if not taken or user.signature.family in _TAKES_ANYTHING:
        return False
    if user.notation is Notation.FUNCTION:  # len(x), x.shape and len(x.shape) are questions to anything
        return user.signature.family is not Family.QUERY and user.signature not in _OF_ANYTHING | _OF_MANY
    return by_methods and user.notation in _SHARED and _only_tensors_have(user)


def _only_tensors_have(method: Operation) -> bool:
    if method.name in TENSOR_ONLY_METHODS:
        return True
    arguments = method.node.args if type(method.node) is cst.Call else ()
    return any(one.keyword is not None and one.keyword.value in TENSOR_ONLY_KEYWORDS for one in arguments)
