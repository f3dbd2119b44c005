"""A user's own copy: corrections, refusals, faults between tables, undo."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, InvalidInput, gpw, hube, sfs
from gpwlab.core import ownfolder, tables
from gpwlab.core.edits import Add, Confirm, Remove, Set
from gpwlab.core.ownfolder import JOURNAL
from gpwlab.study import OwnCopy
from tests.study.copies import UNIT, state


def told(faults: list[DataError]) -> list[str]:
    return [str(fault) for fault in faults]


# -- corrections -------------------------------------------------------------------------------------------------------


def test_a_corrected_cell_is_on_disk_and_says_whose_word_it_is(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    row = tables.read("gpw", "units", copy.folder)[[r["unit_id"] for r in copy.rows("units")].index(UNIT)]
    assert (row["attack"], row["provenance"], row["basis"]) == ("9", "printed", "own copy: attack 9 (was 8)")
    copy.set("units", UNIT, "move", "5", provenance="published", note="the reprint of 1990")
    row = copy.row("units", UNIT)
    assert (row["move"], row["provenance"], row["basis"]) == ("5", "published", "own copy: the reprint of 1990")


def test_only_tables_that_differ_are_kept_and_a_correction_withdrawn_leaves_no_trace(copy: OwnCopy) -> None:
    before = copy.row("units", UNIT)
    copy.set("units", UNIT, "attack", "9")
    assert copy.own == ["units"]
    copy.set("units", UNIT, "attack", "8")
    assert copy.row("units", UNIT) == before
    assert before["provenance"] == "reconstructed"
    assert copy.own == []
    assert not list(copy.folder.glob("*.csv"))


def test_everything_else_stands_in_the_file_as_shipped(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    shipped = (tables.data_dir() / "gpw" / "units.csv").read_text().splitlines()
    own = (copy.folder / "units.csv").read_text().splitlines()
    assert len(own) == len(shipped)
    assert [a.split(",")[0] for a, b in zip(shipped, own, strict=True) if a != b] == [UNIT]


def test_a_row_is_confirmed_by_the_owner(copy: OwnCopy) -> None:
    copy.confirm("units", UNIT, "ax-inf-13")  # the second is derived
    row = copy.row("units", UNIT)
    assert (row["attack"], row["provenance"], row["basis"]) == ("8", "printed", "own copy: as shipped")
    assert copy.history.done == 1
    table = copy.progress().set_index("table")
    shipped = gpw.tables().set_index("table")
    assert table.printed["units"] == shipped.printed["units"] + 2
    assert table.reconstructed["units"] == shipped.reconstructed["units"] - 1
    assert table.corrected["units"] == 2
    assert table.open["units"] == table.reconstructed["units"] / table.rows["units"]


def test_confirming_a_corrected_row_still_tells_what_differs(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    copy.confirm("units", UNIT)
    assert copy.row("units", UNIT)["basis"] == "own copy: attack 9 (was 8)"


def test_a_column_with_a_source_of_its_own_takes_it_along(tmp_path: Path) -> None:
    copy = OwnCopy("sfs", tmp_path)
    before = copy.row("turns", "3")
    assert before["german_artillery_provenance"] == before["soviet_artillery_provenance"] == "reconstructed"
    copy.set("turns", "3", "german_artillery", "A3")
    after = copy.row("turns", "3")
    assert after["german_artillery_provenance"] == "printed"
    assert after["soviet_artillery_provenance"] == "reconstructed"


def test_rows_are_added_removed_and_renamed(copy: OwnCopy) -> None:
    rail = {"hex_a": "B1407", "hex_b": "B1408", "kind": "track", "line": "a spur"}
    assert not any((r["hex_a"], r["hex_b"]) == ("B1407", "B1408") for r in copy.rows("rails"))
    copy.add("rails", rail)
    added = copy.row("rails", ("B1407", "B1408", "track"))
    assert (added["provenance"], added["basis"]) == ("printed", "own copy: row added")
    copy.set("rails", ("B1407", "B1408", "track"), "line", "the old spur")
    assert copy.row("rails", ("B1407", "B1408", "track"))["basis"] == "own copy: row added"
    copy.remove("rails", ("B1407", "B1408", "track"))
    assert copy.own == []


def test_a_difference_names_its_row_as_set_takes_it(copy: OwnCopy) -> None:
    copy.set("replacements", ("1945", "Axis"), "rp", "29")
    copy.set("turns", "32", "period", "the end")
    diff = copy.diff()
    assert list(diff.columns) == ["table", "key", "column", "shipped", "own"]
    facts = diff[~diff.column.isin(["provenance", "basis"])]
    assert [tuple(line)[:3] for line in facts.to_numpy()] == [
        ("turns", "32", "period"),
        ("replacements", ("1945", "Axis"), "rp"),
    ]
    for line in facts.itertuples():
        copy.set(line.table, line.key, line.column, line.shipped)
    assert copy.own == []


def test_a_frame_has_the_key_as_its_index(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    assert copy.frame("units").attack[UNIT] == "9"
    assert copy.frame("crt").loc[("3", "1"), "result"] == next(
        row["result"] for row in copy.rows("crt") if (row["column"], row["die"]) == ("3", "1")
    )


def test_a_key_that_changes_is_a_row_gone_and_one_come(copy: OwnCopy) -> None:
    row = next(r for r in copy.rows("reinforcements") if r["event"] == "reinforcement" and r["turn"].isdigit())
    later = str(int(row["turn"]) + 1)
    copy.set("reinforcements", (row["turn"], row["event"], row["unit_id"]), "turn", later)
    diff = copy.diff()
    own = diff[diff.column == "turn"]
    assert list(own.shipped) == [row["turn"], None]
    assert list(own.own) == [None, later]
    assert copy.row("reinforcements", (later, row["event"], row["unit_id"]))["basis"] == (
        f"own copy: turn {later} (was {row['turn']})"
    )


# -- refusals ----------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("a value", Set("units", UNIT, "attack", "x"), DataError, "column attack: 'x' must be a whole number from 1 to 99"),
    ("a provenance", Set("units", UNIT, "provenance", "guess"), DataError, "must be printed or derived or published"),
    ("an empty basis", Set("units", UNIT, "basis", ""), DataError, "column basis: '' must be some text"),
    ("a key twice", Set("units", UNIT, "unit_id", "ax-inf-6"), DataError, "an earlier row has the same unit_id"),
    ("a row twice", Add("weather", {"side": "Axis", "winter": "first", "adverse_to": "1"}), DataError, "earlier row"),
    ("half a row", Add("weather", {"side": "Axis"}), DataError, "column winter: '' must be first or second or later"),
    ("no text", Set("units", UNIT, "attack", 9), InvalidInput, "a cell is text; attack was given 9"),  # type: ignore[arg-type]
    ("no table", Set("unit", UNIT, "attack", "9"), InvalidInput, "there is no table 'unit'; there is hexes"),
    ("no row", Remove("units", "ax-inf-999"), InvalidInput, "units has no row with unit_id ax-inf-999"),
    ("like a row", Remove("tec", "forrest"), InvalidInput, "no row with terrain forrest; perhaps forest"),
    ("no column", Set("units", UNIT, "strength", "9"), InvalidInput, "no column 'strength'; its columns are unit_id"),
    ("half a key", Confirm("rails", "A0109"), InvalidInput, "named by the text of hex_a, hex_b, kind, not by 'A0109'"),
    ("unhashable table", Set([], UNIT, "attack", "9"), InvalidInput, r"there is no table \[\]"),  # type: ignore[arg-type]
    ("unhashable column", Set("units", UNIT, [], "9"), InvalidInput, r"no column \[\]"),  # type: ignore[arg-type]
    ("strange source", Confirm("units", UNIT, []), InvalidInput, "a cell is text; provenance was"),  # type: ignore[arg-type]
    ("strange note", Confirm("units", UNIT, note=9), InvalidInput, "a cell is text; note was"),  # type: ignore[arg-type]
    ("no row of text", Add("units", ["a"]), InvalidInput, r"a row is text by column, not \['a'\]"),  # type: ignore[arg-type]
    ("end of a line", Set("cities", "Leningrad", "name", "a\rb"), InvalidInput, r"one line of whole characters; name"),
    ("a line in a note", Confirm("units", UNIT, note="a\nb"), InvalidInput, r"one line of whole characters; note"),
    ("half a character", Set("cities", "Leningrad", "name", "\ud800"), InvalidInput, "of whole characters"),
    ("no end", Set("cities", "Leningrad", "name", "x" * 2001), InvalidInput, "at most 2,000 .* was given 2,001"),
    ("no edit", "units", InvalidInput, "an edit is a Set, Add, Remove or Confirm, not 'units'"),
]


@pytest.mark.parametrize(("edit", "error", "text"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_refused_edit_changes_nothing_not_even_those_before_it(
    copy: OwnCopy, edit: Any, error: type[Exception], text: str
) -> None:
    copy.set("units", UNIT, "attack", "9")
    before, rows = state(copy.folder), copy.rows("units")
    with pytest.raises(error, match=text.replace("(", r"\(")):
        copy.change([Set("units", "ax-inf-6", "attack", "7"), edit])
    assert state(copy.folder) == before
    assert copy.rows("units") == rows
    assert copy.history.done == 1


def test_what_is_no_list_of_edits_is_refused(copy: OwnCopy, tmp_path: Path) -> None:
    odd: Any = copy
    calls: list[Callable[[], object]] = [
        lambda: odd.change(None),
        lambda: odd.refusals(1),
        lambda: odd.set_many(None),
        lambda: odd.set_many(["abcd"]),
        lambda: odd.set_many([("units", UNIT)]),
        lambda: odd.change([Set("units", UNIT, "attack", "9")], 5),
        lambda: odd.row(None, UNIT),
        lambda: odd.rows([]),
        lambda: odd.frame("nope"),
        lambda: odd.share(None),
        lambda: odd.receive(None, tmp_path / "x"),
        lambda: OwnCopy("gpw", ""),
        lambda: OwnCopy("gpw", "a\0"),
        lambda: OwnCopy("gpw", "\ud800"),
    ]
    for call in calls:
        with pytest.raises(InvalidInput):
            call()
    assert state(copy.folder) == {}


def test_a_line_end_in_a_cell_of_a_table_made_by_hand_stays_there(copy: OwnCopy) -> None:
    rows = tables.shipped("gpw", "cities").rows
    given = [{**rows[0], "modern_name": "St\rPetersburg"}, *rows[1:]]
    (copy.folder / "cities.csv").write_bytes(tables.to_bytes(given, list(rows[0])))
    again = OwnCopy("gpw", copy.folder)
    again.set("cities", "Leningrad", "sea", "")
    assert OwnCopy("gpw", copy.folder).row("cities", "Leningrad")["modern_name"] == "St\rPetersburg"


def test_a_copy_whose_folder_is_gone_is_still_shared(copy: OwnCopy, tmp_path: Path) -> None:
    copy.set("units", UNIT, "attack", "9")
    shutil.rmtree(copy.folder)
    other = OwnCopy.receive(copy.share(tmp_path / "x.zip"), tmp_path / "other")
    assert other.row("units", UNIT)["attack"] == "9"


def test_what_a_value_would_cause_is_told_and_not_done(copy: OwnCopy) -> None:
    assert copy.try_value("units", UNIT, "attack", "9") == []
    assert "must be a whole number" in str(copy.try_value("units", UNIT, "attack", "0")[0])
    drowned = told(copy.try_value("hexes", "B1407", "terrain", "sea"))
    assert any("cities.csv" in line and "B1407 is under water" in line for line in drowned)
    assert copy.own == []
    assert state(copy.folder) == {}


def test_only_new_faults_are_those_of_a_value(copy: OwnCopy) -> None:
    copy.set("hexes", "B1407", "terrain", "sea")
    known = copy.faults()
    assert known
    assert copy.try_value("units", UNIT, "attack", "9") == []
    worse = told(copy.try_value("units", UNIT, "unit_id", "ax-inf-955"))
    assert worse
    assert all("there is no unit ax-inf-5" in line for line in worse)


# -- faults between tables ---------------------------------------------------------------------------------------------

UNSOUND: list[tuple[str, list[Any]]] = [
    ("gpw", [Set("hexes", "B1407", "terrain", "sea")]),
    ("gpw", [Add("rails", {"hex_a": "A0101", "hex_b": "A0110", "kind": "track", "line": "x"})]),
    ("gpw", [Remove("units", UNIT), Set("units", "ax-inf-6", "attack", "9")]),
    ("sfs", [Remove("turns", "3")]),
    ("sfs", [Remove("strongpoints", "ON-orlovka")]),  # a suggested set-up names it
    ("hube", [Set("lines", ("D19", "1", "13"), "kind", "single")]),  # and leaves a gap in the road
    ("hube", [Remove("hexes", "A44.20")]),
    ("hube", [Remove("scenario_victory", "1")]),
]


@pytest.mark.parametrize(("game", "edits"), UNSOUND)
def test_faults_between_tables_are_those_of_data_check(tmp_path: Path, game: str, edits: list[Any]) -> None:
    copy = OwnCopy(game, tmp_path / "own")
    foreseen = copy.try_change(edits)
    copy.change(edits)
    assert copy.faults()
    assert told(copy.faults()) == told(tables.check(game, copy.folder))
    assert [fault.message for fault in foreseen] == [fault.message for fault in copy.faults()]
    with pytest.raises(DataError):
        {"gpw": gpw, "sfs": sfs, "hube": hube}[game].new(_scenario(game), overlay=copy)
    copy.undo()
    assert copy.faults() == []


def _scenario(game: str) -> str:
    return {"gpw": "barbarossa", "sfs": "standard", "hube": "kirovograd"}[game]


def test_a_folder_made_by_hand_is_opened_checked_and_mended(tmp_path: Path) -> None:
    rows = [{**row, "attack": "nine"} if row["unit_id"] == UNIT else row for row in tables.read("gpw", "units")]
    text = "\ufeff" + tables.to_bytes(rows, list(rows[0])).decode().replace("\n", "\r\n")
    (tmp_path / "units.csv").write_bytes(text.encode())
    (tmp_path / "notes.csv").write_text("a\n1\n")
    copy = OwnCopy("gpw", tmp_path)
    assert told(copy.faults()) == told(tables.check("gpw", tmp_path))
    assert len(copy.faults()) == 2
    copy.set("units", UNIT, "defence", "7")  # one cell at a time: the other may be wrong still
    assert told(copy.faults()) == told(tables.check("gpw", tmp_path))
    copy.set("units", UNIT, "attack", "9")
    (tmp_path / "notes.csv").unlink()
    copy.reload()
    assert copy.faults() == []
    assert gpw.new("barbarossa", overlay=tmp_path).units.set_index("unit").attack[UNIT] == 9


def test_a_flawed_table_is_asked_alone_until_it_is_mended(tmp_path: Path) -> None:
    """Only then do tables make sense together."""
    rows = tables.shipped("gpw", "cities").rows
    flawed = [{**rows[0], "class": "village"}, *rows[1:]]
    (tmp_path / "cities.csv").write_bytes(tables.to_bytes(flawed, list(rows[0])))
    copy = OwnCopy("gpw", tmp_path)
    assert [fault.column for fault in copy.faults()] == ["class"]
    assert copy.try_value("hexes", "B1407", "terrain", "sea") == []
    copy.set("cities", rows[0]["name"], "class", rows[0]["class"])
    assert copy.faults() == []
    assert copy.try_value("hexes", "B1407", "terrain", "sea") != []


def test_what_is_no_table_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("unit_id\nx\n")
    with pytest.raises(DataError, match=r"units\.csv, line 1, column side: the column is missing"):
        OwnCopy("gpw", tmp_path)


# -- the games play with it --------------------------------------------------------------------------------------------


def test_the_games_play_with_a_copy(tmp_path: Path) -> None:
    for game, table, key, column, value in (
        ("gpw", "units", UNIT, "attack", "9"),
        ("sfs", "turns", "2", "german_artillery", "A2"),
        ("hube", "units", "ax-inf-68", "action", "2"),
    ):
        copy = OwnCopy(game, tmp_path / game)
        copy.set(table, key, column, value)
        module: Any = {"gpw": gpw, "sfs": sfs, "hube": hube}[game]
        played = module.new(_scenario(game), overlay=copy)
        assert played._data_hash() != module.new(_scenario(game))._data_hash()


# -- undo --------------------------------------------------------------------------------------------------------------


def test_steps_are_undone_and_redone_across_sessions(tmp_path: Path) -> None:
    copy = OwnCopy("gpw", tmp_path)
    shipped = copy.rows("units")
    copy.set("units", UNIT, "attack", "9")
    copy.set_many([("units", UNIT, "move", "5"), ("tec", "forest", "shift", "-2")], "two things")
    done = state(tmp_path)
    again = OwnCopy("gpw", tmp_path)
    assert again.history == (("units ax-inf-5: attack 9", "two things"), 2)
    assert again.undo() == "two things"
    assert again.own == ["units"]
    assert again.undo() == "units ax-inf-5: attack 9"
    assert (again.own, again.rows("units")) == ([], shipped)
    with pytest.raises(InvalidInput, match="nothing to undo"):
        again.undo()
    third = OwnCopy("gpw", tmp_path)
    assert [third.redo(), third.redo()] == ["units ax-inf-5: attack 9", "two things"]
    after = state(tmp_path)
    assert {name: after[name] for name in after if name != JOURNAL} == {n: done[n] for n in done if n != JOURNAL}
    with pytest.raises(InvalidInput, match="nothing to redo"):
        third.redo()


def test_the_oldest_steps_are_given_up(copy: OwnCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownfolder, "MOST_STEPS", 3)
    for attack in ("7", "9", "6", "5"):
        copy.set("units", UNIT, "attack", attack)
    assert (len(copy.history.steps), copy.history.done) == (3, 3)
    for _ in range(3):
        copy.undo()
    assert copy.row("units", UNIT)["attack"] == "7"
    with pytest.raises(InvalidInput, match="nothing to undo"):
        copy.undo()


def test_a_new_step_ends_what_was_undone(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    copy.undo()
    copy.set("units", UNIT, "attack", "7")
    assert copy.history == (("units ax-inf-5: attack 7",), 1)


def test_a_removed_row_comes_back_to_its_place(copy: OwnCopy) -> None:
    shipped = copy.rows("units")
    copy.change([Remove("units", UNIT), Remove("units", "ax-inf-1")])
    assert len(copy.rows("units")) == len(shipped) - 2
    copy.undo()
    assert copy.rows("units") == shipped


def test_what_changes_nothing_is_no_step(copy: OwnCopy) -> None:
    copy.confirm("units", UNIT)
    copy.set("units", UNIT, "attack", "8")
    assert copy.history.done == 1
    assert copy.row("units", UNIT)["provenance"] == "printed"


def test_watchers_hear_of_every_change(copy: OwnCopy) -> None:
    heard: list[int] = []
    end = copy.watch(lambda: heard.append(copy.history.done))
    copy.set("units", UNIT, "attack", "9")
    copy.undo()
    copy.redo()
    copy.reload()
    end()
    copy.undo()
    assert heard == [1, 0, 1, 1]
