"""How a game of The Great Patriotic War is kept: see :mod:`gpwlab.core.keeping`."""

from __future__ import annotations

from typing import Any, TypeAlias

from gpwlab.core.journal import Journal
from gpwlab.core.keeping import Keeper
from gpwlab.gpw import engine, records
from gpwlab.gpw.actions import Action
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import Position

#: The journal of a game: a period is (turn, phase number).
Line: TypeAlias = Journal[Position, Action, Event, tuple[int, int]]


def _period(pos: Position) -> tuple[int, int]:
    return pos.turn, pos.phase


def _facts(e: Event) -> list[Any]:
    return [e.kind, e.unit, e.from_hex, e.to_hex, e.die, e.column, e.result]


KEEPER: Keeper[Position, Action, Event] = Keeper(
    apply=engine.apply,
    period=_period,
    as_action=engine.as_action,
    objections=engine.objections,
    record=records.to_record,
    facts=_facts,
    names=("", "unit ", "from ", "to ", "die ", "column ", "result "),
    event=Event,
)
