"""What the notebook on the design notes of The Great Patriotic War says of games between players of the lab."""

from __future__ import annotations

import pytest

from gpwlab import gpw, study
from gpwlab.study import players
from tests.gpw.boards import rule_ids


def play_to(game: gpw.Game, phase: str, turn: int) -> gpw.Game:
    sides = players.pair(("aggressive", "cautious"), game, seed=1)
    while (game.phase.name, game.phase.turn) != (phase, turn):
        players.step(game, sides)
    return game


@pytest.mark.rule("gpw 12.0.C")
def test_most_soviet_armies_in_contact_cannot_leave_in_may_1942() -> None:
    game = play_to(gpw.new("fall-blau", seed=1), "Soviet General Movement", 8)
    units, zoc = game.units, game.zoc("Axis")
    held = units[(units["side"] == "Soviet") & units["hex"].isin(zoc) & units["attack"].gt(0)]
    stay = [(unit, hex_id) for unit, hex_id in zip(held["unit"], held["hex"], strict=True) if not game.reach(unit)]
    assert 3 * len(held) <= 4 * len(stay) < 4 * len(held)
    for unit, hex_id in stay:
        near = (game.board.ids[h] for h in game.board.land[game.board.hex(hex_id)])
        assert all(game.unit_at(way) or "gpw 12.0.C" in rule_ids(game.why_not(f"move {unit} {way}")) for way in near)


def test_panzers_of_1941_leave_the_infantry_and_not_their_supply() -> None:
    game = play_to(gpw.new("barbarossa", seed=1), "Axis Combat", 3)
    units = game.units[game.units["hex"] != ""]
    armour = units[units["kind"] == "PZ"]
    assert armour["in_supply"].astype(bool).all()
    foot = [game.board.hex(h) for h in units[(units["side"] == "Axis") & units["kind"].isin(["INF", "MTN"])]["hex"]]
    gaps = [min(game.board.distance(game.board.hex(h), there) for there in foot) for h in armour["hex"]]
    assert max(gaps) > 2


def always_fed(_pos: object, _side: int, reached: bytearray) -> bytearray:
    return bytearray(b"\1" * len(reached))


def test_games_end_alike_with_supply_and_without_it() -> None:
    core = gpw.new("barbarossa").rules
    printed, fed = (
        study.simulate("barbarossa", law, games=6, seed=1, players=("aggressive", "cautious"), workers=1)
        for law in (core, gpw.house("No supply", base=core, hooks={"supplied": always_fed}))
    )
    for what in ("axis_lost", "soviet_lost"):
        assert abs(printed[what].mean() - fed[what].mean()) < printed[what].mean() / 4
