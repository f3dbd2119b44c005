"""The outlook of the weather as an SVG: a column a turn, the chance of each ground in it, the thaw above, flying below.

Colours of text and lines are those of the page, with values of their own where there is no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from gpwlab.core.svg.build import SANS, el, label, num
from gpwlab.core.svg.colour import contrast
from gpwlab.hube.charts import AIR, END, GROUNDS, Charts
from gpwlab.hube.forecast import Outlook

INK, SOFT = "var(--gl-ink, #222)", "var(--gl-soft, #666)"
LINE, PAGE = "var(--gl-line, #ccc)", "var(--gl-page, #fff)"
#: Each ground with its colour and the letters on it, from frost to mud; the end in red.
COLOURS = {
    "Hard Freeze": ("#3f74b5", "HF"),
    "Freeze": ("#85b4de", "F"),
    "Light Freeze": ("#cfe3f2", "LF"),
    "Light Thaw": ("#ecdfb0", "LT"),
    "Thaw": ("#c9a362", "T"),
    "Mud": ("#7a5732", "M"),
    END: ("#b3261a", "end"),
}
#: Each kind of air day with its colour and what it is called.
AIR_DAYS = {
    "normal": ("#4f9d69", "all air operations"),
    "base_to_base": ("#d9b23c", "from air base to air base only"),
    "refit_only": ("#a0522d", "refitting only"),
}
_COLUMN, _LEFT, _TOP, _HIGH, _AIR, _FOOT = 27.0, 62.0, 30.0, 220.0, 54.0, 34.0
#: The height of a line of the key.
_KEY = 17.0
#: The chart is at least so wide, for its words.
_NARROWEST = 260.0
#: A stretch of a column lower than this has no letters.
_READABLE = 11.0


def percent(chance: Fraction | float, digits: int = 0) -> str:
    """A chance for a reader, never rounded to 0 or 100 where it is neither."""
    value = float(chance) * 100
    text = f"{value:.{digits}f}"
    if value > 0 and float(text) == 0:
        return "<1%"
    return f">{text.replace('100', '99')}%" if value < 100 and float(text) == 100 else f"{text}%"


def svg(outlooks: Sequence[Outlook], charts: Charts, chosen: int = 0, keyed: bool = False) -> str:
    """The chart of some turns in a row; ``chosen`` is the turn whose column is marked, 0 for none.

    keyed: with what the colours mean below it, where no card beside it says so.
    """
    width = max(_NARROWEST, _LEFT + _COLUMN * len(outlooks) + 12)
    foot = _TOP + _HIGH + 26 + _AIR + _FOOT
    height = foot + (_KEY * len(_chips()) + 6 if keyed else 0)
    columns = [_column(outlook, _LEFT + _COLUMN * n, outlook.turn == chosen) for n, outlook in enumerate(outlooks)]
    dates = [_date(charts, outlook.turn, _LEFT + _COLUMN * n) for n, outlook in enumerate(outlooks)]
    body = _axes(width) + "".join(columns) + _thaw(outlooks) + "".join(dates)
    body += "".join(
        _chip(colour, words, foot + _KEY * n) for n, (colour, words) in enumerate(_chips() if keyed else ())
    )
    title = el("title", "chances of ground, thaw and flying by turn")
    return el(
        "svg", title, body, viewBox=f"0 0 {num(width)} {num(height)}", width=num(width), height=num(height),
        font_family=SANS, role="img", style="max-width:100%;height:auto", xmlns="http://www.w3.org/2000/svg",
    )  # fmt: skip


def _axes(width: float) -> str:
    """Lines at every quarter, and what stands where."""
    out = []
    for quarter in range(5):
        y = _TOP + _HIGH * (1 - quarter / 4)
        out.append(el("path", d=f"M{num(_LEFT - 4)} {num(y)}H{num(width - 8)}", stroke=LINE, stroke_width=1))
        out.append(label(f"{25 * quarter}%", _LEFT - 8, y + 4, font_size=10.5, text_anchor="end", fill=SOFT))
    out.append(label("ground", 4, _TOP - 13, font_size=11.5, font_weight="bold", fill=INK))
    out.append(label("flying", 4, _TOP + _HIGH + 40, font_size=11.5, font_weight="bold", fill=INK))
    out.append(label("turn", 4, _TOP + _HIGH + 26 + _AIR + 14, font_size=11.5, font_weight="bold", fill=INK))
    return "".join(out)


def _column(outlook: Outlook, x: float, chosen: bool) -> str:
    """One turn: the grounds from frost at the foot to mud, the end on top; the air days beneath."""
    chances = {**{g: outlook.ground.get(g, Fraction(0)) for g in GROUNDS}, END: outlook.ended}
    out: list[str] = []
    y = _TOP + _HIGH
    for name, chance in chances.items():
        y = _stretch(
            out, x, y, float(chance) * _HIGH, COLOURS[name], f"turn {outlook.turn}: {name} {percent(chance, 1)}"
        )
    y = _TOP + _HIGH + 26 + _AIR
    for kind in AIR:
        share = outlook.air[kind]
        colour, words = AIR_DAYS[kind]
        y = _stretch(out, x, y, float(share) * _AIR, (colour, ""), f"turn {outlook.turn}: {words} {percent(share, 1)}")
    if chosen:
        out.append(
            el("rect", x=x, y=_TOP - 2, width=_COLUMN, height=_HIGH + 30 + _AIR, fill="none", stroke=INK,
               stroke_width=2.5, rx=3)
        )  # fmt: skip
    return "".join(out)


def _stretch(out: list[str], x: float, foot: float, high: float, look: tuple[str, str], words: str) -> float:
    """One stretch of a column above ``foot``; where the next one begins."""
    if high <= 0:
        return foot
    colour, letters = look
    tip = el("title", escape(words))
    out.append(
        el("rect", tip, x=x + 1.5, y=foot - high, width=_COLUMN - 3, height=high, fill=colour, stroke=PAGE,
           stroke_width=0.7)
    )  # fmt: skip
    if letters and high >= _READABLE:
        ink = "#111111" if contrast(colour, "#111111") > contrast(colour, "#ffffff") else "#ffffff"
        out.append(
            label(letters, x + _COLUMN / 2, foot - high / 2 + 3.5, font_size=9.5, text_anchor="middle", fill=ink)
        )
    return foot - high


def _thaw(outlooks: Sequence[Outlook]) -> str:
    """The chance that the thaw has ended the game by the last turn."""
    words = f"thaw by turn {outlooks[-1].turn}: {percent(outlooks[-1].ended, 1)}"
    return label(words, _LEFT, _TOP - 13, font_size=12, font_weight="bold", fill=INK)


def _date(charts: Charts, turn: int, x: float) -> str:
    """Number and date of a turn; the month where it begins."""
    y = _TOP + _HIGH + 26 + _AIR + 14
    box = charts.turns[turn]
    before = charts.turns.get(turn - 1)
    month = box.month if before is None or before.month != box.month else str(box.day)
    number = label(str(turn), x + _COLUMN / 2, y, font_size=11, text_anchor="middle", fill=INK)
    return number + label(month, x + _COLUMN / 2, y + 13, font_size=9.5, text_anchor="middle", fill=SOFT)


def _chips() -> list[tuple[str, str]]:
    """Each colour and what it means."""
    grounds = [(colour, f"{letters} {name}") for name, (colour, letters) in COLOURS.items()]
    return [*grounds, *AIR_DAYS.values()]


def _chip(colour: str, words: str, y: float) -> str:
    chip = el("rect", x=_LEFT, y=y, width=11, height=11, rx=2, fill=colour)
    return chip + label(words, _LEFT + 18, y + 10, font_size=11, fill=INK)


def key() -> str:
    """What the colours mean, as markup."""
    return " ".join(
        f'<span style="white-space:nowrap;margin-right:10px"><span style="display:inline-block;width:11px;height:11px;'
        f'border-radius:2px;background:{colour};vertical-align:-1px"></span> {escape(words)}</span>'
        for colour, words in _chips()
    )


def words(outlook: Outlook, charts: Charts) -> str:
    """One turn in a sentence."""
    grounds = ", ".join(f"{name} {percent(chance, 1)}" for name, chance in outlook.ground.items())
    air = ", ".join(f"{AIR_DAYS[kind][1]} {percent(outlook.air[kind])}" for kind in AIR)
    end = f"; the thaw has ended the game {percent(outlook.ended, 1)}" if outlook.ended else ""
    return f"{charts.turns[outlook.turn].title}: {grounds}{end}. If it is played: {air}."
