"""A scenario of the user's own: a part of the map, a length, supply, and what each side must hold to win.

Its plan is part of the game's position, so that saves and positions need no file.  The calendar, the charts and the
counters are those of the printed war; a plan's game has none of the special rules of a printed scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import victory
from gpwlab.gpw.scenarios import Scenario
from gpwlab.gpw.units import SIDES
from gpwlab.gpw.victory import DRAW, Goal, Outcome

if TYPE_CHECKING:
    from gpwlab.gpw.board import Board
    from gpwlab.gpw.charts import Charts
    from gpwlab.gpw.position import Position

#: Its conditions are the user's; this rule says that a scenario names them.
RULE = "gpw 10.0.G"
#: A plan is played in the frame of this printed scenario, of which it takes nothing but the name in records.
FRAME = "barbarossa"
#: The last turn of the calendar.
LAST_TURN = 32
#: No set-up of the tables has this number.
NO_SETUP = 0


@dataclass(frozen=True)
class Condition:
    """Cities of which a side must hold so many: at the end, or whenever it does (``at_once``)."""

    side: str
    hold: tuple[str, ...]
    need: int
    at_once: bool = False


@dataclass(frozen=True)
class Plan:
    """What a scenario file brings: see the module; ``otherwise`` wins where neither side has met its conditions.

    map: the hexes in play, none for the whole map.  supply: by side the hexes that lines of supply go to, none for the
    printed map edge.  arrivals: whether reinforcements come by the chart.
    """

    name: str
    first_turn: int
    last_turn: int
    first_side: str = SIDES[0]
    map: tuple[str, ...] = ()
    supply: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arrivals: bool = False
    victory: tuple[Condition, ...] = ()
    otherwise: str = DRAW

    def __post_init__(self) -> None:
        """InvalidInput for what is not of the form, whether it comes from a file or from a position."""
        sides = [self.first_side, *self.supply, *(condition.side for condition in self.victory)]
        cities = [city for condition in self.victory for city in condition.hold]
        texts = [self.name, *self.map, *cities, *(hex_ for hexes in self.supply.values() for hex_ in hexes)]
        whole = [self.first_turn, self.last_turn, *(condition.need for condition in self.victory)]
        flags = [self.arrivals, *(condition.at_once for condition in self.victory)]
        sound = (
            set(sides) <= set(SIDES)
            and all(isinstance(text, str) for text in texts)
            and all(type(number) is int for number in whole)
            and all(type(flag) is bool for flag in flags)
            and 1 <= self.first_turn <= self.last_turn <= LAST_TURN
            and self.otherwise in (*SIDES, DRAW)
        )
        if not sound:
            raise InvalidInput(f"the plan of the scenario {self.name!r} is not well formed")

    def plain(self) -> dict[str, Any]:
        """The plan as JSON-ready data."""
        return {
            **asdict(self),
            "map": list(self.map),
            "supply": {side: list(hexes) for side, hexes in self.supply.items()},
            "victory": [[c.side, list(c.hold), c.need, c.at_once] for c in self.victory],
        }


def from_plain(data: Any) -> Plan:
    """The plan that :meth:`Plan.plain` wrote; InvalidInput for data of another form."""
    try:
        conditions = tuple(Condition(side, tuple(hold), need, once) for side, hold, need, once in data["victory"])
        supply = {side: tuple(hexes) for side, hexes in data["supply"].items()}
        return Plan(**{**data, "map": tuple(data["map"]), "supply": supply, "victory": conditions})
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise InvalidInput(f"the plan of a scenario is not well formed: {error}") from None


@dataclass(frozen=True, slots=True)
class OwnScenario(Scenario):
    """The frame of a scenario of the user's own."""

    plan: Plan = field(kw_only=True)

    @property
    def default_rules(self) -> tuple[str, ...]:
        """The file names its options itself."""
        return ()

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return RULE

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """The conditions of both sides."""
        return tuple(Goal(RULE, SIDES.index(c.side), c.hold, c.need) for c in self.plan.victory)

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """A condition that decides at once; at the end the side that meets all of its others."""
        for condition, goal in zip(self.plan.victory, self.goals(pos), strict=True):
            if condition.at_once and victory.reached(pos, (goal,), goal.side):
                return Outcome(condition.side, (victory.state(pos, goal),))
        return self._at_end(pos) if at_end else None

    def _at_end(self, pos: Position) -> Outcome:
        both = tuple(zip(self.plan.victory, self.goals(pos), strict=True))
        told = tuple(victory.state(pos, goal) for _condition, goal in both)
        late = tuple(goal for condition, goal in both if not condition.at_once)
        winners = [side for number, side in enumerate(SIDES) if victory.reached(pos, late, number)]
        if len(winners) == 1:
            return Outcome(winners[0], told)
        how = "both sides have" if winners else "neither side has"
        return Outcome(DRAW if winners else self.plan.otherwise, (Reason(RULE, f"{how} met the conditions"), *told))


def scenario_of(plan: Plan) -> OwnScenario:
    """The frame that a plan makes."""
    side = SIDES.index(plan.first_side)
    return OwnScenario(NO_SETUP, FRAME, plan.name, plan.first_turn, plan.last_turn, side, plan=plan)


def board_of(plan: Plan, board: Board) -> Board:
    """The plan's part of a map; InvalidInput names what of the plan is not on it."""
    _check(plan, board)
    inside = frozenset(map(board.hex, plan.map)) if plan.map else frozenset(range(board.n))
    edge = {side: _edge(plan, side, board, inside) for side in SIDES}
    in_play = [here and hex_ in inside for hex_, here in enumerate(board.in_play)]
    return replace(board, in_play=in_play, edge=edge)


def charts_of(plan: Plan, charts: Charts) -> Charts:
    """The charts, without arrivals where the plan has none."""
    return charts if plan.arrivals else replace(charts, events=())


def _edge(plan: Plan, side: str, board: Board, inside: frozenset[int]) -> tuple[int, ...]:
    """The hexes that a side's lines of supply go to."""
    hexes = tuple(map(board.hex, plan.supply[side])) if side in plan.supply else board.edge[side]
    found = tuple(hex_ for hex_ in hexes if hex_ in inside and board.playable[hex_])
    if not found:
        raise InvalidInput(f"supply: the {side} side has no hex on this map that supply comes from")
    return found


def _check(plan: Plan, board: Board) -> None:
    """InvalidInput, headed by the field of the file, for what cannot be."""
    for name in plan.map:
        if not board.playable[board.hex(name)]:
            raise InvalidInput(f"map: {name} is no land in play")
    inside = set(plan.map) or set(board.ids)
    for side, hexes in plan.supply.items():
        for name in hexes:
            board.hex(name)
            if name not in inside:
                raise InvalidInput(f"supply: {side} is supplied from {name}, which is not on the scenario's map")
    for condition in plan.victory:
        for city in condition.hold:
            if city not in board.city_at:
                raise InvalidInput(f"victory: there is no city {city!r}")
            if board.ids[board.city_at[city]] not in inside:
                raise InvalidInput(f"victory: {city} is not on the scenario's map")
