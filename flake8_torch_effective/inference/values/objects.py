"""Classes, functions and objects: modules, optimizers, schedulers, datasets, loaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import libcst as cst

from .base import Identity, Value
from .python import Reference


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
