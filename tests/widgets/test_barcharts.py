"""Lying bars and bars of 100 %: the numbers that are drawn, and what cannot be drawn."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from bokeh.models import HBar, Text

from gpwlab.core.errors import InvalidInput
from gpwlab.widgets import bar_chart, barcharts, figures, share_chart


def drawn(chart: object, kind: type) -> list[dict[str, object]]:
    return [dict(r.data_source.data) for r in chart.renderers if isinstance(r.glyph, kind)]  # type: ignore[attr-defined]


def test_a_bar_for_each_number_and_the_number_beside_it() -> None:
    table = pd.DataFrame({"before": [1, Fraction(5, 2)], "after": [None, -0.25]}, index=["guns", "men"])
    chart = barcharts.bars(table, "points", False, 2)
    before, after = drawn(chart, HBar)
    assert (before["name"], before["value"], before["told"]) == (["guns", "men"], [1.0, 2.5], ["1", "2.5"])
    assert (after["value"], after["told"]) == ([None, -0.25], ["", "−0.25"])
    assert len(drawn(chart, Text)) == 2
    assert chart.xaxis[0].axis_label == "points"
    assert list(chart.y_range.factors) == ["men", "guns"]  # bokeh counts upwards
    above, below = (r.glyph.y.transform.value for r in chart.renderers if isinstance(r.glyph, HBar))
    assert above > 0 > below  # side by side, the first column on top
    assert len({r.glyph.hatch_pattern for r in chart.renderers if isinstance(r.glyph, HBar)}) == 2


def test_parts_of_a_whole_follow_each_other() -> None:
    table = pd.DataFrame(
        {"gone": [Fraction(1, 2)], "cut off": [Fraction(9, 20)], "holds": [Fraction(1, 20)]}, index=["B"]
    )
    gone, cut_off, holds = drawn(barcharts.shares(table, 0), HBar)
    assert (gone["left"], gone["right"]) == ([0.0], [0.5])
    assert cut_off["left"] == gone["right"]
    assert holds["right"] == [pytest.approx(1)]
    assert (cut_off["shown"], holds["shown"]) == (["45 %"], [""])  # no room for the last figure; it is in the table


@pytest.mark.parametrize(
    ("value", "percent", "digits", "text"),
    [
        (0.999, True, 2, ">99 %"), (0.001, True, 2, "<1 %"), (0.0, True, 2, "0 %"), (1.0, True, 2, "100 %"),
        (0.125, True, 1, "12.5 %"), (2.0, False, 2, "2"), (2.25, False, 1, "2.2"), (None, False, 2, ""),
    ],
)  # fmt: skip
def test_figures_are_never_rounded_to_certainty(value: float | None, percent: bool, digits: int, text: str) -> None:
    assert barcharts.figure_text(value, percent, digits) == text


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (pd.DataFrame(), "not 0 by 0"),
        (pd.DataFrame({str(n): [1] for n in range(7)}), "not 1 by 7"),
        (pd.DataFrame({"a": ["many"]}), "'many'"),
        (pd.DataFrame({"a": [True]}), "True"),
        (pd.DataFrame({"a": [None]}), "has none"),
    ],
)
def test_what_is_no_table_of_numbers_is_refused(table: pd.DataFrame, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        bar_chart(table, "nothing")


@pytest.mark.parametrize("row", [(0.5, 0.4), (1.5, -0.5), (1.0, None)])
def test_parts_that_make_no_whole_are_refused(row: tuple[float | None, float | None]) -> None:
    with pytest.raises(InvalidInput, match="shares that make 1"):
        share_chart(pd.DataFrame([row], columns=["a", "b"], index=["B"]), "nothing")


def test_title_note_and_table_are_shown_with_the_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    monkeypatch.setattr(figures, "show", lambda *given: shown.append(given))
    bar_chart(pd.DataFrame({"chance": [Fraction(1, 3)]}, index=["hit"]), "Hits", note="one die", percent=True)
    (title, _chart, table, note), *rest = shown
    assert (title, note, rest) == ("Hits", "one die", [])
    assert table.loc["hit", "chance"] == "1/3 = 33 %"
