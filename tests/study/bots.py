"""Players for the tests of simulation; they travel to worker processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from gpwlab.study import players


class Lazy:
    """Ends every phase and takes every default."""

    name = "lazy"

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: Any) -> Any:
        """The default, or the end of the phase."""
        return "done" if view.pending is None else view.pending.default


class _Illegal:
    name = "cheat"

    def choose(self, view: Any) -> str:
        """What no rule allows."""
        return "summon" if view.pending is None else "loss nobody"


class Cheat:
    """Makes a player that cheats in the game of one seed and is cautious in others."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, seed: str) -> Any:
        """The player of a game."""
        return _Illegal() if seed.startswith(f"{self.seed}/") else players.make("cautious", "sfs", seed)


class Killer:
    """Kills the process once in the middle of a game, and leaves a mark; without a mark to leave, always."""

    def __init__(self, mark: str, who: str) -> None:
        self.mark, self.who, self.home = mark, who, os.getpid()

    def __call__(self, seed: str) -> Any:
        """The player of a game, or the end of its process."""
        known = self.mark and Path(self.mark).exists()
        if os.getpid() != self.home and not known:
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return players.make(self.who, "sfs", seed)
