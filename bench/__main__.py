"""``python -m bench [--runs N] [--no-browser] [--tournament]``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from bench import chromium, engine, hube, plans, sfs, study
from bench.measure import Row, show


def main() -> None:
    """Measure and print; a miss is printed, not an error, since a busy machine makes misses too."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of which the median is shown; default: 20")
    parser.add_argument("--no-browser", action="store_true", help="leave out what is measured in Chromium")
    parser.add_argument("--tournament", action="store_true", help="players against players in place of measurements")
    arguments = parser.parse_args()
    if arguments.tournament:
        for line in study.tournament():
            print(line, flush=True)
        return
    show(_rows(arguments.runs, not arguments.no_browser))


def _rows(runs: int, with_browser: bool) -> Iterator[Row]:
    yield from engine.rows(runs)
    yield from sfs.rows(runs)
    yield from study.rows(runs)
    yield from hube.rows(runs)
    yield from plans.rows(runs)
    if with_browser:
        yield from chromium.rows(runs)


if __name__ == "__main__":
    main()
