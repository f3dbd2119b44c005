"""The next sensible step, in one sentence: what a newcomer should do now."""

from __future__ import annotations

from collections import Counter
from html import escape

from gpwlab.gpw.actions import Attack, Place, Rebuild
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import peek
from gpwlab.widgets.style import side_name


def advice(game: Reader, unit: str, target: str) -> str:
    """Markup that says whose turn it is and what to do next; ``unit`` and ``target`` are what is picked."""
    outcome = game.winner
    if outcome is not None:
        reasons = "; ".join(escape(str(reason)) for reason in outcome.reasons)
        return f"<b>The game is over: {escape(outcome.winner)} wins.</b> {reasons}"
    decision = game.pending
    if decision is not None:
        return f"{side_name(decision.side)} must decide: {escape(decision.text)}. Use the buttons, or click on the map."
    kind = peek.kind(game)
    saying = {"reinforcement": _arrivals, "setup": _setup, "combat": _combat}.get(kind, _movement)
    return f"{side_name(game.phase.side)}: {saying(game, unit, target)}"


def _setup(game: Reader, unit: str, target: str) -> str:
    waiting = {action.unit for action in game.legal if isinstance(action, Place)}
    if unit:
        return "click one of the framed hexes to set the unit up there."
    if waiting:
        return f"{len(waiting)} units are still to be set up. Pick one in the list on the right."
    return "every unit is placed. Click a unit to move it elsewhere, or end the set-up with <b>Next phase</b>."


def _arrivals(game: Reader, unit: str, target: str) -> str:
    kinds = Counter(
        type(a) for a in {(a.unit, type(a)): a for a in game.legal if isinstance(a, Place | Rebuild)}.values()
    )
    if unit and Rebuild(unit) in game.legal:
        return "bring the unit up to strength with the button on the right, or pick another one."
    if unit and any(isinstance(a, Place | Rebuild) for a in game.legal.of(unit)):
        return "click one of the framed hexes to put the unit there."
    if kinds:
        return (
            f"{_count(kinds[Place], 'unit is', 'units are')} due and {kinds[Rebuild]} may be rebuilt "
            f"({_count(game.rp, 'RP', 'RPs')} left). Pick one on the right; <b>Next phase</b> when you are done: units "
            "that are due may wait, but RPs are not kept."
        )
    return "nothing is left to place or rebuild. Go on with <b>Next phase</b>."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _movement(game: Reader, unit: str, target: str) -> str:
    able = len(peek.movable(game))
    if unit:
        if game.reach(unit):
            return "click a yellow hex to move there (right-click first to fix hexes on the way), or another unit."
        return "this unit has no move now; its card says why. Click another one."
    if able:
        if peek.kind(game) == "rail":
            rides = _count(game.rail_left, "move by rail is", "moves by rail are")
            return f"{rides} left, and {able} units may take one. Click one; <b>Next phase</b> when you are done."
        return f"{able} units may still move. Click one; <b>Next phase</b> when you are done."
    return "no unit may move (any more). Go on with <b>Next phase</b>."


def _combat(game: Reader, unit: str, target: str) -> str:
    open_ = peek.waiting(game)
    if target:
        return "tick the attackers on the right, read the odds, then announce the attack."
    begun = len(open_) < len(game.attacks)
    possible = sum(1 for action in game.legal if isinstance(action, Attack))
    if open_ and (begun or not possible):
        return f"roll the {len(open_)} announced attacks with the buttons on the right."
    if open_:
        return (
            f"{len(open_)} attacks are announced, {possible} more are possible. "
            "Announce all of them before you roll the first."
        )
    if possible and not begun:
        return f"{possible} enemy units can be attacked. Click one of them to plan a battle."
    return "no attack is left. Go on with <b>Next phase</b>."
