"""Rule sets side by side: the same position under another one, and what each column of a CRT brings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab import gpw
from gpwlab.core.game import folder
from gpwlab.gpw import houserules, records, worlds
from gpwlab.gpw.charts import RESULTS, read_charts
from gpwlab.gpw.game import Game
from gpwlab.gpw.options import RuleSet, as_rules

if TYPE_CHECKING:
    from pandas import DataFrame


def under(game: Game, rules: RuleSet | Iterable[str] | str) -> Game:
    """A game that begins at a game's position, played by another rule set; InvalidInput where it cannot stand so."""
    chosen = as_rules(rules)
    record = records.parse_text(game.position)
    record["rules"] = list(chosen.options)
    record.pop("house", None)
    mark = houserules.mark(chosen)
    record |= {"house": mark} if mark else {}
    return gpw.from_position(records.PREFIX + json.dumps(record), chosen, game._overlay)


def crt_chances(rules: RuleSet | Iterable[str] | str = (), overlay: str | os.PathLike[str] | None = None) -> DataFrame:
    """The chance of every result in every column of a rule set's CRT, as fractions: one row a column.

    ``overlay``: a folder with the user's own tables, as for ``new``.
    """
    from pandas import DataFrame

    crt = read_charts(worlds.rows(as_rules(rules), folder(overlay))).crt
    rows = [
        [f"{column}:1", *(Fraction(faces.count(result), len(faces)) for result in RESULTS)]
        for column, faces in sorted(crt.items())
    ]
    return DataFrame(rows, columns=["column", *RESULTS])
