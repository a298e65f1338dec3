from __future__ import annotations

from collections import Counter

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.late_moves import Change, late_move
from ...inference.events.program import program_of
from ...inference.knowledge.training import OPTIMIZERS, EventKind
from ...inference.values import Optimizer
from ...rewriting.file import File
from ..rule import Rule

# So many optimizers are looked at in a function: each asks about all of its moves.
_MOST = 10


class OptimizerBeforeDevice(Rule):
    """Optimizer that is built before its model is moved.

    What it does
    Finds optimizers of `torch.optim` for the parameters of a module that is moved or converted afterwards, as by
    `model.cuda()`, `model.to(device)`, `model.half()` or `model.to_empty(device=device)`: in the same function or
    script, in a helper in the file, or in a method of the class whose `__init__` builds the optimizer.

    Not reported: a module that was made on its device or moved before; one that is moved after it was trained, or after
    Fabric or Accelerate prepared it; a move to the CPU, to float32 or to a memory format; and a move after which the
    optimizer is built again.

    The rule is opt-in: torch keeps the parameters where it can, so most of what it finds works.

    Why it is bad
    An optimizer holds the tensors that were the parameters when it was built. `to_empty` replaces those on the meta
    device, and under `set_overwrite_module_params_on_conversion(True)` every move replaces them: then the steps train
    nothing, and nothing raises. Other moves change the parameters in place, which works with all of torch's optimizers
    except `Adagrad`. It makes its state when it is built, and the move leaves that behind: in float32 next to
    parameters in float64, or on the CPU next to parameters on another device.

    Example
        def tuned(weight: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(weight.shape[1], 1, bias=False, device="meta", dtype=weight.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
            model.to_empty(device=weight.device)
            model.load_state_dict({"weight": weight})
            model(inputs).sum(dim=None).backward()
            optimizer.step()
            return model.weight.detach()

    Use instead
        def tuned(weight: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(weight.shape[1], 1, bias=False, device="meta", dtype=weight.dtype)
            model.to_empty(device=weight.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
            model.load_state_dict({"weight": weight})
            model(inputs).sum(dim=None).backward()
            optimizer.step()
            return model.weight.detach()

    Evidence
    wrong_result: nothing is trained after `to_empty`, nor after a move where torch is told to make new parameters;
    Adagrad counts in the dtype that the model had, in which it overflows; right_result: the steps written out by hand.

    Fix safety
    None: what stands between the two may use the optimizer.

    Source
    PyTorch snippet collection, moving a model to the GPU; https://docs.pytorch.org/docs/1.6/optim.html#constructing-it;
    https://docs.pytorch.org/docs/stable/future_mod.html
    """

    code = "TEF512"
    message = "{optimizer} is built before {move}, {wrong}; build it after that"
    opt_in = True
    events = frozenset({EventKind.BUILD_OPTIMIZER})

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.looked: Counter[cst.CSTNode | None] = Counter()

    def check_event(self, event: Event) -> None:
        self.looked[event.function] += 1
        if self.looked[event.function] > _MOST:
            return
        late = late_move(program_of(self.inference), event)
        if late is None:
            return
        value = self.inference.value(event.node)
        row = OPTIMIZERS.get(value.name or "") if isinstance(value, Optimizer) else None
        if late.change is Change.EMPTIED:
            wrong = "which makes new parameters"
        elif row is not None and row.state_when_built:
            wrong = "which leaves its state behind"
        else:
            wrong = "which may make new parameters"
        path = event.subject.path if event.subject is not None else "<"
        self.report(
            event.node,
            optimizer="the optimizer" if path.startswith("<") else path,
            move=self.text(late.call, 48),
            wrong=wrong,
        )
