"""The widgets of Hube's Pocket that look at a game without changing it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest
from traitlets import TraitError

from gpwlab.hube.charts import END
from gpwlab.hube.forecast import forecast
from gpwlab.widgets import hube_timelineview, hube_victoryview, hube_weatherview
from gpwlab.widgets.hube_calculators import BarrageCalculator, CombatCalculator
from gpwlab.widgets.hube_essays import ESSAYS, Essays
from gpwlab.widgets.hube_forces import HubeForces
from gpwlab.widgets.hube_inspector import HubeInspector
from gpwlab.widgets.hube_map import NEAR_FROM, SWITCHES, HubeMap
from gpwlab.widgets.hube_rebuild import Bill, RebuildPlanner, bill, income, turns_to_pay, verdict
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.hube_table import HubeTable
from gpwlab.widgets.hube_timeline import ArrivalTimeline
from gpwlab.widgets.hube_weather import WeatherForecast
from tests.hube.stage import Stage, piece, stage
from tests.hube.tables import charts


@pytest.fixture
def game() -> Stage:
    return stage(1)


# ---- the map


def test_the_map_draws_every_layer_and_its_twin_names_the_counters(game: Stage) -> None:
    shown = HubeMap(game)
    bare = shown._layer["picks"].url
    for name in ("ground", "numbers", "front", "far front", "counters", "far counters", "names", "far names"):
        assert len(shown._layer[name].url) > 2 * len(bare), name
    text = shown._repr_mimebundle_()["text/plain"]  # type: ignore[index]
    assert all(p.id in text for p in game.pieces)


def test_a_click_tells_the_hex_under_it(game: Stage) -> None:
    shown, heard = HubeMap(game), []
    shown.on_click.append(heard.append)
    for hex_id in ("A44.20", "B2.11", "A1.01", "B32.36"):
        shown.look_at(hex_id)
        shown._interaction(type="click", coordinates=list(shown.map.center))
    shown._interaction(type="click", coordinates=[-500.0, 100.0])
    assert heard == ["A44.20", "B2.11", "A1.01", "B32.36", ""]


def test_pointing_at_a_stack_fans_it_out(game: Stage) -> None:
    game.pieces = [piece("ax-inf-68", "B2.11"), piece("ax-inf-75", "B2.11"), piece("ax-inf-88", "B4.11")]
    shown = HubeMap(game)
    before = shown._layer["picks"].url
    shown.session.hovered = "B4.11"
    assert shown._layer["picks"].url == before
    shown.session.hovered = "B2.11"
    assert shown._layer["picks"].url != before


def test_from_afar_there_are_blocks_and_from_near_counters(game: Stage) -> None:
    shown = HubeMap(game)
    shown.map.zoom = NEAR_FROM
    assert (shown._layer["counters"].opacity, shown._layer["far counters"].opacity) == (1.0, 0.0)
    shown.map.zoom = NEAR_FROM - 0.25
    assert (shown._layer["counters"].opacity, shown._layer["far counters"].opacity) == (0.0, 1.0)


def test_overlays_zones_and_themes(game: Stage) -> None:
    shown = HubeMap(game)
    for name, _caption, _what in SWITCHES:
        shown.show = ()
        bare = shown._layer["overlay"].url
        shown.switch(name, True)
        assert shown._layer["overlay"].url != bare, name
    shown.show = ()
    bare, ground = shown._layer["overlay"].url, shown._layer["ground"].url
    shown.session.place = "Axis:7 Corps"
    assert shown._layer["overlay"].url != bare
    shown.theme = "lamp"
    assert shown._layer["ground"].url != ground
    with pytest.raises(TraitError):
        shown.show = ("zoc",)


def test_thaw_changes_the_land(game: Stage) -> None:
    shown = HubeMap(game)
    frozen = shown._layer["ground"].url
    game.ground = "Mud"
    shown.session.changed()
    assert shown._layer["ground"].url != frozen


def test_hidden_counters_are_gone_from_both_layers(game: Stage) -> None:
    shown, layers = HubeMap(game), ("counters", "far counters")
    shown.hide_counters = True
    game.pieces, game.markers = [], []
    bare = HubeMap(game)
    assert [shown._layer[name].url for name in layers] == [bare._layer[name].url for name in layers]


# ---- weather


@pytest.mark.rule("hube 1.2", kind="shown")
def test_the_forecast_shows_every_turn_to_come_and_the_thaw(game: Stage) -> None:
    card = WeatherForecast(game)
    assert [o.turn for o in card.outlooks] == list(range(1, 33))
    assert "28.8%" in card.heading.value
    card.turn.value = 14
    assert "Turn 14 (19 Feb 1944)" in card.sentence.value
    card.twin.value = True
    assert len(card.grid.rows) == 32
    game.weather = "Rain"  # this turn is rolled
    card.session.changed()
    assert card.outlooks[0].turn == 2
    game.winner = "somebody"
    card.session.changed()
    assert card.outlooks == []


def test_the_chart_of_the_weather_is_well_formed_and_tells_its_numbers() -> None:
    outlooks = forecast(charts(), "Thaw", 18, 32)
    root = ElementTree.fromstring(hube_weatherview.svg(outlooks, charts(), 20))
    told = " ".join(root.itertext())
    assert "thaw by turn 32: 29.4%" in told
    assert END in hube_weatherview.COLOURS
    assert all(name in hube_weatherview.key() for name in hube_weatherview.COLOURS)


@pytest.mark.parametrize(
    ("chance", "digits", "text"),
    [(Fraction(0), 0, "0%"), (Fraction(1), 0, "100%"), (Fraction(1, 1000), 0, "<1%"), (Fraction(1, 8), 1, "12.5%")],
)
def test_chances_are_never_rounded_to_certainty(chance: Fraction, digits: int, text: str) -> None:
    assert hube_weatherview.percent(chance, digits) == text
    assert hube_weatherview.percent(Fraction(9999, 10000)).startswith(">")


# ---- victory


@pytest.mark.rule("hube chart.Massive Victory Schedule", kind="shown")
def test_bands_about_the_massive_levels() -> None:
    assert hube_victoryview.bands(charts(), 32, "Soviet") == [(69, 80), (65, 68), (62, 64)]
    assert hube_victoryview.bands(charts(), 32, "Axis") == [(0, 53), (54, 57), (58, 60)]


def test_the_track_is_well_formed_and_names_the_last_value() -> None:
    drawn = hube_victoryview.svg(charts(), {1: Fraction(9), 2: Fraction(25, 2)}, 3, range(1, 33))
    told = " ".join(ElementTree.fromstring(drawn).itertext())
    assert "12½" in told
    assert "massive Soviet victory" in told
    assert [hube_victoryview.vp_text(Fraction(n, 2)) for n in (24, 25, 1, -1, -3)] == ["12", "12½", "½", "-½", "-1½"]


# ---- arrivals, essays


@pytest.mark.rule("hube chart.Axis Order of Arrival", "hube chart.Soviet Order of Arrival", kind="shown")
def test_the_timeline_shows_every_arrival_and_what_history_tells_of_a_turn(game: Stage) -> None:
    card = ArrivalTimeline(game)
    root = ElementTree.fromstring(card.svg())
    events = [g for g in root.iter() if g.get("data-event") is not None]
    assert len(events) == 96
    assert "GD PG Div" in card.text()
    assert "Kirovograd" in card._message["turns"]["1"][1]
    card.twin.value = True
    assert len(card.grid.rows) == 96


def test_units_that_came_before_their_time_are_pale(game: Stage) -> None:
    card = ArrivalTimeline(game)
    before = card.svg().count('opacity="0.4"')
    game.pieces.append(piece("su-inf-223", "B20.30"))
    assert card.svg().count('opacity="0.4"') == before + 1


def test_an_arrival_is_told_with_where_it_enters() -> None:
    rows = {row[3]: row for row in ArrivalTimeline(stage(1)).rows()}
    assert rows["24 Pz Div"][4] == "the southern edge"
    assert rows["2 Yak9"][0] == 9
    assert hube_timelineview.EDGES["soviet"][0].endswith("or Kiev")


@pytest.mark.rule("hube chart.Historical Notes", kind="shown")
def test_history_is_told_by_turn(game: Stage) -> None:
    card = Essays(game)
    assert "3rd Panzer Division" in card.content.value
    assert "▶" in card.content.value  # the game is in turn 1
    looked: list[list[str]] = []
    card.on_look.append(looked.append)
    card.place.value = "B23.06"
    assert looked == [["B23.06"]]


@pytest.mark.rule("hube chart.Designer's Notes", "hube chart.Player Notes", kind="shown")
def test_design_and_advice_are_told(game: Stage) -> None:
    card = Essays(game)
    found = {}
    for _caption, kind, rule in ESSAYS:
        card.essay.value = kind
        found[kind] = card.content.value
        assert rule.replace("'", "&#x27;") in card.content.value
    assert "1:500,000" in found["designer"]
    assert "Bug" in found["player"]


# ---- calculators


@pytest.mark.rule("hube chart.Terrain Effects on Combat", kind="shown")
def test_the_combat_calculator_works_out_what_is_set(game: Stage) -> None:
    card = CombatCalculator(game)
    assert card.odds.ratio == (2, 1)
    assert "2:1 on the line Open" in card.heading.value
    card.terrain.value, card.hexside.value = "Forest", "Minor River"
    assert "line Close" in card.heading.value
    card.supplied[0].value = False
    assert card.odds.attack == (Fraction(8, 2) / 2 + Fraction(14, 2)) / 2
    card.defend["other"].value = 0
    assert "gpwlab-refusal" in card.found.value


def test_the_barrage_calculator_works_out_what_is_set(game: Stage) -> None:
    card = BarrageCalculator(game)
    assert "4T, column 8" in card.heading.value
    card.spotter.value = False
    assert "column 5" in card.heading.value
    card.near_base.value = True
    assert "gpwlab-refusal" in card.found.value


# ---- rebuild


@pytest.mark.rule("hube chart.Common Rebuild Table", kind="shown")
def test_the_planner_adds_up_prices_and_says_what_can_be_paid(game: Stage) -> None:
    card = RebuildPlanner(game)
    assert [card.points[name].value for name in ("Pax", "Eq", "Trucks")] == [2, 1, 0]
    battalions = [unit.unit for unit in card.lost if unit.unit.endswith("2-27")]
    assert battalions == ["ax-19-pz-pzbn-2-27"]
    card.units.value = tuple(battalions)
    assert "it can be paid now" in card.verdict.value
    card.units.value = tuple(unit.unit for unit in card.lost if unit.price.name.startswith("Panzer or Tank"))
    assert bill(card.chosen) == Bill(0, 6, 0)
    assert "short of 0 Pax and 5 Eq" in card.verdict.value
    card.side.value = "Soviet"
    assert {unit.price.eq for unit in card.lost if "tkbde" in unit.unit} == {2}


def test_steps_of_divisions_are_paid_one_by_one(game: Stage) -> None:
    game.pieces = [piece("ax-inf-68", "A38.30", lost=3)]
    card = RebuildPlanner(game)
    (division,) = [unit for unit in card.lost if unit.unit == "ax-inf-68"]
    assert bill([division]) == Bill(6, 0, 0)


def test_how_long_a_bill_takes_by_the_published_table() -> None:
    pax, eq = income(charts(), "Axis")
    assert pax == Fraction(6 + 4 + 3 + 2 * 2 + 2 * 1, 36)
    assert eq == Fraction(5 + 4 + 3 + 2 * 2 + 2 * 1, 36)
    assert turns_to_pay(charts(), "Axis", Bill(0, 1, 0)) == 2
    assert turns_to_pay(charts(), "Axis", Bill(0, 0, 1)) is None
    assert "no replacement roll brings" in verdict(charts(), "Axis", Bill(3, 2, 1), (3, 2, 0))


# ---- forces, table, inspector


def test_the_tree_groups_by_state_and_side_and_counts(game: Stage) -> None:
    game.pieces = [
        piece("ax-inf-68", "A38.30", lost=1),
        piece("ax-1ss-pz-pg-2", "A38.30"),
        piece("su-inf-24", "A44.34"),
    ]
    card = HubeForces(game)
    text = card.text()
    for part in ("on the map 3/3", "Axis 2/2", "1 SS Pz Div 1/1", "dead"):
        assert part in text
    card.words.value = "ss panzergrenadier"
    card.words.value = "1 ss pg-rgt"
    assert [row["unit"] for row in card.rows if row["unit"]] == ["ax-1ss-pz-pg-2"]
    looked: list[list[str]] = []
    card.on_look.append(looked.append)
    card.look(card.rows[0]["key"])
    assert looked == [["A38.30"]]


def test_picking_in_the_tree_picks_on_the_table(game: Stage) -> None:
    card = HubeForces(game)
    card._heard(None, {"kind": "pick", "unit": "ax-inf-68"}, None)
    assert card.session.unit == card.tree.picked == "ax-inf-68"


def test_the_table_twin_has_every_counter_and_every_place(game: Stage) -> None:
    card = HubeTable(game, open_=True)
    assert len(card.grid.rows) == len(game.pieces)
    card.what.value = "Places"
    assert len(card.grid.rows) == 206
    card.grid.on_row[0]("A44.20")
    assert card.session.cursor == "A44.20"


def test_the_inspector_tells_hex_worth_and_units(game: Stage) -> None:
    game.pieces = [piece("ax-inf-68", "A44.20")]
    game.vp_held = frozenset({"A44.20"})
    session = HubeSession(game)
    card: Any = HubeInspector(session)
    session.hovered = "A44.20"
    words = card.text()
    for part in ("Vinnitsa", "major city", "2 VP: they count now", "ax-inf-68", "Axis side of the front"):
        assert part in words
