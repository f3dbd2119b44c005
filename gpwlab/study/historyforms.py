"""The form of each table of history: what the rulebooks' essays say in figures, dates and arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from gpwlab.core.inventory import GAMES, inventory
from gpwlab.core.schema import Field, TableForm, form, one_of, sourced, text, whole


def _is_day(cell: str) -> bool:
    try:
        return date.fromisoformat(cell).isoformat() == cell
    except ValueError:
        return False


#: A day, written in full.
day = Field("a date such as 1942-11-19", _is_day)
_WHEN = "a date such as 1941, 1941-07 or 1941-07-03"


def _is_when(cell: str) -> bool:
    """Whether a cell is a year of the war, a month or a day of it."""
    return bool(re.fullmatch(r"19[34]\d(-\d\d){0,2}", cell)) and _is_day(f"{cell}-01-01"[:10])


#: A year, a month or a day: as much of a date as the text gives.
when = Field(_WHEN, _is_when)
when_or_none = Field(f"{_WHEN}, or nothing", lambda cell: not cell or _is_when(cell))
#: An entry of a rulebook.
section = Field("the id of an entry of data/rules/inventory.csv, such as gpw 25.0", lambda cell: cell in inventory())
#: How a figure is to be taken.
sense = one_of("exact", "about", "over", "under")
game = one_of(*GAMES)
slug = form(r"[a-z0-9]+(-[a-z0-9]+)*", "an id such as gpw-no-cavalry")
count = whole(0, 100_000_000)
count_or_none = whole(0, 100_000_000, blank=True)
side = one_of("Axis", "Soviet")
side_or_none = one_of("Axis", "Soviet", blank=True)

#: What all games share.
SHARED: Mapping[str, TableForm] = {
    "claims": sourced(["id"], id=slug, game=game, section=section, claim=text(), shown_by=text()),
    "dates": sourced(
        ["game", "start", "event"],
        game=game,
        start=day,
        end=day,
        side=side_or_none,
        event=text(),
        place=text(blank=True),
        section=section,
    ),
    "tables": sourced(["name"], name=form(r"(gpw|hube|sfs)_[a-z_]+", "a name such as gpw_rifle_division"), game=game,
                      title=text(), unit=text(), section=section),
}  # fmt: skip

#: A figure of the notes, the same for all games.
_FIGURES = sourced(
    ["id"],
    id=slug,
    side=side_or_none,
    date=when_or_none,
    what=text(),
    low=count,
    high=count,
    unit=text(),
    sense=sense,
    section=section,
)

_GPW: Mapping[str, TableForm] = {
    "gpw_rifle_division": sourced(["date"], date=when, men=count, sense=sense, note=text(), section=section),
    "gpw_tank_brigade": sourced(
        ["date"], date=when, tanks=count_or_none, battalions=count, note=text(), section=section
    ),
    "gpw_strengths": sourced(
        ["formation", "date", "item"],
        side=side,
        formation=text(),
        date=when,
        item=text(),
        low=count,
        high=count,
        sense=sense,
        section=section,
    ),
    "gpw_compositions": sourced(
        ["formation", "date", "part"],
        side=side,
        formation=text(),
        date=when,
        part=text(),
        low=count,
        high=count,
        attached=one_of("yes", "no"),
        section=section,
    ),
    "gpw_figures": _FIGURES,
}

_HUBE: Mapping[str, TableForm] = {
    "hube_figures": _FIGURES,
    "hube_pockets": sourced(
        ["pocket"],
        pocket=text(),
        start=day,
        end=day,
        formations=text(),
        men=count_or_none,
        lost_low=count_or_none,
        lost_high=count_or_none,
        answer=text(),
        section=section,
    ),
}

_SFS: Mapping[str, TableForm] = {
    "sfs_figures": _FIGURES,
    "sfs_establishments": sourced(
        ["division", "part"],
        division=one_of("infantry", "motorised", "panzer"),
        part=text(),
        battalions=count,
        tanks=count,
        section=section,
    ),
}

FORMS: Mapping[str, TableForm] = {**SHARED, **_GPW, **_HUBE, **_SFS}
#: Columns of numbers and columns of days, in whichever table they stand; the others are text.
NUMBERS = frozenset({"men", "tanks", "battalions", "low", "high", "lost_low", "lost_high"})
DAYS = frozenset({"start", "end"})
