"""What each Module class of a file puts on ``self``: when, under which condition, and whether torch registers it.

``nn.Module.__setattr__`` registers a Parameter, a Buffer and a Module; ``register_parameter``, ``register_buffer``,
``add_module`` and ``register_module`` do so by name; nothing else is registered, not what a list holds either
(torch/nn/modules/module.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import walk
from ..interpreter.annotations import instance_of
from ..knowledge.names import canonical
from ..knowledge.training import Role, role_by_class
from ..values import (
    NONE,
    Class,
    Function,
    Identity,
    Instance,
    Module,
    Number,
    Reference,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
)
from .conditions import counts
from .event import Answer, Condition
from .passed_classes import may_be_class
from .program import Program
from .recognition import argument_of, receiver_name


class Member(Enum):
    """What stands on ``self``."""

    PARAMETER = "parameter"
    BUFFER = "buffer"
    MODULE = "module"
    TENSOR = "tensor"
    MODULES = "collection of modules"
    PARAMETERS = "collection of parameters"
    TENSORS = "collection of tensors"
    OTHER = "other"
    UNKNOWN = "unknown"


_READ = "attributes by class"
# What only looks at an object that it is given.
_ASKS = frozenset({"getattr", "hasattr", "id", "isinstance", "print", "setattr", "super", "type"})
_COLLECTIONS = {Member.MODULE: Member.MODULES, Member.PARAMETER: Member.PARAMETERS, Member.TENSOR: Member.TENSORS}
_BY_NAME = {
    "register_parameter": Member.PARAMETER,
    "register_buffer": Member.BUFFER,
    "add_module": Member.MODULE,
    "register_module": Member.MODULE,
}
_ARGUMENT = {"register_parameter": "param", "register_buffer": "tensor"}
# What makes objects as Python's own metaclass does.
_IDLE_METACLASSES = frozenset({"ABCMeta", "type"})
_REGISTERED = frozenset({Member.PARAMETER, Member.BUFFER, Member.MODULE})


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One place that gives ``self.name`` a value.

    ``name`` is None where it is made at run time (``self.add_module(f"layer{i}", layer)``).  ``node`` is the target or
    the call, ``expression`` what is put there, ``value`` what inference knows of it.  ``initialised`` says whether
    ``super().__init__()`` ran before.
    """

    name: str | None
    kind: Member
    node: cst.CSTNode
    expression: cst.BaseExpression | None
    value: Value
    method: Function
    registered: Answer
    initialised: Answer
    conditions: tuple[Condition, ...] = ()
    loops: tuple[cst.CSTNode, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.kind.value} self.{self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """One place that reads ``self.name``, or ``net.name`` outside the class, where ``method`` is another's or None."""

    name: str
    node: cst.Attribute
    method: Function | None


class Registry:
    """One class of the file that is an ``nn.Module``; get it by `registry_of` or `registries`."""

    def __init__(self, program: Program, cls: Class) -> None:
        self.program = program
        self.cls = cls

    def __repr__(self) -> str:
        return f"<registry of {self.cls.name}>"

    @cached_property
    def own(self) -> list[Entry]:
        """What the class's own methods put on ``self``, in the order of the text.

        >>> registry.own
        [<module self.fc>, <tensor self.mask>]
        """
        found: list[Entry] = []
        for function in self.cls.functions.values():
            if type(function.node) is cst.FunctionDef and receiver_name(function) is not None:
                found += MethodReader(self.program, function).read()
        return [_also_registered(entry, found) for entry in found]

    @cached_property
    def entries(self) -> list[Entry]:
        """The same with what classes of the file put there that this one inherits from.

        >>> [entry.name for entry in registry.entries]
        ['fc', 'mask']
        """
        found: list[Entry] = []
        for cls in self.cls.ancestry():
            registry = registry_of(self.program, cls)
            found += registry.own if registry is not None else []
        return found

    def assigned(self, name: str) -> list[Entry]:
        """The places that give one name a value.

        >>> registry.assigned("mask")[0].registered
        <Answer.NO: 'no'>
        """
        return [entry for entry in self.entries if entry.name == name]

    def is_registered(self, name: str) -> Answer:
        """Whether torch registers what stands under a name: YES if it does wherever the name gets a value but None.

        >>> registry.is_registered("fc"), registry.is_registered("mask")
        (<Answer.YES: 'yes'>, <Answer.NO: 'no'>)
        """
        places = [entry for entry in self.assigned(name) if entry.value is not NONE]
        answers = {entry.registered for entry in places}
        buffers = [entry for entry in self.assigned(name) if entry.kind is Member.BUFFER]
        if buffers and any(entry.kind is Member.TENSOR for entry in places):
            # A plain tensor that is assigned to a buffer's name becomes that buffer.
            later = any(entry.value is NONE for entry in buffers)
            answers = {Answer.UNKNOWN} if later else {one.registered for one in places if one.kind is not Member.TENSOR}
        if not answers or any(entry.name is None for entry in self.entries):
            return Answer.UNKNOWN if answers != {Answer.YES} else Answer.YES
        return answers.pop() if len(answers) == 1 else Answer.UNKNOWN

    @cached_property
    def initialises(self) -> Answer:
        """Whether ``__init__`` calls that of its base on every path; YES where the class has none of its own.

        >>> registry.initialises
        <Answer.YES: 'yes'>
        """
        function = self.cls.functions.get("__init__")
        if function is None:
            return Answer.YES
        reader = MethodReader(self.program, function)
        reader.read()
        return reader.initialised

    @cached_property
    def too_early(self) -> Entry | None:
        """What ``__init__`` registers first, where that of the base certainly was not called before: torch raises.

        None for a class that something else may initialise: ``__new__`` or a metaclass, its own or that of a class of
        the file that it derives from, or an explicit call from a subclass.

        >>> registry.too_early
        """
        function = self.cls.functions.get("__init__")
        if function is None or type(function.node) is not cst.FunctionDef or _begins_with_base(function.node):
            return None
        if any(_makes_objects(cls) for cls in self.cls.ancestry()):
            return None
        found = MethodReader(self.program, function).read() if receiver_name(function) is not None else []
        needing = [one for one in found if one.registered is Answer.YES or _registers_none(one)]
        first = next((one for one in needing if one.initialised is not Answer.YES), None)
        if first is None or first.initialised is not Answer.NO or self._is_initialised_by_name():
            return None
        return first

    def _is_initialised_by_name(self) -> bool:
        """Whether the file calls ``Net.__init__(self)``, perhaps after the ``__init__`` of another base."""
        value = self.program.inference.value
        calls = self.program.inference.nodes_of(cst.Call)
        named = [call.func for call in calls if type(call) is cst.Call and type(call.func) is cst.Attribute]
        return any(func.attr.value == "__init__" and value(func.value) is self.cls for func in named)

    @cached_property
    def reads(self) -> list[Read]:
        """Where attributes are read: in the class's own methods, and from outside on objects known to be of the class.

        >>> [read.method.name for read in registry.reads if read.name == "mask"]
        ['forward']
        """
        found: list[Read] = []
        inside: set[int] = set()
        for function in self.cls.functions.values():
            receiver = receiver_name(function)

            def look(node: cst.CSTNode, receiver: str | None = receiver, function: Function = function) -> None:
                assert type(node) is cst.Attribute
                inside.add(id(node))
                if type(node.value) is cst.Name and node.value.value == receiver:
                    found.append(Read(node.attr.value, node, function))

            walk(function.node, {cst.Attribute: [look]})
        places = {id(entry.node) for entry in self.own}
        outside = (node for node in _read_of_objects(self.program).get(id(self.cls), ()) if id(node) not in inside)
        found += [Read(node.attr.value, node, None) for node in outside]
        return [read for read in found if id(read.node) not in places]

    def readers(self, name: str) -> list[Read]:
        """Where one attribute is read.

        >>> registry.readers("dropout")
        []
        """
        return [read for read in self.reads if read.name == name]

    @cached_property
    def instances(self) -> list[cst.Call]:
        """The calls that make an object of the class.

        >>> len(registry.instances)
        1
        """
        value = self.program.inference.value
        return [call for call in calls_of(self.program) if value(call.func) is self.cls]

    @cached_property
    def optimises_itself(self) -> Answer:
        """Whether it is a LightningModule whose Trainer calls backward, zero_grad and step for it.

        >>> registry.optimises_itself
        <Answer.NO: 'no'>
        """
        if not is_lightning_module(self.cls):
            return Answer.NO
        flags = [entry.value for entry in self.assigned("automatic_optimization")]
        declared = self.cls.attribute("automatic_optimization")
        known = flags if flags or declared is None else [declared]
        if not known:
            return Answer.YES
        if any(not isinstance(flag, Number) or flag.number is None for flag in known):
            return Answer.UNKNOWN
        return Answer.of(all(isinstance(flag, Number) and bool(flag.number) for flag in known))


def is_lightning_module(cls: Class) -> bool:
    """Whether a class derives from Lightning's, whose Trainer runs it.

    >>> is_lightning_module(net)
    False
    """
    return any(role_by_class(canonical(base)) is Role.LIGHTNING_MODULE for base in cls.outside_bases())


def registry_of(program: Program, cls: Class) -> Registry | None:
    """The registry of a class; None where the class is no Module.

    >>> registry_of(program, net).own
    [<module self.fc>, <tensor self.mask>]
    """
    return next((registry for registry in registries(program) if registry.cls is cls), None)


def registries(program: Program) -> list[Registry]:
    """All Module classes of the file, in the order of the text.

    >>> [registry.cls.name for registry in registries(program)]
    ['Block', 'Net']
    """
    found = program.inference.rooms.get("registries")
    if not isinstance(found, list):
        found = [Registry(program, cls) for cls in program.classes() if isinstance(instance_of(cls), Module)]
        program.inference.rooms["registries"] = found
    return found


def _nodes(program: Program) -> tuple[list[cst.Call], list[cst.Attribute]]:
    """The calls of the file and the attributes it reads, found at the first question about them."""
    found = program.inference.rooms.get("nodes")
    if not isinstance(found, tuple):
        inference = program.inference
        calls = [node for node in inference.nodes_of(cst.Call) if type(node) is cst.Call]
        attributes = (node for node in inference.nodes_of(cst.Attribute) if type(node) is cst.Attribute)
        targets = {id(node.target) for node in inference.nodes_of(cst.AssignTarget) if type(node) is cst.AssignTarget}
        read = [node for node in attributes if id(node) not in targets]
        found = program.inference.rooms["nodes"] = (calls, read)
    return found


def calls_of(program: Program) -> list[cst.Call]:
    """All calls of the file."""
    return _nodes(program)[0]


def attributes_of(program: Program) -> list[cst.Attribute]:
    """All attributes that the file reads."""
    return _nodes(program)[1]


def _read_of_objects(program: Program) -> dict[int, list[cst.Attribute]]:
    """The attributes that the file reads of objects of its classes, by the id of each: looked up once for all."""
    known = program.inference.rooms.get(_READ)
    if isinstance(known, dict):
        return known
    found: dict[int, list[cst.Attribute]] = {}
    for node in attributes_of(program):
        value = program.inference.value(node.value)
        if isinstance(value, Instance) and value.cls is not None:
            found.setdefault(id(value.cls), []).append(node)
    program.inference.rooms[_READ] = found
    return found


@dataclass
class MethodReader:
    """Reads one method for what it puts on its object."""

    program: Program
    function: Function
    entries: list[Entry] = field(default_factory=list)
    conditions: tuple[Condition, ...] = ()
    loops: tuple[cst.CSTNode, ...] = ()
    initialised: Answer = Answer.NO

    def read(self) -> list[Entry]:
        """The entries of the method, in order."""
        node = self.function.node
        assert type(node) is cst.FunctionDef
        self.receiver = receiver_name(self.function)
        self.constructor = node.name.value == "__init__"
        if not self.constructor:
            self.initialised = Answer.UNKNOWN
        self.statements(node.body.body)
        return self.entries

    def statements(self, statements: object) -> None:
        for statement in statements:  # type: ignore[attr-defined]
            if type(statement) is cst.SimpleStatementLine:
                for small in statement.body:
                    self.small(small)
            else:
                self.compound(statement)

    def small(self, node: cst.CSTNode) -> None:
        if type(node) is cst.Assign:
            self.calls(node.value)
            for target in node.targets:
                self.target(target.target, node.value)
        elif type(node) is cst.AnnAssign and node.value is not None:
            self.calls(node.value)
            self.target(node.target, node.value)
        elif type(node) is cst.AugAssign:
            self.calls(node.value)
            self.target(node.target, None)
        elif isinstance(node, cst.Expr | cst.Return) and node.value is not None:
            self.calls(node.value)

    def compound(self, node: cst.CSTNode) -> None:
        if type(node) is cst.If:
            self.calls(node.test)
            self.branches(
                [
                    lambda: self.under(node.test, True, lambda: self.statements(node.body.body)),
                    lambda: self.under(node.test, False, lambda: self.otherwise(node.orelse)),
                ]
            )
        elif isinstance(node, cst.For | cst.While):
            loops, self.loops = self.loops, (*self.loops, node)
            self.branches([lambda: self.statements(node.body.body), lambda: None])
            self.loops = loops
            self.otherwise(node.orelse)
        elif type(node) is cst.With:
            for item in node.items:
                self.calls(item.item)
            self.statements(node.body.body)
        elif isinstance(node, cst.Try | cst.TryStar):
            handlers = [handler.body.body for handler in node.handlers]
            self.branches([lambda: self.statements(node.body.body), lambda: None])
            for body in handlers:
                self.branches([partial(self.statements, body), lambda: None])
            self.otherwise(node.orelse)
            self.otherwise(node.finalbody)
        elif type(node) is cst.Match:
            self.branches([*(partial(self.statements, case.body.body) for case in node.cases), lambda: None])

    def otherwise(self, node: cst.If | cst.Else | cst.Finally | None) -> None:
        if type(node) is cst.If:
            self.compound(node)
        elif node is not None:
            self.statements(node.body.body)

    def under(self, test: cst.BaseExpression, holds: bool, work: Callable[[], None]) -> None:
        saved = self.conditions
        self.conditions = (*saved, Condition(test, holds, counts(test)))
        work()
        self.conditions = saved

    def branches(self, arms: list[Callable[[], None]]) -> None:
        """Blocks of which one runs: what all of them leave behind is known."""
        before = self.initialised
        ends: set[Answer] = set()
        for arm in arms:
            self.initialised = before
            arm()
            ends.add(self.initialised)
        self.initialised = ends.pop() if len(ends) == 1 else Answer.UNKNOWN

    def target(self, target: cst.CSTNode, expression: cst.BaseExpression | None) -> None:
        if type(target) is cst.Tuple or type(target) is cst.List:
            parts: list[cst.BaseExpression | None] = [None] * len(target.elements)
            if isinstance(expression, cst.Tuple | cst.List) and len(expression.elements) == len(parts):
                parts = [element.value for element in expression.elements]
            for element, part in zip(target.elements, parts, strict=True):
                self.target(element.value, part)
            return
        if type(target) is not cst.Attribute or not self.is_receiver(target.value):
            return
        value = self.program.inference.value(target)
        kind = self.kind(value, expression)
        self.add(target.attr.value, kind, target, expression, value, registered_by_assignment(kind))

    def calls(self, node: cst.BaseExpression) -> None:
        """The registering calls in an expression, and that of the base's ``__init__``."""
        if type(node) is not cst.Name and type(node) is not cst.SimpleString:  # most that hold no call
            walk(node, {cst.Call: [self.call]})

    def call(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        func = node.func
        if type(func) is cst.Name and func.value == "setattr" and len(node.args) == 3:
            if self.is_receiver(node.args[0].value):
                value = self.program.inference.value(node.args[2].value)
                kind = self.kind(value, node.args[2].value)
                name = self.text(node.args[1].value)
                self.add(name, kind, node, node.args[2].value, value, registered_by_assignment(kind))
            return
        if self.constructor and self.initialised is Answer.NO and called_name(node) not in _ASKS:
            if any(self.is_receiver(argument.value) for argument in node.args):  # it may copy another module's state
                self.initialised = Answer.UNKNOWN
        if type(func) is not cst.Attribute:
            return
        if func.attr.value == "__init__" and self.constructor and not self.is_receiver(func.value):
            self.initialised = Answer.YES
        elif self.constructor and self.is_receiver(func.value) and self.may_initialise(func.attr.value):
            self.initialised = Answer.UNKNOWN if self.initialised is Answer.NO else self.initialised
        elif func.attr.value in _BY_NAME and self.is_receiver(func.value):
            name_node = argument_of(node, "name", 0)
            what = argument_of(node, _ARGUMENT.get(func.attr.value, "module"), 1)
            name = None if name_node is None else self.text(name_node)
            value = NONE if what is None else self.program.inference.value(what)
            self.add(name, _BY_NAME[func.attr.value], node, what, value, Answer.of(value is not NONE))

    def kind(self, value: Value, expression: cst.BaseExpression | None) -> Member:
        """What a value is; of a parameter the code says whether it is the class that it is annotated with."""
        kind = kind_of(value, expression, self.program)
        if kind is Member.MODULE and self.constructor and type(expression) is cst.Name:
            if may_be_class(self.program, self.function, expression.value):
                return Member.UNKNOWN
        return kind

    def may_initialise(self, name: str) -> bool:
        """Whether a method may call the ``__init__`` of the base: one that does, or whose code is not in the file."""
        if name in _BY_NAME:
            return False
        method = None if self.function.cls is None else self.function.cls.function(name)
        if method is None:
            return True
        found: list[cst.CSTNode] = []
        walk(method.node, {cst.Name: [found.append]})
        return any(one.value == "__init__" for one in found)  # type: ignore[attr-defined]

    def text(self, node: cst.BaseExpression) -> str | None:
        value = self.program.inference.value(node)
        return value.text if isinstance(value, Text) else None

    def is_receiver(self, node: cst.CSTNode) -> bool:
        return type(node) is cst.Name and node.value == self.receiver

    def add(
        self,
        name: str | None,
        kind: Member,
        node: cst.CSTNode,
        expression: cst.BaseExpression | None,
        value: Value,
        registered: Answer,
    ) -> None:
        place = (self.function, registered, self.initialised, self.conditions, self.loops)
        self.entries.append(Entry(name, kind, node, expression, value, *place))


def kind_of(value: Value, expression: cst.BaseExpression | None, program: Program) -> Member:
    """What a value is where it is put on ``self``."""
    if type(expression) is cst.Call:
        callee = program.inference.value(expression.func)
        name = canonical(callee.name) if type(callee) is Reference else ""
        if name == "torch.nn.Parameter":
            return Member.PARAMETER
        if name == "torch.nn.Buffer":
            return Member.BUFFER
    if isinstance(value, Module):
        known = value.name is not None or value.cls is not None
        return Member.MODULE if known else Member.UNKNOWN
    if isinstance(value, Tensor):
        if type(expression) is cst.IfExp:
            arms = [(program.inference.value(arm), arm) for arm in (expression.body, expression.orelse)]
            kinds = {kind_of(one, arm, program) for one, arm in arms if one is not NONE}
            return kinds.pop() if len(kinds) == 1 else Member.UNKNOWN
        if not value.certain or type(expression) is cst.BooleanOperation:
            return Member.UNKNOWN
        return Member.TENSOR if not value.parameter else (Member.PARAMETER if value.grad is True else Member.UNKNOWN)
    if isinstance(value, Sequence):
        parts = value.parts()  # of one that is a Linear or a ReLU no more is known than that it is a module
        kinds = {Member.MODULE if isinstance(part, Module) else kind_of(part, None, program) for part in parts}
        if len(kinds) == 1:
            return _COLLECTIONS.get(kinds.pop(), Member.OTHER)
        return Member.OTHER
    if isinstance(value, Unknown):
        return Member.UNKNOWN
    return Member.OTHER


def _registers_none(entry: Entry) -> bool:
    """Whether an entry is a call such as ``self.register_buffer("mask", None)``, for which torch wants the same."""
    return type(entry.node) is cst.Call and entry.kind in _REGISTERED


def _makes_objects(cls: Class) -> bool:
    """Whether a class may initialise objects in its own way, for those derived from it too: by a metaclass, say."""
    if any(name in cls.functions for name in ("__new__", "__setattr__", "__init_subclass__")):
        return True
    for keyword in cls.node.keywords:
        idle = last_name(keyword.value) in _IDLE_METACLASSES
        if keyword.keyword is None or keyword.keyword.value != "metaclass" or not idle:
            return True
    return False


def _begins_with_base(function: cst.FunctionDef) -> bool:
    """Whether the first statement of ``__init__`` calls that of the base, or is ``...`` for code that is not shown."""
    for statement in function.body.body[:2]:
        small = statement.body[0] if type(statement) is cst.SimpleStatementLine else None
        value = small.value if type(small) is cst.Expr else None
        if type(value) is cst.Call and type(value.func) is cst.Attribute:
            return value.func.attr.value == "__init__"
        if not isinstance(value, cst.SimpleString | cst.ConcatenatedString):
            return type(value) is cst.Ellipsis
    return False


def registered_by_assignment(kind: Member) -> Answer:
    """Whether ``self.name = value`` registers a value of this kind."""
    return Answer.UNKNOWN if kind is Member.UNKNOWN else Answer.of(kind in _REGISTERED)


def _also_registered(entry: Entry, entries: list[Entry]) -> Entry:
    """A list whose modules are registered in another way too: in a Sequential, or one by one by name."""
    if entry.kind is not Member.MODULES or not isinstance(entry.value, Sequence):
        return entry
    parts = {part.identity for part in entry.value.parts()}
    others = [other for other in entries if other.kind is Member.MODULE and other.registered is Answer.YES]
    inside = {identity for other in others for identity in _identities(other.value)}
    registered = entry.registered
    if parts & inside:
        registered = Answer.YES
    elif None in inside or any(type(other.node) is not cst.Attribute for other in others):
        registered = Answer.UNKNOWN
    if registered is entry.registered:
        return entry
    return Entry(
        *(entry.name, entry.kind, entry.node, entry.expression, entry.value, entry.method, registered),
        *(entry.initialised, entry.conditions, entry.loops),
    )


def _identities(value: Value) -> set[Identity | None]:
    """The object and what is in it; None among them where not all of that is known."""
    if not isinstance(value, Module):
        return {None}
    found: set[Identity | None] = {value.identity}
    for child in value.children or []:
        found |= _identities(child)
    return found | {None} if "..." in value.arguments else found
