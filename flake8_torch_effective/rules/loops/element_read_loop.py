from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.queries.iterations import IterationSlice, element_read
from ...inference.queries.loops import few_iterations
from ...inference.values import Operation
from ...rewriting.writing.elements import read_at_once
from ..rule import Rule


class ElementReadLoop(Rule):
    """Numbers read from a tensor one at a time.

    What it does
    Finds a loop or comprehension that reads one element of a tensor per iteration with `.item()`, `.tolist()`,
    `float()` or `int()`.

    Why it is bad
    Every read makes the host wait for the device, and dispatches a slice and a copy for one number. `tolist()` copies
    all numbers at once. On the CPU nothing waits, but a slice and a read take about a hundred times as long as an item
    of the list. The rule is opt-in, because most such loops in published code read a handful of numbers, or do far
    longer work beside the read.

    Example
        def numbers(x: torch.Tensor) -> list[float]:
            return [v.item() for v in x]

    Use instead
        def numbers(x: torch.Tensor) -> list[float]:
            return x.tolist()

    Evidence
    same_result, of integers and booleans too; fewer_syncs: one read per element before, a single read after;
    fewer_dispatches.

    Fix safety
    Unsafe: the list is a snapshot, so it does not see what the loop later writes to the tensor, and elements that have
    a shape, such as the rows of `(n, 1)`, become lists. None where the loop also uses the elements as tensors, nor for
    `map(float, x)`.

    Source
    A collection of common PyTorch snippets (reading values), and Effective PyTorch, section 4;
    https://docs.pytorch.org/docs/stable/generated/torch.Tensor.tolist.html
    """

    code = "TEF207"
    opt_in = True
    message = "{read} in a loop waits for the device once per element"
    on_cpu = "{read} in a loop makes a tensor per element"
    advice = "read all at once, as in {fixed}"
    words = "read all at once with tolist(), outside the loop"
    formulas = frozenset({Formula.ITEM, Formula.TOLIST})
    supersedes = frozenset({"TEF202"})

    def check(self, operation: Operation) -> None:
        found = element_read(self.inference, operation)
        if found is None or few_iterations(self.inference, found.loop):
            return
        node = operation.node if type(found.loop) is cst.Call else found.loop
        if any(report.node is node for report in self.reports):
            return
        walked = self.tensor_node(found)
        self.report(
            node,
            parts=[operation, found.operation, *operation.loops],
            message=self.on_cpu if found.source.device == "cpu" else self.message,
            read=self.text(operation.node, 30),
            fix=lambda write: read_at_once(write, found, walked),
        )

    def tensor_node(self, found: IterationSlice) -> cst.CSTNode | None:
        """The expression of the tensor itself, under ``reversed(x)`` and ``tqdm(x)``."""
        node = found.node
        while type(node) is cst.Call and node.args:
            first = node.args[0].value
            if self.inference.value(first) is not self.inference.value(node):
                break
            node = first
        return node
