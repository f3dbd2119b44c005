"""What the minor variants do beside other modules: the moves before the game, and their VP (hube 4.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.hube.actions import Initiative, Move
from gpwlab.hube.board import SIDES
from gpwlab.hube.events import Event
from gpwlab.hube.options import HISTORICAL, MANSTEIN, MASKIROVKA, ZHUKOV
from gpwlab.hube.position import Position
from gpwlab.hube.sequence import AXIS, SOVIET

#: VP to the Soviets (hube 4.1, hube 4.2, hube 4.4), and for who has the initiative (hube 4.3).
GIVEN = {MANSTEIN: ("hube 4.1", 3), ZHUKOV: ("hube 4.2", -2), HISTORICAL: ("hube 4.4", -3)}
INITIATIVE = 2


def points(pos: Position) -> list[tuple[str, str, Fraction]]:
    """Title, rule and VP of each variant in force."""
    rows = [(slug, rule, Fraction(vp)) for slug, (rule, vp) in GIVEN.items() if pos.world.rules.has(slug)]
    if pos.world.rules.has(MASKIROVKA) and rolled(pos):
        rows.append((MASKIROVKA, "hube 4.3", Fraction(INITIATIVE if pos.masked == SOVIET else -INITIATIVE)))
    return rows


def rolled(pos: Position) -> bool:
    """Whether initiative for the moves before the game has been rolled."""
    return any(pos.shifts)


def check_dice(action: Initiative) -> None:
    """InvalidInput for what four dice do not show, or a tie, which is rolled again."""
    dice = action.dice
    if dice and (len(dice) != 4 or not all(1 <= die <= 6 for die in dice)):
        raise InvalidInput(f"initiative takes two dice of each side, the Axis first, not {list(dice)}")
    if dice and sum(dice[:2]) == sum(dice[2:]):
        raise InvalidInput("the dice are equal: roll again")


def roll(pos: Position, action: Initiative) -> list[Event]:
    """Who has the initiative; the other moves half his roll, first (hube 4.3)."""
    ordinal, dice = 0, list(action.dice)
    while not dice or sum(dice[:2]) == sum(dice[2:]):
        dice = [pos.roll("initiative", side, 2 * ordinal + n) for side in (AXIS, SOVIET) for n in (0, 1)]
        ordinal += 1
    totals = [sum(dice[:2]), sum(dice[2:])]
    ahead = totals.index(max(totals))
    pos.masked = 1 - ahead
    pos.shifts = [n if side == ahead else n // 2 for side, n in enumerate(totals)]
    text = f"Axis {totals[AXIS]}, Soviet {totals[SOVIET]}: the {SIDES[ahead]} has the initiative"
    moves = f"first the {SIDES[pos.masked]} moves up to {pos.shifts[pos.masked]} formations"
    return [Event("initiative", f"{text}; {moves}", "hube 4.3", die=max(totals), result=SIDES[ahead])]


def _formations(pos: Position, names: Sequence[str]) -> set[str]:
    """The formations that units belong to; a unit of none is one by itself (hube 4.3)."""
    units = (pos.unit(u) for name in names for u in pos.world.members(name))
    return {unit.formation or unit.parent or unit.id for unit in units}


def shift_objections(pos: Position, action: Move, path: Sequence[int]) -> Iterator[Reason]:
    """Why formations may not be shifted before the game: too many of them, or next to the enemy (hube 4.3)."""
    side, closed = pos.side, near_enemy(pos)
    if not may_shift(pos, action.units):
        yield Reason("hube 4.3", f"the {SIDES[side]} may move {pos.shifts[side]} formations before the game")
    for h in path:
        if h in closed:
            yield Reason("hube 4.3", f"{pos.world.board.label(h)} is next to an enemy unit")


def may_shift(pos: Position, units: Sequence[str]) -> bool:
    """Whether the formations of units are among those that a side may still move."""
    own = {name for name in pos.shifted if pos.world.side_of(name) == pos.side}
    return len(own | _formations(pos, units)) <= pos.shifts[pos.side]


def near_enemy(pos: Position) -> set[int]:
    """Hexes with enemy units and those next to them."""
    near = pos.world.board.near
    return {h for enemy in pos.occupied(1 - pos.side) for h in (enemy, *near[enemy])}


def shift(pos: Position, action: Move) -> None:
    """Note which formations have been shifted."""
    pos.shifted |= _formations(pos, action.units)
