"""Studies over games: what the dice did, what odds say, what plans are worth."""

from gpwlab.study.lines import balance, differences
from gpwlab.study.luck import luck
from gpwlab.study.odds import contacts, crt_ladder, ladder, odds_table, what_if

__all__ = ["balance", "contacts", "crt_ladder", "differences", "ladder", "luck", "odds_table", "what_if"]
