"""What a click on the map of areas means, by phase: pick, move, stack, ferry, aim, or answer a decision."""

from __future__ import annotations

from collections.abc import Iterable

from gpwlab.sfs.actions import Action, Attack, Ferry, Infiltrate, Move, Overrun, Place, Stack, Stuka, Withdraw
from gpwlab.widgets.area_map import Spot
from gpwlab.widgets.area_session import AreaSession

#: The kinds of phase in which units move, and in which attacks are declared.
MOVING, FIGHTING = ("movement", "reserve"), ("attack", "counterattack")


def click(session: AreaSession, spot: Spot) -> None:
    """A click on a place of the map; an empty one drops every pick."""
    session.said, session.choices = "", ()
    if spot == Spot():
        session.drop_picks()
    elif session.seen.pending is not None:
        _answer(session, spot)
    elif session.game.winner is not None:
        _pick(session, spot)
    elif session.kind in FIGHTING:
        _combat(session, spot)
    else:
        _act(session, spot)


def _pick(session: AreaSession, spot: Spot) -> None:
    """Pick the stack that was clicked; a second click on it drops it."""
    session.pick("" if session.unit == spot.force else spot.force)


def concerns(action: Action, spot: Spot) -> bool:
    """Whether an action ends at a place: its area, strongpoint or stack.

    A stack stands for its area too where the action is a move, for a unit may go there whoever else is there.
    """
    match action:
        case Move(path=path):
            return path[-1] == spot.area
        case Infiltrate(area=area):
            return area == spot.area
        case Ferry(landing=landing):
            return landing == spot.strongpoint or (spot.area == "EAST" and not spot.strongpoint)
        case Withdraw(via=via):
            return via == spot.strongpoint if via else spot.area == "REAR"
        case Stack(to=to):
            return to in (spot.strongpoint, spot.force) and bool(to)
        case Place(where=where):
            return where in {spot.area, spot.strongpoint, spot.force} - {""}
        case Attack(target=target) | Overrun(target=target) | Stuka(target=target):
            return target == spot.force
        case _:
            return spot.force != "" and spot.force in str(action).split()


def _units(action: Action) -> set[str]:
    """The units that an action names."""
    units = set(getattr(action, "units", ()))
    return units | ({action.unit} if isinstance(action, Ferry | Infiltrate | Place) else set())


def _meant(session: AreaSession, actions: Iterable[Action], spot: Spot) -> list[Action]:
    """The actions of the chosen units that a click at a place may mean, those of all of them together first."""
    acting = set(session.acting)
    found = [action for action in actions if concerns(action, spot) and _units(action) <= acting]
    whole = [action for action in found if _units(action) in (acting, set())]
    return whole or found


def _act(session: AreaSession, spot: Spot) -> None:
    """Movement, set-up and arrivals: with a force picked, go where was clicked; else pick what was clicked."""
    stack = session.stack(spot.force) if spot.force else None
    mine = stack is not None and stack.side == session.game.phase.side
    if session.placing and session.kind in ("setup", "command"):
        session.attempt(Place(session.placing, (spot.force if mine else "") or spot.strongpoint or spot.area))
        return
    picked = session.stack(session.unit) if session.unit else None
    if picked is None or spot.force == session.unit or (mine and picked.area != spot.area):
        _pick(session, spot)
        return
    found = _meant(session, session.seen.legal.of(session.unit), spot)
    found += [action for action in _whole_moves(session, spot) if action not in found]
    if stack is not None and not mine and (fights := [a for a in found if isinstance(a, Overrun | Stuka)]):
        session.target, session.attackers = spot.force, (session.unit,)
        session.choices = tuple(fights)
    elif len(found) == 1:
        session.attempt(found[0])
    elif found:
        session.choices = tuple(found)
        session.note("This may mean several things: choose one in the tab Play under Orders.")
    elif mine:
        _pick(session, spot)
    elif session.kind in MOVING and spot.area and spot.area != picked.area:
        session.attempt(Move(session.acting, (spot.area,)))  # to hear why not
    else:
        session.note("The picked force can do nothing there now.")


def _whole_moves(session: AreaSession, spot: Spot) -> list[Action]:
    """The move of all chosen units together, which the list of legal actions may have for each of them only."""
    path = session.seen.reach(session.unit).get(spot.area)
    return [Move(session.acting, path)] if path and session.acting else []


def _combat(session: AreaSession, spot: Spot) -> None:
    """Attack phases: aim at an enemy stack, tick one's own; without a target pick."""
    stack = session.stack(spot.force) if spot.force else None
    if stack is None:
        session.drop_picks()
    elif stack.side != session.game.phase.side:
        aim(session, stack.id)
    elif session.target and stack.id in candidates(session, session.target):
        session.attackers = tuple(sorted(set(session.attackers) ^ {stack.id}))
    else:
        session.target, session.attackers = "", ()
        _pick(session, spot)


def candidates(session: AreaSession, target: str) -> list[str]:
    """The forces that may attack a force now, alone or with others."""
    found = [a for a in session.seen.legal.of(target) if isinstance(a, Attack) and a.target == target]
    return sorted({force for action in found for force in action.attackers})


def aim(session: AreaSession, target: str) -> None:
    """Aim at an enemy force with the strongest attack that may be made on it, or say why there is none."""
    found = [a for a in session.seen.legal.of(target) if isinstance(a, Attack) and a.target == target]
    session.unit, session.said = "", ""
    if found:
        session.attackers = ()
        session.target = target
        session.attackers = max(found, key=lambda action: len(action.attackers)).attackers
        return
    session.target, session.attackers = target, ()
    stack = session.stack(target)
    near = [s.id for s in session.seen.stacks if stack and s.area == stack.area and s.side != stack.side]
    if near:
        session.refuse(f"attack {target} by {near[0]}", session.seen.why_not(Attack(target, (near[0],))))
    else:
        session.note("No force of yours is in that area.")


def _answer(session: AreaSession, spot: Spot) -> None:
    """Take the answer of the open decision that the place stands for."""
    decision = session.seen.pending
    assert decision is not None
    stack = session.stack(spot.force) if spot.force else None
    members = {unit.id for unit in stack.units} if stack else set()
    found = [
        option
        for option in decision.options
        if getattr(option, "unit", None) in members
        or (getattr(option, "force", None) == spot.force and spot.force)
        or (getattr(option, "area", None) == spot.area and spot.area)
    ]
    if len(found) == 1:
        session.attempt(found[0])
    elif found:
        session.choices = tuple(found)
        session.note("Choose one of these answers in the tab Play under Orders.")
    else:
        session.note("A decision is open: use its buttons in the tab Play, or click a place that one of them names.")
