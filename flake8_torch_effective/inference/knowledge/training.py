"""What a training program is made of: optimizers, schedulers, loaders, wrappers, and the calls that are events.

Each row is checked against torch by ``tests/inference/events/test_training_rows.py``; the rows of Lightning and
Accelerate come from their documentation (lightning.ai/docs, huggingface.co/docs/accelerate).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Role(Enum):
    """What an object is in a training program."""

    OPTIMIZER = "optimizer"
    SCHEDULER = "scheduler"
    SCALER = "scaler"
    MODULE = "module"
    TENSOR = "tensor"
    PARAMETERS = "parameters"
    LOADER = "loader"
    LIGHTNING_MODULE = "lightning module"
    LIGHTNING_TRAINER = "lightning trainer"
    FABRIC = "fabric"
    ACCELERATOR = "accelerator"
    ENGINE = "engine"
    OTHER = "other"

    @property
    def is_module(self) -> bool:
        """Whether it is a Module, Lightning's included.

        >>> Role.LIGHTNING_MODULE.is_module, Role.LIGHTNING_TRAINER.is_module
        (True, False)
        """
        return self in (Role.MODULE, Role.LIGHTNING_MODULE)


class EventKind(Enum):
    """What a call does in a training program."""

    BUILD_OPTIMIZER = "build optimizer"
    BUILD_SCHEDULER = "build scheduler"
    ADD_PARAMETERS = "add parameters"
    ZERO_GRAD = "zero_grad"
    SET_GRADIENT = "set gradient"  # p.grad = g: a gradient that the program writes itself
    FORWARD = "forward"
    SCALE = "scale"
    BACKWARD = "backward"
    UNSCALE = "unscale"
    CLIP = "clip"
    STEP = "step"
    SCALER_STEP = "scaler step"
    SCALER_UPDATE = "scaler update"
    SCHEDULER_STEP = "scheduler step"
    TRAIN_MODE = "train"
    EVAL_MODE = "eval"
    SET_MODE = "set mode"  # train(flag): which mode is not known
    MOVE = "move"
    PREPARE = "prepare"
    LOAD_STATE = "load state"
    LOAD = "load"
    SAVE = "save"
    GRADIENT = "gradient"  # torch.autograd.grad: gradients that are returned, not accumulated
    GRAD_MODE_ENTER = "enter grad mode"
    GRAD_MODE_EXIT = "leave grad mode"
    SET_GRAD_MODE = "set grad mode"
    AUTOCAST_ENTER = "enter autocast"
    AUTOCAST_EXIT = "leave autocast"
    SEED = "seed"
    DEVICE_QUERY = "device query"
    START_DEVICES = "start devices"  # the driver is asked for the GPUs, which it lists but once
    CHOOSE_DEVICES = "choose devices"  # os.environ["CUDA_VISIBLE_DEVICES"] = "1"
    EMPTY_CACHE = "empty cache"
    SYNCHRONISE = "synchronise"
    CLOCK = "clock"
    READ = "read"  # a tensor's numbers, on the host
    FIT = "fit"  # a framework's own training loop
    UNKNOWN_CALL = "unknown call"


class Closure(Enum):
    """Whether ``step`` takes a closure that evaluates the model again."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class Gradients(Enum):
    """Which layouts of gradients an optimizer takes."""

    DENSE = "dense"
    SPARSE = "sparse"
    BOTH = "both"


class Cadence(Enum):
    """How often a scheduler is meant to be stepped."""

    EPOCH = "epoch"
    BATCH = "batch"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class OptimizerRow:
    """An optimizer class: the ``closure`` of its step and the ``gradients`` it takes.

    ``state_when_built`` where it makes its state at once; others do so at the first step, on the device of that time.
    """

    name: str
    closure: Closure = Closure.OPTIONAL
    gradients: Gradients = Gradients.DENSE
    state_when_built: bool = False
    since: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SchedulerRow:
    """A learning-rate scheduler class; ``takes_metric`` where ``step`` wants the validated number."""

    name: str
    cadence: Cadence = Cadence.EPOCH
    takes_metric: bool = False
    combines: bool = False


@dataclass(frozen=True, slots=True)
class LoaderRow:
    """A class that yields batches; the parameters that name its data set and its sampler, and the positional ones.

    ``plain`` where it reads in its own process into ordinary memory, unless it is given ``num_workers`` and
    ``pin_memory``.
    """

    name: str
    dataset: str = "dataset"
    sampler: str | None = None
    parameters: tuple[str, ...] = ("dataset",)
    plain: bool = False


@dataclass(frozen=True, slots=True)
class SamplerRow:
    """A class that orders a data set; ``set_epoch`` must be called for another order in each epoch."""

    name: str
    random: bool = False
    set_epoch: bool = False


@dataclass(frozen=True, slots=True)
class WrapperRow:
    """A class that runs or wraps parts of a training program."""

    name: str
    role: Role
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """A function whose call is an event; ``about`` is the parameter that holds the object it is about."""

    name: str
    kind: EventKind
    about: str | None = None
    position: int = 0
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MethodRow:
    """A method whose call is an event; about its receiver, or about the argument named ``about``."""

    role: Role
    name: str
    kind: EventKind
    about: str | None = None


OPTIMIZERS: Final = {
    f"torch.optim.{row.name}": row
    for row in (
        OptimizerRow("ASGD"),
        OptimizerRow("Adadelta"),
        OptimizerRow("Adafactor", since=(2, 5)),
        OptimizerRow("Adagrad", gradients=Gradients.BOTH, state_when_built=True),
        OptimizerRow("Adam"),
        OptimizerRow("AdamW"),
        OptimizerRow("Adamax"),
        OptimizerRow("LBFGS", closure=Closure.REQUIRED, gradients=Gradients.BOTH),
        OptimizerRow("Muon", since=(2, 9)),
        OptimizerRow("NAdam"),
        OptimizerRow("RAdam"),
        OptimizerRow("RMSprop"),
        OptimizerRow("Rprop"),
        OptimizerRow("SGD", gradients=Gradients.BOTH),
        OptimizerRow("SparseAdam", gradients=Gradients.SPARSE),
    )
}

SCHEDULERS: Final = {
    f"torch.optim.lr_scheduler.{row.name}": row
    for row in (
        SchedulerRow("LambdaLR", Cadence.EITHER),
        SchedulerRow("MultiplicativeLR", Cadence.EITHER),
        SchedulerRow("StepLR"),
        SchedulerRow("MultiStepLR"),
        SchedulerRow("ConstantLR"),
        SchedulerRow("LinearLR", Cadence.EITHER),
        SchedulerRow("ExponentialLR"),
        SchedulerRow("PolynomialLR", Cadence.EITHER),
        SchedulerRow("CosineAnnealingLR", Cadence.EITHER),
        SchedulerRow("CosineAnnealingWarmRestarts", Cadence.EITHER),
        SchedulerRow("ChainedScheduler", Cadence.EITHER, combines=True),
        SchedulerRow("SequentialLR", Cadence.EITHER, combines=True),
        SchedulerRow("CyclicLR", Cadence.BATCH),
        SchedulerRow("OneCycleLR", Cadence.BATCH),
        SchedulerRow("ReduceLROnPlateau", takes_metric=True),
    )
} | {"torch.optim.swa_utils.SWALR": SchedulerRow("SWALR")}

_LOADER_PARAMETERS: Final = tuple(
    """
    dataset batch_size shuffle sampler batch_sampler num_workers collate_fn pin_memory drop_last timeout worker_init_fn
    multiprocessing_context generator
    """.split()
)
TRAINING_LOADERS: Final = {
    row.name: row
    for row in (
        LoaderRow("torch.utils.data.DataLoader", sampler="sampler", parameters=_LOADER_PARAMETERS, plain=True),
        LoaderRow("torch_geometric.loader.DataLoader"),
        LoaderRow("torch_geometric.data.DataLoader"),
        LoaderRow("monai.data.DataLoader", sampler="sampler"),
        LoaderRow("timm.data.create_loader"),
    )
}

SAMPLERS: Final = {
    row.name: row
    for row in (
        SamplerRow("torch.utils.data.SequentialSampler"),
        SamplerRow("torch.utils.data.RandomSampler", random=True),
        SamplerRow("torch.utils.data.SubsetRandomSampler", random=True),
        SamplerRow("torch.utils.data.WeightedRandomSampler", random=True),
        SamplerRow("torch.utils.data.BatchSampler"),
        SamplerRow("torch.utils.data.DistributedSampler", random=True, set_epoch=True),
    )
}

_LIGHTNING = ("lightning.", "lightning.pytorch.", "pytorch_lightning.")
WRAPPERS: Final = {
    name: row
    for row in (
        WrapperRow(
            "torch.amp.GradScaler", Role.SCALER, ("torch.cuda.amp.GradScaler", "torch.amp.grad_scaler.GradScaler")
        ),
        WrapperRow("torch.cuda.amp.grad_scaler.GradScaler", Role.SCALER),
        WrapperRow("torch.nn.DataParallel", Role.MODULE),
        WrapperRow("torch.nn.parallel.DataParallel", Role.MODULE),
        WrapperRow("torch.nn.parallel.DistributedDataParallel", Role.MODULE),
        WrapperRow("torch.distributed.fsdp.FullyShardedDataParallel", Role.MODULE),
        WrapperRow("torch.optim.swa_utils.AveragedModel", Role.MODULE),
        WrapperRow(
            "lightning.LightningModule", Role.LIGHTNING_MODULE, tuple(f"{root}LightningModule" for root in _LIGHTNING)
        ),
        WrapperRow("lightning.Trainer", Role.LIGHTNING_TRAINER, tuple(f"{root}Trainer" for root in _LIGHTNING)),
        WrapperRow("lightning.Fabric", Role.FABRIC, ("lightning.fabric.Fabric", "lightning_fabric.Fabric")),
        WrapperRow("accelerate.Accelerator", Role.ACCELERATOR, ("accelerate.accelerator.Accelerator",)),
    )
    for name in (row.name, *row.others)
}

# Methods of classes that make an object of the class: Lightning's (lightning.ai/docs) of what a file holds.
MAKES_OBJECTS: Final = {Role.LIGHTNING_MODULE: frozenset({"load_from_checkpoint"})}

# Functions that give back, in the order of their arguments, what they were given, made ready.
PREPARES: Final = frozenset({"deepspeed.initialize", "torch.compile", "torch.jit.script"})

_CLIP = "torch.nn.utils."
FUNCTION_EVENTS: Final = {
    name: row
    for row in (
        FunctionRow(_CLIP + "clip_grad_norm_", EventKind.CLIP, "parameters", 0, (_CLIP + "clip_grad.clip_grad_norm_",)),
        FunctionRow(
            _CLIP + "clip_grad_value_", EventKind.CLIP, "parameters", 0, (_CLIP + "clip_grad.clip_grad_value_",)
        ),
        FunctionRow(_CLIP + "clip_grads_with_norm_", EventKind.CLIP, "parameters"),
        FunctionRow("torch.autograd.backward", EventKind.BACKWARD, "tensors"),
        FunctionRow("torch._foreach_zero_", EventKind.ZERO_GRAD, "self"),
        FunctionRow("torch.autograd.grad", EventKind.GRADIENT, "outputs"),
        FunctionRow("torch.manual_seed", EventKind.SEED),
        FunctionRow("torch.seed", EventKind.SEED),
        FunctionRow("torch.set_rng_state", EventKind.SEED),
        FunctionRow("torch.cuda.manual_seed", EventKind.SEED),
        FunctionRow("torch.cuda.manual_seed_all", EventKind.SEED),
        FunctionRow("random.seed", EventKind.SEED),
        FunctionRow("numpy.random.seed", EventKind.SEED),
        FunctionRow("torch.cuda.is_available", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.is_initialized", EventKind.DEVICE_QUERY),
        FunctionRow("torch.cuda.is_bf16_supported", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.device_count", EventKind.DEVICE_QUERY),
        FunctionRow("torch.cuda.current_device", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.get_device_name", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.get_device_capability", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.get_device_properties", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.init", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.mem_get_info", EventKind.START_DEVICES),
        FunctionRow("torch.cuda.set_device", EventKind.START_DEVICES),
        FunctionRow("torch.accelerator.is_available", EventKind.START_DEVICES),
        FunctionRow("torch.backends.mps.is_available", EventKind.DEVICE_QUERY),
        FunctionRow("torch.cuda.empty_cache", EventKind.EMPTY_CACHE),
        FunctionRow("torch.mps.empty_cache", EventKind.EMPTY_CACHE),
        FunctionRow("torch.cuda.synchronize", EventKind.SYNCHRONISE),
        FunctionRow("torch.mps.synchronize", EventKind.SYNCHRONISE),
        FunctionRow("torch.xpu.synchronize", EventKind.SYNCHRONISE),
        FunctionRow("torch.accelerator.synchronize", EventKind.SYNCHRONISE),
        FunctionRow("time.time", EventKind.CLOCK),
        FunctionRow("time.perf_counter", EventKind.CLOCK),
        FunctionRow("time.monotonic", EventKind.CLOCK),
        FunctionRow("time.process_time", EventKind.CLOCK),
        FunctionRow("time.time_ns", EventKind.CLOCK),
        FunctionRow("time.perf_counter_ns", EventKind.CLOCK),
        FunctionRow("time.monotonic_ns", EventKind.CLOCK),
        FunctionRow("timeit.default_timer", EventKind.CLOCK),
        FunctionRow("datetime.datetime.now", EventKind.CLOCK),
        FunctionRow("datetime.datetime.utcnow", EventKind.CLOCK),
        FunctionRow("torch.load", EventKind.LOAD, others=("torch.serialization.load",)),
        FunctionRow("torch.save", EventKind.SAVE, "obj", others=("torch.serialization.save",)),
        FunctionRow("torch.set_grad_enabled", EventKind.SET_GRAD_MODE),
        FunctionRow("torch.optim.swa_utils.update_bn", EventKind.FORWARD, "model", 1),
    )
    for name in (row.name, *row.others)
}

# Context managers: what entering and leaving them is.
CONTEXT_EVENTS: Final = dict.fromkeys(
    ("torch.no_grad", "torch.enable_grad", "torch.inference_mode", "torch.set_grad_enabled"),
    (EventKind.GRAD_MODE_ENTER, EventKind.GRAD_MODE_EXIT),
) | dict.fromkeys(
    ("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast", "torch.amp.autocast_mode.autocast"),
    (EventKind.AUTOCAST_ENTER, EventKind.AUTOCAST_EXIT),
)

# Context managers that swallow what is raised under them.
SWALLOWING_CONTEXTS: Final = frozenset({"contextlib.suppress", "pytest.raises"})

_METHODS: Final = (
    MethodRow(Role.OPTIMIZER, "step", EventKind.STEP),
    MethodRow(Role.OPTIMIZER, "zero_grad", EventKind.ZERO_GRAD),
    MethodRow(Role.OPTIMIZER, "add_param_group", EventKind.ADD_PARAMETERS),
    MethodRow(Role.OPTIMIZER, "load_state_dict", EventKind.LOAD_STATE),
    MethodRow(Role.SCHEDULER, "step", EventKind.SCHEDULER_STEP),
    MethodRow(Role.SCHEDULER, "load_state_dict", EventKind.LOAD_STATE),
    MethodRow(Role.SCALER, "scale", EventKind.SCALE, "outputs"),
    MethodRow(Role.SCALER, "unscale_", EventKind.UNSCALE, "optimizer"),
    MethodRow(Role.SCALER, "step", EventKind.STEP, "optimizer"),
    MethodRow(Role.SCALER, "step", EventKind.SCALER_STEP),
    MethodRow(Role.SCALER, "update", EventKind.SCALER_UPDATE),
    MethodRow(Role.SCALER, "load_state_dict", EventKind.LOAD_STATE),
    MethodRow(Role.MODULE, "zero_grad", EventKind.ZERO_GRAD),
    MethodRow(Role.MODULE, "train", EventKind.TRAIN_MODE),
    MethodRow(Role.MODULE, "eval", EventKind.EVAL_MODE),
    *(
        MethodRow(Role.MODULE, name, EventKind.MOVE)
        for name in ("to", "cuda", "cpu", "xpu", "half", "bfloat16", "float", "double", "type", "to_empty")
    ),
    MethodRow(Role.MODULE, "load_state_dict", EventKind.LOAD_STATE),
    MethodRow(Role.MODULE, "forward", EventKind.FORWARD),
    MethodRow(Role.TENSOR, "backward", EventKind.BACKWARD),
    MethodRow(Role.LIGHTNING_MODULE, "manual_backward", EventKind.BACKWARD, "loss"),
    MethodRow(Role.LIGHTNING_MODULE, "clip_gradients", EventKind.CLIP, "optimizer"),
    MethodRow(Role.LIGHTNING_TRAINER, "fit", EventKind.FIT, "model"),
    MethodRow(Role.FABRIC, "setup", EventKind.PREPARE),
    MethodRow(Role.FABRIC, "backward", EventKind.BACKWARD, "tensor"),
    MethodRow(Role.FABRIC, "clip_gradients", EventKind.CLIP, "module"),
    MethodRow(Role.FABRIC, "seed_everything", EventKind.SEED),
    MethodRow(Role.ACCELERATOR, "prepare", EventKind.PREPARE),
    MethodRow(Role.ACCELERATOR, "backward", EventKind.BACKWARD, "loss"),
    MethodRow(Role.ACCELERATOR, "clip_grad_norm_", EventKind.CLIP, "parameters"),
    MethodRow(Role.ACCELERATOR, "clip_grad_value_", EventKind.CLIP, "parameters"),
    MethodRow(Role.ENGINE, "backward", EventKind.BACKWARD, "loss"),
    MethodRow(Role.ENGINE, "step", EventKind.STEP),
)


def _by_role() -> dict[tuple[Role, str], tuple[MethodRow, ...]]:
    found: dict[tuple[Role, str], tuple[MethodRow, ...]] = {}
    for row in _METHODS:
        key = (row.role, row.name)
        found[key] = (*found.get(key, ()), row)
    # A LightningModule is a module, too.
    for (role, name), rows in list(found.items()):
        if role is Role.MODULE:
            found.setdefault((Role.LIGHTNING_MODULE, name), rows)
    return found


METHOD_EVENTS: Final = _by_role()

# Methods that move or convert a module.
MOVES: Final = frozenset(row.name for row in _METHODS if row.kind is EventKind.MOVE)

# Methods that show what an object is on which they are called, where nothing else says it.
SHOWS_ROLE: Final = {
    "param_groups": Role.OPTIMIZER,
    "add_param_group": Role.OPTIMIZER,
    "get_last_lr": Role.SCHEDULER,
    "unscale_": Role.SCALER,
    "get_scale": Role.SCALER,
    "manual_backward": Role.LIGHTNING_MODULE,
    "parameters": Role.MODULE,
    "named_parameters": Role.MODULE,
    "modules": Role.MODULE,
    "named_modules": Role.MODULE,
    "children": Role.MODULE,
    "eval": Role.MODULE,
    "train": Role.MODULE,
}

# Those that take no argument.
TAKES_NOTHING: Final = frozenset({"eval"})

# Methods whose result is about the object itself: the parameters of a model, the mean of a loss.
ABOUT_RECEIVER: Final = frozenset({"parameters", "named_parameters", "mean", "sum", "to", "cuda", "optimizers"})

# Methods that so many other objects have as well that their calls are not noted.
_COMMON: Final = MOVES - {"to_empty"} | {"forward", "update"}


def _by_call() -> dict[str, frozenset[EventKind]]:
    found: dict[str, set[EventKind]] = {}
    for row in _METHODS:
        if row.name not in _COMMON:
            found.setdefault(row.name, set()).add(row.kind)
    found["train"] |= {EventKind.EVAL_MODE, EventKind.SET_MODE}
    for name, function in FUNCTION_EVENTS.items():
        found[name] = {function.kind}
    for name in OPTIMIZERS:
        found[name] = {EventKind.BUILD_OPTIMIZER}
    for name in SCHEDULERS:
        found[name] = {EventKind.BUILD_SCHEDULER}
    for name, kinds in CONTEXT_EVENTS.items():
        found.setdefault(name, set()).update(kinds)
    return {name: frozenset(kinds) for name, kinds in found.items()}


# Methods of optimizers, schedulers, scalers and modules that can be called without an argument.
TRAINING_ALONE: Final = frozenset({"step", "zero_grad", "train", "eval", "update", "cuda", "cpu"})

# What a call can be by its method's name or its dotted name.  The interpreter notes these calls, so that a file without
# any of them costs nothing.
EVENT_CALLS: Final = _by_call()

# The calls that add to the gradients of tensors, or change or clear them; the step of an optimizer may call a closure.
CHANGES_GRADIENTS: Final = frozenset(
    name
    for name, kinds in EVENT_CALLS.items()
    if not kinds.isdisjoint(
        (EventKind.BACKWARD, EventKind.ZERO_GRAD, EventKind.UNSCALE, EventKind.CLIP, EventKind.STEP)
    )
)

# The methods of trainers that back-propagate what they are given.
TAKES_LOSS: Final = frozenset(
    name
    for (_, name), rows in METHOD_EVENTS.items()
    if any(row.kind is EventKind.BACKWARD and row.about is not None for row in rows)
)

# Kinds that stand only where such a call does; others need no call (a decorator, `p.grad = None`) or one of any name.
NOTED_KINDS: Final = frozenset(kind for kinds in EVENT_CALLS.values() for kind in kinds) - {
    EventKind.GRAD_MODE_ENTER,
    EventKind.GRAD_MODE_EXIT,
    EventKind.AUTOCAST_ENTER,
    EventKind.AUTOCAST_EXIT,
    EventKind.FORWARD,
    EventKind.PREPARE,
    EventKind.ZERO_GRAD,
    EventKind.SET_GRADIENT,
    EventKind.SET_MODE,
    EventKind.START_DEVICES,
}

# Methods of the objects of a training program that do nothing to the order of events.
QUIET_METHODS: Final = frozenset(
    """
    state_dict register_step_post_hook register_step_pre_hook get_last_lr get_lr get_scale is_enabled
    parameters named_parameters buffers named_buffers modules named_modules children named_children apply
    requires_grad_ register_buffer register_parameter register_forward_hook register_forward_pre_hook add_module
    get_submodule get_parameter share_memory compile no_sync print log log_dict autocast accumulate gather
    wait_for_everyone unwrap_model save_state device is_main_process prepare_data_loader setup_dataloaders launch
    optimizers lr_schedulers toggle_optimizer untoggle_optimizer save_hyperparameters
    append extend items keys values get pop copy format join split strip startswith endswith replace lower upper
    debug info warning warn error critical exception write add_scalar add_scalars add_image set_postfix set_description
    set_epoch item numel size dim detach tolist numpy close flush mkdir exists
    """.split()
)

# What has torch call a function with each step of an optimizer, or once a gradient is there: it may clear them.
STEP_HOOKS: Final = frozenset(
    """
    register_step_post_hook register_step_pre_hook register_optimizer_step_post_hook register_optimizer_step_pre_hook
    register_post_accumulate_grad_hook
    """.split()
)

# Attributes, methods and arguments that only code which takes gradients names.
GRADIENT_NAMES: Final = frozenset(
    """
    grad requires_grad requires_grad_ retain_grad create_graph retain_graph enable_grad
    register_hook register_full_backward_hook register_full_backward_pre_hook register_backward_hook
    """.split()
)

# Packages whose functions are known not to train what they are given.
QUIET_ROOTS: Final = frozenset(
    """
    torch builtins numpy math os time json re argparse pathlib pandas PIL cv2 sys logging warnings random itertools
    functools collections copy tqdm datetime shutil glob csv pickle matplotlib torchvision typing dataclasses
    contextlib gc einops sklearn scipy string types enum abc inspect wandb tensorboard tensorboardX torchmetrics yaml
    """.split()
)

# Other frameworks, whose models are none of torch's.
OTHER_FRAMEWORKS: Final = frozenset("tensorflow keras jax flax paddle mindspore mxnet MNN onnxruntime".split())

# Words in a name by which people call these objects.
_NAMES: Final = (
    ("sched", Role.SCHEDULER),
    ("optim", Role.OPTIMIZER),
    ("scaler", Role.SCALER),
    ("accelerator", Role.ACCELERATOR),
    ("fabric", Role.FABRIC),
    ("engine", Role.ENGINE),
)
_EXACT: Final = {
    "opt": Role.OPTIMIZER,
    "model": Role.MODULE,
    "net": Role.MODULE,
    "network": Role.MODULE,
    "module": Role.MODULE,
    "generator": Role.MODULE,
    "discriminator": Role.MODULE,
    "encoder": Role.MODULE,
    "decoder": Role.MODULE,
    "teacher": Role.MODULE,
    "student": Role.MODULE,
    "loss": Role.TENSOR,
}


def role_by_name(name: str) -> Role:
    """What an object is called after: ``optimizer_d`` an optimizer, ``lr_scheduler`` a scheduler; else ``OTHER``.

    >>> role_by_name("opt_g")
    <Role.OPTIMIZER: 'optimizer'>
    """
    word = name.lower()
    for part, role in _NAMES:
        if part in word:
            return role
    for piece in word.rstrip("0123456789").split("_"):
        role_ = _EXACT.get(piece)
        if role_ is not None:
            return role_
    return Role.OTHER


def role_by_class(name: str) -> Role:
    """What an object of the class with this canonical dotted name is; ``OTHER`` where no row says it.

    >>> role_by_class("torch.optim.SGD")
    <Role.OPTIMIZER: 'optimizer'>
    """
    row = WRAPPERS.get(name)
    if row is not None:
        return row.role
    if name in OPTIMIZERS or name == "torch.optim.Optimizer":
        return Role.OPTIMIZER
    if name in SCHEDULERS or name.startswith("torch.optim.lr_scheduler."):
        return Role.SCHEDULER
    return Role.LOADER if name in TRAINING_LOADERS else Role.OTHER


def loss_parameter(roles: Iterable[Role], method: str) -> str | None:
    """The parameter of an object's method that is back-propagated: ``loss`` of ``accelerator.backward(loss)``.

    >>> loss_parameter([Role.ACCELERATOR], "backward"), loss_parameter([Role.TENSOR], "backward")
    ('loss', None)
    """
    rows = (row for role in roles for row in METHOD_EVENTS.get((role, method), ()))
    return next((row.about for row in rows if row.kind is EventKind.BACKWARD and row.about is not None), None)
