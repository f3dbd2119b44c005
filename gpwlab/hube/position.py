"""What a game knows at a moment: the world (fixed) and the position (changing)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from gpwlab.core.dice import roll
from gpwlab.hube.charts import Turn
from gpwlab.hube.sequence import AXIS, SOVIET, Step, code_of, step_at
from gpwlab.hube.units import Unit
from gpwlab.hube.world import World

#: What has become of a unit.  DUE may be placed now; TO_COME has an arrival later; POOL is a spare counter.
ABSENT, TO_COME, DUE, ON_MAP, DEAD, FLANK, PURSUIT, COLLAPSED, RECALLED, POOL = range(10)
FATES = (
    "not in this game", "to come", "to be placed", "on the map", "dead", "exited (flank)", "exited (pursuit)",
    "collapsed", "recalled", "in the pool",
)  # fmt: skip
#: What an air unit is doing.
W_ABSENT, W_TO_COME, W_DUE, W_ACTIVE, W_INACTIVE, W_LOST = range(6)
WING_STATES = ("not in this game", "to come", "to be placed", "active", "inactive", "lost")
NOWHERE = -1
#: In place of a hex: points that are due to be brought in, or held by OKH (hube 3.10).
OFF_MAP = -1
MODES = ("combat", "move", "strategic", "reserve", "disorganised")
#: Kinds of points; supply in T, four to a supply point.
POINTS = ("sp", "truck", "wagon", "pax", "eq", "hedgehog", "airbase")
T_PER_SP = 4


@dataclass(slots=True, eq=False)
class Position:
    """The changing part of a game; unit lists are indexed by ``Unit.index``, hex lists by hex index."""

    world: World
    seed: int
    turn: int
    phase: int
    fate: list[int]
    #: hex of each unit on the map, NOWHERE off it
    where: list[int]
    #: steps lost
    lost: list[int]
    #: turn in which a unit that is to come arrives
    due: list[int]
    #: by hex the side that holds it: it stands there, passed last, or has it behind its front; -1 off the map
    owner: list[int]
    #: by hex the side whose gauge its railway has, -1 for none (hube 1.5)
    gauge: list[int]
    wing: list[int]
    base: list[int]
    #: who moves first in this turn (hube 1.1.B)
    first: int = SOVIET
    weather: str = ""
    ground: str = ""
    air: str = ""
    #: (side, kind, hex) -> points there
    points: dict[tuple[int, str, int], int] = field(default_factory=dict)
    #: (side, kind, place) -> points still to be set up
    stock: dict[tuple[int, str, str], int] = field(default_factory=dict)
    modes: dict[int, str] = field(default_factory=dict)
    #: T on organic trucks
    cargo: dict[int, int] = field(default_factory=dict)
    #: units that were recorded as out of supply
    oos: set[int] = field(default_factory=set)
    #: hexes that count, to which the Soviets cannot trace (hube 5.2)
    untraced: set[int] = field(default_factory=set)
    #: entry that a unit to come is bound to, where it is not that of the Order of Arrival: ``any`` or ``return``
    entry: dict[int, str] = field(default_factory=dict)
    # -- fortresses ----------------------------------------------------------------------------------------------
    #: fortress hex -> its Fortress unit (hube 3.9)
    fortress: dict[int, int] = field(default_factory=dict)
    #: hexes that have been a fortress
    forted: set[int] = field(default_factory=set)
    #: units in a fortress that are beyond its stacking limit (hube 3.9.A)
    spared: set[int] = field(default_factory=set)
    #: city hexes that have drawn for the turn (hube 3.9.D), by name of the city
    subsisted: set[str] = field(default_factory=set)
    # -- special rules -------------------------------------------------------------------------------------------
    alerts: int = 0
    #: Alert Battalions rolled and not yet placed (hube 3.8)
    to_post: int = 0
    bought: list[int] = field(default_factory=lambda: [0, 0])
    #: sides that have decided on reserve markers (hube 2.2)
    decided: list[bool] = field(default_factory=lambda: [False, False])
    #: turn of the declaration, 0 for none, and what became of it: "", declared, done or failed (hube 3.4)
    collapse_turn: int = 0
    collapse: str = ""
    noted: set[int] = field(default_factory=set)
    #: attack capable Axis counters that left
    left: int = 0
    #: pursuing counters in quarters, army headquarters and transport points (hube 2.4b)
    chase: list[int] = field(default_factory=lambda: [0, 0, 0])
    #: turn in which the flanks were reinforced, 0 for never, -1 before the scenario (hube 2.4a)
    flank_turn: int = 0
    #: turn in which the 24th Panzer Division entered, 0 for never, and turns in which its recall was rolled (hube 3.7)
    entry_24: int = 0
    recall_rolls: list[int] = field(default_factory=list)
    base_lost: list[bool] = field(default_factory=lambda: [False, False])
    #: the side without initiative, formations that each side may shift, and those it has (hube 4.3)
    masked: int = AXIS
    shifts: list[int] = field(default_factory=lambda: [0, 0])
    shifted: set[str] = field(default_factory=set)
    # -- of this turn --------------------------------------------------------------------------------------------
    #: True once who moves first is known
    opened: bool = False
    supplied: list[bool] = field(default_factory=lambda: [False, False])
    rail_used: list[int] = field(default_factory=lambda: [0, 0])
    #: how often something was rolled in this phase
    tally: dict[str, int] = field(default_factory=dict)
    # -- the score -----------------------------------------------------------------------------------------------
    #: turn -> VP at the end of the Axis player turn, in halves
    course: dict[int, int] = field(default_factory=dict)
    #: steps and units that the Soviets destroyed and that the scenario counts
    killed: list[int] = field(default_factory=lambda: [0, 0])
    #: steps of pocketed units that joined the regular line
    linked: dict[int, int] = field(default_factory=dict)
    #: why the game is over: "", turns, thaw or massive
    ended: str = ""
    #: grows with every action
    version: int = 0

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The phase in progress."""
        return step_at(self.phase, self.first, self.masked)

    @property
    def code(self) -> int:
        """The phase and whose it is as one number."""
        return code_of(self.phase, self.first, self.masked)

    @property
    def side(self) -> int:
        """The side whose phase it is."""
        return self.step.side

    @property
    def mover(self) -> int:
        """The side whose player turn it is."""
        half = 1 if self.phase <= 5 else 2
        return self.first if half == 1 else 1 - self.first

    @property
    def turn_box(self) -> Turn:
        """Number and date of the turn."""
        return self.world.charts.turn(self.turn)

    def roll(self, purpose: str, subject: object = "", ordinal: int = 0, sides: int = 6) -> int:
        """The die for a purpose and subject in this phase."""
        return roll(self.seed, purpose, self.turn, self.phase, subject, ordinal, sides=sides)

    def count(self, what: str) -> int:
        """How often something was rolled in this phase before; counts this time too."""
        before = self.tally.get(what, 0)
        self.tally[what] = before + 1
        return before

    def unit(self, u: int) -> Unit:
        """A unit by its index."""
        return self.world.units[u]

    def on_map(self, side: int | None = None) -> Iterator[int]:
        """Units on the map, of one side if it is given, by index."""
        units = self.world.units
        return (u for u, f in enumerate(self.fate) if f == ON_MAP and side in (None, units[u].side))

    def units_at(self, h: int, side: int | None = None) -> list[int]:
        """Units in a hex."""
        if h not in self.where:  # most hexes are empty, and this is the quick way to know
            return []
        units = self.world.units
        return [u for u, here in enumerate(self.where) if here == h and side in (None, units[u].side)]

    def occupied(self, side: int) -> set[int]:
        """Hexes with units of a side."""
        return {self.where[u] for u in self.on_map(side)}

    def held(self, side: int, kind: str, h: int) -> int:
        """Points of a kind that a side has in a hex, or OFF_MAP."""
        return self.points.get((side, kind, h), 0)

    def total(self, side: int, kind: str) -> int:
        """Points of a kind that a side has in all."""
        return sum(n for (s, k, _h), n in self.points.items() if (s, k) == (side, kind))

    def has(self, side: int, kind: str) -> list[int]:
        """Hexes where a side has points of a kind."""
        return sorted(h for (s, k, h), n in self.points.items() if (s, k) == (side, kind) and n and h != OFF_MAP)

    def garrison(self, u: int) -> bool:
        """True for a unit that is part of a fortress (hube 3.9.A)."""
        inside = self.fate[u] == ON_MAP and self.where[u] in self.fortress
        return inside and self.unit(u).side == AXIS and u not in self.spared

    # -- changing ------------------------------------------------------------------------------------------------

    def add(self, side: int, kind: str, h: int, count: int) -> None:
        """Add points to a hex, or take them with a negative count."""
        left = self.points.get((side, kind, h), 0) + count
        if left:
            self.points[side, kind, h] = left
        else:
            self.points.pop((side, kind, h), None)

    def put(self, u: int, h: int) -> None:
        """Put a unit on the map or move it; its side holds the hex."""
        self.fate[u], self.where[u] = ON_MAP, h
        self.owner[h] = self.unit(u).side
        self.due[u] = 0

    def lift(self, u: int, fate: int) -> None:
        """Take a unit off the map; what is noted of it is forgotten."""
        self.fate[u], self.where[u] = fate, NOWHERE
        for noted in (self.oos, self.spared):
            noted.discard(u)
        for table in (self.modes, self.cargo):
            table.pop(u, None)
        for h in [h for h, fort in self.fortress.items() if fort == u]:
            del self.fortress[h]
            self.spared -= set(self.units_at(h))

    def copy(self) -> Position:
        """An independent position in the same world."""
        twin = replace(self)
        for name in _COPIED:
            setattr(twin, name, getattr(self, name).copy())
        return twin


_COPIED = tuple(f.name for f in fields(Position) if str(f.type).startswith(("list", "set", "dict")))


def empty(world: World, seed: int) -> Position:
    """A position with no unit on the map, before the first turn of the scenario."""
    count, wings = len(world.units), len(world.wings)
    return Position(
        world=world,
        seed=seed,
        turn=world.scenario.first_turn,
        phase=0,
        fate=[ABSENT] * count,
        where=[NOWHERE] * count,
        lost=[0] * count,
        due=[0] * count,
        owner=list(world.start_side),
        gauge=list(world.start_gauge),
        wing=[W_ABSENT] * wings,
        base=[NOWHERE] * wings,
        ground=world.scenario.ground,
    )
