"""The turn record: years and months, the mark for the weather, and what each turn brings to either side."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as ipw
from traitlets import Bool, Int, List, Unicode

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg import nato
from gpwlab.core.svg.build import Picture
from gpwlab.gpw.charts import Turn
from gpwlab.gpw.game import Game
from gpwlab.gpw.picture.faces import Standing, face
from gpwlab.gpw.units import SIDES
from gpwlab.study import weather
from gpwlab.study.timeline import EVENTS, GOING, mean, timeline
from gpwlab.widgets import peek, style
from gpwlab.widgets.session import Session
from gpwlab.widgets.tablepicture import table_picture
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin
from gpwlab.widgets.timelineview import by_turn

if TYPE_CHECKING:
    from pandas import DataFrame

CSS = Path(__file__).with_name("turntrack.css").read_text("utf-8")
#: How a mark is drawn on the record (gpw 6.1.A, gpw 6.1.B).
MARKS = {"mud": "●", "snow": "✱", "": ""}
_POINTS = ("rp", "lend-lease")
#: Events that agree in these are told on one line.
_ALIKE = ("event", "kind", "nation", "half", "entry", "rule", "provenance", "in_game")
#: How an event is told of several counters, where that differs.
PLURAL = {"reinforcement": "arrive", "return": "return", "leader_arrives": "take command"}


class TrackGrid(anywidget.AnyWidget):
    """The boxes in the page.  turns: what each shows.  chosen: the turn that is looked at."""

    _esm = style.script("turntrack.js")
    _css = style.CSS + CSS
    months: List[str] = List(Unicode()).tag(sync=True)
    years: List[str] = List(Unicode()).tag(sync=True)
    turns: List[dict[str, Any]] = List().tag(sync=True)
    chosen = Int(1).tag(sync=True)


class TurnTrack(TextTwin, ipw.VBox):
    """A box a turn; the one that is chosen is told in full below, and gone to where it has been played.

    active: False while nobody looks, so that nothing is worked out.
    """

    active = Bool(True)

    def __init__(self, game: Game | Session, **traits: Any) -> None:
        self.session = Session.of(game)
        self._seen: object = None
        self.heading, self.detail = ipw.HTML(), ipw.HTML()
        self.grid = TrackGrid(chosen=self.session.game.phase.turn)
        self.grid.observe(lambda _: self._tell(), names="chosen")
        self.there = ipw.Button(icon="step-backward", layout=ipw.Layout(width="auto", align_self="flex-start"))
        self.there.on_click(lambda _: self.session.run_pick(self.go))
        handout = of_session(self.session, "turn-record", self.picture, self.table)
        parts = [self.heading, self.grid, self.there, handout, self.detail]
        super().__init__([ipw.HTML(style.sheet() + f"<style>{CSS}</style>"), *parts], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Draw the record again, if that is wanted and the game has moved; a new turn is the chosen one."""
        game = self.session.game
        now = (id(game), self.session.version)
        if not self.active or now == self._seen:
            return
        self._seen = now
        self.plan = timeline(game)
        self.heading.value = style.title("Turn record", self._remark())
        with self.grid.hold_sync():
            self.grid.months, self.grid.years, self.grid.turns = self._boxes()
            if getattr(self, "_turn", None) != game.phase.turn:
                self.grid.chosen = game.phase.turn
        self._turn = game.phase.turn
        self._tell()

    def _remark(self) -> str:
        game = self.session.game
        return f"turn {game.phase.turn}; the scenario has turns {peek.first_turn(game)} to {peek.last_turn(game)}"

    def _boxes(self) -> tuple[list[str], list[str], list[dict[str, Any]]]:
        """Months across, years down, and what the box of each turn shows."""
        boxes = list(self.session.game.charts.turns.values())
        self._come = by_turn(self.plan[~self.plan["event"].isin(_POINTS)])
        months = self._months(boxes)
        years = sorted({box.year for box in boxes})
        turns = [self._box(box, months.index(box.period) + 2, years.index(box.year) + 2) for box in boxes]
        return months, [str(year) for year in years], turns

    @staticmethod
    def _months(boxes: list[Turn]) -> list[str]:
        """The parts of a year in their order, as a year has them that is whole."""
        by_year: dict[int, list[str]] = {}
        for box in boxes:
            by_year.setdefault(box.year, []).append(box.period)
        return max(by_year.values(), key=len)

    def _box(self, box: Turn, column: int, row: int) -> dict[str, Any]:
        game = self.session.game
        come = {side: self._counts(box.number, side) for side in SIDES}
        first, last = peek.first_turn(game), peek.last_turn(game)
        marks = {
            "now": box.number == game.phase.turn,
            "past": box.number < game.phase.turn,
            "outside": not first <= box.number <= last,
            "winter": bool(box.weather),
        }
        told = [f"{side} {text}" for side, text in come.items() if text]
        return {
            "turn": box.number,
            "row": row,
            "column": column,
            "now": marks["now"],
            "marks": " ".join(name for name, on in marks.items() if on),
            "weather": MARKS[box.weather],
            "axis": come["Axis"],
            "soviet": come["Soviet"],
            "tip": f"{box.title}{f', {box.weather}' if box.weather else ''}: {', '.join(told) or 'nothing comes'}",
        }

    def _counts(self, turn: int, side: str) -> str:
        """How many counters come and go: ``+3−1``."""
        own = self._events(turn, side)
        going = sum(row["event"] in GOING for row in own)
        coming = len(own) - going
        return f"{f'+{coming}' if coming else ''}{f'−{going}' if going else ''}"

    def _events(self, turn: int, side: str) -> list[dict[Any, Any]]:
        return [row for row in self._come.get(turn, []) if row["side"] == side]

    # -- the chosen turn ---------------------------------------------------------------------------------------

    def choose(self, turn: int) -> None:
        """Look at a turn; InvalidInput if there is no such turn."""
        if turn not in self.session.game.charts.turns:
            raise InvalidInput(f"there is no turn {turn!r} on the record")
        self.grid.chosen = turn

    def _tell(self) -> None:
        """Tell the chosen turn: weather, points, and what comes and goes."""
        if not self.active:
            return
        turn = self.grid.chosen
        box = self.session.game.charts.turns[turn]
        sides = "".join(self._side(turn, side) for side in SIDES)
        self.detail.value = f"{style.title(box.title)}{self._weather(box)}{sides}"
        there = turn in self.session.starts() and turn != self.session.game.phase.turn
        self.there.layout.display = None if there else "none"
        self.there.description = f"Go to turn {turn}"

    def _weather(self, box: Turn) -> str:
        """The weather of a turn as markup."""
        return f'<div class="gpwlab-soft">{f"{MARKS[box.weather]} {self._weather_words(box)}".strip()}</div>'

    def _weather_words(self, box: Turn) -> str:
        """The weather of a turn in a sentence."""
        if not box.weather:
            return "No mark: the weather is clear."
        odds = weather.weather_odds(self.session.game)
        own = odds[odds["turn"] == box.number].to_dict("records")
        said = "; ".join(f"{row['side']} 1–{row['bad_to']} ({row['chance']}), combat: {row['combat']}" for row in own)
        return f"{box.weather} in a movement phase: {said}"

    def _side(self, turn: int, side: str) -> str:
        """What a side receives and loses in a turn, as a list; counters that are alike but for the number on a line."""
        lines = [self._line(rows) for rows in self._alike(turn, side)]
        body = f"<ul>{''.join(lines)}</ul>" if lines else '<div class="gpwlab-soft">nothing comes or goes</div>'
        points, rule = self._points(turn, side)
        return f'<div class="gpwlab-turnside">{style.side_name(side)}: {points} {style.rule(rule)}{body}</div>'

    def _alike(self, turn: int, side: str) -> list[list[dict[Any, Any]]]:
        """The events of a turn, those together that are told on one line."""
        alike: dict[tuple[Any, ...], list[dict[Any, Any]]] = {}
        for row in self._events(turn, side):
            alike.setdefault(tuple(row[name] for name in _ALIKE), []).append(row)
        return list(alike.values())

    def _points(self, turn: int, side: str) -> tuple[str, str]:
        """What a side has to spend in words, and the rule of it."""
        plan = self.plan[(self.plan["turn"] == turn) & (self.plan["side"] == side)]
        rate = plan.loc[plan["event"] == "rp", "rp"].iloc[0]
        lend = plan[plan["event"] == "lend-lease"]
        if not len(lend):
            return f"{rate} RP", "gpw 9.1.B"
        chances = lend["chances"].iloc[0]
        spread = ", ".join(f"{points}: {chance}" for points, chance in chances.items())
        return f"{rate} RP and lend-lease ({spread}; mean {mean(chances)})", "gpw 9.2.B"

    def _line(self, rows: list[dict[Any, Any]]) -> str:
        row = rows[0]
        unit = self.session.game.standing(row["unit"])[0]
        symbol = nato.symbol(face(Standing(unit, -1, unit.steps)), 26)
        who, event = self._line_words(rows)
        sure = "" if row["provenance"] != "reconstructed" else ' <span class="gpwlab-unsure">? reconstructed</span>'
        pale = "" if row["in_game"] else " class='gpwlab-soft'"
        tip = escape("; ".join(f"{each['name']}: {each['basis']}" for each in rows))
        what = f"<b>{escape(who)}</b> {escape(event)}"
        return f'<li{pale} title="{tip}">{symbol} {what} {style.rule(row["rule"])}{sure}</li>'

    def _line_words(self, rows: list[dict[Any, Any]]) -> tuple[str, str]:
        """Who comes or goes, and what becomes of them."""
        row = rows[0]
        units = [self.session.game.standing(each["unit"])[0] for each in rows]
        numbers = ", ".join(unit.label for unit in units)
        who = f"{numbers} {units[0].kind}" if units[0].ground else numbers
        half = " at half strength" if row["half"] else ""
        event = EVENTS[row["event"]] if len(rows) == 1 else PLURAL.get(row["event"], EVENTS[row["event"]])
        return who, f"{event}{half}: {row['entry']}"

    # -- going there -------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Go to the start of the chosen turn; say so where it has not been played."""
        self.session.go_to_turn(self.grid.chosen)

    def picture(self) -> Picture:
        """The record as a picture by itself: the boxes, and below them what the chosen turn brings."""
        self.plan = timeline(self.session.game)
        months, years, turns = self._boxes()
        cells = [[year, *("" for _ in months)] for year in years]
        lit = set()
        for box in turns:
            row, column = box["row"] - 2, box["column"] - 1
            mark = self.session.game.charts.turns[box["turn"]].weather
            head = f"{'▶ ' if box['now'] else ''}{box['turn']}{f', {mark}' if mark else ''}"
            comes = [f"{side} {box[side.lower()]}" for side in SIDES if box[side.lower()]]
            cells[row][column] = "\n".join([head, *comes])
            if box["turn"] == self.grid.chosen:
                lit.add((row, column))
        return table_picture("Turn record", ("", *months), cells, self._remark(), self._chosen_words(), lit)

    def _chosen_words(self) -> list[str]:
        """The chosen turn in lines of text."""
        turn = self.grid.chosen
        box = self.session.game.charts.turns[turn]
        lines = [box.title, self._weather_words(box)]
        for side in SIDES:
            points, rule = self._points(turn, side)
            lines.append(f"{side}: {points} ({rule})")
            for rows in self._alike(turn, side):
                unsure = "; reconstructed" if rows[0]["provenance"] == "reconstructed" else ""
                lines.append(f"  {' '.join(self._line_words(rows))} ({rows[0]['rule']}{unsure})")
        return lines

    def table(self) -> DataFrame:
        """The record as a frame: one row an event, what comes and what goes."""
        return timeline(self.session.game)

    def text(self) -> str:
        """The record in words, a line a turn."""
        if not self.active:
            return "The turn record is not shown."
        return "\n".join(turn["tip"] for turn in self.grid.turns)
