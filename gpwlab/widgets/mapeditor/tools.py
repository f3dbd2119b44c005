"""The editor's tools: what a click or a stroke on the map does to the tables, as edits of one step."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import ipywidgets as ipw

from gpwlab.core.edits import Add, Confirm, Edit, Remove, Set
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.lattice import Point
from gpwlab.core.tables import Row
from gpwlab.widgets.mapeditor.desk import EditDesk
from gpwlab.widgets.mapeditor.games import Chains, Links, Sides
from gpwlab.widgets.mapeditor.ground import Side

_FIELD = {"description_width": "auto"}


class Tool:
    """A tool.

    caption, key: of its button; hint: how it is used; paints: whether a stroke of the pointer is its work; form: its
    choices.
    """

    caption = "Look"
    key = "v"
    hint = "click a place to see its rows; drag moves the map"
    paints = False

    def __init__(self, desk: EditDesk) -> None:
        self.desk = desk
        self.form = ipw.HBox([ipw.HTML(f'<span class="gpwlab-soft">{self.hint}</span>')])
        self.form.add_class("gpwlab-bar")
        self.form.add_class("gpwlab-mapeditor-tool")

    def click(self, point: Point) -> None:
        """What a click on the map does, beyond picking the place."""

    def at(self, place: str) -> None:
        """What Enter does with the cursor on a place."""

    def towards(self, place: str, direction: int) -> None:
        """What the number of a direction does with the cursor on a place."""
        self.desk.note("With the tool for hexsides a number draws on the side of that number.")

    def stroke(self, places: Sequence[str]) -> None:
        """What a stroke over places does."""

    def drop(self) -> None:
        """Forget what has begun."""

    def preview(self, point: Point | None) -> str:
        """What the tool would do at a point, as SVG."""
        return ""


class Choices(ipw.HBox):
    """A field for each of some columns of a table: a list of its choices, else a text with what the table has now."""

    def __init__(self, desk: EditDesk, table: str, columns: Sequence[str]) -> None:
        self.desk, self.table = desk, table
        self.fields = {column: self._field(column) for column in columns}
        super().__init__(list(self.fields.values()))

    def _field(self, column: str) -> Any:
        caption = column.replace("_", " ")
        choices = self.desk.copy.fields(self.table)[column].choices
        if choices:
            options = [(choice.replace("_", " ") or "none", choice) for choice in choices]
            return ipw.Dropdown(options=options, description=caption, style=_FIELD, layout=ipw.Layout(width="auto"))
        known = sorted({row[column] for row in self.desk.rows(self.table)} - {""})
        return ipw.Combobox(
            options=known, description=caption, style=_FIELD, placeholder="none", layout=ipw.Layout(width="230px")
        )

    @property
    def chosen(self) -> Row:
        """The values by column."""
        return {column: str(field.value) for column, field in self.fields.items()}

    def put(self, row: Row) -> None:
        """Choose the values of a row."""
        for column, field in self.fields.items():
            field.value = row[column]


class Brush(Tool):
    """Paints a column of the main table; what is painted as it stands already is confirmed."""

    caption = "Brush"
    key = "b"
    hint = "click or drag to paint, Shift and drag to move the map; painting what is there already confirms it"
    paints = True

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        columns = desk.kind.brush
        self.column = ipw.Dropdown(
            options=[(column.replace("_", " "), column) for column in columns], description="paint", style=_FIELD,
            layout=ipw.Layout(width="auto"),
        )  # fmt: skip
        self.values = {column: Choices(desk, desk.kind.main[0], (column,)) for column in columns}
        for column, field in self.values.items():
            field.fields[column].description = "as"
        self.form.children = [self.column, self.values[columns[0]], *self.form.children]
        self.column.observe(lambda _: self._chosen(), names="value")

    def _chosen(self) -> None:
        self.form.children = [self.column, self.values[self.column.value], *self.form.children[2:]]

    @property
    def value(self) -> str:
        """What is painted."""
        return self.values[self.column.value].chosen[self.column.value]

    def choose(self, value: str) -> None:
        """Paint with another value."""
        self.values[self.column.value].put({self.column.value: value})

    def next_value(self, step: int) -> None:
        """Paint with the next value of the list."""
        field = self.values[self.column.value].fields[self.column.value]
        options = [option[1] if isinstance(option, tuple) else option for option in field.options]
        if options:
            here = options.index(field.value) if field.value in options else -1
            field.value = options[(here + step) % len(options)]

    def at(self, place: str) -> None:
        """Paint one place."""
        self.stroke([place])

    def stroke(self, places: Sequence[str]) -> None:
        """Paint places in one step."""
        desk, table, column, value = self.desk, self.desk.kind.main[0], self.column.value, self.value
        edits: list[Edit] = []
        for place in dict.fromkeys(places):
            row = desk.main(place)
            if row[column] != value:
                edits.append(Set(table, place, column, value))
            elif desk.source(row) not in ("yours", "printed"):
                edits.append(Confirm(table, place))
        where = places[0] if len(edits) == 1 else f"{len(edits)} {desk.kind.places}"
        desk.apply(edits, f"{where}: {column.replace('_', ' ')} {value or 'none'}")

    def preview(self, point: Point | None) -> str:
        """A ring around the place that would be painted."""
        return _ringed(self.desk, point)


class Drawing(Tool):
    """A tool that draws or erases rows with chosen facts.

    same: the choices that tell a row from another of its place; named: those that only name a new row.
    """

    named: Sequence[str] = ()

    def __init__(self, desk: EditDesk, table: str, columns: Sequence[str], same: Sequence[str] = ()) -> None:
        super().__init__(desk)
        self.table, self.same = table, same
        self.choices = Choices(desk, table, columns)
        self.erase = ipw.ToggleButton(
            description="Erase",
            icon="eraser",
            tooltip="take away instead of drawing (x)",
            layout=ipw.Layout(width="auto"),
        )
        self.form.children = [self.choices, self.erase, *self.form.children]

    def edits(self, facts: Row, others: Sequence[Row] = ()) -> list[Edit]:
        """Edits that draw the row of these facts, or erase it; ``others``: the same facts as they may also be told."""
        chosen = self.choices.chosen
        kept = {column: chosen[column] for column in self.same}
        found = next((row for told in (facts, *others) if (row := self._find({**told, **kept}))), None)
        if self.erase.value:
            return [Remove(self.table, self.desk.key(self.table, found))] if found else []
        if found is None:
            return [Add(self.table, {**facts, **chosen})]
        key = self.desk.key(self.table, found)
        changed: list[Edit] = [
            Set(self.table, key, c, v) for c, v in chosen.items() if found[c] != v and c not in self.named
        ]
        confirmed = [] if self.desk.source(found) in ("yours", "printed") else [Confirm(self.table, key)]
        return changed or list(confirmed)

    def _find(self, facts: Row) -> Row | None:
        return self.desk.row(self.table, tuple(facts[column] for column in self.desk.copy.key(self.table)))

    def told(self) -> str:
        """What is drawn, in words."""
        chosen = self.choices.chosen
        if self.erase.value:
            return "no " + (" ".join(chosen[column] for column in self.same) or self.caption.lower())
        return " ".join(value for value in chosen.values() if value) or self.caption.lower()


class SideTool(Drawing):
    """Draws rivers and whatever else lies on hexsides."""

    caption = "Hexsides"
    key = "h"
    hint = "click near a side, or put the cursor on a hex and press the number of a side"

    def __init__(self, desk: EditDesk, sides: Sides) -> None:
        super().__init__(desk, sides.table, sides.choices, sides.same)
        self.sides = sides

    def click(self, point: Point) -> None:
        """Draw on the side nearest to a point."""
        side = self.desk.ground.side_at(point)
        if side is None:
            self.desk.note("Click near the side that is meant, or press its number.")
        else:
            self._draw(side)

    def towards(self, place: str, direction: int) -> None:
        """Draw on a side of a place by its number."""
        self._draw((place, direction))

    def at(self, place: str) -> None:
        """Enter alone does not say which side."""
        names = ", ".join(f"{n} {name}" for n, name in enumerate(self.desk.kind.directions, 1))
        self.desk.note(f"Which side of {place}? {names}.")

    def _draw(self, side: Side) -> None:
        place, direction = side
        ground, other = self.desk.ground, self.desk.ground.beyond(side)
        facts = self.sides.row(ground, place, direction)
        mirrored = [self.sides.row(ground, other, (direction + 3) % 6)] if other else []
        edits = self.edits(facts, mirrored)
        if self.erase.value and not edits:
            raise InvalidInput(f"there is {self.told()} on that side of {place}")
        where = f"{place}-{other}" if other else f"{place} {self.desk.kind.directions[direction]}"
        self.desk.apply(edits, f"{where}: {self.told()}")

    def preview(self, point: Point | None) -> str:
        """A bar on the side that would be drawn on."""
        side = self.desk.ground.side_at(point) if point is not None else None
        p = self.desk.ground.sheet.palette
        return self.desk.ground.side_mark(side, p.target if self.erase.value else p.reach) if side else ""


class _Joining(Drawing):
    """A tool that goes from place to place: the first click begins, each further one draws as far as there."""

    key = "k"
    hint = "click from place to place (Enter by key); Esc ends the line"
    start = ""

    def click(self, point: Point) -> None:
        """Begin at a place, or draw as far as there."""
        place = self.desk.ground.place_at(point)
        if place:
            self.at(place)

    def at(self, place: str) -> None:
        """Begin at a place, or draw as far as there."""
        if not self.start or place == self.start:
            self.start = place
            self.desk.note(f"from {place} to …")
            return
        way = self.way(place)
        self.draw(way)
        self.start = "" if self.erase.value else place

    def way(self, place: str) -> list[str]:
        """The places from the start to another, both included: when erasing along what is there, else straight."""
        along = _along(self.joined(), self.start, place) if self.erase.value else []
        return along or self.desk.ground.way(self.start, place)

    def joined(self) -> list[tuple[str, str]]:
        """The pairs of places that rows of the chosen kind join."""
        raise NotImplementedError

    def draw(self, way: list[str]) -> None:
        """Draw along places, or erase."""
        raise NotImplementedError

    def drop(self) -> None:
        """End the line."""
        self.start = ""

    def preview(self, point: Point | None) -> str:
        """The line from the start to a point."""
        ground = self.desk.ground
        place = ground.place_at(point) if point is not None else ""
        if not self.start or not place:
            return _ringed(self.desk, point)
        colour = ground.sheet.palette.target if self.erase.value else ground.sheet.palette.reach
        return ground.ring([self.start], colour) + ground.link(self.way(place), colour)


class LinkTool(_Joining):
    """Draws railways of The Great Patriotic War, and which areas of Stalingrad touch and what parts them."""

    def __init__(self, desk: EditDesk, links: Links) -> None:
        self.caption = links.caption
        super().__init__(desk, links.table, links.choices, links.same)
        self.links, self.named = links, links.named

    def way(self, place: str) -> list[str]:
        """From neighbour to neighbour, or at once where the choice joins what is apart."""
        apart = self.links.apart and self.choices.chosen[self.links.choices[0]] == self.links.apart
        return [self.start, place] if apart else super().way(place)

    def joined(self) -> list[tuple[str, str]]:
        """The ends of the rows of the chosen kind."""
        one, two = self.links.ends
        chosen = {column: self.choices.chosen[column] for column in self.same}
        return [(row[one], row[two]) for row in self.desk.rows(self.table) if chosen.items() <= row.items()]

    def draw(self, way: list[str]) -> None:
        """A row for each pair."""
        one, two = self.links.ends
        edits: list[Edit] = []
        for pair in pairwise(way):
            (a, b) = sorted(pair)
            edits += self.edits({one: a, two: b}, [{one: b, two: a}])
        if self.erase.value and not edits:
            raise InvalidInput(f"there is {self.told()} from {way[0]} to {way[-1]}")
        self.desk.apply(edits, f"{way[0]} to {way[-1]}: {self.told()}")


class ChainTool(_Joining):
    """Draws railways and roads of Hube's Pocket, which are strung together piece by piece."""

    def __init__(self, desk: EditDesk, chains: Chains) -> None:
        self.caption = chains.caption
        super().__init__(desk, chains.table, ("kind", "line", "name"), ("kind",))
        self.choices.fields["line"].observe(lambda change: self._known(str(change["new"])), names="value")

    def _known(self, line: str) -> None:
        """A line that there is already brings its kind and name along."""
        row = next((row for row in self.desk.rows(self.table) if row["line"] == line), None)
        if row is not None:
            self.choices.put(row)

    def pieces(self) -> dict[tuple[str, int], list[Row]]:
        """The rows of each piece of each line, in order."""
        found: dict[tuple[str, int], list[Row]] = {}
        for row in sorted(self.desk.rows(self.table), key=lambda row: int(row["seq"])):
            found.setdefault((row["line"], int(row["piece"])), []).append(row)
        return found

    def joined(self) -> list[tuple[str, str]]:
        """The steps of the lines of the chosen kind."""
        kind = self.choices.chosen["kind"]
        chains = [[row["hex"] for row in rows] for rows in self.pieces().values() if rows[0]["kind"] == kind]
        return [step for chain in chains for step in pairwise(chain)]

    def draw(self, way: list[str]) -> None:
        """Go on with a piece of the line that ends where the way begins, else begin another piece; or erase."""
        edits = self._cut(way) if self.erase.value else self._drawn(way)
        if self.erase.value and not edits:
            raise InvalidInput(f"there is {self.told()} line from {way[0]} to {way[-1]}")
        self.desk.apply(edits, f"{way[0]} to {way[-1]}: {self.told()}")

    def _drawn(self, way: list[str]) -> list[Edit]:
        chosen = self.choices.chosen
        own = {piece: rows for (line, piece), rows in self.pieces().items() if line == chosen["line"]}
        last = next((rows[-1] for rows in own.values() if rows[-1]["hex"] == way[0]), None)
        piece, seq = (last["piece"], int(last["seq"])) if last else (str(1 + max(own, default=0)), -1)
        rest = way[1:] if last else way
        return [
            Add(self.table, {**chosen, "piece": piece, "seq": str(n), "hex": place})
            for n, place in enumerate(rest, seq + 1)
        ]

    def _cut(self, way: list[str]) -> list[Edit]:
        """Take the steps of the way out of all lines of the kind; what lies behind a gap becomes a piece of its own."""
        steps = {frozenset(pair) for pair in pairwise(way)}
        pieces = self.pieces()
        last = {line: max(piece for name, piece in pieces if name == line) for line, _piece in pieces}
        edits: list[Edit] = []
        for (line, _piece), rows in pieces.items():
            runs = _runs(rows, steps) if rows[0]["kind"] == self.choices.chosen["kind"] else [rows]
            if len(runs) == 1:
                continue
            longest = max(runs, key=len)  # it stays where it is, so that little of the table changes
            moved = [run for run in runs if run is not longest or len(run) == 1]
            edits += [Remove(self.table, self.desk.key(self.table, row)) for run in moved for row in run]
            for run in moved:
                if len(run) > 1:
                    last[line] += 1
                    parts = enumerate(run)
                    edits += [Add(self.table, {**row, "piece": str(last[line]), "seq": str(n)}) for n, row in parts]
        return edits


def _runs(rows: Sequence[Row], steps: set[frozenset[str]]) -> list[list[Row]]:
    """The rows of a piece in stretches, parted where it takes one of the steps."""
    runs = [[rows[0]]]
    for before, row in pairwise(rows):
        if frozenset((before["hex"], row["hex"])) in steps:
            runs.append([row])
        else:
            runs[-1].append(row)
    return runs


def _along(pairs: Sequence[tuple[str, str]], start: str, end: str) -> list[str]:
    """The shortest way from one place to another over pairs that are joined, [] if there is none."""
    near: dict[str, list[str]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    came, queue = {start: ""}, deque([start])
    while queue and end not in came:
        here = queue.popleft()
        for there in near.get(here, ()):
            if there not in came:
                came[there] = here
                queue.append(there)
    way = [end] if end in came else []
    while way and came[way[-1]]:
        way.append(came[way[-1]])
    return way[::-1]


def _ringed(desk: EditDesk, point: Point | None) -> str:
    place = desk.ground.place_at(point) if point is not None else ""
    return desk.ground.ring([place], desk.ground.sheet.palette.reach) if place else ""


def tools_of(desk: EditDesk) -> list[Tool]:
    """The tools for a game's map."""
    kind = desk.kind
    found: list[Tool] = [Tool(desk), Brush(desk)]
    if kind.sides is not None:
        found.append(SideTool(desk, kind.sides))
    if kind.links is not None:
        found.append(LinkTool(desk, kind.links))
    if kind.chains is not None:
        found.append(ChainTool(desk, kind.chains))
    return found
