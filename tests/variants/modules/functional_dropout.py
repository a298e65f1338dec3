"""TEF605 functional-dropout: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str | Whole] = {
    "each call chooses by a part of what it gives": """\
class Net(nn.Module):
    def forward(self, inputs):
        x, drops = inputs
        if self.p > 0.0 and drops:
            x = F.dropout(x, self.p)  # expect: TEF605?
        if self.drops:
            x = F.dropout(x, self.p)  # expect: TEF605
        return x
""",
    "each call chooses": """\
class Net(nn.Module):
    def forward(self, x, use_dropout):
        if use_dropout and self.p > 0:
            x = F.dropout(x, p=self.p)  # expect: TEF605?
        if self.use_dropout:
            x = F.dropout(x, p=self.p)  # expect: TEF605
        if x.shape[0] > 1:
            x = F.dropout(x, p=self.p)  # expect: TEF605
        return x
""",
    "p is 0 by each call": """\
class Head(nn.Module):
    def forward(self, x, drop=0.0, more=0.0):
        if drop != 0.0:
            x = F.dropout(x, drop)  # expect: TEF605?
        return F.dropout(x, more)  # expect: TEF605


class Attention(nn.Module):
    def __init__(self, rate, other):
        super().__init__()
        self.rate = rate
        self.other = other

    def forward(self, x):
        x = F.dropout(x, p=self.rate)  # expect: TEF605?
        return F.dropout(x, p=self.other)  # expect: TEF605


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()
        self.attention = Attention(rate=0.0, other=0.1)

    def forward(self, x):
        x = self.head(self.attention(x), drop=0, more=0)
        return self.head(x, more=0.5)
""",
    "in a test": Whole("""\
import pytest
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.2)  # expect: TEF605?
"""),
    "a positional probability": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        x = F.relu(self.fc(x))
        return F.dropout(x, 0.3)  # expect: TEF605 "write F.dropout(x, 0.3, training=self.training)"
""",
    "no argument but the tensor, in two layers": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 4)
        self.fc2 = nn.Linear(4, 2)

    def forward(self, x):
        x = F.dropout(self.fc1(x))  # expect: TEF605
        x = F.dropout(x, training=self.training)
        return self.fc2(nn.functional.dropout(x))  # expect: TEF605
""",
    "other names of the function": Whole("""\
import torch as th
from torch import nn
from torch.nn import functional as fn
from torch.nn.functional import dropout


class Net(nn.Module):
    def forward(self, x):
        x = dropout(x, p=0.1)  # expect: TEF605
        x = fn.dropout(x, p=0.1)  # expect: TEF605
        return th.nn.functional.dropout(x, inplace=True)  # expect: TEF605
"""),
    "of channels": """\
class Net(nn.Module):
    def forward(self, x):
        a = F.dropout1d(x)  # expect: TEF605 "drops entries after eval() too"
        b = F.dropout2d(x, 0.2)  # expect: TEF605
        c = F.dropout3d(x, p=0.2)  # expect: TEF605
        return a, b, c
""",
    "alpha dropout is never on": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.alpha_dropout(F.selu(x))  # expect: TEF605 "never drops anything"
        return F.feature_alpha_dropout(x, 0.2)  # expect: TEF605 "never drops anything"
""",
    "the mode in the place of p": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.dropout(x, self.training)  # expect: TEF605 "takes self.training for p and returns zeros in training"
        return F.alpha_dropout(x, p=self.training)  # expect: TEF605 "never drops anything"
""",
    "kept on self": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = F.dropout

    def forward(self, x):
        return self.drop(x, 0.2)  # expect: TEF605
""",
    "in a function inside of the method": """\
class Net(nn.Module):
    def forward(self, x, deep):
        def block(h):
            return F.dropout(h, 0.5)  # expect: TEF605

        thin = lambda h: F.dropout(h, 0.1)  # expect: TEF605
        return [thin(block(h)) for h in deep] + [F.dropout(h) for h in deep]  # expect: TEF605
""",
    "a method that the forward calls": """\
class Net(nn.Module):
    def features(self, x):
        return F.dropout(x, self.p)  # expect: TEF605

    def forward(self, x):
        return self.features(x).sum(1)
""",
    "a subclass of one in the file, and of an unknown one with a forward": """\
from project.layers import Base


class Block(nn.Module):
    pass


class Wide(Block):
    def run(this, x):
        return F.dropout(x)  # expect: TEF605 "training=this.training"


class Head(Base):
    def forward(self, x):
        return F.dropout(x)  # expect: TEF605
""",
    "a LightningModule": Whole("""\
import pytorch_lightning as pl
import torch.nn.functional as F


class Lit(pl.LightningModule):
    def forward(self, x):
        return F.dropout(x, 0.1)  # expect: TEF605
"""),
    "the mode is asked about something else": """\
class Net(nn.Module):
    def forward(self, x):
        aux = None
        if self.training:
            aux = self.aux(x)
        x = F.dropout(x, 0.2)  # expect: TEF605
        return (x, aux) if aux is not None else x
""",
    "the mode is handed on only": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.batch_norm(x, self.mean, self.var, training=self.training)
        x = self.norm(x, self.training)
        return F.dropout(x)  # expect: TEF605
""",
    "under another condition": """\
class Net(nn.Module):
    def forward(self, x):
        if self.p > 0:
            x = F.dropout(x, self.p)  # expect: TEF605
        return x
""",
}

LEAVE: dict[str, str] = {
    "the mode is given": """\
class Net(nn.Module):
    def forward(self, x, training=False):
        x = F.dropout(x, 0.5, self.training)
        x = F.dropout(x, training=training)
        x = F.dropout(x, p=0.5, training=False)
        return F.alpha_dropout(x, 0.5, self.training)
""",
    "Monte Carlo dropout": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.dropout(x, 0.5, True)
        return F.dropout(x, 0.5, training=True)
""",
    "names say that it is meant": """\
class MCDropout(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5)


class MonteCarloNet(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.5)


class Net(nn.Module):
    def mc_forward(self, x):
        return F.dropout(x, 0.5)
""",
    "for training only": """\
class Net(nn.Module):
    def training_step(self, batch, index):
        return F.mse_loss(F.dropout(batch, 0.5), batch)

    def forward_train(self, x):
        return F.dropout(x, 0.5)

    def augment(self, x):
        return F.dropout(x, 0.1)
""",
    "under if self.training": """\
class Net(nn.Module):
    def forward(self, x):
        if self.training and self.p > 0:
            x = F.dropout(x, self.p)
        else:
            x = x * (1 - self.p)
        return x
""",
    "after an early return": """\
class Net(nn.Module):
    def forward(self, x):
        if not self.training:
            return x
        return F.dropout(x, self.p)
""",
    "the probability depends on the mode": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.dropout(x, self.p if self.training else 0.0)
        x = F.dropout(x, self.p * self.training)
        p = 0.0
        if self.training:
            p = self.p
        return F.dropout(x, p)
""",
    "the caller asks for the mode": """\
class Net(nn.Module):
    def thin(self, x):
        return F.dropout(x, self.p)

    def forward(self, x):
        if self.training:
            x = self.thin(x)
        return x
""",
    "a flag by another name": """\
class Net(nn.Module):
    def forward(self, x, is_train, mode):
        if is_train:
            x = F.dropout(x, 0.5)
        if mode == "train":
            x = F.dropout(x, 0.5)
        return x if self.deterministic else F.dropout(x, 0.5)
""",
    "without a gradient, as for sampling": """\
class Diffusion(nn.Module):
    @torch.no_grad()
    def p_sample(self, x, noise_dropout=0.0):
        noise = torch.randn_like(x)
        if noise_dropout > 0.0:
            noise = F.dropout(noise, p=noise_dropout)
        return x + noise
""",
    "no Module around": """\
def attention(scores: Tensor, p: float) -> Tensor:
    return F.dropout(scores.softmax(-1), p=p)


class DropFeatures:
    def __call__(self, x):
        return F.dropout(x, 0.5)


class Net(nn.Module):
    @staticmethod
    def thin(x):
        return F.dropout(x, 0.5)
""",
    "nothing is dropped": """\
class Net(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.0) + F.dropout(x, p=0)
""",
    "layers and other functions": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.thin = nn.AlphaDropout()

    def forward(self, x):
        return F.rrelu(self.thin(self.drop(x))), torch.dropout(x, 0.5, self.training)
""",
    "more arguments may follow": """\
class Net(nn.Module):
    def forward(self, x, *args, **kwargs):
        return F.dropout(x, *args), F.dropout(x, **kwargs), F.dropout(x, **self.options)
""",
    "a function of the same name": """\
from project import dropout


class Net(nn.Module):
    def forward(self, x):
        return dropout(x, 0.5) + self.dropout(x)
""",
}
