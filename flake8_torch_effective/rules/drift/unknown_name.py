from __future__ import annotations

from ...inference.knowledge.near_names import (
    OF_OTHER_DEVICES,
    OF_RANK,
    TOLD_TODAY,
    Use,
    nearest,
    newer_in_other_capitals,
)
from ...inference.knowledge.releases import TENSOR, Life, Version, known_release, names
from ...inference.knowledge.tensor_attributes import PROPERTIES
from ...inference.queries.name_uses import rank_of_first, uses_of
from ...inference.queries.newer_names import newest
from ...inference.queries.torch_names import (
    Absent,
    absent_names,
    asked_of_objects,
    devices_of_others,
    options_for,
)
from ...rewriting.writing.renames import renaming
from ..rule import Rule


class UnknownName(Rule):
    """A name that torch does not have.

    What it does
    Finds attributes and imports of `torch`, `torch.nn`, `torch.nn.functional`, `torch.optim`, `torch.linalg`,
    `torch.utils.data`, `torch.cuda`, `torch.distributed` and a few more that no torch has, that a later one dropped, or
    that came only after the oldest torch that the project supports: of these the newest one, once for each file, since
    a target with which it is there has the others, too.

    The message suggests the one name that is close, if torch has one that the file can use in the same way: what it
    calls is a function or a class, a base class is a class, `dtype=` takes a dtype. Of a name in other capitals that is
    newer than the target it also tells the release. `torch.rint` is NumPy's name for `torch.round`, and
    `torch.Parameter` is in `torch.nn`; `torch.cuda.current_allocated_memory` is a name of `torch.mps`, and where
    `torch.pi` is newer than the target, `math.pi` does. For some removed names it says what to use today, such as
    `torch.distributed.Backend` and `get_backend()` for `torch.distributed.dist_backend`.

    Annotations that Python evaluates count: those of parameters and results, and of variables of a module or a class,
    unless the file postpones them. Of `torch.amp`, `torch.func` and `torch.export` only names that take the place of
    others are known.

    `torch.trace` and `torch.dot` take a tensor of one rank only, unlike others' functions of these names: they are
    suggested for `torch.linalg.trace` and the like where that rank is known.

    Not reported: a name that the file checks for, with `hasattr`, `try` or torch's version, or that it sets itself; a
    name newer than the target in a `try` that goes on in another way after any error;
    what an object is asked for first, as in `if getattr(x, "is_nested", False):` before `torch.nested`; names that
    begin with an underscore; and a name that is close to none of torch's, under an option named after it, as
    `if config.use_ring_exchange:` before `torch.distributed.ring_exchange`: whoever sets it has built a torch with that
    name; nor one that is used as the module of a device, `torch.npu.synchronize()`, which another package puts there.

    Tentative, and so reported only with `--torch-tentative`, is a name newer than the target on one side of an `if`
    that has another way to the same result, as `if self.fused: x = F.scaled_dot_product_attention(q, k, v)` has with
    `else: x = ...`: the condition may say what torch has. So is one in an `except` clause, which Python reads only
    after an error, and one under `if self.fused:` where the file sets that to False and to nothing else. So is a name
    that came with torch 1.10 or before, since there is no older torch for Python 3.10: only the stated bound is too
    low.

    Why it is bad
    It raises `AttributeError` or `ImportError`, and not before that line runs: often at the end of the first epoch, or
    in an option that nobody has used since torch was updated.

    Example
        def peak(x: torch.Tensor) -> torch.Tensor:
            return torch.reduce_max(x, dim=1)

    Use instead
        def peak(x: torch.Tensor) -> torch.Tensor:
            return torch.amax(x, dim=1)

    Evidence
    raises: the name is not there; right_result: what the name meant.

    Fix safety
    Unsafe: the one name that is near, which the author may not have meant. None where no name is near, or more than
    one, and for an import from another module.

    Source
    Effective PyTorch, section 7 (`torch.reduce_max`); the names in torch's published wheels
    """

    code = "TEF903"
    message = "{name} {absent}"
    advice = "use {fixed}"
    words = "look for it in torch's documentation"
    heeds_guards = True

    @property
    def target(self) -> Version | None:
        """The oldest torch that the code must run on, as far back as the tables of names go."""
        return None if self.file.target is None else known_release(self.file.target)

    def finish(self) -> None:
        missing = list(absent_names(self.inference, self.target))
        asked = asked_of_objects(self.inference, missing)
        missing = [one for one in missing if one.node not in asked]
        uses = uses_of(self.inference, [one.node for one in missing])
        found = [(absent, self.meant(absent, uses[absent.node])) for absent in missing]
        strange = [absent for absent, meant in found if not is_known(absent, meant)]
        optional = options_for(self.inference, strange) | devices_of_others(self.inference, strange)
        for absent, meant in found:
            if absent.node not in optional and not self.comes_later(absent.life):
                self.tell(absent, meant)
        told = newest(self.inference, [absent for absent in missing if self.comes_later(absent.life)])
        for absent in told.readings:
            if not self.is_reported(told.readings[0].node, absent.node):
                self.tell(absent, None, told.may_wait)

    def tell(self, absent: Absent, meant: str | None, tentative: bool = False) -> None:
        """Report one name."""
        of_rank = None if meant is None or meant.startswith(f"{absent.module}.") else OF_RANK.get(meant)
        if of_rank is not None and rank_of_first(self.inference, absent.node) == of_rank[0]:
            of_rank = None
        self.report(
            absent.node,
            tentative=tentative,
            name=f"{absent.module}.{absent.name}",
            absent=self.absence(absent.life),
            words=self.instead(absent, meant) if of_rank is None else of_rank[1],
            fix=None if meant is None or of_rank is not None else renaming(absent.node, absent.module, meant),
        )

    def instead(self, absent: Absent, meant: str | None) -> str | None:
        """What to write in place of a name; None where nothing is known."""
        name = f"{absent.module}.{absent.name}"
        if meant is not None:
            return f"use {self.spelled(meant)}"
        if absent.life is not None:
            return TOLD_TODAY.get(name, self.for_another_release(absent.life))
        if (device := OF_OTHER_DEVICES.get(name)) is not None:
            return f"it is a name of {device}"
        if (later := newer_in_other_capitals(absent.module, absent.name, self.target)) is not None:
            return "use {}, from torch {}.{} on".format(self.spelled(f"{absent.module}.{later[0]}"), *later[1])
        if absent.name in PROPERTIES:
            return f"it is an attribute of tensors: x.{absent.name}"
        return f"it is a method of tensors: x.{absent.name}()" if is_known(absent, meant) else None

    def meant(self, absent: Absent, use: Use) -> str | None:
        """The dotted name that is near a name that no torch has, and with which the file can do what it does."""
        return None if absent.life is not None else nearest(absent.module, absent.name, self.target, use)

    def absence(self, life: Life | None) -> str:
        """What is said of a name that torch had or will have."""
        if life is None:
            return "does not exist"
        if life.last is not None and (self.target is None or life.last < self.target):
            return "is gone since torch {}.{}".format(*names().after(life.last))
        assert life.first is not None
        assert self.file.target is not None
        oldest = ".".join(map(str, self.file.target))
        return "exists from torch {}.{} on, the target is {}".format(*life.first, oldest)

    def comes_later(self, life: Life | None) -> bool:
        """Whether a name came only after the target."""
        target = self.target
        return target is not None and life is not None and life.first is not None and life.first > target

    def for_another_release(self, life: Life) -> str:
        """What to do about a name that only other releases have."""
        return f"{'raise the target, or ' if self.comes_later(life) else ''}ask with hasattr before it is used"

    def spelled(self, meant: str) -> str:
        """A name as the file would write it."""
        module, _, name = meant.rpartition(".")
        return f"{self.file.functional}.{name}" if module == "torch.nn.functional" else f"{self.file.torch}{meant[5:]}"


def is_known(absent: Absent, meant: str | None) -> bool:
    """Whether a name is like one of torch's, is one of another release, or is one of tensors."""
    return meant is not None or absent.life is not None or absent.name in names().modules[TENSOR]
