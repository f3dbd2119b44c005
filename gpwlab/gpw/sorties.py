"""Air missions (gpw 11.1): support of an attack (OAS), support of a defence (DAS), interception of either (INT).

In a combat phase the attacker sends OAS to announced attacks; then the defender's interceptors fly, then the
attacker's; then all of them roll at once; only then is a battle resolved.

The example of the text is such a raid (gpw 11.5.A): the target's 6 shoots the fighter down (gpw 11.5.B), and the
bomber's two columns go to the right, whatever is printed there (gpw 11.5.C; docs/rulings.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import air, airfields
from gpwlab.gpw.actions import Action, Fly, Intercept, Ready
from gpwlab.gpw.air import ABORTED, DAS, INT, OAS
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: How far the air part of a combat phase has come: OAS flies, the defender intercepts, the attacker does, all is over.
STAGES = ("", "defender", "attacker", "over")


# -- who is where -----------------------------------------------------------------------------------------------------


def over(pos: Position, hex_: int, side: int) -> int:
    """An aircraft that a side has committed to a hex, or -1; never more than one (gpw 11.1.D) save by a variant."""
    if not pos.missions:
        return -1
    return next((u for u in pos.world.aircraft[side] if u in pos.missions and pos.where[u] == hex_), -1)


def flying(pos: Position, hex_: int, side: int, mission: str) -> list[int]:
    """A side's aircraft on a mission over a hex."""
    if not pos.missions:
        return []
    return [u for u in pos.world.aircraft[side] if pos.missions.get(u) == mission and pos.where[u] == hex_]


def hunting(pos: Position, hex_: int, side: int) -> list[int]:
    """A side's fighters over a hex on INT.

    One that has still to return from a turn before, where the enemy attacks twice in a row (gpw 23.1.3), hunts no more.
    """
    return [u for u in flying(pos, hex_, side, INT) if u in pos.flown]


def supporting(pos: Position, hex_: int, side: int, mission: str) -> int:
    """A side's aircraft on OAS or DAS over a hex that counts there, or -1; of several the best."""
    units = pos.world.units
    return max(flying(pos, hex_, side, mission), key=lambda u: units[u].air_shift, default=-1)


def crowded(pos: Position) -> bool:
    """True where a variant lets several aircraft of a side be over a hex."""
    return any(hook(pos) for hook in pos.world.hooks.crowd)


def shifts(pos: Position, target: int, side: int) -> list[tuple[int, str, str]]:
    """What aircraft shift the column of a side's attack by: columns, cause, rule.

    Surviving OAS counts to the right (gpw 11.1.1.B, gpw 11.1.1.C), DAS to the left (gpw 11.1.3.B).
    """
    found = []
    attacker, defender = supporting(pos, target, side, OAS), supporting(pos, target, 1 - side, DAS)
    if attacker >= 0:
        unit = pos.world.units[attacker]
        found.append((unit.air_shift, f"{unit.label} supports the attack", "gpw 11.1.1.C"))
    if defender >= 0:
        unit = pos.world.units[defender]
        found.append((-unit.air_shift, f"{unit.label} supports the defence", "gpw 11.1.3.B"))
    return found


def hope(pos: Position, target: int) -> int:
    """Columns that an aircraft in range could still gain for an attack of the phasing side on a hex.

    It may support the attack, or drive off the support of the defence; not both, for one aircraft a side flies there.
    """
    if pos.air_stage or over(pos, target, pos.side) >= 0:
        return 0
    able = [unit for unit in pos.world.aircraft[pos.side] if within(pos, unit, target)]
    enemy = supporting(pos, target, 1 - pos.side, DAS) if interceptors(pos, pos.side, target) else -1
    own = max((pos.world.units[unit].air_shift for unit in able), default=0)
    other = pos.world.units[enemy].air_shift if enemy >= 0 else 0
    return own + other if crowded(pos) else max(own, other)


def within(pos: Position, unit: int, hex_: int) -> bool:
    """True for an aircraft at base within range of a hex, that no variant keeps from flying there."""
    if pos.where[unit] < 0 or unit in pos.missions or not _in_range(pos, unit, hex_):
        return False
    barred = pos.world.hooks.may_not_fly
    return not barred or next(gather(barred, pos, unit, hex_), None) is None


def _in_range(pos: Position, unit: int, hex_: int) -> bool:
    return pos.world.board.distance(pos.where[unit], hex_) <= pos.world.units[unit].air_range


# -- sending aircraft out ---------------------------------------------------------------------------------------------


def legal(pos: Position) -> Iterator[Action]:
    """What the phasing side may do with its aircraft in a combat or general movement phase."""
    fields = airfields.landings(pos, pos.side) if pos.step.kind == "general" and pos.world.aircraft[pos.side] else []
    for unit in pos.world.aircraft[pos.side]:
        yield from _legal_of(pos, unit, fields)
    if pos.step.kind == "combat" and next(ready_objections(pos, Ready()), None) is None:
        yield Ready()


def legal_of(pos: Position, unit: int) -> list[Action]:
    """The same for one aircraft."""
    if unit not in pos.world.aircraft[pos.side] or pos.step.kind not in ("combat", "general"):
        return []
    return list(_legal_of(pos, unit, airfields.landings(pos, pos.side) if pos.step.kind == "general" else []))


def _legal_of(pos: Position, unit: int, fields: list[int]) -> Iterator[Action]:
    if next(air.may_not_fly(pos, unit), None) is not None:
        return
    name, ids = pos.world.units[unit].id, pos.world.board.ids
    if pos.step.kind == "general":
        yield from air.legal_of(pos, unit, fields)
        friends = {pos.where[u] for u in pos.on_map(pos.side)} if unit not in pos.flown else set()
        goals = sorted(hex_ for hex_ in friends if within(pos, unit, hex_))
    else:
        goals = [battle.target for battle in pos.battles if within(pos, unit, battle.target)]
    for hex_ in goals:
        action = Fly(name, ids[hex_])
        if next(fly_objections(pos, action), None) is None:
            yield action


def fly_objections(pos: Position, action: Fly) -> Iterator[Reason]:
    """Why an aircraft may not be sent to a hex, on OAS in a combat phase or on DAS in a general movement phase."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    barred = list(air.may_not_fly(pos, unit.index))
    yield from barred
    if barred:
        return
    if pos.step.kind == "combat":
        yield from _oas_objections(pos, hex_)
        yield from _flight_objections(pos, unit.index, hex_, "gpw 11.1.1.A")
    else:
        yield from cover_objections(pos, unit.index, hex_)


def _oas_objections(pos: Position, hex_: int) -> Iterator[Reason]:
    if pos.air_stage or any(battle.resolved for battle in pos.battles):
        yield Reason("gpw 11.1.1.A", "aircraft support attacks before the interceptions and before the first roll")
    if all(battle.target != hex_ for battle in pos.battles):
        yield Reason("gpw 11.1.1.A", f"no attack on {pos.world.board.label(hex_)} has been announced")


def cover_objections(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why an aircraft of the phasing side may not be sent to support the defence of a hex."""
    yield from _das_objections(pos, unit, hex_)
    yield from _flight_objections(pos, unit, hex_, "gpw 11.1.3.A")


def _das_objections(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    if unit in pos.flown:
        yield Reason("gpw 11.1.3.A", f"{pos.world.units[unit].label} has flown this turn")
    if pos.occupant[hex_] < 0 or pos.enemy_at(hex_, pos.side):
        yield Reason("gpw 11.1.3.A", f"{pos.world.board.label(hex_)} holds no friendly unit")


def _flight_objections(pos: Position, unit: int, hex_: int, rule: str) -> Iterator[Reason]:
    """What holds for every mission: one aircraft a side over a hex, from base, within range."""
    counter, place = pos.world.units[unit], pos.world.board.label(hex_)
    there = over(pos, hex_, counter.side)
    if unit in pos.missions:
        yield Reason(rule, f"{counter.label} is on a mission ({pos.missions[unit]})")
        return
    yield from gather(pos.world.hooks.may_not_fly, pos, unit, hex_)
    if there >= 0 and not crowded(pos):
        yield Reason("gpw 11.1.D", f"{pos.world.units[there].label} is over {place}: one aircraft a side")
    if not _in_range(pos, unit, hex_):
        away = pos.world.board.distance(pos.where[unit], hex_)
        yield Reason(
            rule, f"{place} is {counted(away, 'hex', 'hexes')} from {counter.label}, whose range is {counter.air_range}"
        )


def fly(pos: Position, action: Fly) -> list[Event]:
    """Send an aircraft out; it stands on the unit that it attacks or defends (gpw 11.1.B)."""
    if pos.step.kind == "combat":  # gpw 3.1.4.B, gpw 3.2.4.B
        return [send(pos, action.unit, action.hex, OAS, "gpw 11.1.1.A", "supports the attack on")]
    pos.moved[pos.world.unit(action.unit).index] = 1
    return [send(pos, action.unit, action.hex, DAS, "gpw 11.1.3.A", "supports the defence of")]  # gpw 3.1.5.C


def send(pos: Position, name: str, hex_name: str, mission: str, rule: str, what: str) -> Event:
    """Put an aircraft over a hex on a mission."""
    unit, hex_ = pos.world.unit(name), pos.world.board.hex(hex_name)
    start = pos.world.board.ids[pos.where[unit.index]]
    pos.missions[unit.index] = mission
    pos.flown |= {unit.index}
    pos.put(unit.index, hex_)
    text = f"{unit.label} flies from {start} and {what} {pos.world.board.label(hex_)}"
    return Event("sortie", text, rule, unit=unit.id, from_hex=start, to_hex=hex_name, result=mission)


# -- interception -----------------------------------------------------------------------------------------------------


def targets(pos: Position, side: int) -> list[int]:
    """Attacked hexes in which a side may intercept: enemy support over them and no aircraft of its own.

    The defender goes for OAS (gpw 11.1.2.B), the attacker for DAS (gpw 11.1.2.C); with an aircraft of its own over the
    hex a side has no room for a second one (gpw 11.1.D).
    """
    mission = DAS if side == pos.side else OAS
    hexes = sorted(battle.target for battle in pos.battles)
    there = [h for h in hexes if over(pos, h, side) < 0 or crowded(pos)]
    return [h for h in there if len(hunting(pos, h, side)) < len(flying(pos, h, 1 - side, mission))]


def interceptors(pos: Position, side: int, hex_: int) -> list[int]:
    """Fighters of a side at base within range of a hex (gpw 11.1.2.A, gpw 11.1.2.D)."""
    return [u for u in pos.world.aircraft[side] if pos.world.units[u].intercepts and within(pos, u, hex_)]


def contest(pos: Position, target: int) -> tuple[int, list[int]]:
    """The support over an attacked hex that may still be intercepted, and the fighters that can; (-1, []) if none.

    OAS with DAS over the same hex leaves neither side room to intercept there (gpw 11.1.D).
    """
    for side, mission, last in ((1 - pos.side, OAS, "defender"), (pos.side, DAS, "attacker")):
        unit, own = supporting(pos, target, 1 - side, mission), over(pos, target, side)
        if unit >= 0 and own in hunting(pos, target, side) and pos.air_stage != "over":
            return unit, [own]
        if unit >= 0 and own < 0 and STAGES.index(pos.air_stage) <= STAGES.index(last):
            return unit, interceptors(pos, side, target)
    return -1, []


def _chances(pos: Position, side: int) -> list[Action]:
    units, ids = pos.world.units, pos.world.board.ids
    return [Intercept(units[u].id, ids[h]) for h in targets(pos, side) for u in interceptors(pos, side, h)]


def _intercepting(pos: Position) -> int:
    """The side whose turn it is to intercept, or -1."""
    return {"defender": 1 - pos.side, "attacker": pos.side}.get(pos.air_stage, -1)


def decision(pos: Position) -> Decision | None:
    """Which fighters a side sends up: one after the other, until it sends no more (gpw 3.1.4.C, gpw 3.2.4.C)."""
    side = _intercepting(pos)
    if side < 0:
        return None
    rule, what = ("gpw 11.1.2.C", "DAS") if side == pos.side else ("gpw 11.1.2.B", "OAS")
    places = ", ".join(pos.world.board.label(hex_) for hex_ in targets(pos, side))
    options = (Ready(), *_chances(pos, side))
    return Decision(SIDES[side], "intercept", rule, options, options[0], f"fighters may intercept {what} over {places}")


def answer_objections(pos: Position, action: Action) -> Iterator[Reason]:
    """What in particular is wrong with an interception that the pending decision does not offer."""
    if isinstance(action, Intercept) and _intercepting(pos) >= 0:
        yield from intercept_objections(pos, action)


def intercept_objections(pos: Position, action: Intercept) -> Iterator[Reason]:
    """What in particular is wrong with an interception."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    side, place = _intercepting(pos), pos.world.board.label(hex_)
    if unit.index not in pos.world.aircraft[side]:
        yield Reason("gpw 11.1.2.D", f"{unit.name} is no {SIDES[side]} aircraft in play")
        return
    if not unit.intercepts:
        yield Reason("gpw 11.1.2.A", f"{unit.label} is no fighter: its column shift is in brackets")
    mission, rule = (DAS, "gpw 11.1.2.C") if side == pos.side else (OAS, "gpw 11.1.2.B")
    if all(b.target != hex_ for b in pos.battles) or supporting(pos, hex_, 1 - side, mission) < 0:
        yield Reason(rule, f"no {SIDES[1 - side]} aircraft on {mission} is over an attacked unit in {place}")
    yield from _flight_objections(pos, unit.index, hex_, "gpw 11.1.2.D")


def intercept(pos: Position, action: Intercept) -> list[Event]:
    """Send a fighter to the hex of its target (gpw 11.1.C); nothing is rolled before all have flown (gpw 11.1.2.E)."""
    sent = send(pos, action.unit, action.hex, INT, "gpw 11.1.2.D", "intercepts over")
    return [sent, *_carry_on(pos)]


def ready_objections(pos: Position, _action: Ready) -> Iterator[Reason]:
    """Why the attacker cannot end the sending of OAS."""
    if not any(pos.world.aircraft):
        yield Reason("gpw 11.0.A", "aircraft are an advanced rule that is not in force")
    elif not pos.battles:
        yield Reason("gpw 11.1.1.A", "no attack has been announced")
    elif pos.air_stage or any(battle.resolved for battle in pos.battles):
        yield Reason("gpw 11.1.2.E", "the interceptions of this phase are over")


def ready(pos: Position, _action: Ready) -> list[Event]:
    """Go on to the next side's interceptions, or to their dice when both have done (gpw 11.1.2.E)."""
    done = SIDES[pos.side if (side := _intercepting(pos)) < 0 else side]
    pos.air_stage = STAGES[STAGES.index(pos.air_stage) + 1]
    return [Event("ready", f"{done} sends no more aircraft", "gpw 11.1.2.E"), *_carry_on(pos)]


def _carry_on(pos: Position) -> list[Event]:
    """Pass over sides that cannot intercept any more, then roll."""
    while (side := _intercepting(pos)) >= 0 and not _chances(pos, side):
        pos.air_stage = STAGES[STAGES.index(pos.air_stage) + 1]
    if pos.air_stage != "over":
        return []
    fights = pos.world.hooks.dogfight
    return [*gather(fights, pos)] if fights else _roll(pos)


def must_come_first(pos: Position) -> bool:
    """True while aircraft over an attack may still be intercepted, so that no battle can be rolled (gpw 11.1.2.E).

    Once one has been rolled the time for it is past, also for a fighter that has since been driven from its airfield.
    """
    if pos.air_stage or not pos.missions or any(battle.resolved for battle in pos.battles):
        return False
    return any(_chances(pos, side) for side in range(2))


def _roll(pos: Position) -> list[Event]:
    """Carry out all interceptions: every die first, then what it does to either side (gpw 11.1.2.G)."""
    events, fallen = [], []
    for fighter, target in _duels(pos):
        for shooter, victim, roller in ((fighter, target, "interceptor"), (target, fighter, "target")):
            event, result = _shoot(pos, shooter, victim, roller)
            events.append(event)
            fallen += [(shooter, victim, result)] if result != "none" else []
    for shooter, victim, result in fallen:
        if result == "shot down":
            events.append(shoot_down(pos, shooter, victim))
        else:  # gpw 11.1.2.H: air.settle or its owner's decision finds the airfield
            pos.missions[victim] = ABORTED
    return events


def _duels(pos: Position) -> list[tuple[int, int]]:
    """Each fighter on INT over an attacked hex with the support that it has come for."""
    found = []
    for hex_ in (battle.target for battle in pos.battles):
        for side, mission in ((1 - pos.side, OAS), (pos.side, DAS)):
            target = supporting(pos, hex_, 1 - side, mission)
            found += [(fighter, target) for fighter in hunting(pos, hex_, side) if target >= 0]
    return sorted(found)


def faces(pos: Position, shooter: int, victim: int, roller: str) -> tuple[str, ...]:
    """What each face of a shooter's die does to its victim; ``roller``: the interceptor, or the target firing back."""
    row: tuple[str, ...] = thread(pos.world.hooks.duel, pos.world.charts.interception[roller], pos, shooter, victim)
    return row


def _shoot(pos: Position, shooter: int, victim: int, roller: str) -> tuple[Event, str]:
    """One die of an interception (gpw 11.1.2.F, gpw 11.1.2.G)."""
    units, here = pos.world.units, pos.world.board.ids[pos.where[victim]]
    die = pos.roll(roller, here)
    result = faces(pos, shooter, victim, roller)[die - 1]
    rule = "gpw 11.1.2.F" if roller == "interceptor" else "gpw 11.1.2.G"
    what = {"none": "no effect", "aborted": "aborted", "shot down": "shot down"}[result]
    text = f"{units[shooter].label} against {units[victim].label} over {here}, die {die}: {what}"
    return Event("interception", text, rule, unit=units[shooter].id, to_hex=here, die=die, result=result), result


def shoot_down(pos: Position, shooter: int, victim: int) -> Event:
    """Take a victim of an interception off the map (gpw 11.1.2.I)."""
    return air.shoot_down(pos, victim, "gpw 11.1.2.I", f"is shot down by {pos.world.units[shooter].label}")
