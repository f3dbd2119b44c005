"""Destinations against a plain Dijkstra made from the tables alone, in random situations."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from gpwlab import gpw
from tests.gpw.maps import by, cities_in, neighbours, playable, rails, sides, table
from tests.gpw.moves import game_in

ARMOUR = {"PZ", "TK", "MECH"}
TWICE = ARMOUR | {"CAV"}
GROUND = [row for row in table("units") if row["kind"] not in ("AB", "PAR", "FB", "BOM", "LEADER")]
LAND = [name for name in by("hexes", "hex") if playable(name)]
#: Where much happens: the strait and Perekop, the Pripet marshes, the Caucasus, the Sivash and the islands off Riga.
KNOTS = ["A2715", "A2617", "B1505", "B1707", "A2806", "A2902", "A2616", "B0512", "B2507", "B0408"]
SITUATIONS, PARTS = 240, 8


@dataclass
class Situation:
    phase: str
    turn: int
    weather: str
    where: dict[str, str]
    steps: dict[str, int]
    unsupplied: list[str]
    strait_used: bool

    @property
    def side(self) -> str:
        return self.phase.split()[0]

    def game(self) -> gpw.Game:
        units = {unit: f"{hex_}/{self.steps[unit]}" for unit, hex_ in self.where.items()}
        used = [self.strait_used and side == self.side for side in ("Axis", "Soviet")]
        return game_in(self.phase, units, self.turn, self.weather, self.unsupplied, kerch_used=used)

    def movers(self) -> Iterator[str]:
        mobile = "Panzer" in self.phase or "Armored" in self.phase
        for unit in self.where:
            row = by("units", "unit_id")[unit]
            if row["side"] == self.side and (row["kind"] in TWICE or not mobile):
                yield unit


def situation(number: int) -> Situation:
    dice = random.Random(number)
    centre = dice.choice(KNOTS if dice.random() < 0.4 else LAND)
    area = {centre}
    for _ring in range(4):
        area |= {n for h in area for n in neighbours(h) if playable(n)}
    hexes = dice.sample(sorted(area), min(len(area), dice.randint(3, 14)))
    rows = dice.sample(GROUND, len(hexes))
    phase = dice.choice(
        ["Axis Panzer Movement", "Axis General Movement", "Soviet Armored Movement", "Soviet General Movement"]
    )
    turn, weather = dice.choice([(2, ""), (4, "mud"), (4, ""), (5, "snow"), (13, "snow")])
    where = {row["unit_id"]: hex_ for row, hex_ in zip(rows, hexes, strict=True)}
    steps = {row["unit_id"]: dice.randint(1, int(row["steps"])) for row in rows}
    own = [row["unit_id"] for row in rows if row["side"] == phase.split()[0]]
    unsupplied = [unit for unit in own if dice.random() < 0.3]
    return Situation(phase, turn, weather, where, steps, unsupplied, dice.random() < 0.3)


def allowance(case: Situation, unit: str) -> int:
    row = by("units", "unit_id")[unit]
    ma = int(row["move"] if case.steps[unit] == 2 else row["move_reduced"])
    divisor = (2 if case.weather == "mud" else 1) * (2 if unit in case.unsupplied else 1)
    return ma // divisor


@cache
def price(a: str, b: str, armour: bool, snow: bool) -> int | str | None:
    """MP from hex to hex, "all" where any MP do and the move ends, None where there is no way."""
    pair = frozenset((a, b))
    if not playable(b) or pair in sides("sea") or pair in sides("lake"):
        return None
    kinds = [by("hexes", "hex")[b]["terrain"]]
    kinds += ["major_city" if c["class"] == "city" and c["major"] == "yes" else c["class"] for c in cities_in(b)]
    column = "armour_mp" if armour else "foot_mp"
    into = [by("tec", "terrain")[kind][column] for kind in kinds]
    over = [by("tec", "terrain")[kind][column] for kind in ("river", "strait") if pair in sides(kind)]
    if "no" in into + over:
        return None
    return "all" if "all" in into else max(map(int, into)) + sum(map(int, over)) + snow


def dijkstra(case: Situation, unit: str, is_open: Callable[[str], bool] = lambda name: True) -> dict[str, int]:
    """MP left in every hex where the unit may end its move; it enters only hexes that are open to it."""
    units = by("units", "unit_id")
    row, start, ma = units[unit], case.where[unit], allowance(case, unit)
    enemies = {hex_ for other, hex_ in case.where.items() if units[other]["side"] != row["side"]}
    zoc = {n for hex_ in enemies for n in neighbours(hex_)} | enemies
    best: dict[str, int] = {}
    heap = [(0, start, False)]
    while heap:
        spent, here, stopped = heapq.heappop(heap)
        if here in best:
            continue
        best[here] = spent
        if stopped:
            continue
        for there in neighbours(here):
            cost = price(here, there, row["kind"] in ARMOUR, case.weather == "snow")
            crossing = frozenset((here, there)) in sides("strait")
            if cost is None or there in enemies or (crossing and case.strait_used) or not is_open(there):
                continue
            if cost == "all":
                total = ma if spent < ma or here == start else ma + 1
            else:
                total = spent + int(cost)
                if here == start:
                    total = min(total, ma)
            if total <= ma:
                heapq.heappush(heap, (total, there, cost == "all" or there in zoc))
    taken = set(case.where.values())
    return {hex_: ma - spent for hex_, spent in best.items() if hex_ not in taken}


def part(number: int) -> range:
    return range(number, SITUATIONS, PARTS)


@pytest.mark.rule("gpw 5.0.D", "gpw 4.1.A", "gpw 5.1")
@pytest.mark.parametrize("number", range(PARTS))
def test_destinations_are_those_of_a_plain_dijkstra(number: int) -> None:
    for seed in part(number):
        case = situation(seed)
        game = case.game()
        for unit in case.movers():
            assert game.reach(unit) == dijkstra(case, unit), (seed, unit, case)


@pytest.mark.rule("gpw 5.0.C")
@pytest.mark.parametrize("number", range(PARTS))
def test_a_proposed_path_is_legal_and_what_lies_one_hex_beyond_all_destinations_is_not(number: int) -> None:
    for seed in part(number):
        case = situation(seed)
        game = case.game()
        for unit in list(case.movers())[:1]:
            found = game.reach(unit)
            for hex_ in found:
                path = game.path(unit, hex_)
                assert path[-1] == hex_
                assert game.why_not(f"move {unit} {' '.join(path)}") == [], (seed, unit, path)
                for beyond in neighbours(hex_) - found.keys() - {case.where[unit]}:
                    assert game.why_not(f"move {unit} {' '.join(path)} {beyond}"), (seed, unit, path, beyond)


def test_the_situations_are_varied() -> None:
    cases = [situation(seed) for seed in range(SITUATIONS)]
    movers = [(case, unit) for case in cases for unit in case.movers()]
    kinds = {by("units", "unit_id")[unit]["kind"] for _case, unit in movers}
    assert kinds >= {"PZ", "TK", "MECH", "CAV", "INF", "GDS", "SHK", "MTN", "GAR"}
    assert len(movers) > 500
    for weather in ("", "mud", "snow"):
        assert sum(case.weather == weather and unit in case.unsupplied for case, unit in movers) > 30
    shut_in = [case for case, unit in movers if not dijkstra(case, unit)]
    assert len(shut_in) < len(movers) / 20
    assert any(case.strait_used and "A2714" in case.where.values() for case in cases)


# -- by rail ----------------------------------------------------------------------------------------------------------


def by_rail(where: dict[str, str], control: dict[str, str], unit: str) -> set[str]:
    """Hexes where a Soviet unit may end by rail."""
    units = by("units", "unit_id")
    enemies = {hex_ for other, hex_ in where.items() if units[other]["side"] == "Axis"}
    zoc = {n for hex_ in enemies for n in neighbours(hex_)} | enemies
    friendly = {
        name
        for name in by("hexes", "hex")
        if control.get(name, "Soviet" if by("hexes", "hex")[name]["country"] == "USSR" else "Axis") == "Soviet"
    }
    friendly = (friendly - enemies) | (set(where.values()) - enemies)
    seen, todo = {where[unit]}, [where[unit]]
    while todo:
        here = todo.pop()
        if here in zoc and here != where[unit]:
            continue
        for pair in rails("track", "offmap"):
            if here in pair:
                (there,) = pair - {here}
                if there in friendly and there not in seen:
                    seen.add(there)
                    todo.append(there)
    return seen - set(where.values())


@pytest.mark.rule("gpw 5.5.1.A", "gpw 5.5.1.B", "gpw 5.5.1.E")
def test_destinations_by_rail_are_those_of_a_plain_search() -> None:
    on_rail = sorted({hex_ for pair in rails("track", "offmap") for hex_ in pair})
    ends = set()
    for seed in range(40):
        dice = random.Random(seed)
        rows = dice.sample(GROUND, 60)
        hexes = dice.sample(on_rail, 30) + dice.sample([h for h in LAND if h not in on_rail], 30)
        where = {row["unit_id"]: hex_ for row, hex_ in zip(rows, hexes, strict=True)}
        control = dict.fromkeys([h for h in dice.sample(on_rail, 80) if h not in hexes], "Axis")
        numbers = {hex_: ("Axis", "Soviet").index(side) for hex_, side in control.items()}
        game = game_in("Soviet Rail Movement", where, control=numbers)
        for unit in [u for u in where if u.startswith("su-")][:10]:
            found = game.reach(unit).keys()
            assert found == (by_rail(where, control, unit) if where[unit] in on_rail else set()), (seed, unit)
            ends.add(len(found))
    assert max(ends) > 50
