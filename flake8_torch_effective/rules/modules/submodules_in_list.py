from __future__ import annotations

from ...inference.events.collections import hidden_modules, learns_nothing, may_hold_modules
from ...inference.events.program import program_of
from ...inference.events.registry import Registry, registry_of
from ...inference.values import Sequence, SequenceType
from ...rewriting.writing.containers import in_container
from ..rule import Rule


class SubmodulesInList(Rule):
    """Submodules in a list.

    What it does
    Finds lists, tuples and dicts of modules that a module keeps on `self`: assigned at once, or filled by `append`,
    `+=`, a comprehension, a helper or a local list, also joined or copied from others.

    Not reported: a collection with a module that is registered in another way too, as by `self.net = self.nets[kind]`,
    or that is passed to a call that may register it; modules that have no parameters, buffers or mode, such as
    `nn.ReLU` or `nn.MSELoss`; a collection of a single module, the usual way to keep one out of `parameters()`; a class
    that has its own `parameters` or `state_dict`, or that deletes the collection after taking the weights out of it;
    and modules that have their own `train`.

    A collection of nothing but norms without parameters (`affine=False`) is tentative, and so reported only with
    `--torch-tentative`: there is nothing to train in it, and its statistics may never be read.

    Why it is bad
    `nn.Module` registers modules that are assigned to it, but does not look into lists. `parameters()` omits these
    modules, so no optimizer trains them. `state_dict()` omits them, so no checkpoint contains them. `to()`, `train()`,
    `eval()` and `apply()` skip them. Nothing is raised.

    Example
        class Stack(nn.Module):
            def __init__(self, features: int = 4, depth: int = 3) -> None:
                super().__init__()
                self.layers = [nn.Linear(features, features) for _ in range(depth)]

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                for layer in self.layers:
                    x = F.relu(layer(x))
                return x

    Use instead
        class Stack(nn.Module):
            def __init__(self, features: int = 4, depth: int = 3) -> None:
                super().__init__()
                self.layers = nn.ModuleList([nn.Linear(features, features) for _ in range(depth)])

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                for layer in self.layers:
                    x = F.relu(layer(x))
                return x

    Evidence
    registers: exactly the weights and biases of these layers are parameters in good and missing in bad; same_result and
    same_gradient: the layers compute the same.

    Fix safety
    Unsafe (`nn.ModuleList(...)`, `nn.ModuleDict(...)`): the modules are trained, saved and moved from then on, and
    older checkpoints lack them.

    None where the collection holds anything but modules, or where the keys of a dict are not known, or are names that
    `nn.ModuleDict` has itself, such as `type`. None where the attribute is set in several places, with a type
    annotation, or before `super().__init__()`; and where it is used in a way that a container does not allow, as
    `.get(key)`, or is read as a whole, as by `return`.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html
    """

    code = "TEF601"
    message = "self.{name} hides its modules from parameters(), state_dict() and to()"
    advice = "use {fixed}"
    words = "keep them in an nn.{container}"

    def finish(self) -> None:
        for cls in self.inference.classes.values():
            if any(map(may_hold_modules, cls.attributes.values())):
                registry = registry_of(program_of(self.inference), cls)
                if registry is not None:
                    self.check_registry(registry)

    def check_registry(self, registry: Registry) -> None:
        """Report the collections of one class."""
        for entry in hidden_modules(registry):
            if entry.expression is None or entry.name is None:
                continue
            final = registry.cls.attributes[entry.name]
            is_dict = isinstance(final, Sequence) and final.type is SequenceType.DICT
            self.report(
                entry.expression,
                parts=[],
                tentative=learns_nothing(registry, entry.name),
                name=entry.name,
                container="ModuleDict" if is_dict else "ModuleList",
                fix=lambda write, entry=entry: in_container(write, registry, entry),  # type: ignore[misc]
            )
