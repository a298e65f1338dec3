"""Classes, functions and objects: modules, optimizers, schedulers, datasets, loaders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import libcst as cst

from . import circles, limits
from .base import UNKNOWN, Identity, Value
from .operation import Operation
from .python import Reference, Sequence, Text

# The argument of ``nn.ModuleDict`` that holds its modules.
HELD = "modules"


class Class(Value):
    """A class of this file: its bases, its functions, and the attributes its methods give to ``self``.

    As with an identity, its functions and attributes are collected while the program is read.
    """

    __slots__ = ("_ancestry", "_outside", "attributes", "bases", "functions", "name", "node", "writes")
    kind = "class"
    _ancestry: tuple[Class, ...]
    _outside: tuple[str, ...]

    def __init__(self, node: cst.ClassDef, bases: list[Value]) -> None:
        self.origin = None
        self.node = node
        self.name = node.name.value
        self.bases = bases
        self.functions: dict[str, Function] = {}
        self.attributes: dict[str, Value] = {}
        self.writes: dict[str, dict[cst.CSTNode, Value]] = {}
        circles.note(self)

    def take_apart(self) -> None:
        """Forget what refers back to the class: itself among its ancestors, its functions, its objects."""
        del self.bases, self.functions, self.attributes, self.writes
        if hasattr(self, "_ancestry"):
            del self._ancestry

    def ancestry(self) -> tuple[Class, ...]:
        """The class and its bases that stand in the same file, nearest first."""
        try:
            return self._ancestry
        except AttributeError:
            queue: list[Class] = [self]
            for current in queue:
                if len(queue) >= limits.ANCESTORS:
                    break
                queue.extend(base for base in current.bases if isinstance(base, Class) and base not in queue)
            self._ancestry = tuple(queue)
            return self._ancestry

    def outside_bases(self) -> tuple[str, ...]:
        """The dotted names of all bases that come from outside the file."""
        try:
            return self._outside
        except AttributeError:
            names: list[str] = []
            queue: list[Class] = [self]
            seen = {id(self)}
            for current in queue:
                known = getattr(current, "_outside", None)
                if known is not None:  # a base that was asked before
                    names.extend(known)
                    continue
                names.extend(base.name for base in current.bases if isinstance(base, Reference))
                near = [base for base in current.bases if isinstance(base, Class) and id(base) not in seen]
                seen.update(map(id, near))
                queue.extend(near)
            self._outside = tuple(dict.fromkeys(names))
            return self._outside

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


class Analysis:
    """How far the analysis of one function has come, and what the program shows of it meanwhile.

    ``scope`` is the frame around it, ``runs`` how often its body was interpreted, ``stale`` whether that must be done
    again; ``evidence`` is what its parameters are known to be, by calls and by use, ``grad_modes`` the grad modes that
    it is called under, ``optional`` the parameters that None is given for, ``given`` the objects that calls in the file
    give for each, ``changes_given`` whether the body changes one of these, and ``scripted`` whether it is given to
    ``torch.jit.script``.
    """

    __slots__ = ("changes_given", "evidence", "given", "grad_modes", "optional", "runs", "scope", "scripted", "stale")

    def __init__(self, scope: Any) -> None:
        self.scope = scope
        self.runs = 0
        self.stale = False
        self.scripted = False
        self.evidence: dict[str, Value] = {}
        self.grad_modes: set[bool | None] = set()
        self.optional: set[str] = set()
        self.changes_given = False
        self.given: dict[str, list[Value]] = {}

    @property
    def grad_mode(self) -> bool | None:
        """Whether autograd records the body, as the calls in the file say; None where some do and others do not."""
        if self.grad_modes <= {True}:
            return True
        return False if self.grad_modes == {False} else None

    def note_grad_mode(self, mode: bool | None) -> None:
        """A call runs the function in a grad mode: look again at a body that was read in another."""
        before = self.grad_mode
        self.grad_modes.add(mode)
        self.stale |= self.runs > 0 and self.grad_mode is not before

    def note_given(self, name: str, value: Value) -> None:
        """A call gives an object for a parameter."""
        if value.identity is not None:
            objects = self.given.setdefault(name, [])
            if len(objects) < limits.ALTERNATIVES:
                objects.append(value)


class Function(Value):
    """A function, method or lambda of this file; ``analysis`` is what is known of its parameters from calls."""

    __slots__ = ("analysis", "cls", "decorators", "defaults", "node")
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
        self.cls = cls
        self.decorators = decorators
        self.defaults: dict[str, Value] = {}
        self.analysis = Analysis(scope)
        circles.note(self)

    def take_apart(self) -> None:
        """Forget the scope around it, in which its name refers back to it."""
        del self.analysis, self.cls

    @property
    def name(self) -> str:
        """The function's name; ``<lambda>`` for a lambda."""
        return self.node.name.value if type(self.node) is cst.FunctionDef else "<lambda>"

    def accepts(self, keywords: Iterable[str]) -> bool:
        """Whether its signature has these keywords; a call with another one raises TypeError."""
        if self.decorators or self.node.params.star_kwarg is not None:
            return True  # a decorator may give it another signature
        parameters = (*self.node.params.params, *self.node.params.kwonly_params)
        names = {parameter.name.value for parameter in parameters}
        return all(name in names for name in keywords)


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

    __slots__ = ("arguments", "callee", "positional", "weight")
    kind = "partial"

    def __init__(self, callee: Value, positional: list[Value], arguments: dict[str, Value]) -> None:
        self.origin = None
        if isinstance(callee, Partial):  # one of one is one, as in functools
            positional = [*callee.positional, *positional]
            arguments = {**callee.arguments, **arguments}
            callee = callee.callee
        self.callee: Value = callee
        self.positional: list[Value] = positional
        self.arguments: dict[str, Value] = arguments
        self.weight = callee.weight + limits.total([*positional, *arguments.values()])


class Instance(Value):
    """An object of a known class: a class of this file (``cls``) or one from outside (``name``).

    ``origin`` is known of one that is one of several, where branches or the items of a list meet.
    """

    __slots__ = ("_identity", "arguments", "children", "cls", "name", "weight")
    kind = "instance"

    def __init__(
        self,
        name: str | None = None,
        cls: Class | None = None,
        arguments: dict[str, Value] | None = None,
        children: list[Value] | None = None,
        identity: Identity | None = None,
        origin: Operation | None = None,
    ) -> None:
        self.origin = origin
        self.name = name
        self.cls = cls
        self.arguments: dict[str, Value] = {} if arguments is None else arguments
        weight = 1 if children is None else limits.total(children)
        fits = weight <= limits.LAYERS
        self.children = children if fits else None
        self.weight = weight if fits else 1
        self._identity = Identity() if identity is None else identity

    def __repr__(self) -> str:
        return f"{self.kind}:{self.name or (self.cls.name if self.cls else '?')}"

    @property
    def identity(self) -> Identity:
        return self._identity


class Module(Instance):
    """An ``nn.Module`` object; ``training`` is False after ``.eval()``, True after ``.train()``, None if neither.

    Where not all ``children`` are known, ``arguments`` has an entry ``"..."``.
    """

    __slots__ = ("training",)
    kind = "module"

    def __init__(
        self,
        name: str | None = None,
        cls: Class | None = None,
        arguments: dict[str, Value] | None = None,
        children: list[Value] | None = None,
        identity: Identity | None = None,
        training: bool | None = None,
        origin: Operation | None = None,
    ) -> None:
        super().__init__(name, cls, arguments, children, identity, origin)
        self.training = training

    def switched(self, training: bool | None) -> Module:
        """The same module in another mode."""
        return Module(self.name, self.cls, self.arguments, self.children, self._identity, training)

    def holding(self, children: list[Value] | None, complete: bool) -> Module:
        """The same module with other children; not ``complete`` where each only stands for what any may be."""
        arguments = self.arguments if complete else {**self.arguments, "...": UNKNOWN}
        return Module(self.name, self.cls, arguments, children, self._identity, self.training)

    @property
    def is_dict(self) -> bool:
        """Whether it holds modules by name: iterating it yields the names."""
        return self.name in ("torch.nn.ModuleDict", "torch.nn.ParameterDict")

    def named_children(self) -> list[tuple[Value, Value]] | None:
        """The keys and modules of a ``ModuleDict``; None where they are not all known."""
        source = self.arguments.get(HELD, self.arguments.get("parameters"))
        if self.children is None or not isinstance(source, Sequence) or source.keys is None:
            return None
        return list(zip(source.keys, self.children, strict=True)) if len(source.keys) == len(self.children) else None

    def child(self, name: str) -> Value | None:
        """What a ``ModuleDict`` holds under a key; None where that is not known."""
        for key, child in self.named_children() or []:
            if isinstance(key, Text) and key.text == name:
                return child
        return None


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


@dataclass(frozen=True, slots=True)
class LoaderCall:
    """A call that makes a loader, the class by its dotted ``name``; ``function`` is the one that it stands in.

    ``arguments`` and ``nodes`` are those that are given, by parameter, and all there are if it is ``complete``.
    """

    node: cst.Call
    name: str
    arguments: dict[str, Value]
    nodes: dict[str, cst.CSTNode]
    complete: bool
    function: Function | None


class Batch(Value):
    """What a loader yields: tensors, or a tuple, list or dict of them; which of these is not known."""

    __slots__ = ()
    kind = "batch"
