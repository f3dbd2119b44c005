"""One attack of any of the three games, explored: what may come of it, every column, what a little more would buy.

Each game has its adapter; all give the same tables, so that one widget shows them.  Nothing here knows a rule of
combat: columns and outcomes come from the game's own preview.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from gpwlab.core.errors import IllegalAction
from gpwlab.study import odds as gpw
from gpwlab.study.players.base import system_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.hube import odds as hube
    from gpwlab.sfs.preview import Preview

COLUMNS = ("column", "needed", "more", "falls", "attacker_steps", "defender_steps", "planned")
CHANGES = ("kind", "change", "column", "falls", "attacker_steps", "defender_steps", "gain")
#: No force is as strong as this many times another.
_FAR = 40


class Exploration(NamedTuple):
    """An attack from every side.

    chance: what ``falls`` means in this game.  way: step, rule.  outcomes: one row an outcome, with its chance.
    columns: one row a column, with the attack strength that it needs and how much of it is missing (``more``).
    changes: one row a change, the first the attack as planned.  Chances and means are Fractions.
    """

    chance: str
    way: DataFrame
    outcomes: DataFrame
    columns: DataFrame
    changes: DataFrame


class Worth(NamedTuple):
    """A column's text, the chance that matters, and the mean steps lost by attacker and defender."""

    column: str
    falls: Fraction
    attacker_steps: Fraction
    defender_steps: Fraction


def explore(game: Any, target: str, attackers: Sequence[str], **choice: Any) -> Exploration:
    """An attack explored; ``choice`` is what the game's ``battle`` takes besides target and attackers.

    Raises what ``battle`` raises.
    """
    known: dict[str, Callable[..., Exploration]] = {"gpw": _gpw, "sfs": _sfs, "hube": _hube}
    return known[system_of(game)](game, target, list(attackers), **choice)


def _tables(
    chance: str, reasons: Sequence[Any], outcomes: DataFrame, columns: Sequence[Any], changes: Sequence[tuple[Any, ...]]
) -> Exploration:
    """The frames; ``changes`` are kind, change and worth, the attack as planned first."""
    from pandas import DataFrame

    planned = changes[0][2].falls
    told = [(kind, what, *worth, worth.falls - planned) for kind, what, worth in changes]
    frames = DataFrame(columns, columns=list(COLUMNS)), DataFrame(told, columns=list(CHANGES))
    return Exploration(chance, _way(reasons), outcomes, *frames)


def _way(reasons: Sequence[Any]) -> DataFrame:
    from pandas import DataFrame

    return DataFrame([(r.text, r.rule) for r in reasons], columns=["step", "rule"])


def _mean(outcomes: Sequence[Any], name: str) -> Fraction:
    return sum((o.chance * getattr(o, name) for o in outcomes), Fraction(0))


# -- The Great Patriotic War -----------------------------------------------------------------------------------------


def _gpw(game: Any, target: str, attackers: list[str]) -> Exploration:
    battle = game.battle(target, attackers)
    columns, changes = gpw.ladder(game, target, attackers), gpw.what_if(game, target, attackers)
    return Exploration(
        "the hex falls",
        _way(battle.reasons),
        gpw.odds_table(game, target, attackers),
        columns[list(COLUMNS)],
        changes[list(CHANGES)],
    )


# -- Struggle for Stalingrad -----------------------------------------------------------------------------------------


def _sfs(game: Any, target: str, attackers: list[str], **choice: Any) -> Exploration:
    from pandas import DataFrame

    battle = game.battle(target, attackers, **choice)
    lost = ["attacker_steps", "attacker_points", "defender_steps", "defender_points"]
    fields = ["chance", *lost, "vacated", "retreated", "cut_off"]
    outcomes = DataFrame([tuple(getattr(o, f) for f in fields) for o in battle.outcomes], columns=fields)
    changes = [("planned", "as planned", _sfs_worth(battle)), *_sfs_changes(game, battle, target, attackers, choice)]
    columns = list(_sfs_columns(battle)) if battle.possible else []
    return _tables("the defender is gone", battle.reasons, outcomes, columns, changes)


def _sfs_worth(battle: Preview) -> Worth:
    if not battle.possible:
        return Worth("-", Fraction(0), Fraction(0), Fraction(0))
    lost = [sum((n * c for n, c in battle.losses[who].items()), Fraction(0)) for who in ("attacker", "defender")]
    return Worth(battle.column or "several", battle.captured, *lost)


def _sfs_columns(battle: Preview) -> Iterator[tuple[Any, ...]]:
    """Every column of the D-CRT; what it needs is that of the likeliest case where units lie face down."""
    from gpwlab.sfs.odds import nearest

    made = battle.odds
    shift = sum(s.columns for s in made.shifts)
    for column in range(len(made.d_crt.odds)):
        needed = _least(lambda n, at=column: made.d_crt.column(nearest(n, made.defence), shift) >= at, made.defence)
        found = battle.on(column)
        falls = sum((o.chance for o in found if o.vacated), Fraction(0))
        means = _mean(found, "attacker_steps"), _mean(found, "defender_steps")
        more = needed - made.attack if needed is not None else None
        yield made.d_crt.column_label(column), needed, more, falls, *means, column == made.d_column


def _least(reaches: Callable[..., bool], defence: int | Fraction) -> int | None:
    """The least whole strength that does something; None where none does."""
    return next((n for n in range(1, int(_FAR * max(defence, 1))) if reaches(n)), None)


def _sfs_changes(
    game: Any, battle: Preview, target: str, attackers: list[str], choice: Mapping[str, Any]
) -> Iterator[tuple[str, str, Worth]]:
    """A point of artillery more for either side, each force that could join, each that could be spared."""
    yield from _sfs_points(battle)
    for side in ("german", "soviet"):
        more = {**choice, side: choice.get(side, 0) + 1}
        yield "artillery", f"1 more {side.title()} artillery point", _sfs_worth(game.battle(target, attackers, **more))
    for force in _sfs_friends(game, attackers):
        try:
            made = game.battle(target, [*attackers, force], **choice)
        except IllegalAction:  # it cannot get at the target
            continue
        yield "joins", f"{force} joins", _sfs_worth(made)
    for force in attackers if len(attackers) > 1 else ():
        rest = [name for name in attackers if name != force]
        yield "without", f"without {force}", _sfs_worth(game.battle(target, rest, **choice))


def _sfs_points(battle: Preview) -> Iterator[tuple[str, str, Worth]]:
    made = battle.odds
    if not battle.possible or made.d_column + 1 >= len(made.d_crt.odds):
        return
    for label, _needed, more, falls, own, enemy, _planned in _sfs_columns(battle):
        if label == made.d_crt.column_label(made.d_column + 1) and more is not None:
            yield "points", f"{more} more strength points", Worth(label, falls, own, enemy)


def _sfs_friends(game: Any, attackers: list[str]) -> list[str]:
    """The other forces of the attackers' side, as whoever looks sees them."""
    side = {stack.id: stack.side for stack in game.stacks}
    return [name for name, owner in side.items() if owner == side[attackers[0]] and name not in attackers]


# -- Hube's Pocket ---------------------------------------------------------------------------------------------------


def _hube(game: Any, target: str, attackers: list[str], turn: int | None = None, **choice: Any) -> Exploration:
    """``turn``: the turn whose ground is not yet rolled that the changes show; without it the next one."""
    made: hube.Odds = game.battle(target, attackers, **choice)
    spared = (
        ("without", f"without {unit}", _hube_worth(game.battle(target, [u for u in attackers if u != unit], **choice)))
        for unit in (attackers if len(attackers) > 1 else ())
    )
    later = turn if turn is not None else game.phase.turn + (1 if game.weather else 0)
    grounds = (
        game.battle_by_ground(later, target, attackers, **choice) if turn is not None or later <= game.last_turn else {}
    )
    return explore_combat(made, (*spared, *_hube_grounds(later, grounds)))


def _hube_grounds(turn: int, grounds: Mapping[str, tuple[Fraction, hube.Odds]]) -> Iterator[tuple[str, str, Worth]]:
    """The combat before the ground of a turn is rolled, if the game goes on until then, and on each ground."""
    worths = [(ground, chance, _hube_worth(made)) for ground, (chance, made) in grounds.items()]
    goes_on = sum(chance for _ground, chance, _worth in worths)
    if not goes_on:
        return
    columns = sorted({worth.column for _ground, _chance, worth in worths})
    means = [
        sum((chance * getattr(worth, name) for _ground, chance, worth in worths), Fraction(0)) / goes_on
        for name in ("falls", "attacker_steps", "defender_steps")
    ]
    yield "ground", f"turn {turn}, ground not yet rolled", Worth("several" if columns[1:] else columns[0], *means)
    for ground, chance, worth in worths:
        yield "ground", f"turn {turn}, {ground} ({chance / goes_on})", worth


def explore_combat(made: hube.Odds, more: Iterable[tuple[str, str, Worth]] = ()) -> Exploration:
    """A combat of Hube's Pocket explored, on the map or typed; ``more``: further changes."""
    from pandas import DataFrame

    from gpwlab.hube import odds as hube  # each game is loaded only where it is asked about

    parsed = {text: hube.parse(text) for text in made.results}
    rows = [
        (text, chance, parsed[text].attacker_steps, parsed[text].defender_steps, hube.words(text))
        for text, chance in made.results.items()
    ]
    outcomes = DataFrame(rows, columns=["result", "chance", "attacker_steps", "defender_steps", "words"])
    changes = [("planned", "as planned", _hube_worth(made)), *_hube_changes(made), *more]
    return _tables("the defender loses or gives way", made.reasons, outcomes, list(_hube_columns(made)), changes)


def _hube_worth(made: hube.Odds, column: int | None = None) -> Worth:
    """Options count as giving way and not as steps: what they cost is the players' choice (a rule of the series)."""
    from gpwlab.hube import odds as hube

    start = made.column if column is None else column
    falls, own, enemy = Fraction(0), Fraction(0), Fraction(0)
    for text, chance in made.starting_on(start).items():
        result = hube.parse(text)
        falls += chance if result.defender_steps or result.defender_options else 0
        own, enemy = own + chance * result.attacker_steps, enemy + chance * result.defender_steps
    return Worth(hube.odds_text(made.charts.combat_columns[made.line][start]), falls, own, enemy)


def _hube_columns(made: hube.Odds) -> Iterator[tuple[Any, ...]]:
    for column in range(len(made.charts.combat_columns[made.line])):
        needed = _least(lambda n, at=column: made.column_of(Fraction(n)) >= at, made.defence)
        more = needed - made.attack if needed is not None else None
        label, *worth = _hube_worth(made, column)
        yield label, needed, more, *worth, column == made.column


def _hube_changes(made: hube.Odds) -> Iterator[tuple[str, str, Worth]]:
    """The next column, a better leader on either side, a hedgehog less, the river left out, surprise or none."""
    from gpwlab.hube import odds as hube

    combat, last = made.combat, len(made.charts.combat_columns[made.line]) - 1
    if made.column < last:
        needed = _least(lambda n: made.column_of(Fraction(n)) > made.column, made.defence)
        if needed is not None:
            text = f"{hube.number(needed - made.attack)} more strength after terrain"
            yield "points", text, _hube_worth(made, made.column + 1)
    tried = [
        ("leader", "an attacker's rating 1 higher", replace(combat, attacker_action=combat.attacker_action + 1)),
        ("leader", "a defender's rating 1 higher", replace(combat, defender_action=combat.defender_action + 1)),
    ]
    if combat.hedgehog:
        tried.append(("works", "a hedgehog level less", replace(combat, hedgehog=combat.hedgehog - 1)))
    if any(force.hexsides for force in combat.attackers):
        dry = tuple(replace(force, hexsides=()) for force in combat.attackers)
        tried.append(("hexside", "no attacker across a hexside that hinders", replace(combat, attackers=dry)))
    for kind, what, other in tried:
        yield kind, what, _hube_worth(hube.work_out(made.charts, other))
