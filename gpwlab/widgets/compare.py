"""Two lines of play side by side: two maps of the same land, how each side stands, and which units differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Unicode

from gpwlab import study
from gpwlab.core.svg.build import Picture, document, label
from gpwlab.core.words import counted
from gpwlab.gpw.board import Board
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture import front, headline, overlays
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import Sheet
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import style
from gpwlab.widgets.takeaway import takeaway
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

#: What the maps show, by caption.
REGIONS = (("what differs", "differs"), ("the front", "front"), ("the whole map", "all"))
#: The size that a picture asks for, the room above each map for its name, and that between them.
_SIZE = {side: re.compile(rf'^<svg[^>]* {side}="([\d.]+)"') for side in ("width", "height")}
_NAMED, _APART = 28.0, 16.0
_CAPTIONS = {
    "units": "units on the map",
    "reduced": "of these reduced",
    "out_of_supply": "out of supply",
    "attack": "attack points",
    "defence": "defence points",
    "eliminated": "eliminated",
    "major_cities": "major cities",
}


class Compare(TextTwin, ipw.VBox):
    """Compare two games of one scenario.  names: what the two are called.  theme: look of the maps."""

    theme = Unicode("paper")

    def __init__(self, a: Game, b: Game, names: tuple[str, str] = ("A", "B"), **traits: Any) -> None:
        self.region = ipw.Dropdown(
            options=REGIONS, description="Maps of", style={"description_width": "auto"},
            layout=ipw.Layout(width="210px"),
        )  # fmt: skip
        self.maps = [ipw.HTML(layout=ipw.Layout(flex="1 1 400px", min_width="0")) for _ in "ab"]
        self.tables = ipw.HTML()
        row = ipw.HBox(self.maps, layout=ipw.Layout(grid_gap="10px"))
        handout = takeaway(self._stem, self.picture, lambda: self.apart, self._sheets)
        super().__init__([ipw.HTML(style.sheet()), self.region, row, handout, self.tables], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.add_class("gpwlab-compare")
        self.region.observe(lambda _: self._draw(), names="value")
        self.observe(lambda _: self._draw(), names="theme")
        self.put(a, b, names)

    def put(self, a: Game, b: Game, names: tuple[str, str] = ("A", "B")) -> None:
        """Compare these two; InvalidInput if they are of two scenarios."""
        self.apart = study.differences(a, b)
        self.games, self.names = (a, b), names
        self._draw()
        self.tables.value = _balances(self.games, names) + _differences(self.apart, names)

    def _draw(self) -> None:
        for box, game, name, drawn in zip(self.maps, self.games, self.names, self._drawn(), strict=True):
            box.value = style.title(name, f"{game.cursor} actions") + drawn

    def _drawn(self) -> list[str]:
        """Both maps, the hexes in which they differ ringed."""
        region = self._region()
        found = []
        for game, column in zip(self.games, ("hex_a", "hex_b"), strict=True):
            own = {hex_id for hex_id in self.apart[column] if hex_id and (region == "all" or hex_id in region)}
            found.append(_map(game, region, sorted(own), self.theme))
        return found

    def picture(self) -> Picture:
        """Both maps side by side."""
        body, across, tall = [], 0.0, 0.0
        for drawn, name in zip(self._drawn(), self.names, strict=True):
            width, height = (float(_SIZE[side].findall(drawn)[0]) for side in ("width", "height"))
            body.append(label(name, across + 8, 20, font_size=16, font_weight="bold", fill="#222222"))
            body.append(drawn.replace("<svg ", f'<svg x="{across:g}" y="{_NAMED:g}" ', 1))
            across, tall = across + width + _APART, max(tall, height)
        size = (across - _APART, tall + _NAMED)
        title = " and ".join(self.names)
        return Picture(document("".join(body), (0, 0, *size), size, title), self.text())

    def _sheets(self) -> dict[str, DataFrame]:
        """What differs, and how the sides stand in both."""
        stand = {f"how {name} stands": study.balance(game) for name, game in zip("AB", self.games, strict=True)}
        return {"differences": self.apart, **stand}

    def _stem(self) -> str:
        return f"{self.games[0].scenario}-compared-{self.games[0].cursor}-{self.games[1].cursor}"

    def _region(self) -> str | list[str]:
        """The land that both maps show."""
        apart = {hex_id for hex_id in (*self.apart["hex_a"], *self.apart["hex_b"]) if hex_id}
        if self.region.value == "all":
            return "all"
        if self.region.value == "differs" and apart:
            return sorted(_around(self.games[0].board, apart))
        return [self.games[0].board.ids[hex_] for hex_ in front(self.games[0])]

    def text(self) -> str:
        """How the sides stand in both, and what differs."""
        standing = "\n".join(
            f"{name}: {headline(game)}\n{study.balance(game).to_string(index=False)}"
            for name, game in zip(self.names, self.games, strict=True)
        )
        apart = self.apart.to_string(index=False) if len(self.apart) else "every unit stands the same in both"
        return f"{standing}\n{apart}"


def _around(board: Board, hexes: Iterable[str]) -> set[str]:
    """Some hexes with all that lie within two of them."""
    found = {board.hex(hex_id) for hex_id in hexes}
    for _ in range(2):
        found |= {near for hex_ in found for near in board.near[hex_] if near >= 0}
    return {board.ids[hex_] for hex_ in found}


def _map(game: Reader, region: str | list[str], own: Iterable[str], theme: str) -> str:
    """The picture of a game, the hexes of units that stand elsewhere in the other one ringed."""
    colours = palette(theme)
    drawn = str(game.picture(region=region, theme=theme))
    hexes = [game.board.hex(hex_id) for hex_id in own]
    rings = overlays.ring(Sheet(game.board, colours), hexes, colours.chosen) if hexes else ""
    return drawn.removesuffix("</svg>") + rings + "</svg>"


def _balances(games: tuple[Reader, Reader], names: tuple[str, str]) -> str:
    """How each side stands in both, and what the second has more."""
    first, second = (study.balance(game).set_index("side") for game in games)
    lines = []
    for side in first.index:
        for column, caption in _CAPTIONS.items():
            a, b = int(first.loc[side, column]), int(second.loc[side, column])
            more = f"<b>{b - a:+d}</b>" if a != b else ""
            lines.append(
                f"<tr><td>{style.side_name(str(side))}</td><td>{caption}</td><td>{a}</td><td>{b}</td><td>{more}</td></tr>"
            )
    head = "".join(f"<th>{escape(name)}</th>" for name in ("side", "", *names, "more"))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<div class="gpwlab-half">{style.title("How the sides stand")}{table}</div>'


def _differences(apart: DataFrame, names: tuple[str, str]) -> str:
    """The units that stand differently."""
    lines = "".join(
        f"<tr><td>{style.side_name(row['side'])}</td><td><b>{escape(row['label'])}</b> <code>{row['unit']}</code></td>"
        f"<td>{_place(row, 'a')}</td><td>{_place(row, 'b')}</td></tr>"
        for row in apart.to_dict("records")
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in ("side", "unit", *names))
    table = f'<div class="gpwlab-scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
    count = counted(len(apart), "unit")
    body = table if len(apart) else "<p>Every unit stands the same in both.</p>"
    return f'<div class="gpwlab-half">{style.title("Units that differ", count)}{body}</div>'


def _place(row: dict[Any, Any], line: str) -> str:
    """Where a unit is in a line, and in which state if it is not at full strength in supply."""
    hex_id, state = row[f"hex_{line}"], row[f"state_{line}"]
    marks = [state] if state != "full" else []
    if row[f"in_supply_{line}"] is False:
        marks.append("out of supply")
    return f"{hex_id} {', '.join(marks)}".strip()
