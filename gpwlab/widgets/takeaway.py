"""What a card lets a reader take away: its chart as SVG and PNG, its table as CSV, Excel and Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.core.svg.plain import stand_alone
from gpwlab.core.words import hyphened
from gpwlab.study import exports
from gpwlab.study.pictures import save_picture
from gpwlab.study.progress import Told
from gpwlab.widgets import style
from gpwlab.widgets.handout import Handout, Offer

if TYPE_CHECKING:
    from pandas import DataFrame

#: Makes a table, or the sheets of a workbook.
Table = Callable[[], "DataFrame"]
Sheets = Callable[[], "DataFrame | Mapping[str, DataFrame]"]
_CAPTIONS = {".csv": "CSV", ".xlsx": "Excel", ".parquet": "Parquet"}
_TIPS = {
    ".csv": "the table as text",
    ".xlsx": "the table as a workbook, with what it is of",
    ".parquet": "the table with its types, for pandas and the like",
}


def save_chart(chart: Any, path: str | os.PathLike[str], scale: float = 2.0, progress: Told | None = None) -> Path:
    """Write what a widget draws, or a picture, as ``.svg`` or ``.png``; see :func:`gpwlab.study.save_picture`.

    chart: a card with a chart, what ``bar_chart`` and its like return (all that have ``picture()``), a Picture, or SVG
    as text.  InvalidInput for anything else.  No browser is needed.
    """
    drawn = chart.picture() if hasattr(chart, "picture") else chart
    if not isinstance(drawn, str):
        raise InvalidInput(f"{type(chart).__name__} has no picture; its tables may be saved with study.export")
    return save_picture(drawn, path, scale, progress)


def takeaway(
    stem: Callable[[], str],
    picture: Callable[[], str] | None = None,
    table: Table | None = None,
    sheets: Sheets | None = None,
    game: Callable[[], Any] = lambda: None,
    on_failure: Callable[[GameError], None] | None = None,
) -> Handout:
    """The buttons of a card.

    stem: the file's name without its ending.  table: for each form; sheets: what Excel gets in its place.  game: the
    one that the table is of.
    """
    offers: dict[str, Offer] = {}
    if picture is not None:
        draw = picture
        offers["svg"] = Offer("SVG", "the chart, as sharp as you like", lambda: stand_alone(draw()),
                              name=lambda: f"{stem()}.svg", mime="image/svg+xml")  # fmt: skip
        offers["png"] = Offer("PNG", "the chart, painted by the browser", lambda: stand_alone(draw()), "picture",
                              name=lambda: f"{stem()}.png")  # fmt: skip
    makers: dict[str, Any] = {".csv": table, ".xlsx": sheets or table, ".parquet": table}
    for ending, make in makers.items():
        if make is not None:
            offers[ending[1:]] = _table(stem, make, game, ending)
    return Handout(offers, on_failure)


def of_session(
    session: Any,
    what: str,
    picture: Callable[[], str] | None = None,
    table: Table | None = None,
    sheets: Sheets | None = None,
) -> Handout:
    """The buttons of a card of a lab: files are called after the game and ``what``; what fails is said in the lab."""
    return takeaway(
        lambda: f"{file_stem(session.game)}-{what}", picture, table, sheets, lambda: session.seen,
        lambda error: refuse(session, error),
    )  # fmt: skip


def refuse(session: Any, error: GameError) -> None:
    """Say in the lab that something cannot be taken away, and why."""
    session.said = style.refusal(error)


def odds_buttons(
    session: Any, tables: Callable[[], Mapping[str, DataFrame]], picture: Callable[[], str] | None = None
) -> Handout:
    """The buttons of an odds explorer: its tables as sheets of a workbook, in the other forms that of all columns."""

    def looked_at() -> Mapping[str, DataFrame]:
        found = tables()
        if not found:
            raise InvalidInput("no attack is being looked at: choose one first")
        return found

    return of_session(session, "odds", picture, lambda: looked_at()["Columns"], looked_at)


def file_stem(game: Any) -> str:
    """A name for a game's files: scenario, turn, phase and number of actions."""
    return f"{hyphened(game.scenario)}-turn{game.phase.turn}-{hyphened(game.phase.name)}-{game.cursor}"


def _table(stem: Callable[[], str], make: Sheets, game: Callable[[], Any], ending: str) -> Offer:
    def packed(progress: Told) -> str | bytes:
        made = exports.packed(make(), ending, game(), progress)
        return made.decode() if ending == ".csv" else made

    return Offer(_CAPTIONS[ending], _TIPS[ending], packed, name=lambda: f"{stem()}{ending}", mime=exports.MIMES[ending],
                 tells=True)  # fmt: skip
