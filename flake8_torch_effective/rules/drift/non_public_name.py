from __future__ import annotations

import libcst as cst

from ...inference.interpreter.imports import dotted_name
from ...inference.knowledge.private_names import LAST_NAMES, PRIVATE_PARTS, PUBLIC_NAMES, PublicName
from ...inference.queries.guards import is_guarded, tells_older_torch
from ...inference.queries.name_uses import is_unused, names_beside
from ...inference.queries.outside_calls import is_replaced
from ...inference.queries.type_questions import asked_for, gets_own_classes
from ...inference.values import Reference
from ...rewriting.writing.public_names import imported_publicly, read_publicly, unless_read, unless_replaced
from ..rule import Rule, WriteFix

# Without a target, public names from this release on are not trusted to be there: many projects support older ones.
_RECENT = (2, 5)
# With so many other names of a private module, a file is a fork of torch's own, or as good as one.
_MANY = 5


class NonPublicName(Rule):
    """A private name of torch that has a public home.

    What it does
    Finds imports and uses of private modules and functions of torch that are also public under another name, such as
    `torch.utils.data._utils.collate.default_collate`, `torch.utils.data._utils.worker.get_worker_info`,
    `torch.optim.lr_scheduler._LRScheduler`, `torch.utils._pytree._register_pytree_node` and
    `torch.distributed._tensor.DTensor`. An imported name is reported at its import.

    Not reported: private names without a public name, those that the file replaces, and those under a test of torch's
    version or in a `try` for an import.

    The following are tentative, and so reported only with `--torch-tentative`. `_LRScheduler` as a base class or an
    annotation, where it is as good as `LRScheduler`; in `isinstance` and `issubclass` it is reported by default, unless
    the same tuple also has the class of the schedulers that the file makes. `torch._dynamo.reset`,
    `torch.cuda._lazy_init` and others that the public function only calls. `_register_pytree_node` for types other than
    classes in the same file, since the public function raises for types that torch has registered itself.
    `torch.distributed._all_gather_base`, whose public name torch 2.13 deprecates. An import that the file never uses. A
    name from a private module from which the file reads five or more other names that have no public name, as a fork of
    torch's code does. If no target is known, a name that is public only from torch 2.5 on, such as `DTensor`, or from a
    later release than one on which the file says it runs.

    Why it is bad
    A private name may move, change or disappear in any release, without a warning. `_LRScheduler` is now an empty
    subclass of `LRScheduler`: torch's own schedulers are not instances of it, so `isinstance` is silently False.

    Example
        def is_scheduler(weight: torch.Tensor) -> torch.Tensor:
            optimizer = torch.optim.SGD([nn.Parameter(weight)], lr=0.5)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
            return weight.new_tensor([float(isinstance(scheduler, torch.optim.lr_scheduler._LRScheduler))])

    Use instead
        def is_scheduler(weight: torch.Tensor) -> torch.Tensor:
            optimizer = torch.optim.SGD([nn.Parameter(weight)], lr=0.5)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
            return weight.new_tensor([float(isinstance(scheduler, torch.optim.lr_scheduler.LRScheduler))])

    Evidence
    wrong_result: a scheduler of torch is no `_LRScheduler`; right_result: it is an `LRScheduler`; same_result and
    same_gradient where the two names are one object.

    Fix safety
    Safe (the public name) where both names are one object. A statement that imports the private module stays where only
    an attribute of it was read, and a public name may then be imported twice. Unsafe where they are two objects, as
    with `_LRScheduler`, where the file also reads the private module, which the import loads, and in a file that
    assigns one of the two names or a module that it is read through, also by `vars` and `__dict__`, has it in a text,
    has mocks, looks at warnings or at the error stream, or watches which functions run, as a backend of its own for
    `torch.compile` does. Unsafe for `torch._C._nn.gelu` and `linear`, which code calls where another file puts a
    function of its own in the place of the public one. None for a use through an imported private module, where the
    same import brings other names from a private module, and for `_register_pytree_node`, `_all_gather_base` and
    `_reduce_scatter_base`.

    Source
    https://docs.pytorch.org/docs/stable/; TorchFix, TOR104 and TOR105
    """

    code = "TEF905"
    message = "{name} is private{cause}"
    advice = "use {fixed}"
    words = "its public name is {public}"
    since = (1, 11)
    mentions = PRIVATE_PARTS

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        if node.relative or node.module is None or isinstance(node.names, cst.ImportStar):
            return
        module = dotted_name(node.module)
        for alias in node.names:
            name = f"{module}.{alias.evaluated_name}"
            if self.is_meant(alias, name):
                self.told(
                    alias,
                    name,
                    lambda write, alias=alias: unless_read(write, node, imported_publicly(node, alias)),  # type: ignore[misc]
                )

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if node.attr.value not in LAST_NAMES:
            return
        value = self.inference.value(node)
        name = value.name if isinstance(value, Reference) else self.written(node)
        if self.is_meant(node, name):
            self.told(node, name, lambda write: read_publicly(node, name, PUBLIC_NAMES[name]))

    def told(self, node: cst.CSTNode, name: str, fix: WriteFix) -> None:
        """Report a private name; with words only where the public one cannot always take its place."""
        public = PUBLIC_NAMES[name]
        self.report(
            node,
            parts=[],
            tentative=self.is_as_good(node, name)
            or self.runs_with_older(public)
            or is_unused(self.inference, node)
            or self.is_tied(name),
            name=name,
            cause=self.cause(name),
            public=public.name,
            words=public.caveat or None,
            fix=None if public.caveat else lambda write: unless_replaced(write, fix(write), name, public.name),
        )

    def written(self, node: cst.Attribute) -> str:
        """The dotted name of an attribute that inference has not reached, as in an annotation."""
        root, _, rest = dotted_name(node).partition(".")
        first: cst.BaseExpression = node
        while type(first) is cst.Attribute:
            first = first.value
        value = None if id(first) in self.inference.values else self.inference.exported.get(root)
        return f"{value.name}.{rest}" if isinstance(value, Reference) else ""

    def cause(self, name: str) -> str:
        """What is wrong with a private name."""
        asked = PUBLIC_NAMES[name].base and asked_for(self.inference, name)
        return ", and none of torch's own objects is one" if asked else " and may change"

    def is_as_good(self, node: cst.CSTNode, name: str) -> bool:
        """Whether a private name does there what the public one does."""
        public = PUBLIC_NAMES[name]
        if public.base:
            asked = asked_for(self.inference, name)
            return not asked if type(node) is cst.ImportAlias else node not in asked
        return public.forwards or (bool(public.caveat) and not gets_own_classes(self.inference, name))

    def runs_with_older(self, public: PublicName) -> bool:
        """Whether the file, where no target says more, may also run with a torch without the public name."""
        recent = public.since >= _RECENT
        return self.file.target is None and (recent or tells_older_torch(self.inference, public.since))

    def is_tied(self, name: str) -> bool:
        """Whether the file depends on the private module in any case, by many names that have no public home."""
        others = [one for one in names_beside(self.inference, name) if one not in PUBLIC_NAMES]
        return len(others) >= _MANY

    def is_meant(self, node: cst.CSTNode, name: str) -> bool:
        """Whether a name is private, and public in the oldest torch, and the file asks for no other torch there."""
        public = PUBLIC_NAMES.get(name)
        if public is None or not self.can_use(public.since) or is_guarded(self.inference, node):
            return False
        return not is_replaced(self.inference, name)
