"""How a part of the command says that it was asked for something it cannot do."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot do what it was asked; the message says why in one line, and what to do."""
