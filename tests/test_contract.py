"""The contract of every game, held by the games that there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpwlab import gpw, hube, sfs
from tests.contract import Case, GameContract
from tests.gpw.player import RandomPlayer
from tests.hube.player import RandomPlayer as WorkbookPlayer
from tests.sfs.player import RandomPlayer as StalingradPlayer

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
        case gpw.Lead(hex=place) | gpw.Drop(hex=place) | gpw.Fly(hex=place):
            return place
        case gpw.Intercept(hex=place) | gpw.Base(hex=place):
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


def _scenario(slug: str, setup: str = "historical", refused: str = "move ax-inf-2 B1312", steps: int = 60) -> Case:
    """A later scenario, played with its default rules."""
    return Case(
        new=lambda seed: gpw.new(slug, seed=seed, setup=setup),
        module=gpw,
        player=_player,
        refused=refused,
        malformed=NO_GPW_ACTIONS,
        sides=("Axis", "Soviet"),
        place=_place,
        steps=steps,
    )


class TestFallBlau(GameContract):
    case = _scenario("fall-blau")


class TestUranus(GameContract):
    """It begins with the Soviet half of a turn."""

    case = _scenario("uranus")


class TestCitadelWithFreeSetUp(GameContract):
    """The Axis sets up first."""

    case = _scenario("citadel", "free", "place su-inf-42 B0108", 100)


class TestCitadel(GameContract):
    case = _scenario("citadel")


class TestBagration(GameContract):
    case = _scenario("bagration")


class TestCampaign(GameContract):
    case = _scenario("campaign")


NO_SFS_ACTIONS = (
    "", " ", "dance", "move", "move 14-pz", "move 14-pz by ZZ", "move nobody by SC", "move by SC", "attack F1",
    "done now", "attack F99 by F1", "attack 10-nkvd by F1", "commit -1", "commit x", "reseed x", "place 14-pz",
    "stack 14-pz to F99",
    "ferry su-1 XX-landing", None, 5, 1.5, True, ["done"], b"done", ("move", "14-pz"), sfs.Done, object(),
)  # fmt: skip


def _sfs_place(action: Any) -> str | None:
    """The area in which an action ends, or the force that it names as target or host."""
    match action:
        case sfs.Move(path=path):
            return str(path[-1])
        case sfs.Infiltrate(area=place) | sfs.Retreat(area=place):
            return place
        case sfs.Place(where=place) | sfs.Stack(to=place) | sfs.Ferry(landing=place) | sfs.Withdraw(via=place):
            return place.partition("-")[0] if place not in ("", "new") else None
        case sfs.Attack(target=place) | sfs.Overrun(target=place) | sfs.Stuka(target=place):
            return place
    return None


def _sfs_player(seed: int) -> Callable[[sfs.Game], Any]:
    return StalingradPlayer(seed).choose


def _sfs_case(slug: str, refused: str, steps: int = 60, **how: Any) -> Case:
    return Case(
        new=lambda seed: sfs.new(slug, seed=seed, **how),
        module=sfs,
        player=_sfs_player,
        refused=refused,
        malformed=NO_SFS_ACTIONS,
        sides=("German", "Soviet"),
        place=_sfs_place,
        steps=steps,
    )


class TestDashToTheVolga(GameContract):
    """The short game; those for Red Square can end too soon for some of these tests."""

    case = _sfs_case("dash-to-the-volga", "move 14-pz by SC", option="2")


class TestStalingrad(GameContract):
    """The whole game with the Soviet set-up to be made."""

    case = _sfs_case("standard", "place su-1 SC", steps=80, setup="free")


class TestStalingradWithCards(GameContract):
    case = _sfs_case("standard", "attack F1 by F1", rules="fog-of-war")


NO_HUBE_ACTIONS = (
    "", " ", "dance", "move", "move ax-inf-1", "move ax-inf-1 by Z9.99", "move nobody by A44.20", "move by A44.20",
    "lose ax-inf-1 x combat", "lose ax-inf-1 1 thirst", "lose ax-inf-1 -1 combat", "weather 17", "weather 11 7",
    "first me", "done now", "reseed x", "place ax-inf-1", "bring beer 1 A44.20", "base ax-inf-1 A44.20",
    "mode ax-inf-1 asleep",
    "trace A44.20 maybe", "flank su-inf-8", "rail sp/x/A44.20 A1.35 1", None, 5, 1.5, True, ["done"], b"done",
    ("move", "ax-inf-1"), hube.Done, object(),
)  # fmt: skip


def _hube_place(action: Any) -> str | None:
    """The hex in which an action ends."""
    match action:
        case hube.Move(path=path):
            return str(path[-1])
        case hube.Rebuild(at=place):
            return None if place == "okh" else place
        case hube.Place(hex=place) | hube.Bring(hex=place) | hube.Base(hex=place) | hube.Post(hex=place):
            return place
        case hube.Subsist(hex=place):
            return place
    return None


def _hube_player(seed: int) -> Callable[[hube.Game], Any]:
    return WorkbookPlayer(seed, calm=0.15).choose


def _hube_case(slug: str, refused: str, steps: int = 60, **how: Any) -> Case:
    return Case(
        new=lambda seed: hube.new(slug, seed=seed, **how),
        module=hube,
        player=_hube_player,
        refused=refused,
        malformed=NO_HUBE_ACTIONS,
        sides=("Axis", "Soviet"),
        place=_hube_place,
        steps=steps,
    )


class TestKirovograd(GameContract):
    case = _hube_case("kirovograd", "move ax-inf-1 by A44.20")


class TestMovingPocketWithFreeSetUp(GameContract):
    """The Axis sets up first, each corps within its printed distances."""

    case = _hube_case("moving-pocket", "place su-inf-8 A12.34", steps=100, setup="free")


class TestPocketCampaignWithVariants(GameContract):
    """It begins with secret purchases and with moves before the first turn."""

    case = _hube_case("korsun:campaign", "done", rules=("4.1", "4.2", "4.3"))
