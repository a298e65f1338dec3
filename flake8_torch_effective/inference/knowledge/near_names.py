"""Which name of torch somebody means by one that torch does not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from .name_natures import Nature, nature
from .releases import MODULES, TENSOR, Version, names


class Use(Enum):
    """What a program does with a name, by the natures of names with which that can be done."""

    CALL = frozenset((Nature.FUNCTION, Nature.CLASS))
    # A base class, what ``isinstance`` and ``except`` ask for.
    TYPE = frozenset((Nature.CLASS,))
    DTYPE = frozenset((Nature.DTYPE,))
    # Something is read from it.
    HOLD = frozenset((Nature.MODULE, Nature.CLASS))
    UNKNOWN = frozenset(Nature) - {Nature.INTERNAL}


# Names of the module of one device that people look for in the module of another one.
OF_OTHER_DEVICES: Final[Mapping[str, str]] = {
    "torch.cuda.current_allocated_memory": "torch.mps",
    "torch.cuda.driver_allocated_memory": "torch.mps",
    "torch.cuda.recommended_max_memory": "torch.mps",
}

# What tells today what names told that are gone, and at any time what constants tell that came late.
TOLD_TODAY: Final[Mapping[str, str]] = {
    **{f"torch.{name}": f"write math.{name}" for name in ("e", "inf", "nan", "pi")},
    "torch.distributed.dist_backend": "torch.distributed.Backend replaces it, and get_backend() says which is in use",
    "torch.distributed.all_gather_multigpu": "torch.distributed.all_gather replaces it, with a process for each GPU",
    "torch.distributed.all_reduce_multigpu": "torch.distributed.all_reduce replaces it, with a process for each GPU",
    "torch.distributed.broadcast_multigpu": "torch.distributed.broadcast replaces it, with a process for each GPU",
    "torch.distributed.reduce_multigpu": "torch.distributed.reduce replaces it, with a process for each GPU",
    "torch.distributed.reduce_scatter_multigpu": "torch.distributed.reduce_scatter replaces it, with a process a GPU",
}

# Functions that take a tensor of one rank only, where other packages' of that name take stacks too: the rank, and what
# to write where it is another or not known.
OF_RANK: Final[Mapping[str, tuple[int, str]]] = {
    "torch.dot": (1, "torch.dot takes vectors only; matrices take torch.matmul"),
    "torch.trace": (2, "torch.trace takes one matrix; a stack takes x.diagonal(dim1=-2, dim2=-1).sum(-1)"),
}

# What other packages call a function or a dtype of torch, by its name in torch: TensorFlow, then NumPy.
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
    "boolean_mask": "masked_select",
    "convert_to_tensor": "as_tensor",
    "to_tensor": "as_tensor",
    "one": "ones",
    "zero": "zeros",
    "expand_dims": "unsqueeze",
    "array": "tensor",
    "array_equal": "equal",
    "append": "cat",
    "average": "mean",
    "power": "pow",
    "product": "prod",
    "cumproduct": "cumprod",
    "alltrue": "all",
    "sometrue": "any",
    "copy": "clone",
    "identity": "eye",
    "in1d": "isin",
    "rint": "round",
    "around": "round",
    "fabs": "abs",
    "degrees": "rad2deg",
    "radians": "deg2rad",
    "conjugate": "conj",
    "permute_dims": "permute",
    "mod": "remainder",
    "invert": "bitwise_not",
    "bitwise_invert": "bitwise_not",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
    "bool_": "bool",
    "int_": "int64",
    "intc": "int32",
    "intp": "int64",
    "ubyte": "uint8",
    "float_": "float64",
    "single": "float32",
    "csingle": "complex64",
    "complex_": "complex128",
}

# Where names live that stand in none of the modules whose names are known, but that ``import torch`` imports.
_HOMES: Final[Mapping[str, str]] = {
    name: module
    for module, words in {
        "torch.nn.utils.rnn": "PackedSequence pack_padded_sequence pack_sequence pad_packed_sequence pad_sequence",
        "torch.nn.parallel": "DistributedDataParallel",
        "torch.utils.checkpoint": "checkpoint_sequential",
        "torch.autograd.functional": "hvp vhp",
        "torch.distributions": "Bernoulli Beta Binomial Categorical Dirichlet MultivariateNormal Normal Uniform",
        "torch.optim.swa_utils": "AveragedModel SWALR update_bn",
    }.items()
    for name in words.split()
}

_FOR_HOMES: Final = (Use.CALL, Use.TYPE, Use.UNKNOWN)

# Their names are about one device or several processes; those of the other modules are not.
_APART: Final = frozenset(("torch.cuda", "torch.distributed"))


def newer_in_other_capitals(module: str, wrong: str, version: Version | None) -> tuple[str, Version] | None:
    """The one name of a module that differs in capitals only, and the release that brought it, where it came later.

    >>> newer_in_other_capitals("torch.nn", "GeLU", (1, 3)), newer_in_other_capitals("torch.nn", "GeLU", (1, 4))
    (('GELU', (1, 4)), None)
    """
    alike = [(name, life) for name, life in names().modules[module].items() if name.lower() == wrong.lower()]
    first = alike[0][1].first if len(alike) == 1 and alike[0][1].last is None else None
    return None if first is None or version is None or first <= version else (alike[0][0], first)


def nearest(module: str, wrong: str, version: tuple[int, ...] | None, use: Use = Use.UNKNOWN) -> str | None:
    """The dotted name that somebody meant by a name that a module does not have; None where no single one is near.

    It is one that a release has, the newest where none is given, and with which the program can do what it does with
    the wrong one: what other packages call it, the same name in another module or in other capitals, the only one that
    begins like it, one that differs in case and underscores, or by a letter or two.
    """
    table = names()
    release = table.releases[-1] if version is None else version

    def had(where: str) -> Iterator[str]:
        return (one for one, life in table.modules[where].items() if life.had_by(release) and fits(where, one))

    def fits(where: str, name: str) -> bool:
        return nature(where, name) in use.value

    def others(name: str) -> Iterator[str]:
        for other in reachable:
            life = table.modules[other].get(name)
            if life is not None and life.had_by(release) and (life.first is not None or life.last is None):
                if fits(other, name):
                    yield other

    reachable = [other for other in MODULES if module == "torch" or other not in _APART]
    foreign = FOREIGN.get(wrong)
    if foreign is not None and module == "torch" and foreign in had(module):
        return f"torch.{foreign}"
    capitals = [name for name in had(module) if name.lower() == wrong.lower() and wrong not in table.modules[TENSOR]]
    elsewhere = [*others(wrong), *([_HOMES[wrong]] if use in _FOR_HOMES and wrong in _HOMES else [])]
    if elsewhere and (wrong[:1].isupper() or not capitals):
        return f"{elsewhere[0]}.{wrong}"
    if elsewhere:
        return None
    if len(capitals) == 1:
        return f"{module}.{capitals[0]}"
    longer = [name for name in had(module) if name.startswith(wrong) and not name.endswith("_")]
    longer = [name for name in longer if _manner(name) == _manner(wrong)]
    if len(longer) == 1 and len(wrong) > 5 and wrong not in table.modules[TENSOR]:
        return f"{module}.{longer[0]}"
    for where in (module, *reachable):
        alike = [name for name in had(where) if _plain(name) == _plain(wrong)]
        same = [name for name in alike if _manner(name) == _manner(wrong)]
        alike = same or (alike if _manner(wrong) == (True, False) else [])
        if alike:
            return f"{where}.{alike[0]}" if len(alike) == 1 else None
    most = 1 if len(wrong) < 8 else 2
    alike = [name for name in had(module) if use is not Use.CALL or _manner(name) == _manner(wrong)]
    near = sorted((_distance(wrong, name, most), name) for name in alike)
    near = [one for one in near if one[0] <= most and len(wrong) > 3]
    return f"{module}.{near[0][1]}" if near and (len(near) == 1 or near[0][0] < near[1][0]) else None


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
