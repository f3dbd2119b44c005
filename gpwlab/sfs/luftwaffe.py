"""Summoning the Luftwaffe (sfs 7.5): announced before the artillery dice, two at most a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.sfs.actions import Batch, Summon
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: Summons a turn (sfs 7.5.B), and in a batch (sfs 7.5.D); markers that a batch moves, and how far (sfs 10.2.2.B).
MOST, BATCH = 2, 2
GERMAN_MARKERS, PRICE = ("Partial", "Draw"), 1


def summon_objections(pos: Position, action: Summon) -> Iterator[Reason]:
    """Why no summons may be announced."""
    if pos.world.scenario.mini:
        yield Reason("sfs 11.2.2.2", "there is no Luftwaffe in this scenario")
        return
    if pos.summoned >= MOST:
        yield Reason("sfs 7.5.B", f"{MOST} summons a turn are the most")
    if pos.summons < 1:
        yield Reason("sfs 2.1.4.E", "no summons is left: take a batch of two more")


def summon(pos: Position, action: Summon) -> list[Event]:
    """Announce a summons, before the artillery dice (sfs 5.4.1.D)."""
    pos.summons -= 1
    pos.summoned += 1
    text = f"Germany announces a summons ({pos.summoned} this turn, {pos.summons} left)"
    return [Event("summon", text, "sfs 7.5.B", result=str(pos.summoned))]


def batch_objections(pos: Position, action: Batch) -> Iterator[Reason]:
    """Why no batch may be taken: while summons are left there is no need."""
    if pos.world.scenario.mini:
        yield Reason("sfs 11.2.2.2", "there is no Luftwaffe in this scenario")
    elif pos.summons > 0:
        yield Reason("sfs 7.5.D", f"{pos.summons} summons are left")
    elif pos.summoned >= MOST:
        yield Reason("sfs 7.5.B", f"{MOST} summons a turn are the most")


def batch(pos: Position, action: Batch) -> list[Event]:
    """Two more summons; the German victory markers move back a turn (sfs 7.5.D, sfs 10.2.2.B)."""
    pos.summons += BATCH
    for marker in GERMAN_MARKERS:
        pos.markers[marker] -= PRICE
    told = ", ".join(f"{marker} {pos.markers[marker]}" for marker in GERMAN_MARKERS)
    return [Event("batch", f"Germany takes two more summons; the markers move back: {told}", "sfs 7.5.D", result=told)]


def legal(pos: Position) -> Iterator[Summon | Batch]:
    """What may be announced now."""
    if next(summon_objections(pos, Summon()), None) is None:
        yield Summon()
    if next(batch_objections(pos, Batch()), None) is None:
        yield Batch()
