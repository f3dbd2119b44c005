"""The log beside the stepper: lines that go to their place, filters, reasons, what was undone; bookmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw
from gpwlab.widgets import Lab, LogView
from gpwlab.widgets.bookmarks import Bookmarks


def lines(view: LogView) -> list[dict[str, Any]]:
    return list(view.table.lines)


def press(view: LogView, number: int) -> None:
    """A click on a line as the page reports it."""
    view.table._handle_custom_msg({"kind": "go", "n": number}, [])


@pytest.fixture
def fought(fighting_lab: Lab) -> Lab:
    """The battle for Bialystok has been rolled, and the log is open."""
    fighting_lab.tabs.turn_to("Log")
    fighting_lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    fighting_lab.session.attempt("resolve B1612")
    return fighting_lab


def test_log_shows_die_rule_and_what_was_taken_back(fought: Lab) -> None:
    battle = next(line for line in lines(fought.journal) if line["text"].startswith("battle at B1612"))
    assert (battle["die"], battle["rule"], battle["marks"]) == ("4", "gpw 7.4.3", "")
    assert battle["says"]
    fought.stepper.undo.click()
    battle = next(line for line in lines(fought.journal) if line["text"].startswith("battle at B1612"))
    assert battle["marks"] == "undone"
    assert "die 4" in LogView(fought.game)._repr_mimebundle_()["text/plain"]


def test_click_goes_there_and_back_again(fought: Lab) -> None:
    there = fought.game.position
    press(fought.journal, 3)
    assert fought.game.cursor == 3
    assert fought.journal.table.current == 3
    assert fought.game.unit_at("B1712") == ["ax-pz-47"]
    assert all(line["marks"] for line in lines(fought.journal) if line["n"] > 3)
    press(fought.journal, 7)
    assert fought.game.position == there
    press(fought.journal, 0)
    assert fought.game.cursor == 0


def test_a_line_gives_its_reasons(fought: Lab) -> None:
    press(fought.journal, 3)
    for reason in _price(fought):
        assert reason.text in fought.journal.detail.value
    for number in (6, 7):
        press(fought.journal, number)
        assert "attack strength" in fought.journal.detail.value
        assert "gpw 7.2.A" in fought.journal.detail.value
    press(fought.journal, 1)
    assert "<code>done</code>" in fought.journal.detail.value


def _price(lab: Lab) -> list[Any]:
    before = lab.game.fork()
    before.jump(2)
    return before.price("move ax-pz-47 B1712")


def test_filters_by_kind_side_and_undone(fought: Lab) -> None:
    view = fought.journal
    view.kind.label = "dice"
    assert [line["die"] for line in lines(view)] == ["4"]
    view.kind.label = "moves"
    assert [line["n"] for line in lines(view)] == [4, 3]
    fought.stepper.first.click()
    assert [line["n"] for line in lines(view)] == [4, 3]
    view.undone.value = False
    assert [line["n"] for line in lines(view)] == []
    assert view.table.empty == "nothing of this kind"
    view.kind.label, view.undone.value, view.side.value = "everything", True, "Soviet"
    assert lines(view) == []


def test_every_kind_of_event_belongs_to_a_filter() -> None:
    from gpwlab.widgets.kit import kit_of

    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Panzer Movement")
    game.reseed(3)
    known = {kind for _caption, kinds in kit_of(game).log_kinds for kind in kinds}
    assert set(game.log["kind"]) <= known


def test_overwritten_line_is_kept_apart_and_says_so(fought: Lab) -> None:
    seen: list[int] = []
    view = LogView(fought.session)
    view.on_lost.append(seen.append)
    fought.session.run(lambda: fought.game.jump(3))
    fought.session.attempt("reseed 5")
    lost = next(line for line in lines(view) if line["n"] == 7)
    assert lost["marks"] == "undone lost"
    press(view, 7)
    assert seen == [7]
    assert fought.game.cursor == 4


def test_long_log_shows_its_end() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Combat")
    view = LogView(game, rows=5)
    assert len(lines(view)) == 5
    assert f"the last 5 of {len(game.log)} events" in view.heading.value
    assert lines(view)[0]["text"] == game.log["text"].iloc[-1]


# -- bookmarks ----------------------------------------------------------------------------------------------------


def test_bookmark_is_made_seen_and_gone_to(fought: Lab, tmp_path: Path) -> None:
    marks = Bookmarks(fought.session)
    marks.note.value = "Bialystok <falls>"
    marks.add.click()
    assert fought.game.notes == {7: "Bialystok <falls>"}
    assert any(line["note"] == "Bialystok <falls>" for line in lines(fought.journal))
    assert "&lt;falls&gt;" in fought.said.value
    fought.stepper.first.click()
    marks.add.click()
    assert fought.game.notes[0].startswith("Turn 1 (Jun 1941)")
    marks.list.value = 7
    marks.go.click()
    assert fought.game.cursor == 7
    marks.remove.click()
    assert list(fought.game.notes) == [0]
    fought.files.path.value = str(tmp_path / "a.gpw.json")
    fought.files.save.click()
    assert list(gpw.load(tmp_path / "a.gpw.json").notes) == [0]


def test_bookmark_on_an_overwritten_line_says_so(fought: Lab) -> None:
    marks = Bookmarks(fought.session)
    assert marks.marked.layout.display == "none"
    marks.add.click()
    fought.stepper.undo.click()
    fought.session.attempt("reseed 5")
    assert "(overwritten)" in marks.list.options[0][0]
    marks.go.click()
    assert "overwritten" in fought.said.value
    assert "7: " in marks._repr_mimebundle_()["text/plain"]


def test_log_that_is_not_seen_waits(fighting_lab: Lab) -> None:
    assert lines(fighting_lab.journal) == []
    fighting_lab.tabs.turn_to("Log")
    assert lines(fighting_lab.journal)[0]["n"] == 5
