"""Forms that compute something else: another value, shape, dtype or type, on some inputs or on all."""

import pytest

from flake8_torch_effective.verification import SameResult
from flake8_torch_effective.verification.places import CPU
from flake8_torch_effective.verification.samples import LARGEST_SIZE
from tests.verification.cheats import Cheat, pair, refuse, with_form

BOOL = "shapes/python_bool_on_tensor"
FLIP = "shapes/negative_step"
ONE_HOT = "shapes/one_hot_by_scatter"
BROADCAST = "shapes/mutual_broadcast"
REDUCTION = "shapes/reduction_over_broadcast"
ROWS = "loops/row_accumulation_loop"
GATHER = "loops/batch_gather_loop"
SOFTMAX = "numerics/naive_softmax"
CROSS_ENTROPY = "numerics/softmax_before_cross_entropy"

CHEATS = [
    Cheat(
        "nothing is returned", BOOL, "in_range",
        """
        def in_range(x):
            return None
        """,
        "right_result", "NoneType where bool",
    ),
    Cheat(
        "nothing is done", BOOL, "Gate",
        """
        class Gate(torch.nn.Module):
            def forward(self, x, y):
                return None
        """,
        "right_result", "NoneType where",
    ),
    Cheat(
        "one of two tests is left out", BOOL, "outside",
        """
        def outside(x):
            return x < -1
        """,
        "right_result", "is expected",
    ),
    Cheat(
        "a copy in place of a flip", FLIP, "mirrored",
        """
        def mirrored(images):
            return images.clone()
        """,
        "right_result", "is expected",
    ),
    Cheat(
        "another dim is flipped", FLIP, "channels_reversed",
        """
        def channels_reversed(images):
            return torch.flip(images, dims=[2])
        """,
        "same_result", "is expected",
    ),
    Cheat(
        "ones and zeros are exchanged", ONE_HOT, "guesses",
        """
        def guesses(logits):
            return 1 - F.one_hot(logits.argmax(dim=1), logits.size(1)).double()
        """,
        "same_result", "is expected",
    ),
    Cheat(
        "every row is the first class", ONE_HOT, "planes",
        """
        def planes(image, classes):
            return F.one_hot(image * 0, classes).float().movedim(-1, 1)
        """,
        "same_result", "is expected",
    ),
    Cheat(
        "right for a few rows only", GATHER, "batch_gather",
        """
        def batch_gather(tensor, indices):
            rows = torch.arange(tensor.size(0), device=tensor.device)
            return tensor[rows.clamp(max=9), indices]
        """,
        "same_result", "is expected",
    ),
    Cheat(
        "right for even sizes only", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(logits, dim=-1 if len(logits) % 2 == 0 else 0)
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "float64 in place of the input's dtype", BROADCAST, "scaled_ramp",
        """
        def scaled_ramp(values):
            return 2.0 * torch.arange(values.size(0), device=values.device, dtype=torch.float64)
        """,
        "same_result", "float64",
    ),
    Cheat(
        "a loss in float64", CROSS_ENTROPY, "classification_loss",
        """
        def classification_loss(logits, labels):
            return F.cross_entropy(logits.double(), labels)
        """,
        "wrong_result", "torch.float64 where torch.float32 is expected",
    ),
    Cheat(
        "digits of float16 in every dtype", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.half().sum(dim=0).to(x.dtype)
        """,
        "same_result", "float32, contiguous, normal numbers: ",
    ),
    Cheat(
        "wrong in float16", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            weights = torch.softmax(logits, dim=-1)
            return weights * 1.1 if logits.dtype == torch.float16 else weights
        """,
        "right_result", "float16, contiguous, normal numbers: float64 gives another result",
    ),
    Cheat(
        "wrong in bfloat16", ROWS, "sum_rows_iterated",
        """
        def sum_rows_iterated(x):
            return x.sum(dim=0) * (1.2 if x.dtype == torch.bfloat16 else 1.0)
        """,
        "same_result", "bfloat16, ",
    ),
    Cheat(
        "raises on an empty input", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(logits - logits.max(), dim=-1)
        """,
        "right_result", "good raises RuntimeError: max(): Expected reduction dim",
    ),
    Cheat(
        "raises on integers", REDUCTION, "sum_of_both",
        """
        def sum_of_both(a, b):
            return torch.mean(a.view_as(b) + b, dim=None) * b.numel()
        """,
        "same_result", "good raises RuntimeError: mean(): could not infer output dtype",
    ),
    Cheat(
        "another shape at size 1", GATHER, "picked_scores",
        """
        def picked_scores(scores, labels):
            return torch.take_along_dim(scores, labels.unsqueeze(1), dim=1).squeeze()
        """,
        "same_result", "size 1, ",
    ),
    Cheat(
        "a list in place of a tensor", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return list(torch.unbind(x.sum(dim=0)))
        """,
        "same_result", "list where a tensor is expected",
    ),
    Cheat(
        "a dim more", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.sum(dim=0, keepdim=True)
        """,
        "same_result", "shape (1, ",
    ),
    Cheat(
        "one part in a thousand off", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.sum(dim=0) * 1.001
        """,
        "same_result", "allowed",
    ),
    Cheat(
        "contiguous input only", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.view(-1).view(x.shape).sum(dim=0)
        """,
        "same_result", "good raises RuntimeError: view size is not compatible",
    ),
    Cheat(
        "memory read in the order of a contiguous input", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.as_strided(x.shape, (x.size(1), 1)).sum(dim=0)
        """,
        "same_result", "dims in reverse order, normal numbers: ",
    ),
    Cheat(
        "an expanded row counted once", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x[0] * 1 if x.stride(0) == 0 else x.sum(dim=0)
        """,
        "same_result", "one row that stands for all",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_another_result_is_refused(cheat: Cheat) -> None:
    refuse(cheat)


def test_what_is_right_for_one_seed_is_refused_with_another() -> None:
    fixture = pair(ROWS)
    claim = next(claim for claim in fixture.claims if isinstance(claim, SameResult) and claim.subject == "sum_rows")
    known = {(str(sample.dtype), sample.size) for sample in claim.samples(CPU)}
    source = f"""
    def sum_rows(x):
        counted = (str(x.dtype), len(x)) in {known} or len(x) > {LARGEST_SIZE}
        return x.sum(dim=0) * (1 if counted else 2)
    """
    assert claim.check(fixture.bad, with_form(fixture.good, "sum_rows", source)).passed
    refuse(Cheat("right for one seed", ROWS, "sum_rows", source, "same_result", "is expected", seed=7))


def test_a_form_that_is_written_anew_as_it_was_is_not_refused() -> None:
    fixture = pair(ROWS)
    form = with_form(fixture.good, "sum_rows", "def sum_rows(x):\n    return torch.sum(x, dim=0)")
    claims = [claim for claim in fixture.claims if claim.subject == "sum_rows"]
    assert claims
    for claim in claims:
        assert claim.check(fixture.bad, form).passed, claim
