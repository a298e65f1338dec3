"""TEF409: programs before and after fixing, and programs that no fix changes."""

_BEFORE, _AFTER = (
    "torch.zeros(2, 3).to(self.scale)",
    "torch.zeros(2, 3, device=self.scale.device, dtype=self.scale.dtype)",
)


def scaled(program: str) -> tuple[str, str]:
    """A program that moves a tensor to `self.scale`, before and after."""
    return program, program.replace(_BEFORE, _AFTER)


FIXES: dict[str, tuple[str, str]] = {
    "the device of what a view is of, and the dtype of the view": (
        """\
import torch


def spectrum(z: torch.Tensor, x: torch.Tensor, n: int):
    window = torch.hann_window(n).to(z.real)
    return window, torch.zeros(n, 3).to(x.T.imag)
""",
        """\
import torch


def spectrum(z: torch.Tensor, x: torch.Tensor, n: int):
    window = torch.hann_window(n, device=z.device).to(z.real.dtype)
    return window, torch.zeros(n, 3, device=x.device, dtype=x.T.imag.dtype)
""",
    ),
    "a unit matrix, of which there are fewer dtypes": (
        """\
import torch
from torch import nn


class Depth(nn.Module):
    def forward(self, depth: torch.Tensor):
        return torch.eye(depth.shape[0]).to(depth)
""",
        """\
import torch
from torch import nn


class Depth(nn.Module):
    def forward(self, depth: torch.Tensor):
        return torch.eye(depth.shape[0], device=depth.device).to(depth.dtype)
""",
    ),
    "a comment in an item of a dict": (
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x,
        "tokens": torch.zeros(n, 512).to(
            x.device,  # TODO: drop once the dataset does this
        ),
    }
""",
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x,
        # TODO: drop once the dataset does this
        "tokens": torch.zeros(n, 512, device=x.device),
    }
""",
    ),
    "a comment in the second item of a line": (
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x, "tokens": torch.zeros(n, 512).to(
            x.device,  # TODO: drop once the dataset does this
        ),
    }
""",
        """\
import torch


def start(x: torch.Tensor, n):
    # TODO: drop once the dataset does this
    return {
        "hidden": x, "tokens": torch.zeros(n, 512, device=x.device),
    }
""",
    ),
    "a dtype that MPS has not": (
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, dtype=torch.float64).to(device, torch.float32)
""",
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, dtype=torch.float64, device=device).to(torch.float32)
""",
    ),
    "zeros": (
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, 3).to(device)
""",
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, 3, device=device)
""",
    ),
    "an arange for CUDA": (
        """\
import torch


def positions(n: int):
    return torch.arange(n).cuda()
""",
        """\
import torch


def positions(n: int):
    return torch.arange(n, device="cuda")
""",
    ),
    "data that is written there": (
        """\
import torch as th

device = th.device("cuda" if th.cuda.is_available() else "cpu")
weights = th.tensor([0.2, 0.8], dtype=th.float64).to(device, non_blocking=True)
""",
        """\
import torch as th

device = th.device("cuda" if th.cuda.is_available() else "cpu")
weights = th.tensor([0.2, 0.8], dtype=th.float64, device=device)
""",
    ),
    "a number of a device": (
        """\
from torch import full


def table(n: int):
    return full((n,), -1, dtype=int).cuda(1)
""",
        """\
from torch import full


def table(n: int):
    return full((n,), -1, dtype=int, device="cuda:1")
""",
    ),
    "a device and a dtype": (
        """\
import torch


def masks(x: torch.Tensor):
    x = x.relu()
    return torch.ones(len(x)).to(x.device, dtype=torch.bool)
""",
        """\
import torch


def masks(x: torch.Tensor):
    x = x.relu()
    return torch.ones(len(x), device=x.device, dtype=torch.bool)
""",
    ),
    "as another tensor": (
        """\
import torch


def padding(x: torch.Tensor):
    x = x.relu()
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: torch.Tensor):
    x = x.relu()
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "on several lines": (
        """\
import torch


def start(layers, batch, features, x: torch.Tensor):
    x = x.relu()
    return torch.zeros(
        layers,  # of the encoder
        batch,
        features,
    ).to(x.device)
""",
        """\
import torch


def start(layers, batch, features, x: torch.Tensor):
    x = x.relu()
    return torch.zeros(
        layers,  # of the encoder
        batch,
        features,
        device=x.device,
    )
""",
    ),
    "a chain on several lines": (
        """\
import torch


def positions(n: int, x: torch.Tensor):
    return (
        torch.arange(n)
        .unsqueeze(0)
        .to(x.device)
    )
""",
        """\
import torch


def positions(n: int, x: torch.Tensor):
    return (
        torch.arange(n, device=x.device)
        .unsqueeze(0)
    )
""",
    ),
    "random numbers": (
        """\
import torch


def noise(n, device: torch.device):
    return torch.randn(n, 100).to(device)
""",
        """\
import torch


def noise(n, device: torch.device):
    return torch.randn(n, 100, device=device)
""",
    ),
    "a range of floats": (
        """\
import torch


def times(device: torch.device):
    return torch.linspace(0, 1, 11).to(device), torch.arange(0, 1, 0.1).to(device)
""",
        """\
import torch


def times(device: torch.device):
    return torch.linspace(0, 1, 11, device=device), torch.arange(0, 1, 0.1, device=device)
""",
    ),
    "another dtype than its own": (
        """\
import torch


def times(n: int, device: torch.device):
    return torch.arange(n).to(device, torch.float32)
""",
        """\
import torch


def times(n: int, device: torch.device):
    return torch.arange(n, device=device).to(torch.float32)
""",
    ),
    "a device by its name": (
        """\
import torch


def start(n, device):
    return torch.zeros(n).to(device)
""",
        """\
import torch


def start(n, device):
    return torch.zeros(n, device=device)
""",
    ),
    "views and arithmetic": (
        """\
import torch


def masks(n: int, x: torch.Tensor):
    x = x.relu()
    return (1 - torch.tril(torch.ones(n, n)).view(1, n, n)).to(x.device)
""",
        """\
import torch


def masks(n: int, x: torch.Tensor):
    x = x.relu()
    return (1 - torch.tril(torch.ones(n, n, device=x.device)).view(1, n, n))
""",
    ),
    "sizes from a star": (
        """\
import torch


def start(shape, device: torch.device):
    return torch.empty(*shape).to(device)
""",
        """\
import torch


def start(shape, device: torch.device):
    return torch.empty(*shape, device=device)
""",
    ),
    "a leaf": (
        """\
import torch

device = torch.device("cuda")
w = torch.zeros(3, requires_grad=True).to(device)
""",
        """\
import torch

device = torch.device("cuda")
w = torch.zeros(3, requires_grad=True, device=device)
""",
    ),
    "in a file that watches operations": (
        """\
import torch
from torch.profiler import profile

device = torch.device("cuda")
with profile() as seen:
    zero = torch.zeros(3).to(device)
""",
        """\
import torch
from torch.profiler import profile

device = torch.device("cuda")
with profile() as seen:
    zero = torch.zeros(3, device=device)
""",
    ),
    "as what has its dtype, of integers": (
        """\
import torch


def places(start: int, end: int, device: torch.device):
    before = torch.arange(start, device=device)
    after = torch.arange(end).type_as(before)
    return torch.cat((before, after))
""",
        """\
import torch


def places(start: int, end: int, device: torch.device):
    before = torch.arange(start, device=device)
    after = torch.arange(end, device=before.device)
    return torch.cat((before, after))
""",
    ),
    "as a parameter that the class sets": scaled("""\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as a buffer that the class registers": scaled("""\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.register_buffer("scale", torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as what is tested not to be None": (
        """\
import torch


def padding(x: torch.Tensor = None):
    if x is None:
        return None
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: torch.Tensor = None):
    if x is None:
        return None
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "the type of what would raise if it were None": (
        """\
import torch


def padding(x: torch.Tensor = None):
    return torch.zeros(2, 3).type_as(x)
""",
        """\
import torch


def padding(x: torch.Tensor = None):
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "as an argument that must be given": (
        """\
import torch


def padding(x):
    y = torch.relu(x)
    print(y)
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x):
    y = torch.relu(x)
    print(y)
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "an argument by a text": (
        """\
import torch


def padding(x: 'torch.Tensor'):
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: 'torch.Tensor'):
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "infinity that becomes a half": (
        """\
import torch


def table(n, device: torch.device):
    return torch.full((n,), float("inf")).to(device, torch.float16)
""",
        """\
import torch


def table(n, device: torch.device):
    return torch.full((n,), float("inf"), device=device).to(torch.float16)
""",
    ),
    "as the weight of a layer, which may be parametrized": (
        """\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)

    def forward(self, x):
        return torch.zeros(2, 3).type_as(self.fc.weight)
""",
        """\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)

    def forward(self, x):
        return torch.zeros(2, 3, device=self.fc.weight.device, dtype=self.fc.weight.dtype)
""",
    ),
    "as a parameter, which is parametrized": (
        """\
import torch


from torch.nn.utils import parametrize


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))
        parametrize.register_parametrization(self, "scale", shared)

    def forward(self, x):
        return torch.zeros(2, 3).type_as(self.scale)
""",
        """\
import torch


from torch.nn.utils import parametrize


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))
        parametrize.register_parametrization(self, "scale", shared)

    def forward(self, x):
        return torch.zeros(2, 3, device=self.scale.device, dtype=self.scale.dtype)
""",
    ),
    "as the bias of a layer, which may be None": (
        """\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3, bias=not shared)

    def forward(self, x):
        return torch.zeros(2, 3).to(self.fc.bias)
""",
        """\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3, bias=not shared)

    def forward(self, x):
        return torch.zeros(2, 3, device=self.fc.bias.device, dtype=self.fc.bias.dtype)
""",
    ),
    "as the weight of an unknown layer": (
        """\
import torch


def padding(layer: torch.nn.Module):
    return torch.zeros(2, 3).to(layer.weight)
""",
        """\
import torch


def padding(layer: torch.nn.Module):
    return torch.zeros(2, 3, device=layer.weight.device, dtype=layer.weight.dtype)
""",
    ),
    "as the bias of a layer under a name": (
        """\
import torch


def padding(layer: torch.nn.Linear):
    bias = layer.bias
    return torch.zeros(2, 3).to(bias)
""",
        """\
import torch


def padding(layer: torch.nn.Linear):
    bias = layer.bias
    return torch.zeros(2, 3, device=bias.device, dtype=bias.dtype)
""",
    ),
    "as a parameter that may be None": scaled("""\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        if shared:
            self.register_parameter("scale", None)
        else:
            self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as a parameter that another method takes away": scaled("""\
import torch


class Net(torch.nn.Module):
    def freeze(self):
        self.scale = None

    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as a parameter that a function takes away": scaled("""\
import torch


def freeze(net):
    net.scale = None


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as a buffer that a subclass leaves empty": scaled("""\
import torch


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.register_buffer("scale", torch.ones(3))

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)


class Bare(Net):
    def __init__(self):
        super().__init__(True)
        self.register_buffer("scale", tensor=None)
"""),
    "as a parameter that may be pruned": scaled("""\
import torch


from torch.nn.utils import prune


class Net(torch.nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))
        prune.identity(self, "scale")

    def forward(self, x):
        return torch.zeros(2, 3).to(self.scale)
"""),
    "as an argument that is None by default": (
        """\
import torch


def padding(x: torch.Tensor = None):
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: torch.Tensor = None):
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "as an optional argument": (
        """\
import torch


def padding(x: torch.Tensor | None):
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: torch.Tensor | None):
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "as an optional argument, by an alias of another package": (
        """\
import torch


from torch_geometric.typing import OptTensor


def padding(x: OptTensor):
    y = torch.relu(x)
    print(y)
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


from torch_geometric.typing import OptTensor


def padding(x: OptTensor):
    y = torch.relu(x)
    print(y)
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "as an argument for which None is given": (
        """\
import torch


def padding(x: torch.Tensor):
    return torch.zeros(2, 3).to(x)


padding(None)
""",
        """\
import torch


def padding(x: torch.Tensor):
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)


padding(None)
""",
    ),
    "as what one path makes": (
        """\
import torch


def padding(y, n):
    x = None
    if n > 3:
        x = torch.relu(y)
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(y, n):
    x = None
    if n > 3:
        x = torch.relu(y)
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "as a gradient, which may be missing": (
        """\
import torch


def padding(y: torch.Tensor):
    x = y.grad
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(y: torch.Tensor):
    x = y.grad
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "infinity that becomes an integer": (
        """\
import torch


def table(n, device: torch.device):
    return torch.full((n,), float("inf")).to(device, torch.long)
""",
        """\
import torch


def table(n, device: torch.device):
    return torch.full((n,), float("inf"), device=device).to(torch.long)
""",
    ),
    "data that becomes integers": (
        """\
import torch


def table(n, device: torch.device):
    return torch.tensor([0.5, 3e9]).to(device, dtype=torch.int32)
""",
        """\
import torch


def table(n, device: torch.device):
    return torch.tensor([0.5, 3e9], device=device).to(torch.int32)
""",
    ),
    "infinity of a dtype that nobody knows": (
        """\
import torch


def table(n, dtype, device: torch.device):
    return torch.full((n,), float("-inf")).to(device, dtype)
""",
        """\
import torch


def table(n, dtype, device: torch.device):
    return torch.full((n,), float("-inf"), device=device).to(dtype)
""",
    ),
    "infinity with the type of integers": (
        """\
import torch


def table(n, x: torch.LongTensor):
    return torch.full((n,), float("inf")).type_as(x)
""",
        """\
import torch


def table(n, x: torch.LongTensor):
    return torch.full((n,), float("inf"), device=x.device).to(x.dtype)
""",
    ),
}

SAFE: frozenset[str] = frozenset(
    {
        "a unit matrix, of which there are fewer dtypes",
        "a comment in an item of a dict",
        "zeros",
        "an arange for CUDA",
        "data that is written there",
        "a number of a device",
        "a device and a dtype",
        "as another tensor",
        "on several lines",
        "another dtype than its own",
        "as a parameter that the class sets",
        "as a buffer that the class registers",
        "as what is tested not to be None",
        "as an argument that must be given",
        "an argument by a text",
        "infinity that becomes a half",
    }
)

LEFT: dict[str, str] = {
    "under a name": """\
import torch


def noise(n, device: torch.device):
    z = torch.randn(n, 100)
    return z.to(device)
""",
    "as what a call returns": """\
import torch


def noise(n, get_tensor, device_of):
    return torch.randn(n, 100).type_as(torch.relu(get_tensor(n)))
""",
    "in an f-string that shows its own code": """\
import torch

device = torch.device("cuda")
shown = f"{torch.zeros(3).to(device)=}"
""",
    "quotes in an f-string": """\
import torch

shown = f"{torch.zeros(3).cuda()}"
""",
    "a name that may be another function": """\
import torch
from torch import zeros

if torch.cuda.is_available():
    zeros = torch.zeros


def start(n, device: torch.device):
    return zeros(n).to(device)
""",
}
