from __future__ import annotations

import libcst as cst

from ...inference.events.event import Answer
from ...inference.knowledge.columns import Formula
from ...inference.queries.handed import keeps_what_it_is_handed
from ...inference.queries.losses import keeps_graph
from ...inference.queries.trials import is_trial
from ...inference.values import Notation, Operation, Value
from ...rewriting.writing.detach import without_graph
from ...syntax.equality import plain_code
from ..rule import Rule

# The operands that are the total and what is added to it.
_SIDES: dict[Formula | None, tuple[str, str]] = {
    Formula.ADD: ("input", "other"),
    Formula.SUBTRACT: ("input", "other"),
    Formula.LERP: ("input", "end"),
}
# What is written as the target of an assignment or as an entry; most operands are something else.
_READS = (cst.Name, cst.Attribute, cst.Subscript, cst.Call, cst.Tuple, cst.List)


class LossAccumulation(Rule):
    """Running total that keeps every graph.

    What it does
    Finds a running total of tensors that carry a graph, where the total itself is never back-propagated: a variable, an
    entry of a dict, `d.get(key, 0) + loss`, or a moving average, `0.9 * average + 0.1 * loss`.

    Reported by default if a loop runs `backward` on the term, or on a part of its sum, and does not reset the total to
    a number. That is the loop around the total; the next one out that steps the optimizer, if the inner one accumulates
    the gradients of a step; or the one that calls a function which adds to a total of its object or of the enclosing
    function, also if it is passed the loss, as an average meter is: `meter.update(loss, n)`. A method that nothing in
    the file calls, and that takes one training step, counts as called in a loop.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`. It is tentative for other terms
    in such a loop, which may have been detached elsewhere; in one over the parts of one batch,
    `range(0, len(x), size)`, `x.split(size)` or `np.array_split(rows, k)`, if no step of an optimizer is in sight and
    the function starts the total for that loop alone; in a loop that runs a model in evaluation mode, which a caller
    may do under `no_grad`; in a loop over a few items that are written in its header; in a test; and under
    `if __name__ == "__main__":` where no optimizer is made.

    Not reported: a total that is returned as a tensor, which may be a penalty that the caller adds to its loss, or its
    loss where `backward` runs only if a parameter that is False by default asks for it and nothing steps; and a total
    in an evaluation that TEF506 reports, since without a graph there is none to keep.

    Why it is bad
    The total keeps every step's graph alive until the end of the epoch. Without `backward`, as in an evaluation, each
    keeps its saved activations: 2 MiB a step for three small linear layers at batch size 512. After `backward` these
    are freed and only the nodes of the graph stay, 10 to 40 KiB a step, but they are never reused and add up all the
    same.

    Example
        def epoch_loss(batches: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total_loss = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total_loss += loss
            return total_loss

    Use instead
        def epoch_loss(batches: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total_loss = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total_loss += loss.detach()
            return total_loss

    Evidence
    bounded_graph: the number of autograd nodes reachable from the total grows with the steps before and stays constant
    after; same_result: the same numbers, without a graph.

    Fix safety
    Safe (`+= loss.detach()`) where the body of the loop itself makes the loss, with torch's losses and numbers only,
    calls `loss.backward()` without arguments, and keeps exactly that name, in a total that the function starts.

    Unsafe elsewhere, since other code may need the graph of the total. Unsafe, too, in a file that asks more of tensors
    than their entries: that prints them or writes them to a table, compares or hashes objects, reads `requires_grad` or
    the like, or sets attributes. Unsafe in a file that catches torch's errors, changes tensors in place, calls
    `backward` more than once, or uses `torch.autograd` itself.

    None where the term may not be a tensor. `.item()` is accepted as well, but waits for the device in every step.

    Source
    PyTorch snippet collection, reading the value of a loss; https://docs.pytorch.org/docs/stable/notes/faq.html
    """

    code = "TEF501"
    message = "{total} keeps the graph of every step alive"
    advice = "add {fixed}"
    words = "detach what it adds up"

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        operation = self.inference.operation(node)
        if operation is not None and operation.formula in (Formula.ADD, Formula.SUBTRACT):
            self.look(node, node.target, operation, operation.operand("other"), node.value)

    def visit_Assign(self, node: cst.Assign) -> None:
        if len(node.targets) != 1:
            return
        value, target = node.value, node.targets[0].target
        for branch in (value.body, value.orelse) if type(value) is cst.IfExp else (value,):
            for key, part in entries(branch):
                operation = self.inference.operation(part)
                sides = None if operation is None else _SIDES.get(operation.formula)
                if operation is None or sides is None:
                    continue
                names = self.names(target, key)
                for total, term in (sides, sides[::-1]):
                    total_node, term_node = operation.nodes.get(total), operation.nodes.get(term)
                    if total_node is not None and term_node is not None and self.is_total(total_node, names):
                        place = part if type(branch) is cst.DictComp else node  # where the term has its name
                        self.look(place, target, operation, operation.operand(term), term_node)
                        return

    def names(self, target: cst.BaseExpression, key: cst.BaseExpression | None) -> set[str]:
        """The ways to read what an assignment changes: its target, or the entry of a dict that is built anew."""
        name = plain_code(target)
        if key is not None:
            return self.entry(name, plain_code(key))
        if type(target) is not cst.Subscript:
            return {name}
        return {name} | self.entry(plain_code(target.value), ", ".join(map(plain_code, target.slice)))

    def entry(self, holder: str, key: str) -> set[str]:
        """The ways to read an entry of a dict that starts at zero."""
        return {f"{holder}[{key}]", *(f"{holder}.get({key}, {zero})" for zero in ("0", "0.0", "0."))}

    def is_total(self, node: cst.CSTNode, names: set[str]) -> bool:
        """Whether an expression is the total, by one of its names, or scales it: ``0.9 * total``."""
        scaled = self.inference.operation(node) if type(node) is cst.BinaryOperation else None
        if scaled is not None and scaled.formula in (Formula.MULTIPLY, Formula.DIVIDE):
            return any(self.is_read(part, names) for part in scaled.nodes.values())
        return self.is_read(node, names)

    def is_read(self, node: cst.CSTNode, names: set[str]) -> bool:
        """Whether an expression is written in one of these ways."""
        return type(node) in _READS and plain_code(node) in names

    def visit_Call(self, node: cst.Call) -> None:
        operation = self.inference.operation(node)
        if operation is None or operation.notation is not Notation.IN_PLACE:
            return
        sides = _SIDES.get(operation.formula)
        if sides is not None:
            total, term = (operation.nodes.get(side) for side in sides)
            if total is not None and isinstance(term, cst.BaseExpression):  # else it is inside of what * spreads
                self.look(node, total, operation, operation.operand(sides[1]), term)

    def look(
        self, node: cst.CSTNode, target: cst.CSTNode, operation: Operation, term: Value, term_node: cst.CSTNode
    ) -> None:
        """Report the statement if it adds a term with a graph to a running total."""
        kept = keeps_graph(self.inference, operation, term, operation.result, target)
        handed = keeps_what_it_is_handed(self.inference, operation, term_node, target) if kept is Answer.NO else None
        if handed is not None:
            self.report(
                node,
                parts=[operation],
                tentative=is_trial(self.inference, operation),
                total=self.text(target, 40),
                words=f"detach what {self.text(handed, 40)} hands in",
            )
        elif kept is not Answer.NO:
            self.report(
                node,
                parts=[operation],
                tentative=kept is Answer.UNKNOWN or is_trial(self.inference, operation),
                total=self.text(target, 40),
                fix=lambda write: without_graph(write, term_node, operation),
            )


def entries(node: cst.BaseExpression) -> list[tuple[cst.BaseExpression | None, cst.BaseExpression]]:
    """The values of a dict that is written there, with their keys, or the expression itself without one."""
    if type(node) is cst.Dict:
        return [(one.key, one.value) for one in node.elements if type(one) is cst.DictElement]
    return [(node.key, node.value) if type(node) is cst.DictComp else (None, node)]
