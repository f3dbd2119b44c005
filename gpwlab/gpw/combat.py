"""Combat (gpw 7.0): announce every attack of the phase, then roll for them one at a time in any order.

What the CRT's results ask for is in results.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import allies, results, sorties
from gpwlab.gpw.actions import Action, Attack, Resolve
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather
from gpwlab.gpw.odds import ladder_name, odds
from gpwlab.gpw.position import Battle

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: Rules of refusals that no strength or dice could mend.
GEOMETRY = ("gpw 7.1.A", "gpw 7.1.C", "gpw 5.3.B", "gpw 16.2.A", "gpw 17.1.4", "gpw 17.2.3")


# -- announcing -----------------------------------------------------------------------------------------------------


def targets(pos: Position) -> Iterator[tuple[int, list[int]]]:
    """Enemy hexes that no announced attack names, by id, each with the units that may attack it."""
    named = {battle.target for battle in pos.battles}
    cover = pos.zoc[pos.side]  # outside it no unit is adjacent
    for hex_ in sorted({pos.where[unit] for unit in pos.on_map(1 - pos.side)}):
        if cover[hex_] and hex_ not in named:
            able = candidates(pos, hex_)
            if able:
                yield hex_, able


def candidates(pos: Position, target: int) -> list[int]:
    """Units that may join an attack: adjacent, no water between, in no attack yet (gpw 7.1.A, gpw 7.1.C)."""
    busy = {unit for battle in pos.battles for unit in battle.attackers}
    units, side = pos.world.units, pos.side
    if partisans_alone(pos, target):
        return []
    near = (unit for hex_ in pos.world.board.land[target] for unit in pos.holders(hex_))
    able = (unit for unit in near if units[unit].side == side and units[unit].fights)
    able = (unit for unit in able if unit not in busy and not allies.balks(pos, unit))
    barred = pos.world.hooks.may_not_attack
    return sorted(unit for unit in able if not barred or next(gather(barred, pos, unit, target), None) is None)


def partisans_alone(pos: Position, target: int) -> bool:
    """True for a hex that holds partisans only, who do not fight and cannot be fought (gpw 16.2.A)."""
    return all(not pos.world.units[unit].fights for unit in pos.holders(target))


def legal(pos: Position) -> Iterator[Action]:
    """Attacks that may be announced, each with all the units that may join, and announced attacks to resolve.

    Announced attacks are carried out in any order (gpw 7.1.E, gpw 7.2.G); when none is left nor may be announced, all
    that remains is to end the phase (gpw 7.2.H).
    """
    ids, units = pos.world.board.ids, pos.world.units
    if not _announced(pos):
        for target, able in targets(pos):
            joined = _strongest(pos, target, able)
            if joined:
                yield Attack(ids[target], tuple(units[unit].id for unit in joined))
    for battle in () if sorties.must_come_first(pos) else pos.battles:
        if not battle.resolved:
            yield Resolve(ids[battle.target])


def _announced(pos: Position) -> bool:
    """True once all attacks have been announced: a battle has been rolled, or fighters have been let fly."""
    return bool(pos.air_stage) or any(battle.resolved for battle in pos.battles)


def _may_be_made(pos: Position, target: int, attackers: list[int]) -> bool:
    """True where the odds allow an attack, or would with an aircraft that can still support it (gpw 7.3)."""
    made = odds(pos, target, attackers)
    lowest = made.charts.columns[0]
    return made.possible or (made.attack > 0 and made.shifted + sorties.hope(pos, target) >= lowest)


def _strongest(pos: Position, target: int, able: list[int]) -> list[int]:
    """All units if together they may attack, else those that need not cross the strait, else none.

    A further unit never makes an attack weaker, save one across the strait, which costs the others a column.
    """
    if _may_be_made(pos, target, able):
        return able
    board = pos.world.board
    dry = [unit for unit in able if not board.strait[target] >> board.direction(target, pos.where[unit]) & 1]
    return dry if 0 < len(dry) < len(able) and _may_be_made(pos, target, dry) else []


def attack_objections(pos: Position, action: Attack) -> Iterator[Reason]:
    """Why an attack may not be announced."""
    board = pos.world.board
    target = board.hex(action.target)
    units = [pos.world.unit(name) for name in action.attackers]
    if pos.air_stage:
        yield Reason("gpw 7.1.B", "all attacks are announced before fighters intercept")
    elif _announced(pos):
        yield Reason("gpw 7.1.B", "all attacks are announced before the first is rolled, and one has been rolled")
    if not pos.enemy_at(target, pos.side):
        yield Reason("gpw 7.1.A", f"{board.label(target)} holds no enemy unit")
        return
    if partisans_alone(pos, target):
        yield Reason("gpw 16.2.A", f"{board.label(target)} holds partisans, who have no combat factor")
        return
    if any(battle.target == target for battle in pos.battles):
        yield Reason("gpw 7.1.D", f"{board.label(target)} is attacked already; a unit is attacked once a phase")
    if len(set(action.attackers)) < len(action.attackers):
        yield Reason("gpw 7.1.C", "a unit is named twice")
    barred = [reason for unit in units for reason in _may_not_join(pos, unit.index, target)]
    yield from barred
    if not units:
        yield Reason("gpw 7.2.A", "an attack needs at least one unit")
    elif not barred:
        attackers = [unit.index for unit in units]
        if not _may_be_made(pos, target, attackers):
            yield from odds(pos, target, attackers).reasons()


def _may_not_join(pos: Position, unit: int, target: int) -> Iterator[Reason]:
    board, counter = pos.world.board, pos.world.units[unit]
    if counter.side != pos.side:
        yield Reason("gpw 7.1.A", f"{counter.name} is not a unit of the attacker")
    elif pos.where[unit] < 0:
        yield Reason("gpw 7.1.A", f"{counter.name} is not on the map")
    elif board.direction(pos.where[unit], target) < 0:
        yield Reason(
            "gpw 7.1.A", f"{counter.name} in {board.label(pos.where[unit])} is not adjacent to {board.label(target)}"
        )
    elif target not in board.land[pos.where[unit]]:
        yield Reason("gpw 5.3.B", f"water lies between {counter.name} and {board.label(target)}")
    if not counter.fights:
        yield Reason("gpw 16.2.A", f"{counter.name} has no combat factor")
    yield from allies.may_not_attack(pos, unit)
    yield from gather(pos.world.hooks.may_not_attack, pos, unit, target)
    if any(unit in battle.attackers for battle in pos.battles):
        yield Reason("gpw 7.1.C", f"{counter.name} is in an announced attack; a unit attacks once a phase")


def announce(pos: Position, action: Attack) -> list[Event]:
    """Write down an attack; from now on it must be carried out (gpw 7.1.B)."""
    target = pos.world.board.hex(action.target)
    units = tuple(pos.world.unit(name).index for name in action.attackers)
    pos.battles.append(Battle(target, units, defenders=pos.holders(target)))
    made = odds(pos, target, units)
    text = f"attack on {pos.world.board.label(target)} announced at {ladder_name(made.column)}"
    return [Event("announce", text, "gpw 7.1.B", to_hex=action.target, column=made.column if made.possible else 0)]


# -- resolving ------------------------------------------------------------------------------------------------------


def resolve_objections(pos: Position, action: Resolve) -> Iterator[Reason]:
    """Why there is nothing to roll for."""
    target = pos.world.board.hex(action.target)
    match = [battle for battle in pos.battles if battle.target == target]
    if not match:
        yield Reason("gpw 7.1.B", f"no attack on {pos.world.board.label(target)} has been announced")
    elif match[0].resolved:
        yield Reason("gpw 7.1.D", f"the attack on {pos.world.board.label(target)} has been resolved")
    elif sorties.must_come_first(pos):
        yield Reason("gpw 11.1.2.E", "fighters may still intercept: 'ready' ends the sending of support")


def resolve(pos: Position, action: Resolve) -> list[Event]:
    """Roll for an announced attack and carry out the result as far as no choice is open (gpw 7.2.D, gpw 7.2.E)."""
    target = pos.world.board.hex(action.target)
    made = odds(pos, target, results.battle_on(pos, target).attackers)
    if not made.possible:  # the support that it counted on was lost
        text = f"battle at {pos.world.board.label(target)}: {ladder_name(made.shifted)}, too low; nothing happens"
        none = Event("called-off", text, "gpw 7.3", to_hex=action.target, result="NE")
        return [none, *results.begin(pos, target, "NE")]
    column = made.column
    die = pos.roll("battle", action.target)
    result = pos.world.charts.crt[column][die - 1]
    text = f"battle at {pos.world.board.label(target)}: {ladder_name(column)}, die {die}: {result}"
    rolled = Event(
        "battle", text, results.RESULT_RULES[result], to_hex=action.target, die=die, column=column, result=result
    )
    return [rolled, *results.begin(pos, target, result)]
