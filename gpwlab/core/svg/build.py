"""The little that is needed to write SVG: numbers, elements, and a picture that a notebook shows."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import blake2s
from html import escape

Attr = str | float | int | None
#: Attributes that several elements share.
Attrs = dict[str, Attr]

#: Faces that every desktop has; no font is ever fetched.
SANS = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"
SERIF = "Georgia, Liberation Serif, DejaVu Serif, serif"


def num(value: float) -> str:
    """A coordinate with at most one decimal and no trailing zero."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def el(tag: str, *children: str, **attrs: Attr) -> str:
    """One element; ``stroke_width`` becomes stroke-width, ``class_`` class, an attribute of None is left out.

    Children are markup already; text goes through :func:`html.escape` by the caller or :func:`label`.
    """
    head = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"' for name, value in attrs.items() if value is not None
    )
    body = "".join(children)
    return f"<{tag}{head}>{body}</{tag}>" if body else f"<{tag}{head}/>"


def _value(value: str | float | int) -> str:
    return escape(value) if isinstance(value, str) else format(round(value, 3), "g")


def label(text: str, x: float, y: float, **attrs: Attr) -> str:
    """A text element with its baseline at (x, y)."""
    return el("text", escape(text, quote=False), x=num(x), y=num(y), **attrs)


def points(path: Iterable[tuple[float, float]], close: bool = False) -> str:
    """Path data of straight lines through the points."""
    steps = [f"{num(x)} {num(y)}" for x, y in path]
    return "M" + "L".join(steps) + ("Z" if close else "")


def uid(*parts: object) -> str:
    """A short id that depends on the content only, so that pictures on one page never share one by accident."""
    return "g" + blake2s("\x1f".join(map(str, parts)).encode(), digest_size=5).hexdigest()


def data_uri(svg: str) -> str:
    """The picture as a data URI, for an image overlay: nothing is fetched."""
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode("ascii")


def document(body: str, view: tuple[float, float, float, float], size: tuple[float, float] | None, title: str) -> str:
    """A whole SVG: ``view`` is x, y, width, height in drawing units, ``size`` the width and height in pixels."""
    x, y, width, height = view
    return el(
        "svg",
        el("title", escape(title, quote=False)),
        body,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"{num(x)} {num(y)} {num(width)} {num(height)}",
        width=num(size[0]) if size else None,
        height=num(size[1]) if size else None,
        font_family=SANS,
    )


class Picture(str):
    """An SVG that shows itself in a notebook; ``text`` says the same in words."""

    text: str

    def __new__(cls, svg: str, text: str) -> Picture:
        picture = super().__new__(cls, svg)
        picture.text = text
        return picture

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[type[Picture], tuple[str, str]]:
        return Picture, (str(self), self.text)
