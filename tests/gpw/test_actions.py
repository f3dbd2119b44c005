"""Actions and their text form: what is malformed is named, and no form of nonsense gets farther than that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpwlab import GameError, InvalidInput, gpw
from gpwlab.gpw.actions import Action
from tests.gpw.boards import game_at

UNIT = st.from_regex(r"(ax|su)-[a-z0-9]{2,4}(-[a-z0-9]{1,3})?", fullmatch=True)
HEX = st.from_regex(r"[AB][0-3][0-9][0-2][0-9]", fullmatch=True)
SOME_HEXES = st.lists(HEX, min_size=1, max_size=5).map(tuple)
ACTIONS = st.one_of(
    st.builds(gpw.Move, UNIT, SOME_HEXES),
    st.builds(gpw.Attack, HEX, st.lists(UNIT, min_size=1, max_size=4)),
    st.builds(gpw.Resolve, HEX),
    st.builds(gpw.Loss, UNIT),
    st.builds(gpw.Stand, st.booleans()),
    st.builds(gpw.Retreat, SOME_HEXES),
    st.builds(gpw.Advance, st.none() | UNIT),
    st.builds(gpw.Place, UNIT, HEX),
    st.builds(gpw.Rebuild, UNIT, st.none() | HEX),
    st.builds(gpw.Swap, UNIT, UNIT),
    st.builds(gpw.Withdraw, UNIT),
    st.builds(gpw.Done),
    st.builds(gpw.Reseed, st.integers()),
)

ALL = {
    "move ax-pz-56 B1213 B1112": gpw.Move("ax-pz-56", ("B1213", "B1112")),
    "attack B1407 by ax-inf-1 ax-pz-56": gpw.Attack("B1407", ("ax-pz-56", "ax-inf-1")),
    "resolve B1407": gpw.Resolve("B1407"),
    "loss ax-inf-1": gpw.Loss("ax-inf-1"),
    "stand": gpw.Stand(True),
    "give-way": gpw.Stand(False),
    "retreat B1406 B1405": gpw.Retreat(("B1406", "B1405")),
    "advance ax-pz-56": gpw.Advance("ax-pz-56"),
    "advance none": gpw.Advance(None),
    "place su-inf-30 A0619": gpw.Place("su-inf-30", "A0619"),
    "rebuild su-inf-30 A0619": gpw.Rebuild("su-inf-30", "A0619"),
    "rebuild su-inf-3": gpw.Rebuild("su-inf-3"),
    "swap su-shk-1 su-inf-39": gpw.Swap("su-shk-1", "su-inf-39"),
    "withdraw ax-pz-14": gpw.Withdraw("ax-pz-14"),
    "done": gpw.Done(),
    "reseed 7": gpw.Reseed(7),
}


@pytest.mark.parametrize("text", ALL)
def test_every_action_has_its_text_form(text: str) -> None:
    assert gpw.parse_action(text) == ALL[text]
    assert str(ALL[text]) == text
    assert gpw.parse_action(f"  {text.replace(' ', '   ')}\n") == ALL[text]


@given(ACTIONS)
def test_text_and_object_are_inverse(action: Action) -> None:
    assert gpw.parse_action(str(action)) == action
    assert "\n" not in str(action)


@given(
    st.text(max_size=30) | st.lists(st.sampled_from([*ALL, "move", "by", "none", "B1407", "ax-pz-56"])).map(" ".join)
)
def test_any_text_is_an_action_or_invalid_input(text: str) -> None:
    try:
        action = gpw.parse_action(text)
    except InvalidInput:
        return
    assert gpw.parse_action(str(action)) == action


@pytest.mark.parametrize(("text", "says"), [
    ("", "an action is a line such as"),
    ("   ", "an action is a line such as"),
    ("dance B1407", "unknown action 'dance'"),
    ("Move ax-pz-56 B1312", "unknown action 'Move'"),
    ("move", "not of the form 'move UNIT HEX [HEX ...]'"),
    ("move ax-pz-56", "not of the form 'move UNIT HEX [HEX ...]'"),
    ("attack B1407", "not of the form 'attack HEX by UNIT [UNIT ...]'"),
    ("attack B1407 ax-pz-56", "not of the form 'attack HEX by UNIT [UNIT ...]'"),
    ("attack B1407 by", "not of the form 'attack HEX by UNIT [UNIT ...]'"),
    ("resolve", "not of the form 'resolve HEX'"),
    ("resolve B1407 B1408", "not of the form 'resolve HEX'"),
    ("loss", "not of the form 'loss UNIT'"),
    ("stand firm", "not of the form 'stand'"),
    ("give-way now", "not of the form 'give-way'"),
    ("retreat", "not of the form 'retreat HEX [HEX ...]'"),
    ("advance", "not of the form 'advance UNIT|none'"),
    ("place su-inf-30", "not of the form 'place UNIT HEX'"),
    ("place su-inf-30 A0619 A0618", "not of the form 'place UNIT HEX'"),
    ("rebuild", "not of the form 'rebuild UNIT [HEX]'"),
    ("rebuild su-inf-3 A0619 A0618", "not of the form 'rebuild UNIT [HEX]'"),
    ("swap su-shk-1", "not of the form 'swap NEW OLD'"),
    ("withdraw", "not of the form 'withdraw UNIT'"),
    ("done done", "not of the form 'done'"),
    ("reseed", "not of the form 'reseed NUMBER'"),
    ("reseed many", "not of the form 'reseed NUMBER'"),
])  # fmt: skip
def test_malformed_text_is_named_with_the_form_it_should_have(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as error:
        gpw.parse_action(text)
    assert says in str(error.value)


@pytest.mark.parametrize("wrong", [None, 5, 1.5, b"done", ["done"], gpw.Done(), object()])
def test_only_text_is_parsed(wrong: Any) -> None:
    with pytest.raises(InvalidInput):
        gpw.parse_action(wrong)


# ---- ids and types, judged by a game


@pytest.mark.parametrize(("action", "names"), [
    ("move ax-pz-99 B1312", "'ax-pz-99'"),
    ("move ax-pz-56 B9999", "'B9999'"),
    ("move ax-pz-56 B1312 C1211", "'C1211'"),
    ("attack B1407 by ax-pz-56 ax-pz-99", "'ax-pz-99'"),
    ("attack B1 by ax-pz-56", "'B1'"),
    ("resolve Minsk", "'Minsk'"),
    ("loss nobody", "'nobody'"),
    ("retreat B0000", "'B0000'"),
    ("advance nobody", "'nobody'"),
    ("place nobody A0619", "'nobody'"),
    ("place su-inf-30 Moscow", "'Moscow'"),
    ("rebuild nobody", "'nobody'"),
    ("rebuild su-inf-30 Moscow", "'Moscow'"),
    ("swap nobody su-inf-39", "'nobody'"),
    ("swap su-shk-1 nobody", "'nobody'"),
    ("withdraw nobody", "'nobody'"),
    (gpw.Move("ax-pz-56", ()), "names no hex"),
    (gpw.Retreat(()), "names no hex"),
    (gpw.Move(None, ("B1312",)), "None"),                      # type: ignore[arg-type]
    (gpw.Move(("ax-pz-56",), ("B1312",)), "('ax-pz-56',)"),    # type: ignore[arg-type]
    (gpw.Move(["ax-pz-56"], ("B1312",)), "['ax-pz-56']"),      # type: ignore[arg-type]
    (gpw.Move("ax-pz-56", (1312,)), "1312"),                   # type: ignore[arg-type]
    (gpw.Move("ax-pz-56", (["B1312"],)), "['B1312']"),         # type: ignore[arg-type]
    (gpw.Attack("B1407", ("ax-pz-56", 5)), "5"),               # type: ignore[arg-type]
    (gpw.Attack(None, ("ax-pz-56",)), "None"),                 # type: ignore[arg-type]
    (gpw.Resolve(5), "5"),                                     # type: ignore[arg-type]
    (gpw.Loss(None), "None"),                                  # type: ignore[arg-type]
    (gpw.Stand("yes"), "'yes'"),                               # type: ignore[arg-type]
    (gpw.Stand(None), "None"),                                 # type: ignore[arg-type]
    (gpw.Advance(5), "5"),                                     # type: ignore[arg-type]
    (gpw.Place("su-inf-30", None), "None"),                    # type: ignore[arg-type]
    (gpw.Rebuild("su-inf-30", 5), "5"),                        # type: ignore[arg-type]
    (gpw.Swap("su-shk-1", None), "None"),                      # type: ignore[arg-type]
    (gpw.Withdraw([]), "[]"),                                  # type: ignore[arg-type]
    (gpw.Reseed("7"), "'7'"),                                  # type: ignore[arg-type]
    (gpw.Reseed(7.0), "7.0"),                                  # type: ignore[arg-type]
    (gpw.Reseed(True), "True"),
    (gpw.Done, "is not an action"),
    (None, "None is not an action"),
    (5, "5 is not an action"),
    (["done"], "['done'] is not an action"),
])  # fmt: skip
def test_unknown_ids_and_wrong_types_are_named_and_change_nothing(action: Any, names: str) -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": "B1313", "su-inf-3": "B1407"})
    before = game.position
    for ask in (game.do, game.why_not):
        with pytest.raises(InvalidInput) as error:
            ask(action)
        assert names in str(error.value)
    assert action not in game.legal
    assert game.position == before


@pytest.mark.parametrize("make", [
    lambda: gpw.Move("ax-pz-56", "B1312"),    # a string is a sequence too, but not of ids
    lambda: gpw.Move("ax-pz-56", None),       # type: ignore[arg-type]
    lambda: gpw.Move("ax-pz-56", 5),          # type: ignore[arg-type]
    lambda: gpw.Attack("B1407", "ax-pz-56"),
    lambda: gpw.Attack("B1407", None),        # type: ignore[arg-type]
    lambda: gpw.Retreat("B1312"),
    lambda: gpw.Retreat(7),                   # type: ignore[arg-type]
])  # fmt: skip
def test_a_list_of_ids_must_be_one(make: Any) -> None:
    with pytest.raises(InvalidInput, match="is a list of ids, not"):
        make()


def test_lists_serve_as_well_as_tuples_and_the_order_of_attackers_does_not_matter() -> None:
    assert gpw.Move("ax-pz-56", ["B1312"]) == gpw.Move("ax-pz-56", ("B1312",))  # type: ignore[arg-type]
    assert gpw.Retreat(iter(["B1312"])) == gpw.Retreat(("B1312",))  # type: ignore[arg-type]
    assert gpw.Attack("B1407", ["ax-pz-56", "ax-inf-1"]) == gpw.Attack("B1407", ("ax-inf-1", "ax-pz-56"))  # type: ignore[arg-type]
    assert len({gpw.Move("ax-pz-56", ["B1312"]), gpw.Move("ax-pz-56", ("B1312",))}) == 1  # type: ignore[arg-type]


@given(action=ACTIONS)
def test_any_well_formed_action_is_legal_refused_or_invalid(action: Action) -> None:
    game = game_at("Axis Combat", {"ax-pz-56": "B1406", "su-inf-3": "B1407"})
    before, done = game.position, game.cursor
    try:
        game.do(action)
    except GameError:
        assert (game.position, game.cursor) == (before, done)
        assert action not in game.legal
    else:
        assert game.cursor == done + 1
