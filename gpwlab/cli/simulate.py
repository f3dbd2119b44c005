"""``gpwlab simulate``: play a scenario many times and say who wins how often."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

from gpwlab import InvalidInput
from gpwlab.cli.given import whole

EPILOG = """For example

    gpwlab simulate gpw barbarossa --games 1000 --rules 23.1.1 --bots aggressive,cautious --out games.parquet

plays on every core and keeps what is done when it is interrupted; with --out it goes on where it was left.
Why Hube's Pocket (hube) is not among the games, gpwlab play --help tells.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "simulate",
        help="play a scenario many times",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("game", choices=("gpw", "sfs"))
    command.add_argument("scenario", help="for example barbarossa")
    command.add_argument("--games", type=whole, default=100, help="default: 100")
    command.add_argument("--rules", metavar="ID[,ID]", help="options that are added, or with - taken away")
    command.add_argument("--overlay", metavar="DIR", help="folder with your own tables")
    command.add_argument("--bots", metavar="NAME[,NAME]", default="cautious", help="who plays; default: cautious")
    command.add_argument("--seed", type=whole, default=1, help="of the first game; default: 1")
    command.add_argument("--workers", type=whole, help="processes; default: one a core")
    command.add_argument("--out", metavar="FILE", help="Parquet file of the games")
    command.add_argument("--format", choices=("text", "json", "csv"), default="text", help="json, csv: a game a line")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, telling on stderr how far it is, and print the shares, or a line a game."""
    from gpwlab import study
    from gpwlab.study.onegame import system_with

    if system_with(arguments.scenario) != arguments.game:
        raise InvalidInput(f"{arguments.scenario} is not a scenario of {arguments.game}")
    games = study.simulate(
        arguments.scenario,
        _ids(arguments.rules),
        arguments.games,
        arguments.seed,
        players=[name.strip() for name in arguments.bots.split(",")],
        workers=arguments.workers,
        progress=partial(study.say, file=sys.stderr) if sys.stderr.isatty() else None,
        out=arguments.out,
        overlay=arguments.overlay,
    )
    _print(games, arguments.format)
    return 0


def _ids(rules: str | None) -> list[str] | None:
    return [name.strip() for name in rules.split(",")] if rules else None


def _print(games: Any, form: str) -> None:
    from gpwlab import study

    plain = games.drop(columns=["held", "strengths"])
    if form == "json":
        print(plain.to_json(orient="records", lines=True), end="")
    elif form == "csv":
        print(plain.to_csv(index=False), end="")
    else:
        for row in study.victories(games).itertuples():
            print(f"{row.winner} wins {row.games} of {len(games)}: {row.share:.0%} [{row.low:.0%}, {row.high:.0%}]")
        print(f"length: turn {games['turn'].min()} to {games['turn'].max()}, mean {games['turn'].mean():.1f}")
