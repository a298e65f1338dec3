"""Classes of data sets, and what they must define to be read.

Each row is checked against torch by ``tests/inference/test_data_rows.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Style(Enum):
    """How a data set is read: by index, or from the beginning to the end."""

    MAP = "map"
    ITERABLE = "iterable"


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """A class of data sets; a subclass must define one of the methods that it ``needs`` to be read."""

    name: str
    style: Style
    needs: tuple[str, ...] = ()


DATASETS: Final = {
    row.name: row
    for row in (
        DatasetRow("torch.utils.data.Dataset", Style.MAP, needs=("__getitem__", "__getitems__")),
        DatasetRow("torch.utils.data.IterableDataset", Style.ITERABLE, needs=("__iter__",)),
        DatasetRow("torch.utils.data.TensorDataset", Style.MAP),
        DatasetRow("torch.utils.data.ConcatDataset", Style.MAP),
        DatasetRow("torch.utils.data.ChainDataset", Style.ITERABLE),
        DatasetRow("torch.utils.data.Subset", Style.MAP),
        DatasetRow("torch.utils.data.StackDataset", Style.MAP),
    )
}

# Words in the names of what a data set calls for an item where that takes a while: conventions, no facts.
TAKES_TIME: Final = frozenset(
    """
    augment augmentation augmentations augmentor augmenter decode download file imread load open preprocess processor
    read resample resize spectrogram tokenize tokenizer transform transforms
    """.split()
)

# Packages whose functions only compute, and methods of Python's own objects, which all do.
QUICK_LIBRARIES: Final = frozenset(
    {"builtins", "collections", "copy", "functools", "itertools", "math", "numpy", "operator", "random", "torch"}
)
QUICK_METHODS: Final = frozenset(name for kind in (dict, list, set, str, bytes) for name in dir(kind))

# The method that says how many items there are, without which no sampler is made.
LENGTH: Final = "__len__"

# Bases that say nothing about how an object is read.
PLAIN_BASES: Final = frozenset({"builtins.object", "typing.Generic", "typing.Protocol", "typing_extensions.Generic"})


class State(Enum):
    """What an argument of a loader is, where torch refuses it beside another one."""

    TRUE = "true"
    GIVEN = "given"  # anything but None
    SEVERAL = "several"  # a number other than 1, or None
    NONE = "none"
    ABSENT = "absent"  # not given, None or 0
    ITERABLE = "iterable"  # an iterable dataset


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """Two arguments of a loader that torch refuses together, by their parameters, and the error that it raises."""

    first: str
    first_is: State
    second: str
    second_is: State
    error: str = "ValueError"


CONFLICTS: Final = (
    ConflictRow("shuffle", State.TRUE, "dataset", State.ITERABLE),
    ConflictRow("sampler", State.GIVEN, "dataset", State.ITERABLE),
    ConflictRow("batch_sampler", State.GIVEN, "dataset", State.ITERABLE),
    ConflictRow("shuffle", State.TRUE, "sampler", State.GIVEN),
    ConflictRow("shuffle", State.TRUE, "batch_sampler", State.GIVEN),
    ConflictRow("sampler", State.GIVEN, "batch_sampler", State.GIVEN),
    ConflictRow("batch_size", State.SEVERAL, "batch_sampler", State.GIVEN),
    ConflictRow("drop_last", State.TRUE, "batch_sampler", State.GIVEN),
    ConflictRow("drop_last", State.TRUE, "batch_size", State.NONE),
    ConflictRow("prefetch_factor", State.GIVEN, "num_workers", State.ABSENT),
    ConflictRow("persistent_workers", State.TRUE, "num_workers", State.ABSENT),
    ConflictRow("multiprocessing_context", State.GIVEN, "num_workers", State.ABSENT),
    ConflictRow("timeout", State.TRUE, "num_workers", State.ABSENT, error="AssertionError"),
)
