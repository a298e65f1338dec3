"""Whether a file writes into the memory of a result: through its names, its views, arrays, helpers and callers.

A fix that gives a copy, where the old code is meant to give a view, keeps what is written there from the tensor itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.columns import Family
from ..inference.knowledge.kinds import BOOL
from ..inference.knowledge.python_builtins import PASSES_ELEMENTS, READS_NUMBERS
from ..inference.knowledge.tensor_attributes import asks_of
from ..inference.values import (
    Bound,
    Function,
    Instance,
    Module,
    Notation,
    Number,
    Operation,
    Partial,
    Reference,
    Tensor,
    Value,
)
from ..syntax.naming import called_name, last_name
from ..syntax.operators import gives_operand
from .changes import CHANGING, changed_by
from .helpers import run_by
from .purity import MAKES_NEW, is_harmless
from .surroundings import Surroundings

_LOOPS = (cst.For, cst.While, cst.BaseComp)
_GROUPS = (
    cst.BaseElement,
    cst.BaseDictElement,
    cst.List,
    cst.Tuple,
    cst.Set,
    cst.Dict,
    cst.BooleanOperation,
    cst.IfExp,
    cst.BaseComp,
    cst.Await,
    cst.From,
)
_DISPLAYS = (cst.List, cst.Tuple, cst.Dict, cst.Set, cst.BaseComp)
_OPERATORS = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison)
# Operations whose results have memory of their own.
_NEW = (*MAKES_NEW, Family.LINALG, Family.NN, Family.POINTWISE, Family.SCAN, Family.SOFTMAX, Family.WHERE)
# Those whose results have it in some modes, or for some dtypes, or where nobody knows.
_MAY_BE_NEW = (Family.CALL, Family.CONVERSION, Family.RANDOM)
_STORES = frozenset({Family.COLLECTION, Family.OBJECT})
# What changes its arguments by another name than that of a method with an underscore.
_WRITES = CHANGING | {
    "__iadd__", "__imul__", "__isub__", "__itruediv__", "__setitem__", "iadd", "imul", "isub", "itruediv", "setitem",
    "swap_tensors",
}  # fmt: skip
# Methods with an underscore that leave the entries alone.
_MARKS = frozenset({"detach_", "requires_grad_", "rename_", "share_memory_"})
# Calls that hand their argument to what may write into it, and those whose result has the same memory.
_OPENS = frozenset(
    "Buffer Parameter filter getattr map register_buffer register_parameter set_ vector_to_parameters".split()
)
_TO_ARRAYS = frozenset({"__array__", "__dlpack__", "asarray", "from_dlpack", "from_numpy", "numpy", "to_dlpack"})
_PASSES = PASSES_ELEMENTS | {"dict", "enumerate", "next", "zip"}
_READS = READS_NUMBERS | {"format", "isinstance", "max", "min", "print", "range", "repr", "round", "str", "sum", "type"}
_READS_ALL = frozenset({"dir", "eval", "exec", "locals", "vars"})
_MAX_DEPTH = 40
_MAX_STEPS = 600


class Use(IntEnum):
    """What a file does with the memory of a result: the most of all that becomes of it."""

    READ = 0  # nothing here is seen to write into it
    UNSURE = 1  # it is kept, or made into something, where it may be written into
    WRITTEN = 2


class WrittenInto:
    """Which results a module writes into, themselves or through what has the same memory."""

    def __init__(self, inference: Inference, surroundings: Surroundings) -> None:
        self.inference = inference
        self.surroundings = surroundings
        self._steps = 0
        self._followed: set[tuple[int, str]] = set()

    def use(self, node: cst.CSTNode) -> Use:
        """What the file does with the memory of the result of an expression."""
        self._steps = 0
        self._followed.clear()
        return self._of(node, 0)

    def _of(self, node: cst.CSTNode, depth: int) -> Use:
        """What becomes of the object of an expression, or of what it is a part of."""
        parent = self.surroundings.parent(node)
        self._steps += 1
        if depth > _MAX_DEPTH or self._steps > _MAX_STEPS or parent is None:
            return Use.UNSURE
        if type(parent) is cst.AugAssign:
            return self._augmented(parent, node)
        if self._is_target(node):
            return Use.WRITTEN if type(node) is cst.Subscript else Use.READ
        if type(parent) is cst.Assign:
            return self._most(self._given_to(one.target, node, depth) for one in parent.targets)
        if type(parent) is cst.AnnAssign:
            return self._given_to(parent.target, node, depth)
        if type(parent) is cst.NamedExpr:
            return self._most((self._given_to(parent.target, node, depth), self._of(parent, depth + 1)))
        if isinstance(parent, cst.For | cst.CompFor):
            return self._given_to(parent.target, node, depth)
        if type(parent) is cst.Param:
            return self._through_name(parent.name, None, depth)
        if type(parent) is cst.WithItem:
            return Use.READ if parent.asname is None else self._given_to(parent.asname.name, node, depth)
        if type(parent) is cst.Arg:
            return self._passed(parent, node, depth)
        if type(parent) is cst.Attribute:
            call = self.surroundings.parent(parent)
            if type(call) is cst.Call and call.func is parent:
                return self._received(call, depth)
            return self._of(parent, depth + 1) if asks_of(parent.attr.value) is None else Use.READ
        if isinstance(parent, _OPERATORS) and not gives_operand(parent):
            return Use.UNSURE if isinstance(node, _DISPLAYS) and self._of(parent, depth + 1) else Use.READ
        if type(parent) is cst.Subscript and self._picks(parent):
            return Use.READ
        if type(parent) is cst.Subscript or isinstance(parent, _GROUPS) or gives_operand(parent):
            return self._of(parent, depth + 1)
        if isinstance(parent, cst.Return | cst.Yield | cst.Lambda):
            return self._returned(node, depth)
        return Use.UNSURE if type(parent) is cst.Match else Use.READ

    def _picks(self, node: cst.Subscript) -> bool:
        """Whether a subscript copies the entries that a tensor picks, and nothing is assigned to them."""
        made = self.inference.operation(node)
        parts = [] if made is None else made.index_parts
        picks = any(isinstance(part, Tensor) and (part.rank or part.category == BOOL) for part in parts)
        augmented = isinstance(self.surroundings.parent(node), cst.AugAssign)
        return picks and not augmented and not self._is_target(node)

    def _most(self, found: Iterable[Use]) -> Use:
        most = Use.READ
        for one in found:
            most = max(most, one)
            if most is Use.WRITTEN:
                break
        return most

    def _augmented(self, assign: cst.AugAssign, node: cst.CSTNode) -> Use:
        """``v += 1`` writes into a tensor; ``rows += [v]`` keeps it."""
        if assign.target is node:
            return Use.WRITTEN
        keeps = isinstance(node, _DISPLAYS) or self.inference.value(assign.target).kind == "sequence"
        return Use.UNSURE if keeps else Use.READ

    def _given_to(self, target: cst.CSTNode, value: cst.CSTNode, depth: int) -> Use:
        """What becomes of an object, or of its parts, that is assigned to a target."""
        if isinstance(target, cst.Tuple | cst.List):
            parts = [element.value for element in target.elements]
            return self._most(self._given_to(one, value, depth + 1) for one in parts)
        if type(target) is cst.Name:
            return self._through_name(target, value, depth)
        if type(target) is cst.Attribute:
            if target.attr.value in ("data", "grad"):
                return Use.UNSURE
            return self._through_attribute(target.attr.value, depth)
        held = self.inference.value(target.value) if type(target) is cst.Subscript else None
        return Use.READ if isinstance(held, Tensor) else Use.UNSURE  # a tensor takes a copy

    def _through_name(self, target: cst.Name, value: cst.CSTNode | None, depth: int) -> Use:
        """What becomes of an object that is bound to a name; ``value`` is the expression, None for a parameter."""
        around, scope = self.surroundings, self.surroundings.scope(target)
        name = target.value
        if (id(scope), name) in self._followed:
            return Use.READ  # `v = v[None]`: the rest of its ways is being looked at
        self._followed.add((id(scope), name))
        within = around.module if around.is_shared(name) else scope
        found = self._most(
            Use.UNSURE if mention.value in _READS_ALL and mention.value != name else self._of(mention, depth + 1)
            for mention in around.mentions(within, name)
            if self._may_hold(mention, target, value)
        )
        if type(scope) is cst.ClassDef:
            found = max(found, self._through_attribute(name, depth))
        self._followed.discard((id(scope), name))
        return found

    def _may_hold(self, mention: cst.Name, target: cst.Name, value: cst.CSTNode | None) -> bool:
        """Whether a mention of a name may read the object that a target was given."""
        around, scope = self.surroundings, self.surroundings.scope(target)
        own = around.scope(mention)
        if own is not scope:
            return around.is_shared(target.value) or mention.value not in around.bindings(own)
        if value is None or any(
            isinstance(one, _LOOPS) and around.encloses(one, value) for one in self._outer(mention)
        ):
            return True
        if not around.before(value, mention) and not around.before(target, mention):
            return False
        bound, read = self.inference.value(value), self.inference.value(mention)
        known = isinstance(bound, Tensor) and isinstance(read, Tensor) and read.origin is not None
        return not known or self._has_memory_of(read, bound)

    def _outer(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around one, up to its function."""
        scope = self.surroundings.scope(node)
        for outer in self.surroundings.ancestors(node):
            if outer is scope:
                return
            yield outer

    def _has_memory_of(self, value: Value, source: Value) -> bool:
        """Whether a value may share memory with what it was computed from."""
        queue, seen = [value], set[int]()
        for one in queue:
            if one is source or (one.identity is not None and one.identity is source.identity) or len(queue) > 200:
                return True
            made = one.origin
            if made is not None and id(made) not in seen and not _is_new(made):
                seen.add(id(made))
                queue.extend(made.operands.values())
        return False

    def _through_attribute(self, name: str, depth: int) -> Use:
        """What becomes of an object that is read as an attribute of that name anywhere in the file."""
        if (0, name) in self._followed:
            return Use.READ
        self._followed.add((0, name))
        reads = [one for one in self._attributes.get(name, ()) if not self._is_target(one)]
        found = self._most(self._of(read, depth + 1) for read in reads)
        self._followed.discard((0, name))
        return found

    def _is_target(self, node: cst.CSTNode) -> bool:
        """Whether something is assigned to an expression, also in a tuple."""
        parent = self.surroundings.parent(node)
        while isinstance(parent, cst.Element | cst.StarredElement | cst.Tuple | cst.List):
            node, parent = parent, self.surroundings.parent(parent)
        if isinstance(parent, cst.AnnAssign | cst.NamedExpr | cst.For | cst.CompFor):
            return parent.target is node
        return type(parent) is cst.AssignTarget

    def _received(self, call: cst.Call, depth: int) -> Use:
        """What becomes of an object of which a method is called."""
        name, operation = called_name(call), self.inference.operation(call)
        if (name.endswith("_") and not name.endswith("__") and name not in _MARKS) or name in _WRITES:
            return Use.WRITTEN
        if name in _TO_ARRAYS:
            return max(Use.UNSURE, self._of(call, depth + 1))  # NumPy's functions may write into it
        if operation is not None and operation.signature.family in (*_STORES, Family.EXTRACTION):
            return Use.READ
        if operation is not None and not is_harmless(call, self.inference) and not operation.given("out"):
            return Use.WRITTEN if name not in _MARKS else self._of(call, depth + 1)
        return self._given_back(call, operation, depth)

    def _passed(self, argument: cst.Arg, node: cst.CSTNode, depth: int) -> Use:
        """What becomes of an object that a call is given."""
        call = self.surroundings.parent(argument)
        if type(call) is not cst.Call:
            return Use.UNSURE  # a base of a class
        name, operation = called_name(call), self.inference.operation(call)
        ran = [*run_by(call, self.inference)]
        if ran:
            inside = self._most(self._in_function(one.node, call, argument, depth) for one in ran)
            return self._most((inside, self._given_back(call, operation, depth)))
        if name in _OPENS or name in _TO_ARRAYS:  # `set_` gives its tensor the same memory
            return max(Use.UNSURE, self._of(call, depth + 1))
        if name in _WRITES or node in list(changed_by(call)):
            return Use.READ if self._is_method(call) and not _is_out(argument) else Use.WRITTEN
        if name.endswith("_") and not name.endswith("__"):
            return Use.READ
        if operation is None:
            if isinstance(self.inference.value(call), Instance):
                return Use.UNSURE  # an optimizer, or an object of a class of the file, keeps it
            if type(call.func) is cst.Name and name in _READS:
                return Use.READ
            if type(call.func) is cst.Name and name in _PASSES:
                return self._of(call, depth + 1)
            named = [self._in_function(one, call, argument, depth) for one in self._functions.get(name, ())]
            runs = Use.UNSURE if any(named) or self._is_given_function(call) else Use.READ
            return max(runs, self._given_back(call, None, depth))
        if operation.signature.family in _STORES:
            return Use.UNSURE
        if not is_harmless(call, self.inference) and not operation.given("out"):
            first = operation.nodes.get("input")
            if operation.notation is Notation.MODULE:
                return max(self._by_layer(call), self._given_back(call, operation, depth))
            return Use.WRITTEN if first is None or first is node else Use.READ
        return self._given_back(call, operation, depth)

    def _given_back(self, call: cst.Call, operation: Operation | None, depth: int) -> Use:
        """What becomes of the result of a call, where it may share memory with what the call is given."""
        if operation is not None and _is_new(operation):
            return Use.READ
        found = self._of(call, depth + 1)
        if operation is None or operation.notation is Notation.MODULE or operation.signature.family in _MAY_BE_NEW:
            return min(Use.UNSURE, found)
        return found

    def _by_layer(self, call: cst.Call) -> Use:
        """What a layer does with its argument that works in place where it is told to."""
        layer = self.inference.value(call.func)
        if not isinstance(layer, Module) or layer.name is None or layer.children or "..." in layer.arguments:
            return Use.UNSURE
        told = layer.arguments.get("inplace")
        if told is None:
            return Use.READ
        return Use.UNSURE if not isinstance(told, Number) else Use.WRITTEN if told.number else Use.READ

    def _is_given_function(self, call: cst.Call) -> bool:
        """Whether a call that nobody knows is given functions of the file: ``run(fill, v)``, ``vmap(fill)(v)``."""
        given = [*call.args, *(call.func.args if type(call.func) is cst.Call else ())]
        values = [self.inference.value(one.value) for one in given]
        return any(isinstance(one, Function | Partial) or (isinstance(one, Bound) and one.function) for one in values)

    def _is_method(self, call: cst.Call) -> bool:
        """Whether a call is of a method of an object, and not of a function of a module."""
        function = call.func
        if type(function) is not cst.Attribute or isinstance(self.inference.value(function), Reference):
            return False
        return not isinstance(self.inference.value(function.value), Reference)

    def _in_function(
        self, function: cst.FunctionDef | cst.Lambda, call: cst.Call, argument: cst.Arg, depth: int
    ) -> Use:
        """What a function of the file does with an argument of a call."""
        parameters = function.params
        plain = [*parameters.posonly_params, *parameters.params]
        position = call.args.index(argument)
        if argument.star or any(one.star for one in call.args[:position]):
            return Use.UNSURE
        if argument.keyword is not None:
            named = [one for one in (*plain, *parameters.kwonly_params) if one.name.value == argument.keyword.value]
        else:
            named = plain[position + self._shift(function, call) :][:1]
        if not named:
            return Use.UNSURE  # `*args`, or those of a partial
        return self._through_name(named[0].name, None, depth + 1)

    def _shift(self, function: cst.FunctionDef | cst.Lambda, call: cst.Call) -> int:
        """How many parameters come before the first argument: 1 for a method of an object."""
        if type(function) is not cst.FunctionDef or type(self.surroundings.scope(function)) is not cst.ClassDef:
            return 0
        static = any(last_name(one.decorator) == "staticmethod" for one in function.decorators)
        return 0 if static or isinstance(self.inference.value(call.func), Function) else 1

    def _returned(self, node: cst.CSTNode, depth: int) -> Use:
        """What the callers in the file do with what a function returns or yields."""
        around = self.surroundings
        scope = around.scope(node)
        if not isinstance(scope, cst.FunctionDef | cst.Lambda):
            return Use.READ
        if (1, str(id(scope))) in self._followed:
            return Use.READ
        self._followed.add((1, str(id(scope))))
        found = self._most(self._of(call, depth + 1) for call in self._calls.get(id(scope), ()))
        if type(scope) is cst.FunctionDef and found is Use.READ:
            named = self._unknown_calls.get(scope.name.value, ())
            found = min(Use.UNSURE, self._most(self._of(call, depth + 1) for call in named))
        decorators = scope.decorators if type(scope) is cst.FunctionDef else ()
        if type(scope) is cst.FunctionDef and any("property" in last_name(one.decorator) for one in decorators):
            found = max(found, self._through_attribute(scope.name.value, depth))
        self._followed.discard((1, str(id(scope))))
        return found

    @cached_property
    def _calls(self) -> dict[int, list[cst.Call]]:
        """The calls in the file that run each of its functions."""
        found: dict[int, list[cst.Call]] = {}
        for call in self.surroundings.nodes_of({cst.Call})[cst.Call]:
            assert type(call) is cst.Call
            for function in run_by(call, self.inference):
                found.setdefault(id(function.node), []).append(call)
        return found

    @cached_property
    def _unknown_calls(self) -> dict[str, list[cst.Call]]:
        """The calls of which nobody knows what they run, by the names of functions of the file."""
        known = {id(call) for calls in self._calls.values() for call in calls}
        found: dict[str, list[cst.Call]] = {name: [] for name in self._functions}
        for call in self.surroundings.nodes_of({cst.Call})[cst.Call]:
            if called_name(call) in found and id(call) not in known and self.inference.operation(call) is None:
                assert type(call) is cst.Call
                found[called_name(call)].append(call)
        return found

    @cached_property
    def _functions(self) -> dict[str, list[cst.FunctionDef]]:
        """The functions and methods of the file, by their names."""
        found: dict[str, list[cst.FunctionDef]] = {}
        for node in self.surroundings.nodes_of({cst.FunctionDef})[cst.FunctionDef]:
            assert type(node) is cst.FunctionDef
            found.setdefault(node.name.value, []).append(node)
        return found

    @cached_property
    def _attributes(self) -> dict[str, list[cst.Attribute]]:
        """Where the file reads or sets an attribute, by its name."""
        found: dict[str, list[cst.Attribute]] = {}
        for node in self.surroundings.nodes_of({cst.Attribute})[cst.Attribute]:
            assert type(node) is cst.Attribute
            found.setdefault(node.attr.value, []).append(node)
        return found


def _is_out(argument: cst.Arg) -> bool:
    return argument.keyword is not None and argument.keyword.value == "out"


def _is_new(made: Operation) -> bool:
    """Whether an operation gives a tensor with memory of its own."""
    row = made.signature
    if made.notation.modifies or row.may_share or made.given("inplace", "out"):
        return False
    return row.family in _NEW
