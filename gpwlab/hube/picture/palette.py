"""Colours of the map: paper for a light page, lamp for a dark one, each dressed in the ground of the turn.

Every colour has a sign beside it on the map.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.colour import mix


@dataclass(frozen=True, slots=True)
class Palette:
    """One look of the map; each field is #rrggbb."""

    land: str
    forest: str
    trees: str
    crowns: str
    woods: str
    thin: str
    swamp: str
    reeds: str
    hills: str
    slopes: str
    rough: str
    hachures: str
    mountain: str
    peak_light: str
    peak_dark: str
    grid: str
    river: str
    bank: str
    ice: str
    rail: str
    road: str
    town: str
    ink: str
    halo: str
    number: str
    river_name: str
    axis: str
    soviet: str
    zone: str
    chosen: str
    reach: str
    unsure: str
    gold: str
    table: str
    snow: str
    mud: str


PAPER = Palette(
    land="#f4efdb",
    forest="#a9c48b",
    trees="#4f7a45",
    crowns="#78a35d",
    woods="#cfdcae",
    thin="#93b473",
    swamp="#bfdcd3",
    reeds="#37848a",
    hills="#ebdfb8",
    slopes="#b0935a",
    rough="#dcc896",
    hachures="#8a6a36",
    mountain="#c8ab85",
    peak_light="#f1e6d0",
    peak_dark="#74563a",
    grid="#6d6350",
    river="#5b9bd0",
    bank="#2a629b",
    ice="#d8ebf5",
    rail="#2c2926",
    road="#b4452f",
    town="#cf6f5d",
    ink="#1d1a16",
    halo="#fbf7ea",
    number="#7a715f",
    river_name="#24587f",
    axis="#35622a",
    soviet="#b3201f",
    zone="#7a3fb0",
    chosen="#ffb000",
    reach="#ffd63d",
    unsure="#7b3fa0",
    gold="#f2c53d",
    table="#39434a",
    snow="#f5f9fc",
    mud="#c3a06c",
)

LAMP = replace(
    PAPER,
    land="#4a463a",
    forest="#33452b",
    trees="#1d2e1a",
    crowns="#547547",
    woods="#454c33",
    thin="#6d8a55",
    swamp="#35494a",
    reeds="#6fb0b4",
    hills="#544c36",
    slopes="#a5905f",
    rough="#544a30",
    hachures="#b5986a",
    mountain="#5d4b38",
    peak_light="#a38d6e",
    peak_dark="#2a2018",
    grid="#c9bfa6",
    river="#4f8fc8",
    bank="#16344f",
    ice="#9fc0d4",
    rail="#ddd6c6",
    road="#e08a72",
    town="#96493b",
    ink="#f3eee0",
    halo="#24221d",
    number="#b3aa95",
    river_name="#93c4e4",
    axis="#a6d18f",
    soviet="#ff8173",
    zone="#c79bf0",
    unsure="#efd0ff",
    gold="#d9a91f",
    table="#171b1e",
    snow="#5d6468",
    mud="#4d3a22",
)

#: For weak eyes and bad screens: plain grounds far apart in lightness, black lines.
CONTRAST = replace(
    PAPER,
    land="#ffffff",
    forest="#a4cc88",
    trees="#1f5a14",
    crowns="#5d9a45",
    woods="#dcecc0",
    swamp="#c2ebeb",
    reeds="#00555c",
    hills="#f4e6b8",
    slopes="#7a5a10",
    rough="#e2c882",
    hachures="#5c3f08",
    mountain="#c09b68",
    peak_dark="#3d2406",
    grid="#000000",
    river="#1c6dc8",
    bank="#002f6c",
    ice="#eaf6ff",
    rail="#000000",
    road="#a01800",
    ink="#000000",
    halo="#ffffff",
    number="#222222",
    river_name="#00284d",
    axis="#00540f",
    soviet="#a80000",
    zone="#4b0a86",
    unsure="#3d0a5c",
    snow="#ffffff",
    mud="#f0dcb4",
)

DARK_CONTRAST = replace(
    LAMP,
    land="#141414",
    forest="#1f3d14",
    crowns="#8cc870",
    woods="#25311a",
    thin="#9fd07c",
    swamp="#0d3b3e",
    reeds="#8fe0e6",
    hills="#352c12",
    slopes="#e0c27a",
    rough="#43340f",
    hachures="#e6c078",
    mountain="#6a4c26",
    grid="#ffffff",
    river="#5db4ff",
    bank="#00203f",
    ice="#d6efff",
    rail="#ffffff",
    road="#ff9c80",
    ink="#ffffff",
    halo="#000000",
    number="#e8e8e8",
    river_name="#b5e0ff",
    axis="#b6f59a",
    soviet="#ff9a8d",
    zone="#dcb8ff",
    snow="#3a4146",
    mud="#3a2c14",
)

PALETTES = {"paper": PAPER, "lamp": LAMP, "contrast": CONTRAST, "dark-contrast": DARK_CONTRAST}
#: What the ground of a turn lays over the land: snow or mud, and how much of it.
_COVER = {
    "Hard Freeze": ("snow", 0.85),
    "Freeze": ("snow", 0.65),
    "Light Freeze": ("snow", 0.35),
    "Light Thaw": ("mud", 0.12),
    "Thaw": ("mud", 0.22),
    "Mud": ("mud", 0.36),
}
_COVERED = ("land", "woods", "hills", "rough", "forest", "mountain")


def palette(name: str, ground: str = "") -> Palette:
    """The palette of a theme, with the snow or mud of a ground ("" for none); InvalidInput for an unknown theme."""
    try:
        plain = PALETTES[name]
    except (KeyError, TypeError):
        raise InvalidInput(f"there is no theme {name!r}; there is {', '.join(PALETTES)}") from None
    if ground not in _COVER:
        return plain
    cover, share = _COVER[ground]
    colour = getattr(plain, cover)
    lighter = {"forest": 0.45, "mountain": 0.6}
    return replace(plain, **{f: mix(getattr(plain, f), colour, share * lighter.get(f, 1.0)) for f in _COVERED})
