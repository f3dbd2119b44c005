"""Layers of the map, each a piece of SVG: the ground once, overlays and counters as the position has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.gpw import fronts
from gpwlab.gpw import supply as supply_rules
from gpwlab.gpw.picture import backdrop, ground, lines, names, overlays, rivers
from gpwlab.gpw.picture.faces import Standing
from gpwlab.gpw.picture.sheet import Sheet
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from gpwlab.gpw.reader import Reader


def terrain(sheet: Sheet) -> str:
    """Everything that never changes, but for names and hex numbers."""
    return "".join((
        ground.water(sheet),
        ground.land(sheet),
        ground.outside(sheet),
        ground.patches(sheet),
        backdrop.relief(sheet),
        names.great_names(sheet),
        ground.symbols(sheet),
        ground.grid(sheet),
        lines.closed_sides(sheet),
        lines.border_bands(sheet),
        rivers.rivers(sheet),
        rivers.river_names(sheet),
        lines.borders(sheet),
        lines.rails(sheet),
        lines.straits(sheet),
        names.towns(sheet),
        backdrop.table(sheet),
    ))  # fmt: skip


def town_names(sheet: Sheet, far: bool = False) -> str:
    """The names of towns; ``far``: of the great ones only, in letters that can be read from afar."""
    return names.town_names(sheet, names.Room(), far)


def numbers(sheet: Sheet) -> str:
    """Hex numbers, clear of the names of towns."""
    room = names.Room()
    names.town_names(sheet, room)
    return names.hex_numbers(sheet, room, sorted(sheet.shown))


def standings(game: Reader) -> list[Standing]:
    """The counters on the map with their marks; airborne troops, then leaders last, since they stand on top.

    Out of supply is what holds at this moment; leaders and aircraft draw none.
    """
    pos = game._pos
    reached = [supply_rules.supplied(pos, side) for side in range(len(SIDES))]
    found = [
        Standing(
            unit,
            hex_,
            pos.steps[unit.index],
            bool(pos.moved[unit.index]),
            not unit.ground or bool(reached[unit.side][hex_]),
        )
        for unit in pos.world.units
        if (hex_ := pos.where[unit.index]) >= 0
    ]
    return sorted(found, key=lambda standing: (not standing.unit.ground, standing.unit.airborne))


def overlay(sheet: Sheet, game: Reader, name: str, key: str) -> str:
    """One overlay by name: zoc, supply, control, rail (each for both sides, or one, as ``zoc:Axis``), reconstructed,
    numbers, goals, front (of the date nearest to the turn, or of a day, as ``front:1941-06-22``), and of one unit
    reach:UNIT and line:UNIT.  ``key`` begins the ids in it."""
    kind, _, of = name.partition(":")
    if kind in _OF_SIDE:
        if of and of not in SIDES:
            raise InvalidInput(f"an overlay is of {' or '.join(SIDES)}, not of {of!r}")
        return "".join(_OF_SIDE[kind](sheet, game, side, key) for side in SIDES if of in ("", side))
    if kind in _OF_UNIT:
        if not of:
            raise InvalidInput(f"the overlay {kind!r} is of one unit, for instance '{kind}:ax-pz-56'")
        return _OF_UNIT[kind](sheet, game, of)
    if kind == "front":
        return overlays.front(sheet, fronts.historical(game, of or None))
    if name == "goals":
        named = ((sheet.board.hex(hex_id), side, held) for hex_id, side, held in game.goals)
        return overlays.goals(sheet, [goal for goal in named if goal[0] in sheet.shown])
    if name == "reconstructed":
        board = sheet.board
        hexes = {h for h in sheet.shown if board.ids[h] in board.reconstructed and board.in_play[h]}
        return overlays.reconstructed(sheet, hexes, key)
    if name == "numbers":
        return numbers(sheet)
    raise InvalidInput(f"there is no overlay {name!r}; there is {', '.join(OVERLAYS)}")


def _shown(sheet: Sheet, names: Iterable[str]) -> set[int]:
    """Hexes by index, those of the window only."""
    return {sheet.board.index[name] for name in names} & sheet.shown


def _zoc(sheet: Sheet, game: Reader, side: str, key: str) -> str:
    playable = sheet.board.playable
    return overlays.zoc(sheet, side, {h for h in _shown(sheet, game.zoc(side)) if playable[h]}, key)


def _supply(sheet: Sheet, game: Reader, side: str, key: str) -> str:
    own = _shown(sheet, game.supplied(side))
    others = {h for other in SIDES if other != side for h in _shown(sheet, game.supplied(other))}
    return overlays.supply(sheet, side, own, own - others)


def _control(sheet: Sheet, game: Reader, side: str, key: str) -> str:
    return overlays.control(sheet, side, _shown(sheet, game.controlled(side)))


def _rail(sheet: Sheet, game: Reader, side: str, key: str) -> str:
    return overlays.rail(sheet, side, _shown(sheet, game.controlled(side)))


def _reach(sheet: Sheet, game: Reader, unit: str) -> str:
    left = {sheet.board.index[name]: mp for name, mp in game.reach(unit).items()}
    return overlays.reach(sheet, left) if left else ""


def _line(sheet: Sheet, game: Reader, unit: str) -> str:
    line = [sheet.board.index[name] for name in game.supply_line(unit)]
    return overlays.line_of_supply(sheet, line, SIDES[game.standing(unit)[0].side])


_OF_SIDE: dict[str, Callable[[Sheet, Reader, str, str], str]] = {
    "zoc": _zoc,
    "supply": _supply,
    "control": _control,
    "rail": _rail,
}
_OF_UNIT: dict[str, Callable[[Sheet, Reader, str], str]] = {"reach": _reach, "line": _line}
#: What ``show`` takes.
OVERLAYS = (*_OF_SIDE, *(f"{kind}:UNIT" for kind in _OF_UNIT), "front", "goals", "reconstructed", "numbers")
