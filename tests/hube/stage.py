"""A stand-in for a game, for what only looks at one: the units of a set-up, each in some hex of its zone."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pandas import DataFrame

from gpwlab.hube.board import Board
from gpwlab.hube.charts import Charts
from gpwlab.hube.pieces import Marker, Piece
from gpwlab.hube.places import Zones
from tests.hube.tables import board, charts, one, rows, table, zones

UNITS = {row["unit_id"]: row for row in table("units")}
KINDS = {row["kind"]: row for row in table("kinds")}


@dataclass
class StagePhase:
    turn: int
    side: str = "Soviet"
    name: str = "Soviet Movement"
    rule: str = "hube 1.1.B"
    kind: str = "movement"

    def __str__(self) -> str:
        return f"{charts().turn(self.turn).title}, {self.name}"


class NoActions:
    def of(self, _unit: str) -> tuple[()]:
        return ()

    def __iter__(self) -> Any:
        return iter(())


@dataclass
class Stage:
    """What a picture or a widget asks of a game."""

    number: int
    ground: str
    weather: str = ""
    air: str = "normal"
    position: str = "stage"
    board: Board = field(default_factory=board)
    charts: Charts = field(default_factory=charts)
    pieces: list[Piece] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    fortresses: tuple[str, ...] = ()
    vp_held: frozenset[str] = frozenset()
    placing: dict[str, str] = field(default_factory=dict)
    winner: object = None
    pending: object = None
    legal: NoActions = field(default_factory=NoActions)
    _overlay: None = None

    @property
    def phase(self) -> StagePhase:
        return StagePhase(self.first_turn)

    @property
    def phases(self) -> list[tuple[int, StagePhase]]:
        return [(0, self.phase)]

    @property
    def first_turn(self) -> int:
        return int(one("scenarios", scenario=str(self.number))["first_turn"])

    @property
    def last_turn(self) -> int:
        return 32

    @property
    def sides(self) -> list[str]:
        return self.board.side[self.number]

    @property
    def zones(self) -> Zones:
        return zones(self.number)

    @property
    def units(self) -> DataFrame:
        """Those on the map and in the dead pile."""
        found = [_row(p.id, p.side, "on the map", p.hex, p.lost) for p in self.pieces]
        for row in rows("setup", scenario=str(self.number), kind="component"):
            found += [_row(unit, row["side"], "dead", "", 0) for unit in row["missing"].split()]
        return DataFrame(found)

    def reach(self, _unit: str, _points: int | None = None) -> dict[str, Fraction]:
        return {}

    def replacements(self, _side: str) -> dict[str, int]:
        return {"pax": 2, "eq": 1, "trucks": 0}


def _row(unit: str, side: str, state: str, hex_id: str, lost: int) -> dict[str, object]:
    row = UNITS[unit]
    of = UNITS[row["formation"]]["label"] if row["formation"] else ""
    return {
        "unit": unit, "side": side, "nation": row["nationality"], "kind": row["kind"], "label": row["label"],
        "formation": of, "group": "", "state": state, "hex": hex_id, "values": row["values"], "lost": lost,
        "arrives": None,
    }  # fmt: skip


def piece(unit: str, hex_id: str, lost: int = 0) -> Piece:
    """A counter of the manifest in a hex."""
    row = UNITS[unit]
    kind = KINDS[row["kind"]]
    of = UNITS[row["formation"]]["label"] if row["formation"] else ""
    numbers = tuple(row["values"].split("-")) if row["values"] else ()
    return Piece(
        unit, hex_id, row["side"], row["nationality"], row["kind"], kind["size"], kind["category"], row["label"], of,
        numbers, lost,
    )  # fmt: skip


def stage(number: int, ground: str = "") -> Stage:
    """A set-up with its units spread over their zones."""
    found = Stage(number, ground or one("scenarios", scenario=str(number))["ground"])
    for count, row in enumerate(rows("setup", scenario=str(number), list="setup", kind="unit")):
        hexes = sorted(found.zones.hexes(row["side"], row["place"]))
        place = found.board.ids[hexes[(17 * count) % len(hexes)]]
        found.pieces += [piece(row["item"], place, int(row["less_steps"] or 0))] * int(row["count"])
    return found
