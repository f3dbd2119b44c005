"""Supply lines, supply states, drift ice, the first two turns (sfs 6.0, 9.3)."""

from __future__ import annotations

import pytest

from tests.sfs.boards import answer, events_of, game_at, game_in, rule_ids

MOVE = "German Movement"


def supply_of(game: object, unit: str) -> str:
    frame = game.units  # type: ignore[attr-defined]
    return str(frame[frame["unit"] == unit]["supply"].iloc[0])


@pytest.mark.rule("sfs 6.1", "sfs 6.1.2", "sfs 2.1.2.1.C")
def test_a_german_line_leaves_its_area_whatever_its_state_and_needs_german_areas_then() -> None:
    game = game_in(MOVE, "SC: 14-pz", "SC: a")
    assert game.supply_line("F1") == ("SC", "S1", "REAR")  # out of a contested area, through an empty steppe
    far = game_in(MOVE, "RS: 14-pz", "RS: a")
    assert far.supply_line("F1") == ()  # the areas around are Soviet dominated
    road = game_in(MOVE, "RS: 14-pz", "RS: a", dominator={"CC": "German"})
    assert road.supply_line("F1") == ("RS", "CC", "S1", "REAR")
    cut = game_in(MOVE, "RS: 14-pz", "RS: a", "CC: 71-inf", "CC: b")
    assert cut.supply_line("F1") == ()  # contested: nobody's


@pytest.mark.rule("sfs 4.3.3.C", "sfs 6.2.1")
def test_domination_opens_a_supply_line() -> None:
    game = game_in("Soviet Movement", "CC: a", "CC: 14-pz")
    assert supply_of(game, "su-1") == "supplied"  # through empty Red Square, Soviet dominated
    german = {"RS": "German", "MK": "German", "SC": "German"}
    taken = game_in("Soviet Movement", "CC: a", "CC: 14-pz", dominator=german)
    assert supply_of(taken, "su-1") == "unsupplied"


@pytest.mark.rule("sfs 5.14.D", "sfs 2.1.2.5")
def test_german_lines_do_not_run_through_the_fortified_salient() -> None:
    forces = ("ON: 14-pz", "ON: a", "OW: 71-inf", "S4: b", "MM: c", "SP: c")
    fortified = game_in(MOVE, *forces)
    assert fortified.supply_line("F1") == ()
    razed = game_in(MOVE, *forces, fortified=False)
    assert razed.supply_line("F1") == ("ON", "OW", "S3", "REAR")


@pytest.mark.rule("sfs 6.1.1.A")
def test_a_soviet_line_ends_at_a_landing_that_is_not_german() -> None:
    game = game_in("Soviet Movement", "CC: a", "CC: 14-pz")
    assert game.supply_line("F1") == ("CC", "RS")
    held = game_in("Soviet Movement", "CC: a", "CC: 14-pz", "RS-landing: 29-mot", "MK: 71-inf", "SC: 94-inf")
    assert held.supply_line("F1") == ()
    ringed = game_in(
        "Soviet Movement", "RS: b", "CC: a", "CC: 14-pz", "RS-landing: c", "RS: 29-mot", "MK: 71-inf",
        "SC: 94-inf", held={"F4": "F5"},
    )  # fmt: skip
    assert ringed.supply_line("F2") == ()  # the landing is cut off, and Red Square is contested


@pytest.mark.rule("sfs 6.1.1.A", "sfs 2.1.2.2")
def test_in_the_freeze_the_line_runs_over_the_river() -> None:
    held = (
        "SC-landing: 14-pz", "SC: a", "SC: 29-mot", "MK: 71-inf", "MK: b", "RS: 94-inf", "CC: 389-inf", "TR: 295-inf",
        "WS: 305-inf",
    )  # fmt: skip
    frozen = game_in("Soviet Movement", *held, turn=19)
    assert frozen.supply_line("F2") == ("SC",)
    assert frozen.supply_line("F5") == ()  # nothing is traced over the ice to Mamayev Kurgan
    assert game_in("Soviet Movement", *held, turn=12).supply_line("F2") == ()


@pytest.mark.rule("sfs 6.1.1.A")
def test_in_the_freeze_the_landing_of_spartanovka_still_lets_a_line_through() -> None:
    around = ("SP: a", "SP: 14-pz", "TW: 71-inf", "ON: 94-inf", "MM: 29-mot")
    assert game_in("Soviet Movement", "SP-landing: b", *around, turn=19).supply_line("F2") == ("SP",)
    taken = game_in("Soviet Movement", "SP-landing: 295-inf", *around, turn=19)
    assert taken.supply_line("F2") == ()  # over the ice alone nothing comes to Spartanovka


@pytest.mark.rule("sfs 6.1.1.B", "sfs 6.3.A")
def test_in_drift_ice_nothing_is_traced_over_the_volga() -> None:
    for turn in (13, 18):
        game = game_in("Soviet Movement", "RS-landing: a", "EAST: b", turn=turn)
        assert supply_of(game, "su-1") == "unsupplied"
        assert supply_of(game, "su-2") == "supplied"
        assert rule_ids(game.why_supply("su-1"))[0] == "sfs 6.3.A"


@pytest.mark.rule("sfs 6.3.B")
def test_landings_are_ready_again_at_the_soviet_command_phase() -> None:
    game = game_at("Soviet Command", "RS-landing: a", turn=14, drawn=["RS-landing", "SC-landing"])
    assert game._pos.drawn == set()
    german = game_at("German Command", "RS-landing: a", turn=13, drawn=["RS-landing"])
    assert len(german._pos.drawn) == 1


@pytest.mark.rule("sfs 6.2.2.A")
def test_without_a_line_a_unit_is_unsupplied_and_no_worse_before_a_combat() -> None:
    game = game_in(MOVE, "RS: 14-pz", "RS: a")
    assert supply_of(game, "14-pz") == "unsupplied"
    game.play("Soviet Movement")
    assert supply_of(game, "14-pz") == "unsupplied"  # a turn without combat changes nothing


@pytest.mark.rule("sfs 6.2.3.B", "sfs 3.2.2", "sfs 3.3.2")
def test_the_command_phase_resupplies_who_has_a_line_again() -> None:
    forces = ("S1: 14-pz", "RS: 29-mot", "RS: a", "CC: b", "CC: 71-inf")
    oos = ["14-pz", "29-mot", "su-1", "su-2"]
    german = game_at("German Command", *forces, oos=oos)
    assert [event.unit for event in events_of(german.opening, "supply")] == ["14-pz"]
    assert supply_of(german, "29-mot") == "out of supply"
    soviet = game_at("Soviet Command", *forces, oos=oos, dominator={"MK": "German", "SC": "German"})
    assert [event.unit for event in events_of(soviet.opening, "supply")] == ["su-1"]  # Red Square holds the landing
    assert supply_of(soviet, "su-2") == "out of supply"


def test_who_is_cut_off_traces_no_line() -> None:
    """See docs/rulings_sfs.md S36."""
    game = game_in(MOVE, "S1: 14-pz", "S1: a", held={"F1": "F2"}, turn=5)
    assert supply_of(game, "14-pz") == "unsupplied"
    assert game.supply_line("F1") == ()


@pytest.mark.rule("sfs 9.3.A")
def test_after_the_first_german_impulse_all_forces_but_one_are_out_of_supply() -> None:
    game = game_in("German Reserve", "YE: 14-pz 29-mot", "S2: 71-inf", "S1: 94-inf", "RS: a", turn=1)
    game.next_phase()
    assert str(game.phase).endswith("German Reserve Phase")  # the phase waits for the choice
    answer(game, "spare", "choose spare F1")
    assert game.phase.name == "Soviet Counterattack"
    out = game.units[game.units["supply"] == "out of supply"]["unit"]
    assert set(out) == {"71-inf", "94-inf"}
    later = game_in("German Reserve", "YE: 14-pz", "S2: 71-inf", "RS: a", turn=2)
    later.next_phase()
    assert later.pending is None
    assert not len(later.units[later.units["supply"] == "out of supply"])


@pytest.mark.rule("sfs 9.3.B")
def test_the_shortage_ends_in_the_next_german_command_phase() -> None:
    game = game_in("German Reserve", "YE: 14-pz", "S2: 71-inf", "RS: a", "RS: 94-inf", turn=1)
    game.next_phase()
    game.do("choose spare F1")
    game.play("German Command", turn=2)
    out = game.units[game.units["supply"] == "out of supply"]["unit"]
    assert set(out) == {"94-inf"}  # no line leads to it
