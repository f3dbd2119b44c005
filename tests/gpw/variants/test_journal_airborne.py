"""The journal's variant on airborne troops (23.4.7)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import distance
from tests.gpw.wings import TURN, place, seed_with, state

RULES = gpw.rules("air", "airborne", "escorted-drops")
BASE = gpw.rules("air", "airborne")
ARMOUR, GENERAL = "Soviet Armored Movement", "Soviet General Movement"
#: Clear ground two hexes from Saransk, three from each Axis fighter, two from each Soviet one.
FIELD, TARGET = "A0611", "A0713"
ESCORTS = {"su-fb-1": "A0711", "su-fb-2": "A0512"}
WOLVES = {"ax-fb-1": "A0915", "ax-fb-2": "A1014"}
HELD = dict.fromkeys(WOLVES.values(), "Axis")
DROP = f"drop su-ab-1 {TARGET}"


def sky(phase: str = ARMOUR, rules: RuleSet = RULES, seed: int = 1, **more: str) -> gpw.Game:
    units = {"su-ab-1": FIELD, **more}
    return game_at(phase, units, TURN, seed=seed, rules=rules, control=HELD)


def dice(phase: str = ARMOUR, **faces: int) -> int:
    """The seed under which each fighter rolls its face over the target."""
    return seed_with(phase, {("interceptor", f"{TARGET} {u.replace('_', '-')}"): face for u, face in faces.items()})


def options(game: gpw.Game) -> list[str]:
    assert game.pending is not None
    return [str(option) for option in game.pending.options]


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


# ---- after the drop


@pytest.mark.rule("gpw 23.4.7.A")
def test_troops_that_were_dropped_do_not_walk_in_general_movement() -> None:
    game, base = sky(), sky(rules=BASE)
    for each in (game, base):
        each.do(DROP)
        assert place(each, "su-ab-1") == TARGET
        each.next_phase()
        each.next_phase()
        assert each.phase.kind == "general"
    assert why(game, "move su-ab-1 A0712") == ["gpw 23.4.7.A"]
    assert why(base, "move su-ab-1 A0712") == []
    assert gpw.from_position(game.position, game.rules).reach("su-ab-1") == {}
    idle = sky(GENERAL)
    assert why(idle, "move su-ab-1 A0612") == []
    game.next_phase()
    while game.phase.name != GENERAL:
        game.next_phase()
    assert why(game, "move su-ab-1 A0712") == []  # a turn later


@pytest.mark.rule("gpw 23.4.7.A")
def test_they_may_advance_after_combat() -> None:
    game = sky(**{"ax-gar-68": "A0714/1", "su-tk-1": "A0813", "su-inf-3": "A0614"})
    game.do(DROP)
    game.next_phase()
    game.do("attack A0714 by su-ab-1 su-inf-3 su-tk-1")
    game.reseed(next(seed for seed in range(99) if _result(game, seed) == "DE"))
    game.do("resolve A0714")
    assert "advance su-ab-1" in options(game)


def _result(game: gpw.Game, seed: int) -> str:
    trial = game.fork()
    trial.reseed(seed)
    return str(trial.do("resolve A0714")[0].result)


# ---- escort and interception


@pytest.mark.rule("gpw 23.4.7.B")
def test_fighters_may_escort_and_intercept() -> None:
    assert {distance(TARGET, h) for h in WOLVES.values()} == {3}
    game = sky(**ESCORTS, **WOLVES)
    game.do(DROP)
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 23.4.7.B")
    assert options(game) == ["order escort none", "order escort su-fb-1", "order escort su-fb-2"]
    assert place(game, "su-ab-1") == FIELD  # still in the air
    assert gpw.from_position(game.position, game.rules).pending == game.pending
    game.do("order escort su-fb-1")  # one aircraft a side over a hex
    assert game.pending.side == "Axis"
    assert options(game) == ["order hunt none", "order hunt ax-fb-1", "order hunt ax-fb-2"]
    game.do("order hunt none")
    assert (place(game, "su-ab-1"), game.pending) == (TARGET, None)
    game.undo()
    assert place(game, "su-ab-1") == FIELD
    with pytest.raises(IllegalAction):
        game.do("order hunt su-fb-2")
    base = sky(rules=BASE, **ESCORTS, **WOLVES)
    base.do(DROP)
    assert (place(base, "su-ab-1"), base.pending) == (TARGET, None)


@pytest.mark.rule("gpw 23.4.7.B")
def test_the_escort_is_fought_first() -> None:
    game = sky(seed=dice(ax_fb_1=6, su_fb_1=4), **ESCORTS, **WOLVES)
    for action in (DROP, "order escort su-fb-1", "order hunt ax-fb-1"):
        events = game.do(action)
    shots = [(e.unit, e.die, e.result, e.rule) for e in events if e.kind == "interception"]
    assert shots == [("ax-fb-1", 6, "shot down", "gpw 23.4.7.B"), ("su-fb-1", 4, "aborted", "gpw 23.4.7.B")]
    assert (state(game, "su-fb-1"), place(game, "su-ab-1")) == ("turn box", TARGET)
    assert place(game, "ax-fb-1") == "A0915"  # home again


@pytest.mark.rule("gpw 23.4.7.C")
@pytest.mark.parametrize(
    ("die", "end"),
    [(1, ("full", TARGET)), (3, ("full", TARGET)), (4, ("full", FIELD)), (5, ("full", FIELD)), (6, ("eliminated", ""))],
)
def test_troops_are_intercepted_like_a_bomber_that_does_not_fire(die: int, end: tuple[str, str]) -> None:
    game = sky(seed=dice(ax_fb_1=die), **WOLVES)
    game.do(DROP)
    events = game.do("order hunt ax-fb-1")
    assert [(e.unit, e.rule) for e in events if e.kind == "interception"] == [("ax-fb-1", "gpw 23.4.7.C")]
    assert (state(game, "su-ab-1"), place(game, "su-ab-1")) == end
    assert (game.pending, state(game, "ax-fb-1")) == (None, "based")
    assert why(game, "drop su-ab-1 A0712")[0] in ("gpw 15.3.A", "gpw 15.3.C")  # the assault of the turn is made
    assert gpw.from_position(game.position, game.rules).position == game.position


@pytest.mark.rule("gpw 23.4.7.D")
def test_aircraft_that_flew_then_do_not_fly_in_the_combat_phase() -> None:
    fight = {"su-inf-3": "A0812", "su-inf-4": "A0913", "ax-inf-6": "A0813"}
    game = sky(seed=dice(ax_fb_1=1, su_fb_1=1), **ESCORTS, **WOLVES, **fight)
    for action in (DROP, "order escort su-fb-1", "order hunt ax-fb-1"):
        game.do(action)
    game.next_phase()
    game.do("attack A0813 by su-inf-3 su-inf-4")
    assert why(game, "fly su-fb-1 A0813") == ["gpw 23.4.7.D"]
    assert "fly su-fb-1 A0813" not in map(str, game.legal.of("su-fb-1"))
    game.do("fly su-fb-2 A0813")
    game.do("ready")
    assert options(game) == ["ready", "intercept ax-fb-2 A0813"]  # and not the other wolf
    game.undo()
    assert gpw.from_position(game.position, game.rules).position == game.position
    while game.phase.turn == TURN:
        game.play()
    assert "flown" not in game._pos.extra.get("escorted-drops", {})


@pytest.mark.rule("gpw 23.4.7.B")
def test_with_many_aircraft_over_a_hex_every_escort_needs_its_hunter() -> None:
    rules = gpw.rules(*RULES.options, "massed-aircraft")
    game = sky(rules=rules, seed=dice(ax_fb_1=1, ax_fb_2=6, su_fb_1=1), **ESCORTS, **WOLVES)
    game.do(DROP)
    game.do("order escort su-fb-1")
    assert "order escort su-fb-2" in options(game)
    for action in ("order escort none", "order hunt ax-fb-1", "order hunt ax-fb-2"):
        events = game.do(action)
    assert [(e.unit, e.rule) for e in events if e.kind == "interception"] == [
        ("ax-fb-1", "gpw 23.4.7.B"),
        ("su-fb-1", "gpw 23.4.7.B"),
        ("ax-fb-2", "gpw 23.4.7.C"),
    ]
    assert state(game, "su-ab-1") == "eliminated"


def test_it_needs_aircraft_and_airborne_troops() -> None:
    for ids in (("23.4.7",), ("23.4.7", "air"), ("23.4.7", "airborne")):
        with pytest.raises(InvalidInput, match="needs"):
            gpw.rules(*ids)
