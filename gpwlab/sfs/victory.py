"""The end of the game and the level of victory (sfs 10.0, sfs 11.2.2.5, sfs 11.4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import breakdown, control, supply
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Levels from the German end to the Soviet one (sfs 10.3).
LEVELS = ("German Total", "German Partial", "Draw", "Soviet Partial", "Soviet Total")
#: German divisions a level (sfs 10.3.C), Reserve Corps a level (sfs 10.3.D), areas of the bank a level (sfs 10.3.E).
DIVISIONS, CORPS, BANK = 3, 3, 5
#: Corps of the long game, each counted as an eliminated German division (sfs 11.5.A).
FINISH_CORPS = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning side (or "draw"), the level where there are levels, and the reasons."""

    winner: str
    level: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return f"{self.level or self.winner}: " + "; ".join(map(str, self.reasons))


def city_fallen(pos: Position) -> bool:
    """True when Germany has every strongpoint but Orlovka and no bank area is Soviet controlled (sfs 10.1)."""
    board = pos.world.board
    if any(control.slot_owner(pos, slot) != GERMAN for slot in board.city_strongpoints):
        return False
    return all(pos.control(area) != SOVIET for area in board.west_bank)


def ending(pos: Position) -> str:
    """Why the game is over now: city, uranus, time, divisions; "" while it goes on (sfs 11.3.2)."""
    scenario = pos.world.scenario
    if scenario.lost and lost_divisions(pos, doubled=False) >= scenario.lost:  # sfs 11.2.2.5.D, sfs 11.4.2.B
        return "divisions"
    if scenario.mini:
        return ""
    if city_fallen(pos):
        return "city"
    if scenario.dash and pos.turn == pos.length and (pos.side, pos.step.kind) == (SOVIET, "command"):
        return "time"  # sfs 11.4.1.A
    if not scenario.dash and not scenario.finish and pos.turn >= pos.markers["Uranus"]:  # sfs 11.5.B
        return "uranus"
    return ""


def outcome(pos: Position, cause: str) -> Outcome:
    """The outcome of a game that ends for a cause: Red Square either way (sfs 11.2.3.4), or by levels (sfs 11.3.5)."""
    scenario = pos.world.scenario
    if scenario.mini:
        return _red_square(pos, cause)
    if scenario.dash:
        return _dash(pos, cause)
    return _levels(pos, cause)


# -- the battles for Red Square ---------------------------------------------------------------------------------------


def _red_square(pos: Position, cause: str) -> Outcome:
    if cause == "divisions":
        return _won(SOVIET, "", Reason("sfs 11.2.2.5.D", "a German division has been eliminated"))
    forces = [f for f in pos.forces.values() if f.side == SOVIET]
    ringed = all(pos.cut_off(f) for f in forces)
    steps = sum(pos.steps_of(u) for f in forces for u in f.units)
    if not forces:
        return _won(GERMAN, "", Reason("sfs 11.2.2.5.A", "there are no Soviet forces left"))
    if ringed and steps <= 1:
        return _won(GERMAN, "", Reason("sfs 11.2.2.5.A", f"the Soviets have {steps} step left, and it is cut off"))
    if ringed:
        return Outcome("draw", "", (Reason("sfs 11.2.2.5.B", "all Soviet forces are cut off"),))
    return _won(SOVIET, "", Reason("sfs 11.2.2.5.C", "a Soviet force is not cut off"))


def _dash(pos: Position, cause: str) -> Outcome:
    if cause == "divisions":
        text = f"Germany has lost {lost_divisions(pos, doubled=False)} divisions"
        return _won(SOVIET, LEVELS[-1], Reason("sfs 11.4.2.B", text))
    if cause == "city":
        return _won(GERMAN, LEVELS[0], Reason("sfs 11.4.2.A", "Stalingrad has fallen in time"))
    return _won(SOVIET, LEVELS[-1], Reason("sfs 11.4.2.A", "Stalingrad has not fallen in time"))


def _won(side: int, level: str, reason: Reason) -> Outcome:
    return Outcome(SIDES[side], level, (reason,))


# -- levels -----------------------------------------------------------------------------------------------------------


def lost_divisions(pos: Position, doubled: bool) -> int:
    """German divisions lost; panzer, motorized and engineer ones twice where ``doubled`` (sfs 10.3.C).

    Das Reich counts for coming and for every two steps lost (sfs 8.8.C), not as a division besides.
    """
    total = 0
    for unit in pos.world.units:
        counter = unit.counter
        if counter is None or not counter.division:
            continue
        if counter.has("ss"):
            came = pos.chosen.get("das-reich") == "yes"
            total += 1 + (counter.steps - pos.steps[unit.index]) // 2 if came else 0
        elif breakdown.destroyed(pos, unit.index):
            total += 2 if doubled and (counter.motorized or counter.type == "engineer") else 1
    return total


def _base(pos: Position, cause: str) -> tuple[int, Reason]:
    if cause == "uranus":
        return 4, Reason("sfs 10.1", f"Operation Uranus begins on turn {pos.turn}")
    if cause == "time":
        return 3, Reason("sfs 10.3.A", "the city stands at the end of 1942")
    partial, draw = pos.markers["Partial"], pos.markers["Draw"]
    if pos.turn < min(partial, draw):
        return 0, Reason("sfs 10.3.B", f"the city falls on turn {pos.turn}, before the Partial marker ({partial})")
    if pos.turn < draw:
        return 1, Reason("sfs 10.3.B", f"the city falls on turn {pos.turn}, before the Draw marker ({draw})")
    return 2, Reason("sfs 10.3.B", f"the city falls on turn {pos.turn}, at or after the Draw marker ({draw})")


def _levels(pos: Position, cause: str) -> Outcome:
    """The level by the calendar, then moved by losses, corps and the river bank."""
    level, first = _base(pos, cause)
    reasons = [first]
    for shift, reason in (_for_losses(pos), _for_corps(pos), _for_bank(pos, cause)):
        if shift:
            level += shift
            reasons.append(reason)
    name = LEVELS[min(max(level, 0), len(LEVELS) - 1)]
    winner = "draw" if name == "Draw" else name.split()[0]
    return Outcome(winner, name, tuple(reasons))


def _for_losses(pos: Position) -> tuple[int, Reason]:
    lost = lost_divisions(pos, doubled=True)
    if pos.world.scenario.finish:
        lost += FINISH_CORPS
        text = f"{lost} German divisions count as eliminated, the {FINISH_CORPS} Reserve Corps among them"
        return lost // DIVISIONS, Reason("sfs 11.5.A", text)
    text = f"{lost} German divisions are eliminated, {pos.corps} balanced by Reserve Corps"
    return max(0, lost - pos.corps) // DIVISIONS, Reason("sfs 10.3.C", text)


def _for_corps(pos: Position) -> tuple[int, Reason]:
    lost = lost_divisions(pos, doubled=True)
    counted = 0 if pos.world.scenario.finish else pos.corps - lost
    text = f"{pos.corps} Reserve Corps are in play and {lost} German divisions are eliminated"
    return (-1 if counted >= CORPS else 0), Reason("sfs 10.3.D", text)


def bank_areas(pos: Position) -> list[int]:
    """Areas on the Volga in which a Soviet unit can trace a supply line (sfs 10.3.E)."""
    return [
        area
        for area in pos.world.board.west_bank
        if any(pos.combat_units(f) and supply.can_trace(pos, f) for f in pos.forces_in(area, SOVIET))
    ]


def _for_bank(pos: Position, cause: str) -> tuple[int, Reason]:
    held = len(bank_areas(pos)) if cause == "time" else 0
    text = f"supplied Soviet units stand in {held} of the areas on the Volga"
    return (1 if held >= BANK else 0), Reason("sfs 10.3.E", text)


def could_end(pos: Position, cause: str) -> bool:
    """Whether the game can be over for a cause at this position."""
    if cause == "time":
        return pos.turn >= pos.length
    if cause == "uranus":
        return pos.turn >= pos.markers["Uranus"]
    return cause == ending(pos)
