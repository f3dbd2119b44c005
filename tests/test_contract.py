"""The contract of every game, held by the games that there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpwlab import gpw
from tests.contract import Case, GameContract
from tests.gpw.player import RandomPlayer

NO_GPW_ACTIONS = (
    "", " ", "dance", "move", "move ax-pz-56", "move ax-pz-56 Z9999", "move nobody B1313", "attack B1407", "done now",
    "stand up", "reseed x", "place ax-pz-56", None, 5, 1.5, True, ["done"], b"done", ("move", "ax-pz-56"), gpw.Done,
    object(),
)  # fmt: skip


def _place(action: Any) -> str | None:
    match action:
        case gpw.Move(path=path) | gpw.Retreat(path=path):
            return str(path[-1])
        case gpw.Attack(target=place) | gpw.Resolve(target=place) | gpw.Place(hex=place) | gpw.Rebuild(hex=place):
            return place
    return None


def _player(seed: int) -> Callable[[gpw.Game], Any]:
    return RandomPlayer(seed, calm=0.25).choose


class TestBarbarossa(GameContract):
    case = Case(
        new=lambda seed: gpw.new("barbarossa", seed=seed),
        module=gpw,
        player=_player,
        refused="move ax-pz-56 B1312",
        malformed=NO_GPW_ACTIONS,
        sides=("Axis", "Soviet"),
        place=_place,
    )


class TestBarbarossaWithFreeSetUp(GameContract):
    """The same from the empty map: the first actions are those of the set-up."""

    case = Case(
        new=lambda seed: gpw.new("barbarossa", seed=seed, setup="free"),
        module=gpw,
        player=_player,
        refused="place su-inf-8 B1407",
        malformed=NO_GPW_ACTIONS,
        sides=("Axis", "Soviet"),
        place=_place,
        steps=100,
    )
