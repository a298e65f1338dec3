"""How shape, dtype, device and graph pass through an operation: small functions that the rows of the table refer to.

Each takes the bound operation.  Other packages ask here for what sizes, axes and shapes values tell.
"""

from ..values import equal_dims
from .autograd import grad_of_view
from .devices import device_type
from .dtypes import data_dtype, dtype_of, named_legacy_type, promoted
from .matmul import matmul_shape
from .pieces import row_of
from .reductions import reduced, reduction_of
from .results import apply, dim_number, shape_value, size_of
from .shape_identity import derived_shape_identity
from .shapes import data_shape, keeps_shape_in_place
from .sizes import (
    axes_of,
    broadcast,
    broadcast_dim,
    dims_of,
    flag_of,
    integer,
    shape_of,
    sizes_of,
)
from .views import permutation_of

__all__ = [
    "apply",
    "axes_of",
    "broadcast",
    "broadcast_dim",
    "data_dtype",
    "data_shape",
    "derived_shape_identity",
    "device_type",
    "dim_number",
    "dims_of",
    "dtype_of",
    "equal_dims",
    "flag_of",
    "grad_of_view",
    "integer",
    "keeps_shape_in_place",
    "matmul_shape",
    "named_legacy_type",
    "permutation_of",
    "promoted",
    "reduced",
    "reduction_of",
    "row_of",
    "shape_of",
    "shape_value",
    "size_of",
    "sizes_of",
]
