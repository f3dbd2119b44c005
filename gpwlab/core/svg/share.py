"""Many pictures of one map on one page: what they have in common is drawn once, and used by each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gpwlab.core.svg.build import el, num, uid
from gpwlab.core.svg.frame import Frame

_SVG = "{http://www.w3.org/2000/svg}"
#: Shorter pieces than this are not worth a reference.
_LEAST = 90
#: What is drawn only where its id is named; ids come of the content.
_REFERRED = ("clipPath", "pattern", "mask", "marker", "filter", "linearGradient", "radialGradient")


class Shared:
    """Pictures of :mod:`gpwlab.core.svg.frame` taken apart.

    ``defs`` is markup that an SVG of the page must hold once, after all pictures have been made.
    """

    def __init__(self, pictures: Sequence[str]) -> None:
        self._drawn = [ElementTree.fromstring(picture) for picture in pictures]
        self._texts: dict[Element, str] = {}
        self._seen: Counter[str] = Counter()
        self._made: dict[str, str] = {}
        for picture in self._drawn:
            self._count(picture)

    def picture(self, number: int, window: Frame | None = None, label: str = "") -> str:
        """One of the pictures as an SVG that refers to ``defs``, cut to a window, without the bar above its map."""
        whole = self._drawn[number]
        shown = window or frame_of(whole)
        body = "".join(self._emit(child) for child in whole if child.tag != f"{_SVG}title")
        size = f'viewBox="{" ".join(map(num, shown.view))}" width="{num(shown.width)}" height="{num(shown.height)}"'
        name = f'role="img" aria-label="{escape(label)}" font-family="{escape(whole.get("font-family", ""))}"'
        return f"<svg {size} {name}>{body}</svg>"

    def frame(self, number: int) -> Frame:
        """The window of a picture's map."""
        return frame_of(self._drawn[number])

    @property
    def defs(self) -> str:
        """What the pictures that have been made refer to."""
        return f"<defs>{''.join(self._made.values())}</defs>"

    # -- taking apart --------------------------------------------------------------------------------------------

    def _count(self, element: Element) -> None:
        """How often each piece is drawn; what a group holds is a piece of its own, for counters move."""
        for text in {self._text(element), *([self._inner(element)] if _is_group(element) else [])}:
            self._seen[text] += 1
        for child in element:
            self._count(child)

    def _text(self, element: Element) -> str:
        """An element as markup, always the same for the same content; kept, for it is asked for often."""
        if element not in self._texts:
            self._texts[element] = _tagged(element, self._inner(element))
        return self._texts[element]

    def _inner(self, element: Element) -> str:
        return escape(element.text or "", quote=False) + "".join(map(self._text, element))

    # -- putting together ----------------------------------------------------------------------------------------

    def _emit(self, element: Element) -> str:
        text = self._text(element)
        if element.tag == f"{_SVG}defs":
            return "".join(map(self._emit, element))
        if element.tag.removeprefix(_SVG) in _REFERRED:  # as it is: a clip may not refer to a group
            self._made.setdefault(str(element.get("id")), text)
            return ""
        if self._common(text):
            style = element.attrib.pop("style", None)  # a blend acts where the piece is used, not within it
            return self._use(text, lambda: self._whole(element), style)
        if _is_group(element) and self._common(inner := self._inner(element)):
            return _tagged(element, self._use(inner, lambda: self._parts(element)))
        return self._whole(element)

    def _common(self, text: str) -> bool:
        return len(text) >= _LEAST and self._seen[text] > 1

    def _use(self, text: str, make: Callable[[], str], style: str | None = None) -> str:
        """A reference to a piece, which is put down the first time."""
        name = uid(text)
        if name not in self._made:
            self._made[name] = f'<g id="{name}">{make()}</g>'
        return el("use", href=f"#{name}", style=style)

    def _whole(self, element: Element) -> str:
        return _tagged(element, self._parts(element))

    def _parts(self, element: Element) -> str:
        return escape(element.text or "", quote=False) + "".join(map(self._emit, element))


def frame_of(picture: Element) -> Frame:
    """The window of a picture's map: what it is clipped to, else its view box."""
    clip = picture.find(f"{_SVG}defs/{_SVG}clipPath/{_SVG}rect")
    if clip is None:
        return Frame(*map(float, picture.get("viewBox", "").split()))
    return Frame(*(float(clip.get(name, "0")) for name in ("x", "y", "width", "height")))


def _is_group(element: Element) -> bool:
    """Whether an element is a group of several: what a group of one holds is a piece already."""
    return element.tag == f"{_SVG}g" and len(element) > 1


def _tagged(element: Element, body: str) -> str:
    tag = element.tag.removeprefix(_SVG)
    head = tag + "".join(f' {name}="{escape(value)}"' for name, value in element.items())
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"
