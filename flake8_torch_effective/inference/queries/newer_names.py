"""Which of the names that the oldest torch does not have yet a project is told of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.releases import Version, is_old
from .alternatives import has_alternative
from .fallbacks import goes_on_without, is_error_named
from .guards import is_guarded
from .never_on import is_never_on
from .torch_names import Absent, statements_of_imports


class Newest(NamedTuple):
    """The readings of a name, or of those of one import, that came last, and whether they may do no harm."""

    readings: list[Absent]
    may_wait: bool


def newest(inference: Inference, later: Sequence[Absent]) -> Newest:
    """The one of some names newer than the target by which a project finds out the target that has them all.

    It is the newest that the file certainly reads, without asking for it, or else of those that it may read.

    >>> p = program("try: y = torch.vmap(f)", "except torch.OutOfMemoryError: y = torch.vmap(g)")
    >>> later = [Absent(p.node(f"torch.{name}"), "torch", name, None) for name in ("OutOfMemoryError", "vmap")]
    >>> [reading.name for reading in newest(p.inference, later).readings]
    ['vmap']
    """
    outer = {id(one.node.value) for one in later if type(one.node) is cst.Attribute}  # torch.linalg, of its norm
    left = [one for one in later if id(one.node) not in outer and not _is_looked_after(inference, one.node)]
    sure = [one for one in left if not _may_wait(inference, one)]
    last = max((_first(one) for one in sure or left), default=())
    found = [one for one in sure or left if _first(one) == last]
    imports = statements_of_imports(inference) if found else {}

    def belongs(one: Absent) -> bool:
        """Whether it is the name that is told, or stands in the same import."""
        same = (one.module, one.name) == (found[0].module, found[0].name)
        return same or imports.get(id(one.node), one) is imports.get(id(found[0].node))

    return Newest([one for one in found if belongs(one)], not sure)


def _is_looked_after(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether the file asks for a name, or goes on without it."""
    return is_guarded(inference, node) or goes_on_without(inference, node)


def _may_wait(inference: Inference, absent: Absent) -> bool:
    """Whether a newer name may well never be read with an older torch."""
    node = absent.node
    return (
        is_old(absent.life)
        or has_alternative(inference, node)
        or is_error_named(inference, node)
        or is_never_on(inference, node)
    )


def _first(absent: Absent) -> Version | tuple[()]:
    """The release that brought a name."""
    return () if absent.life is None else absent.life.first or ()
