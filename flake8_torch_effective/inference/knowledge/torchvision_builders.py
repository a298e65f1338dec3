"""The functions that build torchvision's models, and the weights that their old arguments ask for.

Read from torchvision_builders.txt when first asked. Source: torchvision's wheel, by ``python -m releases.torchvision``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

TABLE_OF_BUILDERS: Final = Path(__file__).with_name("torchvision_builders.txt")

PACKAGE: Final = "torchvision.models"
# The functions that build a model by its name.
BY_NAME: Final = frozenset({"torchvision.models.get_model", "torchvision.models._api.get_model"})
# The old arguments, and the new ones in their place.
NEW_ARGUMENT: Final[Mapping[str, str]] = {"pretrained": "weights", "pretrained_backbone": "weights_backbone"}
OLD_ARGUMENT: Final[Mapping[str, str]] = {new: old for old, new in NEW_ARGUMENT.items()}
# What each builder of the package that has weights at all calls those that old programs ask for, and the newest.
USUAL: Final = "IMAGENET1K_V1"
NEWEST: Final = "DEFAULT"
# Models that do the same in both modes but for a dropout in their head, which programs replace, or at all.
_ONE_MODE: Final = re.compile(r"alexnet|squeezenet|vgg\d+$|vit_")
# The arguments by which the others may do so, too.
SETS_MODES: Final = frozenset({"norm_layer", "stochastic_depth_prob"})
# Models that return their losses where they train, and what they detect where they do not.
DETECTION: Final = "torchvision.models.detection"
# The parameters that say which of two enums, or which model's, is meant, and the text that asks for still others.
QUANTIZE: Final = "quantize"
BACKBONE: Final = "backbone_name"
LEGACY: Final = "legacy"


class Member(NamedTuple):
    """Weights: a member of an enum."""

    enum: str
    name: str

    def __str__(self) -> str:
        return f"{self.enum}.{self.name}"


class Builder(NamedTuple):
    """A function that builds a model, in a ``package``; ``takes`` are the parameters that were positional before.

    ``old`` has for each old argument the weights that it asks for, in the words of the table.
    """

    name: str
    package: str
    takes: tuple[str, ...]
    old: Mapping[str, str]

    @property
    def depends_on_mode(self) -> bool:
        """Whether the models have batch norm or stochastic depth in their body, as far as that is known."""
        return self.package == PACKAGE and _ONE_MODE.match(self.name) is None

    def lacks(self, argument: str) -> str | None:
        """The enum without weights for an old argument, with which torchvision raises; None where it has some."""
        enum, _, member = self.old.get(argument, "").partition(".")
        return enum if member == "-" else None

    def weights(
        self, argument: str, quantize: bool | None = False, legacy: bool = False, backbone: str | None = None
    ) -> Member | None:
        """The weights that a true old argument asks for; None where there are none, or it is not known."""
        usual, _, other = self.old.get(argument, "").partition("|")
        kind, _, otherwise = other.partition(":")
        if not usual or self.lacks(argument) or (kind == QUANTIZE and quantize is None):
            return None
        parameter, _, member = usual.partition(":")
        if member:
            named = builder_of(f"{PACKAGE}.{backbone}") if parameter == BACKBONE else None
            weights = None if named is None else named.weights("pretrained")
            return None if weights is None else Member(weights.enum, member)
        chosen = (kind == QUANTIZE and quantize) or (kind == LEGACY and legacy)
        enum, _, member = (otherwise if chosen else usual).partition(".")
        return Member(enum, member)


class Builders(NamedTuple):
    """The release that was read; builders by dotted and by registered name; enums with their modules and members."""

    release: tuple[int, ...]
    dotted: Mapping[str, Builder]
    registered: Mapping[str, Builder]
    homes: Mapping[str, tuple[str, ...]]
    members: Mapping[str, frozenset[str]]


@cache
def builders() -> Builders:
    """The table."""
    release: tuple[int, ...] = ()
    kind = package = ""
    dotted: dict[str, Builder] = {}
    registered: dict[str, Builder] = {}
    homes: dict[str, tuple[str, ...]] = {}
    members: dict[str, frozenset[str]] = {}
    for line in TABLE_OF_BUILDERS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind, _, package = line[1:-1].partition(" of ")
        elif line.startswith("release "):
            release = tuple(int(part) for part in line.split()[1].split("."))
        elif line and not line.startswith("#"):
            name, modules, *words = line.split(" ")
            places = (package, *(f"{package}.{module}" for module in modules.split(",") if module))
            if kind == "weights":
                homes[name], members[name] = places, frozenset(words[0].split(","))
                continue
            old = dict(word.split("=") for word in words[2:])
            builder = Builder(name, package, tuple(words[1].split(",")), old)
            dotted.update((f"{place}.{name}", builder) for place in places)
            if words[0] != "-":
                registered[words[0]] = builder
    return Builders(release, dotted, registered, homes, members)


def builder_of(name: str) -> Builder | None:
    """The builder with a dotted name.

    >>> str(builder_of("torchvision.models.resnet.resnet50").weights("pretrained"))
    'ResNet50_Weights.IMAGENET1K_V1'
    """
    return builders().dotted.get(name) if name.startswith(PACKAGE) else None
