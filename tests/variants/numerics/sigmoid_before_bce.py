"""TEF310 sigmoid-before-bce: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn


"""

FLAG: dict[str, str] = {
    "logits that are made of numbers": """\
def scored(score: list[float], labels, logits):
    first = F.binary_cross_entropy(torch.sigmoid(torch.tensor(score)), labels)  # expect: TEF310?
    return first + F.binary_cross_entropy(torch.sigmoid(logits), labels)  # expect: TEF310
""",
    "with a package that gives torch tensors of its own": Whole("""\
import storch
import torch
import torch.nn.functional as F


def cost(logits: torch.Tensor, target: torch.Tensor):
    storch.add_cost(F.binary_cross_entropy(logits.sigmoid(), target), "cost")  # expect: TEF310?
"""),
    "torch.sigmoid straight into binary_cross_entropy": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return F.binary_cross_entropy(torch.sigmoid(logits), target)  # expect: TEF310
""",
    "sigmoid through a name": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    prob = torch.sigmoid(logits)
    return F.binary_cross_entropy(prob, target)  # expect: TEF310
""",
    "method sigmoid": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(logits.sigmoid(), target, reduction="none")  # expect: TEF310
""",
    "in-place sigmoid": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    logits.sigmoid_()
    return F.binary_cross_entropy(logits, target)  # expect: TEF310
""",
    "functional sigmoid": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    p = F.sigmoid(logits)
    return F.binary_cross_entropy(p, target)  # expect: TEF310
""",
    "special expit": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(torch.special.expit(logits), target)  # expect: TEF310
""",
    "keyword arguments": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor):
    return F.binary_cross_entropy(input=logits.sigmoid(), target=target, weight=weight)  # expect: TEF310 "=weight)"
""",
    "keyword arguments the other way round": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    scores = torch.sigmoid(logits)
    return F.binary_cross_entropy(target=target, input=scores)  # expect: TEF310
""",
    "BCELoss object": Whole("""\
import torch
from torch import nn

criterion = nn.BCELoss()


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return criterion(torch.sigmoid(logits), target)  # expect: TEF310
"""),
    "BCELoss made and called at once": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    prob = logits.sigmoid()
    return torch.nn.BCELoss(reduction="none")(prob, target)  # expect: TEF310
"""),
    "torch under another name": Whole("""\
import torch as th


def loss_fn(logits: th.Tensor, target: th.Tensor):
    return th.nn.functional.binary_cross_entropy(th.sigmoid(logits), target)  # expect: TEF310
"""),
    "functions imported by name": Whole("""\
from torch import Tensor, sigmoid
from torch.nn.functional import binary_cross_entropy as bce


def loss_fn(logits: Tensor, target: Tensor):
    return bce(sigmoid(logits), target)  # expect: TEF310
"""),
    "sigmoid module object": """\
activation = nn.Sigmoid()


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(activation(logits), target)  # expect: TEF310
""",
    "sigmoid module made and called at once": Whole("""\
import torch
from torch import nn

bce = nn.BCELoss()


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return bce(nn.Sigmoid()(logits), target)  # expect: TEF310
"""),
    "double sigmoid by the functional form": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    prob = torch.sigmoid(logits)
    return F.binary_cross_entropy_with_logits(prob, target)  # expect: TEF310
""",
    "double sigmoid by the loss object": Whole("""\
import torch
from torch import nn

criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([3.0]))


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return criterion(logits.sigmoid(), target)  # expect: TEF310
"""),
    "double sigmoid by a sequential": Whole("""\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(10, 1), nn.Sigmoid())
criterion = nn.BCEWithLogitsLoss()


def train_step(x: torch.Tensor, y: torch.Tensor):
    output = model(x)
    loss = criterion(output, y)  # expect: TEF310
    loss.backward()
    return loss.item()
"""),
    "double sigmoid by keyword": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(target=target, input=F.sigmoid(logits))  # expect: TEF310
""",
    "discriminator that ends in sigmoid": Whole("""\
import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(3, 64, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(64, 1, 4, 1, 0, bias=False),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.main(x)


netD = Discriminator()
criterion = nn.BCELoss()


def d_step(real: torch.Tensor, label: torch.Tensor):
    netD.zero_grad()
    output = netD(real).view(-1)
    errD_real = criterion(output, label)  # expect: TEF310
    errD_real.backward()
    return errD_real.item()
"""),
    "sequential straight into the loss": Whole("""\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())
criterion = nn.BCELoss()
x = torch.randn(4, 8)
y = torch.rand(4, 1)
loss = criterion(model(x), y)  # expect: TEF310
loss.backward()
"""),
    "sequential inside a sequential": """\
tail = nn.Sequential(nn.Linear(16, 1), nn.Sigmoid())
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), tail)


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy(model(x), y)  # expect: TEF310
""",
    "sequential from an ordered dict": Whole("""\
from collections import OrderedDict
import torch
from torch import nn

net = nn.Sequential(OrderedDict(fc=nn.Linear(8, 1), act=nn.Sigmoid()))
criterion = nn.BCELoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(net(x), y)  # expect: TEF310
"""),
    "logistic regression class": Whole("""\
import torch
from torch import nn


class LogisticRegression(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, 1)

    def forward(self, x):
        return torch.sigmoid(self.linear(x))


model = LogisticRegression(30)
criterion = nn.BCELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def fit(x: torch.Tensor, y: torch.Tensor):
    for _ in range(100):
        y_predicted = model(x)
        loss = criterion(y_predicted, y)  # expect: TEF310
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
"""),
    "forward with a sigmoid attribute": Whole("""\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 1)
        self.sigmoid = nn.Sigmoid()

    def forward(self, x):
        out = self.fc(x)
        out = self.sigmoid(out)
        return out.squeeze(1)


def run(x: torch.Tensor, y: torch.Tensor):
    net = Net()
    bce = nn.BCELoss()
    return bce(net(x), y)  # expect: TEF310
"""),
    "variational autoencoder": """\
class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(784, 40)
        self.dec = nn.Linear(20, 784)

    def decode(self, z):
        return torch.sigmoid(self.dec(z))

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=1)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decode(z), mu, logvar


model = VAE()


def reconstruction(x: torch.Tensor):
    recon, mu, logvar = model(x)
    return F.binary_cross_entropy(recon, x, reduction="sum")  # expect: TEF310
""",
    "loss class with attributes": Whole("""\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.bce = nn.BCELoss(reduction="none")

    def forward(self, pred, true):
        prob = pred.sigmoid()
        return self.bce(prob, true)  # expect: TEF310
"""),
    "model and criterion held by a trainer": Whole("""\
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.disc = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
        self.adversarial = nn.BCELoss()

    def generator_loss(self, fake: torch.Tensor):
        validity = self.disc(fake)
        return self.adversarial(validity, torch.ones_like(validity))  # expect: TEF310
"""),
    "helper function that returns a sigmoid": """\
def predict(w: torch.Tensor, x: torch.Tensor):
    return torch.sigmoid(x @ w)


def loss_fn(w: torch.Tensor, x: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy(predict(w, x), y)  # expect: TEF310
""",
    "inner product decoder of a graph autoencoder": """\
class InnerProduct(nn.Module):
    def forward(self, z):
        return torch.sigmoid(z @ z.t())


decoder = InnerProduct()


def loss_fn(z: torch.Tensor, adj: torch.Tensor):
    return F.binary_cross_entropy(decoder(z).view(-1), adj.view(-1))  # expect: TEF310
""",
    "dot product of embeddings": """\
user = nn.Embedding(100, 16)
item = nn.Embedding(500, 16)


def loss_fn(u: torch.Tensor, i: torch.Tensor, label: torch.Tensor):
    score = (user(u) * item(i)).sum(dim=1)
    pred = score.sigmoid()
    return F.binary_cross_entropy(pred, label)  # expect: TEF310
""",
    "first channel of a mask head": """\
def mask_loss(logits: torch.Tensor, gt: torch.Tensor):
    pred = torch.sigmoid(logits)
    return F.binary_cross_entropy(pred[:, 0], gt)  # expect: TEF310
""",
    "rows that hold objects": """\
def objectness_loss(raw: torch.Tensor, target: torch.Tensor, mask: torch.Tensor):
    conf = torch.sigmoid(raw)
    return F.binary_cross_entropy(conf[mask], target[mask])  # expect: TEF310
""",
    "squeezed probability": Whole("""\
import torch
from torch import nn

fc = nn.Linear(16, 1)
criterion = nn.BCELoss()


def loss_fn(h: torch.Tensor, y: torch.Tensor):
    prob = torch.sigmoid(fc(h)).squeeze(1)
    return criterion(prob, y.float())  # expect: TEF310
"""),
    "slice before the sigmoid": """\
def centre_loss(pred: torch.Tensor, target: torch.Tensor):
    xy = torch.sigmoid(pred[..., 0:2])
    return F.binary_cross_entropy(xy, target, reduction="none")  # expect: TEF310
""",
    "rebinding the same name": """\
def loss_fn(out: torch.Tensor, y: torch.Tensor):
    out = torch.sigmoid(out)
    loss = F.binary_cross_entropy(out, y)  # expect: TEF310
    return loss
""",
    "both branches end in a sigmoid": """\
def loss_fn(out: torch.Tensor, y: torch.Tensor, temperature: float | None):
    prob = torch.sigmoid(out) if temperature is None else torch.sigmoid(out / temperature)
    return F.binary_cross_entropy(prob, y)  # expect: TEF310
""",
    "lambda": """\
loss_fn = lambda logits, target: F.binary_cross_entropy(torch.sigmoid(logits), target)  # expect: TEF310
""",
    "comprehension over side outputs": """\
def deep_supervision(sides: list[torch.Tensor], gt: torch.Tensor):
    return [F.binary_cross_entropy(torch.sigmoid(s), gt) for s in sides]  # expect: TEF310
""",
    "loss written over several lines": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor):
    loss = F.binary_cross_entropy(  # expect: TEF310
        torch.sigmoid(logits),
        target,
        weight=weight,
        reduction="sum",
    )
    return loss
""",
    "nested function": """\
def make_loss(scale: float):
    def loss_fn(x: torch.Tensor, y: torch.Tensor):
        prob = torch.sigmoid(scale * x)
        return F.binary_cross_entropy(prob, y)  # expect: TEF310

    return loss_fn
""",
    "real and fake losses": Whole("""\
import torch
from torch import nn

disc = nn.Sequential(nn.Linear(32, 1), nn.Sigmoid())
bce = nn.BCELoss()


def d_loss(real: torch.Tensor, fake: torch.Tensor):
    real_score = disc(real)
    fake_score = disc(fake.detach())
    real_loss = bce(real_score, torch.ones_like(real_score))  # expect: TEF310
    fake_loss = bce(fake_score, torch.zeros_like(fake_score))  # expect: TEF310
    return real_loss + fake_loss
"""),
    "combined with a dice term": """\
def bce_dice(logits: torch.Tensor, mask: torch.Tensor):
    prob = torch.sigmoid(logits)
    bce = F.binary_cross_entropy(prob, mask)  # expect: TEF310
    inter = (prob * mask).sum(dim=(1, 2, 3))
    union = prob.sum(dim=(1, 2, 3)) + mask.sum(dim=(1, 2, 3))
    dice = 1 - (2 * inter + 1) / (union + 1)
    return bce + dice.mean(dim=0)
""",
    "optional target after the guard": Whole("""\
from typing import Optional
import torch
import torch.nn.functional as F
from torch import Tensor


def head(logits: Tensor, target: Optional[Tensor] = None):
    prob = logits.sigmoid()
    if target is None:
        return prob, None
    return prob, F.binary_cross_entropy(prob, target)  # expect: TEF310
"""),
    "GAN: the discriminator ends in Sigmoid, three losses see it": Whole("""\
import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1), nn.Sigmoid())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x).view(-1)


adversarial = nn.BCELoss()


def losses(d: Discriminator, real: torch.Tensor, fake: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    ones = torch.ones(real.size(0), device=real.device)
    zeros = torch.zeros(fake.size(0), device=fake.device)
    on_real = adversarial(d(real), ones)  # expect: TEF310 "here and in 2 more places"
    on_fake = adversarial(d(fake.detach()), zeros)
    generator = adversarial(d(fake), ones)
    return on_real + on_fake, generator
"""),
    "VAE: the decoder method's sigmoid through a tuple return": """\
class VAE(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.enc = nn.Linear(784, 40)
        self.dec = nn.Linear(20, 784)

    def decode(self, z: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.dec(z))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        mu, logvar = self.enc(x).chunk(2, dim=-1)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decode(z), mu, logvar


def elbo(model: VAE, x: torch.Tensor) -> torch.Tensor:
    recon, mu, logvar = model(x)
    bce = F.binary_cross_entropy(recon, x, reduction="sum")  # expect: TEF310
    prior = mu.pow(2).sum(dim=1) + logvar.pow(2).sum(dim=1)
    return bce + 0.1 * prior.mean(dim=0)
""",
    "double sigmoid: the network ends in Sigmoid, the loss has its own": Whole("""\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(12, 6), nn.ReLU(), nn.Linear(6, 1), nn.Sigmoid())
criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([3.0]))


def train_step(opt: torch.optim.Optimizer, x: torch.Tensor, y: torch.Tensor) -> float:
    opt.zero_grad()
    loss = criterion(model(x), y.view(-1, 1).float())  # expect: TEF310
    loss.backward()
    opt.step()
    return loss.item()
"""),
    "link prediction: sigmoid of a dot product": """\
def link_loss(z: torch.Tensor, pos: torch.Tensor, neg: torch.Tensor) -> torch.Tensor:
    edges = torch.cat([pos, neg], dim=1)
    score = torch.sigmoid((z[edges[0]] * z[edges[1]]).sum(dim=-1))
    label = (torch.arange(edges.size(1), device=z.device) < pos.size(1)).float()
    return F.binary_cross_entropy(score, label)  # expect: TEF310
""",
    "the last column squeezed after the sigmoid": Whole("""\
import torch
from torch import nn


class Ranker(nn.Module):
    def __init__(self, users: int, items: int, width: int) -> None:
        super().__init__()
        self.user = nn.Embedding(users, width)
        self.item = nn.Embedding(items, width)
        self.out = nn.Linear(2 * width, 1)

    def forward(self, u: torch.Tensor, i: torch.Tensor) -> torch.Tensor:
        pair = torch.cat([self.user(u), self.item(i)], dim=-1)
        return torch.sigmoid(self.out(pair)).squeeze(-1)


def objective(net: Ranker, u: torch.Tensor, i: torch.Tensor, clicked: torch.Tensor) -> torch.Tensor:
    return nn.BCELoss(reduction="mean")(net(u, i), clicked)  # expect: TEF310
"""),
    "in-place sigmoid on the way": """\
def mask_loss(head: nn.Conv2d, feats: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    pred = head(feats)
    pred = pred.sigmoid_()
    return F.binary_cross_entropy(pred.flatten(1), masks.flatten(1))  # expect: TEF310
""",
    "special.expit is the sigmoid too": """\
def loss(logits: torch.Tensor, y: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    p = torch.special.expit(logits)
    return F.binary_cross_entropy(p, y, weight=weight)  # expect: TEF310
""",
    "the activation kept as an attribute and applied in the loss method": Whole("""\
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, width: int, tags: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, width, bidirectional=True, batch_first=True)
        self.proj = nn.Linear(2 * width, tags)
        self.act = nn.Sigmoid()
        self.loss_fn = nn.BCEWithLogitsLoss(reduction="none")

    def loss(self, x: torch.Tensor, y: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.lstm(x)
        scores = self.act(self.proj(hidden))
        per_token = self.loss_fn(scores, y)  # expect: TEF310
        return (per_token * mask.unsqueeze(-1)).sum(dim=(1, 2))
"""),
    "keyword target first": Whole("""\
import torch
from torch.nn.functional import binary_cross_entropy_with_logits as bce_logits


def loss(raw: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return bce_logits(target=y, input=raw.sigmoid())  # expect: TEF310
"""),
    "objectness and classes of a detector, one call each": Whole("""\
import torch
from torch import nn


class YoloLoss:
    def __init__(self) -> None:
        self.bce = nn.BCELoss()
        self.mse = nn.MSELoss()

    def __call__(self, raw: torch.Tensor, obj: torch.Tensor, cls: torch.Tensor, xy: torch.Tensor) -> torch.Tensor:
        centre = torch.sigmoid(raw[..., 0:2])
        conf = torch.sigmoid(raw[..., 4])
        pred_cls = torch.sigmoid(raw[..., 5:])
        loss_xy = self.mse(centre, xy)
        loss_conf = self.bce(conf, obj)  # expect: TEF310
        loss_cls = self.bce(pred_cls[obj == 1], cls[obj == 1])  # expect: TEF310 "bce(raw[..., 5:][obj == 1], cls"
        return loss_xy + loss_conf + loss_cls
"""),
    "a closure chosen by a factory of this file": Whole("""\
from collections.abc import Callable

import torch
import torch.nn.functional as F


def make_loss(scale: float) -> Callable[[torch.Tensor, torch.Tensor], torch.Tensor]:
    def loss(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        prob = F.sigmoid(scale * logits)
        return F.binary_cross_entropy(prob, y)  # expect: TEF310

    return loss
"""),
    "under try and finally": """\
def guarded(model: nn.Linear, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    was_training = model.training
    model.train()
    try:
        p = model(x).sigmoid()
        return F.binary_cross_entropy(input=p, target=y)  # expect: TEF310
    finally:
        model.train(was_training)
""",
    "a lambda that scores pairs": """\
scorer = nn.Bilinear(16, 16, 1)
score = lambda a, b: torch.sigmoid(scorer(a, b))


def mutual_information(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    shuffled = b[torch.randperm(b.size(0))]
    joint = score(a, b)
    product = score(a, shuffled)
    return (
        F.binary_cross_entropy(joint, torch.ones_like(joint))  # expect: TEF310
        + F.binary_cross_entropy(product, torch.zeros_like(product))
    )
""",
    "two modules: features, then a head that ends in Sigmoid": Whole("""\
import torch
from torch import nn


class Head(nn.Sequential):
    def __init__(self, width: int) -> None:
        super().__init__(nn.Linear(width, 1), nn.Sigmoid())


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = Head(8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


def loss(net: Net, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    criterion = nn.BCELoss()
    return criterion(net(x), y)  # expect: TEF310
"""),
    "a training function that calls train() on the module it is passed": Whole("""\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())

    def forward(self, x):
        return self.net(x)


def train(model, loader, optimizer):
    model.train()
    criterion = nn.BCELoss()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)  # expect: TEF310 "here and in 1 more place"
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def evaluate(model, loader):
    model.eval()
    criterion = nn.BCELoss()
    with torch.no_grad():
        return [criterion(model(x), y) for x, y in loader]


def main(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        train(model, loader, optimizer)
        evaluate(model, loader)
"""),
}

LEAVE: dict[str, str] = {
    "logits that are made of numbers, without a sigmoid": """\
def scored(score: list[float], labels):
    return F.binary_cross_entropy_with_logits(torch.tensor(score), labels)
""",
    "a training function that is passed two kinds of modules": """\
class Ends(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())

    def forward(self, x):
        return self.net(x)


class Starts(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def forward(self, x):
        return self.net(x).clamp(0, 1)


def train(model, x, y):
    model.train()
    return F.binary_cross_entropy(model(x), y)


def main(x, y):
    return train(Ends(), x, y) + train(Starts(), x, y)
""",
    "logits form": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(logits, target)
""",
    "logits loss object": """\
model = nn.Sequential(nn.Linear(8, 1))
criterion = nn.BCEWithLogitsLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "probabilities from elsewhere": """\
def loss_fn(prob: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(prob, target)
""",
    "clamped data as probabilities": """\
def loss_fn(image: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(image.clamp(0, 1), target)
""",
    "sigmoid of the teacher as the target": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    return F.binary_cross_entropy_with_logits(student, torch.sigmoid(teacher))
""",
    "sigmoid as a keyword target": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    soft = teacher.sigmoid()
    return F.binary_cross_entropy_with_logits(target=soft, input=student)
""",
    "sigmoid as the loss weight": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor, quality: torch.Tensor):
    return F.binary_cross_entropy_with_logits(logits, target, weight=torch.sigmoid(quality))
""",
    "sigmoid only for the metric": """\
def step(logits: torch.Tensor, target: torch.Tensor):
    loss = F.binary_cross_entropy_with_logits(logits, target)
    pred = torch.sigmoid(logits) > 0.5
    return loss, pred == target.bool()
""",
    "gate inside the module": """\
class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(16, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x):
        x = x * torch.sigmoid(self.gate(x))
        return self.out(x)


net = Gated()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy_with_logits(net(x), y)
""",
    "gated value into the logits form": """\
def loss_fn(x: torch.Tensor, g: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy_with_logits(x * torch.sigmoid(g), y)
""",
    "product of two probabilities": """\
def loss_fn(obj: torch.Tensor, cls: torch.Tensor, y: torch.Tensor):
    prob = torch.sigmoid(obj) * torch.sigmoid(cls)
    return F.binary_cross_entropy(prob, y)
""",
    "mean of an ensemble": """\
def loss_fn(a: torch.Tensor, b: torch.Tensor, y: torch.Tensor):
    prob = (torch.sigmoid(a) + torch.sigmoid(b)) / 2
    return F.binary_cross_entropy(prob, y)
""",
    "pooled frame probabilities": """\
def loss_fn(frames: torch.Tensor, y: torch.Tensor):
    clip = torch.sigmoid(frames).mean(dim=1)
    return F.binary_cross_entropy(clip, y)
""",
    "softmax probability": """\
def loss_fn(logits: torch.Tensor, y: torch.Tensor):
    prob = torch.softmax(logits, dim=1)[:, 1]
    return F.binary_cross_entropy(prob, y)
""",
    "hard sigmoid": """\
def loss_fn(logits: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy(F.hardsigmoid(logits), y)
""",
    "rescaled tanh": """\
model = nn.Sequential(nn.Linear(8, 1), nn.Tanh())
criterion = nn.BCELoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion((model(x) + 1) / 2, y)
""",
    "mean squared error on sigmoid outputs": """\
model = nn.Sequential(nn.Linear(8, 4), nn.Sigmoid())


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.mse_loss(model(x), y)
""",
    "least squares adversarial loss": """\
disc = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
adversarial = nn.MSELoss()


def d_loss(real: torch.Tensor):
    validity = disc(real)
    return adversarial(validity, torch.ones_like(validity))
""",
    "name bound to logits again": """\
head = nn.Linear(16, 1)


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    out = torch.sigmoid(x)
    out = head(out)
    return F.binary_cross_entropy_with_logits(out, y)
""",
    "sigmoid in the middle of a sequential": """\
model = nn.Sequential(nn.Linear(8, 16), nn.Sigmoid(), nn.Linear(16, 1))
criterion = nn.BCEWithLogitsLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "sigmoid layer cut off": """\
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())
body = model[:-1]


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy_with_logits(body(x), y)
""",
    "sigmoid only outside training": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 1)

    def forward(self, x):
        x = self.fc(x)
        if not self.training:
            x = torch.sigmoid(x)
        return x


net = Net()
criterion = nn.BCEWithLogitsLoss()


def train_step(x: torch.Tensor, y: torch.Tensor):
    net.train()
    loss = criterion(net(x), y)
    loss.backward()
""",
    "predict method applies the sigmoid": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 1)

    def forward(self, x):
        return self.fc(x)

    def predict(self, x):
        return self(x).sigmoid()


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy_with_logits(net(x), y)
""",
    "logits of a module that returns both": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 1)

    def forward(self, x):
        logit = self.fc(x)
        return torch.sigmoid(logit), logit


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    prob, logit = net(x)
    return F.binary_cross_entropy_with_logits(logit, y), prob
""",
    "own binary_cross_entropy": """\
def binary_cross_entropy(pred: torch.Tensor, target: torch.Tensor):
    return (pred - target).abs().mean(dim=0)


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return binary_cross_entropy(torch.sigmoid(logits), target)
""",
    "own BCELoss class": """\
class BCELoss(nn.Module):
    def forward(self, pred, target):
        return (pred - target).abs().mean(dim=1)


criterion = BCELoss()


def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return criterion(logits.sigmoid(), target)
""",
    "unknown criterion": """\
def loss_fn(criterion, logits: torch.Tensor, target: torch.Tensor):
    return criterion(torch.sigmoid(logits), target)
""",
    "unknown model": """\
criterion = nn.BCELoss()


def step(model, x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "unknown predictions": """\
def loss_fn(batch):
    return F.binary_cross_entropy(batch["score"], batch["label"])
""",
    "numpy sigmoid for the report": Whole("""\
import numpy as np
import torch
import torch.nn.functional as F


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def report(logits: torch.Tensor, target: torch.Tensor):
    prob = sigmoid(logits.detach().numpy())
    return F.binary_cross_entropy_with_logits(logits, target), prob
"""),
    "log-sigmoid pairwise ranking": """\
def bpr(pos: torch.Tensor, neg: torch.Tensor):
    return -F.logsigmoid(pos - neg).mean(dim=0)
""",
    "soft dice only": """\
def dice(logits: torch.Tensor, mask: torch.Tensor):
    prob = torch.sigmoid(logits)
    inter = (prob * mask).sum(dim=(1, 2, 3))
    return 1 - 2 * inter / (prob.sum(dim=(1, 2, 3)) + mask.sum(dim=(1, 2, 3)) + 1e-6)
""",
    "focal weight from the sigmoid": """\
def focal(logits: torch.Tensor, target: torch.Tensor, gamma: float = 2.0):
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    p_t = p * target + (1 - p) * (1 - target)
    return (ce * (1 - p_t) ** gamma).mean(dim=1)
""",
    "sigmoid of other logits": """\
def step(gate: torch.Tensor, logits: torch.Tensor, y: torch.Tensor):
    g = torch.sigmoid(gate)
    loss = F.binary_cross_entropy_with_logits(logits, y)
    return loss, g
""",
    "sigmoid after the loss": """\
def step(out: torch.Tensor, y: torch.Tensor):
    loss = F.binary_cross_entropy_with_logits(out, y)
    out = out.sigmoid()
    return loss, out
""",
    "sigmoid into cross_entropy": """\
def loss_fn(hidden: torch.Tensor, weight: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(torch.sigmoid(hidden) @ weight, y)
""",
    "uniform probabilities": """\
def constant_baseline(y: torch.Tensor):
    return F.binary_cross_entropy(torch.full_like(y, 0.5), y)
""",
    "exponential survival probability": """\
def loss_fn(rate: torch.Tensor, y: torch.Tensor):
    return F.binary_cross_entropy(torch.exp(-rate.abs()), y)
""",
    "different criteria for two networks": """\
actor = nn.Sequential(nn.Linear(4, 2), nn.Sigmoid())
critic = nn.Linear(4, 2)
criterion = nn.BCEWithLogitsLoss()


def step(x: torch.Tensor, y: torch.Tensor):
    action = actor(x)
    return criterion(critic(x), y), action
""",
    "sigmoid branch not used for the loss": """\
def head(logits: torch.Tensor, target=None):
    if target is None:
        return logits.sigmoid()
    return F.binary_cross_entropy_with_logits(logits, target)
""",
    "binary accuracy on rounded sigmoid": """\
def step(logits: torch.Tensor, y: torch.Tensor):
    rounded = torch.round(torch.sigmoid(logits))
    return F.l1_loss(rounded, y)
""",
    "focal loss: the sigmoid only weighs": """\
def focal(logits: torch.Tensor, y: torch.Tensor, gamma: float = 2.0, alpha: float = 0.25) -> torch.Tensor:
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    p_t = p * y + (1 - p) * (1 - y)
    alpha_t = alpha * y + (1 - alpha) * (1 - y)
    return (alpha_t * (1 - p_t) ** gamma * ce).mean(dim=0)
""",
    "the sigmoid is the soft target": """\
def distill(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    soft = torch.sigmoid(teacher).detach()
    return F.binary_cross_entropy_with_logits(student, soft)
""",
    "probability of two events: a product of sigmoids has no logits form": """\
def esmm(ctr: torch.Tensor, cvr: torch.Tensor, bought: torch.Tensor) -> torch.Tensor:
    p_buy = torch.sigmoid(ctr) * torch.sigmoid(cvr)
    return F.binary_cross_entropy(p_buy, bought)
""",
    "the generator ends in Sigmoid, the critic in a bare Linear": """\
generator = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 784), nn.Sigmoid())
critic = nn.Sequential(nn.Linear(784, 64), nn.ReLU(), nn.Linear(64, 1))
criterion = nn.BCEWithLogitsLoss()


def generator_loss(z: torch.Tensor) -> torch.Tensor:
    verdict = critic(generator(z))
    return criterion(verdict, torch.ones_like(verdict))
""",
    "the sigmoid serves the metric only": """\
class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(5, 1)
        self.sigmoid = nn.Sigmoid()
        self.loss_fn = nn.BCEWithLogitsLoss()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)

    def step(self, x: torch.Tensor, y: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = self(x)
        hits = (self.sigmoid(logits) > 0.5) == (y > 0.5)
        return {"loss": self.loss_fn(logits, y), "accuracy": hits.float().mean(dim=0)}
""",
    "an LSTM-like gate before the output layer": """\
class Gated(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.gate = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.sigmoid(self.gate(x)) * torch.tanh(self.value(x))
        return self.out(h)

    def loss(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return F.binary_cross_entropy_with_logits(self(x), y)
""",
    "softmax column into BCELoss": """\
bce = nn.BCELoss()


def positive_class(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    p = torch.softmax(logits, dim=1)[:, 1]
    return bce(p, y)
""",
    "sigmoid output under another loss": """\
autoencoder = nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 784), nn.Sigmoid())


def reconstruction(x: torch.Tensor) -> torch.Tensor:
    out = autoencoder(x)
    return F.mse_loss(out, x) + 0.1 * F.l1_loss(out, x)
""",
    "probabilities by a CDF, not by a sigmoid": """\
def probit(z: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    p = torch.special.ndtr(z)
    return F.binary_cross_entropy(p, y)
""",
    "binary_cross_entropy of this file works on logits": """\
def binary_cross_entropy(score: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return -(y * F.logsigmoid(score) + (1 - y) * F.logsigmoid(-score)).mean(dim=-1)


def gate_loss(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return binary_cross_entropy(torch.sigmoid(x), y)
""",
    "the probability comes from a data set": Whole("""\
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader


def calibration(loader: DataLoader) -> list[float]:
    scores = []
    with torch.no_grad():
        for prob, label in loader:
            scores.append(F.binary_cross_entropy(prob, label).item())
    return scores
"""),
    "a class of its own that only looks like Sigmoid": """\
class Sigmoid(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.clamp(0.2 * x + 0.5, 0.0, 1.0)


net = nn.Sequential(nn.Linear(4, 1), Sigmoid())


def loss(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return nn.functional.binary_cross_entropy(net(x), y)
""",
    "noisy-or over instances": """\
class NoisyOr(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, bags: torch.Tensor) -> torch.Tensor:
        p = torch.sigmoid(self.score(bags)).squeeze(-1)
        return 1 - torch.prod(1 - p, dim=1)


def loss(model: NoisyOr, bags: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return F.binary_cross_entropy(model(bags), y)
""",
    "rescaled after the sigmoid: noise model": """\
def noisy_labels(logits: torch.Tensor, y: torch.Tensor, flip: float) -> torch.Tensor:
    p = torch.sigmoid(logits)
    observed = (1 - 2 * flip) * p + flip
    return F.binary_cross_entropy(observed, y)
""",
    "forward returns logits in training and probabilities for serving": """\
class Served(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(7, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)

    def serve(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self(x))


def loss(m: Served, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        weight = m.serve(x)
    return nn.functional.binary_cross_entropy_with_logits(m(x), y, weight=weight)
""",
}
