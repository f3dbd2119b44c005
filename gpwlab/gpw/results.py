"""What a CRT result asks for and how it is carried out (gpw 7.4).

Each result is a short list of steps (:data:`PLANS`) done in turn; a step that leaves a choice stops and becomes the
game's pending decision, whoever's choice it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import allies, leaders, retreat
from gpwlab.gpw.actions import Action, Advance, Loss, Retreat, Stand
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.movement import ground
from gpwlab.gpw.position import ON_MAP, Battle
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

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
#: The step that a defender who stands has lost, where two units stand together and it is to be chosen.
STAND_STEP = "stand step"
#: The defender's leave to end its retreat early, once the attacker has chosen the route (a variant).
HALT = "halt"
_DEFENDERS_LOSS = ("defender step", "exchange", STAND_STEP)
RESULT_RULES = {
    "NE": "gpw 7.4.1",
    "AL": "gpw 7.4.4",
    "DR": "gpw 7.4.2.A",
    "DRL": "gpw 7.4.3",
    "DE": "gpw 7.4.5",
    "EX": "gpw 7.4.6.A",
}


def battle_on(pos: Position, target: int) -> Battle:
    """The announced attack on a hex."""
    return next(battle for battle in pos.battles if battle.target == target)


def begin(pos: Position, target: int, result: str, hasty: bool = False) -> list[Event]:
    """Start carrying out a result on the battle for a hex; ``hasty`` takes the default of every decision."""
    battle = battle_on(pos, target)
    pos.fighting = pos.battles.index(battle)
    battle.resolved = True
    battle.result = result
    battle.todo = PLANS[result]
    if "stand" not in battle.todo and holding(pos, battle):  # a retreat after a loss may be declined too
        battle.todo = tuple(s for step in battle.todo for s in (("stand", step) if step == "retreat" else (step,)))
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
    return events if battle is None else [*events, *gather(pos.world.hooks.after_battle, pos, battle)]


def _options(pos: Position, battle: Battle) -> list[Action]:
    """What the battle's next step may be answered with; a step with one option or none leaves no choice."""
    units, ids = pos.world.units, pos.world.board.ids
    step = battle.todo[0]
    if step == "attacker step" or (step == "attacker points" and battle.owed > 0):
        return [Loss(units[unit].id) for unit in _standing(pos, battle)]
    if step in _DEFENDERS_LOSS:  # gpw 15.1.B: airborne troops may be the loss
        return [Loss(units[unit].id) for unit in left(pos, battle)]
    if step == "stand" and (_may_stand(pos, battle) or (holding(pos, battle) and left(pos, battle))):
        return [Stand(False), Stand(True)]
    if step == HALT:
        return [Retreat(tuple(ids[h] for h in battle.route[:end])) for end in _halts(pos, battle)]
    if step == "retreat" and left(pos, battle):
        price, found = retreat.routes(pos, left(pos, battle)[0])
        if price < _steps_to_spend(pos, battle):
            return [Retreat(tuple(ids[hex_] for hex_ in route)) for route in found]
    if step == "advance" and pos.occupant[battle.target] < 0:
        able = [unit for unit in _standing(pos, battle) if not list(may_not_advance(pos, unit, battle.target))]
        return [Advance(None), *(Advance(units[unit].id) for unit in able)]
    return []


def left(pos: Position, battle: Battle) -> list[int]:
    """The defenders that are still in the hex."""
    return [unit for unit in battle.defenders if pos.where[unit] == battle.target]


def holding(pos: Position, battle: Battle) -> Reason | None:
    """Why the defenders need neither retreat nor lose a step for it, where a variant lets them."""
    told = (hook(pos, battle.target) for hook in pos.world.hooks.hold)
    return next((reason for reason in told if reason is not None), None)


def _halts(pos: Position, battle: Battle) -> list[int]:
    """How many hexes of its route the defender may retreat and survive: all, or to where a variant lets it stop."""
    unit, most = battle.defender, _steps_to_spend(pos, battle)
    found = retreat.ends(pos, unit, battle.route)
    return [end for end in found if retreat.price(pos, unit, battle.route[:end]) < most]


def _steps_to_spend(pos: Position, battle: Battle) -> int:
    """More than a retreat may cost: the steps of a single unit; two together die of one ZOC (gpw 15.1.B)."""
    units = left(pos, battle)
    airborne = any(pos.world.units[unit].airborne for unit in units)
    return 1 if len(units) > 1 and airborne else min(pos.steps[unit] for unit in units)


def _standing(pos: Position, battle: Battle) -> list[int]:
    return [unit for unit in battle.attackers if pos.fate[unit] == ON_MAP]


def _may_stand(pos: Position, battle: Battle) -> bool:
    """True where the defender may lose a step instead of retreating (gpw 7.4.2, exception)."""
    tec = pos.world.charts.tec
    rows = ground(pos.world, battle.target, pos.turn_box.weather)
    may = thread(pos.world.hooks.stand, any(tec[name].may_stand for name in rows), pos, battle.target)
    return bool(left(pos, battle)) and bool(may)


def _forced(pos: Position, battle: Battle, options: list[Action]) -> list[Event]:
    """Carry out a step that leaves no choice."""
    if options:
        return _act(pos, options[0])
    step, battle.todo = battle.todo[0], battle.todo[1:]
    if step == "defender eliminated":
        return [_destroy(pos, unit, "gpw 7.4.5", "is eliminated") for unit in left(pos, battle)]
    return _no_retreat(pos, battle) if step == "retreat" else []


def _no_retreat(pos: Position, battle: Battle) -> list[Event]:
    """Eliminate units that have no route, or none that they survive (gpw 4.2.B, gpw 4.2.C, gpw 7.4.6.B)."""
    units = left(pos, battle)
    if not units:
        return []
    price, found = retreat.routes(pos, units[0])
    if not found:
        why = "has no way to retreat"
        unbounded = retreat.routes(pos, units[0], bounded=False)[1]
        if unbounded:
            rule, why = allies.no_retreat(pos, units[0], unbounded[0])
        else:
            rule = "gpw 7.4.6.B"
        return [_destroy(pos, unit, rule, f"{why} and is eliminated") for unit in units]
    rule = "gpw 4.2.C" if battle.result == "DRL" else "gpw 4.2.A" if price == 1 else "gpw 4.2.B"
    hexes = "a hex" if price == 1 else f"{price} hexes"
    why = f"would retreat through {hexes} in enemy ZOC and is eliminated"
    return [_destroy(pos, unit, "gpw 15.1.B" if len(units) > 1 else rule, why) for unit in units]


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
    "defender step": ("loss", "gpw 15.1.B", "one of the two defending units loses a step"),
    "exchange": ("loss", "gpw 15.1.B", "one of the two defending units loses a step"),
    STAND_STEP: ("loss", "gpw 15.1.B", "one of the two defending units loses a step"),
    "stand": ("stand", "gpw 7.4.2", "the defender may lose a step instead of retreating"),
    HALT: ("retreat", "gpw 23.5.4.7", "the defender may stop on the way of its retreat"),
    "retreat": ("retreat", "gpw 7.4.2.A", "the attacker chooses where the defender retreats"),
    "advance": ("advance", "gpw 7.2.F", "one attacking unit may move into the vacated hex"),
}
_ANSWERS: dict[str, type[Action]] = {
    "attacker step": Loss,
    "attacker points": Loss,
    "defender step": Loss,
    "exchange": Loss,
    STAND_STEP: Loss,
    "stand": Stand,
    HALT: Retreat,
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
    defends = battle.todo[0] in ("stand", HALT, *_DEFENDERS_LOSS)
    side = 1 - pos.side if defends else pos.side
    where = pos.world.board.label(battle.target)
    text = f"{where}: {text.format(owed=battle.owed)}"
    return Decision(SIDES[side], kind, rule, tuple(options), _default(pos, battle, options), text)


def _default(pos: Position, battle: Battle, options: list[Action]) -> Action:
    """The answer of a player in haste: the smallest loss, the first route, no advance.

    A defender stands only where giving way would cost it a step as well.
    """
    if battle.todo[0] in _DEFENDERS_LOSS:
        return min(options, key=lambda action: _defence_lost(pos, _unit_of(pos, action)))
    if isinstance(options[0], Loss):
        return _smallest_loss(pos, battle, options)
    if isinstance(options[0], Stand):
        price, found = retreat.routes(pos, left(pos, battle)[0])
        return Stand(price > 0 or not found)
    return options[0]


def _unit_of(pos: Position, action: Action) -> int:
    assert isinstance(action, Loss)
    return pos.world.unit(action.unit).index


def _defence_lost(pos: Position, unit: int) -> int:
    """Defence strength that a unit's next step loss takes, by its printed figures (gpw 7.4.6.A)."""
    rest = pos.world.units[unit].defence[pos.steps[unit] - 2] if pos.steps[unit] > 1 else 0
    return pos.defence(unit) - rest


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
    if battle.todo[0] == HALT:
        yield Reason("gpw 23.5.4.7", "the defender goes on along the route or stops where it may")
    elif isinstance(action, Retreat):
        yield from retreat.objections(pos, left(pos, battle)[0], tuple(map(board.hex, action.path)))
    elif isinstance(action, Loss | Advance) and action.unit is not None:
        counter = pos.world.unit(action.unit)
        if battle.todo[0] in _DEFENDERS_LOSS:
            yield Reason("gpw 15.1.B", f"{counter.name} does not defend {board.label(battle.target)}")
        elif counter.index not in battle.attackers:
            yield Reason("gpw 7.1.B", f"{counter.name} takes no part in the attack on {board.label(battle.target)}")
        elif pos.where[counter.index] < 0:
            yield Reason("gpw 7.2.E", f"{counter.name} has been eliminated in this battle")
        elif isinstance(action, Advance):
            yield from may_not_advance(pos, counter.index, battle.target)


def answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to the pending decision and go on with the battle."""
    return [*_act(pos, action), *carry_on(pos)]


def _act(pos: Position, action: Action) -> list[Event]:
    battle = pos.battle
    assert battle is not None
    if isinstance(action, Loss):
        loss = _defender_loss if battle.todo[0] in _DEFENDERS_LOSS else _attacker_loss
        return loss(pos, battle, pos.world.unit(action.unit).index)
    battle.todo = battle.todo[1:]
    if isinstance(action, Stand):
        if not action.step_loss:
            return []
        free = holding(pos, battle)
        battle.todo = (*(() if free else (STAND_STEP,)), *(step for step in battle.todo if step != "retreat"))
        return []
    if isinstance(action, Retreat):
        route = tuple(pos.world.board.hex(name) for name in action.path)
        asked, battle.route = battle.route, () if battle.route else route
        halts = [] if asked else _halts(pos, battle)
        if len(halts) > 1:
            battle.todo = (HALT, *battle.todo)
            return []
        battle.route = ()
        return _retreat(pos, battle, route[: halts[0]] if halts else route)
    if isinstance(action, Advance) and action.unit is not None:
        return [_advance(pos, battle, pos.world.unit(action.unit).index)]
    return []


def _defender_loss(pos: Position, battle: Battle, unit: int) -> list[Event]:
    step, battle.todo = battle.todo[0], battle.todo[1:]
    if step == "exchange":
        battle.owed = _defence_lost(pos, unit)
    return [_lose(pos, unit, "gpw 7.4.2" if step == STAND_STEP else RESULT_RULES[battle.result])]


def _attacker_loss(pos: Position, battle: Battle, unit: int) -> list[Event]:
    battle.owed -= _points(pos, unit)
    if battle.todo[0] == "attacker step":
        battle.todo = battle.todo[1:]
    return [_lose(pos, unit, RESULT_RULES[battle.result])]


def _retreat(pos: Position, battle: Battle, route: tuple[int, ...]) -> list[Event]:
    board, units = pos.world.board, left(pos, battle)
    events = [
        _lose(pos, unit, "gpw 7.4.2.B", f" to the enemy ZOC in {board.label(hex_)}")
        for unit in units
        for hex_ in retreat.costly(pos, unit, route)
    ]
    here, there = board.ids[battle.target], board.ids[route[-1]]
    for unit in units:
        counter = pos.world.units[unit]
        pos.shift(unit, route)
        text = f"{counter.name} retreats {here} to {board.label(route[-1])}"
        events.append(Event("retreat", text, "gpw 7.4.2.A", unit=counter.id, from_hex=here, to_hex=there))
    leaders.follow(pos, battle.target, route[-1], pos.world.units[units[0]].side)
    return events


def may_not_advance(pos: Position, unit: int, target: int) -> Iterator[Reason]:
    """Why an attacker may not enter the vacated hex: the strait or the scenario (docs/rulings.md)."""
    board, counter = pos.world.board, pos.world.units[unit]
    direction = board.direction(pos.where[unit], target)
    if board.strait[pos.where[unit]] >> direction & 1:
        if counter.armour:
            yield Reason("gpw 5.2.C", f"{counter.name} is mechanised and may not cross the Straits of Kerch")
        if pos.kerch_used[counter.side]:
            yield Reason("gpw 5.2.B", f"a {SIDES[counter.side]} unit has crossed the Straits of Kerch this turn")
    closed = allies.why_closed(pos, unit, target)
    if closed is not None:
        yield closed
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
