"""Names on the map: of the areas with their codes, of the river, its islands and the villages."""

from __future__ import annotations

from collections.abc import Iterator

from gpwlab.core.svg.build import SERIF, Attrs, label, num
from gpwlab.sfs.picture.sheet import Sheet

#: Sizes of area names by kind: the city is set closer.
_NAME_SIZE = {"steppe": 42.0, "rear": 42.0, "east_bank": 42.0, "salient": 29.0, "city": 31.0}


def name_width(name: str, kind: str) -> float:
    """How wide the name of an area is drawn, whatever faces the page has."""
    return (0.56 * len(name) + 0.6) * _NAME_SIZE[kind]


def names(sheet: Sheet) -> str:
    """Names of the areas with their codes, of the river, its islands and villages."""
    p = sheet.palette
    out = list(_small_names(sheet))
    for area in sheet.board.areas:
        x, y = sheet.name_at[area.index]
        style: Attrs = {
            "font_size": _NAME_SIZE[area.kind], "font_weight": "bold", "text_anchor": "middle",
            "font_variant": "small-caps", "textLength": round(name_width(area.name, area.kind)),
        }  # fmt: skip
        out.append(label(area.name, x, y, fill="none", stroke=p.halo, stroke_width=9, stroke_opacity=0.85,
                         stroke_linejoin="round", **style))  # fmt: skip
        out.append(label(area.name, x, y, fill=p.ink, **style))
        right = x + name_width(area.name, area.kind) / 2 + 8
        out.append(label(area.code, right, y, font_size=19, font_weight="bold", fill=p.soft, stroke=p.halo,
                         stroke_width=4, paint_order="stroke"))  # fmt: skip
    return "".join(out)


#: Names that follow the land: text, x, y, size, turn in degrees, colour of the palette.
_WATERS: tuple[tuple[str, float, float, float, float], ...] = (
    ("V  o  l  g  a", 640, 1600, 62, -3),
    ("V  o  l  g  a", 2080, 1604, 62, 2),
)


def _small_names(sheet: Sheet) -> Iterator[str]:
    p = sheet.palette
    for text, x, y, size, turn in _WATERS:
        where = f"rotate({turn} {num(x)} {num(y)})"
        yield label(
            text, x, y, font_size=size, font_style="italic", fill=p.water_name, opacity=0.8, font_family=SERIF,
            transform=where,
        )  # fmt: skip
    for island in sheet.of("island"):
        if island.name:
            xs, ys = [x for x, _ in island.line], [y for _, y in island.line]
            x, y = (max(min(xs), 0) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 6
            yield label(island.name, x, y, font_size=21, font_style="italic", text_anchor="middle", fill=p.soft)
    for village in sheet.of("houses", "blocks"):
        if village.name:
            x = sum(x for x, _ in village.line) / 4
            y = max(y for _, y in village.line) + 20
            yield label(village.name, x, y, font_size=18, text_anchor="middle", fill=p.soft)
