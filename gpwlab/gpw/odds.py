"""From strengths to an odds column (gpw 7.2, gpw 7.3): halvings, ratio, shifts, each with its reason.

The engine, the preview and the calculator all make their column here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import leaders, sorties
from gpwlab.gpw.charts import Charts, WeatherEffect
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.movement import ground
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.board import Board
    from gpwlab.gpw.position import Position


class Attacker(NamedTuple):
    """One attacking unit: printed strength, what halves it, and what it attacks across."""

    name: str
    strength: int
    unsupplied: bool = False
    river: bool = False
    strait: bool = False


class Shift(NamedTuple):
    """A shift of the odds column; to the left it is negative."""

    columns: int
    cause: str
    rule: str


@dataclass(slots=True)
class Odds:
    """An attack's way to its column, worked out once when it is made.

    ``base`` (before shifts) and ``shifted`` (after them) are places on the endless ladder of :func:`ladder`.
    """

    attackers: tuple[Attacker, ...]
    defence: int
    features: tuple[str, ...]
    side: str
    weather: str
    winter: str
    charts: Charts
    leader: str = ""
    leader_shift: int = 0
    #: shifts of aircraft, to either side (gpw 11.1.1.C, gpw 11.1.3.B)
    air: tuple[Shift, ...] = ()
    #: shifts of variants
    more: tuple[Shift, ...] = ()
    effect: WeatherEffect = field(init=False)
    strengths: tuple[int, ...] = field(init=False)
    attack: int = field(init=False)
    base: int = field(init=False)
    shifts: tuple[Shift, ...] = field(init=False)
    shifted: int = field(init=False)

    def __post_init__(self) -> None:
        # gpw 6.2.2.A: the turn's mark counts, whatever was rolled for movement
        self.effect = self.charts.effect(self.weather, self.side, self.winter) if self.weather else WeatherEffect()
        self.strengths = tuple(map(self._strength, self.attackers))
        self.attack = sum(self.strengths)  # gpw 7.2.A
        self.base = ladder(self.attack, self.defence)
        self.shifts = tuple(shift for shift in self._all_shifts() if shift.columns)
        # gpw 7.2.C: the shifts of both sides add up, and only then the ladder is cut to the CRT
        self.shifted = self.base + sum(shift.columns for shift in self.shifts)

    def _strength(self, attacker: Attacker) -> int:
        """Attack strength that counts: halvings multiply, fractions are dropped once (docs/rulings.md)."""
        divisor = self.effect.attack_divisor  # gpw 6.2.2.B
        if attacker.unsupplied:  # gpw 8.2.A
            divisor *= 2
        if attacker.strait:  # gpw 5.2.E
            divisor *= 2
        return attacker.strength // divisor

    def _all_shifts(self) -> list[Shift]:
        tec = self.charts.tec  # gpw 7.5.B
        found = [Shift(tec[name].shift, name.replace("_", " "), "gpw 7.5.A") for name in self.features]
        if all(attacker.river for attacker in self.attackers):  # gpw 7.6.B: one that does not cross undoes it
            found.append(Shift(tec["river"].shift, "all attack across a river", "gpw 7.6.A"))
        if any(attacker.strait for attacker in self.attackers):
            found.append(Shift(tec["strait"].shift, "attack across the Straits of Kerch", "gpw 5.2.E"))
        rule = "gpw 6.3.B" if self.winter == "first" and self.side == "Axis" else "gpw 6.2.2.C"
        found.append(Shift(self.effect.shift, self.weather, rule))
        rule = "gpw 13.2.H" if self.leader_shift > leaders.SHIFT else "gpw 12.1.B"
        found.append(Shift(self.leader_shift, f"{self.leader} commands the attack", rule))
        return [*found, *self.air, *self.more]

    @property
    def possible(self) -> bool:
        """False where the attack may not be made: below the lowest column after all shifts (gpw 7.3)."""
        return self.attack > 0 and self.shifted >= self.charts.columns[0]

    @property
    def column(self) -> int:
        """The CRT column n of n:1 (gpw 7.3); call only where the attack is possible."""
        return min(self.shifted, self.charts.columns[1])

    def reasons(self) -> list[Reason]:
        """The whole way from strengths to column, in order."""
        lines = [reason for attacker in self.attackers for reason in self._halvings(attacker)]
        total = f" = {self.attack}" if len(self.strengths) > 1 else ""
        lines.append(Reason("gpw 7.2.A", f"attack strength {' + '.join(map(str, self.strengths))}{total}"))
        if not self.attack:
            return [*lines, Reason("gpw 7.3", "no strength is left to attack with")]
        rounded = "fractions dropped" if self.attack >= self.defence else "rounded for the defender"
        ratio = f"{self.attack} to {self.defence} is {ladder_name(self.base)}, {rounded}"
        lines.append(Reason("gpw 7.2.B", ratio))
        lines += [Reason(shift.rule, f"{shift.cause}: {_columns(shift.columns)}") for shift in self.shifts]
        return [*lines, self._final()]

    def _final(self) -> Reason:
        low, high = self.charts.columns
        name = ladder_name(self.shifted)
        if self.shifted < low:
            return Reason("gpw 7.3", f"after all shifts {name}, below {ladder_name(low)}: the attack cannot be made")
        if self.shifted > high:
            return Reason("gpw 7.3", f"after all shifts {name}, resolved on the {ladder_name(high)} column")
        return Reason("gpw 7.2.C", f"final column {name}")

    def _halvings(self, attacker: Attacker) -> list[Reason]:
        causes = []
        if self.effect.attack_divisor > 1:
            causes.append(("gpw 6.2.2.B", self.weather))
        if attacker.unsupplied:
            causes.append(("gpw 8.2.A", "out of supply"))
        if attacker.strait:
            causes.append(("gpw 5.2.E", "across the Straits of Kerch"))
        return [Reason(rule, f"{attacker.name} attacks at half strength: {cause}") for rule, cause in causes]


def ladder(attack: int, defence: int) -> int:
    """Place of a ratio on the endless odds ladder: n for n:1, 0 for 1:2, -1 for 1:3 and so on (gpw 7.2.B)."""
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack) if attack else -defence


def ladder_name(column: int) -> str:
    """A ladder place as printed: 3 is ``3:1``, 0 is ``1:2``."""
    return f"{column}:1" if column >= 1 else f"1:{2 - column}"


def _columns(n: int) -> str:
    return f"{counted(abs(n), 'column')} {'left' if n < 0 else 'right'}"


def odds(pos: Position, target: int, attackers: Sequence[int]) -> Odds:
    """The odds of an attack on a hex that holds an enemy unit, by units next to it."""
    box = pos.turn_box
    side = pos.world.units[attackers[0]].side
    leader = leaders.helper(pos, side, attackers)
    # gpw 15.1.A: airborne troops defend with the unit that they stand on
    # gpw 6.2.2.D, gpw 8.2.B: neither weather nor supply weakens a defender
    defence = thread(pos.world.hooks.defence, sum(map(pos.defence, pos.holders(target))), pos, target)
    return Odds(
        tuple(_attacker(pos, unit, target) for unit in attackers),
        defence,
        ground(pos.world, target, box.weather),
        SIDES[side],
        box.weather,
        box.winter,
        pos.world.charts,
        pos.world.units[leader].label if leader >= 0 else "",
        leaders.shift(pos, side) if leader >= 0 else 0,
        tuple(Shift(*shift) for shift in sorties.shifts(pos, target, side)),
        tuple(gather(pos.world.hooks.shifts, pos, target, attackers)),
    )


def _attacker(pos: Position, unit: int, target: int) -> Attacker:
    strength = thread(pos.world.hooks.attack, pos.attack(unit), pos, unit, target)
    river, strait = crossing(pos.world.board, pos.where[unit], target)
    return Attacker(pos.world.units[unit].name, strength, bool(pos.unsupplied[unit]), river, strait)


def crossing(board: Board, here: int, target: int) -> tuple[bool, bool]:
    """Whether the hexside between two adjacent hexes is a river, and whether it is the strait."""
    hexside = 1 << board.direction(here, target)
    return bool(board.river[here] & hexside), bool(board.strait[here] & hexside)
