"""Environments: which name holds which value at the point that is being interpreted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import is_not

import libcst as cst

from ..transfer import join_dims
from ..values import (
    DTYPE_CATEGORY,
    NONE,
    UNKNOWN,
    Array,
    Class,
    Function,
    Instance,
    Module,
    Number,
    Operation,
    Reference,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
)

Environment = dict[str, Value]


class Frame:
    """The state of one function, class body or module while it is interpreted.

    ``env`` maps names, and paths such as ``self.weight`` or ``batch["x"]``, to values.  ``grad`` says whether autograd
    records at this point.  ``loops`` are the loops around it, outermost first.  ``missed`` are the names that a
    scouting iteration read before anything bound them.
    """

    __slots__ = (
        "chosen",
        "cls",
        "continues",
        "declared",
        "env",
        "exits",
        "function",
        "grad",
        "loops",
        "missed",
        "parameters",
        "parent",
        "paths",
        "reads",
        "returns",
        "scouting",
        "stale",
    )

    def __init__(self, parent: Frame | None = None, function: Function | None = None, cls: Class | None = None) -> None:
        self.parent = parent
        self.function = function
        self.cls = cls
        self.env: Environment = {}
        self.grad = True
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.returns: list[Value] = []
        self.exits: list[Environment] = []
        self.continues: list[Environment] = []
        self.declared: set[str] = set()
        self.missed: set[str] = set()
        self.parameters: dict[int, str] = {}
        self.paths: dict[str, set[str]] = {}
        self.reads: Environment = {}
        self.stale = False
        self.scouting = False
        self.chosen = False

    def lookup(self, name: str) -> Value | None:
        """The value of a name in this scope or the ones around it."""
        frame: Frame | None = self
        while frame is not None:
            value = frame.env.get(name)
            if value is not None:
                return value
            frame = frame.parent
        return None

    def modules(self) -> list[Module]:
        """The modules that have a name in this scope."""
        return [value for value in self.env.values() if isinstance(value, Module)]

    def bind(self, name: str, value: Value) -> None:
        """Give a name a new value; what was known of paths through the old one is forgotten."""
        self.env[name] = value
        paths = self.paths.get(name)
        if paths:
            for path in paths:
                self.env.pop(path, None)
        if name in self.declared:
            frame = self
            while frame.parent is not None:
                frame = frame.parent
            frame.env[name] = join(frame.env[name], value, None) if name in frame.env else value

    def bind_path(self, root: str, path: str, value: Value) -> None:
        """Give a path such as ``self.total`` a value in this frame."""
        self.env[path] = value
        self.paths.setdefault(root, set()).add(path)


def join_dtypes(a: str | None, b: str | None) -> str | None:
    """The dtype known of a value that is one of two: the exact name, else their class, else None."""
    if a == b:
        return a
    if a is None or b is None:
        return None
    first, second = DTYPE_CATEGORY.get(a), DTYPE_CATEGORY.get(b)
    return first if first == second else None


def join(a: Value, b: Value, node: cst.CSTNode | None) -> Value:
    """What is known of a value that is one of two, where branches or loop iterations meet at ``node``."""
    if a is b:
        return a
    identity = a.identity
    if identity is not None and identity is b.identity and not isinstance(a, Sequence):
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return a if a.shape is None or (b.shape is not None and a.certain <= b.certain) else b
        return a
    if isinstance(a, Number) and isinstance(b, Number):
        equal = a.number == b.number and a.size is b.size and a.type == b.type
        return a if equal else Number(a.type if a.type == b.type else None)
    if a is NONE:
        return b if not isinstance(b, (Number, Text)) else Unknown()
    if b is NONE:
        return a if not isinstance(a, (Number, Text)) else Unknown()
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        phi = Operation("phi", node or _NOWHERE, {"0": a, "1": b}, family="phi")
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
    if isinstance(a, Reference) and not isinstance(b, Tensor):
        return a
    if isinstance(b, Reference) and not isinstance(a, Tensor):
        return b
    if isinstance(a, Text) and isinstance(b, Text):
        return Text()
    if isinstance(a, Array) and isinstance(b, Array):
        return Array(scalar=a.scalar and b.scalar)
    if isinstance(a, Instance) and type(a) is type(b):
        return type(a)(a.name if a.name == b.name else None, a.cls if a.cls is b.cls else None)
    if isinstance(a, (Tensor, Number)) and isinstance(b, (Tensor, Number)):
        tensor = a if isinstance(a, Tensor) else b
        assert isinstance(tensor, Tensor)
        phi = Operation("phi", node or _NOWHERE, {"0": a, "1": b}, family="phi")
        mixed = Tensor(
            shape=() if tensor.shape == () else None,
            dtype=tensor.dtype if tensor.category == "float" else None,
            grad=tensor.grad,
            origin=phi,
            certain=False,
            loss=tensor.loss,
        )
        phi.result = mixed
        return mixed
    if isinstance(a, (Unknown, Tensor)) or isinstance(b, (Unknown, Tensor)):
        phi = Operation("phi", node or _NOWHERE, {"0": a, "1": b}, family="phi")
        return Unknown(phi)
    return Unknown()


_NOWHERE = cst.Pass()


def join_sequences(a: Sequence, b: Sequence, node: cst.CSTNode | None) -> Sequence:
    """Two lists that meet: the same length keeps its items, else only what any item is stays known."""
    type_ = a.type if a.type == b.type else "list"
    phi = Operation("phi", node or _NOWHERE, {"0": a, "1": b}, family="phi")
    identity = a.identity if a.identity is b.identity else None
    if a.items is not None and b.items is not None and len(a.items) == len(b.items):
        items = [join(x, y, node) for x, y in zip(a.items, b.items, strict=True)]
        return Sequence(type_, items, origin=phi, identity=identity)
    return Sequence(type_, element=join_all([*a.parts(), *b.parts()], node), origin=phi, identity=identity)


def join_all(values: Iterable[Value], node: cst.CSTNode | None) -> Value | None:
    """What is known of a value that is one of several; None where there are none."""
    result: Value | None = None
    for value in values:
        result = value if result is None else join(result, value, node)
    return result


def another(value: Value) -> Value:
    """A value of which the same is known, for another item of the list that ``value`` came out of."""
    if isinstance(value, Tensor):
        return value.another()
    if isinstance(value, Number):
        return Number(value.type, value.number, value.size, value.origin)
    return Unknown(value.origin) if isinstance(value, Unknown) else value


def changes(before: Environment, after: Environment) -> Iterable[tuple[str, Value]]:
    """The names that hold another value in ``after`` than in ``before``, or that are new there, with that value.

    What two branches of a long scope share is nearly everything, so it is passed over in C.
    """
    return compress(after.items(), map(is_not, after.values(), map(before.get, after)))


def join_environments(a: Environment, b: Environment, node: cst.CSTNode) -> Environment:
    """The environment where two branches meet."""
    if a is b:
        return a
    joined = dict(a)
    for name, value in changes(a, b):
        other = a.get(name)
        joined[name] = value if other is None else join(other, value, node)
    return joined


PASSES_SCALARS = frozenset(
    {"arithmetic", "pointwise", "comparison", "conversion", "copy", "phi", "joining", "extraction", "where", "view"}
)


def consume(value: Value, use: str) -> None:
    """Note that a value is used as ``use`` (``"number"``, ``"printed"``), here and in the 0-d parts that make it."""
    _mark(value, use, 64, lambda operation: operation.family in PASSES_SCALARS)


def consume_deeply(value: Value, use: str) -> None:
    """Note a use on a value and on everything it is computed from, as ``backward`` does."""
    _mark(value, use, 2000, lambda operation: operation.name != "detach" and operation.family != "extraction")


def _mark(value: Value, use: str, limit: int, passes: Callable[[Operation], bool]) -> None:
    queue = [value]
    seen: set[int] = set()
    for current in queue:
        if id(current) in seen or current is UNKNOWN or len(seen) > limit:
            continue
        seen.add(id(current))
        identity = current.identity
        if identity is not None:
            identity.uses.add(use)
        if isinstance(current, Sequence):
            queue.extend(current.parts())
        origin = current.origin
        if origin is not None and passes(origin):
            queue.extend(origin.operands.values())
