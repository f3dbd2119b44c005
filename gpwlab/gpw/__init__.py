"""The Great Patriotic War: hexes, corps and armies, the whole war in the East.

``new`` begins a game; ``scenarios``, ``options`` and ``tables`` show what there is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gpwlab.gpw.actions import (
    Advance,
    Attack,
    Base,
    Convert,
    Done,
    Drop,
    Edit,
    Fly,
    Intercept,
    Lead,
    Loss,
    Move,
    Order,
    Place,
    Ready,
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
from gpwlab.gpw.housefile import house_file
from gpwlab.gpw.houserules import house
from gpwlab.gpw.options import RuleSet, rules
from gpwlab.gpw.reader import View
from gpwlab.gpw.rulediff import rule_diff

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Advance", "Attack", "Base", "Convert",
    "Done", "Drop", "Edit", "Fly", "Game", "Intercept", "Lead",
    "Loss", "Move", "Order", "Place", "Ready", "Rebuild", "Reseed", "Resolve", "Retreat",
    "RuleSet", "Shock",
    "Stand", "Swap", "View", "Withdraw", "from_position", "house", "house_file", "load", "new", "options",
    "parse_action", "rule_diff", "rules", "scenarios", "tables",
]  # fmt: skip


def scenarios(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """Scenarios with their slug, title, first and last turn, and whether they can be played yet.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from gpwlab.core.game import folder
    from gpwlab.core.tables import frame
    from gpwlab.gpw.scenarios import PLAYABLE

    table = frame("gpw", "scenarios", folder(overlay))
    table["playable"] = table["slug"].isin(PLAYABLE)
    return table


def options() -> DataFrame:
    """The rule options and printed variants: slug, section, title, topic, source, changes, needs and conflicts."""
    from pandas import DataFrame

    from gpwlab.gpw.options import registry

    columns = ("slug", "section", "title", "topic", "source", "changes", "needs", "conflicts")
    known = dict.fromkeys(registry().values())
    return DataFrame([[getattr(option, c) for c in columns] for option in known], columns=list(columns))


def tables(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """The game's tables: name, rows, and how many rows are printed, derived, published and reconstructed.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from pandas import DataFrame

    from gpwlab.core.game import folder
    from gpwlab.gpw.worlds import shipped

    kinds = ("printed", "derived", "published", "reconstructed")
    rows = [
        (name, len(table), *(sum(row.get("provenance") == kind for row in table) for kind in kinds))
        for name, table in shipped(folder(overlay)).items()
    ]
    return DataFrame(rows, columns=["table", "rows", *kinds])
