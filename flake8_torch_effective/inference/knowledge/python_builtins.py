"""Python's builtins and containers, as far as they matter for the tensors that pass through them."""

from __future__ import annotations

from typing import Final

# Builtins that change nothing, neither by themselves nor by what they call on their arguments.
CHANGES_NOTHING: Final = frozenset(
    """
    abs all any bool dict enumerate float getattr hasattr id int isinstance len list max min print range repr round set
    sorted str sum tuple type zip
    """.split()
)
