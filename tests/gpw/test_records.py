"""Positions as text: what is written is read, and what contradicts itself or has the wrong form is refused by name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.gpw import records
from tests.gpw.boards import game_at, seed_for

PREFIX = "gpw1 "
UNITS = {
    "ax-pz-56": "B1313",
    "ax-inf-1": "B1214/1",
    "su-inf-3": "B1213",
    "su-inf-30": "due/1",
    "su-inf-31": "eliminated/0",
}


def record(**changes: Any) -> dict[str, Any]:
    """A sound position in the first panzer movement phase, with changes."""
    told = {"scenario": "barbarossa", "rules": [], "seed": 1, "turn": 1, "phase": 2, "units": UNITS, "control": {}}
    return told | changes


def read(told: dict[str, Any]) -> gpw.Game:
    return gpw.from_position(PREFIX + json.dumps(told))


def battle(**changes: Any) -> dict[str, Any]:
    """An announced attack of ax-pz-56 and ax-inf-1 on su-inf-3, with changes."""
    told = {"target": "B1213", "attackers": ["ax-inf-1", "ax-pz-56"], "defenders": ["su-inf-3"], "resolved": False}
    return told | {"result": "", "todo": [], "owed": 0, "route": []} | changes


def test_the_sound_position_is_read() -> None:
    game = read(record())
    assert str(game.phase) == "Turn 1 (Jun 1941): Axis Panzer Movement Phase"
    states = game.units.set_index("unit").state
    assert [states[unit] for unit in UNITS] == ["full", "reduced", "full", "due", "eliminated"]
    assert read(json.loads(game.position.removeprefix(PREFIX))).position == game.position


def test_fields_that_are_left_out_are_as_at_a_phase_without_events() -> None:
    game = read(record())
    assert (game.rp, game.weather, game.winner, game.pending) == (0, "clear", None, None)


@pytest.mark.parametrize(("name", "value"), [
    ("weather", "snow"), ("railed", 3), ("rp", 7), ("replacing", True), ("swapped", True),
    ("kerch_used", [True, False]), ("forfeited", [4, 0]),
    ("moved", ["ax-pz-56"]), ("unsupplied", ["ax-inf-1"]), ("levelled", ["ax-inf-1"]),
    ("stand_ins", [["ax-pz-14", "ax-pz-3"]]), ("seed", -7), ("control", {"B1407": 0, "B1814": 1}),
])  # fmt: skip
def test_every_field_survives(name: str, value: Any) -> None:
    game = read(record(**{name: value}))
    told = json.loads(game.position.removeprefix(PREFIX))
    assert told[name] == value
    assert gpw.from_position(game.position).position == game.position


def test_a_battle_in_progress_survives() -> None:
    seed = seed_for("Axis Combat", "battle", "A1104", 6)
    units = {"ax-pz-3": "A1105", "ax-pz-14": "A1004", "su-inf-3": "A1104"}
    game = game_at("Axis Combat", units, seed=seed)
    game.do("attack A1104 by ax-pz-3 ax-pz-14")
    announced = gpw.from_position(game.position)
    assert announced.attacks == game.attacks
    game.do("resolve A1104")  # 24 to 8 is 3:1, a 6 is a retreat with a loss: where to, and who advances
    twin = gpw.from_position(game.position)
    assert twin.pending == game.pending
    while (choice := game.pending) is not None:
        assert twin.pending == choice
        assert twin.do(choice.default) == game.do(choice.default)
        assert gpw.from_position(game.position).position == twin.position == game.position
    assert {"retreat", "loss"} <= set(game.log.kind)


def test_a_game_that_is_over_stays_over() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": "A0620"}, turn=2)
    game.do("move ax-pz-56 A0619")
    twin = gpw.from_position(game.position)
    assert twin.winner == game.winner
    assert twin.position == game.position
    assert list(twin.legal) == []


@pytest.mark.parametrize("missing", ["scenario", "rules", "seed", "turn", "phase", "units", "control"])
def test_a_missing_field_is_named(missing: str) -> None:
    told = record()
    del told[missing]
    with pytest.raises(InvalidInput, match=missing):
        read(told)


WRONG = [
    # fields
    ({"colour": "red"}, "colour is no field"),
    ({"where": []}, "where is no field"),
    ({"scenario": "overlord"}, "'overlord'"),
    ({"scenario": None}, "not None"),
    ({"scenario": ["barbarossa"]}, "barbarossa"),
    ({"rules": ["23.9"]}, "'23.9'"),
    ({"rules": 5}, "not 5"),
    ({"rules": [5]}, "5"),
    ({"rules": None}, "not None"),
    ({"seed": "1"}, "seed '1' is no whole number"),
    ({"seed": 1.0}, "seed 1.0"),
    ({"seed": True}, "seed True"),
    ({"seed": None}, "seed None"),
    ({"turn": 0}, "turn 0 is not one of 1 to 5"),
    ({"turn": 6}, "turn 6"),
    ({"turn": "1"}, "turn '1'"),
    ({"phase": 10}, "phase 10"),
    ({"phase": -3}, "phase -3"),
    ({"phase": None}, "phase None"),
    # units
    ({"units": []}, "units"),
    ({"units": "ax-pz-56"}, "units"),
    ({"units": {"ax-pz-99": "B1313"}}, "'ax-pz-99'"),
    ({"units": {"ax-pz-56": "B9999"}}, "'B9999'"),
    ({"units": {"ax-pz-56": "lost"}}, "'lost'"),
    ({"units": {"ax-pz-56": "on map"}}, "'on map'"),
    ({"units": {"ax-pz-56": None}}, "None"),
    ({"units": {"ax-pz-56": ["B1313", 2]}}, "ax-pz-56"),
    ({"units": {"ax-pz-56": ""}}, "''"),
    ({"units": {"ax-pz-56": "B1313/"}}, "'B1313/'"),
    ({"units": {"ax-pz-56": "B1313/0"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "B1313/3"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "B1313/-1"}}, "B1313/-1"),
    ({"units": {"ax-pz-56": "eliminated/1"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "due/0"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "later/0"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "later/1"}}, "wrong number of steps"),
    ({"units": {"ax-pz-56": "B1313", "ax-inf-1": "B1313/1"}}, "one unit too many in B1313"),
    ({"units": {"ax-pz-56": "B1313", "su-inf-3": "B1313"}}, "one unit too many in B1313"),
    ({"units": {"ax-pz-56": "B0109"}}, "cannot stand in B0109"),   # the Gulf of Finland
    ({"units": {"su-ab-1": "B1903"}}, "su-ab-1 takes no part"),    # airborne units need their rule
    ({"units": {"ax-ldr-bock": "B1822"}}, "ax-ldr-bock takes no part"),
    # control
    ({"control": []}, "control"),
    ({"control": {"B9999": 0}}, "'B9999'"),
    ({"control": {"B1407": 2}}, "control of B1407 is 2"),
    ({"control": {"B1407": "Axis"}}, "control of B1407 is 'Axis'"),
    ({"control": {"B1407": True}}, "control of B1407 is True"),
    ({"control": {"B1407": None}}, "control of B1407 is None"),
    ({"control": {"B0109": 1}}, "control of B0109"),
    ({"control": {"B1313": 1}}, "control of B1313 is not that of the unit there"),
    # plain fields
    ({"weather": "rain"}, "weather 'rain'"),
    ({"weather": None}, "weather None"),
    ({"rp": -3}, "rp -3"),
    ({"rp": "3"}, "rp '3'"),
    ({"rp": 2.5}, "rp 2.5"),
    ({"rp": True}, "rp True"),
    ({"railed": -1}, "railed -1"),
    ({"replacing": 1}, "replacing 1"),
    ({"swapped": "no"}, "swapped 'no'"),
    ({"winner": "Nobody"}, "winner 'Nobody'"),
    ({"winner": "Axis"}, "winner Axis has not won"),
    ({"kerch_used": [True]}, "kerch_used"),
    ({"kerch_used": [1, 0]}, "kerch_used"),
    ({"kerch_used": True}, "kerch_used"),
    ({"forfeited": [-1, 0]}, "forfeited"),
    ({"forfeited": [1, 2, 3]}, "forfeited"),
    ({"forfeited": 4}, "forfeited"),
    # lists of units
    ({"moved": ["ax-pz-99"]}, "'ax-pz-99'"),
    ({"moved": ["ax-pz-56", "ax-pz-56"]}, "moved names a unit twice"),
    ({"moved": ["su-inf-3"]}, "moved names su-inf-3"),
    ({"moved": ["ax-inf-2"]}, "moved names ax-inf-2, which is not on the map"),
    ({"moved": [0]}, "0"),
    ({"moved": "ax-pz-56"}, "moved 'ax-pz-56' is no list"),
    ({"moved": {"ax-pz-56": True}}, "moved"),
    ({"unsupplied": ["su-inf-3"]}, "unsupplied names su-inf-3"),
    ({"levelled": ["ax-inf-2"]}, "levelled names ax-inf-2"),
    ({"levelled": ["su-inf-3"]}, "levelled names su-inf-3"),
    ({"withdrawing": ["ax-pz-56"]}, "withdrawing names ax-pz-56"),
    ({"phase": 0, "withdrawing": ["ax-pz-56"]}, "withdrawing names ax-pz-56"),   # not weakened
    ({"phase": 0, "withdrawing": ["ax-inf-1"]}, "withdrawing names ax-inf-1"),   # no panzer corps
    ({"stand_ins": ["ax-pz-56"]}, "stand_ins"),
    ({"stand_ins": [["ax-pz-56", "ax-pz-99"]]}, "'ax-pz-99'"),
    ({"stand_ins": [["ax-pz-56"]]}, "stand_ins"),
    # battles
    ({"battles": [battle()]}, "battles belong to a combat phase"),
    ({"phase": 3, "battles": {}}, "battles"),
    ({"phase": 3, "battles": ["B1213"]}, "battles hold 'B1213'"),
    ({"phase": 3, "battles": [{"target": "B1213"}]}, "battles hold"),
    ({"phase": 3, "battles": [battle(extra=1)]}, "battles hold"),
    ({"phase": 3, "battles": [battle(target="B9999")]}, "'B9999'"),
    ({"phase": 3, "battles": [battle(attackers=["ax-pz-99"])]}, "'ax-pz-99'"),
    ({"phase": 3, "battles": [battle(attackers=[])]}, "wrong side"),
    ({"phase": 3, "battles": [battle(attackers=["su-inf-3"])]}, "wrong side"),
    ({"phase": 3, "battles": [battle(defenders=["ax-pz-56"])]}, "wrong side"),
    ({"phase": 3, "battles": [battle(target="B1212")]}, "the units are not there"),
    ({"phase": 3, "battles": [battle(attackers=["ax-inf-2"])]}, "the units are not there"),
    ({"phase": 3, "battles": [battle(attackers="ax-pz-56")]}, "attackers"),
    ({"phase": 3, "battles": [battle(resolved="no")]}, "battles hold"),
    ({"phase": 3, "battles": [battle(owed="3")]}, "battles hold"),
    ({"phase": 3, "battles": [battle(result="DR")]}, "'DR' does not fit"),
    ({"phase": 3, "battles": [battle(resolved=True, result="WIN")]}, "'WIN' does not fit"),
    ({"phase": 3, "battles": [battle(resolved=True, result="")]}, "'' does not fit"),
    ({"phase": 3, "battles": [battle(todo=["retreat"])]}, "is not to do"),
    ({"phase": 3, "battles": [battle(resolved=True, result="NE", todo=["retreat"])]}, "is not to do"),
    ({"phase": 3, "battles": [battle(resolved=True, result="DR", todo=["retreat"])]}, "leave work undone"),
    ({"phase": 3, "battles": [battle(), battle()]}, "twice"),
    ({"phase": 3, "battles": [battle()], "fighting": 0}, "fighting names no battle in progress"),
    ({"phase": 3, "battles": [battle()], "fighting": 1}, "fighting names no battle in progress"),
    ({"phase": 3, "battles": [battle()], "fighting": -2}, "fighting -2"),
    ({"phase": 3, "battles": [battle()], "fighting": True}, "fighting True"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "names"), WRONG, ids=[f"{n}-{says}" for n, (_c, says) in enumerate(WRONG)])
def test_what_is_wrong_is_named(changes: dict[str, Any], names: str) -> None:
    with pytest.raises(InvalidInput) as error:
        read(record(**changes))
    assert names in str(error.value)


def test_an_announced_battle_is_read() -> None:
    game = read(record(phase=3, battles=[battle()]))
    assert game.attacks == [("B1213", ("ax-inf-1", "ax-pz-56"), "")]
    assert "resolve B1213" in game.legal
    assert "done" not in game.legal


@pytest.mark.parametrize("text", [
    "", "gpw1", "gpw2 {}", "gpw1 ", "gpw1 {", "gpw1 []", "gpw1 null", "gpw1 5", "hube1 {}", "gpw1 " + "[" * 100_000,
    None, 5, b"gpw1 {}", [], {},
])  # fmt: skip
def test_what_is_no_position_at_all_is_refused(text: Any) -> None:
    with pytest.raises(InvalidInput, match="position"):
        gpw.from_position(text)


def test_a_rule_set_must_be_that_of_the_position() -> None:
    with pytest.raises(InvalidInput, match="options of the position"):
        gpw.from_position(PREFIX + json.dumps(record()), gpw.rules("20.1"))
    game = gpw.from_position(PREFIX + json.dumps(record(rules=["20.1"])))
    assert game.rules == gpw.rules("full-strength-reinforcements")
    assert json.loads(game.position.removeprefix(PREFIX))["rules"] == ["full-strength-reinforcements"]


def test_the_text_of_a_position_is_short_and_ordered() -> None:
    text = gpw.new("barbarossa").position
    told = records.parse_text(text)
    assert text == PREFIX + json.dumps(told, separators=(",", ":"), sort_keys=True)
    assert len(text) < 4000
    assert told["control"] == {}  # only what differs from June 1941
