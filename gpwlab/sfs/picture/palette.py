"""Colours of the map: paper for a light page, lamp for a dark one.  Every colour has a sign beside it on the map."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpwlab.core.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Palette:
    """One look of the map; each field is #rrggbb."""

    water: str
    deep: str
    flow: str
    bank: str
    ice: str
    steppe: str
    grass: str
    rear: str
    east: str
    island: str
    sand: str
    wood: str
    crowns: str
    rough: str
    hachures: str
    urban: str
    blocks: str
    houses: str
    works: str
    stream: str
    gully: str
    rail: str
    road: str
    border: str
    trench: str
    ink: str
    halo: str
    soft: str
    water_name: str
    german: str
    soviet: str
    slot: str
    slot_rim: str
    reach: str
    chosen: str
    target: str
    unsure: str


PAPER = Palette(
    water="#a8cee0",
    deep="#8dbcd4",
    flow="#6fa3c0",
    bank="#3e6f8c",
    ice="#eef6fa",
    steppe="#f3e8c8",
    grass="#c9b481",
    rear="#e4dabd",
    east="#dbe3bf",
    island="#e0e5c0",
    sand="#efdfae",
    wood="#b3c893",
    crowns="#6f8f55",
    rough="#e6d5a8",
    hachures="#9a7b45",
    urban="#ecd6c4",
    blocks="#c08f7b",
    houses="#cda994",
    works="#5b5350",
    stream="#4f8db5",
    gully="#a5824c",
    rail="#33302c",
    road="#b79a62",
    border="#5b4632",
    trench="#6b4a1e",
    ink="#1d1a16",
    halo="#fbf7ea",
    soft="#5d5648",
    water_name="#2c5f7c",
    german="#3d5a3f",
    soviet="#b3201f",
    slot="#fffaf0",
    slot_rim="#3a2c20",
    reach="#ffd63d",
    chosen="#ffb000",
    target="#d4003c",
    unsure="#7b3fa0",
)

LAMP = replace(
    PAPER,
    water="#1f3a4a",
    deep="#19303e",
    flow="#3f6b82",
    bank="#7fb2cf",
    ice="#56707d",
    steppe="#48422f",
    grass="#6d6344",
    rear="#38342a",
    east="#3b452f",
    island="#46503a",
    sand="#7a6c48",
    wood="#2f4027",
    crowns="#5c7a48",
    rough="#51472f",
    hachures="#a98d5c",
    urban="#4d3f38",
    blocks="#8a6153",
    houses="#6f5348",
    works="#b3aaa5",
    stream="#6fb0d6",
    gully="#a08354",
    rail="#d9d2c2",
    road="#8d7a52",
    border="#d6c4a0",
    trench="#e0b874",
    ink="#f3eee0",
    halo="#211f1a",
    soft="#b8ae98",
    water_name="#9fd0ea",
    german="#a9d6a2",
    soviet="#ff8173",
    slot="#2b2721",
    slot_rim="#e6d9bd",
    target="#ff6a92",
    unsure="#e2baff",
)

#: For weak eyes and bad screens: plain grounds far apart in lightness, black lines.
CONTRAST = replace(
    PAPER,
    water="#9cc8e8",
    deep="#9cc8e8",
    flow="#3d7fb0",
    bank="#002f52",
    steppe="#ffffff",
    grass="#b9b9b9",
    rear="#d6d6d6",
    east="#e4f0d0",
    island="#e4f0d0",
    rough="#f3e0a8",
    hachures="#5c3f08",
    urban="#ffd9c8",
    blocks="#9c5a48",
    houses="#b98272",
    works="#222222",
    border="#000000",
    trench="#4d2e00",
    ink="#000000",
    halo="#ffffff",
    soft="#222222",
    water_name="#00284d",
    german="#00460c",
    soviet="#a80000",
    slot="#ffffff",
    slot_rim="#000000",
    unsure="#3d0a5c",
)

DARK_CONTRAST = replace(
    LAMP,
    water="#06283f",
    deep="#06283f",
    flow="#4aa0d8",
    bank="#a8dcff",
    steppe="#121212",
    grass="#555555",
    rear="#3a3a3a",
    east="#16260f",
    island="#16260f",
    rough="#3d3009",
    urban="#3d1d12",
    blocks="#c08a78",
    houses="#8a5f52",
    works="#e8e8e8",
    border="#ffffff",
    trench="#ffd27a",
    ink="#ffffff",
    halo="#000000",
    soft="#e8e8e8",
    german="#b6f59a",
    soviet="#ff9a8d",
    slot="#000000",
    slot_rim="#ffffff",
)

PALETTES = {"paper": PAPER, "lamp": LAMP, "contrast": CONTRAST, "dark-contrast": DARK_CONTRAST}


def palette(name: str) -> Palette:
    """The palette of a theme: ``paper``, ``lamp``, or one of high contrast, ``contrast`` and ``dark-contrast``."""
    try:
        return PALETTES[name]
    except (KeyError, TypeError):
        raise InvalidInput(f"there is no theme {name!r}; there is {', '.join(PALETTES)}") from None
