"""How the odds explorer shows its numbers: die faces, bars and tables as markup, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from gpwlab.core.svg.build import SANS, Picture, document, el, label
from gpwlab.core.svg.colour import contrast
from gpwlab.gpw.odds import ladder_name
from gpwlab.gpw.preview import Calculation
from gpwlab.study import odds as study
from gpwlab.widgets import style
from gpwlab.widgets.battle import RESULTS

if TYPE_CHECKING:
    from pandas import DataFrame

#: A colour for each result, from bad to good for the attacker; the letters say the same.
COLOURS = {"AL": "#b5382c", "NE": "#868e96", "EX": "#e0a23a", "DR": "#9cc9e8", "DRL": "#4a90c2", "DE": "#1c5480"}
#: How many of the units that can come up are listed.
_MOST_UNITS = 6
_CHANGE_CELLS = "<th></th><th></th><th>hex falls</th><th></th><th class='num'>steps a / d</th>"
#: Kinds of change by the heading under which they are listed.
_GROUPS = (
    ("What would carry it further", ("points", "hexside")),
    ("Who could join", ("joins", "moves up")),
    ("Who could be spared", ("without",)),
    ("Command and aircraft", ("leader", "aircraft")),
    ("The same battle in other turns, or cut off", ("weather", "supply")),
)


def faces(row: Sequence[str], falls: Iterable[str]) -> str:
    """A row of the CRT as six boxes, one a die; a bar at the foot marks the results by which the hex falls."""
    taken = set(falls)
    width, height = 23, 21
    boxes = []
    for number, result in enumerate(row):
        x, fill = number * width, COLOURS[result]
        ink = "#ffffff" if contrast(fill, "#ffffff") > contrast(fill, "#10151a") else "#10151a"
        boxes.append(el("rect", x=x, y=0, width=width - 1.5, height=height, rx=2.5, fill=fill))
        if result in taken:
            boxes.append(el("rect", x=x + 3, y=height - 4.5, width=width - 7.5, height=2.2, fill=ink))
        middle = x + (width - 1.5) / 2
        small = 8.6 if len(result) > 2 else 9.5
        boxes.append(label(result, middle, height / 2 + 2.5, font_size=small, font_weight="bold", fill=ink))
    title = "die 1 to 6: " + ", ".join(row)
    body = el("g", *boxes, font_family=SANS, text_anchor="middle")
    return el("svg", el("title", title), body, width=6 * width, height=height, role="img", aria_label=title)


def share(chance: Fraction) -> str:
    """A chance as a bar with its fraction and percent."""
    text = f"{chance} · {float(chance):.0%}" if 0 < chance < 1 else study.chance_text(chance)
    width = f"{100 * float(chance):.1f}%"
    return f'<div class="gpwlab-odds-share"><i style="width:{width}"></i><span>{text}</span></div>'


def gain(value: Fraction) -> str:
    """A gain or loss of chance with a sign."""
    if not value:
        return '<span class="gpwlab-odds-gain gpwlab-soft">=</span>'
    return f'<span class="gpwlab-odds-gain">{"▲ +" if value > 0 else "▼ −"}{abs(value)}</span>'


def head(column: int | None, falls: Fraction, losses: tuple[Fraction, Fraction] | None, what: str) -> str:
    """The column, large, with the chance that matters beside it."""
    if column is None:
        return '<div class="gpwlab-odds-head"><div class="gpwlab-odds-column none">no attack</div></div>'
    lost = ""
    if losses is not None:
        attacker, defender = (f"{steps} ({float(steps):.2f})" if steps else "none" for steps in losses)
        lost = f'<div class="gpwlab-soft">mean steps lost: attacker {attacker}, defender {defender}</div>'
    return (
        f'<div class="gpwlab-odds-head"><div class="gpwlab-odds-column">{ladder_name(column)}</div>'
        f"<div>{escape(what)} <b>{_in_words(falls)}</b>{lost}</div></div>"
    )


def _in_words(chance: Fraction) -> str:
    words = study.chance_text(chance)
    return words if chance in (0, 1) else f"{words} ({float(chance):.1%})"


def way(battle: Calculation) -> str:
    """The whole way to the column, each step with its rule."""
    reasons = style.reasons(battle.reasons)
    return section("The way to the column", reasons if battle.possible else _refused(reasons))


def _refused(reasons: str) -> str:
    return f'<div class="gpwlab-refusal">{reasons}</div>'


def section(heading: str, content: str) -> str:
    """A part of the explorer under its heading; parts stand side by side where there is room."""
    return f"<section><h4>{escape(heading)}</h4>{content}</section>" if content else ""


def page(top: str, sections: Iterable[str]) -> str:
    """The head and the parts below it."""
    return f'{top}<div class="gpwlab-odds-page">{"".join(sections)}</div>'


def outcomes(table: DataFrame) -> str:
    """What each result brings: dice, chance, steps and strength points of both sides, whether the hex falls."""
    rows = []
    for row in _rows(table):
        rows.append(
            f"<tr><td><b>{row.result}</b> {RESULTS[row.result]}</td><td>{share(row.chance)}</td>"
            f"<td class='num'>{_lost(row.attacker_steps, row.attacker_points)}</td>"
            f"<td class='num'>{_lost(row.defender_steps, row.defender_points)}</td>"
            f"<td>{'falls' if row.falls else 'holds'}</td></tr>"
        )
    cells = "<th>result</th><th>chance</th><th class='num'>att.</th><th class='num'>def.</th><th>hex</th>"
    remark = '<div class="gpwlab-soft">Steps lost by attacker and defender, in brackets the strength points.</div>'
    return section("What may come of it", _table(cells, rows) + remark) if rows else ""


def _lost(steps: int, points: int) -> str:
    return f"{steps} ({points})" if steps else "–"


def ladder(table: DataFrame, falls: Iterable[str], chance: str, remark: str) -> str:
    """All columns side by side: what each needs, its dice, and its chance."""
    taken = set(falls)
    rows = []
    for row in _rows(table):
        short = f"{row.more} short" if row.more > 0 else f"{-row.more} spare" if row.more else "just enough"
        dice = [getattr(row, f"die_{die}") for die in range(1, 7)]
        mark = "▶ " if row.planned else ""
        rows.append(
            f"<tr{' class=planned' if row.planned else ''}><td class='gpwlab-nowrap'>{mark}{row.column}</td>"
            f"<td class='num'>{row.needed}<div class='gpwlab-soft'>{short}</div></td>"
            f"<td>{faces(dice, taken)}</td><td>{share(getattr(row, chance))}</td></tr>"
        )
    cells = "<th>column</th><th class='num'>needs</th><th>die 1 to 6</th><th>hex falls</th>"
    foot = f'<div class="gpwlab-soft">{escape(remark)}</div>'
    return section("All columns", _table(cells, rows) + foot)


def ladder_picture(table: DataFrame) -> Picture:
    """All columns as a picture by itself: what each needs, its dice, and the chance as a bar (``table``: a ladder)."""
    chance = next(name for name in ("falls", "forced_out") if name in table)
    body, words = [], []
    for number, row in enumerate(_rows(table)):
        y, share_ = 34 + 27 * number, getattr(row, chance)
        dice = [getattr(row, f"die_{die}") for die in range(1, 7)]
        bold = "bold" if row.planned else None
        said = f"{row.column}: {' '.join(dice)}, {study.chance_text(share_)}"
        body += [
            label(("▶ " if row.planned else "") + row.column, 84, y + 15, text_anchor="end", font_weight=bold),
            el("g", faces(dice, ()), transform=f"translate(96 {y})"),
            *_bar(250, y, share_),
            label(f"{share_} · {float(share_):.0%}", 398, y + 15, font_weight=bold),
        ]
        words.append(said)
    return _picture("odds columns: die 1 to 6, chance that the hex falls", body, words)


def columns_picture(table: DataFrame, chance: str) -> Picture:
    """All columns of an exploration as a picture by itself: what each needs and its chance (``chance`` names it)."""
    body, words = [], []
    for number, row in enumerate(_rows(table)):
        y, bold = 34 + 27 * number, "bold" if row.planned else None
        needs = "" if row.needed is None else f"needs {row.needed}"
        body += [
            label(("▶ " if row.planned else "") + row.column, 130, y + 15, text_anchor="end", font_weight=bold),
            label(needs, 144, y + 15),
            *_bar(250, y, row.falls),
            label(f"{float(row.falls):.1%}", 398, y + 15, font_weight=bold),
        ]
        words.append(f"{row.column}: {needs}, {study.chance_text(row.falls)}")
    return _picture(f"odds columns: what each needs, {chance}", body, words)


def _bar(x: float, y: float, chance: Fraction) -> tuple[str, str]:
    """A chance as a bar in a frame."""
    frame = el("rect", x=x, y=y, width=140, height=21, fill="none", stroke="#999")
    return frame, el("rect", x=x, y=y, width=140 * float(chance), height=21, fill="#9cc9e8")


def _picture(title: str, body: Sequence[str], words: Sequence[str]) -> Picture:
    """Rows of a picture below its title, a line of words for each."""
    height = 44 + 27 * len(words)
    ground = el("rect", width=500, height=height, fill="#ffffff")
    shown = el("g", label(title, 10, 20, font_weight="bold"), *body, font_size=13, fill="#222222")
    return Picture(document(ground + shown, (0, 0, 500, height), (500, height), title), "\n".join([title, *words]))


def changes(table: DataFrame) -> str:
    """What would change the attack, by heading."""
    parts = []
    for heading, kinds in _GROUPS:
        found = table[table["kind"].isin(kinds)]
        rows = [_change_row(row) for row in _rows(found.head(_MOST_UNITS))]
        if rows:
            more = len(found) - len(rows)
            rest = f'<div class="gpwlab-soft">and {more} more, in the table</div>' if more else ""
            parts.append(section(heading, _table(_CHANGE_CELLS, rows) + rest))
    return "".join(parts)


def _change_row(row: Any) -> str:
    if row.column == "-":
        return f"<tr><td>{escape(row.change)}</td><td></td><td colspan='3'>no attack</td></tr>"
    tip = f" title='{escape(row.action)}'" if row.action else ""
    return (
        f"<tr{tip}><td>{escape(row.change)}</td><td class='gpwlab-nowrap'><b>{row.column}</b></td>"
        f"<td>{share(row.falls)}</td><td>{gain(row.gain)}</td>"
        f"<td class='num'>{float(row.attacker_steps):.1f} / {float(row.defender_steps):.1f}</td></tr>"
    )


def weathers(table: DataFrame) -> str:
    """The same battle in every weather."""
    rows = [
        f"<tr><td>{row.weather}</td><td class='gpwlab-nowrap'><b>{row.column}</b></td>"
        + (f"<td>{share(row.forced_out)}</td></tr>" if row.column != "-" else "<td>no attack</td></tr>")
        for row in _rows(table)
    ]
    return section("The same battle in other turns", _table("", rows))


def _rows(table: DataFrame) -> Iterator[Any]:
    return table.itertuples()


def _table(cells: str, rows: Sequence[str]) -> str:
    top = f"<thead><tr>{cells}</tr></thead>" if cells else ""
    return f"<table>{top}<tbody>{''.join(rows)}</tbody></table>"


def twin(tables: dict[str, DataFrame]) -> str:
    """The tables themselves, every number as text."""
    return "".join(section(name, frame.to_html(index=False, border=0)) for name, frame in tables.items())


def words(tables: dict[str, DataFrame]) -> str:
    """The tables as plain text."""
    return "\n\n".join(f"{name}\n{frame.to_string(index=False)}" for name, frame in tables.items())
