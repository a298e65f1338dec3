from __future__ import annotations

from functools import cached_property

import libcst as cst

from ...inference.events.program import program_of
from ...inference.events.registry import registry_of
from ...inference.knowledge.tensor_attributes import PROPERTIES, Property, misspells_requires_grad
from ...inference.queries.leaves import changes_no_gradient, is_set_to_false
from ...inference.values import Module, Number, Tensor, Unknown
from ...rewriting.file import File
from ...rewriting.writing.grad_flag import corrected
from ...syntax.naming import last_name
from ...syntax.walking import walk
from ..rule import Rule


class RequiresGradTypo(Rule):
    """`requires_grad` misspelled, or set on a module.

    What it does
    Finds assignments to `require_grad`, `requires_grads`, `requires_grad_` and other misspellings of `requires_grad` on
    tensors, parameters and modules. Also finds assignments to `requires_grad` itself on a module, including an unknown
    attribute of `self` that is called like a module.

    Not reported: an attribute of an object of another class, of a module whose class reads it, or of an unknown object
    if a class in the file declares such an attribute, or a function has an argument of that misspelled name.

    The finding is tentative, and so reported only with `--torch-tentative`, if the correct spelling would change
    nothing: `False` on a tensor that does not require gradients anyway, and `True` on a module or a parameter in a file
    that never sets `requires_grad` of a tensor to anything else. `True` on an object that the same file sets to `False`
    is reported, too: a repair of one of the two alone may break the other.

    Why it is bad
    Python makes a new attribute that autograd never reads. The parameters still get gradients, and the optimizer still
    changes them. A module has no `requires_grad`; its method `requires_grad_(False)` sets that of its parameters.

    Example
        def frozen_head(features: torch.Tensor) -> torch.Tensor:
            scale = nn.Parameter(torch.ones_like(features))
            head = nn.Linear(features.size(1), 1, dtype=features.dtype, device=features.device)
            head.requires_grad = False
            head(features * scale).sum().backward()
            return features.new_ones(1) if head.bias.grad is None else features.new_zeros(1)

    Use instead
        def frozen_head(features: torch.Tensor) -> torch.Tensor:
            scale = nn.Parameter(torch.ones_like(features))
            head = nn.Linear(features.size(1), 1, dtype=features.dtype, device=features.device)
            head.requires_grad_(False)
            head(features * scale).sum().backward()
            return features.new_ones(1) if head.bias.grad is None else features.new_zeros(1)

    Evidence
    wrong_result: what was to be frozen gets a gradient, and an input that was to get one gets none; right_result: the
    frozen ones get none, and the gradient of the input is the one that is written out by hand.

    Fix safety
    Unsafe (`requires_grad`, `requires_grad_(False)`), since other parameters are trained afterwards. What may be a
    tensor or a module gets `requires_grad_`, which both have. None for an assignment to several targets, and for a
    tensor that is computed from others, whose flag torch does not let change.

    Source
    PyTorch snippet collection, fine-tuning;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.requires_grad_
    """

    code = "TEF513"
    message = "autograd never reads {target}"
    advice = "write {fixed}"
    words = "set requires_grad"
    of_modules = ("set requires_grad of each of its parameters", "call its requires_grad_, which sets the parameters")
    of_either = ("set requires_grad: of each of its parameters, if it is a module", "call its requires_grad_")

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._declared: dict[str, bool] = {}

    def visit_Assign(self, node: cst.Assign) -> None:
        for one in node.targets:
            target = one.target
            if type(target) is cst.Attribute and (
                PROPERTIES.get(target.attr.value) is Property.REQUIRES_GRAD
                or misspells_requires_grad(target.attr.value)
            ):
                self.look(node, target)

    def look(self, node: cst.Assign, target: cst.Attribute) -> None:
        """Report an assignment to an attribute of that name if its object is a tensor or a module."""
        owner, given = self.inference.value(target.value), self.inference.value(node.value)
        name = target.attr.value
        is_right = PROPERTIES.get(name) is Property.REQUIRES_GRAD
        is_literal = isinstance(given, Number) and isinstance(given.number, bool)
        module = isinstance(owner, Module) or (isinstance(owner, Unknown) and self.is_called(target.value))
        if isinstance(owner, Module):
            if self.is_own(owner, target) or not (is_literal or isinstance(given, Unknown | Number)):
                return
        elif (is_right and not module) or not isinstance(owner, Tensor | Unknown) or is_receiver(target.value):
            return
        if isinstance(owner, Unknown) and self.is_declared(name):
            return
        if name.endswith("_") and not is_literal:  # a method that is replaced on purpose
            return
        settable = self.can_use((1, 2))  # Module.requires_grad_
        by_method = not isinstance(owner, Tensor)
        words = (self.of_modules if module else self.of_either)[settable] if by_method else None
        vain = isinstance(given, Number) and changes_no_gradient(self.inference, owner, given)
        undoes = isinstance(given, Number) and given.number is True and is_set_to_false(self.inference, target)
        self.report(
            node,
            tentative=vain and not undoes,
            target=self.text(target),
            words=words,
            fix=(lambda write: corrected(node, target, owner)) if settable or not by_method else None,
        )

    @cached_property
    def called(self) -> set[str]:
        """The attributes of ``self`` that the file calls with arguments."""
        calls = (node for node in self.inference.nodes_of(cst.Call) if type(node) is cst.Call and node.args)
        return {
            call.func.attr.value for call in calls if type(call.func) is cst.Attribute and is_receiver(call.func.value)
        }

    def is_called(self, node: cst.BaseExpression) -> bool:
        """Whether an attribute of ``self`` is called as a module is: no tensor can be."""
        return type(node) is cst.Attribute and is_receiver(node.value) and node.attr.value in self.called

    def is_declared(self, name: str) -> bool:
        """Whether a class of the file has an attribute of that name, or a function such an argument."""
        if name not in self._declared:
            takes = any(one.name.value == name for one in self.inference.nodes_of(cst.Param) if type(one) is cst.Param)
            declared = any(declares(cls.node, name) for cls in self.inference.classes.values())
            self._declared[name] = declared or (takes and misspells_requires_grad(name))
        return self._declared[name]

    def is_own(self, owner: Module, target: cst.Attribute) -> bool:
        """Whether a module has such an attribute of its own: its class reads or defines it, or computes it."""
        name = target.attr.value
        cls = owner.cls
        if cls is None:
            return is_receiver(target.value)
        registry = registry_of(program_of(self.inference), cls)
        if registry is None or registry.readers(name) or name in cls.functions:
            return True
        given = [entry.value for entry in registry.assigned(name)]
        return not all(isinstance(value, Number) and isinstance(value.number, bool) for value in given)


def declares(cls: cst.ClassDef, name: str) -> bool:
    """Whether a class has an attribute of that name: in its body, in its ``__slots__``, or on ``self``."""
    found: list[cst.CSTNode] = []

    def look(target: cst.CSTNode | None) -> None:
        own = type(target) is cst.Attribute and is_receiver(target.value)
        if last_name(target) == name and (own or type(target) is cst.Name):
            found.append(cls)

    walk(
        cls,
        {
            cst.AssignTarget: [lambda node: look(node.target)],  # type: ignore[attr-defined]
            cst.AnnAssign: [lambda node: look(node.target)],  # type: ignore[attr-defined]
            cst.SimpleString: [lambda node: found.append(node) if node.raw_value == name else None],  # type: ignore[attr-defined]
        },
    )
    return bool(found)


def is_receiver(node: cst.BaseExpression) -> bool:
    """Whether an expression is ``self``."""
    return type(node) is cst.Name and node.value in ("self", "cls")
