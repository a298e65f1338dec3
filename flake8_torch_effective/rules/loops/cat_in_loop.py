from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.patterns.growth import grown, joined
from ...inference.patterns.softmax import through_layout
from ...inference.queries.loops import few_iterations
from ...inference.values import Operation
from ..rule import Rule


class CatInLoop(Rule):
    """A tensor grown by concatenation in a loop.

    What it does
    Finds `out = torch.cat([out, y])` in a loop that uses `out` for nothing else.

    Why it is bad
    Every iteration copies everything collected so far: n iterations copy n²/2 pieces, and with a graph all copies stay
    alive for the backward pass. The rule is opt-in, because most such loops in published code run a few times, or do
    far longer work beside the copy; it pays in loops over a loader, time steps or samples.

    Example
        def scaled_copies(x: torch.Tensor, count: int) -> torch.Tensor:
            out = torch.empty(0, x.shape[1], dtype=x.dtype, device=x.device)
            for i in range(count):
                out = torch.cat([out, x / (i + 1)])
            return out

    Use instead
        def scaled_copies(x: torch.Tensor, count: int) -> torch.Tensor:
            parts = [torch.empty(0, x.shape[1], dtype=x.dtype, device=x.device)]
            for i in range(count):
                parts.append(x / (i + 1))
            return torch.cat(parts)

    Evidence
    same_result, also where no iteration runs, same_gradient and less_memory: the bytes grow quadratically with the
    number of iterations in the loop, and linearly where the parts are joined once. It copies less; at its peak it holds
    as much, the parts and the whole, where the loop holds the old and the new tensor. On a GPU torch's allocator takes
    at least 512 bytes for each part.

    Fix safety
    None: the list, the loop and the line after it have to change together. The list starts with the initial tensor,
    since `torch.cat` of an empty list is an error. Where a `while` asks how long the tensor is, or a network gets what
    the iteration before left, as in decoding, a list needs more code.

    Source
    Effective PyTorch, section 5; https://docs.pytorch.org/docs/stable/generated/torch.cat.html
    """

    code = "TEF205"
    opt_in = True
    message = "{name} is copied in every iteration; {collect}, and join it with {call} where the whole is read"
    formulas = frozenset({Formula.CAT})
    supersedes = frozenset({"TEF202"})

    def check(self, operation: Operation) -> None:
        found = grown(self.inference, operation)
        if found is None:
            return
        loop, place = found
        pieces = joined(self.inference, operation) or []
        if few_iterations(self.inference, loop) or place not in (0, len(pieces) - 1):
            return
        listed = operation.nodes.get("tensors")
        written = list(listed.elements) if isinstance(listed, (cst.List, cst.Tuple)) else []
        parts = [made.node for piece in pieces if (made := through_layout(piece)[0].origin) is not None]
        call = self.text(operation.node.func, 24) if type(operation.node) is cst.Call else operation.name
        self.report(
            operation.node,
            parts=[operation, loop, *parts],
            name=self.text(written[place].value, 20) if written else "it",
            collect="append to a list" if place == 0 else "append to a list, reverse it",
            call=call,
        )
