"""A position as GeoJSON (RFC 7946): in degrees on the real earth, for QGIS, geojson.io or any other map."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from gpwlab.core import saves
from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import Game
from gpwlab.study.exports import about
from gpwlab.study.geo.features import Atlas
from gpwlab.study.players.base import system_of


def map_geojson(
    game: Any, path: str | os.PathLike[str] | None = None, side: str = "", layers: Iterable[str] | None = None
) -> dict[str, Any]:
    """The map and what stands on it as one FeatureCollection, in WGS 84 degrees, longitude first.

    Every feature names its ``layer``: hexes (areas in Struggle for Stalingrad) as polygons, hexsides, rails or lines,
    places and units as lines and points; ``layers`` keeps some of them.  Each has ``provenance`` and ``basis`` of the
    row that it comes from; the member ``gpwlab`` says of which game it is and where its grid lies on the earth.
    ``side`` tells only what that side sees.  With ``path`` it is also written there, whole or not at all.
    InvalidInput for an unknown side or layer, DataError where nothing can be written.
    """
    if not isinstance(game, Game):
        raise InvalidInput(f"a map is of a game, and what a side sees of it is asked for with side, not of {game!r}")
    atlas = _atlas(game, side)
    names = tuple(atlas.layers)
    wanted = names if layers is None else tuple(layers) if isinstance(layers, Iterable) else (layers,)
    for name in wanted:
        if name not in names:
            raise InvalidInput(f"there is no layer {name!r} of this map; there is {', '.join(names)}")
    made = {
        "type": "FeatureCollection",
        "gpwlab": {**about(atlas.seen), "side": side, "frame": atlas.frame},
        "features": [feature for name in names if name in wanted for feature in atlas.layers[name]()],
    }
    if path is not None:
        saves.write_text(path, json.dumps(made, separators=(",", ":"), ensure_ascii=False))
    return made


def _atlas(game: Any, side: str) -> Atlas:
    from gpwlab.study.geo import gpw, hube, sfs

    makers: dict[str, type[Atlas]] = {"gpw": gpw.GpwAtlas, "hube": hube.HubeAtlas, "sfs": sfs.SfsAtlas}
    system = system_of(game)
    rows = import_module(f"gpwlab.{system}.worlds").rows(game.rules, game._overlay)
    return makers[system](game.view(side) if side else game, rows)
