"""Set-ups, options, lengths and areas of the five scenarios (sfs 11.0)."""

from __future__ import annotations

from collections import Counter

import pytest

from gpwlab import IllegalAction, InvalidInput, sfs
from tests.sfs.boards import answer, control_of, game_at, game_in, place_of, rule_ids, state_of

STANDARD = ("standard", "dash-to-the-volga", "fight-to-the-finish")


def germans(game: sfs.Game) -> dict[str, tuple[str, int]]:
    """Area and strength of the German units on the map."""
    frame = game.units[(game.units["side"] == "German") & (game.units["area"] != "")]
    return {row.unit: (row.area, int(row.strength)) for row in frame.itertuples()}


def classes(game: sfs.Game) -> Counter[str]:
    """The counters of all Soviet units."""
    return Counter(filter(None, game._pos.piece))


@pytest.mark.rule("sfs 11.3.3.1", "sfs 11.0.B")
def test_the_germans_of_the_standard_game() -> None:
    for slug in STANDARD:
        game = sfs.new(slug, seed=1)
        assert germans(game) == {
            "29-mot": ("YE", 10), "14-pz": ("YE", 11), "94-inf": ("YE", 7), "pzkg-4-1": ("YE", 4),
            "71-inf": ("S2", 8), "295-inf": ("S2", 7), "pzkg-5-1": ("S2", 5), "stg-1": ("S2", 4), "389-inf": ("S2", 5),
            "kg-stahel": ("S2", 3),
        }  # fmt: skip
        assert state_of(game, "24-pz") == "broken down"
        assert game.summons == (2, 0)


@pytest.mark.rule("sfs 11.3.3.2.A", "sfs 11.3.3.2.B")
def test_the_soviets_of_the_standard_game() -> None:
    extra = Counter({"chuikov": 1, "tank-2": 2, "tank-1": 2})
    wanted = {
        "1": Counter({"10-nkvd": 1, "a": 1, "b": 4, "c": 7, "m": 3}),
        "2": Counter({"a": 2, "b": 7, "c": 4, "m": 3}),
        "3": Counter({"a": 1, "b": 10, "c": 2, "m": 3}),
    }
    sps = {"1": 41, "2": 42, "3": 42}  # the totals that make the classes fit
    for option, units in wanted.items():
        game = sfs.new("standard", seed=1, option=option)
        assert classes(game) == units + extra
        soviet = game.units[(game.units["side"] == "Soviet") & (game.units["kind"] == "infantry")]
        assert int(soviet["strength"].sum()) == sps[option]


@pytest.mark.rule("sfs 11.3.3.2.B", "sfs 11.0.A")
def test_the_soviet_player_chooses_in_secret_and_places_before_the_first_turn() -> None:
    game = sfs.new("standard", seed=1, setup="free")
    assert game.phase.name == "Soviet Set-up"
    answer(game, "option", "choose option 2")
    assert classes(game)["a"] == 2
    with pytest.raises(InvalidInput):
        sfs.new("standard", setup="free", option="2")
    assert rule_ids(game.why_not("place su-1 S1")) == ["sfs 11.3.3.2.A"]
    assert rule_ids(game.why_not("place su-1 REAR")) == ["sfs 11.3.3.2.A"]
    for spot in ("EAST", "OW", "YE", "MK-hill", "RS"):
        assert game.why_not(f"place su-1 {spot}") == []


def test_support_may_wait_for_its_unit_while_the_set_up_lasts() -> None:
    game = sfs.new("standard", seed=1, setup="free")
    game.do("choose option 1")
    game.do("place su-2 YE")  # a tank brigade alone beside the Germans
    assert place_of(game, "su-2") == "YE"
    game.do("place su-7 YE")
    game.do("place su-2 " + next(s.id for s in game.stacks if any(face.id == "su-7" for face in s.units)))
    game.next_phase()
    assert place_of(game, "su-2") == "YE"


@pytest.mark.rule("sfs 11.3.3.2.A")
def test_what_is_not_placed_starts_on_the_east_bank() -> None:
    game = sfs.new("standard", seed=1, setup="free")
    game.do("choose option 1")
    game.do("place su-6 SC-elevator")
    game.do("place su-2 F11") if game._pos.forces.get(11) else None
    game.next_phase()
    soviet = game.units[game.units["side"] == "Soviet"]
    assert set(soviet["area"]) == {"EAST", "SC"}
    assert game.phase.name == "Mutual Artillery"


def test_units_are_stacked_and_moved_about_in_the_set_up() -> None:
    game = sfs.new("standard", seed=1, setup="free")
    game.do("choose option 3")
    game.do("place su-6 RS-univermag")
    force = next(stack.id for stack in game.stacks if stack.strongpoint == "RS-univermag")
    game.do(f"place su-2 {force}")
    assert rule_ids(game.why_not("place su-7 RS-univermag")) == ["sfs 5.5.B"]
    assert rule_ids(game.why_not(f"place su-7 {force}")) == ["sfs 4.5.2.B"]
    game.do("place su-6 CC")
    assert place_of(game, "su-6") == "CC"


@pytest.mark.rule("sfs 11.3.3.2.C", "sfs 5.14.A", "sfs 2.1.2.5")
def test_the_salient_is_fortified_at_the_start() -> None:
    game = sfs.new("standard", seed=1)
    assert {state.code for state in game.areas if state.fortified} == {"OW", "ON"}


@pytest.mark.rule("sfs 11.3.3.2.D", "sfs 2.1.4.C")
def test_the_soviets_have_two_artillery_points_on_turns_1_and_2() -> None:
    game = sfs.new("standard", seed=1)
    game.next_phase()
    assert game.aps["Soviet"] == 2
    second = game_in("Mutual Artillery", "MK-hill: 14-pz", "OW: 71-inf", "RS: a", turn=2)
    second.next_phase()
    assert second.aps["Soviet"] == 2


@pytest.mark.rule("sfs 2.1.2.4")
def test_stalingrad_is_soviet_where_it_is_empty() -> None:
    game = game_in("German Movement", "S1: 14-pz")
    for area in game.board.areas:
        if area.stalingrad:
            state = next(state for state in game.areas if state.code == area.code)
            assert (state.control, state.dominated_by) == ("empty", "Soviet")


@pytest.mark.rule("sfs 11.3.1", "sfs 11.3.2")
def test_the_standard_game_uses_the_whole_map_from_the_first_turn() -> None:
    game = sfs.new("standard", seed=1)
    assert len(game.areas) == 19
    assert game.phase.turn == 1


# -- Red Square -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 11.1.1.A", "sfs 11.2.1.A")
def test_red_square_is_fought_in_five_areas() -> None:
    for slug in ("red-square", "red-square-solitaire"):
        game = sfs.new(slug, seed=1)
        assert {state.code for state in game.areas} == {"YE", "RS", "SC", "CC", "S1"}
        game.play("German Movement")
        assert rule_ids(game.why_not("move 14-pz by S1 S2"))[0] == "sfs 11.0.A"


@pytest.mark.rule("sfs 11.1.1.B", "sfs 11.2.1.B")
def test_the_soviets_may_not_enter_the_steppe_or_yelshanka() -> None:
    for slug in ("red-square", "red-square-solitaire"):
        game = game_in("Soviet Movement", "SC: a", scenario=slug, turn=3, fortified=False, length=4)
        for area in ("S1", "YE"):
            assert "sfs 11.1.1.B" in rule_ids(game.why_not(f"move su-1 by {area}"))
        assert game.why_not("move su-1 by CC") == []


@pytest.mark.rule("sfs 11.2.2.2")
def test_the_germans_of_red_square() -> None:
    game = sfs.new("red-square", seed=1)
    assert germans(game) == {"14-pz": ("YE", 11), "29-mot": ("YE", 10), "94-inf": ("YE", 7), "pzkg-4-1": ("YE", 4)}
    game.next_phase()
    assert game.aps["German"] == 7


@pytest.mark.rule("sfs 11.2.2.3")
def test_the_four_secret_options_of_red_square() -> None:
    tank = Counter({"tank-1": 1})
    wanted = {
        "I": (Counter({"c": 5, "b": 1}), 3),
        "II": (Counter({"c": 3, "b": 3}), 4),
        "III": (Counter({"c": 3, "b": 2, "10-nkvd": 1}), 5),
        "IV": (Counter({"c": 2, "b": 2, "a": 1, "10-nkvd": 1}), 6),
    }
    for option, (units, turns) in wanted.items():
        game = sfs.new("red-square", seed=1, option=option)
        assert classes(game) == units + tank
        assert game.last_turn == turns
        assert set(game.units[game.units["side"] == "Soviet"]["area"]) <= {"SC", "RS", "CC"}
        game.next_phase()
        assert game.aps["Soviet"] == 1


@pytest.mark.rule("sfs 11.2.2.4.1.A", "sfs 11.1.2.1.A")
def test_the_71st_comes_with_a_die_of_artillery_for_a_turn_less() -> None:
    forces = ("YE: 14-pz", "RS: a")
    fields = {"scenario": "red-square", "fortified": False, "length": 5}
    assert game_at("German Command", *forces, turn=1, **fields).pending is None
    game = game_at("German Command", *forces, turn=2, **fields)
    before = game.aps["German"]
    events = answer(game, "71-inf", "choose 71-inf yes")
    die = next(event.die for event in events if event.kind == "artillery")
    assert game.aps["German"] == before + die
    assert game.last_turn == 4
    assert rule_ids(game.why_not("place 71-inf YE")) == ["sfs 7.1.A"]
    game.do("place 71-inf S1")
    assert germans(game)["71-inf"] == ("S1", 8)
    later = game_at("German Command", *forces, turn=3, **fields, chosen={"71-inf": "yes"})
    assert later.pending is None


@pytest.mark.rule("sfs 11.2.2.4.1.A")
def test_germany_gets_three_points_a_turn_after_the_first() -> None:
    game = game_in("Mutual Artillery", "YE: 14-pz", "RS: a", turn=2, scenario="red-square", fortified=False, length=5)
    game.next_phase()
    assert (game.aps["German"], game.aps["Soviet"]) == (3, 1)


@pytest.mark.rule("sfs 11.2.2.4.1.B")
def test_the_29th_is_not_withdrawn_from_red_square() -> None:
    game = game_at(
        "German Command", "YE: 29-mot", "RS: a", turn=6, scenario="red-square", fortified=False, length=6,
        chosen={"71-inf": "yes"},
    )  # fmt: skip
    assert game.pending is None


@pytest.mark.rule("sfs 11.2.2.4.2", "sfs 11.1.2.1.B")
def test_the_13th_guards_come_to_a_landing_for_a_turn_more() -> None:
    fields = {"scenario": "red-square", "fortified": False, "length": 3, "turn": 1}
    game = game_at("Soviet Command", "CC: b", "YE: 14-pz", **fields)
    answer(game, "13-guards", "choose 13-guards yes")
    assert game.last_turn == 4
    assert rule_ids(game.why_not("place su-2 RS")) == ["sfs 11.2.2.4.2"]
    game.do("place su-2 RS-landing")
    assert game.units.set_index("unit").at["su-2", "cls"] == "G+"


@pytest.mark.rule("sfs 4.5.2.B")
def test_an_arrival_leaves_a_landing_that_is_taken_at_the_end_of_the_phase() -> None:
    fields = {"scenario": "red-square", "fortified": False, "length": 3, "turn": 1}
    game = game_at("Soviet Command", "RS-landing: b", "SC-landing: c", "SC: 14-pz", held={"F2": "F3"}, **fields)
    game.do("choose 13-guards yes")
    assert rule_ids(game.why_not("place su-3 SC-landing")) == ["sfs 4.6.B"]
    game.do("place su-3 RS-landing")
    game.next_phase()
    assert (place_of(game, "su-1"), place_of(game, "su-3")) == ("RS-landing", "RS")


@pytest.mark.rule("sfs 11.2.2.4.2")
def test_a_b_division_comes_on_the_fourth_turn() -> None:
    for turn, comes in ((3, False), (4, True), (5, False)):
        game = game_at(
            "Soviet Command", "CC: c", "YE: 14-pz", turn=turn, scenario="red-square", fortified=False, length=6,
            chosen={"13-guards": "yes"},
        )  # fmt: skip
        assert ("B" in set(game.units["cls"])) == comes


# -- solitaire --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 11.2.3.2.A", "sfs 11.2.3.2.B")
def test_the_solitaire_game_draws_six_units_from_the_cup() -> None:
    cup = Counter({"c": 4, "b": 4, "a": 2, "10-nkvd": 1, "13-guards": 1})
    seen: Counter[str] = Counter()
    for seed in range(12):
        game = sfs.new("red-square-solitaire", seed=seed)
        drawn = classes(game)
        assert drawn.pop("tank-1") == 1
        assert sum(drawn.values()) == 6
        assert not drawn - cup
        seen += drawn
    assert set(seen) == set(cup)
    game.next_phase()
    assert game.aps["Soviet"] == 0


@pytest.mark.rule("sfs 11.2.2")
def test_a_turn_for_every_four_soviet_infantry_points() -> None:
    """The printed example: three B, one A and one C are 16 points and four turns."""
    strength = {"c": 2, "b": 3, "a": 5, "10-nkvd": 7, "13-guards": 9}
    assert 3 * 3 + 5 + 2 == 16
    for seed in range(20):
        game = sfs.new("red-square-solitaire", seed=seed)
        drawn = classes(game)
        drawn.pop("tank-1")
        points = sum(strength[counter] * number for counter, number in drawn.items())
        assert game.last_turn == max(3, -(-points // 4))


@pytest.mark.rule("sfs 11.2.3.1", "sfs 11.2.3.3")
def test_the_germans_of_the_solitaire_game() -> None:
    game = sfs.new("red-square-solitaire", seed=1)
    assert germans(game) == {"14-pz": ("YE", 11), "29-mot": ("YE", 10), "94-inf": ("YE", 7), "pzkg-4-1": ("YE", 4)}
    game.next_phase()
    assert game.aps["German"] == 7
    later = game_in(
        "Mutual Artillery", "YE: 14-pz", "RS: a", turn=3, scenario="red-square-solitaire", fortified=False, length=5
    )
    later.next_phase()
    assert later.aps == {"German": 2, "Soviet": 0}


def test_where_the_rear_and_the_east_bank_are_out_of_play_supply_ends_at_their_doors() -> None:
    """See docs/rulings_sfs.md S37."""
    fields = {"scenario": "red-square", "fortified": False, "length": 5}
    game = game_in("German Movement", "SC: 14-pz", "SC: a", "YE: 29-mot", turn=2, **fields)
    assert game.supply_line("F1") == ("SC", "S1")
    assert game.supply_line("F2") == ("SC",)  # its landing
    assert rule_ids(game.why_not("withdraw 29-mot")) == ["sfs 11.0.A"]


def test_unknown_scenarios_set_ups_and_options_are_invalid() -> None:
    for wrong in ("kiev", "", None, 3):
        with pytest.raises(InvalidInput):
            sfs.new(wrong)  # type: ignore[arg-type]
    for how in ({"setup": "any"}, {"option": "V"}, {"seed": "x"}, {"rules": "9.9"}, {"overlay": 5}):
        with pytest.raises(InvalidInput):
            sfs.new("red-square", **how)  # type: ignore[arg-type]
    game = sfs.new("red-square", seed=1, setup="free")
    with pytest.raises(IllegalAction):
        game.do("place su-1 RS")
    assert control_of(game, "YE") == "German"
