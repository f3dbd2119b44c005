"""Which face a counter shows: the colours of each nation (gpw 2.3.3) and the numbers of the side that is up."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core.svg.nato import Face
from gpwlab.gpw.units import Unit

_GREEN, _BLACK, _RED = "#8da878", "#1b1b1b", "#c23a2e"
_BRIGHT_RED = "#d24b3f"  # black print needs a lighter red than white print
_INK, _WHITE, _YELLOW = "#111111", "#ffffff", "#ffe45c"
_BLUE_BOX, _GREY_BOX, _VIOLET_BOX = "#8fb4d8", "#c9c9c9", "#c4a6d0"  # units of variants (gpw 23.3.1)
_BROWN_BOX, _YELLOW_BOX, _RED_BOX, _GREEN_BOX = "#b98552", "#f0d860", "#d4584a", "#8fae7b"

#: nation: field, ink, type box, ink of the type box
COLOURS: dict[str, tuple[str, str, str, str]] = {
    "German": (_GREEN, _INK, "#a9bf97", _INK),
    "German SS": (_BLACK, _WHITE, _BLACK, _WHITE),
    "Italian": (_GREEN, _INK, _YELLOW_BOX, _INK),
    "Romanian": (_GREEN, _INK, _BROWN_BOX, _INK),
    "Hungarian": (_GREEN, _INK, _RED_BOX, _INK),
    "Slovak": (_GREEN, _INK, _WHITE, _INK),
    "Ukrainian": (_GREEN, _INK, _BLUE_BOX, _INK),
    "Spanish": (_GREEN, _INK, _VIOLET_BOX, _INK),
    "Russian volunteers": (_GREEN, _INK, _GREY_BOX, _INK),
    "Soviet": (_RED, _WHITE, _RED, _WHITE),
    "Soviet Guards": (_RED, _YELLOW, _RED, _YELLOW),
    "Polish": (_BRIGHT_RED, _INK, _BRIGHT_RED, _INK),
    "Bulgarian": (_BRIGHT_RED, _INK, _GREEN_BOX, _INK),
    "Soviet-allied Romanian": (_BRIGHT_RED, _INK, _BROWN_BOX, _INK),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A counter on the map: the unit, its hex (index), steps left and the marks that it carries."""

    unit: Unit
    hex: int
    steps: int
    moved: bool = False
    supplied: bool = True


def strengths(unit: Unit, steps: int) -> tuple[str, ...]:
    """The printed numbers: 8-6, or 2-4-4 where attack and defence differ; a partisan's MA, a leader's radius.

    An aircraft has its column shift, in brackets where it flies no interception, and its range (gpw 2.3.2.6).
    """
    if unit.air_range:
        return (str(unit.air_shift) if unit.intercepts else f"({unit.air_shift})", str(unit.air_range))
    attack, defence, ma = unit.attack[steps - 1], unit.defence[steps - 1], unit.ma[steps - 1]
    if unit.kind == "PAR":
        return (str(ma),)
    if unit.radius:  # a leader has a command radius and nothing else
        return (str(unit.radius),)
    return (str(attack), str(ma)) if attack == defence else (str(attack), str(defence), str(ma))


def face(standing: Standing) -> Face:
    """The face of a counter as it stands."""
    unit = standing.unit
    field, ink, box, box_ink = COLOURS[unit.nation]
    return Face(
        field=field,
        ink=ink,
        box=box,
        box_ink=box_ink,
        kind=unit.kind,
        size=unit.size,
        label=unit.label,
        strengths=strengths(unit, standing.steps),
        circled=unit.mobile,
        reduced=standing.steps < unit.steps,
        out_of_supply=not standing.supplied,
        moved=standing.moved,
        title=f"{unit.id}: {unit.formation}",
    )
