"""The combat in progress: who fights, what has been decided and rolled, and what remains to be done (sfs 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.sfs.board import GERMAN

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: Kinds of combat: within an area, to get into one, from the East Bank, in a movement phase, from the air; and the
#: steps that Germany owes for lost steppes, which no enemy rolls for (sfs 5.4.7).
KINDS = ("attack", "entry", "assault", "overrun", "stuka", "steppes")
UNKNOWN = -1


@dataclass(slots=True)
class Fight:
    """One combat from its declaration to its end; plain values only, so that it can be copied and written down.

    side: the attacker's.  target, attackers: forces.  area, place: the defender's area and strongpoint, or -1.
    defenders, attacking: units when it was declared, the latter force by force.  unsupplied: those of them that had
    no supply line then.  number: how often the same was tried before in the phase, for the dice.  entry: the
    attackers seek a foothold.  last: the one overrun that is left when the days are spent.
    todo: steps that remain, first the next.
    points: artillery noted by each side, -1 until noted.  air: German air points, not counted in points.
    landings: for each Soviet force that a landing supplies: force, landing, whether it took a marker (sfs 6.3.C).
    rolls, terrain, a_column, a_modifier, poor: what the odds came to, for the rolls that follow the first.
    result, cut_off, losses, cost: what the dice gave: D-CRT, cut-off, losses after terrain, A-CRT; -1 before.
    owed: step losses still to be taken.  due: marks of units that must give one of them, one at least.
    refuge: area that the defender retreated to, or -1.  advanced: units that went into or after.
    """

    kind: str
    side: int
    target: int
    attackers: tuple[int, ...]
    area: int
    place: int
    defenders: tuple[int, ...]
    attacking: tuple[tuple[int, ...], ...]
    unsupplied: tuple[int, ...] = ()
    number: int = 0
    entry: bool = False
    last: bool = False
    todo: tuple[str, ...] = ()
    points: tuple[int, int] = (UNKNOWN, UNKNOWN)
    air: int = 0
    landings: tuple[tuple[int, int, bool], ...] = ()
    rolls: int = 0
    terrain: str = ""
    a_column: int = 0
    a_modifier: int = 0
    poor: bool = False
    result: int = UNKNOWN
    cut_off: bool = False
    losses: int = UNKNOWN
    cost: int = UNKNOWN
    owed: int = 0
    due: tuple[str, ...] = ()
    refuge: int = -1
    advanced: tuple[int, ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """The attacking units when the combat was declared."""
        return tuple(unit for force in self.attacking for unit in force)

    @property
    def secret(self) -> bool:
        """True while one side has noted its artillery and the other has not (sfs 5.2.3)."""
        return (self.points[0] == UNKNOWN) != (self.points[1] == UNKNOWN)

    def copy(self) -> Fight:
        """An independent copy."""
        return replace(self)

    def veiled(self, side: int) -> Fight:
        """The combat as a side may see it: what the other has noted stays secret until both have.

        A German sees no numbers of Soviet units: they would tell one back from another (docs/rulings_sfs.md S31).
        """
        seen = self.copy()
        if self.secret and self.points[1 - side] != UNKNOWN:
            mine = self.points[side]
            seen = replace(self, points=(mine, UNKNOWN) if side == 0 else (UNKNOWN, mine), air=0)
        return seen._of_germans() if side == GERMAN else seen

    def _of_germans(self) -> Fight:
        """The same combat with German units only."""
        own = self.units if self.side == GERMAN else self.defenders

        def german(units: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(unit for unit in units if unit in own)

        return replace(
            self,
            defenders=german(self.defenders),
            attacking=tuple(map(german, self.attacking)),
            unsupplied=german(self.unsupplied),
            advanced=german(self.advanced),
        )

    def to_record(self, pos: Position) -> dict[str, Any]:
        """Plain values for a position's record, names instead of numbers; only what differs from a new combat."""
        board, units = pos.world.board, pos.world.units
        words: dict[str, Callable[[int], str]] = {
            "force": lambda n: f"F{n}",
            "unit": lambda n: units[n].id,
            "area": lambda n: board.code(n) if n >= 0 else "",
            "place": lambda n: board.strongpoints[n].code if n >= 0 else "",
        }
        changed = [f.name for f in fields(self) if getattr(self, f.name) != f.default]
        record = {name: _told(getattr(self, name), words.get(_NAMED.get(name, ""))) for name in changed}
        if self.landings:
            record["landings"] = [[f"F{f}", words["place"](s), marked] for f, s, marked in self.landings]
        return record

    @classmethod
    def from_record(cls, pos: Position, record: object) -> Fight:
        """The combat that :meth:`to_record` wrote; InvalidInput for anything else."""
        known = {f.name for f in fields(cls)}
        needed = {f.name for f in fields(cls) if f.default is MISSING}
        if not isinstance(record, dict) or not needed <= set(record) <= known or record["kind"] not in KINDS:
            raise InvalidInput(f"a combat in progress is not of the form {record!r}")
        board = pos.world.board
        numbers: dict[str, Callable[[Any], int]] = {
            "force": _force_number,
            "unit": lambda name: pos.world.unit(name).index,
            "area": lambda code: board.area(code) if code else -1,
            "place": lambda code: board.strongpoint(code) if code else -1,
        }
        try:
            values = {k: _told(v, numbers.get(_NAMED.get(k, "")), tuple) for k, v in record.items()}
            values["landings"] = tuple(
                (_force_number(f), numbers["place"](s), bool(m)) for f, s, m in record.get("landings", ())
            )
            return cls(**values)
        except (TypeError, ValueError) as error:
            raise InvalidInput(f"a combat in progress is not of the form {record!r}: {error}") from None


#: What the numbers of a field stand for.
_NAMED = {
    "target": "force",
    "attackers": "force",
    "defenders": "unit",
    "attacking": "unit",
    "unsupplied": "unit",
    "advanced": "unit",
    "area": "area",
    "refuge": "area",
    "place": "place",
}


def _told(value: Any, change: Callable[[Any], Any] | None, make: type = list) -> Any:
    """A value with its lists made lists or tuples throughout, and each member changed."""
    if isinstance(value, list | tuple):
        return make(_told(member, change, make) for member in value)
    return value if change is None else change(value)


def _force_number(name: object) -> int:
    if not isinstance(name, str) or name[:1] != "F":
        raise ValueError(f"{name!r} is no force")
    return int(name[1:])


def target_of(pos: Position, fight: Fight) -> Force | None:
    """The defending force, None once it is gone."""
    return pos.forces.get(fight.target)


def attackers_of(pos: Position, fight: Fight) -> list[Force]:
    """The attacking forces that are left."""
    return [pos.forces[number] for number in fight.attackers if number in pos.forces]


def subject(pos: Position, fight: Fight) -> str:
    """What the dice of this combat are keyed by: the first unit of each force, and how often it was tried before.

    Names of forces would not do: they depend on what was stacked before.
    """
    heads = [min(units) for units in fight.attacking]
    names = "+".join(pos.world.units[unit].id for unit in sorted(heads))
    defender = pos.world.units[min(fight.defenders)].id if fight.defenders else "-"
    return f"{defender}<{names}#{fight.number}"
