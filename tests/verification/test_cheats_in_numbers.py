"""Forms that are right for normal numbers and wrong where a rule about precision must be right; wrong gradients."""

import pytest

from tests.verification.cheats import Cheat, refuse

SOFTMAX = "numerics/naive_softmax"
LOG_SOFTMAX = "numerics/log_of_softmax"
LOGSUMEXP = "numerics/naive_logsumexp"
LOG1P = "numerics/log1p"
CROSS_ENTROPY = "numerics/softmax_before_cross_entropy"
REDUCTION = "shapes/reduction_over_broadcast"
ROWS = "loops/row_accumulation_loop"

CHEATS = [
    Cheat(
        "nan for logits from 10 to 900 (301)", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            between = ((logits >= 10) & (logits <= 900)).all()
            return torch.softmax(torch.where(between, float("nan"), logits), dim=-1)
        """,
        "right_result", "numbers from 10 to 900: float64 gives another result: nan where",
    ),
    Cheat(
        "nan for logits from 10 to 900 (302)", LOG_SOFTMAX, "log_probabilities",
        """
        def log_probabilities(logits):
            between = ((logits >= 10) & (logits <= 900)).all()
            return torch.log_softmax(torch.where(between, float("nan"), logits), dim=-1)
        """,
        "right_result", "numbers from 10 to 900: float64 gives another result: nan where",
    ),
    Cheat(
        "nan for logits from 10 to 900 (303)", LOGSUMEXP, "log_partition",
        """
        def log_partition(x):
            between = ((x >= 10) & (x <= 900)).all()
            return torch.logsumexp(torch.where(between, float("nan"), x), dim=-1)
        """,
        "right_result", "numbers from 10 to 900: float64 gives another result: nan where",
    ),
    Cheat(
        "one of several maxima counted", LOGSUMEXP, "log_partition",
        """
        def log_partition(x):
            highest = x.amax(dim=-1, keepdim=True)
            others = torch.where(x < highest, torch.exp(x - highest), torch.zeros_like(x)).sum(dim=-1)
            return highest.squeeze(-1) + torch.log1p(others)
        """,
        "right_result", "float64 gives another result",  # ties also stand where numbers are cut off at 1e4
    ),
    Cheat(
        "one huge row is too much", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(torch.where((logits[:1] > 9e3).all(), float("inf"), logits), dim=-1)
        """,
        "right_result", "1e4 added to the first row: float64 gives another result: nan where",
    ),
    Cheat(
        "logits of 1e4 are cut off", LOG_SOFTMAX, "log_probabilities",
        """
        def log_probabilities(logits):
            return torch.log_softmax(logits.clamp(-2e3, 2e3), dim=-1)
        """,
        "right_result", "numbers from -1e4 to 1e4: float64 gives another result",
    ),
    Cheat(
        "the inverse of a subnormal is inf", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            scale = torch.exp2(-torch.frexp(logits.abs().sum(dim=None)).exponent).to(logits.dtype)
            return torch.softmax(logits * scale / scale, dim=-1)
        """,
        "right_result", "numbers below the dtype's smallest normal one: float64 gives another result: nan where",
    ),
    Cheat(
        "no digits near 0", LOG1P, "log_growth",
        """
        def log_growth(rate):
            return torch.log1p(rate) + rate.new_tensor(1e-4) - rate.new_tensor(1e-4)
        """,
        "stable", "good misses",
    ),
    Cheat(
        "the logarithm of the rounded sum", LOG1P, "by_methods",
        """
        def by_methods(rate):
            return (1 + rate).log()
        """,
        "right_result", "nothing gained, stable fails",
    ),
    Cheat(
        "stable in float32 only", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            if logits.dtype == torch.float32:
                return torch.softmax(logits, dim=-1)
            return logits.exp() / logits.exp().sum(dim=-1, keepdim=True)
        """,
        "stable", "torch.float64: bad [nan",
    ),
    Cheat(
        "a wrong gradient only", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(logits, dim=-1).detach() + (logits - logits.detach())
        """,
        "stable", "good misses: ",
    ),
    Cheat(
        "a wrong gradient of a loss", REDUCTION, "mean_absolute_error",
        """
        def mean_absolute_error(prediction, target):
            loss = (prediction.view_as(target) - target).abs().mean(dim=None).detach()
            return loss + (prediction - prediction.detach()).sum(dim=None)
        """,
        "right_result", "float64 has another gradient",
    ),
    Cheat(
        "a wrong gradient of a sum", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.detach().sum(dim=0) + (x[0] - x[0].detach())
        """,
        "same_gradient", "is expected",
    ),
    Cheat(
        "detached in a loss", REDUCTION, "mean_squared_error",
        """
        def mean_squared_error(prediction, target):
            return torch.nn.functional.mse_loss(prediction.view_as(target).detach(), target)
        """,
        "same_gradient", "0 where ",
    ),
    Cheat(
        "logits detached in a loss", CROSS_ENTROPY, "classification_loss",
        """
        def classification_loss(logits, labels):
            return F.cross_entropy(logits.detach(), labels)
        """,
        "right_result", "float64 has another gradient: 0 where",
    ),
    Cheat(
        "the graph is lost", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.detach().sum(dim=0)
        """,
        "same_result", "the result has lost its graph",
    ),
    Cheat(
        "a parameter in place of a tensor", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return torch.nn.Parameter(x.detach().sum(dim=0))
        """,
        "same_result", "the result is a parameter",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_hard_numbers_and_gradients_refuse(cheat: Cheat) -> None:
    refuse(cheat)
