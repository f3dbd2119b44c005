"""What may be looked at in a game of The Great Patriotic War: the surface that a game and a side's view share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gpwlab.core import reader
from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import airfields, allegiance, combat, engine, frames, keeping, movement, rail, records, supply, victory
from gpwlab.gpw.actions import Action, Move
from gpwlab.gpw.board import Board
from gpwlab.gpw.charts import Charts
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.legal import Legal
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.position import CAPITAL, ON_MAP, Position
from gpwlab.gpw.preview import Preview, preview
from gpwlab.gpw.sequence import Phase, Step
from gpwlab.gpw.units import SIDES, Unit
from gpwlab.gpw.victory import Outcome

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.fronts import Fronts
    from gpwlab.gpw.picture import Picture


class Reader(reader.Reader[Position, Action, Event]):
    """What may be looked at: the surface that a game and a side's view share.  GPW hides nothing from either side."""

    _keeper = keeping.KEEPER

    @property
    def board(self) -> Board:
        """The map."""
        return self._pos.world.board

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self._pos.world.rules

    @property
    def fronts(self) -> Fronts:
        """The historical fronts by their day, which the rules do not use."""
        return self._pos.world.fronts

    @property
    def charts(self) -> Charts:
        """The charts in force: CRT, TEC, turn record, weather, rates."""
        return self._pos.world.charts

    @property
    def phase(self) -> Phase:
        """Turn, side, name and rule of the phase in progress."""
        return self._pos.world.phase(self._pos.turn, self._pos.phase)

    @property
    def weather(self) -> str:
        """Weather rolled for this movement phase: ``clear``, ``mud`` or ``snow``."""
        return self._pos.weather or "clear"

    @property
    def rp(self) -> int:
        """Replacement points left in this phase."""
        return self._pos.rp

    @property
    def pending(self) -> Decision | None:
        """The open decision, or None when the phasing side is free to act."""
        return engine.pending(self._pos)

    @property
    def legal(self) -> Legal:
        """A lazy view of the legal actions."""
        return Legal(self._pos)

    def price(self, action: Move | str) -> list[Reason]:
        """What each hex of a legal move costs in MP, with what makes it so; IllegalAction if it is not legal."""
        asked = engine.as_action(self._pos, action)
        refused = list(engine.objections(self._pos, asked))
        if refused or not isinstance(asked, Move) or self._pos.step.kind == "rail":
            raise IllegalAction(refused) if refused else InvalidInput(f"'{asked}' spends no MP")
        path = tuple(self.board.hex(name) for name in asked.path)
        return movement.price(self._pos, self._pos.world.unit(asked.unit).index, path)

    @property
    def units(self) -> DataFrame:
        """The live order of battle, one row a counter."""
        return frames.units_frame(self._pos)

    @property
    def log(self) -> DataFrame:
        """One row an event, undone ones too (``kept`` is False); number 0 is what came before the first action."""
        return frames.log_frame(self._pos.world, self.opening, self._journal.history)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The phases of this turn in order, or those of the set-up while it lasts."""
        world, turn = self._pos.world, self._pos.turn
        if self._pos.phase < 0:
            return world.scenario.setup
        return tuple(world.step(turn, number) for number in self._pos.order)

    def unit_at(self, hex_id: str) -> list[str]:
        """Ids of the units in a hex: the one that holds it, an airborne one on it, leaders on top, then aircraft."""
        hex_, pos = self.board.hex(hex_id), self._pos
        there = pos.holders(hex_)
        aircraft = [u for side in pos.world.aircraft for u in side if pos.where[u] == hex_]
        there = (*there, *pos.leaders_in(hex_, 0), *pos.leaders_in(hex_, 1), *aircraft)
        return [pos.world.units[u].id for u in there]

    def standing(self, unit_id: str) -> tuple[Unit, int, str]:
        """A counter, the steps it has left, and its hex id ("" off the map); cheap enough for a pointer's hover."""
        unit = self._pos.world.unit(unit_id)
        hex_ = self._pos.where[unit.index]
        return unit, self._pos.steps[unit.index], self.board.ids[hex_] if hex_ >= 0 else ""

    @property
    def rail_left(self) -> int:
        """What is left of the national limit of rail moves in this phase (gpw 5.5.3); 0 in other phases."""
        return rail.limit(self._pos) - self._pos.railed if self._pos.step.kind == "rail" else 0

    def leaders(self, side: str) -> list[str]:
        """A side's leaders on the map or in the capital; [] without their advanced rule (gpw 12.0)."""
        pos = self._pos
        here = (ON_MAP, CAPITAL)
        return [pos.world.units[u].id for u in pos.world.leaders[_side(side)] if pos.fate[u] in here]

    def aircraft(self, side: str) -> dict[str, str]:
        """A side's aircraft on the map: unit id to its mission, "" at base; {} without their rule (gpw 11.0)."""
        pos = self._pos
        here = [u for u in pos.world.aircraft[_side(side)] if pos.where[u] >= 0]
        return {pos.world.units[u].id: pos.missions.get(u, "") for u in here}

    def airfields(self, side: str) -> dict[str, int]:
        """A side's airfields by hex id, each with the number of aircraft that it takes (gpw 11.0.B)."""
        rooms = airfields.fields(self._pos, _side(side))
        return {name: room for name, room in zip(self.board.ids, rooms, strict=True) if room}

    def allies(self) -> list[Reason]:
        """How things stand with Germany's allies; [] without their advanced rule (gpw 17.0)."""
        return allegiance.standing(self._pos)

    def capital(self, side: str) -> int:
        """The hex index of a side's capital (gpw 12.2.A)."""
        return self._pos.world.capitals[_side(side)]

    @property
    def attacks(self) -> list[tuple[str, tuple[str, ...], str]]:
        """Attacks announced in this phase: target hex id, attackers' ids, CRT result ("" until it is rolled)."""
        ids, units = self.board.ids, self._pos.world.units
        return [(ids[b.target], tuple(units[u].id for u in b.attackers), b.result) for b in self._pos.battles]

    def candidates(self, hex_id: str) -> list[str]:
        """Units that may still join an attack on a hex (gpw 7.1.A); [] outside the combat phase."""
        hex_ = self.board.hex(hex_id)
        pos = self._pos
        if pos.step.kind != "combat" or not pos.enemy_at(hex_, pos.side):
            return []
        return [pos.world.units[unit].id for unit in combat.candidates(pos, hex_)]

    def reach(self, unit_id: str) -> dict[str, int]:
        """MP left at each hex that a unit may move to now, by hex id; empty if it may not move."""
        unit = self._pos.world.unit(unit_id).index
        return {action.path[-1]: left for action, left in self._moves(unit)}

    def path(self, unit_id: str, hex_id: str) -> tuple[str, ...]:
        """The proposed path of a unit to a hex, () if it cannot get there now."""
        self.board.hex(hex_id)
        unit = self._pos.world.unit(unit_id).index
        return next((action.path for action, _left in self._moves(unit) if action.path[-1] == hex_id), ())

    def _moves(self, unit: int) -> list[tuple[Move, int]]:
        pos = self._pos
        if Move not in engine.belongs(pos.step.kind) or pos.winner or next(movement.may_move(pos, unit), None):
            return []
        found = movement.reach_of(pos, unit)
        ids, name = pos.world.board.ids, pos.world.units[unit].id
        return [(Move(name, tuple(ids[h] for h in found.path(to))), found.left[to]) for to in sorted(found.left)]

    def zoc(self, side: str) -> set[str]:
        """Hexes in a side's ZOC (gpw 4.0.A)."""
        cover = self._pos.zoc[_side(side)]
        return {name for name, count in zip(self.board.ids, cover, strict=True) if count}

    def supplied(self, side: str) -> set[str]:
        """Hexes that a side's supply lines can run through (gpw 8.1)."""
        reached = supply.supplied(self._pos, _side(side))
        return {name for name, on in zip(self.board.ids, reached, strict=True) if on}

    def controlled(self, side: str) -> set[str]:
        """Hexes that a side's units passed or occupied last, or that were its own to begin with (gpw 5.5.1.E)."""
        number = _side(side)
        return {name for name, owner in zip(self.board.ids, self._pos.control, strict=True) if owner == number}

    def supply_line(self, unit_id: str) -> tuple[str, ...]:
        """The hexes of a supply line from the unit to the map edge or a port; () if there is none."""
        unit = self._pos.world.unit(unit_id).index
        return tuple(self.board.ids[hex_] for hex_ in supply.supply_line(self._pos, unit))

    def why_supply(self, unit_id: str) -> list[Reason]:
        """Why a unit on the map is in supply, or why not."""
        unit = self._pos.world.unit(unit_id)
        if self._pos.where[unit.index] < 0:
            raise InvalidInput(f"{unit.id} is not on the map")
        return supply.reasons(self._pos, unit.index)

    def battle(self, target: str, attackers: Sequence[str], air: str | None = None) -> Preview:
        """The exact odds and outcomes of an attack on a hex by units next to it; ``air``: with this aircraft as OAS."""
        return preview(self._pos, target, attackers, air)

    def _phase_at(self, turn: int, number: int) -> Phase:
        return self._pos.world.phase(turn, number)

    @property
    def position(self) -> str:
        """The position in one line; ``gpw.from_position`` reads it."""
        return records.to_text(self._pos)

    @property
    def winner(self) -> Outcome | None:
        """None while the game goes on, else who has won and why."""
        return victory.outcome(self._pos, at_end=True) if self._pos.winner else None

    @property
    def goals(self) -> list[tuple[str, str, bool]]:
        """The cities that decide the game: hex id, the side that must hold it, and whether it does (gpw 10.0.G)."""
        pos, city_at = self._pos, self.board.city_at
        named = [(city, goal.side) for goal in pos.world.scenario.goals(pos) for city in goal.cities]
        return [
            (self.board.ids[city_at[city]], SIDES[side], pos.control[city_at[city]] == side)
            for city, side in dict.fromkeys(named)
        ]

    @property
    def objectives(self) -> list[Reason]:
        """What each side must hold in order to win, and what it holds now, a reason a goal (gpw 10.0.G)."""
        return [victory.state(self._pos, goal) for goal in self._pos.world.scenario.goals(self._pos)]

    def picture(self, show: Iterable[str] = (), region: Collection[str] | str | None = None, **style: Any) -> Picture:
        """A static map of the position as SVG with a text twin; see :func:`gpwlab.gpw.picture.picture`."""
        from gpwlab.gpw.picture import picture

        return picture(self, show=show, region=region, **style)


class View(Reader):
    """A side's view of a game: the same surface, read-only."""

    def __init__(self, game: Reader, side: str) -> None:
        super().__init__(game._journal, game.opening)
        self.side = SIDES[_side(side)]


def _side(name: str) -> int:
    if name not in SIDES:
        raise InvalidInput(f"there is no side {name!r}: it is {' or '.join(SIDES)}")
    return SIDES.index(name)
