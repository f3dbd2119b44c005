"""Odds as a study: values worked out by hand from the CRT, the TEC and the worked examples of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from gpwlab import IllegalAction, InvalidInput, gpw, study
from gpwlab.gpw.charts import Charts, read_charts
from gpwlab.gpw.odds import ladder as place_of
from gpwlab.gpw.preview import quick_odds
from gpwlab.gpw.worlds import shipped
from gpwlab.study.odds import needed_for
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, STEPPE, WEST
from tests.gpw.boards import game_at

#: 6 + 8 + 14 = 28 against 6, a forest, every attacker across the Dnepr: the rulebook's example of 7.6.
GOMEL = {"su-inf-24": "B1503", "su-inf-3": "B1602", "su-tk-1": "B1703"}
ACROSS = list(GOMEL)
FIRST_SNOW, SECOND_SNOW = 5, 13


def gomel(**more: str) -> gpw.Game:
    units = {name.replace("_", "-"): where for name, where in more.items()}
    return game_at("Soviet Combat", {**GOMEL, **units, "ax-inf-6": "B1603"})


def rows(table: Any, kind: str) -> dict[str, tuple[str, F]]:
    """Column and chance of the hex of each change of a kind."""
    own = table[table["kind"] == kind]
    return {row.change: (row.column, row.falls) for row in own.itertuples()}


# ---- one attack


@pytest.mark.rule("gpw 7.2.D", "gpw 7.4.6.A")
def test_the_table_of_an_attack() -> None:
    """18 against 6 on clear ground is 3:1, dice 1-3 DR, 4-5 EX (a step of 3, repaid by one of 4), 6 DRL."""
    game = game_at("Soviet Combat", {"su-gds-1": EAST, "su-inf-3": NORTH_EAST, "ax-inf-6": STEPPE})
    table = study.odds_table(game, STEPPE, ["su-gds-1", "su-inf-3"])
    assert [tuple(row) for row in table.itertuples(index=False)] == [
        ("DR", "1 2 3", F(1, 2), 0, 0, 0, 0, True),
        ("EX", "4 5", F(1, 3), 1, 4, 1, 3, True),
        ("DRL", "6", F(1, 6), 0, 0, 1, 3, True),
    ]


@pytest.mark.rule("gpw 7.3")
def test_an_attack_that_cannot_be_made_has_an_empty_table_and_a_full_ladder() -> None:
    """6 against 6 into a forest is 1:2."""
    game = game_at("Axis Combat", {"ax-inf-6": "A0511", "su-inf-24": "A0512"})
    assert study.odds_table(game, "A0512", ["ax-inf-6"]).empty
    steps = study.ladder(game, "A0512", ["ax-inf-6"])
    assert not steps["planned"].any()
    assert list(steps["more"]) == [6, 12, 18, 24, 30, 36]  # 1:1 after the forest is 2:1 before it
    changes = study.what_if(game, "A0512", ["ax-inf-6"])
    assert list(changes["text"])[:2] == [
        "as planned: no attack is possible",
        "6 more strength points give 1:1, hex falls 1/2 instead of never",
    ]


# ---- the ladder


@pytest.mark.rule("gpw 7.2.C")
def test_the_ladder_counts_the_shifts() -> None:
    """Two columns left, for forest and river: 3:1 is 5:1 before them, 30 against 6."""
    steps = study.ladder(gomel(), "B1603", ACROSS)
    assert list(steps["column"]) == ["1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert list(steps["needed"]) == [18, 24, 30, 36, 42, 48]
    assert list(steps["more"]) == [-10, -4, 2, 8, 14, 20]
    assert list(steps["column"][steps["planned"]]) == ["2:1"]
    assert list(steps[[f"die_{die}" for die in range(1, 7)]].iloc[3]) == ["DR", "DR", "EX", "DRL", "DRL", "DE"]
    # DR, EX, DRL and DE leave the hex, NE and AL do not
    assert list(steps["falls"]) == [F(1, 2), F(2, 3), 1, 1, 1, 1]
    assert list(steps["forced_out"]) == list(steps["falls"])
    # an exchange costs a step of each, an AL one of the attacker's, a DRL one and a DE two of the defender's
    assert list(steps["attacker_steps"]) == [F(1, 2), F(1, 3), F(1, 3), F(1, 6), 0, 0]
    assert list(steps["defender_steps"]) == [F(1, 3), F(1, 3), F(1, 2), F(5, 6), F(7, 6), F(5, 3)]


@pytest.mark.rule("gpw 7.2.B")
@pytest.mark.parametrize("shift", [-2, 0, 1, 4])
@pytest.mark.parametrize("defence", [1, 3, 6, 14])
def test_needed_is_the_least_strength(shift: int, defence: int) -> None:
    charts: Charts = read_charts(shipped())
    house = replace(charts, tec={**charts.tec, "clear": replace(charts.tec["clear"], shift=shift)})
    odds = quick_odds(house, [5], defence).odds
    for column in range(1, 7):
        needed = needed_for(odds, column)
        assert place_of(needed, defence) + shift >= column or needed == 1
        assert needed == 1 or place_of(needed - 1, defence) + shift < column


def test_the_ladder_of_a_battle_without_a_map() -> None:
    """12 against 4, forest: 3:1 before it, 2:1 after; 4 points give 3:1, and at 2:1 dice 1-4 force the defender out."""
    steps = study.crt_ladder(quick_odds(read_charts(shipped()), [8, 4], 4, terrain=["forest"]))
    assert list(steps["needed"]) == [8, 12, 16, 20, 24, 28]
    assert list(steps["more"]) == [-4, 0, 4, 8, 12, 16]
    assert list(steps["forced_out"]) == [F(1, 2), F(2, 3), 1, 1, 1, 1]
    assert list(steps["planned"]) == [False, True, False, False, False, False]


# ---- what would change it


def test_the_next_column_is_named_in_a_sentence() -> None:
    changes = study.what_if(gomel(), "B1603", ACROSS)
    assert list(changes["text"])[:2] == [
        "as planned: 2:1, hex falls 2/3",
        "2 more strength points give 3:1, hex falls certainly instead of 2/3",
    ]
    assert list(changes["gain"])[:2] == [0, F(1, 3)]


def test_nothing_is_above_the_highest_column() -> None:
    game = game_at("Soviet Combat", {"su-gds-1": EAST, "su-tk-1": WEST, "ax-inf-6": f"{STEPPE}/1"})
    changes = study.what_if(game, STEPPE, ["su-gds-1", "su-tk-1"])  # 24 against 3
    assert not {"points", "hexside"} & set(changes["kind"])


@pytest.mark.rule("gpw 7.6.B")
def test_one_unit_on_the_same_bank_undoes_the_river() -> None:
    """Printed: a 6 in B1704 makes it 34 against 6, 5:1, and only the forest counts."""
    game = gomel(su_inf_26="B1704")
    changes = study.what_if(game, "B1603", ACROSS)
    assert rows(changes, "joins") == {"26 INF joins from B1704": ("4:1", 1)}
    free = study.what_if(gomel(), "B1603", ACROSS)
    assert rows(free, "hexside") == {"one more unit of 1 from B1504 or B1604 or B1704": ("3:1", 1)}


@pytest.mark.rule("gpw 6.2.2.B", "gpw 6.2.2.C", "gpw 8.2.A")
def test_the_same_attack_in_other_weather_and_without_supply() -> None:
    """Halved it is 3 + 4 + 7 = 14 against 6, 2:1, no attack after two columns; in snow 28 is one column lower."""
    changes = study.what_if(gomel(), "B1603", ACROSS)
    assert rows(changes, "weather") == {"mud": ("-", 0), "snow": ("1:1", F(1, 2))}
    assert rows(changes, "supply") == {"every attacker out of supply": ("-", 0)}


@pytest.mark.rule("gpw 6.3.B")
def test_the_first_winter_is_harder_on_the_axis() -> None:
    """12 + 6 = 18 against 6: 3:1, in snow 2:1, in the first winter 1:1, in mud 9 against 6."""
    units = {"ax-pz-3": EAST, "ax-inf-6": NORTH_EAST, "su-inf-24": STEPPE}
    summer = study.what_if(game_at("Axis Combat", units), STEPPE, ["ax-pz-3", "ax-inf-6"])
    assert rows(summer, "planned") == {"as planned": ("3:1", 1)}
    assert rows(summer, "weather") == {
        "mud": ("1:1", F(1, 2)),
        "snow": ("2:1", F(2, 3)),
        "first-winter snow": ("1:1", F(1, 2)),
    }
    winter = study.what_if(game_at("Axis Combat", units, FIRST_SNOW), STEPPE, ["ax-pz-3", "ax-inf-6"])
    assert list(rows(winter, "weather")) == ["clear weather", "mud", "snow"]
    later = study.what_if(game_at("Axis Combat", units, SECOND_SNOW), STEPPE, ["ax-pz-3", "ax-inf-6"])
    assert list(rows(later, "weather")) == ["clear weather", "mud", "first-winter snow"]


def test_each_attacker_left_out() -> None:
    """18 against 6; without the corps 6 against 6, without the army 12 against 6."""
    units = {"ax-pz-3": EAST, "ax-inf-6": NORTH_EAST, "su-inf-24": STEPPE}
    changes = study.what_if(game_at("Axis Combat", units), STEPPE, ["ax-pz-3", "ax-inf-6"])
    assert rows(changes, "without") == {"without 3 PZ": ("1:1", F(1, 2)), "without 6 INF": ("2:1", F(2, 3))}


def test_a_unit_that_can_still_come_up_is_shown_with_its_move() -> None:
    units = {"ax-inf-6": EAST, "su-inf-24": STEPPE, "ax-pz-3": "A1201", "ax-pz-14": "B1112"}
    game = game_at("Axis Panzer Movement", units)
    before = game.position
    changes = study.what_if(game, STEPPE, ["ax-inf-6"])
    assert game.position == before
    (row,) = changes[changes["kind"] == "moves up"].itertuples()  # 14 PZ is too far away
    assert (row.column, row.falls, row.gain) == ("3:1", 1, F(1, 2))  # 6 + 12 against 6
    twin = game.fork()
    twin.do(row.action)
    assert twin.battle(STEPPE, ["ax-inf-6", "ax-pz-3"]).column == 3
    assert not rows(study.what_if(game_at("Axis Combat", units), STEPPE, ["ax-inf-6"]), "moves up")


def test_a_unit_in_another_announced_attack_does_not_join() -> None:
    units = {"su-inf-3": EAST, "su-inf-4": NORTH_EAST, "ax-inf-6": STEPPE, "ax-inf-7": SOUTH_EAST}
    game = game_at("Soviet Combat", units)
    assert rows(study.what_if(game, STEPPE, ["su-inf-4"]), "joins") == {"3 INF joins from A1202": ("2:1", F(2, 3))}
    game.do(f"attack {SOUTH_EAST} by su-inf-3")
    assert rows(study.what_if(game, STEPPE, ["su-inf-4"]), "joins") == {}


# ---- contacts and errors


def test_contacts_are_what_may_attack_in_the_combat_phase() -> None:
    game = gpw.new("barbarossa")
    early = study.contacts(game, "Axis")
    game.play(phase="Axis Combat")
    assert study.contacts(game, "Axis") == early == {h: u for h in game.board.ids if (u := game.candidates(h))}
    other = study.contacts(game, "Soviet")
    game.play(phase="Soviet Combat")
    assert other == study.contacts(game, "Soviet") == {h: u for h in game.board.ids if (u := game.candidates(h))}


@pytest.mark.rule("gpw 16.2.A")
def test_contacts_leave_partisans_out_who_neither_attack_nor_are_attacked() -> None:
    units = {"su-par-1": EAST, "su-inf-3": WEST, "ax-inf-59": STEPPE}
    game = game_at("Soviet Combat", units, rules=gpw.rules("partisans"))
    assert study.contacts(game, "Soviet") == {STEPPE: ["su-inf-3"]}
    assert study.contacts(game, "Axis") == {WEST: ["ax-inf-59"]}


def test_what_is_no_attack_is_refused() -> None:
    game = gomel()
    with pytest.raises(IllegalAction):
        study.what_if(game, "B1603", ["ax-inf-6"])
    with pytest.raises(InvalidInput, match="Romania"):
        study.contacts(game, "Romania")
