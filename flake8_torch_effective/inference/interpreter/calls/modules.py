"""Builds and calls modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...knowledge.columns import Container, Family, Formula
from ...knowledge.module_methods import ADDS_LAYER, GIVES_SELF, MODULE_LOGS
from ...knowledge.modules import IDENTITY
from ...knowledge.names import canonical
from ...knowledge.python_operations import CALL, PARAMETERS, object_of
from ...knowledge.signatures import ModuleSignature, Signature
from ...values import (
    HELD,
    NONE,
    UNKNOWN,
    Batch,
    Bound,
    Class,
    Function,
    Module,
    Notation,
    Number,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    consume_deeply,
    join_all,
    last_of,
    limits,
    with_item,
)
from ..inference import module_row
from ..paths import path_of
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter


class Modules:
    """Builds and calls modules."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def build_module(self, name: str, signature: ModuleSignature | None, arguments: Arguments) -> Value:
        """``nn.Linear(3, 1)``."""
        self.interpreter.note_leaf()
        if signature is None:
            return Module(name, arguments=arguments.keywords)
        bound = arguments.named(signature.parameters)
        if not arguments.complete and signature.container is None:
            bound["..."] = UNKNOWN
        children: list[Value] | None = None
        if signature.container is not None:
            children = self.layers(arguments)
            if children is None:
                bound["..."] = UNKNOWN
        module = Module(name, arguments=bound, children=children)
        self.construct(name.rpartition(".")[2], module, bound, arguments)
        return module

    def layers(self, arguments: Arguments) -> list[Value] | None:
        """The modules given to a container; where some are not known, an unknown one and the last."""
        children = list(arguments.positional)
        if not arguments.complete:
            last = arguments.node.args[-1]
            value = self.interpreter.values.get(id(last.value), UNKNOWN)
            tail = last_of(value) if last.star == "*" else value
            return None if last.star == "**" or last.keyword or tail is None else [Unknown(), tail]
        if len(children) == 1 and isinstance(children[0], Sequence):
            source = children[0]
            return source.items if source.items is not None else source.parts()
        return children

    def construct(self, name: str, made: Value, bound: dict[str, Value], arguments: Arguments) -> None:
        """Note that a call makes an object that holds settings, such as ``nn.Softmax(dim=1)``."""
        operation = self.interpreter.record(
            Operation(object_of(name), arguments.node, bound, complete=arguments.complete)
        )
        operation.result = made
        operation.nodes.update(zip(bound, arguments.nodes, strict=False))
        operation.nodes.update(arguments.keyword_nodes)
        self.interpreter.operations[id(arguments.node)] = operation

    def call_module(self, module: Module, arguments: Arguments) -> Value:
        """``module(x)``."""
        interpreter = self.interpreter
        if module.cls is not None:
            function = module.cls.function("forward") or module.cls.function("__call__")
            if function is not None:
                if not function.accepts(arguments.keywords):  # a class that is annotated as its instance
                    operands: dict[str, Value] = {"callee": module, **arguments.keywords}
                    return Unknown(interpreter.record(Operation(CALL, arguments.node, operands)))
                for node, value in zip(arguments.nodes, arguments.positional, strict=True):
                    if isinstance(value, Batch):
                        interpreter.evidence.assume_tensor(node, value)
                return interpreter.functions.call_function(
                    function, [module, *arguments.positional], arguments.keywords, arguments.node, arguments.complete
                )
            for base in module.cls.outside_bases():
                if canonical(base) == "torch.nn.Sequential":
                    interpreter.classes.prepare(module.cls)
                    layers = module.cls.attribute("()")
                    if isinstance(layers, Sequence) and layers.items:
                        return self.call_module(Module("torch.nn.Sequential", children=layers.items), arguments)
            return self.opaque_module(module, arguments)
        signature = module_row(module)
        if signature is None:
            return self.opaque_module(module, arguments)
        if signature.container in (Container.SEQUENTIAL, Container.WRAPPER) and module.children is not None:
            if not module.children and signature.container is Container.SEQUENTIAL and "..." not in module.arguments:
                return interpreter.signatures.call_signature(IDENTITY, arguments, notation=Notation.MODULE)
            if module.children and "..." not in module.arguments:
                value = arguments.positional[0] if arguments.positional else UNKNOWN
                node = arguments.nodes[0] if arguments.nodes else arguments.node
                steps: list[Operation] = []
                for child in module.children:
                    step = Arguments(arguments.node, [value], [node], {}, {}, True)
                    known = isinstance(child, (Module, Function, Reference))
                    value = interpreter.calls.apply(child, step) if known else self.opaque_module(module, step)
                    node = arguments.node  # what the children before made, which is written nowhere else
                    if value.origin is not None and value.origin.node is arguments.node:
                        steps.append(value.origin)
                interpreter.steps[arguments.node] = steps
                return value
            return self.opaque_module(module, arguments)
        operation = signature.operation
        if operation is None:
            return self.opaque_module(module, arguments)
        keywords = {
            name: value
            for name, value in module.arguments.items()
            if name in operation.parameters or name in operation.keywords
        }
        keywords.update(arguments.keywords)
        if operation.formula is Formula.FLATTEN:
            keywords.setdefault("start_dim", Number("int", 1))
        if operation.formula is Formula.SOFTMAX and not module.arguments:
            keywords.pop("dim", None)
        merged = Arguments(
            arguments.node,
            arguments.positional[: _inputs(operation)],
            arguments.nodes[: _inputs(operation)],
            keywords,
            arguments.keyword_nodes,
            "..." not in module.arguments,
        )
        return interpreter.signatures.call_signature(operation, merged, notation=Notation.MODULE)

    def initialise_layers(self, cls: Class | None, arguments: Arguments) -> None:
        """``super().__init__(*layers)`` in a subclass of ``nn.Sequential``."""
        if cls is not None and any(canonical(base) == "torch.nn.Sequential" for base in cls.outside_bases()):
            layers = self.layers(arguments)
            if layers is not None:
                cls.attributes["()"] = Sequence(SequenceType.LIST, layers)

    def opaque_module(self, module: Module, arguments: Arguments) -> Value:
        """A module that inference cannot see into: by convention it gives a tensor, with a graph."""
        interpreter = self.interpreter
        for node, value in zip(arguments.nodes, arguments.positional, strict=True):
            if isinstance(value, Batch):
                interpreter.evidence.assume_tensor(node, value)
        operands: dict[str, Value] = {"callee": module}
        operands.update((str(position), value) for position, value in enumerate(arguments.positional))
        operands.update(arguments.keywords)
        operation = interpreter.record(Operation(CALL, arguments.node, operands, notation=Notation.MODULE))
        name = module.name or ""
        if name in ("torch.nn.ModuleList", "torch.nn.ModuleDict"):
            return Unknown(operation)
        operation.result = Tensor(
            grad=interpreter.frame.grad,
            certain=False,
            origin=operation,
            loss=name.endswith("Loss") and name.startswith("torch.nn."),
        )
        return operation.result

    def call_module_method(
        self, receiver: Module, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """Methods that nn.Module brings."""
        interpreter = self.interpreter
        if name in GIVES_SELF:
            return receiver
        if name in ("eval", "train"):
            flag = arguments.positional[0] if arguments.positional else None
            if flag is None:
                training: bool | None = name == "train"
            else:
                training = bool(flag.number) if isinstance(flag, Number) and flag.number is not None else None
            switched = receiver.switched(training)
            self.change(receiver, receiver_node, switched)
            path = None if receiver_node is None else path_of(receiver_node)
            if path is not None:
                self.switch_parts(path[1], training)
            return switched
        if name in ("register_buffer", "register_parameter") and len(arguments.positional) >= 2:
            key, value = arguments.positional[0], arguments.positional[1]
            if isinstance(key, Text) and key.text and receiver.cls is not None:
                if isinstance(value, Tensor):
                    value = value.refined(
                        parameter=True, grad=name == "register_parameter", temporary=False, device=None
                    )
                interpreter.paths.write_attribute(receiver.cls, key.text, arguments.node, value)
                if receiver_node is not None:
                    path = path_of(receiver_node)
                    if path is not None:
                        interpreter.frame.bind_path(path[0], f"{path[1]}.{key.text}", value)
            return NONE
        if name in ("parameters", "buffers"):
            grad = name == "parameters"
            origin = Operation(PARAMETERS, arguments.node, {})
            return Sequence(SequenceType.GENERATOR, element=Tensor(grad=grad, leaf=grad, parameter=True, origin=origin))
        if name in ("named_parameters", "named_buffers"):
            grad = name == "named_parameters"
            origin = Operation(PARAMETERS, arguments.node, {})
            tensor = Tensor(grad=grad, leaf=grad, parameter=True, origin=origin)
            return Sequence(SequenceType.GENERATOR, element=Sequence(SequenceType.TUPLE, [Text(), tensor]))
        if receiver.is_dict and name in ("items", "values") and receiver.children:
            child = join_all(receiver.children, arguments.node) or UNKNOWN
            return Sequence(
                SequenceType.VIEW, element=child if name == "values" else Sequence(SequenceType.TUPLE, [Text(), child])
            )
        if receiver.is_dict and name in ("clear", "pop", "popitem", "setdefault", "update"):
            self.change(receiver, receiver_node, receiver.holding(None, complete=False))
            return Unknown()
        if receiver.is_dict and name == "keys":
            return Sequence(SequenceType.VIEW, element=Text())
        if name in ("children", "modules"):
            return Sequence(SequenceType.GENERATOR, element=Module())
        if name in ("named_children", "named_modules"):
            return Sequence(SequenceType.GENERATOR, element=Sequence(SequenceType.TUPLE, [Text(), Module()]))
        if name == "forward":
            return self.call_module(receiver, arguments)
        if name in MODULE_LOGS:
            for value in arguments.values():
                consume(value, Use.PRINTED)
            return NONE
        if name == "manual_backward":
            for value in arguments.positional:
                consume_deeply(value, Use.BACKWARD)
            return NONE
        if name in ADDS_LAYER and arguments.positional:
            if receiver.children is not None:
                children = [*receiver.children, arguments.positional[-1]]
                complete = "..." not in receiver.arguments
                if not complete:
                    any_child = join_all(children, arguments.node)
                    children = children if any_child is None else [any_child]
                fits = limits.total(children) <= limits.LAYERS
                self.change(receiver, receiver_node, receiver.holding(children if fits else None, complete and fits))
            return NONE
        return interpreter.calls.unknown_call(Bound(receiver, name), arguments)

    def change(self, module: Module, node: cst.CSTNode | None, changed: Module) -> None:
        """A module is in another state from here on, under each of its names; it was changed at ``node``."""
        env = self.interpreter.frame.env
        for name, value in env.items():
            if isinstance(value, Module) and value.identity is module.identity:
                env[name] = changed
        if node is not None:
            self.interpreter.paths.rebind(node, changed, module)

    def put(self, module: Module, node: cst.Subscript, key: Value, child: Value) -> None:
        """``modules[key] = child``: of a list as well as of a dict."""
        held = Sequence(SequenceType.DICT if module.is_dict else SequenceType.LIST, module.children)
        if module.is_dict:
            names = [] if not module.children else [name for name, _ in module.named_children() or []]
            held = Sequence(
                SequenceType.DICT, module.children, keys=names if len(names) == len(module.children or []) else None
            )
        changed = with_item(held, key, child, node)
        complete = changed.items is not None and "..." not in module.arguments
        arguments: dict[str, Value] = {HELD: changed} if complete else {"...": UNKNOWN}
        children = changed.parts() if limits.total(changed.parts()) <= limits.LAYERS else None
        made = Module(module.name, None, arguments, children, module.identity, module.training)
        self.change(module, node.value, made)

    def switch_parts(self, path: str, training: bool | None) -> None:
        """``model.eval()`` switches the modules that the model holds as well."""
        env = self.interpreter.frame.env
        for name, value in env.items():
            if isinstance(value, Module) and name.startswith((path + ".", path + "[")):
                env[name] = value.switched(training)


def _inputs(signature: Signature) -> int:
    """How many positional inputs the module form of an operation takes in its call."""
    if "x2" in signature.parameters or "hx" in signature.parameters:  # two of the same kind, or the state of a network
        return 2
    return 3 if signature.family is Family.LOSS else 1
