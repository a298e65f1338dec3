from __future__ import annotations

import libcst as cst

from ...inference.events.direct_forwards import direct_forwards, has_hooks
from ...inference.events.program import program_of
from ...inference.queries.trials import is_trial_at
from ...rewriting.file import File
from ...rewriting.writing.module_calls import called_itself
from ..rule import Rule


class DirectForward(Rule):
    """A module's forward that is called by its name.

    What it does
    Finds `net.forward(x)` where `net` is known to be an `nn.Module`: from torch, from the file, by its annotation or by
    its use. Reported by default if a hook is known to be skipped: the file registers one that runs with forward or
    backward on exactly that module, or on `self` in its class, or passes it to something that adds one: `weight_norm`
    and `spectral_norm` of `torch.nn.utils`, pruning, `fully_shard`.

    Not reported: a module that calls its own `forward`, or that of its base (`self.forward(x)`, `super().forward(x)`,
    `Base.forward(self, x)`); classes with their own `__call__`; modules that the file scripts, traces, compiles or
    exports, whose `forward` is another one; and tests, which may be about that very method.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`. It is tentative if the hooks are
    on other modules, such as its layers, whose own calls run them, or are added by `apply`; for a module that is made
    in the same expression; under `if __name__ == "__main__":` where no optimizer is made; in a function that runs
    `forward` three times or more and raises if its results are wrong; and in a file with a comment that mentions
    `__call__`.

    Why it is bad
    Calling a module runs its hooks and then `forward`; calling `forward` skips the hooks. `weight_norm` and
    `spectral_norm` of `torch.nn.utils` then keep the weight that they computed last, pruning keeps the weights as they
    were, `fully_shard` does not gather parameters, profilers and feature extractors see nothing, and a module with
    `compile()` runs uncompiled.

    Example
        class Limited(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.act = nn.ReLU()
                self.act.register_forward_hook(lambda module, args, result: result.clamp(max=1000))

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.act.forward(x)

    Use instead
        class Limited(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.act = nn.ReLU()
                self.act.register_forward_hook(lambda module, args, result: result.clamp(max=1000))

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.act(x)

    Evidence
    wrong_result: the hook of a layer, which limits entries, does not run before and does after; same_result and
    same_gradient: where the hook changes nothing, the results are the same.

    Fix safety
    Unsafe (`net(x)`): hooks run from then on, and what is registered for the call of a module, such as the wrappers of
    `compile`. None where a comment stands between the module and `.forward`.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    """

    code = "TEF604"
    message = "{call} skips the hooks of the module"
    advice = "write {fixed}"
    words = "call the module itself"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.calls: list[cst.Call] = []

    def visit_Call(self, node: cst.Call) -> None:
        if type(node.func) is cst.Attribute and node.func.attr.value == "forward":
            self.calls.append(node)

    def finish(self) -> None:
        for call in direct_forwards(program_of(self.inference), self.calls) if self.calls else []:
            self.report(
                call,
                parts=[],
                call=self.text(call, 50),
                tentative=is_trial_at(self.inference, None, call) or not has_hooks(program_of(self.inference), call),
                fix=lambda write, call=call: called_itself(call),  # type: ignore[misc]
            )
