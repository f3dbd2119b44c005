"""What a click on the map of Hube's Pocket means: answer, place, record a move, aim, or pick."""

from __future__ import annotations

from fractions import Fraction

from gpwlab.hube.actions import Move, Place
from gpwlab.hube.picture.layers import mixed
from gpwlab.widgets.hube_session import MOVING, HubeSession


def click(session: HubeSession, hex_id: str) -> None:
    """A click on a hex, "" for off the map."""
    session.said = ""
    if not hex_id:
        session.drop_picks()
    elif session.game.pending is not None:
        _answer(session, hex_id)
    elif session.unit and hex_id != _place_of(session, session.unit) and _act(session, hex_id):
        return
    else:
        _pick(session, hex_id)


def _place_of(session: HubeSession, unit: str) -> str:
    piece = session.piece(unit)
    return piece.hex if piece is not None else ""


def _answer(session: HubeSession, hex_id: str) -> None:
    """Take the option that names the hex."""
    options = [o for o in session.game.pending.options if getattr(o, "hex", "") == hex_id]
    if options:
        session.attempt(options[0])
    else:
        session.note("A decision is open: use its buttons in the tab Play, or click a hex that one of them names.")


def _act(session: HubeSession, hex_id: str) -> bool:
    """Place the picked unit or record its move; False where this phase does neither."""
    game, unit = session.game, session.unit
    here = _place_of(session, unit)
    if unit in game.placing or (here and game.phase.kind == "setup"):
        if session.attempt(str(Place(unit, hex_id))):
            session.pick("")
        return True
    if here and game.phase.kind in MOVING:
        return _go(session, hex_id)
    if here and _enemies(session, hex_id):
        session.target = "" if session.target == hex_id else hex_id
        return True
    return False


def _go(session: HubeSession, hex_id: str) -> bool:
    """Record a move within reach; elsewhere pick a unit that stands there, if one does, else say how to record it."""
    unit = session.unit
    if hex_id in session.reach() or _enemies(session, hex_id):  # a move to an enemy is refused, with the reason
        session.attempt(str(Move((unit,), tuple(session.way(hex_id)))))
        return True
    if session.pieces_at(hex_id):
        return False
    points = mixed(Fraction(session.left))
    far = f"{points} MP left by terrain do not reach it" if session.reach() else "its reach is unknown"
    session.note(
        f"{unit} to {hex_id}: {far}. Type its movement points into <b>MP</b>, or record the move all the same under "
        f"Workbook: <code>move {unit} by {hex_id}</code>. <kbd>Esc</kbd> lets go of the unit."
    )
    return True


def _enemies(session: HubeSession, hex_id: str) -> bool:
    """Whether enemies of the picked unit stand in a hex."""
    piece = session.piece(session.unit)
    return piece is not None and any(other.side != piece.side for other in session.pieces_at(hex_id))


def _pick(session: HubeSession, hex_id: str) -> None:
    """Pick the first unit of a hex; each further click picks the next one, the last one nothing."""
    units = [*(piece.id for piece in session.pieces_at(hex_id)), ""]
    session.pick(units[units.index(session.unit) + 1] if session.unit in units[:-1] else units[0])
