"""Simulation: the same games whatever plays them, kept whatever happens, replayed through the interactive surface."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, __version__, gpw, sfs, study
from gpwlab.study import gamefile, onegame, players, shares, simulation, workers
from tests.study.bots import Cheat, Killer, Lazy

FAST: dict[str, Any] = {"players": ("aggressive", "cautious")}


def same(one: Any, two: Any) -> bool:
    return bool(one.drop(columns="seconds").equals(two.drop(columns="seconds")))


@pytest.fixture(scope="module")
def six() -> Any:
    return study.simulate("red-square", games=6, seed=20, workers=1, **FAST)


def test_a_row_a_game_with_what_came_of_it(six: Any) -> None:
    assert list(six["game"]) == list(range(6))
    assert list(six["seed"]) == list(range(20, 26))
    assert set(six["winner"]) <= {"German", "Soviet", "draw"}
    assert (six["actions"] > 20).all()
    assert six.attrs["scenario"] == "red-square"
    assert six.attrs["players"] == ["aggressive", "cautious"]
    assert six.attrs["gpwlab"] == __version__


def test_a_row_agrees_with_the_game_that_it_tells_of() -> None:
    frame = study.simulate("barbarossa", ["20.2"], games=1, seed=8, workers=1, **FAST)
    game = gpw.new("barbarossa", rules=["20.2"], seed=8)
    players.play_out(game, players.pair(FAST["players"], game, 8))
    row, log = frame.iloc[0], game.log
    assert row["winner"] == game.winner.winner
    assert row["actions"] == game.cursor
    assert row["battles"] == (log["kind"] == "battle").sum()
    units = game.units[game.units["hex"] != ""]
    for side in ("Axis", "Soviet"):
        own = units[(units["side"] == side) & (units["kind"] != "leader")]
        assert row[f"{side.lower()}_strength"] == own["attack"].sum()
    held = shares.holders(frame, row["turn"])
    assert set(held[held["share"] == 1]["place"]) == game.controlled("Axis")


def test_steps_lost_are_those_of_the_log() -> None:
    frame = study.simulate("barbarossa", games=1, seed=3, workers=1, **FAST)
    game = gpw.new("barbarossa", seed=3)
    chosen, lost = players.pair(FAST["players"], game, 3), {"Axis": 0, "Soviet": 0}
    while game.winner is None:
        before = list(game._pos.steps)
        for event in players.step(game, chosen):
            if event.kind == "loss":
                unit, steps, _hex = game.standing(event.unit)
                lost[("Axis", "Soviet")[unit.side]] += before[unit.index] - steps
                before[unit.index] = steps
    assert {"Axis": frame["axis_lost"][0], "Soviet": frame["soviet_lost"][0]} == lost
    assert sum(lost.values()) > 10


def test_the_number_of_workers_changes_nothing(six: Any) -> None:
    assert same(study.simulate("red-square", games=6, seed=20, workers=2, **FAST), six)


def test_a_dask_cluster_changes_nothing(six: Any) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        assert same(study.simulate("red-square", games=6, seed=20, client=client, **FAST), six)
    with pytest.raises(InvalidInput, match="not connected"):
        study.simulate("red-square", games=2, client=client)


def test_a_cluster_that_dies_on_the_way_is_told_and_its_games_are_kept(six: Any) -> None:
    distributed = pytest.importorskip("distributed")
    client = distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None)

    def kill(progress: study.Progress) -> None:
        if progress.done == 2:
            client.shutdown()

    with pytest.raises(InvalidInput, match="Dask cluster") as caught:
        study.simulate("red-square", games=6, seed=20, client=client, progress=kill, **FAST)
    done = caught.value.done  # type: ignore[attr-defined]
    assert len(done) >= 2
    assert set(done["seed"]) <= set(six["seed"])


def test_games_that_a_cluster_drops_are_told_and_the_others_kept(six: Any) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:

        def drop(progress: study.Progress) -> None:
            if progress.done == 2:
                client.cancel([distributed.Future(key, client) for key in client.futures])

        with pytest.raises(InvalidInput, match="Dask cluster could not go on: FutureCancelledError") as caught:
            study.simulate("red-square", games=6, seed=20, client=client, progress=drop, **FAST)
        again = study.simulate("red-square", games=6, seed=20, client=client, **FAST)
    assert 2 <= len(caught.value.done) < 6  # type: ignore[attr-defined]
    assert same(again, six)


def test_fifty_simulated_games_replay_event_by_event() -> None:
    """What the players did is done again through ``do`` of a fresh game, and causes the same events."""
    for seed in range(50):
        slug, module = (("red-square", sfs), ("barbarossa", gpw))[seed % 10 == 0]
        game: Any = module.new(slug, seed=seed)
        players.play_out(game, players.pair(("aggressive", "cautious"), game, seed))
        again: Any = module.new(slug, seed=seed)
        for entry in game._journal.kept:
            assert list(again.do(str(entry.action))) == list(entry.events)
        assert again.position == game.position


# -- nothing is lost ------------------------------------------------------------------------------------------------


def test_a_killed_worker_loses_nothing(tmp_path: Path, six: Any) -> None:
    mark = tmp_path / "killed"
    frame = study.simulate(
        "red-square", games=6, seed=20, workers=2, players=(Killer(str(mark), "aggressive"), "cautious")
    )
    assert mark.exists()
    assert same(frame, six)


def test_workers_that_always_die_are_given_up() -> None:
    with pytest.raises(InvalidInput, match="died 3 times"):
        study.simulate("red-square", games=2, seed=20, workers=2, players=(Killer("", "aggressive"), "cautious"))


def test_cancelling_keeps_what_is_done(six: Any) -> None:
    told: list[study.Progress] = []

    def stop(progress: study.Progress) -> bool:
        told.append(progress)
        return progress.done < 3

    frame = study.simulate("red-square", games=6, seed=20, workers=1, progress=stop, **FAST)
    assert same(frame, six.head(3))
    assert [progress.done for progress in told] == [1, 2, 3]
    assert told[0].left is not None
    assert str(told[-1]).startswith("3 of 6 games in 0 s, ") or "left" in str(told[-1])


def test_an_interrupt_keeps_what_is_done() -> None:
    def interrupt(progress: study.Progress) -> None:
        if progress.done == 2:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        frame = study.simulate("red-square", games=30, seed=20, workers=1, progress=interrupt, **FAST)
    finally:
        signal.signal(signal.SIGINT, before)
    assert 2 <= len(frame) < 30


def test_a_file_tells_what_was_simulated_and_is_gone_on_with(tmp_path: Path, six: Any) -> None:
    out = tmp_path / "games.parquet"
    study.simulate("red-square", games=4, seed=20, workers=1, out=out, **FAST)
    head = pyarrow.parquet.read_metadata(out).metadata
    assert b'"scenario": "red-square"' in head[b"gpwlab"]
    assert b"fog-of-war" not in head[b"gpwlab"]
    assert f'"gpwlab": "{__version__}"'.encode() in head[b"gpwlab"]
    told: list[int] = []
    frame = study.simulate(
        "red-square", games=6, seed=20, workers=1, out=out, progress=lambda p: told.append(p.done), **FAST
    )
    assert told == [5, 6]
    assert same(frame, six)
    assert same(study.read_games(out), six)


def test_a_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    study.simulate("red-square", games=1, seed=20, workers=1, out=out, **FAST)
    before = out.read_bytes()
    with pytest.raises(InvalidInput, match="seed 20, not 21"):
        study.simulate("red-square", games=1, seed=21, workers=1, out=out, **FAST)
    assert out.read_bytes() == before
    out.write_text("not games")
    with pytest.raises(DataError, match="no Parquet file"):
        study.simulate("red-square", games=1, seed=20, workers=1, out=out, **FAST)


def test_a_full_disk_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, six: Any) -> None:
    def full(games: Any, path: Any) -> None:
        raise DataError("the file cannot be written: No space left on device", str(path))

    monkeypatch.setattr(gamefile, "write", full)
    with pytest.raises(simulation.Stopped, match="No space left") as caught:
        study.simulate("red-square", games=6, seed=20, workers=1, out=tmp_path / "x.parquet", **FAST)
    assert same(caught.value.done, six)


def test_a_real_full_device_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    frame = study.simulate("red-square", games=1, seed=20, workers=1, **FAST)
    with pytest.raises(DataError, match="cannot be written"):
        gamefile.write(frame, "/dev/full/games.parquet")


@pytest.mark.parametrize("count", [1, 2])
def test_a_player_that_cheats_is_named_and_the_games_before_are_kept(count: int) -> None:
    with pytest.raises(IllegalAction, match="'cheat' named") as caught:
        study.simulate("red-square", games=5, seed=20, workers=count, players=(Cheat(22), "cautious"))
    assert {20, 21} >= set(caught.value.done["seed"]) or count == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least one game, not 0"),
        ({"games": 2.5}, "2.5"),
        ({"seed": "x"}, "'x'"),
        ({"scenario": "waterloo"}, "waterloo"),
        ({"rules": ["99.9"]}, "99.9"),
        ({"players": "napoleon"}, "napoleon"),
        ({"workers": 0}, "at least one worker"),
        ({"client": object()}, "not connected"),
    ],
)
def test_bad_input_is_named(wrong: dict[str, Any], message: str) -> None:
    given = {"scenario": "barbarossa", "games": 1, **wrong}
    with pytest.raises(InvalidInput, match=message):
        study.simulate(given.pop("scenario"), given.pop("rules", None), **given)


def test_rules_that_cannot_travel_are_told() -> None:
    job = onegame.Job("barbarossa", None, ("random", "random"), {"x": (n for n in ())})  # type: ignore[dict-item]
    with pytest.raises(InvalidInput, match="cannot be sent"):
        workers.pack(job)


def test_players_of_one_s_own_travel_to_workers() -> None:
    frame = study.simulate("red-square", games=2, seed=1, workers=2, players=lambda seed: Lazy(seed))
    assert (frame["battles"] == 0).all()


def test_house_rules_of_a_cell_travel_to_workers() -> None:
    slow = 3

    def crawl(pos: Any, unit: int, mp: int) -> int:
        return min(mp, slow)

    house = gpw.house("Crawl", hooks={"allowance": crawl})
    two = study.simulate("barbarossa", house, games=2, seed=4, workers=2, **FAST)
    assert same(two, study.simulate("barbarossa", house, games=2, seed=4, workers=1, **FAST))
    assert two.attrs["house"] == "Crawl"
    assert two.attrs["tables"]
    printed = study.simulate("barbarossa", games=2, seed=4, workers=1, **FAST)
    assert printed.attrs["tables"] == ""
    assert shares.holders(two, 5)["share"].sum() < shares.holders(printed, 5)["share"].sum()


# -- shares ---------------------------------------------------------------------------------------------------------


def test_shares_of_holders_by_hand() -> None:
    """Three games: one held, one lost after a turn, one that ended early and counts as it ended."""
    places = gpw.new("barbarossa").board.ids
    size = (len(places) + 7) // 8

    def turns(*held: bool) -> bytes:
        return b"".join((b"\x80" if on else b"\x00") + bytes(size - 1) for on in held)

    rows = [
        {"held": turns(True, True), "turns": 2},
        {"held": turns(True, False), "turns": 2},
        {"held": turns(True), "turns": 1},
    ]
    frame = gamefile.frame(rows, {"scenario": "barbarossa", "system": "gpw", "first_turn": 1})
    assert shares.turns(frame) == [1, 2]
    first, second = (shares.holders(frame, turn) for turn in (1, 2))
    assert first["share"][0] == 1
    assert second["share"][0] == pytest.approx(2 / 3)
    assert first["share"][1:].sum() == 0
    with pytest.raises(InvalidInput, match="turn 3"):
        shares.holders(frame, 3)


def test_strength_bands_count_games_still_on() -> None:
    rows = [
        {"strengths": np.array([(10, 1), (30, 1)], dtype=np.int16).tobytes(), "turns": 2},
        {"strengths": np.array([(20, 3)], dtype=np.int16).tobytes(), "turns": 1},
    ]
    bands = shares.strength_bands(gamefile.frame(rows, {"system": "gpw", "first_turn": 4}))
    axis = bands[bands["side"] == "Axis"].set_index("turn")
    assert axis.loc[4, "p50"] == 15
    assert axis.loc[5, "p50"] == 30
    assert list(axis["games"]) == [2, 1]


def test_a_file_that_nobody_could_write_is_refused_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpwlab.study.simulation._plays", lambda *_: pytest.fail("a game was played"))
    for out in (tmp_path / "absent" / "games.parquet", tmp_path):
        with pytest.raises(InvalidInput, match="cannot be written"):
            study.simulate("red-square", games=1, seed=1, workers=1, out=out)
    monkeypatch.setattr("gpwlab.study.simulation.access", lambda *_: False)
    with pytest.raises(InvalidInput, match="read-only"):
        study.simulate("red-square", games=1, seed=1, workers=1, out=tmp_path / "games.parquet")
