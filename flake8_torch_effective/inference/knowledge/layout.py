"""Copies that lay the entries out anew."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, layers, shapes, views
from .columns import Contiguity, Family, Formula, Literals, Saves, Tiles
from .rows import Theme, fft, functional, tensor, tensor_, torch

laid_out: Final = Theme(Family.LAYOUT, shape=shapes.same, dtype=dtypes.same)


ROWS: Final = (
    laid_out("resize(input, *size)", tensor_, shape=shapes.given_size, contiguity=Contiguity.RESTRIDES),
    laid_out(
        "resize_as(input, the_template)",
        tensor_,
        shape=shapes.like_template,
        contiguity=Contiguity.RESTRIDES,
        metadata_of=("the_template",),
    ),
    laid_out(
        "repeat(input, *repeats)",
        tensor,
        formula=Formula.REPEAT,
        shape=views.repeat,
        contiguity=Contiguity.CONTIGUOUS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        tiles=Tiles.AS_COPY,
        value_preserving=True,
        degree=1,
    ),
    laid_out(
        "tile(input, dims)",
        torch,
        formula=Formula.REPEAT,
        shape=views.tile,
        contiguity=Contiguity.CONTIGUOUS,
        saves=Saves.NOTHING,
        tiles=Tiles.AS_COPY,
    ),
    laid_out(
        "tile(input, *dims)",
        tensor,
        formula=Formula.REPEAT,
        shape=views.tile,
        contiguity=Contiguity.CONTIGUOUS,
        saves=Saves.NOTHING,
        tiles=Tiles.AS_COPY,
    ),
    laid_out(
        "repeat_interleave(input, repeats, dim=None, *, output_size=None)",
        torch,
        tensor,
        formula=Formula.REPEAT_INTERLEAVE,
        shape=views.repeat_interleave,
        contiguity=Contiguity.CONTIGUOUS,
        saves=Saves.NOTHING,
        tiles=Tiles.EACH,
        sized_by_values=True,
        synchronises=True,
    ),
    laid_out("flip(input, dims)", torch, formula=Formula.FLIP, contiguity=Contiguity.KEEPS, saves=Saves.NOTHING),
    laid_out("flip(input, *dims)", tensor, formula=Formula.FLIP, contiguity=Contiguity.KEEPS, saves=Saves.NOTHING),
    laid_out("fliplr(input)", torch, tensor, formula=Formula.FLIP, saves=Saves.NOTHING),
    laid_out("flipud(input)", torch, tensor, formula=Formula.FLIP, saves=Saves.NOTHING),
    laid_out("roll(input, shifts, dims=None)", torch, tensor, contiguity=Contiguity.OF_CONTIGUOUS, saves=Saves.NOTHING),
    laid_out("rot90(input, k=1, dims=(0, 1))", torch, tensor, shape=shapes.same_rank, saves=Saves.NOTHING),
    laid_out("tril(input, diagonal=0)", torch, tensor, tensor_, contiguity=Contiguity.CONTIGUOUS, saves=Saves.NOTHING),
    laid_out("triu(input, diagonal=0)", torch, tensor, tensor_, contiguity=Contiguity.CONTIGUOUS, saves=Saves.NOTHING),
    laid_out(
        "diag(input, diagonal=0)",
        torch,
        tensor,
        formula=Formula.DIAG,
        shape=shapes.diag,
        keeps_sign=True,
        saves=Saves.NOTHING,
    ),
    laid_out("diagflat(input, offset=0)", torch, tensor, shape=shapes.matrix, saves=Saves.NOTHING),
    laid_out(
        "diag_embed(input, offset=0, dim1=-2, dim2=-1)", torch, tensor, shape=shapes.one_more, saves=Saves.NOTHING
    ),
    laid_out("narrow_copy(input, dim, start, length)", tensor, shape=shapes.narrow, saves=Saves.NOTHING),
    laid_out(
        'pad(input, pad, mode="constant", value=None)',
        functional,
        formula=Formula.PAD,
        shape=layers.pad,
        contiguity=Contiguity.OF_CONTIGUOUS,
        saves=Saves.INPUT,
        literals=Literals.AS_DTYPE,
    ),
    laid_out("fftshift(input, dim=None)", fft, saves=Saves.NOTHING),
    laid_out("ifftshift(input, dim=None)", fft, saves=Saves.NOTHING),
)
