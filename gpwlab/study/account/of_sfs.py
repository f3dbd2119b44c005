"""Struggle for Stalingrad in an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from gpwlab.core.svg.build import Picture
from gpwlab.core.svg.frame import Frame
from gpwlab.core.words import counted
from gpwlab.sfs import control, victory
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.study.account.book import Battle, Book, Row, split
from gpwlab.study.onegame import strengths

#: Rolls of a combat by kind of event, as a reader calls them.
_ROLLS = {"cut-off": "cut off?", "d-crt": "defender", "terrain": "terrain", "a-crt": "attacker"}
_AFTER = ("loss", "eliminated", "retreat", "advance", "surround", "liberate", "abort", "disrupted")


class SfsBook(Book):
    """A game of *Struggle for Stalingrad*."""

    title = "Struggle for Stalingrad"
    sides = (SIDES[0], SIDES[1])
    ground = "areas"
    strength = "strength points"
    counted: ClassVar[dict[str, tuple[str, str]]] = {
        "move": ("force moves", "forces move"),
        "ferry": ("unit is ferried over the Volga", "units are ferried over the Volga"),
        "stack": ("force is formed anew", "forces are formed anew"),
        "attack": ("attack", "attacks"),
        "setup": ("unit sets up", "units set up"),
    }
    silent = frozenset({
        "phase", "due", "choice", "noted", "hide", "reveal", "odds", "guns", "end", "outcome", "leave", *_ROLLS,
        *_AFTER,
    })  # fmt: skip
    begins = "attack"
    skies = ()

    def still(self, reader: Any) -> tuple[Picture, Frame | None]:
        """The areas in play."""
        return reader.picture(), None

    def standing(self, reader: Any) -> dict[str, tuple[int, int | None, int]]:
        """Units and strength points on the map, areas in play that are a side's own; some are contested."""
        ground = Counter(self._owners(reader).values())
        return {name: (*now, ground[name]) for name, now in zip(SIDES, strengths(reader), strict=True)}

    def holders(self, reader: Any) -> dict[str, str]:
        """Whose each area in play is, and each of its strongpoints."""
        board, pos = reader.board, reader._pos
        played = {board.area(state.code) for state in reader.areas}
        found = self._owners(reader)
        for slot, place in enumerate(board.strongpoints):
            if not place.landing and place.area in played:
                found[place.name] = SIDES[control.slot_owner(pos, slot)]
        return found

    @staticmethod
    def _owners(reader: Any) -> dict[str, str]:
        """The areas in play that are not contested, by name."""
        board, pos = reader.board, reader._pos
        owners = {board.area(state.code): pos.owner(board.area(state.code)) for state in reader.areas}
        return {board.areas[area].name: SIDES[side] for area, side in owners.items() if side in (GERMAN, SOVIET)}

    def cut_off(self, reader: Any) -> list[str]:
        """Units that draw no supply, by name and area."""
        units = reader.units
        out = units[units["supply"].eq("out of supply") & (units["area"] != "")]
        return [f"{row['name']} ({row['side']}) in {row['area']}" for row in out.to_dict("records")]

    def goals(self, reader: Any) -> list[str]:
        """The strongpoints of the city, German losses and the victory markers."""
        pos, board = reader._pos, reader.board
        taken = sum(control.slot_owner(pos, slot) == GERMAN for slot in board.city_strongpoints)
        lost = victory.lost_divisions(pos, doubled=not pos.world.scenario.mini)
        found = [f"{counted(lost, 'German division')} eliminated, as victory counts them (sfs 10.3.C)"]
        if not pos.world.scenario.mini:
            found.insert(
                0, f"Germany holds {taken} of the {len(board.city_strongpoints)} strongpoints in the city (sfs 10.1)"
            )
            bank = len(victory.bank_areas(pos))
            found.append(f"supplied Soviet units stand in {bank} of the areas on the Volga (sfs 10.3.E)")
            found += [f"the {name} marker is on turn {turn} (sfs 10.2)" for name, turn in reader.markers.items()]
        return found

    def battles(self, rows: Sequence[Row]) -> list[Battle]:
        """Each with the strengths, its rolls on the charts, and what came of it."""
        found = []
        for own in split(rows, self.begins):
            head = own[0]
            odds = next((row["text"] for row in own if row["kind"] == "odds"), "")
            rolls = tuple(
                (
                    _ROLLS[row["kind"]],
                    row["text"].partition("die ")[2].partition(":")[0],
                    row["text"].rpartition(": ")[2],
                )
                for row in own
                if row["kind"] in _ROLLS and "die " in row["text"]
            )
            found.append(Battle(
                number=int(head["n"]), side=head["side"], where=self._area(head["to_area"]),
                attackers=head["text"], odds=odds, rolls=rolls,
                after=tuple(row["text"] for row in own if row["kind"] in _AFTER),
                advanced=any(row["kind"] == "advance" for row in own),
            ))  # fmt: skip
        return found

    def _area(self, code: str) -> str:
        board = self.start.board
        return str(board.areas[board.area(code)].name)

    def left(self, reader: Any) -> list[int]:
        """By unit."""
        pos = reader._pos
        return [pos.steps_of(unit.index) for unit in pos.world.units]
