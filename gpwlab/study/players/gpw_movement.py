"""How the planned players of The Great Patriotic War move: rail, leaders, masses before a battle, the march."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.gpw import movement
from gpwlab.gpw.actions import Action, Base, Lead, Move
from gpwlab.gpw.units import SIDES
from gpwlab.study.players.style import Style
from gpwlab.study.players.terrain import Survey, columns, halved

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.reader import View

Reading = Callable[["Position", int], Survey]
#: Hexes from the enemy beyond which a unit goes by rail, and how much nearer it must come.
FAR_BEHIND, NEARER = 6, 3


def ride(view: View, read: Reading) -> Iterator[Action]:
    """Units far behind the front go by rail to where the enemy is two or three hexes away."""
    seen = read(view._pos, view._pos.side)
    able = sorted(movement.movable(view._pos), key=lambda u: (-seen.to_enemy[view._pos.where[u]], u))
    index = view.board.index
    for unit in able:
        pos = view._pos
        if view.rail_left <= 0 or seen.to_enemy[pos.where[unit]] < FAR_BEHIND:
            return
        moves = [m for m in view.legal.of(pos.world.units[unit].id) if isinstance(m, Move)]
        good = [m for m in moves if 2 <= seen.to_enemy[index[m.path[-1]]] < seen.to_enemy[pos.where[unit]] - NEARER]
        if good:
            yield min(
                good, key=lambda m: (seen.to_enemy[index[m.path[-1]]], seen.to_goal[index[m.path[-1]]], m.path[-1])
            )


def strike(view: View, style: Style, read: Reading) -> Iterator[Action]:
    """Leaders to the front, then masses against the worthiest hexes; who is left moves as in general movement."""
    yield from _lead(view, read)
    pos = view._pos
    yield from _Masses(view, style, read(pos, pos.side)).moves()
    yield from _step(view, style, read, mobile=True)


def march(view: View, style: Style, read: Reading) -> Iterator[Action]:
    """General movement: every unit to its best hex, the front first; then aircraft."""
    yield from _step(view, style, read, mobile=False)
    yield from _land(view, read)


def _lead(view: View, read: Reading) -> Iterator[Action]:
    """Each leader to the hex that has most units next to the enemy within his radius."""
    pos, index = view._pos, view.board.index
    for leader in view.leaders(SIDES[pos.side]):
        moves = [a for a in view.legal.of(leader) if isinstance(a, Lead)]
        if len(moves) > 1:
            seen = read(pos, pos.side)
            front = [pos.where[u] for u in pos.on_map(pos.side) if seen.to_enemy[pos.where[u]] == 1]
            radius = pos.world.unit(leader).radius
            yield max(
                moves,
                key=lambda a: (
                    sum(view.board.distance(index[a.hex], h) <= radius for h in front) - seen.threat[index[a.hex]] / 50
                ),
            )


def moves_of(view: View, unit: int) -> dict[int, Move]:
    """A unit's moves by destination."""
    index = view.board.index
    made = view.legal.of(view._pos.world.units[unit].id)
    return {index[m.path[-1]]: m for m in made if isinstance(m, Move)}


# -- masses before a battle -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Blow:
    """A blow that could be struck: who comes, by which move, and who is there already."""

    target: int
    worth: float
    called: list[tuple[int, int]]
    here: list[int]


class _Masses:
    """Brings units next to the enemy hexes that are worth it, the worthiest first, each unit and slot once."""

    def __init__(self, view: View, style: Style, seen: Survey) -> None:
        self.view, self.style, self.seen = view, style, seen
        pos = view._pos
        self.half = 2 if halved(pos) else 1
        self.known = {u: moves_of(view, u) for u in movement.movable(pos)}
        self.used: set[int] = set()
        self.taken: set[int] = set()

    def moves(self) -> Iterator[Action]:
        """The moves, blow after blow."""
        pos = self.view._pos
        targets = sorted({pos.where[u] for u in pos.on_map(1 - pos.side) if pos.world.units[u].fights})
        while True:
            blows = [blow for blow in map(self._blow, targets) if blow is not None]
            if not blows:
                return
            best = max(blows, key=lambda blow: (blow.worth, -blow.target))
            targets.remove(best.target)
            self.used.update(best.here, (unit for unit, _hex in best.called))
            self.taken.update(hex_ for _unit, hex_ in best.called)
            yield from (self.known[unit][hex_] for unit, hex_ in best.called)

    def _blow(self, target: int) -> _Blow | None:
        """The blow that the units still free can strike at a hex; None if it falls short of the wanted column."""
        pos, board = self.view._pos, self.view.board
        defence = sum(pos.defence(unit) for unit in pos.holders(target))
        need = (self.style.column - columns(pos, target)) * defence * self.half
        around = board.land[target]
        here = [u for h in around for u in pos.holders(h) if pos.world.units[u].side == pos.side and u not in self.used]
        need -= sum(pos.attack(u) for u in here if pos.world.units[u].fights)
        room = sorted(
            (h for h in around if pos.occupant[h] < 0 and h not in self.taken),
            key=lambda h: (self.seen.to_goal[h], h),
        )
        called = self._call(set(here), room, need)
        if called is None or not (called or here):
            return None
        seen = self.seen
        nearness = max(0, 30 - seen.to_goal[target])
        worth = defence + self.style.ground * (1 + self.style.drive * nearness / 15)
        worth += self.style.city if seen.to_goal[target] == 0 else 0
        worth -= 0.15 * sum(pos.attack(u) for u, _hex in called)
        return _Blow(target, worth, called, here)

    def _call(self, here: set[int], room: list[int], need: int) -> list[tuple[int, int]] | None:
        """The strongest units into the free hexes nearest to the goals, until the strength is there; None if short."""
        pos = self.view._pos
        called: list[tuple[int, int]] = []
        left = list(room)
        able = [u for u in self.known if u not in self.used and u not in here and pos.world.units[u].fights]
        for unit in sorted(able, key=lambda u: (-pos.attack(u), u)):
            if need <= 0 or not left:
                break
            slot = next((h for h in left if h in self.known[unit]), None)
            if slot is not None:
                called.append((unit, slot))
                left.remove(slot)
                need -= pos.attack(unit)
        return called if need <= 0 else None


# -- the march ------------------------------------------------------------------------------------------------------


def _step(view: View, style: Style, read: Reading, mobile: bool) -> Iterator[Action]:
    """Every unit to its best hex; before a battle those next to the enemy stay."""
    pos = view._pos
    seen = read(pos, pos.side)
    for unit in sorted(movement.movable(pos), key=lambda u: (seen.to_enemy[pos.where[u]], u)):
        pos = view._pos
        here = pos.where[unit]
        if here < 0 or (mobile and seen.to_enemy[here] == 1):
            continue
        moves = moves_of(view, unit)
        if not moves:
            continue
        worth = {hex_: _worth(pos, style, seen, unit, hex_) for hex_ in (here, *moves)}
        best = max(worth, key=lambda h: (worth[h], h == here, -h))
        if best != here:
            yield moves[best]


def _worth(pos: Position, style: Style, seen: Survey, unit: int, hex_: int) -> float:
    """What a hex is worth to a unit at the end of a move."""
    attacking = seen.attacking and pos.world.units[unit].attack[0] > 2
    away = seen.to_enemy[hex_]
    wanted = style.reach if attacking else 2
    value = -1.5 * abs(min(away, 12) - wanted) if away >= wanted else -1.0 * (wanted - away)
    drive = style.drive + style.dash * pos.world.units[unit].mobile
    value -= (drive if attacking else 0.35) * min(seen.to_goal[hex_], 40)
    value += (style.cover if attacking else 1.2) * seen.shelter[hex_]
    value -= style.fear * max(0, seen.threat[hex_] - pos.defence(unit))
    friends = sum(pos.occupant[h] >= 0 and not pos.enemy_at(h, seen.side) for h in pos.world.board.land[hex_])
    value -= 0.5 * max(0, friends - 2)
    city = pos.world.board.city.get(hex_)
    if city is not None and (city.major or seen.to_goal[hex_] == 0):
        value += 3.0 if pos.control[hex_] == seen.side else 5.0
    return value


def _land(view: View, read: Reading) -> Iterator[Action]:
    """Aircraft home, each to the field that is two hexes from the enemy or nearly so."""
    pos, index = view._pos, view.board.index
    seen: Survey | None = None
    for unit, mission in view.aircraft(SIDES[pos.side]).items():
        fields = [a for a in view.legal.of(unit) if isinstance(a, Base)] if mission else []
        if fields:
            seen = seen or read(pos, pos.side)
            to_enemy = seen.to_enemy
            yield min(fields, key=lambda a: (abs(to_enemy[index[a.hex]] - 2), a.hex))
