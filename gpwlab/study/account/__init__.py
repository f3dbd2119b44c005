"""A game as an after-action report: one HTML file that needs nothing else, to read, print and hand on."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.share import Shared
from gpwlab.study.account import graphs
from gpwlab.study.account.book import TurnTold
from gpwlab.study.account.chronicle import Chronicle, check, chronicle, starts
from gpwlab.study.exports import about
from gpwlab.study.progress import Parts, Told

if TYPE_CHECKING:
    from jinja2 import Template

_HERE = Path(__file__).parent
#: A map that is so many times as wide as high takes the width of the page.
_BROAD = 1.3


def report(game: Any, path: str | os.PathLike[str], progress: Told | None = None) -> Path:
    """Write a game's account up to where it stands to an HTML file, whole or not at all; returns its path.

    The file asks for nothing outside itself and runs no script.  It tells everything, also what sides hide from each
    other.  progress: is told after each turn how far it is, as by :func:`gpwlab.study.simulate`; without it a notebook
    with :mod:`gpwlab.widgets` shows a bar where it takes long.  InvalidInput for a side's view and for a path that is
    no .html, DataError where the file cannot be written.
    """
    if saves.as_path(path).suffix.lower() not in (".html", ".htm"):
        raise InvalidInput(f"a report is a page, path.html, not {str(path)!r}")
    saves.write_text(path, html(game, progress))
    return Path(path)


def html(game: Any, progress: Told | None = None) -> str:
    """The page that :func:`report` writes."""
    check(game)
    done = Parts(progress, "report", len(starts(game)) + 3)  # the turns, the start, and the two steps below
    told = chronicle(game, done)
    everything = [told.before, *told.turns]
    captions = [_caption(turn) for turn in everything]
    shared = Shared([turn.still for turn in everything])
    windows = [turn.window or shared.frame(n) for n, turn in enumerate(everything)]
    maps = [shared.picture(n, window, captions[n]) for n, window in enumerate(windows)]
    done()
    page = _template().render(
        style=(_HERE / "page.css").read_text("utf-8"), told=told, book=told.book, game=game, maps=maps,
        broad=[window.width > _BROAD * window.height for window in windows], defs=shared.defs, captions=captions,
        about=about(game), options=_options(game), graphs=_graphs(told), spark=graphs.spark, lost=_lost(told),
        outcome=_verdict(game), notes=sum(len(turn.notes) for turn in everything),
        battles=sum(len(turn.battles) for turn in told.turns),
    )  # fmt: skip
    done()
    return page


@cache
def _template() -> Template:
    """The page; whatever is put into it is escaped unless it is marked as markup of ours."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    room = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    room.filters["signed"] = graphs.signed_text
    return room.get_template("page.html")


def _caption(turn: TurnTold) -> str:
    return "The map before the first turn" if turn.title == "As it began" else f"The map after {turn.title}"


def _verdict(game: Any) -> str:
    """Who has won, in a line without the reasons; "" while the game goes on."""
    won = game.winner
    if won is None:
        return ""
    if game._system == "hube":
        return str(won)
    level = getattr(won, "level", "")
    if level:
        return level if level == "Draw" else f"{level} victory"
    return "A draw" if won.winner == "draw" else f"{won.winner} victory"


def _options(game: Any) -> list[str]:
    """Titles of what is switched on in the rule set."""
    table = import_module(f"gpwlab.{game._system}").options()
    titles = dict(zip(table["slug"], table["title"], strict=True))
    return [str(titles.get(slug, slug)) for slug in game.rules.options]


def _lost(told: Chronicle) -> list[dict[str, int]]:
    """Steps that each side lost in each turn."""
    sums = [{side: now.lost for side, now in turn.standing.items()} for turn in (told.before, *told.turns)]
    return [{side: after[side] - before[side] for side in after} for before, after in pairwise(sums)]


def _graphs(told: Chronicle) -> list[str]:
    """Losses, ground and, where it is known, strength: as it began, and after each turn."""
    last = told.turns[-1].number
    moments = [told.before, *told.turns]
    sides = told.book.sides

    def over(title: str, name: str) -> str:
        return graphs.lines(title, last, {s: [getattr(t.standing[s], name) for t in moments] for s in sides})

    found = [over("Steps lost, added up", "lost"), over(f"{told.book.ground.capitalize()} held", "ground")]
    if told.book.strength:
        found.append(over(f"{told.book.strength.capitalize()} on the map", "strength"))
    if told.book.luck:
        found.append(graphs.lines("Luck in battle, steps added up", last, _luck_by_turn(told), signed=True))
    return found


def _luck_by_turn(told: Chronicle) -> dict[str, list[float]]:
    """The luck of each side in its own attacks, none before the first turn, added up over the turns."""
    return {
        side: list(
            accumulate((sum(b.luck or 0.0 for b in turn.battles if b.side == side) for turn in told.turns), initial=0.0)
        )
        for side in told.book.sides
    }
