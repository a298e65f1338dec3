from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.groups import Group, groups_of
from ...inference.knowledge.training import EventKind
from ...rewriting.fix import Edit, Fix
from ..rule import Rule


class ParamGroupKey(Rule):
    """Parameter group without `params`.

    What it does
    Finds dicts that are passed to an optimizer of `torch.optim` as parameter groups, in the list it is built from or by
    `add_param_group`, and that have no key `"params"`. All keys of the dict must be known.

    The finding is tentative, and so reported only with `--torch-tentative`, if the dict is not written in the call
    itself and none of its keys holds the parameters: other code may add them first.

    Why it is bad
    The optimizer reads `group["params"]` and raises `KeyError: 'params'`, which names no line of the dict. All other
    names are taken for options: a misspelled one, such as `"learning_rate"`, is kept and never read.

    Example
        def decayed_step(weight: torch.Tensor, bias: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
            weight, bias = nn.Parameter(weight.clone()), nn.Parameter(bias.clone())
            optimizer = torch.optim.SGD(
                [{"parameters": [weight], "weight_decay": 0.5}, {"parameters": [bias]}], lr=0.25
            )
            weight.grad, bias.grad = gradient.clone(), gradient.clone()
            optimizer.step()
            return torch.stack([weight.detach(), bias.detach()])

    Use instead
        def decayed_step(weight: torch.Tensor, bias: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
            weight, bias = nn.Parameter(weight.clone()), nn.Parameter(bias.clone())
            optimizer = torch.optim.SGD(
                [{"params": [weight], "weight_decay": 0.5}, {"params": [bias]}], lr=0.25
            )
            weight.grad, bias.grad = gradient.clone(), gradient.clone()
            optimizer.step()
            return torch.stack([weight.detach(), bias.detach()])

    Evidence
    raises: KeyError, when the optimizer is built or the group is added; right_result: the step that is written out by
    hand, with each group's own options.

    Fix safety
    Unsafe (`"params"`): an optimizer of one's own, under the name of torch's or in a subclass's attribute, may read the
    old key, and so may other code. None where no key, or more than one, holds the parameters, or where the key is not
    written as a string.

    Source
    PyTorch snippet collection, weight decay; https://docs.pytorch.org/docs/stable/optim.html#per-parameter-options
    """

    code = "TEF510"
    message = "KeyError: the optimizer wants 'params' in the group {group}"
    advice = "write {fixed} for its parameters"
    words = "put its parameters under that key"
    events = frozenset({EventKind.BUILD_OPTIMIZER, EventKind.ADD_PARAMETERS})

    def check_event(self, event: Event) -> None:
        for group in groups_of(self.inference, event):
            node = group.node
            if node is None or "params" in group.keys or not (group.certain or group.for_parameters):
                continue
            if not self.is_reported(node, node):
                self.report(
                    node,
                    tentative=not (group.in_call or group.for_parameters),
                    group=self.text(node, 40),
                    fix=lambda _, group=group: renamed(group),  # type: ignore[misc]
                )


def renamed(group: Group) -> Fix | None:
    """The fix that gives the parameters of a group their key."""
    places = group.for_parameters
    key = key_at(group, places[0]) if len(places) == 1 else None
    if key is None:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        if type(updated) is cst.Arg:
            return updated.with_changes(keyword=cst.Name("params"))
        string = cst.ensure_type(updated, cst.SimpleString)
        return string.with_changes(value=f"{string.quote}params{string.quote}")

    kept = (key.value,) if type(key) is cst.Arg else ()
    return Fix((Edit(key, change, kept),), safe=False)


def key_at(group: Group, place: int) -> cst.SimpleString | cst.Arg | None:
    """The code of a key: a string in braces or an argument of ``dict(...)``; None where it is added later."""
    node, name = group.node, group.keys[place]
    if type(node) is cst.Call and place < len(node.args):
        argument = node.args[place]
        return argument if argument.keyword is not None and argument.keyword.value == name else None
    element = node.elements[place] if type(node) is cst.Dict and place < len(node.elements) else None
    key = element.key if type(element) is cst.DictElement else None
    return key if type(key) is cst.SimpleString and key.evaluated_value == name else None
