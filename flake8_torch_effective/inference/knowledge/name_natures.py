"""What the names of torch's modules are: functions, classes, dtypes, modules; and those that nobody means."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final


class Nature(Enum):
    """What a name of torch is."""

    FUNCTION = auto()
    CLASS = auto()
    DTYPE = auto()
    MODULE = auto()
    CONSTANT = auto()
    # There for torch itself: what its modules import, what only its stubs have, the parts of its compiler.
    INTERNAL = auto()


_DTYPES: Final = frozenset(
    "bfloat16 bit bits16 bits1x8 bits2x4 bits4x2 bits8 bool cdouble cfloat chalf complex128 complex32 complex64 double "
    "float float16 float32 float4_e2m1fn_x2 float64 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz "
    "float8_e8m0fnu half int int1 int16 int2 int3 int32 int4 int5 int6 int64 int7 int8 long qint32 qint8 quint2x4 "
    "quint4x2 quint8 short uint1 uint16 uint2 uint3 uint32 uint4 uint5 uint6 uint64 uint7 uint8".split()
)

# The classes of ``torch`` itself that programs name; it has many more, for TorchScript and other parts of its own.
_CLASSES: Final = frozenset(
    "AcceleratorError BFloat16Tensor BoolStorage BoolTensor ByteStorage ByteTensor CharStorage CharTensor "
    "DoubleStorage DoubleTensor Event FloatStorage FloatTensor Generator HalfStorage HalfTensor IntStorage IntTensor "
    "LongStorage LongTensor OutOfMemoryError ShortStorage ShortTensor Size Stream SymBool SymFloat SymInt Tag Tensor "
    "TypedStorage UntypedStorage".split()
)

_OTHER_CLASSES: Final[Mapping[str, frozenset[str]]] = {
    "torch": frozenset(
        "autocast device dtype enable_grad finfo iinfo inference_mode layout memory_format no_grad qscheme "
        "set_grad_enabled".split()
    ),
    "torch.utils.data": frozenset(
        "functional_datapipe guaranteed_datapipes_determinism non_deterministic runtime_validation_disabled".split()
    ),
    "torch.autograd": frozenset(
        "detect_anomaly enable_grad enforce_grad_layout_policy inference_mode no_grad set_detect_anomaly "
        "set_grad_enabled set_multithreading_enabled".split()
    ),
    "torch.cuda": frozenset(("cudaStatus", "device", "device_of", "graph")),
    "torch.distributed": frozenset(("group",)),
}

_MODULES: Final[Mapping[str, frozenset[str]]] = {
    "torch": frozenset(
        "accelerator amp ao autograd backends classes compiler contrib cpp cpu cuda distributed distributions export "
        "fft func functional futures fx hub jit library linalg masked monitor mps mtia multiprocessing nativert nested "
        "nn numa onnx ops optim overrides package profiler quantization quasirandom random return_types serialization "
        "signal sparse special storage testing torch_version types utils version windows xpu".split()
    ),
    "torch.nn": frozenset(
        "attention backends common_types cpp functional grad init intrinsic modules parallel parameter qat "
        "quantizable quantized utils".split()
    ),
    "torch.optim": frozenset(
        "adadelta adagrad adam adamax adamw asgd functional lbfgs lr_scheduler nadam optimizer radam rmsprop rprop sgd "
        "sparse_adam swa_utils".split()
    ),
    "torch.utils.data": frozenset(
        "backward_compatibility dataloader datapipes dataset distributed graph graph_settings sampler".split()
    ),
    "torch.nn.utils": frozenset(
        "clip_grad convert_parameters fusion init memory_format parametrizations parametrize prune rnn "
        "stateless".split()
    ),
    "torch.autograd": frozenset(
        "anomaly_mode forward_ad function functional grad_mode graph profiler profiler_legacy profiler_util".split()
    ),
    "torch.cuda": frozenset(
        "amp comm gds graphs green_contexts jiterator memory nccl nvtx profiler random sparse streams tunable".split()
    ),
    "torch.distributed": frozenset(
        "algorithms argparse_util autograd c10d_logger checkpoint collective_utils config constants debug "
        "device_mesh distributed_c10d elastic flight_recorder fsdp launch launcher logging_handlers nn optim "
        "pipelining remote_device rpc run tensor utils".split()
    ),
}

_CONSTANTS: Final[Mapping[str, frozenset[str]]] = {
    "torch": frozenset(
        "channels_last channels_last_3d contiguous_format default_generator e has_cuda has_cudnn has_lapack has_mkl "
        "has_mkldnn has_mps has_openmp has_spectral inf jagged legacy_contiguous_format nan newaxis "
        "per_channel_affine per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine "
        "per_tensor_symmetric pi preserve_format sparse_bsc sparse_bsr sparse_coo sparse_csc sparse_csr "
        "strided".split()
    ),
    "torch.cuda": frozenset(("default_generators", "has_half", "has_magma")),
    "torch.distributed": frozenset(("default_pg_timeout", "reduce_op")),
    "torch.utils": frozenset(("cmake_prefix_path",)),
}

_INTERNAL: Final[Mapping[str, frozenset[str]]] = {
    "torch": frozenset(
        "builtins coll_meta_registrations csan ctypes functools gather_traceback get_num_thread glob importlib inspect "
        "math old_flags os platform read_vitals register_after_fork symbolize_tracebacks sys textwrap threading torch "
        "typing_extensions unique_dim vitals_enabled warnings".split()
    ),
    "torch.nn.functional": frozenset(
        "Any BroadcastingList1 BroadcastingList2 BroadcastingList3 Callable DType GRID_SAMPLE_INTERPOLATION_MODES "
        "GRID_SAMPLE_PADDING_MODES LinearCrossEntropyOptions Optional TYPE_CHECKING dataclasses grad importlib math np "
        "reproducibility_notes sparse_support_notes tf32_notes torch warnings".split()
    ),
    "torch.linalg": frozenset(("common_notes",)),
    "torch.special": frozenset(("common_args", "multi_dim_common", "torch")),
    "torch.fft": frozenset(("common_args", "factory_common_args", "torch")),
    "torch.optim.lr_scheduler": frozenset(
        "Any Callable Counter EPOCH_DEPRECATION_WARNING Iterable Literal Self Sequence SupportsFloat TYPE_CHECKING "
        "TypedDict annotations bisect_right cast inf math override partial ref types warnings wraps".split()
    ),
    "torch.nn.init": frozenset("Callable Literal ParamSpec TypeVar math torch warnings".split()),
    "torch.autograd": frozenset("Any Mapping Sequence cast overload torch warnings".split()),
    "torch.cuda": frozenset(
        "Any Callable DEVICE_REQUIREMENT Device NewType Optional PYTORCH_RELEASES_CODE_CC Path TYPE_CHECKING amdsmi "
        "cast ctypes importlib lru_cache os platform pynvml threading torch traceback warnings".split()
    ),
    "torch.distributed": frozenset(
        "GroupName ProcessGroupNCCL2 ProcessGroupNCCLLazy RankType contextlib log logging sys timedelta torch "
        "traceback typing".split()
    ),
    "torch.utils": frozenset(("copyreg", "torch", "weakref")),
}

# All of torch.utils that is no module.
_UTILITIES: Final = frozenset(
    "generate_methods_for_privateuse1_backend get_cpp_backtrace rename_privateuse1_backend set_module "
    "swap_tensors ThroughputBenchmark".split()
)

_NONE: Final[frozenset[str]] = frozenset()


def nature(module: str, name: str) -> Nature:
    """What a name that a module has is; a class that is not listed begins with a capital."""
    if name in _INTERNAL.get(module, _NONE):
        return Nature.INTERNAL
    if name in _CONSTANTS.get(module, _NONE):
        return Nature.CONSTANT
    if name in _MODULES.get(module, _NONE) or (module == "torch.utils" and name not in _UTILITIES):
        return Nature.MODULE
    if module == "torch" and name in _DTYPES:
        return Nature.DTYPE
    if name[:1].isupper():
        return Nature.CLASS if module != "torch" or name in _CLASSES else Nature.INTERNAL
    return Nature.CLASS if name in _OTHER_CLASSES.get(module, _NONE) else Nature.FUNCTION
