"""Words that messages share, and what is said to a name that no game or another game has."""

from __future__ import annotations

from types import ModuleType

import pytest

from gpwlab import InvalidInput, gpw, hube, sfs
from gpwlab.core.words import counted, perhaps


@pytest.mark.parametrize(("number", "said"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_one_is_no_plural(number: int, said: str) -> None:
    assert counted(number, "point") == said
    assert counted(number, "hex", "hexes") == said.replace("points", "hexes").replace("point", "hex")


@pytest.mark.parametrize(
    ("name", "said"),
    [("forrest", "perhaps forest"), ("FOREST", "perhaps forest"), ("b0101", "perhaps B0101"), ("x", "")],
)
def test_a_slip_is_answered_with_the_names_like_it(name: str, said: str) -> None:
    assert perhaps(name, ("clear", "forest", "B0101")) == said


@pytest.mark.parametrize(
    ("game", "slug", "said"),
    [
        (gpw, "standard", r"'standard' is a scenario of sfs: sfs.new\('standard'\) begins it"),
        (gpw, "korsun:campaign", "is a scenario of hube"),
        (sfs, "korsun", "is a scenario of hube"),
        (hube, "barbarossa", "is a scenario of gpw"),
        (gpw, "barbarosa", "there is no scenario 'barbarosa'; perhaps barbarossa"),
        (gpw, "barbarossa:campaign", "there is no scenario"),
        (sfs, "overlord", "there is no scenario 'overlord'; there is red-square, "),
    ],
)
def test_a_name_that_is_no_scenario_of_a_game_is_told_whose_it_is(game: ModuleType, slug: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        game.new(slug)
