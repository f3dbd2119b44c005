"""Intervals for shares and for differences of shares."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from gpwlab.core.errors import InvalidInput

#: Standard deviations on each side that hold 95 % of a normal distribution.
Z95 = 1.959963984540054
RESAMPLES = 4000


def wilson(hits: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share, 95 % by default; InvalidInput unless 0 <= hits <= trials and trials > 0."""
    if not 0 <= hits <= trials or trials == 0:
        raise InvalidInput(f"a share is some of at least one trial, not {hits} of {trials}")
    share, z2 = hits / trials, z * z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return (low if hits else 0.0), (high if hits < trials else 1.0)  # exact at the ends, where floats are not


def paired_bootstrap(
    first: Sequence[float], second: Sequence[float], seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float, float]:
    """Mean of second minus first over pairs, with the 95 % percentile interval of the bootstrap over pairs."""
    if len(first) != len(second) or not len(first):
        raise InvalidInput(f"pairs need as many values on both sides, at least one, not {len(first)} and {len(second)}")
    gaps = np.asarray(second, dtype=float) - np.asarray(first, dtype=float)
    chosen = np.random.default_rng(seed).integers(0, len(gaps), size=(resamples, len(gaps)))
    low, high = np.quantile(gaps[chosen].mean(axis=1), (0.025, 0.975))
    return float(gaps.mean()), float(low), float(high)
