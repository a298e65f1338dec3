"""What a file gives its loaders."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpreter.inference import Inference, met
from ..knowledge.data import CONFLICTS, ConflictRow, State, Style
from ..knowledge.python_operations import CALL
from ..values import NONE, Dataset, Instance, LoaderCall, Number, Reference, Sequence, Text, Unknown, Value
from .datasets import style_of
from .makers import makers


def conflicts(inference: Inference) -> Iterator[tuple[LoaderCall, ConflictRow]]:
    """The loaders with arguments that torch certainly refuses, and the first two of these.

    >>> p = program("loader = torch.utils.data.DataLoader(x, sampler=[0], shuffle=True)")
    >>> [(row.first, row.second) for _, row in conflicts(p.inference)]
    [('shuffle', 'sampler')]
    """
    for loader in inference.loaders.values():
        for row in CONFLICTS:
            if all(_is(inference, loader, *one) for one in ((row.first, row.first_is), (row.second, row.second_is))):
                yield loader, row
                break


def has_no_workers(loader: LoaderCall) -> bool:
    """Whether a loader reads its data in its own process.

    >>> p = program("a = torch.utils.data.DataLoader(x)", "b = torch.utils.data.DataLoader(x, num_workers=n)")
    >>> [has_no_workers(loader) for loader in p.inference.loaders.values()]
    [True, False]
    """
    value = loader.arguments.get("num_workers")
    if value is None:
        return loader.complete
    return isinstance(value, Number) and value.number == 0


def _is(inference: Inference, loader: LoaderCall, name: str, state: State) -> bool:
    """Whether an argument of a loader is certainly in a state."""
    value = loader.arguments.get(name)
    if state is State.ABSENT:
        return has_no_workers(loader)
    if value is None:
        return False
    if any(one is NONE for one in met(value)) and value is not NONE:
        return False
    number = value.number if isinstance(value, Number) else None
    match state:
        case State.TRUE:
            return bool(number)
        case State.GIVEN:
            return _is_made(inference, loader, name)
        case State.SEVERAL:
            return value is NONE or (number is not None and number != 1)
        case State.NONE:
            return value is NONE
        case State.ITERABLE:
            return isinstance(value, Dataset) and style_of(value) is Style.ITERABLE


def _is_made(inference: Inference, loader: LoaderCall, name: str) -> bool:
    """Whether an argument is an object in any case, as far as it is written.

    What may be None on some path is not known by its value.
    """
    node = loader.nodes[name]
    made = makers(inference, loader.function, node)
    values = [loader.arguments[name]] if made == [node] else [inference.value(one) for one in made]
    return bool(values) and all(_is_given(one) for value in values for one in met(value))


def _is_given(value: Value) -> bool:
    """Whether a value is certainly not None: an object, or what a class of another file makes."""
    if isinstance(value, Number | Instance | Sequence | Text | Reference):
        return True
    origin = value.origin
    if not isinstance(value, Unknown) or origin is None or origin.signature is not CALL:
        return False
    callee = origin.operand("callee")
    return isinstance(callee, Reference) and callee.name.rpartition(".")[2][:1].isupper()
