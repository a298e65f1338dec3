"""Losses."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, reductions
from .columns import Family, Formula, Range, Saves
from .rows import Theme, functional

loss: Final = Theme(Family.LOSS, shape=reductions.loss_or_terms, dtype=dtypes.loss)


ROWS: Final = (
    loss(
        'mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None)',
        functional,
        formula=Formula.MSE_LOSS,
        shape=reductions.loss_as_broadcast,
        dtype=dtypes.loss_with_target,
        range=Range.NON_NEGATIVE,
        saves=Saves.INPUT,
        broadcasts=True,
    ),
    loss(
        'l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None)',
        functional,
        formula=Formula.L1_LOSS,
        shape=reductions.loss_as_broadcast,
        dtype=dtypes.loss_with_target,
        range=Range.NON_NEGATIVE,
        saves=Saves.NOTHING,
        broadcasts=True,
    ),
    loss(
        'smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0)',
        functional,
        formula=Formula.SMOOTH_L1_LOSS,
        shape=reductions.loss_as_broadcast,
        dtype=dtypes.loss_with_target,
        range=Range.NON_NEGATIVE,
        saves=Saves.INPUT,
        broadcasts=True,
    ),
    loss(
        'huber_loss(input, target, reduction="mean", delta=1.0, weight=None)',
        functional,
        formula=Formula.HUBER_LOSS,
        shape=reductions.loss_as_broadcast,
        range=Range.NON_NEGATIVE,
        saves=Saves.INPUT,
        broadcasts=True,
    ),
    loss(
        "cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
        'reduction="mean", label_smoothing=0.0)',
        functional,
        formula=Formula.CROSS_ENTROPY,
        saves=Saves.INPUT,
    ),
    loss(
        'nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean")',
        functional,
        formula=Formula.NLL_LOSS,
        saves=Saves.INPUT,
    ),
    loss(
        'binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean")',
        functional,
        formula=Formula.BINARY_CROSS_ENTROPY,
        shape=reductions.loss_as_input,
        saves=Saves.INPUT,
    ),
    loss(
        "binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, "
        'reduction="mean", pos_weight=None)',
        functional,
        formula=Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS,
        shape=reductions.loss_as_input,
        dtype=dtypes.loss_with_target,
        saves=Saves.INPUT,
    ),
    loss(
        'kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False)',
        functional,
        formula=Formula.KL_DIV,
        saves=Saves.INPUT,
    ),
    loss(
        "poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, "
        'reduce=None, reduction="mean")',
        functional,
        saves=Saves.INPUT,
    ),
    loss(
        'gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean")',
        functional,
        saves=Saves.NOTHING,
        synchronises=True,
    ),
    loss(
        'hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean")',
        functional,
        saves=Saves.NOTHING,
    ),
    loss(
        "multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, "
        'reduction="mean")',
        functional,
        range=Range.NON_NEGATIVE,
        saves=Saves.INPUT,
    ),
    loss(
        'multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean")',
        functional,
        saves=Saves.INPUT,
    ),
    loss(
        'multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean")',
        functional,
        saves=Saves.INPUT,
    ),
    loss(
        'soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean")',
        functional,
        range=Range.NON_NEGATIVE,
    ),
    loss(
        'cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean")',
        functional,
        saves=Saves.INPUT,
    ),
    loss(
        'margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean")',
        functional,
        range=Range.NON_NEGATIVE,
        saves=Saves.NOTHING,
    ),
    loss(
        "triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, "
        'size_average=None, reduce=None, reduction="mean")',
        functional,
        range=Range.NON_NEGATIVE,
        saves=Saves.NOTHING,
    ),
    loss(
        "triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, "
        'margin=1.0, swap=False, reduction="mean")',
        functional,
        range=Range.NON_NEGATIVE,
        saves=Saves.NOTHING,
    ),
    loss(
        'ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False)',
        functional,
    ),
)
