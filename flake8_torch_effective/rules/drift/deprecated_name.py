from __future__ import annotations

from ...inference.knowledge.obsolete_names import Obsolete, Stage
from ...inference.queries.guards import tells_older_torch
from ...inference.queries.name_uses import only_told_apart
from ...inference.queries.torch_names import outdated_names, reads_parts
from ...rewriting.writing.renames import replacing, successor
from ..rule import Rule


class DeprecatedName(Rule):
    """A name that torch means to remove.

    What it does
    Finds attributes, imports and methods of tensors that torch warns of, or that its documentation calls deprecated:
    `torch.cuda.amp.autocast`, `torch.autograd.Variable`, `torch.ger`, `torch.qr`, `torch.range`, `torch.norm`,
    `set_default_tensor_type`, `functorch.vmap`, `nn.init.xavier_normal` and others. An import is
    reported, not its uses. Left alone is what runs only where the file asks which torch it has, a name that the oldest
    torch that the project supports does not deprecate yet, and one whose successor came later than that. Tentative, and
    so reported only if the rule is selected by name, are `torch.autograd.Variable`, which does nothing any more and
    gives no warning; `torch.norm`, of which nothing warns, and torch's documentation says that it may be removed;
    `weight_norm` in a file that reads `weight_g` or calls `remove_weight_norm`, which its successor does not know; a
    class that only is a key of a dict, or what the type of an object is compared with, as in
    `isinstance(m, nn.UpsamplingBilinear2d)`: other people's models have it; and, where no target is known, a name whose
    successor is newer than a torch with which the file says that it runs, by `assert torch.__version__ >= "1.6"` or by
    a branch on the version.

    Why it is bad
    It goes with one of the next releases, as `torch.symeig` did, and until then most of these names warn in every run.

    Example
        def product(x: torch.Tensor) -> torch.Tensor:
            return torch.chain_matmul(x, x.T, x)

    Use instead
        def product(x: torch.Tensor) -> torch.Tensor:
            return torch.linalg.multi_dot([x, x.T, x])

    Evidence
    warns: torch says so; right_result and same_result: what the successor gives. `torch.ger`, `torch.svd`, `torch.norm`
    and `torch.autograd.Variable` are deprecated in torch's documentation only.

    Fix safety
    Safe: a call of a function whose successor takes the same arguments and returns the same. Unsafe: such a function
    that is not called, an import of one with all its uses, and `torch.cuda.amp.autocast` and `GradScaler`, which get
    their device. None where arguments or results differ.

    Source
    torch's release notes, documentation and warnings; TorchFix, TOR101 and TOR103
    """

    code = "TEF902"
    message = "{name} is deprecated since torch {since}"
    advice = "use {fixed}"
    words = "use another function"
    heeds_guards = True

    def finish(self) -> None:
        found = list(outdated_names(self.inference, self.file.target, Stage.DEPRECATED))
        told = only_told_apart(self.inference, [node for node, _ in found])
        for node, row in found:
            assert row.deprecated is not None
            since = "{}.{}".format(*row.deprecated)
            self.report(
                node,
                tentative=row.idle
                or row.may_stay
                or node in told
                or reads_parts(self.inference, row)
                or self.runs_with_older(row),
                name=row.name,
                since=since,
                words=successor(row),
                fix=replacing(node, row),
            )

    def runs_with_older(self, row: Obsolete) -> bool:
        """Whether the file, where no target says more, also runs with a torch that has no successor yet."""
        return self.file.target is None and tells_older_torch(self.inference, row.since)
