from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference.knowledge.obsolete_names import Obsolete, Stage
from ...inference.queries.guards import tells_older_torch
from ...inference.queries.torch_names import may_be_other_method, outdated_names
from ...rewriting.fix import Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing.renames import replacing, successor
from ..rule import Rule


class RemovedName(Rule):
    """A name that torch has removed.

    What it does
    Finds attributes, imports and methods of tensors that are gone from torch or do nothing but raise: `torch.symeig`,
    `torch.solve`, `torch.eig`, `torch.lstsq`, `torch.matrix_rank`, `torch.gels`, `torch.rfft` and others, and calls of
    `torch.fft`, which is a module now. An import is reported, but not its uses.

    Not reported: code that runs only where the file checks the version of torch; a name that the oldest torch the
    project supports still has; and a method of an object with an attribute, or a result with one, that no tensor has.

    The finding is tentative, and so reported only with `--torch-tentative`, if only other methods suggest that an
    object is a tensor, and neither an annotation nor what torch makes or takes.

    Why it is bad
    It raises, and not before that line runs. Its successor often takes other arguments, or returns something else, as
    the message says.

    Example
        def eigenvalues(x: torch.Tensor) -> torch.Tensor:
            return torch.symeig(x).eigenvalues

    Use instead
        def eigenvalues(x: torch.Tensor) -> torch.Tensor:
            return torch.linalg.eigh(x).eigenvalues

    Evidence
    raises: the function is not there any more; right_result: what its successor gives.

    Fix safety
    Safe: a call of a function whose successor takes the same arguments. Unsafe: such a function that is not called, and
    an import of one with all its uses. Unsafe, too, with arguments by name, through an attribute such as `self.lib`,
    and in a file that catches errors or expects them, assigns one of the two names, has it in a text, has mocks, looks
    at warnings or at the error stream, or watches which functions run; and where the file tests for a torch from before
    its successor, if no target is known. None where arguments or results differ.

    Source
    torch's release notes; TorchFix, TOR001 and TOR004
    """

    code = "TEF901"
    message = "{name} is removed since torch {since}"
    advice = "use {fixed}"
    words = "use another function"
    heeds_guards = True

    def finish(self) -> None:
        for node, row in outdated_names(self.inference, self.file.target, Stage.REMOVED):
            assert row.removed is not None
            since = "{}.{}".format(*row.removed)
            self.report(
                node,
                tentative=may_be_other_method(self.inference, node),
                name=row.name,
                since=since,
                words=successor(row),
                fix=lambda write, node=node, row=row: self.replaced(write, node, row),  # type: ignore[misc]
            )

    def replaced(self, write: Rewriting, node: cst.CSTNode, row: Obsolete) -> Fix | None:
        """The successor, which a torch that the file says it also runs with may not have yet."""
        fix = replacing(node, row)(write)
        older = self.file.target is None and tells_older_torch(self.inference, row.since)
        return fix if fix is None or not older else replace(fix, safe=False)
