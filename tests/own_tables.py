"""Own tables of the three games with an edit wherever it shows, games that are played with them, and what shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ipywidgets import Widget

from gpwlab import gpw, hube, sfs
from gpwlab.core.edits import Confirm, Edit, Set
from gpwlab.study import OwnCopy

#: A call: a function of where the own tables are, None for the shipped ones.
Call = Callable[["OwnCopy | None"], Any]
TARGET, ATTACKERS = "B1512", ["ax-pz-39", "ax-pz-57"]

EDITS: Mapping[str, list[Edit]] = {
    "gpw": [
        *(Set("crt", (str(column), str(die)), "result", "DE") for column in range(1, 7) for die in range(1, 7)),
        Set("tec", "forest", "foot_mp", "3"),
        Set("units", "ax-pz-39", "attack", "14"),
        Set("turns", "4", "weather", "snow"),
        Set("weather", ("Axis", "first"), "adverse_to", "2"),
        Set("replacements", ("1941", "Axis"), "rp", "9"),
        Set("cities", "Bialystok", "name", "My town"),
        Set("front_lines", ("1941-06-22", "main", "1"), "x", "-494.0"),
        Set("scenarios", "1", "title", "As on my box"),
    ],
    "sfs": [
        Set("units", "14-pz", "strengths", "11|9|7|3"),
        Set("units", "14-pz", "name", "Fourteenth"),
        Set("areas", "S1", "name", "My steppe"),
        Set("turns", "1", "label", "Early"),
        Set("turns", "1", "german_artillery", "A4"),
        *(
            Set("crt", ("defender", odds, str(die)), "result", "3")
            for odds in ("1:3", "1:2", *(f"{n}:1" for n in range(1, 8)))
            for die in range(10)
        ),
        Set("scenarios", "standard", "title", "As on my box"),
    ],
    "hube": [
        Set("turns", "1", "day", "6"),
        Confirm("turns", "2"),
        Set("terrain_movement", "Open", "leg", "2"),
        *(Set("combat_table", (str(n), str(m)), "result", "AL2") for n in range(2, 13) for m in range(1, 14)),
        *(Set("barrage_table", (str(n), str(m)), "result", "1") for n in range(2, 13) for m in range(1, 12)),
        Set("victory_points", "B8.34", "vp", "9"),
        Set("rebuild", "Infantry Division Step", "pax", "7"),
        Set("kinds", "inf-div", "name", "My division"),
        Set("scenarios", "1", "title", "As on my box"),
    ],
}
MODULES: Mapping[str, Any] = {"gpw": gpw, "sfs": sfs, "hube": hube}
SCENARIOS = {"gpw": "barbarossa", "sfs": "standard", "hube": "kirovograd"}


def game(system: str, own: OwnCopy | None, **more: Any) -> Any:
    return MODULES[system].new(more.pop("scenario", SCENARIOS[system]), seed=7, overlay=own, **more)


def fight(own: OwnCopy | None) -> Any:
    """The first Axis Combat Phase."""
    begun = game("gpw", own)
    begun.play("Axis Combat")
    return begun


def fought(own: OwnCopy | None) -> Any:
    begun = fight(own)
    begun.do(f"attack {TARGET} by {' '.join(ATTACKERS)}")
    begun.do(f"resolve {TARGET}")
    return begun


def assault(own: OwnCopy | None) -> Any:
    """Stalingrad's first German Attack Phase, the two forces beside F18."""
    begun = game("sfs", own)
    begun.play(phase="German Movement")
    for action in ("move 14-pz by SC", "move 29-mot by SC"):
        begun.do(action)
    begun.play(phase="German Attack")
    if begun.pending:
        begun.do(begun.pending.default)
    return begun


def figures(made: Any) -> list[str]:
    """What a game plays with: phase, strengths, turns."""
    units = getattr(made, "units", None)
    return [made.phase.title, "" if units is None else units.to_csv(), *map(str, made.charts.turns.values())]


def plain(found: Any) -> str:
    """A result as text that two calls for the same agree on."""
    return found.to_csv() if hasattr(found, "to_csv") else str(found)


def saved(call: Callable[[Path], object], path: Path) -> str:
    """What a function writes into a file, without the hash of the tables."""
    call(path)
    return re.sub(r"\b[0-9a-f]{16,64}\b", "", path.read_text("utf-8"))


def shown(widget: Any, seen: set[int] | None = None) -> Iterator[str]:
    """Every text that a widget and its parts have to show, without the ids of their models."""
    seen = set() if seen is None else seen
    if id(widget) in seen:
        return
    seen.add(id(widget))
    for name in widget.keys:
        if not name.startswith("_"):
            yield from _texts(getattr(widget, name), seen)


def _texts(value: Any, seen: set[int]) -> Iterator[str]:
    if isinstance(value, Widget):
        yield from shown(value, seen)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part, seen)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, seen)
    elif isinstance(value, str):
        yield value
