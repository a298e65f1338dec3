from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.libraries import WRAPS_TENSORS
from ...inference.patterns.sigmoid import sigmoid_of
from ...inference.patterns.softmax import through_layout, under_guards
from ...inference.queries.trials import is_trial
from ...inference.values import Notation, Operation, Reference, Value, origins
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.loss_input import calls_of, renamed, together, with_logits
from ...syntax.naming import imported_packages
from ..rule import Rule


class SigmoidBeforeBce(Rule):
    """Sigmoid before a binary cross entropy.

    What it does
    Finds a sigmoid as the input of `binary_cross_entropy` or `BCELoss`, or of their forms with logits: directly,
    through names and helpers, or as the last step of a module in the same file.

    Why it is bad
    In float32 the sigmoid is 1 from 17 on. There BCELoss is 100 whatever the logit, and the gradient is 0, so the model
    learns nothing from its worst samples (at -88, for the other class, the gradient is 6e-27 instead of 1). The forms
    with logits apply a sigmoid themselves: with a second one a perfect prediction still costs 0.31 or 0.69, and one
    that is wrong by 20 costs about 1 with a gradient below 2e-9.

    Example
        def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            return F.binary_cross_entropy(torch.sigmoid(logits), targets)

    Use instead
        def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
            return F.binary_cross_entropy_with_logits(logits, targets)

    Evidence
    stable: at logits of 200 on the wrong side BCELoss gives 100 with no gradient, the form with logits 200 with the
    gradient 1; same_result and same_gradient on ordinary logits. For the sigmoid applied twice, wrong_result: 1.0032
    instead of 20, and stable: it differs from float64's loss on ordinary logits too. right_result: on logits from -1e4
    to 1e4, ties, subnormal numbers and a row of 1e4 every good form is the mean of max(x, 0) - x * target +
    log1p(exp(-|x|)) in float64, with its gradient; and a module without its sigmoid gives the logits (wrong_result:
    0.5 before, 0 after).

    Fix safety
    Unsafe (`binary_cross_entropy_with_logits` of the logits): values change where the loss was capped, or the sigmoid
    applied twice. A `BCELoss` becomes a `BCEWithLogitsLoss` if every call of it in the file can be passed logits; other
    files that call it must do the same.

    None where the function that calls the loss does not have the logits, as where a module ends in the sigmoid. Remove
    it there, and apply the sigmoid wherever the module's output is used as probabilities.

    Tentative, and so reported only with `--torch-tentative`, for products of vectors that were divided by their norms,
    since these logits stay within their scale, and for logits that `torch.tensor` makes of numbers, which have no
    gradient to lose. A finding is also tentative in a test, under
    `if __name__ == "__main__":` where no optimizer is made, and in a file that imports Storchastic, whose tensors the
    forms with logits refuse.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html
    """

    code = "TEF310"
    message = "{loss} has no gradient where the sigmoid is 0 or 1"
    twice = "{loss} applies a second sigmoid"
    by_module = "{loss} has no gradient where the sigmoid is 0 or 1: make it a BCEWithLogitsLoss"
    advice = "use {fixed}"
    words = "pass the logits to binary_cross_entropy_with_logits"
    formulas = frozenset({Formula.BINARY_CROSS_ENTROPY, Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS})

    def check(self, operation: Operation) -> None:
        sigmoid, passed = under_guards(operation.operand(), sigmoid_of)
        if sigmoid is None or self.is_reported(sigmoid.made.node, operation.node):
            return
        callee = operation.node.func if type(operation.node) is cst.Call else operation.node
        message, words = self.message, self.words
        if operation.formula is Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS:
            message, words = self.twice, "pass it the logits"
        elif type(callee) is cst.Call:
            words = "make it a BCEWithLogitsLoss of the logits"
        elif operation.notation is Notation.MODULE:
            message, words = self.by_module, "pass it the logits"
        self.report(
            operation.node,
            parts=[operation, *passed],
            tentative=is_cosine(sigmoid.source.operand())
            or is_cut(sigmoid.source.operand())
            or is_trial(self.inference, operation)
            or self.is_wrapped(),
            message=message,
            words=words,
            loss=self.text(callee, 36),
            fix=lambda write: fixed(write, operation),
        )

    def is_wrapped(self) -> bool:
        """Whether the file uses a package whose own tensors may not know the form with logits."""
        return not WRAPS_TENSORS.isdisjoint(imported_packages(self.file.module))


def is_cut(logits: Value) -> bool:
    """Whether logits were made of numbers, `torch.tensor(scores)`, and so have no gradient in any case."""
    made = through_layout(logits)[0].origin
    return made is not None and made.formula is Formula.TENSOR


def is_cosine(logits: Value) -> bool:
    """Whether logits are scaled products of vectors of length 1, which lie within the scale."""
    return any(
        made.signature.family is Family.MATMUL and all(is_unit(tensor) for tensor in made.tensors())
        for made in origins(logits, 40)
    )


def is_unit(value: Value) -> bool:
    """Whether a tensor was divided by a norm."""
    made = through_layout(value)[0].origin
    if made is None or made.formula is not Formula.DIVIDE:
        return made is not None and made.formula is Formula.NORMALIZE
    divisor = made.operand("other").origin
    return divisor is not None and divisor.formula is Formula.NORM


def fixed(write: Rewriting, loss: Operation) -> Fix | None:
    """The loss on the logits, in the form that applies the sigmoid itself."""
    fix = in_form_of_logits(write, loss)
    return None if fix is None else replace(fix, shows=loss.node)


def in_form_of_logits(write: Rewriting, loss: Operation) -> Fix | None:
    """The edits of the loss, of what makes it, and of all its calls."""
    if loss.formula is Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS:
        return of_logits(write, loss)
    if type(loss.node) is not cst.Call:
        return None
    if loss.notation is Notation.MODULE:
        found = calls_of(write, loss)
        if found is None:
            return None
        made, calls = found
        return together([renamed(write, made, "BCEWithLogitsLoss"), *(of_logits(write, call) for call in calls)])
    if not isinstance(write.inference.value(loss.node.func), Reference):
        return None
    function = write.expression(loss.node.func, "{functional}.binary_cross_entropy_with_logits", safe=False)
    return together([function, of_logits(write, loss)])


def of_logits(write: Rewriting, loss: Operation) -> Fix | None:
    """The fix that removes the sigmoid from a loss's input."""
    sigmoid, _ = under_guards(loss.operand(), sigmoid_of)
    if sigmoid is None:
        return None
    return with_logits(write, loss, sigmoid.made, operand(sigmoid.source, negative=sigmoid.sign < 0))
