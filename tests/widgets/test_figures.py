"""Charts of the notebooks: every value in its place, columns told apart without colour, the table beside it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from bokeh.models import CustomAction, FactorRange, GlyphRenderer, HoverTool

from gpwlab.widgets import figures

TABLE = pd.DataFrame({"Axis": [3.0, 5.0], "Soviet": [4.0, 12.5]}, index=["1941", "1942"])


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a notebook would have been shown: the chart and the pieces of HTML."""
    found: dict[str, Any] = {"html": []}
    monkeypatch.setattr("bokeh.io.show", lambda chart: found.update(chart=chart))
    monkeypatch.setattr("IPython.display.display", lambda piece: found["html"].append(piece.data))
    return found


def glyphs(shown: dict[str, Any], kind: str) -> list[GlyphRenderer]:
    return [r for r in shown["chart"].renderers if type(r.glyph).__name__ == kind]


def values(renderer: GlyphRenderer, name: str) -> list[float]:
    return list(renderer.data_source.data[name])


def test_a_chart_comes_with_its_title_and_its_table(shown: dict[str, Any]) -> None:
    figures.bars("Points <of> the war", TABLE, "year", "points a turn")
    title, table = shown["html"]
    assert title == "<b>Points &lt;of&gt; the war</b>"
    assert table.startswith("<details><summary>the same as a table</summary>")
    assert [number for number in ("3", "5", "4", "12.5") if f"<td>{number}</td>" not in table] == []
    chart = shown["chart"]
    assert (chart.xaxis[0].axis_label, chart.yaxis[0].axis_label) == ("year", "points a turn")
    assert chart.background_fill_color is None  # so that a dark page shows through
    assert chart.legend[0].visible
    assert (chart.sizing_mode, chart.max_width) == ("stretch_width", 900)  # a narrow page loses no end of it


def test_bars_stand_side_by_side(shown: dict[str, Any]) -> None:
    figures.bars("t", TABLE, "", "")
    first, second = glyphs(shown, "VBar")
    assert (values(first, "top"), values(second, "top")) == ([3.0, 5.0], [4.0, 12.5])
    assert [place[0] for place in values(first, "x")] == ["1941", "1942"]  # type: ignore[index]
    assert values(first, "x")[0][1] < values(second, "x")[0][1]  # type: ignore[index]
    assert first.glyph.hatch_pattern != second.glyph.hatch_pattern


@pytest.mark.parametrize("lying", [False, True])
def test_stacks_stand_on_each_other(lying: bool, shown: dict[str, Any]) -> None:
    figures.stacks("t", TABLE, "", "", lying=lying)
    first, second = glyphs(shown, "HBar" if lying else "VBar")
    assert (values(first, "low"), values(first, "high")) == ([0, 0], [3.0, 5.0])
    assert (values(second, "low"), values(second, "high")) == ([3.0, 5.0], [7.0, 17.5])
    assert isinstance(shown["chart"].y_range, FactorRange) == lying


def test_lines_leave_out_what_is_not_known_and_hold_what_holds(shown: dict[str, Any]) -> None:
    table = pd.DataFrame({"men": [10.0, None, 8.0]}, index=pd.to_datetime(["1941-07-01", "1942-01-01", "1943-07-01"]))
    figures.lines("t", table, "", "men")
    assert values(glyphs(shown, "Line")[0], "y") == [10.0, 8.0]
    assert values(glyphs(shown, "Scatter")[0], "y") == [10.0, 8.0]
    assert not shown["chart"].legend[0].visible  # one column needs no legend
    war = (pd.Timestamp("1941-01-01"), pd.Timestamp("1945-06-01"))
    figures.lines("t", table, "", "men", hold=True, x_range=war)
    (step,) = glyphs(shown, "Step")
    assert (step.glyph.mode, values(step, "y"), values(step, "x")[-1]) == ("after", [10.0, 8.0, 8.0], war[1])
    figures.steps("t", pd.DataFrame({"Axis": [1, 2]}, index=[1, 2]), "turn", "")
    assert values(glyphs(shown, "Step")[0], "y") == [1.0, 2.0]


def test_spans_are_bars_and_single_figures_marks(shown: dict[str, Any]) -> None:
    figures.spans("t", pd.DataFrame({"low": [20, 80], "high": [90, 80]}, index=["1941-06", "1943"]), "tanks")
    (bar,), (mark,) = glyphs(shown, "HBar"), glyphs(shown, "Scatter")
    assert (values(bar, "y"), values(bar, "left"), values(bar, "right")) == (["1941-06"], [20.0], [90.0])
    assert (values(mark, "y"), values(mark, "x")) == (["1943"], [80.0])


def test_sides_keep_their_look_and_no_two_columns_share_one() -> None:
    found = figures.looks(["full", "Soviet rifle division", "Axis, attacking", "tanks", "guns", "men"])
    assert found["Soviet rifle division"] == figures.SIDES["Soviet"]
    assert found["Axis, attacking"] == figures.SIDES["Axis"]
    assert len(set(found.values())) == 6
    for name in ("colour", "dash", "mark", "hatch"):
        drawn = [getattr(look, name) for look in found.values()]
        assert len(set(drawn)) >= 5, name


def test_a_chart_is_handed_out_as_svg_and_png(shown: dict[str, Any]) -> None:
    figures.bars("Points <of> the war", TABLE, "", "", height=300)
    chart = shown["chart"]
    buttons = [tool for tool in chart.toolbar.tools if isinstance(tool, CustomAction)]
    assert [button.description for button in buttons] == ["Save the chart as SVG", "Save the chart as PNG"]
    assert [button.callback.args["form"] for button in buttons] == ["svg", "png"]
    assert all(button.callback.args["chart"] is chart for button in buttons)
    assert {button.callback.args["name"] for button in buttons} == {"points-of-the-war"}
    assert chart.toolbar_location == "below"
    assert chart.height == 330  # the buttons take nothing from the chart
    assert not any(tool.visible for tool in chart.select(HoverTool))
