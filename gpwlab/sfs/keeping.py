"""How a game of Struggle for Stalingrad is kept: see :mod:`gpwlab.core.keeping`."""

from __future__ import annotations

from typing import Any, TypeAlias

from gpwlab.core.journal import Journal
from gpwlab.core.keeping import Keeper
from gpwlab.sfs import engine, records
from gpwlab.sfs.actions import Action
from gpwlab.sfs.events import Event
from gpwlab.sfs.position import Position

#: The journal of a game: a period is (turn, phase number).
Line: TypeAlias = Journal[Position, Action, Event, tuple[int, int]]


def _period(pos: Position) -> tuple[int, int]:
    return pos.turn, pos.phase


def _facts(e: Event) -> list[Any]:
    return [e.kind, e.unit, e.from_area, e.to_area, e.die, e.column, e.result]


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
