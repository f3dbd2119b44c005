"""Where a group may set up: places of a scenario, each a union of clauses with printed limits (hube 1.1.A, hube 1.9).

A clause is "within so many hexes of a hex", a zone behind the front with limits, named hexes, or "with another group".
What a clause says of the enemy's nearness depends on where the other side stands and is asked unit by unit; the rest
is fixed and gives the zone of legal placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.hube.board import Board, column_of, plane

#: The rulebook; which entry of it prints a place depends on scenario and side.
_BOOK = "hube"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a place, with the limits that it sets; empty or None where it sets none."""

    kind: str
    hexes: tuple[str, ...]
    radius: int
    columns: tuple[str, str]
    river: str
    bank: str
    behind: str
    enemy_min: int | None
    enemy_max: int | None
    line: tuple[str, ...]
    line_side: str
    pocket: str
    excepted: tuple[str, ...]
    with_places: tuple[str, ...]

    def words(self) -> str:
        """The clause as a player would say it."""
        return "; ".join(filter(None, (self._where(), *self._limits())))

    def _where(self) -> str:
        if self.kind == "near":
            return f"within {self.radius} of {self.hexes[0]}"
        if self.kind == "hexes":
            return "in " + " or ".join(self.hexes)
        if self.kind == "with":
            return "with " + " or ".join(self.with_places)
        return f"{self.behind} of the front" if self.behind else "on its own side of the front"

    def _limits(self) -> Iterable[str]:
        first, last = self.columns
        yield f"columns {first} to {last}" if first and last else ""
        yield f"from column {first} east" if first and not last else ""
        yield f"up to column {last}" if last and not first else ""
        yield f"on the {self.bank} bank of the {self.river}" if self.river else ""
        yield f"{self.line_side} of the line {'-'.join(self.line)}" if self.line else ""
        yield f"at least {self.enemy_min} hexes from the enemy" if self.enemy_min else ""
        yield f"at most {self.enemy_max} hexes from an enemy" if self.enemy_max else ""
        yield {"in": "in the pocket", "out": "not in the pocket", "": ""}[self.pocket]
        yield f"not in {' '.join(self.excepted)}" if self.excepted else ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a scenario's set-up for one side."""

    scenario: int
    side: str
    name: str
    clauses: tuple[Clause, ...]

    @property
    def rule(self) -> str:
        """The entry of the rulebook that prints it."""
        return f"{_BOOK} 6.{self.scenario}.{self.side} set-up"

    def words(self) -> str:
        """All clauses, as a player would say them."""
        return "; or ".join(clause.words() for clause in self.clauses)


def read_places(rows: Sequence[Row]) -> dict[tuple[int, str, str], Place]:
    """Places by scenario, side and name, clauses in the order of the table."""
    found: dict[tuple[int, str, str], list[Clause]] = {}
    for row in rows:
        found.setdefault((int(row["scenario"]), row["side"], row["place"]), []).append(_clause(row))
    return {key: Place(*key, tuple(clauses)) for key, clauses in found.items()}


def _clause(row: Row) -> Clause:
    return Clause(
        kind=row["kind"],
        hexes=tuple(row["hexes"].split()),
        radius=int(row["radius"] or 0),
        columns=(row["column_from"], row["column_to"]),
        river=row["river"],
        bank=row["bank"],
        behind=row["behind"],
        enemy_min=int(row["enemy_min"]) if row["enemy_min"] else None,
        enemy_max=int(row["enemy_max"]) if row["enemy_max"] else None,
        line=tuple(row["line"].split()),
        line_side=row["line_side"],
        pocket=row["pocket"],
        excepted=tuple(row["except_hexes"].split()),
        with_places=tuple(filter(None, row["with_places"].split("|"))),
    )


class Zones:
    """The zones of legal placement of one scenario on a board."""

    def __init__(self, board: Board, places: Mapping[tuple[int, str, str], Place], scenario: int) -> None:
        self.board = board
        self.scenario = scenario
        self.places = {(side, name): place for (n, side, name), place in places.items() if n == scenario}
        self._pocket = board.pockets(scenario)
        self._kept: dict[tuple[str, str], frozenset[int]] = {}
        self._kept_clauses: dict[tuple[str, Clause], frozenset[int]] = {}

    def place(self, side: str, name: str) -> Place:
        """A place of the scenario; InvalidInput for one that it does not have."""
        try:
            return self.places[side, name]
        except KeyError:
            raise InvalidInput(f"scenario {self.scenario} has no {side} set-up place {name!r}") from None

    def hexes(self, side: str, name: str) -> frozenset[int]:
        """The hexes that every fixed limit of a place allows, whoever stands where (hube 1.1.A, hube 1.9)."""
        if (side, name) not in self._kept:
            clauses = self.place(side, name).clauses
            found = (h for clause in clauses for h in self._of_clause(side, clause))
            self._kept[side, name] = frozenset(found)
        return self._kept[side, name]

    def objections(self, side: str, name: str, here: int, enemies: Iterable[int]) -> list[Reason]:
        """Why a unit of a place may not stand in a hex while the enemy stands in those hexes; [] when it may."""
        place = self.place(side, name)
        others = list(enemies)
        if any(self._allows(side, clause, here, others) for clause in place.clauses):
            return []
        own = self.board.side[self.scenario][here]
        if own and own != side:
            return [Reason("hube 1.1.A", f"{self.board.label(here)} is on the enemy's side of the front")]
        return [Reason(place.rule, f"{self.board.label(here)} is not {place.words()}")]

    def _allows(self, side: str, clause: Clause, here: int, enemies: Sequence[int]) -> bool:
        if clause.kind == "with":
            return any(not self.objections(side, other, here, enemies) for other in clause.with_places)
        if here not in self._of_clause(side, clause):
            return False
        if clause.enemy_min is None and clause.enemy_max is None:
            return True
        nearest = min((self.board.distance(here, enemy) for enemy in enemies), default=None)
        if nearest is None:
            return clause.enemy_max is None
        return (clause.enemy_min or 0) <= nearest <= (clause.enemy_max or nearest)

    def _of_clause(self, side: str, clause: Clause) -> frozenset[int]:
        if (side, clause) not in self._kept_clauses:
            self._kept_clauses[side, clause] = self._work_out(side, clause)
        return self._kept_clauses[side, clause]

    def _work_out(self, side: str, clause: Clause) -> frozenset[int]:
        if clause.kind == "with":
            return frozenset().union(*(self.hexes(side, other) for other in clause.with_places))
        return frozenset(h for h in self._reach(clause) if self._fits(side, clause, h))

    def _reach(self, clause: Clause) -> Iterable[int]:
        """The hexes of a clause before its limits."""
        if clause.kind == "near":
            return self.board.within(self.board.hex(clause.hexes[0]), clause.radius)
        if clause.kind == "hexes":
            return [self.board.hex(name) for name in clause.hexes]
        return range(self.board.n)

    def _fits(self, side: str, clause: Clause, h: int) -> bool:
        """Own side of the front (hube 1.9), and the limits that no unit can change."""
        first, last = clause.columns
        column = self.board.spot[h][0]
        return (
            self.board.side[self.scenario][h] == side
            and (not first or column_of(first) <= column)
            and (not last or column <= column_of(last))
            and (not clause.river or self.board.banks[clause.river][h] == clause.bank)
            and (not clause.line or self._beside(clause, h))
            and (not clause.pocket or (clause.pocket == "in") == (h in self._pocket))
            and self.board.ids[h] not in clause.excepted
        )

    def _beside(self, clause: Clause, h: int) -> bool:
        """On the named side of a line of hexes that runs north, or on it; the line goes on straight at its ends."""
        here = plane(*self.board.spot[h])
        points = [plane(*self.board.spot[self.board.hex(name)]) for name in clause.line]
        stretch = next((i for i, point in enumerate(points[1:-1]) if here[1] <= point[1]), len(points) - 2)
        (ax, ay), (bx, by) = points[stretch], points[stretch + 1]
        across = (bx - ax) * (here[1] - ay) - (by - ay) * (here[0] - ax)
        return across >= -1e-9 if clause.line_side == "west" else across <= 1e-9
