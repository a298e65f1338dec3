from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import Sigmoid, sigmoid_of, with_one
from ...inference.patterns.softmax import through_layout, under_guards
from ...inference.queries.bounds import bounds, has_chosen_bounds, is_kept_apart, is_single_weight, limits_both
from ...inference.queries.logarithms import loses_infinities, may_stay, smallest
from ...inference.queries.precision import may_be_double
from ...inference.queries.trials import is_trial
from ...inference.values import NONE, Operation, Tensor, Value
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.logarithm import fixed_log, holds_floats
from ...rewriting.writing.sigmoid import keeps_entries
from ..rule import Rule


class LogOfSigmoid(Rule):
    """Logarithm of a sigmoid.

    What it does
    Finds the logarithm of a sigmoid or of one minus it: torch's, a module's or a helper's; also with an epsilon or a
    clamp in between.

    Why it is bad
    In float32 the sigmoid is 0 below -88.7 and 1 from 17 on, so `log(sigmoid(x))` or `log(1 - sigmoid(x))` is -inf
    there and the gradient nan. An epsilon makes it finite but wrong: with 1e-8 the log stops at -18.4 and the gradient
    of the worst samples vanishes.

    Example
        def log_probability(logits: torch.Tensor) -> torch.Tensor:
            return torch.log(torch.sigmoid(logits))

    Use instead
        def log_probability(logits: torch.Tensor) -> torch.Tensor:
            return F.logsigmoid(logits)

    Evidence
    stable: at -1000 (1000 for the complement) the bad form gives -inf, or -18.4 with an epsilon, the good one -1000
    with the gradient 1; same_result and same_gradient on small logits; right_result: on logits from -1e4 to 1e4, ties,
    subnormal numbers and a row of 1e4 the good form is min(x, 0) - log1p(exp(-|x|)) in float64, with its gradient.

    Fix safety
    Unsafe: CUDA's autocast runs `log` in float32 and has no rule for `logsigmoid`, so under an autocast, which may be
    in another file, the result is float16 where it was float32. `logsigmoid` accepts neither integers nor complex
    numbers, which `nn.Identity` and pooling pass on; it is finite where the logarithm is -inf; its strides are its own;
    and it keeps the logits for `backward`, which other code may change in place. With an epsilon or clamp the values
    change, which is the point. Indexing and reshaping in between are kept.

    None where the probability comes from a model, another method or branches, or for integers.

    The following are tentative, and so reported only with `--torch-tentative`. Logits that are bounded by 8, or bounded
    except for a scale that the author chose, as a cosine divided by a temperature is, or that are a weight with a
    single entry. Logarithms that are only read as numbers. A clamp that keeps the probability from 1 but not from 0, or
    from both, by so much that float32 does not round it away (1e-7, not 1e-8) or by numbers that are not known. Code
    that replaces the infinities of the logarithm, as `nan_to_num` does, or stands where a test has found some. An
    epsilon or clamp under `no_grad`, in a number that is only reported, or in an entropy, where the probability itself
    multiplies its logarithm. An epsilon whose sum with the sigmoid also scales something, or is returned or put into a
    list next to its logarithm, as in a normalizing flow, whose log-determinant must belong to exactly that scale. A
    probability that also divides something, which is inf before the logarithm is. A file that does not import torch
    under its own name, where the advice would need an import. Tests, and code under `if __name__ == "__main__":` where
    no optimizer is made. And float64, including an unknown dtype in a file that mentions float64.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.logsigmoid.html
    """

    code = "TEF307"
    message = "{call} rounds small probabilities to log {smallest}"
    advice = "use {fixed}"
    words = "compute it with logsigmoid, from the logits"
    formulas = frozenset({Formula.LOG, Formula.LOG1P})
    supersedes = frozenset({"TEF304", "TEF308"})

    def check(self, operation: Operation) -> None:
        find = sigmoid_or_rest if operation.formula is Formula.LOG else negated_sigmoid
        sigmoid, passed = under_guards(operation.operand(), find)
        if sigmoid is None or not isinstance(operation.result, Tensor):
            return
        parts = (operation, *passed, *sigmoid.operations)
        self.report(
            operation.node,
            tentative=not self.file.binds_torch
            or is_ordinary(sigmoid.source.operand())
            or may_be_double(self.inference, operation.result)
            or is_trial(self.inference, operation)
            or any(limits_above(guard) for guard in passed)
            or is_kept_apart(operation.operand())
            or any(limits_both(one) for one in (*passed, *sigmoid.operations))
            or loses_infinities(self.inference, operation)
            or may_stay(self.inference, operation, passed),
            parts=[part for part in parts if part.frame is operation.frame],
            call=self.text(operation.node, 40),
            smallest=smallest(operation.operand(), passed),
            fix=lambda write: fixed(write, operation, sigmoid),
        )


def limits_above(guard: Operation) -> bool:
    """Whether a clamp keeps the probability from 1, not from 0: it has another purpose than the logarithm."""
    low, high = (guard.operands.get(name, NONE) for name in ("min", "max"))
    return guard.signature.limits and low is NONE and high is not NONE


# Up to here one minus a sigmoid, too, keeps three digits in float32.
_ORDINARY = 8


def is_ordinary(logits: Value) -> bool:
    """Whether a sigmoid of logits is far from 0 and 1: they are bounded, or a weight with a single entry."""
    least, largest = bounds(logits)
    return is_single_weight(logits) or has_chosen_bounds(logits) or (least >= -_ORDINARY and largest <= _ORDINARY)


def sigmoid_or_rest(value: Value) -> Sigmoid | None:
    """The sigmoid that a value is; one minus a sigmoid is the sigmoid of the negated argument."""
    found = sigmoid_of(value)
    if found is not None:
        return found
    rest = with_one(through_layout(value)[0])
    if rest is None or (rest.one, rest.sign) != (1, -1):
        return None
    found, passed = under_guards(rest.term, sigmoid_of)
    if found is None:
        return None
    return Sigmoid(found.source, -found.sign, (rest.operation, *passed, *found.operations))


def negated_sigmoid(value: Value) -> Sigmoid | None:
    """The sigmoid that a value is the negative of: ``log1p(-sigmoid(x))`` is ``log(1 - sigmoid(x))``."""
    origin = value.origin
    found = sigmoid_of(origin.operand()) if origin is not None and origin.formula is Formula.NEGATE else None
    if found is None or origin is None:
        return None
    return Sigmoid(found.source, -found.sign, (origin, *found.operations))


def fixed(write: Rewriting, log: Operation, sigmoid: Sigmoid) -> Fix | None:
    """`logsigmoid` of the same argument, with the operations that select or move its entries."""
    made = sigmoid.made
    if not holds_floats(sigmoid.source.operand()) or (made.formula is not Formula.SIGMOID and not keeps_entries(made)):
        return None
    argument = operand(sigmoid.source, negative=sigmoid.sign < 0)
    # Under an autocast on CUDA, perhaps in another file, log returns float32 and logsigmoid the dtype it is given.
    return fixed_log(write, log, made, "{functional}.logsigmoid({x})", safe=False, x=argument)
