"""Variants by William Sariego (gpw 23.5.3): weather, units, leaders, lend-lease, victory; not supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import supply
from gpwlab.gpw.actions import Order
from gpwlab.gpw.events import Event
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import BOXED, DUE, ELIMINATED, ON_MAP
from gpwlab.gpw.units import AXIS, SOVIET
from gpwlab.gpw.variants.data import own
from gpwlab.gpw.victory import DRAW, Outcome, holds

if TYPE_CHECKING:
    from gpwlab.gpw.charts import Charts
    from gpwlab.gpw.position import Position

SOURCE = "William Sariego"

# -- weather changes (gpw 23.5.3.3) -----------------------------------------------------------------------------------


def harder(charts: Charts, turn: int, _side: str, die: int) -> int:
    """The die by the months: mud (gpw 23.5.3.3.A), snow (gpw 23.5.3.3.B); the Axis winters stay if worse."""
    box = charts.turns[turn]
    rows = {row["period"]: int(row["adverse_to"]) for row in own(WEATHER.slug, "marks")}
    return max(die, rows[box.period]) if box.weather and box.period in rows else die


WEATHER = Option(
    "sariego-weather",
    "23.5.3.3",
    "Weather Changes",
    "mud on 1-3 in autumn and 1-4 in spring, snow on 1-4 before the new year and 1-5 after it",
    source=SOURCE,
    topic="weather",
    hooks={"weather": harder},
)

# -- the Blue Division (gpw 23.5.3.4) ---------------------------------------------------------------------------------

#: It comes on turn 3 by the chart of the variant (gpw 23.5.3.4.A).
BLUE = "ax-spa-inf-1"
#: Years in which it comes back once after its loss, and the turns that it takes (gpw 23.5.3.4.C).
FREE_YEARS, WAIT = (1942, 1943), 2


def own_hex(pos: Position, unit: int, hex_: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """The division has its own hex in its ZOC and no more (gpw 23.5.3.4.D)."""
    return (hex_,) if pos.world.units[unit].id == BLUE else hexes


def shares(pos: Position, unit: int, hex_: int, fits: bool) -> bool:
    """It stacks with any Axis unit (gpw 23.5.3.4.D)."""
    return fits or BLUE in (pos.world.units[unit].id, pos.world.units[pos.occupant[hex_]].id)


def comes_back(pos: Position) -> list[Event]:
    """Put the lost division two turns ahead, once in each of two years; it returns for nothing (gpw 23.5.3.4.C)."""
    unit, year = pos.world.unit(BLUE), pos.turn_box.year
    used = list(pos.extra.get(DIVISION.slug, []))
    if pos.fate[unit.index] == ELIMINATED and year in FREE_YEARS and year not in used:
        pos.extra[DIVISION.slug] = [*used, year]
        pos.fate[unit.index], pos.steps[unit.index] = BOXED, unit.steps
        pos.boxes[unit.index] = pos.turn + WAIT
        return [Event("due", f"{unit.name} comes back on turn {pos.turn + WAIT}", "gpw 23.5.3.4.C", unit=BLUE)]
    return []


def is_back(pos: Position) -> list[Event]:
    """Let it be placed on the turn of its box, if it has not been withdrawn by then (gpw 23.5.3.4.B)."""
    unit = pos.world.unit(BLUE)
    if pos.side != AXIS or pos.step.kind != "reinforcement" or pos.boxes.get(unit.index, pos.turn + 1) > pos.turn:
        return []
    del pos.boxes[unit.index]
    pos.fate[unit.index] = DUE
    return [Event("due", f"{unit.name} may be placed", "gpw 23.5.3.4.C", unit=BLUE)]


DIVISION = Option(
    "blue-division",
    "23.5.3.4",
    "Blue Division",
    "a Spanish division fights for the Axis from August 1941 to October 1943 and comes back twice for nothing",
    source=SOURCE,
    topic="units",
    hooks={"zone": own_hex, "room": shares, "end": comes_back, "begin": is_back},
)

# -- Soviet marines (gpw 23.5.3.6) ------------------------------------------------------------------------------------

#: They come on turn 13 by the chart of the variant, and may be held off the map (gpw 23.5.3.6.A).
MARINES, COST = "su-mar-1", 2
SEAS = frozenset({"Black Sea", "Azov"})
LANDING_YEARS = (1943, 1944)


class _Land:
    """The order ``order land HEX``: marines held off the map land on a coast, once a year (gpw 23.5.3.6.B)."""

    kinds: tuple[str, ...] = ("mobile", "general")

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every coast where they may land now."""
        if next(_may_not_sail(pos), None) is None:
            yield from ((pos.world.board.ids[h],) for h in range(pos.world.board.n) if _landing_ground(pos, h))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why they do not land there."""
        if len(words) != 1:
            raise InvalidInput("it takes one hex")
        hex_ = pos.world.board.hex(words[0])
        yield from _may_not_sail(pos)
        if not _landing_ground(pos, hex_):
            yield Reason("gpw 23.5.3.6.B", f"{pos.world.board.label(hex_)} is no empty coast of these seas")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Land; an Axis ZOC is no bar."""
        unit = pos.world.unit(MARINES)
        pos.put(unit.index, pos.world.board.hex(words[0]))
        pos.moved[unit.index] = 1
        pos.extra[NAVAL.slug] = [*pos.extra.get(NAVAL.slug, []), pos.turn_box.year]
        return [Event("invasion", f"{unit.name} lands in {words[0]}", "gpw 23.5.3.6.B", unit=MARINES, to_hex=words[0])]


def _may_not_sail(pos: Position) -> Iterator[Reason]:
    unit, year = pos.world.unit(MARINES).index, pos.turn_box.year
    if pos.side != SOVIET or pos.fate[unit] != DUE:
        yield Reason("gpw 23.5.3.6.B", "the marines are not held off the map")
    if year not in LANDING_YEARS or year in pos.extra.get(NAVAL.slug, []):
        yield Reason("gpw 23.5.3.6.B", "they land once in 1943 and once in 1944")


def _landing_ground(pos: Position, hex_: int) -> bool:
    board = pos.world.board
    return bool(board.playable[hex_] and board.coast[hex_] & SEAS and pos.occupant[hex_] < 0)


def by_the_sea(pos: Position, unit: int) -> bool:
    """True for marines with an open line to any coast of the two seas (gpw 23.5.3.6.C)."""
    if pos.world.units[unit].id != MARINES or pos.where[unit] < 0:
        return False
    board = pos.world.board
    to_come, reached = supply.open_hexes(pos, SOVIET), bytearray(board.n)
    supply.spread(pos, [pos.where[unit]], to_come, reached)
    return any(reached[h] and board.coast[h] & SEAS for h in range(board.n))


def dear(pos: Position, unit: int, price: int) -> int:
    """What the marines cost to rebuild (gpw 23.5.3.6.C)."""
    return COST if pos.world.units[unit].id == MARINES else price


NAVAL = Option(
    "sariego-marines",
    "23.5.3.6",
    "Soviet Marines",
    "a marine division comes in November 1942, or lands on a coast of the Black Sea once in 1943 and once in 1944",
    conflicts={"soviet-marines": "both bring the Soviet marines, in other ways"},
    source=SOURCE,
    topic="units",
    hooks={"sustained": by_the_sea, "price": dear},
    orders={"land": _Land()},
)

# -- lend-lease (gpw 23.5.3.7) ----------------------------------------------------------------------------------------

#: From January 1942 to December 1944, and how many RPs a turn.
FIRST_TURN, LAST_TURN, GIFT = 6, 29, 1


def gift(pos: Position) -> Iterator[Event]:
    """One RP more for the Soviets."""
    if pos.side == SOVIET and FIRST_TURN <= pos.turn <= LAST_TURN:
        yield Event("lend-lease", f"lend-lease: {GIFT} RP more", "gpw 23.5.3.7", result=str(GIFT))


LEND_LEASE = Option(
    "sariego-lend-lease",
    "23.5.3.7",
    "Lend Lease",
    "one more RP for the Soviets every turn from January 1942 to December 1944",
    source=SOURCE,
    topic="replacements",
    hooks={"rp": gift},
)

# -- Guderian (gpw 23.5.3.8) ------------------------------------------------------------------------------------------

GROUP, RECALL = "AGC", 6


def _corps(pos: Position) -> int:
    """The corps that Guderian is with, or -1: none has been named, it is lost, or he has been recalled."""
    name = pos.extra.get(GUDERIAN.slug, "")
    unit = pos.world.unit(name).index if name else -1
    return unit if unit >= 0 and pos.turn < RECALL and pos.fate[unit] == ON_MAP else -1


class _With:
    """The order ``order guderian UNIT``: name his corps on turn 1 (gpw 23.5.3.8.A)."""

    kinds: tuple[str, ...] = ("reinforcement",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every panzer corps of Army Group Centre while none has been named."""
        if pos.turn == 1 and pos.side == AXIS and not pos.extra.get(GUDERIAN.slug):
            yield from ((pos.world.units[u].id,) for u in pos.on_map(AXIS) if _may_have_him(pos, u))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why he is not with a unit."""
        if len(words) != 1:
            raise InvalidInput("it takes one unit")
        unit = pos.world.unit(words[0])
        if words not in self.legal(pos):
            yield Reason("gpw 23.5.3.8.A", f"{unit.name} is no panzer corps of Army Group Centre, or it is too late")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Remember the corps."""
        pos.extra[GUDERIAN.slug] = words[0]
        return [Event("leader", f"Guderian leads {pos.world.unit(words[0]).name}", "gpw 23.5.3.8.A", unit=words[0])]


def _may_have_him(pos: Position, unit: int) -> bool:
    entry = pos.world.setup.get(unit)
    return pos.world.units[unit].kind == "PZ" and entry is not None and entry.area == GROUP


def leads(pos: Position, target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """A column for his corps in attack (gpw 23.5.3.8.A), and one in its defence (gpw 23.5.3.8.B), until 1942."""
    corps = _corps(pos)  # gpw 23.5.3.8.C: he is withdrawn in January 1942
    if corps >= 0 and corps in attackers:
        yield Shift(1, "Guderian leads the attack", "gpw 23.5.3.8.A")
    if corps >= 0 and corps in pos.holders(target):
        yield Shift(-1, "Guderian leads the defence", "gpw 23.5.3.8.B")


GUDERIAN = Option(
    "guderian",
    "23.5.3.8",
    "Additional Leader: Guderian",
    "with a panzer corps of Army Group Centre until 1942: a column for it in attack and in defence",
    source=SOURCE,
    topic="leaders",
    hooks={"shifts": leads},
    orders={"guderian": _With()},
)

# -- Dietrich (gpw 23.5.3.9) ------------------------------------------------------------------------------------------

#: He comes on turn 30 by the chart of the variant, with a radius of 1 (gpw 23.5.3.9.A).
LEADER, NATION = "ax-ldr-dietrich", "German SS"


def _ss_hexes(pos: Position) -> list[int]:
    return sorted({pos.where[u] for u in pos.on_map(AXIS) if pos.world.units[u].nation == NATION})


def _just_here(pos: Position) -> bool:
    """True while Dietrich has come and has not been placed with an SS unit."""
    told = pos.extra.get(DIETRICH.slug, "")
    here = pos.fate[pos.world.unit(LEADER).index] == ON_MAP
    return pos.side == AXIS and pos.step.kind == "reinforcement" and here and not told


class _Dietrich:
    """The order ``order dietrich HEX``: place him with an SS unit when he comes (gpw 23.5.3.9.B)."""

    kinds: tuple[str, ...] = ("reinforcement",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every hex with an SS unit."""
        if _just_here(pos):
            yield from ((pos.world.board.ids[h],) for h in _ss_hexes(pos))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why he is not placed there."""
        if len(words) != 1:
            raise InvalidInput("it takes one hex")
        pos.world.board.hex(words[0])
        if words not in self.legal(pos):
            yield Reason("gpw 23.5.3.9.B", f"{words[0]} holds no SS unit, or Dietrich does not arrive now")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Put him there."""
        pos.put(pos.world.unit(LEADER).index, pos.world.board.hex(words[0]))
        pos.extra[DIETRICH.slug] = "placed"
        return [Event("leader", f"Dietrich goes to {words[0]}", "gpw 23.5.3.9.B", unit=LEADER, to_hex=words[0])]


def to_his_troops(pos: Position) -> Iterator[Reason]:
    """The phase does not end before he is with an SS unit, where there is one."""
    if _just_here(pos) and _ss_hexes(pos):
        yield Reason("gpw 23.5.3.9.B", "Dietrich is still to be placed with an SS unit")


def ss_only(pos: Position, leader: int, attackers: Sequence[int]) -> Iterator[Reason]:
    """He adds nothing to an attack without an SS unit (gpw 23.5.3.9.C)."""
    if pos.world.units[leader].id == LEADER and not any(pos.world.units[u].nation == NATION for u in attackers):
        yield Reason("gpw 23.5.3.9.C", "no SS unit takes part")


def place_first(pos: Position) -> Order | None:
    """What a player in haste does before the phase can end."""
    if next(to_his_troops(pos), None) is None:
        return None
    return Order("dietrich", (pos.world.board.ids[_ss_hexes(pos)[0]],))


DIETRICH = Option(
    "dietrich",
    "23.5.3.9",
    "Additional Leader: Dietrich",
    "a leader of radius 1 comes on turn 30, to an SS unit, and helps only attacks in which the SS takes part",
    needs=("leaders",),
    source=SOURCE,
    topic="leaders",
    hooks={"done": to_his_troops, "hasty": place_first, "may_not_command": ss_only},
    orders={"dietrich": _Dietrich()},
)

# -- modified victory conditions (gpw 23.5.3.10) ----------------------------------------------------------------------

#: What each side needs besides in the campaign (gpw 23.5.3.10.A, gpw 23.5.3.10.B), so that neither can win by a thrust
#: across the board alone (gpw 23.5.3.10.C).
MORE = {"Soviet": (SOVIET, ("Bucharest", "Budapest")), "Axis": (AXIS, ("Astrakhan",))}


def more_to_take(pos: Position, at_end: bool, outcome: Outcome | None) -> Outcome | None:
    """A victory of the campaign stands only with the further cities; else it is none, and a draw at the end."""
    if outcome is None or outcome.winner not in MORE or pos.world.scenario.slug != "campaign":
        return outcome
    side, cities = MORE[outcome.winner]
    rule = "gpw 23.5.3.10.A" if side == SOVIET else "gpw 23.5.3.10.B"
    missing = [city for city in cities if not holds(pos, side, city)]
    if not missing:
        return Outcome(outcome.winner, (*outcome.reasons, Reason(rule, f"{' and '.join(cities)} too")))
    reason = Reason(rule, f"{outcome.winner} does not hold {', '.join(missing)}")
    return Outcome(DRAW, (*outcome.reasons, reason)) if at_end else None


VICTORY = Option(
    "sariego-victory",
    "23.5.3.10",
    "Modified Victory Conditions",
    "in the campaign the Soviets need Bucharest and Budapest besides, and the Axis Astrakhan",
    source=SOURCE,
    topic="victory",
    hooks={"outcome": more_to_take},
)
