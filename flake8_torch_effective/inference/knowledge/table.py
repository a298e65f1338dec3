"""The declarative table of torch signatures: all that inference knows about torch itself.

One row an operation: ``name(parameters) | homes | family | shape | dtype | flags``.

* *homes* says where the name lives: ``torch`` (``torch.NAME``), ``Tensor`` (a method), ``Tensor_``
  (also the in-place method ``NAME_``), ``torch_`` (the in-place function ``torch.NAME_``), ``F`` and
  ``F_`` (``torch.nn.functional``), ``special``, ``linalg``, ``fft``, ``init``.  A home may carry its
  own spelling: ``torch:true_divide``.
* *family* is what rules ask for: pointwise, arithmetic (pointwise on two operands), comparison,
  reduction, view, layout, indexing, joining, matmul, nn, loss, factory, conversion, random, other.
* *shape* and *dtype* name a transfer function of :mod:`.transfer`.
* *flags*: ``nograd`` (the result never carries a graph), ``layer`` (a module's parameters take part).

An indented line continues the row above it.  Several rows may share a name where a function's
parameters differ from its method's.  Every row is checked against the installed torch by the tests.

Source: https://docs.pytorch.org/docs/stable/torch.html and tensors.html.
"""

OPERATIONS = """
# pointwise, one operand
abs(input) | torch Tensor Tensor_ torch_ | pointwise | same | real
absolute(input) = abs | torch Tensor Tensor_ | pointwise | same | real
neg(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
negative(input) = neg | torch Tensor Tensor_ torch_ | pointwise | same | same
positive(input) | torch Tensor | pointwise | same | same
exp(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
exp2(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
expm1(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
log(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
log2(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
log10(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
log1p(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
sqrt(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
rsqrt(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
square(input) | torch Tensor Tensor_ torch_ | pointwise | same | number
reciprocal(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
sin(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
cos(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
tan(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
asin(input) | torch Tensor Tensor_ torch:arcsin Tensor:arcsin Tensor_:arcsin torch_ torch_:arcsin
    | pointwise | same | float
acos(input) | torch Tensor Tensor_ torch:arccos Tensor:arccos Tensor_:arccos torch_ torch_:arccos
    | pointwise | same | float
atan(input) | torch Tensor Tensor_ torch:arctan Tensor:arctan Tensor_:arctan torch_ torch_:arctan
    | pointwise | same | float
sinh(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
cosh(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
asinh(input)
    | torch Tensor Tensor_ torch:arcsinh Tensor:arcsinh Tensor_:arcsinh torch_ torch_:arcsinh
    | pointwise | same | float
acosh(input)
    | torch Tensor Tensor_ torch:arccosh Tensor:arccosh Tensor_:arccosh torch_ torch_:arccosh
    | pointwise | same | float
atanh(input)
    | torch Tensor Tensor_ torch:arctanh Tensor:arctanh Tensor_:arctanh torch_ torch_:arctanh
    | pointwise | same | float
sinc(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
i0(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
i0e(input) | special | pointwise | same | float
i1(input) | special | pointwise | same | float
i1e(input) | special | pointwise | same | float
erfcx(input) | special | pointwise | same | float
entr(input) | special | pointwise | same | float
ndtr(input) | special | pointwise | same | float
ndtri(input) | special | pointwise | same | float
log_ndtr(input) | special | pointwise | same | float
mvlgamma(input, p) | torch Tensor Tensor_ special:multigammaln | pointwise | same | float
polygamma(n, input) | torch special | pointwise | same | float
polygamma(input, n) | Tensor Tensor_ | pointwise | same | float
tanh(input) | torch Tensor Tensor_ F torch_ | pointwise | same | float
sigmoid(input) | torch Tensor Tensor_ F special:expit torch_ | pointwise | same | float
logit(input, eps=None) | torch Tensor Tensor_ special torch_ | pointwise | same | float
erf(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
erfc(input) | torch Tensor Tensor_ special torch_ | pointwise | same | float
erfinv(input) | torch Tensor Tensor_ special | pointwise | same | float
lgamma(input) | torch Tensor Tensor_ special:gammaln | pointwise | same | float
digamma(input) | torch Tensor Tensor_ special | pointwise | same | float
floor(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
ceil(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
trunc(input) | torch Tensor Tensor_ torch:fix Tensor:fix Tensor_:fix torch_ torch_:fix
    | pointwise | same | same
frac(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
round(input, *, decimals=0) | torch Tensor Tensor_ special torch_ | pointwise | same | same
sign(input) | torch Tensor Tensor_ | pointwise | same | same
sgn(input) | torch Tensor Tensor_ | pointwise | same | same
clamp(input, min=None, max=None) | torch Tensor Tensor_ torch_ | pointwise | clamp | promote
clip(input, min=None, max=None) = clamp | torch Tensor Tensor_ torch_ | pointwise | clamp | promote
clamp_min(input, min) | torch Tensor Tensor_ torch_ | pointwise | clamp | promote
clamp_max(input, max) | torch Tensor Tensor_ torch_ | pointwise | clamp | promote
nan_to_num(input, nan=None, posinf=None, neginf=None) | torch Tensor Tensor_ torch_ | pointwise
    | same | same
deg2rad(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
rad2deg(input) | torch Tensor Tensor_ torch_ | pointwise | same | float
angle(input) | torch Tensor | pointwise | same | real_float
real(input) | torch | view | same | real
imag(input) | torch | view | same | real
conj(input) | torch Tensor | view | same | same
logical_not(input) | torch Tensor Tensor_ | comparison | same | bool | nograd
conj_physical(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
resolve_conj(input) | torch Tensor | view | same | same
resolve_neg(input) | torch Tensor | view | same | same
bitwise_not(input) | torch Tensor Tensor_ | pointwise | same | same
isnan(input) | torch Tensor | comparison | same | bool | nograd
isinf(input) | torch Tensor | comparison | same | bool | nograd
isfinite(input) | torch Tensor | comparison | same | bool | nograd
signbit(input) | torch Tensor | comparison | same | bool | nograd
isneginf(input) | torch Tensor | comparison | same | bool | nograd
isposinf(input) | torch Tensor | comparison | same | bool | nograd
isreal(input) | torch Tensor | comparison | same | bool | nograd
frexp(input) | torch Tensor | pointwise | frexp | same
masked_fill(input, mask, value) | torch Tensor Tensor_ | pointwise | broadcast_mask | same
fill(input, value) | torch Tensor_ torch_ | pointwise | same | same
fill_diagonal(input, fill_value, wrap=False) | Tensor_ | pointwise | same | same
zero(input) | Tensor_ | pointwise | same | same
copy(input, src, non_blocking=False) | Tensor_ | pointwise | same | same
lerp(input, end, weight) | torch Tensor Tensor_ | arithmetic | broadcast | same
addcmul(input, tensor1, tensor2, *, value=1) | torch Tensor Tensor_ | arithmetic | broadcast
    | promote
addcdiv(input, tensor1, tensor2, *, value=1) | torch Tensor Tensor_ | arithmetic | broadcast
    | promote
bernoulli(input, *, generator=None) | torch Tensor | random | same | same

# arithmetic on two operands
add(input, other, *, alpha=1) | torch Tensor Tensor_ | arithmetic | broadcast | promote
sub(input, other, *, alpha=1) | torch Tensor Tensor_ | arithmetic | broadcast | promote
subtract(input, other, *, alpha=1) = sub | torch Tensor Tensor_ | arithmetic | broadcast | promote
mul(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
multiply(input, other) = mul | torch Tensor Tensor_ | arithmetic | broadcast | promote
div(input, other, *, rounding_mode=None) | torch Tensor Tensor_ | arithmetic | broadcast | divide
divide(input, other, *, rounding_mode=None) = div | torch Tensor Tensor_ | arithmetic | broadcast
    | divide
true_divide(input, other) = div | torch Tensor Tensor_ | arithmetic | broadcast | divide
floor_divide(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
remainder(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
fmod(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
pow(input, exponent) | torch Tensor Tensor_ | arithmetic | broadcast | promote
float_power(input, exponent) | torch Tensor Tensor_ | arithmetic | broadcast | float_power
rsub(input, other, *, alpha=1) | torch | arithmetic | broadcast | promote
copysign(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote_float
nextafter(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
heaviside(input, values) | torch Tensor Tensor_ | arithmetic | broadcast_values | same
ldexp(input, other) | torch Tensor Tensor_ torch_ | arithmetic | broadcast | promote_float
gcd(input, other) | torch Tensor Tensor_ torch_ | arithmetic | broadcast | promote | nograd
lcm(input, other) | torch Tensor Tensor_ torch_ | arithmetic | broadcast | promote | nograd
xlog1py(input, other) | special | arithmetic | broadcast | promote_float
zeta(input, other) | special | arithmetic | broadcast | promote_float
maximum(input, other) | torch Tensor | arithmetic | broadcast | promote
minimum(input, other) | torch Tensor | arithmetic | broadcast | promote
fmax(input, other) | torch Tensor | arithmetic | broadcast | promote
fmin(input, other) | torch Tensor | arithmetic | broadcast | promote
atan2(input, other) | torch Tensor Tensor_ torch:arctan2 Tensor:arctan2 Tensor_:arctan2
    | arithmetic | broadcast | promote_float
hypot(input, other) | torch Tensor Tensor_ | arithmetic | broadcast | promote
logaddexp(input, other) | torch Tensor | arithmetic | broadcast | promote_float
logaddexp2(input, other) | torch Tensor | arithmetic | broadcast | promote_float
xlogy(input, other) | torch Tensor Tensor_ special torch_ | arithmetic | broadcast | promote_float
bitwise_and(input, other) | torch Tensor Tensor_ | bitwise | broadcast | promote | nograd
bitwise_or(input, other) | torch Tensor Tensor_ | bitwise | broadcast | promote | nograd
bitwise_xor(input, other) | torch Tensor Tensor_ | bitwise | broadcast | promote | nograd
bitwise_left_shift(input, other) | torch Tensor Tensor_ | bitwise | broadcast | promote | nograd
bitwise_right_shift(input, other) | torch Tensor Tensor_ | bitwise | broadcast | promote | nograd
where(condition, input, other) | torch | where | where | promote_where
where(input, condition, other) | Tensor | where | where | promote_where

# comparisons
eq(input, other) | torch Tensor Tensor_ | comparison | broadcast | bool | nograd
ne(input, other) | torch Tensor Tensor_ torch:not_equal Tensor:not_equal Tensor_:not_equal
    | comparison | broadcast | bool | nograd
lt(input, other) | torch Tensor Tensor_ torch:less Tensor:less Tensor_:less | comparison
    | broadcast | bool | nograd
le(input, other) | torch Tensor Tensor_ torch:less_equal Tensor:less_equal Tensor_:less_equal
    | comparison | broadcast | bool | nograd
gt(input, other) | torch Tensor Tensor_ torch:greater Tensor:greater Tensor_:greater | comparison
    | broadcast | bool | nograd
ge(input, other)
    | torch Tensor Tensor_ torch:greater_equal Tensor:greater_equal Tensor_:greater_equal
    | comparison | broadcast | bool | nograd
isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) | torch Tensor | comparison
    | broadcast | bool | nograd
isin(elements, test_elements, *, assume_unique=False, invert=False) | torch | comparison
    | like_elements | bool | nograd
logical_and(input, other) | torch Tensor Tensor_ | comparison | broadcast | bool | nograd
logical_or(input, other) | torch Tensor Tensor_ | comparison | broadcast | bool | nograd
logical_xor(input, other) | torch Tensor Tensor_ | comparison | broadcast | bool | nograd
equal(input, other) | torch Tensor | query | python_bool | none
allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) | torch Tensor | query
    | python_bool | none
is_tensor(obj) | torch | query | python_bool | none
is_same_size(input, other) | torch Tensor | query | python_bool | none
is_nonzero(input) | torch Tensor | query | python_bool | none
is_conj(input) | torch Tensor | query | python_bool | none
is_neg(input) | torch Tensor | query | python_bool | none
is_inference(input) | torch Tensor | query | python_bool | none
is_signed(input) | torch Tensor | query | python_bool | none
is_shared(input) | Tensor | query | python_bool | none
is_pinned(input) | Tensor | query | python_bool | none
is_coalesced(input) | Tensor | query | python_bool | none
storage_offset(input) | Tensor | query | python_int | none
const_data_ptr(input) | Tensor | query | python_int | none
dense_dim(input) | Tensor | query | python_int | none
sparse_dim(input) | Tensor | query | python_int | none
result_type(tensor, other) | torch | query | unknown_value | none
dim_order(input) | Tensor | query | unknown_value | none
storage(input) | Tensor | query | unknown_value | none
untyped_storage(input) | Tensor | query | unknown_value | none
is_floating_point(input) | torch Tensor | query | python_bool | none
is_complex(input) | torch Tensor | query | python_bool | none
numel(input) | torch Tensor | query | python_int | none

# activations
relu(input) | torch Tensor Tensor_ torch_ | pointwise | same | same
relu(input, inplace=False) | F F_ | pointwise | same | same
relu6(input, inplace=False) | F | pointwise | same | same
gelu(input, approximate="none") | F | pointwise | same | same
silu(input, inplace=False) | F | pointwise | same | same
mish(input, inplace=False) | F | pointwise | same | same
elu(input, alpha=1.0, inplace=False) | F F_ | pointwise | same | same
selu(input) | torch torch_ | pointwise | same | same
selu(input, inplace=False) | F F_ | pointwise | same | same
celu(input, alpha=1.0) | torch torch_ | pointwise | same | same
celu(input, alpha=1.0, inplace=False) | F F_ | pointwise | same | same
leaky_relu(input, negative_slope=0.01, inplace=False) | F F_ | pointwise | same | same
prelu(input, weight) | F torch Tensor | pointwise | same | same
rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False) | F F_
    | random | same | same
hardshrink(input, lambd=0.5) | F torch Tensor | pointwise | same | same
softshrink(input, lambd=0.5) | F | pointwise | same | same
hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False) | F F_ | pointwise | same | same
hardswish(input, inplace=False) | F | pointwise | same | same
hardsigmoid(input, inplace=False) | F | pointwise | same | same
softplus(input, beta=1, threshold=20) | F | pointwise | same | same
softsign(input) | F | pointwise | same | float
tanhshrink(input) | F | pointwise | same | float
logsigmoid(input) | F | pointwise | same | same
threshold(input, threshold, value, inplace=False) | F F_ | pointwise | same | same
glu(input, dim=-1) | F | nn | with_axis | same
dropout(input, p=0.5, training=True, inplace=False) | F | random | same | same
dropout(input, p, train) | torch torch_ | random | same | same
dropout1d(input, p=0.5, training=True, inplace=False) | F | random | same | same
dropout2d(input, p=0.5, training=True, inplace=False) | F | random | same | same
dropout3d(input, p=0.5, training=True, inplace=False) | F | random | same | same
alpha_dropout(input, p=0.5, training=False, inplace=False) | F | random | same | same
feature_alpha_dropout(input, p=0.5, training=False, inplace=False) | F | random | same | same
softmax(input, dim, dtype=None) | torch Tensor special | softmax | same | given_or_same
softmax(input, dim=None, _stacklevel=3, dtype=None) | F | softmax | same | given_or_same
log_softmax(input, dim, dtype=None) | torch Tensor special | softmax | same | given_or_same
log_softmax(input, dim=None, _stacklevel=3, dtype=None) | F | softmax | same | given_or_same
softmin(input, dim=None, _stacklevel=3, dtype=None) | F | softmax | same | given_or_same
gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1) | F | random | like_logits
    | like_logits
normalize(input, p=2.0, dim=1, eps=1e-12, out=None) | F | nn | same | same

# reductions
sum(input, dim=None, keepdim=False, *, dtype=None) | torch Tensor | reduction | reduce | sum
nansum(input, dim=None, keepdim=False, *, dtype=None) | torch Tensor | reduction | reduce | sum
mean(input, dim=None, keepdim=False, *, dtype=None) | torch Tensor | reduction | reduce
    | given_or_same
nanmean(input, dim=None, keepdim=False, *, dtype=None) | torch Tensor | reduction | reduce
    | given_or_same
prod(input, dim=None, keepdim=False, *, dtype=None) | torch Tensor | reduction | reduce | sum
amax(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | same
amin(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | same
aminmax(input, *, dim=None, keepdim=False) | torch Tensor | reduction | reduce_two | same
max(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce_pair | same
min(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce_pair | same
median(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce_pair | same
nanmedian(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce_pair | same
mode(input, dim=-1, keepdim=False) | torch Tensor | reduction | reduce_last_pair | same
kthvalue(input, k, dim=-1, keepdim=False) | torch Tensor | reduction | reduce_last_pair | same
argmax(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | int64 | nograd
argmin(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | int64 | nograd
std(input, dim=None, unbiased=True, keepdim=False, *, correction=1) | torch Tensor | reduction
    | reduce | real
var(input, dim=None, unbiased=True, keepdim=False, *, correction=1) | torch Tensor | reduction
    | reduce | real
std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1) | torch | reduction
    | reduce_two | real
var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1) | torch | reduction
    | reduce_two | real
all(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | bool | nograd
any(input, dim=None, keepdim=False) | torch Tensor | reduction | reduce | bool | nograd
count_nonzero(input, dim=None) | torch Tensor | reduction | reduce | int64 | nograd
logsumexp(input, dim, keepdim=False) | torch Tensor special | reduction | reduce | float
norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None) | torch | reduction | reduce
    | real
norm(input, p="fro", dim=None, keepdim=False, dtype=None) | Tensor | reduction | reduce | real
vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None) | linalg | reduction | reduce_x
    | real_x
matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None) | linalg | reduction
    | matrix_norm | real_a
linalg_norm(input, ord=None, dim=None, keepdim=False, *, dtype=None) | linalg:norm | reduction
    | reduce | real
quantile(input, q, dim=None, keepdim=False, *, interpolation="linear") | torch Tensor | reduction
    | quantile | same
nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear") | torch Tensor
    | reduction | quantile | same
dist(input, other, p=2) | torch Tensor | reduction | scalar | promote_real
trapezoid(y, x=None, *, dx=None, dim=-1) | torch torch:trapz | reduction | unknown | none
cumulative_trapezoid(y, x=None, *, dx=None, dim=-1) | torch | other | unknown | none
cov(input, *, correction=1, fweights=None, aweights=None) | torch Tensor | reduction | unknown
    | none
corrcoef(input) | torch Tensor | reduction | unknown | none
renorm(input, p, dim, maxnorm) | torch Tensor Tensor_ | other | same | same
vander(x, N=None, increasing=False) | torch | other | matrix | none
trace(input) | torch Tensor | reduction | scalar | sum
cumsum(input, dim, *, dtype=None) | torch Tensor Tensor_ | scan | same | sum
cumprod(input, dim, *, dtype=None) | torch Tensor Tensor_ | scan | same | sum
logcumsumexp(input, dim) | torch Tensor | scan | same | same
cummax(input, dim) | torch Tensor | scan | same_pair | same
cummin(input, dim) | torch Tensor | scan | same_pair | same
diff(input, n=1, dim=-1, prepend=None, append=None) | torch Tensor | other | with_axis | diff
sort(input, dim=-1, descending=False, *, stable=False) | torch Tensor | other | same_pair | same
msort(input) | torch Tensor | other | same | same
argsort(input, dim=-1, descending=False, *, stable=False) | torch Tensor | other | same | int64
    | nograd
topk(input, k, dim=-1, largest=True, sorted=True) | torch Tensor | other | topk | same
unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None) | torch Tensor
    | other | unique | same
unique_consecutive(input, return_inverse=False, return_counts=False, dim=None) | torch Tensor
    | other | unique | same
nonzero(input, *, as_tuple=False) | torch Tensor | other | nonzero | int64 | nograd
argwhere(input) | torch Tensor | other | nonzero | int64 | nograd
bincount(input, weights=None, minlength=0) | torch Tensor | other | vector | bincount
histc(input, bins=100, min=0, max=0) | torch Tensor | other | vector | same | nograd
searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None)
    | torch | other | same | index | nograd
bucketize(input, boundaries, *, out_int32=False, right=False) | torch | other | same | index
    | nograd

# shape and layout
unsqueeze(input, dim) | torch Tensor Tensor_ | view | unsqueeze | same
squeeze(input, dim=None) | torch Tensor Tensor_ | view | squeeze | same
view(input, *size) | Tensor | view | view | view
view_as(input, other) | Tensor | view | like_other | same
reshape(input, shape) | torch | view | view | same
reshape(input, *shape) | Tensor | view | view | same
reshape_as(input, other) | Tensor | view | like_other | same
flatten(input, start_dim=0, end_dim=-1) | torch Tensor | view | flatten | same
ravel(input) | torch Tensor | view | vector | same
unflatten(input, dim, sizes) | torch Tensor | view | unflatten | same
view_as_real(input) | torch | view | view_as_real | real
view_as_complex(input) | torch | view | view_as_complex | complex_of
as_strided(input, size, stride, storage_offset=None) | torch Tensor Tensor_ torch_ | view
    | given_size | same
sum_to_size(input, *size) | Tensor | reduction | given_size | sum_to_size
resize(input, *size) | Tensor_ | layout | given_size | same
resize_as(input, the_template) | Tensor_ | layout | like_template | same
permute(input, dims) | torch | view | permute | same
permute(input, *dims) | Tensor | view | permute | same
transpose(input, dim0, dim1)
    | torch Tensor Tensor_ torch:swapdims Tensor:swapdims Tensor_:swapdims | view | transpose | same
swapaxes(input, axis0, axis1) = transpose | torch Tensor Tensor_ | view | transpose | same
t(input) | torch Tensor Tensor_ | view | t | same
adjoint(input) | torch Tensor | view | matrix_transpose | same
movedim(input, source, destination) | torch Tensor torch:moveaxis Tensor:moveaxis | view
    | movedim | same
expand(input, *size) | Tensor | view | expand | same
expand_as(input, other) | Tensor | view | like_other | same
broadcast_to(input, size) | torch Tensor | view | expand_to | same
repeat(input, *repeats) | Tensor | layout | repeat | same
tile(input, dims) | torch | layout | repeat | same
tile(input, *dims) | Tensor | layout | repeat | same
repeat_interleave(input, repeats, dim=None, *, output_size=None) | torch Tensor | layout
    | repeat_interleave | same
contiguous(input, *, memory_format=None) | Tensor | view | same | same
flip(input, dims) | torch | layout | same | same
flip(input, *dims) | Tensor | layout | same | same
fliplr(input) | torch Tensor | layout | same | same
flipud(input) | torch Tensor | layout | same | same
roll(input, shifts, dims=None) | torch Tensor | layout | same | same
rot90(input, k=1, dims=(0, 1)) | torch Tensor | layout | same_rank | same
tril(input, diagonal=0) | torch Tensor Tensor_ | layout | same | same
triu(input, diagonal=0) | torch Tensor Tensor_ | layout | same | same
diag(input, diagonal=0) | torch Tensor | layout | diag | same
diagflat(input, offset=0) | torch Tensor | layout | matrix | same
diag_embed(input, offset=0, dim1=-2, dim2=-1) | torch Tensor | layout | one_more | same
diagonal(input, offset=0, dim1=0, dim2=1) | torch Tensor | view | one_less | same
diagonal_scatter(input, src, offset=0, dim1=0, dim2=1) | torch Tensor | indexing | same | same
select_scatter(input, src, dim, index) | torch Tensor | indexing | same | same
slice_scatter(input, src, dim=0, start=None, end=None, step=1) | torch Tensor | indexing | same
    | same
narrow_copy(input, dim, start, length) | Tensor | layout | narrow | same
narrow(input, dim, start, length) | torch Tensor | view | narrow | same
select(input, dim, index) | torch Tensor | indexing | select | same
unfold(input, dimension, size, step) | Tensor | view | one_more | same
pad(input, pad, mode="constant", value=None) | F | layout | pad | same
split(tensor, split_size_or_sections, dim=0) | torch | view | pieces_tensor | same
split(input, split_size, dim=0) | Tensor | view | pieces | same
chunk(input, chunks, dim=0) | torch Tensor | view | pieces | same
tensor_split(input, indices_or_sections, dim=0) | torch Tensor | view | pieces | same
split_with_sizes(input, split_sizes, dim=0) | Tensor torch | view | pieces | same
hsplit(input, indices_or_sections) | torch Tensor | view | pieces_any | same
vsplit(input, indices_or_sections) | torch Tensor | view | pieces_any | same
dsplit(input, indices_or_sections) | torch Tensor | view | pieces_any | same
unbind(input, dim=0) | torch Tensor | view | unbind | same
atleast_1d(*tensors) | torch | view | at_least | none
atleast_2d(*tensors) | torch | view | at_least | none
atleast_3d(*tensors) | torch | view | at_least | none

# joining
cat(tensors, dim=0) | torch | joining | cat | promote_list
concat(tensors, dim=0) = cat | torch | joining | cat | promote_list
concatenate(tensors, dim=0) = cat | torch | joining | cat | promote_list
stack(tensors, dim=0) | torch | joining | stack | promote_list
hstack(tensors) | torch | joining | hstack | promote_list
vstack(tensors) | torch torch:row_stack | joining | vstack | promote_list
dstack(tensors) | torch | joining | dstack | promote_list
column_stack(tensors) | torch | joining | vstack | promote_list
block_diag(*tensors) | torch | joining | matrix | none
meshgrid(*tensors, indexing=None) | torch | other | meshgrid | none
broadcast_tensors(*tensors) | torch | other | broadcast_tensors | none
cartesian_prod(*tensors) | torch | other | unknown | none
combinations(input, r=2, with_replacement=False) | torch | other | matrix | same

# indexing
gather(input, dim, index, *, sparse_grad=False) | torch Tensor | indexing | like_index | same
take_along_dim(input, indices, dim=None) | torch Tensor | indexing | take_along_dim | same
index_select(input, dim, index) | torch Tensor | indexing | index_select | same
masked_select(input, mask) | torch Tensor | indexing | vector | same
take(input, index) | torch Tensor | indexing | like_index | same
scatter(input, dim, index, src=None, *, value=None, reduce=None) | torch Tensor Tensor_
    | indexing | same | same
scatter_add(input, dim, index, src) | torch Tensor Tensor_ | indexing | same | same
scatter_reduce(input, dim, index, src, reduce, *, include_self=True) | torch Tensor Tensor_
    | indexing | same | same
index_add(input, dim, index, source, *, alpha=1) | torch Tensor Tensor_ | indexing | same | same
index_copy(input, dim, index, source) | torch Tensor Tensor_ | indexing | same | same
index_fill(input, dim, index, value) | torch Tensor Tensor_ | indexing | same | same
index_reduce(input, dim, index, source, reduce, *, include_self=True) | torch Tensor Tensor_
    | indexing | same | same
put(input, index, source, accumulate=False) | torch Tensor Tensor_ | indexing | same | same
index_put(input, indices, values, accumulate=False) | torch Tensor Tensor_ torch_ | indexing
    | same | same
masked_scatter(input, mask, source) | torch Tensor Tensor_ | indexing | broadcast_mask | same

# linear algebra
matmul(input, other) | torch Tensor linalg | matmul | matmul | promote
mm(input, mat2) | torch Tensor | matmul | mm | promote
bmm(input, mat2) | torch Tensor | matmul | bmm | promote
mv(input, vec) | torch Tensor | matmul | mv | promote
dot(input, tensor) | torch Tensor | matmul | scalar | promote
vdot(input, other) | torch Tensor | matmul | scalar | promote
vecdot(x, y, *, dim=-1) | linalg | matmul | unknown | none
inner(input, other) | torch Tensor | matmul | inner | promote
outer(input, vec2) | torch Tensor torch:ger Tensor:ger | matmul | outer | promote
addmm(input, mat1, mat2, *, beta=1, alpha=1) | torch Tensor Tensor_ | matmul | addmm | promote
addbmm(input, batch1, batch2, *, beta=1, alpha=1) | torch Tensor Tensor_ | matmul | addbmm | promote
addr(input, vec1, vec2, *, beta=1, alpha=1) | torch Tensor Tensor_ | matmul | addr | promote
chain_matmul(*matrices) | torch | matmul | matrix | none
multi_dot(tensors) | linalg | matmul | unknown | promote_list
addmv(input, mat, vec, *, beta=1, alpha=1) | torch Tensor Tensor_ torch_ | matmul | addmv | promote
baddbmm(input, batch1, batch2, *, beta=1, alpha=1) | torch Tensor Tensor_ | matmul | baddbmm
    | promote
einsum(equation, *operands) | torch | matmul | einsum | promote_varargs
tensordot(a, b, dims=2) | torch | matmul | tensordot | promote_ab
kron(input, other) | torch Tensor | matmul | kron | promote_dims
cross(input, other, dim=None) | torch Tensor | other | broadcast | promote
cross(input, other, *, dim=-1) | linalg | other | broadcast | promote
cdist(x1, x2, p=2.0, compute_mode=None) | torch | other | cdist | promote_x
pdist(input, p=2) | F torch | other | vector | same
pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False) | F torch | other | distance | distance
cosine_similarity(x1, x2, dim=1, eps=1e-08) | F torch | other | cosine | promote_x
inverse(input) | torch Tensor | linalg | same | same
pinverse(input, rcond=1e-15) | torch Tensor | linalg | same_rank | same
det(input) | torch Tensor | linalg | batch | same
logdet(input) | torch Tensor | linalg | batch | same
slogdet(input) | torch Tensor | linalg | pair_of_tensors | none
qr(input, some=True) | torch Tensor | linalg | pair_of_tensors | none
svd(input, some=True, compute_uv=True) | torch Tensor | linalg | three_tensors | none
cholesky_inverse(input, upper=False) | torch Tensor | linalg | same | same
cholesky_solve(input, input2, upper=False) | torch Tensor | linalg | unknown | same
triangular_solve(input, A, upper=True, transpose=False, unitriangular=False) | torch Tensor
    | linalg | pair_of_tensors | none
cholesky(input, upper=False) | torch Tensor | linalg | same | same
linalg_inv(A) | linalg:inv | linalg | like_a | like_a
linalg_det(A) | linalg:det | linalg | batch_a | like_a
linalg_slogdet(A) | linalg:slogdet | linalg | pair_of_tensors | none
linalg_cholesky(A, *, upper=False) | linalg:cholesky | linalg | like_a | like_a
linalg_solve(A, B, *, left=True) | linalg:solve | linalg | unknown | none
linalg_pinv(A, *, atol=None, rtol=None, hermitian=False) | linalg:pinv | linalg | rank_a | like_a
linalg_solve_triangular(input, B, *, upper, left=True, unitriangular=False)
    | linalg:solve_triangular | linalg | unknown | none
linalg_lstsq(A, B, rcond=None, *, driver=None) | linalg:lstsq | linalg | unknown_value | none
linalg_matrix_rank(A, tol=None, hermitian=False) | linalg:matrix_rank | linalg | batch_a | int64
    | nograd
linalg_cond(A, p=None) | linalg:cond | linalg | batch_a | real_a
linalg_eig(A) | linalg:eig | linalg | pair_of_tensors | none
linalg_eigh(A, UPLO="L") | linalg:eigh | linalg | pair_of_tensors | none
linalg_eigvals(A) | linalg:eigvals | linalg | less_a | complex
linalg_eigvalsh(A, UPLO="L") | linalg:eigvalsh | linalg | less_a | real_a
linalg_svd(A, full_matrices=True, *, driver=None) | linalg:svd | linalg | three_tensors | none
linalg_svdvals(A, *, driver=None) | linalg:svdvals | linalg | less_a | real_a
linalg_qr(A, mode="reduced") | linalg:qr | linalg | pair_of_tensors | none
linalg_lu(A, *, pivot=True) | linalg:lu | linalg | three_tensors | none
linalg_lu_factor(A, *, pivot=True) | linalg:lu_factor | linalg | pair_of_tensors | none
linalg_diagonal(A, *, offset=0, dim1=-2, dim2=-1) | linalg:diagonal | view | less_a | like_a
matrix_exp(input) | torch Tensor linalg | linalg | same | same
matrix_power(input, n) | torch Tensor linalg | linalg | same | same

# neural network functions
linear(input, weight, bias=None) | F | nn | linear_weight | same
bilinear(input1, input2, weight, bias=None) | F torch | nn | unknown | none
conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) | F torch | nn | conv
    | same
conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) | F torch | nn | conv
    | same
conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) | F torch | nn | conv
    | same
conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
    dilation=1) | F torch | nn | spatial | same
conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
    dilation=1) | F torch | nn | spatial | same
conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
    dilation=1) | F torch | nn | spatial | same
max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
    return_indices=False) | F | nn | pool | same
max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) | torch | nn
    | spatial | same
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
    return_indices=False) | F | nn | pool | same
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) | torch | nn
    | spatial | same
max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
    return_indices=False) | F | nn | pool | same
max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) | torch | nn
    | spatial | same
avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)
    | F torch | nn | spatial | same
avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
    divisor_override=None) | F | nn | spatial | same
avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
    divisor_override=None) | F | nn | spatial | same
adaptive_avg_pool1d(input, output_size) | F torch | nn | spatial | same
adaptive_avg_pool2d(input, output_size) | F | nn | spatial | same
adaptive_avg_pool3d(input, output_size) | F | nn | spatial | same
adaptive_max_pool1d(input, output_size, return_indices=False) | F | nn | pool | same
adaptive_max_pool2d(input, output_size, return_indices=False) | F | nn | pool | same
adaptive_max_pool3d(input, output_size, return_indices=False) | F | nn | pool | same
lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False) | F | nn | spatial | float
lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False) | F | nn | spatial | float
local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0) | F | nn | same | float
batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1,
    eps=1e-05) | F | nn | same | same
layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05) | F | nn | same | same
group_norm(input, num_groups, weight=None, bias=None, eps=1e-05) | F | nn | same | same
instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
    use_input_stats=True, momentum=0.1, eps=1e-05) | F | nn | same | same
rms_norm(input, normalized_shape, weight=None, eps=None) | F | nn | same | same
embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
    sparse=False) | F | nn | one_more | like_weight
set_default_dtype(d) | torch | query | unknown_value | none
one_hot(tensor, num_classes=-1) | F | nn | one_hot | int64 | nograd
interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None, antialias=False) | F | nn | channels_kept | same
upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None) = interpolate
    | F | nn | channels_kept | same
grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None) | F | nn
    | same_rank | same
affine_grid(theta, size, align_corners=None) | F | nn | affine_grid | like_theta
pixel_shuffle(input, upscale_factor) | F torch | nn | same_rank | same
pixel_unshuffle(input, downscale_factor) | F torch | nn | same_rank | same
channel_shuffle(input, groups) | F torch | nn | same | same
embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False,
    mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False,
    padding_idx=None) | F | nn | matrix | like_weight
fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1) | F | nn | one_more_rank
    | same
im2col(input, kernel_size, dilation=1, padding=0, stride=1) | F:unfold | nn | one_less | same
scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *,
    scale=None, enable_gqa=False) | F | nn | attention | like_query

# losses
mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) | F | loss
    | loss_broadcast | loss
l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) | F | loss
    | loss_broadcast | loss
smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0) | F
    | loss | loss_broadcast | loss
huber_loss(input, target, reduction="mean", delta=1.0, weight=None) | F | loss | loss_broadcast
    | loss
cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
    reduction="mean", label_smoothing=0.0) | F | loss | loss | loss
nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
    reduction="mean") | F | loss | loss | loss
binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None,
    reduction="mean") | F | loss | loss_same | loss
binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
    reduction="mean", pos_weight=None) | F | loss | loss_same | loss
kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False) | F
    | loss | loss | loss
poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08,
    reduce=None, reduction="mean") | F | loss | loss | loss
gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean") | F | loss | loss
    | loss
hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean")
    | F | loss | loss | loss
multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None,
    reduction="mean") | F | loss | loss | loss
multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean") | F
    | loss | loss | loss
multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None,
    reduction="mean") | F | loss | loss | loss
soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean") | F | loss
    | loss | loss
cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
    reduction="mean") | F | loss | loss | loss
margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
    reduction="mean") | F | loss | loss | loss
triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False,
    size_average=None, reduce=None, reduction="mean") | F | loss | loss | loss
triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None,
    margin=1.0, swap=False, reduction="mean") | F | loss | loss | loss
ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean",
    zero_infinity=False) | F | loss | loss | loss

# factories
zeros(*size, dtype=None, layout=None, device=None, requires_grad=False) | torch | factory
    | factory | factory
ones(*size, dtype=None, layout=None, device=None, requires_grad=False) | torch | factory
    | factory | factory
empty(*size, dtype=None, layout=None, device=None, requires_grad=False) | torch | factory
    | factory | factory
rand(*size, generator=None, dtype=None, layout=None, device=None, requires_grad=False) | torch
    | factory | factory | factory
randn(*size, generator=None, dtype=None, layout=None, device=None, requires_grad=False) | torch
    | factory | factory | factory
full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False) | torch
    | factory | factory_size | full
randint(low=0, high=None, size=None, *, generator=None, dtype=None, device=None,
    requires_grad=False) | torch | factory | randint | integer_factory
randperm(n, *, generator=None, dtype=None, device=None, requires_grad=False) | torch | factory
    | count_n | integer_factory
arange(start=0, end=None, step=1, *, dtype=None, device=None, requires_grad=False) | torch
    | factory | arange | arange
linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False) | torch | factory
    | count_steps | factory
logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False) | torch
    | factory | count_steps | factory
eye(n, m=None, *, dtype=None, device=None, requires_grad=False) | torch | factory | eye | factory
hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False)
    | torch | factory | vector | factory
hamming_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False)
    | torch | factory | vector | factory
bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False)
    | torch | factory | vector | factory
blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False)
    | torch | factory | vector | factory
kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None,
    requires_grad=False) | torch | factory | vector | factory
normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None, device=None) | torch | random
    | normal | normal
poisson(input, generator=None) | torch | random | same | same
tril_indices(row, col, offset=0, *, dtype=None, device=None) | torch | factory | two_rows
    | integer_factory
triu_indices(row, col, offset=0, *, dtype=None, device=None) | torch | factory | two_rows
    | integer_factory
empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False) | torch
    | factory | factory_size | factory
fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False) | fft | factory | count_n
    | factory
rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False) | fft | factory | vector
    | factory
multinomial(input, num_samples, replacement=False, *, generator=None) | torch Tensor | random
    | multinomial | int64 | nograd
zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
rand_like(input, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
randn_like(input, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False,
    memory_format=None) | torch | factory | same | given_or_same
randint_like(input, low=0, high=None, *, dtype=None, device=None, requires_grad=False) | torch
    | factory | same | given_or_same
new_zeros(input, *size, dtype=None, device=None, requires_grad=False) | Tensor | factory
    | factory | given_or_same
new_ones(input, *size, dtype=None, device=None, requires_grad=False) | Tensor | factory | factory
    | given_or_same
new_empty(input, *size, dtype=None, device=None, requires_grad=False) | Tensor | factory
    | factory | given_or_same
new_full(input, size, fill_value, *, dtype=None, device=None, requires_grad=False) | Tensor
    | factory | factory_size | given_or_same
tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) | torch
    | construction | data | data
new_tensor(input, data, *, dtype=None, device=None, requires_grad=False) | Tensor | construction
    | data | same
as_tensor(data, *, dtype=None, device=None) | torch | construction | data | data
asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False) | torch | construction
    | unknown | none
from_numpy(ndarray) | torch | construction | unknown | none | nograd
frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False) | torch | construction
    | vector | none | nograd
complex(real, imag) | torch | other | broadcast_complex | complex_real
polar(abs, angle) | torch | other | broadcast_polar | complex_abs
sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, requires_grad=False)
    | torch | other | unknown | none

# copies and conversions
clone(input, *, memory_format=None) | torch Tensor | copy | same | same
detach(input) | torch Tensor Tensor_ torch_ | view | same | same | nograd
requires_grad(input, requires_grad=True) | Tensor_ | autograd | same | same
retain_grad(input) | Tensor | autograd | nothing | none
float(input) | Tensor | conversion | same | float32
double(input) | Tensor | conversion | same | float64
half(input) | Tensor | conversion | same | float16
bfloat16(input) | Tensor | conversion | same | bfloat16
long(input) | Tensor | conversion | same | int64 | nograd
int(input) | Tensor | conversion | same | int32 | nograd
short(input) | Tensor | conversion | same | int16 | nograd
char(input) | Tensor | conversion | same | int8 | nograd
byte(input) | Tensor | conversion | same | uint8 | nograd
bool(input) | Tensor | conversion | same | bool | nograd
cfloat(input) | Tensor | conversion | same | complex64
cdouble(input) | Tensor | conversion | same | complex128
type_as(input, other) | Tensor | conversion | same | like_other
type(input, dtype=None, non_blocking=False) | Tensor | conversion | type | type
to(input, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None)
    | Tensor | conversion | same | to
cuda(input, device=None, non_blocking=False, *, memory_format=None) | Tensor | conversion | same
    | same
cpu(input, *, memory_format=None) | Tensor | conversion | same | same
pin_memory(input, device=None) | Tensor | conversion | same | same
to_dense(input, dtype=None) | Tensor | conversion | same | same
item(input) | Tensor | extraction | python_number | none
tolist(input) | Tensor | extraction | python_list | none
numpy(input, *, force=False) | Tensor | extraction | ndarray | none
backward(input, gradient=None, retain_graph=None, create_graph=False, inputs=None) | Tensor
    | autograd | nothing | none
dim(input) | Tensor Tensor:ndimension | query | rank_number | none
nelement(input) | Tensor | query | python_int | none
size(input, dim=None) | Tensor | query | size | none
stride(input, dim=None) | Tensor | query | unknown_value | none
data_ptr(input) | Tensor | query | python_int | none
element_size(input) | Tensor | query | python_int | none
get_device(input) | Tensor | query | python_int | none
is_contiguous(input, *, memory_format=None) | Tensor | query | python_bool | none
share_memory(input) | Tensor_ | autograd | same | same
register_hook(input, hook) | Tensor | autograd | unknown_value | none
new(input, *args) | Tensor | construction | unknown | none

# random, in place
normal(input, mean=0, std=1, *, generator=None) | Tensor_ | random | same | same
uniform(input, *args, generator=None) | Tensor_ | random | same | same
random(input, *args, generator=None) | Tensor_ | random | same | same
exponential(input, lambd=1, *, generator=None) | Tensor_ | random | same | same
log_normal(input, mean=1, std=2, *, generator=None) | Tensor_ | random | same | same
cauchy(input, median=0, sigma=1, *, generator=None) | Tensor_ | random | same | same
geometric(input, p, *, generator=None) | Tensor_ | random | same | same
bernoulli(input, p=0.5, *, generator=None) | Tensor_ | random | same | same
kaiming_normal(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None)
    | init:kaiming_normal_ | random | same_tensor | like_tensor
kaiming_uniform(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None)
    | init:kaiming_uniform_ | random | same_tensor | like_tensor
xavier_normal(tensor, gain=1.0, generator=None) | init:xavier_normal_ | random | same_tensor
    | like_tensor
xavier_uniform(tensor, gain=1.0, generator=None) | init:xavier_uniform_ | random | same_tensor
    | like_tensor
init_normal(tensor, mean=0.0, std=1.0, generator=None) | init:normal_ | random | same_tensor
    | like_tensor
init_uniform(tensor, a=0.0, b=1.0, generator=None) | init:uniform_ | random | same_tensor
    | like_tensor
init_zeros(tensor) | init:zeros_ | random | same_tensor | like_tensor
init_ones(tensor) | init:ones_ | random | same_tensor | like_tensor
init_eye(tensor) | init:eye_ | random | same_tensor | like_tensor
orthogonal(tensor, gain=1, generator=None) | init:orthogonal_ | random | same_tensor | like_tensor
init_constant(tensor, val) | init:constant_ | random | same_tensor | like_tensor
trunc_normal(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None) | init:trunc_normal_
    | random | same_tensor | like_tensor

# spectra
rfft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | complex
fft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | complex
ifft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | complex
ihfft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | complex
irfft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | float_class
hfft(input, n=None, dim=-1, norm=None) | fft | other | same_rank | float_class
fft2(input, s=None, dim=(-2, -1), norm=None) | fft | other | same_rank | complex
ifft2(input, s=None, dim=(-2, -1), norm=None) | fft | other | same_rank | complex
rfft2(input, s=None, dim=(-2, -1), norm=None) | fft | other | same_rank | complex
irfft2(input, s=None, dim=(-2, -1), norm=None) | fft | other | same_rank | float_class
fftn(input, s=None, dim=None, norm=None) | fft | other | same_rank | complex
ifftn(input, s=None, dim=None, norm=None) | fft | other | same_rank | complex
rfftn(input, s=None, dim=None, norm=None) | fft | other | same_rank | complex
irfftn(input, s=None, dim=None, norm=None) | fft | other | same_rank | float_class
fftshift(input, dim=None) | fft | layout | same | same
ifftshift(input, dim=None) | fft | layout | same | same
stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect",
    normalized=False, onesided=None, return_complex=None) | torch Tensor | other | unknown | none
istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False,
    onesided=None, length=None, return_complex=False) | torch Tensor | other | unknown | none
"""

# nn.Module classes whose call is one operation of the table: constructor parameters in order, then
# the operation.
# A constructor parameter of the operation's own parameter name is passed on to it.
MODULES = """
Linear(in_features, out_features, bias=True, device=None, dtype=None) -> linear
LazyLinear(out_features, bias=True, device=None, dtype=None) -> linear
Bilinear(in1_features, in2_features, out_features, bias=True) -> bilinear_module
Identity(*args) -> identity
Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
    bias=True, padding_mode="zeros") -> conv1d
Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
    bias=True, padding_mode="zeros") -> conv2d
Conv3d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
    bias=True, padding_mode="zeros") -> conv3d
ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
    groups=1, bias=True, dilation=1) -> conv_transpose1d
ConvTranspose2d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
    groups=1, bias=True, dilation=1) -> conv_transpose2d
ConvTranspose3d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
    groups=1, bias=True, dilation=1) -> conv_transpose3d
BatchNorm1d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    -> batch_norm
BatchNorm2d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    -> batch_norm
BatchNorm3d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    -> batch_norm
SyncBatchNorm(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    -> batch_norm
InstanceNorm1d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)
    -> instance_norm
InstanceNorm2d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)
    -> instance_norm
InstanceNorm3d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)
    -> instance_norm
LocalResponseNorm(size, alpha=0.0001, beta=0.75, k=1.0) -> local_response_norm
LayerNorm(normalized_shape, eps=1e-05, elementwise_affine=True, bias=True) -> layer_norm
RMSNorm(normalized_shape, eps=None, elementwise_affine=True) -> rms_norm
GroupNorm(num_groups, num_channels, eps=1e-05, affine=True) -> group_norm
Dropout(p=0.5, inplace=False) -> dropout
Dropout1d(p=0.5, inplace=False) -> dropout1d
Dropout2d(p=0.5, inplace=False) -> dropout2d
Dropout3d(p=0.5, inplace=False) -> dropout3d
AlphaDropout(p=0.5, inplace=False) -> alpha_dropout
FeatureAlphaDropout(p=0.5, inplace=False) -> feature_alpha_dropout
ReLU(inplace=False) -> relu
ReLU6(inplace=False) -> relu6
GELU(approximate="none") -> gelu
SiLU(inplace=False) -> silu
Mish(inplace=False) -> mish
ELU(alpha=1.0, inplace=False) -> elu
SELU(inplace=False) -> selu
CELU(alpha=1.0, inplace=False) -> celu
LeakyReLU(negative_slope=0.01, inplace=False) -> leaky_relu
PReLU(num_parameters=1, init=0.25) -> prelu
Hardtanh(min_val=-1.0, max_val=1.0, inplace=False) -> hardtanh
Hardswish(inplace=False) -> hardswish
Hardsigmoid(inplace=False) -> hardsigmoid
Hardshrink(lambd=0.5) -> hardshrink
Softshrink(lambd=0.5) -> softshrink
Tanhshrink() -> tanhshrink
Threshold(threshold, value, inplace=False) -> threshold
RReLU(lower=0.125, upper=0.3333333333333333, inplace=False) -> rrelu
Tanh() -> tanh
Sigmoid() -> sigmoid
Softplus(beta=1, threshold=20) -> softplus
Softsign() -> softsign
LogSigmoid() -> logsigmoid
GLU(dim=-1) -> glu
Softmax(dim=None) -> softmax
LogSoftmax(dim=None) -> log_softmax
Softmin(dim=None) -> softmin
Softmax2d() -> softmax
Flatten(start_dim=1, end_dim=-1) -> flatten
Unflatten(dim, unflattened_size) -> unflatten_module
Fold(output_size, kernel_size, dilation=1, padding=0, stride=1) -> fold
Unfold(kernel_size, dilation=1, padding=0, stride=1) -> im2col
ChannelShuffle(groups) -> channel_shuffle
MaxPool1d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
    ceil_mode=False) -> max_pool1d
MaxPool2d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
    ceil_mode=False) -> max_pool2d
MaxPool3d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
    ceil_mode=False) -> max_pool3d
AvgPool1d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)
    -> avg_pool1d
AvgPool2d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
    divisor_override=None) -> avg_pool2d
AvgPool3d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
    divisor_override=None) -> avg_pool3d
AdaptiveAvgPool1d(output_size) -> adaptive_avg_pool1d
AdaptiveAvgPool2d(output_size) -> adaptive_avg_pool2d
AdaptiveAvgPool3d(output_size) -> adaptive_avg_pool3d
AdaptiveMaxPool1d(output_size, return_indices=False) -> adaptive_max_pool1d
AdaptiveMaxPool2d(output_size, return_indices=False) -> adaptive_max_pool2d
AdaptiveMaxPool3d(output_size, return_indices=False) -> adaptive_max_pool3d
LPPool1d(norm_type, kernel_size, stride=None, ceil_mode=False) -> lp_pool1d
LPPool2d(norm_type, kernel_size, stride=None, ceil_mode=False) -> lp_pool2d
ZeroPad1d(padding) -> pad_module
ZeroPad2d(padding) -> pad_module
ZeroPad3d(padding) -> pad_module
ConstantPad1d(padding, value) -> pad_module
ConstantPad2d(padding, value) -> pad_module
ConstantPad3d(padding, value) -> pad_module
ReflectionPad1d(padding) -> pad_module
ReflectionPad2d(padding) -> pad_module
ReflectionPad3d(padding) -> pad_module
ReplicationPad1d(padding) -> pad_module
ReplicationPad2d(padding) -> pad_module
ReplicationPad3d(padding) -> pad_module
CircularPad1d(padding) -> pad_module
CircularPad2d(padding) -> pad_module
CircularPad3d(padding) -> pad_module
Upsample(size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None) -> interpolate
UpsamplingNearest2d(size=None, scale_factor=None) -> interpolate
UpsamplingBilinear2d(size=None, scale_factor=None) -> interpolate
PixelShuffle(upscale_factor) -> pixel_shuffle
PixelUnshuffle(downscale_factor) -> pixel_unshuffle
Embedding(num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
    scale_grad_by_freq=False, sparse=False) -> embedding_module
EmbeddingBag(num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
    mode="mean") -> embedding_bag_module
CosineSimilarity(dim=1, eps=1e-08) -> cosine_similarity
PairwiseDistance(p=2.0, eps=1e-06, keepdim=False) -> pairwise_distance
LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, proj_size=0) -> lstm
GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, proj_size=0) -> gru
RNN(input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False,
    dropout=0.0, bidirectional=False) -> gru
LSTMCell(input_size, hidden_size, bias=True) -> pair_of_tensors
GRUCell(input_size, hidden_size, bias=True) -> unknown_tensor
RNNCell(input_size, hidden_size, bias=True, nonlinearity="tanh") -> unknown_tensor
MultiheadAttention(embed_dim, num_heads, dropout=0.0, bias=True) -> attention_module
Transformer(*args) -> unknown_tensor
TransformerEncoder(*args) -> identity_shape
TransformerEncoderLayer(*args) -> identity_shape
TransformerDecoder(*args) -> identity_shape
TransformerDecoderLayer(*args) -> identity_shape
MSELoss(size_average=None, reduce=None, reduction="mean") -> mse_loss
L1Loss(size_average=None, reduce=None, reduction="mean") -> l1_loss
SmoothL1Loss(size_average=None, reduce=None, reduction="mean", beta=1.0) -> smooth_l1_loss
HuberLoss(reduction="mean", delta=1.0) -> huber_loss
CrossEntropyLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
    label_smoothing=0.0) -> cross_entropy
NLLLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean")
    -> nll_loss
BCELoss(weight=None, size_average=None, reduce=None, reduction="mean") -> binary_cross_entropy
BCEWithLogitsLoss(weight=None, size_average=None, reduce=None, reduction="mean",
    pos_weight=None) -> binary_cross_entropy_with_logits
KLDivLoss(size_average=None, reduce=None, reduction="mean", log_target=False) -> kl_div
PoissonNLLLoss(log_input=True, full=False, size_average=None, eps=1e-08, reduce=None,
    reduction="mean") -> poisson_nll_loss
GaussianNLLLoss(*, full=False, eps=1e-06, reduction="mean") -> gaussian_nll_loss
HingeEmbeddingLoss(margin=1.0, size_average=None, reduce=None, reduction="mean")
    -> hinge_embedding_loss
MultiMarginLoss(p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean")
    -> multi_margin_loss
MultiLabelMarginLoss(size_average=None, reduce=None, reduction="mean") -> multilabel_margin_loss
MultiLabelSoftMarginLoss(weight=None, size_average=None, reduce=None, reduction="mean")
    -> multilabel_soft_margin_loss
SoftMarginLoss(size_average=None, reduce=None, reduction="mean") -> soft_margin_loss
CosineEmbeddingLoss(margin=0.0, size_average=None, reduce=None, reduction="mean")
    -> cosine_embedding_loss
MarginRankingLoss(margin=0.0, size_average=None, reduce=None, reduction="mean")
    -> margin_ranking_loss
TripletMarginWithDistanceLoss(*, distance_function=None, margin=1.0, swap=False,
    reduction="mean") -> triplet_margin_with_distance_loss
TripletMarginLoss(margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None,
    reduction="mean") -> triplet_margin_loss
CTCLoss(blank=0, reduction="mean", zero_infinity=False) -> ctc_loss
Sequential(*args) -> sequential
ModuleList(modules=None) -> container
ModuleDict(modules=None) -> container
ParameterList(values=None) -> container
ParameterDict(parameters=None) -> container
DataParallel(module) -> wrapper
"""

# Rows that only modules use: operation parameters, family, shape and dtype as above.
MODULE_OPERATIONS = """
linear(input, out_features=None) | | nn | linear | same | layer
conv1d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1) |
    | nn | conv | same | layer
conv2d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1) |
    | nn | conv | same | layer
conv3d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1) |
    | nn | conv | same | layer
conv_transpose1d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0,
    groups=1, dilation=1) | | nn | conv | same | layer
conv_transpose2d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0,
    groups=1, dilation=1) | | nn | conv | same | layer
conv_transpose3d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0,
    groups=1, dilation=1) | | nn | conv | same | layer
batch_norm(input, affine=True) | | nn | same | same | layer
layer_norm(input, elementwise_affine=True) | | nn | same | same | layer
rms_norm(input, elementwise_affine=True) | | nn | same | same | layer
group_norm(input, affine=True) | | nn | same | same | layer
instance_norm(input, affine=False) | | nn | same | same | layer
prelu(input) | | pointwise | same | same | layer
identity(input) | | nn | same | same
identity_shape(input) | | nn | same | same | layer
unknown_tensor(input) | | nn | unknown | none | layer
bilinear_module(input, input2, out_features=None) = bilinear | | nn | linear | same | layer
pad_module(input, padding=None) = pad | | layout | pad | same
unflatten_module(input, dim=None, unflattened_size=None) = unflatten | | view | unflatten | same
embedding_module(input, embedding_dim=None) | | nn | embedding | float_class | layer
embedding_bag_module(input, offsets=None) = embedding_bag | | nn | matrix | float_class | layer
lstm(sequence, hx=None, batch_first=False) | | nn | lstm | none | layer
gru(sequence, hx=None, batch_first=False) | | nn | gru | none | layer
attention_module(input, key=None, value=None, key_padding_mask=None, need_weights=True,
    attn_mask=None) | | nn | attention_module | same | layer
pair_of_tensors(input) | | nn | pair_of_tensors | none | layer
"""

# Methods of Tensor that arrays, data frames, strings, containers and modules have not: calling one
# shows that the receiver is a tensor.
TENSOR_ONLY_METHODS = frozenset(
    """
    unsqueeze squeeze_ unsqueeze_ permute detach detach_ softmax log_softmax sigmoid relu
    masked_fill masked_fill_ masked_select masked_scatter index_select scatter_ scatter_add
    scatter_add_ logsumexp expand_as contiguous view_as reshape_as type_as numel clamp_ clamp_min
    clamp_max unbind bmm matmul mm t_ transpose_ exp_ log_ log1p expm1 rsqrt sqrt_ tanh sigmoid_
    relu_ add_ sub_ mul_ div_ zero_ fill_ copy_ new_zeros new_ones new_full new_empty new_tensor
    is_cuda retain_grad erf lgamma digamma addcmul addcdiv movedim topk kthvalue logcumsumexp
    index_add index_add_ index_copy_ index_fill_ index_put_ unflatten amax amin nansum cumsum_
    normal_ uniform_ random_ bernoulli_ exponential_ element_size data_ptr nelement ndimension
    baddbmm addmm cosh sinh new_empty_strided is_contiguous erfinv logit logaddexp aminmax narrow
    scatter_reduce scatter_reduce_ masked_scatter_ index_copy index_fill index_put addmm_ baddbmm_
    addcmul_ addcdiv_ rsqrt_ reciprocal_ neg_ abs_ ceil_ floor_ log1p_ bitwise_not logical_not
    cummax cummin tril_ triu_ exp2 repeat_interleave take_along_dim
    """.split()
)
