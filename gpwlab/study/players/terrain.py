"""Maps that a player of The Great Patriotic War reads a position by: distances, threats, what hexes are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from gpwlab.gpw import fronts
from gpwlab.gpw.board import HEX_KM, grid_position, plane
from gpwlab.gpw.movement import features
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.board import Board
    from gpwlab.gpw.position import Position, World

FAR = 99


@dataclass(slots=True)
class Survey:
    """A position as one side sees it at the start of a phase; lists are indexed by hex.

    to_enemy, to_goal: hexes over land to the nearest enemy unit and to the nearest city that the side wants or must
    keep.  threat: attack strength of the enemies next to a hex.  shelter: columns that its ground takes from an attack.
    """

    side: int
    to_enemy: list[int]
    to_goal: list[int]
    threat: list[int]
    shelter: list[int]
    attacking: bool


#: A side attacks while its strength is at least this share of the enemy's.
ODDS_TO_ATTACK = 0.9
#: Hexes within which the enemy threatens a city that a side must keep.
THREAT_HEXES = 5


def goal_survey(pos: Position, side: int) -> Survey:
    """Read a position for a side that wants the goals of its scenario, or keeps what it has where it is too weak."""
    wanted, kept = goals(pos, side)
    seen = _survey(pos, side, [], bool(wanted) and _strong_enough(pos, side))
    if seen.attacking:
        seen.to_goal = distances(pos.world.board, wanted + [h for h in kept if seen.to_enemy[h] <= THREAT_HEXES])
    else:
        seen.to_goal = distances(pos.world.board, kept or _major_cities(pos, side) or wanted)
    return seen


def _strong_enough(pos: Position, side: int) -> bool:
    own, enemy = (sum(pos.attack(unit) for unit in pos.on_map(who)) for who in (side, 1 - side))
    return own >= ODDS_TO_ATTACK * enemy


def history_survey(pos: Position, side: int) -> Survey:
    """Read a position for a side that wants the front to run where it ran at the time."""
    line = own_side_of_front(pos.world, fronts.of_turn(pos.turn_box, pos.world.fronts).day, side)
    behind = [hex_ for hex_ in line if pos.control[hex_] != side]
    return _survey(pos, side, distances(pos.world.board, behind or line), bool(behind))


def _survey(pos: Position, side: int, to_goal: list[int], attacking: bool) -> Survey:
    board = pos.world.board
    enemies = sorted({pos.where[unit] for unit in pos.on_map(1 - side) if pos.world.units[unit].fights})
    threat = [0] * board.n
    for unit in pos.on_map(1 - side):
        strength = pos.attack(unit)
        for hex_ in board.near[pos.where[unit]]:
            if hex_ >= 0:
                threat[hex_] += strength
    return Survey(side, distances(board, enemies), to_goal, threat, shelter(pos), attacking)


#: Kilometres from a historical front within which a hex is part of it.
ON_FRONT_KM = 70.0


@lru_cache(maxsize=64)
def own_side_of_front(world: World, day: date, side: int) -> tuple[int, ...]:
    """The hexes along the front of a day that were a side's."""
    board, front = world.board, fronts.on(day, world.fronts)
    found = []
    for hex_ in range(board.n):
        if board.playable[hex_]:
            x, y = plane(*grid_position(board.ids[hex_]))
            ahead = front.ahead((x * HEX_KM, y * HEX_KM))  # east of it is positive
            if 0 <= (ahead if side else -ahead) <= ON_FRONT_KM:
                found.append(hex_)
    return tuple(found)


def goals(pos: Position, side: int) -> tuple[list[int], list[int]]:
    """Cities that a side still has to take for its victory, and those that it holds and either side needs."""
    board = pos.world.board
    named = [(goal.side, board.city_at[city]) for goal in pos.world.scenario.goals(pos) for city in goal.cities]
    wanted = [hex_ for owner, hex_ in named if owner == side and pos.control[hex_] != side]
    return wanted, [hex_ for _owner, hex_ in named if pos.control[hex_] == side]


def _major_cities(pos: Position, side: int) -> list[int]:
    return [hex_ for hex_, city in pos.world.board.city.items() if city.major and pos.control[hex_] == side]


def distances(board: Board, starts: Iterable[int]) -> list[int]:
    """Hexes over land from every hex to the nearest of some; FAR where there is no way."""
    found = [FAR] * board.n
    queue = list(starts)
    for hex_ in queue:
        found[hex_] = 0
    for hex_ in queue:  # the list grows while it is walked
        for to in board.land[hex_]:
            if found[to] == FAR:
                found[to] = found[hex_] + 1
                queue.append(to)
    return found


def shelter(pos: Position) -> list[int]:
    """Columns that an attack on each hex loses by its ground, by the TEC."""
    return _shelter(pos.world)


@lru_cache(maxsize=8)
def _shelter(world: World) -> list[int]:
    tec, board = world.charts.tec, world.board
    shifts = (sum(tec[name].shift for name in features(board, h)) if board.playable[h] else 0 for h in range(board.n))
    return [-shift for shift in shifts]


def columns(pos: Position, target: int) -> int:
    """Columns by which ground and weather shift an attack of the phasing side on a hex."""
    box = pos.turn_box
    effect = pos.world.charts.effect(box.weather, SIDES[pos.side], box.winter) if box.weather else None
    ground = sum(pos.world.charts.tec[name].shift for name in features(pos.world.board, target))
    return ground + (effect.shift if effect else 0)


def halved(pos: Position) -> bool:
    """True on turns whose mud halves every attack."""
    box = pos.turn_box
    return bool(box.weather) and pos.world.charts.effect(box.weather, SIDES[pos.side], box.winter).attack_divisor > 1
