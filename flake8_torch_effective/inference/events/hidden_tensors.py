"""The tensors that a class makes once and keeps on ``self`` where torch does not find them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import called_name, without_subscripts, words_of
from ...syntax.walking import walk
from ..knowledge.columns import Creates, Family, Formula
from ..knowledge.module_methods import FINDS_MODULES, MOVES
from ..knowledge.python_operations import SUBSCRIPT, SUBSCRIPT_WRITE
from ..transfer.devices import device_type
from ..values import NONE, Array, Class, Dtype, Operation, Sequence, Tensor, Unknown, Use, Value, origins, reaches
from .collections import is_deleted
from .event import Answer
from .met_inputs import is_moved_by_file, meets_input
from .program import Program
from .registry import Entry, Member, Read, Registry, attributes_of, registries

_MAKES = frozenset({Family.FACTORY, Family.CONSTRUCTION, Family.RANDOM})
_ON_ITS_OWN = frozenset({Creates.BY_DEFAULT, Creates.WITH_DATA, Creates.ON_CPU})
# Methods by which a class moves its tensors itself.
_OWN_WAYS = FINDS_MODULES | MOVES
# What puts a tensor where another is, and what reads it without computing with it.
_PLACES = MOVES | {"type_as"}
_ASKS = frozenset(
    """
    shape size dtype device numel dim ndim is_cuda numpy tolist item data_ptr requires_grad requires_grad_ grad
    """.split()
)
_DEVICES = frozenset({"cuda", "device", "devices", "gpu"})
_TO_HOST = frozenset({"numpy", "tolist", "item"})
# What Python does with any object, and what gives the same numbers again.
_PYTHON = frozenset({Family.PHI, Family.CALL, Family.OBJECT, Family.ITERATION, Family.COLLECTION, Family.QUERY})
_REARRANGES = frozenset({Family.VIEW, Family.LAYOUT, Family.INDEXING, Family.COPY, Family.CONVERSION})
_NOT_AT_WORK = frozenset(
    """
    extra_repr __repr__ __str__ __eq__ __ne__ __hash__ reset_parameters init_weights _init_weights
    """.split()
)


@dataclass(frozen=True, slots=True)
class HiddenTensor:
    """A tensor that ``__init__`` puts on ``self`` and that the class computes with later.

    ``learns`` where it requires grad, and so was meant for a parameter; ``sure`` where nothing says that the class sees
    to its place or its training by itself; ``changes`` where its numbers are drawn, or changed later, so that no other
    object of the class makes the same.

    >>> hidden_tensors(registry)[0].learns
    False
    """

    entry: Entry
    learns: bool
    sure: bool
    changes: bool = False


def hidden_tensors(registry: Registry) -> list[HiddenTensor]:
    """The tensors made by torch that a class keeps and that torch neither moves, saves nor hands to an optimizer.

    Not what comes from outside, such as an argument, or from a parameter; what gets another value later, unless that
    is computed from what it was; what is only asked for its shape or read by the host; nor in a class that itself says
    what its parameters are, or how it is moved.

    >>> [(hidden.entry, hidden.learns, hidden.sure) for hidden in hidden_tensors(registry)]
    [(<tensor self.mask>, False, True)]
    """
    if not _may_have_one(registry.cls) or any(cls.functions.keys() & _OWN_WAYS for cls in registry.cls.ancestry()):
        return []
    early = _initialisers(registry)
    found: list[HiddenTensor] = []
    for entry in registry.own:
        value = entry.value
        if entry.kind is not Member.TENSOR or entry.method.name not in early or not isinstance(value, Tensor):
            continue
        name = entry.name or ""
        if entry.expression is None or any(name == other.entry.name for other in found):
            continue
        if not _is_made_here(value) or is_deleted(registry, name) or not _stays_hidden(registry, name, early):
            continue
        reads = _reads(registry, name, early)
        uses = [read for read in reads if read.node not in _asked(registry.program)]
        if any(use.method is not None for use in uses):
            learns = value.grad is True or _is_asked_to_learn(entry)
            sure = _is_sure(registry.program, value, reads, learns) and not _asks_by_default(entry, value)
            sure = sure and (learns or _fails_elsewhere(registry.program, name, reads))
            sure = sure and (learns or not _is_placed_later(registry, name, early))
            found.append(HiddenTensor(entry, learns, sure, _changes(registry, name, value, reads)))
    return found


def _changes(registry: Registry, name: str, value: Tensor, reads: list[Read]) -> bool:
    """Whether a tensor holds random numbers, gets other values, or is changed in place, perhaps by unknown code."""
    if len(registry.assigned(name)) > 1 or any(made.signature.random for made in origins(value)):
        return True
    return any(_is_changed(registry.program, one) for one in _read(registry.program, reads))


def _is_changed(program: Program, value: Value, depth: int = 4) -> bool:
    """Whether something changes a tensor or a view of it in place, or may."""
    for user in _users(program, value):
        first = user.operand().identity is value.identity
        if user.signature.family is Family.CALL or (
            first and (user.notation.modifies or user.signature is SUBSCRIPT_WRITE)
        ):
            return True
        result = program.inference.value(user.node)
        views = first and user.signature.family in (Family.VIEW, Family.INDEXING)
        if views and depth and result.identity is not value.identity and _is_changed(program, result, depth - 1):
            return True
    return False


def _may_have_one(cls: Class) -> bool:
    """Whether an attribute is given a tensor that is made on its own: most classes have none."""
    given = (value for writes in cls.writes.values() for value in writes.values())
    return any(isinstance(value, Tensor) and not value.parameter and _is_made_here(value) for value in given)


def _read(program: Program, reads: list[Read]) -> list[Value]:
    return [program.inference.value(read.node) for read in reads]


def _is_asked_to_learn(entry: Entry) -> bool:
    """Whether the method goes on with ``self.w.requires_grad = True`` or ``self.w.requires_grad_()``."""
    found: list[cst.CSTNode] = []

    def is_switch(node: cst.CSTNode) -> bool:
        switch = type(node) is cst.Attribute and node.attr.value in ("requires_grad", "requires_grad_")
        return switch and type(node.value) is cst.Attribute and node.value.attr.value == entry.name  # type: ignore[attr-defined]

    def look_at_assignment(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        if is_switch(node.targets[0].target) and type(node.value) is cst.Name and node.value.value == "True":
            found.append(node)

    def look_at_call(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        given = [one.value for one in node.args]
        if is_switch(node.func) and all(type(one) is cst.Name and one.value == "True" for one in given):
            found.append(node)

    walk(entry.method.node, {cst.Assign: [look_at_assignment], cst.Call: [look_at_call]})
    return bool(found)


def _asks_by_default(entry: Entry, value: Tensor) -> bool:
    """Whether a helper that converts numbers asks for the gradient by its own parameter, which the class does not."""
    outside = (made.node for made in origins(value) if made.frame is not entry.method.node)
    given = (argument for node in outside if type(node) is cst.Call for argument in node.args)
    asked = (one.value for one in given if one.keyword is not None and one.keyword.value == "requires_grad")
    return any(type(one) is cst.Name and one.value not in ("True", "False") for one in asked)


def _initialisers(registry: Registry) -> set[str]:
    """``__init__`` and the methods that only it calls, perhaps by another one of them."""
    found = {"__init__"}
    methods = registry.cls.functions.keys() - {"forward"}
    while True:
        more = {
            name
            for name in methods - found
            if (callers := registry.readers(name)) and all(one.method and one.method.name in found for one in callers)
        }
        if not more:
            return found
        found |= more


def _is_made_here(value: Tensor) -> bool:
    """Whether a tensor is computed from nothing but what torch makes on its own: no argument, no parameter."""
    made = False
    for part in reaches(value):
        if isinstance(part, Tensor):
            if part.parameter or part.origin is None or part.origin.signature.layer:
                return False
            made = made or part.origin.signature.family in _MAKES
    return made


def _stays_hidden(registry: Registry, name: str, early: set[str]) -> bool:
    """Whether a name never stands for something registered, nor gets a value later that is not computed from it."""
    if any(entry.name is None and entry.registered is not Answer.YES for entry in registry.entries):
        return False
    for other in registry.assigned(name):
        if other.value is NONE and other.kind is Member.OTHER:
            continue
        if other.kind is not Member.TENSOR:
            return False
        if other.method.name not in early and not _is_update(registry, other, name):
            return False
    return True


def _is_update(registry: Registry, entry: Entry, name: str) -> bool:
    """Whether a later value of an attribute is computed from the one before: ``self.mean = 0.9 * self.mean + ...``."""
    if entry.expression is None:
        return type(entry.node) is cst.Attribute and not _is_unpacked(registry, entry)
    origin = entry.value.origin
    if origin is None or origin.signature.family is not Family.ARITHMETIC:
        return False
    found: list[cst.CSTNode] = []
    walk(entry.expression, {cst.Attribute: [found.append]})
    return any(type(one) is cst.Attribute and one.attr.value == name for one in found)


def _is_unpacked(registry: Registry, entry: Entry) -> bool:
    """Whether an attribute is one of several targets: the state of a recurrent network, say."""
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Tuple | cst.List)
        found.extend(element.value for element in node.elements)

    walk(entry.method.node, {cst.Tuple: [look], cst.List: [look]})
    return any(one is entry.node for one in found)


def _reads(registry: Registry, name: str, early: set[str]) -> list[Read]:
    """Where an attribute is read after the object was made, in subclasses too, but for what becomes a buffer there."""
    near = [one for one in registries(registry.program) if registry.cls in one.cls.ancestry()]
    reads = [read for one in near for read in one.readers(name)]
    late = [
        read
        for read in reads
        if read.method is None or (read.method.name not in early and read.method.name not in _NOT_AT_WORK)
    ]
    registered = _in_what_is_registered(near) if late else set()
    return [read for read in late if read.node not in registered]


def _in_what_is_registered(registries: list[Registry]) -> set[cst.CSTNode]:
    """The attributes of which classes make parameters and buffers: ``self.register_buffer("w", self.start)``."""
    found: list[cst.CSTNode] = []
    for registry in registries:
        for entry in registry.own:
            if entry.kind in (Member.PARAMETER, Member.BUFFER) and entry.expression is not None:
                walk(entry.expression, {cst.Attribute: [found.append]})
    return set(found)


def _asked(program: Program) -> set[cst.CSTNode]:
    """The attributes of which the file only asks the shape, or that the host reads: ``self.mask.shape``."""
    return _with_attribute(program, "asked", _ASKS)


def _is_sure(program: Program, value: Tensor, reads: list[Read], learns: bool) -> bool:
    """Whether a tensor is computed with, and nothing puts it elsewhere, trains it otherwise, or reads it as numbers."""
    outside = any(read.method is None or read.method.name == "configure_optimizers" for read in reads)
    if learns and (outside or any(_takes_gradient(read) for read in reads)):
        return False
    if learns and any(_copies_part(made) for made in origins(value)):
        return False
    if not learns and any(_is_on_cuda(made) for made in origins(value)):
        return False
    if not learns and (value.shape == () or _is_empty(value) or _may_be_number(program, value, reads)):
        return False  # a number on the CPU goes with tensors of every device
    if any(_is_placed(program, made) for made in origins(value)) or any(
        one.node in _read_by_host(program) for one in reads
    ):
        return False
    if any(_is_array_too(program, one) for one in _read(program, reads)):
        return False
    if not any(_is_at_work(program, one) for one in _read(program, reads)):
        return False
    return not any(_is_moved(program, one) for one in _read(program, reads))


def _fails_elsewhere(program: Program, name: str, reads: list[Read]) -> bool:
    """Whether a tensor is left behind where its module is moved and run: it meets inputs, and nothing moves it."""
    return not is_moved_by_file(program, name) and any(meets_input(program, one) for one in _read(program, reads))


def _read_by_host(program: Program) -> set[cst.CSTNode]:
    """The attributes whose numbers the file hands to NumPy or Python at once, so that they are meant for the CPU."""
    return _with_attribute(program, "read by the host", _TO_HOST)


def _with_attribute(program: Program, room: str, names: Collection[str]) -> set[cst.CSTNode]:
    """What the file reads one of some attributes of, worked out once per file."""
    known = program.inference.rooms.get(room)
    if not isinstance(known, set):
        found: set[cst.CSTNode] = {node.value for node in attributes_of(program) if node.attr.value in names}
        known = program.inference.rooms[room] = found
    return known


def _is_array_too(program: Program, value: Value, depth: int = 4) -> bool:
    """Whether NumPy gets the memory of a tensor or of a view of it, as it only can on the CPU: ``x[0].numpy()``."""
    for user in _users(program, value):
        if user.operand().identity is value.identity and not user.given("force"):
            result = program.inference.value(user.node)
            if user.formula is Formula.NUMPY:
                return True
            shares = user.signature.family in (Family.VIEW, Family.INDEXING) or user.formula is Formula.DETACH
            if shares and depth and result.identity is not value.identity and _is_array_too(program, result, depth - 1):
                return True
    return False


def _is_at_work(program: Program, value: Value, depth: int = 4) -> bool:
    """Whether a tensor, or a view of it, is computed with: not only stored into, handed on or made into a number.

    Nor one that only gives its shape, as to ``torch.empty_like``, nor one in square brackets only, since a tensor on a
    GPU takes an index from the CPU.
    """
    for user in _users(program, value):
        result = program.inference.value(user.node)
        family = user.signature.family
        if type(user.frame) is cst.FunctionDef and user.frame.name.value in _NOT_AT_WORK:
            continue
        if family in _PYTHON or family is Family.FACTORY or user.signature is SUBSCRIPT_WRITE or user.notation.modifies:
            continue
        if user.signature is SUBSCRIPT and user.operand().identity is not value.identity:
            continue
        alone = user.operand().identity is value.identity and (
            family in _REARRANGES or user.signature.value_preserving or family is Family.REDUCTION
        )
        if not alone:
            read = result.identity is not None and Use.NUMBER in result.identity.uses
            if read and all(one.identity is value.identity for one in user.tensors()):
                continue  # int(self.share * n) waits for a GPU, and reads the CPU at once
            return True
        if not (isinstance(result, Tensor) and result.rank == 0) and depth and result.identity is not value.identity:
            if _is_at_work(program, result, depth - 1):
                return True
    return False


def _is_empty(value: Tensor) -> bool:
    """Whether a tensor has no entries: it only stands for one."""
    return value.shape is not None and 0 in value.shape


def _may_be_number(program: Program, value: Tensor, reads: list[Read]) -> bool:
    """Whether a tensor made of what is not known, as by ``torch.tensor(alpha)``, may be one without dims."""
    if value.shape is not None or not any(_converts_unknown(made) for made in origins(value)):
        return False
    users = [user for one in _read(program, reads) for user in _users(program, one)]
    return bool(users) and all(user.signature.elementwise for user in users)


def _converts_unknown(made: Operation) -> bool:
    """Whether an operation makes a tensor of data that may be a number: of Python, or of NumPy, as ``np.log(n)`` is."""
    given = made.operand("data")
    is_array = isinstance(given, Array) and given.certain
    return made.given("data") and not is_array and not isinstance(given, Sequence | Tensor)


def _users(program: Program, value: Value) -> list[Operation]:
    """The operations that take a value."""
    return [] if value.identity is None else program.inference.consumers.get(value.identity, [])


def _copies_part(made: Operation) -> bool:
    """Whether a tensor is a copy of what the object holds already, which may be a parameter: ``self.initial["w"]``."""
    node = made.nodes.get("data")
    whole = None if node is None else without_subscripts(node)
    return type(whole) is cst.Attribute and isinstance(made.operand("data"), Unknown)


def _takes_gradient(read: Read) -> bool:
    """Whether a method that reads a tensor reads a gradient, too: it may train the tensor by hand."""
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        if type(node) is cst.Attribute and node.attr.value == "grad":
            found.append(node)

    if read.method is not None:
        walk(read.method.node, {cst.Attribute: [look]})
    return bool(found)


def _is_placed(program: Program, made: Operation) -> bool:
    """Whether an operation of ``__init__`` puts its result on a device that the author names."""
    if made.signature.family in _MAKES and made.signature.creates not in _ON_ITS_OWN:
        return False
    return _names_device(made)


def _is_on_cuda(made: Operation) -> bool:
    """Whether an operation makes its result on CUDA, or puts it there."""
    return made.signature.creates is Creates.ON_CUDA or device_type(made.operand("device")) == "cuda"


def _is_placed_later(registry: Registry, name: str, early: set[str]) -> bool:
    """Whether ``__init__`` puts an attribute on a device, be it further down: ``self.w = self.w.to(device)``."""
    values = [entry.value for entry in registry.assigned(name) if entry.method.name in early]
    made = [one for value in values for one in (*filter(None, (value.origin,)), *origins(value))]
    return any(_is_placed(registry.program, one) or _is_on_cuda(one) for one in made)


def _names_device(made: Operation) -> bool:
    """Whether a call says on which device its result is to be: that of a variable, or of another tensor.

    So does a function of another file that is called ``to_device`` or the like.
    """
    if made.signature.family is Family.CALL and not _DEVICES.isdisjoint(words_of(called_name(made.node))):
        return True
    if made.given("device"):
        return not isinstance(made.nodes.get("device"), cst.SimpleString)
    return _moves(made) and made.signature.creates is not Creates.ON_CUDA


def _moves(made: Operation) -> bool:
    """Whether an operation puts a tensor on a device: not one that only says a dtype."""
    if made.signature.name not in _PLACES or made.signature.creates is not Creates.AS_ARGUMENTS_SAY:
        return made.signature.name in _PLACES
    if made.given("device"):
        return True
    given = made.operand("args")
    parts = given.parts() if isinstance(given, Sequence) else [given]
    return made.given("args") and not all(isinstance(part, Dtype) for part in parts)


def _is_moved(program: Program, value: Value, depth: int = 4) -> bool:
    """Whether a tensor, or a view of it, is put on the device of another where it is used."""
    identity = value.identity
    for user in _users(program, value):
        if user.operand().identity is not identity:
            continue
        if user.given("device") or _moves(user):
            return True
        result = program.inference.value(user.node)
        family = user.signature.family
        kept = user.signature.value_preserving or user.signature.selects or family in (Family.INDEXING, Family.RANDOM)
        if depth and kept and result.identity is not identity and _is_moved(program, result, depth - 1):
            return True
    return False
