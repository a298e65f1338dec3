"""Abstract values: what inference can say an expression is.

Every value is immutable in what it claims; a refinement (a rank learnt from ``a, b = x.shape``) makes a copy that
shares the *identity* of the original, so that "is this the same tensor?" keeps its answer.  Values form a graph in
single-assignment form: the ``origin`` of a value is the operation that made it, whose operands are values again, so
a rule that asks for ``log(softmax(x))`` sees it through names, attributes, helpers and loops without looking at them.
"""

from __future__ import annotations

from .base import NONE, OTHER, UNKNOWN, Dim, Identity, NoneValue, NotTensor, Shape, Symbol, Unknown, Use, Value
from .contents import CHANGING, have_one_place_each, key_of, loosened, merged, with_item, without_item
from .convergence import claim_the_same, covers, widened
from .graph import origins, reaches, same
from .lattice import (
    another,
    anything,
    equal_dims,
    join,
    join_all,
    join_dims,
    join_dtypes,
    join_sequences,
    listed,
    may_be_none,
    one_of,
)
from .objects import (
    HELD,
    Batch,
    Bound,
    Class,
    Dataset,
    Function,
    Instance,
    Loader,
    Module,
    Optimizer,
    Partial,
    Scheduler,
)
from .operation import Notation, Operation
from .python import (
    BUILTIN_SEQUENCES,
    ELLIPSIS,
    Number,
    Reference,
    Sequence,
    SequenceType,
    Text,
    is_full_slice,
    is_slice,
    last_of,
    parts_of_index,
    slice_of,
)
from .storage import elements, is_anything, is_joined, may_be, may_be_anything, share, storages
from .tensor import Array, Device, Dtype, Tensor
from .uses import PASSES_SCALARS, consume, consume_deeply, consume_returned

__all__ = [
    "BUILTIN_SEQUENCES",
    "CHANGING",
    "ELLIPSIS",
    "HELD",
    "NONE",
    "OTHER",
    "PASSES_SCALARS",
    "UNKNOWN",
    "Array",
    "Batch",
    "Bound",
    "Class",
    "Dataset",
    "Device",
    "Dim",
    "Dtype",
    "Function",
    "Identity",
    "Instance",
    "Loader",
    "Module",
    "NoneValue",
    "NotTensor",
    "Notation",
    "Number",
    "Operation",
    "Optimizer",
    "Partial",
    "Reference",
    "Scheduler",
    "Sequence",
    "SequenceType",
    "Shape",
    "Symbol",
    "Tensor",
    "Text",
    "Unknown",
    "Use",
    "Value",
    "another",
    "anything",
    "claim_the_same",
    "consume",
    "consume_deeply",
    "consume_returned",
    "covers",
    "elements",
    "equal_dims",
    "have_one_place_each",
    "is_anything",
    "is_full_slice",
    "is_joined",
    "is_slice",
    "join",
    "join_all",
    "join_dims",
    "join_dtypes",
    "join_sequences",
    "key_of",
    "last_of",
    "listed",
    "loosened",
    "may_be",
    "may_be_anything",
    "may_be_none",
    "merged",
    "one_of",
    "origins",
    "parts_of_index",
    "reaches",
    "same",
    "share",
    "slice_of",
    "storages",
    "widened",
    "with_item",
    "without_item",
]
