"""Combat (gpw 7.0): announce every attack of the phase, then roll for them one at a time in any order.

Each CRT result is a short list of steps (:data:`PLANS`) carried out in turn; a step that leaves a choice stops and
becomes the game's pending decision, whoever's choice it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import leaders, retreat
from gpwlab.gpw.actions import Action, Advance, Attack, Loss, Resolve, Retreat, Stand
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.movement import features
from gpwlab.gpw.odds import ladder_name, odds
from gpwlab.gpw.position import ON_MAP, Battle
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

#: What each result asks for, in order (gpw 7.4).
PLANS: dict[str, tuple[str, ...]] = {
    "NE": (),
    "AL": ("attacker step",),
    "DR": ("stand", "retreat", "advance"),
    "DRL": ("defender step", "retreat", "advance"),
    "DE": ("defender eliminated", "advance"),
    "EX": ("exchange", "attacker points", "stand", "retreat", "advance"),
}
#: Rules of refusals that no strength or dice could mend.
GEOMETRY = ("gpw 7.1.A", "gpw 7.1.C", "gpw 5.3.B")
RESULT_RULES = {
    "NE": "gpw 7.4.1",
    "AL": "gpw 7.4.4",
    "DR": "gpw 7.4.2.A",
    "DRL": "gpw 7.4.3",
    "DE": "gpw 7.4.5",
    "EX": "gpw 7.4.6.A",
}


# -- announcing -----------------------------------------------------------------------------------------------------


def targets(pos: Position) -> Iterator[tuple[int, list[int]]]:
    """Enemy hexes that no announced attack names, by id, each with the units that may attack it."""
    named = {battle.target for battle in pos.battles}
    cover = pos.zoc[pos.side]  # outside it no unit is adjacent
    for hex_ in sorted(pos.where[unit] for unit in pos.on_map(1 - pos.side)):
        if cover[hex_] and hex_ not in named:
            able = candidates(pos, hex_)
            if able:
                yield hex_, able


def candidates(pos: Position, target: int) -> list[int]:
    """Units that may join an attack: adjacent, no water between, in no attack yet (gpw 7.1.A, gpw 7.1.C)."""
    busy = {unit for battle in pos.battles for unit in battle.attackers}
    units, side = pos.world.units, pos.side
    near = (pos.occupant[hex_] for hex_ in pos.world.board.land[target])
    return sorted(unit for unit in near if unit >= 0 and units[unit].side == side and unit not in busy)


def legal(pos: Position) -> Iterator[Action]:
    """Attacks that may be announced, each with all the units that may join, and announced attacks to resolve.

    Announced attacks are carried out in any order (gpw 7.1.E, gpw 7.2.G); when none is left nor may be announced, all
    that remains is to end the phase (gpw 7.2.H).
    """
    ids, units = pos.world.board.ids, pos.world.units
    if not any(battle.resolved for battle in pos.battles):
        for target, able in targets(pos):
            joined = _strongest(pos, target, able)
            if joined:
                yield Attack(ids[target], tuple(units[unit].id for unit in joined))
    for battle in pos.battles:
        if not battle.resolved:
            yield Resolve(ids[battle.target])


def _strongest(pos: Position, target: int, able: list[int]) -> list[int]:
    """All units if together they may attack, else those that need not cross the strait, else none.

    A further unit never makes an attack weaker, save one across the strait, which costs the others a column.
    """
    if odds(pos, target, able).possible:
        return able
    board = pos.world.board
    dry = [unit for unit in able if not board.strait[target] >> board.direction(target, pos.where[unit]) & 1]
    return dry if 0 < len(dry) < len(able) and odds(pos, target, dry).possible else []


def attack_objections(pos: Position, action: Attack) -> Iterator[Reason]:
    """Why an attack may not be announced."""
    board = pos.world.board
    target = board.hex(action.target)
    units = [pos.world.unit(name) for name in action.attackers]
    if any(battle.resolved for battle in pos.battles):
        yield Reason("gpw 7.1.B", "all attacks are announced before the first is rolled, and one has been rolled")
    if not pos.enemy_at(target, pos.side):
        yield Reason("gpw 7.1.A", f"{board.label(target)} holds no enemy unit")
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
        made = odds(pos, target, [unit.index for unit in units])
        if not made.possible:
            yield from made.reasons()


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
    if any(unit in battle.attackers for battle in pos.battles):
        yield Reason("gpw 7.1.C", f"{counter.name} is in an announced attack; a unit attacks once a phase")


def announce(pos: Position, action: Attack) -> list[Event]:
    """Write down an attack; from now on it must be carried out (gpw 7.1.B)."""
    target = pos.world.board.hex(action.target)
    units = tuple(pos.world.unit(name).index for name in action.attackers)
    pos.battles.append(Battle(target, units, defender=pos.occupant[target]))
    made = odds(pos, target, units)
    text = f"attack on {pos.world.board.label(target)} announced at {ladder_name(made.column)}"
    return [Event("announce", text, "gpw 7.1.B", to_hex=action.target, column=made.column)]


# -- resolving ------------------------------------------------------------------------------------------------------


def resolve_objections(pos: Position, action: Resolve) -> Iterator[Reason]:
    """Why there is nothing to roll for."""
    target = pos.world.board.hex(action.target)
    match = [battle for battle in pos.battles if battle.target == target]
    if not match:
        yield Reason("gpw 7.1.B", f"no attack on {pos.world.board.label(target)} has been announced")
    elif match[0].resolved:
        yield Reason("gpw 7.1.D", f"the attack on {pos.world.board.label(target)} has been resolved")


def resolve(pos: Position, action: Resolve) -> list[Event]:
    """Roll for an announced attack and carry out the result as far as no choice is open (gpw 7.2.D, gpw 7.2.E)."""
    target = pos.world.board.hex(action.target)
    column = odds(pos, target, _battle_on(pos, target).attackers).column
    die = pos.roll("battle", action.target)
    result = pos.world.charts.crt[column][die - 1]
    text = f"battle at {pos.world.board.label(target)}: {ladder_name(column)}, die {die}: {result}"
    rolled = Event("battle", text, RESULT_RULES[result], to_hex=action.target, die=die, column=column, result=result)
    return [rolled, *begin(pos, target, result)]


def _battle_on(pos: Position, target: int) -> Battle:
    return next(battle for battle in pos.battles if battle.target == target)


def begin(pos: Position, target: int, result: str, hasty: bool = False) -> list[Event]:
    """Start carrying out a result on the battle for a hex; ``hasty`` takes the default of every decision."""
    battle = _battle_on(pos, target)
    pos.fighting = pos.battles.index(battle)
    battle.resolved = True
    battle.result = result
    battle.todo = PLANS[result]
    return carry_on(pos, hasty)


def carry_on(pos: Position, hasty: bool = False) -> list[Event]:
    """Carry out the battle's remaining steps until one leaves a choice or none is left."""
    events: list[Event] = []
    battle = pos.battle
    while battle is not None and battle.todo:
        options = _options(pos, battle)
        if len(options) < 2:
            events += _forced(pos, battle, options)
        elif hasty:
            events += _act(pos, _default(pos, battle, options))
        else:
            return events
    pos.fighting = -1
    return events


def _options(pos: Position, battle: Battle) -> list[Action]:
    """What the battle's next step may be answered with; a step with one option or none leaves no choice."""
    units, ids = pos.world.units, pos.world.board.ids
    step = battle.todo[0]
    if step == "attacker step" or (step == "attacker points" and battle.owed > 0):
        return [Loss(units[unit].id) for unit in _standing(pos, battle)]
    if step == "stand" and _may_stand(pos, battle):
        return [Stand(False), Stand(True)]
    if step == "retreat" and pos.where[battle.defender] >= 0:
        price, found = retreat.routes(pos, battle.defender)
        if price < pos.steps[battle.defender]:
            return [Retreat(tuple(ids[hex_] for hex_ in route)) for route in found]
    if step == "advance" and pos.occupant[battle.target] < 0:
        able = [unit for unit in _standing(pos, battle) if not list(_may_not_advance(pos, unit, battle.target))]
        return [Advance(None), *(Advance(units[unit].id) for unit in able)]
    return []


def _standing(pos: Position, battle: Battle) -> list[int]:
    return [unit for unit in battle.attackers if pos.fate[unit] == ON_MAP]


def _may_stand(pos: Position, battle: Battle) -> bool:
    """True where the defender may lose a step instead of retreating (gpw 7.4.2, exception)."""
    tec = pos.world.charts.tec
    on_map = pos.where[battle.defender] >= 0
    return on_map and any(tec[name].may_stand for name in features(pos.world.board, battle.target))


def _forced(pos: Position, battle: Battle, options: list[Action]) -> list[Event]:
    """Carry out a step that leaves no choice."""
    if options:
        return _act(pos, options[0])
    step, battle.todo = battle.todo[0], battle.todo[1:]
    if step in ("defender step", "exchange"):
        before = pos.defence(battle.defender)
        events = [_lose(pos, battle.defender, RESULT_RULES[battle.result])]
        battle.owed = before - (pos.defence(battle.defender) if pos.steps[battle.defender] else 0)
        return events
    if step == "defender eliminated":
        return [_destroy(pos, battle.defender, "gpw 7.4.5", "is eliminated")]
    if step == "retreat" and pos.where[battle.defender] >= 0:
        return [_no_retreat(pos, battle)]
    return []


def _no_retreat(pos: Position, battle: Battle) -> Event:
    """Eliminate a unit that has no route, or none that it survives (gpw 4.2.B, gpw 4.2.C, gpw 7.4.6.B)."""
    price, found = retreat.routes(pos, battle.defender)
    if not found:
        return _destroy(pos, battle.defender, "gpw 7.4.6.B", "has no way to retreat and is eliminated")
    rule = "gpw 4.2.C" if battle.result == "DRL" else "gpw 4.2.A" if price == 1 else "gpw 4.2.B"
    hexes = "a hex" if price == 1 else f"{price} hexes"
    return _destroy(pos, battle.defender, rule, f"would retreat through {hexes} in enemy ZOC and is eliminated")


def _lose(pos: Position, unit: int, rule: str, why: str = "") -> Event:
    counter, here = pos.world.units[unit], pos.world.board.ids[pos.where[unit]]
    pos.lose_step(unit)
    what = "is reduced" if pos.steps[unit] else "is eliminated"
    text = f"{counter.name} loses a step{why} and {what}"
    return Event("loss", text, rule, unit=counter.id, from_hex=here, result=what)


def _destroy(pos: Position, unit: int, rule: str, what: str) -> Event:
    counter, here = pos.world.units[unit], pos.world.board.ids[pos.where[unit]]
    pos.eliminate(unit)
    return Event("loss", f"{counter.name} {what}", rule, unit=counter.id, from_hex=here, result="is eliminated")


# -- decisions within a battle ------------------------------------------------------------------------------------

_QUESTIONS = {
    "attacker step": ("loss", "gpw 7.4.4", "one attacking unit loses a step"),
    "attacker points": ("loss", "gpw 7.4.6.A", "the attacker still owes {owed} strength points of the exchange"),
    "stand": ("stand", "gpw 7.4.2", "the defender may lose a step instead of retreating"),
    "retreat": ("retreat", "gpw 7.4.2.A", "the attacker chooses where the defender retreats"),
    "advance": ("advance", "gpw 7.2.F", "one attacking unit may move into the vacated hex"),
}
_ANSWERS: dict[str, type[Action]] = {
    "attacker step": Loss,
    "attacker points": Loss,
    "stand": Stand,
    "retreat": Retreat,
    "advance": Advance,
}


def decision(pos: Position) -> Decision | None:
    """The choice that the battle in progress waits for."""
    battle = pos.battle
    options = _options(pos, battle) if battle is not None and battle.todo else []
    if battle is None or len(options) < 2:
        return None
    kind, rule, text = _QUESTIONS[battle.todo[0]]
    side = pos.world.units[battle.defender].side if kind == "stand" else pos.side
    where = pos.world.board.label(battle.target)
    text = f"{where}: {text.format(owed=battle.owed)}"
    return Decision(SIDES[side], kind, rule, tuple(options), _default(pos, battle, options), text)


def _default(pos: Position, battle: Battle, options: list[Action]) -> Action:
    """The answer of a player in haste: the smallest loss, the first route, no advance.

    A defender stands only where giving way would cost it a step as well.
    """
    if isinstance(options[0], Loss):
        return _smallest_loss(pos, battle, options)
    if isinstance(options[0], Stand):
        price, found = retreat.routes(pos, battle.defender)
        return Stand(price > 0 or not found)
    return options[0]


def _smallest_loss(pos: Position, battle: Battle, options: list[Action]) -> Action:
    """The loss that costs the attacker least: enough in one step if possible, then the fewest strength points."""

    def cost(action: Action) -> tuple[bool, int]:
        lost = _points(pos, pos.world.unit(action.unit).index) if isinstance(action, Loss) else 0
        return lost < battle.owed, lost

    return min(options, key=cost)


def _points(pos: Position, unit: int) -> int:
    """Attack strength that a unit's next step loss takes, by its printed figures (gpw 7.4.6.A)."""
    left = pos.world.units[unit].attack[pos.steps[unit] - 2] if pos.steps[unit] > 1 else 0
    return pos.attack(unit) - left


def answer_objections(pos: Position, action: Action) -> Iterator[Reason]:
    """What in particular is wrong with an answer that the pending decision does not offer."""
    battle = pos.battle
    if battle is None or not isinstance(action, _ANSWERS[battle.todo[0]]):
        return
    board = pos.world.board
    if isinstance(action, Retreat):
        yield from retreat.objections(pos, battle.defender, tuple(map(board.hex, action.path)))
    elif isinstance(action, Loss | Advance) and action.unit is not None:
        counter = pos.world.unit(action.unit)
        if counter.index not in battle.attackers:
            yield Reason("gpw 7.1.B", f"{counter.name} takes no part in the attack on {board.label(battle.target)}")
        elif pos.where[counter.index] < 0:
            yield Reason("gpw 7.2.E", f"{counter.name} has been eliminated in this battle")
        elif isinstance(action, Advance):
            yield from _may_not_advance(pos, counter.index, battle.target)


def answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to the pending decision and go on with the battle."""
    return [*_act(pos, action), *carry_on(pos)]


def _act(pos: Position, action: Action) -> list[Event]:
    battle = pos.battle
    assert battle is not None
    if isinstance(action, Loss):
        return _attacker_loss(pos, battle, pos.world.unit(action.unit).index)
    battle.todo = battle.todo[1:]
    if isinstance(action, Stand):
        if not action.step_loss:
            return []
        battle.todo = tuple(step for step in battle.todo if step != "retreat")
        return [_lose(pos, battle.defender, "gpw 7.4.2")]
    if isinstance(action, Retreat):
        return _retreat(pos, battle, tuple(pos.world.board.hex(name) for name in action.path))
    if isinstance(action, Advance) and action.unit is not None:
        return [_advance(pos, battle, pos.world.unit(action.unit).index)]
    return []


def _attacker_loss(pos: Position, battle: Battle, unit: int) -> list[Event]:
    battle.owed -= _points(pos, unit)
    if battle.todo[0] == "attacker step":
        battle.todo = battle.todo[1:]
    return [_lose(pos, unit, RESULT_RULES[battle.result])]


def _retreat(pos: Position, battle: Battle, route: tuple[int, ...]) -> list[Event]:
    unit, board = battle.defender, pos.world.board
    counter, start = pos.world.units[unit], pos.where[unit]
    events = [
        _lose(pos, unit, "gpw 7.4.2.B", f" to the enemy ZOC in {board.label(hex_)}")
        for hex_ in retreat.costly(pos, unit, route)
    ]
    pos.shift(unit, route)
    leaders.follow(pos, start, route[-1], counter.side)
    text = f"{counter.name} retreats {board.ids[start]} to {board.label(route[-1])}"
    moved = Event(
        "retreat", text, "gpw 7.4.2.A", unit=counter.id, from_hex=board.ids[start], to_hex=board.ids[route[-1]]
    )
    return [*events, moved]


def _may_not_advance(pos: Position, unit: int, target: int) -> Iterator[Reason]:
    """Why an attacker may not enter the vacated hex: the strait or the scenario (docs/rulings.md)."""
    board, counter = pos.world.board, pos.world.units[unit]
    direction = board.direction(pos.where[unit], target)
    if board.strait[pos.where[unit]] >> direction & 1:
        if counter.armour:
            yield Reason("gpw 5.2.C", f"{counter.name} is mechanised and may not cross the Straits of Kerch")
        if pos.kerch_used[counter.side]:
            yield Reason("gpw 5.2.B", f"a {SIDES[counter.side]} unit has crossed the Straits of Kerch this turn")
    yield from pos.world.scenario.may_not_move(pos, unit)


def _advance(pos: Position, battle: Battle, unit: int) -> Event:
    board, counter = pos.world.board, pos.world.units[unit]
    start = pos.where[unit]
    if board.strait[start] >> board.direction(start, battle.target) & 1:
        pos.kerch_used[counter.side] = True
    pos.shift(unit, (battle.target,))
    text = f"{counter.name} advances into {board.label(battle.target)}"
    return Event(
        "advance", text, "gpw 7.2.F", unit=counter.id, from_hex=board.ids[start], to_hex=board.ids[battle.target]
    )
