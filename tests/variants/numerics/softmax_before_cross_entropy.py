"""TEF309 softmax-before-cross-entropy: programs that must be flagged and near misses that must stay silent.

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
    "functional softmax straight into cross_entropy": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "softmax through a name": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "softmax through two names": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    p = torch.softmax(logits, dim=-1)
    outputs = p
    loss = F.cross_entropy(outputs, labels)  # expect: TEF309
    return loss
""",
    "method softmax": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits.softmax(dim=1), labels)  # expect: TEF309
""",
    "keyword arguments": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = logits.softmax(-1)
    return F.cross_entropy(input=probs, target=labels, label_smoothing=0.1)  # expect: TEF309
""",
    "keyword arguments the other way round": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(target=labels, input=torch.softmax(logits, 1))  # expect: TEF309
""",
    "criterion object": """\
criterion = nn.CrossEntropyLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "criterion made and called at once": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    return torch.nn.CrossEntropyLoss(ignore_index=255)(probs, labels)  # expect: TEF309
""",
    "torch under another name": Whole("""\
import torch as th


def loss_fn(logits: th.Tensor, labels: th.Tensor):
    return th.nn.functional.cross_entropy(th.softmax(logits, dim=1), labels)  # expect: TEF309
"""),
    "functions imported from the functional module": Whole("""\
import torch
from torch.nn.functional import cross_entropy, softmax


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return cross_entropy(softmax(logits, dim=1), labels, reduction="none")  # expect: TEF309
"""),
    "functional module under its package": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    scores = nn.functional.softmax(logits, dim=1)
    return nn.functional.cross_entropy(scores, labels)  # expect: TEF309
""",
    "softmax module object": """\
softmax = nn.Softmax(dim=1)


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(softmax(logits), labels)  # expect: TEF309
""",
    "softmax module made and called at once": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = nn.Softmax(dim=-1)(logits)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "loss class with attributes": """\
class SoftmaxLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=1)
        self.ce = nn.CrossEntropyLoss()

    def forward(self, logits, labels):
        return self.ce(self.softmax(logits), labels)  # expect: TEF309
""",
    "sequential that ends in softmax": """\
model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 3), nn.Softmax(dim=1))
criterion = nn.CrossEntropyLoss()
inputs = torch.randn(8, 10)
labels = torch.randint(0, 3, (8,))
loss = criterion(model(inputs), labels)  # expect: TEF309
loss.backward()
""",
    "sequential that ends in softmax through the output's name": """\
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
    "sequential from an ordered dict": Whole("""\
from collections import OrderedDict
import torch
from torch import nn
import torch.nn.functional as F

head = nn.Sequential(OrderedDict([("fc", nn.Linear(16, 4)), ("prob", nn.Softmax(dim=1))]))


def loss_fn(features: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(head(features), labels)  # expect: TEF309
"""),
    "sequential inside a sequential": """\
backbone = nn.Sequential(nn.Linear(10, 16), nn.Tanh())
head = nn.Sequential(nn.Linear(16, 4), nn.Softmax(dim=1))
model = nn.Sequential(backbone, head)


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(model(x), y)  # expect: TEF309
""",
    "module whose forward returns a softmax": """\
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
class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
        self.criterion = nn.CrossEntropyLoss()

    def loss(self, x: torch.Tensor, y: torch.Tensor):
        pred = self.model(x)
        return self.criterion(pred, y)  # expect: TEF309
""",
    "forward that returns two values and the softmax is used": """\
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
def predict(weight: torch.Tensor, x: torch.Tensor):
    return torch.softmax(x @ weight, dim=1)


def loss_fn(weight: torch.Tensor, x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(predict(weight, x), y)  # expect: TEF309
""",
    "method of the same class that returns a softmax": """\
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
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "softmax into an NLLLoss object": """\
criterion = nn.NLLLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = logits.softmax(dim=1)
    return criterion(probs, labels)  # expect: TEF309
""",
    "module that ends in softmax into NLLLoss": """\
model = nn.Sequential(nn.Linear(20, 2), nn.Softmax(dim=1))
criterion = nn.NLLLoss(reduction="sum")


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)  # expect: TEF309 "take log_softmax in place of the softmax"
""",
    "sequence model that flattens the probabilities": """\
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
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=-1)
    return F.cross_entropy(probs.transpose(1, 2), labels)  # expect: TEF309
""",
    "segmentation map by Softmax2d": """\
activation = nn.Softmax2d()
criterion = nn.CrossEntropyLoss(ignore_index=255)


def loss_fn(scores: torch.Tensor, mask: torch.Tensor):
    return criterion(activation(scores), mask)  # expect: TEF309
""",
    "softmax cast to float first": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1).float()
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "rebinding the same name": """\
def loss_fn(out: torch.Tensor, labels: torch.Tensor):
    out = F.softmax(out, dim=1)
    loss = F.cross_entropy(out, labels)  # expect: TEF309
    return loss
""",
    "temperature inside the softmax": """\
def distil(student: torch.Tensor, teacher: torch.Tensor, temperature: float):
    soft = F.softmax(teacher / temperature, dim=1)
    return F.cross_entropy(F.softmax(student / temperature, dim=1), soft)  # expect: TEF309
""",
    "both branches end in a softmax": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor, sharpen: bool):
    if sharpen:
        probs = F.softmax(logits / 0.5, dim=1)
    else:
        probs = F.softmax(logits, dim=1)
    return F.cross_entropy(probs, labels)  # expect: TEF309
""",
    "lambda": """\
loss_fn = lambda logits, labels: F.cross_entropy(F.softmax(logits, dim=1), labels)  # expect: TEF309
""",
    "comprehension over heads": """\
def losses(heads: list[torch.Tensor], labels: torch.Tensor):
    return [F.cross_entropy(torch.softmax(h, dim=1), labels) for h in heads]  # expect: TEF309
""",
    "loss written over several lines": """\
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
def evaluate(logits: torch.Tensor, labels: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    correct = probs.argmax(dim=1) == labels
    return F.cross_entropy(probs, labels), correct  # expect: TEF309
""",
    "nested function": """\
def make_loss(temperature: float):
    def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
        probs = torch.softmax(logits / temperature, dim=1)
        return F.cross_entropy(probs, labels)  # expect: TEF309

    return loss_fn
""",
    "walrus": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    if (probs := logits.softmax(dim=1)).requires_grad:
        return F.cross_entropy(probs, labels)  # expect: TEF309
    return None
""",
    "masked rows of the probabilities": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor):
    probs = torch.softmax(logits, dim=1)
    return F.cross_entropy(probs[mask], labels[mask])  # expect: TEF309
""",
    "two losses and one of them on probabilities": """\
def loss_fn(coarse: torch.Tensor, fine: torch.Tensor, labels: torch.Tensor):
    a = F.cross_entropy(coarse, labels)
    b = F.cross_entropy(fine.softmax(dim=1), labels)  # expect: TEF309
    return a + b
""",
    "a method of the module that returns probabilities feeds the criterion attribute": """\
class Classifier(nn.Module):
    def __init__(self, n_in: int, n_out: int) -> None:
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    def predict_proba(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x).softmax(dim=-1)

    def training_step(self, batch: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        x, y = batch
        return self.criterion(self.predict_proba(x), y)  # expect: TEF309
""",
    "forward returns a pair and the probabilities are unpacked first": """\
class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(32, 16)
        self.head = nn.Linear(16, 4)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = F.relu(self.body(x))
        return F.softmax(self.head(features), dim=1), features


def step(model: Encoder, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    scores, features = model(x)
    penalty = features.pow(2).mean(dim=1).mean(dim=0)
    return F.cross_entropy(scores, y) + 1e-3 * penalty  # expect: TEF309
""",
    "a dictionary of outputs holds the softmax under a key": """\
encoder = nn.Linear(8, 3)


def run(x: torch.Tensor) -> dict[str, torch.Tensor]:
    logits = encoder(x)
    return {"logits": logits, "probs": torch.softmax(logits, dim=-1)}


def loss_of(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    out = run(x)
    return F.cross_entropy(out["probs"], y)  # expect: TEF309
""",
    "layers collected in a list, softmax appended last, then starred into Sequential": """\
def mlp(sizes: list[int]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for n_in, n_out in zip(sizes[:-1], sizes[1:]):
        layers.append(nn.Linear(n_in, n_out))
        layers.append(nn.ReLU())
    layers.append(nn.Softmax(dim=1))
    return nn.Sequential(*layers)


def fit(x: torch.Tensor, y: torch.Tensor) -> None:
    net = mlp([4, 16, 3])
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    loss_fn = nn.CrossEntropyLoss()
    for _ in range(100):
        opt.zero_grad()
        loss = loss_fn(net(x), y)  # expect: TEF309
        loss.backward()
        opt.step()
""",
    "graph network: the masked rows of a softmax": """\
class GCN(nn.Module):
    def __init__(self, n_feat: int, n_class: int) -> None:
        super().__init__()
        self.lin1 = nn.Linear(n_feat, 16)
        self.lin2 = nn.Linear(16, n_class)

    def forward(self, x: torch.Tensor, adj: torch.Tensor) -> torch.Tensor:
        x = F.relu(adj @ self.lin1(x))
        x = F.dropout(x, training=self.training)
        return F.softmax(adj @ self.lin2(x), dim=1)


def train_loss(model: GCN, x: torch.Tensor, adj: torch.Tensor, y: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    out = model(x, adj)
    return F.nll_loss(out[mask], y[mask])  # expect: TEF309
""",
    "language model: flattened after the softmax": """\
class LanguageModel(nn.Module):
    def __init__(self, vocab: int, width: int) -> None:
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, vocab)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.rnn(self.embed(tokens))
        return self.out(hidden).softmax(-1)

    def loss(self, tokens: torch.Tensor) -> torch.Tensor:
        probs = self(tokens[:, :-1])
        return F.cross_entropy(probs.reshape(-1, probs.size(-1)), tokens[:, 1:].reshape(-1))  # expect: TEF309
""",
    "channels moved first between the softmax and the loss": Whole("""\
import torch
import torch.nn as nn


def segmentation_loss(features: torch.Tensor, head: nn.Linear, masks: torch.Tensor) -> torch.Tensor:
    probs = torch.softmax(head(features), dim=-1)
    probs = probs.permute(0, 3, 1, 2)
    criterion = nn.CrossEntropyLoss(ignore_index=255)
    return criterion(probs, masks)  # expect: TEF309
"""),
    "a walrus in the condition": """\
def auxiliary(head: nn.Linear, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor | None:
    if (p := F.softmax(head(x), dim=1)).size(0) > 1:
        return F.cross_entropy(p, y, reduction="mean")  # expect: TEF309
    return None
""",
    "keywords, target written before the input": """\
def loss(logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    scores = logits.softmax(dim=1)
    return F.cross_entropy(target=labels, weight=weight, input=scores)  # expect: TEF309
""",
    "the base class has the loss, the subclass's forward ends in softmax": """\
class Base(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ce = nn.CrossEntropyLoss()


class Digits(Base):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(784, 10)
        self.act = nn.Softmax(dim=-1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(self.fc(x.flatten(1)))

    def step(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return self.ce(self.forward(x), y)  # expect: TEF309
""",
    "a comprehension over several heads": Whole("""\
import torch
from torch import nn
from torch.nn.functional import cross_entropy, softmax


class MultiTask(nn.Module):
    def __init__(self, sizes: list[int]) -> None:
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(64, n) for n in sizes])

    def losses(self, z: torch.Tensor, targets: list[torch.Tensor]) -> list[torch.Tensor]:
        return [cross_entropy(softmax(head(z), dim=1), t) for head, t in zip(self.heads, targets)]  # expect: TEF309
"""),
    "closure given to LBFGS": """\
def fit(x: torch.Tensor, y: torch.Tensor) -> nn.Module:
    model = nn.Sequential(nn.Linear(2, 3), nn.Softmax(1))
    opt = torch.optim.LBFGS(model.parameters(), max_iter=20)

    def closure() -> torch.Tensor:
        opt.zero_grad()
        loss = F.cross_entropy(model(x), y)  # expect: TEF309
        loss.backward()
        return loss

    opt.step(closure)
    return model
""",
    "the criterion is picked from a dictionary of losses": """\
LOSSES = {"ce": nn.CrossEntropyLoss(), "nll": nn.NLLLoss()}


def classify(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    probabilities = nn.Softmax(dim=1)(logits)
    return LOSSES["nll"](probabilities, y)  # expect: TEF309
""",
    "both branches give a softmax, with and without temperature": """\
def loss(logits: torch.Tensor, y: torch.Tensor, temperature: float = 1.0) -> torch.Tensor:
    if temperature != 1.0:
        out = F.softmax(logits / temperature, dim=1)
    else:
        out = F.softmax(logits, dim=1)
    return F.cross_entropy(out, y)  # expect: TEF309
""",
    "a multi-line call starts where the finding stands": """\
def boxes_loss(class_logits: torch.Tensor, box_delta: torch.Tensor, labels: torch.Tensor, gt: torch.Tensor):
    classification = F.cross_entropy(  # expect: TEF309
        F.softmax(class_logits, dim=-1),
        labels,
        reduction="sum",
    )
    regression = F.smooth_l1_loss(box_delta, gt, reduction="sum")
    return classification + regression
""",
    "Softmax2d at the end of a segmentation network": """\
net = nn.Sequential(
    nn.Conv2d(3, 16, 3, padding=1),
    nn.ReLU(),
    nn.Conv2d(16, 5, 1),
    nn.Softmax2d(),
)
criterion = nn.CrossEntropyLoss()


def loss_of(images: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    return criterion(net(images), masks)  # expect: TEF309
""",
    "a named Sequential from an OrderedDict": Whole("""\
from collections import OrderedDict

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = nn.Sequential(
            OrderedDict([("fc", nn.Linear(10, 5)), ("relu", nn.ReLU()), ("prob", nn.Softmax(dim=1))])
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.model(x)


def objective(net: Net, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return nn.CrossEntropyLoss()(net(x), y)  # expect: TEF309
"""),
}

LEAVE: dict[str, str] = {
    "logits into cross_entropy": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels)
""",
    "log_softmax into cross_entropy": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(F.log_softmax(logits, dim=1), labels)
""",
    "module that ends in log_softmax into CrossEntropyLoss": """\
model = nn.Sequential(nn.Linear(20, 5), nn.LogSoftmax(dim=1))
criterion = nn.CrossEntropyLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "log_softmax into nll_loss": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_probs = torch.log_softmax(logits, dim=1)
    return F.nll_loss(log_probs, labels)
""",
    "log_softmax module into NLLLoss": """\
model = nn.Sequential(nn.Linear(20, 5), nn.LogSoftmax(dim=1))
criterion = nn.NLLLoss()


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "softmax of the teacher as the target": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    return F.cross_entropy(student, F.softmax(teacher, dim=1))
""",
    "softmax as a keyword target": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    soft = teacher.softmax(dim=1)
    return F.cross_entropy(target=soft, input=student)
""",
    "softmax for the accuracy and logits for the loss": """\
def step(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    correct = probs.argmax(dim=1) == labels
    return F.cross_entropy(logits, labels), correct
""",
    "name bound to logits again": """\
head = nn.Linear(16, 4)


def loss_fn(scores: torch.Tensor, values: torch.Tensor, labels: torch.Tensor):
    out = torch.softmax(scores, dim=-1)
    out = head(out @ values)
    return F.cross_entropy(out, labels)
""",
    "attention softmax in the middle of a module": """\
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
def mixture(gate: torch.Tensor, expert_logits: torch.Tensor, labels: torch.Tensor):
    weights = torch.softmax(gate, dim=1).unsqueeze(2)
    return F.cross_entropy((weights * expert_logits).sum(dim=1), labels)
""",
    "module that returns a softmax only for prediction": """\
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
model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 3), nn.Softmax(dim=1))
body = model[:-1]


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(body(x), y)
""",
    "softmax in the middle of a sequential": """\
model = nn.Sequential(nn.Linear(10, 32), nn.Softmax(dim=1), nn.Linear(32, 3))


def loss_fn(x: torch.Tensor, y: torch.Tensor):
    return F.cross_entropy(model(x), y)
""",
    "own cross_entropy on probabilities": """\
def cross_entropy(probs: torch.Tensor, labels: torch.Tensor):
    picked = probs.gather(1, labels.unsqueeze(1))
    return -picked.clamp(min=1e-6).log().mean(dim=0)


def loss_fn(logits: torch.Tensor, probs: torch.Tensor, labels: torch.Tensor):
    return cross_entropy(probs, labels), torch.softmax(logits, dim=1)
""",
    "own criterion class of the same name": """\
class CrossEntropyLoss(nn.Module):
    def forward(self, probs, labels):
        return 1.0 - probs.gather(1, labels.unsqueeze(1)).mean(dim=0)


criterion = CrossEntropyLoss()


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)
""",
    "unknown criterion": """\
def loss_fn(criterion, logits: torch.Tensor, labels: torch.Tensor):
    return criterion(torch.softmax(logits, dim=1), labels)
""",
    "unknown predictions": """\
def loss_fn(batch):
    return F.cross_entropy(batch["probs"], batch["labels"])
""",
    "unknown model": """\
criterion = nn.CrossEntropyLoss()


def step(model, x: torch.Tensor, y: torch.Tensor):
    return criterion(model(x), y)
""",
    "numpy softmax for the report": Whole("""\
import numpy as np
import torch
import torch.nn.functional as F


def report(logits: torch.Tensor, labels: torch.Tensor):
    scores = logits.detach().numpy()
    probs = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return F.cross_entropy(logits, labels), probs
"""),
    "mean squared error on probabilities": """\
def brier(logits: torch.Tensor, onehot: torch.Tensor):
    return F.mse_loss(torch.softmax(logits, dim=1), onehot)
""",
    "divergence between distributions": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    target = F.softmax(teacher, dim=1)
    return F.kl_div(F.log_softmax(student, dim=1), target, reduction="batchmean")
""",
    "softmax of other logits": """\
def two_heads(a: torch.Tensor, b: torch.Tensor, labels: torch.Tensor):
    gate = torch.softmax(a, dim=1)
    loss = F.cross_entropy(b, labels)
    return loss, gate
""",
    "softmax branch not used for the loss": """\
def head(logits: torch.Tensor, labels=None):
    if labels is None:
        return F.softmax(logits, dim=1)
    return F.cross_entropy(logits, labels)
""",
    "softmax after the loss": """\
def step(out: torch.Tensor, labels: torch.Tensor):
    loss = F.cross_entropy(out, labels)
    out = F.softmax(out, dim=1)
    return loss, out
""",
    "softmax for sampling only": """\
def step(logits: torch.Tensor, labels: torch.Tensor):
    sample = torch.multinomial(torch.softmax(logits, dim=-1), num_samples=1)
    return F.cross_entropy(logits, labels), sample
""",
    "class weights by a softmax": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor, counts: torch.Tensor):
    weight = torch.softmax(-counts, dim=0)
    return F.cross_entropy(logits, labels, weight=weight)
""",
    "criterion object with class weights by a softmax": """\
def make(counts: torch.Tensor, logits: torch.Tensor, labels: torch.Tensor):
    criterion = nn.CrossEntropyLoss(weight=torch.softmax(counts, dim=0))
    return criterion(logits, labels)
""",
    "other activation before the loss": """\
def loss_fn(hidden: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(torch.relu(hidden), labels)
""",
    "subclass that returns logits": """\
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
encoder = nn.TransformerEncoderLayer(d_model=64, nhead=4, batch_first=True)
head = nn.Linear(64, 10)
criterion = nn.CrossEntropyLoss()


def loss_fn(tokens: torch.Tensor, labels: torch.Tensor):
    hidden = encoder(tokens)
    return criterion(head(hidden[:, 0]), labels)
""",
    "own softmax function that scales only": """\
def softmax(x: torch.Tensor):
    return x * 2.0


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(softmax(logits), labels)
""",
    "contrastive similarities": """\
def info_nce(a: torch.Tensor, b: torch.Tensor):
    a = F.normalize(a, dim=1)
    b = F.normalize(b, dim=1)
    logits = a @ b.t() / 0.07
    labels = torch.arange(logits.size(0), device=logits.device)
    return F.cross_entropy(logits, labels)
""",
    "multi-label loss on probabilities of classes": """\
def loss_fn(logits: torch.Tensor, onehot: torch.Tensor):
    return F.binary_cross_entropy(torch.softmax(logits, dim=1), onehot)
""",
    "different criteria for two networks": """\
policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=1))
classifier = nn.Sequential(nn.Linear(4, 2))
criterion = nn.CrossEntropyLoss()


def step(x: torch.Tensor, y: torch.Tensor):
    probs = policy(x)
    return criterion(classifier(x), y), probs
""",
    "distillation: the softmax is the soft target, not the input": """\
def distill(student: torch.Tensor, teacher: torch.Tensor, labels: torch.Tensor, t: float) -> torch.Tensor:
    soft = F.softmax(teacher.detach() / t, dim=1)
    return F.cross_entropy(student / t, soft) * t * t + F.cross_entropy(student, labels)
""",
    "the softmax is only on the way out of evaluation mode": """\
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(10, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logits = self.fc(x)
        if not self.training:
            return F.softmax(logits, dim=1)
        return logits


def loss(net: Net, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    net.train()
    return F.cross_entropy(net(x), y)
""",
    "of the pair the loss takes the logits": """\
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(10, 3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = self.fc(x)
        return logits, F.softmax(logits, dim=1)


def step(net: Net, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    logits, probs = net(x)
    loss = F.cross_entropy(logits, y)
    hits = probs.argmax(dim=1) == y
    return loss, hits
""",
    "of the dictionary the loss takes the logits": """\
encoder = nn.Linear(8, 3)


def run(x: torch.Tensor) -> dict[str, torch.Tensor]:
    logits = encoder(x)
    return {"logits": logits, "probs": torch.softmax(logits, dim=-1)}


def loss_of(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    out = run(x)
    return F.cross_entropy(out["logits"], y)
""",
    "the training loss goes through the network without its last layer": """\
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3), nn.Softmax(dim=1))


def loss(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    logits = net[:-1](x)
    return F.cross_entropy(logits, y)
""",
    "mixture of experts: softmax gates weigh expert logits": """\
class Mixture(nn.Module):
    def __init__(self, width: int, experts: int, classes: int) -> None:
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = nn.ModuleList([nn.Linear(width, classes) for _ in range(experts)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        gates = F.softmax(self.gate(x), dim=-1)
        outs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return torch.einsum("be,bec->bc", gates, outs)


def loss(model: Mixture, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(model(x), y)
""",
    "attention pooling: the softmax is followed by a linear head": """\
class Pooled(nn.Module):
    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        self.score = nn.Sequential(nn.Linear(width, 1), nn.Softmax(dim=1))
        self.head = nn.Linear(width, classes)
        self.loss = nn.CrossEntropyLoss()

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        weights = self.score(x)
        pooled = (weights * x).sum(dim=1)
        return self.loss(self.head(pooled), y)
""",
    "the subclass overrides the method that had the softmax": """\
class Demo(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(6, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.softmax(self.fc(x), dim=1)


class Trainable(Demo):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)


def loss(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    model = Trainable()
    return F.cross_entropy(model(x), y)
""",
    "log_softmax into NLLLoss by a Sequential": """\
net = nn.Sequential(nn.Linear(4, 3), nn.LogSoftmax(dim=1))
criterion = nn.NLLLoss()


def loss(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    out = net(x)
    confidence = out.exp().amax(dim=1)
    return criterion(out, y) + 0.01 * confidence.mean(dim=0)
""",
    "log_softmax into cross_entropy is redundant, not wrong": """\
def loss(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    logp = F.log_softmax(logits, dim=1)
    return F.cross_entropy(logp, y)
""",
    "a criterion of this file with torch's name takes probabilities": """\
class CrossEntropyLoss(nn.Module):
    def forward(self, probs: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        picked = probs.gather(1, target.unsqueeze(1)).squeeze(1)
        return ((1 - picked**0.7) / 0.7).mean(dim=0)


def loss(scores: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    criterion = CrossEntropyLoss()
    return criterion(F.softmax(scores, dim=1), y)
""",
    "the name is bound to logits again before the loss": """\
def loss(head: nn.Linear, aux: nn.Linear, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    out = F.softmax(aux(x), dim=1)
    usage = out.mean(dim=0)
    out = head(x)
    return F.cross_entropy(out, y), usage
""",
    "kl_div and mse_loss of softmax results": """\
def consistency(weak: torch.Tensor, strong: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    p, q = F.softmax(weak, dim=1).detach(), F.softmax(strong, dim=1)
    return F.mse_loss(q, p), F.kl_div(F.log_softmax(strong, dim=1), p, reduction="batchmean")
""",
    "pseudo labels: softmax of the weak view picks labels, logits of the strong view meet the loss": """\
def fixmatch(model: nn.Module, weak: torch.Tensor, strong: torch.Tensor, threshold: float) -> torch.Tensor:
    with torch.no_grad():
        confidence, labels = torch.softmax(model(weak), dim=-1).max(dim=-1)
        keep = (confidence >= threshold).float()
    per_sample = F.cross_entropy(model(strong), labels, reduction="none")
    return (per_sample * keep).mean(dim=0)
""",
    "nothing says what the untyped argument holds": """\
criterion = nn.CrossEntropyLoss()


def loss(probs, labels):
    return criterion(probs, labels)


class Trainer:
    def __init__(self, model, device):
        self.model, self.device = model, device

    def step(self, x, y):
        return criterion(self.model(x.to(self.device)), y.to(self.device)), torch.zeros(1)
""",
    "the module with a softmax method trains on forward": """\
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(5, 3)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)

    @torch.no_grad()
    def predict(self, x: torch.Tensor) -> torch.Tensor:
        return self.softmax(self(x))


def loss(net: Net, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return nn.functional.cross_entropy(net(x), y)
""",
}
