"""What a game's rules and data fix once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.sfs.board import SOVIET, Board
from gpwlab.sfs.charts import Charts
from gpwlab.sfs.units import Counter, Unit

if TYPE_CHECKING:
    from gpwlab.sfs.options import RuleSet
    from gpwlab.sfs.scenarios import Scenario
    from gpwlab.sfs.setup import Entry, Spot


@dataclass(slots=True, eq=False)
class World:
    """What a game's rules and data fix once."""

    board: Board
    units: list[Unit]
    counters: dict[str, Counter]
    charts: Charts
    rules: RuleSet
    scenario: Scenario
    #: rows of the set-up that this scenario uses
    setup: tuple[Entry, ...] = ()
    #: the suggested Soviet set-up
    deployment: tuple[Spot, ...] = ()
    unit_index: dict[str, int] = field(init=False)
    #: index of the first Soviet piece
    first_piece: int = field(init=False)
    #: strongpoints that rules name
    hill: int = field(init=False)
    tractor_works: int = field(init=False)

    def __post_init__(self) -> None:
        self.unit_index = {unit.id: unit.index for unit in self.units}
        self.first_piece = next(unit.index for unit in self.units if unit.side == SOVIET)
        self.hill = self.board.strongpoint("MK-hill")
        self.tractor_works = self.board.strongpoint("TW-dzerzhinsky")

    def unit(self, name: str) -> Unit:
        """The unit with an id; InvalidInput names an unknown one."""
        try:
            return self.units[self.unit_index[name]]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no unit {name!r} (ids look like 14-pz or su-3)") from None
