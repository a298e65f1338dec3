"""Calls of functions from elsewhere that train."""

from __future__ import annotations

import re

import libcst as cst

from ..knowledge.training import EventKind
from .clearing import reaches
from .event import Event, Subject
from .program import Program
from .scope import last, plain_path

_TRAINS = re.compile(r"_*train(?![a-z])")  # train, train_one_epoch, trainEpoch; no trainer, no training_data


def trains(program: Program, event: Event, optimizer: Subject) -> bool:
    """Whether an unknown call trains with an optimizer: its name says so, and it gets the optimizer.

    ``train(...)``, as text that explains something else has it, stands for a call with all that it needs.

    >>> [trains(program, call, inner_optimizer) for call in accumulate.find(EventKind.UNKNOWN_CALL)]
    [False]
    """
    if event.kind is not EventKind.UNKNOWN_CALL or type(event.node) is not cst.Call:
        return False
    if _TRAINS.match(last(plain_path(event.node.func) or "")) is None:
        return False
    elided = any(type(one.value) is cst.Ellipsis for one in event.node.args)
    return elided or any(reaches(program, taken, optimizer) for taken in event.takes)
