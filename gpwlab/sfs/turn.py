"""What happens of itself when a phase begins and when it ends (sfs 3.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.sfs import (
    artillery,
    cards,
    chuikov,
    combat,
    control,
    ferry,
    questions,
    reinforcements,
    setup,
    stacking,
    supply,
    victory,
)
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import NOWHERE, ON_MAP
from gpwlab.sfs.sequence import COMBAT, LAST_PHASE, MOVEMENT, phase_of

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Turn of the first German impulse, after which supply fails (sfs 9.3.A).
SHORT_TURN = 1


def done(pos: Position) -> list[Event]:
    """The phasing side ends its phase; where that opens a question or a loss to be taken, the phase ends after it."""
    events = _end(pos)
    pos.ending = True
    return [*events, *go_on(pos)]


def go_on(pos: Position) -> list[Event]:
    """Go on to the next phase if this one is ending and nothing is left to be answered in it."""
    if not pos.ending or pos.fight is not None or pos.asked or pos.winner:
        return []
    pos.ending = False
    return next_phase(pos)


def next_phase(pos: Position) -> list[Event]:
    """Go on to the next phase."""
    last = pos.phase == LAST_PHASE
    if last and pos.turn >= pos.length:
        return end(pos, "time")
    pos.phase = 0 if last else pos.phase + 1
    pos.turn += last
    return begin_phase(pos)


def end(pos: Position, cause: str) -> list[Event]:
    """The game ends for a cause (sfs 10.1)."""
    pos.asked = []
    pos.winner = cause
    won = victory.outcome(pos, cause)
    text = f"the game ends: {won.level or won.winner}, for " + "; ".join(reason.text for reason in won.reasons)
    return [Event("outcome", text, won.reasons[0].rule, result=won.level or won.winner)]


# -- beginning --------------------------------------------------------------------------------------------------------


def begin_phase(pos: Position) -> list[Event]:
    """Clear what belonged to the last phase and do what the rules ask for at the start of this one."""
    _clear(pos)
    phase = phase_of(pos.turn_box, pos.phase)
    events = [Event("phase", f"{phase} begins", phase.rule)]
    kind = pos.step.kind
    if kind == "artillery":
        events += _begin_turn(pos)
    elif kind == "command":
        events += _begin_command(pos)
    elif kind == "movement" and pos.side == SOVIET:
        pos.ferry_ready = _at_the_river(pos)
    elif kind == "attack" and pos.side == GERMAN and pos.chuikov() != NOWHERE:  # sfs 8.5.C
        pos.asked = ["chuikov"]
    questions.drop_empty(pos)
    return events


def _clear(pos: Position) -> None:
    for noted in (pos.moved, pos.attacked, pos.retreated, pos.mover, pos.ferry_ready, pos.infiltrated):
        noted.clear()
    for table in (pos.days, pos.tally):
        table.clear()
    pos.mover_stopped = pos.begun = False
    pos.chuikov_moves = 0
    pos.asked = []


def _begin_turn(pos: Position) -> list[Event]:
    pos.infiltrators.clear()
    for landings in (pos.ferried_in, pos.ferried_out):
        landings.clear()
    pos.summoned = 0
    if not pos.world.scenario.mini:
        pos.summons += pos.turn_box.free_summons  # sfs 2.1.4.E
    return []


def _at_the_river(pos: Position) -> set[int]:
    """Soviet units in a landing or on the East Bank (sfs 4.10.A)."""
    board = pos.world.board
    there = [f for f in pos.forces.values() if f.side == SOVIET]
    return {u for f in there if f.area == board.east_bank or f.slot in board.landings for u in f.units}


def _begin_command(pos: Position) -> list[Event]:
    events = supply.resupply(pos)
    if pos.side == SOVIET:
        return [*events, *reinforcements.begin_soviet(pos)]
    return [*events, *_fortifications(pos), *artillery.air(pos), *reinforcements.begin_german(pos)]


def _fortifications(pos: Position) -> list[Event]:
    """Both markers go when either area is German controlled in a German Command Phase (sfs 5.14.E)."""
    if not pos.fortified or all(pos.control(area) != GERMAN for area in pos.world.board.salient):
        return []
    pos.fortified = False
    return [Event("fortifications", "the fortifications of the Orlovka salient are removed", "sfs 5.14.E")]


# -- ending -----------------------------------------------------------------------------------------------------------


def _end(pos: Position) -> list[Event]:
    kind = pos.step.kind
    if kind == "setup":
        return setup.finish(pos)
    if kind == "artillery":
        return artillery.begin_turn(pos)
    if kind == "command":
        return _end_command(pos)
    events: list[Event] = []
    if kind in MOVEMENT:
        events += ferry.return_crowd(pos)
    if kind in (*COMBAT, "reserve"):
        events += combat.phase_end(pos)
    stacking.surplus(pos)
    events += [*chuikov.not_alone(pos), *control.stranded(pos)]
    if kind == "movement":
        events += [*_rally(pos), *_hide(pos)]
    if kind == "reserve" and pos.turn == SHORT_TURN and any(pos.on_map(GERMAN)):
        pos.reserve.clear()
        pos.asked = ["spare"]  # sfs 9.3.A
    if kind == "reserve":
        pos.reserve.clear()
    if pos.phase == LAST_PHASE:
        events += _end_turn(pos)
    return events


def _end_command(pos: Position) -> list[Event]:
    if pos.side == SOVIET:
        return [*reinforcements.finish_soviet(pos), *ferry.return_crowd(pos)]
    return [*reinforcements.finish_german(pos), *_fortifications(pos), *combat.steppes(pos)]


def _rally(pos: Position) -> list[Event]:
    """Disruption goes at the end of the side's Movement Phase after the one in which it came (sfs 5.12.5.2)."""
    units = pos.world.units
    over = [u for u, when in pos.disrupted.items() if units[u].side == pos.side and when < pos.serial]
    for unit in over:
        del pos.disrupted[unit]
    names = [units[u].id for u in over]
    return [Event("rally", f"{name} is no longer disrupted", "sfs 5.12.5.2", unit=name) for name in names]


def _hide(pos: Position) -> list[Event]:
    """At the end of the Soviet Movement Phase what lay open is turned down (docs/rulings_sfs.md S32)."""
    if pos.side != SOVIET or not pos.revealed:
        return []
    shown = len([u for u in pos.revealed if pos.fate[u] == ON_MAP])
    pos.revealed.clear()
    return [Event("hide", f"{shown} Soviet units are turned face down", "sfs 2.2.2", result=str(shown))]


def _end_turn(pos: Position) -> list[Event]:
    pos.air = 0  # sfs 7.5.B: air points are not saved
    return cards.reveal(pos)
