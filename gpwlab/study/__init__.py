"""Studies over games: what the dice did, what odds say, what plans are worth."""

from gpwlab.study.front import front_distances, unit_distances
from gpwlab.study.lines import balance, differences
from gpwlab.study.luck import luck
from gpwlab.study.odds import contacts, crt_ladder, ladder, odds_table, what_if

__all__ = [
    "balance",
    "contacts",
    "crt_ladder",
    "differences",
    "front_distances",
    "ladder",
    "luck",
    "odds_table",
    "unit_distances",
    "what_if",
]
