from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.recognition import argument_of
from ...inference.knowledge.training import EventKind, Role
from ...inference.values import Number
from ...rewriting.fix import Edit, Fix
from ..rule import Rule


class ZeroGradToZero(Rule):
    """Gradients set to zero, and not to None.

    What it does
    Finds `zero_grad(set_to_none=False)` of an optimizer or a module of torch, and `zero_grad(False)` if it is known to
    be one.

    The rule is opt-in, because a program may want the zeros: one that reads `.grad` afterwards, or one whose optimizer
    should apply weight decay and momentum in steps in which a parameter gets no gradient.

    Why it is bad
    Each gradient is filled with zeros and then added to, instead of being freed and then stored. That is another kernel
    and another pass over the memory for each parameter, and the memory stays allocated between the steps.

    Example
        def trained(rows: torch.Tensor) -> torch.Tensor:
            weight = nn.Parameter(rows.new_zeros(rows.size(1)))
            optimizer = torch.optim.SGD([weight], lr=0.25)
            for row in rows.unbind():
                optimizer.zero_grad(set_to_none=False)
                F.mse_loss(weight, row, reduction="sum").backward()
                optimizer.step()
            return weight.detach()

    Use instead
        def trained(rows: torch.Tensor) -> torch.Tensor:
            weight = nn.Parameter(rows.new_zeros(rows.size(1)))
            optimizer = torch.optim.SGD([weight], lr=0.25)
            for row in rows.unbind():
                optimizer.zero_grad()
                F.mse_loss(weight, row, reduction="sum").backward()
                optimizer.step()
            return weight.detach()

    Evidence
    fewer_dispatches: fewer operators in each step; same_result: the same parameters after training.

    Fix safety
    Unsafe (`zero_grad()`): a parameter that gets no gradient in a step is then left as it is, without weight decay and
    momentum, and code that reads `.grad` finds None. None where there are other arguments.

    Source
    https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html; TorchFix, TOR402
    """

    code = "TEF517"
    message = "{call} writes zeros into every gradient, which backward then adds to"
    advice = "use {fixed}"
    words = "leave set_to_none out"
    opt_in = True
    since = (2, 0)  # before, False was what leaving it out meant
    events = frozenset({EventKind.ZERO_GRAD})
    mentions = frozenset({"zero_grad"})

    def check_event(self, event: Event) -> None:
        node, subject = event.node, event.subject
        if type(node) is not cst.Call or subject is None:
            return
        if not (subject.role is Role.OPTIMIZER or subject.role.is_module):
            return
        argument = argument_of(node, "set_to_none", 0)
        given = None if argument is None else self.inference.value(argument)
        if not isinstance(given, Number) or given.number is not False:
            return
        if subject.by_name and node.args[0].keyword is None:
            return
        self.report(node, parts=[], call=self.text(node, 60), fix=lambda write: cleared(node))


def cleared(node: cst.Call) -> Fix | None:
    """The call without its only argument."""
    if len(node.args) != 1:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        bare = cst.SimpleWhitespace("")
        return cst.ensure_type(updated, cst.Call).with_changes(args=[], whitespace_before_args=bare)

    return Fix((Edit(node, change, (node.func,)),), safe=False)
