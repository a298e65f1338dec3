"""What a function makes itself, by calls of torch that nothing can replace: no parameter, attribute, layer or helper.

A parameter, an attribute or what a method of the file returns may be a list or another object elsewhere, whatever this
file shows of it.
"""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.columns import Contiguity, Family, Formula
from ..inference.values import Notation, Number, Operation, Reference, Tensor
from .purity import is_harmless
from .surroundings import Surroundings
from .written_out import WrittenOut

# Functions that make a tensor on the default device, which is what `torch.device` and `set_default_device` choose.
_FACTORIES = frozenset(
    """
    arange empty eye full linspace logspace ones rand randint randn randperm tensor tril_indices triu_indices zeros
    """.split()
)
_COMPUTING = (
    Family.ARITHMETIC,
    Family.BITWISE,
    Family.COMPARISON,
    Family.COPY,
    Family.INDEXING,
    Family.JOINING,
    Family.LAYOUT,
    Family.MATMUL,
    Family.POINTWISE,
    Family.REDUCTION,
    Family.SCAN,
    Family.SOFTMAX,
    Family.VIEW,
    Family.WHERE,
)
_DTYPES = frozenset({"bool", "double", "float", "half", "int", "long"})
_PLACING = ("device", "out", "pin_memory", "names")
# Losses that save tensors for ``backward``, which frees them: measured by calling it twice.
_LOSSES = frozenset(
    {
        Formula.BINARY_CROSS_ENTROPY,
        Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS,
        Formula.CROSS_ENTROPY,
        Formula.HUBER_LOSS,
        Formula.KL_DIV,
        Formula.L1_LOSS,
        Formula.MSE_LOSS,
        Formula.NLL_LOSS,
        Formula.SMOOTH_L1_LOSS,
    }
)
_SCALES = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_MAX_DEPTH = 12
Question = Callable[[cst.CSTNode, frozenset[str]], bool]


class MadeHere:
    """Which expressions of a module are certain to be made by torch where they are read."""

    def __init__(self, inference: Inference, surroundings: Surroundings, written_out: WrittenOut) -> None:
        self.inference = inference
        self.surroundings = surroundings
        self.written_out = written_out
        self._always: dict[tuple[str, int, str], bool] = {}

    def bound_to(self, name: cst.Name) -> list[cst.BaseExpression]:
        """All that a local name of a function is bound to; nothing where more than plain assignments bind it."""
        around, scope = self.surroundings, self.surroundings.scope(name)
        if type(scope) is not cst.FunctionDef or around.is_shared(name.value):
            return []
        found: list[cst.BaseExpression] = []
        for target in around.bindings(scope).get(name.value, ()):
            assign = around.parent(target) if type(target) is cst.AssignTarget else target
            bound = target.target if isinstance(target, cst.AssignTarget | cst.AnnAssign) else None
            if not isinstance(assign, cst.Assign | cst.AnnAssign) or type(bound) is not cst.Name:
                return []
            if assign.value is None:
                return []
            found.append(assign.value)
        return found

    def calls_torch(self, call: cst.Call) -> Operation | None:
        """The operation of a call of a function of torch by its imported name; None for any other call."""
        made = self.inference.operation(call)
        if made is None or made.notation is not Notation.FUNCTION or not made.complete:
            return None
        function = self.inference.value(call.func)
        named = isinstance(function, Reference) and function.name.startswith("torch.")
        return made if named and self.written_out.is_certain(made) else None

    def is_tensor(self, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an expression is a tensor on the default device, computed here from nothing but torch's factories."""
        value = self.inference.value(node)
        if not isinstance(value, Tensor) or not value.certain or len(seen) > _MAX_DEPTH:
            return False
        if type(node) is cst.Name:
            return self._is_always(node, seen, self.is_tensor)
        if type(node) is cst.BinaryOperation:
            parts = (node.left, node.right)
            return any(self.is_tensor(one, seen) for one in parts) and all(self._is_plain(one, seen) for one in parts)
        if type(node) is cst.UnaryOperation:
            return self.is_tensor(node.expression, seen)
        if type(node) is cst.Subscript:
            return self.is_tensor(node.value, seen)
        if type(node) is cst.Attribute:
            return node.attr.value in ("T", "mT") and self.is_tensor(node.value, seen)
        return type(node) is cst.Call and self._makes_tensor(node, seen)

    def is_torchs(self, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an expression is what torch's functions return, whatever these are given, or is indexed from that."""
        if not isinstance(self.inference.value(node), Tensor) or len(seen) > _MAX_DEPTH:
            return False
        if type(node) is cst.Name:
            return self._is_always(node, seen, self.is_torchs)
        if type(node) is cst.Subscript:
            return self.is_torchs(node.value, seen)
        if type(node) is not cst.Call:
            return False
        made = self.inference.operation(node)
        if made is None or made.notation is not Notation.METHOD or type(node.func) is not cst.Attribute:
            return self.calls_torch(node) is not None
        return self.is_torchs(node.func.value, seen)

    def _is_always(self, name: cst.Name, seen: frozenset[str], asked: Question) -> bool:
        """Whether the answer is yes for all that a local name is bound to, or waits for that of the same name."""
        if name.value in seen:
            return True
        # An answer that waits for no other name holds for all places that read this one.
        key = (asked.__name__, id(self.surroundings.scope(name)), name.value)
        if seen or key not in self._always:
            bound, known = self.bound_to(name), frozenset({*seen, name.value})
            answer = bool(bound) and all(asked(one, known) for one in bound)
            if seen:
                return answer
            self._always[key] = answer
        return self._always[key]

    def _makes_tensor(self, call: cst.Call, seen: frozenset[str]) -> bool:
        made = self.inference.operation(call)
        if made is None or not made.complete or made.given(*_PLACING) or not is_harmless(call, self.inference):
            return False
        called = self.calls_torch(call) is not None
        if called and (made.signature.family is Family.FACTORY or made.formula is Formula.TENSOR):
            return made.name in _FACTORIES
        of = call.func.value if made.notation is Notation.METHOD and type(call.func) is cst.Attribute else None
        if not called and (of is None or not self.is_tensor(of, seen)):
            return False
        converts = made.signature.family is Family.CONVERSION and made.name in _DTYPES and not call.args
        given = all(self._is_plain(one.value, seen) for one in call.args)
        return converts or (made.signature.family in _COMPUTING and given)

    def _is_plain(self, node: cst.BaseExpression, seen: frozenset[str]) -> bool:
        """Whether an argument is made here too, or is a number, text, or a collection of such."""
        if isinstance(node, cst.Tuple | cst.List):
            return all(self._is_plain(element.value, seen) for element in node.elements)
        if type(node) is cst.SimpleString or (type(node) is cst.Name and node.value == "None"):
            return True
        value = self.inference.value(node)
        return isinstance(value, Number) or self.is_tensor(node, seen)

    def is_contiguous(self, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an expression is the result of an operation that gives contiguous tensors, whatever it is given."""
        if type(node) is cst.Name and node.value not in seen and len(seen) < _MAX_DEPTH:
            bound = self.bound_to(node)
            return bool(bound) and all(self.is_contiguous(one, frozenset({*seen, node.value})) for one in bound)
        if type(node) is not cst.Call or not isinstance(self.inference.value(node), Tensor):
            return False
        made = self.inference.operation(node)
        if made is None or not made.complete or made.given("memory_format", "out", "layout", "inplace"):
            return False
        torchs = made.notation is Notation.METHOD or self.calls_torch(node) is not None
        laid_out = made.signature.contiguity is Contiguity.CONTIGUOUS or made.formula in (Formula.SUM, Formula.MEAN)
        return torchs and laid_out

    def is_loss(self, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an expression is made of torch's losses and numbers, of which each saves tensors for backward."""
        if type(node) is cst.Name:
            bound = self.bound_to(node) if node.value not in seen and len(seen) < _MAX_DEPTH else []
            return bool(bound) and all(self.is_loss(one, frozenset({*seen, node.value})) for one in bound)
        if type(node) is cst.BinaryOperation and isinstance(node.operator, _SCALES):
            parts = (node.left, node.right)
            losses = [self.is_loss(one, seen) for one in parts]
            numbers = [isinstance(self.inference.value(one), Number) for one in parts]
            return any(losses) and all(one or other for one, other in zip(losses, numbers, strict=True))
        if type(node) is cst.UnaryOperation and type(node.operator) is cst.Minus:
            return self.is_loss(node.expression, seen)
        if type(node) is not cst.Call or not isinstance(self.inference.value(node), Tensor):
            return False
        made = self.inference.operation(node)
        if made is None or made.formula not in _LOSSES:
            return False
        return self.calls_torch(node) is not None or self._is_new_layer(node.func)

    def _is_new_layer(self, function: cst.BaseExpression) -> bool:
        """Whether a name is only ever bound to new objects of torch's own classes."""
        made = self.bound_to(function) if type(function) is cst.Name else []
        classes = [self.inference.value(one.func) for one in made if type(one) is cst.Call]
        own = all(isinstance(one, Reference) and one.name.startswith("torch.nn.") for one in classes)
        return bool(made) and len(classes) == len(made) and own
