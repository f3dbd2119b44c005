"""Hube's Pocket: the Ukraine from January to April 1944 as a campaign workbook.

``new`` begins a game; ``scenarios``, ``options`` and ``tables`` show what there is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gpwlab.hube.actions import (
    Absorb,
    Airlift,
    Alert,
    Base,
    Break,
    Bring,
    Build,
    Collapse,
    Control,
    Convert,
    Done,
    Drop,
    Edit,
    Escape,
    Exit,
    First,
    Flank,
    Flip,
    Follow,
    Haul,
    HipShoot,
    Initiative,
    Link,
    Load,
    Lose,
    Mode,
    Move,
    Place,
    Post,
    Rail,
    Rebuild,
    Recall,
    Refit,
    Reseed,
    Reserves,
    Retreat,
    Sortie,
    Spare,
    Spend,
    Subsist,
    Supply,
    Trace,
    Unload,
    Weather,
)
from gpwlab.hube.game import Game, from_position, load, new
from gpwlab.hube.options import RuleSet, rules
from gpwlab.hube.parsing import parse_action
from gpwlab.hube.reader import View

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Absorb", "Airlift", "Alert", "Base", "Break", "Bring", "Build", "Collapse", "Control", "Convert", "Done", "Drop",
    "Edit", "Escape", "Exit", "First", "Flank", "Flip", "Follow", "Game", "Haul", "HipShoot", "Initiative", "Link",
    "Load", "Lose", "Mode", "Move", "Place", "Post", "Rail", "Rebuild", "Recall", "Refit", "Reseed", "Reserves",
    "Retreat", "RuleSet", "Sortie", "Spare", "Spend", "Subsist", "Supply", "Trace", "Unload", "View", "Weather",
    "from_position", "load", "new", "options", "parse_action", "rules", "scenarios", "tables",
]  # fmt: skip


def scenarios(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """Scenarios and their campaigns: what ``new`` takes, title, first and last turn.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from pandas import DataFrame

    from gpwlab.core.game import folder
    from gpwlab.hube.options import RuleSet
    from gpwlab.hube.scenarios import slugs
    from gpwlab.hube.worlds import make, shipped

    own = folder(overlay)
    found = [make(slug, RuleSet(), own).scenario for slug in slugs(shipped(own)["scenarios"])]
    columns = ("slug", "title", "campaign", "first_turn", "last_turn", "ground", "sheets")
    return DataFrame([[getattr(one, c) for c in columns] for one in found], columns=list(columns))


def options() -> DataFrame:
    """The minor variants: slug, section, title, what each changes, needs and conflicts."""
    from pandas import DataFrame

    from gpwlab.hube.options import OPTIONS

    columns = ("slug", "section", "title", "changes", "needs", "conflicts")
    return DataFrame([[getattr(option, c) for c in columns] for option in OPTIONS], columns=list(columns))


def tables(overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """The game's tables: name, rows, and how many rows are printed, derived, published and reconstructed.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from pandas import DataFrame

    from gpwlab.core.game import folder
    from gpwlab.hube.worlds import shipped

    kinds = ("printed", "derived", "published", "reconstructed")
    rows = [
        (name, len(table), *(sum(row.get("provenance") == kind for row in table) for kind in kinds))
        for name, table in shipped(folder(overlay)).items()
    ]
    return DataFrame(rows, columns=["table", "rows", *kinds])
