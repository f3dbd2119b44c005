"""Colours of the map: paper for a light page, lamp for a dark one.  Every colour has a sign beside it on the map."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpwlab.core.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Palette:
    """One look of the map; each field is #rrggbb, but for ``relief``, how often the relief is multiplied in (0-3)."""

    sea: str
    shallow: str
    coast: str
    land: str
    outside: str
    forest: str
    trees: str
    crowns: str
    swamp: str
    reeds: str
    rough: str
    hachures: str
    mountain: str
    peak_light: str
    peak_dark: str
    grid: str
    river: str
    bank: str
    rail: str
    border: str
    town: str
    ink: str
    halo: str
    number: str
    country: str
    sea_name: str
    axis: str
    soviet: str
    reach: str
    chosen: str
    target: str
    unsure: str
    history: str
    table: str
    relief: float


PAPER = Palette(
    sea="#9cc3dc",
    shallow="#c4dfec",
    coast="#3f77a0",
    land="#faf4e3",
    outside="#cbc6b8",
    forest="#bcd09b",
    trees="#5d8550",
    crowns="#86ad69",
    swamp="#c6dccf",
    reeds="#3f8a90",
    rough="#e0cda2",
    hachures="#94733f",
    mountain="#cdb28c",
    peak_light="#f0e4cc",
    peak_dark="#7a5b3c",
    grid="#6d6350",
    river="#5b9bd0",
    bank="#2a629b",
    rail="#33302c",
    border="#a3283a",
    town="#d8897a",
    ink="#1d1a16",
    halo="#fbf7ea",
    number="#5d5648",
    country="#7a4a52",
    sea_name="#2c5f86",
    axis="#35622a",
    soviet="#b3201f",
    reach="#ffd63d",
    chosen="#ffb000",
    target="#d4003c",
    unsure="#7b3fa0",
    history="#4a1f6b",
    table="#39434a",
    relief=0.9,
)

LAMP = replace(
    PAPER,
    sea="#1c3344",
    shallow="#27465a",
    coast="#6da4c8",
    land="#4b473c",
    outside="#2b2a27",
    forest="#3a4a31",
    trees="#22331f",
    crowns="#587a48",
    swamp="#34494a",
    reeds="#6fb0b4",
    rough="#50462f",
    hachures="#a98d5c",
    mountain="#5b4a37",
    peak_light="#a08a6b",
    peak_dark="#2a2018",
    grid="#c9bfa6",
    river="#4f8fc8",
    bank="#173a5c",
    rail="#d9d2c2",
    border="#e0697a",
    town="#8c4a40",
    ink="#f3eee0",
    halo="#24221d",
    number="#b3aa95",
    country="#d9a5ad",
    sea_name="#8fc0e0",
    axis="#a6d18f",
    soviet="#ff8173",
    target="#ff6a92",
    unsure="#efd0ff",
    history="#e3c2ff",
    table="#171b1e",
    relief=3.0,
)

#: For weak eyes and bad screens: no relief, plain grounds far apart in lightness, black lines.
CONTRAST = replace(
    PAPER,
    sea="#8fb8d8",
    shallow="#bcd8ec",
    coast="#0a2f52",
    land="#ffffff",
    outside="#b5b5b5",
    forest="#b4d49a",
    trees="#1f5a14",
    crowns="#5d9a45",
    swamp="#c8ecec",
    reeds="#00555c",
    rough="#ecd9a4",
    hachures="#5c3f08",
    mountain="#c9a97c",
    peak_dark="#3d2406",
    grid="#000000",
    river="#1c6dc8",
    bank="#002f6c",
    rail="#000000",
    border="#8f0020",
    ink="#000000",
    halo="#ffffff",
    number="#222222",
    country="#5a1020",
    sea_name="#00284d",
    axis="#00540f",
    soviet="#a80000",
    unsure="#3d0a5c",
    relief=0.0,
)

DARK_CONTRAST = replace(
    LAMP,
    sea="#06283f",
    shallow="#0d3a58",
    coast="#a8dcff",
    land="#121212",
    outside="#4a4a4a",
    forest="#1f3d14",
    crowns="#8cc870",
    swamp="#0d3b3e",
    rough="#43340f",
    mountain="#6a4c26",
    grid="#ffffff",
    river="#5db4ff",
    bank="#00203f",
    rail="#ffffff",
    ink="#ffffff",
    halo="#000000",
    number="#e8e8e8",
    axis="#b6f59a",
    soviet="#ff9a8d",
    relief=0.0,
)

PALETTES = {"paper": PAPER, "lamp": LAMP, "contrast": CONTRAST, "dark-contrast": DARK_CONTRAST}


def palette(name: str) -> Palette:
    """The palette of a theme: ``paper``, ``lamp``, or one of high contrast, ``contrast`` and ``dark-contrast``."""
    try:
        return PALETTES[name]
    except (KeyError, TypeError):
        raise InvalidInput(f"there is no theme {name!r}; there is {', '.join(PALETTES)}") from None
