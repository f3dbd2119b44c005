"""``gpwlab play``: play a file of actions through the rules, or let players play."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gpwlab import DataError, IllegalAction, InvalidInput, gpw, sfs
from gpwlab.cli.given import whole

EPILOG = """The file has one action a line, in the text form that the log shows; # begins a comment:

    move ax-pz-24 B1210 B1209     # a unit and the hexes entered
    done                          # ends the phase

Play stops at the first action that the rules refuse: its line and every reason go to stderr, the exit status is 1.

    gpwlab play gpw barbarossa --bots cautious,aggressive --seed 7 --format json

lets a player for each side (or one for both) play to the end; the first is the Axis or the Germans.
With --save war.gpw.json the game is kept, and gpwlab export war.gpw.json --report war.html tells it.

Hube's Pocket (hube) is not played here: its movement and combat stand in the rules of its series, which its booklet
does not print.  It is a workbook, in which you record what came of them: gpwlab lab, notebook 40_hube_workbook.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "play",
        help="play a file of actions, or let players play",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("game", choices=("gpw", "sfs"))
    command.add_argument("scenario", help="for example barbarossa")
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--actions", metavar="FILE", help="- reads standard input")
    who = "who plays: random, cautious, aggressive ...; alone: cautious"
    source.add_argument("--bots", metavar="NAME[,NAME]", nargs="?", const="cautious", help=who)
    command.add_argument("--rules", metavar="ID[,ID]", help="options that are added, or with - taken away")
    command.add_argument("--overlay", metavar="DIR", help="folder with your own tables")
    command.add_argument("--seed", type=whole, default=1, help="of the dice; default: 1")
    command.add_argument("--save", metavar="FILE", help="keep the game, for gpwlab export and the lab")
    command.add_argument("--format", choices=("text", "json"), default="text", help="json: one event a line")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what happens; errors name the line of the file.  A game that is refused an action is kept so far."""
    game = begin(arguments.game, arguments.scenario, arguments.rules, arguments.seed, arguments.overlay)
    status = _let_play(game, arguments) if arguments.bots else _play_file(game, arguments)
    if arguments.save:
        game.save(arguments.save)
    return status


def _play_file(game: Any, arguments: argparse.Namespace) -> int:
    """Play the actions of a file and print what happens."""
    source = "<stdin>" if arguments.actions == "-" else arguments.actions
    show = _print_json if arguments.format == "json" else _print_text
    for number, action in _actions(_lines(arguments.actions)):
        try:
            events = game.do(action)
        except IllegalAction as error:
            print(f"{source}:{number}: refused: {action}", *error.reasons, sep="\n    ", file=sys.stderr)
            return 1
        except InvalidInput as error:
            raise InvalidInput(f"{source}:{number}: {error}") from None
        for event in events:
            show(event)
    if arguments.format == "text":
        print(game.phase)
    return 0


def begin(system: str, scenario: str, rules: str | None, seed: int, overlay: str | None = None) -> Any:
    """A new game with the rules and tables of the command line."""
    module: Any = {"gpw": gpw, "sfs": sfs}[system]
    ids = [name.strip() for name in rules.split(",")] if rules else None
    chosen = {} if ids is None else {"rules": ids}
    return module.new(scenario, seed=seed, overlay=overlay, **chosen)


def _let_play(game: Any, arguments: argparse.Namespace) -> int:
    """Play to the end and print what happens; the last line of text says who has won."""
    from gpwlab.study import players

    show = _print_json if arguments.format == "json" else _print_text
    chosen = players.pair([name.strip() for name in arguments.bots.split(",")], game, arguments.seed)

    def watch(events: Iterable[Any]) -> None:
        for event in events:
            show(event)

    players.play_out(game, chosen, watch)
    if arguments.format == "json":
        print(json.dumps({"kind": "winner", "result": game.winner.winner, "text": str(game.winner)}))
    else:
        print(game.winner)
    return 0


def _lines(name: str) -> Iterable[str]:
    if name == "-":
        return sys.stdin
    try:
        return Path(name).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise DataError("no file of actions: it is not UTF-8 text", name) from None


def _actions(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The actions with the numbers of their lines, without comments and blank lines."""
    for number, line in enumerate(lines, start=1):
        action = line.partition("#")[0].strip()
        if action:
            yield number, action


def _print_text(event: Any) -> None:
    print(event)


def _print_json(event: Any) -> None:
    print(json.dumps(asdict(event), default=str))
