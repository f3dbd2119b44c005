"""Actions and their text form."""

from __future__ import annotations

import pytest

from gpwlab import InvalidInput, sfs
from gpwlab.sfs.actions import Attack, Break, Edit, Move
from gpwlab.sfs.parsing import parse_action

TEXTS = (
    "place su-1 SC-elevator", "place su-2 F12", "move 14-pz 29-mot by SC RS", "stack su-1 su-10 to F3",
    "stack 14-pz to new", "withdraw 14-pz", "withdraw su-3 via RS-landing", "ferry su-1 SC-landing",
    "infiltrate su-1 CC", "reserve 71-inf 94-inf", "rebuild 71-inf", "break 14-pz into pzkg-4-1/1 pzkg-5-1/2",
    "recall 14-pz", "summon", "batch", "corps guards", "choose pioneers groups", "attack F3 by F1 F2 F10",
    "overrun F3 by F1", "stuka F3", "abort", "proceed", "commit 3", "commit 0 air 2", "adjust -1", "adjust 0",
    "adjust 1", "draw SC-landing", "draw none", "surround F1", "liberate", "hold-on", "retreat SC", "stand",
    "loss su-1", "disrupt", "advance 14-pz", "advance none", "again", "halt", "refuge F4", "done", "reseed -5",
    "edit place 14-pz SC 3",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_text_and_action_are_inverse(text: str) -> None:
    action = parse_action(text)
    assert str(action) == text
    assert parse_action(str(action)) == action


def test_the_order_of_units_and_attackers_means_nothing() -> None:
    assert sfs.Attack("F3", ("F10", "F2")) == sfs.Attack("F3", ["F2", "F10"])  # type: ignore[arg-type]
    assert sfs.Move(["su-10", "su-9"], ["SC"]) == sfs.Move(("su-9", "su-10"), ("SC",))  # type: ignore[arg-type]
    assert sfs.Move(("14-pz",), ("SC", "RS")) != sfs.Move(("14-pz",), ("RS", "SC"))
    with pytest.raises(InvalidInput):
        sfs.Attack("F3", "F2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["", "fly", "move", "move 14-pz SC", "move by SC", "attack F1", "attack by F1", "attack F1 F2 by F3", "commit",
     "commit -1", "commit 01", "commit 3 air 0", "commit 3 guns 1", "adjust 2", "withdraw", "withdraw su-1 via",
     "withdraw su-1 via A B", "break 14-pz", "done now", "choose x", "overrun F1 by F2 F3", "edit", "reseed",
     "stand up", None, 7, b"done"],
)  # fmt: skip
def test_what_is_not_of_the_form_is_invalid(text: object) -> None:
    with pytest.raises(InvalidInput):
        parse_action(text)  # type: ignore[arg-type]


def test_words_of_the_wrong_type_are_refused_and_numbers_may_be_of_any_length() -> None:
    game, long = sfs.new("standard", seed=1), "F" + "1" * 5000
    for action in (Break("14-pz", (1, 2)), Edit("phase", (1, 2)), Attack("F1", (long,)), Move((long,), ("RS",))):  # type: ignore[arg-type]
        with pytest.raises(InvalidInput):
            game.why_not(action)
    for ask in (game.reach, game.supply_line, game.legal.of, game.legal.at, lambda name: game.battle(name, [name])):
        with pytest.raises(InvalidInput):
            ask(long)
    with pytest.raises(InvalidInput):
        game.battle("F1", [["F2"]])  # type: ignore[list-item]
