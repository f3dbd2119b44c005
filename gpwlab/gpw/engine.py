"""The rules as one surface over a position: what is legal, why not, what an action does, what comes next.

Play, preview, bots and simulation all go through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import (
    air,
    airborne,
    allegiance,
    combat,
    conversions,
    leaders,
    movement,
    partisans,
    reinforcements,
    results,
    sandbox,
    setup,
    shock,
    sorties,
    supply,
    victory,
    weather,
    withdrawals,
)
from gpwlab.gpw.actions import (
    Action,
    Advance,
    Attack,
    Base,
    Convert,
    Done,
    Drop,
    Edit,
    Fly,
    Intercept,
    Lead,
    Loss,
    Move,
    Order,
    Place,
    Ready,
    Rebuild,
    Reseed,
    Resolve,
    Retreat,
    Shock,
    Stand,
    Swap,
    Withdraw,
    parse_action,
)
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.sequence import MOVEMENT
from gpwlab.gpw.units import SOVIET
from gpwlab.gpw.victory import DRAW

if TYPE_CHECKING:
    from gpwlab.gpw.decisions import Decision
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.victory import Outcome

#: Actions that belong to each kind of phase; answers to decisions belong to the decision.
BELONGS: dict[str, tuple[type, ...]] = {
    "setup": (Place,),
    "arrival": (Place,),
    "reinforcement": (Place, Rebuild, Swap, Convert, Shock),
    "rail": (Move,),
    "mobile": (Move, Lead, Drop),
    "combat": (Attack, Fly, Ready, Resolve),
    "general": (Move, Drop, Base, Fly),
}
ANSWERS = (Loss, Stand, Retreat, Advance, Withdraw, Intercept)


def belongs(kind: str) -> tuple[type, ...]:
    """The actions of a kind of phase; none but its own orders in one that a variant adds."""
    return BELONGS.get(kind, ())


def pending(pos: Position) -> Decision | None:
    """The open decision, or None when the phasing side is free to act."""
    if pos.winner:
        return None
    if pos.withdrawing:
        return withdrawals.decision(pos)
    return air.decision(pos) or sorties.decision(pos) or results.decision(pos) or _variants_decision(pos)


def _variants_decision(pos: Position) -> Decision | None:
    """The open decision of a variant, the first in the order of the options."""
    asked = (hook(pos) for hook in pos.world.hooks.decision)
    return next((decision for decision in asked if decision is not None), None)


def as_action(pos: Position, asked: object) -> Action:
    """An action from its object or text form; InvalidInput for a unit or hex that does not exist, or no action."""
    action = parse_action(asked) if isinstance(asked, str) else asked
    if not isinstance(action, Action):
        raise InvalidInput(f"{action!r} is not an action of this game")
    if isinstance(action, Reseed) and type(action.seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {action.seed!r}")
    if isinstance(action, Stand) and type(action.step_loss) is not bool:
        raise InvalidInput(f"to stand is True or False, not {action.step_loss!r}")
    if isinstance(action, Edit):
        sandbox.check_form(pos, action)
    units, hexes = names_in(action)
    if isinstance(action, Order) and action.name not in pos.world.orders:
        known = ", ".join(sorted(pos.world.orders)) or "none in this rule set"
        raise InvalidInput(f"there is no order {action.name!r}; there is {known}")
    for name in units:
        pos.world.unit(name)
    for name in hexes:
        pos.world.board.hex(name)
    if isinstance(action, Move | Retreat) and not hexes:
        raise InvalidInput(f"'{action}' names no hex")
    return action


def names_in(action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The unit ids and hex ids that an action names."""
    match action:
        case Move(unit, path):
            return (unit,), path
        case Attack(target, attackers):
            return attackers, (target,)
        case Resolve(target):
            return (), (target,)
        case Retreat(path):
            return (), path
        case Place(unit, hex_) | Lead(unit, hex_) | Drop(unit, hex_):
            return (unit,), (hex_,)
        case Fly(unit, hex_) | Intercept(unit, hex_) | Base(unit, hex_):
            return (unit,), (hex_,)
        case Rebuild(unit, place):
            return (unit,), () if place is None else (place,)
        case Swap(new, old) | Convert(new, old):
            return (new, old), ()
        case Loss(unit) | Withdraw(unit):
            return (unit,), ()
        case Advance(mover):
            return () if mover is None else (mover,), ()
        case _:
            return (), ()


def objections(pos: Position, action: Action) -> Iterator[Reason]:
    """Why an action is illegal now, reason by reason; nothing if it is legal.  Its form has been checked."""
    if isinstance(action, Reseed):
        return
    if isinstance(action, Edit):
        yield from sandbox.objections(pos, action)
        return
    if pos.winner:
        how = "it is a draw" if pos.winner == DRAW else f"{pos.winner} has won"
        yield Reason(pos.world.scenario.victory_rule, f"the game is over: {how}")
        return
    open_decision = pending(pos)
    if open_decision is not None:
        in_order = _order_answer(pos, open_decision, action)
        if action not in open_decision.options and in_order != []:
            offered = " or ".join(map(str, open_decision.options[:6]))
            yield Reason(
                open_decision.rule, f"{open_decision.text}; the {open_decision.side} player decides ({offered})"
            )
            yield from in_order or ()
            if not pos.withdrawing:
                yield from sorties.answer_objections(pos, action)
                yield from results.answer_objections(pos, action)
    elif isinstance(action, Done):
        yield from _done_objections(pos)
    elif isinstance(action, ANSWERS):
        rule = {Withdraw: "gpw 9.4.C", Intercept: "gpw 11.1.2.B"}.get(type(action), "gpw 7.2.E")
        yield Reason(rule, f"no decision is open that '{action}' would answer")
    elif isinstance(action, Order):
        yield from _order_objections(pos, action)
    elif not isinstance(action, belongs(pos.step.kind)):
        verb = type(action).__name__.lower()
        yield Reason("gpw 3.0.A", f"'{verb}' does not belong in the {pos.step.name} Phase")
    else:
        yield from _phase_objections(pos, action)


def _phase_objections(pos: Position, action: Action) -> Iterator[Reason]:
    judge, _carry = _RULES[type(action)]
    yield from judge(pos, action)


def _order_answer(pos: Position, decision: Decision, action: Action) -> list[Reason] | None:
    """What is wrong with an order that a decision takes in other words too; None for any other action."""
    asked = {option.name for option in decision.options if isinstance(option, Order) and decision.judged}
    if not isinstance(action, Order) or action.name not in asked:
        return None
    return list(pos.world.orders[action.name].objections(pos, action.words))


def _order_objections(pos: Position, action: Order) -> Iterator[Reason]:
    """Why an order of a variant may not be given now."""
    orders = pos.world.orders[action.name]
    if pos.step.kind not in orders.kinds:
        yield Reason("gpw 3.0.A", f"'order {action.name}' does not belong in the {pos.step.name} Phase")
    else:
        yield from orders.objections(pos, action.words)


def orders(pos: Position) -> Iterator[Order]:
    """Every order of a variant that may be given now."""
    for name, known in pos.world.orders.items():
        if pos.step.kind in known.kinds:
            yield from (Order(name, words) for words in known.legal(pos))


def _done_objections(pos: Position) -> Iterator[Reason]:
    yield from gather(pos.world.hooks.done, pos)
    if pos.step.kind == "setup":
        yield from setup.done_objections(pos)
    elif pos.step.kind == "general":
        yield from air.done_objections(pos)
    for battle in pos.battles:
        if not battle.resolved:
            where = pos.world.board.label(battle.target)
            yield Reason("gpw 7.1.B", f"the announced attack on {where} must be carried out first")


def in_haste(pos: Position) -> Action | None:
    """What a player in haste does before the phase can end, or nothing."""
    asked = (hook(pos) for hook in pos.world.hooks.hasty)
    return air.homeward(pos) or next((action for action in asked if action is not None), None)


def legal(pos: Position) -> Iterator[Action]:
    """The atomic actions open to the side that must decide; see the modules for what one move or attack stands for."""
    if pos.winner:
        return
    open_decision = pending(pos)
    if open_decision is not None:
        yield from open_decision.options
        return
    kind = pos.step.kind
    if kind == "setup":
        yield from setup.legal(pos)
    elif kind == "arrival":
        yield from reinforcements.legal(pos)
    elif kind == "reinforcement":
        yield from reinforcements.legal(pos)
        yield from conversions.legal(pos)
        if next(shock.objections(pos, Shock()), None) is None:
            yield Shock()
    elif kind == "combat":
        yield from combat.legal(pos)
        yield from sorties.legal(pos)
    elif kind in (*MOVEMENT, "rail"):
        yield from movement.legal(pos)
        if kind in MOVEMENT:
            yield from airborne.legal(pos)
        if kind == "mobile":
            yield from leaders.legal(pos)
        elif kind == "general":
            yield from sorties.legal(pos)
    yield from orders(pos)
    if next(_done_objections(pos), None) is None:
        yield Done()


def apply(pos: Position, action: Action) -> list[Event]:
    """Carry out a legal action on the position and return what happened."""
    lost = leaders.returning(pos)
    events = [*_carry_out(pos, action), *partisans.perish(pos), *air.settle(pos), *allegiance.watch(pos)]
    events += gather(pos.world.hooks.watch, pos)
    pos.version += 1  # what is announced, noted or spent moves nobody, and yet changes what is legal
    return [*events, *leaders.fallen(pos, lost), *_check_outcome(pos, at_end=False)]


def _carry_out(pos: Position, action: Action) -> list[Event]:
    if isinstance(action, Done):
        return [*air.end_of_movement(pos), *_next_phase(pos)]
    if isinstance(action, Withdraw):
        return withdrawals.answer(pos, action)
    if isinstance(action, Reseed):
        pos.seed = action.seed
        return [Event("reseed", f"dice stream {action.seed} from here on", "", result=str(action.seed))]
    if isinstance(action, Order):
        return pos.world.orders[action.name].apply(pos, action.words)
    if type(action) in _RULES:
        _judge, carry_out = _RULES[type(action)]
        return carry_out(pos, action)
    return _answer(pos, action)


def _place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    judge = setup.objections if pos.step.kind == "setup" else reinforcements.place_objections
    return judge(pos, action)


def _place(pos: Position, action: Place) -> list[Event]:
    return setup.place(pos, action) if pos.step.kind == "setup" else reinforcements.place(pos, action)


#: For each action of a phase: what judges it and what carries it out.
_RULES: dict[type, tuple[Callable[[Position, Any], Iterator[Reason]], Callable[[Position, Any], list[Event]]]] = {
    Move: (movement.objections, movement.apply),
    Lead: (leaders.objections, leaders.go),
    Drop: (airborne.objections, airborne.drop),
    Attack: (combat.attack_objections, combat.announce),
    Resolve: (combat.resolve_objections, combat.resolve),
    Place: (_place_objections, _place),
    Rebuild: (reinforcements.rebuild_objections, reinforcements.rebuild),
    Swap: (reinforcements.swap_objections, reinforcements.swap),
    Convert: (conversions.objections, conversions.convert),
    Shock: (shock.objections, shock.announce),
    Fly: (sorties.fly_objections, sorties.fly),
    Intercept: (sorties.intercept_objections, sorties.intercept),
    Ready: (sorties.ready_objections, sorties.ready),
    Base: (air.base_objections, air.base),
    Edit: (sandbox.objections, sandbox.apply),
}


#: The phase number between two turns.
NEW_TURN = -1


def _answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to a battle's question; an answer that moves nothing is an event too, for the log."""
    asked = results.decision(pos)
    events = results.answer(pos, action)
    if not events and asked is not None:
        events = [Event("choice", f"{asked.text}: {asked.side} answers '{action}'", asked.rule, result=str(action))]
    return events


def _next_phase(pos: Position) -> list[Event]:
    scenario, last = pos.world.scenario, pos.phase >= 0 and not pos.to_come()
    if last and pos.turn >= scenario.last_turn:  # gpw 22.1.2, gpw 22.2.2, gpw 22.3.2, gpw 22.4.2, gpw 22.5.2
        return _check_outcome(pos, at_end=True)
    outcome = scenario.turn_outcome(pos) if pos.ends_turn_of == SOVIET else None
    outcome = thread(pos.world.hooks.outcome, outcome, pos, False)
    if outcome is not None:
        return _end(pos, outcome)
    closing = [*gather(pos.world.hooks.end, pos), *allegiance.end_of_phase(pos)]
    opening = _step_on(pos, last)
    if last:
        pos.kerch_used = [False, False]
        pos.flown = frozenset()
    return [*closing, *opening, *begin_phase(pos)]


def _step_on(pos: Position, last: bool) -> list[Event]:
    """Go to the next phase, of the next turn after the last one; what the start of a turn brings."""
    if pos.phase < -1:
        pos.phase += 1
        return []
    if pos.phase >= 0 and not last:
        pos.phase = pos.to_come()[0]
        return []
    pos.turn += last
    pos.phase = NEW_TURN
    return begin_turn(pos)


def begin_turn(pos: Position) -> list[Event]:
    """Go to the first phase of the turn; its order may depend on what the start of the turn brings."""
    events = [*gather(pos.world.hooks.turn, pos)]
    pos.phase = pos.order[0]
    return events


def begin_game(pos: Position) -> list[Event]:
    """The start of the first turn and of its first phase; nothing while a free set-up is to come."""
    if pos.phase < 0:
        return []
    pos.phase = NEW_TURN
    return [*begin_turn(pos), *begin_phase(pos)]


def begin_phase(pos: Position) -> list[Event]:
    """Clear what belonged to the last phase and do what the rules ask for at the start of this one."""
    pos.moved = bytearray(len(pos.moved))
    pos.unsupplied = bytearray(len(pos.unsupplied))
    pos.battles = []
    pos.air_stage = ""
    pos.railed = 0
    pos.rp = 0
    pos.replacing = False
    pos.levelled = frozenset()
    pos.weather = ""
    phase = pos.world.phase(pos.turn, pos.phase)
    events = [Event("phase", f"{phase} begins", phase.rule, result=f"{pos.turn}/{pos.phase}")]
    kind = pos.step.kind
    if kind in (*MOVEMENT, "combat"):  # gpw 8.0.B, gpw 8.0.C
        supply.judge(pos, pos.side)
        events += _out_of_supply(pos)
    if kind in MOVEMENT:
        events += weather.roll_weather(pos)
    elif kind == "reinforcement":
        events += reinforcements.begin(pos)
    elif kind == "arrival":
        events += reinforcements.begin_arrivals(pos)
    return [*events, *gather(pos.world.hooks.begin, pos)]


def _out_of_supply(pos: Position) -> list[Event]:
    units, ids = pos.world.units, pos.world.board.ids
    return [
        Event("supply", f"{units[u].name} is out of supply", "gpw 8.1.A", unit=units[u].id, from_hex=ids[pos.where[u]])
        for u, out in enumerate(pos.unsupplied)
        if out
    ]


def _check_outcome(pos: Position, at_end: bool) -> list[Event]:
    outcome = None if pos.winner else victory.outcome(pos, at_end)
    return [] if outcome is None else _end(pos, outcome)


def _end(pos: Position, outcome: Outcome) -> list[Event]:
    pos.winner = outcome.winner
    how = "a draw" if outcome.winner == DRAW else f"{outcome.winner} wins"
    text = f"the game ends: {how}, for " + "; ".join(reason.text for reason in outcome.reasons)
    return [Event("outcome", text, outcome.reasons[0].rule, result=outcome.winner)]
