"""A position: where every unit is, who passed each hex last, and how far the phase has come.

``World`` is what never changes during a game (map, counters, charts, scenario); ``Position`` is what does.  The rule
modules read and change positions; only the functions here move counters, so that occupancy, ZOC and control agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gpwlab.core.dice import roll
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.board import Board
from gpwlab.gpw.charts import Charts, Turn
from gpwlab.gpw.charts import Event as ChartEvent
from gpwlab.gpw.guard import guarded
from gpwlab.gpw.hooks import Hooks, collect, thread
from gpwlab.gpw.options import registry
from gpwlab.gpw.sequence import TURN, Phase, Step, phase_of
from gpwlab.gpw.units import SIDES, Unit

if TYPE_CHECKING:
    from gpwlab.gpw.allies import Fence
    from gpwlab.gpw.fronts import Fronts
    from gpwlab.gpw.hooks import Orders
    from gpwlab.gpw.options import RuleSet
    from gpwlab.gpw.scenarios import Scenario
    from gpwlab.gpw.setup import Entry

#: What has become of a unit.
LATER, DUE, ON_MAP, ELIMINATED, WITHDRAWN, CAPITAL, RETURNING, BOXED, OFF_MAP = range(9)
#: ``capital``: a leader whose capital is in enemy hands; ``returning``: one that goes there in its next phase;
#: ``turn box``: an aircraft or partisan that comes back on the turn in ``Position.boxes`` (gpw 11.4.A, gpw 16.2.D);
#: ``off map``: the Balkan Garrison before it is activated (gpw 17.6.A).
FATES = ("later", "due", "on map", "eliminated", "withdrawn", "capital", "returning", "turn box", "off map")
NOBODY = 2
#: Chart events by which a unit comes into play.
ARRIVALS = ("reinforcement", "return")


@dataclass(slots=True, eq=False)
class World:
    """What a game's rules and data fix once: board, counters, charts, rule set, scenario, historical fronts."""

    board: Board
    units: list[Unit]
    charts: Charts
    rules: RuleSet
    scenario: Scenario
    fronts: Fronts
    #: units of the set-up by unit index; filled by setup.read_setup
    setup: dict[int, Entry] = field(default_factory=dict)
    unit_index: dict[str, int] = field(init=False)
    #: per (armour, extra MP a hex, bounds of allies, weather): the ways out of each hex; filled by movement.edges
    edges: dict[tuple[bool, int, Fence | None, str], list[tuple[tuple[int, int, bool, bool], ...]]] = field(
        default_factory=dict
    )
    #: per (side, entry token of the chart): the hexes it stands for; filled by reinforcements.places
    places: dict[tuple[int, str], frozenset[int]] = field(default_factory=dict)
    #: hexes of a country; for each hex the way to Romania or Bessarabia: allies.country and allies.distances fill them
    countries: dict[str, frozenset[int]] = field(default_factory=dict)
    leash: list[int] = field(default_factory=list)
    #: one byte a hex, 1 where allied units within these bounds may be; filled by allies.open_hexes
    fences: dict[Fence, bytearray] = field(default_factory=dict)
    #: per unit: its arrivals on the chart, those that wait for a condition first, then by turn
    arrivals: dict[str, list[ChartEvent]] = field(init=False)
    #: leaders that take part, by side; none without their advanced rule
    leaders: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    #: aircraft that take part, by side; none without their advanced rule
    aircraft: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False)
    #: hex of each side's capital (gpw 12.2.A)
    capitals: tuple[int, int] = field(init=False)
    #: what the rule set's variants change, the orders that they add, and every phase that a turn may have
    hooks: Hooks = field(init=False)
    orders: dict[str, Orders] = field(init=False)
    steps: tuple[Step, ...] = field(init=False)
    #: per hex: the side that it belongs to before the first move; worlds.py adds what the scenario's table says
    home: bytearray = field(init=False)

    def __post_init__(self) -> None:
        on_now = [registry()[slug] for slug in self.rules.options]
        house = [{hook.hook: guarded(hook, self.rules.name)} for hook in self.rules.hooks]
        self.hooks = collect((*(option.hooks for option in on_now), *house))
        self.orders = {name: orders for option in on_now for name, orders in option.orders.items()}
        self.steps = (*TURN, *(step for option in on_now for step in option.steps))
        self.home = bytearray(home_side(self.board, hex_) for hex_ in range(self.board.n))
        self.unit_index = {unit.id: unit.index for unit in self.units}
        self.arrivals = {unit.id: [] for unit in self.units}
        on = self.rules.has("leaders")
        own = [tuple(u.index for u in self.units if on and u.radius and u.side == side) for side in range(2)]
        self.leaders = (own[0], own[1])
        flying = self.rules.has("air")
        wings = [tuple(u.index for u in self.units if flying and u.air_range and u.side == side) for side in range(2)]
        self.aircraft = (wings[0], wings[1])
        seats = {city.capital: hex_ for hex_, city in self.board.city.items()}
        self.capitals = (seats[SIDES[0]], seats[SIDES[1]])
        for event in sorted(self.charts.events, key=lambda event: event.turn or 0):
            if event.kind in ARRIVALS:
                self.arrivals[event.unit].append(event)

    def phase(self, turn: int, number: int) -> Phase:
        """A phase of the game as users see it."""
        return phase_of(self.charts.turns[turn], number, self.step(turn, number))

    def step(self, turn: int, number: int) -> Step:
        """The step with a phase number: those of the scenario, then those that variants add."""
        return self.steps[number] if number >= len(TURN) else self.scenario.step(turn, number)

    def unit(self, name: str) -> Unit:
        """The counter with an id; InvalidInput names an unknown one."""
        try:
            return self.units[self.unit_index[name]]
        except (KeyError, TypeError):
            raise InvalidInput(f"there is no unit {name!r} (ids look like ax-pz-56 or su-inf-3)") from None


@dataclass(slots=True)
class Battle:
    """An announced attack; ``todo`` holds the steps of the result that are still to be carried out."""

    target: int
    attackers: tuple[int, ...]
    resolved: bool = False
    #: ground units in the hex when the attack was announced; two where airborne troops stand on another unit
    defenders: tuple[int, ...] = ()
    result: str = ""
    todo: tuple[str, ...] = ()
    owed: int = 0
    #: the route that the attacker has chosen, while the defender may still stop on the way (a variant)
    route: tuple[int, ...] = ()

    @property
    def defender(self) -> int:
        """The unit that holds the target hex."""
        return self.defenders[0]

    def copy(self) -> Battle:
        """An independent copy."""
        return replace(self)


@dataclass(slots=True, eq=False)
class Position:
    """The changing part of a game; unit lists are indexed by ``Unit.index``, hex lists by hex index.

    ``levelled``: units raised a level this turn (gpw 9.1.F).  ``withdrawing``: panzer corps that wait for a stand-in.
    ``stand_ins``: pairs of a corps that the chart withdrew and the one that went in its place (gpw 9.4.C).
    """

    world: World
    seed: int
    turn: int
    phase: int
    where: list[int]
    steps: list[int]
    fate: list[int]
    #: by hex: the ground unit that holds it, and the airborne one on top of it (gpw 15.1.A); -1 for none
    occupant: list[int]
    rider: list[int]
    control: bytearray
    #: by side: how many of its units have each hex in their ZOC; movement, combat, supply and arrivals ask (gpw 4.0.B)
    zoc: tuple[list[int], list[int]]
    moved: bytearray
    unsupplied: bytearray
    weather: str = ""
    battles: list[Battle] = field(default_factory=list)
    fighting: int = -1
    kerch_used: list[bool] = field(default_factory=lambda: [False, False])
    railed: int = 0
    rp: int = 0
    forfeited: list[int] = field(default_factory=lambda: [0, 0])
    replacing: bool = False
    levelled: frozenset[int] = frozenset()
    swapped: bool = False
    withdrawing: tuple[int, ...] = ()
    stand_ins: tuple[tuple[int, int], ...] = ()
    #: by side: shock attacks announced so far, and the turn of the latest (gpw 13.2)
    shocks_used: list[int] = field(default_factory=lambda: [0, 0])
    shock_turn: list[int] = field(default_factory=lambda: [0, 0])
    #: by side: the turn of its latest airborne assault, 0 for none (gpw 15.3.D)
    drop_turn: list[int] = field(default_factory=lambda: [0, 0])
    #: what variants remember, by name: values of JSON, replaced and never changed in place
    extra: dict[str, Any] = field(default_factory=dict)
    #: unit to the turn in which it may come back, for units whose fate is BOXED
    boxes: dict[int, int] = field(default_factory=dict)
    #: aircraft that are away from base: unit to its mission, one of air.MISSIONS (gpw 11.1.A)
    missions: dict[int, str] = field(default_factory=dict)
    #: aircraft that have left the ground this turn (gpw 11.1.3.A, gpw 11.2.B)
    flown: frozenset[int] = frozenset()
    #: how far the air part of a combat phase has come, one of sorties.STAGES (gpw 11.1.2.E)
    air_stage: str = ""
    #: nations that have left the war, each with the turn (gpw 17.1.5.D, gpw 17.2.4, gpw 17.4.C)
    departed: dict[str, int] = field(default_factory=dict)
    #: True once Bessarabia has been clear of Soviet units and belongs to Romania (gpw 17.1.1.B)
    annexed: bool = False
    #: the Balkan Garrison: allies.GUARDING, RELEASED (activated) or LEFT (units of it placed) (gpw 17.6)
    balkan: int = 0
    #: units of the Balkan Garrison that entered this turn and count as in supply (gpw 17.6.C)
    fresh: frozenset[int] = frozenset()
    winner: str = ""
    version: int = 0
    flood_cache: dict[int, tuple[int, bytearray]] = field(default_factory=dict)

    # -- reading -----------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The phase in progress."""
        return self.world.step(self.turn, self.phase)

    @property
    def order(self) -> list[int]:
        """The numbers of this turn's phases in the order in which they are played (gpw 3.0.A)."""
        numbers: list[int] = thread(self.world.hooks.order, self.world.scenario.numbers(self.turn), self)
        return numbers

    def to_come(self) -> list[int]:
        """The numbers of the phases that follow this one in the turn."""
        return self.order[self.order.index(self.phase) + 1 :] if self.phase >= 0 else self.order

    @property
    def ends_turn_of(self) -> int | None:
        """The side whose last phase of the turn this is, or None."""
        later = (self.world.step(self.turn, number).side for number in self.to_come())
        return None if self.side in later else self.side

    @property
    def side(self) -> int:
        """The phasing side."""
        return self.step.side

    @property
    def turn_box(self) -> Turn:
        """The turn record's box of this turn."""
        return self.world.charts.turns[self.turn]

    @property
    def battle(self) -> Battle | None:
        """The battle being carried out, if any."""
        return self.battles[self.fighting] if self.fighting >= 0 else None

    def attack(self, unit: int) -> int:
        """Attack strength by the side of the counter that is up."""
        return self.world.units[unit].attack[self.steps[unit] - 1]

    def defence(self, unit: int) -> int:
        """Defence strength by the side of the counter that is up."""
        return self.world.units[unit].defence[self.steps[unit] - 1]

    def ma(self, unit: int) -> int:
        """Movement allowance in MP by the side of the counter that is up."""
        return self.world.units[unit].ma[self.steps[unit] - 1]

    def on_map(self, side: int) -> Iterator[int]:
        """Ground units of a side that are on the map, by index."""
        units = self.world.units
        return (u for u, hex_ in enumerate(self.where) if hex_ >= 0 and units[u].side == side and units[u].ground)

    def holders(self, hex_: int) -> tuple[int, ...]:
        """The ground units in a hex: the one that holds it, then an airborne one on top of it."""
        first, second = self.occupant[hex_], self.rider[hex_]
        return () if first < 0 else (first,) if second < 0 else (first, second)

    def zone(self, unit: int, hex_: int) -> tuple[int, ...]:
        """The hexes that a unit has in its ZOC from a hex: all around (gpw 4.0.A), or its own only (gpw 15.2.A)."""
        hexes = self.world.board.ring[hex_] if self.world.units[unit].wide_zoc else (hex_,)
        return hexes if not self.world.hooks.zone else tuple(thread(self.world.hooks.zone, hexes, self, unit, hex_))

    def rezone(self) -> None:
        """Work out every ZOC anew, after a variant's ZOC has changed with the turn."""
        for cover in self.zoc:
            cover[:] = [0] * len(cover)
        for unit, hex_ in enumerate(self.where):
            if hex_ >= 0 and self.world.units[unit].ground:
                for h in self.zone(unit, hex_):
                    self.zoc[self.world.units[unit].side][h] += 1
        self.version += 1

    def leaders_in(self, hex_: int, side: int) -> list[int]:
        """A side's leaders in a hex."""
        return [u for u in self.world.leaders[side] if self.where[u] == hex_]

    def enemy_at(self, hex_: int, side: int) -> bool:
        """True if a unit of the other side stands in a hex."""
        unit = self.occupant[hex_]
        return unit >= 0 and self.world.units[unit].side != side

    def roll(self, purpose: str, subject: str, ordinal: int = 0) -> int:
        """The die for a purpose and subject in this phase, 1 to 6."""
        return roll(self.seed, purpose, self.turn, self.phase, subject, ordinal)

    # -- changing ----------------------------------------------------------------------------------------------

    def put(self, unit: int, hex_: int) -> None:
        """Set a unit down in a hex with room for it; the hex is its side's from now on (gpw 4.0.A, gpw 5.5.1.E).

        Airborne troops stand on top of the unit that is there (gpw 15.1.A).  A leader goes on top of what is there
        and changes nothing of that.
        """
        side = self.world.units[unit].side
        self.where[unit] = hex_
        if not self.world.units[unit].ground:
            self.fate[unit] = ON_MAP
            return
        for leader in self.leaders_in(hex_, 1 - side):  # left alone there (docs/rulings.md)
            self.fell(leader)
        first = self.occupant[hex_]
        if first < 0:
            self.occupant[hex_] = unit
        else:  # airborne troops on top; else by index, so that it does not matter who came first
            pair = sorted((first, unit), key=lambda u: (self.world.units[u].airborne, u))
            self.occupant[hex_], self.rider[hex_] = pair
        self.fate[unit] = ON_MAP
        self.control[hex_] = side
        cover = self.zoc[side]
        for h in self.zone(unit, hex_):
            cover[h] += 1
        self.version += 1

    def lift(self, unit: int) -> int:
        """Take a unit off its hex and return the hex; the caller says what becomes of it."""
        hex_ = self.where[unit]
        self.where[unit] = -1
        if not self.world.units[unit].ground:
            return hex_
        if self.occupant[hex_] == unit:
            self.occupant[hex_] = self.rider[hex_]
        self.rider[hex_] = -1
        cover = self.zoc[self.world.units[unit].side]
        for h in self.zone(unit, hex_):
            cover[h] -= 1
        self.version += 1
        return hex_

    def shift(self, unit: int, path: tuple[int, ...]) -> None:
        """Take a unit along a path; it passes through every hex of it (gpw 5.5.1.E)."""
        self.lift(unit)
        side = self.world.units[unit].side
        for hex_ in path[:-1]:
            for leader in self.leaders_in(hex_, 1 - side):
                self.fell(leader)
        for hex_ in path[:-1]:
            self.control[hex_] = side
        self.put(unit, path[-1])

    def fell(self, leader: int) -> None:
        """Take a leader who was overrun or lost with his unit off the map; he comes back later (gpw 12.0.D)."""
        self.where[leader] = -1
        self.fate[leader] = RETURNING

    def lose_step(self, unit: int) -> None:
        """Flip a full unit to its reduced side; eliminate a reduced or one-step unit (gpw 7.4.3)."""
        self.steps[unit] -= 1
        if self.steps[unit] == 0:
            self.eliminate(unit)

    def eliminate(self, unit: int) -> None:
        """Move a unit from the map to the eliminated pile, leaders on it with it (gpw 12.0.D).

        A leader stays where another ground unit of his side is left in the hex.
        """
        hex_ = self.lift(unit)
        for leader in () if self.occupant[hex_] >= 0 else self.leaders_in(hex_, self.world.units[unit].side):
            self.fell(leader)
        self.steps[unit] = 0
        self.fate[unit] = ELIMINATED

    def copy(self) -> Position:
        """An independent position in the same world."""
        return Position(
            self.world,
            self.seed,
            self.turn,
            self.phase,
            self.where.copy(),
            self.steps.copy(),
            self.fate.copy(),
            self.occupant.copy(),
            self.rider.copy(),
            self.control[:],
            (self.zoc[0].copy(), self.zoc[1].copy()),
            self.moved[:],
            self.unsupplied[:],
            self.weather,
            [battle.copy() for battle in self.battles],
            self.fighting,
            self.kerch_used.copy(),
            self.railed,
            self.rp,
            self.forfeited.copy(),
            self.replacing,
            self.levelled,
            self.swapped,
            self.withdrawing,
            self.stand_ins,
            self.shocks_used.copy(),
            self.shock_turn.copy(),
            self.drop_turn.copy(),
            dict(self.extra),
            dict(self.boxes),
            dict(self.missions),
            self.flown,
            self.air_stage,
            dict(self.departed),
            self.annexed,
            self.balkan,
            self.fresh,
            self.winner,
            self.version,
            dict(self.flood_cache),
        )


def home_side(board: Board, hex_: int) -> int:
    """The side that a hex belongs to before the first move, by its country in June 1941; NOBODY for water."""
    if not board.playable[hex_]:
        return NOBODY
    return SIDES.index("Soviet" if board.country[hex_] == "USSR" else "Axis")


def empty(world: World, seed: int) -> Position:
    """A position with no unit on the map, each hex controlled as when the scenario begins."""
    board = world.board
    return Position(
        world=world,
        seed=seed,
        turn=world.scenario.first_turn,
        phase=0,
        where=[-1] * len(world.units),
        steps=[unit.steps for unit in world.units],
        fate=[LATER] * len(world.units),
        occupant=[-1] * board.n,
        rider=[-1] * board.n,
        control=world.home[:],
        zoc=([0] * board.n, [0] * board.n),
        moved=bytearray(len(world.units)),
        unsupplied=bytearray(len(world.units)),
    )
