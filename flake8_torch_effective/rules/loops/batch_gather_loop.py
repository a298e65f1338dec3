from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import through_layout
from ...inference.queries.elements import least_rank
from ...inference.queries.gathers import moved_index, picks_integers
from ...inference.queries.hosted import is_made_on_cpu, loads_data
from ...inference.queries.loops import changes_in, collected, index_loop, is_mask, iteration_slice
from ...inference.queries.repetition import runs_once
from ...inference.queries.trials import is_trial
from ...inference.values import Number, Operation, Sequence, SequenceType, Tensor, Unknown, Value
from ...rewriting.writing.gather import Gather, gathered_at_once
from ..rule import Rule

# Where a row of the index holds several entries: row numbers alone would not broadcast against it.
SEVERAL = "index all rows at once, beside {torch}.arange(...)[:, None]: a row has several"
UNSURE = "index all rows, beside {torch}.arange(n), as a column for 2-d indices"


class BatchGatherLoop(Rule):
    """One gather per row in a Python loop.

    What it does
    Finds a loop or comprehension that selects `t[i][idx[i]]` or `t[i, idx[i]]` for every i and stacks the results, also
    `t[i, lengths[i] - 1]`, the last step of each sequence.

    Also tentative are loops in `__init__`, setters, tests, datasets and collate functions, and outside functions in a
    script, and those over a tensor that was made on the CPU.

    Why it is bad
    The loop dispatches several operations per row where one indexing operation handles the whole batch; and
    `t[i][idx[i]]` with a 0-d index copies that index to the host, which synchronises with the GPU in every iteration.

    Example
        def batch_gather(tensor: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
            output = []
            for i in range(tensor.size(0)):
                output += [tensor[i][indices[i]]]
            return torch.stack(output)

    Use instead
        def batch_gather(tensor: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
            return tensor[torch.arange(tensor.size(0), device=tensor.device), indices]

    Evidence
    same_result (indices that count from the end and int32 ones among them), same_gradient, fewer_dispatches (from
    growing with the rows to constant) and fewer_syncs. `verify --bench` shows loop, scripted and vectorised side by
    side.

    Fix safety
    Unsafe: the index must hold one integer per row. It may hold several if the rows are joined by `cat`, or if it is
    known to have two dims: the row numbers are then `arange(n)[:, None]`, and without that torch raises. The arange is
    created on the tensor's own device, where a hard-coded `.cuda()` would fail on a CPU. If you write the fix by hand,
    note that `torch.gather` rejects an index that counts from the end, and `torch.take_along_dim` an int32 one.

    None where the list or the loop is also used for something else, where the entries are stacked along a dim other
    than the first, and where a number is added to the index.

    Tentative, and so reported only with `--torch-tentative`, unless the index is known to hold integers, or one entry
    per row: a mask of each row selects rows of different lengths, which no single index does.

    Source
    Effective PyTorch, section 5 (batch gather);
    https://docs.pytorch.org/docs/stable/generated/torch.take_along_dim.html
    """

    code = "TEF203"
    message = "{picked} in a loop gathers one row at a time"
    advice = "use {fixed}"
    words = "index all rows at once, pairing {torch}.arange with the indices"
    formulas = frozenset({Formula.STACK, Formula.CAT})
    supersedes = frozenset({"TEF202", "TEF204", "TEF207"})

    def check(self, operation: Operation) -> None:
        tensors = operation.operand("tensors")
        if not isinstance(tensors, Sequence):
            return
        elements = collected(tensors)
        for element in elements:
            found = self.gathered(operation, element)
            if found is None:
                continue
            if any(report.node is found.loop for report in self.reports):
                return
            alone = all(made.origin is not None and made.origin.node is found.pick.node for made in elements)
            self.report(
                found.loop,
                parts=[operation, found.pick],
                tentative=not found.picks_integers or self.gains_little(operation, found),
                picked=self.text(found.pick.node, 36),
                words=words_for(found.indices),
                fix=partial(gathered_at_once, found=found) if alone else None,
            )
            return

    def gains_little(self, joined: Operation, found: Gather) -> bool:
        """Whether the rows are gathered once only, to try it out, or certainly on the CPU."""
        if joined.frame is None or runs_once(joined.frame) or is_trial(self.inference, joined):
            return True
        return loads_data(self.inference, joined) or is_made_on_cpu(self.inference, found.source)

    def gathered(self, joined: Operation, value: Value) -> Gather | None:
        """What ``t[i][idx[i]]`` or ``t[i, idx[i]]`` gathers."""
        value, _ = through_layout(value)
        pick = value.origin
        if pick is None or not pick.signature.selects or "index" not in pick.operands:
            return None
        row, index = pick.operand(), pick.operand("index")
        for loop in reversed(pick.loops):
            if (
                isinstance(index, Sequence)
                and index.type in (SequenceType.INDEX, SequenceType.TUPLE)
                and len(index.items or []) == 2
            ):
                chosen = (index.items or [])[1]
                by_counter = index_loop(self.inference, pick)
                source: Value | None = (
                    row if by_counter is not None and by_counter[1] == 0 and by_counter[0] is loop else None
                )
                source_node = pick.nodes.get("input")
            else:
                chosen = index
                source = iteration_slice(self.inference, row, loop)
                source_node = self.sliced_node(row)
            if not isinstance(source, Tensor) or changes_in(self.inference, source, loop):
                continue
            read = chosen.origin
            one = isinstance(chosen, Number) and read is not None and read.formula is Formula.ITEM
            if one and read is not None:
                chosen = read.operand()
            if is_mask(chosen):
                continue
            moved = moved_index(chosen)
            indices = iteration_slice(self.inference, moved or chosen, loop)
            if isinstance(indices, Tensor | Unknown) and isinstance(chosen, Tensor | Unknown):
                certain = one or picks_integers(chosen, indices)
                node = None if moved is not None else self.sliced_node(chosen)
                return Gather(joined, pick, loop, source, source_node, indices, node, certain)
        return None

    def sliced_node(self, value: Value) -> cst.CSTNode | None:
        """The expression for the tensor that an iteration slices."""
        origin = value.origin
        return None if origin is None else origin.nodes.get("input")


def words_for(indices: Value) -> str | None:
    """What to write for indices of several dims, or of perhaps several; None for one index for each row."""
    if least_rank(indices) > 1:
        return SEVERAL
    return None if isinstance(indices, Tensor) and indices.rank == 1 else UNSURE
