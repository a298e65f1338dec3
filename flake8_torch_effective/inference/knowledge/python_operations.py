"""The operations that are Python's and not torch's: subscripts, loops, branches that meet, calls of what is not known.

Every operation has a signature, so that a property can be asked of it without asking first whose it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from .columns import Asks, Contiguity, Family, Formula, Literals, Signature, Whole
from .rows import signature

SUBSCRIPT: Final = signature(
    "getitem(input, index)",
    Family.INDEXING,
    formula=Formula.SUBSCRIPT,
    contiguity=Contiguity.REINDEXES,
    selects=True,
    keeps_sign=True,
    keeps_mask=True,
    whole=Whole.OF_WHOLE,
)
SUBSCRIPT_WRITE: Final = signature(
    "setitem(input, index, value)",
    Family.INDEXING,
    formula=Formula.SUBSCRIPT_WRITE,
    contiguity=Contiguity.KEEPS,
    per_row=False,
    literals=Literals.AS_DTYPE,
    scatters=True,
)
# A tensor that is, or may be a view of, one that was changed in place; one whose data were replaced.
CHANGED: Final = signature("changed(input, by)", Family.VIEW, repeatable=False)  # or it was not
DATA_WRITE: Final = signature("set_data(input, value)", Family.INDEXING)
ROW: Final = signature(
    "row(input)",
    Family.INDEXING,
    contiguity=Contiguity.REINDEXES,
    selects=True,
    keeps_sign=True,
    repeatable=False,
    may_share=True,
)
DATA: Final = signature(
    "data(input)",
    Family.VIEW,
    formula=Formula.DETACH,
    contiguity=Contiguity.KEEPS,
    value_preserving=True,
    keeps_sign=True,
    degree=1,
)
GRADIENT: Final = signature("grad(input)", Family.AUTOGRAD, repeatable=False)  # a backward pass may stand in between
SHAPE: Final = signature("shape(input)", Family.QUERY, asks=Asks.SHAPE)
# ``torch.autograd.grad(outputs, inputs, grad_outputs)``, where it is given the gradients of what it starts from.
GRADIENTS: Final = signature("grad(outputs, inputs, grad_outputs)", Family.AUTOGRAD)
LENGTH: Final = signature("len(input)", Family.QUERY, asks=Asks.SIZE)
# ``torch.Tensor([1.0, 2.0])``, and ``torch.Tensor(2, 3)``, whose memory nothing has written.
LEGACY_TENSOR: Final = signature(
    "Tensor(data)", Family.CONSTRUCTION, formula=Formula.LEGACY_CONSTRUCTOR, fill_operand="data"
)
LEGACY_EMPTY: Final = signature(
    "Tensor(size)", Family.CONSTRUCTION, formula=Formula.LEGACY_CONSTRUCTOR, repeatable=False
)
# ``model.type(torch.FloatTensor)``, and the same of what may be a module or a tensor.
LEGACY_CAST: Final = signature("legacy_cast(input, dtype)", Family.QUERY)
REARRANGE: Final = signature("rearrange(input)", Family.VIEW, may_share=True)

# Where branches meet, either operand may be the value.
PHI: Final = signature("phi(0, 1)", Family.PHI, repeatable=False)

# One of its operands, or held by one of them; without operands it may be any object of the program.
SOME_OBJECT: Final = signature("some_object(among)", Family.ITERATION, repeatable=False)

# Calls that inference cannot see into, and attributes of what it does not know.
CALL: Final = signature("call(callee)", Family.CALL, takes_maximum=True)
ATTRIBUTE: Final = signature("attribute(input, name)", Family.CALL)
# The making of an object: its operations are called as its class is.
OBJECT: Final = signature("object()", Family.OBJECT)

# A method of a tensor where its result is meant: its attribute or an entry is asked for, or it is an operand; it is a
# condition; it is compared; it is put into a text; it is a statement of its own.
UNCALLED: Final = signature("uncalled(input, name)", Family.QUERY)
UNCALLED_CONDITION: Final = signature("uncalled_condition(input, name)", Family.QUERY)
UNCALLED_COMPARED: Final = signature("uncalled_compared(input, name)", Family.QUERY)
UNCALLED_TEXT: Final = signature("uncalled_text(input, name)", Family.QUERY)
UNCALLED_STATEMENT: Final = signature("uncalled_statement(input, name)", Family.QUERY)
# A call of what is no method of a tensor: ``x.is_cuda()``.
CALLED_PROPERTY: Final = signature("called_property(input, name)", Family.QUERY)

RANGE: Final = signature("range(start, stop, step)", Family.ITERATION)
ENUMERATE: Final = signature("enumerate(input)", Family.ITERATION)
ZIP: Final = signature("zip()", Family.ITERATION)
# What hands out the elements of a container as they are by then: an iterator, or the values of a dict.
LATER: Final = signature("later(input)", Family.ITERATION)
ELEMENT: Final = signature("element(input)", Family.ITERATION, may_share=True)
# A generator of the file, by what it yields.
YIELDED: Final = signature("yielded()", Family.ITERATION, repeatable=False)
COMPREHENSION: Final = signature("comprehension(element)", Family.ITERATION)
PARAMETERS: Final = signature("parameters()", Family.ITERATION)

APPEND: Final = signature("append(input, value)", Family.COLLECTION)
STORE: Final = signature("store(input, index, value)", Family.COLLECTION)
# ``deque(maxlen=n)``, which drops the oldest item for each one beyond n.
BOUNDED_DEQUE: Final = signature("deque(maxlen)", Family.COLLECTION, repeatable=False)
ITEM_OF: Final = signature("item_of(input, index)", Family.COLLECTION, repeatable=False, may_share=True)

# A minus in front of a Python number.
MINUS: Final = signature("neg(input)", Family.NUMBER, formula=Formula.NEGATE)

# Python's builtins over the rows of a tensor, over a list, or between arguments.
BUILTIN_SUM: Final = signature(
    "builtin_sum(source, start)", Family.ARITHMETIC, formula=Formula.SUM, contiguity=Contiguity.ELEMENTWISE
)
BUILTIN_MAX: Final = signature(
    "builtin_max(source)",
    Family.ARITHMETIC,
    formula=Formula.MAXIMUM,
    contiguity=Contiguity.ELEMENTWISE,
    takes_maximum=True,
)
BUILTIN_MIN: Final = signature("builtin_min(source)", Family.ARITHMETIC, formula=Formula.MINIMUM)
BUILTIN_ANY: Final = signature("builtin_any(source)", Family.ARITHMETIC, formula=Formula.ANY)
BUILTIN_ALL: Final = signature("builtin_all(source)", Family.ARITHMETIC, formula=Formula.ALL)
BUILTIN_SORTED: Final = signature("builtin_sorted(source, reverse)", Family.ARITHMETIC, formula=Formula.SORT)

# The builtins that go through an iterable and give one value, or a list.
BUILTINS: Final[Mapping[str, Signature]] = {
    "sum": BUILTIN_SUM,
    "max": BUILTIN_MAX,
    "min": BUILTIN_MIN,
    "any": BUILTIN_ANY,
    "all": BUILTIN_ALL,
    "sorted": BUILTIN_SORTED,
}


@lru_cache(maxsize=512)
def object_of(name: str) -> Signature:
    """The making of an object of a class, by the name of the class."""
    return OBJECT.but(name=name, home=name)
