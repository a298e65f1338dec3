"""One tensor made of several, and several of one shape."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, joining, shapes
from .columns import Contiguity, Family, Formula, Whole
from .rows import row, torch

ROWS: Final = (
    row(
        "cat(tensors, dim=0)",
        torch,
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    row(
        "concat(tensors, dim=0)",
        torch,
        name="cat",
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    row(
        "concatenate(tensors, dim=0)",
        torch,
        name="cat",
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.cat,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        whole=Whole.OF_WHOLE,
        folds_to="cat",
    ),
    row(
        "stack(tensors, dim=0)",
        torch,
        family=Family.JOINING,
        formula=Formula.STACK,
        shape=joining.stack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
        keeps_sign=True,
        whole=Whole.OF_WHOLE,
    ),
    row(
        "hstack(tensors)",
        torch,
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.hstack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    row(
        "vstack(tensors)",
        torch,
        torch("row_stack"),
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.vstack,
        dtype=dtypes.of_list,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    row(
        "dstack(tensors)", torch, family=Family.JOINING, formula=Formula.CAT, shape=joining.dstack, dtype=dtypes.of_list
    ),
    row(
        "column_stack(tensors)",
        torch,
        family=Family.JOINING,
        formula=Formula.CAT,
        shape=joining.vstack,
        dtype=dtypes.of_list,
    ),
    row("block_diag(*tensors)", torch, family=Family.JOINING, shape=shapes.matrix),
    row("meshgrid(*tensors, indexing=None)", torch, family=Family.OTHER, result=joining.meshgrid, whole=Whole.OF_WHOLE),
    row("broadcast_tensors(*tensors)", torch, family=Family.OTHER, result=joining.broadcast_tensors),
    row("cartesian_prod(*tensors)", torch, family=Family.OTHER),
    row(
        "combinations(input, r=2, with_replacement=False)",
        torch,
        family=Family.OTHER,
        shape=shapes.matrix,
        dtype=dtypes.same,
    ),
)
