"""What the books tell of history: figures as printed, dates in the game's turns, arguments tied to what shows them."""

from __future__ import annotations

import csv
import importlib
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from gpwlab import study
from gpwlab.core import resources, tables
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.inventory import inventory
from gpwlab.gpw.charts import read_charts
from gpwlab.study import historyforms
from gpwlab.study.history import read
from gpwlab.study.turndates import falls_into, turn_dates
from tests.conftest import ROOT

NAMES = list(historyforms.FORMS)


def test_every_file_has_a_form_and_every_table_of_figures_is_listed() -> None:
    files = {path.stem for path in (resources.data_dir() / "history").glob("*.csv")}
    assert files == set(NAMES)
    listed = study.history()
    assert set(listed["name"]) == files - set(historyforms.SHARED)
    assert (listed["rows"] > 0).all()
    assert (listed["name"].str.partition("_")[0] == listed["game"]).all()


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_sound_and_cite_what_the_inventory_has(name: str) -> None:
    table = read(name)
    assert len(table)
    assert set(table["section"]) <= set(inventory())
    assert (table["basis"] != "").all()
    if {"low", "high"} <= set(table.columns):
        assert (table["low"] <= table["high"]).all()
    if {"start", "end"} <= set(table.columns):
        assert (table["start"] <= table["end"]).all()
    if "game" in table.columns and name != "tables":
        assert (table["section"].str.partition(" ")[0] == table["game"]).all()


def test_unknown_names_are_told_with_those_that_there_are() -> None:
    with pytest.raises(InvalidInput, match=r"no table 'rifles'; its tables are gpw_rifle_division, gpw_tank_brigade"):
        study.history("rifles")
    with pytest.raises(InvalidInput, match="no table"):
        study.history(["gpw_figures"])  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no table 'claims'"):
        study.history("claims")  # shared, with a function of its own
    for ask in (study.claims, study.history_dates):
        with pytest.raises(InvalidInput, match="no game 'chess'; the games are gpw, hube, sfs"):
            ask("chess")
    with pytest.raises(InvalidInput, match="no game 'chess'"):
        turn_dates("chess")


@pytest.mark.parametrize(
    ("column", "cell", "says"),
    [
        ("section", "gpw 99.9", "must be the id of an entry"),
        ("end", "1941-02-30", "must be a date such as 1942-11-19"),
        ("start", "Jun 1941", "must be a date"),
        ("provenance", "guessed", "must be"),
        ("basis", "", "must be some text"),
    ],
)
def test_a_slip_is_told_with_file_line_and_column(
    column: str, cell: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = tables.sound(resources.data_dir() / "history" / "dates.csv", historyforms.FORMS["dates"])
    rows[3][column] = cell
    (tmp_path / "history").mkdir()
    with (tmp_path / "history" / "dates.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    module = importlib.import_module("gpwlab.study.history")  # study.history is the function
    monkeypatch.setattr(module, "data_dir", lambda: tmp_path)
    with pytest.raises(DataError, match=says) as caught:
        study.history_dates()
    assert (caught.value.file, caught.value.row, caught.value.column) == (
        str(tmp_path / "history" / "dates.csv"), 5, column,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "holds"),
    [("1941", True), ("1941-07", True), ("1944-02-29", True), ("1943-02-29", False), ("1941-13", False),
     ("1841", False), ("1941-7", False), ("", False)],
)  # fmt: skip
def test_as_much_of_a_date_as_there_is(cell: str, holds: bool) -> None:
    assert historyforms.when.holds(cell) == holds
    assert historyforms.when_or_none.holds(cell) == (holds or cell == "")


# -- the figures of gpw 27.0 and gpw 26.0 ---------------------------------------------------------------------------


def test_men_of_a_rifle_division_and_tanks_of_a_brigade() -> None:
    division = study.history("gpw_rifle_division")
    assert dict(zip(division["date"], division["men"], strict=True)) == {
        "1941-07": 10859, "1941-10": 11626, "1942-03": 12795, "1942-07": 10386, "1942-12": 9435, "1943-07": 10000,
    }  # fmt: skip
    assert list(division["sense"]) == ["exact"] * 5 + ["about"]
    assert list(division["day"].dt.day) == [1] * 6
    brigade = study.history("gpw_tank_brigade")
    assert list(zip(brigade["date"], brigade["tanks"].fillna(-1), strict=True)) == [
        ("1941-08", 93), ("1941-09", 67), ("1942-01", 42), ("1942-02", 27), ("1943-11", -1), ("1944", 65),
    ]  # fmt: skip
    assert brigade["tanks"].dtype == "Int64"


def figures(formation: str, day: str) -> dict[str, tuple[int, int]]:
    table = study.history("gpw_strengths").query("formation == @formation and date == @day")
    return {row.item: (row.low, row.high) for row in table.itertuples()}


def test_establishments() -> None:
    assert figures("rifle army", "1941-06") == {
        "men": (70000, 70000), "tanks": (20, 90), "guns and mortars": (30, 450),
    }  # fmt: skip
    assert figures("mechanized corps", "1941-06") == {
        "men": (37000, 37000), "tanks": (1031, 1031), "armoured cars": (268, 268), "guns and mortars": (358, 358),
        "motor vehicles": (5000, 5000),
    }  # fmt: skip
    assert figures("rifle army", "1944-08")["self-propelled guns"] == (30, 225)
    assert figures("mechanized corps", "1944-12") == {
        "men": (16442, 16442), "tanks": (183, 183), "self-propelled guns": (63, 63), "guns and mortars": (234, 234),
    }  # fmt: skip
    assert figures("tank army", "1944-08")["tanks and self-propelled guns"] == (1000, 1000)
    assert figures("infantry division", "1941") == {
        "men": (17700, 17700), "guns": (74, 74), "antitank guns": (36, 36),
    }  # fmt: skip
    assert figures("infantry division", "1944") == {"men": (12700, 12700)}
    assert figures("panzer division", "1941-06") == {"men": (15600, 15600), "tanks": (165, 165), "guns": (200, 200)}


def parts(formation: str, day: str) -> dict[str, tuple[int, int]]:
    table = study.history("gpw_compositions").query("formation == @formation and date == @day and attached == 'no'")
    return {row.part: (row.low, row.high) for row in table.itertuples()}


def test_what_formations_were_made_of() -> None:
    assert parts("rifle army", "1944-08") == {
        "rifle corps": (3, 3), "rifle division": (7, 12), "artillery brigade": (1, 1), "artillery regiment": (2, 2),
        "tank destroyer regiment": (1, 1), "antiaircraft regiment": (1, 1), "mortar regiment": (1, 1),
        "engineer regiment": (1, 1), "tank regiment": (1, 1), "signal regiment": (1, 1),
    }  # fmt: skip
    assert parts("tank corps", "1942") == {
        "tank brigade": (3, 3), "motorized rifle brigade": (1, 1), "mortar battery": (1, 1),
        "Guards mortar battalion": (0, 1),
    }  # fmt: skip
    assert parts("infantry division", "1944") == {"infantry regiment": (3, 3), "infantry battalion": (6, 6)}
    assert parts("tank army", "1942-05") == {"tank corps": (2, 3), "rifle division": (1, 3)}


# -- dates and turns -----------------------------------------------------------------------------------------------


def test_turns_of_each_game_follow_without_a_gap() -> None:
    for game in ("gpw", "hube", "sfs"):
        turns = turn_dates(game)
        assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
        for turn, following in pairwise(turns):
            assert turn.start <= turn.end
            assert (following.start - turn.end).days == 1


@pytest.mark.parametrize(
    ("game", "number", "name", "start", "end"),
    [
        ("gpw", 4, "Turn 4 (Sep/Oct 1941)", "1941-09-01", "1941-10-31"),
        ("gpw", 23, "Turn 23 (Mar/Apr 1944)", "1944-03-01", "1944-04-30"),
        ("gpw", 6, "Turn 6 (Jan/Feb 1942)", "1942-01-01", "1942-02-28"),
        ("hube", 17, "Turn 17 (29 Feb 1944)", "1944-02-29", "1944-02-29"),
        ("hube", 32, "Turn 32 (19 Apr 1944)", "1944-04-19", "1944-04-21"),
        ("sfs", 3, "Turn 3 (Sept/3)", "1942-09-13", "1942-09-18"),
    ],
)
def test_turns_stand_for_days(game: str, number: int, name: str, start: str, end: str) -> None:
    turn = turn_dates(game)[number - 1]
    assert turn == (number, name, date.fromisoformat(start), date.fromisoformat(end))


def test_events_fall_into_turns() -> None:
    table = study.history_dates("gpw").set_index("event")
    assert table["start"].is_monotonic_increasing
    assert tuple(table.loc["Operation Uranus", ["first_turn", "last_turn"]]) == (13, 13)
    assert table.loc["Operation Uranus", "turns"] == "Turn 13 (Nov/Dec 1942)"
    assert tuple(table.loc["Siege of Leningrad", ["first_turn", "last_turn"]]) == (4, 22)
    assert table.loc["Siege of Leningrad", "turns"] == "Turn 4 (Sep/Oct 1941) to Turn 22 (Jan/Feb 1944)"
    assert table.loc["Operation Bagration", "first_turn"] == 25  # where its scenario starts (gpw 22.5.2)
    before = table.loc["New Soviet establishment, in few units yet"]  # April 1941
    assert (before["turns"], before["turns_provenance"]) == ("", "")
    assert pd.isna(before["first_turn"])
    assert table.loc["Operation Uranus", "turns_provenance"] == "derived"


def test_first_and_last_day_of_a_turn_belong_to_it() -> None:
    turns = turn_dates("gpw")
    assert [turn.number for turn in falls_into(date(1941, 6, 30), date(1941, 7, 1), turns)] == [1, 2]
    assert [turn.number for turn in falls_into(date(1945, 5, 31), date(1946, 1, 1), turns)] == [32]
    assert falls_into(date(1945, 6, 1), date(1946, 1, 1), turns) == ()


def test_turns_that_cannot_be_dated_are_refused() -> None:
    given = {name: [dict(row) for row in tables.read("gpw", name)] for name in tables.names("gpw")}
    given["turns"][2]["period"] = "Brumaire"
    with pytest.raises(DataError, match="'Brumaire' must be a month"):
        turn_dates("gpw", read_charts(given))


# -- arguments -----------------------------------------------------------------------------------------------------


def test_every_argument_names_what_shows_it() -> None:
    for claim in study.claims().itertuples():
        shown = claim.shown_by.split(" ")
        assert any("#" in name for name in shown), f"{claim.id}: no notebook shows it"
        for name in shown:
            notebook, _hash, cell = name.partition("#")
            if cell:
                told = cells(notebook).get(cell)
                assert told, f"{claim.id}: there is no {name}"
                assert claim.claim in told, f"{claim.id}: {name} says it in other words"
                assert f"({claim.section})" in told
            else:
                assert public(name), f"{claim.id}: there is no {name}"


def test_every_section_of_the_notes_is_argued() -> None:
    wanted = {"gpw 25.0": 20, "gpw 26.0": 4, "gpw 27.0": 4}
    counts = study.claims("gpw")["section"].value_counts().to_dict()
    assert all(counts[section] >= least for section, least in wanted.items())


@cache
def cells(notebook: str) -> dict[str, str]:
    path = ROOT / "notebooks" / f"{notebook}.ipynb"
    return {cell.id: cell.source for cell in nbformat.read(path, as_version=4).cells} if path.is_file() else {}


def public(name: str) -> bool:
    module, _dot, attribute = name.rpartition(".")
    return attribute in importlib.import_module(module).__all__
