from __future__ import annotations

from ...inference.events.program import program_of
from ...inference.events.registry import registries
from ...inference.knowledge.names import canonical, is_module_class
from ...rewriting.writing.super_init import initialised_first, sets_up_base
from ..rule import Rule

# Bases that have nothing to do with how an object is made.
_IDLE = frozenset({"abc.ABC", "typing.Generic", "typing.Protocol", "builtins.object", "object"})


class MissingSuperInit(Rule):
    """Layers that are assigned before the base class is initialised.

    What it does
    Finds the first module, parameter or buffer that the `__init__` of an `nn.Module` puts on `self` before the base
    class's `__init__` is called, or if it is not called at all: by assignment, `setattr`, `register_buffer`,
    `register_parameter` or `add_module`.

    Not reported: plain values and tensors, which may be assigned before; and a parameter that may be a class, whatever
    its annotation says, because it is called without a tensor, `block(3, 4)`, passed to `partial` or `issubclass`, or
    has a class or function as its default. Also not reported are classes that something else may initialise: `__new__`,
    `__init_subclass__` or a metaclass (other than `ABCMeta`), of the class itself or of a class in the file that it
    derives from; a helper; a dataclass; or whatever `...` at the start stands for.

    The finding is tentative, and so reported only with `--torch-tentative`, if a base does not come from torch, or if
    `__init__` is decorated.

    Why it is bad
    `nn.Module.__init__` makes the tables in which layers are registered. Without them torch raises `AttributeError:
    cannot assign module before Module.__init__() call`, for whoever makes the first object of the class.

    Example
        class Net(nn.Module):
            def __init__(self) -> None:
                self.act = nn.Tanh()

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.act(x)

    Use instead
        class Net(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.act = nn.Tanh()

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.act(x)

    Evidence
    raises: an object of the class cannot be made before; right_result: the module computes what a reference does after.

    Fix safety
    Unsafe: `super().__init__()` becomes the first statement of `__init__`, or the call further down is moved there with
    its comments. A subclass may have initialised the object before this class's `__init__` runs, so that nothing
    raises; the new call then clears what was registered. None where the base takes arguments or is one of several,
    where the call is not a line of its own, and where something else is set before the call of a base of the file,
    which may read that: there the layer should move instead.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    """

    code = "TEF603"
    message = "AttributeError: {target} comes before super().__init__()"
    advice = "write {fixed} first"
    words = "make that the first statement of __init__"

    def finish(self) -> None:
        for registry in registries(program_of(self.inference)):
            entry = registry.too_early
            if entry is None:
                continue
            bases = {canonical(name) for name in registry.cls.outside_bases()} - _IDLE
            self.report(
                entry.node,
                tentative=bool(entry.method.decorators) or not bases or not all(map(is_module_class, bases)),
                target=self.text(entry.node),
                words="move it below that call" if sets_up_base(registry, entry) else None,
                fix=lambda write, registry=registry, entry=entry: initialised_first(write, registry, entry),  # type: ignore[misc]
            )
