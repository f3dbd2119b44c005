"""The lab of Hube's Pocket with a game that is played: clicks, keys, workbook, battle, what follows what."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from ipywidgets import Widget

from gpwlab import hube
from gpwlab.core.errors import InvalidInput
from gpwlab.hube import victory
from gpwlab.hube.actions import Move, Place, Weather
from gpwlab.widgets import Lab
from gpwlab.widgets.hube_battle import beside, numbers
from gpwlab.widgets.hube_lab import HubeLab, advice
from gpwlab.widgets.hube_rebuild import Bill, bill
from gpwlab.widgets.hube_victory import VictoryTrack
from gpwlab.widgets.hube_victoryview import vp_text


@pytest.fixture
def lab() -> Any:
    yield HubeLab(hube.new("kirovograd", seed=3))
    Widget.close_all()


@pytest.fixture
def placing() -> Any:
    yield HubeLab(hube.new("kirovograd", seed=3, setup="free"))
    Widget.close_all()


def _go(lab: HubeLab, phase: str) -> None:
    lab.session.run(lambda: lab.game.play(phase))


def _click(lab: HubeLab, hex_id: str) -> None:
    for call in lab.map.on_click:
        call(hex_id)


def _key(lab: HubeLab, key: str) -> None:
    lab.keyboard.press(key)


def _fighters(lab: HubeLab) -> tuple[str, str, str]:
    """A Soviet division, its hex, and a hex beside it with Germans."""
    game, board = lab.game, lab.game.board
    axis = {piece.hex for piece in game.pieces if piece.side == "Axis"}
    for piece in game.pieces:
        near = [board.ids[h] for h in board.near[board.hex(piece.hex)] if h >= 0 and board.ids[h] in axis]
        if piece.side == "Soviet" and piece.kind == "inf-div" and near:
            return piece.id, piece.hex, near[0]
    raise AssertionError("no Soviet division stands beside Germans")


def test_the_lab_opens_for_games_of_hubes_pocket_and_their_slugs() -> None:
    assert isinstance(Lab(hube.new("korsun")), HubeLab)
    assert isinstance(Lab("korsun"), HubeLab)
    Widget.close_all()


def test_a_decision_is_answered_by_its_button_and_by_its_number(lab: HubeLab) -> None:
    assert "decides: the weather of the turn" in advice(lab.session)
    _key(lab, "1")
    assert isinstance(lab.game.actions[-1], Weather)
    assert lab.game.weather
    assert lab.game.weather in lab.status.value


def test_a_click_records_the_cheapest_way_of_the_picked_unit(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    lab.session.pick("su-inf-13gd")
    reach = lab.session.reach()
    goal = max(reach, key=lambda h: (reach[h], h))
    way = lab.game.route("su-inf-13gd", goal)
    assert len(way) > 1
    _click(lab, goal)
    assert lab.game.actions[-1] == Move(("su-inf-13gd",), tuple(way))
    assert lab.session.piece("su-inf-13gd").hex == goal  # type: ignore[union-attr]
    assert "MP" in lab.said.value


def test_a_refused_click_changes_nothing_and_tells_why(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    unit, _here, enemy = _fighters(lab)
    before = lab.game.position
    lab.session.pick(unit)
    _click(lab, enemy)
    assert lab.game.position == before
    assert "stands in" in lab.said.value
    assert lab.session.unit == unit


def test_only_the_side_to_move_has_a_reach_and_only_while_it_moves(lab: HubeLab) -> None:
    session = lab.session
    session.pick("su-inf-13gd")
    assert session.reach() == {}, "the weather comes first"
    _go(lab, "Soviet Movement")
    session.pick("su-inf-13gd")
    assert session.reach()
    session.run(lambda: lab.game.do("done"))
    assert session.reach() == {}, "the other side reacts now"
    german = next(piece.id for piece in lab.game.pieces if piece.side == "Axis" and piece.kind == "inf-div")
    session.pick(german)
    assert session.mover == german
    _go(lab, "Soviet Combat")
    session.pick("su-inf-13gd")
    assert session.reach() == {}
    assert lab.reach.layout.display == "none"


def test_a_click_out_of_reach_records_nothing_and_picks_who_stands_there(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    lab.session.pick("su-inf-13gd")
    before, reach = lab.game.cursor, lab.session.reach()
    empty = next(h for h in lab.game.board.ids if h not in reach and not lab.session.pieces_at(h))
    _click(lab, empty)
    assert f"move su-inf-13gd by {empty}" in lab.said.value
    assert "3 MP left" in lab.said.value
    assert (lab.game.cursor, lab.session.unit) == (before, "su-inf-13gd")
    friend = next(p for p in lab.game.pieces if p.side == "Soviet" and p.hex not in reach)
    _click(lab, friend.hex)
    assert (lab.game.cursor, lab.session.unit) == (before, lab.session.pieces_at(friend.hex)[0].id)


def test_movement_points_off_the_counter_are_written_in(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    lab.session.pick("su-29-tk-tkbde-25")
    assert lab.session.reach() == {}
    assert "stand on its counter only: type them into the field" in lab.reach.words()
    assert lab.reach.points.description == "MP (off its counter)"
    overlay = lab.map._layer["overlay"].url
    lab.reach.points.value = 6
    reach = lab.session.reach()
    assert max(reach.values()) <= 6
    assert lab.reach.points.description == "MP (as typed)"
    lab.session.points = 0
    lab.session.pick("su-inf-13gd")
    assert lab.reach.points.description == "MP (0: as printed)"
    lab.session.pick("su-29-tk-tkbde-25")
    lab.session.points = 6
    assert f"{len(reach) - 1} hexes in reach with 6 MP" in lab.reach.words()
    assert lab.map._layer["overlay"].url != overlay
    lab.session.hovered = goal = max(reach, key=lambda h: (reach[h], h))
    assert goal in lab.reach.words()
    _click(lab, goal)
    assert lab.game.actions[-1].path[-1] == goal


def test_reach_changes_with_the_position(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    lab.session.pick("su-inf-13gd")
    before = lab.session.reach()
    _click(lab, max(before, key=lambda h: (before[h], h)))
    assert lab.session.reach() != before


def test_a_battle_on_the_map_is_aimed_by_clicks_and_agrees_with_the_game(lab: HubeLab) -> None:
    _go(lab, "Soviet Combat")
    unit, _here, enemy = _fighters(lab)
    lab.session.pick(unit)
    _click(lab, enemy)
    card = lab.battle
    assert lab.session.target == enemy
    assert unit in card.attackers.options
    assert card.attackers.value == (unit,)
    assert card.odds.results == lab.game.battle(enemy, [unit]).results
    first, second = card.odds.ratio
    assert f"{first}:{second}" in card.found.value
    _click(lab, enemy)
    assert lab.session.target == ""
    assert card.body.layout.display == "none"


def test_aiming_opens_the_odds_and_sets_ground_and_hedgehog_of_the_barrage(lab: HubeLab) -> None:
    _go(lab, "Soviet Combat")
    game = lab.game
    levels = {marker.hex: marker.count for marker in game.markers if marker.kind == "hedgehog"}
    wooded = next(p.hex for p in game.pieces if p.side == "Axis" and "Woods" in game.terrain(p.hex))
    dug_in = next(p.hex for p in game.pieces if p.side == "Axis" and levels.get(p.hex))
    lab.session.target = wooded
    assert lab.tabs.current == "Odds"
    assert "Woods" in (lab.barrage.terrain.value, lab.barrage.second.value)
    assert lab.barrage.hedgehog.value == levels.get(wooded, 0)
    lab.session.target = dug_in
    assert lab.barrage.hedgehog.value == levels[dug_in]
    assert set(lab.barrage.shelling.barrage.terrain) == set(game.terrain(dug_in)) & set(lab.barrage.terrain.options)


def test_the_target_is_dropped_when_the_combat_is_over(lab: HubeLab) -> None:
    _go(lab, "Soviet Combat")
    unit, _here, enemy = _fighters(lab)
    lab.session.pick(unit)
    _click(lab, enemy)
    _go(lab, "Soviet Exploitation")
    assert lab.session.target == ""


def test_numbers_of_counters_are_written_in_and_a_missing_one_is_named(lab: HubeLab) -> None:
    _go(lab, "Soviet Combat")
    game, board = lab.game, lab.game.board
    axis = {piece.hex for piece in game.pieces if piece.side == "Axis"}
    tank, enemy = next(
        (piece.id, board.ids[h])
        for piece in game.pieces
        if piece.kind == "tk-bde" and not piece.numbers
        for h in board.near[board.hex(piece.hex)]
        if h >= 0 and board.ids[h] in axis
    )
    lab.session.pick(tank)
    _click(lab, enemy)
    lab.battle.attackers.value = (tank,)
    assert "is on its counter" in lab.battle.found.value
    told = "\n".join(f"{piece.id} 6 4" for piece in game.pieces if piece.hex == enemy or piece.id == tank)
    lab.battle.known.value = told
    assert "to the dice" in lab.battle.found.value
    lab.battle.known.value = "nonsense"
    assert "nonsense" in lab.battle.found.value


def test_numbers_are_read_a_line_each() -> None:
    assert numbers("a 6 4\n\n b 1 0 ") == {"a": (6, 4), "b": (1, 0)}
    for text in ("a", "a 6", "a 6 4 2", "a six 4"):
        with pytest.raises(InvalidInput, match="is not a unit"):
            numbers(text)


def test_attackers_are_those_beside_the_target_of_the_other_side(lab: HubeLab) -> None:
    _unit, here, enemy = _fighters(lab)
    assert {lab.session.piece(u).side for u in beside(lab.session, enemy)} == {"Soviet"}  # type: ignore[union-attr]
    assert all(lab.session.piece(u).side == "Axis" for u in beside(lab.session, here))  # type: ignore[union-attr]


def test_a_unit_is_placed_by_a_click_in_its_zone_only(placing: HubeLab) -> None:
    lab = placing
    unit, options = next(
        (u, found)
        for u in lab.game.placing
        if len(found := [a.hex for a in lab.game.legal.of(u) if isinstance(a, Place)]) > 1
    )
    lab.session.pick(unit)
    elsewhere = next(h for h in lab.game.board.ids if h not in options)
    _click(lab, elsewhere)
    assert unit in lab.game.placing
    assert "Refused" in lab.said.value
    _click(lab, options[0])
    assert unit not in lab.game.placing
    assert lab.game.actions == [Place(unit, options[0])]
    assert lab.session.unit == ""


def test_a_set_up_with_nothing_left_to_place_says_how_to_go_on(placing: HubeLab) -> None:
    lab = placing
    assert "units left; press <b>n</b>" in advice(lab.session)
    while lab.game.placing:
        lab.game.do(next(action for action in lab.game.legal if isinstance(action, Place)))
    lab.session.changed()
    assert "left" not in advice(lab.session)
    assert "every unit is placed; pick one to move, or go on with <b>Next phase</b>" in advice(lab.session)
    assert lab.orders.legal.options
    lab.session.pick(lab.game.pieces[0].id)
    assert "another hex of its zone" in advice(lab.session)


def test_the_zone_of_the_picked_unit_is_hatched(placing: HubeLab) -> None:
    lab = placing
    bare = lab.map._layer["overlay"].url
    _key(lab, "n")
    assert lab.session.unit in lab.game.placing
    assert lab.map._layer["overlay"].url != bare
    _key(lab, "Escape")
    assert lab.map._layer["overlay"].url == bare


def test_keys_walk_place_undo_and_redo(placing: HubeLab) -> None:
    lab = placing
    _key(lab, "n")
    unit = lab.session.unit
    goal = next(a.hex for a in lab.game.legal.of(unit) if isinstance(a, Place))
    lab.session.cursor = goal
    _key(lab, "Enter")
    assert lab.game.actions == [Place(unit, goal)]
    _key(lab, "u")
    assert lab.game.actions == []
    _key(lab, "r")
    assert lab.game.actions == [Place(unit, goal)]
    there = lab.game.board.near[lab.game.board.hex(goal)]
    _key(lab, "ArrowUp")
    assert lab.session.cursor == lab.game.board.ids[there[0]]


def test_arrows_come_back_to_where_they_began(lab: HubeLab) -> None:
    for start in ("A44.20", "A45.20"):
        lab.session.cursor = start
        for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"):
            _key(lab, key)
        assert lab.session.cursor == start


def test_the_workbook_does_what_its_line_says_or_tells_why_not(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    book = lab.orders
    assert book.verb.value == "move"
    lab.session.pick("su-inf-13gd")
    assert book.legal.options
    assert all(line.startswith("move su-inf-13gd by ") for line in book.legal.options)
    book.legal.value = book.legal.options[0]
    assert book.line.value == book.legal.options[0]
    book.do()
    assert str(lab.game.actions[-1]) == book.legal.options[0] or book.line.value == ""
    count = len(lab.game.actions)
    book.line.value = "move su-inf-13gd by A1.01x"
    book.do()
    assert len(lab.game.actions) == count
    assert "Not possible" in lab.said.value
    book.line.value = "weather"
    book.do()
    assert "Refused" in lab.said.value


def test_what_was_typed_comes_with_enter_and_what_was_chosen_is_done_without_typing(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    book = lab.orders
    book.line._handle_custom_msg({"kind": "give", "text": " move su-inf-13gd by A56.20 "}, [])
    assert str(lab.game.actions[-1]) == "move su-inf-13gd by A56.20"
    assert book.line.value == ""
    lab.session.pick("su-inf-13gd")
    chosen = book.legal.options[-1]
    book.legal.value = chosen
    book.line._handle_custom_msg({"kind": "give"}, [])
    assert str(lab.game.actions[-1]) == chosen


def test_the_workbook_shows_what_the_phase_is_for_and_never_an_empty_list(lab: HubeLab) -> None:
    book, shown = lab.orders, {}
    while lab.game.phase.turn == 1:
        shown[lab.game.pending.kind if lab.game.pending else lab.game.phase.name] = book.verb.value
        assert book.legal.options, (str(lab.game.phase), book.verb.value)
        _key(lab, "1" if lab.game.pending else "Space")
    assert (shown["weather"], shown["supply"], shown["Soviet Movement"]) == ("weather", "supply", "move")
    assert (shown["Axis Reaction"], shown["Soviet Combat"], shown["Weather"]) == ("move", "lose", "done")


def test_the_workbook_keeps_the_kind_that_the_reader_chose_while_there_is_something_of_it(lab: HubeLab) -> None:
    _go(lab, "Soviet Movement")
    lab.orders.verb.value = "break"
    assert lab.orders.legal.options
    lab.session.attempt(lab.orders.legal.options[0])
    assert lab.orders.verb.value == "break"
    lab.orders.verb.value = "flip"
    assert not lab.orders.legal.options
    lab.session.attempt(next(a for a in lab.game.legal if isinstance(a, Move)))
    assert lab.orders.legal.options


def test_the_workbook_lists_where_a_picked_unit_may_go_when_all_have_been_set_up(placing: HubeLab) -> None:
    """Any unit may be placed anew until the set-up ends, though nothing but its end is listed unasked."""
    game = placing.game
    whole = hube.new("kirovograd", seed=3)
    for u, h in enumerate(whole._pos.where):
        unit = whole._pos.unit(u)
        if h >= 0 and unit.side == 0 and unit.id in game.placing:
            game.do(f"place {unit.id} {game.board.ids[h]}")
    while next(iter(game.legal)) != hube.Done():
        game.do(next(iter(game.legal)))
    placing.session.changed()
    assert placing.orders.verb.value == "done"
    placing.session.pick("ax-inf-198")
    assert placing.orders.verb.value == "place"
    assert placing.orders.legal.options


@pytest.mark.parametrize("slug", ["kirovograd", "korsun"])
def test_the_track_says_what_the_game_counts(slug: str) -> None:
    game = hube.new(slug, seed=3)
    game.play("Soviet Movement")
    track = VictoryTrack(game)
    counted = victory.track(game)
    listed = sum((Fraction(vp) for _hex, _place, vp, held, _swing, _why in track.rows() if held), Fraction(0))
    assert listed + sum(vp for _title, _rule, vp in counted.others) == game.vp
    assert f"{vp_text(game.vp)} VP" in track.count.value
    assert str(victory.standing(game)) in track.verdict()
    Widget.close_all()


@pytest.mark.rule("hube 6.1.scenario victory", "hube 5.2")
def test_the_track_of_a_scenario_says_that_its_cities_count_and_the_points_do_not() -> None:
    game = hube.new("kirovograd", seed=3)
    game.edit().control("B2.11", "Soviet")
    game.edit().control("A44.20", "Soviet")
    track = VictoryTrack(game)
    told = track.text()
    assert "Soviet: the Soviets have 3 or more of the 4 objectives; no" in told
    assert "Axis: the Soviets have 1 or fewer of the 4 objectives; yes" in told
    assert "Uman (B2.11): held by the Soviets; yes" in told
    assert "Vinnitsa (A44.20, A45.21, A43.20), all of it: the Soviets hold 1 of 3 hexes; no" in told
    assert "If the game ended now: Axis victory; the Soviets have 1 of the 4 objectives: Uman." in told
    assert "without weight in this scenario" in track.points()
    assert track.standing.value.count('gpwlab-can"') == 2
    assert "at the end of turn 4" in track.heading.value
    turns = [text for text in track.svg().split(">") if text.startswith(("4<", "5<"))]
    assert turns == ["4</text"]
    Widget.close_all()


@pytest.mark.parametrize(
    ("slug", "soviet", "axis"),
    [
        pytest.param("relief", "28 steps", "20 steps", marks=pytest.mark.rule("hube 6.3.scenario victory")),
        pytest.param(
            "moving-pocket", "20 Axis units", "30 combat", marks=pytest.mark.rule("hube 6.5.scenario victory")
        ),
    ],
)
def test_the_track_tells_what_must_be_destroyed_and_what_brought_out(slug: str, soviet: str, axis: str) -> None:
    track = VictoryTrack(hube.new(slug, seed=3))
    wins = {goal.side: (goal.text, goal.met) for goal in victory.goals(track.session.game)}
    assert wins["Soviet"][0].startswith(soviet)
    assert wins["Axis"][0].startswith(axis)
    assert not any(met for _text, met in wins.values())
    assert "If the game ended now: Draw" in track.text()
    Widget.close_all()


@pytest.mark.rule("hube 6.2.scenario victory")
def test_the_track_of_a_scenario_that_asks_for_all_objectives_says_so() -> None:
    track = VictoryTrack(hube.new("korsun", seed=3))
    assert "Soviet: the Soviets have all 3 objectives; no" in track.text()
    assert "Dnepr River without Axis units along it: 2 units now; no" in track.text()
    Widget.close_all()


@pytest.mark.rule("hube 5.2", "hube 1.1.D")
def test_the_track_of_a_campaign_runs_to_turn_32_and_leaves_the_cities_of_the_scenario_out() -> None:
    track = VictoryTrack(hube.new("kirovograd:campaign", seed=3))
    assert ">32</text" in track.svg()
    assert "by points" in track.heading.value
    assert victory.goals(track.session.game) == victory.objectives(track.session.game) == ()
    assert "without weight" not in track.text()
    Widget.close_all()


def test_the_planner_lists_what_the_game_has_lost_and_prices_it_by_the_chart(lab: HubeLab) -> None:
    lab.tabs.turn_to("Forces")
    for side in ("Axis", "Soviet"):
        lab.planner.side.value = side
        frame = lab.game.units
        dead = set(frame.unit[(frame.state == "dead") & (frame.side == side) & frame.kind.isin(lab.game.charts.prices)])
        assert dead
        listed = {unit.unit for unit in lab.planner.lost}
        assert dead <= listed
        assert set(frame.side[frame.unit.isin(listed)]) == {side}
        unit = lab.planner.lost[0]
        lab.planner.units.value = (unit.unit,)
        price, count = unit.price, unit.count
        assert bill(lab.planner.chosen) == Bill(count * price.pax, count * price.eq, count * price.trucks)
        assert f"{count * price.pax} Pax" in lab.planner.verdict.value


def test_a_turn_is_played_by_answers_and_the_space_bar(lab: HubeLab) -> None:
    told = []
    for _ in range(40):
        if lab.game.phase.turn > 1:
            break
        _key(lab, "1" if lab.game.pending else "Space")
        assert "gpwlab-refusal" not in lab.session.said
        told.append(lab.status.value)
    assert lab.game.phase.turn == 2
    assert len(set(told)) > 10, "every phase says what is to be done"
