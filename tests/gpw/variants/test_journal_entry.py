"""Variants of the Canadian Wargamers Journal on who comes and goes (23.4)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.axis_allies import places, state, told
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import by, table

AXIS, SOVIET = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
HOME, BY_TYPE, REMOVAL = gpw.rules("23.4.3"), gpw.rules("23.4.4"), gpw.rules("23.4.12")
DEAD = "eliminated/0"
CITIES = table("cities")


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


def country(hex_id: str) -> str:
    return by("hexes", "hex")[hex_id]["country"]


def cities(countries: set[str], major: str) -> set[str]:
    return {row["hex"] for row in CITIES if country(row["hex"]) in countries and row["major"] == major}


# ---- 23.4.3: reinforcements and replacements

RUSSIA = {"USSR"}
GERMANY = {"Germany", "Slovakia", "Jugoslavia"}
GERMAN, ARMY = "ax-inf-1", "su-inf-3"
KIEV = "B1903"


@pytest.mark.rule("gpw 23.4.3.A")
def test_units_come_back_in_the_major_cities_of_their_home() -> None:
    soviet, base = (game_at(SOVIET, {ARMY: DEAD, "su-inf-4": "due"}, 2, rules=rules) for rules in (HOME, None))
    for unit in (ARMY, "su-inf-4"):
        assert places(soviet, unit) == cities(RUSSIA, "yes")
        assert "A1201" in places(base, unit)  # the map edge
    assert why(soviet, f"rebuild {ARMY} A1201") == ["gpw 23.4.3.A"]
    held = {KIEV: "Axis"}
    axis, usual = (game_at(AXIS, {GERMAN: DEAD}, 2, rules=rules, control=held) for rules in (HOME, None))
    assert places(axis, GERMAN) == cities(GERMANY, "yes")  # neither Kiev nor the capitals of the allies
    assert KIEV in places(usual, GERMAN)
    assert why(axis, f"rebuild {GERMAN} {KIEV}") == ["gpw 23.4.3.A"]


@pytest.mark.rule("gpw 23.4.3.A")
@pytest.mark.parametrize("options", [("23.4.3",), ("23.4.3", "allies")])
def test_romanians_and_hungarians_have_a_home_of_their_own(options: tuple[str, ...]) -> None:
    rules = gpw.rules(*options)
    units = {"ax-ro-inf-1": DEAD, "ax-hu-inf-2": DEAD}
    units = {unit: fate for unit, fate in units.items() if unit in by("units", "unit_id")}
    assert len(units) == 2
    game = game_at(AXIS, units, 2, rules=rules)
    assert places(game, "ax-ro-inf-1") == cities({"Romania"}, "yes")
    assert places(game, "ax-hu-inf-2") == cities({"Hungary"}, "yes")


@pytest.mark.rule("gpw 23.4.3.B")
def test_other_cities_of_the_home_are_for_when_no_major_one_is_open() -> None:
    majors = sorted(cities(GERMANY, "yes"))
    garrison = dict(zip((f"ax-inf-{n}" for n in (2, 4, 5, 6, 7, 8, 9, 10)), majors[1:], strict=False))
    units = {GERMAN: DEAD, **garrison}
    game = game_at(AXIS, units, 2, rules=HOME)
    minor = sorted(cities({"Germany"}, "no"))[0]
    assert places(game, GERMAN) == {majors[0]}
    assert why(game, f"rebuild {GERMAN} {minor}") == ["gpw 23.4.3.B"]
    full = game_at(AXIS, {**units, "ax-pz-56": majors[0]}, 2, rules=HOME)
    assert places(full, GERMAN) == cities(GERMANY, "no")


@pytest.mark.rule("gpw 23.4.3.C")
def test_aircraft_are_placed_as_ever() -> None:
    units = {"ax-fb-1": "due", GERMAN: DEAD}
    game, base = (game_at(AXIS, units, 2, rules=gpw.rules(*ids)) for ids in (("23.4.3", "air"), ("air",)))
    assert places(game, "ax-fb-1") == places(base, "ax-fb-1") > places(game, GERMAN)


# ---- 23.4.4: withdrawals

#: Turn 16 names LI Corps (6-6 infantry) and XIV Panzer Corps; these of the 6-6 type are to be had.
TURN = 16
POSEN, LODZ, KRAKOW, BERLIN = (
    row["hex"]
    for name in ("Posen", "Lodz (Litzmannstadt)", "Krakow", "Berlin")
    for row in CITIES
    if row["name"] == name
)
WHOLE = {"ax-pz-14": BERLIN}


def call(units: dict[str, str], rules: RuleSet | None = BY_TYPE) -> gpw.Game:
    return game_at(AXIS, {**WHOLE, **units}, TURN, rules=rules)


def corps(figures: tuple[str, str, str]) -> list[str]:
    rows = [r for r in table("units") if r["nationality"] == "German" and r["kind"] == "INF"]
    return [r["unit_id"] for r in rows if (r["attack"], r["defence"], r["move"]) == figures]


@pytest.mark.rule("gpw 23.4.4")
def test_any_full_unit_of_the_type_may_be_withdrawn() -> None:
    first, second, *_rest = [unit for unit in corps(("6", "6", "6")) if unit != "ax-inf-51"]
    units = {"ax-inf-51": f"{POSEN}/1", first: LODZ, second: KRAKOW}
    game = call(units)
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Axis", "gpw 23.4.4")
    assert [str(o) for o in game.pending.options] == [f"order send-off ax-inf-51 {u}" for u in sorted((first, second))]
    again = gpw.from_position(game.position, game.rules)
    assert again.pending == game.pending
    game.do(f"order send-off ax-inf-51 {second}")
    assert (state(game, second), state(game, "ax-inf-51"), game.pending) == ("withdrawn", "reduced", None)
    assert game._pos.stand_ins == ((game._pos.world.unit_index["ax-inf-51"], game._pos.world.unit_index[second]),)
    game.undo()
    assert game.pending == again.pending
    with pytest.raises(IllegalAction):
        game.do("order send-off ax-inf-51 ax-pz-14")
    base = call(units, None)
    assert (state(base, "ax-inf-51"), state(base, second)) == ("withdrawn", "full")


@pytest.mark.rule("gpw 23.4.4")
def test_the_only_unit_of_the_type_goes_at_once() -> None:
    game = call({"ax-inf-51": POSEN})
    assert (state(game, "ax-inf-51"), state(game, "ax-pz-14"), game.pending) == ("withdrawn", "withdrawn", None)
    assert {"51 INF is withdrawn", "14 PZ is withdrawn"} <= set(told(game, "withdrawal"))


@pytest.mark.rule("gpw 23.4.4")
def test_without_the_type_a_stronger_unit_or_the_points() -> None:
    strong = corps(("8", "8", "6"))[0]
    game = call({"ax-inf-51": f"{POSEN}/1", strong: LODZ})
    assert game.pending is not None
    # the panzer corps, next in line to be withdrawn, is the stronger one too
    assert {str(o).split()[-1] for o in game.pending.options} == {strong, "ax-pz-14", "rp"}
    before = game._pos.rp
    game.do("order send-off ax-inf-51 rp")
    assert game._pos.rp == before - 2  # two levels of one point
    assert (state(game, "ax-inf-51"), state(game, strong)) == ("reduced", "full")


@pytest.mark.rule("gpw 23.4.4")
def test_no_more_points_are_lost_than_there_are() -> None:
    game = game_at(AXIS, {"ax-inf-51": DEAD, "ax-pz-14": DEAD}, TURN, rules=BY_TYPE)
    assert (game._pos.rp, game.pending) == (0, None)  # 3 points in 1943, 2 + 4 asked for
    assert [event for event in told(game, "rp") if "lost" in event] == [
        "no unit of the type of 51 INF can be withdrawn: 2 RPs are lost",
        "no unit of the type of 14 PZ can be withdrawn: 1 RPs are lost",
    ]


@pytest.mark.rule("gpw 23.4.4")
def test_italians_and_paratroops_go_by_name() -> None:
    game = game_at(AXIS, {"ax-it-inf-2": f"{POSEN}/1", "ax-it-mech-35": BERLIN}, 15, rules=BY_TYPE)
    assert (state(game, "ax-it-inf-2"), state(game, "ax-it-mech-35")) == ("withdrawn", "withdrawn")


# ---- 23.4.8: partisans


@pytest.mark.rule("gpw 23.4.8")
def test_partisans_stay_within_the_old_border() -> None:
    units = {"su-par-1": "due"}
    game = game_at(SOVIET, units, 10, rules=gpw.rules("23.4.8", "partisans"))
    base = game_at(SOVIET, units, 10, rules=gpw.rules("partisans"))
    here, there = "B1407", "B1815"  # Minsk's hex is a city; what counts is who holds it
    assert country(there) == "Germany"
    assert {country(hex_) for hex_ in places(game, "su-par-1")} == {"USSR"}
    assert places(game, "su-par-1") == {hex_ for hex_ in places(base, "su-par-1") if country(hex_) == "USSR"}
    assert here in places(game, "su-par-1")
    assert why(game, f"place su-par-1 {there}") == ["gpw 23.4.8"]
    assert why(base, f"place su-par-1 {there}") == []
    with pytest.raises(InvalidInput):
        gpw.rules("23.4.8")


# ---- 23.4.9: Balkan Garrison

LATECOMERS = ("ax-gar-68", "ax-mtn-15")


@pytest.mark.rule("gpw 23.4.9")
def test_reinforcements_of_a_released_garrison_are_lost() -> None:
    lost, allies = gpw.rules("23.4.9", "allies"), gpw.rules("allies")
    game = game_at(AXIS, {}, 19, rules=lost, balkan=1)
    assert {state(game, unit) for unit in LATECOMERS} == {"withdrawn"}
    assert len([rule for rule in game.log.rule if rule == "gpw 23.4.9"]) == 2
    base = game_at(AXIS, {}, 19, rules=allies, balkan=1)
    assert {state(base, unit) for unit in LATECOMERS} == {"due"}
    waiting = game_at(AXIS, {}, 19, rules=lost)
    assert {state(waiting, unit) for unit in LATECOMERS} == {"off map"}  # not released yet


# ---- 23.4.12: removal

TRAPPED = {"su-tk-1": "B1407", "su-inf-3": "B1303", "ax-inf-59": "B1408", "su-par-1": "B1404"}


@pytest.mark.rule("gpw 23.4.12")
def test_the_other_side_may_remove_units_after_each_reinforcement_phase() -> None:
    game = game_at(AXIS, TRAPPED, 10, rules=gpw.rules("23.4.12", "partisans"))
    assert why(game, "order remove su-tk-1") == ["gpw 3.0.A"]  # not yet
    game.next_phase()
    assert (game.phase.name, game.phase.side) == ("Soviet Removal", "Soviet")
    assert sorted(map(str, game.legal)) == ["done", "order remove su-inf-3", "order remove su-tk-1"]
    assert [why(game, f"order remove {u}") for u in ("ax-inf-59", "su-par-1", "su-inf-4")] == [["gpw 23.4.12"]] * 3
    again = gpw.from_position(game.position, game.rules)
    event = game.do("order remove su-tk-1")[0]
    assert (event.rule, state(game, "su-tk-1")) == ("gpw 23.4.12", "eliminated")
    assert gpw.from_position(game.position, game.rules).position == game.position
    game.undo()
    assert game.position == again.position
    game.next_phase()
    assert game.phase.kind == "rail"
    while game.phase.name != "Axis Removal":
        game.next_phase()
    assert [str(a) for a in game.legal] == ["order remove ax-inf-59", "done"]


@pytest.mark.rule("gpw 23.4.12")
def test_the_base_game_knows_no_removal() -> None:
    game = game_at(AXIS, {"su-tk-1": "B1407"}, 10)
    with pytest.raises(InvalidInput, match="no order"):
        game.do("order remove su-tk-1")
    variant = game_at(AXIS, {"su-tk-1": "B1407"}, 10, rules=REMOVAL)
    variant.next_phase()
    for order in ("order remove", "order remove su-tk-1 su-inf-3", "order remove nobody"):
        with pytest.raises(InvalidInput):
            variant.do(order)
