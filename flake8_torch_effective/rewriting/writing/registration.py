"""A tensor that is put on ``self`` as the parameter or buffer of the Module."""

from __future__ import annotations

import libcst as cst

from ...inference.events.event import Answer
from ...inference.events.hidden_tensors import HiddenTensor
from ...inference.events.registry import Registry
from ..fix import Edit, Fix
from ..writer import Rewriting
from .code import parsed
from .containers import container


def registered(write: Rewriting, registry: Registry, hidden: HiddenTensor, persistent: bool = True) -> Fix | None:
    """The fix that hands a tensor to torch: ``self.register_buffer("mask", ...)``, ``self.w = nn.Parameter(...)``.

    A buffer whose numbers each object makes anew is not saved, where ``persistent`` is False: checkpoints stay as they
    are.

    None where another statement gives the attribute a value too, where the statement has other targets or a type, and
    where ``super().__init__()`` may not have run before.
    """
    entry, node = hidden.entry, hidden.entry.expression
    statement = write.surroundings.parent(node) if node is not None else None
    if type(statement) is not cst.Assign or len(statement.targets) != 1 or node is None or entry.name is None:
        return None
    ready = entry.initialised is Answer.YES or entry.method.name != "__init__"
    target = statement.targets[0].target
    if registry.assigned(entry.name) != [entry] or not ready or type(target) is not cst.Attribute:
        return None
    if hidden.learns:
        return None if type(node) is cst.IfExp else _as_parameter(write, node)  # a side may be None
    if _is_declared(registry, entry.name):
        return None
    receiver = write.module.code_for_node(target.value)
    saved = "" if persistent or hidden.changes else ", persistent=False"
    call = cst.ensure_type(parsed(write.module, f'{receiver}.register_buffer("{entry.name}", x{saved})'), cst.Call)

    def given(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        return call.with_changes(args=[call.args[0], call.args[1].with_changes(value=updated), *call.args[2:]])

    def alone(updated: cst.CSTNode) -> cst.CSTNode:
        return cst.Expr(cst.ensure_type(updated, cst.Assign).value, cst.ensure_type(updated, cst.Assign).semicolon)

    return Fix((Edit(node, given, (*node.children,)), Edit(statement, alone, (node,))), False)


def _as_parameter(write: Rewriting, node: cst.BaseExpression) -> Fix | None:
    """The fix that makes an expression a parameter; what asks for its gradient goes, as parameters have one."""
    name = container(write, node, "Parameter")
    if name is None:
        return None
    callee, missing = name

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        call = cst.ensure_type(parsed(write.module, f"{callee}(x)"), cst.Call)
        return call.with_changes(args=[cst.Arg(_without_request(updated))])

    return Fix((Edit(node, change, (*node.children,)),), False, missing)


def _without_request(node: cst.BaseExpression) -> cst.BaseExpression:
    """A call without ``requires_grad=True`` or ``.requires_grad_()``."""
    if type(node) is not cst.Call:
        return node
    func = node.func
    if type(func) is cst.Attribute and func.attr.value == "requires_grad_":
        return func.value
    kept = [one for one in node.args if one.keyword is None or one.keyword.value != "requires_grad"]
    if len(kept) == len(node.args) or not kept:
        return node
    if kept[-1] is not node.args[-1]:
        last = node.args[-1]
        kept[-1] = kept[-1].with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    return node.with_changes(args=kept)


def _is_declared(registry: Registry, name: str) -> bool:
    """Whether the class has an attribute of that name, which ``register_buffer`` refuses."""
    for cls in registry.cls.ancestry():
        for statement in cls.node.body.body:
            for small in statement.body if type(statement) is cst.SimpleStatementLine else ():
                targets = [one.target for one in small.targets] if type(small) is cst.Assign else []
                if type(small) is cst.AnnAssign and small.value is not None:
                    targets = [small.target]
                if any(type(target) is cst.Name and target.value == name for target in targets):
                    return True
    return registry.cls.function(name) is not None
