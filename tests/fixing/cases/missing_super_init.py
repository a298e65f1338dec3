"""TEF603: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "inserted": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # wide
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)  # wide
""",
    ),
    "behind the docstring": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        '''A layer.

        Of one size.
        '''
        # the size
        self.n = n
        self.fc = nn.Linear(n, n)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        '''A layer.

        Of one size.
        '''
        super().__init__()
        # the size
        self.n = n
        self.fc = nn.Linear(n, n)
""",
    ),
    "moved": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
        super().__init__()
        self.n = n
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.n = n
""",
    ),
    "moved with its comments": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        # the layer
        self.fc = nn.Linear(n, n)

        # the base
        super(Net, self).__init__()  # at last

        # the size
        self.n = n
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        # the base
        super(Net, self).__init__()  # at last
        # the layer
        self.fc = nn.Linear(n, n)

        # the size
        self.n = n
""",
    ),
    "the base by its name": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.ones(3))
        nn.Module.__init__(self)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.w = nn.Parameter(torch.ones(3))
""",
    ),
    "before plain values": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.n = n
        self.mask = nn.Buffer(torch.ones(n))
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.mask = nn.Buffer(torch.ones(n))
""",
    ),
    "under a condition": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, bias):
        self.n = n
        if bias:
            self.bias = nn.Parameter(torch.zeros(n))
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, bias):
        super().__init__()
        self.n = n
        if bias:
            self.bias = nn.Parameter(torch.zeros(n))
""",
    ),
    "a base in the file": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n=1):
        super().__init__()
        self.n = n


class Wide(Net):
    def __init__(self):
        self.fc = nn.Linear(3, 3)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n=1):
        super().__init__()
        self.n = n


class Wide(Net):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
""",
    ),
    "the error may be caught": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)


def build(n):
    try:
        return Net(n)
    except AttributeError:
        return None
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)


def build(n):
    try:
        return Net(n)
    except AttributeError:
        return None
""",
    ),
    "the class is handed on": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(3, 3)


made = attempt(Net)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)


made = attempt(Net)
""",
    ),
    "two classes": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(3, 3)


class Other(nn.Module):
    def __init__(self):
        self.net = Net()
        super().__init__()
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Net()
""",
    ),
}

SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "arguments for the base": """\
import torch
from torch import nn


class Net(nn.Sequential):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
        super().__init__(self.fc)
""",
    "two bases": """\
import torch
from torch import nn


class Mixin:
    pass


class Net(Mixin, nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "a base in the file that takes an argument": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n


class Wide(Net):
    def __init__(self):
        self.fc = nn.Linear(3, 3)
""",
    "in a block of its own": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
        with torch.no_grad():
            super().__init__()
""",
    "two statements on its line": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
        self.n = n; super().__init__()
""",
}
