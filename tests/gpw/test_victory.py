"""Victory in scenarios 2 to 5 (gpw 22.2.3, 22.3.3, 22.4.3, 22.5.3): what is needed, what is held, draws."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.gpw import records
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import rule_ids
from tests.gpw.starts import ended, game_in, judged

CAUCASUS = ("Astrakhan", "Tbilisi", "Yerevan")
DNEPR = ("Dnepropetrovsk", "Kharkov", "Stalino", "Zaporozhe")
WEST = ("Lwow", "Warsaw", "Konigsberg")


def by(side: str, *cities: str) -> dict[str, str]:
    return dict.fromkeys(cities, side)


# ---- Fall Blau


@pytest.mark.rule("gpw 22.2.3.A")
def test_stalingrad_and_two_cities_of_the_caucasus_win_for_the_axis() -> None:
    for two in combinations(CAUCASUS, 2):
        assert judged("fall-blau", **by("Axis", "Stalingrad", *two)) == ("Axis", ["gpw 22.2.3.A"] * 2)
        assert judged("fall-blau", **by("Axis", *two))[0] == "draw"
    for one in CAUCASUS:
        assert judged("fall-blau", **by("Axis", "Stalingrad", one))[0] == "draw"
    assert judged("fall-blau", **by("Axis", *CAUCASUS))[0] == "draw"


@pytest.mark.rule("gpw 22.2.3.A")
def test_the_cities_are_counted_at_the_end_of_turn_13_and_not_before() -> None:
    held = by("Axis", "Stalingrad", "Astrakhan", "Yerevan")
    assert judged("fall-blau", 12, **held) == ("", [])
    assert judged("fall-blau", 13, **held)[0] == "Axis"
    assert game_in("fall-blau", 13, "Axis General Movement", control=held).winner is None


@pytest.mark.rule("gpw 22.2.3.B")
@pytest.mark.parametrize("city", ["Kharkov", "Kiev", "Odessa", "Minsk", "Riga", "Lwow", "Dnepropetrovsk", "Stalino"])
def test_a_major_city_retaken_wins_for_the_soviets(city: str) -> None:
    winner, rules = judged("fall-blau", **by("Soviet", city))
    assert (winner, rules[0]) == ("Soviet", "gpw 22.2.3.B")


@pytest.mark.rule("gpw 22.2.3.B")
def test_only_what_was_lost_is_retaken_and_only_major_cities_count() -> None:
    """Not a smaller city, not a city that was never lost, not one in Germany (docs/rulings.md)."""
    assert judged("fall-blau", **by("Soviet", "Smolensk", "Orel", "Vitebsk"))[0] == "draw"
    assert judged("fall-blau", **by("Soviet", "Rostov", "Moscow", "Leningrad"))[0] == "draw"
    assert judged("fall-blau", **by("Soviet", "Warsaw", "Konigsberg"))[0] == "draw"


@pytest.mark.rule("gpw 22.2.3.B")
def test_a_city_retaken_does_not_help_against_an_axis_victory() -> None:
    held = by("Axis", "Stalingrad", "Astrakhan", "Tbilisi")
    assert judged("fall-blau", **held, **by("Soviet", "Kharkov"))[0] == "Axis"


@pytest.mark.rule("gpw 22.2.3.C")
def test_anything_else_is_a_draw() -> None:
    winner, rules = judged("fall-blau")
    assert (winner, rules[0]) == ("draw", "gpw 22.2.3.C")


# ---- Uranus


@pytest.mark.rule("gpw 22.3.3")
def test_rostov_and_three_cities_win_for_the_soviets() -> None:
    for three in combinations(DNEPR, 3):
        assert judged("uranus", **by("Soviet", "Rostov", *three)) == ("Soviet", ["gpw 22.3.3"] * 2)
        assert judged("uranus", **by("Soviet", *three))[0] == "Axis"
    for two in combinations(DNEPR, 2):
        assert judged("uranus", **by("Soviet", "Rostov", *two))[0] == "Axis"
    assert judged("uranus", 16, **by("Soviet", "Rostov", *DNEPR)) == ("", [])


@pytest.mark.rule("gpw 22.3.3")
def test_the_axis_wins_uranus_by_avoiding_a_soviet_victory() -> None:
    game = ended("uranus")
    assert game.winner is not None
    assert game.winner.winner == "Axis"
    assert "avoided" in game.winner.reasons[-1].text
    assert "the Soviets do not hold Rostov" in game.winner.reasons[0].text


# ---- Citadel


@pytest.mark.rule("gpw 22.4.3.A")
def test_kursk_and_voronezh_win_for_the_axis() -> None:
    assert judged("citadel", **by("Axis", "Kursk", "Voronezh"))[0] == "Axis"
    assert judged("citadel", 20, **by("Axis", "Kursk", "Voronezh")) == ("", [])
    assert [judged("citadel", **by("Axis", city))[0] for city in ("Kursk", "Voronezh")] == ["draw", "draw"]


@pytest.mark.rule("gpw 22.4.3.B")
def test_kharkov_and_smolensk_win_for_the_soviets() -> None:
    assert judged("citadel", **by("Soviet", "Kharkov", "Smolensk"))[0] == "Soviet"
    assert [judged("citadel", **by("Soviet", city))[0] for city in ("Kharkov", "Smolensk")] == ["draw", "draw"]


@pytest.mark.rule("gpw 22.4.3.C")
def test_nobody_wins_where_both_have_met_their_conditions() -> None:
    both = by("Axis", "Kursk", "Voronezh") | by("Soviet", "Kharkov", "Smolensk")
    assert judged("citadel", **both) == ("draw", ["gpw 22.4.3.C", "gpw 22.4.3.A", "gpw 22.4.3.B"])


@pytest.mark.rule("gpw 22.4.3.D")
def test_nobody_wins_where_neither_has() -> None:
    assert judged("citadel") == ("draw", ["gpw 22.4.3.D", "gpw 22.4.3.A", "gpw 22.4.3.B"])


# ---- Bagration


@pytest.mark.rule("gpw 22.5.3.A")
def test_minsk_riga_and_two_cities_farther_west_win_for_the_soviets() -> None:
    for two in combinations(WEST, 2):
        assert judged("bagration", **by("Soviet", "Minsk", "Riga", *two)) == ("Soviet", ["gpw 22.5.3.A"] * 2)
        for one in ("Minsk", "Riga"):
            assert judged("bagration", **by("Soviet", one, *two))[0] == "Axis"
    for city in WEST:
        assert judged("bagration", **by("Soviet", "Minsk", "Riga", city))[0] == "Axis"
    assert judged("bagration", 28, **by("Soviet", "Minsk", "Riga", *WEST)) == ("", [])


@pytest.mark.rule("gpw 22.5.3.B")
def test_the_axis_wins_bagration_by_avoiding_a_soviet_victory() -> None:
    winner, rules = judged("bagration")
    assert (winner, rules[-1]) == ("Axis", "gpw 22.5.3.B")


@pytest.mark.rule("gpw 22.5.3.C")
def test_bagration_knows_no_draw() -> None:
    cities = ("Minsk", "Riga", *WEST)
    for number in range(len(cities) + 1):
        for some in combinations(cities, number):
            assert judged("bagration", **by("Soviet", *some))[0] in ("Axis", "Soviet")


# ---- how it is told


@pytest.mark.rule("gpw 22.2.3.A")
def test_what_is_needed_and_what_is_held_can_be_asked_at_any_time() -> None:
    game = game_in("fall-blau", 10, "Axis Combat", control=by("Axis", "Astrakhan") | by("Soviet", "Kiev", "Riga"))
    told = [(reason.rule, reason.text) for reason in game.objectives]
    assert told[0] == ("gpw 22.2.3.A", "the Axis does not hold Stalingrad")
    assert told[1] == ("gpw 22.2.3.A", "the Axis holds 1 (Astrakhan) of Astrakhan, Tbilisi, Yerevan, needed: 2")
    assert told[2][0] == "gpw 22.2.3.B"
    assert told[2][1].startswith("the Soviets hold 2 (Kiev, Riga) of ")
    assert game.view("Axis").objectives == game.objectives
    game.edit().control(_hex(game, "Stalingrad"), "Axis")
    assert game.objectives[0].text == "the Axis holds Stalingrad"


def _hex(game: gpw.Game, city: str) -> str:
    return game.board.ids[game.board.city_at[city]]


@pytest.mark.parametrize("slug", ["barbarossa", "fall-blau", "uranus", "citadel", "bagration", "campaign"])
def test_every_scenario_tells_its_goals(slug: str) -> None:
    goals = gpw.new(slug).objectives
    assert len(goals) >= 2
    assert all("hold" in goal.text for goal in goals)


def test_a_city_is_held_by_the_last_to_pass_it() -> None:
    """As in Barbarossa: moving through Kursk and on is enough."""
    game = game_in("citadel", 21, "Axis General Movement", {"ax-pz-3": "A1319"}, by("Axis", "Voronezh"))
    kursk = _hex(game, "Kursk")
    path = game.path("ax-pz-3", kursk)
    assert path
    game.do(f"move ax-pz-3 {' '.join(path)}")
    assert game.objectives[0].text.startswith("the Axis holds 2 (Kursk, Voronezh)")


def test_a_draw_ends_the_game_like_a_victory() -> None:
    game = ended("citadel")
    assert game.winner is not None
    last = game.log.iloc[-1]
    assert (last.kind, last.result) == ("outcome", "draw")
    assert "a draw" in last.text
    assert list(game.legal) == []
    refused = game.why_not("done")
    assert rule_ids(refused) == ["gpw 22.4.3"]
    assert "it is a draw" in refused[0].text
    twin = gpw.from_position(game.position, RuleSet())
    assert str(twin.winner) == str(game.winner)
    game.undo()
    assert game.winner is None


def test_a_draw_that_none_is_is_refused() -> None:
    for slug, winner in (("bagration", "draw"), ("citadel", "Axis"), ("citadel", "nobody"), ("uranus", "Soviet")):
        record = json.loads(ended(slug).position.removeprefix(records.PREFIX)) | {"winner": winner}
        with pytest.raises(InvalidInput, match="winner"):
            gpw.from_position(records.PREFIX + json.dumps(record))
