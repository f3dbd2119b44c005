"""The map editor: one mechanism for three maps, every edit checked, undone, marked, and played with at once."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw, hube, sfs
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.study import OwnCopy
from gpwlab.widgets import MapEditor
from gpwlab.widgets.keys import plain


def said(editor: MapEditor) -> str:
    """What the editor last said, without its markup."""
    return plain(editor.desk.said)


def press(editor: MapEditor, *keys: str) -> str:
    """Press keys; what the editor says then."""
    for key in keys:
        editor.keyboard.press(key)
    return said(editor)


def point(editor: MapEditor, place: str, kind: str, dx: float = 0, dy: float = 0) -> None:
    """An event of the pointer at a place, as the page tells it; dx, dy: drawing units beside its middle."""
    x, y = editor.desk.ground.centre(place)
    editor.canvas.map._interaction_callbacks(type=kind, coordinates=list(editor.canvas._told((x + dx, y + dy))))


def drag(editor: MapEditor, *places: str) -> None:
    """A stroke with the pointer."""
    stroke = editor.canvas.stroke
    stroke._handle_custom_msg({"kind": "begin"}, [])
    point(editor, places[0], "mousedown")
    for place in places[1:]:
        point(editor, place, "mousemove")
    stroke._handle_custom_msg({"kind": "end"}, [])


@pytest.fixture
def editor(tmp_path: Path) -> MapEditor:
    """An editor of The Great Patriotic War on a fresh copy."""
    return MapEditor("gpw", tmp_path / "own")


# -- the brush ---------------------------------------------------------------------------------------------------------


def test_a_stroke_paints_every_hex_that_it_passes_in_one_step(editor: MapEditor) -> None:
    press(editor, "b")
    editor.brush.choose("swamp")
    before = editor.canvas.body("ground")
    drag(editor, "A1020", "A1017")  # in one leap, over A1019 and A1018
    painted = {row["hex"] for row in editor.copy.rows("hexes") if row["basis"].startswith("own copy")}
    assert painted == {"A1017", "A1018", "A1019", "A1020"}
    assert {editor.desk.main(place)["terrain"] for place in painted} == {"swamp"}
    assert editor.canvas.body("ground") != before
    assert press(editor, "u").startswith("taken back: 4 hexes: terrain swamp")
    assert editor.copy.own == []
    assert editor.canvas.body("ground") == before
    press(editor, "r")
    assert editor.desk.main("A1018")["terrain"] == "swamp"


def test_with_another_tool_a_click_picks_and_paints_nothing(editor: MapEditor) -> None:
    point(editor, "A1020", "click")
    assert editor.desk.cursor == "A1020"
    assert editor.copy.own == []
    assert "A1020" in plain(editor.place.words.value)
    assert not editor.canvas.stroke.painting


def test_painting_what_is_there_already_confirms_it(editor: MapEditor) -> None:
    press(editor, "b")
    editor.brush.choose(editor.desk.main("A1020")["terrain"])
    left = len(editor.desk.standing("reconstructed"))
    editor.put("A1020")
    press(editor, "Enter")
    assert editor.desk.main("A1020")["basis"] == "own copy: as shipped"
    assert len(editor.desk.standing("reconstructed")) == left - 1
    assert press(editor, "Enter") == "That is how it stands already."


def test_a_printed_fact_changes_only_on_a_second_word(editor: MapEditor) -> None:
    """B1405 is swamp in the example of rule 5.4.D."""
    press(editor, "b")
    editor.brush.choose("forest")
    editor.put("B1405")
    assert "hexes B1405: printed (terrain: rulebook 5.4.D" in press(editor, "Enter")
    assert editor.desk.main("B1405")["terrain"] == "swamp"
    assert editor.sure.layout.display == ""
    press(editor, "Escape")
    assert press(editor, "!") == "Not changed. nothing waits for a second word"
    press(editor, "Enter", "!")
    assert editor.desk.main("B1405")["terrain"] == "forest"
    assert editor.sure.layout.display == "none"


def test_a_refused_edit_tells_file_line_and_column_and_changes_nothing(editor: MapEditor) -> None:
    press(editor, "b")
    editor.brush.choose("sea")
    editor.put("B1407")  # Minsk
    ground = editor.canvas.body("ground")
    said_now = press(editor, "Enter")
    assert said_now.startswith("Not changed. cities.csv, line 7, column hex: B1407 is under water (and ")
    assert editor.copy.own == []
    assert editor.canvas.body("ground") == ground


# -- sides and lines ---------------------------------------------------------------------------------------------------


def test_a_river_is_drawn_by_a_click_near_a_side_and_erased_by_a_number(editor: MapEditor) -> None:
    press(editor, "h")
    editor.tool.choices.put({"kind": "river", "name": "Testa"})
    point(editor, "B1013", "click", dx=40)  # its eastern side, that of B1012
    assert ("B1012", "B1013", "river") in {editor.desk.key("hexsides", row) for row in editor.desk.rows("hexsides")}
    assert said(editor).startswith("B1013-B1012: river Testa")
    assert editor.copy.faults() == []
    point(editor, "B1013", "click", dx=8)  # in the middle no side is meant
    assert said(editor) == "Click near the side that is meant, or press its number."
    editor.put("B1012")
    press(editor, "x", "4")  # the same side from the other hex
    assert editor.copy.own == []
    assert press(editor, "4") == "Not changed. there is no river on that side of B1012"


def test_a_side_at_the_end_of_the_map_is_refused_where_the_table_cannot_hold_it(editor: MapEditor) -> None:
    editor.put("A0101")  # the north-eastern corner
    assert "beyond this side of A0101 the map ends" in press(editor, "h", "1")


def test_a_railway_runs_from_hex_to_hex_and_keeps_what_is_there(editor: MapEditor) -> None:
    rails = len(editor.desk.rows("rails"))
    press(editor, "k")
    editor.tool.choices.put({"kind": "track", "line": "Testline"})
    editor.put("B1013")
    press(editor, "Enter")
    editor.put("B1313")
    press(editor, "Enter")  # B1113-B1213 is on the line to Riga already
    added = [row for row in editor.desk.rows("rails") if row["line"] == "Testline"]
    assert [(row["hex_a"], row["hex_b"]) for row in added] == [("B1013", "B1113"), ("B1213", "B1313")]
    assert editor.desk.row("rails", ("B1113", "B1213", "track"))["line"] == "Insterburg-Tilsit-Riga"  # type: ignore[index]
    press(editor, "u")
    assert len(editor.desk.rows("rails")) == rails


def test_a_line_of_hube_is_cut_along_its_own_way_and_goes_on_where_it_ended(tmp_path: Path) -> None:
    editor = MapEditor("hube", tmp_path)
    press(editor, "k")
    editor.tool.choices.fields["line"].value = "R01"
    assert editor.tool.choices.chosen["kind"] == "multi"  # told by the line that there is
    whole = editor.desk.board.line("R01")
    ends = [editor.desk.board.ids[whole[n]] for n in (2, 4)]
    press(editor, "x")
    for end in ends:
        editor.put(end)
        press(editor, "Enter")
    cut = [path for _kind, code, _name, path in editor.desk.board.lines if code == "R01"]
    assert sorted(map(len, cut)) == [3, len(whole) - 4]
    assert editor.copy.faults() == []
    assert {row["provenance"] for row in editor.desk.rows("lines") if row["line"] == "R01"} == {"reconstructed"}
    press(editor, "x")
    for hex_id in (editor.desk.board.ids[h] for h in whole[2:5]):
        editor.put(hex_id)
        press(editor, "Enter")
    drawn = [path for _kind, code, _name, path in editor.desk.board.lines if code == "R01"]
    assert tuple(whole[:5]) in drawn
    assert editor.copy.faults() == []


def test_a_river_of_hube_is_found_from_either_bank(tmp_path: Path) -> None:
    editor = MapEditor("hube", tmp_path)
    row = next(
        r for r in editor.desk.rows("hexsides") if r["other"] and r["direction"] == "N" and r["class"] == "minor"
    )
    press(editor, "h")
    editor.tool.choices.put({"class": "major", "river": row["river"]})
    editor.put(row["other"])
    press(editor, "4")  # its southern side
    assert editor.desk.row("hexsides", (row["hex"], "N"))["class"] == "major"  # type: ignore[index]
    assert editor.copy.diff()["table"].tolist() == ["hexsides"] * 3  # class, provenance, basis of one row


def test_areas_are_linked_and_parted_and_the_border_is_drawn_so(tmp_path: Path) -> None:
    editor = MapEditor("sfs", tmp_path)
    press(editor, "k")
    editor.tool.choices.put({"barrier": "orlovka_trench"})
    before = editor.canvas.body("lines")
    for area in ("CC", "MK"):
        editor.put(area)
        press(editor, "Enter")
    board = sfs.new("standard", overlay=editor.copy).board
    assert board.barrier[board.area("CC"), board.area("MK")] == "orlovka_trench"
    kinds = {frozenset((b.a, b.b)): b.kind for b in editor.desk.ground.sheet.borders}
    assert kinds[frozenset(("CC", "MK"))] == "orlovka_trench"
    trench = editor.canvas.body("lines")
    assert trench != before
    press(editor, "Escape", "x")
    for area in ("CC", "MK"):
        editor.put(area)
        press(editor, "Enter")
    assert editor.desk.board.area("MK") not in editor.desk.board.near[editor.desk.board.area("CC")]
    assert editor.canvas.body("lines") not in (before, trench)


# -- rows of a place ---------------------------------------------------------------------------------------------------


def test_the_form_tells_what_a_cell_must_be_before_it_is_written(editor: MapEditor) -> None:
    editor.put("B1407")
    card = editor.place
    card.pick.value = next(where for _caption, where in card.pick.options if where[0] == "cities")
    card.form.fields["lat"].value = "north"
    assert "lat: 'north' must be a number from 30 to 70" in plain(card.form.fault.value)
    assert card.form.apply.disabled
    card.form.fields["lat"].value = "53.90"
    card.form.fields["class"].value = "fortress"
    assert card.form.fault.value == ""
    card.form.apply.click()
    assert "cities Minsk: printed (printed 23.5.2.2" in said(editor)
    press(editor, "!")
    assert editor.desk.row("cities", ("Minsk",))["class"] == "fortress"  # type: ignore[index]
    assert editor.desk.board.city[editor.desk.board.hex("B1407")].cls == "fortress"


def test_a_place_is_added_and_removed(editor: MapEditor) -> None:
    editor.put("A1020")
    card = editor.place
    card.new.value = "cities"
    card.form.fields["name"].value = "Testgorod"
    assert "modern_name" in plain(card.form.fault.value)  # must be some text
    card.form.fields["modern_name"].value = "Testgorod"
    card.form.apply.click()
    assert "Testgorod" in editor.canvas.body("names")
    assert "cities" in plain(card.list.value)
    card.pick.value = next(where for _caption, where in card.pick.options if where[0] == "cities")
    card.form.remove.click()
    assert "Testgorod" not in editor.canvas.body("names")
    assert editor.copy.own == []


def test_names_with_markup_show_as_text(editor: MapEditor) -> None:
    editor.copy.set("cities", "Minsk", "modern_name", "<img src=x>")
    editor.put("B1407")
    assert "<img" not in editor.place.list.value
    assert "&lt;img src=x&gt;" in editor.place.list.value
    assert "<img" not in editor.changes.steps.value


# -- working through the map -------------------------------------------------------------------------------------------


def test_the_walk_goes_part_by_part_and_confirms_as_it_goes(editor: MapEditor) -> None:
    press(editor, "n")
    first = editor.desk.cursor
    press(editor, "n")
    second = editor.desk.cursor
    assert editor.desk.kind.region(first) == editor.desk.kind.region(second)
    press(editor, "p")
    assert editor.desk.cursor == first
    rows = [row for (table, _key), row in editor.desk.here(first) if table in editor.desk.kind.drawn]
    press(editor, "Space")
    assert editor.desk.cursor == second
    assert "1,210 of 1,419 hexes still reconstructed" in plain(editor.far.value)
    confirmed = [row for (table, _key), row in editor.desk.here(first) if table in editor.desk.kind.drawn]
    assert len(confirmed) == len(rows)
    assert {row["provenance"] for row in confirmed} == {"printed"}
    assert editor.copy.diff()["column"].isin(["provenance", "basis"]).all()  # no fact has changed
    parts = [editor.desk.kind.region(place) for place in editor.desk.places]
    assert len(dict.fromkeys(parts)) == 1 + sum(a != b for a, b in pairwise(parts))


@pytest.mark.parametrize(("game", "total", "left"), [("gpw", 1419, 1211), ("hube", 3312, 3312), ("sfs", 19, 12)])
def test_each_game_has_its_map_its_marks_and_its_twins(tmp_path: Path, game: str, total: int, left: int) -> None:
    editor = MapEditor(game, tmp_path)
    assert (len(editor.desk.places), len(editor.desk.standing("reconstructed"))) == (total, left)
    assert f"{left:,} of {total:,}" in editor.text()
    marks = editor.canvas.body("marks")
    assert marks
    press(editor, "m")
    assert editor.canvas.body("marks") == ""
    press(editor, "t")
    assert len(editor.table.rows) == total
    light = editor.canvas.body("ground")
    editor.keyboard.dark = True  # as the page tells it
    assert editor.desk.theme == "lamp"
    assert editor.canvas.body("ground") != light


def test_changes_are_told_row_by_row_and_a_click_goes_there(editor: MapEditor) -> None:
    editor.copy.set("hexes", "A1020", "terrain", "swamp")
    editor.copy.confirm("hexes", "A1019")
    editor.copy.remove("cities", "Poltava")
    editor.copy.set("crt", ("1", "1"), "result", "DE")
    told = {row[1]: row[2] for row in editor.changes.grid.rows}
    assert told == {
        "hexes A1020": "terrain clear → swamp",
        "hexes A1019": "confirmed",
        "cities Poltava": "removed",
        "crt 1 1": "result DR → DE",
    }
    number = {row[1]: str(row[0]) for row in editor.changes.grid.rows}
    editor.changes.grid.on_row[0](number["hexes A1020"])
    assert editor.desk.cursor == "A1020"
    editor.changes.grid.on_row[0](number["crt 1 1"])
    assert said(editor) == "Not changed. crt 1 1 is not on the map; the table editor has it"


# -- what comes of it --------------------------------------------------------------------------------------------------


def test_a_new_game_moves_by_the_corrected_map(editor: MapEditor) -> None:
    """Clear ground costs 1 MP, forest 2, a river 1 more (gpw 5.4.A)."""
    move = gpw.Move("ax-inf-26", ("B1013",))

    def price() -> str:
        game = gpw.new("barbarossa", overlay=editor.copy.folder)
        game.next_phase()
        game.next_phase()
        return str(game.price(move)[0])

    assert "it costs 1 (clear)" in price()
    press(editor, "b")
    editor.brush.choose("forest")
    editor.put("B1013")
    press(editor, "Enter")
    assert "it costs 2 (forest)" in price()
    press(editor, "h")
    editor.tool.choices.put({"kind": "river", "name": "Testa"})
    press(editor, str(1 + editor.desk.kind.directions.index("SW")))
    assert editor.desk.ground.beyond(("B1013", 2)) == "B1114"
    assert "it costs 3 (forest, river +1)" in price()
    press(editor, "u", "u")
    assert "it costs 1 (clear)" in price()


def test_hube_marks_as_reconstructed_what_the_copy_still_has_so(tmp_path: Path) -> None:
    copy = OwnCopy("hube", tmp_path)
    copy.confirm("hexes", "A44.18")
    board = hube.new("kirovograd", overlay=copy).board
    assert len(board.reconstructed) == board.n - 1


def test_try_it_opens_a_lab_on_the_copy(editor: MapEditor) -> None:
    editor.copy.set("hexes", "A1020", "terrain", "swamp")
    editor.trial.scenario.value = "citadel"
    editor.trial.play.click()
    (lab,) = editor.trial.table.children
    board = lab.session.game.board
    assert (lab.session.game.scenario, board.terrain[board.hex("A1020")]) == ("citadel", "swamp")


def test_a_received_copy_comes_on_the_table_with_the_map_of_its_game(editor: MapEditor, tmp_path: Path) -> None:
    theirs = OwnCopy("sfs", tmp_path / "theirs")
    theirs.set("areas", "CC", "terrain", "rough")
    received = OwnCopy.receive(theirs.share(tmp_path / "shared.zip"), tmp_path / "received")
    mine, before = editor.copy, editor.desk
    editor.share._on_receive(received)
    assert (editor.copy.folder, editor.desk.kind.system) == (tmp_path / "received", "sfs")
    assert editor.desk.standing("yours") == ["CC"]
    mine.set("hexes", "A1020", "terrain", "swamp")  # of no concern to the editor any more
    assert before.version == 0


def test_two_editors_on_one_copy_keep_in_step(editor: MapEditor) -> None:
    other = MapEditor(editor.copy)
    press(editor, "b")
    editor.brush.choose("swamp")
    editor.put("A1020")
    press(editor, "Enter")
    assert other.canvas.body("ground") == editor.canvas.body("ground")
    assert other.desk.main("A1020")["terrain"] == "swamp"


# -- when tables do not agree ------------------------------------------------------------------------------------------


def test_tables_that_make_no_map_are_told_and_the_map_stays(editor: MapEditor) -> None:
    ground = editor.canvas.body("ground")
    editor.copy.remove("hexes", "A0110")
    assert said(editor).startswith("The map stays as it was")
    assert "there is no hex A0110" in said(editor)
    assert editor.canvas.body("ground") == ground
    with pytest.raises(DataError, match="there is no hex A0110"):
        MapEditor(editor.copy)
    editor.copy.undo()
    assert press(editor, "u") == "Not changed. there is nothing to undo"


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="gpw, sfs, hube"):
        MapEditor("chess", tmp_path)


def test_what_is_no_copy_place_or_tool_is_refused(editor: MapEditor) -> None:
    cursor, tool = editor.desk.cursor, editor.tool
    wrong: list[Any] = [None, 1, []]
    for odd in wrong:
        with pytest.raises(InvalidInput, match="or the name of one is edited"):
            MapEditor(odd)
        with pytest.raises(InvalidInput, match="no place"):
            editor.go(odd)
    for odd in (None, "nope", 99, -1):
        with pytest.raises(InvalidInput, match="a tool is a number from 0 to"):
            editor.take(odd)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no place 'nope' on this map"):
        editor.put("nope")
    assert (editor.desk.cursor, editor.tool) == (cursor, tool)


def test_the_overlay_of_a_game_is_what_is_edited(tmp_path: Path) -> None:
    copy = OwnCopy("sfs", tmp_path / "own")
    copy.set("areas", "RS", "name", "Rail yard")
    assert MapEditor(sfs.new("red-square", overlay=copy)).copy.folder == copy.folder
