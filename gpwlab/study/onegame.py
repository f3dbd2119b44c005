"""One simulated game: played by players through the ordinary ``do``, and what is noted of it.

What is noted is a row of plain values, and by turn which hexes or areas the first side holds, a bit each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.words import perhaps
from gpwlab.study import players as bots
from gpwlab.study.players.base import SIDES, Maker, over, step, system_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Kinds of events that are a battle, and that are a loss.
BATTLES = ("battle", "odds")
LOSSES = ("loss", "eliminated")


@dataclass(frozen=True)
class Job:
    """What every game of a simulation shares.  ``rules``: None, ids or a rule set; ``players``: one a side.

    overlay: the folder of the user's own tables, as ``new`` takes it; data: the hash of the tables at the start, for a
    folder may change while games are played.
    """

    scenario: str
    rules: Any
    players: tuple[str | Maker, str | Maker]
    setup: Mapping[str, Any] = field(default_factory=dict)
    overlay: str | None = None
    data: str = ""

    @property
    def system(self) -> str:
        """The game that has the scenario; InvalidInput if none has."""
        return system_with(self.scenario)

    def begin(self, seed: int) -> Any:
        """The game of a seed before its first action; DataError where the user's own tables are not those any more."""
        module = _module(self.system)
        rules = () if self.rules is None and self.system != "gpw" else self.rules
        game = module.new(self.scenario, rules=rules, seed=seed, overlay=self.overlay, **self.setup)
        if self.data and game._data_hash() != self.data:
            raise DataError("the tables have changed since the simulation began", str(self.overlay))
        return game


def with_tables(job: Job, seed: int) -> Job:
    """The job with the tables that its first game finds; errors as for ``new``."""
    game = job.begin(seed)
    return job if job.overlay is None else replace(job, data=game._data_hash())


def system_with(scenario: object) -> str:
    """``gpw`` or ``sfs``, whichever has a scenario; InvalidInput names those that there are."""
    known: dict[str, str] = {}
    for system in ("gpw", "sfs"):
        for slug in _module(system).scenarios()["slug"]:
            known[slug] = system
    if scenario not in known:
        hint = perhaps(scenario, known) or f"there is {', '.join(known)}"
        raise InvalidInput(f"there is no scenario {scenario!r} to simulate; {hint}")
    return known[str(scenario)]


def _module(system: str) -> Any:
    from gpwlab import gpw, sfs

    return {"gpw": gpw, "sfs": sfs}[system]


def play(job: Job, number: int, seed: int) -> dict[str, Any]:
    """Play one game to its end; the row that is noted of it.  BotError where a player breaks the rules."""
    began = perf_counter()
    game = job.begin(seed)
    notes = Notes(game)
    players = bots.pair(job.players, game, seed)
    while not over(game):
        turn = game._pos.turn
        events = step(game, players)
        if game._pos.turn != turn or over(game):
            notes.end_of_turn()
        notes.watch(events)
    return {"game": number, "seed": seed, **notes.row(), "seconds": perf_counter() - began}


class Notes:
    """What is noted of a game while it is played."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._system = system_of(game)
        self._sides = SIDES[self._system]
        self._held: list[bytes] = []
        self._by_turn: list[tuple[int, int]] = []
        self._battles = 0
        self._steps, self._lost = steps_left(game), [0, 0]

    def end_of_turn(self) -> None:
        """Note who holds what, and how strong the sides are."""
        self._held.append(np.packbits(held(self._game)).tobytes())
        now = strengths(self._game)
        self._by_turn.append((now[0][1], now[1][1]))

    def watch(self, events: Sequence[Any]) -> None:
        """Count the battles and the steps lost among the events of one action."""
        self._battles += sum(event.kind in BATTLES for event in events)
        pos, now = self._game._pos, steps_left(self._game)
        for name in {event.unit for event in events if event.kind in LOSSES}:
            unit = pos.world.unit(name)
            self._lost[unit.side] += steps_taken(self._steps[unit.index], now[unit.index])
        self._steps = now

    def row(self) -> dict[str, Any]:
        """The row of the game, now that it is over."""
        game, (one, two) = self._game, (side.lower() for side in self._sides)
        left = strengths(game)
        row: dict[str, Any] = {
            "winner": game.winner.winner,
            "why": "; ".join(reason.text for reason in game.winner.reasons),
            "turn": game._pos.turn,
            "turns": len(self._held),
            "actions": game.cursor,
            "battles": self._battles,
        }
        for side, lost, (units, strength) in zip((one, two), self._lost, left, strict=True):
            row[f"{side}_lost"], row[f"{side}_units"], row[f"{side}_strength"] = lost, units, strength
        cities = holdings(game)
        row["cities"] = ", ".join(cities)
        row["held"] = b"".join(self._held)
        row["strengths"] = np.array(self._by_turn, dtype=np.int16).tobytes()
        return row


def places(scenario: str) -> list[str]:
    """The ids of the hexes or areas of a scenario whose holder is noted, in order, by the shipped tables."""
    return places_of(Job(scenario, None, ("random", "random")).begin(1))


def places_of(game: Any) -> list[str]:
    """The ids of the hexes or areas of a game whose holder is noted, in order."""
    return list(game.board.ids) if system_of(game) == "gpw" else [area.code for area in _areas(game)]


def _areas(game: Any) -> list[Any]:
    """The areas of Stalingrad in play."""
    return [area for area in game.board.areas if game._pos.world.scenario.in_play(area.index)]


def held(game: Any) -> NDArray[np.bool_]:
    """For each hex or area, whether the first side (Axis, German) holds it."""
    pos = game._pos
    if system_of(game) == "gpw":
        return np.array([side == 0 for side in pos.control])
    return np.array([pos.owner(area.index) == 0 for area in _areas(game)])


def strengths(game: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """By side: units on the map and the sum of their strengths, in attack where that differs."""
    pos = game._pos
    figure = pos.attack if system_of(game) == "gpw" else pos.strength
    one, two = ([figure(u) for u in pos.on_map(side)] for side in range(2))
    return (len(one), sum(one)), (len(two), sum(two))


def steps_left(game: Any) -> list[int]:
    """Steps of every unit by index."""
    pos = game._pos
    return list(pos.steps) if system_of(game) == "gpw" else [pos.steps_of(u.index) for u in pos.world.units]


def steps_taken(before: int, after: int) -> int:
    """The steps that a unit lost by a loss in the log, of those that it had before and has after the action.

    One that is whole again where it waits to come back, such as a band (gpw 16.2.D), has lost all that it had left.
    """
    return before - after if after < before else max(before, 0)  # below 0: more recorded than a table knows of


def holdings(game: Any) -> list[str]:
    """What the first side holds of what decides the game: the cities of the goals, or areas."""
    pos, board = game._pos, game._pos.world.board
    if system_of(game) == "gpw":
        goals = {board.index[hex_] for hex_, _side, _held in game.goals}
        return sorted(board.city[h].name for h in goals if pos.control[h] == 0)
    return [area.code for area, own in zip(_areas(game), held(game), strict=True) if own]
