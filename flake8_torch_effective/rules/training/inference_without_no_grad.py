from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.program import program_of
from ...inference.knowledge.training import EventKind
from ...inference.queries.evaluation import Recorded, recorded
from ...rewriting.file import File
from ...rewriting.writing.grad_mode import without_recording
from ...syntax.walking import walk
from ..rule import Rule

# So many calls of eval() are looked at in a file: each is followed along the paths of what it stands in.
_MOST = 3


class InferenceWithoutNoGrad(Rule):
    """Evaluation that records a graph.

    What it does
    Finds a model that is called after `eval()` in a function, or in a loop of a script, with autograd on: neither the
    function nor a caller in the file uses `no_grad`, `inference_mode` or `set_grad_enabled(False)`, and nothing calls
    `backward` afterwards. The first call is reported, of the model, of a part of it, or of each of several models, also
    after `model.to(device).eval()` and `model = Net().eval()`. Sums and lists in such an evaluation are not reported by
    TEF501 and TEF502 as well.

    Not reported: functions that ask for gradients, with `torch.autograd.grad`, `x.grad`, `requires_grad_()` or a hook;
    models whose `forward` calls `backward`; helpers that an argument keeps from recording; an `if` of which one branch
    runs the model under `no_grad` and the other one does not, there or in a helper; and a model that a helper both
    freezes and puts into evaluation mode.

    The following are tentative, and so reported only with `--torch-tentative`. A function whose output leaves it with
    its graph. A function that trains nothing and runs the model once, or on the same input in each iteration as a
    benchmark does, in a file that neither calls it in a loop nor from a function that trains. A `forward`, which may
    train its input, and a method that only a `forward` calls. A model whose result has no graph. A model that is only
    tried out: in a test, which no file that trains calls with arguments, in `profile…`, or outside loops in a script
    that trains nothing. A model that runs once each time it is made, outside a loop or in the loop that makes it, as
    for each fold of a cross-validation. A model that was made there and neither trained nor loaded. A model that a
    function in another file made from another model, as one that injects what calls `backward` does. Outside loops, an
    output of which only the shape is read, or that only an `assert` reads. And a function that looks at the model's
    layers through forward hooks.

    Also tentative is a loop of a script that trains nothing and makes the model anew in each iteration.

    Why it is bad
    `eval()` does not switch autograd off. Each forward pass keeps what `backward` would need, all activations of all
    layers, until its output goes out of scope. A total or a list of losses keeps those of every batch.

    Example
        def evaluation_loss(batches: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(4, 1, device=batches.device)
            model.eval()
            total = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                total += F.mse_loss(model(batch), target)
            return total

    Use instead
        @torch.no_grad()
        def evaluation_loss(batches: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            model = nn.Linear(4, 1, device=batches.device)
            model.eval()
            total = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                total += F.mse_loss(model(batch), target)
            return total

    Evidence
    bounded_graph: the number of autograd nodes reachable from the total grows with the batches before and is none
    after; fewer_nodes: as for those that are made on the way; same_result: the same numbers, without a graph.

    Fix safety
    Unsafe: `@torch.no_grad()` above the function, since a caller may back-propagate through its result. None in
    scripts, in coroutines, and in functions that also train.

    Source
    PyTorch snippet collection, testing a model;
    https://docs.pytorch.org/docs/stable/notes/autograd.html#locally-disabling-gradient-computation
    """

    code = "TEF506"
    message = "{call} records a graph that nothing back-propagates"
    advice = "decorate the function with {fixed}"
    words = "evaluate under {torch}.no_grad()"
    supersedes = frozenset({"TEF501", "TEF502"})
    events = frozenset({EventKind.EVAL_MODE})

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.functions: set[int] = set()
        self.looked = 0

    def check_event(self, event: Event) -> None:
        self.looked += 1
        if self.looked > _MOST:
            return
        for found in recorded(program_of(self.inference), event):
            if id(found.function) not in self.functions:
                self.functions.add(id(found.function))
                self.report(
                    found.run.at,
                    parts=kept_by(found),
                    call=self.text(found.run.at),
                    tentative=not found.sure,
                    fix=None if found.trains else partial(without_recording, function=found.function),
                )


def kept_by(found: Recorded) -> list[cst.CSTNode]:
    """The statements around a run that may keep its graph: where it is not recorded, they keep none."""
    place = found.run.loops[-1] if found.run.loops else found.function
    parts: list[cst.CSTNode] = []
    if place is not None:
        walk(place, {kind: [parts.append] for kind in (cst.Assign, cst.AugAssign, cst.Call)})
    return parts
