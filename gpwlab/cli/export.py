"""``gpwlab export``: what a save holds, as files to keep and hand on."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gpwlab import InvalidInput
from gpwlab.core import saves

EPILOG = """For example

    gpwlab export my-game.gpw.json --report war.html --log log.parquet --oob forces.xlsx --map map.png

writes the game as it stands in the save.  The ending of a name tells the form: .csv, .xlsx or .parquet for a table,
.svg or .png for the map, .vmod for a VASSAL module.
"""


_TABLES = (".csv", ".xlsx", ".parquet")
#: What may be asked for, and in which forms.
_ENDINGS = {
    "report": (".html", ".htm"),
    "log": _TABLES,
    "oob": _TABLES,
    "geojson": (".geojson", ".json"),
    "map": (".svg", ".png"),
    "vassal": (".vmod",),
}
#: What tells everything, also what the sides hide from each other.
_OPEN = {"report": "a report", "vassal": "a VASSAL module"}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "export",
        help="a save as report, tables and maps",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("save", metavar="SAVE", type=Path, help="a save of any of the three games")
    command.add_argument("--report", metavar="FILE", type=Path, help="after-action report, one HTML file")
    command.add_argument("--log", metavar="FILE", type=Path, help="every event: .csv, .xlsx or .parquet")
    command.add_argument("--oob", metavar="FILE", type=Path, help="order of battle now: .csv, .xlsx or .parquet")
    command.add_argument("--geojson", metavar="FILE", type=Path, help="the map on the real earth")
    command.add_argument("--map", metavar="FILE", type=Path, help="the map as a picture: .svg or .png")
    command.add_argument("--vassal", metavar="FILE", type=Path, help="a VASSAL module: .vmod (needs gpwlab[vassal])")
    command.add_argument("--side", default="", help="tables and maps as this side sees them; default: everything")
    command.add_argument("--overlay", metavar="DIR", type=Path, help="your own tables, with which the game was played")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for and name each file; nothing is written where a name has another ending."""
    makers = _makers()
    asked = {name: getattr(arguments, name) for name in makers if getattr(arguments, name) is not None}
    if not asked:
        raise InvalidInput(f"nothing to write: name a file with {', '.join(f'--{name}' for name in makers)}")
    for name, path in asked.items():
        if path.suffix not in _ENDINGS[name]:
            raise InvalidInput(f"--{name} writes {', '.join(_ENDINGS[name])}, not {path.suffix or str(path)!r}")
    _check_apart(arguments.save, asked)
    game = load(arguments.save, arguments.overlay)
    seen = game.view(arguments.side) if arguments.side else game
    for name in (name for name in _OPEN if arguments.side and name in asked):
        raise InvalidInput(f"{_OPEN[name]} tells everything: leave out --side, or --{name}")
    for done, (name, path) in enumerate(asked.items()):
        if sys.stderr.isatty():  # a report of a campaign and a map of pixels take seconds
            print(f"{done} of {len(asked)} files; writing {path} ...", file=sys.stderr)
        makers[name](game, seen, path)
        print(path)
    return 0


def _check_apart(save: Path, asked: Mapping[str, Path]) -> None:
    """InvalidInput where a file would take the place of the save, or of another one that is asked for."""
    taken = {os.path.realpath(save): "the save itself"}
    for name, path in asked.items():
        real = os.path.realpath(path)
        if real in taken:
            raise InvalidInput(f"--{name} {path} is {taken[real]}: give it a name of its own")
        taken[real] = f"also the file of --{name}"


def load(path: Path, overlay: Path | None = None) -> Any:
    """The game in a save of any system; DataError for what is no save."""
    from gpwlab import gpw, hube, sfs

    systems: dict[object, Any] = {"gpw": gpw, "hube": hube, "sfs": sfs}
    system = saves.read(path).get("game")
    if system not in systems:
        raise InvalidInput(f"{path} is a save of {system!r}; there is {', '.join(map(str, systems))}")
    return systems[system].load(path, overlay=overlay)


def _makers() -> dict[str, Callable[[Any, Any, Path], object]]:
    """How each kind of file is written, of the game and of what a side sees of it."""
    from gpwlab import study

    return {
        "report": lambda game, _seen, path: study.report(game, path),
        "log": lambda _game, seen, path: study.export(seen.log, path, seen),
        "oob": lambda _game, seen, path: study.export(_forces(seen, path), path, seen),
        "geojson": lambda game, seen, path: study.map_geojson(game, path, getattr(seen, "side", "")),
        "map": lambda _game, seen, path: study.save_picture(seen.picture(), path),
        "vassal": lambda game, _seen, path: study.vassal_module(game, path),
    }


def _forces(seen: Any, path: Path) -> Any:
    """The order of battle, in a workbook with its sums."""
    from gpwlab.study.forces import workbook

    sheets = workbook(seen)
    return sheets if path.suffix == ".xlsx" else sheets["units"]
