"""Gil Winters' shock attacks and General Winter (23.5.4.6)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gpwlab import gpw
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE, WEST
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.moves import game_in, refused

MOBILE = "Soviet Armored Movement"


def shifts(game: gpw.Game, target: str, attackers: Sequence[str], section: str) -> list[tuple[int, str]]:
    """The column shifts of an attack that rules of a section bring."""
    found = game.battle(target, list(attackers)).odds.shifts
    return [(s.columns, s.rule) for s in found if s.rule.startswith(f"gpw {section}")]


# -- infantry shock movement ------------------------------------------------------------------------------------------

SLOWED = gpw.rules("13", "23.5.4.6.1")
#: Infantry next to clear ground (B0410 is forest, B0511 swamp, B0512 clear).
INFANTRY = {"su-inf-3": "B0411", "ax-inf-59": "B1407"}


def shock(turn: int, rules: gpw.RuleSet, weather: str = "", unit: str = "su-inf-3") -> gpw.Game:
    """The armored movement phase of a Soviet shock attack in which the die has brought a weather."""
    units = {unit: "B0411", "ax-inf-59": "B1407"}
    return game_in(MOBILE, units, turn=turn, weather=weather, rules=rules, shock_turn=[0, turn])


def barred(game: gpw.Game, unit: str = "su-inf-3") -> dict[str, list[str]]:
    """Why infantry does not enter the clear, the forest and the swamp hex."""
    hexes = {"clear": "B0512", "forest": "B0410", "swamp": "B0511"}
    return {name: refused(game, f"move {unit} {hex_}") for name, hex_ in hexes.items()}


@pytest.mark.rule("gpw 23.5.4.6.1.A")
def test_on_clear_turns_infantry_moves_a_hex_whatever_it_costs() -> None:
    free: dict[str, list[str]] = {"clear": [], "forest": [], "swamp": []}
    assert barred(shock(10, SLOWED)) == free
    zoc = game_in(MOBILE, {"su-inf-3": WEST, "ax-inf-59": "A1205"}, turn=10, rules=SLOWED, shock_turn=[0, 10])
    assert refused(zoc, "move su-inf-3 A1105") == []  # from ZOC to ZOC


@pytest.mark.rule("gpw 23.5.4.6.1.B")
@pytest.mark.parametrize("weather", ["mud", ""])
def test_on_mud_turns_hexes_of_one_mp(weather: str) -> None:
    only = {"clear": [], "forest": ["gpw 23.5.4.6.1.B"], "swamp": ["gpw 23.5.4.6.1.B"]}
    assert barred(shock(12, SLOWED, weather)) == only
    assert barred(shock(12, gpw.rules("13"), weather)) == {"clear": [], "forest": [], "swamp": []}


@pytest.mark.rule("gpw 23.5.4.6.1.C")
def test_on_snow_turns_hexes_of_two_mp() -> None:
    swamp = ["gpw 23.5.4.6.1.C"]
    assert barred(shock(13, SLOWED)) == {"clear": [], "forest": [], "swamp": swamp}  # 1, 2 and 3 MP
    fallen = barred(shock(13, SLOWED, "snow"))  # one more each
    assert fallen == {"clear": [], "forest": swamp, "swamp": swamp}
    assert barred(shock(13, gpw.rules("13"), "snow")) == {"clear": [], "forest": [], "swamp": []}


@pytest.mark.rule("gpw 23.5.4.6.1.D")
@pytest.mark.parametrize("turn", [10, 12, 13])
def test_one_hex_in_any_weather(turn: int) -> None:
    assert refused(shock(turn, SLOWED), "move su-inf-3 B0512 B0611") == ["gpw 13.2.C"]


@pytest.mark.rule("gpw 23.5.4.6.1.B")
def test_shock_armies_keep_their_own_hex() -> None:
    assert barred(shock(12, SLOWED, unit="su-shk-1"), "su-shk-1") == {"clear": [], "forest": [], "swamp": []}


# -- consecutive shock attacks ----------------------------------------------------------------------------------------

SPACED = gpw.rules("13", "23.5.4.6.2")
SIDES = {"su-inf-3": "A0619", "ax-inf-59": "B1407"}


@pytest.mark.rule("gpw 23.5.4.6.2")
def test_no_shock_attack_in_the_turn_after_one() -> None:
    phase = "Soviet Reinforcement/Replacement"
    for last, rule in ((9, ["gpw 23.5.4.6.2"]), (8, []), (0, [])):
        game = game_at(phase, SIDES, turn=10, rules=SPACED, shock_turn=[0, last])
        assert rule_ids(game.why_not("shock")) == rule
    assert game_at(phase, SIDES, turn=10, rules=SPACED, shock_turn=[9, 0]).why_not("shock") == []  # the Axis did
    assert game_at(phase, SIDES, turn=10, rules=gpw.rules("13"), shock_turn=[0, 9]).why_not("shock") == []


@pytest.mark.rule("gpw 23.5.4.6.2")
def test_june_1941_counts_for_the_axis() -> None:
    phase = "Axis Reinforcement/Replacement"
    assert rule_ids(game_at(phase, SIDES, turn=2, rules=SPACED).why_not("shock")) == ["gpw 23.5.4.6.2"]
    assert game_at(phase, SIDES, turn=3, rules=SPACED).why_not("shock") == []
    assert game_at(phase, SIDES, turn=2, rules=gpw.rules("13")).why_not("shock") == []
    assert game_at(phase, SIDES, turn=1, rules=SPACED).why_not("shock") == []  # no turn comes before the first


# -- a column for shock -----------------------------------------------------------------------------------------------

COLUMN = gpw.rules("13", "23.5.4.6.3")
FIGHT = {"su-tk-1": EAST, "su-tk-2": NORTH_EAST, "ax-inf-59": STEPPE}


@pytest.mark.rule("gpw 23.5.4.6.3")
def test_every_attack_of_a_shock_attack_has_a_column() -> None:
    told = [(1, "gpw 23.5.4.6.3")]
    for last, found in ((2, told), (1, [])):
        game = game_at("Soviet Combat", FIGHT, turn=2, rules=COLUMN, shock_turn=[0, last])
        assert shifts(game, STEPPE, ["su-tk-1"], "23.5.4.6.3") == found
    june = game_at("Axis Combat", FIGHT, rules=COLUMN)
    assert shifts(june, EAST, ["ax-inf-59"], "23.5.4.6.3") == told  # the shock attack of June 1941


@pytest.mark.rule("gpw 23.5.4.6.3")
def test_not_after_a_breakthrough() -> None:
    rules = gpw.rules("13", "23.5.4.6.3", "23.5.4.1")
    game = game_at("Soviet Combat", FIGHT, turn=2, rules=rules, shock_turn=[0, 2])
    game.next_phase()
    assert game.phase.name == "Soviet Breakout"
    assert shifts(game, STEPPE, ["su-tk-1"], "23.5.4.6.3") == []


# -- General Winter ---------------------------------------------------------------------------------------------------

WINTER = gpw.rules("23.5.4.6.4")


@pytest.mark.rule("gpw 23.5.4.6.4.A", "gpw 23.5.4.6.4.B")
def test_soviet_attacks_in_the_first_snow_have_a_column() -> None:
    for turn, found in ((5, [(1, "gpw 23.5.4.6.4.B")]), (6, [(1, "gpw 23.5.4.6.4.B")]), (4, []), (7, []), (13, [])):
        game = game_at("Soviet Combat", FIGHT, turn=turn, rules=WINTER)
        assert shifts(game, STEPPE, ["su-tk-1"], "23.5.4.6.4") == found


@pytest.mark.rule("gpw 23.5.4.6.4.B")
def test_not_against_units_in_cities_and_on_top_of_shock() -> None:
    city = {"su-tk-1": "A1918", "ax-inf-59": "A1817"}
    game = game_at("Soviet Combat", city, turn=5, rules=WINTER, control={"A1817": "Axis"})
    assert shifts(game, "A1817", ["su-tk-1"], "23.5.4.6.4") == []
    both = gpw.rules("13", "23.5.4.6.3", "23.5.4.6.4")
    game = game_at("Soviet Combat", FIGHT, turn=5, rules=both, shock_turn=[0, 5])
    assert sorted(shifts(game, STEPPE, ["su-tk-1"], "23.5.4.6")) == [(1, "gpw 23.5.4.6.3"), (1, "gpw 23.5.4.6.4.B")]


@pytest.mark.rule("gpw 23.5.4.6.4.C")
def test_axis_units_lose_an_mp() -> None:
    units = {"ax-inf-59": STEPPE, "su-inf-3": "A0109"}
    way = "move ax-inf-59 A1204 A1304 A1303 A1202 A1103"  # five clear hexes of an MA of 6
    phase = "Axis General Movement"
    assert refused(game_in(phase, units, turn=5, rules=WINTER), way) == []
    assert refused(game_in(phase, units, turn=5, rules=WINTER), f"{way} A1104") == ["gpw 5.0.D"]
    assert refused(game_in(phase, units, turn=5), f"{way} A1104") == []
    assert refused(game_in(phase, units, turn=7, rules=WINTER), f"{way} A1104") == []
    soviet = game_in("Soviet General Movement", {"su-inf-3": STEPPE, "ax-inf-59": "B1407"}, turn=5, rules=WINTER)
    assert refused(soviet, "move su-inf-3 A1204 A1304 A1303 A1202 A1103 A1104") == []


@pytest.mark.rule("gpw 23.5.4.6.4.D")
def test_axis_attacks_have_a_column_to_the_left_beside_that_of_the_snow() -> None:
    game = game_at("Axis Combat", FIGHT, turn=5, rules=WINTER)
    found = [(s.columns, s.rule) for s in game.battle(EAST, ["ax-inf-59"]).odds.shifts]
    assert (-1, "gpw 23.5.4.6.4.D") in found
    assert (-2, "gpw 6.3.B") in found
    assert shifts(game_at("Axis Combat", FIGHT, turn=13, rules=WINTER), EAST, ["ax-inf-59"], "23.5.4.6.4") == []


@pytest.mark.rule("gpw 23.5.4.6.4.E", "gpw 23.5.4.6.4.F")
def test_in_june_1941_major_cities_count_as_minor_ones() -> None:
    minsk = {"su-inf-3": "B1407", "ax-pz-41": "B1507"}
    for turn, rules, column in ((1, WINTER, 0), (2, WINTER, -1), (1, gpw.rules(), -1)):
        odds = game_at("Axis Combat", minsk, turn=turn, rules=rules).battle("B1407", ["ax-pz-41"]).odds
        assert odds.shifted - odds.base == column
    # with both variants of cities Minsk has one column, as a minor city, instead of two
    cities = gpw.rules("23.5.4.5.2", "23.5.4.5.3", "23.5.4.6.4")
    odds = game_at("Axis Combat", minsk, rules=cities).battle("B1407", ["ax-pz-41"]).odds
    assert odds.shifted - odds.base == -1


@pytest.mark.rule("gpw 23.5.4.6.4.F")
def test_nor_may_the_defender_of_a_major_city_lose_a_step_instead() -> None:
    from gpwlab.gpw.hooks import thread

    for turn, may in ((1, False), (2, True)):
        game = game_at("Axis Combat", {"su-inf-3": "B1407"}, turn=turn, rules=gpw.rules("23.5.4.5.2", "23.5.4.6.4"))
        pos = game._pos
        target = pos.world.board.hex("B1407")
        assert thread(pos.world.hooks.stand, True, pos, target) is may
