"""A picture by itself, away from the page that gave it its colours: as a file of SVG, or of pixels."""

from __future__ import annotations

import re
from functools import cache

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import SANS, el

#: A colour that a page may set, with the one to take where none does.
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")
_HEAD = re.compile(r"<svg\b[^>]*>")
_VIEW = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"')
#: What a page says of the sides, and of plain text, in words of SVG alone.
_STYLE = "<style>.axis,.german{color:#3f6d33}.soviet{color:#b3261a}</style>"
_INK, _PAPER = "#222222", "#ffffff"
#: Faces to take where none of a picture's own is installed, in this order.
_FALLBACKS = ("DejaVu Sans", "Noto Sans", "Segoe UI", "Verdana", "FreeSans", "Cantarell", "Ubuntu")


def stand_alone(svg: str) -> str:
    """An SVG that shows the same on white in any viewer: colours of the page become plain ones, and it says what it is.

    InvalidInput for what is no SVG.
    """
    head = _HEAD.match(svg.lstrip()) if isinstance(svg, str) else None
    if head is None:
        raise InvalidInput("a picture begins with <svg")
    tag = head.group()
    for name, value in (("xmlns", "http://www.w3.org/2000/svg"), ("color", _INK), ("font-family", SANS)):
        if f" {name}=" not in tag:
            tag = f'{tag[:-1]} {name}="{value}">'
    view = _VIEW.search(tag)
    x, y, width, height = view.groups() if view else ("0", "0", "100%", "100%")
    ground = el("rect", x=x, y=y, width=width, height=height, fill=_PAPER)
    body = svg.lstrip()[head.end() :]
    return _VARIABLE.sub(r"\1", f"{tag}{_STYLE}{ground}{body}")


def png(svg: str, scale: float = 2.0) -> bytes:
    """The same as PNG, ``scale`` pixels for each that the picture asks for; no browser is needed.

    InvalidInput for what is no SVG, and where the system has no font to write with.
    """
    from resvg_py import svg_to_bytes

    if not isinstance(scale, int | float) or not 0 < scale <= 8:
        raise InvalidInput(f"a scale is above 0 and at most 8, not {scale!r}")
    try:
        return bytes(svg_to_bytes(svg_string=stand_alone(svg), zoom=scale, sans_serif_family=_face()))
    except ValueError as error:
        raise InvalidInput(f"the picture cannot be painted: {error}") from None


@cache
def _face() -> str:
    """The face for text of no installed face; InvalidInput where there is none, for then text would be left out."""
    from resvg_py import svg_to_bytes

    def painted(text: str, face: str) -> bytes:
        drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" {text}</text></svg>'
        return bytes(svg_to_bytes(svg_string=drawn, sans_serif_family=face))

    empty = painted('font-family="sans-serif">', _FALLBACKS[0])
    for face in ("Arial", *_FALLBACKS):
        if painted('font-family="sans-serif">Mm', face) != empty:
            return face
    raise InvalidInput(f"no font to write with is installed, for instance {_FALLBACKS[0]}; an SVG needs none")
