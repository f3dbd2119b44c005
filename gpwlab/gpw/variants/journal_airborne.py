"""The journal's variant on airborne troops (gpw 23.4.7): escorts, interception, no walk after the drop.

``extra`` holds ``dropped``, the unit and turn of the latest drop, ``raid`` while one is in the air, and ``flown``, the
aircraft that took part since the last reinforcement phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gpwlab.core.reasons import Reason
from gpwlab.gpw import airborne, sorties
from gpwlab.gpw.actions import Action, Order
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.units import SIDES
from gpwlab.gpw.variants.journal_air import RESULTS
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

NONE = "none"


def _memory(pos: Position) -> dict[str, Any]:
    found: dict[str, Any] = pos.extra.get(AIRBORNE.slug, {})
    return found


def _remember(pos: Position, **more: Any) -> None:
    kept = {name: value for name, value in {**_memory(pos), **more}.items() if value}
    pos.extra.pop(AIRBORNE.slug, None)
    if kept:
        pos.extra[AIRBORNE.slug] = kept


# -- after the drop (gpw 23.4.7.A, gpw 23.4.7.D) ----------------------------------------------------------------------


def no_walk(pos: Position, unit: int) -> Iterator[Reason]:
    """Why troops that made the assault of this turn stay where they are in general movement."""
    name = pos.world.units[unit].id
    if pos.step.kind == "general" and _memory(pos).get("dropped") == [name, pos.turn]:
        label = pos.world.units[unit].name
        yield Reason("gpw 23.4.7.A", f"{label} has made an airborne assault this turn and does not move in this phase")


def no_second_flight(pos: Position, unit: int, _hex: int) -> Iterator[Reason]:
    """Why aircraft that flew with a drop or against one fly no mission in the combat phase."""
    if pos.step.kind == "combat" and pos.world.units[unit].id in _memory(pos).get("flown", ()):
        yield Reason("gpw 23.4.7.D", f"{pos.world.units[unit].label} has flown in an airborne assault this turn")


def forget_flights(pos: Position) -> list[Event]:
    """A side's turn begins: aircraft that flew in the last one may fly again."""
    if pos.step.kind == "reinforcement":
        _remember(pos, flown=[])
    return []


# -- escort and interception (gpw 23.4.7.B) ---------------------------------------------------------------------------


def take_off(pos: Position, unit: int, hex_: int) -> list[Event] | None:
    """Note the drop; where enemy fighters are in range the troops are in the air until these have done."""
    name = pos.world.units[unit].id
    _remember(pos, dropped=[name, pos.turn])
    if not sorties.interceptors(pos, 1 - pos.side, hex_):
        return None
    raid: dict[str, Any] = {"unit": name, "hex": pos.world.board.ids[hex_], "escort": [], "hunt": [], "stage": "escort"}
    _remember(pos, raid=raid)
    text = f"{pos.world.units[unit].name} takes off for {pos.world.board.label(hex_)}"
    return [Event("drop", text, "gpw 23.4.7.B", unit=name, to_hex=raid["hex"]), *_carry_on(pos)]


def _side(pos: Position, stage: str) -> int:
    return pos.side if stage == "escort" else 1 - pos.side


def _fighters(pos: Position, raid: dict[str, Any]) -> list[str]:
    """The fighters that may still join a raid, or go for it: one a side, or as many as there are duels for."""
    stage, sent = raid["stage"], raid[raid["stage"]]
    most = len(raid["escort"]) + 1 if stage == "hunt" else len(pos.world.units)
    if len(sent) >= (most if sorties.crowded(pos) else 1):  # gpw 11.1.D
        return []
    hex_, units = pos.world.board.hex(raid["hex"]), pos.world.units
    able = [units[u].id for u in sorties.interceptors(pos, _side(pos, stage), hex_)]
    return [name for name in able if name not in sent]


def _carry_on(pos: Position) -> list[Event]:
    """Pass over a side that has no fighter to send, then fight and land."""
    raid = _memory(pos)["raid"]
    if raid["stage"] != "fight" and not _fighters(pos, raid):
        _remember(pos, raid={**raid, "stage": "hunt" if raid["stage"] == "escort" else "fight"})
        return _carry_on(pos)
    return _fight(pos, raid) if raid["stage"] == "fight" else []


def question(pos: Position) -> Decision | None:
    """Which fighters go along, then which go against the troops."""
    raid = _memory(pos).get("raid")
    if raid is None:
        return None
    stage = raid["stage"]
    options: tuple[Action, ...] = tuple(Order(stage, (name,)) for name in (NONE, *_fighters(pos, raid)))
    place = pos.world.board.label(pos.world.board.hex(raid["hex"]))
    what = "fighters may escort" if stage == "escort" else "fighters may intercept"
    text = f"{what} {pos.world.unit(raid['unit']).name} on its way to {place}"
    return Decision(SIDES[_side(pos, stage)], stage, "gpw 23.4.7.B", options, options[0], text)


class Send:
    """``order escort FIGHTER|none`` and ``order hunt FIGHTER|none``: answers while troops are in the air."""

    kinds: tuple[str, ...] = ()

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Nothing but answers to the decision."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """What is legal the decision says."""
        yield from ()

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Send a fighter, or end the sending."""
        raid, (name,) = _memory(pos)["raid"], words
        stage = raid["stage"]
        if name == NONE:
            _remember(pos, raid={**raid, "stage": "hunt" if stage == "escort" else "fight"})
            text = f"{SIDES[_side(pos, stage)]} sends no more fighters"
            return [Event("ready", text, "gpw 23.4.7.B"), *_carry_on(pos)]
        unit = pos.world.unit(name)
        pos.flown |= {unit.index}
        flown = sorted({*_memory(pos).get("flown", ()), name})
        _remember(pos, raid={**raid, stage: sorted([*raid[stage], name])}, flown=flown)
        what = "escorts" if stage == "escort" else "intercepts"
        text = f"{unit.label} {what} {pos.world.unit(raid['unit']).name}"
        told = Event("sortie", text, "gpw 23.4.7.B", unit=name, to_hex=raid["hex"], result=stage)
        return [told, *_carry_on(pos)]


def _fight(pos: Position, raid: dict[str, Any]) -> list[Event]:
    """Interceptors fight the escorts first; one that is left fires at the troops, who do not fire back."""
    _remember(pos, raid=None)
    index, troops = pos.world.unit_index, pos.world.unit_index[raid["unit"]]
    hunters, escorts = ([index[name] for name in raid[stage]] for stage in ("hunt", "escort"))
    shots = [pair for duel in zip(hunters, escorts, strict=False) for pair in (duel, duel[::-1])]
    shots += [(hunter, troops) for hunter in hunters[len(escorts) : len(escorts) + 1]]
    fired = [(*_shoot(pos, shooter, victim, raid["hex"]), shooter, victim) for shooter, victim in shots]
    events = [event for event, _result, _shooter, _victim in fired]
    for _event, result, shooter, victim in fired:
        if victim != troops and result == "shot down":
            events.append(sorties.shoot_down(pos, shooter, victim))
    hit = next((result for _event, result, _shooter, victim in fired if victim == troops), NONE)
    return [*events, *_arrive(pos, troops, pos.world.board.hex(raid["hex"]), hit)]


def _shoot(pos: Position, shooter: int, victim: int, place: str) -> tuple[Event, str]:
    units = pos.world.units
    die = pos.roll("interceptor", f"{place} {units[shooter].id}")
    result = sorties.faces(pos, shooter, victim, "interceptor")[die - 1]
    text = f"{units[shooter].label} against {units[victim].name} over {place}, die {die}: {RESULTS[result]}"
    rule = "gpw 23.4.7.C" if units[victim].airborne else "gpw 23.4.7.B"
    return Event("interception", text, rule, unit=units[shooter].id, to_hex=place, die=die, result=result), result


def _arrive(pos: Position, troops: int, hex_: int, hit: str) -> list[Event]:
    """Land the troops, or take them back to their airfield, or lose them."""
    unit, here = pos.world.units[troops], pos.world.board.ids[pos.where[troops]]
    if hit == NONE:
        return airborne.land(pos, troops, hex_)
    if hit == "aborted":
        text = f"{unit.name} turns back to {here}"
        return [Event("drop", text, "gpw 23.4.7.C", unit=unit.id, from_hex=here, to_hex=here, result=hit)]
    pos.eliminate(troops)
    pos.moved[troops] = 0
    text = f"{unit.name} is shot down and eliminated"
    return [Event("loss", text, "gpw 23.4.7.C", unit=unit.id, from_hex=here, result="is eliminated")]


AIRBORNE = Option(
    "escorted-drops",
    "23.4.7",
    "Airborne Units",
    "enemy fighters may intercept an airborne assault and friendly ones escort it, and they fly no more in the combat "
    "phase; the troops do not move in general movement after it",
    needs=("airborne", "air"),
    source=SOURCE,
    topic="airborne",
    hooks={
        "dropping": take_off,
        "may_not_move": no_walk,
        "may_not_fly": no_second_flight,
        "begin": forget_flights,
        "decision": question,
    },
    orders={"escort": Send(), "hunt": Send()},
)
