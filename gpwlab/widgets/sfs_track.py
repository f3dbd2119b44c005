"""The turn record of Struggle for Stalingrad: weather, artillery rows, victory markers, what each turn brings."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.svg.build import Picture
from gpwlab.sfs.board import SIDES
from gpwlab.sfs.charts import Event
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.tablepicture import table_picture
from gpwlab.widgets.takeaway import of_session
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from pandas import DataFrame

_CSS = Path(__file__).with_name("sfs_track.css").read_text("utf-8")
#: The sign of each weather.
WEATHER = {"clear": "≈ clear", "ice": "◇ drift ice", "freeze": "❄ frozen"}
_HEADS = ("turn", "weather", "artillery", *SIDES)
#: What an event of the schedule is called.
_WORDS = {
    "reinforcement": "arrives",
    "return": "returns",
    "withdrawal": "must leave, or its like",
    "random_division": "is drawn from the cup",
    "reserve_corps": "may be called",
    "guards_39": "arrive as an A division, or a turn later as Guards",
    "pioneer_groups": "or, two turns later, the Pioneer Division",
    "pioneer_division": "if the groups were left",
    "das_reich": "may come, counted as a division lost",
}


class TurnRecord(TextTwin, ipw.VBox):
    """A row a turn of the scenario, the present one lit; a turn that has been played can be gone to.

    active: False while nobody looks.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.content = ipw.HTML()
        self.turn = ipw.Dropdown(options=[], description="Go to", style={"description_width": "auto"})
        self.turn.layout.width = "190px"
        self.go = ipw.Button(description="Go", icon="arrow-right", layout=ipw.Layout(width="auto"))
        self.go.on_click(lambda _: self.session.run(self._go, "go to a turn"))
        bar = ipw.HBox([self.turn, self.go])
        bar.add_class("gpwlab-bar")
        sheet = ipw.HTML(style.sheet() + f"<style>{_CSS}</style>")
        handout = of_session(self.session, "turn-record", self.picture, self.table)
        super().__init__([sheet, bar, self.content, handout], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names=["version", "viewer"])
        self.refresh()

    def refresh(self) -> None:
        """Write the record again."""
        if not self.active:
            return
        played = self.session.starts()
        self.turn.options = [(f"turn {turn}", turn) for turn in played]
        self.turn.value = self.session.game.phase.turn
        self.content.value = style.title("Turn record", "what is in italics is reconstructed") + self.markup()

    def _go(self) -> None:
        if self.turn.value is not None:
            self.session.drop_picks()
            self.session.game.jump(self.session.starts()[self.turn.value])

    def turns(self) -> list[int]:
        """The turns of the scenario, as far as the viewer knows its end."""
        seen = self.session.seen
        last = max(seen.charts.turns) if seen.last_turn is None else seen.last_turn
        return [number for number in sorted(seen.charts.turns) if number <= last]

    def markup(self) -> str:
        """The record as a table."""
        rows = "".join(self._row(number) for number in self.turns())
        head = "".join(f"<th>{name}</th>" for name in _HEADS)
        return f'<table class="gpwlab-record"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'

    def _row(self, number: int) -> str:
        seen = self.session.seen
        turn = seen.charts.turns[number]
        now = ' class="now"' if number == seen.phase.turn else ""
        marks = "".join(
            f'<div class="gpwlab-marker">{escape(name)}</div>' for name, at in seen.markers.items() if at == number
        )
        free = f"<div>{turn.free_summons} free summons</div>" if turn.free_summons else ""
        guns = f"{turn.artillery[0]} / {turn.artillery[1]}"
        cells = "".join(f"<td>{self._events(number, side)}</td>" for side in range(len(SIDES)))
        here = "▶ " if now else ""
        name = f"{here}<b>{number}</b> {escape(turn.label)}<div class='gpwlab-soft'>{escape(turn.dates)}</div>{marks}"
        return f"<tr{now}><td>{name}</td><td>{WEATHER[turn.weather]}</td><td>{guns}{free}</td>{cells}</tr>"

    def _events(self, number: int, side: int) -> str:
        charts, scenario = self.session.seen.charts, self.session.seen.scenario
        return "".join(_told(event) for event in charts.dated(scenario, number, side))

    def rows(self) -> list[tuple[str, ...]]:
        """What the record says, a row a turn, a cell a column; lines of a cell are kept apart."""
        seen, found = self.session.seen, []
        for number in self.turns():
            turn = seen.charts.turns[number]
            marks = [name for name, at in seen.markers.items() if at == number]
            free = [f"{turn.free_summons} free summons"] if turn.free_summons else []
            events = [
                [_event_words(event) for event in seen.charts.dated(seen.scenario, number, side)]
                for side in range(len(SIDES))
            ]
            parts = ([f"{number} {turn.label}", turn.dates, *marks], [WEATHER[turn.weather][2:]],
                     [" / ".join(turn.artillery), *free], *events)  # fmt: skip
            found.append(tuple("\n".join(part) for part in parts))
        return found

    def picture(self) -> Picture:
        """The record as a picture by itself, the present turn lit."""
        now = self.turns().index(self.session.seen.phase.turn)
        lit = {(now, column) for column in range(len(_HEADS))}
        return table_picture("Turn record", _HEADS, self.rows(), "? marks what is reconstructed", lit=lit)

    def table(self) -> DataFrame:
        """The record as a frame, one row a turn."""
        from pandas import DataFrame

        return DataFrame(self.rows(), columns=list(_HEADS)).replace("\n", "; ", regex=True)

    def text(self) -> str:
        """The record in words, a line a turn."""
        seen = self.session.seen
        lines = []
        for number in self.turns():
            turn = seen.charts.turns[number]
            events = [event for side in range(len(SIDES)) for event in seen.charts.dated(seen.scenario, number, side)]
            told = "; ".join(f"{event.name} {_WORDS[event.kind]}" for event in events)
            marks = ", ".join(name for name, at in seen.markers.items() if at == number)
            lines.append(
                f"{turn.title}: {turn.weather}; artillery {'/'.join(turn.artillery)}; {marks} {told}".rstrip(" ;")
            )
        return "\n".join(lines)


def _told(event: Event) -> str:
    """An event as markup, in italics where it is reconstructed."""
    unsure = event.provenance == "reconstructed"
    text = escape(_words(event))
    return f"<div>{f'<i>{text}</i>' if unsure else text}</div>"


def _event_words(event: Event) -> str:
    """An event as a line of text, with a query where it is reconstructed."""
    return _words(event) + (" ?" if event.provenance == "reconstructed" else "")


def _words(event: Event) -> str:
    strength = f" ({event.strength})" if event.strength and event.kind != "withdrawal" else ""
    least = f", at least {event.strength} SPs" if event.kind == "withdrawal" else ""
    return f"{event.name}{strength} {_WORDS[event.kind]}{least}"
