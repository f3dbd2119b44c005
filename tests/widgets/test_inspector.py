"""The inspector: the hex under pointer or cursor, its units, and what each may do now or why not."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.widgets import Lab
from gpwlab.widgets.may import may
from tests.widgets.tables import click, point


def test_hex_tells_costs_hexsides_and_who_holds_it(lab: Lab) -> None:
    point(lab.map, "B1213", "mousemove")
    card = lab.inspector.place.value
    for words in ("B1213", "clear", "river Neman", "railway", "held by", "Soviet", "gpw 5.5.1.E", "gpw 8.1.A", "+1 MP"):
        assert words in card
    assert "reconstructed" in card
    point(lab.map, "B1612", "mousemove")
    assert "Bialystok" in lab.inspector.place.value


def test_pointer_and_cursor_show_the_unit_there_and_a_pick_keeps_it(lab: Lab) -> None:
    point(lab.map, "B1612", "mousemove")
    assert "10 INF" in lab.inspector.content.value
    lab.session.cursor = "B1812"
    point(lab.map, "B1612", "mouseout")
    assert "47 PZ" in lab.inspector.content.value
    click(lab, "B1812")
    point(lab.map, "B1612", "mousemove")
    assert "47 PZ" in lab.inspector.content.value
    assert "10 INF" in lab.inspector.place.value


def test_movement_says_how_far_or_why_not(lab: Lab) -> None:
    game = lab.game
    assert may(game, "ax-pz-47").can == (f"may move to {len(game.reach('ax-pz-47'))} hexes",)
    enemy = may(game, game.unit_at("B1612")[0])
    assert enemy.can == ()
    assert enemy.why[0].rule == "gpw 3.1.3.A"
    game.do("move ax-pz-47 B1712")
    assert "gpw 5.0.C" in {reason.rule for reason in may(game, "ax-pz-47").why}


def test_combat_names_targets_attackers_and_what_is_announced(fighting_lab: Lab) -> None:
    game = fighting_lab.game
    assert "may attack B1612 Bialystok" in may(game, "ax-inf-7").can[0]
    enemy = game.unit_at("B1612")[0]
    assert "7 INF" in may(game, enemy).can[0]
    far = next(u for u in game.units["unit"] if u.startswith("ax-inf") and not game.candidates("B1612").count(u))
    assert not may(game, far).can or "B1612" not in may(game, far).can[0]
    game.do("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    assert may(game, "ax-inf-7").can == ("attacks B1612 Bialystok: announced, to be rolled",)
    assert may(game, enemy).can == ("is attacked by 4 units: announced, to be rolled",)
    game.do("resolve B1612")
    assert "open decision" in may(game, "ax-inf-7").can[0]
    assert may(game, "ax-inf-1").why[0].rule == game.pending.rule


@pytest.mark.rule("gpw 7.3", "gpw 7.5.A", "gpw 7.6.A")
def test_combat_says_why_the_odds_allow_no_attack() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Combat")
    assert game.candidates("B1811") == ["ax-pz-24", "ax-pz-47"]  # Brest-Litovsk, a fortress across the Bug
    for unit in ("ax-pz-47", game.unit_at("B1811")[0]):
        found = may(game, unit)
        assert found.can == ()
        assert [reason.rule for reason in found.why] == ["gpw 7.2.A", "gpw 7.2.B", "gpw 7.5.A", "gpw 7.6.A", "gpw 7.3"]
        assert "1:2" in found.why[-1].text  # 24 to 8 is 3:1, less two columns and one


def test_reinforcement_says_what_may_be_placed_or_flipped() -> None:
    game = gpw.new("barbarossa")
    game.play(phase="Axis Reinforcement/Replacement", turn=2)
    due = next(action.unit for action in game.legal if action.__class__.__name__ == "Place")
    assert "may be placed on" in may(game, due).can[0]
    assert may(game, "ax-inf-7").why[0].rule == "gpw 9.1.A"


def test_nothing_may_be_done_when_the_game_is_over() -> None:
    game = gpw.new("barbarossa")
    while game.winner is None:
        game.play()
    assert may(game, "ax-inf-1").why == tuple(game.winner.reasons)


@pytest.mark.rule("gpw 8.1.A", kind="shown")
def test_supply_line_of_picked_and_pointed_unit_is_drawn(lab: Lab) -> None:
    assert lab.map._supply_line() == []
    point(lab.map, "B1812", "mousemove")
    (drawn,) = lab.map._supply_line()
    assert drawn
    point(lab.map, "B1712", "mousemove")
    assert lab.map._supply_line() == []
    click(lab, "B1812")
    point(lab.map, "B1712", "mousemove")
    assert lab.map._supply_line() == [drawn]


def test_inspector_has_a_text_twin(lab: Lab) -> None:
    click(lab, "B1812")
    words = lab.inspector._repr_mimebundle_()["text/plain"]
    assert "47 PZ" in words
    assert "may move to" in words
    assert "<" not in words
