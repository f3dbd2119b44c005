"""Simulated games as a frame and as a Parquet file that says what was simulated."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpwlab.core import saves
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.study import exports
from gpwlab.study.onegame import Job, places, places_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.board import Board

#: What must agree for two files to hold games of one simulation; the number of games may differ.
SAME = ("gpwlab", "system", "scenario", "rules", "tables", "players", "seed")


def meta(job: Job, games: int, seed: int) -> dict[str, Any]:
    """What a simulation was of: plain values for JSON."""
    from gpwlab import __version__

    game = job.begin(seed)
    return {
        "gpwlab": __version__,
        "system": job.system,
        "scenario": job.scenario,
        "rules": list(game.rules.options),
        "house": str(getattr(game.rules, "name", "")),
        "tables": _fingerprint(game.rules, job.data),
        "players": [
            player if isinstance(player, str) else getattr(player, "__name__", "own") for player in job.players
        ],
        "seed": seed,
        "asked": games,
        "first_turn": game._pos.turn,
        **({"overlay": job.overlay, "places": places_of(game)} if job.overlay else {}),
    }


def _fingerprint(rules: Any, data: str) -> str:
    """A hash of a house variant's tables, edits and hooks, the hooks by what tells them apart, and of the user's own
    tables, by the hash of all tables; "" without any."""
    tables = {name: [dict(row) for row in rows] for name, rows in sorted(dict(rules.tables).items())}
    edits = sorted((name, sorted(map(str, dict(cells).items()))) for name, cells in getattr(rules, "edits", {}).items())
    hooks = sorted(_hook(hook) for hook in getattr(rules, "hooks", ()))
    if not (tables or edits or hooks or data):
        return ""
    text = json.dumps([tables, edits, hooks, *([data] if data else [])], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _hook(hook: Any) -> str:
    """A hook by its name and the hash of its source."""
    return f"{hook.hook} {hook.name} {hook.source}"


def frame(rows: Sequence[dict[str, Any]], about: dict[str, Any]) -> DataFrame:
    """The rows as a frame that carries in ``attrs`` what it is about, and ``games``, the number of its rows."""
    from pandas import DataFrame

    made = DataFrame(list(rows))
    made.attrs.update({**about, "games": len(made)})
    return made


def write(games: DataFrame, path: str | os.PathLike[str]) -> None:
    """Write games to a Parquet file, whole or not at all; DataError where that fails."""
    saves.write_bytes(path, exports.packed(games, ".parquet"))


def read(path: str | os.PathLike[str]) -> DataFrame:
    """The games of a file written by :func:`write`, with their ``attrs``; DataError for any other file."""
    made = exports.read(path)
    if "asked" not in made.attrs:
        raise DataError("a Parquet file, but not of simulated games", str(path))
    return made


def known(path: Path, about: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The games that a file has already; InvalidInput where they are of another simulation, {} without a file."""
    if not path.exists():
        return {}
    found = read(path)
    other = [key for key in SAME if found.attrs.get(key) != about[key]]
    if other:
        key = other[0]
        raise InvalidInput(
            f"{path} has games of another simulation: {key} {found.attrs.get(key)!r}, not {about[key]!r}"
        )
    rows = found.to_dict("records")
    return {int(row["game"]): {str(k): v for k, v in row.items()} for row in rows if row["game"] < about["asked"]}


def ground(games: DataFrame) -> Board:
    """The map of simulated games of The Great Patriotic War, by the user's own tables where they had those.

    DataError where their folder is gone or has another map by now.
    """
    from gpwlab import gpw

    about = games.attrs
    game = gpw.new(about["scenario"], gpw.rules(*about["rules"]), overlay=about.get("overlay"))
    if about.get("places", game.board.ids) != game.board.ids:
        raise DataError("the places of the map have changed since the games were played", str(about["overlay"]))
    return game.board


def hexes(games: DataFrame) -> list[str]:
    """The ids of the hexes or areas that ``held`` speaks of, in order."""
    return list(games.attrs.get("places") or places(games.attrs["scenario"]))
