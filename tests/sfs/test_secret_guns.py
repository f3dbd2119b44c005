"""The first commitment of artillery is a secret until the second is in (sfs 5.2.3), in everything that a view tells."""

from __future__ import annotations

from typing import Any

import pytest

from gpwlab.sfs.game import Game
from tests.sfs.boards import game_in


def battle(points: str) -> Game:
    """The Germans have noted some of their points; the Soviets are to note theirs."""
    game = game_in("German Attack", "RS: 10-nkvd", "RS: 14-pz", ap=[4, 3], air=2)
    target, own = (next(stack.id for stack in game.stacks if stack.side == side) for side in ("Soviet", "German"))
    for action in (f"attack {target} by {own}", "proceed", f"commit {points}"):
        game.do(action)
    assert game.pending is not None
    assert game.pending.side == "Soviet"
    return game


def seen(game: Game, side: str) -> dict[str, Any]:
    view = game.view(side)
    return {
        "log": view.log.to_csv(),
        "position": view.position,
        "pending": str(view.pending),
        "actions": view.actions,
        "legal": [str(action) for action in view.legal],
        "points": (view.aps, view.air),
        "units": view.units.to_csv(),
        "repr": repr(view),
        "fight": view.fight,
    }


@pytest.mark.rule("sfs 5.2.3", "sfs 5.4.3.1")
def test_the_soviets_do_not_see_what_the_germans_have_noted() -> None:
    looks = [seen(battle(points), "Soviet") for points in ("0", "3", "4 air 2", "0 air 1")]
    assert all(look == looks[0] for look in looks[1:])


@pytest.mark.rule("sfs 5.2.3")
def test_the_germans_see_their_own() -> None:
    looks = [seen(battle(points), "German") for points in ("0", "3")]
    assert looks[0]["log"] != looks[1]["log"]
    assert looks[0]["fight"] != looks[1]["fight"]


@pytest.mark.rule("sfs 5.4.3.1")
def test_both_see_both_once_both_have_noted() -> None:
    game = battle("3")
    game.do("commit 2")
    for side in ("German", "Soviet"):
        rows = game.view(side).log
        assert list(rows[rows["kind"] == "guns"]["result"]) == ["3:2"]
