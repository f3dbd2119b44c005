"""Arrivals: what the turn record brings, tank production, the random cup, Reserve Corps (sfs 7.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs import control, ferry, losses, setup, stacking
from gpwlab.sfs.actions import Corps, Place
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import DUE, ELIMINATED, EMPTY, LATER, NOWHERE, WITHDRAWN

if TYPE_CHECKING:
    from gpwlab.sfs import charts
    from gpwlab.sfs.position import Force, Position

#: First turn of the reserve corps (sfs 7.4.A), most corps (sfs 7.4.E), turns that one delays Uranus (sfs 7.4.C).
CORPS_TURN, MOST_CORPS, DELAY = 8, 3, 2
#: The mini-game: the turn from which the 71st can come (sfs 11.2.2.4.1.A), and the B division (sfs 11.2.2.4.2).
MINI_71, MINI_B = 2, 4
#: Tanks are made at this strongpoint until it has been attacked so often (sfs 7.6.D).
ATTACKS_END_PRODUCTION = 2
#: Behind the counter of an arrival: it comes to the Tractor Works (sfs 7.6.C).
WORKS = "@works"


def dated(pos: Position, side: int) -> tuple[charts.Event, ...]:
    """What the turn record has for a side on this turn, with its errata (sfs 11.3.4, sfs 2.1.4.A, sfs 2.1.4.B).

    The short game's record has no withdrawals (sfs 11.4.1.B).
    """
    return pos.world.charts.dated(pos.world.scenario.slug, pos.turn, side)


# -- German -----------------------------------------------------------------------------------------------------------


def begin_german(pos: Position) -> list[Event]:
    """The turn record's German entries: units that are due, withdrawals, and questions to be asked.

    Over Red Square nobody is withdrawn (sfs 11.2.2.4.1.B).
    """
    if pos.world.scenario.mini:
        if pos.world.scenario.solitaire or pos.turn < MINI_71 or pos.chosen.get("71-inf") == "yes":
            return []
        pos.asked.append("71-inf")
        return []
    events: list[Event] = []
    late = [name for name in pos.waiting if name in pos.world.unit_index]
    pos.waiting = [name for name in pos.waiting if name not in late]
    for name in late:
        events += due(pos, pos.world.unit(name).index, "sfs 7.10.B")
    for entry in dated(pos, GERMAN):
        events += _german_entry(pos, entry)
    if pos.owed:
        pos.asked.append("recall")
    return events


def _german_entry(pos: Position, entry: charts.Event) -> list[Event]:
    unit = pos.world.unit(entry.unit_id).index
    if entry.kind == "withdrawal":
        pos.owed[unit] = entry.strength
        text = f"{entry.name} or its like, {entry.strength} SPs at least, must be withdrawn"
        return [Event("withdrawal", text, "sfs 7.3.A", unit=entry.unit_id)]
    if entry.kind == "return":
        pos.owed.pop(unit, None)
        return [event for went in pos.stand_ins.pop(unit, []) for event in due(pos, went, "sfs 7.3.D")]
    if entry.kind == "das_reich" and pos.world.scenario.dash:  # sfs 11.4.1.C
        pos.chosen["das-reich"] = "yes"
        return due(pos, unit, "sfs 11.4.1.C")
    question = {"das_reich": "das-reich", "pioneer_groups": "pioneers"}.get(entry.kind)
    if question is not None:
        if question not in pos.asked:
            pos.asked.append(question)
        return []
    if entry.kind == "pioneer_division" and pos.chosen.get("pioneers") != "division":
        return []
    return due(pos, unit, "sfs 8.7.A" if entry.kind == "pioneer_division" else "sfs 7.1.A", entry.strength)


def due(pos: Position, unit: int, rule: str, strength: int = 0) -> list[Event]:
    """A German unit waits to be placed; one that returns has the strength that it left with (sfs 7.3.D).

    Where its counter is in use, by another division or by one that was withdrawn, a like one stands for it,
    or it waits for one (sfs 7.10.B).
    """
    wanted, expected = unit, WITHDRAWN if rule == "sfs 7.3.D" else LATER
    if pos.fate[unit] != expected:
        unit = _like(pos, unit)
    if unit == NOWHERE:
        pos.waiting.append(pos.world.units[wanted].id)
        return [Event("delay", f"{pos.counter(wanted).name} waits for a counter", "sfs 7.10.B")]
    if strength in pos.counter(unit).strengths:
        pos.steps[unit] = 1 + pos.counter(unit).strengths.index(strength)
    pos.fate[unit] = DUE
    name = pos.counter(unit).name
    return [Event("due", f"{name} ({pos.strength(unit)}) arrives", rule, unit=pos.world.units[unit].id)]


def _like(pos: Position, unit: int) -> int:
    """The strongest unused counter of the same type and size, not stronger; NOWHERE if there is none."""
    printed = pos.counter(unit)
    like = [
        u.index
        for u in pos.world.units
        if u.counter is not None
        and (u.counter.type, u.counter.size) == (printed.type, printed.size)
        and u.counter.strength(u.counter.steps) <= printed.strength(printed.steps)
        and pos.fate[u.index] == LATER
    ]
    return max(like, key=lambda u: (pos.strength(u), -u), default=NOWHERE)


def german_due(pos: Position) -> list[int]:
    """German units that wait to be placed."""
    return [u for u in range(pos.world.first_piece) if pos.fate[u] == DUE]


def entry_areas(pos: Position, unit: int) -> list[int]:
    """Areas where a German arrival may be placed: those of the turn record, all four steppes on turn 3 (sfs 2.1.4.F).

    Whoever was put off a turn may come to the Rear too (sfs 7.1.B).
    """
    board, scenario = pos.world.board, pos.world.scenario
    if scenario.mini:
        return [a for a in board.steppes if scenario.in_play(a)]  # sfs 11.2.2.4.1.A
    german = (e for e in pos.world.charts.events[scenario.slug] if e.side == GERMAN and e.places)
    entries = [e for e in german if e.kind != "withdrawal"]
    own = [e for e in entries if e.turn <= pos.turn] or entries[:1]  # none so far: it was made due by hand
    named = [e for e in own if e.unit_id == pos.world.units[unit].id] or own
    areas = [board.area(code) for code in named[-1].places]
    return [*areas, board.rear] if unit in pos.late else areas


def _german_place_objections(pos: Position, unit: int, where: str) -> Iterator[Reason]:
    name = pos.counter(unit).name
    if pos.fate[unit] != DUE:
        yield Reason("sfs 7.1.A", f"{name} is not due")
        return
    area, slot, host = stacking.place(pos, where)
    allowed = entry_areas(pos, unit)
    if area not in allowed or slot != NOWHERE:
        names = ", ".join(pos.world.board.areas[a].name for a in allowed)
        rule = "sfs 7.1.B" if area == pos.world.board.rear else "sfs 7.1.A"
        yield Reason(rule, f"{name} arrives in {names}")
    elif host is not None:
        yield from _join_objections(pos, unit, host)
    elif pos.counter(unit).support and pos.control(area) not in (EMPTY, GERMAN):
        yield Reason("sfs 8.1.2.B", f"{name} would stand alone there: place it with a force")


def _join_objections(pos: Position, unit: int, host: Force) -> Iterator[Reason]:
    side = pos.world.units[unit].side
    if host.side != side or pos.cut_off(host):
        yield Reason("sfs 4.6.B", f"{host.name} cannot be joined")
    else:
        yield from stacking.fits(pos, [*host.units, unit], host.slot)


def finish_german(pos: Position) -> list[Event]:
    """Arrivals that were not placed: put off by a turn, and into the Rear after that (sfs 7.1.B)."""
    events: list[Event] = []
    for unit in german_due(pos):
        name, area = pos.world.units[unit].id, pos.world.board.rear
        if unit in pos.late:
            goal = area if pos.world.scenario.in_play(area) else entry_areas(pos, unit)[0]
            events += place(pos, Place(name, pos.world.board.code(goal)))
        else:
            pos.late.add(unit)
            events.append(Event("delay", f"{pos.counter(unit).name} is put off by a turn", "sfs 7.1.B", unit=name))
    return events


# -- Soviet -----------------------------------------------------------------------------------------------------------


def begin_soviet(pos: Position) -> list[Event]:
    """Tanks of the Tractor Works, the random cup, the turn record's entries, and questions to be asked."""
    if pos.world.scenario.mini:
        return _begin_mini(pos)
    events = _production(pos)
    late = [name for name in pos.waiting if name not in pos.world.unit_index]
    pos.waiting = [name for name in pos.waiting if name not in late]
    entries = dated(pos, SOVIET)
    random = [draw_random(pos, n) for n, _entry in enumerate(e for e in entries if e.kind == "random_division")]
    wanted = [e.unit_id for e in entries if e.kind == "reinforcement"]
    for arrival in (*random, *late, *wanted):
        events += arrive(pos, arrival)
    for entry in entries:
        if entry.kind == "guards_39":
            pos.asked.append("39-guards")
        elif entry.kind == "reserve_corps" and pos.world.scenario.finish:  # sfs 11.5.A
            pos.asked.append("corps")
    return events


def _begin_mini(pos: Position) -> list[Event]:
    """The 13th Guards are offered every turn, a B division comes on the fourth (sfs 11.2.2.4.2)."""
    if pos.world.scenario.solitaire:
        return []
    if pos.chosen.get("13-guards") != "yes":
        pos.asked.append("13-guards")
    return arrive(pos, losses.pool_counter(pos, "B")) if pos.turn == MINI_B else []


def _production(pos: Position) -> list[Event]:
    """A die for the tanks of the Dzerzhinsky works, while they work (sfs 7.6.A)."""
    if pos.tractor_attacks >= ATTACKS_END_PRODUCTION or pos.tractor_lost:  # sfs 7.6.D
        return []
    die = pos.roll("tanks", "dzerzhinsky")
    made = pos.world.charts.tanks[die]
    what = pos.world.counters[made].name if made else "nothing"
    text = f"the Dzerzhinsky works turn out {what}: {die}"
    hidden = "the Dzerzhinsky works turn out " + ("a tank brigade" if made else "nothing")
    event = Event("tanks", text, "sfs 7.6.B", die=die, result=made or "none", knows=SOVIET, public=hidden)
    return [event, *(arrive(pos, made + WORKS) if made else [])]


def draw_random(pos: Position, ordinal: int) -> str:
    """One division out of the cup, which is full at every draw (sfs 7.7, sfs 7.10.B)."""
    cup = [counter for counter, number in pos.world.charts.cups["random"] for _n in range(number)]
    return cup[pos.roll("cup", "random", ordinal, sides=len(cup)) - 1]


def available(pos: Position, counter: str) -> bool:
    """Whether an arrival can have a counter: a B and a C stay back for an A that loses a step (sfs 7.10.B)."""
    printed = pos.world.counters[counter]
    higher = any(pos.counter(u).cls in ("G+", "G", "A") for u in pos.on_map(SOVIET))
    kept = 1 if printed.pool and printed.cls in ("B", "C") and higher else 0
    return losses.free_counters(pos, counter) > kept


def weaker(pos: Position, counter: str) -> list[str]:
    """Counters of the same type, weaker, that are there (sfs 7.10.B), the strongest first."""
    printed = pos.world.counters[counter]
    full = printed.strength(printed.steps)
    like = [
        c
        for c in pos.world.counters.values()
        if c.side == SOVIET and c.pool and c.support == printed.support and c.strength(c.steps) < full
    ]
    return [c.id for c in sorted(like, key=lambda c: -c.strength(c.steps)) if available(pos, c.id)]


def arrive(pos: Position, arrival: str) -> list[Event]:
    """A Soviet unit arrives if there is a counter for it; else the Soviet player is asked, or it waits (sfs 7.10.B).

    ``arrival`` is a counter id, with WORKS behind it for a tank made at the Tractor Works.
    """
    counter = arrival.removesuffix(WORKS)
    if available(pos, counter):
        return bring(pos, arrival)
    if weaker(pos, counter):
        pos.asked.append(f"counter {arrival}")
        return []
    return put_off(pos, arrival)


def put_off(pos: Position, arrival: str) -> list[Event]:
    """An arrival waits for a counter."""
    pos.waiting.append(arrival)
    text = f"{pos.world.counters[arrival.removesuffix(WORKS)].name} waits for a counter"
    return [Event("delay", text, "sfs 7.10.B", result=arrival, knows=SOVIET, public="a Soviet arrival is put off")]


def bring(pos: Position, arrival: str) -> list[Event]:
    """A Soviet unit comes to the East Bank, or waits to be placed at the Works or a landing (sfs 7.1.A)."""
    board, counter = pos.world.board, arrival.removesuffix(WORKS)
    unit = setup.new_piece(pos, counter)
    if arrival != counter:
        where, rule = "the Tractor Works", "sfs 7.6.C"
    elif pos.world.scenario.mini:
        where, rule = "the landings", "sfs 11.2.2.4.2"
    else:
        where, rule = "the East Bank", "sfs 7.1.A"
        pos.put([unit], SOVIET, board.east_bank)
    name, printed = pos.world.units[unit].id, pos.counter(unit)
    text = f"{name} ({printed.name}) arrives at {where}"
    public = f"a Soviet {losses.kind_of(printed)} arrives at {where}"
    return [Event("arrival", text, rule, unit=name, knows=SOVIET, public=public)]


# -- placing ----------------------------------------------------------------------------------------------------------


def place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why an arrival may not be placed somewhere in a Command Phase."""
    unit = pos.world.unit(action.unit)
    stacking.place(pos, action.where)
    if unit.side != pos.side:
        yield Reason("sfs 4.1.B", f"{unit.id} is not the phasing side's")
    elif pos.fate[unit.index] != DUE:
        yield Reason("sfs 7.1.A", f"{unit.id} is not due")
    elif unit.side == GERMAN:
        yield from _german_place_objections(pos, unit.index, action.where)
    else:
        yield from _soviet_place_objections(pos, unit.index, action.where)


def _soviet_place_objections(pos: Position, unit: int, where: str) -> Iterator[Reason]:
    """A tank is placed at the Tractor Works (sfs 7.6.C); in the mini-game units land (sfs 11.2.2.4.2)."""
    board, name = pos.world.board, pos.world.units[unit].id
    area, slot, host = stacking.place(pos, where)
    if pos.world.scenario.mini:
        if slot not in board.landings or not pos.world.scenario.in_play(area):
            yield Reason("sfs 11.2.2.4.2", f"{name} arrives in a landing")
            return
        if ferry.cut_off_landing(pos, slot):
            yield Reason("sfs 4.6.B", f"{board.strongpoints[slot].name} is cut off")
            return
    elif area != board.strongpoints[pos.world.tractor_works].area:
        yield Reason("sfs 7.6.C", f"{name} arrives at the Tractor Works")
        return
    if host is not None:
        yield from _join_objections(pos, unit, host)
        return
    there = pos.force_at(slot) if slot != NOWHERE else None
    if there is not None and (there.side != SOVIET or pos.counter(unit).support):
        yield Reason("sfs 4.5.2.A", f"{board.strongpoints[slot].name} is taken")
    if pos.counter(unit).support and pos.control(area) not in (EMPTY, SOVIET):
        yield Reason("sfs 8.1.2.B", f"{name} would stand alone: place it with a force")


def place(pos: Position, action: Place) -> list[Event]:
    """Put an arrival on the map; in an area that the enemy controls it has no foothold yet (sfs 7.1.C)."""
    unit, board = pos.world.unit(action.unit), pos.world.board
    area, slot, host = stacking.place(pos, action.where)
    in_the_open = host is None and slot == NOWHERE
    must_fight = control.needs_entry(pos, area, unit.side) if in_the_open else host is not None and pos.entering(host)
    if must_fight:
        pos.origin[unit.index] = board.rear
    if host is not None:
        pos.join([unit.index], host)
    else:
        pos.put([unit.index], unit.side, area, slot)
    pos.late.discard(unit.index)
    shown = pos.counter(unit.index).name if unit.side == GERMAN else unit.id
    text = f"{shown} is placed in {board.areas[area].name}" + (", which needs an entering attack" if must_fight else "")
    rule = "sfs 7.1.C" if must_fight else "sfs 7.1.A"
    return [Event("place", text, rule, unit=unit.id, to_area=board.code(area))]


def waiting(pos: Position) -> list[int]:
    """Units of the phasing side that may be placed now."""
    return german_due(pos) if pos.side == GERMAN else setup.waiting(pos)


def legal(pos: Position) -> Iterator[Place]:
    """Every place of every arrival."""
    for unit in waiting(pos):
        yield from legal_of(pos, unit)


def legal_of(pos: Position, unit: int) -> Iterator[Place]:
    """The places of one arrival."""
    board = pos.world.board
    if pos.fate[unit] != DUE or pos.world.units[unit].side != pos.side:
        return
    spots = [area.code for area in board.areas] + [place.code for place in board.strongpoints]
    spots += [force.name for force in pos.forces.values() if force.side == pos.side]
    for spot in spots:
        action = Place(pos.world.units[unit].id, spot)
        if next(place_objections(pos, action), None) is None:
            yield action


def finish_soviet(pos: Position) -> list[Event]:
    """Soviet arrivals that were not placed go to the first place there is; a tank without one is lost."""
    events: list[Event] = []
    for unit in setup.waiting(pos):
        action = next(legal_of(pos, unit), None)
        name = pos.world.units[unit].id
        if action is not None:
            events += place(pos, action)
        elif not pos.world.scenario.mini:
            pos.fate[unit] = ELIMINATED
            text = f"{name} finds nobody to join at the Tractor Works and is lost"
            events.append(Event("eliminated", text, "sfs 8.1.2.B", unit=name, result="eliminated"))
    return events


# -- Reserve Corps ----------------------------------------------------------------------------------------------------


def corps_objections(pos: Position, action: Corps) -> Iterator[Reason]:
    """Why a Reserve Corps may not be brought in (sfs 7.4)."""
    if action.make not in pos.world.charts.reserve_corps:
        yield Reason("sfs 7.4.B", f"a corps is one of {', '.join(pos.world.charts.reserve_corps)}, not {action.make!r}")
    if pos.side != SOVIET or pos.world.scenario.mini:
        yield Reason("sfs 7.4.A", "there is no Reserve Corps to bring in now")
        return
    if pos.world.scenario.finish:
        if "corps" not in pos.asked:
            yield Reason("sfs 11.5.A", "the four Reserve Corps come by the turn record")
        return
    if pos.turn < CORPS_TURN:
        yield Reason("sfs 7.4.A", f"no Reserve Corps before turn {CORPS_TURN}")
    if pos.corps_turn == pos.turn:
        yield Reason("sfs 7.4.A", "one Reserve Corps a turn")
    if pos.corps >= MOST_CORPS:
        yield Reason("sfs 7.4.E", f"{MOST_CORPS} Reserve Corps are the most")


def bring_corps(pos: Position, action: Corps) -> list[Event]:
    """A Reserve Corps comes; by a decision of the player it moves the victory markers (sfs 7.4.C, sfs 10.2.2.A).

    That Uranus is cancelled is read as: on the turn on which its marker stood (sfs 7.4.D, docs/rulings_sfs.md S43).
    """
    pos.corps += 1
    pos.corps_turn = pos.turn
    events = [Event("corps", f"Reserve Corps {pos.corps} is brought in", "sfs 7.4.A", result=str(pos.corps))]
    if not pos.world.scenario.finish:
        for marker in pos.markers:
            pos.markers[marker] += DELAY
        told = ", ".join(f"{marker} {turn}" for marker, turn in pos.markers.items())
        events.append(Event("markers", f"the victory markers move on two turns: {told}", "sfs 7.4.C"))
    for counter, number in pos.world.charts.reserve_corps[action.make]:
        for _unit in range(number):
            events += arrive(pos, counter)
    return events


def legal_corps(pos: Position) -> Iterator[Corps]:
    """The corps that may be brought in now."""
    for make in pos.world.charts.reserve_corps:
        if next(corps_objections(pos, Corps(make)), None) is None:
            yield Corps(make)
