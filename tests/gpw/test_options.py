"""The optional rules of section 20: each against the base game, which does the opposite."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.boards import game_at, rule_ids


@pytest.mark.rule("gpw 20.1")
def test_soviet_reinforcements_of_1941_may_come_at_full_strength() -> None:
    arriving = {}
    for rules in (gpw.rules(), gpw.rules("20.1")):
        game = game_at("Soviet Reinforcement/Replacement", {"su-inf-3": "A0619"}, turn=2, rules=rules)
        game.do("place su-inf-30 A0109")
        arriving[rules.options] = game.units.set_index("unit").loc["su-inf-30", "state"]
    assert list(arriving.values()) == ["reduced", "full"]


FIRST_TURN = {"ax-inf-1": "B1214", "ax-inf-11": "B3003", "ax-pz-56": "B1313", "su-inf-3": "A0619"}


@pytest.mark.rule("gpw 20.2")
def test_every_axis_unit_may_move_in_full_on_the_first_turn() -> None:
    base = game_at("Axis Panzer Movement", FIRST_TURN)
    free = game_at("Axis Panzer Movement", FIRST_TURN, rules=gpw.rules("20.2"))
    # 8-6 infantry in East Prussia: one hex in the base game, six clear hexes with the option
    assert max(base.board.distance(base.board.hex("B1214"), base.board.hex(h)) for h in base.reach("ax-inf-1")) == 1
    assert max(free.board.distance(free.board.hex("B1214"), free.board.hex(h)) for h in free.reach("ax-inf-1")) == 6
    assert not base.reach("ax-inf-11")  # Romania stays (22.1.4.C)
    assert free.reach("ax-inf-11")


@pytest.mark.rule("gpw 20.2")
def test_full_movement_is_for_both_phases_of_turn_1_and_no_more() -> None:
    general = game_at("Axis General Movement", FIRST_TURN, rules=gpw.rules("20.2"))
    assert general.reach("ax-inf-11")
    later = game_at("Axis Panzer Movement", FIRST_TURN, turn=2, rules=gpw.rules("20.2"))
    assert rule_ids(later.why_not("move ax-inf-1 B1213")) == ["gpw 3.1.3.A"]


RAIL = {f"su-inf-{n}": h for n, h in ((3, "A0619"), (4, "A0719"), (10, "B1105"), (13, "B1407"), (5, "A1817"))}
RAIL["su-mech-1"] = "A0109"


@pytest.mark.rule("gpw 20.3")
def test_armour_takes_two_of_the_rail_limit() -> None:
    base = game_at("Soviet Rail Movement", RAIL | {"ax-inf-1": "B1214"}, railed=0)
    dear = game_at("Soviet Rail Movement", RAIL | {"ax-inf-1": "B1214"}, rules=gpw.rules("20.3"))
    for game in (base, dear):
        movers = [u for u in RAIL if u != "su-mech-1" and game.reach(u)]
        assert len(movers) == 5
        for unit in movers:
            game.do(game.legal.of(unit)[0])
    assert base.reach("su-mech-1")  # the sixth army of six
    assert not dear.reach("su-mech-1")
    hex_id = next(iter(base.reach("su-mech-1")))
    path = " ".join(base.path("su-mech-1", hex_id))
    assert rule_ids(dear.why_not(f"move su-mech-1 {path}")) == ["gpw 20.3"]


# B1603 with Soviet ZOC on B1604 and B1504; su-inf-4 in B1505 covers B1504, B1604 and itself
CUT_OFF = {
    "ax-inf-23": "B1603",
    "su-inf-3": "B1503",
    "su-inf-4": "B1602",
    "su-inf-10": "B1704",
    "su-inf-13": "B1505",
}


@pytest.mark.rule("gpw 20.4")
def test_an_unsupplied_unit_does_not_go_from_zoc_to_zoc() -> None:
    base = game_at("Axis General Movement", CUT_OFF)
    shy = game_at("Axis General Movement", CUT_OFF, rules=gpw.rules("20.4"))
    assert not base.units.set_index("unit").loc["ax-inf-23", "in_supply"]
    assert "B1604" in base.reach("ax-inf-23")
    assert base.why_not("move ax-inf-23 B1604") == []
    assert "B1604" not in shy.reach("ax-inf-23")
    assert rule_ids(shy.why_not("move ax-inf-23 B1604")) == ["gpw 20.4"]


@pytest.mark.rule("gpw 20.4")
def test_a_supplied_unit_may_still_go_from_zoc_to_zoc() -> None:
    open_board = {unit: hex_id for unit, hex_id in CUT_OFF.items() if unit in ("ax-inf-23", "su-inf-3")}
    game = game_at("Axis General Movement", open_board, rules=gpw.rules("20.4"))
    assert "B1504" in game.zoc("Soviet")
    assert game.why_not("move ax-inf-23 B1504") == []
