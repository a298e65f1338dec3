"""Arguments that calls of torch must or must no longer have.

Source: the warnings and errors of torch 2.1 to 2.15, which the tests of the rules' evidence show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

# What says which form of activation checkpointing runs, and the functions that want it, with its position in each.
REENTRANT: Final = "use_reentrant"
CHECKPOINTS: Final[Mapping[str, int | None]] = {
    "torch.utils.checkpoint.checkpoint": None,
    "torch.utils.checkpoint.checkpoint_sequential": 3,
}
# The other keywords that checkpointing keeps to itself.
CHECKPOINT_OPTIONS: Final = frozenset(
    {REENTRANT, "context_fn", "debug", "determinism_check", "early_stop", "preserve_rng_state"}
)

# What loads a pickle, and the parameters that say what may be in it, how it is read, and where its tensors go.
LOADS: Final = frozenset({"torch.load", "torch.serialization.load"})
WEIGHTS_ONLY: Final = "weights_only"
# What a checkpoint of Lightning's has, with objects of the program's own classes in it, and no other file.
KEYS_OF_TRAINERS: Final = frozenset({"hyper_parameters", "pytorch-lightning_version", "hparams_name", "callbacks"})
PICKLE_MODULE: Final = "pickle_module"
PICKLE_POSITION: Final = 2
# What runs any code that a file holds, too.
OTHER_LOADS: Final = frozenset(
    f"{module}.{name}"
    for module in ("pickle", "cPickle", "_pickle", "cloudpickle", "dill", "joblib")
    for name in ("load", "loads", "Unpickler")
)
MAP_LOCATION: Final = "map_location"
MAP_POSITION: Final = 1


class OldArgument(NamedTuple):
    """An argument that torch no longer takes, or is to take no more.

    ``position`` is where it may stand without its name; ``gone`` says whether a release raises for it.  ``instead`` is
    what to write.  ``none`` says whether None means that it is not given, as in wrappers that hand it on.  ``since`` is
    the release that first announced its end; ``quiet`` says whether False is taken without a warning up to 2.13.
    ``idle`` is what to do instead where the call makes its own tensor, of an argument that does nothing any more.
    ``moved`` says whether releases differ in the position.
    """

    name: str
    position: int | None
    gone: bool
    instead: str
    none: bool = False
    since: tuple[int, int] = (1, 0)
    quiet: bool = False
    idle: str = ""
    moved: bool = False


# Where losses have ``size_average`` and ``reduce``, which ``reduction`` replaced: package, positions and names.
_LOSSES: Final = (
    (
        "torch.nn.functional",
        (3, 4),
        "binary_cross_entropy binary_cross_entropy_with_logits hinge_embedding_loss multilabel_soft_margin_loss",
    ),
    ("torch.nn.functional", (4, 5), "cosine_embedding_loss margin_ranking_loss"),
    ("torch.nn.functional", (3, 5), "cross_entropy nll_loss"),
    ("torch.nn.functional", (2, 3), "kl_div l1_loss mse_loss multilabel_margin_loss smooth_l1_loss soft_margin_loss"),
    ("torch.nn.functional", (5, 6), "multi_margin_loss"),
    ("torch.nn.functional", (4, 6), "poisson_nll_loss"),
    ("torch.nn.functional", (7, 8), "triplet_margin_loss"),
    (
        "torch.nn",
        (1, 2),
        "BCELoss BCEWithLogitsLoss CosineEmbeddingLoss HingeEmbeddingLoss MarginRankingLoss MultiLabelSoftMarginLoss",
    ),
    ("torch.nn", (1, 3), "CrossEntropyLoss NLLLoss"),
    ("torch.nn", (0, 1), "KLDivLoss L1Loss MSELoss MultiLabelMarginLoss SmoothL1Loss SoftMarginLoss"),
    ("torch.nn", (3, 4), "MultiMarginLoss"),
    ("torch.nn", (2, 4), "PoissonNLLLoss"),
    ("torch.nn", (4, 5), "TripletMarginLoss"),
)

# The position that ``verbose`` had in each scheduler, until 2.6.
_SCHEDULERS: Final = {
    "ConstantLR": 4,
    "CosineAnnealingLR": 4,
    "CosineAnnealingWarmRestarts": 5,
    "CyclicLR": 13,
    "ExponentialLR": 3,
    "LRScheduler": 2,
    "LambdaLR": 3,
    "LinearLR": 5,
    "MultiStepLR": 4,
    "MultiplicativeLR": 3,
    "OneCycleLR": 14,
    "PolynomialLR": 4,
    "ReduceLROnPlateau": 9,
    "SequentialLR": 4,
    "StepLR": 4,
    "_LRScheduler": 2,
}

_VERBOSE: Final = "print scheduler.get_last_lr() where it is wanted"
_REDUCTION: Final = "say it by reduction="


def _of_losses() -> Mapping[str, tuple[OldArgument, ...]]:
    return {
        f"{home}.{name}": (
            OldArgument("size_average", positions[0], False, _REDUCTION, none=True),
            OldArgument("reduce", positions[1], False, _REDUCTION, none=True),
        )
        for home, positions, names in _LOSSES
        for name in names.split()
    }


OLD_ARGUMENTS: Final[Mapping[str, tuple[OldArgument, ...]]] = {
    **_of_losses(),
    **{
        f"torch.optim.lr_scheduler.{name}": (
            OldArgument("verbose", position, True, _VERBOSE, since=(2, 2), moved=name == "ReduceLROnPlateau"),
        )
        for name, position in _SCHEDULERS.items()
    },
    "torch.autograd.profiler.profile": (
        OldArgument("use_cuda", None, False, "say use_device='cuda'", since=(2, 2), quiet=True),
    ),
    "torch.profiler.profile": (OldArgument("use_cuda", None, False, "name the activities", none=True),),
    "torch.autograd.Variable": (
        OldArgument("volatile", None, False, "use torch.no_grad()", idle="leave it out: its tensor needs no gradient"),
    ),
}
# Those that a scheduler of one's own may give to its base.
SCHEDULER_ARGUMENTS: Final = {
    name: rows for name, rows in OLD_ARGUMENTS.items() if name.startswith("torch.optim.lr_scheduler.")
}
# The argument that backward had, and what it is now.
RETAIN_VARIABLES: Final = "retain_variables"
RETAIN_GRAPH: Final = "retain_graph"
# Which of its entries a scatter keeps, which it is not to be asked of tensors.
REDUCE: Final = "reduce"
# A text without one of these has none of these arguments, as they stand in losses and schedulers without their names.
OLD_NAMES: Final = frozenset(
    {row.name for rows in OLD_ARGUMENTS.values() for row in rows}
    | {RETAIN_VARIABLES, REDUCE, "Loss(", "loss(", "entropy(", "entropy_with_logits(", "kl_div(", "LR(", "Plateau("}
)


def reduction_of(size_average: bool | None, reduce: bool | None) -> str:
    """The ``reduction`` that two old arguments mean, None for one that is not given."""
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"
