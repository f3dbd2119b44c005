"""Two lines of play side by side: what differs, and how each side stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.reader import Reader

SHOWN = ("hex", "state", "in_supply")


def differences(a: Reader, b: Reader) -> DataFrame:
    """The units that stand differently in two games of one scenario, one row each.

    Columns: unit, side, label, then hex, state and in_supply of the first (``_a``) and second (``_b``) game.
    """
    if a.scenario != b.scenario:
        raise InvalidInput(f"one game is {a.scenario}, the other {b.scenario}: lines of one scenario are compared")
    both = a.units.merge(b.units[["unit", *SHOWN]], on="unit", suffixes=("_a", "_b"))
    apart = (both["hex_a"] != both["hex_b"]) | (both["state_a"] != both["state_b"])
    columns = ["unit", "side", "label", *(f"{name}_{line}" for name in SHOWN for line in "ab")]
    return both.loc[apart, columns].reset_index(drop=True)


def balance(game: Reader) -> DataFrame:
    """How each side stands, one row a side.

    Columns: units on the map, of these reduced and out of supply, attack and defence points on the map, units
    eliminated, major cities held.
    """
    from pandas import DataFrame

    units = game.units
    majors = {game.board.ids[hex_] for hex_, city in game.board.city.items() if city.major}
    rows = []
    for side, own in units.groupby("side"):
        here = own[own["hex"] != ""]
        rows.append(
            {
                "side": side,
                "units": len(here),
                "reduced": int((here["state"] == "reduced").sum()),
                "out_of_supply": int((~here["in_supply"].astype(bool)).sum()),
                "attack": int(here["attack"].sum()),
                "defence": int(here["defence"].sum()),
                "eliminated": int((own["state"] == "eliminated").sum()),
                "major_cities": len(majors & game.controlled(str(side))),
            }
        )
    return DataFrame(rows)
