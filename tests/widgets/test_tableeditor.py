"""The table editor as its page drives it: cells tried and changed, rows added and confirmed, views, sharing."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.study import OwnCopy
from gpwlab.widgets import TableEditor

UNIT = ("ax-inf-5",)  # 8-8-6, reconstructed


@pytest.fixture
def editor(tmp_path: Path) -> TableEditor:
    return TableEditor(OwnCopy("gpw", tmp_path / "own"), "units")


def page(editor: TableEditor, **message: Any) -> list[dict[str, Any]]:
    """Send what the page sends; what the kernel answers besides new rows."""
    answers: list[dict[str, Any]] = []
    editor.cells.send = lambda content, *_: answers.append(content)
    editor.cells._heard(editor.cells, {**message, "key": list(message["key"])}, [])
    return [answer for answer in answers if answer["kind"] != "rows"]


def line(editor: TableEditor, key: tuple[str, ...] = UNIT) -> dict[str, str]:
    """A row of the grid by column."""
    found = next(each for each in editor.cells.lines if each.key == key)
    return dict(zip([column.name for column in editor.cells.columns], found.cells, strict=True))


def test_what_is_typed_is_tried_and_not_kept(editor: TableEditor) -> None:
    typed = {"kind": "try", "ask": 7, "key": UNIT, "column": "attack"}
    (refused,) = page(editor, **typed, value="x")
    assert refused == {"kind": "tried", "ask": 7, "bad": "'x' must be a whole number from 1 to 99 or empty", "then": ""}
    (fine,) = page(editor, **typed, value="9")
    assert (fine["bad"], fine["then"]) == ("", "")
    (elsewhere,) = page(editor, kind="try", ask=8, key=UNIT, column="side", value="Soviet")
    assert elsewhere["bad"] == ""
    assert "ax-inf-5 is a unit of the other side" in elsewhere["then"]
    assert editor.copy.own == []


def test_a_cell_is_changed_marked_and_taken_back(editor: TableEditor) -> None:
    (done,) = page(editor, kind="set", key=UNIT, column="attack", value="9")
    assert done == {"kind": "done", "key": list(UNIT), "bad": ""}
    assert (line(editor)["attack"], line(editor)["provenance"]) == ("9", "printed")
    marked = next(each for each in editor.cells.lines if each.key == UNIT)
    names = [column.name for column in editor.cells.columns]
    assert {names[n]: old for n, old in marked.shipped.items()}["attack"] == "8"
    assert marked.yours
    assert "own copy: attack 9 (was 8)" in editor.detail.value
    assert editor.undo.tooltip.startswith("take back: units ax-inf-5: attack 9")
    editor.undo.click()
    assert (line(editor)["attack"], editor.undo.disabled, editor.redo.disabled) == ("8", True, False)
    assert "taken back" in editor.said.value
    editor.redo.click()
    assert line(editor)["attack"] == "9"


def test_a_refused_cell_says_why_and_keeps_the_row(editor: TableEditor) -> None:
    (done,) = page(editor, kind="set", key=UNIT, column="attack", value="x")
    assert "must be a whole number" in done["bad"]
    assert line(editor)["attack"] == "8"
    (twice,) = page(editor, kind="set", key=UNIT, column="unit_id", value="ax-inf-6")
    assert twice["bad"] == "an earlier row has the same unit_id"


def test_closed_sets_are_offered_with_every_form_told(editor: TableEditor) -> None:
    columns = {column.name: column for column in editor.cells.columns}
    assert columns["size"].choices == ("XX", "XXX", "XXXX", "")
    assert columns["attack"].choices == ()
    assert columns["attack"].wants == "a whole number from 1 to 99 or empty"
    assert [column.name for column in editor.cells.columns][:2] == ["unit_id", "provenance"]
    assert columns["unit_id"].key
    assert columns["provenance"].source


def test_rows_that_are_still_open_are_picked_out_and_confirmed(editor: TableEditor) -> None:
    editor.show.value = "open"
    before = [each.key for each in editor.cells.lines]
    reconstructed = int(gpw.tables().set_index("table").reconstructed["units"])
    assert len(before) == reconstructed
    assert UNIT in before
    page(editor, kind="pick", key=UNIT)
    page(editor, kind="command", name="confirm", key=UNIT)
    assert [each.key for each in editor.cells.lines] == [key for key in before if key != UNIT]
    assert f"{reconstructed - 1:,} of 228 rows still reconstructed · 1 yours" in editor.far.value
    editor.show.value = "yours"
    assert [each.key for each in editor.cells.lines] == [UNIT]
    assert line(editor)["basis"] == "own copy: as shipped"


def test_a_row_is_removed_and_the_faults_lead_to_what_misses_it(editor: TableEditor) -> None:
    page(editor, kind="pick", key=UNIT)
    editor.remove.click()
    assert UNIT not in [each.key for each in editor.cells.lines]
    assert "Not sound yet" in editor.far.value
    editor.tabs.turn_to("Faults")
    assert len(editor.faults.rows) == len(editor.copy.faults()) > 1
    first = next(row for row in editor.faults.rows if row[1] == "setup")
    editor._to_fault(str(first[0]))
    assert (editor.table.value, editor.tabs.current) == ("setup", "Rows")
    assert editor._picked is not None
    assert editor._picked[1] == "ax-inf-5"
    editor.show.value = "faults"
    assert {key[1] for key in (each.key for each in editor.cells.lines)} == {"ax-inf-5"}
    editor.undo.click()
    assert "Not sound yet" not in editor.far.value


def test_a_row_is_added_in_a_form_that_checks_every_field(editor: TableEditor) -> None:
    page(editor, kind="pick", key=UNIT)
    editor.like.click()
    form = editor.form
    assert form.layout.display is None
    assert "an earlier row has the same unit_id" in form.notes["unit_id"].value
    assert form.add.disabled
    form.fields["unit_id"].value = "ax inf"
    assert "must be a unit id such as ax-inf-1" in form.notes["unit_id"].value
    form.fields["unit_id"].value = "ax-inf-500"
    assert not form.add.disabled
    form.fields["attack"].value = "0"
    assert form.add.disabled
    form.do()
    assert editor.copy.own == []
    form.fields["attack"].value = "7"
    form.add.click()
    assert (line(editor, ("ax-inf-500",))["attack"], form.layout.display) == ("7", "none")
    assert "added to units: ax-inf-500" in editor.said.value


def test_a_key_that_changes_is_followed(editor: TableEditor) -> None:
    (done,) = page(editor, kind="set", key=UNIT, column="unit_id", value="ax-inf-500")
    assert done["key"] == ["ax-inf-500"]
    assert editor._picked == ("ax-inf-500",)


def test_differences_and_progress_lead_to_rows(editor: TableEditor) -> None:
    editor.copy.set("tec", "forest", "shift", "-2")
    editor.tabs.turn_to("Differences")
    rows = editor.changes.rows
    assert ["tec", "forest", "shift", "-1", "-2"] in [row[1:] for row in rows]
    editor.changes.on_row[0](str(next(row[0] for row in rows if row[3] == "shift")))
    assert (editor.table.value, editor._picked) == ("tec", ("forest",))
    editor.tabs.turn_to("Progress")
    table = {row[0]: row[1:] for row in editor.progress.rows}
    assert table["control"][-1] == "░░░░░░░░░░ 100%"
    assert table["tec"][5] == 1
    editor.progress.on_row[0]("rails")
    assert (editor.table.value, len(editor.cells.lines)) == ("rails", 653)


def test_another_program_on_the_folder_is_told_and_read(editor: TableEditor) -> None:
    OwnCopy("gpw", editor.copy.folder).set("units", UNIT, "attack", "7")
    (done,) = page(editor, kind="set", key=UNIT, column="move", value="5")
    assert "another program has changed it" in done["bad"]
    assert "another program has changed it" in editor.said.value
    editor.reload.click()
    assert (line(editor)["attack"], line(editor)["move"]) == ("7", "6")
    assert page(editor, kind="set", key=UNIT, column="move", value="5")[0]["bad"] == ""


def test_a_copy_is_shared_and_taken_up(editor: TableEditor, tmp_path: Path) -> None:
    share = editor.share
    with pytest.raises(InvalidInput, match="nothing to share"):
        share._packed()
    editor.copy.set("units", UNIT, "attack", "9")
    data = share._packed()
    share.receive.click()
    assert "choose a shared file first" in editor.said.value
    share.upload.value = (
        {"name": "a.zip", "type": "", "size": len(data), "content": data, "last_modified": datetime.now()},
    )
    share.into.value = str(tmp_path / "theirs")
    old = editor.copy
    share.receive.click()
    assert editor.copy.folder == tmp_path / "theirs"
    assert line(editor)["attack"] == "9"
    old.set("units", UNIT, "attack", "7")
    assert line(editor)["attack"] == "9"  # the other copy is not shown any more
    share.into.value = str(tmp_path / "theirs")
    share.receive.click()
    assert "there are tables already" in editor.said.value


def test_names_with_markup_are_text(editor: TableEditor) -> None:
    page(editor, kind="set", key=UNIT, column="formation", value="<img src=x onerror=alert(1)>")
    page(editor, kind="pick", key=UNIT)
    for html in (editor.detail, editor.far, editor.said, editor.heading):
        assert "<img" not in html.value
    editor.copy.set("units", UNIT, "basis", "<script>1</script>")
    assert "<script" not in editor.detail.value
    editor.undo.click()
    assert "<script" not in editor.said.value


def test_the_text_twin_tells_the_rows(editor: TableEditor) -> None:
    told = editor._repr_mimebundle_()["text/plain"]
    assert "own: nothing corrected yet" in told
    assert "rows still reconstructed, 0 faults" in told
    assert "ax-inf-5 | reconstructed | Axis | German | INF" in told


def test_a_game_or_its_name_is_edited_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert TableEditor("sfs").copy.folder == tmp_path / "my-sfs"
    own = OwnCopy("gpw", tmp_path / "mine")
    assert TableEditor(gpw.new("barbarossa", overlay=own)).copy.folder == own.folder
    assert TableEditor(gpw.new("barbarossa")).copy.folder == tmp_path / "my-gpw"
    with pytest.raises(InvalidInput, match="gpw has no table 'unit'; its tables are hexes"):
        TableEditor(own, "unit")
    with pytest.raises(InvalidInput, match="a game or the name of one is edited, not 5"):
        TableEditor(5)
    with pytest.raises(InvalidInput, match="a game is one of"):
        TableEditor("chess")


def test_every_table_of_every_game_is_shown(tmp_path: Path) -> None:
    for game in ("gpw", "sfs", "hube"):
        editor = TableEditor(OwnCopy(game, tmp_path / game))
        for name in editor.copy.names:
            editor.table.value = name
            assert len(editor.cells.lines) == len(editor.copy.rows(name)) > 0
            assert not any(each.yours or each.faults for each in editor.cells.lines)


def test_a_row_may_be_named_by_its_text_alone_and_a_strange_table_is_refused(editor: TableEditor) -> None:
    unit = editor.copy.rows("units")[0]["unit_id"]
    assert editor.change(unit, "basis", "mine") == ((unit,), "")
    wrong: list[Any] = [None, 1, "unit"]
    for odd in wrong:
        with pytest.raises(InvalidInput, match="there is no table"):
            editor.go(odd)
    assert editor.table.value == "units"
