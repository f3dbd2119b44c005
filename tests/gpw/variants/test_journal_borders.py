"""The journal's variants on Romania and Hungary (23.4.13, 23.4.15)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.axis_allies import HOLDOUT, ODESSA, ring, state
from tests.gpw.battles import CRT
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import neighbours

GENERAL = "Axis General Movement"
FOR_GOOD, ALLIES = gpw.rules("23.4.13", "allies"), gpw.rules("allies")
QUIET = gpw.rules("23.4.15")


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


# ---- 23.4.13: Romania

BESIDE = "B2702"
ARMY = {"ax-ro-inf-1": ODESSA, "ax-ro-inf-2": BESIDE}


def march_on(rules: RuleSet) -> gpw.Game:
    """Both conditions are met; then the garrison of Odessa walks away."""
    game = game_at(GENERAL, {**ARMY, **HOLDOUT}, 2, rules=rules)
    game.do("move ax-ro-inf-1 B2601")
    return game


@pytest.mark.rule("gpw 23.4.13")
def test_conditions_once_met_are_met_for_good() -> None:
    near = set(ring("Romania", 3))
    free, bound = march_on(FOR_GOOD), march_on(ALLIES)
    assert set(bound.reach("ax-ro-inf-2")) <= near
    assert not set(free.reach("ax-ro-inf-2")) <= near
    assert [event for event in free.log.rule if event == "gpw 23.4.13"] == ["gpw 23.4.13"]
    far = sorted(set(free.reach("ax-ro-inf-2")) - near)[0]
    assert why(bound, f"move ax-ro-inf-2 {' '.join(path_to(free, far))}") == ["gpw 17.1.3.B"]


def path_to(game: gpw.Game, hex_id: str) -> tuple[str, ...]:
    return next(a.path for a in game.legal.of("ax-ro-inf-2") if isinstance(a, gpw.Move) and a.path[-1] == hex_id)


@pytest.mark.rule("gpw 23.4.13")
def test_before_they_are_met_the_leash_holds_and_the_moment_is_in_the_record() -> None:
    weak = game_at(GENERAL, {"ax-ro-inf-1": ODESSA, "ax-ro-inf-2": f"{BESIDE}/1", **HOLDOUT}, 2, rules=FOR_GOOD)
    assert set(weak.reach("ax-ro-inf-2")) <= set(ring("Romania", 3))
    game = march_on(FOR_GOOD)
    again = gpw.from_position(game.position, FOR_GOOD)
    assert again.reach("ax-ro-inf-2") == game.reach("ax-ro-inf-2")
    enters = game_at(GENERAL, {"ax-ro-inf-1": BESIDE, **HOLDOUT}, 2, rules=FOR_GOOD)
    assert enters._pos.extra == {}
    enters.do(f"move ax-ro-inf-1 {ODESSA}")
    assert enters._pos.extra == {"romania-for-good": True}
    enters.undo()
    assert enters._pos.extra == {}


# ---- 23.4.15: turn 1

#: B2505 in Bessarabia touches B2605 and B2506 in Romania; B2717 in Slovakia touches B2816 in Hungary
EDGE, INSIDE, SLOVAK, HUNGARIAN = "B2505", "B2605", "B2718", "B2817"


@pytest.mark.rule("gpw 23.4.15.A")
@pytest.mark.parametrize(
    ("phase", "unit", "here", "there"),
    [
        ("Soviet General Movement", "su-inf-3", EDGE, INSIDE),
        (GENERAL, "ax-inf-59", SLOVAK, HUNGARIAN),
        ("Axis Panzer Movement", "ax-pz-56", SLOVAK, HUNGARIAN),
    ],
)
def test_no_unit_of_either_side_enters_on_turn_1(phase: str, unit: str, here: str, there: str) -> None:
    action = f"move {unit} {there}"
    assert why(game_at(phase, {unit: here}, 1, rules=QUIET), action) == ["gpw 23.4.15.A"]
    assert there not in game_at(phase, {unit: here}, 1, rules=QUIET).reach(unit)
    assert why(game_at(phase, {unit: here}, 1), action) == []
    assert why(game_at(phase, {unit: here}, 2, rules=QUIET), action) == []


@pytest.mark.rule("gpw 23.4.15.A")
def test_nor_does_it_advance_or_retreat_there() -> None:
    # B2605 is Romanian: the garrison in it is driven out, and no army follows
    units = {"su-inf-3": EDGE, "su-inf-4": "B2604", "su-tk-1": "B2705", "ax-inf-59": f"{INSIDE}/1"}
    rules = {"quiet": QUIET, "base": None}
    ends = {}
    for name, given in rules.items():
        game = _fought(units, INSIDE, ("su-inf-3", "su-inf-4"), "Soviet Combat", "DE", given)
        ends[name] = [] if game.pending is None else [str(o) for o in game.pending.options]
    assert ends == {"quiet": [], "base": ["advance none", "advance su-inf-3", "advance su-inf-4"]}


def _fought(
    units: dict[str, str], target: str, by: tuple[str, ...], phase: str, result: str, rules: RuleSet | None
) -> gpw.Game:
    game = game_at(phase, units, 1, rules=rules)
    column = game.battle(target, by).column
    assert column is not None
    die = next(die for die in range(1, 7) if CRT[column, die] == result)
    game.reseed(seed_for(phase, "battle", target, die, 1))
    game.do(f"attack {target} by {' '.join(by)}")
    game.do(f"resolve {target}")
    return game


@pytest.mark.rule("gpw 23.4.15.A")
def test_a_unit_with_no_way_but_into_romania_is_lost() -> None:
    # B2604 under attack from the north: south of it lie B2704, B2705 and, two hexes away, Romania alone
    target = "B2704"
    attackers = ("ax-pz-56", "ax-pz-41")
    units = {"su-inf-3": target, "ax-pz-56": "B2603", "ax-pz-41": "B2703", "ax-inf-59": "B2803", "ax-inf-6": "B2604"}
    assert neighbours(target) - set(units.values()) == {"B2705", "B2804"}  # both in Romania
    quiet = _fought(units, target, attackers, "Axis Combat", "DR", QUIET)
    while quiet.pending and quiet.pending.kind != "advance":
        quiet.do(quiet.pending.default)
    assert state(quiet, "su-inf-3") == "eliminated"
    assert "gpw 23.4.15.A" in set(quiet.log.rule)
    base = _fought(units, target, attackers, "Axis Combat", "DR", None)
    while base.pending and base.pending.kind != "advance":
        base.do(base.pending.default)
    assert state(base, "su-inf-3") in ("full", "reduced")


@pytest.mark.rule("gpw 23.4.15.B")
def test_zocs_end_at_the_border_on_turn_1_and_reach_across_from_turn_2_on() -> None:
    units = {"ax-ro-inf-1": INSIDE, "su-inf-3": EDGE}
    game, base = game_at("Soviet General Movement", units, 1, rules=QUIET), game_at("Soviet General Movement", units, 1)
    assert (EDGE in game.zoc("Axis"), INSIDE in game.zoc("Soviet")) == (False, False)
    assert (EDGE in base.zoc("Axis"), INSIDE in base.zoc("Soviet")) == (True, True)
    assert neighbours(EDGE) & set(game.zoc("Soviet")) == {"B2404", "B2405", "B2504", "B2604"}
    assert gpw.from_position(game.position, QUIET).zoc("Soviet") == game.zoc("Soviet")
    while game.phase.turn == 1:
        game.next_phase()
        base.next_phase()
    assert (game.zoc("Axis"), game.zoc("Soviet")) == (base.zoc("Axis"), base.zoc("Soviet"))
    assert "gpw 23.4.15.B" in set(game.log.rule)
    game.undo()
    assert EDGE not in game.zoc("Axis")


@pytest.mark.rule("gpw 23.4.15")
def test_it_is_for_barbarossa_and_the_campaign() -> None:
    later = gpw.new("fall-blau", rules=("23.4.15",))
    plain = gpw.new("fall-blau")
    assert later.zoc("Axis") == plain.zoc("Axis")
    campaign = gpw.new("campaign", rules=("23.4.15",))
    assert campaign.zoc("Soviet") < gpw.new("campaign").zoc("Soviet")


def test_the_sandbox_may_go_to_turn_2() -> None:
    game = game_at("Soviet General Movement", {"ax-ro-inf-1": INSIDE, "su-inf-3": EDGE}, 1, rules=QUIET)
    game.do("edit phase 2 9")
    assert EDGE in game.zoc("Axis")
    with pytest.raises(InvalidInput):
        gpw.rules("23.4.13")
