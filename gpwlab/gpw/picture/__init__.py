"""The map as a picture: pure functions from a position to SVG with a text twin.

``picture(game)`` draws the front; the interactive map of ``gpwlab.widgets`` is made of the same layers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture, uid
from gpwlab.core.svg.frame import framed
from gpwlab.gpw import fronts
from gpwlab.gpw.actions import Place
from gpwlab.gpw.picture import layers, legend, stacks
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import Sheet
from gpwlab.gpw.picture.words import describe

if TYPE_CHECKING:
    from gpwlab.gpw.reader import Reader

__all__ = ["OVERLAYS", "Picture", "picture", "twin"]

OVERLAYS = layers.OVERLAYS
#: A unit belongs to the front if an enemy is within so many hexes.
_NEAR = 3
#: Pixels a drawing unit where no width is asked for, the narrowest and the widest picture made so.
_SCALE, _NARROWEST, _WIDEST = 0.52, 800, 1200
#: From this scale on hex numbers can be read, and are drawn unasked.
_READABLE = 0.8
#: Below this scale only great towns are named, in larger letters, and counters are blocks.
_FAR = 0.42

#: What an overlay shows, as its caption says it.
CAPTIONS = {
    "zoc": "hatching: zones of control",
    "supply": "rim: hexes with a line of supply (Soviet dotted); tint: of one side only",
    "control": "tint and rim: hexes controlled (Soviet rim broken)",
    "rail": "thick rails: who holds them (Soviet broken)",
    "reach": "yellow: hexes in reach, MP left",
    "line": "beads: supply line",
    "front": "long and short dashes: historical front",
    "goals": "stars: cities that a side must hold (filled: held)",
    "reconstructed": "?: terrain reconstructed",
    "numbers": "hex numbers",
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
    front, "all" for the whole map, a hex id for the land around it, or hex ids that must all be seen.  width: in
    pixels.  theme: see :data:`gpwlab.gpw.picture.palette.PALETTES`.
    Raises InvalidInput for an unknown overlay, hex, unit or theme.
    """
    asked = (show,) if isinstance(show, str) else tuple(show)
    wanted = tuple(name for name in asked if name != "legend")
    hexes = hexes_of(game, region)
    plain = Sheet(game.board, palette(theme))
    frame = plain.frame(hexes)
    sheet = Sheet(game.board, plain.palette, frame)
    pixels = width if width is not None else max(_NARROWEST, min(_WIDEST, round(frame.width * _SCALE)))
    if pixels < 1:
        raise InvalidInput(f"a picture is at least 1 pixel wide, not {width}")
    scale = pixels / frame.width
    if scale >= _READABLE and "numbers" not in wanted:
        wanted = (*wanted, "numbers")
    body = _layers(sheet, game, wanted, scale < _FAR)
    notes = list(dict.fromkeys(_caption(game, name) for name in wanted if name != "numbers"))
    signs = legend.panel(sheet, game, pixels) if "legend" in asked else ("", 0.0)
    colours = sheet.palette.ink, sheet.palette.halo
    svg = framed(frame, body, headline(game), "; ".join(notes), scale, signs, colours)
    inside = {h for h in sheet.shown if frame.holds(sheet.centre[h])}
    notes += legend.text(game).splitlines() if "legend" in asked else []
    return Picture(svg, describe(headline(game), game.board, layers.standings(game), inside, notes))


def _caption(game: Reader, name: str) -> str:
    """What an overlay shows; of a historical front its date too."""
    kind, _, of = name.partition(":")
    if kind != "front":
        return CAPTIONS[kind]
    day = fronts.historical(game, of or None)
    return f"{CAPTIONS[kind]}, {day.title.removeprefix('front of ')}"


def headline(game: Reader) -> str:
    """Where the game stands: turn, phase, and weather where it is not clear."""
    weather = f" ({game.weather})" if game.weather != "clear" else ""
    return f"{game.phase}{weather}"


def twin(game: Reader, region: str | Collection[str] | None = "all") -> str:
    """The text twin without the picture."""
    return describe(headline(game), game.board, layers.standings(game), set(hexes_of(game, region)), ())


def hexes_of(game: Reader, region: str | Collection[str] | None) -> list[int]:
    """The hexes (indices) that a region names; see :func:`picture`."""
    board = game.board
    if region is None:
        return front(game)
    if region == "all":
        return list(range(board.n))
    if isinstance(region, str):
        middle = board.hex(region)
        return [h for h in range(board.n) if board.distance(middle, h) <= 4]
    found = [board.hex(name) for name in region]
    if not found:
        raise InvalidInput("a region names at least one hex")
    return found


def front(game: Reader) -> list[int]:
    """The hexes of the units that have an enemy near; of all units where none has, else of the set-up."""
    here = [(s.hex, s.unit.side) for s in layers.standings(game)]
    distance = game.board.distance
    near = [h for h, side in here if any(other != side and distance(h, e) <= _NEAR for e, other in here)]
    return near or [h for h, _side in here] or [game.board.hex(a.hex) for a in game.legal if isinstance(a, Place)]


def _layers(sheet: Sheet, game: Reader, wanted: tuple[str, ...], far: bool) -> str:
    """The map from the ground up; the supply line of a unit lies above the counters, other overlays beneath."""
    key = uid(game.position, wanted, sheet.window)
    drawn = {name: layers.overlay(sheet, game, name, key) for name in wanted}
    above = "".join(svg for name, svg in drawn.items() if name.startswith("line"))
    beneath = "".join(svg for name, svg in drawn.items() if not name.startswith("line"))
    draw = stacks.blocks if far else stacks.counters
    units = draw(sheet, layers.standings(game))
    return layers.terrain(sheet) + beneath + units + layers.town_names(sheet, far) + above
