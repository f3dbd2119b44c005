"""Special RPs of variants: points that raise units of some nations only, spent by an order of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import reinforcements, supply
from gpwlab.gpw.events import Event
from gpwlab.gpw.position import ELIMINATED, ON_MAP
from gpwlab.gpw.units import AXIS

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.units import Unit


class SpecialPoints:
    """The order ``order NAME UNIT [HEX]``: one level of a unit for special RPs of this phase; none are saved.

    slug: the variant that gives them.  rule: the id that refusals and events cite.
    """

    kinds: tuple[str, ...] = ("reinforcement",)

    def __init__(self, slug: str, nations: tuple[str, ...], rule: str) -> None:
        self.slug, self.nations, self.rule = slug, nations, rule

    def give(self, pos: Position, points: int) -> None:
        """Have so many special RPs in this phase."""
        pos.extra[self.slug] = {**pos.extra.get(self.slug, {}), "turn": pos.turn, "rp": points}

    def left(self, pos: Position) -> int:
        """Special RPs that are left; 0 in any phase but the one that they were given in."""
        told = pos.extra.get(self.slug, {})
        return int(told["rp"]) if told.get("turn") == pos.turn and pos.side == AXIS else 0

    def _able(self, pos: Position) -> list[Unit]:
        units = (unit for unit in pos.world.units if unit.nation in self.nations and unit.index not in pos.levelled)
        weak = (unit for unit in units if pos.steps[unit.index] < unit.steps)
        return [unit for unit in weak if pos.fate[unit.index] in (ON_MAP, ELIMINATED)]

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every unit that a special RP may raise, with the hexes where it may come back."""
        if not self.left(pos):
            return
        ids = pos.world.board.ids
        for unit in self._able(pos):
            if reinforcements.cost(pos, unit) > self.left(pos):
                continue
            if pos.fate[unit.index] == ON_MAP:
                if supply.in_supply(pos, unit.index):
                    yield (unit.id,)
                continue
            tokens = reinforcements.return_tokens(pos, unit)
            yield from ((unit.id, ids[hex_]) for hex_ in reinforcements.entry_hexes(pos, unit.index, tokens))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a special RP is not spent so."""
        if len(words) not in (1, 2):
            raise InvalidInput("it takes a unit, and a hex for one that is eliminated")
        unit = pos.world.unit(words[0])
        if len(words) == 2:
            pos.world.board.hex(words[1])
        if unit not in self._able(pos):
            yield Reason(self.rule, f"{unit.name} is none of the units that these points may raise now")
        elif self.left(pos) < reinforcements.cost(pos, unit):
            yield Reason(self.rule, f"{self.left(pos)} special RPs are left")
        elif words not in self.legal(pos):
            place = "its hex cannot trace supply" if len(words) == 1 else "it may not come back there"
            yield Reason(self.rule, f"{unit.name}: {place}")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Raise the unit by a level."""
        unit = pos.world.unit(words[0])
        self.give(pos, self.left(pos) - reinforcements.cost(pos, unit))
        pos.levelled |= {unit.index}
        pos.steps[unit.index] += 1
        if len(words) == 2:
            pos.put(unit.index, pos.world.board.hex(words[1]))
        here = pos.world.board.ids[pos.where[unit.index]]
        text = f"{unit.name} is raised a level in {here} for special RPs"
        return [Event("replacement", text, self.rule, unit=unit.id, to_hex=here)]
