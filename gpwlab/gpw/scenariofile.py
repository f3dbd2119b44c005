"""A scenario as one readable file (TOML): a house variant that brings a map, a set-up, a length and victory conditions.

::

    format = "gpwlab scenario"
    version = 1
    name = "Before Minsk"
    options = []
    first_turn = 2
    last_turn = 3
    map = ["B1305", "B1306", "B1407"]
    [supply]
    Axis = ["B1407"]
    Soviet = ["B1305"]
    [control]
    Axis = ["B1407"]
    [units]
    ax-pz-56 = "B1407"
    su-inf-3 = "B1305/1"
    [[victory]]
    side = "Axis"
    hold = ["Minsk"]

Besides these there are ``note``, ``first_side``, ``arrivals`` (reinforcements by the chart), ``otherwise`` (who wins if
neither side meets its conditions), ``need`` and ``at_once`` in a condition, and ``[[tables.X]]`` and ``[hooks]`` as in
a house file, with which a scenario may change the map's terrain or the counters.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, TypeGuard

from gpwlab.core.errors import DataError, GameError
from gpwlab.gpw.housefile import FIELDS, Source
from gpwlab.gpw.options import RuleSet
from gpwlab.gpw.plan import FRAME, LAST_TURN, Condition, Plan
from gpwlab.gpw.sequence import first_of
from gpwlab.gpw.units import SIDES
from gpwlab.gpw.victory import DRAW

FORMAT = "gpwlab scenario"
VERSION = 1
OWN = ("first_turn", "last_turn", "first_side", "map", "supply", "control", "units", "victory", "otherwise", "arrivals")


class ScenarioSource(Source):
    """A scenario file; each DataError names the line and the reason."""

    def __init__(self, path: str | os.PathLike[str], overlay: Path | None = None) -> None:
        super().__init__(path, FORMAT, VERSION, (*FIELDS, *OWN), overlay)

    def plan(self) -> Plan:
        """What the file says of map, length, supply and victory, of the right form."""
        first, last = self._turn("first_turn", 1), self._turn("last_turn", self._turn("first_turn", 1))
        arrivals = self.data.get("arrivals", False)
        if type(arrivals) is not bool:
            raise self.error("arrivals", f"arrivals is true or false, not {arrivals!r}")
        if not self.data.get("victory"):
            raise self.error("victory", "there is no [[victory]]: say what a side must hold")
        supply = self.table("supply")
        return Plan(
            name=self.data["name"],
            first_turn=first,
            last_turn=last,
            first_side=self._one_of("first_side", self.data.get("first_side", SIDES[0]), SIDES),
            map=tuple(self._texts("map", self.data.get("map", []))),
            supply={self._one_of("supply", side, SIDES): tuple(self._texts(side, supply[side])) for side in supply},
            arrivals=arrivals,
            victory=tuple(self._condition(number, each) for number, each in enumerate(self.data["victory"])),
            otherwise=self._one_of("otherwise", self.data.get("otherwise", DRAW), (*SIDES, DRAW)),
        )

    def _turn(self, name: str, low: int) -> int:
        given = self.data.get(name)
        if type(given) is not int or not low <= given <= LAST_TURN:
            raise self.error(name, f"{name} is a turn from {low} to {LAST_TURN}, not {given!r}")
        return given

    def _one_of(self, name: str, given: Any, known: tuple[str, ...]) -> str:
        if not isinstance(given, str) or given not in known:
            raise self.error(name, f"{name} is one of {', '.join(known)}, not {given!r}")
        return given

    def _texts(self, name: str, given: Any) -> list[str]:
        if not _is_texts(given):
            raise self.error(name, f"{name} is a list of texts, not {given!r}")
        return given

    def _condition(self, number: int, given: Any) -> Condition:
        at = self.line(r"\[\[\s*victory\s*\]\]", number)
        if not isinstance(given, dict) or not set(given) <= {"side", "hold", "need", "at_once"}:
            raise DataError(f"a condition has side, hold, need and at_once, not {given!r}", self.file, at)
        side, hold = given.get("side"), given.get("hold")
        if side not in SIDES or not _is_texts(hold) or not hold:
            raise DataError(f"a condition names a side and the cities that it holds, not {given!r}", self.file, at)
        need, once = given.get("need", len(hold)), given.get("at_once", False)
        if type(need) is not int or not 1 <= need <= len(hold) or type(once) is not bool:
            raise DataError(f"it needs 1 to {len(hold)} of its cities, not {need!r}", self.file, at)
        return Condition(side, tuple(hold), need, once)

    def record(self, rules: RuleSet, plan: Plan, seed: int) -> dict[str, Any]:
        """The position with which the scenario begins."""
        from gpwlab.gpw import houserules

        control: dict[str, int] = {}
        for side, hexes in self.table("control").items():
            number = SIDES.index(self._one_of("control", side, SIDES))
            control.update(dict.fromkeys(self._texts(side, hexes), number))
        mark = houserules.mark(rules)
        return {
            "scenario": FRAME,
            "plan": plan.plain(),
            **({"house": mark} if mark else {}),
            "rules": list(rules.options),
            "seed": seed,
            "turn": plan.first_turn,
            "phase": first_of(SIDES.index(plan.first_side)),
            "units": self.table("units"),
            "control": {name: side for name, side in control.items() if name not in self._held()},
        }

    def _held(self) -> set[str]:
        """Hexes with a unit, which belong to its side."""
        return {text.split("/")[0] for text in self.table("units").values() if isinstance(text, str)}

    def blame(self, error: GameError) -> DataError:
        """The refusal of a plan or position, at the line of what it names: a unit, a hex or a field of the file."""
        text = str(error).removeprefix("not a position of gpw: ")
        words = [word.strip("',.:()") for word in text.split()]
        for word in words:
            if word in self.table("units"):
                return self.error(word, text)
        for word in words:
            known = word and word not in SIDES
            at = self.line(rf".*[\"']{re.escape(word)}[\"'/]") if known else None
            if at is not None:
                return DataError(text, self.file, at)
        return self.error(text.split(":")[0], text)


def _is_texts(given: Any) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(word, str) for word in given)
