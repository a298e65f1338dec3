"""What the rest of a module may do with an object that leaves the function in which a fix stands.

A fix may save other tensors for ``backward`` than the old code did, and take an intermediate out of the graph.  Within
a function its text shows whether anything minds; beyond it an object is followed by what inference knows of its origin,
and where nothing is known it may be the one in question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.python_operations import PHI
from ..inference.knowledge.tensor_attributes import asks_of
from ..inference.values import Number, Operation, Tensor, Unknown, Value
from ..syntax.walking import walk
from .purity import MAKES_NEW, is_harmless, is_pure, makes_new
from .surroundings import Surroundings, inside

_OPERATORS = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.BooleanOperation, cst.AugAssign)
# What a chain of names, views and branches may be long before it counts as leaving.
_MAX_DEPTH = 8
# What tells a tensor from a copy of it without its graph.
_OF_OBJECTS = frozenset({"autograd", "grad_fn", "id", "retain_grad"})
_COMPLEX = frozenset({"cdouble", "cfloat", "complex", "complex64", "complex128"})
# What depends on the strides of a tensor, and not only on its entries.
_BY_STRIDES = frozenset({"as_strided", "data_ptr", "is_contiguous", "stride", "view", "view_as"})


class Elsewhere:
    """The in-place changes of a whole module, and what may leave the function in which it is made."""

    def __init__(self, module: cst.Module, inference: Inference, surroundings: Surroundings) -> None:
        self.module = module
        self.inference = inference
        self.surroundings = surroundings
        # What the calls of a scope are passed, and what is asked of a name, each worked out once.
        self._texts: dict[int, frozenset[str]] = {}
        self._computed_with: dict[tuple[int, str], bool] = {}

    def may_change_result(self, node: cst.CSTNode) -> bool:
        """Whether the result of an expression leaves its function, and code outside may change it in place."""
        return self.leaves(node) and self._changed.may_be(node)

    def may_change_operand(self, operand: cst.CSTNode) -> bool:
        """Whether a layer, or code outside its function, may change an operand in place afterwards."""
        value = self.inference.value(operand)
        made = value.origin
        if isinstance(value, Tensor) and (value.parameter or (made is not None and made.given("requires_grad"))):
            return True  # an optimizer changes it
        if isinstance(operand, cst.Attribute):
            return operand.attr.value in self._changed_attributes
        if made is not None:
            if made.node in self._passed_on.nodes:
                return True
        return not _is_new(made) and self._changes_what_it_passes

    def _is_argument(self, target: cst.CSTNode) -> bool:
        return isinstance(self.surroundings.parent(target), cst.Arg)

    @cached_property
    def treats_copies_alike(self) -> bool:
        """Whether nothing in the module asks which object a tensor is, or for the gradient of one that is no leaf."""
        found: list[cst.CSTNode] = []

        def compare(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.ComparisonTarget)
            literal = isinstance(node.comparator, cst.Name) and node.comparator.value in ("None", "True", "False")
            if isinstance(node.operator, cst.Is | cst.IsNot) and not literal:
                found.append(node)

        walk(self.module, {cst.ComparisonTarget: [compare]})
        return not found and _OF_OBJECTS.isdisjoint(self.surroundings.names(self.module))

    def is_divisor(self, node: cst.CSTNode) -> bool:
        """Whether an expression is at once divided by, which makes the sign of its zeros that of an infinity."""
        parent = self.surroundings.parent(node)
        return isinstance(parent, cst.BinaryOperation) and (
            isinstance(parent.operator, cst.Divide | cst.Power) and parent.right is node
        )

    def loses_sign_of_zero(self, node: cst.CSTNode) -> bool:
        """Whether an expression is at once added to something, or multiplied by it, but not divided by."""
        parent = self.surroundings.parent(node)
        if not isinstance(parent, cst.BinaryOperation):
            return False
        scaled = isinstance(parent.operator, cst.Divide) and parent.left is node
        return scaled or isinstance(parent.operator, cst.Add | cst.Subtract | cst.Multiply)

    @property
    def may_be_complex(self) -> bool:
        """Whether the module mentions complex numbers, which a layer may then hold too."""
        return not _COMPLEX.isdisjoint(self.surroundings.names(self.surroundings.module))

    @property
    def may_ask_layout(self) -> bool:
        """Whether the module reads tensors by their strides, as `view` does."""
        return not _BY_STRIDES.isdisjoint(self.surroundings.names(self.surroundings.module))

    def leaves(self, node: cst.CSTNode, depth: int = 0) -> bool:
        """Whether an object, or a view of it, reaches anything but an operation that makes a new one."""
        around, parent = self.surroundings, self.surroundings.parent(node)
        if depth > _MAX_DEPTH:
            return True
        if isinstance(parent, (*_OPERATORS, cst.Expr, cst.FormattedStringExpression)):
            return isinstance(parent, cst.BooleanOperation)
        if isinstance(parent, cst.Arg):
            call = around.parent(parent)
            return not (isinstance(call, cst.Call) and (makes_new(call, self.inference) or self._only_asks(call)))
        if isinstance(parent, cst.Attribute):
            call = around.parent(parent)
            if not isinstance(call, cst.Call) or call.func is not parent:
                return asks_of(parent.attr.value) is None and self.leaves(parent, depth + 1)
            if makes_new(call, self.inference) or self._only_asks(call):
                return False
            return self.inference.operation(call) is None or self.leaves(call, depth + 1)
        if isinstance(parent, cst.Subscript | cst.IfExp):
            return self.leaves(parent, depth + 1)
        if isinstance(parent, cst.Assign) and len(parent.targets) == 1:
            return self._leaves_through(parent.targets[0].target, depth)
        if isinstance(parent, cst.AnnAssign):
            return self._leaves_through(parent.target, depth)
        return True

    def _leaves_through(self, target: cst.CSTNode, depth: int) -> bool:
        scope = self.surroundings.scope(target)
        if not isinstance(target, cst.Name) or not isinstance(scope, cst.FunctionDef):
            return True
        reads = [name for name in self.surroundings.mentions(scope, target.value) if not self._is_target(name)]
        return any(self.surroundings.scope(name) is not scope or self.leaves(name, depth + 1) for name in reads)

    def is_only_computed_with(self, name: cst.Name) -> bool:
        """Whether each mention of a name binds it, or gives its object to an operation that only computes.

        Anything else, a hook, a ``return``, a call that nobody knows, may ask for the gradient of the object.
        """
        scope = self.surroundings.scope(name)
        asked = (id(scope), name.value)
        if asked not in self._computed_with:
            self._computed_with[asked] = all(
                self._is_target(mention) or self._only_computes(mention)
                for mention in self.surroundings.mentions(scope, name.value)
            )
        return self._computed_with[asked]

    def _is_target(self, name: cst.Name) -> bool:
        parent = self.surroundings.parent(name)
        return isinstance(parent, cst.AssignTarget | cst.Param | cst.NamedExpr)

    def _only_computes(self, name: cst.Name) -> bool:
        parent = self.surroundings.parent(name)
        while isinstance(parent, cst.Element | cst.List | cst.Tuple):
            parent = self.surroundings.parent(parent)
        if isinstance(parent, cst.Arg):
            call = self.surroundings.parent(parent)
            return isinstance(call, cst.Call) and (is_pure(call, self.inference) or self._only_asks(call))
        if isinstance(parent, cst.Attribute):
            call = self.surroundings.parent(parent)
            if isinstance(call, cst.Call) and call.func is parent:
                return is_pure(call, self.inference) or self._only_asks(call)
            return parent.attr.value != "grad"
        index = isinstance(parent, cst.Index | cst.ComparisonTarget)
        return index or isinstance(parent, (*_OPERATORS, cst.Subscript, cst.FormattedStringExpression))

    def _only_asks(self, call: cst.Call) -> bool:
        operation = self.inference.operation(call)
        return operation is None and is_harmless(call, self.inference)

    @cached_property
    def _changed(self) -> _Origins:
        """What the module changes in place, but for attributes that it does not set."""
        return _origins(
            value
            for value, target in self._changes
            if not isinstance(target, cst.Attribute) or target.attr.value in self._stored
        )

    @cached_property
    def _passed_on(self) -> _Origins:
        """The tensors that layers and calls change in place."""
        return _origins(
            value for value, target in self._changes if self._is_argument(target) and isinstance(value, Tensor)
        )

    @cached_property
    def _changed_attributes(self) -> frozenset[str]:
        return frozenset(target.attr.value for _, target in self._changes if isinstance(target, cst.Attribute))

    @cached_property
    def _changes_what_it_passes(self) -> bool:
        """Whether a function changes in place what it also passes to a call of which nothing is known."""
        return any(self._is_also_passed(target) for _, target in self._changes)

    @cached_property
    def _changes(self) -> list[tuple[Value, cst.BaseExpression]]:
        """What the module changes in place: the object as far as it is known, and the expression that holds it."""
        found: list[tuple[Value, cst.BaseExpression]] = []

        def note(target: cst.BaseExpression) -> None:
            while isinstance(target, cst.Attribute) and target.attr.value == "data":
                target = target.value
            found.append((self.inference.value(target), target))

        def call(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Call)
            function = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
            name = function.value if isinstance(function, cst.Name) else ""
            known = self.inference.operation(node) is not None
            if name.endswith("_") and not name.endswith("__"):
                if isinstance(node.func, cst.Attribute) and not self._is_module(node.func.value):
                    note(node.func.value)
                for argument in node.args[:1]:
                    note(argument.value)
            elif known and not is_harmless(node, self.inference):
                for argument in node.args:
                    note(argument.value)
            else:
                for argument in node.args:
                    keyword = "" if argument.keyword is None else argument.keyword.value
                    if keyword == "out" or (keyword == "inplace" and node.args):
                        note(argument.value if keyword == "out" else node.args[0].value)

        def store(node: cst.CSTNode) -> None:
            target = node.target  # type: ignore[attr-defined]
            if isinstance(target, cst.Subscript):
                note(target.value)
                if isinstance(node, cst.AugAssign):
                    note(target)
            elif isinstance(node, cst.AugAssign) and not self._starts_as_number(node.target):
                made = self.inference.operation(node)
                found.append((self.inference.value(target) if made is None else made.operand(), node.target))

        walk(self.module, {cst.Call: [call], cst.AssignTarget: [store], cst.AugAssign: [store]})
        return found

    def _starts_as_number(self, target: cst.BaseExpression) -> bool:
        """Whether a name is only ever given numbers, so that what is added to it makes an object of its own."""
        if not isinstance(target, cst.Name):
            return False
        bound = self.surroundings.bindings(self.surroundings.scope(target)).get(target.value, ())
        given = [self.surroundings.parent(one) for one in bound if not isinstance(one, cst.AugAssign)]
        return bool(given) and all(
            isinstance(one, cst.Assign) and isinstance(self.inference.value(one.value), Number) for one in given
        )

    @cached_property
    def _stored(self) -> frozenset[str]:
        """The names of the attributes to which the module assigns what may be a tensor from elsewhere."""
        found: set[str] = set()

        def store(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Assign)
            for target in node.targets:
                if isinstance(target.target, cst.Attribute):
                    found.add(target.target.attr.value)

        walk(self.module, {cst.Assign: [store]})
        return frozenset(found)

    def _is_module(self, node: cst.BaseExpression) -> bool:
        """Whether an expression is a module of torch, such as ``nn.init``, and no tensor."""
        return not isinstance(self.inference.value(node), Unknown | Tensor)

    def _is_also_passed(self, target: cst.BaseExpression) -> bool:
        """Whether a function passes what it changes in place to a call of which nothing is known."""
        scope = self.surroundings.scope(target)
        if id(scope) not in self._texts:
            self._texts[id(scope)] = frozenset(_texts(self.module, self.inference, scope))
        return self.module.code_for_node(target) in self._texts[id(scope)]


@dataclass(frozen=True)
class _Origins:
    """Where values may have been made: at which nodes, and whether anywhere else too."""

    nodes: frozenset[cst.CSTNode]
    anywhere: bool

    def may_be(self, node: cst.CSTNode) -> bool:
        """Whether one of the values may have been made at a node."""
        return self.anywhere or node in self.nodes


def _origins(values: Iterable[Value]) -> _Origins:
    """Where some values, or what they are views of, may have been made."""
    nodes: set[cst.CSTNode] = set()
    seen: set[int] = set()
    anywhere = False
    queue = list(values)
    for value in queue:
        made = value.origin
        if made is None:
            anywhere = anywhere or isinstance(value, Unknown | Tensor)
        elif id(made) not in seen:
            seen.add(id(made))
            nodes.add(made.node)
            if not _is_new(made):
                passed_on = [made.operand()] if made.notation.modifies else made.operands.values()
                queue.extend(part for part in passed_on if isinstance(part, Tensor | Unknown))
    return _Origins(frozenset(nodes), anywhere)


def _texts(module: cst.Module, inference: Inference, scope: cst.CSTNode) -> Iterator[str]:
    for node in inside(scope):
        if isinstance(node, cst.Param):
            yield node.name.value
        if isinstance(node, cst.Call) and inference.operation(node) is None:
            yield from (module.code_for_node(argument.value) for argument in node.args)


def _is_new(made: Operation | None) -> bool:
    """Whether an operation makes an object of its own."""
    if made is None or made.signature is PHI or made.notation.modifies:
        return False
    return made.signature.family in MAKES_NEW
