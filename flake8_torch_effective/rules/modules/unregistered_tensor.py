from __future__ import annotations

import re

from ...inference.events.event import Answer
from ...inference.events.hidden_tensors import hidden_tensors
from ...inference.events.program import program_of
from ...inference.events.registry import registry_of
from ...inference.queries.modes import derives_from_module
from ...inference.queries.trials import is_trial_at
from ...inference.values import Class, Tensor
from ...rewriting.writing.registration import registered
from ..rule import Rule


class UnregisteredTensor(Rule):
    """Tensors of a module that torch does not find.

    What it does
    Finds plain tensors that the `__init__` of an `nn.Module`, or a method that it calls, creates and assigns to `self`,
    and that other methods compute with. Reported by default are tensors that require grad, and tensors that `forward`
    or a Lightning step, or what they call in the file, combines with its inputs or a parameter: there the CPU meets the
    GPU.

    Not reported: tensors that come from an argument, a parameter or a layer; tensors that become a parameter or buffer
    elsewhere, or are deleted again; tensors that later get a new value which is not computed from the old one, as the
    state of a recurrent network does; tensors that are only asked for their shape or read by the host; and classes that
    move their tensors themselves, in `to` or `_apply`, or that define what their parameters are.

    A tensor that only other methods compute with, or that is only combined with what they make on the CPU as well, is
    tentative, and so reported only with `--torch-tentative`. So is one in a class with a base from another file, where
    nothing of `torch.nn` is named.

    The following are tentative because the author takes care of the device. Code with `device=device`, or with
    `.to(...)` or `.cuda()` on an attribute of that name anywhere in the file. A tensor that is put on a device later in
    `__init__`, or by a function of another file with such a name, `to_device(x)`, or made on CUDA. And one from which
    numbers are drawn that are then moved.

    The following are tentative because the device hardly matters. A tensor without dims, which works with tensors on
    every device; one whose numbers are taken one at a time; and one made of what may be a number, as by `np.log(n)`. An
    index in square brackets, also a comparison that becomes one, which may be on the CPU. A tensor that is only stored
    into, asked for its shape, compared by `__eq__`, passed to code that is not torch's, or made into such numbers; and
    one that `numpy()` or `tolist()` reads somewhere, directly or through a view. A tensor from which Python reads one
    number, as `int(self.share * n)` does. Files of tests. A helper that is asked for the gradient by a parameter of its
    own. And a tensor that requires grad but may be trained by other means: it is read outside the class, or next to a
    `.grad`, or it is a copy of what the object holds already, `torch.tensor(self.initial["w"], requires_grad=True)`.

    Why it is bad
    `nn.Module` registers parameters, buffers and modules, but not plain tensors. A tensor that requires grad is then
    not in `parameters()`, so no optimizer trains it. Any other stays on the CPU when the module moves, so the first
    batch on a GPU raises. Neither is in `state_dict()`, and `to()`, `half()` and `double()` skip both.

    Example
        class Masked(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.mask = torch.ones(3, 3).triu()

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return x @ self.mask

    Use instead
        class Masked(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.register_buffer("mask", torch.ones(3, 3).triu(), persistent=False)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return x @ self.mask

    Evidence
    registers: exactly these tensors are parameters or buffers in good and missing in bad, and the buffers are not in
    its checkpoints either; same_result and same_gradient: the modules compute the same; same_device: only good
    follows its input.

    Fix safety
    Unsafe (`self.register_buffer("mask", ..., persistent=False)`, `nn.Parameter(...)`): a buffer is moved and converted
    from then on, and a tensor that requires grad is trained. With `persistent=False` checkpoints stay as they are. It
    is written for numbers that each object computes again, unless the code must run on torch older than 1.6. Random
    numbers, tensors that are changed later, and parameters are saved, and older checkpoints lack them.

    None where the attribute is set in several places, with a type annotation or other targets, before
    `super().__init__()`, or has a value in the class.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    """

    code = "TEF602"
    message = "{target} is not moved with the module"
    message_if_changes = "{target} is neither moved nor saved with the module"
    message_if_learns = "{target} is not in parameters(): no optimizer trains it"
    advice = "write {fixed}"
    words = "register it as a buffer"
    words_if_not_saved = "register it as a buffer with persistent=False"
    words_if_learns = "wrap it in nn.Parameter(...)"
    # A module takes neither before.
    later = ", after super().__init__()"

    def is_bare(self, cls: Class) -> bool:
        """Whether nothing but ``forward`` makes a class a module: its base is another file's, and no layer is named."""
        return not derives_from_module(cls) and re.search(r"\bnn\b", self.inference.source or "nn") is None

    def finish(self) -> None:
        for cls in self.inference.classes.values():
            if not any(isinstance(value, Tensor) for value in cls.attributes.values()):
                continue
            registry = registry_of(program_of(self.inference), cls)
            for hidden in hidden_tensors(registry) if registry is not None else []:
                message, words = self.message, self.words_if_not_saved
                if hidden.changes or not self.can_use((1, 6)):  # has persistent=False
                    message, words = self.message_if_changes, self.words
                if hidden.learns:
                    message, words = self.message_if_learns, self.words_if_learns
                self.report(
                    hidden.entry.node,
                    parts=[],
                    tentative=not hidden.sure
                    or is_trial_at(self.inference, None, hidden.entry.node)
                    or self.is_bare(cls),
                    message=message,
                    words=words + (self.later if hidden.entry.initialised is Answer.NO else ""),
                    target=self.text(hidden.entry.node),
                    fix=lambda write, registry=registry, hidden=hidden: registered(  # type: ignore[misc]
                        write, registry, hidden, persistent=not self.can_use((1, 6))
                    ),
                )
