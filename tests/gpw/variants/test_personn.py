"""The house rules of Pol Personn (23.2)."""

from __future__ import annotations

import pytest

from gpwlab import gpw
from gpwlab.core.dice import roll
from gpwlab.core.errors import InvalidInput
from tests.gpw.battles import EAST, NORTH_EAST, STEPPE, fight, state
from tests.gpw.boards import game_at, rule_ids, to_the_end
from tests.gpw.maps import table
from tests.gpw.wings import raid

CITY = {row["name"]: row["hex"] for row in table("cities")}


# ---- 23.2.1: victory points


def points_game(slug: str = "barbarossa", **more: object) -> gpw.Game:
    return gpw.new(slug, rules=["23.2.1"], **more)  # type: ignore[arg-type]


def scored(game: gpw.Game) -> list[str]:
    rows = game.log[game.log.kind == "points"]
    return [f"{text.removeprefix('Axis scores ').removeprefix('Soviet scores ')}" for text in rows.text]


@pytest.mark.rule("gpw 23.2.1.A")
def test_the_axis_scores_for_entering_a_city_and_for_staying_in_it() -> None:
    units = {"ax-inf-1": CITY["Stalingrad"], "ax-pz-56": CITY["Astrakhan"], "su-inf-3": "A0401"}
    game = game_at("Axis Panzer Movement", units, rules=gpw.rules("23.2.1"))
    game.next_phase()
    assert scored(game) == ["1 for Stalingrad (enter)", "1 for Astrakhan (enter)"]
    game.play("Axis Reinforcement/Replacement", turn=2)
    assert len(scored(game)) == 2
    game.play("Axis Reinforcement/Replacement", turn=3)
    assert scored(game)[2:] == ["2 for Stalingrad (stay)"]  # two turns in a row, and nothing for staying in Astrakhan
    game.play("Soviet General Movement", turn=5)
    assert len(scored(game)) == 3  # once a year


@pytest.mark.rule("gpw 23.2.1.A")
def test_each_event_counts_once_a_year() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": CITY["Astrakhan"]}, rules=gpw.rules("23.2.1"))
    for hex_id in ("A1702", CITY["Astrakhan"]):
        game.next_phase()
        game.edit().place("ax-pz-56", hex_id)
        game.next_phase()
    assert scored(game) == ["1 for Astrakhan (enter)"]


@pytest.mark.rule("gpw 23.2.1.B")
def test_the_soviets_score_in_berlin_each_turn_and_in_capitals_late() -> None:
    units = {"su-tk-1": CITY["Berlin"], "su-tk-2": CITY["Warsaw"], "ax-inf-1": "B0201"}
    rules = to_the_end(gpw.rules("23.2.1"))
    game = game_at("Soviet Armored Movement", units, turn=28, rules=rules)
    game.play("Axis Reinforcement/Replacement", turn=31)
    assert scored(game) == [
        "3 for Berlin (enter)",
        "1 for Warsaw (enter)",
        "1 for Berlin (remain)",
        "1 for Berlin (remain)",
    ]
    early = game_at("Soviet Armored Movement", units, turn=18, rules=rules)  # 1943
    early.play("Axis Reinforcement/Replacement", turn=19)
    assert scored(early) == ["3 for Berlin (enter)"]


@pytest.mark.rule("gpw 23.2.1.A", "gpw 23.2.1.B")
def test_at_the_end_the_points_decide() -> None:
    units = {"ax-pz-56": CITY["Astrakhan"], "su-inf-3": "A0401"}
    game = game_at("Soviet Armored Movement", units, turn=5, rules=gpw.rules("23.2.1"))
    game.play("Axis Reinforcement/Replacement")
    assert game.winner is not None
    assert (game.winner.winner, rule_ids(list(game.winner.reasons))) == ("Axis", ["gpw 23.2.1.A", "gpw 23.2.1.B"])
    plain = game_at("Soviet Armored Movement", units, turn=5)
    plain.play("Axis Reinforcement/Replacement")
    assert plain.winner is not None
    assert plain.winner.winner == "Soviet"


def test_points_are_undone_and_kept() -> None:
    game = game_at("Axis Panzer Movement", {"ax-pz-56": CITY["Astrakhan"]}, rules=gpw.rules("23.2.1"))
    before = game.position
    game.next_phase()
    assert gpw.from_position(game.position).position == game.position
    game.undo()
    assert game.position == before


# ---- 23.2.2: German rail movement


@pytest.mark.rule("gpw 23.2.2")
def test_six_rides_in_germany_and_two_abroad_from_1942() -> None:
    home = [CITY[name] for name in ("Berlin", "Breslau", "Konigsberg", "Warsaw")]
    units = {f"ax-inf-{n}": hex_ for n, hex_ in zip((1, 2, 6, 10), home, strict=True)} | {"ax-inf-9": "B1512"}
    game = game_at("Axis Rail Movement", units, rules=gpw.rules("23.2.2"))
    assert game.rail_left == 6
    berlin = next(hex_ for hex_ in game.reach("ax-inf-1") if game.board.country[game.board.hex(hex_)] == "Germany")
    game.do(f"move ax-inf-1 {' '.join(game.path('ax-inf-1', berlin))}")
    abroad = game.why_not(f"move ax-inf-2 {' '.join(_ride(game, 'ax-inf-2', 'Hungary'))}")
    assert rule_ids(abroad) == ["gpw 23.2.2"]
    assert game_at("Axis Rail Movement", units).reach("ax-inf-1") == {}  # the base game has none before 1942
    later = game_at(
        "Axis Rail Movement", units, turn=6, rules=to_the_end(gpw.rules("23.2.2")), control={"B1512": "Axis"}
    )
    assert later.rail_left == 8


def _ride(game: gpw.Game, unit: str, country: str) -> list[str]:
    """A path by rail over friendly and other hexes to a country, whatever the rules say of it."""
    board = game.board
    start = board.hex(game.standing(unit)[2])
    came, queue = {start: -1}, [start]
    for here in queue:
        for to in board.rail[here]:
            if to not in came:
                came[to] = here
                queue.append(to)
    end = next(h for h in queue if board.country[h] == country and h != start)
    path = [end]
    while came[path[-1]] != start:
        path.append(came[path[-1]])
    return [board.ids[h] for h in reversed(path)]


@pytest.mark.rule("gpw 23.2.2")
def test_the_rides_of_each_kind_are_counted_apart() -> None:
    rules = to_the_end(gpw.rules("23.2.2"))
    board = gpw.new("barbarossa").board
    field = {board.ids[h]: "Axis" for h in (board.hex("B1407"), *board.rail[board.hex("B1407")])}
    units = {"ax-inf-1": "B1407", "ax-inf-2": CITY["Berlin"]}

    def ridden(*rides: int) -> gpw.Game:
        told = {"german-rail": {"turn": 6, "rides": list(rides)}}
        return game_at("Axis Rail Movement", units, turn=6, rules=rules, control=field, extra=told)

    free, used = ridden(0, 0), ridden(0, 2)
    there = sorted(free.reach("ax-inf-1"))[0]
    ride = f"move ax-inf-1 {' '.join(free.path('ax-inf-1', there))}"
    assert free.why_not(ride) == []
    assert rule_ids(used.why_not(ride)) == ["gpw 23.2.2"]
    assert used.reach("ax-inf-1") == {}
    assert {board.country[board.hex(h)] for h in used.reach("ax-inf-2")} == {"Germany"}
    assert ridden(6, 0).reach("ax-inf-1")
    assert "Germany" not in {board.country[board.hex(h)] for h in ridden(6, 0).reach("ax-inf-2")}
    free.do(ride)
    assert free._pos.extra["german-rail"] == {"turn": 6, "rides": [0, 1]}


# ---- 23.2.3: weather


@pytest.mark.rule("gpw 23.2.3.A")
def test_one_die_makes_the_weather_of_the_whole_turn() -> None:
    rules = gpw.rules("23.2.3")
    for seed in range(8):
        game = gpw.new("barbarossa", rules=rules, seed=seed)
        game.play("Axis Reinforcement/Replacement", turn=5)
        dice = game.log[(game.log.kind == "weather") & (game.log.turn == 4)].die.tolist()
        assert dice == [roll(seed, "weather", 4, 0, "mud", 0)] * 4
    plain = gpw.new("barbarossa", seed=1)
    plain.play("Axis Reinforcement/Replacement", turn=5)
    assert len(set(plain.log[(plain.log.kind == "weather") & (plain.log.turn == 4)].die)) > 1


@pytest.mark.rule("gpw 23.2.3.B")
def test_in_snow_swamp_is_rough_to_fight_and_to_cross() -> None:
    swamp = "B1908"
    units = {"su-tk-1": "B1907", "su-tk-2": "B1807", "ax-inf-6": swamp}
    tec = {row["terrain"]: int(row["shift"]) for row in table("tec")}
    snow = game_at("Soviet Combat", units, turn=5, rules=gpw.rules("23.2.3")).battle(swamp, ["su-tk-1", "su-tk-2"])
    shifts = {shift.cause: shift.columns for shift in snow.odds.shifts}
    assert shifts["rough"] == tec["rough"]
    assert "swamp" not in shifts
    clear = game_at("Soviet Combat", units, turn=3, rules=gpw.rules("23.2.3")).battle(swamp, ["su-tk-1", "su-tk-2"])
    assert {shift.cause for shift in clear.odds.shifts} >= {"swamp"}
    marches = {"su-tk-1": "B1907"}
    frozen = next(
        game for seed in range(40)
        if (game := game_at("Soviet Armored Movement", marches, 5, seed, rules=gpw.rules("23.2.3"))).weather == "snow"
    )  # fmt: skip
    assert "rough" in frozen.price(f"move su-tk-1 {swamp}")[0].text


@pytest.mark.rule("gpw 23.2.3.C")
@pytest.mark.parametrize(("turn", "columns"), [(4, 0), (5, 1), (6, 1), (7, 0)])
def test_the_first_winter_favours_the_soviets_in_attack_and_defence(turn: int, columns: int) -> None:
    rules = to_the_end(gpw.rules("23.2.3"))
    units = {"su-tk-1": EAST, "ax-pz-56": STEPPE}
    soviet = game_at("Soviet Combat", units, turn, rules=rules).battle(STEPPE, ["su-tk-1"])
    axis = game_at("Axis Combat", units, turn, rules=rules).battle(EAST, ["ax-pz-56"])
    for battle, sign in ((soviet, 1), (axis, -1)):
        assert sum(s.columns for s in battle.odds.shifts if s.rule == "gpw 23.2.3.C") == sign * columns


# ---- 23.2.4: map changes


@pytest.mark.rule("gpw 23.2.4")
@pytest.mark.parametrize("name", ["Berlin", "Moscow", "Konigsberg", "Leningrad", "Stalingrad"])
def test_five_cities_are_fortresses(name: str) -> None:
    city = gpw.new("barbarossa", rules=["23.2.4"]).board.city
    plain = gpw.new("barbarossa").board
    hex_ = plain.city_at[name]
    assert (city[hex_].cls, plain.city[hex_].cls) == ("fortress", "major_city")
    assert city[hex_].capital == plain.city[hex_].capital


@pytest.mark.rule("gpw 23.2.4")
def test_a_defender_of_stalingrad_may_stand() -> None:
    near = game_at("Axis Combat", {}).board
    here = CITY["Stalingrad"]
    west = [near.ids[h] for h in near.land[near.hex(here)]][:3]
    units = {here: "su-inf-24", **dict(zip(west, ("ax-pz-56", "ax-pz-41", "ax-pz-3"), strict=True))}
    board = {unit: hex_ for hex_, unit in units.items()}
    game = game_at("Axis Combat", board, rules=gpw.rules("23.2.4"))
    names = game.candidates(here)
    assert any(s.cause == "fortress" for s in game.battle(here, names).odds.shifts)
    assert any(s.cause == "major city" for s in game_at("Axis Combat", board).battle(here, names).odds.shifts)


# ---- 23.2.5: supply


@pytest.mark.rule("gpw 23.2.5")
def test_supply_reaches_five_hexes_from_a_railway() -> None:
    board = gpw.new("barbarossa").board
    edge = next(board.ids[h] for h in board.edge["Soviet"] if board.rail[h])
    lost = {
        board.ids[h]: "Axis" for h in range(board.n) if board.rail[h] and board.ids[h] != edge and board.playable[h]
    }
    ring = found = {board.hex(edge)}
    for _step in range(5):
        ring = {to for h in ring for to in board.land[h]} - found
        found = found | ring
    near = next(board.ids[h] for h in sorted(ring))
    beyond = next(board.ids[to] for h in sorted(ring) for to in board.land[h] if to not in found)
    game = game_at("Soviet Combat", {"su-inf-3": near, "su-inf-4": beyond}, control=lost, rules=gpw.rules("23.2.5"))
    assert game.supplied("Soviet") == {board.ids[h] for h in found if board.playable[h]}
    fed = game.units.set_index("unit").in_supply
    assert (bool(fed["su-inf-3"]), bool(fed["su-inf-4"])) == (True, False)
    assert rule_ids(game.why_supply("su-inf-4")) == rule_ids(game.why_supply("su-inf-3")) == ["gpw 23.2.5"]
    plain = game_at("Soviet Combat", {"su-inf-3": near, "su-inf-4": beyond}, control=lost)
    assert bool(plain.units.set_index("unit").in_supply["su-inf-4"])


@pytest.mark.rule("gpw 23.2.5")
def test_a_railway_cut_off_by_the_enemy_feeds_nobody() -> None:
    free = game_at("Soviet Combat", {"su-inf-3": "A1207"}, rules=gpw.rules("23.2.5"))
    assert "A1207" in free.supplied("Soviet")
    reach = free.supplied("Soviet")
    cut = game_at("Soviet Combat", {"su-inf-3": "A1207", "ax-inf-6": "A1007", "ax-inf-1": "A1506", "ax-inf-2": "A1108"},
                  rules=gpw.rules("23.2.5"))  # fmt: skip
    assert len(cut.supplied("Soviet")) < len(reach)


# ---- 23.2.6: retreats through ZOCs


@pytest.mark.rule("gpw 23.2.6")
def test_armour_slips_through_the_zoc_of_infantry_and_no_other() -> None:
    infantry = {
        "ax-inf-6": EAST,
        "ax-inf-1": NORTH_EAST,
        "ax-inf-2": "A1303",
        "ax-inf-59": "A1105",
        "ax-inf-10": "A1305",
    }
    units = {"su-tk-1": f"{STEPPE}/1", **infantry}
    free = fight(units, "DR", phase="Axis Combat", rules=["23.2.6"])
    assert free.pending is not None
    free.do(free.pending.default)
    assert state(free, "su-tk-1").endswith("/1")  # it is still there, with its one step
    base = fight(units, "DR", phase="Axis Combat")
    assert state(base, "su-tk-1") == "eliminated"  # the base game takes the step of mechanised units too
    panzers = {**units, "ax-pz-56": "A1105", "ax-pz-41": "A1305"}
    panzers = {unit: hex_ for unit, hex_ in panzers.items() if unit not in ("ax-inf-59", "ax-inf-10")}
    mixed = fight(panzers, "DR", phase="Axis Combat", rules=["23.2.6"], attackers=["ax-inf-6", "ax-inf-1", "ax-inf-2"])
    assert state(mixed, "su-tk-1") == "eliminated"


# ---- 23.2.7: German replacements


@pytest.mark.rule("gpw 23.2.7.A")
@pytest.mark.parametrize(("turn", "rp"), [(25, 3), (26, 2), (29, 2), (30, 1), (32, 1)])
def test_the_axis_rate_falls_late_in_the_war(turn: int, rp: int) -> None:
    rules = to_the_end(gpw.rules("23.2.7"))
    assert game_at("Axis Reinforcement/Replacement", {}, turn, rules=rules).rp == rp
    assert game_at("Axis Reinforcement/Replacement", {}, turn, rules=to_the_end()).rp == 3


@pytest.mark.rule("gpw 23.2.7.B")
def test_one_lost_aircraft_comes_back_every_other_turn() -> None:
    from gpwlab.gpw import air

    rules = to_the_end(gpw.rules("23.2.7", "air"))
    game = game_at("Soviet Combat", {"ax-fb-1": CITY["Berlin"], "ax-fb-2": CITY["Berlin"]}, 24, rules=rules)
    pos = game._pos
    boxes = []
    for name in ("ax-fb-1", "ax-fb-2"):
        unit = pos.world.unit(name).index
        air.shoot_down(pos, unit, "gpw 11.1.2.I", "is shot down")
        boxes.append(pos.boxes[unit])
    assert boxes == [25, 27]


# ---- 23.2.8: air-to-air combat


@pytest.mark.rule("gpw 23.2.8")
@pytest.mark.parametrize(
    ("die", "printed", "house"), [(3, "none", "none"), (4, "aborted", "aborted"), (5, "aborted", "shot down")]
)
def test_a_fighter_shoots_a_bomber_down_on_a_five(die: int, printed: str, house: str) -> None:
    from tests.gpw.wings import duel

    for rules, expected in ((gpw.rules("air"), printed), (gpw.rules("air", "23.2.8"), house)):
        game = raid(duel(die, 1), rules=rules)
        game.do("intercept ax-fb-1 A0813")
        shots = game.log[game.log.kind == "interception"]
        assert shots.result.tolist() == [expected, "none"]


@pytest.mark.rule("gpw 23.2.8")
def test_it_needs_the_air_rules() -> None:
    with pytest.raises(InvalidInput, match=r"needs Aircraft"):
        gpw.rules("23.2.8")
