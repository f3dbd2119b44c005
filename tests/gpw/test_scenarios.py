"""Scenarios 2 to 5 (gpw 22.2 to 22.5): length, half turns, special rules, reinforcements, default rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.core import tables
from gpwlab.gpw import records
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.scenarios import PLAYABLE
from tests.gpw.boards import rule_ids
from tests.gpw.maps import Row, by, table
from tests.gpw.moves import arrival
from tests.gpw.starts import LENGTH, SETUP, game_in

ALL = ("air", "airborne", "allies", "conversions", "key-cities", "leaders", "partisans", "shock")
LATER = ("fall-blau", "uranus", "citadel", "bagration")
#: The Axis part of a turn and the Soviet one.
AXIS = ["Axis Reinforcement/Replacement", "Axis Rail Movement", "Axis Panzer Movement", "Axis Combat"]
AXIS += ["Axis General Movement"]
SOVIET = ["Soviet Reinforcement/Replacement", "Soviet Rail Movement", "Soviet Armored Movement", "Soviet Combat"]
SOVIET += ["Soviet General Movement"]


def bare(slug: str, **kwargs: object) -> gpw.Game:
    """A scenario without advanced rules."""
    return gpw.new(slug, rules=RuleSet(), **kwargs)  # type: ignore[arg-type]


def phases(game: gpw.Game, end: int = 400) -> list[tuple[int, str]]:
    """Turn and name of every phase from here to the end."""
    seen = []
    while game.winner is None and len(seen) < end:
        seen.append((game.phase.turn, game.phase.name))
        game.play()
    return seen


def state(game: gpw.Game, unit: str) -> str:
    return str(game.units.set_index("unit").state[unit])


# ---- default rules


@pytest.mark.rule("gpw 22.2.4.B")
def test_later_scenarios_are_played_with_all_advanced_rules() -> None:
    for slug in LATER:
        assert gpw.new(slug).rules.options == ALL
    assert gpw.new("barbarossa").rules.options == ()
    units = gpw.new("fall-blau").units
    assert set(units.kind) >= {"FB", "BOM", "LEADER", "AB", "PAR"}
    assert set(bare("fall-blau").units.kind).isdisjoint({"FB", "BOM", "LEADER", "AB", "PAR"})


def test_rules_are_added_to_the_default_or_taken_from_it() -> None:
    assert gpw.new("fall-blau", rules="20.4").rules.options == (*ALL, "unsupplied-no-zoc-to-zoc")
    assert gpw.new("fall-blau", rules=("-air", "-12", "20.4")).rules.options == (
        "airborne", "allies", "conversions", "key-cities", "partisans", "shock", "unsupplied-no-zoc-to-zoc",
    )  # fmt: skip
    assert gpw.new("fall-blau", rules=()).rules.options == ALL
    assert gpw.new("barbarossa", rules="-air").rules.options == ()
    assert gpw.new("barbarossa", rules=("leaders",)).rules.options == ("leaders",)
    assert gpw.new("fall-blau", rules=gpw.rules("leaders")).rules.options == ("leaders",)
    assert gpw.new("fall-blau", rules=gpw.rules()).rules.options == ()


@pytest.mark.parametrize("wrong", [("-weather",), "-", ("-20.9", "air"), ("--air",)])
def test_only_what_exists_is_taken_away(wrong: str | Iterable[str]) -> None:
    with pytest.raises(InvalidInput, match="there is no rule option"):
        gpw.new("fall-blau", rules=wrong)


def test_nothing_is_both_added_and_taken_away() -> None:
    with pytest.raises(InvalidInput, match="air is both added and taken away"):
        gpw.new("barbarossa", rules=("air", "-11"))


@pytest.mark.parametrize("rules", [None, ("-air", "20.4"), ("-air", "-12", "-shock")])
@pytest.mark.parametrize("slug", ["fall-blau", "campaign"])
def test_the_script_of_a_game_names_the_same_rules(slug: str, rules: tuple[str, ...] | None) -> None:
    game = gpw.new(slug, rules=rules, seed=5)
    names: dict[str, gpw.Game] = {}
    exec(game.script(), names)
    assert names["game"].position == game.position
    assert ("rules" in game.script()) == (rules is not None)


def test_a_scenario_file_and_a_save_keep_their_rules_exactly(tmp_path: Path) -> None:
    game = bare("fall-blau")
    game.edit().save(tmp_path / "mine.json", "mine")
    assert gpw.new(tmp_path / "mine.json").rules.options == ()
    game.save(tmp_path / "save.json")
    assert gpw.load(tmp_path / "save.json").rules.options == ()
    assert gpw.from_position(game.position).rules.options == ()


# ---- who holds what at the start


@pytest.mark.parametrize("slug", LATER)
def test_the_front_of_the_date_is_that_of_the_table(slug: str) -> None:
    """Each hex belongs to the side of its country in June 1941 unless the table says otherwise."""
    game = bare(slug)
    changed = {row["hex"]: row["side"] for row in table("control") if row["scenario"] == SETUP[slug]}
    land = {name for name, hex_ in game.board.index.items() if game.board.playable[hex_]}
    soviet = {name for name in land if by("hexes", "hex")[name]["country"] == "USSR"}
    expected = soviet - {name for name, side in changed.items() if side == "Axis"}
    expected |= {name for name, side in changed.items() if side == "Soviet"}
    assert game.controlled("Soviet") == expected
    assert game.controlled("Axis") == land - expected
    assert json.loads(game.position.removeprefix(records.PREFIX))["control"] == {}


def test_cities_and_railways_behind_the_front_are_friendly() -> None:
    for slug, friendly in (("fall-blau", True), ("campaign", False)):  # the campaign begins at the border of 1941
        dead = game_in(slug, 9, AXIS[0], {"ax-inf-1": "eliminated"}, rp=2)
        assert ("rebuild ax-inf-1 B1407" in dead.legal) is friendly  # Minsk
        train = game_in(slug, 9, AXIS[1], {"ax-inf-1": "B1304"})
        assert ("move ax-inf-1 B1204" in train.legal) is friendly  # the line by Mogilev


# ---- length, half turns


@pytest.mark.rule("gpw 22.2.2", "gpw 22.2.6.C")
def test_fall_blau_lasts_from_turn_8_through_turn_13_and_the_axis_moves_first() -> None:
    assert phases(bare("fall-blau")) == [(turn, name) for turn in range(8, 14) for name in (*AXIS, *SOVIET)]


@pytest.mark.rule("gpw 22.3.2", "gpw 22.3.4.A")
def test_uranus_lasts_from_the_soviet_part_of_turn_13_through_turn_17() -> None:
    whole = [(turn, name) for turn in range(14, 18) for name in (*AXIS, *SOVIET)]
    assert phases(bare("uranus")) == [(13, "Axis Arrival"), *((13, name) for name in SOVIET), *whole]


@pytest.mark.rule("gpw 22.4.2", "gpw 22.4.6.A")
def test_citadel_lasts_from_turn_18_through_turn_21_and_the_axis_moves_first() -> None:
    assert phases(bare("citadel")) == [(turn, name) for turn in range(18, 22) for name in (*AXIS, *SOVIET)]


@pytest.mark.rule("gpw 22.5.2", "gpw 22.5.4.A")
def test_bagration_lasts_from_the_soviet_part_of_turn_25_through_turn_29() -> None:
    whole = [(turn, name) for turn in range(26, 30) for name in (*AXIS, *SOVIET)]
    assert phases(bare("bagration")) == [*((25, name) for name in SOVIET), *whole]


@pytest.mark.parametrize("slug", ["uranus", "bagration"])
def test_the_axis_part_of_a_half_turn_does_not_exist(slug: str) -> None:
    game, first = bare(slug), LENGTH[slug][0]
    for name in AXIS[1:]:
        with pytest.raises(InvalidInput, match="is past"):
            game.play(name, turn=first)
        with pytest.raises(InvalidInput, match=f"turn {first} of {slug} has no {name}"):
            game.edit().phase(first, name)
    record = json.loads(game.position.removeprefix(records.PREFIX))
    for phase in (1, 4, -3, 10):
        with pytest.raises(InvalidInput, match="phase"):
            gpw.from_position(records.PREFIX + json.dumps(record | {"phase": phase}))
    game.play("Axis Combat")
    assert game.phase.turn == first + 1
    assert [step.name for step in game.steps] == [*AXIS, *SOVIET]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_the_log_stamps_each_event_with_its_phase(slug: str) -> None:
    game = gpw.new(slug)
    seen = [(game.phase.turn, game.phase.name)]
    for _phase in range(12):
        game.play()
        seen.append((game.phase.turn, game.phase.name))
    begun = game.log[game.log.kind == "phase"]
    assert list(zip(begun.turn, begun.phase, strict=True)) == seen
    assert all(f"Turn {row.turn} " in row.text and row.phase in row.text for row in begun.itertuples())
    assert [(phase.turn, phase.name) for _place, phase in game.phases] == seen


# ---- the Axis arrivals of Uranus


def with_arrivals(*rows: Row) -> RuleSet:
    """Advanced rules and the chart of the game, with rows added."""
    return RuleSet(ALL, {"reinforcements": [*tables.read("gpw", "reinforcements"), *rows]})


@pytest.mark.rule("gpw 22.3.4.B")
def test_axis_reinforcements_of_turn_13_are_placed_in_the_soviet_half() -> None:
    unit = "ax-gar-3lw"  # comes a turn later by the chart, which has a leader only for turn 13
    game = gpw.new("uranus", rules=with_arrivals(arrival(13, "Axis", unit)))
    assert (game.phase.turn, game.phase.side, game.phase.rule) == (13, "Axis", "gpw 22.3.4.B")
    assert state(game, unit) == "due"
    game.do(f"place {unit} B1822")
    assert rule_ids(game.why_not("place su-inf-67 A0619")) == ["gpw 9.3.A"]  # the Soviets' turn comes next
    game.next_phase()
    assert (game.phase.turn, game.phase.name) == (13, SOVIET[0])
    assert state(game, "su-inf-67") == "due"
    assert game.standing(unit)[2] == "B1822"


@pytest.mark.rule("gpw 22.3.4.B")
def test_a_leader_comes_with_them() -> None:
    game = gpw.new("uranus")
    assert game.standing("ax-ldr-manstein")[2] == "B1822"  # Berlin


@pytest.mark.rule("gpw 22.3.4.B")
def test_nothing_else_is_done_there() -> None:
    """It is no Reinforcement/Replacement Phase: no RPs, no shock attack, nobody is withdrawn."""
    leaving = arrival(13, "Axis", "ax-inf-1", "off_map") | {"event": "withdrawal"}
    game = gpw.new("uranus", rules=with_arrivals(leaving))
    game.edit().remove("ax-inf-2")
    assert game.rp == 0
    assert state(game, "ax-inf-1") == "full"
    for action in ("shock", "rebuild ax-inf-2 B1822", "swap su-shk-5 su-inf-67", "move ax-inf-1 B0206"):
        assert rule_ids(game.why_not(action)) == ["gpw 3.0.A"], action
    assert [str(action) for action in game.legal] == ["done"]
    waiting = game.play("Axis Reinforcement/Replacement")
    assert "rp" in {event.kind for event in waiting}
    assert game.rp > 0


def test_bagration_has_no_such_phase() -> None:
    game = gpw.new("bagration")
    assert game.phase.name == SOVIET[0]
    assert [step.name for step in game.steps] == SOVIET


# ---- reinforcements by the chart


def arrivals_of(game: gpw.Game) -> list[tuple[int, str, str]]:
    """Turn, side and unit of all that becomes due from here to the end."""
    game.play("Soviet General Movement", turn=LENGTH[game.scenario][1])
    due = game.log[game.log.kind.isin(["due", "garrison"])]  # the Balkan Garrison's join it off the map
    return sorted((int(row.turn), str(row.side), str(row.unit)) for row in due.itertuples())


def charted(slug: str, axis_from: int) -> list[tuple[int, str, str]]:
    """The chart's reinforcements and returns of ground units from the scenario's first turn to its last."""
    first, last = LENGTH[slug]
    units = by("units", "unit_id")
    rows = [row for row in table("reinforcements") if row["turn"].isdigit()]
    rows = [row for row in rows if row["event"] in ("reinforcement", "return", "pool_addition")]
    rows = [row for row in rows if units[row["unit_id"]]["kind"] not in ("AB", "FB", "BOM", "LEADER", "PAR")]
    start = {"Axis": axis_from, "Soviet": first}
    return sorted(
        (int(row["turn"]), row["side"], row["unit_id"])
        for row in rows
        if start[row["side"]] <= int(row["turn"]) <= last
    )


@pytest.mark.parametrize(
    ("slug", "axis_from"),
    [
        pytest.param("fall-blau", 8, marks=pytest.mark.rule("gpw 22.2.5")),
        pytest.param("uranus", 13, marks=pytest.mark.rule("gpw 22.3.5")),
        pytest.param("citadel", 18, marks=pytest.mark.rule("gpw 22.4.5")),
        pytest.param("bagration", 26, marks=pytest.mark.rule("gpw 22.5.5")),
    ],
)
def test_reinforcements_come_by_the_chart(slug: str, axis_from: int) -> None:
    assert arrivals_of(bare(slug)) == charted(slug, axis_from)


@pytest.mark.rule("gpw 10.0.I")
@pytest.mark.parametrize("slug", LATER)
def test_what_is_in_no_set_up_and_comes_no_more_is_in_the_pile(slug: str) -> None:
    """Every counter is on the map, in the pile, still to come by the chart, or was withdrawn or converted before."""
    game, first = gpw.new(slug), LENGTH[slug][0]
    pile = {row["unit_id"] for row in table("eliminated_pile") if row["scenario"] == SETUP[slug]}
    states = game.units.set_index("unit").state
    assert set(states[states == "eliminated"].index) == pile
    chart: dict[str, list[Row]] = {}
    for row in table("reinforcements"):
        chart.setdefault(row["unit_id"], []).append(row)
    for unit in states[states == "later"].index:
        rows = chart[unit]
        coming = any(not row["turn"].isdigit() or int(row["turn"]) >= first for row in rows)
        convertible = any(row["event"] == "conversion_available" for row in rows)
        gone = any(row["event"] in ("withdrawal", "leader_recalled") for row in rows)
        assert coming or convertible or gone, unit


# ---- special rules


@pytest.mark.rule("gpw 22.2.4.A")
def test_the_soviets_have_no_shock_attack_in_fall_blau() -> None:
    for turn in (8, 13):
        game = game_in("fall-blau", turn, SOVIET[0], rules=("shock",))
        assert rule_ids(game.why_not("shock")) == ["gpw 22.2.4.A"]
        assert "shock" not in map(str, game.legal)
    axis = game_in("fall-blau", 8, AXIS[0], rules=("shock",))
    axis.do("shock")
    assert rule_ids(game_in("campaign", 8, SOVIET[0], rules=("shock",)).why_not("shock")) == []


@pytest.mark.rule("gpw 22.2.4.A")
def test_their_shock_armies_are_not_affected() -> None:
    units = {"su-shk-1": "A1104", "su-inf-3": "A1204"}
    game = game_in("fall-blau", 9, "Soviet Armored Movement", units, rules=("shock",))
    assert game.why_not("move su-shk-1 A1105") == []
    assert rule_ids(game.why_not("move su-inf-3 A1205")) == ["gpw 3.2.3"]


@pytest.mark.rule("gpw 22.5.4.B")
def test_the_axis_has_one_shock_attack_in_bagration() -> None:
    game = game_in("bagration", 26, AXIS[0], {"ax-inf-1": "B1104"}, rules=("shock",))
    game.do("shock")
    game.play("Axis Panzer Movement")
    assert game.why_not("move ax-inf-1 B1105") == []
    game.play("Axis Reinforcement/Replacement")
    assert rule_ids(game.why_not("shock")) == ["gpw 13.2.A"]


@pytest.mark.rule("gpw 22.5.4.B")
def test_elsewhere_1944_gives_the_axis_none() -> None:
    used = game_in("campaign", 26, AXIS[0], rules=("shock",), shocks_used=[3, 2])
    assert rule_ids(used.why_not("shock")) == ["gpw 13.2.A"]
    spared = game_in("bagration", 26, AXIS[0], rules=("shock",), shocks_used=[1, 0])
    assert rule_ids(spared.why_not("shock")) == ["gpw 13.2.A"]


def test_uranus_reaches_into_a_second_year_of_shock_attacks() -> None:
    for phase in (AXIS[0], SOVIET[0]):
        assert game_in("uranus", 14, phase, rules=("shock",), shocks_used=[1, 1]).why_not("shock") == []
        refused = game_in("uranus", 14, phase, rules=("shock",), shocks_used=[2, 2]).why_not("shock")
        assert rule_ids(refused) == ["gpw 13.2.A"]


@pytest.mark.rule("gpw 22.4.4")
def test_citadel_has_no_rule_of_its_own() -> None:
    """Shock attacks by the year, nobody held at home on the first turn, no army out of turn, nothing decided early."""
    units = {"ax-ro-inf-1": "B3003", "ax-inf-1": "B1104", "su-inf-3": "A1104"}
    for phase in (AXIS[0], SOVIET[0]):
        game = game_in("citadel", 18, phase, units, rules=("shock",))
        game.do("shock")
        assert rule_ids(game.why_not("shock")) == ["gpw 13.2.B"]
    panzer = game_in("citadel", 18, "Axis Panzer Movement", units)
    assert rule_ids(panzer.why_not("move ax-inf-1 B1105")) == ["gpw 3.1.3.A"]
    general = game_in("citadel", 18, "Axis General Movement", units)
    assert general.reach("ax-ro-inf-1")
    swap = game_in("citadel", 21, SOVIET[0], {"su-inf-3": "due"}).why_not("swap su-shk-5 su-inf-3")
    assert "gpw 22.1.5.C" in rule_ids(swap)
    assert game_in("citadel", 18, AXIS[4], units, {"Moscow": "Axis", "Kursk": "Axis"}).winner is None


@pytest.mark.rule("gpw 9.2.A")
@pytest.mark.parametrize(("slug", "expected"), [(slug, slug in ("barbarossa", "campaign")) for slug in PLAYABLE])
def test_lend_lease_comes_in_barbarossa_and_the_campaign_only(slug: str, expected: bool) -> None:
    game = bare(slug)
    game.play("Soviet Reinforcement/Replacement", turn=LENGTH[slug][0] + 2)  # turns with lend-lease in each of them
    assert ("lend-lease" in set(game.log.kind)) is expected


def test_an_unknown_scenario_is_told_which_there_are() -> None:
    with pytest.raises(InvalidInput, match="barbarossa, fall-blau, uranus, citadel, bagration, campaign"):
        gpw.new("overlord")


@pytest.mark.parametrize(
    ("wrong", "said"), [("leadrs", "perhaps leaders or lost-leaders; gpw"), ("zzzz", r"gpw\.options\(\) lists them")]
)
def test_an_option_that_is_mistyped_is_answered_with_those_like_it(wrong: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=f"there is no rule option '{wrong}'; {said}"):
        gpw.rules(wrong)
