"""Medians of repeated runs, and the table that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One measurement.

    median and target are milliseconds, reference the median of the same work done plainly; least_ratio is how many
    times faster than the reference we want to be.
    """

    name: str
    median: float
    target: float | None = None
    reference: float | None = None
    least_ratio: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times faster than the reference."""
        return None if self.reference is None else self.reference / self.median

    @property
    def verdict(self) -> str:
        """``ok``, ``MISS``, or nothing where there is no target."""
        held = []
        if self.target is not None:
            held.append(self.median < self.target)
        if self.least_ratio is not None and self.ratio is not None:
            held.append(self.ratio >= self.least_ratio)
        return ("ok" if all(held) else "MISS") if held else ""


def median_ms(work: Callable[[], object], runs: int, prepare: Callable[[], object] = lambda: None) -> float:
    """Median wall time of one call in milliseconds; prepare runs before each call and is not counted."""
    times = []
    for _ in range(runs):
        prepare()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1000


def show(rows: Iterable[Row]) -> None:
    """Print each row as it comes."""
    print(f"{'measured':50}{'target':>12}{'median':>12}{'plain':>12}{'ratio':>12}  ")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
        if row.least_ratio is not None:
            ratio += f" of {row.least_ratio:g}x"
        cells = "".join(f"{_time(value):>12}" for value in (row.target, row.median, row.reference))
        print(f"{row.name:50}{cells}{ratio:>15}  {row.verdict:6}{row.note}".rstrip(), flush=True)


def _time(milliseconds: float | None) -> str:
    if milliseconds is None:
        return ""
    return f"{milliseconds:.3f} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
