"""A position as a module for VASSAL, which moves counters of any game on a screen but knows no rules."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from platform import python_version
from typing import Any

from gpwlab.core import saves
from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import Game
from gpwlab.study.exports import about
from gpwlab.study.players.base import system_of


def vassal_module(game: Any, path: str | os.PathLike[str]) -> Path:
    """Write a game as it stands as a VASSAL module (``.vmod``), whole or not at all; returns the path.

    The module has our map as its board with the hexes or areas by their names, each unit as a piece with a face a
    step where it stands, boxes for what is off the map, the sides, a die and the turns from the present one on.  It
    tells everything, also what the sides hide from each other.
    InvalidInput for another ending, for a side's view and without pywargame, which the extra ``gpwlab[vassal]`` brings;
    DataError where nothing can be written.
    """
    target = saves.as_path(path)
    if target.suffix != ".vmod":
        raise InvalidInput(f"a VASSAL module is written as .vmod, not {target.suffix or str(path)!r}")
    if not isinstance(game, Game):
        raise InvalidInput(f"a module tells everything, so that it is made of a game, not of a {type(game).__name__}")
    _needs_pywargame()
    from gpwlab.study.vassal.module import packed

    plan = import_module(f"gpwlab.study.vassal.{system_of(game)}").plan(game)
    saves.write_bytes(target, packed(plan, about(game)))
    return target


def _needs_pywargame() -> None:
    """InvalidInput says how pywargame is installed where it cannot be used."""
    try:
        import_module("pywargame.vassal")
    except (ImportError, SyntaxError) as error:  # its code needs Python 3.12, whatever its metadata say
        raise InvalidInput(
            f"a VASSAL module is written with pywargame, which cannot be used here ({error}). "
            f'With Python 3.12 or later, and this is {python_version()}: pip install "gpwlab[vassal]"'
        ) from None
