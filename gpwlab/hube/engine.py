"""The rules as one surface over a position: what is legal, why not, what an action does, what comes next.

Play, preview and players all go through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, get_args

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube import (
    air,
    collapse,
    fortress,
    moves,
    rebuild,
    reinforcements,
    reserves,
    sandbox,
    setup,
    specials,
    supply,
    turn,
    variants,
    weather,
    works,
)
from gpwlab.hube.actions import (
    Absorb,
    Action,
    Airlift,
    Alert,
    Base,
    Break,
    Bring,
    Build,
    Collapse,
    Control,
    Convert,
    Done,
    Drop,
    Edit,
    Escape,
    Exit,
    First,
    Flank,
    Flip,
    Follow,
    Haul,
    HipShoot,
    Initiative,
    Link,
    Load,
    Lose,
    Mode,
    Move,
    Place,
    Post,
    Rail,
    Rebuild,
    Recall,
    Refit,
    Reseed,
    Reserves,
    Retreat,
    Sortie,
    Spare,
    Spend,
    Subsist,
    Supply,
    Trace,
    Unload,
    Weather,
)
from gpwlab.hube.board import SIDES
from gpwlab.hube.decisions import Decision
from gpwlab.hube.events import Event
from gpwlab.hube.parsing import check_form, parse_action
from gpwlab.hube.sequence import AXIS

if TYPE_CHECKING:
    from gpwlab.hube.position import Position

_ACTIONS = get_args(Action)
#: What the players may enter in any phase of play.
_ALWAYS = (Lose, Retreat, Control, Mode, Trace, Spend, Spare, Link)
_MOVING = (Move, Haul, Load, Unload, Flip, Convert, Sortie, HipShoot)
#: Actions that belong to each kind of phase; answers to decisions belong to the decision.
BELONGS: dict[str, tuple[type, ...]] = {
    "setup": (Place, Bring, Base, Break),
    "reserves": (),
    "maskirovka": (Move,),
    "weather": (),
    "reinforcement": (
        Place, Bring, Base, Rebuild, Refit, Break, Absorb, Subsist, Load, Unload, Airlift, Drop, *_ALWAYS,
    ),
    "movement": (
        *_MOVING, Rail, Base, Break, Absorb, Build, Alert, Escape, Collapse, Exit, Follow, Flank, Subsist, Airlift,
        Drop, *_ALWAYS,
    ),
    "reaction": (*_MOVING, *_ALWAYS),
    "combat": (Sortie, HipShoot, *_ALWAYS),
    "exploitation": (*_MOVING, *_ALWAYS),
}  # fmt: skip
#: Answers to decisions, with the rule that opens each.
_ANSWERS: dict[type, str] = {
    Weather: "hube 1.2", First: "hube 1.1.B", Supply: "hube 2.1", Recall: "hube 3.7", Post: "hube 3.8",
    Initiative: "hube 4.3", Reserves: "hube 2.2",
}  # fmt: skip


# -- decisions --------------------------------------------------------------------------------------------------------


def pending(pos: Position) -> Decision | None:
    """The open decision, or None when the side whose phase it is is free to act."""
    if pos.ended:
        return None
    kind, side = pos.step.kind, SIDES[pos.side]
    if pos.to_post:
        options = tuple(Post(pos.world.board.ids[h]) for h in specials.posts(pos))
        text = f"where the next of {pos.to_post} Alert Battalions enters"
        return Decision(SIDES[AXIS], "post", "hube 3.8", options, options[0], text)
    if kind == "weather":
        return _of_weather(pos)
    if kind == "reserves":
        return None if pos.decided[pos.side] else reserves.decision(pos)
    if kind == "reinforcement" and not pos.supplied[pos.side]:
        rule = "hube 3.1" if pos.side == AXIS else "hube 2.1"
        return _single(side, "supply", rule, Supply(), "what supply and replacements the turn brings")
    if kind == "maskirovka" and not variants.rolled(pos):
        return _single(side, "initiative", "hube 4.3", Initiative(), "who has the initiative before the game")
    if specials.recall_due(pos):
        return _single(side, "recall", "hube 3.7", Recall(), "whether the 24th Panzer Division is recalled")
    return None


def _of_weather(pos: Position) -> Decision | None:
    if not pos.weather:
        return _single(SIDES[pos.side], "weather", "hube 1.2", Weather(), "the weather of the turn")
    if pos.opened:
        return None
    options = tuple(First(side) for side in reversed(SIDES))
    return Decision(SIDES[pos.side], "first", "hube 1.1.B", options, options[0], "who moves first in this turn")


def _single(side: str, kind: str, rule: str, action: Action, text: str) -> Decision:
    return Decision(side, kind, rule, (action,), action, text)


def _answers(pos: Position, choice: Decision, action: Action) -> bool:
    """Whether an action answers a decision: one of its options, a roll with the player's own dice, more markers."""
    if isinstance(action, Reserves):
        return choice.kind == "reserves" and reserves.may_buy(pos, pos.side, action.count)
    return action in choice.options or any(
        type(action) is type(option) and getattr(option, "dice", None) == () for option in choice.options
    )


def deciding(pos: Position) -> int:
    """The side that must act now."""
    choice = pending(pos)
    return pos.side if choice is None else SIDES.index(choice.side)


# -- judging ----------------------------------------------------------------------------------------------------------


def as_action(pos: Position, asked: object) -> Action:
    """An action from its object or text form; InvalidInput for a name that does not exist, or no action."""
    action: Any = parse_action(asked) if isinstance(asked, str) else asked
    if not isinstance(action, _ACTIONS):
        raise InvalidInput(f"{action!r} is not an action of this game")
    check_form(action)
    if isinstance(action, Edit):
        sandbox.check_form(pos, action)
    known: Action = action
    _check_names(pos, known)
    return known


def _check_names(pos: Position, action: Action) -> None:
    """InvalidInput for a unit, formation, wing, hex, kind or die that does not exist."""
    world = pos.world
    check = _CHECKS.get(type(action))
    if check is not None:
        check(pos, action)
    if isinstance(action, Place | Move):
        for name in (action.unit,) if isinstance(action, Place) else action.units:
            world.members(name)
    elif isinstance(action, Lose) and action.unit in world.wing_index:
        return
    elif isinstance(
        action, Lose | Retreat | Mode | Break | Convert | Flip | Build | Load | Unload | Escape | Exit | Link
    ):
        world.unit(action.unit)
    elif isinstance(action, Collapse):
        for name in action.units:
            world.unit(name)
    if isinstance(action, Base | Refit | Sortie | HipShoot | Airlift):
        world.wing(action.wing)
    for name in names_of_hexes(action):
        world.board.hex(name)


def names_of_hexes(action: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    if isinstance(action, Move):
        return action.path
    found = [getattr(action, name) for name in ("start", "hex") if hasattr(action, name)]
    return tuple(found)


_CHECKS: dict[type, Callable[[Any, Any], object]] = {
    Weather: lambda pos, a: weather.check_dice(a),
    Supply: lambda pos, a: reinforcements.check_dice(a),
    Initiative: lambda pos, a: variants.check_dice(a),
    Alert: lambda pos, a: specials.check_die(a),
    Recall: lambda pos, a: specials.check_die(a),
    First: lambda pos, a: moves.check_control(Control("", a.side)),
    Control: lambda pos, a: moves.check_control(a),
    Reserves: lambda pos, a: reserves.check(a),
    Bring: lambda pos, a: setup.check_bring(a),
    Haul: lambda pos, a: works.check_points(a.kind, works.GOODS),
    Spend: lambda pos, a: works.check_points(a.kind),
    Build: lambda pos, a: works.check_build(a),
    Lose: lambda pos, a: works.check_lose(a),
    Mode: moves.check_mode,
    Trace: supply.check_trace,
    Rail: moves.rail_check,
    Spare: fortress.check_spare,
    Follow: lambda pos, a: collapse.check_follow(a),
    Flank: collapse.flank_units,
    Rebuild: rebuild.check,
    Drop: air.check_drop,
    Absorb: lambda pos, a: (pos.world.unit(a.regiment), pos.world.unit(a.unit)),
    Escape: lambda pos, a: pos.world.unit(a.to),
}


def objections(pos: Position, action: Action) -> Iterator[Reason]:
    """Why an action is illegal now, reason by reason; nothing if it is legal.  Its form has been checked."""
    if isinstance(action, Reseed):
        return
    if isinstance(action, Edit):
        yield from sandbox.objections(pos, action)
        return
    if pos.ended:
        yield Reason(pos.world.scenario.rule, f"the game is over: {pos.ended}")
        return
    choice = pending(pos)
    if choice is not None:
        if not _answers(pos, choice, action):
            offered = " or ".join(map(str, choice.options[:4]))
            yield Reason(choice.rule, f"{choice.text} comes first ({offered})")
    elif type(action) in _ANSWERS:
        yield Reason(_ANSWERS[type(action)], f"no decision is open that '{action}' would answer")
    elif isinstance(action, Done):
        yield from setup.done_objections(pos) if pos.step.kind == "setup" else ()
    elif not isinstance(action, BELONGS[pos.step.kind]):
        verb = type(action).__name__.lower()
        yield Reason(pos.step.rule, f"'{verb}' does not belong in the {pos.step.name} Phase")
    else:
        yield from _RULES[type(action)][0](pos, action)


# -- doing ------------------------------------------------------------------------------------------------------------


def apply(pos: Position, action: Action) -> list[Event]:
    """Carry out a legal action on the position and return what happened."""
    pos.version += 1
    if isinstance(action, Done):
        return turn.done(pos)
    if isinstance(action, Reseed):
        pos.seed = action.seed
        return [Event("reseed", f"dice stream {action.seed} from here on", "", result=str(action.seed))]
    if isinstance(action, Weather):
        return [*weather.roll(pos, action), *turn.after_weather(pos), *turn.thaw(pos)]
    return _RULES[type(action)][1](pos, action)


def _first(pos: Position, action: First) -> list[Event]:
    pos.first, pos.opened = SIDES.index(action.side), True
    return [Event("first", f"the {action.side} side moves first", "hube 1.1.B", result=action.side)]


def _in_setup(before: Callable[..., Any], later: Callable[..., Any]) -> Callable[..., Any]:
    """Placing belongs to the set-up and to arrivals, each with rules of its own."""

    def either(pos: Position, action: Action) -> Any:
        return (before if pos.step.kind == "setup" else later)(pos, action)

    return either


def _no_objection(pos: Position, action: Action) -> Iterator[Reason]:
    return iter(())


#: For each action: what judges it and what carries it out.
_RULES: dict[type, tuple[Callable[..., Iterator[Reason]], Callable[..., list[Event]]]] = {
    Place: (
        _in_setup(setup.place_objections, reinforcements.place_objections),
        _in_setup(setup.place, reinforcements.place),
    ),
    Bring: (
        _in_setup(setup.bring_objections, reinforcements.bring_objections),
        _in_setup(setup.bring, reinforcements.bring),
    ),
    Base: (
        _in_setup(setup.base_objections, reinforcements.base_objections),
        _in_setup(setup.base, reinforcements.base),
    ),
    Reserves: (_no_objection, reserves.buy),
    Initiative: (_no_objection, variants.roll),
    First: (_no_objection, _first),
    Supply: (reinforcements.supply_objections, reinforcements.roll_supply),
    Recall: (_no_objection, specials.recall),
    Post: (_no_objection, specials.post),
    Rebuild: (rebuild.objections, rebuild.rebuild),
    Move: (moves.objections, moves.move),
    Rail: (moves.rail_objections, moves.rail),
    Retreat: (moves.retreat_objections, moves.retreat),
    Control: (moves.control_objections, moves.control),
    Mode: (moves.mode_objections, moves.mode),
    Flip: (moves.flip_objections, moves.flip),
    Haul: (works.haul_objections, works.haul),
    Spend: (works.spend_objections, works.spend),
    Load: (works.load_objections, works.load),
    Unload: (works.load_objections, works.load),
    Lose: (works.lose_objections, works.lose),
    Break: (works.break_objections, works.split),
    Absorb: (works.absorb_objections, works.absorb),
    Build: (works.build_objections, works.build),
    Convert: (works.convert_objections, works.convert),
    Trace: (supply.trace_objections, supply.trace),
    Refit: (air.refit_objections, air.refit),
    Sortie: (air.sortie_objections, air.sortie),
    HipShoot: (air.hip_shoot_objections, air.hip_shoot),
    Airlift: (air.lift_objections, air.airlift),
    Drop: (air.drop_objections, air.drop),
    Alert: (specials.alert_objections, specials.alert),
    Escape: (specials.escape_objections, specials.escape),
    Link: (specials.link_objections, specials.link),
    Collapse: (collapse.collapse_objections, collapse.declare),
    Exit: (collapse.exit_objections, collapse.leave),
    Follow: (collapse.follow_objections, collapse.follow),
    Flank: (collapse.flank_objections, collapse.flank),
    Subsist: (fortress.subsist_objections, fortress.subsist),
    Spare: (fortress.spare_objections, fortress.spare),
    Edit: (sandbox.objections, sandbox.apply),
}


# -- what there is to do ----------------------------------------------------------------------------------------------


def legal(pos: Position) -> Iterator[Action]:
    """The actions open to the side that must decide: ruled ones whole, of recorded ones the simplest of each unit.

    A move is listed by single steps, a loss as one step in combat; :func:`objections` judges any other.
    """
    if pos.ended:
        return
    choice = pending(pos)
    if choice is not None:
        yield from choice.options
        return
    yield from _LEGAL[pos.step.kind](pos)
    if pos.step.kind != "setup" or next(setup.done_objections(pos), None) is None:
        yield Done()


def _legal_shifts(pos: Position) -> Iterator[Action]:
    """Moves before the game: away from the enemy, of formations that may still move (hube 4.3)."""
    closed, hexes = variants.near_enemy(pos), pos.world.board.index
    free = {unit.id: variants.may_shift(pos, (unit.id,)) for unit in pos.world.units if unit.side == pos.side}
    return (a for a in moves.legal(pos) if free[a.units[0]] and hexes[a.path[0]] not in closed)


def _legal_reinforcement(pos: Position) -> Iterator[Action]:
    yield from reinforcements.legal(pos)
    yield from rebuild.legal(pos)
    yield from _tried(pos, (Refit(wing.id) for wing in pos.world.wings))
    yield from _tried(pos, (Subsist(pos.world.board.ids[h], n) for h in sorted(pos.fortress) for n in (0, 1, 2)))


def _legal_movement(pos: Position) -> Iterator[Action]:
    yield from moves.legal(pos)
    yield from _tried(pos, (Alert(),))
    mine = [pos.unit(u) for u in pos.on_map(pos.side)]
    yield from _tried(pos, (Exit(unit.id) for unit in mine) if pos.collapse == "declared" else ())
    posts = (unit for unit in mine if unit.kind == "hq" and unit.side == AXIS and not pos.collapse)
    yield from _tried(pos, (Collapse((unit.id,)) for unit in posts))
    yield from _tried(pos, (Convert(unit.id) for unit in mine if unit.repairs_rail))
    yield from _tried(pos, (Break(unit.id) for unit in mine if unit.splits))


def _legal_combat(pos: Position) -> Iterator[Action]:
    both = [pos.unit(u) for u in pos.on_map()]
    yield from _tried(pos, (Lose(unit.id, 1, "combat") for unit in both))
    yield from _tried(pos, (Trace(unit.id, "yes" if unit.index in pos.oos else "no") for unit in both))
    yield from _tried(pos, (Sortie(wing.id) for wing in pos.world.wings))


def _tried(pos: Position, actions: Any) -> Iterator[Action]:
    """Those of some actions that are legal."""
    return (action for action in actions if next(_RULES[type(action)][0](pos, action), None) is None)


_LEGAL: dict[str, Callable[[Position], Iterator[Action]]] = {
    "setup": setup.legal,
    "reserves": lambda pos: iter(()),
    "maskirovka": _legal_shifts,
    "weather": lambda pos: iter(()),
    "reinforcement": _legal_reinforcement,
    "movement": _legal_movement,
    "reaction": moves.legal,
    "combat": _legal_combat,
    "exploitation": moves.legal,
}
