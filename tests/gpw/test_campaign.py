"""The campaign (gpw 19.0): set-up of Barbarossa, all advanced rules, 32 turns, victory when a Soviet turn ends."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import rule_ids
from tests.gpw.maps import table
from tests.gpw.starts import LAST, game_in, historical, judged

THREE = ("Moscow", "Leningrad", "Kuybyshev")


def campaign(*rules: str) -> gpw.Game:
    """A campaign with these options only."""
    return gpw.new("campaign", rules=RuleSet(rules))


def axis(*cities: str) -> dict[str, str]:
    return dict.fromkeys(cities, "Axis")


# ---- 19.1: set-up and length


@pytest.mark.rule("gpw 19.1.A")
def test_it_begins_with_the_set_up_of_barbarossa() -> None:
    ground = campaign().units.set_index("unit")
    barbarossa = gpw.new("barbarossa").units.set_index("unit")
    assert list(ground.index) == list(barbarossa.index)
    assert ground[["hex", "state"]].equals(barbarossa[["hex", "state"]])
    assert (ground.hex != "").sum() > 70


@pytest.mark.rule("gpw 19.1.B")
def test_aircraft_leaders_and_airborne_units_are_added() -> None:
    """Aircraft and airborne units stand where the set-up says; the leaders of June 1941 come in the first phase."""
    units = gpw.new("campaign").units.set_index("unit")
    rows = {row["unit_id"] for row in table("setup") if row["scenario"] == "1"}
    added = {unit for unit in rows if unit.startswith(("su-ab", "ax-fb", "ax-bom"))}
    assert len(added) == 10
    spots = {row["unit_id"]: row["hex"] for row in table("placement") if row["scenario"] == "1"}
    assert {unit: units.hex[unit] for unit in added} == {unit: spots[unit] for unit in added}
    assert {units.hex["ax-ldr-bock"], units.hex["ax-ldr-rundstedt"]} == {"B1822"}  # Berlin
    barbarossa = gpw.new("barbarossa").units
    assert added.isdisjoint(barbarossa.unit)


@pytest.mark.rule("gpw 19.1.D")
def test_all_advanced_rules_are_in_force() -> None:
    options = gpw.options().set_index("slug")
    advanced = {slug for slug in options.index if int(options.section[slug].split(".")[0]) in range(11, 19)}
    assert len(advanced) == 8
    assert set(gpw.new("campaign").rules.options) == advanced
    assert set(gpw.new("campaign", rules="-air").rules.options) == advanced - {"air"}


@pytest.mark.rule("gpw 19.1.C")
def test_it_is_played_from_june_1941_to_may_1945() -> None:
    game = campaign()
    assert str(game.phase) == "Turn 1 (Jun 1941): Axis Reinforcement/Replacement Phase"
    game.play("Soviet General Movement", turn=32)
    assert str(game.phase) == "Turn 32 (May 1945): Soviet General Movement Phase"
    assert game.winner is None
    game.next_phase()
    assert game.winner is not None


@pytest.mark.rule("gpw 19.1.C")
def test_it_does_not_end_with_barbarossa() -> None:
    """Neither Moscow alone nor the six cities decide it (gpw 22.1.3.A, gpw 22.1.3.B are the scenario's)."""
    six = axis("Kalinin", "Kharkov", "Kiev", "Leningrad", "Rostov", "Voronezh")
    assert judged("campaign", 5, **six, **axis("Moscow")) == ("", [])


@pytest.mark.rule("gpw 2.1.2.C")
def test_cernauti_belongs_to_the_kiev_military_district() -> None:
    game = gpw.new("campaign", setup="free", rules=RuleSet())
    assert game.why_not("place su-inf-12 B2507") == []  # 12th Army of the Kiev MD
    assert rule_ids(game.why_not("place su-inf-9 B2507")) == ["gpw 10.0.D"]  # 9th Army of the Odessa MD


# ---- 19.2: victory


@pytest.mark.rule("gpw 19.2.A")
def test_moscow_leningrad_and_kuybyshev_win_for_the_axis_at_the_end_of_a_soviet_turn() -> None:
    for turn in (3, 9, 31, 32):
        assert judged("campaign", turn, **axis(*THREE)) == ("Axis", ["gpw 19.2.A"])
    for missing in THREE:
        two = axis(*(city for city in THREE if city != missing))
        assert judged("campaign", 9, **two) == ("", [])


@pytest.mark.rule("gpw 19.2.A")
def test_the_soviets_have_their_turn_to_retake_one() -> None:
    """Taking the third city ends nothing at once, nor at the end of the Axis part of the turn."""
    game = game_in("campaign", 9, "Axis General Movement", {"ax-pz-3": "A0719", "su-inf-3": "A0617"}, axis(*THREE[1:]))
    game.do(f"move ax-pz-3 {' '.join(game.path('ax-pz-3', 'A0619'))}")  # Moscow
    assert game.objectives[0].text.startswith("the Axis holds 3")
    game.next_phase()
    assert game.winner is None
    game.play(LAST, turn=9)
    assert game.winner is None
    back = game.fork()
    back.do("edit control B0108 Soviet")
    back.next_phase()
    assert back.winner is None
    assert (back.phase.turn, back.phase.name) == (10, "Axis Reinforcement/Replacement")
    game.next_phase()
    assert game.winner is not None
    assert game.winner.winner == "Axis"
    assert (game.phase.turn, game.phase.name) == (9, LAST)
    assert gpw.from_position(game.position, RuleSet()).winner == game.winner


@pytest.mark.rule("gpw 19.2.B")
def test_berlin_wins_for_the_soviets() -> None:
    for turn in (20, 32):
        assert judged("campaign", turn, Berlin="Soviet") == ("Soviet", ["gpw 19.2.B"])
    assert judged("campaign", 31, Warsaw="Soviet", Budapest="Soviet") == ("", [])


@pytest.mark.rule("gpw 19.2.B")
def test_berlin_too_is_looked_at_when_a_soviet_turn_ends() -> None:
    game = game_in("campaign", 30, "Soviet Combat", control={"Berlin": "Soviet"})
    game.next_phase()
    assert game.winner is None
    game.next_phase()
    assert game.winner is not None
    assert game.winner.winner == "Soviet"


@pytest.mark.rule("gpw 19.2.C")
def test_without_either_it_is_a_draw() -> None:
    winner, rules = judged("campaign", 32)
    assert (winner, rules[0]) == ("draw", "gpw 19.2.C")
    assert judged("campaign", 31) == ("", [])


# ---- rules of Barbarossa in the campaign


@pytest.mark.rule("gpw 22.1.4.B", "gpw 22.1.4.C")
def test_the_first_turn_is_that_of_barbarossa() -> None:
    units = {"ax-inf-1": "B1214", "ax-inf-11": "B3003", "ax-hu-inf-2": "B2510"}
    game = game_in("campaign", 1, "Axis Panzer Movement", units)
    assert set(game.reach("ax-inf-1")) == {"B1114", "B1213", "B1314"}  # the land next to it, a hex away
    assert "gpw 22.1.4.C" in rule_ids(game.why_not("move ax-inf-11 B3002"))
    game.play("Axis General Movement")
    assert rule_ids(game.why_not("move ax-hu-inf-2 B2610")) == ["gpw 22.1.4.C"]
    later = game_in("campaign", 2, "Axis Panzer Movement", units)
    assert later.reach("ax-inf-1") == {}


@pytest.mark.rule("gpw 20.2")
def test_the_option_of_the_first_turn_is_for_the_campaign_too() -> None:
    game = game_in("campaign", 1, "Axis Panzer Movement", {"ax-inf-1": "B1214"}, rules=("axis-full-first-turn",))
    base = game_in("campaign", 1, "Axis Panzer Movement", {"ax-inf-1": "B1214"})
    assert len(game.reach("ax-inf-1")) > len(base.reach("ax-inf-1"))


@pytest.mark.rule("gpw 22.1.5.C")
def test_no_shock_army_comes_for_nothing_on_turn_5() -> None:
    due = next(
        row["unit_id"]
        for row in table("reinforcements")
        if (row["turn"], row["side"], row["event"]) == ("5", "Soviet", "reinforcement")
    )
    for slug, free in (("barbarossa", True), ("campaign", False)):
        game = game_in(slug, 5, "Soviet Reinforcement/Replacement", {due: "due"})
        assert (f"swap su-shk-1 {due}" in game.legal) is free
    assert rule_ids(game.why_not(f"swap su-shk-1 {due}")) == ["gpw 22.1.5.C"]
    bought = game_in(
        "campaign", 5, "Soviet Reinforcement/Replacement", {"su-inf-3": "A0619"}, rules=("conversions",), rp=1
    )
    assert any(str(action).startswith("convert su-shk-1 ") for action in bought.legal)


@pytest.mark.rule("gpw 9.2.A", "gpw 9.2.B")
def test_lend_lease_comes_to_the_end_of_1944() -> None:
    game = campaign()
    game.play(LAST, turn=32)
    rolled = game.log[game.log.kind == "lend-lease"]
    assert list(rolled.turn) == list(range(3, 30))  # Aug 1941 to Nov/Dec 1944


def test_the_free_set_up_is_that_of_barbarossa_with_what_was_added() -> None:
    game = gpw.new("campaign", setup="free")
    for side in ("Soviet", "Axis"):
        assert game.phase.name == f"{side} Set-up"
        for action in historical(game, side):
            game.do(action)
        game.next_phase()
    assert game.position == gpw.new("campaign").position
