"""Whether old code is written out: as calls of torch itself that stand together, with nothing between them.

A layer may have hooks or be replaced, a subclass may override a method, a helper may run under a decorator, and a
statement in between may change what a later one would read.  A fix that passes over any of these is unsafe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.python_operations import PHI
from ..inference.values import UNKNOWN, Bound, Function, Instance, Notation, Operation, Partial, Tensor, Unknown, Value
from .fix import Part
from .purity import only_computes
from .surroundings import Surroundings, inside, names_in

_OPAQUE = (Function, Instance, Partial)
# What an operand may be; a method is what inference takes a buffer of a layer for.
_OBJECTS = (Tensor, Unknown, Bound, Instance)
_MAX_OPERATIONS = 50


class WrittenOut:
    """Which old code of a module is written out."""

    def __init__(self, inference: Inference, surroundings: Surroundings) -> None:
        self.inference = inference
        self.surroundings = surroundings
        self._others: dict[int, dict[int, int]] = {}

    def passed(self, node: cst.CSTNode, parts: Mapping[str, Part | str | None]) -> list[Operation]:
        """The operations that lead from some parts to an expression."""
        ends = {id(part.value) for part in parts.values() if isinstance(part, Part)}
        ends |= {id(part.value.identity) for part in parts.values() if isinstance(part, Part)} - {id(None)}
        found: dict[int, Operation] = {}
        self._leads(self.inference.value(node), ends, found, {})
        return list(found.values())

    def around(self, node: cst.CSTNode, parts: Mapping[str, Part | str | None], found: Sequence[Operation]) -> bool:
        """Whether the operations that lead from some parts to an expression, as `passed` finds, are written out."""
        values = [part.value for part in parts.values() if isinstance(part, Part) and part.node is not node]
        made = self.inference.value(node).origin
        named = [value for value in values if isinstance(value, _OBJECTS) and value is not UNKNOWN]
        if named and not found and made is not None:
            return False  # something between them is not what it seems
        if len(found) >= _MAX_OPERATIONS or not all(self._is_direct(one, node) for one in found):
            return False
        outside = [one.node for one in found if not self.surroundings.encloses(node, one.node)]
        return all(self.follows_at_once(earlier, node) for earlier in outside)

    def is_certain(self, made: Operation) -> bool:
        """Whether a call is certain to call what inference takes it for: no name that may hold something else."""
        if made.notation is not Notation.FUNCTION or type(made.node) is not cst.Call:
            return True
        function = self.inference.value(made.node.func)
        if isinstance(function, Function | Instance | Bound):
            return True
        return not isinstance(function, Partial) and self._is_imported(made.node.func)

    def _leads(self, value: Value, ends: set[int], found: dict[int, Operation], seen: dict[int, bool]) -> bool:
        """Whether a value was computed from one of some others, and by which operations."""
        if id(value) in ends or (value.identity is not None and id(value.identity) in ends):
            return True
        made = value.origin
        if made is None or len(found) >= _MAX_OPERATIONS:
            return False
        if id(made) not in seen:
            seen[id(made)] = False
            operands = [part for part in made.operands.values() if isinstance(part, Tensor | Unknown)]
            leading = [self._leads(part, ends, found, seen) for part in operands]
            seen[id(made)] = any(leading)
            if any(leading):
                found[id(made)] = made
        return seen[id(made)]

    def _is_direct(self, made: Operation, node: cst.CSTNode) -> bool:
        """Whether an operation is one of torch's own, called in the same function by its own name."""
        if made.signature is PHI or made.notation is Notation.MODULE:
            return False
        if self.surroundings.scope(made.node) is not self.surroundings.scope(node):
            return False
        if type(made.node) is not cst.Call:
            return True
        function = self.inference.value(made.node.func)
        if isinstance(function, _OPAQUE) or (isinstance(function, Bound) and function.function is not None):
            return False
        return made.notation is not Notation.FUNCTION or self._is_imported(made.node.func)

    def _is_imported(self, function: cst.BaseExpression) -> bool:
        """Whether the name that a function is called by is only ever bound by imports."""
        root: cst.CSTNode = function
        while type(root) is cst.Attribute:
            root = root.value
        if type(root) is not cst.Name:
            return False
        around = self.surroundings
        bound = [*around.bindings(around.scope(root)).get(root.value, ())]
        bound = bound or around.bindings(around.module).get(root.value, [])
        named = [around.parent(one) if type(one) is cst.AsName else one for one in bound]
        return all(type(one) is cst.ImportAlias for one in named)

    def stands_by(self, earlier: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether nothing but assignments that compute runs between an expression and another around or after it."""
        return self.surroundings.encloses(node, earlier) or self.follows_at_once(earlier, node)

    def follows_at_once(self, earlier: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether only assignments that compute stand between an earlier expression and another in the same block."""
        around = self.surroundings
        last = around.statement(node)
        line = around.statement(earlier)
        block = around.parent(line)
        if block is not around.parent(last) or block is None or around.before(last, line):
            return False
        others = self._others_before(block)
        return type(last) is cst.SimpleStatementLine and others.get(id(line)) == others.get(id(last))

    def _others_before(self, block: cst.CSTNode) -> dict[int, int]:
        """How many statements before each one of a block do more than bind what they compute."""
        found = self._others.get(id(block))
        if found is None:
            found = self._others[id(block)] = {}
            others = 0
            body = block.body if isinstance(block, cst.IndentedBlock | cst.Module) else ()
            for one in body:
                found[id(one)] = others
                binds = type(one) is cst.SimpleStatementLine and all(map(self._only_binds, one.body))
                others += not binds
        return found

    def _only_binds(self, statement: cst.BaseSmallStatement) -> bool:
        if type(statement) is cst.Pass:
            return True
        if type(statement) is not cst.Assign or not only_computes(statement.value, self.inference):
            return False
        calls = (self.inference.operation(part) for part in inside(statement.value) if type(part) is cst.Call)
        if any(call is not None and call.notation is Notation.MODULE for call in calls):
            return False  # it may count batches
        targets = [target.target for target in statement.targets]
        return all(type(target) is cst.Name or list(names_in(target)) for target in targets)
