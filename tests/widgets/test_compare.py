"""Two lines of play side by side, and the lines kept beside the game."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.widgets import Compare, Lab


def test_two_maps_of_one_land_and_tables_of_what_differs(lab: Lab) -> None:
    other = lab.game.fork()
    other.do("move ax-pz-47 B1712")
    other.next_phase()
    both = Compare(lab.game, other, ("stay", "go <east>"))
    views = [box.value.partition("viewBox=")[2][:30] for box in both.maps]
    assert views[0] == views[1]
    assert "Axis Panzer Movement" in both.maps[0].value
    assert "Axis Combat" in both.maps[1].value
    assert "go &lt;east&gt;" in both.maps[1].value
    assert "<code>ax-pz-47</code></td><td>B1812</td><td>B1712 out of supply</td>" in both.tables.value
    assert "1 unit<" in both.tables.value
    words = both._repr_mimebundle_()["text/plain"]
    assert "ax-pz-47" in words
    assert "stay: Turn 1" in words


def test_equal_lines_say_so_and_regions_change_the_maps(lab: Lab) -> None:
    both = Compare(lab.game, lab.game.fork())
    assert "Every unit stands the same" in both.tables.value
    before = both.maps[0].value
    both.region.label = "the whole map"
    assert both.maps[0].value != before
    both.theme = "lamp"
    assert both.maps[0].value != before


def test_losses_show_in_the_balance(fighting_lab: Lab) -> None:
    kept = fighting_lab.game.fork()
    fighting_lab.session.attempt("attack B1612 by ax-inf-7 ax-inf-8 ax-pz-47 ax-pz-57")
    fighting_lab.session.attempt("resolve B1612")
    both = Compare(kept, fighting_lab.game)
    assert "eliminated" in both.tables.value
    assert "<b>-1</b>" in both.tables.value


def test_only_one_scenario_is_compared() -> None:
    game = gpw.new("barbarossa")
    with pytest.raises(InvalidInput):
        Compare(game, _Elsewhere())  # type: ignore[arg-type]


class _Elsewhere:
    scenario = "nowhere"


# -- the lines kept beside the game ---------------------------------------------------------------------------------


def test_fork_play_on_compare_and_change_over(lab: Lab) -> None:
    lines = lab.lines
    assert lines.tools.layout.display == "none"
    lines.fork.click()
    kept = lab.game
    lab.session.attempt("move ax-pz-47 B1712")
    lines.compare.value = True
    (both,) = lines.below.children
    assert "B1712" in both.tables.value
    lab.session.attempt("move ax-inf-7 B1713")
    assert lines.below.children == (both,)
    assert "B1713" in both.tables.value
    lines.swap.click()
    assert lab.game is not kept
    assert lab.game.unit_at("B1812") == ["ax-pz-47"]
    assert lines.kept[0][1] is kept
    lines.compare.value = False
    assert lines.below.children == ()
    lines.drop.click()
    assert lines.kept == []


def test_click_on_an_overwritten_line_compares_it(lab: Lab) -> None:
    lab.session.attempt("move ax-pz-47 B1712")
    lab.stepper.undo.click()
    lab.session.attempt("move ax-inf-7 B1713")
    lab.journal.go(3)
    assert [str(action) for action in lab.lines.kept[0][1].actions][-1] == "move ax-pz-47 B1712"
    assert lab.lines.compare.value
    assert "B1712" in lab.lines.below.children[0].tables.value


def test_dropping_the_last_line_ends_the_comparison(lab: Lab) -> None:
    lab.lines.fork.click()
    lab.lines.compare.value = True
    lab.lines.drop.click()
    assert lab.lines.below.children == ()
    assert lab.lines._repr_mimebundle_()["text/plain"] == "No line is kept."
