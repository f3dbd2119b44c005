"""What the keys of the area lab do: an area cursor first, then everything that a pointer can do on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gpwlab.sfs.actions import Attack
from gpwlab.sfs.picture.words import describe_area
from gpwlab.widgets.area_clicks import FIGHTING, click
from gpwlab.widgets.area_map import SWITCHES, AreaMap, Spot
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.keys import Command

if TYPE_CHECKING:
    from gpwlab.sfs.picture.sheet import Sheet
    from gpwlab.widgets.area_lab import AreaLab

_TOWARDS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


def area_line(session: AreaSession) -> str:
    """The area under the pointer or the cursor and its stacks, in words."""
    area = session.hovered or session.cursor
    state = session.state(area) if area else None
    if state is None:
        return "point at an area, or move the cursor with the arrow keys"
    head, *stacks = describe_area(session.game.board, state, session.seen.stacks)
    if session.force:
        stacks = [line for line in stacks if f" {session.force} " in line]
    return "  ·  ".join([head, *(line.strip() for line in stacks)])


def neighbour(sheet: Sheet, here: str, key: str, codes: Iterable[str]) -> str:
    """Of some areas the one whose name lies nearest in the direction of a key; the same area where there is none."""
    board = sheet.board
    x, y = sheet.name_at[board.area(here)]
    dx, dy = _TOWARDS[key]
    best: tuple[float, str] | None = None
    for code in codes:
        u, v = sheet.name_at[board.area(code)]
        along, length = (u - x) * dx + (v - y) * dy, ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        if along > 10 and (best is None or length**3 / along**2 < best[0]):  # near, and straight that way
            best = (length**3 / along**2, code)
    return best[1] if best else here


class AreaCursor:
    """The cursor: an area at a time, and within it a stack or strongpoint at a time."""

    def __init__(self, session: AreaSession, area_map: AreaMap) -> None:
        self.session, self.map = session, area_map

    @property
    def here(self) -> str:
        """The area of the cursor, that of the picked force before a key has moved it."""
        session = self.session
        picked = session.stack(session.unit) if session.unit else None
        return session.cursor or session.hovered or (picked.area if picked else session.seen.areas[0].code)

    def step(self, key: str) -> None:
        """To the area in play whose name lies nearest in a direction."""
        self.put(neighbour(self.map.sheet, self.here, key, [state.code for state in self.session.seen.areas]))

    def put(self, area: str, force: str = "") -> None:
        """Put the cursor on an area, and maybe on a stack in it."""
        session = self.session
        session.spot, session.force = "", force
        session.hovered = session.cursor = area

    def within(self, by: int) -> None:
        """The next stack or strongpoint of the area, then the area itself."""
        session, board = self.session, self.session.game.board
        spots = [Spot(self.here, s.strongpoint, s.id) for s in session.seen.stacks if s.area == self.here]
        held = {spot.strongpoint for spot in spots}
        places = (board.strongpoints[i].code for i in board.strongpoints_in[board.area(self.here)])
        spots += [Spot(self.here, code) for code in places if code not in held]
        ring = [Spot(self.here), *spots]
        now = Spot(self.here, session.spot, session.force)
        chosen = ring[((ring.index(now) if now in ring else 0) + by) % len(ring)]
        session.cursor = session.hovered = self.here
        session.spot, session.force = chosen.strongpoint, chosen.force

    def click(self, _key: str) -> None:
        """What a click on the cursor's place means."""
        click(self.session, Spot(self.here, self.session.spot, self.session.force))

    def next_actor(self, by: int) -> None:
        """The next stack that may be attacked, or that may still act."""
        session = self.session
        legal = list(session.seen.legal)
        if session.kind in FIGHTING:
            wanted = sorted({action.target for action in legal if isinstance(action, Attack)})
        else:
            units = {unit for action in legal for unit in getattr(action, "units", ())}
            wanted = [s.id for s in session.seen.stacks if any(u.id in units for u in s.units)]
        if not wanted:
            session.note("Nothing may be done on the map now.")
            return
        here = wanted.index(session.force) if session.force in wanted else -1 if by > 0 else 0
        stack = session.stack(wanted[(here + by) % len(wanted)])
        if stack is not None:
            self.put(stack.area, stack.id)


def lab_commands(lab: AreaLab) -> list[Command]:
    """Keys of the whole lab."""
    session, stepper, area_map = lab.session, lab.stepper, lab.map
    cursor = AreaCursor(session, area_map)
    zoom = {"+": 0.5, "=": 0.5, "-": -0.5}

    def running(call: Callable[[], Any]) -> Callable[[str], object]:
        return lambda _key: session.run(call)

    def nearer(key: str) -> None:
        leaf = area_map.map
        leaf.zoom = max(leaf.min_zoom, min(leaf.max_zoom, leaf.zoom + zoom[key]))

    def answer(key: str) -> None:
        decision, place = session.seen.pending, int(key) - 1
        if decision is not None and place < len(decision.options):
            session.attempt(decision.options[place])
        else:
            session.note(f"There is no answer number {key} now.")

    return [
        Command(tuple(_TOWARDS), "cursor to the area that way", "Cursor", cursor.step),
        Command((".", ","), "next, previous stack or strongpoint of the area", "Cursor",
                lambda key: cursor.within(1 if key == "." else -1)),
        Command(("n", "p"), "next, previous stack that may act or be attacked", "Cursor",
                lambda key: cursor.next_actor(1 if key == "n" else -1)),
        Command(("Enter",), "click: pick, move, aim, answer", "Acting", cursor.click),
        Command(("Escape",), "drop every pick", "Acting", lambda _: session.drop_picks()),
        Command(tuple("123456789"), "answer of that number", "Acting", answer),
        Command(("a",), "declare the planned attack", "Acting", lambda _: lab.walk.declare.click()),
        Command(("s", "d"), "previous, next step of the combat walk", "Acting",
                lambda key: lab.walk.go(1 if key == "d" else -1)),
        Command(("u",), "undo", "Stepping", running(lambda: session.game.undo())),
        Command(("r",), "redo", "Stepping", running(lambda: session.game.redo())),
        Command(("Space",), "next phase", "Stepping", running(stepper.go_on)),
        Command(("[",), "back to the start of the phase", "Stepping", running(stepper.go_back)),
        Command(("]",), "forth to the next phase played", "Stepping", running(stepper.go_forth)),
        Command(("o",), "overlays one after the other, then none", "Looking", lambda _: next_overlay(area_map)),
        Command(("+", "=", "-"), "closer, farther", "Looking", nearer),
        Command(("l",), "centre the map on the cursor", "Looking", lambda _: area_map.look_at(cursor.here)),
        Command(("f",), "where both sides are", "Looking", lambda _: area_map.look_at_front()),
        Command(("w",), "the whole map", "Looking", lambda _: area_map.look_at_all()),
        Command(("i",), "the way round this lab", "Looking", lambda _: lab.guide.begin()),
        Command(("t",), "the map as a table", "Looking", lambda _: lab.table.set_trait("open_", not lab.table.open_)),
        Command(("h",), "hide or show the counters", "Looking",
                lambda _: area_map.set_trait("hide_counters", not area_map.hide_counters)),
    ]  # fmt: skip


def next_overlay(area_map: AreaMap) -> None:
    """Turn on the overlay after the one that is on; after the last, none."""
    names = [name for name, _caption, _what in SWITCHES]
    on = [name for name in names if name in area_map.show]
    number = names.index(on[-1]) + 1 if on else 0
    area_map.show = (names[number],) if number < len(names) else ()
