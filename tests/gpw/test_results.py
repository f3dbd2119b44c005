"""The six results of combat: what each does to whom, and who decides."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from tests.gpw.battles import EAST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, STEPPE, WEST, fight, offered, state
from tests.gpw.boards import rule_ids
from tests.gpw.maps import by

# ---- 7.4: the six results


@pytest.mark.rule("gpw 7.4.1")
def test_no_effect() -> None:
    units = {"su-inf-24": EAST, "ax-inf-6": STEPPE}
    game = fight(units, "NE", 1)
    assert (state(game, "su-inf-24"), state(game, "ax-inf-6")) == (EAST, STEPPE)
    assert game.pending is None
    assert [str(action) for action in game.legal] == ["done"]


@pytest.mark.rule("gpw 7.4.2.A")
def test_the_attacker_moves_the_defender_two_hexes_away() -> None:
    game = fight({"su-inf-3": EAST, "ax-inf-59": STEPPE}, "DR", 2)
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind) == ("Soviet", "retreat")
    # not by A1103 and A1303, in Soviet ZOC; from each of the other three neighbours every hex two away
    assert set(offered(game)) == {
        "retreat A1204 A1105", "retreat A1204 A1205", "retreat A1204 A1305",
        "retreat A1104 A1003", "retreat A1104 A1004", "retreat A1104 A1105",
        "retreat A1304 A1305", "retreat A1304 A1403", "retreat A1304 A1404",
    }  # fmt: skip
    game.do("retreat A1304 A1404")
    assert state(game, "ax-inf-59") == "A1404"  # and no step is lost
    assert {"A1304", "A1404"} <= game.controlled("Axis")


#: A hex of each kind with two hexes to attack it from, which leave it a way out.
GROUND = {
    "clear": (STEPPE, EAST, NORTH_EAST),
    "forest": ("A0512", "A0511", "A0411"),
    "major_city": ("B2701", "A2621", "B2601"),  # Odessa
    "fortress": ("B1811", "B1810", "B1711"),  # Brest-Litovsk
    "swamp": ("B1908", "B1907", "B1807"),
    "mountain": ("B2921", "B2920", "B2820"),
}


def retreat_from(ground: str) -> gpw.Game:
    """Two tank armies have attacked an Axis corps in such a hex, and the die says DR."""
    target, east, north_east = GROUND[ground]
    units = {"su-tk-1": east, "su-tk-2": north_east, "ax-inf-6": target}  # 28 against 6
    column = 4 + int(by("tec", "terrain")[ground]["shift"])
    return fight(units, "DR", column, target)


@pytest.mark.rule("gpw 7.4.2")
@pytest.mark.parametrize("ground", ["swamp", "mountain", "fortress"])
def test_in_swamp_mountain_and_fortress_the_defender_may_lose_a_step_instead(ground: str) -> None:
    game, target = retreat_from(ground), GROUND[ground][0]
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind, game.pending.rule) == ("Axis", "stand", "gpw 7.4.2")
    assert offered(game) == ["give-way", "stand"]
    gives_way = game.fork()
    game.do("stand")
    assert (state(game, "ax-inf-6"), game.pending) == (f"{target}/1", None)  # and nobody advances
    gives_way.do("give-way")
    assert gives_way.pending is not None
    assert (gives_way.pending.side, gives_way.pending.kind) == ("Soviet", "retreat")
    gives_way.do(gives_way.pending.default)
    assert (gives_way.unit_at(target), len(state(gives_way, "ax-inf-6"))) == ([], len("B1811"))  # full strength


@pytest.mark.rule("gpw 7.4.2")
@pytest.mark.parametrize("ground", ["clear", "forest", "major_city"])
def test_elsewhere_the_defender_has_no_such_choice(ground: str) -> None:
    game = retreat_from(ground)
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind) == ("Soviet", "retreat")
    assert game.why_not("stand") != []


@pytest.mark.rule("gpw 7.4.2", "gpw 7.2.F")
def test_a_reduced_defender_that_stands_is_eliminated_and_its_hex_may_be_taken() -> None:
    units = {"su-tk-1": "B1810", "su-tk-2": "B1711/1", "ax-inf-6": "B1811/1"}  # 21 against 3, two left
    game = fight(units, "DR", 5, "B1811")
    game.do("stand")
    assert state(game, "ax-inf-6") == "eliminated"
    assert game.pending is not None
    assert game.pending.kind == "advance"


@pytest.mark.rule("gpw 7.4.2", "gpw 7.4.3")
def test_the_choice_is_for_dr_and_the_retreat_of_an_exchange_not_for_drl() -> None:
    """Ruling: the exception speaks of this result, DR; an exchange retreats as by DR."""
    drl = fight({"su-tk-1": "B1810", "su-tk-2": "B1711", "su-inf-24": "B1911/1", "ax-inf-6": "B1811"}, "DRL", 3,
                "B1811")  # fmt: skip  # 31 against 6, two left
    assert state(drl, "ax-inf-6") == "B1811/1"
    assert drl.pending is None or drl.pending.kind != "stand"
    exchange = fight({"su-tk-1": "B1810", "su-tk-2": "B1711", "ax-inf-6": "B1811"}, "EX", 2, "B1811")
    exchange.do("loss su-tk-1")
    assert offered(exchange) == ["give-way", "stand"]


@pytest.mark.rule("gpw 7.4.3")
def test_drl_first_a_step_then_the_retreat() -> None:
    game = fight({"su-tk-1": EAST, "su-inf-3": NORTH_EAST, "ax-inf-6": STEPPE}, "DRL", 3)
    assert state(game, "ax-inf-6") == f"{STEPPE}/1"
    assert game.pending is not None
    assert game.pending.kind == "retreat"
    game.do(game.pending.default)
    assert state(game, "ax-inf-6").endswith("/1")
    assert game.unit_at(STEPPE) == []


@pytest.mark.rule("gpw 7.4.3")
def test_drl_eliminates_a_reduced_unit() -> None:
    game = fight({"su-inf-24": EAST, "su-inf-26": WEST + "/1", "ax-inf-6": STEPPE + "/1"}, "DRL", 3)
    assert state(game, "ax-inf-6") == "eliminated"
    assert game.pending is not None
    assert game.pending.kind == "advance"


@pytest.mark.rule("gpw 7.4.4")
def test_al_one_attacker_of_the_attackers_choice_loses_a_step_and_stays() -> None:
    units = {"su-inf-24": EAST + "/1", "su-inf-3": WEST, "ax-pz-40": STEPPE}  # 11 against 10
    game = fight(units, "AL", 1)
    assert game.pending is not None
    assert (game.pending.side, offered(game)) == ("Soviet", ["loss su-inf-24", "loss su-inf-3"])
    assert rule_ids(game.why_not("loss ax-pz-40")) == ["gpw 7.4.4", "gpw 7.1.B"]
    other = game.fork()
    game.do("loss su-inf-3")
    assert (state(game, "su-inf-3"), state(game, "su-inf-24")) == (f"{WEST}/1", f"{EAST}/1")
    other.do("loss su-inf-24")
    assert (state(other, "su-inf-3"), state(other, "su-inf-24")) == (WEST, "eliminated")
    assert (game.pending, other.pending) == (None, None)
    assert state(game, "ax-pz-40") == STEPPE


@pytest.mark.rule("gpw 7.4.5")
@pytest.mark.parametrize("reduced", ["", "/1"])
def test_de_eliminates_the_defender_whatever_its_strength(reduced: str) -> None:
    units = {"su-tk-1": EAST, "su-gds-1": WEST, "ax-inf-6": STEPPE}  # 24 against 6
    if reduced:
        units = {"su-inf-3": EAST, "su-inf-4": WEST + "/1", "ax-inf-6": STEPPE + "/1"}  # 12 against 3
    game = fight(units, "DE", 4)
    assert state(game, "ax-inf-6") == "eliminated"


# ---- exchange


@pytest.mark.rule("gpw 7.4.6.A")
def test_worked_example_of_the_exchange() -> None:
    """A 14 is reduced to 7: the attacker owes seven points, of units and in the order that it chooses."""
    units = {"ax-pz-3": EAST, "ax-inf-1": NORTH_EAST, "ax-inf-4": SOUTH_EAST, "su-tk-1": STEPPE}
    game = fight(units, "EX", 2, phase="Axis Combat")  # 28 against 14
    assert state(game, "su-tk-1") == f"{STEPPE}/1"
    assert game.pending is not None
    assert (game.pending.side, game.pending.rule) == ("Axis", "gpw 7.4.6.A")
    assert "owes 7 strength points" in game.pending.text
    assert offered(game) == ["loss ax-inf-1", "loss ax-inf-4", "loss ax-pz-3"]
    game.do("loss ax-pz-3")  # 12 to 6: six of the seven
    assert "owes 1 strength point" in game.pending.text
    game.do("loss ax-inf-4")  # 8 to 4: more than enough
    assert game.pending is not None
    assert game.pending.kind == "retreat"
    assert [state(game, u) for u in ("ax-pz-3", "ax-inf-4", "ax-inf-1")] == [f"{EAST}/1", f"{SOUTH_EAST}/1", NORTH_EAST]


@pytest.mark.rule("gpw 7.4.6.A")
def test_the_same_unit_may_lose_both_its_steps() -> None:
    units = {"ax-inf-1": EAST, "ax-pz-3": NORTH_EAST, "su-gds-1": STEPPE}  # 20 against 10; five owed
    game = fight(units, "EX", 2, phase="Axis Combat")
    game.do("loss ax-inf-1")  # 8 to 4: four
    assert offered(game) == ["loss ax-inf-1", "loss ax-pz-3"]
    game.do("loss ax-inf-1")
    assert state(game, "ax-inf-1") == "eliminated"
    assert rule_ids(game.why_not("loss ax-inf-1"))[0] != "gpw 7.4.6.A"


@pytest.mark.rule("gpw 7.4.6.A")
def test_a_reduced_defender_is_eliminated_and_costs_what_it_had_left() -> None:
    units = {"ax-pz-3": EAST, "ax-inf-4": WEST, "su-gds-1": STEPPE + "/1"}
    game = fight(units, "EX", 4, phase="Axis Combat")  # 20 against 5
    assert state(game, "su-gds-1") == "eliminated"
    assert game.pending is not None
    assert "owes 5 strength points" in game.pending.text
    game.do("loss ax-pz-3")  # six
    assert offered(game) == ["advance none", "advance ax-inf-4", "advance ax-pz-3"]


@pytest.mark.rule("gpw 7.4.6.A")
def test_an_exchange_may_take_every_attacker_and_then_none_is_left_to_advance() -> None:
    units = {"su-inf-24": EAST + "/1", "su-inf-26": WEST + "/1", "ax-pz-3": STEPPE + "/1"}
    game = fight(units, "EX", 1)  # 3 + 3 against 6; six owed
    game.do("loss su-inf-24")  # three; the other follows without a choice
    assert [state(game, unit) for unit in units] == ["eliminated"] * 3
    assert game.pending is None
    assert game.unit_at(STEPPE) == []


@pytest.mark.rule("gpw 7.4.6.A")
def test_exchange_counts_defence_of_the_defender_and_attack_of_the_attackers() -> None:
    """Ruling: a garrison, printed 2-4 and 1-2, loses 2 in defence and 1 in attack."""
    game = fight({"su-inf-24": EAST, "su-inf-26": NORTH_EAST + "/1", "ax-gar-68": STEPPE}, "EX", 2)  # 9 against 4
    assert game.pending is not None
    assert "owes 2 strength points" in game.pending.text
    units = {"ax-gar-68": EAST, "ax-inf-59": WEST, "su-inf-24": STEPPE}
    owing = fight({**units, "ax-inf-6": NORTH_EAST}, "EX", 2, phase="Axis Combat")  # 12 against 6
    owing.do("loss ax-gar-68")
    assert owing.pending is not None
    assert "owes 2 strength points" in owing.pending.text  # three less one


@pytest.mark.rule("gpw 7.4.6.A")
def test_exchange_counts_printed_points_not_halved_ones() -> None:
    """Ruling: in mud 14 attack as 7, and still the loss of a step costs seven printed points."""
    units = {"su-tk-1": EAST, "su-tk-2": NORTH_EAST, "ax-pz-3": STEPPE}
    game = fight(units, "EX", 1, turn=4)  # 7 + 7 against 12; six owed
    assert game.pending is not None
    game.do("loss su-tk-1")
    assert game.pending is not None
    assert game.pending.kind == "retreat"


@pytest.mark.rule("gpw 7.4.6.B", "gpw 7.4.2.A")
def test_a_defender_that_survives_an_exchange_retreats_as_by_dr() -> None:
    game = fight({"su-gds-1": EAST, "su-gds-2": NORTH_EAST, "ax-pz-40": STEPPE}, "EX", 2)
    game.do("loss su-gds-1")
    assert game.pending is not None
    assert (game.pending.side, game.pending.kind) == ("Soviet", "retreat")


@pytest.mark.rule("gpw 7.4.6.B")
def test_an_exchange_that_ends_in_elimination_costs_the_attacker_no_more() -> None:
    ring = {"su-gds-1": EAST, "su-inf-24": WEST, "su-inf-26": NORTH_EAST + "/1", "su-inf-27": SOUTH_WEST + "/1"}
    game = fight({**ring, "ax-pz-40": STEPPE}, "EX", 2)  # 22 against 10: five owed, no way out
    game.do("loss su-gds-1")  # five
    assert state(game, "ax-pz-40") == "eliminated"
    assert state(game, "su-gds-1") == f"{EAST}/1"
    assert [state(game, u) for u in ("su-inf-24", "su-inf-26", "su-inf-27")] == [
        WEST, f"{NORTH_EAST}/1", f"{SOUTH_WEST}/1",
    ]  # fmt: skip


# ---- defaults


def test_the_defaults_are_those_of_a_player_in_haste() -> None:
    units = {"ax-pz-3": EAST, "ax-inf-6": SOUTH_EAST, "ax-inf-1": NORTH_EAST, "su-inf-3": STEPPE}
    game = fight(units, "EX", 3, phase="Axis Combat")
    assert game.pending is not None
    assert str(game.pending.default) == "loss ax-inf-1"  # four owed: the 8-6 loses just four
    fortress = retreat_from("fortress")
    assert fortress.pending is not None
    assert str(fortress.pending.default) == "give-way"  # the way is free and costs nothing
    kinds = [event.kind for event in game.play()]
    assert kinds[:2] == ["loss", "retreat"]
    assert "advance" not in kinds


def test_a_defender_for_whom_giving_way_costs_a_step_as_well_stands_by_default() -> None:
    units = {"su-tk-1": "B1711", "su-tk-2": "B1812", "su-inf-24": "B1911", "ax-inf-6": "B1811"}  # ZOC all around
    game = fight(units, "DR", 3, "B1811")  # 34 against 6, two left
    assert game.pending is not None
    assert (game.pending.kind, str(game.pending.default)) == ("stand", "stand")
