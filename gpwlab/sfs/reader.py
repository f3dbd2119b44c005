"""What may be looked at in a game of Struggle for Stalingrad: the surface that a game and a side's view share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpwlab.core import reader
from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.sfs import engine, frames, keeping, legal, looks, names, records, supply, victory
from gpwlab.sfs.actions import Action, Reseed
from gpwlab.sfs.board import GERMAN, SIDES, Board
from gpwlab.sfs.charts import Charts
from gpwlab.sfs.decisions import Decision
from gpwlab.sfs.events import Event
from gpwlab.sfs.options import RuleSet
from gpwlab.sfs.pool import pool
from gpwlab.sfs.position import Position
from gpwlab.sfs.sequence import Phase, phase_of
from gpwlab.sfs.victory import Outcome

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.picture import Picture
    from gpwlab.sfs.preview import Preview


class Reader(reader.Reader[Position, Action, Event]):
    """What may be looked at by somebody who knows everything; :class:`View` is what one side knows."""

    _keeper = keeping.KEEPER

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first action, as far as the viewer is told."""
        told = (frames.told(event, self._viewer) for event in self._opening)
        return tuple(event for event in told if event is not None)

    @property
    def board(self) -> Board:
        """The map."""
        return self._pos.world.board

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self._pos.world.rules

    @property
    def charts(self) -> Charts:
        """The charts in force: CRTs, cut-off, terrain defence, artillery, turn record."""
        return self._pos.world.charts

    # -- where the game stands -----------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Turn, side, name and rule of the phase in progress."""
        return phase_of(self._pos.turn_box, self._pos.phase)

    @property
    def weather(self) -> str:
        """Weather of the turn: ``clear``, ``ice`` or ``freeze``."""
        return self._pos.turn_box.weather

    @property
    def aps(self) -> dict[str, int]:
        """Artillery points left by side; with the fog of war cards a view has its own side's only (sfs 5.4.9)."""
        secret = self._viewer is not None and self.rules.has("fog-of-war")
        return {name: self._pos.ap[side] for side, name in enumerate(SIDES) if not secret or side == self._viewer}

    @property
    def air(self) -> int:
        """German air points left."""
        return self._pos.air

    @property
    def summons(self) -> tuple[int, int]:
        """Summons of the Luftwaffe that are left, and those announced for this turn."""
        return self._pos.summons, self._pos.summoned

    @property
    def markers(self) -> dict[str, int]:
        """Turn of each victory marker (sfs 10.2); empty where a scenario has none."""
        return {} if self._pos.world.scenario.mini else dict(self._pos.markers)

    @property
    def last_turn(self) -> int | None:
        """The last turn, None for a German who cannot know it (sfs 11.2.2.3)."""
        secret = self._viewer == GERMAN and self._pos.world.scenario.mini
        return None if secret else self._pos.length

    @property
    def pending(self) -> Decision | None:
        """The open decision, or None when the phasing side is free to act."""
        return engine.pending(self._pos)

    @property
    def fight(self) -> Fight | None:
        """The combat in progress, None when there is none; a view does not see what the other side noted in secret."""
        fight = self._pos.fight
        return fight if fight is None or self._viewer is None else fight.veiled(self._viewer)

    @property
    def legal(self) -> legal.Legal:
        """A lazy view of the legal actions."""
        return legal.Legal(self._pos)

    @property
    def winner(self) -> Outcome | None:
        """None while the game goes on, else who has won, how, and why."""
        return victory.outcome(self._pos, self._pos.winner) if self._pos.winner else None

    # -- the table -----------------------------------------------------------------------------------------------

    @property
    def areas(self) -> list[looks.AreaState]:
        """The state of every area in play."""
        return looks.areas(self._pos)

    @property
    def stacks(self) -> list[looks.Stack]:
        """All forces as the viewer sees them."""
        return looks.stacks(self._pos, self._viewer)

    @property
    def units(self) -> DataFrame:
        """The live order of battle, one row a unit, as the viewer sees it."""
        return frames.units_frame(self._pos, self._viewer)

    @property
    def pool(self) -> dict[str, dict[str, int]]:
        """What a Soviet unit that lies face down may be, by type: counters and numbers (docs/rulings_sfs.md S33)."""
        return pool(self._pos)

    def reach(self, force: str) -> dict[str, tuple[str, ...]]:
        """Areas that a whole force may move to now, each with its path."""
        return legal.reach(self._pos, force)

    def supplied(self, side: str) -> set[str]:
        """Areas from which a side can trace a supply line (sfs 6.1)."""
        return {self.board.code(area) for area in supply.supplied_areas(self._pos, side_number(side))}

    def supply_line(self, force: str) -> tuple[str, ...]:
        """The areas of a supply line of a force; () if there is none."""
        found = self._pos.force(force)
        return (
            ()
            if self._pos.cut_off(found)
            else tuple(map(self.board.code, supply.line(self._pos, found.side, found.area)))
        )

    def why_supply(self, unit_id: str) -> list[Reason]:
        """Why a unit on the map is in its supply state."""
        unit = self._pos.world.unit(unit_id)
        if self._pos.where(unit.index) is None:
            raise InvalidInput(f"{unit.id} is not on the map")
        return supply.reasons(self._pos, unit.index)

    @property
    def ferries(self) -> list[tuple[str, bool, bool, bool]]:
        """Every landing in play: code, whether it has sent off and received its unit, whether it is cut off."""
        from gpwlab.sfs import ferry

        pos, places = self._pos, self.board.strongpoints
        return [
            (places[s].code, s in pos.ferried_out, s in pos.ferried_in, ferry.cut_off_landing(pos, s))
            for s in self.board.landings
            if pos.world.scenario.in_play(places[s].area)
        ]

    @property
    def drained(self) -> tuple[str, ...]:
        """Landings that have given their supply in the drift ice and carry a marker (sfs 6.3.B)."""
        return tuple(self.board.strongpoints[slot].code for slot in sorted(self._pos.drawn))

    def battle(self, target: str, attackers: Sequence[str], **choice: Any) -> Preview:
        """The exact odds and outcomes of an attack on a force by one to three others."""
        from gpwlab.sfs.preview import preview

        return preview(self._pos, target, attackers, viewer=self._viewer, **choice)

    def stuka(self, target: str) -> Fraction:
        """The exact chance that a Stuka attack costs a force a step or disrupts it (sfs 5.4.4.1)."""
        from gpwlab.sfs import stukas

        return stukas.chance(self._pos, self._pos.force(target))

    # -- the record ----------------------------------------------------------------------------------------------

    @property
    def log(self) -> DataFrame:
        """One row an event, undone ones too (``kept`` is False); number 0 is what came before the first action."""
        start = self._journal.start
        begun = any(event.kind == "phase" for event in self._opening)  # the opening begins the phase of the start
        before = (start.turn, start.phase - begun)
        return frames.log_frame(start.world, self._opening, self._journal.history, before, self._viewer)

    def _phase_at(self, turn: int, number: int) -> Phase:
        return phase_of(self.charts.turns[turn], number)

    @property
    def position(self) -> str:
        """The position in one line; ``sfs.from_position`` reads it."""
        return records.to_text(self._pos)

    def picture(self, show: Iterable[str] = (), region: Any = None, **style: Any) -> Picture:
        """A static map of the position as SVG with a text twin; see :func:`gpwlab.sfs.picture.picture`."""
        from gpwlab.sfs.picture import picture

        return picture(self, show=show, region=region, **style)


class View(Reader):
    """What a side knows of a game: read-only, computed from what lies open to it (sfs 2.2.2)."""

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

    @property
    def pending(self) -> Decision | None:
        """The open decision; the other side's is shown without its options, a secret one without its text."""
        choice = engine.pending(self._pos)
        if choice is None or choice.side == self._side:
            return choice
        text = f"the {choice.side} player decides" if choice.secret else choice.text
        return Decision(choice.side, choice.kind, choice.rule, (), _NOTHING, text, choice.secret)

    def why_not(self, action: Action | str) -> list[Reason]:
        """[] if the action is legal for this side now, else the reasons; InvalidInput if it is no action."""
        assert self._viewer is not None
        asked = engine.as_action(self._pos, action)
        legal.no_name_for_germans(self._pos, self._viewer, *names.units_in(asked))
        if engine.deciding(self._pos) != self._viewer:
            return [Reason(self.phase.rule, f"it is for the {SIDES[1 - self._viewer]} player to act")]
        return list(engine.objections(self._pos, asked))

    def why_supply(self, unit_id: str) -> list[Reason]:
        """Why a unit of this side is in its supply state."""
        assert self._viewer is not None
        legal.no_name_for_germans(self._pos, self._viewer, unit_id)
        return super().why_supply(unit_id)

    @property
    def actions(self) -> list[Any]:
        """The actions that led here as this side reads them, as text."""
        return [frames.action_text(entry.action, self._viewer) for entry in self._journal.kept]

    @property
    def position(self) -> str:
        """What this side sees of the position, in one line; no game can begin from it."""
        return f"sfs-view {self._side} " + json.dumps(self._seen(), separators=(",", ":"))

    def _seen(self) -> dict[str, Any]:
        pos = self._pos
        faces = [
            [s.id, s.strongpoint or s.area, s.cut_off, s.surrounds, s.entering, [_short(face) for face in s.units]]
            for s in self.stacks
        ]
        seen: dict[str, Any] = {
            "scenario": self.scenario,
            "turn": pos.turn,
            "phase": pos.phase,
            "areas": [[a.code, a.control, a.dominated_by, a.fortified] for a in self.areas],
            "forces": faces,
            "aps": self.aps,
            "air": self.air,
            "summons": list(self.summons),
            "markers": self.markers,
        }
        if pos.fight is not None:
            assert self._viewer is not None
            fight = pos.fight.veiled(self._viewer)
            seen["fight"] = [fight.kind, fight.target, list(fight.attackers), list(fight.points), fight.owed]
        return seen


def _short(face: looks.Face) -> list[Any]:
    marks = [name for name in ("oos", "disrupted", "reserve") if getattr(face, name)]
    return [face.id, face.type, face.label, face.figure, marks]


#: Stands for the answer that a side may not see.
_NOTHING = Reseed(0)


def side_number(name: str) -> int:
    """A side's index; InvalidInput for what is no side."""
    if name not in SIDES:
        raise InvalidInput(f"there is no side {name!r}: it is {' or '.join(SIDES)}")
    return SIDES.index(name)
