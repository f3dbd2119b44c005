"""The journal's variant on leaders (gpw 23.4.6).

``extra`` holds ``held``, the leaders who wait for their general movement phase, ``seat``, the Soviet city that stands
in for Moscow, and ``out``, the turn in which a leader last left it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import leaders
from gpwlab.gpw.actions import Lead
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import CAPITAL
from gpwlab.gpw.units import SIDES, SOVIET
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position


def _memory(pos: Position) -> dict[str, Any]:
    found: dict[str, Any] = pos.extra.get(LEADERS.slug, {})
    return found


def _remember(pos: Position, **more: Any) -> None:
    kept = {name: value for name, value in {**_memory(pos), **more}.items() if value}
    pos.extra.pop(LEADERS.slug, None)
    if kept:
        pos.extra[LEADERS.slug] = kept


def _held(pos: Position, leader: int) -> bool:
    return pos.world.units[leader].id in _memory(pos).get("held", ())


# -- lost leaders (gpw 23.4.6.A, gpw 23.4.6.B) ------------------------------------------------------------------------


def send_back(pos: Position) -> list[Event]:
    """Put leaders whose units are lost, all of those with them, into the capital at once (gpw 23.4.6.B)."""
    events = []
    for leader in sorted(leaders.returning(pos)):
        unit = pos.world.units[leader]
        _remember(pos, held=sorted({*_memory(pos).get("held", ()), unit.id}))
        text = f"{unit.label} is lost with his units; {leaders.send_home(pos, leader)} and waits for general movement"
        events.append(Event("leader", text, "gpw 23.4.6.A", unit=unit.id))
    return events


def may_not_lead(pos: Position, leader: int) -> Iterator[Reason]:
    """Why a leader does not move: he has been sent back, or the city that stands in for Moscow has let one go."""
    unit = pos.world.units[leader]
    if _held(pos, leader) and pos.step.kind != "general":
        yield Reason("gpw 23.4.6.A", f"{unit.label} has been sent back and waits for the general movement phase")
    here = pos.where[leader] if unit.side == SOVIET else -1
    if here >= 0 and here == stand_in(pos) and (_memory(pos).get("out") == pos.turn or _left_now(pos)):
        where = pos.world.board.label(here)
        yield Reason("gpw 23.4.6.A", f"a leader has left {where} this turn, and no second one may")


def _left_now(pos: Position) -> bool:
    """True if a Soviet leader has left the capital in this phase."""
    return any(pos.moved[u] and pos.where[u] != leaders.seat(pos, SOVIET) for u in pos.world.leaders[SOVIET])


def end_of_phase(pos: Position) -> list[Event]:
    """Note who has left the city that stands in for Moscow, and let go those who were held."""
    if pos.side == SOVIET and stand_in(pos) >= 0 and _left_now(pos):
        _remember(pos, out=pos.turn)
    if pos.step.kind == "general":
        side = pos.world.leaders[pos.side]
        free = {pos.world.units[u].id for u in side}
        _remember(pos, held=[name for name in _memory(pos).get("held", ()) if name not in free])
    return []


class SendLeader:
    """``order send-leader LEADER HEX``: a leader who was held moves in general movement, whatever ZOC lie between."""

    kinds: tuple[str, ...] = ("general",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """The moves of every leader who was held."""
        for leader in pos.world.leaders[pos.side]:
            if _held(pos, leader):
                yield from ((action.unit, action.hex) for action in leaders.legal_of(pos, leader))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a leader may not go to a hex in this phase."""
        if len(words) != 2:
            raise InvalidInput(f"'order send-leader' takes a leader and a hex, not {' '.join(words) or 'nothing'}")
        unit, _hex = pos.world.unit(words[0]), pos.world.board.hex(words[1])
        if not _held(pos, unit.index):
            yield Reason("gpw 23.4.6.A", f"{unit.label} has not been sent back; leaders move in the armoured phase")
            return
        yield from leaders.objections(pos, Lead(*words))

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Move the leader (gpw 23.4.6.C)."""
        unit, place = pos.world.unit(words[0]), pos.world.board.label(pos.world.board.hex(words[1]))
        text = f"{unit.label} may go through enemy ZOC to {place}"
        return [*leaders.go(pos, Lead(*words)), Event("leader", text, "gpw 23.4.6.C", unit=unit.id, to_hex=words[1])]


# -- a city in Moscow's stead (gpw 23.4.6.A) --------------------------------------------------------------------------


def stand_in(pos: Position) -> int:
    """The Soviet city that stands in for Moscow, or -1: Moscow is Soviet, or none has been named that still is."""
    name, moscow = _memory(pos).get("seat"), pos.world.capitals[SOVIET]
    if name is None or pos.control[moscow] == SOVIET:
        return -1
    hex_ = pos.world.board.hex(name)
    return hex_ if pos.control[hex_] == SOVIET else -1


def seat(pos: Position, side: int, capital: int) -> int:
    """The capital for leaders: the city that stands in for Moscow, or the printed one."""
    hex_ = stand_in(pos) if side == SOVIET else -1
    return hex_ if hex_ >= 0 else capital


class Designate:
    """``order designate HEX``: name a major city as the Soviet capital for leaders, once Moscow has fallen."""

    kinds: tuple[str, ...] = ("reinforcement", "rail", "mobile", "combat", "general")

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every major city that may be named."""
        for hex_ in sorted(pos.world.board.city):
            words = (pos.world.board.ids[hex_],)
            if next(self.objections(pos, words), None) is None:
                yield words

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a city may not be named."""
        if len(words) != 1:
            raise InvalidInput(f"'order designate' takes one hex, not {' '.join(words) or 'none'}")
        hex_ = pos.world.board.hex(words[0])
        city, place = pos.world.board.city.get(hex_), pos.world.board.label(hex_)
        if pos.side != SOVIET:
            yield Reason("gpw 23.4.6.A", "only the Soviets name another capital")
        elif pos.control[pos.world.capitals[SOVIET]] == SOVIET:
            yield Reason("gpw 23.4.6.A", "Moscow has not fallen")
        elif stand_in(pos) >= 0:
            yield Reason("gpw 23.4.6.A", f"{pos.world.board.label(stand_in(pos))} stands in for Moscow while it holds")
        if city is None or not city.major or pos.control[hex_] != SOVIET:
            yield Reason("gpw 23.4.6.A", f"{place} is no major city in Soviet hands")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Name the city; leaders who wait off the map come to it."""
        hex_ = pos.world.board.hex(words[0])
        _remember(pos, seat=words[0], out=0)
        for leader in pos.world.leaders[SOVIET]:
            if pos.fate[leader] == CAPITAL:
                pos.put(leader, hex_)
        text = f"{pos.world.board.label(hex_)} stands in for Moscow: {SIDES[SOVIET]} leaders go there"
        return [Event("leader", text, "gpw 23.4.6.A", to_hex=words[0])]


LEADERS = Option(
    "lost-leaders",
    "23.4.6",
    "Leaders",
    "a lost leader is in his capital at once but does not move before general movement, where ZOC do not hinder him; "
    "another major city may stand in for Moscow and lets one leader a turn go",
    needs=("leaders",),
    source=SOURCE,
    topic="leaders",
    hooks={"watch": send_back, "may_not_lead": may_not_lead, "end": end_of_phase, "seat": seat},
    orders={"send-leader": SendLeader(), "designate": Designate()},
)
