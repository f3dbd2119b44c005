"""Airborne units (section 15): stacking, their ZOC, the assault from the air, what they cost."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, STEPPE, WEST, fight, offered, state
from tests.gpw.boards import game_at, rule_ids

AIRBORNE = gpw.rules("airborne")
GENERAL = "Soviet General Movement"
#: Two rail hexes with an open line to the eastern map edge, the first four hexes from the steppe.
RAILHEAD, SECOND = "A1207", "A1307"


def at(phase: str, units: dict[str, str], turn: int = 1, **fields: object) -> gpw.Game:
    return game_at(phase, units, turn, rules=AIRBORNE, **fields)  # type: ignore[arg-type]


def why(game: gpw.Game, action: str) -> list[str]:
    return rule_ids(game.why_not(action))


# ---- 15.1: stacking


@pytest.mark.rule("gpw 15.1.A")
def test_airborne_troops_end_their_move_on_another_unit() -> None:
    game = at(GENERAL, {"su-ab-1": EAST, "su-inf-3": STEPPE, "su-inf-24": WEST})
    assert STEPPE in game.reach("su-ab-1")
    game.do(f"move su-ab-1 {STEPPE}")
    assert game.unit_at(STEPPE) == ["su-inf-3", "su-ab-1"]
    assert why(game, f"move su-inf-24 {STEPPE}") == ["gpw 15.1.D"]  # a second army never joins them
    game.undo()
    game.do(f"move su-inf-3 {EAST}")  # nor does it matter who comes to whom
    assert game.unit_at(EAST) == ["su-inf-3", "su-ab-1"]


@pytest.mark.rule("gpw 15.1.A")
def test_stacked_units_attack_and_defend_as_one_strength() -> None:
    units = {"su-ab-1": EAST, "su-inf-3": EAST, "ax-pz-56": STEPPE}
    attack = at("Soviet Combat", units).battle(STEPPE, ["su-ab-1", "su-inf-3"])
    assert (attack.odds.attack, attack.odds.defence) == (2 + 8, 10)
    defence = at("Axis Combat", units).battle(EAST, ["ax-pz-56"])
    assert (defence.odds.attack, defence.odds.defence) == (10, 8 + 2)
    alone = at("Axis Combat", {"su-inf-3": EAST, "ax-pz-56": STEPPE}).battle(EAST, ["ax-pz-56"])
    assert alone.odds.defence == 8


@pytest.mark.rule("gpw 15.1.D")
def test_two_airborne_units_stack_and_no_more() -> None:
    game = at(GENERAL, {"su-ab-1": EAST, "su-ab-2": STEPPE, "su-ab-3": WEST, "su-inf-3": SOUTH_EAST})
    game.do(f"move su-ab-1 {STEPPE}")
    assert game.unit_at(STEPPE) == ["su-ab-1", "su-ab-2"]
    assert why(game, f"move su-ab-3 {STEPPE}") == ["gpw 15.1.D"]
    assert why(game, f"move su-inf-3 {STEPPE}") == ["gpw 15.1.D"]
    assert STEPPE not in {*game.reach("su-ab-3"), *game.reach("su-inf-3")}


@pytest.mark.rule("gpw 15.1.D")
def test_one_airborne_unit_stacks_with_another_kind() -> None:
    game = at(GENERAL, {"su-ab-1": STEPPE, "su-inf-3": STEPPE, "su-ab-2": EAST})
    assert why(game, f"move su-ab-2 {STEPPE}") == ["gpw 15.1.D"]
    assert STEPPE not in game.reach("su-ab-2")
    with pytest.raises(InvalidInput, match="one unit too many"):
        at(GENERAL, {"su-ab-1": STEPPE, "su-ab-2": STEPPE, "su-inf-3": STEPPE})


@pytest.mark.rule("gpw 15.1.C")
def test_on_top_of_a_unit_it_moves_and_attacks_by_itself() -> None:
    game = at(GENERAL, {"su-ab-1": STEPPE, "su-inf-3": STEPPE})
    game.do(f"move su-ab-1 {EAST}")
    assert (game.unit_at(STEPPE), game.unit_at(EAST)) == (["su-inf-3"], ["su-ab-1"])
    battle = at("Soviet Combat", {"su-ab-1": EAST, "su-inf-3": EAST, "ax-inf-59": STEPPE, "su-tk-1": NORTH_EAST})
    battle.do(f"attack {STEPPE} by su-ab-1 su-tk-1")  # the army below stays out of it
    assert battle.attacks == [(STEPPE, ("su-ab-1", "su-tk-1"), "")]


@pytest.mark.rule("gpw 15.1.B", "gpw 15.4.C")
def test_the_defender_may_take_the_loss_with_its_airborne_troops() -> None:
    units = {"su-ab-1": STEPPE, "su-inf-24": STEPPE, "ax-pz-56": EAST, "ax-pz-41": NORTH_EAST, "ax-inf-6": SOUTH_EAST}
    game = fight(units, "DRL", 3, phase="Axis Combat", rules=["airborne"])  # 28 against 8
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Soviet", "gpw 15.1.B")
    assert offered(game) == ["loss su-inf-24", "loss su-ab-1"]
    assert game.pending.default == gpw.Loss("su-ab-1")  # the fewer points
    assert "gpw 15.1.B" in why(game, "loss ax-pz-56")
    assert gpw.from_position(game.position, game.rules).pending == game.pending
    other = game.fork()
    game.do("loss su-ab-1")
    assert (state(game, "su-ab-1"), state(game, "su-inf-24")) == ("eliminated", STEPPE)  # one step, and that is all
    other.do("loss su-inf-24")
    assert (state(other, "su-ab-1"), state(other, "su-inf-24")) == (STEPPE, f"{STEPPE}/1")
    other.do("retreat A1204 A1205")
    assert other.unit_at("A1205") == ["su-inf-24", "su-ab-1"]  # both retreat


@pytest.mark.rule("gpw 15.1.B")
def test_in_an_exchange_the_points_are_those_of_the_unit_that_is_lost() -> None:
    units = {"su-ab-1": STEPPE, "su-inf-24": STEPPE, "ax-pz-56": EAST, "ax-pz-41": NORTH_EAST, "ax-inf-6": SOUTH_EAST}
    game = fight(units, "EX", 3, phase="Axis Combat", rules=["airborne"])
    army = game.fork()
    game.do("loss su-ab-1")
    assert game._pos.battle is not None
    assert game._pos.battle.owed == 2
    army.do("loss su-inf-24")
    assert army._pos.battle is not None
    assert army._pos.battle.owed == 3


@pytest.mark.rule("gpw 15.1.B")
def test_who_stands_in_a_swamp_chooses_who_pays_for_it() -> None:
    units = {"su-tk-1": "B1907", "su-tk-2": "B1807", "ax-inf-6": "B1908", "ax-ab-7": "B1908"}
    game = fight(units, "DR", None, "B1908", rules=["airborne"])
    game.do("stand")
    assert game.pending is not None
    assert (game.pending.side, offered(game)) == ("Axis", ["loss ax-inf-6", "loss ax-ab-7"])
    assert gpw.from_position(game.position, game.rules).pending == game.pending
    game.do("loss ax-ab-7")
    assert (state(game, "ax-ab-7"), state(game, "ax-inf-6"), game.pending) == ("eliminated", "B1908", None)


@pytest.mark.rule("gpw 15.1.B")
def test_a_stack_that_retreats_through_one_enemy_zoc_is_lost() -> None:
    ring = {"ax-pz-56": EAST, "ax-pz-41": NORTH_EAST, "ax-inf-6": SOUTH_EAST, "ax-inf-59": "A1205", "ax-inf-1": "A1404"}
    alone = fight({"su-inf-3": STEPPE, **ring}, "DR", phase="Axis Combat", rules=["airborne"])
    assert alone.pending is not None
    alone.do(alone.pending.default)
    assert state(alone, "su-inf-3").endswith("/1")  # an army by itself loses a step
    both = fight({"su-inf-3": STEPPE, "su-ab-1": STEPPE, **ring}, "DR", phase="Axis Combat", rules=["airborne"])
    assert (state(both, "su-inf-3"), state(both, "su-ab-1")) == ("eliminated", "eliminated")
    lost = both.log[both.log.kind == "loss"]
    assert set(lost.rule) == {"gpw 15.1.B"}


def test_all_defenders_are_eliminated_together() -> None:
    units = {"su-ab-1": STEPPE, "su-ab-2": STEPPE, "ax-pz-56": EAST, "ax-pz-41": NORTH_EAST}
    game = fight(units, "DE", phase="Axis Combat", rules=["airborne"])  # 22 against 4
    assert (state(game, "su-ab-1"), state(game, "su-ab-2")) == ("eliminated", "eliminated")


def test_the_preview_counts_the_losses_of_both() -> None:
    units = {"su-ab-1": STEPPE, "su-ab-2": STEPPE, "ax-pz-56": EAST, "ax-pz-41": NORTH_EAST}
    battle = at("Axis Combat", units).battle(STEPPE, ["ax-pz-56", "ax-pz-41"])
    lost = {outcome.result: (outcome.defender_steps, outcome.defender_points) for outcome in battle.outcomes}
    assert lost["DE"] == (2, 4)


# ---- 15.2: ZOC


@pytest.mark.rule("gpw 15.2.A", "gpw 15.2.B")
def test_by_themselves_they_have_their_own_hex_in_their_zoc() -> None:
    game = at(GENERAL, {"su-ab-1": STEPPE, "su-ab-2": STEPPE, "ax-pz-56": "A0512"})
    assert game.zoc("Soviet") == {STEPPE}
    joined = at(GENERAL, {"su-ab-1": STEPPE, "su-inf-3": STEPPE, "ax-pz-56": "A0512"})
    assert joined.zoc("Soviet") == {STEPPE, EAST, NORTH_EAST, SOUTH_EAST, WEST, "A1304", "A1104"}


@pytest.mark.rule("gpw 15.2.A")
def test_an_enemy_moves_past_airborne_troops() -> None:
    panzers = at("Axis Panzer Movement", {"ax-pz-56": "A1204", "su-ab-1": STEPPE})
    assert panzers.why_not("move ax-pz-56 A1104 A1103 A1102") == []
    stopped = at("Axis Panzer Movement", {"ax-pz-56": "A1204", "su-inf-3": STEPPE})
    assert why(stopped, "move ax-pz-56 A1104 A1103 A1102") == ["gpw 4.1.A"]


# ---- 15.3: movement and airborne assault


@pytest.mark.rule("gpw 15.3.A", "gpw 15.3.B", "gpw 15.3.E")
def test_they_drop_from_an_airfield_up_to_four_hexes_into_clear_terrain() -> None:
    game = at(GENERAL, {"su-ab-1": RAILHEAD, "ax-inf-6": "A1303"})
    ground = {action.hex for action in game.legal.of("su-ab-1") if isinstance(action, gpw.Drop)}
    assert STEPPE in ground  # no aircraft is needed, and an enemy ZOC is no bar
    assert {game.board.terrain[game.board.index[name]] for name in ground} == {"clear"}
    distances = {game.board.distance(game.board.index[RAILHEAD], game.board.index[name]) for name in ground}
    assert distances == {1, 2, 3, 4}
    game.do(f"drop su-ab-1 {STEPPE}")
    assert state(game, "su-ab-1") == STEPPE
    assert why(game, f"move su-ab-1 {EAST}") == ["gpw 5.0.C"]  # the drop was its move


@pytest.mark.rule("gpw 15.3.A")
def test_only_airborne_troops_that_began_the_phase_on_an_airfield_drop() -> None:
    game = at(GENERAL, {"su-ab-1": STEPPE, "su-inf-3": RAILHEAD, "su-ab-2": SECOND})
    assert why(game, f"drop su-ab-1 {WEST}") == ["gpw 15.3.A"]
    assert why(game, f"drop su-inf-3 {STEPPE}") == ["gpw 15.3.A"]
    game.do("move su-ab-2 A1406")  # another airfield
    assert why(game, "drop su-ab-2 A1405") == ["gpw 15.3.A"]


@pytest.mark.rule("gpw 15.3.B")
def test_a_drop_needs_range_clear_ground_and_room() -> None:
    game = at(GENERAL, {"su-ab-1": RAILHEAD, "su-inf-3": "A1105", "ax-inf-6": STEPPE, "su-ab-2": "A1105"})
    board = game.board
    far = next(n for n in board.ids if board.terrain[board.index[n]] == "clear"
               and board.distance(board.index[n], board.index[RAILHEAD]) == 5)  # fmt: skip
    rough = next(n for n in board.ids if board.terrain[board.index[n]] not in ("clear", "sea", "lake")
                 and board.distance(board.index[n], board.index[RAILHEAD]) <= 4)  # fmt: skip
    assert why(game, f"drop su-ab-1 {far}") == ["gpw 15.3.B"]
    assert why(game, f"drop su-ab-1 {rough}") == ["gpw 15.3.B"]
    assert why(game, f"drop su-ab-1 {STEPPE}") == ["gpw 5.3.C"]
    assert why(game, "drop su-ab-1 A1105") == ["gpw 15.1.D"]


@pytest.mark.rule("gpw 15.3.C", "gpw 15.3.D")
def test_one_drop_a_turn_and_not_in_two_turns_running() -> None:
    game = at("Soviet Armored Movement", {"su-ab-1": RAILHEAD, "su-ab-2": SECOND}, turn=2)
    game.do("drop su-ab-1 A1204")
    assert why(game, f"drop su-ab-2 {STEPPE}") == ["gpw 15.3.C"]
    game.play("Soviet General Movement")
    assert why(game, f"drop su-ab-2 {STEPPE}") == ["gpw 15.3.C"]  # of that turn the one drop is made
    game.play("Soviet General Movement", turn=3)
    assert why(game, f"drop su-ab-2 {STEPPE}") == ["gpw 15.3.D"]
    game.play("Soviet General Movement", turn=4)
    assert game.why_not(f"drop su-ab-2 {STEPPE}") == []


@pytest.mark.rule("gpw 15.3.F", "gpw 15.3.G")
def test_aircraft_neither_bar_nor_crowd_a_drop() -> None:
    rules = gpw.rules("airborne", "air")
    units = {"su-ab-1": RAILHEAD, "su-ab-2": RAILHEAD, "su-bom-1": RAILHEAD, "ax-fb-1": "B1814"}
    game = game_at(GENERAL, units, rules=rules)
    events = game.do(f"drop su-ab-1 {STEPPE}")
    assert [event.kind for event in events] == ["drop"]
    assert game.pending is None


def test_the_base_game_knows_no_drop() -> None:
    game = game_at(GENERAL, {"su-inf-3": RAILHEAD})
    assert not any(isinstance(action, gpw.Drop) for action in game.legal)
    assert why(game, f"drop su-ab-1 {STEPPE}") == ["gpw 15.3.A"]


def test_a_drop_is_undone_and_survives_in_the_position() -> None:
    game = at(GENERAL, {"su-ab-1": RAILHEAD, "su-inf-3": STEPPE})
    before = game.position
    game.do(f"drop su-ab-1 {STEPPE}")
    assert gpw.from_position(game.position).position == game.position
    assert why(gpw.from_position(game.position), f"drop su-ab-1 {EAST}")[-1] == "gpw 15.3.C"
    game.undo()
    assert game.position == before


# ---- 15.4: replacements


@pytest.mark.rule("gpw 15.4.A", "gpw 15.4.B")
def test_they_cost_two_rps_and_come_back_onto_another_unit() -> None:
    kharkov = "A1718"
    game = at("Soviet Reinforcement/Replacement", {"su-ab-1": "eliminated", "su-inf-3": kharkov}, turn=2)
    before = game.rp
    kharkov = next(a.hex for a in game.legal.of("su-ab-1") if isinstance(a, gpw.Rebuild) and a.hex) or kharkov
    game.edit().place("su-inf-3", kharkov)
    assert why(game, f"rebuild su-ab-1 {kharkov}") == []
    game.do(f"rebuild su-ab-1 {kharkov}")
    assert before - game.rp == 2
    assert game.unit_at(kharkov) == ["su-inf-3", "su-ab-1"]
    assert state(game, "su-ab-1") == kharkov  # its one step is full strength


@pytest.mark.rule("gpw 15.4.A")
def test_one_rp_does_not_replace_them() -> None:
    game = at("Soviet Reinforcement/Replacement", {"su-ab-1": "eliminated"}, turn=2)
    game.edit().rp(1)
    assert "gpw 9.1.F" in why(game, "rebuild su-ab-1 A1101")
    assert not any(isinstance(action, gpw.Rebuild) for action in game.legal)
