"""Variants of the journal on who comes and goes (gpw 23.4.3, gpw 23.4.4, gpw 23.4.8, gpw 23.4.9, gpw 23.4.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import allegiance, allies, reinforcements
from gpwlab.gpw.actions import Action, Order
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import ON_MAP, WITHDRAWN
from gpwlab.gpw.sequence import Step
from gpwlab.gpw.setup import takes_part
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.board import Board
    from gpwlab.gpw.charts import Event as ChartEvent
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.units import Unit


# -- reinforcements and replacements (gpw 23.4.3) ---------------------------------------------------------------------

#: Countries that are home to their own troops alone (gpw 23.4.3.A).
OF_THEIR_OWN = {"Romanian": "Romania", "Soviet-allied Romanian": "Romania", "Hungarian": "Hungary"}
#: Ways of entry of the base game that the cities of the home country take the place of.
USUAL = {"edge", "major_city"}


@lru_cache(256)
def at_home(board: Board, nation: str, side: int, major: bool) -> str:
    """The entry token of the major, or of the other, cities at home: a nation's own, or its side's without those.

    The land of a side is what it had before Barbarossa.
    """
    own = OF_THEIR_OWN.get(nation)
    cities = (hex_ for hex_, city in sorted(board.city.items()) if city.major is major and board.playable[hex_])
    if own is not None:
        cities = (hex_ for hex_ in cities if board.country[hex_] == own)
    else:
        ours = (h for h in cities if board.country[h] not in OF_THEIR_OWN.values())
        cities = (hex_ for hex_ in ours if (board.country[hex_] == "USSR") == (side == SOVIET))
    return "hexes:" + " ".join(board.ids[hex_] for hex_ in cities)


def home_cities(pos: Position, unit: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Cities at home for units that enter as usual and for all Romanians and Hungarians; others as the chart has it."""
    counter = pos.world.units[unit]
    usual = USUAL.intersection(tokens) or (counter.nation in OF_THEIR_OWN and "defection" not in tokens)
    if not usual or counter.air_range:  # gpw 23.4.3.C
        return tokens
    kept = tuple(token for token in tokens if token == allies.BESIDE)
    board = pos.world.board
    return (*(at_home(board, counter.nation, counter.side, major) for major in (True, False)), *kept)


def bar_abroad(pos: Position, unit: int, token: str, hex_: int, barred: Reason | None) -> Reason | None:
    """Why a hex is no place of entry: it is no city at home, or a major city at home is open."""
    counter, board = pos.world.units[unit], pos.world.board
    majors, others = (at_home(board, counter.nation, counter.side, major) for major in (True, False))
    if token == "" and barred is not None and barred.rule == "gpw 9.1.C":
        return Reason("gpw 23.4.3.A", f"{board.label(hex_)} is no city of the home country of {counter.name}")
    if barred is not None or token != others:
        return barred
    for city in sorted(reinforcements.places(pos.world, counter.side, majors)):
        if next(reinforcements.entry_objections(pos, unit, (majors,), city), None) is None:
            text = f"{board.label(hex_)} is no major city, and {board.label(city)} is open to {counter.name}"
            return Reason("gpw 23.4.3.B", text)
    return None


HOME = Option(
    "home-cities",
    "23.4.3",
    "Reinforcements and Replacements",
    "ground units enter and come back in major cities of their home country as it was before Barbarossa, in its other "
    "cities when no major one is open; not at the map edge",
    source=SOURCE,
    topic="reinforcements",
    hooks={"entry": home_cities, "entry_bar": bar_abroad},
)


# -- withdrawals (gpw 23.4.4) -----------------------------------------------------------------------------------------

RP = "rp"


def _spared(unit: Unit) -> bool:
    """True for what gpw 9.4.D and the base game withdraw whatever its state, and for what is no ground unit."""
    return not unit.ground or unit.airborne or unit.nation == "Italian"


def not_by_name(_pos: Position, leaving: Sequence[Unit]) -> list[Unit]:
    """The units that still leave by name."""
    return [unit for unit in leaving if _spared(unit)]


def alike(pos: Position, mark: Unit) -> list[Unit]:
    """Full-strength units on the map of the type that the chart shows: nation, kind and printed figures."""
    own = (pos.world.units[u] for u in pos.on_map(mark.side))
    whole = (unit for unit in own if pos.steps[unit.index] == unit.steps)
    return [unit for unit in whole if _type(unit) == _type(mark)]


def _type(unit: Unit) -> tuple[str, str, int, int, int]:
    return unit.nation, unit.kind, unit.attack[1], unit.defence[1], unit.ma[1]


def stronger(pos: Position, mark: Unit) -> list[Unit]:
    """Units of the nation on the map that attack with more than the type that the chart shows."""
    own = (pos.world.units[u] for u in pos.on_map(mark.side))
    return [unit for unit in own if unit.nation == mark.nation and pos.attack(unit.index) > mark.attack[1]]


def _choices(pos: Position, mark: Unit) -> list[str]:
    """Who may go for a withdrawal, or the RPs where nobody of the type is left."""
    same = [unit.id for unit in alike(pos, mark)]
    return same or [*(unit.id for unit in stronger(pos, mark)), RP]


def call_withdrawals(pos: Position) -> list[Event]:
    """Note the withdrawals of this turn by type and carry out those that leave no choice."""
    if pos.step.kind != "reinforcement":
        return []
    rows = [e for e in pos.world.charts.dated if (e.turn, e.side, e.kind) == (pos.turn, SIDES[pos.side], "withdrawal")]
    marks = [pos.world.unit(row.unit) for row in rows]
    marks = [u for u in marks if takes_part(u, pos.world.rules) and not _spared(u)]
    waiting = [u.id for u in marks if not allegiance.gone(pos, u.nation)]
    return _settle(pos, waiting)


def _settle(pos: Position, waiting: list[str]) -> list[Event]:
    events: list[Event] = []
    while waiting:
        choices = _choices(pos, pos.world.unit(waiting[0]))
        if len(choices) > 1:
            break
        events += _send_off(pos, waiting.pop(0), choices[0])
    pos.extra.pop(BY_TYPE.slug, None)
    if waiting:
        pos.extra[BY_TYPE.slug] = waiting
    return events


def _send_off(pos: Position, named: str, choice: str) -> list[Event]:
    """Withdraw a unit for the one that the chart names, or lose the RPs that this would cost to build anew."""
    mark = pos.world.unit(named)
    if choice == RP:
        lost = min(pos.rp, mark.rp_cost * mark.steps)
        pos.rp -= lost
        text = f"no unit of the type of {mark.name} can be withdrawn: {lost} RPs are lost"
        return [Event("rp", text, "gpw 23.4.4", unit=mark.id, result=str(-lost))]
    unit = pos.world.unit(choice)
    here = pos.world.board.ids[pos.lift(unit.index)]
    pos.fate[unit.index] = WITHDRAWN
    if unit is not mark:
        pos.stand_ins = (*pos.stand_ins, (mark.index, unit.index))
    text = f"{unit.name} is withdrawn" + ("" if unit is mark else f" for {mark.name}")
    return [Event("withdrawal", text, "gpw 23.4.4", unit=unit.id, from_hex=here)]


class SendOff:
    """``order send-off NAMED UNIT|rp``: the answer to a withdrawal: which unit goes, or the RPs."""

    kinds: tuple[str, ...] = ()

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Nothing but answers to the decision."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """What is legal the decision says."""
        yield from ()

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Send a unit off and go on with the next withdrawal."""
        named, choice = words
        events = _send_off(pos, named, choice)
        return [*events, *_settle(pos, [name for name in pos.extra[BY_TYPE.slug] if name != named])]


def choose_withdrawal(pos: Position) -> Decision | None:
    """Which unit of the type goes."""
    waiting = pos.extra.get(BY_TYPE.slug)
    if not waiting:
        return None
    mark = pos.world.unit(waiting[0])
    options: tuple[Action, ...] = tuple(Order("send-off", (mark.id, name)) for name in _choices(pos, mark))
    text = f"a unit of the type of {mark.name} is withdrawn"
    return Decision(SIDES[mark.side], "withdrawal", "gpw 23.4.4", options, options[0], text)


BY_TYPE = Option(
    "withdrawals-by-type",
    "23.4.4",
    "Withdrawals",
    "a withdrawal takes any full unit of the type shown; where there is none, a stronger one or the RPs to rebuild it",
    source=SOURCE,
    topic="reinforcements",
    hooks={"leaving": not_by_name, "begin": call_withdrawals, "decision": choose_withdrawal},
    orders={"send-off": SendOff()},
)


# -- partisans (gpw 23.4.8) -------------------------------------------------------------------------------------------


def bands_at_home(pos: Position, unit: int, token: str, hex_: int, barred: Reason | None) -> Reason | None:
    """Partisans are placed in the Soviet Union as it was before Barbarossa."""
    if token == "anywhere" and pos.world.board.country[hex_] != "USSR":
        place, name = pos.world.board.label(hex_), pos.world.units[unit].name
        return Reason("gpw 23.4.8", f"{place} was not Soviet before Barbarossa; {name} is placed where it was")
    return barred


PARTISANS = Option(
    "partisans-at-home",
    "23.4.8",
    "Partisans",
    "partisans are placed only in what was the Soviet Union before Barbarossa",
    needs=("partisans",),
    source=SOURCE,
    topic="partisans",
    hooks={"entry_bar": bands_at_home},
)


# -- Balkan Garrison (gpw 23.4.9) -------------------------------------------------------------------------------------


def lost_with_garrison(pos: Position, row: ChartEvent) -> Reason | None:
    """Units that were to join the Balkan Garrison do not come once it has been released."""
    if row.entry == (allegiance.GARRISON_ENTRY,) and pos.balkan != allies.GUARDING:
        name = pos.world.unit(row.unit).name
        return Reason("gpw 23.4.9", f"{name} was to join the Balkan Garrison, which has been released: it is lost")
    return None


GARRISON = Option(
    "lost-garrison",
    "23.4.9",
    "Balkan Garrison",
    "units that the chart sends to the Balkan Garrison after its release are lost",
    needs=("allies",),
    source=SOURCE,
    topic="allies",
    hooks={"call_up": lost_with_garrison},
)


# -- non-phasing side removal of units (gpw 23.4.12) ------------------------------------------------------------------

REMOVALS = tuple(Step(side, "removal", f"{SIDES[side]} Removal", "gpw 23.4.12") for side in (AXIS, SOVIET))


def add_removals(pos: Position, numbers: list[int]) -> list[int]:
    """A phase of the other side after each reinforcement phase."""
    order = []
    for number in numbers:
        order.append(number)
        step = pos.world.step(pos.turn, number)
        if step.kind == "reinforcement":
            order.append(pos.world.steps.index(REMOVALS[1 - step.side]))
    return order


class Remove:
    """``order remove UNIT``: put a unit of one's own from the map into the eliminated pile."""

    kinds: tuple[str, ...] = ("removal",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every ground unit of the side but partisans."""
        yield from ((pos.world.units[u].id,) for u in pos.on_map(pos.side) if pos.world.units[u].fights)

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit may not be removed."""
        if len(words) != 1:
            raise InvalidInput(f"'order remove' takes one unit, not {' '.join(words) or 'none'}")
        unit = pos.world.unit(words[0])
        if unit.side != pos.side or pos.fate[unit.index] != ON_MAP:
            yield Reason("gpw 23.4.12", f"{unit.name} is no unit of the {SIDES[pos.side]} side on the map")
        elif not unit.fights:
            yield Reason("gpw 23.4.12", f"{unit.label} is never in the eliminated pile")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Remove the unit."""
        unit = pos.world.unit(words[0])
        here = pos.world.board.ids[pos.where[unit.index]]
        pos.eliminate(unit.index)
        text = f"{unit.name} is removed to the eliminated pile by its owner"
        return [Event("loss", text, "gpw 23.4.12", unit=unit.id, from_hex=here, result="is eliminated")]


REMOVAL = Option(
    "removal-of-units",
    "23.4.12",
    "Non-Phasing Side Removal of Units",
    "after each reinforcement phase the other side may put units of its own from the map into the eliminated pile",
    source=SOURCE,
    topic="reinforcements",
    hooks={"order": add_removals},
    orders={"remove": Remove()},
    steps=REMOVALS,
)
