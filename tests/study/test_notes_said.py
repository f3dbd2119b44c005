"""What the notebooks on the notes of Hube's Pocket and Stalingrad say in words, held against the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from gpwlab import hube, sfs, study
from gpwlab.hube.odds import Combat, Force, Odds, work_out
from gpwlab.sfs.preview import Preview


def attack(target: str, *forces: str, **more: object) -> Preview:
    """A German attack in the city on what stands there."""
    field = sfs.field("German Attack", *forces, target, **more)  # type: ignore[arg-type]
    return field.battle(f"F{len(forces) + 1}", [f"F{n}" for n in range(1, len(forces) + 1)])


def mean(losses: dict[int, Fraction]) -> Fraction:
    return sum((steps * chance for steps, chance in losses.items()), Fraction(0))


def beaten(battle: Preview) -> Fraction:
    return battle.captured + battle.cut_off


def test_the_motorised_division_follows_from_its_establishment_and_the_panzer_division_nearly() -> None:
    parts = study.history("sfs_establishments")
    told = study.history("sfs_figures").set_index("id")["low"]
    tanks = parts["tanks"].clip(upper=told["panzer-tanks"]) / told["point-tanks"]
    points = parts["battalions"].where(parts["tanks"] == 0, tanks).groupby(parts["division"]).sum()
    assert points.to_dict() == {"infantry": 9, "motorised": 10, "panzer": 10}  # the counters: 10 and 11 (sfs 11.2.2.2)


def test_the_best_cover_has_nine_points() -> None:
    origin = {"305-inf": "WS"}
    footholds = {
        cover: attack(f"FA: {cover}", "FA: 305-inf", origin=origin).foothold
        for cover in ("c", "a", "a tank-2", "13-guards", "13-guards tank-2")
    }
    assert footholds["c"] > footholds["a"] > footholds["a tank-2"] >= footholds["13-guards"]
    assert footholds["13-guards tank-2"] > footholds["13-guards"]  # eleven points roll twice (sfs 5.8.B)


def test_a_lone_division_enters_oftener_in_the_frost_and_pays_for_it() -> None:
    summer, frost = (attack("RS: a", "RS: 305-inf", turn=turn, origin={"305-inf": "CC"}) for turn in (12, 19))
    assert frost.foothold > summer.foothold
    assert mean(frost.losses["attacker"]) > Fraction(5, 2) * mean(summer.losses["attacker"])
    many = ("RS: 305-inf", "RS: 79-inf")
    summer, frost = (attack("RS: a", *many, turn=t, origin={"305-inf": "CC", "79-inf": "CC"}) for t in (12, 19))
    assert frost.foothold < summer.foothold
    assert mean(frost.losses["attacker"]) > 3 * mean(summer.losses["attacker"])


def test_a_big_battle_is_twice_as_big_for_both() -> None:
    small = attack("CC: b b", "CC: 305-inf", "CC: 79-inf")
    large = attack("CC: a a", "CC: 14-pz", "CC: 6-pz", "CC: pzkg-5-1")
    assert (small.column, large.column) == ("3:1", "3:1")
    assert mean(large.losses["attacker"]) == 2 * mean(small.losses["attacker"])
    assert Fraction(9, 5) < mean(large.losses["defender"]) / mean(small.losses["defender"]) < Fraction(11, 5)


def test_spreading_beats_more_enemies_and_costs_many_times_the_steps() -> None:
    three = ("CC: 14-pz", "CC: 29-mot", "CC: 94-inf")
    for target in ("CC: b", "CC: a"):
        together, alone = attack(target, *three), [attack(target, force) for force in three]
        assert sum(map(beaten, alone)) > beaten(together)
        assert sum(mean(b.losses["attacker"]) for b in alone) > 5 * mean(together.losses["attacker"])


def test_the_last_division_is_swept_away_in_most_attacks() -> None:
    force = "FA: 6-pz 14-pz 29-mot stg-1 stg-2 pioneer-1 pioneer-2"
    bare, shelled = (
        sfs.field("German Attack", force, "FA-october: c", turn=13).battle("F2", ["F1"], german=points)
        for points in (0, 8)
    )
    assert Fraction(3, 4) < bare.captured < Fraction(4, 5)
    assert shelled.captured > Fraction(19, 20)


@cache
def game(slug: str) -> hube.Game:
    return hube.new(slug, seed=1944)


def test_the_last_pocket_holds_over_twenty_divisions() -> None:
    told = int(study.history("hube_figures").set_index("id").loc["hube-divisions", "low"])
    pocket = {game("moving-pocket").board.ids[h] for h in game("moving-pocket").board.pockets(5)}
    units = game("moving-pocket").units
    inside = units[units["hex"].isin(pocket) & (units["side"] == "Axis") & ~units["kind"].isin(("hq", "organic-truck"))]
    single = int(inside["kind"].isin(("inf-div", "mtn-div")).sum())
    assert single + inside.loc[inside["formation"] != "", "formation"].nunique() == told + 1


def against(*attackers: int, terrain: str = "Village", rating: int = 3) -> Odds:
    combat = Combat(tuple(Force("other", n) for n in attackers), (Force("other", 14),), (terrain,), rating, 3)
    return work_out(game("relief").charts, combat)


def test_one_blow_costs_a_fraction_of_three_and_does_as_much() -> None:
    for terrain in ("Open", "Village", "Minor City"):
        blow, single = against(39, terrain=terrain).expected, against(13, terrain=terrain).expected
        assert 3 * single["attacker"] > 4 * blow["attacker"]
        assert 3 * single["defender"] < Fraction(5, 4) * blow["defender"]


def test_a_point_of_rating_turns_the_attack() -> None:
    plain, guards, tanks = (against(39, rating=rating).expected for rating in (3, 4, 5))
    assert plain["attacker"] > 2 * plain["defender"]
    assert abs(guards["attacker"] - guards["defender"]) < Fraction(1, 20)
    assert tanks["defender"] > 2 * tanks["attacker"]


def test_south_was_near_and_led_nowhere() -> None:
    pocket = game("moving-pocket")
    south = study.march(pocket, "A26.17", "A22.12", "track", "Light Thaw", most=8)
    west = study.march(pocket, "A26.17", "A11.22", "track", "Light Thaw", most=11)
    assert south is not None
    assert west is not None
    assert len(west.path) - 1 > 2.5 * (len(south.path) - 1)
    assert ("Dnestr", "major") in south.rivers
    assert {source.edge for source in pocket.sources("Axis") if source.works} == {"west"}
