"""One tensor made of several, and several of one shape."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, joining, shapes
from .columns import Contiguity, Family, Formula, Saves, Whole
from .rows import Theme, torch

joined: Final = Theme(Family.JOINING)

ROWS: Final = (
    joined(
        "cat(tensors, dim=0)",
        torch,
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    joined(
        "concat(tensors, dim=0)",
        torch,
        name="cat",
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    joined(
        "concatenate(tensors, dim=0)",
        torch,
        name="cat",
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    joined(
        "stack(tensors, dim=0)",
        torch,
        formula=Formula.STACK,
        shape=joining.stack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        whole=Whole.OF_WHOLE,
    ),
    joined(
        "hstack(tensors)",
        torch,
        formula=Formula.CAT,
        shape=joining.hstack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        saves=Saves.NOTHING,
        joins_dim=1,
    ),
    joined(
        "vstack(tensors)",
        torch,
        torch("row_stack"),
        formula=Formula.CAT,
        shape=joining.vstack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        saves=Saves.NOTHING,
        joins_dim=0,
    ),
    joined(
        "dstack(tensors)",
        torch,
        formula=Formula.CAT,
        shape=joining.dstack,
        dtype=dtypes.of_list,
        saves=Saves.NOTHING,
        joins_dim=2,
    ),
    joined(
        "column_stack(tensors)",
        torch,
        formula=Formula.CAT,
        shape=joining.vstack,
        dtype=dtypes.of_list,
        saves=Saves.NOTHING,
        joins_dim=1,
    ),
    joined("block_diag(*tensors)", torch, shape=shapes.matrix, saves=Saves.NOTHING),
    joined(
        "meshgrid(*tensors, indexing=None)",
        torch,
        family=Family.OTHER,
        result=joining.meshgrid,
        whole=Whole.OF_WHOLE,
        may_share=True,
    ),
    joined("broadcast_tensors(*tensors)", torch, family=Family.OTHER, result=joining.broadcast_tensors, may_share=True),
    joined("cartesian_prod(*tensors)", torch, family=Family.OTHER, saves=Saves.NOTHING),
    joined(
        "combinations(input, r=2, with_replacement=False)",
        torch,
        family=Family.OTHER,
        shape=shapes.matrix,
        dtype=dtypes.same,
        saves=Saves.INPUT,
        synchronises=True,
    ),
)
