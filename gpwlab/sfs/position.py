"""What a game knows at a moment: the world (fixed) and the position (changing).

Units stand in *forces*: the units that are stacked together, or one unit alone (sfs 4.2).  A force is in an area, or in
one of its strongpoints.  Everything else about an area follows from the forces in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from gpwlab.core.dice import roll
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.sfs.board import GERMAN, SOVIET
from gpwlab.sfs.charts import Turn
from gpwlab.sfs.sequence import Step, step_at
from gpwlab.sfs.units import CHUIKOV, Counter
from gpwlab.sfs.world import World

if TYPE_CHECKING:
    from gpwlab.sfs.fights import Fight

#: What has become of a unit; BROKEN is a division that fights as smaller units (sfs 8.2.E).
LATER, DUE, ON_MAP, ELIMINATED, WITHDRAWN, BROKEN = range(6)
FATES = ("later", "due", "on map", "eliminated", "withdrawn", "broken down")
#: States of an area besides the two sides (sfs 4.3.B).
EMPTY, CONTESTED = 2, 3
NOWHERE = -1


@dataclass(slots=True, eq=False)
class Force:
    """Units that are stacked, in the order in which they joined; ``slot`` is a strongpoint or NOWHERE."""

    id: int
    side: int
    area: int
    slot: int
    units: list[int]

    @property
    def name(self) -> str:
        """The name of the force in actions, for instance ``F12``."""
        return f"F{self.id}"

    def copy(self) -> Force:
        """An independent copy."""
        return Force(self.id, self.side, self.area, self.slot, self.units.copy())


@dataclass(slots=True, eq=False)
class Position:
    """The changing part of a game; unit lists are indexed by ``Unit.index``, area lists by area index.

    Sets named after units hold unit indices; those of a phase are cleared when the next one begins.
    """

    world: World
    seed: int
    turn: int
    phase: int
    #: id of each unit's force, 0 off the map
    force_of: list[int]
    #: steps left of German units; those of Soviet pieces follow from their counter
    steps: list[int]
    fate: list[int]
    #: counter of each Soviet piece that is or was in play, by unit index; "" where none yet
    piece: list[str]
    #: by area: the side that dominates it when empty (sfs 4.3.3.B)
    dominator: list[int]
    #: by strongpoint: the side that holds it or held it last (sfs 5.4.1.A)
    holder: list[int]
    forces: dict[int, Force] = field(default_factory=dict)
    next_force: int = 1
    #: cut-off force -> the force that surrounds it (sfs 4.6, sfs 4.7)
    held: dict[int, int] = field(default_factory=dict)
    # -- states of units -----------------------------------------------------------------------------------------
    #: units that are out of supply (sfs 6.2.3)
    oos: set[int] = field(default_factory=set)
    #: disrupted unit -> ``serial`` of the phase in which it happened (sfs 5.12.5.2)
    disrupted: dict[int, int] = field(default_factory=dict)
    #: Soviet units whose class the Germans see (sfs 2.2.2)
    revealed: set[int] = field(default_factory=set)
    #: German units in reserve (sfs 4.8)
    reserve: set[int] = field(default_factory=set)
    #: smaller unit -> the division that it is part of (sfs 8.2.E)
    part_of: dict[int, int] = field(default_factory=dict)
    #: unit that entered an enemy area and has no foothold yet -> the area that it came from (sfs 5.11)
    origin: dict[int, int] = field(default_factory=dict)
    # -- of this phase -------------------------------------------------------------------------------------------
    moved: set[int] = field(default_factory=set)
    attacked: set[int] = field(default_factory=set)
    retreated: set[int] = field(default_factory=set)
    infiltrators: set[int] = field(default_factory=set)
    #: units of the force in motion, which may go on while nobody else has started (sfs 4.1.F)
    mover: set[int] = field(default_factory=set)
    #: True when the force in motion has come to the end of its move (sfs 4.4.1, sfs 4.4.2.A)
    mover_stopped: bool = False
    #: overrun days of units in this phase (sfs 5.12.5)
    days: dict[int, int] = field(default_factory=dict)
    #: how often something was done in this phase, for the ordinals of dice: ``overrun 14-pz``
    tally: dict[str, int] = field(default_factory=dict)
    #: Soviet units that began the movement phase in a landing or on the East Bank (sfs 4.10.A)
    ferry_ready: set[int] = field(default_factory=set)
    infiltrated: set[int] = field(default_factory=set)
    ferried_in: set[int] = field(default_factory=set)
    ferried_out: set[int] = field(default_factory=set)
    #: True once an infiltration or, for the Germans, a move was made in this phase (sfs 4.9.C, sfs 4.8.C)
    begun: bool = False
    chuikov_moves: int = 0
    #: questions of this phase that still wait for an answer, first to last (see gpwlab.sfs.questions)
    asked: list[str] = field(default_factory=list)
    # -- of the whole game ---------------------------------------------------------------------------------------
    fortified: bool = True
    #: artillery points left, by side, and German air points (sfs 5.4.3, sfs 5.4.4)
    ap: list[int] = field(default_factory=lambda: [0, 0])
    air: int = 0
    #: summons that may still be made for nothing, and those announced for this turn (sfs 7.5)
    summons: int = 0
    summoned: int = 0
    #: fog of war: the card of this turn by side, and the points spent (sfs 5.4.9)
    card: list[int] = field(default_factory=lambda: [0, 0])
    spent: list[int] = field(default_factory=lambda: [0, 0])
    #: landings that have supplied a force since the last Soviet Command Phase (sfs 6.3.B)
    drawn: set[int] = field(default_factory=set)
    tractor_attacks: int = 0
    tractor_lost: bool = False
    #: turn of each victory marker by name (sfs 10.2)
    markers: dict[str, int] = field(default_factory=dict)
    corps: int = 0
    corps_turn: int = 0
    #: Soviet set-up option, and the last turn where the scenario lets it vary
    option: str = ""
    length: int = 0
    #: answers given, by question
    chosen: dict[str, str] = field(default_factory=dict)
    #: how often a Soviet unit got another counter for a step, by type of back; known to all
    changed: dict[str, int] = field(default_factory=dict)
    #: German arrivals that have been put off once (sfs 7.1.B)
    late: set[int] = field(default_factory=set)
    #: Soviet arrivals that wait for a counter, by counter id (sfs 7.10.B)
    waiting: list[str] = field(default_factory=list)
    #: SPs still to be withdrawn by named unit (sfs 7.3), and who went in its place
    owed: dict[int, int] = field(default_factory=dict)
    stand_ins: dict[int, list[int]] = field(default_factory=dict)
    fight: Fight | None = None
    #: True while a phase that was ended waits for an answer
    ending: bool = False
    #: why the game is over (see gpwlab.sfs.victory), "" while it goes on
    winner: str = ""
    #: grows with every action; what was worked out for another number is stale
    version: int = 0
    #: what was worked out while nothing can change, None otherwise (see ``still``)
    memo: dict[Any, Any] | None = None

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The phase in progress."""
        return step_at(self.phase)

    @property
    def side(self) -> int:
        """The phasing side."""
        return self.step.side

    @property
    def serial(self) -> int:
        """A number that grows with every phase of the game."""
        return self.turn * 10 + self.phase

    @property
    def turn_box(self) -> Turn:
        """The turn record's box of this turn."""
        return self.world.charts.turns[self.turn]

    def roll(self, purpose: str, subject: object, ordinal: int = 0, sides: int = 6) -> int:
        """The die for a purpose and subject in this phase."""
        return roll(self.seed, purpose, self.turn, self.phase, subject, ordinal, sides=sides)

    def counter(self, unit: int) -> Counter:
        """The counter that a unit shows; DataError for a piece that is not in play."""
        printed = self.world.units[unit].counter
        if printed is not None:
            return printed
        if not self.piece[unit]:
            raise DataError(f"{self.world.units[unit].id} has no counter", "position")
        return self.world.counters[self.piece[unit]]

    def steps_of(self, unit: int) -> int:
        """Steps left; 0 for militia, Chuikov and what is eliminated."""
        if self.world.units[unit].side == GERMAN:
            return self.steps[unit]
        return self.counter(unit).steps if self.fate[unit] == ON_MAP else 0

    def strength(self, unit: int) -> int:
        """Printed SPs of the side of the counter that is up; nothing else is taken into account."""
        return self.counter(unit).strength(self.steps_of(unit))

    def where(self, unit: int) -> Force | None:
        """The force that a unit is in, None off the map."""
        return self.forces.get(self.force_of[unit])

    def area_of(self, unit: int) -> int:
        """The area that a unit is in, NOWHERE off the map."""
        force = self.where(unit)
        return NOWHERE if force is None else force.area

    def force(self, name: str) -> Force:
        """The force with a name; InvalidInput names one that does not exist."""
        text = name[1:] if isinstance(name, str) and name[:1] == "F" else ""
        known = text.isdecimal() and len(text) <= len(str(self.next_force))
        if known and int(text) in self.forces and name == f"F{int(text)}":
            return self.forces[int(text)]
        raise InvalidInput(f"there is no force {name!r} (names look like F12)")

    def forces_in(self, area: int, side: int | None = None) -> list[Force]:
        """The forces in an area, by id; those of one side only if it is given."""
        return [f for f in self.forces.values() if f.area == area and (side is None or f.side == side)]

    def force_at(self, slot: int) -> Force | None:
        """The force in a strongpoint, if any; during a phase a landing may hold two, of which this is the first."""
        return next((f for f in self.forces.values() if f.slot == slot), None)

    def combat_units(self, force: Force) -> list[int]:
        """The units of a force that are neither support nor leader."""
        return [u for u in force.units if self.counter(u).combat]

    def count(self, units: Iterable[int]) -> int:
        """Units for stacking: support and Chuikov none, the parts of one division one together (sfs 8.2.F).

        A lone smaller unit counts half; halves are added and rounded up.
        """
        whole, parts = 0, dict[int, int]()
        for unit in units:
            counter = self.counter(unit)
            if not counter.combat:
                continue
            if unit in self.part_of or counter.smaller:
                division = self.part_of.get(unit, unit)
                parts[division] = parts.get(division, 0) + 1
            else:
                whole += 1
        alone = sum(number == 1 for number in parts.values())
        return whole + len(parts) - alone + -(-alone // 2)

    def cut_off(self, force: Force) -> bool:
        """True for a force that an enemy force surrounds (sfs 4.6.A)."""
        return force.id in self.held

    def ringed(self, force: Force) -> bool:
        """True for a force that was ferried into a cut-off landing: it is inside the ring too (sfs 4.10.1.D)."""
        if force.slot == NOWHERE or self.cut_off(force):
            return False
        return any(f.slot == force.slot and self.cut_off(f) for f in self.forces_in(force.area, force.side))

    def surrounding(self, force: Force) -> Force | None:
        """The cut-off force that this one surrounds, if any (sfs 4.7.A)."""
        return next((self.forces[c] for c, by in self.held.items() if by == force.id), None)

    def is_disrupted(self, force: Force) -> bool:
        """True if any unit of the force is disrupted (sfs 5.12.5.1.C)."""
        return any(u in self.disrupted for u in force.units)

    def entering(self, force: Force) -> bool:
        """True for a force that has no foothold yet in the enemy area that it entered (sfs 5.11)."""
        return any(u in self.origin for u in force.units)

    def free(self, force: Force) -> bool:
        """True for a force that is free-in-area: not bound by strongpoint, ring or disruption (sfs 4.5.1.B)."""
        bound = force.slot != NOWHERE or self.cut_off(force) or self.surrounding(force) is not None
        return not bound and not self.is_disrupted(force)

    def counts(self, force: Force) -> bool:
        """True for a force that counts for the control of its area.

        A combat unit in it, not cut off (sfs 4.3.1.A), not still entering; support alone does not (sfs 8.1.2.A).
        """
        if self.cut_off(force) or not self.combat_units(force):
            return False
        return not (self.entering(force) or self.ringed(force))

    def control(self, area: int) -> int:
        """GERMAN, SOVIET, CONTESTED or EMPTY (sfs 4.3.B, sfs 4.3.2.A)."""
        if self.memo is not None:
            if ("control", area) not in self.memo:
                self.memo["control", area] = self._control(area)
            return int(self.memo["control", area])
        return self._control(area)

    def _control(self, area: int) -> int:
        there = {f.side for f in self.forces.values() if f.area == area and self.counts(f)}
        return EMPTY if not there else there.pop() if len(there) == 1 else CONTESTED

    def owner(self, area: int) -> int:
        """The side that controls or dominates an area; CONTESTED otherwise (sfs 4.3.3)."""
        state = self.control(area)
        return self.dominator[area] if state == EMPTY else state

    def chuikov(self) -> int:
        """Chuikov's unit index, NOWHERE when he is not on the map."""
        first = self.world.first_piece
        there = (u for u in range(first, len(self.piece)) if self.piece[u] == CHUIKOV and self.fate[u] == ON_MAP)
        return next(there, NOWHERE)

    def fortified_area(self, area: int) -> bool:
        """True for the salient while its fortifications stand (sfs 5.14.A)."""
        return self.fortified and self.world.board.areas[area].salient

    def terrain(self, force: Force) -> str:
        """Terrain of a force: that of its strongpoint, else of its area, rough in a fortified area (sfs 5.5.A)."""
        board = self.world.board
        if force.slot != NOWHERE and self.surrounding(force) is None:
            return board.strongpoints[force.slot].terrain
        area = board.areas[force.area]
        if area.salient:  # the data names the terrain while it is fortified (sfs 5.14.B)
            return "rough" if self.fortified and force.side == SOVIET else "open"
        return area.terrain

    def on_map(self, side: int) -> Iterator[int]:
        """Units of a side on the map, by index."""
        return (u for u, f in enumerate(self.fate) if f == ON_MAP and self.world.units[u].side == side)

    @contextmanager
    def still(self) -> Iterator[None]:
        """While nothing changes: states of control and supply lines are worked out once."""
        outer, self.memo = self.memo, {} if self.memo is None else self.memo
        try:
            yield
        finally:
            self.memo = outer

    # -- changing ------------------------------------------------------------------------------------------------

    def put(self, units: Iterable[int], side: int, area: int, slot: int = NOWHERE) -> Force:
        """Make a new force of units, from wherever they are, in an area or strongpoint."""
        members = list(units)
        for unit in members:
            self.lift(unit)
        made = Force(self.next_force, side, area, slot, members)
        self.next_force += 1
        self.forces[made.id] = made
        for unit in members:
            self.force_of[unit], self.fate[unit] = made.id, ON_MAP
        self._settle(made)
        return made

    def join(self, units: Iterable[int], force: Force) -> None:
        """Add units to a force, from wherever they are."""
        for unit in units:
            if self.force_of[unit] != force.id:
                self.lift(unit)
                force.units.append(unit)
                self.force_of[unit], self.fate[unit] = force.id, ON_MAP
        self._settle(force)

    def go(self, units: Iterable[int], area: int, slot: int = NOWHERE) -> Force:
        """Take units to another place: a whole force keeps its id, a part of one becomes a new force."""
        members = list(units)
        force = self.where(members[0])
        assert force is not None
        left = force.area
        if sorted(force.units) != sorted(members):
            moved = self.put(members, force.side, area, slot)
        else:
            self.release_from(force)
            self.held.pop(force.id, None)
            force.area, force.slot = area, slot
            self._settle(force)
            moved = force
        self.refresh(left)
        return moved

    def lift(self, unit: int) -> None:
        """Take a unit out of its force; an emptied force is gone, and whom it surrounded is free (sfs 4.6.C)."""
        force = self.where(unit)
        self.force_of[unit] = 0
        if force is None:
            return
        force.units.remove(unit)
        if not any(self.counter(u).combat for u in force.units):
            self.release_from(force)
        if not force.units:
            self.held.pop(force.id, None)
            del self.forces[force.id]
        self.refresh(force.area)

    def pass_through(self, side: int, area: int) -> None:
        """A side's units go through an area; if it is empty, they dominate it from now on (sfs 4.3.3.B)."""
        if self.control(area) in (EMPTY, side) and not self.world.board.areas[area].steppe:
            self.dominator[area] = side

    def refresh(self, area: int) -> None:
        """Whoever controls an area dominates it once it is empty; an empty steppe is German (sfs 2.1.2.1.B)."""
        state = self.control(area)
        if state in (GERMAN, SOVIET):
            self.dominator[area] = state
        elif state == EMPTY and self.world.board.areas[area].steppe:
            self.dominator[area] = GERMAN

    def _settle(self, force: Force) -> None:
        if force.slot != NOWHERE and self.combat_units(force):
            self.holder[force.slot] = force.side
            if force.slot == self.world.tractor_works and force.side == GERMAN:
                self.tractor_lost = True  # sfs 7.6.D
        self.refresh(force.area)

    def hold(self, cut: Force, by: Force) -> None:
        """A force is cut off and surrounded by another (sfs 4.7.A)."""
        self.held[cut.id] = by.id
        self.refresh(cut.area)

    def release(self, cut: Force) -> None:
        """A force is no longer cut off (sfs 4.6.C)."""
        self.held.pop(cut.id, None)
        self.refresh(cut.area)

    def release_from(self, force: Force) -> None:
        """Whoever a force surrounded is no longer cut off (sfs 4.6.C)."""
        for cut in [c for c, by in self.held.items() if by == force.id]:
            del self.held[cut]
        self.refresh(force.area)

    def foothold(self, side: int, area: int) -> None:
        """A side's entering forces in an area are in it for good (sfs 5.11.1.1)."""
        for force in self.forces_in(area, side):
            for unit in force.units:
                self.origin.pop(unit, None)
        self.refresh(area)

    def eliminate(self, unit: int) -> None:
        """Take a unit off the map for good; what hangs on it is forgotten."""
        self.lift(unit)
        self.forget(unit)
        self.fate[unit] = ELIMINATED
        if self.world.units[unit].side == GERMAN:
            self.steps[unit] = 0

    def forget(self, unit: int) -> None:
        """Drop all that is noted of a unit that leaves the map, its steps apart."""
        for noted in (self.oos, self.revealed, self.reserve, self.mover, self.moved, self.infiltrators):
            noted.discard(unit)
        for table in (self.disrupted, self.origin, self.days):
            table.pop(unit, None)

    def copy(self) -> Position:
        """An independent position in the same world."""
        twin = object.__new__(Position)  # odds carry out thousands of trials: __init__ would take half their time
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        for name in _COPIED:
            setattr(twin, name, getattr(self, name).copy())
        twin.memo = None
        twin.forces = {number: force.copy() for number, force in self.forces.items()}
        twin.stand_ins = {unit: went.copy() for unit, went in self.stand_ins.items()}
        if self.fight is not None:
            twin.fight = self.fight.copy()
        return twin


def _copied() -> tuple[str, ...]:
    """Names of the fields that hold a list, set or dict."""
    apart = ("world", "forces", "stand_ins", "fight", "memo")
    return tuple(
        f.name for f in fields(Position) if str(f.type).startswith(("list", "set", "dict")) and f.name not in apart
    )


_COPIED = _copied()
_SHARED = tuple(f.name for f in fields(Position) if f.name not in _COPIED)


def empty(world: World, seed: int) -> Position:
    """A position with no unit on the map."""
    board = world.board
    markers: dict[str, Any] = dict(world.charts.markers)
    return Position(
        world=world,
        seed=seed,
        turn=world.scenario.first_turn,
        phase=0,
        force_of=[0] * len(world.units),
        steps=[unit.counter.steps if unit.counter else 0 for unit in world.units],
        fate=[LATER] * len(world.units),
        piece=[""] * len(world.units),
        dominator=[area.dominated_by for area in board.areas],
        holder=[board.areas[place.area].dominated_by for place in board.strongpoints],
        markers=markers,
    )
