"""TEF502: programs before and after fixing, and programs that no fix changes."""

_BEFORE, _AFTER = "losses.append(loss)", "losses.append(loss.detach())"


def detached(program: str) -> tuple[str, str]:
    """A program that keeps a loss, before and after."""
    return program, program.replace(_BEFORE, _AFTER)


FIXES: dict[str, tuple[str, str]] = {
    "an error that shows a loss": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def checked(losses):
    if not losses[-1] < 1:
        raise ValueError(losses[-1])
"""),
    "an assertion that shows a loss": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def checked(losses):
    assert losses[-1] < 1, losses[-1]
"""),
    "a notebook that displays a loss": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


display(train(*setup()))
"""),
    "an error with a text": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def checked(losses):
    assert losses[-1] < 1, "diverged"
    if not losses:
        raise ValueError("no batches")
"""),
    "a table of losses is written": detached("""\
import csv

import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def save(losses, file):
    csv.writer(file).writerows([loss] for loss in losses)
"""),
    "a term that may be left out": (
        """\
import torch
import torch.nn.functional as F


def train(model, batches, optimizer, warm):
    kept = []
    for x, y in batches:
        task = F.mse_loss(model(x), y)
        extra = F.l1_loss(model(x), y)
        loss = task + extra if warm else task
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.append(extra)
    return kept
""",
        """\
import torch
import torch.nn.functional as F


def train(model, batches, optimizer, warm):
    kept = []
    for x, y in batches:
        task = F.mse_loss(model(x), y)
        extra = F.l1_loss(model(x), y)
        loss = task + extra if warm else task
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.append(extra.detach())
    return kept
""",
    ),
    "an attribute of the loss": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss.tag = 1
        losses.append(loss)
    return losses
"""),
    "a list that is printed": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    print(losses)
    return losses
"""),
    "the losses are keys": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses, seen = [], {}
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen[hash(loss)] = 1
        losses.append(loss)
    return losses
"""),
    "a list of which the graphs are asked for": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    assert losses[0].requires_grad
    return losses
"""),
    "a list that may be propagated again": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def penalty(losses):
    sum(losses).backward()
"""),
    "appended": detached("""\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses
"""),
    "added": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses += [loss]
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses += [loss.detach()]
    return losses
""",
    ),
    "stored": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        history[step] = loss  # by step
    return history
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        history[step] = loss.detach()  # by step
    return history
""",
    ),
    "times the size of the batch": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss * len(x))
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach() * len(x))
    return losses
""",
    ),
    "moved": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.cpu())
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().cpu())
    return losses
""",
    ),
    "cloned": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.clone())
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().clone())
    return losses
""",
    ),
    "in a dict": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    history = {"loss": []}
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history["loss"].append(loss)
    return history
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    history = {"loss": []}
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history["loss"].append(loss.detach())
    return history
""",
    ),
    "inserted": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.insert(0, loss)
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.insert(0, loss.detach())
    return losses
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(
            loss,  # of this batch
        )
    return losses
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(
            loss.detach(),  # of this batch
        )
    return losses
""",
    ),
    "an attribute": detached("""\
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self):
        self.losses = []

    def epoch(self, model, loader, optimizer):
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            self.losses.append(loss)
"""),
}

SAFE: set[str] = {
    "an error with a text",
    "appended",
    "added",
    "stored",
    "times the size of the batch",
    "moved",
    "cloned",
    "inserted",
    "over several lines",
}

LEFT: dict[str, str] = {
    "no tensor on one branch": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss if y.numel() else 0.0)
    return losses
""",
    "a name bound on the way": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append((last := loss))
    return losses, last
""",
    "a choice": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss or 0.0)
    return losses
""",
    "stored under two names": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        last = history[step] = loss
    return history, last
""",
}
