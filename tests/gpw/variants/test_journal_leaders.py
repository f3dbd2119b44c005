"""The journal's variant on leaders (23.4.6)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, STEPPE, fight
from tests.gpw.boards import game_at, rule_ids
from tests.gpw.maps import table

BOTH = ("leaders", "lost-leaders")
LEADERS = gpw.rules(*BOTH)
MOSCOW, GORKI = (row["hex"] for name in ("Moscow", "Gorki") for row in table("cities") if row["name"] == name)
ZHUKOV, KONIEV = "su-ldr-zhukov", "su-ldr-koniev"
#: A weak army with its leader under three corps.
STORM = {"su-inf-3": f"{STEPPE}/1", ZHUKOV: STEPPE, "ax-pz-56": EAST, "ax-pz-41": NORTH_EAST, "ax-inf-59": SOUTH_EAST}
FAR = {"su-inf-4": "A0720"}


def where(game: gpw.Game, unit: str) -> str:
    return game.standing(unit)[2]


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


def lost(rules: tuple[str, ...] = BOTH, extra: dict[str, str] | None = None, result: str = "DE") -> gpw.Game:
    """A battle in which the leader's army is destroyed."""
    game = fight({**STORM, **FAR, **(extra or {})}, result, phase="Axis Combat", turn=2, rules=rules)
    while game.pending:
        game.do(game.pending.default)
    return game


@pytest.mark.rule("gpw 23.4.6.A")
def test_a_lost_leader_is_in_his_capital_at_once_and_waits_for_general_movement() -> None:
    game = lost()
    assert where(game, ZHUKOV) == MOSCOW
    base = lost(("leaders",))
    assert (where(base, ZHUKOV), base.units.set_index("unit").state[ZHUKOV]) == ("", "returning")
    while game.phase.name != "Soviet Armored Movement":
        game.next_phase()
        base.next_phase()
    assert why(game, f"lead {ZHUKOV} A0720") == ["gpw 23.4.6.A"]
    assert [str(a) for a in game.legal if str(a).startswith("lead")] == []
    assert why(base, f"lead {ZHUKOV} A0720") == []
    assert gpw.from_position(game.position, LEADERS).position == game.position


@pytest.mark.rule("gpw 23.4.6.C")
def test_in_general_movement_he_goes_to_any_unit_whatever_zoc_there_are() -> None:
    game = lost(extra={"su-inf-24": SOUTH_WEST})
    while game.phase.name != "Soviet General Movement":
        game.next_phase()
    assert SOUTH_WEST in game.zoc("Axis")
    assert f"order send-leader {ZHUKOV} {SOUTH_WEST}" in map(str, game.legal)
    events = game.do(f"order send-leader {ZHUKOV} {SOUTH_WEST}")
    assert [event.rule for event in events] == ["gpw 12.2.B", "gpw 23.4.6.C"]
    assert where(game, ZHUKOV) == SOUTH_WEST
    assert why(game, f"order send-leader {ZHUKOV} A0720") == ["gpw 12.2.D"]
    game.undo()
    assert where(game, ZHUKOV) == MOSCOW
    game.next_phase()  # the phase over, he is like any leader in the next armoured phase
    while game.phase.name != "Soviet Armored Movement":
        game.next_phase()
    assert why(game, f"lead {ZHUKOV} A0720") == []


@pytest.mark.rule("gpw 23.4.6.A")
def test_only_leaders_who_were_lost_move_in_general_movement() -> None:
    game = game_at("Soviet General Movement", {ZHUKOV: MOSCOW, **FAR}, 2, rules=LEADERS)
    assert why(game, f"order send-leader {ZHUKOV} A0720") == ["gpw 23.4.6.A"]
    assert why(game, f"lead {ZHUKOV} A0720") == ["gpw 3.0.A"]
    for order in ("order send-leader", f"order send-leader {ZHUKOV}", f"order send-leader {ZHUKOV} Z9999"):
        with pytest.raises(InvalidInput):
            game.do(order)


@pytest.mark.rule("gpw 23.4.6.B")
def test_a_leader_stays_while_one_unit_is_left_with_him() -> None:
    rules = (*BOTH, "airborne")
    game = fight({**STORM, "su-ab-1": STEPPE}, "DRL", phase="Axis Combat", turn=2, rules=rules)
    assert game.pending is not None
    game.do("loss su-ab-1")  # eliminated; the army is left with him, and retreats
    while game.pending:
        game.do(game.pending.default)
    assert where(game, ZHUKOV) == where(game, "su-inf-3") != ""
    gone = fight({**STORM, "su-ab-1": STEPPE}, "DE", phase="Axis Combat", turn=2, rules=rules)
    assert where(gone, ZHUKOV) == MOSCOW


# ---- a city in Moscow's stead

FALLEN = {"control": {MOSCOW: "Axis"}, "scenario": "campaign"}


def exiled(phase: str = "Soviet Armored Movement", **more: str) -> gpw.Game:
    """Moscow has fallen, and two leaders wait off the map."""
    units = {ZHUKOV: "capital", KONIEV: "capital", "su-inf-3": STEPPE, **FAR, **more}
    return game_at(phase, units, 2, rules=LEADERS, **FALLEN)  # type: ignore[arg-type]


@pytest.mark.rule("gpw 23.4.6.A")
def test_the_soviets_may_name_another_major_city() -> None:
    game = exiled()
    assert why(game, "order designate A0816") == ["gpw 23.4.6.A"]  # Ryazan, no major city
    game.do(f"order designate {GORKI}")
    assert (where(game, ZHUKOV), where(game, KONIEV)) == (GORKI, GORKI)
    assert why(game, "order designate A1817") == ["gpw 23.4.6.A"]  # one at a time
    assert gpw.from_position(game.position, LEADERS).position == game.position
    base = game_at("Soviet Armored Movement", {ZHUKOV: "capital", **FAR}, 2, rules=gpw.rules("leaders"), **FALLEN)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        base.do(f"order designate {GORKI}")
    at_peace = game_at("Soviet Armored Movement", {ZHUKOV: MOSCOW}, 2, rules=LEADERS)
    assert why(at_peace, f"order designate {GORKI}") == ["gpw 23.4.6.A"]
    with pytest.raises(InvalidInput):
        game.do("order designate")


@pytest.mark.rule("gpw 23.4.6.A")
def test_one_leader_a_turn_leaves_the_city_that_stands_in() -> None:
    game = exiled()
    game.do(f"order designate {GORKI}")
    game.do(f"lead {ZHUKOV} {STEPPE}")
    assert why(game, f"lead {KONIEV} A0720") == ["gpw 23.4.6.A"]
    game.next_phase()
    assert game._pos.extra["lost-leaders"]["out"] == 2
    while game.phase.turn == 2 or game.phase.name != "Soviet Armored Movement":
        game.next_phase()
    assert why(game, f"lead {KONIEV} A0720") == []
    assert why(game, f"lead {ZHUKOV} {GORKI}") == []  # home is there now
    from_moscow = game_at(
        "Soviet Armored Movement", {ZHUKOV: MOSCOW, KONIEV: MOSCOW, **FAR, "su-inf-3": STEPPE}, 2, rules=LEADERS
    )
    from_moscow.do(f"lead {ZHUKOV} {STEPPE}")
    assert why(from_moscow, f"lead {KONIEV} A0720") == []


@pytest.mark.rule("gpw 23.4.6.A")
def test_when_that_city_falls_another_one_may_be_named() -> None:
    game = exiled()
    game.do(f"order designate {GORKI}")
    game._pos.control[game.board.hex(GORKI)] = 0
    assert why(game, "order designate A1817") == []
