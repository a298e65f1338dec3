from __future__ import annotations

import libcst as cst

from ...inference.knowledge.names import canonical
from ...inference.queries.recurrences import rows_walked
from ...inference.values import Function, Module, Reference, Value
from ...syntax.walking import Visit, walk
from ..rule import Rule

_SCRIPTS = frozenset({"torch.jit.script", "torch.jit.script_method"})


class JitScriptLoop(Rule):
    """A loop over rows passed to torch.jit.script.

    What it does
    Finds `torch.jit.script`, as a decorator or a call, on a function with a loop over the rows of a tensor that could
    process all rows at once.

    Why it is bad
    Scripting removes the interpreter from the loop, about a tenth of its time: every row still dispatches its own
    operations. The same work on the whole tensor is about a hundred times faster. torch.jit.script is also deprecated.
    The rule is opt-in, because most scripted loops in published code do long work in each iteration.

    Example
        def scripted_squares(x: torch.Tensor) -> torch.Tensor:
            return torch.jit.script(sums_of_squares)(x)

    Use instead
        def scripted_squares(x: torch.Tensor) -> torch.Tensor:
            return x.square().sum(dim=1)

    Evidence
    warns: the DeprecationWarning of torch.jit.script; fewer_dispatches, same_result and same_gradient. On a GPU
    TorchScript tries to fuse additions, so there their number is only claimed to grow, not by which power. `verify
    --bench` shows loop, scripted and vectorised side by side.

    Fix safety
    None: how to turn the loop into one operation is up to the author; the other loop rules cover the common cases.

    Source
    Effective PyTorch, section 5 (batch gather, scripted); https://docs.pytorch.org/docs/stable/generated/torch.jit.script.html
    """

    code = "TEF208"
    opt_in = True
    supersedes = frozenset({"TEF902"})  # of torch.jit.script, here with what to do
    message = (
        "scripting {function} leaves one dispatch per row; drop {script} and work on all of {rows} at once{by_row}"
    )

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        for decorator in node.decorators:
            if self.scripts(self.inference.value(decorator.decorator)):
                self.look(decorator, node, decorator.decorator)

    def visit_Call(self, node: cst.Call) -> None:
        if not node.args or not self.scripts(self.inference.value(node.func)):
            return
        given = self.inference.value(node.args[0].value)
        if isinstance(given, Module) and given.cls is not None:
            given = given.cls.function("forward") or given
        if isinstance(given, Function) and type(given.node) is cst.FunctionDef:
            self.look(node, given.node, node.func)

    def scripts(self, value: Value) -> bool:
        """Whether a value is torch.jit.script or torch.jit.script_method."""
        return isinstance(value, Reference) and canonical(value.name) in _SCRIPTS

    def look(self, node: cst.CSTNode, function: cst.FunctionDef, script: cst.BaseExpression) -> None:
        """Report ``node`` if the function has a loop over rows."""
        loops: list[cst.CSTNode] = []
        kinds: dict[type, list[Visit]] = {kind: [loops.append] for kind in (cst.For, cst.ListComp, cst.GeneratorExp)}
        walk(function.body, kinds)
        for loop in loops:
            found = rows_walked(self.inference, loop)
            if found is None:
                continue
            rows = self.text(found.node, 24)
            rows = "the rows" if rows.endswith("...") else rows
            self.report(
                node,
                parts=[loop, script],
                function=function.name.value,
                script=self.text(script, 24),
                rows=rows,
                by_row=f", with {self.file.torch}.vmap if needed" if self.can_use((2, 0)) else "",
            )
            return
