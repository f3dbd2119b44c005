"""The journal's variant on aircraft (gpw 23.4.5): several over a hex, dogfights, defensive air in the enemy's turn.

``extra`` holds, while a dogfight is being arranged, ``roles`` of intercepted fighters and whom each interceptor is
``against``, by unit id; then ``rolled`` to the end of the phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import air, sorties
from gpwlab.gpw.actions import Action, Order
from gpwlab.gpw.air import ABORTED, ANYWHERE, DAS, INT, OAS
from gpwlab.gpw.decisions import Decision
from gpwlab.gpw.events import Event
from gpwlab.gpw.options import Option
from gpwlab.gpw.sequence import Step
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants.journal_source import SOURCE

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

FIGHTER, BOMBER = "fighter", "bomber"
#: What a duel's die may do, as the log tells it.
RESULTS = {"none": "no effect", "aborted": "aborted", "shot down": "shot down"}


# -- several aircraft over a hex (gpw 23.4.5.A, gpw 23.4.5.D) ---------------------------------------------------------


def crowd(_pos: Position) -> bool:
    """More than one aircraft of a side may fly to a hex; sorties.supporting counts the best of them alone."""
    return True


class Raid(NamedTuple):
    """The support over an attacked hex and the fighters that have come for it."""

    hex_: int
    side: int
    raiders: list[int]
    interceptors: list[int]


def raids(pos: Position) -> list[Raid]:
    """Every raid that is intercepted: on the attacker's support first, then on the defender's, hex by hex."""
    found = []
    for hex_ in sorted(battle.target for battle in pos.battles):
        for side, mission in ((pos.side, OAS), (1 - pos.side, DAS)):
            raiders, hunters = sorties.flying(pos, hex_, side, mission), sorties.hunting(pos, hex_, 1 - side)
            if raiders and hunters:
                found.append(Raid(hex_, side, raiders, hunters))
    return found


def _memory(pos: Position, what: str) -> dict[str, str]:
    found: dict[str, str] = pos.extra.get(AIRCRAFT.slug, {}).get(what, {})
    return found


def _remember(pos: Position, what: str, name: str, value: str) -> None:
    kept: dict[str, Any] = pos.extra.get(AIRCRAFT.slug, {})
    pos.extra[AIRCRAFT.slug] = {**kept, what: {**kept.get(what, {}), name: value}}


def _role(pos: Position, unit: int) -> str:
    """Fighter or bomber as its side has said; bombers are what they are; "" for a fighter still to be told."""
    counter = pos.world.units[unit]
    return _memory(pos, "roles").get(counter.id, "") if counter.intercepts else BOMBER


def _quarry(pos: Position, raid: Raid) -> list[int]:
    """Whom the next interceptor of a raid may go for: fighters first, then what is left."""
    taken = set(_memory(pos, "against").values())
    free = [unit for unit in raid.raiders if pos.world.units[unit].id not in taken]
    return [unit for unit in free if _role(pos, unit) == FIGHTER] or free


def _next(pos: Position) -> tuple[Raid, list[Order]] | None:
    """The raid in which the next thing must be settled, and the ways to settle it; None when all is."""
    ids = [unit.id for unit in pos.world.units]
    for raid in raids(pos):
        for unit in raid.raiders:
            if not _role(pos, unit):
                return raid, [Order("role", (ids[unit], role)) for role in (FIGHTER, BOMBER)]
    for raid in raids(pos):
        idle = [unit for unit in raid.interceptors if ids[unit] not in _memory(pos, "against")]
        if idle:
            return raid, [Order("engage", (ids[u], ids[target])) for u in idle for target in _quarry(pos, raid)]
    return None


def dogfight(pos: Position) -> list[Event]:
    """Settle what leaves no choice, then roll for every duel; a choice becomes the decision."""
    while (todo := _next(pos)) is not None:
        if len(todo[1]) > 1:
            return []
        _settle(pos, todo[1][0].words, todo[1][0].name)
    events = _roll(pos)
    pos.extra[AIRCRAFT.slug] = {"rolled": True}
    return events


def _settle(pos: Position, words: tuple[str, ...], name: str) -> None:
    _remember(pos, "roles" if name == "role" else "against", words[0], words[1])


def question(pos: Position) -> Decision | None:
    """What an intercepted fighter flies as, or whom an interceptor goes for (gpw 23.4.5.A)."""
    asking = pos.air_stage == "over" and not pos.extra.get(AIRCRAFT.slug, {}).get("rolled")
    todo = _next(pos) if asking else None
    if todo is None or len(todo[1]) < 2:
        return None
    raid, orders = todo
    place = pos.world.board.label(raid.hex_)
    roles = orders[0].name == "role"
    side = raid.side if roles else 1 - raid.side
    text = f"over {place}: " + (
        "an intercepted fighter flies as fighter or as bomber" if roles else "an interceptor goes for an aircraft"
    )
    options: tuple[Action, ...] = tuple(orders)
    return Decision(SIDES[side], "dogfight", "gpw 23.4.5.A", options, options[0], text)


def _roll(pos: Position) -> list[Event]:
    """Every die of every duel first, then what they do."""
    index = pos.world.unit_index
    pairs = [(index[a], index[b]) for a, b in sorted(_memory(pos, "against").items())]
    events, hits = [], []
    for hunter, raider in pairs:
        armed = _role(pos, raider) == FIGHTER
        for shooter, victim, roller in ((hunter, raider, "interceptor"), (raider, hunter, "target")):
            event, result = _shoot(pos, shooter, victim, roller, armed)
            events.append(event)
            hits += [(shooter, victim, result)] if result != "none" else []
    for shooter, victim, result in hits:
        if result == "shot down":
            events.append(sorties.shoot_down(pos, shooter, victim))
        else:
            pos.missions[victim] = ABORTED
    return events


def _shoot(pos: Position, shooter: int, victim: int, roller: str, armed: bool) -> tuple[Event, str]:
    """One die: an interceptor's, or that of its victim, which as a fighter fires as an interceptor does."""
    units, here = pos.world.units, pos.world.board.ids[pos.where[victim]]
    die = pos.roll(roller, f"{here} {units[shooter].id}")
    if roller == "target" and units[shooter].intercepts and not armed:
        faces = pos.world.charts.interception["target"]  # a fighter that flies as a bomber
    else:
        faces = sorties.faces(pos, shooter, victim, "interceptor" if armed else roller)
    result = faces[die - 1]
    text = f"{units[shooter].label} against {units[victim].label} over {here}, die {die}: {RESULTS[result]}"
    event = Event("interception", text, "gpw 23.4.5.A", unit=units[shooter].id, to_hex=here, die=die, result=result)
    return event, result


class Arrange:
    """``order role FIGHTER fighter|bomber`` and ``order engage INTERCEPTOR AIRCRAFT``: answers for a dogfight."""

    kinds: tuple[str, ...] = ()

    def __init__(self, name: str) -> None:
        self.name = name

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Nothing but answers to the decision."""
        yield from ()

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """What is legal the decision says."""
        yield from ()

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Note the answer and go on with the dogfights."""
        _settle(pos, words, self.name)
        unit = pos.world.unit(words[0])
        what = f"flies as a {words[1]}" if self.name == "role" else f"goes for {pos.world.unit(words[1]).label}"
        told = Event("dogfight", f"{unit.label} {what}", "gpw 23.4.5.A", unit=unit.id, result=words[1])
        return [told, *dogfight(pos)]


def one_each(pos: Position, unit: int, hex_: int) -> Iterator[Reason]:
    """Why an aircraft flies no mission to a hex: defensive air has its own phase, every raider its interceptor."""
    if pos.step.kind == "general":
        label = pos.world.units[unit].label
        yield Reason("gpw 23.4.5.B", f"{label} is sent on DAS after the enemy's reinforcements, not in this phase")
    if pos.air_stage in ("defender", "attacker"):
        side = pos.world.units[unit].side
        raiders = sorties.flying(pos, hex_, 1 - side, DAS if side == pos.side else OAS)
        if raiders and len(sorties.hunting(pos, hex_, side)) >= len(raiders):
            yield Reason("gpw 23.4.5.A", f"every aircraft over {pos.world.board.label(hex_)} has its interceptor")


# -- defensive air after the enemy's reinforcements (gpw 23.4.5.B) ----------------------------------------------------

COVERS = tuple(Step(side, "cover", f"{SIDES[side]} Defensive Air", "gpw 23.4.5.B") for side in (AXIS, SOVIET))


def add_covers(pos: Position, numbers: list[int]) -> list[int]:
    """A phase for a side's defensive air after the other side's reinforcement phase."""
    order = []
    for number in numbers:
        order.append(number)
        step = pos.world.step(pos.turn, number)
        if step.kind == "reinforcement":
            order.append(pos.world.steps.index(COVERS[1 - step.side]))
    return order


class Cover:
    """``order cover AIRCRAFT HEX``: send an aircraft to support the defence of a hex."""

    kinds: tuple[str, ...] = ("cover",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every flight that may be made."""
        ids = pos.world.board.ids
        hexes = sorted({pos.where[unit] for unit in pos.on_map(pos.side)})
        for unit in pos.world.aircraft[pos.side]:
            for hex_ in hexes:
                words = (pos.world.units[unit].id, ids[hex_])
                if next(self.objections(pos, words), None) is None:
                    yield words

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why an aircraft may not be sent."""
        if len(words) != 2:
            raise InvalidInput(f"'order cover' takes an aircraft and a hex, not {' '.join(words) or 'nothing'}")
        unit, hex_ = pos.world.unit(words[0]), pos.world.board.hex(words[1])
        barred = list(air.may_not_fly(pos, unit.index))
        yield from barred or sorties.cover_objections(pos, unit.index, hex_)

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Send it."""
        unit, hex_ = words
        return [sorties.send(pos, unit, hex_, DAS, "gpw 23.4.5.B", "supports the defence of")]


# -- landing after the combat phase (gpw 23.4.5.C) --------------------------------------------------------------------


def _over(pos: Position, unit: int) -> bool:
    """True for an aircraft whose mission is over: the combat phase in which it counts is past."""
    mission = pos.missions.get(unit)
    if mission != DAS:
        return mission in (OAS, INT) and pos.step.kind != "combat"
    enemy = 1 - pos.world.units[unit].side
    ahead = (pos.step, *(pos.world.step(pos.turn, number) for number in pos.to_come()))
    return all((step.kind, step.side) != ("combat", enemy) for step in ahead)


def land(pos: Position, unit: int, limit: int | None) -> int | None:
    """Aircraft land at once after the combat phase, wherever there is an airfield."""
    return ANYWHERE if limit is None and _over(pos, unit) else limit


def tell_landing(pos: Position) -> list[Event]:
    """Forget the dogfights of the last phase, and say why aircraft land now."""
    pos.extra.pop(AIRCRAFT.slug, None)
    if any(_over(pos, unit) for unit in pos.missions):
        return [Event("air", "aircraft land after the combat phase, on captured airfields too", "gpw 23.4.5.C")]
    return []


AIRCRAFT = Option(
    "massed-aircraft",
    "23.4.5",
    "Aircraft Changes",
    "several aircraft of a side may fly to a hex, where one counts; interceptors fight the fighters among them first; "
    "DAS is sent after the enemy's reinforcements; aircraft land after the combat phase",
    needs=("air",),
    source=SOURCE,
    topic="air",
    hooks={
        "crowd": crowd,
        "may_not_fly": one_each,
        "dogfight": dogfight,
        "decision": question,
        "order": add_covers,
        "landing": land,
        "begin": tell_landing,
    },
    orders={"role": Arrange("role"), "engage": Arrange("engage"), "cover": Cover()},
    steps=COVERS,
)
