"""Bad input to the rules of the whole war: each refused by name and rule, and nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError, IllegalAction, InvalidInput
from tests.gpw.boards import game_at
from tests.gpw.wings import rules_of

#: Stalingrad in November 1942: armies on both sides of it, a bomber in range.
ATTACK = "attack A1608 by su-inf-24 su-inf-62"
SUPPORT = "fly su-bom-2 A1608"


def uranus(rules: tuple[str, ...] = ()) -> gpw.Game:
    game = gpw.new("uranus", rules=rules, seed=1)
    game.play("Soviet Combat")
    game.do(ATTACK)
    return game


# -- an option whose need is missing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("fighter-bombers",), r"23\.3\.4.* needs Aircraft"),
        (("massed-aircraft",), "needs Aircraft"),
        (("escorted-drops", "air"), "needs Airborne"),
        (("lost-leaders",), "needs Leaders"),
        (("no-consecutive-shock",), "needs Shock Combat"),
    ],
)
def test_an_option_whose_need_is_missing_is_refused_by_both_names(given: tuple[str, ...], named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        gpw.rules(*given)
    with pytest.raises(InvalidInput, match=named):
        gpw.new("barbarossa", rules=given)


def test_a_need_that_is_taken_away_is_missed_too() -> None:
    assert gpw.new("uranus", rules=("air-to-air-table",)).rules.has("air")  # the default of the scenario
    with pytest.raises(InvalidInput, match="needs Aircraft"):
        gpw.new("uranus", rules=("-air", "air-to-air-table"))


def test_every_option_that_has_needs_is_refused_without_them() -> None:
    table = gpw.options()
    needy = table[table["needs"].map(len) > 0]
    assert len(needy) > 10
    for slug in needy["slug"]:
        with pytest.raises(InvalidInput, match="needs "):
            gpw.rules(slug)


@pytest.mark.parametrize(
    ("given", "named"), [(("aeroplanes",), "no rule option 'aeroplanes'"), (("air", "-air"), "both added and taken")]
)
def test_an_unknown_or_contradictory_option_is_named(given: tuple[str, ...], named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        gpw.new("uranus", rules=given)


# -- air units with air off -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [SUPPORT, "ready"])
def test_no_aircraft_flies_with_air_off(order: str) -> None:
    with_air, without = uranus(), uranus(("-air",))
    assert with_air.why_not(SUPPORT) == []
    before = without.position
    assert "gpw 11.0.A" in rules_of(without, order)
    with pytest.raises(IllegalAction, match=r"gpw 11\.0\.A"):
        without.do(order)
    assert without.position == before
    assert without.aircraft("Soviet") == {}


def test_no_aircraft_is_put_on_the_map_with_air_off() -> None:
    game = uranus(("-air",))
    before = game.position
    with pytest.raises(IllegalAction, match="BOM 2 is no aircraft in play"):
        game.edit().place("su-bom-2", "A1411")
    assert game.position == before
    free = gpw.new("uranus", rules=("-air",), setup="free")
    assert rules_of(free, "place su-bom-2 A1411") == ["gpw 10.0.D"]  # it is no unit of this set-up
    assert rules_of(gpw.new("uranus", setup="free"), "place su-bom-2 A1411") == []
    with pytest.raises(InvalidInput, match=r"su-bom-2 .*takes no part"):
        game_at("Soviet Combat", {"su-bom-2": "A1411"})


# -- a save from another rule set -------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [(), ("air",), ("air", "leaders")])
def test_a_save_is_not_opened_with_another_rule_set(other: tuple[str, ...], tmp_path: Path) -> None:
    game = uranus()
    game.do(SUPPORT)
    path = tmp_path / "uranus.json"
    game.save(path)
    with pytest.raises(DataError, match=r"options of the position are .*'air'.*'shock'.*, not \["):
        gpw.load(path, rules=gpw.rules(*other))
    again = gpw.load(path)
    assert (again.position, again.rules.options) == (game.position, game.rules.options)


def test_a_position_is_not_read_with_another_rule_set() -> None:
    game = uranus()
    with pytest.raises(InvalidInput, match="options of the position"):
        gpw.from_position(game.position, rules=gpw.rules("air"))


# -- an incomplete set-up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["fall-blau", "uranus", "citadel", "bagration", "campaign"])
def test_nothing_but_the_set_up_begins_while_a_unit_waits(slug: str) -> None:
    game = gpw.new(slug, setup="free")
    before, phase = game.position, str(game.phase)
    first = next(iter(game.legal)).unit
    for order in ("done", f"move {first} A1608"):
        assert game.why_not(order)
        with pytest.raises(IllegalAction):
            game.do(order)
    with pytest.raises(IllegalAction, match=r"still to be set up: .*gpw 10\.0\.D"):
        game.next_phase()
    assert (game.position, str(game.phase)) == (before, phase)


def test_a_unit_of_the_other_side_waits_for_its_turn_to_set_up() -> None:
    game = gpw.new("uranus", setup="free")  # the Soviets first, gpw 22.3.6
    assert rules_of(game, "place ax-inf-17 A1608")[0] == "gpw 22.3.6"
    with pytest.raises(IllegalAction, match="Soviet's turn to set up"):
        game.do("place ax-inf-17 A1608")


# -- two leaders on one battle ----------------------------------------------------------------------------------------


def test_two_leaders_within_reach_of_one_battle_count_as_the_better_one() -> None:
    ground = {"su-inf-3": "A1214", "su-inf-4": "A1315", "ax-inf-26": "A1215"}

    def led_by(*leaders: str) -> list[int]:
        units = ground | dict(zip(leaders, ("A1214", "A1315"), strict=False))
        game = game_at("Soviet Combat", units, rules=gpw.rules("leaders"))
        made = game.battle("A1215", ["su-inf-3", "su-inf-4"]).odds
        return [shift.columns for shift in made.shifts if shift.rule.startswith("gpw 12.1")]

    assert led_by() == []
    assert led_by("su-ldr-zhukov") == led_by("su-ldr-koniev") == led_by("su-ldr-zhukov", "su-ldr-koniev") == [1]


def test_a_leader_is_no_attacker() -> None:
    units = {"su-inf-3": "A1214", "su-ldr-zhukov": "A1214", "ax-inf-26": "A1215"}
    game = game_at("Soviet Combat", units, rules=gpw.rules("leaders"))
    before = game.position
    assert game.why_not("attack A1215 by su-inf-3") == []
    with pytest.raises(IllegalAction, match=r"(?i)zhukov"):
        game.do("attack A1215 by su-inf-3 su-ldr-zhukov")
    assert game.position == before
