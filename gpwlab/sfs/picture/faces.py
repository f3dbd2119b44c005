"""Which face a counter shows: the colours of each army, the symbols of sfs 2.2.1.1, Soviet backs (sfs 2.2.2)."""

from __future__ import annotations

from typing import Protocol

from gpwlab.core.svg.nato import Face

_FIELD_GREY, _SS, _RED, _BACK = "#9aa78f", "#1b1b1b", "#b9352c", "#8e2a24"
_INK, _WHITE, _YELLOW = "#111111", "#ffffff", "#ffe45c"

#: Types of the counter table and the symbols that stand for them (sfs 2.2.1.1).
SYMBOLS = {
    "infantry": "INF",
    "armor": "PZ",
    "motorized": "MECH",
    "assault_gun": "AG",
    "engineer": "ENG",
    "flak": "FLAK",
    "leader": "LEADER",
}


class Shown(Protocol):
    """A counter as a reader of the game may see it; of a hidden one only side, type and size are told."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def figure(self) -> str: ...
    @property
    def strength(self) -> int | None: ...
    @property
    def steps(self) -> int | None: ...
    @property
    def reduced(self) -> bool: ...
    @property
    def hidden(self) -> bool: ...
    @property
    def oos(self) -> bool: ...
    @property
    def disrupted(self) -> bool: ...
    @property
    def reserve(self) -> bool: ...
    @property
    def support(self) -> bool: ...


def colours(shown: Shown) -> tuple[str, str]:
    """Field and ink of a counter: field-grey, black for the SS, red; guards have yellow print, backs a darker red."""
    if shown.side == "German":
        return (_SS, _WHITE) if shown.id == "das-reich" else (_FIELD_GREY, _INK)
    if shown.hidden:
        return _BACK, "#f3d9d5"
    return _RED, _YELLOW if "G" in shown.label else _WHITE


def face(shown: Shown) -> Face:
    """The face of a counter as it stands: size above, strength below, id at the right (sfs 2.2.1.A, sfs 2.2.1.B)."""
    field, ink = colours(shown)
    return Face(
        field=field,
        ink=ink,
        box=field,
        box_ink=ink,
        kind=SYMBOLS[shown.type],
        size=shown.size,
        label=shown.label,
        strengths=(shown.figure,),
        reduced=shown.reduced,
        out_of_supply=shown.oos,
        title=shown.id,
        id_right=True,
    )
