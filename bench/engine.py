"""Movement, supply, battles, import and whole games, without a browser."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction

import icepool

from bench import reference
from bench.measure import Row, median_ms
from gpwlab import gpw

ROLLS = 10_000
#: What is switched on beside the advanced rules of a scenario.
OPTIONAL = ("20.1", "20.2", "20.3", "20.4")
#: Whole campaigns are few, for each takes a while.
CAMPAIGNS = 3


def rows(runs: int) -> Iterator[Row]:
    """All measurements that need no browser."""
    yield from _movement(runs)
    yield _supply(runs)
    yield _battle(runs)
    yield _import(runs)
    yield _legal(runs)
    yield _whole_game(runs)
    yield _campaign(runs)


def _opening() -> gpw.Game:
    game = gpw.new("barbarossa", seed=1941)
    game.play("Axis Panzer Movement")
    return game


def _plain(game: gpw.Game) -> reference.PlainMap:
    board = game.board
    near = {name: [board.ids[h] for h in board.near[i] if h >= 0] for i, name in enumerate(board.ids)}
    return reference.plain_map(near)


def _on_map(game: gpw.Game) -> dict[str, dict[str, str]]:
    """The hex of each unit on the map, by side."""
    frame = game.units
    found = frame[frame["hex"] != ""]
    return {side: dict(zip(part["unit"], part["hex"], strict=True)) for side, part in found.groupby("side")}


def _movement(runs: int) -> Iterator[Row]:
    """The panzer corps with the most destinations on the first turn; every mobile unit is compared first."""
    game = _opening()
    board, units = _plain(game), _on_map(game)
    enemies, zoc = set(units["Soviet"].values()), game.zoc("Soviet")
    allowance = dict(zip(game.units["unit"], game.units["ma"], strict=True))
    reached = {unit: game.reach(unit) for unit in units["Axis"] if unit.startswith("ax-pz-")}

    costs = board.costs(armour=True)

    def plainly(unit: str) -> dict[str, int]:
        found = reference.destinations(board, costs, units["Axis"][unit], int(allowance[unit]), enemies, zoc)
        return {hex_: left for hex_, left in found.items() if hex_ not in units["Axis"].values()}

    for unit, found in reached.items():
        assert found == plainly(unit), f"the reference disagrees on {unit}"
    farthest = max(reached, key=lambda unit: len(reached[unit]))
    yield Row(
        f"destinations of one unit ({len(reached[farthest])} of {farthest})",
        median_ms(lambda: game.reach(farthest), runs),
        target=2,
        reference=median_ms(lambda: plainly(farthest), runs),
        least_ratio=10,
        note="plain: heapq over the whole map",
    )


def _supply(runs: int) -> Row:
    game = _opening()
    board, units = _plain(game), _on_map(game)
    edge = [game.board.ids[hex_] for hex_ in game.board.edge["Axis"]]
    own, zoc = set(units["Axis"].values()), game.zoc("Soviet")
    assert game.supplied("Axis") == reference.supplied(board, edge, own, zoc), "the reference disagrees on supply"
    return Row(
        "supply of a side",
        median_ms(lambda: game.supplied("Axis"), runs, prepare=game._pos.flood_cache.clear),
        target=3,
        reference=median_ms(lambda: reference.supplied(board, edge, own, zoc), runs),
        note="plain: networkx",
    )


def _battle(runs: int) -> Row:
    game = _opening()
    game.play("Axis Combat")
    attack = next(action for action in game.legal if isinstance(action, gpw.Attack))
    battle = game.battle(attack.target, attack.attackers)
    crt = game._pos.world.charts.crt[battle.column]
    die = icepool.d6.map(lambda number: crt[number - 1])
    exact = {result: Fraction(die.quantity(result), die.denominator()) for result in die.outcomes()}
    assert battle.results == exact, "icepool disagrees on the battle"

    def ours() -> None:
        made = game.battle(attack.target, attack.attackers)
        assert made.reasons
        assert made.results

    return Row(
        "battle with reasons and exact chances",
        median_ms(ours, runs),
        target=1,
        reference=median_ms(lambda: reference.sampled(crt, ROLLS, 1), runs),
        note=f"plain: {ROLLS} rolls",
    )


def _import(runs: int) -> Row:
    def start(code: str) -> float:
        return median_ms(lambda: subprocess.run([sys.executable, "-c", code], check=True), runs)

    bare = start("pass")
    return Row("import gpwlab, a new Python", start("import gpwlab"), target=500, note=f"Python alone: {bare:.0f} ms")


def _legal(runs: int) -> Row:
    """All legal actions with every rule on: the slowest phase of the Soviet summer of 1944 and of the answer to it."""
    game = gpw.new("bagration", rules=OPTIONAL, seed=1944)
    slowest, phase, most = 0.0, "", 0
    while game.phase.turn < 27:
        found = median_ms(lambda: list(game.legal), runs, prepare=game._pos.flood_cache.clear)
        if found > slowest:
            slowest, phase, most = found, game.phase.name, sum(1 for _ in game.legal)
        game.play()
    return Row(
        "all legal actions of a phase, every rule on", slowest, target=50, note=f"{most} in {phase}, the slowest"
    )


def _campaign(runs: int) -> Row:
    lengths: list[int] = []
    turns: list[int] = []

    def play() -> None:
        game = random_game(len(lengths), "campaign")
        lengths.append(game.cursor)
        turns.append(game.phase.turn)

    median = median_ms(play, min(runs, CAMPAIGNS))
    note = f"{min(lengths)} to {max(lengths)} actions, to turn {min(turns)} to {max(turns)}"
    return Row("a random campaign with all advanced rules", median, note=note)


def _whole_game(runs: int) -> Row:
    seeds = iter(range(runs))
    lengths = []
    median = median_ms(lambda: lengths.append(random_game(next(seeds)).cursor), runs)
    return Row("a random Barbarossa, first to last turn", median, note=f"{min(lengths)} to {max(lengths)} actions")


def random_game(seed: int, scenario: str = "barbarossa") -> gpw.Game:
    """A whole game by a player who moves every unit somewhere, or not, and attacks at random."""
    rng = random.Random(seed)
    game = gpw.new(scenario, seed=seed)
    while game.winner is None:
        decision = game.pending
        if decision is not None:
            game.do(rng.choice(decision.options))
        elif game.phase.name.endswith("Movement"):
            _move_all(game, rng)
            game.play()  # what is still in the air lands first
        else:
            game.do(rng.choice(list(game.legal)))
    return game


def _move_all(game: gpw.Game, rng: random.Random) -> None:
    units = list(_on_map(game)[game.phase.side])
    rng.shuffle(units)
    for unit in units:
        moves = game.legal.of(unit)
        if moves and rng.random() < 0.8:
            game.do(rng.choice(moves))
