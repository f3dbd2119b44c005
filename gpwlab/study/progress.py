"""How far something that takes long has come: what a caller's function is told, part by part.

Where the caller names no function, a front end may show it: widgets does so in a notebook, from the first part on that
makes it likely that all will take longer than a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TextIO, TypeAlias

#: Nothing is shown of its own accord of what takes less, in seconds.
SHORT = 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something has come: ``done`` of so many ``games``, or of what ``unit`` names in the plural.

    ``left`` is the time in seconds that it will still take, None before the first is done.
    """

    done: int
    games: int
    seconds: float
    left: float | None
    unit: str = "games"

    def __str__(self) -> str:
        left = "" if self.left is None else f", {_minutes(self.left)} left"
        unit = self.unit.removesuffix("s") if self.games == 1 else self.unit
        return f"{self.done} of {self.games} {unit} in {_minutes(self.seconds)}{left}"


#: What is told how far something is; a simulation ends where it returns False.
Told: TypeAlias = Callable[[Progress], object]
#: Makes what shows it where the caller names nothing, after a few words of what it is; None where nobody would see it.
Shower: TypeAlias = Callable[[str], Told | None]
_SHOWERS: list[Shower] = []


def show_with(shower: Shower) -> None:
    """Let a front end show what has no function of its own to tell."""
    _SHOWERS[:] = [shower]


def shown(what: str, seconds: float) -> Told | None:
    """What the front end shows with how far something is that takes so long; None without one, and if it is short."""
    if seconds <= SHORT:
        return None
    return next((told for shower in _SHOWERS if (told := shower(what)) is not None), None)


class Parts:
    """Counts the parts of something and tells of each; ``Parts(...)`` itself tells of none done.

    progress: the caller's function; None shows it as a front end does, if it takes long.  slow: it is known to take
    longer than a second.
    """

    def __init__(self, progress: Told | None, what: str, total: int, unit: str = "parts", slow: bool = False) -> None:
        self._asked, self._what, self._total, self._unit = progress, what, total, unit
        self._began, self._done = perf_counter(), 0
        self._told = progress or (shown(what, inf) if slow else None)
        self._tell()

    def __call__(self) -> None:
        """One more is done."""
        self._done += 1
        spent = perf_counter() - self._began
        if self._told is None and self._done < self._total:
            self._told = shown(self._what, spent / self._done * self._total)
        self._tell()

    def _tell(self) -> None:
        if self._told is not None:
            spent = perf_counter() - self._began
            left = spent / self._done * (self._total - self._done) if self._done else None
            self._told(Progress(self._done, self._total, spent, left, self._unit))


def say(progress: Progress, file: TextIO | None = None) -> None:
    """Print how far something has come, on one line that is written over; ``file``: where to, standard output."""
    print(f"\r{progress}   ", end="" if progress.done < progress.games else "\n", file=file, flush=True)


def _minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"
