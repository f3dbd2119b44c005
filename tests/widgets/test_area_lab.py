"""The lab of Stalingrad: dispatch, clicks by phase, orders, decisions, who looks, and the cards around the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpwlab import gpw, sfs, widgets
from gpwlab.widgets.area_clicks import candidates, click
from gpwlab.widgets.area_keys import AreaCursor, area_line
from gpwlab.widgets.area_lab import AreaLab
from gpwlab.widgets.area_map import Spot


@pytest.fixture
def moving() -> AreaLab:
    """The first German Movement Phase of the standard game."""
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    return AreaLab(game)


@pytest.fixture
def fighting() -> AreaLab:
    """14 Pz (F2) and 29 Mot (F1) before F18, a B division in Southern City; Chuikov stays."""
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    game.do("move 14-pz by SC")
    game.do("move 29-mot by SC")
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    return AreaLab(game)


def test_one_lab_for_all_games() -> None:
    assert isinstance(widgets.Lab(sfs.new("red-square")), AreaLab)
    assert isinstance(widgets.Lab("red-square-solitaire"), AreaLab)
    assert not isinstance(widgets.Lab(gpw.new("barbarossa")), AreaLab)


# ---- clicks


def test_a_stack_is_picked_and_goes_where_the_click_says(moving: AreaLab) -> None:
    session = moving.session
    click(session, Spot("YE", "", "F2"))
    assert session.unit == "F2"
    assert "yellow" in moving.status.value
    click(session, Spot("SC"))
    assert moving.game.actions[-1] == sfs.Move(("14-pz",), ("SC",))
    assert next(s.area for s in moving.game.stacks if s.id == "F2") == "SC"


def test_the_line_speaks_of_yellow_areas_only_where_there_are_some(moving: AreaLab) -> None:
    session, game = moving.session, moving.game
    session.pick("F2")
    assert "click a yellow area" in moving.status.value
    session.attempt("move 14-pz by SC")
    assert game.reach("F2") == {}
    assert "yellow" not in moving.status.value
    assert "to overrun it" in moving.status.value
    session.pick("F18")
    assert "is the enemy's" in moving.status.value
    session.attempt("move 295-inf by REAR")
    session.pick("F6")
    assert "it can do no more" in moving.status.value
    session.attempt("move 71-inf stg-1 by REAR")
    told = {}
    for stack in game.stacks:
        session.pick(stack.id)
        told[stack.id] = moving.status.value
        assert ("yellow" in told[stack.id]) == (stack.side == "German" and bool(game.reach(stack.id)))
    assert "no area is open" in told["F5"]


def test_a_click_too_far_says_why(moving: AreaLab) -> None:
    session = moving.session
    click(session, Spot("YE", "", "F2"))
    click(session, Spot("TW"))
    assert "Refused" in moving.said.value
    assert "sfs " in moving.said.value
    assert moving.game.cursor == 3


def test_a_second_click_drops_the_pick_and_water_drops_all(moving: AreaLab) -> None:
    session = moving.session
    click(session, Spot("YE", "", "F2"))
    click(session, Spot("YE", "", "F2"))
    assert session.unit == ""
    click(session, Spot("YE", "", "F2"))
    click(session, Spot())
    assert session.unit == ""


def test_one_s_own_stack_in_the_same_area_is_joined(moving: AreaLab) -> None:
    session = moving.session
    click(session, Spot("S2", "", "F8"))
    click(session, Spot("S2", "", "F6"))
    stack = session.stack("F6")
    assert stack is not None
    assert {unit.id for unit in stack.units} == {"295-inf", "389-inf"}


def test_only_the_ticked_units_of_a_force_go(moving: AreaLab) -> None:
    session = moving.session
    click(session, Spot("S2", "", "F5"))
    assert session.acting == ("71-inf", "stg-1")
    moving.orders.ticks[1].value = False
    assert session.acting == ("71-inf",)
    click(session, Spot("S1"))
    assert moving.game.actions[-1] == sfs.Move(("71-inf",), ("S1",))


def test_aiming_takes_all_who_may_attack_and_clicks_leave_them_out(fighting: AreaLab) -> None:
    session = fighting.session
    click(session, Spot("SC", "", "F18"))
    assert (session.target, session.attackers) == ("F18", ("F1", "F2"))
    assert candidates(session, "F18") == ["F1", "F2"]
    click(session, Spot("SC", "", "F1"))
    assert session.attackers == ("F2",)
    assert not fighting.walk.declare.layout.display


def test_aiming_where_nobody_may_attack_says_why(fighting: AreaLab) -> None:
    click(fighting.session, Spot("SC", "SC-elevator", "F12"))  # an entering attack is not made on a strongpoint
    assert "sfs 5.5.2.D" in fighting.said.value
    click(fighting.session, Spot("CC", "", "F17"))
    assert "No force of yours is in that area." in fighting.said.value


def test_a_decision_is_answered_by_a_click_on_what_it_names(fighting: AreaLab) -> None:
    session = fighting.session
    session.attempt("attack F18 by F1 F2")
    assert fighting.decision.layout.display is None
    while session.game.pending and session.game.pending.kind != "surround":
        session.attempt(session.game.pending.default)
    assert session.game.pending is not None
    click(session, Spot("SC", "", "F2"))
    assert str(session.game.actions[-1]) == "surround F2"


# ---- placing


def test_a_set_up_is_made_by_clicks() -> None:
    lab = AreaLab(sfs.new("red-square-solitaire", setup="free", seed=1))
    session = lab.session
    assert session.placing == "su-1"
    assert len(lab.orders.due.options) == 7
    click(session, Spot("CC", "CC-station", ""))
    assert next(s.strongpoint for s in lab.game.stacks if any(u.id == "su-1" for u in s.units)) == "CC-station"
    assert session.placing == "su-2"
    lab.orders.due.value = "su-4"
    click(session, Spot("RS"))
    assert any(u.id == "su-4" for s in lab.game.stacks if s.area == "RS" for u in s.units)
    click(session, Spot("YE"))
    assert "Refused" in lab.said.value
    force = next(s.id for s in lab.game.stacks if s.area == "RS" and s.side == "Soviet")
    click(session, Spot("RS", "", force))
    stack = session.stack(force)
    assert stack is not None
    assert len(stack.units) == 2


def test_the_german_places_nothing_in_the_soviet_set_up() -> None:
    lab = AreaLab(sfs.new("red-square-solitaire", setup="free", seed=1), viewer="German")
    assert lab.session.placing == ""
    assert lab.orders.due.layout.display == "none"


# ---- orders, viewers


def test_orders_list_what_a_force_may_do_and_do_it(moving: AreaLab) -> None:
    moving.session.pick("F2")
    texts = [value for _words, value in moving.orders.list.options]
    assert "reserve 14-pz" in texts
    assert "move 14-pz by SC" in texts
    moving.orders.list.value = "reserve 14-pz"
    moving.orders.give.click()
    assert str(moving.game.actions[-1]) == "reserve 14-pz"


def test_without_a_pick_the_orders_are_the_side_s(moving: AreaLab) -> None:
    lab = AreaLab(sfs.new("standard", seed=7))
    assert [value for _words, value in lab.orders.list.options] == ["summon"]


def test_a_viewer_sees_and_does_only_what_is_his(fighting: AreaLab) -> None:
    session = fighting.session
    session.viewer = "Soviet"
    assert not session.attempt("attack F18 by F1 F2")
    assert "it is for the German player to act" in fighting.said.value
    session.viewer = "German"
    assert session.attempt("attack F18 by F1 F2")
    assert not re.search(r"su-\d", fighting.said.value)
    fighting.tabs.turn_to("Log")
    assert not any(re.search(r"su-\d", line["text"]) for line in fighting.journal.table.lines)


def test_a_secret_decision_of_the_other_side_has_no_buttons(fighting: AreaLab) -> None:
    session = fighting.session
    session.attempt("attack F18 by F1 F2")
    session.attempt("proceed")
    session.attempt("commit 2")
    assert session.game.pending is not None
    assert session.game.pending.side == "Soviet"
    shown = [b.description for b in fighting.decision.buttons if b.layout.display is None]
    assert "commit 0" in shown
    session.viewer = "German"
    assert [b.description for b in fighting.decision.buttons if b.layout.display is None] == []
    assert "Hand the table over" in fighting.status.value


def test_the_walk_keeps_the_german_from_the_soviet_class(fighting: AreaLab) -> None:
    fighting.session.viewer = "German"
    click(fighting.session, Spot("SC", "", "F18"))
    combat = fighting.walk.combat
    assert combat is not None
    assert combat.preview is not None
    assert len(combat.preview.cases) > 1
    fighting.walk.step = 1
    assert "what may lie face down" in fighting.walk.content.value


# ---- the cards around


def test_inspector_shows_the_area_its_stacks_and_their_supply(moving: AreaLab) -> None:
    session = moving.session
    session.force = "F2"
    session.hovered = "YE"
    card = moving.inspector.content.value
    assert "Yelshanka" in card
    assert card.count("<svg") == 4
    assert "sfs 6.2.1" in card
    session.viewer = "German"
    session.force = "F18"
    session.hovered = "SC"
    assert "sfs 6" not in moving.inspector.content.value


def test_table_forces_and_record_have_their_rows(moving: AreaLab) -> None:
    moving.table.open_ = True
    assert len(moving.table.grid.rows) == 19
    moving.table.what.value = "Units"
    assert ["YE", "", "F2", "German", "14-pz 14", "armor", "11", ""] in moving.table.grid.rows
    moving.tabs.turn_to("Forces")
    assert any(row[0] == "14-pz" for row in moving.forces.grid.rows)
    moving.forces.grid.on_row[0]("14-pz")
    assert moving.session.cursor == "YE"
    moving.tabs.turn_to("Time")
    assert "37 Guards" in moving.record.content.value
    assert 'class="now"' in moving.record.content.value
    moving.tabs.turn_to("Map")
    assert "<svg" in moving.legend.drawn.value


def test_the_record_goes_to_a_turn_that_was_played(moving: AreaLab) -> None:
    moving.session.run(lambda: moving.game.play(phase="German Movement", turn=2))
    moving.tabs.turn_to("Time")
    moving.record.turn.value = 1
    moving.record.go.click()
    assert moving.game.phase.turn == 1


def test_strength_is_told_up_to_where_one_has_stepped_back(moving: AreaLab) -> None:
    moving.session.run(lambda: moving.game.play(phase="German Movement", turn=3))
    moving.tabs.turn_to("Time")
    second = next(n for n, phase in moving.game.phases if phase.turn == 2)
    assert moving.session.run(lambda: moving.game.jump(second))
    assert [turn for turn, _counts in moving.strength.rows] == [1, 2]
    assert moving.session.run(lambda: moving.game.jump(0))
    assert [turn for turn, _counts in moving.strength.rows] == [1]


def test_strength_is_told_turn_by_turn(moving: AreaLab) -> None:
    moving.session.run(lambda: moving.game.play(phase="German Movement", turn=3))
    moving.tabs.turn_to("Time")
    rows = dict(moving.strength.rows)
    assert list(rows) == [1, 2, 3]
    start = sfs.new("standard", seed=7)
    sums = {
        side: sum(u.strength for s in start.stacks if s.side == side for u in s.units) for side in ("German", "Soviet")
    }
    assert (rows[1]["German SPs"], rows[1]["Soviet SPs"]) == (sums["German"], sums["Soviet"])
    assert moving.strength.content.value.count("<circle") == 6
    assert moving.strength.text().count("turn ") == 3
    moving.session.viewer = "German"
    assert "Soviet strength is hidden" in moving.strength.content.value
    assert dict(moving.strength.rows)[1]["Soviet SPs"] == 0
    assert moving.game.phase.turn == 3


def test_stepper_and_bookmarks_work_as_in_every_lab(moving: AreaLab) -> None:
    moving.stepper.next.click()
    assert moving.game.phase.name == "German Attack"
    moving.stepper.undo.click()
    assert moving.game.phase.name == "German Movement"
    moving.stepper.redo.click()
    moving.bookmarks.note.value = "the assault"
    moving.bookmarks.add.click()
    assert "the assault" in moving.game.notes.values()
    moving.stepper.first.click()
    assert moving.game.cursor == 0
    assert ("★ the assault", moving.game.undone) in moving.stepper.places()


def test_a_game_is_saved_loaded_and_kept(moving: AreaLab, autosaves: Path, tmp_path: Path) -> None:
    moving.session.attempt("reserve 14-pz")
    moving.files.path.value = str(tmp_path / "mine.json")
    moving.files.save.click()
    moving.session.attempt("reserve 29-mot")
    cursor = moving.game.cursor
    moving.files.load.click()
    assert moving.game.cursor == cursor - 1
    assert list(autosaves.glob("standard.*"))
    again = AreaLab(sfs.new("standard", seed=7))
    assert "Recover" in again.autosave.told.value
    again.autosave.recover.click()
    assert again.game.cursor > 0


def test_keys_move_a_cursor_over_areas_and_stacks(moving: AreaLab) -> None:
    cursor = AreaCursor(moving.session, moving.map)
    cursor.put("SC")
    cursor.step("ArrowRight")
    assert moving.session.cursor == "CC"
    cursor.step("ArrowDown")
    assert moving.session.cursor == "RS"
    cursor.step("ArrowLeft")
    assert moving.session.cursor == "SC"
    seen = set()
    for _ in range(4):
        cursor.within(1)
        seen.add((moving.session.force, moving.session.spot))
    assert ("F18", "") in seen
    assert ("F12", "SC-elevator") in seen
    cursor.next_actor(1)
    assert moving.session.force
    assert "German controlled" in area_line(moving.session)


def test_every_key_of_the_sheet_does_something(fighting: AreaLab) -> None:
    for key in (*fighting.keyboard.claims,):
        fighting.keyboard.press(key)
        assert "The lab failed" not in fighting.said.value


def test_the_lab_says_in_words_what_it_shows(moving: AreaLab) -> None:
    said = moving._repr_mimebundle_()
    assert said is not None
    assert said["text/plain"] == moving.game.picture().text


def test_orders_and_answers_say_where_the_forces_are_that_they_name() -> None:
    game = sfs.new("standard", seed=3)
    game.play(phase="German Attack")
    lab = AreaLab(game)
    captions = [button.description for button in lab.decision.buttons if button.layout.display is None]
    assert "refuge F12 (Grain Elevator)" in captions  # in the strongpoint SC-elevator
    assert "refuge F18 (Southern City)" in captions  # in the open
    assert {stack.id: stack.strongpoint for stack in game.stacks}["F12"] == "SC-elevator"
    assert lab.session.words(sfs.parse_action("attack F12 by F1 F2")) == (
        "attack F12 by F1 F2 (F12 Grain Elevator, F1 Yelshanka, F2 Yelshanka)"
    )
