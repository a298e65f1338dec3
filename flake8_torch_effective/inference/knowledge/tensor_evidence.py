"""Calls of methods that show their receiver to be a tensor: those that no array, frame, string or module takes.

The names are torch's.  Without those that objects of other packages have: ``test_table`` asks NumPy, Python's own types
and what torch brings besides tensors.  Packages that few environments have are listed in `HAVE_TOO`, from their
documentation: https://pandas.pydata.org/docs/reference, https://docs.pola.rs/api/python/stable/reference,
https://docs.xarray.dev/en/stable/api.html, https://docs.dask.org/en/stable/array-api.html,
https://www.tensorflow.org/api_docs/python/tf/Tensor,
https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Tensor_en.html, https://docs.pytorch.org/tensordict,
https://pytorch-geometric.readthedocs.io, https://github.com/rusty1s/pytorch_sparse.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

# Methods of Tensor that arrays, data frames, strings, containers and modules have not.
TENSOR_ONLY_METHODS: Final = frozenset(
    """
    abs_ absolute_ acos_ acosh_ add_ addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_ addmm addmm_ addmv addmv_
    addr_ amax amin aminmax arccos_ arccosh_ arcsin_ arcsinh_ arctan2_ arctan_ arctanh_ argwhere as_strided_ asin_
    asinh_ atan2_ atan_ atanh_ baddbmm baddbmm_ bernoulli_ bincount bitwise_and_ bitwise_left_shift_ bitwise_not
    bitwise_not_ bitwise_or_ bitwise_right_shift_ bitwise_xor_ bmm cauchy_ ceil_ clamp_ clamp_max clamp_max_
    clamp_min clamp_min_ clip_ conj_physical_ contiguous copy_ copysign_ cos_ cosh cosh_ cummax cummin cumprod_
    cumsum_ deg2rad_ detach detach_ diag_embed digamma digamma_ div_ divide_ eq_ erf erf_
    erfc_ erfinv erfinv_ exp2 exp2_ exp_ expand_as expm1 expm1_ exponential_ fill_ fill_diagonal_ fix_
    float_power_ floor_ floor_divide_ fmod_ frac_ gcd_ ge_ geometric_ get_device greater_ greater_equal_ gt_
    heaviside_ hypot_ i0_ igamma_ igammac_ index_add index_add_ index_copy index_copy_ index_fill index_fill_
    index_put index_put_ index_reduce index_reduce_ index_select is_contiguous is_cuda kthvalue
    lcm_ ldexp_ le_ lerp_ less_ less_equal_ lgamma lgamma_ log10_ log1p log1p_ log2_ log_ log_normal_ log_softmax
    logaddexp logcumsumexp logical_and_ logical_not logical_not_ logical_or_ logical_xor_ logit logit_ logsumexp
    lt_ masked_fill masked_fill_ masked_scatter masked_scatter_ masked_select matmul mm moveaxis movedim mul_
    multiply_ mvlgamma_ nan_to_num_ nansum narrow ndimension ne_ neg_ negative_ nelement new_empty
    new_empty_strided new_full new_ones new_tensor new_zeros nextafter_ not_equal_ numel permute polygamma_ pow_
    put_ rad2deg_ random_ reciprocal_ relu relu_ remainder_ renorm_ repeat_interleave reshape_as resize_as_
    resize_as_sparse_ retain_grad round_ rsqrt rsqrt_ scatter_ scatter_add scatter_add_ scatter_reduce
    scatter_reduce_ sgn_ sigmoid sigmoid_ sign_ sin_ sinc_ sinh sinh_ softmax sparse_resize_
    sparse_resize_and_clear_ sqrt_ square_ squeeze_ sub_ subtract_ sum_to_size swapaxes_ swapdims_ t_
    take_along_dim tan_ tanh tanh_ topk transpose_ tril_ triu_ true_divide_ trunc_ type_as unbind unsqueeze
    unsqueeze_ untyped_storage view_as xlogy_ zero_
    """.split()
)

# Methods of Tensor that nobody names an attribute after.
TENSOR_VERBS: Final = frozenset({"contiguous", "detach", "requires_grad_", "unsqueeze"})

# Of methods that others have too, a call with one of these keywords shows a tensor: NumPy says axis and keepdims.
TENSOR_ONLY_KEYWORDS: Final = frozenset(
    """
    as_tuple descending dim dim0 dim1 dims end_dim keepdim largest return_inverse rounding_mode start_dim unbiased
    """.split()
)


class Shows(Enum):
    """The arguments under which the call of a method shows a tensor, where others have a method of that name too."""

    NO_ARGUMENTS = auto()
    ONE_ARGUMENT = auto()  # a number, a tensor or something unknown
    ONE_NUMBER = auto()
    LIMITS = auto()  # one or two numbers, or keywords
    NUMBER_FIRST = auto()  # or nothing: what fills other tensors takes one of them first
    SIZES = auto()  # several sizes, or -1
    MANY_SIZES = auto()  # NumPy takes two numbers
    INTEGERS = auto()  # that the program writes as such
    TWO_INTEGERS = auto()
    TWO_AXES = auto()  # NumPy takes all of them, so that two are 0 and 1
    AXIS_AND_OTHER = auto()  # an axis that is written as a number, and what is no number
    AXIS_AND_SIZES = auto()
    AXIS_AND_FLAG = auto()  # where NumPy has a dtype or an array to write to
    LIST_OF_AXES = auto()  # where NumPy takes a tuple
    INTEGER_DTYPE = auto()  # of torch, which a module refuses


def _by(shows: Shows, names: str) -> dict[str, Shows]:
    return dict.fromkeys(names.split(), shows)


# By the number and the kind of the arguments; any one of the forms will do.
SHOWS_BY_ARGUMENTS: Final[tuple[Mapping[str, Shows], ...]] = (
    {
        **_by(
            Shows.NO_ARGUMENTS,
            "byte ceil char cos dim erfc exp floor frac int isfinite isinf isnan long neg norm numpy reciprocal short "
            "signbit sin sqrt square t tan tril triu trunc",
        ),
        **_by(Shows.ONE_ARGUMENT, "div eq ge gt le logical_and logical_or logical_xor lt mul ne"),
        **_by(Shows.ONE_NUMBER, "pow size stride"),
        **_by(Shows.LIMITS, "clamp"),
        **_by(Shows.NUMBER_FIRST, "normal_ uniform_"),
        **_by(Shows.SIZES, "expand view"),
        **_by(Shows.MANY_SIZES, "repeat"),
        **_by(Shows.INTEGERS, "flatten flip"),
        **_by(Shows.TWO_INTEGERS, "chunk roll select split unfold"),
        **_by(Shows.TWO_AXES, "transpose"),
        **_by(Shows.AXIS_AND_OTHER, "gather scatter"),
        **_by(Shows.AXIS_AND_SIZES, "unflatten"),
        **_by(Shows.AXIS_AND_FLAG, "all any argmax argmin max mean min prod std sum var"),
        **_by(Shows.INTEGER_DTYPE, "to type"),
    },
    {
        **_by(Shows.INTEGERS, "norm tril triu"),
        **_by(Shows.AXIS_AND_OTHER, "select"),
        **_by(Shows.LIST_OF_AXES, "mean std sum var"),
    },
)

# Methods that give the object itself, or one of its kind: what shows that to be a tensor shows it of the receiver.
GIVES_ITS_KIND: Final = frozenset(
    "abs bfloat16 clone cpu cuda cumprod cumsum double flatten float half pin_memory requires_grad_ reshape round "
    "squeeze to transpose type view".split()
)

# Of these the ones that modules have not: what takes ``requires_grad_()`` after one of them is a tensor.
GIVES_NO_MODULE: Final = GIVES_ITS_KIND - frozenset(
    "bfloat16 cpu cuda double float half requires_grad_ to type".split()
)

# Methods above that objects of a package have as well, and so show nothing in a file that imports it.
HAVE_TOO: Final[Mapping[str, frozenset[str]]] = {
    package: frozenset(names.split())
    for package, names in {
        "dask": "all any argmax argmin max mean min prod std sum topk var",
        "decimal": "exp logical_and logical_or logical_xor sqrt",
        "jax": "mean std sum var",
        "mxnet": "exp log1p log_softmax norm relu reciprocal sigmoid softmax sqrt square split tanh topk",
        "paddle": "all amax amin any backward bincount bmm bitwise_not chunk clip_ contiguous cosh cummax cummin "
        "detach digamma erf erfinv expand expand_as expm1 exponential_ fill_ fill_diagonal_ flatten gather index_add "
        "index_select is_contiguous kthvalue lgamma log1p logical_not logit logsumexp masked_fill masked_select matmul "
        "max mean min mm moveaxis norm numel permute prod repeat_interleave reshape_as rsqrt scatter_ sigmoid sinh "
        "softmax split squeeze squeeze_ std sum t take_along_dim tanh tanh_ topk transpose tril_ triu_ unbind "
        "unsqueeze unsqueeze_ var view view_as zero_",
        "pandas": "all any ceil cummax cummin div eq floor ge gt le lt max mean min mul ne pow prod std sum var",
        "polars": "argsort ceil cos cosh eq erf erfc exp floor ge gt le log1p lt mul ne neg pow select sin sinh sort "
        "sqrt tan tanh",
        "scipy.sparse": "ceil expm1 floor log1p sin sinh sqrt tan tanh trunc",
        "sympy": "exp expand norm permute",
        "tensordict": "contiguous detach expand flatten gather long norm permute split squeeze to unflatten unsqueeze "
        "view",
        "tensorflow": "numpy",
        "torch_geometric": "contiguous detach detach_ long to",
        "torch_sparse": "contiguous detach detach_ dim index_select long masked_select matmul mean min mul "
        "narrow numel permute size sum t to type_as",
        "xarray": "all any argmax argmin chunk max mean min prod roll std sum var",
    }.items()
}
