"""Struggle for Stalingrad: areas, hidden Soviet strengths, the assault on the city from September to December 1942.

``new`` begins a game; ``scenarios``, ``options`` and ``tables`` show what there is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gpwlab.sfs.actions import (
    Abort,
    Adjust,
    Advance,
    Again,
    Attack,
    Batch,
    Break,
    Choose,
    Commit,
    Corps,
    Disrupt,
    Done,
    Draw,
    Edit,
    Ferry,
    Halt,
    Infiltrate,
    Liberate,
    Loss,
    Move,
    Overrun,
    Place,
    Proceed,
    Rebuild,
    Recall,
    Refuge,
    Reseed,
    Reserve,
    Retreat,
    Stack,
    Stand,
    Stuka,
    Summon,
    Surround,
    Withdraw,
)
from gpwlab.sfs.battlefield import field
from gpwlab.sfs.game import Game, from_position, load, new
from gpwlab.sfs.options import RuleSet, rules
from gpwlab.sfs.parsing import parse_action
from gpwlab.sfs.reader import View

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Abort", "Adjust", "Advance", "Again", "Attack", "Batch", "Break", "Choose", "Commit", "Corps", "Disrupt", "Done",
    "Draw", "Edit", "Ferry", "Game", "Halt", "Infiltrate", "Liberate", "Loss", "Move", "Overrun", "Place", "Proceed",
    "Rebuild", "Recall", "Refuge", "Reseed", "Reserve", "Retreat", "RuleSet", "Stack", "Stand", "Stuka", "Summon",
    "Surround", "View", "Withdraw", "field", "from_position", "load", "new", "options", "parse_action", "rules",
    "scenarios", "tables",
]  # fmt: skip


def scenarios(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """Scenarios with their slug, title, areas, first and last turn; all can be played.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from gpwlab.core.game import folder
    from gpwlab.core.tables import frame

    return frame("sfs", "scenarios", folder(overlay))


def options() -> DataFrame:
    """The rule options: slug, section, title, what each changes, needs and conflicts."""
    from pandas import DataFrame

    from gpwlab.sfs.options import OPTIONS

    columns = ("slug", "section", "title", "changes", "needs", "conflicts")
    return DataFrame([[getattr(option, c) for c in columns] for option in OPTIONS], columns=list(columns))


def tables(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """The game's tables: name, rows, and how many rows are printed, derived, published and reconstructed.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from pandas import DataFrame

    from gpwlab.core.game import folder
    from gpwlab.sfs.worlds import shipped

    kinds = ("printed", "derived", "published", "reconstructed")
    rows = [
        (name, len(table), *(sum(row.get("provenance") == kind for row in table) for kind in kinds))
        for name, table in shipped(folder(overlay)).items()
    ]
    return DataFrame(rows, columns=["table", "rows", *kinds])
