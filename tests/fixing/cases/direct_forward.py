"""TEF604: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "one argument": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc.forward(x)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc(x)
""",
    ),
    "a comment behind": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        x = self.fc.forward(x)  # logits
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        x = self.fc(x)  # logits
        return x
""",
    ),
    "several lines": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc.forward(
            x,  # rows
        )
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc(
            x,  # rows
        )
""",
    ),
    "one in the other": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.layers[0].forward(self.fc.forward(x))
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.layers[0](self.fc(x))
""",
    ),
    "a keyword": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc.forward(input=x).relu()
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return self.fc(input=x).relu()
""",
    ),
    "a module made there": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return nn.ReLU().forward(x) + 1
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return nn.ReLU()(x) + 1
""",
    ),
    "a loop": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "a lambda": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (lambda h: self.fc.forward(h))(x)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (lambda h: self.fc(h))(x)
""",
    ),
}

SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a comment in between": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (
            self.fc
            # not the hooks
            .forward(x)
        )
""",
    "in parentheses": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (self.fc.forward)(x)
""",
    "a comment behind the dot": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (
            self.fc.  # the layer
            forward(x)
        )
""",
    "a comment in the parentheses": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        return (
            self.fc  # the layer
            .forward
        )(x)
""",
}
