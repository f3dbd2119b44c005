"""What a worker of the soak does: a game or a pair of variants, and how to do again what failed."""

from __future__ import annotations

import traceback

from tests.gpw.variants import pairs
from tests.soak.draw import draw
from tests.soak.trial import Trial


def game(seed: int) -> tuple[str, str]:
    """Play the game of a seed: what it was, and what is wrong with it, "" for nothing."""
    drawn = draw(seed)
    try:
        Trial(drawn).play()
    except Exception:
        again = f'make soak SOAKARGS="--pairs none --games 1 --seed {seed}"'
        return drawn.system, f"seed {seed}: {drawn}\n{traceback.format_exc()}again: {again}"
    return drawn.system, ""


def pair(both: pairs.Pair) -> tuple[str, str]:
    """Play two variants together: whether they are played or refused, and what is wrong, "" for nothing."""
    if pairs.refused(both):
        return "refused", ""
    try:
        pairs.play(pairs.together(both), seed=pairs.every().index(both))
    except Exception:
        again = f'make soak SOAKARGS="--pairs {"+".join(both)} --games 0"'
        return "played", f"{' + '.join(both)}\n{traceback.format_exc()}again: {again}"
    return "played", ""
