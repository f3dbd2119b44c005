"""Stuka attacks: two air points for a chance of a step or of disruption (sfs 5.4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import disruption, losses
from gpwlab.sfs.actions import Disrupt, Loss
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.casualties import cheapest
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import target_of
from gpwlab.sfs.stages import Stage, defender

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Force, Position

#: Air points that one attack costs (sfs 5.4.4.A), and the highest die that hits (sfs 5.4.4.1.A).
COST, HIT = 2, 4
#: Phases in which Stukas may be called (sfs 5.4.4.B).
KINDS = ("movement", "attack", "reserve")
#: What a Stuka attack goes through.
SEQUENCE = ("strike", "suffer", "general", "refuge", "stranded")


def objections(pos: Position, target: Force) -> Iterator[Reason]:
    """Why Stukas may not attack a force now."""
    if pos.side != GERMAN or pos.step.kind not in KINDS:
        yield Reason("sfs 5.4.4.B", "Stukas are called in the German Movement, Attack and Reserve Phases")
    if pos.air < COST:
        yield Reason("sfs 5.4.4.A", f"a Stuka attack costs {COST} air points; {pos.air} are left")
    if target.side != SOVIET or not pos.combat_units(target):
        yield Reason("sfs 5.4.4.2.A", f"{target.name} is no Soviet force that could be attacked")
    elif target.area == pos.world.board.east_bank:
        yield Reason("sfs 2.1.2.2", "the East Bank is out of the fight")


def chance(pos: Position, target: Force) -> Fraction:
    """Exact chance that an attack costs the force a step or disrupts it."""
    stands = sum(not pos.world.charts.cancels(pos.terrain(target), die) for die in range(1, 7))
    return Fraction(HIT, 6) * Fraction(stands, 6)


def strike(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """One die for the attack, and one for the terrain if it hits (sfs 5.4.4.1.A)."""
    pos.air -= COST
    target = target_of(pos, fight)
    assert target is not None
    name = pos.world.units[min(target.units)].id
    ordinal = pos.tally.get(f"stuka {name}", 0)
    pos.tally[f"stuka {name}"] = ordinal + 1
    die = pos.roll("stuka", name, ordinal)
    fight.losses = int(die <= HIT)
    told = "a hit" if fight.losses else "no harm done"
    area = pos.world.board.code(target.area)
    events = [Event("stuka", f"Stukas over {target.name}, die {die}: {told}", "sfs 5.4.4.1.A", to_area=area, die=die)]
    terrain = pos.terrain(target)
    if fight.losses and terrain != "open":
        die = pos.roll("stuka terrain", name, ordinal)
        cancelled = pos.world.charts.cancels(terrain, die)
        fight.losses -= cancelled
        told = "cancelled" if cancelled else "the loss stands"
        events.append(Event("terrain", f"terrain defence, {terrain}, die {die}: {told}", "sfs 5.7.A", die=die))
    return events


def _choices(pos: Position, fight: Fight) -> list[Action]:
    """A step, or disruption if the force is not disrupted yet; militia without other units pays with itself."""
    target = target_of(pos, fight)
    if not fight.losses or target is None:
        return []
    fresh: list[Action] = [] if pos.is_disrupted(target) else [Disrupt()]
    able = [unit for unit in target.units if pos.steps_of(unit) > 0]
    if not able:
        able = [unit for unit in target.units if pos.counter(unit).cls == "M"]
    return fresh + [Loss(pos.world.units[unit].id) for unit in able]


def suffer(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Carry out what the defender chose (sfs 5.4.4.1.B)."""
    target = target_of(pos, fight)
    if target is None or answer is None:
        return []
    if isinstance(answer, Loss):
        return losses.lose_step(pos, pos.world.unit(answer.unit).index, "sfs 5.4.4.1.B")
    units = [unit for unit in target.units if not pos.counter(unit).leader]
    return disruption.disrupt(pos, units, "sfs 5.4.4.1.B")


def _haste(pos: Position, fight: Fight, options: list[Action]) -> Action:
    return options[0] if isinstance(options[0], Disrupt) else cheapest(pos, fight, options)


STAGES = {
    "strike": Stage(strike),
    # sfs 5.4.4.2.B: nothing is shown, nobody retreats, no supply is used: there are no steps for it
    "suffer": Stage(
        suffer,
        _choices,
        defender,
        kind="stuka",
        rule="sfs 5.4.4.1.B",
        text="the defender loses a step or is disrupted",
        default=_haste,
    ),
}
