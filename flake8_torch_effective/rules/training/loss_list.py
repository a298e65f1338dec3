from __future__ import annotations

import libcst as cst

from ...inference.events.event import Answer
from ...inference.interpreter.inference import alternatives
from ...inference.knowledge.columns import Signature
from ...inference.knowledge.python_operations import APPEND, BOUNDED_DEQUE, PHI, STORE, SUBSCRIPT_WRITE
from ...inference.queries.handed import keeps_what_it_is_handed
from ...inference.queries.losses import is_kept_total, keeps_graph
from ...inference.queries.taken import is_taken_out
from ...inference.queries.trials import is_trial
from ...inference.values import Number, Operation, Sequence, Tensor, Text, Use, Value
from ...rewriting.writer import Rewriting
from ...rewriting.writing.detach import without_graph
from ...syntax.naming import all_names, called_name, last_name
from ..rule import Rule


class LossList(Rule):
    """List of losses that keeps every graph.

    What it does
    Finds losses that are stored with their graphs and never back-propagated from there: appended to a list, alone or in
    a tuple, a dict or `dict(...)` that is written there, or stored under a new key in each iteration, also into a
    tensor, `losses[epoch] = loss`.

    Reported by default if a loop runs `backward` on what is stored: the loop around it, or the one that calls a
    function which fills a list of its object, of the enclosing function or of its caller, also if it is passed the
    loss. A method that nothing in the file calls, and that runs `backward` and the step of an optimizer once, counts as
    called in a loop, if its class makes the list, or a dict of lists, and nothing empties it.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`. It is tentative in a loop that
    empties the list again; in one over the parts of one batch, `range(0, len(x), size)` or `x.split(size)`, if no step
    of an optimizer is in sight and the function makes the list for that loop alone; in one that runs a model in
    evaluation mode, which a caller may do under `no_grad`; in one over a few items that are written in its header; in a
    test; and under `if __name__ == "__main__":` where no optimizer is made. It is also tentative if the list is not an
    attribute of the object itself but of something that it holds, `self.trainer.losses`, since the file does not show
    what that keeps; if a dict gets an entry for each name in another one, `for name, part in parts.items()`; and if
    what is stored is a total that TEF501 reports, whose repair is enough.

    Not reported: a `deque(maxlen=n)`, which keeps at most n graphs; and a list in an evaluation that TEF506 reports,
    since without a graph there is none to keep.

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
    Safe (`append(loss.detach())`) where the body of the loop itself makes the loss, with torch's losses and numbers
    only, calls `loss.backward()` without arguments, and keeps exactly that name, in a collection that the function
    starts.

    Unsafe elsewhere, since other code may need the graphs. Unsafe, too, in a file that asks more of tensors than their
    entries: that prints them or writes them to a table, compares or hashes objects, reads `requires_grad` or the like,
    or sets attributes. Unsafe in a file that catches torch's errors, changes tensors in place, calls `backward` more
    than once, or uses `torch.autograd` itself.

    None where what is stored may not be a tensor. `.item()` is accepted as well, but waits for the device in every
    step.

    Source
    PyTorch snippet collection, reading the value of a loss; https://docs.pytorch.org/docs/stable/notes/faq.html
    """

    code = "TEF502"
    message = "{collection} keeps the graph of every step alive"
    advice = "store {fixed}"
    words = "detach what it keeps"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature in (APPEND, STORE, SUBSCRIPT_WRITE)

    def check(self, operation: Operation) -> None:
        index = operation.operand("index")
        if isinstance(index, Text) or (isinstance(index, Number) and index.number is not None):
            return  # under the same key each time
        if operation.signature is not APPEND and self.is_total(operation):
            return
        holder = operation.operand("input") if operation.signature is not SUBSCRIPT_WRITE else operation.result
        answers = [
            (keeps_graph(self.inference, operation, value, holder, operation.nodes.get("input")), node)
            for node, value in self.stored_values(operation)
        ]
        kept = [one for one in answers if one[0] is not Answer.NO]
        if is_bounded(holder) or is_taken_out(self.inference, operation):
            return
        if not kept:
            self.look_at_callers(operation)
            return
        answer, node = kept[0]
        self.report(
            operation.node,
            parts=[operation],
            tentative=answer is Answer.UNKNOWN
            or any(is_kept_total(self.inference, value) for _, value in self.stored_values(operation))
            or is_of_another(operation.nodes.get("input"), holder)
            or is_by_name(operation)
            or is_trial(self.inference, operation),
            collection=self.text(operation.nodes.get("input"), 40),
            fix=lambda write: without_graph(write, node or stored(write, operation), operation),
        )

    def is_total(self, operation: Operation) -> bool:
        """Whether what is stored is computed from the collection: ``d[key] = d.get(key, 0) + loss``."""
        holder, made = operation.nodes.get("input"), operation.operand("value").origin
        parts = () if made is None or holder is None else made.nodes.values()
        augmented = made is not None and type(made.node) is cst.AugAssign
        return augmented or any(type(part) is cst.Call and last_name(holder) in all_names(part.func) for part in parts)

    def look_at_callers(self, operation: Operation) -> None:
        """Report what a function stores that its callers hand it."""
        stored, holder = operation.nodes.get("value"), operation.nodes.get("input")
        handed = keeps_what_it_is_handed(self.inference, operation, stored, holder)
        if handed is not None:
            self.report(
                operation.node,
                parts=[operation],
                tentative=is_trial(self.inference, operation),
                collection=self.text(holder, 40),
                words=f"detach what {self.text(handed, 40)} hands in",
            )

    def stored_values(self, operation: Operation) -> list[tuple[cst.CSTNode | None, Value]]:
        """What an operation puts into a collection, with its code: of ``{"loss": loss, "step": step}`` the loss.

        Of several values only those that ``backward`` was called on; others may wait for it: ``(log_prob, value)``.
        """
        node = operation.nodes.get("value")
        written = [element.value for element in node.elements] if isinstance(node, cst.Dict | cst.Tuple) else []
        if type(node) is cst.Call and called_name(node) == "dict":
            written = [argument.value for argument in node.args]
        if not written:
            return [(node, operation.operand("value"))]
        parts = [(part, self.inference.value(part)) for part in written]
        return [(part, value) for part, value in parts if is_spent(value)]


def is_bounded(holder: Value) -> bool:
    """Whether a collection is a deque that drops the oldest entry for each one beyond its ``maxlen``."""
    made = {None if one.origin is None else one.origin.signature for one in alternatives(holder)}
    return made - {PHI} == {BOUNDED_DEQUE}


def is_of_another(node: cst.CSTNode | None, holder: Value) -> bool:
    """Whether a collection is part of a part of an object, ``self.trainer.losses``, and may keep what it likes."""
    part = node.value if type(node) is cst.Attribute else None
    return type(part) is cst.Attribute and not isinstance(holder, Sequence)


def is_by_name(operation: Operation) -> bool:
    """Whether there is one entry for each of a few things that a dict names: ``for name, loss_fn in fns.items()``."""
    loop = operation.loops[-1] if operation.loops else None
    if type(loop) is not cst.For or type(loop.iter) is not cst.Call or called_name(loop.iter) not in ("items", "keys"):
        return False
    keys = operation.node.slice if type(operation.node) is cst.Subscript else ()
    return any(not all_names(loop.target).isdisjoint(all_names(key)) for key in keys)


def is_spent(value: Value) -> bool:
    """Whether ``backward`` was called on a value by itself."""
    return isinstance(value, Tensor) and Use.LOSS in value.identity.uses


def stored(write: Rewriting, operation: Operation) -> cst.CSTNode | None:
    """The right side of ``history[step] = loss``, if that has a single target."""
    target = write.surroundings.parent(operation.node)
    assign = None if target is None else write.surroundings.parent(target)
    return assign.value if type(assign) is cst.Assign and len(assign.targets) == 1 else None
