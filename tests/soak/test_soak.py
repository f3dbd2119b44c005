"""The soak itself: what it draws, that it plays and that it finds what is wrong; ``make soak`` does the thousands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from gpwlab.core import game as core_game
from tests.soak import jobs
from tests.soak.__main__ import main
from tests.soak.draw import GPW, SFS, SHORT, Draw, draw
from tests.soak.trial import Failed, Trial


@cache
def many() -> list[Draw]:
    """What the first 400 seeds stand for."""
    return [draw(seed) for seed in range(1, 401)]


def of(system: str, scenario: str) -> int:
    """The first seed of a scenario that is set up already, which is soon played."""
    return next(e.seed for e in many() if (e.system, e.scenario) == (system, scenario) and e.setup != "free")


def test_a_seed_stands_for_one_game() -> None:
    assert draw(17) == draw(17)
    assert len({str(each).partition("seed")[0] for each in many()}) > 150


def test_the_draw_leaves_nothing_out() -> None:
    known = {("gpw", slug) for slug in GPW} | {("sfs", slug) for slug in SFS}
    known |= {("hube", slug + more) for slug in SHORT for more in ("", ":campaign")}
    assert {(each.system, each.scenario) for each in many()} == known
    systems = Counter(each.system for each in many())
    assert systems["gpw"] > systems["sfs"] > 60
    assert systems["hube"] > 60
    setups = {(each.system, each.setup) for each in many()}
    assert setups >= {("gpw", "free"), ("sfs", "free"), ("hube", "free"), ("hube", "arranged")}
    rules = {slug for each in many() for slug in each.rules}
    assert len(rules) > 60
    assert rules >= {"fog-of-war", "-air", "manstein", "zhukov", "maskirovka", "historical"}


@pytest.mark.parametrize(("system", "scenario"), [("gpw", "barbarossa"), ("sfs", "red-square"), ("hube", "korsun")])
def test_a_game_is_played_to_its_end(system: str, scenario: str) -> None:
    assert jobs.game(of(system, scenario)) == (system, "")


def _forgetful(game: Any) -> Any:
    action = game.actions[-1]
    game._journal.jump(game.cursor - 1)
    game._pos.rp = game._pos.rp + 1
    return action


BROKEN = {
    "undo leads to another position": ("undo", _forgetful),
    "is offered and refused": ("why_not", lambda _game, _action: ["no"]),
}


@pytest.mark.parametrize("told", BROKEN)
def test_what_is_wrong_is_found(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_game.Game, *BROKEN[told])
    with pytest.raises(Failed, match=told):
        Trial(draw(of("gpw", "barbarossa"))).play()


def test_a_failure_tells_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = of("gpw", "uranus")
    monkeypatch.setattr(core_game.Game, "undo", _forgetful)
    assert main(["--pairs", "none", "--games", "1", "--seed", str(seed), "--workers", "1"]) == 1
    told = capsys.readouterr().out
    assert f'again: make soak SOAKARGS="--pairs none --games 1 --seed {seed}"' in told
    assert "gpw.new('uranus'" in told
    assert "1 of 1 games (1 gpw), 1 failed" in told


def test_a_pair_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--pairs", "isolation+nothing"])
    assert "no pair of variants isolation+nothing" in capsys.readouterr().err
    assert main(["--pairs", "isolation+fortifications", "--games", "0", "--workers", "1"]) == 0
