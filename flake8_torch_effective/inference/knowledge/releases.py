"""Which public names torch had in which release: read from torch_names.txt when first asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

# A minor release: (2, 13).
Version: TypeAlias = tuple[int, int]

# The oldest release that anything here is about.
OLDEST: Final[Version] = (1, 0)
TABLE_OF_NAMES: Final = Path(__file__).with_name("torch_names.txt")
_RELEASES: Final = "releases "

# The modules whose names are known, in the order in which a name is looked for that stands in the wrong one; and the
# class of tensors.
TENSOR: Final = "torch.Tensor"
MODULES: Final = (
    "torch",
    "torch.nn.functional",
    "torch.nn",
    "torch.linalg",
    "torch.special",
    "torch.fft",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.autograd",
    "torch.cuda",
    "torch.distributed",
    "torch.utils",
)

# Attributes that packages for other devices give to torch.
OTHER_BACKENDS: Final = frozenset({"dml", "hpu", "ipex", "mlu", "musa", "npu", "privateuseone", "sdaa", "tpu"})
# What torch itself has where it is built for other devices or transports than the wheels whose names are listed.
OF_OTHER_BUILDS: Final = frozenset({"ProcessGroupUCC", "ProcessGroupXCCL"})


class Life(NamedTuple):
    """The first and the last release that had a name; None for a first that is not known, and for no end."""

    first: Version | None
    last: Version | None

    def had_by(self, version: tuple[int, ...]) -> bool:
        """Whether a release has the name, as far as is known."""
        return (self.first is None or self.first <= version) and (self.last is None or version[:2] <= self.last)


class Names(NamedTuple):
    """The releases that were read, oldest first, and the names of each module."""

    releases: tuple[Version, ...]
    modules: Mapping[str, Mapping[str, Life]]

    def after(self, version: Version) -> Version:
        """The release after another one."""
        return next(one for one in self.releases if one > version)


def version_of(text: str) -> Version:
    """A minor release from its text: ``2.13`` and ``2.13.1+cpu`` are ``(2, 13)``."""
    major, minor = text.split("+")[0].split(".")[:2]
    return int(major), int(minor)


def minor_release(version: tuple[int, ...]) -> Version:
    """A version without what comes after its minor release."""
    major, minor, *_ = (*version, 0)
    return major, minor


def known_release(version: tuple[int, ...]) -> Version:
    """A version as the tables have it: its minor release, the oldest one there for those before it."""
    return max(minor_release(version), OLDEST)


@cache
def releases() -> tuple[Version, ...]:
    """The minor releases whose names are known, oldest first; the table itself is not read for them."""
    with TABLE_OF_NAMES.open(encoding="utf-8") as lines:
        found = next(line for line in lines if line.startswith(_RELEASES))
    return tuple(version_of(word) for word in found.split()[1:])


# The oldest torch that there is for the oldest Python that still gets updates, 3.10.
_FOR_ALL_PYTHONS: Final = (1, 10)
# Names that torch defines in C and that the stubs of their time leave out: the library of 1.3.1 has the text of each,
# but for the tensor types, which are made when torch starts, and for Tag, which is newer.
_IN_C: Final = {
    "torch": """
        AggregationType BFloat16Tensor BoolType CompilationUnit Device DictType ErrorReport FileCheck FloatType
        FunctionSchema Future Graph HalfTensor IntType JITException ListType OptionalType PyTorchFileReader
        PyTorchFileWriter ScriptMethod ScriptModule StringType Tag TensorType TracingState TupleType Value bfloat16
        channels_last default_generator dsmm finfo fork has_cuda has_cudnn has_lapack has_mkl has_mkldnn has_openmp hsmm
        iinfo import_ir_module import_ir_module_from_buffer is_anomaly_enabled is_grad_enabled per_channel_affine
        per_channel_symmetric per_tensor_symmetric preserve_format saddmm set_anomaly_enabled sparse_coo spmm wait
    """,
    "torch.Tensor": """
        add_ bfloat16 copy_ div_ grad_fn has_names is_mkldnn is_quantized is_sparse layout map2_ mul_ names ndim new
        output_nr record_stream storage_type sub_
    """,
    "torch.distributed": "FileStore ProcessGroup Reducer Store TCPStore Work",
}


def is_old(life: Life | None) -> bool:
    """Whether each torch has a name that there is for a Python which still gets updates."""
    return life is not None and life.first is not None and life.first <= _FOR_ALL_PYTHONS


@cache
def names() -> Names:
    """The table of names."""
    modules: dict[str, dict[str, Life]] = {}
    lives: dict[str, Life] = {}
    read = releases()
    current: dict[str, Life] = {}
    in_c: frozenset[str] = frozenset()
    for line in TABLE_OF_NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = modules[line[1:-1]] = {}
            in_c = frozenset(_IN_C.get(line[1:-1], "").split())
        elif line and not line.startswith(("#", _RELEASES)):
            span, _, words = line.partition(": ")
            life = lives.get(span)
            if life is None:
                first, _, last = span.partition("-")
                life = lives[span] = Life(version_of(first) if first else None, version_of(last) if last else None)
            if current is modules.get("torch") and life.first == read[1]:
                # What torch defines in C, such as its dtypes, no file of the oldest wheel names.
                life = life._replace(first=None)
            known = dict.fromkeys(words.split(), life)
            current.update(known)
            current.update(dict.fromkeys(in_c & known.keys(), life._replace(first=None)))
    return Names(read, modules)
