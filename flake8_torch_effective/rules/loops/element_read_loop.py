from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.knowledge.python_operations import ROW
from ...inference.patterns.softmax import through_layout
from ...inference.queries.gains import (
    counts_something_else,
    is_asked_early,
    is_few,
    is_test,
    prints_or_cuts,
    runs_once,
)
from ...inference.queries.iterations import IterationSlice, element_read
from ...inference.queries.loops import COMPREHENSIONS, few_iterations, stops_early
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.queries.waits import is_read_the_only_wait
from ...inference.values import Operation, Tensor, Use, Value
from ...rewriting.writing.elements import read_at_once
from ...syntax.walking import walk
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
    same_result and fewer_syncs: one read per element before, a single read after; fewer_dispatches.

    Fix safety
    Unsafe: the list is a snapshot, so it does not see what the loop later writes to the tensor, and elements that have
    a shape, such as the rows of `(n, 1)`, become lists. None where the loop also uses the elements as tensors, nor for
    `map(float, x)`. Tentative, and so reported only if the rule is selected by name, where only an annotation or a
    convention suggests that it is a tensor, and where little is gained: on the CPU, in tests and `__init__`, where the
    loop computes with or makes tensors too or calls what may take longer, where it prints the numbers or indexes with
    them, where it stops early or branches, where it walks a parameter by a `for` statement (a comprehension over one is
    reported), and where there are few numbers: the entries of a row, the values that `topk` or `unique` leaves, a read
    for each of some names, a value that may also be a list.

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
        node = operation.node if isinstance(found.loop, cst.Call) else found.loop
        if any(report.node is node for report in self.reports):
            return
        walked = self.tensor_node(found)
        self.report(
            node,
            parts=[operation, found.operation, *operation.loops],
            message=self.on_cpu if found.source.device == "cpu" else self.message,
            tentative=not self.is_felt(found, operation),
            read=self.text(operation.node, 30),
            fix=lambda write: read_at_once(write, found, walked),
        )

    def is_felt(self, found: IterationSlice, operation: Operation) -> bool:
        """Whether reading all at once is likely to make a difference, and cannot read far more than is needed."""
        inference, source = self.inference, found.source
        if not found.whole or not is_shown_a_tensor(inference, source) or is_type_tested(source):
            return False
        if runs_once(operation.frame) or is_test(inference) or is_row_of_outer_loop(found, operation):
            return False
        if isinstance(found.loop, COMPREHENSIONS) and found.loop.for_in.inner_for_in is not None:
            return False
        if is_few(source) or is_asked_early(operation.frame, found.loop):
            return False
        if type(found.loop) is cst.For and (source.origin is None or branches(found.loop)):
            return False
        if prints_or_cuts(found.loop, operation.node) or counts_something_else(inference, found.loop):
            return False
        return is_read_the_only_wait(inference, found)

    def tensor_node(self, found: IterationSlice) -> cst.CSTNode | None:
        """The expression of the tensor itself, under ``reversed(x)`` and ``tqdm(x)``."""
        node = found.node
        while isinstance(node, cst.Call) and node.args:
            first = node.args[0].value
            if self.inference.value(first) is not self.inference.value(node):
                break
            node = first
        return node


def is_row_of_outer_loop(found: IterationSlice, operation: Operation) -> bool:
    """Whether what the loop reads is itself a row, such as a box of four numbers, that another loop walks."""
    inner = type(found.loop) is cst.Call and len(operation.loops) > 1
    return inner or (found.source.origin is not None and found.source.origin.signature is ROW)


def branches(loop: cst.For) -> bool:
    """Whether the iterations of a loop do not all do the same, or end early."""
    found: list[cst.CSTNode] = []
    walk(loop.body, {cst.If: [found.append]})
    return bool(found) or stops_early(loop)


def is_type_tested(source: Value) -> bool:
    """Whether ``isinstance`` tells a tensor from numbers and lists: such code takes few values."""
    source, _ = through_layout(source)
    return isinstance(source, Tensor) and Use.TYPE_TESTED in source.identity.uses
