from __future__ import annotations

from ...inference.events.program import program_of
from ...inference.events.rebuilt_modules import rebuilt_modules
from ...inference.queries.places import is_in_training_alone
from ..rule import Rule


class ModuleInForward(Rule):
    """Layers that are made in forward.

    What it does
    Finds layers that the `forward` of an `nn.Module`, a step of a LightningModule, or a function that only these call
    creates, perhaps through a helper, and applies: modules with weights, with running statistics, or with a mode, such
    as dropout.

    Not reported: activations, losses and norms without weights; layers that are kept on `self`, returned or passed on,
    such as those built at the first batch; layers whose weights the code sets or reads, such as those of a fixed
    filter; layers whose mode the code sets; and a dropout under `if self.training:`.

    Why it is bad
    Each call makes new layers with new random weights. `parameters()` does not include them, so no optimizer trains
    them and no checkpoint contains them, and two calls with the same input give two results. `eval()` does not reach
    them either: dropout keeps dropping, and batch norm keeps using the statistics of the batch. `to()` skips them too.

    Example
        class Thinned(nn.Module):
            def __init__(self) -> None:
                super().__init__()

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return nn.Dropout(0.25)(x.relu())

    Use instead
        class Thinned(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.drop = nn.Dropout(0.25)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.drop(x.relu())

    Evidence
    wrong_result: in evaluation mode entries are dropped before and none after, and a batch is normed by its own mean
    before and by the running one after; right_result: without any dropout in evaluation mode; registers: exactly the
    weights of these layers are parameters in good and missing in bad; same_result and same_gradient: with the same
    random numbers, the layers compute the same.

    Fix safety
    None: what the layer is made of may be known in `forward` only, such as the number of features of a batch.

    Source
    Effective PyTorch, section 2; https://docs.pytorch.org/docs/stable/notes/modules.html
    """

    code = "TEF607"
    message = "{call} has new weights at each call, which nothing trains or saves; make it in __init__"
    message_if_dropout = "{call} is new at each call, so eval() does not reach it; make it in __init__"

    def finish(self) -> None:
        for made in rebuilt_modules(program_of(self.inference)) if self.inference.classes else []:
            if not made.has_weights and is_in_training_alone(self.inference, made.call):
                continue
            message = self.message if made.has_weights else self.message_if_dropout
            self.report(made.call, parts=[], message=message, call=self.text(made.call, 50))
