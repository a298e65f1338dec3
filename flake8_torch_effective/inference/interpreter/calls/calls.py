"""Evaluates calls: their arguments, then what the callee makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...knowledge.kinds import BOOL, FLOAT, INT
from ...knowledge.libraries import GIVES_NO_TENSOR, GIVES_OTHER, GIVES_UNKNOWN, NUMPY
from ...knowledge.names import LOADERS, canonical, is_dataset, is_foreign_class, is_module_class
from ...knowledge.parameters import SIZE_PARAMETERS
from ...knowledge.python_builtins import COPIES, MATH_BOOLS, MATH_INTEGERS, MATH_OTHERS, PASSES_ELEMENTS
from ...knowledge.python_operations import CALL, SOME_OBJECT
from ...knowledge.signatures import TABLE
from ...knowledge.training import CHANGES_GRADIENTS, EVENT_CALLS, MAKES_OBJECTS, TRAINING_LOADERS, role_by_class
from ...values import (
    NONE,
    OTHER,
    UNKNOWN,
    Bound,
    Class,
    Dataset,
    Function,
    Instance,
    Loader,
    LoaderCall,
    Module,
    Number,
    Operation,
    Partial,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    limits,
    storages,
    widen_storages,
)
from ..annotations import Annotations, instance_of
from ..parameters import meet
from .arguments import Arguments
from .builtins import builtin_dict
from .containers import dict_of_pairs

if TYPE_CHECKING:
    from ..interpreter import Interpreter


class Calls:
    """Evaluates calls: their arguments, then what the callee makes of them."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call(self, node: cst.Call) -> Value:
        interpreter = self.interpreter
        callee = (
            interpreter.attributes.method_of(node.func)
            if type(node.func) is cst.Attribute
            else interpreter.evaluate(node.func)
        )
        name = None
        if type(callee) is Bound or type(callee) is Reference:
            name = callee.name
        elif type(callee) is Unknown and type(node.func) is cst.Attribute:  # what a base from elsewhere puts on self
            name = node.func.attr.value
        if name in EVENT_CALLS and not interpreter.depth:
            interpreter.event_calls[node] = (name, interpreter.frame.function)
        value = self.called(callee, node)
        if name in CHANGES_GRADIENTS:
            interpreter.gradients.changed(node)
        return value

    def called(self, callee: Value, node: cst.Call) -> Value:
        """Evaluate the arguments of a call, and call a value with them."""
        if not node.args:
            return self.apply(callee, Arguments(node, [], [], {}, {}, True))
        interpreter = self.interpreter
        positional: list[Value] = []
        nodes: list[cst.CSTNode] = []
        keywords: dict[str, Value] = {}
        keyword_nodes: dict[str, cst.CSTNode] = {}
        complete = True
        held, met = interpreter.frame.held, interpreter.changes.met
        changes = len(met)
        words: list[Value] = []
        receiver = [callee.receiver] if type(callee) is Bound else []
        held += (positional, words, receiver)
        for argument in node.args:
            value = interpreter.evaluate(argument.value)
            if argument.keyword is not None:
                words.append(value)
                keywords[argument.keyword.value] = value
                keyword_nodes[argument.keyword.value] = argument.value
            elif not argument.star:
                positional.append(value)
                nodes.append(argument.value)
            elif argument.star == "*":
                if isinstance(value, Sequence) and value.items is not None:
                    positional.extend(value.items)
                    nodes.extend([argument] * len(value.items))  # which is no expression: no item is written there
                else:
                    complete = False
            else:
                if isinstance(value, Sequence) and value.items is not None and value.keys is not None:
                    for key, item in zip(value.keys, value.items, strict=False):
                        if isinstance(key, Text) and key.text is not None:
                            words.append(item)
                            keywords[key.text] = item
                            keyword_nodes[key.text] = argument
                        else:
                            complete = False
                else:
                    complete = False
        del held[-3:]
        if len(met) != changes:
            keywords = dict(zip(keywords, words, strict=False))
            if type(callee) is Bound and receiver[0] is not callee.receiver:
                callee = Bound(receiver[0], callee.name, callee.function)
        if not complete and len(node.args) == 1 and takes_sizes(callee):
            sizes = interpreter.values.get(id(node.args[0].value))
            if isinstance(sizes, Sequence) and sizes.is_shape:  # expand(*x.shape) is expand(x.shape)
                positional, nodes, complete = [sizes], [node.args[0].value], True
        arguments = Arguments(node, positional, nodes, keywords, keyword_nodes, complete)
        return self.apply(callee, arguments)

    def apply(self, callee: Value, arguments: Arguments) -> Value:
        """Call a value."""
        interpreter = self.interpreter
        if isinstance(callee, Reference):
            return self.call_reference(canonical(callee.name), arguments)
        if isinstance(callee, Bound):
            return interpreter.methods.call_bound(callee, arguments)
        if isinstance(callee, Module):
            return interpreter.modules.call_module(callee, arguments)
        if isinstance(callee, Function):
            return interpreter.functions.call_function(
                callee, arguments.positional, arguments.keywords, arguments.node, arguments.complete
            )
        if isinstance(callee, Class):
            return interpreter.classes.instantiate(callee, arguments)
        if isinstance(callee, Partial):
            merged = Arguments(
                arguments.node,
                [*callee.positional, *arguments.positional],
                [arguments.node.func] * len(callee.positional) + arguments.nodes,
                {**callee.arguments, **arguments.keywords},
                {**dict.fromkeys(callee.arguments, arguments.node.func), **arguments.keyword_nodes},
                arguments.complete,
            )
            return self.apply(callee.callee, merged)
        if isinstance(callee, Instance) and callee.cls is not None:
            function = callee.cls.function("__call__")
            if function is not None:
                return interpreter.functions.call_function(
                    function, [callee, *arguments.positional], arguments.keywords, arguments.node, arguments.complete
                )
        made = self.made_by_class(arguments.node) if type(callee) is Unknown else None
        if made is not None:
            return made
        interpreter.uncalled.called(arguments.node)
        if isinstance(callee, Tensor) and not callee.certain:
            interpreter.evidence.doubt(arguments.node.func, callee)
        return self.unknown_call(callee, arguments)

    def made_by_class(self, node: cst.Call) -> Value | None:
        """The object that ``Lit.load_from_checkpoint(path)`` makes, a method that the class has from its base."""
        if type(node.func) is not cst.Attribute:
            return None
        cls = self.interpreter.values.get(id(node.func.value))
        if not isinstance(cls, Class):
            return None
        roles = {role_by_class(canonical(base)) for base in cls.outside_bases()}
        makes = any(node.func.attr.value in MAKES_OBJECTS.get(role, ()) for role in roles)
        return instance_of(cls) if makes else None

    def loader(self, name: str, arguments: Arguments) -> Loader:
        """A new loader; the call is noted with its arguments."""
        interpreter = self.interpreter
        parameters = TRAINING_LOADERS[name].parameters
        if not interpreter.depth or arguments.node not in interpreter.loaders:
            interpreter.loaders[arguments.node] = LoaderCall(
                arguments.node,
                name,
                arguments.named(parameters),
                dict(zip(parameters, arguments.nodes, strict=False)) | arguments.keyword_nodes,
                arguments.complete,
                interpreter.frame.function,
            )
        return Loader(name, arguments=arguments.named(parameters))

    def cast(self, arguments: Arguments) -> Value:
        """``cast(Tensor, x)``: what it is known to be, else what the cast says."""
        kind, value = arguments.nodes[0], arguments.positional[1]
        if not isinstance(value, Unknown) or not isinstance(kind, cst.BaseExpression):
            return value
        parameters = self.interpreter.parameters
        return meet(value, parameters.declared(kind, Annotations(parameters.resolve)) or value)

    def unknown_call(self, callee: Value, arguments: Arguments, result: Value | None = None) -> Unknown:
        """A call that inference cannot see into: unknown, but made from its arguments; ``result`` is what it may be."""
        operands: dict[str, Value] = {"callee": callee}
        given = arguments.values()
        if type(callee) is Unknown and callee is not UNKNOWN:
            callee.identity.uses.add(Use.READ)
            if callee.origin is not None and callee.origin.signature is CALL:  # it may be made of functions of the file
                made_of = list(callee.origin.operands.values())
                self.interpreter.unfollowed.may_call(made_of, given, arguments.node)
        self.interpreter.unfollowed.may_call(given, given, arguments.node)
        for position, value in enumerate(arguments.positional):
            operands[str(position)] = value
            if type(value) is Unknown and value is not UNKNOWN:
                value.identity.uses.add(Use.READ)
        for name, value in arguments.keywords.items():
            operands[name] = value
        if result is not None:
            operands["result"] = result
        if self.interpreter.shared:
            self.interpreter.frame.forget_shared()
        operation = self.interpreter.record(Operation(CALL, arguments.node, operands))
        made = operation.result = Unknown(operation)
        return made

    def call_reference(self, name: str, arguments: Arguments) -> Value:
        """A call of something from outside the file, by its dotted name."""
        interpreter = self.interpreter
        root, _, rest = name.partition(".")
        if root == "builtins":
            return interpreter.builtins.call_builtin(rest, arguments)
        if root == NUMPY:
            return interpreter.numpy.call_numpy(rest, arguments)
        signature = TABLE.functions.get(name)
        if signature is not None:
            return interpreter.signatures.call_signature(signature, arguments)
        if name == "torch.jit.annotate" and len(arguments.positional) == 2:
            return arguments.positional[1]
        if root == "torch":
            return interpreter.torch_calls.call_torch(name, arguments)
        last = name.rpartition(".")[2]
        if last in PASSES_ELEMENTS:
            return interpreter.containers.pass_through(last, arguments)
        if name in LOADERS:
            return self.loader(name, arguments)
        if is_module_class(name):
            return Module(name, arguments=arguments.keywords)
        if is_dataset(name):
            return Dataset(name)
        if root == "math":
            return math_result(rest, arguments)
        if name in ("functools.partial",) and arguments.positional:
            held = {name: kept(value, arguments.node) for name, value in arguments.keywords.items()}
            bound_by_place = [kept(value, arguments.node) for value in arguments.positional[1:]]
            bound = Partial(arguments.positional[0], bound_by_place, held)
            return bound if bound.weight <= limits.ARGUMENTS else Unknown()
        if name in ("typing.cast", "typing_extensions.cast") and len(arguments.positional) == 2:
            return self.cast(arguments)
        if name in COPIES and arguments.positional:
            return copied(arguments.positional[0], name == "copy.deepcopy")
        if name == "logging.getLogger":
            return OTHER
        if name.startswith(("logging.", "warnings.", "loguru.", "wandb.")):
            interpreter.methods.log(arguments)
            return NONE
        if root in GIVES_NO_TENSOR or name in GIVES_OTHER:
            return OTHER
        if root in GIVES_UNKNOWN:
            return Unknown()
        if name == "collections.deque":
            return interpreter.containers.deque(arguments)
        if name == "collections.OrderedDict":
            positional = arguments.positional
            return dict_of_pairs(positional[0]) if len(positional) == 1 else builtin_dict(arguments)
        if name == "collections.defaultdict":
            return Sequence(SequenceType.DICT, element=None)
        if name.startswith("itertools.") and last in ("chain", "islice", "cycle"):
            return interpreter.containers.chained(arguments, len(arguments.positional) if last == "chain" else 1)
        if name == "einops.rearrange" or name == "einops.repeat" or name == "einops.reduce":
            return interpreter.torch_calls.call_einops(arguments)
        value = self.unknown_call(Reference(name), arguments)
        if is_foreign_class(name) and value is not UNKNOWN:
            value.identity.uses.add(Use.FOREIGN)
        return value


def math_result(name: str, arguments: Arguments) -> Value:
    """What a function of ``math`` gives."""
    if name in MATH_OTHERS:
        return Unknown()
    for value in arguments.positional:
        consume(value, Use.NUMBER)
    return Number(INT if name in MATH_INTEGERS else BOOL if name in MATH_BOOLS else FLOAT)


def kept(value: Value, node: cst.CSTNode) -> Value:
    """What is kept for a later call: by then a tensor or a list may have changed."""
    if isinstance(value, Tensor) or (isinstance(value, Sequence) and Tensor.kind in value.held):
        return Unknown(Operation(SOME_OBJECT, node, {"among": value}))
    return value


def copied(value: Value, deep: bool) -> Value:
    """What ``copy.copy`` or ``copy.deepcopy`` makes of a tensor, a list or a module; of others the same is known."""
    if isinstance(value, Sequence):
        items, element = value.items, value.element
        if deep:
            items = None if items is None else [copied(item, deep) for item in items]
            element = None if element is None else copied(element, deep)
        return Sequence(value.type, items, element, value.origin, None, value.keys)
    if isinstance(value, Tensor):
        other = value.another()
        widen_storages(other.identity, frozenset({other.identity}) if deep else storages(value))
        return other
    if deep and isinstance(value, Module):
        children = None if value.children is None else [copied(child, deep) for child in value.children]
        return Module(value.name, value.cls, value.arguments, children, training=value.training)
    return value


def takes_sizes(callee: Value) -> bool:
    """Whether a function of torch takes sizes as one argument as well as one by one."""
    if isinstance(callee, Bound) and isinstance(callee.receiver, Tensor):
        signature = TABLE.methods.get(callee.name)
    else:
        signature = TABLE.functions.get(canonical(callee.name)) if isinstance(callee, Reference) else None
    return signature is not None and signature.variadic in SIZE_PARAMETERS
