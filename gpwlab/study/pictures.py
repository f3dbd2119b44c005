"""Pictures as files: SVG or PNG by the ending of the name."""

from __future__ import annotations

import os
from pathlib import Path

from gpwlab.core import saves
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.plain import png, stand_alone


def save_picture(picture: str, path: str | os.PathLike[str], scale: float = 2.0) -> Path:
    """Write a picture, whole or not at all; returns the path.

    picture: an SVG, as ``game.picture()`` and every chart give it.  The ending names the form, ``.svg`` or ``.png``;
    a PNG has ``scale`` pixels for each that the picture asks for.  InvalidInput for another ending or what is no
    picture, DataError where nothing can be written.
    """
    target = saves.as_path(path)
    if target.suffix == ".svg":
        saves.write_text(target, stand_alone(picture))
    elif target.suffix == ".png":
        saves.write_bytes(target, png(picture, scale))
    else:
        raise InvalidInput(f"a picture is written as .svg or .png, not {target.suffix or str(path)!r}")
    return target
