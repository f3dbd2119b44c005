"""The days that each turn of a game stands for, worked out from the turn record of the game."""

from __future__ import annotations

import os
import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from gpwlab.core import shelf, tables
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.game import folder
from gpwlab.gpw import charts as gpw
from gpwlab.hube import charts as hube
from gpwlab.sfs import charts as sfs

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: The turn records of these two name no year.
_SFS_YEAR, _HUBE_YEAR = 1942, 1944
_DAYS = re.compile(r"(\d+)(?: ([A-Z][a-z]{2}))?-(\d+) ([A-Z][a-z]{2})")
_DAY = timedelta(days=1)


class TurnDates(NamedTuple):
    """A turn: its number, its name as the game tells it, and its first and last day."""

    number: int
    name: str
    start: date
    end: date


def turn_dates(game: str, charts: Any = None, overlay: str | os.PathLike[str] | None = None) -> tuple[TurnDates, ...]:
    """The turns of a game in their order, without a gap between them.

    game: its short name.  charts: those of a game in play; without them the turns are those of the tables of an
    ``overlay`` folder if there is one, else of the shipped ones.  InvalidInput for an unknown game; DataError for a
    turn whose dates cannot be read, and for a bad table.
    """
    if game not in _GAMES:
        raise InvalidInput(f"there is no game {game!r}; the games are {', '.join(_GAMES)}")
    read, spans = _GAMES[game]
    if charts is None:
        charts = read(shelf.read(game, tuple(tables.names(game)), shelf.stamp_of(folder(overlay))))
    turns = [charts.turns[number] for number in sorted(charts.turns)]
    days = list(spans(turns))
    return tuple(TurnDates(turn.number, turn.title, *span) for turn, span in zip(turns, days, strict=True))


def falls_into(start: date, end: date, turns: Iterable[TurnDates]) -> tuple[TurnDates, ...]:
    """The turns that have a day between two days, both counted; none before and after the game."""
    return tuple(turn for turn in turns if turn.start <= end and start <= turn.end)


def _gpw(turns: Sequence[gpw.Turn]) -> Iterator[tuple[date, date]]:
    """Whole months (gpw 3.0.A)."""
    for turn in turns:
        months = [_month(name, "period") for name in turn.period.split("/")]
        last = monthrange(turn.year, months[-1])[1]
        yield date(turn.year, months[0], 1), date(turn.year, months[-1], last)


def _hube(turns: Sequence[hube.Turn]) -> Iterator[tuple[date, date]]:
    """Each turn ends on the eve of the next; turns start on the same days of every month, so the last is known too."""
    starts = [_day(_HUBE_YEAR, turn.month, turn.day, "day") for turn in turns]
    after = starts[-1] + _DAY
    days = {turn.day for turn in turns}
    while after.day not in days:
        after += _DAY
    for start, following in pairwise([*starts, after]):
        yield start, following - _DAY


def _sfs(turns: Sequence[sfs.Turn]) -> Iterator[tuple[date, date]]:
    """The dates beside the boxes, such as ``7-9 Sep``."""
    for turn in turns:
        found = _DAYS.fullmatch(turn.dates)
        if not found:
            raise DataError(f"turn {turn.number}: {turn.dates!r} must be dates such as 7-9 Sep", "turns", None, "dates")
        first, first_month, last, last_month = found.groups()
        yield _day(_SFS_YEAR, first_month or last_month, int(first)), _day(_SFS_YEAR, last_month, int(last))


def _month(name: str, column: str) -> int:
    if name not in MONTHS:
        raise DataError(f"{name!r} must be a month: {', '.join(MONTHS)}", "turns", None, column)
    return MONTHS.index(name) + 1


def _day(year: int, month: str, day: int, column: str = "dates") -> date:
    try:
        return date(year, _month(month, column), day)
    except ValueError:
        raise DataError(f"there is no day {day} {month} {year}", "turns", None, column) from None


#: How the charts of a game are read, and how its turns are dated.
_GAMES: Mapping[str, tuple[Callable[..., Any], Callable[..., Iterator[tuple[date, date]]]]] = {
    "gpw": (gpw.read_charts, _gpw),
    "hube": (hube.read_charts, _hube),
    "sfs": (sfs.read_charts, _sfs),
}
