"""The evidence behind the rules: claims about fixture pairs that torch itself proves or refutes.

This package imports torch and nothing outside it may import this package: linting works without
torch.
"""

from .agreement import RightResult, SameGradient, SameResult, Shares
from .claims import Claim
from .comparison import Loosened, Scale
from .cost import BoundedGraph, FewerDispatches, FewerNodes, FewerSyncs, LessMemory
from .faults import Raises, Unnoticed, Warns, WrongResult
from .fixtures import (
    Address,
    Fixture,
    FixtureError,
    callables,
    discover,
    fixtures_root,
    load_evidence,
    load_fixture,
    module_from_source,
)
from .machine import NoDevice, environment, require_device, use_one_thread
from .outcomes import Outcome
from .placement import MadeOnDevice, SameDevice, placement
from .registration import Registers
from .samples import (
    ALL_SIZES,
    DTYPES,
    EXACT,
    HALF,
    LOGITS,
    SMALL,
    AtLeast,
    Inputs,
    Memory,
    Sample,
    Values,
    no_inputs,
    sample_size,
)
from .stability import Stable
from .subjects import seed
from .timing import Bench, Timing, time_bench

__all__ = [
    "ALL_SIZES",
    "DTYPES",
    "EXACT",
    "HALF",
    "LOGITS",
    "SMALL",
    "Address",
    "AtLeast",
    "Bench",
    "BoundedGraph",
    "Claim",
    "FewerDispatches",
    "FewerNodes",
    "FewerSyncs",
    "Fixture",
    "FixtureError",
    "Inputs",
    "LessMemory",
    "Loosened",
    "MadeOnDevice",
    "Memory",
    "NoDevice",
    "Outcome",
    "Raises",
    "Registers",
    "RightResult",
    "SameDevice",
    "SameGradient",
    "SameResult",
    "Sample",
    "Scale",
    "Shares",
    "Stable",
    "Timing",
    "Unnoticed",
    "Values",
    "Warns",
    "WrongResult",
    "callables",
    "discover",
    "environment",
    "fixtures_root",
    "load_evidence",
    "load_fixture",
    "module_from_source",
    "no_inputs",
    "placement",
    "require_device",
    "sample_size",
    "seed",
    "time_bench",
    "use_one_thread",
]
