"""A stretch of steppe to fight on, and battles brought to a wanted result."""

from __future__ import annotations

from collections.abc import Sequence

from gpwlab import gpw
from tests.gpw.boards import game_at, seed_for
from tests.gpw.maps import table

#: A hex of the steppe: clear, as all within three hexes of it, without river or city. Its six neighbours.
STEPPE = "A1203"
EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = "A1202", "A1303", "A1304", "A1204", "A1104", "A1103"

#: The Combat Results Table as its file has it: (column, die) to result.
CRT = {(int(row["column"]), int(row["die"])): row["result"] for row in table("crt")}


def fight(
    units: dict[str, str],
    result: str,
    column: int | None = None,
    target: str = STEPPE,
    turn: int = 1,
    phase: str = "Soviet Combat",
    attackers: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> gpw.Game:
    """A game in which the attackers, else all that can, have attacked the target and the die has brought the result.

    The battle is rolled on the column given by the test, if it gives one.
    """
    game = game_at(phase, units, turn, rules=gpw.rules(*rules))
    names = list(attackers) or game.candidates(target)
    rolled_on = game.battle(target, names).column
    assert rolled_on is not None
    assert column in (None, rolled_on)
    die = next(die for die in range(1, 7) if CRT[rolled_on, die] == result)
    game.reseed(seed_for(phase, "battle", target, die, turn))
    game.do(f"attack {target} by {' '.join(names)}")
    rolled = game.do(f"resolve {target}")[0]
    assert (rolled.result, rolled.column) == (result, rolled_on)
    return game


def state(game: gpw.Game, unit: str) -> str:
    """Hex of a unit, with ``/1`` on its reduced side, or its fate."""
    row = game.units.set_index("unit").loc[unit]
    return f"{row['hex']}/1" if row["state"] == "reduced" else row["hex"] if row["state"] == "full" else row["state"]


def offered(game: gpw.Game) -> list[str]:
    """The answers to the open decision."""
    assert game.pending is not None
    return [str(option) for option in game.pending.options]
