"""Positions as text: what is written can be read, what contradicts itself is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gpwlab import InvalidInput, sfs
from gpwlab.sfs import records
from tests.sfs import invariants
from tests.sfs.boards import game_in, record_of
from tests.sfs.player import RandomPlayer


def read(record: dict[str, Any]) -> sfs.Game:
    return sfs.from_position(records.PREFIX + json.dumps(record))


def good(**fields: Any) -> dict[str, Any]:
    return record_of("German Movement", ("SC: 14-pz/3", "SC: a tank-1", "RS-landing: b"), **fields)


@pytest.mark.parametrize("scenario", ["standard", "red-square", "fight-to-the-finish"])
@pytest.mark.parametrize("setup", ["suggested", "free"])
def test_every_position_of_a_game_is_read_back(scenario: str, setup: str) -> None:
    game, player = sfs.new(scenario, seed=8, setup=setup), RandomPlayer(8)
    for _step in range(150):
        if game.winner is not None:
            break
        game.do(player.choose(game))
        twin = sfs.from_position(game.position)
        assert twin.position == game.position
        assert twin._pos.fight == game._pos.fight
        invariants.check(twin._pos)


def test_a_position_keeps_every_field() -> None:
    fields: dict[str, Any] = {
        "oos": ["14-pz"], "revealed": ["su-1"], "disrupted": {"su-3": 24}, "held": {"F2": "F1"},
        "origin": {"su-3": "CC"},
        "ap": [3, 2], "air": 4, "summons": 1, "markers": {"Partial": 9, "Draw": 12, "Uranus": 16}, "corps": 1,
        "option": "2", "chosen": {"pioneers": "groups"}, "waiting": ["c", "tank-1@works"], "drawn": ["SC-landing"],
        "holder": {"MK-hill": "German"}, "dominator": {"CC": "German", "SC": "German"}, "tractor_attacks": 1,
        "fortified": False,
        "owed": {"29-mot": 5}, "late": ["security"], "ferried_in": ["RS-landing"], "infiltrated": ["CC"],
        "tally": {"overrun 14-pz": 1}, "days": {"14-pz": 3}, "moved": ["14-pz"], "attacked": ["14-pz"],
    }  # fmt: skip
    game = read(good(units={"security": "due", "29-mot": "withdrawn", "71-inf": "eliminated/0"}, **fields))
    record = records.to_record(game._pos)
    for name, value in fields.items():
        assert record[name] == value, name
    assert record["units"]["71-inf"] == "eliminated/0"


WRONG: dict[str, dict[str, Any]] = {
    "no such field": {"speed": 3},
    "seed": {"seed": "x"},
    "turn": {"turn": 99},
    "phase": {"phase": 10},
    "ap": {"ap": [1]},
    "ap below": {"ap": [-1, 0]},
    "markers": {"markers": {"Partial": 8}},
    "winner": {"winner": "Axis"},
    "not over": {"winner": "city"},
    "held friend": {"held": {"F2": "F3"}},
    "held elsewhere": {"held": {"F3": "F1"}},
    "held nobody": {"held": {"F9": "F1"}},
    "oos off map": {"oos": ["71-inf"]},
    "oos twice": {"oos": ["14-pz", "14-pz"]},
    "unknown unit": {"oos": ["99-pz"]},
    "soviet reserve": {"reserve": ["su-1"]},
    "question": {"asked": ["weather"]},
    "question without answer": {"asked": ["recall"]},
    "fight": {"fight": {"kind": "duel"}},
    "dominator": {"dominator": {"CC": "Axis"}},
    "area": {"infiltrated": ["XX"]},
    "landing": {"drawn": ["XX-landing"]},
    "next force": {"next_force": 2},
    "stand-in on the map": {"stand_ins": {"29-mot": ["14-pz"]}},
    "rules": {"rules": ["9.9"]},
    "scenario": {"scenario": "kiev"},
}


@pytest.mark.parametrize("name", WRONG)
def test_what_contradicts_itself_is_refused(name: str) -> None:
    read(good())
    with pytest.raises(InvalidInput):
        read(good() | WRONG[name])


def test_forces_and_units_must_agree() -> None:
    base = good()
    for change in (
        {"units": base["units"] | {"14-pz": "on map/9"}},
        {"units": base["units"] | {"14-pz": "somewhere"}},
        {"units": base["units"] | {"su-1": "on map"}},
        {"units": base["units"] | {"su-1": "on map 14-pz"}},
        {"units": base["units"] | {"71-inf": "on map"}},
        {"units": base["units"] | {"stg-1": "broken down"}},
        {"units": {k: v for k, v in base["units"].items() if k != "14-pz"}},
        {"forces": base["forces"] | {"F1": {"at": "EAST", "units": ["14-pz"]}}},
        {"forces": base["forces"] | {"F3": {"at": "REAR", "units": ["su-3"]}}},
        {"forces": base["forces"] | {"F1": {"at": "SC", "units": ["14-pz", "su-1"]}}},
        {"forces": base["forces"] | {"F1": {"at": "SC", "units": []}}},
        {"forces": base["forces"] | {"F1": {"at": "SC"}}},
        {"forces": base["forces"] | {"X1": {"at": "SC", "units": ["14-pz"]}}},
        {"forces": []},
        {"units": [1]},
    ):
        with pytest.raises(InvalidInput):
            read(base | change)


def test_more_counters_than_there_are_is_refused() -> None:
    assert game_in("German Movement", "RS: tank-2 a", "CC: tank-2 b", "MK: tank-2 c", "WS: tank-2 c")
    with pytest.raises(InvalidInput, match="tank-2"):
        game_in("German Movement", "RS: tank-2 a", "CC: tank-2 b", "MK: tank-2 c", "WS: tank-2 c", "FA: tank-2 c")


@pytest.mark.parametrize("text", ["", "sfs1", "sfs1 []", "sfs1 {", "gpw1 {}", "sfs-view German {}", None, 3])
def test_what_is_no_position_is_invalid(text: Any) -> None:
    with pytest.raises(InvalidInput):
        sfs.from_position(text)


def test_a_view_s_position_is_for_looking_only() -> None:
    game = sfs.new("standard", seed=1)
    with pytest.raises(InvalidInput):
        sfs.from_position(game.view("German").position)


@pytest.mark.parametrize(
    ("part", "value"),
    [("attackers", ["F1"]), ("attackers", ["F3"]), ("attackers", ["F2", "F3"]), ("target", "F3"), ("target", "F99")],
)
def test_a_combat_of_other_forces_is_refused(part: str, value: Any) -> None:
    game = game_in("German Attack", "RS: a a", "RS: 14-pz", "SC: 29-mot")
    game.do("attack F1 by F2")
    record = json.loads(game.position.removeprefix(records.PREFIX))
    assert sfs.from_position(game.position).pending == game.pending
    record["fight"][part] = value
    with pytest.raises(InvalidInput):
        sfs.from_position(records.PREFIX + json.dumps(record))


@pytest.mark.parametrize("name", ["t5nk-1", "", "tank-1@work", "4"])
def test_a_waiting_arrival_that_does_not_exist_is_refused(name: str) -> None:
    game_in("Soviet Command", "RS: a", waiting=["tank-1@works", "c", "14-pz"])
    with pytest.raises(InvalidInput, match="waiting"):
        game_in("Soviet Command", "RS: a", waiting=[name])
