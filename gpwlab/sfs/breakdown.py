"""German divisions broken down into smaller units (sfs 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.sfs.actions import Break
from gpwlab.sfs.board import GERMAN
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import BROKEN, ELIMINATED, LATER, ON_MAP

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Battlegroups that a panzer or motorized division forms (sfs 8.2.C).
BATTLEGROUPS = 2
#: How the steps of a smaller unit are written.
STEPS = tuple("0123456789")


def parse(pos: Position, action: Break) -> list[tuple[int, int]]:
    """The smaller units with the steps each is to have; InvalidInput for one that is not written as it should be."""
    parts = []
    for word in action.into:
        name, _slash, number = word.partition("/")
        unit = pos.world.unit(name)
        if unit.counter is None or (_slash and number not in STEPS):
            raise InvalidInput(f"a smaller unit is written regiment-1 or pzkg-5-1/2, not {word!r}")
        parts.append((unit.index, int(number) if number else unit.counter.steps))
    if len({unit for unit, _steps in parts}) < len(parts):
        raise InvalidInput(f"'{action}' names a unit twice")
    return parts


def regiments(pos: Position) -> list[int]:
    """Infantry regiments, all of them."""
    return [u.index for u in pos.world.units if u.counter and u.counter.size == "III" and u.counter.type == "infantry"]


def battlegroups(pos: Position) -> list[int]:
    """Panzer battlegroups, all of them."""
    return [u.index for u in pos.world.units if u.counter and u.counter.size == "X" and u.counter.type == "armor"]


def unused(pos: Position, unit: int) -> bool:
    """True for a smaller unit whose counter can be taken: never used, or eliminated and no part of a division now."""
    return pos.fate[unit] in (LATER, ELIMINATED) and unit not in pos.part_of


def objections(pos: Position, action: Break) -> Iterator[Reason]:
    """Why a division may not be broken down so."""
    unit, parts = pos.world.unit(action.unit).index, parse(pos, action)
    force = pos.where(unit)
    if force is None or force.side != GERMAN:
        yield Reason("sfs 8.2.A", f"{action.unit} is no German unit on the map")
        return
    counter = pos.counter(unit)
    if not counter.division or counter.type == "engineer" or counter.has("ss"):
        yield Reason("sfs 8.2.A", f"{counter.name} is no infantry, motorized or panzer division")
        return
    if pos.cut_off(force) or unit in pos.disrupted or unit in pos.moved or unit in pos.reserve:
        yield Reason("sfs 4.5.1", f"{counter.name} is not free to reorganise")
    wanted = battlegroups(pos) if counter.motorized else regiments(pos)
    for part, steps in parts:
        printed = pos.counter(part)
        if part not in wanted and part != unit:
            yield Reason("sfs 8.2.A", f"{printed.name} is no part of such a division")
        elif part != unit and not unused(pos, part):
            yield Reason("sfs 7.10.A", f"the counter {printed.name} is in use")
        if not 1 <= steps <= printed.steps:
            yield Reason("sfs 8.2.C", f"{printed.name} has 1 to {printed.steps} steps")
    yield from _battlegroups_fit(pos, unit, parts) if counter.motorized else _regiments_fit(pos, unit, parts)


def _regiments_fit(pos: Position, unit: int, parts: list[tuple[int, int]]) -> Iterator[Reason]:
    """As many regiments as steps; the division itself may stay as the last of them (sfs 8.2.B)."""
    steps = pos.steps[unit]
    own = [(part, left) for part, left in parts if part == unit]
    if len(parts) != steps:
        yield Reason("sfs 8.2.B", f"{pos.counter(unit).name} has {steps} steps and forms as many regiments")
    if own and (own[0][1] != 1 or steps < pos.counter(unit).steps):
        yield Reason("sfs 8.2.D", "a division is broken down whole: its own counter stands for the last step only")


def _battlegroups_fit(pos: Position, unit: int, parts: list[tuple[int, int]]) -> Iterator[Reason]:
    """Two battlegroups that together have no more steps and SPs than the division (sfs 8.2.C)."""
    if len(parts) != BATTLEGROUPS or any(part == unit for part, _steps in parts):
        yield Reason("sfs 8.2.C", f"{pos.counter(unit).name} forms two battlegroups")
        return
    steps = sum(left for _part, left in parts)
    sps = sum(pos.counter(part).strength(left) for part, left in parts)
    if steps > pos.steps[unit] or sps > pos.strength(unit):
        yield Reason("sfs 8.2.C", f"{steps} steps and {sps} SPs are more than {pos.counter(unit).name} has")


def apply(pos: Position, action: Break) -> list[Event]:
    """The division goes into its holding box, its parts stand where it stood (sfs 8.2.E)."""
    unit, parts = pos.world.unit(action.unit).index, parse(pos, action)
    force, out = pos.forces[pos.force_of[unit]], unit in pos.oos
    new = [part for part, _steps in parts if part != unit]
    for part, steps in parts:
        pos.steps[part] = steps
        pos.part_of[part] = unit
        if out:
            pos.oos.add(part)
    pos.join(new, force)
    if any(part == unit for part, _steps in parts):
        pos.part_of[unit] = unit
    else:
        pos.lift(unit)
        pos.forget(unit)
        pos.fate[unit] = BROKEN
    names = ", ".join(f"{pos.counter(part).name} ({pos.strength(part)})" for part, _steps in parts)
    text = f"{pos.counter(unit).name} is broken down into {names}"
    return [Event("break", text, "sfs 8.2.D", unit=action.unit, from_area=pos.world.board.code(force.area))]


def legal(pos: Position) -> Iterator[Break]:
    """For every division that can be broken down: its regiments, or each pair of battlegroups."""
    for unit in pos.on_map(GERMAN):
        counter = pos.counter(unit)
        if not counter.division or pos.fate[unit] != ON_MAP:
            continue
        for into in _ways(pos, unit):
            action = Break(pos.world.units[unit].id, into)
            if next(objections(pos, action), None) is None:
                yield action


def _ways(pos: Position, unit: int) -> Iterator[tuple[str, ...]]:
    units = pos.world.units
    if pos.counter(unit).motorized:
        free = [u for u in battlegroups(pos) if unused(pos, u)]
        faces = [(u, steps) for u in free for steps in range(1, pos.counter(u).steps + 1)]
        for (a, m), (b, n) in combinations(faces, BATTLEGROUPS):
            if a != b:
                yield f"{units[a].id}/{m}", f"{units[b].id}/{n}"
        return
    free = [u for u in regiments(pos) if unused(pos, u)]
    names = tuple(units[u].id for u in free[: pos.steps[unit]])
    short = pos.steps[unit] - len(names)
    if short <= 1:
        yield (*names, *([f"{units[unit].id}/1"] * short))


def destroyed(pos: Position, division: int) -> bool:
    """True for a division that is eliminated, or broken down with all its parts eliminated."""
    if pos.fate[division] == BROKEN:
        parts = [part for part, whole in pos.part_of.items() if whole == division]
        return all(pos.fate[part] == ELIMINATED for part in parts)
    if pos.part_of.get(division) == division:  # it is its own last part
        parts = [part for part, whole in pos.part_of.items() if whole == division]
        return all(pos.fate[part] == ELIMINATED for part in parts)
    return pos.fate[division] == ELIMINATED
