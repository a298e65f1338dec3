"""Which public names torch had in which release: read from torch_names.txt when first asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

# A minor release: (2, 13).
Version: TypeAlias = tuple[int, int]

# The oldest release that anything here is about.
OLDEST: Final[Version] = (1, 0)
TABLE_OF_NAMES: Final = Path(__file__).with_name("torch_names.txt")

# The modules whose names are known, in the order in which a name is looked for that stands in the wrong one; and the
# class of tensors.
TENSOR: Final = "torch.Tensor"
MODULES: Final = (
    "torch",
    "torch.nn.functional",
    "torch.nn",
    "torch.linalg",
    "torch.special",
    "torch.fft",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.autograd",
    "torch.cuda",
    "torch.distributed",
    "torch.utils",
)

# What other packages call a function of torch, by its name in torch.
FOREIGN: Final[Mapping[str, str]] = {
    "reduce_max": "amax",
    "reduce_min": "amin",
    "reduce_sum": "sum",
    "reduce_mean": "mean",
    "reduce_prod": "prod",
    "reduce_all": "all",
    "reduce_any": "any",
    "reduce_std": "std",
    "reduce_logsumexp": "logsumexp",
    "expand_dims": "unsqueeze",
    "array": "tensor",
    "convert_to_tensor": "as_tensor",
    "to_tensor": "as_tensor",
    "power": "pow",
    "product": "prod",
    "copy": "clone",
    "one": "ones",
    "zero": "zeros",
    "mod": "remainder",
    "invert": "bitwise_not",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
}

# Attributes that packages for other devices give to torch.
OTHER_BACKENDS: Final = frozenset({"dml", "hpu", "ipex", "mlu", "musa", "npu", "privateuseone", "sdaa", "tpu"})


class Life(NamedTuple):
    """The first and the last release that had a name; None for a first that is not known, and for no end."""

    first: Version | None
    last: Version | None

    def had_by(self, version: tuple[int, ...]) -> bool:
        """Whether a release has the name, as far as is known."""
        return (self.first is None or self.first <= version) and (self.last is None or version[:2] <= self.last)


class Names(NamedTuple):
    """The releases that were read, oldest first, and the names of each module."""

    releases: tuple[Version, ...]
    modules: Mapping[str, Mapping[str, Life]]

    def after(self, version: Version) -> Version:
        """The release after another one."""
        return next(one for one in self.releases if one > version)


def version_of(text: str) -> Version:
    """A minor release from its text: ``2.13`` and ``2.13.1+cpu`` are ``(2, 13)``."""
    major, minor = text.split("+")[0].split(".")[:2]
    return int(major), int(minor)


def known_release(version: tuple[int, ...]) -> Version:
    """A version as the tables have it: its minor release, the oldest one there for those before it."""
    major, minor, *_ = (*version, 0)
    return max((major, minor), OLDEST)


@cache
def names() -> Names:
    """The table of names."""
    modules: dict[str, dict[str, Life]] = {}
    lives: dict[str, Life] = {}
    read: tuple[Version, ...] = ()
    current: dict[str, Life] = {}
    for line in TABLE_OF_NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = modules[line[1:-1]] = {}
        elif line.startswith("releases "):
            read = tuple(version_of(word) for word in line.split()[1:])
        elif line and not line.startswith("#"):
            span, _, words = line.partition(": ")
            life = lives.get(span)
            if life is None:
                first, _, last = span.partition("-")
                life = lives[span] = Life(version_of(first) if first else None, version_of(last) if last else None)
            current.update(dict.fromkeys(words.split(), life))
    return Names(read, modules)


def nearest(module: str, wrong: str, version: tuple[int, ...] | None) -> str | None:
    """The dotted name that somebody meant by a name that a module does not have; None where no single one is near.

    It is one that a release has, the newest where none is given: what other packages call it, the same name in other
    capitals, the only one that begins like it, the same name in another module, one that differs in case and
    underscores, or by a letter or two.
    """
    table = names()
    release = table.releases[-1] if version is None else version
    foreign = FOREIGN.get(wrong)
    if foreign is not None and module == "torch" and table.modules[module][foreign].had_by(release):
        return f"torch.{foreign}"
    capitals = [name for name in _present(table, module, release) if name.lower() == wrong.lower()]
    if len(capitals) == 1 and wrong not in table.modules[TENSOR]:
        return f"{module}.{capitals[0]}"
    longer = [name for name in _present(table, module, release) if name.startswith(wrong) and not name.endswith("_")]
    if len(longer) == 1 and len(wrong) > 5 and wrong not in table.modules[TENSOR]:
        return f"{module}.{longer[0]}"
    for other in MODULES:
        life = table.modules[other].get(wrong)
        if life is not None and life.had_by(release) and (life.first is not None or life.last is None):
            return f"{other}.{wrong}"
    for where in (module, *MODULES):
        alike = [name for name in _present(table, where, release) if _plain(name) == _plain(wrong)]
        alike = [name for name in alike if _manner(name) == _manner(wrong)] or (alike if wrong.islower() else [])
        if alike:
            return f"{where}.{alike[0]}" if len(alike) == 1 else None
    most = 1 if len(wrong) < 8 else 2
    near = sorted((_distance(wrong, name, most), name) for name in _present(table, module, release))
    near = [one for one in near if one[0] <= most and len(wrong) > 3]
    return f"{module}.{near[0][1]}" if near and (len(near) == 1 or near[0][0] < near[1][0]) else None


def _present(table: Names, module: str, release: tuple[int, ...]) -> Iterator[str]:
    return (name for name, life in table.modules[module].items() if life.had_by(release))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _manner(name: str) -> tuple[bool, bool]:
    """What tells a class from a function, and a function from the one that works in place."""
    return name.islower(), name.endswith("_")


def _distance(one: str, other: str, most: int) -> int:
    """How many letters are to be changed, added, left out or swapped; more than ``most`` where that is certain."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        previous, before, row = before, row, [i + 1]
        for j, b in enumerate(other):
            cost = min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1)
            if i and j and a == other[j - 1] and one[i - 1] == b:
                cost = min(cost, previous[j - 1] + 1)
            row.append(cost)
    return row[-1]
