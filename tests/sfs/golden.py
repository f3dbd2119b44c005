"""The golden transcript: one whole game, every action and every event, as text.

``python -m tests.sfs.golden`` plays the game anew and writes the file; do it when a rule or a table was meant to
change, and read the difference before it is kept.
"""

from __future__ import annotations

from pathlib import Path

from gpwlab import sfs
from gpwlab.sfs.events import Event
from tests.sfs.player import RandomPlayer

FILE = Path(__file__).with_name("golden") / "standard.txt"
SEED = 1942
HEAD = (
    f"# Struggle for Stalingrad, seed {SEED}, as the random player of tests/sfs/player.py plays it.",
    "# Written by: python -m tests.sfs.golden",
)


def told(event: Event) -> str:
    """An event in one line: what happened, by which rule."""
    return f"    {event.kind}: {event.text} [{event.rule}]"


def transcript() -> list[str]:
    """The game, action by action."""
    game, player = sfs.new("standard", seed=SEED), RandomPlayer(SEED, calm=0.05)
    lines = [*HEAD, *map(told, game.opening)]
    while game.winner is None:
        action = player.choose(game)
        lines += [str(action), *map(told, game.do(action))]
    return [*lines, f"# {game.winner}", f"# {game.position}"]


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(transcript()) + "\n", encoding="utf-8")
