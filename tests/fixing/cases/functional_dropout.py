"""TEF605: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a positional probability": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5, training=self.training)
""",
    ),
    "a keyword, and a comment": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        x = F.dropout(x, p=self.p)  # thin it out
        return x
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        x = F.dropout(x, p=self.p, training=self.training)  # thin it out
        return x
""",
    ),
    "the tensor alone": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout2d(self.conv(x)).relu()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout2d(self.conv(x), training=self.training).relu()
""",
    ),
    "lines of their own": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.alpha_dropout(
            self.fc(x),  # wide
            p=0.1,  # few
        )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.alpha_dropout(
            self.fc(x),  # wide
            p=0.1,  # few
            training=self.training,
        )
""",
    ),
    "a comment behind the last argument": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(
            x,
            p=0.1  # few
        )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(
            x,
            p=0.1,  # few
            training=self.training
        )
""",
    ),
    "one inside of the other": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(self.fc(F.dropout(x)), inplace=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(self.fc(F.dropout(x, training=self.training)), inplace=True, training=self.training)
""",
    ),
    "the mode in the place of p": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, self.training)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, training=self.training)
""",
    ),
    "the mode as p by keyword": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, p=self.training, inplace=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, training=self.training, inplace=True)
""",
    ),
    "another name of the module": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(this, x):
        return F.dropout(x)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(this, x):
        return F.dropout(x, training=this.training)
""",
    ),
    "a function inside of the method": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, xs):
        thin = lambda x: F.dropout(x, 0.1)

        def block(x):
            return thin(F.dropout3d(x))

        return [block(x) for x in xs]
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, xs):
        thin = lambda x: F.dropout(x, 0.1, training=self.training)

        def block(x):
            return thin(F.dropout3d(x, training=self.training))

        return [block(x) for x in xs]
""",
    ),
    "kept on the module": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = F.dropout

    def forward(self, x):
        return self.drop(x, 0.2)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = F.dropout

    def forward(self, x):
        return self.drop(x, 0.2, training=self.training)
""",
    ),
}

SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "the name of the module is bound again": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        self = self.inner
        return F.dropout(x)
""",
    "an inner function has another object of that name": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        def block(self, h):
            self = h
            return F.dropout(h)

        return block(x, x)
""",
    "a loop binds the name": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, xs):
        for self in xs:
            xs = F.dropout(xs[0])
        return xs
""",
    "a partial": """\
import functools

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        thin = functools.partial(F.dropout, p=0.1)
        return thin(x)
""",
}
