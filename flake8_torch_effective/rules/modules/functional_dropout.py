from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula, Signature
from ...inference.queries.modes import may_be_for_one_mode, module_method
from ...inference.queries.occasions import is_chosen_by_argument, is_zero_for_callers
from ...inference.queries.trials import is_trial
from ...inference.values import Notation, Number, Operation
from ...rewriting.writing.dropout import in_mode_of
from ..rule import Rule


class FunctionalDropout(Rule):
    """Functional dropout that does not follow the module's mode.

    What it does
    Finds `F.dropout`, `F.dropout1d`, `F.dropout2d`, `F.dropout3d`, `F.alpha_dropout` and `F.feature_alpha_dropout` in a
    method of an `nn.Module` without `training`, and those that are passed `self.training` in place of `p`.

    Not reported: a call with `training=True`, which is how Monte Carlo dropout is written; a call where the method, or
    one that calls it, checks the mode itself, as in `if self.training`; where autograd is off; and where a name says
    that the code is for training only or random on purpose, such as `training_step` or `MCDropout`.

    A call under `if flag`, where the flag is a parameter of the method or a part of one, is tentative, and so reported
    only with `--torch-tentative`, because each caller chooses. A call whose `p` is 0 in every call in the file, and a
    call in a test, are tentative too.

    Why it is bad
    A function does not know the mode of the module. `F.dropout` drops entries by default, after `eval()` too, so that
    predictions change from call to call and are worse than they could be. `F.alpha_dropout` and
    `F.feature_alpha_dropout` drop nothing by default, in training either. `F.dropout(x, self.training)` takes True for
    the probability 1 and returns zeros in training.

    Example
        class Classifier(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.p = 0.25

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return F.dropout(x.relu(), p=self.p)

    Use instead
        class Classifier(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.p = 0.25

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return F.dropout(x.relu(), p=self.p, training=self.training)

    Evidence
    wrong_result: in evaluation mode some of many ones are dropped before and none after; by alpha dropout none are
    dropped in training before; all of them are where the mode is taken for p; same_result and same_gradient: the same
    in the mode that bad works in, with the same random numbers; right_result: without any dropout in evaluation mode.

    Fix safety
    Unsafe: `training=self.training` is added, or takes the place of the `p` that was no probability. Results in the
    other mode change, which is its purpose. None where `*args` or `**kwargs` may hold `training` and where the name of
    the module is bound again.

    Source
    PyTorch snippet collection, defining models;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout.html
    """

    code = "TEF605"
    message = "{call} drops entries after eval() too"
    message_if_off = "{call} never drops anything"
    message_if_zero = "{call} takes {p} for p and returns zeros in training"
    advice = "write {fixed}"
    words = "pass training={receiver}.training"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.formula is Formula.DROPOUT and signature.training is not None

    def check(self, operation: Operation) -> None:
        if operation.notation is not Notation.FUNCTION or operation.given("training"):
            return
        p = operation.operands.get("p")
        if isinstance(p, Number) and p.number == 0:
            return
        method = module_method(self.inference, operation)
        if method is None or may_be_for_one_mode(self.inference, operation, method):
            return
        mode = operation.nodes.get("p")
        takes_mode = type(mode) is cst.Attribute and mode.attr.value == "training"
        message = self.message_if_off
        if operation.signature.training:
            message = self.message_if_zero if takes_mode else self.message
        self.report(
            operation.node,
            message=message,
            call=self.text(operation.node),
            receiver=method.receiver,
            p=self.text(mode),
            tentative=not takes_mode and self.may_be_off(operation),
            fix=lambda write: in_mode_of(write, operation, method.receiver, mode if takes_mode else None),
        )

    def may_be_off(self, operation: Operation) -> bool:
        """Whether nothing may be dropped here at all, or each call says whether, or nobody evaluates it."""
        return (
            is_chosen_by_argument(self.inference, operation)
            or is_zero_for_callers(self.inference, operation, operation.nodes.get("p"))
            or is_trial(self.inference, operation)
        )
