"""The journal's variant on aircraft (23.4.5)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.battles import CRT
from tests.gpw.boards import rule_ids, seed_for
from tests.gpw.wings import AIR, ATTACK, GROUND, TARGET, TURN, air_shifts, at, place, seed_with, state

MASSED = gpw.rules("air", "massed-aircraft")
COMBAT = "Soviet Combat"
#: The ground of the example 11.5: a Soviet bomber of two columns, another of one, a fighter; three Axis fighters.
SQUADRON = {"su-bom-5": "A0611", "su-fb-1": "A0711", "su-bom-1": "A0512"}
WOLVES = {"ax-fb-1": "A0816", "ax-fb-2": "A0916", "ax-fb-3": "A0915"}
FIELDS = dict.fromkeys(WOLVES.values(), "Axis")


def raid(*raiders: str, seed: int = 1, rules: RuleSet = MASSED, ready: bool = True) -> gpw.Game:
    """The Soviet attack with these aircraft over the target; the Axis is to intercept."""
    game = at(COMBAT, {**GROUND, **SQUADRON, **WOLVES}, FIELDS, seed=seed, rules=rules)
    for action in (ATTACK, *(f"fly {unit} {TARGET}" for unit in raiders), *(("ready",) if ready else ())):
        game.do(action)
    return game


def options(game: gpw.Game) -> list[str]:
    assert game.pending is not None
    return [str(option) for option in game.pending.options]


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


def dice(**faces: int) -> int:
    """The seed under which each aircraft, ax_fb_1 and the like, rolls its face over the target."""
    keys = {name.replace("_", "-"): face for name, face in faces.items()}
    return seed_with(
        COMBAT, {("interceptor" if u.startswith("ax") else "target", f"{TARGET} {u}"): f for u, f in keys.items()}
    )


# ---- several aircraft over a hex


@pytest.mark.rule("gpw 23.4.5.A", "gpw 23.4.5.D")
def test_several_aircraft_fly_to_a_hex_and_the_best_of_them_counts() -> None:
    game = raid("su-bom-1", "su-fb-1", "su-bom-5", ready=False)
    assert {place(game, unit) for unit in SQUADRON} == {TARGET}
    assert air_shifts(game) == [(2, "gpw 11.1.1.C")]
    assert gpw.from_position(game.position, game.rules).position == game.position
    base = raid("su-bom-1", rules=AIR, ready=False)
    assert why(base, f"fly su-bom-5 {TARGET}") == ["gpw 11.1.D"]


@pytest.mark.rule("gpw 23.4.5.D")
def test_what_survives_is_a_hedge() -> None:
    game = raid("su-bom-1", "su-bom-5", seed=dice(ax_fb_1=6, su_bom_5=1))
    game.do(f"intercept ax-fb-1 {TARGET}")
    game.do("ready")
    assert options(game) == ["order engage ax-fb-1 su-bom-1", "order engage ax-fb-1 su-bom-5"]
    game.do("order engage ax-fb-1 su-bom-5")
    assert state(game, "su-bom-5") == "turn box"
    assert air_shifts(game) == [(1, "gpw 11.1.1.C")]  # the other bomber


@pytest.mark.rule("gpw 23.4.5.A")
def test_no_more_interceptors_than_raiders() -> None:
    game = raid("su-bom-1", "su-bom-5")
    game.do(f"intercept ax-fb-1 {TARGET}")
    assert f"intercept ax-fb-2 {TARGET}" in options(game)
    game.do(f"intercept ax-fb-2 {TARGET}")
    assert game.pending is not None
    assert game.pending.kind == "dogfight"  # nobody can intercept any more
    one = raid("su-bom-5")
    one.do(f"intercept ax-fb-3 {TARGET}")
    assert one.pending is None  # one against one leaves no choice
    assert one.log.kind.to_list().count("interception") == 2


@pytest.mark.rule("gpw 23.4.5.A")
def test_fighters_are_matched_before_bombers() -> None:
    game = raid("su-fb-1", "su-bom-5", seed=dice(ax_fb_1=4, su_fb_1=5, ax_fb_2=1, su_bom_5=5))
    for unit in ("ax-fb-1", "ax-fb-2"):
        game.do(f"intercept {unit} {TARGET}")
    assert options(game) == ["order role su-fb-1 fighter", "order role su-fb-1 bomber"]
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 23.4.5.A")
    assert gpw.from_position(game.position, game.rules).pending == game.pending
    game.do("order role su-fb-1 fighter")
    assert options(game) == ["order engage ax-fb-1 su-fb-1", "order engage ax-fb-2 su-fb-1"]
    assert game.pending.side == "Axis"
    assert gpw.from_position(game.position, game.rules).pending == game.pending
    with pytest.raises(IllegalAction):
        game.do("order engage ax-fb-1 su-bom-5")
    events = game.do("order engage ax-fb-1 su-fb-1")
    shots = [(e.unit, e.die, e.result) for e in events if e.kind == "interception"]
    assert shots == [
        ("ax-fb-1", 4, "aborted"),
        ("su-fb-1", 5, "aborted"),  # as a fighter it fires like one
        ("ax-fb-2", 1, "none"),
        ("su-bom-5", 5, "none"),  # a bomber needs a 6
    ]
    game.undo()
    game.undo()
    assert options(game)[0] == "order role su-fb-1 fighter"


@pytest.mark.rule("gpw 23.4.5.A")
def test_a_fighter_that_flies_as_a_bomber_fires_as_one() -> None:
    game = raid("su-fb-1", "su-bom-5", seed=dice(ax_fb_1=1, su_fb_1=5))
    game.do(f"intercept ax-fb-1 {TARGET}")
    game.do("ready")
    game.do("order role su-fb-1 bomber")
    assert options(game) == ["order engage ax-fb-1 su-bom-5", "order engage ax-fb-1 su-fb-1"]
    events = game.do("order engage ax-fb-1 su-fb-1")
    assert [(e.unit, e.die, e.result) for e in events if e.kind == "interception"] == [
        ("ax-fb-1", 1, "none"),
        ("su-fb-1", 5, "none"),
    ]
    assert game.pending is None
    assert game.do(f"resolve {TARGET}")[0].kind == "battle"


@pytest.mark.rule("gpw 23.4.5.A")
def test_as_a_bomber_it_needs_a_six_whatever_table_fighters_fight_by() -> None:
    rules = gpw.rules("air", "massed-aircraft", "air-to-air-table")  # there fighters abort each other on a 4 or 5
    for role, result in (("bomber", "none"), ("fighter", "aborted")):
        game = raid("su-fb-1", "su-bom-5", seed=dice(ax_fb_1=1, su_fb_1=5), rules=rules)
        game.do(f"intercept ax-fb-1 {TARGET}")
        game.do("ready")
        events = game.do(f"order role su-fb-1 {role}")
        if game.pending is not None and game.pending.kind == "dogfight":
            events = game.do("order engage ax-fb-1 su-fb-1")
        assert [e.result for e in events if e.kind == "interception"] == ["none", result]


@pytest.mark.rule("gpw 23.4.5.A")
def test_one_aircraft_may_strike_while_another_drives_off_the_defence() -> None:
    # 6 to 6 is 1:1; the forest takes a column and the tank-busters two: only two aircraft make up for it
    units = {"su-inf-27": "A0812", "ax-inf-6": TARGET, "ax-bom-3": TARGET, "su-bom-5": "A0611", "su-fb-1": "A0711"}
    attack = f"attack {TARGET} by su-inf-27"
    for rules, refused in ((MASSED, []), (AIR, ["gpw 7.3"])):
        game = at(COMBAT, units, FIELDS, rules=rules, missions={"ax-bom-3": "DAS"})
        assert [r for r in why(game, attack) if r == "gpw 7.3"] == refused


# ---- defensive air after the enemy's reinforcements


@pytest.mark.rule("gpw 23.4.5.B")
def test_defensive_air_is_sent_after_the_enemys_reinforcements() -> None:
    units = {**GROUND, "ax-bom-1": "A0816", "ax-fb-2": "A0916"}
    general, base = (at("Axis General Movement", units, FIELDS, rules=rules) for rules in (MASSED, AIR))
    assert why(general, f"fly ax-bom-1 {TARGET}") == ["gpw 23.4.5.B"]
    assert why(base, f"fly ax-bom-1 {TARGET}") == []
    game = at("Soviet Reinforcement/Replacement", units, FIELDS, rules=MASSED)
    assert why(game, f"order cover ax-bom-1 {TARGET}") == ["gpw 3.0.A"]
    game.next_phase()
    assert (game.phase.name, game.phase.side) == ("Axis Defensive Air", "Axis")
    assert {str(a) for a in game.legal} == {"done", f"order cover ax-bom-1 {TARGET}", f"order cover ax-fb-2 {TARGET}"}
    assert game.do(f"order cover ax-bom-1 {TARGET}")[0].rule == "gpw 23.4.5.B"
    game.do(f"order cover ax-fb-2 {TARGET}")  # a second one over the same hex
    assert gpw.from_position(game.position, game.rules).position == game.position
    for words in ("", " ax-bom-1", " ax-bom-1 Z1"):
        with pytest.raises(InvalidInput):
            game.do(f"order cover{words}")
    while game.phase.kind != "combat":
        game.next_phase()
    assert [
        s.columns for s in game.battle(TARGET, ["su-inf-3", "su-inf-4"]).odds.shifts if s.rule == "gpw 11.1.3.B"
    ] == [-1]


# ---- landing after the combat phase


def captured(rules: RuleSet) -> gpw.Game:
    """The Soviets have taken A0813, a rail hex, with the help of their bomber, and the combat phase is over."""
    die = next(die for die in range(1, 7) if CRT[3, die] in ("DR", "DRL", "DE"))
    game = raid("su-bom-5", rules=rules, ready=False, seed=seed_for(COMBAT, "battle", TARGET, die, TURN))
    game.do("ready")
    while game.pending:
        game.do("ready")
    assert game.do(f"resolve {TARGET}")[0].column == 3
    while game.pending:
        game.do("advance su-inf-3" if game.pending.kind == "advance" else game.pending.default)
    game.next_phase()
    return game


@pytest.mark.rule("gpw 23.4.5.C")
def test_aircraft_land_after_the_combat_phase_on_captured_fields_too() -> None:
    game, base = captured(MASSED), captured(AIR)
    assert base.pending is None  # there it flies home when it likes, and then no ground unit moves any more
    assert f"base su-bom-5 {TARGET}" in options(game)
    assert game.pending is not None
    assert (game.pending.kind, game.pending.side) == ("base", "Soviet")
    assert "gpw 23.4.5.C" in set(game.log.rule)
    for each in (game, base):
        each.do(f"base su-bom-5 {TARGET}")
    assert (bool(game.reach("su-inf-4")), bool(base.reach("su-inf-4"))) == (True, False)


@pytest.mark.rule("gpw 23.4.5.C")
def test_defensive_air_lands_after_the_battle_that_it_was_for() -> None:
    units = {**GROUND, "ax-bom-1": "A0816"}
    game = at("Soviet Reinforcement/Replacement", units, FIELDS, rules=MASSED)
    game.next_phase()
    game.do(f"order cover ax-bom-1 {TARGET}")
    while game.phase.kind != "combat":
        game.next_phase()
        assert game.aircraft("Axis") == {"ax-bom-1": "DAS"}
    game.next_phase()
    assert game.pending is not None
    assert (game.pending.kind, game.pending.side) == ("base", "Axis")
    game.do("base ax-bom-1 A0915")
    assert game.aircraft("Axis") == {"ax-bom-1": ""}
    assert game.reach("su-inf-3")  # the Soviet general movement goes on
