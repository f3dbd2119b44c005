"""Scenario 1, Operation Barbarossa (gpw 22.1): length, victory, special rules, the shock army, the set-up tables."""

from __future__ import annotations

from collections import Counter

import pytest

from gpwlab import IllegalAction, gpw
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import neighbours, table

CITIES = {"Kalinin": "A0519", "Kharkov": "A1817", "Kiev": "B1903", "Leningrad": "B0108", "Rostov": "A2112"}
CITIES |= {"Voronezh": "A1514"}
MOSCOW = "A0619"
SOVIET = "Soviet Reinforcement/Replacement"
LAST = "Soviet General Movement"


def reasons(game: gpw.Game, action: str) -> list[str]:
    """The rules that refuse an action; the action is really refused."""
    found = rule_ids(game.why_not(action))
    if found:
        with pytest.raises(IllegalAction):
            game.do(action)
    return found


def hex_of(city: str) -> str:
    return next(row["hex"] for row in table("cities") if row["name"] == city)


def states(game: gpw.Game, *units: str) -> list[str]:
    return [str(game.units.set_index("unit").state[unit]) for unit in units]


# ---- 22.1.2: length


@pytest.mark.rule("gpw 22.1.2")
def test_the_game_lasts_from_turn_1_through_turn_5() -> None:
    game = gpw.new("barbarossa")
    assert str(game.phase) == "Turn 1 (Jun 1941): Axis Reinforcement/Replacement Phase"
    turns = [game.phase.turn]
    while game.winner is None:
        game.next_phase()
        turns.append(game.phase.turn)
    assert str(game.phase) == "Turn 5 (Nov/Dec 1941): Soviet General Movement Phase"
    assert Counter(turns) == {1: 10, 2: 10, 3: 10, 4: 10, 5: 11}  # the end adds no phase
    assert reasons(game, "done") == ["gpw 22.1.3"]
    assert list(game.legal) == []


# ---- 22.1.3: victory


@pytest.mark.rule("gpw 22.1.3.A")
def test_the_axis_wins_at_once_when_it_captures_moscow() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": "A0620", "su-inf-3": "A1219"}, turn=2)
    assert game.winner is None
    events = game.do(f"move ax-pz-56 {MOSCOW}")
    assert game.winner is not None
    assert (game.winner.winner, rule_ids(list(game.winner.reasons))) == ("Axis", ["gpw 22.1.3.A"])
    assert events[-1].kind == "outcome"
    assert reasons(game, "done") == ["gpw 22.1.3"]


@pytest.mark.rule("gpw 22.1.3.A")
def test_passing_through_moscow_captures_it_and_standing_next_to_it_does_not() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": "A0620"}, turn=2)
    game.do("move ax-pz-56 A0720")
    assert game.winner is None
    game.undo()
    game.do(f"move ax-pz-56 {MOSCOW} A0719")
    assert game.winner is not None
    game.undo()
    assert game.winner is None
    game.do("done")


@pytest.mark.rule("gpw 22.1.3.A")
def test_moscow_is_captured_by_an_advance_after_combat() -> None:
    seed = seed_for("Axis Combat", "battle", MOSCOW, 6, turn=2)
    units = {"ax-pz-56": "A0620", "ax-pz-3": "A0618", "ax-pz-14": "A0520", "su-inf-43": f"{MOSCOW}/1"}
    game = game_at("Axis Combat", units, turn=2, seed=seed)
    game.do(f"attack {MOSCOW} by ax-pz-3 ax-pz-14 ax-pz-56")
    game.do(f"resolve {MOSCOW}")  # 34 to 3 is off the ladder: a 6 on the 6:1 column eliminates
    assert game.unit_at(MOSCOW) == []
    assert game.winner is None  # nobody has moved in yet
    game.do("advance ax-pz-56")
    assert game.winner is not None
    assert game.winner.winner == "Axis"


@pytest.mark.rule("gpw 22.1.3.B")
@pytest.mark.parametrize("held", [
    ("Kalinin", "Kharkov", "Kiev", "Leningrad"),
    ("Kiev", "Leningrad", "Rostov", "Voronezh"),
    tuple(CITIES),
])  # fmt: skip
def test_four_of_six_cities_at_the_end_of_turn_5_win_for_the_axis(held: tuple[str, ...]) -> None:
    control = {hex_of(city): "Axis" for city in held}
    game = game_at(LAST, {}, turn=5, control=control)
    assert game.winner is None
    game.next_phase()
    assert game.winner is not None
    assert (game.winner.winner, rule_ids(list(game.winner.reasons))) == ("Axis", ["gpw 22.1.3.B"])
    assert all(city in game.winner.reasons[0].text for city in held)


@pytest.mark.rule("gpw 22.1.3.B", "gpw 22.1.3.C")
@pytest.mark.parametrize("held", [(), ("Kiev",), ("Kharkov", "Kiev", "Rostov"), ("Kalinin", "Leningrad", "Voronezh")])
def test_with_fewer_the_soviets_win(held: tuple[str, ...]) -> None:
    control = {hex_of(city): "Axis" for city in (*held, "Minsk", "Smolensk", "Odessa", "Riga")}
    game = game_at(LAST, {}, turn=5, control=control)
    game.next_phase()
    assert game.winner is not None
    assert game.winner.winner == "Soviet"
    assert "gpw 22.1.3.C" in rule_ids(list(game.winner.reasons))


@pytest.mark.rule("gpw 22.1.3.B")
def test_the_cities_are_counted_at_the_end_only() -> None:
    control = {hex_of(city): "Axis" for city in CITIES}
    game = game_at(LAST, {"su-inf-3": "A2111", "su-inf-4": "A1816", "su-inf-5": "B1902"}, turn=4, control=control)
    game.next_phase()
    assert game.winner is None
    assert game.phase.turn == 5
    game = game_at(LAST, {"su-inf-3": "A2111", "su-inf-4": "A1816", "su-inf-5": "B1902"}, turn=5, control=control)
    for move in ("su-inf-3 A2112", "su-inf-4 A1817", "su-inf-5 B1903"):  # taken back in the very last phase
        game.do(f"move {move}")
    game.next_phase()
    assert game.winner is not None
    assert game.winner.winner == "Soviet"


@pytest.mark.rule("gpw 22.1.3.C")
def test_the_soviets_win_a_game_in_which_nobody_does_anything() -> None:
    game = gpw.new("barbarossa")
    game.play("Soviet General Movement", turn=5)
    assert game.winner is None
    game.next_phase()
    assert game.winner is not None
    assert game.winner.winner == "Soviet"
    assert rule_ids(list(game.winner.reasons)) == ["gpw 22.1.3.B", "gpw 22.1.3.C"]


# ---- 22.1.4: special rules


@pytest.mark.rule("gpw 22.1.4.A")
def test_neither_side_has_aircraft_leaders_or_airborne_units() -> None:
    game = gpw.new("barbarossa")
    assert set(game.units.kind).isdisjoint({"AB", "FB", "BOM", "LEADER", "PAR"})
    assert "INF" in set(game.units.kind)
    free = gpw.new("barbarossa", setup="free")
    assert reasons(free, "place su-ab-1 B1903") == ["gpw 10.0.D"]
    game.play(turn=4)  # the turn on which the chart has the German paratroops
    assert "ax-ab-7" not in set(game.log.unit)


@pytest.mark.rule("gpw 22.1.4.B")
def test_axis_infantry_moves_one_hex_in_the_first_panzer_phase() -> None:
    game = gpw.new("barbarossa")
    game.play("Axis Panzer Movement")
    start = {"ax-inf-5": "B1614", "ax-mtn-49": "B2313", "ax-sk-gar": "B2414"}
    for unit, place in start.items():
        assert game.unit_at(place) == [unit]
        around = {game.board.ids[h] for _d, h in game.board.links[game.board.index[place]]}
        free = {h for h in around if not game.unit_at(h)}
        assert set(game.reach(unit)) == free, unit
    assert reasons(game, "move ax-sk-gar B2315 B2316") == ["gpw 22.1.4.B"]
    assert len(game.reach("ax-pz-56")) > 6


@pytest.mark.rule("gpw 22.1.4.B")
def test_the_one_hex_is_free_of_its_price() -> None:
    """As always the first hex may be entered (5.0.E), by rivers and forests as on the plain; a second one never."""
    for place in ("B1603", "B1204", "A1104"):
        reach = game_at("Axis Panzer Movement", {"ax-inf-1": place}).reach("ax-inf-1")
        assert set(reach) == set(neighbours(place))
        assert set(reach.values()) == {0}


@pytest.mark.rule("gpw 22.1.4.B")
def test_infantry_in_romania_stays_and_the_general_phase_is_as_usual() -> None:
    game = gpw.new("barbarossa")
    game.play("Axis Panzer Movement")
    romania = ["ax-inf-11", "ax-inf-30", "ax-inf-54", "ax-ro-inf-4", "ax-ro-mtn", "ax-ro-gar-9"]
    assert all(game.legal.of(unit) == [] for unit in romania)
    assert reasons(game, "move ax-ro-gar-9 B3304") == ["gpw 22.1.4.C", "gpw 3.1.3.A"]  # it has not even the one hex
    assert reasons(game, "move ax-hu-gar-6 B2814") == ["gpw 22.1.4.C"]  # in Hungary it would
    game.do("move ax-sk-gar B2415")
    assert reasons(game, "move ax-sk-gar B2414") == ["gpw 5.0.C"]
    game.play("Axis General Movement")
    game.do("move ax-sk-gar B2414")  # infantry that moved one hex moves again, by its whole MA
    assert len(game.reach("ax-inf-42")) > 6


@pytest.mark.rule("gpw 22.1.4.B")
def test_it_is_the_first_panzer_phase_only_and_the_axis_only() -> None:
    game = game_at("Axis Panzer Movement", {"ax-inf-1": "B1813", "su-inf-3": "A1219"}, turn=2)
    assert game.legal.of("ax-inf-1") == []
    assert reasons(game, "move ax-inf-1 B1812") == ["gpw 3.1.3.A"]
    game = game_at("Soviet Armored Movement", {"ax-inf-1": "B1813", "su-inf-3": "A1219"}, turn=1)
    assert reasons(game, "move su-inf-3 A1218") == ["gpw 3.2.3"]


@pytest.mark.rule("gpw 22.1.4.C")
@pytest.mark.parametrize("phase", ["Axis Panzer Movement", "Axis General Movement"])
def test_axis_units_in_romania_and_hungary_do_not_move_on_turn_1(phase: str) -> None:
    units = {
        "ax-ro-cav": "B2506",
        "ax-inf-11": "B2605",
        "ax-hu-inf-2": "B2510",
        "ax-hu-gar-6": "B2815",
        "ax-pz-3": "B2811",
    }
    game = game_at(phase, {**units, "ax-inf-1": "B1813"})
    for unit in units:
        assert game.legal.of(unit) == []
    assert reasons(game, "move ax-pz-3 B2810") == ["gpw 22.1.4.C"]  # a panzer corps in Hungary
    assert reasons(game, "move ax-inf-11 B2606")[0] == "gpw 22.1.4.C"
    assert game.legal.of("ax-inf-1") != []


@pytest.mark.rule("gpw 22.1.4.C")
def test_soviet_units_in_romania_do_not_move_on_turn_1_either() -> None:
    game = game_at("Soviet General Movement", {"su-inf-9": "B2804", "su-inf-18": "B2704"})
    assert reasons(game, "move su-inf-9 B2803") == ["gpw 22.1.4.C"]
    assert game.legal.of("su-inf-18") != []


@pytest.mark.rule("gpw 22.1.4.C")
def test_they_move_from_turn_2_on() -> None:
    game = game_at("Axis General Movement", {"ax-ro-cav": "B2506", "ax-hu-inf-2": "B2510"}, turn=2)
    assert game.legal.of("ax-ro-cav") != []
    assert game.legal.of("ax-hu-inf-2") != []


@pytest.mark.rule("gpw 22.1.4.C")
def test_they_may_attack_on_turn_1_but_not_advance() -> None:
    seed = seed_for("Axis Combat", "battle", "B2604", 6)
    units = {"ax-inf-11": "B2605", "ax-inf-54": "B2705", "ax-pz-3": "B2603", "su-inf-18": "B2604/1"}
    game = game_at("Axis Combat", units, seed=seed)
    game.do("attack B2604 by ax-inf-11 ax-inf-54 ax-pz-3")
    game.do("resolve B2604")
    assert game.pending is not None
    assert game.pending.kind == "advance"
    assert list(map(str, game.pending.options)) == ["advance none", "advance ax-pz-3"]


@pytest.mark.rule("gpw 22.1.4.C")
def test_unlike_in_a_variant_romania_may_be_entered_and_its_zoc_counts() -> None:
    """The variant 23.4.15 closes the border for units and ZOC on turn 1; the base game does neither."""
    game = game_at("Soviet Armored Movement", {"su-mech-3": "B2704", "ax-ro-inf-4": "B2706"})
    assert game.board.country[game.board.index["B2705"]] == "Romania"
    assert game.why_not("move su-mech-3 B2705") == []
    border = game_at("Soviet Armored Movement", {"su-mech-3": "B2604", "ax-ro-inf-4": "B2705"})
    assert game.board.country[game.board.index["B2704"]] == "USSR"
    assert "B2704" in border.zoc("Axis")
    assert reasons(border, "move su-mech-3 B2704 B2703") == ["gpw 4.1.A"]


# ---- 22.1.5: reinforcements


@pytest.mark.rule("gpw 22.1.5.C")
def test_a_shock_army_may_come_instead_of_an_infantry_army_on_turn_5() -> None:
    game = game_at(SOVIET, {}, turn=5)
    assert game.units.set_index("unit").loc["su-inf-39", ["attack", "ma"]].tolist() == [6, 6]
    game.do("swap su-shk-1 su-inf-39")
    assert states(game, "su-shk-1", "su-inf-39") == ["due", "eliminated"]
    game.do(f"place su-shk-1 {MOSCOW}")
    assert game.units.set_index("unit").loc["su-shk-1", ["attack", "defence", "state"]].tolist() == [10, 10, "full"]
    assert reasons(game, "place su-inf-39 A1101") == ["gpw 9.3.A"]
    assert game.why_not("rebuild su-inf-39 A1101") == []  # it waits in the pile


@pytest.mark.rule("gpw 22.1.5.C")
def test_only_one_shock_army_comes_so() -> None:
    game = game_at(SOVIET, {}, turn=5)
    game.do("swap su-shk-1 su-inf-39")
    assert reasons(game, "swap su-shk-2 su-inf-58") == ["gpw 22.1.5.C"]
    assert not [action for action in game.legal if str(action).startswith("swap")]


@pytest.mark.rule("gpw 22.1.5.C")
@pytest.mark.parametrize(("units", "new", "old"), [
    ({}, "su-shk-1", "su-inf-3"),                      # not scheduled for this turn
    ({"su-inf-52": "due"}, "su-shk-1", "su-inf-52"),   # scheduled for an earlier one
    ({}, "su-inf-58", "su-inf-39"),                    # not a shock army
    ({}, "su-gds-1", "su-inf-39"),                     # nor are Guards one
    ({"su-shk-1": "A1219"}, "su-shk-1", "su-inf-39"),  # in play already
])  # fmt: skip
def test_the_swap_is_between_a_shock_army_to_come_and_a_6_6_of_this_turn(
    units: dict[str, str], new: str, old: str
) -> None:
    game = game_at(SOVIET, units, turn=5)
    assert set(reasons(game, f"swap {new} {old}")) == {"gpw 22.1.5.C"}
    assert game.why_not("swap su-shk-2 su-inf-39") == []


@pytest.mark.rule("gpw 22.1.5.C")
@pytest.mark.parametrize("turn", [3, 4])
def test_not_on_another_turn(turn: int) -> None:
    game = game_at(SOVIET, {}, turn=turn)
    assert "gpw 22.1.5.C" in reasons(game, "swap su-shk-1 su-inf-52")
    assert not [action for action in game.legal if str(action).startswith("swap")]


@pytest.mark.rule("gpw 22.1.5.C", "gpw 9.3.D")
def test_not_after_the_infantry_is_placed_or_points_are_spent() -> None:
    game = game_at(SOVIET, {"su-inf-9": "eliminated"}, turn=5)
    game.do("place su-inf-39 A1101")
    assert reasons(game, "swap su-shk-1 su-inf-39") == ["gpw 22.1.5.C"]
    game.do("rebuild su-inf-9 A1301")
    assert reasons(game, "swap su-shk-1 su-inf-58") == ["gpw 9.3.D"]


@pytest.mark.rule("gpw 22.1.5.C")
def test_not_in_the_axis_phase() -> None:
    game = game_at("Axis Reinforcement/Replacement", {"su-inf-39": "due"}, turn=5)
    assert "gpw 22.1.5.C" in reasons(game, "swap su-shk-1 su-inf-39")


# ---- 22.1.6: the set-up tables as played


@pytest.mark.rule("gpw 22.1.6.1")
def test_axis_set_up() -> None:
    """The printed rows, cut off after Romania: Hungary four units, Romania thirteen; no unit outside its country."""
    game = gpw.new("barbarossa")
    placed = game.units[(game.units.hex != "") & (game.units.side == "Axis")]
    country = [game.board.country[game.board.index[h]] for h in placed.hex]
    assert sorted(placed.unit[[c == "Hungary" for c in country]]) == [
        "ax-hu-gar-6", "ax-hu-gar-9", "ax-hu-inf-2", "ax-hu-inf-5",
    ]  # fmt: skip
    romania = placed[[c == "Romania" for c in country]]
    assert Counter(romania.attack) == {8: 1, 6: 2, 4: 6, 2: 4}
    assert Counter(romania.kind) == {"INF": 7, "GAR": 4, "MTN": 1, "CAV": 1}
    assert set(country) == {"Hungary", "Romania", "Germany"}


@pytest.mark.rule("gpw 22.1.6.2")
@pytest.mark.parametrize(("location", "units"), [
    ("Baltic MD", {"su-inf-8": 8, "su-inf-11": 8, "su-inf-27": 6}),
    ("Western MD", {"su-inf-3": 8, "su-inf-4": 8, "su-inf-10": 8, "su-inf-13": 8, "su-mech-2": 8}),
    ("Odessa MD", {"su-inf-9": 8, "su-inf-cos": 6}),
    ("Kiev MD", {"su-inf-5": 8, "su-inf-6": 8, "su-inf-12": 8, "su-inf-18": 8, "su-inf-26": 6}),
])  # fmt: skip
def test_soviet_set_up_of_the_districts(location: str, units: dict[str, int]) -> None:
    game = gpw.new("barbarossa")
    rows = [a for a in table("setup_areas") if (a["scenario"], a["side"], a["location"]) == ("1", "Soviet", location)]
    frame = game.units.set_index("unit")
    for unit, attack in units.items():
        assert frame.hex[unit] in rows[0]["hexes"].split()
        assert frame.attack[unit] == attack


@pytest.mark.rule("gpw 22.1.6.2")
@pytest.mark.parametrize(("unit", "place", "attack"), [
    ("su-inf-16", "Kiev", 8), ("su-inf-24", "Orel", 6), ("su-inf-28", "Yaroslavl", 6), ("su-inf-29", "Rostov", 6),
    ("su-inf-44", "Tbilisi", 6), ("su-mech-3", "B2301", 8), ("su-inf-19", "B2111", 8), ("su-inf-20", "A0920", 8),
])  # fmt: skip
def test_soviet_set_up_of_the_reserves(unit: str, place: str, attack: int) -> None:
    row = gpw.new("barbarossa").units.set_index("unit").loc[unit]
    assert row.hex == (place if place[1:].isdigit() else hex_of(place))
    assert row.attack == attack
