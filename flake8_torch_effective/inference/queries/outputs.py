"""What becomes of a model's output in the function that runs the model: is it handed out with its graph?"""

from __future__ import annotations

import libcst as cst

from ...syntax.equality import plain_code
from ...syntax.walking import children, walk
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula, Signature
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import PROPERTIES, Property
from ..knowledge.training import GRADIENT_NAMES
from ..values import Module, Number, Tensor, Unknown, Value

_FLOWS = (cst.Assign, cst.AugAssign, cst.NamedExpr, cst.AnnAssign, cst.Return, cst.Yield, cst.For, cst.Call)
# What makes a tensor into a number that is reported, or has no graph.
_ENDS = frozenset({Family.EXTRACTION, Family.COMPARISON, Family.LOSS})
_NOTHING = (cst.Comparison, cst.FormattedString, cst.Lambda, cst.Name, cst.Attribute)
_HANDS_ON = frozenset({"list", "tuple", "dict", "zip", "enumerate", "reversed"})
_GROWS = frozenset({"append", "extend", "add", "update", "insert"})


def may_be_without_graph(inference: Inference, function: cst.CSTNode, runs: list[cst.CSTNode]) -> bool:
    """Whether a function asks for the array of an output, which raises where autograd records: so it does not.

    >>> p = program("def run(model):", "    return model(x).cpu().numpy()")
    >>> may_be_without_graph(p.inference, list(p.inference.functions)[1], [p.node("model(x)")])
    True
    """
    flow = _Flow(inference, {id(run) for run in runs})
    flow.follow(function)
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        func = node.func if type(node) is cst.Call else None
        if type(func) is cst.Attribute and func.attr.value == "numpy" and flow.carries(func.value):
            found.append(node)

    walk(function, {cst.Call: [look]})
    return bool(found)


def hands_out(inference: Inference, function: cst.CSTNode, runs: list[cst.CSTNode]) -> bool:
    """Whether a function returns, yields or stores what calls of a model give, so that a caller may ask for gradients.

    >>> p = program("def run(model):", "    y = model(x)", "    return y[0]", "def best(net): return net(x).argmax(1)")
    >>> run, best = list(p.inference.functions)[1:]
    >>> [hands_out(p.inference, run, [p.node("model(x)")]), hands_out(p.inference, best, [p.node("net(x)")])]
    [True, False]
    """
    flow = _Flow(inference, {id(run) for run in runs})
    return flow.follow(function) or _is_explained(inference, function, runs, flow)


def _is_explained(inference: Inference, function: cst.CSTNode, runs: list[cst.CSTNode], flow: _Flow) -> bool:
    """Whether an object that nobody knows was made with the model and gets its output, as what explains a model does.

    ``cam = GradCAM(model, layers); cam(label, model(x))`` goes back from the output to the layers.
    """
    models = {plain_code(run.func) for run in runs if type(run) is cst.Call}
    makers: set[str] = set()
    calls: list[cst.Call] = []

    def look(node: cst.CSTNode) -> None:
        if type(node) is cst.Call:
            calls.append(node)
        elif type(node) is cst.Assign and type(node.value) is cst.Call:
            if any(plain_code(one.value) in models for one in node.value.args):
                makers.update(one.target.value for one in node.targets if type(one.target) is cst.Name)

    walk(function, {cst.Call: [look], cst.Assign: [look]})
    return any(
        type(call.func) is cst.Name
        and call.func.value in makers
        and isinstance(inference.value(call.func), Unknown)
        and any(flow.carries(argument.value) for argument in call.args)
        for call in calls
    )


def asks_for_gradients(node: cst.CSTNode) -> bool:
    """Whether code names what only gradients are for: ``x.requires_grad_()``, ``p.grad``, a hook.

    >>> p = program("def run():", "    return x.exp()", "def slope():", "    return x.grad")
    >>> [asks_for_gradients(node) for node in list(p.inference.functions)[1:]]
    [False, True]
    """
    found: list[cst.CSTNode] = []

    def look(part: cst.CSTNode) -> None:
        name = part.attr if type(part) is cst.Attribute else part.keyword if type(part) is cst.Arg else None
        if name is not None and name.value in GRADIENT_NAMES:
            found.append(part)

    walk(node, {cst.Attribute: [look], cst.Arg: [look]})
    return bool(found)


class _Flow:
    """The names that hold what some calls give, or are made of it."""

    def __init__(self, inference: Inference, runs: set[int]) -> None:
        self.inference = inference
        self.runs = runs
        self.names: set[str] = set()

    def follow(self, function: cst.CSTNode) -> bool:
        """Find the names in a function; whether an output is returned, yielded or stored."""
        assigned: list[tuple[cst.CSTNode, cst.CSTNode]] = []
        out: list[cst.CSTNode] = []

        def look(node: cst.CSTNode) -> None:
            if type(node) is cst.Assign:
                assigned.extend((target.target, node.value) for target in node.targets)
            elif isinstance(node, cst.AugAssign | cst.NamedExpr | cst.AnnAssign) and node.value is not None:
                assigned.append((node.target, node.value))
            elif isinstance(node, cst.Return | cst.Yield) and node.value is not None:
                out.append(node.value)
            elif type(node) is cst.For:
                assigned.append((node.target, node.iter))
            elif type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value in _GROWS:
                assigned.extend((node.func.value, argument.value) for argument in node.args)

        walk(function, {kind: [look] for kind in _FLOWS})
        for _ in range(4):
            known = len(self.names)
            stored = [self.binds(target) for target, value in assigned if self.carries(value)]
            if any(stored):
                return True
            if len(self.names) == known:
                break
        return any(self.carries(value) or self.is_made_of_output(value) for value in out)

    def is_made_of_output(self, node: cst.CSTNode) -> bool:
        """Whether an unknown method gets an output: what it makes of it, a loss say, may have its graph."""
        if type(node) is not cst.Call or type(node.func) is not cst.Attribute:
            return False
        unknown = isinstance(self.inference.value(node.func), Unknown)
        return unknown and any(self.carries(argument.value) for argument in node.args)

    def binds(self, target: cst.CSTNode) -> bool:
        """Note the names in a target; whether one of them is an attribute of something."""
        if isinstance(target, cst.Tuple | cst.List):
            stored = [self.binds(element.value) for element in target.elements]
            return any(stored)
        while isinstance(target, cst.Subscript | cst.StarredElement):
            target = target.value
        if type(target) is cst.Name:
            self.names.add(target.value)
        return type(target) is cst.Attribute

    def carries(self, node: cst.CSTNode) -> bool:
        """Whether an expression is an output, or holds one with its graph."""
        if id(node) in self.runs:
            return True
        if type(node) is cst.Name:
            return node.value in self.names
        value = self.inference.value(node) if isinstance(node, cst.BaseExpression) else None
        if isinstance(value, Number) or (isinstance(value, Tensor) and value.grad is False):
            return False
        if type(node) is cst.Call:
            return self.called(node)
        if type(node) is cst.Attribute:
            return PROPERTIES.get(node.attr.value) is not Property.DATA and self.carries(node.value)
        return not isinstance(node, _NOTHING) and any(self.carries(part) for part in children(node))

    def called(self, node: cst.Call) -> bool:
        """Whether a call hands on what it is given, or what it is a method of."""
        operation = self.inference.operation(node)
        func = self.inference.value(node.func)
        row = None if operation is None else operation.signature
        if type(node.func) is cst.Attribute and (row is None or row.family is Family.CALL):
            row = TABLE.methods.get(node.func.attr.value)
        if row is not None and row.family is not Family.CALL:
            if _ends(row) or (operation is not None and _is_one_number(operation.result)):
                return False
            return any(self.carries(part) for part in [node.func, *[argument.value for argument in node.args]])
        if type(node.func) is cst.Name:
            # Code of the file, a loss, a metric: what these make of it is no output of the model.
            keeps = node.func.value in _HANDS_ON or node.func.value[0].isupper()
            return keeps and any(self.carries(argument.value) for argument in node.args)
        return not isinstance(func, Module) and self.carries(node.func)


def _is_one_number(value: Value) -> bool:
    return isinstance(value, Tensor) and value.shape == ()


def _ends(row: Signature) -> bool:
    """Whether what an operation returns carries no graph, or is no output but a measure of it.

    >>> from flake8_torch_effective.inference.knowledge.signatures import TABLE
    >>> [ends(TABLE.methods[name]) for name in ("argmax", "item", "softmax")]
    [True, True, False]
    """
    return row.nograd or row.formula is Formula.DETACH or row.family in _ENDS
