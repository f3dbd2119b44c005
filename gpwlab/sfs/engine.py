"""The rules as one surface over a position: what is legal, why not, what an action does, what comes next.

Play, preview, bots and simulation all go through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.sfs import (
    breakdown,
    chuikov,
    combat,
    control,
    ferry,
    luftwaffe,
    movement,
    questions,
    reinforcements,
    reserves,
    sandbox,
    setup,
    stacking,
    turn,
    victory,
)
from gpwlab.sfs.actions import (
    COMBAT_ANSWERS,
    Action,
    Attack,
    Batch,
    Break,
    Choose,
    Commit,
    Corps,
    Done,
    Edit,
    Ferry,
    Infiltrate,
    Move,
    Overrun,
    Place,
    Rebuild,
    Recall,
    Refuge,
    Reseed,
    Reserve,
    Stack,
    Stuka,
    Summon,
    Withdraw,
)
from gpwlab.sfs.board import GERMAN, SIDES
from gpwlab.sfs.events import Event
from gpwlab.sfs.names import check_names, units_in
from gpwlab.sfs.parsing import parse_action
from gpwlab.sfs.position import NOWHERE
from gpwlab.sfs.sequence import MOVEMENT

if TYPE_CHECKING:
    from gpwlab.sfs.decisions import Decision
    from gpwlab.sfs.position import Position

__all__ = ["apply", "as_action", "legal", "objections", "pending", "units_in"]

#: Actions that belong to each kind of phase; answers to decisions belong to the decision.
BELONGS: dict[str, tuple[type, ...]] = {
    "setup": (Place,),
    "artillery": (Summon, Batch),
    "counterattack": (Attack,),
    "command": (Place, Corps),
    "movement": (Move, Stack, Withdraw, Ferry, Infiltrate, Reserve, Break, Overrun, Stuka),
    "attack": (Attack, Stuka),
    "reserve": (Move, Stack, Withdraw, Rebuild, Overrun, Stuka),
}
#: Answers to questions.
ANSWERS = (*COMBAT_ANSWERS, Choose, Recall)


def pending(pos: Position) -> Decision | None:
    """The open decision, or None when the phasing side is free to act."""
    if pos.winner:
        return None
    return combat.decision(pos) if pos.fight is not None else questions.decision(pos)


def as_action(pos: Position, asked: object) -> Action:
    """An action from its object or text form; InvalidInput for a name that does not exist, or no action."""
    action = parse_action(asked) if isinstance(asked, str) else asked
    if not isinstance(action, Action):
        raise InvalidInput(f"{action!r} is not an action of this game")
    if isinstance(action, Reseed) and type(action.seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {action.seed!r}")
    if isinstance(action, Commit) and not all(type(n) is int and n >= 0 for n in (action.points, action.air)):
        raise InvalidInput(f"points are whole numbers from 0 on, not {action.points!r} and {action.air!r}")
    if isinstance(action, Edit):
        sandbox.check_form(pos, action)
    check_names(pos, action)
    return action


def objections(pos: Position, action: Action) -> Iterator[Reason]:
    """Why an action is illegal now, reason by reason; nothing if it is legal.  Its form has been checked."""
    if isinstance(action, Reseed):
        return
    if isinstance(action, Edit):
        yield from sandbox.objections(pos, action)
        return
    if pos.winner:
        yield Reason("sfs 10.1", f"the game is over: {pos.winner}")
        return
    open_decision = pending(pos)
    if open_decision is not None:
        if action not in open_decision.options:
            yield from _not_offered(pos, open_decision, action)
    elif isinstance(action, Done):
        yield from combat.done_objections(pos)
    elif isinstance(action, ANSWERS):
        yield Reason("sfs 5.2.A", f"no decision is open that '{action}' would answer")
    elif not isinstance(action, BELONGS[pos.step.kind]):
        verb = type(action).__name__.lower()
        yield Reason(pos.step.rule, f"'{verb}' does not belong in the {pos.step.name} Phase")
    else:
        judge, _carry = _RULES[type(action)]
        yield from judge(pos, action)


def _not_offered(pos: Position, choice: Decision, action: Action) -> Iterator[Reason]:
    if choice.secret:
        yield Reason(choice.rule, f"the {choice.side} player has to decide first")
    else:
        offered = " or ".join(map(str, choice.options[:6]))
        yield Reason(choice.rule, f"{choice.text}; the {choice.side} player decides ({offered})")
    if pos.fight is not None:
        yield from combat.answer_objections(pos, action)


def legal(pos: Position) -> Iterator[Action]:
    """The atomic actions open to the side that must decide; see the modules for what one move or attack stands for."""
    if pos.winner:
        return
    open_decision = pending(pos)
    if open_decision is not None:
        yield from open_decision.options
        return
    with pos.still():
        actions = list(_LEGAL[pos.step.kind](pos))
    yield from actions
    if next(combat.done_objections(pos), None) is None:
        yield Done()


def _legal_artillery(pos: Position) -> Iterator[Action]:
    yield from luftwaffe.legal(pos)


def _legal_command(pos: Position) -> Iterator[Action]:
    yield from reinforcements.legal(pos)
    if pos.side != GERMAN:
        yield from reinforcements.legal_corps(pos)


def _legal_movement(pos: Position) -> Iterator[Action]:
    yield from reserves.legal_reserves(pos)
    yield from movement.legal(pos)
    yield from _legal_stacks(pos)
    yield from ferry.legal_withdrawals(pos)
    yield from ferry.legal(pos)
    yield from reserves.legal_infiltrations(pos)
    yield from breakdown.legal(pos) if pos.side == GERMAN else ()
    yield from combat.legal(pos)


def _legal_stacks(pos: Position) -> Iterator[Action]:
    him = pos.chuikov()
    for unit in pos.on_map(pos.side):
        yield from chuikov.legal_stacks(pos) if unit == him else stacking.legal_of(pos, unit)


def _legal_reserve(pos: Position) -> Iterator[Action]:
    yield from reserves.legal_rebuilds(pos)
    yield from movement.legal(pos)
    yield from _legal_stacks(pos)
    yield from ferry.legal_withdrawals(pos)
    yield from combat.legal(pos)


_LEGAL: dict[str, Callable[[Position], Iterator[Action]]] = {
    "setup": setup.legal,
    "artillery": _legal_artillery,
    "counterattack": combat.legal,
    "command": _legal_command,
    "movement": _legal_movement,
    "attack": combat.legal,
    "reserve": _legal_reserve,
}


def apply(pos: Position, action: Action) -> list[Event]:
    """Carry out a legal action on the position and return what happened."""
    pos.version += 1
    events = _carry_out(pos, action)
    if pos.fight is None and not isinstance(action, Edit | Reseed):
        events += settle(pos)
        further = turn.go_on(pos)
        events += [*further, *settle(pos)] if further else []
    if not events and isinstance(action, Done):  # the phase waits for an answer
        events = [Event("end", f"the {pos.step.name} Phase is at its end", pos.step.rule)]
    if not events:  # an answer that moves nothing is an event too, for the log
        events = [Event("choice", f"the answer is '{action}'", "sfs 5.2.A", result=str(action))]
    return events


def settle(pos: Position) -> list[Event]:
    """What follows by itself: lost support, lapsed reserves, questions without an answer, the end of the game."""
    events: list[Event] = []
    if pos.step.kind not in (*MOVEMENT, "setup"):  # there support may be on its own for a moment (sfs 8.1.2.B)
        stacking.surplus(pos)
        events += control.stranded(pos)
    elif pos.step.kind in MOVEMENT:  # but the moment is for those who move
        events += control.stranded(pos, {f.id for f in pos.forces.values() if f.side != pos.side})
    for area in range(pos.world.board.n):
        pos.refresh(area)
    control.lapse(pos)
    questions.drop_empty(pos)
    cause = "" if pos.winner or pos.phase < 0 else victory.ending(pos)
    if cause:
        events += turn.end(pos, cause)
    return events


def _carry_out(pos: Position, action: Action) -> list[Event]:
    if isinstance(action, Done):
        return turn.done(pos)
    if isinstance(action, Reseed):
        pos.seed = action.seed
        return [Event("reseed", f"dice stream {action.seed} from here on", "", result=str(action.seed))]
    if pos.fight is not None and not isinstance(action, Edit):
        return combat.answer(pos, action)
    if isinstance(action, Choose | Recall | Refuge) or (pos.asked and isinstance(action, Corps)):
        return questions.answer(pos, action)
    _judge, carry_out = _RULES[type(action)]
    return carry_out(pos, action)


def _stack_objections(pos: Position, action: Stack) -> Iterator[Reason]:
    return chuikov.stack_objections(pos, action) if _his(pos, action) else stacking.objections(pos, action)


def _stack(pos: Position, action: Stack) -> list[Event]:
    return chuikov.join(pos, pos.force(action.to)) if _his(pos, action) else stacking.apply(pos, action)


def _move(pos: Position, action: Move) -> list[Event]:
    """A move; Chuikov, who may leave a cut-off force, has to get through the ring first (sfs 8.5.D)."""
    force = pos.forces[pos.force_of[pos.world.unit(action.units[0]).index]]
    events = chuikov.slip(pos) if pos.cut_off(force) else []
    return events if events and pos.chuikov() == NOWHERE else [*events, *movement.apply(pos, action)]


def _his(pos: Position, action: Stack) -> bool:
    """True where Chuikov goes alone: he may slip in and out of a ring (sfs 8.5.D)."""
    return [pos.world.unit(name).index for name in action.units] == [pos.chuikov()]


def _place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    judge = setup.objections if pos.step.kind == "setup" else reinforcements.place_objections
    return judge(pos, action)


def _place(pos: Position, action: Place) -> list[Event]:
    return setup.place(pos, action) if pos.step.kind == "setup" else reinforcements.place(pos, action)


#: For each action of a phase: what judges it and what carries it out.
_RULES: dict[type, tuple[Callable[[Position, Any], Iterator[Reason]], Callable[[Position, Any], list[Event]]]] = {
    Place: (_place_objections, _place),
    Summon: (luftwaffe.summon_objections, luftwaffe.summon),
    Batch: (luftwaffe.batch_objections, luftwaffe.batch),
    Corps: (reinforcements.corps_objections, reinforcements.bring_corps),
    Move: (movement.objections, _move),
    Stack: (_stack_objections, _stack),
    Withdraw: (ferry.withdraw_objections, ferry.withdraw),
    Ferry: (ferry.objections, ferry.apply),
    Infiltrate: (reserves.infiltrate_objections, reserves.infiltrate),
    Reserve: (reserves.reserve_objections, reserves.reserve),
    Rebuild: (reserves.rebuild_objections, reserves.rebuild),
    Break: (breakdown.objections, breakdown.apply),
    Attack: (combat.objections, combat.begin),
    Overrun: (combat.objections, combat.begin),
    Stuka: (combat.objections, combat.begin),
    Edit: (sandbox.objections, sandbox.apply),
}


def deciding(pos: Position) -> int:
    """The side that must act now."""
    choice = pending(pos)
    return pos.side if choice is None else SIDES.index(choice.side)
