"""The war as the charts plan it, turn by turn: what comes, goes and returns, and the replacement points of each side.

``timeline`` is the plan, with what has come of it in a game; ``strength`` adds it up against what is on the map.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core.game import folder
from gpwlab.core.tables import Row
from gpwlab.gpw import withdrawals, worlds
from gpwlab.gpw.charts import Charts, Event
from gpwlab.gpw.options import ADVANCED, rules
from gpwlab.gpw.position import ARRIVALS, BOXED, CAPITAL, LATER, OFF_MAP, ON_MAP, WITHDRAWN, Position, World
from gpwlab.gpw.setup import takes_part
from gpwlab.gpw.units import SIDES, SOVIET, Unit

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.game import Game

#: The kinds of event in the order in which they are told, and what a player calls each.
EVENTS = {
    "withdrawal": "withdrawn",
    "leader_recalled": "recalled",
    "reinforcement": "arrives",
    "return": "returns",
    "conversion_available": "conversion from now on",
    "pool_addition": "may be built",
    "leader_arrives": "takes command",
    "aircraft": "aircraft arrive",
    "partisan": "partisans rise",
    "rp": "replacement points",
    "lend-lease": "lend-lease",
}
#: Events by which a counter goes.
GOING = ("withdrawal", "leader_recalled")
COLUMNS = (
    "turn", "title", "side", "event", "unit", "label", "nation", "kind", "name", "half", "attack", "defence", "ma",
    "entry", "rule", "rp", "chances", "text", "note", "provenance", "basis", "in_game", "done",
)  # fmt: skip
_RULES = {
    "reinforcement": "gpw 9.3.A",
    "return": "gpw 9.5",
    "withdrawal": "gpw 9.4.A",
    "conversion_available": "gpw 14.0.A",
    "pool_addition": "gpw 14.0.G",
    "leader_arrives": "gpw 12.3.A",
    "leader_recalled": "gpw 12.3.C",
    "aircraft": "gpw 11.0.C",
    "partisan": "gpw 16.1.A",
}
#: Rules of particular arrivals, by how they enter or by their nation.
_PARTICULAR = {
    "balkan_garrison": "gpw 17.6.A",
    "cities:Romania": "gpw 17.1.2.B",
    "cities:Hungary": "gpw 17.2.2.B",
    "Bulgarian": "gpw 17.5.B",
    "Soviet-allied Romanian": "gpw 17.1.5.D",
}
_ENTRIES = {
    "edge": "the friendly map edge",
    "major_city": "a friendly major city",
    "balkan_garrison": "the Balkan Garrison box",
    "convert": "in place of an infantry army",
    "capital": "the capital",
    "airfield": "an airfield",
    "anywhere": "anywhere but an unfriendly city or an enemy ZOC",
    "pool": "the eliminated pile",
    "off_map": "off the map",
    "defection": "a hex of Romania or Bessarabia in a Soviet ZOC",
}
#: So many hexes of entry are named one by one.
_FEW = 4
#: What key cities add to or take from the points of a side; the map decides, the chart does not know.
_KEY_CITIES = {
    "Axis": "1 more in a phase while it holds both Yerevan and Tbilisi (gpw 18.0.B)",
    "Soviet": "1 less in a phase while the Axis holds Moscow (gpw 18.0.A)",
}


@dataclass(frozen=True)
class _Source:
    """What a timeline is made from: a world, the rows of its tables, and the game if there is one."""

    world: World
    tables: Mapping[str, Sequence[Row]]
    game: Game | None

    @property
    def last_turn(self) -> int:
        return self.world.scenario.last_turn if self.game is not None else max(self.world.charts.turns)


def _source(game: Game | None, overlay: Path | None) -> _Source:
    """Of a game, or of the whole war by all the advanced rules (gpw 19.1.D)."""
    if game is not None:
        return _Source(game._pos.world, worlds.rows(game.rules, game._overlay), game)
    every = rules(*ADVANCED)
    return _Source(worlds.make("campaign", every, overlay), worlds.rows(every, overlay), None)


def timeline(game: Game | None = None, overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """One row an event of the charts: turn by turn, the events of the Axis first, those without a turn at the end.

    event: a key of :data:`EVENTS`.  half: at half strength; attack, defence, ma: as it comes or goes.  entry: where it
    enters or goes to, in words.  rp, chances: of replacement points and lend-lease the mean and the exact
    distribution, as Fractions.  text: the event in a sentence.  provenance, basis: of the chart's row.  in_game: False
    before and after the scenario, and where a rule that the event needs is off.  done: the turn in which it came about
    on the line of play.  Without a game: the whole war, by the tables of an ``overlay`` folder if there is one; a game
    has its own.
    """
    from pandas import DataFrame

    source = _source(game, folder(overlay))
    rows = [*_dated(source), *_points(source)]
    order = list(EVENTS)
    rows.sort(key=lambda r: (r["turn"] or 99, SIDES.index(r["side"]), order.index(r["event"])))
    return DataFrame(rows, columns=list(COLUMNS)).astype({"turn": "Int64", "done": "Int64"})


# -- units ------------------------------------------------------------------------------------------------------------


def _dated(source: _Source) -> Iterator[dict[str, Any]]:
    """The rows of the reinforcement chart (gpw chart.Reinforcement and Replacement Chart)."""
    world = source.world
    full = world.rules.has("full-strength-reinforcements")
    line = _line(source.game)
    for event, row in zip(world.charts.events, source.tables["reinforcements"], strict=True):
        unit = world.unit(event.unit)
        half = event.half and not full
        figures = {name: getattr(unit, name)[0 if half else 1] for name in ("attack", "defence", "ma")}
        entry = " or ".join(_entry_words(world, token) for token in event.entry)
        what = f"{EVENTS[event.kind]} at half strength" if half else EVENTS[event.kind]
        yield {
            "turn": event.turn,
            "title": _title(world.charts, event, row),
            "side": event.side,
            "event": event.kind,
            "unit": unit.id,
            "label": unit.label,
            "nation": unit.nation,
            "kind": unit.kind,
            "name": unit.formation,
            "half": half,
            **figures,
            "entry": entry,
            "rule": _rule(event, unit, half),
            "rp": None,
            "chances": None,
            "text": f"{_who(unit)} {what}: {entry}",
            "note": row["note"],
            "provenance": row["provenance"],
            "basis": row["basis"],
            "in_game": _in_game(source, event, unit),
            "done": _done(line, event, unit),
        }


def _who(unit: Unit) -> str:
    """A counter by its number, kind and formation; a leader or an aircraft by its name."""
    return f"{unit.name} ({unit.formation})" if unit.ground else unit.label


def _title(charts: Charts, event: Event, row: Row) -> str:
    if event.turn is not None:
        return charts.turns[event.turn].title
    return "The turn after Romania's defection" if row["turn"].endswith("+1") else "The turn of Romania's defection"


def _entry_words(world: World, token: str) -> str:
    """Where a token of the chart lets a unit enter."""
    kind, _colon, names = token.partition(":")
    if kind == "cities":
        return f"a city of {names}"
    if kind == "map_edge":
        return f"the map edge in {names}"
    if kind == "hexes":
        hexes = [world.board.label(world.board.hex(name)) for name in names.split()]
        return " or ".join(hexes) if len(hexes) <= _FEW else f"one of {len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
    return _ENTRIES[kind]


def _rule(event: Event, unit: Unit, half: bool) -> str:
    """The rule that brings or takes a unit, the most particular one."""
    if event.kind in ARRIVALS:
        for key in (*event.entry, unit.nation):
            if key in _PARTICULAR:
                return _PARTICULAR[key]
    return "gpw 9.3.E" if half else _RULES[event.kind]


def _in_game(source: _Source, event: Event, unit: Unit) -> bool:
    """Whether an event can come about: in the turns of the scenario, and with its rule in force."""
    scenario, on = source.world.scenario, source.world.rules
    first = scenario.first_turn if source.game is not None else 1
    if event.turn is not None and not first <= event.turn <= source.last_turn:
        return False
    if event.turn is None and not on.has("allies"):
        return False
    if event.kind == "conversion_available" and not on.has("conversions"):
        return False
    return takes_part(unit, on)


def _line(game: Game | None) -> list[Position]:
    """The positions at the start of each phase of the line of play, and the present one."""
    if game is None:
        return []
    return [*(position for _n, position in game._journal.snapshots()), game._pos]


def _done(line: Sequence[Position], event: Event, unit: Unit) -> int | None:
    """The turn in which an event came about; a stand-in may have played the unit's part (gpw 9.4.C)."""
    if not line or event.turn is None or event.turn < line[0].turn:
        return None
    for pos in line:
        fate = pos.fate[withdrawals.acting(pos, unit).index if event.kind in ("withdrawal", "return") else unit.index]
        if pos.turn >= event.turn and _came(event.kind, fate):
            return pos.turn
    return None


def _came(kind: str, fate: int) -> bool:
    if kind in GOING:
        return fate == WITHDRAWN
    if kind == "pool_addition":
        return fate != LATER
    return fate in (ON_MAP, CAPITAL, BOXED, OFF_MAP)


# -- replacement points -----------------------------------------------------------------------------------------------


def lend_lease(charts: Charts, turn: int) -> dict[int, Fraction]:
    """The exact distribution of the RPs of lend-lease in a turn; {} in a turn without (gpw 9.2.B, gpw 9.2.C)."""
    found: dict[int, Fraction] = {}
    for first, last, drm in charts.lend_lease_turns:
        if first <= turn <= last:
            for die in range(1, 7):
                points = charts.lend_lease[die + drm]
                found[points] = found.get(points, Fraction(0)) + Fraction(1, 6)
    return found


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def chances_words(chances: Mapping[int, Fraction]) -> str:
    """A distribution in words: ``0 with 1/3, 1 with 1/2, 2 with 1/6``."""
    return ", ".join(f"{value} with {chance}" for value, chance in sorted(chances.items()))


def _points(source: _Source) -> Iterator[dict[str, Any]]:
    """The replacement points of each turn (gpw 9.1.B) and lend-lease (gpw 9.2.B)."""
    charts, scenario = source.world.charts, source.world.scenario
    origin = {(row["year"], row["side"]): row for row in source.tables["replacements"]}
    table = source.tables["lend_lease"][0]
    for box in charts.turns.values():
        first = scenario.first_turn if source.game is not None else 1
        within = first <= box.number <= source.last_turn
        for side in SIDES:
            rate = charts.rates[box.year, side]
            said = f"{side}: {rate} RPs a turn in {box.year}"
            row = _points_row(box.number, box.title, side, "rp", "gpw 9.1.B", {rate: Fraction(1)}, said)
            note = {"note": _KEY_CITIES[side], "in_game": within}
            yield row | note | _origin(origin[str(box.year), side])
        chances = lend_lease(charts, box.number)
        if chances:
            said = f"lend-lease: RPs {chances_words(chances)}; on average {mean(chances)}"
            row = _points_row(box.number, box.title, SIDES[SOVIET], "lend-lease", "gpw 9.2.B", chances, said)
            yield row | {"in_game": within and (source.game is None or scenario.lend_lease)} | _origin(table)


def _points_row(
    turn: int, title: str, side: str, event: str, rule: str, chances: dict[int, Fraction], text: str
) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS, "")
    none = {"half": False, "attack": 0, "defence": 0, "ma": 0, "done": None}
    what = {"turn": turn, "title": title, "side": side, "event": event, "rule": rule, "text": text}
    return row | none | what | {"rp": mean(chances), "chances": chances}


def _origin(row: Row) -> dict[str, str]:
    return {"provenance": row["provenance"], "basis": row["basis"]}


# -- strength ---------------------------------------------------------------------------------------------------------

#: What is added up: ground units on the map, their attack and their defence.
MEASURES = ("units", "attack", "defence")
#: Those of each side.
Totals = tuple[tuple[int, int, int], tuple[int, int, int]]


def strength(
    game: Game | None = None,
    known: Mapping[int, Totals] | None = None,
    overlay: str | os.PathLike[str] | None = None,
) -> DataFrame:
    """The strength of each side at the start of each turn from the first on: as planned, and on the line of play.

    Columns: turn, side, planned_units, planned_attack, planned_defence, then units, attack, defence (missing where the
    line has not come).  The plan is the set-up and the chart alone: nobody is lost, rebuilt or converted.  known: what
    :func:`reached` found before, so that turns that have been taken back and can be done again stay in.  overlay: as
    for :func:`timeline`.
    """
    from pandas import DataFrame

    source = _source(game, folder(overlay))
    found = _on_line(game, {**(known or {}), **reached(game)}) if game is not None else {}
    rows = []
    for turn, planned in _planned(source).items():
        for number, side in enumerate(SIDES):
            actual = found[turn][number] if turn in found else (None, None, None)
            rows.append((turn, side, *planned[number], *actual))
    columns = ["turn", "side", *(f"planned_{name}" for name in MEASURES), *MEASURES]
    return DataFrame(rows, columns=columns).astype(dict.fromkeys(MEASURES, "Int64"))


def reached(game: Game) -> dict[int, Totals]:
    """What is on the map at the start of each phase up to the present, by the log's number of the action before it."""
    line = (0, *game.line)
    return {line[n]: _totals(position) for n, position in game._journal.snapshots()}


def _on_line(game: Game, known: Mapping[int, Totals]) -> dict[int, Totals]:
    """The known totals at the start of each turn of the line."""
    line = (0, *game.line)
    found: dict[int, Totals] = {}
    for n, phase in game.phases:
        if phase.number >= 0 and phase.turn not in found and line[n] in known:
            found[phase.turn] = known[line[n]]
    return found


def _totals(pos: Position) -> Totals:
    both = []
    for side in range(len(SIDES)):
        own = list(pos.on_map(side))
        both.append((len(own), sum(map(pos.attack, own)), sum(map(pos.defence, own))))
    return both[0], both[1]


def _planned(source: _Source) -> dict[int, Totals]:
    """What would be on the map at the start of each turn by set-up and chart, withdrawals of the turn carried out."""
    world = source.world
    present = {u: 1 if entry.reduced else world.units[u].steps for u, entry in world.setup.items() if entry.hexes}
    events = [e for e in world.charts.dated if (e.turn or 0) >= world.scenario.first_turn]
    found = {}
    for turn in range(world.scenario.first_turn, max(world.charts.turns) + 1):
        for event in (e for e in events if e.turn == turn and e.kind == "withdrawal"):
            present.pop(world.unit(event.unit).index, None)
        found[turn] = _sum(world, present)
        for event in (e for e in events if e.turn == turn and e.kind in ARRIVALS):
            unit = world.unit(event.unit)
            if (
                takes_part(unit, world.rules) and "balkan_garrison" not in event.entry
            ):  # gpw 17.6.A: it waits off the map
                half = event.half and not world.rules.has("full-strength-reinforcements")
                present.setdefault(unit.index, 1 if half else unit.steps)
    return found


def _sum(world: World, present: Mapping[int, int]) -> Totals:
    both = []
    for side in range(len(SIDES)):
        own = [(world.units[u], steps - 1) for u, steps in present.items() if world.units[u].side == side]
        own = [(unit, level) for unit, level in own if unit.ground]
        both.append((len(own), sum(u.attack[n] for u, n in own), sum(u.defence[n] for u, n in own)))
    return both[0], both[1]
