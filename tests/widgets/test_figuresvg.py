"""Charts of the notebooks as files: every label and every value in its place, without a browser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pandas as pd
import pytest
from bokeh.models import ColumnDataSource

from gpwlab import widgets
from gpwlab.core.errors import InvalidInput
from gpwlab.widgets import figures
from gpwlab.widgets.figurescale import number

SVG = "{http://www.w3.org/2000/svg}"
TABLE = pd.DataFrame({"Axis": [3.0, 5.0], "Soviet": [4.0, 12.5]}, index=["1941", "1942"])
BLUE, ORANGE = figures.SIDES["Axis"].colour, figures.SIDES["Soviet"].colour
WAR = (pd.Timestamp("1941-01-01"), pd.Timestamp("1945-01-01"))


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that a notebook would have been shown."""
    found: list[Any] = []
    monkeypatch.setattr("bokeh.io.show", found.append)
    monkeypatch.setattr("IPython.display.display", lambda _piece: None)
    return found


def drawn(chart: figures.Chart) -> Element:
    return ElementTree.fromstring(chart.picture())


def texts(root: Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def bars(root: Element, colour: str) -> list[dict[str, float]]:
    """The bars of a colour, without the one of the legend."""
    found = [r for r in root.iter(f"{SVG}rect") if r.get("fill") == colour]
    boxes = [{name: float(r.get(name) or 0) for name in ("x", "y", "width", "height")} for r in found]
    return [box for box in boxes if (box["width"], box["height"]) != (18, 14)]


def place(root: Element, text: str) -> tuple[float, float]:
    node = next(node for node in root.iter(f"{SVG}text") if "".join(node.itertext()) == text)
    return float(node.get("x") or 0), float(node.get("y") or 0)


CHARTS: dict[str, tuple[Callable[[], figures.Chart], tuple[str, ...]]] = {
    "bars": (lambda: figures.bars("Points", TABLE, "year", "points a turn"), ("Axis", "1942", "year", "10")),
    "stacks": (lambda: figures.stacks("Parts", TABLE, "share", "", lying=True), ("1941", "Soviet", "share", "15")),
    "lines": (
        lambda: figures.lines(
            "Men", pd.DataFrame({"Axis": [9.0, 8.0]}, index=pd.to_datetime(["1941-07-01", "1943-07-01"])), "", "men",
            hold=True, x_range=WAR,
        ),
        ("men", "1942", "1944"),
    ),
    "steps": (
        lambda: figures.steps("Leaders", pd.DataFrame({"Axis": [1, 2], "Soviet": [2, 1]}, index=[1, 2]), "turn", "n"),
        ("Axis", "turn", "1", "2"),
    ),
    "spans": (
        lambda: figures.spans("Tanks", pd.DataFrame({"low": [20, 80], "high": [90, 80]}, index=["a", "b"]), "tanks"),
        ("a", "b", "tanks", "80"),
    ),
    "bar_chart": (
        lambda: widgets.bar_chart(pd.DataFrame({"hit": [Fraction(1, 3)]}, index=["gun"]), "Hits", "chance", "a note",
                                  percent=True),
        ("gun", "33 %", "chance", "a note"),
    ),
    "share_chart": (
        lambda: widgets.share_chart(pd.DataFrame({"gone": [0.5], "holds": [0.5]}, index=["B"]), "Ends"),
        ("gone", "holds", "B", "50 %", "100 %"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHARTS)
def test_every_kind_of_chart_is_saved_with_what_is_on_the_screen(name: str, tmp_path: Path) -> None:
    make, words = CHARTS[name]
    chart = make()
    root = ElementTree.parse(widgets.save_chart(chart, tmp_path / "chart.svg")).getroot()
    wide, high = float(root.get("width") or 0), float(root.get("height") or 0)
    assert wide == 900
    assert chart.figure.height - 30 < high < chart.figure.height + 80
    found = texts(root)
    assert found[0] == chart.title
    assert [word for word in words if word not in found] == []
    for text in found:
        x, y = place(root, text)
        assert 0 <= x <= wide
        assert 0 <= y <= high
    painted = widgets.save_chart(chart, tmp_path / "chart.png").read_bytes()
    assert painted.startswith(b"\x89PNG")
    assert int.from_bytes(painted[16:20]) == 2 * wide


def test_bars_are_as_high_as_their_values_and_hatched_apart() -> None:
    root = drawn(figures.bars("Points", TABLE, "", ""))
    blue, orange = bars(root, BLUE), bars(root, ORANGE)
    unit = blue[0]["height"] / 3
    assert [box["height"] / unit for box in (*blue, *orange)] == pytest.approx([3, 5, 4, 12.5], abs=0.02)
    assert blue[0]["x"] + blue[0]["width"] < orange[0]["x"] < blue[1]["x"]  # side by side, year by year
    foot = {round(box["y"] + box["height"], 0) for box in (*blue, *orange)}
    assert len(foot) == 1
    assert place(root, "5")[1] - 4 == pytest.approx(blue[1]["y"], abs=0.2)  # the axis says what the bar is
    hatched = {r.get("fill") for r in root.iter(f"{SVG}rect") if (r.get("fill") or "").startswith("url(")}
    assert len(hatched) == 1
    assert [f"url(#{p.get('id')})" for p in root.iter(f"{SVG}pattern")] == list(hatched)


def test_lying_stacks_follow_each_other_from_top_to_bottom() -> None:
    root = drawn(figures.stacks("Parts", TABLE, "", "", lying=True))
    blue, orange = bars(root, BLUE), bars(root, ORANGE)
    for first, second in zip(blue, orange, strict=True):
        assert first["x"] + first["width"] == pytest.approx(second["x"], abs=0.2)
    assert blue[0]["y"] < blue[1]["y"]  # 1941 on top
    assert orange[1]["width"] / blue[0]["width"] == pytest.approx(12.5 / 3, abs=0.02)


def path_of(root: Element, colour: str) -> list[tuple[float, float]]:
    d = [p.get("d") or "" for p in root.iter(f"{SVG}path") if p.get("stroke") == colour and p.get("fill") == "none"][-1]
    pairs = [pair.split() for pair in d.removeprefix("M").split("L")]
    return [(float(x), float(y)) for x, y in pairs]


def test_a_value_that_holds_goes_on_level_to_the_next_and_to_the_end() -> None:
    root = drawn(CHARTS["lines"][0]())
    path = path_of(root, BLUE)
    assert [y for _x, y in path[:2]] == [path[0][1]] * 2
    assert path[-1][1] == path[-2][1]
    a_year = place(root, "1943")[0] - place(root, "1942")[0]
    assert path[0][0] - place(root, "1941")[0] == pytest.approx(a_year * 181 / 365, abs=1)
    assert path[-1][0] == place(root, "1945")[0]


def test_steps_turn_between_the_turns() -> None:
    path = path_of(drawn(CHARTS["steps"][0]()), BLUE)
    assert [x for x, _y in path] == sorted(x for x, _y in path)
    assert path[1][0] == path[2][0] == pytest.approx((path[0][0] + path[-1][0]) / 2, abs=0.1)
    assert path[0][1] > path[-1][1]  # 1, then 2


def test_a_bar_below_nothing_lies_left_of_it() -> None:
    table = pd.DataFrame({"Axis": [2.0, -1.0, None]}, index=["a", "b", "c"])
    up, down = bars(drawn(widgets.bar_chart(table, "Change")), BLUE)
    assert down["x"] + down["width"] == pytest.approx(up["x"], abs=0.2)
    assert up["width"] / down["width"] == pytest.approx(2, abs=0.02)


def test_ticks_of_an_axis_of_numbers_are_even() -> None:
    root = drawn(CHARTS["spans"][0]())
    places = [place(root, str(n))[0] for n in (0, 20, 40, 60, 80)]
    gaps = [b - a for a, b in pairwise(places)]
    assert max(gaps) - min(gaps) < 0.3


def test_a_chart_of_ones_own_is_saved_unless_it_has_a_glyph_of_another_kind() -> None:
    own = figures.figure("turn", "points")
    own.scatter([1, 2], [3, 4], marker="circle", size=9)
    own.xaxis.ticker = [1, 2]
    own.xaxis.major_label_overrides = {1: "first", 2: "second"}
    assert {"first", "second"} <= set(texts(drawn(figures.show("Own", own, TABLE))))
    own.wedge(x=[1], y=[3], radius=1, start_angle=0, end_angle=1)
    with pytest.raises(InvalidInput, match="the glyph Wedge is saved by its buttons only; there is VBar, HBar"):
        figures.show("Own", own, TABLE).picture()


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ({"marker": "hex"}, "the marker 'hex' is saved by its buttons only; there is square, circle"),
        ({"color": "kind"}, "fill_color differs from row to row"),
        ({"size": "many"}, "size differs from row to row"),
        ({"hatch_pattern": "v"}, "the hatch_pattern 'v' is saved by its buttons only; there is /, x"),
    ],
)
def test_a_look_that_cannot_be_drawn_is_named(look: dict[str, Any], told: str) -> None:
    own = figures.figure("turn", "points")
    data: dict[str, Any] = {"x": [1, 2], "y": [3, 4], "kind": ["red", "blue"], "many": [4, 9]}
    (own.scatter if "hatch_pattern" not in look else own.vbar)(
        **{"x": "x", "y" if "hatch_pattern" not in look else "top": "y"}, source=ColumnDataSource(data), **look
    )
    with pytest.raises(InvalidInput, match=told):
        figures.show("Own", own, TABLE).picture()


def test_a_line_has_a_gap_where_a_value_is_missing_and_a_bar_may_hang() -> None:
    own = figures.figure("turn", "points")
    for draw in (own.line, own.step):
        draw([1, 2, 3, 4, 5], [1.0, 2.0, float("nan"), 2.0, 1.0])
    own.vbar(x=[1, 2], top=[-3, 4], width=0.5, color="#123456")
    root = drawn(figures.show("Own", own, TABLE))
    lines = [str(e.get("d")) for e in root.iter(f"{SVG}path") if e.get("fill") == "none"]
    assert [line.count("M") for line in lines] == [2, 2]
    assert "nan" not in "".join(lines)
    down, up = (e for e in root.iter(f"{SVG}rect") if e.get("fill") == "#123456")
    assert float(str(up.get("y"))) + float(str(up.get("height"))) == pytest.approx(float(str(down.get("y"))), abs=0.2)
    assert float(str(down.get("height"))) / float(str(up.get("height"))) == pytest.approx(3 / 4, abs=0.01)


@pytest.mark.parametrize("kind", [pd.Timestamp, np.datetime64, datetime.fromisoformat, date.fromisoformat])
def test_a_date_lies_where_it_does_whatever_tells_it(kind: Callable[[str], Any]) -> None:
    assert number(kind("1941-06-22")) == -900_288_000_000  # milliseconds to 1970 began, by UTC


def test_a_cell_that_ends_with_a_chart_shows_it_once_and_another_cell_again(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = SimpleNamespace(execution_count=4)
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    chart = figures.bars("Points", TABLE, "", "")
    chart._ipython_display_()
    assert shown == [chart.figure]
    shell.execution_count = 5
    chart._ipython_display_()
    assert shown == [chart.figure, chart.figure]
