"""The map as a picture: pure functions from a game to SVG with a text twin.

``picture(game)`` draws the scenario's map; the interactive map of ``gpwlab.widgets`` is made of the same layers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture, uid
from gpwlab.core.svg.frame import framed
from gpwlab.hube.picture import layers, legend, rivers, stacks
from gpwlab.hube.picture.palette import palette
from gpwlab.hube.picture.sheet import Sheet
from gpwlab.hube.picture.words import describe

if TYPE_CHECKING:
    from gpwlab.hube.reader import Reader

__all__ = ["OVERLAYS", "Picture", "headline", "picture", "twin"]

OVERLAYS = layers.OVERLAYS
#: Hexes around a hex id that is given as a region.
_AROUND = 5
#: Pixels a drawing unit where no width is asked for, the narrowest and the widest picture made so.
_SCALE, _NARROWEST, _WIDEST = 0.62, 900, 1500
#: From this scale on hex numbers can be read, and are drawn unasked.
_READABLE = 0.6
#: Below this scale only cities are named, in larger letters, and counters are blocks.
_FAR = 0.36

#: What an overlay shows, as its caption says it.
CAPTIONS = {
    "control": "tint and rim: hexes held (Soviet rim broken)",
    "zone": "hatching: where units may be set up",
    "reach": "tinted: hexes in reach by terrain, with movement points",
    "rail-line": "gold: the railway Lvov - Slobodzera of rule 3.5",
    "reconstructed": "dots: terrain reconstructed, not printed",
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
    map of the scenario, "all" for both sheets, a hex id for the land around it, or hex ids that must all be seen.
    width: in pixels.  theme: see :data:`gpwlab.hube.picture.palette.PALETTES`.
    Raises InvalidInput for an unknown overlay, hex, unit or theme.
    """
    asked = (show,) if isinstance(show, str) else tuple(show)
    wanted = tuple(name for name in asked if name != "legend")
    hexes = hexes_of(game, region)
    plain = Sheet(game.board, palette(theme, game.ground))
    frame = plain.frame(hexes)
    sheet = Sheet(game.board, plain.palette, frame)
    pixels = width if width is not None else max(_NARROWEST, min(_WIDEST, round(frame.width * _SCALE)))
    if pixels < 1:
        raise InvalidInput(f"a picture is at least 1 pixel wide, not {width}")
    scale = pixels / frame.width
    if scale >= _READABLE and "numbers" not in wanted:
        wanted = (*wanted, "numbers")
    body = _layers(sheet, game, wanted, scale < _FAR)
    notes = list(dict.fromkeys(CAPTIONS[n.partition(":")[0]] for n in wanted if n != "numbers"))
    signs = legend.panel(sheet, pixels) if "legend" in asked else ("", 0.0)
    colours = sheet.palette.ink, sheet.palette.halo
    svg = framed(frame, body, headline(game), "; ".join(notes), scale, signs, colours)
    inside = {h for h in sheet.shown if frame.holds(sheet.centre[h])}
    notes += legend.text(game.board).splitlines() if "legend" in asked else []
    return Picture(svg, describe(headline(game), game.board, layers.standings(game), inside, notes))


def headline(game: Reader) -> str:
    """Where the game stands: turn, phase, ground and weather."""
    weather = f", {game.weather}" if game.weather else ""
    return f"{game.phase} ({game.ground}{weather})"


def twin(game: Reader, region: str | Collection[str] | None = None) -> str:
    """The text twin without the picture."""
    return describe(headline(game), game.board, layers.standings(game), set(hexes_of(game, region)), ())


def hexes_of(game: Reader, region: str | Collection[str] | None) -> list[int]:
    """The hexes (indices) that a region names; see :func:`picture`."""
    board = game.board
    if region is None:
        return [h for h, side in enumerate(game.sides) if side]
    if region == "all":
        return list(range(board.n))
    if isinstance(region, str):
        return board.within(board.hex(region), _AROUND)
    found = [board.hex(name) for name in region]
    if not found:
        raise InvalidInput("a region names at least one hex")
    return found


def _layers(sheet: Sheet, game: Reader, wanted: tuple[str, ...], far: bool) -> str:
    """The map from the ground up."""
    key = uid(game.position, wanted, sheet.window)
    draw = stacks.blocks if far else stacks.counters
    shown = [s for s in layers.standings(game) if s.hex in sheet.shown]
    return "".join((
        layers.terrain(sheet, layers.frozen(game), rivers.river_names(sheet, far)),
        layers.outside(sheet, game),
        *(layers.overlay(sheet, game, name, key) for name in wanted),
        layers.front(sheet, game, far),
        draw(sheet, shown),
        "" if far else layers.markers(sheet, game.markers),
        layers.town_names(sheet, game, far),
        layers.score(sheet, game, far),
    ))  # fmt: skip
