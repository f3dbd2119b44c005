"""Ferries over the Volga and withdrawal to the supply source (sfs 4.10, sfs 4.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, losses, movement, stacking, supply
from gpwlab.sfs.actions import Ferry, Withdraw
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.charts import CLEAR
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import CONTESTED, NOWHERE

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: Highest die at which a unit under fire loses a step (sfs 4.10.2.A).
HIT = 4


# -- ferries ----------------------------------------------------------------------------------------------------------


def ferries_run(pos: Position) -> Iterator[Reason]:
    """Why there is no ferry now: ice, freeze, or a scenario without the East Bank (sfs 4.10.3)."""
    if pos.turn_box.weather != CLEAR:
        paragraph = "A" if pos.turn_box.weather == "ice" else "B"
        yield Reason(f"sfs 4.10.3.{paragraph}", f"no ferry runs in {pos.turn_box.weather} turns")
    if not pos.world.scenario.in_play(pos.world.board.east_bank):
        yield Reason("sfs 11.0.A", "the East Bank is not in play")


def cut_off_landing(pos: Position, slot: int) -> bool:
    """True for a landing in which a Soviet force is cut off (sfs 4.10.1.C)."""
    return any(
        f.slot == slot and pos.cut_off(f) for f in pos.forces_in(pos.world.board.strongpoints[slot].area, SOVIET)
    )


def objections(pos: Position, action: Ferry) -> Iterator[Reason]:
    """Why a unit may not be ferried."""
    unit, board = pos.world.unit(action.unit).index, pos.world.board
    slot = board.strongpoint(action.landing)
    place = board.strongpoints[slot]
    yield from ferries_run(pos)
    if pos.side != SOVIET or pos.world.units[unit].side != SOVIET:
        yield Reason("sfs 4.10", "only Soviet units cross the Volga, in their Movement Phase")
        return
    if not place.landing:
        yield Reason("sfs 4.10", f"{place.name} is no landing")
        return
    if not pos.world.scenario.in_play(place.area):
        yield Reason("sfs 11.0.A", f"{place.name} is not in play")
        return
    force = pos.where(unit)
    if force is None or unit not in pos.ferry_ready:
        yield Reason(
            "sfs 4.10.A", f"{action.unit} did not begin the phase in a landing or on the East Bank, or has crossed"
        )
        return
    yield from _still_free(pos, unit, force)
    if force.area == board.east_bank:
        yield from _crossing_in(pos, slot)
    elif force.slot != slot:
        yield Reason("sfs 4.10.A", f"{action.unit} is not in {place.name}")
    elif slot in pos.ferried_out:
        yield Reason("sfs 4.10.1.A", f"{place.name} has sent off a unit in this turn")


def _still_free(pos: Position, unit: int, force: Force) -> Iterator[Reason]:
    """What stops a unit from moving, being cut off apart: it may be ferried out of a cut-off landing (sfs 4.10.1.C)."""
    for reason in movement.may_move(pos, unit):
        if reason.rule != "sfs 4.6.B" or force.slot == NOWHERE:
            yield reason


def _crossing_in(pos: Position, slot: int) -> Iterator[Reason]:
    place = pos.world.board.strongpoints[slot]
    if slot in pos.ferried_in:
        yield Reason("sfs 4.10.1.A", f"{place.name} has received a unit in this turn")
    if control.enemy_in(pos, slot, SOVIET):
        yield Reason("sfs 5.13.A", f"{place.name} is held by the Germans: it takes an amphibious assault")


def apply(pos: Position, action: Ferry) -> list[Event]:
    """Ferry a unit, under fire if the landing is cut off (sfs 4.10.2.A); it may move on after that (sfs 4.10.C)."""
    unit, board = pos.world.unit(action.unit).index, pos.world.board
    slot = board.strongpoint(action.landing)
    place, start = board.strongpoints[slot], pos.area_of(unit)
    inward = start == board.east_bank
    (pos.ferried_in if inward else pos.ferried_out).add(slot)
    pos.ferry_ready.discard(unit)
    fire = cut_off_landing(pos, slot)
    end = place.area if inward else board.east_bank
    text = f"{action.unit} is ferried {'to' if inward else 'from'} {place.name}"
    event = Event("ferry", text, "sfs 4.10.1.A", unit=action.unit, from_area=board.code(start), to_area=board.code(end))
    pos.put([unit], SOVIET, end, slot if inward else NOWHERE)
    pos.mover, pos.mover_stopped = set(), False
    return [event, *(under_fire(pos, unit, slot) if fire else [])]


def under_fire(pos: Position, unit: int, slot: int) -> list[Event]:
    """One die: on 1 to 4 the unit loses a step (sfs 4.10.2.A); withdrawals and assaults ask it too (sfs 4.10.2.B)."""
    name = pos.world.units[unit].id
    die = pos.roll("ferry", name)
    place = pos.world.board.strongpoints[slot].name
    hit = die <= HIT
    text = f"{name} comes under fire at {place}: {die}, {'a step is lost' if hit else 'no harm done'}"
    event = Event("fire", text, "sfs 4.10.2.A", unit=name, die=die, result="hit" if hit else "missed")
    lost = losses.lose_step(pos, unit, "sfs 4.10.2.A") if hit and not pos.counter(unit).leader else []
    return [event, *lost]


def legal(pos: Position) -> Iterator[Ferry]:
    """Every crossing that is open."""
    if pos.side != SOVIET or next(ferries_run(pos), None) is not None:
        return
    board = pos.world.board
    for unit in sorted(pos.ferry_ready):
        for slot in board.landings:
            action = Ferry(pos.world.units[unit].id, board.strongpoints[slot].code)
            if next(objections(pos, action), None) is None:
                yield action


# -- withdrawal -------------------------------------------------------------------------------------------------------


def withdraw_objections(pos: Position, action: Withdraw) -> Iterator[Reason]:
    """Why units may not withdraw to the supply source (sfs 4.4.3)."""
    units = [pos.world.unit(name).index for name in action.units]
    blocked = [reason for unit in units for reason in movement.may_move(pos, unit)]
    if len({pos.area_of(u) for u in units}) > 1:
        blocked.append(Reason("sfs 4.1.G", "units that move together start in one area"))
    if blocked:
        yield from blocked
        return
    force = pos.forces[pos.force_of[units[0]]]
    if pos.entering(force):
        yield Reason("sfs 5.11.1.1", f"{action.units[0]} has no foothold in the area")
    if pos.ringed(force):
        yield Reason("sfs 4.10.1.D", f"{action.units[0]} is in a cut-off landing")
    if any(u in pos.mover for u in units):
        yield Reason("sfs 4.4.3.A", "a withdrawal is a whole move: the units have moved already")
    yield from stacking.fits(pos, units)
    if pos.side == GERMAN:
        yield from _to_the_rear(pos, action, force)
    else:
        yield from _over_the_volga(pos, action, units, force)


def _to_the_rear(pos: Position, action: Withdraw, force: Force) -> Iterator[Reason]:
    rear = pos.world.board.rear
    if action.via:
        yield Reason("sfs 4.4.3.B", "German units withdraw to the Rear, by no landing")
    if not pos.world.scenario.in_play(rear):
        yield Reason("sfs 11.0.A", "the German Rear is not in play")
    elif force.area == rear:
        yield Reason("sfs 4.4.3.B", f"{force.name} is in the Rear")
    elif not supply.can_trace(pos, force):
        yield Reason("sfs 4.4.3.A", f"{force.name} traces no supply line to the Rear")


def _over_the_volga(pos: Position, action: Withdraw, units: list[int], force: Force) -> Iterator[Reason]:
    board = pos.world.board
    if not action.via:
        yield Reason("sfs 4.4.3.C", "Soviet units withdraw via a landing: name it")
        return
    slot = board.strongpoint(action.via)
    place = board.strongpoints[slot]
    yield from ferries_run(pos)
    if not place.landing:
        yield Reason("sfs 4.10", f"{place.name} is no landing")
        return
    if len(units) > 1 or slot in pos.ferried_out:
        yield Reason("sfs 4.10.1.A", f"{place.name} sends off one unit a turn")
    if force.area == board.east_bank:
        yield Reason("sfs 4.4.3.C", f"{force.name} is on the East Bank")
    elif not supply.open_landing(pos, slot) or not supply.line(pos, SOVIET, force.area, {place.area}):
        yield Reason("sfs 4.10.B", f"{force.name} traces no path to {place.name}")


def withdraw(pos: Position, action: Withdraw) -> list[Event]:
    """Units go to the supply source; by a landing in a contested area under fire (sfs 4.4.3.C)."""
    units, board = [pos.world.unit(name).index for name in action.units], pos.world.board
    start = pos.area_of(units[0])
    end = board.rear if pos.side == GERMAN else board.east_bank
    slot = NOWHERE if not action.via else board.strongpoint(action.via)
    fire = slot != NOWHERE and pos.control(board.strongpoints[slot].area) == CONTESTED
    if slot != NOWHERE:
        pos.ferried_out.add(slot)
        pos.ferry_ready.difference_update(units)
    movement.begin(pos, units)
    pos.mover_stopped = True
    pos.go(units, end)
    text = f"{stacking.label(pos, units)} withdraws from {board.areas[start].name} to {board.areas[end].name}"
    rule = "sfs 4.4.3.B" if pos.side == GERMAN else "sfs 4.4.3.C"
    event = Event("withdraw", text, rule, unit=action.units[0], from_area=board.code(start), to_area=board.code(end))
    return [event, *(under_fire(pos, units[0], slot) if fire else [])]


def legal_withdrawals(pos: Position) -> Iterator[Withdraw]:
    """Every withdrawal of one unit that is open."""
    board = pos.world.board
    vias = [""] if pos.side == GERMAN else [board.strongpoints[s].code for s in board.landings]
    for unit in movement.movable(pos):
        for via in vias:
            action = Withdraw((pos.world.units[unit].id,), via)
            if next(withdraw_objections(pos, action), None) is None:
                yield action


def return_crowd(pos: Position) -> list[Event]:
    """At the end of a phase a strongpoint holds one force: later ones leave it (sfs 4.5.2.B, sfs 4.10.1.D).

    Out of a cut-off landing they go back over the river under fire, else into the open (docs/rulings_sfs.md S38).
    """
    events: list[Event] = []
    for force in list(stacking.crowded(pos)):
        slot, units = force.slot, list(force.units)
        place = pos.world.board.strongpoints[slot]
        back = force.side == SOVIET and cut_off_landing(pos, slot)
        end = pos.world.board.east_bank if back else force.area
        pos.go(units, end)
        text = f"{place.name} is full: {force.name} {'goes back over the Volga' if back else 'leaves it'}"
        events.append(Event("leave", text, "sfs 4.10.1.D", to_area=pos.world.board.code(end)))
        if back:
            events += [event for unit in units for event in under_fire(pos, unit, slot)]
    return events
