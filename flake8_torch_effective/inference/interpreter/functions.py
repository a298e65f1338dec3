"""Defines, enters, analyses, calls and summarises the functions of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.walking import children, walk
from ..knowledge.module_methods import GRAPHLESS
from ..knowledge.names import RECEIVER, RECEIVERS, canonical
from ..knowledge.python_builtins import PLAIN_DECORATORS
from ..knowledge.python_operations import CALL, SOME_OBJECT, YIELDED
from ..values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Value,
    anything,
    consume_returned,
    join,
    join_all,
)
from .annotations import Annotations, instance_of
from .frame import NO_GRAD, Frame
from .parameters import annotated, meet

if TYPE_CHECKING:
    from .interpreter import Interpreter

_NO_GRAD_METHODS = frozenset(
    {
        "validation_step",
        "test_step",
        "predict_step",
        "on_validation_epoch_end",
        "on_test_epoch_end",
        "validation_epoch_end",
        "test_epoch_end",
    }
)
_SUMMARY_DEPTH = 3
# From so many letters on a parameter's name says what it is.
_SPOKEN = 3
_DISPLAYS = (cst.Tuple, cst.List, cst.Dict, cst.Set, cst.ListComp, cst.DictComp, cst.SetComp)
# What a body shows of its parameters asks for a second look at it, what a later call takes back for a third.
MOST_RUNS = 3
NOTHING_SHARED: frozenset[str] = frozenset()
# Decorators that leave a call's result, or what is entered, to the function itself.
_TRANSPARENT = PLAIN_DECORATORS | {"contextlib.contextmanager", "typing.overload"}


class Functions:
    """Defines, enters, analyses, calls and summarises the functions of the file."""

    __slots__ = ("generators", "interpreter", "several")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.generators: dict[cst.CSTNode, bool] = {}
        self.several: dict[cst.CSTNode, bool] = {}

    def schedule(self, function: Function) -> None:
        interpreter = self.interpreter
        if interpreter.depth == 0:
            known = interpreter.known_functions.get(function.node)
            if known is None:
                interpreter.known_functions[function.node] = function
                interpreter.queue.append(function)
            else:
                known.analysis.scope = function.analysis.scope

    def analyse(self, function: Function) -> None:
        """Interpret a function's body for the rules, with what is known of its parameters."""
        if function.analysis.runs >= MOST_RUNS:
            return
        saved = self.interpreter.frame
        for _ in range(2):
            function.analysis.runs += 1
            function.analysis.stale = False
            try:
                frame = self.enter(function, None, None)
                self.body(function)
            except Exception as error:  # ours, and no reason to lose the rest of the file
                self.interpreter.recovery.note(function.node, function, error)
                break
            finally:
                self.interpreter.frame = saved
            if not frame.stale or function.analysis.runs >= 2:
                break

    def enter(
        self,
        function: Function,
        positional: list[Value] | None,
        keywords: dict[str, Value] | None,
        complete: bool = True,
    ) -> Frame:
        """Make the frame of a function current, its parameters bound to arguments or to what is known of them."""
        interpreter = self.interpreter
        frame = function_scope(function)
        node = function.node
        frame.shared = interpreter.shared.get(id(node), NOTHING_SHARED)
        frame.env.update((name, anything()) for name in frame.shared)  # each is bound on every path
        if frame.shared and frame.parent is not None:  # what it calls reads there what it binds
            frame.parent.forget_shared()
        outer = interpreter.frame
        frame.grad = outer.grad if positional is not None else function.analysis.grad_mode
        for decorator in function.decorators:
            if decorator.removesuffix("()") in NO_GRAD:
                frame.grad = False
            elif decorator.removesuffix("()") == "torch.enable_grad":
                frame.grad = True
        cls = function.cls
        if cls is not None and (function.name in _NO_GRAD_METHODS or function.name in GRAPHLESS):
            bases = {canonical(base) for base in cls.outside_bases()}
            if function.name in _NO_GRAD_METHODS and any(base.endswith("LightningModule") for base in bases):
                frame.grad = False
            if function.name in GRAPHLESS and any(base.startswith("torch.autograd.") for base in bases):
                frame.grad = False
        interpreter.frame = frame
        annotations = Annotations(interpreter.parameters.resolve)
        parameters = node.params
        names = [*parameters.posonly_params, *parameters.params]
        method = cls is not None and "staticmethod" not in function.decorators
        for position, parameter in enumerate([*names, *parameters.kwonly_params]):
            name = parameter.name.value
            if cls is not None and method and position == 0 and names:
                if positional:
                    frame.env[name] = positional[0]
                else:
                    frame.env[name] = receiver(function, cls, name)
                continue
            value = interpreter.parameters.parameter_value(function, parameter, annotations)
            given: Value | None = None
            if positional is not None:
                if position < len(names) and position < len(positional):
                    given = positional[position]
                elif keywords is not None and name in keywords:
                    given = keywords[name]
                elif complete and parameter.default is not None:
                    given = function.defaults.get(name)
            if given is not None:
                value = meet(given, value)
            elif type(value) is Tensor and (function.defaults.get(name) is NONE or name in function.analysis.optional):
                value.identity.optional = True
            frame.env[name] = value
            if positional is None and isinstance(value, (Unknown, Tensor)) and value is not UNKNOWN:
                frame.parameters[value.identity] = name
            if positional is None:
                interpreter.aliases.note(value, function.analysis.given.setdefault(name, []))
        if type(parameters.star_arg) is cst.Param:
            element = annotated(parameters.star_arg, annotations)
            given_more = positional is not None and complete and isinstance(element, Unknown)
            items = positional[len(names) :] if given_more and positional is not None else None
            frame.env[parameters.star_arg.name.value] = Sequence(SequenceType.TUPLE, items, element)
        if parameters.star_kwarg is not None:
            element = annotated(parameters.star_kwarg, annotations)
            if keywords and isinstance(element, Unknown):
                element = Unknown(Operation(SOME_OBJECT, node, dict(keywords)))
            frame.env[parameters.star_kwarg.name.value] = Sequence(SequenceType.DICT, element=element)
        return frame

    def body(self, function: Function) -> bool:
        """Interpret a function's body in the current frame; True where control does not come out at its end."""
        modes = self.interpreter.inference_modes
        if any(decorator.removesuffix("()") == "torch.inference_mode" for decorator in function.decorators):
            self.interpreter.inference_modes += 1
        frame = self.interpreter.frame
        try:
            return self.statements(function)
        finally:
            self.interpreter.inference_modes = modes
            frame.ended = True

    def statements(self, function: Function) -> bool:
        interpreter = self.interpreter
        node = function.node
        if isinstance(node, cst.FunctionDef):
            return interpreter.statements.suite(node.body)
        value = interpreter.evaluate(node.body)
        consume_returned(value)
        interpreter.frame.returns.append(value)
        return True

    def call_function(
        self,
        function: Function,
        positional: list[Value],
        keywords: dict[str, Value],
        node: cst.CSTNode,
        complete: bool = True,
    ) -> Value:
        interpreter = self.interpreter
        node_of_function = function.node
        if type(node_of_function) is cst.FunctionDef:
            if interpreter.depth == 0:
                interpreter.parameters.note_arguments(function, positional, keywords)
            if node_of_function.asynchronous is not None:
                return Unknown()
        value: Value = UNKNOWN
        if interpreter.depth < _SUMMARY_DEPTH and interpreter.budget > 0 and not self.active(function):
            value = self.summary(function, positional, keywords, complete)
        else:
            interpreter.unfollowed.call(function, [*positional, *keywords.values()], node)
        if interpreter.shared:
            interpreter.frame.forget_shared()
        if isinstance(value, Unknown):
            operands: dict[str, Value] = {str(position): argument for position, argument in enumerate(positional)}
            operands.update(keywords)
            operands["result"] = value
            operation = interpreter.record(Operation(CALL, node, operands))
            declared = self.declared(function)
            if isinstance(declared, Tensor) and self.returns_several(function):
                declared = None  # whatever its annotation says
            if isinstance(declared, Tensor):
                graphs = {argument.grad for argument in operands.values() if isinstance(argument, Tensor)}
                grad = True if True in graphs and interpreter.frame.grad else None
                operation.result = declared.refined(grad=grad, origin=operation)
            elif declared is not None and value.origin is None:
                operation.result = declared
            else:
                operation.result = Unknown(operation)
            return operation.result
        return value

    def declared(self, function: Function) -> Value | None:
        """What a function says that it returns."""
        node = function.node
        if type(node) is not cst.FunctionDef or node.returns is None:
            return None
        interpreter = self.interpreter
        saved = interpreter.frame
        interpreter.frame = function_scope(function)
        declared = Annotations(interpreter.parameters.resolve).value(node.returns.annotation)
        interpreter.frame = saved
        return declared

    def active(self, function: Function) -> bool:
        """Whether the function is being interpreted right now (recursion)."""
        frame: Frame | None = self.interpreter.frame
        while frame is not None:
            if frame.function is function:
                return True
            frame = frame.parent
        return function in self.interpreter.stack

    def summary(self, function: Function, positional: list[Value], keywords: dict[str, Value], complete: bool) -> Value:
        """What a function returns for these arguments, by interpreting its body once more, unrecorded."""
        defaults = dict(function.defaults)
        value = self.interpreted(function, positional, keywords, complete)
        if any(default is not defaults[name] for name, default in function.defaults.items()):
            value = self.interpreted(function, positional, keywords, complete)  # it need not be the first call
        return value

    def interpreted(
        self, function: Function, positional: list[Value], keywords: dict[str, Value], complete: bool
    ) -> Value:
        """What one interpretation of a function's body returns."""
        interpreter = self.interpreter
        caller, records = interpreter.frame, interpreter.records()
        loops, changed_later = caller.loops, interpreter.changes.changed_later
        interpreter.record_anew()
        interpreter.depth += 1
        if type(function.node) is cst.Lambda:  # it has no statements that would count
            interpreter.budget -= 1
        interpreter.stack = [*interpreter.stack, function]
        try:
            frame = self.enter(function, positional, keywords, complete)
            frame.caller = caller
            frame.loops = loops
            later = self.generates(function)
            if later:
                interpreter.changes.changed_later = []
            if not self.body(function):
                if is_complete(function) or (frame.returns and not says_result(function)):
                    frame.returns.append(NONE)
                elif not frame.returns:  # None, or what the method of another class returns
                    frame.returns.append(Unknown(Operation(SOME_OBJECT, function.node, {"among": NONE})))
            if frame.switches_grad or frame.yields_switched:
                caller.switch_grad(None)
            if later:
                self.goes_on(frame)
            return yielded(frame) if later else returned(frame)
        finally:
            interpreter.changes.changed_later = changed_later
            interpreter.stack = interpreter.stack[:-1]
            interpreter.depth -= 1
            interpreter.frame = caller
            interpreter.record_in(records)

    def goes_on(self, frame: Frame) -> None:
        """A generator changes objects of others whenever it is asked for more: nothing is claimed of their names."""
        for holder, name in self.interpreter.changes.changed_later or ():
            if holder is not frame and name.isidentifier() and name in holder.env:
                holder.shared |= {name}
                holder.bind(name, anything())
                self.interpreter.shared.setdefault(id(self.interpreter.module), NOTHING_SHARED)  # so that calls look

    def generates(self, function: Function) -> bool:
        """Whether a function is a generator: there is a ``yield`` in it, reached or not."""
        if not self.interpreter.yields:
            return False
        known = self.generators.get(function.node)
        if known is None:
            known = self.generators[function.node] = holds_yield(function.node.body)
        return known

    def returns_several(self, function: Function) -> bool:
        """Whether a ``return`` of a function is written as a tuple, a list or a dict."""
        known = self.several.get(function.node)
        if known is None:
            found: list[cst.CSTNode] = []

            def look(node: cst.CSTNode) -> None:
                if type(node) is cst.Return and isinstance(node.value, _DISPLAYS):
                    found.append(node)

            walk(function.node.body, {cst.Return: [look]})
            known = self.several[function.node] = bool(found)
        return known

    def bind_parameters(self, parameters: cst.Parameters, function: Function) -> None:
        for parameter in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
            if parameter.default is not None:
                function.defaults[parameter.name.value] = self.interpreter.evaluate(parameter.default)

    def decorators_of(self, node: cst.FunctionDef | cst.ClassDef) -> tuple[tuple[str, ...], list[Value]]:
        """The dotted names of decorators, ``()`` appended where they are called; and the functions of the file."""
        names: list[str] = []
        functions: list[Value] = []
        for decorator in node.decorators:
            expression = decorator.decorator
            value = self.interpreter.evaluate(expression.func if type(expression) is cst.Call else expression)
            if type(expression) is cst.Call:
                for argument in expression.args:
                    self.interpreter.evaluate(argument.value)
            if isinstance(value, Reference):
                name = canonical(value.name).removeprefix("builtins.")
                names.append(name + "()" if type(expression) is cst.Call else name)
            else:
                names.append("?")
                functions.append(value)
        return tuple(names), functions

    def define(self, node: cst.FunctionDef) -> bool:
        interpreter = self.interpreter
        known = interpreter.known_functions.get(node) if interpreter.depth == 0 else None
        decorators, around = self.decorators_of(node) if node.decorators else ((), [])
        cls = interpreter.frame.cls
        scope = (
            interpreter.frame.parent if cls is not None and interpreter.frame.parent is not None else interpreter.frame
        )
        if known is not None:
            function = known
            function.analysis.scope = scope
        else:
            function = Function(node, scope, cls, decorators)
        self.bind_parameters(node.params, function)
        interpreter.frame.bind(node.name.value, decorated(function, around))
        if cls is not None:
            cls.functions[f"{node.name.value}.setter" if is_setter(node) else node.name.value] = function
        self.schedule(function)
        return False

    def lambda_(self, node: cst.Lambda) -> Value:
        function = Function(node, self.interpreter.frame)
        self.bind_parameters(node.params, function)
        self.schedule(function)
        return function


def receiver(function: Function, cls: Class, name: str) -> Value:
    """What the first parameter of a method is: its object, unless it is called as what a plain function takes.

    ``def from_dataset(dataset)`` in a class is called on the class, with an object of any kind.
    """
    if "classmethod" in function.decorators:
        return cls
    is_special = function.name.startswith("__") or len(name) < _SPOKEN
    named = is_special or name in RECEIVERS or RECEIVER in name or name.startswith("_")
    return instance_of(cls) if named else Unknown()


def holds_yield(body: cst.CSTNode) -> bool:
    """Whether there is a ``yield`` in the body of a function, outside the functions and classes within it."""
    stack = [body]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is cst.Yield:
            return True
        if kind is not cst.FunctionDef and kind is not cst.Lambda and kind is not cst.ClassDef:
            stack.extend(children(node))
    return False


def function_scope(function: Function) -> Frame:
    """A fresh frame for a function, inside the scope that defines it."""
    scope = function.analysis.scope
    assert isinstance(scope, Frame)
    return Frame(scope, function)


def is_complete(function: Function) -> bool:
    """Whether a body that ends without ``return`` gives None: no other class overrides it, no stub leaves it out."""
    is_own = function.cls is None and not function.decorators and type(function.node) is cst.FunctionDef
    return is_own and not says_result(function)


def says_result(function: Function) -> bool:
    """Whether an annotation says what a function returns, which its end does not return then."""
    return type(function.node) is cst.FunctionDef and function.node.returns is not None


def returned(frame: Frame) -> Value:
    """What a function returns, over all its ``return`` statements."""
    values = [value for value in frame.returns if value is not NONE]
    if not values:
        return NONE if frame.returns else UNKNOWN
    found = join_all(values, frame.function.node if frame.function else None) or UNKNOWN
    return found if len(values) == len(frame.returns) else join(found, NONE, None)


def yielded(frame: Frame) -> Value:
    """The generator that a call makes: an unknown object, by what it yields."""
    node = frame.function.node if frame.function is not None else cst.Pass()
    return Unknown(Operation(YIELDED, node, {str(position): value for position, value in enumerate(frame.yields)}))


def is_setter(node: cst.FunctionDef) -> bool:
    """Whether a function is decorated as ``@name.setter``, where the name is its own."""
    expression = node.decorators[0].decorator if node.decorators else None
    if type(expression) is not cst.Attribute or type(expression.value) is not cst.Name:
        return False
    return expression.attr.value == "setter" and expression.value.value == node.name.value


def decorated(function: Function, around: list[Value]) -> Value:
    """What the name of a decorated function refers to: the function itself unless a decorator is opaque.

    ``around`` are the decorators that are no names from outside the file.
    """
    for decorator in function.decorators:
        plain = decorator.removesuffix("()")
        if plain in _TRANSPARENT or plain.startswith(("torch.", "functools.")):
            continue
        if plain == "?" or "." in plain:
            made_of = {str(position): value for position, value in enumerate([function, *around])}
            return Unknown(Operation(CALL, function.node, made_of))
    return function
