"""German allies (section 17): where their units come back and appear, and that Italians are not rebuilt."""

from __future__ import annotations

import pytest

from tests.gpw.axis_allies import AXIS, BUDAPEST, DEAD, HOLDOUT, at, cities, country, places, state
from tests.gpw.boards import game_at
from tests.gpw.maps import neighbours
from tests.gpw.moves import refused

BERLIN, CRAIOVA, KOLOZSVAR, DEBRECEN, KISHINEV = "B1822", "B3308", "B2909", "B2812", "B2703"


@pytest.mark.rule("gpw 17.1.2.A", "gpw 17.1.2.B")
def test_romanians_are_rebuilt_in_any_city_of_romania_and_nowhere_else() -> None:
    board = {"ax-ro-inf-3": DEAD} | HOLDOUT
    game = at(AXIS, board, turn=2)
    assert places(game, "ax-ro-inf-3") == cities("Romania")
    assert refused(game, f"rebuild ax-ro-inf-3 {BERLIN}") == ["gpw 17.1.2.B"]
    game.do(f"rebuild ax-ro-inf-3 {CRAIOVA}")  # a minor city
    assert state(game, "ax-ro-inf-3") == "reduced"
    assert game.rp == 1  # of 2
    base = game_at(AXIS, board, turn=2)
    assert BERLIN in places(base, "ax-ro-inf-3")
    assert CRAIOVA not in places(base, "ax-ro-inf-3")


@pytest.mark.rule("gpw 17.1.2.B", "gpw 17.1.1.B")
def test_cities_of_bessarabia_are_romanian_once_it_is_clear() -> None:
    held = {KISHINEV: "Axis"}
    assert KISHINEV in places(at(AXIS, {"ax-ro-inf-3": DEAD}, turn=2, control=held), "ax-ro-inf-3")
    assert KISHINEV not in places(at(AXIS, {"ax-ro-inf-3": DEAD} | HOLDOUT, turn=2, control=held), "ax-ro-inf-3")
    # and must be friendly: it is the Soviets' until somebody passes it
    assert KISHINEV not in places(at(AXIS, {"ax-ro-inf-3": DEAD}, turn=2), "ax-ro-inf-3")


@pytest.mark.rule("gpw 17.1.2.B")
def test_new_romanians_appear_in_romanian_cities_that_are_free_friendly_and_supplied() -> None:
    board = {"ax-ro-inf-6": "due", "ax-ro-gar-9": CRAIOVA} | HOLDOUT
    game = at(AXIS, board, turn=2, control={"B3003": "Soviet"})
    assert places(game, "ax-ro-inf-6") == cities("Romania") - {CRAIOVA, "B3003"}
    assert refused(game, f"place ax-ro-inf-6 {CRAIOVA}") == ["gpw 9.1.C"]
    assert refused(game, "place ax-ro-inf-6 B3003") == ["gpw 9.1.C"]
    assert refused(game, f"place ax-ro-inf-6 {BUDAPEST}") == ["gpw 17.1.2.B"]


@pytest.mark.rule("gpw 17.2.2.B")
def test_hungarians_are_rebuilt_and_appear_in_hungarian_cities() -> None:
    game = at(AXIS, {"ax-hu-inf-3": DEAD, "ax-hu-mech-1": "due"}, turn=3)
    assert cities("Hungary") == {BUDAPEST, DEBRECEN, KOLOZSVAR}
    assert places(game, "ax-hu-mech-1") == places(game, "ax-hu-inf-3") == cities("Hungary")
    assert refused(game, f"rebuild ax-hu-inf-3 {BERLIN}") == ["gpw 17.2.2.B"]
    game.do(f"rebuild ax-hu-inf-3 {KOLOZSVAR}")
    assert state(game, "ax-hu-inf-3") == "reduced"
    assert BERLIN in places(game_at(AXIS, {"ax-hu-inf-3": DEAD}, turn=2), "ax-hu-inf-3")


FULL = {"ax-hu-gar-6": BUDAPEST, "ax-hu-gar-9": DEBRECEN}


@pytest.mark.rule("gpw 17.2.2.A")
def test_in_may_1942_the_hungarian_left_over_goes_next_to_a_city() -> None:
    game = at(AXIS, FULL, turn=8)  # the chart brings three corps, and one city is free
    assert {state(game, f"ax-hu-inf-{n}") for n in (3, 4, 7)} == {"due"}
    assert places(game, "ax-hu-inf-3") == {KOLOZSVAR}
    assert refused(game, "place ax-hu-inf-3 B2808") == ["gpw 17.2.2.A"]  # there is room in Kolozsvar
    game.do(f"place ax-hu-inf-3 {KOLOZSVAR}")
    beside = {n for city in cities("Hungary") for n in neighbours(city)} & country("Hungary") - cities("Hungary")
    assert places(game, "ax-hu-inf-4") == beside
    assert refused(game, "place ax-hu-inf-4 B3008") == ["gpw 17.2.2.B"]  # next to Kolozsvar, but Romanian
    game.do("place ax-hu-inf-4 B2808")
    assert game.standing("ax-hu-inf-4")[2] == "B2808"
    assert places(game, "ax-hu-inf-7") == beside - {"B2808"}


@pytest.mark.rule("gpw 17.2.2.A")
def test_it_needs_a_friendly_hex_next_to_a_friendly_city() -> None:
    taken = {KOLOZSVAR: "Soviet", DEBRECEN: "Soviet", "B2715": "Soviet"}
    game = at(AXIS, {"ax-hu-gar-6": BUDAPEST}, turn=8, control=taken)
    found = places(game, "ax-hu-inf-3")
    assert found == neighbours(BUDAPEST) - {"B2715"}
    assert refused(game, "place ax-hu-inf-3 B2715") == ["gpw 17.2.2.A"]
    assert refused(game, "place ax-hu-inf-3 B2808") == ["gpw 17.2.2.A"]  # next to Kolozsvar only


@pytest.mark.rule("gpw 17.2.2.A")
def test_at_other_times_and_without_the_rule_only_cities_do() -> None:
    full = FULL | {"ax-hu-inf-2": KOLOZSVAR, "ax-hu-inf-3": "due"}
    assert places(at(AXIS, full, turn=9), "ax-hu-inf-3") == set()
    assert places(at(AXIS, full, turn=8), "ax-hu-inf-3")
    assert places(game_at(AXIS, full, turn=8), "ax-hu-inf-3") == set()


@pytest.mark.rule("gpw 17.3")
def test_italians_are_not_rebuilt() -> None:
    game = at(AXIS, {"ax-it-inf-2": DEAD, "ax-it-mech-35": "B1821/1"}, turn=2)
    assert refused(game, f"rebuild ax-it-inf-2 {BERLIN}") == ["gpw 17.3"]
    assert refused(game, "rebuild ax-it-mech-35") == ["gpw 17.3"]
    assert places(game, "ax-it-inf-2") == set()


@pytest.mark.rule("gpw 17.4.B")
def test_the_slovak_corps_returns_in_bratislava() -> None:
    game = at(AXIS, {"ax-sk-gar": DEAD}, turn=2)
    assert places(game, "ax-sk-gar") == {"B2718"}
    assert refused(game, f"rebuild ax-sk-gar {BERLIN}") == ["gpw 17.4.B"]
    game.do("rebuild ax-sk-gar B2718")
    assert state(game, "ax-sk-gar") == "reduced"
    base = game_at(AXIS, {"ax-sk-gar": DEAD}, turn=2)
    assert BERLIN in places(base, "ax-sk-gar")
    assert "B2718" not in places(base, "ax-sk-gar")
