"""Neural network functions."""

from __future__ import annotations

from typing import Any, Final

from ..transfer import dtypes, layers, shapes
from .columns import Contiguity, Family, Formula, Range
from .rows import Home, Row, functional, row, torch


def layer(text: str, *homes: Home, **columns: Any) -> Row:
    """A row of this file, which say so where they are none of these."""
    return row(text, *homes, **{"family": Family.NN, "dtype": dtypes.same, **columns})


ROWS: Final = (
    layer("glu(input, dim=-1)", functional, shape=shapes.resized_axis, contiguity=Contiguity.OF_CONTIGUOUS),
    layer(
        "normalize(input, p=2.0, dim=1, eps=1e-12, out=None)",
        functional,
        formula=Formula.NORMALIZE,
        shape=shapes.same,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "linear(input, weight, bias=None)",
        functional,
        formula=Formula.LINEAR,
        shape=layers.linear_of_weight,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    layer("bilinear(input1, input2, weight, bias=None)", functional, torch, dtype=None),
    layer(
        "conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)",
        functional,
        torch,
        shape=layers.conv,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=1,
    ),
    layer(
        "conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)",
        functional,
        torch,
        shape=layers.conv,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=2,
    ),
    layer(
        "conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)",
        functional,
        torch,
        shape=layers.conv,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
        functional,
        torch,
        shape=shapes.same_rank,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
        functional,
        torch,
        shape=shapes.same_rank,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
        functional,
        torch,
        shape=shapes.same_rank,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=1,
    ),
    layer(
        "max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)",
        torch,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=1,
    ),
    layer(
        "max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=2,
    ),
    layer(
        "max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)",
        torch,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=2,
    ),
    layer(
        "max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)",
        torch,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)",
        functional,
        torch,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=1,
    ),
    layer(
        "avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
        "divisor_override=None)",
        functional,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=2,
    ),
    layer(
        "avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
        "divisor_override=None)",
        functional,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "adaptive_avg_pool1d(input, output_size)",
        functional,
        torch,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=1,
    ),
    layer(
        "adaptive_avg_pool2d(input, output_size)",
        functional,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=2,
    ),
    layer(
        "adaptive_avg_pool3d(input, output_size)",
        functional,
        shape=layers.spatial,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "adaptive_max_pool1d(input, output_size, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=1,
    ),
    layer(
        "adaptive_max_pool2d(input, output_size, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
        spatial_dims=2,
    ),
    layer(
        "adaptive_max_pool3d(input, output_size, return_indices=False)",
        functional,
        result=layers.pool,
        contiguity=Contiguity.OF_CONTIGUOUS,
        spatial_dims=3,
    ),
    layer(
        "lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False)",
        functional,
        shape=layers.spatial,
        dtype=dtypes.floating,
        spatial_dims=1,
    ),
    layer(
        "lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False)",
        functional,
        shape=layers.spatial,
        dtype=dtypes.floating,
        spatial_dims=2,
    ),
    layer(
        "local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0)",
        functional,
        shape=shapes.same,
        dtype=dtypes.floating,
    ),
    layer(
        "batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05)",
        functional,
        shape=shapes.same,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05)",
        functional,
        shape=shapes.same,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    layer(
        "group_norm(input, num_groups, weight=None, bias=None, eps=1e-05)",
        functional,
        shape=shapes.same,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, "
        "use_input_stats=True, momentum=0.1, eps=1e-05)",
        functional,
        shape=shapes.same,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "rms_norm(input, normalized_shape, weight=None, eps=None)",
        functional,
        shape=shapes.same,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, "
        "sparse=False)",
        functional,
        shape=layers.embedded,
        dtype=dtypes.like_weight,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    layer(
        "one_hot(tensor, num_classes=-1)",
        functional,
        formula=Formula.ONE_HOT,
        shape=shapes.one_hot,
        dtype=dtypes.int64,
        nograd=True,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.UNIT,
    ),
    layer(
        'interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, '
        "recompute_scale_factor=None, antialias=False)",
        functional,
        shape=layers.channels_kept,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        'upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None)',
        functional,
        name="interpolate",
        shape=layers.channels_kept,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        'grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None)',
        functional,
        shape=shapes.same_rank,
    ),
    layer(
        "affine_grid(theta, size, align_corners=None)", functional, shape=layers.affine_grid, dtype=dtypes.like_theta
    ),
    layer(
        "pixel_shuffle(input, upscale_factor)",
        functional,
        torch,
        shape=shapes.same_rank,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer(
        "pixel_unshuffle(input, downscale_factor)",
        functional,
        torch,
        shape=shapes.same_rank,
        contiguity=Contiguity.OF_CONTIGUOUS,
    ),
    layer("channel_shuffle(input, groups)", functional, torch, shape=shapes.same),
    layer(
        "embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, "
        'mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None)',
        functional,
        shape=shapes.matrix,
        dtype=dtypes.like_weight,
    ),
    layer(
        "fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1)", functional, shape=layers.one_more_rank
    ),
    layer("im2col(input, kernel_size, dilation=1, padding=0, stride=1)", functional("unfold"), shape=shapes.one_less),
    layer(
        "scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, "
        "scale=None, enable_gqa=False)",
        functional,
        shape=layers.attention,
        dtype=dtypes.like_query,
    ),
)
