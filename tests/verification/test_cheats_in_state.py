"""Forms that leave something behind: in their argument, in its memory, in a module, a function or an object."""

import pytest

from tests.verification.cheats import Cheat, refuse

SOFTMAX = "numerics/naive_softmax"
ROWS = "loops/row_accumulation_loop"
COPY = "tensors/tensor_copy_construct"
LOSSES = "training/loss_accumulation"

CHEATS = [
    Cheat(
        "the argument is zeroed", ROWS, "sum_rows",
        """
        def sum_rows(x):
            total = x.sum(dim=0)
            x.detach().zero_()
            return total
        """,
        "same_result", "the inputs differ afterwards",
    ),
    Cheat(
        "the argument is shifted in place", SOFTMAX, "row_softmax",
        """
        def row_softmax(logits):
            logits.detach().sub_(1)
            return torch.softmax(logits, dim=-1)
        """,
        "right_result", "the inputs differ afterwards",
    ),
    Cheat(
        "a result written into the argument", COPY, "copied",
        """
        def copied(x):
            return x.detach().relu_()
        """,
        "same_result", "the inputs differ afterwards",
    ),
    Cheat(
        "an alias where a copy is promised", COPY, "turned",
        """
        def turned(x):
            return x.transpose(0, 1).detach()
        """,
        "same_result", "the result lies in an input memory",
    ),
    Cheat(
        "an alias of the only row", ROWS, "running_maximum",
        """
        def running_maximum(x):
            return x[0] if len(x) == 1 else torch.amax(x, dim=0)
        """,
        "same_result", "the result lies in an input memory",
    ),
    Cheat(
        "a cache in a global", ROWS, "sum_rows",
        """
        def sum_rows(x):
            if id(x) not in SUMS:
                SUMS[id(x)] = x, x.sum(dim=0)  # with x, whose id another tensor would get
            return SUMS[id(x)][1]
        SUMS = {}
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "a cache in a global that hides", ROWS, "sum_rows",
        """
        def sum_rows(x):
            return __sums.setdefault(id(x), (x, x.sum(dim=0)))[1]
        __sums = {}
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "a cache in an attribute of the function", ROWS, "sum_rows",
        """
        def sum_rows(x):
            sum_rows.total = x.sum(dim=0)
            return sum_rows.total
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "a cache in a default", ROWS, "sum_rows",
        """
        def sum_rows(x, totals=[]):
            totals.append(x.sum(dim=0))
            return totals[-1]
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "functools.cache", ROWS, "sum_rows",
        """
        @__import__("functools").cache
        def sum_rows(x):
            return x.sum(dim=0)
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "the last result in the module that computes it", SOFTMAX, "Softmax",
        """
        class Softmax(nn.Module):
            def forward(self, x):
                self.last = torch.softmax(x, dim=-1)
                return self.last
        """,
        "right_result", "are kept after the call",
    ),
    Cheat(
        "results in the class", SOFTMAX, "Softmax",
        """
        class Softmax(nn.Module):
            results = []

            def forward(self, x):
                self.results.append(torch.softmax(x, dim=-1))
                return self.results[-1]
        """,
        "right_result", "are kept after the call",
    ),
    Cheat(
        "the graph of every step in the object", LOSSES, "Trainer.epoch",
        """
        class Trainer:
            def __init__(self):
                self.total = 0.0
                self.losses = []

            def epoch(self, batches, targets):
                model = nn.Linear(4, 1, device=batches.device)
                optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
                for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                    loss = F.mse_loss(model(batch), target)
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                    self.losses.append(loss)
                    self.total += loss.detach()
                return self.total
        """,
        "bounded_graph", "O(n) → O(n)",
    ),
    Cheat(
        "the graph of every step in a global", LOSSES, "epoch_loss",
        """
        def epoch_loss(batches, targets):
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total_loss = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                LOSSES.append(loss)
                total_loss += loss.detach()
            return total_loss
        LOSSES = []
        """,
        "bounded_graph", "claimed were fewer each time and O(n) → O(1)",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_what_is_left_behind_is_refused(cheat: Cheat) -> None:
    refuse(cheat)
