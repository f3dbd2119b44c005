"""Cutting off, a side effect of combat (sfs 5.6.1.A), surrounding and liberating (sfs 5.6.2.A, sfs 4.7.A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core import words
from gpwlab.core.reasons import Reason
from gpwlab.sfs import forces
from gpwlab.sfs.actions import Liberate, Surround
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import attackers_of, subject, target_of
from gpwlab.sfs.stages import Stage

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position

#: Key of ``Position.tally`` for units that were freed in this phase and do not restack in it (sfs 5.6.2.B).
FREED = "freed"


def rolls(pos: Position, fight: Fight, target: Force) -> bool:
    """Whether a result on the D-CRT brings a roll on the Cut-Off Table (sfs 5.6.1.B).

    Not for whom nobody could surround, nor for a force that is cut off already (docs/rulings_sfs.md).
    """
    guarded = pos.surrounding(target)
    exposed = pos.terrain(target) == "urban" or forces.dug_in(pos, target) or guarded is not None
    able = surrounders(pos, fight) or guarded is not None
    return exposed and bool(able) and not pos.cut_off(target) and bool(counted(pos, target))


def counted(pos: Position, target: Force) -> list[int]:
    """The units that the table counts: neither support (sfs 4.2.C, sfs 13.2.F) nor militia, which any result ends."""
    return [unit for unit in pos.combat_units(target) if pos.counter(unit).cls != "M"]


def modifiers(pos: Position, fight: Fight, target: Force) -> list[tuple[int, Reason]]:
    """The DRMs of the Cut-Off Table, each with its reason."""
    found = []
    if forces.dug_in(pos, target):
        found.append((-1, Reason("sfs 5.6.1.C", "the defender is in a strongpoint: -1")))
    elif pos.surrounding(target) is not None:
        found.append((-1, Reason("sfs 5.6.1.C", "the defender is a surrounding force: -1")))
    chuikov = pos.where(pos.chuikov()) if pos.chuikov() >= 0 else None
    if chuikov is not None and chuikov.id in (target.id, *fight.attackers):
        favour = 1 if target.side == SOVIET else -1
        found.append((favour, Reason("sfs 5.6.1.D", f"Chuikov is involved: {favour:+d}")))
    return found


def cutting(pos: Position, fight: Fight, target: Force) -> int:
    """On how many faces of the die the defender is cut off if the D-CRT has a result."""
    if not rolls(pos, fight, target):
        return 0
    units, drm = pos.count(counted(pos, target)), sum(number for number, _ in modifiers(pos, fight, target))
    return sum(pos.world.charts.cuts_off(units, die + drm) for die in range(1, 7))


def surrounders(pos: Position, fight: Fight) -> list[Force]:
    """Attacking forces that can surround the defender: in its area, in no strongpoint, not cut off themselves."""
    able = [f for f in attackers_of(pos, fight) if f.area == fight.area and not forces.dug_in(pos, f)]
    return [force for force in able if not pos.cut_off(force) and pos.combat_units(force)]


def roll(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """After a result on the D-CRT, see whether the defender is cut off (sfs 5.2.5.1)."""
    target = target_of(pos, fight)
    if not fight.result or target is None or not rolls(pos, fight, target):
        return []
    units = pos.count(counted(pos, target))
    drm = sum(number for number, _ in modifiers(pos, fight, target))
    die = pos.roll("cut-off", subject(pos, fight))
    fight.cut_off = pos.world.charts.cuts_off(units, die + drm)
    shown = f"{die}{drm:+d}" if drm else str(die)
    told = "is cut off" if fight.cut_off else "is not cut off"
    text = f"Cut-Off Table, {words.counted(units, 'unit')}, die {shown}: {target.name} {told}"
    return [Event("cut-off", text, "sfs 5.6.1.B", die=die, result="yes" if fight.cut_off else "no")]


def _liberations(pos: Position, fight: Fight) -> list[Action]:
    target = target_of(pos, fight)
    if not fight.cut_off or target is None or pos.surrounding(target) is None:
        return []
    return [Liberate(True), Liberate(False)] if surrounders(pos, fight) else [Liberate(True)]


def liberate(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Free the force that the defender surrounded; then nobody is cut off any more (sfs 5.6.2.A)."""
    target = target_of(pos, fight)
    if answer != Liberate(True) or target is None:
        return []
    freed = pos.surrounding(target)
    assert freed is not None
    pos.release(freed)
    fight.cut_off = False
    for unit in freed.units:
        pos.tally[f"{FREED} {pos.world.units[unit].id}"] = 1
    return [Event("liberate", f"{freed.name} is liberated and {target.name} not cut off", "sfs 5.6.2.A", result="yes")]


def _choices(pos: Position, fight: Fight) -> list[Action]:
    return [Surround(force.name) for force in surrounders(pos, fight)] if fight.cut_off else []


def surround(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """One attacking force is placed around the defender (sfs 4.7.A)."""
    target = target_of(pos, fight)
    if not isinstance(answer, Surround) or target is None:
        return []
    force = pos.force(answer.force)
    pos.hold(target, force)
    text = f"{force.name} surrounds {target.name}, which is cut off"
    return [Event("surround", text, "sfs 4.7.A", to_area=pos.world.board.code(force.area), result=force.name)]


STAGES = {
    "cut-off roll": Stage(roll),
    "liberate": Stage(
        liberate,
        _liberations,
        kind="liberate",
        rule="sfs 5.6.2.A",
        text="the surrounding force is cut off: the attacker may free whom it surrounds",
    ),
    "surround": Stage(
        surround, _choices, kind="surround", rule="sfs 4.7.A", text="one attacking force surrounds the defender"
    ),
}
