"""TEF606 bias-before-norm: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "in forward": """\
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3, padding=1)  # expect: TEF606 "use nn.Conv2d(3, c, 3, padding=1, bias=False)"
        self.bn = nn.BatchNorm2d(c)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)))
""",
    "through a name": """\
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.fc = nn.Linear(3, c)  # expect: TEF606
        self.norm = nn.BatchNorm1d(c)

    def forward(self, x):
        x = self.fc(x)
        x = self.norm(x)
        return x.relu()
""",
    "in a Sequential": """\
def block(i, o):
    return nn.Sequential(
        nn.Conv2d(i, o, 3),  # expect: TEF606
        nn.BatchNorm2d(o),
        nn.ReLU(),
        nn.ConvTranspose2d(o, o, 2),  # expect: TEF606
        nn.BatchNorm2d(o),
    )
""",
    "from a list": """\
def block(i, o):
    layers = [nn.Conv1d(i, o, 3)]  # expect: TEF606
    layers.append(nn.BatchNorm1d(o))
    layers += [nn.ReLU()]
    return nn.Sequential(*layers)
""",
    "a subclass of Sequential": """\
class ConvNorm(nn.Sequential):
    def __init__(self, i, o):
        super().__init__(nn.Conv3d(i, o, 3), nn.BatchNorm3d(o), nn.ReLU())  # expect: TEF606
""",
    "by name": """\
from collections import OrderedDict


def block(i, o):
    return nn.Sequential(OrderedDict([("conv", nn.Conv2d(i, o, 3)), ("bn", nn.BatchNorm2d(o))]))  # expect: TEF606
""",
    "names of the classes": """\
from torch.nn import BatchNorm2d, Conv2d


class Stem(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = Conv2d(in_channels=3, out_channels=16, kernel_size=7, stride=2)  # expect: TEF606 "with bias=False"
        self.norm = BatchNorm2d(num_features=16, momentum=0.01)
        self.body = nn.Sequential(Conv2d(16, 32, 3), BatchNorm2d(32), nn.ReLU(inplace=True))  # expect: TEF606

    def forward(self, x: Tensor) -> Tensor:
        x = F.relu(self.norm(self.stem(x)), inplace=True)
        return self.body(x)
""",
    "in a script": """\
conv = nn.Conv2d(3, 8, 3)  # expect: TEF606
bn = nn.BatchNorm2d(8)
y = bn(conv(torch.rand(2, 3, 9, 9)))
""",
    "layers of one block after the other": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)  # expect: TEF606
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3)  # expect: TEF606
        self.bn2 = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 10)

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = F.relu(self.bn2(self.conv2(out)))
        return self.fc(out.mean((2, 3)))
""",
    "branches that share nothing": """\
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv2d(3, 3, 1), nn.Conv2d(3, 3, 1)  # expect: TEF606
        self.bn = nn.SyncBatchNorm(3)

    def forward(self, x):
        return self.bn(self.a(x)) + self.b(x)
""",
    "built in a loop": """\
def build(n):
    layers = [nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU()]  # expect: TEF606
    for _ in range(n):
        layers += [nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8)]  # expect: TEF606
        layers.append(nn.ReLU())
    return nn.Sequential(*layers)
""",
    "appended in a loop": """\
class Net(nn.Module):
    def __init__(self, sizes, pool):
        super().__init__()
        layers = []
        for size in sizes:
            width = size * 2
            layers.append(nn.Conv2d(size, width, 3))  # expect: TEF606
            layers.append(nn.BatchNorm2d(width))
            if pool:
                layers.append(nn.MaxPool2d(2))
            layers.extend([nn.ConvTranspose2d(width, width, 2), nn.BatchNorm2d(width)])  # expect: TEF606
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)
""",
}

LEAVE: dict[str, str] = {
    "bias is given": """\
def block(i, o, bias):
    return nn.Sequential(
        nn.Conv2d(i, o, 3, bias=False),
        nn.BatchNorm2d(o),
        nn.Conv2d(i, o, 3, bias=bias),
        nn.BatchNorm2d(o),
        nn.Conv2d(i, o, 3, bias=True),
        nn.BatchNorm2d(o),
        nn.Linear(i, o, False),
        nn.BatchNorm1d(o),
    )
""",
    "other norms": """\
def block(i, o):
    return nn.Sequential(
        nn.Conv2d(i, o, 3),
        nn.GroupNorm(4, o),
        nn.Conv2d(i, o, 3),
        nn.InstanceNorm2d(o),
        nn.Linear(i, o),
        nn.LayerNorm(o),
    )
""",
    "something in between": """\
def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3), nn.ReLU(), nn.BatchNorm2d(o), nn.Conv2d(o, o, 3))
""",
    "used elsewhere too": """\
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)

    def forward(self, x):
        y = self.conv(x)
        return self.bn(y) + y
""",
    "without the norm in another call": """\
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)

    def forward(self, x, last: bool):
        if last:
            return self.conv(x)
        return self.bn(self.conv(x))
""",
    "more dims than two": """\
class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 5)
        self.bn = nn.BatchNorm1d(5)

    def forward(self, x):
        return self.bn(self.fc(torch.zeros(2, 5, 8, device=x.device)))
""",
    "other channels": """\
def block():
    return nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(4))
""",
    "what is given is unknown": """\
def block(i, o, **kwargs):
    return nn.Sequential(nn.Conv2d(i, o, 3, **kwargs), nn.BatchNorm2d(o))
""",
    "without the norm where it is not asked for": """\
def build(sizes, norm):
    layers = []
    for size in sizes:
        conv = nn.Conv2d(3, size, 3)
        if norm:
            layers += [conv, nn.BatchNorm2d(size), nn.ReLU()]
        else:
            layers += [conv, nn.ReLU()]
        layers.append(nn.Conv2d(3, size, 3))
        if norm:
            layers.append(nn.BatchNorm2d(size))
    return nn.Sequential(*layers)
""",
    "something in between, in a loop": """\
def build(sizes, extra):
    layers = []
    for size in sizes:
        layers.append(nn.Conv2d(3, size, 3))
        layers.append(nn.ReLU())
        layers.append(nn.BatchNorm2d(size))
        layers.append(nn.Conv2d(3, size, 3))
        extra(layers)
        layers.append(nn.BatchNorm2d(size))
        layers.append(nn.Conv2d(3, size, 3))
        if not extra:
            break
        layers.append(nn.BatchNorm2d(size))
    return nn.Sequential(*layers)
""",
    "a list that nobody runs in turn": """\
def build(sizes):
    layers = []
    for size in sizes:
        layers += [nn.Conv2d(3, size, 3), nn.BatchNorm2d(size)]
    return layers
""",
}
