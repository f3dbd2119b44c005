"""Charts as the rules read them: clamped at their ends, shifted by columns, replaced by a user's own tables."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gpwlab.core import tables
from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.charts import read_charts
from tests.sfs.tables import DATA, cell

GIVEN = {name: tables.read("sfs", name) for name in tables.names("sfs")}
CHARTS = read_charts(GIVEN)


def changed(name: str, **key: str) -> dict[str, list[Row]]:
    """The tables with one cell changed: the last two of ``key`` are column and value."""
    *where, (column, value) = key.items()
    rows = [dict(row, **{column: value}) if all(row[c] == v for c, v in where) else row for row in GIVEN[name]]
    assert rows != GIVEN[name]
    return {**GIVEN, name: rows}


@pytest.mark.rule("sfs chart.Defender CRT")
@pytest.mark.parametrize(("odds", "die", "losses"), [("3:1", 3, 1), ("4:1", 7, 3)])
def test_printed_cells_of_the_defender_crt(odds: str, die: int, losses: int) -> None:
    attacker, defender = map(int, odds.split(":"))
    crt = CHARTS.defender
    assert crt.result(crt.column(Fraction(attacker, defender)), die) == losses


@pytest.mark.rule("sfs chart.Attacker CRT urban", "sfs 5.3.B")
def test_the_terrain_of_the_defender_picks_the_attacker_crt() -> None:
    urban = CHARTS.attacker("urban")
    assert urban.result(urban.column(Fraction(3)), 3) == 1  # 13.2.H
    assert CHARTS.attacker("rough") is CHARTS.attacker("open") is CHARTS.crt["attacker_open"]


@pytest.mark.rule("sfs chart.Attacker CRT rough and open")
def test_open_ground_costs_less_at_a_cell_where_the_tables_differ() -> None:
    column = CHARTS.defender.column(Fraction(3))
    assert CHARTS.attacker("open").result(column, 3) == int(
        cell("crt", "result", table="attacker_open", odds="3:1", die="3")
    )
    assert CHARTS.attacker("open").result(column, 3) < CHARTS.attacker("urban").result(column, 3)


def test_beyond_its_ends_a_table_is_read_at_its_ends() -> None:
    crt = CHARTS.defender
    last = len(crt.odds) - 1
    assert crt.column(Fraction(1, 9)) == 0
    assert crt.column(Fraction(20)) == last
    assert crt.result(4, -7) == crt.result(4, 0)
    assert crt.result(4, 30) == crt.result(4, 9)
    assert CHARTS.points("A4", 25) == CHARTS.points("A4", 10)
    assert CHARTS.cuts_off(1, -2)
    assert not CHARTS.cuts_off(1, 12)
    assert crt.column_label(0) == "1:3 or less"
    assert crt.column_label(last) == "7:1 or more"


def test_a_shift_moves_columns_and_stops_at_the_ends() -> None:
    crt = CHARTS.defender
    assert crt.column(Fraction(3), 1) == crt.column(Fraction(4))
    assert crt.column(Fraction(3), -1) == crt.column(Fraction(2))
    assert crt.column(Fraction(1, 3), -2) == 0
    assert crt.column(Fraction(7), 2) == len(crt.odds) - 1


@pytest.mark.rule("sfs chart.Cut-Off Table", "sfs 5.6.1.B")
def test_cut_off_by_size_of_force() -> None:
    assert CHARTS.cuts_off(1, 2)
    assert not CHARTS.cuts_off(1, 6)
    assert CHARTS.cuts_off(5, 1) == CHARTS.cuts_off(3, 1)


@pytest.mark.rule("sfs chart.Terrain Defense Table")
def test_terrain_defence_of_the_examples() -> None:
    assert [CHARTS.cancels("urban", die) for die in (1, 4, 5)] == [False, True, True]  # 13.2.G
    assert [CHARTS.cancels("rough", die) for die in (4, 5)] == [False, True]  # 5.7.A
    assert not any(CHARTS.cancels("open", die) for die in range(1, 7))


@pytest.mark.rule("sfs chart.Artillery Availability Table")
def test_artillery_rows() -> None:
    assert CHARTS.points("A1", 3) == int(cell("aat", "aps", row="A1", die="3"))
    with pytest.raises(InvalidInput, match="no row 'A9'"):
        CHARTS.points("A9", 3)


@pytest.mark.rule("sfs 2.1.4.C", "sfs 2.1.4.D", "sfs chart.Turn Record Track")
def test_soviet_artillery_is_fixed_for_two_turns_and_a4_from_turn_9() -> None:
    assert [CHARTS.turns[n].fixed_points(SOVIET) for n in (1, 2, 3)] == [2, 2, None]
    assert CHARTS.turns[1].fixed_points(GERMAN) is None
    assert [CHARTS.turns[n].artillery[SOVIET] for n in (8, 9)] == ["A3", "A4"]


@pytest.mark.rule("sfs 2.1.4.A", "sfs 2.1.4.B", "sfs 2.1.4.F")
def test_the_schedule_follows_the_errata() -> None:
    soviets = {event.unit_id for event in CHARTS.dated("standard", 6, SOVIET)}
    assert "37-guards" in soviets
    assert "39-guards" not in soviets
    assert any(event.kind == "guards_39" for event in CHARTS.dated("standard", 5, SOVIET))
    for event in CHARTS.dated("standard", 3, GERMAN):
        assert event.places == ("S1", "S2", "S3", "S4")


@pytest.mark.rule("sfs 11.4.1.B", "sfs 11.4.1.C")
def test_the_short_game_keeps_its_armour_and_gets_das_reich_early() -> None:
    def kinds(slug: str, turn: int) -> set[str]:
        return {event.kind for event in CHARTS.dated(slug, turn, GERMAN)}

    assert "withdrawal" in kinds("standard", 5)
    assert "withdrawal" not in kinds("dash-to-the-volga", 5)
    assert "das_reich" in kinds("dash-to-the-volga", 7)
    assert "das_reich" not in kinds("standard", 7)


# ---- a user's own tables


def test_a_user_s_cell_is_the_cell_that_is_read() -> None:
    charts = read_charts(changed("crt", table="defender", odds="3:1", die="3", result="2"))
    assert charts.defender.result(charts.defender.column(Fraction(3)), 3) == 2
    charts = read_charts(changed("cut_off", units="2", die="4", cut_off="yes"))
    assert charts.cuts_off(2, 4)
    assert not CHARTS.cuts_off(2, 4)


def test_a_user_s_table_may_have_other_columns_and_dice(tmp_path: Path) -> None:
    lines = ["table,odds,die,result,provenance,basis"]
    for name in ("defender", "attacker_open", "attacker_urban"):
        for n, odds in enumerate(("1:4", "1:2", "1:1", "2:1", "10:1")):
            lines += [f"{name},{odds},{die},{n},printed,my copy" for die in range(-2, 13)]
    (tmp_path / "crt.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert tables.check("sfs", tmp_path) == []
    crt = read_charts({**GIVEN, "crt": tables.read("sfs", "crt", tmp_path)}).defender
    assert (crt.low, crt.high) == (-2, 12)
    assert [crt.result(crt.column(Fraction(n)), 3) for n in (1, 2, 9, 10, 12)] == [2, 3, 3, 4, 4]
    assert crt.result(crt.column(Fraction(1, 3)), 3) == 0  # between two columns: the lower one


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("crt", "defender,3:1,3,x,printed,mine", "whole number"),
        ("crt", "defender,12:1,3,1,printed,mine", "a cell is missing"),
        ("terrain_defense", "hill,3,yes,printed,mine", "must be open"),
        ("aat", "A1,20,3,printed,mine", "gap"),
        ("markers", "Draw,3,printed,mine", "earlier row"),
        ("links", "SC,XX,,printed,mine", "no area 'XX'"),
        ("strongpoints", "SC-works,Works,ZZ,strongpoint,urban,no,48.7,44.5,printed,mine", "no area 'ZZ'"),
        ("cups", "random,d,1,printed,mine", "no unit 'd'"),
    ],
)
def test_a_bad_line_is_named_with_its_file(tmp_path: Path, name: str, line: str, words: str) -> None:
    text = (DATA / f"{name}.csv").read_text(encoding="utf-8")
    (tmp_path / f"{name}.csv").write_text(text + line + "\n", encoding="utf-8")
    found = tables.check("sfs", tmp_path)
    assert any(words in str(error) for error in found), [str(error) for error in found]
    assert all(f"{name}.csv" in str(error) for error in found)
