"""The order of battle of a game: every counter with where it came from, what has become of it, and what it is worth.

Strength is counted in steps, which add up over kinds, and in printed points of what stands on the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.position import BOXED, DUE, ELIMINATED, FATES, LATER, ON_MAP, Position, World
from gpwlab.gpw.setup import ANYWHERE
from gpwlab.gpw.units import MOBILE, OFF_GROUND, SOVIET
from gpwlab.study.players.base import system_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.reader import Reader
    from gpwlab.gpw.units import Unit

COLUMNS = (
    "unit", "side", "nation", "kind", "branch", "size", "label", "name", "formation", "state", "place", "hex", "where",
    "supply", "attack", "defence", "ma", "start_state", "start", "now", "lost", "points", "guard", "arrives",
    "provenance",
)  # fmt: skip
#: What counters can be grouped by.
GROUPS = ("side", "nation", "kind", "branch", "size", "formation", "state", "place", "supply", "arrives")
#: Where a counter is, by its fate, in the words of a player; a fate that is not here keeps its name.
PLACES = {
    "on map": "on the map",
    "due": "due now",
    "eliminated": "dead pile",
    "capital": "waits for the capital",
    "returning": "returns to the capital",
    "turn box": "turn record box",
    "off map": "Balkan Garrison box",
    "later": "to come",
}
#: Places of counters that have not come, and will not in this game.
GONE, NOT_HERE = "gone before the start", "not in this game"
#: Sums of a group: what each counts.
SUMS = ("units", "on_map", "reduced", "unsupplied", "points", "guard", "start", "now", "lost", "dead", "to_come")
_BRANCH = {"LEADER": "leaders", "FB": "aircraft", "BOM": "aircraft", "PAR": "partisans", "AB": "airborne"}
#: Abbreviations of the set-up (gpw 22.0.C).
_GROUP = {"N": "North", "C": "Centre", "S": "South", "NU": "North Ukraine", "SU": "South Ukraine"}
_FRONTS = {"BY": "Byelorussian", "UKR": "Ukrainian"}
#: A set-up with more areas of a single hex has its reserves in them.
_FEW = 2
#: Dated events by which a counter goes.
_GOING = ("withdrawal", "leader_recalled")
_CONVERTS = "conversion_available"
#: How counters come that are no plain reinforcements.
_COMING = {
    "conversion_available": "Conversions",
    "pool_addition": "Tank armies",
    "leader_arrives": "Leaders",
    "aircraft": "Aircraft",
    "partisan": "Partisans",
}


def order_of_battle(game: Reader) -> DataFrame:
    """One row a counter that takes part in the game.

    formation: the army group, front, district or country of the set-up, else how the counter comes to be here.
    state: full or reduced on the map, else what has become of it; place: the same in the words of a player, boxes
    beside the map by their names.  supply: ``in supply``, ``out of supply``, "" off the map.  attack, defence, ma: of
    the side that is up.  start_state, start: at the start of the game, in words and in steps on the map.  now: steps on
    the map.  lost: the most steps that it has had on the map less those it has now, 0 for what was withdrawn or is
    due; an army that was converted lies in the dead pile too (gpw 14.0.F).  points, guard: attack and defence on the
    map.  arrives: the turn of its first dated arrival, missing where it has none.
    """
    from pandas import DataFrame

    units = game.units
    pos = game._pos
    positions = [position for _n, position in game._journal.snapshots()]
    rows: list[dict[Any, Any]] = []
    for row in sorted(units.to_dict("records"), key=lambda row: _place_in_line(pos, row["unit"])):
        unit = pos.world.unit(row["unit"])
        rows.append(row | _origin(pos, positions[0], unit) | _standing(pos, unit, row) | _steps(positions, pos, unit))
    table = DataFrame(rows)
    table["points"] = table["attack"].where(table["hex"] != "", 0)
    table["guard"] = table["defence"].where(table["hex"] != "", 0)
    return table[list(COLUMNS)].astype({"arrives": "Int64"})


def _place_in_line(pos: Position, unit_id: str) -> tuple[int, float, int, int]:
    """Side by side, those of the set-up in its order, then those that come, by their turn."""
    unit = pos.world.unit(unit_id)
    set_up = list(pos.world.setup)
    if unit.index in pos.world.setup:
        return unit.side, 0, set_up.index(unit.index), unit.index
    return unit.side, _first_turn(pos, unit) or inf, 0, unit.index


def _first_turn(pos: Position, unit: Unit) -> int | None:
    """The turn of the first dated event by which a counter comes."""
    dated = (event.turn for event in pos.world.charts.dated if event.unit == unit.id and event.kind not in _GOING)
    return next(dated, None)


def _origin(pos: Position, start: Position, unit: Unit) -> dict[str, Any]:
    """Where a counter belongs: its army group or front, its branch, the turn in which it comes."""
    entry = pos.world.setup.get(unit.index)
    return {
        "name": unit.formation,
        "branch": _BRANCH.get(unit.kind, "armour and cavalry" if unit.kind in MOBILE else "infantry"),
        "formation": formation(pos.world, unit) if entry is not None else _comes_by(start, unit),
        "arrives": None if entry is not None else _first_turn(pos, unit),
    }


def formation(world: World, unit: Unit) -> str:
    """The area of a unit's set-up as its formation: ``AGC`` is Army Group Centre.

    Soviet areas are fronts but for Sevastopol (gpw 22.0.C), and many of one hex are reserves (gpw 22.1.6.2).
    """
    area = world.setup[unit.index].area
    if area.startswith("AG"):
        return f"Army Group {_GROUP.get(area[2:], area[2:])}"
    if area.endswith(" MD"):
        return f"{area.removesuffix('MD')}Military District"
    single = {entry.area for entry in world.setup.values() if len(entry.hexes) == 1}
    if area in single and len(single) > _FEW:
        return "Strategic Reserves"
    if unit.side == SOVIET and area not in (ANYWHERE, "Stavka Reserve", "Sevastopol"):
        first, _space, last = area.rpartition(" ")
        return f"{first} {_FRONTS.get(last, last)} Front".lstrip()
    return area


def _comes_by(start: Position, unit: Unit) -> str:
    """How a counter that is in no set-up comes into the game; the pile of the start may be rebuilt (gpw 10.0.I)."""
    if start.fate[unit.index] == ELIMINATED:
        return "Lost before the start"
    events = [event for event in start.world.charts.events if event.unit == unit.id and event.kind not in _GOING]
    if not events:
        return "Not on the chart"
    turn = events[0].turn
    if turn is None:
        return "On Romania's defection"
    year = start.world.charts.turns[turn].year
    return f"{_COMING.get(events[0].kind, 'Arrivals')} of {year}"


def _standing(pos: Position, unit: Unit, row: dict[Any, Any]) -> dict[str, Any]:
    """Where a counter is, in words."""
    fate = FATES[pos.fate[unit.index]]
    here = row["hex"] != ""
    supplied = "in supply" if row["in_supply"] else "out of supply"
    place = _later(pos, unit) if pos.fate[unit.index] == LATER else PLACES.get(fate, fate)
    if here:
        where = pos.world.board.label(pos.where[unit.index])
    else:  # gpw 11.4.A, gpw 16.2.D: what waits on the turn record comes back on the turn of its box
        where = f"back on turn {pos.boxes[unit.index]}" if pos.fate[unit.index] == BOXED else place
    return {"place": place, "where": where, "supply": supplied if here and unit.ground else ""}


def _later(pos: Position, unit: Unit) -> str:
    """Whether a counter that has not come yet will: by the chart, the length of the scenario and the rules in force."""
    charts, scenario, on = pos.world.charts, pos.world.scenario, pos.world.rules
    brings = [event for event in charts.events if event.unit == unit.id and event.kind not in _GOING]
    ahead = [e for e in brings if e.turn is None or e.turn >= scenario.first_turn or e.kind == _CONVERTS]
    if not ahead:
        return GONE
    if unit.kind == "SHK" and scenario.slug == "barbarossa" and not pos.swapped:
        return PLACES["later"]  # gpw 22.1.5.C: one may enter in place of infantry
    for event in ahead:
        in_force = on.has("conversions") if event.kind == _CONVERTS else event.turn is not None or on.has("allies")
        if in_force and (event.turn or 0) <= scenario.last_turn:
            return PLACES["later"]
    return NOT_HERE


def _steps(positions: Sequence[Position], pos: Position, unit: Unit) -> dict[str, Any]:
    """A counter's steps at the start, now and lost; leaders and aircraft have none (gpw 2.3.2)."""
    u, start = unit.index, positions[0]
    began = _on_map(start, u) or (start.fate[u] == DUE and start.phase < 0)
    word = ("full" if start.steps[u] == unit.steps else "reduced") if began else FATES[start.fate[u]]
    if unit.kind in OFF_GROUND:
        return {"start_state": word, "start": 0, "now": 0, "lost": 0}
    now = pos.steps[u] if _on_map(pos, u) else 0
    most = max(p.steps[u] for p in (*positions, pos) if _on_map(p, u)) if _ever(positions, pos, u) else 0
    gone = pos.fate[u] in (ON_MAP, ELIMINATED)
    return {
        "start_state": word,
        "start": start.steps[u] if began else 0,
        "now": now,
        "lost": most - now if gone else 0,
    }


def _on_map(pos: Position, unit: int) -> bool:
    return pos.fate[unit] == ON_MAP


def _ever(positions: Sequence[Position], pos: Position, unit: int) -> bool:
    return any(_on_map(p, unit) for p in (*positions, pos))


# -- sums -----------------------------------------------------------------------------------------------------------


def sums(table: DataFrame, by: str | Sequence[str] = ()) -> DataFrame:
    """The counters of an order of battle added up by any columns of :data:`GROUPS`, one row a group.

    Columns: those of ``by``, then units (counters), on_map, reduced, unsupplied (of these), points and guard (attack
    and defence on the map), start, now and lost (steps), dead (counters in the dead pile), to_come (due, or
    later in this game).  Without ``by`` one row of all.  InvalidInput names what cannot be grouped by.
    """
    from pandas import DataFrame

    columns = [by] if isinstance(by, str) else list(by)
    for name in columns:
        if name not in GROUPS:
            raise InvalidInput(f"an order of battle is not grouped by {name!r}; there is {', '.join(GROUPS)}")
    marked = table.assign(
        units=1,
        on_map=(table["hex"] != "").astype(int),
        reduced=(table["state"] == "reduced").astype(int),
        unsupplied=(table["supply"] == "out of supply").astype(int),
        dead=(table["state"] == "eliminated").astype(int),
        to_come=table["place"].isin([PLACES["later"], PLACES["due"]]).astype(int),
    )
    if not columns:
        return DataFrame([marked[list(SUMS)].sum()]).astype(int)
    return marked.groupby(columns, sort=False, dropna=False)[list(SUMS)].sum().reset_index()


def totals(game: Reader) -> DataFrame:
    """The strength of each side, one row a side; columns as in :func:`sums`."""
    return sums(order_of_battle(game), "side")


def sheets(table: DataFrame) -> dict[str, DataFrame]:
    """An order of battle as the sheets of a workbook: the counters, and their sums by formation, kind and place."""
    by = {f"by {name}": sums(table, ["side", name]) for name in ("formation", "kind", "place")}
    return {"units": table, **by}


def workbook(game: Any) -> dict[str, DataFrame]:
    """The order of battle of a game or view of any system as the sheets of a workbook; ``units`` is always there."""
    return sheets(order_of_battle(game)) if system_of(game) == "gpw" else {"units": game.units}
