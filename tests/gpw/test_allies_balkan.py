"""German allies (section 17.6): the Balkan Garrison, from its box off the map to Jugoslavia."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.axis_allies import ALLIES, AXIS, BUDAPEST, SOVIET, WARSAW, at, country, places, state, told
from tests.gpw.boards import game_at
from tests.gpw.moves import refused

TURN = 23
GENERAL = "Axis General Movement"
GARRISON = {"ax-mtn-15": "off map", "ax-gar-68": "off map"}


@pytest.mark.rule("gpw 17.6.A")
def test_the_garrison_waits_off_the_map_and_plays_no_part() -> None:
    game = at(AXIS, {"ax-inf-1": "B1814"}, turn=19)  # the chart's LXVIII Corps and XV Mountain Corps
    assert {state(game, u) for u in GARRISON} == {"off map"}
    assert refused(game, "place ax-mtn-15 B3218") == ["gpw 9.3.A"]
    assert refused(game, "rebuild ax-mtn-15 B1822") == ["gpw 9.1.A"]
    assert not places(game, "ax-mtn-15")
    assert gpw.from_position(game.position, game.rules).position == game.position
    start = gpw.new("bagration", rules=ALLIES)
    assert {state(start, u) for u in (*GARRISON, "ax-mtn-5ss", "ax-gar-69")} == {"off map"}


@pytest.mark.rule("gpw 17.6.B")
@pytest.mark.parametrize("control", [{BUDAPEST: "Soviet"}, {WARSAW: "Soviet"}, {"B3215": "Soviet"}])
def test_it_is_activated_at_the_end_of_a_soviet_turn(control: dict[str, str]) -> None:
    units = GARRISON | {"ax-inf-1": "B1821", "su-inf-3": "B1503"}
    game = at("Soviet General Movement", units, turn=TURN, control=control)
    assert told(game, "garrison") == []
    game.next_phase()
    assert len(told(game, "garrison")) == 1
    assert {state(game, u) for u in GARRISON} == {"due"}
    game = at(SOVIET, units, turn=TURN, control={})
    game.play(AXIS)
    assert told(game, "garrison") == []
    assert {state(game, u) for u in GARRISON} == {"off map"}


@pytest.mark.rule("gpw 17.6.B")
def test_a_soviet_unit_that_has_only_passed_through_jugoslavia_will_do() -> None:
    units = GARRISON | {"ax-inf-1": "B1821", "su-tk-1": "B3115"}
    game = at("Soviet General Movement", units, turn=TURN)
    game.do("move su-tk-1 B3215 B3214")
    game.next_phase()
    assert told(game, "garrison") == ["the Balkan Garrison is activated: a Soviet unit has entered Jugoslavia"]


@pytest.mark.rule("gpw 17.6.C")
def test_its_units_are_placed_in_jugoslavia_any_and_all_and_may_move() -> None:
    game = at(AXIS, GARRISON | {"su-inf-3": "B3215", "ax-inf-1": "B1821"}, turn=TURN, balkan=1)
    assert places(game, "ax-mtn-15") == country("Jugoslavia") - {"B3215"}  # in an enemy ZOC or not
    assert refused(game, "place ax-mtn-15 B1822") == ["gpw 17.6.C"]
    game.do("place ax-mtn-15 B3216")
    assert state(game, "ax-gar-68") == "due"  # one may stay behind
    game.play(GENERAL)
    assert game.reach("ax-mtn-15")
    game.play(AXIS, turn=TURN + 1)
    assert places(game, "ax-gar-68") == country("Jugoslavia") - {"B3215", "B3216"}


@pytest.mark.rule("gpw 17.6.C")
def test_in_the_turn_of_their_entry_they_are_in_supply_whatever_is_around() -> None:
    cut_off = {
        "ax-mtn-15": "off map",
        "ax-inf-1": "B1821",
        "su-inf-3": "B3214",
        "su-inf-4": "B3117",
        "su-inf-10": "B3217",
    }
    game = at(AXIS, cut_off | {"su-inf-5": "B3315"}, turn=TURN, balkan=1)
    game.do("place ax-mtn-15 B3216")
    assert not game.supply_line("ax-mtn-15")
    assert [reason.rule for reason in game.why_supply("ax-mtn-15")] == ["gpw 17.6.C"]
    for phase in ("Axis Panzer Movement", "Axis Combat", GENERAL):
        game.play(phase)
        assert not game._pos.unsupplied[game._pos.world.unit("ax-mtn-15").index]
        assert gpw.from_position(game.position, game.rules).position == game.position
    game.play("Axis Combat", turn=TURN + 1)
    assert game._pos.unsupplied[game._pos.world.unit("ax-mtn-15").index]
    assert game.why_supply("ax-mtn-15")[0].rule == "gpw 8.1.A"


@pytest.mark.rule("gpw 17.6.C")
def test_later_units_of_an_activated_garrison_go_to_jugoslavia_at_once() -> None:
    game = at(AXIS, {"ax-inf-1": "B1814"}, turn=28, balkan=2)  # the chart's LXXXXI Corps
    assert state(game, "ax-gar-91") == "due"
    assert places(game, "ax-gar-91") == country("Jugoslavia")


@pytest.mark.rule("gpw 17.6.A")
def test_without_the_rule_the_garrison_stays_where_it_is() -> None:
    game = game_at(AXIS, GARRISON | {"ax-inf-1": "B1821"}, turn=TURN, control={WARSAW: "Soviet"})
    assert {state(game, u) for u in GARRISON} == {"off map"}
    game.edit().remove("ax-mtn-15", "due")
    game.do("place ax-mtn-15 B3216")  # by hand, and no state of the rule comes of it
    assert gpw.from_position(game.position, game.rules).position == game.position
