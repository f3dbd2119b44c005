"""Struggle for Stalingrad: exact odds, hidden stacks, legal actions and whole games, without a browser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import icepool

from bench.measure import Row, median_ms
from gpwlab import sfs
from gpwlab.core import tables
from gpwlab.sfs.actions import Done
from gpwlab.sfs.chances import Chances, faces
from gpwlab.sfs.charts import Charts, read_charts
from gpwlab.sfs.odds import Group, Guns, Odds, Part
from gpwlab.sfs.schemas import TABLES

#: Cut off on four faces of six, cancelled on three: a single unit in urban terrain.
CUTTING, CANCELLING = 4, 3


def rows(runs: int) -> Iterator[Row]:
    """All measurements of the game."""
    yield _big_battle(runs)
    yield _hidden_stack(runs)
    yield from _legal(runs)
    yield _whole_game(runs)


def _chances(charts: Charts) -> Chances:
    """45 against 21 with 6 and 4 artillery points: three rolls on each table (sfs 5.8.B)."""
    made = Odds(
        (Group("attacker", (Part("attacker", 45),)),), Group("defender", (Part("defender", 21),)), "urban", charts
    )
    guns = Guns(6, 4)
    d_faces = faces(made.d_crt, made.d_column, guns.on_defender)
    a_faces = faces(made.a_crt, made.a_column, guns.on_attacker)
    return Chances(d_faces, a_faces, made.rolls, CUTTING, CANCELLING)


def _plainly(chances: Chances) -> dict[int, Fraction]:
    """Losses after terrain defence, by a general library of dice."""
    stands = icepool.Die([0] * chances.cancelling + [1] * (6 - chances.cancelling))
    results = chances.rolls @ icepool.Die(chances.defender)
    left = results.map(lambda losses: losses @ stands if losses else icepool.Die([0]))
    return {n: Fraction(k, left.denominator()) for n, k in zip(left.outcomes(), left.quantities(), strict=True)}


def _big_battle(runs: int) -> Row:
    charts = read_charts({name: tables.read("sfs", name) for name in TABLES})
    assert _chances(charts).losses == _plainly(_chances(charts)), "icepool disagrees on the big battle"

    def ours() -> None:
        made = _chances(charts)
        assert made.fates
        assert made.losses
        assert made.attacker_losses

    return Row(
        "sfs: exact 45 against 21 with 6 and 4 points",
        median_ms(ours, runs),
        target=20,
        reference=median_ms(lambda: _plainly(_chances(charts)), runs),
        note="plain: icepool, losses only",
    )


def _hidden_stack(runs: int) -> Row:
    game = sfs.new("standard", seed=1)
    game.play("German Movement")
    game.do("move 14-pz by SC")
    game.play("German Attack")
    while game.pending:
        game.do(game.pending.default)
    view = game.view("German")
    target, attackers = next((a.target, a.attackers) for a in game.legal if isinstance(a, sfs.Attack))
    made = view.battle(target, attackers)
    return Row(
        f"sfs: odds against a hidden stack ({len(made.cases)} cases)",
        median_ms(lambda: view.battle(target, attackers).losses, runs),
    )


def _legal(runs: int) -> Iterator[Row]:
    for phase in ("German Movement", "German Attack", "Soviet Movement"):
        game = sfs.new("standard", seed=1)
        game.play(phase)
        while game.pending:
            game.do(game.pending.default)
        number = len(list(game.legal))
        yield Row(f"sfs: legal actions, {phase} ({number})", median_ms(lambda g=game: list(g.legal), runs), target=20)


def _whole_game(runs: int) -> Row:
    seeds, lengths = iter(range(runs)), []
    runs = min(runs, 5)
    median = median_ms(lambda: lengths.append(len(random_game(next(seeds)).actions)), runs)
    return Row(
        "sfs: a random standard game, first to last turn", median, note=f"{min(lengths)} to {max(lengths)} actions"
    )


def random_game(seed: int) -> sfs.Game:
    """A whole game by a player who takes any legal action, and ends a phase now and then."""
    rng = random.Random(seed)
    game = sfs.new("standard", seed=seed)
    while game.winner is None:
        decision = game.pending
        if decision is not None:
            game.do(rng.choice(decision.options))
        elif rng.random() < 0.15 and not game.why_not(Done()):
            game.do(Done())
        else:
            game.do(rng.choice(list(game.legal)))
    return game
