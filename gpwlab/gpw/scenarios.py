"""What a scenario adds to the rules: its length, restrictions, special units and victory (gpw 22.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.core.tables import Row
from gpwlab.gpw import victory
from gpwlab.gpw.units import AXIS

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.victory import Outcome


#: The turn on which Barbarossa gives the Soviets a shock army (gpw 22.1.5.C).
SWAP_TURN = 5


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's frame; the base class adds no rule of its own."""

    number: int
    slug: str
    title: str
    first_turn: int
    last_turn: int

    @property
    def lend_lease(self) -> bool:
        """True where the Soviets may roll for lend-lease (gpw 9.2.A)."""
        return False

    def may_not_move(self, pos: Position, unit: int) -> Iterator[Reason]:
        """Why the scenario forbids a unit to move, if it does."""
        yield from ()

    def moves_early(self, pos: Position, unit: int) -> bool:
        """True if the scenario lets a unit whose MA is in no circle move in the mobile phase."""
        return self.one_hex_only(pos, unit)

    def one_hex_only(self, pos: Position, unit: int) -> bool:
        """True if a unit moves exactly one hex in this phase by the scenario's leave."""
        return False

    def may_swap(self, pos: Position) -> bool:
        """True if a shock army may take the place of an infantry reinforcement this turn."""
        return False

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """The game's outcome now, or at the end of the last turn."""
        return None


@dataclass(frozen=True, slots=True)
class Barbarossa(Scenario):
    """Scenario 1 (gpw 22.1): the surprise of June 1941."""

    @property
    def lend_lease(self) -> bool:
        """Barbarossa has lend-lease (gpw 9.2.A)."""
        return True

    def _at_home(self, pos: Position, unit: int) -> str:
        """Romania or Hungary, where a unit stands there, else nothing."""
        country = pos.world.board.country[pos.where[unit]]
        return country if country in ("Romania", "Hungary") else ""

    def may_not_move(self, pos: Position, unit: int) -> Iterator[Reason]:
        """On turn 1 units in Romania and Hungary stay where they are (gpw 22.1.4.C)."""
        if pos.turn == self.first_turn and not self._full_first_turn(pos, unit):
            country = self._at_home(pos, unit)
            if country:
                yield Reason("gpw 22.1.4.C", f"units in {country} do not move on turn 1")

    def _full_first_turn(self, pos: Position, unit: int) -> bool:
        """True for an Axis unit on turn 1 where every one moves in full in both phases (gpw 20.2)."""
        first = pos.turn == self.first_turn and pos.world.units[unit].side == AXIS
        return first and pos.world.rules.has("axis-full-first-turn")

    def moves_early(self, pos: Position, unit: int) -> bool:
        """Infantry by one hex (gpw 22.1.4.B), or all units by the option (gpw 20.2)."""
        return self._full_first_turn(pos, unit) or self.one_hex_only(pos, unit)

    def one_hex_only(self, pos: Position, unit: int) -> bool:
        """In the first Axis panzer phase all Axis infantry may move one hex, save in Romania (gpw 22.1.4.B)."""
        counter = pos.world.units[unit]
        if self._full_first_turn(pos, unit):
            return False
        first = pos.turn == self.first_turn and pos.step.kind == "mobile" and pos.side == AXIS
        return first and counter.side == AXIS and not counter.mobile and self._at_home(pos, unit) != "Romania"

    def may_swap(self, pos: Position) -> bool:
        """Once, on turn 5 (gpw 22.1.5.C)."""
        return pos.turn == SWAP_TURN and not pos.swapped

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Moscow at once, or four of six cities at the end (gpw 22.1.3)."""
        return victory.barbarossa(pos, at_end)


PLAYABLE: dict[str, type[Scenario]] = {"barbarossa": Barbarossa}


def read_scenario(rows: Sequence[Row], slug: str) -> Scenario:
    """The scenario with a slug; InvalidInput lists those that can be played."""
    for row in rows:
        if row["slug"] == slug and slug in PLAYABLE:
            return PLAYABLE[slug](
                int(row["scenario"]), slug, row["title"], int(row["first_turn"]), int(row["last_turn"])
            )
    raise InvalidInput(f"there is no scenario {slug!r} to play; there is {', '.join(PLAYABLE)}")
