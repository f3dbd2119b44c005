"""Every function that begins or studies a game takes the user's own tables."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, InvalidInput, gpw, hube, sfs, study
from gpwlab.cli import main
from gpwlab.core.edits import Set
from gpwlab.study import OwnCopy


def copy_of(game: str, folder: Path, *edits: Any) -> OwnCopy:
    copy = OwnCopy(game, folder)
    copy.change(edits)
    assert copy.faults() == []
    return copy


@pytest.fixture
def own(tmp_path: Path) -> OwnCopy:
    """An own copy in which every die of an attack at 3:1 eliminates, and forest shifts two columns."""
    crt = [Set("crt", ("3", str(die)), "result", "DE") for die in range(1, 7)]
    return copy_of("gpw", tmp_path / "own", *crt, Set("tec", "forest", "shift", "-2"))


def test_tables_count_the_rows_of_the_own_copy(tmp_path: Path) -> None:
    for module, table, key in ((gpw, "units", "ax-inf-5"), (sfs, "turns", "2"), (hube, "towns", "B8.35")):
        name = module.__name__.removeprefix("gpwlab.")
        copy = OwnCopy(name, tmp_path / name)
        copy.confirm(table, key)
        before, after = (module.tables(*where).set_index("table") for where in ((), (copy,)))  # type: ignore[attr-defined]
        assert after.printed[table] == before.printed[table] + 1
        counted = copy.progress().set_index("table").loc[after.index, after.columns]
        assert counted.equals(after)


def test_scenarios_are_those_of_the_own_copy(tmp_path: Path) -> None:
    for module, key in ((gpw, "1"), (sfs, "standard"), (hube, "1")):
        name = module.__name__.removeprefix("gpwlab.")
        copy = copy_of(name, tmp_path / name, Set("scenarios", key, "title", "As on my box"))
        assert "As on my box" in set(module.scenarios(copy)["title"])  # type: ignore[attr-defined]
        assert "As on my box" not in set(module.scenarios()["title"])  # type: ignore[attr-defined]


def test_chances_of_the_crt_are_those_of_the_own_copy(own: OwnCopy) -> None:
    shipped, mine = study.crt_chances(), study.crt_chances(overlay=own)
    assert mine.set_index("column").DE["3:1"] == Fraction(1)
    assert shipped.set_index("column").DE["3:1"] != Fraction(1)


def test_the_timeline_of_the_war_is_that_of_the_own_copy(tmp_path: Path) -> None:
    copy = copy_of("gpw", tmp_path, Set("replacements", ("1943", "Axis"), "rp", "29"))
    shipped, mine = (study.timeline(overlay=where) for where in (None, copy))
    changed = mine[(mine.event == "rp") & (mine.rp.astype(str) != shipped.rp.astype(str))]
    assert set(changed.side) == {"Axis"}
    assert study.timeline(gpw.new("campaign", overlay=copy)).rp.astype(str).isin(["29"]).any()


def test_historical_fronts_are_those_of_the_own_copy(tmp_path: Path) -> None:
    row = OwnCopy("gpw", tmp_path).rows("front_lines")[0]
    key = (row["date"], row["line"], row["seq"])
    moved = f"{float(row['x']) + 400:.1f}"
    copy = copy_of("gpw", tmp_path, Set("front_lines", key, "x", moved))
    shipped, mine = gpw.new("barbarossa"), gpw.new("barbarossa", overlay=copy)
    assert gpw.fronts.historical(mine, row["date"]) != gpw.fronts.historical(shipped, row["date"])
    show = (f"front:{row['date']}",)
    assert str(mine.picture(show=show)._repr_svg_()) != str(shipped.picture(show=show)._repr_svg_())


def test_a_front_that_cannot_be_drawn_is_a_fault(tmp_path: Path) -> None:
    copy = OwnCopy("gpw", tmp_path)
    row = copy.rows("front_lines")[0]
    copy.set("front_lines", (row["date"], row["line"], row["seq"]), "date", "1941-06-31")
    copy.add("front_lines", {"date": "1941-06-23", "line": "main", "seq": "1", "x": "0", "y": "0"})
    told = "; ".join(fault.message for fault in copy.faults())
    assert "1941-06-31 is no day of the calendar" in told
    assert "main has one point on 1941-06-23" in told


def test_a_house_variant_changes_what_the_own_copy_says(own: OwnCopy) -> None:
    back = {"tec": {"forest": {"shift": -1}}}
    assert gpw.house("As shipped", tables=back).edits == {}
    mild = gpw.house("Mild woods", tables=back, overlay=own)
    assert mild.edits == {"tec": {("forest",): {"shift": "-1"}}}
    games = {name: gpw.new("barbarossa", *rules, overlay=own) for name, rules in {"own": (), "house": (mild,)}.items()}
    shifts = {name: game.charts.tec["forest"].shift for name, game in games.items()}
    assert shifts == {"own": -2, "house": -1}


@pytest.fixture
def bloody(tmp_path: Path) -> OwnCopy:
    """An own copy of Stalingrad in which every combat costs the defender three steps."""
    copy = OwnCopy("sfs", tmp_path / "bloody")
    rows = [row for row in copy.rows("crt") if row["table"] == "defender"]
    copy.set_many([("crt", (row["table"], row["odds"], row["die"]), "result", "3") for row in rows])
    return copy


def played(games: int = 2, **how: Any) -> Any:
    """Games of Red Square."""
    return study.simulate("red-square", games=games, seed=3, **how)


def test_simulated_games_are_played_with_the_own_copy_whoever_plays_them(bloody: OwnCopy, tmp_path: Path) -> None:
    shipped, mine = played(workers=1), played(workers=1, overlay=bloody)
    also = played(workers=2, overlay=bloody)
    assert mine.drop(columns="seconds").equals(also.drop(columns="seconds"))
    assert mine.soviet_lost.sum() > shipped.soviet_lost.sum()
    assert mine.attrs["tables"] != shipped.attrs["tables"] == ""
    turn = int(mine.turn.min())
    assert study.holders(mine, turn).place.equals(study.holders(shipped, turn).place)
    out = tmp_path / "games.parquet"
    study.write_games(mine, out)
    with pytest.raises(InvalidInput, match="games of another simulation: tables"):
        played(workers=1, out=out)
    assert list(played(workers=1, overlay=bloody, out=out).seed) == list(mine.seed)


def test_a_cluster_plays_with_the_own_copy(bloody: OwnCopy) -> None:
    distributed = pytest.importorskip("distributed")
    mine, row = played(workers=1, overlay=bloody), bloody.rows("cups")[0]

    def change(progress: study.Progress) -> None:
        if progress.done == 1:
            bloody.remove("cups", (row["cup"], row["unit_id"]))

    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        also = played(client=client, overlay=bloody)
        with pytest.raises(DataError, match="the tables have changed since the simulation began"):
            played(8, client=client, overlay=bloody, progress=change)
    assert mine.drop(columns="seconds").equals(also.drop(columns="seconds"))
    assert mine.attrs == also.attrs


def test_an_overlay_of_history_names_its_game(own: OwnCopy) -> None:
    with pytest.raises(InvalidInput, match="own tables are of one game: name it with"):
        study.history_dates(overlay=own)
    with pytest.raises(DataError, match="there is no such folder"):
        study.history_dates("gpw", overlay=own.folder / "absent")


def test_a_house_file_and_its_differences_are_against_the_own_copy(own: OwnCopy, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    head = 'format = "gpwlab house variant"\nversion = 1\nname = "As shipped"\n'
    path.write_text(f'{head}[[tables.tec]]\nterrain = "forest"\nshift = -1\n')
    assert gpw.house_file(path).edits == {}  # what the shipped table says anyway
    house = gpw.house_file(path, own)
    assert house.edits == {"tec": {("forest",): {"shift": "-1"}}}
    (line,) = gpw.rule_diff((), house, own)["text"]
    assert line == "TEC forest: columns of shift -1, not -2"


def test_a_comparison_has_the_own_copy_as_an_arm(bloody: OwnCopy) -> None:
    arms = study.compare({"shipped": {}, "own": {"overlay": bloody}}, "red-square", games=1, seed=3, workers=1).arms
    assert arms["own"].attrs["overlay"] == str(bloody.folder)
    assert "overlay" not in arms["shipped"].attrs


def test_tables_that_change_while_games_are_played_end_the_simulation(bloody: OwnCopy) -> None:
    row = bloody.rows("cups")[0]
    with pytest.raises(DataError, match="the tables have changed since the simulation began") as told:
        played(workers=1, overlay=bloody, progress=lambda _: bloody.remove("cups", (row["cup"], row["unit_id"])))
    assert len(told.value.done) == 1  # type: ignore[attr-defined]


def test_an_unsound_copy_is_refused_before_any_game(own: OwnCopy) -> None:
    own.set("hexes", "B1407", "terrain", "sea")
    with pytest.raises(DataError, match="B1407 is under water"):
        study.simulate("barbarossa", games=1, overlay=own)


def test_the_command_line_takes_the_own_copy(own: OwnCopy, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    odds = ["odds", "gpw", "--attack", "18", "--defend", "6", "--format", "json"]
    assert main([*odds, "--overlay", str(own.folder)]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["DE"] == "1"
    assert main(odds) == 0
    assert json.loads(capsys.readouterr().out)["results"].get("DE", "0") != "1"
    file = tmp_path / "moves.txt"
    file.write_text("done\n")
    assert main(["play", "gpw", "barbarossa", "--actions", str(file), "--overlay", str(tmp_path / "absent")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    assert main(["play", "gpw", "barbarossa", "--actions", str(file), "--overlay", str(own.folder)]) == 0
    simulate = ["simulate", "sfs", "red-square", "--games", "1", "--workers", "1", "--overlay"]
    assert main([*simulate, str(tmp_path / "absent")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
