"""How a game of Hube's Pocket is kept: see :mod:`gpwlab.core.keeping`."""

from __future__ import annotations

from typing import Any, TypeAlias

from gpwlab.core.journal import Journal
from gpwlab.core.keeping import Keeper
from gpwlab.hube import engine, records
from gpwlab.hube.actions import Action
from gpwlab.hube.events import Event
from gpwlab.hube.position import Position

#: The journal of a game: a period is (turn, code of the phase).
Line: TypeAlias = Journal[Position, Action, Event, tuple[int, int]]


def _period(pos: Position) -> tuple[int, int]:
    return pos.turn, pos.code


def _facts(e: Event) -> list[Any]:
    return [e.kind, e.unit, e.from_hex, e.to_hex, e.die, e.result]


KEEPER: Keeper[Position, Action, Event] = Keeper(
    apply=engine.apply,
    period=_period,
    as_action=engine.as_action,
    objections=engine.objections,
    record=records.to_record,
    facts=_facts,
    names=("", "unit ", "from ", "to ", "die ", "result "),
    event=Event,
)
