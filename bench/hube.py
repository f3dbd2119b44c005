"""Hube's Pocket: the thaw, the map's data, set-ups, legal actions and reach, without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from bench.measure import Row, median_ms
from gpwlab import hube
from gpwlab.core import tables
from gpwlab.hube import board
from gpwlab.hube.charts import END, GROUNDS, read_charts
from gpwlab.hube.forecast import forecast
from gpwlab.hube.schemas import TABLES


def rows(runs: int) -> Iterator[Row]:
    """All measurements of the game."""
    yield _thaw(runs)
    yield _board(runs)
    yield _set_up(runs)
    yield from _legal(runs)
    yield _reach(runs)


def _thaw(runs: int) -> Row:
    """The exact chance of every ground of 32 turns, against the same chain by numbers with a decimal point."""
    charts = read_charts({name: tables.read("hube", name) for name in TABLES})

    def plainly() -> float:
        chances = {"Freeze": 1.0}
        for turn in range(1, 33):
            after = dict.fromkeys((*GROUNDS, END), 0.0)
            for last, chance in chances.items():
                for new, part in charts.ground_odds(turn, last).items() if last != END else ((END, 1),):
                    after[new] += chance * float(part)
            chances = after
        return chances[END]

    ours = forecast(charts, "Freeze", 1, 32)
    assert abs(float(ours[-1].ended) - plainly()) < 1e-12, "the plain chain disagrees on the thaw"
    return Row(
        "hube: chances of ground and thaw, 32 turns",
        median_ms(lambda: forecast(charts, "Freeze", 1, 32), runs),
        target=5,
        reference=median_ms(plainly, runs),
        note="plain: floats, turn by turn",
    )


def _board(runs: int) -> Row:
    given = {name: tables.read("hube", name) for name in TABLES}
    return Row("hube: map of 3,312 hexes from its tables", median_ms(lambda: board.build(given), min(runs, 5)))


def _set_up(runs: int) -> Row:
    hube.new("kirovograd")  # the tables are read once
    return Row("hube: set-up of scenario 1", median_ms(lambda: hube.new("kirovograd"), min(runs, 5)), target=1000)


def _legal(runs: int) -> Iterator[Row]:
    for phase in ("Soviet Movement", "Soviet Combat", "Axis Movement"):
        game = hube.new("kirovograd", seed=1)
        game.play(phase)
        number = len(list(game.legal))
        yield Row(f"hube: legal actions, {phase} ({number})", median_ms(lambda g=game: list(g.legal), runs), target=50)


def _reach(runs: int) -> Row:
    """How far twelve points carry a tank brigade, against networkx."""
    from gpwlab.hube import movement

    game = hube.new("kirovograd", seed=1)
    game.do("weather 21 1")
    game.play("Soviet Movement")
    pos = game._pos
    unit = next(u for u in pos.world.units if u.kind == "tk-bde" and pos.where[u.index] >= 0)
    costs, closed = movement.costs_of(pos, unit.movement, unit.side), pos.occupied(1 - unit.side)
    graph = nx.DiGraph()
    for a in range(game.board.n):
        for b in game.board.near[a]:
            if b >= 0 and b not in closed and (step := costs.step(a, b)).mp is not None and not step.whole:
                graph.add_edge(a, b, weight=step.mp)
    start = pos.where[unit.index]

    def plainly() -> dict[int, object]:
        return dict(nx.single_source_dijkstra_path_length(graph, start, cutoff=12))

    assert set(movement.reach(pos, unit, 12)) == set(plainly()), "networkx disagrees on the reach"
    return Row(
        "hube: reach of 12 points",
        median_ms(lambda: movement.reach(pos, unit, 12), runs),
        reference=median_ms(plainly, runs),
        note="networkx: graph made before",
    )
