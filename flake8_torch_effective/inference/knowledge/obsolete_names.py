"""Names of torch that it dropped or means to drop, and what takes their place.

Source: torch's release notes, documentation and warnings; ``tests/inference/test_obsolete_names.py`` asks torch itself.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .releases import Version


class Change(enum.Enum):
    """What has to change besides the name: nothing, a device that comes first, or more than a fix can write."""

    NOTHING = enum.auto()
    DEVICE = enum.auto()
    MORE = enum.auto()


class Stage(enum.Enum):
    """How far a name is on its way out."""

    CURRENT = enum.auto()
    DEPRECATED = enum.auto()
    REMOVED = enum.auto()


class Obsolete(NamedTuple):
    """A name that is deprecated, or that is removed or only raises, since a release.

    ``replacement`` is a dotted name, of which ``since`` says which release brought it; ``note`` what else to do, or
    what to do where nothing replaces it; ``named`` are the parameters of the old form, in order, where the new one has
    another order, so that they are to be given by name; ``parts`` are names that code with the old form reads, and the
    new one lacks; ``unpicklable`` where modules with the new form cannot be pickled as a whole; ``restates`` are
    arguments that ask for what torch does anyway. ``idle`` where the old form does nothing at all. ``silent`` where
    torch does not warn of the name, and only its documentation calls it deprecated. ``rewrite`` where the replacement
    works in another way altogether, so that a program that is built on the name has to be built anew.
    """

    name: str
    replacement: str | None
    deprecated: Version | None = None
    removed: Version | None = None
    since: Version = (1, 0)
    change: Change = Change.MORE
    note: str = ""
    device: str = "cuda"
    named: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    unpicklable: bool = False
    restates: tuple[str, ...] = ()
    idle: bool = False
    silent: bool = False
    rewrite: bool = False

    @property
    def can_wait(self) -> bool:
        """Whether a program may well keep the name for now: nothing warns, or much more than the name has to change."""
        return self.silent or self.rewrite

    def stage(self, target: tuple[int, ...] | None) -> Stage:
        """The stage by the oldest torch that a project runs on, or by the newest; current if it has no replacement."""
        if target is not None and target < self.since:
            return Stage.CURRENT
        if self.removed is not None and (target is None or target >= self.removed):
            return Stage.REMOVED
        if self.deprecated is not None and (target is None or target >= self.deprecated):
            return Stage.DEPRECATED
        return Stage.CURRENT


_LINALG: Final = (1, 9)

# Modules of which only the names here are known.
_UNLISTED: Final = ("torch.amp.", "torch.func.", "torch.export.")

_REMOVED: Final = (
    Obsolete(
        "torch.solve",
        "torch.linalg.solve",
        (1, 9),
        (1, 12),
        (1, 8),
        note="given (A, B): no LU, and a 1-d result for a 1-d B",
    ),
    Obsolete("torch.symeig", "torch.linalg.eigh", (1, 9), (2, 0), (1, 8), note="lower triangle by default"),
    Obsolete("torch.eig", "torch.linalg.eig", (1, 9), (1, 13), _LINALG, note="complex results"),
    Obsolete(
        "torch.lstsq",
        "torch.linalg.lstsq",
        (1, 9),
        (1, 13),
        _LINALG,
        note="given (A, B): its .solution is 1-d for a 1-d B",
    ),
    Obsolete("torch.matrix_rank", "torch.linalg.matrix_rank", (1, 9), (1, 13), (1, 8)),
    Obsolete(
        "torch.gesv",
        "torch.linalg.solve",
        (1, 1),
        (1, 2),
        (1, 8),
        note="given (A, B): no LU, and a 1-d result for a 1-d B",
    ),
    Obsolete(
        "torch.gels",
        "torch.linalg.lstsq",
        (1, 2),
        (1, 3),
        _LINALG,
        note="given (A, B): its .solution is 1-d for a 1-d B",
    ),
    Obsolete("torch.trtrs", "torch.linalg.solve_triangular", (1, 1), (1, 2), (1, 11), note="(A, B, upper=...)"),
    Obsolete("torch.potrf", "torch.linalg.cholesky", (1, 0), (1, 2), (1, 8), note="lower triangle by default"),
    Obsolete("torch.potrs", "torch.cholesky_solve", (1, 0), (1, 2), (1, 1), note="lower triangle by default"),
    Obsolete("torch.potri", "torch.cholesky_inverse", (1, 0), (1, 2), (1, 1), note="lower triangle by default"),
    Obsolete("torch.btrifact", "torch.linalg.lu_factor", (1, 1), (1, 2), (1, 11)),
    Obsolete("torch.btrisolve", "torch.linalg.lu_solve", (1, 1), (1, 2), (1, 13), note="(LU, pivots, B)"),
    Obsolete("torch.rfft", "torch.fft.rfftn", (1, 7), (1, 8), (1, 7), note="complex results; fftn for onesided=False"),
    Obsolete("torch.irfft", "torch.fft.irfftn", (1, 7), (1, 8), (1, 7), note="complex input; ifftn for onesided=False"),
    Obsolete("torch.ifft", "torch.fft.ifftn", (1, 7), (1, 8), (1, 7), note="complex input and result"),
    Obsolete("torch.set_deterministic", "torch.use_deterministic_algorithms", (1, 8), (1, 10), (1, 8), Change.NOTHING),
    Obsolete(
        "torch.is_deterministic",
        "torch.are_deterministic_algorithms_enabled",
        (1, 8),
        (1, 10),
        (1, 8),
        Change.NOTHING,
    ),
    Obsolete("torch.nested_tensor", "torch.nested.nested_tensor", (1, 13), (1, 13), (1, 13), Change.NOTHING),
    Obsolete("torch.utils.bottleneck", "torch.profiler", None, (2, 10), (1, 8)),
    Obsolete("torch.onnx.export_to_pretty_string", "torch.onnx.export", (2, 4), (2, 6)),
)

_NUMERICS: Final = (
    Obsolete("torch.qr", "torch.linalg.qr", (1, 9), None, (1, 8), note="mode= instead of some="),
    Obsolete(
        "torch.svd", "torch.linalg.svd", (1, 9), None, (1, 8), note="full_matrices=False, and gives V.mH", silent=True
    ),
    Obsolete("torch.cholesky", "torch.linalg.cholesky", (1, 9), None, (1, 8)),
    Obsolete("torch.chain_matmul", "torch.linalg.multi_dot", (1, 9), None, _LINALG, note="given a list"),
    Obsolete("torch.ger", "torch.outer", (1, 7), None, (1, 7), Change.NOTHING, silent=True),
    Obsolete("torch.norm", "torch.linalg.vector_norm", (1, 7), None, (1, 9), note="or matrix_norm", silent=True),
    Obsolete("torch.range", "torch.arange", (1, 0), None, (1, 0), note="without its end"),
    Obsolete("torch.lu", "torch.linalg.lu_factor", (1, 13), None, (1, 11), note="or lu_factor_ex for infos"),
    Obsolete("torch.lu_solve", "torch.linalg.lu_solve", (1, 13), None, (1, 13), note="(LU, pivots, B)"),
    Obsolete(
        "torch.triangular_solve", "torch.linalg.solve_triangular", (1, 11), None, (1, 11), note="(A, B, upper=...)"
    ),
)

_SETTINGS: Final = (
    Obsolete(
        "torch.set_default_tensor_type",
        "torch.set_default_dtype",
        (2, 1),
        None,
        note="and set_default_device",
        restates=("torch.FloatTensor",),
    ),
    Obsolete("torch.has_cuda", "torch.backends.cuda.is_built", (2, 1), None, (1, 7), note="called"),
    Obsolete("torch.has_mps", "torch.backends.mps.is_built", (2, 1), None, (1, 12), note="called"),
    Obsolete("torch.has_cudnn", "torch.backends.cudnn.is_available", (2, 1), None, note="called"),
    Obsolete("torch.has_mkldnn", "torch.backends.mkldnn.is_available", (2, 1), None, (1, 2), note="called"),
    Obsolete(
        "torch.autograd.Variable",
        None,
        (1, 0),
        note="tensors do all that it did; pass them as they are; requires_grad=True is x.requires_grad_()",
        idle=True,
        silent=True,
    ),
    Obsolete("torch.cuda.memory_cached", "torch.cuda.memory_reserved", (1, 4), None, (1, 4), Change.NOTHING),
    Obsolete("torch.cuda.max_memory_cached", "torch.cuda.max_memory_reserved", (1, 4), None, (1, 4), Change.NOTHING),
    Obsolete("torch.cuda.reset_max_memory_allocated", "torch.cuda.reset_peak_memory_stats", (1, 4), None, (1, 4)),
    Obsolete("torch.cuda.reset_max_memory_cached", "torch.cuda.reset_peak_memory_stats", (1, 4), None, (1, 4)),
    Obsolete("torch.distributed.reduce_op", "torch.distributed.ReduceOp", (1, 0), None),
    Obsolete("torch.library.impl_abstract", "torch.library.register_fake", (2, 4), None, (2, 4)),
    Obsolete(
        "torch.backends.cuda.sdp_kernel",
        "torch.nn.attention.sdpa_kernel",
        (2, 3),
        None,
        (2, 3),
        note="given a list of backends",
    ),
    Obsolete("torch.testing.assert_allclose", "torch.testing.assert_close", (1, 12), None, (1, 9)),
)

_MIXED_PRECISION: Final = (
    *(
        Obsolete(f"torch.{device}.amp.{name}", f"torch.amp.{name}", (2, 4), None, since, change, note, device, named)
        for device in ("cuda", "cpu")
        for name, since, change, note, named in (
            (
                "autocast",
                (1, 10),
                Change.DEVICE,
                f'("{device}", enabled=...)',
                ("enabled", "dtype", "cache_enabled"),
            ),
            ("GradScaler", (2, 3), Change.DEVICE, f'("{device}", ...)', ()),
        )
    ),
    Obsolete("torch.cuda.amp.custom_fwd", "torch.amp.custom_fwd", (2, 4), None, (2, 4), note='(device_type="cuda")'),
    Obsolete("torch.cuda.amp.custom_bwd", "torch.amp.custom_bwd", (2, 4), None, (2, 4), note='(device_type="cuda")'),
)

_MODULES: Final = (
    Obsolete(
        "torch.nn.utils.weight_norm",
        "torch.nn.utils.parametrizations.weight_norm",
        (2, 1),
        None,
        (2, 0),
        parts=("remove_weight_norm", "weight_g", "weight_v"),
        unpicklable=True,
    ),
    Obsolete("torch.nn.utils.clip_grad_norm", "torch.nn.utils.clip_grad_norm_", (1, 0), None, change=Change.NOTHING),
    Obsolete("torch.nn.utils.stateless.functional_call", "torch.func.functional_call", (2, 0), None, (2, 0)),
    *(
        Obsolete(f"torch.nn.functional.{name}", "torch.nn.functional.interpolate", (1, 0), change=Change.NOTHING)
        for name in ("upsample", "upsample_nearest")
    ),
    Obsolete(
        "torch.nn.functional.upsample_bilinear",
        "torch.nn.functional.interpolate",
        (1, 0),
        note='mode="bilinear", align_corners=True',
    ),
    Obsolete("torch.nn.UpsamplingNearest2d", "torch.nn.Upsample", (1, 0), silent=True),
    Obsolete(
        "torch.nn.UpsamplingBilinear2d",
        "torch.nn.Upsample",
        (1, 0),
        note='mode="bilinear", align_corners=True',
        silent=True,
    ),
    Obsolete("torch.nn.NLLLoss2d", "torch.nn.NLLLoss", (1, 0), change=Change.NOTHING),
    Obsolete("torch.nn.Container", "torch.nn.Module", (1, 0), note="as a base class"),
    *(
        Obsolete(f"torch.nn.init.{name}", f"torch.nn.init.{name}_", (1, 0), change=Change.NOTHING)
        for name in (
            "uniform",
            "normal",
            "constant",
            "eye",
            "dirac",
            "xavier_uniform",
            "xavier_normal",
            "kaiming_uniform",
            "kaiming_normal",
            "orthogonal",
            "sparse",
        )
    ),
)

_TRANSFORMS: Final = (
    *(
        Obsolete(f"functorch.{name}", f"torch.func.{name}", (2, 0), None, (2, 0), Change.NOTHING)
        for name in ("vmap", "grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "functionalize")
    ),
    Obsolete("functorch.make_functional", "torch.func.functional_call", (2, 0), None, (2, 0)),
    Obsolete("functorch.make_functional_with_buffers", "torch.func.functional_call", (2, 0), None, (2, 0)),
    Obsolete("functorch.combine_state_for_ensemble", "torch.func.stack_module_state", (2, 0), None, (2, 0)),
    *(
        Obsolete(
            f"torch.{package}quantization.{name}",
            None,
            (2, 8),
            None,
            note="no drop-in replaces it: plan to move to torchao's quantize_ or prepare_pt2e",
        )
        for package in ("", "ao.")
        for name in ("quantize", "quantize_dynamic", "quantize_qat", "prepare", "prepare_qat", "convert")
    ),
)

# The releases are those whose wheels first warn or say so; the documentation of some names says 2.5.
_TORCHSCRIPT: Final = (
    *(
        Obsolete(f"torch.jit.{name}", "torch.compile", (2, 10), None, (2, 1), note="or torch.export", rewrite=True)
        for name in ("script", "script_method", "trace", "trace_module")
    ),
    *(
        Obsolete(f"torch.jit.{name}", f"torch.export.{name}", (2, 10), None, (2, 1), note="of programs", rewrite=True)
        for name in ("load", "save")
    ),
    *(
        Obsolete(f"torch.jit.{name}", "torch.compile", (2, 11), None, (2, 0), rewrite=True)
        for name in ("fork", "freeze", "interface", "optimize_for_inference", "set_fusion_strategy", "wait")
    ),
    *(
        Obsolete(f"torch.jit.{name}", "torch.compile", (2, 11), None, (2, 0), silent=True, rewrite=True)
        for name in (
            "annotate",
            "enable_onednn_fusion",
            "export",
            "ignore",
            "isinstance",
            "onednn_fusion_enabled",
            "script_if_tracing",
            "strict_fusion",
        )
    ),
)


# Those of the functions that are methods of tensors too, and warn or raise there as well.
METHODS: Final = frozenset({"cholesky", "eig", "ger", "lstsq", "qr", "solve", "symeig", "triangular_solve"})


# Functions that are modules now: the name is there as before, but a call of it raises.
NOW_MODULES: Final = {
    row.name: row
    for row in (
        Obsolete("torch.fft", "torch.fft.fftn", (1, 7), (1, 8), (1, 7), note="complex input and result; now a module"),
    )
}


def came_with(name: str) -> Version | None:
    """The release that brought a name that takes another one's place, in a module that is not listed by names.

    >>> came_with("torch.amp.GradScaler"), came_with("torch.linalg.solve")
    ((2, 3), None)
    """
    return _arrivals().get(name) if name.startswith(_UNLISTED) else None


@cache
def _arrivals() -> dict[str, Version]:
    return {row.replacement: row.since for row in obsolete_names().values() if row.replacement is not None}


@cache
def obsolete_names() -> dict[str, Obsolete]:
    """The rows by the name that is obsolete."""
    return {row.name: row for row in rows()}


def rows() -> Iterator[Obsolete]:
    """All rows."""
    for group in (_REMOVED, _NUMERICS, _SETTINGS, _MIXED_PRECISION, _MODULES, _TRANSFORMS, _TORCHSCRIPT):
        yield from group
