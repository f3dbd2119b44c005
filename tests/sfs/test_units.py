"""Counters, steps and classes (sfs 2.2, 8.3, 8.6, 7.10)."""

from __future__ import annotations

import pytest

from gpwlab.core import tables
from gpwlab.core.dice import roll
from gpwlab.sfs import looks, losses, units
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.sequence import NUMBERS
from tests.sfs.boards import game_in, state_of


def fall(start: str, seed: int = 1, *others: str) -> list[str]:
    """The counters that a Soviet piece goes through, step by step, to the end."""
    game = game_in("German Attack", f"RS: {start}", *others, seed=seed)
    pos = game._pos
    unit, seen = pos.world.unit("su-1").index, []
    while True:
        losses.lose_step(pos, unit)
        if state_of(game, "su-1") == "eliminated":
            return seen
        seen.append(pos.piece[unit])


@pytest.mark.rule("sfs 2.2.1.2")
def test_a_german_unit_goes_down_its_printed_strengths() -> None:
    game = game_in("German Attack", "YE: 14-pz", "S1: pzkg-4-1")
    pos, seen = game._pos, []
    unit = pos.world.unit("14-pz").index
    for _step in range(3):
        losses.lose_step(pos, unit)
        seen.append(pos.strength(unit))
    assert seen == [9, 6, 3]  # from 11; 9 with three steps is printed (8.2.C)
    assert losses.lose_step(pos, unit)[0].kind == "eliminated"
    assert state_of(game, "14-pz") == "eliminated"
    two = pos.world.unit("pzkg-4-1").index
    losses.lose_step(pos, two)
    assert (pos.steps_of(two), pos.strength(two)) == (1, 2)


@pytest.mark.rule("sfs 2.2.2.1")
def test_steps_of_the_classes() -> None:
    game = game_in("German Attack", "RS: g a b", "RS: c m 13-guards", "SC: c tank-1 tank-2")
    soviet = game.units[game.units["side"] == "Soviet"]
    steps = dict(zip(soviet["cls"], soviet["steps"], strict=True))
    assert steps == {"G": 3, "A": 2, "B": 1, "C": 1, "M": 0, "G+": 4, "T": 1}


@pytest.mark.rule("sfs 2.2.2.2.A", "sfs 8.6.C")
def test_guards_fall_to_a_then_to_b_or_c() -> None:
    falls = {tuple(fall("13-guards", seed)) for seed in range(1, 30)}
    assert falls == {("g", "a", "b"), ("g", "a", "c")}
    assert {tuple(fall("10-nkvd", seed)) for seed in range(1, 30)} == {("a", "b"), ("a", "c")}


@pytest.mark.rule("sfs 2.2.2.2.A")
def test_b_or_c_is_an_even_chance() -> None:
    for seed in range(1, 40):
        die = roll(seed, "class", 3, NUMBERS["German Attack"], "su-1", 0)
        assert fall("a", seed) == ["b" if die <= 3 else "c"]


@pytest.mark.rule("sfs 2.2.2.2.B", "sfs 8.3")
def test_b_c_tanks_and_militia_are_gone_at_once() -> None:
    for counter in ("b", "c", "m"):
        assert fall(counter) == []
    game = game_in("German Attack", "RS: b tank-2")
    losses.lose_step(game._pos, game._pos.world.unit("su-2").index)
    assert state_of(game, "su-2") == "eliminated"


@pytest.mark.rule("sfs 7.10.A", "sfs 7.10.B")
def test_counters_are_a_ceiling_and_the_next_weaker_is_taken() -> None:
    b_seed = next(s for s in range(99) if roll(s, "class", 3, NUMBERS["German Attack"], "su-1", 0) <= 3)
    ten = ("SC: b b b", "CC: b b b", "MK: b b b", "WS: b")
    assert fall("a", b_seed, *ten) == ["c"]  # all ten B counters are on the map
    eight = ("FA: c c c", "TR: c c c", "TW: c c")
    assert fall("a", b_seed, *ten, *eight) == ["m"]
    militia = ("SP: m m m", "MM: m m")
    assert fall("a", b_seed, *ten, *eight, *militia) == []
    assert fall("13-guards", b_seed, "SC: g") == ["a", "b"]  # the one G counter of the pool is taken


def test_what_an_a_division_became_is_a_secret_again() -> None:
    game = game_in("German Attack", "RS: g", revealed=["su-1"])
    pos = game._pos
    unit = pos.world.unit("su-1").index
    open_event = losses.lose_step(pos, unit)[0]
    assert unit in pos.revealed  # from G to A: everybody can count
    assert "A division" in open_event.public
    hidden = losses.lose_step(pos, unit)[0]
    assert unit not in pos.revealed
    assert hidden.knows == SOVIET
    assert hidden.public == "a Soviet division loses a step"


@pytest.mark.rule("sfs 2.2.1.4", "sfs 8.3", "sfs 8.4.A")
def test_strengths_are_shown_as_counters_print_them() -> None:
    soviet = "RS: m tank-2 13-guards chuikov"
    game = game_in("German Attack", "YE: 14-pz/3 stg-1", "S1: security", soviet, "S2: pzkg-4-1")
    figures = {face.label: face.figure for stack in game.stacks for face in stack.units}
    assert figures == {
        "14": "9", "STG": "+4", "Security": "(2)", "M": "1*", "T": "+2", "13G": "9", "Ch": "+1", "PzKg": "4",
    }  # fmt: skip
    reduced = {face.id for stack in game.stacks for face in stack.units if face.reduced}
    assert reduced == {"14-pz"}


def test_labels_are_short_and_tell_divisions_apart() -> None:
    counters = units.read_counters(tables.read("sfs", "units")).values()
    labels = [looks.label(counter) for counter in counters if counter.division and not counter.pool]
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 3
