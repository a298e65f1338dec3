"""Copies, conversions to dtypes and devices, and what leaves torch."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, results, shapes
from .columns import Contiguity, Creates, Family, Formula, Saves, Whole
from .rows import Theme, tensor, tensor_, torch

conversion: Final = Theme(Family.CONVERSION, shape=shapes.same)


ROWS: Final = (
    conversion(
        "clone(input, *, memory_format=None)",
        torch,
        tensor,
        family=Family.COPY,
        formula=Formula.CLONE,
        dtype=dtypes.same,
        contiguity=Contiguity.KEEPS,
        keeps_sign=True,
        saves=Saves.NOTHING,
        value_preserving=True,
        degree=1,
    ),
    conversion(
        "requires_grad(input, requires_grad=True)",
        tensor_,
        family=Family.AUTOGRAD,
        formula=Formula.REQUIRES_GRAD,
        dtype=dtypes.same,
        contiguity=Contiguity.KEEPS,
    ),
    conversion("retain_grad(input)", tensor, family=Family.AUTOGRAD, shape=None, result=results.nothing),
    conversion(
        "float(input)", tensor, dtype=dtypes.float32, keeps_sign=True, value_preserving=True, degree=1, may_share=True
    ),
    conversion(
        "double(input)",
        tensor,
        dtype=dtypes.float64,
        keeps_sign=True,
        saves=Saves.NOTHING,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion(
        "half(input)",
        tensor,
        dtype=dtypes.float16,
        keeps_sign=True,
        saves=Saves.NOTHING,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion(
        "bfloat16(input)",
        tensor,
        dtype=dtypes.bfloat16,
        keeps_sign=True,
        saves=Saves.NOTHING,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion("long(input)", tensor, dtype=dtypes.int64, nograd=True, whole=Whole.ALWAYS, may_share=True),
    conversion("int(input)", tensor, dtype=dtypes.int32, nograd=True, whole=Whole.ALWAYS, may_share=True),
    conversion("short(input)", tensor, dtype=dtypes.int16, nograd=True, whole=Whole.ALWAYS, may_share=True),
    conversion("char(input)", tensor, dtype=dtypes.int8, nograd=True, whole=Whole.ALWAYS, may_share=True),
    conversion("byte(input)", tensor, dtype=dtypes.uint8, nograd=True, whole=Whole.ALWAYS, may_share=True),
    conversion("bool(input)", tensor, dtype=dtypes.boolean, nograd=True, may_share=True),
    conversion("cfloat(input)", tensor, dtype=dtypes.complex64, saves=Saves.NOTHING, may_share=True),
    conversion("cdouble(input)", tensor, dtype=dtypes.complex128, saves=Saves.NOTHING, may_share=True),
    conversion(
        "type_as(input, other)",
        tensor,
        dtype=dtypes.like_other,
        keeps_sign=True,
        value_preserving=True,
        metadata_of=("other",),
        degree=1,
        may_share=True,
    ),
    conversion(
        "type(input, dtype=None, non_blocking=False)",
        tensor,
        shape=None,
        dtype=dtypes.type_of,
        result=results.type_of,
        keeps_sign=True,
        saves=Saves.NOTHING,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion(
        "to(input, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None)",
        tensor,
        dtype=dtypes.to,
        keeps_sign=True,
        saves=Saves.NOTHING,
        creates=Creates.AS_ARGUMENTS_SAY,
        value_preserving=True,
        metadata_of=("args",),
        degree=1,
        may_share=True,
    ),
    conversion(
        "cuda(input, device=None, non_blocking=False, *, memory_format=None)",
        tensor,
        dtype=dtypes.same,
        keeps_sign=True,
        creates=Creates.ON_CUDA,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion(
        "cpu(input, *, memory_format=None)",
        tensor,
        dtype=dtypes.same,
        keeps_sign=True,
        creates=Creates.ON_CPU,
        value_preserving=True,
        degree=1,
        may_share=True,
    ),
    conversion("pin_memory(input, device=None)", tensor, dtype=dtypes.same, may_share=True),
    conversion("to_dense(input, dtype=None)", tensor, dtype=dtypes.same, may_share=True),
    conversion(
        "item(input)",
        tensor,
        family=Family.EXTRACTION,
        formula=Formula.ITEM,
        shape=None,
        result=results.python_number,
        synchronises=True,
    ),
    conversion(
        "tolist(input)", tensor, family=Family.EXTRACTION, shape=None, result=results.python_list, synchronises=True
    ),
    conversion(
        "numpy(input, *, force=False)",
        tensor,
        family=Family.EXTRACTION,
        shape=None,
        result=results.array,
        synchronises=True,
    ),
    conversion(
        "backward(input, gradient=None, retain_graph=None, create_graph=False, inputs=None)",
        tensor,
        family=Family.AUTOGRAD,
        formula=Formula.BACKWARD,
        shape=None,
        result=results.nothing,
    ),
    conversion("share_memory(input)", tensor_, family=Family.AUTOGRAD, dtype=dtypes.same),
    conversion("register_hook(input, hook)", tensor, family=Family.AUTOGRAD, shape=None, result=results.unknown),
)
