"""What a scenario adds to the rules: its length, restrictions, special units and victory (gpw 22.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.slugs import no_scenario
from gpwlab.core.tables import Row
from gpwlab.gpw import victory
from gpwlab.gpw.options import ADVANCED
from gpwlab.gpw.sequence import LAST_PHASE, RESERVE_SETUP, TURN, Step, first_of, setup_steps
from gpwlab.gpw.units import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.victory import Goal, Outcome


#: The turn on which Barbarossa gives the Soviets a shock army (gpw 22.1.5.C).
SWAP_TURN = 5
#: The phase in which the Axis places what comes on the first turn of Uranus.
ARRIVAL = Step(AXIS, "arrival", "Axis Arrival", "gpw 22.3.4.B")
#: The set-up whose units are in play at the start of the campaign (gpw 19.1.A).
CAMPAIGN_SETUP = 1


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's frame; the base class adds no rule of its own.

    ``number`` is that of its set-up in the tables; ``first_side`` begins the first turn; ``order`` is that in which the
    sides set up.  Reinforcements come by the chart as ever (gpw 22.2.5, gpw 22.3.5, gpw 22.4.5, gpw 22.5.5).
    """

    number: int
    slug: str
    title: str
    first_turn: int
    last_turn: int
    first_side: int = AXIS
    order: tuple[int, ...] = (SOVIET, AXIS)

    # -- sequence of play --

    @property
    def default_rules(self) -> tuple[str, ...]:
        """The options that it is played with unless others are asked for: all advanced rules (gpw 22.2.4.B)."""
        return ADVANCED

    @property
    def setup_rule(self) -> str:
        """The rule that says who sets up first."""
        return "gpw 10.0.D"

    @property
    def reserve_rule(self) -> str:
        """The rule on how far the Stavka Reserve keeps from the Axis."""
        return "gpw 10.0.D"

    @property
    def setup(self) -> tuple[Step, ...]:
        """The steps of a free set-up, phase numbers below 0."""
        return setup_steps(self.order, self.setup_rule)

    @property
    def first_phase(self) -> int:
        """The phase with which the first turn begins; a half turn begins with the Soviet one."""
        return first_of(self.first_side)

    def step(self, turn: int, number: int) -> Step:
        """The step with a phase number: 0 to 9 within a turn, negative in a free set-up."""
        return TURN[number] if number >= 0 else self.setup[number]

    def numbers(self, turn: int) -> list[int]:
        """The numbers of a turn's phases, without those of the set-up."""
        return list(range(self.first_phase if turn == self.first_turn else 0, LAST_PHASE + 1))

    def has(self, turn: int, number: int) -> bool:
        """True if it has a phase."""
        if number < 0:
            return turn == self.first_turn and number >= -len(self.setup)
        return self.first_turn <= turn <= self.last_turn and number in self.numbers(turn)

    # -- special rules --

    @property
    def lend_lease(self) -> bool:
        """True where the Soviets may roll for lend-lease (gpw 9.2.A)."""
        return False

    def shock_attacks(self, side: int, by_year: int) -> int:
        """Shock attacks that a side has had so far, given those of the years that are past (gpw 13.2.A)."""
        return by_year

    def no_shock(self, side: int) -> Iterator[Reason]:
        """Why the scenario forbids a side to announce a shock attack, if it does."""
        yield from ()

    def may_not_move(self, pos: Position, unit: int) -> Iterator[Reason]:
        """Why the scenario forbids a unit to move, if it does."""
        yield from ()

    def moves_early(self, pos: Position, unit: int) -> bool:
        """True if the scenario lets a unit whose MA is in no circle move in the mobile phase."""
        return self.one_hex_only(pos, unit)

    def one_hex_only(self, pos: Position, unit: int) -> bool:
        """True if a unit moves exactly one hex in this phase by the scenario's leave."""
        return False

    def may_swap(self, pos: Position) -> bool:
        """True if a shock army may take the place of an infantry reinforcement this turn."""
        return False

    # -- victory --

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 10.0.G"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """What the sides must hold."""
        return ()

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """The game's outcome now, or at the end of the last turn."""
        return None

    def turn_outcome(self, pos: Position) -> Outcome | None:
        """The game's outcome at the end of a Soviet turn that is not the last."""
        return None


@dataclass(frozen=True, slots=True)
class Barbarossa(Scenario):
    """Scenario 1 (gpw 22.1): the surprise of June 1941."""

    @property
    def default_rules(self) -> tuple[str, ...]:
        """The basic game (gpw 22.1.4.A)."""
        return ()

    @property
    def setup_rule(self) -> str:
        """The Soviets set up first."""
        return "gpw 22.1.6.A"

    @property
    def lend_lease(self) -> bool:
        """Barbarossa has lend-lease (gpw 9.2.A)."""
        return True

    def _at_home(self, pos: Position, unit: int) -> str:
        """Romania or Hungary, where a unit stands there, else nothing."""
        country = pos.world.board.country[pos.where[unit]]
        return country if country in ("Romania", "Hungary") else ""

    def may_not_move(self, pos: Position, unit: int) -> Iterator[Reason]:
        """On turn 1 units in Romania and Hungary stay where they are (gpw 22.1.4.C)."""
        if pos.turn == self.first_turn and not self._full_first_turn(pos, unit):
            country = self._at_home(pos, unit)
            if country:
                yield Reason("gpw 22.1.4.C", f"units in {country} do not move on turn 1")

    def _full_first_turn(self, pos: Position, unit: int) -> bool:
        """True for an Axis unit on turn 1 where every one moves in full in both phases (gpw 20.2)."""
        first = pos.turn == self.first_turn and pos.world.units[unit].side == AXIS
        return first and pos.world.rules.has("axis-full-first-turn")

    def moves_early(self, pos: Position, unit: int) -> bool:
        """Infantry by one hex (gpw 22.1.4.B), or all units by the option (gpw 20.2)."""
        return self._full_first_turn(pos, unit) or self.one_hex_only(pos, unit)

    def one_hex_only(self, pos: Position, unit: int) -> bool:
        """In the first Axis panzer phase all Axis infantry may move one hex, save in Romania (gpw 22.1.4.B)."""
        counter = pos.world.units[unit]
        if self._full_first_turn(pos, unit):
            return False
        first = pos.turn == self.first_turn and pos.step.kind == "mobile" and pos.side == AXIS
        return first and counter.side == AXIS and not counter.mobile and self._at_home(pos, unit) != "Romania"

    def may_swap(self, pos: Position) -> bool:
        """Once, on turn 5 (gpw 22.1.5.C)."""
        return pos.turn == SWAP_TURN and not pos.swapped

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 22.1.3"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Moscow, or four of six cities."""
        return victory.BARBAROSSA

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Moscow at once, or four of six cities at the end (gpw 22.1.3)."""
        return victory.barbarossa(pos, at_end)


@dataclass(frozen=True, slots=True)
class Campaign(Barbarossa):
    """The whole war from June 1941 with all advanced rules (gpw 19.1.C, gpw 19.1.D).

    It begins with the set-up of Barbarossa (gpw 19.1.A), aircraft and leaders added (gpw 19.1.B), and with the special
    rules of its first turn; lend-lease comes to the end of 1944 (gpw 9.2.A).
    """

    @property
    def default_rules(self) -> tuple[str, ...]:
        """All advanced rules (gpw 19.1.D)."""
        return ADVANCED

    def may_swap(self, pos: Position) -> bool:
        """Never: conversions bring the shock armies of turn 5 (docs/rulings.md)."""
        return False

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 19.2"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Three cities for the Axis, Berlin for the Soviets."""
        return victory.CAMPAIGN

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Nothing before a Soviet turn has ended (gpw 19.2.A, gpw 19.2.B); a draw after the last one (gpw 19.2.C)."""
        return victory.campaign(pos, at_end=True) if at_end else None

    def turn_outcome(self, pos: Position) -> Outcome | None:
        """Looked at when a Soviet turn ends (gpw 19.2.A)."""
        return victory.campaign(pos, at_end=False)


@dataclass(frozen=True, slots=True)
class FallBlau(Scenario):
    """Scenario 2 (gpw 22.2): turns 8 to 13 (gpw 22.2.2); the Axis moves first (gpw 22.2.6.C)."""

    @property
    def setup_rule(self) -> str:
        """The Soviets set up first."""
        return "gpw 22.2.6.A"

    @property
    def reserve_rule(self) -> str:
        """Four hexes from the nearest Axis unit."""
        return "gpw 22.2.6.B"

    @property
    def setup(self) -> tuple[Step, ...]:
        """Both sides', and once more the Soviets' for the Stavka Reserve, which keeps its distance (gpw 22.2.6.B)."""
        reserve = Step(SOVIET, "setup", RESERVE_SETUP, self.reserve_rule)
        return (*setup_steps(self.order, self.setup_rule), reserve)

    def no_shock(self, side: int) -> Iterator[Reason]:
        """The Soviets have none; their shock armies move as ever (gpw 22.2.4.A)."""
        if side == SOVIET:
            yield Reason("gpw 22.2.4.A", "the Soviets may not use shock attacks in Fall Blau")

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 22.2.3"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Stalingrad and the Caucasus, or a major city retaken."""
        return (*victory.FALL_BLAU, victory.retake(pos.world))

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Counted at the end (gpw 22.2.3.A, gpw 22.2.3.B)."""
        return victory.fall_blau(pos) if at_end else None


@dataclass(frozen=True, slots=True)
class Uranus(Scenario):
    """Scenario 3 (gpw 22.3): the Soviet half of turn 13, then to turn 17 (gpw 22.3.2, gpw 22.3.4.A).

    The Soviets set up and move first (gpw 22.3.6).
    """

    @property
    def setup_rule(self) -> str:
        """The Soviets set up first."""
        return "gpw 22.3.6"

    @property
    def first_phase(self) -> int:
        """The Axis arrivals come at the head of the Soviet Reinforcement/Replacement Phase (gpw 22.3.4.B)."""
        return 0

    def step(self, turn: int, number: int) -> Step:
        """On turn 13 phase 0 is that of the Axis arrivals: no RPs, nothing else to do (docs/rulings.md)."""
        if turn == self.first_turn and number == 0:
            return ARRIVAL
        return Scenario.step(self, turn, number)

    def numbers(self, turn: int) -> list[int]:
        """The numbers of a turn's phases; no Axis phase but the arrivals on turn 13."""
        return [0, *range(first_of(SOVIET) if turn == self.first_turn else 1, LAST_PHASE + 1)]

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 22.3.3"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Rostov and three cities of the Donets basin and the Dnepr."""
        return victory.URANUS

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Counted at the end (gpw 22.3.3)."""
        return victory.uranus(pos) if at_end else None


@dataclass(frozen=True, slots=True)
class Citadel(Scenario):
    """Scenario 4 (gpw 22.4): turns 18 to 21 (gpw 22.4.2), without rules of its own (gpw 22.4.4).

    The Axis sets up and moves first (gpw 22.4.6.A); the Stavka Reserve keeps its distance (gpw 22.4.6.B).
    """

    @property
    def setup_rule(self) -> str:
        """The Axis sets up first."""
        return "gpw 22.4.6.A"

    @property
    def reserve_rule(self) -> str:
        """Four hexes from the nearest Axis unit."""
        return "gpw 22.4.6.B"

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 22.4.3"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Kursk and Voronezh, or Kharkov and Smolensk."""
        return victory.CITADEL

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Counted at the end (gpw 22.4.3.A, gpw 22.4.3.B)."""
        return victory.citadel(pos) if at_end else None


@dataclass(frozen=True, slots=True)
class Bagration(Scenario):
    """Scenario 5 (gpw 22.5): the Soviet half of turn 25, then to turn 29 (gpw 22.5.2, gpw 22.5.4.A).

    The Axis sets up first, the Soviets move first (gpw 22.5.6).
    """

    @property
    def setup_rule(self) -> str:
        """The Axis sets up first."""
        return "gpw 22.5.6"

    def shock_attacks(self, side: int, by_year: int) -> int:
        """One for the Axis, though 1944 gives it none (gpw 22.5.4.B)."""
        return by_year + (side == AXIS)

    @property
    def victory_rule(self) -> str:
        """The rule that says who wins."""
        return "gpw 22.5.3"

    def goals(self, pos: Position) -> tuple[Goal, ...]:
        """Minsk, Riga and two cities farther west."""
        return victory.BAGRATION

    def outcome(self, pos: Position, at_end: bool) -> Outcome | None:
        """Counted at the end (gpw 22.5.3.A)."""
        return victory.bagration(pos) if at_end else None


PLAYABLE: dict[str, type[Scenario]] = {
    "barbarossa": Barbarossa,
    "fall-blau": FallBlau,
    "uranus": Uranus,
    "citadel": Citadel,
    "bagration": Bagration,
    "campaign": Campaign,
}


def read_scenario(rows: Sequence[Row], slug: str) -> Scenario:
    """The scenario with a slug; InvalidInput lists those that can be played."""
    for row in rows:
        if row["slug"] == slug and slug in PLAYABLE:
            return PLAYABLE[slug](
                number=int(row["scenario"]) if row["scenario"].isdigit() else CAMPAIGN_SETUP,
                slug=slug,
                title=row["title"],
                first_turn=int(row["first_turn"]),
                last_turn=int(row["last_turn"]),
                first_side=SIDES.index(row["first_side"]),
                order=tuple(map(SIDES.index, row["setup_order"].split("|"))),
            )
    raise no_scenario(slug, list(PLAYABLE))
