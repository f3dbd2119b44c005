"""The command of ``make soak``: every pair of printed variants, then random games of all three systems.

``make soak SOAKARGS="--games 200 --seed 5"`` plays the games of seeds 5 to 204.  What fails is printed with its seed:
``make soak SOAKARGS="--pairs none --games 1 --seed SEED"`` plays that game again and shows where it failed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from tests.gpw.variants import pairs
from tests.soak.jobs import game, pair

GAMES = 10_000
#: So many jobs wait for a worker at once, and so often, in seconds, a line tells how far it is.
AHEAD, TELL = 64, 20.0


def run(what: str, work: Callable[[Any], tuple[str, str]], jobs: list[Any], workers: int) -> int:
    """Do all jobs, telling how far it is; the number of those that failed."""
    counts: dict[str, int] = {}
    failed, began, told = 0, time.monotonic(), 0.0
    for done, (kind, problem) in enumerate(_results(work, jobs, workers), 1):
        counts[kind] = counts.get(kind, 0) + 1
        failed += bool(problem)
        if problem:
            print(f"FAILED {problem}", flush=True)
        spent = time.monotonic() - began
        if done == len(jobs) or spent - told > TELL:
            told, left = spent, (len(jobs) - done) * spent / done
            kinds = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
            print(f"{done} of {len(jobs)} {what} ({kinds}), {failed} failed; "
                  f"{done / spent:.1f} a second, {left / 60:.0f} min left", flush=True)  # fmt: skip
    return failed


def _results(work: Callable[[Any], tuple[str, str]], jobs: list[Any], workers: int) -> Iterator[tuple[str, str]]:
    """What each job gave, as they end."""
    if workers == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for first in range(0, len(jobs), AHEAD * workers):
            for future in as_completed([pool.submit(work, job) for job in jobs[first : first + AHEAD * workers]]):
                yield future.result()


def main(arguments: list[str]) -> int:
    """0 if nothing failed."""
    parser = argparse.ArgumentParser(
        prog="make soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many random games; default: {GAMES}")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; default: 1")
    parser.add_argument("--pairs", default="all", help="all, none, or two variants as A+B; default: all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; default: one a core")
    given = parser.parse_args(arguments)
    known = {"all": pairs.every(), "none": []} | {"+".join(both): [both] for both in pairs.every()}
    if given.pairs not in known:
        parser.error(f"there is no pair of variants {given.pairs}")
    failed = run("pairs of variants", pair, known[given.pairs], given.workers)
    failed += run("games", game, list(range(given.seed, given.seed + given.games)), given.workers)
    print(f"{failed} failed" if failed else "nothing failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
