"""The rules as one surface over a position: what is legal, why not, what an action does, what comes next.

Play, preview, bots and simulation all go through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import (
    combat,
    conversions,
    leaders,
    movement,
    reinforcements,
    sandbox,
    setup,
    shock,
    supply,
    weather,
    withdrawals,
)
from gpwlab.gpw.actions import (
    Action,
    Advance,
    Attack,
    Convert,
    Done,
    Edit,
    Lead,
    Loss,
    Move,
    Place,
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
from gpwlab.gpw.sequence import LAST_PHASE, MOVEMENT, phase_of

if TYPE_CHECKING:
    from gpwlab.gpw.decisions import Decision
    from gpwlab.gpw.position import Position

#: Actions that belong to each kind of phase; answers to decisions belong to the decision.
BELONGS: dict[str, tuple[type, ...]] = {
    "setup": (Place,),
    "reinforcement": (Place, Rebuild, Swap, Convert, Shock),
    "rail": (Move,),
    "mobile": (Move, Lead),
    "combat": (Attack, Resolve),
    "general": (Move,),
}
ANSWERS = (Loss, Stand, Retreat, Advance, Withdraw)


def pending(pos: Position) -> Decision | None:
    """The open decision, or None when the phasing side is free to act."""
    if pos.winner:
        return None
    return withdrawals.decision(pos) if pos.withdrawing else combat.decision(pos)


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
        case Place(unit, hex_) | Lead(unit, hex_):
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
        yield Reason("gpw 22.1.3", f"the game is over: {pos.winner} has won")
        return
    open_decision = pending(pos)
    if open_decision is not None:
        if action not in open_decision.options:
            offered = " or ".join(map(str, open_decision.options[:6]))
            yield Reason(
                open_decision.rule, f"{open_decision.text}; the {open_decision.side} player decides ({offered})"
            )
            if not pos.withdrawing:
                yield from combat.answer_objections(pos, action)
    elif isinstance(action, Done):
        yield from _done_objections(pos)
    elif isinstance(action, ANSWERS):
        rule = "gpw 9.4.C" if isinstance(action, Withdraw) else "gpw 7.2.E"
        yield Reason(rule, f"no decision is open that '{action}' would answer")
    elif not isinstance(action, BELONGS[pos.step.kind]):
        verb = type(action).__name__.lower()
        yield Reason("gpw 3.0.A", f"'{verb}' does not belong in the {pos.step.name} Phase")
    else:
        yield from _phase_objections(pos, action)


def _phase_objections(pos: Position, action: Action) -> Iterator[Reason]:
    judge, _carry = _RULES[type(action)]
    yield from judge(pos, action)


def _done_objections(pos: Position) -> Iterator[Reason]:
    if pos.step.kind == "setup":
        yield from setup.done_objections(pos)
    for battle in pos.battles:
        if not battle.resolved:
            where = pos.world.board.label(battle.target)
            yield Reason("gpw 7.1.B", f"the announced attack on {where} must be carried out first")


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
    elif kind == "reinforcement":
        yield from reinforcements.legal(pos)
        yield from conversions.legal(pos)
        if next(shock.objections(pos, Shock()), None) is None:
            yield Shock()
    elif kind == "combat":
        yield from combat.legal(pos)
    else:
        yield from movement.legal(pos)
        if kind == "mobile":
            yield from leaders.legal(pos)
    if next(_done_objections(pos), None) is None:
        yield Done()


def apply(pos: Position, action: Action) -> list[Event]:
    """Carry out a legal action on the position and return what happened."""
    lost = leaders.returning(pos)
    events = _carry_out(pos, action)
    return [*events, *leaders.fallen(pos, lost), *_check_outcome(pos, at_end=False)]


def _carry_out(pos: Position, action: Action) -> list[Event]:
    if isinstance(action, Done):
        return _next_phase(pos)
    if isinstance(action, Withdraw):
        return withdrawals.answer(pos, action)
    if isinstance(action, Reseed):
        pos.seed = action.seed
        return [Event("reseed", f"dice stream {action.seed} from here on", "", result=str(action.seed))]
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
    Attack: (combat.attack_objections, combat.announce),
    Resolve: (combat.resolve_objections, combat.resolve),
    Place: (_place_objections, _place),
    Rebuild: (reinforcements.rebuild_objections, reinforcements.rebuild),
    Swap: (reinforcements.swap_objections, reinforcements.swap),
    Convert: (conversions.objections, conversions.convert),
    Shock: (shock.objections, shock.announce),
    Edit: (sandbox.objections, sandbox.apply),
}


def _answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to a battle's question; an answer that moves nothing is an event too, for the log."""
    asked = combat.decision(pos)
    events = combat.answer(pos, action)
    if not events and asked is not None:
        events = [Event("choice", f"{asked.text}: {asked.side} answers '{action}'", asked.rule, result=str(action))]
    return events


def _next_phase(pos: Position) -> list[Event]:
    last = pos.phase == LAST_PHASE
    if last and pos.turn >= pos.world.scenario.last_turn:  # gpw 22.1.2
        return _check_outcome(pos, at_end=True)
    pos.phase = 0 if last else pos.phase + 1
    pos.turn += last
    if last:
        pos.kerch_used = [False, False]
    return begin_phase(pos)


def begin_phase(pos: Position) -> list[Event]:
    """Clear what belonged to the last phase and do what the rules ask for at the start of this one."""
    pos.moved = bytearray(len(pos.moved))
    pos.unsupplied = bytearray(len(pos.unsupplied))
    pos.battles = []
    pos.railed = 0
    pos.rp = 0
    pos.replacing = False
    pos.levelled = frozenset()
    pos.weather = ""
    phase = phase_of(pos.turn_box, pos.phase)
    events = [Event("phase", f"{phase} begins", phase.rule)]
    kind = pos.step.kind
    if kind in (*MOVEMENT, "combat"):  # gpw 8.0.B, gpw 8.0.C
        supply.judge(pos, pos.side)
        events += _out_of_supply(pos)
    if kind in MOVEMENT:
        events += weather.roll_weather(pos)
    elif kind == "reinforcement":
        events += reinforcements.begin(pos)
    return events


def _out_of_supply(pos: Position) -> list[Event]:
    units, ids = pos.world.units, pos.world.board.ids
    return [
        Event("supply", f"{units[u].name} is out of supply", "gpw 8.1.A", unit=units[u].id, from_hex=ids[pos.where[u]])
        for u, out in enumerate(pos.unsupplied)
        if out
    ]


def _check_outcome(pos: Position, at_end: bool) -> list[Event]:
    outcome = None if pos.winner else pos.world.scenario.outcome(pos, at_end)
    if outcome is None:
        return []
    pos.winner = outcome.winner
    text = f"the game ends: {outcome.winner} wins, for " + "; ".join(reason.text for reason in outcome.reasons)
    return [Event("outcome", text, outcome.reasons[0].rule, result=outcome.winner)]
