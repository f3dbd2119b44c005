"""The table twin of the map."""

from __future__ import annotations

from gpwlab.widgets import Lab
from gpwlab.widgets.maptable import HEX_COLUMNS, UNIT_COLUMNS


def test_units_of_the_table_are_those_of_the_map(lab: Lab) -> None:
    lab.bar.table.value = True
    rows = lab.table.grid.rows
    assert lab.table.layout.display is None
    frame = lab.game.units
    on_map = frame[frame["hex"].notna() & (frame["hex"] != "")]
    assert {(row[0], row[2]) for row in rows} == set(zip(on_map["hex"], on_map["unit"], strict=True))
    assert {len(row) for row in rows} == {len(UNIT_COLUMNS)}


def test_table_follows_the_game_while_it_is_open(lab: Lab) -> None:
    assert lab.table.grid.rows == []
    lab.session.attempt("move ax-pz-47 B1712")
    assert lab.table.grid.rows == []
    lab.bar.table.value = True
    lab.session.attempt("move ax-inf-7 B1713")
    place = {row[2]: row for row in lab.table.grid.rows}["ax-inf-7"]
    assert (place[0], place[8]) == ("B1713", "moved")


def test_hexes_tell_who_holds_and_reaches_them(lab: Lab) -> None:
    lab.bar.table.value = True
    lab.table.what.value = "Hexes"
    rows = {str(row[0]): row for row in lab.table.grid.rows}
    assert len(rows) == sum(lab.game.board.playable)
    bialystok = dict(zip(HEX_COLUMNS, rows["B1612"], strict=True))
    assert bialystok["place"] == "Bialystok"
    assert bialystok["held by"] == "Soviet"
    assert "Axis" in str(bialystok["ZOC"])
    assert bialystok["unit"] == lab.game.unit_at("B1612")[0]


def test_a_row_moves_the_cursor_and_the_twin_is_text(lab: Lab) -> None:
    lab.bar.table.value = True
    lab.table.grid._handle_custom_msg({"kind": "row", "name": "B1612"}, [])
    assert lab.session.cursor == "B1612"
    assert "B1612 | Bialystok" in lab.table._repr_mimebundle_()["text/plain"]
    sent: list[dict[str, object]] = []
    lab.table.grid.send = sent.append  # type: ignore[method-assign]
    lab.table.grid._handle_custom_msg({"kind": "ready"}, [])
    assert sent[0]["rows"] == lab.table.grid.rows
