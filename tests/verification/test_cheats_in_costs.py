"""Forms that move a cost elsewhere: to the host, into one large operator, into memory of another origin."""

import pytest

from tests.verification.cheats import Cheat, refuse

SOFTMAX = "numerics/naive_softmax"
ROWS = "loops/row_accumulation_loop"
GATHER = "loops/batch_gather_loop"
MERGE = "shapes/tile_concat_linear"
COUNT = "shapes/nonzero_count"
REDUCTION = "shapes/reduction_over_broadcast"

CHEATS = [
    Cheat(
        "to the host and back by a list", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            copied = torch.tensor(logits.tolist(), dtype=logits.dtype).view(logits.shape)
            return torch.softmax(copied + (logits - logits.detach()), dim=-1)
        """,
        "same_result", "good reads 1 times on the host, bad 0",
    ),
    Cheat(
        "to the host and back by NumPy", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            copied = torch.from_numpy(logits.detach().double().numpy().copy()).to(logits)
            return torch.softmax(copied + (logits - logits.detach()), dim=-1)
        """,
        "right_result", "good reads 1 times on the host",
    ),
    Cheat(
        "to the host and back by a copy", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(logits.cpu(), dim=-1).to(logits.device)
        """,
        "same_result", "good reads 1 times on the host, bad 0",
    ),
    Cheat(
        "to the host and back by the name of the device", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            return torch.softmax(logits.to("cpu"), dim=-1).to(logits.device)
        """,
        "same_result", "good reads 1 times on the host, bad 0",
    ),
    Cheat(
        "a loop of Python in fewer operators", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return torch.tensor([sum(column) for column in x.T.tolist()], dtype=x.dtype, device=x.device)
        """,
        "fewer_dispatches", "but good reads 1 times on the host, bad 0",
    ),
    Cheat(
        "a branch on a value", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.sum(dim=0) if torch.equal(x, x) else x[0]
        """,
        "fewer_dispatches", "but good reads 1 times on the host, bad 0",
    ),
    Cheat(
        "n² products in fewer operators", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return (x.unsqueeze(0) * torch.eye(len(x), dtype=x.dtype, device=x.device).unsqueeze(-1)).sum(dim=(0, 1))
        """,
        "fewer_dispatches", "but good's work grows with O(n²), bad's with O(n)",
    ),
    Cheat(
        "n² products in one matrix product", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return torch.ones(len(x), len(x), dtype=x.dtype, device=x.device)[:1].repeat(len(x), 1).mm(x)[0]
        """,
        "fewer_dispatches", "but good's work grows with O(n²), bad's with O(n)",
    ),
    Cheat(
        "every row gathered for every row", GATHER, "batch_gather",
        """
        def batch_gather(tensor, indices):
            return tensor[:, indices].diagonal().T.contiguous() if tensor.dim() > 2 else tensor[:, indices].diagonal()
        """,
        "fewer_dispatches", "but good's work grows with O(n²), bad's with O(n)",
    ),
    Cheat(
        "many times the work of the loop", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return x.expand(50, *x.shape).contiguous().sum(dim=1)[0]
        """,
        "fewer_dispatches", "but good reads and writes",
    ),
    Cheat(
        "memory hidden in NumPy (113)", COUNT, "hits",
        """
        def hits(x):
            return int(len((x > 0).numpy().nonzero()[0]))
        """,
        "less_memory", "but good's arrays and lists grow by",
    ),
    Cheat(
        "memory hidden in NumPy (106)", MERGE, "merged",
        """
        def merged(a, b, weight, bias):
            import numpy

            tiled = numpy.broadcast_to(b.numpy(), (*a.shape[:2], b.size(2)))
            both = numpy.concatenate([a.numpy(), tiled], axis=2)
            return torch.from_numpy(both @ weight.numpy().T + bias.numpy())
        """,
        "less_memory", "but good reads 4 times on the host, bad 0",
    ),
    Cheat(
        "memory of NumPy that torch then uses", REDUCTION, "sum_of_both",
        """
        def sum_of_both(a, b):
            import numpy

            grid = torch.from_numpy(numpy.zeros((b.numel(), b.numel()), numpy.float32))
            return (a.view_as(b) + b).sum(dim=None) + grid.to(b.dtype)[:1, :1].sum(dim=None).to(b.device)
        """,
        "less_memory", "claimed were fewer each time",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_a_cost_that_is_paid_elsewhere_is_refused(cheat: Cheat) -> None:
    refuse(cheat)
