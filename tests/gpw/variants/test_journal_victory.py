"""The journal's victory conditions (23.4.16)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.variants import journal_victory
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, neighbours, playable, table

CAMPAIGN, POINTS = gpw.rules("23.4.16.1"), gpw.rules("23.4.16.2")
AT = {row["name"]: row["hex"] for row in table("cities")}
AXIS_GOALS = dict.fromkeys((AT["Moscow"], AT["Leningrad"], AT["Kuybyshev"]), "Axis")
LAST = "Soviet General Movement"


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


# ---- 23.4.16.1: the campaign


def campaign(phase: str = LAST, turn: int = 32, units: dict[str, str] | None = None, **more: object) -> gpw.Game:
    given = {"ax-inf-59": AT["Berlin"], "su-inf-3": "A0720"} if units is None else units
    return game_at(phase, given, turn, rules=CAMPAIGN, scenario="campaign", **more)  # type: ignore[arg-type]


@pytest.mark.rule("gpw 23.4.16.1.A")
def test_the_axis_wins_at_once_with_its_three_cities() -> None:
    held = {hex_: side for hex_, side in AXIS_GOALS.items() if hex_ != AT["Kuybyshev"]}
    units = {"ax-pz-56": _beside(AT["Kuybyshev"])[0], "su-inf-3": "A0720"}
    for rules, ended in ((CAMPAIGN, True), (None, False)):
        game = game_at("Axis Panzer Movement", units, 10, rules=rules, scenario="campaign", control=held)
        game.do(f"move ax-pz-56 {AT['Kuybyshev']}")
        assert (game.winner is not None) == ended  # the base game looks at the end of the Soviet turn
    win = game_at("Axis Panzer Movement", units, 10, rules=CAMPAIGN, scenario="campaign", control=held)
    win.do(f"move ax-pz-56 {AT['Kuybyshev']}")
    assert win.winner is not None
    assert (win.winner.winner, win.winner.reasons[0].rule) == ("Axis", "gpw 23.4.16.1.A")
    assert gpw.from_position(win.position, CAMPAIGN).winner == win.winner


def _beside(hex_id: str) -> list[str]:
    return sorted(h for h in neighbours(hex_id) if playable(h) and by("hexes", "hex")[h]["terrain"] == "clear")


@pytest.mark.rule("gpw 23.4.16.1.B")
def test_the_soviets_win_with_berlin() -> None:
    game = campaign("Soviet Armored Movement", units={"su-tk-1": _beside(AT["Berlin"])[0], "ax-inf-59": AT["Warsaw"]})
    game.do(f"move su-tk-1 {AT['Berlin']}")
    assert game.winner is not None
    assert (game.winner.winner, game.winner.reasons[0].rule) == ("Soviet", "gpw 23.4.16.1.B")


@pytest.mark.rule("gpw 23.4.16.1.C")
def test_all_else_is_a_draw() -> None:
    game = campaign()
    game.next_phase()
    assert game.winner is not None
    assert (game.winner.winner, rule_ids(list(game.winner.reasons))) == ("draw", ["gpw 23.4.16.1.C"])
    all_but_one = {row["hex"]: "Axis" for row in table("cities") if row["name"] != "Kuybyshev" and playable(row["hex"])}
    near = campaign(control=all_but_one)
    near.next_phase()
    assert near.winner is not None
    assert rule_ids(list(near.winner.reasons)) == ["gpw 23.4.16.1.C", "gpw 23.4.16.1.C"]


@pytest.mark.rule("gpw 23.4.16.1.D")
def test_a_draw_too_when_no_german_is_left_before_berlin() -> None:
    game = campaign(units={"ax-ro-inf-1": AT["Bucharest"], "su-inf-3": "A0720"})
    game.next_phase()
    assert game.winner is not None
    assert (game.winner.winner, game.winner.reasons[-1].rule) == ("draw", "gpw 23.4.16.1.D")


# ---- 23.4.16.2: victory points


def points(units: dict[str, str], turn: int = 5, phase: str = LAST, **more: object) -> gpw.Game:
    return game_at(phase, units, turn, rules=gpw.rules("23.4.16.2", *more.pop("also", ())), **more)  # type: ignore[arg-type]


def card(game: gpw.Game, side: int) -> dict[str, Fraction]:
    return dict(journal_victory.score(game._pos, side))


def _worth(side: str, control: dict[str, str]) -> int:
    """Points of a side for cities, by the table of cities alone."""
    total = 0
    for row in table("cities"):
        home = "Soviet" if by("hexes", "hex")[row["hex"]]["country"] == "USSR" else "Axis"
        if control.get(row["hex"], home) == side:
            great = row["name"] in ("Moscow", "Berlin")
            total += 20 if great else 10 if row["major"] == "yes" or row["class"] == "fortress" else 2
    return total


@pytest.mark.rule("gpw 23.4.16.2.C")
def test_points_for_cities_units_and_aircraft() -> None:
    units = {
        "ax-inf-59": "B1407",  # two steps of 1 RP: 1 point
        "ax-pz-56": "B1408",  # two steps of 2 RP: 2 points
        "ax-pz-41": "B1409/1",  # one of them: 1 point
        "ax-fb-1": "B1914",  # 1 point
        "ax-ldr-bock": "B1407",  # nothing
        "su-inf-3": "A0720/1",  # half a point
        "su-ab-1": "A0721",  # one step of 2 RP: 1 point
        "su-par-1": "B1003",  # nothing
    }
    also = ("air", "leaders", "airborne", "partisans")
    game = points(units, also=also)
    axis, soviet = card(game, 0), card(game, 1)
    held = {"B1407": "Axis", "B1003": "Soviet"}
    assert sum(v for k, v in axis.items() if " x " in k) == _worth("Axis", held)
    assert sum(v for k, v in soviet.items() if " x " in k) == _worth("Soviet", held)
    assert {k: v for k, v in axis.items() if " x " not in k} == {"units worth 8 RPs": 4, "1 aircraft": 1}
    assert {k: v for k, v in soviet.items() if " x " not in k} == {"units worth 3 RPs": Fraction(3, 2)}


@pytest.mark.rule("gpw 23.4.16.2.C")
def test_german_less_soviet_with_the_handicap_decides_after_the_last_turn() -> None:
    units = {"ax-inf-59": "B1407", "su-inf-3": "A0720"}
    game = points(units)
    held = {"B1407": "Axis"}
    expected = _worth("Axis", held) + 1 - _worth("Soviet", held) - 1 - 140
    game.next_phase()
    assert game.winner is not None
    told = game.winner.reasons[0]
    assert told.rule == "gpw 23.4.16.2.C"
    assert f"handicap -140, bid 0: {expected}" in told.text
    assert (game.winner.winner, expected < -59) == ("Soviet", True)
    assert "Soviet Strategic" in told.text
    assert gpw.from_position(game.position, game.rules).winner == game.winner


@pytest.mark.rule("gpw 23.4.16.2.C")
def test_the_scenarios_own_conditions_do_not_count() -> None:
    units = {"ax-pz-56": _beside(AT["Moscow"])[0], "su-inf-3": "A0720"}
    for rules, ended in ((POINTS, False), (None, True)):
        game = game_at("Axis Panzer Movement", units, 2, rules=rules)
        game.do(f"move ax-pz-56 {AT['Moscow']}")
        assert (game.winner is not None) == ended


@pytest.mark.rule("gpw 23.4.16.2.C")
@pytest.mark.parametrize(
    ("totals", "name", "winner"),
    [
        ("60 200", "German Strategic", "Axis"),
        ("35 59 119/2", "German Substantive", "Axis"),
        ("15 34", "German Marginal", "Axis"),
        ("-14 0 14 29/2 -29/2", "Draw", "draw"),
        ("-15 -34", "Soviet Marginal", "Soviet"),
        ("-35 -59", "Soviet Substantive", "Soviet"),
        ("-60 -200", "Soviet Strategic", "Soviet"),
    ],
)
def test_victory_levels(totals: str, name: str, winner: str) -> None:
    for total in totals.split():
        assert journal_victory.level(Fraction(total)) == (name, winner), total


@pytest.mark.rule("gpw 23.4.16.2.A")
def test_only_the_handicap_of_fall_blau_has_been_tried() -> None:
    handicaps = {"campaign": 140, "barbarossa": -140, "fall-blau": -15, "uranus": 40, "citadel": 40, "bagration": 60}
    for slug, handicap in handicaps.items():
        game = gpw.new(slug, rules=("23.4.16.2",))
        lines = list(journal_victory.tally(game._pos))
        assert f"handicap {handicap}," in lines[0].text, slug
        assert ("gpw 23.4.16.2.A" in rule_ids(lines)) == (slug != "fall-blau")


@pytest.mark.rule("gpw 23.4.16.2.B")
def test_a_bid_is_made_before_the_first_phase_is_over_and_added() -> None:
    game = gpw.new("barbarossa", rules=("23.4.16.2",))
    before = journal_victory.total(game._pos)
    game.do("order bid -12")
    assert journal_victory.total(game._pos) == before - 12
    assert gpw.from_position(game.position, game.rules).position == game.position
    game.do("order bid 5")
    assert journal_victory.total(game._pos) == before + 5
    game.undo()
    assert journal_victory.total(game._pos) == before - 12
    game.next_phase()
    assert why(game, "order bid 3") == ["gpw 23.4.16.2.B"]


@pytest.mark.rule("gpw 23.4.16.2.B")
@pytest.mark.parametrize(
    ("side", "minutes", "price"), [("Axis", 110, 0), ("Axis", 113, -6), ("Soviet", 100, 0), ("Soviet", 110, 20)]
)
def test_each_minute_over_time_costs_two_points(side: str, minutes: int, price: int) -> None:
    game = gpw.new("fall-blau", rules=("23.4.16.2",))
    before = journal_victory.total(game._pos)
    game.do(f"order clock {side} {minutes}")
    assert journal_victory.total(game._pos) == before + price


@pytest.mark.parametrize(
    "order",
    ["order bid", "order bid many", "order bid 1.5", "order clock Axis", "order clock nobody 5", "order clock Axis -5"],
)
def test_bad_bids_and_times_are_refused(order: str) -> None:
    game = gpw.new("fall-blau", rules=("23.4.16.2",))
    before = game.position
    with pytest.raises(InvalidInput):
        game.do(order)
    assert game.position == before


def test_with_both_the_sudden_end_wins_over_the_count() -> None:
    both = gpw.rules("23.4.16.1", "23.4.16.2")
    game = game_at(LAST, {"ax-inf-59": AT["Berlin"], "su-inf-3": "A0720"}, 32, rules=both, scenario="campaign")
    game.next_phase()
    assert game.winner is not None
    assert game.winner.reasons[0].rule == "gpw 23.4.16.2.C"
    sudden = game_at(
        LAST,
        {"ax-inf-59": AT["Warsaw"], "su-inf-3": "A0720"},
        31,
        rules=both,
        scenario="campaign",
        control={AT["Berlin"]: "Soviet"},
    )
    assert sudden.winner is not None
    assert sudden.winner.reasons[0].rule == "gpw 23.4.16.1.B"
    with pytest.raises(InvalidInput, match="conflicts"):
        gpw.rules("23.4.16.2", "23.2.1")
