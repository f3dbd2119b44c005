"""What the keys of the lab do: the hex cursor first, then everything that a pointer can do on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gpwlab.gpw.actions import Attack, Place, Rebuild, Resolve
from gpwlab.gpw.board import DIRECTIONS, Board
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import peek
from gpwlab.widgets.clicks import place_of
from gpwlab.widgets.hexmap import SWITCHES, HexMap, open_hexes
from gpwlab.widgets.keys import Command
from gpwlab.widgets.session import Session

if TYPE_CHECKING:
    from gpwlab.widgets.lab import Lab

#: The letters lie around S as the hexes do around the cursor; so do the keys of the second column on a keypad.
_STEPS = {
    "ArrowLeft": "W", "ArrowRight": "E", "q": "NW", "e": "NE", "y": "SW", "z": "SW", "c": "SE",
    "Home": "NW", "PageUp": "NE", "End": "SW", "PageDown": "SE",
}  # fmt: skip


def neighbour(board: Board, hex_id: str, key: str) -> str:
    """The hex that a key of the cursor leads to, the same one at the edge of the map.

    Up and down go straight: half a hex to the left and half a hex to the right by turns.
    """
    here = board.hex(hex_id)
    name = _STEPS.get(key)
    if name is None:
        leans_west = board.spot[here][0] % 2 == 0  # even rows stand half a hex further west
        name = ("N" if key == "ArrowUp" else "S") + ("E" if leans_west else "W")
    there = board.near[here][DIRECTIONS.index(name)]
    return board.ids[there] if there >= 0 else hex_id


def actors(game: Reader) -> list[str]:
    """Hexes where something may still be done now, west to east within rows from north to south.

    They are those of the units that may move, of the enemies that can be attacked, of the answers to an open decision.
    """
    if game.pending is not None:
        found = {place_of(game, option) for option in game.pending.options} - {""}
    elif peek.kind(game) == "combat":
        found = {action.target for action in game.legal if isinstance(action, Attack | Resolve)}
    else:
        found = {peek.hex_of(game, unit) for unit in peek.movable(game)}
    return sorted(found, key=lambda h: (game.board.spot[game.board.hex(h)][0], -game.board.spot[game.board.hex(h)][1]))


def arrivals(game: Reader) -> list[str]:
    """Units that may be placed or rebuilt on a hex now."""
    return list(dict.fromkeys(a.unit for a in game.legal if isinstance(a, Place | Rebuild) and a.hex))


def goals(session: Session) -> list[str]:
    """Hexes that the picked unit may go to now."""
    game, unit = session.game, session.unit
    if not unit:
        return []
    return sorted(game.reach(unit)) or open_hexes(game, unit)


def following(items: Sequence[str], now: str, step: int) -> str:
    """The next or previous of some items, around the end; the first or last where none is current."""
    if now in items:
        return items[(items.index(now) + step) % len(items)]
    return items[0 if step > 0 else -1]


class Cursor:
    """The hex cursor of a map and what it can do in a session."""

    def __init__(self, session: Session, hex_map: HexMap) -> None:
        self.session = session
        self.map = hex_map

    def put(self, hex_id: str) -> None:
        """Set the cursor on a hex, in sight."""
        self.session.cursor = self.session.hovered = hex_id
        self.map.keep_in_sight(hex_id)

    @property
    def here(self) -> str:
        """Where it is; before its first move, where the reader looks: pointer, picked unit or middle of the map."""
        session = self.session
        picked = peek.hex_of(session.game, session.unit) if session.unit else ""
        return session.cursor or session.hovered or picked or self.map.middle()

    def step(self, key: str) -> None:
        """One hex in the direction of a key; the first press only shows the cursor."""
        seen = bool(self.session.cursor)
        self.put(neighbour(self.session.game.board, self.here, key) if seen else self.here)

    def click(self, _key: str) -> None:
        """What a click on the hex does."""
        self.put(self.here)
        for call in self.map.on_click:
            call(self.here)

    def via(self, _key: str) -> None:
        """What a right click on the hex does."""
        self.put(self.here)
        for call in self.map.on_context:
            call(self.here)

    def drop(self, _key: str) -> None:
        """Drop every pick and what was said."""
        self.session.drop_picks()
        self.session.said = ""

    def next_actor(self, step: int) -> None:
        """Go to the next place where something may still be done, and pick the unit that may do it."""
        session, game = self.session, self.session.game
        if game.pending is None and peek.kind(game) in peek.PLACING:
            due = arrivals(game)
            if due:
                session.pick(following(due, session.unit, step))
                self.put(goals(session)[0])
                return
        moving = game.pending is None and peek.kind(game) in peek.MOVING
        places = actors(game) if game.winner is None else []
        here = self.here
        for _ in places:
            here = following(places, here, step)
            able = [unit for unit in game.unit_at(here) if not moving or game.reach(unit)]
            if able or game.pending is not None:
                self.put(here)
                if moving:
                    session.pick(able[0])
                return
        session.note("Nothing is left to do in this phase.")

    def next_goal(self, step: int) -> None:
        """Go to the next hex that the picked unit may go to."""
        found = goals(self.session)
        if found:
            self.put(following(found, self.here, step))
        else:
            self.session.note("Pick a unit first: the hexes that it may go to are gone through then.")


def map_commands(session: Session, hex_map: HexMap) -> list[Command]:
    """Keys of a map alone."""
    cursor = Cursor(session, hex_map)
    zoom = {"+": 0.5, "=": 0.5, "-": -0.5}

    def nearer(key: str) -> None:
        leaf = hex_map.map
        leaf.zoom = max(leaf.min_zoom, min(leaf.max_zoom, leaf.zoom + zoom[key]))

    return [
        Command(("ArrowLeft", "ArrowRight"), "cursor along the row", "Hex cursor", cursor.step),
        Command(("ArrowUp", "ArrowDown"), "cursor straight up and down", "Hex cursor", cursor.step),
        Command(("q", "e", "z", "y", "c"), "cursor NW, NE, SW (z or y), SE", "Hex cursor",
                cursor.step),
        Command(("Home", "PageUp", "End", "PageDown"), "the same four on the keypad", "Hex cursor", cursor.step),
        Command(("n", "p"), "next, previous that may still act", "Hex cursor",
                lambda key: cursor.next_actor(1 if key == "n" else -1)),
        Command((".", ","), "next, previous goal of the picked unit", "Hex cursor",
                lambda key: cursor.next_goal(1 if key == "." else -1)),
        Command(("Enter",), "click: pick, move, place, aim, answer", "Acting", cursor.click),
        Command(("v",), "right click: the path must pass here", "Acting", cursor.via),
        Command(("Escape",), "drop every pick", "Acting", cursor.drop),
        Command(("o",), "overlays one after the other, then none", "Looking", lambda _: next_overlay(hex_map)),
        Command(("+", "=", "-"), "closer, farther", "Looking", nearer),
        Command(("l",), "centre the map on the cursor", "Looking", lambda _: hex_map.look_at(cursor.here)),
        Command(("f",), "the front", "Looking", lambda _: hex_map.look_at_front()),
        Command(("w",), "the whole map", "Looking", lambda _: hex_map.look_at_all()),
    ]  # fmt: skip


def next_overlay(hex_map: HexMap) -> None:
    """Turn on the overlay after the one that is on; after the last, none."""
    names = [name for name, _caption, _what in SWITCHES]
    on = [name for name in names if name in hex_map.show]
    number = names.index(on[-1]) + 1 if on else 0
    hex_map.show = (names[number],) if number < len(names) else ()


def lab_commands(lab: Lab) -> list[Command]:
    """Keys of the whole lab: those of its map, and one for each thing that its cards do."""
    session, stepper = lab.session, lab.stepper

    def running(call: Callable[[], object]) -> Callable[[str], object]:
        return lambda _key: session.run(call)

    def number(key: str) -> None:
        decision, place = session.game.pending, int(key) - 1
        if decision is not None and place < len(decision.options):
            session.attempt(decision.options[place])
        elif decision is None and session.target and place < len(found := session.game.candidates(session.target)):
            session.attackers = tuple(sorted({*session.attackers} ^ {found[place]}))
        else:
            session.note(f"There is no answer or attacker number {key} now.")

    def roll(_key: str) -> None:
        waiting = peek.waiting(session.game)
        if waiting:
            session.attempt(Resolve(waiting[0]))
        else:
            session.note("No announced attack waits for its roll.")

    def announce(_key: str) -> None:
        if session.target:
            lab.battle.announce.click()
        else:
            session.note("Aim at an enemy unit first: n goes to the next one, Enter aims.")

    return [
        *map_commands(session, lab.map),
        Command(tuple("123456789"), "answer of that number; in a battle tick that attacker", "Acting", number),
        Command(("a",), "announce the attack", "Acting", announce),
        Command(("b",), "roll the next announced battle", "Acting", roll),
        Command(("u",), "undo", "Stepping", running(lambda: session.game.undo())),
        Command(("r",), "redo", "Stepping", running(lambda: session.game.redo())),
        Command(("Space",), "next phase", "Stepping", running(stepper.go_on)),
        Command(("[",), "back to the start of the phase", "Stepping", running(stepper.go_back)),
        Command(("]",), "forth to the next phase played", "Stepping", running(stepper.go_forth)),
        Command(("i",), "the way round this lab", "Looking", lambda _: lab.guide.begin()),
        Command(("t",), "the map as a table", "Looking", lambda _: lab.table.set_trait(
            "open_", not lab.table.open_)),
        Command(("g",), "the forces: order of battle", "Looking", lambda _: lab.tabs.turn_to("Forces")),
        Command(("d",), "the dates: turn record, weather, timeline", "Looking", lambda _: lab.tabs.turn_to("Time")),
        Command(("h",), "hide or show the counters", "Looking", lambda _: lab.map.set_trait(
            "hide_counters", not lab.map.hide_counters)),
    ]  # fmt: skip
