"""A game of Struggle for Stalingrad as a VASSAL module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from gpwlab.sfs import looks
from gpwlab.sfs.board import GERMAN, SIDES
from gpwlab.sfs.losses import LADDER, pool_counter
from gpwlab.sfs.picture import borders, ground, names, outside
from gpwlab.sfs.picture.faces import face
from gpwlab.sfs.picture.layout import COUNTER, SLOT, places
from gpwlab.sfs.picture.sheet import WHOLE, Sheet, sheet_of
from gpwlab.sfs.position import FATES, LATER, ON_MAP
from gpwlab.study.vassal.plan import Counter, Pixel, Plan, Scale, Zone

if TYPE_CHECKING:
    from gpwlab.sfs.game import Game
    from gpwlab.sfs.position import Position

#: Pixels a drawing unit.
_PIXELS = 1.0
_ELIMINATED = "eliminated"


def plan(game: Game) -> Plan:
    """The module of a game as it stands."""
    sheet, scale = sheet_of(game.board, "paper"), Scale(WHOLE, _PIXELS)
    drawn = (ground.ground(sheet, game.weather), outside(sheet, game), borders.borders(sheet), borders.slots(sheet))
    board = game.board
    guessed = sum(area.provenance == "reconstructed" for area in board.areas)
    return Plan(
        title="Struggle for Stalingrad",
        sides=SIDES,
        ground=scale.document("".join(drawn) + names.names(sheet), "map"),
        size=scale.size,
        guessed=f"the outline of every area, and other facts of {guessed} of {board.n}",
        zones=list(_zones(sheet, scale)),
        counters=list(_counters(game, sheet, scale)),
        counter=round(COUNTER * _PIXELS),
        turns=[game.charts.turns[n].title for n in range(game.phase.turn, game._pos.length + 1)],
        pools=(_ELIMINATED,),
    )


def _zones(sheet: Sheet, scale: Scale) -> Iterator[Zone]:
    """The strongpoints and landings, then the areas around them: VASSAL takes the first zone that holds a point."""
    half = SLOT / 2
    for place in sheet.board.strongpoints:
        x, y = sheet.strongpoint_at[place.index]
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        yield Zone(_name(sheet, place.code), scale.path(corners))
    for area in sheet.board.areas:
        yield Zone(area.name, scale.path(sheet.outline[area.index]))


def _name(sheet: Sheet, code: str) -> str:
    """A strongpoint by name and area, for one has the name of its area."""
    place = sheet.board.strongpoints[sheet.board.strongpoint(code)]
    return f"{place.name} ({sheet.board.code(place.area)})"


def _counters(game: Game, sheet: Sheet, scale: Scale) -> Iterator[Counter]:
    """All units of the game, those of a force from the bottom of its stack up."""
    pos = game._pos
    index = {unit.id: unit.index for unit in pos.world.units}
    at = places(sheet, game.stacks)
    for pile in game.stacks:
        where = (
            _name(sheet, pile.strongpoint) if pile.strongpoint else game.board.areas[game.board.area(pile.area)].name
        )
        for unit in pile.units:
            yield _counter(pos, index[unit.id], where, scale.at(at[pile.id]))
    coming = _arrivals(game)
    for u, fate in enumerate(pos.fate):
        if fate != ON_MAP and (pos.world.units[u].side == GERMAN or pos.piece[u]):
            due = coming.get(pos.world.units[u].id) if fate == LATER else None
            yield _counter(pos, u, due or FATES[fate])


def _arrivals(game: Game) -> dict[str, str]:
    """The turn in which each German unit that is still to come arrives, where nobody chooses whether it does."""
    return {
        event.unit_id: turn.title
        for turn in game.charts.turns.values()
        for event in game.charts.dated(game.scenario, turn.number, GERMAN)
        if event.kind == "reinforcement" and game.phase.turn <= turn.number <= game._pos.length
    }


def _counter(pos: Position, u: int, place: str, at: Pixel | None = None) -> Counter:
    unit, now = pos.world.units[u], looks.face(pos, u, None, "")
    shown = _steps(pos, u, now) if unit.side == GERMAN else _classes(pos, u, now)
    up = max(0, len(shown) - (now.steps or 0)) if unit.side == GERMAN else 0
    faces = tuple(face(replace(s, oos=False)) for s in shown)
    name = pos.counter(u).name
    return Counter(unit.id, name, SIDES[unit.side], faces, min(up, len(faces) - 1), place, at)


def _steps(pos: Position, u: int, now: looks.Face) -> list[looks.Face]:
    """A German counter from all its steps down to the last (sfs 2.2.1.2)."""
    counter = pos.counter(u)
    return [
        replace(now, steps=n, figure=looks.figure(counter, n), reduced=n < counter.steps)
        for n in range(max(counter.steps, 1), 0, -1)
    ]


def _classes(pos: Position, u: int, now: looks.Face) -> list[looks.Face]:
    """A Soviet counter and those of the classes that the unit can fall to (sfs 2.2.2.2)."""
    counter = pos.counter(u)
    if counter.steps < 2:
        return [now]
    lower = [pos.world.counters[pool_counter(pos, cls)] for cls in LADDER[LADDER.index(counter.cls) + 1 : -1]]
    return [now, *(replace(now, label=looks.label(c), figure=looks.figure(c, c.steps)) for c in lower)]
