"""What the widgets of a lab of Hube's Pocket share: the game, what is picked, and the last thing said."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from traitlets import Int, Unicode

from gpwlab.core.errors import InvalidInput
from gpwlab.widgets.session import Session

if TYPE_CHECKING:
    from fractions import Fraction

    from gpwlab.hube.pieces import Piece

#: Kinds of phase in which units move.
MOVING = ("movement", "reaction", "exploitation", "maskirovka")


class HubeSession(Session):
    """A game of Hube's Pocket on the table.

    unit: the picked unit, "" for none; target: a hex that is aimed at.  hovered, cursor: hexes.  place: the set-up
    place whose zone is shown, as ``SIDE:NAME``, "" for none.  points: movement points that a reach is told for, 0 for
    the printed ones.
    """

    place = Unicode("")
    points = Int(0)
    game: Any

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._asked: object = None
        self._reach: dict[str, Fraction] = {}
        self._left: Fraction | int = 0

    @classmethod
    def of(cls, game: Any) -> HubeSession:
        """The session itself, or a new one around a game."""
        return game if isinstance(game, HubeSession) else cls(game)

    @property
    def seen(self) -> Any:
        """The game: Hube's Pocket hides nothing on the map from either side."""
        return self.game

    def piece(self, unit: str) -> Piece | None:
        """A unit on the map, None for one that is not there."""
        return next((piece for piece in self.game.pieces if piece.id == unit), None)

    def pieces_at(self, hex_id: str) -> list[Piece]:
        """The units in a hex."""
        return [piece for piece in self.game.pieces if piece.hex == hex_id]

    @property
    def mover(self) -> str:
        """The picked unit while it may move, else ""."""
        phase, piece = self.game.phase, self.piece(self.unit) if self.unit else None
        moves = phase.kind in MOVING and self.game.pending is None and self.game.winner is None
        return self.unit if moves and piece is not None and piece.side == phase.side else ""

    def reach(self) -> dict[str, Fraction]:
        """Where the mover can go by terrain with what it has left, and at what cost.

        {} for no mover, or movement points that are not printed.
        """
        asked = (self.game, self.version, self.mover, self.points)
        if asked != self._asked:
            self._asked, self._reach, self._left = asked, {}, 0
            with suppress(InvalidInput):
                if self.mover:
                    self._left = self.points or self.game.left(self.mover)
                    self._reach = self.game.reach(self.mover, self._left)
        return self._reach

    @property
    def left(self) -> Fraction | int:
        """The movement points of the mover's reach: those that were told, else the printed ones less those spent."""
        self.reach()
        return self._left

    def way(self, hex_id: str) -> list[str]:
        """The hexes of the mover's cheapest way to a hex; that hex alone where it lies out of reach."""
        if hex_id not in self.reach():
            return [hex_id]
        return self.game.route(self.mover, hex_id, self.left) or [hex_id]

    def changed(self) -> None:
        """Tell every widget that the game has moved; picks that no longer hold are dropped."""
        self.via = ()
        if self.unit and not self.piece(self.unit) and self.unit not in self.game.placing:
            arriving = any(True for _ in self.game.legal.of(self.unit))
            self.unit = self.unit if arriving else ""
        if self.target and not (self.game.phase.kind == "combat" and self.pieces_at(self.target)):
            self.target = ""
        self.version += 1
