"""The text twin of a picture: what a reader of the map would say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gpwlab.core.words import counted
from gpwlab.sfs.board import SIDES, Board
from gpwlab.sfs.picture.control import State
from gpwlab.sfs.picture.faces import Shown
from gpwlab.sfs.picture.layout import Pile
from gpwlab.sfs.picture.stacks import total


def describe_unit(unit: Shown) -> str:
    """One counter in words: ``14-pz armor XX 11``, with what its marks show; of a hidden one only its type."""
    kind = unit.type.replace("_", " ")
    what = f"hidden {kind}" if unit.hidden else " ".join(filter(None, (unit.label, kind, unit.size, unit.figure)))
    states = (
        ("reduced", unit.reduced),
        ("out of supply", unit.oos),
        ("disrupted", unit.disrupted),
        ("in reserve", unit.reserve),
    )
    told = [state for state, holds in states if holds]
    return f"{unit.id} {what}" + (f" ({', '.join(told)})" if told else "")


def describe_stack(board: Board, pile: Pile) -> str:
    """One stack in words: where it stands, what it is bound by, its counters."""
    place = f"in {board.strongpoints[board.strongpoint(pile.strongpoint)].name}" if pile.strongpoint else "free"
    states = ["cut off"] if pile.cut_off else []
    states += [f"surrounds {pile.surrounds}"] if pile.surrounds else []
    states += ["entering"] if pile.entering else []
    strength = f", {total(pile)} SPs" if len(pile.units) > 1 else ""
    units = ", ".join(describe_unit(unit) for unit in pile.units)
    return f"{pile.side} {pile.id} {'; '.join([place, *states])}{strength}: {units}"


def describe_state(state: State) -> str:
    """Who has an area: ``German``, ``contested``, ``empty, dominated by the Soviet side``."""
    if state.control == "empty":
        held = f"empty, dominated by the {state.dominated_by} side"
    else:
        held = state.control if state.control == "contested" else f"{state.control} controlled"
    return f"{held}, fortified" if state.fortified else held


def describe_area(board: Board, state: State, piles: Iterable[Pile]) -> list[str]:
    """An area in words: name, terrain, control, then its stacks, one a line."""
    area = board.areas[board.area(state.code)]
    head = f"{area.name} ({area.code}), {area.terrain}, {describe_state(state)}"
    return [head, *(f"  {describe_stack(board, pile)}" for pile in piles if pile.area == state.code)]


def describe(
    headline: str,
    board: Board,
    states: Sequence[State],
    piles: Sequence[Pile],
    areas: Collection[str],
    notes: Iterable[str],
) -> str:
    """The whole twin: headline, notes on overlays, how many units each side has, then area by area."""
    lines = [headline, *notes]
    for side in SIDES:
        lines.append(
            f"{side}: {counted(sum(len(pile.units) for pile in piles if pile.side == side), 'unit')} on the map"
        )
    for state in states:
        if state.code in areas:
            lines += describe_area(board, state, piles)
    return "\n".join(lines)
