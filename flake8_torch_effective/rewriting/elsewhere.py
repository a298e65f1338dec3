"""What the rest of a file may do with the tensors that a fix computes, or computes them from.

A fix may save other tensors for ``backward`` than the old code did, and what is saved must not be changed in place
before.  Where a tensor goes is read in the text of its function; where it leaves that, or comes from outside, another
file may change it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.columns import Family
from ..inference.knowledge.module_methods import GIVES_SELF, MODULE_LOGS, SHOWS_MODULE
from ..inference.knowledge.python_builtins import READS_NUMBERS
from ..inference.knowledge.signatures import TABLE
from ..inference.knowledge.tensor_attributes import asks_of
from ..inference.knowledge.training import QUIET_METHODS
from ..inference.values import Module, Notation, Number, Operation, Reference, Sequence, Tensor, Text, Unknown
from ..syntax.naming import called_name
from ..syntax.operators import gives_operand
from ..syntax.walking import Visit
from .changes import changed_by
from .mentions import Mentions, Topic
from .purity import MAKES_NEW, is_harmless, is_pure
from .surroundings import Surroundings

_OPERATORS = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.AugAssign)
_GROUPS = (cst.Element, cst.List, cst.Tuple, cst.BooleanOperation, cst.IfExp, cst.Subscript)
_DISPLAYS = (cst.List, cst.Tuple, cst.Dict, cst.Set)
_STORES = frozenset({Family.COLLECTION, Family.OBJECT, Family.CALL})
# What a chain of names, views and branches may be long before it counts as given to code that nobody knows.
_MAX_DEPTH = 8
# How many expressions are looked at before an object counts as that.
_MAX_STEPS = 300
# Builtins that only look at a tensor and keep nothing of it.
_READING = READS_NUMBERS | {"isinstance", "print", "round", "type"}
# Methods of modules that change no weights, or only those of which nothing was computed.
_KEEPS_WEIGHTS = QUIET_METHODS | GIVES_SELF | MODULE_LOGS | SHOWS_MODULE | {
    "append", "extend", "forward", "get_buffer", "insert", "items", "keys", "save_hyperparameters", "values",
    "zero_grad",
}  # fmt: skip


class Reach(IntEnum):
    """How far a tensor, or a view of it, gets: the farthest of all its ways."""

    FUNCTION = 0  # only to operations that make new tensors
    OUTSIDE = 1  # out of the function, as what it returns, or into it, as what it is given
    UNKNOWN = 2  # to code that nobody knows, or from an attribute, which an optimizer may change


class Elsewhere:
    """Where the tensors of a file go, and whether something there may change them in place."""

    def __init__(self, module: cst.Module, inference: Inference, surroundings: Surroundings) -> None:
        self.module = module
        self.inference = inference
        self.surroundings = surroundings
        self.mentions = Mentions(module, inference, surroundings)
        self._computed_with: dict[tuple[int, str], bool] = {}
        self._steps = 0
        # The names of scopes that are being followed, forward and backward.
        self._followed: set[tuple[int, str]] = set()
        self._traced: set[tuple[int, str]] = set()

    def may_change_result(self, node: cst.CSTNode) -> bool:
        """Whether the result of an expression may be changed in place by other code."""
        self._steps = 0
        return self.reach(node) is not Reach.FUNCTION

    def is_known_to_stay(self, name: cst.Name) -> bool:
        """Whether the object of a name, or a view of it, gets to no code that nobody knows."""
        self._steps = 0
        return self._through_name(name, 0) is not Reach.UNKNOWN

    def may_change_operand(self, operand: cst.CSTNode) -> bool:
        """Whether other code may change an operand in place afterwards."""
        value = self.inference.value(operand)
        made = value.origin
        if not isinstance(value, Tensor | Unknown):
            return False
        if isinstance(value, Tensor) and (value.parameter or (made is not None and made.given("requires_grad"))):
            return True  # an optimizer changes it
        self._steps = 0
        return self._source(operand) is not Reach.FUNCTION

    def reach(self, node: cst.CSTNode, depth: int = 0) -> Reach:
        """Where the object of an expression, or a view of it, gets after the expression."""
        parent = self.surroundings.parent(node)
        self._steps += 1
        if depth > _MAX_DEPTH or self._steps > _MAX_STEPS or parent is None:
            return Reach.UNKNOWN
        if type(parent) is cst.AugAssign and parent.target is node:
            return Reach.OUTSIDE
        if type(parent) is cst.AssignTarget and type(node) is cst.Subscript:
            return Reach.OUTSIDE
        if isinstance(parent, _OPERATORS) and isinstance(node, _DISPLAYS):
            return Reach.UNKNOWN  # `kept += [x]`
        if gives_operand(parent):
            return self.reach(parent, depth + 1)
        if isinstance(parent, (*_OPERATORS, cst.Expr, cst.FormattedStringExpression, cst.Index, cst.ComparisonTarget)):
            return Reach.FUNCTION
        if type(parent) is cst.Return:
            return Reach.OUTSIDE
        if type(parent) is cst.Arg:
            call = self.surroundings.parent(parent)
            if type(call) is not cst.Call or parent.star or self._is_stored_by(call) or _picks(call):
                return Reach.UNKNOWN
            return self._through(call, depth)
        if type(parent) is cst.Attribute:
            call = self.surroundings.parent(parent)
            if type(call) is cst.Call and call.func is parent:
                return self._through(call, depth)
            return self.reach(parent, depth + 1) if asks_of(parent.attr.value) is None else Reach.FUNCTION
        if isinstance(parent, _GROUPS):
            return self.reach(parent, depth + 1)
        if type(parent) is cst.Assign and len(parent.targets) == 1:
            return self._through_name(parent.targets[0].target, depth)
        if type(parent) is cst.AnnAssign:
            return self._through_name(parent.target, depth)
        return Reach.UNKNOWN

    def _is_stored_by(self, call: cst.Call) -> bool:
        """Whether a call keeps its arguments, as ``list.append`` does."""
        operation = self.inference.operation(call)
        return operation is not None and operation.signature.family in _STORES

    def _through(self, call: cst.Call, depth: int) -> Reach:
        """Where an object gets that is passed to a call, or of which a method is called."""
        operation = self.inference.operation(call)
        if operation is None:
            named = type(call.func) is cst.Name and call.func.value in _READING
            return Reach.FUNCTION if named and is_harmless(call, self.inference) else Reach.UNKNOWN
        if not is_harmless(call, self.inference) or _may_renormalize(call):
            return Reach.UNKNOWN
        if operation.signature.family is Family.EXTRACTION:
            return Reach.UNKNOWN  # NumPy's functions may write to the same memory
        if operation.notation is Notation.MODULE:
            return Reach.OUTSIDE  # it may be replaced
        return Reach.FUNCTION if _is_new(operation) else self.reach(call, depth + 1)

    def _through_name(self, target: cst.CSTNode, depth: int) -> Reach:
        """Where an object gets that is bound to a target."""
        scope = self.surroundings.scope(target)
        if type(target) is not cst.Name:
            return Reach.OUTSIDE
        if type(scope) is not cst.FunctionDef or self.surroundings.is_shared(target.value):
            return Reach.UNKNOWN
        followed = (id(scope), target.value)
        if followed in self._followed:
            return Reach.FUNCTION  # `mask = mask[None]`: the rest of its ways is being looked at
        self._followed.add(followed)
        found = self._farthest(
            Reach.UNKNOWN if self.surroundings.scope(name) is not scope else self.reach(name, depth + 1)
            for name in self.surroundings.mentions(scope, target.value)
            if not self._is_target(name)
        )
        self._followed.discard(followed)
        return found

    def _farthest(self, found: Iterable[Reach]) -> Reach:
        farthest = Reach.FUNCTION
        for one in found:
            farthest = max(farthest, one)
            if farthest is Reach.UNKNOWN:
                break
        return farthest

    def _source(self, node: cst.CSTNode, depth: int = 0) -> Reach:
        """From where an operand comes, and where else it gets; its own place aside where it makes a new tensor."""
        self._steps += 1
        if depth > _MAX_DEPTH or self._steps > _MAX_STEPS:
            return Reach.UNKNOWN
        if gives_operand(node):
            return self._source(node.expression, depth + 1)
        if isinstance(node, cst.BinaryOperation | cst.UnaryOperation | cst.Comparison):
            return Reach.FUNCTION
        if type(node) is cst.Call:
            operation = self.inference.operation(node)
            if operation is not None and is_harmless(node, self.inference):
                if operation.notation is Notation.MODULE:
                    return self._least if operation.signature.layer else Reach.OUTSIDE
                if _is_new(operation):
                    return Reach.FUNCTION
            given = [argument.value for argument in node.args] if operation is not None else []
            if type(node.func) is cst.Attribute and operation is not None:
                given.append(node.func.value)
            viewed = [one for one in given if isinstance(self.inference.value(one), Tensor)]
            least = self._least if viewed else Reach.OUTSIDE
            return self._farthest((least, *(self._source(one, depth + 1) for one in viewed)))
        if type(node) is cst.Subscript:
            return self._farthest((self._least, self._source(node.value, depth + 1)))
        if type(node) is cst.IfExp:
            return self._farthest(self._source(one, depth + 1) for one in (node.body, node.orelse))
        if type(node) is cst.Name:
            return self._source_of_name(node, depth)
        return Reach.UNKNOWN

    @property
    def _least(self) -> Reach:
        """How far a view of a tensor of the function gets at least, or what a layer gives, which may be replaced."""
        return Reach.OUTSIDE if self.changes_in_place else Reach.FUNCTION

    def _source_of_name(self, name: cst.Name, depth: int) -> Reach:
        around, scope = self.surroundings, self.surroundings.scope(name)
        if type(scope) is not cst.FunctionDef or around.is_shared(name.value):
            return Reach.UNKNOWN
        found = [self._through_name(name, depth + 1)]
        traced = (id(scope), name.value)
        if traced in self._traced:
            return found[0]
        self._traced.add(traced)
        bindings = around.bindings(scope).get(name.value, [])
        if not bindings:
            found.append(Reach.UNKNOWN)
        for target in bindings:
            bound = around.parent(target) if type(target) is cst.AssignTarget else target
            if isinstance(bound, cst.Assign | cst.AnnAssign) and bound.value is not None:
                alone = type(bound) is not cst.Assign or type(bound.targets[0].target) is cst.Name
                found.append(Reach.FUNCTION if alone else Reach.OUTSIDE)
                found.append(self._source(bound.value, depth + 1))
            elif isinstance(bound, cst.For | cst.CompFor):
                found += [Reach.OUTSIDE, self._source(bound.iter, depth + 1)]
            else:
                found.append(Reach.OUTSIDE if type(bound) is cst.Param else Reach.UNKNOWN)
        self._traced.discard(traced)
        return self._farthest(found)

    @property
    def changes_in_place(self) -> bool:
        """Whether the file may change any tensor in place, parameters included, or make a layer that does."""
        return self.changes_by_text or self.mentions.any_of(Topic.CHANGES)

    @property
    def depends_on_strides(self) -> bool:
        """Whether the file may read strides, or change in place what is a view only where strides allow that."""
        return self.mentions.any_of(Topic.LAYOUT) or (self.mentions.any_of(Topic.COPIES) and self.changes_in_place)

    @cached_property
    def changes_by_text(self) -> bool:
        """Whether a call or an assignment of the file may change a tensor in place, or make a layer that does."""
        found: list[cst.CSTNode] = []

        def change(node: cst.CSTNode) -> None:
            if any(self._may_be_tensor(node, changed) for changed in changed_by(node)):
                found.append(node)

        def call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            change(node)
            if self.inference.operation(node) is not None and not is_harmless(node, self.inference):
                found.append(node)
            elif any(argument.keyword is not None and argument.keyword.value == "inplace" for argument in node.args):
                keywords = {one.keyword.value: one.value for one in node.args if one.keyword is not None}
                if not _is_named(keywords["inplace"], "False"):
                    found.append(node)
            elif any(_is_named(argument.value, "True") for argument in node.args if argument.keyword is None):
                found.append(node)  # F.relu(x, True), nn.ReLU(True) by any name
            elif self._may_change_weights(node):
                found.append(node)

        def refer(node: cst.CSTNode) -> None:
            value = self.inference.value(node)
            row = TABLE.modules.get(value.name) if isinstance(value, Reference) else None
            if row is None or "inplace" not in row.parameters:
                return
            parent = self.surroundings.parent(node)
            place = row.parameters.index("inplace")
            called = type(parent) is cst.Call and parent.func is node
            args = parent.args if type(parent) is cst.Call and called else ()
            if not called or any(argument.star for argument in args):
                found.append(node)
            positional = [argument for argument in args if argument.keyword is None]
            if len(positional) > place and not _is_named(positional[place].value, "False"):
                found.append(node)

        def look_up(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            if _may_renormalize(node):
                found.append(node)

        visitors: dict[type, list[Visit]] = {
            cst.Call: [call, look_up],
            cst.AnnAssign: [change],
            cst.AssignTarget: [change],
            cst.AugAssign: [change],
            cst.Del: [change],
            cst.For: [change],
            cst.Attribute: [refer],
            cst.Name: [refer],
        }
        self.mentions.visit(visitors)
        return bool(found) or self.mentions.names_in_place

    def _may_change_weights(self, call: cst.Call) -> bool:
        """Whether a call is of a method of a module that nobody knows."""
        if type(call.func) is not cst.Attribute or self.inference.operation(call) is not None:
            return False
        module, method = self.inference.value(call.func.value), call.func.attr.value
        if not isinstance(module, Module) or method in _KEEPS_WEIGHTS:
            return False
        return module.cls is None or module.cls.function(method) is None

    def _may_be_tensor(self, node: cst.CSTNode, changed: cst.BaseExpression) -> bool:
        """Whether what a node changes in place may be a tensor, and not a number, a collection or an object."""
        if type(node) is cst.AugAssign:
            return not self._starts_as_number(node.target)
        if type(node) is cst.Call:
            return True
        if type(changed) is cst.Attribute:
            return changed.attr.value in ("data", "grad", "inplace")
        held = self.inference.value(changed.value) if type(changed) is cst.Subscript else None
        return held is None or held.kind != "sequence"

    def _starts_as_number(self, target: cst.BaseExpression) -> bool:
        """Whether a name is only ever given numbers, text or collections, so that adding to it changes no tensor."""
        if type(target) is not cst.Name:
            return False
        bound = self.surroundings.bindings(self.surroundings.scope(target)).get(target.value, ())
        given = [self.surroundings.parent(one) for one in bound if type(one) is not cst.AugAssign]
        return bool(given) and all(
            type(one) is cst.Assign and isinstance(self.inference.value(one.value), Number | Sequence | Text)
            for one in given
        )

    def loses_sign_of_zero(self, node: cst.CSTNode) -> bool:
        """Whether the sign of an expression's zeros is lost at once, in a file that asks for no signs.

        It is where something is added to it or to a multiple.
        """
        parent = self.surroundings.parent(node)
        if type(parent) is not cst.BinaryOperation or self.mentions.divides:
            return False
        while type(parent) is cst.BinaryOperation and type(parent.operator) is cst.Multiply:
            parent = self.surroundings.parent(parent)
        return type(parent) is cst.BinaryOperation and isinstance(parent.operator, cst.Add | cst.Subtract)

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
        if type(parent) is cst.Param:
            return parent.name is name  # and not its default, which is the object of another name
        return type(parent) is cst.AssignTarget or (type(parent) is cst.NamedExpr and parent.target is name)

    def _only_computes(self, name: cst.Name) -> bool:
        parent = self.surroundings.parent(name)
        while isinstance(parent, cst.Element | cst.List | cst.Tuple):
            parent = self.surroundings.parent(parent)
        if type(parent) is cst.Arg:
            call = self.surroundings.parent(parent)
            return type(call) is cst.Call and (is_pure(call, self.inference) or self._only_asks(call))
        if type(parent) is cst.Attribute:
            call = self.surroundings.parent(parent)
            if type(call) is cst.Call and call.func is parent:
                return is_pure(call, self.inference) or self._only_asks(call)
            return parent.attr.value != "grad"
        index = isinstance(parent, cst.Index | cst.ComparisonTarget)
        computed = (*_OPERATORS, cst.BooleanOperation, cst.Subscript, cst.FormattedStringExpression)
        return index or (isinstance(parent, computed) and not gives_operand(parent))

    def _only_asks(self, call: cst.Call) -> bool:
        operation = self.inference.operation(call)
        return operation is None and is_harmless(call, self.inference)


def _is_new(made: Operation) -> bool:
    """Whether an operation makes an object of its own."""
    row = made.signature
    if made.notation.modifies or row.may_share or "inplace" in row.parameters:
        return False
    return row.family in (*MAKES_NEW, Family.POINTWISE, Family.SOFTMAX)


def _picks(call: cst.Call) -> bool:
    """Whether a call gives back one of its arguments, or a part of one: ``max(tensors, key=torch.numel)``."""
    return any(argument.keyword is not None and argument.keyword.value == "key" for argument in call.args)


def _may_renormalize(call: cst.Call) -> bool:
    """Whether a call may be of an embedding that is given a ``max_norm``, and so changes its weights in place."""
    return called_name(call).lower().startswith("embedding") and len(call.args) > 2


def _is_named(node: cst.CSTNode, name: str) -> bool:
    return type(node) is cst.Name and node.value == name
