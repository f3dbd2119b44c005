"""A battlefield in a line: a few forces on the map of the standard game, to ask what the rules make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import folder
from gpwlab.sfs.game import Game, _from_record
from gpwlab.sfs.options import rules
from gpwlab.sfs.sequence import NUMBERS
from gpwlab.sfs.worlds import shipped


def field(phase: str, *forces: str, turn: int = 3, seed: int = 1942, overlay: Any = None, **more: Any) -> Game:
    """A game at a phase of a turn with nothing on the map but these forces, named F1, F2 ... in their order.

    A force is written ``CC: 14-pz/3 stg-1`` or ``FA-october: a tank-2``: an area or a strongpoint, then German units,
    with the steps they have left where they are not whole, or Soviet counters, whose units are named su-1, su-2 ... in
    their order.  more: further fields of a position, e.g. ``oos=["su-1"]``, ``ap=[6, 4]`` for the
    artillery points of both sides, ``held={"F2": "F1"}`` for a force that another has surrounded.  overlay: a folder
    with the user's own tables, as for ``new``.  InvalidInput says what cannot be.
    """
    if phase not in NUMBERS:
        raise InvalidInput(f"there is no phase {phase!r}: the phases are {', '.join(NUMBERS)}")
    own = folder(overlay)
    sides = {row["unit_id"]: row["side"] for row in shipped(own)["units"]}
    states: dict[str, str] = {}
    placed = {f"F{n}": _force(text, sides, states) for n, text in enumerate(forces, 1)}
    record = {
        "scenario": "standard", "rules": [], "seed": seed, "turn": turn, "phase": NUMBERS[phase], "units": states,
        "forces": placed, "next_force": len(forces) + 1, "length": 20,
    }  # fmt: skip
    return _from_record(record | more, rules(), own)


def _force(text: str, sides: Mapping[str, str], states: dict[str, str]) -> dict[str, Any]:
    """The record of a force, while ``states`` takes down what its units are."""
    place, colon, words = text.partition(":")
    if not colon or not words.split():
        raise InvalidInput(f"a force is written as 'CC: 14-pz/3 stg-1', not {text!r}")
    names = []
    for word in words.split():
        name, slash, steps = word.partition("/")
        if sides.get(name) == "Soviet":
            name, state = f"su-{1 + sum(unit.startswith('su-') for unit in states)}", f"on map {name}"
        else:
            state = f"on map{slash}{steps}"
        names.append(name)
        states[name] = state
    return {"at": place.strip(), "units": names}
