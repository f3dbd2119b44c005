"""The map as a picture: pure functions from what a reader may see to SVG with a text twin.

``picture(game)`` draws the areas in play; the interactive map of ``gpwlab.widgets`` is made of the same layers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture, uid
from gpwlab.core.svg.frame import framed
from gpwlab.sfs.picture import borders, control, ground, legend, names, overlays, stacks
from gpwlab.sfs.picture.sheet import WHOLE, Sheet, sheet_of
from gpwlab.sfs.picture.words import describe

if TYPE_CHECKING:
    from gpwlab.sfs.reader import Reader

__all__ = ["OVERLAYS", "Picture", "headline", "picture", "twin"]

OVERLAYS = overlays.OVERLAYS
#: Pixels of width where none are asked for, and pixels a drawing unit below which stacks are blocks.
_WIDE, _FAR = 1200, 0.24

#: What an overlay shows, as its caption says it.
CAPTIONS = {
    "supply": "hatching and barrels: areas with a line of supply",
    "ferry": "dashes over the Volga: ferries of each landing",
    "links": "bridges: areas that touch (broken: reconstructed)",
    "reach": "yellow: where the force may go",
    "line": "beads: supply line",
    "reconstructed": "dots and ?: reconstructed, not printed",
}


def picture(
    game: Reader,
    show: Iterable[str] = (),
    region: str | Collection[str] | None = None,
    width: int | None = None,
    theme: str = "paper",
) -> Picture:
    """Draw a game's position.

    show: overlays by name, see :data:`OVERLAYS`, and "legend" for the legend beneath the map.  region: None for the
    areas in play, "all" for the whole map, or the codes or names of areas that must all be seen.  width: in pixels.
    theme: see :data:`gpwlab.sfs.picture.palette.PALETTES`.
    Raises InvalidInput for an unknown overlay, area, force or theme.
    """
    asked = (show,) if isinstance(show, str) else tuple(show)
    wanted = tuple(name for name in asked if name != "legend")
    sheet = sheet_of(game.board, theme)
    areas = areas_of(game, region)
    frame = WHOLE if len(areas) == game.board.n else sheet.frame(areas)
    pixels = width if width is not None else _WIDE
    if pixels < 1:
        raise InvalidInput(f"a picture is at least 1 pixel wide, not {width}")
    scale = pixels / frame.width
    body = _layers(sheet, game, wanted, scale < _FAR)
    notes = list(dict.fromkeys(CAPTIONS[name.partition(":")[0]] for name in wanted))
    signs = legend.panel(sheet, pixels) if "legend" in asked else ("", 0.0)
    colours = sheet.palette.ink, sheet.palette.halo
    svg = framed(frame, body, headline(game), "; ".join(notes), scale, signs, colours)
    notes += legend.text(game.board).splitlines() if "legend" in asked else []
    return Picture(svg, _twin(game, areas, notes))


def headline(game: Reader) -> str:
    """Where the game stands: turn and phase, the weather where it is not clear, and the artillery that is known."""
    weather = {"clear": "", "ice": " (drift ice)", "freeze": " (the Volga is frozen)"}[game.weather]
    points = ", ".join(f"{side} {number}" for side, number in game.aps.items())
    return f"{game.phase}{weather}; artillery {points}"


def twin(game: Reader, region: str | Collection[str] | None = "all") -> str:
    """The text twin without the picture."""
    return _twin(game, areas_of(game, region), ())


def _twin(game: Reader, areas: Collection[int], notes: Iterable[str]) -> str:
    codes = {game.board.code(area) for area in areas}
    return describe(headline(game), game.board, list(game.areas), list(game.stacks), codes, notes)


def areas_of(game: Reader, region: str | Collection[str] | None) -> list[int]:
    """The areas (indices) that a region names; see :func:`picture`."""
    board = game.board
    if region is None:
        return [board.area(state.code) for state in game.areas]
    if region == "all":
        return list(range(board.n))
    found = [board.area(name) for name in ([region] if isinstance(region, str) else region)]
    if not found:
        raise InvalidInput("a region names at least one area")
    return found


def _layers(sheet: Sheet, game: Reader, wanted: tuple[str, ...], far: bool) -> str:
    """The map from the ground up; overlays lie beneath names and counters."""
    states, piles = list(game.areas), list(game.stacks)
    key = uid(game.position, wanted, sheet.palette.steppe)
    return "".join((
        ground.ground(sheet, game.weather),
        control.bands(sheet, states, key),
        *(overlays.overlay(sheet, game, name, key) for name in wanted),
        outside(sheet, game),
        borders.borders(sheet),
        borders.slots(sheet),
        overlays.drained(sheet, map(sheet.board.strongpoint, game.drained)),
        names.names(sheet),
        control.badges(sheet, states),
        (stacks.blocks if far else stacks.counters)(sheet, piles),
    ))  # fmt: skip


def outside(sheet: Sheet, game: Reader) -> str:
    """A veil over the areas that a scenario leaves out."""
    played = {state.code for state in game.areas}
    return ground.veil(sheet, [area.index for area in game.board.areas if area.code not in played])
