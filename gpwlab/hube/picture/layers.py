"""Layers of the map, each a piece of SVG: the ground, overlays and counters as the position has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import copysign
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import el, label, num
from gpwlab.core.svg.nato import ems
from gpwlab.hube.actions import Place
from gpwlab.hube.board import SIDES
from gpwlab.hube.picture import ground, lines, names, overlays, rivers
from gpwlab.hube.picture.faces import Standing, nation_of
from gpwlab.hube.picture.palette import Palette
from gpwlab.hube.picture.sheet import Sheet
from gpwlab.hube.pieces import Marker

if TYPE_CHECKING:
    from gpwlab.hube.reader import Reader

#: Where a marker stands in its hex and what it bears: beside the counters, whose names are at their left, numbers at
#: their foot and, in a stack, whose count is at the lower left.
_MARKERS = {
    "sp": (-42.0, -29.0, "S"),
    "truck": (-42.0, -12.0, "T"),
    "wagon": (-42.0, 5.0, "W"),
    "hedgehog": (45.0, 0.0, "#"),
    "airbase-1": (45.0, 17.0, "A"),
    "airbase-2": (45.0, 17.0, "A"),
}
#: Width and height of a token.
_TOKEN = (26.0, 15.0)


def terrain(sheet: Sheet, frozen: tuple[str, ...] = (), named: str = "") -> str:
    """What no action changes, but for names and hex numbers; ``frozen`` classes of river are ice, ``named`` are names
    of rivers that lie beneath the railways."""
    return "".join((
        ground.land(sheet),
        ground.patches(sheet),
        ground.symbols(sheet),
        ground.grid(sheet),
        lines.roads(sheet),
        rivers.rivers(sheet, frozen),
        named,
        lines.rails(sheet),
        lines.exits(sheet),
        names.towns(sheet),
    ))  # fmt: skip


def frozen(game: Reader) -> tuple[str, ...]:
    """The classes of river that are ice on the ground of this turn (hube chart.Ground Effects Chart)."""
    return tuple(
        cls for cls in ("major", "minor") if game.charts.effect(f"{cls.title()} River", game.ground) == "frozen"
    )


def points(game: Reader) -> dict[int, int]:
    """The hexes that count for victory, with their VP (hube 5.2)."""
    return {game.board.hex(name): vp for _location, name, vp in game.charts.victory_points}


def town_names(sheet: Sheet, game: Reader, far: bool = False) -> str:
    """The names of towns; ``far``: of cities and of villages that count, in letters that can be read from afar."""
    return names.town_names(sheet, names.Room(), far, points(game))


def score(sheet: Sheet, game: Reader, far: bool = False) -> str:
    """The badges of the hexes that count, red where they count now."""
    return names.victory_points(sheet, points(game), {game.board.hex(h) for h in game.vp_held}, far)


def standings(game: Reader) -> list[Standing]:
    """The counters on the map."""
    return [
        Standing(
            unit=piece.id,
            hex=game.board.hex(piece.hex),
            side=piece.side,
            nation=nation_of(piece.nationality, piece.label, piece.formation),
            kind=piece.kind,
            size=piece.size,
            category=piece.category,
            label=piece.label,
            numbers=piece.numbers,
            lost=piece.lost,
            supplied=piece.supplied,
            formation=piece.formation,
        )
        for piece in game.pieces
    ]


def front_pairs(game: Reader) -> list[tuple[int, int]]:
    """Pairs of neighbours, the Axis hex first, between which the front runs now (hube 1.9)."""
    sides, near = game.sides, game.board.near
    return [(i, h) for i, s in enumerate(sides) if s == "Axis" for h in near[i] if h >= 0 and sides[h] == "Soviet"]


def front(sheet: Sheet, game: Reader, far: bool = False) -> str:
    """The front line as it runs now, and the bastions of declared fortresses."""
    held = [game.board.hex(name) for name in game.fortresses]
    return overlays.front(sheet, front_pairs(game), far) + overlays.fortress(sheet, held, far)


def outside(sheet: Sheet, game: Reader) -> str:
    """A veil over hexes that the scenario leaves out."""
    sides = game.sides
    left_out = [h for h in sheet.shown if not sides[h]]
    return ground.veil(sheet, left_out) if left_out else ""


def markers(sheet: Sheet, found: Iterable[Marker], wider: float = 0.0) -> str:
    """Supply, transport, air bases and hedgehogs as small tokens beside the counters of a hex.

    wider: by how much counters are larger than usual, in drawing units.
    """
    out = []
    for marker in found:
        h = sheet.board.hex(marker.hex)
        if h in sheet.shown and marker.kind in _MARKERS:
            dx, dy, sign = _MARKERS[marker.kind]
            x, y = sheet.centre[h]
            many = marker.count if marker.kind not in ("airbase-1", "airbase-2") else marker.kind[-1]
            dx += copysign(wider / 2, dx)
            out.append(token(sheet.palette, (x + dx, y + dy), f"{sign}{many}", marker.side))
    return "".join(out)


def token(p: Palette, place: tuple[float, float], text: str, side: str) -> str:
    """A small disc with a letter and a number, rimmed in the colour of its side."""
    x, y = place
    colour = overlays.side_colour(p, side)
    wide, high = _TOKEN
    disc = el(
        "rect", x=num(x - wide / 2), y=num(y - high / 2), width=wide, height=high, rx=7, fill=p.halo, stroke=colour,
        stroke_width=2.2,
    )  # fmt: skip
    size = min(12.5, (wide - 4) / ems(text))
    return disc + label(text, x, y + 4.5, font_size=size, font_weight="bold", text_anchor="middle", fill=p.ink)


def overlay(sheet: Sheet, game: Reader, name: str, key: str) -> str:
    """One overlay by name; ``key`` begins the ids in it.

    control (of both sides, or one, as ``control:Axis``), zone:UNIT or zone:SIDE:PLACE, reach:UNIT or reach:UNIT:POINTS,
    rail-line (the line of hube 3.5), reconstructed, numbers.
    """
    kind, _, of = name.partition(":")
    if kind not in _DRAWN:
        raise InvalidInput(f"there is no overlay {name!r}; there is {', '.join(OVERLAYS)}")
    return _DRAWN[kind](sheet, game, of, key)


def _control(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    if of and of not in SIDES:
        raise InvalidInput(f"an overlay is of {' or '.join(SIDES)}, not of {of!r}")
    sides = game.sides
    held = {side: [h for h in sorted(sheet.shown) if sides[h] == side] for side in SIDES}
    return "".join(overlays.control(sheet, side, held[side]) for side in SIDES if of in ("", side))


def _zone(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    """Where a unit, or any unit of a place, may be set up."""
    side, _, place = of.partition(":")
    if place:
        hexes = game.zones.hexes(side, place)
    else:
        hexes = frozenset(game.board.hex(a.hex) for a in game.legal.of(of) if isinstance(a, Place))
    return overlays.zone(sheet, sorted(hexes & sheet.shown), f"{key}z") if hexes & sheet.shown else ""


def _reach(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    """Where a unit can go by terrain, with the points that it has left there; of so many where they are given."""
    unit, _, points = of.partition(":")
    limit = Fraction(points) if points else game.left(unit)
    spent = game.reach(unit, limit)
    told = {game.board.hex(name): mixed(limit - mp) if mp else "" for name, mp in spent.items()}
    return overlays.reach(sheet, {h: text for h, text in told.items() if h in sheet.shown})


_PARTS = {Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½", Fraction(2, 3): "⅔", Fraction(3, 4): "¾"}


def mixed(number: Fraction) -> str:
    """A number of movement points as a player writes it."""
    whole, part = divmod(number, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_PARTS[part]}" if part in _PARTS else f"{float(number):.1f}"


def _rail_line(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    west = game.board.hex("A51.01")
    line = game.board.line("R01")
    return overlays.lines_of_rule(sheet, line[: line.index(west) + 1])


def _reconstructed(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    ids, guessed = sheet.board.ids, sheet.board.reconstructed
    return overlays.reconstructed(sheet, [h for h in sorted(sheet.shown) if ids[h] in guessed], f"{key}q")


def _numbers(sheet: Sheet, game: Reader, of: str, key: str) -> str:
    return names.hex_numbers(sheet, sorted(sheet.shown))


_DRAWN: dict[str, Callable[[Sheet, Reader, str, str], str]] = {
    "control": _control,
    "zone": _zone,
    "reach": _reach,
    "rail-line": _rail_line,
    "reconstructed": _reconstructed,
    "numbers": _numbers,
}
#: What ``show`` takes.
OVERLAYS = ("control", "zone:UNIT", "zone:SIDE:PLACE", "reach:UNIT", "rail-line", "reconstructed", "numbers")
