"""What a call returns: torch's functions, methods, modules, the builtins that matter, and functions of this file."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import libcst as cst

from .. import transfer
from ..knowledge.columns import Container, Family
from ..knowledge.names import LOADERS, canonical, is_dataset, is_module_class, is_optimizer, is_scheduler
from ..knowledge.signatures import TABLE, ModuleSignature, Signature
from ..knowledge.tensor_attributes import TENSOR_ONLY_METHODS
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Class,
    Dataset,
    Device,
    Dtype,
    Function,
    Instance,
    Loader,
    Module,
    Number,
    Operation,
    Optimizer,
    Partial,
    Reference,
    Scheduler,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    last_of,
    reaches,
)
from .annotations import LEGACY_TENSORS, instance_of
from .expressions import Expressions
from .frame import another, consume, consume_deeply, join_all

# Parameters that torch takes only as a tensor: an unknown argument there is one.
TENSOR_PARAMETERS = frozenset(
    """
    input tensor mat1 mat2 vec vec2 target targets index mask condition query key weight x x1 x2 input1 input2 anchor
    positive negative logits A B mat batch1 batch2 elements test_elements indices source boundaries log_probs grid theta
    """.split()
)
_MAY_BE_NUMBER = frozenset(
    {"pow", "where", "isin", "add", "mul", "sub", "rsub", "normal", "is_tensor", "searchsorted", "bucketize", "scatter"}
)
_OTHER_IS_TENSOR = frozenset({"expand_as", "view_as", "reshape_as"})
_SIZE_PARAMETERS = frozenset(
    {"size", "k", "n", "num_classes", "steps", "end", "start", "length", "repeats", "minlength", "num_samples"}
)
_SEQUENCE_PARAMETERS = frozenset({"tensors"})

# Methods with these keywords exist on tensors only (NumPy says axis and keepdims).
_TORCH_KEYWORDS = frozenset({"dim", "keepdim"})

_AS_IS = frozenset({"list", "tuple", "set", "frozenset", "iter", "reversed", "sorted", "tqdm", "trange", "track"})
# Builtins that walk over their argument and give one value, or a list.
_REDUCERS = frozenset({"sum", "max", "min", "any", "all", "sorted"})
# Methods of nn.Module that show an unknown receiver to be one.
_SHOWS_MODULE = frozenset({"eval", "train", "parameters", "named_parameters", "modules", "named_modules"})
_LOGGING = frozenset(
    {
        "debug",
        "info",
        "warning",
        "warn",
        "error",
        "critical",
        "exception",
        "log",
        "log_dict",
        "add_scalar",
        "write",
        "set_postfix",
        "set_description",
    }
)
_NUMPY_SCALARS = frozenset(
    {
        "float16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "bool_",
        "prod",
        "sum",
        "mean",
        "std",
        "var",
        "min",
        "max",
        "median",
        "argmax",
        "argmin",
        "dot",
        "isclose",
        "allclose",
        "any",
        "all",
    }
)


class Calls(Expressions):
    """Evaluates calls."""

    def call(self, node: cst.Call) -> Value:
        callee = self.method_of(node.func) if isinstance(node.func, cst.Attribute) else self.evaluate(node.func)
        positional: list[Value] = []
        nodes: list[cst.CSTNode] = []
        keywords: dict[str, Value] = {}
        keyword_nodes: dict[str, cst.CSTNode] = {}
        complete = True
        for argument in node.args:
            value = self.evaluate(argument.value)
            if argument.star == "*":
                if isinstance(value, Sequence) and value.items is not None:
                    positional.extend(value.items)
                    nodes.extend([argument.value] * len(value.items))
                else:
                    complete = False
            elif argument.star == "**":
                if isinstance(value, Sequence) and value.items is not None and value.keys is not None:
                    for key, item in zip(value.keys, value.items, strict=False):
                        if isinstance(key, Text) and key.text is not None:
                            keywords[key.text] = item
                            keyword_nodes[key.text] = argument.value
                        else:
                            complete = False
                else:
                    complete = False
            elif argument.keyword is not None:
                keywords[argument.keyword.value] = value
                keyword_nodes[argument.keyword.value] = argument.value
            else:
                positional.append(value)
                nodes.append(argument.value)
        if not complete and len(node.args) == 1 and self.takes_sizes(callee):
            sizes = self.values.get(id(node.args[0].value))
            if isinstance(sizes, Sequence) and sizes.type == "shape":  # expand(*x.shape) is expand(x.shape)
                positional, nodes, complete = [sizes], [node.args[0].value], True
        arguments = Arguments(node, positional, nodes, keywords, keyword_nodes, complete)
        return self.apply(callee, arguments)

    def takes_sizes(self, callee: Value) -> bool:
        """Whether a function of torch takes sizes as one argument as well as one by one."""
        if isinstance(callee, Bound) and isinstance(callee.receiver, Tensor):
            signature = TABLE.methods.get(callee.name)
        else:
            signature = TABLE.functions.get(canonical(callee.name)) if isinstance(callee, Reference) else None
        return signature is not None and signature.variadic in _SIZE_PARAMETERS

    def apply(self, callee: Value, arguments: Arguments) -> Value:
        """Call a value."""
        if isinstance(callee, Reference):
            return self.call_reference(canonical(callee.name), arguments)
        if isinstance(callee, Bound):
            return self.call_bound(callee, arguments)
        if isinstance(callee, Module):
            return self.call_module(callee, arguments)
        if isinstance(callee, Function):
            return self.call_function(
                callee, arguments.positional, arguments.keywords, arguments.node, arguments.complete
            )
        if isinstance(callee, Class):
            return self.instantiate(callee, arguments)
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
                return self.call_function(
                    function, [callee, *arguments.positional], arguments.keywords, arguments.node, arguments.complete
                )
        if isinstance(callee, Tensor) and not callee.certain:
            self.doubt(arguments.node.func, callee)
        return self.unknown_call(callee, arguments)

    def unknown_call(self, callee: Value, arguments: Arguments) -> Value:
        """A call that inference cannot see into: unknown, but made from its arguments."""
        operands: dict[str, Value] = {"callee": callee}
        for position, value in enumerate(arguments.positional):
            operands[str(position)] = value
            if type(value) is Unknown and value is not UNKNOWN:
                value.identity.uses.add("read")
        for name, value in arguments.keywords.items():
            operands[name] = value
        operation = self.record(Operation("call", arguments.node, operands, family="call"))
        operation.result = Unknown(operation)
        return operation.result

    # --- torch -------------------------------------------------------------------------------------------------------

    def call_reference(self, name: str, arguments: Arguments) -> Value:
        """A call of something from outside the file, by its dotted name."""
        root, _, rest = name.partition(".")
        if root == "builtins":
            return self.call_builtin(rest, arguments)
        if root == "numpy":
            return self.call_numpy(rest, arguments)
        signature = TABLE.functions.get(name)
        if signature is not None:
            return self.call_signature(signature, arguments)
        if name == "torch.jit.annotate" and len(arguments.positional) == 2:
            return arguments.positional[1]
        if root == "torch":
            return self.call_torch(name, arguments)
        last = name.rpartition(".")[2]
        if last in _AS_IS or name == "enumerate":
            return self.pass_through(last, arguments)
        if name in LOADERS:
            return Loader(name, arguments=self.named(("dataset",), arguments))
        if is_module_class(name):
            return Module(name, arguments=arguments.keywords)
        if is_dataset(name):
            return Dataset(name)
        if root == "math":
            for value in arguments.positional:
                consume(value, "number")
            return Number("float")
        if name in ("functools.partial",) and arguments.positional:
            return Partial(arguments.positional[0], arguments.positional[1:], arguments.keywords)
        if name in ("copy.deepcopy", "copy.copy") and arguments.positional:
            return arguments.positional[0]
        if name == "logging.getLogger":
            return OTHER
        if name.startswith(("logging.", "warnings.", "loguru.", "wandb.")):
            for value in arguments.values():
                consume(value, "printed")
            return NONE
        if root in ("os", "random", "time", "json", "re", "argparse", "pathlib", "pandas", "PIL", "cv2", "sys"):
            return OTHER if root in ("os", "time", "re", "argparse", "pathlib", "pandas") else Unknown()
        if name in ("collections.deque",):
            return self.pass_through("list", arguments) if arguments.positional else Sequence("list", [])
        if name == "collections.OrderedDict":
            positional = arguments.positional
            return self.dict_of_pairs(positional[0]) if len(positional) == 1 else self.builtin_dict(arguments)
        if name == "collections.defaultdict":
            return Sequence("dict", element=None)
        if name.startswith("itertools.") and last in ("chain", "islice", "cycle"):
            return self.pass_through("list", arguments)
        if name == "einops.rearrange" or name == "einops.repeat" or name == "einops.reduce":
            return self.call_einops(arguments)
        return self.unknown_call(Reference(name), arguments)

    def dict_of_pairs(self, pairs: Value) -> Value:
        """``OrderedDict([("fc", nn.Linear(3, 2)), ...])``."""
        listed = pairs.items if isinstance(pairs, Sequence) else None
        known = [pair.items for pair in listed or [] if isinstance(pair, Sequence) and pair.items is not None]
        if listed is None or any(len(pair) != 2 for pair in known) or len(known) != len(listed):
            return Sequence("dict", element=None)
        return Sequence("dict", [pair[1] for pair in known], keys=[pair[0] for pair in known])

    def call_einops(self, arguments: Arguments) -> Value:
        """``rearrange(x, "b c h w -> b (c h w)")``: the pattern gives the rank; the result is a tensor where x is."""
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        pattern = arguments.positional[1] if len(arguments.positional) > 1 else UNKNOWN
        if not isinstance(source, Tensor):
            return self.unknown_call(Reference("einops"), arguments)
        shape = None
        if isinstance(pattern, Text) and pattern.text and "->" in pattern.text and "..." not in pattern.text:
            output = pattern.text.partition("->")[2]
            depth = count = 0
            for word in output.replace("(", " ( ").replace(")", " ) ").split():
                if word == "(":
                    count += depth == 0
                    depth += 1
                elif word == ")":
                    depth -= 1
                elif depth == 0:
                    count += 1
            shape = (None,) * count
        operation = self.record(Operation("rearrange", arguments.node, {"input": source}, family="view"))
        return Tensor(
            shape=shape, dtype=source.dtype, device=source.device, grad=source.grad, origin=operation, loss=source.loss
        )

    def call_torch(self, name: str, arguments: Arguments) -> Value:
        """A call of a torch name that is no row of the table."""
        module = TABLE.modules.get(name)
        if module is not None or is_module_class(name):
            return self.build_module(name, module, arguments)
        if name in ("torch.nn.Parameter", "torch.nn.Buffer"):
            return self.parameter(arguments, name == "torch.nn.Parameter")
        if name == "torch.autograd.Variable":
            return arguments.positional[0] if arguments.positional else UNKNOWN
        if is_optimizer(name):
            return Optimizer(name, arguments=self.named(("params", "lr"), arguments))
        if is_scheduler(name):
            return Scheduler(name, arguments=self.named(("optimizer",), arguments))
        if name in LOADERS:
            return Loader(name, arguments=self.named(("dataset", "batch_size", "shuffle"), arguments))
        if is_dataset(name):
            return Dataset(name, arguments=self.named(("dataset",), arguments))
        if name == "torch.device":
            first = arguments.positional[0] if arguments.positional else arguments.keywords.get("type", UNKNOWN)
            return Device(transfer.device_type(first) if not isinstance(first, Number) else None)
        if name.startswith("torch.Tensor."):
            method = name.removeprefix("torch.Tensor.")
            signature = TABLE.methods.get(method) or TABLE.inplace.get(method)
            if signature is not None:
                return self.call_signature(signature, arguments)
        if name == "torch.autograd.grad":
            for value in arguments.positional[:1]:
                consume_deeply(value, "backward")
            return Sequence("tuple", element=Tensor())
        if name in ("torch.autograd.backward", "torch.distributed.autograd.backward"):
            for value in arguments.positional:
                consume_deeply(value, "backward")
                consume(value, "loss")
            return NONE
        if name == "torch.set_grad_enabled" and arguments.positional:
            enabled = arguments.positional[0]
            if isinstance(enabled, Number) and enabled.number is not None:
                self.frame.grad = bool(enabled.number)
            return OTHER
        if name == "torch.load":
            return Unknown()
        if name in ("torch.jit.script", "torch.compile", "torch.jit.trace", "torch.no_grad", "torch.inference_mode"):
            if arguments.positional:
                first = arguments.positional[0]
                if isinstance(first, Function) and name.startswith("torch.jit"):
                    first.decorators = (*first.decorators, name)
                    if not first.analysed:
                        self.schedule(first)
                return first
        if name in ("torch.vmap", "torch.func.vmap", "torch.func.grad", "torch.utils.checkpoint.checkpoint"):
            if name.endswith("checkpoint") and arguments.positional:
                inner = Arguments(
                    arguments.node, arguments.positional[1:], arguments.nodes[1:], {}, {}, arguments.complete
                )
                return self.apply(arguments.positional[0], inner)
            return Unknown()
        if name in LEGACY_TENSORS or name == "torch.Tensor":
            dtype = LEGACY_TENSORS.get(name, "float32")
            data = arguments.positional[0] if len(arguments.positional) == 1 else None
            if len(arguments.positional) > 1 or isinstance(data, Number):
                dims = [value.dim if isinstance(value, Number) else None for value in arguments.positional]
                return Tensor(shape=tuple(dims), dtype=dtype, device="cpu", grad=False, temporary=True)
            return Tensor(
                shape=transfer.data_shape(data) if data is not None else None,
                dtype=dtype,
                device="cpu",
                grad=False,
                temporary=True,
            )
        if name.startswith(("torch.cuda.is_", "torch.is_", "torch.distributed.is_")):
            return Number("bool")
        if name in ("torch.finfo", "torch.iinfo", "torch.Generator", "torch.cuda.Event", "torch.cuda.Stream"):
            return OTHER
        if name == "torch.Size":
            return self.pass_through("tuple", arguments)
        return self.unknown_call(Reference(name), arguments)

    def named(self, names: tuple[str, ...], arguments: Arguments) -> dict[str, Value]:
        """Arguments by name, the positional ones through ``names``."""
        bound = dict(zip(names, arguments.positional, strict=False))
        bound.update(arguments.keywords)
        return bound

    def parameter(self, arguments: Arguments, trains: bool) -> Value:
        """``nn.Parameter(data)``: a leaf that requires grad unless told otherwise."""
        bound = self.named(("data", "requires_grad"), arguments)
        data, wanted = bound.get("data", UNKNOWN), bound.get("requires_grad")
        grad: bool | None = trains
        if isinstance(wanted, Number):
            grad = bool(wanted.number) if wanted.number is not None else None
        if isinstance(data, Tensor):
            return Tensor(
                shape=data.shape, dtype=data.dtype, device=data.device, grad=grad, leaf=bool(grad), parameter=True
            )
        return Tensor(grad=grad, leaf=bool(grad), parameter=True)

    def call_signature(
        self,
        signature: Signature,
        arguments: Arguments,
        receiver: Value | None = None,
        receiver_node: cst.CSTNode | None = None,
        spelling: str = "function",
    ) -> Value:
        """Bind arguments to a row of the table and evaluate the operation."""
        operands: dict[str, Value] = {}
        nodes: dict[str, cst.CSTNode] = {}
        parameters = signature.parameters
        start = 0
        if receiver is not None:
            first = parameters[0] if parameters else "input"
            operands[first] = receiver
            if receiver_node is not None:
                nodes[first] = receiver_node
            start = 1
        complete = arguments.complete
        position = start
        rest: list[Value] = []
        for value, node in zip(arguments.positional, arguments.nodes, strict=True):
            if position < len(parameters):
                operands[parameters[position]] = value
                nodes[parameters[position]] = node
                position += 1
            elif signature.variadic is not None:
                rest.append(value)
                nodes.setdefault(signature.variadic, node)
            else:
                complete = False
        if signature.variadic is not None and rest:
            operands[signature.variadic] = Sequence("tuple", rest)
        for keyword, value in arguments.keywords.items():
            name = _KEYWORD_ALIASES.get(keyword, keyword) if keyword not in parameters else keyword
            operands[name] = value
            node_ = arguments.keyword_nodes.get(keyword)
            if node_ is not None:
                nodes[name] = node_
        if "input" not in operands and parameters and parameters[0] == "input" and "self" in operands:
            operands["input"] = operands.pop("self")
        self.learn_operands(signature, operands, nodes)
        for name in _SIZE_PARAMETERS & operands.keys():
            size = operands[name]
            for part in size.parts() if isinstance(size, Sequence) else (size,):
                if isinstance(part, Tensor):
                    consume(part, "number")
        if signature.name in ("item", "tolist", "numpy") and receiver is not None:
            consume(receiver, "number" if signature.name == "item" else signature.name)
        if signature.name == "backward" and receiver is not None:
            self.back_propagate(receiver, receiver_node)
        value = self.operate(signature, arguments.node, operands, nodes, spelling, complete)
        if signature.inplace and "input" in nodes and receiver is None:
            self.rebind(nodes["input"], value)
        out = operands.get("out")
        if isinstance(out, Tensor) and "out" in nodes:
            self.rebind(nodes["out"], value)
        return value

    def back_propagate(self, value: Value, node: cst.CSTNode | None) -> None:
        """``backward()`` was called on a value: it is one number with a graph."""
        consume_deeply(value, "backward")
        consume(value, "loss")
        for part in reaches(value):
            for holder in self.taken.get(id(part.identity), ()):
                holder.uses.add("backward")
        if isinstance(value, Tensor) and value.grad is not True and node is not None:
            shape = value.shape if value.shape is not None else ()
            self.rebind(node, value.refined(grad=True, loss=True, shape=shape))

    def learn_operands(self, signature: Signature, operands: dict[str, Value], nodes: dict[str, cst.CSTNode]) -> None:
        """An unknown argument where torch takes only tensors is a tensor."""
        for name, value in operands.items():
            if isinstance(value, Tensor) and value.certain:
                continue
            if name in _SEQUENCE_PARAMETERS:
                if isinstance(value, Tensor):
                    node = nodes.get(name)
                    if node is not None:
                        self.doubt(node, value)
                    operands[name] = Sequence("list", element=Tensor(grad=value.grad))
                elif isinstance(value, Unknown):
                    operands[name] = Sequence("list", element=Tensor(), origin=value.origin, identity=value.identity)
                elif isinstance(value, Sequence):
                    self.learn_elements(value, nodes.get(name))
                continue
            takes_tensor = name in TENSOR_PARAMETERS or (name == "other" and signature.name in _OTHER_IS_TENSOR)
            if not takes_tensor or not isinstance(value, (Unknown, Tensor, Batch)):
                continue
            if signature.family is Family.QUERY or (
                signature.name in _MAY_BE_NUMBER and name in ("input", "test_elements", "boundaries", "elements")
            ):
                continue
            if (name == "weight" and signature.family is Family.LOSS) or (
                name == "index" and signature.name == "select"
            ):
                continue
            operands[name] = self.assume_tensor(nodes.get(name), value)

    def learn_elements(self, sequence: Sequence, node: cst.CSTNode | None) -> None:
        """The elements of a list given to ``stack`` or ``cat`` are tensors."""
        if sequence.items is not None:
            sequence.items = [
                self.assume_tensor(None, item) if isinstance(item, Unknown) else item for item in sequence.items
            ]
        elif sequence.element is None:
            sequence.element = Tensor()
        elif isinstance(sequence.element, (Unknown, Batch)):
            sequence.element = Tensor(origin=sequence.element.origin)

    # --- modules -----------------------------------------------------------------------------------------------------

    def build_module(self, name: str, signature: ModuleSignature | None, arguments: Arguments) -> Value:
        """``nn.Linear(3, 1)``."""
        if signature is None:
            return Module(name, arguments=arguments.keywords)
        bound = self.named(signature.parameters, arguments)
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
            value = self.values.get(id(last.value), UNKNOWN)
            tail = last_of(value) if last.star == "*" else value
            return None if last.star == "**" or last.keyword or tail is None else [Unknown(), tail]
        if len(children) == 1 and isinstance(children[0], Sequence):
            source = children[0]
            return source.items if source.items is not None else source.parts()
        return children

    def construct(self, name: str, made: Value, bound: dict[str, Value], arguments: Arguments) -> None:
        """Note that a call makes an object that holds settings, such as ``nn.Softmax(dim=1)``."""
        operation = self.record(Operation(name, arguments.node, bound, family="object", complete=arguments.complete))
        operation.result = made
        operation.nodes.update(zip(bound, arguments.nodes, strict=False))
        operation.nodes.update(arguments.keyword_nodes)
        self.operations[arguments.node] = operation

    def call_module(self, module: Module, arguments: Arguments) -> Value:
        """``module(x)``."""
        if module.cls is not None:
            function = module.cls.function("forward") or module.cls.function("__call__")
            if function is not None:
                for node, value in zip(arguments.nodes, arguments.positional, strict=True):
                    if isinstance(value, Batch):
                        self.assume_tensor(node, value)
                return self.call_function(
                    function, [module, *arguments.positional], arguments.keywords, arguments.node, arguments.complete
                )
            for base in module.cls.outside_bases():
                if canonical(base) == "torch.nn.Sequential":
                    self.prepare(module.cls)
                    layers = module.cls.attribute("()")
                    if isinstance(layers, Sequence) and layers.items:
                        return self.call_module(Module("torch.nn.Sequential", children=layers.items), arguments)
            return self.opaque_module(module, arguments)
        signature = TABLE.modules.get(module.name or "")
        if signature is None:
            return self.opaque_module(module, arguments)
        if signature.container in (Container.SEQUENTIAL, Container.WRAPPER) and module.children:
            if "..." not in module.arguments:
                value = arguments.positional[0] if arguments.positional else UNKNOWN
                node = arguments.nodes[0] if arguments.nodes else arguments.node
                steps: list[Operation] = []
                for child in module.children:
                    step = Arguments(arguments.node, [value], [node], {}, {}, True)
                    known = isinstance(child, (Module, Function, Reference))
                    value = self.apply(child, step) if known else self.opaque_module(module, step)
                    node = arguments.node  # what the children before made, which is written nowhere else
                    if value.origin is not None and value.origin.node is arguments.node:
                        steps.append(value.origin)
                self.steps[arguments.node] = steps
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
        if operation.name == "flatten":
            keywords.setdefault("start_dim", Number("int", 1))
        if operation.name == "softmax" and not module.arguments:
            keywords.pop("dim", None)
        merged = Arguments(
            arguments.node,
            arguments.positional[: _inputs(operation)],
            arguments.nodes[: _inputs(operation)],
            keywords,
            arguments.keyword_nodes,
            True,
        )
        return self.call_signature(operation, merged, spelling="module")

    def initialise_layers(self, cls: Class | None, arguments: Arguments) -> None:
        """``super().__init__(*layers)`` in a subclass of ``nn.Sequential``."""
        if cls is not None and any(canonical(base) == "torch.nn.Sequential" for base in cls.outside_bases()):
            layers = self.layers(arguments)
            if layers is not None:
                cls.attributes["()"] = Sequence("list", layers)

    def opaque_module(self, module: Module, arguments: Arguments) -> Value:
        """A module that inference cannot see into: by convention it gives a tensor, with a graph."""
        for node, value in zip(arguments.nodes, arguments.positional, strict=True):
            if isinstance(value, Batch):
                self.assume_tensor(node, value)
        operands: dict[str, Value] = {"callee": module}
        operands.update((str(position), value) for position, value in enumerate(arguments.positional))
        operands.update(arguments.keywords)
        operation = self.record(Operation("call", arguments.node, operands, family="call", spelling="module"))
        name = module.name or ""
        if name in ("torch.nn.ModuleList", "torch.nn.ModuleDict"):
            return Unknown(operation)
        operation.result = Tensor(
            grad=self.frame.grad,
            certain=False,
            origin=operation,
            loss=name.endswith("Loss") and name.startswith("torch.nn."),
        )
        return operation.result

    # --- methods -----------------------------------------------------------------------------------------------------

    def call_bound(self, callee: Bound, arguments: Arguments) -> Value:
        """``receiver.method(...)``."""
        receiver, name = callee.receiver, callee.name
        node = arguments.node.func
        receiver_node = node.value if isinstance(node, cst.Attribute) else None
        if callee.function is not None:
            function = callee.function
            positional = arguments.positional
            if "staticmethod" not in function.decorators:
                positional = [receiver, *positional]
            return self.call_function(function, positional, arguments.keywords, arguments.node, arguments.complete)
        if isinstance(receiver, Tensor):
            return self.call_tensor_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Sequence):
            return self.call_sequence_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Module):
            return self.call_module_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Batch):
            if name in ("to", "cuda", "cpu", "pin_memory"):
                return Batch(receiver.origin)
            if name in ("items", "keys", "values", "get", "pop"):
                return Batch(receiver.origin)
            if name in TABLE.methods or name in TABLE.inplace:
                tensor = self.assume_tensor(receiver_node, receiver)
                if isinstance(tensor, Tensor):
                    return self.call_tensor_method(tensor, receiver_node, name, arguments)
            return Unknown()
        if isinstance(receiver, Array):
            return self.call_array_method(receiver, name, arguments)
        if isinstance(receiver, (Device, Dtype, Text)):
            return (
                Text()
                if isinstance(receiver, Text) and name in ("format", "join", "strip", "lower", "upper", "replace")
                else OTHER
            )
        if isinstance(receiver, Unknown):
            return self.call_unknown_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Number):
            return Number()
        if name in _LOGGING:
            for value in arguments.values():
                consume(value, "printed")
        return self.unknown_call(callee, arguments)

    def call_tensor_method(
        self, receiver: Tensor, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of a tensor."""
        signature = TABLE.methods.get(name)
        if signature is not None:
            return self.call_signature(signature, arguments, receiver, receiver_node, "method")
        signature = TABLE.inplace.get(name)
        if signature is not None:
            value = self.call_signature(signature, arguments, receiver, receiver_node, "in-place")
            if isinstance(value, Tensor):
                if name == "requires_grad_":
                    value = receiver.refined(grad=value.grad, leaf=value.leaf)
                else:
                    if transfer.keeps_shape_in_place(signature):
                        value.shape, value.shape_identity = receiver.shape, receiver.shape_identity
                    value.dtype = receiver.dtype
                    value.parameter = receiver.parameter
                    value.leaf = receiver.leaf and not self.frame.grad
                if receiver_node is not None:
                    self.rebind(receiver_node, value)
            return value
        return Unknown()

    def call_sequence_method(
        self, receiver: Sequence, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """Python's containers, as far as tensors pass through them."""
        added: list[Value] = []
        if name in ("append", "appendleft", "add") and len(arguments.positional) == 1:
            added = arguments.positional
        elif name == "insert" and len(arguments.positional) == 2:
            added = arguments.positional[1:]
        elif name == "extend" and arguments.positional:
            source = arguments.positional[0]
            added = source.parts() if isinstance(source, Sequence) else [self.element_of(source, None)]
        elif name == "update" and arguments.positional and isinstance(arguments.positional[0], Sequence):
            added = arguments.positional[0].parts()
        if added and name in ("append", "appendleft", "insert", "add"):
            self.collect(receiver, added[0], arguments)
        if added and receiver_node is not None:
            tail = added[-1] if name == "append" else None
            self.rebind(receiver_node, self.grown(receiver, added, arguments.node, tail))
            return NONE
        if name in ("items",):
            pair = Sequence("tuple", [Text(), join_all(receiver.parts(), None) or Unknown()])
            return Sequence("list", element=pair, identity=receiver.identity)
        if name in ("values", "pop", "popleft", "get", "setdefault"):
            found = join_all(receiver.parts(), arguments.node) or Unknown()
            return Sequence("list", receiver.items, found, identity=receiver.identity) if name == "values" else found
        if name == "numel" and receiver.type == "shape":
            return Number("int")
        if name == "copy":
            return receiver
        return Unknown()

    def collect(self, receiver: Value, value: Value, arguments: Arguments) -> None:
        """A value is put into a collection: an operation that rules on training loops look at."""
        operands = {"input": receiver, "value": value}
        nodes = {"value": arguments.nodes[-1]}
        if isinstance(arguments.node.func, cst.Attribute):
            nodes["input"] = arguments.node.func.value
        self.operations[arguments.node] = self.record(
            Operation("append", arguments.node, operands, nodes, "collection", "method")
        )

    def grown(self, receiver: Sequence, added: list[Value], node: cst.CSTNode, tail: Value | None = None) -> Sequence:
        """A list after elements were added to it: the same list."""
        if receiver.items is not None and not self.frame.loops and len(receiver.items) < 64:
            return Sequence(
                receiver.type, [*receiver.items, *added], identity=receiver.identity, origin=receiver.origin
            )
        element = join_all([*receiver.parts(), *added], node)
        return Sequence(receiver.type, element=element, identity=receiver.identity, origin=receiver.origin, tail=tail)

    def call_module_method(
        self, receiver: Module, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """Methods that nn.Module brings."""
        if name in (
            "to",
            "cuda",
            "cpu",
            "half",
            "float",
            "double",
            "bfloat16",
            "requires_grad_",
            "apply",
            "share_memory",
        ):
            return receiver
        if name in ("eval", "train"):
            flag = arguments.positional[0] if arguments.positional else None
            receiver.training = (
                name == "train"
                if flag is None
                else (bool(flag.number) if isinstance(flag, Number) and flag.number is not None else None)
            )
            receiver.identity.uses.add(name)
            return receiver
        if name in ("register_buffer", "register_parameter") and len(arguments.positional) >= 2:
            key, value = arguments.positional[0], arguments.positional[1]
            if isinstance(key, Text) and key.text and receiver.cls is not None:
                if isinstance(value, Tensor):
                    value = value.refined(parameter=True, grad=name == "register_parameter", temporary=False)
                self.write_attribute(receiver.cls, key.text, arguments.node, value)
                if receiver_node is not None:
                    path = self.path_of(receiver_node)
                    if path is not None:
                        self.frame.bind_path(path[0], f"{path[1]}.{key.text}", value)
            return NONE
        if name in ("parameters", "buffers"):
            grad = name == "parameters"
            origin = Operation("parameters", arguments.node, {}, family="iteration")
            return Sequence("generator", element=Tensor(grad=grad, leaf=grad, parameter=True, origin=origin))
        if name in ("named_parameters", "named_buffers"):
            grad = name == "named_parameters"
            origin = Operation("parameters", arguments.node, {}, family="iteration")
            tensor = Tensor(grad=grad, leaf=grad, parameter=True, origin=origin)
            return Sequence("generator", element=Sequence("tuple", [Text(), tensor]))
        if name in ("children", "modules"):
            return Sequence("generator", element=Module())
        if name in ("named_children", "named_modules"):
            return Sequence("generator", element=Sequence("tuple", [Text(), Module()]))
        if name == "forward":
            return self.call_module(receiver, arguments)
        if name in ("log", "log_dict", "print"):
            for value in arguments.values():
                consume(value, "printed")
            return NONE
        if name == "manual_backward":
            for value in arguments.positional:
                consume_deeply(value, "backward")
            return NONE
        if name in ("append", "add_module") and arguments.positional:
            if receiver.children is not None:
                receiver.children = [*receiver.children, arguments.positional[-1]]
            return NONE
        return self.unknown_call(Bound(receiver, name), arguments)

    def call_array_method(self, receiver: Array, name: str, arguments: Arguments) -> Value:
        """A method of a NumPy array."""
        if name in ("item",):
            return Number()
        if name == "tolist":
            return Sequence("list")
        return Array(scalar=name in _NUMPY_SCALARS and not arguments.positional and not arguments.keywords)

    def call_unknown_method(
        self, receiver: Unknown, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of an unknown object: its name or keywords may show that the object is a tensor or a module."""
        if receiver is not UNKNOWN:
            receiver.identity.uses.add("read")
        if self.tensor_only(name, arguments):
            tensor = self.assume_tensor(receiver_node, receiver)
            if isinstance(tensor, Tensor):
                return self.call_tensor_method(tensor, receiver_node, name, arguments)
        if name == "__init__" and isinstance(receiver_node, cst.Call) and self.frame.function is not None:
            self.initialise_layers(self.frame.function.cls, arguments)
        if name == "backward":
            if not arguments.positional and isinstance(receiver_node, (cst.Name, cst.Attribute, cst.Subscript)):
                if not (isinstance(receiver_node, cst.Name) and receiver_node.value == "self"):
                    consume_deeply(receiver, "backward")
                    consume(receiver, "loss")
                    tensor = self.assume_tensor(receiver_node, receiver)
                    if isinstance(tensor, Tensor) and receiver_node is not None:
                        self.rebind(receiver_node, tensor.refined(grad=True, loss=True, shape=()))
                    return NONE
            for value in [receiver, *arguments.positional]:
                consume_deeply(value, "backward")
                consume(value, "loss")
            return NONE
        if name in _SHOWS_MODULE and not (name == "eval" and arguments.positional):
            if isinstance(receiver_node, (cst.Name, cst.Attribute)):
                module = self.as_module(receiver_node, receiver)
                return self.call_module_method(module, receiver_node, name, arguments)
        if name in ("scale", "unscale"):  # GradScaler.scale(loss)
            return arguments.positional[0] if arguments.positional else UNKNOWN
        if name in _LOGGING:
            for value in arguments.values():
                consume(value, "printed")
            return NONE
        if name == "manual_backward":
            for value in arguments.positional:
                consume_deeply(value, "backward")
            return NONE
        if name in ("append", "appendleft") and len(arguments.positional) == 1 and arguments.complete:
            self.collect(receiver, arguments.positional[0], arguments)
            return NONE
        operands: dict[str, Value] = {"input": receiver}
        operands.update((str(position), value) for position, value in enumerate(arguments.positional))
        operands.update(arguments.keywords)
        operation = self.record(Operation("call", arguments.node, operands, family="call"))
        return Unknown(operation)

    def as_module(self, node: cst.CSTNode, value: Unknown) -> Module:
        """An unknown object on which methods of nn.Module are called."""
        module = Module()
        path = self.path_of(node)
        if path is not None:
            if path[0] == path[1]:
                self.frame.env[path[1]] = module
            else:
                self.frame.bind_path(path[0], path[1], module)
        frame = self.frame
        if value is not UNKNOWN:
            name = frame.parameters.get(id(value.identity))
            if name is not None and frame.function is not None and name not in frame.function.evidence:
                frame.function.evidence[name] = module
                frame.stale = True
        return module

    def tensor_only(self, name: str, arguments: Arguments) -> bool:
        """Whether such a method call shows its receiver to be a tensor."""
        if name in TENSOR_ONLY_METHODS:
            return True
        if name not in TABLE.methods and name not in TABLE.inplace:
            return False
        if any(
            keyword in _TORCH_KEYWORDS and not isinstance(value, Text) for keyword, value in arguments.keywords.items()
        ):
            return True
        if name == "size":
            return len(arguments.positional) == 1 and isinstance(arguments.positional[0], Number)
        if name == "dim":
            return not arguments.positional and not arguments.keywords and arguments.complete
        if name == "view":
            return (
                bool(arguments.positional)
                and all(isinstance(value, (Number, Unknown)) for value in arguments.positional)
                and (len(arguments.positional) > 1 or transfer.integer(arguments.positional[0]) == -1)
            )
        if name == "t":
            return not arguments.positional and not arguments.keywords and arguments.complete
        if name == "transpose":  # NumPy's takes all axes, so two of them are 0 and 1
            axes = [transfer.integer(value) for value in arguments.positional]
            return len(axes) == 2 and None not in axes and not {0, 1} >= set(axes)
        return False

    # --- Python's own and NumPy's ------------------------------------------------------------------------------------

    def call_builtin(self, name: str, arguments: Arguments) -> Value:
        """A call of a builtin."""
        handler = self.BUILTINS.get(name)
        if handler is not None:
            return handler(self, arguments)
        if name in _REDUCERS:
            return self.builtin_reduce(name, arguments)
        if name in _AS_IS:
            return self.pass_through(name, arguments)
        if name in ("str", "repr", "format", "chr"):
            for value in arguments.values():
                consume(value, "printed")
            return Text()
        if name in ("open", "type", "id", "vars", "dir", "super", "object"):
            return OTHER if name not in ("super", "type") else Unknown()
        return self.unknown_call(Reference("builtins." + name), arguments)

    def pass_through(self, name: str, arguments: Arguments) -> Value:
        """``list(x)``, ``tqdm(x)``: an iterable of the same elements."""
        if not arguments.positional:
            return Sequence(name if name in ("list", "tuple", "set") else "list", [])
        source = arguments.positional[0]
        if isinstance(source, Sequence):
            kind = name if name in ("list", "tuple", "set") else source.type
            if name in ("reversed", "sorted", "set"):
                kind = "list"
            items = source.items if name not in ("set", "reversed", "sorted") else None
            return Sequence(kind, items, join_all(source.parts(), None), origin=source.origin)
        if isinstance(source, Tensor) and name in ("list", "tuple"):
            consume(source, "tolist")
            element = self.element_of(
                source, arguments.nodes[0] if isinstance(arguments.nodes[0], cst.BaseExpression) else None
            )
            return Sequence(name, element=element, origin=element.origin)
        return source

    def builtin_len(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Tensor):
            nodes = {"input": arguments.nodes[0]} if arguments.nodes else {}
            operation = self.record(Operation("len", arguments.node, {"input": source}, nodes, "query"))
            self.operations[arguments.node] = operation
            return transfer.dim_number(source.dim(0), operation)
        if isinstance(source, Sequence) and source.items is not None and source.type != "dict":
            return Number("int", len(source.items))
        if isinstance(source, Sequence) and source.type == "shape" and source.origin is not None:
            of = source.origin.operand()
            return Number(
                "int",
                of.rank if isinstance(of, Tensor) else None,
                origin=Operation("dim", arguments.node, {"input": of}, signature=TABLE.methods["dim"]),
            )
        return Number("int")

    def builtin_range(self, arguments: Arguments) -> Value:
        bounds = arguments.positional
        for bound in bounds:
            consume(bound, "number")
        operands: dict[str, Value] = {"start": Number("int", 0), "step": Number("int", 1)}
        if len(bounds) == 1:
            operands["stop"] = bounds[0]
        else:
            operands.update(zip(("start", "stop", "step"), bounds, strict=False))
        operation = self.record(Operation("range", arguments.node, operands, family="iteration"))
        index = Number("int", origin=operation)
        return Sequence("range", element=index, origin=operation)

    def builtin_enumerate(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        node = arguments.nodes[0] if arguments.nodes else None
        element = self.element_of(source, node if isinstance(node, cst.BaseExpression) else None)
        counter = Operation("enumerate", arguments.node, {"input": source}, family="iteration")
        pair = Sequence("tuple", [Number("int", origin=counter), element])
        return Sequence("generator", element=pair, origin=counter)

    def builtin_zip(self, arguments: Arguments) -> Value:
        elements: list[Value] = []
        for value, node in zip(arguments.positional, arguments.nodes, strict=True):
            element = self.element_of(value, node if isinstance(node, cst.BaseExpression) else None)
            # Two slices of one list give two items; the counter of a range stays the one that the range hands out.
            listed = isinstance(value, Sequence) and value.type != "range"
            elements.append(another(element) if listed else element)
        operands = {str(position): value for position, value in enumerate(arguments.positional)}
        return Sequence(
            "generator",
            element=Sequence("tuple", elements),
            origin=Operation("zip", arguments.node, operands, family="iteration"),
        )

    def builtin_number(self, arguments: Arguments) -> Value:
        kind = arguments.node.func.value if isinstance(arguments.node.func, cst.Name) else None
        for value in arguments.positional:
            consume(value, "number")
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Number) and source.size is not None and kind == "int":
            return source
        if kind == "round":
            kind = "int" if len(arguments.positional) == 1 and not arguments.keywords else None
        origin = None
        if isinstance(source, Tensor):
            nodes = {"input": arguments.nodes[0]}
            origin = self.record(
                Operation(
                    "item", arguments.node, {"input": source}, nodes, "", "builtin", signature=TABLE.methods["item"]
                )
            )
            self.operations[arguments.node] = origin
        return Number(kind, origin=origin)

    def builtin_print(self, arguments: Arguments) -> Value:
        for value in arguments.values():
            consume(value, "printed")
        return NONE

    def builtin_isinstance(self, arguments: Arguments) -> Value:
        return Number("bool")

    def builtin_reduce(self, name: str, arguments: Arguments) -> Value:
        """``sum``, ``max``, ``all``, ``sorted``, ... over the rows of a tensor, over a list, or between arguments."""
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        several = len(arguments.positional) > 1 and name != "sum"
        if several:
            parts = arguments.positional
            for part in parts:
                consume(part, "number")
        else:
            parts = [self.element_of(source, None)]
        if name in ("any", "all", "sorted"):
            if not isinstance(source, Tensor) or several:
                if name == "sorted":
                    return self.pass_through(name, arguments)
                return self.unknown_call(Reference("builtins." + name), arguments)
            operation = self.reduction_of(name, source, arguments)
            operation.result = (
                Sequence("list", element=parts[0], origin=operation) if name == "sorted" else Number("bool")
            )
            return operation.result
        if all(isinstance(part, Number) for part in parts):
            return Number()
        if all(isinstance(part, Tensor) for part in parts):
            first = parts[0]
            assert isinstance(first, Tensor)
            if several:
                operands: dict[str, Value] = {str(i): part for i, part in enumerate(parts)}
                operation = self.record(Operation("builtin_" + name, arguments.node, operands, {}, "arithmetic"))
                self.operations[arguments.node] = operation
            else:
                operation = self.reduction_of(name, source, arguments)
            operation.result = Tensor(
                shape=first.shape,
                dtype="int64" if name == "sum" and first.dtype == "bool" else first.dtype,
                device=first.device,
                grad=first.grad,
                origin=operation,
                loss=first.loss,
                certain=first.certain,
            )
            return operation.result
        if isinstance(source, Sequence):
            operation = self.record(Operation("builtin_" + name, arguments.node, {"source": source}, {}, "arithmetic"))
            return Unknown(operation)
        return self.unknown_call(Reference("builtins." + name), arguments)

    def reduction_of(self, name: str, source: Value, arguments: Arguments) -> Operation:
        """A builtin that walks over one iterable: an operation with its ``source`` and its other arguments."""
        operands: dict[str, Value] = {"source": source}
        nodes: dict[str, cst.CSTNode] = {"source": arguments.nodes[0]}
        if len(arguments.positional) > 1:
            operands["start"], nodes["start"] = arguments.positional[1], arguments.nodes[1]
        operands.update(arguments.keywords)
        nodes.update(arguments.keyword_nodes)
        operation = Operation(
            "builtin_" + name, arguments.node, operands, nodes, "arithmetic", complete=arguments.complete
        )
        self.operations[arguments.node] = self.record(operation)
        return operation

    def builtin_abs(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Tensor):
            return self.operate(
                TABLE.functions["torch.abs"], arguments.node, {"input": source}, {"input": arguments.nodes[0]}
            )
        return Number(source.type) if isinstance(source, Number) else Unknown()

    def builtin_map(self, arguments: Arguments) -> Value:
        if len(arguments.positional) >= 2:
            loops = self.frame.loops
            self.frame.loops = (*loops, arguments.node)
            elements = [
                self.element_of(value, node if isinstance(node, cst.BaseExpression) else None, arguments.node)
                for value, node in zip(arguments.positional[1:], arguments.nodes[1:], strict=True)
            ]
            inner = Arguments(arguments.node, elements, [arguments.node] * len(elements), {}, {}, True)
            element = self.apply(arguments.positional[0], inner)
            self.frame.loops = loops
            return Sequence("generator", element=element)
        return Unknown()

    def builtin_super(self, arguments: Arguments) -> Value:
        return Unknown()

    def builtin_dict(self, arguments: Arguments) -> Value:
        if not arguments.positional and arguments.complete:
            keys: list[Value] = [Text(key) for key in arguments.keywords]
            return Sequence("dict", list(arguments.keywords.values()), keys=keys)
        return Sequence("dict", element=Unknown())

    def builtin_slice(self, arguments: Arguments) -> Value:
        """``slice(stop)``, ``slice(start, stop, step)``: what ``start:stop:step`` is in a subscript."""
        bounds = arguments.positional
        if not arguments.complete or not 1 <= len(bounds) <= 3:
            return Unknown()
        bounds = [NONE, *bounds] if len(bounds) == 1 else list(bounds)
        return Sequence("slice", [*bounds, *([NONE] * (3 - len(bounds)))])

    def builtin_getattr(self, arguments: Arguments) -> Value:
        return Unknown()

    BUILTINS: ClassVar[dict[str, Callable[[Calls, Arguments], Value]]] = {}

    def call_numpy(self, name: str, arguments: Arguments) -> Value:
        """Everything from NumPy is an array or a NumPy scalar."""
        if name.startswith(("random.seed", "testing.", "save", "set_printoptions")):
            return NONE
        if name == "ndarray" or name[:1].isupper():
            return Array()
        for value in arguments.positional:
            consume(value, "numpy")
        wraps = name.partition(".")[0] in ("asarray", "ascontiguousarray", "reshape", "transpose", "squeeze", "ravel")
        scalar = (
            name in _NUMPY_SCALARS
            and not {"axis", "keepdims"} & arguments.keywords.keys()
            and len(arguments.positional) < 2
        )
        made = Array(temporary=not wraps, scalar=scalar)
        if name in ("float16", "half", "float32", "single"):
            self.construct(f"numpy.{name}", made, self.named(("value",), arguments), arguments)
        return made

    # --- classes of this file ----------------------------------------------------------------------------------------

    def instantiate(self, cls: Class, arguments: Arguments) -> Value:
        """An object of a class of this file."""
        self.prepare(cls)
        init = cls.function("__init__")
        value = instance_of(cls)
        if init is not None:
            self.note_arguments(init, [value, *arguments.positional], arguments.keywords)
        value.arguments = arguments.keywords
        return value

    def note_arguments(self, function: Function, positional: list[Value], keywords: dict[str, Value]) -> None:
        """Remember what a function of this file is called with."""
        raise NotImplementedError

    def call_function(
        self,
        function: Function,
        positional: list[Value],
        keywords: dict[str, Value],
        node: cst.CSTNode,
        complete: bool = True,
    ) -> Value:
        raise NotImplementedError


class Arguments:
    """The evaluated arguments of one call."""

    __slots__ = ("complete", "keyword_nodes", "keywords", "node", "nodes", "positional")

    def __init__(
        self,
        node: cst.Call,
        positional: list[Value],
        nodes: list[cst.CSTNode],
        keywords: dict[str, Value],
        keyword_nodes: dict[str, cst.CSTNode],
        complete: bool,
    ) -> None:
        self.node = node
        self.positional = positional
        self.nodes = nodes
        self.keywords = keywords
        self.keyword_nodes = keyword_nodes
        self.complete = complete

    def values(self) -> list[Value]:
        """All arguments."""
        return [*self.positional, *self.keywords.values()]


# NumPy's spellings that torch accepts as well, and torch's own second names.
_KEYWORD_ALIASES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}


def _inputs(signature: Signature) -> int:
    """How many positional inputs the module form of an operation takes in its call."""
    return (
        (3 if signature.family is Family.LOSS else 1)
        if signature.name not in ("cosine_similarity", "pairwise_distance")
        else 2
    )


Calls.BUILTINS = {
    "len": Calls.builtin_len,
    "range": Calls.builtin_range,
    "enumerate": Calls.builtin_enumerate,
    "zip": Calls.builtin_zip,
    "float": Calls.builtin_number,
    "int": Calls.builtin_number,
    "bool": Calls.builtin_number,
    "complex": Calls.builtin_number,
    "round": Calls.builtin_number,
    "print": Calls.builtin_print,
    "isinstance": Calls.builtin_isinstance,
    "hasattr": Calls.builtin_isinstance,
    "callable": Calls.builtin_isinstance,
    "abs": Calls.builtin_abs,
    "map": Calls.builtin_map,
    "super": Calls.builtin_super,
    "dict": Calls.builtin_dict,
    "getattr": Calls.builtin_getattr,
    "slice": Calls.builtin_slice,
}
