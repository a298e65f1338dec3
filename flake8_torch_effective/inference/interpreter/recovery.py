"""Goes on after an exception of our own: it costs the statement that it happens in, and nothing else."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.walking import walk
from ..values import Class, Function, Reference, Unknown
from .frame import Environment
from .inference import Failure

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Recovery:
    """Goes on after an exception of our own: it costs the statement that it happens in, and nothing else."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def note(self, node: cst.CSTNode, function: Function | None, error: Exception) -> None:
        """Remember that a statement of a function, or all of it, could not be interpreted."""
        name = None if function is None else function.name
        # Of several looks at one statement the first counts.
        self.interpreter.failures.setdefault(node, Failure(node, name, f"{type(error).__name__}: {error}"))

    def abandon(self, statement: cst.CSTNode, error: Exception, before: Environment) -> None:
        """Continue behind a statement in the current frame: whatever it names may have changed, and is unknown.

        What imports, functions and classes bind stays: it is hardly ever bound twice, and the rest depends on it.
        """
        frame = self.interpreter.frame
        self.note(statement, frame.function, error)
        frame.env = before

        def forget(node: cst.CSTNode) -> None:
            assert type(node) is cst.Name
            known = frame.lookup(node.value)
            stays = hasattr(builtins, node.value) if known is None else isinstance(known, Reference | Function | Class)
            if not stays:
                frame.bind(node.value, Unknown())

        walk(statement, {cst.Name: [forget]})
