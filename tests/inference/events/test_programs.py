"""The shapes that training code comes in, and what is true of the order of events in each."""

from __future__ import annotations

import libcst as cst
import pytest

from flake8_torch_effective.inference.events.clearing import clears, is_only_pair, may_clear, may_write, optimises
from flake8_torch_effective.inference.events.event import Answer, Wanted
from flake8_torch_effective.inference.events.program import program_of
from flake8_torch_effective.inference.events.timeline import Order
from flake8_torch_effective.inference.knowledge.training import EventKind
from tests.inference.events.asked import Asked, listed, subject

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
ALWAYS, NEVER, SOMETIMES = Order(YES, YES), Order(NO, NO), Order(NO, YES)
PERHAPS = Order(UNKNOWN, UNKNOWN)
ZERO_GRAD, BACKWARD, STEP = EventKind.ZERO_GRAD, EventKind.BACKWARD, EventKind.STEP
CLIP, TRAIN, EVAL = EventKind.CLIP, EventKind.TRAIN_MODE, EventKind.EVAL_MODE
SCHEDULER, FORWARD = EventKind.SCHEDULER_STEP, EventKind.FORWARD

FLAT = """
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3)
model.train()
for epoch in range(10):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    scheduler.step()
"""


def test_flat_script() -> None:
    asked = Asked(FLAT)
    script = asked.function("")
    assert listed(script) == [
        "build optimizer optimizer",
        "build scheduler scheduler",
        "train model",
        "zero_grad optimizer",
        "forward model",
        "backward loss",
        "clip model",
        "step optimizer",
        "scheduler step scheduler",
    ]
    batches, epochs = asked.loop("", "x, y"), asked.loop("", "epoch")
    assert batches.before(BACKWARD, STEP) == ALWAYS
    assert batches.before(STEP, BACKWARD) == NEVER
    assert batches.carried(STEP, BACKWARD) == ALWAYS
    assert batches.between(BACKWARD, STEP, CLIP) == ALWAYS
    assert batches.between(STEP, BACKWARD, ZERO_GRAD, across=True) == ALWAYS
    # Whether the loader has a batch is not known.
    assert epochs.before(STEP, SCHEDULER) == Order(UNKNOWN, YES)
    assert epochs.before(SCHEDULER, STEP) == NEVER
    assert epochs.happens(TRAIN) == NEVER
    (step,) = script.find(STEP)
    assert [one.path for one in asked.program.optimised_by(subject(step))] == ["model"]
    assert asked.program.loop_of(step) is batches or asked.program.loop_of(step, 1) is not None


HELPERS = """
def train_one_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    return sum(F.mse_loss(net(x), y).item() for x, y in loader)

def main(train_loader, test_loader):
    network = nn.Linear(4, 1)
    sgd = torch.optim.SGD(network.parameters(), lr=0.1)
    for epoch in range(10):
        train_one_epoch(network, train_loader, sgd)
        evaluate(network, test_loader)
"""


def test_helpers_count_where_they_are_called_about_the_callers_objects() -> None:
    asked = Asked(HELPERS)
    main = asked.function("main")
    epochs = asked.loop("main", "epoch")
    (step,) = main.find(STEP)
    assert subject(step).path == "sgd"
    assert isinstance(step.at, cst.Call)
    assert [type(loop) for loop in step.loops] == [cst.For, cst.For]
    assert {subject(event).path for event in main.find(TRAIN, EVAL, FORWARD)} == {"network"}
    assert epochs.carried(EVAL, BACKWARD) == Order(YES, YES)
    assert epochs.between(EVAL, BACKWARD, TRAIN, across=True) == ALWAYS
    assert main.find(EventKind.GRAD_MODE_ENTER)[0].flag is False


TRAINER = """
class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def _update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def _validate(self, loader):
        self.model.eval()
        with torch.no_grad():
            for x, y in loader:
                self.model(x)

    def fit(self, loader, epochs):
        self.model.train()
        for epoch in range(epochs):
            for x, y in loader:
                self._update(F.mse_loss(self.model(x), y))
            self._validate(loader)
"""


def test_trainer_class() -> None:
    asked = Asked(TRAINER)
    epochs = asked.loop("fit", "epoch")
    (step,) = epochs.find(STEP)
    assert subject(step).path == "self.optimizer"
    assert epochs.before(BACKWARD, STEP) == ALWAYS
    assert epochs.between(EVAL, BACKWARD, TRAIN, across=True).never
    assert epochs.carried(EVAL, BACKWARD) == ALWAYS
    model = subject(epochs.find(EVAL)[0])
    assert model.is_same(subject(asked.function("fit").find(TRAIN)[0])) is YES


ACCUMULATION = """
def train(model, loader, optimizer, accumulate):
    optimizer.zero_grad()
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y) / accumulate
        loss.backward()
        if (i + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
"""


def test_gradient_accumulation() -> None:
    asked = Asked(ACCUMULATION)
    (batches,) = asked.function("train").loops
    (step,) = batches.find(STEP)
    assert step.periodic
    assert not batches.find(BACKWARD)[0].periodic
    assert batches.happens(STEP) == SOMETIMES
    assert batches.happens(ZERO_GRAD) == SOMETIMES
    assert batches.followed(STEP, ZERO_GRAD) == ALWAYS
    assert batches.between(BACKWARD, STEP, ZERO_GRAD) == NEVER


CLOSURE = """
def train(model, x, y):
    optimizer = torch.optim.LBFGS(model.parameters())
    for _ in range(20):
        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            return loss
        optimizer.step(closure)
"""


def test_closure_runs_within_step() -> None:
    steps = Asked(CLOSURE).loop("train", "_")
    assert [event.kind for event in steps.events] == [ZERO_GRAD, FORWARD, BACKWARD, STEP]
    assert steps.before(BACKWARD, STEP) == ALWAYS
    assert steps.before(ZERO_GRAD, BACKWARD) == ALWAYS
    assert subject(steps.find(ZERO_GRAD)[0]).is_same(subject(steps.find(STEP)[0])) is YES


MIXED = """
def train(model, loader, optimizer):
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
"""


def test_mixed_precision() -> None:
    batches = Asked(MIXED).loop("train", "x, y")
    assert listed(batches) == [
        "zero_grad optimizer?",
        "enter autocast",
        "forward model",
        "leave autocast",
        "scale loss",
        "backward loss",
        "unscale optimizer",
        "clip model",
        "step optimizer",
        "scaler step scaler",
        "scaler update scaler",
    ]
    assert batches.before(EventKind.UNSCALE, CLIP) == ALWAYS
    assert batches.before(EventKind.AUTOCAST_EXIT, BACKWARD) == ALWAYS


OPTIONAL = """
def train(model, loader, optimizer, scaler):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if scaler is not None:
            scaler.step(optimizer)
        else:
            optimizer.step()
"""


def test_a_condition_that_is_met_twice_goes_the_same_way() -> None:
    batches = Asked(OPTIONAL).loop("train", "x, y")
    scaled, plain = batches.find(BACKWARD)
    through_scaler, direct = batches.find(STEP)
    assert batches.before(scaled, through_scaler) == ALWAYS
    assert batches.before(plain, through_scaler) == NEVER
    assert batches.before(plain, direct) == ALWAYS


GAN = """
def train(G, D, loader, opt_g, opt_d):
    for real in loader:
        opt_d.zero_grad()
        loss_d = D(real).mean() - D(G(torch.randn(8, 4)).detach()).mean()
        loss_d.backward()
        opt_d.step()
        opt_g.zero_grad()
        loss_g = -D(G(torch.randn(8, 4))).mean()
        loss_g.backward()
        opt_g.step()
"""


def test_two_optimizers_are_told_apart() -> None:
    batches = Asked(GAN).loop("train", "real")
    step_d, step_g = batches.find(STEP)
    loss_d, loss_g = batches.find(BACKWARD)
    assert subject(step_d).is_same(subject(step_g)) is NO
    zero_g = Wanted.of(ZERO_GRAD, subject=subject(step_g))
    zero_d = Wanted.of(ZERO_GRAD, subject=subject(step_d))
    assert batches.between(loss_d, step_d, zero_g).never
    assert batches.between(step_d, loss_g, zero_g) == ALWAYS
    assert batches.between(step_d, loss_g, zero_d).never


LIGHTNING = """
import lightning as L

class Automatic(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def training_step(self, batch, index):
        x, y = batch
        return F.mse_loss(self.net(x), y)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())

class Manual(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(4, 1)

    def training_step(self, batch, index):
        opt = self.optimizers()
        opt.zero_grad()
        loss = self.net(batch).mean()
        self.manual_backward(loss)
        opt.step()
        self.log("loss", loss)
"""


def test_lightning() -> None:
    asked = Asked(LIGHTNING)
    functions = [node for node in asked.program.inference.functions if isinstance(node, cst.FunctionDef)]
    automatic, manual = (asked.program.timeline(node) for node in functions if node.name.value == "training_step")
    assert listed(automatic) == ["forward self.net"]
    assert listed(manual) == ["zero_grad opt?", "forward self.net", "backward loss", "step opt?"]
    assert manual.before(BACKWARD, STEP) == ALWAYS


FABRIC = """
from lightning.fabric import Fabric

def main(loader):
    fabric = Fabric(accelerator="cuda")
    model = nn.Linear(4, 1)
    optimizer = torch.optim.Adam(model.parameters())
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        fabric.backward(loss)
        fabric.clip_gradients(model, optimizer, max_norm=1.0)
        optimizer.step()
"""
ACCELERATE = """
from accelerate import Accelerator

accelerator = Accelerator()
model = nn.Linear(4, 1)
optimizer = torch.optim.AdamW(model.parameters())
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
for x, y in loader:
    with accelerator.accumulate(model):
        loss = F.mse_loss(model(x), y)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
"""


@pytest.mark.parametrize(("source", "name"), [(FABRIC, "main"), (ACCELERATE, "")], ids=["fabric", "accelerate"])
def test_frameworks_that_call_backward(source: str, name: str) -> None:
    asked = Asked(source)
    batches = asked.loop(name, "x, y")
    (backward,) = batches.find(BACKWARD)
    assert subject(backward).path == "loss"
    assert backward.certain
    assert batches.between(BACKWARD, STEP, CLIP) == ALWAYS
    assert not batches.find(EventKind.UNKNOWN_CALL)
    assert {subject(event).path for event in batches.find(STEP, ZERO_GRAD)} == {"optimizer"}
    assert [one.path for one in asked.function(name).find(EventKind.PREPARE)[0].takes][:2] == ["model", "optimizer"]


DISTRIBUTED = """
from torch.nn.parallel import DistributedDataParallel as DDP

def run(rank, dataset):
    torch.distributed.init_process_group("nccl")
    model = nn.Linear(4, 1).to(rank)
    model = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    sampler = torch.utils.data.DistributedSampler(dataset)
    loader = torch.utils.data.DataLoader(dataset, sampler=sampler)
    for epoch in range(3):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            with model.no_sync():
                F.mse_loss(model(x), y).backward()
            optimizer.step()
    torch.save(model.module.state_dict(), "model.pt")

torch.multiprocessing.spawn(run, nprocs=2)
"""


def test_distributed() -> None:
    asked = Asked(DISTRIBUTED)
    batches = asked.loop("run", "x, y")
    assert [event.kind for event in batches.events] == [ZERO_GRAD, FORWARD, BACKWARD, STEP]
    assert asked.function("run").followed(STEP, EventKind.SAVE) == ALWAYS


FROZEN = """
backbone = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
for p in backbone.parameters():
    p.requires_grad = False
head = nn.Linear(4, 2)
opt = torch.optim.Adam(filter(lambda p: p.requires_grad, head.parameters()))
backbone.eval()
for x, y in loader:
    head.train()
    with torch.no_grad():
        features = backbone(x)
    loss = F.cross_entropy(head(features), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


def test_transfer_learning() -> None:
    asked = Asked(FROZEN)
    batches = asked.loop("", "x, y")
    (step,) = batches.find(STEP)
    assert [one.path for one in asked.program.optimised_by(subject(step))] == ["head"]
    frozen, trained = batches.find(FORWARD)
    assert batches.before(EventKind.GRAD_MODE_ENTER, frozen) == ALWAYS
    assert batches.between(EventKind.GRAD_MODE_ENTER, trained, EventKind.GRAD_MODE_EXIT) == ALWAYS
    assert [subject(event).path for event in asked.function("").find(EVAL)] == ["backbone"]


NOTEBOOK = """
# %%
net = nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
# %%
for i in range(100):
    loss = (net(torch.randn(8, 2)) ** 2).mean()
    loss.backward()
    opt.step()
# %%
net.eval()
print(net(torch.randn(1, 2)))
"""


def test_notebook_without_zero_grad() -> None:
    asked = Asked(NOTEBOOK)
    steps = asked.loop("", "i")
    assert steps.happens(ZERO_GRAD) == NEVER
    assert asked.function("").happens(ZERO_GRAD) == NEVER
    assert asked.function("").followed(STEP, EVAL) == ALWAYS


GENERATOR = """
def steps(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        yield loss
        optimizer.step()

def main(loader):
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for loss in steps(model, loader, optimizer):
        print(loss.item())
    made = steps(model, loader, optimizer)
"""


def test_generator_runs_where_it_is_iterated() -> None:
    asked = Asked(GENERATOR)
    assert asked.loop("steps", "x, y").before(BACKWARD, STEP) == ALWAYS
    assert len(asked.function("main").find(STEP)) == 1
    assert asked.function("main").happens(STEP) == PERHAPS


NOT_A_NUMBER = """
def train(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        if torch.isnan(loss):
            print("skipped")
            continue
        loss.backward()
        optimizer.step()
"""


def test_early_continue() -> None:
    batches = Asked(NOT_A_NUMBER).loop("train", "x, y")
    assert batches.happens(BACKWARD) == SOMETIMES
    assert batches.before(BACKWARD, STEP) == ALWAYS
    assert batches.happens(ZERO_GRAD) == ALWAYS


OUT_OF_MEMORY = """
def train(model, loader, optimizer):
    for x, y in loader:
        try:
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        except RuntimeError as error:
            if "out of memory" not in str(error):
                raise
            torch.cuda.empty_cache()
        finally:
            optimizer.zero_grad()
"""


def test_exceptions_leave_doubt_where_they_are_not_raised_in_so_many_words() -> None:
    batches = Asked(OUT_OF_MEMORY).loop("train", "x, y")
    assert batches.happens(ZERO_GRAD) == ALWAYS
    assert batches.happens(STEP) == Order(UNKNOWN, YES)
    assert batches.before(BACKWARD, STEP) == ALWAYS
    assert batches.between(STEP, BACKWARD, ZERO_GRAD, across=True) == ALWAYS
    assert batches.happens(EventKind.EMPTY_CACHE) == Order(NO, UNKNOWN)


UNKNOWN_HELPER = """
from project import prepare, log

def train(model, loader, optimizer):
    for x, y in loader:
        prepare(optimizer)
        loss = F.mse_loss(model(x), y)
        loss.backward()
        log(loss.item())
        optimizer.step()
"""


def test_an_unknown_call_may_do_everything_to_what_it_gets() -> None:
    batches = Asked(UNKNOWN_HELPER).loop("train", "x, y")
    (step,) = batches.find(STEP)
    optimizer = subject(step)
    assert batches.happens(Wanted.of(ZERO_GRAD, subject=optimizer)) == PERHAPS
    assert batches.happens(Wanted.of(ZERO_GRAD, subject=optimizer, seen_only=True)) == NEVER
    assert batches.unknown_between(STEP, BACKWARD, optimizer, across=True)
    assert not batches.unknown_between(BACKWARD, STEP, optimizer)


CONTAINERS = """
def train(models, loader, optimizers, extra):
    for x in loader:
        for optimizer in optimizers:
            optimizer.zero_grad()
        sum(model(x).mean() for model in models).backward()
        for optimizer in optimizers:
            optimizer.step()
        extra["a"].zero_grad()
        extra["b"].step()
"""


def test_objects_in_containers() -> None:
    batches = Asked(CONTAINERS).loop("train", "x")
    (each, first), (stepped, *_) = batches.find(ZERO_GRAD), batches.find(STEP)
    assert subject(first).path == 'extra["a"]'
    assert subject(each).is_same(subject(stepped)) is YES
    assert subject(first).is_same(subject(stepped)) is not YES


HANDED_OVER = """
class Trainer:
    def __init__(self, optimizer, optimizer_d):
        self.optimizer = optimizer
        self.optimizer_d = optimizer_d

    def update(self, loss):
        loss.backward()
        self.optimizer.step()
        self.optimizer_d.step()

def main(model, loader, optimizer, optimizer_d):
    trainer = Trainer(optimizer, optimizer_d)
    for x in loader:
        optimizer.zero_grad()
        trainer.update(model(x).mean())
"""


def test_an_object_may_have_a_second_name_elsewhere() -> None:
    batches = Asked(HANDED_OVER).loop("main", "x")
    (zeroed,) = batches.find(ZERO_GRAD)
    first, second = batches.find(STEP)
    assert subject(first).is_same(subject(second)) is NO
    assert subject(first).is_same(subject(zeroed)) is UNKNOWN
    assert batches.before(Wanted.of(ZERO_GRAD, subject=subject(first)), first) == PERHAPS


BY_HAND = """
def train(model, loader, optimizer, w):
    for x in loader:
        for p in model.parameters():
            p.grad = None
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.grad.zero_()
        w.grad.data.zero_()
        model(x).mean().backward()
"""


def test_gradients_cleared_by_hand() -> None:
    asked = Asked(BY_HAND)
    batches = asked.loop("train", "x")
    assert [subject(event).path for event in batches.find(ZERO_GRAD)] == ["model", "optimizer", "w"]
    assert batches.before(ZERO_GRAD, BACKWARD) == ALWAYS


MODES = """
def main(model, training):
    model.train(False)
    model.train(True)
    model.train(training)
    torch.set_grad_enabled(False)
    with torch.set_grad_enabled(training):
        model(1)
    with torch.inference_mode(False):
        model(1)
"""


def test_modes() -> None:
    main = Asked(MODES).function("main")
    assert [event.kind for event in main.events[:3]] == [EVAL, TRAIN, EventKind.SET_MODE]
    grad = main.find(EventKind.SET_GRAD_MODE, EventKind.GRAD_MODE_ENTER)
    assert [event.flag for event in grad] == [False, None, True]


OTHERS = """
import random
import time
import numpy as np

def main(model):
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    if torch.cuda.is_available():
        model.cuda()
    state = torch.load("x.pt")
    model.load_state_dict(state)
    start = time.perf_counter()
    out = model(torch.ones(1))
    torch.cuda.synchronize()
    print(time.perf_counter() - start)
    torch.cuda.empty_cache()
    torch.save(model.state_dict(), "x.pt")
"""


def test_seeds_devices_clocks_and_files() -> None:
    main = Asked(OTHERS).function("main")
    kinds = [event.kind.value for event in main.events]
    assert kinds == [
        *["seed"] * 3,
        "start devices",
        "start devices",
        "move",
        "load",
        "load state",
        "clock",
        "forward",
        "synchronise",
        "clock",
        "empty cache",
        "save",
    ]
    first, second = main.find(EventKind.CLOCK)
    assert main.between(first, second, EventKind.SYNCHRONISE) == ALWAYS


def test_recursion_and_depth_end() -> None:
    asked = Asked(
        """
def walk(model, optimizer, n):
    optimizer.step()
    walk(model, optimizer, n - 1)

def f0(optimizer):
    optimizer.step()
"""
        + "".join(f"def f{n}(optimizer):\n    f{n - 1}(optimizer)\n    f{n - 1}(optimizer)\n" for n in range(1, 30))
    )
    assert asked.function("walk").happens(STEP) == ALWAYS
    assert asked.function("walk").find(EventKind.UNKNOWN_CALL)
    assert len(asked.function("f29").events) < 100


def test_too_many_conditions_that_are_met_again_leave_doubt() -> None:
    conditions = "".join(f"    if args.c{n}:\n        optimizer.step()\n" for n in range(40)) * 2
    assert Asked(f"def main(args, optimizer):\n{conditions}").function("main").happens(STEP) == PERHAPS
    few = "".join(f"    if args.c{n}:\n        optimizer.step()\n" for n in range(3)) * 2
    assert Asked(f"def main(args, optimizer):\n{few}").function("main").happens(STEP) == SOMETIMES


def test_nothing_is_read_before_the_first_question() -> None:
    inference = Asked(HELPERS).program.inference
    assert len(inference.event_calls) == 6
    assert not inference.rooms or not program_of(inference)._blocks
    assert Asked("x = torch.ones(3)\n").program.functions() == []


def test_added_groups() -> None:
    main = Asked("def main(optimizer, head):\n    optimizer.add_param_group({'params': head.parameters()})\n")
    assert listed(main.function("main")) == ["add parameters optimizer?"]


def test_a_scheduler_takes_its_optimizer_by_name() -> None:
    source = "def main(net):\n    o = torch.optim.SGD(net.parameters(), lr=1)\n"
    main = Asked(source + "    s = torch.optim.lr_scheduler.StepLR(o, 3)\n").function("main")
    (built,) = main.find(EventKind.BUILD_SCHEDULER)
    (optimizer,) = main.find(EventKind.BUILD_OPTIMIZER)
    assert [taken.is_same(subject(optimizer)) for taken in built.takes] == [YES]


RECORDING = """
@torch.no_grad()
def evaluate(model, x):
    model(x)
    with torch.enable_grad():
        model(x)

def main(model, x, flag):
    model(x)
    evaluate(model, x)
    with torch.set_grad_enabled(flag):
        model(x)
    torch.set_grad_enabled(False)
    model(x)
"""


def test_whether_autograd_records() -> None:
    main = Asked(RECORDING).function("main")
    assert [main.records(run) for run in main.find(FORWARD)] == [YES, NO, YES, UNKNOWN, NO]


def test_a_module_that_is_given_to_its_own_name_is_not_another_one() -> None:
    asked = Asked("def main(model: nn.Module, x):\n    model = model.eval()\n    x = x.float()\n    model(x)\n")
    main = asked.function("main")
    (run,) = main.find(FORWARD)
    assert not main.rebinds(subject(run))
    asked = Asked("def main(model: nn.Module, x):\n    model = nn.Sequential(model)\n    model(x)\n")
    main = asked.function("main")
    assert main.rebinds(subject(main.find(FORWARD)[0]))


def test_an_optimizer_holds_what_is_chained() -> None:
    main = Asked(
        """\
from itertools import chain
from torch import optim
def main(a: nn.Module, b: nn.Module):
    optimizer = optim.SGD(chain(a.parameters(), b.head.parameters()), lr=0.1)
    optimizer.step()
    b.zero_grad()
"""
    ).function("main")
    assert [taken.path for taken in main.find(EventKind.BUILD_OPTIMIZER)[0].takes] == ["a", "b.head"]


@pytest.mark.parametrize(
    "line", ["net.to(0)", "net.train().cuda()", "nn.DataParallel(net).half()", "torch.compile(net).double()"]
)
def test_a_move_is_about_the_module_in_what_is_moved(line: str) -> None:
    main = Asked(f"def main(net: nn.Module):\n    {line}\n").function("main")
    assert [subject(event).path for event in main.find(EventKind.MOVE)] == ["net"]


def test_an_optimizer_holds_the_parameter_and_not_what_it_is_made_of() -> None:
    asked = Asked("mask = nn.Parameter(torch.zeros(3, device=device))\nadam = torch.optim.Adam([mask])\nadam.step()\n")
    (step,) = asked.function("").find(STEP)
    assert [one.path for one in asked.program.optimised_by(subject(step))] == ["mask"]


GRADIENTS = {
    "model.zero_grad": EventKind.ZERO_GRAD,
    "p.grad = None": EventKind.ZERO_GRAD,
    "p.grad.zero_()": EventKind.ZERO_GRAD,
    "p.grad.data.zero_()": EventKind.ZERO_GRAD,
    "p.grad = x": EventKind.SET_GRADIENT,
    "p.grad += x": EventKind.SET_GRADIENT,
    "p.grad.mul_(2)": EventKind.SET_GRADIENT,
    "p.grad.data.copy_(x)": EventKind.SET_GRADIENT,
}


@pytest.mark.parametrize("line", GRADIENTS)
def test_gradients_that_the_program_changes(line: str) -> None:
    timeline = Asked(f"def main(model, x):\n    for p in model.parameters():\n        {line}\n").function("main")
    [found] = timeline.events
    assert (found.kind, subject(found).path) == (GRADIENTS[line], "model")


def test_an_object_that_is_called_does_not_get_self() -> None:
    main = Asked(
        "class Trainer(Base):\n"
        "    def __init__(self, criterion):\n        self.criterion = criterion\n"
        "    def fit(self, x):\n        self.criterion(x)\n        self.prepare(x)\n"
    )
    calls = main.function("fit").find(EventKind.UNKNOWN_CALL)
    assert [[taken.path for taken in call.takes] for call in calls] == [["x", "self.criterion"], ["x", "self"]]


# What stands between two steps of `optimizer`, and whether it clears the gradients.
CLEARING = {
    "optimizer.zero_grad()": Answer.YES,
    "model.zero_grad()": Answer.YES,
    "model.head.zero_grad()": Answer.UNKNOWN,
    "other.zero_grad()": Answer.NO,
    "teacher.zero_grad()": Answer.NO,
    "warm.zero_grad()": Answer.UNKNOWN,
    "wrapped_optimizer.zero_grad()": Answer.UNKNOWN,
    "model.weight.grad = x": Answer.UNKNOWN,
    "model.weight.grad.mul_(2)": Answer.NO,
    "optimizer.step(zero_grad=True)": Answer.YES,
    "optimizer.step()": Answer.NO,
}


@pytest.mark.parametrize("line", CLEARING)
def test_clears(line: str) -> None:
    asked = Asked(
        "def main(model: nn.Module, teacher: nn.Module, x):\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "    warm = torch.optim.Adam(model.parameters())\n"
        "    other = torch.optim.Adam(teacher.parameters())\n"
        "    wrapped_optimizer = Wrapped(optimizer)\n"
        f"    {line}\n"
    )
    timeline = asked.function("main")
    optimizer = subject(timeline.find(EventKind.BUILD_OPTIMIZER)[0])
    assert clears(asked.program, timeline.events[-1], optimizer) is CLEARING[line]


CALLS = {
    "tune(optimizer)": True,
    "runner.go()": True,
    "zero_gradients(model)": True,
    "tune(model, x)": False,
}


@pytest.mark.parametrize("line", CALLS)
def test_may_clear(line: str) -> None:
    asked = Asked(
        "from lib import Runner, tune, zero_gradients\n"
        "def main(model, x):\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "    runner = Runner(model, optimizer)\n"
        f"    {line}\n"
    )
    timeline = asked.function("main")
    optimizer = subject(timeline.find(EventKind.BUILD_OPTIMIZER)[0])
    assert may_clear(asked.program, timeline.events[-1], optimizer) is CALLS[line]


def test_what_a_base_from_elsewhere_puts_on_self() -> None:
    asked = Asked(
        "from lib import Base\n"
        "class Trainer(Base):\n"
        "    def fit(self, loss):\n        loss.backward()\n        self.optimizer.step()\n"
    )
    assert [subject(event).path for event in asked.program.events(STEP)] == ["self.optimizer"]


@pytest.mark.parametrize("line", ["tune(optimizer)", "project(model, x)", "restore_grads(x)", "runner.go(x)"])
def test_may_write(line: str) -> None:
    timeline = Asked(
        f"from lib import *\ndef main(model, optimizer, runner, x):\n    {line}\n    optimizer.step()\n"
    ).function("main")
    (call,) = timeline.find(EventKind.UNKNOWN_CALL)
    assert may_write(call, subject(timeline.find(STEP)[0])) is (line != "runner.go(x)")


def test_an_optimizer_and_a_module_that_are_the_only_ones() -> None:
    one = Asked("def main(model, optimizer, x):\n    model(x)\n    model.zero_grad()\n    optimizer.step()\n")
    two = Asked("def main(model, net, optimizer, x):\n    net(x)\n    model.zero_grad()\n    optimizer.step()\n")
    for asked, only in ((one, True), (two, False)):
        timeline = asked.function("main")
        step, cleared = timeline.find(STEP)[0], timeline.find(ZERO_GRAD)[0]
        assert is_only_pair(timeline, subject(step), subject(cleared)) is only
        assert optimises(asked.program, subject(step), subject(cleared)) is UNKNOWN


DEVICES = {
    'os.environ["CUDA_VISIBLE_DEVICES"] = "1"': EventKind.CHOOSE_DEVICES,
    'os.environ.setdefault("CUDA_VISIBLE_DEVICES", "1")': EventKind.CHOOSE_DEVICES,
    "torch.cuda.is_available()": EventKind.START_DEVICES,
    "torch.cuda.device_count()": EventKind.DEVICE_QUERY,
    'torch.zeros(3, device="cuda")': EventKind.START_DEVICES,
    "x.cuda()": EventKind.START_DEVICES,
}


@pytest.mark.parametrize("line", DEVICES)
def test_gpus_that_are_chosen_and_listed(line: str) -> None:
    timeline = Asked(f"import os\ndef main(x: torch.Tensor):\n    {line}\n").function("main")
    assert [event.kind for event in timeline.events] == [DEVICES[line]]
