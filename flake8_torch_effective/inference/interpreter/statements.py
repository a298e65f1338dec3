"""Abstract interpretation of one file: statements, functions, classes, and the order in which they are looked at.

The module's own statements run first.  Then the body of every function runs once with what is known of its parameters
(annotations, defaults, the conventions of ``forward``, the calls seen in the file), and once more where its body or a
later call showed a parameter to be something that an earlier line did not know yet.  A loop's body runs twice: once to
see which names change from iteration to iteration, once with those names holding what either iteration gives them.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Nodes
from typing import Any, ClassVar

import libcst as cst

from .. import transfer
from ..knowledge.names import canonical
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Class,
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
    Value,
    last_of,
)
from .annotations import Annotations, instance_of
from .expressions import consume_returned
from .frame import Environment, Frame, another, changes, consume, consume_deeply, join, join_all, join_environments
from .inference import Inference, LoopFacts
from .narrowing import Narrowing

_NO_GRAD = frozenset({"torch.no_grad", "torch.inference_mode", "torch.is_inference_mode_enabled"})
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
_FIRST_METHODS = (
    "__init__",
    "__post_init__",
    "setup",
    "build",
    "_build",
    "_init_weights",
    "reset_parameters",
    "setUp",
    "configure_model",
)
_SUMMARY_DEPTH = 3
_REDUCTION_WORDS = frozenset(
    {
        "mean",
        "sum",
        "none",
        "batchmean",
        "max",
        "min",
        "elementwise_mean",
        "micro",
        "macro",
        "weighted",
        "uniform_average",
        "variance_weighted",
        "avg",
        "average",
    }
)


class Interpreter(Narrowing):
    """Interprets one module."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self.values = {}
        self.operations = {}
        self.steps = {}
        self.loops: dict[cst.CSTNode, LoopFacts] = {}
        self.frame = Frame()
        self.queue: list[Function] = []
        self.known: dict[cst.CSTNode, Function] = {}
        self.classes: dict[cst.CSTNode, Class] = {}
        self.taken = {}
        self.stack: list[Function] = []
        self.annotated_values: dict[cst.CSTNode, Value | None] = {}
        self.depth = 0
        self.budget = 600

    def run(self) -> Inference:
        """Interpret the module's statements, then every function body."""
        top = self.frame
        self.block(self.module.body)
        self.frame = top
        for cls in list(self.classes.values()):
            self.prepare(cls)
        position = 0
        while position < len(self.queue):
            if not self.queue[position].analysed or self.queue[position].stale:
                self.analyse(self.queue[position])
            position += 1
        for function in self.queue[:]:
            if function.stale and function.analysed < 2:
                self.analyse(function)
        return Inference(self.values, self.operations, self.loops, top.env, self.known, self.steps)

    # --- functions ---------------------------------------------------------------------------------------------------

    def schedule(self, function: Function) -> None:
        if self.depth == 0:
            known = self.known.get(function.node)
            if known is None or known not in self.queue:
                self.queue.append(function)
            else:
                known.scope = function.scope
            self.known.setdefault(function.node, function)

    def function_scope(self, function: Function) -> Frame:
        """A fresh frame for a function, inside the scope that defines it."""
        scope = function.scope
        assert isinstance(scope, Frame)
        return Frame(scope, function)

    def analyse(self, function: Function) -> None:
        """Interpret a function's body for the rules, with what is known of its parameters."""
        if function.analysed >= 2:
            return
        saved = self.frame
        for _ in range(2):
            function.analysed += 1
            function.stale = False
            frame = self.enter(function, None, None)
            self.body(function)
            self.frame = saved
            if not frame.stale or function.analysed >= 2:
                break

    def enter(
        self,
        function: Function,
        positional: list[Value] | None,
        keywords: dict[str, Value] | None,
        complete: bool = True,
    ) -> Frame:
        """Make the frame of a function current, its parameters bound to arguments or to what is known of them."""
        frame = self.function_scope(function)
        node = function.node
        outer = self.frame
        frame.grad = outer.grad if positional is not None else True
        if positional is None and function.grad_modes == {False}:
            frame.grad = False
        for decorator in function.decorators:
            if decorator.removesuffix("()") in _NO_GRAD:
                frame.grad = False
            elif decorator.removesuffix("()") == "torch.enable_grad":
                frame.grad = True
        cls = function.cls
        if cls is not None and isinstance(node, cst.FunctionDef):
            bases = {canonical(base) for base in cls.outside_bases()}
            if function.name in _NO_GRAD_METHODS and any(base.endswith("LightningModule") for base in bases):
                frame.grad = False
            if function.name in ("forward", "backward") and any(base.startswith("torch.autograd.") for base in bases):
                frame.grad = False
        self.frame = frame
        annotations = Annotations(self.resolve)
        parameters = node.params
        names = [*parameters.posonly_params, *parameters.params]
        method = cls is not None and "staticmethod" not in function.decorators
        for position, parameter in enumerate([*names, *parameters.kwonly_params]):
            name = parameter.name.value
            if method and position == 0 and names:
                receiver: Value = instance_of(cls) if cls is not None else UNKNOWN
                if "classmethod" in function.decorators and cls is not None:
                    receiver = cls
                if positional:
                    receiver = positional[0]
                frame.env[name] = receiver
                continue
            value = self.parameter_value(function, parameter, annotations)
            given: Value | None = None
            if positional is not None:
                if position < len(names) and position < len(positional):
                    given = positional[position]
                elif keywords is not None and name in keywords:
                    given = keywords[name]
                elif complete and parameter.default is not None:
                    given = function.defaults.get(name)
            if given is not None:
                value = self.meet(given, value)
            frame.env[name] = value
            if positional is None and isinstance(value, (Unknown, Tensor)) and value is not UNKNOWN:
                frame.parameters[id(value.identity)] = name
        if isinstance(parameters.star_arg, cst.Param):
            frame.env[parameters.star_arg.name.value] = Sequence(
                "tuple", element=self.annotated(parameters.star_arg, annotations)
            )
        if parameters.star_kwarg is not None:
            frame.env[parameters.star_kwarg.name.value] = Sequence(
                "dict", element=self.annotated(parameters.star_kwarg, annotations)
            )
        return frame

    def annotated(self, parameter: cst.Param, annotations: Annotations) -> Value:
        if parameter.annotation is not None:
            return annotations.value(parameter.annotation.annotation) or Unknown()
        return Unknown()

    def resolve(self, node: cst.BaseExpression) -> Value:
        """What a name in an annotation refers to, without recording it."""
        if isinstance(node, cst.Name):
            return self.name(node)
        if isinstance(node, cst.Attribute):
            inner = self.resolve(node.value)
            if isinstance(inner, Reference):
                return Reference(inner.name + "." + node.attr.value)
        return UNKNOWN

    def meet(self, given: Value, declared: Value) -> Value:
        """An argument, with what the parameter's annotation adds."""
        if isinstance(given, Unknown) and not isinstance(declared, Unknown):
            if isinstance(declared, Tensor) and given is not UNKNOWN:
                return Tensor(
                    shape=declared.shape,
                    dtype=declared.dtype,
                    grad=declared.grad,
                    origin=given.origin,
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

    def parameter_value(self, function: Function, parameter: cst.Param, annotations: Annotations) -> Value:
        """What a parameter is: by annotation, by the calls seen, by its default, by the conventions of torch."""
        name = parameter.name.value
        evidence = function.evidence.get(name)
        if parameter.annotation is not None:
            value = self.declared(parameter.annotation.annotation, annotations)
            if isinstance(value, Number) and value.type == "int":
                return Number("int", size=Symbol(None, name))
            if value is not None and not isinstance(value, NotTensor | type(NONE)):
                if isinstance(value, (Tensor, Instance, Sequence)):
                    return value
                return value
            if value is not None:
                return value
            return Unknown() if evidence is None or evidence is UNKNOWN else self.renewed(evidence)
        if evidence is not None:
            return Unknown() if evidence is UNKNOWN else self.renewed(evidence)
        default = function.defaults.get(name)
        if isinstance(default, Number):
            return Number(default.type if default.type == "bool" else None)
        if isinstance(default, Text):
            return Text()
        if isinstance(default, (Sequence, Reference, Function, Class, NotTensor)):
            return Unknown()
        if any(decorator.startswith("torch.jit.script") for decorator in function.decorators) and default is None:
            return Tensor()
        cls = function.cls
        if function.name == "forward" and cls is not None:
            bases = {canonical(base) for base in cls.outside_bases()}
            if isinstance(instance_of(cls), Module) and (default is None or default is NONE):
                return Tensor(certain=False)
            if any(base.startswith("torch.autograd.") for base in bases) and name != "ctx":
                return Tensor(certain=False)
        return Unknown()

    def declared(self, annotation: cst.BaseExpression, annotations: Annotations) -> Value | None:
        """What an annotation says, read once per file: a new object each time."""
        if annotation not in self.annotated_values:
            self.annotated_values[annotation] = annotations.value(annotation)
        value = self.annotated_values[annotation]
        if isinstance(value, Tensor):
            return Tensor(
                shape=value.shape, dtype=value.dtype, grad=value.grad, leaf=value.leaf, parameter=value.parameter
            )
        if isinstance(value, Module):
            return Module(value.name, value.cls)
        return value

    def renewed(self, value: Value) -> Value:
        """The same facts about a new object."""
        if isinstance(value, Tensor):
            return Tensor(certain=value.certain)
        if isinstance(value, Module):
            return Module(value.name, value.cls, value.arguments, value.children)
        if isinstance(value, Number):
            return Number(value.type)
        if isinstance(value, (Instance, Array, Text, Sequence)):
            return value
        return Unknown()

    def body(self, function: Function) -> None:
        """Interpret a function's body in the current frame."""
        node = function.node
        if isinstance(node, cst.Lambda):
            value = self.evaluate(node.body)
            consume_returned(value)
            self.frame.returns.append(value)
            return
        self.suite(node.body)

    def returned(self, frame: Frame) -> Value:
        """What a function returns, over all its ``return`` statements."""
        values = [value for value in frame.returns if value is not NONE]
        if not values:
            return NONE if frame.returns else UNKNOWN
        return join_all(values, frame.function.node if frame.function else None) or UNKNOWN

    def note_arguments(self, function: Function, positional: list[Value], keywords: dict[str, Value]) -> None:
        node = function.node
        function.grad_modes.add(self.frame.grad)
        names = [parameter.name.value for parameter in (*node.params.posonly_params, *node.params.params)]
        given = dict(zip(names, positional, strict=False))
        given.update(keywords)
        for name, value in given.items():
            known = function.evidence.get(name)
            if isinstance(value, (Tensor, Module, Array, Number, Text, Sequence)):
                if known is None:
                    function.evidence[name] = value
                    if function.analysed and not isinstance(value, (Number, Text)):
                        function.stale = True
                elif known is not UNKNOWN and type(known) is not type(value):
                    function.evidence[name] = UNKNOWN
                elif isinstance(known, Number) and isinstance(value, Number) and known.type != value.type:
                    function.evidence[name] = Number()
            elif value is not NONE and known is not None and isinstance(known, (Number, Text, Sequence)):
                function.evidence[name] = UNKNOWN

    def call_function(
        self,
        function: Function,
        positional: list[Value],
        keywords: dict[str, Value],
        node: cst.CSTNode,
        complete: bool = True,
    ) -> Value:
        if isinstance(function.node, cst.FunctionDef):
            if self.depth == 0:
                self.note_arguments(function, positional, keywords)
            if function.node.asynchronous is not None:
                return Unknown()
        declared: Value | None = None
        if isinstance(function.node, cst.FunctionDef) and function.node.returns is not None:
            saved = self.frame
            self.frame = self.function_scope(function)
            declared = Annotations(self.resolve).value(function.node.returns.annotation)
            self.frame = saved
        value: Value = UNKNOWN
        if self.depth < _SUMMARY_DEPTH and self.budget > 0 and not self.active(function):
            value = self.summary(function, positional, keywords, complete)
        operands: dict[str, Value] = {str(position): argument for position, argument in enumerate(positional)}
        operands.update(keywords)
        if isinstance(value, Unknown):
            operands["result"] = value
            operation = self.record(Operation("call", node, operands, family="call"))
            if isinstance(declared, Tensor):
                graphs = {argument.grad for argument in operands.values() if isinstance(argument, Tensor)}
                operation.result = declared.refined(grad=True if True in graphs and self.frame.grad else None)
                operation.result.origin = operation
            elif declared is not None and value.origin is None:
                operation.result = declared
            else:
                operation.result = Unknown(operation)
            return operation.result
        return value

    def active(self, function: Function) -> bool:
        """Whether the function is being interpreted right now (recursion)."""
        frame: Frame | None = self.frame
        while frame is not None:
            if frame.function is function:
                return True
            frame = frame.parent
        return function in self.stack

    def summary(self, function: Function, positional: list[Value], keywords: dict[str, Value], complete: bool) -> Value:
        """What a function returns for these arguments, by interpreting its body once more, unrecorded."""
        saved = (self.frame, self.values, self.operations, self.loops, self.steps)
        loops = self.frame.loops
        self.values, self.operations, self.loops, self.steps = {}, {}, {}, {}
        self.depth += 1
        self.stack = [*self.stack, function]
        try:
            frame = self.enter(function, positional, keywords, complete)
            frame.loops = loops
            self.body(function)
            return self.returned(frame)
        finally:
            self.stack = self.stack[:-1]
            self.depth -= 1
            self.frame, self.values, self.operations, self.loops, self.steps = saved

    def bind_parameters(self, parameters: cst.Parameters, function: Function) -> None:
        for parameter in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
            if parameter.default is not None:
                function.defaults[parameter.name.value] = self.evaluate(parameter.default)

    # --- classes -----------------------------------------------------------------------------------------------------

    def prepare(self, cls: Class) -> None:
        if cls.prepared:
            return
        cls.prepared = True
        for base in cls.bases:
            if isinstance(base, Class):
                self.prepare(base)
        saved = (self.frame, self.depth)
        for name in _FIRST_METHODS:
            function = cls.functions.get(name)
            if function is not None and not function.analysed:
                self.depth = 0
                self.analyse(function)
        self.frame, self.depth = saved

    # --- statements --------------------------------------------------------------------------------------------------

    def suite(self, body: cst.BaseSuite) -> bool:
        """Interpret a suite; True where control does not come out at its end."""
        return self.block(body.body)

    def block(self, statements: Nodes[cst.CSTNode]) -> bool:
        for statement in statements:
            if type(statement) is cst.SimpleStatementLine:
                for small in statement.body:
                    if self.statement(small):
                        return True
            elif self.statement(statement):
                return True
        return False

    def statement(self, node: cst.CSTNode) -> bool:
        handler = self.STATEMENTS.get(type(node))
        if handler is None:
            return False
        if self.depth:
            self.budget -= 1
        return bool(handler(self, node))

    def expression_statement(self, node: cst.Expr) -> bool:
        if type(node.value) is not cst.SimpleString:
            self.evaluate(node.value)
            if type(node.value) is cst.Call and node.value.args:
                first = node.value.args[0].value
                if type(first) is cst.Comparison:  # torch._check(x.ndim == 2), require(a.shape == b.shape, ...)
                    self.narrow(first, True)
                elif len(node.value.args) >= 2 and self.operations.get(node.value) is None:
                    self.checked(node.value)
        return False

    def checked(self, call: cst.Call) -> None:
        """A call for its effect that takes two tensors checks that they fit: ``_check_same_shape(preds, target)``."""
        tensors = [
            (argument.value, value)
            for argument in call.args[:3]
            for value in [self.current(argument.value)]
            if isinstance(value, Tensor) and type(argument.value) is cst.Name
        ]
        if len(tensors) == 2 and isinstance(call.func, cst.Name):
            (_, first), (node, second) = tensors
            self.set_path(node, second.refined(shape_identity=first.shape_identity))

    def import_(self, node: cst.Import) -> bool:
        for alias in node.names:
            name = alias.evaluated_name
            if alias.asname is not None:
                asname = alias.evaluated_alias
                if asname is not None:
                    self.frame.bind(asname, Reference(name))
            else:
                root = name.partition(".")[0]
                self.frame.bind(root, Reference(root))
        return False

    def import_from(self, node: cst.ImportFrom) -> bool:
        package = "." * len(node.relative)
        if node.module is not None:
            package += dotted_name(node.module)
        if isinstance(node.names, cst.ImportStar):
            if package in ("torch", "torch.nn.functional", "torch.nn"):
                self.frame.env["*"] = Reference(package)
            return False
        for alias in node.names:
            name = alias.evaluated_name
            bound = alias.evaluated_alias if alias.asname is not None else name
            separator = "" if package.endswith(".") else "."
            if bound is not None:
                self.frame.bind(bound, self.dotted(package + separator + name))
        return False

    def assign_statement(self, node: cst.Assign) -> bool:
        value = self.evaluate(node.value)
        for target in node.targets:
            self.assign(target.target, value)
        return False

    def annotated_assignment(self, node: cst.AnnAssign) -> bool:
        declared = Annotations(self.resolve).value(node.annotation.annotation)
        if node.value is not None:
            value = self.evaluate(node.value)
            if declared is not None:
                value = self.meet(value, declared)
            self.assign(node.target, value)
        elif declared is not None:
            self.assign(node.target, declared)
        return False

    def assign(self, target: cst.CSTNode, value: Value) -> None:
        if type(target) is cst.Name:
            self.frame.bind(target.value, value)
            self.values[id(target)] = value
        elif type(target) is cst.Tuple or type(target) is cst.List:
            self.unpack(target, value)
        elif type(target) is cst.Attribute:
            self.assign_attribute(target, value)
        elif type(target) is cst.Subscript:
            self.assign_item(target, value)
        elif isinstance(target, cst.StarredElement):
            self.assign(target.value, Sequence("list", element=value))

    def assign_attribute(self, target: cst.Attribute, value: Value) -> None:
        receiver = self.evaluate(target.value)
        name = target.attr.value
        if isinstance(receiver, Tensor):
            if name == "requires_grad" and isinstance(value, Number) and value.number is not None:
                self.rebind(target.value, receiver.refined(grad=bool(value.number), leaf=bool(value.number)))
            elif name == "data" and isinstance(value, Tensor):
                self.rebind(target.value, receiver.refined(shape=value.shape, shape_identity=value.shape_identity))
            return
        path = self.path_of(target)
        if path is not None:
            self.frame.bind_path(path[0], path[1], value)
        if isinstance(receiver, Instance) and receiver.cls is not None:
            self.write_attribute(receiver.cls, name, target, value)
            consume(value, "stored")
        self.values[id(target)] = value

    def assign_item(self, target: cst.Subscript, value: Value) -> None:
        receiver = self.evaluate(target.value)
        index = self.index_of(target)
        if isinstance(receiver, Tensor):
            operation = self.record(
                Operation(
                    "setitem",
                    target,
                    {"input": receiver, "index": index, "value": value},
                    {"input": target.value},
                    "indexing",
                )
            )
            self.operations[target] = operation
            carries = self.frame.grad and isinstance(value, Tensor) and value.grad is True
            changed = Tensor(
                shape=receiver.shape,
                dtype=receiver.dtype,
                device=receiver.device,
                grad=True if carries else receiver.grad,
                origin=operation,
                certain=receiver.certain,
                shape_identity=receiver.shape_identity,
                parameter=receiver.parameter,
            )
            operation.result = changed
            self.rebind(target.value, changed)
        elif isinstance(receiver, (Sequence, Unknown)):
            self.operations[target] = self.record(
                Operation(
                    "store",
                    target,
                    {"input": receiver, "index": index, "value": value},
                    {"input": target.value},
                    "collection",
                )
            )
        if isinstance(receiver, Sequence):
            if (
                receiver.type == "dict"
                and not self.frame.loops
                and receiver.items is not None
                and isinstance(index, Text)
            ):
                grown = Sequence(
                    "dict", [*receiver.items, value], keys=[*(receiver.keys or []), index], identity=receiver.identity
                )
                self.rebind(target.value, grown)
            else:
                element = join_all([*receiver.parts(), value], target)
                self.rebind(
                    target.value,
                    Sequence(receiver.type, element=element, identity=receiver.identity, origin=receiver.origin),
                )
        path = self.path_of(target)
        if path is not None and not isinstance(receiver, Tensor):
            self.frame.bind_path(path[0], path[1], value)
        self.values[id(target)] = value

    def unpack(self, target: cst.Tuple | cst.List, value: Value) -> None:
        count = len(target.elements)
        starred = any(isinstance(element, cst.StarredElement) for element in target.elements)
        parts: list[Value] | None = None
        if isinstance(value, Sequence):
            value.identity.uses.add("unpacked")
            if value.items is not None and not starred and len(value.items) == count:
                parts = value.items
            elif value.type == "shape" and value.origin is not None and not starred:
                of = value.origin.operand()
                if isinstance(of, Tensor) and of.shape is None:
                    refined = of.refined(shape=(None,) * count)
                    parts = [transfer.dim_number(refined.dim(axis), value.origin) for axis in range(count)]
                    refined = of.refined(shape=tuple(part.size for part in parts if isinstance(part, Number)))
                    self.refine_everywhere(of, refined)
            elif value.type == "dict":
                parts = [Unknown() for _ in target.elements]
        elif isinstance(value, Tensor) and value.certain and not starred:
            parts = [self.element_of(value, None, target) for _ in target.elements]
        elif isinstance(value, Batch):
            parts = [Batch() for _ in target.elements]
        for position, element in enumerate(target.elements):
            if parts is not None:
                part = parts[position]
            elif isinstance(value, Sequence):
                part = another(join_all(value.parts(), target) or Unknown())
            elif isinstance(value, Array):
                part = Array()
            else:
                part = Unknown(self.record(Operation("element", target, {"input": value}, family="iteration")))
            if isinstance(element, cst.StarredElement):
                self.assign(element.value, Sequence("list", element=part))
            else:
                self.assign(element.value, part)

    def refine_everywhere(self, old: Tensor, new: Tensor) -> None:
        """More is known of a tensor: every name that holds it learns it."""
        for name, value in self.frame.env.items():
            if value.identity is old.identity and isinstance(value, Tensor):
                self.frame.env[name] = new

    def augmented(self, node: cst.AugAssign) -> bool:
        target = node.target
        left = self.evaluate(target)
        right = self.evaluate(node.value)
        word = type(node.operator).__name__.removesuffix("Assign")
        if isinstance(left, Sequence) and word == "Add":
            added = right.parts() if isinstance(right, Sequence) else [self.element_of(right, None)]
            if left.type == "list" or isinstance(target, cst.Name):
                if len(added) == 1 and isinstance(node.value, cst.List) and len(node.value.elements) == 1:
                    operands = {"input": left, "value": added[0]}
                    nodes: dict[str, cst.CSTNode] = {"input": target, "value": node.value.elements[0].value}
                    self.operations[node] = self.record(
                        Operation("append", node, operands, nodes, "collection", "augmented")
                    )
                self.rebind(target, self.grown(left, added, node, last_of(right)))
                return False
        value = self.operator(word, left, right, node, target, node.value, "augmented")
        if isinstance(value, Tensor) and isinstance(left, Tensor):
            value.parameter = left.parameter
        if isinstance(target, cst.Name):
            self.frame.bind(target.value, value)
        elif isinstance(target, cst.Attribute):
            self.assign_attribute(target, value)
        elif isinstance(target, cst.Subscript):
            self.assign_item(target, value)
        return False

    def delete(self, node: cst.Del) -> bool:
        targets = (
            [element.value for element in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
        )
        for target in targets:
            if isinstance(target, cst.Name):
                self.frame.env.pop(target.value, None)
        return False

    def return_(self, node: cst.Return) -> bool:
        value: Value = NONE
        if node.value is not None:
            value = self.evaluate(node.value)
            consume_returned(value)
        self.frame.returns.append(value)
        return True

    def raise_(self, node: cst.Raise) -> bool:
        if node.exc is not None:
            self.evaluate(node.exc)
        return True

    def assert_(self, node: cst.Assert) -> bool:
        self.test(node.test)
        if node.msg is not None:
            self.evaluate(node.msg)
        self.narrow(node.test, True)
        return False

    def global_(self, node: cst.Global | cst.Nonlocal) -> bool:
        self.frame.declared.update(item.name.value for item in node.names)
        return False

    def test(self, node: cst.BaseExpression) -> None:
        """Evaluate a condition: tensors that decide it are wanted as one number."""
        value = self.evaluate(node)
        self.deciding(node, value)

    def deciding(self, node: cst.BaseExpression, value: Value) -> None:
        if isinstance(node, cst.BooleanOperation):
            self.deciding(node.left, self.values.get(id(node.left), UNKNOWN))
            self.deciding(node.right, self.values.get(id(node.right), UNKNOWN))
        elif isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            self.deciding(node.expression, self.values.get(id(node.expression), UNKNOWN))
        elif isinstance(value, Tensor):
            consume(value, "number")
        elif isinstance(node, cst.Comparison):
            for part in (node.left, *(target.comparator for target in node.comparisons)):
                found = self.values.get(id(part), UNKNOWN)
                if isinstance(found, Tensor):
                    consume(found, "number")

    # --- control flow ------------------------------------------------------------------------------------------------

    def if_(self, node: cst.If) -> bool:
        # An elif chain is a list, not a nest: thousands of branches must not nest this function.
        ends: list[Environment] = []
        current: cst.If | None = node
        closed = True
        while current is not None:
            self.test(current.test)
            before = self.frame.env
            grad = self.frame.grad
            self.frame.env = dict(before)
            self.narrow(current.test, True)
            chosen = self.frame.chosen
            self.frame.chosen = chosen or self.chooses_reduction(current.test)
            if not self.suite(current.body):
                ends.append(self.frame.env)
            self.frame.env = dict(before)
            self.frame.grad = grad
            self.narrow(current.test, False)
            orelse = current.orelse
            if not isinstance(orelse, cst.Else):
                self.frame.chosen = chosen
            if isinstance(orelse, cst.If):
                current = orelse
                continue
            if orelse is None or not self.suite(orelse.body):
                ends.append(self.frame.env)
            self.frame.chosen = chosen
            closed = not ends
            current = None
        if closed:
            return True
        self.meet_environments(ends, node)
        return False

    def chooses_reduction(self, test: cst.BaseExpression) -> bool:
        """Whether a condition asks which reduction the caller wants: ``reduction == "mean"``, ``mode == Mode.SUM``."""
        if isinstance(test, cst.BooleanOperation):
            return self.chooses_reduction(test.left) or self.chooses_reduction(test.right)
        if not isinstance(test, cst.Comparison):
            return False
        for part in (test.left, *(target.comparator for target in test.comparisons)):
            value = self.values.get(id(part))
            words = value.parts() if isinstance(value, Sequence) else [value]
            if any(isinstance(word, Text) and word.text in _REDUCTION_WORDS for word in words):
                return True
            while isinstance(part, cst.Attribute):
                if part.attr.value.lower() in _REDUCTION_WORDS:
                    return True
                part = part.value
        return False

    def meet_environments(self, ends: list[Environment], node: cst.CSTNode) -> None:
        """Continue where several branches come together."""
        joined = ends[0]
        for env in ends[1:]:
            joined = join_environments(joined, env, node)
        self.frame.env = joined

    def for_(self, node: cst.For) -> bool:
        iterable = self.evaluate(node.iter)
        facts = LoopFacts(iterable, self.frame.modules())

        def head() -> None:
            self.assign(node.target, self.element_of(iterable, node.iter, node))

        self.loop(node, head, node.body, facts)
        if node.orelse is not None:
            self.suite(node.orelse.body)
        return False

    def while_(self, node: cst.While) -> bool:
        facts = LoopFacts(UNKNOWN, self.frame.modules())

        def head() -> None:
            self.test(node.test)
            self.narrow(node.test, True)

        self.loop(node, head, node.body, facts)
        endless = isinstance(node.test, cst.Name) and node.test.value == "True"
        if not endless:
            self.narrow(node.test, False)
        if node.orelse is not None:
            self.suite(node.orelse.body)
        return False

    def loop(self, node: cst.CSTNode, head: Callable[[], None], body: cst.BaseSuite, facts: LoopFacts) -> None:
        """Interpret a loop: a scouting iteration to see what changes, then one in which names hold either value."""
        frame = self.frame
        before = frame.env
        outer = (frame.loops, frame.exits, frame.continues, frame.scouting)
        frame.loops = (*frame.loops, node)

        def iteration() -> Environment:
            frame.exits, frame.continues = [], []
            head()
            ended = self.suite(body)
            ends = list(frame.continues)
            if not ended:
                ends.append(frame.env)
            joined = ends[0] if ends else dict(before)
            for env in ends[1:]:
                joined = join_environments(joined, env, node)
            return joined

        carried: dict[str, Value] = {}
        if not frame.scouting:
            frame.scouting = True
            frame.env = dict(before)
            returns, missed = list(frame.returns), frame.missed
            frame.missed = set()
            end = iteration()
            frame.returns = returns
            frame.scouting = False
            start = dict(before)
            for name, value in changes(before, end):
                old = before.get(name)
                if old is None and not name.isidentifier():
                    old = frame.reads.get(name)
                if old is None and name in frame.missed:  # the first iteration binds it, later iterations read it
                    start[name] = carried[name] = value
                elif old is not None:
                    start[name] = carried[name] = join(old, value, node)
            frame.missed = missed
        else:
            start = dict(before)
        frame.env = start
        end = iteration()
        exits = list(frame.exits)
        for name, value in carried.items():
            final = end.get(name)
            if final is None or final is value:
                continue
            facts.carried[name] = (value, final)
            if name in before:
                facts.before[name] = before[name]
            if value.origin is not None and value.origin.name == "phi":
                value.origin.operands["2"] = final
                if value.identity is not None and "backward" in value.identity.uses:
                    consume_deeply(final, "backward")
        frame.loops, frame.exits, frame.continues, frame.scouting = outer
        self.loops[node] = facts
        joined = join_environments(before, end, node)
        for env in exits:
            joined = join_environments(joined, env, node)
        frame.env = joined

    def break_(self, node: cst.Break) -> bool:
        self.frame.exits.append(self.frame.env)
        return True

    def continue_(self, node: cst.Continue) -> bool:
        self.frame.continues.append(self.frame.env)
        return True

    def with_(self, node: cst.With) -> bool:
        grad = self.frame.grad
        for item in node.items:
            value = self.evaluate(item.item)
            mode = self.grad_mode(item.item)
            if mode is not None:
                self.frame.grad = mode
            if item.asname is not None and isinstance(item.asname.name, (cst.Name, cst.Tuple, cst.List)):
                self.assign(item.asname.name, self.entered(item.item, value))
        ended = self.suite(node.body)
        self.frame.grad = grad
        return ended

    def entered(self, item: cst.BaseExpression, value: Value) -> Value:
        """What ``with item as name`` binds."""
        if isinstance(value, (Sequence, Instance)):
            return value
        return Unknown()

    def grad_mode(self, item: cst.BaseExpression) -> bool | None:
        """Whether a context manager switches autograd on or off."""
        if isinstance(item, cst.Call):
            callee = self.values.get(id(item.func))
            if isinstance(callee, Reference):
                name = canonical(callee.name)
                if name in _NO_GRAD:
                    if name == "torch.inference_mode" and item.args:
                        flag = self.values.get(id(item.args[0].value))
                        if isinstance(flag, Number) and flag.number is False:
                            return None
                    return False
                if name == "torch.enable_grad":
                    return True
                if name == "torch.set_grad_enabled" and item.args:
                    flag = self.values.get(id(item.args[0].value))
                    if isinstance(flag, Number) and flag.number is not None:
                        return bool(flag.number)
        else:
            value = self.values.get(id(item))
            if isinstance(value, Reference) and canonical(value.name) in _NO_GRAD:
                return False
        return None

    def try_(self, node: cst.Try | cst.TryStar) -> bool:
        before = dict(self.frame.env)
        ended = self.suite(node.body)
        after = self.frame.env
        if not ended and node.orelse is not None:
            ended = self.suite(node.orelse.body)
        ends = [] if ended else [self.frame.env]
        middle = join_environments(before, after, node) if before is not after else after
        for handler in node.handlers:
            self.frame.env = dict(middle)
            if handler.type is not None:
                self.evaluate(handler.type)
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                self.frame.bind(handler.name.name.value, OTHER)
            if not self.suite(handler.body):
                ends.append(self.frame.env)
        if ends:
            self.meet_environments(ends, node)
        else:
            self.frame.env = dict(middle)
        closed = not ends
        if node.finalbody is not None and self.suite(node.finalbody.body):
            closed = True
        return closed

    def match(self, node: cst.Match) -> bool:
        self.evaluate(node.subject)
        before = self.frame.env
        ends = [before]
        for case in node.cases:
            self.frame.env = dict(before)
            self.bind_pattern(case.pattern)
            if case.guard is not None:
                self.test(case.guard)
            if not self.suite(case.body):
                ends.append(self.frame.env)
        self.meet_environments(ends, node)
        return False

    def bind_pattern(self, pattern: cst.CSTNode) -> None:
        """Names that a pattern binds are unknown."""
        if isinstance(pattern, (cst.MatchAs, cst.MatchStar)):
            if pattern.name is not None:
                self.frame.bind(pattern.name.value, Unknown())
            if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
                self.bind_pattern(pattern.pattern)
        elif isinstance(pattern, (cst.MatchList, cst.MatchTuple)):
            for element in pattern.patterns:
                self.bind_pattern(element.value if isinstance(element, cst.MatchSequenceElement) else element)
        elif isinstance(pattern, cst.MatchMapping):
            for entry in pattern.elements:
                self.bind_pattern(entry.pattern)
            if pattern.rest is not None:
                self.frame.bind(pattern.rest.value, Unknown())
        elif isinstance(pattern, cst.MatchClass):
            for part in pattern.patterns:
                self.bind_pattern(part.value)
            for keyword in pattern.kwds:
                self.bind_pattern(keyword.pattern)
        elif isinstance(pattern, cst.MatchOr):
            for option in pattern.patterns:
                self.bind_pattern(option.pattern)

    # --- definitions -------------------------------------------------------------------------------------------------

    def decorators_of(self, node: cst.FunctionDef | cst.ClassDef) -> tuple[str, ...]:
        """The dotted names of decorators, ``()`` appended where they are called."""
        names: list[str] = []
        for decorator in node.decorators:
            expression = decorator.decorator
            value = self.evaluate(expression.func if isinstance(expression, cst.Call) else expression)
            if isinstance(expression, cst.Call):
                for argument in expression.args:
                    self.evaluate(argument.value)
            if isinstance(value, Reference):
                name = canonical(value.name).removeprefix("builtins.")
                names.append(name + "()" if isinstance(expression, cst.Call) else name)
            else:
                names.append("?")
        return tuple(names)

    def define(self, node: cst.FunctionDef) -> bool:
        known = self.known.get(node) if self.depth == 0 else None
        decorators = self.decorators_of(node) if node.decorators else ()
        cls = self.frame.cls
        scope = self.frame.parent if cls is not None and self.frame.parent is not None else self.frame
        if known is not None:
            function = known
            function.scope = scope
        else:
            function = Function(node, scope, cls, decorators)
        self.bind_parameters(node.params, function)
        self.frame.bind(node.name.value, self.decorated(function))
        if cls is not None:
            cls.functions[node.name.value] = function
        self.schedule(function)
        return False

    def decorated(self, function: Function) -> Value:
        """What the name of a decorated function refers to: the function itself unless a decorator is opaque."""
        for decorator in function.decorators:
            plain = decorator.removesuffix("()")
            if plain in _TRANSPARENT or plain.startswith(("torch.", "functools.")):
                continue
            if plain == "?" or "." in plain:
                return Unknown()
        return function

    def define_class(self, node: cst.ClassDef) -> bool:
        if node.decorators:
            self.decorators_of(node)
        bases = [self.evaluate(base.value) for base in node.bases]
        known = self.classes.get(node) if self.depth == 0 else None
        cls = known if known is not None else Class(node, bases)
        frame = Frame(self.frame, self.frame.function, cls)
        saved = self.frame
        self.frame = frame
        self.suite(node.body)
        self.frame = saved
        for name, value in frame.env.items():
            if not isinstance(value, Function) and "." not in name:
                cls.attributes.setdefault(name, value)
        if self.depth == 0:
            self.classes[node] = cls
        self.frame.bind(cls.name, cls)
        return False

    STATEMENTS: ClassVar[dict[type, Callable[[Any, Any], bool]]] = {
        cst.Expr: expression_statement,
        cst.Import: import_,
        cst.ImportFrom: import_from,
        cst.Assign: assign_statement,
        cst.AnnAssign: annotated_assignment,
        cst.AugAssign: augmented,
        cst.Del: delete,
        cst.Return: return_,
        cst.Raise: raise_,
        cst.Assert: assert_,
        cst.Global: global_,
        cst.Nonlocal: global_,
        cst.If: if_,
        cst.For: for_,
        cst.While: while_,
        cst.Break: break_,
        cst.Continue: continue_,
        cst.With: with_,
        cst.Try: try_,
        cst.TryStar: try_,
        cst.Match: match,
        cst.FunctionDef: define,
        cst.ClassDef: define_class,
    }


_TRANSPARENT = frozenset(
    {
        "staticmethod",
        "classmethod",
        "property",
        "abc.abstractmethod",
        "typing.no_type_check",
        "typing.overload",
        "contextlib.contextmanager",
        "override",
        "typing.override",
        "jaxtyping.jaxtyped",
        "beartype.beartype",
    }
)


def dotted_name(node: cst.BaseExpression) -> str:
    """``a.b.c`` as text."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if isinstance(node, cst.Name):
        parts.append(node.value)
    return ".".join(reversed(parts))


def infer(module: cst.Module) -> Inference:
    """Everything that inference knows about a module.

    It never raises on code that LibCST parsed; what it cannot follow is unknown.
    """
    return Interpreter(module).run()
