"""What inference says of NumPy's functions, and what NumPy gives."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np
import pytest

from flake8_torch_effective.inference.knowledge.numpy import (
    ALLOCATES,
    ARRAYS,
    ENTRY_BY_ENTRY,
    KEEPS_DIMS,
    MAY_GIVE_NUMBERS,
    MAY_HAVE_NO_DIM,
    VIEW_METHODS,
)

ROWS = np.eye(3) + 1
ROW = ROWS[0].copy()
NUMBER = np.float64(3)
# Functions that read files, and those that draw.
UNCALLED = frozenset({"load", "loadtxt", "genfromtxt", "fromfile"} | {name for name in ALLOCATES if "random." in name})
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys("zeros ones empty eye identity tri arange bartlett blackman hamming hanning".split(), (3,)),
    **dict.fromkeys("stack vstack hstack dstack column_stack row_stack concatenate block".split(), ([ROWS, ROWS],)),
    **dict.fromkeys("outer convolve correlate union1d setdiff1d setxor1d append".split(), (ROW, ROW)),
    **dict.fromkeys("vander diagflat roots ediff1d".split(), (ROW,)),
    **dict.fromkeys("linspace logspace geomspace".split(), (1, 2, 3)),
    **dict.fromkeys("partition argpartition tile repeat pad roll".split(), (ROWS, 1)),
    **dict.fromkeys("fft.fftfreq fft.rfftfreq".split(), (3,)),
    **dict.fromkeys("packbits unpackbits bincount".split(), (np.ones(9, dtype=np.uint8),)),
    "full": (3, 1.0),
    "full_like": (ROWS, 1.0),
    "kaiser": (3, 1.0),
    "kron": (ROWS, ROWS),
    "insert": (ROW, 0, 1.0),
    "delete": (ROW, 0),
    "fromiter": ([1.0, 2.0], float),
    "indices": ((2, 3),),
    "fromfunction": (lambda i: i * 2.0, (3,)),
    "resize": (ROWS, (2, 2)),
    "select": ([ROWS > 1], [ROWS]),
    "clip": (0, 1),
    "reshape": (-1,),
    "expand_dims": (0,),
    "swapaxes": (0, -1),
    "moveaxis": (0, -1),
    "rollaxis": (0,),
    "astype": (float,),
}


@pytest.mark.parametrize("name", sorted(ALLOCATES - UNCALLED))
@pytest.mark.filterwarnings("ignore")
def test_new_arrays(name: str) -> None:
    function, given = attrgetter(name)(np), ARGUMENTS.get(name, (ROWS,))
    made = function(*given)
    assert isinstance(made, np.ndarray)
    assert not any(np.shares_memory(made, one) for one in given if isinstance(one, np.ndarray))
    assert made.ndim or name in MAY_HAVE_NO_DIM


@pytest.mark.parametrize("name", sorted(ENTRY_BY_ENTRY))
@pytest.mark.filterwarnings("ignore")
def test_entry_by_entry(name: str) -> None:
    function = getattr(np, name)
    given = (ROW, 0, 1) if name == "clip" else (ROW,) * getattr(function, "nin", 1)
    made = function(*given)
    assert isinstance(made, np.ndarray)
    assert made.shape == ROW.shape
    assert not np.shares_memory(made, ROW)


@pytest.mark.parametrize("name", sorted(ARRAYS))
@pytest.mark.parametrize("given", [3, NUMBER, [1.0, 2.0], np.array(2.0), ROWS], ids=repr)
def test_arrays_of_anything(name: str, given: Any) -> None:
    try:
        made = getattr(np, name)(given, *ARGUMENTS.get(name, ()))
    except (AttributeError, ValueError):  # they need a dim
        return
    assert isinstance(made, np.ndarray)


@pytest.mark.parametrize("name", sorted((KEEPS_DIMS | VIEW_METHODS) - {"swapaxes"}))
def test_methods_of_an_array_without_dims(name: str) -> None:
    made = getattr(np.array(2.0), name)(*ARGUMENTS.get(name, ()))
    assert isinstance(made, np.ndarray) is (name not in MAY_GIVE_NUMBERS)
