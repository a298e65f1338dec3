"""When two values claim the same, and what is left of a value that claims something else after every iteration."""

from __future__ import annotations

from .base import UNKNOWN, Unknown, Value
from .lattice import join, join_all
from .objects import Bound, Class, Function, Instance, Module, Partial
from .python import Number, Reference, Sequence, Text
from .tensor import Array, Device, Dtype, Tensor

# Lists nested deeper than this count as different, which costs precision, never truth.
_DEPTH = 5


def covers(general: Value, special: Value) -> bool:
    """Whether what is claimed of one value is true of another as well, be they one object at run time or not.

    Where the values at the head of a loop cover those at the end of its body, the fixpoint is reached.
    """
    if general is special or isinstance(general, Unknown):  # nothing is claimed, though a join may keep the other
        return True
    return claim_the_same(general, join(general, special, None))


def claim_the_same(a: Value, b: Value, depth: int = _DEPTH) -> bool:
    """Whether the claims of two values are equal; which objects they are, and how they were made, aside."""
    if a is b:
        return True
    kind = type(a)
    if kind is not type(b) or depth == 0:
        return False
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return _facts(a) == _facts(b) and (a.shape_identity is b.shape_identity or (_is_own(a, a) and _is_own(b, a)))
    if isinstance(a, Number) and isinstance(b, Number):
        return a.type == b.type and a.number == b.number and a.size is b.size
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return _sequences_claim_the_same(a, b, depth - 1)
    if isinstance(a, Text) and isinstance(b, Text):
        return a.text == b.text
    if isinstance(a, Array) and isinstance(b, Array):
        facts = (a.temporary, a.scalar, a.dtype, a.sized, a.certain)
        return facts == (b.temporary, b.scalar, b.dtype, b.sized, b.certain)
    if isinstance(a, Module) and isinstance(b, Module) and a.training != b.training:
        return False
    if isinstance(a, Instance) and isinstance(b, Instance):
        return _instances_claim_the_same(a, b, depth - 1)
    if isinstance(a, (Reference, Dtype)) and isinstance(b, (Reference, Dtype)):
        return a.name == b.name
    if isinstance(a, Device) and isinstance(b, Device):
        return a.type == b.type
    return not isinstance(a, (Class, Function, Bound, Partial))


def _facts(tensor: Tensor) -> tuple[object, ...]:
    return (
        tensor.shape,
        tensor.dtype,
        tensor.device,
        tensor.grad,
        tensor.certain,
        tensor.leaf,
        tensor.loss,
        tensor.temporary,
        tensor.parameter,
        tensor.explicit_one,
        tensor.single,
        tensor.present,
    )


def _is_own(tensor: Tensor, head: Tensor) -> bool:
    """Whether no other tensor is claimed to have the shape, but for the one that a loop began with."""
    return tensor.shape_identity is tensor.identity or tensor.shape_identity is head.identity


def _sequences_claim_the_same(a: Sequence, b: Sequence, depth: int) -> bool:
    if a.type != b.type or (a.items is None) is not (b.items is None):
        return False
    if a.items is not None and b.items is not None and len(a.items) != len(b.items):
        return False
    if (a.element is None) is not (b.element is None):
        return False
    return all(claim_the_same(x, y, depth) for x, y in zip(a.parts(), b.parts(), strict=True))


def _instances_claim_the_same(a: Instance, b: Instance, depth: int) -> bool:
    children, others = a.children or [], b.children or []
    if (
        a.name != b.name
        or a.cls is not b.cls
        or len(children) != len(others)
        or a.arguments.keys() != b.arguments.keys()
    ):
        return False
    parts = zip((*children, *a.arguments.values()), (*others, *b.arguments.values()), strict=True)
    return all(claim_the_same(x, y, depth) for x, y in parts)


def widened(value: Value, depth: int = _DEPTH) -> Value:
    """A value of the same kind about which nothing else is claimed."""
    if isinstance(value, Tensor):
        known = Tensor(
            grad=True if value.grad else None,
            origin=value.origin,
            certain=value.certain,
            loss=value.loss,
            explicit_one=value.explicit_one,
        )
        known.identity.optional = value.identity.optional
        return known
    if isinstance(value, Number):
        return Number(value.type)
    if isinstance(value, Text):
        return Text()
    if isinstance(value, Sequence) and depth > 0:
        element = join_all(value.parts(), None)
        kept = None if element is None else widened(element, depth - 1)
        return Sequence(value.type, element=kept, origin=value.origin)
    if isinstance(value, Instance):
        return type(value)(value.name, value.cls, {"...": UNKNOWN})
    if isinstance(value, (Array, Dtype, Device)):
        return value
    return UNKNOWN if value is UNKNOWN else Unknown(value.origin)
