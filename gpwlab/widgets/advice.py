"""The next sensible step, in one sentence: what a newcomer should do now."""

from __future__ import annotations

from collections import Counter
from html import escape

from gpwlab.core.words import counted
from gpwlab.gpw.actions import Base, Drop, Fly, Place, Ready, Rebuild, Resolve
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.victory import DRAW, Outcome
from gpwlab.widgets import peek
from gpwlab.widgets.style import side_name

#: Where what the advice names is: another tab may be open.
PLAY = "in the tab <b>Play</b>"


def advice(game: Reader, unit: str, target: str) -> str:
    """Markup that says whose turn it is and what to do next; ``unit`` and ``target`` are what is picked."""
    outcome = game.winner
    if outcome is not None:
        reasons = "; ".join(escape(str(reason)) for reason in outcome.reasons)
        return f"<b>The game is over: {escape(_ending(outcome))}.</b> {reasons}"
    decision = game.pending
    if decision is not None:
        how = f"Use the buttons {PLAY}, or click on the map."
        return f"{side_name(decision.side)} must decide: {escape(decision.text)}. {how}"
    kind = peek.kind(game)
    saying = {"reinforcement": _arrivals, "arrival": _arrivals, "setup": _setup, "combat": _combat}.get(kind, _movement)
    return f"{side_name(game.phase.side)}: {saying(game, unit, target)}"


def _ending(outcome: Outcome) -> str:
    return "a draw" if outcome.winner == DRAW else f"{outcome.winner} wins"


def _setup(game: Reader, unit: str, target: str) -> str:
    waiting = peek.to_set_up(game)
    if unit:
        return "click one of the framed hexes to set the unit up there."
    if waiting:
        left = counted(waiting, "unit is", "units are")
        return f"{left} still to be set up. Pick one {PLAY}; its hexes are then framed on the map."
    return "every unit is placed. Click a unit to move it elsewhere, or end the set-up with <b>Next phase</b>."


def _arrivals(game: Reader, unit: str, target: str) -> str:
    kinds = Counter(
        type(a) for a in {(a.unit, type(a)): a for a in game.legal if isinstance(a, Place | Rebuild)}.values()
    )
    if unit and Rebuild(unit) in game.legal:
        return f"bring the unit up to strength with the button {PLAY}, or pick another one."
    if unit and any(isinstance(a, Place | Rebuild) for a in game.legal.of(unit)):
        return "click one of the framed hexes to put the unit there."
    if peek.kind(game) == "arrival":
        waits = f"{counted(kinds[Place], 'unit is', 'units are')} due. Pick one {PLAY}, then a framed hex."
        return waits if kinds else "every arrival has come by itself (see the Log). Go on with <b>Next phase</b>."
    if kinds:
        return (
            f"{counted(kinds[Place], 'unit is', 'units are')} due and {kinds[Rebuild]} may be rebuilt "
            f"({counted(game.rp, 'RP')} left). Pick one {PLAY}; <b>Next phase</b> when you are done: units "
            "that are due may wait, but RPs are not kept."
        )
    return "nothing is left to place or rebuild. Go on with <b>Next phase</b>."


def _movement(game: Reader, unit: str, target: str) -> str:
    if unit:
        return _picked(game, unit)
    able, out = len(peek.movable(game)), peek.homeward(game)
    units = counted(able, "unit")
    if out:
        names = ", ".join(peek.unit(game, name).label for name in out)
        first = f"{units} may still move, and none after an aircraft has flown. Then land" if able else "land"
        return f"{first} {names} with the card {PLAY}; <b>Next phase</b> waits for that."
    if able:
        if peek.kind(game) == "rail":
            rides = counted(game.rail_left, "move by rail is", "moves by rail are")
            return f"{rides} left, and {units} may take one. Click one; <b>Next phase</b> when you are done."
        return f"{units} may still move. Click one; <b>Next phase</b> when you are done."
    return "no unit may move (any more). Go on with <b>Next phase</b>."


def _picked(game: Reader, unit: str) -> str:
    """What the picked unit can do in a movement phase."""
    if not peek.unit(game, unit).ground:
        return _off_the_ground(game, unit)
    drops = any(isinstance(action, Drop) for action in game.legal.of(unit))
    if game.reach(unit):
        other = "a framed hex that is not yellow to drop there, or another unit" if drops else "or another unit"
        return f"click a yellow hex to move there (right-click first to fix hexes on the way), {other}."
    if drops:
        return "click one of the framed hexes to drop the unit there, or another unit."
    return "this unit has no move now; its card says why. Click another one."


def _off_the_ground(game: Reader, unit: str) -> str:
    """What a picked leader or aircraft can do in a movement phase."""
    kinds = {type(action) for action in game.legal.of(unit)}
    if not kinds:
        return "there is no order for it now; its card says why. Click another unit."
    if Fly in kinds:
        landing = ", or on an airfield to land there" if Base in kinds else ""
        return f"click on a unit of yours to support its defence (DAS){landing}."
    if Base in kinds:
        return "click one of the framed airfields to land there."
    return "click on the unit that the leader is to join."


def _combat(game: Reader, unit: str, target: str) -> str:
    open_ = peek.waiting(game)
    if unit and any(isinstance(action, Fly) for action in game.legal.of(unit)):
        return "click the hex of an announced attack that this aircraft is to support (OAS)."
    if target:
        return f"tick the attackers {PLAY}, read the odds, then announce the attack."
    begun = len(open_) < len(game.attacks)
    possible = len(peek.targets(game))
    if open_ and (begun or not possible):
        return f"{_aloft(game)}roll {_these(len(open_))} with the buttons {PLAY}{_support(game)}."
    if open_:
        more = counted(possible, "more is", "more are")
        return (
            f"{counted(len(open_), 'attack is', 'attacks are')} announced, {more} possible. "
            f"Announce all of them before you roll the first{_support(game)}."
        )
    if possible and not begun:
        enemies = counted(possible, "enemy unit", "enemy units")
        return f"{enemies} can be attacked. Click {'it' if possible == 1 else 'one of them'} to plan a battle."
    return "no attack is left. Go on with <b>Next phase</b>."


def _these(number: int) -> str:
    return "the announced attack" if number == 1 else f"the {number} announced attacks"


def _support(game: Reader) -> str:
    """What to do about aircraft while attacks are still being announced."""
    able = {action.unit for action in game.legal if isinstance(action, Fly)}
    return f"; {counted(len(able), 'aircraft', 'aircraft')} may support first" if able else ""


def _aloft(game: Reader) -> str:
    """What comes before the first roll where fighters may still be sent up (gpw 11.1.2.E)."""
    held_up = Ready() in game.legal and not any(isinstance(action, Resolve) for action in game.legal)
    return "press <b>No more aircraft</b>, so that fighters may answer; then " if held_up else ""
