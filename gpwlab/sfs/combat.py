"""Combat (sfs 5.0): declare an attack, then carry out the combat sequence step by step (sfs 5.2).

Each kind of combat is a list of steps (:data:`SEQUENCES`).  A step that leaves a choice stops and becomes the game's
open decision, whoever's choice it is; play, preview and bots go through the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.sfs import (
    artillery,
    assault,
    cards,
    casualties,
    control,
    cutoff,
    entry,
    forces,
    overrun,
    provisions,
    refuge,
    retreat,
    rolls,
    stukas,
    supply,
)
from gpwlab.sfs.actions import Abort, Action, Attack, Commit, Overrun, Proceed, Retreat, Stuka
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.decisions import Decision
from gpwlab.sfs.events import Event
from gpwlab.sfs.fights import Fight, subject, target_of
from gpwlab.sfs.position import ON_MAP
from gpwlab.sfs.sequence import COMBAT, MOVEMENT
from gpwlab.sfs.stages import Stage

if TYPE_CHECKING:
    from gpwlab.sfs.position import Force, Position

#: The combat sequence up to the odds, the dice with what they do, and the end.
#: Worked through in sfs 13.2.A, sfs 13.2.B and sfs 13.2.C.
BEFORE = ("reveal", "abort", "German guns", "Soviet guns", "draw", "odds", "adjust", "fire")
DICE = (
    "defender roll",
    "defender struck",
    "cut-off roll",
    "liberate",
    "surround",
    "terrain roll",
    "retreat",
    "defender bill",
    "defender losses",
    "attacker roll",
    "attacker struck",
    "attacker bill",
    "attacker losses",
    # whoever a lost force leaves behind is gone before anybody advances
    "general",
    "refuge",
    "stranded",
    "advance",
)
AFTER = ("supply", "stranded", "settle")
SEQUENCES: dict[str, tuple[str, ...]] = {
    "attack": (*BEFORE, *DICE, *AFTER),
    "entry": (*BEFORE, *DICE, *AFTER),
    "assault": ("crossing", *BEFORE, *DICE, "ashore", *AFTER),
    "overrun": (*BEFORE, *DICE, *AFTER[:-1], "days", "once more", "overrun end"),
    "stuka": (*stukas.SEQUENCE, "settle"),
    "steppes": ("steppe losses",),
}
#: What is left to do of an attack that the Germans call off (sfs 5.9).
ABORTED = ("abort bill", "attacker losses", "supply", "general", "refuge", "stranded", "settle")

# -- declaring --------------------------------------------------------------------------------------------------------


def objections(pos: Position, action: Attack | Overrun | Stuka) -> Iterator[Reason]:
    """Why an attack may not be declared; InvalidInput names a force that does not exist."""
    target = pos.force(action.target)
    if isinstance(action, Stuka):
        yield from stukas.objections(pos, target)
    elif isinstance(action, Overrun):
        yield from overrun.objections(pos, target, pos.force(action.attacker))
    else:
        attackers = [pos.force(name) for name in action.attackers]
        if not any(map(pos.entering, attackers)):
            yield from entry.unsettled(pos)
        yield from forces.objections(pos, target, attackers)


def legal(pos: Position) -> Iterator[Attack | Overrun | Stuka]:
    """Attacks that may be declared now: by each force alone, and by the strongest three that may join."""
    if pos.step.kind in COMBAT:
        yield from _attacks(pos)
    elif pos.step.kind in MOVEMENT:
        yield from _overruns(pos)
    for target in _targets(pos):
        if pos.air and next(stukas.objections(pos, target), None) is None:
            yield Stuka(target.name)


def _targets(pos: Position) -> list[Force]:
    return [force for force in pos.forces.values() if force.side != pos.side and pos.combat_units(force)]


def _near(pos: Position, target: Force) -> list[Force]:
    """The phasing side's forces that are near enough to attack a force."""
    own = (force for force in pos.forces.values() if force.side == pos.side)
    return [force for force in own if force.area == target.area or forces.assaults(pos, force)]


def _attacks(pos: Position) -> Iterator[Attack]:
    waiting = next(entry.unsettled(pos), None) is not None
    for target in _targets(pos):
        able = [
            force
            for force in _near(pos, target)
            if not (waiting and not pos.entering(force)) and next(forces.objections(pos, target, [force]), None) is None
        ]
        for force in able:
            yield Attack(target.name, (force.name,))
        if len(able) > 1 and not forces.dug_in(pos, target):
            able.sort(key=lambda force: -forces.strength(pos, force, target))
            yield Attack(target.name, tuple(force.name for force in able[: forces.MOST_FORCES]))


def _overruns(pos: Position) -> Iterator[Overrun]:
    for target in _targets(pos):
        for force in _near(pos, target):
            if force.area == target.area and next(overrun.objections(pos, target, force), None) is None:
                yield Overrun(target.name, force.name)


def begin(pos: Position, action: Attack | Overrun | Stuka) -> list[Event]:
    """Declare a combat and carry it out as far as no choice is open (sfs 5.2.1)."""
    target = pos.force(action.target)
    if isinstance(action, Stuka):
        pos.fight = make(pos, "stuka", target, [])
        pos.fight.todo = SEQUENCES["stuka"]
        return carry_on(pos)
    if isinstance(action, Overrun):
        force = pos.force(action.attacker)
        overrun.start(pos, force)
        return [*declare(pos, "overrun", target, [force]), *carry_on(pos)]
    attackers = [pos.force(name) for name in action.attackers]
    return [*declare(pos, kind_of(pos, attackers), target, attackers), *carry_on(pos)]


def kind_of(pos: Position, attackers: Sequence[Force]) -> str:
    """The kind of an attack by where its forces stand."""
    if any(forces.assaults(pos, force) for force in attackers):
        return "assault"
    return "entry" if any(map(pos.entering, attackers)) else "attack"


def make(pos: Position, kind: str, target: Force, attackers: Sequence[Force]) -> Fight:
    """A combat that is about to begin; changes nothing."""
    hungry = [u for force in (target, *attackers) if not supply.can_trace(pos, force) for u in force.units]
    fight = Fight(
        kind,
        1 - target.side,
        target.id,
        tuple(force.id for force in attackers),
        target.area,
        target.slot,
        tuple(target.units),
        tuple(tuple(force.units) for force in attackers),
        unsupplied=tuple(unit for unit in hungry if not pos.counter(unit).leader),
        entry=any(map(pos.entering, attackers)),
    )
    fight.number = pos.tally.get(f"{kind} {subject(pos, fight)}", 0)
    return fight


def let_go(pos: Position, target: Force, attackers: Sequence[Force]) -> None:
    """A surrounding force that attacks somebody else gives up its ring (sfs 4.6.C)."""
    for force in attackers:
        guarded = pos.surrounding(force)
        if guarded is not None and guarded is not target:
            pos.release(guarded)


def declare(pos: Position, kind: str, target: Force, attackers: Sequence[Force], last: bool = False) -> list[Event]:
    """Name who attacks whom, with what that alone brings about; the combat is the position's from now on."""
    fight = make(pos, kind, target, attackers)
    fight.last, fight.todo = last, SEQUENCES[kind]
    tried = f"{kind} {subject(pos, fight).rsplit('#', 1)[0]}#0"
    pos.tally[tried] = pos.tally.get(tried, 0) + 1
    pos.fight = fight
    let_go(pos, target, attackers)
    if kind != "overrun":  # sfs 5.1.1.B
        pos.attacked.update(fight.units)
    pos.reserve.difference_update(fight.units)  # sfs 4.8.E
    if target.slot == pos.world.tractor_works and fight.side == GERMAN:  # sfs 7.6.D
        pos.tractor_attacks += 1
    who = " and ".join(forces.named(pos, force) for force in attackers)
    verb = "overruns" if kind == "overrun" else "attacks" if len(attackers) == 1 else "attack"
    where = pos.world.board.areas[target.area].name
    text = f"{who} {verb} {forces.named(pos, target)} in {where}"
    rule = {"assault": "sfs 5.13.A", "overrun": "sfs 5.12"}.get(kind, "sfs 5.2.1")
    return [Event("attack", text, rule, to_area=pos.world.board.code(target.area), result=kind)]


# -- carrying out -----------------------------------------------------------------------------------------------------


def carry_on(pos: Position, hasty: bool = False) -> list[Event]:
    """Carry out what remains until a step leaves a choice; ``hasty`` takes the default of every decision."""
    events: list[Event] = []
    while pos.fight is not None:
        fight = pos.fight
        if not fight.todo:
            pos.fight = None
            break
        stage = STAGES[fight.todo[0]]
        options = stage.options(pos, fight)
        if len(options) > 1 and not hasty:
            break
        answer = stage.default(pos, fight, options) if len(options) > 1 else options[0] if options else None
        fight.todo = fight.todo[1:]
        events += stage.carry(pos, fight, answer)
    return events


def decision(pos: Position) -> Decision | None:
    """The choice that the combat in progress waits for."""
    fight = pos.fight
    if fight is None or not fight.todo:
        return None
    stage = STAGES[fight.todo[0]]
    options = stage.options(pos, fight)
    side = SIDES[stage.side(pos, fight)]
    default = stage.default(pos, fight, options)
    return Decision(side, stage.kind, stage.rule, tuple(options), default, stage.text, stage.secret)


def check(pos: Position) -> None:
    """InvalidInput unless the combat in progress, as it was read from a record, waits for a choice of somebody."""
    fight = pos.fight
    assert fight is not None
    if not fight.todo or not set(fight.todo) <= set(STAGES):
        raise InvalidInput(f"a combat in progress has the steps {' '.join(fight.todo) or 'none'}, which cannot be")
    if not _agrees(pos, fight):
        raise InvalidInput("the forces of the combat in progress are not those of the position")
    if len(STAGES[fight.todo[0]].options(pos, fight)) < 2:
        raise InvalidInput(f"the combat in progress waits for nothing at its step '{fight.todo[0]}'")


def _agrees(pos: Position, fight: Fight) -> bool:
    """Whether both sides of a combat are what it says, and still all there before the dice."""
    if len(fight.attackers) != len(fight.attacking):
        return False
    parties = [(fight.target, fight.defenders, 1 - fight.side)] if fight.kind != "steppes" else []
    parties += [(force, units, fight.side) for force, units in zip(fight.attackers, fight.attacking, strict=True)]
    for number, units, side in parties:
        force = pos.forces.get(number)
        if any(pos.world.units[u].side != side for u in units) or (force is not None and force.side != side):
            return False
        if "defender roll" in fight.todo and (force is None or not set(force.units) <= set(units)):
            return False
    return True


def answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to the open decision, and what follows from it."""
    fight = pos.fight
    assert fight is not None
    stage = STAGES[fight.todo[0]]
    fight.todo = fight.todo[1:]
    return [*stage.carry(pos, fight, action), *carry_on(pos)]


def answer_objections(pos: Position, action: Action) -> Iterator[Reason]:
    """What more there is to say about an answer that the open decision does not offer."""
    fight = pos.fight
    if isinstance(action, Commit) and not cards.on(pos):  # with cards nobody is told what the other has
        side = GERMAN if action.air or (fight is not None and fight.todo[:1] == ("German guns",)) else SOVIET
        if action.points > pos.ap[side] or action.air > pos.air:
            yield Reason("sfs 5.4.3", f"{SIDES[side]} does not have {action} to commit")
    target = None if fight is None else target_of(pos, fight)
    if isinstance(action, Retreat) and target is not None:
        yield from retreat.bound(pos, target)


def done_objections(pos: Position) -> Iterator[Reason]:
    """Why the phase cannot end yet: entering attacks must be made (sfs 5.11.1.2)."""
    if pos.step.kind == "attack":
        yield from entry.unsettled(pos)


def phase_end(pos: Position) -> list[Event]:
    """The end of an attack or reserve phase: nobody stays without a foothold (sfs 5.11.1.1)."""
    return entry.phase_end(pos)


def steppes(pos: Position) -> list[Event]:
    """The end of the German Command Phase: points and steps that lost steppes cost (sfs 5.4.7)."""
    events = artillery.reduce(pos)
    owed = artillery.lost_steppes(pos)
    if owed:
        pos.fight = Fight("steppes", SOVIET, 0, (), -1, -1, (), (), owed=owed, todo=SEQUENCES["steppes"])
    return [*events, *carry_on(pos)]


# -- the steps that belong to no other chapter ------------------------------------------------------------------------


def _reveal(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """The Soviets show the units that attack or defend (sfs 5.2.2, sfs 2.2.2)."""
    ours = fight.units if fight.side == SOVIET else fight.defenders
    hidden = [u for u in ours if pos.fate[u] == ON_MAP and u not in pos.revealed and not pos.counter(u).leader]
    pos.revealed.update(hidden)
    return [
        Event(
            "reveal",
            f"{pos.world.units[u].id} is shown: {pos.counter(u).name}",
            "sfs 5.2.2",
            unit=pos.world.units[u].id,
            result=pos.counter(u).cls,
        )
        for u in hidden
    ]


def _may_abort(pos: Position, fight: Fight) -> list[Action]:
    return [Proceed(), Abort()] if fight.side == GERMAN else []


def _abort(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Germany calls the attack off: no dice, its supply is used, one step is lost (sfs 5.9)."""
    if not isinstance(answer, Abort):
        return []
    ending = ("overrun end",) if fight.kind == "overrun" else ("settle",)
    fight.todo = (*ABORTED[:-1], *ending)
    fight.unsupplied = tuple(unit for unit in fight.unsupplied if unit in fight.units)
    return [Event("abort", "the Germans call the attack off", "sfs 5.9")]


def _stranded(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Support that this combat leaves alone among enemies is lost at once (sfs 8.1.2.B)."""
    there = {pos.force_of[u] for u in (*fight.defenders, *fight.units) if pos.fate[u] == ON_MAP}
    return control.stranded(pos, there)


def _settle(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Entering forces of the area: in for good, another try, or back (sfs 5.11.1.1)."""
    return entry.settle(pos, fight.area)


def _again(pos: Position, fight: Fight) -> list[Event]:
    """The one overrun that is left, of the same defender (sfs 5.12.5)."""
    target, force = target_of(pos, fight), pos.where(overrun.runner(pos, fight))
    assert target is not None
    assert force is not None
    return declare(pos, "overrun", target, [force], last=True)


STAGES: dict[str, Stage] = {
    "reveal": Stage(_reveal),
    "abort": Stage(
        _abort, _may_abort, kind="abort", rule="sfs 5.9", text="the defenders are shown: go on or call the attack off"
    ),
    "stranded": Stage(_stranded),
    "settle": Stage(_settle),
    **artillery.STAGES,
    **assault.STAGES,
    **casualties.STAGES,
    **cutoff.STAGES,
    **overrun.stages(_again),
    **provisions.STAGES,
    **refuge.STAGES,
    **retreat.STAGES,
    **rolls.STAGES,
    **stukas.STAGES,
}
