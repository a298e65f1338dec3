from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from ...inference.events.event import Answer
from ...inference.interpreter.inference import alternatives
from ...inference.knowledge.columns import Signature
from ...inference.knowledge.python_operations import APPEND, BOUNDED_DEQUE, PHI, STORE
from ...inference.queries.losses import keeps_graph
from ...inference.queries.trials import is_trial
from ...inference.values import Operation, Tensor, Text, Use, Value
from ...rewriting.file import File
from ...rewriting.writer import Rewriting
from ...rewriting.writing.detach import without_graph
from ...syntax.walking import walk
from ..rule import Rule


class LossList(Rule):
    """List of losses that keeps every graph.

    What it does
    Finds losses that are appended to a list, alone or in a tuple or dict that is written there, or stored under a new
    key in each iteration, with their graphs, and are never back-propagated from there. It is reported by default where
    the loop runs `backward` on what is stored: the loop around it, or the one that calls the function that fills a list
    of its object, of the function around it or of its caller. Elsewhere it is tentative, and so reported only if the
    rule is selected by name, as in a loop that empties the list again, in one that runs a model in evaluation mode,
    which a caller may do under `no_grad`, in one over a few items that are written in its head, in a test, and under
    `if __name__ == "__main__":` where no optimizer steps. A `deque(maxlen=n)`, which keeps no more than n graphs, is
    left. So is a list of an evaluation that TEF506 reports: without a graph there is none to keep.

    Why it is bad
    Each entry keeps its step's graph alive for as long as the list lives: with all saved activations where `backward`
    does not run, and with the nodes of the graph, 10 to 40 KiB a step for a small network, where it does.

    Example
        def loss_history(batches: torch.Tensor, targets: torch.Tensor) -> list[torch.Tensor]:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            losses = []
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss)
            return losses

    Use instead
        def loss_history(batches: torch.Tensor, targets: torch.Tensor) -> list[torch.Tensor]:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            losses = []
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.detach())
            return losses

    Evidence
    bounded_graph: the number of autograd nodes reachable from the list grows with the steps before and stays constant
    after; same_result: the same numbers, without a graph.

    Fix safety
    Safe (`append(loss.detach())`) where the body of the loop itself makes the loss, by torch's losses and numbers only,
    calls `loss.backward()` without arguments, and keeps that very name, in a collection that the function starts.
    Unsafe elsewhere, since other code may need the graphs, and in a file that asks more of tensors than their entries:
    prints them or writes them to a table, compares or hashes objects, reads `requires_grad` or the like, sets
    attributes; that catches errors of torch; that changes tensors in place; that calls `backward` more than once or
    `torch.autograd` itself. None where what is stored may not be a tensor. `.item()` is accepted as well, but waits for
    the device in every step.

    Source
    PyTorch snippet collection, reading the value of a loss; https://docs.pytorch.org/docs/stable/notes/faq.html
    """

    code = "TEF502"
    message = "{collection} keeps the graph of every step alive"
    advice = "store {fixed}"
    words = "detach what it keeps"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.uses: dict[int, Uses] = {}

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature in (APPEND, STORE)

    def check(self, operation: Operation) -> None:
        if operation.signature is STORE and isinstance(operation.operand("index"), Text):
            return
        holder = operation.operand("input")
        answers = [
            (keeps_graph(self.inference, operation, value, holder, operation.nodes.get("input")), node)
            for node, value in self.stored_values(operation)
        ]
        kept = [one for one in answers if one[0] is not Answer.NO]
        if not kept or is_bounded(holder) or self.is_queue(operation):
            return
        answer, node = kept[0]
        self.report(
            operation.node,
            parts=[operation],
            tentative=answer is Answer.UNKNOWN or is_trial(self.inference, operation),
            collection=self.text(operation.nodes.get("input"), 40),
            fix=lambda write: without_graph(write, node or stored(write, operation), operation),
        )

    def is_queue(self, operation: Operation) -> bool:
        """Whether the function takes entries out of the collection again, or calls ``backward`` on one by its index."""
        holder, frame = operation.nodes.get("input"), operation.frame
        if holder is None or frame is None:
            return False
        if id(frame) not in self.uses:
            self.uses[id(frame)] = uses_in(frame)
        uses = self.uses[id(frame)]
        if any(one.deep_equals(holder) for one in uses.popped):
            return True
        taken = [target for value, targets in uses.assigned if is_entry(value, holder) for target in targets]
        return any(is_entry(one, holder) or any(one.deep_equals(target) for target in taken) for one in uses.spent)

    def stored_values(self, operation: Operation) -> list[tuple[cst.CSTNode | None, Value]]:
        """What an operation puts into a collection, with its code: of ``{"loss": loss, "step": step}`` the loss.

        Of several values only those that ``backward`` was called on; others may wait for it: ``(log_prob, value)``.
        """
        node = operation.nodes.get("value")
        if not isinstance(node, cst.Dict | cst.Tuple):
            return [(node, operation.operand("value"))]
        parts = [(element.value, self.inference.value(element.value)) for element in node.elements]
        return [(part, value) for part, value in parts if is_spent(value)]


class Uses(NamedTuple):
    """What a function takes out of collections: from where it pops, what it assigns to which targets, what it spends.

    ``spent`` are the objects and arguments of calls of ``backward``.
    """

    popped: list[cst.BaseExpression]
    assigned: list[tuple[cst.Subscript, list[cst.BaseExpression]]]
    spent: list[cst.BaseExpression]


def uses_in(frame: cst.CSTNode) -> Uses:
    """The same of a whole function, which is asked once for all that it stores."""
    uses = Uses([], [], [])

    def look_at_assignment(assign: cst.CSTNode) -> None:
        assert isinstance(assign, cst.Assign)
        if isinstance(assign.value, cst.Subscript):
            uses.assigned.append((assign.value, [target.target for target in assign.targets]))

    def look_at_call(call: cst.CSTNode) -> None:
        assert isinstance(call, cst.Call)
        if not isinstance(call.func, cst.Attribute):
            return
        if call.func.attr.value in ("pop", "popleft"):
            uses.popped.append(call.func.value)
        elif call.func.attr.value == "backward":
            uses.spent.extend([call.func.value, *(argument.value for argument in call.args)])

    walk(frame, {cst.Assign: [look_at_assignment], cst.Call: [look_at_call]})
    return uses


def is_entry(node: cst.CSTNode, holder: cst.CSTNode) -> bool:
    """Whether an expression takes an entry of a collection by an index."""
    return isinstance(node, cst.Subscript) and node.value.deep_equals(holder)


def is_bounded(holder: Value) -> bool:
    """Whether a collection is a deque that drops the oldest entry for each one beyond its ``maxlen``."""
    made = {None if one.origin is None else one.origin.signature for one in alternatives(holder)}
    return made - {PHI} == {BOUNDED_DEQUE}


def is_spent(value: Value) -> bool:
    """Whether ``backward`` was called on a value by itself."""
    return isinstance(value, Tensor) and Use.LOSS in value.identity.uses


def stored(write: Rewriting, operation: Operation) -> cst.CSTNode | None:
    """The right side of ``history[step] = loss``, if that has a single target."""
    target = write.surroundings.parent(operation.node)
    assign = None if target is None else write.surroundings.parent(target)
    return assign.value if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
