"""Whether a graph leads from a value to anything that could be trained, and where it was cut."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

import libcst as cst

from ...syntax.naming import all_names, last_name
from ...syntax.walking import walk
from ..events.program import program_of
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..knowledge.names import canonical, is_foreign_class, is_loss_name, is_target_name
from ..knowledge.python_operations import PHI
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import PROPERTIES, Property
from ..knowledge.training import EventKind
from ..values import (
    Array,
    Identity,
    Module,
    Number,
    Operation,
    Reference,
    Sequence,
    Tensor,
    Unknown,
    Use,
    Value,
)

_LIMIT = 400
_ROOM = "switched on"
_ANSWERS = "carries a graph"
_GRADIENTS = "gradients that are read"
_ENABLES = "enables gradients"
# What makes a tensor, or a number, of what is no tensor or a copy of one.
_COPIES = frozenset({Family.CONSTRUCTION})
_MAKES = frozenset({Family.FACTORY, Family.RANDOM})
# What is done to a loss before it is back-propagated.
_SCALES = frozenset({Family.ARITHMETIC, Family.REDUCTION, Family.CONVERSION, Family.COPY, Family.VIEW})
# What yields parts of another value.
_PARTS = frozenset({Family.ITERATION, Family.INDEXING, Family.COLLECTION})


class CutKind(Enum):
    """How an operation leaves the graph."""

    DETACHED = auto()  # detach(), .data
    NUMBER = auto()  # read to the host: item(), numpy(), float()
    COPIED = auto()  # torch.tensor(loss)
    NOT_RECORDED = auto()  # under no_grad
    NOT_DIFFERENTIABLE = auto()  # argmax, a comparison


@dataclass(frozen=True)
class Cut:
    """The operation that leaves the graph, and how."""

    operation: Operation
    kind: CutKind


class _Carries(Enum):
    """What leads from a value to what may be trained, where no cut is in between."""

    GRAPH = auto()  # perhaps
    NOTHING = auto()  # it is data


def cut_of(inference: Inference, value: Value) -> Cut | None:
    """Where the graph of a value was cut, if no other way leads from it to what may be trained; None if one may.

    A leaf that is made of the detached value does not count as another way if it is the value itself, as after
    `loss.requires_grad_()`, or if nothing reads its gradient.

    >>> p = program("a = F.mse_loss(model(x), y).detach()", "b = F.mse_loss(model(x), y)", "return a, b")
    >>> cut_of(p.inference, p.value("a")).kind, cut_of(p.inference, p.value("b"))
    (<CutKind.DETACHED: 1>, None)
    """
    known = inference.rooms.setdefault(_ANSWERS, {})
    assert isinstance(known, dict)
    search = _Search(inference, known)
    found = search.find(value, None, top=True)
    if not search.provisional:
        known.update(search.answers)
    return found if isinstance(found, Cut) else None


@dataclass
class _Search:
    """One search, with what earlier ones have found; ``provisional`` where a loop or the limit cut it short."""

    inference: Inference
    known: dict[tuple[int, bool], tuple[Value, Cut | _Carries]]
    answers: dict[tuple[int, bool], tuple[Value, Cut | _Carries]] = field(default_factory=dict)
    pending: set[tuple[int, bool]] = field(default_factory=set)
    provisional: bool = False

    def find(self, value: Value, node: cst.CSTNode | None, top: bool = False) -> Cut | _Carries:
        key = (id(value), top)
        found = self.known.get(key) or self.answers.get(key)
        if found is not None:
            return found[1]
        if key in self.pending or len(self.answers) > _LIMIT:
            self.provisional = True  # what a loop carries along adds nothing of its own
            return _Carries.NOTHING if key in self.pending else _Carries.GRAPH
        self.pending.add(key)
        answer = self.look(value, node, top)
        self.answers[key] = value, answer  # the value is kept, so that no other gets its id
        self.pending.remove(key)
        return answer

    def look(self, value: Value, node: cst.CSTNode | None, top: bool) -> Cut | _Carries:
        if isinstance(value, Sequence):
            return self.join([self.find(part, None) for part in value.parts()])
        origin = value.origin
        if type(node) is cst.Name and is_target_name(node.value) and _is_given(value):
            return _Carries.NOTHING
        found = self.without_origin(value) if origin is None else self.of_operation(value, origin, top)
        if not self.is_leaf(value, node):
            return found
        if top:
            return _Carries.GRAPH if self.is_trained(value) else found
        is_copy = isinstance(found, Cut) and found.operation is origin and found.kind is CutKind.COPIED
        return found if is_copy and self.is_read_once(value) else _Carries.GRAPH

    def without_origin(self, value: Value) -> Cut | _Carries:
        if isinstance(value, Tensor):
            return _Carries.NOTHING if value.grad is False else _Carries.GRAPH
        return _Carries.GRAPH if isinstance(value, Unknown | Module) else _Carries.NOTHING

    def of_operation(self, value: Value, origin: Operation, top: bool) -> Cut | _Carries:
        signature, family = origin.signature, origin.signature.family
        if signature is PHI:
            return self.join([self.find(one, None, top) for one in origin.operands.values()])
        if family is Family.CALL:
            return _Carries.GRAPH if _makes_foreign_object(origin) else self.of_call(origin, top)
        if family is Family.ITERATION and not isinstance(origin.node, cst.Tuple | cst.List) and _is_given(value):
            return _Carries.NOTHING  # for x, y in loader
        if family in _MAKES and not origin.notation.modifies:
            is_data = isinstance(value, Tensor) and value.grad is False
            return _Carries.NOTHING if is_data else _Carries.GRAPH
        if family in _COPIES and isinstance(value, Tensor) and value.grad is None and origin.given("requires_grad"):
            return _Carries.GRAPH
        inner = self.operands(origin, top and _scales(origin))
        if isinstance(value, Tensor) and value.leaf and family in _COPIES and inner is _Carries.NOTHING:
            # x = torch.randn(3, requires_grad=True)
            return Cut(origin, CutKind.COPIED) if top and _copies_a_number(origin) else _Carries.GRAPH
        if isinstance(value, Tensor) and value.leaf and family in _COPIES and _is_a_start(origin):
            return _Carries.GRAPH
        kind = self.kind_of(value, origin)
        if kind is None:
            return _Carries.GRAPH if signature.layer else inner
        if inner is _Carries.NOTHING and not signature.layer:
            return inner
        if isinstance(inner, Cut) and kind in (CutKind.NOT_RECORDED, CutKind.NOT_DIFFERENTIABLE):
            return inner
        return Cut(origin, kind)

    def kind_of(self, value: Value, origin: Operation) -> CutKind | None:
        """How an operation leaves the graph; None where it does not, and where that is not known."""
        signature, family = origin.signature, origin.signature.family
        if origin.formula is Formula.DETACH:
            return CutKind.DETACHED
        if family is Family.EXTRACTION or isinstance(value, Array):
            return CutKind.NUMBER
        if family in _COPIES:
            return None if signature.may_share else CutKind.COPIED  # as_tensor hands on a tensor as it is
        if signature.nograd or family is Family.COMPARISON:
            return CutKind.NOT_DIFFERENTIABLE
        if origin.grad_enabled is False and family not in _PARTS:
            carries = isinstance(value, Tensor) and value.grad is not False
            return None if carries and signature.may_share else CutKind.NOT_RECORDED
        return None

    def of_call(self, origin: Operation, top: bool) -> Cut | _Carries:
        """A call of what is not known, a method of an unknown object, or an attribute of one."""
        node, receiver = origin.node, origin.operands.get("input")
        name = last_name(node.func if type(node) is cst.Call else node)
        if receiver is not None:
            inner = self.find(receiver, _receiver_of(node), top)
            kind = _kind_of_name(name, is_call=type(node) is cst.Call)
            if kind is not None and inner is not _Carries.NOTHING:
                return Cut(origin, kind)
            if inner is not _Carries.GRAPH and type(node) is not cst.Call:
                return inner
            others = [self.find(one, None) for key, one in origin.operands.items() if key not in ("input", "name")]
            found = self.join([inner, *others])
        elif is_loss_name(name):
            found = self.arguments(origin)
        else:
            found = _Carries.GRAPH
        if found is _Carries.GRAPH and origin.grad_enabled is False and type(node) is cst.Call and node.args:
            return found if _enables_gradients(self.inference) else Cut(origin, CutKind.NOT_RECORDED)
        return found

    def arguments(self, origin: Operation) -> Cut | _Carries:
        """What the arguments of an unknown loss carry."""
        node = origin.node
        places: dict[str, cst.CSTNode] = {}
        if type(node) is cst.Call:
            for place, argument in enumerate(node.args):
                key = str(place) if argument.keyword is None else argument.keyword.value
                places[key] = argument.value
        found = [self.find(one, places.get(key)) for key, one in origin.operands.items() if key != "callee"]
        return self.join(found) if len(found) > 1 else _Carries.GRAPH  # a loss of a target

    def operands(self, origin: Operation, top: bool) -> Cut | _Carries:
        found = [
            self.find(operand, origin.nodes.get(name), top)
            for name, operand in origin.operands.items()
            if name not in origin.signature.metadata_of
        ]
        return self.join(found)

    def join(self, found: list[Cut | _Carries]) -> Cut | _Carries:
        if _Carries.GRAPH in found:
            return _Carries.GRAPH
        return next((one for one in found if isinstance(one, Cut)), _Carries.NOTHING)

    def is_leaf(self, value: Value, node: cst.CSTNode | None) -> bool:
        """Whether a value was made to require a gradient, or is an attribute that was."""
        if isinstance(value, Tensor) and value.leaf:
            return True
        switched = self.inference.rooms.get(_ROOM)
        if not isinstance(switched, set):
            switched = self.inference.rooms[_ROOM] = _switched_on(self.inference)
        return value.identity in switched or (type(node) is cst.Attribute and node.attr.value in switched)

    def is_trained(self, leaf: Value) -> bool:
        """Whether an optimizer gets a leaf, or something reads its gradient."""
        if leaf.identity is None:
            return False
        read = self.inference.rooms.get(_GRADIENTS)
        if not isinstance(read, set):
            read = self.inference.rooms[_GRADIENTS] = _gradients_read(self.inference)
        return Use.TRAINED in leaf.identity.uses or leaf.identity in read

    def is_read_once(self, leaf: Value) -> bool:
        """Whether one operation is all that gets a leaf: no optimizer has it, and nothing reads its gradient."""
        if not isinstance(leaf, Tensor) or not leaf.identity.uses.isdisjoint({Use.RETURNED, Use.STORED, Use.TRAINED}):
            return False
        users = self.inference.consumers.get(leaf.identity, ())
        return len(users) == 1 and self.inference.mentions[leaf.identity] in (1, 3)


def _gradients_read(inference: Inference) -> set[Identity]:
    """The tensors whose ``.grad`` the file names, or that an optimizer gets."""
    attributes = inference.nodes_of(cst.Attribute) if ".grad" in (inference.source or ".grad") else ()
    optimizers = program_of(inference).events(EventKind.BUILD_OPTIMIZER, EventKind.ADD_PARAMETERS)
    found = {one.value.identity for event in optimizers for one in event.takes if one.value.identity is not None}
    for node in attributes:
        assert type(node) is cst.Attribute
        identity = inference.value(node.value).identity
        if identity is not None and PROPERTIES.get(node.attr.value) is Property.GRADIENT:
            found.add(identity)
    return found


def _is_given(value: Value) -> bool:
    """Whether a value is a parameter, or a part of one, perhaps moved: ``batch[1].to(device)``."""
    for _ in range(12):
        origin = value.origin
        if origin is None:
            return not (isinstance(value, Tensor) and value.grad)
        moved = origin.signature.value_preserving or (
            origin.signature.family is Family.CALL and "input" in origin.operands
        )
        if not moved and origin.signature.family not in _PARTS:
            return False
        value = origin.operand()
    return False


def _enables_gradients(inference: Inference) -> bool:
    """Whether the file switches gradients on under ``no_grad``, which a call that nobody sees into may use."""
    if _ENABLES not in inference.rooms and inference.module is not None:
        inference.rooms[_ENABLES] = "enable_grad" in all_names(inference.module)
    return inference.rooms.get(_ENABLES) is True


def _makes_foreign_object(origin: Operation) -> bool:
    """Whether a call makes an object of a class from another file or package: its ``backward()`` is its own."""
    callee = origin.operands.get("callee")
    return isinstance(callee, Reference) and is_foreign_class(canonical(callee.name))


def _scales(origin: Operation) -> bool:
    """Whether an operation makes a loss of a loss: ``loss.mean() / 4``."""
    others = [one for one in origin.operands.values() if not isinstance(one, Number)]
    return origin.signature.family in _SCALES and len(others) == 1


def _is_a_start(origin: Operation) -> bool:
    """Whether a tensor is made of what the function was given, and that is no loss by its name: a point to start at."""
    node = origin.nodes.get("data")
    is_loss = type(node) is cst.Name and is_loss_name(node.value)
    return origin.operand("data").origin is None and not is_loss


def _copies_a_number(origin: Operation) -> bool:
    """Whether a tensor is made of a number that was computed: ``torch.tensor(np.mean(losses), requires_grad=True)``."""
    data = origin.operand("data")
    return isinstance(data, Array) or (isinstance(data, Number) and data.number is None)


def _switched_on(inference: Inference) -> set[Identity | str]:
    """What the file tells to require a gradient, attributes by their names: ``self.x.requires_grad = True``."""
    found: set[Identity | str] = set()

    def add(node: cst.BaseExpression) -> None:
        if type(node) is cst.Attribute:
            found.add(node.attr.value)
        identity = inference.value(node).identity
        if identity is not None:
            found.add(identity)

    def call(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        if type(node.func) is cst.Attribute:
            row = TABLE.inplace.get(node.func.attr.value)
            if row is not None and row.formula is Formula.REQUIRES_GRAD:
                add(node.func.value)

    def assign(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        for one in node.targets:
            target = one.target
            if type(target) is cst.Attribute and PROPERTIES.get(target.attr.value) is Property.REQUIRES_GRAD:
                add(target.value)

    if inference.module is not None:
        walk(inference.module, {cst.Call: [call], cst.Assign: [assign]})
    return found


def _kind_of_name(name: str, is_call: bool) -> CutKind | None:
    """How a method or attribute of that name leaves the graph, on whatever object that has it."""
    if not is_call:
        return CutKind.DETACHED if PROPERTIES.get(name) is Property.DATA else None
    row = TABLE.methods.get(name) or TABLE.inplace.get(name)
    if row is None:
        return None
    if row.formula is Formula.DETACH:
        return CutKind.DETACHED
    return CutKind.NUMBER if row.family is Family.EXTRACTION else None


def _receiver_of(node: cst.CSTNode) -> cst.CSTNode | None:
    """The expression whose method is called, or whose attribute is read."""
    inner = node.func if type(node) is cst.Call else node
    return inner.value if type(inner) is cst.Attribute else None
