"""TEF907: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a call": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, x)
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, x, use_reentrant=False)
""",
    ),
    "undecided": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, x, use_reentrant=None, preserve_rng_state=False)
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, x, use_reentrant=False, preserve_rng_state=False)
""",
    ),
    "over several lines, with comments": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x, mask):
    return checkpoint(
        layer,  # recomputed
        x,
        mask,  # may be None
    )
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x, mask):
    return checkpoint(
        layer,  # recomputed
        x,
        mask,  # may be None
        use_reentrant=False,
    )
""",
    ),
    "over several lines, without a last comma": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x, mask):
    return checkpoint(
        layer,
        x,
        mask
    )
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x, mask):
    return checkpoint(
        layer,
        x,
        mask,
        use_reentrant=False
    )
""",
    ),
    "in segments": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layers, x):
    return checkpoint_sequential(layers, 2, x)
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layers, x):
    return checkpoint_sequential(layers, 2, x, use_reentrant=False)
""",
    ),
    "one in another": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(first, second, x):
    return checkpoint(second, checkpoint(first, x))
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(first, second, x):
    return checkpoint(second, checkpoint(first, x, use_reentrant=False), use_reentrant=False)
""",
    ),
    "with known options": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    options = {"preserve_rng_state": False}
    return checkpoint(layer, x, **options)
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    options = {"preserve_rng_state": False}
    return checkpoint(layer, x, **options, use_reentrant=False)
""",
    ),
    "with a star": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, *(x, x))
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, *(x, x), use_reentrant=False)
""",
    ),
    "the whole name": (
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return torch.utils.checkpoint.checkpoint(layer, x).sum()
""",
        """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False).sum()
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "None by position": """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layers, x):
    return checkpoint_sequential(layers, 2, x, None)
""",
    "None by position, and more": """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layers, x):
    return checkpoint_sequential(layers, 2, x, None, preserve_rng_state=False)
""",
    "None among unpacked arguments": """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layers, x):
    return checkpoint_sequential(layers, *(2, x, None))
""",
    "None in a dict": """\
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    options = {"use_reentrant": None}
    return checkpoint(layer, x, **options)
""",
}
