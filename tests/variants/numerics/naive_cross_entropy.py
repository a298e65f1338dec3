"""TEF311 naive-cross-entropy: programs that must be flagged and near misses that must stay silent.

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
    "a policy gradient, whose sum has no minus of its own, and a weighted loss": """\
def policy(logits, actions, advantages):
    logp = torch.log(torch.softmax(logits, dim=-1))
    hot = F.one_hot(actions, 9).float()
    taken = (logp * hot).sum(dim=-1)  # expect: TEF311?
    return -(taken * advantages).mean()


def weighted(logits, labels, w):
    logp = torch.log(torch.softmax(logits, dim=-1))
    ce = -(logp * labels).sum(dim=-1)  # expect: TEF311
    return (ce * w).mean()
""",
    "logsumexp taken off the logits": """\
def loss(labels: torch.Tensor, logits: torch.Tensor):
    logits = logits - logits.amax(dim=1, keepdim=True)
    log_probabilities = logits - torch.logsumexp(logits, 1, keepdim=True)
    return -torch.sum(labels * log_probabilities, 1).mean()  # expect: TEF311? "is a cross-entropy"


def total(labels: torch.Tensor, logits: torch.Tensor):
    return -(labels * (logits - logits.logsumexp(-1).unsqueeze(-1))).sum()  # expect: TEF311?
""",
    "tutorial form": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -torch.sum(labels * F.log_softmax(logits, dim=1))  # expect: TEF311?
""",
    "log_softmax through a name": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_probs = F.log_softmax(logits, dim=-1)
    return -torch.sum(labels * log_probs)  # expect: TEF311?
""",
    "sum per row": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -torch.sum(labels * torch.log_softmax(logits, dim=1), dim=1)  # expect: TEF311?
"""),
    "method sum": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "factors the other way round": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -(logits.log_softmax(dim=-1) * labels).sum(-1)  # expect: TEF311?
"""),
    "minus inside the product": """\
def soft_target_cross_entropy(x: torch.Tensor, target: torch.Tensor):
    return torch.sum(-target * F.log_softmax(x, dim=-1), dim=-1)  # expect: TEF311?
""",
    "minus on the log-probabilities": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    nll = -F.log_softmax(logits, dim=1)
    return (target * nll).sum(dim=1)  # expect: TEF311?
""",
    "minus on the second factor": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    logp = F.log_softmax(logits, dim=1)
    return torch.sum(target * -logp, dim=1)  # expect: TEF311?
""",
    "minus after the mean": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return -(target * F.log_softmax(logits, dim=1)).sum(dim=1).mean(dim=0)  # expect: TEF311?
""",
    "mean function around the sum": """\
def loss_fn(logits: torch.Tensor, target: torch.Tensor):
    return torch.mean(-torch.sum(target * F.log_softmax(logits, dim=1), dim=1), dim=0)  # expect: TEF311?
""",
    "log of softmax": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -torch.sum(labels * torch.log(torch.softmax(logits, dim=1)), dim=1)  # expect: TEF311
"""),
    "log of softmax through names": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    return -(labels * probs.log()).sum(dim=1)  # expect: TEF311
""",
    "log of softmax with an epsilon": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    probs = F.softmax(logits, dim=1)
    return -(labels * torch.log(probs + 1e-8)).sum(dim=1)  # expect: TEF311
""",
    "log of softmax with a clamp": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    pred = F.softmax(logits, dim=1)
    pred = torch.clamp(pred, min=1e-7, max=1.0)
    return -1 * torch.sum(labels * torch.log(pred), dim=1)  # expect: TEF311
""",
    "torch.mul and neg": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_probs = torch.log_softmax(logits, dim=1)
    return torch.neg(torch.sum(torch.mul(labels, log_probs), dim=1))  # expect: TEF311?
"""),
    "mul and neg methods": Whole("""\
import torch


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return labels.mul(logits.log_softmax(1)).sum(1).neg()  # expect: TEF311?
"""),
    "keyword arguments": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    weighted = labels * F.log_softmax(input=logits, dim=1)
    return -torch.sum(input=weighted, dim=1)  # expect: TEF311?
""",
    "axis keyword": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -torch.sum(labels * F.log_softmax(logits, dim=1), axis=1)  # expect: TEF311?
""",
    "torch under another name": Whole("""\
import torch as th


def loss_fn(logits: th.Tensor, labels: th.Tensor):
    return -th.sum(labels * th.log_softmax(logits, dim=1))  # expect: TEF311?
"""),
    "functions imported by name": Whole("""\
from torch import Tensor, sum
from torch.nn.functional import log_softmax


def loss_fn(logits: Tensor, labels: Tensor):
    return -sum(labels * log_softmax(logits, dim=1), dim=1)  # expect: TEF311?
"""),
    "log-softmax module object": Whole("""\
import torch
from torch import nn

logsoftmax = nn.LogSoftmax(dim=1)


def loss_fn(logits: torch.Tensor, targets: torch.Tensor):
    return -(targets * logsoftmax(logits)).sum(dim=1)  # expect: TEF311?
"""),
    "label smoothing class with a log-softmax attribute": """\
class CrossEntropyLabelSmooth(nn.Module):
    def __init__(self, num_classes, epsilon=0.1):
        super().__init__()
        self.num_classes = num_classes
        self.epsilon = epsilon
        self.logsoftmax = nn.LogSoftmax(dim=1)

    def forward(self, inputs, targets):
        log_probs = self.logsoftmax(inputs)
        targets = F.one_hot(targets, self.num_classes)
        targets = (1 - self.epsilon) * targets + self.epsilon / self.num_classes
        return (-targets * log_probs).sum(dim=1)  # expect: TEF311?
""",
    "one-hot labels": """\
def loss_fn(logits: torch.Tensor, y: torch.Tensor):
    onehot = F.one_hot(y, num_classes=10).float()
    return -(onehot * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "integer one-hot labels": """\
def loss_fn(logits: torch.Tensor, y: torch.Tensor):
    return -torch.sum(F.one_hot(y, 10) * F.log_softmax(logits, dim=1), dim=1)  # expect: TEF311?
""",
    "smoothing by full and scatter": """\
model = nn.Linear(20, 10)


def step(images: torch.Tensor, labels: torch.Tensor):
    n = labels.size(0)
    smoothed_labels = torch.full(size=(n, 10), fill_value=0.1 / (10 - 1), device=labels.device)
    smoothed_labels.scatter_(dim=1, index=torch.unsqueeze(labels, dim=1), value=0.9)
    log_prob = F.log_softmax(model(images), dim=1)
    loss = -torch.sum(log_prob * smoothed_labels) / n  # expect: TEF311? "cross_entropy and label_smoothing"
    loss.backward()
""",
    "smoothing by full_like and scatter": """\
def smooth_loss(logits: torch.Tensor, labels: torch.Tensor, eps: float = 0.1):
    target = torch.full_like(logits, eps / (logits.size(1) - 1))
    target.scatter_(1, labels.unsqueeze(1), 1 - eps)
    return -(target * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "smoothing by fill under no_grad": Whole("""\
import torch
from torch import nn


class LabelSmoothingLoss(nn.Module):
    def __init__(self, classes, smoothing=0.1):
        super().__init__()
        self.confidence = 1.0 - smoothing
        self.smoothing = smoothing
        self.cls = classes

    def forward(self, pred, target):
        pred = pred.log_softmax(dim=-1)
        with torch.no_grad():
            true_dist = torch.zeros_like(pred)
            true_dist.fill_(self.smoothing / (self.cls - 1))
            true_dist.scatter_(1, target.unsqueeze(1), self.confidence)
        return torch.mean(torch.sum(-true_dist * pred, dim=-1), dim=0)  # expect: TEF311?
"""),
    "mixed-up labels": """\
def mixup_loss(logits: torch.Tensor, a: torch.Tensor, b: torch.Tensor, lam: float):
    soft = lam * F.one_hot(a, 10) + (1 - lam) * F.one_hot(b, 10)
    return -(soft * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "distillation from a teacher": """\
def distil(student: torch.Tensor, teacher: torch.Tensor, temperature: float):
    soft = F.softmax(teacher / temperature, dim=1)
    log_p = F.log_softmax(student / temperature, dim=1)
    return -(soft * log_p).sum(dim=1)  # expect: TEF311?
""",
    "self-distillation of views": """\
def dino(student_out: torch.Tensor, teacher_out: torch.Tensor, center: torch.Tensor):
    q = F.softmax((teacher_out - center) / 0.04, dim=-1).detach()
    return torch.sum(-q * F.log_softmax(student_out / 0.1, dim=-1), dim=-1)  # expect: TEF311?
""",
    "masked sequence loss": """\
def sequence_loss(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor):
    token_loss = -(labels * F.log_softmax(logits, dim=-1)).sum(dim=-1)  # expect: TEF311?
    return (token_loss * mask).sum(dim=1) / mask.sum(dim=1)
""",
    "policy targets of tree search": Whole("""\
import torch
from torch import nn


class AlphaZero(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Linear(64, 362)

    def forward(self, x):
        return torch.log_softmax(self.policy(x), dim=1)


net = AlphaZero()


def loss_pi(states: torch.Tensor, target_pis: torch.Tensor):
    out_pi = net(states)
    return -torch.sum(target_pis * out_pi) / target_pis.size(0)  # expect: TEF311?
"""),
    "helper that returns log-probabilities": """\
def log_probs(x: torch.Tensor, w: torch.Tensor):
    return F.log_softmax(x @ w, dim=1)


def loss_fn(x: torch.Tensor, w: torch.Tensor, labels: torch.Tensor):
    return -(labels * log_probs(x, w)).sum(dim=1)  # expect: TEF311?
""",
    "product through a name": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_probs = F.log_softmax(logits, dim=1)
    product = labels * log_probs
    return -product.sum(dim=1)  # expect: TEF311?
""",
    "sum negated through a name": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    log_likelihood = (labels * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
    return -log_likelihood.mean(dim=0)
""",
    "minus one times the sum": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -1.0 * (labels * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "labels cast first": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    logp = F.log_softmax(logits, dim=1)
    return -(labels.float() * logp).sum(dim=1, keepdim=True)  # expect: TEF311?
""",
    "image sized labels": """\
def segmentation_loss(scores: torch.Tensor, onehot: torch.Tensor):
    log_p = F.log_softmax(scores, dim=1)
    loss = -(onehot * log_p).sum(dim=1)  # expect: TEF311?
    return loss.mean(dim=(1, 2))
""",
    "lambda": """\
loss_fn = lambda logits, labels: -(labels * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "comprehension over heads": """\
def losses(heads: list[torch.Tensor], labels: torch.Tensor):
    return [-(labels * F.log_softmax(h, dim=1)).sum(dim=1) for h in heads]  # expect: TEF311?
""",
    "loss written over several lines": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    loss = -torch.sum(  # expect: TEF311?
        labels * F.log_softmax(logits, dim=1),
        dim=1,
        keepdim=True,
    )
    return loss
""",
    "nested function": """\
def make_loss(temperature: float):
    def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
        return -(labels * F.log_softmax(logits / temperature, dim=1)).sum(dim=1)  # expect: TEF311?

    return loss_fn
""",
    "literal logits": Whole("""\
import torch

logits = torch.tensor([[5.0, 0.0]], requires_grad=True)
labels = torch.tensor([[0.0, 1.0]])
loss = -torch.sum(labels * torch.log_softmax(logits, dim=1))  # expect: TEF311?
loss.backward()
"""),
    "method of a loss class with its own helper": """\
class SoftLoss(nn.Module):
    def __init__(self, dim=1):
        super().__init__()
        self.dim = dim

    def forward(self, x: torch.Tensor, soft: torch.Tensor) -> torch.Tensor:
        logp = F.log_softmax(x, dim=self.dim)
        return -torch.sum(soft * logp, dim=self.dim)  # expect: TEF311?
""",
    "DINO: the teacher's softmax against the student's log_softmax, view by view": """\
class DINOLoss(nn.Module):
    def __init__(self, out_dim: int, student_temp: float = 0.1, teacher_temp: float = 0.04) -> None:
        super().__init__()
        self.student_temp = student_temp
        self.teacher_temp = teacher_temp
        self.register_buffer("center", torch.zeros(1, out_dim))

    def forward(self, student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
        first, second = (student / self.student_temp).chunk(2)
        q = F.softmax((teacher - self.center) / self.teacher_temp, dim=-1).detach()
        a = torch.sum(-q * F.log_softmax(first, dim=-1), dim=-1)  # expect: TEF311?
        b = torch.sum(-q * F.log_softmax(second, dim=-1), dim=-1)  # expect: TEF311?
        return (a.mean(dim=0) + b.mean(dim=0)) / 2
""",
    "label smoothing by full_like and scatter_ under no_grad": Whole("""\
import torch
from torch import nn


class LabelSmoothingLoss(nn.Module):
    def __init__(self, classes: int, smoothing: float = 0.1) -> None:
        super().__init__()
        self.confidence = 1.0 - smoothing
        self.smoothing = smoothing
        self.cls = classes

    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        pred = pred.log_softmax(dim=-1)
        with torch.no_grad():
            true_dist = torch.full_like(pred, self.smoothing / (self.cls - 1))
            true_dist.scatter_(1, target.unsqueeze(1), self.confidence)
        return torch.mean(torch.sum(-true_dist * pred, dim=-1), dim=0)  # expect: TEF311?
"""),
    "mixup targets, the negation outside the mean": """\
def mixup_loss(logits: torch.Tensor, y_a: torch.Tensor, y_b: torch.Tensor, lam: float, classes: int) -> torch.Tensor:
    target = lam * F.one_hot(y_a, classes) + (1 - lam) * F.one_hot(y_b, classes)
    log_probs = F.log_softmax(logits, dim=1)
    return -(target * log_probs).sum(dim=1).mean(dim=0)  # expect: TEF311?
""",
    "one-hot labels from F.one_hot, integers": """\
def nll(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    onehot = F.one_hot(labels, num_classes=logits.shape[-1])
    return -torch.sum(onehot * torch.log_softmax(logits, dim=-1), dim=-1)  # expect: TEF311?
""",
    "log of a softmax with an epsilon, through three names": Whole("""\
import torch


def soft_cross_entropy(logits: torch.Tensor, soft: torch.Tensor) -> torch.Tensor:
    probs = torch.softmax(logits, dim=1)
    logs = torch.log(probs + 1e-8)
    weighted = soft * logs
    return -weighted.sum(1)  # expect: TEF311
"""),
    "a LogSoftmax module kept on self": Whole("""\
import torch
from torch import nn


class SoftTargetLoss(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.logsoftmax = nn.LogSoftmax(dim=1)

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        log_probs = self.logsoftmax(inputs)
        return (-targets * log_probs).sum(1).mean(0)  # expect: TEF311?
"""),
    "torch.mul and torch.neg instead of operators": Whole("""\
import torch
from torch.nn.functional import log_softmax


def loss(x: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return torch.neg(torch.sum(torch.mul(labels, log_softmax(x, dim=1)), dim=1))  # expect: TEF311?
"""),
    "negated by the method, the factors swapped": """\
def bits(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return F.log_softmax(scores, -1).mul(labels).sum(dim=-1).neg()  # expect: TEF311?
""",
    "minus on the logarithm": """\
def surprise(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    costs = -F.log_softmax(x, dim=-1)
    return (y * costs).sum(dim=-1)  # expect: TEF311?
""",
    "a helper of this file gives the log-probabilities": Whole("""\
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, obs: int, actions: int) -> None:
        super().__init__()
        self.fc = nn.Linear(obs, actions)

    def log_probs(self, obs: torch.Tensor) -> torch.Tensor:
        return self.fc(obs).log_softmax(dim=-1)


def imitation(policy: Policy, obs: torch.Tensor, search_policy: torch.Tensor) -> torch.Tensor:
    log_probs = policy.log_probs(obs)
    return -(search_policy * log_probs).sum(dim=-1)  # expect: TEF311?
"""),
    "AlphaZero: two heads, the policy part by hand": """\
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(42, 64)
        self.policy = nn.Linear(64, 7)
        self.value = nn.Linear(64, 1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = F.relu(self.body(x))
        return F.log_softmax(self.policy(h), dim=1), torch.tanh(self.value(h))


def loss(net: Net, board: torch.Tensor, pi: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    out_pi, out_v = net(board)
    loss_pi = -torch.sum(pi * out_pi, dim=1) / board.size(0)  # expect: TEF311?
    loss_v = F.mse_loss(out_v, z)
    return loss_pi.sum(dim=0) + loss_v
""",
    "two logits: the distribution of one, the log of the other": """\
def swapped(scores_a: torch.Tensor, scores_b: torch.Tensor, t: float) -> torch.Tensor:
    p_a, p_b = F.softmax(scores_a / t, dim=1), F.softmax(scores_b / t, dim=1)
    log_a, log_b = F.log_softmax(scores_a / t, dim=1), F.log_softmax(scores_b / t, dim=1)
    first = -(p_a.detach() * log_b).sum(dim=1)  # expect: TEF311?
    second = -(p_b.detach() * log_a).sum(dim=1)  # expect: TEF311?
    return 0.5 * (first + second).mean(dim=0)
""",
    "multi-line sum starts where the finding stands": """\
def dense_loss(maps: torch.Tensor, soft: torch.Tensor) -> torch.Tensor:
    per_pixel = -torch.sum(  # expect: TEF311?
        soft * F.log_softmax(maps, dim=1),
        dim=1,
    )
    return per_pixel.mean(dim=(1, 2))
""",
    "a minus one factor in front": """\
objective = lambda x, y: -1.0 * (y * F.log_softmax(x, dim=1)).sum(dim=1)  # expect: TEF311?


def evaluate(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return objective(x, y)
""",
    "two-line softmax and log inside the sum of a rank-1 example": Whole("""\
import torch

logits = torch.tensor([2.0, -1.0, 0.5], requires_grad=True)
labels = torch.tensor([0.0, 1.0, 0.0])
loss = -torch.sum(labels * torch.log(torch.softmax(logits, dim=0)))  # expect: TEF311
loss.backward()
"""),
    "what the message says to write": """\
def losses(logits: Tensor, labels: Tensor, classes: torch.LongTensor):
    one = -(labels * F.log_softmax(logits, dim=1)).sum(1)  # expect: TEF311? "(logits, labels, reduction="none")"
    p = torch.exp(logits) / torch.exp(logits).sum(dim=1, keepdim=True)
    two = -(labels * p.log()).sum()  # expect: TEF311 "(logits, labels, reduction="sum")"
    hot = F.one_hot(classes, 10)
    return one, two, -(hot * F.log_softmax(logits, 1)).sum()  # expect: TEF311? "(logits, classes, reduction="sum")"
""",
    "one-hot labels and a log_softmax": """\
def loss_fn(logits: torch.Tensor, y: torch.Tensor):
    target = F.one_hot(y, num_classes=10).float()
    return -(target * F.log_softmax(logits, dim=1)).sum(dim=1)  # expect: TEF311?
""",
    "smoothed labels that do not add up to 1": """\
def smoothed(logits: torch.Tensor, labels: torch.Tensor, ratio: float):
    rest = ratio / (logits.size(1) - 1)
    target = torch.full_like(logits, rest)
    target.scatter_(1, labels.unsqueeze(1), 1 - rest)
    return -torch.sum(target * torch.log_softmax(logits, dim=1))  # expect: TEF311? "cross_entropy("
""",
}

LEAVE: dict[str, str] = {
    "a policy gradient from cross_entropy": """\
def policy(logits, actions, advantages):
    return (F.cross_entropy(logits, actions, reduction="none") * advantages).mean()
""",
    "logsumexp of others than the logits, and an entropy": """\
def energy(labels: torch.Tensor, logits: torch.Tensor, negatives: torch.Tensor):
    return -(labels * (logits - torch.logsumexp(negatives, 1, keepdim=True))).sum(1)


def entropy(logits: torch.Tensor):
    log_probabilities = logits - torch.logsumexp(logits, 1, keepdim=True)
    return -(log_probabilities.exp() * log_probabilities).sum(1)
""",
    "cross_entropy with class probabilities": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="sum")
""",
    "cross_entropy with label smoothing": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, label_smoothing=0.1)
""",
    "entropy of one distribution": """\
def entropy(logits: torch.Tensor):
    p = F.softmax(logits, dim=1)
    log_p = F.log_softmax(logits, dim=1)
    return -(p * log_p).sum(dim=1)
""",
    "entropy in one expression": """\
def entropy(logits: torch.Tensor):
    return -torch.sum(F.softmax(logits, dim=-1) * F.log_softmax(logits, dim=-1), dim=-1)
""",
    "entropy from the log-probabilities": """\
def entropy(logits: torch.Tensor):
    log_p = logits.log_softmax(dim=-1)
    return -(log_p.exp() * log_p).sum(dim=-1)
""",
    "entropy with torch.exp through a name": """\
def entropy(x: torch.Tensor):
    logp = F.log_softmax(x, dim=1)
    p = torch.exp(logp)
    return -torch.sum(logp * p, dim=1)
""",
    "entropy bonus of a policy head": """\
class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Linear(32, 4)

    def entropy(self, h: torch.Tensor):
        logits = self.pi(h)
        probs = torch.softmax(logits, dim=-1)
        return -(probs * F.log_softmax(logits, dim=-1)).sum(dim=-1).mean(dim=0)
""",
    "entropy of a scaled softmax": """\
def entropy(logits: torch.Tensor, temperature: float):
    z = logits / temperature
    p = F.softmax(z, dim=1)
    return -(p.detach() * F.log_softmax(z, dim=1)).sum(dim=1)
""",
    "soft actor-critic objective": """\
def actor_loss(logits: torch.Tensor, q: torch.Tensor, alpha: float):
    probs = F.softmax(logits, dim=1)
    log_probs = F.log_softmax(logits, dim=1)
    return (probs * (alpha * log_probs - q)).sum(dim=1)
""",
    "divergence written out": """\
def kl(a: torch.Tensor, b: torch.Tensor):
    log_p = F.log_softmax(a, dim=1)
    log_q = F.log_softmax(b, dim=1)
    return (log_p.exp() * (log_p - log_q)).sum(dim=1)
""",
    "divergence by kl_div": """\
def distil(student: torch.Tensor, teacher: torch.Tensor):
    return F.kl_div(F.log_softmax(student, dim=1), F.softmax(teacher, dim=1), reduction="batchmean")
""",
    "negative log-likelihood by nll_loss": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(F.log_softmax(logits, dim=1), labels)
""",
    "one-hot selection of the log-probability": """\
def log_prob_of(logits: torch.Tensor, actions: torch.Tensor):
    onehot = F.one_hot(actions, 6)
    return (onehot * F.log_softmax(logits, dim=1)).sum(dim=1)


def ratio(new: torch.Tensor, old_log_prob: torch.Tensor, actions: torch.Tensor):
    return torch.exp(log_prob_of(new, actions) - old_log_prob)
""",
    "policy gradient with gathered log-probabilities": """\
def policy_loss(logits: torch.Tensor, actions: torch.Tensor, advantage: torch.Tensor):
    log_pi = F.log_softmax(logits, dim=1)
    selected = log_pi.gather(1, actions.unsqueeze(1)).squeeze(1)
    return -(selected * advantage).sum(dim=0)
""",
    "padding mask on gathered log-probabilities": """\
def token_loss(logits: torch.Tensor, tokens: torch.Tensor, mask: torch.Tensor):
    logp = F.log_softmax(logits, dim=-1)
    picked = logp.gather(-1, tokens.unsqueeze(-1)).squeeze(-1)
    return -(picked * mask).sum(dim=1)
""",
    "uniform part of label smoothing": """\
def smooth_part(logits: torch.Tensor):
    return -F.log_softmax(logits, dim=-1).mean(dim=-1)
""",
    "sum of log-probabilities without labels": """\
def uniformity(logits: torch.Tensor):
    log_p = F.log_softmax(logits, dim=1)
    return -log_p.sum(dim=1) / logits.size(1)
""",
    "scaled by a Python number": """\
def uniformity(logits: torch.Tensor):
    return -(0.1 * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "probabilities of unknown origin": """\
def loss_fn(probs: torch.Tensor, labels: torch.Tensor):
    return -(labels * torch.log(probs)).sum(dim=1)
""",
    "multi-label loss with logsigmoid": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.logsigmoid(logits)).sum(dim=1)
""",
    "product of labels and raw scores": """\
def loss_fn(scores: torch.Tensor, labels: torch.Tensor):
    return -(labels * scores).sum(dim=1)
""",
    "maximum instead of the sum": """\
def worst(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.log_softmax(logits, dim=1)).amax(dim=1)
""",
    "product without a sum": """\
def per_class(logits: torch.Tensor, labels: torch.Tensor):
    return -labels * F.log_softmax(logits, dim=1)
""",
    "softmax without a logarithm": """\
def expected_reward(logits: torch.Tensor, rewards: torch.Tensor):
    return -(rewards * F.softmax(logits, dim=1)).sum(dim=1)
""",
    "numpy log-softmax": Whole("""\
import numpy as np
import torch
from scipy.special import log_softmax


def report(scores: np.ndarray, labels: np.ndarray):
    loss = -np.sum(labels * log_softmax(scores, axis=1), axis=1)
    return torch.from_numpy(loss)
"""),
    "numpy array of log-probabilities": Whole("""\
import numpy as np
import torch


def report(logits: torch.Tensor, labels: np.ndarray):
    logp = torch.log_softmax(logits, dim=1).detach().cpu().numpy()
    return -(labels * logp).sum(axis=1)
"""),
    "unknown operands": """\
def loss_fn(labels, log_probs):
    return -(labels * log_probs).sum(1)


def zeros(n: int):
    return torch.zeros(n)
""",
    "name bound again": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor, bias: torch.Tensor):
    out = F.log_softmax(logits, dim=1)
    picked = out.argmax(dim=1)
    out = logits + bias
    return -(labels * out).sum(dim=1), picked
""",
    "own log_softmax that only scales": """\
def log_softmax(x: torch.Tensor):
    return x * 0.5


def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * log_softmax(logits)).sum(dim=1)
""",
    "diagonal of a similarity matrix": """\
def clip_loss(sim: torch.Tensor):
    return -torch.diagonal(F.log_softmax(sim, dim=1)).mean(dim=0)
""",
    "distribution object": Whole("""\
import torch
from torch.distributions import Categorical


def policy_loss(logits: torch.Tensor, actions: torch.Tensor, returns: torch.Tensor):
    dist = Categorical(logits=logits)
    return -(dist.log_prob(actions) * returns).sum(dim=0)
"""),
    "weighted cross_entropy terms": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor):
    loss = F.cross_entropy(logits, labels, reduction="none")
    return (weight * loss).sum(dim=0) / weight.sum(dim=0)
""",
    "focal modulation": """\
def focal(logits: torch.Tensor, onehot: torch.Tensor, gamma: float = 2.0):
    log_p = F.log_softmax(logits, dim=1)
    p = F.softmax(logits, dim=1)
    return -((1 - p) ** gamma * onehot * log_p).sum(dim=1)
""",
    "log-probabilities only for sampling": """\
def gumbel(logits: torch.Tensor, noise: torch.Tensor, labels: torch.Tensor):
    perturbed = F.log_softmax(logits, dim=1) + noise
    return F.cross_entropy(perturbed, labels)
""",
    "smoothed targets into cross_entropy": """\
def loss_fn(logits: torch.Tensor, labels: torch.Tensor):
    onehot = F.one_hot(labels, 10).float()
    soft = onehot * 0.9 + 0.1 / 10
    return F.cross_entropy(logits, soft)
""",
    "squared labels": """\
def regression(logits: torch.Tensor, labels: torch.Tensor):
    return ((labels - F.log_softmax(logits, dim=1)) ** 2).sum(dim=1)
""",
    "labels plus log-probabilities": """\
def prior(logits: torch.Tensor, log_prior: torch.Tensor):
    return -(log_prior + F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "SAC: entropy of the policy's own distribution": """\
class Actor(nn.Module):
    def __init__(self, obs: int, actions: int) -> None:
        super().__init__()
        self.net = nn.Linear(obs, actions)

    def forward(self, obs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = self.net(obs)
        return F.softmax(logits, dim=-1), F.log_softmax(logits, dim=-1)


def entropy(actor: Actor, obs: torch.Tensor) -> torch.Tensor:
    logits = actor.net(obs)
    probs, log_probs = F.softmax(logits, dim=-1), F.log_softmax(logits, dim=-1)
    return -(probs * log_probs).sum(dim=-1)
""",
    "entropy with p taken back by exp": """\
def entropy_bonus(logits: torch.Tensor) -> torch.Tensor:
    logp = F.log_softmax(logits, dim=-1)
    return -torch.sum(logp.exp() * logp, dim=-1).mean(dim=0)
""",
    "log-probability of the action taken: no minus, no loss": """\
def ratio(logits: torch.Tensor, onehot: torch.Tensor, old_logp: torch.Tensor) -> torch.Tensor:
    logp = (onehot * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    return torch.exp(logp - old_logp)
""",
    "REINFORCE: gathered log-probabilities times returns": """\
def reinforce(logits: torch.Tensor, actions: torch.Tensor, returns: torch.Tensor) -> torch.Tensor:
    logp = F.log_softmax(logits, dim=-1).gather(1, actions.unsqueeze(1)).squeeze(1)
    return -(logp * returns).sum(dim=0)
""",
    "KL divergence between two softmaxes": """\
def kl(p_logits: torch.Tensor, q_logits: torch.Tensor) -> torch.Tensor:
    log_p, log_q = F.log_softmax(p_logits, dim=-1), F.log_softmax(q_logits, dim=-1)
    return (log_p.exp() * (log_p - log_q)).sum(dim=-1)
""",
    "multi-label: logsigmoid, not log_softmax": """\
def multilabel(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return -(y * F.logsigmoid(logits)).sum(dim=1)
""",
    "the fixed version with soft targets": """\
def soft_cross_entropy(logits: torch.Tensor, soft: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(logits, soft, reduction="none", label_smoothing=0.1)
""",
    "the same formula with numpy": Whole("""\
import numpy as np
import torch
from scipy.special import log_softmax


def reference(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    return -np.sum(labels * log_softmax(logits, axis=1), axis=1)


def check(loss: torch.Tensor, logits: np.ndarray, labels: np.ndarray) -> bool:
    return bool(np.allclose(loss.detach().numpy(), reference(logits, labels)))
"""),
    "Gaussian log-likelihood under a mixture": """\
def mdn(pi_logits: torch.Tensor, mu: torch.Tensor, sigma: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    log_pi = F.log_softmax(pi_logits, dim=-1)
    log_prob = torch.distributions.Normal(mu, sigma).log_prob(y.unsqueeze(-1))
    return -torch.logsumexp(log_pi + log_prob, dim=-1)
""",
    "a sum instead of a product: log-scores of a sequence": """\
def sequence_cost(logits: torch.Tensor, length_bonus: torch.Tensor) -> torch.Tensor:
    best = F.log_softmax(logits, dim=-1).amax(dim=-1)
    return -(best + length_bonus).sum(dim=1)
""",
    "uniform part of label smoothing: the mean over classes, no labels": """\
def smooth_part(logits: torch.Tensor) -> torch.Tensor:
    logp = F.log_softmax(logits, dim=-1)
    return -logp.mean(dim=-1)
""",
    "NLLLoss of log-probabilities plus smoothing": """\
def label_smoothed(logits: torch.Tensor, target: torch.Tensor, eps: float) -> torch.Tensor:
    lprobs = F.log_softmax(logits, dim=-1)
    nll = -lprobs.gather(dim=-1, index=target.unsqueeze(-1))
    smooth = -lprobs.sum(dim=-1, keepdim=True)
    eps_i = eps / (lprobs.size(-1) - 1)
    return (1.0 - eps - eps_i) * nll + eps_i * smooth
""",
    "log_softmax of this file is something else": """\
def log_softmax(x: torch.Tensor, dim: int) -> torch.Tensor:
    return x - x.mean(dim=dim, keepdim=True)


def contrast(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return -(y * log_softmax(x, dim=1)).sum(dim=1)
""",
    "entropy through aliases of the same logits": Whole("""\
import torch


def exploration(logits: torch.Tensor) -> torch.Tensor:
    scores = logits
    p = scores.softmax(dim=1)
    log_p = logits.log_softmax(dim=1)
    terms = p * log_p
    return -terms.sum(dim=1)
"""),
    "Categorical does the entropy": Whole("""\
import torch
from torch.distributions import Categorical


def losses(logits: torch.Tensor, actions: torch.Tensor, advantage: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    dist = Categorical(logits=logits)
    return -(dist.log_prob(actions) * advantage).sum(dim=0), dist.entropy().mean(dim=0)
"""),
}
