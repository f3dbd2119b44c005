"""Studies over games: what the dice did, what odds say, what plans are worth."""

from gpwlab.study.lines import balance, differences
from gpwlab.study.luck import luck

__all__ = ["balance", "differences", "luck"]
