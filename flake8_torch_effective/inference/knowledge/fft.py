"""Spectra."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, shapes
from .columns import Family, Saves
from .rows import Theme, fft, tensor, torch

spectrum: Final = Theme(Family.OTHER, shape=shapes.same_rank, dtype=dtypes.some_complex)


ROWS: Final = (
    spectrum("rfft(input, n=None, dim=-1, norm=None)", fft, saves=Saves.INPUT),
    spectrum("fft(input, n=None, dim=-1, norm=None)", fft, saves=Saves.INPUT),
    spectrum("ifft(input, n=None, dim=-1, norm=None)", fft, saves=Saves.INPUT),
    spectrum("ihfft(input, n=None, dim=-1, norm=None)", fft, saves=Saves.INPUT),
    spectrum("irfft(input, n=None, dim=-1, norm=None)", fft, dtype=dtypes.some_float, saves=Saves.NOTHING),
    spectrum("hfft(input, n=None, dim=-1, norm=None)", fft, dtype=dtypes.some_float, saves=Saves.NOTHING),
    spectrum("fft2(input, s=None, dim=(-2, -1), norm=None)", fft, saves=Saves.NOTHING),
    spectrum("ifft2(input, s=None, dim=(-2, -1), norm=None)", fft, saves=Saves.NOTHING),
    spectrum("rfft2(input, s=None, dim=(-2, -1), norm=None)", fft, saves=Saves.INPUT),
    spectrum("irfft2(input, s=None, dim=(-2, -1), norm=None)", fft, dtype=dtypes.some_float, saves=Saves.NOTHING),
    spectrum("fftn(input, s=None, dim=None, norm=None)", fft, saves=Saves.NOTHING),
    spectrum("ifftn(input, s=None, dim=None, norm=None)", fft, saves=Saves.NOTHING),
    spectrum("rfftn(input, s=None, dim=None, norm=None)", fft, saves=Saves.INPUT),
    spectrum("irfftn(input, s=None, dim=None, norm=None)", fft, dtype=dtypes.some_float, saves=Saves.NOTHING),
    spectrum(
        'stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", '
        "normalized=False, onesided=None, return_complex=None)",
        torch,
        tensor,
        shape=None,
        dtype=None,
    ),
    spectrum(
        "istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, "
        "onesided=None, length=None, return_complex=False)",
        torch,
        tensor,
        shape=None,
        dtype=None,
        synchronises=True,
    ),
)
