"""Forces in combat: who may attack whom (sfs 5.1), and what each brings with it (sfs 5.2.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, stacking
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.charts import CLEAR, FREEZE
from gpwlab.sfs.odds import Group, Guns, Odds, Part, Shift, attack_strength
from gpwlab.sfs.position import NOWHERE

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: Forces that may attack one defender together (sfs 5.1.1.A).
MOST_FORCES = 3
#: What a strongpoint adds to its defender, and to militia (sfs 5.5.1).
STRONGPOINT_BONUS, MILITIA_BONUS = 2, 1
#: A dense target: combat units and steps at least (sfs 5.4.6).
DENSE_UNITS, DENSE_STEPS = 3, 6
#: Columns to the right on the D-CRT: Guards, pioneer groups, the Pioneer Division, a disrupted target.
GUARDS_SHIFT, GROUP_SHIFT, PIONEER_SHIFT, DISRUPTED_SHIFT = 1, 1, 2, 2
#: The turn whose German Attack Phase counts double (sfs 9.1.A).
SURPRISE_TURN = 1


# -- what a force is --------------------------------------------------------------------------------------------------


def dug_in(pos: Position, force: Force) -> bool:
    """True for a force in a strongpoint or landing."""
    return force.slot != NOWHERE


def assaults(pos: Position, force: Force) -> bool:
    """True for a force on the East Bank: whom it attacks, it attacks over the Volga (sfs 5.13.A)."""
    return force.side == SOVIET and force.area == pos.world.board.east_bank


def dense(pos: Position, force: Force) -> bool:
    """True for three units with six steps or more, those of support included; Chuikov has none (sfs 5.4.6)."""
    steps = sum(pos.steps_of(unit) for unit in force.units if not pos.counter(unit).leader)
    return pos.count(force.units) >= DENSE_UNITS and steps >= DENSE_STEPS


def named(pos: Position, force: Force) -> str:
    """A force in words that both sides may read."""
    return f"{force.name} ({stacking.label(pos, force.units)})"


# -- strength ---------------------------------------------------------------------------------------------------------


def group(pos: Position, force: Force, target: Force | None = None, entry: bool = False) -> Group:
    """A force as numbers: attacking ``target``, or defending where that is None.

    Support is a part like any other (sfs 8.1.1.B); a unit that only defends does so with its strength (sfs 8.4.A).
    """
    parts = tuple(_part(pos, force, unit, target) for unit in force.units)
    if target is not None:
        return Group(force.name, parts, across=_barrier(pos, force) if entry else "")
    return Group(force.name, parts, bonus=_bonus(pos, force))


def _part(pos: Position, force: Force, unit: int, target: Force | None) -> Part:
    counter = pos.counter(unit)
    # a Soviet unit by its place, as the Germans see it (docs/rulings_sfs.md S31)
    name = counter.name if force.side == GERMAN else f"{force.name}.{force.units.index(unit) + 1}"
    oos = unit in pos.oos
    if counter.leader:  # sfs 8.5.B: one point for his force, with which he goes hungry
        oos = all(u in pos.oos for u in pos.combat_units(force))
    idle = None if target is None else _idle(pos, unit, target)
    return Part(name, pos.strength(unit), counter.motorized, not counter.combat, oos, idle)


def _idle(pos: Position, unit: int, target: Force) -> Reason | None:
    """Why a unit adds nothing to an attack."""
    counter = pos.counter(unit)
    if counter.has("defend_only"):
        return Reason("sfs 8.4.B", f"{counter.name} only defends and adds nothing in attack")
    if counter.has("pioneer") and counter.support and not pioneer_ground(pos, target):
        return Reason("sfs 8.7.B", f"{counter.name} helps in urban terrain, strongpoints and fortifications only")
    return None


def pioneer_ground(pos: Position, target: Force) -> bool:
    """True where Pioneers are at their best: urban terrain, any strongpoint, a fortified area (sfs 8.7.B)."""
    return pos.terrain(target) == "urban" or dug_in(pos, target) or pos.fortified_area(target.area)


def _bonus(pos: Position, force: Force) -> int:
    if not dug_in(pos, force):
        return 0
    militia = all(pos.counter(unit).cls == "M" for unit in pos.combat_units(force))
    return MILITIA_BONUS if militia else STRONGPOINT_BONUS  # sfs 5.5.1


def _barrier(pos: Position, force: Force) -> str:
    """What halves an entering force: the gully, the ice, the trench while the salient is fortified (sfs 5.11.2)."""
    came = next((pos.origin[unit] for unit in force.units if unit in pos.origin), force.area)
    found = pos.world.board.halved(came, force.area) or ""
    return "" if found == "orlovka_trench" and not pos.fortified_area(force.area) else found


def shifts(pos: Position, attackers: Sequence[Force], target: Force, overrun: bool) -> tuple[Shift, ...]:
    """Shifts of the D-CRT column, each with its cause."""
    fighting = [pos.counter(unit) for force in attackers for unit in force.units]
    fighting = [counter for counter in fighting if counter.combat or not overrun]
    found = []
    if any(counter.guards for counter in fighting):
        found.append(Shift(GUARDS_SHIFT, "Guards attack", "sfs 8.6.A"))
    pioneers = [counter for counter in fighting if counter.has("pioneer")]
    if pioneers and pioneer_ground(pos, target):
        if any(counter.division for counter in pioneers):
            found.append(Shift(PIONEER_SHIFT, "the Pioneer Division attacks", "sfs 8.7.D"))
        else:
            found.append(Shift(GROUP_SHIFT, "Pioneers attack", "sfs 8.7.B"))
    if pos.is_disrupted(target):
        found.append(Shift(DISRUPTED_SHIFT, "the target is disrupted", "sfs 5.12.5.1.C"))
    return tuple(found)


def odds(pos: Position, attackers: Sequence[Force], target: Force, kind: str) -> Odds:
    """The odds of a combat as the forces stand now; ``kind`` as in :class:`gpwlab.sfs.fights.Fight`.

    The terrain is that of the defender's strongpoint, Orlovka's too (sfs 5.14.C), or of its area (sfs 4.7.E).
    """
    entry, overrun = any(map(pos.entering, attackers)), kind == "overrun"
    return Odds(
        tuple(group(pos, force, target, entry) for force in attackers),
        group(pos, target),
        pos.terrain(target),
        pos.world.charts,
        overrun=overrun,
        doubled=_surprise(pos, 1 - target.side),
        hard=entry and pos.turn_box.weather == FREEZE,
        shifts=shifts(pos, attackers, target, overrun),
    )


def _surprise(pos: Position, side: int) -> bool:
    """The German Attack Phase of Sept/1, not the Counterattack Phase (sfs 9.1.A, sfs 9.1.B)."""
    return side == GERMAN and pos.turn == SURPRISE_TURN and pos.step.kind == "attack" and pos.side == GERMAN


def guns(pos: Position, side: int, target: Force, kind: str, points: Sequence[int]) -> Guns:
    """The artillery of a combat; ``points`` by side, air points included."""
    return Guns(points[side], points[1 - side], side, dense(pos, target), kind == "overrun")


# -- who may attack whom ----------------------------------------------------------------------------------------------


def objections(pos: Position, target: Force, attackers: Sequence[Force], overrun: bool = False) -> Iterator[Reason]:
    """Why the phasing side's forces may not attack an enemy force now.

    How often the target has been attacked does not matter (sfs 5.1.1.C).
    """
    if target.side == pos.side:
        yield Reason("sfs 5.0", f"{target.name} is a {SIDES[pos.side]} force")
        return
    if not pos.combat_units(target):
        yield Reason("sfs 8.1.2.A", f"{target.name} has no combat unit to attack")
    if len(attackers) > MOST_FORCES:
        yield Reason("sfs 5.1.1.A", f"{len(attackers)} forces are more than three against one")
    if dug_in(pos, target) and len(attackers) > 1:
        # sfs 5.1.2.C, sfs 13.1.1.B; for land and amphibious forces alike, sfs 5.13.C
        yield Reason("sfs 5.5.2.A", f"{target.name} is in a strongpoint: one force at most attacks it")
    barred = [reason for force in attackers for reason in _may_not(pos, force, target, overrun)]
    yield from barred
    if not barred:
        yield from _too_weak(pos, target, attackers, overrun)


def _may_not(pos: Position, force: Force, target: Force, overrun: bool) -> Iterator[Reason]:
    """Why one force may not attack the target."""
    if force.side != pos.side:
        yield Reason("sfs 5.0", f"{force.name} is not a force of the {SIDES[pos.side]} side, whose phase this is")
        return
    if not pos.combat_units(force):
        yield Reason("sfs 8.1.2.A", f"{force.name} has no combat unit to attack with")
    if assaults(pos, force):
        yield from _may_not_assault(pos, force, target)
    elif force.area != target.area:
        yield Reason("sfs 5.0", f"{force.name} and {target.name} are not in the same area")
    if not overrun and any(unit in pos.attacked for unit in force.units):
        yield Reason("sfs 5.1.1.B", f"{force.name} has attacked in this phase")
    if pos.is_disrupted(force):
        yield Reason("sfs 5.12.5.1.A", f"{force.name} is disrupted and does not attack")
    if any(unit in pos.infiltrators for unit in force.units):
        yield Reason("sfs 4.9.G", f"{force.name} has infiltrated and does not attack in this turn")
    if pos.entering(force) and not control.free_target(pos, target):  # sfs 5.11.1.B
        rule = "sfs 5.5.2.D" if dug_in(pos, target) else "sfs 5.11.1.A"
        yield Reason(rule, f"an entering attack is made on free-in-area forces, which {target.name} is not")
    yield from _bound(pos, force, target)


def _bound(pos: Position, force: Force, target: Force) -> Iterator[Reason]:
    """What strongpoints and surrounding forbid; a free force attacks whom it likes (sfs 5.1.2.A).

    Worked through in sfs 13.1.1.A, sfs 13.1.1.C, sfs 13.1.2.A, sfs 13.1.2.B and sfs 13.1.2.C.  A surrounding force
    that is cut off itself (sfs 4.7.B) may attack both ways.
    """
    guarded, guards = pos.surrounding(target), pos.surrounding(force)
    around = pos.held.get(force.id, target.id)
    if around != target.id and guards is not target:
        yield Reason("sfs 5.1.2.D", f"{force.name} is cut off and attacks its surrounding force only")
    around = pos.held.get(target.id, force.id)
    if around != force.id and guarded is not force:
        text = f"{target.name} is cut off: only {pos.forces[around].name}, around it, may attack it"
        yield Reason("sfs 5.1.2.E", text)
    if dug_in(pos, force):
        if dug_in(pos, target):
            yield Reason("sfs 5.1.2.B", f"{force.name} in its strongpoint does not attack another strongpoint")
        elif guarded is not None and dug_in(pos, guarded) and guarded.slot != force.slot:
            yield Reason("sfs 5.5.2.B", f"{force.name} in its strongpoint does not attack who surrounds another")


def _may_not_assault(pos: Position, force: Force, target: Force) -> Iterator[Reason]:
    """What an amphibious assault asks for (sfs 5.13)."""
    board = pos.world.board
    if pos.step.kind != "attack":
        yield Reason("sfs 5.13.A", "a landing is assaulted in the Soviet Attack Phase only")
    if target.slot == NOWHERE or not board.strongpoints[target.slot].landing:
        yield Reason("sfs 5.13.A", f"{target.name} is not in a landing: nothing else is attacked from the East Bank")
    if len(force.units) > 1:
        yield Reason("sfs 4.10.1.A", f"one unit a turn crosses to a landing; {force.name} is more")
    if pos.turn_box.weather != CLEAR:
        yield Reason("sfs 4.10.3.A", "nobody crosses the Volga by boat in ice and freeze")


def _too_weak(pos: Position, target: Force, attackers: Sequence[Force], overrun: bool) -> Iterator[Reason]:
    """A force that adds nothing may go along with others, but cannot attack alone."""
    if attackers and sum(strength(pos, force, target, overrun) for force in attackers) == 0:
        yield Reason("sfs 5.2.4.B", "no strength is left to attack with")


def strength(pos: Position, force: Force, target: Force, overrun: bool = False) -> int:
    """What a force would bring against a target."""
    entry = pos.entering(force)
    return attack_strength(group(pos, force, target, entry), overrun, _surprise(pos, force.side))
