"""What Germany's allies do of their own accord: Romania's defection (gpw 17.1.5), Hungary's and Slovakia's surrender,
Bulgaria's change of sides (gpw 17.5) and the release of the Balkan Garrison (gpw 17.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.reasons import Reason
from gpwlab.gpw import charts
from gpwlab.gpw.allies import BESSARABIA, GUARDING, LEFT, RELEASED, annexed, country, eliminated, on, troops, unmet
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import DUE, OFF_MAP, ON_MAP, WITHDRAWN
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.victory import holds

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Eliminated Romanian units from which on there is a roll, and the total that it needs (gpw 17.1.5.A, gpw 17.1.5.C).
ROMANIA_WAVERS, DEFECTION_ROLL = 6, 6
#: Eliminated Hungarian units with which Hungary surrenders (gpw 17.2.4).
HUNGARY_GIVES_UP = 6
#: By which rule a nation leaves the war.
LEAVING = {"Romanian": "gpw 17.1.5.D", "Hungarian": "gpw 17.2.4", "Slovak": "gpw 17.4.C"}
#: The entry token of chart rows for the Balkan Garrison (gpw 17.6.A).
GARRISON_ENTRY = "balkan_garrison"
#: Turns from the Romanian defection to what the chart dates by it (gpw 17.1.5.D, gpw 17.5.B).
AFTER_DEFECTION = {"defection": 0, "defection+1": 1}


class Drm(NamedTuple):
    """A die roll modifier and its cause."""

    number: int
    cause: str


def gone(pos: Position, nation: str) -> bool:
    """True once a nation has left the war."""
    return nation in pos.departed


# -- at the start of a reinforcement phase ----------------------------------------------------------------------------


def begin(pos: Position) -> list[Event]:
    """Roll for Romania and let the Balkan Garrison in, in the Axis phase (gpw 17.1.5.B, gpw 17.6.C)."""
    if not on(pos) or pos.side != AXIS:
        return []
    return [*_waver(pos), *_let_in(pos)]


def drms(pos: Position) -> list[Drm]:
    """The modifiers that would apply to a roll for Romania now (gpw 17.1.5.B)."""
    world = pos.world
    excess = eliminated(pos, "Romanian") - ROMANIA_WAVERS
    inside = sum(pos.where[unit] in country(world, "Romania") for unit in pos.on_map(SOVIET))
    found = [
        Drm(max(0, excess), f"{excess} eliminated Romanian units more than {ROMANIA_WAVERS}"),
        Drm(int(holds(pos, SOVIET, "Odessa")), "Odessa is in Soviet hands"),
        Drm(inside // 2, f"{inside} Soviet units are in Romania as it was in June 1941"),
        Drm(2 * holds(pos, SOVIET, "Bucharest"), "the Soviets hold Bucharest"),
    ]
    return [drm for drm in found if drm.number]


def wavers(pos: Position) -> bool:
    """True where the loss of Romanian units calls for a roll (gpw 17.1.5.A)."""
    return on(pos) and not gone(pos, "Romanian") and eliminated(pos, "Romanian") >= ROMANIA_WAVERS


def defection_chance(pos: Position) -> Fraction:
    """The exact chance that Romania would defect in a roll now."""
    added = sum(drm.number for drm in drms(pos))
    faces = sum(die + added >= DEFECTION_ROLL for die in range(1, 7))
    return Fraction(faces if wavers(pos) else 0, 6)


def _waver(pos: Position) -> list[Event]:
    """Roll whether Romania changes sides, before any RP is spent (gpw 17.1.5.B; docs/rulings.md)."""
    if not wavers(pos):
        return []
    applied = drms(pos)
    die = pos.roll("defection", "Romania")
    total = die + sum(drm.number for drm in applied)
    defects = total >= DEFECTION_ROLL
    events = [
        Event("drm", f"{drm.cause}: DRM +{drm.number}", "gpw 17.1.5.B", result=str(drm.number)) for drm in applied
    ]
    outcome = "Romania defects" if defects else "Romania stays in the war"
    text = f"Romania, die {die}, in all {total}: {outcome}"
    events.append(Event("defection", text, "gpw 17.1.5.C", die=die, result=str(total)))
    if not defects:
        return events
    events += _depart(pos, "Romanian")
    return [*events, Event("defection", "Bulgaria goes over with Romania", "gpw 17.5.A")]


def _depart(pos: Position, nation: str) -> list[Event]:
    """Take every unit of a nation out of the war, those to come and the eliminated ones too (docs/rulings.md)."""
    pos.departed[nation] = pos.turn
    rule = LEAVING[nation]
    events = []
    for index in troops(pos.world, nation):
        unit = pos.world.units[index]
        if pos.fate[index] == ON_MAP:
            here = pos.world.board.ids[pos.lift(index)]
            events.append(Event("withdrawal", f"{unit.name} leaves the war", rule, unit=unit.id, from_hex=here))
        pos.fate[index] = WITHDRAWN
    return events


def _let_in(pos: Position) -> list[Event]:
    """Once the Balkan Garrison is activated, its units may be placed (gpw 17.6.C)."""
    events = []
    for unit in pos.world.units if pos.balkan != GUARDING else ():
        if pos.fate[unit.index] == OFF_MAP and unit.side == AXIS:
            pos.fate[unit.index] = DUE
            events.append(Event("due", f"{unit.name} of the Balkan Garrison is due", "gpw 17.6.C", unit=unit.id))
    return events


def arrivals(pos: Position) -> list[charts.Event]:
    """Chart rows of the phasing side that are dated by the Romanian defection, due now (gpw 17.1.5.D, gpw 17.5.B)."""
    defected = pos.departed.get("Romanian")
    if defected is None:
        return []
    dated = [event for event in pos.world.charts.events if event.when and event.side == SIDES[pos.side]]
    return [event for event in dated if defected + AFTER_DEFECTION[event.when] == pos.turn]


def stays_away(pos: Position, event: charts.Event) -> bool:
    """True for a chart row that brings nobody: a unit of a nation that has left the war."""
    return gone(pos, pos.world.unit(event.unit).nation)


def joins_garrison(pos: Position, event: charts.Event) -> bool:
    """True for a chart row whose unit waits off the map with the Balkan Garrison (gpw 17.6.A)."""
    return event.entry == (GARRISON_ENTRY,) and pos.balkan == GUARDING


def placed(pos: Position, unit: int, tokens: tuple[str, ...]) -> None:
    """Note that a unit of the Balkan Garrison has entered: it is in supply for the turn (gpw 17.6.C)."""
    if on(pos) and tokens == (GARRISON_ENTRY,):
        pos.balkan = LEFT
        pos.fresh |= {unit}


# -- at the end of a phase --------------------------------------------------------------------------------------------


def end_of_phase(pos: Position) -> list[Event]:
    """What happens at the end of the Axis reinforcement phase and of the Soviet turn."""
    if not on(pos):
        return []
    if pos.step.kind == "reinforcement" and pos.side == AXIS:
        return [*_surrender(pos, "Hungarian"), *_surrender(pos, "Slovak")]
    if pos.ends_turn_of == SOVIET:
        pos.fresh = frozenset()
        return _release(pos)
    return []


def collapse(pos: Position, nation: str) -> list[Reason]:
    """Why Hungary or Slovakia surrenders as things stand; nothing if it does not (gpw 17.2.4, gpw 17.4.C)."""
    if nation == "Slovak":
        fallen = holds(pos, SOVIET, "Bratislava")
        return [Reason("gpw 17.4.C", "the Soviets occupy Bratislava")] if fallen else []
    lost = eliminated(pos, nation)
    found = [Reason("gpw 17.2.4", f"{lost} Hungarian units are eliminated")] if lost >= HUNGARY_GIVES_UP else []
    return [*found, *([Reason("gpw 17.2.4", "the Soviets hold Budapest")] if holds(pos, SOVIET, "Budapest") else [])]


def _surrender(pos: Position, nation: str) -> list[Event]:
    why = [] if gone(pos, nation) else collapse(pos, nation)
    if not why:
        return []
    name = {"Hungarian": "Hungary", "Slovak": "Slovakia"}[nation]
    text = f"{name} surrenders: {'; '.join(reason.text for reason in why)}"
    return [Event("surrender", text, LEAVING[nation]), *_depart(pos, nation)]


def alarms(pos: Position) -> list[Reason]:
    """Which conditions for the Balkan Garrison's activation are met (gpw 17.6.B)."""
    inside = country(pos.world, "Jugoslavia")
    entered = any(pos.control[hex_] == SOVIET or pos.enemy_at(hex_, AXIS) for hex_ in inside)
    found = [
        (gone(pos, "Romanian"), "Romania has defected"),
        (holds(pos, SOVIET, "Budapest"), "the Soviets have occupied Budapest"),
        (holds(pos, SOVIET, "Warsaw"), "the Soviets have occupied Warsaw"),
        (entered, "a Soviet unit has entered Jugoslavia"),
    ]
    return [Reason("gpw 17.6.B", text) for met, text in found if met]


def _release(pos: Position) -> list[Event]:
    """Activate the Balkan Garrison at the end of a Soviet turn, once for all (docs/rulings.md)."""
    why = alarms(pos) if pos.balkan == GUARDING else []
    if not why:
        return []
    pos.balkan = RELEASED
    text = f"the Balkan Garrison is activated: {'; '.join(reason.text for reason in why)}"
    return [Event("garrison", text, "gpw 17.6.B")]


def watch(pos: Position) -> list[Event]:
    """Note the moment when no Soviet unit is in Bessarabia any more (gpw 17.1.1.B)."""
    if not on(pos) or annexed(pos) or pos.phase < 0:
        return []
    if any(pos.enemy_at(hex_, AXIS) for hex_ in country(pos.world, BESSARABIA)):
        return []
    pos.annexed = True
    return [Event("allies", "Bessarabia is clear of Soviet units and belongs to Romania", "gpw 17.1.1.B")]


# -- how things stand -------------------------------------------------------------------------------------------------


def standing(pos: Position) -> list[Reason]:
    """Where the allies stand, for a reader: what is lost, what that means, what is still missing."""
    if not on(pos):
        return []
    lines = [
        Reason(LEAVING[nation], f"the {nation} army left the war in turn {t}") for nation, t in pos.departed.items()
    ]
    if not gone(pos, "Romanian"):
        lines += unmet(pos) or [Reason("gpw 17.1.3.C", "the Romanian army may go anywhere but into Hungary")]
        lines.append(Reason("gpw 17.1.4", f"{eliminated(pos, 'Romanian')} Romanian units are eliminated"))
        lines += [Reason("gpw 17.1.5.B", f"DRM +{drm.number}: {drm.cause}") for drm in drms(pos) if wavers(pos)]
        if wavers(pos):
            lines.append(Reason("gpw 17.1.5.C", f"Romania defects with a chance of {defection_chance(pos)}"))
    if not gone(pos, "Hungarian"):
        lines.append(Reason("gpw 17.2.3", f"{eliminated(pos, 'Hungarian')} Hungarian units are eliminated"))
    state = {GUARDING: "guards the Balkans", RELEASED: "may be placed", LEFT: "has left the Balkans"}[pos.balkan]
    return [*lines, Reason("gpw 17.6.B", f"the Balkan Garrison {state}"), *alarms(pos)]
