"""What the widgets of one lab share: the game, what the reader has picked, and the last thing said.

The game is the state; this holds only picks, and tells every widget when to look again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from traitlets import HasTraits, Int, Tuple, Unicode

from gpwlab.core.errors import GameError, IllegalAction
from gpwlab.core.reasons import Reason
from gpwlab.gpw.actions import Action
from gpwlab.gpw.events import Event
from gpwlab.gpw.game import Game
from gpwlab.widgets import peek, style


class Session(HasTraits):
    """A game on the table.

    version counts changes of the game.  unit, target: the picked unit and attacked hex, "" for none.  attackers: units
    ticked against the target.  plan: attacks that a planner proposes, each a target and its attackers.  via: hexes
    that the path must pass.  hovered: the hex under the pointer or, when a key moved it last, the hex cursor.  cursor:
    the hex cursor, "" until a key is pressed.
    said: markup of the last refusal or note.
    """

    version = Int(0)
    unit = Unicode("")
    target = Unicode("")
    attackers = Tuple()
    plan = Tuple()
    via = Tuple()
    hovered = Unicode("")
    cursor = Unicode("")
    said = Unicode("")

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    @classmethod
    def of(cls, game: Game | Session) -> Session:
        """The session itself, or a new one around a game."""
        return game if isinstance(game, Session) else cls(game)

    @property
    def seen(self) -> Any:
        """The game as whoever sits at the table may see it: all of it, where nothing is hidden."""
        return self.game

    def attempt(self, action: Action | str) -> bool:
        """Do an action; a refusal is shown with its reasons and changes nothing."""
        return self.run(lambda: self.say_events(self.game.do(action)), str(action))

    def run(self, step: Callable[[], object], what: str = "") -> bool:
        """Run a step that may change the game; every error is shown, one that is no refusal is raised as well.

        Until it is done and every card has looked, the page says that it works on it.
        """
        self.said = working = style.working(what)
        try:
            step()
        except IllegalAction as error:
            self.refuse(what, error.reasons)
            return False
        except GameError as error:
            self.said = style.refusal(error)
            return False
        except Exception as error:
            self._failed(error)
            raise
        self.changed()
        if self.said == working:
            self.said = ""
        return True

    def run_pick(self, step: Callable[[], object]) -> None:
        """Run what a click means; it changes the game only through :meth:`attempt`."""
        try:
            step()
        except GameError as error:
            self.said = style.refusal(error)
        except Exception as error:
            self._failed(error)
            raise

    def _failed(self, error: Exception) -> None:
        self.said = style.refusal(error, f"The lab failed: {type(error).__name__}")

    def refuse(self, what: str, reasons: Sequence[Reason]) -> None:
        """Show why something cannot be done."""
        head = f"<b>Refused</b> <code>{escape(what)}</code>" if what else "<b>Refused</b>"
        self.said = f'<div class="gpwlab-refusal">{head}{style.reasons(reasons)}</div>'

    def note(self, markup: str) -> None:
        """Show a remark."""
        self.said = f'<div class="gpwlab-note">{markup}</div>'

    def say_events(self, events: Sequence[Event]) -> None:
        """Show what an action caused."""
        if events:
            self.note("<br>".join(f"{escape(e.text)} {style.rule(e.rule)}" for e in events[-6:]))

    def drop_picks(self) -> None:
        """Forget what was picked."""
        self.attackers = self.via = ()
        self.unit = self.target = ""

    def pick(self, unit_id: str) -> None:
        """Pick a unit, or none with ""."""
        self.via = ()
        self.unit = unit_id

    def starts(self) -> dict[int, int]:
        """The turns on the line of play, each with the number of actions before its first phase."""
        found: dict[int, int] = {}
        for number, phase in self.game.phases:
            found.setdefault(phase.turn, number)
        return found

    def go_to_turn(self, turn: int) -> None:
        """Go to the start of a turn that has been played; say so where it has not."""
        place = self.starts().get(turn)
        if place is None:
            self.note(f"Turn {turn} has not been played.")
            return
        self.drop_picks()
        self.run(lambda: self.game.jump(place), f"go to turn {turn}")

    def changed(self) -> None:
        """Tell every widget that the game has moved; picks that no longer hold are dropped."""
        self.via = ()
        if self.unit and not self._still_there():
            self.unit = ""
        if self.target and (peek.kind(self.game) != "combat" or not self.game.unit_at(self.target)):
            self.target, self.attackers = "", ()
        self.version += 1

    def _still_there(self) -> bool:
        return bool(peek.hex_of(self.game, self.unit)) or any(True for _ in self.game.legal.of(self.unit))

    def replace(self, game: Game) -> None:
        """Put another game on the table, for instance a loaded one."""
        self.drop_picks()
        self.game = game
        self.changed()
