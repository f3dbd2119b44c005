"""From strengths to columns (sfs 5.2.4, sfs 5.3.2): what counts of each force, the ratio, the shifts, the dice.

Pure functions of numbers.  The engine, the preview and the tests of the worked examples all make their columns here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.charts import Charts, Crt, odds_text

#: Strength points of a panzer or motorised unit that an overrun leaves whole (sfs 5.12.1).
WHOLE_IN_OVERRUN = 5
#: Defending strength points for each further roll (sfs 5.8.B).
BIG_BATTLE = 10
#: A lead in artillery that the A-CRT takes notice of (sfs 5.4.3.3).
ARTILLERY_LEAD = 2
#: Odds below which the defender uses no supply (sfs 6.2.2.B).
POOR_ODDS = Fraction(1, 2)


class Part(NamedTuple):
    """One unit's share of a force: its printed strength by the steps it has left, and what weakens it.

    oos: it has a marker (sfs 6.2.3).  idle: why it adds nothing here, or None.
    """

    name: str
    strength: int
    armoured: bool = False
    support: bool = False
    oos: bool = False
    idle: Reason | None = None


class Shift(NamedTuple):
    """Columns to the right on the D-CRT; the A-CRT knows no shifts."""

    columns: int
    cause: str
    rule: str


@dataclass(frozen=True, slots=True)
class Group:
    """A force in combat.  ``across``: what halves it in an entering attack, or nothing (sfs 5.11.2).

    ``bonus``: what its strongpoint adds in defence (sfs 5.5.1).
    """

    name: str
    parts: tuple[Part, ...]
    across: str = ""
    bonus: int = 0

    def counted(self, overrun: bool) -> list[Part]:
        """The parts that count; in an overrun the support stays out (sfs 5.12.2)."""
        return [part for part in self.parts if part.idle is None and not (overrun and part.support)]


def attack_strength(group: Group, overrun: bool, doubled: bool) -> int:
    """Attack strength of a force; what is left of a point falls away once, at the end (docs/rulings_sfs.md)."""
    parts = group.counted(overrun)
    value = _supplied(parts, 0)
    if overrun and parts:
        value = _overrunning(value, all(part.armoured for part in parts))
    if group.across:  # sfs 5.11.2
        value /= 2
    if doubled:  # sfs 9.1.A
        value *= 2
    return int(value)


def _overrunning(value: Fraction, armoured: bool) -> Fraction:
    """Half; a panzer or motorised unit has its first five points whole (sfs 5.12.1).

    sfs 13.3.B rounds 9.5 up to 10, but only 9 and 7 give the odds of sfs 13.3.B and sfs 13.3.E (docs/rulings_sfs.md).
    """
    whole = min(value, Fraction(WHOLE_IN_OVERRUN)) if armoured else Fraction(0)
    return whole + (value - whole) / 2


def defence_strength(group: Group, doubled: bool) -> int:
    """Defence strength of a force; ``doubled`` in an entering attack over frozen ground (sfs 5.11.3)."""
    value = _supplied(group.parts, group.bonus)  # sfs 5.5.1: the bonus first, then the want of supply
    return int(value * 2 if doubled else value)


def _supplied(parts: Sequence[Part], bonus: int) -> Fraction:
    """Points of the supplied parts and half those of the others, rounded down but at least one (sfs 6.2.3.A).

    The bonus goes with the combat unit.
    """
    out = sum(part.strength for part in parts if part.oos)
    full = sum(part.strength for part in parts if not part.oos)
    if any(part.oos and not part.support for part in parts):
        out += bonus
    else:
        full += bonus
    return Fraction(full + (max(out // 2, 1) if out else 0))


def nearest(attack: int, defence: int) -> Fraction:
    """The ratio as the CRT heads its columns: the larger over the smaller, a half and more upwards (sfs 5.2.4.B).

    22 to 7 is 3:1 (sfs 13.2.D).
    """
    larger, smaller = max(attack, defence), min(attack, defence)
    times = (2 * larger + smaller) // (2 * smaller)
    return Fraction(times) if attack >= defence else Fraction(1, times)


@dataclass(frozen=True, slots=True)
class Guns:
    """The artillery points that both sides commit to one combat, air points included, and what becomes of them."""

    attacker: int = 0
    defender: int = 0
    attacking_side: int = 0
    dense: bool = False
    overrun: bool = False

    @property
    def effective(self) -> tuple[int, int]:
        """Attacker's and defender's points as they count: dense doubles, a Soviet in an overrun has half."""
        attack, defend = self.attacker, self.defender
        if self.dense:  # sfs 5.4.6
            attack *= 2
        if self.overrun and self.attacking_side == SOVIET:  # sfs 5.4.5
            attack = -(-attack // 2)
        elif self.overrun:  # sfs 5.12.3
            defend = -(-defend // 2)
        return attack, defend

    @property
    def on_defender(self) -> int:
        """DRM of the D-CRT: +1 a point of the attacker, -1 a point of the defender."""
        attack, defend = self.effective
        return attack - defend  # sfs 5.4.3.2.A, sfs 5.4.3.2.B

    @property
    def on_attacker(self) -> int:
        """DRM of the A-CRT: 1 for the better or worse where one side has two or more points more."""
        lead = self.on_defender
        return 0 if abs(lead) < ARTILLERY_LEAD else -1 if lead > 0 else 1  # sfs 5.4.3.3

    def reasons(self) -> Iterator[Reason]:
        """From the points committed to the two modifiers."""
        attack, defend = self.effective
        yield Reason("sfs 5.2.3", f"artillery: {self.attacker} for the attack, {self.defender} for the defence")
        if self.dense and self.attacker:
            yield Reason("sfs 5.4.6", "the target is dense: the attacker's points count twice")
        if self.overrun and (self.attacker if self.attacking_side == SOVIET else self.defender):
            yield Reason("sfs 5.4.5", f"Soviet points are halved in an overrun, rounded up: {attack} to {defend}")
        yield Reason("sfs 5.4.3.2.B", f"D-CRT {self.on_defender:+d} for {counted(attack, 'point')} against {defend}")
        lead = "no side leads by two points" if not self.on_attacker else "one side leads by two points or more"
        yield Reason("sfs 5.4.3.3", f"A-CRT {self.on_attacker:+d}: {lead}")


@dataclass(frozen=True, slots=True)
class Odds:
    """An attack's way from strengths to columns and number of rolls.

    terrain: the defender's, of :data:`gpwlab.sfs.schemas.TERRAIN`.  doubled: the attack of Sept/1 (sfs 9.1.A).
    hard: defence doubled (sfs 5.11.3).  ``d_column`` and ``a_column`` are columns of the defender's and attacker's CRT.
    """

    attackers: tuple[Group, ...]
    defender: Group
    terrain: str
    charts: Charts
    overrun: bool = False
    doubled: bool = False
    hard: bool = False
    shifts: tuple[Shift, ...] = ()
    attack: int = field(init=False)
    defence: int = field(init=False)

    def __post_init__(self) -> None:
        attack = sum(attack_strength(group, self.overrun, self.doubled) for group in self.attackers)
        object.__setattr__(self, "attack", attack)
        object.__setattr__(self, "defence", defence_strength(self.defender, self.hard))

    @property
    def possible(self) -> bool:
        """False where no strength is left to attack with."""
        return self.attack > 0

    @property
    def ratio(self) -> Fraction:
        """The odds as rounded, before shifts; call only where the attack is possible."""
        return nearest(self.attack, self.defence)

    @property
    def poor(self) -> bool:
        """Odds so low that the defender needs no supply."""
        return self.ratio < POOR_ODDS

    @property
    def d_crt(self) -> Crt:
        """The table of the defender's losses."""
        return self.charts.defender

    @property
    def a_crt(self) -> Crt:
        """The table of the attacker's losses: the urban one where the defender is in urban terrain (sfs 5.3.B)."""
        return self.charts.attacker(self.terrain)

    @property
    def d_column(self) -> int:
        """Column of the D-CRT, shifts included, held to the table."""
        return self.d_crt.column(self.ratio, sum(shift.columns for shift in self.shifts))  # sfs 5.2.4.C

    @property
    def a_column(self) -> int:
        """Column of the A-CRT: that of the odds, without shifts (docs/rulings_sfs.md)."""
        return self.a_crt.column(self.ratio)

    @property
    def rolls(self) -> int:
        """How often each CRT is rolled: once, and once more for every ten defending points (sfs 5.8.A)."""
        return 1 + self.defence // BIG_BATTLE  # sfs 5.8.B

    def reasons(self) -> list[Reason]:
        """The whole way from strengths to columns, in order."""
        lines = [reason for group in self.attackers for reason in _weakened(group, self.overrun)]
        strengths = [attack_strength(group, self.overrun, self.doubled) for group in self.attackers]
        if self.overrun:
            lines.append(Reason("sfs 5.12.1", "an overrun attacks at half, the first five points of armour whole"))
        if self.doubled:
            lines.append(Reason("sfs 9.1.A", "the Soviets are not ready on Sept/1: the attack counts double"))
        total = f" = {self.attack}" if len(strengths) > 1 else ""
        lines.append(Reason("sfs 5.2.4.A", f"attack {' + '.join(map(str, strengths))}{total}"))
        lines += _weakened(self.defender, False)
        if self.hard:
            lines.append(Reason("sfs 5.11.3", "an entering attack in the freeze: the defence counts double"))
        lines.append(Reason("sfs 5.2.4.A", f"defence {self.defence}"))
        if not self.possible:
            return [*lines, Reason("sfs 5.2.4.B", "no strength is left to attack with")]
        return [*lines, *self._columns()]

    def _columns(self) -> Iterator[Reason]:
        text = f"{self.attack} to {self.defence} is {odds_text(self.ratio)}, to the nearest ratio"
        yield Reason("sfs 5.3.2", text)
        for shift in self.shifts:
            yield Reason(shift.rule, f"{shift.cause}: {shift.columns} right on the D-CRT")
        columns = f"D-CRT {self.d_crt.column_label(self.d_column)}, A-CRT {self.a_crt.column_label(self.a_column)}"
        yield Reason("sfs 5.2.4.C", columns)
        yield Reason("sfs 5.3.B", f"the defender is in {self.terrain} terrain: {self.a_crt.name.replace('_', ' ')} CRT")
        if self.rolls > 1:
            yield Reason("sfs 5.8.B", f"{self.defence} defending points: each CRT is rolled {self.rolls} times")


def _weakened(group: Group, overrun: bool) -> Iterator[Reason]:
    """What becomes of a force's printed strengths, reason by reason."""
    yield from (part.idle for part in group.parts if part.idle)
    for part in group.parts:
        if overrun and part.support and part.idle is None:
            yield Reason("sfs 5.12.2", f"{part.name} has no strength in an overrun")
    if group.bonus:
        yield Reason("sfs 5.5.1", f"{group.name} is in a strongpoint: +{group.bonus}")
    out = [part.name for part in group.counted(overrun) if part.oos]
    if out:
        yield Reason("sfs 6.2.3.A", f"out of supply, at half strength: {', '.join(out)}")
    if group.across:
        yield Reason("sfs 5.11.2", f"{group.name} attacks across {group.across.replace('_', ' ')}: halved")
