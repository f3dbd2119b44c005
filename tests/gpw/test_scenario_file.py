"""A scenario file that brings its own map, set-up, length and victory conditions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError, InvalidInput
from tests.gpw.boards import rule_ids
from tests.gpw.player import RandomPlayer

MINSK = """
format = "gpwlab scenario"
version = 1
name = "Before Minsk"
note = "A small fight on a small map."
options = ["increased-infantry-movement"]
first_turn = 2
last_turn = 3
map = ["B1106", "B1107", "B1108", "B1109", "B1205", "B1206", "B1207", "B1208", "B1209", "B1305", "B1306", "B1307",
  "B1308", "B1309", "B1310", "B1404", "B1405", "B1406", "B1407", "B1408", "B1409", "B1410", "B1505", "B1506", "B1507",
  "B1508", "B1509", "B1510", "B1605", "B1606", "B1607", "B1608", "B1609", "B1706", "B1707", "B1708", "B1709"]

[supply]
Axis = ["B1510", "B1609"]
Soviet = ["B1205", "B1305"]

[control]
Axis = ["B1310", "B1409", "B1410", "B1508", "B1509", "B1510", "B1608", "B1609", "B1709"]

[units]
ax-pz-56 = "B1409"
ax-pz-41 = "B1508"
ax-inf-6 = "B1509"
su-inf-3 = "B1407"
su-inf-4 = "B1506/1"

[[victory]]
side = "Axis"
hold = ["Minsk"]
at_once = true

[[victory]]
side = "Soviet"
hold = ["Minsk", "Vilna", "Baranovichi"]
need = 1
""".lstrip()


@pytest.fixture
def minsk(tmp_path: Path) -> Path:
    """The file of a small fight before Minsk."""
    (tmp_path / "minsk.toml").write_text(MINSK, "utf-8")
    return tmp_path / "minsk.toml"


def test_it_begins_as_the_file_says(minsk: Path) -> None:
    game = gpw.new(minsk, seed=3)
    assert (game.phase.turn, game.phase.name) == (2, "Axis Reinforcement/Replacement")
    assert game.rules.options == ("increased-infantry-movement",)
    units = game.units[game.units.hex != ""].set_index("unit")
    assert dict(units.hex) == {
        "ax-pz-56": "B1409", "ax-pz-41": "B1508", "ax-inf-6": "B1509", "su-inf-3": "B1407", "su-inf-4": "B1506",
    }  # fmt: skip
    assert units.state["su-inf-4"] == "reduced"
    assert game.units[game.units.state == "due"].empty  # no arrivals unless it says so
    assert all(units.in_supply)


def test_the_map_ends_where_the_file_says(minsk: Path) -> None:
    game = gpw.new(minsk, seed=3)
    game.play(phase="Axis Panzer Movement")
    assert game.reach("ax-pz-56")
    inside = set(MINSK[MINSK.index("map") : MINSK.index("[supply]")].replace('"', " ").split())
    assert set(game.reach("ax-pz-41")) <= inside
    assert rule_ids(game.why_not("move ax-pz-41 B1509 B1510 B1511")) == ["gpw chart.Map B"]


def test_cut_off_from_the_files_sources_a_unit_is_out_of_supply(tmp_path: Path) -> None:
    path = tmp_path / "cut.toml"
    path.write_text(MINSK.replace('Soviet = ["B1205", "B1305"]', 'Soviet = ["B1510"]'), "utf-8")
    game = gpw.new(path, seed=3)
    units = game.units.set_index("unit")
    assert not units.in_supply["su-inf-3"]
    assert units.in_supply["ax-pz-56"]


def test_it_ends_and_is_won_as_the_file_says(minsk: Path) -> None:
    quiet = gpw.new(minsk, seed=3)
    while quiet.winner is None:
        quiet.play()
    assert quiet.phase.turn == 3  # its last turn
    assert quiet.winner.winner == "Soviet"  # which holds one of three cities, and the Axis not Minsk
    game = gpw.new(minsk, seed=3)
    game.play(phase="Axis Panzer Movement")
    game.edit().remove("su-inf-3")
    game.do("move ax-pz-56 B1408 B1407")
    assert game.winner is not None
    assert (game.winner.winner, game.winner.reasons[0].rule) == ("Axis", "gpw 10.0.G")
    assert game.phase.turn == 2


@pytest.mark.parametrize(("otherwise", "winner"), [("draw", "draw"), ("Axis", "Axis")])
def test_otherwise_says_who_wins_when_nobody_has_his_conditions(tmp_path: Path, otherwise: str, winner: str) -> None:
    text = MINSK.replace("first_turn", f'otherwise = "{otherwise}"\nfirst_turn').replace("need = 1", "need = 3")
    (tmp_path / "m.toml").write_text(text, "utf-8")
    game = gpw.new(tmp_path / "m.toml", seed=3)
    while game.winner is None:
        game.play()
    assert game.winner.winner == winner


def test_it_plays_and_is_kept_without_its_file(minsk: Path, tmp_path: Path) -> None:
    for seed in range(6):
        game, player = gpw.new(minsk, seed=seed), RandomPlayer(seed)
        for _ in range(60):
            if game.winner is None:
                game.do(player.choose(game))
        assert gpw.from_position(game.position).position == game.position
        game.save(tmp_path / "game.json")
        again = gpw.load(tmp_path / "game.json")
        assert (again.read_only, again.position) == ("", game.position)
    minsk.unlink()
    assert gpw.load(tmp_path / "game.json").position == game.position


def test_the_sandbox_keeps_its_map(minsk: Path, tmp_path: Path) -> None:
    game = gpw.new(minsk, seed=3)
    game.edit().place("su-inf-10", "B1206")
    game.edit().save(tmp_path / "more.json", "More")
    again = gpw.new(tmp_path / "more.json", seed=5)
    assert again.units.set_index("unit").hex["su-inf-10"] == "B1206"
    again.play(phase="Axis Panzer Movement")
    assert "B1411" not in again.reach("ax-pz-56")


def test_a_file_may_change_the_terrain_and_other_rules_may_be_asked_for(minsk: Path) -> None:
    text = MINSK + '\n[[tables.hexes]]\nhex = "B1408"\nterrain = "mountain"\n'
    minsk.write_text(text, "utf-8")
    game = gpw.new(minsk)
    assert game.board.terrain[game.board.hex("B1408")] == "mountain"
    assert gpw.new(minsk, rules="23.4.1").rules.options != game.rules.options


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('"B1106"', '"X1"', 8, "no hex 'X1'"),
        ('"B1106"', '"A1901"', 8, "A1901 is no land in play"),
        ("first_turn = 2", "first_turn = 0", 6, "first_turn is a turn from 1 to 32, not 0"),
        ("last_turn = 3", "last_turn = 1", 7, "last_turn is a turn from 2 to 32, not 1"),
        ("last_turn = 3", "last_turn = 99", 7, "not 99"),
        ("last_turn = 3", "arrivals = 3\nlast_turn = 3", 7, "true or false"),
        ('su-inf-3 = "B1407"', 'su-inf-3 = "B1409"', 23, "one unit too many in B1409"),
        ('su-inf-3 = "B1407"', 'su-inf-33x = "B1407"', 23, "no unit 'su-inf-33x'"),
        ('"B1506/1"', '"B1506/5"', 24, "wrong number of steps"),
        ('su-inf-3 = "B1407"', 'su-inf-3 = "A0619"', 23, "cannot stand in A0619"),
        ("su-inf-3 =", "su-fb-1 =", 23, "its rule is not in force"),
        ("su-inf-4 =", "su-inf-3 =", 24, "not TOML"),
        ('hold = ["Minsk"]', 'hold = ["Moscow"]', 28, "Moscow is not on the scenario's map"),
        ('hold = ["Minsk"]', 'hold = ["Mnsk"]', 28, "no city 'Mnsk'"),
        ('hold = ["Minsk"]', "hold = []", 26, "names a side and the cities"),
        ("need = 1", "need = 4", 31, "1 to 3 of its cities, not 4"),
        ("need = 1", "points = 4", 31, "a condition has side, hold, need and at_once"),
        ('"B1510", "B1609"', '"A0109"', 13, "supplied from A0109, which is not on the scenario's map"),
        ('Axis = ["B1510", "B1609"]\n', "", 12, "the Axis side has no hex on this map"),
        ('Axis = ["B1510", "B1609"]', 'Italy = ["B1510"]', 12, "supply is one of Axis, Soviet"),
        ("version = 1", "version = 2", 2, "newer"),
        ("increased-", "decreased-", 5, "no rule option"),
    ],
)
def test_what_cannot_be_is_told_with_line_and_reason(old: str, new: str, line: int, told: str, minsk: Path) -> None:
    assert old in MINSK
    minsk.write_text(MINSK.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=told) as caught:
        gpw.new(minsk)
    assert (Path(caught.value.file).name, caught.value.row) == ("minsk.toml", line)


def test_without_a_victory_there_is_no_scenario(minsk: Path) -> None:
    minsk.write_text(MINSK[: MINSK.index("[[victory]]")], "utf-8")
    with pytest.raises(DataError, match="say what a side must hold"):
        gpw.new(minsk)


def test_a_position_with_a_bad_plan_is_refused(minsk: Path) -> None:
    game = gpw.new(minsk)
    record = json.loads(game.position[5:])
    for field, value in (("first_turn", 0), ("map", [3]), ("otherwise", "nobody"), ("victory", [["Axis"]]), ("x", 1)):
        bad = {**record, "plan": {**record["plan"], field: value}}
        with pytest.raises(InvalidInput, match=r"plan of .* not well formed"):
            gpw.from_position("gpw1 " + json.dumps(bad))
    with pytest.raises(InvalidInput, match="brings its set-up"):
        gpw.new(minsk, setup="free")
