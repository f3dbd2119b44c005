"""What a click on the map means, by phase: pick, move, place, attack, or answer a decision."""

from __future__ import annotations

from collections import deque

from gpwlab.gpw.actions import (
    Action,
    Advance,
    Attack,
    Base,
    Drop,
    Intercept,
    Lead,
    Loss,
    Move,
    Place,
    Rebuild,
    Retreat,
    Withdraw,
)
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import peek
from gpwlab.widgets.aircraft import flight
from gpwlab.widgets.session import Session


def click(session: Session, hex_id: str) -> None:
    """A click on a hex, "" for off the map."""
    game = session.game
    session.said = ""
    if not hex_id:
        session.drop_picks()
    elif game.pending is not None:
        _answer(session, hex_id)
    elif game.winner is None and peek.kind(game) == "combat":
        _combat(session, hex_id)
    elif game.winner is None and peek.kind(game) in peek.PLACING:
        _place(session, hex_id)
    elif game.winner is None:
        _move(session, hex_id)
    else:
        _pick(session, hex_id)


def right_click(session: Session, hex_id: str) -> None:
    """Fix a hex on the way of the picked unit; the path goes on from there."""
    game = session.game
    if not session.unit or not hex_id or peek.kind(game) not in peek.MOVING:
        return
    session.via = _through(session, hex_id)


def _pick(session: Session, hex_id: str) -> None:
    """Pick the unit of a hex; a further click picks the leader on top of it, the last one nothing."""
    units = [*session.game.unit_at(hex_id), ""]
    session.pick(units[units.index(session.unit) + 1] if session.unit in units[:-1] else units[0])


def _answer(session: Session, hex_id: str) -> None:
    """Take the option that the hex stands for: the end of a retreat, or the hex of the unit named."""
    decision = session.game.pending
    options = [option for option in decision.options if place_of(session.game, option) == hex_id] if decision else []
    if options:  # of several aircraft that may fly there the picked one goes
        session.attempt(next((o for o in options if getattr(o, "unit", "") == session.unit), options[0]))
    else:
        session.note("A decision is open: use its buttons in the tab Play, or click a hex that one of them names.")


def place_of(game: Reader, option: Action) -> str:
    """The hex that an answer to a decision stands for on the map, "" for none."""
    match option:
        case Retreat(path):
            return path[-1]
        case Intercept(_, hex_) | Base(_, hex_):
            return hex_
        case Advance(unit) | Loss(unit) | Withdraw(unit) if unit:
            return peek.hex_of(game, unit)
        case _:
            return ""


def _mine(session: Session, hex_id: str) -> str:
    """The phasing side's unit in a hex, or ""."""
    units = session.game.unit_at(hex_id)
    return units[0] if units and peek.side(session.game, units[0]) == session.game.phase.side else ""


def _place(session: Session, hex_id: str) -> None:
    game, unit = session.game, session.unit
    on_map = bool(unit) and bool(peek.hex_of(game, unit))
    due = bool(unit) and any(isinstance(action, Place) for action in game.legal.of(unit))
    order = Place(unit, hex_id) if due or on_map else Rebuild(unit, hex_id)
    if not unit or (game.unit_at(hex_id) and order not in game.legal):
        _pick(session, hex_id)
        return
    stays = on_map and peek.kind(game) != "setup"
    if stays or session.attempt(order):
        session.pick("")


def _move(session: Session, hex_id: str) -> None:
    game, unit = session.game, session.unit
    if unit and not peek.unit(game, unit).ground and hex_id != peek.hex_of(game, unit):
        aloft = peek.unit(game, unit).air_range
        if session.attempt(flight(game, unit, hex_id) if aloft else Lead(unit, hex_id)):
            session.pick("")
        return
    mine = bool(unit) and bool(peek.hex_of(game, unit)) and peek.side(game, unit) == game.phase.side
    joins = mine and bool(game.path(unit, hex_id))  # airborne troops may end on another unit
    if not mine or (_mine(session, hex_id) and not joins) or hex_id == peek.hex_of(game, unit):
        _pick(session, hex_id)
        return
    drop = Drop(unit, hex_id)
    if session.attempt(drop if not joins and drop in game.legal else Move(unit, _through(session, hex_id))):
        session.pick("")


def _through(session: Session, hex_id: str) -> tuple[str, ...]:
    """The path to a hex: through the via-hexes, else the cheapest, else the shortest, so that a refusal can say why."""
    game, unit = session.game, session.unit
    if session.via:
        return (*session.via, *_shortest(game, session.via[-1], hex_id))
    return game.path(unit, hex_id) or _shortest(game, peek.hex_of(game, unit), hex_id)


def _shortest(game: Reader, start: str, end: str) -> tuple[str, ...]:
    """The fewest hexes from one to another over land where there is a way, else as the crow flies."""
    board = game.board
    first, last = board.hex(start), board.hex(end)
    for ways in ([[h for _d, h in links] for links in board.links], board.near):
        came = {first: -1}
        queue = deque([first])
        while queue and last not in came:
            here = queue.popleft()
            for there in ways[here]:
                if there >= 0 and there not in came:
                    came[there] = here
                    queue.append(there)
        if last in came:
            path = [last]
            while came[path[-1]] != first and came[path[-1]] >= 0:
                path.append(came[path[-1]])
            return tuple(board.ids[h] for h in reversed(path)) if last != first else ()
    return (end,)


def _combat(session: Session, hex_id: str) -> None:
    game = session.game
    units = game.unit_at(hex_id)
    able = set(game.candidates(session.target)) & set(units) if session.target else set()
    if session.unit and peek.unit(game, session.unit).air_range and any(a[0] == hex_id for a in game.attacks):
        if session.attempt(flight(game, session.unit, hex_id)):
            session.pick("")
    elif units and peek.side(game, units[0]) != game.phase.side:
        _aim(session, hex_id)
    elif able:
        ticked = set(session.attackers)
        session.attackers = tuple(sorted(ticked - able if able <= ticked else ticked | able))
    else:
        session.target, session.attackers = "", ()
        _pick(session, hex_id)


def _aim(session: Session, hex_id: str) -> None:
    """Aim at an enemy unit with every unit that may join, or say why none may."""
    game = session.game
    found = game.candidates(hex_id)
    session.unit, session.said = "", ""
    if found and not any(target == hex_id for target, _units, _result in game.attacks):
        session.attackers = ()
        session.target = hex_id
        session.attackers = tuple(found)
        return
    session.target, session.attackers = "", ()
    if found:
        session.refuse(f"attack {hex_id}", game.why_not(Attack(hex_id, tuple(found))))
    else:
        session.note("No unit of yours that is not yet in an attack stands next to it.")
