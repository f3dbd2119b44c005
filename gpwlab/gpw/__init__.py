"""The Great Patriotic War: hexes, corps and armies, the whole war in the East.

``new`` begins a game; ``scenarios``, ``options`` and ``tables`` show what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.gpw.actions import (
    Advance,
    Attack,
    Convert,
    Done,
    Edit,
    Lead,
    Loss,
    Move,
    Place,
    Rebuild,
    Reseed,
    Resolve,
    Retreat,
    Shock,
    Stand,
    Swap,
    Withdraw,
    parse_action,
)
from gpwlab.gpw.game import Game, from_position, load, new
from gpwlab.gpw.options import RuleSet, rules
from gpwlab.gpw.reader import View

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Advance", "Attack", "Convert",
    "Done", "Edit", "Game", "Lead",
    "Loss", "Move", "Place", "Rebuild", "Reseed", "Resolve", "Retreat",
    "RuleSet", "Shock",
    "Stand", "Swap", "View", "Withdraw", "from_position", "load", "new", "options", "parse_action",
    "rules", "scenarios", "tables",
]  # fmt: skip


def scenarios() -> DataFrame:
    """Scenarios with their slug, title, first and last turn, and whether they can be played yet."""
    from gpwlab.core.tables import frame
    from gpwlab.gpw.scenarios import PLAYABLE

    table = frame("gpw", "scenarios")
    table["playable"] = table["slug"].isin(PLAYABLE)
    return table


def options() -> DataFrame:
    """The rule options: slug, section, title, what each changes, needs and conflicts."""
    from pandas import DataFrame

    from gpwlab.gpw.options import OPTIONS

    columns = ("slug", "section", "title", "changes", "needs", "conflicts")
    return DataFrame([[getattr(option, c) for c in columns] for option in OPTIONS], columns=list(columns))


def tables() -> DataFrame:
    """The game's tables: name, rows, and how many rows are printed, derived, published and reconstructed."""
    from pandas import DataFrame

    from gpwlab.gpw.worlds import shipped

    kinds = ("printed", "derived", "published", "reconstructed")
    rows = [
        (name, len(table), *(sum(row.get("provenance") == kind for row in table) for kind in kinds))
        for name, table in shipped().items()
    ]
    return DataFrame(rows, columns=["table", "rows", *kinds])
