"""Which tensor a factory takes the sizes of its own from, and whether that one is used with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import libcst as cst

from ...syntax.naming import last_name
from ..interpreter.annotations import instance_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Asks, Family, Formula, Signature
from ..knowledge.python_operations import STORE
from ..values import UNKNOWN, Dtype, Identity, Module, Number, Operation, Sequence, Tensor, Unknown, Value, reaches
from .callers import calls_to
from .moves import is_made_by_default, move_of

_ROOM = "readers of tensors"
_DEPTH = 6
# What may be on another device than the one tensor that it takes.
_MAY_MOVE = (Family.CALL, Family.CONVERSION, Family.INDEXING)
# So many tensors are looked at, one computed from the other, to find the move of one.
_MOVED = 40
_PREPARES = re.compile(r"__getitem__|augment|collat|dataset|transform(?!er)", re.IGNORECASE)
_IS_TRANSFORM = re.compile(r"(?:Transform|Augmentation|AugmentationBase\w*)$")
_FLOWS = re.compile(r"\b(?:distributions|flows?|nflows|pyro)\b")
# Functions whose tensors are read from files and written to them, on the CPU.
_CONVERTS = re.compile(
    r"^(?:_*(?:decode|encode|load|read|save|write|plot|show|draw)(?:_|$))|convert|deseriali|export|import|onnx|preproc|"
    r"prepare|quanti[sz]|seriali|tokeni[sz]",
    re.IGNORECASE,
)
# Operands that torch reads on the CPU.
_ON_HOST = frozenset({"input_lengths", "target_lengths", "lengths"})
# Operands that torch takes as numbers only: a tensor there raises, wherever it is (torch 2.13, F.leaky_relu, F.rrelu).
_NUMBERS = frozenset({"lower", "max_val", "min_val", "negative_slope", "threshold", "upper"})
_ELSEWHERE = _ON_HOST | _NUMBERS
_TRAINS = re.compile(r"loss|criterion|penalty|train|(?:^|_)step(?:_|$)|^forward|attack|perturb", re.IGNORECASE)


@dataclass(frozen=True)
class SizeSource:
    """The tensor that a factory takes sizes from: its value, where it is written, and whether all sizes are its own.

    Where it is ``assumed``, only its method ``size`` says that it is a tensor.
    """

    tensor: Tensor
    node: cst.CSTNode | None
    whole: bool
    assumed: bool = False


def size_source(inference: Inference, made: Operation) -> SizeSource | None:
    """The tensor whose shape a factory is given, or one of whose sizes is among those that it is given.

    >>> p = program("a = torch.zeros(x.shape)", "b = torch.zeros(*x.shape[:2], 3 * x.size(0))", "c = torch.zeros(3)")
    >>> sources = [size_source(p.inference, p.value(name).origin) for name in "abc"]
    >>> sources[0].whole, sources[1].whole, sources[2]
    (True, False, None)
    """
    known = _known_source(made)
    if known is not None or type(made.node) is not cst.Call:
        return known
    for argument in (sizes := _size_arguments(made.signature, made.node)):
        read = _reading_within(inference, argument.value)
        if read is not None:
            return read if len(sizes) == 1 else replace(read, whole=False)
    return None


def _size_arguments(signature: Signature, call: cst.Call) -> list[cst.Arg]:
    """The arguments of a factory that say how large its tensor is: of one with a size only those that are it."""
    named = [one for one in call.args if one.keyword is not None and one.keyword.value == "size"]
    given = [one for one in call.args if one.keyword is None and one.star != "**"]
    if named or signature.variadic == "size" or "size" not in signature.parameters:
        return named or given
    # torch.full(size, 2), but torch.randint(5, size) and torch.normal(0.0, 1.0, size)
    return given[:1] if signature.parameters[0] == "size" else given[-1:]


def _reading_within(inference: Inference, node: cst.BaseExpression) -> SizeSource | None:
    """The first reading of a tensor's sizes that a size is computed from: ``(2, *x.shape[:2])``, ``n // 2 + 1``."""
    read = _reading(inference, node)
    if read is not None:
        return read
    parts: list[cst.BaseExpression] = []
    if type(node) is cst.Subscript:
        parts = [node.value]
    elif type(node) is cst.BinaryOperation:
        parts = [node.left, node.right]
    elif isinstance(node, (cst.Tuple, cst.List)):
        parts = [element.value for element in node.elements]
    elif type(node) is cst.Call and (type(node.func) is cst.Name or last_name(node.func) == "Size"):
        parts = [argument.value for argument in node.args]  # max(x.size(0), 2)
    found = (_reading_within(inference, part) for part in parts)
    read = next((one for one in found if one is not None), None)
    return None if read is None else replace(read, whole=False)


def _reading(inference: Inference, node: cst.BaseExpression) -> SizeSource | None:
    """The tensor whose shape or size an expression is, also of an object that shows only later to be a tensor."""
    value = inference.value(node)
    if value.origin is not None:
        read = _read_by(value.origin, whole=isinstance(value, Sequence) and value.is_shape)
        if read is not None:
            return read
    x: cst.BaseExpression | None = None
    if type(node) is cst.Attribute and node.attr.value == "shape":
        x = node.value
    elif type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value == "size":
        x = None if node.args else node.func.value
    owner = UNKNOWN if x is None else inference.value(x)
    if not isinstance(owner, Unknown) or owner is UNKNOWN:
        return None
    later = (part for user in _readers(inference).get(owner.identity, ()) for part in user.tensors())
    tensor = next((part for part in later if part.identity is owner.identity), None)
    if tensor is not None:
        return SizeSource(tensor, x, whole=True)
    if type(node) is not cst.Call:
        return None  # an array has a shape, and no method size
    return SizeSource(Tensor(identity=owner.identity, origin=owner.origin, certain=False), x, whole=True, assumed=True)


def _known_source(made: Operation) -> SizeSource | None:
    """What the value of the sizes tells."""
    sizes = made.operand("size")
    if isinstance(sizes, Sequence) and sizes.items and len(sizes.items) == 1 and isinstance(sizes.items[0], Sequence):
        sizes = sizes.items[0]
    if not isinstance(sizes, Sequence):
        return None
    if sizes.is_shape and sizes.origin is not None:
        return _read_by(sizes.origin, whole=True)
    numbers = [part for part in sizes.parts() if isinstance(part, Number)]
    found = (_read_by(part.origin, whole=False) for part in numbers if part.origin is not None)
    return next((source for source in found if source is not None), None)


def _read_by(reading: Operation, whole: bool) -> SizeSource | None:
    if reading.signature.asks not in (Asks.SHAPE, Asks.SIZE):
        return None
    tensor = reading.operand()
    return SizeSource(tensor, reading.nodes.get("input"), whole) if isinstance(tensor, Tensor) else None


def _readers(inference: Inference) -> dict[Identity, list[Operation]]:
    """For each tensor the operations that take it, also as one of several where branches or iterations meet."""
    found = inference.rooms.get(_ROOM)
    if isinstance(found, dict):
        return found
    readers: dict[Identity, list[Operation]] = {}
    for operation in inference.operations.values():
        for value in operation.operands.values():
            for part in _parts(value):
                if isinstance(part, Tensor):
                    for one in alternatives(part):
                        if isinstance(one, Tensor):
                            readers.setdefault(one.identity, []).append(operation)
    inference.rooms[_ROOM] = readers
    return readers


def is_moved_later(inference: Inference, value: Value) -> bool:
    """Whether a tensor, or what is made of it alone, is moved or read by the host, or what it is a part of is moved.

    Of what is computed from it and others, ``numpy()`` shows that all of them are on the CPU: it raises elsewhere.

    >>> p = program("z = torch.rand(x.shape)", "mask = (z > 0.5).to(x.device)", "b = torch.ones(x.shape)")
    >>> is_moved_later(p.inference, p.value("z")), is_moved_later(p.inference, p.value("b"))
    (True, False)
    """
    return isinstance(value, Tensor) and _is_moved(inference, value, value, set())


def is_moved_by_callers(inference: Inference, made: Operation) -> bool:
    """Whether all calls of a function in the file, and there are some, move its result: it is made on the CPU.

    >>> p = program("def grid(z): return torch.cat([torch.ones(z.shape), z])", "y = grid(x).to(device)")
    >>> is_moved_by_callers(p.inference, p.operation("torch.ones(z.shape)"))
    True
    """
    function = None if made.frame is None else inference.functions.get(made.frame)
    calls = calls_to(inference, function)
    return bool(calls) and all(is_moved_later(inference, inference.value(call)) for call in calls)


def _is_moved(
    inference: Inference, value: Value, first: Tensor, seen: set[tuple[Identity, bool]], alone: bool = True
) -> bool:
    if not isinstance(value, Tensor) or (value.identity, alone) in seen or len(seen) > _MOVED:
        return False
    seen.add((value.identity, alone))
    for user in _readers(inference).get(value.identity, ()):
        if move_of(inference, user) is not None:
            return True
        if alone and (user.signature.family is Family.EXTRACTION or _may_move(user)):
            return True
        if user.name == "numpy":
            return True
        if user.name == "cpu":
            continue
        if any(_is_one_of_moved(operand, value) for operand in user.tensors()):
            return True
        still = alone and all(_is_of(operand, first) for operand in user.tensors())
        if any(_is_moved(inference, part, first, seen, still) for part in _parts(user.result)):
            return True  # torch.median makes two
    return False


def _is_one_of_moved(operand: Tensor, value: Tensor) -> bool:
    """Whether an operand is a tensor on one branch, and another on CUDA on the other one."""
    values = alternatives(operand)
    return value in values and any(isinstance(one, Tensor) and one.device == "cuda" for one in values)


def _may_move(user: Operation) -> bool:
    """Whether a conversion may be a move, for all that is known."""
    if user.name == "type":
        return not isinstance(user.operand("dtype"), Dtype)  # x.type() is a string, with the device
    if user.name != "to":
        return user.name in ("cpu", "pin_memory")
    args = user.operand("args")
    return not isinstance(args, Sequence) or not all(isinstance(one, Dtype) for one in args.parts())


def meets(inference: Inference, value: Value, other: Tensor, depth: int = _DEPTH) -> bool:
    """Whether a tensor, or what is made of it alone, is an operand beside another tensor or what is made of that.

    A layer's weights count as such.

    What is written into it, ``z[i] = x.sum()``, is copied to where it is, and so is no such operand.

    >>> p = program("z = torch.zeros(x.size(0))", "y = x + z.unsqueeze(1)")
    >>> meets(p.inference, p.value("z"), p.value("x")), meets(p.inference, p.value("z"), p.value("y"))
    (True, False)
    """
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in _readers(inference).get(value.identity, ()):
        if _is_of_part(user) and value not in alternatives(user.operand()):
            continue  # an index may lie on the CPU, and what is written is copied to where the tensor is
        if any(name in _ELSEWHERE and one is value for name, one in user.operands.items()):
            continue
        beside = [part for one in user.operands.values() for part in _parts(one) if part.identity is not value.identity]
        others = [part for part in beside if part.identity is other.identity or _may_be_elsewhere(part)]
        if any(_is_of(part, other) for part in others if value not in alternatives(part)):
            if user.formula is not Formula.SUBSCRIPT_WRITE:
                return True
            continue  # what is written is copied to where the tensor is
        if user.signature.layer or meets(inference, user.result, other, depth - 1):
            return True
    return False


def meets_default(inference: Inference, value: Value, depth: int = 3) -> bool:
    """Whether a tensor, or what is made of it alone, meets one that a factory makes on the CPU, with other sizes.

    To move the first is not enough then.

    >>> p = program("a = torch.zeros(9) + torch.ones(x.shape)", "b = torch.ones(y.shape) + y")
    >>> [meets_default(p.inference, p.value(f"torch.ones({one}.shape)")) for one in "xy"]
    [True, False]
    """
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in _readers(inference).get(value.identity, ()):
        written = user.formula is Formula.SUBSCRIPT_WRITE and value in alternatives(user.operand())
        if _is_of_part(user) and not written:
            continue
        beside = [part for name, one in user.operands.items() if name not in _ELSEWHERE for part in _parts(one)]
        others = [one for one in beside if isinstance(one, Tensor) and value not in alternatives(one)]
        if any(_is_default(inference, part) for one in others for part in alternatives(one)):
            return True
        if written:  # a value that is as large as what an index takes must be on its device
            if any(one.origin is not None and is_made_by_default(inference, one.origin) for one in others):
                return True
            continue
        if all(one.category == "bool" for one in others) and meets_default(inference, user.result, depth - 1):
            return True  # filled where a mask says
    return False


def _is_default(inference: Inference, value: Value) -> bool:
    """Whether a tensor is made on the CPU by a factory whose sizes name no tensor that could say where it belongs.

    Perhaps by further steps: ``torch.full((n, n), 1.0).triu(1)``.
    """
    for _ in range(_DEPTH):
        origin = value.origin if isinstance(value, Tensor) else None
        if origin is None:
            return False
        if is_made_by_default(inference, origin):
            return size_source(inference, origin) is None
        given = list(origin.tensors())
        if len(given) != 1 or origin.signature.family in _MAY_MOVE or move_of(inference, origin) is not None:
            return False
        value = given[0]
    return False


def is_index(inference: Inference, tensor: Tensor) -> bool:
    """Whether an operation takes a tensor as an index, so that it holds whole numbers or is a mask.

    >>> p = program("a = x.gather(1, z)", "b = x[y]", "c = torch.embedding(x, labels)")
    >>> [is_index(p.inference, p.value(name)) for name in ("z", "y", "x")]
    [True, True, False]
    """
    for user in _readers(inference).get(tensor.identity, ()):
        named = [one for name, one in user.operands.items() if name in ("index", "indices", "labels")]
        parts = [*named, *(user.index_parts if _is_of_part(user) else ())]
        if any(part is tensor or (isinstance(part, Tensor) and part.identity is tensor.identity) for part in parts):
            return True
    return False


def _is_of_part(user: Operation) -> bool:
    return user.formula in (Formula.SUBSCRIPT, Formula.SUBSCRIPT_WRITE) or user.signature is STORE


def _may_be_elsewhere(value: Value) -> bool:
    return isinstance(value, Tensor) and value.device != "cpu"


def _parts(value: Value) -> list[Value]:
    return value.parts() if isinstance(value, Sequence) else [value]


def _is_of(value: Value, other: Tensor) -> bool:
    """Whether a value is a tensor, or computed from it; a weight of a layer is another value at each reading."""
    if other.parameter and isinstance(value, Tensor) and value.parameter:
        return True
    return any(one.identity is other.identity for one in reaches(value, 60))


def is_filled_from(inference: Inference, value: Value, other: Tensor) -> bool:
    """Whether what is computed from another tensor is written into a tensor.

    >>> p = program("z = torch.zeros(x.size(0))", "z[0] = x.sum()")
    >>> is_filled_from(p.inference, p.value("torch.zeros(x.size(0))"), p.value("x"))
    True
    """
    if not isinstance(value, Tensor):
        return False
    writes = [
        user
        for user in _readers(inference).get(value.identity, ())
        if user.formula is Formula.SUBSCRIPT_WRITE and value in alternatives(user.operand())
    ]
    beside = (part for user in writes for one in user.operands.values() for part in _parts(one))
    return any(_is_of(part, other) for part in beside if value not in alternatives(part))


def prepares_data(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands where batches are made, on the CPU: in a dataset, a transform, a collate function.

    >>> prepares_data(program("return x.exp()").inference, operation("x.exp()"))
    False
    """
    return any(_PREPARES.search(name) for name in _surroundings(inference, operation))


def transforms_data(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands in a class that transforms data before training, by its bases or the file's Compose.

    Not in a transform of a distribution, which a flow runs for each batch.

    >>> code = "import kornia as K", "class Flip(K.Transform):"
    >>> p = program(*code, "    def forward(self, z): return z.flip(0)")
    >>> transforms_data(p.inference, p.operation("z.flip(0)"))
    True
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    if function is None or function.cls is None:
        return False
    if any(cls.name == "Compose" for cls in inference.classes.values()):
        return True
    bases = [*function.cls.outside_bases(), *(one.name for one in function.cls.ancestry()[1:])]
    plain = (base for base in bases if not _FLOWS.search(base))
    return any(_IS_TRANSFORM.search(base) for base in plain)


def converts_data(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands, by the names around it, where what files hold is converted or shown.

    >>> p = program("def convert_weights(w): return w.exp()")
    >>> converts_data(p.inference, p.operation("w.exp()"))
    True
    """
    return any(_CONVERTS.search(name) for name in _surroundings(inference, operation))


def runs_with_model(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands where a model is run or trained.

    That is a method of a module, a function that runs layers or losses, and one that is named for such work.

    >>> p = program("def loss_of(z): return z.exp()", "def scaled(z): return z.sin()")
    >>> [runs_with_model(p.inference, p.operation(code)) for code in ("z.exp()", "z.sin()")]
    [True, False]
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    while function is not None:
        if function.cls is not None and isinstance(instance_of(function.cls), Module):
            return True
        if type(function.node) is cst.FunctionDef and _TRAINS.search(function.node.name.value):
            return True
        function = function.analysis.scope.function
    return any(one.signature.layer or one.signature.family is Family.LOSS for one in _beside(inference, operation))


def _surroundings(inference: Inference, operation: Operation) -> list[str]:
    """The names of the functions and classes that an operation stands in, and those of the classes' bases."""
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    names: list[str] = []
    while function is not None:
        if type(function.node) is cst.FunctionDef:
            names.append(function.node.name.value)
        if function.cls is not None:
            names += [function.cls.name, *(base.rpartition(".")[2] for base in function.cls.outside_bases())]
        function = function.analysis.scope.function
    return names


def _beside(inference: Inference, operation: Operation) -> list[Operation]:
    """The operations of the same function."""
    return [one for one in inference.operations.values() if one.frame is operation.frame]
