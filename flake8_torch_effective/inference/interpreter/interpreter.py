"""The interpreter of one file: the state that its parts share, and the order in which functions are looked at.

The module's own statements run first.  Then the body of every function runs once with what is known of its parameters
(annotations, defaults, the conventions of ``forward``, the calls seen in the file), and once more where its body or a
later call showed a parameter to be something that an earlier line did not know yet.  A loop's body runs until what is
claimed of the names at its head holds after every iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import libcst as cst

from .. import transfer
from ..knowledge.columns import Family, Formula
from ..knowledge.signatures import Signature
from ..values import (
    UNKNOWN,
    Class,
    Function,
    Identity,
    LoaderCall,
    Notation,
    Number,
    Operation,
    Tensor,
    Value,
    circles,
    join_dims,
    join_dtypes,
)
from .aliases import Aliases
from .assignments import Assignments
from .attributes import Attributes
from .branches import Branches
from .calls.builtins import Builtins
from .calls.calls import Calls
from .calls.containers import Containers
from .calls.methods import Methods
from .calls.modules import Modules
from .calls.numpy import NumPy
from .calls.signatures import Signatures
from .calls.torch_calls import TorchCalls
from .changes import Changes
from .classes import Classes
from .comprehensions import Comprehensions
from .evidence import Evidence
from .expressions import Expressions, expression_handlers
from .frame import Frame
from .functions import MOST_RUNS, Functions
from .gradients import Gradients
from .imports import Imports
from .inference import Failure, Inference, LoopFacts
from .loops import Loops
from .narrowing import Narrowing
from .operators import Operators
from .parameters import Parameters
from .paths import Paths
from .recovery import Recovery
from .scopes import may_share_names, shared_names
from .statements import Statements, statement_handlers
from .subscripts import Subscripts
from .uncalled import Uncalled
from .unfollowed import Unfollowed

# How many statements may be interpreted where calls are followed, in one file: more where it trains, since what its
# loops keep goes through its models and helpers.
_FOLLOWED = 500
_IN_TRAINING = 2000
# What takes numbers as well as tensors.
_WITH_NUMBERS = (Family.ARITHMETIC, Family.COMPARISON, Family.BITWISE, Family.WHERE)

Records: TypeAlias = """tuple[
    dict[int, Value], dict[int, Operation], dict[cst.CSTNode, LoopFacts], dict[cst.CSTNode, list[Operation]]
]"""


class Interpreter:
    """Interprets one module; its parts each do one kind of node or call, and reach each other through it.

    ``values`` maps the ``id`` of expression nodes to what they are; ``operations`` maps the node of an operation to it,
    ``steps`` the call of an ``nn.Sequential`` to the operations of its children, ``loop_facts`` a loop to what is known
    of it; ``recorded`` are those that rules will read, as others may be forgotten.  ``frame`` is the function, class
    body or module that is being interpreted.  ``queue`` are the functions to analyse; ``stack`` the functions being
    summarised, ``depth`` their number, ``budget`` the statements that summaries may still take.  ``event_calls`` are
    the calls that may be events, with their names and functions, ``loaders`` those that make loaders; ``strays`` are
    functions that read ``self`` where nothing binds it.  ``taken`` maps the identity of a tensor to the lists that it
    was taken from by iteration: to back-propagate it is to use them.  ``inference_modes`` counts the inference modes
    around the current statement; ``inference_tensors`` is whether a leaf was made under one, of which later views
    require no grad although it does.
    ``failures`` are the statements that raised, each once.  ``references`` are the nodes that name something of torch
    or of a package built on it, with its dotted name, by their ``id``.
    """

    __slots__ = (
        "aliases",
        "annotated_values",
        "assignments",
        "attributes",
        "branches",
        "budget",
        "builtins",
        "calls",
        "changes",
        "classes",
        "comprehensions",
        "containers",
        "contexts",
        "depth",
        "discarded",
        "event_calls",
        "evidence",
        "expression_handlers",
        "expressions",
        "failures",
        "frame",
        "functions",
        "gradients",
        "imports",
        "inference_modes",
        "inference_tensors",
        "instantiations",
        "known_classes",
        "known_functions",
        "loaders",
        "loop_facts",
        "loops",
        "methods",
        "module",
        "modules",
        "narrowing",
        "numpy",
        "operations",
        "operators",
        "parameters",
        "paths",
        "queue",
        "recorded",
        "recovery",
        "references",
        "shared",
        "signatures",
        "stack",
        "statement_handlers",
        "statements",
        "steps",
        "strays",
        "subscripts",
        "taken",
        "torch_calls",
        "uncalled",
        "unfollowed",
        "values",
        "yields",
    )

    def __init__(self, module: cst.Module, source: str | None) -> None:
        self.module = module
        self.shared = shared_names(module) if source is None or may_share_names(source) else {}
        self.yields = source is None or "yield" in source
        self.values: dict[int, Value] = {}
        self.operations: dict[int, Operation] = {}
        self.steps: dict[cst.CSTNode, list[Operation]] = {}
        self.loop_facts: dict[cst.CSTNode, LoopFacts] = {}
        self.recorded: Records = self.records()
        self.frame = Frame()
        self.frame.shared = self.shared.get(id(module), frozenset())
        self.queue: list[Function] = []
        self.known_functions: dict[cst.CSTNode, Function] = {}
        self.known_classes: dict[cst.CSTNode, Class] = {}
        self.taken: dict[int, list[Identity]] = {}
        self.event_calls: dict[cst.Call, tuple[str, Function | None]] = {}
        self.instantiations: dict[cst.CSTNode, Function | None] = {}
        self.loaders: dict[cst.CSTNode, LoaderCall] = {}
        self.strays: dict[Function, cst.Name] = {}
        self.stack: list[Function] = []
        self.annotated_values: dict[int, Value | None] = {}
        self.contexts: list[cst.BaseExpression] = []
        self.discarded: set[int] = set()
        self.failures: dict[cst.CSTNode, Failure] = {}
        self.references: dict[int, tuple[cst.CSTNode, str]] = {}
        self.depth = 0
        self.inference_modes = 0
        self.inference_tensors = False
        self.budget = _IN_TRAINING if source is not None and "backward(" in source else _FOLLOWED
        self.aliases = Aliases()
        self.paths = Paths(self)
        self.evidence = Evidence(self)
        self.attributes = Attributes(self)
        self.expressions = Expressions(self)
        self.operators = Operators(self)
        self.subscripts = Subscripts(self)
        self.comprehensions = Comprehensions(self)
        self.loops = Loops(self)
        self.assignments = Assignments(self)
        self.changes = Changes(self)
        self.gradients = Gradients(self)
        self.imports = Imports(self)
        self.statements = Statements(self)
        self.recovery = Recovery(self)
        self.branches = Branches(self)
        self.functions = Functions(self)
        self.uncalled = Uncalled(self)
        self.unfollowed = Unfollowed(self)
        self.parameters = Parameters(self)
        self.classes = Classes(self)
        self.narrowing = Narrowing(self)
        self.calls = Calls(self)
        self.torch_calls = TorchCalls(self)
        self.signatures = Signatures(self)
        self.modules = Modules(self)
        self.methods = Methods(self)
        self.containers = Containers(self)
        self.builtins = Builtins(self)
        self.numpy = NumPy(self)
        self.expression_handlers: dict[type, Callable[[Any], Value]] = expression_handlers(self)
        self.statement_handlers: dict[type, Callable[[Any], bool]] = statement_handlers(self)

    def run(self) -> Inference:
        """Interpret the module's statements, then every function body."""
        top = self.frame
        self.statements.block(self.module.body)
        self.frame = top
        top.ended = True
        for cls in list(self.known_classes.values()):
            self.classes.prepare(cls)
        position = 0
        while position < len(self.queue):
            function = self.queue[position]
            if not function.analysis.runs or function.analysis.stale:
                self.functions.analyse(function)
            position += 1
        for function in self.queue[:]:
            if function.analysis.stale and function.analysis.runs < MOST_RUNS:
                self.functions.analyse(function)
        return Inference(
            self.values,
            self.operations,
            self.loop_facts,
            top.env,
            self.known_functions,
            self.steps,
            list(self.failures.values()),
            module=self.module,
            classes=self.known_classes,
            event_calls=self.event_calls,
            instantiations=self.instantiations,
            loaders=self.loaders,
            strays=self.strays,
            contexts=self.contexts,
            discarded=self.discarded,
            references=self.references,
        )

    def take_apart(self) -> None:
        """Forget everything: the parts refer to each other, so only garbage collection would free what they know."""
        self.builtins.handlers.clear()
        for name in self.__slots__:
            delattr(self, name)

    def evaluate(self, node: cst.BaseExpression) -> Value:
        """What an expression is; recorded for the rules."""
        if type(node) is cst.Name:  # every second expression
            value = self.frame.env.get(node.value) or self.paths.name(node)
        else:
            handler = self.expression_handlers.get(type(node))
            if handler is None:
                return UNKNOWN
            value = handler(node)
        if value is not UNKNOWN:
            self.values[id(node)] = value
        return value

    def operate(
        self,
        signature: Signature,
        node: cst.CSTNode,
        operands: dict[str, Value],
        nodes: dict[str, cst.CSTNode] | None = None,
        notation: Notation = Notation.FUNCTION,
        complete: bool = True,
    ) -> Value:
        """The value of an operation of the table on bound operands; recorded at ``node``."""
        operation = Operation(signature, node, operands, nodes, notation, complete)
        frame = self.frame
        operation.loops = frame.loops
        operation.grad_enabled = self.recording
        operation.chosen = frame.chosen
        operation.frame = frame.function.node if frame.function is not None else None
        value = transfer.apply(operation)
        if type(value) is Tensor and signature.family in _WITH_NUMBERS:
            value = with_numbers(value, operation)
        if type(value) is Tensor and notation in (Notation.OPERATOR, Notation.IN_PLACE, Notation.AUGMENTED):
            value = as_spelled(value, signature, operation)
        operation.result = value
        self.operations[id(node)] = operation
        if type(value) is Tensor and value.leaf:
            self.note_leaf()
        return value

    def record(self, operation: Operation) -> Operation:
        """Fill in where an operation outside the table stands."""
        frame = self.frame
        operation.loops = frame.loops
        operation.grad_enabled = self.recording
        operation.chosen = frame.chosen
        operation.frame = frame.function.node if frame.function is not None else None
        return operation

    @property
    def recording(self) -> bool | None:
        """Whether an operation of tensors that require grad carries a graph here."""
        grad = self.frame.grad
        return None if grad and (self.inference_tensors or self.inference_modes) else grad

    def note_leaf(self) -> None:
        """A parameter, a module or another leaf is made."""
        if self.inference_modes:
            self.inference_tensors = True

    def records(self) -> Records:
        """What is recorded for the rules so far."""
        return self.values, self.operations, self.loop_facts, self.steps

    def record_anew(self) -> None:
        """Record what follows by itself, as it may have to be forgotten."""
        self.values, self.operations, self.loop_facts, self.steps = {}, {}, {}, {}

    def record_in(self, records: Records) -> None:
        """Forget what was recorded since and go on recording where that was done before."""
        self.values, self.operations, self.loop_facts, self.steps = records

    def add_records(self, records: Records) -> None:
        """Add what was recorded since to what was recorded before, and go on recording there."""
        values, operations, loop_facts, steps = records
        values.update(self.values)
        operations.update(self.operations)
        loop_facts.update(self.loop_facts)
        steps.update(self.steps)
        self.record_in(records)


def with_numbers(value: Tensor, operation: Operation) -> Tensor:
    """The result of an operation, of which less is known where an operand with a shape or dtype may be a number."""
    maybe = [
        name
        for name, operand in operation.operands.items()
        if type(operand) is Tensor and not operand.certain and (operand.shape or operand.dtype)
    ]
    for name in maybe if len(list(operation.tensors())) > 1 else ():
        operands = operation.operands | {name: Number()}
        fewer = Operation(operation.signature, operation.node, operands, operation.nodes, operation.notation)
        fewer.grad_enabled = operation.grad_enabled
        other = transfer.apply(fewer)
        if type(other) is Tensor:
            value = value.refined(
                shape=join_dims(value.shape, other.shape),
                dtype=join_dtypes(value.dtype, other.dtype),
                grad=value.grad if value.grad is other.grad else None,
                single=value.single and other.single,
                shape_identity=value.shape_identity if value.shape_identity is other.shape_identity else None,
            )
    return value


def as_spelled(value: Tensor, signature: Signature, operation: Operation) -> Tensor:
    """The result of an operation, with what its being written as an operator or in place says of it."""
    target = operation.operand(signature.parameters[0] if signature.parameters else "input")
    if operation.notation is not Notation.IN_PLACE and not any(tensor.certain for tensor in operation.tensors()):
        value = value.refined(certain=False)  # of numbers only, which the operands may be, Python makes a number
    if operation.notation is Notation.OPERATOR:
        return value
    if not isinstance(target, Tensor) or operation.formula is Formula.REQUIRES_GRAD:
        return value
    # It may be a number, for which += makes a new object, as @= does for a tensor.
    makes_new = not target.certain or operation.formula is Formula.MATMUL
    if operation.notation is Notation.AUGMENTED and makes_new:
        return value if value.parameter is target.parameter else value.refined(parameter=target.parameter)
    keeps_shape = target if transfer.keeps_shape_in_place(signature) else value
    return value.refined(
        shape=keeps_shape.shape,
        shape_identity=keeps_shape.shape_identity,
        dtype=target.dtype,
        parameter=target.parameter,
        leaf=target.leaf and value.grad is True and operation.grad_enabled is False,
    )


def infer(module: cst.Module, source: str | None = None) -> Inference:
    """Everything that inference knows about a module, whose text may be given to save work.

    What it cannot follow is unknown; a statement that makes it raise is among its ``failures``, and costs no other.
    """
    interpreter = Interpreter(module, source)
    inference = interpreter.run()
    inference.source = source
    circles.note(inference)
    interpreter.take_apart()
    return inference
