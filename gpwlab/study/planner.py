"""The best set of attacks from a position: an integer program over exact battle values.

Each attack that could be made is a column of the program: a target, a set of units next to it, and perhaps an
aircraft.  River, strait, terrain, supply, weather and leader are in its exact preview; the program only sees to it that
no unit, target and aircraft is used twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from gpwlab.core.errors import IllegalAction, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import results
from gpwlab.gpw.actions import Action, Attack, Fly
from gpwlab.gpw.odds import ladder_name
from gpwlab.gpw.previews import Previews
from gpwlab.gpw.units import SIDES
from gpwlab.study.objective import Objective, Scale
from gpwlab.study.odds import chance_text
from gpwlab.study.plans import COLUMNS, AttackPlan, plan_row
from gpwlab.study.program import Option, solve

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.gpw.preview import Preview
    from gpwlab.gpw.reader import Reader

#: What a plan does not weigh, in words for who reads it.
IGNORES = (
    "Attacks are taken as independent: a retreat may be blocked or opened by another battle or an advance before it.",
    "Who advances, and whether that is wise, is not in the value: a hex counts where somebody may enter it.",
    "The enemy's answer, supply next turn and the line that is left are not weighed.",
    "Decisions within a battle are those of a player in haste: the smallest loss, the first route, a stand only where "
    "giving way costs a step as well.",
    "Aircraft count as if no fighter met them.",
)
PLAN_COLUMNS = (*COLUMNS, "advance", "worth")


@dataclass(frozen=True, slots=True)
class Choice:
    """An attack of a plan.

    target: hex id.  attackers, air: unit ids, "" for no aircraft.  worth: what it is worth by the objective, exactly.
    advance: the attacker to send in where the hex is left, "" where none may go.
    """

    target: str
    attackers: tuple[str, ...]
    air: str
    worth: Fraction
    battle: Preview = field(repr=False)
    advance: str = ""

    def __str__(self) -> str:
        column = ladder_name(self.battle.odds.column)
        return f"{self.target} by {' '.join(self.attackers)}{f' with {self.air}' if self.air else ''} at {column}"


class RunnerUp(NamedTuple):
    """The best that could be done without an attack of the plan: what it costs, and the attacks that come in."""

    cost: Fraction
    instead: tuple[Choice, ...]


class Plan(AttackPlan):
    """The best set of attacks by an objective: what :func:`plan_attacks` returns.

    attacks: the most valuable first; ``table`` has a row for each.  worth: what all are worth together.  tried: how
    many attacks were weighed.  ignores: what was not.
    """

    def __init__(self, known: _Known, chosen: Collection[Option]) -> None:
        from pandas import DataFrame

        self._known = known
        self._chosen = {option.key: option for option in chosen}
        choices = [known.choice(option) for option in chosen]
        self.attacks = tuple(sorted(choices, key=lambda c: (-c.worth, c.target)))
        self.objective, self.side, self.ignores = known.objective, known.side, IGNORES
        self.tried = known.tried
        rows = [(*plan_row(known.game, c.target, c.battle, c.air), c.advance, c.worth) for c in self.attacks]
        super().__init__({c.target: c.battle for c in self.attacks}, DataFrame(rows, columns=list(PLAN_COLUMNS)))

    @property
    def worth(self) -> Fraction:
        """What the plan is worth by its objective, on average, exactly."""
        return sum((choice.worth for choice in self.attacks), Fraction(0))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The plan as actions of the combat phase: every attack announced, then every aircraft sent."""
        flights = (Fly(c.air, c.target) for c in self.attacks if c.air)
        return (*(Attack(c.target, c.attackers) for c in self.attacks), *flights)

    @cached_property
    def runner_up(self) -> Plan | None:
        """The best other plan that uses no unit for nothing; None where there is none."""
        found = solve(self._known.options, unlike=tuple(self._chosen.values()))
        return Plan(self._known, found) if found is not None else None

    def without(self, target: str) -> RunnerUp:
        """The best plan without this very attack, or one that takes more for no more: its cost, and what is new."""
        key = self._option(target).key
        found = solve([o for o in self._known.options if o.key != key]) or ()
        fresh = [self._known.choice(o) for o in found if o.key not in self._chosen]
        return RunnerUp(self.worth - sum((o.worth for o in found), Fraction(0)), tuple(fresh))

    def why(self, target: str) -> list[str]:
        """Why an attack of the plan is as it is, in sentences; the last names the runner-up."""
        option = self._option(target)
        choice = next(c for c in self.attacks if c.target == target)
        return [*self._known.told(choice), *self._known.compared(option), self._told_without(target)]

    @cached_property
    def alternatives(self) -> DataFrame:
        """One row an attack: what it is worth, what leaving it out costs, and what would be done instead."""
        from pandas import DataFrame

        rows = []
        for choice in self.attacks:
            cost, instead = self.without(choice.target)
            rows.append((str(choice), choice.worth, cost, "; ".join(map(str, instead)) or "nothing"))
        return DataFrame(rows, columns=["attack", "worth", "cost", "instead"])

    def _option(self, target: str) -> Option:
        ids = self._known.game.board.ids
        found = next((o for o in self._chosen.values() if ids[o.target] == target), None)
        if found is None:
            raise InvalidInput(
                f"the plan has no attack on {target!r}; it attacks {', '.join(self.battles) or 'nothing'}"
            )
        return found

    def _told_without(self, target: str) -> str:
        cost, instead = self.without(target)
        other = "; ".join(map(str, instead)) or "nothing in its place"
        return f"The runner-up: {other}; the whole plan would be worth {_number(cost)} less."

    def __repr__(self) -> str:
        lost = " to ".join(f"{float(self.mean(who)):.2f}" for who in ("attacker", "defender"))
        return f"<Plan of {len(self.attacks)} attacks worth {float(self.worth):.2f}: steps lost {lost}>"


def plan_attacks(game: Reader, objective: Objective | None = None, side: str = "", air: bool = True) -> Plan:
    """The set of attacks that is worth most by an objective: each unit, target and aircraft once.

    It is planned for the combat phase of a side, the phasing one if none is named; in another phase as things stand.
    air: whether aircraft may be sent.  A plan without attacks means that none is worth making.  IllegalAction where
    there is no legal attack; InvalidInput for an unknown side or an objective that names a hex that cannot be attacked.
    """
    goal = Objective() if objective is None else objective
    if not isinstance(goal, Objective):
        raise InvalidInput(f"an objective is a study.Objective, not {goal!r}")
    name = side or game.phase.side
    if name not in SIDES:
        raise InvalidInput(f"a side is {' or '.join(SIDES)}, not {side!r}")
    known = _Known(game, name, goal, air)
    return Plan(known, solve(known.options) or ())


class _Known:
    """A position with every attack on it that may be part of the best plan."""

    def __init__(self, game: Reader, side: str, objective: Objective, air: bool) -> None:
        self.game, self.side, self.objective = game, side, objective
        self._previews = Previews(game._pos, SIDES.index(side))
        self._check(objective)
        self._scales = {hex_: objective.scale(game.board.ids[hex_]) for hex_ in self._previews.targets}
        self.tried = 0
        self.options: list[Option] = []
        for hex_ in self._previews.targets:
            self.options += _undominated(self._worthwhile(hex_, air))
        if not self.tried:
            raise IllegalAction([Reason("gpw 7.3", f"no attack of {side} reaches the lowest column of the CRT")])

    def _check(self, objective: Objective) -> None:
        board = self.game.board
        if not self._previews.targets:
            raise IllegalAction([Reason("gpw 7.1.A", f"no {self.side} unit is next to an enemy that it may attack")])
        for name in objective.hexes:
            if board.hex(name) not in self._previews.targets:
                place = board.label(board.hex(name))
                raise InvalidInput(f"the objective names {place}, which {self.side} has nobody to attack there")

    def _worthwhile(self, hex_: int, air: bool) -> Iterator[Option]:
        """Every attack on a hex that is worth something, without aircraft and with each kind of them."""
        flights: dict[int, list[int]] = {}
        for unit in self._previews.aircraft(hex_) if air else ():
            flights.setdefault(self.game._pos.world.units[unit].air_shift, []).append(unit)
        kinds: list[tuple[int, ...]] = [(), *map(tuple, flights.values())]
        for group in self._previews.groups(hex_):
            for wing in kinds:
                battle = self._previews.battle(hex_, group, wing[0] if wing else -1)
                if not battle.possible:
                    continue
                self.tried += 1
                worth = self._scales[hex_].mean(battle)
                if worth > 0:
                    yield Option(hex_, group, wing, worth)

    # -- telling ----------------------------------------------------------------------------------------------

    def choice(self, option: Option) -> Choice:
        """An option as the reader sees it."""
        units, board = self.game._pos.world.units, self.game.board
        battle = self._battle(option)
        return Choice(
            board.ids[option.target],
            tuple(units[u].id for u in option.units),
            units[option.flown].id if option.flown >= 0 else "",
            option.worth,
            battle,
            self._advancer(battle),
        )

    def _battle(self, option: Option) -> Preview:
        return self._previews.battle(option.target, option.units, option.flown)

    def _advancer(self, battle: Preview) -> str:
        """The attacker with the strongest defence of those that may enter the hex."""
        pos = battle._pos
        able = [u for u in battle.attackers if next(results.may_not_advance(pos, u, battle.target), None) is None]
        return pos.world.units[max(able, key=pos.defence)].id if able else ""

    def told(self, choice: Choice) -> Iterator[str]:
        """What an attack is, and what it is worth."""
        battle, board = choice.battle, self.game.board
        names = ", ".join(self.game.standing(unit)[0].name for unit in choice.attackers)
        place = board.label(board.hex(choice.target))
        yield f"{names} attack {place} at {ladder_name(battle.odds.column)}, hex falls {chance_text(battle.captured)}."
        shifts = "; ".join(f"{shift.cause} {shift.columns:+d}" for shift in battle.odds.shifts)
        if shifts:
            yield f"{battle.odds.attack} against {battle.odds.defence} is {battle.ratio}; {shifts}."
        own, enemy = (sum(n * c for n, c in battle.losses[who].items()) for who in ("attacker", "defender"))
        yield f"It is worth {_number(choice.worth)}: the enemy loses {_number(enemy)} steps, we {_number(own)}."
        if choice.advance:
            yield f"{self.game.standing(choice.advance)[0].name} may advance."

    def compared(self, option: Option) -> Iterator[str]:
        """What one attacker less, or the aircraft kept back, would make of an attack."""
        scale = self._scales[option.target]
        for unit in option.units if len(option.units) > 1 else ():
            rest = option._replace(units=tuple(u for u in option.units if u != unit))
            name = self.game._pos.world.units[unit].name
            yield f"Without {name} it {self._would(rest, scale)}."
        if option.wing:
            yield f"Without the aircraft it {self._would(option._replace(wing=(), pilot=-1), scale)}."

    def _would(self, option: Option, scale: Scale) -> str:
        battle = self._battle(option)
        if not battle.possible:
            return "could not be made"
        return f"would be worth {_number(scale.mean(battle))} at {ladder_name(battle.odds.column)}"


def _undominated(options: Iterable[Option]) -> list[Option]:
    """The attacks on a hex that no other one on it beats with some of the same units; sound, for they cost less."""
    kept: list[Option] = []
    for option in sorted(options, key=lambda o: (-o.worth, len(o.units), len(o.wing))):
        units = set(option.units)
        if not any(set(o.units) <= units and (not o.wing or o.wing == option.wing) for o in kept):
            kept.append(option)
    return kept


def _number(value: Fraction | int) -> str:
    return f"{float(value):.2f}"
