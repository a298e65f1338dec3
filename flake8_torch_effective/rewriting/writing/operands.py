"""Where new code finds its operands: in the code it replaces, or on an earlier line that still has the same value."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Asks
from ...inference.knowledge.tensor_attributes import asks_of
from ...inference.values import UNKNOWN, Number, Tensor, Text
from ..fix import Part
from ..purity import is_pure, only_computes
from ..surroundings import Surroundings, children_of, inside
from .code import has_comment
from .effects import changes_in_place

# These have their own scope of names.
_OWN_NAMES = (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)

# Expressions that may have side effects; and expressions that may skip or delay code inside them.
_ACTIONS = (cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
_CONDITIONS = (cst.IfExp, cst.BooleanOperation, cst.Comparison, cst.Assert, *_OWN_NAMES)


class Operands:
    """The expressions of one module that new code can reuse or repeat."""

    def __init__(self, inference: Inference, surroundings: Surroundings) -> None:
        self.inference = inference
        self.surroundings = surroundings

    def find(self, part: Part, node: cst.CSTNode, gone: cst.CSTNode | None = None) -> cst.BaseExpression | str | None:
        """Where code that replaces ``node`` finds a part: an expression to reuse, or text for a literal.

        A part that is ``node`` itself is wrapped by the new code.
        """
        written = part.node
        if isinstance(written, cst.BaseExpression) and written is node:
            return written
        if isinstance(written, cst.BaseExpression) and (self._can_take(written, node) or self.goes(written, gone)):
            return written
        for candidate in self._candidates(node):
            value = self.inference.value(candidate)
            if value is part.value and value is not UNKNOWN and not isinstance(value, Number | Text):
                if self._can_take(candidate, node):
                    return candidate
            identity = value.identity
            if identity is not None and value is not UNKNOWN and identity is part.value.identity:
                if self._can_take(candidate, node):
                    return candidate
        if isinstance(part.value, Number) and part.value.number is not None:
            return repr(part.value.number)
        return None

    def goes(self, found: cst.CSTNode, gone: cst.CSTNode | None) -> bool:
        return gone is not None and self.surroundings.encloses(gone, found)

    def _can_take(self, found: cst.BaseExpression, node: cst.CSTNode) -> bool:
        if self.surroundings.encloses(node, found):
            return found is not node and not self._depends(found, node)
        if self.surroundings.scope(found) is not self.surroundings.scope(node):
            return False
        return self.stays(found, node) or self.moved(found, node) is not None

    def stays(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether an earlier expression can be repeated at ``node`` at no cost and with the same value."""
        return self.is_simple(found) and all(self.surroundings.stays(name, found, node) for name in _roots(found))

    def _depends(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether code between two expressions decides if, how often or in which scope the inner one runs."""
        current = found
        for ancestor in self.surroundings.ancestors(found):
            if ancestor is node:
                return False
            if isinstance(ancestor, _OWN_NAMES):
                return True
            if type(ancestor) is cst.IfExp and current is not ancestor.test:
                return True
            if type(ancestor) is cst.BooleanOperation and current is not ancestor.left:
                return True
            current = ancestor
        return False

    def _candidates(self, node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
        """The expressions inside one, and inside those bound to its local names."""
        stack: list[cst.CSTNode] = [node]
        depth = {id(node): 0}
        scope = self.surroundings.scope(node)
        bound = {} if type(scope) is cst.Module else self.surroundings.bindings(scope)
        while stack:
            current = stack.pop(0)
            for _, _, child in children_of(current):
                if not isinstance(child, _OWN_NAMES):
                    depth[id(child)] = depth[id(current)]
                    stack.append(child)
            if current is not node and isinstance(current, cst.BaseExpression):
                yield current
            if type(current) is cst.Name and len(bound.get(current.value, ())) == 1 and depth[id(current)] < 3:
                value = self._assigned(bound[current.value][0])
                if value is not None and id(value) not in depth:
                    depth[id(value)] = depth[id(current)] + 1
                    stack.append(value)

    def _assigned(self, target: cst.CSTNode) -> cst.BaseExpression | None:
        statement = self.surroundings.parent(target)
        return statement.value if type(statement) is cst.Assign and len(statement.targets) == 1 else None

    def is_simple(self, node: cst.CSTNode) -> bool:
        """Whether evaluating an expression twice costs next to nothing and has no side effects."""
        if isinstance(node, cst.Name | cst.Integer | cst.Float | cst.SimpleString):
            return True
        if type(node) is cst.Attribute:
            return self.is_simple(node.value)
        if type(node) is cst.UnaryOperation:
            return type(node.operator) is cst.Minus and self.is_simple(node.expression)
        if type(node) is cst.Tuple:
            return all(type(entry) is cst.Element and self.is_simple(entry.value) for entry in node.elements)
        return self._is_size(node)

    def _is_size(self, node: cst.CSTNode) -> bool:
        """Whether an expression is ``x.size(0)``, ``x.shape[0]``, ``len(x)`` or the like of a named tensor."""
        if type(node) is cst.Subscript:
            index = node.slice[0].slice
            shape = type(node.value) is cst.Attribute and asks_of(node.value.attr.value) is Asks.SHAPE
            return shape and type(index) is cst.Index and self.is_simple(node.value) and self.is_simple(index.value)
        operation = self.inference.operation(node) if type(node) is cst.Call else None
        if operation is None or operation.signature.asks is None or not isinstance(operation.operand(), Tensor):
            return False
        return all(self.is_simple(part) for part in operation.nodes.values())

    def moved(self, found: cst.CSTNode, node: cst.CSTNode) -> cst.CSTNode | None:
        """The assignment that can be removed when its expression moves into a later statement of the block.

        Its name must be read only in ``node``.  If there are statements in between, the expression must have no side
        effects and read only names that keep their objects.
        """
        around = self.surroundings
        statement = around.statement(found)
        if type(statement) is not cst.SimpleStatementLine or len(statement.body) != 1:
            return None
        assign = statement.body[0]
        if type(assign) is not cst.Assign or len(assign.targets) != 1:
            return None
        target = assign.targets[0].target
        scope = around.scope(found)
        if type(found) is cst.Name:
            return statement if self._is_renewed(found, assign, node) else None
        use = around.statement(node)
        if type(scope) is not cst.FunctionDef or type(target) is not cst.Name or self._repeats(node):
            return None
        # There is no place for its comments in the new code.
        if has_comment(found):
            return None
        if type(use) is not cst.SimpleStatementLine or around.parent(use) is not around.parent(statement):
            return None
        at_once = around.following(statement) is use and self._comes_first(node, use)
        if not at_once and not self._can_wait(found, node):
            return None
        return statement if self.reads_within(target, node) else None

    def moves(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether the statement of an earlier expression goes when that is written at ``node``."""
        if self.moved(found, node) is not None:
            return True
        statement = self.surroundings.statement(found)
        assign = statement.body[0] if type(statement) is cst.SimpleStatementLine else None
        target = assign.targets[0].target if type(assign) is cst.Assign and len(assign.targets) == 1 else None
        return type(target) is cst.Name and self.reads_within(target, node)

    def _comes_first(self, node: cst.CSTNode, statement: cst.CSTNode) -> bool:
        """Whether a statement always evaluates an expression, without side effects before that."""
        around = [node, *self.surroundings.ancestors(node)]
        for part in inside(statement):
            if part is node:
                return True
            encloses = any(part is ancestor for ancestor in around)
            if isinstance(part, _CONDITIONS if encloses else _ACTIONS):
                if not (type(part) is cst.Call and is_pure(part, self.inference)):
                    return False
        return False

    def reads_within(self, name: cst.Name, node: cst.CSTNode) -> bool:
        """Whether a local name is bound once, and read only inside a node."""
        scope = self.surroundings.scope(name)
        alike = self.surroundings.mentions(scope, name.value)
        outside = [other for other in alike if not self.surroundings.encloses(node, other)]
        return len(outside) == 1 and len(alike) > 1 and type(scope) is cst.FunctionDef

    def _repeats(self, node: cst.CSTNode) -> bool:
        """Whether a comprehension or lambda decides how often an expression runs."""
        for ancestor in self.surroundings.ancestors(node):
            if isinstance(ancestor, _OWN_NAMES):
                return True
            if isinstance(ancestor, cst.BaseStatement):
                break
        return False

    def _can_wait(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether an expression has the same value if it is computed at ``node``, some statements later."""
        assert isinstance(found, cst.BaseExpression)
        stays = all(self.surroundings.stays(name, found, node) for name in _roots(found))
        return stays and only_computes(found, self.inference)

    def _is_renewed(self, found: cst.Name, assign: cst.Assign, node: cst.CSTNode) -> bool:
        """Whether an assignment rebinds ``found`` only for ``node``, which needs the old value."""
        around = self.surroundings
        target = assign.targets[0]
        if type(target.target) is not cst.Name or target.target.value != found.value:
            return False
        if isinstance(around.scope(found), cst.Module) or changes_in_place(assign.value, ()):
            return False
        return around.stays(found.value, found, node, target) and around.is_only_for(assign, found.value, node)


def _roots(node: cst.CSTNode) -> set[str]:
    return {name.value for name in inside(node) if type(name) is cst.Name}
