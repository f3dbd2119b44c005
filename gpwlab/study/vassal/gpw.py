"""A game of The Great Patriotic War as a VASSAL module."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from gpwlab.core.svg.lattice import HEX, at, loops, node
from gpwlab.gpw.board import grid_position, plane
from gpwlab.gpw.picture import layers
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import Frame, Sheet
from gpwlab.gpw.picture.stacks import COUNTER
from gpwlab.gpw.units import SIDES, Unit
from gpwlab.study.forces import GONE, NOT_HERE, PLACES, order_of_battle
from gpwlab.study.timeline import GOING, timeline
from gpwlab.study.vassal.plan import Counter, Grid, Pixel, Plan, Scale, Zone

if TYPE_CHECKING:
    from gpwlab.gpw.game import Game

#: Pixels a drawing unit: a hex is 100 pixels from side to side.
_PIXELS = 1.0
#: What has become of counters that the module leaves out.
_ABSENT = (GONE, NOT_HERE)


def plan(game: Game) -> Plan:
    """The module of a game as it stands."""
    whole = Sheet(game.board, palette("paper")).frame_of_window
    frame = Frame(floor(whole.x), floor(whole.y), ceil(whole.width) + 1, ceil(whole.height) + 1)
    sheet, scale = Sheet(game.board, palette("paper"), frame), Scale(frame, _PIXELS)
    charts, scenario = game.charts, game._pos.world.scenario
    ground = layers.terrain(sheet) + layers.town_names(sheet) + layers.numbers(sheet)
    return Plan(
        title="The Great Patriotic War",
        sides=SIDES,
        ground=scale.document(ground, "map"),
        size=scale.size,
        guessed=f"the terrain of {len(game.board.reconstructed)} of {game.board.n} hexes",
        zones=[_zone(sheet, scale, letter) for letter in "AB"],
        counters=list(_counters(game, sheet, scale)),
        counter=round(COUNTER * _PIXELS),
        turns=[charts.turns[n].title for n in range(game.phase.turn, scenario.last_turn + 1)],
        pools=(PLACES["eliminated"],),
    )


def _zone(sheet: Sheet, scale: Scale, letter: str) -> Zone:
    """One of the two maps; their rows run through, but each numbers its columns for itself, from east to west."""
    outline = max(loops([n for n, name in zip(sheet.node, sheet.board.ids, strict=True) if name[0] == letter]), key=len)
    west = max(column for _row, column in map(grid_position, sheet.board.ids))
    grid = Grid(
        origin=scale.at(at(node(*plane(0, west)))),
        pitch=HEX * sqrt(3) / 2 * scale.pixels,
        size=HEX * scale.pixels,
        sideways=True,
        first=(0, west - grid_position(f"{letter}0000")[1]),
        leading=(1, 1),
        separator="",
    )
    return Zone(f"Map {letter}", scale.path([at(corner) for corner in outline]), letter, grid)


def _counters(game: Game, sheet: Sheet, scale: Scale) -> Iterator[Counter]:
    """All units of the game, those of a hex from the bottom of its stack up."""
    pos = game._pos
    for standing in layers.standings(game):
        unit, place = standing.unit, game.board.ids[standing.hex]
        yield _counter(unit, unit.steps - standing.steps, place, scale.at(sheet.centre[standing.hex]))
    coming = _arrivals(game)
    for row in order_of_battle(game).to_dict("records"):
        if row["hex"] == "" and row["place"] not in _ABSENT:
            unit, place, half = pos.world.unit(row["unit"]), row["place"], False
            if place == PLACES["later"]:
                place, half = coming.get(unit.id, (place, False))
            elif place == PLACES["turn box"]:
                place = game.charts.turns[pos.boxes[unit.index]].title
            yield _counter(unit, int(half), place)


def _counter(unit: Unit, lost: int, place: str, at: Pixel | None = None) -> Counter:
    faces = tuple(face(Standing(unit, -1, steps)) for steps in range(unit.steps, 0, -1))
    return Counter(unit.id, f"{unit.name} {unit.formation}", SIDES[unit.side], faces, lost, place, at)


def _arrivals(game: Game) -> dict[str, tuple[str, bool]]:
    """The turn in which each unit that is still to come arrives by the charts, and whether at half strength."""
    table = timeline(game)
    table = table[table["in_game"] & table["done"].isna() & (table["turn"] >= game.phase.turn)]
    rows = table[(table["unit"] != "") & ~table["event"].isin(GOING)].to_dict("records")
    return {row["unit"]: (row["title"], row["half"]) for row in reversed(rows)}
