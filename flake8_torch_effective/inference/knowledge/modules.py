"""The classes of torch.nn: what their constructors take, what their call is, and what state they hold."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, layers, results, shapes, views
from .columns import Container, Contiguity, Family, Formula, Literals
from .rows import module, signature

# Operations that only modules are: those that hold the weights have no operand for them.
_LINEAR: Final = signature(
    "linear(input, out_features=None)",
    Family.NN,
    formula=Formula.LINEAR,
    shape=layers.linear,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.CONTIGUOUS,
)
_CONV1D: Final = signature(
    "conv1d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=1,
)
_CONV2D: Final = signature(
    "conv2d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=2,
)
_CONV3D: Final = signature(
    "conv3d(input, out_channels=None, kernel_size=None, stride=1, padding=0, dilation=1, groups=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=3,
)
_CONV_TRANSPOSE1D: Final = signature(
    "conv_transpose1d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0, "
    "groups=1, dilation=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=1,
)
_CONV_TRANSPOSE2D: Final = signature(
    "conv_transpose2d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0, "
    "groups=1, dilation=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=2,
)
_CONV_TRANSPOSE3D: Final = signature(
    "conv_transpose3d(input, out_channels=None, kernel_size=None, stride=1, padding=0, output_padding=0, "
    "groups=1, dilation=1)",
    Family.NN,
    shape=layers.conv,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    spatial_dims=3,
)
_BATCH_NORM: Final = signature(
    "batch_norm(input, affine=True)",
    Family.NN,
    shape=shapes.same,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
    formula=Formula.BATCH_NORM,
)
_LAYER_NORM: Final = signature(
    "layer_norm(input, elementwise_affine=True)",
    Family.NN,
    shape=shapes.same,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.CONTIGUOUS,
)
_RMS_NORM: Final = signature(
    "rms_norm(input, elementwise_affine=True)",
    Family.NN,
    shape=shapes.same,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
)
_GROUP_NORM: Final = signature(
    "group_norm(input, affine=True)",
    Family.NN,
    shape=shapes.same,
    dtype=dtypes.same,
    layer=True,
    contiguity=Contiguity.OF_CONTIGUOUS,
)
_INSTANCE_NORM: Final = signature(
    "instance_norm(input, affine=False)",
    Family.NN,
    shape=shapes.same,
    dtype=dtypes.same,
    contiguity=Contiguity.OF_CONTIGUOUS,
)
_PRELU: Final = signature("prelu(input)", Family.POINTWISE, shape=shapes.same, dtype=dtypes.same, layer=True)
# Gives back what it is given, which may be a list or a number.
IDENTITY: Final = signature(
    "identity(input)",
    Family.VIEW,
    shape=shapes.same,
    dtype=dtypes.same,
    contiguity=Contiguity.KEEPS,
    result=results.handed_back,
    may_be_numbers=("input",),
    may_share=True,
)
_IDENTITY_SHAPE: Final = signature("identity_shape(input)", Family.NN, shape=shapes.same, dtype=dtypes.same, layer=True)
_UNKNOWN_TENSOR: Final = signature("unknown_tensor(input)", Family.NN, layer=True)
_BILINEAR_MODULE: Final = signature(
    "bilinear_module(input, input2, out_features=None)",
    Family.NN,
    name="bilinear",
    shape=layers.linear,
    dtype=dtypes.same,
    layer=True,
)
_PAD_MODULE: Final = signature(
    "pad_module(input, padding=None)",
    Family.LAYOUT,
    name="pad",
    formula=Formula.PAD,
    shape=layers.pad,
    dtype=dtypes.same,
    contiguity=Contiguity.OF_CONTIGUOUS,
    literals=Literals.AS_DTYPE,
)
_UNFLATTEN_MODULE: Final = signature(
    "unflatten_module(input, dim=None, unflattened_size=None)",
    Family.VIEW,
    name="unflatten",
    shape=views.unflatten,
    dtype=dtypes.same,
    contiguity=Contiguity.OF_CONTIGUOUS,
)
_EMBEDDING_MODULE: Final = signature(
    "embedding_module(input, embedding_dim=None)",
    Family.NN,
    shape=layers.embedding,
    dtype=dtypes.some_float,
    layer=True,
    contiguity=Contiguity.CONTIGUOUS,
)
_EMBEDDING_BAG_MODULE: Final = signature(
    "embedding_bag_module(input, offsets=None)",
    Family.NN,
    name="embedding_bag",
    shape=shapes.matrix,
    dtype=dtypes.some_float,
    layer=True,
)
_LSTM: Final = signature(
    "lstm(sequence, hx=None, *, hidden_size, num_layers=1, batch_first=False, bidirectional=False, proj_size=0)",
    Family.NN,
    result=layers.lstm,
    layer=True,
    contiguity=Contiguity.TIME_FIRST,
)
_GRU: Final = signature(
    "gru(sequence, hx=None, *, hidden_size, num_layers=1, batch_first=False, bidirectional=False, proj_size=0)",
    Family.NN,
    result=layers.gru,
    layer=True,
    contiguity=Contiguity.TIME_FIRST,
)
_ATTENTION_MODULE: Final = signature(
    "attention_module(input, key=None, value=None, key_padding_mask=None, need_weights=True, attn_mask=None, "
    "average_attn_weights=True)",
    Family.NN,
    dtype=dtypes.same,
    result=layers.attention_module,
    layer=True,
)
_LSTM_CELL: Final = signature(
    "lstm_cell(input, hx=None, *, hidden_size)", Family.NN, dtype=dtypes.same, result=layers.lstm_cell, layer=True
)
_GRU_CELL: Final = signature(
    "gru_cell(input, hx=None, *, hidden_size)",
    Family.NN,
    dtype=dtypes.same,
    result=layers.gru_cell,
    layer=True,
    repeatable=False,
)

# Of the first layer; those of the others are called alike, with another number.
_OF_LAYER: Final = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0", "weight_hr_l0")
_OF_CELL: Final = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
_OF_ENCODER_LAYER: Final = {
    "self_attn": "MultiheadAttention",
    "linear1": "Linear",
    "linear2": "Linear",
    "norm1": "LayerNorm",
    "norm2": "LayerNorm",
}
_OF_DECODER_LAYER: Final = {**_OF_ENCODER_LAYER, "multihead_attn": "MultiheadAttention", "norm3": "LayerNorm"}

MODULES: Final = (
    module(
        "Linear(in_features, out_features, bias=True, device=None, dtype=None)", _LINEAR, weights=("weight", "bias")
    ),
    module("LazyLinear(out_features, bias=True, device=None, dtype=None)", _LINEAR, weights=("weight", "bias")),
    module(
        "Bilinear(in1_features, in2_features, out_features, bias=True)", _BILINEAR_MODULE, weights=("weight", "bias")
    ),
    module("Identity(*args)", IDENTITY),
    module(
        "Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, "
        'bias=True, padding_mode="zeros")',
        _CONV1D,
        weights=("weight", "bias"),
    ),
    module(
        "Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, "
        'bias=True, padding_mode="zeros")',
        _CONV2D,
        weights=("weight", "bias"),
    ),
    module(
        "Conv3d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, "
        'bias=True, padding_mode="zeros")',
        _CONV3D,
        weights=("weight", "bias"),
    ),
    module(
        "ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, "
        "groups=1, bias=True, dilation=1)",
        _CONV_TRANSPOSE1D,
        weights=("weight", "bias"),
    ),
    module(
        "ConvTranspose2d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, "
        "groups=1, bias=True, dilation=1)",
        _CONV_TRANSPOSE2D,
        weights=("weight", "bias"),
    ),
    module(
        "ConvTranspose3d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, "
        "groups=1, bias=True, dilation=1)",
        _CONV_TRANSPOSE3D,
        weights=("weight", "bias"),
    ),
    module(
        "BatchNorm1d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
        _BATCH_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "BatchNorm2d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
        _BATCH_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "BatchNorm3d(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
        _BATCH_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "SyncBatchNorm(num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
        _BATCH_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "InstanceNorm1d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)",
        _INSTANCE_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "InstanceNorm2d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)",
        _INSTANCE_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module(
        "InstanceNorm3d(num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)",
        _INSTANCE_NORM,
        weights=("weight", "bias"),
        buffers=("running_mean", "running_var", "num_batches_tracked"),
        depends_on_mode=True,
    ),
    module("LocalResponseNorm(size, alpha=0.0001, beta=0.75, k=1.0)", "local_response_norm"),
    module(
        "LayerNorm(normalized_shape, eps=1e-05, elementwise_affine=True, bias=True)",
        _LAYER_NORM,
        weights=("weight", "bias"),
    ),
    module("RMSNorm(normalized_shape, eps=None, elementwise_affine=True)", _RMS_NORM, weights=("weight",)),
    module("GroupNorm(num_groups, num_channels, eps=1e-05, affine=True)", _GROUP_NORM, weights=("weight", "bias")),
    module("Dropout(p=0.5, inplace=False)", "dropout", depends_on_mode=True),
    module("Dropout1d(p=0.5, inplace=False)", "dropout1d", depends_on_mode=True),
    module("Dropout2d(p=0.5, inplace=False)", "dropout2d", depends_on_mode=True),
    module("Dropout3d(p=0.5, inplace=False)", "dropout3d", depends_on_mode=True),
    module("AlphaDropout(p=0.5, inplace=False)", "alpha_dropout", depends_on_mode=True),
    module("FeatureAlphaDropout(p=0.5, inplace=False)", "feature_alpha_dropout", depends_on_mode=True),
    module("ReLU(inplace=False)", "relu"),
    module("ReLU6(inplace=False)", "relu6"),
    module('GELU(approximate="none")', "gelu"),
    module("SiLU(inplace=False)", "silu"),
    module("Mish(inplace=False)", "mish"),
    module("ELU(alpha=1.0, inplace=False)", "elu"),
    module("SELU(inplace=False)", "selu"),
    module("CELU(alpha=1.0, inplace=False)", "celu"),
    module("LeakyReLU(negative_slope=0.01, inplace=False)", "leaky_relu"),
    module("PReLU(num_parameters=1, init=0.25)", _PRELU, weights=("weight",)),
    module("Hardtanh(min_val=-1.0, max_val=1.0, inplace=False)", "hardtanh"),
    module("Hardswish(inplace=False)", "hardswish"),
    module("Hardsigmoid(inplace=False)", "hardsigmoid"),
    module("Hardshrink(lambd=0.5)", "hardshrink"),
    module("Softshrink(lambd=0.5)", "softshrink"),
    module("Tanhshrink()", "tanhshrink"),
    module("Threshold(threshold, value, inplace=False)", "threshold"),
    module("RReLU(lower=0.125, upper=0.3333333333333333, inplace=False)", "rrelu", depends_on_mode=True),
    module("Tanh()", "tanh"),
    module("Sigmoid()", "sigmoid"),
    module("Softplus(beta=1, threshold=20)", "softplus"),
    module("Softsign()", "softsign"),
    module("LogSigmoid()", "logsigmoid"),
    module("GLU(dim=-1)", "glu"),
    module("Softmax(dim=None)", "softmax"),
    module("LogSoftmax(dim=None)", "log_softmax"),
    module("Softmin(dim=None)", "softmin"),
    module("Softmax2d()", "softmax"),
    module("Flatten(start_dim=1, end_dim=-1)", "flatten"),
    module("Unflatten(dim, unflattened_size)", _UNFLATTEN_MODULE),
    module("Fold(output_size, kernel_size, dilation=1, padding=0, stride=1)", "fold"),
    module("Unfold(kernel_size, dilation=1, padding=0, stride=1)", "im2col"),
    module("ChannelShuffle(groups)", "channel_shuffle"),
    module(
        "MaxPool1d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
        "max_pool1d",
    ),
    module(
        "MaxPool2d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
        "max_pool2d",
    ),
    module(
        "MaxPool3d(kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False)",
        "max_pool3d",
    ),
    module("AvgPool1d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)", "avg_pool1d"),
    module(
        "AvgPool2d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
        "divisor_override=None)",
        "avg_pool2d",
    ),
    module(
        "AvgPool3d(kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
        "divisor_override=None)",
        "avg_pool3d",
    ),
    module("AdaptiveAvgPool1d(output_size)", "adaptive_avg_pool1d"),
    module("AdaptiveAvgPool2d(output_size)", "adaptive_avg_pool2d"),
    module("AdaptiveAvgPool3d(output_size)", "adaptive_avg_pool3d"),
    module("AdaptiveMaxPool1d(output_size, return_indices=False)", "adaptive_max_pool1d"),
    module("AdaptiveMaxPool2d(output_size, return_indices=False)", "adaptive_max_pool2d"),
    module("AdaptiveMaxPool3d(output_size, return_indices=False)", "adaptive_max_pool3d"),
    module("LPPool1d(norm_type, kernel_size, stride=None, ceil_mode=False)", "lp_pool1d"),
    module("LPPool2d(norm_type, kernel_size, stride=None, ceil_mode=False)", "lp_pool2d"),
    module("ZeroPad1d(padding)", _PAD_MODULE),
    module("ZeroPad2d(padding)", _PAD_MODULE),
    module("ZeroPad3d(padding)", _PAD_MODULE),
    module("ConstantPad1d(padding, value)", _PAD_MODULE),
    module("ConstantPad2d(padding, value)", _PAD_MODULE),
    module("ConstantPad3d(padding, value)", _PAD_MODULE),
    module("ReflectionPad1d(padding)", _PAD_MODULE),
    module("ReflectionPad2d(padding)", _PAD_MODULE),
    module("ReflectionPad3d(padding)", _PAD_MODULE),
    module("ReplicationPad1d(padding)", _PAD_MODULE),
    module("ReplicationPad2d(padding)", _PAD_MODULE),
    module("ReplicationPad3d(padding)", _PAD_MODULE),
    module("CircularPad1d(padding)", _PAD_MODULE),
    module("CircularPad2d(padding)", _PAD_MODULE),
    module("CircularPad3d(padding)", _PAD_MODULE),
    module(
        'Upsample(size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None)',
        "interpolate",
    ),
    module("UpsamplingNearest2d(size=None, scale_factor=None)", "interpolate"),
    module("UpsamplingBilinear2d(size=None, scale_factor=None)", "interpolate"),
    module("PixelShuffle(upscale_factor)", "pixel_shuffle"),
    module("PixelUnshuffle(downscale_factor)", "pixel_unshuffle"),
    module(
        "Embedding(num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, "
        "scale_grad_by_freq=False, sparse=False)",
        _EMBEDDING_MODULE,
        weights=("weight",),
    ),
    module(
        "EmbeddingBag(num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, "
        'mode="mean")',
        _EMBEDDING_BAG_MODULE,
        weights=("weight",),
    ),
    module("CosineSimilarity(dim=1, eps=1e-08)", "cosine_similarity"),
    module("PairwiseDistance(p=2.0, eps=1e-06, keepdim=False)", "pairwise_distance"),
    module(
        "LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, "
        "bidirectional=False, proj_size=0)",
        _LSTM,
        weights=_OF_LAYER,
        depends_on_mode=True,
        outputs=("output", "state"),
    ),
    module(
        "GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, "
        "bidirectional=False, proj_size=0)",
        _GRU,
        weights=_OF_LAYER,
        depends_on_mode=True,
        outputs=("output", "state"),
    ),
    module(
        'RNN(input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, '
        "dropout=0.0, bidirectional=False)",
        _GRU,
        weights=_OF_LAYER,
        depends_on_mode=True,
        outputs=("output", "state"),
    ),
    module("LSTMCell(input_size, hidden_size, bias=True)", _LSTM_CELL, weights=_OF_CELL, outputs=("hidden", "cell")),
    module("GRUCell(input_size, hidden_size, bias=True)", _GRU_CELL, weights=_OF_CELL),
    module('RNNCell(input_size, hidden_size, bias=True, nonlinearity="tanh")', _GRU_CELL, weights=_OF_CELL),
    module(
        "MultiheadAttention(embed_dim, num_heads, dropout=0.0, bias=True)",
        _ATTENTION_MODULE,
        weights=("in_proj_weight", "in_proj_bias", "bias_k", "bias_v"),
        parts={"out_proj": "Linear"},
        depends_on_mode=True,
        outputs=("output", "weights"),
    ),
    module(
        "Transformer(*args)",
        _UNKNOWN_TENSOR,
        parts={"encoder": "TransformerEncoder", "decoder": "TransformerDecoder"},
        depends_on_mode=True,
    ),
    module("TransformerEncoder(*args)", _IDENTITY_SHAPE, parts={"layers": "ModuleList"}, depends_on_mode=True),
    module("TransformerEncoderLayer(*args)", _IDENTITY_SHAPE, parts=_OF_ENCODER_LAYER, depends_on_mode=True),
    module("TransformerDecoder(*args)", _IDENTITY_SHAPE, parts={"layers": "ModuleList"}, depends_on_mode=True),
    module(
        "TransformerDecoderLayer(*args)",
        _IDENTITY_SHAPE,
        parts=_OF_DECODER_LAYER,
        depends_on_mode=True,
    ),
    module('MSELoss(size_average=None, reduce=None, reduction="mean")', "mse_loss"),
    module('L1Loss(size_average=None, reduce=None, reduction="mean")', "l1_loss"),
    module('SmoothL1Loss(size_average=None, reduce=None, reduction="mean", beta=1.0)', "smooth_l1_loss"),
    module('HuberLoss(reduction="mean", delta=1.0)', "huber_loss"),
    module(
        'CrossEntropyLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", '
        "label_smoothing=0.0)",
        "cross_entropy",
        buffers=("weight",),
    ),
    module(
        'NLLLoss(weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean")',
        "nll_loss",
        buffers=("weight",),
    ),
    module(
        'BCELoss(weight=None, size_average=None, reduce=None, reduction="mean")',
        "binary_cross_entropy",
        buffers=("weight",),
    ),
    module(
        'BCEWithLogitsLoss(weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None)',
        "binary_cross_entropy_with_logits",
        buffers=("weight", "pos_weight"),
    ),
    module('KLDivLoss(size_average=None, reduce=None, reduction="mean", log_target=False)', "kl_div"),
    module(
        'PoissonNLLLoss(log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean")',
        "poisson_nll_loss",
    ),
    module('GaussianNLLLoss(*, full=False, eps=1e-06, reduction="mean")', "gaussian_nll_loss"),
    module('HingeEmbeddingLoss(margin=1.0, size_average=None, reduce=None, reduction="mean")', "hinge_embedding_loss"),
    module(
        'MultiMarginLoss(p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean")',
        "multi_margin_loss",
        buffers=("weight",),
    ),
    module('MultiLabelMarginLoss(size_average=None, reduce=None, reduction="mean")', "multilabel_margin_loss"),
    module(
        'MultiLabelSoftMarginLoss(weight=None, size_average=None, reduce=None, reduction="mean")',
        "multilabel_soft_margin_loss",
        buffers=("weight",),
    ),
    module('SoftMarginLoss(size_average=None, reduce=None, reduction="mean")', "soft_margin_loss"),
    module(
        'CosineEmbeddingLoss(margin=0.0, size_average=None, reduce=None, reduction="mean")', "cosine_embedding_loss"
    ),
    module('MarginRankingLoss(margin=0.0, size_average=None, reduce=None, reduction="mean")', "margin_ranking_loss"),
    module(
        'TripletMarginWithDistanceLoss(*, distance_function=None, margin=1.0, swap=False, reduction="mean")',
        "triplet_margin_with_distance_loss",
    ),
    module(
        'TripletMarginLoss(margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean")',
        "triplet_margin_loss",
    ),
    module('CTCLoss(blank=0, reduction="mean", zero_infinity=False)', "ctc_loss"),
    module("Sequential(*args)", Container.SEQUENTIAL),
    module("ModuleList(modules=None)", Container.COLLECTION),
    module("ModuleDict(modules=None)", Container.COLLECTION),
    module("ParameterList(values=None)", Container.COLLECTION),
    module("ParameterDict(parameters=None)", Container.COLLECTION),
    module("DataParallel(module)", Container.WRAPPER),
)
