"""The error of a part of the command that cannot do what was requested."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot do what was requested; the message says why in one line, and what to do."""
