"""The combat sequence as markup: tables with the column, rows and cells that count lit, and bars of chances.

What is lit is told by frame and weight as well as by colour; cells that are reconstructed stand in italics.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from gpwlab.core.words import counted
from gpwlab.sfs.charts import Charts, Crt, DieTable, odds_text

DIE = range(1, 7)


def share(chance: Fraction) -> str:
    """A chance as fraction and percent."""
    if chance in (0, 1):
        return "certain" if chance else "never"
    short = f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10000 else ""
    return f"{short} ({float(chance):.1%})" if short else f"{float(chance):.2%}"


def bars(chances: Mapping[str, Fraction], head: str, kind: str = "") -> str:
    """A table of chances with a bar each; ``kind`` colours the bars: good or bad."""
    rows = "".join(
        f'<tr><td class="gpwlab-nowrap">{escape(what)}</td><td class="gpwlab-barcell">'
        f'<div class="gpwlab-meter {kind}" style="width:{100 * float(chance):.1f}%"></div>{share(chance)}</td></tr>'
        for what, chance in chances.items()
    )
    return f"<table><thead><tr><th>{escape(head)}</th><th>chance</th></tr></thead><tbody>{rows}</tbody></table>"


def crt_table(crt: Crt, column: int, modifier: int, rolled: Collection[int] = ()) -> str:
    """A combat results table with a column lit and in it the six cells that a die can meet, or those that were rolled.

    rolled: dice as thrown, before the modifier.
    """
    met: dict[int, list[int]] = {}
    for die in sorted(rolled) or DIE:
        met.setdefault(crt.row(die + modifier), []).append(die)
    heads = "".join(f"<th{_lit(n == column)}>{_column_label(crt, n)}</th>" for n in range(len(crt.odds)))
    rows = []
    for row, results in enumerate(crt.cells):
        dice = ", ".join(map(str, met.get(row, ())))
        cells = "".join(
            f"<td{_lit(n == column and row in met, (row, n) in crt.reconstructed)}>{result or '–'}</td>"
            for n, result in enumerate(results)
        )
        rows.append(
            f"<tr><th{_lit(row in met)}>{_row_label(crt.low, crt.high, crt.low + row)}</th>{cells}<td>{dice}</td></tr>"
        )
    name = "Defender's losses" if crt.name == "defender" else f"Attacker's losses, {crt.name.partition('_')[2]} terrain"
    return _table(name, f"<tr><th>die{modifier:+d}</th>{heads}<th>thrown</th></tr>", rows)


def _column_label(crt: Crt, column: int) -> str:
    """The head of a column in few letters: ``≤ 1:3``, ``7:1 +`` at the ends."""
    text = odds_text(crt.odds[column])
    return f"≤{text}" if column == 0 else f"{text}+" if column == len(crt.odds) - 1 else text


def _row_label(low: int, high: int, die: int) -> str:
    return f"≤{die}" if die == low else f"{die}+" if die == high else str(die)


def _lit(on: bool, guess: bool = False) -> str:
    """The class of a cell."""
    names = [name for name, holds in (("lit", on), ("guess", guess)) if holds]
    return f' class="{" ".join(names)}"' if names else ""


def _table(name: str, head: str, rows: Iterable[str]) -> str:
    caption = f"<caption>{escape(name)}</caption>"
    return f'<table class="gpwlab-crt">{caption}<thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def cut_off_table(charts: Charts, units: int, modifier: int, rolled: Collection[int] = ()) -> str:
    """The Cut-Off Table with the row of the force lit, and the cells that the die can meet or has met."""
    row_lit = min(units, max(charts.cut_off))
    return _die_tables(
        "Cut-Off Table", {counted(n, "unit"): t for n, t in sorted(charts.cut_off.items())},
        row_lit - 1, modifier, rolled, "cut off",
    )  # fmt: skip


def terrain_table(charts: Charts, terrain: str, rolled: Collection[int] = ()) -> str:
    """The Terrain Defense Table with the defender's terrain lit."""
    order: list[str] = [name for name in ("open", "rough", "urban") if name in charts.terrain]
    tables: dict[str, DieTable] = {name: charts.terrain[name] for name in order}
    return _die_tables("Terrain Defense Table", tables, order.index(terrain), 0, rolled, "cancelled")


def _die_tables(
    name: str, tables: Mapping[str, DieTable], lit: int, modifier: int, rolled: Collection[int], word: str
) -> str:
    first = next(iter(tables.values()))
    dice = range(first.low, first.high + 1)
    met = {min(max(die + modifier, first.low), first.high) for die in (rolled or DIE)}
    heads = "".join(
        f"<th{_lit(die in met)}>{_row_label(first.low, first.high, die) if modifier or first.high > 6 else die}</th>"
        for die in dice
    )
    rows = []
    for n, (what, table) in enumerate(tables.items()):
        cells = "".join(
            f"<td{_lit(n == lit and die in met, die in table.reconstructed)}>{word if table.at(die) else '–'}</td>"
            for die in dice
        )
        rows.append(f"<tr><th{_lit(n == lit)}>{escape(what)}</th>{cells}</tr>")
    thrown = f" (thrown: {', '.join(map(str, rolled))})" if rolled else ""
    sign = f", die{modifier:+d}" if modifier else ""
    return _table(f"{name}{sign}{thrown}", f"<tr><th></th>{heads}</tr>", rows)


def joint_table(outcomes: Mapping[tuple[int, int], Fraction]) -> str:
    """Steps lost by both sides: one row a loss of the defender, one column a loss of the attacker."""
    rows = sorted({d for d, _ in outcomes})
    columns = sorted({a for _, a in outcomes})
    most = max(outcomes.values())
    body = []
    for d in rows:
        cells = []
        for a in columns:
            chance = outcomes.get((d, a), Fraction(0))
            weight = ' class="lit"' if chance == most else ""
            shade = f' style="--share:{float(chance):.3f}"'
            cells.append(f"<td{weight}{shade}>{float(chance):.1%}</td>" if chance else "<td>–</td>")
        body.append(f"<tr><th>{d}</th>{''.join(cells)}</tr>")
    heads = "".join(f"<th>{a}</th>" for a in columns)
    return _table("Steps lost: defender down, attacker across", f"<tr><th></th>{heads}</tr>", body)


def steps_markup(titles: Sequence[tuple[str, str]], now: int, done: int) -> str:
    """The sequence as a row of numbered chips: those done, the one that is shown, those to come."""
    chips = []
    for n, (title, rule) in enumerate(titles):
        state = " now" if n == now else " done" if n < done else ""
        mark = "✓ " if n < done and n != now else ""
        chips.append(f'<span class="gpwlab-chip{state}" title="{escape(rule)}">{mark}{n + 1} {escape(title)}</span>')
    return f'<div class="gpwlab-chips">{"".join(chips)}</div>'
