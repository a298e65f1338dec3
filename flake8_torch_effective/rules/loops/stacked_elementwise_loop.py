from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.python_operations import APPEND
from ...inference.queries.iterations import RowWork, is_counter, row_work, targets_only_slice
from ...inference.queries.loops import collected, few_iterations, is_plain_comprehension, is_pure_tensor_work, is_ragged
from ...inference.values import Notation, Number, Operation, Sequence, SequenceType, Value
from ...rewriting.fix import Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing.batch_form import instead_of_loop, over_all_rows
from ...rewriting.writing.code import Code
from ...rewriting.writing.iterations import covers
from ...syntax.walking import walk
from ..rule import Rule


class StackedElementwiseLoop(Rule):
    """The same operations on every row, stacked.

    What it does
    Finds a loop or comprehension that computes each row's result from known torch operations and then stacks the
    results, or writes them into a tensor row by row. It leaves alone what only some versions of torch run, because the
    file asks which one it has.

    Why it is bad
    Every operation is dispatched once per row, with microseconds of overhead for a few numbers, and the stack copies
    everything once more. torch's operations accept a batch; `torch.vmap` turns a function of one row into one of a
    batch.

    Example
        def squashed(x: torch.Tensor) -> torch.Tensor:
            return torch.stack([torch.sigmoid(row) * 2 for row in x])

    Use instead
        def squashed(x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(x) * 2

    Evidence
    same_result, products of integers among them, same_gradient and fewer_dispatches: the number of operators grows with
    the rows in the loop and stays constant on the batch.

    Fix safety
    None: a reader has to check whether dims shift. A dim counted from the end stays correct on the batch. The rule is
    opt-in, because many such loops in published code have few rows, or do so much with each that dispatching weighs
    little.

    Source
    Effective PyTorch, section 5; https://docs.pytorch.org/docs/stable/generated/torch.vmap.html
    """

    code = "TEF204"
    opt_in = True
    message = "{result} runs every operation once per row"
    advice = "use {fixed}"
    words = "work on all rows at once, or with {torch}.vmap"
    since = (2, 0)
    heeds_guards = True
    supersedes = frozenset({"TEF202"})
    formulas = frozenset({Formula.STACK, Formula.CAT, Formula.TENSOR, Formula.SUBSCRIPT_WRITE})

    def check(self, operation: Operation) -> None:
        if operation.formula is Formula.SUBSCRIPT_WRITE:
            for loop in reversed(operation.loops):
                index = operation.operand("index")
                parts = index.items if isinstance(index, Sequence) and index.type is SequenceType.INDEX else [index]
                if any(is_counter(self.inference, part, loop) for part in parts or []):
                    work = row_work(self.inference, operation.operand("value"), loop, operation.operand())
                    if work is not None:
                        self.report_loop(loop, operation, work, self.written_node(operation, loop))
                    return
            return
        tensors = operation.operand("data" if operation.formula is Formula.TENSOR else "tensors")
        elements = collected(tensors) if isinstance(tensors, Sequence) else []
        if len({None if element.origin is None else element.origin.node for element in elements}) != 1:
            return
        for element in elements:
            for loop in reversed(element.origin.loops if element.origin is not None else ()):
                work = None if loop in operation.loops else row_work(self.inference, element, loop)
                node = None if work is None else self.collected_node(element, loop)
                if work is not None and (node is not None or type(loop) is cst.Call):
                    self.report_loop(loop, operation, work, node)
                    return

    def report_loop(self, loop: cst.CSTNode, operation: Operation, work: RowWork, node: cst.CSTNode | None) -> None:
        """Report a loop, unless it does more than work on its rows."""
        inference = self.inference
        if any(report.node is loop for report in self.reports) or few_iterations(inference, loop):
            return
        if work.operations and all(made.signature.asks is not None for made in work.operations):
            return  # how long each row is
        if any(made.notation is Notation.MODULE and made.signature.family is Family.NN for made in work.operations):
            return
        if not is_plain_comprehension(loop) or not targets_only_slice(inference, loop):
            return
        if is_ragged(inference, loop) or not is_pure_tensor_work(inference, loop, helpers=True):
            return
        self.report(
            operation.node if type(loop) is cst.Call else loop,
            parts=[operation, *work.operations, *(made for found in work.slices for made in found.operation.loops)],
            result=self.text(operation.node if node is None else node, 32),
            shown=lambda write: self.at_once(write, loop, operation, work, node),
        )

    def at_once(
        self, write: Rewriting, loop: cst.CSTNode, operation: Operation, work: RowWork, node: cst.CSTNode | None
    ) -> Fix | None:
        """The expression on all rows, instead of the joined result, or of the value that is written to a row."""
        code = self.joined(operation, over_all_rows(self.file, node, work, self.dim_of(operation)))
        if code is None or node is None:
            return None
        if not any(covers(write, loop, found.source, found.axis) for found in work.slices):
            return None
        parts = [node, *(found.node for found in work.slices)]
        if operation.formula is Formula.SUBSCRIPT_WRITE:
            return instead_of_loop(write, code, loop, node, parts, written=operation.node)
        return instead_of_loop(write, code, loop, operation.node, parts)

    def dim_of(self, operation: Operation) -> int | None:
        """Where the rows' dim goes: for ``cat``, in front of the dim along which it joins them."""
        if operation.signature.joins_dim is not None:
            return None
        dim = transfer.integer(operation.operands.get("dim", Number("int", 0)))
        return dim - 1 if operation.formula is Formula.CAT and dim is not None and dim < 0 else dim

    def joined(self, operation: Operation, batched: str | None) -> str | None:
        """The expression on all rows, in the shape of the joined result."""
        if batched is None or operation.formula in (Formula.STACK, Formula.TENSOR):
            return batched
        if operation.formula is Formula.CAT:
            dim = self.dim_of(operation) or 0
            return f"{Code(cst.parse_expression(batched), batched):tight}.flatten({dim}, {dim + 1})"
        return None if isinstance(operation.operand("index"), Sequence) else batched

    def collected_node(self, element: Value, loop: cst.CSTNode) -> cst.CSTNode | None:
        """The expression that a comprehension or an ``append`` collects."""
        if isinstance(loop, (cst.ListComp, cst.GeneratorExp)):
            return loop.elt if self.inference.value(loop.elt) is element else None
        for operation in self.inference.inside(loop):
            if operation.signature is APPEND and operation.operand("value") is element:
                return operation.nodes.get("value")
        made = element.origin  # an earlier pass over the loop may have made it; the node now makes another
        return made.node if made is not None and self.inference.operation(made.node) is made else None

    def written_node(self, operation: Operation, loop: cst.CSTNode) -> cst.CSTNode | None:
        """The right side of ``out[i] = ...``."""
        found: list[cst.CSTNode] = []

        def look(node: cst.CSTNode) -> None:
            assert type(node) is cst.Assign
            if any(target.target is operation.node for target in node.targets):
                found.append(node.value)

        walk(loop, {cst.Assign: [look]})
        return found[0] if found else None
