"""TEF309 softmax-before-cross-entropy: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "functional softmax straight into cross_entropy": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "softmax through a name": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "softmax through two names": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    p = torch.softmax(logits, dim=-1)
    outputs = p
    loss = F.cross_entropy(outputs, labels)  # expect: TEF309
    return loss
""",
    "method softmax": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits.softmax(dim=1), labels)  # expect: TEF309
""",
    "keyword arguments": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = logits.softmax(-1)
    return F.cross_entropy(input=probs, target=labels, label_smoothing=0.1)  # expect: TEF309
""",
    "keyword arguments the other way round": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(target=labels, input=torch.softmax(logits, 1))  # expect: TEF309
""",
    "criterion object": """\
import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "criterion made and called at once": """\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    return torch.nn.CrossEntropyLoss(ignore_index=255)(probs, labels)  # expect: TEF309
""",
    "torch under another name": """\
import torch as th


def loss_fn(logits: th.Tensor, labels: th.Tensor):
    return th.nn.functional.cross_entropy(th.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "functions imported from the functional module": """\
import torch
from torch.nn.functional import cross_entropy, softmax


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return cross_entropy(softmax(logits, dim=1), labels, reduction="none")  # expect: TEF309
""",
    "functional module under its package": """\
import torch
from torch import nn


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    scores = nn.functional.softmax(logits, dim=1)
    return nn.functional.cross_entropy(scores, labels)  # expect: TEF309
""",
    "softmax module object": """\
import torch
import torch.nn.functional as F
from torch import nn

softmax = nn.Softmax(dim=1)


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(softmax(logits), labels)  # expect: TEF309
""",
    "softmax module made and called at once": """\
import torch
import torch.nn.functional as F
from torch import nn


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = nn.Softmax(dim=-1)(logits)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "loss class with attributes": """\
import torch
from torch import nn


class SoftmaxLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=1)
        self.ce = nn.CrossEntropyLoss()

    def forward(self, logits, labels):
        return self.ce(self.softmax(logits), labels)  # expect: TEF309
""",
    "sequential that ends in softmax": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 3), nn.Softmax(dim=1))
criterion = nn.CrossEntropyLoss()
inputs = torch.randn(8, 10)
labels = torch.randint(0, 3, (8,))
loss = criterion(model(inputs), labels)  # expect: TEF309
loss.backward()
""",
    "sequential that ends in softmax through the output's name": """\
import torch
from torch import nn

net = nn.Sequential(nn.Flatten(), nn.Linear(784, 10), nn.Softmax(dim=-1))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train_step(images: torch.Tensor, labels: torch.Tensor):
    optimizer.zero_grad()
    outputs = net(images)
    loss = criterion(outputs, labels)  # expect: TEF309
    loss.backward()
    optimizer.step()
    return loss.item()
""",
    "sequential from an ordered dict": """\
from collections import OrderedDict
import torch
from torch import nn
import torch.nn.functional as F

head = nn.Sequential(OrderedDict([("fc", nn.Linear(16, 4)), ("prob", nn.Softmax(dim=1))]))


def loss_fn(features: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(head(features), labels)  # expect: TEF309
""",
    "sequential inside a sequential": """\
import torch
import torch.nn.functional as F
from torch import nn

backbone = nn.Sequential(nn.Linear(10, 16), nn.Tanh())
head = nn.Sequential(nn.Linear(16, 4), nn.Softmax(dim=1))
model = nn.Sequential(backbone, head)


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(model(x), y)  # expect: TEF309
""",
    "module whose forward returns a softmax": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(784, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        return F.softmax(self.fc2(x), dim=1)


model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters())


def train(loader: torch.utils.data.DataLoader):
    for images, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(images), labels)  # expect: TEF309
        loss.backward()
        optimizer.step()
""",
    "module whose forward names the softmax first": """\
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, hidden, classes):
        super().__init__()
        self.out = nn.Linear(hidden, classes)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        logits = self.out(x)
        output = self.softmax(logits)
        return output


def main(x: torch.Tensor, y: torch.Tensor):
    model = Classifier(32, 5)
    loss_function = nn.CrossEntropyLoss()
    y_hat = model(x)
    loss = loss_function(y_hat, y)  # expect: TEF309
    loss.backward()
""",
    "module whose last layer is an attribute sequential": """\
import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten())
        self.classifier = nn.Sequential(nn.Linear(5408, 10), nn.Softmax(dim=1))

    def forward(self, x):
        x = self.features(x)
        return self.classifier(x)


model = ConvNet()
loss_fn = nn.CrossEntropyLoss()


def step(images: torch.Tensor, labels: torch.Tensor):
    return loss_fn(model(images), labels)  # expect: TEF309
""",
    "sequential subclass and criterion held by a trainer": """\
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
        self.criterion = nn.CrossEntropyLoss()

    def loss(self, x: torch.Tensor, y: torch.Tensor):
        pred = self.model(x)
        return self.criterion(pred, y)  # expect: TEF309
""",
    "forward that returns two values and the softmax is used": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        return logits, F.softmax(logits, dim=1)


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    logits, probs = net(x)
    return F.cross_entropy(probs, y)  # expect: TEF309
""",
    "helper function that returns a softmax": """\
import torch
import torch.nn.functional as F


def predict(weight: torch.Tensor, x: torch.Tensor):
    return torch.softmax(x @ weight, dim=1)


def loss_fn(weight: torch.Tensor, x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(predict(weight, x), y)  # expect: TEF309
""",
    "method of the same class that returns a softmax": """\
import torch
import torch.nn.functional as F
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def probabilities(self, x: torch.Tensor):
        return F.softmax(self.fc(x), dim=-1)

    def imitation_loss(self, x: torch.Tensor, actions: torch.Tensor):
        probs = self.probabilities(x)
        return F.cross_entropy(probs, actions)  # expect: TEF309
""",
    "softmax into nll_loss": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "softmax into an NLLLoss object": """\
import torch
from torch import nn

criterion = nn.NLLLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = logits.softmax(dim=1)
    return criterion(probs, labels)  # expect: TEF309
""",
    "module that ends in softmax into NLLLoss": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(20, 2), nn.Softmax(dim=1))
criterion = nn.NLLLoss(reduction="sum")


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)  # expect: TEF309
""",
    "sequence model that flattens the probabilities": """\
import torch
import torch.nn.functional as F
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(32, 64, batch_first=True)
        self.out = nn.Linear(64, 9)

    def forward(self, x):
        h, _ = self.rnn(x)
        return F.softmax(self.out(h), dim=-1)


tagger = Tagger()


def loss_fn(x: torch.Tensor, tags: torch.Tensor):
    probs = tagger(x)
    return F.cross_entropy(probs.view(-1, 9), tags.view(-1))  # expect: TEF309
""",
    "class dimension moved after the softmax": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=-1)
    return F.cross_entropy(probs.transpose(1, 2), labels)  # expect: TEF309
""",
    "segmentation map by Softmax2d": """\
import torch
from torch import nn

activation = nn.Softmax2d()
criterion = nn.CrossEntropyLoss(ignore_index=255)


def loss_fn(scores: torch.Tensor, mask: torch.Tensor):
    return criterion(activation(scores), mask)  # expect: TEF309
""",
    "softmax cast to float first": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1).float()
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "rebinding the same name": """\
import torch
import torch.nn.functional as F


def loss_fn(out: torch.Tensor, labels: torch.Tensor):
    out = F.softmax(out, dim=1)
    loss = F.cross_entropy(out, labels)  # expect: TEF309
    return loss
""",
    "temperature inside the softmax": """\
import torch
import torch.nn.functional as F


def distil(student: torch.Tensor, teacher: torch.Tensor, temperature: float):
    soft = F.softmax(teacher / temperature, dim=1)
    return F.cross_entropy(F.softmax(student / temperature, dim=1), soft)  # expect: TEF309
""",
    "both branches end in a softmax": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor, sharpen: bool):
    if sharpen:
        probs = F.softmax(logits / 0.5, dim=1)
    else:
        probs = F.softmax(logits, dim=1)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "lambda": """\
import torch
import torch.nn.functional as F

loss_fn = lambda logits, labels: F.cross_entropy(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "comprehension over heads": """\
import torch
import torch.nn.functional as F


def losses(heads: list[torch.Tensor], labels: torch.Tensor):
    return [F.cross_entropy(torch.softmax(h, dim=1), labels) for h in heads]  # expect: TEF309
""",
    "loss written over several lines": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    loss = F.cross_entropy(  # expect: TEF309
        probs,
        labels,
        weight=weight,
        ignore_index=-100,
    )
    return loss
""",
    "accuracy and loss share the probabilities": """\
import torch
import torch.nn.functional as F


def evaluate(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    correct = probs.argmax(dim=1) == labels
    return F.cross_entropy(probs, labels), correct  # expect: TEF309
""",
    "nested function": """\
import torch
import torch.nn.functional as F


def make_loss(temperature: float):
    def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
        probs = torch.softmax(logits / temperature, dim=1)
        return F.cross_entropy(probs, labels)  # expect: TEF309

    return loss_fn
""",
    "walrus": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    if (probs := logits.softmax(dim=1)).requires_grad:
        return F.cross_entropy(probs, labels)  # expect: TEF309
    return None
""",
    "masked rows of the probabilities": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    return F.cross_entropy(probs[mask], labels[mask])  # expect: TEF309
""",
    "two losses and one of them on probabilities": """\
import torch
import torch.nn.functional as F


def loss_fn(coarse: torch.Tensor, fine: torch.Tensor, labels: torch.Tensor):
    a = F.cross_entropy(coarse, labels)
    b = F.cross_entropy(fine.softmax(dim=1), labels)  # expect: TEF309
    return a + b
""",
}

LEAVE: dict[str, str] = {
    "logits into cross_entropy": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels)
""",
    "log_softmax into cross_entropy": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(F.log_softmax(logits, dim=1), labels)
""",
    "module that ends in log_softmax into CrossEntropyLoss": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(20, 5), nn.LogSoftmax(dim=1))
criterion = nn.CrossEntropyLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "log_softmax into nll_loss": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_probs = torch.log_softmax(logits, dim=1)
    return F.nll_loss(log_probs, labels)
""",
    "log_softmax module into NLLLoss": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(20, 5), nn.LogSoftmax(dim=1))
criterion = nn.NLLLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "softmax of the teacher as the target": """\
import torch
import torch.nn.functional as F


def distil(student: torch.Tensor, teacher: torch.Tensor):
    return F.cross_entropy(student, F.softmax(teacher, dim=1))
""",
    "softmax as a keyword target": """\
import torch
import torch.nn.functional as F


def distil(student: torch.Tensor, teacher: torch.Tensor):
    soft = teacher.softmax(dim=1)
    return F.cross_entropy(target=soft, input=student)
""",
    "softmax for the accuracy and logits for the loss": """\
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    correct = probs.argmax(dim=1) == labels
    return F.cross_entropy(logits, labels), correct
""",
    "name bound to logits again": """\
import torch
import torch.nn.functional as F
from torch import nn

head = nn.Linear(16, 4)


def loss_fn(scores: torch.Tensor, values: torch.Tensor, labels: torch.Tensor):
    out = torch.softmax(scores, dim=-1)
    out = head(out @ values)
    return F.cross_entropy(out, labels)
""",
    "attention softmax in the middle of a module": """\
import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, d, classes):
        super().__init__()
        self.score = nn.Linear(d, 1)
        self.out = nn.Linear(d, classes)

    def forward(self, x):
        weights = F.softmax(self.score(x), dim=1)
        pooled = (weights * x).sum(dim=1)
        return self.out(pooled)


model = Attention(32, 5)
criterion = nn.CrossEntropyLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "softmax weights mix logits": """\
import torch
import torch.nn.functional as F


def mixture(gate: torch.Tensor, expert_logits: torch.Tensor, labels: torch.Tensor):
    weights = torch.softmax(gate, dim=1).unsqueeze(2)
    return F.cross_entropy((weights * expert_logits).sum(dim=1), labels)
""",
    "module that returns a softmax only for prediction": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        if self.training:
            return logits
        return F.softmax(logits, dim=1)


net = Net()
criterion = nn.CrossEntropyLoss()


def train_step(x: torch.Tensor, y: torch.Tensor):
    net.train()
    loss = criterion(net(x), y)
    loss.backward()
""",
    "predict method applies the softmax": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        return self.fc(x)

    def predict(self, x):
        return F.softmax(self(x), dim=1)


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(net(x), y)
""",
    "logits of a module that returns both": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        return logits, F.softmax(logits, dim=1)


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    logits, probs = net(x)
    return F.cross_entropy(logits, y), probs
""",
    "softmax layer cut off": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 3), nn.Softmax(dim=1))
body = model[:-1]


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(body(x), y)
""",
    "softmax in the middle of a sequential": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(10, 32), nn.Softmax(dim=1), nn.Linear(32, 3))


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(model(x), y)
""",
    "own cross_entropy on probabilities": """\
import torch


def cross_entropy(probs: torch.Tensor, labels: torch.Tensor):
    picked = probs.gather(1, labels.unsqueeze(1))
    return -picked.clamp(min=1e-6).log().mean(dim=0)


def loss_fn(logits: torch.Tensor, probs: torch.Tensor, labels: torch.Tensor):
    return cross_entropy(probs, labels), torch.softmax(logits, dim=1)
""",
    "own criterion class of the same name": """\
import torch
from torch import nn


class CrossEntropyLoss(nn.Module):
    def forward(self, probs, labels):
        return 1.0 - probs.gather(1, labels.unsqueeze(1)).mean(dim=0)


criterion = CrossEntropyLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)
""",
    "unknown criterion": """\
import torch


def loss_fn(criterion, logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)
""",
    "unknown predictions": """\
import torch
import torch.nn.functional as F


def loss_fn(batch):
    return F.cross_entropy(batch["probs"], batch["labels"])
""",
    "unknown model": """\
import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def step(model, x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "numpy softmax for the report": """\
import numpy as np
import torch
import torch.nn.functional as F


def report(logits: torch.Tensor, labels: torch.Tensor):
    scores = logits.detach().numpy()
    probs = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return F.cross_entropy(logits, labels), probs
""",
    "mean squared error on probabilities": """\
import torch
import torch.nn.functional as F


def brier(logits: torch.Tensor, onehot: torch.Tensor):
    return F.mse_loss(torch.softmax(logits, dim=1), onehot)
""",
    "divergence between distributions": """\
import torch
import torch.nn.functional as F


def distil(student: torch.Tensor, teacher: torch.Tensor):
    target = F.softmax(teacher, dim=1)
    return F.kl_div(F.log_softmax(student, dim=1), target, reduction="batchmean")
""",
    "softmax of other logits": """\
import torch
import torch.nn.functional as F


def two_heads(a: torch.Tensor, b: torch.Tensor, labels: torch.Tensor):
    gate = torch.softmax(a, dim=1)
    loss = F.cross_entropy(b, labels)
    return loss, gate
""",
    "softmax branch not used for the loss": """\
import torch
import torch.nn.functional as F


def head(logits: torch.Tensor, labels=None):
    if labels is None:
        return F.softmax(logits, dim=1)
    return F.cross_entropy(logits, labels)
""",
    "softmax after the loss": """\
import torch
import torch.nn.functional as F


def step(out: torch.Tensor, labels: torch.Tensor):
    loss = F.cross_entropy(out, labels)
    out = F.softmax(out, dim=1)
    return loss, out
""",
    "softmax for sampling only": """\
import torch
import torch.nn.functional as F


def step(logits: torch.Tensor, labels: torch.Tensor):
    sample = torch.multinomial(torch.softmax(logits, dim=-1), num_samples=1)
    return F.cross_entropy(logits, labels), sample
""",
    "class weights by a softmax": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, labels: torch.Tensor, counts: torch.Tensor):
    weight = torch.softmax(-counts, dim=0)
    return F.cross_entropy(logits, labels, weight=weight)
""",
    "criterion object with class weights by a softmax": """\
import torch
from torch import nn


def make(counts: torch.Tensor, logits: torch.Tensor, labels: torch.Tensor):
    criterion = nn.CrossEntropyLoss(weight=torch.softmax(counts, dim=0))
    return criterion(logits, labels)
""",
    "other activation before the loss": """\
import torch
import torch.nn.functional as F


def loss_fn(hidden: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(torch.relu(hidden), labels)
""",
    "subclass that returns logits": """\
import torch
import torch.nn.functional as F
from torch import nn


class Probabilities(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        return F.softmax(self.fc(x), dim=1)


class Logits(Probabilities):
    def forward(self, x):
        return self.fc(x)


net = Logits()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(net(x), y)
""",
    "last layer replaced by identity": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)
        self.activation = nn.Identity()

    def forward(self, x):
        return self.activation(self.fc(x))


net = Net()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(net(x), y)
""",
    "transformer layer output": """\
import torch
from torch import nn

encoder = nn.TransformerEncoderLayer(d_model=64, nhead=4, batch_first=True)
head = nn.Linear(64, 10)
criterion = nn.CrossEntropyLoss()


def loss_fn(tokens: torch.Tensor, labels: torch.Tensor):
    hidden = encoder(tokens)
    return criterion(head(hidden[:, 0]), labels)
""",
    "own softmax function that scales only": """\
import torch
import torch.nn.functional as F


def softmax(x: torch.Tensor):
    return x * 2.0


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(softmax(logits), labels)
""",
    "contrastive similarities": """\
import torch
import torch.nn.functional as F


def info_nce(a: torch.Tensor, b: torch.Tensor):
    a = F.normalize(a, dim=1)
    b = F.normalize(b, dim=1)
    logits = a @ b.t() / 0.07
    labels = torch.arange(logits.size(0), device=logits.device)
    return F.cross_entropy(logits, labels)
""",
    "multi-label loss on probabilities of classes": """\
import torch
import torch.nn.functional as F


def loss_fn(logits: torch.Tensor, onehot: torch.Tensor):
    return F.binary_cross_entropy(torch.softmax(logits, dim=1), onehot)
""",
    "different criteria for two networks": """\
import torch
from torch import nn

policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=1))
classifier = nn.Sequential(nn.Linear(4, 2))
criterion = nn.CrossEntropyLoss()


def step(x: torch.Tensor, y: torch.Tensor):
    probs = policy(x)
    return criterion(classifier(x), y), probs
""",
}
