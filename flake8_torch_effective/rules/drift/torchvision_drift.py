from __future__ import annotations

import libcst as cst

from ...inference.knowledge.torchvision_builders import NEWEST, USUAL, Member
from ...inference.knowledge.torchvision_names import OLD_NAMES
from ...inference.queries.guards import tells_older_torch
from ...inference.queries.model_builders import (
    Built,
    OldArgument,
    asked,
    built,
    home_read,
    home_to_import,
    is_handed_on,
    old_arguments,
    truth,
)
from ...inference.queries.name_uses import is_left_over
from ...inference.queries.outside_calls import is_replaced, is_tried_with
from ...inference.values import Unknown
from ...rewriting.writing.model_weights import lacking, meant, with_weights
from ...rewriting.writing.transforms import transformed
from ..rule import MESSAGE_LIMIT, Rule


class TorchvisionDrift(Rule):
    """Weights asked for, or transforms written, as old releases of torchvision took them.

    What it does
    Finds `pretrained=` and `pretrained_backbone=` of the functions that build torchvision's models, of `get_model` and
    of `partial`; arguments by position, `resnet18(True)`, and `weights=True`; and `ToTensor`, `to_tensor` and
    `get_image_size` of `transforms.v2`. A model may also be named by `getattr(models, name)` or
    `models.__dict__[name]`.

    Not reported: functions in the file and from other packages, such as `timm.create_model`; code that checks the
    release, or tries `weights=` first; and code for which the oldest torch of the project, if before 1.12, has no other
    way.

    An argument that a function passes on by position from its own parameter, which may hold weights, is tentative, and
    so reported only with `--torch-tentative`. So is an old name that a file with functions or classes of its own only
    imports. If no target is known, so is a call in a file that compares its torchvision with other releases, or its
    torch with one from before 1.12.

    Why it is bad
    Since torchvision 0.13 each call warns twice, and the argument may be removed at any time. The old form does not say
    which weights are meant: a model may now have several, and newer ones that are better. `vit_h_14(pretrained=True)`
    and `regnet_y_128gf(pretrained=True)` raise.

    Example
        def features(x: torch.Tensor, installed: AbstractContextManager[None]) -> torch.Tensor:
            with installed:
                from torchvision import models

                return models.resnet50(pretrained=True)(x)

    Use instead
        def features(x: torch.Tensor, installed: AbstractContextManager[None]) -> torch.Tensor:
            with installed:
                from torchvision import models

                return models.resnet50(weights=models.ResNet50_Weights.IMAGENET1K_V1)(x)

    Evidence
    warns: the old call does; same_result and same_gradient: the new one builds the same model; raises: one that has no
    weights of old; right_result: its new ones. All of it by a small stand-in for torchvision, which need not be there;
    where it is, tests compare the stand-in and the table of weights with it. The table is read from the code of
    torchvision 0.28. No claim is about the transforms.

    Fix safety
    Unsafe: `True`, `False` and `None` as literals, by the enum in the file's own spelling, with its import, or by a
    text where the model is named by one, or no import is certain to do; and values by position, by name. What stands
    for the builder in a test may take `pretrained` only, as may a mock, calls of a `partial` may add it again, and
    nothing warns any more. A transform's result is then an `Image`. None for other values, for unknown models, beside
    `**options`, and in a call of a `partial`, which may hold the old argument already.

    Source
    PyTorch snippet collection, pretrained models; https://docs.pytorch.org/vision/stable/models.html; TorchFix, TOR201
    and TOR202
    """

    code = "TEF908"
    message = "{old} is deprecated since torchvision {since}"
    advice = "write {fixed}"
    words = "{instead}"
    since = (1, 12)
    mentions = frozenset({"torchvision"})
    heeds_guards = True

    def visit_Call(self, node: cst.Call) -> None:
        call = built(self.inference, node)
        if call is None:
            return
        old = [*old_arguments(self.inference, call)]
        if not old or is_tried_with(self.inference, node, old[0].parameter):
            return
        first = next((one for one in old if one.asks), old[0])
        wanted = [meant(self.inference, call, one) for one in old]
        absent = lacking(call, first)
        self.report(
            node,
            parts=[],
            tentative=self.runs_with_older()
            or all(one.argument.keyword is None and is_handed_on(self.inference, one) for one in old),
            message=None if absent is None else "{old} raises",
            old=self.told(first),
            since="0.13",
            instead=self.instead(call, first) if absent is None else f"name one of {absent}, as {first.parameter}=",
            fix=lambda write: None if None in wanted else with_weights(write, call, [one for one in wanted if one]),
        )

    def told(self, old: OldArgument) -> str:
        """An old argument, as it is written."""
        if old.word:
            wanted = truth(old)
            return f"{old.word}=" if wanted is None else f"{old.word}={wanted}"
        value = self.text(old.argument.value, 30)
        if old.argument.keyword is not None:
            return f"{old.argument.keyword.value}={value}"
        return f"{value} by position" if old.asks else f"{old.parameter} by position"

    def instead(self, call: Built, old: OldArgument) -> str:
        """What to write, in words."""
        value, name, wanted = self.text(old.argument.value, 60), old.parameter, truth(old)
        if not old.asks or wanted is False:
            return f"pass {name}={None if old.asks else self.text(old.argument.value, 30)}"
        if wanted is None and (old.word or (old.argument.keyword is None and isinstance(old.value, Unknown))):
            return f"give the weights themselves, by the name {name}"
        member = asked(self.inference, call, old)
        if call.builder is not None and member is None:
            return f"name the weights, as {name}="
        weights, imported = f'"{NEWEST if call.by_name else USUAL}"', ""
        if member is not None:
            weights, imported = self.spelled(call, member)
        written = f"pass {name}={weights}" + ("" if wanted else f" if {value} else None")
        room = MESSAGE_LIMIT - len(self.message.format(old=self.told(old), since="0.13")) - len("; ")
        if len(written) <= room:
            return written + imported if len(written + imported) <= room else written
        # A text is shorter, and every builder takes it.
        short = "" if member is None else f'pass {name}="{member.name}"' + ("" if wanted else f" if {value} else None")
        return short if 0 < len(short) <= room else f"give the weights themselves, by the name {name}"

    def spelled(self, call: Built, member: Member) -> tuple[str, str]:
        """Weights by a name that the file has, and else which import makes the name."""
        if call.by_name:
            return f'"{member.name}"', ""
        home = home_read(self.inference, call, member)
        if home is not None:
            return f"{self.text(home, 40)}.{member}", ""
        origin = home_to_import(self.inference, member)
        return str(member), "" if origin is None else f", of {origin}"

    def finish(self) -> None:
        target = self.file.target
        for node, name in self.inference.references.values():
            row = OLD_NAMES.get(name)
            if row is None or (target is not None and target < row.since) or is_replaced(self.inference, name):
                continue
            self.report(
                node,
                parts=[],
                tentative=self.runs_with_older() or is_left_over(self.inference, node),
                old=self.text(node),
                since="0.15",
                instead=row.words,
                fix=transformed(node, row),
            )

    def runs_with_older(self) -> bool:
        """Whether the file, where no target says more, compares its torch or torchvision with others."""
        if self.file.target is not None:
            return False
        asks = "torchvision.__version__" in (self.inference.source or "")
        return asks or tells_older_torch(self.inference, (1, 12))
