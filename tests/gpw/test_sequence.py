from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import IllegalAction
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import Row
from tests.gpw.moves import arrival, game_in, refused

PHASES = [
    ("Axis", "Axis Reinforcement/Replacement"),
    ("Axis", "Axis Rail Movement"),
    ("Axis", "Axis Panzer Movement"),
    ("Axis", "Axis Combat"),
    ("Axis", "Axis General Movement"),
    ("Soviet", "Soviet Reinforcement/Replacement"),
    ("Soviet", "Soviet Rail Movement"),
    ("Soviet", "Soviet Armored Movement"),
    ("Soviet", "Soviet Combat"),
    ("Soviet", "Soviet General Movement"),
]


@pytest.mark.rule("gpw 3.0.A")
def test_a_turn_is_ten_phases_five_a_side_in_the_printed_order() -> None:
    game = game_at("Axis Reinforcement/Replacement", {})
    seen = []
    for _phase in range(20):
        seen.append((game.phase.turn, game.phase.side, game.phase.name))
        game.next_phase()
    assert seen == [(turn, side, name) for turn in (1, 2) for side, name in PHASES]
    assert str(game.phase) == "Turn 3 (Aug 1941): Axis Reinforcement/Replacement Phase"


@pytest.mark.rule("gpw 3.0.A")
def test_a_year_is_eight_turns() -> None:
    months = ["Jan/Feb", "Mar/Apr", "May", "Jun", "Jul", "Aug", "Sep/Oct", "Nov/Dec"]
    titles = [game_at("Axis Combat", {}, turn=turn).phase.title for turn in range(6, 14)]
    assert titles == [f"Turn {turn} ({month} 1942)" for turn, month in enumerate(months, start=6)]
    assert game_at("Axis Combat", {}, turn=14).phase.title == "Turn 14 (Jan/Feb 1943)"


@pytest.mark.rule("gpw 3.0.A")
@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("Axis Combat", "move ax-pz-3 A1105"),
        ("Axis Panzer Movement", "attack A1103 by ax-pz-3"),
        ("Axis Rail Movement", "rebuild ax-inf-1"),
        ("Axis General Movement", "place ax-inf-1 A1105"),
        ("Soviet Armored Movement", "resolve A1104"),
    ],
)
def test_each_action_belongs_to_its_phases(phase: str, action: str) -> None:
    game = game_in(phase, {"ax-pz-3": "A1104", "su-inf-3": "A1103", "ax-inf-1": "due"})
    assert refused(game, action) == ["gpw 3.0.A"]


@pytest.mark.rule("gpw 3.0.B")
def test_a_phase_ends_only_when_its_announced_attacks_are_carried_out() -> None:
    seed = seed_for("Axis Combat", "battle", "A1104", 4, turn=2)  # 12 to 8 is 1:1, a 4 is no effect
    game = game_at("Axis Combat", {"ax-pz-3": "A1105", "su-inf-3": "A1104"}, turn=2, seed=seed)
    game.do("attack A1104 by ax-pz-3")
    before = game.position
    with pytest.raises(IllegalAction) as refusal:
        game.next_phase()
    assert [reason.rule for reason in refusal.value.reasons] == ["gpw 7.1.B"]
    assert game.position == before
    game.do("resolve A1104")
    game.next_phase()
    assert game.phase.name == "Axis General Movement"


@pytest.mark.rule("gpw 3.0.B")
def test_a_phase_does_not_end_within_a_battle_and_does_not_come_back() -> None:
    seed = seed_for("Axis Combat", "battle", "A1104", 1, turn=2)  # 12 to 8 is 1:1, a 1 is a retreat
    game = game_at("Axis Combat", {"ax-pz-3": "A1105", "su-inf-3": "A1104"}, turn=2, seed=seed)
    game.do("attack A1104 by ax-pz-3")
    game.do("resolve A1104")
    assert game.pending is not None
    assert "done" not in game.legal
    while game.pending is not None:
        game.do(game.pending.default)
    game.do("done")
    assert refused(game, "resolve A1104") == ["gpw 3.0.A"]


def _chart(*rows: Row) -> RuleSet:
    """A reinforcement chart, and rates of 7 RPs for the Axis and 9 for the Soviets."""
    rates = [
        {"year": str(year), "side": side, "rp": rp, "provenance": "derived", "basis": "test"}
        for year in range(1941, 1946)
        for side, rp in (("Axis", "7"), ("Soviet", "9"))
    ]
    return RuleSet(tables={"reinforcements": rows, "replacements": rates})


ARRIVALS = (arrival(2, "Axis", "ax-inf-1"), arrival(3, "Axis", "ax-inf-2"), arrival(2, "Soviet", "su-inf-30"))


def _due(game: gpw.Game) -> set[str]:
    frame = game.units
    return set(frame.loc[frame["state"] == "due", "unit"])


@pytest.mark.rule("gpw 3.1.1")
def test_the_axis_receives_what_the_chart_has_for_it_this_turn() -> None:
    game = game_at("Axis Reinforcement/Replacement", {}, turn=2, rules=_chart(*ARRIVALS))
    assert _due(game) == {"ax-inf-1"}
    assert game.rp == 7
    game.do("place ax-inf-1 B1822")
    assert refused(game, "place su-inf-30 A1101")


@pytest.mark.rule("gpw 3.2.1")
def test_the_soviets_receive_what_the_chart_has_for_them_this_turn() -> None:
    game = game_at("Soviet Reinforcement/Replacement", {}, turn=2, rules=_chart(*ARRIVALS))
    assert _due(game) == {"su-inf-30"}
    assert game.rp == 9
    game.do("place su-inf-30 A1101")
    assert refused(game, "place ax-inf-1 B1822")


@pytest.mark.rule("gpw 3.1.2")
def test_some_axis_units_on_a_railway_move_along_it() -> None:
    # the line B1204-B1304 by Mogilev, and B1203 beside it
    units = {"ax-inf-1": "B1304", "ax-inf-2": "B1203"}
    game = game_in("Axis Rail Movement", units, turn=8, control={"B1204": 0})
    assert "move ax-inf-1 B1204" in game.legal
    assert refused(game, "move ax-inf-2 B1204") == ["gpw 5.5.1.A"]
    assert refused(game, "move ax-inf-1 B1303") == ["gpw 5.5.1.A"]


@pytest.mark.rule("gpw 3.2.2")
def test_soviet_units_on_a_railway_move_along_it() -> None:
    game = game_in("Soviet Rail Movement", {"su-inf-3": "B1304", "su-inf-4": "B1203", "ax-inf-1": "B1822"})
    assert "move su-inf-3 B1204" in game.legal
    assert refused(game, "move su-inf-4 B1204") == ["gpw 5.5.1.A"]
    assert refused(game, "move su-inf-3 B1303") == ["gpw 5.5.1.A"]
    assert "gpw 3.2.2" in refused(game, "move ax-inf-1 B1821")


AXIS = {
    "ax-pz-3": "A1004",
    "ax-it-mech-35": "A1104",
    "ax-cav-1": "A1204",
    "ax-inf-1": "A1304",
    "ax-mtn-49": "A0904",
    "ax-gar-68": "A1006",
}


@pytest.mark.rule("gpw 3.1.3.A")
def test_panzer_and_mechanised_corps_move_in_the_panzer_phase_and_infantry_does_not() -> None:
    game = game_in("Axis Panzer Movement", AXIS)
    assert game.reach("ax-pz-3")["A1005"] == game.reach("ax-it-mech-35")["A1105"] == 7
    for unit, beside in (("ax-inf-1", "A1305"), ("ax-mtn-49", "A0905"), ("ax-gar-68", "A1005")):
        assert game.reach(unit) == {}
        assert refused(game, f"move {unit} {beside}") == ["gpw 3.1.3.A"]


@pytest.mark.rule("gpw 3.1.3.B")
def test_cavalry_corps_move_in_the_panzer_phase() -> None:
    game = game_in("Axis Panzer Movement", AXIS)
    game.do("move ax-cav-1 A1205 A1206")
    game.next_phase()
    game.next_phase()
    game.do("move ax-cav-1 A1306")  # and again in the general one


SOVIET = {"su-tk-1": "A1004", "su-mech-2": "A1104", "su-inf-3": "A1204", "su-gds-1": "A1304", "su-shk-1": "A0904"}


@pytest.mark.rule("gpw 3.2.3")
def test_tank_and_mechanised_units_move_in_the_armored_phase_and_others_do_not() -> None:
    game = game_in("Soviet Armored Movement", SOVIET)
    assert game.reach("su-tk-1")["A1005"] == game.reach("su-mech-2")["A1105"] == 7
    # that shock armies move one hex is an advanced rule (13.0)
    for unit, beside in (("su-inf-3", "A1205"), ("su-gds-1", "A1305"), ("su-shk-1", "A0905")):
        assert refused(game, f"move {unit} {beside}") == ["gpw 3.2.3"]


@pytest.mark.rule("gpw 3.1.4.A", "gpw 3.2.4.A")
@pytest.mark.parametrize(
    ("phase", "own", "target", "other", "other_target"),
    [
        ("Axis Combat", "ax-inf-1", "A1104", "su-inf-3", "A1105"),
        ("Soviet Combat", "su-inf-3", "A1105", "ax-inf-1", "A1104"),
    ],
)
def test_the_phasing_side_alone_attacks(phase: str, own: str, target: str, other: str, other_target: str) -> None:
    game = game_in(phase, {"ax-inf-1": "A1105", "su-inf-3": "A1104"})
    assert refused(game, f"attack {other_target} by {other}")
    assert [str(action) for action in game.legal] == [f"attack {target} by {own}", "done"]
    game.do(f"attack {target} by {own}")
    assert game.do(f"resolve {target}")[0].kind == "battle"


@pytest.mark.rule("gpw 3.1.5.A")
def test_any_axis_unit_moves_in_the_general_phase_even_after_the_panzer_phase() -> None:
    game = game_at("Axis Panzer Movement", AXIS, turn=2)
    game.do("move ax-pz-3 A1005")
    game.do("move ax-cav-1 A1205")
    game.play("Axis General Movement")
    for action in ("move ax-pz-3 A1004", "move ax-cav-1 A1204", "move ax-inf-1 A1305", "move ax-gar-68 A1106"):
        game.do(action)
    assert "move ax-it-mech-35 A1105" in game.legal
    assert "move ax-mtn-49 A0905" in game.legal


@pytest.mark.rule("gpw 3.2.5.A")
def test_any_soviet_unit_moves_in_the_general_phase_even_after_the_armored_phase() -> None:
    game = game_at("Soviet Armored Movement", SOVIET | {"ax-inf-1": "A1306"}, turn=2)
    game.do("move su-tk-1 A1005")
    game.play("Soviet General Movement")
    for action in ("move su-tk-1 A1004", "move su-inf-3 A1203", "move su-gds-1 A1303", "move su-shk-1 A0905"):
        game.do(action)
    assert "move su-mech-2 A1105" in game.legal
    assert "gpw 3.2.5.A" in refused(game, "move ax-inf-1 A1406")
