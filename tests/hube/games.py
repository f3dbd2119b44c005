"""Games at a moment, made once and forked for each test."""

from __future__ import annotations

from functools import cache

import pytest

from gpwlab import IllegalAction, hube


@cache
def _fresh(slug: str, rules: tuple[str, ...], setup: str, seed: int) -> hube.Game:
    return hube.new(slug, rules=rules, setup=setup, seed=seed)


@cache
def _reached(slug: str, phase: str, rules: tuple[str, ...], seed: int) -> hube.Game:
    game = _fresh(slug, rules, "suggested", seed).fork()
    game.play(phase)
    while game.pending is not None:
        game.do(game.pending.default)
    return game


def fresh(slug: str, *rules: str, setup: str = "suggested", seed: int = 1944) -> hube.Game:
    """A game before its first action."""
    return _fresh(slug, rules, setup, seed).fork()


def at(slug: str, phase: str, *rules: str, seed: int = 1944) -> hube.Game:
    """A game at a phase of its first turn, decisions at its beginning taken."""
    return _reached(slug, phase, rules, seed).fork()


def reasons(game: hube.Game, action: str) -> list[str]:
    """The rules against an action."""
    return [reason.rule for reason in game.why_not(action)]


def refused(game: hube.Game, action: str, rule: str) -> None:
    """The action is refused, by that rule among others, and changes nothing."""
    before = game.position
    assert rule in reasons(game, action)
    with pytest.raises(IllegalAction):
        game.do(action)
    assert game.position == before


def hex_of(game: hube.Game, unit: str) -> str:
    """Where a unit stands, "" off the map."""
    frame = game.units
    return str(frame[frame["unit"] == unit].iloc[0]["hex"])


def state_of(game: hube.Game, unit: str) -> str:
    """What has become of a unit."""
    frame = game.units
    return str(frame[frame["unit"] == unit].iloc[0]["state"])


def next_turn(game: hube.Game, roll: int = 31, air: int = 6) -> None:
    """To the beginning of the next turn with weather of one's own, the Soviets moving first."""
    game.play("Weather", turn=game.phase.turn + 1)
    game.do(f"weather {roll} {air}")
    game.do("first Soviet")
