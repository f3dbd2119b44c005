"""The counters of the game: units, formations of several units, breakdown regiments, air units.

The manifest prints what a counter can do for most of them; for the parts of formations it does not, and no list prints
steps: both are on the counters alone (docs/rulings_hube.md H114).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row
from gpwlab.hube.board import SIDES

#: Regiments that a division can be split into (docs/rulings_hube.md H127).
REGIMENTS = 3
DIVISIONS = ("inf-div", "mtn-div", "abn-div")
#: Kinds of the Common Rebuild Table that pay by step.
TRANSPORT = ("organic-truck",)
_RAIL, _BRIDGE = ("rr-bde", "rr-rgt"), ("pontoon-bde",)
#: Regiment equivalents by the size on the counter; a Kampfgruppe counts as a regiment (hube 1.1.E, hube 2.5).
_EQUIVALENTS = {"XX": 3.0, "X": 1.0, "III": 1.0, "II": 0.5, "": 0.0, "XXX": 0.0}


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter.

    kind, size, category, movement: as in kinds.csv.  formation: id of the formation that it is part of, "" for none.
    strength, action, move: printed, None where only the counter tells.  throw: range of a headquarters.  attacks: can
    attack.  parent: the division of a breakdown regiment.
    """

    index: int
    id: str
    side: int
    nationality: str
    kind: str
    label: str
    formation: str
    values: str
    strength: int | None
    defence_only: bool
    action: int | None
    move: int | None
    throw: int | None
    steps_at_least: int
    size: str
    category: str
    movement: str
    attacks: bool
    parent: str = ""

    @property
    def division(self) -> bool:
        """True for a division that is one counter and has steps."""
        return self.kind in DIVISIONS

    @property
    def splits(self) -> bool:
        """True for a division that breakdown regiments can be split off; Soviet 12-2-2 ones cannot (hube 1.4)."""
        return self.division and not (SIDES[self.side] == "Soviet" and self.values == "12-2-2")

    @property
    def attack_capable(self) -> bool:
        """True for who can attack: not for strengths in brackets, guns, headquarters and trucks (hube 2.4b)."""
        return self.attacks and not self.defence_only

    @property
    def builds(self) -> bool:
        """True for who can build works and air bases: headquarters alone (hube 1.6)."""
        return self.kind == "hq"

    @property
    def repairs_rail(self) -> bool:
        """True for who can work on railways: headquarters and railway units (hube 1.6)."""
        return self.builds or self.kind in _RAIL

    @property
    def bridges(self) -> bool:
        """True for who can bridge: headquarters and pontoon units (hube 1.6)."""
        return self.builds or self.pontoon

    @property
    def pontoon(self) -> bool:
        """True for a pontoon unit (hube 2.6)."""
        return self.kind in _BRIDGE

    @property
    def fort(self) -> bool:
        """True for a Fortress unit (hube 3.9)."""
        return self.kind == "fort-bn"

    @property
    def equivalents(self) -> float:
        """Regiment equivalents by the printed size (hube 1.1.E, hube 2.5)."""
        return _EQUIVALENTS[self.size]

    def known(self, what: str) -> int:
        """A printed number by its name; InvalidInput where it stands on the counter only."""
        value = getattr(self, what)
        if value is None:
            raise InvalidInput(f"the {what} of {self.id} is on its counter: an OCS value that is not in this book")
        return int(value)


@dataclass(frozen=True, slots=True)
class Wing:
    """An air unit."""

    index: int
    id: str
    side: int
    type: str


def read_units(tables: Mapping[str, Sequence[Row]], forts: int) -> tuple[list[Unit], dict[str, tuple[int, ...]]]:
    """All counters, several alike numbered, with breakdown regiments last, and the parts of each formation.

    ``forts``: how many Fortress units may be needed; their number is not limited by the counters (hube 3.9).
    """
    kinds = {row["kind"]: row for row in tables["kinds"]}
    units: list[Unit] = []
    for row in tables["units"]:
        if row["kind"] != "formation":
            count = max(int(row["count"]), forts if row["kind"] == "fort-bn" else 0)
            for name in [row["unit_id"]] if count == 1 else [f"{row['unit_id']}-{n}" for n in range(1, count + 1)]:
                units.append(_unit(len(units), name, row, kinds[row["kind"]]))
    for division in [unit for unit in units if unit.splits]:
        units += [_regiment(len(units) + n, division, n + 1, kinds) for n in range(REGIMENTS)]
    parts: dict[str, list[int]] = {row["unit_id"]: [] for row in tables["units"] if row["kind"] == "formation"}
    for unit in units:
        if unit.formation:
            parts[unit.formation].append(unit.index)
    return units, {name: tuple(members) for name, members in parts.items()}


def _unit(index: int, name: str, row: Row, kind: Row) -> Unit:
    def number(column: str) -> int | None:
        return int(row[column]) if row[column] else None

    return Unit(
        index=index,
        id=name,
        side=SIDES.index(row["side"]),
        nationality=row["nationality"],
        kind=row["kind"],
        label=row["label"],
        formation=row["formation"],
        values=row["values"],
        strength=number("strength"),
        defence_only=row["defence_only"] == "yes",
        action=number("action"),
        move=number("move"),
        throw=number("throw"),
        steps_at_least=number("steps_at_least") or 1,
        size=kind["size"],
        category=kind["category"],
        movement=kind["movement"],
        attacks=kind["attacks"] == "yes",
    )


def _regiment(index: int, division: Unit, number: int, kinds: Mapping[str, Row]) -> Unit:
    """A breakdown regiment: it has the action rating of its division (hube 1.4)."""
    kind = kinds["inf-rgt"]
    return Unit(
        index, f"{division.id}-r{number}", division.side, division.nationality, "inf-rgt",
        f"{number} Rgt of {division.label}", "", "", None, False, division.action, division.move, None, 1,
        kind["size"], kind["category"], kind["movement"], True, division.id,
    )  # fmt: skip


def read_wings(tables: Mapping[str, Sequence[Row]], scenario: int) -> list[Wing]:
    """The air units of a scenario: those of its list, then those that may still arrive."""
    counts: dict[tuple[int, str], int] = {}
    for row in tables["setup"]:
        if row["list"] == "air" and row["scenario"] == str(scenario):
            key = (SIDES.index(row["side"]), row["item"])
            counts[key] = counts.get(key, 0) + int(row["count"])
    for row in tables["arrivals"]:
        if row["kind"] == "air":
            key = (SIDES.index(row["side"]), row["item"])
            counts[key] = counts.get(key, 0) + int(row["count"])
    names = [(key, n) for key in sorted(counts) for n in range(1, counts[key] + 1)]
    return [
        Wing(index, f"{('ax', 'su')[side]}-{kind.lower()}-{n}", side, kind)
        for index, ((side, kind), n) in enumerate(names)
    ]
