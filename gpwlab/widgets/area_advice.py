"""The next sensible step of a game of Struggle for Stalingrad, in one sentence."""

from __future__ import annotations

from html import escape

from gpwlab.core.words import counted
from gpwlab.sfs.actions import Attack, Overrun, Place
from gpwlab.widgets.advice import PLAY
from gpwlab.widgets.area_orders import NOBODYS
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.style import side_name

#: Where a card has no combat to show.
AIM = "Aim first: in an Attack phase click an enemy stack on the map (Play to German Attack leads there)."
_WAYS = {
    "artillery": "<b>Next phase</b> rolls the artillery of both sides.",
    "command": "<b>Next phase</b> when you are done.",
}


def advice(session: AreaSession) -> str:
    """Markup that says whose turn it is and what to do next."""
    seen = session.seen
    outcome = seen.winner
    if outcome is not None:
        reasons = "; ".join(escape(str(reason)) for reason in outcome.reasons)
        return f"<b>The game is over.</b> {escape(str(outcome))} {reasons}"
    decision = seen.pending
    if decision is not None:
        how = (
            f"Use the buttons {PLAY}, or click on the map."
            if decision.options
            else "Hand the table over, or look as both."
        )
        return f"{side_name(decision.side)} must decide: {escape(decision.text)}. {how}"
    side = seen.phase.side
    if session.viewer and session.viewer != side:
        return f"{side_name(side)} acts now; this table is the {escape(session.viewer)} side's."
    return f"{side_name(side)}: {_step(session)}"


def _step(session: AreaSession) -> str:
    kind = session.kind
    if session.placing:
        unit = f"<code>{session.placing}</code>"
        return f"click a yellow area, a strongpoint or a stack for {unit}; <b>Next phase</b> when you are done."
    if kind in _WAYS:
        return f"{_nobodys(session)}{_WAYS[kind]}"
    if kind in ("attack", "counterattack"):
        return _combat(session)
    if kind == "setup":
        return "every unit is placed; <b>Next phase</b> begins the game."
    if session.unit:
        return _picked(session)
    waiting = sum(isinstance(action, Place) for action in session.seen.legal)
    arrivals = f" {waiting} placements are open {PLAY} under Orders." if waiting else ""
    reserve = " Only units in reserve move now." if kind == "reserve" else ""
    return f"click a stack to pick it; <b>Next phase</b> when you are done.{arrivals}{reserve}"


def _picked(session: AreaSession) -> str:
    """What the picked force can do in a movement phase."""
    stack = session.stack(session.unit)
    if stack is None or stack.side != session.game.phase.side:
        return "the picked stack is the enemy's. Click one of your own; <b>Next phase</b> when you are done."
    found = list(session.seen.legal.of(session.unit))
    overruns = any(isinstance(action, Overrun) for action in found)
    if session.seen.reach(session.unit):
        overrun = "; an enemy stack in its own area can be overrun" if overruns else ""
        return f"click a yellow area, strongpoint or stack to go there{overrun}."
    if overruns:
        return "it can go no farther, but click an enemy stack in its area to overrun it; or click another stack."
    if any(not isinstance(action, Attack) for action in found):
        return f"no area is open to it now; its other orders are {PLAY} under Orders. Or click another stack."
    return "it can do no more in this phase. Click another stack; <b>Next phase</b> when you are done."


def _nobodys(session: AreaSession) -> str:
    """Where the orders are that are nobody's, if there are any: the card of orders is seen only then."""
    open_ = any(isinstance(action, NOBODYS) for action in session.seen.legal)
    return f"summons and calls are {PLAY} under Orders; " if open_ else "there is nothing to summon or call; "


def _combat(session: AreaSession) -> str:
    if session.target and session.attackers:
        return f"read the walk {PLAY}, then <b>Declare attack</b>; click your stacks to add or leave them out."
    open_ = {action.target for action in session.seen.legal if isinstance(action, Attack)}
    if open_:
        aim = "click it" if len(open_) == 1 else "click one"
        stacks = counted(len(open_), "enemy stack")
        return f"{stacks} can be attacked: {aim} to aim. <b>Next phase</b> when you are done."
    return "nothing can be attacked. Go on with <b>Next phase</b>."
