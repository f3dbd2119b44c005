"""The historical front, and how far a game's own has moved from it."""

from __future__ import annotations

from datetime import date

import pytest

from gpwlab import gpw, study
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw import fronts
from gpwlab.gpw.fronts import Front
from gpwlab.gpw.game import Game
from gpwlab.study import front

STRAIGHT = Front(date(1941, 6, 22), {"main": ((0.0, 100.0), (0.0, 0.0), (50.0, -50.0))})


@pytest.fixture(scope="module")
def game() -> Game:
    return gpw.new("barbarossa")


@pytest.mark.parametrize(
    ("point", "km"),
    [((30, 50), 30), ((-30, 50), -30), ((3, 104), 5), ((-3, 104), -5), ((90, -50), 40)],
)
def test_distance_is_positive_east_of_a_line_and_of_its_ends(point: tuple[float, float], km: float) -> None:
    assert STRAIGHT.ahead(point) == pytest.approx(km)


def test_the_nearest_line_decides_beside_an_enclave() -> None:
    both = Front(date(1941, 9, 1), {**STRAIGHT.lines, "enclave": ((-60.0, 20.0), (-80.0, 20.0), (-80.0, 0.0))})
    assert both.nearest((-70.0, 12.0)) == (pytest.approx(8), "enclave")
    assert both.ahead((-70.0, 12.0)) > 0
    assert both.ahead((-90.0, 12.0)) == pytest.approx(-10)


def test_every_turn_has_the_front_of_the_nearest_date(game: Game) -> None:
    turns = game.charts.turns
    chosen = {number: fronts.of_turn(turn).day.isoformat() for number, turn in turns.items()}
    assert [chosen[n] for n in range(1, 6)] == ["1941-06-22", "1941-07-10", "1941-09-01", "1941-09-30", "1941-12-05"]
    assert chosen[8] == "1942-05-01"
    assert chosen[25] == "1944-06-22"
    assert fronts.middle(turns[4]) == date(1941, 10, 1)
    assert fronts.middle(turns[2]) == date(1941, 7, 15)


def test_every_main_line_runs_from_north_to_south_on_the_map(game: Game) -> None:
    for day, found in fronts.dates().items():
        main = found.lines["main"]
        assert main[0][1] > main[-1][1], day
        inside = [game.board.hex_at(x / front.HEX_KM, y / front.HEX_KM) for x, y in main]
        assert sum(name is not None for name in inside) > 0.8 * len(main), day


def test_an_unknown_day_names_the_known_ones(game: Game) -> None:
    for day in ("1941-06-23", "soon"):
        with pytest.raises(InvalidInput, match="1941-06-22"):
            fronts.historical(game, day)


def test_at_the_start_the_sides_stand_on_either_side_of_the_border(game: Game) -> None:
    units = study.unit_distances(game)
    assert len(units) == (game.units["hex"] != "").sum()
    assert units["gain"].max() < front.ON_IT_KM
    moscow = fronts.historical(game).ahead(front.centre_km("A0619"))
    assert 850 < moscow < 1150  # Moscow is about 950 km from the border at its nearest


def test_at_the_start_the_line_is_the_historical_one(game: Game) -> None:
    sections = study.front_distances(game).set_index("section")
    assert list(sections.index) == ["North", "Centre", "South", "Whole front"]
    assert sections["mean_km"].abs().max() < front.ON_IT_KM
    assert set(sections["words"]) == {"on it"}
    assert sections.loc["Whole front", "places"] == sections["places"][:3].sum()
    assert "on average on it" in front.summary(game)


def test_a_breakthrough_moves_the_line_east_in_its_section_only(game: Game) -> None:
    later = game.fork()
    later.play(phase="Axis Panzer Movement")
    before = study.front_distances(later).set_index("section")
    later.do("move ax-pz-39 B1411")
    after = study.front_distances(later).set_index("section")
    assert after.loc["North", "mean_km"] == before.loc["North", "mean_km"]
    assert after.loc["South", "mean_km"] == before.loc["South", "mean_km"]
    assert after.loc["Centre", "east_km"] > before.loc["Centre", "east_km"]
    assert after.loc["Centre", "east_hex"] == "B1411"


def test_the_same_line_is_far_west_of_a_later_front(game: Game) -> None:
    sections = study.front_distances(game, "1941-12-05").set_index("section")
    assert sections.loc["Centre", "mean_km"] < -700
    assert sections.loc["Centre", "words"].endswith("km west of it")
    assert "The front of 5 December 1941" in front.summary(game, "1941-12-05")


@pytest.mark.parametrize(
    ("hex_id", "section"),
    [
        ("B0812", "North"),
        ("B0108", "North"),
        ("B1407", "Centre"),
        ("A0619", "Centre"),
        ("B1903", "South"),
        ("A1817", "South"),
    ],
)
def test_sections_hold_the_towns_of_their_army_group(hex_id: str, section: str) -> None:
    assert front.section_of(front.centre_km(hex_id)) == section


@pytest.mark.parametrize(
    ("km", "said"), [(0, "on it"), (-30.9, "on it"), (62.4, "62 km east of it"), (-120, "120 km west of it")]
)
def test_distances_in_words(km: float, said: str) -> None:
    assert front.words(km) == said


def test_the_picture_draws_the_front_of_the_turn_or_of_a_day(game: Game) -> None:
    assert "22 Jun 1941" in game.picture(show="front")
    assert "5 Dec 1941" in game.picture(show="front:1941-12-05", region="all")
    assert "historical front, 22 June 1941" in game.picture(show="front").text
    with pytest.raises(InvalidInput, match="1941-06-22"):
        game.picture(show="front:1066-10-14")
