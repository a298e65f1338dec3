"""What inference found in one file, as rules, patterns and queries read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import libcst as cst

from ...syntax.completion import Completion
from ...syntax.parsing import Nodes, nodes_of
from ..knowledge.columns import Family, Formula
from ..knowledge.names import canonical
from ..knowledge.python_operations import PHI
from ..knowledge.signatures import TABLE, ModuleSignature
from ..values import (
    UNKNOWN,
    Class,
    Function,
    Identity,
    LoaderCall,
    Module,
    Operation,
    Sequence,
    Tensor,
    Unknown,
    Use,
    Value,
)
from .frame import Environment

# Losses that raise where input and target differ in shape (tried in torch 2.13); all others broadcast them.
_STRICT_LOSSES = frozenset({Formula.BINARY_CROSS_ENTROPY, Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS})


@dataclass
class Inference:
    """What inference found: what each expression is, and which operation each operation node performs.

    ``values`` and ``operations`` are kept by the ``id`` of the node, since hashing a LibCST node costs a Python call;
    ask ``value(node)`` and ``operation(node)``.
    ``functions`` are the functions of the file by their node; ``loops`` the loops by theirs; ``steps`` are what the
    children of an ``nn.Sequential`` do, by the node of its call.  ``event_calls`` are the calls of a training program,
    by their names, with the function each stands in; ``instantiations`` are those that make objects of classes of the
    file, with theirs; ``loaders`` those that make loaders.  ``strays`` are the functions that read ``self`` where
    nothing was seen to bind it.  ``noted`` are the nodes of some types, where they were noted before; ask
    ``nodes_of(type)``.
    ``rooms`` keeps what the other rooms work out when asked; ``source`` is the text, where it was given.
    """

    values: dict[int, Value] = field(default_factory=dict)
    operations: dict[int, Operation] = field(default_factory=dict)
    loops: dict[cst.CSTNode, LoopFacts] = field(default_factory=dict)
    exported: Environment = field(default_factory=dict)
    functions: dict[cst.CSTNode, Function] = field(default_factory=dict)
    steps: dict[cst.CSTNode, list[Operation]] = field(default_factory=dict)
    # Where inference raised, and so knows nothing.
    failures: list[Failure] = field(default_factory=list)
    module: cst.Module | None = None
    classes: dict[cst.CSTNode, Class] = field(default_factory=dict)
    event_calls: dict[cst.Call, tuple[str, Function | None]] = field(default_factory=dict)
    instantiations: dict[cst.CSTNode, Function | None] = field(default_factory=dict)
    loaders: dict[cst.CSTNode, LoaderCall] = field(default_factory=dict)
    strays: dict[Function, cst.Name] = field(default_factory=dict)
    noted: Nodes = field(default_factory=dict)
    _walked: dict[type, Iterable[cst.CSTNode]] = field(default_factory=dict, init=False, repr=False)
    rooms: dict[str, object] = field(default_factory=dict)
    source: str | None = None
    # What stands behind ``with``, where inference has been.
    contexts: list[cst.BaseExpression] = field(default_factory=list)
    # The calls that are statements of their own, by their ``id``.
    discarded: set[int] = field(default_factory=set)
    # The attributes, imported names and names of a star import that name something of torch, by their ``id``.
    references: dict[int, tuple[cst.CSTNode, str]] = field(default_factory=dict)
    # The statements of a function or loop whose comments are about memory, by its ``id``.
    # The names that a loop sets to numbers, by its ``id``.
    restarted: dict[tuple[int, int | None], set[str]] = field(default_factory=dict)
    # What was asked once of a loop or function, by question and its ``id``.
    answers: dict[tuple[str, int], bool] = field(default_factory=dict)

    # Gives the nodes of the module their layout, where they have none yet.
    completion: Completion | None = None

    def complete(self, nodes: Iterable[cst.CSTNode]) -> None:
        """See to it that nodes have their layout: spaces, comments, parentheses."""
        if self.completion is not None:
            self.completion.of(nodes)

    def code(self, node: cst.CSTNode) -> str:
        """The code of a node, as it is written."""
        self.complete((node,))
        return (self.module or cst.Module(())).code_for_node(node)

    def take_apart(self) -> None:
        """Forget what the other rooms worked out, which refers back to it."""
        self.rooms.clear()

    def value(self, node: cst.CSTNode) -> Value:
        """What an expression is; unknown for anything inference has not reached."""
        return self.values.get(id(node), UNKNOWN)

    def nodes_of(self, kind: type[cst.CSTNode]) -> Iterable[cst.CSTNode]:
        """The nodes of a type in the file, in no certain order: those that were noted, else found by one walk."""
        assert self.module is not None
        if kind in self.noted:
            return self.noted[kind]
        if kind not in self._walked:
            self._walked[kind] = nodes_of(self.module, (kind,))[kind]
        return self._walked[kind]

    def operation(self, node: cst.CSTNode) -> Operation | None:
        """The operation that a node performs; None where it is not known to be one on tensors."""
        return self.operations.get(id(node))

    def is_discarded(self, node: cst.CSTNode) -> bool:
        """Whether an expression is a call that is a statement of its own, so that nobody gets its value."""
        return id(node) in self.discarded

    @cached_property
    def _operations_by_loop(self) -> dict[int, list[Operation]]:
        found: dict[int, list[Operation]] = {}
        for operation in self.operations.values():
            for loop in operation.loops:
                found.setdefault(id(loop), []).append(operation)
        return found

    def inside(self, loop: cst.CSTNode) -> list[Operation]:
        """The operations that a loop runs, in the order of evaluation."""
        return self._operations_by_loop.get(id(loop), [])

    @cached_property
    def consumers(self) -> dict[Identity, list[Operation]]:
        """For each tensor the operations that take it as an operand, also in a list of tensors or an index."""
        found: dict[Identity, list[Operation]] = {}
        inner = (
            step for node, steps in self.steps.items() for step in steps if step is not self.operations.get(id(node))
        )
        for operation in chain(self.operations.values(), inner):
            for value in operation.operands.values():
                parts = value.parts() if isinstance(value, Sequence) else (value,)
                for part in parts:
                    if isinstance(part, Tensor):
                        found.setdefault(part.identity, []).append(operation)
        return found

    @cached_property
    def shapes_of_losses(self) -> set[frozenset[Identity]]:
        """The pairs of shape identities that a loss takes which raises where they are not equal."""
        found: set[frozenset[Identity]] = set()
        for operation in self.operations.values():
            if operation.formula in _STRICT_LOSSES:
                pair = operation.operand(), operation.operand("target")
                found.add(frozenset(one.shape_identity for one in pair if isinstance(one, Tensor)))
        return found

    def feeds_layer(self, value: Value) -> bool:
        """Whether a layer or a pointwise function takes a value, which neither would if it were a list."""
        users = self.consumers.get(value.identity, []) if isinstance(value, Tensor) else []
        return any(user.signature.family in (Family.NN, Family.POINTWISE) for user in users)

    @cached_property
    def mentions(self) -> Counter[Identity | Value]:
        """How often each tensor stands in the file: where it is made, gets a name, is read, or meets another branch.

        What is one of several values, where branches meet, mentions each.  A tuple of tensors counts by itself.
        """
        found: list[Identity | Value] = []
        for value in self.values.values():
            origin = value.origin  # most values meet no other, and need no list of those that do
            for part in alternatives(value) if origin is not None and origin.signature is PHI else (value,):
                if isinstance(part, (Tensor, Unknown)):
                    found.append(part.identity)
                elif isinstance(part, Sequence):
                    found.append(part)
        return Counter(found)

    def goes_only_to(self, value: Tensor | Unknown | Sequence, readers: int) -> bool:
        """Whether so many readings are all that becomes of a value, be it read where it is made or through a name."""
        made_and_named = self.mentions[value if isinstance(value, Sequence) else value.identity] - readers
        return made_and_named in (0, 2) and not value.identity.uses & {Use.RETURNED, Use.STORED, Use.UNPACKED}


@dataclass(frozen=True)
class Failure:
    """An exception of our own, in words: the statement or function that it cost, and the name of the function."""

    node: cst.CSTNode
    function: str | None
    cause: str


@dataclass
class LoopFacts:
    """What is known of one ``for`` loop or comprehension: what it iterates over, and the names it carries along.

    ``iterable`` is the value after ``in``; ``modules`` are those that have a name in front of the loop; ``carried`` the
    names whose value in an iteration depends on an earlier iteration, each with the value at the head of the body and
    at its end; ``before`` what those hold in front of the loop. No more of the environment is kept, or a long module's
    loops would each hold all its names.
    """

    iterable: Value
    modules: list[Module]
    carried: dict[str, tuple[Value, Value]] = field(default_factory=dict)
    before: Environment = field(default_factory=dict)


def met(value: Value) -> list[Value]:
    """What a value may be, without the values that are but where branches meet.

    >>> p = program("z = x if n else 'cpu'", "return z")
    >>> [one.kind for one in met(p.value("z"))]
    ['tensor', 'text']
    """
    return [one for one in alternatives(value) if one.origin is None or one.origin.signature is not PHI]


def module_row(value: Value) -> ModuleSignature | None:
    """What is known of the class of a module of torch.nn; None for other modules, and for what is none.

    >>> module_row(value("nn.Linear(3, 2)")).weights
    ('weight', 'bias')
    """
    return TABLE.modules.get(canonical(value.name)) if isinstance(value, Module) and value.name is not None else None


def alternatives(value: Value) -> list[Value]:
    """The value, and where branches meet in it what it may be."""
    found = [value]
    for current in found:
        origin = current.origin
        if origin is not None and origin.signature is PHI and len(found) < 16:
            found.extend(operand for operand in origin.operands.values() if operand not in found)
    return found
