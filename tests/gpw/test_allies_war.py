"""German allies (section 17): defection, surrender, Bulgaria, and whole games with all of it."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest

from gpwlab import InvalidInput, gpw
from gpwlab.gpw import records
from tests.gpw import invariants
from tests.gpw.axis_allies import (
    ALLIES,
    AXIS,
    BRATISLAVA,
    BUCHAREST,
    BUDAPEST,
    DEAD,
    HUNGARIANS,
    ODESSA,
    ROMANIANS,
    SOVIET,
    at,
    country,
    dead,
    places,
    state,
    states,
    told,
)
from tests.gpw.boards import game_at, seed_for, to_the_end
from tests.gpw.maps import neighbours, table
from tests.gpw.moves import refused
from tests.gpw.player import RandomPlayer

TURN = 23
GENERAL = "Axis General Movement"
#: Odessa is the Axis's, so that no modifier counts.
QUIET = {ODESSA: "Axis"}


def seeded(die: int, turn: int = TURN) -> int:
    """A seed with which the roll for Romania shows a number."""
    return seed_for(AXIS, "defection", "Romania", die, turn)


def roll(units: dict[str, str], die: int, control: dict[str, str] | None = None, turn: int = TURN) -> gpw.Game:
    """The Axis reinforcement phase of a turn, with what the die for Romania brought."""
    return at(AXIS, units, turn=turn, seed=seeded(die, turn), control=control or QUIET)


def defected(turn: int = TURN, **more: str) -> gpw.Game:
    """The turn in which Romania has defected, by a 6."""
    game = roll(dead(ROMANIANS, 6) | {"ax-inf-1": "B1814"} | more, 6, turn=turn)
    assert told(game, "defection")[0].endswith("Romania defects")
    return game


# ---- 17.1.5.A-C: the roll


@pytest.mark.rule("gpw 17.1.5.A")
def test_six_eliminated_romanians_call_for_a_roll_and_five_do_not() -> None:
    game = roll(dead(ROMANIANS, 5), 6)
    assert told(game, "defection") == []
    assert told(roll(dead(ROMANIANS, 6), 5), "defection") == ["Romania, die 5, in all 5: Romania stays in the war"]
    assert told(game_at(AXIS, dead(ROMANIANS, 6), turn=TURN, seed=seeded(6)), "defection") == []  # an advanced rule


@pytest.mark.rule("gpw 17.1.5.C")
@pytest.mark.parametrize("die", range(1, 7))
def test_romania_defects_on_a_six(die: int) -> None:
    game = roll(dead(ROMANIANS, 6), die)
    row = game.log[game.log.kind == "defection"].iloc[0]
    assert (row.die, row.rule) == (die, "gpw 17.1.5.C")
    assert (state(game, ROMANIANS[0]) == "withdrawn") is (die == 6)


IN_ROMANIA = ("B2605", "B2606", "B2607", "B2705", "B2706")


def invaders(number: int) -> dict[str, str]:
    armies = [row["unit_id"] for row in table("units") if row["side"] == "Soviet" and row["kind"] == "INF"]
    return dict(zip(armies, IN_ROMANIA[:number], strict=False))


@pytest.mark.rule("gpw 17.1.5.B")
@pytest.mark.parametrize(("lost", "soviets", "control", "drm"), [
    (6, 0, QUIET, 0),
    (7, 0, QUIET, 1),
    (9, 0, QUIET, 3),
    (6, 0, {}, 1),                                            # Odessa is Soviet until the Axis takes it
    (6, 1, QUIET, 0),
    (6, 2, QUIET, 1),
    (6, 3, QUIET, 1),
    (6, 4, QUIET, 2),
    (6, 0, QUIET | {BUCHAREST: "Soviet"}, 2),
    (7, 4, {BUCHAREST: "Soviet"}, 6),                         # one, one, two and two
])  # fmt: skip
def test_the_modifiers_of_the_roll(lost: int, soviets: int, control: dict[str, str], drm: int) -> None:
    units = dead(ROMANIANS, lost) | invaders(soviets)
    for die in (1, 3, 5, 6):
        game = at(AXIS, units, turn=TURN, seed=seeded(die), control=control)
        row = game.log[game.log.kind == "defection"].iloc[0]
        assert (row.die, row.result) == (die, str(die + drm))
        assert sum(map(int, game.log.loc[game.log.kind == "drm", "result"])) == drm
        assert (state(game, ROMANIANS[0]) == "withdrawn") is (die + drm >= 6)


@pytest.mark.rule("gpw 17.1.5.B")
def test_soviets_in_bessarabia_are_not_in_romania_as_it_was() -> None:
    units = dead(ROMANIANS, 6) | {"su-inf-3": "B2604", "su-inf-4": "B2704", "su-inf-10": "B2605"}
    assert told(at(AXIS, units, turn=TURN, seed=seeded(1), control=QUIET), "drm") == []


@pytest.mark.rule("gpw 17.1.5.B")
def test_the_chance_is_known_beforehand() -> None:
    units = dead(ROMANIANS, 7) | {"ax-inf-1": "B1814"}
    game = at("Soviet General Movement", units, turn=TURN)  # one more than six, and Odessa is Soviet
    assert f"Romania defects with a chance of {Fraction(3, 6)}" in [reason.text for reason in game.allies()]
    assert gpw.new("barbarossa").allies() == []


@pytest.mark.rule("gpw 17.1.5.B")
def test_the_roll_comes_before_points_are_spent_and_once_a_turn() -> None:
    game = roll(dead(ROMANIANS, 6), 3)
    assert len(told(game, "defection")) == 1
    game.do(f"rebuild {ROMANIANS[0]} {BUCHAREST}")
    game.play(AXIS, turn=TURN + 1)
    assert len(told(game, "defection")) == 1  # five are eliminated now
    twin = gpw.from_position(game.position, game.rules)
    assert twin.position == game.position


@pytest.mark.rule("gpw 17.1.5.B")
def test_a_romania_that_has_defected_does_not_do_so_again() -> None:
    game = at(AXIS, dead(ROMANIANS, 6), turn=TURN, seed=seeded(6), departed={"Romanian": TURN - 2})
    assert told(game, "defection") == []


# ---- 17.1.5.D-E: what becomes of Romania


@pytest.mark.rule("gpw 17.1.5.D")
def test_all_romanian_troops_leave_the_war_and_none_comes_any_more() -> None:
    alive = {"ax-ro-mtn": BUCHAREST, "ax-ro-inf-6": "due/1", "ax-ro-inf-5": "B3302/1", "ax-ro-inf-7": "later"}
    lost = dead([u for u in ROMANIANS if u not in alive], 6)
    game = at(AXIS, lost | alive | {"ax-inf-11": "B3205"}, turn=9, seed=seeded(6, 9), control=QUIET)
    assert states(game, ROMANIANS) == {"withdrawn"}
    assert state(game, "ax-inf-11") == "full"
    assert game.unit_at(BUCHAREST) == []
    assert refused(game, f"rebuild {next(iter(lost))} {BUCHAREST}") == ["gpw 9.1.A"]
    assert refused(game, f"place ax-ro-inf-6 {BUCHAREST}") == ["gpw 9.3.A"]
    invariants.check(game._pos)
    game.play(AXIS, turn=10)  # the chart's VII Corps
    assert state(game, "ax-ro-inf-7") == "withdrawn"
    assert len(told(game, "defection")) == 2  # Romania's and Bulgaria's, and no second roll


@pytest.mark.rule("gpw 17.1.5.D")
def test_two_armies_join_the_soviets_in_the_same_turn_in_a_soviet_zoc() -> None:
    game = defected(**{"su-inf-3": "B2704", "ax-inf-11": "B2706"})
    assert state(game, "su-rom-1") == "later"
    game.play(SOVIET)
    assert game.phase.turn == TURN
    assert {state(game, f"su-rom-{n}") for n in (1, 4)} == {"due"}
    zoc = {"B2704", *neighbours("B2704")}
    around = (country("Romania") | country("Bessarabia")) & zoc - {"B2704"}
    assert places(game, "su-rom-1") == around  # next to an enemy or not
    assert refused(game, "place su-rom-1 B3305") == ["gpw 17.1.5.D"]  # in no Soviet ZOC
    assert refused(game, "place su-rom-1 A1817") == ["gpw 17.1.5.D"]  # Kharkov
    game.do("place su-rom-1 B2705")
    assert places(game, "su-rom-4") > around - {"B2705"}  # the first army has a ZOC of its own


@pytest.mark.rule("gpw 17.1.5.D")
def test_their_arrival_may_be_delayed() -> None:
    game = defected(**{"su-inf-3": "B2401"})
    game.play(SOVIET)
    assert places(game, "su-rom-1") == set()
    game.play("Soviet General Movement")
    game.do("move su-inf-3 B2502")
    game.play(SOVIET, turn=TURN + 1)
    assert places(game, "su-rom-1") == neighbours("B2502") & country("Bessarabia")


@pytest.mark.rule("gpw 17.1.5.E")
def test_the_soviets_lead_and_rebuild_them_and_they_enter_hungary() -> None:
    game = defected(**{"su-inf-3": "B3113"})
    game.play(SOVIET)
    game.do("place su-rom-1 B3112")
    game.play("Soviet General Movement")
    assert "B3012" in game.reach("su-rom-1")
    board = {"su-rom-1": DEAD, "su-rom-4": f"{BUCHAREST}/1", "su-inf-3": "B3204"}
    lost = at(SOVIET, board, turn=TURN, departed={"Romanian": TURN - 1}, control={BUCHAREST: "Soviet"})
    assert "A0619" in places(lost, "su-rom-1")  # Moscow, as any Soviet unit
    lost.do("rebuild su-rom-1 A0619")
    assert state(lost, "su-rom-1") == "reduced"


# ---- 17.5: Bulgaria


@pytest.mark.rule("gpw 17.5.A", "gpw 17.5.B")
def test_bulgarian_armies_come_the_turn_after_by_the_southern_edge_of_romania() -> None:
    game = defected(**{"su-inf-3": "B2604"})
    assert "Bulgaria goes over with Romania" in told(game, "defection")
    game.play(SOVIET)
    assert {state(game, f"su-bul-{n}") for n in (1, 2, 4)} == {"later"}
    game.play(SOVIET, turn=TURN + 1)
    assert {state(game, f"su-bul-{n}") for n in (1, 2, 4)} == {"due"}
    southern = {h for h in country("Romania") if h.startswith("B33")}
    assert len(southern) == 10
    assert places(game, "su-bul-1") == southern
    assert refused(game, "place su-bul-1 B3205") == ["gpw 17.5.B"]
    game.do(f"place su-bul-1 {BUCHAREST}")
    assert game.standing("su-bul-1")[0].nation == "Bulgarian"


@pytest.mark.rule("gpw 17.5.B")
def test_an_enemy_zoc_bars_the_edge_and_the_bulgarians_wait() -> None:
    garrison = {"ax-inf-5": "B3303", "ax-inf-6": "B3306", "ax-inf-7": "B3309", "ax-inf-11": "B3311"}
    game = defected(**garrison)
    game.play(SOVIET, turn=TURN + 1)
    assert places(game, "su-bul-1") == set()
    assert refused(game, "place su-bul-1 B3308") == ["gpw 9.1.D"]
    game.play(GENERAL, turn=TURN + 2)
    game.do("move ax-inf-7 B3209")
    game.play(SOVIET, turn=TURN + 2)
    assert places(game, "su-bul-1") == {"B3308"}


@pytest.mark.rule("gpw 17.5.B")
def test_jugoslavia_is_open_to_them_once_the_garrison_has_left_it() -> None:
    edge = {h for h in country("Jugoslavia") if h.startswith("B33")}
    for leaves in (False, True):
        game = defected(**{"ax-mtn-15": "off map"})
        game.play(AXIS, turn=TURN + 1)
        if leaves:
            game.do("place ax-mtn-15 B3218")
        game.play(SOVIET)
        assert places(game, "su-bul-1") & edge == (edge - neighbours("B3218") if leaves else set())
        assert refused(game, "place su-bul-1 B3313") == ([] if leaves else ["gpw 17.5.B"])


# ---- 17.2.4, 17.4.C: surrender


@pytest.mark.rule("gpw 17.2.4")
@pytest.mark.parametrize(("lost", "control", "gives_up"), [
    (5, {}, False), (6, {}, True), (0, {BUDAPEST: "Soviet"}, True),
])  # fmt: skip
def test_hungary_surrenders_at_the_end_of_the_axis_reinforcement_phase(
    lost: int, control: dict[str, str], gives_up: bool
) -> None:
    last = "ax-hu-gar-8"
    units = dead([u for u in HUNGARIANS if u != last], lost) | {last: "B2812", "ax-inf-1": "B1814"}
    game = at(AXIS, units, turn=TURN, control=control)
    assert told(game, "surrender") == []
    assert state(game, last) == "full"
    game.next_phase()
    assert bool(told(game, "surrender")) is gives_up
    assert (states(game, HUNGARIANS) == {"withdrawn"}) is gives_up
    assert gpw.from_position(game.position, game.rules).position == game.position
    game.play("Axis Combat")
    assert len(told(game, "surrender")) == gives_up  # and only once
    base = game_at(AXIS, units, turn=TURN, control=control)
    base.next_phase()
    assert state(base, last) == "full"


@pytest.mark.rule("gpw 17.2.4", "gpw 17.4.C")
def test_nobody_surrenders_at_the_end_of_the_soviet_phase() -> None:
    units = {"ax-hu-inf-2": "B2812", "ax-sk-gar": "B2318", "ax-inf-1": "B1821", "su-inf-3": "B1503"}
    game = at(SOVIET, units, turn=TURN, control={BUDAPEST: "Soviet", BRATISLAVA: "Soviet"})
    game.play(AXIS)
    assert told(game, "surrender") == []
    game.next_phase()
    assert len(told(game, "surrender")) == 2


@pytest.mark.rule("gpw 17.2.4")
def test_a_unit_rebuilt_in_the_phase_averts_it_and_later_reinforcements_stay_away() -> None:
    units = dead([u for u in HUNGARIANS if u != "ax-hu-gar-8"], 6)
    game = at(AXIS, units, turn=4)
    game.do(f"rebuild {next(iter(units))} B2812")
    game.next_phase()
    assert told(game, "surrender") == []
    game = at(AXIS, units, turn=4, rules=to_the_end(ALLIES))
    game.next_phase()
    game.play(AXIS, turn=6)  # the chart's 8H
    assert state(game, "ax-hu-gar-8") == "withdrawn"


@pytest.mark.rule("gpw 17.4.C")
def test_slovakia_surrenders_when_the_soviets_have_bratislava() -> None:
    game = at(AXIS, {"ax-sk-gar": "B2318", "ax-inf-1": "B1814"}, turn=TURN, control={BRATISLAVA: "Soviet"})
    assert state(game, "ax-sk-gar") == "full"
    game.next_phase()
    assert told(game, "surrender") == ["Slovakia surrenders: the Soviets occupy Bratislava"]
    assert state(game, "ax-sk-gar") == "withdrawn"
    safe = at(AXIS, {"ax-sk-gar": "B2318", "ax-inf-1": "B1814"}, turn=TURN)
    safe.next_phase()
    assert state(safe, "ax-sk-gar") == "full"


# ---- 17.6.B: and the Balkan Garrison

WAITING = {"ax-mtn-15": "off map", "ax-gar-68": "off map"}


@pytest.mark.rule("gpw 17.6.B")
def test_the_romanian_defection_activates_it_too() -> None:
    game = defected(**WAITING)
    assert {state(game, u) for u in WAITING} == {"off map"}
    game.play(AXIS, turn=TURN + 1)
    assert {state(game, u) for u in WAITING} == {"due"}
    assert told(game, "garrison") == ["the Balkan Garrison is activated: Romania has defected"]


# ---- records, taking back, whole games


@pytest.mark.parametrize(("field", "value", "complaint"), [
    ("departed", {"German": 3}, "German"),
    ("departed", {"Romanian": 0}, "turn 0"),
    ("departed", {"Romanian": True}, "turn True"),
    ("departed", [], "departed"),
    ("annexed", 1, "annexed 1"),
    ("balkan", 3, "balkan 3"),
    ("balkan", True, "balkan True"),
    ("fresh", ["su-inf-3"], "fresh names su-inf-3"),
    ("fresh", ["ax-inf-1", "ax-inf-1"], "twice"),
])  # fmt: skip
def test_a_record_that_tells_nonsense_of_the_allies_is_refused(field: str, value: object, complaint: str) -> None:
    told = {"scenario": "barbarossa", "rules": ["allies"], "seed": 1, "turn": 3, "phase": 2, "control": {}}
    told |= {"units": {"ax-inf-1": "B1814", "su-inf-3": "B1503"}, field: value}
    with pytest.raises(InvalidInput) as error:
        gpw.from_position(records.PREFIX + json.dumps(told))
    assert complaint in str(error.value)


@pytest.mark.parametrize(("field", "value"), [
    ("departed", {"Romanian": 2}), ("annexed", True), ("balkan", 2), ("fresh", ["ax-inf-1"]),
])  # fmt: skip
def test_the_state_of_the_allies_survives_and_needs_their_rule(field: str, value: object) -> None:
    told = {"scenario": "barbarossa", "rules": ["allies"], "seed": 1, "turn": 3, "phase": 2, "control": {}}
    told |= {"units": {"ax-inf-1": "B1814", "su-inf-3": "B1503"}, field: value}
    game = gpw.from_position(records.PREFIX + json.dumps(told))
    assert json.loads(game.position.removeprefix(records.PREFIX))[field] == value
    with pytest.raises(InvalidInput, match="rules"):
        gpw.from_position(records.PREFIX + json.dumps(told | {"rules": []}))


def test_defection_is_taken_back_and_comes_again_the_same() -> None:
    game = defected(**{"su-inf-3": "B2604"})
    game.play(SOVIET, turn=TURN + 1)
    after = game.position
    actions = game.actions
    while game.cursor:
        game.undo()
    assert state(game, ROMANIANS[0]) == "eliminated"  # game_at ended the phase before, and with it the roll is undone
    for action in actions:
        game.do(action)
    assert game.position == after


def loyal(game: gpw.Game) -> None:
    """No unit stands where section 17 does not let it be; nations that have left have nobody on the map."""
    pos = game._pos
    for unit in pos.world.units:
        here = pos.where[unit.index]
        if here < 0:
            continue
        assert unit.nation not in pos.departed
        land = pos.world.board.country[here]
        if unit.nation == "Romanian":
            assert land != "Hungary", unit.id
        if unit.nation in ("Hungarian", "Slovak"):
            assert land != "Romania", unit.id
        if unit.label.endswith(" G"):
            home = {"Romanian": country("Romania") | country("Bessarabia"), "Hungarian": country("Hungary")}
            assert pos.world.board.ids[here] in home[unit.nation], unit.id


@pytest.mark.parametrize(("scenario", "seed"), [("barbarossa", 1), ("barbarossa", 2), ("citadel", 3), ("bagration", 4)])
def test_random_games_with_allies_break_no_invariant(scenario: str, seed: int) -> None:
    game, player, dice = gpw.new(scenario, rules=ALLIES, seed=seed), RandomPlayer(seed), random.Random(seed)
    positions: list[str] = []
    while game.winner is None:
        action = player.choose(game)
        assert game.why_not(action) == []
        game.do(action)
        if dice.random() < 0.1:
            invariants.check(game._pos)
            loyal(game)
            positions.append(game.position)
            assert gpw.from_position(game.position, game.rules).position == game.position
    loyal(game)
    end = game.position
    half = game.cursor // 2
    total = game.cursor
    game.jump(half)
    game.jump(total)
    assert game.position == end


def test_a_whole_war_of_defections_breaks_no_invariant() -> None:
    """Bagration with six Romanians and six Hungarians in the pile, so that all of section 17 comes to pass."""
    start = json.loads(gpw.new("bagration", rules=ALLIES, seed=5).position.removeprefix(records.PREFIX))
    start["units"] |= dead(ROMANIANS, 8) | dead(HUNGARIANS, 7)
    game, player = gpw.from_position(records.PREFIX + json.dumps(start), ALLIES), RandomPlayer(5)
    while game.winner is None:
        game.do(player.choose(game))
        loyal(game)
    invariants.check(game._pos)
    assert {"defection", "surrender", "garrison", "drm"} <= set(game.log.kind)
