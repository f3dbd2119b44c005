"""The file of a VASSAL module, written with pywargame: buildFile.xml, the module's data, pictures and a help page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO
from math import floor
from typing import Any

from gpwlab.core.svg.build import document, el, label
from gpwlab.core.svg.nato import SIDE, Face
from gpwlab.core.svg.nato import counter as drawn
from gpwlab.core.svg.plain import png
from gpwlab.study.vassal.plan import Counter, Pixel, Plan, Zone, extent

#: Names of the two boards, of their pictures and of the help page.
MAP, BOXES = "Map", "Boxes"
_MAP_PNG, _BOXES_PNG, _HELP = "map.png", "boxes.png", "help/about.html"
#: Boxes in a row, and how each is laid out: width, height, heading; the gap around it.
_IN_A_ROW, _BOX, _HEADING, _GAP = 6, (300, 220), 30, 12
#: How far each counter of a stack stands from the one beneath it, to the right and upwards.
_COMPACT = (3, 5)
#: What parts the fields of a piece, and so may not be in its name.
_PARTS = str.maketrans({";": ",", "/": "-", "\\": "-", "\t": " "})


def packed(plan: Plan, about: Mapping[str, Any]) -> bytes:
    """The module as the bytes of its file; ``about``: what :func:`gpwlab.study.exports.about` says of the game."""
    from pywargame import vassal

    build, held, places = vassal.BuildFile(), BytesIO(), _boxes(plan)
    name = f"{plan.title}: {about['scenario']}"
    told = f"{plan.turns[0]}; reconstructed: {plan.guessed}"
    game = build.addGame(name=name, version=about["gpwlab"], description=told)
    _table(game, plan)
    on_it = _map(game, MAP, _MAP_PNG, plan.size, plan.zones, launch=False)
    beside = _map(game, BOXES, _BOXES_PNG, _size(places), places.values(), launch=True)
    for element, stacks in ((on_it, _on_the_map(plan)), (beside, _beside_it(plan, places))):
        for (place, at), counters in stacks.items():
            _stack(vassal, element, place, at, counters, plan.counter)
    with vassal.VMod(held, "w") as file:
        for path, content in _files(plan, places, about).items():
            file.addFile(path, content)
        file.addFile(vassal.VMod.BUILD_FILE, build.encode())
        file.addFile(vassal.VMod.MODULE_DATA, _data(vassal, name, told, about["gpwlab"]))
    return held.getvalue()


def _table(game: Any, plan: Plan) -> None:
    """What lies on a table besides the map: who plays, a die, the turn, a page about it all."""
    game.addBasicCommandEncoder()
    game.addDocumentation().addHelpFile(title="About this module", fileName=_HELP)
    roster = game.addPlayerRoster()
    for side in plan.sides:
        roster.addSide(side)
    game.addGlobalOptions()
    game.addDiceButton()
    game.addTurnTrack(name="Turn", phases={"property": "Turn", "names": plan.turns}, fwdOnly=False).docked()


def _data(vassal: Any, name: str, told: str, version: str) -> bytes:
    """What VASSAL's list of modules reads."""
    made = vassal.ModuleData()
    data = made.addData()
    data.addVersion(version=version)
    data.addVASSALVersion()
    data.addName(name=name)
    data.addDescription(description=told)
    data.addDateSaved()
    content: bytes = made.encode()
    return content


# -- boards -----------------------------------------------------------------------------------------------------------


def _map(game: Any, name: str, image: str, size: Pixel, zones: Iterable[Zone], launch: bool) -> Any:
    """A window with a board; the first is the main one, others open with a button."""
    made = game.addMap(mapName=name, buttonName=name if launch else "", launch=launch, hotkey="")
    made.addStackMetrics(unexSepX=_COMPACT[0], unexSepY=_COMPACT[1])
    for part in (
        "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
        "KeyBufferer", "ForwardKeys", "SelectionHighlighters", "HighlightLastMoved", "Zoomer", "ImageSaver",
    ):  # fmt: skip
        getattr(made, f"add{part}")()
    made.addCounterDetailViewer(description="Stack", fontSize=14, summaryReportFormat="<b>$LocationName$</b>")
    picker = made.addBoardPicker()
    picker.addSetup(mapName=name, boardNames=[name])
    zoned = picker.addBoard(name=name, image=image, width=size[0], height=size[1]).addZonedGrid()
    for zone in zones:
        _zone(zoned, zone)
    return made


def _zone(zoned: Any, zone: Zone) -> None:
    """A zone and its hexes.

    VASSAL numbers backwards from how many rows fit into the zone, for which it measures upright columns by their pitch
    (HexGridNumbering.getMaxRows and getMaxColumns).
    """
    path = ";".join(f"{x},{y}" for x, y in zone.path)
    grid = zone.grid
    if grid is None:
        zoned.addZone(name=zone.name, path=path, locationFormat="$name$")
        return
    made = zoned.addZone(name=zone.name, path=path, locationFormat=f"{zone.prefix}$gridLocation$").addHexGrid(
        x0=grid.origin[1 if grid.sideways else 0], y0=grid.origin[0 if grid.sideways else 1], dx=grid.pitch,
        dy=grid.size, sideways=grid.sideways, visible=False,
    )  # fmt: skip
    fits = extent(zone.path, 0) / grid.size if grid.sideways else extent(zone.path, 1) / grid.pitch
    made.addNumbering(
        first="H", sep=grid.separator, hType="N", vType="N", hLeading=grid.leading[0], vLeading=grid.leading[1],
        hOff=grid.first[0], vOff=grid.first[1] - floor(fits + 0.5), hDescend=grid.sideways,
        vDescend=not grid.sideways, stagger=False, visible=False,
    )  # fmt: skip


def _boxes(plan: Plan) -> dict[str, Zone]:
    """The boxes beside the map by name, row by row."""
    found = {}
    for n, name in enumerate(plan.boxes):
        x, y = _GAP + n % _IN_A_ROW * (_BOX[0] + _GAP), _GAP + n // _IN_A_ROW * (_BOX[1] + _GAP)
        right, foot = x + _BOX[0], y + _BOX[1]
        found[name] = Zone(name, ((x, y), (right, y), (right, foot), (x, foot)))
    return found


def _size(places: Mapping[str, Zone]) -> Pixel:
    """The size of the board of boxes."""
    feet = [zone.path[2] for zone in places.values()]
    return max(x for x, _y in feet) + _GAP, max(y for _x, y in feet) + _GAP


def _board_of_boxes(plan: Plan, places: Mapping[str, Zone]) -> str:
    """The board of boxes as an SVG."""
    width, height = _size(places)
    parts = [el("rect", x=0, y=0, width=width, height=height, fill="#d8d2c2")]
    for name, zone in places.items():
        x, y = zone.path[0]
        parts.append(el("rect", x=x, y=y, width=_BOX[0], height=_BOX[1], rx=6, fill="#f5f0e2", stroke="#5b5443"))
        parts.append(label(name[:1].upper() + name[1:], x + 10, y + 21, font_size=16, font_weight="bold", fill="#222"))
        for n, side in enumerate(plan.sides):
            at = _half(zone, n, len(plan.sides))
            foot = y + _BOX[1] - 8
            parts.append(label(side, at[0], foot, font_size=12, text_anchor="middle", fill="#6b6452"))
    return document("".join(parts), (0, 0, width, height), (width, height), "boxes")


def _half(zone: Zone, n: int, many: int) -> Pixel:
    """Where the units of a side stack in a box."""
    (left, top), _right, (right, foot), _left = zone.path
    return left + (right - left) * (2 * n + 1) // (2 * many), (top + _HEADING + foot) // 2


# -- counters ---------------------------------------------------------------------------------------------------------

#: Counters from the bottom of a stack up, by the place and pixel where it lies.
_Stacks = dict[tuple[str, Pixel], list[Counter]]


def _on_the_map(plan: Plan) -> _Stacks:
    found: _Stacks = {}
    for counter in plan.counters:
        if counter.at is not None:
            found.setdefault((counter.place, counter.at), []).append(counter)
    return found


def _beside_it(plan: Plan, places: Mapping[str, Zone]) -> _Stacks:
    found: _Stacks = {}
    for counter in plan.counters:
        if counter.at is None:
            at = _half(places[counter.place], plan.sides.index(counter.side), len(plan.sides))
            found.setdefault((counter.place, at), []).append(counter)
    return found


def _stack(vassal: Any, element: Any, place: str, at: Pixel, counters: Iterable[Counter], side: int) -> None:
    """A stack that a new game begins with.  It lies where we say in pixels: its name is not read."""
    made = element.addAtStart(
        name=place, location=place, useGridLocation=False, owningBoard=element["mapName"], x=at[0], y=at[1]
    )
    for counter in counters:
        made.addPieceSlot(entryName=_plain(counter.name), traits=_traits(vassal, counter), height=side, width=side)


def _traits(vassal: Any, counter: Counter) -> list[Any]:
    """What a piece can do: show its steps in turn, if it has several, and say who it is."""
    images = [_image(counter, n) for n in range(len(counter.faces))]
    traits = [
        vassal.MarkTrait(name="Side", value=counter.side),
        vassal.MarkTrait(name="Unit", value=counter.unit),
        vassal.BasicTrait(name=_plain(counter.name), filename=images[0]),
    ]
    if len(images) == 1:
        return traits
    layer = vassal.LayerTrait(
        images=images, activateName="", activateChar="", activateKey="", increaseName="Next step",
        increaseKey=vassal.key("F"), decreaseName="", decreaseKey="", name="Step",
    )  # fmt: skip
    layer["level"] = counter.up + 1
    return [layer, *traits]


def _plain(name: str) -> str:
    return name.translate(_PARTS)


def _image(counter: Counter, step: int) -> str:
    return f"{counter.unit}-{step + 1}.png"


def _counter_svg(face: Face, side: int) -> str:
    """A counter as a square: its corners have its own colour, for a map shows behind a piece."""
    rim = SIDE * 0.02
    view = (rim, rim, SIDE - 2 * rim, SIDE - 2 * rim)
    ground = el("rect", x=0, y=0, width=SIDE, height=SIDE, fill=face.field)
    return document(ground + drawn(face, SIDE / 2, SIDE / 2, SIDE), view, (side, side), face.title)


# -- files ------------------------------------------------------------------------------------------------------------


def _files(plan: Plan, places: Mapping[str, Zone], about: Mapping[str, Any]) -> dict[str, bytes | str]:
    """The pictures and the page of help by their paths in the module."""
    made: dict[str, bytes | str] = {
        f"images/{_MAP_PNG}": png(plan.ground, 1.0),
        f"images/{_BOXES_PNG}": png(_board_of_boxes(plan, places), 1.0),
        _HELP: _page(plan, about),
    }
    for counter in plan.counters:
        for step, face in enumerate(counter.faces):
            made[f"images/{_image(counter, step)}"] = png(_counter_svg(face, plan.counter), 1.0)
    return made


def _page(plan: Plan, about: Mapping[str, Any]) -> str:
    """What the module is and what it is not."""
    parts = [
        f"{plan.title}, scenario {about['scenario']}, as it stands in {plan.turns[0]}, {about['phase']} Phase.",
        f"Made by gpwlab {about['gpwlab']}. Map, boxes and counters are drawn by it; none is art of the printed game.",
        f"The printed map was not at hand. Reconstructed from geography and history: {plan.guessed}.",
        "VASSAL knows no rules, and neither does this module. You need a copy of the game.",
        "A new game begins with the units where they stand. Ctrl+F shows a unit's next step and, after the last one, "
        "the first. Units off the map are in the window of boxes, by the turn in which they come or by what has become "
        "of them. Nothing is hidden from either side.",
    ]
    body = "".join(f"<p>{escape(part)}</p>" for part in parts)
    return f"<html><body><h1>{escape(plan.title)}</h1>{body}</body></html>"
