"""What is known of a value that is one of several, where branches, iterations or items meet."""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

import libcst as cst

from ..knowledge.kinds import FLOAT, KIND_OF
from ..knowledge.legacy_types import legacy_type
from ..knowledge.python_operations import ATTRIBUTE, CHANGED, GRADIENT, PHI, SOME_OBJECT
from . import limits
from .base import NONE, UNKNOWN, Dim, Identity, Shape, Symbol, Unknown, Use, Value
from .objects import Instance, Module
from .operation import Operation
from .python import Number, Reference, Sequence, SequenceType, Text
from .storage import may_be, may_be_anything, storages, widen_storages
from .tensor import Array, Device, Tensor


def equal_dims(a: Dim, b: Dim) -> bool | None:
    """Whether two sizes are equal: True, False, or None where that is not known."""
    if a is None or b is None:
        return None
    if isinstance(a, Symbol) or isinstance(b, Symbol):
        return True if a is b else None
    return a == b


def join_dims(a: Shape, b: Shape) -> Shape:
    """What two shapes have in common where either may be the one (branches, loops)."""
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if equal_dims(x, y) else None for x, y in zip(a, b, strict=True))


def join_dtypes(a: str | None, b: str | None) -> str | None:
    """The dtype known of a value that is one of two: the exact name, else their class, else None."""
    if a == b:
        return a
    if a is None or b is None:
        return None
    first, second = KIND_OF.get(a), KIND_OF.get(b)
    return first if first == second else None


def join(a: Value, b: Value, node: cst.CSTNode | None) -> Value:
    """What is known of a value that is one of two, where branches or loop iterations meet at ``node``."""
    if a is b:
        return a
    if type(a) is Unknown and type(b) is Unknown:
        return Unknown(Operation(PHI, node or _NOWHERE, {"0": a, "1": b}))
    identity = a.identity
    if identity is not None and identity is b.identity:
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return _join_knowledge(a, b)
        if isinstance(a, Module) and isinstance(b, Module):
            return join_modules(a, b, node)
        if isinstance(a, Tensor) and isinstance(b, Unknown):  # what one path asked for need not hold on the other
            shown = Use.TYPE_TESTED not in identity.uses and not may_be(b, Number) and not may_be_anything(b)
            return Tensor(origin=a.origin, certain=a.certain and shown, identity=identity)
        if not isinstance(a, Sequence):
            return a
    if isinstance(a, Number) and isinstance(b, Number):
        known = a.number is not None or a.size is not None  # two ints of which no more is known are not one int
        equal = a.number == b.number and a.size is b.size and a.type == b.type
        if known and equal:
            return a
        made = a.origin is not None and b.origin is not None and a.origin.node is b.origin.node
        phi = Operation(PHI, node or _NOWHERE, {"0": a, "1": b}) if equal and made else None
        return Number(a.type if a.type == b.type else None, origin=phi)
    if a is NONE or b is NONE:
        return _or_none(b if a is NONE else a, node)
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        phi = Operation(PHI, node or _NOWHERE, {"0": a, "1": b})
        joined = Tensor(
            shape=join_dims(a.shape, b.shape),
            dtype=join_dtypes(a.dtype, b.dtype),
            device=a.device if a.device == b.device else None,
            grad=True if True in (a.grad, b.grad) else (a.grad if a.grad == b.grad else None),
            origin=phi,
            certain=a.certain and b.certain,
            leaf=a.leaf and b.leaf,
            loss=a.loss or b.loss,
            parameter=a.parameter and b.parameter,
            explicit_one=a.explicit_one or b.explicit_one,
            shape_identity=a.shape_identity if a.shape_identity is b.shape_identity else None,
        )
        phi.result = joined
        return joined
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return join_sequences(a, b, node)
    if isinstance(a, Reference) and isinstance(b, Reference) and _last_name(a) == _last_name(b):
        if legacy_type(a.name) != legacy_type(b.name):  # torch.FloatTensor and torch.cuda.FloatTensor
            return _either(a, b, node)
        return a  # one thing that has moved between versions: ``torch.cuda.amp.autocast``, ``torch.amp.autocast``
    if isinstance(a, Text) and isinstance(b, Text):
        return _either(a, b, node) if a.text and legacy_type(a.text) is not None else Text()
    if isinstance(a, Device) and isinstance(b, Device):
        return Device(a.type if a.type == b.type else None)
    if isinstance(a, Array) and isinstance(b, Array):
        dtype = a.dtype if a.dtype == b.dtype else None
        certain = a.certain and b.certain
        return Array(scalar=a.scalar and b.scalar, sized=a.sized and b.sized, dtype=dtype, certain=certain)
    if isinstance(a, Instance) and type(a) is type(b):
        phi = Operation(PHI, node or _NOWHERE, {"0": a, "1": b})
        return type(a)(a.name if a.name == b.name else None, a.cls if a.cls is b.cls else None, origin=phi)
    if isinstance(a, (Tensor, Number)) and isinstance(b, (Tensor, Number)):
        tensor = a if isinstance(a, Tensor) else b
        assert isinstance(tensor, Tensor)
        phi = Operation(PHI, node or _NOWHERE, {"0": a, "1": b})
        mixed = Tensor(
            shape=() if tensor.shape == () else None,
            dtype=tensor.dtype if tensor.category == FLOAT else None,
            grad=tensor.grad,
            origin=phi,
            certain=False,
            loss=tensor.loss,
        )
        phi.result = mixed
        return mixed
    return _either(a, b, node)


_NOWHERE = cst.Pass()


def _either(a: Value, b: Value, node: cst.CSTNode | None) -> Unknown:
    """One of two values of which no more is known together."""
    return Unknown(Operation(PHI, node or _NOWHERE, {"0": a, "1": b}))


def _last_name(reference: Reference) -> str:
    return reference.name.rpartition(".")[2]


def _or_none(value: Value, node: cst.CSTNode | None) -> Value:
    """What is known of a value that may be None: a tensor or list keeps its facts."""
    if type(value) is Tensor:
        value.identity.optional = True
        value = value.refined(present=False) if value.present else value
    return value if not isinstance(value, (Number, Text)) else _either(NONE, value, node)


def anything() -> Unknown:
    """A value that may be any object of the program: one that is known under another name changes with it."""
    return Unknown(Operation(SOME_OBJECT, _NOWHERE, {}))


def _join_knowledge(a: Tensor, b: Tensor) -> Tensor:
    """One tensor of which the branches that meet know different things: what both know of it."""
    facts = {
        "shape": join_dims(a.shape, b.shape),
        "dtype": join_dtypes(a.dtype, b.dtype),
        "device": a.device if a.device == b.device else None,
        "grad": a.grad if a.grad == b.grad else None,
        "certain": a.certain and b.certain,
        "leaf": a.leaf and b.leaf,
        "loss": a.loss or b.loss,
        "temporary": a.temporary and b.temporary,
        "parameter": a.parameter and b.parameter,
        "explicit_one": a.explicit_one or b.explicit_one,
        "single": a.single and b.single,
        "present": a.present and b.present,
        "shape_identity": a.shape_identity if a.shape_identity is b.shape_identity else a.identity,
    }
    for known in (a, b):
        if all(getattr(known, name) == fact for name, fact in facts.items()):
            return known
    return a.refined(**facts)


def join_sequences(a: Sequence, b: Sequence, node: cst.CSTNode | None) -> Sequence:
    """Two lists that meet: the same length keeps its items, else only what any item is stays known."""
    if a.identity is b.identity and _hold_the_same(a, b):
        parts = [join(x, y, node) for x, y in zip(a.parts(), b.parts(), strict=True)]
        if all(map(is_, parts, a.parts())):
            return a
        return a.learnt(parts, a.element) if a.items is not None else a.learnt(None, parts[0])
    type_ = a.type if a.type is b.type else SequenceType.LIST
    phi = Operation(PHI, node or _NOWHERE, {"0": a, "1": b})
    identity = a.identity if a.identity is b.identity else None
    if a.items is not None and b.items is not None and len(a.items) == len(b.items):
        items = [join(x, y, node) for x, y in zip(a.items, b.items, strict=True)]
        return Sequence(type_, items, origin=phi, identity=identity)
    unknown = any(side.items is None and side.element is None for side in (a, b))
    element = None if unknown else join_all([*a.parts(), *b.parts()], node)
    return Sequence(type_, element=element, origin=phi, identity=identity)


def _hold_the_same(a: Sequence, b: Sequence) -> bool:
    """Whether two states of one list hold the same objects, of which one may know more than the other."""
    if a.type != b.type or (a.items is None) != (b.items is None) or len(a.parts()) != len(b.parts()):
        return False
    if a.tail is not b.tail:
        return False
    return all(
        x is y or (x.identity is not None and x.identity is y.identity and not isinstance(x, Sequence))
        for x, y in zip(a.parts(), b.parts(), strict=True)
    )


def join_modules(a: Module, b: Module, node: cst.CSTNode | None) -> Module:
    """Two states of one module that meet: a mode and children that differ are not known."""
    training = a.training if a.training is b.training else None
    if a.children == b.children:
        known = b if "..." in b.arguments else a
        return known if training is known.training else known.switched(training)
    if a.children is None or b.children is None:
        return a.switched(training).holding(None, complete=False)
    child = join_all([*a.children, *b.children], node)
    if a.training is training and "..." in a.arguments and a.children == [child]:
        return a
    return a.switched(training).holding([] if child is None else [child], complete=False)


def join_all(values: Iterable[Value], node: cst.CSTNode | None) -> Value | None:
    """What is known of a value that is one of several; None where there are none."""
    result: Value | None = None
    for value in values:
        result = value if result is None else join(result, value, node)
    return result


def listed(
    type_: SequenceType,
    items: list[Value],
    node: cst.CSTNode | None,
    origin: Operation | None = None,
    identity: Identity | None = None,
    keys: list[Value] | None = None,
) -> Sequence:
    """A list of these items; where they are too many, of what any of them is."""
    if limits.fits(len(items)):
        made = Sequence(type_, items, origin=origin, identity=identity, keys=keys)
        if made.items is not None:
            return made
    return Sequence(type_, element=join_all(items, node), origin=origin, identity=identity, tail=items[-1])


def another(value: Value) -> Value:
    """A value of which the same is known, for another item of the list that ``value`` came out of."""
    if isinstance(value, Tensor):
        other = value.another()
        widen_storages(other.identity, storages(value))
        other.identity.optional = value.identity.optional
        return other
    if isinstance(value, Number):
        return Number(value.type, value.number, value.size, value.origin)
    return Unknown(value.origin) if isinstance(value, Unknown) else value


def one_of(sequence: Sequence, found: Value) -> Value:
    """An item of a list of which is only known that any item is ``found``: each time another one."""
    is_object = isinstance(found, (Tensor, Unknown)) and found is not UNKNOWN
    return another(found) if is_object and sequence.items is None else found


def may_be_none(value: Value) -> bool:
    """Whether a value is None on some path, as the gradient of a tensor is at first: then ``==`` makes no tensor."""
    queue, seen = [value], {id(value)}
    for current in queue:
        origin = current.origin
        if isinstance(current, Tensor):
            if current.identity.optional and not current.present:
                return True
        elif not isinstance(current, Unknown):
            continue
        if origin is None:
            continue
        if origin.signature is GRADIENT or (origin.signature is ATTRIBUTE and _is_gradient(origin)):
            return True
        if origin.signature is PHI or origin.signature is CHANGED:
            operands = origin.operands.values() if origin.signature is PHI else [origin.operand()]
            unseen = [operand for operand in operands if id(operand) not in seen]
            seen.update(map(id, unseen))
            queue += unseen
    return False


def _is_gradient(attribute: Operation) -> bool:
    """Whether an attribute of an unknown object is a gradient, if the object is a tensor."""
    name = attribute.operands["name"]
    return isinstance(name, Text) and name.text == "grad"
