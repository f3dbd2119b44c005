"""Who pays for a result: militia, step losses of both sides (sfs 5.3.1.A), units that must be among them (sfs 8.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpwlab.sfs import losses
from gpwlab.sfs.actions import Loss
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import ON_MAP
from gpwlab.sfs.stages import Stage, defender, german

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Position


# -- militia ----------------------------------------------------------------------------------------------------------


def defender_struck(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """A result gives an entering attacker its foothold (sfs 5.11.1.1) and ends all defending militia.

    sfs 8.3, as in sfs 13.3.F.
    """
    if not fight.result:
        return []
    if fight.entry:
        pos.foothold(fight.side, fight.area)
    return _militia(pos, fight.defenders)


def attacker_struck(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """A result on the A-CRT ends all attacking militia (sfs 8.3)."""
    return _militia(pos, fight.units) if fight.cost else []


def _militia(pos: Position, units: Sequence[int]) -> list[Event]:
    struck = [unit for unit in units if pos.fate[unit] == ON_MAP and pos.counter(unit).cls == "M"]
    return [event for unit in struck for event in losses.lose_step(pos, unit, "sfs 8.3")]


# -- who may and who must lose steps ----------------------------------------------------------------------------------


def payers(pos: Position, fight: Fight, attacking: bool) -> list[int]:
    """Units that can take a step loss.

    Among attackers neither defend-only units (sfs 8.4.B) nor support in an overrun (sfs 5.12.2).
    """
    units = fight.units if attacking else fight.defenders
    able = [unit for unit in units if pos.fate[unit] == ON_MAP and pos.steps_of(unit) > 0]
    if attacking:
        able = [unit for unit in able if not pos.counter(unit).has("defend_only")]
        if fight.kind == "overrun":
            able = [unit for unit in able if pos.counter(unit).combat]
    return able


def marked(pos: Position, unit: int, mark: str) -> bool:
    """Whether a unit carries a mark: ``guards``, or a flag of its counter."""
    counter = pos.counter(unit)
    return counter.guards if mark == "guards" else counter.has(mark)


def due(pos: Position, units: Sequence[int], attacking: bool) -> tuple[str, ...]:
    """Marks of which one step at least must be lost if any is.

    Guards and Pioneers that attack (sfs 8.6.B, sfs 8.7.C); Das Reich always, and Pioneers with it (sfs 8.8.A).
    """
    found = {mark for mark in ("guards", "pioneer", "ss") if any(marked(pos, unit, mark) for unit in units)}
    if not attacking:
        found.discard("guards")
        if "ss" not in found:
            found.discard("pioneer")
    return tuple(sorted(found))


def bill_defender(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """What the defender owes after terrain and retreat (sfs 5.2.5.3.B)."""
    return _bill(pos, fight, fight.losses, attacking=False)


def bill_attacker(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """What the attacker owes (sfs 5.2.6.1)."""
    return _bill(pos, fight, fight.cost, attacking=True)


def bill_abort(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """One step for calling an attack off (sfs 5.9)."""
    return _bill(pos, fight, 1, attacking=True)


def _bill(pos: Position, fight: Fight, steps: int, attacking: bool) -> list[Event]:
    fight.due = due(pos, payers(pos, fight, attacking), attacking) if steps else ()
    fight.owed = max(steps, len(fight.due))  # sfs 8.8.A: an SS and a Pioneer step, even for one loss
    return []


# -- taking them ------------------------------------------------------------------------------------------------------


def _choices(pos: Position, fight: Fight, able: list[int]) -> list[Action]:
    wanted = [mark for mark in fight.due if any(marked(pos, unit, mark) for unit in able)]
    if fight.owed <= len(wanted):
        able = [unit for unit in able if any(marked(pos, unit, mark) for mark in wanted)]
    return [Loss(pos.world.units[unit].id) for unit in able] if fight.owed > 0 else []


def defender_choices(pos: Position, fight: Fight) -> list[Action]:
    """Units of the defender that may take the next step loss."""
    return _choices(pos, fight, payers(pos, fight, attacking=False))


def attacker_choices(pos: Position, fight: Fight) -> list[Action]:
    """Units of the attacker that may take the next step loss."""
    return _choices(pos, fight, payers(pos, fight, attacking=True))


def steppe_choices(pos: Position, fight: Fight) -> list[Action]:
    """German units anywhere on the map (sfs 5.4.7)."""
    return _choices(pos, fight, [unit for unit in pos.on_map(GERMAN) if pos.steps_of(unit) > 0])


def _pay(stage: str, rule: str, pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Take one step; come back while more is owed.  Losses that nobody is left to take are forgotten."""
    if not isinstance(answer, Loss):
        fight.owed = 0
        return []
    unit = pos.world.unit(answer.unit).index
    settled = next((mark for mark in fight.due if marked(pos, unit, mark)), None)
    fight.due = tuple(mark for mark in fight.due if mark != settled)
    fight.owed -= 1
    if fight.owed:
        fight.todo = (stage, *fight.todo)
    return losses.lose_step(pos, unit, rule)


def pay_defender(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """A step of the defender (sfs 5.2.5.3.B)."""
    return _pay("defender losses", "sfs 5.2.5.3.B", pos, fight, answer)


def pay_attacker(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """A step of the attacker (sfs 5.2.6.1)."""
    return _pay("attacker losses", "sfs 5.2.6.1", pos, fight, answer)


def pay_steppe(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """A German step for a steppe in Soviet hands (sfs 5.4.7)."""
    return _pay("steppe losses", "sfs 5.4.7", pos, fight, answer)


def cheapest(pos: Position, fight: Fight, options: list[Action]) -> Action:
    """The loss that takes the fewest strength points now."""
    return min(options, key=lambda action: _price(pos, action))


def _price(pos: Position, action: Action) -> int:
    assert isinstance(action, Loss)
    unit = pos.world.unit(action.unit).index
    steps, counter = pos.steps_of(unit), pos.counter(unit)
    if steps < 2:
        return pos.strength(unit)
    if counter.side == SOVIET:
        lower = losses.pool_counter(pos, losses.LADDER[losses.LADDER.index(counter.cls) + 1])
        return pos.strength(unit) - pos.world.counters[lower].strength(1)
    return pos.strength(unit) - counter.strength(steps - 1)


STAGES = {
    "defender struck": Stage(defender_struck),
    "attacker struck": Stage(attacker_struck),
    "defender bill": Stage(bill_defender),
    "attacker bill": Stage(bill_attacker),
    "abort bill": Stage(bill_abort),
    "defender losses": Stage(
        pay_defender, defender_choices, defender, "loss", "sfs 5.2.5.3.B", "a defending unit loses a step", cheapest
    ),
    "attacker losses": Stage(
        pay_attacker, attacker_choices, kind="loss", rule="sfs 5.2.6.1", text="an attacking unit loses a step",
        default=cheapest,
    ),
    "steppe losses": Stage(
        pay_steppe, steppe_choices, german, "loss", "sfs 5.4.7", "a lost steppe costs a German unit a step", cheapest
    ),
}  # fmt: skip
