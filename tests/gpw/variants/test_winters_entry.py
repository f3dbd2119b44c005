"""Gil Winters' arrival of units: reinforcements, Axis garrisons, Russian replacements (23.5.4)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.battles import state
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.moves import refused

RESERVE, RAIL, MOBILE = "Soviet Reinforcement/Replacement", "Soviet Rail Movement", "Soviet Armored Movement"

# -- placement of reinforcements --------------------------------------------------------------------------------------

HELD = gpw.rules("23.5.4.8")
#: An army holds Moscow; others wait to enter or to be rebuilt.
MOSCOW = {"su-inf-3": "A0619", "su-inf-5": "due", "su-inf-4": "eliminated/0", "su-mech-1": "due", "ax-inf-59": "B1407"}


@pytest.mark.rule("gpw 23.5.4.8.A")
def test_new_units_arrive_in_a_major_city_that_holds_one() -> None:
    for action in ("place su-inf-5 A0619", "rebuild su-inf-4 A0619"):
        game = game_at(RESERVE, MOSCOW, turn=2, rules=HELD)
        assert refused(game, action) == []
        assert action in {str(a) for a in game.legal}
        game.do(action)
        assert state(game, "su-inf-3") == "A0619"
        assert refused(game, "place su-mech-1 A0619")  # two are all that stand in a hex
        assert refused(game_at(RESERVE, MOSCOW, turn=2), action) == ["gpw 9.1.C"]


@pytest.mark.rule("gpw 23.5.4.8.A")
def test_not_in_a_minor_city_in_an_enemy_zoc_nor_without_a_railway() -> None:
    zoc = game_at(RESERVE, MOSCOW | {"ax-inf-59": "A0719"}, turn=2, rules=HELD)
    assert refused(zoc, "place su-inf-5 A0619") == ["gpw 23.5.4.8.A"]
    cut = {
        hex_: "Axis" for hex_ in zoc.board.ids if zoc.board.distance(zoc.board.hex("A0619"), zoc.board.hex(hex_)) == 2
    }
    game = game_at(RESERVE, MOSCOW, turn=2, rules=HELD, control=cut)
    assert refused(game, "place su-inf-5 A0619") == ["gpw 23.5.4.8.A"]
    assert (
        refused(
            game_at(RESERVE, MOSCOW | {"su-inf-3": "A0109"}, turn=2, rules=HELD, control=cut), "place su-inf-5 A0619"
        )
        == []
    )
    smolensk = MOSCOW | {"su-inf-3": "B1105"}
    assert "gpw 9.1.C" in refused(game_at(RESERVE, smolensk, turn=2, rules=HELD), "place su-inf-5 B1105")


@pytest.mark.rule("gpw 23.5.4.8.A")
def test_allies_do_not_share_a_minor_city_of_their_country() -> None:
    units = {"ax-ro-inf-3": "B2705", "ax-ro-inf-2": "eliminated/0", "su-inf-3": "A0619"}
    game = game_at("Axis Reinforcement/Replacement", units, turn=2, rules=gpw.rules("17", "23.5.4.8"))
    assert refused(game, "rebuild ax-ro-inf-2 B2705") == ["gpw 9.1.C"]  # Jassy
    assert refused(game, "rebuild ax-ro-inf-2 B3003") == []


def crowded(*new: str, units: dict[str, str] = MOSCOW) -> gpw.Game:
    """The Soviet rail phase with two units in Moscow."""
    game = game_at(RESERVE, units, turn=2, rules=HELD)
    for unit in new:
        game.do(f"place {unit} A0619")
    game.next_phase()
    return game


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_one_of_them_moves_on_by_the_end_of_the_armored_phase() -> None:
    game = crowded("su-mech-1")
    game.next_phase()
    assert game.phase.name == MOBILE
    assert rule_ids(game.why_not("done")) == ["gpw 23.5.4.8.B"]
    assert refused(game, "move su-mech-1 A0719") == []
    twin = gpw.from_position(game.position)
    assert twin.position == game.position
    game.do("move su-mech-1 A0719")
    assert game.why_not("done") == []
    in_haste = twin.fork()
    in_haste.play()
    assert in_haste.phase.name == "Soviet Combat"
    assert state(in_haste, "su-mech-1") != state(in_haste, "su-inf-3")
    by_rail = crowded("su-inf-5")
    by_rail.do("move su-inf-5 A0719")
    by_rail.next_phase()
    assert by_rail.why_not("done") == []
    by_rail.next_phase()
    assert state(by_rail, "su-inf-5") == "A0719"


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_a_new_unit_that_cannot_move_on_is_lost() -> None:
    game = crowded("su-inf-5")
    game.next_phase()
    assert game.why_not("done") == []  # infantry does not move in this phase
    events = game.next_phase()
    assert state(game, "su-inf-5") == "eliminated"
    assert state(game, "su-inf-3") == "A0619"
    assert "gpw 23.5.4.8.B" in [event.rule for event in events]
    turned = crowded("su-inf-3", units=MOSCOW | {"su-inf-3": "due", "su-inf-5": "A0619"})
    turned.next_phase()
    turned.next_phase()
    assert (state(turned, "su-inf-3"), state(turned, "su-inf-5")) == ("eliminated", "A0619")


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_an_army_that_is_rebuilt_elsewhere_is_new_there() -> None:
    units = {"su-inf-3": "A0619", "su-inf-27": "A0109", "ax-inf-59": "B1407"}  # Moscow and Leningrad, both major
    game = game_at(RESERVE, units, turn=5, rules=gpw.rules("14", "23.5.4.8"))
    game.do("convert su-shk-1 su-inf-27")
    game.do("rebuild su-inf-27 A0619")
    for _phase in ("rail", "armored", "combat"):
        game.next_phase()
    assert (state(game, "su-inf-27"), state(game, "su-inf-3")) == ("eliminated", "A0619")


@pytest.mark.rule("gpw 23.5.4.8.B", "gpw 23.4.5.B", "gpw 23.4.12")
@pytest.mark.parametrize(
    ("rules", "phase"),
    [(("11", "23.4.5"), "Axis Defensive Air"), (("23.4.12",), "Axis Removal")],
    ids=["air", "removal"],
)
def test_two_may_stand_together_in_a_phase_of_the_enemy_between(rules: tuple[str, ...], phase: str) -> None:
    game = game_at(RESERVE, MOSCOW, turn=2, rules=gpw.rules(*rules, "23.5.4.8"))
    game.do("place su-mech-1 A0619")
    game.next_phase()
    assert game.phase.name == phase
    assert gpw.from_position(game.position, game.rules).position == game.position


@pytest.mark.rule("gpw 23.5.4.8.B", "gpw 23.1.2")
def test_two_may_stand_together_until_armour_has_moved_where_it_moves_last() -> None:
    units = {"ax-inf-1": "B1822", "ax-pz-41": "due", "su-inf-3": "A0619"}  # Berlin, a major city
    game = game_at("Axis Reinforcement/Replacement", units, turn=2, rules=gpw.rules("23.1.2", "23.5.4.8"))
    game.do("place ax-pz-41 B1822")
    for phase in ("General Movement", "Combat", "Rail Movement", "Panzer Movement"):
        game.next_phase()
        assert game.phase.name == f"Axis {phase}"
        assert gpw.from_position(game.position, game.rules).position == game.position
    assert refused(game, "done") == ["gpw 23.5.4.8.B"]


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_nobody_else_ends_a_move_on_top_of_another() -> None:
    units = {"su-inf-3": "A0619", "su-mech-1": "A0719", "ax-inf-59": "B1407"}
    assert refused(game_at(MOBILE, units, turn=2, rules=HELD), "move su-mech-1 A0619") == ["gpw 5.3.D"]
    assert refused(game_at(RAIL, units, turn=2, rules=HELD), "move su-mech-1 A0619") == ["gpw 5.5.1.C"]


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_what_another_variant_lets_stand_together_stays() -> None:
    both = gpw.rules("23.5.4.8", "23.5.1")
    units = {"ax-inf-1": "B1814", "ax-pz-41": "due", "su-inf-3": "A0619"}
    game = game_at("Axis Reinforcement/Replacement", units, turn=2, rules=both)
    game.do("place ax-pz-41 B1814")
    for _phase in range(2):
        game.next_phase()
    assert game.phase.name == "Axis Panzer Movement"
    assert game.why_not("done") == []
    game.next_phase()
    assert state(game, "ax-pz-41") == "B1814"


@pytest.mark.rule("gpw 23.5.4.8.B")
def test_airborne_troops_of_the_set_up_stay_on_their_army() -> None:
    game = gpw.new("barbarossa", rules=("15", "23.5.4.8", "23.5.4.10"))
    game.play("Soviet Combat")
    assert len(game.units[game.units["hex"] == "B1903"]) == 2  # in Kiev, as set up


# -- Axis garrisons ---------------------------------------------------------------------------------------------------

LATE = gpw.rules("23.5.4.11")
GARRISONS = {"ax-hu-gar-6", "ax-hu-gar-9", "ax-ro-gar-9", "ax-ro-gar-10", "ax-ro-gar-11", "ax-ro-gar-12", "ax-sk-gar"}


def on_map(game: gpw.Game) -> set[str]:
    return {unit for unit in GARRISONS if game.standing(unit)[2]}


@pytest.mark.rule("gpw 23.5.4.11")
@pytest.mark.parametrize("scenario", ["barbarossa", "campaign"])
def test_the_axis_garrisons_wait(scenario: str) -> None:
    game = gpw.new(scenario, rules=LATE.options)
    assert on_map(game) == set()
    assert on_map(gpw.new(scenario)) == GARRISONS
    assert gpw.from_position(game.position).position == game.position
    game.play("Axis Rail Movement", turn=3)
    assert on_map(game) == set()  # the armies of June 1941 stood there from the start


@pytest.mark.rule("gpw 23.5.4.11")
@pytest.mark.parametrize(("start", "way", "due"), [("B2001", "B2002", True), ("A2021", "B2001", False)])
def test_they_are_due_when_a_soviet_unit_comes_within_six_hexes_of_the_border(start: str, way: str, due: bool) -> None:
    waiting = {"waiting": sorted(GARRISONS), "inside": []}
    units = {"su-inf-3": start, "ax-inf-59": "B1822"}
    game = game_at("Soviet General Movement", units, turn=2, rules=LATE, extra={"late-garrisons": waiting})
    game.do(f"move su-inf-3 {way}")
    game.next_phase()
    assert game.phase.name == "Axis Reinforcement/Replacement"
    placed = {str(action) for action in game.legal if str(action).startswith("place ax-ro-gar-9")}
    assert bool(placed) is due
    if due:
        assert "place ax-ro-gar-9 B3305" in placed  # Bucharest
        assert "place ax-sk-gar B2718" in {str(action) for action in game.legal}  # Bratislava
        assert "place ax-hu-gar-6 B3305" not in {str(action) for action in game.legal}
        game.do("place ax-ro-gar-9 B3305")
        assert on_map(game) == {"ax-ro-gar-9"}
        game.undo()
        assert on_map(game) == set()


@pytest.mark.rule("gpw 23.5.4.11")
def test_who_stood_within_six_hexes_before_has_not_advanced() -> None:
    waiting = {"waiting": sorted(GARRISONS), "inside": ["su-inf-3"]}
    units = {"su-inf-3": "B2303", "ax-inf-59": "B1822"}
    game = game_at("Soviet General Movement", units, turn=2, rules=LATE, extra={"late-garrisons": waiting})
    game.do("move su-inf-3 B2304")
    game.next_phase()
    assert not [action for action in game.legal if str(action).startswith("place ax-ro-gar")]


# -- Russian replacements ---------------------------------------------------------------------------------------------

MORE = gpw.rules("23.5.4.12")
EAST = {"su-inf-3": "A0619", "ax-inf-59": "B1407"}


@pytest.mark.rule("gpw 23.5.4.12.A")
def test_one_soviet_rp_more_a_turn() -> None:
    gained = [game_at(RESERVE, EAST, turn=2, rules=rules).rp for rules in (MORE, gpw.rules())]
    assert gained[0] - gained[1] == 1
    axis = [game_at("Axis Reinforcement/Replacement", EAST, turn=2, rules=rules).rp for rules in (MORE, gpw.rules())]
    assert axis[0] == axis[1]


@pytest.mark.rule("gpw 23.5.4.12.B", "gpw 23.5.4.12.C")
@pytest.mark.parametrize(("slug", "turn", "drm"), [("citadel", 18, 0), ("bagration", 26, -1)])
def test_lend_lease_in_scenarios_that_have_none(slug: str, turn: int, drm: int) -> None:
    gains = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2}  # by the total of die and DRM
    for die in (1, 2, 4, 5, 6):
        seed = seed_for(RESERVE, "lend-lease", "Soviet", die, turn)
        rp = {}
        for rules in (MORE.options, ()):
            game = gpw.new(slug, rules=rules, seed=seed)
            game.play(RESERVE, turn=turn)
            rp[rules] = game.rp
        assert rp[MORE.options] - rp[()] == 1 + gains[die + drm]


@pytest.mark.rule("gpw 23.5.4.12.B")
def test_barbarossa_rolls_once_as_ever() -> None:
    game = game_at("Axis General Movement", EAST, turn=3, rules=MORE)
    events = game.next_phase()
    assert [event.kind for event in events].count("lend-lease") == 1
    late = gpw.new("bagration", rules=MORE.options)
    late.play("Axis Combat", turn=29)
    assert [event.kind for event in late.play(RESERVE)].count("lend-lease") == 1
