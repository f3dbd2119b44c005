"""The workbook as a whole: random games, saves, positions, the sandbox, bad input, actions as text."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, hube
from gpwlab.hube import records
from gpwlab.hube.actions import ACTIONS
from gpwlab.hube.parsing import WORDS, form_of
from gpwlab.hube.position import DEAD, ON_MAP, Position
from tests.hube.games import at, fresh, hex_of, refused, state_of
from tests.hube.invariants import check
from tests.hube.player import RandomPlayer, SteadyPlayer, play_out
from tests.hube.tables import DATA, one

# -- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_random_ruled_decisions_carry_a_campaign_to_its_end(seed: int) -> None:
    game, player = fresh("kirovograd:campaign", seed=seed), SteadyPlayer(seed, calm=0.45)
    turns = Counter[int]()
    while game.winner is None:
        before = game.phase.turn
        game.do(player.choose(game))
        if game.phase.turn != before:
            turns[game.phase.turn] += 1
            check(game._pos)
    assert max(turns, default=1) == 32 or "hube 1.2b" in [reason.rule for reason in game.winner.reasons]
    assert all(count == 1 for count in turns.values())
    twin = hube.from_position(game.position)
    assert str(twin.winner) == str(game.winner)


@pytest.mark.parametrize("slug", ["kirovograd", "korsun", "relief", "collapse", "moving-pocket"])
def test_random_games_of_every_scenario_end(slug: str) -> None:
    game = play_out(slug, 5, calm=0.6)
    assert game.winner is not None
    assert game.winner.side in ("Axis", "Soviet", "")
    assert game.phase.turn == game.last_turn or game.ground == "Mud"
    check(game._pos)


def test_a_campaign_with_every_variant_plays() -> None:
    game, player = fresh("relief:campaign", "4.1", "4.2", "4.3", "4.4"), RandomPlayer(4, calm=0.5)
    for _step in range(120):
        if game.winner is not None:
            break
        game.do(player.choose(game))
    check(game._pos)


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_a_save_replays_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    game, player = fresh("kirovograd:campaign"), RandomPlayer(3)
    for _step in range(60):
        game.do(player.choose(game))
    assert game.winner is None
    game.mark("here")
    path = tmp_path / "save.json"
    game.save(path)
    twin = hube.load(path)
    assert (twin.position, twin.read_only, twin.notes) == (game.position, "", game.notes)
    text = path.read_text(encoding="ascii")
    path.write_text(text.replace('"cursor":60', '"cursor":59'), encoding="ascii")
    with pytest.raises(DataError, match="checksum"):
        hube.load(path)


def test_a_scenario_file_begins_a_game(tmp_path: Path) -> None:
    game = at("korsun", "Axis Movement")
    game.edit().place("ax-inf-1", "A20.20")
    path = tmp_path / "mine.json"
    game.edit().save(path, "Mine", "a note")
    twin = hube.new(path, seed=5)
    assert (hex_of(twin, "ax-inf-1"), twin.phase.name, twin.seed, twin.cursor) == ("A20.20", "Axis Movement", 5, 0)
    with pytest.raises(InvalidInput, match="title"):
        game.edit().save(path, "")
    path.write_text("{}", encoding="ascii")
    with pytest.raises(DataError):
        hube.new(path)


def test_tables_of_ones_own_count(tmp_path: Path) -> None:
    """A folder in which Uman is worth nothing."""
    source = one("victory_points", hex="B2.11")
    assert source["vp"] == "4"
    text = (DATA / "victory_points.csv").read_text(encoding="utf-8")
    (tmp_path / "victory_points.csv").write_text(text.replace("Uman,B2.11,B2.11,4", "Uman,B2.11,B2.11,1"))
    game = hube.new("kirovograd:campaign", overlay=tmp_path)
    game.edit().control("B2.11", "Soviet")
    assert game.vp == 10
    (tmp_path / "victory_points.csv").write_text("nonsense")
    with pytest.raises(DataError, match=r"victory_points\.csv"):
        hube.new("kirovograd:campaign", overlay=tmp_path)
    with pytest.raises(DataError):
        hube.new("kirovograd", overlay=tmp_path / "nowhere")


def record(**changes: Any) -> str:
    """A position with fields changed, or left out where None."""
    text = at("relief", "Axis Movement").position
    body = json.loads(text.removeprefix("hube1 "))
    body |= changes
    return "hube1 " + json.dumps({key: value for key, value in body.items() if value is not None})


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": None},
        {"turn": 99},
        {"turn": 1},
        {"phase": 11},
        {"phase": -7},
        {"seed": "1"},
        {"beer": 1},
        {"scenario": "nowhere"},
        {"rules": ["4.1"]},
        {"rules": ["9"]},
        {"ground": "Ice"},
        {"air": "none"},
        {"weather": "Fine"},
        {"units": []},
        {"units": {"ax-inf-1": "on the map||0|0"}},
        {"units": {"nobody": "dead||0|0"}},
        {"units": {"ax-inf-1": "asleep||0|0"}},
        {"units": {"ax-inf-1": "on the map|Z1.01|0|0"}},
        {"oos": ["ax-inf-254", "ax-inf-254"]},
        {"oos": ["ax-inf-96", "nobody"]},
        {"points": [["Axis", "beer", "A44.20", 1]]},
        {"points": [["Axis", "sp", "A44.20", -1]]},
        {"points": [["Red", "sp", "A44.20", 1]]},
        {"fortress": {"A31.35": "ax-inf-1"}},
        {"owner": {"A44.20": 7}},
        {"modes": {"ax-inf-1": "asleep"}},
        {"cargo": {"ax-inf-1": -1}},
        {"ended": "never"},
        {"collapse": "maybe"},
        {"bought": [1]},
        {"wings": {"ax-he111-1": "flying|"}},
        {"course": {"x": 1}},
        {"stock": [["Axis", "sp"]]},
        {"chase": [1, 2]},
        {"supplied": [0, 1]},
        {"opened": 1},
        {"tally": {"a": -1}},
        {"first": 2},
    ],
    ids=lambda changes: "-".join(map(str, changes)),
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        hube.from_position(record(**changes))


def test_a_position_holds_all_that_later_play_needs() -> None:
    """Every field of a position is written, or worked out from what is."""
    apart = {"world", "seed", "turn", "phase", "fate", "where", "lost", "due", "wing", "base", "version"}
    named = set(records.OPTIONAL)
    assert {field.name for field in fields(Position)} - apart <= named


# -- the sandbox ------------------------------------------------------------------------------------------------------


def test_edits_are_logged_and_undone() -> None:
    game = at("kirovograd", "Axis Movement")
    before = game.position
    edit = game.edit()
    edit.place("ax-16-pz", "A20.20")
    edit.remove("ax-inf-1")
    edit.points("Axis", "sp", "A20.20", 7)
    edit.control("A20.21", "Soviet")
    edit.ground("Light Freeze")
    edit.lost("ax-inf-75", 2)
    assert (state_of(game, "ax-inf-1"), game.ground) == ("dead", "Light Freeze")
    assert list(game.log[game.log["kind"] == "edit"]["action"])[-1] == "edit lost ax-inf-75 2"
    for _n in range(6):
        game.undo()
    assert game.position == before


def test_edits_that_cannot_be_are_refused() -> None:
    game = at("moving-pocket", "Axis Movement")
    edit = game.edit()
    red = next(piece.hex for piece in game.pieces if piece.side == "Soviet")
    for attempt in (
        lambda: edit.place("ax-inf-1", red),
        lambda: edit.place("ax-inf-1", "B8.34"),
        lambda: edit.control(red, "Axis"),
        lambda: edit.lost("ax-5ss-pz-pg-9", 1),
    ):
        with pytest.raises(IllegalAction):
            attempt()
    for wrong in (
        lambda: edit.place("nobody", "A44.20"),
        lambda: edit.remove("ax-inf-1", "hell"),
        lambda: edit.points("Axis", "beer", "A44.20", 1),
        lambda: edit.points("Axis", "sp", "A44.20", -1),
        lambda: edit.ground("Ice"),
        lambda: edit.turn(1, "Weather"),
        lambda: edit.turn(25, "Tea"),
        lambda: game.do("edit dance ax-inf-1"),
    ):
        with pytest.raises(InvalidInput):
            wrong()


# -- actions ----------------------------------------------------------------------------------------------------------


SAMPLES = (
    "place ax-inf-1 A32.33",
    "bring sp 3 A1.35",
    "base ax-he111-1 A32.33",
    "reserves 2",
    "initiative 1 2 3 4",
    "initiative",
    "weather 51 3",
    "weather",
    "first Axis",
    "supply 3 4",
    "rebuild ax-inf-1 okh",
    "move ax-inf-1 ax-inf-75 by A32.33 A32.34",
    "rail sp/12/A1.35 A44.20 3",
    "haul sp 3 A1.35 A44.20",
    "spend sp 2 A44.20",
    "load ax-1-pz-truck 2",
    "unload ax-1-pz-truck 2",
    "mode ax-inf-1 reserve",
    "trace ax-inf-1 no",
    "lose ax-inf-1 1 combat",
    "retreat ax-inf-1 A32.33",
    "control A44.20 Soviet",
    "break ax-inf-1",
    "absorb ax-inf-1-r1 ax-inf-1",
    "convert ax-rr-1",
    "flip su-pontoon-1uf B17.24",
    "build hedgehog A44.20 ax-hq-11",
    "refit ax-he111-1",
    "sortie ax-he111-1",
    "hipshoot ax-he111-1 A44.20",
    "airlift ax-he111-1 4 A44.20",
    "drop sp 4 A44.20",
    "alert 3",
    "post A44.20",
    "recall 2",
    "escape ax-inf-1 ax-inf-75 3",
    "collapse ax-hq-11 ax-hq-42",
    "exit ax-inf-1",
    "follow truck 2 B13.01",
    "flank su-hq-47/2 su-inf-60/4",
    "subsist A14.28 2",
    "spare ax-inf-1",
    "link ax-inf-72 4",
    "done",
    "reseed 5",
    "edit ground Mud",
)


def test_every_action_has_a_text_form() -> None:
    assert {text.split()[0] for text in SAMPLES} == set(ACTIONS)
    for text in SAMPLES:
        assert str(hube.parse_action(text)) == text
    for verb in ACTIONS:
        assert form_of(verb).startswith(verb)


#: Enough after the verb and its kind to make an action.
_REST = {
    "bring": "1 A44.20", "haul": "1 A44.20 A44.21", "spend": "1 A44.20", "follow": "1 B13.01",
    "build": "A44.20 ax-hq-11", "drop": "1 A44.20",
}  # fmt: skip


@pytest.mark.parametrize("verb", sorted(_REST))
def test_the_form_of_an_action_lists_the_words_that_it_takes_and_no_other(verb: str) -> None:
    game = at("kirovograd", "Axis Movement")
    words = form_of(verb).split()[1].split("|")
    for word in words:
        game.why_not(f"{verb} {word} {_REST[verb]}")
    for word in {"sp", "truck", "wagon", "pax", "eq", "hedgehog", "hedgehog-2", "airbase", "airbase-1"} - set(words):
        with pytest.raises(InvalidInput):
            game.why_not(f"{verb} {word} {_REST[verb]}")


@pytest.mark.parametrize("verb", ["bring", "haul", "spend"])
def test_the_explanation_of_an_action_lists_its_words_and_says_its_unit(verb: str) -> None:
    first, _, more = (ACTIONS[verb].__doc__ or "").partition("\n")
    assert ("in SP" if verb == "bring" else "in T, four to an SP") in first
    assert {word.strip(",;.") for word in more.split()} >= set(WORDS[verb])


def test_supply_is_brought_in_by_points_and_carried_and_used_by_quarters() -> None:
    game = at("kirovograd", "Axis Reinforcement")
    game.do("bring sp 1 A1.35")
    game.do("spend sp 3 A1.35")
    assert game._pos.held(0, "sp", game.board.hex("A1.35")) == 1
    (why,) = (reason.text for reason in game.why_not("spend sp 2 A1.35"))
    assert "no 2 T of supply" in why
    game.play("Axis Movement")
    assert any("has 1 T of supply, not 2" in why.text for why in game.why_not("haul sp 2 A1.35 A2.35"))


@pytest.mark.parametrize(
    "action",
    [
        hube.Place(5, "A44.20"),
        hube.Lose("ax-inf-1", "1", "combat"),
        hube.Move(("ax-inf-1",), ()),
        hube.Move((), ("A44.20",)),
        hube.Weather((51.0,)),
        hube.Reserves(True),
        hube.Move(("ax-inf-1 ax-inf-2",), ("A44.20",)),
        hube.Control("A44.20", None),
        hube.Alert(("3",)),
        hube.Edit("ground", ()),
        hube.Collapse((5,)),
    ],
    ids=str,
)
def test_an_action_with_wrong_fields_is_invalid(action: Any) -> None:
    game = at("kirovograd", "Axis Movement")
    before = game.position
    with pytest.raises(InvalidInput):
        game.do(action)
    assert game.position == before


@pytest.mark.parametrize(
    "make", [lambda: hube.Move("ax-inf-1", ("A44.20",)), lambda: hube.Flank("su-inf-60/4"), lambda: hube.Weather(51)]
)
def test_a_list_that_is_none_is_invalid(make: Any) -> None:
    with pytest.raises(InvalidInput, match="is a list"):
        make()


@pytest.mark.parametrize(
    "text",
    [
        "lose ax-inf-1 1",
        "lose ax-inf-1 one combat",
        "move by A44.20",
        "move ax-inf-1 by",
        "done now",
        "flank su-inf-60",
        "flank su-inf-60/0",
        "flank su-inf-60/4 su-inf-60/4",
        "rail sp/0/A1.35 A44.20 1",
        "subsist A14.28 two",
        "airlift ax-zeppelin-1 1 A44.20",
        "drop beer 1 A44.20",
        "spare su-inf-60",
        "trace beer no",
        "link nobody 1",
        "follow horse 1 B13.01",
        "build bridge A44.20 ax-hq-11",
        "weather 51 3 3",
        "initiative 1 2",
        "recall 0",
    ],
)
def test_text_that_is_no_action_is_invalid(text: str) -> None:
    with pytest.raises(InvalidInput):
        at("kirovograd", "Axis Movement").do(text)


def test_a_view_acts_for_its_side_alone() -> None:
    game = at("kirovograd", "Axis Movement")
    assert list(game.view("Soviet").legal) == []
    assert game.view("Soviet").why_not("alert")
    assert game.view("Axis").why_not("alert") == []
    assert "alert" in game.view("Axis").legal
    assert not game.view("Soviet").legal
    assert game.view("Soviet").position.startswith("hube-view Soviet ")


def test_units_of_the_dead_pile_stay_dead_in_the_frame() -> None:
    game = fresh("collapse")
    frame = game.units.set_index("unit")
    dead = [game._pos.unit(u).id for u, fate in enumerate(game._pos.fate) if fate == DEAD]
    assert set(frame.loc[dead]["state"]) == {"dead"}
    assert set(frame[frame["state"] == "on the map"].index) == {
        game._pos.unit(u).id for u, fate in enumerate(game._pos.fate) if fate == ON_MAP
    }
    assert frame.loc["ax-inf-34"]["lost"] == 1
    assert frame.loc["ax-inf-357"]["arrives"] == 19


def test_lists_of_the_package() -> None:
    assert list(hube.scenarios()["slug"])[:2] == ["kirovograd", "kirovograd:campaign"]
    assert len(hube.scenarios()) == 10
    assert set(hube.tables()["table"]) >= {"weather", "setup", "units"}


def test_placing_waits_for_a_refusal_without_effect() -> None:
    game = at("kirovograd", "Soviet Combat")
    refused(game, "move su-inf-38 by B2.26", game.phase.rule)
    assert game.range_home("Soviet", "B30.28") == 6
