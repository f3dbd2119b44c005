"""Counters of The Great Patriotic War: what is printed on them (gpw 2.3, gpw chart.Counter mix)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpwlab.core.tables import Row

AXIS, SOVIET = 0, 1
SIDES = ("Axis", "Soviet")
#: Kinds that the Terrain Effects Chart treats as armour (docs/rulings.md: cavalry walks, but moves twice a turn).
ARMOUR = frozenset({"PZ", "TK", "MECH"})
#: Kinds whose MA is printed in a circle: they move in the panzer or armored phase too (gpw 2.3.2.2, gpw 3.1.3.B).
MOBILE = ARMOUR | {"CAV"}
#: Kinds that are no ground units of the basic game: each needs its advanced rule.
NOT_BASIC = {"AB": "airborne", "FB": "air", "BOM": "air", "LEADER": "leaders", "PAR": "partisans"}
#: Kinds that take no room in a hex and have no ZOC (gpw 12.0.A, gpw 12.0.B).
OFF_GROUND = frozenset({"LEADER", "FB", "BOM"})
#: Kinds whose ZOC is their own hex (gpw 15.2.A, gpw 16.3.B).
OWN_HEX = frozenset({"AB", "PAR"})
#: Kinds whose label says what they are: Bock, FB 1, Par 2.
NAMED = OFF_GROUND | {"PAR"}
#: Kinds that cost two replacement points a level (gpw 9.1.F, gpw 15.4.A).
DOUBLE_COST = frozenset({"PZ", "TK", "AB"})


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter; strengths are (reduced, full), indexed by steps - 1."""

    index: int
    id: str
    side: int
    nation: str
    kind: str
    size: str
    label: str
    formation: str
    attack: tuple[int, int]
    defence: tuple[int, int]
    ma: tuple[int, int]
    steps: int
    provenance: str
    #: command radius of a leader in hexes, 0 for all others (gpw 12.1.A)
    radius: int = 0
    #: column shift and range in hexes of an aircraft (gpw 2.3.2.6), 0 for all others
    air_shift: int = 0
    air_range: int = 0
    #: True for fighters, whose column shift is not in brackets (gpw 11.1.2.A)
    intercepts: bool = False

    @property
    def ground(self) -> bool:
        """True for units that take up their hex; leaders stand on top of others (gpw 12.0.A)."""
        return self.kind not in OFF_GROUND

    @property
    def armour(self) -> bool:
        """True where the TEC's armour column applies (gpw 5.4.D)."""
        return self.kind in ARMOUR

    @property
    def mobile(self) -> bool:
        """True where the unit moves in both movement phases (gpw 3.1.3, gpw 3.2.3)."""
        return self.kind in MOBILE

    @property
    def airborne(self) -> bool:
        """True where the unit may stand on top of another one (gpw 15.1.A)."""
        return self.kind == "AB"

    @property
    def fights(self) -> bool:
        """False for partisans, who have no combat factor (gpw 16.2.A), and for what is no ground unit."""
        return self.ground and self.kind != "PAR"

    @property
    def wide_zoc(self) -> bool:
        """False where the ZOC is the unit's own hex only (gpw 15.2.A, gpw 15.2.B, gpw 16.3.B, gpw 16.3.C)."""
        return self.kind not in OWN_HEX

    @property
    def german(self) -> bool:
        """True for units of the German army and of the SS."""
        return self.nation in ("German", "German SS")

    @property
    def rp_cost(self) -> int:
        """Replacement points a level (gpw 9.1.A, gpw 9.1.F, gpw 15.4.A)."""
        return 2 if self.kind in DOUBLE_COST else 1

    @property
    def name(self) -> str:
        """The counter as a player names it: id and kind, or the label where that says both."""
        return self.label if self.kind in NAMED else f"{self.label} {self.kind}"


def read_units(rows: Sequence[Row]) -> list[Unit]:
    """Units in the order of their ids; one-step counters carry the same figures twice."""
    units = []
    for index, row in enumerate(sorted(rows, key=lambda r: r["unit_id"])):
        full = tuple(int(row[key] or 0) for key in ("attack", "defence", "move"))
        reduced = tuple(int(row[f"{key}_reduced"] or row[key] or 0) for key in ("attack", "defence", "move"))
        units.append(
            Unit(
                index,
                row["unit_id"],
                SIDES.index(row["side"]),
                row["nationality"],
                row["kind"],
                row["size"],
                row["label"],
                row["formation"],
                (reduced[0], full[0]),
                (reduced[1], full[1]),
                (reduced[2], full[2]),
                max(1, int(row["steps"] or 1)),  # leaders and aircraft have no steps: one hit is the end of them
                row["provenance"],
                int(row["command_radius"] or 0),
                int(row["air_shift"].strip("()") or 0),  # in brackets: flies no interception (gpw 11.1.2.A)
                int(row["air_range"] or 0),
                row["air_shift"].isdecimal(),
            )
        )
    return units
