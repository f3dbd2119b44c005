"""The end of the game and the levels of victory (sfs 10.0, 11.2.2.5, 11.4.2, 11.5)."""

from __future__ import annotations

from typing import Any

import pytest

from gpwlab import sfs
from tests.sfs.boards import game_at, game_in, rule_ids

CITY = (
    "MK-hill", "TW-dzerzhinsky", "FA-october", "FA-barrikady", "TR-lazur", "SC-elevator", "RS-univermag", "CC-station",
    "SP-rynok", "SC-landing", "RS-landing", "TR-landing", "FA-landing", "TW-landing", "SP-landing",
)  # fmt: skip
BANK = ("YE", "SC", "RS", "MK", "TR", "FA", "TW", "SP")
EVERYWHERE = dict.fromkeys((*BANK, "CC", "WS", "MM", "OW", "ON"), "German")
HELD = dict.fromkeys(CITY, "German")


def ended(game: sfs.Game) -> tuple[str, str, list[str]]:
    """Winner, level and the rules of the reasons."""
    assert game.winner is not None
    return game.winner.winner, game.winner.level, rule_ids(list(game.winner.reasons))


def city(*forces: str, turn: int = 5, **fields: Any) -> sfs.Game:
    """All of the city is German, held or dominated, but for the forces named; the end is noticed at the next action."""
    whole = ("S1: 29-mot", *forces)
    game = game_in("German Movement", *whole, turn=turn, dominator=EVERYWHERE, holder=HELD, **fields)
    game.do("move 29-mot by S2")
    return game


def conquered(turn: int, **fields: Any) -> sfs.Game:
    """The city has fallen on a turn."""
    return city("YE: 14-pz", "EAST: a", turn=turn, **fields)


@pytest.mark.rule("sfs 10.1")
def test_the_game_ends_when_the_city_has_fallen() -> None:
    assert conquered(5).winner is not None
    for hold in ("RS-univermag: c", "SP-landing: m"):  # a single division in a strongpoint is enough
        assert city("YE: 14-pz", hold).winner is None
    assert city("YE: 14-pz", "ON-orlovka: c").winner is not None  # Orlovka is not needed


@pytest.mark.rule("sfs 10.1")
def test_a_soviet_controlled_area_on_the_bank_keeps_the_city() -> None:
    assert city("YE: c").winner is None  # no strongpoint lies in Yelshanka, but the area is Soviet


@pytest.mark.rule("sfs 10.1")
def test_an_empty_strongpoint_goes_with_its_area_and_in_a_contested_one_with_who_was_in_it_last() -> None:
    """See docs/rulings_sfs.md S35."""
    nobody_walked_in = game_in("German Movement", "YE: 14-pz", "S1: 29-mot", turn=5, dominator=EVERYWHERE)
    nobody_walked_in.do("move 29-mot by S2")
    assert nobody_walked_in.winner is not None
    contested = ("YE: 14-pz", "CC: 71-inf", "CC: a")
    assert city(*contested).winner is not None
    soviet_last = {code: "German" for code in CITY if code != "CC-station"}
    game = game_in("German Movement", "S1: 29-mot", *contested, turn=5, dominator=EVERYWHERE, holder=soviet_last)
    game.do("move 29-mot by S2")
    assert game.winner is None


@pytest.mark.rule("sfs 10.3.B")
def test_the_level_depends_on_the_markers_passed_when_the_city_falls() -> None:
    # Partial on turn 8, Draw on turn 11
    assert ended(conquered(7))[:2] == ("German", "German Total")
    assert ended(conquered(8))[:2] == ("German", "German Partial")
    assert ended(conquered(10))[:2] == ("German", "German Partial")
    assert ended(conquered(11))[:2] == ("draw", "Draw")
    moved = {"Partial": 10, "Draw": 13, "Uranus": 16}
    assert ended(conquered(9, markers=moved))[:2] == ("German", "German Total")


@pytest.mark.rule("sfs 10.1", "sfs 10.2.1")
def test_uranus_ends_the_game() -> None:
    game = game_in("Soviet Attack", "YE: 14-pz", "RS: a", turn=13)
    game.next_phase()
    assert ended(game) == ("Soviet", "Soviet Total", ["sfs 10.1"])
    assert game.phase.turn == 14


@pytest.mark.rule("sfs 10.3.A", "sfs 10.1")
def test_the_end_of_december_is_a_soviet_partial_victory() -> None:
    late = {"Partial": 8, "Draw": 11, "Uranus": 22}
    game = game_in("Soviet Attack", "YE: 14-pz", "RS: a", turn=20, markers=late)
    game.next_phase()
    assert ended(game) == ("Soviet", "Soviet Partial", ["sfs 10.3.A"])


@pytest.mark.rule("sfs 10.3.C")
def test_every_three_german_divisions_lost_shift_the_level_armour_counting_twice() -> None:
    infantry = dict.fromkeys(("71-inf", "94-inf", "295-inf"), "eliminated/0")
    three = conquered(7, units=infantry)
    assert ended(three) == ("German", "German Partial", ["sfs 10.3.B", "sfs 10.3.C"])
    two = conquered(7, units={"71-inf": "eliminated/0", "94-inf": "eliminated/0"})
    assert ended(two)[1] == "German Total"
    armour = conquered(7, units={"24-pz": "eliminated/0", "94-inf": "eliminated/0"})  # two and one
    assert ended(armour)[1] == "German Partial"
    six = conquered(7, units=infantry | {"24-pz": "eliminated/0", "389-inf": "eliminated/0"})  # 3 + 2 + 1
    assert ended(six)[1] == "Draw"


@pytest.mark.rule("sfs 10.3.C", "sfs 10.3.D")
def test_each_reserve_corps_balances_one_division() -> None:
    infantry = dict.fromkeys(("71-inf", "94-inf", "295-inf"), "eliminated/0")
    assert ended(conquered(7, units=infantry, corps=1))[1] == "German Total"
    assert ended(conquered(8, corps=3))[1] == "German Total"  # three corps: a level for the Germans
    assert ended(conquered(8, corps=2))[1] == "German Partial"
    balanced = conquered(8, corps=3, units={"71-inf": "eliminated/0"})
    assert ended(balanced)[1] == "German Partial"  # one division balances one of the three


@pytest.mark.rule("sfs 10.3.E")
def test_supplied_soviets_in_five_areas_of_the_bank_raise_the_level() -> None:
    late = {"Partial": 8, "Draw": 11, "Uranus": 22}
    five = ("SC: c", "RS: c", "TR: b", "FA: b", "TW: a")
    game = game_in("Soviet Attack", "YE: 14-pz", *five, turn=20, markers=late)
    game.next_phase()
    assert ended(game) == ("Soviet", "Soviet Total", ["sfs 10.3.A", "sfs 10.3.E"])
    four = game_in("Soviet Attack", "YE: 14-pz", *five[:4], turn=20, markers=late)
    four.next_phase()
    assert ended(four)[1] == "Soviet Partial"
    ringed = game_in("Soviet Attack", "YE: 14-pz", *five, "TW: 71-inf", turn=20, markers=late, held={"F6": "F7"})
    ringed.next_phase()
    assert ended(ringed)[1] == "Soviet Partial"  # one of the five is cut off and traces no line


@pytest.mark.rule("sfs 8.8.C")
def test_das_reich_costs_a_division_by_coming_and_one_for_every_two_steps() -> None:
    yes = {"chosen": {"das-reich": "yes"}}
    for steps, lost in ((5, 1), (4, 1), (3, 2), (2, 2), (1, 3)):
        game = game_in("German Movement", "YE: 14-pz", f"S2: das-reich/{steps}", turn=12, **yes)
        assert sfs.game.engine.victory.lost_divisions(game._pos, doubled=True) == lost
    away = game_in("German Movement", "YE: 14-pz", turn=12)
    assert sfs.game.engine.victory.lost_divisions(away._pos, doubled=True) == 0


def test_a_broken_down_division_is_lost_with_its_last_part() -> None:
    count = sfs.game.engine.victory.lost_divisions
    fields: dict[str, Any] = {"part_of": {"pzkg-4-1": "24-pz", "pzkg-5-1": "24-pz"}}
    gone = {"24-pz": "broken down", "pzkg-5-1": "eliminated/0"}
    one = game_in("German Movement", "YE: pzkg-4-1", units=gone, **fields)
    assert count(one._pos, doubled=True) == 0
    game = game_in("German Movement", "YE: 14-pz", units=gone | {"pzkg-4-1": "eliminated/0"}, **fields)
    assert (count(game._pos, doubled=True), count(game._pos, doubled=False)) == (2, 1)


# -- the short and the long game --------------------------------------------------------------------------------------

DASH = {"scenario": "dash-to-the-volga", "length": 8}


@pytest.mark.rule("sfs 11.4.1.A", "sfs 11.4.2.A")
def test_the_short_game_ends_in_the_soviet_command_phase_of_turn_8() -> None:
    game = game_in("Soviet Counterattack", "YE: 14-pz", "RS: a", turn=8, **DASH)
    game.next_phase()
    assert game.phase.name == "Soviet Command"
    assert ended(game) == ("Soviet", "Soviet Total", ["sfs 11.4.2.A"])
    fallen = conquered(8, **DASH)
    assert ended(fallen) == ("German", "German Total", ["sfs 11.4.2.A"])


@pytest.mark.rule("sfs 11.4.2.B")
def test_three_german_divisions_lost_end_the_short_game() -> None:
    two = {"71-inf": "eliminated/0", "24-pz": "eliminated/0"}
    assert city("YE: 14-pz", "RS: a", units=two, **DASH).winner is None  # armour is not doubled here
    third = city("YE: 14-pz", "RS: a", units=two | {"94-inf": "eliminated/0"}, **DASH)
    assert ended(third) == ("Soviet", "Soviet Total", ["sfs 11.4.2.B"])


@pytest.mark.rule("sfs 11.5.A", "sfs 11.5.B")
def test_the_long_game_has_no_uranus_and_counts_four_divisions() -> None:
    fields = {"scenario": "fight-to-the-finish"}
    game = game_in("Soviet Attack", "YE: 14-pz", "RS: a", turn=13, **fields)
    game.next_phase()
    assert game.winner is None
    early = conquered(5, **fields)  # long before the corps have come
    assert ended(early) == ("German", "German Partial", ["sfs 10.3.B", "sfs 11.5.A"])
    end = game_in("Soviet Attack", "YE: 14-pz", "RS: a", turn=20, **fields)
    end.next_phase()
    assert ended(end)[:2] == ("Soviet", "Soviet Total")


@pytest.mark.rule("sfs 11.3.5")
def test_the_standard_game_uses_the_levels() -> None:
    assert ended(conquered(7))[2] == ["sfs 10.3.B"]


# -- Red Square -------------------------------------------------------------------------------------------------------

MINI = {"scenario": "red-square", "fortified": False, "length": 4, "turn": 4}


@pytest.mark.rule("sfs 11.2.2.5.A")
def test_germany_wins_red_square_with_no_soviets_or_one_step_that_is_cut_off() -> None:
    for forces, fields in (
        (("YE: 14-pz",), {}),
        (("RS: 14-pz", "RS: b"), {"held": {"F2": "F1"}}),
        (("RS: 14-pz", "RS: m"), {"held": {"F2": "F1"}}),
    ):
        game = game_in("Soviet Attack", *forces, **MINI, **fields)
        game.next_phase()
        assert ended(game) == ("German", "", ["sfs 11.2.2.5.A"])


@pytest.mark.rule("sfs 11.2.2.5.B")
def test_red_square_is_a_draw_when_all_soviets_are_cut_off() -> None:
    game = game_in("Soviet Attack", "RS: 14-pz", "RS: a", **MINI, held={"F2": "F1"})
    game.next_phase()
    assert ended(game) == ("draw", "", ["sfs 11.2.2.5.B"])


@pytest.mark.rule("sfs 11.2.2.5.C")
def test_red_square_is_a_soviet_win_otherwise() -> None:
    game = game_in("Soviet Attack", "RS: 14-pz", "RS: a", "CC: m", **MINI, held={"F2": "F1"})
    game.next_phase()
    assert ended(game) == ("Soviet", "", ["sfs 11.2.2.5.C"])


@pytest.mark.rule("sfs 11.2.2.5.D", "sfs 11.2.3.4")
def test_a_german_division_lost_decides_red_square_at_once() -> None:
    for slug in ("red-square", "red-square-solitaire"):
        fields = {"scenario": slug, "fortified": False, "length": 4, "turn": 2}
        game = game_in("German Movement", "YE: 14-pz", "RS: a", units={"94-inf": "eliminated/0"}, **fields)
        game.do("move 14-pz by S1")
        assert ended(game) == ("Soviet", "", ["sfs 11.2.2.5.D"])
    battlegroup = game_in("German Movement", "YE: 14-pz", "RS: a", units={"pzkg-4-1": "eliminated/0"}, **fields)
    battlegroup.do("move 14-pz by S1")
    assert battlegroup.winner is None  # no division


@pytest.mark.rule("sfs 11.1.2.1.A")
def test_a_game_cut_short_ends_with_the_turn() -> None:
    game = game_at("German Command", "YE: 14-pz", "RS: a", scenario="red-square", fortified=False, length=3, turn=3)
    game.do("choose 71-inf yes")
    assert (game.last_turn, game.winner) == (2, None)
    game.play("Soviet Attack")
    game.next_phase()
    assert game.winner is not None


def test_a_game_that_is_over_takes_no_action() -> None:
    game = conquered(5)
    assert list(game.legal) == []
    assert rule_ids(game.why_not("done")) == ["sfs 10.1"]
    assert "German Total" in str(game.winner)
    game.undo()
    assert game.winner is None
