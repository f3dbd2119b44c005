"""The golden transcript is played again, action by action."""

from __future__ import annotations

from gpwlab import gpw
from tests.gpw.golden import FILE, SEED, told


def test_the_golden_game_still_goes_the_same_way() -> None:
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("# O")]
    actions = [n for n, line in enumerate(lines) if line[:1] not in (" ", "#")]
    game = gpw.new("barbarossa", seed=SEED)
    for at, end in zip(actions, [*actions[1:], len(lines) - 1], strict=True):
        events = [told(event) for event in game.do(lines[at])]
        assert [lines[at], *events] == lines[at:end], f"action {game.cursor}, {game.phase}"
    assert lines[-1] == f"# {game.position}"
    assert game.winner is not None
    assert len(actions) > 300
    kinds = set(game.log.kind)
    assert kinds >= {
        "move",
        "battle",
        "retreat",
        "loss",
        "advance",
        "reinforcement",
        "replacement",
        "weather",
        "supply",
    }
