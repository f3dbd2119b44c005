"""What the widgets of an area lab share: the game, who looks at it, what is picked, and the last thing said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from traitlets import TraitError, Tuple, Unicode, validate

from gpwlab.sfs.actions import Action, Place
from gpwlab.sfs.board import SIDES
from gpwlab.widgets.session import Session

if TYPE_CHECKING:
    from gpwlab.sfs.looks import AreaState, Stack
    from gpwlab.sfs.reader import Reader


class AreaSession(Session):
    """A game of Struggle for Stalingrad on the table.

    viewer: the side that looks, "" for one who sees both.  unit: the picked force, "" for none.  members: those of its
    units that are to act, () for all.  target, attackers: forces.  hovered, cursor: areas; spot: the strongpoint under
    the pointer, force: the stack there.  placing: the unit that a click puts on the map, "" for none.  choices: what a
    click may mean, where it is not one thing.
    """

    viewer = Unicode("")
    members = Tuple()
    spot = Unicode("")
    force = Unicode("")
    choices = Tuple()
    placing = Unicode("")
    game: Any

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.observe(lambda _: self._next_due(), names="viewer")
        self._next_due()

    @classmethod
    def of(cls, game: Any) -> AreaSession:
        """The session itself, or a new one around a game."""
        return game if isinstance(game, AreaSession) else cls(game)

    @validate("viewer")
    def _side(self, proposal: Any) -> str:
        if proposal["value"] not in ("", *SIDES):
            raise TraitError(f"a viewer is {' or '.join(SIDES)}, or nobody, not {proposal['value']!r}")
        return str(proposal["value"])

    @property
    def seen(self) -> Reader:
        """The game as the viewer knows it."""
        return self.game.view(self.viewer) if self.viewer else self.game  # type: ignore[no-any-return]

    def attempt(self, action: Action | str) -> bool:  # type: ignore[override]
        """Do an action; one that is not the viewer's to do, or illegal, is refused with its reasons."""
        refused: Sequence[Any] = ()

        def ask() -> None:
            nonlocal refused
            refused = self.seen.why_not(action) if self.viewer else ()

        if not self.run_pick_quietly(ask):
            return False
        if refused:
            self.refuse(str(action), refused)
            return False
        return self.run(lambda: self.say_events(self._told(self.game.do(action))), str(action))

    def run_pick_quietly(self, step: Any) -> bool:
        """Run a question to the game; an error is shown, and False returned."""
        before, self.said = self.said, ""
        self.run_pick(step)
        good = not self.said
        if good:
            self.said = before
        return good

    def _told(self, events: Sequence[Any]) -> list[Any]:
        """The events as the viewer is told of them."""
        from gpwlab.sfs.frames import told

        side = SIDES.index(self.viewer) if self.viewer else None
        return [found for event in events if (found := told(event, side)) is not None]

    # -- what is there -------------------------------------------------------------------------------------------

    def stack(self, force: str) -> Stack | None:
        """A force by its id as the viewer sees it, or None."""
        return next((stack for stack in self.seen.stacks if stack.id == force), None)

    def where(self, stack: Stack) -> str:
        """Where a force is, as the map names it: its strongpoint, else its area."""
        board = self.game.board
        if stack.strongpoint:
            return str(board.strongpoints[board.strongpoint(stack.strongpoint)].name)
        return self.area_name(stack.area)

    def area_name(self, code: str) -> str:
        """What the map calls an area."""
        board = self.game.board
        return str(board.areas[board.area(code)].name)

    def words(self, action: Action) -> str:
        """An action as a reader follows it on the map: its text, and where the forces and areas that it names are."""
        forces = [stack for word in str(action).split() if (stack := self.stack(word)) is not None]
        lone = len(forces) == 1
        found = [self.where(stack) if lone else f"{stack.id} {self.where(stack)}" for stack in forces]
        area = getattr(action, "area", None)
        found += [self.area_name(code) for code in (*getattr(action, "path", ()), *((area,) if area else ()))]
        return f"{action} ({', '.join(found)})" if found else str(action)

    def state(self, area: str) -> AreaState | None:
        """The state of an area, None for one out of play."""
        return next((state for state in self.seen.areas if state.code == area), None)

    @property
    def due(self) -> list[str]:
        """The units that may be placed on the map now: in the set-up, arrivals, tanks."""
        if self.kind not in ("setup", "command") or self.seen.pending is not None:
            return []
        return list(dict.fromkeys(action.unit for action in self.seen.legal if isinstance(action, Place)))

    def _next_due(self) -> None:
        """Keep the unit that is to be placed, or take the first that is due."""
        due = self.due
        self.placing = self.placing if self.placing in due else due[0] if due else ""

    @property
    def kind(self) -> str:
        """The kind of phase in progress: setup, artillery, counterattack, command, movement, attack or reserve."""
        from gpwlab.sfs.sequence import step_at

        return step_at(self.game.phase.number).kind

    @property
    def acting(self) -> tuple[str, ...]:
        """The units that are to act: the members chosen of the picked force, else all of it."""
        stack = self.stack(self.unit) if self.unit else None
        everyone = tuple(unit.id for unit in stack.units) if stack else ()
        return tuple(unit for unit in self.members if unit in everyone) or everyone

    # -- picks ---------------------------------------------------------------------------------------------------

    def drop_picks(self) -> None:
        """Forget what was picked."""
        self.members = self.choices = ()
        super().drop_picks()

    def pick(self, unit_id: str) -> None:
        """Pick a force, or none with ""."""
        self.members = self.choices = ()
        super().pick(unit_id)

    def changed(self) -> None:
        """Tell every widget that the game has moved; picks that no longer hold are dropped."""
        there = {stack.id for stack in self.seen.stacks}
        self.choices = ()
        self._next_due()
        if self.unit and self.unit not in there:
            self.members, self.unit = (), ""
        if self.target and self.target not in there:
            self.target, self.attackers = "", ()
        self.attackers = tuple(force for force in self.attackers if force in there)
        if self.force and self.force not in there:
            self.force = ""
        self.version += 1
