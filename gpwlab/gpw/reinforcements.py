"""Reinforcement/replacement phase (gpw 9.0): reinforcements, then replacement points; withdrawals.py comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.gpw import (
    air,
    airfields,
    allegiance,
    allies,
    charts,
    keycities,
    leaders,
    partisans,
    stacking,
    supply,
    withdrawals,
)
from gpwlab.gpw.actions import Action, Place, Rebuild, Swap
from gpwlab.gpw.events import Event
from gpwlab.gpw.hooks import gather, thread
from gpwlab.gpw.position import ARRIVALS, DUE, ELIMINATED, LATER, OFF_MAP, ON_MAP, WITHDRAWN
from gpwlab.gpw.units import NOT_BASIC, SIDES, SOVIET, Unit

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position, World

#: How replacements come back (gpw 9.1.C, gpw 9.1.D), and reinforcements unless their chart row says otherwise
#: (gpw 9.3.B).
USUAL_ENTRY = ("edge", "major_city")
#: Chart events by which a unit leaves.
DEPARTURES = ("withdrawal", "leader_recalled")
_ENTRY_NAMES = {"edge": "the friendly map edge", "major_city": "a friendly major city"} | allies.ENTRY_NAMES
#: Nations that a side's RPs may rebuild (gpw 9.1.I, gpw 9.1.J); Italians and Bulgarians are in neither list.
REBUILT = (
    ("German", "German SS", "Romanian", "Slovak", "Hungarian"),
    ("Soviet", "Soviet Guards", "Polish", "Soviet-allied Romanian"),
)


# -- the start of the phase -----------------------------------------------------------------------------------------


def begin(pos: Position) -> list[Event]:
    """Withdraw, call up what is due and count the RPs (gpw 3.1.1, gpw 3.2.1)."""
    due = _due(pos)
    leaving = [pos.world.unit(event.unit) for event in due if event.kind == "withdrawal"]
    leaving = thread(pos.world.hooks.leaving, leaving, pos)
    counted = _count_rp(pos)  # before withdrawals: what they forfeit is lost next turn
    return [*withdrawals.begin(pos, leaving), *allegiance.begin(pos), *_arrive(pos, due), *counted]


def begin_arrivals(pos: Position) -> list[Event]:
    """Call up what comes in a phase that is for arrivals only: nobody leaves, and there are no RPs (gpw 22.3.4.B)."""
    return _arrive(pos, [event for event in _due(pos) if event.kind not in DEPARTURES])


def _due(pos: Position) -> list[charts.Event]:
    """The phasing side's rows of the chart for this turn, of units that take part."""
    due = [event for event in pos.world.charts.dated if event.turn == pos.turn and event.side == SIDES[pos.side]]
    due += allegiance.arrivals(pos)
    return [event for event in due if _takes_part(pos, pos.world.unit(event.unit))]


def _arrive(pos: Position, due: list[charts.Event]) -> list[Event]:
    """Bring leaders, and let those that may be placed or built from now on be so."""
    events = [*leaders.begin(pos, due), *partisans.begin(pos, due), *air.begin(pos, due)]
    for event in due:
        if event.kind in ARRIVALS:
            events += _call_up(pos, event)
        elif event.kind == "pool_addition":
            events += _add_to_pool(pos, pos.world.unit(event.unit))
    return events


def _takes_part(pos: Position, unit: Unit) -> bool:
    """All reinforcements come, save those whose kind needs an advanced rule that is off (gpw 22.1.5.A)."""
    return unit.kind not in NOT_BASIC or pos.world.rules.has(NOT_BASIC[unit.kind])


def _call_up(pos: Position, event: charts.Event) -> list[Event]:
    """A reinforcement (gpw 9.3.A), or a withdrawn unit that comes back as one (gpw 9.5), may be placed from now on."""
    unit = pos.world.unit(event.unit)
    if event.kind == "return":
        unit = withdrawals.acting(pos, unit)
    if pos.fate[unit.index] not in (LATER, WITHDRAWN) or allegiance.gone(pos, unit.nation):
        return []
    for hook in pos.world.hooks.call_up:
        lost = hook(pos, event)
        if lost is not None:
            pos.fate[unit.index] = WITHDRAWN
            return [Event("due", lost.text, lost.rule, unit=unit.id)]
    # gpw 9.3.E, gpw 22.1.5.B: the chart marks the Soviet arrivals of July and August 1941 as half strength (gpw 20.1)
    half = event.half and not pos.world.rules.has("full-strength-reinforcements")
    pos.steps[unit.index] = 1 if half else unit.steps
    if allegiance.joins_garrison(pos, event):
        pos.fate[unit.index] = OFF_MAP
        return [Event("garrison", f"{unit.name} joins the Balkan Garrison", "gpw 17.6.A", unit=unit.id)]
    pos.fate[unit.index] = DUE
    rule = "gpw 9.5" if event.kind == "return" else "gpw 9.3.E" if half else "gpw 9.3.A"
    strength = " at half strength" if half else ""
    return [Event("due", f"{unit.name} is due{strength}", rule, unit=unit.id)]


def _add_to_pool(pos: Position, unit: Unit) -> list[Event]:
    """A unit that the chart puts into the eliminated pile, to be built with RPs (gpw 14.0.G)."""
    if pos.fate[unit.index] != LATER:
        return []
    pos.steps[unit.index], pos.fate[unit.index] = 0, ELIMINATED
    return [Event("due", f"{unit.name} may be built with RPs", "gpw 9.1.A", unit=unit.id)]


def _count_rp(pos: Position) -> list[Event]:
    """RPs of the turn: the year's rate and lend-lease, less what is forfeited; none saved (gpw 9.1.B, gpw 9.1.H)."""
    rate = pos.world.charts.rates[(pos.turn_box.year, SIDES[pos.side])]
    lost = min(rate, pos.forfeited[pos.side])
    pos.forfeited[pos.side] = 0
    pos.rp = rate - lost
    events = [Event("rp", f"{SIDES[pos.side]} receives {rate} RPs", "gpw 9.1.B", result=str(rate))]
    if lost:
        events.append(Event("rp", f"{lost} RPs are forfeited for a withdrawal", "gpw 9.4.C", result=str(-lost)))
    if pos.side == SOVIET:
        events += _lend_lease(pos)
    events += keycities.count(pos)
    for event in gather(pos.world.hooks.rp, pos):
        pos.rp = max(0, pos.rp + int(event.result))
        events.append(event)
    return events


def _lend_lease(pos: Position) -> list[Event]:
    """Roll for lend-lease on the turns that have it, with the DRM of 1941 and 1944 (gpw 9.2.B, gpw 9.2.C)."""
    for first, last, drm in pos.world.charts.lend_lease_turns:
        if first <= pos.turn <= last and pos.world.scenario.lend_lease:
            die = pos.roll("lend-lease", "Soviet")
            gained = pos.world.charts.lend_lease[die + drm]
            pos.rp += gained
            modifier = f" with DRM {drm}" if drm else ""
            text = f"lend-lease die {die}{modifier}: {gained} RPs"
            return [Event("lend-lease", text, "gpw 9.2.B", die=die, result=str(gained))]
    return []


# -- where units enter ----------------------------------------------------------------------------------------------


def entry_tokens(pos: Position, unit: int) -> tuple[str, ...]:
    """How a reinforcement enters by its chart row; the usual ways for a unit that has none by now."""
    if pos.world.units[unit].kind == "PAR":
        return partisans.ENTRY
    rows = [row for row in pos.world.arrivals[pos.world.units[unit].id] if row.turn is None or row.turn <= pos.turn]
    usual = allies.entry(pos, pos.world.units[unit]) or (rows[-1].entry if rows else USUAL_ENTRY)
    tokens: tuple[str, ...] = thread(pos.world.hooks.entry, usual, pos, unit)
    return tokens


def return_tokens(pos: Position, unit: Unit) -> tuple[str, ...]:
    """How an eliminated unit comes back: Germany's allies in cities of their own, all others as usual."""
    tokens: tuple[str, ...] = thread(pos.world.hooks.entry, allies.home(pos, unit) or USUAL_ENTRY, pos, unit.index)
    return tokens


def entry_hexes(pos: Position, unit: int, tokens: tuple[str, ...]) -> list[int]:
    """Hexes where a unit may be placed now, in the order of their ids."""
    named = set().union(*(places(pos.world, pos.side, token) for token in tokens))
    return [hex_ for hex_ in sorted(named) if next(entry_objections(pos, unit, tokens, hex_), None) is None]


def places(world: World, side: int, token: str) -> frozenset[int]:
    """The hexes that an entry token of the chart stands for, whoever holds them."""
    if (side, token) not in world.places:
        world.places[side, token] = frozenset(_places(world, side, token))
    return world.places[side, token]


def _places(world: World, side: int, token: str) -> Iterator[int]:
    board = world.board
    kind, _colon, names = token.partition(":")
    if kind == "edge":
        yield from board.edge[SIDES[side]]
    elif kind == "major_city":
        yield from (hex_ for hex_, city in board.city.items() if city.major)
    elif kind == "cities":
        yield from (h for h in board.city if board.country[h] == names or h in board.regions.get(names, ()))
    elif kind == "hexes":
        yield from map(board.hex, names.split())
    elif kind == "anywhere":
        yield from (hex_ for hex_, in_play in enumerate(board.playable) if in_play)
    else:
        yield from allies.places(world, kind, names)


def entry_objections(pos: Position, unit: int, tokens: tuple[str, ...], hex_: int) -> Iterator[Reason]:
    """Why a unit may not be placed in a hex: it is no place of entry, it is taken, or every way of entry is barred."""
    place, side = pos.world.board.label(hex_), pos.side
    ways = [token for token in tokens if hex_ in places(pos.world, side, token)]
    if not ways:
        known = ", ".join(_ENTRY_NAMES.get(token, token) for token in tokens)
        rule = allies.entry_rule(pos, tokens) or "gpw 9.1.C"
        reason = Reason(rule, f"{place} is no place of entry for it; it enters by {known}")
        yield thread(pos.world.hooks.entry_bar, reason, pos, unit, "", hex_)
        return
    yield from stacking.objections(pos, unit, hex_, "gpw 9.1.C")
    bars = [thread(pos.world.hooks.entry_bar, _bar(pos, side, token, hex_), pos, unit, token, hex_) for token in ways]
    if None not in bars:
        yield from dict.fromkeys(bar for bar in bars if bar is not None)


def _bar(pos: Position, side: int, token: str, hex_: int) -> Reason | None:
    """What bars a hex to a way of entry: an enemy ZOC at the edge; at a city the enemy's hand on it, or no supply.

    How a ZOC matters here (gpw 4.3) is left to gpw 9.1.C and gpw 9.1.D.
    """
    place = pos.world.board.label(hex_)
    if token == "anywhere":
        return _bar_to_partisans(pos, side, hex_)
    if token.partition(":")[0] in allies.TOKENS:
        return allies.bar(pos, side, token, hex_)
    if token == "edge":
        return Reason("gpw 9.1.D", f"{place} is in an enemy ZOC") if pos.zoc[1 - side][hex_] else None
    if pos.control[hex_] != side:
        return Reason("gpw 9.1.C", f"{place} is not friendly: the enemy passed it last")
    if not _capital(pos, hex_, side) and not supply.city_supplied(pos, hex_, side):
        return Reason("gpw 9.1.C", f"{place} cannot trace a supply line")
    return None


def _bar_to_partisans(pos: Position, side: int, hex_: int) -> Reason | None:
    """What bars a hex to partisans: an enemy ZOC, or a city that the enemy holds (gpw 16.1.C)."""
    place = pos.world.board.label(hex_)
    if pos.zoc[1 - side][hex_]:
        return Reason("gpw 16.1.C", f"{place} is in an enemy ZOC")
    if hex_ in pos.world.board.city and pos.control[hex_] != side:
        return Reason("gpw 16.1.C", f"{place} is a city in enemy hands")
    return None


def _capital(pos: Position, hex_: int, side: int) -> bool:
    """True for a side's own capital, which needs no supply line (gpw 9.1.G; docs/rulings.md)."""
    city = pos.world.board.city.get(hex_)
    return city is not None and city.capital == SIDES[side] and pos.control[hex_] == side


# -- placing reinforcements -----------------------------------------------------------------------------------------


def legal(pos: Position) -> Iterator[Action]:
    """Everything that may be placed, swapped or rebuilt now."""
    own = [unit for unit in pos.world.units if unit.side == pos.side]
    due = [unit for unit in own if pos.fate[unit.index] == DUE]
    if not pos.replacing:
        yield from _placements(pos, due)
        yield from _swaps(pos, due)
    yield from _rebuilds(pos, own)


def _placements(pos: Position, due: list[Unit]) -> Iterator[Place]:
    ids = pos.world.board.ids
    open_hexes: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    fields = [ids[hex_] for hex_ in airfields.landings(pos, pos.side)]
    for unit in due:
        if unit.air_range:  # gpw 11.0.C, gpw 11.4.C
            yield from (Place(unit.id, name) for name in fields)
            continue
        tokens = entry_tokens(pos, unit.index)
        key = (_kin(pos, unit), tokens)
        if key not in open_hexes:
            open_hexes[key] = entry_hexes(pos, unit.index, tokens)
        yield from (Place(unit.id, ids[hex_]) for hex_ in open_hexes[key])


def _kin(pos: Position, unit: Unit) -> int:
    """The same number for units that find the same hexes open by one way of entry; variants ask for each unit."""
    hooks = pos.world.hooks
    return unit.index if hooks.room or hooks.entry_bar else -1 - unit.airborne


def _swaps(pos: Position, due: list[Unit]) -> Iterator[Swap]:
    if pos.side == SOVIET and pos.world.scenario.may_swap(pos):
        for new in pos.world.units:
            if _shock_to_come(pos, new):
                yield from (Swap(new.id, old.id) for old in due if _scheduled_infantry(pos, old))


def _rebuilds(pos: Position, own: list[Unit]) -> Iterator[Rebuild]:
    ids = pos.world.board.ids
    returns: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    weak = [unit for unit in own if pos.steps[unit.index] < unit.steps] if pos.rp else []
    for unit in weak:
        if next(_may_not_level(pos, unit), None) is not None:
            continue
        if pos.fate[unit.index] == ON_MAP:
            if next(_may_not_flip(pos, unit), None) is None and _takes_rp(pos, unit.index, pos.where[unit.index]):
                yield Rebuild(unit.id)
            continue
        key = (_kin(pos, unit), return_tokens(pos, unit))
        if key not in returns:
            returns[key] = [ids[hex_] for hex_ in entry_hexes(pos, unit.index, key[1])]
        open_to_it = (name for name in returns[key] if _takes_rp(pos, unit.index, pos.world.board.hex(name)))
        yield from (Rebuild(unit.id, name) for name in open_to_it)


def _takes_rp(pos: Position, unit: int, hex_: int) -> bool:
    """True where no variant forbids RPs for a unit in a hex."""
    barred = pos.world.hooks.rebuild
    return not barred or next(gather(barred, pos, unit, hex_), None) is None


def place_objections(pos: Position, action: Place) -> Iterator[Reason]:
    """Why a reinforcement may not be placed."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    if unit.side != pos.side or pos.fate[unit.index] != DUE:
        yield Reason("gpw 9.3.A", f"{unit.name} is not due as a {SIDES[pos.side]} reinforcement this turn")
        return
    yield from _too_late(pos)
    if unit.air_range:
        yield from airfields.landing_objections(pos, unit.index, hex_)
        return
    yield from entry_objections(pos, unit.index, entry_tokens(pos, unit.index), hex_)


def _too_late(pos: Position) -> Iterator[Reason]:
    if pos.replacing:
        yield Reason("gpw 9.3.D", "reinforcements are placed before RPs are spent, and RPs have been spent")


def place(pos: Position, action: Place) -> list[Event]:
    """Put a reinforcement on the map; it may move this turn (gpw 9.3.C)."""
    unit, hex_ = pos.world.unit(action.unit), pos.world.board.hex(action.hex)
    allegiance.placed(pos, unit.index, entry_tokens(pos, unit.index))
    pos.put(unit.index, hex_)
    text = f"{unit.name} enters at {pos.world.board.label(hex_)}"
    return [Event("reinforcement", text, "gpw 9.3.B", unit=unit.id, to_hex=action.hex)]


# -- a shock army instead of infantry -------------------------------------------------------------------------------


def _shock_to_come(pos: Position, unit: Unit) -> bool:
    return unit.kind == "SHK" and unit.attack[1] == 10 and pos.fate[unit.index] == LATER


def _scheduled_infantry(pos: Position, unit: Unit) -> bool:
    """True for a 6-6 infantry army that the chart names for this very turn and that waits to be placed."""
    rows = pos.world.arrivals[unit.id]
    scheduled = any(row.turn == pos.turn for row in rows)
    return unit.kind == "INF" and unit.attack[1] == 6 and scheduled and pos.fate[unit.index] == DUE


def swap_objections(pos: Position, action: Swap) -> Iterator[Reason]:
    """Why a shock army may not take the place of an infantry army."""
    new, old = pos.world.unit(action.new), pos.world.unit(action.old)
    if pos.side != SOVIET or not pos.world.scenario.may_swap(pos):
        yield Reason("gpw 22.1.5.C", "one shock army may enter instead of infantry, once, on turn 5 of Barbarossa")
    yield from _too_late(pos)
    if not _shock_to_come(pos, new):
        yield Reason("gpw 22.1.5.C", f"{new.name} is no 10-6 shock army that is still to come")
    if not _scheduled_infantry(pos, old):
        yield Reason("gpw 22.1.5.C", f"{old.name} is no 6-6 infantry army due this turn")


def swap(pos: Position, action: Swap) -> list[Event]:
    """Exchange the counters; the infantry army goes to the eliminated pile (gpw 10.0.I; docs/rulings.md)."""
    new, old = pos.world.unit(action.new), pos.world.unit(action.old)
    pos.fate[new.index], pos.steps[new.index] = DUE, new.steps
    pos.fate[old.index], pos.steps[old.index] = ELIMINATED, 0
    pos.swapped = True
    return [Event("due", f"{new.name} is due in place of {old.name}", "gpw 22.1.5.C", unit=new.id)]


# -- spending replacement points ------------------------------------------------------------------------------------


def cost(pos: Position, unit: Unit) -> int:
    """RPs for a level of a unit (gpw 9.1.A, gpw 9.1.F, gpw 15.4.A)."""
    return int(thread(pos.world.hooks.price, unit.rp_cost, pos, unit.index))


def _may_not_level(pos: Position, unit: Unit) -> Iterator[Reason]:
    """Why RPs may not raise a unit by a level, wherever it is."""
    if unit.nation not in REBUILT[pos.side]:
        rule = "gpw 9.1.J" if pos.side == SOVIET else allies.refusing_rule(pos, unit) or "gpw 9.1.I"
        yield Reason(rule, f"{SIDES[pos.side]} RPs do not rebuild {unit.nation} units")
    if pos.fate[unit.index] not in (ON_MAP, ELIMINATED) or pos.steps[unit.index] == unit.steps:
        yield Reason("gpw 9.1.A", f"{unit.name} is neither eliminated nor at half strength on the map")
    if unit.index in pos.levelled:
        yield Reason("gpw 9.1.F", f"{unit.name} has been raised a level this turn; the next level waits a turn")
    price = cost(pos, unit)
    if pos.rp < price:
        rule = "gpw 9.1.F" if price > 1 else "gpw 9.1.A"
        yield Reason(rule, f"{unit.name} costs {price} RPs a level and {pos.rp} are left")


def _may_not_flip(pos: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit on the map may not be brought up; enemy ZOC is no reason (gpw 9.1.E)."""
    if not supply.in_supply(pos, unit.index) and not _capital(pos, pos.where[unit.index], pos.side):
        yield Reason("gpw 9.1.E", f"{unit.name} is out of supply and may not be brought up to full strength")


def rebuild_objections(pos: Position, action: Rebuild) -> Iterator[Reason]:
    """Why RPs may not be spent on a unit."""
    unit = pos.world.unit(action.unit)
    yield from _may_not_level(pos, unit)
    if pos.fate[unit.index] == ON_MAP:
        yield from _may_not_flip(pos, unit)
        yield from gather(pos.world.hooks.rebuild, pos, unit.index, pos.where[unit.index])
        if action.hex is not None:
            yield Reason("gpw 9.1.E", f"{unit.name} is on the map and is flipped where it stands")
    elif action.hex is None:
        yield Reason("gpw 9.1.C", f"{unit.name} returns to a hex: name it")
    else:
        hex_ = pos.world.board.hex(action.hex)
        yield from entry_objections(pos, unit.index, return_tokens(pos, unit), hex_)
        yield from gather(pos.world.hooks.rebuild, pos, unit.index, hex_)


def rebuild(pos: Position, action: Rebuild) -> list[Event]:
    """Spend RPs on one level of a unit (gpw 9.1.A, gpw 9.1.F)."""
    unit = pos.world.unit(action.unit)
    price = cost(pos, unit)
    pos.rp -= price
    pos.replacing = True
    pos.levelled |= {unit.index}
    pos.steps[unit.index] += 1
    if action.hex is None:
        text, here = f"{unit.name} is rebuilt to full strength", pos.world.board.ids[pos.where[unit.index]]
    else:
        pos.put(unit.index, pos.world.board.hex(action.hex))
        half = " at half strength" if unit.steps > 1 else ""  # gpw 15.4.C: airborne troops have one step
        text, here = f"{unit.name} returns{half} in {action.hex}", action.hex
    made = Event("replacement", f"{text} for {price} RP", "gpw 9.1.A", unit=unit.id, to_hex=here)
    return [made, *gather(pos.world.hooks.spent, pos, pos.where[unit.index], price)]
