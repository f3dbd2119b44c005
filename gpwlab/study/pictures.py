"""Pictures as files: SVG or PNG by the ending of the name."""

from __future__ import annotations

import os
from pathlib import Path

from gpwlab.core import saves
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.plain import png, stand_alone
from gpwlab.study.progress import Parts, Told

#: Painting an SVG of so many letters takes longer than a second, that of a map for instance.
_LONG = 300_000


def save_picture(picture: str, path: str | os.PathLike[str], scale: float = 2.0, progress: Told | None = None) -> Path:
    """Write a picture, whole or not at all; returns the path.

    picture: an SVG, as ``game.picture()`` and every chart give it.  The ending names the form, ``.svg`` or ``.png``;
    a PNG has ``scale`` pixels for each that the picture asks for.  progress: is told when it begins and when it is
    done, as by :func:`gpwlab.study.simulate`; without it a notebook with :mod:`gpwlab.widgets` shows that the PNG of a
    map is being painted.  InvalidInput for another ending or what is no picture, DataError where nothing can be
    written.
    """
    target = saves.as_path(path)
    if target.suffix not in (".svg", ".png"):
        raise InvalidInput(f"a picture is written as .svg or .png, not {target.suffix or str(path)!r}")
    done = Parts(progress, target.name, 1, "pictures", slow=target.suffix == ".png" and len(picture) > _LONG)
    if target.suffix == ".svg":
        saves.write_text(target, stand_alone(picture))
    else:
        saves.write_bytes(target, png(picture, scale))
    done()
    return target
