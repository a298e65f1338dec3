from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Signature
from ...inference.knowledge.python_operations import (
    CALLED_PROPERTY,
    UNCALLED,
    UNCALLED_COMPARED,
    UNCALLED_CONDITION,
    UNCALLED_STATEMENT,
    UNCALLED_TEXT,
)
from ...inference.knowledge.tensor_attributes import CALLED_ALONE, PROPERTIES_ELSEWHERE, is_backward
from ...inference.knowledge.tensor_evidence import TENSOR_VERBS
from ...inference.knowledge.training import TRAINING_ALONE
from ...inference.queries.provenance import is_of_other_type, is_shown_a_tensor
from ...inference.queries.uncalled import (
    is_duck_typed,
    is_method_of_training,
    is_shown_no_tensor,
    may_lose_errors,
    takes_an_argument,
)
from ...inference.values import Bound, Operation, Tensor, Text, Unknown
from ...rewriting.fix import Edit, Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing import uncalled
from ...rewriting.writing.receivers import is_held
from ..rule import Rule

# What comes of a method that stands where its result is meant.
_COMES_OF = {
    UNCALLED: "{method} is not called, and a method raises here",
    UNCALLED_CONDITION: "{method} is not called, and a method is always true",
    UNCALLED_COMPARED: "{method} is not called, and a method equals no result",
    UNCALLED_TEXT: "{method} is not called, so the text shows the method itself",
    UNCALLED_STATEMENT: "{method} is not called, so this statement does nothing",
}
# Methods that give a tuple or a list, which `*` repeats.
_GIVE_SEVERAL = frozenset({"dim_order", "stride", "tolist", "unbind"})


class UncalledTensorMethod(Rule):
    """Method of a tensor without its call.

    What it does
    Finds methods of tensors that are not called where their result is meant: `x.detach.clone()`, `x.item + 1`,
    `-x.mean`, `x.size[0]`, `n, c = x.size`, `for v in x.tolist`, `torch.log(x.mean)`, `if mask.any:`, `x.dim == 2`,
    `f"{loss.item}"`, `logging.info("%s", loss.item)`. Also finds statements that only name a method, such as
    `loss.backward`, `optimizer.step`, `scheduler.step` or `model.eval`, where the class or another call shows what the
    object is; and calls of something that is not a method: `x.is_cuda()`, `x.shape(0)`.

    Not reported: a method that is passed to other functions, stored, or tested with `is` and `in`; and what the same
    function calls, or reads an attribute of that no tensor has, even if a tensor was put there.

    The finding is tentative, and so reported only with `--torch-tentative`, where only a convention says that x is a
    tensor. It is also tentative where an array or image would have a property of that name (`size`) and only methods
    that other classes may also have suggest a tensor, and where a parameter is annotated with a type that is not called
    a tensor (`TensorLike`), or torch's function is given an object in a file that defines `__torch_function__`.

    Why it is bad
    Most of these raise, often in code that does not run before the end of a long training. Others do not raise: a
    method is true in every condition and equal to no number, a string shows `<built-in method item of Tensor object>`,
    and a statement without parentheses does not train, or does not switch to evaluation.

    Example
        def without_overflow(gradient: torch.Tensor) -> torch.Tensor:
            if gradient.isinf().any:
                return torch.zeros_like(gradient)
            return gradient

    Use instead
        def without_overflow(gradient: torch.Tensor) -> torch.Tensor:
            if gradient.isinf().any():
                return torch.zeros_like(gradient)
            return gradient

    Evidence
    raises: the bad form raises AttributeError or TypeError; wrong_result: a condition that is always true, a comparison
    that never is, a statement that trains nothing; right_result: the good form does what a loop or the definition does;
    same_result and same_gradient where the bad form takes another branch.

    Fix safety
    Safe where the bad form raises and the file shows torch making the tensor: parentheses after the method, or none
    after a property; `x.shape(0)` becomes `x.shape[0]`.

    Unsafe where only an annotation or its use says that it is a tensor; for what an attribute of an object holds, as
    `self.x`, which a subclass may set to something else; in a file that gives an object an attribute of the method's
    name, or any by `setattr`, `__dict__` or `vars`; in a property or another function with a decorator, whose errors
    `hasattr` and `getattr` swallow; in a method that Python calls implicitly; in a file that may catch errors, that
    names properties, `hasattr`, `getattr` or a `Formatter`, or that replaces or watches torch's operations. Unsafe
    wherever the bad form does not raise: conditions, comparisons with `==`, strings and statements. Unsafe as well is
    what a `size` becomes that is compared with a number, or that arithmetic is done with, as in `x.size * 4`:
    `numel()`, since `x.size() * 4` would repeat the sizes. So is arithmetic with `stride` or `tolist`, which give
    several numbers, too. Only a `size` that is added to a list or a tuple stays `size()`.

    None where the method needs arguments, for `numpy`, which raises for tensors on CUDA, where a name holds the method,
    and where its result would be called again, as in `x.detach.clone()()`.

    Source
    a collection of common PyTorch snippets (copying tensors), which prints `tensor.detach.clone()()`;
    https://docs.pytorch.org/docs/stable/tensors.html
    """

    code = "TEF407"
    message = "{method} is a property, and its call raises"
    advice = "use {fixed}"
    words = "call it"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature in _COMES_OF or signature is CALLED_PROPERTY

    def check(self, operation: Operation) -> None:
        node, name = operation.node, operation.operand("name")
        if not isinstance(name, Text) or name.text is None:
            return
        called = node.func if type(node) is cst.Call and operation.signature is CALLED_PROPERTY else None
        of = node.value if type(node) is cst.Attribute else called.value if type(called) is cst.Attribute else node
        is_tensor = isinstance(operation.operand(), Tensor)
        if is_tensor and is_shown_no_tensor(self.inference, of, operation.frame):
            return
        if called is None and self.is_something_else(operation):
            return
        self.report(
            node,
            parts=[operation],
            message=_COMES_OF.get(operation.signature, self.message),
            words=self.words_for(operation, name.text) if called is None else "read it without a call",
            tentative=self.is_doubtful(operation, name.text),
            method=self.text(node if called is None else called, 40),
            fix=lambda write: fixed(write, operation, name.text),
        )

    def words_for(self, operation: Operation, name: str) -> str:
        """What to do where no code is printed: `numpy()` raises on CUDA, and a condition needs none."""
        if name != "numpy":
            return self.words
        return "leave it out" if operation.signature is UNCALLED_CONDITION else "call it, on CUDA behind cpu()"

    def is_something_else(self, operation: Operation) -> bool:
        """Whether it may be no method, or what was taken for one of a tensor later proved to be something else."""
        node, receiver = operation.node, operation.operand()
        if isinstance(receiver, Unknown) and operation.signature is UNCALLED_STATEMENT:
            known = type(node) is cst.Attribute and (is_backward(node.attr.value) or node.attr.value == "zero_grad")
            return not known and not (type(node) is cst.Attribute and is_method_of_training(self.inference, node))
        return isinstance(receiver, Tensor) and not isinstance(self.inference.value(node), Bound)

    def is_doubtful(self, operation: Operation, name: str) -> bool:
        """Whether the object may be no tensor, and another object would have such a property or method."""
        receiver = operation.operand()
        if not isinstance(receiver, Tensor):
            return False
        if name in TENSOR_VERBS and operation.signature is UNCALLED:
            return False  # no other object has it
        if name in PROPERTIES_ELSEWHERE:
            return not is_shown_a_tensor(self.inference, receiver, by_methods=False) or is_duck_typed(self.inference)
        return not receiver.certain or is_of_other_type(self.inference, operation) or is_duck_typed(self.inference)


def fixed(write: Rewriting, operation: Operation, name: str | None) -> Fix | None:
    """The method with its call, or the property without one."""
    node, mentions = operation.node, write.elsewhere.mentions
    safe = is_shown_a_tensor(write.inference, operation.operand())
    safe = safe and not (mentions.expects_any_errors or mentions.replaces_operations)
    safe = safe and not may_lose_errors(write.inference, operation)
    safe = safe and not is_held(write, operation.nodes.get("input") or node)
    safe = safe and not (name and mentions.sets_attribute(name))
    if operation.signature is CALLED_PROPERTY:
        return uncalled.without_call(node, safe) if type(node) is cst.Call else None
    if type(node) is not cst.Attribute or name not in CALLED_ALONE | TRAINING_ALONE:
        return None
    if name == "numpy" or uncalled.called_twice(write, node):  # numpy() raises on CUDA, and with a graph
        return None
    if operation.signature is UNCALLED_STATEMENT and takes_an_argument(write.inference, node):
        return None
    counts = name == "size" and uncalled.stands_for_number(write, node)
    safe = safe and operation.signature is UNCALLED and not counts
    safe = safe and not (name in _GIVE_SEVERAL and uncalled.is_computed_with(write, node))
    return Fix((Edit(node, uncalled.counted if counts else uncalled.called, (node.value,)),), safe=safe)
