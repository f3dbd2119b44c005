"""A battlefield made for a test: a handful of forces on the real map, at a phase, with the dice that the test names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gpwlab.core.dice import roll
from gpwlab.sfs import engine, fights, worlds
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.charts import Crt
from gpwlab.sfs.events import Event
from gpwlab.sfs.options import rules as rule_set
from gpwlab.sfs.position import Force, empty
from gpwlab.sfs.sequence import NUMBERS

#: A die that a test wants: purpose, ordinal, face.
Die = tuple[str, int, int]


class Field:
    """A position in the standard game; forces are placed by hand, everything else goes through the engine."""

    def __init__(self, phase: str = "German Attack", turn: int = 3, slug: str = "standard", rules: Sequence[str] = ()):
        self.world = worlds.make(slug, rule_set(*rules))
        self.pos = empty(self.world, 1)
        self.pos.turn, self.pos.phase, self.pos.length = turn, NUMBERS[phase], 20
        self.pos.fortified = True
        self._pieces = iter(range(self.world.first_piece, len(self.world.units)))

    # -- placing

    def german(self, area: str, *units: str, slot: str = "") -> str:
        """A German force of units, written ``14-pz`` or with the steps left ``14-pz/2``; its name."""
        indices = []
        for text in units:
            name, _, steps = text.partition("/")
            unit = self.world.unit(name).index
            if steps:
                self.pos.steps[unit] = int(steps)
            indices.append(unit)
        return self._put(indices, GERMAN, area, slot)

    def soviet(self, area: str, *counters: str, slot: str = "", shown: bool = False) -> str:
        """A Soviet force of counters such as ``a``, ``tank-2`` or ``chuikov``; its name."""
        indices = []
        for counter in counters:
            unit = next(self._pieces)
            self.pos.piece[unit] = counter
            indices.append(unit)
        if shown:
            self.pos.revealed.update(indices)
        return self._put(indices, SOVIET, area, slot)

    def _put(self, units: list[int], side: int, area: str, slot: str) -> str:
        board = self.world.board
        place = board.strongpoint(slot) if slot else -1
        return self.pos.put(units, side, board.area(area), place).name

    def entering(self, force: str, came: str) -> None:
        """A force has entered its area from another and has no foothold."""
        area = self.world.board.area(came)
        self.pos.origin.update(dict.fromkeys(self.force(force).units, area))
        self.pos.refresh(self.force(force).area)

    def ring(self, cut: str, by: str) -> None:
        """One force surrounds another."""
        self.pos.hold(self.force(cut), self.force(by))

    def no_way_back(self) -> None:
        """Every empty area is German, so that the Soviets have nowhere to retreat to."""
        self.pos.dominator = [GERMAN] * len(self.pos.dominator)

    def d_die(self, odds: int | str, result: int) -> int:
        """A face of the die that brings a result on the D-CRT at such odds."""
        return self._die(self.world.charts.defender, odds, result)

    def a_die(self, odds: int | str, result: int, terrain: str = "urban") -> int:
        """A face of the die that brings a result on the A-CRT at such odds."""
        return self._die(self.world.charts.attacker(terrain), odds, result)

    def _die(self, crt: Crt, odds: int | str, result: int) -> int:
        column = crt.odds.index(Fraction(str(odds).replace(":", "/")))
        return next(die for die in range(1, 7) if crt.result(column, die) == result)

    # -- looking

    def neighbours(self, area: str) -> list[str]:
        """Codes of the areas next to one, by land."""
        board = self.world.board
        return [board.code(near) for near in board.near[board.area(area)]]

    def force(self, name: str) -> Force:
        return self.pos.force(name)

    def alive(self, name: str) -> bool:
        return int(name[1:]) in self.pos.forces

    def unit(self, name: str) -> int:
        return self.world.unit(name).index

    def units(self, name: str) -> list[str]:
        """Ids of the units of a force."""
        return [self.world.units[unit].id for unit in self.force(name).units]

    def counters(self, name: str) -> list[str]:
        """What the units of a force show: counter ids, with the steps of German units."""
        pos = self.pos
        return [
            pos.counter(u).id + (f"/{pos.steps_of(u)}" if self.world.units[u].side == GERMAN else "")
            for u in self.force(name).units
        ]

    def area(self, name: str) -> str:
        """The code of a force's area."""
        return self.world.board.code(self.force(name).area)

    def offered(self) -> list[str]:
        """The answers to the open decision."""
        choice = engine.pending(self.pos)
        return [] if choice is None else [str(option) for option in choice.options]

    def asked(self) -> tuple[str, str]:
        """Side and kind of the open decision."""
        choice = engine.pending(self.pos)
        assert choice is not None
        return choice.side, choice.kind

    def why(self, text: str) -> list[str]:
        """The rules that an action is against."""
        return [reason.rule for reason in engine.objections(self.pos, engine.as_action(self.pos, text))]

    def legal(self, verb: str) -> list[str]:
        """The legal actions that begin with a verb."""
        return [str(action) for action in engine.legal(self.pos) if str(action).split()[0] == verb]

    # -- playing

    def do(self, *texts: str) -> list[Event]:
        """Carry out actions; each must be legal.  The events of all of them."""
        events: list[Event] = []
        for text in texts:
            action = engine.as_action(self.pos, text)
            found = list(engine.objections(self.pos, action))
            assert not found, (text, list(map(str, found)))
            events += engine.apply(self.pos, action)
        return events

    def default(self) -> list[Event]:
        """Answer every open decision as a player in haste would."""
        events: list[Event] = []
        while (choice := engine.pending(self.pos)) is not None:
            events += self.do(str(choice.default))
        return events

    def load(self, dice: Sequence[Die], target: str, *attackers: str, number: int = 0) -> None:
        """Find a seed under which the next combat of these forces rolls the dice that the test names."""
        defender = min(self.force(target).units) if target else -1
        heads = sorted(min(self.force(name).units) for name in attackers)
        names = "+".join(self.world.units[unit].id for unit in heads)
        subject = f"{self.world.units[defender].id}<{names}#{number}"
        self.load_keys([(purpose, subject, ordinal, face) for purpose, ordinal, face in dice])

    def load_keys(self, keys: Sequence[tuple[str, str, int, int]]) -> None:
        """Find a seed by purpose, subject, ordinal and face."""
        turn, phase = self.pos.turn, self.pos.phase
        self.pos.seed = next(
            seed
            for seed in range(2_000_000)
            if all(roll(seed, purpose, turn, phase, subject, n) == face for purpose, subject, n, face in keys)
        )


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of a kind."""
    return [event for event in events if event.kind == kind]


def side_name(side: int) -> str:
    return SIDES[side]


def fight_of(field: Field) -> fights.Fight:
    """The combat in progress."""
    assert field.pos.fight is not None
    return field.pos.fight


def given(**dice: Mapping[int, int] | Sequence[int] | int) -> list[Die]:
    """Dice by purpose: ``given(d_crt=5, terrain=(1, 4, 5))``; underscores stand for hyphens."""
    found: list[Die] = []
    for name, faces in dice.items():
        listed = [faces] if isinstance(faces, int) else list(faces)
        found += [(name.replace("_", "-"), n, face) for n, face in enumerate(listed)]
    return found
