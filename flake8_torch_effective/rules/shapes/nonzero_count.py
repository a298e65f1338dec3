from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Asks, Family, Formula, Signature
from ...inference.knowledge.kinds import FLOAT, INT
from ...inference.knowledge.python_operations import LENGTH
from ...inference.values import Operation, Sequence, SequenceType, Tensor, Value, is_full_slice
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class NonzeroCount(Rule):
    """Number of rows of `nonzero`.

    What it does
    Finds `nonzero`, `argwhere` and `where` of which only the number of rows is used.

    Why it is bad
    They write an index row of 8 bytes per dim for every nonzero element, only for the rows to be counted.

    Example
        def hits(x: torch.Tensor) -> int:
            return torch.nonzero(x > 0).size(0)

    Use instead
        def hits(x: torch.Tensor) -> int:
            return int(torch.count_nonzero(x > 0))

    Evidence
    same_result and less_memory: one number replaces the index rows, also of integers and masks. Rows that
    are counted at once hold more at the peak than one after the other. same_gradient where the number is a factor.

    Fix safety
    Unsafe (`int(torch.count_nonzero(x))`): the number is the same, but tracing turns it into a constant where the size
    would have stayed dynamic. None where the count is read twice, or is read in a loop and the positions are computed
    outside it. The rule is opt-in, because masks are mostly
    small, and code that counts them often needs the positions too.

    Source
    a collection of common PyTorch snippets (non-zero elements);
    https://docs.pytorch.org/docs/stable/generated/torch.count_nonzero.html
    """

    code = "TEF113"
    opt_in = True
    message = "{call} builds an index row per element only to count them"
    advice = "use {fixed}"
    words = "call {torch}.count_nonzero"
    since = (1, 7)

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.asks in (Asks.SIZE, Asks.COUNT)

    def check(self, operation: Operation) -> None:
        counts = operation.signature is LENGTH or operation.signature.asks is Asks.COUNT
        if counts or transfer.integer(operation.operand("dim")) == 0:
            self.count(operation.node, operation)

    def visit_Subscript(self, node: cst.Subscript) -> None:
        if len(node.slice) != 1 or type(node.value) not in (cst.Attribute, cst.Call):
            return
        index = node.slice[0].slice
        if type(index) is not cst.Index or transfer.integer(self.inference.value(index.value)) != 0:
            return
        operation = self.inference.operation(node.value)
        if operation is not None and operation.signature.asks is Asks.SHAPE:
            self.count(node, operation)

    def count(self, node: cst.CSTNode, query: Operation) -> None:
        """Report ``node``, the number of rows that ``query`` reads, if the rows are used for nothing else."""
        tensor = query.operand()
        if not isinstance(tensor, Tensor) or isinstance(query.nodes.get("input"), cst.Attribute):
            return  # an attribute may be read anywhere
        readers = self.inference.consumers[tensor.identity]
        queries = [reader for reader in readers if reader.signature.family is Family.QUERY]
        found = self.positions(tensor, len(queries), query)
        if found is None or queries[0] is not query:
            return
        self.report(
            node,
            call=self.text(node, 30),
            fix=lambda write: fixed(write, node, query, found) if len(queries) == 1 else None,
        )

    def positions(self, value: Value, readers: int, query: Operation) -> Operation | None:
        """The ``nonzero`` whose rows, or one of their columns, are only counted."""
        single = False
        for _ in range(4):
            origin = value.origin
            if not isinstance(value, Tensor) or origin is None or origin.frame is not query.frame:
                return None
            if not self.inference.goes_only_to(value, readers):
                return None
            if origin.formula in (Formula.NONZERO, Formula.WHERE):
                single = single or value.shape is None or len(value.shape) < 2 or value.shape[1] == 1
                listed = origin.result
                if "other" in origin.operands:
                    return None
                if isinstance(listed, Sequence) and not self.inference.goes_only_to(listed, 1):
                    return None
                return origin if single or query.signature.asks is not Asks.COUNT else None
            if origin.formula is Formula.SQUEEZE:
                single = single or not origin.given("dim")
            elif is_column(origin):
                single = True
            else:
                return None
            value, readers = origin.operand(), 1
        return None


def fixed(write: Rewriting, node: cst.CSTNode, query: Operation, found: Operation) -> Fix | None:
    """The number of nonzero elements, as a Python int."""
    if found.given("out") or found.loops != query.loops or write.module_names.is_bound("int", node):
        return None
    around = write.surroundings.parent(node)
    call = None if around is None else write.surroundings.parent(around)
    is_number = type(call) is cst.Call and type(call.func) is cst.Name and call.func.value in (INT, FLOAT)
    count = "{torch}.count_nonzero({mask})"
    return write.expression(
        node,
        count if is_number else f"int({count})",
        safe=False,
        mask=operand(found, asked(found)),
    )


def asked(found: Operation) -> str:
    """The operand whose nonzero entries are found."""
    return "condition" if found.formula is Formula.WHERE else "input"


def is_column(operation: Operation) -> bool:
    """Whether an operation keeps one number of each row: ``rows[:, 0]``."""
    index = operation.operand("index")
    if (
        operation.formula is not Formula.SUBSCRIPT
        or not isinstance(index, Sequence)
        or index.type is not SequenceType.INDEX
    ):
        return False
    rows, *rest = index.items or [index]
    return is_full_slice(rows) and len(rest) == 1 and transfer.integer(rest[0]) is not None
