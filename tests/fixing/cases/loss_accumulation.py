"""TEF501: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a term that may be left out": (
        """\
import torch
import torch.nn.functional as F


def train(model, batches, optimizer, warm):
    kept = 0.0
    for x, y in batches:
        task = F.mse_loss(model(x), y)
        extra = F.l1_loss(model(x), y)
        loss = task + extra if warm else task
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept += extra
    return kept
""",
        """\
import torch
import torch.nn.functional as F


def train(model, batches, optimizer, warm):
    kept = 0.0
    for x, y in batches:
        task = F.mse_loss(model(x), y)
        extra = F.l1_loss(model(x), y)
        loss = task + extra if warm else task
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept += extra.detach()
    return kept
""",
    ),
    "a total that is printed": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    print(total)
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
    print(total)
    return total
""",
    ),
    "in place": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total
""",
    ),
    "an assignment": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = loss + total
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = loss.detach() + total
    return total
""",
    ),
    "times the size of the batch": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = total + loss * x.size(0)
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = total + loss.detach() * x.size(0)
    return total
""",
    ),
    "divided": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss / len(loader)
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach() / len(loader)
    return total
""",
    ),
    "negated": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += -loss
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += -loss.detach()
    return total
""",
    ),
    "subtracted": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total -= 2 * loss
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total -= 2 * loss.detach()
    return total
""",
    ),
    "moved": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.cpu()
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach().cpu()
    return total
""",
    ),
    "a method": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total.add_(loss)
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total.add_(loss.detach())
    return total
""",
    ),
    "an item": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    meters = {"loss": torch.zeros(())}
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters["loss"] += loss
    return meters
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    meters = {"loss": torch.zeros(())}
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters["loss"] += loss.detach()
    return meters
""",
    ),
    "comments": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += (
            loss  # of this batch
            * x.size(0)
        )
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += (
            loss.detach()  # of this batch
            * x.size(0)
        )
    return total
""",
    ),
    "an expression": (
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss + loss
    return total
""",
        """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += (loss + loss).detach()
    return total
""",
    ),
    "a loss that nothing else is known of": (
        """\
import torch


def train(model, loader, criterion, scaler):
    total = 0.0
    for x, y in loader:
        loss = criterion(model(x), y)
        scaler.scale(loss).backward()
        total += loss
    return total / len(loader)
""",
        """\
import torch


def train(model, loader, criterion, scaler):
    total = 0.0
    for x, y in loader:
        loss = criterion(model(x), y)
        scaler.scale(loss).backward()
        total += loss.detach()
    return total / len(loader)
""",
    ),
}

SAFE: set[str] = {
    "in place",
    "times the size of the batch",
    "divided",
    "negated",
    "subtracted",
    "moved",
    "comments",
}

LEFT: dict[str, str] = {
    "no tensor on one branch": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss if y.numel() else 0.0
    return total
""",
    "a choice": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += (loss or 0.0)
    return total
""",
    "a name bound on the way": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += (last := loss)
    return total, last
""",
    "what only this turn knows": """\
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += [loss, loss][0] if True else loss
    return total
""",
}
