"""Tables as files: what comes back from Parquet, Excel and CSV, and what is refused."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from gpwlab import __version__, gpw, hube, sfs, study
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.study import exports


@pytest.mark.parametrize(("module", "scenario"), [(gpw, "barbarossa"), (sfs, "red-square"), (hube, "kirovograd")])
def test_parquet_gives_logs_and_forces_back_with_their_types(module: object, scenario: str, tmp_path: Path) -> None:
    game = module.new(scenario, seed=5)  # type: ignore[attr-defined]
    game.play()
    for name, table in (("log", game.log), ("units", game.units)):
        path = study.export(table, tmp_path / f"{name}.parquet", game)
        back = study.read_table(path)
        assert_frame_equal(back, table, check_flags=False)
        told = back.attrs
        assert (told["gpwlab"], told["scenario"], told["seed"]) == (__version__, scenario, 5)
        assert told["system"] == game._system
        assert told["data"] == game._head()["data"]  # the hash that a save has


def test_metadata_name_the_rule_set() -> None:
    game = gpw.new("barbarossa", rules=("air",))
    assert exports.about(game)["rules"] == ["air"]
    assert exports.about(gpw.new("barbarossa"))["rules"] == []


def test_fractions_and_lists_become_text(tmp_path: Path) -> None:
    table = pd.DataFrame({"chance": [Fraction(5, 36), None], "units": [["a", "b"], []], "n": [1, 2]})
    back = study.read_table(study.export(table, tmp_path / "t.parquet"))
    assert back["chance"].tolist()[0] == "5/36"
    assert pd.isna(back["chance"][1])
    assert [json.loads(cell) for cell in back["units"]] == [["a", "b"], []]
    assert back["n"].dtype == "int64"
    assert table["chance"][0] == Fraction(5, 36)  # the table itself is left alone


def test_an_index_with_a_name_is_a_column() -> None:
    table = pd.DataFrame({"x": [1.5]}, index=pd.Index(["Axis"], name="side"))
    assert exports.packed(table, ".csv").decode().split() == ["side,x", "Axis,1.5"]


def test_a_workbook_has_its_sheets_and_says_what_it_is_of(tmp_path: Path) -> None:
    game = gpw.new("barbarossa", seed=9)
    path = study.export({"units": game.units, "log": game.log}, tmp_path / "x.xlsx", game)
    sheets = pd.read_excel(path, sheet_name=None)
    assert list(sheets) == ["units", "log", "about"]
    assert sheets["units"]["attack"].dtype == "int64"
    assert dict(zip(sheets["about"]["what"], sheets["about"]["value"], strict=True))["seed"] == 9


def test_text_that_looks_like_a_formula_stays_text() -> None:
    made = exports.packed(pd.DataFrame({"label": ["=1+1", "plain"]}), ".xlsx")
    assert pd.read_excel(io.BytesIO(made))["label"].tolist() == ["=1+1", "plain"]


def test_odds_tables_can_be_written(tmp_path: Path) -> None:
    game = gpw.new("barbarossa")
    game.play("Axis Combat")
    table = study.odds_table(game, "B1512", ["ax-pz-39", "ax-pz-57"])
    back = study.read_table(study.export(table, tmp_path / "odds.parquet", game))
    assert sum(map(Fraction, back["chance"])) == 1


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    table = pd.DataFrame({"x": [1]})
    with pytest.raises(InvalidInput, match=r"\.csv, \.xlsx, \.parquet, not '\.pdf'"):
        study.export(table, tmp_path / "t.pdf")
    with pytest.raises(InvalidInput, match=r"2 tables go into an \.xlsx"):
        study.export({"a": table, "b": table}, tmp_path / "t.csv")
    with pytest.raises(DataError, match="cannot be written"):
        study.export(table, tmp_path / "none" / "t.csv")
    (tmp_path / "t.csv").write_text("x\n1\n")
    with pytest.raises(DataError, match="no Parquet file"):
        study.read_table(tmp_path / "t.csv")
    table.to_parquet(tmp_path / "foreign.parquet")
    with pytest.raises(DataError, match="none of gpwlab"):
        study.read_table(tmp_path / "foreign.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["foreign.parquet", "t.csv"]  # nothing half written


def test_what_is_no_table_no_game_or_no_cell_is_said(tmp_path: Path) -> None:
    table = pd.DataFrame({"x": [1]})
    half = pd.DataFrame({"x": pd.Series(["\ud800"], dtype=object)})
    odd: list[Any] = [None, 1, [], {}, {"a": 5}, pd.Series([1]), {"x" * 32: table}, {"a/b": table}, {"about": table}]
    for given in odd:
        with pytest.raises(InvalidInput):
            study.export(given, tmp_path / "t.xlsx")
    for game in (1, "gpw", table):
        with pytest.raises(InvalidInput):
            study.export(table, tmp_path / "t.xlsx", game)
    for path in (None, 1, b"t.csv"):
        with pytest.raises(InvalidInput, match="a file is a path"):
            study.export(table, path)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="a file is a path"):
            study.read_table(path)  # type: ignore[arg-type]
    for ending in exports.MIMES:
        with pytest.raises(InvalidInput, match=f"cannot be written as {ending}"):
            study.export(half, tmp_path / f"t{ending}")
    with pytest.raises(InvalidInput, match=r"cannot be written as \.parquet"):
        study.export(pd.DataFrame({"x": [1, "b"]}), tmp_path / "t.parquet")
    with pytest.raises(InvalidInput, match=r"32,767 characters in a cell, not 32,768"):
        study.export(pd.DataFrame({"x": ["y" * 32768]}), tmp_path / "t.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_control_characters_become_a_sign_that_excel_takes() -> None:
    made = exports.packed(pd.DataFrame({"x": ["a\x1bb", "plain"], "n": [1, 2]}), ".xlsx")
    back = pd.read_excel(io.BytesIO(made))
    assert back["x"].tolist() == ["a\N{REPLACEMENT CHARACTER}b", "plain"]
    assert back["n"].tolist() == [1, 2]


@pytest.mark.parametrize("ending", exports.MIMES)
def test_an_empty_table_keeps_its_columns(ending: str, tmp_path: Path) -> None:
    path = study.export(gpw.new("barbarossa").log.iloc[:0], tmp_path / f"t{ending}")
    readers = {".csv": pd.read_csv, ".xlsx": pd.read_excel, ".parquet": study.read_table}
    back = readers[ending](path)  # type: ignore[operator]
    assert (len(back), list(back)) == (0, list(gpw.new("barbarossa").log))


def test_a_side_is_not_told_the_seed() -> None:
    """Who has it deals himself the hidden units, and every die to come."""
    game = sfs.new("red-square", seed=4)
    seen = game.view("German")
    made = exports.packed(seen.log, ".xlsx", seen)
    told = dict(pd.read_excel(io.BytesIO(made), sheet_name="about").to_numpy().tolist())
    assert told["side"] == "German"
    assert "seed" not in told
    assert "seed" not in study.map_geojson(game, side="German")["gpwlab"]
    assert exports.about(game)["seed"] == study.map_geojson(game)["gpwlab"]["seed"] == 4


def test_a_formula_in_a_csv_is_text_too() -> None:
    assert exports.packed(pd.DataFrame({"label": ["=1+1", "plain"]}), ".csv") == b"label\n'=1+1\nplain\n"


def test_the_game_has_the_word_over_what_a_frame_says_of_itself(tmp_path: Path) -> None:
    table = pd.DataFrame({"x": [1]})
    table.attrs = {"seed": 7, "threshold": 3}
    back = study.read_table(study.export(table, tmp_path / "t.parquet", gpw.new("barbarossa", seed=9)))
    assert (back.attrs["seed"], back.attrs["threshold"]) == (9, 3)
