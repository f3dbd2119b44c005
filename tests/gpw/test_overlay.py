"""A user's own tables: they replace the shipped ones, and what is wrong with them is named by file, line and column."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from gpwlab.core import tables
from gpwlab.core.errors import DataError, GameError, InvalidInput
from tests.gpw.maps import DATA

CRT = (DATA / "crt.csv").read_text(encoding="utf-8")


def own(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of a shipped table with some words exchanged."""
    content = (DATA / f"{name}.csv").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in content
        content = content.replace(old, new, 1)
    path = folder / f"{name}.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_shipped_rows_are_read_as_text() -> None:
    rows = tables.read("gpw", "crt")
    assert len(rows) == 36
    assert rows[0]["column"] == "1"
    assert rows[0]["result"] == "DR"


def test_frame_has_the_rows_and_the_columns_of_the_file() -> None:
    frame = tables.frame("gpw", "tec")
    assert list(frame.columns) == (DATA / "tec.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
    assert len(frame) == 12


def test_an_overlay_replaces_a_whole_table_and_only_that(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("4,3,EX,published", "4,3,DR,printed"))
    rows = {(row["column"], row["die"]): row["result"] for row in tables.read("gpw", "crt", tmp_path)}
    assert rows["4", "3"] == "DR"
    assert tables.read("gpw", "tec", tmp_path) == tables.read("gpw", "tec")
    assert tables.check("gpw", tmp_path) == []


def test_a_byte_order_mark_of_a_spreadsheet_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text(CRT, encoding="utf-8-sig")
    assert tables.read("gpw", "crt", tmp_path) == tables.read("gpw", "crt")


BAD_CELLS = [
    ("crt", ("1,1,DR,", "1,1,XX,"), 2, "result", "NE or AL or EX"),
    ("crt", ("1,2,EX,", "1,two,EX,"), 3, "die", "whole number from 1 to 6"),
    ("crt", ("1,2,EX,", "1,7,EX,"), 3, "die", "whole number from 1 to 6"),
    ("crt", ("1,2,EX,published,", "1,2,EX,guessed,"), 3, "provenance", "printed or derived"),
    ("crt", ("1,2,EX,", "1,1,EX,"), 3, "column", "earlier row"),
    ("hexes", ("A0101,1,1,", "A101,1,1,"), 2, "hex", "hex id"),
    ("hexes", ("A0102,1,2,53.23", "A0102,1,2,n/a"), 3, "lat", "number from 30 to 70"),
    ("hexes", (",rough,yes,USSR", ",tundra,yes,USSR"), 3, "terrain", "clear or forest"),
    ("tec", ("clear,1,1,no", "clear,1,half,no"), 2, "armour_mp", "whole number from 0 to 9 or all or no"),
    ("lend_lease", ("0,1,0,printed,9.2", "0,1,0,printed,"), 2, "basis", "some text"),
]


@pytest.mark.parametrize(("name", "change", "row", "column", "says"), BAD_CELLS)
def test_a_bad_cell_is_named(
    tmp_path: Path, name: str, change: tuple[str, str], row: int, column: str, says: str
) -> None:
    path = own(tmp_path, name, change)
    with pytest.raises(DataError) as caught:
        tables.read("gpw", name, tmp_path)
    assert (caught.value.file, caught.value.row, caught.value.column) == (str(path), row, column)
    assert says in str(caught.value)
    found = tables.check("gpw", tmp_path)
    assert [(problem.row, problem.column) for problem in found] == [(row, column)]


def test_all_bad_cells_are_reported_in_the_order_of_the_file(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("6,6,DE,", "6,6,XX,"), ("1,1,DR,", "1,0,DR,"))
    assert [(p.row, p.column) for p in tables.check("gpw", tmp_path)] == [(2, "die"), (37, "result")]


def test_a_row_over_two_lines_does_not_move_the_line_that_is_named(tmp_path: Path) -> None:
    own(tmp_path, "lend_lease", ("0,1,0,printed,9.2", '0,1,0,printed,"9.2\nsee there"'), ("5,6,2,", "5,6,many,"))
    with pytest.raises(DataError) as caught:
        tables.read("gpw", "lend_lease", tmp_path)
    assert (caught.value.row, caught.value.column) == (5, "rp")


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("column,die,result", "column,dice,result"))
    with pytest.raises(DataError, match="line 1, column die: the column is missing"):
        tables.read("gpw", "crt", tmp_path)


def test_a_doubled_column_is_named(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("column,die,result", "die,die,result"))
    with pytest.raises(DataError, match="column die: the column stands twice"):
        tables.read("gpw", "crt", tmp_path)


def test_an_empty_file_lacks_its_columns(tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="the column is missing"):
        tables.read("gpw", "crt", tmp_path)


def test_a_ragged_row_is_named(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("1,1,DR,", "1,1,DR,DR,"))
    with pytest.raises(DataError, match="line 2: 6 cells under 5 columns"):
        tables.read("gpw", "crt", tmp_path)


def test_broken_quotes_are_named(tmp_path: Path) -> None:
    own(tmp_path, "crt", ("1,2,EX,", '1,2,"EX"x,'))
    with pytest.raises(DataError, match="line 3: not CSV"):
        tables.read("gpw", "crt", tmp_path)


def test_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    content = CRT.replace("1,2,EX,published,", "1,2,EX,published,K\u00f6nigsberg ", 1)
    (tmp_path / "crt.csv").write_bytes(content.encode("latin-1"))
    with pytest.raises(DataError, match="line 3: not UTF-8"):
        tables.read("gpw", "crt", tmp_path)


def test_a_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DATA, tmp_path / "gpw")
    (tmp_path / "gpw" / "crt.csv").unlink()
    monkeypatch.setattr(tables, "data_dir", lambda: tmp_path)
    with pytest.raises(DataError, match=r"crt\.csv: the file is missing"):
        tables.read("gpw", "crt")


def test_unknown_games_and_tables_are_invalid_input() -> None:
    with pytest.raises(InvalidInput, match="no table 'crtt'"):
        tables.read("gpw", "crtt")
    with pytest.raises(InvalidInput, match="no game 'chess'"):
        tables.read("chess", "crt")


def test_check_names_a_file_that_is_no_table_and_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "crtt.csv").write_text(CRT, encoding="utf-8")
    assert ["no table of this name" in str(p) for p in tables.check("gpw", tmp_path)] == [True]
    assert ["no such folder" in str(p) for p in tables.check("gpw", tmp_path / "absent")] == [True]


BETWEEN = [
    ("rails", ("A0109,A0110,track", "A0109,A0112,track"), "A0112 does not touch A0109"),
    ("hexsides", ("A0109,A0209,", "A0209,A0109,"), "must come after"),
    ("setup", ("ax-hu-inf-2,", "ax-hu-inf-77,"), "no unit ax-hu-inf-77"),
    ("setup", ("1,Axis,Hungary,ax-hu-inf-2", "1,Axis,Atlantis,ax-hu-inf-2"), "does not describe Atlantis"),
    ("setup", ("1,Axis,Hungary,ax-hu-inf-2", "1,Soviet,Baltic MD,ax-hu-inf-2"), "of the other side"),
    ("placement", ("1,ax-hu-inf-2,B2510", "1,ax-hu-inf-2,B0619"), "outside the unit's set-up place"),
    ("placement", ("1,ax-hu-inf-2,B2510", "1,ax-hu-inf-2,B0109"), "under water"),
    ("hexes", ("A0101,1,1,", "A0101,1,2,"), "not those of A0101"),
    ("turns", ("1,1941,Jun,,,", "1,1941,Jun,mud,,"), "a turn with mud belongs to a winter"),
]


@pytest.mark.parametrize(("name", "change", "says"), BETWEEN)
def test_what_must_agree_between_tables(tmp_path: Path, name: str, change: tuple[str, str], says: str) -> None:
    own(tmp_path, name, change)
    found = [str(problem) for problem in tables.check("gpw", tmp_path)]
    assert any(says in problem for problem in found), found


def test_a_hex_that_the_map_lacks_is_named_wherever_it_is_used(tmp_path: Path) -> None:
    path = own(tmp_path, "hexes")
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("B1407,")]
    path.write_text("\n".join(lines), encoding="utf-8")
    files = {Path(problem.file).stem for problem in tables.check("gpw", tmp_path)}
    assert files == {"rails", "cities", "regions", "setup_areas", "placement", "control"}


def test_a_row_that_the_rules_look_up_may_not_be_missing(tmp_path: Path) -> None:
    path = own(tmp_path, "tec")
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("swamp,")]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert ["no row for swamp" in str(problem) for problem in tables.check("gpw", tmp_path)] == [True]


def test_data_errors_are_game_errors_and_survive_a_worker() -> None:
    error = DataError("must be a number", "crt.csv", 4, "die")
    assert isinstance(error, GameError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == "crt.csv, line 4, column die: must be a number"
    assert (again.file, again.row, again.column) == ("crt.csv", 4, "die")
