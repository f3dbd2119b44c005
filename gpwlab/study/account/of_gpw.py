"""The Great Patriotic War in an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gpwlab.core.svg.build import Picture
from gpwlab.core.svg.frame import Frame
from gpwlab.gpw.picture import front, picture
from gpwlab.gpw.picture.palette import palette
from gpwlab.gpw.picture.sheet import Sheet
from gpwlab.gpw.units import SIDES
from gpwlab.study.account.book import Battle, Book, Row, split
from gpwlab.study.luck import luck, tally
from gpwlab.study.onegame import strengths

#: Overlays of the stills, and pixels a drawing unit: as counters need that are to be read.
_SHOWN, _SCALE = ("control", "numbers"), 0.5
_AFTER = ("loss", "retreat", "advance", "shot-down")


class GpwBook(Book):
    """A game of *The Great Patriotic War*."""

    title = "The Great Patriotic War"
    sides = SIDES
    ground = "hexes"
    strength = "attack points"
    counted: ClassVar[dict[str, tuple[str, str]]] = {
        "move": ("unit moves", "units move"),
        "sortie": ("aircraft flies", "aircraft fly"),
        "replacement": ("replacement", "replacements"),
        "battle": ("battle", "battles"),
    }
    silent = frozenset({
        "phase", "due", "announce", "choice", "ready", "base", "loss", "retreat", "advance", "supply", "weather",
        "outcome", "setup",
    })  # fmt: skip
    begins = "battle"
    skies = ("weather",)

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        ledger = luck(game)
        self.luck = tally(ledger)
        steps = ledger[ledger["measure"].isin(("defender steps", "attacker steps"))]
        self._of_battle = steps.groupby("n")["luck"].sum().to_dict()
        self._sheet = Sheet(game.board, palette("paper"))
        self._width = round(self._sheet.frame_of_window.width * _SCALE)

    def still(self, reader: Any) -> tuple[Picture, Frame | None]:
        """The whole map, of which the front is looked at."""
        drawn = picture(reader, _SHOWN, "all", self._width)
        return drawn, _roomy(self._sheet.frame(front(reader), margin=1.2), self._sheet.frame_of_window)

    def standing(self, reader: Any) -> dict[str, tuple[int, int | None, int]]:
        """Units and attack points on the map, playable hexes held."""
        pos, playable = reader._pos, reader.board.playable
        held = Counter(owner for owner, own in zip(pos.control, playable, strict=True) if own)
        return {name: (*now, held[side]) for (side, name), now in zip(enumerate(SIDES), strengths(reader), strict=True)}

    def holders(self, reader: Any) -> dict[str, str]:
        """The cities."""
        pos = reader._pos
        return {city.name: SIDES[pos.control[h]] for h, city in reader.board.city.items() if pos.control[h] in (0, 1)}

    def cut_off(self, reader: Any) -> list[str]:
        """By name and hex."""
        units = reader.units
        out = units[units["in_supply"].eq(False)]
        name = reader.standing
        return [f"{name(row.unit)[0].name} ({row.side}) in {row.hex}" for row in out.itertuples()]

    def goals(self, reader: Any) -> list[str]:
        """What each side must hold, and holds."""
        return [str(reason) for reason in reader.objectives]

    def battles(self, rows: Sequence[Row]) -> list[Battle]:
        """Each with its odds, die, result and what came of it."""
        announced = {row["to_hex"]: row for row in rows if row["kind"] == "announce"}
        found = []
        for own in split(rows, self.begins):
            head = own[0]
            call = announced.get(head["to_hex"], {"action": ""})["action"]
            after = tuple(row["text"] for row in own[1:] if row["kind"] in _AFTER)
            found.append(Battle(
                number=int(head["n"]), side=head["side"],
                where=self.start.board.label(self.start.board.hex(head["to_hex"])),
                attackers=self._named(call), odds=_odds(head["text"]),
                rolls=(("CRT", str(head["die"]), head["result"]),), after=after,
                advanced=any(row["kind"] == "advance" for row in own), luck=self._of_battle.get(head["n"]),
            ))  # fmt: skip
        return found

    def _named(self, action: str) -> str:
        """The attackers of an action in words: ``attack B1512 by ax-pz-39 ax-pz-57``."""
        units = action.partition(" by ")[2].replace(" air ", " ").split()
        return ", ".join(self.start.standing(unit)[0].name for unit in units)

    def left(self, reader: Any) -> list[int]:
        """By unit."""
        return list(reader._pos.steps)


def _odds(text: str) -> str:
    """The column that a battle was rolled on, as the log calls it: ``battle at B1612 Bialystok: 5:1, die 2: DRL``."""
    return str(text).partition(", die ")[0].rpartition(": ")[2]


def _roomy(window: Frame, sheet: Frame) -> Frame:
    """A window that is neither a strip nor a speck, within the sheet as far as it goes."""
    width = min(sheet.width, max(window.width, 900.0, window.height * 0.7))
    height = min(sheet.height, max(window.height, width * 0.62))
    x = min(max(window.x - (width - window.width) / 2, sheet.x), sheet.x + sheet.width - width)
    y = min(max(window.y - (height - window.height) / 2, sheet.y), sheet.y + sheet.height - height)
    return replace(window, x=x, y=y, width=width, height=height)
