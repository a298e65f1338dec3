"""Rules that advise something newer than the torch that the code must run on are off."""

from __future__ import annotations

import ast

import pytest

from flake8_torch_effective.fixing import fix
from flake8_torch_effective.inference.knowledge.releases import names
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, each_fixing_rule, require
from tests.fixing.programs import programs_of

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x > 0).size(0)\n"


@pytest.mark.parametrize(("target", "on"), [((1, 6), False), ((1, 7), True), ((2, 0), True), (None, True)])
def test_a_rule_is_on_from_the_version_that_has_its_advice(target: tuple[int, ...] | None, on: bool) -> None:
    assert [finding.code for finding in lint(SOURCE, target=target)] == ["TEF113"] * on


# By torch's release notes and its published wheels, the first version that has all that the rule advises.
FIRST_WITH_THE_ADVICE = {
    (1, 1): ("TEF112",),  # one_hot
    (1, 2): ("TEF704",),  # get_worker_info
    (1, 4): ("TEF111",),  # compute_mode of cdist
    (1, 7): ("TEF113", "TEF317"),  # amax, count_nonzero
    (1, 9): ("TEF314",),  # torch.linalg.vector_norm
    (1, 10): ("TEF311",),  # cross_entropy of probabilities, label_smoothing
    (1, 11): ("TEF905", "TEF907"),  # default_convert and other names; use_reentrant
    (1, 12): ("TEF908",),  # to which belongs torchvision 0.13: weights=
    (1, 13): ("TEF101", "TEF102", "TEF806"),  # sum(dim=None) and mean(dim=None); weights_only
    (2, 0): ("TEF204", "TEF517"),  # torch.vmap; set_to_none=True as the default of zero_grad
}


def test_each_rule_is_on_from_the_release_that_has_its_advice() -> None:
    versions = {code: version for version, codes in FIRST_WITH_THE_ADVICE.items() for code in codes}
    assert {rule.code: rule.since for rule in all_rules() if rule.since} == versions


PEAK = """\
    best = x[0]
    for row in x:
        best = torch.maximum(best, row)
    return best
"""
SCRIPTED = """\
    return x


@torch.jit.script
def g(x: torch.Tensor):
    found = []
    for row in x:
        found.append(row * 2)
    return torch.stack(found)
"""
MODULE = """\
    layer = torch.nn.Linear(3, 3)
    layer.requires_grad = False
    return layer(x)
"""
HIDDEN = """\
    return Net()(x)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = torch.ones(3)

    def forward(self, x):
        return x * self.mask
"""
NESTED = """\
    if getattr(x, "is_nested", False):
        return torch.nested.nested_tensor([x])
    return x
"""
COPIED = """\
    net = torch.nn.Linear(3, 2)
    file = io.BytesIO()
    torch.save(net, file)
    return torch.load(file)(x)
"""
X = "import torch\n\n\ndef f(x: torch.Tensor):\n"


@pytest.mark.parametrize(
    ("code", "body", "target", "words"),
    [
        ("TEF201", PEAK, (1, 6), None),
        ("TEF201", PEAK, (1, 7), "amax"),
        ("TEF208", SCRIPTED, (1, 13), "work on all of x at once"),
        ("TEF208", SCRIPTED, (2, 0), "at once, with torch.vmap if needed"),
        ("TEF513", MODULE, (1, 1), "set requires_grad of each of its parameters"),
        ("TEF513", MODULE, (1, 2), "call its requires_grad_"),
        ("TEF602", HIDDEN, (1, 5), 'register_buffer("mask", torch.ones(3))'),
        ("TEF602", HIDDEN, (1, 6), 'register_buffer("mask", torch.ones(3), persistent=False)'),
        ("TEF807", COPIED, (1, 12), None),
        ("TEF807", COPIED, (1, 13), "pass it weights_only=False"),
        ("TEF903", "    return torch.reduce_max(x, 1)\n", (1, 6), "look for it in torch's documentation"),
        ("TEF903", "    return torch.reduce_max(x, 1)\n", (1, 7), "use torch.amax"),
        ("TEF903", "    return torch.nan_to_num(x)\n", (1, 7), "exists from torch 1.8 on, the target is 1.7"),
        ("TEF903", "    return torch.nan_to_num(x)\n", (1, 8), None),
        ("TEF903", "    return x * torch.pi\n", (1, 9), "the target is 1.9; write math.pi"),
        ("TEF903", "    return x * torch.pi\n", (1, 10), None),
        ("TEF903", "    return torch.amp.GradScaler()\n", (2, 0), "torch.amp.GradScaler exists from torch 2.3 on"),
        ("TEF903", "    return torch.amp.GradScaler()\n", (2, 3), None),
        ("TEF903", "    return torch.amp.autocast('cuda')\n", (2, 0), None),
        ("TEF903", "    return x\n\n\ndef g(s: torch.GradScaler): ...\n", (2, 0), "from torch 2.3 on"),
        ("TEF903", "    s: torch.GradScaler = x\n    return s\n", (2, 0), None),
        ("TEF903", NESTED, (1, 11), None),
        ("TEF903", "    return torch.linalg.norm(x) + torch.linalg.norm(x)\n", (1, 6), "here and in 1 more place;"),
        (
            "TEF903",
            "    from torch.amp import custom_fwd, custom_bwd\n    return x\n",
            (2, 0),
            "here and in 1 more place;",
        ),
        ("TEF903", "    return torch.zeros(2, dtype=torch.float64, device=torch.device('cpu'))\n", (1, 0), None),
        ("TEF903", "    return torch.nan_to_num(torch.minimum(x, x))\n", (1, 6), "nan_to_num exists from torch 1.8 on"),
        ("TEF903", "    return torch.rfft(x)\n", (0, 4), None),
        ("TEF903", "    return torch.spmm(x, x) + torch.finfo(x.dtype).eps\n", (1, 3), None),
        ("TEF903", "    return torch.nn.GeLU()(x)\n", (1, 3), "use torch.nn.GELU, from torch 1.4 on"),
        ("TEF903", "    return torch.nn.GeLU()(x)\n", (1, 4), "use torch.nn.GELU"),
        ("TEF903", "    return torch.sin(x)\n", (0, 3), None),
        ("TEF903", "    return torch.nan_to_num(x)\n", (99,), None),
        ("TEF903", "    return torch.gel(x)\n", (99, 1), "does not exist"),
        ("TEF901", "    return torch.symeig(x)\n", (2, 0, 1), "torch.linalg.eigh takes its place"),
        ("TEF901", "    return torch.symeig(x)\n", (1, 13, 1), None),
        ("TEF902", "    return torch.symeig(x)\n", (1, 13, 1), "deprecated since torch 1.9"),
        ("TEF902", "    return torch.symeig(x)\n", (1, 8), None),
        ("TEF902", "    return torch.nn.functional.upsample(x, 3)\n", (1, 0), "torch.nn.functional.interpolate"),
        ("TEF902", "    return torch.nn.functional.upsample(x, 3)\n", (0, 4), None),
        ("TEF903", "    return torch.nan_to_num(x)\n", (0, 4, 1), "exists from torch 1.8 on, the target is 0.4"),
        ("TEF904", "    return x.scatter_(0, x.long(), x, reduce='add')\n", (1, 11), None),
        ("TEF904", "    return x.scatter_(0, x.long(), x, reduce='add')\n", (1, 12), "scatter_reduce_"),
        ("TEF204", "    return torch.stack([torch.flip(row, dims=[0]) for row in x])\n", (2,), "runs every operation"),
    ],
)
def test_what_a_rule_says_of_a_target(code: str, body: str, target: tuple[int, ...], words: str | None) -> None:
    said = [finding.message for finding in lint(X + body, target=target) if finding.code == code]
    if words is None:
        assert said == []
    else:
        (message,) = said
        assert words in message


@each_fixing_rule
def test_a_fix_writes_nothing_that_the_target_lacks(files: RuleFiles, rule: type[Rule]) -> None:
    """What a fix brings in that came with a later release, it does not bring in for the release before that."""
    for before, after in programs_of(files).fixes.values():
        for name in attributes(after) - attributes(before):
            first = first_with(name)
            target = max((one for one in names().releases if one < first), default=first)
            if max(rule.since, (1, 1)) < first:  # of methods the table begins with 1.1
                other = fix(before, lambda _: lambda _: True, True, target, (rule.code,)).source
                require(name not in attributes(other) - attributes(before), f"{name} is no part of {target}:\n{other}")


def test_an_attribute_has_the_release_that_it_came_with() -> None:
    assert attributes("torch.linalg.vector_norm(x.mT, e)") == {"linalg", "vector_norm", "mT"}
    assert (first_with("mT"), first_with("vector_norm"), first_with("nowhere")) == ((1, 11), (1, 9), (1, 0))


def attributes(source: str) -> set[str]:
    """The names of the attributes that a program reads."""
    return {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}


def first_with(name: str) -> tuple[int, int]:
    """The first release with an attribute of this name in any module of torch."""
    lives = [content[name] for content in names().modules.values() if name in content]
    return min((life.first or (1, 0) for life in lives), default=(1, 0))
