from __future__ import annotations

import libcst as cst

from ...inference.knowledge.obsolete_names import Change, Obsolete, Stage
from ...inference.queries.guards import is_guarded, tells_older_torch
from ...inference.queries.name_uses import handed_on, is_left_over, only_tested, only_told_apart
from ...inference.queries.pickled import pickles_modules
from ...inference.queries.torch_names import may_be_other_method, outdated_names, reads_parts, unneeded
from ...rewriting.writing.renames import replacing, successor
from ..rule import Rule

# Of successors that are newer the message names the release.
_RECENT = (2, 1)


class DeprecatedName(Rule):
    """A name that torch means to remove.

    What it does
    Finds attributes, imports and methods of tensors that torch warns about, or that its documentation calls deprecated:
    `torch.cuda.amp.autocast`, `torch.autograd.Variable`, `torch.qr`, `torch.range`, `torch.norm`, `torch.jit.script`,
    `set_default_tensor_type`, `functorch.vmap`, `nn.init.xavier_normal` and others. An import is reported, but not its
    uses. Names that no other replaces, such as `torch.quantization.prepare` and `convert`, are reported once for each
    file, as what takes their place is one plan, and so are imports that the same function replaces in another form.

    Not reported: code that runs only where the file checks the version of torch, or what it has; a name that the oldest
    torch the project supports does not deprecate yet, or whose successor came later than that; and a method of an
    object with an attribute, or a result with one, that no tensor has.

    The following are tentative, and so reported only with `--torch-tentative`. Names that torch does not warn about,
    and that only its documentation calls deprecated: `torch.ger`, `torch.svd`, `torch.norm`, `nn.UpsamplingNearest2d`,
    `nn.UpsamplingBilinear2d`, and `torch.autograd.Variable`, which no longer does anything. TorchScript, such as
    `torch.jit.script`, `trace`, `save` and `load`, which torch warns about from 2.10 or 2.11 on, since `torch.compile`
    and `torch.export` work differently. `weight_norm` in a file that reads `weight_g` or calls `remove_weight_norm`,
    which its successor does not support, or that pickles a whole module, as fastai's `export` does, which it does not
    support either. A class that is only a key of a dict, or that the type of an object is compared with, as in
    `isinstance(m, nn.NLLLoss2d)`, because other people's models use it. A function that a decorator is given, as in
    `@register(torch.lu)`, which says what takes its place, and a class that is only registered, as in
    `LOSSES.register_class(nn.NLLLoss2d)`. A class that only annotations name, or `NewType`, or of which only `__doc__`
    or `__name__` is read. A name in a test whose own name or docstring says that it tests it, as `test_upsample`. An
    import that a file with functions or classes of its own does not use, as the import alone does not warn. If no
    target is known, a name whose successor is newer than a torch on which the file says it runs, by `assert
    torch.__version__ >= "1.6"` or by a branch on the version. A method, if only other methods suggest that its object
    is a tensor, and neither an annotation nor what torch makes or takes.

    Why it is bad
    It will be removed in one of the next releases, as `torch.symeig` was. Until then most of these names warn in every
    run.

    Example
        def product(x: torch.Tensor) -> torch.Tensor:
            return torch.chain_matmul(x, x.T, x)

    Use instead
        def product(x: torch.Tensor) -> torch.Tensor:
            return torch.linalg.multi_dot([x, x.T, x])

    Evidence
    warns: torch says so; right_result and same_result: what the successor gives.

    Fix safety
    Safe: a call of a function whose successor takes the same arguments and returns the same. What does change: the
    warning about the old name is gone; `import torch` may be added, and `import functorch` may stay, although nothing
    uses it any more.

    Unsafe: such a function that is not called; an import of one with all its uses; a class, whose objects then belong
    to another class; and `torch.cuda.amp.autocast` and `GradScaler`, which get their device, while `enabled` in
    `autocast(enabled)` gets its name. Unsafe, too, through an attribute such as `self.init`, and in a file that
    assigns one of the two names or a module that it is read through, also by `vars` and `__dict__`, has it in a string,
    has mocks, looks at warnings or at the error stream, also reads the old function without calling it, or watches
    which functions run, as a trace, a profiler and a backend of its own for `torch.compile` do.

    None where arguments or results differ, and for a class that gets its device and is passed on, which takes
    `functools.partial`.

    Source
    torch's release notes, documentation and warnings; TorchFix, TOR101 and TOR103
    """

    code = "TEF902"
    message = "{name} is deprecated since torch {since}{needs}"
    advice = "use {fixed}"
    words = "use another function"

    def finish(self) -> None:
        outdated = outdated_names(self.inference, self.file.target, Stage.DEPRECATED)
        found = [(node, row) for node, row in outdated if not is_guarded(self.inference, node)]
        nodes = [node for node, _ in found]
        told, given = only_told_apart(self.inference, nodes), handed_on(self.inference, nodes)
        tested = only_tested(self.inference, nodes, {row.name for _, row in found})
        plans: dict[tuple[str, bool], cst.CSTNode] = {}  # what to move to where no call has a form of its own there
        for node, row in found:
            assert row.deprecated is not None
            since = "{}.{}".format(*row.deprecated)
            unsure = row.can_wait or node in told or node in tested or may_be_other_method(self.inference, node)
            unsure = unsure or reads_parts(self.inference, row) or self.runs_with_older(row)
            unsure = unsure or is_left_over(self.inference, node)
            unsure = unsure or (row.unpicklable and pickles_modules(self.inference))
            imported = type(node) is cst.ImportAlias and row.change is Change.MORE and not unsure
            if (row.replacement is None and not row.idle) or imported:
                if self.is_reported(plans.setdefault((row.replacement or row.note, unsure), node), node):
                    continue
            self.report(
                node,
                tentative=unsure,
                name=row.name,
                since=since,
                needs=self.newer(row),
                words=unneeded(self.inference, node, row) or successor(row, node in given, node in told),
                fix=replacing(node, row),
            )

    def newer(self, row: Obsolete) -> str:
        """When the successor came, where no target says that it is there, and many programs run with an older torch."""
        recent = self.file.target is None and row.since >= _RECENT and row.change is not Change.MORE
        return ", with a successor since {}.{}".format(*row.since) if recent else ""

    def runs_with_older(self, row: Obsolete) -> bool:
        """Whether the file, where no target says more, also runs with a torch that has no successor yet."""
        return self.file.target is None and tells_older_torch(self.inference, row.since)
