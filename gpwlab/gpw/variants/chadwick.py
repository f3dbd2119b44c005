"""The rules amendment by Frank Chadwick (gpw 23.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import shock
from gpwlab.gpw.actions import Action, Order
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import CAPITAL, ON_MAP
from gpwlab.gpw.sequence import Step
from gpwlab.gpw.units import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Frank Chadwick, Europa Magazine 10"


# -- increased infantry movement (gpw 23.1.1) -------------------------------------------------------------------------


def walks(pos: Position, unit: int) -> bool:
    """True for a unit without a circled MA that begins the mobile phase out of every enemy ZOC."""
    counter = pos.world.units[unit]
    return pos.step.kind == "mobile" and not counter.mobile and not pos.zoc[1 - counter.side][pos.where[unit]]


def half(pos: Position, unit: int, mp: int) -> int:
    """Half the MA of a unit that moves in the mobile phase by this rule alone; fractions are dropped."""
    return mp // 2 if walks(pos, unit) else mp


WALK = Option(
    "increased-infantry-movement",
    "23.1.1",
    "Increased Infantry Movement",
    "units whose MA is in no circle move half of it in the panzer or armored phase if they begin it out of enemy ZOC",
    source=SOURCE,
    topic="movement",
    hooks={"early": walks, "allowance": half},
)


# -- modified sequence of play (gpw 23.1.2) ---------------------------------------------------------------------------

#: The first player's phases by kind (gpw 23.1.2.A); the second player's stay as in the base game (gpw 23.1.2.B).
FIRST_PLAYER = ("arrival", "reinforcement", "general", "combat", "rail", "mobile")


def first_player(pos: Position) -> int:
    """The side that moves first this turn: the one with the initiative, else the Axis."""
    told = pos.extra.get(INITIATIVE.slug, {})
    return SIDES.index(told["first"]) if told.get("first") and told["turn"] == pos.turn else AXIS


def reordered(pos: Position, numbers: list[int]) -> list[int]:
    """The turn's phases with those of the first player in their own order."""
    first = first_player(pos)
    steps = {number: pos.world.step(pos.turn, number) for number in numbers}
    own = [n for n in numbers if steps[n].side == first and steps[n].kind in FIRST_PLAYER]
    queue = iter(sorted(own, key=lambda n: FIRST_PLAYER.index(steps[n].kind)))
    return [next(queue) if number in own else number for number in numbers]


SEQUENCE = Option(
    "modified-sequence",
    "23.1.2",
    "Modified Sequence of Play",
    "the first player has general movement before combat, then rail and armour; the second keeps the printed order",
    conflicts={"increased-infantry-movement": "its author rules out the two together (gpw 23.1.2)"},
    source=SOURCE,
    topic="sequence",
    hooks={"order": reordered},
)


# -- initiative (gpw 23.1.3) ------------------------------------------------------------------------------------------

STEP = Step(AXIS, "initiative", "Initiative", "gpw 23.1.3.A")
#: Columns to the right for every attack of a side in the turn of its shock attack (gpw 23.1.3.D).
COLUMNS = 1


def leading(pos: Position, numbers: list[int]) -> list[int]:
    """The turn begins with the initiative, then comes the side that moves first (gpw 23.1.3.B)."""
    first = first_player(pos)
    halves = [[n for n in numbers if pos.world.step(pos.turn, n).side == side] for side in (first, 1 - first)]
    return [pos.world.steps.index(STEP), *halves[0], *halves[1]]


def command(pos: Position, side: int) -> int:
    """The command radii of a side's leaders in play, added up (gpw 23.1.3.A)."""
    return sum(pos.world.units[u].radius for u in pos.world.leaders[side] if pos.fate[u] in (ON_MAP, CAPITAL))


def open_turn(pos: Position) -> list[Event]:
    """Ask for shock attacks at the start of the turn, before a die is rolled (gpw 23.1.3.C)."""
    pos.extra[INITIATIVE.slug] = {"turn": pos.turn, "asked": _next_to_ask(pos, 0), "winner": "", "first": ""}
    return [] if pos.extra[INITIATIVE.slug]["asked"] else _roll(pos)


def _next_to_ask(pos: Position, start: int) -> str:
    """The next side that could launch a shock attack this turn, "" for none."""
    able = (s for s in range(start, 2) if shock.on(pos) and shock.left(pos, s) > 0 and not _barred(pos, s))
    return next((SIDES[side] for side in able), "")


def _barred(pos: Position, side: int) -> bool:
    return next(pos.world.scenario.no_shock(side), None) is not None


def _roll(pos: Position) -> list[Event]:
    """Both sides roll, command added; on a tie they roll again (docs/rulings.md)."""
    ordinal = 0
    while True:
        dice = [pos.roll("initiative", name, ordinal) for name in SIDES]
        sums = [die + command(pos, side) for side, die in enumerate(dice)]
        if sums[0] != sums[1]:
            break
        ordinal += 1
    winner = SIDES[sums[1] > sums[0]]
    pos.extra[INITIATIVE.slug] = {**pos.extra[INITIATIVE.slug], "asked": "", "winner": winner}
    text = "; ".join(f"{n} {die} + {total - die}" for n, die, total in zip(SIDES, dice, sums, strict=True))
    return [Event("initiative", f"initiative: {text}: {winner} decides", "gpw 23.1.3.A", result=winner)]


def asked(pos: Position) -> Decision | None:
    """Whether a side launches a shock attack, then who moves first."""
    told = pos.extra.get(INITIATIVE.slug, {})
    if pos.step != STEP or told.get("first"):
        return None
    if told["asked"]:
        options: tuple[Action, ...] = (Order("initiative", ("wait",)), Order("initiative", ("shock",)))
        text = "a shock attack takes the initiative without a roll"
        return Decision(told["asked"], "initiative", "gpw 23.1.3.C", options, options[0], text)
    options = (Order("initiative", ("first",)), Order("initiative", ("second",)))
    return Decision(told["winner"], "initiative", "gpw 23.1.3.B", options, options[0], "to move first or second")


class _Initiative:
    """The answers ``order initiative shock|wait|first|second``."""

    kinds: tuple[str, ...] = ()

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """They are answers only."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """They are answers only."""
        yield Reason("gpw 23.1.3.A", "the initiative of this turn has been settled")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Carry out the answer to :func:`asked`."""
        told = pos.extra[INITIATIVE.slug]
        (word,) = words
        if word == "shock":
            side = SIDES.index(told["asked"])
            pos.shocks_used[side] += 1
            pos.shock_turn[side] = pos.turn
            return _settle(pos, told["asked"], "launches a shock attack and moves first", "gpw 23.1.3.C")
        if word == "wait":
            still = _next_to_ask(pos, SIDES.index(told["asked"]) + 1)
            pos.extra[INITIATIVE.slug] = {**told, "asked": still}
            waits = Event("initiative", f"{told['asked']} launches no shock attack", "gpw 23.1.3.C", result="wait")
            return [waits] if still else [waits, *_roll(pos)]
        winner = SIDES.index(told["winner"])
        first = winner if word == "first" else 1 - winner
        return _settle(pos, SIDES[first], "moves first", "gpw 23.1.3.B")


def _settle(pos: Position, first: str, what: str, rule: str) -> list[Event]:
    pos.extra[INITIATIVE.slug] = {**pos.extra[INITIATIVE.slug], "asked": "", "first": first}
    return [Event("initiative", f"{first} {what}", rule, result=first)]


def opened(pos: Position) -> list[Event]:
    """The beginning of the initiative phase."""
    return open_turn(pos) if pos.step == STEP else []


def no_hex(pos: Position, unit: int) -> Iterator[Reason]:
    """Infantry has no extra hex in the mobile phase (gpw 23.1.3.D); shock armies keep theirs (docs/rulings.md)."""
    counter = pos.world.units[unit]
    bold = counter.kind == "SHK" and counter.side == SOVIET and shock.on(pos)
    if pos.step.kind == "mobile" and not counter.mobile and not bold:
        yield Reason("gpw 23.1.3.D", f"{counter.name} is infantry, which does not move a hex in this phase")


def columns(pos: Position, target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """A column to the right for all attacks in the turn of a shock attack (gpw 23.1.3.D)."""
    side = pos.world.units[attackers[0]].side
    if shock.under_way(pos, side):
        yield Shift(COLUMNS, "shock attack with the initiative", "gpw 23.1.3.D")


def in_time(pos: Position) -> Iterator[Reason]:
    """A shock attack is launched with the initiative, not later in the turn (gpw 23.1.3.C)."""
    yield Reason("gpw 23.1.3.C", "with this rule shock attacks are launched at the start of the turn")


INITIATIVE = Option(
    "initiative",
    "23.1.3",
    "Initiative",
    "each turn the sides roll, command added, for who moves first; a shock attack takes it, and gives a column instead "
    "of the infantry's hex",
    source=SOURCE,
    topic="sequence",
    hooks={
        "order": leading,
        "begin": opened,
        "decision": asked,
        "may_not_move": no_hex,
        "shifts": columns,
        "may_not_shock": in_time,
    },
    orders={"initiative": _Initiative()},
    steps=(STEP,),
)
