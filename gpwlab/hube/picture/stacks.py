"""Counters on the map: alone or as stacks, as blocks from afar, and a stack fanned out so that each can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpwlab.core.svg.nato import block
from gpwlab.core.svg.stacks import FANNED as FANNED
from gpwlab.core.svg.stacks import badge, pile
from gpwlab.core.svg.stacks import fan as tray
from gpwlab.hube.picture.faces import Standing, face
from gpwlab.hube.picture.sheet import Sheet

#: Side of a counter in drawing units, a hex being 100 from side to side; of a block on a map seen from afar.
COUNTER, BLOCK = 60.0, 74.0
#: Counters of a stack that are seen, how far each stands from the next, and counters in a row of a fan.
_SEEN, _STEP, _IN_A_ROW = 3, 5.0, 6
#: What lies on top of a stack: those that fight before those that serve.
_TOP = ("hq", "organic-truck", "rr-bde", "rr-rgt", "pontoon-bde", "arty-bn", "arty-rgt", "arty-bde", "werfer-rgt")


def stacks(sheet: Sheet, shown: Iterable[Standing]) -> list[list[Standing]]:
    """The counters by hex, from north to south; within a hex those that serve at the bottom, else as given."""
    found: dict[int, list[Standing]] = {}
    for standing in shown:
        found.setdefault(standing.hex, []).append(standing)
    for stack in found.values():
        stack.sort(key=_height)
    return [found[h] for h in sorted(found, key=lambda h: (sheet.centre[h][1], sheet.centre[h][0]))]


def _height(standing: Standing) -> int:
    return -_TOP.index(standing.kind) if standing.kind in _TOP else 1


def counters(sheet: Sheet, shown: Iterable[Standing], side: float = COUNTER) -> str:
    """The counters, ``side`` drawing units wide."""
    return "".join(_stack(sheet, stack, side) for stack in stacks(sheet, shown))


def _stack(sheet: Sheet, stack: Sequence[Standing], side: float) -> str:
    """One hex: the topmost counters, and how many there are."""
    x, y = sheet.centre[stack[0].hex]
    drawn = pile([face(standing) for standing in stack[-_SEEN:]], (x, y), _STEP, side)
    return drawn + (badge((x - side / 2 - 3, y + side / 2 - 4), len(stack)) if len(stack) > 1 else "")


def blocks(sheet: Sheet, shown: Iterable[Standing], side: float = BLOCK) -> str:
    """One block a hex with the number of its units: square for the Axis, round for the Soviets."""
    out = []
    for stack in stacks(sheet, shown):
        x, y = sheet.centre[stack[0].hex]
        out.append(block(face(stack[-1]), str(len(stack)), x, y, side, rounded=stack[0].side == "Soviet"))
    return "".join(out)


def fan(sheet: Sheet, stack: Sequence[Standing]) -> str:
    """The counters of a hex side by side on a tray above it, or below where the sheet ends; nothing for one alone."""
    if len(stack) < 2:
        return ""
    colours = sheet.palette.halo, sheet.palette.chosen
    at = sheet.centre[stack[0].hex]
    return tray([face(standing) for standing in stack], at, sheet.frame_of_window, _IN_A_ROW, colours)
