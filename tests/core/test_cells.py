"""What a spreadsheet would run is a text in the files that we write."""

from __future__ import annotations

import io

import openpyxl
import pytest
from pandas import DataFrame, read_csv

from gpwlab import gpw, study
from gpwlab.core.cells import guarded
from gpwlab.study import exports
from gpwlab.study.forces import sheets

ASKS = ("=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "\r=1", '=HYPERLINK("http://x")', "-a", "+", "=")


@pytest.mark.parametrize("text", [text for text in ASKS if text != "+"])
def test_what_begins_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert list(guarded(DataFrame({"note": ["a", text]}))["note"]) == ["a", f"'{text}"]


@pytest.mark.parametrize("text", ["-1", "+2", "-1/2", "", "B1411", "3:1", "a=b", "-", "+", "-0.5", "die 3: DR"])
def test_other_text_stays(text: str) -> None:
    assert list(guarded(DataFrame({"note": [text, None]}))["note"])[:1] == [text]


def test_numbers_stay_and_the_table_too() -> None:
    table = DataFrame({"n": [-1, 2], "share": [-0.5, 0.5], "note": ["=1", "b"]})
    made = guarded(table)
    assert list(made["n"]) == [-1, 2]
    assert list(made["share"]) == [-0.5, 0.5]
    assert list(table["note"]) == ["=1", "b"]
    assert list(read_csv(io.StringIO(made.to_csv(index=False)))["n"]) == [-1, 2]


def test_a_log_of_the_rulebook_is_as_it_was() -> None:
    game = gpw.new("barbarossa")
    game.play("Axis Combat")
    assert guarded(game.log).equals(game.log)


def test_a_workbook_holds_no_formula() -> None:
    table = study.order_of_battle(gpw.new("barbarossa"))
    table["label"] = '=HYPERLINK("http://x")'
    book = openpyxl.load_workbook(io.BytesIO(exports.packed(sheets(table), ".xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert any(cell.value == '=HYPERLINK("http://x")' for cell in cells)
    assert "f" not in {cell.data_type for cell in cells}
