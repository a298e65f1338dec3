"""Each private name with a public home is what its row says: the same object, or another one that exists."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import pytest
import torch
import torch.distributed.tensor

from flake8_torch_effective.inference.knowledge.private_names import PUBLIC_NAMES, PublicName


def found(name: str) -> Any:
    """What a dotted name of torch is.

    Raises:
        AttributeError: torch has no such name.
    """
    module, _, last = name.rpartition(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(importlib.import_module(module), last)


@pytest.mark.parametrize(("private", "public"), PUBLIC_NAMES.items(), ids=PUBLIC_NAMES)
def test_public_home(private: str, public: PublicName) -> None:
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < public.since:
        pytest.skip(f"{public.name} is public since torch {public.since}")
    assert (found(private) is found(public.name)) == public.same
