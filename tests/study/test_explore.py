"""One attack of each game explored: columns against the game's own previews, changes against battles made anew."""

from __future__ import annotations

from fractions import Fraction as F

import icepool
import pytest

from gpwlab import IllegalAction, InvalidInput, gpw, hube, sfs, study
from gpwlab.hube.odds import Combat, Force, work_out
from gpwlab.sfs.odds import nearest
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE
from tests.gpw.boards import game_at

FIELDS = ["column", "needed", "more", "falls", "attacker_steps", "defender_steps", "planned"]


@pytest.fixture(scope="module")
def southern_city() -> sfs.Game:
    """14 Pz (F2) and 29 Mot (F1) before F18, a division that the German has not seen."""
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    game.do("move 14-pz by SC")
    game.do("move 29-mot by SC")
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    return game


@pytest.fixture(scope="module")
def combat() -> Combat:
    """20 armour across a minor river and 9 foot against 6 in the open, behind a hedgehog."""
    forces = Force("armor", 20, ("Minor River",)), Force("other", 9)
    return Combat(forces, (Force("other", 6),), ("Open",), 4, 3, hedgehog=1)


def test_all_games_give_the_same_tables(southern_city: sfs.Game, combat: Combat) -> None:
    great = game_at("Axis Combat", {"ax-pz-3": EAST, "su-inf-24": STEPPE})
    for found in (
        study.explore(great, STEPPE, ["ax-pz-3"]),
        study.explore(southern_city, "F18", ["F1", "F2"]),
        study.explore_combat(work_out(hube.new("korsun").charts, combat)),
    ):
        assert list(found.columns.columns) == FIELDS
        assert found.columns["planned"].sum() == 1
        assert sum(found.outcomes["chance"]) == 1
        assert found.changes["kind"][0] == "planned"
        assert found.changes["gain"][0] == 0
        own = found.columns[found.columns["planned"]].iloc[0]
        assert own["falls"] == found.changes["falls"][0]
        assert own["defender_steps"] == found.changes["defender_steps"][0]
        assert not found.way.empty
        assert found.chance


# -- The Great Patriotic War ------------------------------------------------------------------------------------------


@pytest.mark.rule("gpw 12.1.B", "gpw 11.1.1.C")
def test_leader_and_aircraft_are_changes() -> None:
    """Rzhev at 1:1 with Zhukov, after river and snow: without him no attack, with a bomber of one column 2:1."""
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    found = study.explore(game, "B0602", ["su-inf-22", "su-inf-30"]).changes
    rows = {(row.kind, row.change): (row.column, row.falls) for row in found.itertuples()}
    assert rows["planned", "as planned"] == ("1:1", F(1, 2))
    assert rows["leader", "without Zhukov"] == ("-", 0)
    assert rows["aircraft", "with BOM 1"] == ("2:1", F(2, 3))
    out_of_reach = study.explore(game, "A1315", ["su-inf-38", "su-inf-40"]).changes
    (led,) = out_of_reach[out_of_reach["kind"] == "leader"].itertuples()
    assert (led.change, led.column) == ("with a leader in command", "2:1")


def test_without_the_rules_there_is_neither() -> None:
    game = game_at("Axis Combat", {"ax-pz-3": EAST, "su-inf-24": STEPPE})
    assert not {"leader", "aircraft"} & set(study.explore(game, STEPPE, ["ax-pz-3"]).changes["kind"])


@pytest.mark.rule("gpw 11.1.2.G")
def test_a_battle_that_fighters_may_meet_is_a_mixture() -> None:
    """A fighter stops the bomber on 3 of 6 faces: 2 send it home, 1 shoots it down; then the battle is 3:1 and not 4:1.

    At 4:1 DR 2, EX 1, DRL 2, DE 1, at 3:1 DR 3, EX 2, DRL 1: with two steps the defender loses 5/6 and 1/2.
    """
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    attackers = ["su-inf-21", "su-tk-5"]
    bare, flown = game.battle("A1611", attackers), game.battle("A1611", attackers, "su-bom-2")
    assert (bare.column, flown.column) == (3, 4)
    assert flown.columns == {4: F(1, 2), 3: F(1, 2)}
    met = flown.if_intercepted
    assert sum(o.chance for o in met.outcomes) == 1
    assert sum(n * chance for n, chance in met.losses["defender"].items()) == (F(5, 6) + F(1, 2)) / 2
    for who in ("attacker", "defender"):
        for of in ("losses", "points"):
            one, other = getattr(flown, of)[who], getattr(bare, of)[who]
            mixed = {n: (one.get(n, F(0)) + other.get(n, F(0))) / 2 for n in {*one, *other}}
            assert getattr(met, of)[who] == mixed
    assert bare.if_intercepted.losses == bare.losses


@pytest.mark.rule("gpw 7.3")
def test_an_attack_that_hangs_on_its_aircraft_falls_through_without_it() -> None:
    """1:1 with the bomber, no attack without: half of the time nothing happens."""
    game = gpw.new("uranus")
    game.play("Soviet Combat")
    flown = game.battle("A1708", ["su-inf-62", "su-inf-64"], "su-bom-3")
    assert flown.columns == {1: F(1, 2), None: F(1, 2)}
    assert flown.if_intercepted.captured == flown.captured / 2
    assert sum(o.chance for o in flown.if_intercepted.outcomes if o.result == "NE") == F(1, 2) + F(1, 3) / 2


@pytest.mark.rule("gpw 7.4.6.A")
def test_points_lost_are_those_of_the_steps() -> None:
    """18 against 6, 3:1: EX on 2 dice costs 3 of the defence and 4 of the attack, DRL on one 3 of the defence."""
    game = game_at("Soviet Combat", {"su-gds-1": EAST, "su-inf-3": NORTH_EAST, "ax-inf-6": STEPPE})
    battle = game.battle(STEPPE, ["su-gds-1", "su-inf-3"])
    oracle = icepool.d6.map({1: 0, 2: 0, 3: 0, 4: 3, 5: 3, 6: 3})
    assert battle.points["defender"] == {n: oracle.probability(n) for n in oracle.outcomes()}
    assert battle.points["attacker"] == {0: F(2, 3), 4: F(1, 3)}


# -- Struggle for Stalingrad ------------------------------------------------------------------------------------------


def test_every_column_of_the_d_crt(southern_city: sfs.Game) -> None:
    battle = southern_city.battle("F18", ["F1", "F2"])
    made, table = battle.odds, study.explore(southern_city, "F18", ["F1", "F2"]).columns
    shift = sum(s.columns for s in made.shifts)
    assert len(table) == len(made.d_crt.odds)
    for n, row in enumerate(table.itertuples()):
        assert made.d_crt.column(nearest(row.needed, made.defence), shift) >= n
        assert row.needed == 1 or made.d_crt.column(nearest(row.needed - 1, made.defence), shift) < n
        assert row.more == row.needed - made.attack
    assert list(table["falls"]) == sorted(table["falls"])
    assert list(table["attacker_steps"]) == sorted(
        table["attacker_steps"], reverse=True
    )  # the A-CRT has its own column
    assert table["attacker_steps"].nunique() > 4
    own = table[table["planned"]].iloc[0]
    assert own["falls"] == battle.captured
    assert own["attacker_steps"] == sum(n * c for n, c in battle.losses["attacker"].items())


def test_guns_and_units_as_changes(southern_city: sfs.Game) -> None:
    found = study.explore(southern_city, "F18", ["F1", "F2"]).changes
    rows = {row.change: row for row in found.itertuples()}
    more = southern_city.battle("F18", ["F1", "F2"], german=1)
    assert rows["1 more German artillery point"].falls == more.captured
    assert rows["1 more Soviet artillery point"].falls == southern_city.battle("F18", ["F1", "F2"], soviet=1).captured
    assert rows["without F2"].falls == southern_city.battle("F18", ["F1"]).captured
    joining = [row for row in found.itertuples() if row.kind == "joins"]
    for row in joining:
        force = row.change.split()[0]
        assert row.falls == southern_city.battle("F18", ["F1", "F2", force]).captured


def test_a_side_explores_what_it_knows(southern_city: sfs.Game) -> None:
    """In German eyes the division may be many things: the mixture, and no case of it gives the true one away."""
    view = southern_city.view("German")
    found = study.explore(view, "F18", ["F1", "F2"])
    assert found.changes["falls"][0] == view.battle("F18", ["F1", "F2"]).captured
    assert sum(found.outcomes["chance"]) == 1
    assert found.columns["falls"].is_monotonic_increasing


# -- Hube's Pocket ----------------------------------------------------------------------------------------------------


def test_every_column_of_a_combat(combat: Combat) -> None:
    """A column's row is that of the same combat with just the strength that it needs, where one is just that."""
    charts = hube.new("korsun").charts
    made = work_out(charts, combat)
    table = study.explore_combat(made).columns
    assert len(table) == len(charts.combat_columns[made.line])
    met = 0
    for n, row in enumerate(table.itertuples()):
        plain = Combat((Force("other", row.needed),), combat.defenders, ("Open",), 4, 3, hedgehog=1)
        other = work_out(charts, plain)
        assert other.attack == row.needed
        assert other.column >= n
        if other.column == n:
            met += 1
            assert row.attacker_steps == other.expected["attacker"]
            assert row.defender_steps == other.expected["defender"]
        if row.needed > 1:
            less = Combat((Force("other", row.needed - 1),), combat.defenders, ("Open",), 4, 3, hedgehog=1)
            assert work_out(charts, less).column < n
    assert met >= 10


def test_ratings_works_and_rivers_as_changes(combat: Combat) -> None:
    charts = hube.new("korsun").charts
    rows = {row.kind: row for row in study.explore_combat(work_out(charts, combat)).changes.itertuples()}
    assert {"planned", "leader", "works", "hexside"} <= set(rows)
    open_ = work_out(charts, Combat(combat.attackers, combat.defenders, ("Open",), 4, 3, hedgehog=0))
    assert rows["works"].defender_steps == open_.expected["defender"]
    assert rows["works"].gain > 0
    assert rows["hexside"].gain >= 0


# -- refusals ---------------------------------------------------------------------------------------------------------


def test_what_is_no_attack_is_refused(southern_city: sfs.Game) -> None:
    with pytest.raises(IllegalAction):
        study.explore(southern_city, "F18", ["F3"])
    with pytest.raises(InvalidInput):
        study.explore(southern_city, "F999", ["F1"])
    with pytest.raises(InvalidInput, match="players know games"):
        study.explore("chess", "e4", ["e2"])


@pytest.mark.rule("hube chart.Ground Effects Chart", "hube 1.2a")
def test_the_ground_that_is_not_yet_rolled_is_a_mixture() -> None:
    """Over a minor river, whole on ground that freezes it (hard freeze, freeze) and half on any other."""
    game = hube.new("kirovograd")
    game.play("Soviet Combat")
    target, attackers = "B9.25", ["su-inf-36gd", "su-inf-206"]
    now = game.battle(target, attackers)
    assert game.ground == "Hard Freeze"
    found = game.battle_by_ground(3, target, attackers)
    for ground, (_chance, made) in found.items():
        assert made.attack == (now.attack if ground in ("Hard Freeze", "Freeze") else now.attack / 2)
    after: dict[str, F] = {}
    for first, one in game.charts.ground_odds(2, game.ground).items():
        for second, two in game.charts.ground_odds(3, first).items():
            after[second] = after.get(second, F(0)) + one * two
    assert {ground: chance for ground, (chance, _made) in found.items()} == after
    table = study.explore(game, target, attackers, turn=3).changes
    mixture, *each = table[table["kind"] == "ground"].itertuples()
    assert mixture.change == "turn 3, ground not yet rolled"
    assert [row.change for row in each] == [f"turn 3, {ground} ({after[ground]})" for ground in found]
    assert mixture.falls == sum(after[g] * row.falls for g, row in zip(found, each, strict=True))
    assert min(row.falls for row in each) < mixture.falls < max(row.falls for row in each)
    with pytest.raises(InvalidInput, match="comes before"):
        game.battle_by_ground(1, target, attackers)
    with pytest.raises(InvalidInput):
        study.explore(game, target, attackers, turn=99)
