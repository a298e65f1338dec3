"""What is known of parameters: by annotation, by the calls seen, by defaults, by the conventions of torch."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.kinds import BOOL, INT
from ..knowledge.names import canonical, is_foreign_class
from ..knowledge.python_operations import SOME_OBJECT
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Class,
    Dtype,
    Function,
    Instance,
    Module,
    NotTensor,
    Number,
    Operation,
    Reference,
    Sequence,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    claim_the_same,
    join,
    limits,
    may_be,
    may_be_anything,
    may_be_none,
    share,
)
from .annotations import Annotations, instance_of
from .narrowing import is_some_module
from .operators import is_no_element

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Parameters:
    """What is known of parameters: by annotation, by the calls seen, by defaults, by the conventions of torch."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def resolve(self, node: cst.BaseExpression) -> Value:
        """What a name in an annotation refers to, without recording it."""
        if type(node) is cst.Name:
            return self.interpreter.paths.name(node)
        if type(node) is cst.Attribute:
            inner = self.resolve(node.value)
            if isinstance(inner, Reference):
                return Reference(inner.name + "." + node.attr.value)
        return UNKNOWN

    def parameter_value(self, function: Function, parameter: cst.Param, annotations: Annotations) -> Value:
        """What a parameter is: by annotation, by the calls seen, by its default, by the conventions of torch."""
        name = parameter.name.value
        evidence = function.analysis.evidence.get(name)
        if parameter.annotation is not None:
            value = self.declared(parameter.annotation.annotation, annotations)
            if isinstance(value, Number) and value.type == INT:
                return Number("int", size=Symbol(None, name))
            if contradicts(evidence, value):
                return Unknown()
            if value is not None:
                return value
            if evidence is UNKNOWN:
                return one_of_several(parameter)
            return self.of_class(parameter.annotation.annotation) if evidence is None else renewed(evidence)
        default = function.defaults.get(name)
        if evidence is not None:
            if isinstance(evidence, Text) and default is not None:
                return join(evidence, default, None)
            if isinstance(evidence, (Number, Text)) and name in function.analysis.optional:
                return one_of_several(parameter)
            return one_of_several(parameter) if evidence is UNKNOWN else renewed(evidence)
        if isinstance(default, Number):
            return Number(default.type if default.type == BOOL else None)
        if isinstance(default, Text):
            return Text()
        if isinstance(default, (Sequence, Reference, Function, Class, NotTensor)):
            return Unknown()
        scripted = any(decorator.startswith("torch.jit.script") for decorator in function.decorators)
        if (scripted or function.analysis.scripted) and default is None:
            return Tensor()
        cls = function.cls
        if function.name == "forward" and cls is not None:
            bases = {canonical(base) for base in cls.outside_bases()}
            if isinstance(instance_of(cls), Module) and (default is None or default is NONE):
                return Tensor(certain=False)
            if any(base.startswith("torch.autograd.") for base in bases) and name != "ctx":
                return Tensor(certain=False)
        return Unknown()

    def of_class(self, annotation: cst.BaseExpression) -> Unknown:
        """What is annotated with something unknown: where that is a class of another file, it is no tensor."""
        found = Unknown()
        if type(annotation) is cst.SimpleString and (text := annotation.raw_value).isidentifier():
            annotation = cst.Name(text)
        elif type(annotation) is cst.Subscript and type(annotation.slice[0].slice) is cst.Index:
            head = self.resolve(annotation.value)
            if isinstance(head, Reference) and head.name == "typing.Optional":
                annotation = annotation.slice[0].slice.value
        named = self.resolve(annotation)
        if isinstance(named, Reference) and is_foreign_class(canonical(named.name)):
            found.identity.uses.add(Use.FOREIGN)
        return found

    def declared(self, annotation: cst.BaseExpression, annotations: Annotations) -> Value | None:
        """What an annotation says, read once per file: a new object each time."""
        known = self.interpreter.annotated_values
        try:
            value = known[id(annotation)]
        except KeyError:
            value = known[id(annotation)] = annotations.value(annotation)
        if value is None:
            return None
        if isinstance(value, Tensor):
            return Tensor(
                shape=value.shape,
                dtype=value.dtype,
                grad=value.grad,
                leaf=value.leaf,
                parameter=value.parameter,
                certain=value.certain,
            )
        if isinstance(value, Module):
            return Module(value.name, value.cls)
        return value

    def note_arguments(self, function: Function, positional: list[Value], keywords: dict[str, Value]) -> None:
        node = function.node
        function.analysis.note_grad_mode(self.interpreter.frame.grad)
        names = [parameter.name.value for parameter in (*node.params.posonly_params, *node.params.params)]
        given = dict(zip(names, positional, strict=False))
        given.update(keywords)
        self.note_shared(function, list(given.values()))
        for name, value in given.items():
            unknown_before = any(type(one) is Unknown for one in function.analysis.given.get(name, ()))
            function.analysis.note_given(name, value)
            known = function.analysis.evidence.get(name)
            if value is NONE or may_be_none(value):
                self.note_none(function, name)
            if isinstance(value, (Tensor, Module, Array, Number, Text, Sequence)):
                if known is None and unknown_before and isinstance(value, (Number, Text, Sequence)):
                    function.analysis.evidence[name] = UNKNOWN
                    self.outdate(function, name)
                elif known is None:
                    function.analysis.evidence[name] = value
                    is_flag = isinstance(value, Number) and value.type == BOOL and name not in function.defaults
                    if is_flag or not isinstance(value, (Number, Text)):
                        self.outdate(function, name)
                elif known is not UNKNOWN and type(known) is not type(value):
                    self.weaken(function, name, UNKNOWN)
                elif isinstance(known, Tensor) and isinstance(value, Tensor) and known.certain and not value.certain:
                    self.weaken(function, name, Tensor(certain=False))
                elif isinstance(known, Module) and isinstance(value, Module):
                    self.note_module(function, name, known, value)
                elif isinstance(known, Number) and isinstance(value, Number) and known.type != value.type:
                    self.weaken(function, name, Number())
                elif isinstance(known, Text) and isinstance(value, Text) and known.text != value.text:
                    self.weaken(function, name, Text())
                elif isinstance(known, Sequence) and isinstance(value, Sequence):
                    self.weaken(function, name, join(renewed(known), renewed(value), None))
            elif (
                is_no_tensor(value)
                or (value is not NONE and isinstance(known, (Number, Text, Sequence)))
                or self.may_be_given(value, Sequence)
            ):
                self.weaken(function, name, UNKNOWN)
            elif known is None and isinstance(function.defaults.get(name), Number) and may_be(value, Tensor):
                function.analysis.evidence[name] = UNKNOWN
                self.outdate(function, name)
            elif isinstance(known, Tensor) and known.certain and self.may_be_given(value, Number):
                self.weaken(function, name, Tensor(certain=False))

    def may_be_given(self, value: Value, kind: type[Value]) -> bool:
        """Whether a value that is not known, or an object that calls give where it is a parameter, is of a kind."""
        queue = [value]
        for current in queue:
            if may_be(current, kind) or may_be_anything(current):
                return True
            given = self.interpreter.aliases.given.get(current.identity) if current.identity is not None else None
            if len(queue) < limits.ALTERNATIVES:  # nothing is known of the others, which by convention says nothing
                queue += (one for one in given or () if all(one is not known for known in queue))
        return False

    def note_shared(self, function: Function, given: list[Value]) -> None:
        """A call may give one tensor twice: look again at a body that changes what it is given."""
        analysis = function.analysis
        if analysis.runs and analysis.changes_given and not analysis.stale:
            tensors = [value for value in given if isinstance(value, Tensor)]
            analysis.stale = any(share(one, other) for one, other in combinations(tensors, 2))

    def note_module(self, function: Function, name: str, known: Module, given: Module) -> None:
        """A call passes a module where use, or another call, has shown one: which it is, if all calls agree."""
        if is_some_module(known):
            self.weaken(function, name, given)
        elif (known.name, known.cls) != (given.name, given.cls) or known.children is not given.children:
            self.weaken(function, name, UNKNOWN)

    def weaken(self, function: Function, name: str, evidence: Value) -> None:
        """Another call shows that less is known of a parameter than the calls before it said."""
        if not claim_the_same(function.analysis.evidence.get(name, UNKNOWN), evidence):
            self.outdate(function, name)
        function.analysis.evidence[name] = evidence

    def note_none(self, function: Function, name: str) -> None:
        """A call may give None for a parameter."""
        if name not in function.analysis.optional:
            function.analysis.optional.add(name)
            self.outdate(function, name)

    def outdate(self, function: Function, name: str) -> None:
        """Calls show something else of a parameter: look at the body again if its value comes from them.

        What an annotation says goes before it, and ``self`` is an object of the class.
        """
        node = function.node.params
        names = (*node.posonly_params, *node.params)
        is_method = function.cls is not None and "staticmethod" not in function.decorators
        for parameter in (*names[is_method:], *node.kwonly_params):
            if parameter.name.value == name and function.analysis.runs:
                annotation = parameter.annotation
                known = None if annotation is None else self.interpreter.annotated_values.get(id(annotation.annotation))
                evidence = function.analysis.evidence.get(name)
                function.analysis.stale |= known is None or contradicts(evidence, known)


def contradicts(evidence: Value | None, declared: Value | None) -> bool:
    """Whether calls give a list where a tensor is declared."""
    return isinstance(declared, Tensor) and isinstance(evidence, Sequence)


def is_no_tensor(value: Value) -> bool:
    """Whether a call gives what is certainly no tensor and of no kind that is asked of the calls."""
    return is_no_element(value) or isinstance(value, (Instance, NotTensor))


def one_of_several(parameter: cst.Param) -> Unknown:
    """A parameter that calls give objects of several kinds: what one path asks of it need not hold on another."""
    return Unknown(Operation(SOME_OBJECT, parameter, {"among": OTHER}))


def annotated(parameter: cst.Param, annotations: Annotations) -> Value:
    if parameter.annotation is not None:
        return annotations.value(parameter.annotation.annotation) or Unknown()
    return Unknown()


def meet(given: Value, declared: Value) -> Value:
    """An argument, with what the parameter's annotation adds."""
    if isinstance(given, Unknown) and not isinstance(declared, Unknown):
        if isinstance(declared, Tensor) and given is not UNKNOWN:
            return Tensor(
                shape=declared.shape,
                dtype=declared.dtype,
                grad=declared.grad,
                origin=given.origin,
                certain=declared.certain,
                leaf=declared.leaf,
                parameter=declared.parameter,
                identity=given.identity,
            )
        return declared
    if isinstance(given, Batch) and isinstance(declared, Tensor):
        return declared
    if (
        isinstance(given, Tensor)
        and isinstance(declared, Tensor)
        and given.shape is None
        and declared.shape is not None
    ):
        return given.refined(shape=declared.shape)
    return given


def renewed(value: Value, depth: int = 4) -> Value:
    """The same facts about a new object."""
    if isinstance(value, Tensor):
        return Tensor(certain=value.certain)
    if isinstance(value, Module):
        return Module(value.name, value.cls, value.arguments, value.children)
    if isinstance(value, Number):
        return Number(value.type)
    if isinstance(value, Sequence) and depth > 0:
        items = None if value.items is None else [renewed(item, depth - 1) for item in value.items]
        element = None if value.element is None else renewed(value.element, depth - 1)
        return Sequence(value.type, items, element, keys=value.keys)
    if isinstance(value, (Instance, Array, Text, Class, Function, Reference, Dtype)):
        return value
    return Unknown()
