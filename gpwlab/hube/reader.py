"""What may be looked at in a game of Hube's Pocket: the surface that a game and a side's view share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpwlab.core import reader
from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube import air, battles, engine, frames, keeping, legal, movement, moves, records, supply, turn, victory
from gpwlab.hube.actions import Action, Move
from gpwlab.hube.board import SIDES, Board
from gpwlab.hube.charts import Charts
from gpwlab.hube.decisions import Decision
from gpwlab.hube.events import Event, told
from gpwlab.hube.options import RuleSet
from gpwlab.hube.pieces import Marker, Piece
from gpwlab.hube.places import Zones
from gpwlab.hube.position import OFF_MAP, WING_STATES, Position
from gpwlab.hube.sequence import Phase, Step, phase_of
from gpwlab.hube.setup import reserve_limit
from gpwlab.hube.victory import Outcome

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.hube.odds import Odds
    from gpwlab.hube.picture import Picture


class Reader(reader.Reader[Position, Action, Event]):
    """What may be looked at by somebody who knows everything; :class:`View` is what one side knows."""

    _keeper = keeping.KEEPER

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first action."""
        return tuple(told(event, self._viewer) for event in self._opening)

    @property
    def board(self) -> Board:
        """The map."""
        return self._pos.world.board

    @property
    def charts(self) -> Charts:
        """The charts in force."""
        return self._pos.world.charts

    @property
    def zones(self) -> Zones:
        """The zones of legal placement of the scenario."""
        return self._pos.world.zones

    @property
    def campaign(self) -> bool:
        """True for a campaign game (hube 1.1.D)."""
        return self._pos.world.scenario.campaign

    @property
    def first_turn(self) -> int:
        """The scenario's first turn."""
        return self._pos.world.scenario.first_turn

    @property
    def last_turn(self) -> int:
        """The last turn, unless the thaw comes before."""
        return self._pos.world.scenario.last_turn

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self._pos.world.rules

    # -- where the game stands -----------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Turn, side, name and rule of the phase in progress."""
        return phase_of(self._pos.turn_box, self._pos.code)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The phases of the turn in progress in order, or those before the first turn that take place."""
        return turn.steps(self._pos)

    @property
    def weather(self) -> str:
        """Weather of the turn, "" before it is rolled."""
        return self._pos.weather

    @property
    def ground(self) -> str:
        """Ground of the turn, or of the last one before the weather is rolled."""
        return self._pos.ground

    @property
    def air(self) -> str:
        """What may fly: normal, base_to_base or refit_only; "" before the weather is rolled."""
        return self._pos.air

    @property
    def pending(self) -> Decision | None:
        """The open decision, or None when the side whose phase it is is free to act."""
        return engine.pending(self._pos)

    @property
    def legal(self) -> legal.Legal:
        """A lazy view of the legal actions."""
        return legal.Legal(self._pos)

    @property
    def winner(self) -> Outcome | None:
        """None while the game goes on, else who has won, how, and why."""
        return victory.outcome(self._pos) if self._pos.ended else None

    @property
    def vp(self) -> Fraction:
        """The Soviet victory points now, as far as the viewer knows them (hube 5.2)."""
        return victory.total(self._pos, self._viewer)

    # -- the table -----------------------------------------------------------------------------------------------

    @property
    def pieces(self) -> list[Piece]:
        """The counters on the map."""
        return frames.pieces(self._pos)

    @property
    def markers(self) -> list[Marker]:
        """Supply, transport, air bases and works on the map."""
        return frames.markers(self._pos)

    @property
    def placing(self) -> dict[str, str]:
        """Units still to be set up, each with its place."""
        return frames.placing(self._pos)

    @property
    def sides(self) -> list[str]:
        """By hex index the side that holds it, "" off the scenario's map."""
        return [SIDES[side] if side >= 0 else "" for side in self._pos.owner]

    @property
    def fortresses(self) -> tuple[str, ...]:
        """The hexes that are fortresses now (hube 3.9)."""
        return tuple(self.board.ids[h] for h in sorted(self._pos.fortress))

    @property
    def vp_held(self) -> frozenset[str]:
        """The hexes whose points the Soviets have now (hube 5.2)."""
        return frozenset(self.board.ids[h] for _n, h, _vp in self._pos.world.points_of if victory.counts(self._pos, h))

    @property
    def units(self) -> DataFrame:
        """The live order of battle, one row a counter."""
        return frames.units_frame(self._pos)

    @property
    def wings(self) -> dict[str, tuple[str, str]]:
        """Air units in play: what each is doing and its base."""
        pos = self._pos
        return {
            wing.id: (WING_STATES[state], self.board.ids[base] if base >= 0 else "")
            for wing, state, base in zip(pos.world.wings, pos.wing, pos.base, strict=True)
            if state
        }

    def replacements(self, side: str) -> dict[str, int]:
        """Pax, Eq and truck points of a side, on the map and waiting off it."""
        number = side_number(side)
        return {
            name: self._pos.total(number, kind) for name, kind in (("pax", "pax"), ("eq", "eq"), ("trucks", "truck"))
        }

    def waiting(self, side: str) -> dict[str, int]:
        """Points of a side that can still be brought in this turn or later, supply in T (hube 2.1, hube 3.1)."""
        number = side_number(side)
        return {kind: n for (s, kind, h), n in sorted(self._pos.points.items()) if s == number and h == OFF_MAP}

    def sources(self, side: str) -> list[supply.Source]:
        """The entries of a side and what keeps them from supplying (hube 2.1a, hube 3.1a)."""
        return supply.sources(self._pos, side_number(side))

    def usable_rail(self, side: str) -> frozenset[str]:
        """Rail hexes of a side's gauge that it holds (hube 1.5)."""
        number = side_number(side)
        mine = (h for h, gauge in enumerate(self._pos.gauge) if gauge == number == self._pos.owner[h])
        return frozenset(self.board.ids[h] for h in mine)

    def reserve_markers(self, side: str) -> int:
        """Reserve markers of a side, free and bought; InvalidInput for those of the other side of a view."""
        number = side_number(side)
        if self._viewer not in (None, number):
            raise InvalidInput(f"what the {side} side bought is secret (hube 2.2)")
        return reserve_limit(self._pos, number)

    def terrain(self, hex_id: str) -> tuple[str, ...]:
        """The types of terrain of a hex on the ground of the turn, as the charts print them (hube 1.8)."""
        return movement.costs_of(self._pos, "leg", 0).types(self.board.hex(hex_id))

    def reach(self, unit: str, points: Fraction | int | None = None) -> dict[str, Fraction]:
        """Where a unit can go by terrain, with its allowance or so many movement points, and what that costs."""
        return movement.table(movement.reach(self._pos, self._pos.world.unit(unit), points), self.board)

    def left(self, unit: str) -> Fraction:
        """A unit's allowance less what its moves recorded in this phase cost by terrain, 0 at least, in MP.

        A step that takes the whole allowance leaves nothing; a move that was recorded as a jump to its end counts
        nothing.  InvalidInput where the allowance is not printed.
        """
        found, pos, now = self._pos.world.unit(unit), self._pos, self._keeper.period(self._pos)
        left = movement.allowance(pos, found)
        for entry in self._journal.kept:
            if entry.when == now and isinstance(entry.action, Move) and found in moves.members(pos, entry.action.units):
                start = next(event.from_hex for event in entry.events if event.kind == "move")
                path = [self.board.hex(h) for h in (start, *entry.action.path)]
                cost = moves.cost_of(pos, found.movement, found.side, path)
                if cost is not None:
                    left -= left if cost.whole else cost.mp or 0
        return max(left, Fraction(0))

    def route(self, unit: str, hex_id: str, points: Fraction | int | None = None) -> list[str]:
        """The hexes of the cheapest way of a unit to a hex within its reach, or [] (see :meth:`reach`)."""
        found = movement.route(self._pos, self._pos.world.unit(unit), self.board.hex(hex_id), points)
        return [self.board.ids[h] for h in found]

    def cost(self, unit: str, path: Sequence[str]) -> movement.Entry:
        """What a path costs a unit, from where it stands, with reasons."""
        found, pos = self._pos.world.unit(unit), self._pos
        if pos.where[found.index] < 0:
            raise InvalidInput(f"{unit} is not on the map")
        hexes = [pos.where[found.index], *map(self.board.hex, path)]
        return movement.costs_of(pos, found.movement, found.side).path(hexes)

    def battle(self, target: str, attackers: Sequence[str], **choice: Any) -> Odds:
        """A combat of units on the map worked out by the published tables; see :func:`gpwlab.hube.battles.battle`."""
        return battles.battle(self._pos, target, attackers, **choice)

    def battle_by_ground(
        self, turn: int, target: str, attackers: Sequence[str], **choice: Any
    ) -> dict[str, tuple[Fraction, Odds]]:
        """The combat on each ground that a later turn may have; see :func:`gpwlab.hube.battles.by_ground`."""
        return battles.by_ground(self._pos, turn, target, attackers, **choice)

    def range_home(self, side: str, hex_id: str) -> int:
        """Hexes of a round trip to the off-map air base (hube 1.3)."""
        return air.round_trip(self._pos, side_number(side), self.board.hex(hex_id))

    # -- the record ----------------------------------------------------------------------------------------------

    @property
    def log(self) -> DataFrame:
        """One row an event, undone ones too (``kept`` is False); number 0 is what came before the first action."""
        start = self._journal.start
        when = (start.turn, start.code)
        return frames.log_frame(start.world, self._opening, self._journal.history, when, self._viewer)

    def _phase_at(self, turn: int, number: int) -> Phase:
        return phase_of(self.charts.turn(turn), number)

    @property
    def position(self) -> str:
        """The position in one line; ``hube.from_position`` reads it."""
        return records.to_text(self._pos)

    def picture(self, show: Iterable[str] = (), region: Any = None, **style: Any) -> Picture:
        """A static map of the position as SVG with a text twin; see :func:`gpwlab.hube.picture.picture`."""
        from gpwlab.hube.picture import picture

        return picture(self, show=show, region=region, **style)


class View(Reader):
    """What a side knows of a game: read-only, all but the reserve markers that the other side bought (hube 2.2)."""

    def __init__(self, game: Reader, side: str) -> None:
        self._game = game
        self._viewer = side_number(side)
        self._side = side

    @property
    def _journal(self) -> keeping.Line:  # type: ignore[override]
        return self._game._journal

    @property
    def _opening(self) -> tuple[Event, ...]:  # type: ignore[override]
        return self._game._opening

    @property
    def side(self) -> str:
        """The side that looks."""
        return self._side

    @property
    def legal(self) -> legal.Legal:
        """The legal actions of this side; none while the other must act."""
        assert self._viewer is not None
        return legal.SideLegal(self._pos, self._viewer)

    def why_not(self, action: Action | str) -> list[Reason]:
        """[] if the action is legal for this side now, else the reasons; InvalidInput if it is no action."""
        asked = engine.as_action(self._pos, action)
        if engine.deciding(self._pos) != self._viewer:
            other = SIDES[1 - SIDES.index(self._side)]
            return [Reason(self.phase.rule, f"it is for the {other} player to act")]
        return list(engine.objections(self._pos, asked))

    @property
    def actions(self) -> list[Any]:
        """The actions that led here as this side reads them, as text."""
        world = self._pos.world
        return [frames.action_text(world, entry.action, entry.when, self._viewer) for entry in self._journal.kept]

    @property
    def position(self) -> str:
        """The position without what the other side bought, in one line; no game can begin from it."""
        record = records.to_record(self._pos)
        record.pop("bought", None)
        return f"hube-view {self._side} " + json.dumps(record, separators=(",", ":"))


def side_number(name: str) -> int:
    """A side's index; InvalidInput for what is no side."""
    if name not in SIDES:
        raise InvalidInput(f"there is no side {name!r}: it is {' or '.join(SIDES)}")
    return SIDES.index(name)
