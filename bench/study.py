"""Whole games by players and simulation: seconds a game, what a second worker brings, memory of a worker."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from bench.measure import Row, median_ms
from gpwlab import gpw, sfs, study
from gpwlab.study import players

#: A child that plays a campaign and prints the most memory that it had, in KiB.
_WORKER = """
import resource
from gpwlab.study.onegame import Job, play
play(Job("campaign", None, ("cautious", "cautious")), 0, 1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
#: Games for the measure of workers: enough that their start does not count.
GAMES = 60


def rows(runs: int) -> Iterator[Row]:
    """All measurements of games by players."""
    few = max(1, min(3, runs))
    for slug, module, target in (("barbarossa", gpw, 1000), ("campaign", gpw, 15000), ("standard", sfs, 2000)):
        yield _whole(slug, module, target, few)
    yield _workers()
    yield _memory()


def _whole(slug: str, module: Any, target: float, runs: int) -> Row:
    """Games from first to last turn by cautious players, through the ordinary ``do``."""
    seeds = iter(range(1, 1 + runs))
    lengths: list[int] = []

    def game() -> None:
        seed = next(seeds)
        made = module.new(slug, seed=seed)
        players.play_out(made, players.pair("cautious", made, seed))
        lengths.append(made.cursor)

    median = median_ms(game, runs)
    note = f"{min(lengths)} to {max(lengths)} actions"
    return Row(f"{slug} by cautious players", median, target=target, note=note)


def _workers() -> Row:
    """Simulation with two workers against one; both start their processes."""

    def seconds(count: int) -> float:
        start = perf_counter()
        study.simulate("barbarossa", games=GAMES, seed=1, workers=count, players=("aggressive", "cautious"))
        return perf_counter() - start

    one, two = seconds(1), seconds(2)
    return Row(
        f"{GAMES} games of barbarossa, two workers",
        two * 1000,
        reference=one * 1000,
        least_ratio=1.8,
        note="plain: one",
    )


def _memory() -> Row:
    """Not a time: MB of a worker that has played a campaign, in the place of milliseconds."""
    told = subprocess.run([sys.executable, "-c", _WORKER], check=True, capture_output=True, text=True).stdout
    scale = 1 if sys.platform == "darwin" else 1024
    return Row("memory of a worker (MB, not ms)", int(told) * scale / 1e6, target=300)


def tournament(games: int = 20) -> Iterator[str]:
    """Every pair of players of Barbarossa, the Axis first: how often the Axis wins, with its interval."""
    names = [name for name in players.names("gpw") if name != "random"]
    for axis in names:
        for soviet in names:
            frame = study.simulate("barbarossa", games=games, seed=1, players=(axis, soviet))
            row = study.victories(frame).iloc[0]
            yield f"{axis:12}{soviet:12} Axis wins {row['share']:.0%} [{row['low']:.0%}, {row['high']:.0%}]"
