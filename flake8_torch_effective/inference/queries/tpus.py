"""Which code is for TPUs, where no CUDA runs."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ...syntax.naming import all_names, imported_packages, words_of
from ..interpreter.inference import Inference

_PACKAGE: Final = "torch_xla"
_CUSTOMARY: Final = "xm"  # import torch_xla.core.xla_model as xm, which may be handed on under this name
_WORDS: Final = frozenset({"tpu", "xla"})


def runs_on_tpu(inference: Inference, scope: cst.CSTNode) -> bool:
    """Whether a function or the module is for TPUs: it uses torch_xla's ``xm``, or its name or its class's says so.

    So is all of a file that imports torch_xla, other than under a condition or in a ``try``.

    >>> p = program("def step(xm): xm.mark_step()", "def on_tpu(): return 1", "def g(): return 2")
    >>> [runs_on_tpu(p.inference, one.node) for one in p.inference.functions.values()][1:]
    [True, True, False]
    """
    assert inference.module is not None
    if _PACKAGE in imported_packages(inference.module):
        return True
    function = inference.functions.get(scope)
    if function is None:
        return False
    titles = [function.name] if function.cls is None else [function.name, function.cls.name]
    return any(not _WORDS.isdisjoint(words_of(title)) for title in titles) or _CUSTOMARY in all_names(scope)
