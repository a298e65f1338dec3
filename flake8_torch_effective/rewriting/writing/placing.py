"""A factory that is given the device to which its tensor was moved."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.knowledge.kinds import BOOL, INT, KIND_OF
from ...inference.queries.moves import Move
from ...inference.values import Dtype, Number, Operation, Sequence, Tensor, Value
from ..fix import Edit, Fix
from ..mentions import Topic
from ..surroundings import follow
from ..writer import Rewriting
from .arguments import keyword, with_arguments
from .targets import is_never_none, may_be_read_twice

# Attributes that are views of a tensor, on its device.
_VIEWS = frozenset({"H", "T", "imag", "mH", "mT", "real"})
_INDICES = frozenset({"tril_indices", "triu_indices"})


def on_device(write: Rewriting, operation: Operation, move: Move, made: Operation) -> Fix | None:
    """The factory with the device, and what was done to its tensor before the move; a dtype that was asked for stays.

    None where the tensor is moved under a name, where a name may hold another function than the factory, and where the
    dtype and device of a tensor would have to be read from more than a name.
    """
    node, source, factory = operation.node, operation.nodes.get("input"), made.node
    if type(node) is not cst.Call or not isinstance(source, cst.BaseExpression):
        return None
    if type(factory) is not cst.Call or not factory.args or not write.written_out.is_certain(made):
        return None
    paths = write.surroundings
    to_source, to_factory = paths.path(node, source), paths.path(source, factory)
    if to_source is None or to_factory is None:
        return None
    if move.like and not isinstance(move.device, cst.Name | cst.Attribute):
        return None
    text = _text(write, operation, move)
    if not write.fits_text(node, [text or ""]):
        return None
    has_dtype = move.like and is_of_same_integers(write, operation, move)
    joins = to_factory == () and made.signature.constant and not made.given("dtype") and takes_any_dtype(made)

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        def part(written: cst.BaseExpression | None) -> cst.BaseExpression | None:
            found = None if written is None else follow(updated, paths.path(node, written) or ())
            return found if isinstance(found, cst.BaseExpression) else None

        call, inner = cst.ensure_type(updated, cst.Call), follow(updated, to_source)
        device = part(move.device) if text is None else cst.parse_expression(text)
        dtype = part(move.dtype)
        assert device is not None
        if move.like:
            dtype = None if has_dtype else cst.Attribute(device, cst.Name("dtype"))
            device = cst.Attribute(_owner(write, move.device, device), cst.Name("device"))
        added = [keyword("device", device)]
        if dtype is not None and joins:
            added.append(keyword("dtype", dtype))
        old = cst.ensure_type(follow(inner, to_factory), cst.Call)
        new = inner.deep_replace(old, with_arguments(old, added))
        if dtype is not None and not joins:
            assert isinstance(new, cst.BaseExpression)
            new = cst.Call(cst.Attribute(new, cst.Name("to")), [cst.Arg(dtype)])
        assert isinstance(new, cst.BaseExpression)
        return new.with_changes(lpar=[*call.lpar, *new.lpar], rpar=[*new.rpar, *call.rpar])

    kept = [source, *(one for one in (move.device, move.dtype) if one is not None)]
    # The dtype of a range is that of its ends, whatever annotations say.
    safe = to_factory == () and move.certain and is_same_everywhere(write, made) and not made.given("requires_grad")
    safe = safe and not has_dtype and (may_be_anywhere(made) or not (move.like or move.dtype is not None))
    safe = safe and (joins or converts_alike(write, made, move))
    if move.like and move.device is not None:  # which is read for its device and for its dtype
        # A trace follows the tensor in `type_as`, and takes a device and a dtype for constants.
        traced = operation.name == "type_as"
        safe = safe and not traced and is_never_none(write, move.device) and may_be_read_twice(write, move.device)
    return Fix((Edit(node, change, tuple(kept)),), safe=safe)


def _owner(write: Rewriting, asked: cst.BaseExpression | None, updated: cst.BaseExpression) -> cst.BaseExpression:
    """What has the device of a tensor that is another one's view by an attribute: ``z`` for ``z.real``."""
    while type(asked) is cst.Attribute and type(updated) is cst.Attribute and asked.attr.value in _VIEWS:
        if not isinstance(write.inference.value(asked.value), Tensor):
            break
        asked, updated = asked.value, updated.value
    return updated


def takes_any_dtype(made: Operation) -> bool:
    """Whether a factory makes tensors of each dtype to which one can be converted: ``eye`` makes no ``uint16``."""
    return made.signature.name != "eye"


def _text(write: Rewriting, operation: Operation, move: Move) -> str | None:
    """The device of ``cuda()`` and ``cuda(1)``, which is written in another way for a factory."""
    if move.device is None:
        return '"cuda"'
    value = write.inference.value(move.device)
    numbered = operation.name == "cuda" and isinstance(value, Number) and type(value.number) is int
    return f'"cuda:{value.number}"' if numbered and isinstance(value, Number) else None


def is_of_same_integers(write: Rewriting, operation: Operation, move: Move) -> bool:
    """Whether what is moved has the dtype of the tensor that it goes to, whatever the default dtype is."""
    source, other = operation.operand(), write.inference.value(move.device) if move.device is not None else None
    if not isinstance(source, Tensor) or not isinstance(other, Tensor) or source.category not in (INT, BOOL):
        return False
    return source.dtype is not None and source.dtype == other.dtype


def is_same_everywhere(write: Rewriting, made: Operation) -> bool:
    """Whether a factory makes the same numbers on each device, and nothing in the file can tell where it made them."""
    mentions = write.elsewhere.mentions
    if mentions.may_set_device or mentions.replaces_operations or mentions.any_of(Topic.OPERATIONS, Topic.KINDS):
        return False
    if made.signature.constant or made.signature.name in _INDICES:
        return True
    if made.formula is Formula.FILL:
        return isinstance(made.operand("fill_value"), Number)
    if made.formula is Formula.ARANGE:
        return all(_is_integer(made.operand(name)) for name in ("start", "end", "step") if name in made.operands)
    return made.formula is Formula.TENSOR and _holds_numbers(made.operand("data"))


def may_be_anywhere(made: Operation) -> bool:
    """Whether the dtype that a factory is given is one of all devices: MPS has none of 64 bits for floats."""
    result = made.result
    known = isinstance(result, Tensor) and result.dtype not in (None, "float64", "complex128")
    return known or not made.given("dtype")


def converts_alike(write: Rewriting, made: Operation, move: Move) -> bool:
    """Whether all devices convert a tensor to the same numbers: infinite or large floats have no integers of their own.

    Zeros and ones have, and integers have floats and truth values.
    """
    asked = move.device if move.like else move.dtype
    if asked is None:
        return True
    category = made.result.category if isinstance(made.result, Tensor) else None
    if made.signature.constant or category in (BOOL, INT):
        return True
    wanted = write.inference.value(asked)
    name = wanted.dtype if isinstance(wanted, Tensor) else wanted.name if isinstance(wanted, Dtype) else None
    return name is not None and KIND_OF.get(name) not in (INT, None)


def _is_integer(value: Value) -> bool:
    return isinstance(value, Number) and value.type == INT


def _holds_numbers(data: Value) -> bool:
    """Whether data is a number, or a list of such that is known."""
    if isinstance(data, Sequence):
        return data.items is not None and all(map(_holds_numbers, data.items))
    return isinstance(data, Number)
