"""Names of NumPy that tell an array from a number, and an array of its own from one that shares memory.

Source: https://numpy.org/doc/stable/reference/
"""

from __future__ import annotations

from typing import Final

# Functions and methods that give a number, where no axis is named.
SCALARS: Final = frozenset(
    """
    float16 float32 float64 int8 int16 int32 int64 uint8 bool_ prod sum mean std var min max median argmax argmin dot
    isclose allclose any all
    """.split()
)

# Functions and methods that give an array with a dim, whatever they are given (an array of one number aside).
SIZED: Final = frozenset(
    """
    array zeros ones empty full eye identity arange linspace logspace stack vstack hstack dstack concatenate
    atleast_1d atleast_2d flatten ravel expand_dims
    """.split()
)

# Methods that give an array of the dims that theirs has.
KEEPS_DIMS: Final = frozenset({"astype", "copy", "clip", "round", "transpose", "cumsum"})

# Those of them that give a number of an array without dims.
MAY_GIVE_NUMBERS: Final = frozenset({"clip", "round"})

# Functions whose result may share the memory of their argument.
MAY_SHARE: Final = frozenset(
    """
    asarray ascontiguousarray reshape transpose squeeze ravel expand_dims swapaxes moveaxis rollaxis atleast_1d
    atleast_2d atleast_3d asanyarray asfortranarray
    """.split()
)

# Those of them that give an array of a number of NumPy's too.
ARRAYS: Final = MAY_SHARE - {"transpose", "squeeze"}

# Those that keep the number of dims, or add one.
REORDERS: Final = frozenset({"ascontiguousarray", "transpose", "expand_dims", "swapaxes", "moveaxis"})

# Functions that give a new array, and no number, whatever they are given.
ALLOCATES: Final = frozenset(
    """
    array zeros ones empty full zeros_like ones_like empty_like full_like eye identity arange linspace logspace
    geomspace tri tril triu vander stack vstack hstack dstack column_stack row_stack concatenate append insert delete
    tile repeat pad outer kron sort argsort lexsort cumsum cumprod fromiter loadtxt genfromtxt roll copy argwhere
    flatnonzero bincount load random.permutation random.dirichlet random.multinomial random.multivariate_normal
    diff ediff1d hanning hamming blackman bartlett kaiser convolve correlate indices fromfile fromfunction block resize
    diagflat partition argpartition unwrap union1d setdiff1d setxor1d roots packbits unpackbits select linalg.inv
    linalg.pinv linalg.cholesky linalg.eigvals linalg.eigvalsh fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft
    fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2 fft.fftn fft.ifftn fft.rfftn fft.irfftn fft.fftfreq fft.rfftfreq
    fft.fftshift fft.ifftshift
    """.split()
)

# Those of them whose result has no dim where their argument has none.
MAY_HAVE_NO_DIM: Final = frozenset({"zeros_like", "ones_like", "empty_like", "full_like", "copy", "load"})

# Functions that give a new array of the dims that their argument has.
ENTRY_BY_ENTRY: Final = frozenset(
    """
    exp expm1 exp2 log log2 log10 log1p sqrt square abs absolute sin cos tan tanh sinh cosh arcsin arccos arctan sign
    floor ceil round clip power maximum minimum add subtract multiply divide nan_to_num isnan isfinite logical_not
    deg2rad rad2deg radians degrees cbrt reciprocal negative positive rint trunc fix sinc i0 float_power floor_divide
    true_divide mod remainder fmod fmax fmin arctan2 hypot logaddexp logaddexp2 heaviside arcsinh arccosh arctanh isinf
    logical_and logical_or logical_xor equal not_equal greater greater_equal less less_equal angle conj conjugate
    """.split()
)

# Functions that draw numbers, and where they take the size; without it they give one number.
DRAWS: Final = {
    **dict.fromkeys("rand randn random random_sample ranf sample standard_normal standard_exponential".split(), 0),
    **dict.fromkeys(
        "choice poisson exponential rayleigh chisquare geometric standard_t standard_gamma pareto weibull".split(), 1
    ),
    **dict.fromkeys(
        """
        normal uniform laplace gumbel logistic lognormal beta gamma binomial negative_binomial vonmises wald randint
        random_integers integers
        """.split(),
        2,
    ),
    "triangular": 3,
}

# What draws numbers as the functions of numpy.random do.
GENERATORS: Final = frozenset({"random.default_rng", "random.RandomState", "random.Generator"})

# Functions whose result is of float64 where they are given no dtype, and of which dtype others are.
DOUBLE: Final = frozenset(
    """
    zeros ones empty eye identity linspace logspace geomspace rand randn random random_sample ranf sample normal uniform
    laplace gumbel logistic lognormal beta gamma exponential standard_normal standard_exponential multivariate_normal
    dirichlet hanning hamming blackman bartlett kaiser
    """.split()
)
INTEGERS: Final = frozenset({"randint", "random_integers", "integers", "argsort", "lexsort", "argwhere", "flatnonzero"})

# Where functions take a dtype that is not named.
DTYPE_PLACES: Final = {"array": 1, "asarray": 1, "zeros": 1, "ones": 1, "empty": 1, "full": 2, "arange": 3}

# The dtypes of torch that NumPy's types have other names for.
DTYPES: Final = {
    "float": "float64",
    "double": "float64",
    "single": "float32",
    "half": "float16",
    "int": "int64",
    "bool_": "bool",
}

# Methods that give a new array of the same dims, and those that give a view.
COPYING_METHODS: Final = frozenset({"astype", "copy", "flatten", "repeat", "clip", "round", "cumsum", "cumprod"})
VIEW_METHODS: Final = frozenset({"reshape", "transpose", "squeeze", "swapaxes", "ravel", "view"})

# Types of numbers with at most 32 bits of floating point.
NARROW_FLOATS: Final = frozenset({"float16", "half", "float32", "single"})

# Attributes of an array that are arrays.
ARRAY_ATTRIBUTES: Final = frozenset({"T", "real", "imag", "flat"})
