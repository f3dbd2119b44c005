"""Reinforcements (gpw 9.3), withdrawals (gpw 9.4) and returns (gpw 9.5).

The charts of these tests are their own where the rule is not about the shipped chart.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gpwlab import IllegalAction, gpw
from gpwlab.core import tables
from gpwlab.core.tables import Row
from gpwlab.gpw import withdrawals
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.position import ELIMINATED, WITHDRAWN
from tests.gpw.boards import game_at, rule_ids

AXIS, SOVIET = "Axis Reinforcement/Replacement", "Soviet Reinforcement/Replacement"
KHARKOV, MOSCOW, BERLIN = "A1817", "A0619", "B1822"
DEAD = "eliminated/0"


def chart(*rows: str, rates: tuple[int, int] | None = None) -> RuleSet:
    """A rule set with a chart of its own: ``turn side event unit [entry]`` a row; rates: RPs a turn."""
    table: list[Row] = []
    for text in rows:
        turn, side, event, unit, *entry = text.split()
        row = {
            "turn": turn,
            "side": side,
            "event": event,
            "unit_id": unit,
            "entry": " ".join(entry) or "edge|major_city",
        }
        table.append(row | {"strength": "full", "note": "", "provenance": "derived", "basis": "a test"})
    replaced = {"reinforcements": table}
    if rates is not None:
        rp = dict(zip(("Axis", "Soviet"), map(str, rates), strict=True))
        replaced["replacements"] = [r | {"rp": rp[r["side"]]} for r in tables.read("gpw", "replacements")]
    return RuleSet(tables=replaced)


def reasons(game: gpw.Game, action: str) -> list[str]:
    """The rules that refuse an action; the action is really refused."""
    found = rule_ids(game.why_not(action))
    if found:
        with pytest.raises(IllegalAction):
            game.do(action)
    return found


def states(game: gpw.Game, *units: str) -> list[str]:
    return [str(game.units.set_index("unit").state[unit]) for unit in units]


def due(game: gpw.Game) -> set[str]:
    return set(game.units.loc[game.units.state == "due", "unit"])


def on_chart(turn: int, side: str, event: str = "reinforcement") -> set[str]:
    """Units without an advanced rule that the shipped chart names for a turn."""
    rows = tables.read("gpw", "reinforcements")
    named = {r["unit_id"] for r in rows if (r["turn"], r["side"], r["event"]) == (str(turn), side, event)}
    return {unit for unit in named if not unit.startswith(("ax-ab", "su-ab"))}


# ---- 9.3.A: what comes when


@pytest.mark.rule("gpw 9.3.A", "gpw 22.1.5.A")
@pytest.mark.parametrize("turn", [2, 3, 4, 5])
def test_the_chart_of_the_game_brings_its_reinforcements_on_their_turns(turn: int) -> None:
    for phase, side in ((AXIS, "Axis"), (SOVIET, "Soviet")):
        game = game_at(phase, {}, turn=turn)
        assert due(game) == on_chart(turn, side)
        assert set(game.log.loc[game.log.kind == "due", "unit"]) == on_chart(turn, side)


@pytest.mark.rule("gpw 9.3.A")
def test_a_reinforcement_is_not_placed_before_its_turn_nor_by_the_other_side() -> None:
    game = game_at(
        SOVIET, {}, turn=2, rules=chart("2 Soviet reinforcement su-inf-30", "3 Soviet reinforcement su-inf-31")
    )
    assert reasons(game, f"place su-inf-31 {KHARKOV}") == ["gpw 9.3.A"]
    axis = game_at(AXIS, {"su-inf-30": "due"}, turn=2)
    assert reasons(axis, "place su-inf-30 A1101") == ["gpw 9.3.A"]


@pytest.mark.rule("gpw 9.3.A")
def test_a_unit_that_is_in_play_does_not_come_a_second_time() -> None:
    rules = chart("2 Soviet reinforcement su-inf-30", "2 Soviet reinforcement su-inf-31", "2 Soviet return su-inf-32")
    units = {"su-inf-30": "A1219/1", "su-inf-31": DEAD, "su-inf-32": "A0920"}
    game = game_at(SOVIET, units, turn=2, rules=rules)
    assert due(game) == set()
    assert states(game, *units) == ["reduced", "eliminated", "full"]


@pytest.mark.rule("gpw 9.3.A")
def test_reinforcements_that_are_not_placed_wait() -> None:
    game = game_at(SOVIET, {}, turn=4, rules=chart("4 Soviet reinforcement su-inf-52"))
    game.play(SOVIET)
    assert due(game) == {"su-inf-52"}
    assert game.why_not(f"place su-inf-52 {KHARKOV}") == []


# ---- 9.3.B: where they enter


@pytest.mark.rule("gpw 9.3.B")
def test_reinforcements_enter_like_replacements() -> None:
    units = {"su-inf-30": "due", "su-inf-9": DEAD, "ax-inf-1": "A1818", "ax-inf-2": "A1102", "su-inf-3": MOSCOW}
    game = game_at(SOVIET, units, turn=2, rules=chart())
    places = {str(action).split()[-1] for action in game.legal.of("su-inf-30")}
    assert places == {str(action).split()[-1] for action in game.legal.of("su-inf-9")}
    assert {KHARKOV, "A1301"} <= places  # a city in an enemy ZOC, an edge hex without one
    assert places.isdisjoint({"A1101", MOSCOW, "A1219", "B1814"})
    assert reasons(game, "place su-inf-30 A1101") == ["gpw 9.1.D"]
    assert reasons(game, f"place su-inf-30 {MOSCOW}") == ["gpw 9.1.C"]
    assert reasons(game, "place su-inf-30 A1219") == ["gpw 9.1.C"]
    game.do(f"place su-inf-30 {KHARKOV}")
    assert game.unit_at(KHARKOV) == ["su-inf-30"]


@pytest.mark.rule("gpw 9.3.B")
def test_a_chart_row_may_name_other_places() -> None:
    """The armies of the Transcaucasus come at Tbilisi and Yerevan, Romanians and Hungarians at home."""
    game = game_at(SOVIET, {}, turn=3)
    places = {str(action).split()[-1] for action in game.legal.of("su-inf-46")}
    assert {"A2902", "A3201", "A1101"} <= places
    assert reasons(game, f"place su-inf-46 {KHARKOV}") == ["gpw 9.1.C"]
    axis = game_at(AXIS, {}, turn=2)
    homes = {str(action).split()[-1] for action in axis.legal.of("ax-hu-mech-1")}
    assert homes == {"B2815", "B2812", "B2909"}  # Budapest, Debrecen, Kolozsvar
    assert reasons(axis, f"place ax-hu-mech-1 {BERLIN}") == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 9.3.C")
def test_reinforcements_move_on_the_turn_in_which_they_enter() -> None:
    units = {"su-inf-30": "due", "su-inf-31": "due"}
    game = game_at(SOVIET, units, turn=2, rules=chart())
    game.do("place su-inf-30 A2901")
    game.do("place su-inf-31 A1101")
    game.play("Soviet Rail Movement")
    game.do("move su-inf-30 A2902")
    game.play("Soviet General Movement")
    game.do("move su-inf-31 A1102 A1103 A1104 A1105 A1106 A1107")  # its whole MA of 6 over the steppe
    assert game.unit_at("A1107") == ["su-inf-31"]


# ---- 9.3.D: reinforcements before replacements


@pytest.mark.rule("gpw 9.3.D")
def test_reinforcements_are_placed_before_points_are_spent() -> None:
    units = {"su-inf-30": "due", "su-inf-31": "due", "su-inf-9": DEAD}
    game = game_at(SOVIET, units, turn=2, rules=chart())
    game.do(f"place su-inf-30 {KHARKOV}")
    game.do(f"rebuild su-inf-9 {MOSCOW}")
    assert reasons(game, "place su-inf-31 A1101") == ["gpw 9.3.D"]
    assert game.legal.of("su-inf-31") == []
    game.play(SOVIET)
    assert game.why_not("place su-inf-31 A1101") == []  # the next turn is another one


# ---- 9.3.E: half strength


@pytest.mark.rule("gpw 9.3.E", "gpw 22.1.5.B")
@pytest.mark.parametrize(("turn", "state"), [(2, "reduced"), (3, "reduced"), (4, "full"), (5, "full")])
def test_soviet_reinforcements_of_july_and_august_1941_enter_at_half_strength(turn: int, state: str) -> None:
    game = game_at(SOVIET, {}, turn=turn)
    for unit in sorted(on_chart(turn, "Soviet")):
        game.do(game.legal.of(unit)[0])
    assert set(states(game, *on_chart(turn, "Soviet"))) == {state}


@pytest.mark.rule("gpw 9.3.E")
@pytest.mark.parametrize("turn", [2, 3])
def test_axis_reinforcements_of_those_turns_enter_at_full_strength(turn: int) -> None:
    game = game_at(AXIS, {}, turn=turn)
    for unit in sorted(on_chart(turn, "Axis")):
        game.do(game.legal.of(unit)[0])
    assert set(states(game, *on_chart(turn, "Axis"))) == {"full"}


@pytest.mark.rule("gpw 9.3.E")
def test_a_half_strength_arrival_is_brought_up_with_points() -> None:
    game = game_at(SOVIET, {}, turn=2)
    game.do(f"place su-inf-30 {KHARKOV}")
    game.do("rebuild su-inf-30")
    assert states(game, "su-inf-30") == ["full"]
    assert game.rp == 4


@pytest.mark.rule("gpw 20.1")
@pytest.mark.parametrize("turn", [2, 3])
def test_the_option_brings_them_at_full_strength(turn: int) -> None:
    game = game_at(SOVIET, {}, turn=turn, rules=gpw.rules("20.1"))
    unit = min(on_chart(turn, "Soviet"))
    game.do(game.legal.of(unit)[0])
    assert states(game, unit) == ["full"]


# ---- 9.4: withdrawals


def withdrawing(*units: str, turn: int = 16) -> list[str]:
    return [f"{turn} Axis withdrawal {unit} off_map" for unit in units]


def axis_at(units: dict[str, str], rows: Iterable[str], turn: int = 16, rp: int = 3) -> gpw.Game:
    return game_at(AXIS, units, turn=turn, rules=chart(*rows, rates=(rp, 5)))


def next_turn(game: gpw.Game) -> int:
    """The RPs of the next Axis phase."""
    game.play(AXIS)
    return game.rp


@pytest.mark.rule("gpw 9.4.A")
def test_only_what_the_chart_marks_is_withdrawn() -> None:
    units = {"ax-inf-51": "B1813", "ax-pz-14": "B1815", "ax-inf-50": "B1914", "ax-pz-3": "B1714"}
    game = game_at(AXIS, units, turn=16)  # the shipped chart: XIV Panzer and LI Corps leave in May 1943
    assert on_chart(16, "Axis", "withdrawal") == {"ax-inf-51", "ax-pz-14"}
    assert states(game, *units) == ["withdrawn", "withdrawn", "full", "full"]


@pytest.mark.rule("gpw 9.4.B")
def test_a_withdrawn_unit_leaves_the_map_before_anything_else_is_done() -> None:
    rows = [*withdrawing("ax-inf-1"), "16 Axis reinforcement ax-inf-2"]
    game = axis_at({"ax-inf-1": BERLIN}, rows)
    assert game.unit_at(BERLIN) == []
    assert [e for e in game.log.kind if e in ("withdrawal", "due")] == ["withdrawal", "due"]
    game.do(f"place ax-inf-2 {BERLIN}")  # its hex is free at once


@pytest.mark.rule("gpw 9.4.B")
@pytest.mark.parametrize("place", ["B1813", "B1813/1", DEAD])
def test_other_units_than_panzer_corps_are_simply_removed(place: str) -> None:
    game = axis_at({"ax-inf-1": place, "ax-inf-2": "B1815", "ax-pz-3": "B1714"}, withdrawing("ax-inf-1"))
    assert states(game, "ax-inf-1", "ax-inf-2", "ax-pz-3") == ["withdrawn", "full", "full"]
    assert game.pending is None
    assert next_turn(game) == 3


@pytest.mark.rule("gpw 9.4.B")
def test_a_panzer_corps_at_full_strength_is_simply_removed() -> None:
    game = axis_at({"ax-pz-14": "B1813", "ax-pz-3": "B1714"}, withdrawing("ax-pz-14"))
    assert states(game, "ax-pz-14", "ax-pz-3") == ["withdrawn", "full"]
    assert next_turn(game) == 3


@pytest.mark.rule("gpw 9.4.C")
@pytest.mark.parametrize("place", ["B1813/1", DEAD])
def test_a_corps_of_the_same_strength_goes_in_place_of_a_weakened_one(place: str) -> None:
    game = axis_at({"ax-pz-14": place, "ax-pz-3": "B1714", "ax-pz-40": "B1815"}, withdrawing("ax-pz-14"))
    state = "reduced" if "/1" in place else "eliminated"
    assert states(game, "ax-pz-14", "ax-pz-3", "ax-pz-40") == [state, "withdrawn", "full"]  # 12-12, 12-12, 10-10
    assert next_turn(game) == 3


@pytest.mark.rule("gpw 9.4.C")
def test_the_axis_chooses_among_several_corps_of_the_same_strength() -> None:
    units = {"ax-pz-14": "B1813/1", "ax-pz-3": "B1714", "ax-pz-24": "B1815", "ax-pz-39": "B1914/1"}
    game = axis_at(units, withdrawing("ax-pz-14"))
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Axis", "gpw 9.4.C")
    assert list(map(str, game.pending.options)) == ["withdraw ax-pz-24", "withdraw ax-pz-3"]
    for action in ("withdraw ax-pz-14", "withdraw ax-pz-39", "done"):
        assert reasons(game, action) == ["gpw 9.4.C"]
    game.do("withdraw ax-pz-3")
    assert states(game, *units) == ["reduced", "withdrawn", "full", "reduced"]
    assert game.pending is None
    assert reasons(game, "withdraw ax-pz-24") == ["gpw 9.4.C"]


@pytest.mark.rule("gpw 9.4.C")
@pytest.mark.parametrize(("place", "rp", "later"), [
    ("B1813/1", 3, [1, 3]),   # one step of a panzer corps is two points
    (DEAD, 5, [1, 5]),        # two steps are four
    (DEAD, 3, [0, 3]),        # never more than a turn's rate, and the rest is not carried on
])  # fmt: skip
def test_without_such_a_corps_the_points_to_rebuild_it_are_lost_next_turn(
    place: str, rp: int, later: list[int]
) -> None:
    units = {"ax-pz-14": place, "ax-pz-40": "B1714", "ax-pz-2ss": "B1815", "ax-pz-3": "B1914/1"}
    game = axis_at(units, withdrawing("ax-pz-14"), rp=rp)
    assert states(game, *units) == ["withdrawn", "full", "full", "reduced"]  # neither weaker nor stronger ones go
    assert game.pending is None
    assert game.rp == rp  # this turn's points are not touched
    assert [next_turn(game), next_turn(game)] == later


@pytest.mark.rule("gpw 9.4.C")
def test_two_weakened_corps_are_dealt_with_one_after_the_other() -> None:
    units = {"ax-pz-14": DEAD, "ax-pz-24": "B1813/1", "ax-pz-3": "B1714", "ax-pz-39": "B1815"}
    game = axis_at(units, withdrawing("ax-pz-14", "ax-pz-24"))
    game.do("withdraw ax-pz-39")  # for the first; the last whole one goes for the second without being asked for
    assert states(game, *units) == ["eliminated", "reduced", "withdrawn", "withdrawn"]
    assert next_turn(game) == 3


@pytest.mark.rule("gpw 9.4.C")
def test_a_corps_that_leaves_itself_stands_in_for_none() -> None:
    units = {"ax-pz-14": "B1813/1", "ax-pz-3": "B1714", "ax-pz-39": "B1815"}
    game = axis_at(units, withdrawing("ax-pz-14", "ax-pz-3", "ax-pz-39"))
    assert game.pending is None
    assert states(game, *units) == ["withdrawn"] * 3
    assert next_turn(game) == 1


@pytest.mark.rule("gpw 9.4.D")
@pytest.mark.parametrize("place", ["B1813/1", DEAD])
def test_italians_owe_nothing_for_their_losses(place: str) -> None:
    italians = ("ax-it-inf-2", "ax-it-mech-35", "ax-it-mtn-alp")
    units = dict(zip(italians, (place, "B1815/1", DEAD), strict=True)) | {"ax-hu-mech-1": "B1714", "ax-pz-3": "B1914"}
    game = axis_at(units, withdrawing(*italians))
    assert states(game, *italians) == ["withdrawn"] * 3
    assert states(game, "ax-hu-mech-1", "ax-pz-3") == ["full", "full"]
    assert next_turn(game) == 3


@pytest.mark.rule("gpw 9.4.D")
def test_the_paratroops_owe_nothing_when_they_are_gone() -> None:
    """Airborne units come with their own rule; here the one of the chart is put into the pile by hand."""
    game = axis_at({"ax-pz-3": "B1914"}, [])
    pos = game._pos.copy()
    unit = pos.world.unit("ax-ab-7")
    pos.fate[unit.index], pos.steps[unit.index] = ELIMINATED, 0
    events = withdrawals.begin(pos, [unit])
    assert [event.kind for event in events] == ["withdrawal"]
    assert pos.fate[unit.index] == WITHDRAWN
    assert pos.forfeited == [0, 0]


@pytest.mark.rule("gpw 9.4.A")
def test_the_soviets_withdraw_nothing_in_an_axis_phase() -> None:
    rows = ["16 Soviet withdrawal su-inf-3 off_map"]
    game = axis_at({"su-inf-3": "A1219"}, rows)
    assert states(game, "su-inf-3") == ["full"]
    game.play(SOVIET)
    assert states(game, "su-inf-3") == ["withdrawn"]


# ---- 9.5: returns


@pytest.mark.rule("gpw 9.5")
def test_a_withdrawn_unit_returns_like_a_reinforcement() -> None:
    game = game_at(AXIS, {"ax-pz-2ss": "withdrawn", "ax-inf-1": DEAD}, turn=23)  # the shipped chart, Mar/Apr 1944
    assert "ax-pz-2ss" in due(game)
    assert reasons(game, "place ax-pz-2ss B1813") == ["gpw 9.1.C"]
    game.do(f"place ax-pz-2ss {BERLIN}")
    assert states(game, "ax-pz-2ss") == ["full"]
    game.play("Axis Panzer Movement")
    assert game.legal.of("ax-pz-2ss") != []


@pytest.mark.rule("gpw 9.5")
def test_it_returns_at_full_strength_whatever_it_left_with() -> None:
    rows = [*withdrawing("ax-inf-1"), "17 Axis return ax-inf-1"]
    game = axis_at({"ax-inf-1": "B1813/1"}, rows)
    game.play(AXIS)
    game.do(f"place ax-inf-1 {BERLIN}")
    assert states(game, "ax-inf-1") == ["full"]


@pytest.mark.rule("gpw 9.5", "gpw 9.4.C")
def test_the_corps_that_went_in_its_place_is_the_one_that_returns() -> None:
    rows = [*withdrawing("ax-pz-14"), "17 Axis return ax-pz-14"]
    game = axis_at({"ax-pz-14": "B1813/1", "ax-pz-3": "B1714"}, rows)
    game = gpw.from_position(game.position, game.rules)  # who stands in for whom is part of the position
    game.play(AXIS)
    assert due(game) == {"ax-pz-3"}
    assert states(game, "ax-pz-14") == ["reduced"]


@pytest.mark.rule("gpw 9.5", "gpw 9.4.C")
def test_a_corps_plays_the_part_of_the_one_that_stands_in_for_it() -> None:
    """The chart withdraws two corps in two turns: the second has gone already, so the first follows it."""
    rows = [*withdrawing("ax-pz-14"), *withdrawing("ax-pz-3", turn=17)]
    game = axis_at({"ax-pz-14": "B1813/1", "ax-pz-3": "B1714", "ax-inf-1": "B1815"}, rows)
    game.do("rebuild ax-pz-14")
    assert states(game, "ax-pz-14", "ax-pz-3") == ["full", "withdrawn"]
    game.play(AXIS)
    assert states(game, "ax-pz-14", "ax-pz-3") == ["withdrawn", "withdrawn"]


# ---- the chart's own statements that play depends on


@pytest.mark.rule("gpw chart.Reinforcement and Replacement Chart")
def test_the_tank_armies_may_be_built_from_may_1942() -> None:
    tanks = [f"su-tk-{n}" for n in range(1, 7)]
    before = game_at(SOVIET, {}, turn=7)
    assert set(states(before, *tanks)) == {"later"}
    game = game_at(SOVIET, {}, turn=8)
    assert set(states(game, *tanks)) == {"eliminated"}
    rp = game.rp
    game.do(f"rebuild su-tk-1 {MOSCOW}")
    assert (states(game, "su-tk-1"), rp - game.rp) == (["reduced"], 2)
