"""A game of Hube's Pocket as a VASSAL module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from gpwlab.core.svg.lattice import HEX, loops
from gpwlab.hube.board import SIDES, column_of
from gpwlab.hube.frames import state
from gpwlab.hube.picture import layers, rivers
from gpwlab.hube.picture.faces import Standing, face, nation_of
from gpwlab.hube.picture.palette import palette
from gpwlab.hube.picture.sheet import Frame, Sheet, at, node
from gpwlab.hube.picture.stacks import COUNTER, stacks
from gpwlab.hube.position import ABSENT, DEAD, FATES, ON_MAP, TO_COME
from gpwlab.study.vassal.plan import Counter, Grid, Pixel, Plan, Scale, Zone

if TYPE_CHECKING:
    from gpwlab.hube.game import Game
    from gpwlab.hube.position import Position

#: Pixels a drawing unit: a hex is 80 pixels from its upper to its lower side.
_PIXELS = 0.8


def plan(game: Game) -> Plan:
    """The module of a game as it stands."""
    colours = palette("paper", game.ground)
    whole = Sheet(game.board, colours).frame_of_window
    frame = Frame(floor(whole.x), floor(whole.y), ceil(whole.width) + 1, ceil(whole.height) + 1)
    sheet, scale = Sheet(game.board, colours, frame), Scale(frame, _PIXELS)
    return Plan(
        title="Hube's Pocket",
        sides=SIDES,
        ground=scale.document(_ground(sheet, game), "map"),
        size=scale.size,
        guessed=f"the terrain of {len(game.board.reconstructed)} of {game.board.n} hexes",
        zones=[_zone(sheet, scale, letter) for letter in "AB"],
        counters=list(_counters(game, sheet, scale)),
        counter=round(COUNTER * _PIXELS),
        turns=[game.charts.turn(n).title for n in range(game.phase.turn, game.last_turn + 1)],
        pools=(FATES[DEAD],),
    )


def _ground(sheet: Sheet, game: Game) -> str:
    """The map without what moves."""
    return "".join((
        layers.terrain(sheet, layers.frozen(game), rivers.river_names(sheet)),
        layers.outside(sheet, game),
        layers.overlay(sheet, game, "numbers", "numbers"),
        layers.town_names(sheet, game),
        layers.score(sheet, game),
    ))  # fmt: skip


def _zone(sheet: Sheet, scale: Scale, letter: str) -> Zone:
    """One of the two sheets; their rows run through, from south to north, but each numbers its columns for itself."""
    outline = max(loops([n for n, name in zip(sheet.node, sheet.board.ids, strict=True) if name[0] == letter]), key=len)
    north = max(row for _column, row in sheet.board.spot)
    grid = Grid(
        origin=scale.at(at(node(0, north))),
        pitch=HEX * sqrt(3) / 2 * scale.pixels,
        size=HEX * scale.pixels,
        sideways=False,
        first=(-column_of(f"{letter}0"), north),
        leading=(0, 1),
        separator=".",
    )
    return Zone(f"Sheet {letter}", scale.path([at(corner) for corner in outline]), letter, grid)


def _counters(game: Game, sheet: Sheet, scale: Scale) -> Iterator[Counter]:
    """All units of the game, those of a hex from the bottom of its stack up; none that comes after its last turn."""
    pos = game._pos
    index = {unit.id: unit.index for unit in pos.world.units}
    for stack in stacks(sheet, layers.standings(game)):
        at = scale.at(sheet.centre[stack[0].hex])
        for standing in stack:
            yield _counter(pos, index[standing.unit], game.board.ids[standing.hex], at)
    for u, fate in enumerate(pos.fate):
        if fate == TO_COME and game.phase.turn <= pos.due[u] <= game.last_turn:
            yield _counter(pos, u, game.charts.turn(pos.due[u]).title)
        elif fate not in (ABSENT, ON_MAP, TO_COME):
            yield _counter(pos, u, state(pos, u))


def _counter(pos: Position, u: int, place: str, at: Pixel | None = None) -> Counter:
    """A unit, with a second face where it has lost steps or is known to have several; only counters tell how many."""
    unit, lost = pos.unit(u), int(pos.lost[u] > 0)
    # a tag with a number would be wrong as soon as the counter is flipped in play
    several = lost or unit.division or unit.steps_at_least > 1
    faces = tuple(replace(face(_standing(pos, u, n)), lost=0) for n in range(1 + several))
    of = pos.world.formation_labels.get(unit.formation, "")
    name = " ".join(filter(None, (unit.nationality, unit.label, unit.kind, of)))
    return Counter(unit.id, name, SIDES[unit.side], faces, lost, place, at)


def _standing(pos: Position, u: int, lost: int) -> Standing:
    """A unit as its counter prints it."""
    unit = pos.unit(u)
    of = pos.world.formation_labels.get(unit.formation, "")
    return Standing(
        unit.id, -1, SIDES[unit.side], nation_of(unit.nationality, unit.label, of), unit.kind, unit.size,
        unit.category, unit.label, tuple(unit.values.split("-")) if unit.values else (), lost, formation=of,
    )  # fmt: skip
