"""Abstract values: what inference can say an expression is.

Every value is immutable in what it claims; a refinement (a rank learnt from ``a, b = x.shape``) makes a copy that
shares the *identity* of the original, so that "is this the same tensor?" keeps its answer.  Values form a graph in
single-assignment form: the ``origin`` of a value is the operation that made it, whose operands are values again, so
a rule that asks for ``log(softmax(x))`` sees it through names, attributes, helpers and loops without looking at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

import libcst as cst

from ..knowledge.columns import Formula, Signature
from ..knowledge.python_operations import python_operation


class Symbol:
    """A size that is unknown but always the same number, such as ``x.size(0)``.

    ``owner`` is the identity of the tensor it was read from, or None for a named size (``Float[Tensor, "n"]``).
    """

    __slots__ = ("axis", "owner")

    def __init__(self, owner: Identity | None = None, axis: int | str = 0) -> None:
        self.owner = owner
        self.axis = axis

    def __repr__(self) -> str:
        return f"<{self.axis}>"


class Identity:
    """What all refinements of one run-time tensor share: its sizes by axis and what became of it.

    As an shape_identity (the identity of a shape) it also knows the shapes that operations make of it.
    """

    __slots__ = ("derived", "members", "symbols", "uses")

    def __init__(self) -> None:
        self.derived: dict[object, Identity] = {}
        self.members: frozenset[Identity] | None = None
        self.symbols: dict[int | str, Symbol] = {}
        self.uses: set[str] = set()

    def symbol(self, axis: int) -> Symbol:
        """The symbolic size along ``axis`` (negative axes count from the end, as the program wrote them)."""
        found = self.symbols.get(axis)
        if found is None:
            found = self.symbols[axis] = Symbol(self, axis)
        return found


Dim: TypeAlias = "int | Symbol | None"
Shape: TypeAlias = "tuple[Dim, ...] | None"


class Operation:
    """One operation on tensors, whatever its spelling: function, method, operator, in-place form or module call.

    ``signature`` is its row of the knowledge base; ``name`` is the canonical name there (``"softmax"`` for
    ``torch.softmax``, ``x.softmax``, ``F.softmax`` and a call of ``nn.Softmax``); ``operands`` maps parameter names to
    values; ``nodes`` maps them to the expressions that were written.  ``complete`` is False where ``*args`` or
    ``**kwargs`` may carry more arguments.
    ``loops`` are the loops around it, ``frame`` the function it stands in, ``grad_enabled`` the grad mode there, and
    ``chosen`` says that the caller asked for this reduction (it stands under ``if reduction == "mean"``).
    """

    __slots__ = (
        "chosen",
        "complete",
        "family",
        "frame",
        "grad_enabled",
        "loops",
        "name",
        "node",
        "nodes",
        "operands",
        "result",
        "signature",
        "spelling",
    )

    def __init__(
        self,
        name: str,
        node: cst.CSTNode,
        operands: dict[str, Value],
        nodes: dict[str, cst.CSTNode] | None = None,
        family: str = "",
        spelling: str = "function",
        complete: bool = True,
        signature: Signature | None = None,
    ) -> None:
        self.name = name
        self.signature = python_operation(name) if signature is None else signature
        self.node = node
        self.operands = operands
        self.nodes: dict[str, cst.CSTNode] = {} if nodes is None else nodes
        self.family: str = self.signature.family.value
        self.spelling = spelling
        self.complete = complete
        self.result: Value = UNKNOWN
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.grad_enabled = True
        self.chosen = False
        self.frame: cst.CSTNode | None = None

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.operands.items())})"

    @property
    def formula(self) -> Formula | None:
        """The function it computes, whatever its spelling; None where the knowledge base names none."""
        return self.signature.formula

    def operand(self, name: str = "input") -> Value:
        """The value bound to a parameter; unknown where none was given."""
        return self.operands.get(name, UNKNOWN)

    def tensors(self) -> Iterator[Tensor]:
        """The operands that are tensors, in parameter order."""
        for value in self.operands.values():
            if isinstance(value, Tensor):
                yield value

    @property
    def index_parts(self) -> list[Value]:
        """The parts of a subscript: one for each that stands between commas."""
        return parts_of_index(self.operand("index"))

    def given(self, *names: str) -> bool:
        """Whether one of these parameters was, or may have been, passed."""
        if not self.complete:
            return True
        operands = self.operands
        return any(name in operands for name in names)


class Value:
    """Base of all abstract values."""

    __slots__ = ("origin",)
    kind: ClassVar[str] = "unknown"

    def __init__(self, origin: Operation | None = None) -> None:
        self.origin = origin

    def __repr__(self) -> str:
        return self.kind

    @property
    def identity(self) -> Identity | None:
        """What refinements of this value share; None for values that nothing is asked of."""
        return None


class Unknown(Value):
    """Nothing is known.  Each unknown object of a program has its own instance, so that it equals itself only."""

    __slots__ = ("_identity",)

    def __init__(self, origin: Operation | None = None) -> None:
        self.origin = origin
        self._identity: Identity | None = None

    @property
    def identity(self) -> Identity:
        if self._identity is None:
            self._identity = Identity()
        return self._identity


UNKNOWN = Unknown()


class NotTensor(Value):
    """Some object that is certainly no tensor (a text, a file, an exception, a NumPy scalar, ...)."""

    __slots__ = ()
    kind = "other"


class Number(Value):
    """A Python number or bool: its type, its value where literal, the size it stands for where symbolic."""

    __slots__ = ("number", "size", "type")
    kind = "number"

    def __init__(
        self,
        type: str | None = None,
        number: int | float | bool | None = None,
        size: Symbol | None = None,
        origin: Operation | None = None,
    ) -> None:
        self.origin = origin
        self.type = type
        self.number = number
        self.size = size

    def __repr__(self) -> str:
        return f"{self.type or 'number'}{'' if self.number is None else f'={self.number}'}"

    @property
    def dim(self) -> int | Symbol | None:
        """This number as a size of a tensor."""
        if self.size is not None:
            return self.size
        if self.type == "int" and isinstance(self.number, int):
            return self.number
        return None


class Text(Value):
    """A Python string, with its value where literal."""

    __slots__ = ("text",)
    kind = "str"

    def __init__(self, text: str | None = None) -> None:
        self.origin = None
        self.text = text


class NoneValue(Value):
    """Python's None."""

    __slots__ = ()
    kind = "none"


NONE = NoneValue()
OTHER = NotTensor()


class Sequence(Value):
    """A list, tuple, set, dict, shape or other iterable: its items where each is known, else what any item is.

    ``tail`` is the last item, where only that one is known.
    """

    __slots__ = ("_identity", "element", "items", "keys", "tail", "type")
    kind = "sequence"

    def __init__(
        self,
        type: str,
        items: list[Value] | None = None,
        element: Value | None = None,
        origin: Operation | None = None,
        identity: Identity | None = None,
        keys: list[Value] | None = None,
        tail: Value | None = None,
    ) -> None:
        self.origin = origin
        self.type = type
        self.items = items
        self.tail = tail
        self.element = element
        self.keys = keys
        self._identity = identity

    def __repr__(self) -> str:
        return f"{self.type}[{self.items if self.items is not None else self.element}]"

    @property
    def identity(self) -> Identity:
        if self._identity is None:
            self._identity = Identity()
        return self._identity

    def parts(self) -> list[Value]:
        """All values known to be in the sequence."""
        if self.items is not None:
            return self.items
        return [] if self.element is None else [self.element]


def parts_of_index(index: Value) -> list[Value]:
    """The parts of an index: one for each that stands between commas."""
    return (index.items if isinstance(index, Sequence) and index.type in ("index", "tuple") else [index]) or []


def is_full_slice(part: Value) -> bool:
    """Whether one part of a subscript is ``:``."""
    return isinstance(part, Sequence) and part.type == "slice" and all(bound is NONE for bound in part.items or [])


def last_of(value: Value) -> Value | None:
    """The last item of a list, where it is known."""
    if not isinstance(value, Sequence):
        return None
    return value.items[-1] if value.items else value.tail


class Array(Value):
    """A NumPy array or NumPy scalar; ``temporary`` where nobody else can hold it."""

    __slots__ = ("scalar", "temporary")
    kind = "ndarray"

    def __init__(self, temporary: bool = False, scalar: bool = False, origin: Operation | None = None) -> None:
        self.origin = origin
        self.temporary = temporary
        self.scalar = scalar


class Tensor(Value):
    """A torch.Tensor.

    ``shape`` is None where even the rank is unknown, else a tuple with an int, a Symbol or None per dim.
    ``dtype`` is an exact name (``"float32"``), a class (``"float"``, ``"int"``, ``"complex"``, ``"bool"``) or None.
    ``grad`` says whether it carries a graph or is a leaf that requires grad (True, False, or None for unknown); where
    branches meet, True says that it does on one of them.
    ``certain`` is False where the evidence is a convention (an unannotated ``forward`` parameter), not a fact.
    ``shape_identity`` is the identity of the tensor whose shape this one certainly shares.
    ``explicit_one`` says that a size-1 dim was written out (``unsqueeze``, ``[:, None]``, ``keepdim=True``);
    ``single`` that it holds one element (after a test of ``numel()``).
    """

    __slots__ = (
        "_identity",
        "certain",
        "device",
        "dtype",
        "explicit_one",
        "grad",
        "leaf",
        "loss",
        "parameter",
        "shape",
        "shape_identity",
        "single",
        "temporary",
    )
    kind = "tensor"

    def __init__(
        self,
        shape: Shape = None,
        dtype: str | None = None,
        device: str | None = None,
        grad: bool | None = None,
        origin: Operation | None = None,
        certain: bool = True,
        leaf: bool = False,
        loss: bool = False,
        temporary: bool = False,
        parameter: bool = False,
        explicit_one: bool = False,
        single: bool = False,
        shape_identity: Identity | None = None,
        identity: Identity | None = None,
    ) -> None:
        self.origin = origin
        self.shape = shape
        self.dtype = dtype
        self.device = device
        self.grad = grad
        self.certain = certain
        self.leaf = leaf
        self.loss = loss
        self.temporary = temporary
        self.parameter = parameter
        self.explicit_one = explicit_one
        self.single = single
        self._identity = Identity() if identity is None else identity
        self.shape_identity = self._identity if shape_identity is None else shape_identity

    def __repr__(self) -> str:
        facts = [f"{self.dtype or '?'}{list(self.shape) if self.shape is not None else ''}"]
        facts += [name for name in ("grad", "leaf", "loss", "temporary", "parameter") if getattr(self, name)]
        facts += [] if self.device is None else [self.device]
        return f"Tensor({', '.join(facts)})"

    @property
    def identity(self) -> Identity:
        return self._identity

    @property
    def rank(self) -> int | None:
        """The number of dims, None where unknown."""
        return None if self.shape is None else len(self.shape)

    @property
    def category(self) -> str | None:
        """``"float"``, ``"int"``, ``"bool"``, ``"complex"`` or None."""
        return None if self.dtype is None else DTYPE_CATEGORY.get(self.dtype)

    def refined(self, **facts: Any) -> Tensor:
        """The same run-time tensor with more known about it."""
        values = {name: getattr(self, name) for name in _TENSOR_FACTS}
        values.update(facts)
        return Tensor(identity=self._identity, origin=self.origin, **values)

    def another(self) -> Tensor:
        """A tensor of which the same is known, such as the next one out of the same list."""
        copy = self.refined()
        copy._identity = Identity()
        return copy

    def dim(self, axis: int) -> int | Symbol:
        """The size along ``axis``; a symbol that stays the same where the number is not known."""
        shape = self.shape
        if shape is None:
            return self._identity.symbol(axis)
        if not -len(shape) <= axis < len(shape):
            return self._identity.symbol(axis)
        known = shape[axis]
        if known is not None:
            return known
        positive = axis % len(shape)
        negative = positive - len(shape)
        symbols = self._identity.symbols
        found = symbols.get(positive) or symbols.get(negative)
        if found is None:
            found = Symbol(self._identity, positive)
        symbols[positive] = symbols[negative] = found
        return found


_TENSOR_FACTS = (
    "shape",
    "dtype",
    "device",
    "grad",
    "certain",
    "leaf",
    "loss",
    "temporary",
    "parameter",
    "explicit_one",
    "single",
    "shape_identity",
)

DTYPE_CATEGORY: Mapping[str, str] = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "complex": "complex",
    **dict.fromkeys(["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"], "int"),
    **dict.fromkeys(["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"], "float"),
    **dict.fromkeys(["complex32", "complex64", "complex128"], "complex"),
}


class Reference(Value):
    """A dotted name from outside the file: ``torch.nn.functional.softmax``, ``numpy``, ``argparse.Namespace``."""

    __slots__ = ("name",)
    kind = "reference"

    def __init__(self, name: str) -> None:
        self.origin = None
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Dtype(Value):
    """A torch dtype, by its canonical name."""

    __slots__ = ("name",)
    kind = "dtype"

    def __init__(self, name: str | None) -> None:
        self.origin = None
        self.name = name


class Device(Value):
    """A torch device, by its type (``"cuda"``)."""

    __slots__ = ("type",)
    kind = "device"

    def __init__(self, type: str | None) -> None:
        self.origin = None
        self.type = type


class Class(Value):
    """A class of this file: its bases, its functions, and the attributes its methods give to ``self``."""

    __slots__ = ("attributes", "bases", "functions", "name", "node", "prepared", "writes")
    kind = "class"

    def __init__(self, node: cst.ClassDef, bases: list[Value]) -> None:
        self.origin = None
        self.node = node
        self.name = node.name.value
        self.bases = bases
        self.functions: dict[str, Function] = {}
        self.attributes: dict[str, Value] = {}
        self.writes: dict[str, dict[cst.CSTNode, Value]] = {}
        self.prepared = False

    def ancestry(self) -> Iterator[Class]:
        """The class and its bases that stand in the same file, nearest first."""
        seen: list[Class] = []
        queue: list[Value] = [self]
        while queue:
            current = queue.pop(0)
            if isinstance(current, Class) and current not in seen:
                seen.append(current)
                queue.extend(current.bases)
                yield current

    def outside_bases(self) -> Iterator[str]:
        """The dotted names of all bases that come from outside the file."""
        for cls in self.ancestry():
            for base in cls.bases:
                if isinstance(base, Reference):
                    yield base.name

    def function(self, name: str) -> Function | None:
        """The method of that name, own or inherited within the file."""
        for cls in self.ancestry():
            if name in cls.functions:
                return cls.functions[name]
        return None

    def attribute(self, name: str) -> Value | None:
        """What ``self.name`` is, own or inherited within the file."""
        for cls in self.ancestry():
            if name in cls.attributes:
                return cls.attributes[name]
        return None


class Function(Value):
    """A function, method or lambda of this file, with what is known of its parameters from calls."""

    __slots__ = (
        "analysed",
        "cls",
        "decorators",
        "defaults",
        "evidence",
        "grad_modes",
        "node",
        "scope",
        "stale",
    )
    kind = "function"

    def __init__(
        self,
        node: cst.FunctionDef | cst.Lambda,
        scope: Any,
        cls: Class | None = None,
        decorators: tuple[str, ...] = (),
    ) -> None:
        self.origin = None
        self.node = node
        self.scope = scope
        self.cls = cls
        self.decorators = decorators
        self.defaults: dict[str, Value] = {}
        self.evidence: dict[str, Value] = {}
        self.grad_modes: set[bool] = set()
        self.analysed = 0
        self.stale = False

    @property
    def name(self) -> str:
        """The function's name; ``<lambda>`` for a lambda."""
        return self.node.name.value if isinstance(self.node, cst.FunctionDef) else "<lambda>"


class Bound(Value):
    """A method looked up on a value but not called yet: ``x.sum``, ``self.helper``, ``losses.append``."""

    __slots__ = ("function", "name", "receiver")
    kind = "method"

    def __init__(self, receiver: Value, name: str, function: Function | None = None) -> None:
        self.origin = None
        self.receiver = receiver
        self.name = name
        self.function = function


class Partial(Value):
    """A callable with some arguments already bound: ``functools.partial(torch.sum, dim=0)``."""

    __slots__ = ("arguments", "callee", "positional")
    kind = "partial"

    def __init__(self, callee: Value, positional: list[Value], arguments: dict[str, Value]) -> None:
        self.origin = None
        self.callee = callee
        self.positional = positional
        self.arguments = arguments


class Instance(Value):
    """An object of a known class: a class of this file (``cls``) or one from outside (``name``)."""

    __slots__ = ("_identity", "arguments", "children", "cls", "name")
    kind = "instance"

    def __init__(
        self,
        name: str | None = None,
        cls: Class | None = None,
        arguments: dict[str, Value] | None = None,
        children: list[Value] | None = None,
    ) -> None:
        self.origin = None
        self.name = name
        self.cls = cls
        self.arguments: dict[str, Value] = {} if arguments is None else arguments
        self.children = children
        self._identity = Identity()

    def __repr__(self) -> str:
        return f"{self.kind}:{self.name or (self.cls.name if self.cls else '?')}"

    @property
    def identity(self) -> Identity:
        return self._identity


class Module(Instance):
    """An ``nn.Module`` object; ``training`` is False after ``.eval()``, True after ``.train()``, None if neither."""

    __slots__ = ("training",)
    kind = "module"

    def __init__(
        self,
        name: str | None = None,
        cls: Class | None = None,
        arguments: dict[str, Value] | None = None,
        children: list[Value] | None = None,
    ) -> None:
        super().__init__(name, cls, arguments, children)
        self.training: bool | None = None


class Optimizer(Instance):
    """A ``torch.optim`` optimizer."""

    __slots__ = ()
    kind = "optimizer"


class Scheduler(Instance):
    """A ``torch.optim.lr_scheduler`` scheduler."""

    __slots__ = ()
    kind = "scheduler"


class Dataset(Instance):
    """A ``torch.utils.data`` dataset."""

    __slots__ = ()
    kind = "dataset"


class Loader(Instance):
    """A ``torch.utils.data.DataLoader`` or what its annotation says is one."""

    __slots__ = ()
    kind = "loader"


class Batch(Value):
    """What a loader yields: tensors, or a tuple, list or dict of them; which of these is not known."""

    __slots__ = ()
    kind = "batch"


def same(a: Value, b: Value, depth: int = 12) -> bool:
    """Whether two values are certainly equal at run time.

    Either one object, or results of the same deterministic operation on operands that are the same.
    """
    if a is b:
        return a is not UNKNOWN
    if isinstance(a, Number) and isinstance(b, Number):
        if a.number is not None or b.number is not None:
            return a.number == b.number
        if a.size is not None:
            return a.size is b.size
    elif isinstance(a, Text) and isinstance(b, Text):
        return a.text is not None and a.text == b.text
    elif isinstance(a, Dtype) and isinstance(b, Dtype):
        return a.name is not None and a.name == b.name
    elif isinstance(a, Sequence) and isinstance(b, Sequence) and a.items is not None and b.items is not None:
        if len(a.items) == len(b.items) and a.items:
            return all(same(x, y, depth - 1) for x, y in zip(a.items, b.items, strict=True))
    identity = a.identity
    if identity is not None and identity is b.identity:
        return True
    if isinstance(a, Tensor) and isinstance(b, Tensor) and (a.parameter or b.parameter):
        return False  # two parameters that start out equal
    first, second = a.origin, b.origin
    if first is None or second is None or depth <= 0 or first.name != second.name:
        return False
    if isinstance(first.result, Sequence):  # one of several results, and which is not known
        return False
    if first is second:
        return True
    if not first.signature.repeatable:
        return False
    operands, others = first.operands, second.operands
    return operands.keys() == others.keys() and all(
        same(value, others[name], depth - 1) for name, value in operands.items()
    )


def origins(value: Value, limit: int = 200) -> Iterator[Operation]:
    """All operations a value is made of, nearest first, through names, loops and the lists that hold its parts."""
    for made in reaches(value, limit):
        if made.origin is not None:
            yield made.origin


def reaches(value: Value, limit: int = 400) -> Iterator[Value]:
    """The value and all values it is computed from."""
    seen: set[int] = set()
    queue: list[Value] = [value]
    for current in queue:
        if id(current) in seen or len(seen) > limit:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, Sequence):
            queue.extend(current.parts())
        if current.origin is not None:
            queue.extend(current.origin.operands.values())
