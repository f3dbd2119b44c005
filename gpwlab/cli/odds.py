"""``gpwlab odds``: the exact odds of one battle, without a map."""

from __future__ import annotations

import argparse
import json
from typing import Any

from gpwlab import InvalidInput
from gpwlab.cli.given import numbers, whole
from gpwlab.core.game import folder
from gpwlab.gpw.charts import Charts, read_charts
from gpwlab.gpw.preview import Calculation, quick_odds
from gpwlab.gpw.worlds import shipped


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "odds",
        help="exact odds of one battle",
        description="The column of one battle and the exact chance of each result. Without a map it knows neither "
        "supply nor the strait, nor what a result would cost: that depends on the ground and the units around.",
        epilog="Example: gpwlab odds gpw --attack 6,8,14 --defend 6 --terrain forest --river all",
    )
    command.add_argument("game", choices=("gpw",))
    command.add_argument("--attack", required=True, type=numbers, metavar="N,N,...", help="printed attack strengths")
    command.add_argument("--defend", required=True, type=whole, metavar="N", help="printed defence strength")
    command.add_argument(
        "--terrain",
        type=_names,
        default=["clear"],
        metavar="NAME,...",
        help="what the defender's hex holds, as the terrain chart names it: forest, or clear,major_city",
    )
    command.add_argument("--river", choices=("none", "all"), default="none", help="all attack across a river")
    command.add_argument("--turn", type=whole, help="of the campaign; decides the winter, and the weather if not given")
    command.add_argument("--weather", choices=("clear", "mud", "snow"), help="default: that of the turn, else clear")
    command.add_argument("--side", choices=("Axis", "Soviet"), default="Axis", help="that attacks; default: Axis")
    command.add_argument("--overlay", metavar="DIR", help="folder with your own tables")
    command.add_argument("--format", choices=("text", "json"), default="text")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print how the column comes about, and the chance of each result."""
    charts = read_charts(shipped(folder(arguments.overlay)))
    marked, winter = _season(charts, arguments.turn)
    weather = marked if arguments.weather is None else arguments.weather.removeprefix("clear")
    battle = quick_odds(
        charts,
        arguments.attack,
        arguments.defend,
        terrain=arguments.terrain,
        river=arguments.river,
        weather=weather,
        side=arguments.side,
        winter=winter,
    )
    print(json.dumps(_plain(battle), indent=1) if arguments.format == "json" else _text(battle))
    return 0


def _season(charts: Charts, turn: int | None) -> tuple[str, str]:
    """The weather mark and the winter of a turn."""
    if turn is None:
        return "", ""
    if turn not in charts.turns:
        raise InvalidInput(f"there is no turn {turn}: turns go from {min(charts.turns)} to {max(charts.turns)}")
    box = charts.turns[turn]
    return box.weather, box.winter


def _names(text: str) -> list[str]:
    return text.split(",")


def _plain(battle: Calculation) -> dict[str, Any]:
    """The battle in JSON's types; chances are fractions as text, so that nothing is rounded."""
    return {
        "possible": battle.possible,
        "ratio": battle.ratio,
        "column": None if battle.column is None else f"{battle.column}:1",
        "reasons": [{"rule": reason.rule, "text": reason.text} for reason in battle.reasons],
        "results": {result: str(chance) for result, chance in battle.results.items()},
    }


def _text(battle: Calculation) -> str:
    results = (f"{result:4} {chance!s:>4}  {float(chance):6.1%}" for result, chance in battle.results.items())
    return "\n".join([*map(str, battle.reasons), *results])
