"""What a calculation finds, as every card of Hube's Pocket shows it: outcomes as bars, the sums, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.svg.build import Picture
from gpwlab.widgets import style
from gpwlab.widgets.hube_weatherview import percent
from gpwlab.widgets.tablepicture import table_picture

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Findings:
    """Exact chances by outcome in the order in which they are shown, with what each outcome means.

    remark: the column in words; sums: a line of means, "" for none.
    """

    remark: str
    chances: Mapping[str, Fraction]
    meanings: Mapping[str, str]
    reasons: Sequence[Reason]
    sums: str = ""

    def markup(self) -> str:
        """Bars and reasons for a page."""
        most = max(self.chances.values())
        rows = []
        for outcome, chance in self.chances.items():
            width = 100 * float(chance / most)
            bar = f'<div style="background:var(--gl-bar, #6a8fb5);height:10px;width:{width:.1f}%"></div>'
            rows.append(
                f'<tr><td style="white-space:nowrap"><b>{escape(outcome)}</b></td><td>{percent(chance, 1)}</td>'
                f'<td style="width:110px">{bar}</td><td>{escape(self.meanings[outcome])}</td></tr>'
            )
        table = f'<table class="gpwlab-chances"><tbody>{"".join(rows)}</tbody></table>'
        return table + style.reasons(self.reasons)

    def picture(self, title: str) -> Picture:
        """The same as a picture by itself."""
        most = max(self.chances.values())
        rows = [(name, percent(chance, 1), chance / most, self.meanings[name]) for name, chance in self.chances.items()]
        notes = [*filter(None, [self.sums]), *map(str, self.reasons)]
        return table_picture(title, ("", "", "", ""), rows, self.remark, notes)

    def table(self) -> DataFrame:
        """The same as a frame: outcome, its exact chance, what it means."""
        from pandas import DataFrame

        rows = [(name, chance, self.meanings[name]) for name, chance in self.chances.items()]
        return DataFrame(rows, columns=["outcome", "chance", "meaning"])

    def text(self) -> str:
        """The same in words: the reasons, and a line an outcome."""
        return "\n".join([*map(str, self.reasons), *(f"{name}: {percent(c, 1)}" for name, c in self.chances.items())])
