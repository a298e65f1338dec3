from __future__ import annotations

import libcst as cst

from ...inference.knowledge.arguments import (
    OLD_ARGUMENTS,
    OLD_NAMES,
    REDUCE,
    RETAIN_GRAPH,
    RETAIN_VARIABLES,
    SCHEDULER_ARGUMENTS,
    OldArgument,
)
from ...inference.knowledge.columns import Family, Signature
from ...inference.queries.guards import is_guarded
from ...inference.queries.occasions import is_optional
from ...inference.queries.old_arguments import calls_of_base, is_handed_on
from ...inference.queries.outside_calls import outside_call, spread_keywords
from ...inference.queries.places import places_of
from ...inference.queries.trials import is_trial_at
from ...inference.values import NONE, Bound, Number, Operation, Tensor, Text, Unknown, Value
from ...rewriting.fix import Fix
from ...rewriting.writing.old_arguments import renamed, with_reduction, without
from ..rule import Rule

_MAKES = frozenset({Family.FACTORY, Family.CONSTRUCTION, Family.RANDOM})


class DeprecatedArgument(Rule):
    """An argument that torch no longer takes, or will soon reject.

    What it does
    Finds `verbose=` of learning-rate schedulers, also in the `super().__init__(...)` of a custom one; `size_average=`
    and `reduce=` of losses; `use_cuda=` of the profilers; `reduce=` of `scatter_` and `scatter` if a tensor is
    scattered; `volatile=` of `Variable`; and `retain_variables=` of `backward`.

    Not reported: `None` for an argument whose default is None; an argument that a wrapper passes on and that is None by
    default there; code that checks the version of torch; and arguments that the oldest torch of the project still
    accepts without a warning.

    `use_cuda=False` is tentative, and so reported only with `--torch-tentative`, because torch 2.13 does not warn about
    it yet. So is `volatile=` in a demonstration under `if __name__ == "__main__":`, in a test, or under an option of
    its class that is False by default.

    Why it is bad
    The call raises a TypeError, with today's torch or with one of the next releases. Until then it warns each time it
    runs.

    Example
        def total(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return F.mse_loss(x, y, size_average=False)

    Use instead
        def total(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return F.mse_loss(x, y, reduction="sum")

    Evidence
    warns: torch announces that the argument goes; raises: it is gone; same_result and same_gradient: the new argument
    means the same; right_result: what the call computes without it.

    Fix safety
    Unsafe (`reduction=`, `retain_graph=`, or the call without the argument): nothing is printed any more, and an error
    or a warning that other code expects does not come. None for values that are not written there, also by
    `**options`, for positions before others, and for scatters.

    Source
    PyTorch snippet collection, learning rate decay; https://docs.pytorch.org/docs/stable/optim.html
    """

    code = "TEF904"
    message = "{call}: torch {fate} {argument}"
    advice = "write {fixed}"
    words = "{instead}"
    mentions = OLD_NAMES

    def visit_Call(self, node: cst.Call) -> None:
        call = outside_call(self.inference, node, OLD_ARGUMENTS)
        if call is not None:
            for row in OLD_ARGUMENTS[call.name]:
                argument = call.written(row.name) or at(node, row.position) or call.spread(self.inference, row.name)
                if argument is not None and self.is_old(row, argument):
                    self.told(node, row, argument)
                    return
        elif type(node.func) is cst.Attribute:
            for argument in node.args:
                if argument.keyword is not None and argument.keyword.value == RETAIN_VARIABLES:
                    callee = self.inference.value(node.func)
                    if isinstance(callee, Unknown) or (isinstance(callee, Bound) and callee.name == "backward"):
                        self.told(node, OldArgument(RETAIN_VARIABLES, None, True, "say retain_graph="), argument)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        for call, base in calls_of_base(self.inference, node, SCHEDULER_ARGUMENTS):
            for row in SCHEDULER_ARGUMENTS[base]:
                named = [one for one in call.args if one.keyword is not None and one.keyword.value == row.name]
                argument = named[0] if named else at(call, row.position)
                if argument is not None:
                    self.told(call, row, argument)

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.scatters and REDUCE in signature.keywords  # of scatter_reduce it is what the call is about

    def check(self, operation: Operation) -> None:
        node = operation.node
        if type(node) is not cst.Call or not isinstance(operation.operand("src"), Tensor):
            return
        for argument in node.args:
            if argument.keyword is not None and argument.keyword.value == REDUCE:
                self.told(
                    node,
                    OldArgument(REDUCE, None, False, "use scatter_add_ or scatter_reduce_", since=(1, 12)),
                    argument,
                )

    def is_old(self, row: OldArgument, argument: cst.Arg) -> bool:
        """Whether an argument is certainly given for a parameter of the past."""
        value = self.given(row, argument)
        if row.none and (value is NONE or is_handed_on(self.inference, argument.value)):
            return False
        return argument.keyword is not None or isinstance(value, Number | Text)

    def given(self, row: OldArgument, argument: cst.Arg) -> Value:
        """The value that an argument gives, also by a dict."""
        return spread_keywords(self.inference, argument).get(row.name) or self.inference.value(argument.value)

    def told(self, node: cst.Call, row: OldArgument, argument: cst.Arg) -> None:
        """Report a call with such an argument."""
        if not self.can_use(row.since) or is_guarded(self.inference, node):
            return
        value = self.given(row, argument)
        fate = "no longer takes" if row.gone else "warns of"
        unsure = row.quiet and isinstance(value, Number) and value.number is False
        place = places_of(self.inference).get(id(node))
        trial = is_trial_at(self.inference, None if place is None else place.frame, node)
        made = self.inference.operation(node.args[0].value) if node.args else None
        own = made is not None and made.signature.family in _MAKES
        self.report(
            node,
            parts=[],
            tentative=unsure or (bool(row.idle) and (trial or is_optional(self.inference, node))),
            call=self.text(node, 60),
            fate=fate,
            argument=row.name,
            instead=row.idle if row.idle and own else row.instead,
            fix=lambda write: self.fixed(node, row, argument),
        )

    def fixed(self, node: cst.Call, row: OldArgument, argument: cst.Arg) -> Fix | None:
        """The fix of one such call; none where a dict gives the argument, or a place that has changed."""
        if argument.star or (row.moved and argument.keyword is None):  # who knows which argument it is
            return None
        if row.name in (REDUCE, "size_average"):
            return with_reduction(self.inference, node) if row.position is not None else None
        if row.name == RETAIN_VARIABLES:
            return renamed(node, argument, RETAIN_GRAPH)
        return without(node, argument) if row.name == "verbose" else None


def at(node: cst.Call, position: int | None) -> cst.Arg | None:
    """The argument at a position, where no star stands before it."""
    if position is None or position >= len(node.args):
        return None
    before = node.args[: position + 1]
    return None if any(one.keyword is not None or one.star for one in before) else before[-1]
