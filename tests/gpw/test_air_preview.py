"""Previews with aircraft: planned support, exact chances of an interception, the mixture of columns; as in play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpwlab import IllegalAction, gpw
from tests.gpw.wings import ATTACK, BOMBER, FIGHTER, GROUND, TARGET, air_shifts, at, duel, place, raid


def test_a_preview_with_planned_support_is_what_play_makes_of_it() -> None:
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER})
    planned = game.battle(TARGET, ["su-inf-3", "su-inf-4"], air="su-bom-5")
    assert planned.column == 3
    assert planned.contested == ("su-bom-5", ("ax-fb-1",))
    assert planned.interception == {
        "target": {"none": Fraction(1, 2), "aborted": Fraction(1, 3), "shot down": Fraction(1, 6)},
        "interceptor": {"none": Fraction(5, 6), "shot down": Fraction(1, 6)},
    }
    assert planned.columns == {3: Fraction(1, 2), 1: Fraction(1, 2)}
    assert sum(planned.results_if_intercepted.values()) == 1
    crt = game.charts.crt
    assert planned.results_if_intercepted["DR"] == Fraction(crt[3].count("DR") + crt[1].count("DR"), 12)
    assert game.battle(TARGET, ["su-inf-3", "su-inf-4"]).column == 1
    assert place(game, "su-bom-5") == "A0611"  # nothing has flown


@pytest.mark.parametrize(("die", "back"), [(a, b) for a in range(1, 7) for b in (1, 6)])
def test_play_agrees_with_the_previewed_mixture(die: int, back: int) -> None:
    """Whatever the dice show, the column played is one of the previewed ones, the one of that face."""
    game = at("Soviet Combat", {**GROUND, **FIGHTER, **BOMBER}, seed=duel(die, back))
    planned = game.battle(TARGET, ["su-inf-3", "su-inf-4"], air="su-bom-5")
    for action in (ATTACK, "fly su-bom-5 A0813", "ready", "intercept ax-fb-1 A0813"):
        game.do(action)
    while game.pending:
        game.do(game.pending.default)
    column = game.do("resolve A0813")[0].column
    assert column == (3 if die <= 3 else 1)
    assert column in planned.columns


def test_an_interception_may_end_an_attack_in_the_preview() -> None:
    weak = {"su-inf-3": "A0812", "ax-inf-6": "A0813", **FIGHTER, "su-bom-1": "A0611"}
    battle = at("Soviet Combat", weak).battle(TARGET, ["su-inf-3"], air="su-bom-1")
    assert battle.columns == {1: Fraction(1, 2), None: Fraction(1, 2)}
    assert sum(battle.results_if_intercepted.values()) == 1
    assert battle.results_if_intercepted["NE"] >= Fraction(1, 2)


def test_a_preview_weighs_defensive_support_that_the_attacker_may_drive_off() -> None:
    units = {**GROUND, "ax-bom-1": TARGET, "su-fb-1": "A0611"}
    game = at("Soviet Combat", {**units, "su-inf-10": "A0713"}, missions={"ax-bom-1": "DAS"})  # 24 to 6: 4:1
    battle = game.battle(TARGET, ["su-inf-10", "su-inf-3", "su-inf-4"])
    assert battle.column == 2  # forest and DAS
    assert battle.contested == ("ax-bom-1", ("su-fb-1",))
    assert battle.columns == {2: Fraction(1, 2), 3: Fraction(1, 2)}
    with_fighter = game.battle(TARGET, ["su-inf-10", "su-inf-3", "su-inf-4"], air="su-fb-1")
    assert (with_fighter.column, with_fighter.contested) == (3, ("", ()))  # OAS has taken the interceptor's place
    assert with_fighter.columns == {3: 1}
    assert with_fighter.interception == {}


def test_a_planned_aircraft_must_be_able_to_fly_there() -> None:
    game = at("Soviet Combat", {**GROUND, "su-bom-5": "A0406"})
    with pytest.raises(IllegalAction, match=r"11.1.1.A"):
        game.battle(TARGET, ["su-inf-3"], air="su-bom-5")
    with pytest.raises(IllegalAction, match=r"11.0.A"):
        game.battle(TARGET, ["su-inf-3"], air="ax-inf-6")


def test_a_preview_from_another_phase_leaves_out_aircraft_of_the_last_fight() -> None:
    game = raid(duel(1, 1))
    game.do("intercept ax-fb-1 A0813")
    game.do("resolve A0813")
    while game.pending:
        game.do(game.pending.default)
    game.next_phase()
    assert game.aircraft("Soviet") == {"su-bom-5": "OAS"}
    stands = place(game, "ax-inf-6")
    near = [u for u in ("su-inf-3", "su-inf-4") if u in _beside(game, stands)] if stands else []
    for unit in near:
        assert air_shifts(game, stands, (unit,)) == []


def _beside(game: gpw.Game, hex_id: str) -> list[str]:
    ring = game.board.ring[game.board.hex(hex_id)]
    return [u for h in ring for u in game.unit_at(game.board.ids[h])]
