"""Assignments that nothing reads any more, because a fix took the last reader away."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from ..inference.interpreter import Inference
from ..rules.fix import Edit
from ..syntax.surroundings import Surroundings, inside

# Operations that do nothing but compute their result.
PURE = frozenset(
    {
        "arithmetic",
        "bitwise",
        "comparison",
        "conversion",
        "copy",
        "factory",
        "indexing",
        "joining",
        "layout",
        "loss",
        "matmul",
        "pointwise",
        "query",
        "reduction",
        "view",
        "where",
    }
)
# Others of the family draw random numbers or keep statistics.
PURE_LAYERS = frozenset({"gelu", "log_softmax", "logsigmoid", "relu", "silu", "softmax", "softmin", "softplus"})


class Leftovers:
    """The names that fixes have stopped reading, until their assignments are gone or turn out to be needed.

    A function is known by its number among the functions of the module, which no fix changes.
    """

    def __init__(self) -> None:
        self.names: set[tuple[int, str]] = set()

    def note(self, names: Iterable[tuple[int, str]]) -> None:
        """Remember names that edited code no longer reads."""
        self.names |= set(names)

    def edits(self, module: cst.Module, inference: Inference) -> list[Edit]:
        """What removes the assignments to these names that have become useless; each name is looked at once."""
        if not self.names:
            return []
        surroundings = Surroundings(module)
        functions = {surroundings.order(node): node for node in inside(module) if isinstance(node, cst.FunctionDef)}
        found: list[Edit] = []
        for order, name in sorted(self.names):
            function = functions.get(order)
            statement = None if function is None else _useless(function, name, surroundings, inference)
            if statement is not None:
                found.append(Edit(statement, lambda _: cst.RemoveFromParent()))
        self.names = set()
        return found


def _useless(
    function: cst.FunctionDef, name: str, surroundings: Surroundings, inference: Inference
) -> cst.SimpleStatementLine | None:
    """The only mention of a name in a function, where it is an assignment of something that was only computed."""
    mentions = surroundings.mentions(function, name)
    if len(mentions) != 1:
        return None
    target = surroundings.parent(mentions[0])
    assign = None if target is None else surroundings.parent(target)
    if not isinstance(target, cst.AssignTarget) or not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return None
    statement = surroundings.statement(assign)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return None
    if surroundings.following(statement) is None or not _only_computes(assign.value, inference):
        return None
    return statement


def _only_computes(value: cst.BaseExpression, inference: Inference) -> bool:
    for node in inside(value):
        if isinstance(node, cst.Await | cst.Yield | cst.NamedExpr | cst.BaseComp):
            return False
        if isinstance(node, cst.Call):
            operation = inference.operation(node)
            method = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
            if operation is None or not (operation.family in PURE or operation.name in PURE_LAYERS):
                return False
            if isinstance(method, cst.Name) and method.value.endswith("_"):
                return False
            if any(argument.keyword is not None and argument.keyword.value == "out" for argument in node.args):
                return False
    return True
