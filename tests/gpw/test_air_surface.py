"""Aircraft as users meet them: text forms, refusals, records, undo, the sandbox, legal actions, house tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, gpw, study
from gpwlab.core import tables
from gpwlab.gpw import records
from gpwlab.gpw.options import RuleSet
from tests.gpw import invariants
from tests.gpw.boards import game_at
from tests.gpw.wings import AIR, ATTACK, BOMBER, FIGHTER, GROUND, HELD, TARGET, at, duel, place, raid, rules_of, state

RAID = (ATTACK, "fly su-bom-5 A0813", "ready", "intercept ax-fb-1 A0813")


def raiders(seed: int = 1, **more: Any) -> gpw.Game:
    return at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER}, seed=seed, **more)


# ---- forms and refusals


@pytest.mark.parametrize("text", ["fly su-bom-5 A0813", "intercept ax-fb-1 A0813", "base ax-fb-1 A0816", "ready"])
def test_actions_have_a_text_form(text: str) -> None:
    assert str(gpw.parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("fly su-bom-5", "fly AIRCRAFT HEX"),
        ("intercept ax-fb-1", "intercept AIRCRAFT HEX"),
        ("base ax-fb-1 A0816 A0817", "base AIRCRAFT HEX"),
        ("ready now", "ready"),
        ("fly su-bom-77 A0813", "su-bom-77"),
        ("base su-bom-5 Z0101", "Z0101"),
    ],
)
def test_malformed_actions_are_told_apart_from_illegal_ones(text: str, named: str) -> None:
    game = raiders()
    before = game.position
    with pytest.raises(InvalidInput, match=named):
        game.do(text)
    assert game.position == before


def test_units_of_the_air_take_no_part_with_the_rule_off() -> None:
    with pytest.raises(InvalidInput, match="takes no part"):
        game_at("Soviet Combat", {**GROUND, **BOMBER}, control=HELD)
    assert "su-bom-5" not in set(gpw.new("barbarossa").units.unit)
    assert {"ax-fb-1", "ax-bom-1"} <= set(gpw.new("barbarossa", rules=AIR).units.unit)


@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        ("Soviet Combat", "fly su-inf-3 A0813", "gpw 11.0.A"),
        ("Soviet Combat", "fly ax-fb-1 A0813", "gpw 3.2.4.A"),
        ("Soviet Combat", "fly su-bom-1 A0813", "gpw 11.0.A"),  # still to come
        ("Soviet Combat", "intercept ax-fb-1 A0813", "gpw 11.1.2.B"),
        ("Soviet Combat", "base su-bom-5 A0619", "gpw 3.0.A"),
        ("Soviet Armored Movement", "fly su-bom-5 A0813", "gpw 3.0.A"),
        ("Soviet General Movement", "move su-bom-5 A0711", "gpw 11.2"),
        ("Soviet General Movement", "ready", "gpw 3.0.A"),
        ("Soviet General Movement", "base ax-fb-1 A0816", "gpw 3.2.5.A"),
        ("Soviet General Movement", "base su-inf-3 A0816", "gpw 11.0.A"),
    ],
)
def test_refusals_cite_their_rule(phase: str, action: str, rule: str) -> None:
    game = at(phase, {**GROUND, **FIGHTER, **BOMBER})
    before = game.position
    assert rules_of(game, action)[0] == rule
    with pytest.raises(IllegalAction):
        game.do(action)
    assert game.position == before


def test_while_fighters_are_awaited_nothing_else_is_done() -> None:
    game = raid()
    for action in ("resolve A0813", "done", "fly su-bom-5 A0813", "base su-bom-5 A0611"):
        assert rules_of(game, action)[0] == "gpw 11.1.2.B"
    with pytest.raises(IllegalAction, match="Axis player decides"):
        game.next_phase()


# ---- undo, records, saves


def raid_to_the_end(game: gpw.Game) -> list[str]:
    """The raid, its battle and what follows up to the next movement; the position after each action."""
    seen = [game.position]
    for action in (*RAID, "resolve A0813"):
        while game.pending and game.pending.kind != "intercept":
            game.do(game.pending.default)
            seen.append(game.position)
        game.do(action)
        seen.append(game.position)
    while game.pending:
        game.do(game.pending.default)
        seen.append(game.position)
    return seen


@pytest.mark.parametrize(("interceptor", "target"), [(1, 1), (4, 6), (6, 6)])
def test_every_step_of_a_raid_can_be_undone_replayed_and_read_back(interceptor: int, target: int) -> None:
    game = raiders(duel(interceptor, target))
    start = game.cursor
    seen = raid_to_the_end(game)
    for number, text in enumerate(seen):
        game.jump(start + number)
        twin = gpw.from_position(text, game.rules)
        assert twin.position == text == game.position
        assert twin.pending == game.pending
        invariants.check(twin._pos)
        assert list(map(str, twin.legal)) == list(map(str, game.legal))
    while game.cursor > start:
        game.undo()
    assert raid_to_the_end(game) == seen


def test_a_save_in_the_middle_of_the_interceptions_is_opened_there(tmp_path: Path) -> None:
    game = raid(duel(4, 1))
    game.save(tmp_path / "raid.json")
    again = gpw.load(tmp_path / "raid.json", game.rules)
    assert (again.position, again.pending, again.read_only) == (game.position, game.pending, "")
    assert again.do("intercept ax-fb-1 A0813") == game.do("intercept ax-fb-1 A0813")


def test_a_fork_flies_on_its_own() -> None:
    game = raid(duel(6, 6))
    twin = game.fork()
    twin.do("intercept ax-fb-1 A0813")
    assert (game.aircraft("Soviet"), twin.aircraft("Soviet")) == ({"su-bom-5": "OAS"}, {})
    assert game._pos.flown != twin._pos.flown


def told(game: gpw.Game) -> dict[str, Any]:
    return json.loads(game.position.removeprefix(records.PREFIX))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"missions": {"su-inf-3": "OAS"}}, "su-inf-3"),
        ({"missions": {"su-bom-5": "sleep"}}, "sleep"),
        ({"missions": {"su-bom-1": "OAS"}}, "su-bom-1"),
        ({"missions": ["su-bom-5"]}, "missions"),
        ({"flown": ["su-inf-3"]}, "flown"),
        ({"flown": ["su-bom-5", "su-bom-5"]}, "twice"),
        ({"air_stage": "lunch"}, "air_stage"),
        ({"air_stage": "over", "phase": 7}, "air_stage"),
        ({"units": {"su-bom-5": "A1203"}}, "A1203"),  # at base in the steppe
        ({"units": {"su-bom-5": "A0611", "su-bom-1": "A0611"}}, "A0611"),
        (
            {"units": {"su-bom-5": "A0611", "su-bom-1": "A0611"}, "missions": {"su-bom-5": "DAS", "su-bom-1": "DAS"}},
            "two",
        ),
        ({"units": {"su-bom-5": "turn box"}}, "boxes"),
        ({"units": {"su-bom-5": "eliminated/0"}}, "turn box"),
        ({"boxes": {"su-bom-5": 11}}, "boxes"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(changes: dict[str, Any], named: str) -> None:
    record = told(raiders())
    record |= {key: value for key, value in changes.items() if key != "units"}
    record["units"] |= changes.get("units", {})
    with pytest.raises(InvalidInput, match=named):
        gpw.from_position(records.PREFIX + json.dumps(record), RuleSet(AIR.options, raiders().rules.tables))


# ---- what is shown


def test_the_order_of_battle_tells_what_aircraft_do() -> None:
    game = raid(duel(4, 6))
    assert (state(game, "su-bom-5"), state(game, "ax-fb-1")) == ("OAS", "based")
    game.do("intercept ax-fb-1 A0813")
    assert (state(game, "su-bom-5"), state(game, "ax-fb-1")) == ("aborted", "turn box")
    row = game.units.set_index("unit").loc["su-bom-5"]
    assert row["hex"] == TARGET
    assert row["in_supply"] is None


def test_the_log_has_a_row_for_every_flight_and_die() -> None:
    game = raid(duel(4, 6))
    game.do("intercept ax-fb-1 A0813")
    game.do("base su-bom-5 A0611")
    rows = game.log[game.log.kind.isin(["sortie", "ready", "interception", "shot-down", "base"])]
    assert list(rows.kind) == ["sortie", "ready", "sortie", "interception", "interception", "shot-down", "base"]
    assert [int(die) for die in rows.die.dropna()] == [4, 6]
    assert set(rows.rule) == {
        "gpw 11.1.1.A",
        "gpw 11.1.2.E",
        "gpw 11.1.2.D",
        "gpw 11.1.2.F",
        "gpw 11.1.2.G",
        "gpw 11.1.2.I",
        "gpw 11.1.2.H",
    }


@pytest.mark.parametrize("phase", ["Soviet Combat", "Soviet General Movement", "Soviet Armored Movement"])
def test_legal_lists_counts_and_contains_the_same_actions(phase: str) -> None:
    game = at(phase, {**GROUND, **FIGHTER, **BOMBER})
    if phase == "Soviet Combat":
        game.do(ATTACK)
    listed = list(game.legal)
    assert len(game.legal) == len(listed) == len(set(listed))
    assert all(action in game.legal for action in listed)
    assert game.legal.of("su-bom-5") == [action for action in listed if "su-bom-5" in str(action)]
    assert all(str(action).endswith(" A0812") for action in game.legal.at("A0812") if str(action).startswith("base"))


def test_legal_counts_while_aircraft_are_out_and_while_a_field_falls() -> None:
    out = at("Soviet General Movement", {**GROUND, "su-bom-5": TARGET}, missions={"su-bom-5": "OAS"})
    assert len(out.legal) == len(list(out.legal))
    assert gpw.Done() not in out.legal
    game = at("Axis General Movement", {"ax-pz-56": "A0914", "su-bom-1": "A1013"})
    game.do("move ax-pz-56 A1013 A1012")
    assert game.pending is not None
    assert len(game.legal) == len(game.pending.options)


def test_a_view_shows_the_aircraft_of_both_sides() -> None:
    view = raid().view("Axis")
    assert (view.aircraft("Soviet"), view.aircraft("Axis")) == ({"su-bom-5": "OAS"}, {"ax-fb-1": ""})
    with pytest.raises(InvalidInput, match="Finland"):
        view.airfields("Finland")


def test_play_goes_through_a_raid_by_the_defaults() -> None:
    game = raiders(duel(1, 1))
    for action in (ATTACK, "fly su-bom-5 A0813"):
        game.do(action)
    game.play("Axis Panzer Movement")
    assert game.aircraft("Soviet") == {"su-bom-5": ""}
    assert {"ready", "battle", "base"} <= set(game.log.kind)
    assert "interception" not in set(game.log.kind)  # a hasty defender sends nobody


# ---- the sandbox


def test_the_sandbox_places_aircraft_on_fields_and_says_whether_they_have_flown() -> None:
    game = at("Soviet General Movement", GROUND)
    edit = game.edit()
    edit.place("su-bom-1", "A0611")
    assert game.aircraft("Soviet") == {"su-bom-1": ""}
    for hex_id in ("A1203", "A0816"):  # steppe; the Axis passed Ryazan last
        with pytest.raises(IllegalAction, match=r"11.0.B"):
            edit.place("su-bom-2", hex_id)
    with pytest.raises(IllegalAction, match=r"holds BOM 1"):
        edit.place("su-bom-2", "A0611")
    edit.flown("su-bom-1")
    assert rules_of(game, "base su-bom-1 A0619") == ["gpw 11.2.B"]
    edit.flown("su-bom-1", yes=False)
    assert rules_of(game, "base su-bom-1 A0619") == []
    twin = gpw.from_position(game.position, game.rules)
    assert twin.position == game.position


def test_the_sandbox_puts_aircraft_into_turn_boxes() -> None:
    game = at("Soviet General Movement", {**GROUND, **BOMBER})
    game.edit().box("su-bom-5", 12)
    assert state(game, "su-bom-5") == "turn box"
    game.play("Soviet Reinforcement/Replacement", turn=12)
    assert state(game, "su-bom-5") == "due"
    with pytest.raises(IllegalAction, match="turn box"):
        game.edit().remove("su-bom-5")
    with pytest.raises(InvalidInput, match="turn"):
        game.edit().box("su-bom-5", 12)  # not to come
    with pytest.raises(IllegalAction, match=r"11.0.A"):
        game.edit().box("su-inf-3", 13)


def test_the_sandbox_leaves_aircraft_on_a_mission_their_phase() -> None:
    game = at("Soviet General Movement", {**GROUND, "su-bom-5": TARGET}, missions={"su-bom-5": "OAS"})
    with pytest.raises(IllegalAction, match=r"11.2.A"):
        game.edit().phase(11, "Axis Combat")
    game.edit().place("su-bom-5", "A0611")
    game.edit().phase(11, "Axis Combat")
    assert game.aircraft("Soviet") == {"su-bom-5": ""}


def test_the_sandbox_knows_no_aircraft_with_the_rule_off() -> None:
    game = game_at("Soviet General Movement", GROUND)
    with pytest.raises(IllegalAction, match=r"11.0.A"):
        game.edit().place("su-bom-1", "A0611")
    with pytest.raises(InvalidInput, match="maybe"):
        game.do("edit flown su-bom-1 maybe")


# ---- tables


def test_a_house_table_decides_interceptions() -> None:
    rows = [dict(row) for row in tables.read("gpw", "interception")]
    deadly = [row | {"result": "shot down"} if row["roller"] == "interceptor" else row for row in rows]
    rules = RuleSet(("air",), {"interception": deadly})
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER}, rules=rules, seed=duel(1, 1))
    planned = game.battle(TARGET, ["su-inf-3", "su-inf-4"], air="su-bom-5")
    assert planned.interception["target"] == {"shot down": 1}
    assert planned.columns == {1: 1}  # nothing is left of the two columns
    for action in RAID:
        game.do(action)
    assert place(game, "su-bom-5") == ""


@pytest.mark.parametrize(("face", "named"), [("5", "die 5"), ("9", "1 to 6")])
def test_a_table_with_a_gap_is_refused(face: str, named: str) -> None:
    rows = [dict(row) for row in tables.read("gpw", "interception")]
    rows[-1]["roll_from"] = "5" if face == "5" else face
    with pytest.raises(DataError, match=named):
        gpw.new("barbarossa", rules=RuleSet(("air",), {"interception": rows}))


def test_contacts_are_those_of_the_ground_units_under_the_aircraft() -> None:
    assert study.contacts(raid(), "Soviet")[TARGET] == ["su-inf-3", "su-inf-4"]
    assert study.contacts(raid(), "Axis")["A0812"] == ["ax-inf-6"]
