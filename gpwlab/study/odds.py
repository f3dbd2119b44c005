"""A battle as a study: what may come of it, what each column would take, and what another plan would be worth.

All numbers are exact fractions.  Columns, shifts and outcomes come from the game's own previews; nothing here knows
a rule of combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.words import counted
from gpwlab.gpw import leaders, results
from gpwlab.gpw.actions import Move
from gpwlab.gpw.odds import Attacker, Odds, crossing, ladder_name
from gpwlab.gpw.units import SIDES

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.game import Game
    from gpwlab.gpw.preview import Calculation, Outcome, Preview

OUTCOME_COLUMNS = (
    "result", "dice", "chance",
    "attacker_steps", "attacker_points", "defender_steps", "defender_points", "falls",
)  # fmt: skip
LADDER_COLUMNS = ("column", "needed", "more", *(f"die_{die}" for die in range(1, 7)), "forced_out", "planned")
#: CRT results after which the attacker may enter the hex, unless the defender stands.
FORCING = frozenset(result for result, steps in results.PLANS.items() if "advance" in steps)
#: The conditions of every turn of the war: weather, winter, and how they are called.
CONDITIONS = (
    ("", "", "clear weather"),
    ("mud", "later", "mud"),
    ("snow", "later", "snow"),
    ("snow", "first", "first-winter snow"),
)
#: No unit is as strong as this.
_STRONGEST = 40


class Change(NamedTuple):
    """A plan other than the one at hand: its column ("-" if it cannot be made), and the exact means of what it brings.

    kind: planned, points, hexside, joins, moves up, without, leader, aircraft, weather or supply.  action: the move
    that it takes.
    """

    kind: str
    change: str
    column: str
    falls: Fraction
    attacker_steps: Fraction
    defender_steps: Fraction
    action: str = ""


def contacts(game: Game, side: str) -> dict[str, list[str]]:
    """The hexes that a side's units stand next to and could attack, each with the ids of those units, by hex id.

    It does not matter which phase it is, nor which attacks are announced.
    """
    if side not in SIDES:
        raise InvalidInput(f"a side is {' or '.join(SIDES)}, not {side!r}")
    held = {hex_: units for hex_, name in enumerate(game.board.ids) if (units := _fighting(game, name))}
    found = {}
    for hex_, units in held.items():
        near = sorted(u for h in game.board.land[hex_] for u in held.get(h, ()) if _side(game, u) == side)
        if near and _side(game, units[0]) != side:
            found[game.board.ids[hex_]] = near
    return found


def _ground(game: Game, hex_id: str) -> list[str]:
    """The ground units in a hex, without the leaders and aircraft on top of them."""
    return [unit for unit in game.unit_at(hex_id) if game.standing(unit)[0].ground]


def _fighting(game: Game, hex_id: str) -> list[str]:
    """Those of them that fight: all but partisans (gpw 16.2.A)."""
    return [unit for unit in _ground(game, hex_id) if game.standing(unit)[0].fights]


def odds_table(game: Game, target: str, attackers: Sequence[str]) -> DataFrame:
    """What may come of an attack, one row a CRT result, in the order of the die; no row where it cannot be made.

    Columns: result, the dice that bring it, chance (a Fraction), steps and strength points lost by either side, and
    whether the hex falls: the defender leaves it.  Decisions are taken as in ``Game.battle``.
    """
    from pandas import DataFrame

    battle = game.battle(target, attackers)
    row = battle.odds.charts.crt[battle.column] if battle.column is not None else ()
    rows = []
    for o in battle.outcomes:
        lost = (o.attacker_steps, o.attacker_points, o.defender_steps, o.defender_points)
        rows.append((o.result, _dice(row, o.result), o.chance, *lost, o.vacated))
    return DataFrame(rows, columns=list(OUTCOME_COLUMNS))


def ladder(game: Game, target: str, attackers: Sequence[str]) -> DataFrame:
    """All columns of the CRT for an attack, one row each: those of :func:`crt_ladder`, and what each would bring.

    Further columns: falls (chance that the defender leaves the hex, with these attackers), attacker_steps and
    defender_steps (means), all Fractions.
    """
    from pandas import DataFrame

    battle = game.battle(target, attackers)
    rows = [(*row, *_worth(battle, column)) for column, row in _ladder_rows(battle)]
    return DataFrame(rows, columns=[*LADDER_COLUMNS, "falls", "attacker_steps", "defender_steps"])


def crt_ladder(battle: Calculation) -> DataFrame:
    """All columns of the CRT for a battle on the map or without one, one row each.

    Columns: column ("3:1"), needed (attack strength, after halvings, that is resolved there with the battle's own
    shifts), more (how much of it is missing, negative for what could be spared), the result of each die, forced_out
    (chance of a result that drives the defender out unless it may stand), planned (whether it is the battle's own).
    """
    from pandas import DataFrame

    return DataFrame([row for _column, row in _ladder_rows(battle)], columns=list(LADDER_COLUMNS))


def _ladder_rows(battle: Calculation) -> Iterator[tuple[int, tuple[object, ...]]]:
    for column, row in battle.odds.charts.crt.items():
        needed = needed_for(battle.odds, column)
        strength = (ladder_name(column), needed, needed - battle.odds.attack)
        yield column, (*strength, *row, forced_out(battle, column), column == battle.column)


def forced_out(battle: Calculation, column: int | None) -> Fraction:
    """Chance, on a column of the CRT, of a result that drives the defender out unless it may stand; 0 for None."""
    row = battle.odds.charts.crt[column] if column is not None else ()
    return Fraction(sum(result in FORCING for result in row), max(1, len(row)))


def weather_table(battle: Calculation) -> DataFrame:
    """The same battle in every weather, its own first: weather, column ("-" for no attack), forced_out."""
    from pandas import DataFrame

    rows = [("as now", columns_text(battle.column), forced_out(battle, battle.column))]
    for _weather, _winter, name, other in other_weather(battle.odds):
        column = other.column if other.possible else None
        rows.append((name, columns_text(column), forced_out(battle, column)))
    return DataFrame(rows, columns=["weather", "column", "forced_out"])


def needed_for(odds: Odds, column: int) -> int:
    """The least attack strength, after halvings, that these shifts bring to a column of the CRT or beyond."""
    place = column - (odds.shifted - odds.base)
    if place >= 1:
        return place * odds.defence
    return -(-odds.defence // (2 - place))


def what_if(game: Game, target: str, attackers: Sequence[str]) -> DataFrame:
    """What would change an attack, one row a change; the first row is the attack as planned.

    points: the strength points that the next column lacks.  hexside: one further unit on a free hexside, and how
    strong it would have to be.  joins: a unit next to the target that is not in the attack.  moves up: one that can
    reach a free hex next to it in this phase of movement, by the best such hex.  without: one attacker less.  leader:
    with one or without.  aircraft: with OAS.  weather, supply: the same attack in other turns, and with every attacker
    out of supply or in it.

    Columns: those of :class:`Change`, gain (falls less that of the plan) and text, the change in one sentence.
    """
    from pandas import DataFrame

    battle = game.battle(target, attackers)
    names = list(attackers)
    planned = _change("planned", "as planned", battle, battle.column)
    rows = [
        planned,
        *_points(battle),
        *_hexsides(game, battle),
        *_joins(game, target, names),
        *_moves_up(game, target, names),
        *_without(game, target, names),
        *_commanded(game, battle),
        *_flown(game, target, names),
        *_conditions(battle),
    ]
    told = [(*row, row.falls - planned.falls, _sentence(row, planned)) for row in rows]
    return DataFrame(told, columns=[*Change._fields, "gain", "text"])


def chance_text(chance: Fraction) -> str:
    """A chance in words where it is none, else as a fraction."""
    return {Fraction(0): "never", Fraction(1): "certainly"}.get(chance, str(chance))


def columns_text(column: int | None) -> str:
    """A column as printed, "-" for an attack that cannot be made."""
    return ladder_name(column) if column is not None else "-"


# -- changes ---------------------------------------------------------------------------------------------------------


def _points(battle: Preview) -> Iterator[Change]:
    column = _next_column(battle)
    if column is not None:
        more = needed_for(battle.odds, column) - battle.odds.attack
        yield _change("points", counted(more, "more strength point"), battle, column)


def _hexsides(game: Game, battle: Preview) -> Iterator[Change]:
    """How strong one more unit would have to be, by the free hexes that ask the same of it."""
    column = _next_column(battle)
    board = game.board
    free = [h for h in board.land[battle.target] if not _ground(game, board.ids[h])]
    asked: dict[int, list[str]] = {}
    for hex_ in free if column is not None else ():
        strength = _strength_from(battle.odds, crossing(board, hex_, battle.target), column or 0)
        if strength is not None:
            asked.setdefault(strength, []).append(board.ids[hex_])
    for strength, hexes in sorted(asked.items()):
        yield _change("hexside", f"one more unit of {strength} from {' or '.join(sorted(hexes))}", battle, column)


def _strength_from(odds: Odds, across: tuple[bool, bool], column: int) -> int | None:
    """The printed strength that one more unit needs on a hexside to bring the attack to a column."""
    for strength in range(1, _STRONGEST + 1):
        further = Attacker("one more unit", strength, False, *across)
        if replace(odds, attackers=(*odds.attackers, further)).shifted >= column:
            return strength
    return None


def _joins(game: Game, target: str, attackers: list[str]) -> Iterator[Change]:
    busy = {unit for other, units, _result in game.attacks if other != target for unit in units}
    near = contacts(game, _side(game, attackers[0]))[target]
    able = [unit for unit in near if unit not in attackers and unit not in busy]
    for unit in able:
        made = game.battle(target, [*attackers, unit])
        yield _change("joins", f"{_name(game, unit)} joins from {game.standing(unit)[2]}", made, made.column)
    if len(able) > 1:
        made = game.battle(target, [*attackers, *able])
        yield _change("joins", f"all {len(able)} join", made, made.column)


def _moves_up(game: Game, target: str, attackers: list[str]) -> list[Change]:
    """The best hex of each unit that can come up, the most useful units first."""
    ours = game.phase.side == _side(game, attackers[0])
    if not ours or game.phase.kind not in ("rail", "mobile") or game.pending:
        return []
    board = game.board
    next_to = {board.ids[h] for h in board.land[board.hex(target)]}
    best: dict[str, Change] = {}
    for action in game.legal:
        if isinstance(action, Move) and action.path[-1] in next_to and action.unit not in attackers:
            trial = game.fork()
            trial.do(action)
            made = trial.battle(target, [*attackers, action.unit])
            what = f"{_name(game, action.unit)} comes up to {action.path[-1]}"
            row = _change("moves up", what, made, made.column, str(action))
            if action.unit not in best or _merit(row) > _merit(best[action.unit]):
                best[action.unit] = row
    return sorted(best.values(), key=_merit, reverse=True)


def _merit(row: Change) -> tuple[Fraction, Fraction, Fraction]:
    return row.falls, row.defender_steps, -row.attacker_steps


def _without(game: Game, target: str, attackers: list[str]) -> Iterator[Change]:
    for unit in attackers if len(attackers) > 1 else ():
        made = game.battle(target, [name for name in attackers if name != unit])
        yield _change("without", f"without {_name(game, unit)}", made, made.column)


def _commanded(game: Game, battle: Preview) -> Iterator[Change]:
    """The attack without its leader, or with one where leaders are in play (gpw 12.1.B)."""
    made, side = battle.odds, battle.odds.side
    if made.leader:
        name, other = f"without {made.leader}", replace(made, leader="", leader_shift=0)
    elif game.leaders(side):
        shift = leaders.shift(battle._pos, SIDES.index(side))
        name, other = "with a leader in command", replace(made, leader="a leader", leader_shift=shift)
    else:
        return
    yield _change("leader", name, battle, other.column if other.possible else None)


def _flown(game: Game, target: str, attackers: list[str]) -> Iterator[Change]:
    """The attack with one aircraft of each kind that may support it (gpw 11.1.1.C)."""
    seen = set()
    for unit in game.aircraft(_side(game, attackers[0])):
        counter = game.standing(unit)[0]
        if counter.air_shift in seen:
            continue
        try:
            made = game.battle(target, attackers, unit)
        except IllegalAction:  # out of range, or it has flown
            continue
        seen.add(counter.air_shift)
        yield _change("aircraft", f"with {counter.label}", made, made.column)


def _conditions(battle: Preview) -> Iterator[Change]:
    odds = battle.odds
    for _weather, _winter, name, other in other_weather(odds):
        yield _change("weather", name, battle, other.column if other.possible else None)
    for cut, name in ((True, "every attacker out of supply"), (False, "every attacker in supply")):
        if any(attacker.unsupplied is not cut for attacker in odds.attackers):
            other = replace(odds, attackers=tuple(a._replace(unsupplied=cut) for a in odds.attackers))
            yield _change("supply", name, battle, other.column if other.possible else None)


def other_weather(odds: Odds) -> Iterator[tuple[str, str, str, Odds]]:
    """The same odds in the other turns of the war: weather, winter, how they are called, odds.

    Weather that does to this side what another one does is left out.
    """
    seen = [odds.effect]
    for weather, winter, name in CONDITIONS:
        other = replace(odds, weather=weather, winter=winter)
        if other.effect not in seen:
            seen.append(other.effect)
            yield weather, winter, name, other


# -- small things ----------------------------------------------------------------------------------------------------


def _change(kind: str, change: str, battle: Preview, column: int | None, action: str = "") -> Change:
    return Change(kind, change, columns_text(column), *_worth(battle, column), action)


def _worth(battle: Preview, column: int | None) -> tuple[Fraction, Fraction, Fraction]:
    """Chance that the hex falls and mean steps lost by attacker and defender; nothing where there is no attack."""
    outcomes = battle.on(column) if column is not None else ()
    falls = sum((o.chance for o in outcomes if o.vacated), Fraction(0))
    return falls, _mean(outcomes, "attacker_steps"), _mean(outcomes, "defender_steps")


def _mean(outcomes: Sequence[Outcome], name: str) -> Fraction:
    return sum((o.chance * getattr(o, name) for o in outcomes), Fraction(0))


def _next_column(battle: Preview) -> int | None:
    """The column above the planned one, the lowest where the attack is impossible, None where it is the highest."""
    low, high = battle.odds.charts.columns
    if battle.column is None:
        return low
    return battle.column + 1 if battle.column < high else None


def _sentence(row: Change, planned: Change) -> str:
    if row.column == "-":
        return f"{row.change}: no attack is possible"
    if row is planned:
        return f"{row.change}: {row.column}, hex falls {chance_text(row.falls)}"
    gives = " gives " if row.change.startswith("1 ") else " give "
    change = f"{row.change}{gives if row.kind == 'points' else ': '}{row.column}"
    compared = "as before" if row.falls == planned.falls else f"instead of {chance_text(planned.falls)}"
    return f"{change}, hex falls {chance_text(row.falls)} {compared}"


def _dice(row: Sequence[str], result: str) -> str:
    return " ".join(str(die) for die, found in enumerate(row, 1) if found == result)


def _name(game: Game, unit: str) -> str:
    return game.standing(unit)[0].name


def _side(game: Game, unit: str) -> str:
    return SIDES[game.standing(unit)[0].side]
