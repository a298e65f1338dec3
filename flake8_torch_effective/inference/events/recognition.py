"""Which events a call is, and which objects they are about."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import libcst as cst

from ...syntax.naming import called_name
from ..knowledge.columns import Family
from ..knowledge.module_methods import GIVES_MODULE
from ..knowledge.names import canonical, is_module_class
from ..knowledge.python_builtins import QUIET
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import is_backward
from ..knowledge.training import (
    ABOUT_RECEIVER,
    CONTEXT_EVENTS,
    FUNCTION_EVENTS,
    METHOD_EVENTS,
    OPTIMIZERS,
    OTHER_FRAMEWORKS,
    PREPARES,
    QUIET_METHODS,
    QUIET_ROOTS,
    SCHEDULERS,
    TAKES_NOTHING,
    TRAINING_ALONE,
    EventKind,
    MethodRow,
    Role,
    role_by_class,
    role_by_name,
)
from ..values import (
    UNKNOWN,
    Batch,
    Bound,
    Class,
    Function,
    Instance,
    Loader,
    Module,
    Number,
    Optimizer,
    Reference,
    Scheduler,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
)
from .event import Event, Subject
from .given import is_apart, is_imported, is_of_output
from .scope import last, plain_path
from .steps import walk_steps

if TYPE_CHECKING:
    from ..interpreter.inference import Inference
    from .program import Program

# A kind, what it is about, what it takes, the mode it switches to, and whether that is certain.
Recognised: TypeAlias = "tuple[EventKind, Subject | None, tuple[Subject, ...], bool | None, bool]"

_TRAINING = frozenset({EventKind.TRAIN_MODE, EventKind.EVAL_MODE})
# What the methods of a Module do that return the Module.
_RETURNS_ITSELF = _TRAINING | {EventKind.MOVE}
_SWITCHES_GRADIENTS = frozenset({EventKind.GRAD_MODE_ENTER, EventKind.SET_GRAD_MODE})
# Builtins that are context managers.
_CONTEXTS = frozenset({"open", "memoryview"})
# Objects whose other methods change no order: their classes are torch's own.
_OWN_METHODS = frozenset({Role.OPTIMIZER, Role.SCHEDULER, Role.SCALER})


class Recognition:
    """Reads the calls of one function."""

    def __init__(self, program: Program, function: Function | None) -> None:
        self.program = program
        self.inference = program.inference
        self.function = function
        self.names = program.names(program.module if function is None else function.node)
        # What the loops around the current statement go over, by the name of their target.
        self.each: dict[str, cst.BaseExpression] = {}
        # Which of those loops draws what a name stands for.
        self.draws: dict[str, cst.CSTNode] = {}
        # The names that those loops bind to items of data.
        self.drawn: frozenset[str] = frozenset()
        # The modules whose parts those loops draw, by the name of a part.
        self.parts: dict[str, Subject] = {}

    # --- objects -----------------------------------------------------------------------------------------------------

    def targets(self, target: cst.CSTNode) -> list[str]:
        """The names and paths that a target binds."""
        if type(target) is cst.Tuple or type(target) is cst.List:
            return [name for element in target.elements for name in self.targets(element.value)]
        if type(target) is cst.Subscript:
            return self.targets(target.value)
        path = plain_path(target)
        return [] if path is None else [path]

    def path(self, node: cst.BaseExpression, depth: int = 6) -> tuple[str, cst.CSTNode | None] | None:
        """How an object is reached, by its first name, and the scope of that name; None for other expressions."""
        if depth == 0:
            return None
        if type(node) is cst.Name:
            name = node.value
            each = self.each.get(name)
            if each is not None:
                inner = self.path(each, depth - 1)
                return (name, self.scope(name)) if inner is None else (inner[0] + "[]", inner[1])
            alias = self.names.aliases.get(name)
            if type(alias) is cst.Attribute or type(alias) is cst.Name:
                return self.path(alias, depth - 1) or (name, self.scope(name))
            return name, self.scope(name)
        if type(node) is cst.Attribute:
            inner = self.path(node.value, depth - 1)
            if inner is None:
                return None
            return (inner[0], inner[1]) if node.attr.value == "module" else (f"{inner[0]}.{node.attr.value}", inner[1])
        if type(node) is cst.Subscript:
            inner = self.path(node.value, depth - 1)
            index = node.slice[0].slice if len(node.slice) == 1 else None
            key = index.value if type(index) is cst.Index else None
            if inner is None or not isinstance(key, cst.Integer | cst.SimpleString | cst.Name):
                return None
            return f"{inner[0]}[{key.value}]", inner[1]
        return None

    def scope(self, name: str) -> cst.CSTNode | None:
        """The function that a name belongs to, or the class for ``self``; None for the module's names."""
        function = self.function
        if function is None:
            return None
        if name in self.names.bound:
            if function.cls is not None and name == receiver_name(function):
                return function.cls.node
            return function.node
        return self.program.scope_of(name, function)

    def subject(self, node: cst.BaseExpression, role: Role | None = None) -> Subject | None:
        """The object that an expression names; None where it names none."""
        found = self.path(node)
        if found is None:
            return None
        value = self.inference.value(node)
        by_name = False
        if role is None:
            role, by_name = self.role(node, value, found[0])
        return Subject(found[0], found[1], value, role, by_name, each=self.draws.get(root_of(node)))

    def role(self, node: cst.BaseExpression, value: Value, path: str) -> tuple[Role, bool]:
        """What an object is, and whether only names and uses say so."""
        if isinstance(value, Optimizer):
            if not value.arguments and role_by_name(last(path)) is Role.SCHEDULER:
                return Role.SCHEDULER, True  # only an annotation says otherwise
            return Role.OPTIMIZER, False
        if isinstance(value, Scheduler):
            return Role.SCHEDULER, False
        if isinstance(value, Tensor):
            return Role.TENSOR, False
        if isinstance(value, Loader):
            return Role.LOADER, False
        made = made_by(value)
        if made is not None:
            if made.partition(".")[0] in OTHER_FRAMEWORKS:
                return Role.OTHER, False
            role = role_by_class(made)
            return (role, False) if role is not Role.OTHER else (role_by_name(last(path)), True)
        if isinstance(value, Instance) and value.cls is not None:
            for base in value.cls.outside_bases():
                role = role_by_class(canonical(base))
                if role is not Role.OTHER:
                    return role, False
        if isinstance(value, Module):
            if "Trainer" in (value.name or "") or "trainer" in last(path).lower():
                return Role.OTHER, True
            return Role.MODULE, value.name is None and value.cls is None
        if isinstance(value, Instance) and value.cls is not None:
            return Role.OTHER, False
        # What stands for each of several objects is called after one of them.
        name = node.value if type(node) is cst.Name and path.endswith("[]") else last(path)
        named = role_by_name(name)
        shown = self.program.shown.get(name)
        if shown is not None and (named is Role.OTHER or named is Role.MODULE):
            return shown, True
        if named is Role.OTHER and path.endswith("]"):
            return role_by_name(last(path).removesuffix("s").rpartition("_")[2]), True
        return named, True

    def gives_itself(self, value: cst.BaseExpression | None, target: cst.CSTNode) -> bool:
        """Whether a target is assigned what it is already: ``model = model.to(device).eval()``."""
        receiver = None if value is None else returned_by(value)
        if receiver is None or receiver is value or plain_path(receiver) != plain_path(target):
            return False
        subject = self.subject(receiver)
        return subject is not None and subject.role.is_module

    def may_switch_modes(self, context: cst.BaseExpression, name: str) -> bool:
        """Whether a context manager, with that dotted name if it has one, may switch autograd on or off."""
        func = context.func if type(context) is cst.Call else context
        if name:
            return name.partition(".")[0] not in QUIET_ROOTS and role_by_class(name) is Role.OTHER
        function, _ = self.callee(context) if type(context) is cst.Call else (None, UNKNOWN)
        if function is not None:
            block = self.program.steps_of(function)
            return block is None or any(
                isinstance(step, Event) and step.kind in _SWITCHES_GRADIENTS for step in walk_steps(block)
            )
        made = made_by(self.inference.value(context))
        if made is not None and made not in CONTEXT_EVENTS:
            return self.may_switch_modes(func, made)
        if type(func) is cst.Attribute:
            return func.attr.value not in QUIET_METHODS
        return not (type(func) is cst.Name and func.value in _CONTEXTS)

    # --- calls -------------------------------------------------------------------------------------------------------

    def callee(self, node: cst.Call) -> tuple[Function | None, Value]:
        """The function of this file that a call runs, and the object it is a method of."""
        return callee_of(self.inference, node)

    def arguments(self, node: cst.Call, function: Function) -> dict[str, Subject | None]:
        """The caller's objects by the parameters of a helper; None for a parameter whose argument names none."""
        parameters = function.node.params
        names = [parameter.name.value for parameter in (*parameters.posonly_params, *parameters.params)]
        given: dict[str, Subject | None] = {}
        value = self.inference.value(node.func)
        method = function.cls is not None and "staticmethod" not in function.decorators
        if method and names and not (isinstance(value, Function) and type(node.func) is cst.Attribute):
            first = names.pop(0)
            receiver = node.func.value if type(node.func) is cst.Attribute else node.func
            of_class = isinstance(value, Class)
            given[first] = None if of_class or type(receiver) is cst.Call else self.subject(receiver)
        for argument, name in zip((one for one in node.args if one.keyword is None), names, strict=False):
            if argument.star:
                break
            given[name] = self.subject(argument.value)
        for argument in node.args:
            if argument.keyword is not None:
                given[argument.keyword.value] = self.subject(argument.value)
        return given

    def events(self, node: cst.Call, target: cst.BaseExpression | None, receiver: Value | None) -> list[Recognised]:
        """What a call does that is no helper which can be followed.

        Args:
            node: the call.
            target: what its value is assigned to.
            receiver: given where it is a helper of this file all the same, which then is an unknown call.
        """
        func = self.method_of(node.func)
        if receiver is not None:
            return [self.unknown(node)]
        value = self.inference.value(func)
        if type(value) is Reference:
            return self.function_events(node, canonical(value.name), target)
        if isinstance(value, Class):
            return []
        if type(func) is cst.Attribute:
            found = self.method_events(node, func, target)
            if found is not None:
                return found
        subject = self.subject(func) if isinstance(func, cst.Name | cst.Attribute | cst.Subscript) else None
        if isinstance(value, Module):
            return [(EventKind.FORWARD, subject, (), None, True)]
        if subject is not None and subject.role.is_module:
            if type(func) is cst.Name or isinstance(value, Unknown | Bound):
                return [(EventKind.FORWARD, subject, (), None, False)]
        if type(func) is cst.Name and value is UNKNOWN and func.value in QUIET:
            return []
        return [self.unknown(node)]

    def method_of(self, func: cst.BaseExpression) -> cst.BaseExpression:
        """The method of an optimizer, a module or the like that a name stands for: ``clear = opt.zero_grad``."""
        found = self.names.aliases.get(func.value) if type(func) is cst.Name else None
        if type(found) is cst.Call and called_name(found) == "partial" and found.args:
            found = found.args[0].value
        return found if type(found) is cst.Attribute and found.attr.value in TRAINING_ALONE else func

    def function_events(self, node: cst.Call, name: str, target: cst.BaseExpression | None) -> list[Recognised]:
        """A call of something from outside the file, by its canonical dotted name."""
        row = FUNCTION_EVENTS.get(name)
        if row is not None:
            subject = None
            if row.about is not None:
                argument = argument_of(node, row.about, row.position)
                subject = None if argument is None else self.about(argument)
            flag = None
            if row.kind is EventKind.SET_GRAD_MODE and node.args:
                given = self.inference.value(node.args[0].value)
                flag = bool(given.number) if isinstance(given, Number) and given.number is not None else None
            return [(row.kind, subject, (), flag, True)]
        if name in OPTIMIZERS or name in SCHEDULERS:
            optimizer = name in OPTIMIZERS
            made = self.inference.value(node)
            found = None if target is None else self.path(target)
            path, scope = found or (f"<{last(name)}>", node)
            role = Role.OPTIMIZER if optimizer else Role.SCHEDULER
            argument = argument_of(node, "params" if optimizer else "optimizer", 0)
            named = None if optimizer or argument is None else self.subject(argument)
            takes = [named] if named is not None else [] if argument is None else self.holders(argument)
            kind = EventKind.BUILD_OPTIMIZER if optimizer else EventKind.BUILD_SCHEDULER
            return [(kind, Subject(path, scope, made, role), tuple(takes), None, True)]
        if name in PREPARES:
            return [(EventKind.PREPARE, None, tuple(self.given(node)), None, True)]
        root, _, rest = name.partition(".")
        if type(node.func) is cst.Attribute and node.func.attr.value in QUIET_METHODS:
            return []
        if root == "builtins" and not hasattr(builtins, rest):  # what a star import may bring
            return [self.unknown(node)]
        if root in QUIET_ROOTS or is_module_class(name) or role_by_class(name) is not Role.OTHER:
            return []
        return [self.unknown(node)]

    def method_events(
        self, node: cst.Call, func: cst.Attribute, target: cst.BaseExpression | None
    ) -> list[Recognised] | None:
        """A call of a method; None where the object may be one that is called: ``self.model(x)``."""
        name = func.attr.value
        value = self.inference.value(func.value)
        if is_backward(name):
            return self.backward(node, func, value)
        subject = self.subject(func.value) or self.switched(node, func, target)
        role = subject.role if subject is not None else self.role(func.value, value, "")[0]
        own = [self.method_event(node, row, subject) for row in METHOD_EVENTS.get((role, name), ())]
        if own:
            return own
        if name == "zero_grad" and role is Role.OTHER:
            return [(EventKind.ZERO_GRAD, subject, (), None, False)]
        if name == "manual_backward":
            argument = argument_of(node, "loss", 0)
            return [(EventKind.BACKWARD, None if argument is None else self.about(argument), (), None, False)]
        if name in QUIET_METHODS or (role in _OWN_METHODS and not subject_is_guess(subject)):
            return []
        if isinstance(value, Tensor | Sequence | Number | Text | Batch | Loader) or value.kind in ("device", "dtype"):
            return []
        data = subject is not None and name in TABLE.methods and is_apart(self, func.value, subject)
        if data or (not role.is_module and is_of_output(self, func.value)):
            return []
        if isinstance(self.inference.value(func), Module) or self.subject(func) is None:
            return None
        inner = self.subject(func)
        if inner is not None and inner.role.is_module:
            return None
        return [self.unknown(node)]

    def method_event(self, node: cst.Call, row: MethodRow, subject: Subject | None) -> Recognised:
        kind, flag = row.kind, None
        about = subject
        if row.about is not None:
            argument = argument_of(node, row.about, 0)
            about = None if argument is None else self.about(argument)
        elif kind is EventKind.MOVE and about is None and type(node.func) is cst.Attribute:
            about = self.wrapped(node.func.value)
        elif kind in _TRAINING:
            argument = argument_of(node, "mode", 0) if kind is EventKind.TRAIN_MODE else None
            flag = kind is EventKind.TRAIN_MODE
            if argument is not None:
                given = self.inference.value(argument)
                flag = bool(given.number) if isinstance(given, Number) and given.number is not None else None
                kind = {True: EventKind.TRAIN_MODE, False: EventKind.EVAL_MODE, None: EventKind.SET_MODE}[flag]
        takes = tuple(self.given(node)) if kind is EventKind.PREPARE else ()
        return kind, about, takes, flag, not subject_is_guess(subject)

    def backward(self, node: cst.Call, func: cst.Attribute, value: Value) -> list[Recognised]:
        """``loss.backward()``, ``accelerator.backward(loss)``, ``scaler.scale(loss).backward()``."""
        subject = self.subject(func.value)
        role = Role.TENSOR if isinstance(value, Tensor) else (subject.role if subject is not None else Role.OTHER)
        rows = METHOD_EVENTS.get((role, "backward"), ())
        if rows and role is not Role.TENSOR:
            return [self.method_event(node, row, subject) for row in rows]
        passed = [argument for argument in node.args if argument.keyword is None and not argument.star]
        if role is not Role.TENSOR and len(passed) == 1 and subject is not None:
            return [(EventKind.BACKWARD, self.about(passed[0].value), (), None, False)]
        return [(EventKind.BACKWARD, self.about(func.value), (), None, True)]

    def about(self, node: cst.BaseExpression) -> Subject | None:
        """The object an argument is about: the model of ``model.parameters()``, the loss of ``scaler.scale(loss)``."""
        return self.subject(self.about_node(node))

    def about_node(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """The expression of that object."""
        for _ in range(6):
            func = node.func if type(node) is cst.Call else None
            if type(node) is cst.Call and type(func) is cst.Attribute:
                name = func.attr.value
                if name in ("scale", "prepare", "filter") and node.args:
                    node = node.args[-1].value
                    continue
                if name in ABOUT_RECEIVER:
                    node = func.value
                    continue
            elif type(node) is cst.Call and node.args:  # list(model.parameters()), filter(..., model.parameters())
                node = node.args[-1].value
                continue
            elif type(node) is cst.BinaryOperation:  # (loss / accumulate).backward()
                node = node.left
                continue
            elif isinstance(node, cst.GeneratorExp | cst.ListComp):  # (p for p in model.parameters() if ...)
                node = node.for_in.iter
                continue
            break
        return node

    def switched(self, node: cst.Call, func: cst.Attribute, target: cst.BaseExpression | None) -> Subject | None:
        """The module that ``train()`` or ``eval()`` switches where it is called on the result of another call.

        That is the one that the other call gives back, ``model`` of ``model.to(device).eval()``, or what the statement
        assigns: ``model`` of ``model = Net().to(device).eval()``.
        """
        rows = METHOD_EVENTS.get((Role.MODULE, func.attr.value), ())
        if not any(row.kind in _TRAINING for row in rows) or type(func.value) is not cst.Call:
            return None
        given_back = self.wrapped(func.value)
        if given_back is not None or target is None:
            return given_back
        made = self.subject(target)
        sure = isinstance(self.inference.value(node), Module) or (func.attr.value in TAKES_NOTHING and not node.args)
        return made if made is not None and made.role.is_module and sure else None

    def wrapped(self, node: cst.BaseExpression) -> Subject | None:
        """The module in an expression that gives it back or wraps it: ``nn.DataParallel(net)``, ``net.train()``."""
        while type(node) is cst.Call:
            func = node.func
            called = self.inference.value(func)
            if type(called) is Reference:
                name = canonical(called.name)
                wraps = name in PREPARES or role_by_class(name) is Role.MODULE
                parameter = "model" if name in PREPARES else "module"
                inner = argument_of(node, parameter, 0) if wraps or name in GIVES_MODULE else None
            else:
                inner = returned_by(node)
            if inner is None or inner is node:
                return None
            node = inner
        return self.subject(node)

    def owner(self, node: cst.BaseExpression) -> Subject | None:
        """Whose parameter a tensor is: the model's for ``p`` in ``for p in model.parameters()``, or its own."""
        found = node
        for _ in range(6):
            if type(found) is cst.Name and found.value in self.each:
                found = self.each[found.value]
            elif type(found) is cst.Subscript or (type(found) is cst.Attribute and found.attr.value == "param_groups"):
                found = found.value
            else:
                break
        return self.about(found) or self.subject(node)

    def holders(self, node: cst.BaseExpression) -> list[Subject]:
        """The modules and lists whose parameters an argument holds, also in the dicts of parameter groups."""
        if isinstance(node, cst.List | cst.Tuple):
            return [found for element in node.elements for found in self.holders(element.value)]
        if type(node) is cst.Dict:
            values = [element.value for element in node.elements if type(element) is cst.DictElement]
            return [found for value in values for found in self.holders(value)]
        if type(node) is cst.BinaryOperation:
            return self.holders(node.left) + self.holders(node.right)
        if type(node) is cst.Name:
            alias = self.names.aliases.get(node.value)
            made = isinstance(self.inference.value(node), Tensor)  # a parameter is what is held, not what it is made of
            if alias is not None and not made and type(alias) is not cst.Name:
                return self.holders(alias)
        if type(node) is cst.Call and len(node.args) > 1:  # chain(a.parameters(), b.parameters())
            parts = [part.value for part in node.args if type(part.value) is cst.Call]
            if len(parts) > 1:
                return [found for part in parts for found in self.holders(part)]
        subject = self.about(node)
        return [] if subject is None else [subject]

    def unknown(self, node: cst.Call) -> Recognised:
        """A call that nothing is known of, with what it gets."""
        takes = self.given(node)
        if type(node.func) is cst.Attribute:
            holder = node.func if self.is_stored(node.func) else node.func.value
            receiver = self.subject(holder)
            if receiver is not None:
                takes.append(replace(receiver, apart=is_imported(self, holder, receiver)))
        return EventKind.UNKNOWN_CALL, None, tuple(takes), None, True

    def is_stored(self, func: cst.Attribute) -> bool:
        """Whether ``self.criterion`` is an object that the class keeps, to which ``self`` is not passed."""
        cls = None if self.function is None else self.function.cls
        if cls is None or type(func.value) is not cst.Name or self.scope(func.value.value) is not cls.node:
            return False
        name = func.attr.value
        return any(name in one.attributes and one.function(name) is None for one in cls.ancestry())

    def given(self, node: cst.Call) -> list[Subject]:
        """The objects among the arguments of a call."""
        found: list[Subject] = []
        stack: list[cst.BaseExpression] = [argument.value for argument in reversed(node.args)]
        while stack:
            part = stack.pop()
            if isinstance(part, cst.List | cst.Tuple | cst.Set | cst.Dict):
                stack.extend(element.value for element in reversed(part.elements))
            elif type(part) is cst.Call:
                about = self.about_node(part)
                subject = self.subject(about) if type(part.func) is cst.Attribute else None
                if subject is not None:
                    found.append(replace(subject, apart=is_apart(self, about, subject)))
            else:
                subject = self.subject(part)
                if subject is not None:
                    found.append(replace(subject, apart=is_apart(self, part, subject)))
                whole = self.parts.get(part.value) if type(part) is cst.Name else None
                if whole is not None:
                    found.append(whole)
        return found


def callee_of(inference: Inference, node: cst.Call) -> tuple[Function | None, Value]:
    """The function of this file that a call runs, and the object it is a method of."""
    value = inference.value(node.func)
    if isinstance(value, Function):
        return value, UNKNOWN
    if isinstance(value, Bound) and value.function is not None:
        return value.function, value.receiver
    if isinstance(value, Class):
        return value.function("__init__"), UNKNOWN
    if isinstance(value, Instance) and not isinstance(value, Module) and value.cls is not None:
        return value.cls.function("__call__"), value
    return None, UNKNOWN


def root_of(node: cst.BaseExpression) -> str:
    """The first name of a chain of attributes and subscripts, nothing for other expressions."""
    while type(node) is cst.Attribute or type(node) is cst.Subscript:
        node = node.value
    return node.value if type(node) is cst.Name else ""


def returned_by(node: cst.BaseExpression) -> cst.BaseExpression:
    """The module that calls of its methods give back, or the expression: ``net`` for ``net.to(device).eval()``."""
    while type(node) is cst.Call and type(node.func) is cst.Attribute:
        rows = METHOD_EVENTS.get((Role.MODULE, node.func.attr.value), ())
        if not any(row.kind in _RETURNS_ITSELF for row in rows):
            break
        node = node.func.value
    return node


def receiver_name(function: Function) -> str | None:
    """What a method calls its object: ``self``."""
    parameters = (*function.node.params.posonly_params, *function.node.params.params)
    if not parameters or "staticmethod" in function.decorators:
        return None
    return parameters[0].name.value


def made_by(value: Value) -> str | None:
    """The canonical dotted name of the outside class or function whose call made a value."""
    origin = value.origin
    if origin is None or origin.signature.family is not Family.CALL:
        return None
    callee = origin.operands.get("callee")
    return canonical(callee.name) if isinstance(callee, Reference) else None


def subject_is_guess(subject: Subject | None) -> bool:
    """Whether only names and uses say what an object is."""
    return subject is None or subject.by_name


def argument_of(node: cst.Call, name: str, position: int | None) -> cst.BaseExpression | None:
    """The argument for a parameter, by keyword or by position; None for one that has a keyword only."""
    place = 0
    for argument in node.args:
        if argument.keyword is not None:
            if argument.keyword.value == name:
                return argument.value
        elif argument.star:
            return None
        else:
            if place == position:
                return argument.value
            place += 1
    return None
