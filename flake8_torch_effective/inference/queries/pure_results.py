"""Which operations are run for nothing but their result."""

from __future__ import annotations

from ..knowledge.columns import Creates, Family, Signature

# What only computes: a call whose result is dropped does nothing.
_COMPUTE = frozenset(
    {
        Family.ARITHMETIC,
        Family.BITWISE,
        Family.COMPARISON,
        Family.CONVERSION,
        Family.COPY,
        Family.INDEXING,
        Family.JOINING,
        Family.LAYOUT,
        Family.NN,
        Family.OTHER,
        Family.POINTWISE,
        Family.RANDOM,
        Family.REDUCTION,
        Family.SCAN,
        Family.SOFTMAX,
        Family.VIEW,
        Family.WHERE,
    }
)


def only_returns(signature: Signature) -> bool:
    """Whether an operation makes a tensor of another one, and nobody runs it for anything else.

    Products, convolutions, embeddings and attention may run to warm a device up, a decomposition to see whether it
    raises; a norm with running statistics changes these.

    >>> p = program("y = x.exp()", "z = x @ y")
    >>> [only_returns(p.operation(code).signature) for code in ("x.exp()", "x @ y")]
    [True, False]
    """
    if signature.inplace or signature.parameters[:1] == ("tensor",):  # as all of nn.init call what they change
        return False
    if signature.family is Family.FACTORY:
        return signature.creates is Creates.WITH_OPERANDS and signature.parameters[:1] == ("input",)
    if signature.family is Family.NN and (signature.parameters[1:2] == ("weight",) or "query" in signature.parameters):
        return False
    return signature.family in _COMPUTE
